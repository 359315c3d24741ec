//! From clues or candidates to the first position.

use super::Opening;
use super::rules::{PackedPosition, bands, stacks};
use crate::nine::Clues;
use crate::simd::rows::{BAND_OF_NINE, Rows};

/// The first position of a search, rules 3 and 4 applied once.
#[inline(always)]
pub(super) fn position<V: Rows>(start: &Opening) -> PackedPosition<V> {
    let mut x = match start {
        Opening::Clues(clues) => from_clues(clues),
        Opening::Candidates(candidates) => from_candidates(candidates),
    };
    bands(&mut x);
    stacks(&mut x);
    x
}

/// Every digit where it is a clue, and in all blank cells of the rows that do not have it.
#[inline(always)]
fn from_clues<V: Rows>(Clues(clues): &Clues) -> PackedPosition<V> {
    let mut given = [[0; 9]; 3];
    let mut blank = [[0; 9]; 3];
    for band in 0..3 {
        // 32 bytes from the first cell of each band; the last 32 of all for band 2.
        let (from, shift) = [(0, 0), (27, 0), (49, 5)][band];
        let bytes: &[u8; 32] = clues[from..from + 32].try_into().expect("32 cells fit there");
        for digit in 1..10 {
            given[band][digit - 1] = V::bytes_equal(bytes, digit as u8) >> shift;
        }
        blank[band] = [V::bytes_equal(bytes, 0) >> shift; 9];
    }
    let mut x = from_bands::<V>(&given);
    let blank = from_bands::<V>(&blank);
    for i in 0..6 {
        x[i] = x[i].or(blank[i].and(x[i].equal(V::splat(0))));
    }
    x
}

#[inline(always)]
fn from_candidates<V: Rows>(candidates: &[u16; 81]) -> PackedPosition<V> {
    let mut band = [[0u32; 9]; 3];
    for (cell, &mask) in candidates.iter().enumerate() {
        for (digit, cells) in band[cell / 27].iter_mut().enumerate() {
            *cells |= u32::from(mask >> digit & 1) << (cell % 27);
        }
    }
    from_bands(&band)
}

/// The position whose digits may stand in the given cells of each band.
#[inline(always)]
fn from_bands<V: Rows>(band: &[[u32; 9]; 3]) -> PackedPosition<V> {
    let eight = |b: usize| -> [u32; 8] { std::array::from_fn(|i| band[b][i]) };
    let nine: [u32; 8] = std::array::from_fn(|i| band[BAND_OF_NINE[i]][8]);
    let a = V::from_bands(&eight(0), &eight(1));
    let b = V::from_bands(&eight(2), &nine);
    [a[0], a[1], a[2], b[0], b[1], b[2]]
}
