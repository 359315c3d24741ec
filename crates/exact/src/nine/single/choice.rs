//! Where to guess.

use super::rules::{NO_ROW, Position, digits_up_to_three};
use crate::simd::rows::{BAND_OF_NINE, CELLS_LANE, Lanes, Rows};

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
pub(super) fn choose<V: Rows>(x: &Position<V>, stored: &[Lanes; 6]) -> Option<Guess> {
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
    let mut lanes = Lanes([0; 16]);
    two.minus(three).minus(V::load(&NO_ROW)).store(&mut lanes);
    let pair = (0..9).find(|&row| lanes.0[CELLS_LANE[row]] != 0);
    let row = match pair {
        Some(row) => row,
        None => {
            two.minus(V::load(&NO_ROW)).store(&mut lanes);
            (0..9).find(|&row| lanes.0[CELLS_LANE[row]] != 0)?
        }
    };
    let open = lanes.0[CELLS_LANE[row]];
    let cell = open & open.wrapping_neg();
    let band = row / 3;
    let digit = (0..9).find(|&digit| {
        let (vector, lane) = place(band, digit);
        stored[vector + row % 3].0[lane] & cell != 0
    })?;
    Some(Guess { row: row % 3, cell, lanes: 9 * band + digit })
}

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
