//! Army lists: what every ruleset reads of them, and what a list that was read is to the outside.
//!
//! A ruleset says what its lists are made of ([`Catalogue`]), opens the file's table, asks for its own keys, and hands the
//! ones that name units to a [`ListReader`]; what it finds out beside the [`Roster`]'s fields is the roster's `own`.

use super::switches::choices;
use super::{Army, Diagnostic, Diagnostics, Entry, Node, Source, TableReader, UnitDoc};

choices! {
    /// `over-points`: what becomes of a list that keeps no limit of points, as old lists may not at new prices.
    OverPoints {
        /// It is refused, as the rules of lists say.
        Refused = "refused",
        /// It plays, and what it is over is told.
        Told = "told",
    }
}

/// How a list over its points is played.
const PLAYED_ALL_THE_SAME: &str = "the list as it is, over its points: `--rule over-points=told`";

/// What lists are made of: the unit types of a codex, by index.
pub trait Catalogue {
    /// The check that fails when a list names a unit that there is not.
    const UNKNOWN_UNIT: &'static str = "unknown-unit";
    /// The check that fails when a list has less than one of a unit, or no whole number; none where the game names none.
    const BAD_COUNT: Option<&'static str> = Some("bad-count");

    /// How many unit types there are.
    fn size(&self) -> usize;

    /// Key of a unit type.
    fn key(&self, unit: usize) -> &str;

    /// What one costs, points.
    fn cost(&self, unit: usize) -> f64;

    /// A line about a unit type.
    fn about(&self, unit: usize) -> String;

    /// Other names that a unit type goes by.
    fn aliases(&self, unit: usize) -> Vec<&str> {
        let _ = unit;
        Vec::new()
    }

    /// The unit type that goes by `name`; a key comes before all other names.
    fn find(&self, name: &str) -> Option<usize> {
        let by_key = (0..self.size()).find(|unit| self.key(*unit) == name);
        by_key.or_else(|| (0..self.size()).find(|unit| self.aliases(*unit).contains(&name)))
    }

    /// Keys of all unit types, in order.
    fn keys(&self) -> Vec<String> {
        (0..self.size()).map(|unit| self.key(unit).to_owned()).collect()
    }

    /// All unit types, described.
    fn docs(&self) -> Vec<UnitDoc> {
        let doc = |unit| UnitDoc { name: self.key(unit).to_owned(), cost: self.cost(unit), about: self.about(unit) };
        (0..self.size()).map(doc).collect()
    }

    /// The diagnostic of a name that no unit goes by.
    fn unknown(&self, name: &str) -> Diagnostic {
        let names = |unit| std::iter::once(self.key(unit)).chain(self.aliases(unit));
        let mut diagnostic =
            Diagnostic::unknown("unit", name, (0..self.size()).flat_map(names)).rule(Self::UNKNOWN_UNIT);
        diagnostic.nearest = diagnostic.nearest.and_then(|name| Some(self.key(self.find(&name)?).to_owned()));
        diagnostic.allowed = self.keys();
        diagnostic
    }
}

/// An army list that breaks no rule of its own; `D` is what only its game knows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster<D> {
    /// Where it was read, for complaints.
    pub source: String,
    /// Name that the list gives itself.
    pub name: String,
    /// The list's usual doctrine.
    pub doctrine: Option<String>,
    /// Unit types by index, in the order of the codex, whatever the order of the file.
    pub units: Vec<u8>,
    /// Total cost in points.
    pub cost: f64,
    /// Points that it was made for, where the list or the rules set a limit.
    pub limit: Option<f64>,
    /// What is allowed, but hardly meant.
    pub warnings: Vec<String>,
    /// What the list says beside that.
    pub own: D,
}

impl<D> Roster<D> {
    /// Reads a list with `read`, which notes everything wrong with it.
    ///
    /// # Errors
    /// Everything wrong with the list; [`Diagnostic::rule`] is the name of the check that failed.
    pub fn read_with(
        source: &Source,
        read: impl FnOnce(&Node, &mut Diagnostics) -> Option<Self>,
    ) -> Result<Self, Diagnostics> {
        let roster = Node::read_with(source, &[], "", read)?;
        Ok(Self { source: source.name.clone(), ..roster })
    }

