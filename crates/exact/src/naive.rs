//! The oracle: plain backtracking that is meant to be obviously right, not fast.
//!
//! Tests compare every other engine with it. It knows cells and houses only, so it serves any
//! board; it uses no code of the other engines.

use std::ops::ControlFlow;

/// Cells, and houses whose cells must hold different values.
#[derive(Clone, Debug)]
pub struct NaiveBoard {
    /// How many values a cell may hold: 1 to `n_values`.
    pub n_values: u8,
    /// How many cells there are.
    pub n_cells: usize,
    /// The cells of each house.
    pub houses: Vec<Vec<usize>>,
}

impl NaiveBoard {
    /// The ordinary 9x9 board.
    pub fn nine() -> NaiveBoard {
        let mut houses = Vec::new();
        for i in 0..9 {
            houses.push((0..9).map(|k| 9 * i + k).collect());
            houses.push((0..9).map(|k| 9 * k + i).collect());
            houses.push((0..9).map(|k| i / 3 * 27 + i % 3 * 3 + k / 3 * 9 + k % 3).collect());
        }
        NaiveBoard { n_values: 9, n_cells: 81, houses }
    }

    /// Calls `found` with every way to fill the board such that the value of each cell is among
    /// its candidates (bit `value - 1`) and no house repeats a value, until `found` breaks.
    pub fn for_each_solution(
        &self,
        candidates: &[u64],
        mut found: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) {
        let _ = self.fill(&mut vec![0; self.n_cells], candidates, &mut found);
    }

    /// How many solutions there are, at most `limit`.
    pub fn count(&self, candidates: &[u64], limit: u64) -> u64 {
        let mut count = 0;
        if limit > 0 {
            self.for_each_solution(candidates, |_| {
                count += 1;
                if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        count
    }

    fn fill(
        &self,
        values: &mut [u8],
        candidates: &[u64],
        found: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // The empty cell with the fewest possible values keeps the tree small enough to wait for.
        let open = (0..self.n_cells).filter(|&cell| values[cell] == 0);
        let Some(cell) = open.min_by_key(|&cell| self.possible(values, candidates, cell).len())
        else {
            return found(values);
        };
        for value in self.possible(values, candidates, cell) {
            values[cell] = value;
            self.fill(values, candidates, found)?;
            values[cell] = 0;
        }
        ControlFlow::Continue(())
    }

    fn possible(&self, values: &[u8], candidates: &[u64], cell: usize) -> Vec<u8> {
        let seen = |value| {
            let mut houses = self.houses.iter().filter(|house| house.contains(&cell));
            houses.any(|house| house.iter().any(|&other| values[other] == value))
        };
        let allowed = |value: &u8| candidates[cell] >> (value - 1) & 1 == 1 && !seen(*value);
        (1..=self.n_values).filter(allowed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_latin_square_of_three_has_twelve_fillings() {
        let rows = (0..3).map(|i| (0..3).map(|k| 3 * i + k).collect());
        let columns = (0..3).map(|i| (0..3).map(|k| 3 * k + i).collect());
        let board = NaiveBoard { n_values: 3, n_cells: 9, houses: rows.chain(columns).collect() };
        assert_eq!(board.count(&[7; 9], 100), 12);
        assert_eq!(board.count(&[7; 9], 5), 5);
        assert_eq!(board.count(&[7; 9], 0), 0);
    }
}
