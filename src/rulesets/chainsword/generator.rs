//! Lists drawn at random: officers, Squads of all roles, transports, options and reserves.

use std::fmt::Write as _;

use super::army::{Reserve, Squad, scaled};
use super::codex::{Change, Codex, LIMITED, Rank};
use super::rules::{Rules, Struck};
use crate::dice::{Dice, SeededDice};
use crate::game::{Catalogue, Item, Points, Purchase, RandomList, fill, thousandths};

/// Points of a list of the usual size.
pub const USUAL_BUDGET: f64 = 1000.0;

/// Tenths of its points, 0 to this, that a list keeps back for transports and options before it buys Squads.
const KEPT_BACK: u32 = 3;

/// Shares, 0 to all of so many, that of this may go into transports.
const PARTS: u32 = 4;

/// A kind of units of which a list has so many in all.
struct Kind {
    units: Vec<usize>,
    fewest: usize,
    most: usize,
}

/// The kinds whose numbers a list is limited in, in a list that is so many times as large as usual.
fn kinds(codex: &Codex, rules: &Rules, times: f64) -> Vec<Kind> {
    let limits = &codex.lists;
    let open = |unit: &usize| {
        let unit = codex.unit_type(*unit);
        rules.flying_beasts == Struck::On || !(unit.is("flyer") && unit.is("creature"))
    };
    let of_role = |role: &str| -> Vec<usize> {
        (0..codex.size()).filter(|unit| codex.unit_type(*unit).role() == role).filter(open).collect()
    };
    let of_rank = |rank| (0..codex.size()).filter(|unit| codex.unit_type(*unit).rank() == Some(rank)).collect();
    let [juniors, troops] = [limits.juniors.map(usize::from), limits.troops.map(|limit| scaled(limit, times))];
    let mut kinds = vec![
        Kind { units: of_rank(Rank::Warlord), fewest: 1, most: 1 },
        Kind { units: of_rank(Rank::Char), fewest: juniors[0], most: juniors[1] },
        Kind { units: of_rank(Rank::Ic), fewest: 0, most: limits.seniors.into() },
        Kind { units: of_role("troops"), fewest: troops[0], most: troops[1] },
    ];
    let limited = LIMITED.into_iter().zip(limits.roles);
    kinds.extend(limited.map(|(role, most)| Kind { units: of_role(role), fewest: 0, most: scaled(most, times) }));
    kinds
}

/// Most of a unit type that a list of the usual size has; of transports as many as of troops.
#[must_use]
pub fn most_copies(codex: &Codex, rules: &Rules, unit: usize) -> u8 {
    let troops = usize::from(codex.lists.troops[1]);
    let kinds = kinds(codex, rules, 1.0);
    let most = kinds.iter().find(|kind| kind.units.contains(&unit)).map(|kind| kind.most);
    let transport = codex.unit_type(unit).role() == "transport";
    most.unwrap_or(if transport { troops } else { 0 }) as u8
}

/// What lists spend points on besides units: options.
#[must_use]
pub fn extras(codex: &Codex) -> Vec<Purchase> {
    let name = |at: usize| format!("{}:{}", codex.key(codex.options[at].unit), codex.options[at].name);
    (0..codex.options.len()).map(|at| Purchase { name: name(at), cost: codex.options[at].cost }).collect()
}

/// How many of each of the [`extras`] these Squads have.
#[must_use]
pub fn bought(codex: &Codex, squads: &[Squad]) -> Vec<(String, u32)> {
    let times = |option: usize| {
        squads.iter().flat_map(|squad| &squad.options).filter(|&&chosen| usize::from(chosen) == option).count()
    };
    let names = extras(codex).into_iter().map(|extra| extra.name);
    let counts = names.enumerate().map(|(option, name)| (name, times(option) as u32));
    counts.filter(|(_, count)| *count > 0).collect()
}

