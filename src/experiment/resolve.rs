//! From what the user wrote to a plan with nothing left to look up.

mod combinations;

use std::sync::Arc;

use toml::Value;

use combinations::{crossed, distinct, latin_hypercube};

use super::file_lookup::stem;
use super::plan::luck_keys;
use super::spec::{Design, Factor, Variant};
use super::{
    Counted, DoctrinePairing, Drawing, FileLookup, ListSummary, Pairing, PhaseName, Plan, PlannedCell, RuleCount, Spec,
    Text, Written,
};
use crate::game::list_text::share;
use crate::game::{
    Armies, Army, CellSetup, Diagnostic, Diagnostics, Override, RandomLists, RuleAtom, Ruleset, ScenarioDoctrine,
    SideCount, SideState, Source, Tactics, add_once, layered_book, split_tactics, visible,
};
use crate::outcomes::CellKey;

/// Name of the factor whose levels are named variants, or single departures from the base.
pub const VARIANT: &str = "variant";

/// Name of the variant without departures, where factors are varied one at a time.
pub const BASE: &str = "base";

/// Keys of the lists of a cell that draws two for every pair.
const RANDOM_LISTS: [&str; 2] = ["random-1", "random-2"];

/// More cells than this are a slip of the pen.
const MOST_CELLS: usize = 100_000;

impl Plan {
    /// Looks up everything that an experiment names.
    ///
    /// # Errors
    /// Every name that stands for nothing, every file that cannot be read or is wrong, every value out of range.
    pub fn resolve(spec: &Spec, ruleset: &dyn Ruleset, library: &FileLookup<'_>) -> Result<Self, Diagnostics> {
        let mut resolver = Resolver::new(spec, ruleset, library);
        let plan = resolver.resolve();
        let source = &spec.source.name;
        match plan {
            Some(plan) if resolver.diagnostics.is_empty() => Ok(plan),
            _ => {
                let mut faults = Diagnostics::new();
                add_once(&mut faults, resolver.diagnostics.into_iter().map(|fault| fault.within(source)).collect());
                Err(faults)
            }
        }
    }
}

impl Spec {
    /// Every way in which cells may be varied: the levels that name it, as in [`CellKey::factors`], and its departures.
    #[must_use]
    pub fn ways(&self) -> Vec<(Levels, Vec<Override>)> {
        let Self { vary, variants, .. } = self;
        let change = |factor: &Factor, value: &Value| Override { key: factor.key.text.clone(), value: value.clone() };
        if self.design == Design::OneAtATime {
            let named = |name: String, changes| (vec![(VARIANT.to_owned(), name)], changes);
            let mut out = vec![named(BASE.to_owned(), Vec::new())];
            for factor in vary {
                let alone = |(value, _): &(Value, _)| {
                    named(format!("{} = {}", factor.key, level(value)), vec![change(factor, value)])
                };
                out.extend(factor.levels.iter().map(alone));
            }
            return out;
        }
        let whole = |levels: &Vec<(Value, _)>, variant: Option<&Variant>| {
            let varied = vary.iter().zip(levels);
            let mut names: Levels =
                variant.map(|variant| (VARIANT.to_owned(), variant.name.text.clone())).into_iter().collect();
            names.extend(varied.clone().map(|(factor, (value, _))| (factor.key.text.clone(), level(value))));
            let changes =
                variant.into_iter().flat_map(|variant| variant.changes.iter().map(|(change, _)| change.clone()));
            (names, changes.chain(varied.map(|(factor, (value, _))| change(factor, value))).collect())
        };
        let ways = match self.design {
            Design::LatinHypercube => latin_hypercube(
                &vary.iter().map(|factor| factor.levels.as_slice()).collect::<Vec<_>>(),
                self.samples,
                self.seed,
            ),
            _ => crossed(vary.iter().map(|factor| factor.levels.as_slice())),
        };
        if variants.is_empty() {
            return ways.iter().map(|levels| whole(levels, None)).collect();
        }
        variants.iter().flat_map(|variant| ways.iter().map(move |levels| whole(levels, Some(variant)))).collect()
    }
}

