//! Which cell to guess in where none has two candidates, which is rare: lane by lane.
//!
//! Among the cells with three candidates, or else all open cells, the one whose
//! candidates are held by the most peers.

use super::node::{Node, TAIL};
use sudolab_grid::nine::Cell;

/// Chooses a cell of a node that has open cells.
#[inline(always)]
pub(super) fn fewest(node: &Node) -> usize {
    let mut x = [[0u64; 2]; 9];
    for digit in 0..9 {
        let tail = node.0[9 + digit / 3] >> (digit as u32 % 3 * TAIL);
        x[digit] = [node.0[digit], tail & ((1 << TAIL) - 1)];
    }
    let mut among = [0; 2];
    let mut open = [0; 2];
    for k in 0..2 {
        let (mut one, mut two, mut three, mut four) = (0, 0, 0, 0);
        for digit in 0..9 {
            four |= three & x[digit][k];
            three |= two & x[digit][k];
            two |= one & x[digit][k];
            one |= x[digit][k];
        }
        among[k] = three & !four;
        open[k] = two;
    }
    if among == [0; 2] {
        among = open;
    }
    let mut best = (0, 0);
    for k in 0..2 {
        let mut bits = among[k];
        while bits != 0 {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            let cell = k * 64 + bit as usize;
            let mut score = 1;
            for digit in 0..9 {
                if x[digit][k] >> bit & 1 == 1 {
                    score += (x[digit][0] & PEERS[cell][0]).count_ones();
                    score += (x[digit][1] & PEERS[cell][1]).count_ones();
                }
            }
            if score > best.0 {
                best = (score, cell);
            }
        }
    }
    best.1
}

/// The 20 peers of each cell, in words of 64 and 17 cells.
static PEERS: [[u64; 2]; 81] = {
    let mut table = [[0; 2]; 81];
    let mut cell = 0;
    while cell < 81 {
        table[cell] = Cell::new(cell).peers().words();
        cell += 1;
    }
    table
};
