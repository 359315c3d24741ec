//! `sudolab generate`.

use crate::alarm::Alarm;
use crate::args::{Common, ResultFormat};
use crate::commands::carry::{Carried, carry};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::{interrupt, pipeline, say};
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use sudolab_exact::ExactSolver;
use sudolab_generate::{
    ClueSymmetry, Judge, KNOWN_ER, Made, Method, Order, Rejected, Stopped, Workshop,
    proves_uniqueness, random_jigsaw,
};
use sudolab_grid::formats::BoxShape;
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Cell, CellSet};
use sudolab_logic::rating::Tenths;
use sudolab_logic::rating::hodoku::Level;
use sudolab_logic::rating::word::Word;
use sudolab_logic::technique::Technique;
use sudolab_solvers::registry;

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
  sudolab generate --level hard --symmetry diagonal --count 1 --time-limit 1m
  sudolab generate --method fill --algorithm backtrack-thesis --count 1
  sudolab generate --size 6 --count 2 --format line
  sudolab generate --size 7 --regions random --count 2

--time-limit here is the time for the whole run. It ends with what it has, says why attempts came to
nothing and how to go on, and exits with status 4.")]
pub struct Generate {
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,

    /// How many clues, such as 24, 24..28 or 28..
    #[arg(long, value_name = "A..B")]
    clues: Option<String>,

    /// No clue may be redundant
    #[arg(long)]
    minimal: bool,

    /// Symmetry of the clue cells: none, rot180, rot90, mirror, diagonal or full
    #[arg(long, value_name = "SYMMETRY", default_value = "none")]
    symmetry: ClueSymmetry,

    /// Explainer rating, such as 7.1..7.3 or 8.5..
    #[arg(long, value_name = "A..B")]
    er: Option<String>,

    /// HoDoKu's level, as `rate` tells it: easy, medium, hard, unfair or extreme
    #[arg(long, value_name = "NAME")]
    level: Option<String>,

    /// Difficulty in one word, which follows from ER: beginner, easy, medium, hard, expert, fiendish
    /// or extreme
    #[arg(long, value_name = "WORD")]
    word: Option<String>,

    /// The hardest technique needed, by its id (see `sudolab techniques`): in the Explainer profile
    /// where that has it, else in HoDoKu's
    #[arg(long, value_name = "NAME")]
    technique: Option<String>,

    /// File with the cells that hold clues, all of them and no others: a puzzle line or grid in
    /// which they are filled
    #[arg(long, value_name = "FILE")]
    pattern: Option<PathBuf>,

    /// How puzzles are made: dig removes clues from a full grid, fill puts digits into an empty board
    #[arg(long, value_name = "METHOD", default_value = "dig")]
    method: Method,

    /// The algorithm that decides whether a puzzle is proper while it is made (see `sudolab
    /// algorithms`); the exact engine proves every puzzle in the end
    #[arg(long, value_name = "ID")]
    algorithm: Option<String>,

    /// A parameter of that algorithm; may be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "algorithm")]
    set: Vec<String>,

    /// Size of the board, 4 to 25
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(4..=25))]
    size: Option<u8>,

    /// Shape of a box, rows x columns, such as 3x2; none for a Latin square
    #[arg(long = "box", value_name = "RxC")]
    box_shape: Option<BoxShape>,

    /// File with the map of an irregular board: one symbol for each cell, equal ones for one region;
    /// or `random` for connected regions drawn by the seed
    #[arg(long, value_name = "FILE", conflicts_with = "box_shape")]
    regions: Option<PathBuf>,

    /// Pass over the first N attempts, to go on where a run ended
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u64,
}

