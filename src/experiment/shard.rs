//! Parts of a run for several machines.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One part of a run that is split among several processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Number of this part, from 0.
    pub index: u32,
    /// Number of all parts, at least 1.
    pub of: u32,
}

impl Shard {
    /// The whole run as its only part.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Whether this is the whole run.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.of == 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `i/n`: part `i`, from 0, of `n`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (index, of) = text.split_once('/').ok_or("a shard is written `i/n`, such as `0/4`")?;
        let number = |what: &str| what.parse::<u32>().map_err(|_| format!("`{what}` is not a whole number"));
        let shard = Self { index: number(index)?, of: number(of)? };
        if shard.index < shard.of {
            Ok(shard)
        } else {
            Err(format!("there is no shard {shard}: the first of {} is 0", shard.of))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_read_as_it_is_written_and_its_number_is_below_the_count() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, of: 3 }));
        assert_eq!(Shard { index: 2, of: 3 }.to_string(), "2/3");
        for wrong in ["3/3", "0/0", "1", "-1/2", "a/b"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
