//! What is written, and the plan that it comes to.

use super::super::fixture_game::Coins;
use super::super::fixture_market;
use super::*;

fn resolve(text: &str) -> Result<Plan, Diagnostics> {
    let source = Source { name: "experiments/Coins, a try.toml".into(), text: format!("ruleset = \"coins\"\n{text}") };
    let library = FileLookup::new(&Coins, vec!["/nowhere".into()]);
    Plan::resolve(&Spec::read(&source)?, &Coins, &library)
}

/// The cells in short: lists, doctrines, scenario, table, levels.
fn cells(text: &str) -> Vec<String> {
    let short = |cell: &PlannedCell| {
        let CellKey { list_a, list_b, doctrine_a, doctrine_b, scenario, battlefield, factors, .. } = &cell.key;
        let levels: Vec<&str> = factors.iter().map(|(_, level)| level.as_str()).collect();
        format!("{list_a} {list_b} {doctrine_a} {doctrine_b} {scenario} {battlefield} {}", levels.join(" "))
            .trim_end()
            .to_owned()
    };
    resolve(text).unwrap().cells.iter().map(short).collect()
}

#[test]
fn the_usual_experiment_is_a_round_robin() {
    assert_eq!(
        cells("armies = \"armies/coins/*.toml\""),
        [
            "strong weak careful bold duel default",
            "strong rich careful careful duel default",
            "weak rich bold careful duel default",
        ]
    );
    let plan = resolve("armies = [\"weak\", \"rich\"]").unwrap();
    assert_eq!(plan.name, "coins-a-try");
    assert_eq!(plan.lists[1].units, [("crown".to_owned(), 1), ("penny".to_owned(), 5)]);
    let roles: Vec<&str> = plan.texts.iter().map(|text| text.role.as_str()).collect();
    assert_eq!(roles, ["codex", "doctrines", "list weak", "list rich"]);
}

#[test]
fn gauntlets_mirrors_and_explicit_pairs() {
    let first = "armies = [\"rich\", \"weak\", \"strong\", \"rich\"]\npairing = ";
    assert_eq!(
        cells(&format!("{first}\"gauntlet\"")),
        ["rich weak careful bold duel default", "rich strong careful careful duel default"]
    );
    assert_eq!(cells(&format!("{first}\"mirror\"")).len(), 3);
    assert_eq!(
        cells("pairings = [[\"weak\", \"weak\"], [\"armies/coins/rich.toml\", \"weak\"]]"),
        ["weak weak bold bold duel default", "rich weak careful bold duel default"]
    );
}

#[test]
fn everything_is_crossed_in_a_fixed_order() {
    let text = "armies = [\"weak\", \"rich\"]\nscenarios = [\"brawl\", \"duel\"]\nbattlefields = [\"oak\", \"default\"]\n\
                    doctrines = [\"bold\", \"own\"]\n[vary]\n\"rules.turn-limit\" = [3, 4]";
    let cells = cells(text);
    assert_eq!(cells.len(), 16);
    assert_eq!(
        cells[..3],
        [
            "weak rich bold bold brawl oak 3",
            "weak rich bold careful brawl oak 3",
            "weak rich bold bold brawl default 3"
        ]
    );
    assert_eq!(cells[15], "weak rich bold careful duel default 4");
    let plan = resolve(text).unwrap();
    assert_eq!(plan.cells[15].setup.overrides[0].value.as_integer(), Some(4));
    assert!(plan.cells[0].setup.battlefield.is_some() && plan.cells[2].setup.battlefield.is_none());
    assert_eq!(plan.cells[7].key.number, 7);
}

#[test]
fn factors_are_varied_one_at_a_time_beside_the_base() {
    let text = "armies = [\"weak\", \"rich\"]\ndesign = \"one-at-a-time\"\n\
                    [vary]\n\"rules.turn-limit\" = [3, 4]\n\"codex.units.penny.cost\" = [2]";
    let plan = resolve(text).unwrap();
    let mut levels: Vec<&str> = plan.cells.iter().map(|cell| cell.key.factors[0].1.as_str()).collect();
    assert_eq!((levels.remove(0), plan.factors.as_slice()), ("base", &["variant".to_owned()][..]));
    levels.sort_unstable();
    assert_eq!(levels, ["codex.units.penny.cost = 2", "rules.turn-limit = 3", "rules.turn-limit = 4"]);
    assert!(plan.cells[0].setup.overrides.is_empty());
    assert!(plan.cells[1..].iter().all(|cell| cell.setup.overrides.len() == 1));
    assert_eq!(plan.luck_of(0), plan.luck_of(3), "all see the same dice");
}

