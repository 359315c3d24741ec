//! Runs a plan.

use super::described::{dry, lists};
use super::report::write_report;
use super::{FOLDER, dask, failure, print, puzzles_of};
use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::say;
use clap::Args;
use std::path::{Path, PathBuf};
use sudolab::lab::builtin::{BuiltinPlan, PLANS};
use sudolab::lab::chosen::with_algorithms;
use sudolab::lab::plan::{Plan, PuzzleSet};
use sudolab::lab::runner::{self, Finish, THREAD_NAME};
use sudolab::lab::{machine, store};
use sudolab::{Study, StudyProgress};

/// A plan to run.
#[derive(Args, Debug)]
pub struct RunPlan {
    /// The plan: a file, or the name of a built-in plan
    #[arg(value_name = "PLAN", default_value = "quick")]
    plan: String,

    /// List the built-in plans and puzzle sets
    #[arg(long)]
    list_plans: bool,

    /// Run these algorithms instead of the plan's, separated by commas
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    algorithm: Vec<String>,

    /// Read the plan and its puzzles, say what would run, and run nothing
    #[arg(long)]
    dry_run: bool,

    /// Run on a cluster: the address of a Dask scheduler, such as tcp://head:8786; needs the Python
    /// package
    #[arg(long, value_name = "ADDRESS")]
    dask: Option<String>,
}

impl RunPlan {
    /// Lists, describes or runs.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        if self.list_plans { print(common, &lists()) } else { self.study(common) }
    }

    fn study(&self, common: &Common) -> Result<Exit, Failure> {
        let (plan, base) = self.read(common)?;
        let folder = common.output.clone().unwrap_or_else(|| PathBuf::from(FOLDER));
        if let (Some(address), false) = (&self.dask, self.dry_run) {
            // The package reads the puzzles itself.
            return dask::run(address, &self.plan, &self.algorithm, &folder, common);
        }
        let sets = puzzles_of(&plan, &base, common)?;
        // One measured run on each physical core, unless more are asked for.
        let cores = machine::measuring_jobs();
        let jobs = common.jobs.map(usize::from).or(plan.jobs).unwrap_or(cores);
        let n_puzzles: usize = sets.iter().map(|s| s.puzzles.len()).sum();
        let what = format!(
            "{:?}: {} algorithms x {n_puzzles} puzzles; {}; seed {}; {jobs} threads",
            plan.name,
            plan.contestants.len(),
            plan.protocol_in_words(),
            plan.seed,
        );
        if self.dry_run {
            return print(common, &dry(&plan, &sets, &what));
        }
        if !common.quiet {
            say::note(&format!("study {what}; into {}", folder.display()));
        }
        if jobs > cores {
            say::note(&format!(
                "{jobs} runs at a time on {cores} physical cores slow one another down; their times are rough"
            ));
        }
        let carried = carry_out(&plan, &sets, &folder, jobs, common)?;
        if carried.finish == Finish::Cancelled {
            return Ok(Exit::Interrupted);
        }
        let answer = write_report(&folder)?;
        let mut to_terminal = common.clone();
        to_terminal.output = None;
        let printed = print(&to_terminal, &answer)?;
        // A false claim or a panic is a failed check.
        Ok(if carried.faults > 0 { printed.and(Exit::SomeFailed) } else { printed })
    }

    /// The plan, and the folder its files are looked for below.
    fn read(&self, common: &Common) -> Result<(Plan, PathBuf), Failure> {
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
        let text = match &self.algorithm[..] {
            [] => text,
            ids => with_algorithms(&text, ids).ok_or_else(|| {
                Failure::Usage(format!("{}: it has no list of algorithms to replace", self.plan))
            })?,
        };
        let mut plan = Plan::read(&text, &self.plan).map_err(|e| usage(&e))?;
        // What the options change stands in the stored plan too, so that it can be repeated.
        if let Some(limit) = common.time_limit {
            plan.protocol.time_limit = limit;
            // They stood for the limit that was there.
            plan.contestants.iter_mut().for_each(|c| c.tick_limit = None);
            plan.text = format!("# run with --time-limit {}s\n{}", limit.as_secs_f64(), plan.text);
        }
        if let Some(seed) = common.seed_arg {
            plan.seed = seed;
            plan.text = format!("# run with --seed {}\n{}", plan.seed, plan.text);
        }
        Ok((plan, folder))
    }
}

/// How a plan went.
pub struct Carried {
    /// Whether it came to its end.
    pub finish: Finish,
    /// Runs with a false claim or a panic.
    pub faults: usize,
}

/// Carries a plan out into a folder, or goes on with it: the runs, then the other aspects.
pub fn carry_out(
    plan: &Plan,
    sets: &[PuzzleSet],
    folder: &Path,
    jobs: usize,
    common: &Common,
) -> Result<Carried, Failure> {
    silence_panics();
    let how = Study::in_folder(folder).jobs(jobs);
    let halt = common.interrupt();
    let mut bar: Option<(&str, Progress, usize)> = None;
    let carried = sudolab::carry_out(plan, sets, &how, &halt, &mut |progress| {
        let (word, done, total, text) = match progress {
            StudyProgress::Runs(p) => ("runs", p.done, p.total, runs_text(&p)),
            StudyProgress::Aspect { word, done, total } => (word, done, total, word.to_owned()),
        };
        if bar.as_ref().is_none_or(|(of, ..)| *of != word) {
            if let Some((_, old, _)) = &bar {
                old.finish();
            }
            bar = Some((word, Progress::items(Some(total as u64), common.quiet), 0));
        }
        if let Some((_, bar, shown)) = &mut bar {
            bar.advance((done - *shown) as u64);
            *shown = done;
            bar.say(text);
        }
    });
    if let Some((_, bar, _)) = &bar {
        bar.finish();
    }
    let (finish, faults) = carried.map_err(failure)?;
    if finish == Finish::Cancelled {
        say::note(&format!(
            "interrupted; every run that had ended is in {}. The same command goes on.",
            folder.join(store::FILE_NAME).display()
        ));
    }
    Ok(Carried { finish, faults })
}

fn runs_text(p: &runner::Progress) -> String {
    let mut text = format!("{} solved, {} unsolved", p.solved, p.unsolved);
    for (n, word) in [(p.unstable, "unstable"), (p.faults, "faulty")] {
        if n > 0 {
            text.push_str(&format!(", {n} {word}"));
        }
    }
    text
}

/// A panic of an algorithm is a row, not a message across the progress bar.
fn silence_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(hush);
}

fn hush() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let here = std::thread::current();
        if !here.name().is_some_and(|name| name.starts_with(THREAD_NAME)) {
            usual(info);
        }
    }));
}
