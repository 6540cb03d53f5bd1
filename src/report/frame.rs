//! A table as a data frame.

use polars::prelude::*;
use serde_json::Value;

use super::table::{Audience, Table};

/// The columns of a table that programs read: numbers as 64-bit floats, everything else as text; what is missing is null.
///
/// # Errors
/// When two columns have one name.
pub fn frame(table: &Table) -> PolarsResult<DataFrame> {
    let table = table.without(Audience::Readers);
    let column = |(n, column): (usize, &super::table::Column)| {
        let values = || table.rows.iter().map(|row| &row[n].value);
        let numbers = values().all(|value| value.is_number() || value.is_null());
        if numbers {
            Column::new(column.key.as_str().into(), values().map(Value::as_f64).collect::<Vec<_>>())
        } else {
            let text = |value: &Value| match value {
                Value::Null => None,
                Value::String(text) => Some(text.clone()),
                other => Some(other.to_string()),
            };
            Column::new(column.key.as_str().into(), values().map(text).collect::<Vec<_>>())
        }
    };
    DataFrame::new_infer_height(table.columns.iter().enumerate().map(column).collect())
}

#[cfg(test)]
mod tests {
    use super::super::table::{Column, Datum};
    use super::*;

    #[test]
    fn numbers_stay_numbers_and_what_is_missing_is_null() {
        let mut table =
            Table::new("", vec![Column::words("list", "List"), Column::numbers("elo", "Elo"), Column::reading("Read")]);
        table.push(vec![Datum::words("x"), Datum::number(12.5, "12"), Datum::reading("[1, 2]")]);
        table.push(vec![Datum::words("y"), Datum::none(), Datum::none()]);
        let frame = frame(&table).unwrap();
        assert_eq!(frame.get_column_names(), ["list", "elo"]);
        let elo: Vec<Option<f64>> = frame.column("elo").unwrap().f64().unwrap().iter().collect();
        assert_eq!(elo, [Some(12.5), None]);
        assert_eq!(frame.column("list").unwrap().str().unwrap().get(1), Some("y"));
    }
}
