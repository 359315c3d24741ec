//! Which cell to guess in, chosen for all lanes at once.
//!
//! A cell with two candidates, so that either guess decides it; among those the one with the
//! highest score, the first of equals:
//!
//! ```text
//! score = peers that are open
//!       + 2 for each of its digits that a peer with two candidates holds as well
//! ```
//!
//! Scores are numbers of five bits, kept as five vectors and added by half and
//! full adders. Peers must be counted once: counting the overlap of box and
//! line twice costs a fifth more guesses on the hardest puzzles.

use super::sweep::{Candidates, Cells};
use crate::simd::Vector;

/// The number of a cell, bit by bit; one bit per lane.
pub(super) type Index<V> = [V; 7];

/// Chooses a cell with two candidates in every lane that has one.
/// Returns its number and the lanes that have one.
#[inline(always)]
pub(super) fn choose<V: Vector>(
    c: &Candidates<V>,
    cells: &Cells<V>,
    links: &mut Links<V>,
) -> (Index<V>, V) {
    for cell in 0..81 {
        links.one[cell] = V::zero();
        links.two[cell] = V::zero();
    }
    for digit in 0..9 {
        link(&c.0[digit], &cells.pairs, links);
    }
    let open = &cells.open;
    let mut columns = [[V::zero(); 4]; 9];
    for column in 0..9 {
        let mut nine = [V::zero(); 9];
        for row in 0..9 {
            nine[row] = open[row * 9 + column];
        }
        columns[column] = count(&nine);
    }
    let mut best = [V::zero(); 5];
    let mut index = [V::zero(); 7];
    for row in 0..9 {
        let mut nine = [V::zero(); 9];
        nine.copy_from_slice(&open[row * 9..row * 9 + 9]);
        let in_row = count(&nine);
        for column in 0..9 {
            let cell = row * 9 + column;
            let lines = add(&in_row, &columns[column]);
            // The four cells of the box that are in neither line.
            let (up, down) = (row / 3 * 3 + (row + 1) % 3, row / 3 * 3 + (row + 2) % 3);
            let (left, right) =
                (column / 3 * 3 + (column + 1) % 3, column / 3 * 3 + (column + 2) % 3);
            let corners = [up * 9 + left, up * 9 + right, down * 9 + left, down * 9 + right];
            let peers = add_four(
                &lines,
                open[corners[0]],
                open[corners[1]],
                open[corners[2]],
                open[corners[3]],
            );
            let score = add_twice(&peers, links.one[cell], links.two[cell]);
            challenge(&mut best, &mut index, &score, cells.pairs[cell], cell);
        }
    }
    let found = best[0].or(best[1]).or(best[2]).or(best[3].or(best[4]));
    (index, found)
}

/// How many digits of a pair are linked: at least one, both.
pub(super) struct Links<V> {
    one: [V; 81],
    two: [V; 81],
    /// The digit at hand in cells with two candidates.
    tight: [V; 81],
}

impl<V: Vector> Links<V> {
    pub(super) fn new() -> Box<Self> {
        Box::new(Self { one: [V::zero(); 81], two: [V::zero(); 81], tight: [V::zero(); 81] })
    }
}

/// Notes the pairs that share a digit with another pair in a house.
#[inline(always)]
fn link<V: Vector>(x: &[V; 81], pairs: &[V; 81], links: &mut Links<V>) {
    let tight = &mut links.tight;
    for cell in 0..81 {
        tight[cell] = x[cell].and(pairs[cell]);
    }
    let mut columns = [V::zero(); 9];
    for column in 0..9 {
        let mut seen = tight[column];
        let mut again = V::zero();
        for row in 1..9 {
            let here = tight[row * 9 + column];
            again = again.or(seen.and(here));
            seen = seen.or(here);
        }
        columns[column] = again;
    }
    for band in 0..3 {
        let mut any = [[V::zero(); 3]; 3];
        let mut many = [[V::zero(); 3]; 3];
        for row in 0..3 {
            for b in 0..3 {
                let k = band * 27 + row * 9 + b * 3;
                (any[row][b], many[row][b]) = three(tight[k], tight[k + 1], tight[k + 2]);
            }
        }
        let mut rows = [V::zero(); 3];
        let mut boxes = [V::zero(); 3];
        for k in 0..3 {
            let in_row = three(any[k][0], any[k][1], any[k][2]).1;
            rows[k] = many[k][0].or(many[k][1]).or(many[k][2].or(in_row));
            let in_box = three(any[0][k], any[1][k], any[2][k]).1;
            boxes[k] = many[0][k].or(many[1][k]).or(many[2][k].or(in_box));
        }
        for row in 0..3 {
            for b in 0..3 {
                let row_or_box = rows[row].or(boxes[b]);
                for column in b * 3..b * 3 + 3 {
                    let cell = band * 27 + row * 9 + column;
                    let linked = tight[cell].and(row_or_box.or(columns[column]));
                    links.two[cell] = links.two[cell].or(links.one[cell].and(linked));
                    links.one[cell] = links.one[cell].or(linked);
                }
            }
        }
    }
}

/// Of three: any, and more than one.
#[inline(always)]
fn three<V: Vector>(a: V, b: V, c: V) -> (V, V) {
    let any = a.or(b);
    (any.or(c), a.and(b).or(any.and(c)))
}

/// Sum and carry of two bits.
#[inline(always)]
fn half<V: Vector>(a: V, b: V) -> (V, V) {
    (a.xor(b), a.and(b))
}

/// Sum and carry of three bits.
#[inline(always)]
fn full<V: Vector>(a: V, b: V, c: V) -> (V, V) {
    let differ = a.xor(b);
    (differ.xor(c), a.and(b).or(differ.and(c)))
}

