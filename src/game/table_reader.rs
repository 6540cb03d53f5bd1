//! The reader of TOML tables that users write: every value keeps its place, and one reading finds all that is wrong.
//!
//! A [`Node`] is a value with its place; a [`TableReader`] fills in a table key by key, remembers which keys it was asked for,
//! and at the end refuses all others.

use std::ops::{Range, RangeInclusive};

use super::{Diagnostic, Diagnostics, Override, Source, name_fault};

/// Where a value was written.
#[derive(Clone, Debug, PartialEq)]
enum Place {
    /// At these bytes of the file.
    File(Range<usize>),
    /// In the override of this key.
    Override(String),
    /// In the inputs of a resolution, under this key; empty for all of them.
    Input(String),
}

/// A value of a TOML file, with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    place: Place,
    body: Body,
    /// What the file has here, where an override has taken its place.
    written: Option<Box<Node>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Body {
    Text(String),
    Whole(i64),
    Real(f64),
    Flag(bool),
    Date,
    Nothing,
    List(Vec<Node>),
    Table(Vec<Entry>),
}

/// A key of a table and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    place: Place,
    /// The value.
    pub node: Node,
}

impl Entry {
    /// A diagnostic, located at the key itself.
    #[must_use]
    pub fn locate(&self, diagnostic: Diagnostic) -> Diagnostic {
        self.place.mark(diagnostic)
    }
}

impl Place {
    fn mark(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self {
            Place::File(span) => diagnostic.at(span.clone()),
            Place::Override(key) => diagnostic.within(&format!("override `{key}`")),
            Place::Input(key) if key.is_empty() => diagnostic.within("inputs"),
            Place::Input(key) => diagnostic.within(&format!("input `{key}`")),
        }
    }
}

impl Node {
    /// Reads a whole file with `read`, once the overrides whose key begins with `root` and a dot have been put at their
    /// paths; the others are meant for other files and left alone.
    ///
    /// # Errors
    /// Everything wrong with the file and with the overrides.
    pub fn read_with<T>(
        source: &Source,
        overrides: &[Override],
        root: &str,
        read: impl FnOnce(&Node, &mut Diagnostics) -> Option<T>,
    ) -> Result<T, Diagnostics> {
        let mut file = Self::parse(source)?;
        let mut diagnostics = Diagnostics::new();
        for change in overrides {
            let Some(path) = change.key.strip_prefix(root).and_then(|path| path.strip_prefix('.')) else { continue };
            let path: Vec<&str> = path.split('.').collect();
            file.put(&path, &change.value, &change.key).unwrap_or_else(|diagnostic| diagnostics.push(diagnostic));
        }
        match read(&file, &mut diagnostics) {
            Some(whole) if diagnostics.is_empty() => Ok(whole),
            _ => Err(diagnostics.into_iter().map(|diagnostic| diagnostic.within(&source.name)).collect()),
        }
    }

    /// Parses a file; the node is its table.
    ///
    /// # Errors
    /// Everything that is not TOML in it.
    pub fn parse(source: &Source) -> Result<Node, Diagnostics> {
        let (table, errors) = toml::de::DeTable::parse_recoverable(&source.text);
        if !errors.is_empty() {
            return Err(errors.iter().map(|error| Diagnostic::from_toml(error).within(&source.name)).collect());
        }
        let span = table.span();
        Ok(Node { place: Place::File(span), body: Body::of_table(table.get_ref()), written: None })
    }

    fn of(value: &toml::Spanned<toml::de::DeValue<'_>>) -> Node {
        Node { place: Place::File(value.span()), body: Body::of(value.get_ref()), written: None }
    }

    fn of_override(value: &toml::Value, key: &str) -> Node {
        let body = match value {
            toml::Value::String(text) => Body::Text(text.clone()),
            toml::Value::Integer(number) => Body::Whole(*number),
            toml::Value::Float(number) => Body::Real(*number),
            toml::Value::Boolean(flag) => Body::Flag(*flag),
            toml::Value::Datetime(_) => Body::Date,
            toml::Value::Array(list) => Body::List(list.iter().map(|item| Node::of_override(item, key)).collect()),
            toml::Value::Table(table) => Body::Table(
                table
                    .iter()
                    .map(|(name, item)| Entry {
                        key: name.clone(),
                        place: Place::Override(key.to_owned()),
                        node: Node::of_override(item, key),
                    })
                    .collect(),
            ),
        };
        Node { place: Place::Override(key.to_owned()), body, written: None }
    }

