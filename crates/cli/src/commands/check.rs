//! `sudolab check`.

use crate::args::{Common, Input, ResultFormat};
use crate::batch::{self, Report, Worker};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Entry};
use clap::Args;
use serde_json::json;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::{BatchEngine, Verdict};
use sudolab_exact::{ExactSolver, redundant_clues, redundant_clues_of_many};
use sudolab_grid::{Cell, Puzzle};

/// Tell whether puzzles are proper, and why not
#[derive(Args, Debug)]
#[command(after_help = "\
Status: unique, multiple, none, conflict (two equal clues in a house), syntax (not a puzzle).

Examples:
  sudolab check 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  sudolab check puzzles.txt --minimal --format csv
  sudolab check 1.3............. --format json")]
pub struct Check {
    #[command(flatten)]
    input: Input,

    /// Also tell whether no clue can go, and which can
    #[arg(long)]
    minimal: bool,
}

impl Check {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let mut head = Vec::new();
        if common.format == ResultFormat::Csv {
            csv::push_line(&mut head, ["puzzle", "status", "clues", "minimal"]);
        }
        let make = || Checking {
            lanes: BatchEngine::new(),
            solver: ExactSolver::new(),
            minimal: self.minimal,
            format: common.format,
        };
        batch::run(common, &self.input, &head, make)
    }
}

struct Checking {
    lanes: BatchEngine,
    solver: ExactSolver,
    minimal: bool,
    format: ResultFormat,
}

/// One verdict.
struct Row {
    puzzle: String,
    status: &'static str,
    clues: Option<usize>,
    /// The clues that can go, when that was asked and the puzzle is proper.
    redundant: Option<Vec<String>>,
    reason: Option<String>,
}

impl Worker for Checking {
    fn work(&mut self, entries: Vec<Entry>, report: &mut Report) {
        let plain: Vec<Clues> = entries
            .iter()
            .filter_map(|e| match e {
                Entry::Nine { clues, .. } => Some(Clues(*clues)),
                _ => None,
            })
            .collect();
        let mut found = vec![Verdict::NONE; plain.len()];
        self.lanes.run(&plain, 2, &mut found);
        let proper: Vec<Clues> = plain
            .iter()
            .zip(&found)
            .filter(|(_, v)| v.solutions == 1 && self.minimal)
            .map(|(clues, _)| *clues)
            .collect();
        let mut redundant = redundant_clues_of_many(&mut self.lanes, &proper).into_iter();
        let mut found = found.iter();
        for entry in entries {
            let row = match entry {
                Entry::Nine { clues, .. } => {
                    let n = found.next().map_or(0, |v| v.solutions);
                    let spare = if n == 1 && self.minimal { redundant.next() } else { None };
                    judged(&input::puzzle(&clues), n, spare)
                }
                Entry::Record(record) => self.general(&record.document.to_puzzle()),
                Entry::Failed(_) => continue,
                Entry::Bad { error, raw } => Row {
                    puzzle: raw,
                    status: "syntax",
                    clues: None,
                    redundant: None,
                    reason: Some(error.to_string()),
                },
            };
            if row.status == "syntax" {
                report.fail(row.reason.clone().unwrap_or_default());
            } else if row.status != "unique" {
                report.exit = report.exit.and(Exit::SomeFailed);
            }
            self.write(&row, &mut report.out);
        }
    }
}

impl Checking {
    fn general(&mut self, puzzle: &Puzzle) -> Row {
        let n = self.solver.count(puzzle, 2).solutions;
        let spare = (n == 1 && self.minimal).then(|| redundant_clues(&mut self.solver, puzzle));
        judged(puzzle, n, spare)
    }

    fn write(&self, row: &Row, out: &mut Vec<u8>) {
        let clues = row.clues.map(|n| n.to_string()).unwrap_or_default();
        let minimal = match &row.redundant {
            Some(spare) if spare.is_empty() => "yes",
            Some(_) => "no",
            None => "",
        };
        let text = match self.format {
            ResultFormat::Csv => {
                return csv::push_line(out, [&row.puzzle, row.status, &clues, minimal]);
            }
            ResultFormat::Json => {
                let minimal = row.redundant.as_ref().map(Vec::is_empty);
                let object = json!({
                    "puzzle": row.puzzle, "status": row.status, "clues": row.clues,
                    "minimal": minimal, "redundant": row.redundant, "reason": row.reason,
                });
                object.to_string()
            }
            ResultFormat::Line => row.status.to_owned(),
            ResultFormat::Text => {
                let mut text = format!("{}: {}", row.puzzle, row.status);
                if row.clues.is_some() {
                    text.push_str(&format!(", {clues} clues"));
                }
                match &row.redundant {
                    Some(spare) if spare.is_empty() => text.push_str(", minimal"),
                    Some(spare) => {
                        text.push_str(&format!(", not minimal: {} can go", spare.join(", ")));
                    }
                    None => {}
                }
                if let Some(reason) = &row.reason {
                    text.push_str(&format!(" ({reason})"));
                }
                text
            }
        };
        out.extend_from_slice(text.as_bytes());
        out.push(b'\n');
    }
}

fn judged(puzzle: &Puzzle, n_solutions: u64, redundant: Option<Vec<Cell>>) -> Row {
    let board = puzzle.board();
    let conflicts = puzzle.conflicts();
    let (status, reason) = match n_solutions {
        1 => ("unique", None),
        0 if conflicts.is_empty() => ("none", Some("there is no solution".to_owned())),
        0 => {
            let all: Vec<String> = conflicts.iter().map(|c| c.describe(board)).collect();
            ("conflict", Some(all.join("; ")))
        }
        _ => ("multiple", Some("there are two solutions or more".to_owned())),
    };
    let clue = |cell: Cell| {
        let digit = puzzle.clues().get(cell).map(|d| d.to_string()).unwrap_or_default();
        format!("{}={digit}", board.name(cell))
    };
    Row {
        puzzle: puzzle.to_string(),
        status,
        clues: Some(puzzle.n_clues()),
        redundant: redundant.map(|cells| cells.into_iter().map(clue).collect()),
        reason,
    }
}
