//! Random variant puzzles against a naive checker.
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin naive_rules -- [FROM] [TO] [--seed N]
//! ```
//!
//! A puzzle is a board of 4x4, 5x5 or 6x6 with values from 0, 1 or below, some clues and one to four
//! rules of random kinds, most of which hold for one random grid. One in twelve has unknown regions or
//! doublers, whose cells beside the grid belong to the solution (`naive/beside.rs`). The naive checker
//! puts digits into the blanks, cell by cell, and asks every rule of every full grid, in meanings of its
//! own (`naive/meaning.rs`). What it finds must be what [`RuleEngine`] finds in one of its three forms,
//! which take turns, and `holds` of each rule must say of each of those full grids what the plain
//! meaning says. The first puzzle that differs is printed, and the command fails.

#[path = "../naive/beside.rs"]
mod beside;
#[path = "../naive/meaning.rs"]
mod meaning;

use beside::Beside;
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
    let missing = told.missing();
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

impl Told {
    /// The kinds that did not occur.
    fn missing(&self) -> Vec<&'static str> {
        let all = KINDS.iter().chain(&beside::KINDS).copied();
        all.filter(|kind| !self.kinds.contains_key(kind)).collect()
    }
}

fn one(seed: u64, number: u64, told: &mut Told) -> Result<(), String> {
    let random = &mut Random::for_run(seed, "naive-rules", "", number);
    let beside = match random.index(24) {
        0 => Beside::Regions,
        1 => Beside::Doublers,
        _ => Beside::Nothing,
    };
    let (n, boxes) = match beside {
        Beside::Regions => (4, None),
        Beside::Doublers => (4, Some((2, 2))),
        Beside::Nothing => {
            [(4, Some((2, 2))), (4, Some((2, 2))), (4, None), (5, None), (6, Some((2, 3)))]
                [random.index(5)]
        }
    };
    let first = match beside {
        // Values below 0 cannot count twice.
        Beside::Doublers => [1, 1, 1, 0][random.index(4)],
        _ => [1, 1, 1, 0, -1][random.index(5)],
    };
    let board = match boxes {
        Some((rows, columns)) => Board::boxes(rows as u8, columns as u8),
        None => Board::latin(n),
    };
    let board = board.and_then(|board| board.with_first_value(first));
    let board = board.and_then(|board| match beside.cells() {
        Some((name, count)) => board.with_side(name, count),
        None => Ok(board),
    });
    let board = board.map_err(|error| error.to_string())?;
    let groups = groups(n, boxes);
    let full = draw(n, &groups, random);
    // Each grid is looked at with everything that may lie beside it.
    let at_least = if beside == Beside::Nothing { 0 } else { n * n / 2 };
    let clues = clues(n, &groups, &full, at_least, random);
    let values: Vec<i64> = full.iter().map(|&index| first + index as i64).collect();
    let ground = Ground { n, first, grid: &values };
    let mut asks: Vec<Asked> = Vec::new();
    let wanted = 1 + random.index(4);
    let mut rules: Vec<Rule> = Vec::new();
    let mut values = values.clone();
    if let Some(ask) = beside::first_rule(beside, first) {
        // One of the fillings that go with the grid, if there is any.
        let with = |filling: &Vec<usize>| -> Vec<i64> {
            let beside = filling.iter().map(|&index| first + index as i64);
            values.iter().copied().chain(beside).collect()
        };
        let good: Vec<Vec<i64>> =
            beside.fillings().iter().map(with).filter(|values| (ask.holds)(values)).collect();
        values = random.pick(&good).cloned().unwrap_or_else(|| with(&beside.fillings()[0]));
        rules.push(Rule::from_text(&ask.text, &board).map_err(|error| error.to_string())?);
        asks.push(ask);
    }
    let wanted = wanted + asks.len();
    while asks.len() < wanted {
        let ask = if beside != Beside::Nothing && random.chance(0.7) {
            beside::asked_beside(beside, first, &values, random)
        } else {
            let ask = asked(KINDS[random.index(KINDS.len())], &ground, random);
            // It speaks of the grid alone.
            ask.map(|ask| Asked { holds: Box::new(move |v| (ask.holds)(&v[..n * n])), ..ask })
        };
        let Some(ask) = ask else { continue };
        let kind = ask.kind;
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
    let mut look = |indices: &[usize]| {
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
    };
    fill(n, &groups, &mut grid, 0, &mut |indices| {
        beside.fillings().iter().for_each(|filling| look(&[indices, filling].concat()));
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
    let mut digits: Vec<u8> =
        clues.iter().map(|clue| clue.map_or(0, |index| index as u8 + 1)).collect();
    digits.resize(board.n_cells(), 0);
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
    at_least: usize,
    random: &mut Random,
) -> Vec<Option<usize>> {
    let mut order: Vec<usize> = (0..n * n).collect();
    random.shuffle(&mut order);
    let mut clues = vec![None; n * n];
    let begin = at_least.max(if n == 4 { 2 + random.index(4) } else { n * n / 3 });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_the_rules_and_the_naive_checker_agree_on_some_hundred_puzzles() {
        let mut told = Told::default();
        for number in 0..400 {
            one(7, number, &mut told).unwrap_or_else(|why| panic!("puzzle {number}: {why}"));
        }
        assert!(told.unique > 40 && told.several > 40 && told.none > 40);
        assert!(told.missing().len() < 8, "never met: {:?}", told.missing());
        assert!(beside::KINDS.iter().all(|kind| told.kinds.contains_key(kind)));
    }
}
