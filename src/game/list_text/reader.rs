//! Reading lists as people post them.

use toml::{Table, Value};

use super::suggest::units_like;
use super::{IN_KEY, written};
use crate::game::{ListWord, UnitDoc};

/// What was read of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadList {
    /// The list.
    pub list: Table,
    /// Lines that say nothing that is understood.
    pub unread: Vec<Unread>,
    /// Points that the text gives for the whole, if it does.
    pub points: Option<f64>,
    /// Where another list seems to begin.
    pub another: Option<Another>,
}

/// The beginning of another list: a title below units with units of the same kinds below it, or the second of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Another {
    /// Its line, from 1.
    pub line: usize,
    /// Whether its units are counted with those above it.
    pub counted: bool,
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    /// Its number, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
    /// Units that it may mean, the likeliest first.
    pub like: Vec<String>,
}

/// Years in which lists of the field are set.
const YEARS: std::ops::Range<f64> = 1600.0..2100.0;

/// A number beyond this that is near a unit's cost is its cost rather than a count.
const MOST_COUNTED: f64 = 20.0;

/// Reads a list of the ruleset `slug` from any text.
#[must_use]
pub fn read(text: &str, slug: &str, units: &[UnitDoc]) -> ReadList {
    read_with(text, slug, units, &[])
}

/// Reads a list of the ruleset `slug` from any text, of whose lines some name what `words` are.
#[must_use]
pub fn read_with(text: &str, slug: &str, units: &[UnitDoc], words: &[ListWord]) -> ReadList {
    let mut counts: Vec<(String, i64)> = Vec::new();
    // Units that another key of the list has, if it is there.
    let mut elsewhere: Vec<(String, String, i64)> = Vec::new();
    let mut rest = Table::new();
    let (mut name, mut points, mut unread) = (None, None, Vec::new());
    // A line that may be a title, with the kinds that stand above it.
    let (mut title, mut another): (Option<(usize, usize)>, Option<Another>) = (None, None);
    // A mark of the order of bytes is no part of a name.
    let lines = unwrapped(text.trim_start_matches('\u{feff}'));
    // Of what a comparison says, the list alone is one.
    let told = lines.iter().position(|(_, line)| LABELS.iter().any(|label| line.trim_start().starts_with(label)));
    let told = told.filter(|at| told_list(lines[*at].1.trim()).is_some());
    if let Some(at) = told {
        let is_other = |(_, line): &&(usize, String)| line.trim_start().starts_with(LABELS[1]);
        another = lines[at + 1..].iter().find(is_other).map(|(other, _)| Another { line: other + 1, counted: false });
    }
    for (at, raw) in told.map_or(&lines[..], |at| &lines[at..=at]) {
        let (at, raw) = (*at, raw.as_str());
        let line = cleaned(raw, units);
        if !line.contains(char::is_alphanumeric) || is_table_head(raw) {
            continue;
        }
        if let Some(told) = told_list(&line).filter(|_| name.is_none() && counts.is_empty()) {
            name = Some(told.name.to_owned());
            points = points.or(Some(told.points));
            rest.insert("doctrine".to_owned(), Value::String(told.doctrine.to_owned()));
            for part in told.content.split(", ").map(str::trim).filter(|part| !part.is_empty()) {
                match (unit_of(part, units), word_of(part, words)) {
                    (Some((unit, count)), _) => add(&mut counts, unit, count),
                    (None, Some((word, count))) => put(&mut rest, *word, count),
                    (None, None) => unread.push(unread_line(at + 1, part.to_owned(), units)),
                }
            }
            continue;
        }
        let before = title.map(|(_, kinds)| sum(&counts[..kinds]));
        let (bare, key) = match line.rsplit_once(IN_KEY) {
            Some((bare, key)) => (bare, key.strip_suffix(')')),
            None => (line.as_str(), None),
        };
        if let (Some(key), Some((unit, count))) = (key, unit_of(bare, units)) {
            elsewhere.push((key.to_owned(), unit, count));
        } else if let Some((unit, count)) = unit_of(&line, units) {
            add(&mut counts, unit, count);
        } else if let Some((key, value)) = own_key(raw).filter(|(_, value)| !value.is_str()) {
            rest.insert(key, value);
        } else if let Some((word, count)) = word_of(&line, words) {
            put(&mut rest, *word, count);
        } else if let Some(several) = several_words(raw, words) {
            several.into_iter().for_each(|word| put(&mut rest, *word, 1));
        } else if let Some(OneLine { head, units: several, unread: others }) =
            one_line(&line, units).filter(|one| one.units.len() > 1 || own_key(raw).is_none())
        {
            several.into_iter().for_each(|(unit, count)| add(&mut counts, unit, count));
            name = name.or(head);
            unread.extend(others.into_iter().map(|text| unread_line(at + 1, text, units)));
        } else if let Some((key, value)) = own_key(raw) {
            let unit = value.as_str().filter(|_| key == COMMANDER).and_then(|name| unit_called(name, units));
            rest.insert(key, unit.map_or(value, |unit| Value::String(unit.name.clone())));
        } else if let Some((unit, count)) = unit_before_points(&line, units) {
            add(&mut counts, unit, count);
        } else if name.is_none()
            && counts.is_empty()
            && rest.is_empty()
            && !line.to_lowercase().starts_with("total")
            && !counts_something(&line, units)
        {
            // Lines below and behind a title are no part of it.
            let line = line.trim_end_matches(|c: char| c.is_whitespace() || "+=-*#~_".contains(c)).to_owned();
            let bare = without_points(&line);
            let (title, head) = match line.rsplit_once(" (") {
                Some(parts) => parts,
                None if bare.len() < line.len() => (bare, line.as_str()),
                None => (line.as_str(), ""),
            };
            name = Some(without_quotes(title.trim_end_matches(':').trim()).to_owned());
            // A bare number in brackets is points, unless it is a year.
            let bare = || number(head.strip_suffix(')')?).filter(|number| !YEARS.contains(number));
            points = points.or_else(|| total(head)).or_else(bare);
        } else if let Some(total) = total(&line).filter(|_| says_no_more_than_a_total(&line)) {
            points = points.or(Some(total));
        } else if !is_heading(raw) {
            let not_read = unread_line(at + 1, line, units);
            let is_counted = not_read.text.starts_with(|c: char| c.is_ascii_digit());
            if !counts.is_empty() && title.is_none() && not_read.like.is_empty() && !is_counted {
                title = Some((at + 1, counts.len()));
            }
            unread.push(Unread { text: raw.trim().to_owned(), ..not_read });
        }
        if let (Some(before), Some((begins, kinds)), None) = (before, title, another) {
            another = (sum(&counts[..kinds]) > before).then_some(Another { line: begins, counted: true });
        }
    }
    for (_, unit, count) in elsewhere.into_iter().filter(|(key, ..)| !rest.contains_key(key)) {
        add(&mut counts, unit, count);
    }
    let mut list = rest;
    list.insert(
        "name".to_owned(),
        Value::String(name.filter(|name| !name.is_empty()).unwrap_or_else(|| "List".to_owned())),
    );
    list.insert("ruleset".to_owned(), Value::String(slug.to_owned()));
    if !counts.is_empty() {
        let counts = counts.into_iter().map(|(unit, count)| (unit, Value::Integer(count)));
        list.insert("units".to_owned(), Value::Table(counts.collect()));
    }
    ReadList { list, unread, points, another }
}

