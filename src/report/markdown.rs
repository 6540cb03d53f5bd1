//! Markdown that GitHub and Reddit both understand: no HTML, pipe tables with a header row.

use super::markup::{Markup, Rows, rows};
use super::model::Figure;
use super::table::{Align, Column, Table};
use crate::game::visible;

/// The language.
pub struct Markdown;

impl Markup for Markdown {
    fn heading(&self, level: u8, text: &str) -> String {
        format!("{} {}\n\n", "#".repeat(level.into()), escape(text))
    }

    fn paragraph(&self, text: &str) -> String {
        format!("{}\n\n", escape(text))
    }

    fn strong(&self, text: &str) -> String {
        format!("**{}**\n\n", escape(text))
    }

    fn bullets(&self, items: &[String]) -> String {
        items.iter().map(|item| format!("- {}\n", escape(item))).collect::<String>() + "\n"
    }

    fn verbatim(&self, text: &str) -> String {
        // Indented blocks are the one form of code that old and new Reddit share with GitHub.
        text.lines().map(|line| format!("    {line}\n")).collect::<String>() + "\n"
    }

    fn figure(&self, figure: &Figure) -> String {
        let Figure { stem, picture } = figure;
        format!("![{}](charts/{stem}.png)\n\n{}\n\n", escape(&picture.title), escape(&picture.alt))
    }

    fn table(&self, table: &Table) -> String {
        rows(self, table)
    }
}

impl Rows for Markdown {
    fn opening(&self) -> String {
        String::new()
    }

    fn header(&self, columns: &[Column]) -> String {
        let titles: Vec<_> = columns.iter().map(|column| (column.title.as_str(), column.align)).collect();
        let rules = columns.iter().map(|column| match column.align {
            Align::Left => " :--- |",
            Align::Right => " ---: |",
        });
        format!("{}|{}\n", self.row(&titles), rules.collect::<String>())
    }

    fn row(&self, cells: &[(&str, Align)]) -> String {
        format!("|{}\n", cells.iter().map(|(text, _)| format!(" {} |", escape(text))).collect::<String>())
    }

    fn closing(&self) -> String {
        "\n".to_owned()
    }
}

/// Makes a text mean itself: on one line, with a backslash before whatever could be taken for markup.
#[must_use]
pub fn escape(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // A sign alone, such as the dash for what is not known, opens nothing.
    let opening = match line.find(' ') {
        _ if line.len() == 1 => None,
        Some(end) => {
            line[..end].strip_suffix(['.', ')']).filter(|n| n.parse::<u64>().is_ok()).map(str::len).or(Some(0))
        }
        None => Some(0),
    };
    let mut out = String::with_capacity(line.len());
    for (place, c) in visible(&line).char_indices() {
        let everywhere = matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '^' | '&');
        let opens_a_block = opening == Some(place) && matches!(c, '#' | '+' | '-' | '=' | ':' | '.' | ')');
        if everywhere || opens_a_block {
            out.push('\\');
        }
        out.push(c);
    }
    inert(&out)
}

/// A text in which nothing rings anybody or leads anywhere by itself: a space of no width stands within what would.
#[must_use]
pub fn inert(text: &str) -> String {
    text.replace('@', "@\u{200b}").replace("://", ":\u{200b}//").replace("www.", "www\u{200b}.")
}

#[cfg(test)]
mod tests {
    use super::super::markup;
    use super::super::table::Datum;
    use super::*;

    #[test]
    fn names_cannot_break_a_table() {
        let mut table = Table::new("A|B", vec![Column::words("list", "List"), Column::numbers("score", "Score")]);
        table.push(vec![Datum::words("a|b *c* <b>\n[x](y)"), Datum::number(0.5, "50%")]);
        let text = markup::table(&Markdown, &table);
        assert_eq!(
            text,
            "**A\\|B**\n\n| List | Score |\n| :--- | ---: |\n| a\\|b \\*c\\* \\<b\\> \\[x\\](y) | 50% |\n\n"
        );
    }

    #[test]
    fn names_ring_nobody_and_lead_nowhere() {
        let text = escape("@everyone see http://x.org or www.y.org\u{1b}[2J");
        assert!(!text.contains("@everyone") && !text.contains("://") && !text.contains("www."), "{text}");
        assert!(!text.contains('\u{1b}'));
        assert_eq!(text.replace('\u{200b}', ""), "@everyone see http://x.org or www.y.org\u{fffd}\\[2J");
    }

    #[test]
    fn what_would_open_a_block_is_escaped() {
        let cases = [
            ("# x", "\\# x"),
            ("1. x", "1\\. x"),
            ("- x", "\\- x"),
            ("-", "-"),
            ("3.5 of 7", "3.5 of 7"),
            ("8.9%", "8.9%"),
        ];
        for (raw, safe) in cases {
            assert_eq!(escape(raw), safe);
        }
    }
}
