//! `sudolab study`.

use crate::args::Common;
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::{interrupt, say};
use clap::{Args, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};
use sudolab_lab::builtin::{BuiltinPlan, PLANS, SETS};
use sudolab_lab::plan::{Plan, PuzzleSet};
use sudolab_lab::report::Report;
use sudolab_lab::runner::{self, Finish, THREAD_NAME};
use sudolab_lab::store::{self, Store, StoreError};

/// The folder of a study when none is named.
const FOLDER: &str = "sudolab-study";

/// Compare algorithms: run an experiment plan, keep every run, write a report
///
/// Without a plan it runs the built-in plan `quick`: every algorithm on puzzles the program
/// carries, about two minutes on two cores. The folder named by --output (sudolab-study) receives
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
  algorithms = [\"rules-thesis\", { id = \"annealing\", label = \"hot\", set = { start = 0.4 } }]   # or \"all\"
  [[puzzles]]
  builtin = \"royle17-400\"       # or file = \"puzzles.txt\", or generate = { count = 100, clues = \"24..28\" }
  take = 50                     # optional, as are: label, sample = 50, ease = 46, versions = 4,
                                #   solved_by = \"rules-singles\", unsolved_by = \"rules-singles\"
  [protocol]
  kind = \"fixed\"                # or \"thesis\": min_runs, max_runs, bound, bound_stochastic
  runs = 5
  time_limit = \"5s\"             # optional: tick_limit

Examples:
  sudolab study --list-plans
  sudolab study quick --dry-run
  sudolab study report --help
  sudolab study export --help"
)]
pub struct Study {
    #[command(subcommand)]
    action: Option<Action>,

    /// The plan: a file, or the name of a built-in plan
    #[arg(value_name = "PLAN", default_value = "quick")]
    plan: String,

    /// List the built-in plans and puzzle sets
    #[arg(long)]
    list_plans: bool,

    /// Read the plan and its puzzles, say what would run, and run nothing
    #[arg(long)]
    dry_run: bool,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Write the report of a study again; the same rows give the same bytes
    Report {
        /// The study's folder
        #[arg(value_name = "DIR", default_value = FOLDER)]
        folder: PathBuf,
    },
    /// Print every run of a study
    Export {
        /// The study's folder
        #[arg(value_name = "DIR", default_value = FOLDER)]
        folder: PathBuf,
        /// The form
        #[arg(long, value_enum, default_value = "csv")]
        to: ExportForm,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ExportForm {
    /// Comma-separated, with a header
    Csv,
    /// Apache Parquet
    Parquet,
}

impl Study {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        match &self.action {
            Some(Action::Report { folder }) => {
                let answer = report(folder)?;
                print(common, &answer)
            }
            Some(Action::Export { folder, to: ExportForm::Csv }) => export(folder, common),
            Some(Action::Export { to: ExportForm::Parquet, .. }) => Err(Failure::Usage(
                "this build cannot write Parquet; use --to csv, or open study.sqlite directly"
                    .to_owned(),
            )),
            None if self.list_plans => print(common, &lists()),
            None => self.study(common),
        }
    }

    fn study(&self, common: &Common) -> Result<Exit, Failure> {
        let (plan, sets) = self.read(common)?;
        let jobs = common.jobs.map(usize::from).or(plan.jobs).unwrap_or_else(|| common.n_jobs());
        let n_puzzles: usize = sets.iter().map(|s| s.puzzles.len()).sum();
        let what = format!(
            "{:?}: {} algorithms x {n_puzzles} puzzles; {}; seed {}; {jobs} threads",
            plan.name,
            plan.contestants.len(),
            plan.protocol.in_words(),
            plan.seed,
        );
        if self.dry_run {
            return print(common, &dry(&plan, &sets, &what));
        }
        let folder = common.output.clone().unwrap_or_else(|| PathBuf::from(FOLDER));
        let mut store = Store::open(&folder, &plan, &sets, jobs).map_err(failure)?;
        if !common.quiet {
            say::note(&format!("study {what}; into {}", folder.display()));
        }
        silence_panics();
        let (mut bar, mut shown, mut faults) = (None, 0, 0);
        let finish = runner::run(&plan, &sets, &mut store, jobs, interrupt::flag(), &mut |p| {
            // The first call says how much there is to do.
            let bar =
                bar.get_or_insert_with(|| Progress::items(Some(p.total as u64), common.quiet));
            bar.advance((p.done - shown) as u64);
            (shown, faults) = (p.done, p.faults);
            let mut text = format!("{} solved, {} unsolved", p.solved, p.unsolved);
            for (n, word) in [(p.unstable, "unstable"), (p.faults, "faulty")] {
                if n > 0 {
                    text.push_str(&format!(", {n} {word}"));
                }
            }
            bar.say(text);
        });
        if let Some(bar) = &bar {
            bar.finish();
        }
        let finish = finish.map_err(failure)?;
        store.close().map_err(failure)?;
        if finish == Finish::Cancelled {
            say::note(&format!(
                "interrupted; every run that had ended is in {}. The same command goes on.",
                folder.join(store::FILE_NAME).display()
            ));
            return Ok(Exit::Interrupted);
        }
        let answer = report(&folder)?;
        let mut to_terminal = common.clone();
        to_terminal.output = None;
        let printed = print(&to_terminal, &answer)?;
        // A false claim or a panic is a failed check.
        Ok(if faults > 0 { printed.and(Exit::SomeFailed) } else { printed })
    }

    fn read(&self, common: &Common) -> Result<(Plan, Vec<PuzzleSet>), Failure> {
        let usage = |e: &dyn std::fmt::Display| Failure::Usage(e.to_string());
        let path = Path::new(&self.plan);
        let builtin = BuiltinPlan::find(&self.plan).filter(|_| !path.is_file());
        let (text, folder) = match builtin {
            Some(plan) => (plan.text.to_owned(), PathBuf::from(".")),
            None => {
                let text = std::fs::read_to_string(path).map_err(|e| {
                    let Failure::File(message) = Failure::file("read", &self.plan, &e) else {
                        return Failure::file("read", &self.plan, &e);
                    };
                    let names: Vec<&str> = PLANS.iter().map(|p| p.name).collect();
                    Failure::File(format!("{message}; built-in plans: {}", names.join(", ")))
                })?;
                (text, path.parent().unwrap_or(Path::new(".")).to_owned())
            }
        };
        let mut plan = Plan::read(&text, &self.plan).map_err(|e| usage(&e))?;
        // What the options change stands in the stored plan too, so that it can be repeated.
        if let Some(limit) = common.time_limit {
            plan.protocol.time_limit = limit;
            plan.text = format!("# run with --time-limit {}s\n{}", limit.as_secs_f64(), plan.text);
        }
        if let Some(seed) = common.seed_arg {
            plan.seed = seed;
            plan.text = format!("# run with --seed {}\n{}", plan.seed, plan.text);
        }
        let sets = plan.puzzles(&folder).map_err(|e| usage(&e))?;
        Ok((plan, sets))
    }
}

/// A panic of an algorithm is a row, not a message across the progress bar.
fn silence_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let here = std::thread::current();
        if !here.name().is_some_and(|name| name.starts_with(THREAD_NAME)) {
            usual(info);
        }
    }));
}

