//! What is written on cells and where cells meet.

use super::rule;
use sudolab_grid::Grid;
use sudolab_grid::random::Random;
use sudolab_grid::rule::{Parts, Rule};

/// For each cell whether its value is even or odd.
pub(super) fn even_odd(solution: &Grid) -> Vec<Rule> {
    let mark = |cell| {
        let even = solution.value(cell)? % 2 == 0;
        rule(if even { "even" } else { "odd" }, Parts::cells(&[cell]))
    };
    solution.board().cells().filter_map(mark).collect()
}

/// Where four cells meet one to four of their values; no two of them share a cell.
pub(super) fn quadruples(solution: &Grid, random: &mut Random) -> Vec<Rule> {
    let board = solution.board();
    let n = board.size();
    let mut corners: Vec<(usize, usize)> =
        (0..n - 1).flat_map(|row| (0..n - 1).map(move |column| (row, column))).collect();
    random.shuffle(&mut corners);
    let mut taken = vec![false; board.n_cells()];
    let mut rules = Vec::new();
    for (row, column) in corners {
        let cells = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, c)| board.cell(row + r, column + c));
        if cells.iter().any(|cell| taken[cell.index()]) {
            continue;
        }
        cells.iter().for_each(|cell| taken[cell.index()] = true);
        let mut numbers: Vec<i64> = cells.iter().filter_map(|&c| solution.value(c)).collect();
        random.shuffle(&mut numbers);
        numbers.truncate(1 + random.index(4));
        numbers.sort_unstable();
        let parts = Parts { numbers, ..Parts::cells(&cells) };
        rules.extend(rule("quadruple", parts));
    }
    rules
}
