//! The puzzle as sums over real variables, laid out flat.
//!
//! A variable belongs to each candidate (open cell, digit). Four kinds of line add variables up: a
//! cell over its digits; a row, a column, a box (or a further region) over the cells that may hold
//! a digit. Each sum is one; in a region with fewer cells than digits it is at most one. The place
//! of a variable in a line is a *membership*; memberships are numbered line by line, so that a
//! line is a slice.

use crate::stochastic::reduced::Reduced;
use std::ops::Range;
use sudolab_grid::{Cell, Grid, HouseKind};

/// The kinds of line, in the order they are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// One digit in a cell.
    Cell,
    /// One cell for a digit, in a house of a kind.
    House(HouseKind),
}

/// One sum.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it adds up.
    pub kind: LineKind,
    /// Its memberships.
    pub members: Range<usize>,
    /// Whether the sum is one; else at most one.
    pub is_exact: bool,
}

/// Variables and sums of a reduced puzzle.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The open cells.
    pub cells: Vec<Cell>,
    /// The variables of each open cell: `first[i]..first[i + 1]`.
    pub first: Vec<usize>,
    /// The digit value of each variable.
    pub digits: Vec<u8>,
    /// All sums, cells first.
    pub lines: Vec<Line>,
    /// The variable of each membership.
    pub variable: Vec<u32>,
    /// The memberships of each variable: `memberships[starts[v]..starts[v + 1]]`.
    pub starts: Vec<u32>,
    /// See `starts`.
    pub memberships: Vec<u32>,
}

impl Lines {
    /// The sums of a reduced puzzle.
    pub fn new(reduced: &Reduced) -> Lines {
        let board = reduced.board();
        let mut this = Lines {
            cells: reduced.open.clone(),
            first: vec![0],
            digits: Vec::new(),
            lines: Vec::new(),
            variable: Vec::new(),
            starts: Vec::new(),
            memberships: Vec::new(),
        };
        for &cell in &reduced.open {
            let start = this.digits.len();
            this.digits.extend(reduced.candidates[cell.index()].iter().map(|d| d.value()));
            let members: Vec<u32> = (start as u32..this.digits.len() as u32).collect();
            this.first.push(this.digits.len());
            this.add(LineKind::Cell, &members, true);
        }
        for house in board.houses() {
            let is_exact = house.cells().len() == board.size();
            for digit in board.digits().iter() {
                let mut members = Vec::new();
                for cell in house.cells() {
                    let Ok(place) = reduced.open.binary_search(cell) else { continue };
                    let variables = this.first[place]..this.first[place + 1];
                    members.extend(
                        variables.filter(|&v| this.digits[v] == digit.value()).map(|v| v as u32),
                    );
                }
                if !members.is_empty() {
                    this.add(LineKind::House(house.kind()), &members, is_exact);
                }
            }
        }
        let mut of: Vec<Vec<u32>> = vec![Vec::new(); this.digits.len()];
        for (membership, &variable) in this.variable.iter().enumerate() {
            of[variable as usize].push(membership as u32);
        }
        for list in of {
            this.starts.push(this.memberships.len() as u32);
            this.memberships.extend(list);
        }
        this.starts.push(this.memberships.len() as u32);
        this
    }

    fn add(&mut self, kind: LineKind, members: &[u32], is_exact: bool) {
        let start = self.variable.len();
        self.variable.extend(members);
        self.lines.push(Line { kind, members: start..self.variable.len(), is_exact });
    }

    /// How many variables there are.
    pub fn n_variables(&self) -> usize {
        self.digits.len()
    }

    /// The memberships of a variable.
    #[inline(always)]
    pub fn of(&self, variable: usize) -> &[u32] {
        &self.memberships[self.starts[variable] as usize..self.starts[variable + 1] as usize]
    }

    /// Fills every open cell with the digit whose variable weighs most.
    pub fn round(&self, grid: &Grid, weight: impl Fn(usize) -> f64) -> Grid {
        let mut values = grid.values().to_vec();
        for (i, cell) in self.cells.iter().enumerate() {
            let variables = self.first[i]..self.first[i + 1];
            let best = variables.max_by(|&a, &b| weight(a).total_cmp(&weight(b)));
            values[cell.index()] = best.map_or(0, |v| self.digits[v]);
        }
        Grid::from_values(grid.board().clone(), &values)
            .expect("candidates are digits of the board")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stochastic::reduced::Level;
    use sudolab_grid::Puzzle;

    #[test]
    fn an_empty_board_has_the_sums_of_the_paper() {
        let puzzle: Puzzle = ".".repeat(81).parse().unwrap();
        let lines = Lines::new(&Reduced::new(&puzzle, Level::Clues).unwrap());
        assert_eq!((lines.n_variables(), lines.lines.len()), (729, 324));
        assert!((0..729).all(|v| lines.of(v).len() == 4));
        assert!(lines.lines.iter().all(|l| l.members.len() == 9 && l.is_exact));
    }

    #[test]
    fn a_clue_voids_its_sums() {
        let puzzle: Puzzle = format!("5{}", ".".repeat(80)).parse().unwrap();
        let lines = Lines::new(&Reduced::new(&puzzle, Level::Clues).unwrap());
        // Nine candidates go with the cell and twenty with the peers; a sum of each kind is met.
        assert_eq!((lines.n_variables(), lines.lines.len()), (729 - 9 - 20, 320));
    }
}