/// The lines of a text with their numbers from 0. A line that was broken within a list of items, and goes on far to the right on the next,
/// is one line.
fn unwrapped(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = unquoted(line);
        let goes_on = line.starts_with(&" ".repeat(WRAPPED)) && !line.trim().is_empty();
        match lines.last_mut().filter(|(_, before)| goes_on && is_broken(before)) {
            Some((_, before)) => *before = format!("{} {}", before.trim_end(), line.trim()),
            None => lines.push((at, line.to_owned())),
        }
    }
    lines
}

/// A line of a reply without the marks of what it quotes.
fn unquoted(line: &str) -> &str {
    match line.trim_start().strip_prefix('>') {
        Some(rest) => unquoted(rest.strip_prefix(' ').unwrap_or(rest)),
        None => line,
    }
}

/// Columns to the right of which the rest of a broken line stands.
const WRAPPED: usize = 8;

/// What comparisons put before a list.
const LABELS: [&str; 2] = ["First list", "Second list"];

/// Whether a line goes on below: that of a comparison, or one of items that ends within one, behind a comma or the number of the next.
fn is_broken(line: &str) -> bool {
    let line = line.trim();
    if LABELS.iter().any(|label| line.starts_with(label)) {
        return true;
    }
    let last = line.rsplit(' ').next().unwrap_or_default();
    line.ends_with(',') || line.contains(", ") && !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit())
}

/// A list as comparisons tell it.
struct ToldList<'t> {
    name: &'t str,
    points: f64,
    doctrine: &'t str,
    content: &'t str,
}

/// What a comparison says of a list: `Rush, 118 points, plays rush: 9 soldier, 2 rocket`.
fn told_list(line: &str) -> Option<ToldList<'_>> {
    let (head, content) = line.split_once(": ")?;
    let (head, doctrine) = head.rsplit_once(", plays ")?;
    let head = LABELS.iter().find_map(|label| head.strip_prefix(label)).unwrap_or(head).trim();
    // A list that is called by its key has no name before its points.
    let (name, points) = head.rsplit_once(", ").unwrap_or(("", head));
    let points = points.strip_suffix("points").or(points.strip_suffix("point"))?;
    let points = points.trim().replace(',', "").parse().ok()?;
    Some(ToldList { name, points, doctrine, content })
}

/// Whether a line counts something that is spelt almost as a unit: it is no title.
fn counts_something(line: &str, units: &[UnitDoc]) -> bool {
    let line = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    let (count, name) = counted(line);
    let begins = line.starts_with(|c: char| c.is_ascii_digit()) || count > 1;
    begins && !name.is_empty() && !units_like(name, units).is_empty()
}

/// Whether a line stands above others and says nothing itself: `Infantry:`, `+ Infantry +`, `== Armour ==`, `Fast Attack`.
fn is_heading(line: &str) -> bool {
    let line = line.trim();
    let small = line.to_lowercase();
    let mut words = small.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).peekable();
    if words.peek().is_some()
        && !line.contains(|c: char| c.is_ascii_digit())
        && words.all(|word| HEADING_WORDS.contains(&word))
    {
        return true;
    }
    // Stars and lines below make a word bold, which may be a unit that is spelt otherwise.
    let frame = |c: char| "+=#".contains(c);
    let framed = line.starts_with(frame) && line.ends_with(frame) && line.len() > 2;
    let bare = line.trim_end_matches(|c: char| "*_~".contains(c)).trim_end();
    (framed || bare.ends_with(':')) && !line.contains(|c: char| c.is_ascii_digit())
}

/// Words that lists have above their units, where these are no units themselves.
const HEADING_WORDS: [&str; 34] = [
    "and",
    "armor",
    "armour",
    "army",
    "artillery",
    "attack",
    "attachments",
    "auxiliaries",
    "cavalry",
    "characters",
    "command",
    "core",
    "elite",
    "elites",
    "fast",
    "guns",
    "headquarters",
    "heavy",
    "heroes",
    "hq",
    "infantry",
    "leaders",
    "list",
    "officers",
    "others",
    "rare",
    "reserve",
    "reserves",
    "special",
    "specialists",
    "support",
    "troops",
    "units",
    "vehicles",
];

/// Whether a row names the columns of a table: `| Unit | Count | Points |`.
fn is_table_head(line: &str) -> bool {
    let columns = |mark: char| line.split(mark).map(normal).filter(|column| !column.is_empty()).collect::<Vec<_>>();
    ['\t', '|', ';', ','].into_iter().map(columns).any(|columns| {
        columns.len() > 1
            && columns.iter().all(|column| !column.contains(|c: char| c.is_ascii_digit()))
            && columns.iter().any(|column| COLUMN_WORDS.contains(&column.as_str()))
    })
}

/// What columns of counts and points are called.
const COLUMN_WORDS: [&str; 14] = [
    "amount", "anzahl", "cost", "costs", "count", "models", "number", "points", "price", "pts", "punkte", "qty",
    "quantity", "total",
];

/// A title without the quotation marks around it.
fn without_quotes(title: &str) -> &str {
    let pairs = [('"', '"'), ('\'', '\''), ('“', '”'), ('„', '“'), ('«', '»')];
    let bare = pairs.iter().find_map(|(open, close)| title.strip_prefix(*open)?.strip_suffix(*close));
    bare.map_or(title, str::trim)
}

/// What a line names beside units, and how often: `3 commanders`, `Artillery (1)`.
fn word_of<'w>(line: &str, words: &'w [ListWord]) -> Option<(&'w ListWord, i64)> {
    let bare = without_points(line);
    [counted(bare), (1, bare)].into_iter().find_map(|(count, name)| {
        let wanted = normal(name);
        let is_it = |word: &&ListWord| is_called(&normal(word.name), &wanted);
        words.iter().find(is_it).filter(|_| (1..=10_000).contains(&count)).map(|word| (word, count))
    })
}

