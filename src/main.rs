//! The `evenodds` command.

fn main() -> std::process::ExitCode {
    evenodds::cli::main()
}
