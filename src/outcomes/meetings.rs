//! What met what, pair by pair, where lists are drawn anew for every pair: the rows that costs are fitted to.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A pair: what its lists were made of, and how it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeetingRow<'a> {
    /// Index of the pair.
    pub pair: u32,
    /// Score of the first list in quarters, 0 to 4.
    pub quarters: u8,
    /// How many of each purchase each list had.
    pub counts: [&'a [u8]; 2],
}

/// The pairs of a cell, in ascending order, packed: five bytes, and two for every purchase, each.
///
/// Nothing else that is kept of a run grows with the number of its pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meetings {
    purchases: usize,
    bytes: Vec<u8>,
}

/// Bytes before the counts: index of the pair, and its score.
const HEAD: usize = 5;

impl Meetings {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// How many pairs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() / self.row_bytes()
    }

    /// The pairs.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = MeetingRow<'_>> + Clone {
        let purchases = self.purchases;
        self.bytes.chunks_exact(self.row_bytes()).map(move |bytes| {
            let (head, counts) = bytes.split_at(HEAD);
            let (a, b) = counts.split_at(purchases);
            let pair = u32::from_le_bytes([head[0], head[1], head[2], head[3]]);
            MeetingRow { pair, quarters: head[4], counts: [a, b] }
        })
    }

    /// Adds a pair that comes after all others.
    ///
    /// # Panics
    /// When the lists are not made of as many purchases as those before.
    pub fn push(&mut self, row: MeetingRow<'_>) {
        let MeetingRow { pair, quarters, counts: [a, b] } = row;
        if self.is_empty() {
            self.purchases = a.len();
        }
        assert_eq!([a.len(), b.len()], [self.purchases; 2], "lists of one cell are made of the same");
        self.bytes.extend_from_slice(&pair.to_le_bytes());
        self.bytes.push(quarters);
        self.bytes.extend_from_slice(a);
        self.bytes.extend_from_slice(b);
    }

    /// Adds the pairs of another part of the same cell, wherever among these they belong.
    pub fn merge(&mut self, other: &Self) {
        if self.is_empty() {
            self.clone_from(other);
            return;
        }
        let ends = [self.iter().next_back(), other.iter().next()].map(|row| row.map(|row| row.pair));
        self.bytes.extend_from_slice(&other.bytes);
        if matches!(ends, [Some(last), Some(first)] if first < last) {
            let mut rows: Vec<MeetingRow<'_>> = self.iter().collect();
            rows.sort_by_key(|row| row.pair);
            let mut sorted = Self::default();
            rows.into_iter().for_each(|row| sorted.push(row));
            *self = sorted;
        }
    }

    fn row_bytes(&self) -> usize {
        HEAD + 2 * self.purchases
    }
}

/// How they are written: a text of two digits a byte.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Written {
    purchases: usize,
    rows: String,
}

impl Serialize for Meetings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digit = |half: u8| char::from_digit(u32::from(half), 16).expect("a half byte is a digit");
        let rows = self.bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
        Written { purchases: self.purchases, rows }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Meetings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { purchases, rows } = Written::deserialize(deserializer)?;
        let digits: Option<Vec<u8>> = rows.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
        let digits = digits.ok_or_else(|| de::Error::custom("meetings are written in hexadecimal digits"))?;
        let bytes = digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect();
        let meetings = Self { purchases, bytes };
        if digits.len() % (2 * meetings.row_bytes()) == 0 {
            Ok(meetings)
        } else {
            Err(de::Error::custom("the last meeting is not whole"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meetings(pairs: &[u32]) -> Meetings {
        let mut all = Meetings::default();
        for pair in pairs {
            let (a, b) = ([*pair as u8, 0, 250], [1, 2, 3]);
            all.push(MeetingRow { pair: *pair, quarters: (*pair % 5) as u8, counts: [&a, &b] });
        }
        all
    }

    #[test]
    fn parts_come_together_in_the_order_of_pairs() {
        let mut all = Meetings::default();
        for part in [&[5u32, 6, 7][..], &[0, 1], &[], &[2, 9], &[10, 11]] {
            all.merge(&meetings(part));
        }
        assert_eq!(all, meetings(&[0, 1, 2, 5, 6, 7, 9, 10, 11]));
        assert_eq!(all.len(), 9);
        let last = all.iter().last().unwrap();
        assert_eq!((last.pair, last.quarters, last.counts), (11, 1, [&[11, 0, 250][..], &[1, 2, 3]]));
    }

    #[test]
    fn they_are_written_and_read_back() {
        let all = meetings(&[3, 70_000]);
        let text = serde_json::to_string(&all).unwrap();
        assert_eq!(serde_json::from_str::<Meetings>(&text).unwrap(), all);
        assert_eq!(text.len(), "{\"purchases\":3,\"rows\":\"\"}".len() + 2 * 2 * 11);
        assert!(serde_json::from_str::<Meetings>(&text.replace("fa", "f")).is_err());
        assert!(serde_json::from_str::<Meetings>(&text.replace("fa", "xy")).is_err());
    }
}
