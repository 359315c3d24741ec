//! A puzzle as groups of candidates and single ones: each cell holds exactly one digit. In a row, a
//! column, a box and any other region a digit stands at most once, and exactly once where the region
//! has as many cells as there are digits. A given holds; what is not allowed does not.
//!
//! For sums there are further variables, numbered from the candidates on: one for each number that the
//! first term, the first two, the first three, … of a sum can come to without missing its bounds. Each
//! grid that keeps the sum makes exactly one of those for the first i terms true.

use crate::certificate::{Puzzle, Sum};
use std::collections::BTreeMap;

/// Variables, numbered from 1, of which at most one is true, and whether exactly one is.
pub type Group = (Vec<i32>, bool);

/// What a puzzle demands.
#[derive(Default)]
pub struct Encoding {
    size: usize,
    /// How many variables there are: candidates, then partial sums.
    pub n_variables: usize,
    /// Its groups.
    pub groups: Vec<Group>,
    /// Clauses: of each at least one literal holds.
    pub clauses: Vec<Vec<i32>>,
    /// Groups and clauses that speak of candidates alone; those of the sums follow.
    plain: (usize, usize),
    sums: Vec<Sum>,
}

impl Encoding {
    /// Writes the rules of a puzzle down.
    pub fn new(puzzle: &Puzzle) -> Encoding {
        let n = puzzle.size;
        let never = puzzle.never.iter().map(|all| all.iter().map(|&c| -(c as i32)).collect());
        let (clauses, sums) = (never.collect(), puzzle.sums.clone());
        let mut encoding =
            Encoding { size: n, n_variables: n * n * n, clauses, sums, ..Encoding::default() };
        for cell in 0..n * n {
            let members = (1..=n).map(|d| encoding.candidate(cell, d)).collect();
            encoding.groups.push((members, true));
        }
        for i in 0..n {
            let inside = |&cell: &usize| puzzle.regions.get(cell) == Some(&(i + 1));
            encoding.region((0..n).map(|j| i * n + j).collect());
            encoding.region((0..n).map(|j| j * n + i).collect());
            encoding.region((0..n * n).filter(inside).collect());
        }
        for cells in &puzzle.extra {
            encoding.region(cells.iter().map(|cell| cell - 1).collect());
        }
        for (cell, &digit) in puzzle.givens.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            encoding.clauses.push(vec![encoding.candidate(cell, digit)]);
        }
        for (cell, digits) in &puzzle.allowed {
            for digit in (1..=n).filter(|d| !digits.contains(d)) {
                encoding.clauses.push(vec![-encoding.candidate(cell - 1, digit)]);
            }
        }
        encoding.plain = (encoding.groups.len(), encoding.clauses.len());
        puzzle.sums.iter().for_each(|sum| encoding.sum(sum));
        encoding
    }

    fn candidate(&self, cell: usize, digit: usize) -> i32 {
        (cell * self.size + digit) as i32
    }

    fn region(&mut self, cells: Vec<usize>) {
        for digit in 1..=self.size {
            let members = cells.iter().map(|&cell| self.candidate(cell, digit)).collect();
            self.groups.push((members, cells.len() == self.size));
        }
    }

    fn sum(&mut self, (low, high, terms): &Sum) {
        let n = self.size as i64;
        let mut before = BTreeMap::from([(0, 0)]);
        for (i, &(factor, cell)) in terms.iter().enumerate() {
            // What the terms behind this one come to, at the least and at the most.
            let behind = || terms[i + 1..].iter().map(|&(factor, _)| factor);
            let least: i64 = behind().map(|factor| factor.min(factor * n)).sum();
            let most: i64 = behind().map(|factor| factor.max(factor * n)).sum();
            let mut after = BTreeMap::new();
            for (come, variable) in before {
                for digit in 1..=n {
                    let to = come + factor * digit;
                    let mut clause = vec![-self.candidate(cell, digit as usize), -variable];
                    clause.retain(|&literal| literal != 0);
                    if to + least <= *high && to + most >= *low {
                        let next = self.n_variables as i32 + 1;
                        clause.push(*after.entry(to).or_insert(next));
                        self.n_variables = self.n_variables.max(clause[clause.len() - 1] as usize);
                    }
                    self.clauses.push(clause);
                }
            }
            self.groups.push((after.values().copied().collect(), true));
            before = after;
        }
    }

    /// The rule a filled grid breaks, if it breaks one.
    pub fn broken_by(&self, grid: &[usize]) -> Option<String> {
        let place = |literal: i32| {
            let at = literal.unsigned_abs() as usize - 1;
            (at / self.size, at % self.size + 1)
        };
        let is_true = |l: i32| (grid[place(l).0] == place(l).1) == (l > 0);
        let word = |&literal: &i32| {
            let ((cell, digit), must) = (place(literal), ["may not", "must"]);
            format!("cell {} {} hold {digit}", cell + 1, must[usize::from(literal > 0)])
        };
        let words = |all: &[i32]| all.iter().map(word).collect::<Vec<_>>().join(" or ");
        for (members, is_exact) in &self.groups[..self.plain.0] {
            let n_true = members.iter().filter(|&&member| is_true(member)).count();
            if n_true > 1 || *is_exact && n_true == 0 {
                return Some(format!("{n_true} where one belongs: {}", words(members)));
            }
        }
        for (low, high, terms) in &self.sums {
            let sum: i64 = terms.iter().map(|&(factor, cell)| factor * grid[cell] as i64).sum();
            if !(low..=high).contains(&&sum) {
                return Some(format!("a sum from {low} to {high} comes to {sum}"));
            }
        }
        let is_missed = |clause: &&Vec<i32>| !clause.iter().any(|&literal| is_true(literal));
        self.clauses[..self.plain.1].iter().find(is_missed).map(|clause| words(clause))
    }

    /// The clause that every grid but this one satisfies.
    pub fn other_than(&self, grid: &[usize]) -> Vec<i32> {
        grid.iter().enumerate().map(|(cell, &digit)| -self.candidate(cell, digit)).collect()
    }
}
