//! The short of a report as chat messages, each short enough for Discord.

use super::bbcode;
use super::columns::Part;
use super::markdown::escape;
use super::model::{Report, Section};
use super::table::{Audience, Table};

/// No message is longer, counted as Discord counts: in UTF-16 units.
pub const LONGEST: usize = 2000;

/// Columns of a code block that a telephone shows without breaking lines, as near as tables come to it.
pub const WIDTH: usize = 56;

/// Opens and closes a block of code.
pub const FENCE: &str = "```";

/// Longer tables are left to the long report.
const MOST_ROWS: usize = 30;

/// Something that stays together, if it fits into a message at all.
#[derive(Clone, Debug)]
pub enum Block {
    /// What announces the block behind it, and ends no message.
    Heading(String),
    /// Text, broken between words.
    Text(String),
    /// Lines in a fence, broken between lines.
    Code(Vec<String>),
    /// A table in a fence, broken between its parts and rows, with its head above what is left.
    Table(Vec<Part>),
}

/// The messages, in order: answer first, then what belongs beside it, the tables of scores, and how to repeat it.
#[must_use]
pub fn messages(report: &Report) -> Vec<String> {
    let mut blocks = vec![Block::Heading(format!("**{}**", escape(&report.title)))];
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
    format!("{FENCE}\n{}\n{FENCE}\n", text.trim_end_matches('\n').replace(FENCE, "'''"))
}

/// A table alone, in as many messages as it takes, with an empty line between them.
#[must_use]
pub fn table(table: &Table) -> String {
    pack(of_table(table)).join("\n\n") + "\n"
}

/// The heading of a table and the table.
#[must_use]
pub fn of_table(table: &Table) -> Vec<Block> {
    let heading = (!table.title.is_empty()).then(|| Block::Heading(format!("**{}**", escape(&table.title))));
    heading.into_iter().chain([lines(table)]).collect()
}

/// What has been printed as chat messages, in as few messages as hold it: where these are several, a line that is no part of any
/// stands before each. `text` is all of it, as it is where one message holds it.
#[must_use]
pub fn marked(text: &str, blocks: Vec<Block>) -> String {
    let messages = pack(blocks);
    if messages.len() < 2 {
        return text.to_owned();
    }
    let mark = |(at, message): (usize, &String)| {
        format!("--- message {} of {} ---\n{}\n", at + 1, messages.len(), message.trim_end())
    };
    messages.iter().enumerate().map(mark).collect::<Vec<_>>().join("\n")
}

/// The blocks of a text: what stands in fences, and the paragraphs between.
#[must_use]
pub fn blocks_of(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (at, part) in text.split(FENCE).enumerate() {
        if at % 2 == 1 {
            blocks.push(Block::Code(part.trim_start_matches('\n').lines().map(str::to_owned).collect()));
        } else {
            let paragraphs = part.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
            // A colon announces what comes.
            blocks.extend(paragraphs.map(|text| match text.ends_with(':') {
                true => Block::Heading(text.to_owned()),
                false => Block::Text(text.to_owned()),
            }));
        }
    }
    blocks
}

