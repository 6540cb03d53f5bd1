//! Every situation of the folder, and the page of traces.

use serde_json::Value;

use crate::game::Ruleset;
use crate::game::contract::situations::{SituatedRuleset, situation_contract};
use crate::game::situation;
use crate::game::situation::testing::{Duel, files, page};
use crate::game::trace::EventFields;
use crate::rulesets::chainsword::Chainsword;
use crate::rulesets::chainsword::events::FIELDS;
use crate::rulesets::chainsword::position::MARKS;

situation_contract!(Chainsword);

impl SituatedRuleset for Chainsword {
    // Fire takes two choices: what throws dice by one is the start of a Phase, of two at Force Morale 1.
    const DUEL: Duel = Duel {
        tell: situation::perform::<Chainsword>,
        text: r#"
ruleset = "chainsword"
sides = { A = { level = 1, command-points = 3 } }
units = [{ id = "A:breachers", at = [30, 20] }, { id = "A:marshal", at = [36, 2] }, { id = "B:breachers", at = [30, 32] }, { id = "B:marshal", at = [36, 46] }]
"#,
        attack: ["withdraw", "{ pass = true }"],
        dice: "1, 2",
        faces: [0, 359],
    };

    const APART: Duel = Duel {
        text: r#"
ruleset = "chainsword"
hand = [1]
units = [{ id = "A:breachers", at = [30, 20] }, { id = "A:marshal", at = [36, 2] }, { id = "B:breachers", at = [30, 32] }, { id = "B:marshal", at = [36, 46] }]
"#,
        ..Self::DUEL
    };

