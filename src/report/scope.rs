//! Scope: what an interval covers, in words.

use toml::Value;

use super::cells::distinct;
use crate::experiment::Run;
use crate::game::{Override, PlaySettings, PlayStyle};

/// The battlefield that is not named.
const USUAL: &str = "default";

/// A battlefield in words.
#[must_use]
pub fn battlefield(name: &str) -> &str {
    if name == USUAL { "the usual battlefields" } else { name }
}

/// What is drawn anew for every pair, so that intervals over pairs cover it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The tempers of the players.
    pub tempers: bool,
    /// The tables.
    pub tables: Tables,
}

/// Where tables come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tables {
    /// From maps: every pair has the same one.
    #[default]
    Named,
    /// They are the usual ones of scenarios, which may lay them anew.
    Usual,
    /// They are laid anew for every pair.
    Drawn,
}

impl Scope {
    /// Of everything that was played in a run: what was drawn in every cell of it.
    #[must_use]
    pub fn of(run: &Run) -> Self {
        let levels = distinct(run.cells.iter().map(|cell| &cell.key.factors));
        let tempers = levels.iter().all(|levels| draws_tempers(&run.manifest.experiment, levels));
        let battlefields = distinct(run.cells.iter().map(|cell| cell.key.battlefield.as_str()));
        let drawn = |name: &&str| {
            let role = format!("battlefield {name}");
            run.manifest.texts.iter().any(|text| text.role == role && draws_tables(&text.text))
        };
        let tables = if battlefields == [USUAL] {
            Tables::Usual
        } else if battlefields.iter().all(drawn) {
            Tables::Drawn
        } else {
            Tables::Named
        };
        Self { tempers, tables }
    }

    /// `the dice and the tempers of the players`.
    pub fn drawn(self) -> String {
        let mut what = vec!["the dice"];
        what.extend(self.tempers.then_some("the tempers of the players"));
        what.extend(match self.tables {
            Tables::Named => None,
            Tables::Usual => Some("what the scenario draws"),
            Tables::Drawn => Some("the tables"),
        });
        match &what[..] {
            [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
            _ => what.concat(),
        }
    }

    /// What the interval of a single setting covers, within a sentence.
    #[must_use]
    pub fn of_one_setting(self) -> String {
        let drawn = self.tables == Tables::Drawn;
        let other = if drawn { "scenario or doctrines" } else { "scenario, battlefield or doctrines" };
        format!("covers {}, not another {other}", self.drawn())
    }

    /// The same for match-ups that were played in several settings.
    pub fn of_settings(self) -> String {
        format!(
            "Intervals of match-ups over several settings are for all settings of the kind (random effects); within one setting they cover {}.",
            self.drawn()
        )
    }
}

/// Whether players draw tempers, by the experiment as it was understood and the levels of a cell.
fn draws_tempers(experiment: &str, levels: &[(String, String)]) -> bool {
    let Ok(experiment) = experiment.parse::<toml::Table>() else { return false };
    let set = experiment.get("set").and_then(Value::as_table);
    let mut overrides: Vec<Override> = set.into_iter().flatten().map(|(key, value)| own(key, value.clone())).collect();
    overrides.extend(levels.iter().map(|(key, level)| own(key, read(level))));
    PlaySettings::read(&overrides).is_ok_and(|play| play.style != PlayStyle::Fixed && play.spread > 0.0)
}

fn own(key: &str, value: Value) -> Override {
    Override { key: key.to_owned(), value }
}

/// A level as it is written in a cell's key.
fn read(level: &str) -> Value {
    let line = format!("level = {level}").parse::<toml::Table>().ok();
    line.and_then(|mut line| line.remove("level")).unwrap_or_else(|| Value::from(level))
}

/// Whether a battlefield is laid anew for every pair: by the players, by chance, or as one of ever new maps.
fn draws_tables(battlefield: &str) -> bool {
    let Ok(table) = battlefield.parse::<toml::Table>() else { return false };
    let laid = table.get("terrain").and_then(Value::as_str);
    let maps = table.get("generate").and_then(|recipe| recipe.get("maps")).and_then(Value::as_str);
    maps == Some("every-pair") || laid.is_some_and(|policy| policy != "none")
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;
    use crate::experiment::Text;

    fn played() -> Run {
        run(vec![cell("x", "y", joint(60, 10, 30))])
    }

    #[test]
    fn tempers_are_drawn_unless_play_is_fixed() {
        assert_eq!(
            Scope::of(&played()).of_one_setting(),
            "covers the dice and the tempers of the players, not another scenario, battlefield or doctrines"
        );
        let mut fixed = played();
        fixed.manifest.experiment = "[set]\n\"play.style\" = \"fixed\"\n".to_owned();
        assert_eq!(
            Scope::of(&fixed).of_one_setting(),
            "covers the dice, not another scenario, battlefield or doctrines"
        );
        let mut varied = played();
        varied.cells[0].key.factors = vec![("play.spread".to_owned(), "0".to_owned())];
        assert!(!Scope::of(&varied).tempers);
    }

    #[test]
    fn tables_are_covered_where_each_pair_has_its_own() {
        let on = |text: &str| {
            let mut run = played();
            let (role, name) = ("battlefield farmstead".to_owned(), "farmstead.toml".to_owned());
            run.manifest.texts = vec![Text { role, name, text: text.to_owned() }];
            Scope::of(&run)
        };
        for text in ["table = [24, 24]\nfeatures = []", "terrain = \"none\"", "[generate]\nmaps = 64"] {
            assert_eq!(on(text).tables, Tables::Named);
        }
        let mut usual = played();
        usual.cells[0].key.battlefield = "default".to_owned();
        assert!(Scope::of(&usual).of_one_setting().contains("and what the scenario draws, not another"));
        for text in ["terrain = \"scripted\"", "[generate]\nmaps = \"every-pair\""] {
            assert_eq!(
                on(text).of_one_setting(),
                "covers the dice, the tempers of the players and the tables, not another scenario or doctrines"
            );
        }
        assert!(
            on("terrain = \"random\"")
                .of_settings()
                .ends_with("they cover the dice, the tempers of the players and the tables.")
        );
    }
}
