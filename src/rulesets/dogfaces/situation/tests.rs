//! Every situation of the folder, the page of traces, and what is said of bad files.

use crate::game::contract::situations::{SituatedRuleset, situation_contract};
use crate::game::situation;
use crate::game::situation::testing::{Duel, page, source};
use crate::game::trace::EventFields;
use crate::rulesets::dogfaces::Dogfaces;
use crate::rulesets::dogfaces::events::FIELDS;
use crate::rulesets::dogfaces::position::MARKS;

situation_contract!(Dogfaces);

impl SituatedRuleset for Dogfaces {
    const DUEL: Duel = Duel {
        tell: situation::perform::<Dogfaces>,
        text: r#"
ruleset = "dogfaces"
battlefield = "proving-ground"
units = [{ id = "A:andy", at = [4, 5] }, { id = "B:harry", at = [4, 3] }]
"#,
        attack: ["attack", "{ attack = [\"A:andy\"], target = \"B:harry\" }"],
        dice: "4",
        faces: [1, 6],
    };

    const MISSPELT: &'static [(&'static str, &'static str, &'static str)] = &[
        ("choces = []", "choces", "choices"),
        ("choices = [{ wach = \"A:andy\" }]", "wach", "watch"),
        ("choices = [{ watch = \"A:andi\" }]", "\"A:andi\"", "A:andy"),
        ("choices = [{ end = \"movment\" }]", "\"movment\"", "movement"),
        (
            "choices = [{ attack = [\"A:andy:laser-rifel\"], target = \"B:harry\" }]",
            "\"A:andy:laser-rifel\"",
            "laser-rifle",
        ),
        ("choices = [{ end = \"movement\", refused = \"DF-ZOC-1\" }]", "\"DF-ZOC-1\"", "DF-ZOC-01"),
        ("expect = { unit = {} }", "unit", "units"),
        ("expect = { units = { \"A:andi\" = \"ready\" } }", "\"A:andi\"", "A:andy"),
        ("expect = { told = [{ event = \"atack\" }] }", "\"atack\"", "attack"),
        ("expect = { told = [{ event = \"attack\", targt = \"B:harry\" }] }", "targt", "target"),
        ("rules = { jet-zok = \"stops\" }", "jet-zok", "jet-zoc"),
        ("rule = [\"DF-LOS-1\"]", "\"DF-LOS-1\"", "DF-LOS-01"),
    ];

    const REFUSED: ([&'static str; 2], [&'static str; 2]) = (
        ["move = \"A:andy\", path = [[4, 5], [4, 4], [4, 3]]", "move = \"A:andy\", path = [[4, 5], [4, 4]]"],
        ["DF-ZOC-01", "DF-MOV-04"],
    );

    const UNMET: (&'static str, &'static [(&'static str, &'static str)]) = (
        "5",
        &[
            ("units = { \"B:harry\" = \"ready\" }", "B:harry is stunned, not ready"),
            ("units = { \"B:harry\" = [4, 2] }", "B:harry is at (4,3), not at (4,2)"),
            ("attack = { strength = 2 }", "strength of the attack: 1, not 2"),
            ("attack = { result = \"r2\" }", "result of the attack: \"st\", not \"r2\""),
            ("decision = \"retreat\"", "the decision is attack, not retreat"),
            ("winner = \"A\"", "the game is not over"),
            ("told = [{ event = \"removed\" }]", "no such event..."),
            ("not-told = [{ event = \"status\" }]", "there was such an event..."),
            ("targets = [{ unit = \"A:andy\", of = [\"B:harry\"] }]", "...nothing, not B:harry"),
        ],
    );

    const UNMET_AT_FIRST: (&'static str, &'static str) =
        ("reach = [{ unit = \"A:andy\", hexes = [[0, 0]] }]", "A:andy can end a move in...not (0,0)");

    const STRAYS: &'static [&'static str] = &[
        "stray = 1",
        "choices = [{ hold = true, stray = 1 }]",
        "choices = [{ move = \"A:andy\", path = [[4, 5]], stray = 1 }]",
        "choices = [{ attack = [\"A:andy\"], target = \"B:harry\", stray = 1 }]",
        "choices = [{ fly = \"A:andy\", direction = \"E\", length = 4, stray = 1 }]",
        "expect = { stray = 1 }",
        "expect = { units = { \"A:andy\" = { stray = 1 } } }",
        "expect = { attack = { stray = 1 } }",
        "reach = [{ unit = \"A:andy\", stray = 1 }]",
        "targets = [{ unit = \"A:andy\", stray = 1 }]",
    ];

    const TRACE_PAGE: &'static str = "trace.md";
    const NESTED: bool = true;
    const EVENTS: &'static [EventFields] = FIELDS;
}

