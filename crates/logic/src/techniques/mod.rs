//! The finders, one technique (or one family that differs only in size) per file.
//!
//! Every finder has the same shape: `find(position, …, visit)` hands each step it
//! meets to `visit` in a fixed, documented order and stops when `visit` breaks. Only
//! steps that change the position are handed out.
//!
//! ```
//! use std::ops::ControlFlow;
//! use sudolab_logic::{position::Position, techniques::naked_single};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let position = Position::from_line(line).unwrap();
//! let mut first = None;
//! let _ = naked_single::find(&position, &mut |step| {
//!     first = Some(step);
//!     ControlFlow::Break(())
//! });
//! assert_eq!(first.unwrap().effect.placements[0].to_string(), "r5c5=5");
//! ```

use crate::board::House;
use crate::position::Position;
use crate::step::Step;
use std::ops::ControlFlow;

pub mod aligned_exclusion;
pub mod almost_locked_set;
pub mod alternating_chain;
pub mod avoidable_rectangle;
pub mod bivalue_grave;
pub mod colours;
pub mod death_blossom;
pub mod direct;
pub mod dual;
pub mod empty_rectangle;
pub mod finned_fish;
pub mod fish;
pub mod franken_fish;
pub mod hidden_single;
pub mod hidden_subset;
#[cfg(test)]
pub(crate) mod laid;
pub mod locked_candidates;
pub mod locked_subset;
pub mod mutant_fish;
pub mod naked_single;
pub mod naked_subset;
pub mod named;
pub mod remote_pair;
pub mod siamese;
pub mod sue_de_coq;
pub mod templates;
pub mod turbot;
pub mod unique_loop;
pub mod unique_rectangle;
pub mod w_wing;
pub mod wing;

/// What a visitor answers: go on, or stop the search.
pub type Flow = ControlFlow<()>;

/// The first step a finder hands out.
pub fn first(
    position: &Position,
    find: impl Fn(&Position, &mut dyn FnMut(Step) -> Flow) -> Flow,
) -> Option<Step> {
    let mut found = None;
    let _ = find(position, &mut |step| {
        found = Some(step);
        ControlFlow::Break(())
    });
    found
}

/// All subsets of nine bits with `size` members, in ascending numerical order: the
/// combinations in colexicographic order.
pub(crate) fn subsets_of_nine(size: usize) -> impl Iterator<Item = u16> {
    let first: u16 = (1 << size) - 1;
    std::iter::successors(Some(first), |&set| {
        // The next larger number with as many one bits; the empty set has none.
        let low = set & set.wrapping_neg();
        let ripple = set.checked_add(low)?;
        Some(ripple | (set ^ ripple).checked_div(low)? >> 2)
    })
    .take_while(|&set| set < 1 << 9)
}

/// The subsets of a set of nine bits with `size` members, in ascending numerical
/// order. Spreading a subset of the first bits over the members keeps the order.
pub(crate) fn subsets_within(members: u16, size: usize) -> impl Iterator<Item = u16> {
    let n = members.count_ones() as usize;
    let end = if n < size { 0 } else { 1 << n };
    subsets_of_nine(size).take_while(move |&set| set < end).map(move |set| {
        let mut spread = 0;
        let mut rest = members;
        let mut chosen = set;
        while chosen != 0 {
            let low = rest & rest.wrapping_neg();
            rest ^= low;
            spread |= low * (chosen & 1);
            chosen >>= 1;
        }
        spread
    })
}

/// The houses in the order in which Sudoku Explainer looks for sets: boxes, columns,
/// rows.
pub(crate) fn boxes_columns_rows() -> impl Iterator<Item = House> {
    (18..27).chain(9..18).chain(0..9).map(House::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_within_a_set_are_those_of_nine_that_fit() {
        for members in [0u16, 0b1, 0b1_0110, 0b1_1111_1111, 0b1_0101_0101] {
            for size in 0..=5 {
                let fitting: Vec<u16> =
                    subsets_of_nine(size).filter(|set| set & !members == 0).collect();
                assert_eq!(subsets_within(members, size).collect::<Vec<_>>(), fitting);
            }
        }
    }
}
