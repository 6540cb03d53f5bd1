//! The contract of played games: random and scripted players under random rules never break the state of a game, what is
//! shown and chosen is legal, and what is recorded is the same whenever the same game is played.

use std::collections::BTreeSet;

use crate::dice::{Address, Dice, Purpose, SeededDice, Streams};
use crate::game::{
    AnyPlayer, Armies, Cell, CellSetup, Engagement, Game, GameCounters, GameRecord, GameView, LogEntry, Observer,
    Override, Playable, Player, ResultSink, Ruleset, Seats, Side, SideState, Silent, Simulator as _, Tactics, UnitDoc,
    UnitStats, doctrine_without,
};

/// A ruleset whose whole games are played, with what always holds in them.
pub(crate) trait PlayedRuleset: Ruleset + Playable + Default {
    /// Rules with the values that are drawn for them where those are not listed, or should not all be played; a single one
    /// holds in every game, to keep it short.
    const VALUES: &'static [(&'static str, &'static [&'static str])];

    /// A scenario whose rules count no points.
    const SCENARIO_WITHOUT_POINTS: &'static str;

    /// What has to be changed beside, by key and number, for it to count none.
    const WITHOUT_POINTS: &'static [(&'static str, i64)] = &[];

    /// How a side stands.
    fn side_state(battle: &Self::Battle<'_>, side: Side) -> SideState;

    /// The override that tries another price of a unit: its own times this factor, or one that differs from it as much.
    fn price(unit: &UnitDoc, factor: f64) -> Override {
        Override { key: format!("codex.units.{}.cost", unit.name), value: (unit.cost * factor).into() }
    }
}

/// Declares the tests that played games owe: how many random players play, how many games the scripted ones play at least,
/// and in how many luck is summed up.
macro_rules! game_contract {
    ($ruleset:ty; $random:ident: $games:literal; $scripted:ident: $least:literal; $luck:ident: $sample:literal;) => {
        #[test]
        fn $random() {
            $crate::game::contract::games::random_players_never_break_the_state::<$ruleset>($games);
        }

        #[test]
        fn $scripted() {
            $crate::game::contract::games::scripts_keep_to_every_rule::<$ruleset>($least);
        }

        #[test]
        fn $luck() {
            $crate::game::contract::games::dice_luck_has_mean_zero::<$ruleset>($sample);
        }

        #[test]
        fn prices_change_no_choice() {
            $crate::game::contract::games::prices_change_no_choice::<$ruleset>();
        }

        #[test]
        fn looking_ahead_is_legal_and_the_same_again() {
            $crate::game::contract::games::looking_ahead_is_legal_and_the_same_again::<$ruleset>();
        }

        #[test]
        fn another_script_may_take_over_at_any_decision() {
            $crate::game::contract::games::another_script_may_take_over::<$ruleset>();
        }

        #[test]
        fn a_script_goes_on_as_its_like_would_have() {
            $crate::game::contract::games::a_script_goes_on_as_its_like_would_have::<$ruleset>();
        }

        #[test]
        fn players_do_without_what_they_are_told_to() {
            $crate::game::contract::games::players_do_without_what_they_are_told_to::<$ruleset>();
        }

        #[test]
        fn default_games_do_not_open_alike() {
            $crate::game::contract::games::games_do_not_open_alike(&<$ruleset>::default());
        }

        #[test]
        fn an_address_is_one_game() {
            $crate::game::contract::games::an_address_is_one_game(&<$ruleset>::default());
        }

        #[test]
        fn whoever_is_named_first_the_games_are_the_same() {
            $crate::game::contract::games::whoever_is_named_first(&<$ruleset>::default());
        }

        #[test]
        fn films_end_with_what_is_left() {
            $crate::game::contract::games::films_end_with_what_is_left(&<$ruleset>::default());
        }

        #[test]
        fn games_are_as_they_were() {
            $crate::game::contract::kept::games_are_as_they_were::<$ruleset>();
        }

        #[test]
        fn what_is_lost_in_phases_adds_up_to_what_is_lost() {
            $crate::game::contract::phases::losses_add_up::<$ruleset>();
        }

        #[test]
        fn a_mirror_pair_leaves_behind_what_its_two_games_would() {
            $crate::game::contract::games::a_mirror_pair_is_two_games(&<$ruleset>::default());
        }
    };
}

