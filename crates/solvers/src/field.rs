//! A number for each cell and digit, as observers see it.

use crate::{Event, Run};
use sudolab_grid::{Cell, Grid};

/// A number for each cell and digit. Made only when a look is due.
pub(crate) struct Field {
    size: usize,
    values: Vec<f32>,
}

impl Field {
    /// One for the digit of each filled cell, nought elsewhere.
    pub(crate) fn of(grid: &Grid) -> Field {
        let size = grid.board().size();
        let mut field = Field { size, values: vec![0.0; grid.board().n_cells() * size] };
        for (cell, digit) in grid.filled() {
            field.set(cell, digit.value(), 1.0);
        }
        field
    }

    /// Sets the number of a digit, counted from 1, in a cell.
    pub(crate) fn set(&mut self, cell: Cell, digit: u8, value: f32) {
        self.values[cell.index() * self.size + usize::from(digit) - 1] = value;
    }

    /// Tells the observer.
    pub(crate) fn tell(&self, name: &'static str, run: &mut Run<'_>) {
        run.tell(|| Event::Field { name, values: &self.values });
    }
}