/// A list, found and mustered.
struct List {
    source: Source,
    about: ListSummary,
    by_scenario: Vec<ScenarioDoctrine>,
    /// Whether it came in a string.
    is_shared: bool,
}

/// What one entry of the doctrines means for one side.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Doctrine {
    /// Each list's own, followed by the tactics that it does without.
    Own(String),
    /// This one.
    Named(String),
}

/// The level of each factor, by its name.
pub type Levels = Vec<(String, String)>;

struct Resolver<'a> {
    spec: &'a Spec,
    ruleset: &'a dyn Ruleset,
    library: &'a FileLookup<'a>,
    codex: Source,
    /// The codex of each variant that has one of its own.
    codices: Vec<Option<Source>>,
    book: Source,
    lists: Vec<List>,
    diagnostics: Diagnostics,
}

impl<'a> Resolver<'a> {
    fn new(spec: &'a Spec, ruleset: &'a dyn Ruleset, library: &'a FileLookup<'a>) -> Self {
        let (codex, book) = (ruleset.codex(), ruleset.doctrine_book());
        Self {
            spec,
            ruleset,
            library,
            codex,
            codices: Vec::new(),
            book,
            lists: Vec::new(),
            diagnostics: Diagnostics::new(),
        }
    }

    fn resolve(&mut self) -> Option<Plan> {
        let Spec { codex, doctrine_books, .. } = self.spec;
        if let Some(written) = codex {
            self.codex = self.note(written, self.library.codex(&written.text))?;
        }
        for written in doctrine_books {
            let top = self.note(written, self.library.doctrine_book(&written.text))?;
            match layered_book(self.ruleset, &self.book, &top) {
                Ok(book) => self.book = book,
                Err(diagnostics) => {
                    self.diagnostics.extend(diagnostics);
                    return None;
                }
            }
        }
        for variant in &self.spec.variants {
            let found = variant.codex.as_ref().map(|written| self.note(written, self.library.codex(&written.text)));
            self.codices.push(found.flatten());
        }
        self.check_changes();
        let random_lists = self.random_lists();
        // Two lists that are drawn are one meeting, whatever they are made of.
        let meetings = if self.spec.draws_lists() { vec![[0, 0]] } else { self.meetings() };
        self.check_codices();
        let scenarios = self.scenarios();
        let tables = self.battlefields();
        let doctrines = self.doctrines()?;
        if !self.diagnostics.is_empty() {
            return None;
        }
        let variants = self.departures()?;
        let book = Arc::new(self.book.clone());
        let codices: Vec<Arc<Source>> = std::iter::once(&Some(self.codex.clone()))
            .chain(&self.codices)
            .map(|codex| Arc::new(codex.clone().unwrap_or_else(|| self.codex.clone())))
            .collect();
        let set: Vec<Override> = self.spec.set.iter().map(|(change, _)| change.clone()).collect();
        let mut cells = Vec::new();
        for (levels, changes) in &variants {
            let codex = &codices[self.variant_of(levels).map_or(0, |variant| variant + 1)];
            for scenario in &scenarios {
                for (table, battlefield) in &tables {
                    for &[a, b] in &meetings {
                        for doctrines in self.pairs_of_doctrines(&doctrines, [a, b], scenario) {
                            if cells.len() == MOST_CELLS {
                                self.diagnostics
                                    .push(Diagnostic::new(format!("this makes more than {MOST_CELLS} cells")));
                                return None;
                            }
                            let ([list_a, list_b], armies) = match random_lists {
                                Some(lists) => (RANDOM_LISTS.map(str::to_owned), Armies::Random(lists)),
                                None => {
                                    let lists = [&self.lists[a], &self.lists[b]];
                                    let keys = lists.map(|list| list.about.key.clone());
                                    (keys, Armies::Written(lists.map(|list| list.source.clone())))
                                }
                            };
                            let [doctrine_a, doctrine_b] = doctrines.clone();
                            let key = CellKey {
                                number: u32::try_from(cells.len()).expect("cells are few"),
                                list_a,
                                list_b,
                                doctrine_a,
                                doctrine_b,
                                scenario: scenario.clone(),
                                battlefield: table.clone(),
                                factors: levels.clone(),
                            };
                            let setup = CellSetup {
                                codex: Arc::clone(codex),
                                doctrine_book: Arc::clone(&book),
                                overrides: set.iter().chain(changes).cloned().collect(),
                                armies,
                                doctrines,
                                scenario: scenario.clone(),
                                battlefield: battlefield.clone(),
                                seed: self.spec.seed,
                            };
                            cells.push((key, setup));
                        }
                    }
                }
            }
        }
        if cells.is_empty() {
            self.diagnostics.push(Diagnostic::new("this experiment has no cells"));
            return None;
        }
        let (keys, setups): (Vec<CellKey>, Vec<CellSetup>) = cells.into_iter().unzip();
        let luck = luck_keys(&keys);
        let cells = keys.into_iter().zip(setups).zip(luck).map(|((key, setup), luck)| PlannedCell { key, setup, luck });
        Some(Plan { random_lists, ..self.plan(set, &tables, cells.collect()) })
    }

