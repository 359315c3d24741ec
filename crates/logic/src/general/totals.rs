//! Totals of houses against totals of rules: innies and outies.
//!
//! All digits of a board have a sum, and so have the cells of each full house. What cages and other
//! sums take of some neighbouring houses is known too; what is left is a sum of few cells, some of
//! which lie outside and count against it.
//!
//! ```text
//! row 1     45 = 15 + 10 + 8 + r1c9          cages 15, 10 and 8 lie in the row
//! row 1     45 = 15 + 10 + 22 - r2c9 + r1c8  cage 22 reaches down into r2c9
//! ```

use super::ground::Group;
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{COMMON, Family};
use std::collections::BTreeSet;
use sudolab_grid::rule::Demand;
use sudolab_grid::{Board, Cell, HouseKind};

/// What sums of houses leave when sums of rules are taken away.
pub static HOUSE_TOTAL: Entry = Entry::new("house-total", "House Total", Family::Rules, COMMON)
    .elsewhere()
    .taught_by(&Lesson {
        what: "The digits of a house have a known total. Take away the sums of the cages that lie in \
               it: what is left is the sum of the few cells that no cage covers, or that reach out.",
        why: "Every house holds each digit once, so its total is the same in every puzzle of the size, \
              45 on the classic board. What the cages do not take of it, the other cells do. A cell \
              of a cage that reaches out counts against it.",
        when: "In puzzles with cages or other sums, where cages nearly fill one house or several \
               neighbouring ones.",
        other_names: &["Innies and Outies", "Rule of 45"],
        example: r#"{"puzzle": "....................................", "rules": ["cage 7 r1c1 r1c2", "cage 10 r1c3 r1c4 r1c5"]}"#,
    });

/// A sum that follows from some houses and some rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Total {
    /// Full groups without a cell in common.
    pub(super) groups: Vec<usize>,
    /// Rules whose sums are taken away.
    pub(super) rules: Vec<usize>,
    /// What is left: cells with their weights, and the sum.
    pub(super) terms: Vec<(Cell, i32)>,
    pub(super) sum: i64,
}

/// A total with more cells tells a person nothing.
const MOST_CELLS: usize = 5;

/// Houses in a row whose totals are looked at together.
const MOST_HOUSES: usize = 5;

/// A rule that says the sum of some cells.
struct Summed {
    rule: usize,
    cells: Vec<Cell>,
    sum: i64,
}

/// The totals of a puzzle, those of few houses first.
pub(super) fn totals(board: &Board, groups: &[Group], demands: &[(usize, Demand)]) -> Vec<Total> {
    let summed = summed(board, demands);
    let mut told: BTreeSet<Vec<(Cell, i32)>> = BTreeSet::new();
    let mut all: Vec<Total> = Vec::new();
    for region in regions(board, groups) {
        if let Some(total) = total(board, groups, region, &summed)
            && told.insert(total.terms.clone())
        {
            all.push(total);
        }
    }
    all.sort_by_key(|total| (total.groups.len(), total.terms.len()));
    all
}

fn summed(board: &Board, demands: &[(usize, Demand)]) -> Vec<Summed> {
    let mut all: Vec<Summed> = Vec::new();
    for (rule, demand) in demands {
        let Demand::Sum { terms, low, high } = demand else { continue };
        let plain = terms.iter().all(|(cell, weight)| {
            *weight == 1 && cell.index() < board.n_cells() && board.place(*cell).is_some()
        });
        let mut cells: Vec<Cell> = terms.iter().map(|&(cell, _)| cell).collect();
        cells.sort_unstable();
        cells.dedup();
        // A rule that says several sums is not taken apart.
        let once = demands.iter().filter(|(other, d)| other == rule && is_sum(d)).count() == 1;
        if low == high && plain && once && cells.len() == terms.len() {
            all.push(Summed { rule: *rule, cells, sum: *low });
        }
    }
    all
}

fn is_sum(demand: &Demand) -> bool {
    matches!(demand, Demand::Sum { .. })
}

/// Sets of disjoint full houses: neighbouring rows or columns, boxes and pairs of them.
fn regions(board: &Board, groups: &[Group]) -> Vec<Vec<usize>> {
    let of_kind = |kind: HouseKind| -> Vec<usize> {
        let houses = board.houses().iter().enumerate();
        let full = houses.filter(|(i, house)| house.kind() == kind && groups[*i].is_full);
        full.map(|(i, _)| i).collect()
    };
    let mut all = Vec::new();
    for kind in [HouseKind::Row, HouseKind::Column] {
        let lines = of_kind(kind);
        for n in 1..=MOST_HOUSES.min(lines.len()) {
            all.extend(lines.windows(n).map(<[usize]>::to_vec));
        }
    }
    let boxes = of_kind(HouseKind::Box);
    all.extend(boxes.iter().map(|&one| vec![one]));
    for (i, &a) in boxes.iter().enumerate() {
        all.extend(boxes[i + 1..].iter().map(|&b| vec![a, b]));
    }
    let disjoint = |region: &Vec<usize>| {
        let mut cells: Vec<Cell> =
            region.iter().flat_map(|&group| groups[group].cells.iter().copied()).collect();
        let n = cells.len();
        cells.sort_unstable();
        cells.dedup();
        cells.len() == n
    };
    all.retain(disjoint);
    all
}

/// What some houses leave when the sums that lie mostly in them are taken away.
fn total(board: &Board, groups: &[Group], region: Vec<usize>, summed: &[Summed]) -> Option<Total> {
    let mut weights = vec![0i32; board.n_cells()];
    for &cell in region.iter().flat_map(|&group| &groups[group].cells) {
        weights[cell.index()] = 1;
    }
    let all: i64 = board.digits().iter().map(|digit| board.value(digit)).sum();
    let mut sum = all * region.len() as i64;
    let mut rules = Vec::new();
    let reaches_out = |each: &&Summed, weights: &[i32]| {
        each.cells.iter().filter(|cell| weights[cell.index()] != 1).count()
    };
    let mut near: Vec<&Summed> = summed
        .iter()
        .filter(|each| {
            let out = reaches_out(each, &weights);
            out < each.cells.len() - out
        })
        .collect();
    near.sort_by_key(|each| reaches_out(each, &weights));
    for each in near {
        // Sums that share a cell with one already taken are left alone.
        let now = |cell: &Cell| weights[cell.index()];
        let inside = each.cells.iter().filter(|cell| now(cell) == 1).count();
        let taken = each
            .cells
            .iter()
            .any(|cell| now(cell) < 0 || (now(cell) == 0 && is_inside(groups, &region, *cell)));
        if taken || inside <= each.cells.len() - inside {
            continue;
        }
        for cell in &each.cells {
            weights[cell.index()] -= 1;
        }
        sum -= each.sum;
        rules.push(each.rule);
    }
    let terms: Vec<(Cell, i32)> =
        board.cells().map(|cell| (cell, weights[cell.index()])).filter(|(_, w)| *w != 0).collect();
    let few = (1..=MOST_CELLS).contains(&terms.len());
    (few && !rules.is_empty()).then_some(Total { groups: region, rules, terms, sum })
}

fn is_inside(groups: &[Group], region: &[usize], cell: Cell) -> bool {
    region.iter().any(|&group| groups[group].cells.contains(&cell))
}
