//! Rosters of army builders: `.ros` and `.rosz` of BattleScribe, and the JSON of New Recruit, which has the same parts.
//!
//! A roster is a tree of what was chosen: units, the models in them, the upgrades on these, each with a name and a number. Nothing in it
//! says which unit of a codex is meant; names do, and a file that maps them where the builder's names are others.

use std::io::{Cursor, Read as _};
use std::path::Path;

use roxmltree::{Document, Node};
use serde_json::Value;

use crate::cli::files;
use crate::game::{Diagnostic, Source};

/// Bytes of an unpacked roster beyond which it is none.
const LARGEST: u64 = 16 << 20;
/// Choices within choices beyond which it is none.
const DEEPEST: usize = 64;

/// A roster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roster {
    /// What its player calls it.
    pub name: String,
    /// The game, as the builder calls it.
    pub game: String,
    /// Points of the whole, where one kind of them is used.
    pub points: Option<f64>,
    /// What was chosen, of all forces.
    pub chosen: Vec<Chosen>,
}

/// Something that was chosen, with what was chosen for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chosen {
    /// Its name in the builder's data.
    pub name: String,
    /// Whether it is an upgrade: no unit or model by itself, unless nothing else can be meant.
    pub is_upgrade: bool,
    /// How many.
    pub number: i64,
    /// What it has.
    pub inside: Vec<Chosen>,
}

/// Whether a file is called as rosters are.
pub fn is_roster(path: &Path) -> bool {
    path.extension().is_some_and(|end| ["ros", "rosz", "json"].iter().any(|known| end.eq_ignore_ascii_case(known)))
}

/// Reads a roster from the bytes of a file called `name`.
///
/// # Errors
/// When it is none, or too large.
pub fn read(name: &str, bytes: Vec<u8>) -> Result<Roster, Diagnostic> {
    let packed = bytes.starts_with(b"PK");
    let bytes = if packed { unpacked(bytes).map_err(|fault| fault.within(name))? } else { bytes };
    if bytes.len() as u64 > LARGEST {
        return Err(too_large().within(name));
    }
    let source = Source::of_bytes(name.to_owned(), bytes)?;
    let read = if source.text.trim_start().starts_with('{') { of_json(&source) } else { of_xml(&source.text) };
    read.map_err(|fault| {
        // A place within an archive leads nowhere.
        let fault = if packed { Diagnostic { span: None, ..fault } } else { fault };
        fault.within(name)
    })
}

fn too_large() -> Diagnostic {
    Diagnostic::new(format!("a roster of more than {} MB is not read", LARGEST >> 20))
}

/// The roster within an archive.
fn unpacked(bytes: Vec<u8>) -> Result<Vec<u8>, Diagnostic> {
    let damaged = |error: &dyn std::fmt::Display| Diagnostic::new(format!("this archive cannot be read: {error}"));
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
    let names: Vec<String> = archive.file_names().flatten().map(|name| name.to_string()).collect();
    let inside = names.into_iter().find(|name| name.to_lowercase().ends_with(".ros"));
    let inside = inside.ok_or_else(|| Diagnostic::new("this archive holds no roster: no file in it ends in .ros"))?;
    let file = archive.by_name(&inside).map_err(|error| damaged(&error))?;
    let mut text = Vec::new();
    // An archive may say less of its size than it has.
    file.take(LARGEST + 1).read_to_end(&mut text).map_err(|error| damaged(&error))?;
    Ok(text)
}

/// One of several ways to write the same tree.
trait Part: Copy {
    fn text(self, key: &str) -> Option<String>;
    fn number(self, key: &str) -> Option<f64>;
    /// The parts of the list `key`, each a `member` where members have names.
    fn parts(self, key: &str, member: &str) -> Vec<Self>;
}

impl Part for Node<'_, '_> {
    fn text(self, key: &str) -> Option<String> {
        self.attribute(key).map(str::to_owned)
    }

    fn number(self, key: &str) -> Option<f64> {
        self.attribute(key)?.trim().parse().ok()
    }

    fn parts(self, key: &str, member: &str) -> Vec<Self> {
        let lists = self.children().filter(|node| node.tag_name().name() == key);
        lists.flat_map(|list| list.children()).filter(|node| node.tag_name().name() == member).collect()
    }
}

impl Part for &Value {
    fn text(self, key: &str) -> Option<String> {
        self.get(key)?.as_str().map(str::to_owned)
    }

    fn number(self, key: &str) -> Option<f64> {
        let value = self.get(key)?;
        value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())
    }

    fn parts(self, key: &str, _member: &str) -> Vec<Self> {
        self.get(key).and_then(Value::as_array).into_iter().flatten().collect()
    }
}