    /// The unit types and how many of each, for the outside.
    #[must_use]
    pub fn summary(&self, catalogue: &impl Catalogue) -> Army {
        let mut units: Vec<(String, u32)> = Vec::new();
        for unit in &self.units {
            let key = catalogue.key(usize::from(*unit));
            match units.last_mut() {
                Some((last, count)) if last == key => *count += 1,
                _ => units.push((key.to_owned(), 1)),
            }
        }
        Army {
            name: self.name.clone(),
            doctrine: self.doctrine.clone(),
            by_scenario: Vec::new(),
            units,
            extras: Vec::new(),
            cost: self.cost,
            limit: self.limit,
            warnings: self.warnings.clone(),
        }
    }
}

/// Reads the keys that every list begins with, `name` and `ruleset`, and returns the name.
pub fn read_name(table: &mut TableReader<'_, '_>, slug: &str) -> String {
    let name = table.required("name", Node::name).unwrap_or_default().to_owned();
    table.required("ruleset", |node| node.one_of("ruleset", &[(slug, ())]));
    name
}

/// The units of a list while they are gathered.
#[derive(Debug)]
pub struct ListReader<'a, C> {
    /// What there is.
    pub catalogue: &'a C,
    /// How many of each unit type the list has so far.
    pub counts: Vec<usize>,
    /// Where diagnostics go.
    pub diagnostics: &'a mut Diagnostics,
}

impl<'a, C: Catalogue> ListReader<'a, C> {
    /// A list of nothing yet.
    pub fn new(catalogue: &'a C, diagnostics: &'a mut Diagnostics) -> Self {
        Self { catalogue, counts: vec![0; catalogue.size()], diagnostics }
    }

    /// Notes that the check of this name fails at `node`.
    pub fn complain(&mut self, node: &Node, check: &str, message: impl Into<String>) {
        self.diagnostics.push(node.locate(Diagnostic::new(message).rule(check)));
    }

    /// Notes that a list keeps no limit of points: refused at `node`, or among the warnings, as `over` says.
    pub fn over_points(
        &mut self,
        over: OverPoints,
        node: &Node,
        check: &str,
        diagnostic: Diagnostic,
        warnings: &mut Vec<String>,
    ) {
        match over {
            OverPoints::Refused => {
                let allowed = diagnostic.allowed.iter().cloned().chain([PLAYED_ALL_THE_SAME.to_owned()]);
                let allowed: Vec<String> = allowed.collect();
                self.diagnostics.push(node.locate(diagnostic.rule(check).allowing(allowed)));
            }
            OverPoints::Told => warnings.push(format!("{} [{check}]", diagnostic.message)),
        }
    }

