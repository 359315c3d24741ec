//! Runs a plan.

use super::report::write_report;
use super::{FOLDER, failure, print};
use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{interrupt, say};
use clap::Args;
use std::path::{Path, PathBuf};
use sudolab_lab::aspect;
use sudolab_lab::builtin::{BuiltinPlan, PLANS, SETS};
use sudolab_lab::plan::{Plan, PuzzleSet};
use sudolab_lab::runner::{self, Finish, THREAD_NAME};
use sudolab_lab::store::{self, Store};

/// A plan to run.
#[derive(Args, Debug)]
pub struct RunPlan {
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

impl RunPlan {
    /// Lists, describes or runs.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        if self.list_plans { print(common, &lists()) } else { self.study(common) }
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
        if !common.quiet {
            say::note(&format!("study {what}; into {}", folder.display()));
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
    let mut store = Store::open(folder, plan, sets, jobs).map_err(failure)?;
    silence_panics();
    let (mut bar, mut shown, mut faults) = (None, 0, 0);
    let finish = runner::run(plan, sets, &mut store, jobs, interrupt::flag(), &mut |p| {
        // The first call says how much there is to do.
        let bar = bar.get_or_insert_with(|| Progress::items(Some(p.total as u64), common.quiet));
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
    let mut finish = finish.map_err(failure)?;
    if finish == Finish::Complete {
        finish = other_aspects(plan, sets, &mut store, jobs, common)?;
    }
    store.close().map_err(failure)?;
    if finish == Finish::Cancelled {
        say::note(&format!(
            "interrupted; every run that had ended is in {}. The same command goes on.",
            folder.join(store::FILE_NAME).display()
        ));
    }
    Ok(Carried { finish, faults })
}

fn other_aspects(
    plan: &Plan,
    sets: &[PuzzleSet],
    store: &mut Store,
    jobs: usize,
    common: &Common,
) -> Result<Finish, Failure> {
    let mut bar: Option<(&str, Progress, usize)> = None;
    let finish =
        aspect::run(plan, sets, store, jobs, interrupt::flag(), &mut |word, done, total| {
            if bar.as_ref().is_none_or(|(of, ..)| *of != word) {
                if let Some((_, old, _)) = &bar {
                    old.finish();
                }
                bar = Some((word, Progress::items(Some(total as u64), common.quiet), 0));
            }
            if let Some((word, bar, shown)) = &mut bar {
                bar.advance((done - *shown) as u64);
                *shown = done;
                bar.say((*word).to_owned());
            }
        });
    if let Some((_, bar, _)) = &bar {
        bar.finish();
    }
    finish.map_err(failure)
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

fn lists() -> String {
    let mut text = String::from("Plans:\n");
    for plan in PLANS {
        text.push_str(&format!("  {:20} {}\n", plan.name, plan.about));
    }
    text.push_str("\nPuzzle sets for builtin = \"...\":\n");
    for set in SETS {
        text.push_str(&format!("  {:20} {}\n", set.name, set.about));
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