fn part(section: &Section) -> Vec<Block> {
    let mut blocks = vec![Block::Heading(format!("__{}__", escape(&section.heading)))];
    blocks.extend(section.texts.iter().map(|text| Block::Text(escape(text))));
    blocks.extend(section.tables.iter().map(code));
    for replay in &section.replays {
        blocks.push(Block::Heading(escape(&replay.words)));
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
    let whole = |line: &String| line.replace(FENCE, "'''");
    let part = |part: Part| Part {
        head: part.head.iter().map(whole).collect(),
        rows: part.rows.iter().map(|row| row.iter().map(whole).collect()).collect(),
    };
    Block::Table(bbcode::parts(&table.without(Audience::Programs), WIDTH).into_iter().map(part).collect())
}

/// Puts blocks into as few messages as their order allows.
fn pack(blocks: Vec<Block>) -> Vec<String> {
    let mut packed = Packed { messages: vec![String::new()], heading: String::new() };
    for block in blocks {
        match block {
            Block::Heading(text) => {
                let gap = if packed.heading.is_empty() { "" } else { "\n" };
                packed.heading += &format!("{gap}{text}");
            }
            Block::Text(text) => texts(&text).into_iter().for_each(|piece| packed.push(&piece)),
            Block::Code(lines) => codes(&lines).into_iter().for_each(|piece| packed.push(&piece)),
            Block::Table(parts) => packed.table(&parts),
        }
    }
    if !packed.heading.is_empty() {
        let heading = std::mem::take(&mut packed.heading);
        texts(&heading).into_iter().for_each(|piece| packed.push(&piece));
    }
    packed.messages
}

/// Messages so far.
struct Packed {
    messages: Vec<String>,
    /// What announces the next piece.
    heading: String,
}

impl Packed {
    /// Adds a piece that fits into a message, with what announces it.
    fn push(&mut self, piece: &str) {
        let heading = std::mem::take(&mut self.heading);
        let together = if heading.is_empty() { piece.to_owned() } else { format!("{heading}\n{piece}") };
        let pieces = if length(&together) <= LONGEST {
            vec![together]
        } else {
            texts(&heading).into_iter().chain([piece.to_owned()]).collect()
        };
        for piece in pieces {
            let last = self.messages.last_mut().expect("there is a message");
            let gap = if last.is_empty() { "" } else { "\n" };
            if length(last) + gap.len() + length(&piece) <= LONGEST {
                *last += &format!("{gap}{piece}");
            } else {
                self.messages.push(piece);
            }
        }
    }

    /// How much the last message may still hold.
    fn room(&self) -> usize {
        let used = |text: &String| if text.is_empty() { 0 } else { length(text) + 1 };
        LONGEST.saturating_sub(used(self.messages.last().expect("there is a message")) + used(&self.heading))
    }

    /// Adds a table, as much as fits into each message: whole parts, or rows below their head.
    fn table(&mut self, parts: &[Part]) {
        let size = |lines: &[String]| lines.iter().map(|line| length(line) + 1).sum::<usize>();
        let fence = 2 * (FENCE.len() + 1);
        let mut open: Vec<String> = Vec::new();
        let mut room = self.room();
        for part in parts {
            let head = size(&part.head);
            if head + part.rows.iter().map(|row| size(row)).max().unwrap_or(0) + fence > LONGEST {
                self.close(&mut open);
                let lines: Vec<String> = part.lines().cloned().collect();
                codes(&lines).into_iter().for_each(|piece| self.push(&piece));
                room = self.room();
                continue;
            }
            let mut begun = false;
            for (at, row) in part.rows.iter().enumerate() {
                // No message begins with an empty line.
                if open.is_empty() && part.head.is_empty() && row.iter().all(String::is_empty) {
                    continue;
                }
                let gap = usize::from(!open.is_empty());
                let above = if begun { 0 } else { head + gap };
                // A head has more than one row below it, where there are more.
                let next = if begun { 0 } else { part.rows.get(at + 1).map_or(0, |next| size(next)) };
                if size(&open) + above + size(row) + next + fence > room && !(open.is_empty() && room == LONGEST) {
                    self.close(&mut open);
                    if self.messages.last().is_some_and(|last| !last.is_empty()) {
                        self.messages.push(String::new());
                    }
                    room = self.room();
                    begun = false;
                }
                if !begun {
                    open.extend((!open.is_empty()).then(String::new));
                    open.extend(part.head.iter().cloned());
                    begun = true;
                }
                open.extend(row.iter().cloned());
            }
            if part.rows.is_empty() {
                open.extend((!open.is_empty()).then(String::new));
                open.extend(part.head.iter().cloned());
            }
        }
        self.close(&mut open);
    }

    /// Ends a block of code.
    fn close(&mut self, open: &mut Vec<String>) {
        if !open.is_empty() {
            self.push(&format!("{FENCE}\n{}\n{FENCE}", std::mem::take(open).join("\n")));
        }
    }
}

/// A text in pieces that fit into a message.
fn texts(text: &str) -> Vec<String> {
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

/// Lines of code in pieces that fit into a message.
fn codes(lines: &[String]) -> Vec<String> {
    let room = LONGEST - 2 * (FENCE.len() + 1);
    let mut pieces: Vec<String> = vec![String::new()];
    for line in lines.iter().flat_map(|line| fitting(line, room - 1)) {
        let last = pieces.last_mut().expect("there is a piece");
        if length(last) + 1 + length(&line) > room { pieces.push(line + "\n") } else { *last += &(line + "\n") }
    }
    pieces.into_iter().map(|text| format!("{FENCE}\n{text}{FENCE}")).collect()
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
        let text = texts(&format!("{} {}", "x".repeat(4500), "word ".repeat(900)));
        assert!(text.iter().all(|piece| length(piece) <= LONGEST));
        assert_eq!(text.iter().flat_map(|piece| piece.chars()).filter(|c| *c == 'x').count(), 4500);
        let code = codes(&vec!["戦車 ".repeat(20); 100]);
        let long = codes(&["x".repeat(3000)]);
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
        let marked = |text: &str| marked(text, blocks_of(text));
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

    #[test]
    fn no_row_is_cut_no_table_is_without_its_head_and_no_title_stands_alone() {
        use super::super::table::{Column, Datum};
        let mut wide = Table::new("Units", vec![Column::words("unit", "Unit"), Column::words("said", "What is said")]);
        for n in 0..40 {
            wide.push(vec![
                Datum::words(format!("unit-{n:02}")),
                Datum::words("no change is supported by what was played, and none is needed, and so on"),
            ]);
        }
        let filled = "Words before it. ".repeat(115);
        let messages = pack([vec![Block::Text(filled)], of_table(&wide)].concat());
        assert!(messages.len() > 2, "{}", messages.len());
        assert!(!messages[0].contains("Units"), "the title goes with its table");
        assert!(messages[1].starts_with("**Units**\n```\nUnit "), "{}", messages[1]);
        for message in &messages[1..] {
            assert!(length(message) <= LONGEST, "{}", length(message));
            let code = message.split(FENCE).nth(1).unwrap();
            assert!(code.starts_with("\nUnit "), "the head stands above every part:\n{message}");
            assert_eq!(code.matches("unit-").count(), code.matches("so on").count(), "no row is cut:\n{message}");
        }
        assert_eq!(messages.concat().matches("unit-").count(), 40);
    }

    #[test]
    fn a_fence_has_a_line_of_its_own() {
        assert_eq!(fenced("evenodds race a b"), "```\nevenodds race a b\n```\n");
        assert_eq!(fenced("two\nlines\n"), "```\ntwo\nlines\n```\n");
    }
}
