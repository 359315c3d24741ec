//! Between nodes at rest and candidates in lanes: a bit matrix transposed.
//!
//! A block is 64 vectors. Word q of the vectors is a 64 x 64 bit matrix of its own,
//! so a block of 4-word vectors is four matrices transposed side by side.
//! The transposition is its own inverse: it both spreads nodes into lanes and
//! gathers them again.
//!
//! Swap the off-diagonal halves of every 2s x 2s submatrix for s = 32, 16, ..., 1.
//! Three of the six levels fit the register file at once, so there are two passes.

use super::choose::Index;
use super::node::{Node, TAIL, WORDS, place};
use super::sweep::Candidates;
use crate::simd::Vector;

/// Nodes at rest, woven for transposition: word w of lane 64q + i is word q of `0[w].rows[i]`.
pub(super) struct Rack<V: Vector>([Shelf<V>; WORDS]);

/// One word of every node. The gap keeps the twelve words of a node, which would
/// otherwise lie a power of two apart, in different sets of the first-level cache.
#[derive(Clone, Copy)]
struct Shelf<V: Vector> {
    rows: [V::Words; 64],
    _gap: [u64; 16],
}

impl<V: Vector> Rack<V> {
    /// A rack of empty nodes, which are contradictions.
    pub(super) fn empty() -> Box<Self> {
        Box::new(Self([Shelf { rows: [V::Words::default(); 64], _gap: [0; 16] }; WORDS]))
    }

    /// Reads the node of a lane.
    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> Node {
        let mut node = Node([0; WORDS]);
        for w in 0..WORDS {
            node.0[w] = self.0[w].rows[lane % 64].as_ref()[lane / 64];
        }
        node
    }

    /// Replaces the node of a lane.
    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, node: &Node) {
        for w in 0..WORDS {
            self.0[w].rows[lane % 64].as_mut()[lane / 64] = node.0[w];
        }
    }
}

impl<V: Vector> Rack<V> {
    /// The number that came with the node in the unused bits of word 9. It need not be
    /// removed: unused bits are dropped when the node is spread into lanes.
    #[inline(always)]
    pub(super) fn index(&self, lane: usize) -> usize {
        (self.0[9].rows[lane % 64].as_ref()[lane / 64] >> (3 * TAIL)) as usize
    }

    /// The candidates of a cell: bit d-1 is digit d.
    #[inline(always)]
    pub(super) fn candidates(&self, lane: usize, cell: usize) -> u32 {
        let mut mask = 0;
        for digit in 0..9 {
            let (word, bit) = place(digit, cell);
            mask |= ((self.0[word].rows[lane % 64].as_ref()[lane / 64] >> bit & 1) as u32) << digit;
        }
        mask
    }

    /// Removes a candidate.
    #[inline(always)]
    pub(super) fn remove(&mut self, lane: usize, digit: usize, cell: usize) {
        let (word, bit) = place(digit, cell);
        self.0[word].rows[lane % 64].as_mut()[lane / 64] &= !(1 << bit);
    }
}

/// Spreads the nodes of the rack into lanes.
#[inline(always)]
pub(super) fn spread<V: Vector>(rack: &Rack<V>, to: &mut Candidates<V>) {
    let mut block = [V::zero(); 64];
    for w in 0..WORDS {
        let rows = &rack.0[w].rows;
        for start in 0..8 {
            let mut eight = [V::zero(); 8];
            for k in 0..8 {
                eight[k] = V::from_words(&rows[start + 8 * k]);
            }
            swap_far(&mut eight);
            for k in 0..8 {
                block[start + 8 * k] = eight[k];
            }
        }
        if w < 9 {
            for start in (0..64).step_by(8) {
                let mut eight = [V::zero(); 8];
                eight.copy_from_slice(&block[start..start + 8]);
                swap_near(&mut eight);
                to.0[w][start..start + 8].copy_from_slice(&eight);
            }
        } else {
            for start in (0..64).step_by(8) {
                let mut eight = [V::zero(); 8];
                eight.copy_from_slice(&block[start..start + 8]);
                swap_near(&mut eight);
                block[start..start + 8].copy_from_slice(&eight);
            }
            for k in 0..3 {
                to.0[3 * (w - 9) + k][64..].copy_from_slice(&block[17 * k..17 * (k + 1)]);
            }
        }
    }
}

