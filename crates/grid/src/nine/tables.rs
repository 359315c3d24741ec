//! The geometry, computed at compile time.

use super::{Cell, Cells};

// The tables are as long as the next power of two, so that a masked index needs no
// bounds check; the entries past the end are never read through the public types.

pub(super) static ROW_OF: [u8; 128] = coordinate_table(0);
pub(super) static COLUMN_OF: [u8; 128] = coordinate_table(1);
pub(super) static BOX_OF: [u8; 128] = coordinate_table(2);
pub(super) static BOX_PLACE: [u8; 128] = coordinate_table(3);
pub(super) static PEERS: [Cells; 128] = peer_table();
pub(super) static ORDERED_PEERS: [[Cell; 20]; 128] = ordered_peer_table();
pub(super) static HOUSE_CELLS: [Cells; 32] = house_table();
pub(super) static HOUSE_PLACES: [[Cell; 16]; 32] = place_table();

const fn coordinate_table(which: usize) -> [u8; 128] {
    let mut table = [0; 128];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        table[cell] = match which {
            0 => row,
            1 => column,
            2 => row / 3 * 3 + column / 3,
            _ => row % 3 * 3 + column % 3,
        } as u8;
        cell += 1;
    }
    table
}

const fn house_cell(house: usize, place: usize) -> usize {
    let number = house % 9;
    match house / 9 {
        0 => number * 9 + place,
        1 => place * 9 + number,
        _ => (number / 3 * 3 + place / 3) * 9 + number % 3 * 3 + place % 3,
    }
}

const fn house_table() -> [Cells; 32] {
    let mut table = [Cells::EMPTY; 32];
    let mut house = 0;
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            table[house].insert(Cell(house_cell(house, place) as u8));
            place += 1;
        }
        house += 1;
    }
    table
}

const fn place_table() -> [[Cell; 16]; 32] {
    let mut table = [[Cell(0); 16]; 32];
    let mut house = 0;
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            table[house][place] = Cell(house_cell(house, place) as u8);
            place += 1;
        }
        house += 1;
    }
    table
}

const fn peer_table() -> [Cells; 128] {
    let mut table = [Cells::EMPTY; 128];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let mut other = 0;
        while other < 81 {
            let (r, c) = (other / 9, other % 9);
            let same_box = r / 3 == row / 3 && c / 3 == column / 3;
            if other != cell && (r == row || c == column || same_box) {
                table[cell].insert(Cell(other as u8));
            }
            other += 1;
        }
        cell += 1;
    }
    table
}

const fn ordered_peer_table() -> [[Cell; 20]; 128] {
    let mut table = [[Cell(0); 20]; 128];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let houses = [18 + row / 3 * 3 + column / 3, row, 9 + column];
        let mut seen: u128 = 1 << cell;
        let mut n = 0;
        let mut h = 0;
        while h < 3 {
            let mut place = 0;
            while place < 9 {
                let other = house_cell(houses[h], place);
                if seen >> other & 1 == 0 {
                    seen |= 1 << other;
                    table[cell][n] = Cell(other as u8);
                    n += 1;
                }
                place += 1;
            }
            h += 1;
        }
        cell += 1;
    }
    table
}
