//! From the types of any board to the packed ones, and back.
//!
//! Packed values always have a place on the general side, so that way is `From`. The other way is
//! `TryFrom`: a digit above 9, a cell past `r9c9` or a diagonal has no packed form, and
//! [`NotNine`] says which it was.
//!
//! ```
//! use sudolab_grid::{Digit, nine};
//! let five = nine::Digit::from_number(5).expect("five is a digit");
//! assert_eq!(Digit::from(five).to_string(), "5");
//! let twelve = Digit::from_number(12).expect("twelve is a digit of large boards");
//! assert!(nine::Digit::try_from(twelve).is_err());
//! ```

use super::{Cell, Cells, Digit, Digits, House, HouseKind};
use crate::{CellSet, DigitSet};
use std::fmt;

/// Why a value of a general board has no packed 9x9 form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotNine {
    /// A digit above 9.
    Digit,
    /// A cell past the 81st.
    Cell,
    /// A house that is no row, column or box of the classic board.
    House,
}

impl fmt::Display for NotNine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotNine::Digit => "the classic 9x9 board has no digit above 9",
            NotNine::Cell => "the classic 9x9 board has no cell past r9c9",
            NotNine::House => "the classic 9x9 board has rows, columns and 3x3 boxes only",
        })
    }
}

impl std::error::Error for NotNine {}

impl From<Digit> for crate::Digit {
    #[inline]
    fn from(digit: Digit) -> crate::Digit {
        crate::Digit::from_number(digit.number()).expect("1 to 9 are digits of every large board")
    }
}

impl TryFrom<crate::Digit> for Digit {
    type Error = NotNine;

    #[inline]
    fn try_from(digit: crate::Digit) -> Result<Digit, NotNine> {
        Digit::from_number(digit.value()).ok_or(NotNine::Digit)
    }
}

impl From<Cell> for crate::Cell {
    #[inline]
    fn from(cell: Cell) -> crate::Cell {
        crate::Cell::new(cell.index())
    }
}

impl TryFrom<crate::Cell> for Cell {
    type Error = NotNine;

    #[inline]
    fn try_from(cell: crate::Cell) -> Result<Cell, NotNine> {
        if cell.index() < 81 { Ok(Cell::new(cell.index())) } else { Err(NotNine::Cell) }
    }
}

impl From<Digits> for DigitSet {
    #[inline]
    fn from(digits: Digits) -> DigitSet {
        DigitSet::from_bits(u64::from(digits.bits()))
    }
}

impl TryFrom<DigitSet> for Digits {
    type Error = NotNine;

    #[inline]
    fn try_from(digits: DigitSet) -> Result<Digits, NotNine> {
        let bits = digits.bits();
        if bits >> 9 == 0 { Ok(Digits::from_bits(bits as u16)) } else { Err(NotNine::Digit) }
    }
}

impl From<Cells> for CellSet {
    fn from(cells: Cells) -> CellSet {
        cells.into_iter().map(crate::Cell::from).collect()
    }
}

impl TryFrom<&CellSet> for Cells {
    type Error = NotNine;

    fn try_from(cells: &CellSet) -> Result<Cells, NotNine> {
        cells.iter().map(Cell::try_from).collect()
    }
}

impl From<HouseKind> for crate::HouseKind {
    fn from(kind: HouseKind) -> crate::HouseKind {
        match kind {
            HouseKind::Row => crate::HouseKind::Row,
            HouseKind::Column => crate::HouseKind::Column,
            HouseKind::Box => crate::HouseKind::Box,
        }
    }
}

impl TryFrom<crate::HouseKind> for HouseKind {
    type Error = NotNine;

    fn try_from(kind: crate::HouseKind) -> Result<HouseKind, NotNine> {
        match kind {
            crate::HouseKind::Row => Ok(HouseKind::Row),
            crate::HouseKind::Column => Ok(HouseKind::Column),
            crate::HouseKind::Box => Ok(HouseKind::Box),
            crate::HouseKind::Extra => Err(NotNine::House),
        }
    }
}

