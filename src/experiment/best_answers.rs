//! What searches for the best answer to a list's usual doctrine have found, as it is kept beside the lists.

use std::fmt::Write as _;

use super::{Contender, Manifest, Plan, Text, Tuned, digest};
use crate::game::{Diagnostic, Diagnostics, Node, Source, TableReader};

/// Keys of the tables, as a file has them.
const ANSWER: &str = "answer";

/// The most that counts of a file may say.
const MOST: i64 = i64::MAX;

/// The best answer that a search has found to a list under its usual doctrine, played by the same list.
#[derive(Clone, Debug, PartialEq)]
pub struct BestAnswer {
    /// Key of the list.
    pub list: String,
    /// Its usual doctrine, where the search was made.
    pub usual: String,
    /// Scenarios of the search.
    pub scenarios: Vec<String>,
    /// Battlefields of the search.
    pub battlefields: Vec<String>,
    /// Score of the answer against the usual doctrine, on seeds that nothing was chosen by.
    pub score: f64,
    /// Lower end of its 95% interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Pairs of games behind the score.
    pub pairs: u64,
    /// Sets of weights that the search tried.
    pub evaluations: u64,
    /// Seed of the search.
    pub seed: u64,
    /// Version of the program.
    pub version: String,
    /// Digest of codex, doctrines and list, as the search had them: with others the answer says nothing.
    pub texts: String,
}

/// Best answers of a file, in its order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BestAnswers(Vec<BestAnswer>);

impl BestAnswer {
    /// What a search has found, where it is an answer to a list's usual doctrine by rules and codex as they are.
    ///
    /// # Errors
    /// What makes it another search.
    pub fn of(tuned: &Tuned, plan: &Plan) -> Result<Self, Diagnostic> {
        let key = &tuned.settings[0];
        let wrong = |text: &str| {
            Err(Diagnostic::new(format!("an answer that is kept is one to a list's usual doctrine: {text}")))
        };
        if tuned.interrupted {
            return wrong("this search was broken off");
        }
        if key.list_a != key.list_b || tuned.settings.iter().any(|setting| setting.doctrine_b != tuned.usual) {
            return wrong("this enemy is another");
        }
        if !plan.set.is_empty() {
            return wrong("these rules are others");
        }
        let each = |of: fn(&crate::outcomes::CellKey) -> &String| {
            let mut names: Vec<String> = tuned.settings.iter().map(|key| of(key).clone()).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        let figure = tuned.figure(Contender::Found);
        Ok(Self {
            list: key.list_a.clone(),
            usual: tuned.usual.clone(),
            scenarios: each(|key| &key.scenario),
            battlefields: each(|key| &key.battlefield),
            score: rounded(figure.score.score),
            low: rounded(figure.score.interval.low),
            high: rounded(figure.score.interval.high),
            pairs: figure.score.units,
            evaluations: tuned.evaluations,
            seed: plan.seed,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            texts: digest_of(&plan.texts, &key.list_a),
        })
    }

    fn read(node: &Node, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut table = TableReader::open("an answer", node, diagnostics)?;
        let text = |node: &Node| node.text().map(str::to_owned);
        let words = |node: &Node| node.list()?.iter().map(text).collect::<Result<Vec<String>, Diagnostic>>();
        let share = |node: &Node| node.number(0.0..=1.0);
        let list = table.required("list", text);
        let usual = table.required("usual", text);
        let scenarios = table.required("scenarios", words);
        let battlefields = table.required("battlefields", words);
        let [score, low, high] = ["score", "low", "high"].map(|key| table.required(key, share));
        let [pairs, evaluations] = ["pairs", "evaluations"].map(|key| table.required(key, |node| node.whole(1..=MOST)));
        let seed = table.required("seed", |node| node.whole(0..=MOST));
        let [version, texts] = ["version", "texts"].map(|key| table.required(key, text));
        table.close();
        Some(Self {
            list: list?,
            usual: usual?,
            scenarios: scenarios?,
            battlefields: battlefields?,
            score: score?,
            low: low?,
            high: high?,
            pairs: pairs?,
            evaluations: evaluations?,
            seed: seed?,
            version: version?,
            texts: texts?,
        })
    }

    /// Digest of codex, doctrines and list, as a run has them.
    #[must_use]
    pub fn texts_of(manifest: &Manifest, list: &str) -> String {
        digest_of(&manifest.texts, list)
    }

    /// Whether two answers were looked for in the same places.
    fn is_of_same(&self, other: &Self) -> bool {
        (&self.list, &self.scenarios, &self.battlefields) == (&other.list, &other.scenarios, &other.battlefields)
    }
}

impl BestAnswers {
    /// Reads a file.
    ///
    /// # Errors
    /// Everything wrong with it.
    pub fn read(source: &Source) -> Result<Self, Diagnostics> {
        let node = Node::parse(source)?;
        let mut diagnostics = Diagnostics::new();
        let mut answers = Vec::new();
        if let Some(mut table) = TableReader::open("the answers", &node, &mut diagnostics) {
            table.optional("ruleset", |node| node.text().map(str::to_owned));
            let nodes = table.required(ANSWER, Node::list).unwrap_or_default();
            for node in nodes {
                answers.extend(BestAnswer::read(node, table.diagnostics()));
            }
            table.close();
        }
        if diagnostics.is_empty() {
            return Ok(Self(answers));
        }
        Err(diagnostics.into_iter().map(|diagnostic| diagnostic.within(&source.name)).collect())
    }

    /// Puts an answer in the place of the one that was looked for in the same places, or behind the others.
    pub fn put(&mut self, answer: BestAnswer) {
        match self.0.iter_mut().find(|known| known.is_of_same(&answer)) {
            Some(known) => *known = answer,
            None => self.0.push(answer),
        }
    }

