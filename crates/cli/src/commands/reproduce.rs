//! `sudolab reproduce`.

use super::study::{cannot_write, carry_out, failure, print, puzzles_of, write_report_after};
use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{interrupt, say};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use sudolab::Halt;
use sudolab::lab::machine;
use sudolab::lab::plan::{Plan, PuzzleSet};
use sudolab::lab::reproduce::{Paper, Reproduction, Scale};
use sudolab::lab::runner::Finish;
use sudolab::lab::store::{self, Content, Store};

/// Repeat the experiments of a founding paper and print its figures beside ours
///
/// The paper's constants and limits are built-in plans (see `sudolab study --list-plans`); --scale
/// takes a fraction of their work, by default what takes about two minutes on two cores. The folder
/// named by --output (sudolab-reproduce-PAPER) receives `report.html`, `report.md`, `tables/`,
/// `figures/`, and a folder with rows and report for each part. Interrupted or killed, the same
/// command goes on where it stopped.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab reproduce gauge --dry-run
  sudolab reproduce thesis --scale full --dry-run
  sudolab reproduce chi-lange --help")]
pub struct Reproduce {
    /// The paper
    #[arg(value_enum)]
    paper: PaperArg,

    /// The fraction of the published work: 0.02, 2% or full [default: about two minutes]
    #[arg(long, value_name = "FRACTION|full")]
    scale: Option<Scale>,

    /// Say what would run, and run nothing
    #[arg(long)]
    dry_run: bool,

    /// Run nothing; compare what has ended so far
    #[arg(long, conflicts_with = "dry_run")]
    report_only: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PaperArg {
    /// Berggren & Nilsson, A study of Sudoku solving algorithms, 2012
    Thesis,
    /// Chi & Lange, Techniques for Solving Sudoku Puzzles, 2012
    ChiLange,
    /// Nicolau & Ryan, Solving Sudoku with the GAuGE System, 2006
    Gauge,
    /// Berggren & Nilsson, A comparison of sudoku solving algorithms, draft, 2012
    Draft,
}

impl From<PaperArg> for Paper {
    fn from(paper: PaperArg) -> Paper {
        match paper {
            PaperArg::Thesis => Paper::Thesis,
            PaperArg::ChiLange => Paper::ChiLange,
            PaperArg::Gauge => Paper::Gauge,
            PaperArg::Draft => Paper::Draft,
        }
    }
}

impl Reproduce {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let usage = |e: &dyn std::fmt::Display| Failure::Usage(e.to_string());
        let paper = Paper::from(self.paper);
        let scale = self.scale.unwrap_or_else(|| paper.default_scale());
        let mut parts: Vec<(&'static str, Plan, Vec<PuzzleSet>)> = Vec::new();
        for mut part in paper.parts(scale).map_err(|e| usage(&e))? {
            if let Some(seed) = common.seed_arg {
                part.plan.seed = seed;
                part.plan.text = format!("# run with --seed {seed}\n{}", part.plan.text);
            }
            if let Some(limit) = common.time_limit {
                part.plan.protocol.time_limit = limit;
                let seconds = limit.as_secs_f64();
                part.plan.text = format!("# run with --time-limit {seconds}s\n{}", part.plan.text);
            }
            let sets = puzzles_of(&part.plan, Path::new("."), common)?;
            parts.push((part.folder, part.plan, sets));
        }
        let described: Vec<String> =
            parts.iter().map(|(folder, plan, sets)| describe(folder, plan, sets)).collect();
        if self.dry_run {
            let head = format!("{}; {}", paper.title(), scale.in_words());
            return print(common, &format!("{head}\n{}", described.concat()));
        }
        let default = || PathBuf::from(format!("sudolab-reproduce-{}", paper.word()));
        let folder = common.output.clone().unwrap_or_else(default);
        // As in a study: one measured run on each physical core, unless more are asked for.
        let jobs = common.jobs.map_or_else(machine::measuring_jobs, usize::from);
        let (mut faults, mut runs) = (0, !self.report_only);
        for ((below, plan, sets), words) in parts.iter().zip(&described) {
            if !runs {
                break;
            }
            if !common.quiet {
                say::note(words.trim_end());
            }
            let carried = carry_out(plan, sets, &folder.join(below), jobs, common)?;
            faults += carried.faults;
            runs = carried.finish == Finish::Complete;
        }
        let interrupted = !runs && !self.report_only;
        // The rows are safe; the report is made of them alone.
        let mut contents: Vec<Content> = Vec::new();
        for (below, plan, sets) in &parts {
            let place = folder.join(below);
            if !place.join(store::FILE_NAME).exists() {
                // A part that was not begun has its puzzles and no rows.
                let store = Store::open(&place, plan, sets, jobs).map_err(failure)?;
                store.close().map_err(failure)?;
            }
            write_report_after(interrupted, &place)?;
            let content = store::read(&place).map_err(failure)?;
            if self.report_only && content.plan != plan.text {
                return Err(Failure::Usage(format!(
                    "{} holds another study; give the --scale, --seed and --time-limit it was begun with",
                    place.display()
                )));
            }
            contents.push(content);
        }
        let (reproduction, page) = interrupt::after(interrupted, || {
            let reproduction = Reproduction::of(paper, scale, &contents);
            let page = reproduction.report().write(&folder, &Halt::never());
            page.map(|page| (reproduction, page))
        })
        .map_err(|error| cannot_write(&folder, error))?;
        let head = format!("{} ({})\n\n", paper.title(), scale.in_words());
        let said = if reproduction.unfinished.is_some() { 2 } else { 1 };
        let answer = reproduction.report().answer();
        let text = format!(
            "{head}{}\n{}\n\nReport: {}\n",
            reproduction.text(),
            answer[..said.min(answer.len())].join("\n"),
            page.page.display()
        );
        let mut to_terminal = common.clone();
        to_terminal.output = None;
        let printed = print(&to_terminal, &text)?;
        // A false claim of an algorithm, or a panic, is a failed check.
        Ok(match interrupted {
            true => Exit::Interrupted,
            false if faults > 0 => printed.and(Exit::SomeFailed),
            false => printed,
        })
    }
}

fn describe(folder: &str, plan: &Plan, sets: &[PuzzleSet]) -> String {
    let sets: Vec<String> =
        sets.iter().map(|s| format!("{} ({})", s.label, s.puzzles.len())).collect();
    let labels: Vec<&str> = plan.contestants.iter().map(|c| c.label.as_str()).collect();
    format!(
        "{folder}: {} on {}; {}; seed {}\n",
        labels.join(", "),
        sets.join(", "),
        plan.protocol.in_words(),
        plan.seed
    )
}
