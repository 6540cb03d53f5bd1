//! The checks of lists, by their names.

use super::*;
use crate::game::CodexFile;

fn muster_under(rules: &Rules, text: &str) -> Result<Roster, Diagnostics> {
    let text = format!("name = \"Test\"\nruleset = \"dogma\"\n{text}");
    Roster::read(&Codex::built_in(), rules, &Source { name: "list.toml".to_owned(), text })
}

fn read_army(text: &str) -> Result<Roster, Diagnostics> {
    muster_under(&Rules::default(), text)
}

/// The checks that a list fails.
fn broken(rules: &Rules, text: &str) -> Vec<String> {
    let diagnostics = muster_under(rules, text).expect_err(text);
    assert!(
        diagnostics.iter().all(|diagnostic| diagnostic.source == "list.toml" && diagnostic.span.is_some()),
        "{diagnostics:#?}"
    );
    diagnostics.into_iter().map(|diagnostic| diagnostic.rule.unwrap_or(diagnostic.message)).collect()
}

fn setting(name: &str, value: &str) -> Rules {
    let mut rules = Rules::default();
    rules.set(name, value).unwrap();
    rules
}

#[test]
fn every_reference_list_musters_with_the_rulebook_s_elements_and_costs() {
    // Key, Elements, Commander, Dogma, FP spent, value, value of the cheap Elements.
    let expected = [
        ("combined-arms", 13, "mbt", "tank-commander", 24, 23, 23),
        ("militia-swarm", 21, "regular-infantry", "artillery", 24, 23, 23),
        ("armour-fist", 9, "mbt", "tank-commander", 24, 23, 23),
        ("tank-hunters", 13, "tank-destroyer", "artillery", 24, 23, 23),
        ("mech-column", 14, "tank-destroyer", "", 24, 24, 24),
        ("sky-strike", 13, "elites", "", 24, 24, 12),
        ("titan", 13, "sht", "", 24, 24, 12),
        ("scouts-out", 13, "jet-bike", "scout", 24, 23, 23),
        ("infiltrators", 13, "spaag", "special-forces", 24, 23, 19),
        ("walker-wall", 14, "gunwalker", "tank-commander", 24, 23, 23),
        ("flak-park", 20, "elites", "artillery", 24, 23, 23),
        ("jump-trap", 15, "regular-infantry", "", 24, 24, 24),
        ("combined-arms-48", 28, "mbt", "", 48, 48, 48),
        ("combined-arms-72", 42, "mbt", "", 72, 72, 72),
    ];
    let codex = Codex::built_in();
    let lists = built_in();
    assert_eq!(lists.len(), expected.len());
    for (list, (key, elements, commander, dogma, cost, value, cheap)) in lists.iter().zip(expected) {
        assert_eq!(list.name, format!("armies/dogma/{key}.toml"));
        let roster = Roster::read(&codex, &Rules::default(), list).unwrap();
        let unit = |at: usize| &codex.units[usize::from(roster.units[at])];
        assert_eq!((roster.units.len(), roster.cost, roster.own.value), (elements, f64::from(cost), value * 1000));
        assert_eq!(unit(usize::from(roster.own.commander)).key, commander);
        assert_eq!(roster.own.dogmas.iter().map(Dogma::key).collect::<String>(), dogma);
        let small: f64 = (0..elements).map(|at| unit(at).cost).filter(|cost| *cost <= 3.0).sum();
        assert_eq!(small, f64::from(cheap), "{key}");
        assert_eq!(roster.warnings, [""; 0], "{key}");
    }
}

