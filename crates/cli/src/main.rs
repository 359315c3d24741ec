//! The `sudolab` command: arguments in, exit status out; the work is done elsewhere.
#![forbid(unsafe_code)]

mod args;
mod arriving;
mod batch;
mod claim;
mod commands;
mod csv;
mod exit;
mod failure;
mod form;
mod input;
mod interrupt;
mod lanes;
mod output;
mod paint;
mod progress;
mod proving;
mod record_time;
mod say;
mod subjects;

use args::{ColorChoice, Common};
use clap::{CommandFactory, Parser, Subcommand};
use exit::Exit;
use failure::Failure;
use std::io::Write;
use std::process::ExitCode;

/// The Sudoku laboratory: solve, check, count, explain, rate and generate, and compare the
/// algorithms that do so
#[derive(Parser, Debug)]
#[command(
    name = "sudolab",
    version,
    max_term_width = 100,
    after_help = "\
Puzzles come as arguments (a puzzle string, or a file), or from standard input (`-` or nothing).
Results go to standard output in input order, messages to standard error.

Exit status: 0 all as asked; 1 some puzzle was invalid, unsolved or not unique, or a check failed;
2 wrong usage; 3 a file could not be read or written; 4 a limit stopped the run; 130 interrupted,
with everything finished so far kept."
)]
struct Cli {
    #[command(flatten)]
    common: Common,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Solve(commands::Solve),
    Check(commands::Check),
    Count(commands::Count),
    Rate(commands::Rate),
    Explain(commands::Explain),
    Hint(commands::Hint),
    Generate(commands::Generate),
    Ease(commands::Ease),
    Minimize(commands::Minimize),
    Convert(commands::Convert),
    Transform(commands::Transform),
    #[cfg(feature = "print")]
    Print(commands::Print),
    Bench(commands::Bench),
    Study(commands::Study),
    #[cfg(feature = "serve")]
    Serve(commands::Serve),
    Reproduce(commands::Reproduce),
    Timetable(commands::Timetable),
    Algorithms(commands::Algorithms),
    Techniques(commands::Techniques),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
        #[command(flatten)]
        form: form::NoForm,
    },
    /// Print the manual page (roff), or write one for each subcommand into a folder: --output DIR
    Man {
        /// Write the pages into this folder, as --output does
        #[arg(value_name = "FOLDER", conflicts_with = "output")]
        folder: Option<std::path::PathBuf>,
        #[command(flatten)]
        form: form::NoForm,
    },
}

fn main() -> ExitCode {
    let mut cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; a closed pipe while they print is none either.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match cli.common.color {
        ColorChoice::Auto => {}
        ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
        ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
    }
    cli.common.settle();
    interrupt::listen();
    match run(&cli) {
        Ok(exit) => exit.into(),
        Err(Failure::PipeClosed) => Exit::Fine.into(),
        Err(failure) => {
            say::problem(&failure.to_string());
            failure.exit().into()
        }
    }
}

fn run(cli: &Cli) -> Result<Exit, Failure> {
    let common = &cli.common;
    match &cli.command {
        Command::Solve(command) => command.run(common),
        Command::Check(command) => command.run(common),
        Command::Count(command) => command.run(common),
        Command::Rate(command) => command.run(common),
        Command::Explain(command) => command.run(common),
        Command::Hint(command) => command.run(common),
        Command::Generate(command) => command.run(common),
        Command::Ease(command) => command.run(common),
        Command::Minimize(command) => command.run(common),
        Command::Convert(command) => command.run(common),
        Command::Transform(command) => command.run(common),
        #[cfg(feature = "print")]
        Command::Print(command) => command.run(common),
        Command::Bench(command) => command.run(common),
        Command::Study(command) => command.run(common),
        #[cfg(feature = "serve")]
        Command::Serve(command) => command.run(common),
        Command::Reproduce(command) => command.run(common),
        Command::Timetable(command) => command.run(common),
        Command::Algorithms(command) => command.run(common),
        Command::Techniques(command) => command.run(common),
        Command::Completions { shell, form } => {
            let mut script = Vec::new();
            form.refuse("leave it out")?;
            clap_complete::generate(*shell, &mut Cli::command(), "sudolab", &mut script);
            print_all(common, &script)
        }
        Command::Man { folder, form } => {
            form.refuse("the manual is roff; leave it out")?;
            match folder.as_deref().or(common.output.as_deref()) {
                Some(folder) => manual_into(folder),
                None => {
                    let mut page = Vec::new();
                    let rendered = clap_mangen::Man::new(Cli::command()).render(&mut page);
                    rendered.map_err(|e| Failure::file("write", "the manual page", &e))?;
                    print_all(common, &page)
                }
            }
        }
    }
}

/// Writes a manual page for each subcommand into a folder.
fn manual_into(folder: &std::path::Path) -> Result<Exit, Failure> {
    let name = folder.display().to_string();
    std::fs::create_dir_all(folder).map_err(|e| Failure::file("create", &name, &e))?;
    let claim = claim::Claim::on(&folder.join("pages"))?;
    let written = clap_mangen::generate_to(Cli::command(), folder);
    claim.release();
    written.map_err(|e| Failure::file("write into", &name, &e))?;
    Ok(Exit::Fine)
}

fn print_all(common: &Common, bytes: &[u8]) -> Result<Exit, Failure> {
    let mut output = output::Output::open(common.output.as_deref())?;
    output.put(bytes)?;
    output.finish()?;
    std::io::stdout().flush().map_err(|e| Failure::file("write to", "standard output", &e))?;
    Ok(Exit::Fine)
}
