//! How a written script is carried out.

use super::script::Purpose;
use super::{Check, Expectation, ScriptedChoice};
use crate::dice::{RecordingDice, ScriptedDice};
use crate::game::{Diagnostic, Diagnostics, EventLog, Game, LogEntry, Node, Refusal, Transcript};

/// A game that can be put into any position and led by a script.
pub(crate) trait Replayable: Game<Event = LogEntry, Refusal = Refusal, Choice: PartialEq> + Clone {
    /// What is told of a choice that is refused.
    fn refused(&self, choice: Self::Choice, refusal: Refusal) -> LogEntry;

    /// The only choice there is, which needs not be written.
    fn forced(&self) -> Option<Forced<Self::Choice>>;

    /// A written choice as the game stands: what is written to a few digits may miss what it means.
    fn settled(&self, choice: Self::Choice) -> Self::Choice {
        choice
    }
}

/// A choice without alternative.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Forced<C> {
    /// Something that is due, whatever the dice show.
    Due(C),
    /// A throw of dice: a situation may end before it.
    Throw(C),
}

/// A situation that has been read: a game to be set up, and what is to become of it.
#[derive(Debug)]
pub(crate) struct Replay<'n, C, K> {
    /// The whole file, for complaints.
    pub root: &'n Node,
    /// What it is about, in words.
    pub about: &'n str,
    /// Dice that serve all choices.
    pub dice: Vec<u8>,
    /// What has to be true at the start.
    pub start: Expectation<'n, K>,
    /// The choices.
    pub script: Vec<ScriptedChoice<'n, C, K>>,
    /// What has to be true at the end.
    pub end: Expectation<'n, K>,
}

impl<C, K> Replay<'_, C, K> {
    /// Plays it from `game` on, which was set up before `log`; none where the file is at fault.
    pub(crate) fn perform<G>(self, game: G, mut log: EventLog, faults: &mut Diagnostics) -> Option<Transcript>
    where
        G: Replayable<Choice = C>,
        C: Copy + PartialEq,
        K: Check<G>,
    {
        if let Some(written) = self.script.iter().find(|written| !self.dice.is_empty() && !written.dice.is_empty()) {
            let message = "the dice stand either with the choices or at the top of the file";
            faults.push(written.node.fault(Diagnostic::new(message)));
        }
        if !faults.is_empty() {
            return None;
        }
        if !self.about.is_empty() {
            log.entries.insert(0, LogEntry::new(serde_json::Value::Null, self.about));
        }
        let mut replaying = Replaying { game, log, common: self.dice };
        let outcome = replaying.run(&self.start, &self.script, &self.end, self.root);
        let log = replaying.log;
        Some(Transcript { lines: log.lines(), trace: log.trace().cloned().collect(), fault: outcome.err() })
    }
}

/// A situation under way.
struct Replaying<G> {
    game: G,
    log: EventLog,
    /// Dice that stand at the top of the file, as far as they are left.
    common: Vec<u8>,
}

impl<G: Replayable> Replaying<G> {
    fn run<K: Check<G>>(
        &mut self,
        start: &Expectation<'_, K>,
        script: &[ScriptedChoice<'_, G::Choice, K>],
        end: &Expectation<'_, K>,
        root: &Node,
    ) -> Result<(), Diagnostic> {
        start.check(&self.game, &self.log.entries)?;
        for (index, written) in script.iter().enumerate() {
            let heard = self.log.entries.len();
            match written.purpose {
                Purpose::Refused(rule) => self.expect_refusal(written, rule)?,
                Purpose::Legal => self.expect_legal(written)?,
                Purpose::Made => self.carry_out(written, script.get(index + 1))?,
            }
            written.expect.check(&self.game, &self.log.entries[heard..])?;
        }
        if !self.common.is_empty() {
            return Err(root.fault(Diagnostic::new(format!("these dice were never thrown: {:?}", self.common))));
        }
        end.check(&self.game, &self.log.entries)
    }

    /// Tries a choice on a copy of the game. What is written as one choice may be several: those before the last are
    /// made without dice.
    fn attempt<K>(&self, written: &ScriptedChoice<'_, G::Choice, K>) -> Result<(), (G, G::Choice, Refusal)> {
        let mut trial = self.game.clone();
        for (index, &choice) in written.choices.iter().enumerate() {
            let choice = trial.settled(choice);
            if let Err(refusal) = trial.check(choice) {
                return Err((trial, choice, refusal));
            }
            if index + 1 < written.choices.len() {
                trial.apply(choice, &mut ScriptedDice::new(&[]), &mut EventLog::default());
            }
        }
        Ok(())
    }

    /// A choice that `rule` has to refuse.
    fn expect_refusal<K>(&mut self, written: &ScriptedChoice<'_, G::Choice, K>, rule: &str) -> Result<(), Diagnostic> {
        match self.attempt(written) {
            Err((trial, choice, refusal)) if refusal.rule == rule => {
                self.log.entries.push(trial.refused(choice, refusal));
                Ok(())
            }
            Err((_, _, refusal)) => {
                let message = format!("refused by another rule than {rule}: {}", refusal.reason);
                Err(written.node.fault(Diagnostic::new(message).rule(refusal.rule)))
            }
            Ok(()) => {
                Err(written.node.fault(Diagnostic::new(format!("{rule} was to refuse this choice, but it is legal"))))
            }
        }
    }

    /// A choice that has to be legal, but is not made.
    fn expect_legal<K>(&self, written: &ScriptedChoice<'_, G::Choice, K>) -> Result<(), Diagnostic> {
        self.attempt(written).map_err(|(_, _, refusal)| illegal(written, refusal))
    }

    /// Carries out a written choice, and the forced ones behind it unless they are `next`, with its dice.
    fn carry_out<K: Check<G>>(
        &mut self,
        written: &ScriptedChoice<'_, G::Choice, K>,
        next: Option<&ScriptedChoice<'_, G::Choice, K>>,
    ) -> Result<(), Diagnostic> {
        written.before.check(&self.game, &[])?;
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
        thrown.map_err(|message| written.node.fault(Diagnostic::new(message).label("the dice of this choice")))
    }

    fn apply_all<K>(
        &mut self,
        written: &ScriptedChoice<'_, G::Choice, K>,
        next: Option<&ScriptedChoice<'_, G::Choice, K>>,
        dice: &mut ScriptedDice,
    ) -> Result<(), Diagnostic> {
        for &choice in &written.choices {
            self.apply(self.game.settled(choice), dice).map_err(|refusal| illegal(written, refusal))?;
        }
        while let Some(forced) = self.game.forced() {
            let (Forced::Due(choice) | Forced::Throw(choice)) = forced;
            let at_the_end = matches!(forced, Forced::Throw(_)) && next.is_none() && dice.left() == 0;
            if at_the_end || next.is_some_and(|next| next.choices[..] == [choice]) {
                break;
            }
            self.apply(choice, dice).map_err(|refusal| illegal(written, refusal))?;
        }
        Ok(())
    }

    fn apply(&mut self, choice: G::Choice, dice: &mut ScriptedDice) -> Result<(), Refusal> {
        self.game.check(choice)?;
        let mut thrown = Vec::new();
        self.game.apply(choice, &mut RecordingDice::new(dice, &mut thrown), &mut self.log);
        Ok(())
    }
}

fn illegal<C, K>(written: &ScriptedChoice<'_, C, K>, refusal: Refusal) -> Diagnostic {
    written.node.fault(Diagnostic::new(refusal.reason).rule(refusal.rule).label("this choice is refused"))
}