#[test]
fn each_check_of_a_list_has_its_name() {
    let usual = Rules::default();
    for (text, checks) in [
        ("commander = \"sht\"\nunits = { sht = 6 }", vec!["cheap-share"]),
        (
            "commander = \"gunship\"\ndogma = \"artillery\"\nunits = { gunship = 3, regular-infantry = 11 }",
            vec!["cheap-share"],
        ),
        ("commander = \"mbt\"\ndogma = \"scout\"\nunits = { mbt = 8 }", vec!["over-points"]),
        ("commander = \"regular-infantry\"\nunits = { regular-infantry = 25 }", vec!["over-points"]),
        (
            "commander = \"apc\"\ndogma = [\"artillery\", \"scout\"]\nunits = { apc = 24 }",
            vec!["too-many-dogmas", "over-points"],
        ),
        ("commander = \"mbt\"\nunits = { jeep = 12, mbt = 1 }", vec!["unknown-unit"]),
        ("commander = \"mbt\"\nunits = { mbt = 0 }", vec!["bad-count", "empty-force", "commander-not-in-force"]),
        ("commander = \"mbt\"\nunits = { mbt = 1, apc = 1.5 }", vec!["bad-count"]),
        ("commander = \"mbt\"", vec!["empty-force", "commander-not-in-force"]),
        ("commander = \"mbt\"\ndogma = \"scouts\"\nunits = { mbt = 8 }", vec!["unknown-dogma"]),
        ("units = { mbt = 8 }", vec!["no-commander"]),
        ("commander = []\nunits = { mbt = 8 }", vec!["no-commander"]),
        ("commander = [\"mbt\", \"mbt\"]\nunits = { mbt = 8 }", vec!["several-commanders"]),
        ("commander = \"apc\"\nunits = { mbt = 8 }", vec!["commander-not-in-force"]),
        ("commander = \"jeep\"\nunits = { mbt = 8 }", vec!["unknown-unit"]),
        ("points-limit = 0\ncommander = \"mbt\"\nunits = { mbt = 1 }", vec!["bad-points-limit"]),
        (
            "commander = \"mbt\"\nunits = { mbt = 2, apc = 1 }\ndeployment = { passengers = [[\"mbt\"]] }",
            vec!["bad-passenger"],
        ),
        (
            "commander = \"mbt\"\nunits = { mbt = 2, elites = 3 }\ndeployment = { passengers = [[\"elites\"]] }",
            vec!["bad-passenger"],
        ),
        (
            "commander = \"apc\"\nunits = { apc = 2, elites = 1 }\n\
             deployment = { passengers = [[\"elites\"], [\"elites\"]] }",
            vec!["bad-passenger"],
        ),
        (
            "commander = \"apc\"\nunits = { apc = 1, elites = 3 }\n\
             deployment = { passengers = [[\"elites\", \"elites\", \"elites\"]] }",
            vec!["apc-overloaded"],
        ),
        (
            "commander = \"mbt\"\nunits = { mbt = 2, elites = 3 }\ndeployment = { reserve = { elites = 1 } }",
            vec!["not-reservable"],
        ),
        (
            "commander = \"mbt\"\ndogma = \"special-forces\"\nunits = { mbt = 2, elites = 3 }\n\
             deployment = { reserve = { mbt = 1 } }",
            vec!["not-reservable"],
        ),
        (
            "commander = \"mbt\"\ndogma = \"special-forces\"\nunits = { mbt = 2, elites = 3 }\n\
             deployment = { reserve = { elites = 4 } }",
            vec!["not-reservable"],
        ),
    ] {
        assert_eq!(broken(&usual, text), checks, "{text}");
    }
    // DG-APC-11: who waits cannot ride.
    let both = "commander = \"apc\"\ndogma = \"special-forces\"\nunits = { apc = 1, elites = 1 }\n\
                deployment = { passengers = [[\"elites\"]], reserve = { elites = 1 } }";
    assert_eq!(broken(&usual, both), ["not-reservable"]);
    let jeep = read_army("commander = \"mbt\"\nunits = { \"MBT\" = 1 }").unwrap_err();
    assert_eq!(jeep[0].nearest.as_deref(), Some("mbt"));
}

#[test]
fn dg_arm_05_a_dogma_costs_what_the_rules_say() {
    let list = |spaags: u8| format!("commander = \"mbt\"\ndogma = \"scout\"\nunits = {{ mbt = 7, spaag = {spaags} }}");
    let (plain, dearer) = (Rules::default(), setting("dogma-cost", "2"));
    assert_eq!(muster_under(&plain, &list(2)).unwrap().cost, 24.0);
    assert_eq!(muster_under(&dearer, &list(1)).unwrap().cost, 24.0);
    assert_eq!(broken(&dearer, &list(2)), ["over-points"]);
}

#[test]
fn dg_arm_01_spending_less_is_legal_and_a_list_may_be_made_for_more() {
    let roster = read_army("commander = \"mbt\"\nunits = { mbt = 7, spaag = 2 }").unwrap();
    assert_eq!((roster.cost, &*roster.warnings), (23.0, &["1 FP of 24 are not spent".to_owned()][..]));
    assert!(read_army("points-limit = 72\ncommander = \"mbt\"\nunits = { mbt = 24 }").is_ok());
    let told = muster_under(&setting("over-points", "told"), "commander = \"sht\"\nunits = { sht = 7 }").unwrap();
    assert!(told.warnings[0].ends_with("[over-points]") && told.warnings[1].ends_with("[cheap-share]"));
    let more = setting("points-limit", "48");
    assert!(muster_under(&more, "commander = \"mbt\"\nunits = { mbt = 16 }").is_ok());
    assert_eq!(broken(&more, "commander = \"mbt\"\nunits = { mbt = 17 }"), ["over-points"]);
}

#[test]
fn dg_arm_02_the_cheap_share_is_of_what_the_switch_says() {
    let list = "commander = \"gunship\"\ndogma = \"artillery\"\nunits = { gunship = 2, regular-infantry = 8 }";
    for (name, value, passes) in [
        ("cheap-rule-base", "elements", true),
        ("cheap-rule-base", "spent", false),
        ("cheap-rule-base", "limit", false),
        ("cheap-fraction", "2/3", false),
        ("cheap-element-max", "4", true),
    ] {
        assert_eq!(muster_under(&setting(name, value), list).is_ok(), passes, "{name} = {value}");
    }
}

