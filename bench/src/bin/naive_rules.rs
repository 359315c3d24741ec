//! Random variant puzzles against a naive checker.
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin naive_rules -- [FROM] [TO] [--seed N]
//! ```
//!
//! A puzzle is a board of 4x4, 5x5 or 6x6 with values from 0, 1 or below, some clues and one to four
//! rules of random kinds, most of which hold for one random grid. The naive checker puts digits into
//! the blanks, cell by cell, and asks every rule of every full grid, in meanings of its own
//! (`naive/meaning.rs`). What it finds must be what [`RuleEngine`] finds in one of its three forms,
//! which take turns, and `holds` of each rule must say of each of those full grids what the plain
//! meaning says. The first puzzle that differs is printed, and the command fails.

#[path = "../naive/meaning.rs"]
mod meaning;

use meaning::{Asked, Ground, KINDS, asked};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use sudolab_exact::general::{RuleEngine, Settings};
use sudolab_grid::random::Random;
use sudolab_grid::rule::Rule;
use sudolab_grid::{Board, Grid, Puzzle};

const FORMS: [(&str, Settings); 3] = [
    ("staircase", Settings::STAIRCASE),
    ("learning", Settings::LEARNING),
    ("branching", Settings::BRANCHING),
];

/// Full grids that a puzzle may have beside its rules; with more it gets more clues.
const MOST_GRIDS: usize = 300;

fn main() -> ExitCode {
    let mut numbers = Vec::new();
    let mut seed = 1;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seed" => seed = words.next().and_then(|word| word.parse().ok()).unwrap_or(seed),
            word => numbers.extend(word.parse::<u64>()),
        }
    }
    let from = numbers.first().copied().unwrap_or(0);
    let to = numbers.get(1).copied().unwrap_or(100_000);
    let mut told = Told::default();
    for number in from..to {
        if let Err(why) = one(seed, number, &mut told) {
            println!("puzzle {number} of seed {seed}: {why}");
            return ExitCode::FAILURE;
        }
    }
    println!(
        "puzzles {from} to {to} of seed {seed}: the engine, the rules and the naive checker agree"
    );
    println!(
        "{} full grids looked at, {} solutions; {} puzzles have one, {} several, {} none",
        told.grids, told.solutions, told.unique, told.several, told.none
    );
    let kinds: Vec<String> = told.kinds.iter().map(|(kind, n)| format!("{kind} {n}")).collect();
    println!("{} kinds: {}", kinds.len(), kinds.join(", "));
    let missing: Vec<&str> =
        KINDS.iter().copied().filter(|kind| !told.kinds.contains_key(kind)).collect();
    if !missing.is_empty() {
        println!("never met: {}", missing.join(", "));
    }
    ExitCode::SUCCESS
}

#[derive(Default)]
struct Told {
    kinds: BTreeMap<&'static str, u64>,
    grids: u64,
    solutions: u64,
    unique: u64,
    several: u64,
    none: u64,
}

