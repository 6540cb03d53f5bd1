//! Tables and texts in lines of a bounded width, for terminals and blocks of code.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::table::{Align, Table};

/// How a table in columns is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Spaces before the first column.
    pub margin: usize,
    /// Spaces between two columns.
    pub gap: usize,
    /// What the line below the headings is made of.
    pub rule: char,
    /// Whether a heading stays on one line where there is room.
    pub whole_headings: bool,
}

impl Look {
    /// Of terminals.
    pub const TERMINAL: Self = Self { margin: 1, gap: 3, rule: '─', whole_headings: true };
    /// Of blocks of code in posts, where columns are dear.
    pub const BLOCK: Self = Self { margin: 0, gap: 2, rule: '-', whole_headings: false };
}

/// A table of texts: a heading and a side for each column, and rows with a cell for each column.
#[derive(Debug)]
pub struct Sheet {
    /// Headings with the side of their column.
    pub headings: Vec<(String, Align)>,
    /// Cells by row and column.
    pub rows: Vec<Vec<String>>,
}

/// A part of a table, as wide as there is room: all of its columns, or those that stand below others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Lines of the headings, with the rule below them.
    pub head: Vec<String>,
    /// Lines of each row.
    pub rows: Vec<Vec<String>>,
}

impl Part {
    /// Its lines, from the top.
    pub fn lines(&self) -> impl Iterator<Item = &String> {
        self.head.iter().chain(self.rows.iter().flatten())
    }
}

impl Sheet {
    /// The texts of a table, each as `text` makes it.
    #[must_use]
    pub fn of(table: &Table, text: impl Fn(&str) -> String) -> Self {
        Self {
            headings: table.columns.iter().map(|column| (text(&column.title), column.align)).collect(),
            rows: table.rows.iter().map(|row| row.iter().map(|datum| text(&datum.text)).collect()).collect(),
        }
    }

    /// The table in lines of at most `width` columns, as wide as it likes when there is none. Where it is too wide, headings wrap
    /// first, then columns of words between words; where that is not enough, the table goes on below with its first column
    /// repeated, and with those after it that tell its rows apart, or all columns of words that lead it, where these leave room
    /// enough; rows that say nothing there are left out. A number is never broken, and a word only where it is wider than half a line.
    #[must_use]
    pub fn drawn(&self, width: Option<usize>, look: Look) -> String {
        let part = |part: &Part| part.lines().map(|line| format!("{line}\n")).collect::<String>();
        self.parts(width, look).iter().map(part).collect::<Vec<_>>().join("\n")
    }

    /// The parts of what is [`Sheet::drawn`].
    #[must_use]
    pub fn parts(&self, width: Option<usize>, look: Look) -> Vec<Part> {
        if self.headings.is_empty() {
            return Vec::new();
        }
        let room = width.map_or(usize::MAX, |width| width.saturating_sub(look.margin).max(3 + look.gap));
        let widths = self.widths(room, look);
        let mut parts: Vec<Part> = Vec::new();
        let keys = self.keys(&widths, room, look);
        let mut rest = keys..widths.len();
        loop {
            let begun = !parts.is_empty();
            let mut shown: Vec<usize> = (0..keys).collect();
            let mut used = shown.iter().map(|c| widths[*c]).sum::<usize>() + look.gap * (keys - 1);
            while let Some(next) = rest.clone().next()
                && (used.saturating_add(look.gap + widths[next]) <= room || shown.len() == keys)
            {
                used += look.gap + widths[next];
                shown.push(next);
                rest.next();
            }
            // A dash says that there is nothing.
            let says =
                |cells: &&Vec<String>| !begun || shown[keys..].iter().any(|c| !matches!(cells[*c].as_str(), "" | "-"));
            let rows: Vec<&Vec<String>> = self.rows.iter().filter(says).collect();
            if begun && rows.is_empty() && !self.rows.is_empty() {
                if rest.is_empty() {
                    return parts;
                }
                continue;
            }
            let row = |texts: &[&str]| {
                let cells: Vec<_> = shown.iter().map(|c| (texts[*c], widths[*c], self.headings[*c].1)).collect();
                row_of(&cells, look)
            };
            let mut head = row(&self.headings.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>());
            head.push(look.rule.to_string().repeat((used + 2 * look.margin).min(room.saturating_add(look.margin))));
            let rows = rows.into_iter().map(|cells| row(&cells.iter().map(String::as_str).collect::<Vec<_>>()));
            parts.push(Part { head, rows: rows.collect() });
            if rest.is_empty() {
                return parts;
            }
        }
    }

