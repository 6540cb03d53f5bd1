//! Files of claims, read.

use super::*;

fn read(text: &str) -> Result<ClaimBook, Diagnostics> {
    ClaimBook::read(&Source { name: "bets.toml".into(), text: format!("ruleset = \"coins\"\n{text}") })
}

fn claim(text: &str) -> Result<Claim, Diagnostics> {
    read(&format!("[[claim]]\nname = \"bet\"\nabout = \"it pays\"\nlists = [\"a\", \"b\"]\n{text}"))
        .map(|mut book| book.claims.remove(0))
}

#[test]
fn claims_take_from_the_file_what_they_leave_out() {
    let text = "pairs = 7\nseed = 9\ndoctrine = \"bold\"\nscenarios = [\"duel\", \"brawl\"]\nrules.x = 1\n\
                [lists]\nown = { skill = 2 }\n\
                [[claim]]\nname = \"one\"\nabout = \"a\"\nlists = [\"own\", { skill = 3, name = \"n\" }]\nat-least = 0.5\n\
                [[claim]]\nname = \"two\"\nabout = \"b\"\nlists = [\"weak\", \"weak\"]\nfirst-seat-between = [0.4, 0.6]\n\
                scenarios = \"duel\"\nbattlefields = \"felt\"\ndoctrine = \"a v b\"\npairs = 3\n\
                set = { \"rules.x\" = 2 }\nknown-gap = { duel = \"so it is\" }\n";
    let book = read(text).unwrap();
    let [one, two] = &book.claims[..] else { panic!("{book:?}") };
    assert_eq!((one.spec.seed, one.spec.stop, one.spec.scenarios.len()), (9, Stop::Pairs(7), 2));
    assert_eq!((one.spec.doctrines[0].text.as_str(), one.spec.battlefields[0].text.as_str()), ("bold", "default"));
    assert_eq!((two.spec.stop, two.spec.scenarios.len(), two.spec.set.len()), (Stop::Pairs(3), 1, 1));
    assert_eq!(two.spec.set[0].0.value, Value::Integer(2));
    assert_eq!(two.known_gaps[0].0.as_ref().unwrap().text, "duel");
    let lists: Vec<(&str, &str)> =
        book.lists.iter().map(|list| (list.source.name.as_str(), list.source.text.as_str())).collect();
    let own = "name = \"own\"\nruleset = \"coins\"\nskill = 2\n";
    let other = "name = \"n\"\nruleset = \"coins\"\nskill = 3\n";
    assert_eq!(lists, [("own", own), ("one-2", other)]);
}

#[test]
fn every_expectation_has_its_words() {
    let words = |text: &str| claim(text).unwrap().expectation.to_string();
    assert_eq!(words("at-least = 0.95"), "at least 95%");
    assert_eq!(words("at-most = 0.07"), "at most 7%");
    assert_eq!(words("between = [0.4, 0.6]"), "40 to 60%");
    assert_eq!(words("first-seat-between = [0.35, 0.65]"), "first seat 35 to 65%");
    let change = "compared-with = { set = { \"codex.units.penny.cost\" = 2 } }\n";
    assert_eq!(words(&format!("{change}loses-at-most = 0.02")), "change at least -2 points");
    assert_eq!(words(&format!("{change}loses-at-least = 0.05")), "change at most -5 points");
    assert_eq!(words(&format!("{change}first-seat-gains-at-least = 0.0")), "first seat's change at least 0 points");
    let spec = claim(&format!("{change}loses-at-most = 0.02")).unwrap().spec;
    assert_eq!((spec.variants.len(), spec.variants[1].changes.len(), spec.luck), (2, 1, Luck::Shared));
}

#[test]
fn what_is_no_claim_says_why() {
    let wrong = |text: &str| claim(text).unwrap_err()[0].message.clone();
    assert!(wrong("").contains("one of what it expects"));
    assert!(wrong("at-least = 0.5\nat-most = 0.6").contains("one of what it expects"));
    assert!(wrong("at-least = 1.5").contains("1.5"));
    assert!(wrong("between = [0.6, 0.4]").contains("not in order"));
    assert!(wrong("loses-at-most = 0.1").contains("one of what it expects"));
    assert!(wrong("at-least = 0.5\nloses-at-most = 0.1").contains("needs a change"));
    assert!(wrong("compared-with = { set = { \"rules.x\" = 1 } }").contains("goes with one of"));
    assert!(wrong("compared-with = {}\nloses-at-most = 0.1").contains("changes nothing"));
    let twice = "[[claim]]\nname = \"x\"\nabout = \"\"\nlists = [\"a\", \"b\"]\nat-least = 0.5\n";
    assert!(read(&twice.repeat(2)).unwrap_err()[0].message.contains("two claims `x`"));
    let diagnostics = claim("at-leest = 0.5").unwrap_err();
    let typo = diagnostics.iter().find(|diagnostic| diagnostic.message.contains("unknown key `at-leest`")).unwrap();
    assert_eq!((typo.nearest.as_deref(), typo.source.as_str()), (Some("at-least"), "bets.toml"));
}
