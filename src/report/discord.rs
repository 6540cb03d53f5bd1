//! The short of a report as chat messages, each short enough for Discord.

use super::bbcode::monospaced;
use super::markdown::escape;
use super::model::{Report, Section};
use super::table::{Audience, Table};

/// No message is longer, counted as Discord counts: in UTF-16 units.
pub const LONGEST: usize = 2000;

/// Columns of a code block that a telephone shows without breaking lines, as near as tables come to it.
const WIDTH: usize = 56;

/// Opens and closes a block of code.
const FENCE: &str = "```";

/// Longer tables are left to the long report.
const MOST_ROWS: usize = 30;

/// Something that stays together, if it fits into a message at all.
enum Block {
    /// Text, broken between words.
    Text(String),
    /// Lines in a fence, broken between lines.
    Code(Vec<String>),
}

/// The messages, in order: answer first, then what belongs beside it, the tables of scores, and how to repeat it.
#[must_use]
pub fn messages(report: &Report) -> Vec<String> {
    let mut blocks = vec![Block::Text(format!("**{}**", escape(&report.title)))];
    blocks.push(Block::Text(format!("*{}*", escape(&report.setting))));
    blocks.push(Block::Text(format!("**{}**", escape(&report.answer))));
    blocks.extend(report.remarks.iter().map(|text| Block::Text(escape(text))));
    blocks.extend(report.warnings.iter().map(|text| Block::Text(format!("Caution: {}", escape(text)))));
    blocks.extend(report.sections.iter().filter(|section| section.brief).flat_map(part));
    blocks.push(Block::Code(report.provenance.command.lines().map(|line| line.replace(FENCE, "'''")).collect()));
    blocks.push(Block::Text(escape(&report.provenance.lines().join("; "))));
    pack(blocks)
}

/// A text in a block of code.
#[must_use]
pub fn fenced(text: &str) -> String {
    format!("{FENCE}\n{}{FENCE}\n", text.replace(FENCE, "'''"))
}

/// A table alone, in as many messages as it takes, with an empty line between them.
#[must_use]
pub fn table(table: &Table) -> String {
    let heading = (!table.title.is_empty()).then(|| Block::Text(format!("**{}**", escape(&table.title))));
    pack(heading.into_iter().chain([lines(table)]).collect()).join("\n\n") + "\n"
}

/// What has been printed in the form of chat messages, in as few messages as hold it: where these are several, a line that is no
/// part of any stands before each.
#[must_use]
pub fn marked(text: &str) -> String {
    let messages = pack(blocks_of(text));
    if messages.len() < 2 {
        return text.to_owned();
    }
    let mark = |(at, message): (usize, &String)| {
        format!("--- message {} of {} ---\n{}\n", at + 1, messages.len(), message.trim_end())
    };
    messages.iter().enumerate().map(mark).collect::<Vec<_>>().join("\n")
}

/// The blocks of a text: what stands in fences, and the paragraphs between.
fn blocks_of(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (at, part) in text.split(FENCE).enumerate() {
        if at % 2 == 1 {
            blocks.push(Block::Code(part.trim_start_matches('\n').lines().map(str::to_owned).collect()));
        } else {
            let paragraphs = part.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
            blocks.extend(paragraphs.map(|text| Block::Text(text.to_owned())));
        }
    }
    blocks
}

fn part(section: &Section) -> Vec<Block> {
    let mut blocks = vec![Block::Text(format!("__{}__", escape(&section.heading)))];
    blocks.extend(section.texts.iter().map(|text| Block::Text(escape(text))));
    blocks.extend(section.tables.iter().map(code));
    for replay in &section.replays {
        blocks.push(Block::Text(escape(&replay.words)));
        blocks.push(Block::Code(vec![replay.command.replace(FENCE, "'''")]));
    }
    blocks
}

fn code(table: &Table) -> Block {
    if table.rows.len() > MOST_ROWS {
        return Block::Text(format!("{}: {} rows, in the long report.", escape(&table.title), table.rows.len()));
    }
    lines(table)
}

fn lines(table: &Table) -> Block {
    let text = monospaced(&table.without(Audience::Programs), WIDTH).replace(FENCE, "'''");
    Block::Code(text.lines().map(str::to_owned).collect())
}

/// Puts blocks into as few messages as their order allows.
fn pack(blocks: Vec<Block>) -> Vec<String> {
    let mut messages = vec![String::new()];
    for block in blocks {
        for piece in pieces(block) {
            let last = messages.last_mut().expect("there is a message");
            let gap = if last.is_empty() { 0 } else { 1 };
            if length(last) + gap + length(&piece) <= LONGEST {
                if gap > 0 {
                    last.push('\n');
                }
                last.push_str(&piece);
            } else {
                messages.push(piece);
            }
        }
    }
    messages
}

