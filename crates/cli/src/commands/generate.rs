//! `sudolab generate`, `sudolab ease` and `sudolab minimize`.

use crate::args::{Common, Input, ResultFormat};
use crate::batch::{self, Report, Worker};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Entry};
use crate::output::Output;
use crate::progress::Progress;
use crate::{interrupt, pipeline, say};
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;
use sudolab_exact::{ExactSolver, UniquePuzzle};
use sudolab_generate::{ClueSymmetry, Made, Order, Rejected, Workshop, ease};
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Cell, CellSet, Puzzle};
use sudolab_logic::rating::Tenths;
use sudolab_logic::technique::Technique;

/// Make proper puzzles to order
///
/// Each puzzle is proved to have exactly one solution before it leaves. The same seed gives the
/// same puzzles, whatever the number of threads; with --skip a run is taken up where it ended.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab generate --count 3 --seed 7
  sudolab generate --count 2 --clues 28..32 --symmetry rot180 --format line
  sudolab generate --minimal --count 5 --format csv
  sudolab generate --er 2.0..3.0 --count 1 --time-limit 1m
  sudolab generate --size 6 --count 2 --format line")]
pub struct Generate {
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,

    /// How many clues, such as 24 or 24..28
    #[arg(long, value_name = "A..B", value_parser = parse_range::<usize>)]
    clues: Option<RangeInclusive<usize>>,

    /// No clue may be redundant
    #[arg(long)]
    minimal: bool,

    /// Symmetry of the clue cells: none, rot180, rot90, mirror, diagonal or full
    #[arg(long, value_name = "SYMMETRY", default_value = "none")]
    symmetry: ClueSymmetry,

    /// Explainer rating, such as 7.1..7.3
    #[arg(long, value_name = "A..B", value_parser = parse_rating)]
    er: Option<RangeInclusive<Tenths>>,

    /// The hardest technique needed, by its id (see `sudolab techniques`)
    #[arg(long, value_name = "NAME")]
    technique: Option<String>,

    /// File with the cells that may hold clues: a puzzle line or grid in which they are filled
    #[arg(long, value_name = "FILE")]
    pattern: Option<PathBuf>,

    /// Size of the board, 4 to 25
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(4..=25))]
    size: u8,

    /// Pass over the first N attempts, to go on where a run ended
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u64,
}

/// Attempts that one thread makes at a time.
const ATTEMPTS: u64 = 32;

