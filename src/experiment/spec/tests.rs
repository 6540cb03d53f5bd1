//! Experiments as users write them: what is read, refused, and written back.

use super::*;
use crate::analysis::sprt::Hypotheses;
use crate::experiment::Quantity;

fn read(text: &str) -> Result<Spec, Diagnostics> {
    Spec::read(&Source { name: "experiments/test.toml".into(), text: text.into() })
}

const WHOLE: &str = r#"
    ruleset = "coins"
    name = "try"
    question = "Who is richer?"
    seed = 7
    luck = "shared"
    armies = ["weak", "armies/*.toml"]
    pairing = "gauntlet"
    scenarios = "duel"
    battlefields = ["felt", "default"]
    doctrines = ["own", "bold v random"]
    doctrine-pairing = "cross"
    rules.turn-limit = 5
    stop = { precision = 0.01, cap = 4000 }
    [set]
    "codex.units.penny.cost" = 2
    [vary]
    rules.turn-limit = [4, 6]
    codex.units.penny.cost = [1.5, 2.0]
"#;

#[test]
fn reads_everything_and_writes_it_back() {
    let spec = read(WHOLE).unwrap();
    assert_eq!(spec.pairing, Pairing::Gauntlet);
    assert_eq!(spec.stop, Stop::Precision { half_width: 0.01, of: Quantity::Score, cap: 4000 });
    assert_eq!(
        spec.set.iter().map(|(change, _)| &*change.key).collect::<Vec<_>>(),
        ["rules.turn-limit", "codex.units.penny.cost"]
    );
    let levels: Vec<Value> = spec.vary.iter().flat_map(|f| f.levels.iter().map(|(value, _)| value.clone())).collect();
    let whole: Vec<Value> = vec![1.5.into(), 2.into(), 4.into(), 6.into()];
    assert!(whole.iter().all(|value| levels.contains(value)), "{levels:?}");
    let again = read(&spec.to_toml()).unwrap();
    assert_eq!(again.to_toml(), spec.to_toml());
    assert_eq!((again.seed, again.luck, again.stop), (spec.seed, spec.luck, spec.stop));
    assert_eq!(again.set.len() + again.vary.len(), 4);
    let short = read("ruleset = \"coins\"\npairings = [[\"weak\", \"rich\"]]").unwrap();
    assert_eq!(read(&short.to_toml()).unwrap().to_toml(), short.to_toml());
}

#[test]
fn a_precision_may_be_of_another_quantity_and_have_a_unit() {
    let of = |stop: &str| read(&format!("ruleset = \"coins\"\narmies = \"a\"\nstop = {{ {stop} }}"));
    let precise = |half_width, of| Stop::Precision { half_width, of, cap: 100_000 };
    for (stop, want) in [
        ("precision = \"2%\"", precise(0.02, Quantity::Score)),
        ("precision = \"1 point\", of = \"draws\"", precise(0.01, Quantity::Draws)),
        ("precision = 0.01, of = \"first-seat\"", precise(0.01, Quantity::FirstSeat)),
        ("precision = \"0.5 turns\", of = \"turns\"", precise(0.5, Quantity::Turns)),
        ("precision = 3, of = \"turns\"", precise(3.0, Quantity::Turns)),
        ("decide = \"5 points\"", Stop::Decide { margin: 0.05, cap: 100_000 }),
    ] {
        let spec = of(stop).unwrap();
        assert_eq!(spec.stop, want, "{stop}");
        assert_eq!(read(&spec.to_toml()).unwrap().stop, want, "{stop}");
        let kept = serde_json::to_string(&want).unwrap();
        assert_eq!(serde_json::from_str::<Stop>(&kept).unwrap(), want, "{kept}");
    }
    let wrong = |stop: &str| of(stop).unwrap_err()[0].clone();
    assert_eq!(wrong("precision = 0.01, of = \"drwas\"").nearest.as_deref(), Some("draws"));
    assert_eq!(wrong("precision = \"1 pont\"").nearest.as_deref(), Some("point"));
    assert!(wrong("precision = \"1 turn\"").message.contains("0.0001 to 0.25"));
    assert!(wrong("precision = 1").message.contains("0.01 is one point"));
    assert!(wrong("precision = \"1%\", of = \"turns\"").message.contains("turns, such as"));
    assert!(wrong("decide = 0.02, of = \"draws\"").message.contains("`of` does not go with `decide`"));
    // Manifests of runs from before have no quantity.
    let before = r#"{"precision":{"half-width":0.01,"cap":7}}"#;
    let known = Stop::Precision { half_width: 0.01, of: Quantity::Score, cap: 7 };
    assert_eq!(serde_json::from_str::<Stop>(before).unwrap(), known);
    assert_eq!(serde_json::to_string(&known).unwrap(), before);
}