fn one(seed: u64, number: u64, told: &mut Told) -> Result<(), String> {
    let random = &mut Random::for_run(seed, "naive-rules", "", number);
    let (n, boxes) =
        [(4, Some((2, 2))), (4, Some((2, 2))), (4, None), (5, None), (6, Some((2, 3)))]
            [random.index(5)];
    let first = [1, 1, 1, 0, -1][random.index(5)];
    let board = match boxes {
        Some((rows, columns)) => Board::boxes(rows as u8, columns as u8),
        None => Board::latin(n),
    };
    let board = board.and_then(|board| board.with_first_value(first));
    let board = board.map_err(|error| error.to_string())?;
    let groups = groups(n, boxes);
    let full = draw(n, &groups, random);
    let clues = clues(n, &groups, &full, random);
    let values: Vec<i64> = full.iter().map(|&index| first + index as i64).collect();
    let ground = Ground { n, first, grid: &values };
    let mut asks: Vec<Asked> = Vec::new();
    let wanted = 1 + random.index(4);
    let mut rules: Vec<Rule> = Vec::new();
    while asks.len() < wanted {
        let kind = KINDS[random.index(KINDS.len())];
        let Some(ask) = asked(kind, &ground, random) else { continue };
        // Most rules are kept by the grid, so that there are solutions to be found; orders of all lines
        // are large to search and come now and then.
        let is_kept = (ask.holds)(&values) || random.chance(0.2);
        let is_large = matches!(kind, "rank" | "shared-rank" | "no-equal-lines");
        if !is_kept || (is_large && !random.chance(0.1)) {
            continue;
        }
        // What the board has no room for is drawn anew; a rule that is never accepted is told at
        // the end as never met.
        let Ok(rule) = Rule::from_text(&ask.text, &board) else { continue };
        let alone = Puzzle::new(Grid::empty(board.clone())).with_rules(vec![rule.clone()]);
        if alone.is_err() {
            continue;
        }
        rules.push(rule);
        asks.push(ask);
    }
    let texts: Vec<&str> = asks.iter().map(|ask| ask.text.as_str()).collect();
    let story = || {
        let clues: String =
            clues.iter().map(|clue| clue.map_or('.', |i| char::from(b'1' + i as u8))).collect();
        format!("{board}, clues {clues} (as digits from 1), rules:\n{}\n", texts.join("\n"))
    };
    let puzzle = puzzle(&board, &clues, rules).ok_or_else(|| format!("refused: {}", story()))?;
    // The naive side.
    let mut solutions: Vec<Vec<u8>> = Vec::new();
    let mut wrong = None;
    let mut grid = clues.clone();
    fill(n, &groups, &mut grid, 0, &mut |indices| {
        told.grids += 1;
        let values: Vec<i64> = indices.iter().map(|&index| first + index as i64).collect();
        let digits: Vec<u8> = indices.iter().map(|&index| index as u8 + 1).collect();
        let theirs = Grid::from_values(board.clone(), &digits);
        let mut good = true;
        for (ask, rule) in asks.iter().zip(puzzle.rules()) {
            let holds = (ask.holds)(&values);
            good &= holds;
            if theirs.as_ref().is_none_or(|grid| rule.holds(grid).is_ok() != holds)
                && wrong.is_none()
            {
                wrong = Some(format!("{values:?}: “{}” holds: {holds} is wrong", ask.text));
            }
        }
        if good {
            solutions.push(digits);
        }
    });
    if let Some(wrong) = wrong {
        return Err(format!("{}{wrong}", story()));
    }
    solutions.sort();
    for &(name, settings) in &FORMS[(number % 3) as usize..][..1] {
        let mut engine = RuleEngine::new(&puzzle, settings);
        let mut found = Vec::new();
        let searched = engine.for_each_solution(&puzzle, &mut |_| Ok(()), &mut |values| {
            found.push(values.to_vec());
            ControlFlow::Continue(())
        });
        searched.map_err(|error| format!("{}{error}", story()))?;
        found.sort();
        if found != solutions {
            let (ours, theirs) = (found.len(), solutions.len());
            return Err(format!("{}{name} finds {ours}, the naive checker {theirs}", story()));
        }
    }
    for ask in &asks {
        *told.kinds.entry(ask.kind).or_default() += 1;
    }
    told.solutions += solutions.len() as u64;
    *match solutions.len() {
        0 => &mut told.none,
        1 => &mut told.unique,
        _ => &mut told.several,
    } += 1;
    Ok(())
}

fn puzzle(board: &Arc<Board>, clues: &[Option<usize>], rules: Vec<Rule>) -> Option<Puzzle> {
    let digits: Vec<u8> =
        clues.iter().map(|clue| clue.map_or(0, |index| index as u8 + 1)).collect();
    Puzzle::new(Grid::from_values(board.clone(), &digits)?).with_rules(rules).ok()
}