pub(crate) use game_contract;

/// A player that is asked for a reason: each choice must be legal, in every build.
#[derive(Debug)]
pub(crate) struct CheckedPlayer<'p, P>(pub(crate) &'p mut P);

impl<G: Game, P: Player<G>> Player<G> for CheckedPlayer<'_, P> {
    fn choose(&mut self, game: &G, chance: &mut SeededDice) -> G::Choice {
        let choice = self.0.choose(game, chance);
        game.check(choice).unwrap_or_else(|refusal| panic!("{choice:?} is chosen and refused: {refusal:?}"));
        choice
    }

    fn restart(&mut self) {
        self.0.restart();
    }

    fn do_without(&mut self, tactics: Tactics) {
        self.0.do_without(tactics);
    }
}

/// Every choice that is shown is legal, and there is at least one.
fn check_choices(battle: &impl Game) {
    let mut shown = 0;
    battle.choices(&mut |choice| {
        shown += 1;
        battle.check(choice).unwrap_or_else(|refusal| panic!("{choice:?} is shown and refused: {refusal:?}"));
    });
    assert!(shown > 0, "a game shows at least one choice to whom it asks");
}

/// Whether the state, and every choice that is shown, are checked at each decision, beside the choice that is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Checks {
    Choice,
    State,
    All,
}

/// Plays one game to its end, and gives what was counted.
fn play<R: PlayedRuleset>(cell: &Cell<R>, address: Address, checks: Checks) -> GameCounters
where
    for<'s> R::Battle<'s>: Clone,
{
    let table = cell.table(address);
    let (seating, _) = cell.seating(&table, Engagement { address, swapped: address.pair % 2 == 1 });
    let mut laid = cell.lay(&table);
    cell.temper(&table, &mut laid, address);
    cell.begin(&mut laid, seating);
    let (mut battle, mut players) = laid;
    let mut streams = Streams::new(address);
    let mut counters = GameCounters::new(cell.counters(), R::LEDGER.len());
    let fielded = cell.fielded(&battle, seating);
    Observer::<LogEntry>::game_began(&mut counters, fielded);
    while let Some(side) = battle.to_choose() {
        if checks != Checks::Choice {
            R::check_state(&battle);
        }
        if checks == Checks::All {
            check_choices(&battle);
        }
        let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
        let choice = CheckedPlayer(&mut players[seating.list(side)]).choose(&battle, chance);
        let before = (checks != Checks::Choice).then(|| battle.clone());
        let key = battle.stream();
        battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut counters);
        if let Some(before) = before {
            R::check_change(&before, choice, &battle);
        }
    }
    assert!(battle.verdict().is_some(), "a game with nobody to choose is over");
    for side in Side::BOTH {
        let last = counters.turns[side.index()].last();
        assert_eq!(last, Some(&R::side_state(&battle, side)), "the last turn ends as the game does");
    }
    let left = Side::BOTH.map(|side| R::remains(&battle, cell.list(seating.list(side)), side).left);
    super::phases::check_losses(&counters, fielded, left);
    counters
}

pub(super) fn pick<'a, T>(dice: &mut SeededDice, things: &'a [T]) -> &'a T {
    &things[dice.pick(things.len() as u32) as usize]
}

/// The rules that are drawn, with their values.
pub(super) fn values<R: PlayedRuleset>(ruleset: &R) -> Vec<(String, Vec<String>)> {
    let own = |name: &str| R::VALUES.iter().find(|(own, _)| *own == name);
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let knobs = ruleset.knobs().into_iter().filter(|knob| !knob.name.starts_with("codex."));
    let values = |knob: &crate::game::Knob| match own(&knob.name) {
        Some((_, values)) => owned(values),
        None => knob.allowed.split(", ").filter(|word| !word.contains(' ')).map(str::to_owned).collect(),
    };
    knobs.map(|knob| (knob.name.clone(), values(&knob))).filter(|(_, values)| !values.is_empty()).collect()
}