#[test]
fn variants_share_their_luck_and_come_back() {
    let text = "ruleset = \"coins\"\narmies = \"a\"\n[[variants]]\nname = \"old\"\n\
                [[variants]]\nname = \"new\"\nrules.turn-limit = 5\n\"codex.units.penny.cost\" = 2\n";
    let spec = read(text).unwrap();
    assert_eq!(spec.luck, Luck::Shared);
    assert_eq!((spec.variants[0].name.text.as_str(), spec.variants[0].changes.len()), ("old", 0));
    assert_eq!(spec.variants[1].changes.len(), 2);
    let again = read(&spec.to_toml()).unwrap();
    assert_eq!(again.to_toml(), spec.to_toml());
    assert_eq!(again.variants[1].changes.len(), 2);
    let files = read(
        "ruleset = \"coins\"\narmies = \"a\"\nvariants = [{ name = \"old\", codex = \"old.toml\" }, { name = \"new\" }]",
    );
    let files = files.unwrap();
    assert_eq!(files.variants[0].codex.as_ref().map(|codex| codex.text.as_str()), Some("old.toml"));
    assert!(files.variants[0].changes.is_empty() && files.variants[1].codex.is_none());
    assert_eq!(read(&files.to_toml()).unwrap().variants[0].codex.as_ref().unwrap().text, "old.toml");
    let one = read("ruleset = \"coins\"\narmies = \"a\"\ndesign = \"one-at-a-time\"\n[vary]\nrules.x = [1]").unwrap();
    assert_eq!((one.luck, one.design), (Luck::Shared, Design::OneAtATime));
    assert_eq!(read(&one.to_toml()).unwrap().design, Design::OneAtATime);
}

#[test]
fn lists_are_drawn_for_fair_costs() {
    let text = "ruleset = \"coins\"\ndesign = \"fair-costs\"\nlists = { budget = 24, jitter = 0.2 }\nstop.pairs = 70";
    let spec = read(text).unwrap();
    assert_eq!((spec.design, spec.drawing), (Design::FairCosts, Drawing { budget: Some(24.0), jitter: 0.2 }));
    assert_eq!(spec.doctrines, ["all".into()]);
    assert_eq!((spec.doctrine_pairing, spec.luck), (DoctrinePairing::Same, Luck::Independent));
    let again = read(&spec.to_toml()).unwrap();
    assert_eq!((again.drawing, again.design, again.to_toml()), (spec.drawing, spec.design, spec.to_toml()));
    let usual = read("ruleset = \"coins\"\ndesign = \"fair-costs\"").unwrap();
    assert_eq!(usual.drawing, Drawing::default());
    assert_eq!(read(&usual.to_toml()).unwrap().drawing, Drawing::default());
}

#[test]
fn what_does_not_go_with_drawn_lists_is_refused() {
    let wrong = |text: &str| {
        let diagnostics = read(&format!("ruleset = \"coins\"\n{text}")).unwrap_err();
        assert!(diagnostics.iter().all(|diagnostic| diagnostic.span.is_some()), "{diagnostics:?}");
        diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect::<Vec<_>>().join("\n")
    };
    let drawn = |text: &str| wrong(&format!("design = \"fair-costs\"\n{text}"));
    assert!(drawn("armies = \"a\"").contains("`armies` does not go with lists"));
    assert!(drawn("pairing = \"mirror\"").contains("`pairing` does not go with lists"));
    assert!(drawn("vary = { rules.x = [1] }").contains("nothing else is varied"));
    assert!(drawn("stop = { precision = 0.01 }").contains("fixed beforehand"));
    assert!(drawn("lists = { jitter = 0.7 }").contains("from 0 to 0.5"));
    assert!(drawn("lists = { size = 3 }").contains("unknown key `size`"));
    assert!(wrong("armies = \"a\"\nlists = {}").contains("for nothing else"));
}