    /// The inputs of a resolution; the node is their table.
    #[must_use]
    pub fn inputs(map: &serde_json::Map<String, serde_json::Value>) -> Node {
        Node::of_inputs(map, "")
    }

    fn of_inputs(map: &serde_json::Map<String, serde_json::Value>, key: &str) -> Node {
        let dot = if key.is_empty() { "" } else { "." };
        let entry = |(name, value): (&String, &serde_json::Value)| {
            let key = format!("{key}{dot}{name}");
            let node = Node::of_input(value, &key);
            Entry { key: name.clone(), place: Place::Input(key), node }
        };
        let body = Body::Table(map.iter().map(entry).collect());
        Node { place: Place::Input(key.to_owned()), body, written: None }
    }

    fn of_input(value: &serde_json::Value, key: &str) -> Node {
        use serde_json::Value;
        let item = |(at, value)| Node::of_input(value, &format!("{key}[{at}]"));
        let body = match value {
            Value::Null => Body::Nothing,
            Value::Bool(flag) => Body::Flag(*flag),
            Value::Number(number) => {
                number.as_i64().map_or_else(|| Body::Real(number.as_f64().unwrap_or(f64::NAN)), Body::Whole)
            }
            Value::String(text) => Body::Text(text.clone()),
            Value::Array(list) => Body::List(list.iter().enumerate().map(item).collect()),
            Value::Object(map) => return Node::of_inputs(map, key),
        };
        Node { place: Place::Input(key.to_owned()), body, written: None }
    }

    /// Puts `value` in the place of the one at `path`, or adds it to the table there; `key` is the whole key of the
    /// override, for complaints.
    ///
    /// # Errors
    /// When the table that `path` leads to does not exist.
    pub fn put(&mut self, path: &[&str], value: &toml::Value, key: &str) -> Result<(), Diagnostic> {
        let source = format!("override `{key}`");
        let Body::Table(entries) = &mut self.body else {
            return Err(Diagnostic::new(format!("`{key}` goes deeper than the file, which has a single value there"))
                .within(&source));
        };
        let Some((first, rest)) = path.split_first() else {
            return Err(Diagnostic::new(format!("`{key}` names a table, not a value")).within(&source));
        };
        let at = entries.iter().position(|entry| entry.key == *first);
        match (at, rest.is_empty()) {
            (Some(at), false) => entries[at].node.put(rest, value, key),
            (None, false) => {
                let known = entries.iter().filter(|entry| matches!(entry.node.body, Body::Table(_)));
                Err(Diagnostic::unknown("table", first, known.map(|entry| entry.key.as_str())).within(&source))
            }
            (Some(at), true) if matches!(entries[at].node.body, Body::Table(_)) => {
                Err(Diagnostic::new(format!("`{key}` names a table, not a value")).within(&source))
            }
            (Some(at), true) => {
                let node = &mut entries[at].node;
                let mut before = std::mem::replace(node, Node::of_override(value, key));
                let written = before.written.take();
                node.written = Some(written.unwrap_or_else(|| Box::new(before)));
                Ok(())
            }
            (None, true) => {
                let place = Place::Override(key.to_owned());
                entries.push(Entry { key: (*first).to_owned(), place, node: Node::of_override(value, key) });
                Ok(())
            }
        }
    }

    /// What the file has in this place, whatever an override puts there.
    #[must_use]
    pub fn as_written(&self) -> &Node {
        self.written.as_deref().unwrap_or(self)
    }

    /// What the file has in this place; none where it has nothing and an override adds something.
    #[must_use]
    pub fn in_file(&self) -> Option<&Node> {
        let written = self.as_written();
        matches!(written.place, Place::File(_)).then_some(written)
    }

    /// A diagnostic, located at this value.
    #[must_use]
    pub fn locate(&self, diagnostic: Diagnostic) -> Diagnostic {
        self.place.mark(diagnostic)
    }

