//! Prices in the text of a codex: where they stand, and the same text with others.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::game::{Diagnostic, Diagnostics, Override, Ruleset, Source};

/// Where the price of a purchase stands in a codex.
#[derive(Clone, Debug, PartialEq)]
pub struct PricePlace {
    /// Key of the table, such as `units.sht`.
    pub key: String,
    /// Place of the number in the text.
    span: Range<usize>,
    /// Whether the table has a `value` of its own, which says what scripts take it to be worth.
    has_value: bool,
}

impl PricePlace {
    /// Where the price of a purchase of this name stands: as the `cost` of a table that is called after it. None where prices are put
    /// together from several numbers.
    ///
    /// # Errors
    /// When the codex is no TOML.
    pub fn find(codex: &Source, purchase: &str) -> Result<Option<Self>, Diagnostic> {
        let table = DeTable::parse(&codex.text).map_err(|error| Diagnostic::from_toml(&error).within(&codex.name))?;
        Ok(search(table.get_ref(), "", purchase))
    }

    /// Another price in the place of this one.
    #[must_use]
    pub fn change(&self, price: f64) -> Override {
        Override { key: format!("codex.{}.cost", self.key), value: price.into() }
    }
}

fn search(table: &DeTable<'_>, path: &str, purchase: &str) -> Option<PricePlace> {
    table.iter().find_map(|(key, node)| {
        let DeValue::Table(inner) = node.get_ref() else { return None };
        let key = key.get_ref();
        let own = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
        match inner.iter().find(|(field, _)| field.get_ref() == "cost") {
            Some((_, cost)) if **key == *purchase => Some(PricePlace {
                key: own,
                span: cost.span(),
                has_value: inner.iter().any(|(field, _)| field.get_ref() == "value"),
            }),
            _ => search(inner, &own, purchase),
        }
    })
}

/// The text of a codex with other prices, everything else as it was. What scripts take units to be worth stays what it was too, so
/// that games are played as they were when the prices were found.
#[must_use]
pub fn reprice(codex: &Source, ruleset: &dyn Ruleset, prices: &[(PricePlace, f64)]) -> String {
    let mut text = codex.text.clone();
    let mut prices: Vec<&(PricePlace, f64)> = prices.iter().collect();
    prices.sort_by_key(|(place, _)| std::cmp::Reverse(place.span.start));
    for (place, price) in prices {
        let old = codex.text[place.span.clone()].to_owned();
        if written(*price) == written(old.parse().unwrap_or(f64::NAN)) {
            continue;
        }
        if let Some(kept) = kept_value(place, &old, codex, ruleset) {
            let start = text[..place.span.start].rfind('\n').map_or(0, |at| at + 1);
            let lone = text[start..place.span.start].trim_start().starts_with("cost");
            let end = text[place.span.end..].find('\n').map_or(text.len(), |at| place.span.end + at);
            match lone {
                true => text.insert_str(end, &format!("\nvalue = {kept}")),
                false => text.insert_str(place.span.end, &format!(", value = {kept}")),
            }
        }
        text.replace_range(place.span.clone(), &written(*price));
    }
    text
}

/// Departures by which scripts that play by the codex `after` take units to be worth what they are taken to be worth by `before`: one for
/// every price that is another and whose table has no `value` of its own.
///
/// # Errors
/// What is wrong with either codex.
pub fn kept_values(before: &Source, after: &Source, ruleset: &dyn Ruleset) -> Result<Vec<Override>, Diagnostics> {
    let at_fault = |fault: Diagnostic| vec![fault];
    let mut kept = Vec::new();
    for unit in ruleset.units(before)? {
        let [old, new] = [before, after].map(|codex| PricePlace::find(codex, &unit.name));
        let (Some(old), Some(new)) = (old.map_err(at_fault)?, new.map_err(at_fault)?) else { continue };
        let [cost_before, cost_after] =
            [(before, &old), (after, &new)].map(|(codex, place)| &codex.text[place.span.clone()]);
        if cost_before.parse::<f64>() != cost_after.parse::<f64>()
            && let (false, Some(value)) = (old.has_value, kept_value(&new, cost_before, after, ruleset))
        {
            let value: f64 = value.parse().unwrap_or(unit.cost);
            kept.push(Override { key: format!("codex.{}.value", new.key), value: value.into() });
        }
    }
    Ok(kept)
}

/// What the scripts of a game take something to be worth by its old price, where they do.
fn kept_value<'t>(place: &PricePlace, old: &'t str, codex: &Source, ruleset: &dyn Ruleset) -> Option<&'t str> {
    let value: f64 = old.parse().ok()?;
    let change = Override { key: format!("codex.{}.value", place.key), value: value.into() };
    (!place.has_value && ruleset.check_override(codex, &change).is_ok()).then_some(old)
}

/// A price as a codex has it: no more digits than it needs.
fn written(price: f64) -> String {
    ((price * 1e4).round() / 1e4).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets;

    #[test]
    fn prices_change_and_nothing_else_does() {
        for slug in ["dogfaces", "dogma", "darkpotential"] {
            let ruleset = rulesets::find(slug).unwrap();
            let codex = ruleset.codex();
            let units = ruleset.units(&codex).unwrap();
            let mut prices = Vec::new();
            for unit in &units {
                let place = PricePlace::find(&codex, &unit.name).unwrap().unwrap_or_else(|| panic!("{}", unit.name));
                assert!(ruleset.check_override(&codex, &place.change(3.5)).is_ok());
                prices.push((place, unit.cost));
            }
            assert_eq!(reprice(&codex, ruleset, &prices), codex.text, "{slug}: the same prices are the same text");
            for (_, price) in &mut prices {
                *price += 1.25;
            }
            let other = Source { text: reprice(&codex, ruleset, &prices), ..codex.clone() };
            for (old, new) in units.iter().zip(ruleset.units(&other).unwrap()) {
                assert_eq!((&old.name, old.cost + 1.25), (&new.name, new.cost));
            }
            let comments = |text: &str| text.matches('#').count();
            assert_eq!(comments(&other.text), comments(&codex.text));
        }
    }

    #[test]
    fn a_price_that_is_put_together_has_no_place() {
        let codex = rulesets::find("hexcommand").unwrap().codex();
        assert_eq!(PricePlace::find(&codex, "trained-infantry:rifle-musket").unwrap(), None);
    }
}