#[test]
fn dg_arm_03_any_number_of_any_unit_is_legal() {
    let roster = read_army("commander = \"regular-infantry\"\nunits = { \"Regular Infantry\" = 24 }").unwrap();
    assert_eq!(roster.units, [0; 24]);
}

#[test]
fn dg_arm_06_the_dogma_is_no_part_of_the_value() {
    let list = "commander = \"mbt\"\ndogma = \"tank-commander\"\nunits = { mbt = 7, gunwalker = 1 }";
    assert_eq!(read_army(list).unwrap().own.value, 23_000);
    assert_eq!(muster_under(&setting("force-value-base", "elements-and-dogma"), list).unwrap().own.value, 24_000);
    let two = setting("dogma-max", "2");
    let list = "commander = \"mbt\"\ndogma = [\"artillery\", \"scout\"]\nunits = { mbt = 7 }";
    assert_eq!(muster_under(&two, list).unwrap().own.dogmas.iter().count(), 2);
}

#[test]
fn a_plan_names_elements_and_keeps_the_commander_out_of_it() {
    let list = |plan: &str| {
        format!(
            "commander = \"elites\"\ndogma = \"special-forces\"\n\
             units = {{ elites = 3, rpg-team = 1, apc = 2 }}\n[deployment]\n{plan}"
        )
    };
    let plan = |text: &str| read_army(&list(text)).unwrap();
    let roster = plan("passengers = [[\"elites\", \"rpg-team\"], []]\nreserve = { elites = 1 }");
    assert_eq!(roster.units, [1, 1, 1, 5, 9, 9]);
    assert_eq!(roster.own.plan.aboard, Some(vec![(0, 4), (3, 4)]));
    assert_eq!((roster.own.plan.reserve, roster.own.commander), (Some(vec![2]), 1));
    let all = list("reserve = { elites = 3 }");
    assert_eq!(read_army(&all).unwrap().own.commander, 0);
    assert_eq!(broken(&setting("commander-in-reserve", "forbidden"), &all), ["commander-in-reserve"]);
    let air = "commander = \"gunship\"\nunits = { gunship = 1, mbt = 2 }";
    assert!(read_army(air).is_ok());
    assert_eq!(broken(&setting("commander-in-reserve", "forbidden"), air), ["commander-in-reserve"]);
    assert_eq!(read_army(air).unwrap().own.plan, Plan::default());
}

#[test]
fn what_is_hardly_meant_is_told() {
    let warnings = |text: &str| read_army(&format!("points-limit = 8\n{text}")).unwrap().warnings;
    for (text, warning) in [
        ("commander = \"mbt\"\ndogma = \"tank-commander\"\nunits = { mbt = 1, elites = 2 }", "tank-commander"),
        ("commander = \"mbt\"\ndogma = \"scout\"\nunits = { mbt = 1, elites = 2 }", "scout"),
        ("commander = \"mbt\"\ndogma = \"special-forces\"\nunits = { mbt = 2, spaag = 1 }", "special-forces"),
    ] {
        let expected = format!("the Dogma `{warning}` has nobody to use it");
        assert_eq!(warnings(text), [expected], "{text}");
    }
    assert!(warnings("commander = \"mbt\"\nunits = { mbt = 1 }")[1].contains("bear the flag"));
    let cheap = setting("cheap-element-max", "4");
    let air = muster_under(&cheap, "points-limit = 8\ncommander = \"gunship\"\nunits = { gunship = 2 }").unwrap();
    assert!(air.warnings[0].contains("invasion"));
}

#[test]
fn the_summary_counts_unit_types() {
    let army = read_army("commander = \"mbt\"\nunits = { spaag = 3, mbt = 7 }").unwrap().summary(&Codex::built_in());
    assert_eq!(army.units, [("mbt".to_owned(), 7), ("spaag".to_owned(), 3)]);
    assert_eq!(army.cost, 24.0);
}

#[test]
fn a_list_may_name_other_doctrines_for_some_scenarios() {
    let units = "commander = \"elites\"\n[units]\nelites = 3\nmbt = 6\n";
    let with = |doctrines: &str| read_army(&format!("doctrine = \"castle\"\ndoctrines = {doctrines}\n{units}"));
    let roster = with("{ control = \"rush\", king-of-the-hill = \"balanced\" }").unwrap();
    let wanted = [(Scenario::Control, "rush".to_owned()), (Scenario::KingOfTheHill, "balanced".to_owned())];
    assert_eq!(roster.own.doctrines, wanted);
    let wrong = with("{ contol = \"rush\", regicide = 3 }").unwrap_err();
    let told: Vec<&str> = wrong.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("contol") && wrong[0].span.is_some(), "{told:?}");
}
