//! `evenodds completions` and `evenodds man`: what a shell and a manual reader want.

use std::io;
use std::path::PathBuf;

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::cli::diagnostics::Failure;
use crate::cli::output::print;
use crate::cli::{Cli, files};

/// Print a completion script
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds completions bash > ~/.local/share/bash-completion/completions/evenodds
  evenodds completions fish > ~/.config/fish/completions/evenodds.fish")]
pub struct CompletionsArgs {
    /// For which shell
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    /// Prints the script.
    ///
    /// # Errors
    /// When nobody reads it.
    pub fn run(&self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "evenodds", &mut script);
        print(&String::from_utf8_lossy(&script))
    }
}

/// Print the manual page, or write one for every subcommand
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds man | man -l -
  evenodds man --out ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Folder for the pages of all subcommands
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl ManArgs {
    /// Prints or writes the pages.
    ///
    /// # Errors
    /// When the folder cannot be written to.
    pub fn run(&self) -> Result<(), Failure> {
        let mut whole = Cli::command();
        whole.build();
        let Some(folder) = &self.out else {
            return print(&page(whole).map_err(|error| Failure::Work(error.to_string()))?);
        };
        files::prepare_folder(folder)?;
        let subcommands: Vec<_> =
            whole.get_subcommands().filter(|command| command.get_name() != "help").cloned().collect();
        for command in std::iter::once(whole).chain(subcommands) {
            let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
            let text = page(command).map_err(|error| Failure::Work(error.to_string()))?;
            files::write_atomically(&folder.join(format!("{name}.1")), text.as_bytes())?;
        }
        Ok(())
    }
}

fn page(command: clap::Command) -> io::Result<String> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