    /// Every way in which cells are varied; of changes that are made one at a time, those that change something.
    fn departures(&mut self) -> Option<Vec<(Levels, Vec<Override>)>> {
        let mut ways = self.spec.ways();
        if self.spec.design == Design::OneAtATime {
            let all = ways.len();
            ways.retain(|(_, changes)| changes.is_empty() || !changes.iter().all(|change| self.is_as_it_is(change)));
            if all > 1 && ways.len() == 1 {
                let message = "nothing is changed: all levels are those that the base has";
                self.diagnostics.push(self.spec.vary[0].key.locate(Diagnostic::new(message)));
                return None;
            }
        }
        Some(ways)
    }

    /// Whether a change leaves codex and rules as they are without it.
    fn is_as_it_is(&self, change: &Override) -> bool {
        let set = self.spec.set.iter().find(|(set, _)| set.key == change.key).map(|(set, _)| set.value.clone());
        let base = set.or_else(|| match change.key.split_once('.')? {
            ("rules", name) => {
                let knob = self.ruleset.knobs().into_iter().find(|knob| knob.name == name)?;
                let read = format!("value = {}", knob.default).parse::<toml::Table>().ok();
                Some(read.and_then(|mut table| table.remove("value")).unwrap_or(Value::String(knob.default)))
            }
            ("codex", path) => {
                let codex: toml::Table = self.codex.text.parse().ok()?;
                path.split('.').try_fold(Value::Table(codex), |value, part| value.get(part).cloned())
            }
            _ => None,
        });
        let number = |value: &Value| value.as_float().or(value.as_integer().map(|whole| whole as f64));
        base.is_some_and(|base| base == change.value || number(&base).is_some_and(|n| Some(n) == number(&change.value)))
    }

    /// The variant that cells with these levels are of.
    fn variant_of(&self, levels: &Levels) -> Option<usize> {
        let named = |variant: &Variant| levels.iter().any(|(key, level)| key == VARIANT && *level == variant.name.text);
        self.spec.variants.iter().position(named)
    }

    /// Every list must stand by the codex of every variant.
    fn check_codices(&mut self) {
        for codex in self.codices.iter().flatten() {
            for list in &self.lists {
                let diagnostics = self.army(codex, &list.source).err().unwrap_or_default();
                let by = |diagnostic: Diagnostic| Diagnostic {
                    message: format!("by {}: {}", codex.name, diagnostic.message),
                    ..diagnostic
                };
                self.diagnostics
                    .extend(diagnostics.into_iter().map(|diagnostic| by(diagnostic).within(&list.source.name)));
            }
        }
    }

    /// Names of the factors of the cells.
    fn factors(&self) -> Vec<String> {
        let Spec { vary, variants, design, .. } = self.spec;
        let named = *design == Design::OneAtATime || !variants.is_empty();
        let varied = vary.iter().filter(|_| *design != Design::OneAtATime).map(|factor| factor.key.text.clone());
        named.then(|| VARIANT.to_owned()).into_iter().chain(varied).collect()
    }

