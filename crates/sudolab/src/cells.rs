//! Cells with the names that people call them by.

use std::fmt;
use std::sync::Arc;
use sudolab_grid::{Board, Cell};

/// Cells of a board, in reading order. Written out they are names: `r1c2, r3c4`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedCells {
    board: Arc<Board>,
    cells: Vec<Cell>,
}

impl NamedCells {
    /// These cells of a board.
    pub fn new(board: &Arc<Board>, cells: Vec<Cell>) -> NamedCells {
        NamedCells { board: board.clone(), cells }
    }

    /// The cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.cells.iter().map(|&cell| self.board.name(cell))
    }
}

impl fmt::Display for NamedCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().collect::<Vec<_>>().join(", "))
    }
}
