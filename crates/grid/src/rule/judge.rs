//! What judging a filled grid needs again and again.

use super::Breach;
use crate::{Cell, Grid};

/// The values of cells, when all of them are filled.
pub(super) fn values(grid: &Grid, cells: &[Cell]) -> Option<Vec<i64>> {
    cells.iter().map(|&cell| grid.value(cell)).collect()
}

/// A breach of these cells.
pub(super) fn breach(cells: &[Cell], what: impl Into<String>) -> Result<(), Breach> {
    Err(Breach { cells: cells.to_vec(), what: what.into() })
}

/// A condition on the values of cells, judged when all are filled.
pub(super) fn judge(
    grid: &Grid,
    cells: &[Cell],
    keeps: impl FnOnce(&[i64]) -> Result<(), String>,
) -> Result<(), Breach> {
    match values(grid, cells).map(|values| keeps(&values)) {
        Some(Err(what)) => breach(cells, what),
        _ => Ok(()),
    }
}

/// A condition on pairs of cells, judged for each pair that is filled.
pub(super) fn judge_pairs(
    grid: &Grid,
    pairs: impl IntoIterator<Item = (Cell, Cell)>,
    keeps: impl Fn(i64, i64) -> Result<(), String>,
) -> Result<(), Breach> {
    for (a, b) in pairs {
        if let (Some(left), Some(right)) = (grid.value(a), grid.value(b))
            && let Err(what) = keeps(left, right)
        {
            return breach(&[a, b], what);
        }
    }
    Ok(())
}

/// No value twice among the filled cells.
pub(super) fn all_differ(grid: &Grid, cells: &[Cell]) -> Result<(), Breach> {
    for (i, &a) in cells.iter().enumerate() {
        let Some(digit) = grid.get(a) else { continue };
        if let Some(&b) = cells[i + 1..].iter().find(|&&b| grid.get(b) == Some(digit)) {
            let value = grid.board().value(digit);
            return breach(&[a, b], format!("they hold {value} twice"));
        }
    }
    Ok(())
}

/// All pairs of a list, each once, in its order.
pub(super) fn all_pairs(cells: &[Cell]) -> Vec<(Cell, Cell)> {
    let later = |(i, &a): (usize, &Cell)| cells[i + 1..].iter().map(move |&b| (a, b));
    cells.iter().enumerate().flat_map(later).collect()
}

/// The pairs of cells that follow one another.
pub(super) fn steps(cells: &[Cell]) -> impl Iterator<Item = (Cell, Cell)> + '_ {
    cells.windows(2).map(|pair| (pair[0], pair[1]))
}

/// Numbers for people: `3, 4 and 5`.
pub(super) fn listed(values: &[i64]) -> String {
    let texts: Vec<String> = values.iter().map(i64::to_string).collect();
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => texts.join(""),
    }
}