impl Generate {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let alarm = Alarm::new();
        alarm.set(common.time_limit);
        let order = self.order(common, &alarm)?;
        self.warn(&order);
        let mut output = Output::open(common.output.as_deref())?;
        let carried = carry(&order.board);
        if common.format == ResultFormat::Csv {
            let mut head = Vec::new();
            let columns = ["puzzle", "solution", "clues", "er", "level"];
            csv::push_line(&mut head, columns.into_iter().chain(carried.columns()));
            output.put(&head)?;
        }
        let progress = Progress::items(Some(self.count), common.quiet);
        let mut tally = Tally { made: 0, tried: 0, undecided: 0, rejected: BTreeMap::new() };
        let mut next = self.skip;
        let (seed, chunk) = (common.seed, self.chunk(&order, common.n_jobs()));
        let (order, alarm) = (&order, &alarm);
        let ended: ControlFlow<Option<Failure>> = if self.count == 0 {
            ControlFlow::Continue(())
        } else {
            pipeline::in_order(
                common.n_jobs(),
                || {
                    if alarm.is_raised() {
                        return None;
                    }
                    next = next.checked_add(chunk)?;
                    Some(next - chunk)
                },
                || {
                    let mut workshop = Workshop::stopped_by(alarm.flag());
                    move |first: u64| workshop.attempts(order, seed, first..first + chunk)
                },
                |results: Vec<Result<Made, Rejected>>| {
                    for result in results {
                        match result {
                            // Attempts are taken up again from the first one that was cut short.
                            Err(Rejected::Stopped) => return ControlFlow::Break(None),
                            Err(reason) => *tally.rejected.entry(reason).or_default() += 1,
                            Ok(puzzle) => {
                                let text = render(&puzzle, common.format, &carried);
                                let written = output.put(text.as_bytes());
                                if let Err(failure) = written.and_then(|()| output.pass_on()) {
                                    alarm.raise();
                                    return ControlFlow::Break(Some(failure));
                                }
                                tally.made += 1;
                                tally.undecided += u64::from(puzzle.undecided > 0);
                                progress.advance(1);
                            }
                        }
                        tally.tried += 1;
                        if tally.made == self.count {
                            // The other threads need not end what they are at.
                            alarm.raise();
                            return ControlFlow::Break(None);
                        }
                    }
                    progress.say(format!("{} tried", tally.tried));
                    ControlFlow::Continue(())
                },
            )
        };
        progress.finish();
        if let ControlFlow::Break(Some(failure)) = ended {
            return Err(failure);
        }
        self.conclude(order, &tally, output, common)
    }

    /// Attempts that one thread makes at a time. What comes out does not depend on it.
    fn chunk(&self, order: &Order, jobs: usize) -> u64 {
        let slow = !order.board.is_classic()
            || order.has_target()
            || order.pattern.is_some()
            || order.decider.is_some()
            || order.method != Method::Dig;
        match &order.clues {
            _ if slow => 1,
            // Puzzles that are steered keep the lanes busy together.
            Some(range) if *range.end() < 23 || (order.minimal && *range.start() > 26) => 64,
            _ if jobs == 1 => self.count.clamp(16, 4096),
            // Enough to keep the lanes busy, and so many chunks that the threads end together.
            _ => (self.count / (16 * jobs as u64)).clamp(64, 1024),
        }
    }

    /// What the user should know before it begins.
    fn warn(&self, order: &Order) {
        let few = |range: &RangeInclusive<usize>| order.board.is_classic() && *range.end() <= 19;
        if order.clues.as_ref().is_some_and(few) {
            say::note(
                "puzzles with so few clues are rare: of 19 clues one may come in minutes, of 18 in days, \
                 and of 17 only some 49 158 are known among all grids; collections of them exist",
            );
        }
        let decider = order.decider.as_ref().map(|judge| judge.algorithm);
        if let Some(algorithm) = decider.filter(|a| !proves_uniqueness(a)) {
            say::note(&format!(
                "{} cannot prove that a solution is the only one: a puzzle counts as proper when it is solved{}; \
                 the exact engine then decides, and what it refuses is told at the end",
                algorithm.id,
                if algorithm.promises.uses_seed { ", twice with the same result" } else { "" }
            ));
        }
    }

    fn conclude(
        &self,
        order: &Order,
        tally: &Tally,
        output: Output,
        common: &Common,
    ) -> Result<Exit, Failure> {
        let Tally { made, tried, undecided, rejected } = tally;
        if *undecided > 0 {
            let judge = order.decider.as_ref().map_or("the engine", |judge| judge.algorithm.id);
            say::note(&format!(
                "{undecided} of {made} puzzles may have more clues than they need: whether some could go was \
                 not settled within the effort that {judge} may spend on a question; {}",
                if order.decider.is_some() {
                    "without --algorithm more of them are settled"
                } else {
                    "--minimal settles them all and takes longer"
                }
            ));
        }
        let why: Vec<String> = rejected.iter().map(|(r, n)| format!("{n} {r}")).collect();
        let wrong = rejected.get(&Rejected::NotProper);
        if let (Some(Judge { algorithm, .. }), Some(wrong)) = (&order.decider, wrong) {
            say::note(&format!(
                "{} took {wrong} of {} puzzles for proper that are not ({:.1} %)",
                algorithm.id,
                wrong + made,
                100.0 * *wrong as f64 / (wrong + made) as f64
            ));
        }
        if *made < self.count {
            let interrupted = interrupt::is_raised();
            let why =
                if why.is_empty() { "none came to an end".to_owned() } else { why.join(", ") };
            let stopped = if interrupted { "interrupted" } else { "the time limit is reached" };
            say::problem(&format!(
                "{made} of {} puzzles made, then {stopped}; {tried} attempts: {why}; go on with --seed {} --skip {}",
                self.count,
                common.seed,
                self.skip + tried
            ));
            if interrupted {
                if let Some(partial) = output.keep_partial()? {
                    say::problem(&format!("what is done stands in {}", partial.display()));
                }
                return Ok(Exit::Interrupted);
            }
            output.finish()?;
            return Ok(Exit::Limit);
        }
        if common.verbose > 0 {
            let why = if why.is_empty() { "none".to_owned() } else { why.join(", ") };
            say::note(&format!("{made} made in {tried} attempts; rejected: {why}"));
        }
        output.finish()?;
        Ok(Exit::Fine)
    }

    fn order(&self, common: &Common, alarm: &Alarm) -> Result<Order, Failure> {
        let usage = |text: String| Failure::Usage(text);
        let board = self.board(common.seed, alarm)?;
        let technique = match &self.technique {
            None => None,
            Some(id) => Some(Technique::from_id(id).ok_or_else(|| {
                usage(format!("there is no technique {id:?}; 'sudolab techniques' lists all"))
            })?),
        };
        let decider = self.algorithm.as_deref().map(|id| self.judge(id)).transpose()?;
        let pattern = self.pattern.as_ref().map(|path| pattern(path, &board)).transpose()?;
        let clues = self.clues.as_deref().map(|text| clue_range(text, &board)).transpose();
        let order = Order {
            clues: clues.map_err(usage)?,
            board,
            minimal: self.minimal,
            symmetry: self.symmetry,
            pattern,
            er: self.rating()?,
            level: self.level()?,
            technique,
            rate: common.format != ResultFormat::Line,
            method: self.method,
            decider,
        };
        order.check().map_err(|e| usage(e.to_string()))?;
        Ok(order)
    }

    /// The algorithm that decides, with its settings.
    fn judge(&self, id: &str) -> Result<Judge, Failure> {
        let algorithm = registry::find(id).map_err(|e| Failure::Usage(e.to_string()))?;
        let refused = |e: &dyn std::fmt::Display| Failure::Usage(format!("{id}: {e}"));
        let mut judge = Judge::new(algorithm);
        for text in &self.set {
            judge.settings.set_from(text).map_err(|e| refused(&e))?;
        }
        // Values that do not go together are told now, not by the first attempt.
        (algorithm.build)(&judge.settings).map_err(|e| refused(&e))?;
        Ok(judge)
    }

    fn board(&self, seed: u64, alarm: &Alarm) -> Result<Arc<Board>, Failure> {
        let usage = |text: String| Failure::Usage(text);
        if self.regions.as_deref() == Some(Path::new("random")) {
            let size = usize::from(self.size.unwrap_or(9));
            if size > LARGEST_JIGSAW {
                return Err(usage(format!(
                    "random regions are drawn up to size {LARGEST_JIGSAW}; beyond that few maps have a grid: give one with --regions FILE"
                )));
            }
            let mut random = Random::for_run(seed, "regions", "", size as u64);
            let drawn = random_jigsaw(&mut ExactSolver::new(), size, &mut random, &alarm.flag());
            return drawn.map_err(|Stopped| {
                usage(
                    "no regions were found in time that have a grid; allow more --time-limit"
                        .to_owned(),
                )
            });
        }
        if let Some(path) = &self.regions {
            let board = region_map(path)?;
            if self.size.is_some_and(|size| usize::from(size) != board.size()) {
                return Err(usage(format!(
                    "the map of {} is for a board of size {}; leave --size away",
                    path.display(),
                    board.size()
                )));
            }
            return Ok(board);
        }
        let size = match (self.size, self.box_shape) {
            (Some(size), _) => usize::from(size),
            (None, Some(BoxShape::Boxes { rows, columns })) => {
                usize::from(rows) * usize::from(columns)
            }
            (None, _) => 9,
        };
        if let Some(shape) = self.box_shape {
            return shape.board(size).map_err(|e| usage(e.to_string()));
        }
        let board = Board::of_size(size).map_err(|e| usage(e.to_string()))?;
        if matches!(board.layout(), sudolab_grid::Layout::Latin) {
            return Err(usage(format!(
                "a board of size {size} has no boxes; give its regions with --regions FILE, have them drawn with --regions random, or use --box none for a Latin square"
            )));
        }
        Ok(board)
    }

    /// HoDoKu's level, if one is asked for.
    fn level(&self) -> Result<Option<Level>, Failure> {
        let Some(name) = &self.level else { return Ok(None) };
        let level = Level::from_name(name).ok_or_else(|| {
            let remedy = match Word::from_word(name) {
                Some(word) => format!("; for a word that follows from ER, write --word {word}"),
                None => String::new(),
            };
            Failure::Usage(format!(
                "{name:?} is no level; use easy, medium, hard, unfair or extreme{remedy}"
            ))
        })?;
        Ok(Some(level))
    }

    /// The range of ratings: what is asked for by number and by word.
    fn rating(&self) -> Result<Option<RangeInclusive<Tenths>>, Failure> {
        let by_number = self.er.as_deref().map(rating_range).transpose().map_err(Failure::Usage)?;
        let Some(name) = &self.word else { return Ok(by_number) };
        let word = Word::from_word(name).ok_or_else(|| {
            let words: Vec<String> = Word::ALL.iter().map(Word::to_string).collect();
            Failure::Usage(format!(
                "{name:?} is no word for a rating; use one of {}",
                words.join(", ")
            ))
        })?;
        let by_word = word.lowest().max(*KNOWN_ER.start())..=word.highest().min(*KNOWN_ER.end());
        let Some(er) = by_number else { return Ok(Some(by_word)) };
        let both = *er.start().max(by_word.start())..=*er.end().min(by_word.end());
        if both.is_empty() {
            return Err(Failure::Usage(format!(
                "{name} means a rating of {} to {}, which clashes with --er",
                by_word.start(),
                by_word.end()
            )));
        }
        Ok(Some(both))
    }
}

