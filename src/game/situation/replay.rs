//! How a written script is carried out.

use super::script::{Purpose, read_script};
use super::{Expectation, Forced, Header, Position, ScriptedChoice, read_expectation};
use crate::dice::{RecordingDice, ScriptedDice};
use crate::game::{Diagnostic, Diagnostics, EventLog, LogEntry, Node, Refusal, Transcript};

/// A situation that has been read: what is to become of a game `G` that is set up.
pub(crate) struct Replay<'n, G: Position + 'n> {
    header: Header<'n>,
    start: Expectation<'n, G>,
    script: Vec<ScriptedChoice<'n, G>>,
    end: Expectation<'n, G>,
}

impl<'n, G: Position + 'n> Replay<'n, G> {
    /// Reads the choices and what has to be true at the end, for `game` as it was set up; `start` has to be true then.
    pub(crate) fn read(header: Header<'n>, start: Expectation<'n, G>, game: &G, diagnostics: &mut Diagnostics) -> Self {
        let script = read_script(game, header.choices, diagnostics);
        let end = read_expectation(game, header.expect, diagnostics);
        Self { header, start, script, end }
    }

    /// Whether anything at all is expected: at the start, after a choice, at the end, or of a choice that is not made.
    fn expects(&self) -> bool {
        let of_choice =
            |written: &ScriptedChoice<'_, G>| written.purpose != Purpose::Made || !written.expect.is_empty();
        !self.start.is_empty() || !self.end.is_empty() || self.script.iter().any(of_choice)
    }

    /// Plays it from `game` on, which was set up before `log`: where the game stands then, and what was told; none where the
    /// file is at fault.
    pub(crate) fn perform(self, game: G, mut log: EventLog, diagnostics: &mut Diagnostics) -> Option<(G, Transcript)> {
        let (dice, expects) = (self.header.dice.clone(), self.expects());
        if let Some(written) = self.script.iter().find(|written| !dice.is_empty() && !written.dice.is_empty()) {
            let message = "the dice stand either with the choices or at the top of the file";
            diagnostics.push(written.node.locate(Diagnostic::new(message)));
        }
        if !diagnostics.is_empty() {
            return None;
        }
        if !self.header.about.is_empty() {
            log.entries.insert(0, LogEntry::new(serde_json::Value::Null, self.header.about));
        }
        let mut replaying = Replaying { game, log, common: dice };
        let outcome = replaying.run(&self.start, &self.script, &self.end, self.header.root);
        let Replaying { game, log, .. } = replaying;
        let (lines, trace) = (log.lines(), log.trace().cloned().collect());
        Some((game, Transcript { lines, trace, log, expects, diagnostic: outcome.err() }))
    }
}

/// A situation under way.
struct Replaying<G> {
    game: G,
    log: EventLog,
    /// Dice that stand at the top of the file, as far as they are left.
    common: Vec<u16>,
}

impl<G: Position> Replaying<G> {
    fn run(
        &mut self,
        start: &Expectation<'_, G>,
        script: &[ScriptedChoice<'_, G>],
        end: &Expectation<'_, G>,
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
            return Err(root.locate(Diagnostic::new(format!("these dice were never thrown: {:?}", self.common))));
        }
        end.check(&self.game, &self.log.entries)
    }

    /// Tries a choice on a copy of the game. What is written as one choice may be several: those before the last are
    /// made without dice.
    fn attempt(&self, written: &ScriptedChoice<'_, G>) -> Result<(), (G, G::Choice, Refusal)> {
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
    fn expect_refusal(&mut self, written: &ScriptedChoice<'_, G>, rule: &str) -> Result<(), Diagnostic> {
        match self.attempt(written) {
            Err((trial, choice, refusal)) if refusal.rule == rule => {
                self.log.entries.push(trial.refused(choice, refusal));
                Ok(())
            }
            Err((_, _, refusal)) => {
                let message = format!("refused by another rule than {rule}: {}", refusal.reason);
                Err(written.node.locate(Diagnostic::new(message).rule(refusal.rule)))
            }
            Ok(()) => {
                Err(written.node.locate(Diagnostic::new(format!("{rule} was to refuse this choice, but it is legal"))))
            }
        }
    }

    /// A choice that has to be legal, but is not made.
    fn expect_legal(&self, written: &ScriptedChoice<'_, G>) -> Result<(), Diagnostic> {
        self.attempt(written).map_err(|(_, _, refusal)| illegal(written, refusal))
    }

    /// Carries out a written choice, and the forced ones behind it unless they are `next`, with its dice.
    fn carry_out(
        &mut self,
        written: &ScriptedChoice<'_, G>,
        next: Option<&ScriptedChoice<'_, G>>,
    ) -> Result<(), Diagnostic> {
        written.before.check(&self.game, &[])?;
        let common = !self.common.is_empty();
        let rolls = if common { self.common.clone() } else { written.dice.clone() };
        let mut dice = ScriptedDice::with_lots(rolls.clone());
        let outcome = self.apply_all(written, next, &mut dice);
        let left = dice.left();
        let thrown = dice.finish();
        outcome?;
        if common && left > 0 {
            self.common = rolls[rolls.len() - left..].to_vec();
            return Ok(());
        }
        self.common.clear();
        thrown.map_err(|message| written.node.locate(Diagnostic::new(message).label("the dice of this choice")))
    }

    fn apply_all(
        &mut self,
        written: &ScriptedChoice<'_, G>,
        next: Option<&ScriptedChoice<'_, G>>,
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
        #[cfg(test)]
        super::testing::hold_offers(&self.game, choice);
        let mut thrown = Vec::new();
        self.game.apply(choice, &mut RecordingDice::new(dice, &mut thrown), &mut self.log);
        #[cfg(test)]
        super::testing::hold_state(&self.game);
        Ok(())
    }
}

fn illegal<G: Position>(written: &ScriptedChoice<'_, G>, refusal: Refusal) -> Diagnostic {
    written.node.locate(Diagnostic::new(refusal.reason).rule(refusal.rule).label("this choice is refused"))
}