/// Draws a list of at most `budget` thousandths of a point: first what it cannot do without, then officers and Squads, then
/// transports and options for what it has kept back, then Squads again for what is left. The counts are those of the
/// unit types, then of [`extras`].
#[must_use]
pub fn draw(codex: &Codex, rules: &Rules, budget: Points, dice: &mut SeededDice) -> RandomList {
    let size = budget as f64 / 1000.0;
    let mut counts = vec![0_u8; codex.size()];
    // Each place that a limit leaves is for one unit type, by chance: all that the limits allow can be drawn, and only that.
    let mut open = vec![0_u8; codex.size()];
    let mut left = budget;
    for kind in kinds(codex, rules, size / codex.lists.usual_size).iter().filter(|kind| !kind.units.is_empty()) {
        for place in 0..kind.most {
            let unit = kind.units[dice.pick(kind.units.len() as u32) as usize];
            if place < kind.fewest {
                counts[unit] += 1;
                left -= price(codex, unit);
            } else {
                open[unit] += 1;
            }
        }
    }
    let kept = left * Points::from(dice.pick(KEPT_BACK + 1)) / 10;
    left -= buy(codex, &mut counts, &mut open, left - kept, dice);

    let riders: u8 = (0..codex.size()).filter(|unit| codex.unit_type(*unit).is("rides")).map(|unit| counts[unit]).sum();
    let transports: Vec<usize> =
        (0..codex.size()).filter(|unit| codex.unit_type(*unit).role() == "transport").collect();
    let mut aboard = vec![0_u8; codex.size()];
    for _ in 0..if transports.is_empty() { 0 } else { riders } {
        aboard[transports[dice.pick(transports.len() as u32) as usize]] += 1;
    }
    let part = left * Points::from(dice.pick(PARTS + 1)) / Points::from(PARTS);
    left -= buy(codex, &mut counts, &mut aboard, part, dice);
    let items = open_options(codex, &counts, dice);
    let options = fill(&items, left, usize::from(u8::MAX), dice);
    left -= worth(&options, &items);
    buy(codex, &mut counts, &mut open, left, dice);

    let bodies = bodies(codex, &counts, &options, dice);
    let text = write(codex, size, &bodies, dice);
    let mut counts = vec![0_u8; codex.size() + codex.options.len()];
    for body in &bodies {
        counts[body.unit] += 1;
        body.options.iter().for_each(|option| counts[codex.size() + usize::from(*option)] += 1);
    }
    RandomList { text, counts }
}

fn price(codex: &Codex, unit: usize) -> Points {
    thousandths(codex.cost(unit))
}

fn worth(counts: &[u8], items: &[Item]) -> Points {
    counts.iter().zip(items).map(|(count, item)| Points::from(*count) * item.cost).sum()
}

/// Buys units for at most `budget`, of each no more than is `open`; returns what they cost.
fn buy(codex: &Codex, counts: &mut [u8], open: &mut [u8], budget: Points, dice: &mut SeededDice) -> Points {
    let item = |(unit, most): (usize, &u8)| Item { cost: price(codex, unit), most: *most };
    let items: Vec<Item> = open.iter().enumerate().map(item).collect();
    let bought = fill(&items, budget, usize::from(u8::MAX), dice);
    for (unit, more) in bought.iter().enumerate() {
        counts[unit] += more;
        open[unit] -= more;
    }
    worth(&bought, &items)
}

/// How many of each option the units may have: what replaces the same weapon shares them by chance.
fn open_options(codex: &Codex, counts: &[u8], dice: &mut SeededDice) -> Vec<Item> {
    let mut most = vec![0_u8; codex.options.len()];
    for (at, option) in codex.options.iter().enumerate() {
        let rivals: Vec<usize> = (0..codex.options.len()).filter(|other| rival(codex, at, *other)).collect();
        if rivals[0] == at {
            for _ in 0..counts[option.unit] {
                most[rivals[dice.pick(rivals.len() as u32) as usize]] += 1;
            }
        }
    }
    codex.options.iter().zip(most).map(|(option, most)| Item { cost: thousandths(option.cost), most }).collect()
}

/// Whether two options replace the same weapon, or are the same.
fn rival(codex: &Codex, one: usize, other: usize) -> bool {
    let replaced = |at: usize| match &codex.options[at].change {
        Change::Replace { team, weapon, .. } => Some((codex.options[at].unit, *team, *weapon)),
        Change::Models(_) => None,
    };
    one == other || replaced(one).is_some_and(|it| replaced(other) == Some(it))
}

/// A Squad of the list, a transport among them.
struct Body {
    unit: usize,
    options: Vec<u8>,
    /// Its transport, by its place among the bodies.
    transport: Option<usize>,
    /// It is the transport of a Squad.
    owned: bool,
}

/// Deals options and transports out to those that may have them. A flyer with room carries a Squad or flies alone, by chance;
/// a transport for which there is no Squad is not fielded.
fn bodies(codex: &Codex, counts: &[u8], options: &[u8], dice: &mut SeededDice) -> Vec<Body> {
    let plain = |unit| Body { unit, options: Vec::new(), transport: None, owned: false };
    let each = counts.iter().enumerate().flat_map(|(unit, count)| std::iter::repeat_n(unit, usize::from(*count)));
    let mut bodies: Vec<Body> = each.map(plain).collect();
    for (at, count) in options.iter().enumerate() {
        let may = |body: &&mut Body| {
            let taken = body.options.iter().any(|own| rival(codex, at, usize::from(*own)));
            body.unit == codex.options[at].unit && !taken
        };
        bodies.iter_mut().filter(may).take(usize::from(*count)).for_each(|body| body.options.push(at as u8));
    }
    for carrier in 0..bodies.len() {
        let what = codex.unit_type(bodies[carrier].unit);
        if what.capacity() == 0 || what.role() != "transport" && dice.pick(2) == 0 {
            continue;
        }
        let rides = |body: &Body| {
            let models = codex.models(body.unit, &body.options);
            codex.unit_type(body.unit).is("rides") && body.transport.is_none() && models <= what.capacity()
        };
        if let Some(rider) = bodies.iter().position(rides) {
            bodies[rider].transport = Some(carrier);
            bodies[carrier].owned = true;
        }
    }
    let idle = |body: &Body| codex.unit_type(body.unit).role() == "transport" && !body.owned;
    // Places of those that stay do not change but by what is left out before them.
    let gone: Vec<bool> = bodies.iter().map(idle).collect();
    for body in &mut bodies {
        body.transport = body.transport.map(|at| at - gone[..at].iter().filter(|gone| **gone).count());
    }
    let mut gone = gone.into_iter();
    bodies.retain(|_| !gone.next().unwrap_or(false));
    bodies
}