/// What stands behind the key of words, in the plural too, and whatever the case: `Dogmas: Artillery, Scout`.
fn several_words<'w>(line: &str, words: &'w [ListWord]) -> Option<Vec<&'w ListWord>> {
    let (key, values) = line.split_once(": ")?;
    let key = normal(key);
    let word = |value: &str| {
        let value = normal(without_points(value));
        words.iter().find(|word| !word.counted && is_called(&normal(word.key), &key) && normal(word.name) == value)
    };
    values.split([',', ';', '&']).map(word).collect()
}

/// Puts what a line names into a list: its number, or its name beside those that are there.
fn put(list: &mut Table, word: ListWord, count: i64) {
    let ListWord { name, key, counted } = word;
    let name = Value::String(name.to_owned());
    let now = match list.remove(key) {
        Some(Value::Integer(known)) if counted => Value::Integer(known.saturating_add(count)),
        _ if counted => Value::Integer(count),
        None => name,
        Some(Value::Array(mut names)) => {
            names.push(name);
            Value::Array(names)
        }
        Some(first) => Value::Array(vec![first, name]),
    };
    list.insert(key.to_owned(), now);
}

/// That something of a line was not understood, with the unit that it may mean.
fn unread_line(line: usize, text: String, units: &[UnitDoc]) -> Unread {
    Unread { line, like: units_like(counted(&text).1, units), text }
}

/// A list, or a part of one, on one line.
struct OneLine {
    /// What stands before it, up to a colon.
    head: Option<String>,
    /// Units and how many of each.
    units: Vec<(String, i64)>,
    /// What was not understood.
    unread: Vec<String>,
}

/// A line of several units with commas between them, `Dogs: 3 riflemen, 2 Frank and an MCV-1`, or of one behind what it is of, `Armour: 3 x
/// MBT`; none where fewer parts of it are units.
fn one_line(line: &str, units: &[UnitDoc]) -> Option<OneLine> {
    // Commas within numbers and within brackets part nothing.
    let mut parts = vec![String::new()];
    let mut depth = 0_u32;
    let letters: Vec<char> = line.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        depth = match letter {
            '(' | '[' => depth + 1,
            ')' | ']' => depth.saturating_sub(1),
            _ => depth,
        };
        let in_number = || {
            let is_digit = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(char::is_ascii_digit);
            is_digit(at.checked_sub(1)) && is_digit(Some(at + 1))
        };
        let stands_apart = || {
            let is_space = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|c| c.is_whitespace());
            is_space(at.checked_sub(1)) && is_space(Some(at + 1))
        };
        match letter {
            ',' | ';' if depth == 0 && !in_number() => parts.push(String::new()),
            '/' | '+' if depth == 0 && stands_apart() => parts.push(String::new()),
            _ => parts.last_mut()?.push(*letter),
        }
    }
    let mut head = None;
    if unit_of(parts[0].trim(), units).is_none()
        && let Some((before, behind)) = parts[0].split_once(": ")
    {
        head = Some(without_points(before).trim().to_owned());
        parts[0] = behind.to_owned();
    }
    let last = parts.last()?;
    if unit_of(last.trim(), units).is_none()
        && let Some((before, behind)) = last.split_once(" and ")
    {
        let more = [before.to_owned(), behind.to_owned()];
        parts.pop();
        parts.extend(more);
    }
    let (mut found, mut unread) = (Vec::new(), Vec::new());
    for part in parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()) {
        let part = part.strip_prefix("and ").unwrap_or(part);
        match unit_of(without_article(part), units) {
            Some(unit) => found.push(unit),
            None => unread.push(part.to_owned()),
        }
    }
    // A title with a colon may speak of a unit; it does not count one.
    let is_counted = parts
        .iter()
        .any(|part| part.trim().starts_with(|c: char| c.is_ascii_digit()) && unit_of(part.trim(), units).is_some());
    (found.len() > 1 || found.len() == 1 && head.is_some() && (unread.is_empty() || is_counted)).then_some(OneLine {
        head,
        units: found,
        unread,
    })
}

/// `an MCV-1`: one of it.
fn without_article(text: &str) -> &str {
    ["a ", "an "].iter().find_map(|article| text.strip_prefix(article)).unwrap_or(text)
}

/// How many units there are.
fn sum(counts: &[(String, i64)]) -> i64 {
    counts.iter().map(|(_, count)| count).sum()
}

/// So many more of a unit.
fn add(counts: &mut Vec<(String, i64)>, unit: String, count: i64) {
    match counts.iter_mut().find(|(known, _)| *known == unit) {
        Some((_, sum)) => *sum += count,
        None => counts.push((unit, count)),
    }
}

/// A row of a table as a line of a list: `Rifleman`, 4 and 400, or 100, 4 and 400, are four of them. A single number may be either, as on
/// other lines. Columns stand between tabs, bars, semicolons or commas, and hold one unit and numbers.
fn row(line: &str, units: &[UnitDoc]) -> Option<String> {
    ['\t', '|', ';', ','].into_iter().find_map(|mark| {
        let bare = |column: &'_ str| column.trim().trim_matches('"').to_owned();
        let columns: Vec<String> = line.split(mark).map(bare).filter(|column| !column.is_empty()).collect();
        let numbers: Vec<f64> = columns.iter().filter_map(|column| number(column)).collect();
        let names: Vec<&String> = columns.iter().filter(|column| number(column).is_none()).collect();
        let unit = match &names[..] {
            [name] if !numbers.is_empty() => unit_called(name, units),
            _ => None,
        };
        let Some(unit) = unit else {
            // Cells of a row with tabs may hold units as other lines do.
            return (mark == '\t' && columns.len() > 1).then(|| columns.join(" "));
        };
        let [one] = numbers[..] else {
            // The number that with what the unit costs makes the others, or else the smallest.
            let is_count = |count: &f64| {
                let others = numbers.iter().filter(|other| *other != count);
                *count >= 1.0
                    && others.clone().count() > 0
                    && others.clone().all(|n| (n - unit.cost).abs() < 1e-6 || (n - unit.cost * count).abs() < 1e-6)
            };
            let smallest = numbers.iter().copied().fold(f64::INFINITY, f64::min);
            let count = numbers.iter().copied().find(is_count).unwrap_or(smallest);
            return Some(format!("{count}x {}", unit.name));
        };
        Some(format!("{} {one}", unit.name))
    })
}

/// A line without what marks it in a post: bullets, bold, tags.
fn cleaned(line: &str, units: &[UnitDoc]) -> String {
    let mut text = String::new();
    let row = row(line, units);
    let mut rest = row.as_deref().unwrap_or(line);
    while let Some(at) = rest.find('[') {
        let (before, tag) = rest.split_at(at);
        text.push_str(before);
        match tag.find(']') {
            // A tag is `[b]`, `[/list]`, `[*]`, `[color=red]`; points and counts in square brackets are numbers.
            Some(end) if !begins_with_number(&tag[1..]) => rest = &tag[end + 1..],
            _ => {
                text.push('[');
                rest = &tag[1..];
            }
        }
    }
    text.push_str(rest);
    let text = without_leaders(&text.replace("**", "").replace("__", "").replace(['`', '\u{a0}', '\u{202f}'], " "));
    let bullet = |c: char| c.is_whitespace() || "-*•·–—+>#|○●▪".contains(c);
    let text = text.trim_start_matches(bullet);
    let text = without_number(text).trim_start_matches(bullet);
    text.trim_end_matches(|c: char| c.is_whitespace() || c == '|' || c == ',').to_owned()
}

