//! A game in words as a post: a block of code that fits where it is to be pasted.

use super::bbcode;
use super::columns::Part;
use super::discord::{self, Block, FENCE};
use super::format::Format;

/// The lines of each thing that is told; one that is empty parts two turns.
pub type Rows = Vec<Vec<String>>;

/// What a post of a kind takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Post {
    /// Columns of a line.
    pub width: usize,
    /// Letters of a post, or of all messages together.
    pub most: usize,
    /// What that is, in words.
    pub about: &'static str,
}

impl Post {
    /// Messages of a chat that anybody reads through.
    const MESSAGES: usize = 10;

    /// The kind of post that a format is for; none of formats for terminals and programs.
    #[must_use]
    pub fn of(format: Format) -> Option<Self> {
        match format {
            Format::Discord => Some(Self {
                width: discord::WIDTH,
                most: Self::MESSAGES * discord::LONGEST,
                about: "ten messages of 2,000 characters",
            }),
            Format::Bbcode => Some(Self { width: bbcode::WIDTH, most: 60_000, about: "a post of 60,000 characters" }),
            Format::Markdown => Some(Self { width: bbcode::WIDTH, most: 40_000, about: "a post of 40,000 characters" }),
            Format::Table | Format::Json | Format::Csv => None,
        }
    }

    /// Whether rows fit, with room for what stands beside them.
    #[must_use]
    pub fn takes(self, rows: &Rows, format: Format) -> bool {
        /// Where the game comes from, and how it is told again.
        const BESIDE: usize = 2000;
        let letters: usize = block(rows, format).encode_utf16().count();
        letters + BESIDE <= self.most
    }
}

/// What is told, as a block of code.
#[must_use]
pub fn block(rows: &Rows, format: Format) -> String {
    let lines: Vec<&str> = rows.iter().flatten().map(String::as_str).collect();
    match format {
        Format::Discord => discord::fenced(&lines.join("\n")),
        // No line in a block may end it.
        Format::Bbcode => format!("[code]\n{}\n[/code]\n", lines.join("\n").replace("[/", "(/")),
        Format::Markdown => lines.iter().map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect(),
        _ => lines.iter().map(|line| format!("{line}\n")).collect(),
    }
}

/// What is told, as it may be parted between messages.
#[must_use]
pub fn blocks(rows: &Rows) -> Vec<Block> {
    let whole = |row: &Vec<String>| row.iter().map(|line| line.replace(FENCE, "'''")).collect();
    vec![Block::Table(vec![Part { head: Vec::new(), rows: rows.iter().map(whole).collect() }])]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(turns: usize) -> Rows {
        let turn = |turn: usize| {
            vec![
                vec![String::new()],
                vec![format!("Turn {turn}")],
                vec!["  A:rifleman fires at B:dave, who is".to_owned(), "      stunned [/code]".to_owned()],
            ]
        };
        (1..=turns).flat_map(turn).collect()
    }

    #[test]
    fn every_post_keeps_a_game_in_a_block_of_code() {
        let one = rows(1);
        assert_eq!(block(&one, Format::Discord).lines().next_back(), Some("```"));
        assert_eq!(block(&one, Format::Bbcode).matches("[/code]").count(), 1);
        let markdown = block(&one, Format::Markdown);
        assert!(markdown.lines().all(|line| line.is_empty() || line.starts_with("    ")), "{markdown}");
        assert!(Post::of(Format::Json).is_none());
    }

    #[test]
    fn messages_end_between_what_is_told() {
        let told = discord::marked("", blocks(&rows(60)));
        let messages: Vec<&str> = told.split("--- message ").skip(1).collect();
        assert!(messages.len() > 1, "{told}");
        for message in messages {
            let text = message.split_once("---\n").unwrap().1;
            assert!(text.encode_utf16().count() <= discord::LONGEST && text.matches(FENCE).count() == 2, "{text}");
            assert!(!text.starts_with("```\n      "), "a line is not parted from what it goes on from:\n{text}");
            assert_eq!(text.matches("fires at").count(), text.matches("stunned").count(), "{text}");
        }
    }

    #[test]
    fn a_forum_takes_more_than_a_board_of_markdown() {
        let rows = rows(500);
        let takes = |format| Post::of(format).unwrap().takes(&rows, format);
        assert!(takes(Format::Bbcode) && !takes(Format::Markdown) && !takes(Format::Discord));
    }
}
