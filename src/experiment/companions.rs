//! Companions: small runs beside a run, which say how far its play can be believed.

use std::fs;
use std::path::{Path, PathBuf};

use super::{BestAnswers, Design, DoctrinePairing, Luck, Manifest, Pairing, Run, RunError, Spec, Stop};
use crate::game::{Override, Source};

/// Key of the style of play among overrides.
const STYLE: &str = "play.style";

/// What a companion plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Companion {
    /// Every list under its usual doctrine against the same list that is played by chance, and under every doctrine of the book.
    Gauges,
    /// Every list that looks ahead against the same list under its usual doctrine.
    LookingAhead,
    /// The match-ups of the run with both lists looking ahead.
    StrongerHands,
}

impl Companion {
    /// All of them, in the order in which they are played.
    pub const ALL: [Self; 3] = [Self::Gauges, Self::LookingAhead, Self::StrongerHands];

    /// Its key in experiments, which is the name of its folder too.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Gauges => "gauges",
            Self::LookingAhead => "looking-ahead",
            Self::StrongerHands => "stronger-hands",
        }
    }

    /// Its folder within the one of the run.
    #[must_use]
    pub fn folder(self, of_run: &Path) -> PathBuf {
        of_run.join(self.key())
    }

    /// The experiment of a companion with so many pairs of every cell. `doctrines` are the names of the book. What is varied in
    /// the experiment is left at its base.
    #[must_use]
    pub fn spec(self, beside: &Spec, pairs: u64, name: &str, doctrines: &[String]) -> Spec {
        let mut spec = beside.clone();
        spec.set.retain(|(change, _)| change.key != STYLE);
        spec.name = Some(format!("{name} {}", self.key()));
        spec.stop = Stop::Pairs(pairs);
        spec.luck = Luck::Independent;
        spec.vary.clear();
        spec.variants.clear();
        spec.companions = CompanionPairs::default();
        (spec.design, spec.doctrine_pairing) = (Design::Crossed, DoctrinePairing::Same);
        let against = |name: &str| format!("own v {name}").as_str().into();
        match self {
            Self::Gauges => {
                let named = doctrines.iter().filter(|name| !["random", "ahead"].contains(&name.as_str()));
                spec.doctrines = std::iter::once("random").chain(named.map(String::as_str)).map(against).collect();
                spec.question =
                    "How does the usual doctrine of every list do against chance and against the others?".into();
            }
            Self::LookingAhead => {
                spec.doctrines = vec!["ahead v own".into()];
                spec.question = "What does looking ahead gain against the usual doctrine of every list?".into();
            }
            Self::StrongerHands => {
                if spec.doctrines.len() > 1 || beside.usual_pairing() != DoctrinePairing::Same {
                    spec.doctrines = vec!["own".into()];
                }
                spec.set.push((Override { key: STYLE.to_owned(), value: "ahead".into() }, None));
                spec.question = "How do the lists fare when both of them look ahead?".into();
            }
        }
        if self != Self::StrongerHands {
            if let Pairing::Pairs(pairs) = &beside.pairing {
                for list in pairs.iter().flatten() {
                    if spec.armies.iter().all(|known| known.text != list.text) {
                        spec.armies.push(list.clone());
                    }
                }
            }
            spec.pairing = Pairing::Mirror;
        }
        spec
    }
}

/// Pairs of every cell of the companions that are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompanionPairs(pub [Option<u64>; Companion::ALL.len()]);

impl CompanionPairs {
    /// Those that are asked for, with their pairs.
    pub fn each(self) -> impl Iterator<Item = (Companion, u64)> {
        Companion::ALL.into_iter().zip(self.0).filter_map(|(companion, pairs)| Some((companion, pairs?)))
    }
}

/// The companions of a run that were played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Companions {
    runs: Vec<(Companion, Run)>,
    /// What searches have found, where it stands beside the gauges.
    answers: BestAnswers,
}

/// The file of best answers beside the gauges.
const ANSWERS: &str = "exploitability.toml";

impl Companions {
    /// Those that stand in the folder of a run. What was played by another codex, other lists or doctrines, or another seed,
    /// is no companion of it, and is passed over.
    ///
    /// # Errors
    /// When one of them is damaged.
    pub fn load(folder: &Path, run: &Run) -> Result<Self, RunError> {
        let mut found = Self::default();
        for companion in Companion::ALL {
            let place = companion.folder(folder);
            if place.join("manifest.json").exists() {
                found.add(companion, Run::load(&place)?, run);
            }
        }
        let place = Self::answers_in(folder);
        if let Ok(text) = fs::read_to_string(&place) {
            found.answers = BestAnswers::read(&Source { name: place.display().to_string(), text })?;
        }
        Ok(found)
    }

    /// Where best answers stand in the folder of a run.
    #[must_use]
    pub fn answers_in(folder: &Path) -> PathBuf {
        Companion::Gauges.folder(folder).join(ANSWERS)
    }

    /// The same with these best answers.
    #[must_use]
    pub fn with_answers(self, answers: BestAnswers) -> Self {
        Self { answers, ..self }
    }

    /// Best answers that searches have found, where they were kept.
    #[must_use]
    pub fn answers(&self) -> &BestAnswers {
        &self.answers
    }

