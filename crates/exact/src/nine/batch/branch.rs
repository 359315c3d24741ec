//! Which cell to guess in, once the sweeps stand still.
//!
//! Idea: a cell with two candidates, so that either guess is a decision, and among those
//! the cell whose decision will be felt most: count, for both candidates, the peers
//! that hold it too, and count those peers that have only two candidates themselves three times more.
//! The first such cell wins ties. Where no cell has two candidates, cells with
//! three compete, then all open cells.

use super::node::{Node, TAIL};

/// A peer with two candidates counts so much more than another.
const PAIR_WEIGHT: u32 = 3;

/// Chooses a cell where none has two candidates.
#[inline(always)]
pub(super) fn fewest(node: &Node) -> usize {
    let mut x = [[0u64; 2]; 9];
    for digit in 0..9 {
        let tail = node.0[9 + digit / 3] >> (digit as u32 % 3 * TAIL);
        x[digit] = [node.0[digit], tail & ((1 << TAIL) - 1)];
    }
    choose(&x).0
}

#[inline(always)]
fn choose(x: &[[u64; 2]; 9]) -> (usize, usize) {
    let mut best_of_pairs = [[0u64; 2]; 2];
    let (mut one, mut two, mut three, mut four) = ([0u64; 2], [0u64; 2], [0u64; 2], [0u64; 2]);
    for digit in 0..9 {
        for k in 0..2 {
            four[k] |= three[k] & x[digit][k];
            three[k] |= two[k] & x[digit][k];
            two[k] |= one[k] & x[digit][k];
            one[k] |= x[digit][k];
        }
    }
    for k in 0..2 {
        best_of_pairs[0][k] = two[k] & !three[k];
        best_of_pairs[1][k] = three[k] & !four[k];
    }
    let [pairs, triples] = best_of_pairs;
    let among = if pairs[0] | pairs[1] != 0 {
        pairs
    } else if triples[0] | triples[1] != 0 {
        triples
    } else {
        two
    };
    let mut score = [0u16; 128];
    // The highest score, then the first cell, then the highest digit of that cell.
    let mut best = 0u32;
    for digit in 0..9 {
        let here = x[digit];
        let in_pairs = [here[0] & pairs[0], here[1] & pairs[1]];
        for k in 0..2 {
            let mut bits = here[k] & among[k];
            while bits != 0 {
                let cell = k * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let peers = &PEERS[cell];
                let all = (here[0] & peers[0]).count_ones() + (here[1] & peers[1]).count_ones();
                let tight = (in_pairs[0] & peers[0]).count_ones() + (in_pairs[1] & peers[1]).count_ones();
                score[cell] += (all + PAIR_WEIGHT * tight) as u16;
                best = best.max(u32::from(score[cell]) << 16 | (127 - cell as u32) << 8 | digit as u32);
            }
        }
    }
    (127 - (best >> 8 & 127) as usize, (best & 255) as usize)
}

/// The 20 peers of each cell, in words of 64 and 17 cells.
static PEERS: [[u64; 2]; 128] = peers();

const fn peers() -> [[u64; 2]; 128] {
    let mut table = [[0; 2]; 128];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            let same_box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
            if a != b && (a / 9 == b / 9 || a % 9 == b % 9 || same_box) {
                table[a][b / 64] |= 1 << (b % 64);
            }
            b += 1;
        }
        a += 1;
    }
    table
}
