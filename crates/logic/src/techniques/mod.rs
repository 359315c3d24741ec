//! The finders, one technique (or one family that differs only in size) per file.
//!
//! Every finder has the same shape: `find(position, …, visit)` hands each step it
//! meets to `visit` in a fixed, documented order and stops when `visit` breaks. Only
//! steps that change the position are handed out. Those that may take longer than some
//! milliseconds have a form `find_within` that can be stopped between two steps too.
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

use crate::entry::Slowest;
use crate::position::Position;
use crate::step::Step;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Cells, Digits};

/// The position in which many lessons find their step, with the candidates that are deleted in it.
macro_rules! common_position {
    ($deleted:literal) => {
        concat!(
            "+3.7.9..+6+2+24.+6+7..3+96.9+2.+3..+7..+372+4+6+9+19+7+15+68+2+43+4+2+6+",
            "31+9785+1+6.+9.7+32+4+73+2..69.8.+9+4.32.76:",
            $deleted
        )
    };
}

pub mod aligned_exclusion;
pub mod almost_locked_set;
pub mod alternating_chain;
pub mod avoidable_rectangle;
pub mod bivalue_grave;
pub mod brute_force;
pub mod colours;
pub mod death_blossom;
pub mod direct;
pub mod dual;
pub mod empty_rectangle;
pub mod explainer_chains;
pub mod finned_fish;
pub mod fish;
pub mod forcing;
pub mod franken_fish;
pub mod hidden_single;
pub mod hidden_subset;
pub mod hodoku;
pub mod kraken_fish;
#[cfg(test)]
pub(crate) mod laid;
pub mod locked_candidates;
pub mod locked_subset;
pub mod mutant_fish;
pub mod naked_single;
pub mod naked_subset;
pub mod named;
pub mod nice_loop;
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

/// The same inside a search that can be stopped from outside: a break is the visitor's, or says
/// what stopped the search.
pub(crate) type Searching = ControlFlow<Option<Stop>>;

/// Counts pieces of work of such a search.
#[inline]
pub(crate) fn beat(pulse: &mut Pulse<'_>, pieces: u64) -> Searching {
    match pulse.beat(pieces) {
        Ok(()) => ControlFlow::Continue(()),
        Err(stop) => ControlFlow::Break(Some(stop)),
    }
}

/// What a visitor answers, inside such a search.
#[inline]
pub(crate) fn answered(flow: Flow) -> Searching {
    flow.map_break(|()| None)
}

/// How such a search ended.
pub(crate) fn ended(searching: Searching) -> Result<Flow, Stop> {
    match searching {
        ControlFlow::Continue(()) => Ok(ControlFlow::Continue(())),
        ControlFlow::Break(None) => Ok(ControlFlow::Break(())),
        ControlFlow::Break(Some(stop)) => Err(stop),
    }
}

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

/// The subsets of a set of nine bits with `size` members, in ascending numerical order.
pub(crate) fn subsets_within(members: u16, size: usize) -> impl Iterator<Item = u16> {
    // So many of the lowest members.
    let mut lowest = [0u16; 10];
    let (mut n, mut rest) = (0, members);
    while rest != 0 {
        let low = rest & rest.wrapping_neg();
        lowest[n + 1] = lowest[n] | low;
        rest ^= low;
        n += 1;
    }
    let first = if size <= n { Some(lowest[size]) } else { None };
    std::iter::successors(first, move |&set| {
        let low = set & set.wrapping_neg();
        if low == 0 {
            return None;
        }
        // The next larger number, with a carry that runs over bits which are no members; members
        // that the carry took are put back at the low end.
        let carried = (set | !members).checked_add(low)? & members;
        Some(carried | lowest[size - carried.count_ones() as usize])
    })
}

/// Goes through the sets of cells with their digits and those given, each set before the larger ones
/// that begin with it.
pub(crate) fn growing_sets(
    position: &Position,
    from: Cells,
    chosen: Cells,
    digits: Digits,
    judge: &mut dyn FnMut(Cells, Digits) -> Flow,
) -> Flow {
    let mut rest = from;
    while let Some(cell) = rest.first() {
        rest.remove(cell);
        let cells = chosen.union(Cells::only(cell));
        let digits = digits.union(position.candidates(cell));
        judge(cells, digits)?;
        growing_sets(position, rest, cells, digits, judge)?;
    }
    ControlFlow::Continue(())
}

/// What to do with a combination, complete or still growing.
pub(crate) enum Choice {
    /// It was handed out; whether to go on.
    Hand(Flow),
    /// Add another member, if it is not complete.
    Extend,
    /// No larger combination can be of use.
    Skip,
}

/// Goes through the combinations of `size` members, at most eight; each beginning of a combination,
/// from the member that varies slowest on, is shown too.
pub(crate) fn combinations<M: Copy>(
    members: &[M],
    size: usize,
    slowest: Slowest,
    mut judge: impl FnMut(&[M]) -> Choice,
) -> Flow {
    let n = members.len();
    if n < size {
        return ControlFlow::Continue(());
    }
    let ascending = slowest == Slowest::Smallest;
    let mut chosen = [members[0]; 8];
    // The next member to take at each level, and where each level ends.
    let mut at = [if ascending { 0 } else { size - 1 }; 9];
    let mut end = [if ascending { n - size + 1 } else { n }; 9];
    let mut level = 0;
    loop {
        if at[level] >= end[level] {
            if level == 0 {
                return ControlFlow::Continue(());
            }
            level -= 1;
            continue;
        }
        let member = at[level];
        chosen[level] = members[member];
        at[level] += 1;
        match judge(&chosen[..=level]) {
            Choice::Hand(flow) => flow?,
            Choice::Extend if level + 1 < size => {
                level += 1;
                (at[level], end[level]) = if ascending {
                    (member + 1, n - size + level + 1)
                } else {
                    (size - 1 - level, member)
                };
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_come_as_numbers_or_as_words() {
        let all = |slowest| {
            let mut all = Vec::new();
            let _ = combinations(&[0, 1, 2, 3], 2, slowest, |chosen| match chosen {
                &[a, b] => {
                    all.push(1 << a | 1 << b);
                    Choice::Hand(ControlFlow::Continue(()))
                }
                _ => Choice::Extend,
            });
            all
        };
        assert_eq!(all(Slowest::Largest), [0b11, 0b101, 0b110, 0b1001, 0b1010, 0b1100]);
        assert_eq!(all(Slowest::Smallest), [0b11, 0b101, 0b1001, 0b110, 0b1010, 0b1100]);
    }

    #[test]
    fn subsets_within_a_set_are_those_of_nine_that_fit() {
        for members in [0u16, 0b1, 0b1_0110, 0b1_1111_1111, 0b1_0101_0101] {
            for size in 0..=9 {
                let fitting: Vec<u16> =
                    subsets_of_nine(size).filter(|set| set & !members == 0).collect();
                assert_eq!(subsets_within(members, size).collect::<Vec<_>>(), fitting);
            }
        }
    }
}
