//! Lists by words that mean the same everywhere: the name of a built-in list, or the string of one's own.

use std::path::Path;

use crate::cli::{files, name_lookup};
use crate::game::list_text::{self, share};
use crate::game::{Override, Ruleset, Source};

/// The word for a list that anybody can play: the name of the built-in list that it is, or else its string to share; none where it has no
/// name or no ruleset.
#[must_use]
pub fn word(list: &Source, ruleset: &dyn Ruleset) -> Option<String> {
    let table = list_text::table(list).ok()?;
    let same = |known: &Source| known.text == list.text || list_text::table(known).is_ok_and(|known| known == table);
    match ruleset.armies().into_iter().find(same) {
        Some(built_in) => Some(name_lookup::key(&built_in).to_owned()),
        None => share::write(&table),
    }
}

/// The same for a word on the command line that names the file of a list, or shares one. None where it does neither, or names a file with
/// a fault, which is told by the place in the file where it stands.
#[must_use]
pub fn of_file(name: &str, ruleset: &dyn Ruleset, codex: &Source, set: &[Override]) -> Option<String> {
    let path = Path::new(name);
    let list = match share::is_shared(name) {
        true => share::source(name).ok()?,
        false => path.is_file().then(|| files::read(path).ok())??,
    };
    ruleset.read_army_by(codex, set, &list).ok()?;
    word(&list, ruleset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets;

    #[test]
    fn a_list_is_called_by_what_is_in_it_and_not_by_its_file() {
        let dogfaces = rulesets::find("dogfaces").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let of = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            of_file(path.to_str().unwrap(), dogfaces, &dogfaces.codex(), &[])
        };
        let own = "name = \"Ten\"\nruleset = \"dogfaces\"\n[units]\nrifleman = 9\n";
        let shared = of("a.toml", own).unwrap();
        assert!(shared.starts_with("eo1~dogfaces~Ten~"), "{shared}");
        assert_eq!(of("b.toml", &format!("# Mine.\n{own}")).as_ref(), Some(&shared));
        let built_in = dogfaces.armies().into_iter().find(|list| name_lookup::key(list) == "free-cd").unwrap();
        assert_eq!(of("c.toml", &format!("# Mine.\n{}", built_in.text)).as_deref(), Some("free-cd"));
        let string = share::write(&list_text::table(&built_in).unwrap()).unwrap();
        assert_eq!(of_file(&string, dogfaces, &dogfaces.codex(), &[]).as_deref(), Some("free-cd"), "shared or not");
        assert_eq!(of("d.toml", &own.replace("rifleman", "riflemann")), None, "its fault stands in the file");
        assert_eq!(of_file("nowhere.toml", dogfaces, &dogfaces.codex(), &[]), None);
    }
}