    /// A diagnostic, located at bytes of this string; at the whole of it when the file, whose text is
    /// `file`, does not have it letter by letter.
    #[must_use]
    pub fn locate_within(&self, file: &str, part: Range<usize>, diagnostic: Diagnostic) -> Diagnostic {
        let start = match (&self.place, &self.body) {
            (Place::File(span), Body::Text(text)) => {
                file.get(span.clone()).and_then(|raw| raw.find(text.as_str())).map(|at| span.start + at)
            }
            _ => None,
        };
        match start {
            Some(start) => diagnostic.at(start + part.start..start + part.end),
            None => self.locate(diagnostic),
        }
    }

    fn refuse(&self, wanted: impl Into<String>) -> Diagnostic {
        let (wanted, got) = (wanted.into(), self.body.name());
        self.locate(
            Diagnostic::new(format!("expected {wanted}, found {got}"))
                .label(format!("not {wanted}"))
                .allowing([wanted]),
        )
    }

    /// A string.
    ///
    /// # Errors
    /// When it is something else.
    pub fn text(&self) -> Result<&str, Diagnostic> {
        match &self.body {
            Body::Text(text) => Ok(text),
            _ => Err(self.refuse("a string")),
        }
    }

    /// A name: a string that can be shown in one line.
    ///
    /// # Errors
    /// When it is something else, empty, too long, or has control characters.
    pub fn name(&self) -> Result<&str, Diagnostic> {
        let text = self.text()?;
        name_fault(text).map_or(Ok(text), |fault| Err(self.locate(Diagnostic::new(fault))))
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// When it is something else.
    pub fn flag(&self) -> Result<bool, Diagnostic> {
        match self.body {
            Body::Flag(flag) => Ok(flag),
            _ => Err(self.refuse("true or false")),
        }
    }

    /// A whole number within `range`.
    ///
    /// # Errors
    /// When it is something else.
    pub fn whole<T: TryFrom<i64>>(&self, range: RangeInclusive<i64>) -> Result<T, Diagnostic> {
        let number = match self.body {
            Body::Whole(number) => Some(number),
            Body::Real(number) if number.fract() == 0.0 && number.abs() < 1e15 => Some(number as i64),
            _ => None,
        };
        number.filter(|number| range.contains(number)).and_then(|number| T::try_from(number).ok()).ok_or_else(
            || match (range.start(), range.end()) {
                (low, high) if low == high => self.refuse(low.to_string()),
                (low, high) => self.refuse(format!("a whole number from {low} to {high}")),
            },
        )
    }

    /// A number within `range`; whole numbers count.
    ///
    /// # Errors
    /// When it is something else, or not finite.
    pub fn number(&self, range: RangeInclusive<f64>) -> Result<f64, Diagnostic> {
        let number = match self.body {
            Body::Whole(number) => Some(number as f64),
            Body::Real(number) => Some(number),
            _ => None,
        };
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| self.refuse(format!("a number from {} to {}", range.start(), range.end())))
    }

    /// One of the words of `choices`, `what` being the kind of thing they are.
    ///
    /// # Errors
    /// When it is something else.
    pub fn one_of<T: Copy>(&self, what: &str, choices: &[(&str, T)]) -> Result<T, Diagnostic> {
        let word = self.text()?;
        choices
            .iter()
            .find(|(key, _)| *key == word)
            .map(|(_, value)| *value)
            .ok_or_else(|| self.locate(Diagnostic::unknown(what, word, choices.iter().map(|(key, _)| *key))))
    }

    /// The index of one of the words of `names`, `what` being the kind of thing they are.
    ///
    /// # Errors
    /// When it is something else.
    pub fn index_in(&self, what: &str, names: &[&str]) -> Result<usize, Diagnostic> {
        let word = self.text()?;
        names
            .iter()
            .position(|name| *name == word)
            .ok_or_else(|| self.locate(Diagnostic::unknown(what, word, names.iter().copied())))
    }

