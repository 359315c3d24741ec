//! Plans: boards that are no plain squares.
//!
//! A plan says how many rows and columns there are, which values digits have, where the grid has
//! holes, which cells lie beside it, and every house. Rectangles, several overlapping squares and
//! puzzles with variables are all plans.

use crate::board::{MAX_CELLS, MAX_SIDE, check_values};
use crate::{Board, BoardError, Cell, HouseKind};
use std::sync::Arc;

/// What a board is to be made of.
///
/// ```
/// use sudolab_grid::{HouseKind, Plan};
/// let mut plan = Plan::new(2, 3, 0..=3); // two rows, three columns, values 0 to 3
/// plan.rows_and_columns();
/// plan.houses.push((HouseKind::Box, vec![(0, 0), (0, 1), (1, 0), (1, 1)]));
/// let board = plan.board()?;
/// assert_eq!((board.rows(), board.columns(), board.size()), (2, 3, 4));
/// assert_eq!(board.houses().len(), 6);
/// # Ok::<(), sudolab_grid::BoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// The values of the digits, from the first to the last.
    pub values: std::ops::RangeInclusive<i64>,
    /// Places without a cell.
    pub holes: Vec<(usize, usize)>,
    /// The houses, by the places of their cells.
    pub houses: Vec<(HouseKind, Vec<(usize, usize)>)>,
    /// Groups of cells beside the grid: the name they begin with, and how many there are.
    pub side: Vec<(String, usize)>,
}

impl Plan {
    /// A grid without houses.
    pub fn new(rows: usize, columns: usize, values: std::ops::RangeInclusive<i64>) -> Plan {
        Plan { rows, columns, values, holes: Vec::new(), houses: Vec::new(), side: Vec::new() }
    }

    /// Makes every row and column a house.
    pub fn rows_and_columns(&mut self) {
        for row in 0..self.rows {
            let cells = (0..self.columns).map(|column| (row, column)).collect();
            self.houses.push((HouseKind::Row, cells));
        }
        for column in 0..self.columns {
            let cells = (0..self.rows).map(|row| (row, column)).collect();
            self.houses.push((HouseKind::Column, cells));
        }
    }

    /// Adds a square with its rows, columns and boxes, whose first cell lies at a place.
    pub fn square(&mut self, row: usize, column: usize, boxes: (usize, usize)) {
        let n = boxes.0 * boxes.1;
        let mut add = |kind, place: &dyn Fn(usize, usize) -> (usize, usize)| {
            for i in 0..n {
                let cells: Vec<_> = (0..n).map(|j| place(i, j)).collect();
                let cells = cells.into_iter().map(|(r, c)| (row + r, column + c)).collect();
                let house = (kind, cells);
                // Overlapping squares share boxes.
                if !self.houses.contains(&house) {
                    self.houses.push(house);
                }
            }
        };
        add(HouseKind::Row, &|i, j| (i, j));
        add(HouseKind::Column, &|i, j| (j, i));
        let (high, wide) = boxes;
        add(HouseKind::Box, &|i, j| (i / high * high + j / wide, i % high * wide + j % wide));
    }

    /// The board.
    pub fn board(&self) -> Result<Arc<Board>, BoardError> {
        let n = usize::try_from(self.values.end().saturating_sub(*self.values.start()) + 1);
        let n = n.unwrap_or(0);
        let first = check_values(*self.values.start(), n)?;
        let side: usize = self.side.iter().map(|(_, count)| *count).sum();
        let places = self.rows.saturating_mul(self.columns);
        if self.rows == 0 || self.columns == 0 || places.saturating_add(side) > MAX_CELLS {
            return Err(BoardError::Cells(places.saturating_add(side)));
        }
        let longest = self.rows.max(self.columns);
        if longest > MAX_SIDE {
            return Err(BoardError::Side(longest));
        }
        let mut at: Vec<Option<Cell>> = vec![None; places];
        let mut cells: Vec<(u8, u8)> = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                if !self.holes.contains(&(row, column)) {
                    at[row * self.columns + column] = Some(Cell::new(cells.len()));
                    cells.push((row as u8, column as u8));
                }
            }
        }
        if cells.is_empty() {
            return Err(BoardError::Cells(0));
        }
        let (rows, columns) = (self.rows as u8, self.columns as u8);
        let frame = Frame { rows, columns, at, cells, side: self.side.clone() };
        let houses: Result<Vec<_>, BoardError> = self
            .houses
            .iter()
            .enumerate()
            .map(|(i, (kind, places))| {
                let cells: Option<Vec<Cell>> =
                    places.iter().map(|&(row, column)| frame.cell_at(row, column)).collect();
                Ok((*kind, cells.ok_or(BoardError::House { number: i + 1 })?))
            })
            .collect();
        Board::assemble_framed(n as u8, first, frame, houses?, &[])
    }
}

/// The form of a grid that is no plain square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    rows: u8,
    columns: u8,
    at: Vec<Option<Cell>>,
    cells: Vec<(u8, u8)>,
    side: Vec<(String, usize)>,
}