/// A block in pieces that fit into a message.
fn pieces(block: Block) -> Vec<String> {
    match block {
        Block::Text(text) => {
            let mut pieces = vec![String::new()];
            for word in text.split(' ').flat_map(|word| fitting(word, LONGEST)) {
                let last = pieces.last_mut().expect("there is a piece");
                if length(last) + 1 + length(&word) > LONGEST {
                    pieces.push(word);
                } else {
                    if !last.is_empty() {
                        last.push(' ');
                    }
                    last.push_str(&word);
                }
            }
            pieces
        }
        Block::Code(lines) => {
            let room = LONGEST - 2 * (FENCE.len() + 1);
            let mut pieces: Vec<String> = vec![String::new()];
            for line in lines.iter().flat_map(|line| fitting(line, room - 1)) {
                let last = pieces.last_mut().expect("there is a piece");
                if length(last) + 1 + length(&line) > room { pieces.push(line + "\n") } else { *last += &(line + "\n") }
            }
            pieces.into_iter().map(|text| format!("{FENCE}\n{text}{FENCE}")).collect()
        }
    }
}

/// A word, or a line, in parts that are shorter than `room`.
fn fitting(word: &str, room: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    for c in word.chars() {
        let last = parts.last_mut().expect("there is a part");
        if length(last) + c.len_utf16() >= room { parts.push(c.to_string()) } else { last.push(c) }
    }
    parts
}

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::super::sample::{cell, joint, run};
    use super::*;

    #[test]
    fn no_message_is_too_long_and_every_fence_is_closed() {
        let names: Vec<String> = (0..12).map(|n| format!("a-list-with-a-long-name-and-*stars*-{n}")).collect();
        let mut cells = Vec::new();
        for (i, a) in names.iter().enumerate() {
            for b in &names[i + 1..] {
                cells.push(cell(a, b, joint(60 + i as u64, 3, 40)));
            }
        }
        let messages = messages(&Report::of(&run(cells), "x"));
        assert!(messages.len() > 2);
        for message in &messages {
            assert!(length(message) <= LONGEST, "{}", length(message));
            assert_eq!(message.matches(FENCE).count() % 2, 0, "{message}");
        }
        assert!(messages[0].contains("**Of 12 lists"), "the answer is in the first message: {}", messages[0]);
        assert!(messages.last().is_some_and(|last| last.contains("digest")));
    }

    #[test]
    fn what_is_longer_than_a_message_is_broken() {
        let text = pieces(Block::Text(format!("{} {}", "x".repeat(4500), "word ".repeat(900))));
        assert!(text.iter().all(|piece| length(piece) <= LONGEST));
        assert_eq!(text.iter().flat_map(|piece| piece.chars()).filter(|c| *c == 'x').count(), 4500);
        let code = pieces(Block::Code(vec!["戦車 ".repeat(20); 100]));
        let long = pieces(Block::Code(vec!["x".repeat(3000)]));
        assert!(
            long.len() == 2 && long.iter().all(|piece| length(piece) <= LONGEST && piece.contains("xxx")),
            "{long:?}"
        );
        assert!(code.len() > 3 && code.iter().all(|piece| length(piece) <= LONGEST && piece.ends_with(FENCE)));
    }

    #[test]
    fn a_duel_is_one_message() {
        let messages = messages(&Report::of(&run(vec![cell("x", "y", joint(60, 10, 30))]), "x"));
        assert_eq!(messages.len(), 1, "{messages:#?}");
    }

    #[test]
    fn several_messages_have_a_mark_before_each() {
        assert_eq!(marked("short\n"), "short\n");
        let line = "a line of a table that is rather long\n".repeat(60);
        let text = format!("**Title**\n{FENCE}\n{line}{FENCE}\n\nSaid of it.\n\nAnd more.\n");
        let told = marked(&text);
        let messages: Vec<&str> = told.split("--- message ").skip(1).collect();
        assert_eq!(messages.len(), 2, "{told}");
        for (at, message) in messages.iter().enumerate() {
            let (mark, message) = message.split_once(" ---\n").unwrap();
            assert_eq!(mark, format!("{} of 2", at + 1));
            assert!(length(message) <= LONGEST && message.matches(FENCE).count() == 2, "{message}");
        }
        assert_eq!(told.matches("a line of a table").count(), 60);
        assert!(told.trim_end().ends_with("And more."));
    }
}