/// Dots that lead from a name to its points, `Rifleman ..... 100`, as a dash.
fn without_leaders(line: &str) -> String {
    let Some(at) = line.find("...") else { return line.to_owned() };
    let behind = line[at..].trim_start_matches('.');
    format!("{} - {}", line[..at].trim_end(), behind.trim_start())
}

/// A line of a numbered list without its number: `2. mbt`, `2) mbt`.
fn without_number(line: &str) -> &str {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = rest.strip_prefix(['.', ')']).filter(|_| rest.len() < line.len());
    behind.filter(|behind| behind.starts_with(char::is_whitespace)).map_or(line, str::trim_start)
}

/// Whether what stands in brackets is a number, `100 pts`, or a count, `x6`.
fn begins_with_number(inside: &str) -> bool {
    let inside = inside.trim_start();
    let number = inside.strip_prefix(['x', 'X', '×']).unwrap_or(inside);
    number.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// The unit of a line that ends with a number in brackets which is no price of it: `Elites [3]`, `Riflemen (x6)`.
fn bracketed<'a>(line: &str, units: &'a [UnitDoc]) -> Option<(&'a UnitDoc, i64)> {
    let line = line.trim_end();
    let (name, inside) =
        [('(', ')'), ('[', ']')].iter().find_map(|(open, close)| line.strip_suffix(*close)?.rsplit_once(*open))?;
    let unit = unit_called(name, units)?;
    let (times, number) = match inside.trim().trim_end_matches(['x', 'X', '×']).strip_prefix(['x', 'X', '×']) {
        Some(number) => (true, number),
        None => (inside.trim().ends_with(['x', 'X', '×']), inside.trim().trim_end_matches(['x', 'X', '×'])),
    };
    let count: i64 = number.trim().parse().ok()?;
    let is_price = is_near(count as f64, unit.cost) || count as f64 > MOST_COUNTED;
    ((times || !is_price) && (1..=10_000).contains(&count)).then_some((unit, count))
}

/// Whether a number is within a factor of two of a cost.
fn is_near(number: f64, cost: f64) -> bool {
    cost > 0.0 && (0.5..=2.0).contains(&(number / cost))
}

/// The unit of a line and how many of it.
fn unit_of(line: &str, units: &[UnitDoc]) -> Option<(String, i64)> {
    if let Some((unit, count)) = priced(line, units).or_else(|| bracketed(line, units)) {
        return Some((unit.name.clone(), count));
    }
    // What stands in brackets may be the points, or a part of the name.
    let bare = without_points(line);
    // A number at the end may belong to the name.
    [counted(bare), counted(line), (1, bare), (1, line)].into_iter().find_map(|(count, name)| {
        let found = unit_called(name, units)?;
        (1..=10_000).contains(&count).then(|| (found.name.clone(), count))
    })
}

/// The unit of a line on which something stands behind its points, and how many of it: `Brett - 105 points - leader`, `2 mbt, 6 points, in
/// reserve`, `Jack (120pts) x2`, `10 Riflemen @ 100 each`.
fn unit_before_points(line: &str, units: &[UnitDoc]) -> Option<(String, i64)> {
    let digits = line.char_indices().filter(|(at, c)| {
        c.is_ascii_digit() && !line[..*at].ends_with(|before: char| before.is_ascii_digit() || ".,".contains(before))
    });
    for (at, _) in digits.filter(|(at, _)| *at > 0) {
        let number = line[at..].trim_start_matches(|c: char| c.is_ascii_digit() || ".,".contains(c));
        let is_price = line[..at].trim_end().ends_with('@');
        let behind = POINT_WORDS.iter().find_map(|word| without_prefix(number.trim_start(), word));
        let behind = behind.filter(|behind| !behind.starts_with(char::is_alphabetic));
        let Some(behind) = behind.or(is_price.then_some(number)) else { continue };
        let before = line[..at].trim_end_matches(|c: char| c.is_whitespace() || "([-–—:=@,.".contains(c));
        let (unit, count) = unit_of(before, units)?;
        let behind = behind.trim_matches(|c: char| ")]:-–—".contains(c) || c.is_whitespace());
        // `@ 100 each: 5`. A bare number is a sum.
        let each = ["each", "ea", "apiece"].iter().find_map(|word| without_prefix(behind, word));
        if let Some(times) = each.and_then(|rest| rest.trim().strip_prefix(':')?.trim().parse().ok())
            && count == 1
            && (1..=10_000).contains(&times)
        {
            return Some((unit, times));
        }
        let mark = ['x', 'X', '×'];
        let times = behind.strip_prefix(mark).or(behind.strip_suffix(mark)).and_then(|times| times.trim().parse().ok());
        return Some((unit, times.filter(|times| count == 1 && (1..=10_000).contains(times)).unwrap_or(count)));
    }
    None
}

/// The unit of a line that ends with its points, though nothing says that they are points: `Frank - 160`, `2 Frank = 320`,
/// `Frank: 160`. More than twenty that are within a factor of two of what it costs are no count, nor is what it costs behind a
/// dash.
fn priced<'a>(line: &str, units: &'a [UnitDoc]) -> Option<(&'a UnitDoc, i64)> {
    // `Mark 105`: no mark at all.
    if let Some((name, number)) = line.rsplit_once(' ')
        && let (Some(unit), Ok(number)) = (unit_called(name, units), number.parse::<f64>())
        && number > MOST_COUNTED
        && is_near(number, unit.cost)
    {
        return Some((unit, 1));
    }
    let (at, mark) = line.char_indices().rev().find(|(_, c)| "-–—=@:".contains(*c))?;
    let before = &line[..at];
    let number: f64 = line[at + mark.len_utf8()..].trim().parse().ok()?;
    // `MCV-1` is a name.
    if mark != ':' && !before.ends_with(char::is_whitespace) {
        return None;
    }
    let (count, name) = counted(before.trim_end());
    let unit = unit_called(name, units)?;
    let cost = unit.cost * count as f64;
    let near = number > MOST_COUNTED && is_near(number, cost);
    let is_price = near || count > 1 || mark != ':' && number == cost;
    (is_price && (1..=10_000).contains(&count)).then_some((unit, count))
}