impl Frame {
    /// The form of a plain square.
    pub fn of_square(n: u8) -> Frame {
        let cells: Vec<(u8, u8)> = (0..n).flat_map(|row| (0..n).map(move |c| (row, c))).collect();
        let at = (0..cells.len()).map(|i| Some(Cell::new(i))).collect();
        Frame { rows: n, columns: n, at, cells, side: Vec::new() }
    }

    /// The same with one more group of cells beside the grid.
    pub fn with_side(mut self, name: &str, count: usize) -> Frame {
        self.side.push((name.to_owned(), count));
        self
    }

    pub fn rows(&self) -> usize {
        usize::from(self.rows)
    }

    pub fn columns(&self) -> usize {
        usize::from(self.columns)
    }

    /// The cells of the grid, without those beside it.
    pub fn n_placed(&self) -> usize {
        self.cells.len()
    }

    pub fn n_cells(&self) -> usize {
        self.cells.len() + self.side.iter().map(|(_, count)| *count).sum::<usize>()
    }

    pub fn cell_at(&self, row: usize, column: usize) -> Option<Cell> {
        let on_grid = row < self.rows() && column < self.columns();
        on_grid.then(|| self.at[row * self.columns() + column])?
    }

    pub fn place(&self, cell: Cell) -> Option<(usize, usize)> {
        self.cells.get(cell.index()).map(|&(row, column)| (row.into(), column.into()))
    }

    /// Groups of cells beside the grid.
    pub fn side(&self) -> &[(String, usize)] {
        &self.side
    }

    /// The name of a cell beside the grid: that of its group, with its number if there are several.
    pub fn side_name(&self, cell: Cell) -> String {
        let mut number = cell.index() - self.cells.len();
        for (name, count) in &self.side {
            match (number < *count, *count) {
                (true, 1) => return name.clone(),
                (true, _) => return format!("{name}{}", number + 1),
                _ => number -= count,
            }
        }
        format!("#{}", cell.index())
    }

    pub fn side_cell(&self, name: &str) -> Option<Cell> {
        let mut first = self.cells.len();
        for (group, count) in &self.side {
            if *count == 1 && name == group {
                return Some(Cell::new(first));
            }
            let number = name.strip_prefix(group.as_str()).and_then(|rest| rest.parse().ok());
            match number {
                Some(number) if *count > 1 && (1..=*count).contains(&number) => {
                    return Some(Cell::new(first + number - 1));
                }
                _ => first += count,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_overlapping_squares_share_their_cells() {
        let mut plan = Plan::new(21, 21, 1..=9);
        let corners = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];
        for (row, column) in corners {
            plan.square(row, column, (3, 3));
        }
        let covered = |row: usize, column: usize| {
            let within = |&(r, c): &(usize, usize)| {
                (r..r + 9).contains(&row) && (c..c + 9).contains(&column)
            };
            corners.iter().any(within)
        };
        let all = (0..21).flat_map(|row| (0..21).map(move |column| (row, column)));
        plan.holes = all.filter(|&(row, column)| !covered(row, column)).collect();
        let board = plan.board().unwrap();
        assert_eq!(board.n_cells(), 369);
        // Four boxes belong to two squares each.
        assert_eq!(board.houses().len(), 5 * 27 - 4);
        assert_eq!(board.cell_at(0, 10), None);
        let corner = board.cell_at(20, 20).unwrap();
        assert_eq!((board.name(corner).as_str(), board.peers(corner).len()), ("r21c21", 20));
        assert_eq!(board.peers(board.cell(6, 6)).len(), 20 + 12);
        assert!(!board.is_plain());
    }

    #[test]
    fn cells_beside_the_grid_have_names_of_their_own() {
        let mut plan = Plan::new(2, 2, 1..=2);
        plan.side = vec![("va".to_owned(), 1), ("cc".to_owned(), 4)];
        let board = plan.board().unwrap();
        assert_eq!(board.n_cells(), 9);
        let names: Vec<String> = board.side_cells().map(|cell| board.name(cell)).collect();
        assert_eq!(names, ["va", "cc1", "cc2", "cc3", "cc4"]);
        for cell in board.cells() {
            assert_eq!(board.cell_named(&board.name(cell)), Some(cell));
        }
        assert_eq!(board.cell_named("cc5"), None);
        assert_eq!(board.cell_named("r3c1"), None);
        assert_eq!(board.place(Cell::new(4)), None);
    }

    #[test]
    fn a_plan_that_makes_no_board_is_refused() {
        let refused = |plan: &Plan| plan.board().unwrap_err();
        assert_eq!(refused(&Plan::new(0, 3, 1..=3)), BoardError::Cells(0));
        assert!(matches!(
            refused(&Plan::new(2, 3, std::ops::RangeInclusive::new(1, 0))),
            BoardError::Values { .. }
        ));
        assert!(matches!(refused(&Plan::new(1000, 1000, 1..=9)), BoardError::Cells(_)));
        assert_eq!(refused(&Plan::new(2, 300, 1..=9)), BoardError::Side(300));
        let mut plan = Plan::new(2, 2, 1..=2);
        plan.houses.push((HouseKind::Row, vec![(0, 0), (0, 1), (1, 1)]));
        assert_eq!(refused(&plan), BoardError::House { number: 1 });
        plan.houses[0].1 = vec![(2, 0)];
        assert_eq!(refused(&plan), BoardError::House { number: 1 });
    }
}