    /// How many columns say what a row is about.
    fn keys(&self, widths: &[usize], room: usize, look: Look) -> usize {
        let used = |keys: usize| widths[..keys].iter().sum::<usize>() + look.gap * keys;
        let leading = self.headings.iter().take_while(|(_, align)| *align == Align::Left).count();
        if leading < widths.len() && used(leading) <= room / 2 {
            return leading.max(1);
        }
        let apart = |keys: &usize| {
            let mut seen = std::collections::BTreeSet::new();
            self.rows.iter().all(|row| seen.insert(&row[..*keys]))
        };
        let telling = (1..=leading.min(widths.len() - 1)).find(apart);
        telling.filter(|keys| used(*keys) <= room / 3 * 2).unwrap_or(1)
    }

    /// Width of each column, so that all of them have room side by side if that can be had.
    fn widths(&self, room: usize, look: Look) -> Vec<usize> {
        let half = room.saturating_sub(look.gap) / 2;
        let cells = |c: usize| self.rows.iter().map(move |row| row[c].as_str());
        let lines = |text: &str| text.split('\n').map(UnicodeWidthStr::width).max().unwrap_or(0);
        let longest_word = |text: &str| text.split([' ', '\n']).map(UnicodeWidthStr::width).max().unwrap_or(0);
        let widest = |c: usize| cells(c).map(lines).max().unwrap_or(0);
        let narrow = |c: usize| longest_word(&self.headings[c].0);
        let mut widths: Vec<usize> = (0..self.headings.len())
            .map(|c| {
                let heading = if look.whole_headings { self.headings[c].0.width() } else { narrow(c) };
                widest(c).max(heading)
            })
            .collect();
        let total = |widths: &[usize]| {
            widths.iter().fold(look.gap * (widths.len() - 1), |sum, width| sum.saturating_add(*width))
        };
        if total(&widths) > room {
            for (c, width) in widths.iter_mut().enumerate() {
                *width = widest(c).max(narrow(c)).min(half);
            }
            self.relax(&mut widths, room, look);
        }
        let least: Vec<usize> = (0..widths.len())
            .map(|c| match self.headings[c].1 {
                Align::Left => cells(c).map(longest_word).max().unwrap_or(0).max(narrow(c)).min(half),
                Align::Right => widths[c],
            })
            .collect();
        while total(&widths) > room {
            let squeezable = (0..widths.len()).filter(|c| widths[*c] > least[*c]);
            match squeezable.max_by_key(|c| widths[*c]) {
                Some(widest) => widths[widest] -= 1,
                None => break,
            }
        }
        widths
    }
}

impl Sheet {
    /// Gives columns with wrapped headings the room that is left over, the highest heading first, where it takes a line away.
    fn relax(&self, widths: &mut [usize], room: usize, look: Look) {
        let gaps = look.gap * (widths.len() - 1);
        let height = |c: usize, width: usize| wrapped(&self.headings[c].0, width).len();
        loop {
            let spare = room.saturating_sub(widths.iter().sum::<usize>() + gaps);
            let wider = |c: &usize| {
                let now = height(*c, widths[*c]);
                (1..=spare).find(|more| height(*c, widths[*c] + more) < now).map(|more| (*c, more))
            };
            let mut highest: Vec<usize> = (0..widths.len()).filter(|c| height(*c, widths[*c]) > 1).collect();
            highest.sort_by_key(|c| std::cmp::Reverse(height(*c, widths[*c])));
            let Some((c, more)) = highest.iter().find_map(wider) else { return };
            widths[c] += more;
        }
    }
}

/// One row, on as many lines as its longest cell needs.
fn row_of(cells: &[(&str, usize, Align)], look: Look) -> Vec<String> {
    let in_lines = |(text, width, _): &(&str, usize, Align)| -> Vec<String> {
        text.split('\n').flat_map(|line| wrapped(line, *width)).collect()
    };
    let wrapped: Vec<Vec<String>> = cells.iter().map(in_lines).collect();
    let lines = wrapped.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = Vec::with_capacity(lines);
    for n in 0..lines {
        let mut line = " ".repeat(look.margin);
        for (c, ((_, width, align), texts)) in cells.iter().zip(&wrapped).enumerate() {
            let text = texts.get(n).map_or("", String::as_str);
            let space = " ".repeat(width.saturating_sub(text.width()));
            let before = " ".repeat(if c == 0 { 0 } else { look.gap });
            line += &match align {
                Align::Left => format!("{before}{text}{space}"),
                Align::Right => format!("{before}{space}{text}"),
            };
        }
        out.push(line.trim_end().to_owned());
    }
    out
}

