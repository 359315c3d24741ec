//! `sudolab rate`.

use crate::args::{Common, Input, ResultFormat};
use crate::batch::{self, Pace, Report, Worker};
use crate::commands::rate_profiles;
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Entry};
use crate::interrupt;
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::single::{SingleEngine, Start};
use sudolab_exact::{ExactSolver, UniquePuzzle};
use sudolab_grid::Puzzle;
use sudolab_logic::position::Position;
use sudolab_logic::rating::hodoku::{self, HodokuProfile, HodokuRating};
use sudolab_logic::rating::qqwing::{self, QqwingRating};
use sudolab_logic::rating::se::{self, SeProfile, SeRating};
use sudolab_logic::rating::word::Word;
use sudolab_logic::technique::Technique;
use sudolab_solvers::effort::{Effort, EffortRater, THESIS};

/// Rate the difficulty of puzzles
///
/// ER, EP and ED are those of Sudoku Explainer 1.2.1 (profile se-1.2.1), level and score those of
/// HoDoKu 2.2.0 (profile hodoku-2.2). Text and JSON also tell QQWing's grade (profile qqwing), the
/// guesses of the thesis' algorithms (profile thesis) and one word from beginner to extreme, which
/// follows from ER. A puzzle with no solution or several is refused.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab rate 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  sudolab rate puzzles.txt --format csv
  sudolab rate puzzles.txt --profile hodoku-2.2 --format csv
  sudolab rate puzzles.txt --no-uniqueness --format json")]
pub struct Rate {
    #[command(flatten)]
    input: Input,

    /// Leave out techniques that assume a unique solution
    #[arg(long)]
    no_uniqueness: bool,

    /// Rate by this profile only; may be given several times [default: all]
    #[arg(long, value_name = "PROFILE")]
    profile: Vec<ProfileName>,
}

/// The rating profiles by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ProfileName {
    /// ER, EP and ED of Sudoku Explainer 1.2.1
    #[value(name = "se-1.2.1")]
    Se,
    /// Level and score of HoDoKu 2.2.0
    #[value(name = "hodoku-2.2")]
    Hodoku,
    /// The grade QQWing gives
    Qqwing,
    /// Guesses and ticks of the thesis' algorithms
    Thesis,
}

const COLUMNS: [&str; 8] = ["puzzle", "er", "ep", "ed", "level", "score", "hardest", "guesses"];

impl Rate {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let mut head = Vec::new();
        if common.format == ResultFormat::Csv {
            csv::push_line(&mut head, COLUMNS);
        }
        let make = |_: Option<&_>| Rating {
            solver: ExactSolver::new(),
            engine: SingleEngine::new(),
            se: self
                .asks_for(ProfileName::Se)
                .then(|| (se::Rater::new(), SeProfile { uniqueness: !self.no_uniqueness })),
            hodoku: self
                .asks_for(ProfileName::Hodoku)
                .then(|| (hodoku::Rater::new(), HodokuProfile { uniqueness: !self.no_uniqueness })),
            qqwing: self.asks_for(ProfileName::Qqwing),
            thesis: self.asks_for(ProfileName::Thesis).then(|| EffortRater::new(&THESIS)),
            format: common.format,
            time_limit: common.time_limit,
        };
        batch::run_at(Pace::Slow, common, &self.input, &head, make)
    }

    fn asks_for(&self, profile: ProfileName) -> bool {
        self.profile.is_empty() || self.profile.contains(&profile)
    }
}

struct Rating {
    solver: ExactSolver,
    engine: SingleEngine,
    se: Option<(se::Rater, SeProfile)>,
    hodoku: Option<(hodoku::Rater, HodokuProfile)>,
    qqwing: bool,
    thesis: Option<EffortRater>,
    format: ResultFormat,
    time_limit: Option<Duration>,
}