    fn plan(&self, set: Vec<Override>, tables: &[(String, Option<Source>)], cells: Vec<PlannedCell>) -> Plan {
        let spec = self.spec;
        let text = |role: String, source: &Source| Text { role, name: source.name.clone(), text: source.text.clone() };
        let mut texts = vec![text("codex".into(), &self.codex), text("doctrines".into(), &self.book)];
        let own = spec.variants.iter().zip(&self.codices);
        texts.extend(own.filter_map(|(v, codex)| Some(text(codex_role(&v.name.text), codex.as_ref()?))));
        texts.extend(self.lists.iter().map(|list| text(format!("list {}", list.about.key), &list.source)));
        texts
            .extend(tables.iter().filter_map(|(key, table)| Some(text(format!("battlefield {key}"), table.as_ref()?))));
        let rule = |atom: &RuleAtom| RuleCount {
            id: atom.id.into(),
            about: atom.about.into(),
            counted: atom.counted,
            times: 0,
        };
        let counted = |count: &SideCount| Counted { name: count.name.into(), about: count.about.into() };
        let state = |(name, about): (&str, &str)| Counted { name: name.into(), about: about.into() };
        let states = self.ruleset.side_states().map(|words| SideState::NAMES.into_iter().zip(words.all()));
        Plan {
            name: folder_name(spec.name.as_deref().unwrap_or_else(|| stem(&spec.source.name))),
            question: spec.question.clone(),
            ruleset: self.ruleset.slug().into(),
            title: self.ruleset.title().into(),
            seed: spec.seed,
            luck: spec.luck,
            stop: spec.stop,
            set,
            factors: self.factors(),
            variants: spec.variants.iter().map(|variant| (variant.name.text.clone(), changes_of(variant))).collect(),
            lists: self.lists.iter().map(|list| list.about.clone()).collect(),
            random_lists: None,
            experiment: spec.to_toml(),
            texts,
            rules: self.ruleset.ledger().iter().map(rule).collect(),
            counts: self.ruleset.side_counts().iter().map(counted).collect(),
            states: states.into_iter().flatten().map(state).collect(),
            phases: self.ruleset.phases().iter().map(PhaseName::from).collect(),
            endings: self.ruleset.endings().iter().map(|name| (*name).to_owned()).collect(),
            length_unit: self.ruleset.length_unit().to_owned(),
            cells,
        }
    }