#[test]
fn a_level_that_the_base_has_is_no_change() {
    let levels = |text: &str| {
        let text = format!("armies = [\"weak\", \"rich\"]\ndesign = \"one-at-a-time\"\n{text}");
        let plan = resolve(&text)?;
        Ok::<_, Diagnostics>(plan.cells.iter().map(|cell| cell.key.factors[0].1.clone()).collect::<Vec<_>>())
    };
    let both = levels("set = { \"rules.turn-limit\" = 3 }\n[vary]\n\"rules.turn-limit\" = [3, 4]").unwrap();
    assert_eq!(both, ["base", "rules.turn-limit = 4"]);
    let none = levels("set = { \"rules.turn-limit\" = 3 }\n[vary]\n\"rules.turn-limit\" = [3]").unwrap_err();
    assert!(none[0].message.contains("nothing is changed"), "{none:?}");
    let codex = levels("[vary]\n\"codex.units.penny.cost\" = [1, 2]").unwrap();
    assert_eq!(codex, ["base", "codex.units.penny.cost = 2"], "a penny costs 1");
}

#[test]
fn variants_are_set_against_each_other() {
    let text = |limit: u8| {
        format!(
            "armies = [\"weak\", \"rich\"]\n[[variants]]\nname = \"old\"\n[[variants]]\nname = \"new\"\n\
                 rules.turn-limit = {limit}"
        )
    };
    let plan = resolve(&text(3)).unwrap();
    assert_eq!(cells(&text(3)), ["weak rich bold careful duel default old", "weak rich bold careful duel default new"]);
    assert_eq!(plan.cells[1].setup.overrides[0].value.as_integer(), Some(3));
    assert_ne!(plan.hash(), resolve(&text(4)).unwrap().hash(), "a variant is more than its name");
    let diagnostics = resolve(&text(100)).unwrap_err();
    assert!(diagnostics[0].message.contains("from 1 to 99") && diagnostics[0].span.is_some());
}

#[test]
fn lists_that_are_drawn_meet_under_every_doctrine() {
    let keys = |text: &str| {
        let plan = fixture_market::plan(text).unwrap();
        assert_eq!(plan.random_lists.unwrap().budget, 20.0);
        let short = |cell: &PlannedCell| {
            let CellKey { list_a, list_b, doctrine_a, doctrine_b, .. } = &cell.key;
            assert_eq!([list_a, list_b], ["random-1", "random-2"]);
            format!("{doctrine_a} {doctrine_b}")
        };
        plan.cells.iter().map(short).collect::<Vec<_>>()
    };
    assert_eq!(keys(""), ["haggle haggle", "shout shout"]);
    assert_eq!(keys("doctrine-pairing = \"cross\""), ["haggle haggle", "haggle shout", "shout shout"]);
    assert_eq!(keys("doctrines = \"haggle v random\""), ["haggle random"]);
    let plan = |lists: &str| fixture_market::plan(lists).unwrap();
    assert_ne!(plan("lists.jitter = 0.2").hash(), plan("").hash());
    let own = fixture_market::plan("doctrines = \"own\"").unwrap_err();
    assert!(own[0].message.contains("no doctrine of their own") && own[0].span.is_some());
    let coins = resolve("design = \"fair-costs\"").unwrap_err();
    assert_eq!(coins[0].message, "no lists of Coins are drawn at random");
}

#[test]
fn a_variant_may_have_a_codex_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("dear.toml"), "[units.penny]\ncost = 9").unwrap();
    let text = "ruleset = \"coins\"\narmies = [\"weak\", \"rich\"]\n\
                    variants = [{ name = \"old\" }, { name = \"new\", codex = \"dear.toml\", rules.turn-limit = 3 }]";
    let resolve = |text: &str| {
        let spec = Spec::read(&Source { name: "try.toml".into(), text: text.into() }).unwrap();
        Plan::resolve(&spec, &Coins, &FileLookup::new(&Coins, vec![folder.path().to_owned()]))
    };
    let plan = resolve(text).unwrap();
    assert!(plan.cells[0].setup.codex.text.contains("cost = 1") && plan.cells[0].setup.overrides.is_empty());
    assert!(plan.cells[1].setup.codex.text.contains("cost = 9") && plan.cells[1].setup.overrides.len() == 1);
    let role = |role: &str| plan.texts.iter().find(|text| text.role == role).map(|text| text.text.as_str());
    assert_eq!(role("codex of new"), Some("[units.penny]\ncost = 9"));
    std::fs::write(folder.path().join("dear.toml"), "[units.penny]\ncost = 8").unwrap();
    assert_ne!(resolve(text).unwrap().hash(), plan.hash(), "a variant is more than the name of its file");
    assert!(resolve(&text.replace("dear", "deer")).unwrap_err()[0].nearest.is_some());
}

