//! Army lists as short strings that fit into an address or a command: `eo1~dogma~Titan~sht.3~spaag.3~-commander.sht~b41f`.
//!
//! Parts stand between tildes: the version, the ruleset, the name, a part for every unit type with its count, and one for every other
//! key (`-key.text`, or `.key.value` with a value in TOML). The last part is a checksum over all before it. Letters that an address
//! could not hold are written as `_` and the two digits of a byte.

use toml::{Table, Value};

use crate::game::{Diagnostic, Source};

/// What every such string begins with.
pub const MARK: &str = "eo1~";

/// Whether a word is meant as a shared list.
#[must_use]
pub fn is_shared(word: &str) -> bool {
    word.starts_with(MARK)
}

/// The string of a list; none where the list lacks a name, a ruleset, or counts that are whole numbers.
#[must_use]
pub fn write(list: &Table) -> Option<String> {
    let text = |key: &str| list.get(key).and_then(Value::as_str);
    let mut parts = vec![MARK.trim_end_matches('~').to_owned(), escaped(text("ruleset")?), escaped(text("name")?)];
    for (key, value) in list {
        match (key.as_str(), value) {
            ("name" | "ruleset", _) => {}
            ("units", Value::Table(units)) => {
                for (unit, count) in units {
                    parts.push(format!("{}.{}", escaped(unit), count.as_integer().filter(|count| *count >= 0)?));
                }
            }
            (key, Value::String(text)) => parts.push(format!("-{}.{}", escaped(key), escaped(text))),
            (key, value) => parts.push(format!(".{}.{}", escaped(key), escaped(&value.to_string()))),
        }
    }
    let body = parts.join("~");
    let sum = checksum(&body);
    Some(format!("{body}~{sum}"))
}

/// The list of a string as a file that is called after it.
///
/// # Errors
/// When it is damaged, or of another version.
pub fn source(shared: &str) -> Result<Source, Diagnostic> {
    let list = read(shared)?;
    let name = list.get("name").and_then(Value::as_str).unwrap_or_default().replace(['/', '\\'], "-");
    Ok(Source { name: format!("{name}.toml"), text: super::to_toml(&list) })
}

/// The list of a string.
///
/// # Errors
/// When it is damaged, or of another version.
pub fn read(shared: &str) -> Result<Table, Diagnostic> {
    let wrong = |what: &str| Diagnostic::new(format!("this shared list {what}"));
    let (body, sum) = shared.rsplit_once('~').ok_or_else(|| wrong("ends too early"))?;
    if !is_shared(body) {
        return Err(wrong("is of another kind or version").allowing([format!("{MARK}...")]));
    }
    if sum != checksum(body) {
        return Err(wrong("is damaged: its letters and its checksum do not go together; was it copied whole?"));
    }
    let damaged = || wrong("has a part that cannot be read");
    let mut parts = body[MARK.len()..].split('~');
    let (mut list, mut units) = (Table::new(), Table::new());
    for key in ["ruleset", "name"] {
        let text = parts.next().and_then(plain).ok_or_else(damaged)?;
        list.insert(key.to_owned(), Value::String(text));
    }
    for part in parts {
        let (kind, rest) = match part.as_bytes().first() {
            Some(b'-' | b'.') => part.split_at(1),
            _ => ("", part),
        };
        let (key, value) = rest.split_once('.').ok_or_else(damaged)?;
        let (key, value) = (plain(key).ok_or_else(damaged)?, plain(value).ok_or_else(damaged)?);
        match kind {
            "" => {
                let count = value.parse().map_err(|_| damaged())?;
                units.insert(key, Value::Integer(count));
            }
            "-" => {
                list.insert(key, Value::String(value));
            }
            _ => {
                let mut table: Table = format!("value = {value}").parse().map_err(|_| damaged())?;
                list.insert(key, table.remove("value").ok_or_else(damaged)?);
            }
        }
    }
    if !units.is_empty() {
        list.insert("units".to_owned(), Value::Table(units));
    }
    Ok(list)
}

/// The last part of a string to share: whether the rest of it was copied whole.
#[must_use]
pub fn checksum(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..6].to_owned()
}

/// A text in letters, digits and hyphens; every other byte is `_` and its two digits.
fn escaped(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => char::from(byte).to_string(),
        other => format!("_{other:02x}"),
    };
    // A part that began with a hyphen would be taken for a key.
    let escaped: String = text.bytes().map(byte).collect();
    escaped.strip_prefix('-').map_or(escaped.clone(), |rest| format!("_2d{rest}"))
}

fn plain(escaped: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = escaped.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'_' => {
                let digits = [rest.next()?, rest.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
            }
            other => bytes.push(other),
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        "name = \"Très -bon_! ~\"\nruleset = \"zoo\"\ndoctrine = \"-x\"\nlimit = 5\nteams = [\"a\"]\n[units]\n\"a:b.c\" = 3\n\"-d\" = 1".parse().unwrap()
    }

    #[test]
    fn a_list_comes_back_from_letters_that_an_address_can_hold() {
        let shared = write(&sample()).unwrap();
        assert!(shared.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte)), "{shared}");
        assert_eq!(read(&shared).unwrap(), sample());
        assert!(is_shared(&shared) && !is_shared("eo10.toml"));
    }

    #[test]
    fn damage_is_seen() {
        let shared = write(&sample()).unwrap();
        for at in 0..shared.len() {
            let mut damaged = shared.clone().into_bytes();
            damaged[at] = if damaged[at] == b'7' { b'8' } else { b'7' };
            assert!(read(std::str::from_utf8(&damaged).unwrap()).is_err());
            assert!(read(&shared[..at]).is_err());
        }
        assert!(write(&"name = \"x\"".parse().unwrap()).is_none());
    }
}