    /// Keeps the diagnostic of something written, at its place.
    fn note<T>(&mut self, written: &Written, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|diagnostic| self.diagnostics.push(written.locate(diagnostic))).ok()
    }

    /// Of what is varied, one value for all games would never be played, but as the base of changes that are made one at a time.
    fn check_fixed(&mut self) {
        if self.spec.design == Design::OneAtATime {
            return;
        }
        for (change, span) in &self.spec.set {
            if self.spec.vary.iter().any(|factor| factor.key.text == change.key) {
                let message = format!("`{}` has one value and several: it is varied too", change.key);
                self.diagnostics.push(Diagnostic { span: span.clone(), ..Diagnostic::new(message) });
            }
        }
    }

    fn check_changes(&mut self) {
        self.check_fixed();
        let varied = self.spec.vary.iter().flat_map(|factor| {
            factor.levels.iter().map(|(value, span)| {
                (
                    Override { key: factor.key.text.clone(), value: value.clone() },
                    &factor.key,
                    span.clone(),
                    &self.codex,
                )
            })
        });
        let key = Written::from("");
        let set = self.spec.set.iter().map(|(change, span)| (change.clone(), &key, span.clone(), &self.codex));
        let variants = self.spec.variants.iter().zip(&self.codices).flat_map(|(variant, codex)| {
            let codex = codex.as_ref().unwrap_or(&self.codex);
            variant.changes.iter().map(move |(change, span)| (change.clone(), span.clone(), codex))
        });
        let variants = variants.map(|(change, span, codex)| (change, &key, span, codex));
        for (change, key, span, codex) in set.chain(varied).chain(variants) {
            let diagnostic = match change.key.split('.').next() {
                // The built-in book does not know the doctrines of the others: whoever reads them together says what is wrong.
                Some("doctrines") if !self.spec.doctrine_books.is_empty() => None,
                Some("rules" | "codex" | "doctrines" | "play") => self.ruleset.check_override(codex, &change).err(),
                _ => Some(
                    Diagnostic::unknown("kind of override", &change.key, ["rules", "codex", "doctrines", "play"])
                        .label("begins with `rules.`, `codex.`, `doctrines.` or `play.`"),
                ),
            };
            if let Some(mut diagnostic) = diagnostic {
                // What is wrong with a key is wrong at every level.
                let of_key = diagnostic.message.starts_with("unknown");
                diagnostic.source.clear();
                diagnostic.span = if of_key && key.span.is_some() { key.span.clone() } else { span };
                if !self.diagnostics.contains(&diagnostic) {
                    self.diagnostics.push(diagnostic);
                }
            }
        }
    }

    /// How lists are drawn, where they are.
    fn random_lists(&mut self) -> Option<RandomLists> {
        let Drawing { budget, jitter } = self.spec.drawing;
        if !self.spec.draws_lists() {
            return None;
        }
        let Some(usual) = self.ruleset.usual_budget() else {
            let diagnostic = Diagnostic::new(format!("no lists of {} are drawn at random", self.ruleset.title()));
            self.diagnostics.push(self.spec.ruleset.locate(diagnostic));
            return None;
        };
        Some(RandomLists { budget: budget.unwrap_or(usual), jitter })
    }

    /// The lists that meet, by their places in `self.lists`.
    fn meetings(&mut self) -> Vec<[usize; 2]> {
        let spec = self.spec;
        for written in &spec.armies {
            self.read_army(written);
        }
        let n = self.lists.len();
        match &spec.pairing {
            Pairing::Pairs(pairs) => pairs
                .iter()
                .filter_map(|[a, b]| {
                    let (a, b) = (self.only_one(a), self.only_one(b));
                    Some([a?, b?])
                })
                .collect(),
            _ if !self.diagnostics.is_empty() => Vec::new(),
            Pairing::Mirror => (0..n).map(|a| [a, a]).collect(),
            _ if n < 2 => {
                let diagnostic = Diagnostic::new("one list alone meets nobody")
                    .allowing(["more lists", "pairing = \"mirror\" in an experiment"]);
                let place = spec.armies.first().cloned().unwrap_or_else(|| "".into());
                self.diagnostics.push(place.locate(diagnostic));
                Vec::new()
            }
            Pairing::Gauntlet => (1..n).map(|b| [0, b]).collect(),
            Pairing::RoundRobin => (0..n).flat_map(|a| (a + 1..n).map(move |b| [a, b])).collect(),
        }
    }

    fn only_one(&mut self, written: &Written) -> Option<usize> {
        match self.read_army(written).as_slice() {
            [] => None,
            [one] => Some(*one),
            many => {
                let diagnostic = Diagnostic::new(format!("`{written}` stands for {} lists", many.len()));
                self.diagnostics.push(written.locate(diagnostic));
                None
            }
        }
    }

    /// An army list by the rules of the experiment, or by those of any of its variations: whether it stands in each of them
    /// shows when the cells are made ready.
    fn army(&self, codex: &Source, list: &Source) -> Result<Army, Diagnostics> {
        let set: Vec<Override> = self.spec.set.iter().map(|(change, _)| change.clone()).collect();
        self.ruleset.read_army_by(codex, &set, list).or_else(|wrong| {
            let ways = self.spec.ways();
            let mut varied = ways.iter().map(|(_, changes)| [&set[..], changes].concat());
            varied.find_map(|changes| self.ruleset.read_army_by(codex, &changes, list).ok()).ok_or(wrong)
        })
    }

    /// Finds and musters what a word stands for; lists that are known already are not taken again.
    fn read_army(&mut self, written: &Written) -> Vec<usize> {
        // A string says what it holds, and by its name a file or a built-in list is meant.
        let known = |list: &List| list.about.key == written.text && !list.is_shared;
        if let Some(place) = self.lists.iter().position(known) {
            return vec![place];
        }
        let Some(found) = self.note(written, self.library.armies(&written.text)) else { return Vec::new() };
        let mut places = Vec::new();
        for source in found {
            // Two strings may hold different lists of one name.
            if let Some(place) = self.lists.iter().position(|list| list.source == source) {
                places.push(place);
                continue;
            }
            match self.army(&self.codex, &source) {
                Ok(army) => {
                    let key = self.key_of(&source);
                    let about = ListSummary {
                        key,
                        name: army.name,
                        doctrine: army.doctrine,
                        cost: army.cost,
                        units: army.units,
                        extras: army.extras,
                    };
                    places.push(self.lists.len());
                    let is_shared = share::is_shared(&written.text);
                    self.lists.push(List { source, about, by_scenario: army.by_scenario, is_shared });
                }
                Err(diagnostics) => {
                    self.diagnostics.extend(diagnostics.into_iter().map(|diagnostic| diagnostic.within(&source.name)))
                }
            }
        }
        places
    }

    /// The key of a list: its name, else its path, else its name with the first number that no other has.
    fn key_of(&self, source: &Source) -> String {
        let name = visible(stem(&source.name)).into_owned();
        let path = visible(source.name.trim_end_matches(".toml")).into_owned();
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let mut keys = [name.clone(), path].into_iter().chain(numbered);
        keys.find(|key| self.lists.iter().all(|list| list.about.key != *key)).expect("lists are few")
    }

    fn scenarios(&mut self) -> Vec<String> {
        let known: Vec<String> = self.ruleset.scenarios().into_iter().map(|scenario| scenario.name).collect();
        if self.spec.scenarios.is_empty() {
            return known.into_iter().take(1).collect();
        }
        let mut chosen = Vec::new();
        for written in &self.spec.scenarios {
            match written.text.as_str() {
                "all" => chosen.extend(known.iter().cloned()),
                name if known.iter().any(|scenario| scenario == name) => chosen.push(name.to_owned()),
                name => self.diagnostics.push(written.locate(Diagnostic::unknown("scenario", name, &known))),
            }
        }
        distinct(chosen)
    }

    fn battlefields(&mut self) -> Vec<(String, Option<Source>)> {
        let mut chosen: Vec<(String, Option<Source>)> = Vec::new();
        for written in &self.spec.battlefields {
            let found = match written.text.as_str() {
                "default" => {
                    chosen.push(("default".to_owned(), None));
                    continue;
                }
                "all" => Ok(self.ruleset.battlefields()),
                name => self.library.battlefields(name),
            };
            for source in self.note(written, found).unwrap_or_default() {
                if let Err(diagnostics) = self.ruleset.check_battlefield(&self.codex, &source) {
                    self.diagnostics.extend(diagnostics.into_iter().map(|diagnostic| diagnostic.within(&source.name)));
                }
                let short = stem(&source.name);
                let taken = chosen.iter().any(|(key, other)| key == short && other.as_ref() != Some(&source));
                let key = visible(if taken { source.name.trim_end_matches(".toml") } else { short }).into_owned();
                chosen.push((key, Some(source)));
            }
        }
        distinct(chosen)
    }

    /// What each entry of the doctrines means for the two sides: one doctrine for either, or one for each.
    fn doctrines(&mut self) -> Option<Vec<[Doctrine; 2]>> {
        let listings = self.ruleset.doctrines(&self.book);
        let known: Vec<String> = match listings {
            Ok(listings) => listings.into_iter().map(|listing| listing.name).collect(),
            Err(diagnostics) => {
                let name = self.book.name.clone();
                self.diagnostics.extend(diagnostics.into_iter().map(|diagnostic| diagnostic.within(&name)));
                return None;
            }
        };
        let tactics: Vec<String> = self.ruleset.tactics().into_iter().map(|listing| listing.name).collect();
        let mut chosen = Vec::new();
        for written in &self.spec.doctrines {
            if written.text == "all" {
                // The random player is no doctrine but the floor under them, and who looks ahead follows the others: they
                // take part when they are named.
                let all = known.iter().filter(|name| *name != "random" && *name != "ahead");
                chosen.extend(all.map(|name| [Doctrine::Named(name.clone()), Doctrine::Named(name.clone())]));
                continue;
            }
            let doctrine = |name: &str| {
                let (name, without) = split_tactics(name.trim());
                Tactics::read(without, &tactics.iter().map(String::as_str).collect::<Vec<_>>())?;
                match name {
                    "own" if self.spec.draws_lists() => {
                        let diagnostic =
                            Diagnostic::new("lists that are drawn at random have no doctrine of their own");
                        Err(diagnostic.allowing(known.iter().map(String::as_str).chain(["all"])))
                    }
                    "own" => Ok(Doctrine::Own(without.to_owned())),
                    name if known.iter().any(|doctrine| doctrine == name) => {
                        Ok(Doctrine::Named(format!("{name}{without}")))
                    }
                    name => Err(Diagnostic::unknown(
                        "doctrine",
                        name,
                        known.iter().map(String::as_str).chain(["own", "all"]),
                    )),
                }
            };
            let entry = match written.text.split_once(" v ") {
                Some((a, b)) => doctrine(a).and_then(|a| Ok([a, doctrine(b)?])),
                None => doctrine(&written.text).map(|both| [both.clone(), both]),
            };
            chosen.extend(self.note(written, entry));
        }
        for list in &self.lists {
            let by_scenario = list.by_scenario.iter().map(|here| &here.doctrine);
            let mut unknown: Vec<&String> =
                list.about.doctrine.iter().chain(by_scenario).filter(|own| !known.contains(own)).collect();
            unknown.dedup();
            for own in unknown {
                self.diagnostics.push(Diagnostic::unknown("doctrine", own, &known).within(&list.source.name));
            }
        }
        Some(chosen)
    }

    /// The doctrines under which two lists meet in a scenario.
    fn pairs_of_doctrines(&self, entries: &[[Doctrine; 2]], lists: [usize; 2], scenario: &str) -> Vec<[String; 2]> {
        let name = |side: usize, doctrine: &Doctrine| match doctrine {
            Doctrine::Own(without) => self.own_doctrine(lists[side], scenario, side) + without,
            Doctrine::Named(name) => name.clone(),
        };
        let named = |[a, b]: &[Doctrine; 2]| [name(0, a), name(1, b)];
        if self.spec.doctrine_pairing == DoctrinePairing::Same {
            return distinct(entries.iter().map(named).collect());
        }
        let (crossing, fixed): (Vec<_>, Vec<_>) = entries.iter().partition(|[a, b]| a == b);
        let mut pairs: Vec<[String; 2]> = Vec::new();
        for (i, [a, _]) in crossing.iter().enumerate() {
            // A list against itself: the other order would ask the same again, and a doctrine against itself nothing, unless
            // the lists are drawn.
            let others = match lists[0] == lists[1] && crossing.len() > 1 {
                true => &crossing[i + usize::from(!self.spec.draws_lists())..],
                false => &crossing[..],
            };
            pairs.extend(others.iter().map(|[_, b]| [name(0, a), name(1, b)]));
        }
        pairs.extend(fixed.into_iter().map(named));
        distinct(pairs)
    }

    /// The usual doctrine of a list in a scenario, as the first-named list, 0, or the other, 1: that of the game where it has
    /// one, else the one that the list names, else the first of the book.
    fn own_doctrine(&self, list: usize, scenario: &str, place: usize) -> String {
        let List { by_scenario, about, .. } = &self.lists[list];
        let here = by_scenario.iter().find(|here| (here.scenario, here.place) == (scenario, place));
        here.map(|here| &here.doctrine).or(about.doctrine.as_ref()).cloned().unwrap_or_else(|| {
            let first = self.ruleset.doctrines(&self.book).ok().and_then(|known| known.into_iter().next());
            first.map_or_else(|| "random".to_owned(), |listing| listing.name)
        })
    }
}

/// What the codex of a variant is called among the texts of a run.
#[must_use]
pub fn codex_role(variant: &str) -> String {
    format!("codex of {variant}")
}

fn changes_of(variant: &Variant) -> Vec<Override> {
    variant.changes.iter().map(|(change, _)| change.clone()).collect()
}

/// A level as it stands in tables.
fn level(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A name fit for a folder: small letters, digits and dashes.
fn folder_name(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "run".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests;
