//! `evenodds completions`, `evenodds man`, and what every subcommand shares.

use std::process::Stdio;

use crate::support::{command, run, run_in};

#[test]
fn completions_know_the_subcommands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(run(&format!("completions {shell}")).ok().contains("resolve"), "{shell}");
    }
    run("completions csh").refused(&["invalid value 'csh'"]);
}

#[test]
fn the_manual_has_a_page_for_every_subcommand() {
    assert!(run("man").ok().contains(".TH evenodds 1"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_in(folder.path(), "man --out pages").ok();
    for page in ["evenodds.1", "evenodds-check.1", "evenodds-list.1", "evenodds-resolve.1"] {
        assert!(folder.path().join("pages").join(page).is_file(), "{page}");
    }
}

#[test]
fn every_subcommand_has_help_with_an_example() {
    let help = run("--help").ok();
    let names = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"resolve"));
    for name in names.into_iter().filter(|name| *name != "help") {
        let help = run(&format!("{name} --help")).ok();
        assert!(help.contains(&format!("  evenodds {name}")), "{name} shows no example:\n{help}");
    }
}

#[test]
fn wrong_usage_has_exit_code_2_and_help_and_version_0() {
    run("lits").refused(&["unrecognized subcommand 'lits'", "list"]);
    run("list units --fromat csv").refused(&["--fromat", "--format"]);
    run("list units --threads 0").refused(&["--threads"]);
    assert!(run("--version").ok().starts_with("evenodds "));
}

#[test]
fn a_reader_who_leaves_early_is_no_mistake_and_has_an_exit_code_of_its_own() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut child = std::process::Command::new(command(folder.path()).get_program())
        .args(["list", "ledger"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(141));
}