/// A cell drawn from everything built in: lists, scenario, battlefield, one of `doctrines` for each side, and half of the
/// rules at any of their values; with the rules that were set.
pub(super) fn draw<R: PlayedRuleset>(dice: &mut SeededDice, doctrines: &[String]) -> (Cell<R>, Vec<(String, String)>) {
    let ruleset = R::default();
    let (armies, battlefields, scenarios) = (ruleset.armies(), ruleset.battlefields(), ruleset.scenarios());
    let values = values(&ruleset);
    for _ in 0..1000 {
        let mut rules = Vec::new();
        for (name, values) in &values {
            if values.len() == 1 || dice.pick(2) == 0 {
                rules.push((name.clone(), pick(dice, values).clone()));
            }
        }
        let list = pick(dice, &armies).clone();
        let other = if dice.pick(2) == 0 { list.clone() } else { pick(dice, &armies).clone() };
        let lists = [list, other];
        let change =
            |(name, value): &(String, String)| Override { key: format!("rules.{name}"), value: value.as_str().into() };
        let cell = CellSetup {
            codex: ruleset.codex().into(),
            doctrine_book: ruleset.doctrine_book().into(),
            overrides: rules.iter().map(change).collect(),
            armies: Armies::Written(lists.clone()),
            doctrines: [(); 2].map(|()| pick(dice, doctrines).clone()),
            scenario: pick(dice, &scenarios).name.clone(),
            battlefield: (dice.pick(3) > 0).then(|| pick(dice, &battlefields).clone()),
            seed: 1,
        };
        // Not everything goes together: lists, rules and battlefields may rule each other out.
        if let Ok(cell) = Cell::read(&cell, &lists) {
            return (cell, rules);
        }
    }
    panic!("nothing that is drawn can be played")
}

/// Random players in drawn cells; every third game asks about each choice that is shown. What is counted of rules is
/// marked in the ledger as counted.
pub(crate) fn random_players_never_break_the_state<R: PlayedRuleset>(games: u64)
where
    for<'s> R::Battle<'s>: Clone,
{
    let ledger = R::default().ledger();
    let mut counted = BTreeSet::new();
    for pair in 0..games {
        let (ready, _) = draw::<R>(&mut SeededDice::from_key(pair), &["random".to_owned()]);
        let checks = if pair % 3 == 0 { Checks::All } else { Checks::State };
        let counters = play(&ready, Address { seed: 1, cell: 0, pair }, checks);
        counted.extend(counters.rules.iter().zip(ledger).filter(|(count, _)| **count > 0).map(|(_, atom)| atom.id));
        let unmarked = ledger.iter().find(|atom| counted.contains(atom.id) && !atom.counted);
        assert_eq!(unmarked, None);
    }
    assert!(counted.len() > 15, "{counted:?}");
}

/// Scripted players in drawn cells, until each listed value of every rule has been played, in `games` games at least.
pub(crate) fn scripts_keep_to_every_rule<R: PlayedRuleset>(games: u64)
where
    for<'s> R::Battle<'s>: Clone,
{
    let ruleset = R::default();
    let doctrines: Vec<String> =
        ruleset.doctrines(&ruleset.doctrine_book()).unwrap().into_iter().map(|doctrine| doctrine.name).collect();
    // Who looks ahead follows the others, at a thousand times their cost.
    let doctrines: Vec<String> = doctrines.into_iter().filter(|name| name != "ahead").collect();
    let all = values(&ruleset);
    let mut left: BTreeSet<(String, String)> =
        all.into_iter().flat_map(|(name, values)| values.into_iter().map(move |value| (name.clone(), value))).collect();
    for pair in 0.. {
        assert!(pair < 10 * games, "never played: {left:?}");
        let (ready, rules) = draw::<R>(&mut SeededDice::from_key(pair), &doctrines);
        if pair >= games && !rules.iter().any(|rule| left.contains(rule)) {
            continue;
        }
        play(&ready, Address { seed: 4, cell: 0, pair }, Checks::State);
        rules.iter().for_each(|rule| assert!(left.remove(rule) || !left.contains(rule)));
        if pair + 1 >= games && left.is_empty() {
            break;
        }
    }
}