impl Generate {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let order = self.order()?;
        if self.clues.as_ref().is_some_and(|c| *c.end() <= 18) {
            say::note(
                "puzzles with 17 or 18 clues are so rare among random ones that none may come in days; \
                 collections of them exist",
            );
        }
        let mut output = Output::open(common.output.as_deref())?;
        if common.format == ResultFormat::Csv {
            let mut head = Vec::new();
            csv::push_line(&mut head, ["puzzle", "solution", "clues", "er", "level"]);
            output.put(&head)?;
        }
        let deadline = common.time_limit.map(|limit| Instant::now() + limit);
        let out_of_time = || deadline.is_some_and(|d| Instant::now() >= d);
        let progress = Progress::items(Some(self.count), common.quiet);
        let mut next = self.skip;
        let mut made = 0;
        let mut tried = self.skip;
        let mut rejected: BTreeMap<Rejected, u64> = BTreeMap::new();
        let seed = common.seed;
        let order = &order;
        let ended: ControlFlow<Option<Failure>> = if self.count == 0 {
            ControlFlow::Continue(())
        } else {
            pipeline::in_order(
                common.n_jobs(),
                || {
                    if interrupt::is_raised() || out_of_time() {
                        return None;
                    }
                    next += ATTEMPTS;
                    Some(next - ATTEMPTS)
                },
                || {
                    let mut workshop = Workshop::new();
                    move |first: u64| -> Vec<Option<Result<Made, Rejected>>> {
                        let attempt = |i| {
                            let stop = interrupt::is_raised() || out_of_time();
                            (!stop).then(|| workshop.attempt(order, seed, i))
                        };
                        (first..first + ATTEMPTS).map(attempt).collect()
                    }
                },
                |results: Vec<Option<Result<Made, Rejected>>>| {
                    for result in results.into_iter().flatten() {
                        tried += 1;
                        match result {
                            Err(reason) => *rejected.entry(reason).or_default() += 1,
                            Ok(puzzle) => {
                                let text = render(&puzzle, common.format);
                                let written = output.put(text.as_bytes());
                                if let Err(failure) = written.and_then(|()| output.pass_on()) {
                                    return ControlFlow::Break(Some(failure));
                                }
                                made += 1;
                                progress.advance(1);
                                if made == self.count {
                                    return ControlFlow::Break(None);
                                }
                            }
                        }
                        progress.say(format!("{tried} tried"));
                    }
                    ControlFlow::Continue(())
                },
            )
        };
        progress.finish();
        if let ControlFlow::Break(Some(failure)) = ended {
            return Err(failure);
        }
        if made < self.count {
            let why: Vec<String> = rejected.iter().map(|(r, n)| format!("{n} {r}")).collect();
            let why = if why.is_empty() { "no attempt ended".to_owned() } else { why.join(", ") };
            let stopped =
                if interrupt::is_raised() { "interrupted" } else { "the time limit is reached" };
            say::problem(&format!(
                "{made} of {} puzzles made, then {stopped}; {} attempts: {why}; go on with --seed {seed} --skip {tried}",
                self.count,
                tried - self.skip
            ));
            if interrupt::is_raised() {
                output.keep_partial()?;
                return Ok(Exit::Interrupted);
            }
            output.finish()?;
            return Ok(Exit::Limit);
        }
        if common.verbose > 0 {
            let why: Vec<String> = rejected.iter().map(|(r, n)| format!("{n} {r}")).collect();
            say::note(&format!(
                "{made} made in {} attempts; rejected: {}",
                tried - self.skip,
                why.join(", ")
            ));
        }
        output.finish()?;
        Ok(Exit::Fine)
    }

    fn order(&self) -> Result<Order, Failure> {
        let usage = |text: String| Failure::Usage(text);
        let board = Board::of_size(usize::from(self.size)).map_err(|e| usage(e.to_string()))?;
        let technique = match &self.technique {
            None => None,
            Some(id) => {
                Some(Technique::ALL.iter().copied().find(|t| t.id() == id).ok_or_else(|| {
                    usage(format!("there is no technique {id:?}; 'sudolab techniques' lists all"))
                })?)
            }
        };
        let pattern = self.pattern.as_ref().map(|path| pattern(path, &board)).transpose()?;
        let order = Order {
            board,
            clues: self.clues.clone(),
            minimal: self.minimal,
            symmetry: self.symmetry,
            pattern,
            er: self.er.clone(),
            technique,
        };
        order.check().map_err(|e| usage(e.to_string()))?;
        Ok(order)
    }
}

fn pattern(path: &std::path::Path, board: &Board) -> Result<CellSet, Failure> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|e| Failure::file("read", &name, &e))?;
    let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    if symbols.len() != board.n_cells() {
        return Err(Failure::Usage(format!(
            "{name} has {} cells; a pattern for this board has {}: '.' or '0' for blank, anything else for a clue",
            symbols.len(),
            board.n_cells()
        )));
    }
    let filled = symbols.iter().enumerate().filter(|(_, c)| !matches!(c, '.' | '0' | '_' | '-'));
    Ok(filled.map(|(i, _)| Cell::new(i)).collect())
}

fn render(made: &Made, format: ResultFormat) -> String {
    let er = made.rating.map(|r| r.er.to_string()).unwrap_or_default();
    match format {
        ResultFormat::Csv => {
            let mut out = Vec::new();
            let (puzzle, solution) = (made.puzzle.to_string(), made.solution.to_string());
            csv::push_line(&mut out, [&puzzle, &solution, &made.clues.to_string(), &er, ""]);
            String::from_utf8_lossy(&out).into_owned()
        }
        ResultFormat::Json => {
            let er = made.rating.map(|r| f64::from(r.er.0) / 10.0);
            let object = json!({
                "puzzle": made.puzzle.to_string(), "solution": made.solution.to_string(),
                "clues": made.clues, "er": er,
                "hardest": made.rating.and_then(|r| r.hardest).map(Technique::id),
            });
            format!("{object}\n")
        }
        ResultFormat::Line => format!("{}\n", made.puzzle),
        ResultFormat::Text if er.is_empty() => format!("{}  {} clues\n", made.puzzle, made.clues),
        ResultFormat::Text => format!("{}  {} clues, ER {er}\n", made.puzzle, made.clues),
    }
}

/// Reads `a..b`, both ends included, or one value for both.
fn parse_range<T: FromStr + Clone>(text: &str) -> Result<RangeInclusive<T>, String> {
    let bad = || format!("{text:?} is no range; write it like 24..28 or 24");
    let value = |part: &str| part.trim().trim_start_matches('=').parse::<T>().map_err(|_| bad());
    match text.split_once("..") {
        Some((from, to)) => Ok(value(from)?..=value(to)?),
        None => value(text).map(|v| v.clone()..=v),
    }
}

