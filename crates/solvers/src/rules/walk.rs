//! Rules and guesses in the middle of their work, to be shared by several threads.
//!
//! It visits the positions of `rule_based.rs` in the same order. The stack holds the branches not yet
//! tried to their end, so cutting the search is taking branches from the bottom of the stack.

use super::branch::{self, Branch};
use super::rule::SetRule;
use std::sync::Arc;
use sudolab_exact::split::{Cut, Tally, Tree, Walked};
use sudolab_logic::position::Position;

/// A search that can be walked on and cut.
pub(super) struct Walk {
    rules: Arc<[SetRule]>,
    /// The position to look at next.
    here: Position,
    /// Branches not yet tried to their end, the next one last.
    stack: Vec<Branch>,
}

impl Walk {
    /// The search from a position. The rules must not depend on a unique solution.
    pub(super) fn new(rules: &[SetRule], here: Position) -> Walk {
        Walk { rules: rules.into(), here, stack: Vec::new() }
    }

    /// The search through these branches, the last one first.
    fn through(&self, mut stack: Vec<Branch>) -> Option<Walk> {
        stack.iter_mut().for_each(|branch| branch.since = 0);
        let (_, _, here) = branch::next_of(&mut stack)?;
        Some(Walk { rules: self.rules.clone(), here, stack })
    }

    /// Applies rules until none applies; `false` when the position is dead.
    fn deduce(&mut self, tally: &mut Tally) -> bool {
        let here = &mut self.here;
        loop {
            if here.empty_cells() != here.marked_cells() {
                return false;
            }
            if here.is_solved() {
                return true;
            }
            let step = self.rules.iter().find_map(|rule| {
                tally.spend(1);
                rule.first(here)
            });
            match step {
                Some(step) => step.effect.apply(here),
                None => return true,
            }
        }
    }
}

impl Tree for Walk {
    /// About 0.5 ms.
    const LEASH: u64 = 512;

    fn walk(&mut self, pause_at: u64, tally: &mut Tally) -> Walked {
        loop {
            if tally.ticks() >= pause_at {
                return Walked::Paused;
            }
            let alive = self.deduce(tally);
            let here = &mut self.here;
            let left = here.empty_cells();
            tally.offer(left.len() as u64, here.values());
            if alive && here.is_solved() {
                if tally.found(|| here.values().as_slice().into()) {
                    return Walked::Ended;
                }
            } else if alive {
                tally.add_guesses(1);
                self.stack.extend(Branch::at(here.clone(), tally.ticks()));
            }
            let Some((_, _, next)) = branch::next_of(&mut self.stack) else {
                return Walked::Ended;
            };
            self.here = next;
        }
    }

    fn cut(&mut self, cut: Cut, ticks: u64) -> Vec<Walk> {
        let at = match cut {
            Cut::Largest => (!self.stack.is_empty()).then_some(0),
            Cut::Next { grain } => {
                self.stack.iter().rposition(|branch| ticks - branch.since >= grain)
            }
        };
        let Some(at) = at else { return Vec::new() };
        let kept = self.stack.split_off(at + 1);
        let mut later = std::mem::replace(&mut self.stack, kept);
        let next = later.split_off(at);
        [next, later].into_iter().filter_map(|stack| self.through(stack)).collect()
    }
}
