//! Logic on any board with any rules.
//!
//! The rest of this crate knows the classic 9x9 board, packed and fast, and rates it as the reference
//! programs do. This room knows a [`Board`](sudolab_grid::Board) of any form and the demands of any
//! rule, and few techniques, each of which holds everywhere:
//!
//! | technique | what it needs |
//! |---|---|
//! | naked single | a cell |
//! | hidden single, locked candidates, hidden subset | a group with as many cells as there are digits |
//! | naked subset | a group in which nothing repeats |
//! | fish | two families of disjoint full groups |
//! | rule | one rule, and what its cells may still hold |
//! | house total | full groups, and rules that say sums |
//! | trial | a candidate that singles, rules and locked candidates refute |
//! | forcing | the candidates of a cell, or the places of a digit, that all lead to the same |
//!
//! A *group* is a house, or the cells of a rule that must all differ. Nothing here assumes that there
//! is one solution.
//!
//! | file | idea |
//! |---|---|
//! | `ground.rs` | what stays: groups, who sees whom, what the rules ask, piece by piece |
//! | `position.rs` | digits and pencil marks |
//! | `step.rs` | techniques, effects and typed reasons |
//! | `fillings.rs` | which candidates of a rule stand in some filling that keeps it |
//! | `may.rs` | whether a demand may still be kept, each variable taken by itself |
//! | `totals.rs` | what sums of houses leave when sums of rules are taken away |
//! | `singles.rs` `rules.rs` `locked.rs` `subsets.rs` `fish.rs` `trial.rs` `forcing.rs` | one finder each |
//! | `path.rs` | the steps from a position to the solution, and what they cost |
//! | `check.rs` | confirms a step from its reason, without the finders |
//! | `words.rs` | sentences |

mod check;
mod fillings;
mod fish;
pub mod forcing;
mod ground;
pub mod locked;
mod may;
mod path;
mod position;
pub mod rules;
mod singles;
mod step;
mod subsets;
#[cfg(test)]
mod tests;
pub mod totals;
pub mod trial;
mod words;

pub use crate::technique::Technique;
pub use check::{Fault, check};
pub use ground::{Ground, Group};
pub use path::{Effort, End, Path, every_step_within};
pub use position::{Clash, Position};
pub use step::{Dead, Effect, Reason, Step, Supposed};
pub use words::{Words, words};

use crate::techniques::Flow;
use std::ops::ControlFlow;

/// The first step that a finder hands out.
fn first(find: impl FnOnce(&mut dyn FnMut(Step) -> Flow) -> Flow) -> Option<Step> {
    let mut found = None;
    let _ = find(&mut |step| {
        found = Some(step);
        ControlFlow::Break(())
    });
    found
}
