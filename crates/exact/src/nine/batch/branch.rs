//! Which candidate to guess.

use super::node::Node;

/// A choice: the child explored now keeps `digit` alone in `cell`; the other child loses it.
pub(super) struct Guess {
    pub(super) digit: usize,
    pub(super) cell: usize,
}

const fn peers() -> [u128; 81] {
    let mut table = [0u128; 81];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            if a != b
                && (a / 9 == b / 9
                    || a % 9 == b % 9
                    || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3))
            {
                table[a] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
}
static PEERS: [u128; 81] = peers();

#[inline(always)]
pub(super) fn choose(node: &Node) -> Guess {
    let digit = |d: usize| -> u128 {
        let tail = node.0[9 + d / 3] >> (d % 3 * 17) & 0x1ffff;
        u128::from(node.0[d]) | u128::from(tail) << 64
    };
    let (mut one, mut two, mut three, mut four) = (0u128, 0u128, 0u128, 0u128);
    for d in 0..9 {
        let x = digit(d);
        four |= three & x;
        three |= two & x;
        two |= one & x;
        one |= x;
    }
    let pairs = two & !three;
    let mut pick = if pairs != 0 {
        pairs
    } else if three & !four != 0 {
        three & !four
    } else {
        two
    };
    let mut best = (0, 0);
    while pick != 0 {
        let cell = pick.trailing_zeros() as usize;
        pick &= pick - 1;
        let score = 1 + (PEERS[cell] & two).count_ones();
        if score > best.0 {
            best = (score, cell);
        }
    }
    let cell = best.1;
    let digit = (0..9).find(|&d| node.has(d, cell)).expect("an open cell has candidates");
    Guess { digit, cell }
}