/// Breaks a text between words into lines of at most `width` columns; a word that is longer is cut, after a hyphen if
/// it has one.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let room = used + usize::from(used > 0) + word.width() <= width;
        if used > 0 && !room {
            lines.push(String::new());
            used = 0;
        }
        if used > 0 {
            lines.last_mut().expect("there is a line").push(' ');
            used += 1;
        }
        for part in word.split_inclusive('-') {
            if used > 0 && used + part.width() > width {
                lines.push(String::new());
                used = 0;
            }
            for c in part.chars() {
                let columns = c.width().unwrap_or(0);
                if used > 0 && used + columns > width {
                    lines.push(String::new());
                    used = 0;
                }
                lines.last_mut().expect("there is a line").push(c);
                used += columns;
            }
        }
    }
    lines
}

/// A command in lines of at most `width` columns that a shell takes for one: all but the last end in a backslash, all but the
/// first are indented by two. It is broken between words alone, and not within quotes, so that a long word makes a long line.
#[must_use]
pub fn command(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words(text) {
        let line = lines.last_mut().expect("there is a line");
        // Room for the backslash that may have to follow.
        if line.is_empty() {
            line.push_str(word);
        } else if line.width() + 1 + word.width() + 2 <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            line.push_str(" \\");
            lines.push(format!("  {word}"));
        }
    }
    lines
}

