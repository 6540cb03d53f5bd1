//! Courses drawn in one line of text.

/// Heights of a column, from nothing to all.
const HEIGHTS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A column for each share from 0 to 1, in eighths; of more than `width` shares those that are spread evenly, the first and the last
/// among them. What is above 1 is drawn as 1, and what is there at all as an eighth at least.
#[must_use]
pub fn sparkline(shares: &[f64], width: usize) -> String {
    let eighths = |share: f64| match (8.0 * share.clamp(0.0, 1.0)).round() as usize {
        0 if share > 0.0 => 1,
        eighths => eighths,
    };
    let columns = shares.len().min(width);
    let at = |column: usize| match columns {
        0 | 1 => shares.len() - 1,
        _ => column * (shares.len() - 1) / (columns - 1),
    };
    (0..columns).map(|column| HEIGHTS[eighths(shares[at(column)])]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_columns_in_eighths() {
        assert_eq!(sparkline(&[1.0, 0.5, 0.02, 0.0, 1.7, -0.1], 9), "█▄▁ █ ");
        assert_eq!(sparkline(&[], 9), "");
    }

    #[test]
    fn long_courses_keep_their_ends() {
        let falling: Vec<f64> = (0..=80).map(|n| 1.0 - f64::from(n) / 80.0).collect();
        assert_eq!(sparkline(&falling, 9), "█▇▆▅▄▃▂▁ ");
        assert_eq!(sparkline(&falling, 2), "█ ");
        assert_eq!(sparkline(&falling, 1), " ");
    }
}
