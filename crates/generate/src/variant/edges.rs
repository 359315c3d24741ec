//! Clues written outside the grid, about rows, columns and diagonals.

use super::{Variant, rule};
use sudolab_grid::rule::{Parts, Rule};
use sudolab_grid::{Board, Cell, Grid};

/// All such clues of a kind.
pub(super) fn edges(variant: Variant, solution: &Grid) -> Vec<Rule> {
    let board = solution.board();
    let both = || lines(board).flat_map(|line| [line.iter().rev().copied().collect(), line]);
    let values = |line: &[Cell]| -> Vec<i64> {
        line.iter().filter_map(|&cell| solution.value(cell)).collect()
    };
    let clue =
        |name: &str, number: Option<i64>, line: &[Cell]| rule(name, Parts::numbered(number?, line));
    match variant {
        Variant::Sandwich => {
            let sum = |line: Vec<Cell>| clue("sandwich", sandwich(&values(&line)), &line);
            lines(board).filter_map(sum).collect()
        }
        Variant::Skyscraper => {
            let seen = |line: Vec<Cell>| clue("skyscraper", Some(seen(&values(&line))), &line);
            both().filter_map(seen).collect()
        }
        Variant::XSum => {
            let sum = |line: Vec<Cell>| clue("x-sum", x_sum(&values(&line)), &line);
            both().filter_map(sum).collect()
        }
        Variant::NumberedRoom => {
            let room = |line: Vec<Cell>| clue("numbered-room", room(&values(&line)), &line);
            both().filter_map(room).collect()
        }
        Variant::LittleKiller => {
            let sum =
                |line: Vec<Cell>| clue("little-killer", Some(values(&line).iter().sum()), &line);
            diagonals(board).into_iter().filter_map(sum).collect()
        }
        _ => Vec::new(),
    }
}

/// Rows from the left and columns from above.
fn lines(board: &Board) -> impl Iterator<Item = Vec<Cell>> {
    let n = board.size();
    let row = move |i: usize| (0..n).map(|j| board.cell(i, j)).collect();
    let column = move |j: usize| (0..n).map(|i| board.cell(i, j)).collect();
    (0..n).map(row).chain((0..n).map(column))
}

/// The diagonals of two cells or more, in both directions, each once.
fn diagonals(board: &Board) -> Vec<Vec<Cell>> {
    let n = board.size();
    let mut all = Vec::new();
    for sum in 1..2 * n - 2 {
        let rising: Vec<(usize, usize)> =
            (0..n).filter(|row| *row <= sum && sum - row < n).map(|row| (row, sum - row)).collect();
        let falling = rising.iter().map(|&(row, column)| board.cell(row, n - 1 - column));
        all.push(falling.collect());
        all.push(rising.iter().map(|&(row, column)| board.cell(row, column)).collect());
    }
    all
}

/// The sum between the least and the largest value.
fn sandwich(values: &[i64]) -> Option<i64> {
    let place = |wanted: &i64| values.iter().position(|value| value == wanted);
    let (low, high) = (place(values.iter().min()?)?, place(values.iter().max()?)?);
    Some(values[low.min(high) + 1..low.max(high)].iter().sum())
}

/// How many values are larger than all before them.
fn seen(values: &[i64]) -> i64 {
    let is_seen = |&i: &usize| values[..i].iter().all(|before| *before < values[i]);
    (0..values.len()).filter(is_seen).count() as i64
}

/// The sum of as many values as the first one says.
fn x_sum(values: &[i64]) -> Option<i64> {
    let n = usize::try_from(*values.first()?).ok()?;
    values.get(..n).map(|first| first.iter().sum())
}

/// The value that stands where the first one says.
fn room(values: &[i64]) -> Option<i64> {
    let at = usize::try_from(*values.first()?).ok()?.checked_sub(1)?;
    values.get(at).copied()
}
