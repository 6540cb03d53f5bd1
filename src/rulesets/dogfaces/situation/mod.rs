//! Situations: a position from a file, a written list of choices with written dice, and what is expected of it.
//!
//! The format is described key by key in `docs/situations.md`.

mod expectation;
mod script;
mod stage;
#[cfg(test)]
mod tests;

use expectation::Expectation;
use script::{Finder, Written, read_dice, read_rule};
use stage::Keys;

use super::choices::{Choice, Refusal};
use super::events::{self, Told};
use super::state::{Battle, Decision};
use crate::dice::{Dice, ScriptedDice, Witnessed};
use crate::game::{Chronicle, Fault, Faults, Form, Game, Node, Source, Transcript};

/// Sets up the position of a file, carries out its choices, and checks its expectations.
///
/// # Errors
/// Everything wrong with the file itself; a choice that is refused, dice that do not match and expectations that do
/// not hold are part of the transcript.
pub(super) fn tell(file: &Source) -> Result<Transcript, Faults> {
    let root = Node::parse(file)?;
    let mut faults = Faults::new();
    let transcript = read(&root, file, &mut faults);
    match transcript {
        Some(transcript) if faults.is_empty() => Ok(transcript),
        _ => Err(faults.into_iter().map(|fault| fault.within(&file.name)).collect()),
    }
}

fn read(root: &Node, file: &Source, faults: &mut Faults) -> Option<Transcript> {
    let mut form = Form::open("the situation", root, faults)?;
    form.required("ruleset", |node| node.one_of("ruleset", &[("dogfaces", ())]));
    let about = form.or("about", "", Node::text);
    form.optional("rule", |node| match node.list() {
        Ok(list) => list.iter().try_for_each(|node| read_rule(node).map(drop)),
        Err(_) => read_rule(node).map(drop),
    });
    let keys = Keys::of(&mut form);
    let (choices, expect) = (form.node("choices"), form.node("expect"));
    let (reach, targets) = (form.node("reach"), form.node("targets"));
    let dice = form.or("dice", Vec::new(), read_dice);
    form.close();
    let (setup, position) = keys.read(file, faults)?;

    let mut listener = Listener::default();
    let battle = Battle::set_up(&setup, &position, &mut listener);
    let finder = Finder { battle: &battle };
    let mut start = Expectation::default();
    start.read_options(finder, reach, targets, faults);
    let written = choices.map(|node| finder.script(node, faults)).unwrap_or_default();
    let end = Expectation::read(finder, expect, faults);
    if let Some(node) = written.iter().find(|written| !dice.is_empty() && !written.dice.is_empty()).map(|w| w.node) {
        faults.push(node.fault(Fault::new("the dice stand either with the choices or at the top of the file")));
    }
    if !faults.is_empty() {
        return None;
    }
    if !about.is_empty() {
        listener.told.insert(0, Told { trace: serde_json::Value::Null, words: about.to_owned() });
    }
    let mut course = Course { battle: battle.clone(), listener, common: dice };
    let outcome = course.run(&start, &written, &end, root);
    let told = course.listener.told;
    Some(Transcript {
        lines: told.iter().map(|told| told.words.clone()).filter(|words| !words.is_empty()).collect(),
        trace: told.into_iter().map(|told| told.trace).filter(|trace| !trace.is_null()).collect(),
        fault: outcome.err().map(|fault| fault.within(&file.name)),
    })
}

/// Keeps what it is told.
#[derive(Debug, Default)]
struct Listener {
    told: Vec<Told>,
}

impl Chronicle<Told> for Listener {
    const TELLS: bool = true;

    fn tell(&mut self, event: impl FnOnce() -> Told) {
        self.told.push(event());
    }
}

/// A situation under way.
struct Course<'s> {
    battle: Battle<'s>,
    listener: Listener,
    /// Dice that stand at the top of the file, as far as they are left.
    common: Vec<u8>,
}