#[test]
fn a_file_of_a_variant_is_a_codex_or_holds_departures() {
    let read = |text: &str| Variant::read("new", &Source { name: "new.toml".into(), text: text.into() });
    let changes = read("rules.turn-limit = 5\nplay.style = \"fixed\"\n[set]\n\"codex.units.penny.cost\" = 2").unwrap();
    assert_eq!((changes.codex, changes.changes.len()), (None, 3));
    let codex = read("[units.penny]\ncost = 2").unwrap();
    assert_eq!((codex.codex.unwrap().text.as_str(), codex.changes.len()), ("new.toml", 0));
    assert_eq!(read("rules = 3").unwrap_err()[0].source, "new.toml");
    assert!(read("[rules").is_err());
}

#[test]
fn reads_and_writes_every_rule_to_stop() {
    let stop = |text: &str| {
        let spec = read(&format!("ruleset = \"coins\"\narmies = \"a\"\nstop = {{ {text} }}")).unwrap();
        assert_eq!(read(&spec.to_toml()).unwrap().stop, spec.stop);
        spec.stop
    };
    assert_eq!(stop("pairs = 7"), Stop::Pairs(7));
    assert_eq!(stop("decide = 0.02"), Stop::Decide { margin: 0.02, cap: USUAL_CAP });
    let claim = Stop::Claim { low: 0.45, high: 0.55, alpha: 0.01, cap: 900 };
    assert_eq!(stop("claim = { low = 0.45, high = 0.55, alpha = 0.01 }, cap = 900"), claim);
    let hypotheses = Hypotheses { elo0: -5.0, elo1: 5.0, beta: 0.1, ..Hypotheses::default() };
    assert_eq!(stop("sprt = { elo0 = -5, elo1 = 5, beta = 0.1 }, cap = 300"), Stop::Sprt { hypotheses, cap: 300 });
}

#[test]
fn says_everything_that_is_wrong_at_its_place() {
    let text = "ruleset = \"coins\"\nsede = 7\nluck = \"good\"\npairing = \"round\"\nscenarios = []\n\
                [stop]\npairs = 0\ncap = 4\n[vary]\n\"rules.x\" = 3\n\"rules.y\" = [1, 1]\n\"rules.z\" = []\n";
    let diagnostics = read(text).unwrap_err();
    let at = |word: &str| {
        let place = diagnostics
            .iter()
            .find(|diagnostic| diagnostic.message.contains(word))
            .unwrap_or_else(|| panic!("{word}: {diagnostics:?}"));
        assert_eq!(place.source, "experiments/test.toml");
        place.span.clone().map_or("", |span| &text[span]).to_owned()
    };
    assert_eq!(at("unknown key `sede`"), "sede");
    assert_eq!(at("unknown luck"), "\"good\"");
    assert_eq!(at("unknown pairing"), "\"round\"");
    assert_eq!(at("`scenarios` is an empty list"), "[]");
    assert_eq!(at("from 1 to 1000000000, found 0"), "0");
    assert_eq!(at("`cap` does not go with `pairs`"), "[stop]");
    assert_eq!(at("expected a list, found 3"), "3");
    assert_eq!(at("twice"), "1");
    assert_eq!(at("no levels"), "[]");
    assert!(diagnostics.iter().any(|diagnostic| diagnostic.message == "the experiment lacks `armies`"));
    assert_eq!(diagnostics.len(), 10);
    let seed = diagnostics.iter().find(|diagnostic| diagnostic.message.contains("sede")).unwrap();
    assert_eq!(seed.nearest.as_deref(), Some("seed"));
}

