//! `sudolab transform`.

use crate::args::{Common, Input, ResultFormat};
use crate::batch::{self, Report, Worker};
use crate::commands::carry::object_line;
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Entry};
use clap::{Args, ValueEnum};
use serde_json::json;
use sudolab_grid::random::Random;
use sudolab_grid::{Alphabet, Board, Canonical, Digit, Isomorph, Puzzle, Symmetry};

/// Turn puzzles into isomorphs: canonical form, shuffles, turns, relabelling
#[derive(Args, Debug)]
#[command(after_help = "\
Several may be combined; they are applied in the order canonical, shuffle, relabel, rotate, mirror.

Examples:
  sudolab transform puzzles.txt --canonical
  sudolab transform puzzles.txt --shuffle --seed 7
  sudolab transform 1.3............. --rotate 90
  sudolab transform 1.3............. --relabel 4321 --format csv")]
pub struct Transform {
    #[command(flatten)]
    input: Input,

    /// The min-lex form: equal for all isomorphs of a puzzle
    #[arg(long)]
    canonical: bool,

    /// A random isomorph
    #[arg(long)]
    shuffle: bool,

    /// Rename digits: the digit at place d takes the place of d; `order` numbers them by first appearance
    #[arg(long, value_name = "DIGITS|order")]
    relabel: Option<String>,

    /// Turn clockwise
    #[arg(long, value_name = "DEGREES", value_parser = ["90", "180", "270"])]
    rotate: Option<String>,

    /// Reflect
    #[arg(long, value_enum)]
    mirror: Option<Mirror>,
}

/// A reflection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Mirror {
    /// Left and right change places.
    Horizontal,
    /// Top and bottom change places.
    Vertical,
    /// Rows become columns.
    Diagonal,
    /// Reflection in the other diagonal.
    Antidiagonal,
}

impl Transform {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let nothing = !self.canonical
            && !self.shuffle
            && self.relabel.is_none()
            && self.rotate.is_none()
            && self.mirror.is_none();
        if nothing {
            return Err(Failure::Usage(
                "say what to do: --canonical, --shuffle, --relabel, --rotate or --mirror"
                    .to_owned(),
            ));
        }
        if let Some(names) = &self.relabel {
            check_labels(names)?;
        }
        let mut head = Vec::new();
        if common.format == ResultFormat::Csv {
            csv::push_line(&mut head, ["puzzle"]);
        }
        let make = || Transforming { what: self, seed: common.seed, format: common.format };
        batch::run(common, &self.input, &head, make)
    }

    fn apply(&self, puzzle: &Puzzle, seed: u64) -> Result<(Puzzle, Option<u64>), String> {
        let mut puzzle = puzzle.clone();
        let mut automorphisms = None;
        let said = |e: &dyn std::fmt::Display| e.to_string();
        if self.canonical {
            let canonical = Canonical::of(&puzzle).map_err(|e| said(&e))?;
            automorphisms = Some(canonical.automorphisms());
            puzzle = canonical.into_puzzle();
        }
        if self.shuffle {
            // The stream belongs to the puzzle, not to its place in the file.
            let mut random = Random::for_run(seed, "shuffle", &puzzle.to_string(), 0);
            let shuffle = Isomorph::random(puzzle.board(), &mut random);
            puzzle = shuffle.puzzle(&puzzle).map_err(|e| said(&e))?;
        }
        if let Some(names) = &self.relabel {
            let to = labels(names, &puzzle)?;
            let relabel = Isomorph::relabel(puzzle.board(), &to).map_err(|e| said(&e))?;
            puzzle = relabel.puzzle(&puzzle).map_err(|e| said(&e))?;
        }
        let turn = self.rotate.as_deref().map(|degrees| match degrees {
            "90" => Symmetry::Rotate90,
            "180" => Symmetry::Rotate180,
            _ => Symmetry::Rotate270,
        });
        let reflection = self.mirror.map(|mirror| match mirror {
            Mirror::Horizontal => Symmetry::MirrorHorizontal,
            Mirror::Vertical => Symmetry::MirrorVertical,
            Mirror::Diagonal => Symmetry::Transpose,
            Mirror::Antidiagonal => Symmetry::AntiTranspose,
        });
        for symmetry in turn.into_iter().chain(reflection) {
            let isomorph = Isomorph::symmetry(puzzle.board(), symmetry);
            puzzle = isomorph.puzzle(&puzzle).map_err(|e| said(&e))?;
        }
        Ok((puzzle, automorphisms))
    }
}