    /// Takes a companion of a run in, where it is one.
    pub fn add(&mut self, companion: Companion, run: Run, beside: &Run) {
        let [one, other] = [&run.manifest, &beside.manifest];
        let same_texts = one.texts.iter().all(|text| other.texts.contains(text));
        if same_texts && conditions(one) == conditions(other) {
            self.runs.push((companion, run));
        }
    }

    /// One of them, where it was played.
    #[must_use]
    pub fn get(&self, companion: Companion) -> Option<&Run> {
        self.runs.iter().find(|(known, _)| *known == companion).map(|(_, run)| run)
    }
}

/// What a run and its companions have in common beside their texts: version, seed, and where and by what rules they are
/// played.
fn conditions(manifest: &Manifest) -> (&str, u64, Vec<Option<toml::Value>>) {
    let mut experiment: toml::Table = manifest.experiment.parse().unwrap_or_default();
    if let Some(toml::Value::Table(set)) = experiment.get_mut("set") {
        set.remove(STYLE);
        if set.is_empty() {
            experiment.remove("set");
        }
    }
    let common = ["ruleset", "scenarios", "battlefields", "set"].map(|key| experiment.remove(key));
    (&manifest.version, manifest.seed, common.into())
}

#[cfg(test)]
mod tests {
    use super::super::{FileLookup, Plan, Timing};
    use super::*;
    use crate::game::{Ruleset, Source};
    use crate::rulesets;

    const TWO_LISTS: &str = "armies = [\"std-ab\", \"free-be\"]\n";

    fn ruleset() -> &'static dyn Ruleset {
        rulesets::find("dogfaces").unwrap()
    }

    fn written(text: &str) -> Spec {
        Spec::read(&Source { name: "try.toml".into(), text: format!("ruleset = \"dogfaces\"\n{text}") }).unwrap()
    }

    fn planned(spec: &Spec) -> Plan {
        Plan::resolve(spec, ruleset(), &FileLookup::new(ruleset(), vec!["/nowhere".into()])).unwrap()
    }

    fn unplayed(spec: &Spec) -> Run {
        let manifest = planned(spec).manifest(&[], &[], String::new(), Timing::default());
        Run { manifest, cells: Vec::new() }
    }

    fn sides(plan: &Plan) -> Vec<[&str; 4]> {
        let cells = plan.cells.iter().map(|cell| &cell.key);
        cells.map(|key| [&key.list_a, &key.doctrine_a, &key.list_b, &key.doctrine_b].map(String::as_str)).collect()
    }

    #[test]
    fn every_companion_asks_what_it_is_for() {
        let varied = "stop.decide = 0.02\n[vary]\n\"rules.overwatch-limit\" = [0, 1]";
        let spec = written(&format!("{TWO_LISTS}{varied}"));
        let doctrines = ruleset().doctrines(&ruleset().doctrine_book()).unwrap();
        let book: Vec<String> = doctrines.into_iter().map(|listing| listing.name).collect();
        let of = |companion: Companion| companion.spec(&spec, 7, "try", &book);
        let gauges = planned(&of(Companion::Gauges));
        assert_eq!((gauges.name.as_str(), gauges.stop), ("try-gauges", Stop::Pairs(7)));
        for list in ["std-ab", "free-be"] {
            let own: Vec<[&str; 4]> = sides(&gauges).into_iter().filter(|cell| cell[0] == list).collect();
            assert!(own.iter().all(|cell| cell[2] == list) && own.iter().any(|cell| cell[3] == "random"));
            assert_eq!(own.len(), book.iter().filter(|name| *name != "ahead").count(), "{own:?}");
        }
        let ahead = planned(&of(Companion::LookingAhead));
        assert_eq!(ahead.cells.len(), 2);
        assert!(sides(&ahead).iter().all(|[a, one, b, other]| a == b && *one == "ahead" && *other != "ahead"));
        let stronger = planned(&of(Companion::StrongerHands));
        assert_eq!(stronger.set, [Override { key: STYLE.to_owned(), value: "ahead".into() }]);
        assert_eq!(stronger.cells.len(), 1, "what is varied is left at its base");
    }

    #[test]
    fn lists_of_pairings_have_gauges_too() {
        let mut spec = written("pairings = [[\"std-ab\", \"free-be\"]]");
        let lists = Companion::Gauges.spec(&spec, 5, "try", &[]).armies;
        let names: Vec<&str> = lists.iter().map(|list| list.text.as_str()).collect();
        assert_eq!(names, ["std-ab", "free-be"]);
        spec.doctrines = vec!["all".into()];
        assert_eq!(Companion::StrongerHands.spec(&spec, 5, "try", &[]).doctrines, ["own".into()]);
    }

    #[test]
    fn what_was_played_otherwise_is_no_companion() {
        let companion = unplayed(&Companion::StrongerHands.spec(&written(TWO_LISTS), 5, "try", &[]));
        let kept = |more: &str| {
            let mut found = Companions::default();
            found.add(Companion::StrongerHands, companion.clone(), &unplayed(&written(&format!("{TWO_LISTS}{more}"))));
            found.get(Companion::StrongerHands).is_some()
        };
        assert!(kept("stop.pairs = 9"));
        assert!(!kept("seed = 2"));
        assert!(!kept("scenarios = [\"seize-and-hold\"]"));
        assert!(!kept("[rules]\noverwatch-limit = 0"));
    }
}
