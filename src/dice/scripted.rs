//! Scripted dice: a written sequence of throws, for worked examples and hand-set situations.

use super::Dice;

/// Dice that show what was written down for them.
///
/// Asking for more than was prepared, or for a face that the die does not have, does not panic: it marks the script as
/// broken and shows some face, and [`ScriptedDice::finish`] tells. A test that ends without `finish` checks nothing, so a
/// script that is dropped with rolls left over panics.
#[derive(Debug)]
pub struct ScriptedDice {
    rolls: Vec<u16>,
    next: usize,
    /// Dice that were thrown beyond those.
    missing: u32,
    diagnostic: Option<String>,
    settled: bool,
}

/// What is wrong with a script of dice.
pub type ScriptedRoll = Result<(), String>;

impl ScriptedDice {
    /// Dice that will show `rolls`, in order. A [`Dice::pick`] takes one entry too, the index it yields.
    #[must_use]
    pub fn new(rolls: &[u8]) -> Self {
        Self::with_lots(rolls.iter().map(|roll| u16::from(*roll)).collect())
    }

    /// The same where an index may be larger than any die, as a direction in degrees is.
    #[must_use]
    pub fn with_lots(rolls: Vec<u16>) -> Self {
        Self { rolls, next: 0, missing: 0, diagnostic: None, settled: false }
    }

    /// How many prepared rolls are still unused.
    #[must_use]
    pub fn left(&self) -> usize {
        self.rolls.len() - self.next
    }

    /// Ends the script.
    ///
    /// # Errors
    /// When a prepared roll is left unused, when more dice were thrown than prepared, or when a prepared number does
    /// not exist on the die that was thrown.
    pub fn finish(mut self) -> ScriptedRoll {
        self.settled = true;
        if let Some(diagnostic) = self.diagnostic.take() {
            return Err(diagnostic);
        }
        match self.left() {
            0 => Ok(()),
            left => Err(format!("{left} prepared dice were never thrown: {:?}", &self.rolls[self.next..])),
        }
    }

    fn take(&mut self, lowest: u16, highest: u32) -> u16 {
        let Some(&roll) = self.rolls.get(self.next) else {
            self.diagnostic.get_or_insert_with(|| format!("die number {} was thrown but not prepared", self.next + 1));
            // One face after another: a tie of dice that always show the same would be thrown again without end.
            let faces = highest + 1 - u32::from(lowest);
            let off = self.missing % faces;
            self.missing = self.missing.wrapping_add(1);
            return lowest + off as u16;
        };
        self.next += 1;
        if roll < lowest || u32::from(roll) > highest {
            let number = self.next;
            self.diagnostic
                .get_or_insert_with(|| format!("die number {number} cannot show {roll}: {lowest} to {highest}"));
            return lowest;
        }
        roll
    }
}

impl Dice for ScriptedDice {
    fn roll(&mut self, sides: u8) -> u8 {
        self.take(1, u32::from(sides)) as u8
    }

    fn pick(&mut self, n: u32) -> u32 {
        u32::from(self.take(0, n - 1))
    }
}

impl Drop for ScriptedDice {
    fn drop(&mut self) {
        if !self.settled && !std::thread::panicking() {
            assert!(
                self.diagnostic.is_none() && self.left() == 0,
                "scripted dice dropped with {} rolls left unused",
                self.left()
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_was_written_and_refuses_leftovers() {
        let mut dice = ScriptedDice::new(&[3, 6, 2]);
        assert_eq!((dice.d6(), dice.successes(2, 3)), (3, 1));
        assert!(dice.finish().is_ok());

        let mut dice = ScriptedDice::new(&[3, 6]);
        dice.d6();
        assert!(dice.finish().unwrap_err().contains("1 prepared"));

        let mut dice = ScriptedDice::new(&[]);
        dice.d6();
        assert!(dice.finish().unwrap_err().contains("not prepared"));

        let mut dice = ScriptedDice::new(&[]);
        assert_ne!(dice.d6(), dice.d6(), "a tie would be thrown again without end");
        assert!(dice.finish().unwrap_err().contains("number 1 was thrown"));

        let mut dice = ScriptedDice::new(&[7]);
        dice.d6();
        assert!(dice.finish().unwrap_err().contains("cannot show 7"));
    }

    #[test]
    #[should_panic(expected = "left unused")]
    fn a_forgotten_script_panics() {
        let _ = ScriptedDice::new(&[1]);
    }
}