/// For each cell the cells before it that must differ.
fn groups(n: usize, boxes: Option<(usize, usize)>) -> Vec<Vec<usize>> {
    let differ = |a: usize, b: usize| {
        let (row, column) = ((a / n, b / n), (a % n, b % n));
        let same_box = boxes.is_some_and(|(rows, columns)| {
            row.0 / rows == row.1 / rows && column.0 / columns == column.1 / columns
        });
        row.0 == row.1 || column.0 == column.1 || same_box
    };
    (0..n * n).map(|a| (0..n * n).filter(|&b| a != b && differ(a, b)).collect()).collect()
}

/// Every way to fill the blanks so that the houses are kept.
fn fill(
    n: usize,
    groups: &[Vec<usize>],
    grid: &mut Vec<Option<usize>>,
    from: usize,
    visit: &mut dyn FnMut(&[usize]),
) {
    let Some(cell) = (from..n * n).find(|&cell| grid[cell].is_none()) else {
        let full: Vec<usize> = grid.iter().flatten().copied().collect();
        return visit(&full);
    };
    for index in 0..n {
        if groups[cell].iter().all(|&other| grid[other] != Some(index)) {
            grid[cell] = Some(index);
            fill(n, groups, grid, cell + 1, visit);
            grid[cell] = None;
        }
    }
}

/// A random full grid.
fn draw(n: usize, groups: &[Vec<usize>], random: &mut Random) -> Vec<usize> {
    fn place(
        n: usize,
        groups: &[Vec<usize>],
        grid: &mut Vec<Option<usize>>,
        cell: usize,
        random: &mut Random,
    ) -> bool {
        if cell == n * n {
            return true;
        }
        let mut order: Vec<usize> = (0..n).collect();
        random.shuffle(&mut order);
        for index in order {
            if groups[cell].iter().all(|&other| grid[other] != Some(index)) {
                grid[cell] = Some(index);
                if place(n, groups, grid, cell + 1, random) {
                    return true;
                }
                grid[cell] = None;
            }
        }
        false
    }
    let mut grid = vec![None; n * n];
    place(n, groups, &mut grid, 0, random);
    grid.into_iter().flatten().collect()
}

/// Clues of the grid, as few as keep the number of fillings small.
fn clues(
    n: usize,
    groups: &[Vec<usize>],
    full: &[usize],
    random: &mut Random,
) -> Vec<Option<usize>> {
    let mut order: Vec<usize> = (0..n * n).collect();
    random.shuffle(&mut order);
    let mut clues = vec![None; n * n];
    let begin = if n == 4 { 2 + random.index(4) } else { n * n / 3 };
    let (now, later) = order.split_at(begin);
    now.iter().for_each(|&cell| clues[cell] = Some(full[cell]));
    for &cell in later {
        if n == 4 || few(n, groups, &clues) {
            break;
        }
        clues[cell] = Some(full[cell]);
    }
    clues
}

/// Whether the fillings are few enough to look at all of them.
fn few(n: usize, groups: &[Vec<usize>], clues: &[Option<usize>]) -> bool {
    fn count(
        n: usize,
        groups: &[Vec<usize>],
        grid: &mut Vec<Option<usize>>,
        from: usize,
        left: &mut usize,
    ) -> bool {
        let Some(cell) = (from..n * n).find(|&cell| grid[cell].is_none()) else {
            *left = left.saturating_sub(1);
            return *left > 0;
        };
        for index in 0..n {
            if groups[cell].iter().all(|&other| grid[other] != Some(index)) {
                grid[cell] = Some(index);
                let go_on = count(n, groups, grid, cell + 1, left);
                grid[cell] = None;
                if !go_on {
                    return false;
                }
            }
        }
        true
    }
    let mut left = MOST_GRIDS;
    count(n, groups, &mut clues.to_vec(), 0, &mut left)
}
