//! The 9x9 board as numbers: cells, digits, candidates, houses, and sets of them.
//!
//! Cells are numbered row by row from 0 to 80, digits from 0 to 8 (the digit 1 has
//! index 0), houses from 0 to 26: nine rows, nine columns, nine boxes. A set of
//! cells is one `u128`, a set of digits one `u16`:
//!
//! ```text
//! Cells   bit 0 = r1c1, bit 8 = r1c9, bit 9 = r2c1, … bit 80 = r9c9
//! Digits  bit 0 = digit 1, … bit 8 = digit 9
//! ```
//!
//! The geometry (which cells a house has, which cells see each other) is computed
//! once, at compile time.

mod candidate;
mod cell;
mod convert;
mod digit;
mod house;
mod sets;
mod tables;

pub use candidate::Candidate;
pub use cell::Cell;
pub use convert::NotNine;
pub use digit::Digit;
pub use house::{House, HouseKind};
pub use sets::{Cells, CellsIter, Digits, DigitsIter};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_twenty_peers_and_stands_in_three_houses() {
        for cell in Cell::all() {
            assert_eq!(cell.peers().len(), 20);
            assert!(!cell.peers().contains(cell));
            assert_eq!(cell.peers_in_order().iter().copied().collect::<Cells>(), cell.peers());
            for house in cell.houses() {
                assert!(house.cells().contains(cell));
                assert_eq!(house.cell(house.place(cell)), cell);
                assert_eq!(cell.house(house.kind()), house);
            }
        }
    }

    #[test]
    fn every_house_has_nine_cells_that_see_each_other() {
        for house in House::all() {
            assert_eq!(house.cells().len(), 9);
            for cell in house.cells() {
                let others = house.cells().without(Cells::only(cell));
                assert!(others.is_subset(cell.peers()));
            }
            assert_eq!(house.cells_at(0x1ff), house.cells());
        }
    }

    #[test]
    fn a_set_iterates_in_ascending_order_and_round_trips() {
        let cells: Cells = [80, 0, 40].into_iter().map(Cell::new).collect();
        let names: Vec<String> = cells.into_iter().map(|c| c.to_string()).collect();
        assert_eq!(names, ["r1c1", "r5c5", "r9c9"]);
        let digits: Digits = [8, 2].into_iter().map(Digit::from_index).collect();
        assert_eq!(digits.into_iter().map(Digit::number).collect::<Vec<_>>(), [3, 9]);
        for index in 0..729 {
            assert_eq!(Candidate::from_index(index).index(), index);
        }
    }
}