/// A count before the name, `10x Rifleman`, or behind it, `Rifleman x10`; 1 where there is none.
fn counted(line: &str) -> (i64, &str) {
    let line = without_points(line);
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if let (Ok(count), rest) = (line[..digits].parse(), &line[digits..]) {
        let rest = rest.trim_start();
        let times = rest.strip_prefix(['x', 'X', '×']).filter(|rest| {
            !rest.starts_with(|c: char| c.is_alphanumeric())
                || digits < line.len() && line[digits..].starts_with(['x', 'X', '×'])
        });
        return (count, times.unwrap_or(rest).trim());
    }
    let words = NUMBER_WORDS.iter().find_map(|(word, count)| {
        let rest = without_prefix(line, word)?;
        rest.starts_with(char::is_whitespace).then(|| (*count, rest.trim()))
    });
    if let Some(spelt) = words {
        return spelt;
    }
    let behind =
        line.rsplit_once([' ', 'x', 'X', '×']).and_then(|(name, count)| Some((name, count.trim().parse().ok()?)));
    // A price is no count.
    match behind.filter(|(name, _)| !name.trim_end().ends_with('@')) {
        Some((name, count)) => (count, name.trim_end_matches(|c: char| c.is_whitespace() || "xX×:-".contains(c))),
        None => (1, line),
    }
}

/// Numbers as words, the longer ones of one beginning first.
const NUMBER_WORDS: [(&str, i64); 18] = [
    ("a pair of", 2),
    ("a dozen", 12),
    ("an", 1),
    ("a", 1),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("fifteen", 15),
    ("twenty", 20),
];

/// A line without the points at its end: `(100)`, `[100 pts]`, `- 100 points`.
fn without_points(line: &str) -> &str {
    let line = line.trim_end();
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some((before, inside)) = line.strip_suffix(close).and_then(|line| line.rsplit_once(open))
            && inside.trim_start().starts_with(|c: char| c.is_ascii_digit())
            && says_no_more_than_a_total(inside)
        {
            return before.trim_end();
        }
    }
    let Some(before) = POINT_WORDS.iter().find_map(|word| without_suffix(line, word)) else { return line };
    let mut number = before.trim_end().trim_end_matches(|c: char| c.is_ascii_digit() || ".,".contains(c));
    // Thousands may stand apart: `1 000 points`.
    let last = before.trim_end().len() - number.len();
    if let Some(thousands) = number.strip_suffix(' ').filter(|_| last == 3) {
        let rest = thousands.trim_end_matches(|c: char| c.is_ascii_digit());
        if (1..=3).contains(&(thousands.len() - rest.len())) && rest.ends_with(|c: char| c.is_whitespace() || c == '(')
        {
            number = rest;
        }
    }
    if number.len() < before.trim_end().len() {
        number.trim_end_matches(|c: char| c.is_whitespace() || "-–—:=@,".contains(c))
    } else {
        line
    }
}

/// What stands behind numbers that are points.
const POINT_WORDS: [&str; 10] = ["points", "point", "pts", "pt", "fp", "punkte", "pkt", "puntos", "punti", "pkt."];

/// A text without what it begins with, in whatever case.
fn without_prefix<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let begins = text.get(..prefix.len()).is_some_and(|first| first.eq_ignore_ascii_case(prefix));
    begins.then(|| &text[prefix.len()..])
}

/// A text without what it ends with, in whatever case.
fn without_suffix<'t>(text: &'t str, suffix: &str) -> Option<&'t str> {
    let at = text.len().checked_sub(suffix.len())?;
    text.get(at..).is_some_and(|last| last.eq_ignore_ascii_case(suffix)).then(|| &text[..at])
}

/// A number as people write it: `1275`, `1,275`, `1.275`, `14.5`, `14,5`. Three digits behind a mark are thousands.
fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let mut parts = text.split(['.', ',']);
    let (whole, rest) = (parts.next()?, parts.collect::<Vec<&str>>());
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !rest.iter().all(|part| digits(part)) {
        return None;
    }
    match &rest[..] {
        [part] if part.len() != 3 || whole == "0" => format!("{whole}.{part}").parse().ok(),
        rest if rest.iter().all(|part| part.len() == 3) => format!("{whole}{}", rest.concat()).parse().ok(),
        _ => None,
    }
}

/// The unit that goes by a name, however it is spelt.
#[must_use]
pub fn unit_called<'a>(name: &str, units: &'a [UnitDoc]) -> Option<&'a UnitDoc> {
    let wanted = normal(name);
    let whole = units.iter().find(|unit| goes_by(unit, &wanted));
    // A word that all names of a game begin with is left out: `soldier` for `generic-soldier`.
    let whole = whole.or_else(|| {
        let (first, _) = units.first()?.name.split_once('-')?;
        let rest = |unit: &UnitDoc| Some(normal(unit.name.strip_prefix(first)?.strip_prefix('-')?));
        let all: Option<Vec<String>> = units.iter().map(rest).collect();
        let at = all.filter(|all| all.len() > 1)?.iter().position(|rest| is_called(rest, &wanted))?;
        units.get(at)
    });
    whole.or_else(|| {
        // `rocket soldier` for `generic-soldier-rocket`: the same words in another order, of one unit alone.
        let wanted = bag(name);
        let common = units.first().and_then(|unit| unit.name.split_once('-')).map(|(first, _)| first.to_owned());
        let is_common =
            |word: &String| common.as_ref() == Some(word) && units.iter().all(|u| bag(&u.name).contains(word));
        let without = |words: Vec<String>| words.into_iter().filter(|word| !is_common(word)).collect::<Vec<_>>();
        let mut found = units
            .iter()
            .filter(|unit| wanted.len() > 1 && [bag(&unit.name), without(bag(&unit.name))].contains(&wanted));
        found.next().filter(|_| found.next().is_none())
    })
}

/// The words of a name in the singular and in the order of letters.
fn bag(name: &str) -> Vec<String> {
    let one = |word: &str| match word.strip_suffix("men") {
        Some(stem) => format!("{stem}man"),
        None => word.strip_suffix('s').unwrap_or(word).to_owned(),
    };
    let small = name.to_lowercase();
    let mut words: Vec<String> =
        small.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(one).collect();
    words.sort();
    words
}

