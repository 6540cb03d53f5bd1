//! Switches with more to them than a list of words or a range.

use crate::game::switches::Value;

/// Most changes of orders that a switch can name.
const MOST_CHANGES: u8 = 20;

/// Most turns of grace.
const MOST_GRACE: u8 = 12;

/// Largest number of a ratio.
const LARGEST_SHARE: u8 = 20;

/// `cvs.change-limit`: how many changes of orders a player may try in a game (HX-CVS-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CvsChangeLimit {
    /// As many as the supreme commander's I.
    #[default]
    InitiativeValue,
    /// Any number.
    None,
    /// So many, 0 to 20.
    Number(u8),
}

impl Value for CvsChangeLimit {
    fn read(text: &str) -> Option<Self> {
        match text {
            "initiative-value" => Some(Self::InitiativeValue),
            "none" => Some(Self::None),
            _ => text.parse().ok().filter(|number| *number <= MOST_CHANGES).map(Self::Number),
        }
    }
    fn write(&self) -> String {
        match self {
            Self::InitiativeValue => "initiative-value".to_owned(),
            Self::None => "none".to_owned(),
            Self::Number(number) => number.to_string(),
        }
    }
    fn allowed() -> Vec<&'static str> {
        vec!["initiative-value", "none", "a whole number from 0 to 20"]
    }
}

/// `victory.grace-turns`: at how many turn ends running an army at its break point loses (HX-VIC-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VictoryGraceTurns {
    /// It does not lose by that.
    Off,
    /// At so many, 1 to 12.
    Turns(u8),
}

impl Default for VictoryGraceTurns {
    fn default() -> Self {
        Self::Turns(2)
    }
}

impl Value for VictoryGraceTurns {
    fn read(text: &str) -> Option<Self> {
        match text {
            // A bare `false` is spelt `no`.
            "off" | "no" => Some(Self::Off),
            _ => text.parse().ok().filter(|turns| (1..=MOST_GRACE).contains(turns)).map(Self::Turns),
        }
    }
    fn write(&self) -> String {
        match self {
            Self::Off => "off".to_owned(),
            Self::Turns(turns) => turns.to_string(),
        }
    }
    fn allowed() -> Vec<&'static str> {
        vec!["off", "a whole number from 1 to 12"]
    }
}

/// `setup.ratio`: combat units of the attacker to those of the defender, such as `4:3` (HX-ARM-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SetupRatio {
    /// Share of the attacker, 1 to 20.
    pub attacker: u8,
    /// Share of the defender, 1 to 20.
    pub defender: u8,
}

impl Default for SetupRatio {
    fn default() -> Self {
        Self { attacker: 4, defender: 3 }
    }
}

impl SetupRatio {
    /// Most combat units of a defender against so many attackers: rounded down.
    #[must_use]
    pub const fn most_defenders(self, attackers: usize) -> usize {
        attackers * self.defender as usize / self.attacker as usize
    }
}

impl Value for SetupRatio {
    fn read(text: &str) -> Option<Self> {
        let (attacker, defender) = text.split_once(':')?;
        let share = |text: &str| text.trim().parse().ok().filter(|share| (1..=LARGEST_SHARE).contains(share));
        Some(Self { attacker: share(attacker)?, defender: share(defender)? })
    }
    fn write(&self) -> String {
        format!("{}:{}", self.attacker, self.defender)
    }
    fn allowed() -> Vec<&'static str> {
        vec!["two whole numbers from 1 to 20 such as 4:3"]
    }
}

/// `board.columns`: 9, 13, 17, 21 or 25, so that there is a centre hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardColumns(pub u8);

impl Default for BoardColumns {
    fn default() -> Self {
        Self(21)
    }
}

impl Value for BoardColumns {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|columns| (9..=25).contains(columns) && columns % 4 == 1).map(Self)
    }
    fn write(&self) -> String {
        self.0.to_string()
    }
    fn allowed() -> Vec<&'static str> {
        vec!["9", "13", "17", "21", "25"]
    }
}

/// `board.rows`: an odd number of rows from 9 to 23, those of the longer columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardRows(pub u8);

impl Default for BoardRows {
    fn default() -> Self {
        Self(13)
    }
}

impl Value for BoardRows {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|rows| (9..=23).contains(rows) && rows % 2 == 1).map(Self)
    }
    fn write(&self) -> String {
        self.0.to_string()
    }
    fn allowed() -> Vec<&'static str> {
        vec!["9", "11", "13", "15", "17", "19", "21", "23"]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::*;

    #[test]
    fn values_are_read_as_they_are_written() {
        let mut rules = Rules::default();
        for (name, value) in [
            ("cvs.change-limit", "none"),
            ("cvs.change-limit", "20"),
            ("victory.grace-turns", "off"),
            ("victory.grace-turns", "12"),
            ("setup.ratio", "3:2"),
            ("board.columns", "25"),
            ("board.rows", "23"),
        ] {
            rules.set(name, value).unwrap();
            assert!(rules.values().contains(&(name, value.to_owned())), "{name} = {value}");
        }
        assert_eq!((rules.victory_grace_turns, rules.board_rows), (VictoryGraceTurns::Turns(12), BoardRows(23)));
        for (name, value) in [
            ("cvs.change-limit", "21"),
            ("victory.grace-turns", "0"),
            ("victory.grace-turns", "13"),
            ("setup.ratio", "4"),
            ("setup.ratio", "0:3"),
            ("setup.ratio", "21:3"),
            ("board.columns", "15"),
            ("board.columns", "29"),
            ("board.rows", "12"),
            ("board.rows", "7"),
            ("board.rows", "25"),
        ] {
            assert!(rules.set(name, value).unwrap_err().rule.is_some(), "{name} = {value}");
        }
    }

    /// The numbers that the rulebook gives.
    #[test]
    fn hx_arm_09_the_defender_is_outnumbered_by_a_third() {
        let ratio = |text| SetupRatio::read(text).unwrap();
        assert_eq!((ratio("4:3").most_defenders(12), ratio("3:2").most_defenders(12)), (9, 8));
        assert_eq!(SetupRatio::default().most_defenders(11), 8);
    }
}