/// Gathers the candidates of all lanes as nodes in the rack, with a number for
/// each lane in the unused bits (see [`Rack::index`]).
#[inline(always)]
pub(super) fn gather<V: Vector>(from: &Candidates<V>, index: &Index<V>, rack: &mut Rack<V>) {
    let mut block = [V::zero(); 64];
    for w in 0..WORDS {
        if w >= 9 {
            for k in 0..3 {
                block[17 * k..17 * (k + 1)].copy_from_slice(&from.0[3 * (w - 9) + k][64..]);
            }
            for row in &mut block[51..] {
                *row = V::zero();
            }
            if w == 9 {
                block[51..58].copy_from_slice(index);
            }
            for start in 0..8 {
                let mut eight = [V::zero(); 8];
                for k in 0..8 {
                    eight[k] = block[start + 8 * k];
                }
                swap_far(&mut eight);
                for k in 0..8 {
                    block[start + 8 * k] = eight[k];
                }
            }
        } else {
            for start in 0..8 {
                let mut eight = [V::zero(); 8];
                for k in 0..8 {
                    eight[k] = from.0[w][start + 8 * k];
                }
                swap_far(&mut eight);
                for k in 0..8 {
                    block[start + 8 * k] = eight[k];
                }
            }
        }
        let rows = &mut rack.0[w].rows;
        for start in (0..64).step_by(8) {
            let mut eight = [V::zero(); 8];
            eight.copy_from_slice(&block[start..start + 8]);
            swap_near(&mut eight);
            for k in 0..8 {
                rows[start + k] = eight[k].to_words();
            }
        }
    }
}

/// The levels 32, 16 and 8 of the transposition, on rows 8 apart.
#[inline(always)]
fn swap_far<V: Vector>(rows: &mut [V; 8]) {
    let halves = every_word::<V>(0x0000_0000_ffff_ffff);
    let quarters = every_word::<V>(0x0000_ffff_0000_ffff);
    let bytes = every_word::<V>(0x00ff_00ff_00ff_00ff);
    for k in [0, 1, 2, 3] {
        swap::<V, 32>(rows, k, k + 4, halves);
    }
    for k in [0, 1, 4, 5] {
        swap::<V, 16>(rows, k, k + 2, quarters);
    }
    for k in [0, 2, 4, 6] {
        swap::<V, 8>(rows, k, k + 1, bytes);
    }
}

/// The levels 4, 2 and 1 of the transposition, on neighbouring rows.
#[inline(always)]
fn swap_near<V: Vector>(rows: &mut [V; 8]) {
    let nibbles = every_word::<V>(0x0f0f_0f0f_0f0f_0f0f);
    let pairs = every_word::<V>(0x3333_3333_3333_3333);
    let singles = every_word::<V>(0x5555_5555_5555_5555);
    for k in [0, 1, 2, 3] {
        swap::<V, 4>(rows, k, k + 4, nibbles);
    }
    for k in [0, 1, 4, 5] {
        swap::<V, 2>(rows, k, k + 2, pairs);
    }
    for k in [0, 2, 4, 6] {
        swap::<V, 1>(rows, k, k + 1, singles);
    }
}

/// A vector with the same word everywhere.
#[inline(always)]
fn every_word<V: Vector>(word: u64) -> V {
    let mut words = V::Words::default();
    words.as_mut().fill(word);
    V::from_words(&words)
}

/// Exchanges the bits of row `high` under `mask` with those of row `low` that lie `BY` above them.
#[inline(always)]
fn swap<V: Vector, const BY: u32>(rows: &mut [V; 8], low: usize, high: usize, mask: V) {
    let differ = rows[low].shift_down::<BY>().xor(rows[high]).and(mask);
    rows[high] = rows[high].xor(differ);
    rows[low] = rows[low].xor(differ.shift_up::<BY>());
}

// Minutes long under Miri, and free of unsafe code.
#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::simd::portable::PortableVector;
    use sudolab_grid::random::Random;

    #[test]
    fn spreading_puts_each_candidate_into_its_lane_and_gathering_brings_it_back() {
        let mut rng = Random::new(7);
        let mut rack = Rack::<PortableVector>::empty();
        let used = (1u64 << (3 * TAIL)) - 1;
        let nodes: Vec<Node> = (0..256)
            .map(|_| {
                let mut words = [0; WORDS];
                for (w, word) in words.iter_mut().enumerate() {
                    *word = rng.bits() & if w < 9 { u64::MAX } else { used };
                }
                Node(words)
            })
            .collect();
        for (lane, node) in nodes.iter().enumerate() {
            rack.set(lane, node);
        }
        let mut candidates = Candidates::empty();
        spread(&rack, &mut candidates);
        for lane in (0..256).step_by(5) {
            for digit in 0..9 {
                for cell in 0..81 {
                    let (word, bit) = place(digit, cell);
                    let expected = nodes[lane].0[word] >> bit & 1;
                    let words = candidates.0[digit][cell].to_words();
                    assert_eq!(words[lane / 64] >> (lane % 64) & 1, expected);
                }
            }
        }
        let mut index = [PortableVector::zero(); 7];
        index[0] = PortableVector::ones();
        index[6] = PortableVector::ones();
        gather(&candidates, &index, &mut rack);
        for (lane, node) in nodes.iter().enumerate() {
            assert_eq!(rack.index(lane), 65);
            let mut back = rack.get(lane);
            back.0[9] &= used;
            assert_eq!(back, *node);
        }
    }
}