/// A name in letters and digits alone, small.
#[must_use]
pub fn normal(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a unit goes by a name: its key, or what it is called in its description, in the singular or the plural.
fn goes_by(unit: &UnitDoc, wanted: &str) -> bool {
    let described = unit.about.split_once(':').map_or("", |(name, _)| name);
    [unit.name.as_str(), described].into_iter().map(normal).any(|name| is_called(&name, wanted))
}

/// Whether a name is called so, in the singular or the plural; both in small letters and digits.
fn is_called(name: &str, wanted: &str) -> bool {
    let plural = |end: &str, many: &str| name.strip_suffix(end).is_some_and(|stem| wanted == format!("{stem}{many}"));
    !name.is_empty()
        && (wanted == name || plural("", "s") || plural("", "es") || plural("man", "men") || plural("y", "ies"))
}

/// A key of the list with its value, as [`print`](super::print) writes them: `doctrine: massed-fire`.
fn own_key(line: &str) -> Option<(String, Value)> {
    let (key, value) = line.split_once(": ")?;
    let small = key.trim().to_ascii_lowercase();
    let value = value.trim();
    if value.is_empty() || ["total", "points"].contains(&&*small) {
        return None;
    }
    // A key in small letters is as lists are printed, and what stands there is left as it is.
    if let Some((_, is_word)) = SPOKEN_KEYS.iter().find(|(known, _)| *known == small && *known != key) {
        let spoken = value.to_ascii_lowercase().replace(' ', "-");
        return Some((small, written(if *is_word { &spoken } else { value })));
    }
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    is_key.then(|| (key.to_owned(), written(value)))
}

/// The key that names a unit of the list.
const COMMANDER: &str = "commander";

/// Keys of lists that people write in any case, and whether what stands there is a word of the game, which has but one.
const SPOKEN_KEYS: [(&str, bool); 9] = [
    (COMMANDER, false),
    ("doctrine", true),
    ("attacking", true),
    ("defending", true),
    ("dogma", true),
    ("mode", true),
    ("ruleset", true),
    ("era", true),
    ("size", false),
];

/// Whether a line has no word that says anything but what the whole list costs.
fn says_no_more_than_a_total(line: &str) -> bool {
    let small = line.to_lowercase();
    small.split(|c: char| !c.is_alphabetic()).all(|word| word.is_empty() || TOTAL_WORDS.contains(&word))
}

/// The words of a line that says what the whole list costs.
const TOTAL_WORDS: [&str; 34] = [
    "all", "and", "army", "cost", "costs", "ea", "each", "figures", "force", "fp", "grand", "in", "limit", "list",
    "model", "models", "of", "per", "point", "points", "pt", "pkt", "pts", "punkte", "punti", "puntos", "spent", "sum",
    "total", "unit", "units", "used", "value", "x",
];

/// The points that a line such as `Total: 1275 points` gives.
fn total(line: &str) -> Option<f64> {
    let small = line.to_lowercase();
    let speaks = ["total", "points", "pts", "fp", "punkte", "puntos", "punti"].iter().any(|word| small.contains(word));
    let read = |word: &str| number(word.trim_matches(|c: char| !c.is_ascii_digit()));
    small.split_whitespace().rev().find_map(read).filter(|_| speaks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units() -> Vec<UnitDoc> {
        let unit =
            |name: &str, cost: f64, about: &str| UnitDoc { name: name.to_owned(), cost, about: about.to_owned() };
        vec![
            unit("rifleman", 100.0, "a soldier"),
            unit("regular-infantry", 1.0, "Regular Infantry: foot"),
            unit("mcv-1", 300.0, ""),
        ]
    }

    fn counts(list: &Table) -> Vec<(String, i64)> {
        list["units"]
            .as_table()
            .unwrap()
            .iter()
            .map(|(unit, count)| (unit.clone(), count.as_integer().unwrap()))
            .collect()
    }

    #[test]
    fn a_line_that_counts_units_is_no_title() {
        let ReadList { list, unread, .. } =
            read("Squad A: 5 riflemen, 1 rifleman with a rocket\nmcv-1\n", "zoo", &units());
        assert_eq!(counts(&list), [("mcv-1".to_owned(), 1), ("rifleman".to_owned(), 5)]);
        assert_eq!(unread.len(), 1);
        let ReadList { list, .. } = read("The wall: rifleman, last of them\nmcv-1\n", "zoo", &units());
        assert_eq!(counts(&list), [("mcv-1".to_owned(), 1)]);
    }

    #[test]
    fn what_a_comparison_says_of_a_list_is_read_back() {
        let text = "First list    My own, too, 1,275 points, plays massed-fire: 12 rifleman, 2\n              regular-infantry, 1 mcv-1, 1\n              squad\n";
        let ReadList { list, unread, points, .. } = read(text, "zoo", &units());
        let told = ["name", "doctrine"].map(|key| list[key].as_str().unwrap());
        assert_eq!((told, points), (["My own, too", "massed-fire"], Some(1275.0)));
        assert_eq!(counts(&list).iter().map(|(_, count)| count).sum::<i64>(), 15);
        let unread: Vec<(usize, &str)> = unread.iter().map(|line| (line.line, line.text.as_str())).collect();
        assert_eq!(unread, [(1, "1 squad")]);
        let bare = read("> 300 points, plays massed-fire: 1 mcv-1", "zoo", &units());
        assert_eq!((bare.list["name"].as_str(), bare.points), (Some("List"), Some(300.0)));
        let table = "| Unit | Count | Points |\n|-----|----:|---:|\n| Rifleman | 4 | 400 |\n| **Total** | 4 | 400 |\n";
        let ReadList { list, unread, .. } = read(table, "zoo", &units());
        assert_eq!((list["name"].as_str(), counts(&list)), (Some("List"), vec![("rifleman".to_owned(), 4)]));
        assert_eq!(unread, []);
        let rows = read("Mine\nRifleman, 2\nMCV-1, 1\n", "zoo", &units());
        assert_eq!(
            counts(&rows.list),
            [("mcv-1".to_owned(), 1), ("rifleman".to_owned(), 2)],
            "rows are no broken line"
        );
    }

    #[test]
    fn a_first_line_with_units_is_no_title() {
        for (line, count) in [("Riflemen @ 100 each: 5", 5), ("2 riflemen, 200 points, in reserve", 2)] {
            let ReadList { list, .. } = read(&format!("{line}\nmcv-1\n"), "zoo", &units());
            assert_eq!(counts(&list), [("mcv-1".to_owned(), 1), ("rifleman".to_owned(), count)], "{line}");
        }
        for line in ["4 Reglar Infantry", "3-5 Rifleman", "~4 Riflemn"] {
            let ReadList { list, unread, .. } = read(&format!("{line}\nmcv-1\n"), "zoo", &units());
            assert_eq!((list["name"].as_str(), unread.len()), (Some("List"), 1), "{line}");
        }
        let title = |text: &str| read(text, "zoo", &units()).list["name"].as_str().unwrap().to_owned();
        assert_eq!(title("3rd Zoo Division\nmcv-1"), "3rd Zoo Division");
        assert_eq!(title("Ma liste 14,5 pts\nmcv-1"), "Ma liste");
        assert_eq!(read("Mine (990)\nmcv-1", "zoo", &units()).points, Some(990.0));
        assert_eq!(read("Union division (1863)\nmcv-1", "zoo", &units()).points, None, "a year");
    }

    #[test]
    fn of_a_comparison_the_list_is_read_and_the_other_noticed() {
        let text = "> mine v yours\n> Game          Zoo, meeting\n> First list    300 points, plays massed-fire: 3\n>               rifleman\n> Second list   1 points, plays massed-fire: 1 mcv-1\n> Score         50% [40, 60]\n";
        let ReadList { list, unread, points, another } = read(text, "zoo", &units());
        assert_eq!((counts(&list), unread.len()), (vec![("rifleman".to_owned(), 3)], 0));
        assert_eq!((points, another), (Some(300.0), Some(Another { line: 5, counted: false })));
        let quoted = read("> Mine\n> 3x rifleman\n>\n> commander: rifleman", "zoo", &units());
        assert_eq!(counts(&quoted.list), [("rifleman".to_owned(), 3)], "a quoted key counts nothing");
        let slashes = read("Mine\n2 riflemen / 1 MCV-1\nFast Attack\n1 rifleman + 1 mcv-1", "zoo", &units());
        assert_eq!(counts(&slashes.list), [("mcv-1".to_owned(), 2), ("rifleman".to_owned(), 3)]);
        assert_eq!(slashes.unread, []);
    }

    #[test]
    fn a_second_list_below_the_first_is_noticed() {
        let another = |text: &str| read(text, "zoo", &units()).another.map(|another| another.line);
        assert_eq!(another("List A\n5 rifleman\nmcv-1\n\nList B\n6 rifleman\n"), Some(5));
        assert_eq!(another("List A\n5 rifleman\n\nin support\nmcv-1\n"), None);
        assert_eq!(another("List A\n5 rifleman\n1 squad\n2 rifleman\n"), None, "what is counted is no title");
        assert_eq!(another("List A\n5 rifleman\n2 riflemn\n2 rifleman\n"), None, "a slip is no title");
        assert_eq!(another("List A\n5 rifleman\nArmour:\nmcv-1\n2 rifleman\n"), None);
    }

    #[test]
    fn options_in_brackets_are_not_lost() {
        let ReadList { unread, list, .. } =
            read("Mine\n6x Rifleman (4 with launcher)\nmcv-1 (300 pts each)\n", "zoo", &units());
        assert_eq!((unread.len(), counts(&list)), (1, vec![("mcv-1".to_owned(), 1)]));
        assert_eq!(read("Mine\nmcv-1\n**Riflemn**\n", "zoo", &units()).unread.len(), 1, "bold is no heading");
    }

    #[test]
    fn headings_and_quotation_marks_are_no_part_of_a_list() {
        let text = "\"Union Division\"\nRuleset: Dogma\n\nInfantry:\n10x Rifleman\n+ Armour +\n**Vehicles:**\nmcv-1\nBrett with 105 points\nTotal: 1300 points\n";
        let ReadList { list, unread, points, .. } = read(text, "dogma", &units());
        assert_eq!((list["name"].as_str(), list["ruleset"].as_str()), (Some("Union Division"), Some("dogma")));
        assert_eq!(counts(&list), [("mcv-1".to_owned(), 1), ("rifleman".to_owned(), 10)]);
        let unread: Vec<&str> = unread.iter().map(|line| line.text.as_str()).collect();
        assert_eq!((&unread[..], points), (&["Brett with 105 points"][..], Some(1300.0)));
    }

    #[test]
    fn a_line_of_a_post_is_understood_however_it_is_written() {
        for (line, unit, count) in [
            ("Rifleman - 100 points - leader", "rifleman", 1),
            ("2 riflemen, 200 points, in reserve", "rifleman", 2),
            ("Rifleman (100pts) x3", "rifleman", 3),
            ("Rifleman [300 pts]: 3x", "rifleman", 3),
            ("3 Riflemen (300 points) total", "rifleman", 3),
            ("10 Riflemen @ 100 = 1000", "rifleman", 10),
            ("Rifleman @ 100 = 100", "rifleman", 1),
            ("Rifleman\t4\t400", "rifleman", 4),
            ("| Rifleman | 4 | 400 |", "rifleman", 4),
            ("Rifleman,4,400", "rifleman", 4),
            ("\"Rifleman\";4;400", "rifleman", 4),
            ("Regular Infantry | 1 | 12 | 12", "regular-infantry", 12),
            ("> > 3 riflemen", "rifleman", 3),
            ("Riflemen x10 ..... 1000", "rifleman", 10),
            ("Ten riflemen", "rifleman", 10),
            ("a pair of Riflemen", "rifleman", 2),
            ("infantry, regular", "regular-infantry", 1),
            ("10x Rifleman (1.000 Punkte)", "rifleman", 10),
            ("10 Rifleman 1 000 PTS", "rifleman", 10),
            ("MCV-1 300 Punkte", "mcv-1", 1),
            ("Rifleman\t100\t4\t400", "rifleman", 4),
            ("Rifleman\t100", "rifleman", 1),
            ("Rifleman\t4", "rifleman", 4),
            ("- 10x Rifleman (100)", "rifleman", 10),
            ("* 10 x riflemen [1000 pts]", "rifleman", 10),
            ("[*][b]3 Regular Infantry[/b] - 3 points", "regular-infantry", 3),
            ("> **Rifleman** x4", "rifleman", 4),
            ("• regular infantry ×2", "regular-infantry", 2),
            ("Rifleman: 7", "rifleman", 7),
            ("MCV-1 (300)", "mcv-1", 1),
            ("MCV-1 - 300", "mcv-1", 1),
            ("Rifleman - 100", "rifleman", 1),
            ("Rifleman: 110", "rifleman", 1),
            ("2x Rifleman = 200", "rifleman", 2),
            ("Rifleman 105", "rifleman", 1),
            ("Rifleman 12", "rifleman", 12),
            ("Regular Infantry [x6]", "regular-infantry", 6),
            ("Riflemen (x6)", "rifleman", 6),
            ("Rifleman [3]", "rifleman", 3),
            ("Riflemen (10)", "rifleman", 10),
            ("Rifleman [100]", "rifleman", 1),
            ("2. rifleman", "rifleman", 1),
            ("2) 3 rifleman", "rifleman", 3),
            ("Rifleman x2 – 150", "rifleman", 2),
            ("Rifleman - 12", "rifleman", 12),
            ("Regular Infantry - 30", "regular-infantry", 30),
            ("2 MCV 1s", "mcv-1", 2),
            ("RIFLEMAN", "rifleman", 1),
        ] {
            let list = read(&format!("Mine\n{line}"), "zoo", &units());
            assert_eq!((counts(&list.list), &list.unread[..]), (vec![(unit.to_owned(), count)], &[][..]), "{line}");
        }
    }

    #[test]
    fn a_list_may_stand_on_one_line() {
        for text in [
            "Mine: 3 riflemen, 2x Regular Infantry, MCV-1",
            "Mine (1,300 pts): 3 riflemen (300), 2x Regular Infantry (1, 1); an MCV-1",
            "**Mine**\n3 riflemen, 2x Regular Infantry and an MCV-1",
        ] {
            let ReadList { list, unread, .. } = read(text, "zoo", &units());
            let expected = [("mcv-1", 1), ("regular-infantry", 2), ("rifleman", 3)];
            assert_eq!(counts(&list), expected.map(|(unit, count)| (unit.to_owned(), count)), "{text}");
            assert_eq!((list["name"].as_str(), unread.len()), (Some("Mine"), 0), "{text} {unread:?}");
        }
        let ReadList { list, unread, .. } = read("3 riflemen, 2 regular infantry, 4 mcv-2", "zoo", &units());
        assert_eq!(counts(&list).len(), 2);
        assert_eq!((unread[0].text.as_str(), &unread[0].like[..]), ("4 mcv-2", &["mcv-1".to_owned()][..]));
        let one = read("Mine\nSuper Heavy: 3 x MCV-1 - 900\nSoldiers: 2 riflemen", "zoo", &units());
        assert_eq!(counts(&one.list), [("mcv-1".to_owned(), 3), ("rifleman".to_owned(), 2)]);
        assert_eq!((one.list["name"].as_str(), one.unread.len()), (Some("Mine"), 0));
    }

    #[test]
    fn what_is_not_understood_is_said_with_what_is_near() {
        let text = "My list (1,275 points)\n\nTroops\n5x riflemn\n4x rifleman\n1x rifleman\nGood luck!\nTotal: 900 pts\ndoctrine: massed\nmode: free\nriders: [\"a\"]";
        let ReadList { list, unread, points, .. } = read(text, "zoo", &units());
        let said: Vec<(usize, &str, Option<&str>)> =
            unread.iter().map(|one| (one.line, one.text.as_str(), one.like.first().map(String::as_str))).collect();
        assert_eq!(said[0], (4, "5x riflemn", Some("rifleman")));
        assert_eq!((said.len(), said[1].0), (2, 7));
        assert_eq!((counts(&list), points), (vec![("rifleman".to_owned(), 5)], Some(1275.0)));
        assert_eq!((list["name"].as_str(), list["doctrine"].as_str()), (Some("My list"), Some("massed")));
        assert_eq!(list["riders"].as_array().map(Vec::len), Some(1));
    }

    #[test]
    fn keys_are_read_in_any_case_and_a_mark_of_the_order_of_bytes_is_none_of_the_name() {
        let text = "\u{feff}Mine\nCommander: MCV-1\nDoctrine: Massed Fire\ntotal: 30\n3x rifleman\nTotal: 1280";
        let ReadList { list, unread, points, .. } = read(text, "zoo", &units());
        let words = ["name", "commander", "doctrine"].map(|key| list[key].as_str().unwrap());
        assert_eq!(words, ["Mine", "mcv-1", "massed-fire"]);
        assert!(unread.is_empty() && !list.contains_key("total"), "{list:?} {unread:?}");
        assert_eq!(points, Some(30.0));
        let printed =
            read("Mine\ndoctrine: My Own\ndogma: [\"artillery\", \"scout\"]\n3x rifleman", "zoo", &units()).list;
        assert_eq!(printed["doctrine"].as_str(), Some("My Own"), "what was printed is read as it is");
        assert_eq!(printed["dogma"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn words_beside_units_are_read_alone_with_a_count_and_behind_their_key() {
        let word = |name, key, counted| ListWord { name, key, counted };
        let words =
            [word("artillery", "dogma", false), word("scout", "dogma", false), word("commander", "commanders", true)];
        let read = |text: &str| read_with(text, "zoo", &units(), &words);
        for (line, key, value) in [
            ("Artillery", "dogma", "\"artillery\""),
            ("- Artillery (1)", "dogma", "\"artillery\""),
            ("Dogmas: Artillery", "dogma", "\"artillery\""),
            ("dogma: Artillery, Scout", "dogma", "[\"artillery\", \"scout\"]"),
            ("Artillery\nScout", "dogma", "[\"artillery\", \"scout\"]"),
            ("3 commander", "commanders", "3"),
            ("3x Commanders (24)", "commanders", "3"),
            ("commanders: 3", "commanders", "3"),
        ] {
            let ReadList { list, unread, .. } = read(&format!("Mine\n{line}\n3x rifleman"));
            assert_eq!(list.get(key).map(ToString::to_string).as_deref(), Some(value), "{line}: {list:?}");
            assert!(unread.is_empty() && list["name"].as_str() == Some("Mine"), "{line}: {unread:?}");
        }
    }

    #[test]
    fn a_word_that_all_units_begin_with_may_be_left_out() {
        let unit = |name: &str| UnitDoc { name: name.to_owned(), cost: 1.0, about: String::new() };
        let generic = [unit("generic-soldier"), unit("generic-sniper"), unit("generic-soldier-rocket")];
        for text in ["4 soldiers, 1 sniper", "Mine\n4 Soldiers\nSniper", "Mine: 4x Soldier and a SNIPER"] {
            let ReadList { list, unread, .. } = read(text, "zoo", &generic);
            let expected = [("generic-sniper".to_owned(), 1), ("generic-soldier".to_owned(), 4)];
            assert_eq!((counts(&list), unread.len()), (expected.to_vec(), 0), "{text}");
        }
    }

    #[test]
    fn a_title_goes_without_the_points_behind_it() {
        for text in [
            "Hard men - 1300 pts\n3x rifleman",
            "Hard men (1300 points)\n3x rifleman",
            "++ Hard men [1300 FP] ++\n3x rifleman",
        ] {
            let ReadList { list, points, .. } = read(text, "zoo", &units());
            assert_eq!((list["name"].as_str(), points), (Some("Hard men"), Some(1300.0)), "{text}");
        }
    }

    #[test]
    fn units_that_another_key_has_count_once() {
        let text = "Mine\n3x rifleman (300)\n2x rifleman (200) (in teams)\nMCV-1 (in squads)\nteams: [\"a\"]";
        let ReadList { list, unread, .. } = read(text, "zoo", &units());
        assert_eq!(counts(&list), [("mcv-1".to_owned(), 1), ("rifleman".to_owned(), 3)]);
        assert!(unread.is_empty(), "{unread:?}");
    }

    #[test]
    fn no_text_is_too_odd_to_be_read() {
        for text in [
            "",
            "[",
            "[[]",
            "x",
            "×",
            "99999999999999999999x rifleman",
            "0x rifleman",
            ": :",
            "(1)",
            "[5",
            "ä: ö",
            "1 x",
        ] {
            let _ = read(text, "zoo", &units());
        }
    }
}