impl Worker for Rating {
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
            if let Err(reason) = self.rate(&puzzle, report) {
                self.refuse(&puzzle.to_string(), &reason, report);
                report.fail(format!("{}: {puzzle}: not rated: {reason}", entry.place()));
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
        let deadline = self.time_limit.map(|limit| Instant::now() + limit);
        let stop = move || interrupt::is_raised() || deadline.is_some_and(|d| Instant::now() >= d);
        let wants_steps = matches!(self.format, ResultFormat::Json | ResultFormat::Text);
        let mut rated = Rated { guesses, se: None, hodoku: None, qqwing: None, thesis: None };
        if let Some((rater, profile)) = &mut self.se {
            let mut used = Used::new();
            let rating = if wants_steps || deadline.is_some() {
                let rating = rater.rate_unless(&position, profile, stop, |_, step| {
                    *used.entry(step.step.technique).or_default() += 1;
                    ControlFlow::Continue(())
                });
                rating.map_err(|_| stopped(report))?
            } else {
                rater.rate(&position, profile)
            };
            rated.se = Some((rating, used));
        }
        if let Some((rater, profile)) = &mut self.hodoku {
            let mut used = Used::new();
            let rating = if wants_steps || deadline.is_some() {
                let rating = rater.rate_unless(&position, profile, stop, |_, step| {
                    *used.entry(step.step.technique).or_default() += 1;
                    ControlFlow::Continue(())
                });
                rating.map_err(|_| stopped(report))?
            } else {
                rater.rate(&position, profile)
            };
            rated.hodoku = Some((rating, used));
        }
        if wants_steps {
            rated.qqwing = self.qqwing.then(|| qqwing::rate(&position));
            // The board is classic, which the algorithms of the thesis take.
            rated.thesis = self.thesis.as_mut().map(|e| e.rate(puzzle).unwrap_or_default());
        }
        self.write(puzzle, &rated, report);
        Ok(())
    }

    fn refuse(&self, puzzle: &str, problem: &str, report: &mut Report) {
        match self.format {
            ResultFormat::Csv => {
                csv::push_line(&mut report.out, [puzzle, "", "", "", "", "", "", ""]);
            }
            ResultFormat::Line => report.out.extend_from_slice(b"# not rated\n"),
            ResultFormat::Json => {
                let object = json!({"puzzle": puzzle, "problem": problem});
                report.out.extend_from_slice(format!("{object}\n").as_bytes());
            }
            ResultFormat::Text => {}
        }
    }

    fn write(&self, puzzle: &Puzzle, rated: &Rated, report: &mut Report) {
        let text = match self.format {
            ResultFormat::Csv => {
                let (mut er, mut ep, mut ed, mut hardest) = Default::default();
                if let Some((rating, _)) = &rated.se {
                    (er, ep, ed) = explainer_numbers(rating);
                    hardest = rating.hardest.map_or("", Technique::id);
                }
                let (mut level, mut score) = ("", String::new());
                if let Some((rating, _)) = &rated.hodoku {
                    (level, score) = (rating.level.name(), rating.score.to_string());
                    if rated.se.is_none() {
                        hardest = rating.hardest.map_or("", Technique::id);
                    }
                }
                let (puzzle, guesses) = (puzzle.to_string(), rated.guesses.to_string());
                let fields = [&puzzle, &er, &ep, &ed, level, &score, hardest, &guesses];
                return csv::push_line(&mut report.out, fields);
            }
            ResultFormat::Line => {
                let mut text = puzzle.to_string();
                if let Some((rating, _)) = &rated.se {
                    let (er, ep, ed) = explainer_numbers(rating);
                    text.push_str(&format!(" {er}/{ep}/{ed}"));
                }
                if let Some((rating, _)) = &rated.hodoku {
                    text.push_str(&format!(" {} {}", rating.level, rating.score));
                }
                text
            }
            ResultFormat::Json => self.json(puzzle, rated).to_string(),
            ResultFormat::Text => {
                let mut text = format!("{puzzle}\n  {} guesses in search", rated.guesses);
                if let Some((rating, used)) = &rated.se {
                    let (er, ep, ed) = explainer_numbers(rating);
                    let hardest = rating.hardest.map_or("none", Technique::name);
                    text.push_str(&format!(
                        "\n  {}   ER {er}  EP {ep}  ED {ed}   hardest: {hardest}, {} steps",
                        Word::of(rating.er),
                        rating.n_steps
                    ));
                    push_counts(&mut text, used);
                }
                if let Some((rating, used)) = &rated.hodoku {
                    let hardest = rating.hardest.map_or("none", Technique::name);
                    text.push_str(&format!(
                        "\n  HoDoKu {}, score {}   hardest: {hardest}, {} steps",
                        rating.level, rating.score, rating.n_steps
                    ));
                    push_counts(&mut text, used);
                }
                if let Some(rating) = &rated.qqwing {
                    text.push_str(&format!("\n  qqwing: {}", rating.level));
                }
                if let Some(efforts) = &rated.thesis {
                    text.push_str(&format!("\n  thesis: {}", rate_profiles::effort_text(efforts)));
                }
                text
            }
        };
        report.out.extend_from_slice(text.as_bytes());
        report.out.push(b'\n');
    }

