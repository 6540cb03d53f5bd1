use super::*;
use crate::dice::ScriptedDice;
use crate::game::{CodexFile, Game, Silent, Source};
use crate::rulesets::hexcommand::battlefield::{self, Battlefield};
use crate::rulesets::hexcommand::choices::Choice;
use crate::rulesets::hexcommand::fuzz::muster;
use crate::rulesets::hexcommand::muster::Lineup;
use crate::rulesets::hexcommand::state::{Battle, Decision, NOBODY, Setup};
use crate::rulesets::hexcommand::test_position::{CAVALRY, HOWITZERS, RIFLES, setup};
use crate::tabletop::hex::flat::Direction;

/// A refight on bare ground with these terms.
fn refight(terms: &str) -> Setup {
    let setup = setup("", &[("reinforcement.entry", "d6")]);
    let codex = Codex::built_in();
    let source = Source { name: "terms".into(), text: terms.into() };
    let terms = Terms::read(&source, setup.field.grid, &codex).unwrap();
    let scenario = Scene::of(&terms, &setup.field, &setup.rules, Scenario::Historical);
    Setup::new(setup.codex, setup.rules, setup.field, scenario)
}

#[test]
fn r_185_units_stand_and_arrive_as_the_file_says() {
    let setup = refight(&format!(
        "limbered = true\nbreak-points = [40, 25]\n\
         placed = [{{ side = \"south\", unit = \"{RIFLES}\", hex = \"1110\", facing = \"NE\" }}, \
         {{ side = \"south\", unit = \"{HOWITZERS}\", hex = \"1210\" }}]\n\
         [[arrivals]]\nturn = 2\nside = \"south\"\nunit = \"{CAVALRY}\"\ncount = 2\nhexes = \"0107 2107\"\n\
         [[arrivals]]\nturn = 4\nwho = \"half\"\ncolumns = [11]\n"
    ));
    let codex = &setup.codex;
    assert_eq!(setup.scenario.faults(codex, &setup.field), []);
    let list = muster(codex, &[(RIFLES, 6), (CAVALRY, 3), (HOWITZERS, 1)], 1);
    let battle = Battle::new(&setup, &Lineup { first: Side::A, forces: [&list, &list] });
    let [south, north] = &battle.forces;
    assert_eq!([south.break_point, north.break_point], [40, 25]);
    let stand = |unit: u8| (battle.spot(battle.unit(unit).hex), battle.unit(unit).facing);
    let present: Vec<u8> = south.present.members(Side::A).collect();
    assert_eq!(
        present.iter().map(|unit| stand(*unit)).collect::<Vec<_>>(),
        [("1110".to_owned(), Direction::NorthEast), ("1210".to_owned(), Direction::North)]
    );
    assert!(south.limbered.contains(present[1]));
    // The last two of the three regiments of cavalry; eight others, of which half arrive later.
    let due: Vec<u8> = south.due.members(Side::A).collect();
    assert_eq!(
        due.iter().map(|unit| battle.name(*unit)).collect::<Vec<_>>(),
        [format!("A:{CAVALRY}-2"), format!("A:{CAVALRY}-3")]
    );
    assert_eq!((south.later, north.later, north.due.len()), (2, 0, 0));
    assert!(due.iter().all(|unit| battle.unit(*unit).wave == 0 && battle.entry(*unit).is_none()));
}

/// Arrivals of several turns and kinds come on each at its own time and place, all of one turn by one throw.
#[test]
fn hx_rei_01_arrivals_of_several_turns_have_entries_of_their_own() {
    let setup = refight(&format!(
        "[[arrivals]]\nturn = 2\nside = \"south\"\nunit = \"{CAVALRY}\"\nhexes = \"0107 2107\"\n\
         [[arrivals]]\nturn = 2\nside = \"south\"\nunit = \"{HOWITZERS}\"\ncolumns = [5, 11, 17]\n\
         [[arrivals]]\nturn = 3\nside = \"south\"\nunit = \"{RIFLES}\"\ncount = 2\ncolumns = [11]\n"
    ));
    let list = muster(&setup.codex, &[(RIFLES, 5), (CAVALRY, 1), (HOWITZERS, 1)], 0);
    let mut battle = Battle::new(&setup, &Lineup { first: Side::A, forces: [&list, &list] });
    let mut chance = crate::dice::SeededDice::from_key(1);
    let mut play_until = |battle: &mut Battle<'_>, decision: Decision| {
        while battle.decision != decision {
            let choice = battle.any_choice(&mut chance.clone());
            battle.apply(choice, &mut chance, &mut Silent);
        }
    };
    play_until(&mut battle, Decision::Entry);
    let kinds = |battle: &Battle<'_>| -> Vec<String> {
        battle.due_now(Side::A).members(Side::A).map(|unit| battle.name(unit)).collect()
    };
    assert_eq!((battle.turn, kinds(&battle)), (2, vec![format!("A:{CAVALRY}"), format!("A:{HOWITZERS}")]));
    battle.apply(Choice::Proceed, &mut ScriptedDice::new(&[4]), &mut Silent);
    let entries: Vec<String> = battle
        .due_now(Side::A)
        .members(Side::A)
        .filter_map(|unit| Some(battle.spot(battle.entry(unit)?.hex)))
        .collect();
    assert_eq!(entries, ["2107", "1113"]);
    // One entry needs no die; who waits keeps his.
    while battle.turn < 3 || battle.decision != Decision::Arrive {
        assert_ne!(battle.decision, Decision::Entry);
        let choice =
            if battle.decision == Decision::Arrive { Choice::Done } else { battle.any_choice(&mut chance.clone()) };
        battle.apply(choice, &mut chance, &mut Silent);
    }
    let waves: Vec<u8> = battle.due_now(Side::A).members(Side::A).map(|unit| battle.unit(unit).wave).collect();
    assert!(waves.contains(&2) && !waves.contains(&NOBODY), "{waves:?}");
    let late = battle.due_now(Side::A).members(Side::A).find(|unit| battle.unit(*unit).wave == 2).unwrap();
    assert_eq!(battle.entry(late).map(|entry| battle.spot(entry.hex)).as_deref(), Some("1113"));
}

#[test]
fn r_185_what_cannot_stand_there_is_told() {
    let codex = Codex::built_in();
    let river = Battlefield::read(&battlefield::built_in("river-crossing").unwrap(), &codex).unwrap();
    let rules = Rules::default();
    let field = Field::compile(&river.maps(&codex, &rules, 0).unwrap()[0], &codex, &rules);
    let text = format!(
        "placed = [{{ side = \"south\", unit = \"{RIFLES}\", hex = \"1007\" }}, \
         {{ side = \"south\", unit = \"{RIFLES}\", hex = \"1110\" }}, \
         {{ side = \"north\", unit = \"{CAVALRY}\", hex = \"1110\" }}]"
    );
    let terms = Terms::read(&Source { name: "terms".into(), text }, field.grid, &codex).unwrap();
    let scene = Scene::of(&terms, &field, &rules, Scenario::Historical);
    let rules: Vec<_> = scene.faults(&codex, &field).into_iter().map(|fault| fault.rule.unwrap()).collect();
    assert_eq!(rules, ["R-116", "HX-TER-14"]);
}
