//! Every situation of the folder, the page of traces, and what is said of bad files.

use crate::game::contract::situations::{SituatedRuleset, situation_contract};
use crate::game::situation;
use crate::game::situation::testing::{Duel, page, source};
use crate::game::trace::EventFields;
use crate::rulesets::hexcommand::HexCommand;
use crate::rulesets::hexcommand::events::FIELDS;
use crate::rulesets::hexcommand::position::MARKS;
use crate::rulesets::hexcommand::state::{Decision, Step};

situation_contract!(HexCommand);

impl SituatedRuleset for HexCommand {
    const DUEL: Duel = Duel {
        tell: situation::perform::<HexCommand>,
        text: r#"
ruleset = "hexcommand"
active = "B"
units = [{ id = "A:wagon", at = "1109" }, { id = "A:untrained-infantry:rifle-musket", at = "1309" }, { id = "A:trained-infantry:old-musket", at = "0711" }, { id = "B:untrained-infantry:old-musket", at = "1306" }, { id = "B:untrained-infantry:carbine", at = "0709" }]
"#,
        attack: ["fire", "{ shoot = \"A:untrained-infantry:rifle-musket\", at = \"B:untrained-infantry:old-musket\" }"],
        dice: "4",
        faces: [0, 100],
    };

    const APART: Duel = Duel {
        text: r#"
ruleset = "hexcommand"
units = [{ id = "A:wagon", at = "1109" }, { id = "B:wagon", at = "1103" }]
"#,
        ..Self::DUEL
    };

