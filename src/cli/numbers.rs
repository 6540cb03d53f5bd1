//! Whole numbers as people write them on the command line, and what is said of those that are none.

use std::any::TypeId;
use std::ffi::OsString;
use std::num::NonZeroU8;

use clap::{Arg, Command, CommandFactory, FromArgMatches};

/// What the library says of a text that is no number, and what is said instead.
const REASONS: [(&str, &str); 5] = [
    ("invalid digit found in string", "a whole number without a sign is wanted, such as 1000, 1,000 or 1e3"),
    ("cannot parse integer from empty string", "a whole number without a sign is wanted, such as 1000, 1,000 or 1e3"),
    ("number would be zero for non-zero type", "1 to 255 are allowed"),
    ("number too large to fit in target type", "it is too large"),
    ("invalid float literal", "a number is wanted, such as 0.5"),
];

/// Reads arguments: whole numbers may have thousands separators or an exponent, and negative ones are told what is allowed.
/// Where they are wrong, or help is wanted, the process ends.
pub fn parse<C: CommandFactory + FromArgMatches>(words: Vec<OsString>) -> C {
    let command = with_negative_numbers(C::command());
    let words = with_plain_numbers(&command, words);
    let read = command.clone().try_get_matches_from(words).and_then(|matches| C::from_arg_matches(&matches));
    read.unwrap_or_else(|error| {
        let told = error.render();
        let plain = told.to_string();
        let known = REASONS.iter().find(|(reason, _)| plain.contains(reason));
        let known = known.map(|(reason, instead)| ((*reason).to_owned(), (*instead).to_owned()));
        match known.or_else(|| range(&plain)) {
            Some((reason, instead)) if error.use_stderr() => {
                let coloured = super::diagnostics::coloured();
                let text = if coloured { told.ansi().to_string() } else { plain };
                super::complain(text.replace(&reason, &instead).trim_end());
                std::process::exit(error.exit_code())
            }
            _ => error.exit(),
        }
    })
}

/// What the library says of a number outside its range, `0 is not in 1..=9`, and what is said instead: `1 to 9 are allowed`.
fn range(text: &str) -> Option<(String, String)> {
    const BETWEEN: &str = " is not in ";
    let (before, after) = text.split_once(BETWEEN)?;
    let number = before.rsplit(' ').next()?;
    let limits = after.split_whitespace().next()?;
    let (low, high) = limits.split_once("..=")?;
    let is_whole = |text: &str| text.parse::<i128>().is_ok();
    (is_whole(low) && is_whole(high))
        .then(|| (format!("{number}{BETWEEN}{limits}"), format!("{low} to {high} are allowed")))
}

/// A number below nothing is the value of the option before it, and no option itself.
fn with_negative_numbers(command: Command) -> Command {
    let takes_one = |arg: Arg| {
        let is_option = arg.get_long().is_some() && arg.get_action().takes_values();
        if is_option { arg.allow_negative_numbers(true) } else { arg }
    };
    command.mut_args(takes_one).mut_subcommands(with_negative_numbers)
}

/// Whether an argument takes a whole number.
fn is_whole(arg: &Arg) -> bool {
    let kind = arg.get_value_parser().type_id();
    arg.get_action().takes_values()
        && [TypeId::of::<u64>(), TypeId::of::<u32>(), TypeId::of::<u16>(), TypeId::of::<NonZeroU8>()]
            .iter()
            .any(|whole| kind == *whole)
}

/// The words with all whole numbers in digits alone, behind options that take one.
fn with_plain_numbers(command: &Command, words: Vec<OsString>) -> Vec<OsString> {
    // The options of the subcommand, and of the subcommand of that.
    let mut here = command;
    let mut options: Vec<String> = long_of(command);
    for word in words.iter().skip(1).filter_map(|word| word.to_str()) {
        if let Some(next) = here.find_subcommand(word) {
            here = next;
            options.extend(long_of(next));
        }
    }
    let named = |text: &str| options.iter().any(|option| option == text);
    let mut plain = Vec::with_capacity(words.len());
    let mut wanted = false;
    for word in words {
        let text = word.to_str().unwrap_or_default();
        let behind = text.split_once('=').filter(|(option, _)| named(option));
        let read = match behind {
            Some((option, value)) => digits(value).map(|value| format!("{option}={value}")),
            None if wanted => digits(text),
            None => None,
        };
        wanted = named(text);
        plain.push(read.map_or(word, OsString::from));
    }
    plain
}

/// The long names of the options of a command that take whole numbers.
fn long_of(command: &Command) -> Vec<String> {
    command
        .get_arguments()
        .filter(|arg| is_whole(arg))
        .filter_map(|arg| Some(format!("--{}", arg.get_long()?)))
        .collect()
}

/// The digits of `1,000` and `1e3`; none where they are digits already, or no whole number.
fn digits(text: &str) -> Option<String> {
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((first, rest)) = text.split_once(',') {
        let groups: Vec<&str> = rest.split(',').collect();
        let are_thousands = groups.iter().all(|group| group.len() == 3 && all_digits(group));
        return (are_thousands && all_digits(first) && first.len() <= 3).then(|| text.replace(',', ""));
    }
    let (number, exponent) = text.split_once(['e', 'E'])?;
    let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    if !all_digits(whole) || !(part.is_empty() || all_digits(part)) || !all_digits(exponent) {
        return None;
    }
    let zeros = exponent.parse::<usize>().ok().filter(|zeros| *zeros <= 18)?.checked_sub(part.len())?;
    Some(format!("{whole}{part}{}", "0".repeat(zeros)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;

    #[test]
    fn thousands_and_exponents_are_whole_numbers() {
        for (text, read) in [
            ("1,000", Some("1000")),
            ("12,345,678", Some("12345678")),
            ("1e3", Some("1000")),
            ("2.5E+3", Some("2500")),
            ("1000", None),
            ("1,00", None),
            ("1000,000", None),
            ("1e-3", None),
            ("2.5e0", None),
            ("e3", None),
            ("abc", None),
        ] {
            assert_eq!(digits(text).as_deref(), read, "{text}");
        }
    }

    #[test]
    fn only_options_that_take_whole_numbers_are_read_so() {
        let plain = |line: &str| {
            let words = with_plain_numbers(&Cli::command(), line.split(' ').map(OsString::from).collect());
            words.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            plain("evenodds compare a b --pairs 1,000 --seed=1e3"),
            "evenodds compare a b --pairs 1000 --seed=1000"
        );
        assert_eq!(plain("evenodds tune rules a --steps 1e2"), "evenodds tune rules a --steps 100");
        for line in
            ["evenodds compare a b --sprt 0,100", "evenodds resolve dogma x --best 1,000", "evenodds play 1e3 b"]
        {
            assert_eq!(plain(line), line);
        }
    }

    #[test]
    fn ranges_are_told_in_words() {
        let told = "error: invalid value '0' for '--pairs <N>': 0 is not in 1..=1000000000\n\nFor more information";
        let (reason, instead) = range(told).unwrap();
        assert_eq!((reason.as_str(), instead.as_str()), ("0 is not in 1..=1000000000", "1 to 1000000000 are allowed"));
        assert_eq!(range("this is not in the book"), None);
    }

    #[test]
    fn negative_numbers_are_values_of_their_options() {
        let command = with_negative_numbers(Cli::command());
        let told = command.try_get_matches_from(["evenodds", "compare", "a", "b", "--pairs", "-5"]).unwrap_err();
        assert!(told.to_string().contains("invalid value '-5' for '--pairs"), "{told}");
    }
}
