//! A table of results, whatever it will be printed as.

use serde_json::{Map, Value};

pub use crate::analysis::rounding::count as thousands;

/// On which side of its column a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Who gets to see a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody.
    All,
    /// Those who read: not in JSON and CSV.
    Readers,
    /// Programs: in JSON and CSV alone.
    Programs,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name in JSON and CSV: snake case, see METHODS for the common ones.
    pub key: String,
    /// Heading for readers.
    pub title: String,
    /// Side of the column on which its cells stand.
    pub align: Align,
    /// Who gets to see it.
    pub audience: Audience,
}

impl Column {
    /// A column of words.
    #[must_use]
    pub fn words(key: &str, title: &str) -> Self {
        Self { key: key.to_owned(), title: title.to_owned(), align: Align::Left, audience: Audience::All }
    }

    /// A column of numbers.
    #[must_use]
    pub fn numbers(key: &str, title: &str) -> Self {
        Self { align: Align::Right, ..Self::words(key, title) }
    }

    /// A column of texts for readers whose contents programs find in other columns.
    #[must_use]
    pub fn reading(title: &str) -> Self {
        Self { align: Align::Right, audience: Audience::Readers, ..Self::words("", title) }
    }

    /// A column for programs.
    #[must_use]
    pub fn data(key: &str) -> Self {
        Self { audience: Audience::Programs, ..Self::words(key, key) }
    }
}

/// One cell: what a reader sees, and what a program gets.
#[derive(Clone, Debug, PartialEq)]
pub struct Datum {
    /// For readers, rounded to the digits that its interval supports.
    pub text: String,
    /// For programs, unrounded.
    pub value: Value,
}

impl Datum {
    /// Words.
    #[must_use]
    pub fn words(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { value: Value::from(text.clone()), text }
    }

    /// A whole number, printed with thousands separators.
    #[must_use]
    pub fn count(n: u64) -> Self {
        Self { text: thousands(n), value: Value::from(n) }
    }

    /// A number, with the text that stands for it. What is not finite becomes null.
    #[must_use]
    pub fn number(value: f64, text: impl Into<String>) -> Self {
        Self { text: text.into(), value: Value::from(value) }
    }

    /// A value of any shape, with the text that stands for it.
    #[must_use]
    pub fn value(value: impl Into<Value>, text: impl Into<String>) -> Self {
        Self { text: text.into(), value: value.into() }
    }

    /// A value for programs.
    #[must_use]
    pub fn data(value: impl Into<Value>) -> Self {
        Self { text: String::new(), value: value.into() }
    }

    /// Text for readers whose contents programs find in other cells.
    #[must_use]
    pub fn reading(text: impl Into<String>) -> Self {
        Self { text: text.into(), value: Value::Null }
    }

    /// Nothing is known, or nothing can be.
    #[must_use]
    pub fn none() -> Self {
        Self { text: "-".to_owned(), value: Value::Null }
    }
}

/// A table: columns, and rows with one cell for each of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Heading, shown by formats for readers; may be empty.
    pub title: String,
    /// Columns.
    pub columns: Vec<Column>,
    /// Rows.
    pub rows: Vec<Vec<Datum>>,
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new(title: impl Into<String>, columns: Vec<Column>) -> Self {
        Self { title: title.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// When it does not have one cell for each column.
    pub fn push(&mut self, row: Vec<Datum>) {
        assert_eq!(row.len(), self.columns.len(), "a row of '{}' has a cell for each column", self.title);
        self.rows.push(row);
    }

    /// The table without the columns of one audience.
    #[must_use]
    pub fn without(&self, audience: Audience) -> Self {
        let keep = |c: &usize| self.columns[*c].audience != audience;
        let kept: Vec<usize> = (0..self.columns.len()).filter(keep).collect();
        Self {
            title: self.title.clone(),
            columns: kept.iter().map(|c| self.columns[*c].clone()).collect(),
            rows: self.rows.iter().map(|row| kept.iter().map(|c| row[*c].clone()).collect()).collect(),
        }
    }

    /// An array with an object for each row.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let object = |row: &Vec<Datum>| {
            let entries = self.columns.iter().zip(row).filter(|(column, _)| column.audience != Audience::Readers);
            let entries = entries.map(|(column, datum)| (column.key.clone(), datum.value.clone()));
            Value::Object(entries.collect::<Map<_, _>>())
        };
        self.rows.iter().map(object).collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn sample() -> Table {
        let columns = vec![
            Column::words("list_a", "List"),
            Column::numbers("score", "Score"),
            Column::reading("Range"),
            Column::data("low"),
            Column::numbers("n", "N"),
        ];
        let mut table = Table::new("Two lists", columns);
        let name = Datum::words("Say \"hi\", |pipe|");
        let [score, range, low] = [Datum::number(0.531_234, "53.1%"), Datum::reading("[52, 54]"), Datum::data(0.52)];
        table.push(vec![name, score, range, low, Datum::count(12_345)]);
        table.push(vec![Datum::words("plain"), Datum::none(), Datum::none(), Datum::none(), Datum::count(7)]);
        table
    }

    #[test]
    fn json_has_an_object_a_row_with_null_for_the_unknown() {
        let json = sample().to_json();
        assert_eq!(json[0]["score"], 0.531_234);
        assert!(json[1]["score"].is_null());
        assert_eq!(json[1]["n"], 7);
        assert_eq!(json[0].as_object().unwrap().len(), 4, "columns for readers are not in it");
    }

    #[test]
    fn a_value_that_is_not_finite_is_null() {
        assert!(Datum::number(f64::NAN, "-").value.is_null());
    }
}