fn parse_rating(text: &str) -> Result<RangeInclusive<Tenths>, String> {
    let range = parse_range::<f64>(text)?;
    let tenths = |v: f64| {
        let fits = (0.0..=20.0).contains(&v);
        fits.then(|| Tenths((v * 10.0).round() as u16))
            .ok_or("ratings lie between 1.0 and 12.0".to_owned())
    };
    Ok(tenths(*range.start())?..=tenths(*range.end())?)
}

/// Make easier versions of puzzles by adding digits of the solution
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab ease puzzles.txt --clues 46
  sudolab ease puzzles.txt --clues 40 --versions 4 --seed 7 --format csv")]
pub struct Ease {
    #[command(flatten)]
    input: Input,

    /// Clues of the result
    #[arg(long, value_name = "N", default_value_t = 46)]
    clues: usize,

    /// Versions made of each puzzle
    #[arg(long, value_name = "N", default_value_t = 1)]
    versions: u64,
}

/// Remove clues from proper puzzles until none can go
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab minimize puzzles.txt
  sudolab minimize puzzles.txt --seed 7 --format csv")]
pub struct Minimize {
    #[command(flatten)]
    input: Input,
}

impl Ease {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let (clues, versions) = (self.clues, self.versions);
        remake(common, &self.input, move |_, puzzle, seed, out| {
            for version in 0..versions {
                let line = puzzle.puzzle().to_string();
                let mut random = Random::for_run(seed, "ease", &line, version);
                out.push(ease(puzzle, clues, &mut random).map_err(|e| e.to_string())?);
            }
            Ok(())
        })
    }
}

impl Minimize {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        remake(common, &self.input, |workshop, puzzle, seed, out| {
            let mut random = Random::for_run(seed, "minimize", &puzzle.puzzle().to_string(), 0);
            out.push(workshop.minimize(puzzle.puzzle(), &mut random));
            Ok(())
        })
    }
}

/// Makes new puzzles from proper ones.
fn remake<F>(common: &Common, input: &Input, make: F) -> Result<Exit, Failure>
where
    F: Fn(&mut Workshop, &UniquePuzzle, u64, &mut Vec<Puzzle>) -> Result<(), String> + Sync,
{
    let mut head = Vec::new();
    if common.format == ResultFormat::Csv {
        csv::push_line(&mut head, ["puzzle", "source", "clues"]);
    }
    batch::run(common, input, &head, || Remaking {
        solver: ExactSolver::new(),
        workshop: Workshop::new(),
        make: &make,
        seed: common.seed,
        format: common.format,
    })
}

struct Remaking<'a, F> {
    solver: ExactSolver,
    workshop: Workshop,
    make: &'a F,
    seed: u64,
    format: ResultFormat,
}

impl<F> Worker for Remaking<'_, F>
where
    F: Fn(&mut Workshop, &UniquePuzzle, u64, &mut Vec<Puzzle>) -> Result<(), String>,
{
    fn work(&mut self, entries: Vec<Entry>, report: &mut Report) {
        for entry in entries {
            let puzzle = match entry {
                Entry::Nine { clues, .. } => input::puzzle(&clues),
                Entry::Record(record) => record.document.to_puzzle(),
                Entry::Failed(_) => continue,
                Entry::Bad { error, .. } => {
                    report.fail(error.to_string());
                    continue;
                }
            };
            let source = puzzle.to_string();
            let mut results = Vec::new();
            let proved = UniquePuzzle::prove_with(&mut self.solver, puzzle);
            let done = proved.map_err(|e| e.to_string()).and_then(|proper| {
                (self.make)(&mut self.workshop, &proper, self.seed, &mut results)
            });
            for result in &results {
                if input::line_loses(result) {
                    report.messages.push(format!(
                        "{result}: a line cannot carry its regions or candidates; it would be read as another puzzle"
                    ));
                }
                let text = match self.format {
                    ResultFormat::Csv => {
                        let fields = [result.to_string(), source.clone(), result.n_clues().to_string()];
                        csv::push_line(&mut report.out, fields.iter().map(String::as_str));
                        continue;
                    }
                    ResultFormat::Json => {
                        json!({"puzzle": result.to_string(), "source": source, "clues": result.n_clues()})
                            .to_string()
                    }
                    ResultFormat::Text | ResultFormat::Line => result.to_string(),
                };
                report.out.extend_from_slice(text.as_bytes());
                report.out.push(b'\n');
            }
            if let Err(reason) = done {
                report.fail(format!("{source}: {reason}"));
            }
        }
    }
}