    /// The entries of a table; none, with a diagnostic, when it is something else.
    pub fn entries<'n>(&mut self, node: &'n Node) -> &'n [Entry] {
        node.entries().unwrap_or_else(|diagnostic| {
            self.diagnostics.push(diagnostic);
            &[]
        })
    }

    /// The items of a list; none, with a diagnostic, when it is something else.
    pub fn items<'n>(&mut self, node: &'n Node) -> &'n [Node] {
        node.list().unwrap_or_else(|diagnostic| {
            self.diagnostics.push(diagnostic);
            &[]
        })
    }

    /// The unit type that a string names.
    pub fn named(&mut self, node: &Node) -> Option<usize> {
        let name = node.text().map_err(|diagnostic| self.diagnostics.push(diagnostic)).ok()?;
        let found = self.catalogue.find(name);
        if found.is_none() {
            self.diagnostics.push(node.locate(self.catalogue.unknown(name)));
        }
        found
    }

    /// The unit type that a key names.
    pub fn keyed(&mut self, entry: &Entry) -> Option<usize> {
        let found = self.catalogue.find(&entry.key);
        if found.is_none() {
            self.diagnostics.push(entry.locate(self.catalogue.unknown(&entry.key)));
        }
        found
    }

    /// The unit type that a key names, and how many of it there are to be.
    pub fn counted(&mut self, entry: &Entry) -> Option<(usize, usize)> {
        // Below `[units]` TOML takes every key for one of that table.
        let is_no_number = entry.node.text().is_ok() || entry.node.list().is_ok();
        if is_no_number && self.catalogue.find(&entry.key).is_none() {
            let message =
                format!("`{}` is no unit and has no count: keys of the list stand above `[units]`", entry.key);
            self.diagnostics.push(entry.locate(Diagnostic::new(message).rule(C::UNKNOWN_UNIT)));
            return None;
        }
        let unit = self.keyed(entry);
        let count = entry.node.whole::<usize>(1..=10_000).map_err(|diagnostic| match C::BAD_COUNT {
            Some(check) => diagnostic.rule(check),
            None => diagnostic,
        });
        let count = count.map_err(|diagnostic| self.diagnostics.push(diagnostic)).ok();
        Some((unit?, count?))
    }

    /// All units, by index in the order of the codex; none, with a diagnostic at `place`, when they are more than `most`. `what`
    /// is the game's word for units.
    pub fn units(&mut self, place: &Node, most: usize, what: &str) -> Option<Vec<u8>> {
        let total: usize = self.counts.iter().sum();
        if total > most {
            let message = format!("a side has {most} {what} at most, this one {total}");
            self.diagnostics.push(place.locate(Diagnostic::new(message)));
            return None;
        }
        let each = self.counts.iter().enumerate();
        Some(each.flat_map(|(unit, count)| std::iter::repeat_n(unit as u8, *count)).collect())
    }

    /// Puts the named riders aboard the carrier at place `carrier` of the list, as pairs of rider and carrier. Units that may
    /// not ride, and those of which nobody is left, are refused with the diagnostics of `may_ride` and `none_left`.
    pub fn board(
        &mut self,
        riders: &[Node],
        carrier: u8,
        free: &mut Unassigned<'_>,
        may_ride: impl Fn(usize) -> Result<(), Diagnostic>,
        none_left: impl Fn(&str) -> Diagnostic,
    ) -> Vec<(u8, u8)> {
        let mut aboard = Vec::new();
        for node in riders {
            let Some(unit) = self.named(node) else { continue };
            let rider =
                may_ride(unit).and_then(|()| free.take_first(unit).ok_or_else(|| none_left(self.catalogue.key(unit))));
            match rider {
                Ok(rider) => aboard.push((rider, carrier)),
                Err(diagnostic) => self.diagnostics.push(node.locate(diagnostic)),
            }
        }
        aboard
    }
}

/// The units of a list that have not been told where to start.
#[derive(Clone, Debug)]
pub struct Unassigned<'u> {
    units: &'u [u8],
    free: Vec<u8>,
}

impl<'u> Unassigned<'u> {
    /// All of them.
    #[must_use]
    pub fn new(units: &'u [u8]) -> Self {
        Self { units, free: (0..units.len() as u8).collect() }
    }

    /// Takes the first unit of this type, as its place in the list.
    pub fn take_first(&mut self, unit: usize) -> Option<u8> {
        let found = self.free.iter().position(|at| usize::from(self.units[usize::from(*at)]) == unit)?;
        Some(self.free.remove(found))
    }