    const MISSPELT: &'static [(&'static str, &'static str, &'static str)] = &[
        ("choces = []", "choces", "choices"),
        ("choices = [{ mrch = \"A:wagon\" }]", "mrch", "march"),
        ("choices = [{ march = \"A:wagn\" }]", "\"A:wagn\"", "A:wagon"),
        ("choices = [{ march = \"A:wagon\", end = \"NN\" }]", "\"NN\"", "N"),
        ("choices = [{ march = \"A:wagon\", act = \"limbr\" }]", "\"limbr\"", "limber"),
        ("choices = [{ done = true, refused = \"HX-MOV-1\" }]", "\"HX-MOV-1\"", "HX-MOV-01"),
        ("expect = { unit = {} }", "unit", "units"),
        ("expect = { units = { \"A:wagn\" = \"steady\" } }", "\"A:wagn\"", "A:wagon"),
        ("expect = { units = { \"A:wagon\" = \"stedy\" } }", "\"stedy\"", "steady"),
        ("expect = { told = [{ event = \"shoot\" }] }", "\"shoot\"", "shot"),
        ("expect = { told = [{ event = \"shot\", targt = \"A:wagon\" }] }", "targt", "target"),
        ("rules = { \"fire.casulties\" = \"sequential\" }", "\"fire.casulties\"", "fire.casualties"),
        ("phase = \"mele\"", "\"mele\"", "melee"),
        ("battlefield = \"ridge-lin\"", "\"ridge-lin\"", "ridge-line"),
        ("map = { terrain = { forst = \"0101\" } }", "forst", "forest"),
        ("commanders = [{ id = \"A:commander-1\", with = \"A:wagn\" }]", "\"A:wagn\"", "A:wagon"),
        ("rule = [\"HX-LOS-1\"]", "\"HX-LOS-1\"", "HX-LOS-01"),
    ];

    const REFUSED: ([&'static str; 2], [&'static str; 2]) = (
        [
            "march = \"A:wagon\", path = [\"1109\", \"1108\", \"1107\", \"1106\", \"1105\"]",
            "march = \"A:wagon\", path = [\"1109\", \"1108\"]",
        ],
        ["HX-MOV-01", "HX-MOV-04"],
    );

    const UNMET: (&'static str, &'static [(&'static str, &'static str)]) = (
        "5",
        &[
            ("units = { \"A:wagon\" = \"routed\" }", "A:wagon is steady, not routed"),
            ("units = { \"A:wagon\" = \"1110\" }", "A:wagon is at 1109, not at 1110"),
            ("units = { \"A:wagon\" = { te = 1 } }", "A:wagon has TE: 0, not 1"),
            ("units = { \"A:wagon\" = { facing = \"S\" } }", "A:wagon faces N, not S"),
            ("units = { \"A:wagon\" = { marks = [\"column\"] } }", "A:wagon is marked nothing, not column"),
            ("attack = { need = \"color\" }", "need of the attack: \"code\", not \"color\""),
            ("attack = { range = 4 }", "range of the attack: 3, not 4"),
            ("decision = \"march\"", "the decision is fire, not march"),
            ("points = [1, 0]", "the points of the sides: [0.0, 0.0], not [1.0, 0.0]"),
            ("winner = \"A\"", "the game is not over"),
            ("told = [{ event = \"removed\" }]", "no such event..."),
            ("not-told = [{ event = \"shot\" }]", "there was such an event..."),
            (
                "targets = [{ unit = \"A:wagon\", of = [\"B:untrained-infantry:carbine\"] }]",
                "...nothing, not B:untrained-infantry:carbine",
            ),
        ],
    );

    const UNMET_AT_FIRST: (&'static str, &'static str) =
        ("start = { reach = [{ unit = \"A:wagon\", hexes = [\"1105\"] }] }", "A:wagon can end a move in...not 1105");

    const STRAYS: &'static [&'static str] = &[
        "stray = 1",
        "choices = [{ done = true, stray = 1 }]",
        "choices = [{ march = \"A:wagon\", stray = 1 }]",
        "choices = [{ shoot = \"A:wagon\", at = \"B:wagon\", stray = 1 }]",
        "choices = [{ place = \"A:wagon\", at = \"1110\", facing = \"N\", stray = 1 }]",
        "choices = [{ change-order = 0, order = \"hold\", supports = 0, stray = 1 }]",
        "choices = [{ build = \"A:wagon\", works = \"redoubt\", at = \"1109\", stray = 1 }]",
        "choices = [{ primary = \"A:wagon\", enemy = \"B:wagon\", stray = 1 }]",
        "expect = { stray = 1 }",
        "expect = { units = { \"A:wagon\" = { stray = 1 } } }",
        "expect = { attack = { stray = 1 } }",
        "expect = { reach = [{ unit = \"A:wagon\", stray = 1 }] }",
        "expect = { targets = [{ unit = \"A:wagon\", stray = 1 }] }",
        "expect = { sight = [{ from = \"A:wagon\", to = \"B:wagon\", stray = 1 }] }",
        "expect = { contact = [{ of = [\"A:wagon\", \"B:wagon\"], stray = 1 }] }",
        "expect = { melee = [{ unit = \"A:wagon\", against = \"B:wagon\", stray = 1 }] }",
        "expect = { orders = [{ side = \"A\", group = 0, stray = 1 }] }",
        "groups = { A = [{ stray = 1 }] }",
        "commanders = [{ id = \"A:commander-1\", stray = 1 }]",
        "sides = { A = { stray = 1 } }",
        "contacts = [{ attacker = \"A:wagon\", defender = \"B:wagon\", stray = 1 }]",
        "worn = [{ hex = \"1101\", stray = 1 }]",
        "map = { stray = 1 }",
    ];

    const SECTION: &'static str = "# Hex Command Gunpowder";
    const TRACE_PAGE: &'static str = "trace-hexcommand.md";
    const NESTED: bool = false;
    const EVENTS: &'static [EventFields] = FIELDS;
}

#[test]
fn impossible_positions_are_refused_by_the_rule() {
    let refuse = |units: &str| {
        let text = format!("ruleset = \"hexcommand\"\nbattlefield = \"river-crossing\"\nunits = [{units}]");
        let found = situation::perform::<HexCommand>(&source(&text)).unwrap_err();
        assert_eq!(found.len(), 1, "{units}: {found:?}");
        (found[0].message.clone(), found[0].rule.clone().unwrap_or_default())
    };
    let wagon = "{ id = \"B:wagon\", at = \"1103\" }";
    let (message, rule) = refuse(&format!("{{ id = \"A:wagon\", at = \"1103\" }}, {wagon}"));
    assert_eq!((message.as_str(), rule.as_str()), ("`A:wagon` stands there already", "HX-TER-14"));
    assert_eq!(refuse("{ id = \"A:wagon\", at = \"0307\" }").1, "R-116");
    assert_eq!(refuse("{ id = \"A:wagon\" }").0, "`A:wagon` needs a place: `at`");
    assert_eq!(
        refuse("{ id = \"A:wagon\", at = \"1103\", state = \"due\" }").0,
        "`A:wagon` is not on the board, and has no place"
    );
    assert_eq!(refuse("{ id = \"C:wagon\", at = \"1103\" }").0, "`C:wagon` is no identifier of a unit");
    assert_eq!(refuse("{ id = \"A:wagon-2\", at = \"1103\" }").0, "this unit is called `A:wagon`");
    let crew = "{ id = \"A:wagon\", at = \"1103\", state = \"crew\", guns = \"1102\" }";
    assert_eq!(refuse(crew).0, "`A:wagon` is no crew that has left its `guns`");
    let fake = "{ id = \"A:trained-infantry:carbine\", at = \"1101\", marks = [\"fake\", \"hidden\"] }";
    assert_eq!(refuse(&format!("{fake}, {{ id = \"A:wagon\", at = \"1103\" }}")).1, "HX-SPT-01");
}