    /// The value of a switch, as it would be spelt in a string: numbers and flags may stand bare, and a list means its
    /// words.
    ///
    /// # Errors
    /// When it is something else.
    pub fn switch(&self) -> Result<String, Diagnostic> {
        match &self.body {
            Body::Text(text) => Ok(text.clone()),
            Body::Whole(_) | Body::Real(_) | Body::Flag(_) => Ok(self.body.name()),
            Body::List(list) => Ok(list.iter().map(Node::text).collect::<Result<Vec<_>, _>>()?.join(",")),
            Body::Date | Body::Nothing | Body::Table(_) => Err(self.refuse("the value of a switch")),
        }
    }

    /// The value as JSON, for comparisons; dates are null.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        match &self.body {
            Body::Text(text) => text.as_str().into(),
            Body::Whole(number) => (*number).into(),
            Body::Real(number) => (*number).into(),
            Body::Flag(flag) => (*flag).into(),
            Body::Date | Body::Nothing => serde_json::Value::Null,
            Body::List(list) => list.iter().map(Node::json).collect(),
            Body::Table(entries) => entries.iter().map(|entry| (entry.key.clone(), entry.node.json())).collect(),
        }
    }

    /// A list.
    ///
    /// # Errors
    /// When it is something else.
    pub fn list(&self) -> Result<&[Node], Diagnostic> {
        match &self.body {
            Body::List(list) => Ok(list),
            _ => Err(self.refuse("a list")),
        }
    }

    /// The entries of a table, in the order of the file.
    ///
    /// # Errors
    /// When it is something else.
    pub fn entries(&self) -> Result<&[Entry], Diagnostic> {
        match &self.body {
            Body::Table(entries) => Ok(entries),
            _ => Err(self.refuse("a table")),
        }
    }
}

impl Body {
    fn of(value: &toml::de::DeValue<'_>) -> Body {
        use toml::de::DeValue;
        match value {
            DeValue::String(text) => Body::Text(text.to_string()),
            // A whole number too large to count with is as good as any other number that is too large.
            DeValue::Integer(number) => {
                i64::from_str_radix(number.as_str(), number.radix()).map_or(Body::Real(f64::INFINITY), Body::Whole)
            }
            DeValue::Float(number) => Body::Real(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(flag) => Body::Flag(*flag),
            DeValue::Datetime(_) => Body::Date,
            DeValue::Array(list) => Body::List(list.iter().map(Node::of).collect()),
            DeValue::Table(table) => Body::of_table(table),
        }
    }

    fn of_table(table: &toml::de::DeTable<'_>) -> Body {
        let entry = |(key, value): (&toml::Spanned<toml::de::DeString<'_>>, _)| Entry {
            key: key.get_ref().to_string(),
            place: Place::File(key.span()),
            node: Node::of(value),
        };
        let mut order: Vec<_> = table.iter().collect();
        order.sort_by_key(|(key, _)| key.span().start);
        Body::Table(order.into_iter().map(entry).collect())
    }

    fn name(&self) -> String {
        match self {
            Body::Text(text) => format!("\"{text}\""),
            Body::Whole(number) => number.to_string(),
            Body::Real(number) => number.to_string(),
            Body::Flag(flag) => flag.to_string(),
            Body::Date => "a date".to_owned(),
            Body::Nothing => "nothing".to_owned(),
            Body::List(_) => "a list".to_owned(),
            Body::Table(_) => "a table".to_owned(),
        }
    }
}

/// Reads every entry of a table whose entries are of the kind `what`, of which there must be 1 to `most`; nothing, without a
/// diagnostic of its own, when the table is missing.
pub fn read_each<T>(
    what: &str,
    table: Option<&Node>,
    most: usize,
    diagnostics: &mut Diagnostics,
    mut read: impl FnMut(&Entry, &mut Diagnostics) -> Option<T>,
) -> Vec<T> {
    let Some(table) = table else { return Vec::new() };
    let entries = table.entries().unwrap_or_else(|diagnostic| {
        diagnostics.push(diagnostic);
        &[]
    });
    if entries.is_empty() || entries.len() > most {
        diagnostics
            .push(table.locate(Diagnostic::new(format!("a codex has 1 to {most} entries of the kind `{what}`"))));
    }
    entries.iter().take(most).filter_map(|entry| read(entry, diagnostics)).collect()
}

/// A table that is being read.
#[derive(Debug)]
pub struct TableReader<'n, 'f> {
    what: String,
    node: &'n Node,
    entries: &'n [Entry],
    asked: Vec<&'static str>,
    diagnostics: &'f mut Diagnostics,
}

impl<'n, 'f> TableReader<'n, 'f> {
    /// Opens the table of `node`, which is `what` in complaints; none, with a diagnostic, when it is no table.
    pub fn open(what: impl Into<String>, node: &'n Node, diagnostics: &'f mut Diagnostics) -> Option<Self> {
        match node.entries() {
            Ok(entries) => Some(Self { what: what.into(), node, entries, asked: Vec::new(), diagnostics }),
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                None
            }
        }
    }

