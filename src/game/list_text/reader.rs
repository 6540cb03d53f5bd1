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
    /// The line with which another list seems to begin: a title below units, and units of the same kinds below it.
    pub another: Option<usize>,
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
    let (mut title, mut another): (Option<(usize, usize)>, Option<usize>) = (None, None);
    // A mark of the order of bytes is no part of a name.
    for (at, raw) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = cleaned(raw);
        if line.is_empty() {
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
        } else if name.is_none() && counts.is_empty() && rest.is_empty() && !line.to_lowercase().starts_with("total") {
            // Lines below and behind a title are no part of it.
            let line = line.trim_end_matches(|c: char| c.is_whitespace() || "+=-*#~_".contains(c)).to_owned();
            let bare = without_points(&line);
            let (title, head) = match line.rsplit_once(" (") {
                Some(parts) => parts,
                None if bare.len() < line.len() => (bare, line.as_str()),
                None => (line.as_str(), ""),
            };
            name = Some(without_quotes(title.trim_end_matches(':').trim()).to_owned());
            points = points.or_else(|| total(head));
        } else if let Some(total) = total(&line).filter(|_| says_no_more_than_a_total(&line)) {
            points = points.or(Some(total));
        } else if let Some((unit, count)) = unit_before_points(&line, units) {
            add(&mut counts, unit, count);
        } else if !is_heading(raw) {
            let not_read = unread_line(at + 1, line, units);
            if !counts.is_empty() && title.is_none() && not_read.like.is_empty() {
                title = Some((at + 1, counts.len()));
            }
            unread.push(Unread { text: raw.trim().to_owned(), ..not_read });
        }
        if let (Some(before), Some((begins, kinds)), None) = (before, title, another) {
            another = (sum(&counts[..kinds]) > before).then_some(begins);
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

/// Whether a line stands above others and says nothing itself: `Infantry:`, `+ Infantry +`, `== Armour ==`.
fn is_heading(line: &str) -> bool {
    let line = line.trim();
    // Stars and lines below make a word bold, which may be a unit that is spelt otherwise.
    let frame = |c: char| "+=#".contains(c);
    let framed = line.starts_with(frame) && line.ends_with(frame) && line.len() > 2;
    let bare = line.trim_end_matches(|c: char| "*_~".contains(c)).trim_end();
    (framed || bare.ends_with(':')) && !line.contains(|c: char| c.is_ascii_digit())
}

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
        match letter {
            ',' | ';' if depth == 0 && !in_number() => parts.push(String::new()),
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

/// A row of a table with tabs between its columns as a line of a list: `Rifleman`, 4 and 400, or 100, 4 and 400, are four of them. A single
/// number may be either, as on other lines.
fn row(line: &str) -> Option<String> {
    let columns: Vec<&str> = line.split('\t').map(str::trim).filter(|column| !column.is_empty()).collect();
    let numbers: Vec<u32> = columns.iter().filter_map(|column| column.parse().ok()).collect();
    let names: Vec<&str> = columns.iter().copied().filter(|column| column.parse::<u32>().is_err()).collect();
    let count = numbers.iter().min().filter(|_| numbers.len() > 1);
    match (&names[..], count) {
        ([name], Some(count)) => Some(format!("{count}x {name}")),
        _ => (columns.len() > 1).then(|| columns.join(" ")),
    }
}

/// A line without what marks it in a post: bullets, bold, tags.
fn cleaned(line: &str) -> String {
    let mut text = String::new();
    let row = row(line);
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
    let text = text.replace("**", "").replace("__", "").replace(['`', '\u{a0}'], " ");
    let bullet = |c: char| c.is_whitespace() || "-*•·–—+>#|○●▪".contains(c);
    let text = text.trim_start_matches(bullet);
    let text = without_number(text).trim_start_matches(bullet);
    text.trim_end_matches(|c: char| c.is_whitespace() || c == '|' || c == ',').to_owned()
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
        let behind =
            ["points", "point", "pts", "pt", "FP"].iter().find_map(|word| number.trim_start().strip_prefix(word));
        let behind = behind.filter(|behind| !behind.starts_with(char::is_alphabetic));
        let Some(behind) = behind.or(is_price.then_some(number)) else { continue };
        let before = line[..at].trim_end_matches(|c: char| c.is_whitespace() || "([-–—:=@,.".contains(c));
        let (unit, count) = unit_of(before, units)?;
        let behind = behind.trim_matches(|c: char| ")]:-–—".contains(c) || c.is_whitespace());
        // A bare number is a sum.
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
    let behind =
        line.rsplit_once([' ', 'x', 'X', '×']).and_then(|(name, count)| Some((name, count.trim().parse().ok()?)));
    // A price is no count.
    match behind.filter(|(name, _)| !name.trim_end().ends_with('@')) {
        Some((name, count)) => (count, name.trim_end_matches(|c: char| c.is_whitespace() || "xX×:-".contains(c))),
        None => (1, line),
    }
}

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
    let Some(before) = ["points", "point", "pts", "pt", "FP"].iter().find_map(|unit| line.strip_suffix(unit)) else {
        return line;
    };
    let number = before.trim_end().trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    if number.len() < before.trim_end().len() {
        number.trim_end_matches(|c: char| c.is_whitespace() || "-–—:=@,".contains(c))
    } else {
        line
    }
}

/// The unit that goes by a name, however it is spelt.
#[must_use]
pub fn unit_called<'a>(name: &str, units: &'a [UnitDoc]) -> Option<&'a UnitDoc> {
    let wanted = normal(name);
    let whole = units.iter().find(|unit| goes_by(unit, &wanted));
    // A word that all names of a game begin with is left out: `soldier` for `generic-soldier`.
    whole.or_else(|| {
        let (first, _) = units.first()?.name.split_once('-')?;
        let rest = |unit: &UnitDoc| Some(normal(unit.name.strip_prefix(first)?.strip_prefix('-')?));
        let all: Option<Vec<String>> = units.iter().map(rest).collect();
        let at = all.filter(|all| all.len() > 1)?.iter().position(|rest| is_called(rest, &wanted))?;
        units.get(at)
    })
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
const TOTAL_WORDS: [&str; 30] = [
    "all", "and", "army", "cost", "costs", "ea", "each", "figures", "force", "fp", "grand", "in", "limit", "list",
    "model", "models", "of", "per", "point", "points", "pt", "pts", "spent", "sum", "total", "unit", "units", "used",
    "value", "x",
];

/// The points that a line such as `Total: 1275 points` gives.
fn total(line: &str) -> Option<f64> {
    let small = line.to_lowercase();
    let speaks = ["total", "points", "pts", "fp"].iter().any(|word| small.contains(word));
    let number = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).replace(',', "").parse::<f64>().ok();
    small.split_whitespace().rev().find_map(number).filter(|_| speaks)
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
    fn a_second_list_below_the_first_is_noticed() {
        let another = |text: &str| read(text, "zoo", &units()).another;
        assert_eq!(another("List A\n5 rifleman\nmcv-1\n\nList B\n6 rifleman\n"), Some(5));
        assert_eq!(another("List A\n5 rifleman\n\nin support\nmcv-1\n"), None);
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
        assert_eq!(said[..2], [(3, "Troops", None), (4, "5x riflemn", Some("rifleman"))]);
        assert_eq!((said.len(), said[2].0), (3, 7));
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
