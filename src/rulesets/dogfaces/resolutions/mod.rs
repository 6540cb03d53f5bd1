//! Isolated resolutions: small questions whose answer is a distribution, asked of the very functions that games call.
//!
//! Listed shots are taken as legal at their range, and what a game would measure on its map (who covers whom, how far a
//! retreat can go) is an input. Each file holds the resolutions of one family.

mod area;
mod attack;
mod carrier;
mod duel;
mod inputs;
mod overwatch;
mod recovery;
mod retreat;
mod shot;
mod splash;
mod sustained;
mod table;
mod victim;
mod volley;

use std::sync::LazyLock;

use super::codex::Codex;
use super::rules::Rules;
use crate::dice::Resolution;
use crate::game::{Answer, Fault, Faults, Form, InputDoc, Node, Query, ResolutionDoc, Telling};
use inputs::Inputs;

/// The data and the rules under which something is resolved.
#[derive(Clone, Debug)]
struct Setting<'c> {
    codex: &'c Codex,
    rules: Rules,
}

/// A resolution as the rulebook lists it.
trait Isolated<'c>: Resolution + Sized {
    /// Key.
    const NAME: &'static str;
    /// One line.
    const ABOUT: &'static str;
    /// Labels of the outcomes, in order.
    const LABELS: &'static [&'static str];
    /// Names of the numeric results.
    const NUMBERS: &'static [&'static str] = &[];

    /// Its inputs, in order.
    fn inputs() -> Vec<InputDoc>;

    /// Reads it; none, with a fault among those of the form, when something is wrong.
    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self>;

    /// Index of the label of an outcome.
    fn label(&self, outcome: &Self::Outcome) -> usize;

    /// Numeric results of an outcome.
    fn values(&self, _outcome: &Self::Outcome) -> Vec<i64> {
        Vec::new()
    }
}

fn doc<'c, R: Isolated<'c>>() -> ResolutionDoc {
    ResolutionDoc {
        name: R::NAME,
        about: R::ABOUT,
        inputs: R::inputs(),
        labels: R::LABELS.to_vec(),
        numbers: R::NUMBERS.to_vec(),
    }
}

fn reply<'c, R: Isolated<'c>>(codex: &'c Codex, query: &Query) -> Result<Answer, Faults> {
    let node = Node::inputs(&query.inputs);
    let mut faults = Faults::new();
    let resolution = Form::open(R::NAME, &node, &mut faults).and_then(|form| {
        let mut inputs = Inputs { form, codex };
        let resolution = R::read(&mut inputs);
        inputs.form.close();
        resolution
    });
    match resolution {
        Some(resolution) if faults.is_empty() => {
            let label = |outcome: &R::Outcome| resolution.label(outcome);
            let values = |outcome: &R::Outcome| resolution.values(outcome);
            let telling = Telling { labels: R::LABELS, numbers: R::NUMBERS, label, values };
            Ok(crate::game::answer(&resolution, &telling, query))
        }
        _ => Err(faults),
    }
}

macro_rules! resolutions {
    ($($resolution:ty),+ $(,)?) => {
        /// All isolated resolutions, in the order of the rulebook.
        #[must_use]
        pub fn docs() -> Vec<ResolutionDoc> {
            vec![$(doc::<$resolution>()),+]
        }

        fn dispatch(codex: &Codex, query: &Query) -> Result<Answer, Faults> {
            match query.resolution.as_str() {
                $(<$resolution as Isolated>::NAME => reply::<$resolution>(codex, query),)+
                other => Err(vec![Fault::unknown("resolution", other, [$(<$resolution as Isolated>::NAME),+])]),
            }
        }
    };
}

resolutions! {
    table::TableRoll,
    shot::ShotCheck,
    attack::RangedAttack,
    area::AreaAttack,
    splash::SplashHit,
    retreat::RetreatCheck,
    recovery::StunRecovery,
    volley::Volley,
    overwatch::OverwatchFire,
    carrier::CarrierAttack,
    sustained::SustainedFire,
    duel::Duel,
}

/// Answers a question about one resolution.
///
/// # Errors
/// Everything wrong with the question, or with the codex that it brings along.
pub fn answer(query: &Query) -> Result<Answer, Faults> {
    static BUILT_IN: LazyLock<Codex> = LazyLock::new(Codex::built_in);
    match &query.codex {
        Some(source) => dispatch(&Codex::read(source, &[])?, query),
        None => dispatch(&BUILT_IN, query),
    }
}

#[cfg(test)]
mod tests;
