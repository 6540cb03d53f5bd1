//! Every situation of the folder, the page of traces, and what is said of bad files.

use super::Keys;
use crate::dice::exact;
use crate::game::contract::situations::{SituatedRuleset, situation_contract};
use crate::game::situation;
use crate::game::situation::Stage;
use crate::game::situation::testing::{Duel, files, source};
use crate::game::trace::EventFields;
use crate::game::{Diagnostics, Game, GameCounters, Node, Silent, TableReader};
use crate::rulesets::dogma::Dogma;
use crate::rulesets::dogma::army::MOST_ELEMENTS;
use crate::rulesets::dogma::choices::{Choice, Target};
use crate::rulesets::dogma::events::FIELDS;
use crate::rulesets::dogma::ledger::LEDGER;
use crate::rulesets::dogma::state::Battle;

situation_contract!(Dogma);

impl SituatedRuleset for Dogma {
    const DUEL: Duel = Duel {
        tell: situation::perform::<Dogma>,
        text: r#"
ruleset = "dogma"
units = [{ id = "A:mbt", at = [12, 8] }, { id = "B:elites", at = [12, 12] }]
"#,
        attack: ["ranged", "{ fire = \"A:mbt\", target = \"B:elites\" }"],
        dice: "4, 2",
        faces: [1, 6],
    };

    const APART: Duel = Duel {
        text: r#"
ruleset = "dogma"
units = [{ id = "A:mbt", at = [12, 8] }, { id = "B:elites", at = [12, 14] }]
"#,
        ..Self::DUEL
    };

    const MISSPELT: &'static [(&'static str, &'static str, &'static str)] = &[
        ("choces = []", "choces", "choices"),
        ("choices = [{ mvoe = \"A:mbt\" }]", "mvoe", "move"),
        ("choices = [{ move = \"A:mtb\" }]", "\"A:mtb\"", "A:mbt"),
        ("choices = [{ end = \"movment\" }]", "\"movment\"", "movement"),
        ("choices = [{ end = \"movement\", refused = \"DG-MOV-1\" }]", "\"DG-MOV-1\"", "DG-MOV-01"),
        ("choices = [{ move = \"A:mbt\", path = { frist = 2 } }]", "frist", "first"),
        ("expect = { unit = {} }", "unit", "units"),
        ("expect = { units = { \"A:mtb\" = \"table\" } }", "\"A:mtb\"", "A:mbt"),
        ("expect = { told = [{ event = \"atack\" }] }", "\"atack\"", "attack"),
        ("expect = { told = [{ event = \"attack\", targt = \"B:elites\" }] }", "targt", "target"),
        ("rules = { shaken-targt = 3 }", "shaken-targt", "shaken-target"),
        ("terrain = [{ kind = \"hil\", centre = [4, 4], diameter = 3 }]", "\"hil\"", "hill"),
        ("rule = [\"DG-LOS-1\"]", "\"DG-LOS-1\"", "DG-LOS-01"),
    ];

    const REFUSED: ([&'static str; 2], [&'static str; 2]) =
        (["move = \"A:mbt\", path = 4.5", "move = \"A:mbt\", path = 4"], ["DG-MOV-01", "DG-MOV-04"]);

    const UNMET: (&'static str, &'static [(&'static str, &'static str)]) = (
        "5, 1",
        &[
            ("units = { \"B:elites\" = \"table\" }", "B:elites is destroyed, not table"),
            ("units = { \"A:mbt\" = [4, 2] }", "A:mbt stands at (12.0000, 8.0000), not at (4.0000, 2.0000)"),
            ("attack = { result = \"shaken\" }", "result of the attack: \"destroyed\", not \"shaken\""),
            ("attack = { totals = [8, 6] }", "totals of the attack: [8,5], not [8,6]"),
            ("phase = \"close\"", "the phase is over, not close"),
            ("winner = \"B\"", "the winner is A, not B"),
            ("told = [{ event = \"status\" }]", "no such event..."),
            ("not-told = [{ event = \"removed\" }]", "there was such an event..."),
            ("targets = [{ unit = \"A:mbt\", of = [\"B:elites\"] }]", "...nothing, not B:elites"),
        ],
    );

    const UNMET_AT_FIRST: (&'static str, &'static str) = (
        "start = { sight = [{ from = \"A:mbt\", to = \"B:elites\", clear = false }] }",
        "A:mbt sees it: true, not false",
    );

    const STRAYS: &'static [&'static str] = &[
        "stray = 1",
        "choices = [{ end = \"movement\", stray = 1 }]",
        "choices = [{ move = \"A:mbt\", stray = 1 }]",
        "choices = [{ break-off = \"A:mbt\", distance = 1, stray = 1 }]",
        "choices = [{ fire = \"A:mbt\", target = \"B:elites\", stray = 1 }]",
        "expect = { stray = 1 }",
        "expect = { units = { \"A:mbt\" = { stray = 1 } } }",
        "expect = { attack = { stray = 1 } }",
        "expect = { sight = [{ from = \"A:mbt\", to = \"B:elites\", stray = 1 }] }",
        "expect = { contact = [{ of = [\"A:mbt\", \"B:elites\"], stray = 1 }] }",
        "expect = { targets = [{ unit = \"A:mbt\", stray = 1 }] }",
    ];

    const SECTION: &'static str = "# Commander's Dogma";
    const TRACE_PAGE: &'static str = "trace-dogma.md";
    const NESTED: bool = false;
    const EVENTS: &'static [EventFields] = FIELDS;
    const SELDOM: &'static [(&'static str, &'static str, &'static str)] =
        &[("removed", "cause", "no-room"), ("removed", "cause", "exit")];
}