impl From<House> for crate::House {
    fn from(house: House) -> crate::House {
        let cells = house.cells().into_iter().map(crate::Cell::from).collect();
        crate::House::new(house.kind().into(), house.number() + 1, cells)
    }
}

/// A region of a jigsaw is a box too, so the cells are compared, not the name alone.
impl TryFrom<&crate::House> for House {
    type Error = NotNine;

    fn try_from(house: &crate::House) -> Result<House, NotNine> {
        let kind = HouseKind::try_from(house.kind())?;
        let cells: Result<Cells, NotNine> =
            house.cells().iter().map(|&cell| Cell::try_from(cell)).collect();
        let cells = cells.map_err(|_| NotNine::House)?;
        House::all().find(|own| own.kind() == kind && own.cells() == cells).ok_or(NotNine::House)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, MAX_CELLS};

    #[test]
    fn every_digit_goes_there_and_back_and_larger_ones_are_refused() {
        for number in 1..=64 {
            let general = crate::Digit::from_number(number).unwrap();
            match Digit::try_from(general) {
                Ok(digit) => {
                    assert_eq!(digit.number(), number);
                    assert_eq!(digit.index(), general.index());
                    assert_eq!(crate::Digit::from(digit), general);
                }
                Err(error) => assert!(number > 9 && error == NotNine::Digit),
            }
        }
    }

    #[test]
    fn every_cell_goes_there_and_back_under_the_same_name_and_others_are_refused() {
        let board = Board::classic();
        for index in 0..MAX_CELLS {
            let general = crate::Cell::new(index);
            match Cell::try_from(general) {
                Ok(cell) => {
                    assert_eq!(crate::Cell::from(cell), general);
                    assert_eq!(cell.to_string(), board.name(general));
                }
                Err(error) => assert!(index > 80 && error == NotNine::Cell),
            }
        }
    }

    #[test]
    fn every_set_of_digits_goes_there_and_back() {
        for bits in 0..=0x3ffu64 {
            let general = DigitSet::from_bits(bits);
            match Digits::try_from(general) {
                Ok(digits) => {
                    assert_eq!(DigitSet::from(digits), general);
                    let numbers: Vec<u8> = digits.into_iter().map(Digit::number).collect();
                    let values: Vec<u8> = general.iter().map(crate::Digit::value).collect();
                    assert_eq!(numbers, values);
                }
                Err(error) => assert!(bits > 0x1ff && error == NotNine::Digit),
            }
        }
    }

    #[test]
    fn every_house_and_its_cells_are_those_of_the_classic_board() {
        let board = Board::classic();
        let mut met = Vec::new();
        for general in board.houses() {
            let house = House::try_from(general).unwrap();
            assert_eq!(&crate::House::from(house), general);
            assert_eq!(house.to_string(), general.to_string());
            let cells: CellSet = general.cells().iter().copied().collect();
            assert_eq!(Cells::try_from(&cells), Ok(house.cells()));
            assert_eq!(CellSet::from(house.cells()), cells);
            met.push(house);
        }
        met.sort();
        assert_eq!(met, House::all().collect::<Vec<_>>());
        for cell in Cell::all() {
            let peers: CellSet = board.peer_list(cell.into()).iter().copied().collect();
            assert_eq!(CellSet::from(cell.peers()), peers);
        }
    }

    #[test]
    fn what_the_classic_board_lacks_is_refused() {
        let kind = crate::HouseKind::Extra;
        assert_eq!(HouseKind::try_from(kind), Err(NotNine::House));
        let large: CellSet = [0, 81].into_iter().map(crate::Cell::new).collect();
        assert_eq!(Cells::try_from(&large), Err(NotNine::Cell));
        let crooked = (0..9).map(|i| crate::Cell::new(i * 10)).collect();
        let crooked = crate::House::new(crate::HouseKind::Box, 1, crooked);
        assert_eq!(House::try_from(&crooked), Err(NotNine::House));
    }
}
