//! Dice under observation.

use super::Dice;

/// Passes on the dice of another source and remembers what they showed, for traces and narration.
#[derive(Debug)]
pub struct RecordingDice<'l, D> {
    dice: D,
    log: &'l mut Vec<u16>,
}

impl<'l, D: Dice> RecordingDice<'l, D> {
    /// Watches `dice`, writing every die into `log`.
    pub fn new(dice: D, log: &'l mut Vec<u16>) -> Self {
        Self { dice, log }
    }
}

impl<D: Dice> Dice for RecordingDice<'_, D> {
    fn roll(&mut self, sides: u8) -> u8 {
        let die = self.dice.roll(sides);
        self.log.push(die.into());
        die
    }

    fn pick(&mut self, n: u32) -> u32 {
        let index = self.dice.pick(n);
        self.log.push(index as u16);
        index
    }

    fn thrown(&mut self) -> Vec<u16> {
        std::mem::take(self.log)
    }
}