#[test]
fn impossible_positions_are_refused_by_the_rule() {
    let refuse = |units: &str| Dogfaces::DUEL.refusal(units);
    let (message, rule) = refuse("{ id = \"A:andy\", at = [4, 3] }");
    assert_eq!((message.as_str(), rule.as_str()), ("`A:andy` stands there already", "DF-STK-01"));
    assert_eq!(refuse("{ id = \"A:andy\", at = [10, 3] }").0, "expected a whole number from 0 to 9, found 10");
    assert_eq!(refuse("{ id = \"A:andy\" }").0, "`A:andy` needs a place: `at` or `aboard`");
    assert_eq!(refuse("{ id = \"C:andy\", at = [1, 1] }").0, "`C:andy` is no identifier of a unit");
    assert_eq!(refuse("{ id = \"A:andy-2\", at = [1, 1] }").0, "this unit is called `A:andy`");
    let late = &Dogfaces::DUEL.broken("turn = 41\nchoices = []")[0];
    assert_eq!((late.message.as_str(), late.rule.as_deref()), ("the game ends after turn 40", Some("DF-VIC-04")));
    let lcv = |riders: &str| refuse(&format!("{{ id = \"A:lcv-1\", at = [1, 1] }}, {riders}"));
    let rider = |name: &str| format!("{{ id = \"A:{name}\", aboard = \"A:lcv-1\" }}");
    let three = ["andy", "brett", "chuck"].map(rider).join(", ");
    assert_eq!(lcv(&three), ("`A:lcv-1` has room for 2".to_owned(), "DF-VEH-06".to_owned()));
    assert_eq!(lcv(&rider("lcv-2")).1, "DF-VEH-06");
    let watcher = "{ id = \"A:andy\", aboard = \"A:lcv-1\", state = \"overwatch\" }";
    assert_eq!(lcv(watcher).1, "DF-OVW-13");

    let text = "ruleset = \"dogfaces\"\nmap = '''\nws\n..\n'''\nunits = [{ id = \"A:UNIT\", at = [AT, 0] }]";
    for (unit, at, rule) in [("andy", "0", "DF-TER-06"), ("lcv-1", "1", "DF-TER-03")] {
        let diagnostics =
            situation::perform::<Dogfaces>(&source(&text.replace("UNIT", unit).replace("AT", at))).unwrap_err();
        assert_eq!(diagnostics[0].rule.as_deref(), Some(rule));
    }
}

#[test]
fn positions_that_the_game_could_not_hold_are_refused() {
    let refuse = |text: &str| {
        let diagnostics =
            situation::perform::<Dogfaces>(&source(&format!("ruleset = \"dogfaces\"\n{text}"))).unwrap_err();
        assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
        diagnostics[0].message.clone()
    };
    // A destroyed vehicle would leave its second rider without a hex.
    let rider = |name: &str| format!("{{ id = \"A:{name}\", aboard = \"A:lcv-1\" }}");
    let units = format!("[{{ id = \"A:lcv-1\", at = [0, 0] }}, {}, {}]", rider("andy"), rider("brett"));
    let crowded = refuse(&format!("map = \"\"\"\n..\nww\n\"\"\"\nunits = {units}"));
    assert_eq!(crowded, "3 units on a map with 2 hexes for them");
    let alone = "units = [{ id = \"A:andy\", at = [0, 0] }]";
    let objectives: Vec<String> = (0..17).map(|hex| format!("[{}, {}]", hex % 9, hex / 9)).collect();
    let map = "map = \"\"\"\n.........\n.........\n\"\"\"";
    let many = refuse(&format!("{map}\nobjectives = [{}]\n{alone}", objectives.join(", ")));
    assert_eq!(many, "a map has at most 16 objectives");
    assert_eq!(refuse(&format!("{map}\ncodex = 3\n{alone}")), "expected a table, found 3");
    assert_eq!(
        refuse(&format!("{map}\nbattlefield = \"farmstead\"\n{alone}")),
        "a situation has either a `battlefield` or a `map`"
    );
    assert_eq!(refuse(alone), "the situation lacks a `battlefield` or a `map`");
}

#[test]
fn a_choice_begins_where_its_unit_is() {
    let elsewhere = Dogfaces::DUEL.diagnostic("choices = [{ move = \"A:andy\", path = [[4, 6], [4, 7]] }]");
    assert_eq!(elsewhere.message, "A:andy is at (4,5), not at (4,6)");
}

#[test]
fn every_mark_is_documented() {
    let page = page("situations.md");
    for (mark, _) in MARKS {
        assert!(page.contains(&format!("| `{mark}` |")), "{mark}");
    }
}