/// Refuses names that are no digits of any board, each once.
fn check_labels(names: &str) -> Result<(), Failure> {
    let values: Option<Vec<u8>> = names.chars().map(|c| Alphabet::Numbers.value(c)).collect();
    let mut sorted = values.unwrap_or_default();
    sorted.sort_unstable();
    if names == "order" || (!sorted.is_empty() && (1..).zip(&sorted).all(|(i, &v)| i == v)) {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "--relabel {names:?} must name each digit of the board once, such as 987654321, or be order"
    )))
}

/// The new digits of 1, 2, 3 and so on.
fn labels(names: &str, puzzle: &Puzzle) -> Result<Vec<Digit>, String> {
    let board = puzzle.board();
    if names == "order" {
        let mut to = vec![None; board.size()];
        let mut next = 1;
        for (_, digit) in puzzle.clues().filled() {
            if to[digit.index()].is_none() {
                to[digit.index()] = board.digit(next);
                next += 1;
            }
        }
        for slot in to.iter_mut().filter(|d| d.is_none()) {
            *slot = board.digit(next);
            next += 1;
        }
        return Ok(to.into_iter().flatten().collect());
    }
    let digits = names.chars().map(|symbol| digit(board, symbol));
    digits.collect::<Option<Vec<Digit>>>().ok_or_else(|| {
        format!("--relabel {names:?} does not name digits of a board of size {}", board.size())
    })
}

fn digit(board: &Board, symbol: char) -> Option<Digit> {
    board.digit(usize::from(Alphabet::Numbers.value(symbol)?))
}

struct Transforming<'a> {
    what: &'a Transform,
    seed: u64,
    format: ResultFormat,
}

impl Worker for Transforming<'_> {
    fn work(&mut self, entries: Vec<Entry>, report: &mut Report) {
        for entry in entries {
            let puzzle = match &entry {
                Entry::Nine { clues, .. } => input::puzzle(clues),
                Entry::Record(record) => record.document.to_puzzle(),
                Entry::Failed(_) => continue,
                Entry::Bad { error, raw } => {
                    self.refuse(raw, &error.to_string(), report);
                    report.fail(error.to_string());
                    continue;
                }
            };
            match self.what.apply(&puzzle, self.seed) {
                Ok((result, automorphisms)) => self.write(&puzzle, &result, automorphisms, report),
                Err(error) => {
                    self.refuse(&puzzle.to_string(), &error, report);
                    report.fail(format!("{}: {puzzle}: {error}", entry.place()));
                }
            }
        }
    }
}

impl Transforming<'_> {
    /// Keeps the place of a record that gives no result.
    fn refuse(&self, source: &str, problem: &str, report: &mut Report) {
        match self.format {
            ResultFormat::Csv => csv::push_line(&mut report.out, [""]),
            ResultFormat::Json => {
                let object = json!({"puzzle": null, "source": source, "problem": problem});
                report.out.extend_from_slice(format!("{object}\n").as_bytes());
            }
            ResultFormat::Line | ResultFormat::Text => {
                report.out.extend_from_slice(format!("# {source}\n").as_bytes());
            }
        }
    }

    fn write(
        &self,
        source: &Puzzle,
        result: &Puzzle,
        automorphisms: Option<u64>,
        report: &mut Report,
    ) {
        let line = result.to_string();
        if input::line_loses(result) {
            match object_line(result) {
                Some(object) if self.format != ResultFormat::Csv => {
                    report.out.extend_from_slice(object.as_bytes());
                }
                _ => report.fail(format!(
                    "{line}: a table of puzzles cannot carry its regions or candidates; use --format json"
                )),
            }
            return;
        }
        let text = match self.format {
            ResultFormat::Json => {
                let source = source.to_string();
                json!({"puzzle": line, "source": source, "automorphisms": automorphisms})
                    .to_string()
            }
            _ => line,
        };
        report.out.extend_from_slice(text.as_bytes());
        report.out.push(b'\n');
    }
}
