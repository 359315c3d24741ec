//! `sudolab study`: the plan is run in [`run`], written up in [`report`], printed in [`export`].

mod dask;
mod described;
mod export;
mod report;
mod run;

pub use report::{cannot_write, write_report_after};
pub use run::carry_out;

use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use clap::{Args, Subcommand};
use std::path::Path;
use sudolab::lab::plan::{NoPuzzles, Plan, PuzzleSet};
use sudolab::lab::store::StoreError;

/// The folder of a study when none is named.
const FOLDER: &str = "sudolab-study";

/// Compare algorithms: run an experiment plan, keep every run, write a report
///
/// Without a plan it runs the built-in plan `quick`: every algorithm on puzzles the program
/// carries, two to three minutes on two cores. The folder named by --output (sudolab-study) receives
/// `study.sqlite` with one row per run, `report.html`, `report.md`, `tables/` and `figures/`.
/// Interrupted or killed, the same command goes on where it stopped. --seed and
/// --time-limit take the place of the plan's.
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
A plan is a TOML file:

  name = \"first look\"
  seed = 7
  aspects = [\"solving\"]         # optional; also \"generation\", \"rating\", \"speed-up\"
  algorithms = [\"rules-thesis\", { id = \"annealing\", label = \"hot\", set = { start = 0.4 } }]   # or \"all\"
  [[puzzles]]
  builtin = \"royle17-400\"       # or file = \"puzzles.txt\", or generate = { count = 100, clues = \"24..28\" }
  take = 50                     # optional, as are: label, sample = 50, ease = 46, versions = 4,
                                #   solved_by = \"rules-singles\", unsolved_by = \"rules-singles\"
  [protocol]
  kind = \"fixed\"                # or \"thesis\": min_runs, max_runs, bound, bound_stochastic
  runs = 5
  time_limit = \"5s\"             # optional: tick_limit, [protocol.tick_limits]

Examples:
  sudolab study --list-plans
  sudolab study quick --dry-run
  sudolab study report --help
  sudolab study export --help"
)]
pub struct Study {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    plan: run::RunPlan,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Write the report of a study again; the same rows give the same bytes
    Report(report::WriteReport),
    /// Print every run of a study, or its ratings, generated puzzles and speeds
    Export(export::Export),
}

impl Study {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        match &self.action {
            Some(Action::Report(report)) => report.run(common),
            Some(Action::Export(export)) => export.run(common),
            None => self.plan.run(common),
        }
    }
}

/// The puzzles of a plan. They may have to be made or sifted; until the first run there is nothing to
/// keep.
pub fn puzzles_of(plan: &Plan, folder: &Path, common: &Common) -> Result<Vec<PuzzleSet>, Failure> {
    plan.puzzles(folder, &common.interrupt()).map_err(|error| match error {
        NoPuzzles::Refused(error) => Failure::Usage(error.to_string()),
        NoPuzzles::Stopped(_) => Failure::Interrupted,
    })
}

/// Prints a text where results go.
pub fn print(common: &Common, text: &str) -> Result<Exit, Failure> {
    let mut output = Output::open(common.output.as_deref())?;
    output.put(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Fine)
}

/// What the user is told of a result file that cannot be used.
pub fn failure(error: StoreError) -> Failure {
    match error {
        StoreError::Stopped(_) => Failure::Interrupted,
        StoreError::Other { .. } => Failure::Usage(error.to_string()),
        StoreError::Io { doing, file, error } => Failure::file(doing, &file, &error),
        other => Failure::File(other.to_string()),
    }
}