/// How many of nine bits are set.
#[inline(always)]
fn count<V: Vector>(x: &[V; 9]) -> [V; 4] {
    let (a, p) = full(x[0], x[1], x[2]);
    let (b, q) = full(x[3], x[4], x[5]);
    let (c, r) = full(x[6], x[7], x[8]);
    let (units, s) = full(a, b, c);
    let (d, t) = full(p, q, r);
    let (twos, u) = half(d, s);
    let (fours, eights) = half(t, u);
    [units, twos, fours, eights]
}

#[inline(always)]
fn add<V: Vector>(a: &[V; 4], b: &[V; 4]) -> [V; 5] {
    let (s0, c) = half(a[0], b[0]);
    let (s1, c) = full(a[1], b[1], c);
    let (s2, c) = full(a[2], b[2], c);
    let (s3, c) = full(a[3], b[3], c);
    [s0, s1, s2, s3, c]
}

/// Adds the number of set bits among four.
#[inline(always)]
fn add_four<V: Vector>(a: &[V; 5], p: V, q: V, r: V, s: V) -> [V; 5] {
    let (sum, twos) = full(p, q, r);
    let (units, more) = half(sum, s);
    let (twos, fours) = half(twos, more);
    let (s0, c) = half(a[0], units);
    let (s1, c) = full(a[1], twos, c);
    let (s2, c) = full(a[2], fours, c);
    let (s3, c) = half(a[3], c);
    [s0, s1, s2, s3, a[4].xor(c)]
}

/// Adds 2 where `one` is set, and 2 more where `two` is.
#[inline(always)]
fn add_twice<V: Vector>(a: &[V; 5], one: V, two: V) -> [V; 5] {
    let (s1, c) = half(a[1], one.xor(two));
    let (s2, c) = full(a[2], two, c);
    let (s3, c) = half(a[3], c);
    [a[0], s1, s2, s3, a[4].xor(c)]
}

/// Puts a cell in the place of the best one where it may stand and scores higher.
#[inline(always)]
fn challenge<V: Vector>(
    best: &mut [V; 5],
    index: &mut Index<V>,
    score: &[V; 5],
    may: V,
    cell: usize,
) {
    let mut differ = [V::zero(); 5];
    let mut wins = V::zero();
    for k in 0..5 {
        differ[k] = score[k].xor(best[k]);
        wins = score[k].minus(best[k]).or(wins.minus(differ[k]));
    }
    wins = wins.and(may);
    for k in 0..5 {
        best[k] = best[k].xor(differ[k].and(wins));
    }
    for k in 0..7 {
        index[k] = if cell >> k & 1 == 1 { index[k].or(wins) } else { index[k].minus(wins) };
    }
}

// Minutes long under Miri, and free of unsafe code.
#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::simd::portable::PortableVector;
    use sudolab_grid::random::Random;

    /// The same choice for one lane, from the definition at the top of the file.
    fn plainly(x: &[[bool; 81]; 9]) -> Option<usize> {
        let n = |cell: usize| (0..9).filter(|&digit| x[digit][cell]).count();
        let sees = |a: usize, b: usize, house: usize| {
            a != b
                && match house {
                    0 => a / 9 == b / 9,
                    1 => a % 9 == b % 9,
                    _ => a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3,
                }
        };
        let mut best = None;
        for cell in (0..81).filter(|&cell| n(cell) == 2) {
            let peers: Vec<usize> =
                (0..81).filter(|&b| (0..3).any(|house| sees(cell, b, house))).collect();
            let open = peers.iter().filter(|&&b| n(b) > 1).count();
            let linked = (0..9)
                .filter(|&d| x[d][cell] && peers.iter().any(|&b| n(b) == 2 && x[d][b]))
                .count();
            let score = open + 2 * linked;
            if best.is_none_or(|(high, _)| score > high) {
                best = Some((score, cell));
            }
        }
        best.map(|(_, cell)| cell)
    }

    #[test]
    fn the_choice_in_lanes_is_the_plain_one() {
        let mut rng = Random::new(11);
        let mut lanes = vec![[[false; 81]; 9]; 256];
        for (k, lane) in lanes.iter_mut().enumerate() {
            for cell in 0..81 {
                // A different mix of full, open and solved cells in each lane.
                let n = if rng.index(256) < k { 1 } else { 1 + rng.index(4) };
                for _ in 0..n {
                    lane[rng.index(9)][cell] = true;
                }
            }
        }
        let mut candidates = Candidates::<PortableVector>::empty();
        let mut cells = Cells::new();
        for cell in 0..81 {
            let mut open = [0u64; 4];
            let mut pairs = [0u64; 4];
            for (k, lane) in lanes.iter().enumerate() {
                let n = (0..9).filter(|&digit| lane[digit][cell]).count();
                open[k / 64] |= u64::from(n > 1) << (k % 64);
                pairs[k / 64] |= u64::from(n == 2) << (k % 64);
            }
            cells.open[cell] = PortableVector::from_words(&open);
            cells.pairs[cell] = PortableVector::from_words(&pairs);
            for digit in 0..9 {
                let mut x = [0u64; 4];
                for (k, lane) in lanes.iter().enumerate() {
                    x[k / 64] |= u64::from(lane[digit][cell]) << (k % 64);
                }
                candidates.0[digit][cell] = PortableVector::from_words(&x);
            }
        }
        let (index, found) = choose(&candidates, &cells, &mut Links::new());
        for (k, lane) in lanes.iter().enumerate() {
            let bit = |v: PortableVector| (v.to_words()[k / 64] >> (k % 64) & 1) as usize;
            let cell = (0..7).map(|b| bit(index[b]) << b).sum();
            let chosen = (bit(found) == 1).then_some(cell);
            assert_eq!(chosen, plainly(lane), "lane {k}");
        }
    }
}
