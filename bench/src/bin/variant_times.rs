//! Published variants: is each solved right, and how long does it take?
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin variant_times -- FILE \
//!     [--limit SECONDS] [--only TEXT] [--step staircase|learning|branching] [--peer TIMES]
//! ```
//!
//! FILE is a table with the columns `name`, `input` and `solution`. For each puzzle the first two
//! solutions are looked for; the time is thread CPU time from the read puzzle to the end, tables
//! included, the least of three where it is short. TIMES has name, milliseconds and number of
//! solutions of another solver; then ratios are added.

use rustix::time::{ClockId, clock_gettime};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;
use sudolab_exact::general::{Engine, RuleEngine, Settings, Stats};
use sudolab_grid::formats::{ReadOptions, read_one};
use sudolab_grid::halt::Stop;
use sudolab_grid::{Alphabet, Grid, Puzzle};

struct Options {
    file: String,
    limit: f64,
    only: String,
    settings: Settings,
    peer: HashMap<String, f64>,
}

struct Searched {
    millis: f64,
    stats: Stats,
    solutions: Vec<Vec<u8>>,
}

fn main() {
    let options = options();
    let text = std::fs::read_to_string(&options.file).unwrap_or_default();
    let mut lines = text.lines();
    let heads: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| heads.iter().position(|head| *head == name);
    let (Some(name_at), Some(input_at)) = (column("name"), column("input")) else {
        eprintln!("{}: there is no such table with the columns name and input", options.file);
        return;
    };
    let solution_at = column("solution");
    let (mut n, mut unread, mut wrong, mut unsettled) = (0, 0, 0, 0);
    let mut times: Vec<(f64, f64)> = Vec::new();
    let mut sum = 0.0;
    println!("name\tms\tsolutions\tguesses\tlearned\tverdict\tratio");
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |at: usize| fields.get(at).copied().unwrap_or_default();
        let name = field(name_at);
        if !name.contains(&options.only) {
            continue;
        }
        n += 1;
        let read = read_one(field(input_at), &ReadOptions::default());
        let puzzle = match read.map(|record| record.document.puzzle()) {
            Ok(Ok(puzzle)) => puzzle,
            Ok(Err(error)) => {
                unread += 1;
                println!("{name}\t\t\t\t\tunread: {error}\t");
                continue;
            }
            Err(error) => {
                unread += 1;
                println!("{name}\t\t\t\t\tunread: {error}\t");
                continue;
            }
        };
        let mut best = search(&puzzle, &options);
        for _ in 0..2 {
            if best.millis < 30.0 {
                let again = search(&puzzle, &options);
                best.millis = best.millis.min(again.millis);
            }
        }
        let known = solution_at.map(field).filter(|told| !told.is_empty());
        let told = known.and_then(|told| filled(&puzzle, told));
        let verdict = match (&best.stats.stopped, &told, best.solutions.as_slice()) {
            (Some(_), _, _) => "stopped",
            // Cells beside the grid are not told.
            (None, Some(told), [only])
                if told.filled().all(|(cell, digit)| only[cell.index()] == digit.value()) =>
            {
                "right"
            }
            (None, Some(_), [_]) => "another",
            (None, None, _) => "no solution told",
            (None, Some(_), []) => "none",
            (None, Some(_), _) => "several",
        };
        wrong += u32::from(matches!(verdict, "another" | "none" | "several"));
        unsettled += u32::from(verdict == "stopped");
        sum += best.millis;
        let ratio = options.peer.get(name).map(|peer| peer / best.millis.max(0.001));
        if let Some(peer) = options.peer.get(name) {
            times.push((best.millis.max(0.001), *peer));
        }
        println!(
            "{name}\t{:.3}\t{}\t{}\t{}\t{verdict}\t{}",
            best.millis,
            best.stats.solutions,
            best.stats.guesses,
            best.stats.learned,
            ratio.map_or(String::new(), |ratio| format!("{ratio:.2}"))
        );
    }
    println!(
        "{n} puzzles: {unread} unread, {wrong} not as told, {unsettled} not settled; {sum:.0} ms in all"
    );
    if !times.is_empty() {
        let logs: f64 = times.iter().map(|(ours, peer)| (peer / ours).ln()).sum();
        let (ours, peer) = times.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x, b + y));
        let slower = times.iter().filter(|(ours, peer)| ours > peer).count();
        println!(
            "{} with the peer's time: geometric mean {:.2} times as fast, sums {ours:.0} and {peer:.0} ms, \
             {slower} slower",
            times.len(),
            (logs / times.len() as f64).exp()
        );
    }
}

fn search(puzzle: &Puzzle, options: &Options) -> Searched {
    let start = cpu();
    let limit = Duration::from_secs_f64(options.limit);
    let mut meter = |_| if cpu() - start > limit { Err(Stop::Time) } else { Ok(()) };
    let mut solutions = Vec::new();
    let mut visit = |values: &[u8]| {
        let grid = Grid::from_values(puzzle.board().clone(), values);
        if let Some((rule, breach)) = grid.as_ref().and_then(|g| puzzle.rules().hold(g).err()) {
            eprintln!("a rule the engine does not know: {}: {}", rule.name(), breach.what);
            return ControlFlow::Continue(());
        }
        solutions.push(values.to_vec());
        if solutions.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let stats = if puzzle.has_rules() {
        RuleEngine::new(puzzle, options.settings).for_each_solution(puzzle, &mut meter, &mut visit)
    } else {
        Engine::with_settings(puzzle.board(), options.settings)
            .for_each_solution(puzzle, &mut meter, &mut visit)
    };
    let stats = stats.expect("the engine was made for this puzzle");
    let millis = (cpu() - start).as_secs_f64() * 1e3;
    Searched { millis, stats, solutions }
}

/// A solution as it is told; boards above nine use letters from A = 1.
fn filled(puzzle: &Puzzle, line: &str) -> Option<Grid> {
    let board = puzzle.board();
    if board.size() > 10 && board.is_plain() {
        let values: Option<Vec<u8>> = line.chars().map(|c| Alphabet::Letters.value(c)).collect();
        return Grid::from_values(board.clone(), &values?);
    }
    board.grid_from_line(line).ok()
}

fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.max(0) as u64, time.tv_nsec.max(0) as u32)
}

fn options() -> Options {
    let mut words = std::env::args().skip(1);
    let mut options = Options {
        file: words.next().unwrap_or_default(),
        limit: 10.0,
        only: String::new(),
        settings: Settings::STAIRCASE,
        peer: HashMap::new(),
    };
    while let Some(word) = words.next() {
        let value = words.next().unwrap_or_default();
        match word.as_str() {
            "--limit" => options.limit = value.parse().unwrap_or(options.limit),
            "--only" => options.only = value,
            "--step" => {
                options.settings = match value.as_str() {
                    "learning" => Settings::LEARNING,
                    "branching" => Settings::BRANCHING,
                    _ => Settings::STAIRCASE,
                }
            }
            "--peer" => {
                let text = std::fs::read_to_string(&value).unwrap_or_default();
                let row = |line: &str| {
                    let mut fields = line.split('\t');
                    Some((fields.next()?.to_owned(), fields.next()?.parse().ok()?))
                };
                options.peer = text.lines().filter_map(row).collect();
            }
            other => eprintln!("'{other}' is no option here"),
        }
    }
    options
}
