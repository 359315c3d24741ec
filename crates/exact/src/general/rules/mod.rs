//! The engine for puzzles with rules beyond their houses.
//!
//! It reads demands ([`sudolab_grid::rule::Demand`]), never the names of rules. The staircase is that
//! of the plain engine: singles, propagators and weighted branching on machine words first, then
//! clause learning that inherits the weights and asks the same propagators.
//!
//! | file | idea |
//! |---|---|
//! | `model.rs`, `compile.rs` | variables, groups and propagators, made from board and demands |
//! | `propagator.rs` | what a propagator is, and what it promises |
//! | `pair.rs` `sum.rs` `subsets.rs` `sets_by_digit.rs` `line.rs` `among.rs` `tally.rs` `order.rs` `either.rs` `different.rs` `pairs_differ.rs` `connected.rs` | one kind each |
//! | `onlookers.rs` | who sees all of a sum's clique |
//! | `derive/` | what follows from the rules before any search |
//! | `spread.rs`, `branching.rs` | conclusions and depth-first search |
//! | `theory.rs`, `handover.rs` | the propagators inside the learner, and why they struck what they struck |

mod among;
mod branching;
mod compile;
mod connected;
mod derive;
mod different;
mod either;
mod handover;
mod line;
mod model;
mod onlookers;
mod order;
mod pair;
mod pairs_differ;
mod propagator;
mod sets_by_digit;
mod spread;
mod subsets;
mod sum;
mod tally;
mod theory;

use super::branching::End;
use super::{Settings, Stats, Unsuited};
use branching::Branching;
use handover::Handover;
use model::Model;
use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_grid::halt::Meter;
use sudolab_grid::rule::{Lowering, Rules};
use sudolab_grid::{Board, Puzzle};

/// The engine for one board with its rules; keep it for many puzzles that differ in clues alone.
#[derive(Clone, Debug)]
pub struct RuleEngine {
    board: Arc<Board>,
    rules: Rules,
    model: Arc<Model>,
    branching: Branching,
    settings: Settings,
}

/// A contradiction costs more with rules and learning more still, so the first step has this many
/// times the patience it has without.
const PATIENCE_FACTOR: u64 = 8;

/// And this many where sums are all there is: going through their sets of digits is quick, and why they
/// strike takes so many candidates to say that what is learned seldom comes true again.
const PATIENCE_FACTOR_OF_SUMS: u64 = 600;

impl RuleEngine {
    /// An engine for a puzzle's board and rules.
    pub fn new(puzzle: &Puzzle, settings: Settings) -> RuleEngine {
        let rules = puzzle.rules().clone();
        RuleEngine { rules, ..RuleEngine::of_demands(puzzle.board(), &puzzle.lower(), settings) }
    }

    /// An engine for bare demands: it takes puzzles of this board without rules of their own.
    pub fn of_demands(board: &Arc<Board>, demands: &Lowering, settings: Settings) -> RuleEngine {
        let model = Arc::new(compile::compile(board, demands));
        let (board, branching) = (board.clone(), Branching::new(&model));
        RuleEngine { board, rules: Rules::NONE, branching, model, settings }
    }

    /// Whether it was made for this puzzle's board and rules, with these settings.
    pub fn is_for(&self, puzzle: &Puzzle, settings: Settings) -> bool {
        self.settings == settings && self.board == *puzzle.board() && self.rules == *puzzle.rules()
    }

    /// Visits every solution once, in an order that depends on the puzzle alone, until the visitor
    /// breaks off. A solution is given as values row by row. The meter is told of the ticks now and
    /// then, and says whether to go on.
    pub fn for_each_solution(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut dyn Meter,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Stats, Unsuited> {
        if *puzzle.board() != self.board || *puzzle.rules() != self.rules {
            return Err(Unsuited::OtherBoard {
                expected: self.board.to_string(),
                found: puzzle.board().to_string(),
            });
        }
        let mut stats = Stats::default();
        let n_board = self.model.n_board;
        let mut values = vec![0u8; n_board];
        let mut visit = |sets: &[u64]| {
            stats.solutions += 1;
            for (value, set) in values.iter_mut().zip(sets) {
                *value = set.trailing_zeros() as u8 + 1;
            }
            visit(&values)
        };
        self.branching.sets.copy_from_slice(&self.model.domains);
        for (cell, set) in self.board.cells().zip(&mut self.branching.sets) {
            *set &= puzzle.allowed(cell).bits();
        }
        let branching = &mut self.branching;
        let mut end = End::Exhausted;
        let began = branching.begin(&self.model, meter);
        let mut effort = branching.effort();
        if let Err(stop) = began {
            end = End::Stopped(stop);
        } else if began == Ok(true) {
            let open = branching.n_open() as u64;
            let factor = match self.model.has_sums_alone() {
                true => PATIENCE_FACTOR_OF_SUMS,
                false => PATIENCE_FACTOR,
            };
            let patience = self.settings.patience;
            let patience = patience.map_or(u64::MAX, |p| p.saturating_mul(open * factor) / 100);
            end = branching.run(&self.model, patience, meter, &mut visit);
            effort = branching.effort();
            if end == End::Tired {
                let mut learning = Handover::new(&self.model, branching);
                end = learning.run(meter, &mut visit);
                effort = effort + learning.effort();
            }
        }
        stats.close(end, &effort);
        Ok(stats)
    }
}