    const MISSPELT: &'static [(&'static str, &'static str, &'static str)] = &[
        ("choces = []", "choces", "choices"),
        ("choices = [{ spnd = 1, team = \"A:breachers\" }]", "spnd", "spend"),
        ("choices = [{ spend = 1, team = \"A:breaches\" }]", "\"A:breaches\"", "A:breachers"),
        ("choices = [{ mode = \"standrd\" }]", "\"standrd\"", "standard"),
        ("choices = [{ sortie = \"hovr\" }]", "\"hovr\"", "hover"),
        ("choices = [{ order = \"raly\", team = \"A:breachers\" }]", "\"raly\"", "rally"),
        ("choices = [{ pass = true, refused = \"CW-CMD-1\" }]", "\"CW-CMD-1\"", "CW-CMD-01"),
        ("expect = { unit = {} }", "unit", "units"),
        ("expect = { units = { \"A:breaches\" = \"table\" } }", "\"A:breaches\"", "A:breachers"),
        ("expect = { units = { \"A:breachers\" = \"tabl\" } }", "\"tabl\"", "table"),
        ("expect = { units = { \"A:breachers\" = { bearing = \"pined\" } } }", "\"pined\"", "pinned"),
        ("expect = { told = [{ event = \"voley\" }] }", "\"voley\"", "volley"),
        ("expect = { told = [{ event = \"volley\", targt = \"B:breachers\" }] }", "targt", "target"),
        ("rules = { army-siz = 1000 }", "army-siz", "army-size"),
        ("phase = \"withdrw\"", "\"withdrw\"", "withdraw"),
        ("scenario = \"patrl\"", "\"patrl\"", "patrol"),
        ("features = [{ piece = \"wods\", centre = [10, 10], size = [6, 6] }]", "\"wods\"", "woods"),
        ("rule = [\"CW-BAS-1\"]", "\"CW-BAS-1\"", "CW-BAS-01"),
    ];

    const REFUSED: ([&'static str; 2], [&'static str; 2]) =
        (["spend = 3, team = \"A:breachers\"", "spend = 1, team = \"A:breachers\""], ["CW-CMD-11", "CW-CMD-04"]);

    const UNMET: (&'static str, &'static [(&'static str, &'static str)]) = (
        "1, 2",
        &[
            ("units = { \"A:breachers\" = \"gone\" }", "A:breachers is table, not gone"),
            ("units = { \"A:breachers\" = [30, 21] }", "A:breachers is table at (30.000, 20.000)"),
            ("units = { \"A:breachers\" = { shock = 1 } }", "A:breachers has Shock: 0, not 1"),
            ("units = { \"A:breachers\" = { bearing = \"broken\" } }", "A:breachers is steady, not broken"),
            ("units = { \"A:breachers\" = { with = \"A:marshal\" } }", "A:breachers is with nobody, not A:marshal"),
            (
                "units = { \"A:breachers\" = { marks = [\"overwatch\"] } }",
                "A:breachers is marked nothing, not overwatch",
            ),
            ("hand = [1, 1]", "the Command Dice left are [1, 2], not [1, 1]"),
            ("level = { A = 2 }", "Force Morale of A are 1, not 2"),
            ("command-points = { A = 2 }", "command points of A are 3, not 2"),
            ("again = true", "the same side has the next Phase: false, not true"),
            ("decision = \"act\"", "the decision is spend, not act"),
            ("winner = \"A\"", "the game is not over"),
            ("told = [{ event = \"volley\" }]", "no such event..."),
            ("not-told = [{ event = \"hand\" }]", "there was such an event..."),
            (
                "sight = [{ from = \"A:breachers\", to = \"B:breachers\", clear = false }]",
                "...see each other: true, not false",
            ),
        ],
    );

    const UNMET_AT_FIRST: (&'static str, &'static str) =
        ("start = { units = { \"A:marshal\" = [36, 3] } }", "A:marshal is table at (36.000, 2.000)");

    const STRAYS: &'static [&'static str] = &[
        "stray = 1",
        "choices = [{ pass = true, stray = 1 }]",
        "choices = [{ spend = 1, team = \"A:breachers\", stray = 1 }]",
        "choices = [{ buy = \"mule\", stray = 1 }]",
        "choices = [{ place = \"A:breachers\", at = [1, 1], stray = 1 }]",
        "choices = [{ fire = \"B:breachers\", stray = 1 }]",
        "choices = [{ react = \"A:breachers\", at = \"B:breachers\", stray = 1 }]",
        "choices = [{ strike = \"B:breachers\", stray = 1 }]",
        "choices = [{ order = \"form-team\", counts = [1], at = [1, 1], stray = 1 }]",
        "choices = [{ order = \"transfer\", from = \"A:breachers\", to = \"A:breachers\", stray = 1 }]",
        "expect = { stray = 1 }",
        "expect = { units = { \"A:breachers\" = { stray = 1 } } }",
        "expect = { attack = { stray = 1 } }",
        "expect = { sight = [{ from = \"A:breachers\", to = \"B:breachers\", stray = 1 }] }",
        "expect = { markers = [{ side = \"A\", marker = 0, stray = 1 }] }",
        "sides = { A = { stray = 1 } }",
        "features = [{ piece = \"woods\", centre = [10, 10], size = [6, 6], stray = 1 }]",
    ];

    const SECTION: &'static str = "# Chainsword of Command";
    const TRACE_PAGE: &'static str = "trace-chainsword.md";
    const NESTED: bool = false;
    const EVENTS: &'static [EventFields] = FIELDS;
}

#[test]
fn every_mark_is_documented() {
    let page = page("situations.md");
    let (_, page) = page.split_once("# Chainsword of Command").unwrap();
    MARKS.iter().for_each(|(mark, _)| assert!(page.contains(&format!("`{mark}`")), "{mark}"));
}

#[test]
fn every_die_of_a_situation_is_told_once_and_in_order() {
    for file in files("chainsword") {
        let root: toml::Table = toml::from_str(&file.text).unwrap();
        let written = root.get("choices").and_then(toml::Value::as_array).cloned().unwrap_or_default();
        let dice = |table: &toml::Value| table.get("dice").and_then(toml::Value::as_array).cloned().unwrap_or_default();
        let thrown: Vec<i64> = written.iter().flat_map(dice).filter_map(|die| die.as_integer()).collect();
        let trace = Chainsword.situation(&file).unwrap().trace;
        let told = trace.iter().filter_map(|event| event["dice"].as_array()).flatten().filter_map(Value::as_i64);
        assert_eq!(told.collect::<Vec<_>>(), thrown, "{}", file.name);
    }
}