/// The mean of the dice luck of either side is zero, whatever the lists, the rules and the play: six standard errors.
pub(crate) fn dice_luck_has_mean_zero<R: PlayedRuleset>(games: u64)
where
    for<'s> R::Battle<'s>: Clone,
{
    const GAMES_OF_A_CELL: u64 = 20;
    let mut excess: [Vec<f64>; 2] = Default::default();
    for cell in 0..games / GAMES_OF_A_CELL {
        let (ready, _) = draw::<R>(&mut SeededDice::from_key(1000 + cell), &["random".to_owned()]);
        for pair in 0..GAMES_OF_A_CELL {
            let counters = play(&ready, Address { seed: 2, cell, pair }, Checks::Choice);
            excess.iter_mut().zip(counters.excess).for_each(|(all, one)| all.push(one));
        }
    }
    for side in excess {
        let n = side.len() as f64;
        let mean = side.iter().sum::<f64>() / n;
        let deviation = (side.iter().map(|luck| (luck - mean) * (luck - mean)).sum::<f64>() / (n - 1.0)).sqrt();
        assert!(deviation > 0.0 && mean.abs() < 6.0 * deviation / n.sqrt(), "mean {mean}, deviation {deviation}");
    }
}

/// Who looks ahead makes legal choices, the same ones whenever the game is played, and not those of the doctrine that it
/// starts from.
pub(crate) fn looking_ahead_is_legal_and_the_same_again<R: PlayedRuleset>()
where
    for<'s> R::Battle<'s>: Clone,
{
    let ruleset = R::default();
    let (_, mut cell) = ruleset.benchmark().cells.swap_remove(0);
    let set = |(key, value): (&str, toml::Value)| Override { key: format!("play.{key}"), value };
    let first = ruleset.doctrines(&ruleset.doctrine_book()).unwrap().swap_remove(0).name;
    let portfolio = toml::Value::Array(vec![first.into()]);
    let few =
        [("rollouts", 1.into()), ("tempers", 1.into()), ("horizon", "turn".into()), ("portfolio", portfolio)].map(set);
    let own = std::mem::replace(&mut cell.doctrines, ["ahead", "ahead"].map(str::to_owned));
    cell.overrides = few.into();
    let Armies::Written(lists) = &cell.armies else { panic!("the standard game has two lists") };
    let address = Address { seed: 5, cell: 0, pair: 0 };
    let ahead = Cell::<R>::read(&cell, lists).unwrap();
    let table = ahead.table(address);
    let [AnyPlayer::Ahead(player), _] = &mut ahead.hands.players(&table) else { panic!("both look ahead") };
    assert_eq!(player.portfolio().len(), 2, "the doctrine once, and a temper");
    play(&ahead, address, Checks::Choice);
    let (one, again) = (ahead.narrate(address, false), ahead.narrate(address, false));
    assert_eq!((&one.trace, one.record), (&again.trace, again.record));
    let scripted = Cell::<R>::read(&CellSetup { doctrines: own, ..cell.clone() }, lists).unwrap();
    assert_ne!(one.trace[1..], scripted.narrate(address, false).trace[1..]);
}

/// Whoever has played something else is asked for a choice at every decision of a game, as rollouts and alternatives ask it.
pub(crate) fn another_script_may_take_over<R: PlayedRuleset>() {
    for (at, (name, cell)) in R::default().benchmark().cells.into_iter().enumerate() {
        let Armies::Written(lists) = &cell.armies else { panic!("{name}: the standard game has two lists") };
        let cell = Cell::<R>::read(&cell, lists).unwrap();
        let address = Address { seed: 7, cell: 0, pair: at as u64 };
        let table = cell.table(address);
        let mut others = cell.hands.players(&table);
        cell.hands.temper(&table, &mut others, cell.tempers, address);
        let (seating, _) = cell.seating(&table, Engagement { address, swapped: false });
        let mut laid = cell.lay(&table);
        cell.temper(&table, &mut laid, address);
        cell.begin(&mut laid, seating);
        let (mut battle, mut players) = laid;
        let mut streams = Streams::new(address);
        while let Some(side) = battle.to_choose() {
            let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
            let choice = CheckedPlayer(&mut players[seating.list(side)]).choose(&battle, chance);
            let other = &mut others[1 - seating.list(side)];
            Player::<R::Battle<'_>>::restart(other);
            CheckedPlayer(other).choose(&battle, &mut SeededDice::from_key(at as u64));
            let key = battle.stream();
            battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
        }
    }
}