/// The words of a command as they are written, quotes and all.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    let mut escaped = false;
    text.split(move |c: char| {
        let was_escaped = std::mem::take(&mut escaped);
        match (quote, c) {
            (_, '\\') if !was_escaped && quote != Some('\'') => escaped = true,
            (None, '\'' | '"') if !was_escaped => quote = Some(c),
            (Some(open), _) if c == open && !was_escaped => quote = None,
            (None, ' ') => return !was_escaped,
            _ => {}
        }
        false
    })
    .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(headings: &[(&str, Align)], rows: &[&[&str]]) -> Sheet {
        let own = |text: &&str| (*text).to_owned();
        Sheet {
            headings: headings.iter().map(|(text, align)| ((*text).to_owned(), *align)).collect(),
            rows: rows.iter().map(|row| row.iter().map(own).collect()).collect(),
        }
    }

    fn odds() -> Sheet {
        let headings: Vec<(&str, Align)> = std::iter::once(("attacker", Align::Left))
            .chain(["regular-infantry", "armoured-infantry", "gunwalker", "rpg-team"].map(|unit| (unit, Align::Right)))
            .collect();
        sheet(
            &headings,
            &[&["regular-infantry", "41.67%", "5.56%", "0.00%", "27.78%"], &["mbt", "2.78%", "-", "-", "72.22%"]],
        )
    }

    #[test]
    fn rows_that_say_nothing_further_below_are_left_out_there() {
        let headings = [("unit", Align::Left), ("was", Align::Right), ("is", Align::Right), ("remark", Align::Left)];
        let rows: &[&[&str]] = &[
            &["mbt", "100000", "200000", ""],
            &["apc", "300000", "400000", "still wrong"],
            &["gun", "500000", "600000", "-"],
        ];
        let text = sheet(&headings, rows).drawn(Some(24), Look::BLOCK);
        assert_eq!([text.matches("mbt").count(), text.matches("gun").count()], [1, 1], "{text}");
        assert_eq!(text.matches("apc").count(), 2, "{text}");
        let silent = sheet(&headings, &[&["mbt", "100000", "200000", ""]]).drawn(Some(24), Look::BLOCK);
        assert!(!silent.contains("remark"), "{silent}");
    }

    #[test]
    fn a_table_that_has_room_stays_on_its_lines() {
        let text = odds().drawn(Some(100), Look::TERMINAL);
        assert_eq!(text, odds().drawn(None, Look::TERMINAL));
        assert_eq!(text.lines().count(), 4);
        assert!(text.starts_with(" attacker           regular-infantry   armoured-infantry"), "{text}");
    }

    #[test]
    fn a_narrow_table_goes_on_below_and_breaks_neither_numbers_nor_words() {
        for width in 42..90 {
            let text = odds().drawn(Some(width), Look::TERMINAL);
            assert!(text.lines().all(|line| line.width() <= width), "{width}\n{text}");
            for whole in ["41.67%", "27.78%", "72.22%", "regular-infantry", "armoured-infantry"] {
                assert!(text.contains(whole), "{whole} at {width} in\n{text}");
            }
        }
        let parts = odds().drawn(Some(60), Look::TERMINAL);
        assert!(parts.matches("attacker").count() > 1, "the first column is repeated:\n{parts}");
    }

    #[test]
    fn a_parted_table_repeats_what_tells_its_rows_apart() {
        let headings =
            [("Change", Align::Left), ("Score of", Align::Left), ("What it does to the score of it", Align::Left)];
        let told = "moves it by seven points and a half, and nobody who saw the games would have said so before they were played";
        let rows: &[&[&str]] = &[
            &["bonus cap raised", "free-be", told, "50.12% [49.98, 50.26]"],
            &["bonus cap raised", "free-cd", told, "20.12% [19.98, 20.26]"],
        ];
        let text = sheet(&[&headings[..], &[("Score", Align::Right)]].concat(), rows).drawn(Some(46), Look::TERMINAL);
        assert_eq!(text.matches("free-be").count(), text.matches("Change").count(), "{text}");
        assert!(text.matches("Change").count() > 1, "{text}");
    }

    #[test]
    fn headings_take_the_room_that_is_left() {
        let headings = [("Unit", Align::Left), ("One more of it adds", Align::Right)];
        let sheet = sheet(&headings, &[&["rifleman", "+22"]]);
        let lines = |width: Option<usize>| sheet.drawn(width, Look::TERMINAL).lines().count();
        assert_eq!(lines(None), 3, "a heading, a rule and a row");
        let narrow = (18..40).rev().find(|width| lines(Some(*width)) > 3).expect("it has to wrap somewhere");
        assert_eq!(lines(Some(narrow)), 4, "the heading takes two lines, and not as many as it has words");
        assert!((18..40).all(|width| lines(Some(width)) >= lines(Some(width + 1))));
    }

    #[test]
    fn words_wrap_before_a_table_is_parted() {
        let table = sheet(
            &[("Unit", Align::Left), ("What it is told", Align::Left), ("Share", Align::Right)],
            &[&["mbt", "moves first of all and fires at what is in the open", "50.12% [49.98, 50.26]"]],
        );
        let text = table.drawn(Some(50), Look::TERMINAL);
        assert!(text.lines().all(|line| line.width() <= 50), "{text}");
        assert!(text.matches("Unit").count() == 1 && text.contains("50.12% [49.98, 50.26]"), "{text}");
    }

    #[test]
    fn words_too_wide_for_any_line_are_cut_and_no_width_hangs() {
        let long = "x".repeat(90);
        let table = sheet(&[("a", Align::Left), ("b", Align::Left)], &[&[&long, &long], &["", ""]]);
        for width in 0..200 {
            for look in [Look::TERMINAL, Look::BLOCK] {
                let text = table.drawn(Some(width), look);
                assert_eq!(text.matches('x').count(), 180, "{width}");
                assert!(width < 8 || text.lines().all(|line| line.width() <= width), "{width}\n{text}");
            }
        }
    }

    #[test]
    fn a_command_is_continued_between_words_alone() {
        let long = format!(
            "evenodds compare {} --doctrine 'massed-fire v all in one' --seed 1",
            "std-ab ".repeat(12).trim_end()
        );
        let lines = command(&long, 78);
        assert!(lines.len() > 1 && lines.iter().all(|line| line.width() <= 78), "{lines:#?}");
        assert!(lines.iter().any(|line| line.contains("'massed-fire v all in one'")), "{lines:#?}");
        assert_eq!(lines.join("\n").replace(" \\\n  ", " "), long);
        let share = "s".repeat(300);
        assert_eq!(command(&format!("evenodds compare {share} x"), 78)[1], format!("  {share} \\"));
        assert_eq!(words(r#"a\ b "c \" d" 'e\' f"#).collect::<Vec<_>>(), [r"a\ b", r#""c \" d""#, r"'e\'", "f"]);
    }
}