impl Course<'_> {
    fn run(
        &mut self,
        start: &Expectation<'_>,
        script: &[Written<'_>],
        end: &Expectation<'_>,
        root: &Node,
    ) -> Result<(), Fault> {
        start.check(&self.battle, &self.listener.told)?;
        for (index, written) in script.iter().enumerate() {
            let heard = self.listener.told.len();
            match written.refused {
                Some(rule) => self.expect_refusal(written, rule)?,
                None => self.carry_out(written, script.get(index + 1))?,
            }
            written.expect.check(&self.battle, &self.listener.told[heard..])?;
        }
        if !self.common.is_empty() {
            return Err(root.fault(Fault::new(format!("these dice were never thrown: {:?}", self.common))));
        }
        end.check(&self.battle, &self.listener.told)
    }

    /// Tries a choice on a copy of the game, which has to refuse it by `rule`.
    fn expect_refusal(&mut self, written: &Written<'_>, rule: &str) -> Result<(), Fault> {
        let mut trial = self.battle.clone();
        for &choice in &written.choices {
            match trial.check(choice) {
                Err(refusal) if refusal.rule == rule => {
                    self.listener.told.push(events::refused(&trial, choice, refusal));
                    return Ok(());
                }
                Err(refusal) => {
                    let message = format!("refused by another rule than {rule}: {}", refusal.reason);
                    return Err(written.node.fault(Fault::new(message).breaks(refusal.rule)));
                }
                // Only shots stand before something else that can be refused.
                Ok(()) if matches!(choice, Choice::Shoot(_)) => {
                    trial.apply(choice, &mut ScriptedDice::new(&[]), &mut Listener::default());
                }
                Ok(()) => {}
            }
        }
        Err(written.node.fault(Fault::new(format!("{rule} was to refuse this choice, but it is legal"))))
    }

    /// Carries out a written choice, and the forced ones behind it unless they are `next`, with its dice.
    fn carry_out(&mut self, written: &Written<'_>, next: Option<&Written<'_>>) -> Result<(), Fault> {
        let common = !self.common.is_empty();
        let rolls = if common { self.common.clone() } else { written.dice.clone() };
        let mut dice = ScriptedDice::new(&rolls);
        let outcome = self.apply_all(written, next, &mut dice);
        let left = dice.left();
        let thrown = dice.finish();
        outcome?;
        if common && left > 0 {
            self.common = rolls[rolls.len() - left..].to_vec();
            return Ok(());
        }
        self.common.clear();
        thrown.map_err(|message| written.node.fault(Fault::new(message).label("the dice of this choice")))
    }

    fn apply_all(
        &mut self,
        written: &Written<'_>,
        next: Option<&Written<'_>>,
        dice: &mut ScriptedDice,
    ) -> Result<(), Fault> {
        if let Some(start) = written.start {
            self.check_start(written, start)?;
        }
        for &choice in &written.choices {
            self.apply(choice, dice).map_err(|refusal| {
                written.node.fault(Fault::new(refusal.reason).breaks(refusal.rule).label("this choice is refused"))
            })?;
        }
        loop {
            let forced = match self.battle.decision {
                Decision::Proceed => Choice::Proceed,
                Decision::Recover => Choice::Recover,
                _ => return Ok(()),
            };
            if next.is_some_and(|next| next.is_forced(self.battle.decision)) {
                return Ok(());
            }
            self.apply(forced, dice).map_err(|refusal| written.node.fault(Fault::new(refusal.reason)))?;
        }
    }

    fn apply(&mut self, choice: Choice, dice: &mut impl Dice) -> Result<(), Refusal> {
        self.battle.check(choice)?;
        let mut log = Vec::new();
        self.battle.apply(choice, &mut Witnessed::new(dice, &mut log), &mut self.listener);
        Ok(())
    }

    /// A path starts where its unit is.
    fn check_start(&self, written: &Written<'_>, start: u16) -> Result<(), Fault> {
        let unit = match written.choices[..] {
            [Choice::Move { unit, .. }] => Some(unit),
            _ => self.battle.effect.map(|effect| effect.victim),
        };
        match unit {
            Some(unit) if self.battle.unit(unit).hex != start => {
                let there = self.battle.spot(self.battle.unit(unit).hex);
                let message = format!("{} is at {there}, not at {}", self.battle.name(unit), self.battle.spot(start));
                Err(written.node.fault(Fault::new(message)))
            }
            _ => Ok(()),
        }
    }
}