/// The list as a file; who is in reserve, or infiltrates, is by chance.
fn write(codex: &Codex, size: f64, bodies: &[Body], dice: &mut SeededDice) -> String {
    let mut text = format!("name = \"Random list\"\nruleset = \"chainsword\"\nsize = {size}\n[officers]\n");
    let officer = |unit: usize| codex.unit_type(unit).rank().is_some();
    for unit in (0..codex.size()).filter(|unit| officer(*unit)) {
        let count = bodies.iter().filter(|body| body.unit == unit).count();
        if count > 0 {
            let _ = writeln!(text, "{} = {count}", codex.key(unit));
        }
    }
    let names = |body: &Body| -> Vec<&str> {
        body.options.iter().map(|option| codex.options[usize::from(*option)].name.as_str()).collect()
    };
    for body in bodies.iter().filter(|body| !officer(body.unit) && !body.owned) {
        let _ = write!(text, "[[squads]]\nunit = \"{}\"\noptions = {:?}\n", codex.key(body.unit), names(body));
        if let Some(transport) = body.transport.map(|at| &bodies[at]) {
            let (key, options) = (codex.key(transport.unit), names(transport));
            let _ = write!(text, "transport = \"{key}\"\ntransport-options = {options:?}\n");
        }
        let what = codex.unit_type(body.unit);
        let way = [Reserve::DeepStrike, Reserve::Outflank].into_iter().find(|way| what.is(way.key()));
        if let Some(way) = way.filter(|_| dice.pick(2) == 0) {
            let _ = writeln!(text, "reserve = \"{}\"", way.key());
        }
        if what.is("infiltrate") && dice.pick(2) == 0 {
            text.push_str("infiltrates = true\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{CodexFile, Source};
    use crate::rulesets::chainsword::army::Roster;

    fn drawn(rules: &Rules, key: u64) -> RandomList {
        draw(&Codex::built_in(), rules, 1_000_000, &mut SeededDice::from_key(key))
    }

    #[test]
    fn every_purchase_stands_in_lists_and_lists_are_legal() {
        let (codex, mut rules) = (Codex::built_in(), Rules::default());
        rules.set("flying-beasts", "on").unwrap();
        let mut fielded = vec![0; codex.size() + codex.options.len()];
        let (mut legal, mut carried) = (0, 0);
        for key in 0..2000 {
            let list = draw(&codex, &rules, 1_000_000, &mut SeededDice::from_key(key));
            let Ok(roster) = Roster::read(&codex, &rules, &Source { name: "list".into(), text: list.text }) else {
                continue;
            };
            legal += 1;
            fielded.iter_mut().zip(&list.counts).for_each(|(lists, count)| *lists += u32::from(*count > 0));
            assert!((850.0..=1000.0).contains(&roster.cost), "{}", roster.cost);
            let units: usize = list.counts[..codex.size()].iter().map(|count| usize::from(*count)).sum();
            assert_eq!(roster.units.len(), units);
            let options: usize = list.counts[codex.size()..].iter().map(|count| usize::from(*count)).sum();
            assert_eq!(roster.own.squads.iter().map(|squad| squad.options.len()).sum::<usize>(), options);
            carried += roster.own.squads.iter().filter(|squad| squad.transport.is_some()).count();
            for (unit, count) in list.counts[..codex.size()].iter().enumerate() {
                assert!(*count <= most_copies(&codex, &rules, unit), "{} x{count}", codex.key(unit));
            }
        }
        assert!(legal > 1900, "{legal} of 2000 lists are legal");
        assert!(carried > 500, "{carried} Squads have a transport");
        for (at, lists) in fielded.iter().enumerate() {
            assert!(*lists > 40, "purchase {at} stands in {lists} lists");
        }
    }

    #[test]
    fn lists_depend_on_the_dice_alone_and_follow_the_rules() {
        assert_eq!(drawn(&Rules::default(), 3), drawn(&Rules::default(), 3));
        // Flying creatures are not drawn where they may not be fielded.
        assert!((0..200).all(|key| !drawn(&Rules::default(), key).text.contains("sky-beast")));
        let codex = Codex::built_in();
        let names: Vec<String> = extras(&codex).into_iter().map(|it| it.name).collect();
        assert!(names.contains(&"levy-rifles:launcher".to_owned()), "{names:?}");
    }
}