/// Games of each cell in which scripts are taken over from, and one in how many decisions is such a one.
const TAKEN_OVER: u64 = 3;
const ONE_IN: u32 = 12;

/// Whoever takes over from a script of the same doctrine plays on choice for choice as that one does, at whatever decision it
/// takes over and whatever it has played before.
pub(crate) fn a_script_goes_on_as_its_like_would_have<R: PlayedRuleset>() {
    for (name, cell) in R::default().benchmark().cells {
        let Armies::Written(lists) = &cell.armies else { panic!("{name}: the standard game has two lists") };
        let cell = Cell::<R>::read(&cell, lists).unwrap();
        for pair in 0..TAKEN_OVER {
            let address = Address { seed: 13, cell: 0, pair };
            let table = cell.table(address);
            let mut likes = cell.hands.players(&table);
            cell.hands.temper(&table, &mut likes, cell.tempers, address);
            let (seating, _) = cell.seating(&table, Engagement { address, swapped: false });
            let mut laid = cell.lay(&table);
            cell.temper(&table, &mut laid, address);
            cell.begin(&mut laid, seating);
            let (mut battle, mut players) = laid;
            let mut streams = Streams::new(address);
            let mut when = SeededDice::from_key(pair);
            let (mut followed, mut taken) = ([false; 2], 0);
            while let Some(side) = battle.to_choose() {
                let list = seating.list(side);
                let (player, like) = (&mut players[list], &mut likes[list]);
                if when.pick(ONE_IN) == 0 {
                    // It comes with something else in mind.
                    Player::<R::Battle<'_>>::restart(like);
                    like.choose(&battle, &mut SeededDice::from_key(pair));
                    Player::<R::Battle<'_>>::take_over(like, player);
                    (followed[list], taken) = (true, taken + 1);
                }
                let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
                let mut same_chance = chance.clone();
                let choice = player.choose(&battle, chance);
                if followed[list] {
                    let turn = battle.turn();
                    assert_eq!(like.choose(&battle, &mut same_chance), choice, "{name}, pair {pair}, turn {turn}");
                }
                let key = battle.stream();
                battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
            }
            assert!(taken > 0, "{name}, pair {pair}: nobody takes over");
        }
    }
}

/// Scripts and random players who do without some tactics choose none of their choices, and none that is not legal; the
/// enemy goes on as he is used to.
pub(crate) fn players_do_without_what_they_are_told_to<R: PlayedRuleset>() {
    let known = R::default().tactics();
    let keys: Vec<String> = known.iter().map(|tactic| tactic.name.clone()).collect();
    let mut used = [false; 32];
    for (at, (name, cell)) in R::default().benchmark().cells.into_iter().enumerate() {
        let Armies::Written(lists) = &cell.armies else { panic!("{name}: the standard game has two lists") };
        for own in [cell.doctrines[0].as_str(), "random"] {
            let doctrines = [doctrine_without(own, &keys), own.to_owned()];
            let cell = Cell::<R>::read(&CellSetup { doctrines, ..cell.clone() }, lists).unwrap();
            let address = Address { seed: 11, cell: 0, pair: at as u64 };
            let table = cell.table(address);
            let (seating, _) = cell.seating(&table, Engagement { address, swapped: false });
            let mut laid = cell.lay(&table);
            cell.temper(&table, &mut laid, address);
            cell.begin(&mut laid, seating);
            let (mut battle, mut players) = laid;
            let mut streams = Streams::new(address);
            while let Some(side) = battle.to_choose() {
                let list = seating.list(side);
                let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
                let choice = CheckedPlayer(&mut players[list]).choose(&battle, chance);
                let tactics = battle.tactics_of(choice);
                for (at, tactic) in known.iter().enumerate().filter(|(at, _)| tactics.has(*at)) {
                    assert_eq!(list, 1, "{own} does without {}, and chooses {choice:?}", tactic.name);
                    used[at] = true;
                }
                let key = battle.stream();
                battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
            }
        }
    }
    let used = used.iter().filter(|used| **used).count();
    assert!(used >= 2.min(known.len()), "{used} of {} tactics are ever used", known.len());
}

