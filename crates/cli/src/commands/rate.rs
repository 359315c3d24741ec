//! `sudolab rate`.

use crate::args::{Common, Input, ResultFormat};
use crate::batch::{self, Report, Worker};
use crate::commands::rate_profiles::{SmallProfiles, SmallRatings};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Entry};
use crate::interrupt;
use clap::Args;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::single::{SingleEngine, Start};
use sudolab_exact::{ExactSolver, UniquePuzzle};
use sudolab_grid::Puzzle;
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile, SeRating};
use sudolab_logic::technique::Technique;

/// Rate the difficulty of puzzles
///
/// ER, EP and ED are those of Sudoku Explainer 1.2.1 (profile se-1.2.1). Text and JSON also tell
/// QQWing's grade (profile qqwing), the guesses of the thesis' algorithms (profile thesis) and one
/// word from beginner to extreme, which follows from ER. A puzzle with no solution or several is
/// refused.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab rate 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  sudolab rate puzzles.txt --format csv
  sudolab rate puzzles.txt --no-uniqueness --format json")]
pub struct Rate {
    #[command(flatten)]
    input: Input,

    /// Leave out techniques that assume a unique solution
    #[arg(long)]
    no_uniqueness: bool,
}

const COLUMNS: [&str; 8] = ["puzzle", "er", "ep", "ed", "level", "score", "hardest", "guesses"];

impl Rate {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let mut head = Vec::new();
        if common.format == ResultFormat::Csv {
            csv::push_line(&mut head, COLUMNS);
        }
        let make = || Rating {
            solver: ExactSolver::new(),
            engine: SingleEngine::new(),
            rater: Rater::new(),
            small: SmallProfiles::new(),
            profile: SeProfile { uniqueness: !self.no_uniqueness },
            format: common.format,
            time_limit: common.time_limit,
        };
        batch::run(common, &self.input, &head, make)
    }
}

struct Rating {
    solver: ExactSolver,
    engine: SingleEngine,
    rater: Rater,
    small: SmallProfiles,
    profile: SeProfile,
    format: ResultFormat,
    time_limit: Option<Duration>,
}

impl Worker for Rating {
    fn work(&mut self, entries: Vec<Entry>, report: &mut Report) {
        for entry in entries {
            let (puzzle, line) = match entry {
                Entry::Nine { clues, line } => (input::puzzle(&clues), line),
                Entry::Record(record) => (record.document.to_puzzle(), record.line),
                Entry::Failed(_) => continue,
                Entry::Bad { error, raw } => {
                    self.refuse(&raw, report);
                    report.fail(error.to_string());
                    continue;
                }
            };
            if let Err(reason) = self.rate(&puzzle, report) {
                self.refuse(&puzzle.to_string(), report);
                report.fail(format!("line {line}: {puzzle}: not rated: {reason}"));
            }
        }
    }
}

impl Rating {
    fn rate(&mut self, puzzle: &Puzzle, report: &mut Report) -> Result<(), String> {
        if !puzzle.board().is_classic() {
            return Err("ratings are defined for the 9x9 board only".to_owned());
        }
        let guesses = match puzzle.as_nine() {
            Some(clues) => {
                let count = self.engine.count(&Start::Clues(Clues(*clues)), 2);
                if count.solutions != 1 {
                    let why = UniquePuzzle::prove_with(&mut self.solver, puzzle.clone());
                    return Err(why.err().map(|e| e.to_string()).unwrap_or_default());
                }
                count.guesses
            }
            None => {
                let proved = UniquePuzzle::prove_with(&mut self.solver, puzzle.clone());
                proved.map_err(|e| e.to_string())?;
                self.solver.count(puzzle, 2).guesses
            }
        };
        let position = Position::from_puzzle(puzzle).map_err(|e| e.to_string())?;
        let mut used: BTreeMap<Technique, u64> = BTreeMap::new();
        let wants_steps = matches!(self.format, ResultFormat::Json | ResultFormat::Text);
        let deadline = self.time_limit.map(|limit| Instant::now() + limit);
        let rating = if wants_steps || deadline.is_some() {
            let stop =
                move || interrupt::is_raised() || deadline.is_some_and(|d| Instant::now() >= d);
            let rated = self.rater.rate_unless(&position, &self.profile, stop, |_, step| {
                *used.entry(step.step.technique).or_default() += 1;
                ControlFlow::Continue(())
            });
            rated.map_err(|_| {
                report.exit = report.exit.and(Exit::Limit);
                "stopped by the time limit or an interrupt".to_owned()
            })?
        } else {
            self.rater.rate(&position, &self.profile)
        };
        let small = wants_steps.then(|| self.small.rate(puzzle, &position, rating.er));
        self.write(puzzle, &rating, small.as_ref(), guesses, &used, report);
        Ok(())
    }

    fn refuse(&self, puzzle: &str, report: &mut Report) {
        match self.format {
            ResultFormat::Csv => {
                csv::push_line(&mut report.out, [puzzle, "", "", "", "", "", "", ""]);
            }
            ResultFormat::Line => report.out.extend_from_slice(b"# not rated\n"),
            ResultFormat::Text | ResultFormat::Json => {}
        }
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        rating: &SeRating,
        small: Option<&SmallRatings>,
        guesses: u64,
        used: &BTreeMap<Technique, u64>,
        report: &mut Report,
    ) {
        let (er, ep, ed) = (rating.er.to_string(), rating.ep.to_string(), rating.ed.to_string());
        let hardest = rating.hardest.map_or("", Technique::id);
        let text = match self.format {
            ResultFormat::Csv => {
                let guesses = guesses.to_string();
                let fields = [&puzzle.to_string(), &er, &ep, &ed, "", "", hardest, &guesses];
                return csv::push_line(&mut report.out, fields);
            }
            ResultFormat::Line => format!("{puzzle} {er}/{ep}/{ed}"),
            ResultFormat::Json => {
                let number = |t: &str| t.parse::<f64>().map_or(Value::Null, |v| json!(v));
                let techniques: Map<String, Value> =
                    used.iter().map(|(t, n)| (t.id().to_owned(), json!(n))).collect();
                let mut object = json!({
                    "puzzle": puzzle.to_string(), "clues": puzzle.n_clues(),
                    "se-1.2.1": {
                        "er": number(&er), "ep": number(&ep), "ed": number(&ed),
                        "uniqueness": self.profile.uniqueness, "steps": rating.n_steps,
                        "hardest": hardest, "techniques": techniques,
                    },
                    "search": {"guesses": guesses},
                });
                if let Some(small) = small {
                    small.add_to(&mut object);
                }
                object.to_string()
            }
            ResultFormat::Text => {
                let mut text = format!(
                    "{puzzle}\n  ER {er}  EP {ep}  ED {ed}   hardest: {}, {} steps, {guesses} guesses in search",
                    rating.hardest.map_or("none", Technique::name),
                    rating.n_steps
                );
                if let Some(small) = small {
                    text.push_str(&format!("\n  {}", small.text()));
                }
                for (technique, n) in used {
                    text.push_str(&format!("\n  {n:>4} x {}", technique.name()));
                }
                text
            }
        };
        report.out.extend_from_slice(text.as_bytes());
        report.out.push(b'\n');
    }
}