fn of_xml(text: &str) -> Result<Roster, Diagnostic> {
    let document = Document::parse(text).map_err(|error| {
        let place = error.pos();
        let line: usize = text.split_inclusive('\n').take(place.row as usize - 1).map(str::len).sum();
        let column = text[line..].char_indices().nth(place.col as usize - 1).map_or(0, |(at, _)| at);
        Diagnostic::new(format!("this is not a roster: {error}")).at(line + column..line + column)
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "roster" {
        let message = format!("this is not a roster but a `{}`", root.tag_name().name());
        return Err(Diagnostic::new(message).at(root.range().start..root.range().start).allowing(["<roster ...>"]));
    }
    of_part(root)
}

fn of_json(source: &Source) -> Result<Roster, Diagnostic> {
    let document: Value =
        serde_json::from_str(&source.text).map_err(|error| files::not_json(source, "a roster", &error))?;
    let roster = document.get("roster").filter(|roster| roster.get("forces").is_some());
    of_part(roster.ok_or_else(|| {
        Diagnostic::new("this is not a roster: it has no `roster` with `forces`")
            .allowing(["{ \"roster\": { \"forces\": [...] } }"])
    })?)
}

fn of_part<P: Part>(roster: P) -> Result<Roster, Diagnostic> {
    let mut chosen = Vec::new();
    forces(roster, 0, &mut chosen)?;
    let costs: Vec<f64> = roster
        .parts("costs", "cost")
        .into_iter()
        .filter_map(|cost| cost.number("value"))
        .filter(|cost| *cost > 0.0)
        .collect();
    Ok(Roster {
        name: name_of(roster),
        game: roster.text("gameSystemName").unwrap_or_default(),
        // Several kinds of costs are points, power, crew, and no one tells which is which.
        points: if let [points] = costs[..] { Some(points) } else { None },
        chosen,
    })
}

fn name_of<P: Part>(part: P) -> String {
    part.text("name").unwrap_or_default().trim().to_owned()
}

/// What the forces of a part have chosen; forces may have forces.
fn forces<P: Part>(part: P, depth: usize, chosen: &mut Vec<Chosen>) -> Result<(), Diagnostic> {
    for force in part.parts("forces", "force") {
        chosen.extend(choices(force, depth + 1)?);
        forces(force, depth + 1, chosen)?;
    }
    Ok(())
}

fn choices<P: Part>(part: P, depth: usize) -> Result<Vec<Chosen>, Diagnostic> {
    let selections = part.parts("selections", "selection");
    if depth > DEEPEST && !selections.is_empty() {
        return Err(Diagnostic::new(format!("this roster has choices within choices more than {DEEPEST} deep")));
    }
    let read = |selection: P| {
        let number = selection.number("number").filter(|number| (0.0..=1e6).contains(number)).unwrap_or(1.0);
        Ok(Chosen {
            name: name_of(selection),
            is_upgrade: selection.text("type").as_deref() == Some("upgrade"),
            number: number as i64,
            inside: choices(selection, depth + 1)?,
        })
    };
    selections.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::write::SimpleFileOptions;

    use super::*;

    const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<roster name="My army" gameSystemName="Zoo" xmlns="http://www.battlescribe.net/schema/rosterSchema">
 <costs><cost name="pts" value="100.0"/><cost name="PL" value="0"/></costs>
 <forces><force name="Main"><selections>
  <selection name="Squad &amp; leader" type="unit" number="1"><selections>
   <selection name="Soldier" type="model" number="4"><selections><selection name="Gun" type="upgrade" number="4"/></selections></selection>
  </selections></selection></selections>
  <forces><force name="Allies"><selections><selection name="Tank" type="model" number="2"/></selections></force></forces>
 </force></forces>
</roster>"#;

    const JSON: &str = r#"{"roster": {"name": "My army", "gameSystemName": "Zoo", "costs": [{"name": "pts", "value": 100}],
 "forces": [{"name": "Main", "selections": [{"name": "Squad & leader", "type": "unit", "number": 1, "selections": [
   {"name": "Soldier", "type": "model", "number": 4, "selections": [{"name": "Gun", "type": "upgrade", "number": 4}]}]}],
   "forces": [{"name": "Allies", "selections": [{"name": "Tank", "type": "model", "number": 2}]}]}]}}"#;

    fn packed(name: &str) -> Vec<u8> {
        let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(XML.as_bytes()).unwrap();
        archive.finish().unwrap().into_inner()
    }

    #[test]
    fn every_form_of_a_roster_says_the_same() {
        let roster = read("a.ros", XML.into()).unwrap();
        assert_eq!((roster.name.as_str(), roster.game.as_str(), roster.points), ("My army", "Zoo", Some(100.0)));
        assert_eq!(roster.chosen.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["Squad & leader", "Tank"]);
        let soldiers = &roster.chosen[0].inside[0];
        assert_eq!((soldiers.number, soldiers.is_upgrade, soldiers.inside[0].is_upgrade), (4, false, true));
        assert_eq!(read("a.json", JSON.into()).unwrap(), roster);
        assert_eq!(read("a.rosz", packed("My army.ros")).unwrap(), roster);
    }

    #[test]
    fn what_is_no_roster_is_refused_where_it_goes_wrong() {
        for (text, part) in [
            ("<roster><forces></roster>", "1:"),
            ("<catalogue/>", "not a roster but a `catalogue`"),
            ("{\"units\": []}", "no `roster` with `forces`"),
            ("{\"roster\": ", "not a roster"),
            ("", "not a roster"),
            ("<!DOCTYPE r [<!ENTITY a \"b\">]><r>&a;</r>", "not a roster"),
        ] {
            let fault = read("a.ros", text.into()).unwrap_err();
            assert!(fault.message.contains(part) && fault.source == "a.ros", "{text}: {fault}");
        }
        assert!(read("a.rosz", packed("list.txt")).unwrap_err().message.contains("no file in it ends in .ros"));
        let whole = packed("a.ros");
        for end in [2, 40, whole.len() - 30] {
            assert!(read("a.rosz", whole[..end].to_vec()).unwrap_err().message.contains("cannot be read"), "{end}");
        }
        let deep = |choices: usize| {
            let [open, close] = ["<selections><selection>", "</selection></selections>"].map(|tag| tag.repeat(choices));
            read("a.ros", format!("<roster><forces><force>{open}{close}</force></forces></roster>").into_bytes())
        };
        assert!(deep(60).is_ok());
        assert!(deep(100).unwrap_err().message.contains("deep"));
    }
}
