//! The puzzle as an exact cover, laid out flat for chains that run side by side.
//!
//! A candidate (cell, digit) meets one demand of its cell ("this cell is filled") and one in each
//! house of the cell ("this house holds this digit"). A set of candidates that meets every demand
//! exactly once is a solution; [`Cover`] keeps for each candidate the list of its demands, so that
//! a chain needs nothing but a counter for each demand.
//!
//! Cells may lie in different numbers of houses (diagonals). Every candidate still has the same
//! number of demands: the missing ones are its own, shared with nobody, and never met twice.

use super::lanes::ChainBytes;
use super::reduced::Reduced;
use std::ops::Range;
use sudolab_grid::{Cell, Grid};

/// Candidates and their demands.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The open cells.
    pub cells: Vec<Cell>,
    /// The places of each open cell's candidates in `digits`.
    first: Vec<u32>,
    /// The digit value of each candidate.
    pub digits: Vec<u8>,
    /// How many demands of each candidate must be met.
    pub musts: Vec<u8>,
    /// The demands of each candidate, `stride` of them one after the other.
    pub demands: Vec<u16>,
    /// Demands for each candidate.
    pub stride: usize,
    /// How many demands there are.
    pub n_demands: usize,
    /// The first demands must be met exactly once.
    pub n_exact: usize,
    /// The next ones, up to here, at most once; the rest is padding.
    pub n_shared: usize,
}

impl Cover {
    /// The cover of a reduced puzzle: a demand for each open cell, for each digit a house still
    /// lacks, and padding. Houses with fewer cells than digits make demands that may stay unmet.
    pub fn new(reduced: &Reduced) -> Cover {
        let board = reduced.board();
        let size = board.size();
        let most = reduced.open.iter().map(|&c| board.houses_of(c).len()).max().unwrap_or(0);
        let is_full = |house: usize| board.houses()[house].cells().len() == size;
        const NONE: u16 = u16::MAX;
        let mut number = vec![NONE; board.houses().len() * size];
        let mut next = reduced.open.len();
        let mut n_exact = 0;
        for full in [true, false] {
            for &cell in &reduced.open {
                for &house in board.houses_of(cell).iter().filter(|&&h| is_full(h) == full) {
                    for digit in reduced.candidates[cell.index()].iter() {
                        let demand = &mut number[house * size + digit.index()];
                        if *demand == NONE {
                            *demand = next as u16;
                            next += 1;
                        }
                    }
                }
            }
            if full {
                n_exact = next;
            }
        }
        let mut cover = Cover {
            cells: reduced.open.clone(),
            first: vec![0],
            digits: Vec::with_capacity(reduced.n_candidates()),
            musts: Vec::with_capacity(reduced.n_candidates()),
            demands: Vec::with_capacity(reduced.n_candidates() * (most + 1)),
            stride: most + 1,
            n_demands: 0,
            n_exact,
            n_shared: next,
        };
        for (square, &cell) in reduced.open.iter().enumerate() {
            let houses = board.houses_of(cell);
            let musts = 1 + houses.iter().filter(|&&h| is_full(h)).count();
            for digit in reduced.candidates[cell.index()].iter() {
                cover.digits.push(digit.value());
                cover.musts.push(musts as u8);
                cover.demands.push(square as u16);
                cover.demands.extend(houses.iter().map(|&h| number[h * size + digit.index()]));
                for _ in houses.len()..most {
                    cover.demands.push(next as u16);
                    next += 1;
                }
            }
            cover.first.push(cover.digits.len() as u32);
        }
        cover.n_demands = next;
        cover
    }

    /// The places of a square's candidates.
    #[inline(always)]
    pub fn of(&self, square: usize) -> Range<usize> {
        self.first[square] as usize..self.first[square + 1] as usize
    }

    /// For each chain how many demands are not met as they should be, at most 255.
    #[inline]
    pub fn unmet(&self, met: &[ChainBytes]) -> ChainBytes {
        let one = ChainBytes::all(1);
        let exact = met[..self.n_exact].iter();
        let wrong = exact
            .fold(ChainBytes::all(0), |sum, &n| sum.plus_capped(one.minus_floored(n.equal(one))));
        let at_most = met[self.n_exact..self.n_shared].iter();
        at_most.fold(wrong, |sum, &n| sum.plus_capped(n.minus_floored(one)))
    }

    /// A grid filled with the value each square has in one chain.
    pub fn fill(&self, grid: &Grid, values: impl Fn(usize) -> u8) -> Grid {
        let mut filled = grid.values().to_vec();
        for (square, cell) in self.cells.iter().enumerate() {
            filled[cell.index()] = values(square);
        }
        Grid::from_values(grid.board().clone(), &filled)
            .expect("candidates are digits of the board")
    }
}

#[cfg(test)]
mod tests {
    use super::super::reduced::Level;
    use super::*;
    use sudolab_grid::{Board, Puzzle};

    #[test]
    fn every_candidate_has_its_houses_demands_and_padding_is_shared_with_nobody() {
        let four = Board::of_size(4).unwrap();
        let board = four.with_extra(&four.diagonals()).unwrap();
        let puzzle = Puzzle::new(Grid::empty(board.clone()));
        let reduced = Reduced::new(&puzzle, Level::Singles).unwrap();
        let cover = Cover::new(&reduced);
        assert_eq!((cover.cells.len(), cover.digits.len(), cover.stride), (16, 64, 5));
        // Sixteen cells, then twelve houses and two diagonals with four digits each.
        assert_eq!((cover.n_exact, cover.n_shared), (16 + 14 * 4, 16 + 14 * 4));
        // The eight cells off the diagonals pad each of their four candidates once.
        assert_eq!(cover.n_demands - cover.n_shared, 32);
        let mut users = vec![0; cover.n_demands];
        cover.demands.iter().for_each(|&d| users[usize::from(d)] += 1);
        assert!(users[..cover.n_shared].iter().all(|&n| n == 4));
        assert!(users[cover.n_shared..].iter().all(|&n| n == 1));
    }
}