#[test]
fn doctrines_meet_each_other_in_a_ladder() {
    let ladder = "armies = \"weak\"\npairing = \"mirror\"\ndoctrine-pairing = \"cross\"\ndoctrines = ";
    assert_eq!(
        cells(&format!("{ladder}[\"all\", \"random\"]")),
        [
            "weak weak careful bold duel default",
            "weak weak careful random duel default",
            "weak weak bold random duel default"
        ]
    );
    assert_eq!(
        cells("armies = \"weak\"\npairing = \"mirror\"\ndoctrines = [\"bold v careful\", \"bold\"]"),
        ["weak weak bold careful duel default", "weak weak bold bold duel default"]
    );
    let two = "armies = [\"weak\", \"rich\"]\ndoctrine-pairing = \"cross\"\ndoctrines = [\"bold\", \"careful\"]";
    assert_eq!(cells(two).len(), 4);
}

#[test]
fn every_name_that_stands_for_nothing_is_told_at_once() {
    let text = "armies = [\"waek\", \"no/such.toml\"]\nscenarios = [\"duell\"]\nbattlefields = [\"fellt\"]\n\
                    doctrines = [\"bald\", \"own v carefull\"]\n[rules]\nturn-limit = 100\n\
                    [vary]\n\"rules.turn-limits\" = [1, 2]\n\"cost.penny\" = [3]\n";
    let diagnostics = resolve(text).unwrap_err();
    let whole = format!("ruleset = \"coins\"\n{text}");
    let spans: Vec<&str> = diagnostics.iter().map(|diagnostic| &whole[diagnostic.span.clone().unwrap()]).collect();
    for place in ["\"waek\"", "\"no/such.toml\"", "\"duell\"", "\"fellt\"", "\"bald\"", "\"own v carefull\"", "100"] {
        assert!(spans.contains(&place), "{place} in {spans:?}");
    }
    assert!(diagnostics.iter().all(|diagnostic| diagnostic.source == "experiments/Coins, a try.toml"));
    assert!(diagnostics.iter().any(|diagnostic| diagnostic.nearest.as_deref() == Some("weak")));
    assert!(diagnostics.iter().any(|diagnostic| diagnostic.nearest.as_deref() == Some("careful")));
    assert_eq!(diagnostics.len(), 9);
    let alone = resolve("armies = \"weak\"").unwrap_err();
    assert_eq!(alone[0].allowed, ["more lists", "pairing = \"mirror\" in an experiment"]);
}

#[test]
fn the_hash_knows_everything_that_matters_and_nothing_else() {
    let hash = |text: &str| resolve(&format!("armies = [\"weak\", \"rich\"]\n{text}")).unwrap().hash();
    let plain = hash("");
    assert_eq!(hash("question = \"What?\"\nname = \"x\""), plain);
    let others = [
        "seed = 2",
        "luck = \"shared\"",
        "stop.pairs = 7",
        "rules.turn-limit = 7",
        "scenarios = \"brawl\"",
        "doctrines = \"bold\"",
        "battlefields = \"oak\"",
    ];
    for other in others {
        assert_ne!(hash(other), plain, "{other}");
    }
}

#[test]
fn the_usual_doctrine_of_a_list_may_depend_on_scenario_and_place() {
    use crate::rulesets::hexcommand::HexCommand;
    let text = "ruleset = \"hexcommand\"\npairings = [[\"balanced-division\", \"defender-nine\"]]\n\
                scenarios = [\"ridge-assault\", \"river-crossing\", \"crossroads\"]\n";
    let source = Source { name: "attacks.toml".into(), text: text.into() };
    let library = FileLookup::new(&HexCommand, vec!["/nowhere".into()]);
    let plan = Plan::resolve(&Spec::read(&source).unwrap(), &HexCommand, &library).unwrap();
    let doctrines = plan.cells.iter().map(|cell| [cell.key.doctrine_a.as_str(), cell.key.doctrine_b.as_str()]);
    assert_eq!(
        doctrines.collect::<Vec<_>>(),
        [["echelon", "works-defence"], ["column-assault", "works-defence"], ["echelon", "echelon"]]
    );
}