    /// The answers, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &BestAnswer> {
        self.0.iter()
    }

    /// The answer to a list that did best, of those that were found by the texts of a run and in one of its scenarios.
    #[must_use]
    pub fn to(&self, list: &str, manifest: &Manifest, scenarios: &[&str]) -> Option<&BestAnswer> {
        let texts = BestAnswer::texts_of(manifest, list);
        let fits = |answer: &&BestAnswer| {
            let here = answer.scenarios.iter().any(|scenario| scenarios.contains(&scenario.as_str()));
            answer.list == list && answer.texts == texts && here
        };
        self.0.iter().filter(fits).max_by(|one, other| one.score.total_cmp(&other.score))
    }

    /// The file.
    #[must_use]
    pub fn to_toml(&self, ruleset: &str) -> String {
        let mut text = format!(
            "# Best answers that searches have found to the usual doctrine of a list, played by the same list. Each table is kept by\n# `evenodds tune doctrine LIST --evaluations N --seed S --record FILE` with its scenarios.\n\nruleset = \"{ruleset}\"\n"
        );
        for answer in &self.0 {
            let words = |words: &[String]| toml::Value::from(words.to_vec());
            let word = |word: &str| toml::Value::from(word);
            let _ = write!(
                text,
                "\n[[{ANSWER}]]\nlist = {}\nusual = {}\nscenarios = {}\nbattlefields = {}\nscore = {:?}\nlow = {:?}\nhigh = {:?}\npairs = {}\nevaluations = {}\nseed = {}\nversion = {}\ntexts = {}\n",
                word(&answer.list),
                word(&answer.usual),
                words(&answer.scenarios),
                words(&answer.battlefields),
                answer.score,
                answer.low,
                answer.high,
                answer.pairs,
                answer.evaluations,
                answer.seed,
                word(&answer.version),
                word(&answer.texts),
            );
        }
        text
    }
}

/// A share to a hundredth of a point: far within what any search supports.
fn rounded(share: f64) -> f64 {
    (1e4 * share).round() / 1e4
}

/// Digest of what an answer depends on.
fn digest_of(texts: &[Text], list: &str) -> String {
    let wanted = ["codex".to_owned(), "doctrines".to_owned(), format!("list {list}")];
    let found = wanted.each_ref().map(|role| texts.iter().find(|text| text.role == *role).map(|text| &text.text));
    digest::of(&found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(list: &str, scenario: &str, score: f64, texts: &str) -> BestAnswer {
        BestAnswer {
            list: list.to_owned(),
            usual: "bold".to_owned(),
            scenarios: vec![scenario.to_owned()],
            battlefields: vec!["default".to_owned()],
            score,
            low: score - 0.02,
            high: score + 0.02,
            pairs: 1000,
            evaluations: 400,
            seed: 1,
            version: "0.1.0".to_owned(),
            texts: texts.to_owned(),
        }
    }

    fn source(text: String) -> Source {
        Source { name: "exploitability.toml".to_owned(), text }
    }

    #[test]
    fn answers_come_back_from_their_file() {
        let mut answers = BestAnswers::default();
        answers.put(answer("weak", "brawl", 0.56, "a"));
        answers.put(answer("weak", "hill", 0.61, "a"));
        answers.put(answer("weak", "brawl", 0.58, "b"));
        assert_eq!(answers.iter().map(|answer| answer.score).collect::<Vec<_>>(), [0.58, 0.61]);
        assert_eq!(BestAnswers::read(&source(answers.to_toml("coins"))).unwrap(), answers);
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_at_once() {
        let text = BestAnswers(vec![answer("weak", "brawl", 0.56, "a")]).to_toml("coins");
        let text = text.replace("score = 0.56\n", "score = 5.6\n").replace("seed = 1\n", "").replace("usual", "usal");
        let wrong = BestAnswers::read(&source(text)).unwrap_err();
        let told: String = wrong.iter().map(|diagnostic| diagnostic.to_string()).collect();
        for part in ["5.6", "`seed`", "`usual`"] {
            assert!(told.contains(part), "{part} in {told}");
        }
    }

    #[cfg(feature = "command")]
    #[test]
    fn an_answer_fits_by_its_texts_and_scenario() {
        let text = |role: &str| Text { role: role.to_owned(), name: "x".to_owned(), text: role.to_owned() };
        let run = crate::experiment::fixture_game::play("armies = [\"weak\", \"rich\"]\nstop.pairs = 1");
        let mut manifest = run.manifest;
        manifest.texts = ["codex", "doctrines", "list weak"].map(text).to_vec();
        let texts = digest_of(&manifest.texts, "weak");
        let mut answers = BestAnswers::default();
        for (scenario, score, texts) in
            [("brawl", 0.55, texts.as_str()), ("hill", 0.6, &texts), ("river", 0.7, "other")]
        {
            answers.put(answer("weak", scenario, score, texts));
        }
        let score = |manifest: &Manifest, list: &str, scenarios: &[&str]| {
            answers.to(list, manifest, scenarios).map(|answer| answer.score)
        };
        assert_eq!(score(&manifest, "weak", &["brawl", "hill", "river"]), Some(0.6));
        assert_eq!(score(&manifest, "weak", &["brawl"]), Some(0.55));
        assert_eq!(score(&manifest, "weak", &["river"]), None, "by other texts");
        assert_eq!(score(&manifest, "rich", &["brawl"]), None);
        manifest.texts[1].text = "another doctrine".to_owned();
        assert_eq!(score(&manifest, "weak", &["brawl"]), None);
    }
}