#[test]
fn positions_that_the_game_could_not_hold_are_refused() {
    let refuse = |text: &str| {
        let apart = "units = [{ id = \"A:wagon\", at = \"1109\" }, { id = \"B:wagon\", at = \"1103\" }]";
        let found = situation::perform::<HexCommand>(&source(&format!("ruleset = \"hexcommand\"\n{text}\n{apart}")))
            .unwrap_err();
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].message.clone()
    };
    assert_eq!(refuse("battlefield = \"ridge-line\"\nmap = {}"), "a situation has either a `battlefield` or a `map`");
    assert_eq!(refuse("scenario = \"relief\"\nterms = {}"), "a situation has either a `scenario` or `terms`");
    assert_eq!(refuse("group = 1"), "groups move in turn under `turn.system` = activation alone");
    assert_eq!(refuse("phase = \"groups\""), "this step belongs to `turn.system` = activation");
    assert_eq!(refuse("holders = [\"A\"]"), "one holder for each objective, of which there are 0");
    assert_eq!(
        refuse("commanders = [{ id = \"A:commander-2\" }]"),
        "this commander is `A:commander-1`: they are numbered in the order of the file"
    );
    let with = |who: &str, unit: &str| format!("{{ id = \"A:commander-{who}\", with = \"{unit}\" }}");
    let two = format!("commanders = [{}, {}]", with("1", "A:wagon"), with("2", "A:wagon"));
    assert_eq!(refuse(&two), "he is with no unit of his side, or another one is");
    assert_eq!(
        refuse(&format!("commanders = [{}]", with("1", "B:wagon"))),
        "he is with no unit of his side, or another one is"
    );
    assert_eq!(
        refuse("contacts = [{ attacker = \"A:wagon\", defender = \"A:wagon\" }]"),
        "a contact is that of two enemies, once"
    );
}

#[test]
fn a_choice_begins_where_its_unit_is_and_as_it_faces() {
    let elsewhere = HexCommand::APART.diagnostic("choices = [{ march = \"A:wagon\", path = [\"1110\", \"1109\"] }]");
    assert_eq!(elsewhere.message, "A:wagon is at 1109, not at 1110");
    let rifles = "{ id = \"A:trained-infantry:rifle-musket\", at = \"1110\" }";
    let text = format!(
        "ruleset = \"hexcommand\"\nunits = [{rifles}, {{ id = \"B:wagon\", at = \"1103\" }}]\nphase = \"movement\"\nturn = 1\n\
         choices = [{{ march = \"A:trained-infantry:rifle-musket\", start = \"S\" }}, {{ done = true }}, \
         {{ march = \"A:trained-infantry:rifle-musket\", path = [\"1110\", \"1109\"] }}]"
    );
    let found = situation::perform::<HexCommand>(&source(&text)).unwrap().diagnostic.unwrap();
    assert_eq!(found.message, "A:trained-infantry:rifle-musket faces S by now, not N: its move needs `start`");
}

#[test]
fn every_mark_and_every_step_is_documented() {
    let page = page("situations.md");
    let page = page.split_once("# Hex Command Gunpowder").unwrap().1;
    for (mark, _) in MARKS {
        assert!(page.contains(&format!("`{mark}`")), "{mark}");
    }
    for step in Step::KEYS {
        assert!(page.contains(&format!("`\"{step}\"`")), "{step}");
    }
    for decision in Decision::KEYS {
        assert!(page.contains(&format!("`{decision}`")), "{decision}");
    }
}
