//! Where to guess.
//!
//! At a cell with two candidates, if there is one, such that either way something is decided;
//! among these, at the one with most open cells in sight. In sight are the 16 cells that share
//! exactly one house with it; the four that share two (its mini-row and mini-column) say nothing,
//! and counting them made the search a fifth larger.
//!
//! Guesses per puzzle on `hardest11` and `hardest1106` of `sudolab-bench`, with the sweep as it
//! was then: the first cell 151 and 331; most open cells among all 20 neighbours 86 and 146;
//! among the 16 here 71 and 132. Counting for both digits which cells in sight have them, those
//! with two candidates thrice, gives 64 and 117, and with digits that have two places in a house
//! beside the cells about as few, but finding that out took longer than the guesses it saves.
//! Of the two digits that with more places in the row goes first: it decides more, which shows
//! when there are many solutions (6.2 guesses instead of 7.0 on `serg`).

use super::rules::{PackedPosition, digits_up_to_three};
use crate::simd::rows::{BAND_OF_NINE, CELLS_LANE, Lanes, Rows};
use sudolab_grid::nine;

/// A candidate to try: the digit is there, or it is not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    /// The row within the band.
    pub(super) row: usize,
    /// The cell as a bit of its row.
    pub(super) cell: u16,
    /// Band and digit: `9 * band + digit - 1`, an index of [`LANES`].
    pub(super) lanes: usize,
}

/// Chooses a candidate of an open position; `None` if no cell has two, so that it is dead.
#[inline(always)]
pub(super) fn choose<V: Rows>(x: &PackedPosition<V>, stored: &[Lanes; 6]) -> Option<Guess> {
    let [one, two, three] = digits_up_to_three(x);
    // Two cells of a row with the same sole candidate: the sweep does not see that.
    let naked = one.minus(two).spread();
    let mut repeated = V::splat(0);
    for i in 0..6 {
        let sole = x[i].and(naked[i]);
        repeated = repeated.or(sole.and(sole.add(V::splat(0xffff))));
    }
    if !repeated.equal(V::splat(0)).all() {
        return None;
    }
    let open = Cells::of(two);
    let mut pairs = Cells::of(two.minus(three));
    if pairs.is_empty() {
        pairs = open;
        if pairs.is_empty() {
            return None;
        }
    }
    // The highest score wins, then the first cell.
    let mut best = 0;
    while pairs.low != 0 {
        let cell = pairs.low.trailing_zeros();
        pairs.low &= pairs.low - 1;
        best = best.max(open.in_sight_of(cell as usize) << 8 | (127 - cell));
    }
    while pairs.high != 0 {
        let cell = 54 + pairs.high.trailing_zeros();
        pairs.high &= pairs.high - 1;
        best = best.max(open.in_sight_of(cell as usize) << 8 | (127 - cell));
    }
    let cell = (127 - best % 128) as usize;
    let (band, row, bit) = (cell / 27, cell / 9 % 3, 1 << (cell % 9));
    let (vector, lane) = place(band, 0);
    let holds = V::load(&stored[vector + row]).and(V::splat(bit)).equal(V::splat(bit));
    let digits = holds.lane_mask() >> (2 * lane) & 0xffff;
    // Of the first and the last digit, the one with more places in the row.
    let first = (digits.trailing_zeros() / 2).min(8) as usize;
    let last = if stored[3 + row].0[place(band, 8).1] & bit != 0 {
        8
    } else {
        (31 - (digits | 1).leading_zeros()) as usize / 2
    };
    let places = |digit: usize| {
        let (vector, lane) = place(band, digit);
        stored[vector + row].0[lane].count_ones()
    };
    let digit = if places(first) >= places(last) { first } else { last };
    Some(Guess { row, cell: bit, lanes: 9 * band + digit })
}

/// A set of cells in reading order: two bands in one word and the third in another.
#[derive(Clone, Copy)]
struct Cells {
    low: u64,
    high: u32,
}

impl Cells {
    /// From a *cells* vector.
    #[inline(always)]
    fn of<V: Rows>(cells: V) -> Cells {
        let mut lanes = Lanes([0; 16]);
        cells.store(&mut lanes);
        let row = |row: usize| u64::from(lanes.0[CELLS_LANE[row]]);
        Cells {
            low: row(0) | row(1) << 9 | row(2) << 18 | row(3) << 27 | row(4) << 36 | row(5) << 45,
            high: (row(6) | row(7) << 9 | row(8) << 18) as u32,
        }
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.low == 0 && self.high == 0
    }

    /// How many of them are in sight of a cell.
    #[inline(always)]
    fn in_sight_of(self, cell: usize) -> u32 {
        let sight = &SIGHT[cell];
        (self.low & sight.low).count_ones() + (self.high & sight.high).count_ones()
    }
}

/// The cells that share a house with a cell, without those that share two.
static SIGHT: [Cells; 81] = {
    let mut sight = [Cells { low: 0, high: 0 }; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, in_box] = nine::Cell::new(cell).houses();
        let (row, column, in_box) =
            (row.cells().bits(), column.cells().bits(), in_box.cells().bits());
        // In one or three of them, and only the cell itself is in all three.
        let once = (row ^ column ^ in_box) & !(row & column & in_box);
        let [top, middle, bottom] = nine::Cells::from_bits(once).bands();
        sight[cell] = Cells { low: top as u64 | (middle as u64) << 27, high: bottom };
        cell += 1;
    }
    sight
};

/// Vector (of row 0) and lane of a digit, counted from 0, in a band.
pub(super) const fn place(band: usize, digit: usize) -> (usize, usize) {
    match (band, digit) {
        (0, 8) => (3, 8),
        (1, 8) => (3, 13),
        (_, 8) => (3, 10),
        (0, _) => (0, digit),
        (1, _) => (0, 8 + digit),
        _ => (3, digit),
    }
}

/// For each band and digit the lanes that hold it, in the vectors of a row.
pub(super) static LANES: [[Lanes; 2]; 27] = {
    let mut table = [[Lanes([0; 16]); 2]; 27];
    let mut band = 0;
    while band < 3 {
        let mut digit = 0;
        while digit < 8 {
            let (vector, lane) = place(band, digit);
            table[9 * band + digit][vector / 3].0[lane] = 0xffff;
            digit += 1;
        }
        let mut i = 0;
        while i < 8 {
            if BAND_OF_NINE[i] == band {
                table[9 * band + 8][1].0[8 + i] = 0xffff;
            }
            i += 1;
        }
        band += 1;
    }
    table
};