/// Other prices, the same play: scripts see what units are worth, and no price. Where rules count points a price is more than
/// that, so that a scenario is played whose rules count none.
pub(crate) fn prices_change_no_choice<R: PlayedRuleset>() {
    let ruleset = R::default();
    let (_, mut cell) = ruleset.benchmark().cells.swap_remove(0);
    R::SCENARIO_WITHOUT_POINTS.clone_into(&mut cell.scenario);
    let units = ruleset.units(&cell.codex).unwrap();
    let price = |(at, unit): (usize, &UnitDoc)| R::price(unit, [1.0, 1.1, 0.9][at % 3]);
    let set = |(key, number): &(&str, i64)| Override { key: (*key).to_owned(), value: (*number).into() };
    let choices = |prices: Vec<Override>| {
        let overrides = R::WITHOUT_POINTS.iter().map(set).chain(prices).collect();
        let cell = CellSetup { overrides, ..cell.clone() };
        let simulator = ruleset.prepare(&cell).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
        let told = simulator.narrate(Address { seed: 6, cell: 0, pair: 0 }, false);
        let chosen = told.trace.into_iter().filter(|line| line["event"] == "choice");
        (chosen.collect::<Vec<_>>(), told.record.turns)
    };
    let dear = units.iter().enumerate().map(price).collect();
    let (one, other) = (choices(Vec::new()), choices(dear));
    assert!(one.0.len() > 20, "{}", one.0.len());
    assert!(one == other, "play depends on prices");
}

/// The standard game of a ruleset by its own doctrine, and by chance.
fn standard_games(ruleset: &dyn Ruleset) -> impl Iterator<Item = CellSetup> {
    let (_, cell) = ruleset.benchmark().cells.swap_remove(0);
    let random = CellSetup { doctrines: ["random", "random"].map(str::to_owned), ..cell.clone() };
    [cell, random].into_iter()
}

/// What happens in a game before the first attack, in every event that a trace tells: what was played, on which table, and
/// what was chosen are left out.
fn opening(trace: &[serde_json::Value]) -> String {
    let events = trace.iter().take_while(|event| event["event"] != "attack");
    let told = events.filter(|event| event["event"] != "battle" && event["event"] != "choice");
    told.map(ToString::to_string).collect()
}

/// Where a cell names no battlefield and plays as usual, a score is no fact about one opening: of ten games at least eight
/// open in ways of their own.
pub(crate) fn games_do_not_open_alike(ruleset: &dyn Ruleset) {
    const GAMES: u64 = 30;
    let (_, benchmark) = ruleset.benchmark().cells.swap_remove(0);
    let usual = CellSetup { battlefield: None, overrides: Vec::new(), ..benchmark };
    let simulator = ruleset.prepare(&usual).unwrap();
    let game = |pair| simulator.narrate(Address { seed: 6, cell: 0, pair }, false);
    let openings: BTreeSet<String> = (0..GAMES).map(|pair| opening(&game(pair).trace)).collect();
    assert!(openings.len() as u64 >= GAMES * 8 / 10, "{} openings in {GAMES} games", openings.len());
}

/// The same address gives the same game, and another one another.
pub(crate) fn an_address_is_one_game(ruleset: &dyn Ruleset) {
    for cell in standard_games(ruleset) {
        let simulator = ruleset.prepare(&cell).unwrap();
        let game = |pair| simulator.narrate(Address { seed: 3, cell: 0, pair }, false);
        let (one, again, other) = (game(1), game(1), game(2));
        assert_eq!((&one.trace, &one.lines, one.record), (&again.trace, &again.lines, again.record));
        assert_ne!(one.trace[1..], other.trace[1..]);
    }
}

