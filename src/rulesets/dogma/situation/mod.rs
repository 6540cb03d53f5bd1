//! Situations: a position from a file, a written list of choices with written dice, and what is expected of it.
//!
//! The format is described key by key in `docs/situations.md`.

mod expectation;
mod script;
mod stage;
#[cfg(test)]
mod tests;

use expectation::Expectation;
use script::{Finder, Purpose, Written, read_dice, read_rule};
use stage::Keys;

use super::choices::{Choice, Refusal};
use super::events;
use super::state::{Battle, Decision};
use crate::dice::{Dice, ScriptedDice, Witnessed};
use crate::game::{Chronicle, Fault, Faults, Form, Game, Node, Source, Told, Transcript};

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
    form.required("ruleset", |node| node.one_of("ruleset", &[("dogma", ())]));
    let about = form.or("about", "", Node::text);
    form.optional("rule", |node| match node.list() {
        Ok(list) => list.iter().try_for_each(|node| read_rule(node).map(drop)),
        Err(_) => read_rule(node).map(drop),
    });
    let keys = Keys::of(&mut form);
    let (choices, start, expect) = (form.node("choices"), form.node("start"), form.node("expect"));
    let dice = form.or("dice", Vec::new(), read_dice);
    form.close();
    let (setup, position) = keys.read(file, faults)?;

    let mut listener = Listener::default();
    let battle = Battle::set_up(&setup, &position, &mut listener);
    let finder = Finder { battle: &battle };
    let start = Expectation::read(finder, start, faults);
    let written = choices.map(|node| finder.script(node, faults)).unwrap_or_default();
    let end = Expectation::read(finder, expect, faults);
    if let Some(node) = written.iter().find(|written| !dice.is_empty() && !written.dice.is_empty()).map(|w| w.node) {
        faults.push(node.fault(Fault::new("the dice stand either with the choices or at the top of the file")));
    }
    if !faults.is_empty() {
        return None;
    }
    if !about.is_empty() {
        listener.told.insert(0, Told::new(serde_json::Value::Null, about));
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
            match written.purpose {
                Purpose::Refused(rule) => self.expect_refusal(written, rule)?,
                Purpose::Legal => self.expect_legal(written)?,
                Purpose::Made => self.carry_out(written, script.get(index + 1))?,
            }
            written.expect.check(&self.battle, &self.listener.told[heard..])?;
        }
        if !self.common.is_empty() {
            return Err(root.fault(Fault::new(format!("these dice were never thrown: {:?}", self.common))));
        }
        end.check(&self.battle, &self.listener.told)
    }

    /// The choice as the game stands: poses that are all but in contact are.
    fn choice(&self, written: &Written<'_>) -> Choice {
        stage::settled(&self.battle, written.choice)
    }

    /// A choice that `rule` has to refuse.
    fn expect_refusal(&mut self, written: &Written<'_>, rule: &str) -> Result<(), Fault> {
        let choice = self.choice(written);
        match self.battle.check(choice) {
            Err(refusal) if refusal.rule == rule => {
                self.listener.told.push(events::refused(&self.battle, choice, refusal));
                Ok(())
            }
            Err(refusal) => {
                let message = format!("refused by another rule than {rule}: {}", refusal.reason);
                Err(written.node.fault(Fault::new(message).breaks(refusal.rule)))
            }
            Ok(()) => Err(written.node.fault(Fault::new(format!("{rule} was to refuse this choice, but it is legal")))),
        }
    }

    /// A choice that has to be legal, but is not made.
    fn expect_legal(&self, written: &Written<'_>) -> Result<(), Fault> {
        let refused = |refusal: Refusal| {
            written.node.fault(Fault::new(refusal.reason).breaks(refusal.rule).label("this choice is refused"))
        };
        self.battle.check(self.choice(written)).map_err(refused)
    }

    /// Carries out a written choice, and the dice due behind it unless they are `next`, with its dice.
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
        self.apply(self.choice(written), dice).map_err(|refusal| {
            written.node.fault(Fault::new(refusal.reason).breaks(refusal.rule).label("this choice is refused"))
        })?;
        // A situation may end where dice are due.
        while self.battle.decision == Decision::Roll
            && next.is_none_or(|next| next.choice != Choice::Roll)
            && (next.is_some() || dice.left() > 0)
        {
            self.apply(Choice::Roll, dice).map_err(|refusal| written.node.fault(Fault::new(refusal.reason)))?;
        }
        Ok(())
    }

    fn apply(&mut self, choice: Choice, dice: &mut impl Dice) -> Result<(), Refusal> {
        self.battle.check(choice)?;
        let mut log = Vec::new();
        self.battle.apply(choice, &mut Witnessed::new(dice, &mut log), &mut self.listener);
        Ok(())
    }
}
