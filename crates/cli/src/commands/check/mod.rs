//! `sudolab check`.

mod shown;

use crate::args::{Common, Input};
use crate::batch::{self, OneByOne, Report, Worker};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::{Form, Results};
use crate::input::{self, Entry, Place};
use crate::interrupt;
use crate::paint::Paint;
use crate::proving::ProofArgs;
use crate::record_time::RecordTime;
use clap::Args;
use sudolab::exact::nine::Clues;
use sudolab::exact::nine::batch::BatchCount as Found;
use sudolab::exact::{Engines, redundant_clues_of_many_within};
use sudolab::{
    Cell, ExactSolver, Halt, Puzzle, Stop, UniquePuzzle, Verdict, check_with, redundant_clues,
};
use sudolab_wire::Checked;

/// Tell whether puzzles are proper, and why not
#[derive(Args, Debug)]
#[command(after_help = "\
Status: unique, multiple, none, conflict (two equal clues in a house), syntax (not a puzzle),
time-limit (not known within --time-limit).

Examples:
  sudolab check 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  sudolab check puzzles.txt --minimal --format csv
  sudolab check 1.3............. --format json")]
pub struct Check {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    results: Results,

    #[command(flatten)]
    proof: ProofArgs,

    /// Also tell whether no clue can go, which can (each alone), and one minimal form
    #[arg(long)]
    minimal: bool,
}

impl Check {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let mut head = Vec::new();
        if self.results.form == Form::Csv {
            csv::push_line(&mut head, ["puzzle", "status", "clues", "minimal"]);
        }
        let make = || Checking {
            engines: Engines::new(),
            solver: ExactSolver::new(),
            minimal: self.minimal,
            form: self.results.form,
            paint: Paint::of(common),
            seed: common.seed,
        };
        let input = self.input.proving(self.proof.up_to(2));
        batch::run(common, &input, &head, make)
    }
}

struct Checking {
    engines: Engines,
    solver: ExactSolver,
    minimal: bool,
    form: Form,
    paint: Paint,
    seed: u64,
}

impl Worker for Checking {
    fn work(&mut self, entries: Vec<Entry>, times: RecordTime, report: &mut Report) {
        // The lanes tell the proper ones, which are most, and the others are looked at one by one.
        let plain: Vec<Clues> = entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::Nine { clues, .. } => Some(Clues(*clues)),
                _ => None,
            })
            .collect();
        if plain.is_empty() {
            // The engine is made when it is needed: one puzzle shall start soon.
            return batch::one_by_one(self, &entries, times, report);
        }
        let mut found = vec![Found::NONE; plain.len()];
        let engine = self.engines.batch();
        let halt = Halt::never().cancelled_by(interrupt::flag());
        if engine.run_within(&plain, 2, &mut found, &halt).is_err() {
            return;
        }
        let is_proper = |found: &Found| found.solutions == 1;
        let minimal = self.minimal;
        let proper: Vec<Clues> = plain
            .iter()
            .zip(&found)
            .filter(|(_, found)| is_proper(found) && minimal)
            .map(|(clues, _)| *clues)
            .collect();
        let spare = redundant_clues_of_many_within(engine, &proper, &halt);
        let Ok(mut spare) = spare.map(Vec::into_iter) else { return };
        let mut found = found.iter();
        for entry in &entries {
            match entry {
                Entry::Nine { clues, place } if found.next().is_some_and(is_proper) => {
                    let puzzle = input::puzzle(clues);
                    let mut row = shown::proper(&puzzle);
                    if let Some(spare) = spare.next() {
                        let halt = times.begin();
                        row = self.with_spare(row, (&puzzle, None), &spare, *place, &halt, report);
                    }
                    shown::show(self, row, report);
                }
                other => batch::one(self, other, times, report),
            }
        }
    }
}

impl OneByOne for Checking {
    fn puzzle(&mut self, puzzle: Puzzle, place: Place<'_>, halt: &Halt<'_>, report: &mut Report) {
        let verdict = check_with(&mut self.solver, &puzzle, halt);
        let mut row = Checked::new(&puzzle, &verdict);
        match &verdict {
            Ok(Verdict::Unique(proper)) if self.minimal => match redundant_clues(proper, halt) {
                Ok(spare) => {
                    row =
                        self.with_spare(row, (&puzzle, Some(proper)), &spare, place, halt, report);
                }
                Err(stop) => {
                    report.messages.push(format!("{place}: {puzzle}: {stop}"));
                    report.exit = report.exit.and(Exit::Limit);
                }
            },
            Err(_) => report.exit = report.exit.and(Exit::Limit),
            _ => {}
        }
        shown::show(self, row, report);
    }

    fn form(&self) -> Form {
        self.form
    }

    fn unreadable(&mut self, record: &str, problem: &str, report: &mut Report) {
        shown::show(self, Checked::syntax(record, problem), report);
    }
}

impl Checking {
    /// Adds the clues that can go, each alone, and one form without any. The batch engine has counted
    /// without keeping solutions: where there is no proof yet, the form begins with one.
    fn with_spare(
        &self,
        row: Checked,
        (puzzle, proper): (&Puzzle, Option<&UniquePuzzle>),
        spare: &[Cell],
        place: Place<'_>,
        halt: &Halt<'_>,
        report: &mut Report,
    ) -> Checked {
        let mut row = row.with_redundant(puzzle, spare);
        if !spare.is_empty() && !matches!(self.form, Form::Csv | Form::Line) {
            match self.minimal_form(puzzle, proper, halt) {
                Ok(form) => row.minimal_form = form,
                Err(stop) => {
                    report.messages.push(format!("{place}: {puzzle}: no minimal form: {stop}"));
                    report.exit = report.exit.and(Exit::Limit);
                }
            }
        }
        row
    }

    /// One form of a proper puzzle without clues that can go.
    fn minimal_form(
        &self,
        puzzle: &Puzzle,
        proper: Option<&UniquePuzzle>,
        halt: &Halt<'_>,
    ) -> Result<Option<String>, Stop> {
        let prove = |s: &mut _| UniquePuzzle::prove_within(s, puzzle.clone(), halt);
        let proper = match proper {
            Some(proper) => proper.clone(),
            None => match ExactSolver::kept(prove)? {
                Ok(proper) => proper,
                Err(_) => return Ok(None),
            },
        };
        let less = sudolab::minimize(&proper, self.seed, halt)?;
        Ok(Some(less.puzzle().to_string()))
    }
}