#[test]
fn refuses_what_contradicts_itself() {
    let wrong = |text: &str| read(&format!("ruleset = \"coins\"\n{text}")).unwrap_err()[0].message.clone();
    assert!(wrong("armies = \"a\"\nstop = {}").contains("says none of"));
    assert!(wrong("armies = \"a\"\nstop = { decide = 0.02, sprt = {} }").contains("`decide` and `sprt` exclude"));
    assert!(wrong("armies = \"a\"\nstop = { sprt = { elo0 = 3, elo1 = 3 } }").contains("below `elo1`"));
    assert!(wrong("armies = \"a\"\nstop = { sprt = { elo = 3 } }").contains("unknown key `elo`"));
    assert!(wrong("armies = \"a\"\nstop = { claim = { low = 0.5, high = 0.5 } }").contains("below `high`"));
    assert!(wrong("armies = \"a\"\nstop = { decide = 0 }").contains("0.001 to 0.25"));
    assert!(wrong("armies = \"a\"\nstop = { pairs = 3, precision = 0.1 }").contains("exclude"));
    assert!(wrong("pairing = \"mirror\"\npairings = [[\"a\", \"b\"]]").contains("exclude"));
    assert!(wrong("pairings = [[\"a\", \"b\", \"c\"]]").contains("two lists"));
    let variants = |text: &str| wrong(&format!("armies = \"a\"\nvariants = [{text}]"));
    assert!(variants("{ name = \"a\" }").contains("set against nothing"));
    assert!(variants("{ name = \"a\" }, { rules.x = 1 }").contains("has a `name`"));
    assert!(variants("{ name = \"a\" }, { name = \"a\" }").contains("two variants `a`"));
    let both = "armies = \"a\"\ndesign = \"one-at-a-time\"\nvariants = [{ name = \"a\" }, { name = \"b\" }]";
    assert!(wrong(both).contains("not one at a time"));
    let decided = "armies = \"a\"\ndesign = \"one-at-a-time\"\nstop = { decide = 0.02 }\n[vary]\nrules.x = [1]";
    assert!(wrong(decided).contains("do not depend on the score"));
    assert!(wrong("armies = [").contains("array"));
}

#[test]
fn numbers_are_varied_by_ranges_and_sampled_by_a_hypercube() {
    let text = "ruleset = \"coins\"\narmies = \"a\"\ndesign = \"latin-hypercube\"\nsamples = 12\n[vary]\n\
                rules.x = { from = 1, to = 4 }\nrules.y = { from = -0.3, to = 0.0, step = 0.1 }\nrules.z = [\"on\", \"off\"]";
    let spec = read(text).unwrap();
    assert_eq!((spec.design, spec.samples), (Design::LatinHypercube, 12));
    let levels =
        |n: usize| spec.vary[n].levels.iter().map(|(value, _)| value.to_string()).collect::<Vec<_>>().join(" ");
    let keys: Vec<&str> = spec.vary.iter().map(|factor| factor.key.text.as_str()).collect();
    assert_eq!(keys, ["rules.x", "rules.y", "rules.z"]);
    assert_eq!([levels(0), levels(1)], ["1 2 3 4", "-0.3 -0.2 -0.1 0"]);
    assert_eq!(spec.ways().len(), 12, "none comes up twice");
    let again = read(&spec.to_toml()).unwrap();
    assert_eq!((again.to_toml(), again.ways()), (spec.to_toml(), spec.ways()));
    let refused = |text: &str| {
        let faults = read(&format!("ruleset = \"coins\"\narmies = \"a\"\n{text}")).unwrap_err();
        assert!(faults.iter().all(|fault| fault.span.is_some()), "{faults:?}");
        faults.iter().map(|fault| fault.message.clone()).collect::<Vec<_>>().join("; ")
    };
    assert!(refused("samples = 5").contains("only a Latin hypercube"));
    assert!(refused("design = \"latin-hypercube\"\nsamples = 1").contains("from 2 to 10000"));
    assert!(refused("vary = { rules.x = { from = 4, to = 1 } }").contains("fewer than two levels"));
    assert!(refused("vary = { rules.x = { from = 0, to = 9, step = 0.001 } }").contains("more than a thousand"));
    assert!(refused("vary = { rules.x = { from = 0, to = 9, by = 3 } }").contains("unknown key `by`"));
}
