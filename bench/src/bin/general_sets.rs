//! The general engine over the larger and irregular puzzle sets.
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin general_sets -- \
//!     [--set NAME]... [--every K] [--limit SECONDS] [--step staircase|learning|branching] [--each]
//! ```
//!
//! For each set: how many were settled within the limit, and median, 95th percentile, maximum and
//! sum of the CPU time (below 0.1 s: the least of three wall times), building tables included. `unique` sets ask for two solutions, the others
//! for the first. Published solutions are compared.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;
use sudolab_exact::general::{Engine, Settings, Stats};
use sudolab_grid::halt::Stop;
use sudolab_grid::{Board, DigitSet, Grid, Puzzle, Solution};
use sudolab_testkit::outside;

struct Case {
    name: String,
    puzzle: Puzzle,
    solution: Option<String>,
    /// How many solutions it has, if that is published: 0, 1 or 2 for several.
    expected: Option<u64>,
}

/// How often a short case is measured.
const REPEATS: usize = 3;

struct Options {
    sets: Vec<String>,
    every: usize,
    limit: f64,
    settings: Settings,
    each: bool,
}

const SETS: [&str; 17] = [
    "sudoku4",
    "sudoku12",
    "sudoku16",
    "jigsaw",
    "sudoku25",
    "acs9",
    "acs16",
    "acs25",
    "acs25_35",
    "acs25_40",
    "acs25_45",
    "acs25_50",
    "latin",
    "pencilmark",
    "hard9",
    "layouts_valid",
    "layouts_invalid",
];

fn main() {
    let options = options();
    for set in &options.sets {
        let Some((limit, cases)) = cases(set) else {
            eprintln!("{set}: no such set, or its file is absent; sets are {}", SETS.join(", "));
            continue;
        };
        let cases: Vec<Case> = cases.into_iter().step_by(options.every).collect();
        run(set, limit, &cases, &options);
    }
}

fn options() -> Options {
    let mut options = Options {
        sets: Vec::new(),
        every: 1,
        limit: 10.0,
        settings: Settings::STAIRCASE,
        each: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_default();
        match word.as_str() {
            "--set" => options.sets.push(value()),
            "--every" => options.every = value().parse().unwrap_or(1).max(1),
            "--limit" => options.limit = value().parse().unwrap_or(10.0),
            "--patience" => options.settings = Settings { patience: value().parse().ok() },
            "--each" => options.each = true,
            "--step" => {
                options.settings = match value().as_str() {
                    "learning" => Settings::LEARNING,
                    "branching" => Settings::BRANCHING,
                    _ => Settings::STAIRCASE,
                }
            }
            other => eprintln!("{other} is not an option"),
        }
    }
    if options.sets.is_empty() {
        options.sets = SETS.map(str::to_owned).to_vec();
    }
    options
}

/// The number of solutions to ask for, and the puzzles.
fn cases(set: &str) -> Option<(u64, Vec<Case>)> {
    let unique = |file: &str, id: usize, puzzle: usize, solution: usize| {
        let rows = rows(file)?;
        Some((
            2,
            rows.iter()
                .filter_map(|r| case(&r[id], &r[puzzle], Some(&r[solution]), Some(1)))
                .collect(),
        ))
    };
    let acs = |size: &str, percent: Option<&str>| {
        let rows = rows(&format!("larger/acs_general_{size}.tsv"))?;
        let wanted = rows.iter().filter(|r| percent.is_none_or(|p| r[0] == p));
        Some((
            1,
            wanted
                .filter_map(|r| case(&format!("{}%-{}", r[0], r[1]), &r[2], None, None))
                .collect(),
        ))
    };
    match set {
        "sudoku4" => unique("larger/sudoku4_288.tsv", 0, 0, 1),
        "sudoku16" => unique("larger/sudoku16_unique.tsv", 0, 1, 2),
        "sudoku12" | "sudoku25" => {
            let rows = rows(&format!("larger/{set}_samples.tsv"))?;
            let several = |r: &Vec<String>| Some(if r[2] == "1" { 1 } else { 2 });
            Some((2, rows.iter().filter_map(|r| case(&r[0], &r[3], None, several(r))).collect()))
        }
        "acs9" => acs("9x9", None),
        "acs16" => acs("16x16", None),
        "acs25" => acs("25x25", None),
        "acs25_35" => acs("25x25", Some("35")),
        "acs25_40" => acs("25x25", Some("40")),
        "acs25_45" => acs("25x25", Some("45")),
        "acs25_50" => acs("25x25", Some("50")),
        "jigsaw" => {
            let rows = rows("variants/jigsaw.tsv")?;
            Some((2, rows.iter().filter_map(|r| jigsaw(r)).collect()))
        }
        "latin" => {
            let rows = rows("variants/latin_qwh_qcp.tsv")?;
            Some((1, rows.iter().filter_map(|r| latin(r)).collect()))
        }
        "pencilmark" => {
            let rows = rows("variants/pencilmark_hard.tsv")?;
            Some((2, rows.iter().filter_map(|r| pencilmark(r)).collect()))
        }
        "layouts_valid" | "layouts_invalid" => {
            let maps = outside::shared_lines(&format!("variants/jigsaw_{set}.txt"))?;
            let expected = Some(u64::from(set == "layouts_valid"));
            Some((1, maps.iter().filter_map(|map| layout(map, expected)).collect()))
        }
        "hard9" => {
            let lines = outside::shared_lines("9x9/forum_hardest_1905_11plus.txt")?;
            let some = lines.iter().step_by(100);
            Some((2, some.filter_map(|l| case(l, l, None, Some(1))).collect()))
        }
        _ => None,
    }
}