    fn json(&self, puzzle: &Puzzle, rated: &Rated) -> Value {
        let counts = |used: &Used| -> Map<String, Value> {
            used.iter().map(|(t, n)| (t.id().to_owned(), json!(n))).collect()
        };
        let mut object = json!({"puzzle": puzzle.to_string(), "clues": puzzle.n_clues()});
        if let (Some((rating, used)), Some((_, profile))) = (&rated.se, &self.se) {
            let (er, ep, ed) = explainer_numbers(rating);
            let number = |t: &str| t.parse::<f64>().map_or(Value::Null, |v| json!(v));
            object["word"] = json!(Word::of(rating.er).word());
            object["se-1.2.1"] = json!({
                "er": number(&er), "ep": number(&ep), "ed": number(&ed),
                "uniqueness": profile.uniqueness, "steps": rating.n_steps,
                "hardest": rating.hardest.map_or("", Technique::id), "techniques": counts(used),
            });
        }
        if let (Some((rating, used)), Some((_, profile))) = (&rated.hodoku, &self.hodoku) {
            object["hodoku-2.2"] = json!({
                "level": rating.level.name(), "score": rating.score,
                "uniqueness": profile.uniqueness, "steps": rating.n_steps,
                "hardest": rating.hardest.map_or("", Technique::id), "techniques": counts(used),
            });
        }
        if let Some(rating) = &rated.qqwing {
            object["qqwing"] = rate_profiles::qqwing_json(rating);
        }
        if let Some(efforts) = &rated.thesis {
            object["thesis"] = rate_profiles::effort_json(efforts);
        }
        object["search"] = json!({"guesses": rated.guesses});
        object
    }
}

/// How often each technique was used.
type Used = BTreeMap<Technique, u64>;

/// What the profiles say about a puzzle; nothing where they were not asked.
struct Rated {
    guesses: u64,
    se: Option<(SeRating, Used)>,
    hodoku: Option<(HodokuRating, Used)>,
    qqwing: Option<QqwingRating>,
    thesis: Option<Vec<Effort>>,
}

/// Notes that a limit was met, and says so.
fn stopped(report: &mut Report) -> String {
    report.exit = report.exit.and(Exit::Limit);
    "stopped by the time limit or an interrupt".to_owned()
}

fn explainer_numbers(rating: &SeRating) -> (String, String, String) {
    (rating.er.to_string(), rating.ep.to_string(), rating.ed.to_string())
}

fn push_counts(text: &mut String, used: &Used) {
    for (technique, n) in used {
        text.push_str(&format!("\n  {n:>4} x {}", technique.name()));
    }
}