/// Two lists have the same games, tempers included, whoever of them is named first: the first game of a pair is the second of the
/// other order.
pub(crate) fn whoever_is_named_first(ruleset: &dyn Ruleset) {
    let (_, usual) = ruleset.benchmark().cells.swap_remove(0);
    let lists = ruleset.armies();
    let usual = CellSetup { battlefield: None, overrides: Vec::new(), ..usual };
    let meeting = |[one, other]: [usize; 2]| {
        let armies = Armies::Written([one, other].map(|list: usize| lists[list].clone()));
        ruleset.prepare(&CellSetup { armies, ..usual.clone() }).ok()
    };
    let both = |other: usize| meeting([0, other]).zip(meeting([other, 0]));
    let (one, other) = (1..lists.len()).find_map(both).expect("the first list can meet some other");
    assert_eq!(one.seats(), Seats::Exchanged, "the first scenario has seats that change");
    for pair in 0..3 {
        let address = Address { seed: 4, cell: 0, pair };
        for swapped in [false, true] {
            let GameRecord { result, ending, turns, fielded, lost, .. } = one.narrate(address, swapped).record;
            let turned = other.narrate(address, !swapped).record;
            assert_eq!((2 - result, ending, turns), (turned.result, turned.ending, turned.turns));
            assert_eq!(([fielded[1], fielded[0]], [lost[1], lost[0]]), (turned.fielded, turned.lost));
        }
    }
}

/// The value of both sides in the last step of a film is what games count at the end of their last turn, in every scenario.
pub(crate) fn films_end_with_what_is_left(ruleset: &dyn Ruleset) {
    /// What each list had at the end of the first game of every pair.
    struct Ends(Vec<[f64; 2]>);
    impl ResultSink for Ends {
        fn take(&mut self, view: &GameView<'_>) {
            if !view.swapped {
                self.0.push(view.turns.map(|turns| turns.last().expect("games end with a turn").value));
            }
        }
    }
    const GAMES: u64 = 4;
    let (_, usual) = ruleset.benchmark().cells.swap_remove(0);
    let lists = ruleset.armies();
    let mut played = 0;
    for scenario in ruleset.scenarios() {
        let meeting = |other: usize| {
            let armies = Armies::Written([0, other].map(|list: usize| lists[list].clone()));
            let scenario = scenario.name.clone();
            ruleset
                .prepare(&CellSetup { armies, scenario, battlefield: None, overrides: Vec::new(), ..usual.clone() })
                .ok()
        };
        let Some(simulator) = (1..lists.len()).find_map(meeting) else { continue };
        let mut ends = Ends(Vec::new());
        simulator.play(8, 0, 0..GAMES, &mut ends);
        for (pair, left) in (0..GAMES).zip(ends.0) {
            let told = simulator.narrate(Address { seed: 8, cell: 0, pair }, false);
            let film = ruleset.film(&told.log).expect("a film");
            // States are by list, the film is by side.
            let shown = film.steps.last().expect("steps").value;
            let adds_up = |shown: [f64; 2]| shown.iter().zip(left).all(|(shown, left)| (shown - left).abs() < 0.05);
            let either = [shown, [shown[1], shown[0]]];
            assert!(either.into_iter().any(adds_up), "{} {pair}: {shown:?} shown, {left:?} left", scenario.name);
            played += 1;
        }
    }
    assert!(played > 0, "some scenario is played");
}

/// The second game of a mirror pair is not played: it is the first with the names exchanged.
pub(crate) fn a_mirror_pair_is_two_games(ruleset: &dyn Ruleset) {
    struct Records(Vec<(u64, bool, GameRecord, [Vec<UnitStats>; 2])>);
    impl ResultSink for Records {
        fn take(&mut self, view: &GameView<'_>) {
            self.0.push((view.pair, view.swapped, view.record, view.stats.map(<[UnitStats]>::to_vec)));
        }
    }
    for cell in standard_games(ruleset) {
        let simulator = ruleset.prepare(&cell).unwrap();
        assert_eq!(simulator.games_of_pair(), 1);
        let mut records = Records(Vec::new());
        simulator.play(3, 0, 0..4, &mut records);
        assert_eq!(records.0.len(), 8);
        for pair in records.0.chunks(2) {
            let [(number, false, one, stats), (_, true, other, exchanged)] = pair else { panic!("{pair:?}") };
            let address = Address { seed: 3, cell: 0, pair: *number };
            assert_eq!(simulator.narrate(address, false).record, *one);
            assert_eq!(simulator.narrate(address, true).record, *other);
            assert_eq!((&stats[0], &stats[1]), (&exchanged[1], &exchanged[0]));
        }
    }
}