fn report(folder: &Path) -> Result<String, Failure> {
    let content = store::read(folder).map_err(failure)?;
    let report = Report::of(&content);
    let page = report
        .write(folder)
        .map_err(|e| Failure::file("write into", &folder.display().to_string(), &e))?;
    let mut text = report.answer().join("\n\n");
    text.push_str(&format!("\n\nReport: {}\n", page.display()));
    Ok(text)
}

fn export(folder: &Path, common: &Common) -> Result<Exit, Failure> {
    let mut output = Output::open(common.output.as_deref())?;
    let mut line = Vec::new();
    let written = store::export(folder, |fields| {
        line.clear();
        csv::push_line(&mut line, fields.iter().map(String::as_str));
        output.put(&line)
    });
    written.map_err(failure)??;
    output.finish()?;
    Ok(Exit::Fine)
}

fn lists() -> String {
    let mut text = String::from("Plans:\n");
    for plan in PLANS {
        text.push_str(&format!("  {:12} {}\n", plan.name, plan.about));
    }
    text.push_str("\nPuzzle sets for builtin = \"...\":\n");
    for set in SETS {
        text.push_str(&format!("  {:12} {}\n", set.name, set.about));
    }
    text
}

fn dry(plan: &Plan, sets: &[PuzzleSet], what: &str) -> String {
    let mut text = format!("{what}\n\nPuzzles:\n");
    for set in sets {
        text.push_str(&format!("  {:24} {}\n", set.label, set.puzzles.len()));
    }
    text.push_str("\nAlgorithms:\n");
    for contestant in &plan.contestants {
        let line = format!("  {:24} {}", contestant.label, contestant.settings_text());
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn print(common: &Common, text: &str) -> Result<Exit, Failure> {
    let mut output = Output::open(common.output.as_deref())?;
    output.put(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Fine)
}

fn failure(error: StoreError) -> Failure {
    match error {
        StoreError::Other { .. } | StoreError::Absent(_) => Failure::Usage(error.to_string()),
        StoreError::Io { doing, file, error } => Failure::file(doing, &file, &error),
        other => Failure::File(other.to_string()),
    }
}