fn rows(file: &str) -> Option<Vec<Vec<String>>> {
    let text = outside::shared(file)?;
    let cells = |line: &str| line.split('\t').map(str::to_owned).collect();
    Some(text.lines().skip(1).map(cells).collect())
}

fn case(name: &str, line: &str, solution: Option<&String>, expected: Option<u64>) -> Option<Case> {
    let puzzle = line.parse().map_err(|e| eprintln!("{name}: {e}")).ok()?;
    Some(Case { name: name.to_owned(), puzzle, solution: solution.cloned(), expected })
}

fn jigsaw(row: &[String]) -> Option<Case> {
    let board = board_of_map(&row[3])?;
    let clues = board.grid_from_line(&row[2]).map_err(|e| eprintln!("{}: {e}", row[1])).ok()?;
    let puzzle = Puzzle::new(clues);
    Some(Case { name: row[1].clone(), puzzle, solution: Some(row[4].clone()), expected: Some(1) })
}

/// The empty grid of a region map.
fn layout(map: &str, expected: Option<u64>) -> Option<Case> {
    let puzzle = Puzzle::new(Grid::empty(board_of_map(map)?));
    Some(Case { name: map.to_owned(), puzzle, solution: None, expected })
}

fn board_of_map(map: &str) -> Option<Arc<Board>> {
    let mut symbols: Vec<char> = map.chars().collect();
    symbols.sort_unstable();
    symbols.dedup();
    let numbers: Option<Vec<u8>> =
        map.chars().map(|s| symbols.binary_search(&s).ok().map(|i| i as u8)).collect();
    Board::irregular(&numbers?).map_err(|e| eprintln!("{map}: {e}")).ok()
}

fn latin(row: &[String]) -> Option<Case> {
    let values: Vec<u8> = row[4].split(' ').filter_map(|v| v.parse().ok()).collect();
    let board =
        Board::latin(values.len().isqrt()).map_err(|e| eprintln!("{}: {e}", row[0])).ok()?;
    let puzzle = Puzzle::new(Grid::from_values(board, &values)?);
    let expected = Some(u64::from(row[3] == "sat"));
    Some(Case { name: row[0].clone(), puzzle, solution: None, expected })
}

fn pencilmark(row: &[String]) -> Option<Case> {
    let symbols: Vec<char> = row[1].chars().collect();
    let sets: Vec<DigitSet> = symbols
        .chunks(9)
        .map(|cell| {
            let bit = |(i, &symbol): (usize, &char)| u64::from(symbol != '.') << i;
            DigitSet::from_bits(cell.iter().enumerate().map(bit).sum())
        })
        .collect();
    let puzzle = Puzzle::with_candidates(Grid::empty(Board::classic()), sets)?;
    Some(Case { name: row[0].clone(), puzzle, solution: None, expected: Some(1) })
}