    /// The value of a key that may be missing; a null counts as missing.
    pub fn node(&mut self, key: &'static str) -> Option<&'n Node> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        let found = self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node);
        found.filter(|node| node.body != Body::Nothing)
    }

    /// Reads a key that may be missing; none as well, with a diagnostic, when its value is wrong.
    pub fn optional<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&'n Node) -> Result<T, Diagnostic>,
    ) -> Option<T> {
        let node = self.node(key)?;
        read(node).map_err(|diagnostic| self.diagnostics.push(diagnostic)).ok()
    }

    /// Reads a key, or takes the default.
    pub fn or<T>(&mut self, key: &'static str, default: T, read: impl FnOnce(&'n Node) -> Result<T, Diagnostic>) -> T {
        self.optional(key, read).unwrap_or(default)
    }

    /// The value of a key that may not be missing; none, with a diagnostic, when it is.
    pub fn required_node(&mut self, key: &'static str) -> Option<&'n Node> {
        let node = self.node(key);
        if node.is_none() {
            let diagnostic = Diagnostic::new(self.lacks(key)).label(format!("`{key}` is missing here"));
            self.diagnostics.push(self.node.locate(diagnostic));
        }
        node
    }

    /// Reads a key that may not be missing; none, with a diagnostic, when it is, or when its value is wrong.
    pub fn required<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&'n Node) -> Result<T, Diagnostic>,
    ) -> Option<T> {
        let node = self.required_node(key)?;
        read(node).map_err(|diagnostic| self.diagnostics.push(diagnostic)).ok()
    }

    /// Where the diagnostics of this table go.
    pub fn diagnostics(&mut self) -> &mut Diagnostics {
        self.diagnostics
    }

    /// What is said of a key that is missing.
    fn lacks(&self, key: &str) -> String {
        format!("{} lacks `{key}`", self.what)
    }

    /// Refuses the keys that nobody asked for. One that is misspelt is not missing as well.
    pub fn close(self) {
        for entry in self.entries.iter().filter(|entry| !self.asked.contains(&entry.key.as_str())) {
            let mut diagnostic = Diagnostic::unknown("key", &entry.key, &self.asked);
            if let Some(meant) = diagnostic.nearest.as_deref() {
                let lacks = self.lacks(meant);
                self.diagnostics.retain(|known| known.message != lacks);
            }
            diagnostic.message = format!("unknown key `{}` in {}", entry.key, self.what);
            self.diagnostics.push(entry.locate(diagnostic));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<u8>, Option<bool>, Diagnostics) {
        let node = Node::parse(&Source { name: "test".into(), text: text.into() }).unwrap();
        let mut diagnostics = Diagnostics::new();
        let mut table = TableReader::open("the test", &node, &mut diagnostics).unwrap();
        let (speed, tall) = (table.required("speed", |n| n.whole(0..=9)), table.optional("tall", Node::flag));
        table.close();
        (speed, tall, diagnostics)
    }

    #[test]
    fn reads_what_is_right() {
        assert_eq!(read("speed = 3\ntall = true"), (Some(3), Some(true), vec![]));
        assert_eq!(read("speed = 3.0"), (Some(3), None, vec![]));
    }

    #[test]
    fn finds_all_diagnostics_at_their_places() {
        let (_, _, diagnostics) = read("spede = 3\ntall = 1");
        // `speed` is misspelt, and so not missing as well.
        assert_eq!(diagnostics.len(), 2);
        assert_eq!(diagnostics[0].message, "expected true or false, found 1");
        assert_eq!(diagnostics[0].span, Some(17..18));
        assert_eq!(diagnostics[1].nearest.as_deref(), Some("speed"));
        assert_eq!(diagnostics[1].span, Some(0..5));
        assert_eq!(read("tall = true").2[0].message, "the test lacks `speed`");
        assert_eq!(read("speed = 99999999999999999999").2.len(), 1);
    }

    #[test]
    fn diagnostics_are_placed_within_a_string_that_is_written_plainly() {
        for (text, span) in [("a = \"\"\"\nxyz\"\"\"", 9..10), ("a = 'xyz'", 6..7), ("a = \"\\u0078yz\"", 4..14)] {
            let root = Node::parse(&Source { name: "test".into(), text: text.into() }).unwrap();
            let node = &root.entries().unwrap()[0].node;
            assert_eq!(node.locate_within(text, 1..2, Diagnostic::new("")).span, Some(span), "{text}");
        }
    }

    #[test]
    fn inputs_keep_their_keys_as_places() {
        let map = serde_json::json!({"a": [{"b": null}], "c": 2.5, "d": ["x", "y"]});
        let node = Node::inputs(map.as_object().unwrap());
        let entries = node.entries().unwrap();
        let inner = &entries[0].node.list().unwrap()[0].entries().unwrap()[0].node;
        assert_eq!(inner.text().unwrap_err().to_string(), "input `a[0].b`: expected a string, found nothing");
        assert!(entries[1].node.whole::<u8>(0..=9).is_err());
        assert_eq!(entries[1].node.switch().unwrap(), "2.5");
        assert_eq!(entries[2].node.switch().unwrap(), "x,y");
        assert_eq!(node.text().unwrap_err().source, "inputs");
    }

    #[test]
    fn a_null_is_a_value_left_out_but_its_key_must_be_known() {
        let map = serde_json::json!({"speed": null, "tall": null, "wide": null});
        let node = Node::inputs(map.as_object().unwrap());
        let mut diagnostics = Diagnostics::new();
        let mut table = TableReader::open("the test", &node, &mut diagnostics).unwrap();
        assert_eq!(
            (table.or("tall", true, Node::flag), table.required::<u8>("speed", |n| n.whole(0..=9))),
            (true, None)
        );
        table.close();
        let messages: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
        assert_eq!(messages, ["the test lacks `speed`", "unknown key `wide` in the test"]);
    }

    #[test]
    fn overrides_replace_and_add_but_never_open_a_table() {
        let mut node = Node::parse(&Source { name: "test".into(), text: "[a]\nb = 1".into() }).unwrap();
        node.put(&["a", "b"], &toml::Value::Integer(2), "a.b").unwrap();
        node.put(&["a", "c"], &toml::Value::Integer(3), "a.c").unwrap();
        let entries = node.entries().unwrap()[0].node.entries().unwrap();
        assert_eq!(entries.iter().map(|e| e.node.whole(0..=9).unwrap()).collect::<Vec<u8>>(), [2, 3]);
        assert!(node.put(&["a"], &toml::Value::Integer(2), "a").is_err());
        assert!(node.put(&["a", "b", "c"], &toml::Value::Integer(2), "a.b.c").is_err());
        let diagnostic = node.put(&["aa", "b"], &toml::Value::Integer(2), "aa.b").unwrap_err();
        assert_eq!((diagnostic.nearest.as_deref(), diagnostic.source.as_str()), (Some("a"), "override `aa.b`"));
    }

    #[test]
    fn what_an_override_replaces_is_not_lost() {
        let source = Source { name: "file".to_owned(), text: "a = 1".to_owned() };
        let changes = [2, 3].map(|value| Override { key: "x.a".to_owned(), value: value.into() });
        let read = |changes: &[Override]| {
            let both = |root: &Node, diagnostics: &mut Diagnostics| {
                let mut table = TableReader::open("table", root, diagnostics)?;
                let node = table.required_node("a")?;
                Some((node.whole::<u8>(0..=9).unwrap(), node.as_written().whole::<u8>(0..=9).unwrap()))
            };
            Node::read_with(&source, changes, "x", both)
        };
        assert_eq!((read(&[]), read(&changes)), (Ok((1, 1)), Ok((3, 1))));
    }
}