    /// Takes the last unit of this type, as its place in the list.
    pub fn take_last(&mut self, unit: usize) -> Option<u8> {
        let found = self.free.iter().rposition(|at| usize::from(self.units[usize::from(*at)]) == unit)?;
        Some(self.free.remove(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three unit types; the last one goes by another name too.
    struct Zoo;

    impl Catalogue for Zoo {
        fn size(&self) -> usize {
            3
        }
        fn key(&self, unit: usize) -> &str {
            ["cat", "dog", "elephant"][unit]
        }
        fn cost(&self, unit: usize) -> f64 {
            [1.0, 2.0, 20.0][unit]
        }
        fn about(&self, unit: usize) -> String {
            format!("animal {unit}")
        }
        fn aliases(&self, unit: usize) -> Vec<&str> {
            if unit == 2 { vec!["Jumbo"] } else { Vec::new() }
        }
    }

    /// A list, with who rides on whom; a diagnostic, with the check that failed.
    type Herd = Roster<Vec<(u8, u8)>>;
    type Complaint = (String, Option<String>);

    fn read(text: &str) -> Result<Herd, Vec<Complaint>> {
        let source = Source { name: "zoo.toml".into(), text: text.into() };
        let read = |root: &Node, diagnostics: &mut Diagnostics| {
            let mut table = TableReader::open("the list", root, diagnostics)?;
            let name = read_name(&mut table, "zoo");
            let doctrine = table.optional("doctrine", Node::text).map(str::to_owned);
            let (units, riders) = (table.required_node("units"), table.node("riders"));
            table.close();
            let mut list = ListReader::new(&Zoo, diagnostics);
            for entry in list.entries(units?) {
                if let Some((unit, count)) = list.counted(entry) {
                    list.counts[unit] += count;
                }
            }
            let units = list.units(units?, 5, "animals")?;
            let mut free = Unassigned::new(&units);
            let may_ride = |unit| if unit < 2 { Ok(()) } else { Err(Diagnostic::new("too heavy")) };
            let riders = riders.map_or(&[][..], |node| list.items(node));
            let own = list.board(riders, 4, &mut free, may_ride, |key| Diagnostic::new(format!("no {key} left")));
            let cost = units.iter().map(|unit| Zoo.cost(usize::from(*unit))).sum();
            let warnings = Vec::new();
            Some(Roster { source: String::new(), name, doctrine, units, cost, limit: None, warnings, own })
        };
        Roster::read_with(&source, read).map_err(|diagnostics| {
            assert!(diagnostics.iter().all(|diagnostic| diagnostic.source == "zoo.toml" && diagnostic.span.is_some()));
            diagnostics.into_iter().map(|diagnostic| (diagnostic.message, diagnostic.rule)).collect()
        })
    }

    #[test]
    fn a_list_has_its_units_in_the_order_of_the_codex_and_its_riders_by_place() {
        let text = "name = \"z\"\nruleset = \"zoo\"\ndoctrine = \"d\"\nriders = [\"dog\", \"cat\"]\n\
                    [units]\nJumbo = 1\ndog = 2\ncat = 1";
        let roster = read(text).unwrap();
        assert_eq!(
            (roster.source.as_str(), &roster.units[..], &roster.own[..]),
            ("zoo.toml", &[0, 1, 1, 2][..], &[(1, 4), (0, 4)][..])
        );
        let army = roster.summary(&Zoo);
        assert_eq!(army.units, [("cat".to_owned(), 1), ("dog".to_owned(), 2), ("elephant".to_owned(), 1)]);
        assert_eq!((army.cost, army.doctrine.as_deref()), (25.0, Some("d")));
        assert_eq!(Zoo.docs()[1], UnitDoc { name: "dog".into(), cost: 2.0, about: "animal 1".into() });
    }

    #[test]
    fn everything_wrong_with_a_list_is_found_in_one_reading() {
        let diagnostic = |message: &str, check: Option<&str>| (message.to_owned(), check.map(str::to_owned));
        let text =
            "name = \"z\"\nruleset = \"zoo\"\nriders = [\"cat\", \"Jumbo\", \"cow\", 3]\nunits = { dgo = 0, dog = 1 }";
        let unknown = |name| diagnostic(&format!("unknown unit `{name}`"), Some("unknown-unit"));
        let expected = [
            unknown("dgo"),
            diagnostic("expected a whole number from 1 to 10000, found 0", Some("bad-count")),
            diagnostic("no cat left", None),
            diagnostic("too heavy", None),
            unknown("cow"),
            diagnostic("expected a string, found 3", None),
        ];
        assert_eq!(read(text).unwrap_err(), expected);
        let below = read("name = \"z\"\nruleset = \"zoo\"\n[units]\ncommander = \"dog\"\ndog = 1").unwrap_err();
        let message = "`commander` is no unit and has no count: keys of the list stand above `[units]`";
        assert_eq!(below, [diagnostic(message, Some("unknown-unit"))]);
        let crowd = read("name = \"z\"\nruleset = \"zoo\"\nunits = { dog = 6 }").unwrap_err();
        assert_eq!(crowd, [diagnostic("a side has 5 animals at most, this one 6", None)]);
        let jumbo = Zoo.unknown("jambo");
        assert_eq!((jumbo.nearest.as_deref(), &jumbo.allowed[..]), (Some("elephant"), &Zoo.keys()[..]));
    }

    #[test]
    fn of_equal_units_the_first_or_the_last_is_taken() {
        let mut free = Unassigned::new(&[0, 1, 1, 1]);
        assert_eq!(
            [free.take_last(1), free.take_first(1), free.take_first(1), free.take_last(1)],
            [Some(3), Some(1), Some(2), None]
        );
    }
}