/// Random regions are drawn up to this size.
const LARGEST_JIGSAW: usize = 12;

/// What a run came to.
struct Tally {
    made: u64,
    tried: u64,
    /// Puzzles with clues of which it was not found out whether they could go.
    undecided: u64,
    rejected: BTreeMap<Rejected, u64>,
}

fn symbols(path: &Path) -> Result<(String, Vec<char>), Failure> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|e| Failure::file("read", &name, &e))?;
    Ok((name, text.chars().filter(|c| !c.is_whitespace()).collect()))
}

fn pattern(path: &Path, board: &Board) -> Result<CellSet, Failure> {
    let (name, symbols) = symbols(path)?;
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

fn region_map(path: &Path) -> Result<Arc<Board>, Failure> {
    let (name, symbols) = symbols(path)?;
    let mut known: Vec<char> = symbols.clone();
    known.sort_unstable();
    known.dedup();
    let number = |c: &char| known.binary_search(c).unwrap_or_default().min(255) as u8;
    let map: Vec<u8> = symbols.iter().map(number).collect();
    Board::irregular(&map).map_err(|e| {
        Failure::Usage(format!(
            "{name}: {e}; a map has one symbol for each cell, equal symbols for the cells of one region"
        ))
    })
}

fn render(made: &Made, format: ResultFormat, carried: &Carried) -> String {
    let er = made.rating.map(|r| r.er.to_string()).unwrap_or_default();
    let level = made.hodoku.as_ref().map_or("", |r| r.level.name());
    match format {
        ResultFormat::Csv => {
            let mut out = Vec::new();
            let (puzzle, solution) = (made.puzzle.to_string(), made.solution.to_string());
            let clues = made.clues.to_string();
            let fields = [puzzle.as_str(), &solution, &clues, &er, level];
            csv::push_line(&mut out, fields.into_iter().chain(carried.fields()));
            String::from_utf8_lossy(&out).into_owned()
        }
        ResultFormat::Json => {
            let mut object = json!({
                "puzzle": made.puzzle.to_string(), "solution": made.solution.to_string(),
                "clues": made.clues, "er": made.rating.map(|r| f64::from(r.er.0) / 10.0),
                "level": made.hodoku.as_ref().map(|r| r.level.name()),
                "score": made.hodoku.as_ref().map(|r| r.score),
                "word": made.rating.map(|r| Word::of(r.er).to_string()),
                "hardest": made.rating.and_then(|r| r.hardest).map(Technique::id),
            });
            if made.undecided > 0 {
                object["undecided"] = json!(made.undecided);
            }
            carried.describe(&mut object);
            format!("{object}\n")
        }
        ResultFormat::Line | ResultFormat::Text if carried.needs_more() => {
            let mut object = json!({"puzzle": made.puzzle.to_string(), "clues": made.clues});
            carried.describe(&mut object);
            format!("{object}\n")
        }
        ResultFormat::Line => format!("{}\n", made.puzzle),
        ResultFormat::Text if er.is_empty() => format!("{}  {} clues\n", made.puzzle, made.clues),
        ResultFormat::Text => {
            format!("{}  {} clues, ER {er}, HoDoKu {level}\n", made.puzzle, made.clues)
        }
    }
}

/// Reads `a..b`, both ends included, `a..`, `..b`, or one value for both.
fn range<T: FromStr + Clone>(
    text: &str,
    all: RangeInclusive<T>,
) -> Result<RangeInclusive<T>, String> {
    let bad = || format!("{text:?} is no range; write it like 24..28, 24.. or 24");
    let value = |part: &str, open: &T| match part.trim().trim_start_matches('=') {
        "" => Ok(open.clone()),
        part => part.parse::<T>().map_err(|_| bad()),
    };
    match text.split_once("..") {
        Some((from, to)) if from.trim().is_empty() && to.trim().is_empty() => Err(bad()),
        Some((from, to)) => Ok(value(from, all.start())?..=value(to, all.end())?),
        None => {
            let one = text.trim().parse::<T>().map_err(|_| bad())?;
            Ok(one.clone()..=one)
        }
    }
}

fn clue_range(text: &str, board: &Board) -> Result<RangeInclusive<usize>, String> {
    range(text, 0..=board.n_cells())
}

fn rating_range(text: &str) -> Result<RangeInclusive<Tenths>, String> {
    let open = f64::from(KNOWN_ER.start().0) / 10.0..=f64::from(KNOWN_ER.end().0) / 10.0;
    let range = range::<f64>(text, open)?;
    let tenths = |v: f64| {
        let fits = (0.0..=20.0).contains(&v);
        fits.then(|| Tenths((v * 10.0).round() as u16))
            .ok_or("ratings lie between 1.0 and 12.0".to_owned())
    };
    Ok(tenths(*range.start())?..=tenths(*range.end())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_may_be_open() {
        let board = Board::classic();
        let check = |text: &str, expected: Option<RangeInclusive<usize>>| {
            assert_eq!(clue_range(text, &board).ok(), expected, "{text}");
        };
        check("24..28", Some(24..=28));
        check("24..=28", Some(24..=28));
        check("24", Some(24..=24));
        check("28..", Some(28..=81));
        check("..30", Some(0..=30));
        check("..", None);
        check("many", None);
        assert_eq!(rating_range("8.5.."), Ok(Tenths(85)..=Tenths(119)));
        assert!(rating_range("7..30").is_err());
    }
}