/// Every check of the rulebook's geometry has its file.
#[test]
fn the_geometry_checks_are_all_there() {
    let names: Vec<String> = files("dogma").into_iter().map(|file| file.name).collect();
    for number in 1..=19 {
        assert!(names.iter().any(|name| name.starts_with(&format!("geo-{number:02}-"))), "DG-GEO-{number:02}");
    }
}

#[test]
fn impossible_positions_are_refused_by_the_rule() {
    let refuse = |units: &str| Dogma::APART.refusal(units);
    let (message, rule) = refuse("{ id = \"A:mbt\", at = [12, 14.5] }");
    assert_eq!((message.as_str(), rule.as_str()), ("`B:elites` overlaps `A:mbt`", "DG-MOV-05"));
    assert_eq!(refuse("{ id = \"A:mbt\", at = [0.5, 8] }").1, "DG-MOV-07");
    assert_eq!(refuse("{ id = \"A:mbt\" }").0, "`A:mbt` needs a place: `at`, `against`, `aboard` or `place`");
    assert_eq!(refuse("{ id = \"C:mbt\", at = [1, 1] }").0, "`C:mbt` is no identifier of a unit");
    assert_eq!(refuse("{ id = \"A:mbt-2\", at = [2, 2] }").0, "this unit is called `A:mbt`");
    let apc = |riders: &str| refuse(&format!("{{ id = \"A:apc\", at = [4, 4] }}, {riders}"));
    let rider = |name: &str| format!("{{ id = \"A:{name}\", aboard = \"A:apc\" }}");
    let three = ["elites", "regular-infantry", "rpg-team"].map(rider).join(", ");
    assert_eq!(apc(&three), ("`A:apc` has room for 2".to_owned(), "DG-APC-02".to_owned()));
    assert_eq!(apc(&rider("mbt")).1, "DG-APC-01");

    let rock = "terrain = [{ kind = \"impassable\", centre = [12, 8], diameter = 3 }]";
    assert_eq!(Dogma::APART.broken(rock)[0].rule.as_deref(), Some("DG-MOV-06"));
    let outside = "terrain = [{ kind = \"hill\", centre = [1, 8], diameter = 3 }]";
    assert_eq!(Dogma::APART.broken(outside)[0].rule.as_deref(), Some("DG-TER-02"));
    let dented = "terrain = [{ kind = \"hill\", points = [[0, 0], [4, 0], [1, 1], [0, 4]] }]";
    assert_eq!(Dogma::APART.broken(dented)[0].message, "the outline is not convex here");
}

/// Ties of a roll-off are thrown again: where no die is written they come to an end all the same.
#[test]
fn a_roll_off_without_dice_is_complained_of() {
    let text = "ruleset = \"dogma\"\nphase = \"setup\"\nscenario = \"exterminate\"\nrules = { terrain-policy = \"none\" }\n\
                units = [{ id = \"A:mbt\" }, { id = \"B:mbt\" }]\nchoices = [{ roll = true }]";
    let diagnostic = situation::perform::<Dogma>(&source(text)).unwrap().diagnostic.unwrap();
    assert!(diagnostic.message.contains("die number 1 was thrown"), "{diagnostic}");
}

/// Every attack that is offered where a situation of the folder begins reports luck that comes to nothing over all its dice,
/// and some luck whenever it can destroy somebody.
#[test]
fn the_luck_of_every_attack_comes_to_nothing() {
    let mut lucky_ones = 0;
    for file in files("dogma") {
        let root = Node::parse(&file).unwrap();
        let mut diagnostics = Diagnostics::new();
        let mut table = TableReader::open("the situation", &root, &mut diagnostics).unwrap();
        let (stage, keys) = (Stage::of(&mut table), Keys::of(&mut table));
        let (setup, position) = keys.read(&stage, &file, &mut Diagnostics::new()).unwrap();
        let battle = Battle::set_up(&setup, &position, &mut Silent);
        let mut offered = Vec::new();
        battle.choices(&mut |choice| offered.push(choice));
        for choice in offered {
            let (Choice::Fire(attack) | Choice::Fight(attack)) = choice else { continue };
            // Thousandths of thousandths, whole numbers that can be compared.
            let luck = exact::distribution(|mut dice| {
                let mut battle = battle.clone();
                let mut counters = GameCounters::new([MOST_ELEMENTS; 2], LEDGER.len());
                battle.apply(choice, &mut dice, &mut counters);
                counters.excess.map(|excess| (excess * 1e9).round() as i64)
            });
            let mean: f64 = luck.entries.iter().map(|([a, b], p)| (*a + *b) as f64 * p).sum();
            assert!(mean.abs() < 10.0, "{}: {attack:?}: {:?}", file.name, luck.entries);
            let lucky = luck.entries.iter().any(|(excess, _)| *excess != [0, 0]);
            assert!(!lucky || matches!(attack.target, Target::Element(_)));
            lucky_ones += u32::from(lucky);
        }
    }
    assert!(lucky_ones > 100, "{lucky_ones}");
}