struct Attempt {
    millis: f64,
    count: u64,
    first: Option<Vec<u8>>,
    stats: Stats,
    done: bool,
}

fn solve(case: &Case, limit: u64, options: &Options) -> Attempt {
    let wall = Instant::now();
    let start = cpu_seconds();
    let mut first = None;
    let mut count = 0;
    let mut engine = Engine::with_settings(case.puzzle.board(), options.settings);
    let result = engine.for_each_solution(
        &case.puzzle,
        &mut |_| {
            // Reading the CPU clock is slow, so wall time is looked at before it.
            let over = wall.elapsed().as_secs_f64() > options.limit
                && cpu_seconds() - start > options.limit;
            if over { Err(Stop::Time) } else { Ok(()) }
        },
        &mut |values| {
            count += 1;
            if first.is_none() {
                first = Some(values.to_vec());
            }
            if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    let stats = result.expect("the engine was made for this board");
    let done = stats.stopped.is_none();
    // The CPU clock of the system may be coarse; wall time is the better one when short.
    let wall = wall.elapsed().as_secs_f64();
    let seconds = if wall < 0.1 { wall } else { cpu_seconds() - start };
    Attempt { millis: seconds * 1e3, count, first, stats, done }
}

fn run(set: &str, limit: u64, cases: &[Case], options: &Options) {
    let mut millis = Vec::new();
    let (mut settled, mut wrong, mut learning) = (0, 0, 0);
    let mut sum = Stats::default();
    for case in cases {
        let mut attempt = solve(case, limit, options);
        // Short ones are repeated, and the least time counts: others may share the machine.
        for _ in 1..REPEATS {
            if attempt.millis < 100.0 {
                let again = solve(case, limit, options);
                attempt.millis = attempt.millis.min(again.millis);
            }
        }
        let Attempt { millis: elapsed, count, first, stats, done } = attempt;
        millis.push(elapsed);
        if options.each {
            println!("{set}\t{}\t{elapsed:.2}\t{done}\t{stats:?}", case.name);
        }
        settled += usize::from(done);
        learning += usize::from(stats.learned > 0);
        sum.guesses += stats.guesses;
        sum.conflicts += stats.conflicts;
        sum.learned += stats.learned;
        sum.ticks += stats.ticks;
        if let Some(fault) = fault(case, done, count, limit, first.as_deref()) {
            wrong += 1;
            println!("{set} {}: WRONG: {fault}", case.name);
        }
    }
    let total: f64 = millis.iter().sum();
    millis.sort_by(f64::total_cmp);
    let at = |share: f64| millis[((millis.len() - 1) as f64 * share) as usize];
    println!(
        "{set}: {settled}/{} settled, {wrong} wrong, up to {limit} solutions; CPU ms median {:.3} \
         p95 {:.2} max {:.1} sum {:.0}; {learning} needed learning; {} guesses, {} conflicts \
         ({} learned), {} ticks, {:.1} Mticks/s",
        cases.len(),
        at(0.5),
        at(0.95),
        at(1.0),
        total,
        sum.guesses,
        sum.conflicts,
        sum.learned,
        sum.ticks,
        sum.ticks as f64 / total / 1e3,
    );
}

/// What is wrong with an answer, if anything.
fn fault(case: &Case, done: bool, count: u64, limit: u64, first: Option<&[u8]>) -> Option<String> {
    let board: &Arc<Board> = case.puzzle.board();
    let grid = first.map(|values| Grid::from_values(board.clone(), values).expect("values fit"));
    if let Some(grid) = &grid {
        if let Err(violation) = Solution::check(&case.puzzle, grid.clone()) {
            return Some(violation.to_string());
        }
        if case.solution.as_ref().is_some_and(|s| *s != grid.to_string()) {
            return Some("another solution than published".to_owned());
        }
    }
    let expected = case.expected.map(|e| e.min(limit));
    (done && expected.is_some_and(|e| e != count))
        .then(|| format!("{count} solutions, published {expected:?}"))
}

/// CPU time of this thread; wall time where the system does not tell.
fn cpu_seconds() -> f64 {
    thread_local!(static START: Instant = Instant::now());
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    match nanoseconds {
        Some(n) => n / 1e9,
        None => START.with(|start| start.elapsed().as_secs_f64()),
    }
}
