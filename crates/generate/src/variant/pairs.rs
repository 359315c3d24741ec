//! Signs between touching cells.

use super::rule;
use sudolab_grid::random::Random;
use sudolab_grid::rule::{Negative, Parts, Rule, Signs};
use sudolab_grid::{Cell, Grid};

/// The values of two cells, the smaller one first.
fn values(solution: &Grid, (a, b): (Cell, Cell)) -> (i64, i64) {
    let value = |cell| solution.value(cell).unwrap_or_default();
    (value(a).min(value(b)), value(a).max(value(b)))
}

/// All white and black dots, and that there are no others. Between 1 and 2 either dot may stand.
pub(super) fn kropki(solution: &Grid, random: &mut Random) -> Vec<Rule> {
    let mut marked = Vec::new();
    let mut rules = Vec::new();
    for pair in solution.board().touching() {
        let (low, high) = values(solution, pair);
        let (white, black) = (high - low == 1, high == 2 * low);
        let (name, number) = match (white, black) {
            (false, false) => continue,
            (true, true) if random.chance(0.5) => ("white-dot", 1),
            (_, true) => ("black-dot", 2),
            (true, false) => ("white-dot", 1),
        };
        rules.extend(rule(name, Parts::numbered(number, &[pair.0, pair.1])));
        marked.push(pair);
    }
    rules.push(Rule::Negative(Negative::new(Signs::Kropki, &marked)));
    rules
}

/// All sums of 5 and 10, and that there are no others.
pub(super) fn xv(solution: &Grid) -> Vec<Rule> {
    let mut marked = Vec::new();
    let mut rules = Vec::new();
    for pair in solution.board().touching() {
        let (low, high) = values(solution, pair);
        if matches!(low + high, 5 | 10) {
            rules.extend(rule("pair-sum", Parts::numbered(low + high, &[pair.0, pair.1])));
            marked.push(pair);
        }
    }
    rules.push(Rule::Negative(Negative::new(Signs::Xv, &marked)));
    rules
}

/// Which of two touching cells of a box is larger; on a board without boxes for all touching cells.
pub(super) fn greater(solution: &Grid) -> Vec<Rule> {
    let board = solution.board();
    let inside = |&(a, b): &(Cell, Cell)| board.box_of(a) == board.box_of(b);
    let sign = |(a, b): (Cell, Cell)| {
        let larger = solution.value(a) > solution.value(b);
        rule("greater", Parts::cells(&if larger { [a, b] } else { [b, a] }))
    };
    board.touching().into_iter().filter(inside).filter_map(sign).collect()
}
