//! Which units a line may mean that names none as they are called.

use super::normal;
use crate::game::{UnitDoc, nearest};

/// No more units are named.
const MOST: usize = 8;

/// Letters that words of one stem share.
const STEM: usize = 4;

/// Units that a line may mean, the likeliest first: one whose name stands in it, one by its initials, one that is spelt almost so, or those
/// that are described by one of its words.
#[must_use]
pub fn units_like(text: &str, units: &[UnitDoc]) -> Vec<String> {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|w| !w.is_empty()).collect();
    let names = |found: Vec<&UnitDoc>| found.iter().map(|unit| unit.name.clone()).collect::<Vec<_>>();
    let named = |unit: &&UnitDoc| words.iter().any(|word| normal(word) == normal(&unit.name));
    let named: Vec<&UnitDoc> = units.iter().filter(named).collect();
    if !named.is_empty() && named.len() <= MOST {
        return names(named);
    }
    // Letters that are initials are like too many names.
    let letters = words.concat();
    if letters.len() < STEM && letters.chars().all(char::is_uppercase) {
        let by_initials = |unit: &&UnitDoc| letters.len() > 1 && initials(unit).contains(&normal(&letters));
        let found: Vec<&UnitDoc> = units.iter().filter(by_initials).collect();
        return if found.len() <= MOST { names(found) } else { Vec::new() };
    }
    let known: Vec<String> = units.iter().map(|unit| normal(&unit.name)).collect();
    if let Some(near) = nearest(&normal(text), known.iter().map(String::as_str))
        && let Some(at) = known.iter().position(|known| *known == near)
    {
        return vec![units[at].name.clone()];
    }
    let described = |unit: &&UnitDoc| words.iter().any(|word| unit.about.split(' ').any(|about| are_kin(word, about)));
    let found: Vec<&UnitDoc> = units.iter().filter(described).collect();
    if found.len() <= MOST { names(found) } else { Vec::new() }
}

/// The initials of what a unit is called in its description.
fn initials(unit: &UnitDoc) -> String {
    let called = unit.about.split_once(':').map_or("", |(name, _)| name);
    normal(&called.split([' ', '-']).filter_map(|word| word.chars().next()).collect::<String>())
}

/// Whether two words are of one stem, as `leader` and `leads`.
fn are_kin(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(normal);
    let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let beyond = |word: &str| word.chars().count() - shared;
    shared >= STEM && beyond(&one) <= 2 && beyond(&other) <= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets;

    fn like(slug: &str, text: &str) -> Vec<String> {
        let ruleset = rulesets::find(slug).unwrap();
        units_like(text, &ruleset.units(&ruleset.codex()).unwrap())
    }

    #[test]
    fn units_are_found_by_their_names_their_initials_and_what_they_do() {
        assert_eq!(like("dogfaces", "Sam Spade"), ["sam"]);
        assert_eq!(like("dogfaces", "Uriah the medic"), ["uriah"]);
        assert_eq!(like("dogfaces", "the medic"), ["uriah"]);
        let leaders = like("dogfaces", "Leader");
        assert!(leaders.contains(&"andy".to_owned()) && leaders.contains(&"paul".to_owned()), "{leaders:?}");
        assert_eq!(like("dogfaces", "Sniper"), [""; 0], "no unit is called anything of the kind");
        assert_eq!(like("dogma", "AA"), ["spaag"]);
        assert_eq!(like("dogma", "Gunwalkr"), ["gunwalker"]);
    }
}
