//! SetRule-based solving: any set of rules in any order, with or without guessing.
//!
//! Idea: apply the first rule of the list that changes something, begin again at the top of the
//! list, and only when no rule applies guess: take the cell with fewest candidates and try each in
//! the position the rules had left.
//! Sources: Berggren & Nilsson, *A study of Sudoku solving algorithms*, 2012, section 2.3.2 (naked
//! single, naked tuples, guess); their draft, 2012, section 2.4.2 (naked and hidden single, naked
//! and hidden tuples, X-wing up to squirmbag).
//! Ours differs: the rules are the finders of the `logic` room, which answer with steps that can
//! be explained and checked; the papers' rules change the board directly.
//!
//! A tick is one rule tried on one position; a guess is one cell branched on.

use super::branch::{self, Branch};
use super::rule::{NAMES, SetRule};
use super::walk::Walk;
use crate::algorithm::solve_by_counting;
use crate::{
    Algorithm, Answer, Boards, Clash, Counter, Event, Family, Found, Parallel, Parameter,
    ParameterKind, Promises, Run, SettingError, Settings, Solver, Stop, Wanted,
};
use std::ops::ControlFlow;
use sudolab_grid::{DigitSet, Grid, Puzzle, nine};
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_logic::step::Step;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "rules",
        default: "hidden-single,naked-single",
        kind: ParameterKind::List(NAMES),
        help: "the rules, tried in this order",
    },
    Parameter {
        name: "guess",
        default: "no",
        kind: ParameterKind::Choice(&["yes", "no"]),
        help: "whether to guess when no rule applies",
    },
];

const fn entry(
    id: &'static str,
    title: &'static str,
    as_published: bool,
    complete: bool,
    source: &'static str,
    preset: &'static [(&'static str, &'static str)],
) -> Algorithm {
    Algorithm {
        id,
        title,
        family: Family::Rules,
        as_published,
        source,
        promises: Promises {
            proves_impossible: complete,
            uses_seed: false,
            proves_unique: false,
            boards: Boards::Classic,
        },
        parameters: PARAMETERS,
        preset,
        tick: "one rule tried on one position",
        parallel: if complete { Some(Parallel::Tree) } else { None },
        bulk: None,
        build: |settings| Ok(Box::new(RuleBased::new(settings)?)),
        build_counter: Some(|settings| Ok(Box::new(RuleBased::complete(settings)?))),
    }
}

/// Naked and hidden singles, no guess.
pub static SINGLES: Algorithm = entry(
    "rules-singles",
    "Naked and hidden singles, no guessing",
    true,
    false,
    "P. Berggren, D. Nilsson, A comparison of sudoku solving algorithms, draft, 2012, section 2.4.2",
    &[],
);

/// The thesis: naked single, naked tuples up to eight, guess.
pub static THESIS: Algorithm = entry(
    "rules-thesis",
    "Naked single, naked tuples 2 to 8, guess",
    true,
    true,
    "P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, 2012, section 2.3.2",
    &[
        (
            "rules",
            "naked-single,naked-pair,naked-triple,naked-quad,naked-quint,naked-sextet,naked-septet,naked-octet",
        ),
        ("guess", "yes"),
    ],
);

/// The draft: singles, naked and hidden tuples, fish up to squirmbag, guess.
pub static DRAFT: Algorithm = entry(
    "rules-draft",
    "Singles, naked and hidden tuples, fish up to squirmbag, guess",
    true,
    true,
    "P. Berggren, D. Nilsson, A comparison of sudoku solving algorithms, draft, 2012, section 2.4.2",
    &[
        (
            "rules",
            "naked-single,hidden-single,naked-pair,naked-triple,naked-quad,hidden-pair,hidden-triple,hidden-quad,x-wing,swordfish,jellyfish,squirmbag",
        ),
        ("guess", "yes"),
    ],
);

/// Every technique of the Explainer profile, no guess.
pub static HUMAN: Algorithm = entry(
    "rules-human",
    "Every human technique, easiest first, no guessing",
    false,
    false,
    "ours; techniques and order of N. Juillerat, Sudoku Explainer 1.2.1",
    &[("rules", "explainer")],
);

struct RuleBased {
    rules: Vec<SetRule>,
    guess: bool,
    /// Whether an exhausted search is a proof: not when a rule relies on a unique solution.
    proves: bool,
}

/// What deduction came to.
enum Deduced {
    Solved,
    Stuck,
    Dead,
}

impl RuleBased {
    fn new(settings: &Settings) -> Result<RuleBased, SettingError> {
        let rules: Vec<SetRule> =
            settings.list("rules").into_iter().filter_map(SetRule::named).collect();
        let explains = rules.contains(&SetRule::Explainer);
        let guess = settings.flag("guess");
        Ok(RuleBased { rules, guess, proves: guess && !explains })
    }

    /// The same, refused when it could not visit every solution.
    fn complete(settings: &Settings) -> Result<RuleBased, SettingError> {
        let made = RuleBased::new(settings)?;
        if made.proves {
            return Ok(made);
        }
        Err(SettingError::Clash(
            "to count solutions the rules need guess=yes and no rule that relies on a unique solution"
                .to_owned(),
        ))
    }

    /// Applies rules until none applies.
    fn deduce(
        &self,
        position: &mut Position,
        rater: &mut Option<Rater>,
        run: &mut Run<'_>,
    ) -> Result<Deduced, Stop> {
        loop {
            // As in the papers, only a cell without candidates ends a branch.
            if position.empty_cells() != position.marked_cells() {
                return Ok(Deduced::Dead);
            }
            if position.is_solved() {
                return Ok(Deduced::Solved);
            }
            let Some(step) = self.first_step(position, rater, run)? else {
                return Ok(Deduced::Stuck);
            };
            step.effect.apply(position);
            if run.is_observed() {
                run.tell(|| Event::Step(&step));
                for placed in &step.effect.placements {
                    let (cell, digit) = (placed.cell.into(), placed.digit.into());
                    run.tell(|| Event::Assign { cell, digit });
                }
            }
        }
    }

    fn first_step(
        &self,
        position: &Position,
        rater: &mut Option<Rater>,
        run: &mut Run<'_>,
    ) -> Result<Option<Step>, Stop> {
        for &rule in &self.rules {
            run.tick()?;
            let found = if rule == SetRule::Explainer {
                let rater = rater.get_or_insert_with(Rater::new);
                let hint = rater.next_within(position, &SeProfile::default(), run.halt())?;
                hint.map(|hint| hint.step)
            } else {
                rule.first(position)
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

impl Solver for RuleBased {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let none = if self.proves { Answer::Impossible } else { Answer::GaveUp };
        solve_by_counting(self, puzzle, run, none)
    }
}

impl Counter for RuleBased {
    fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        // Clues that contradict each other or their own candidates: there is no solution to visit.
        let Ok(mut position) = Position::from_puzzle(puzzle) else { return Ok(()) };
        let mut grid = puzzle.clues().clone();
        let mut rater = None;
        let mut stack: Vec<Branch> = Vec::new();
        loop {
            let deduced = self.deduce(&mut position, &mut rater, run)?;
            let left = position.empty_cells().len() as f64;
            if left < run.best_cost() {
                run.offer(left, position.values());
            }
            match deduced {
                Deduced::Solved => {
                    grid.copy_from(position.values());
                    if found(&grid).is_break() {
                        return Ok(());
                    }
                }
                Deduced::Stuck if self.guess => {
                    run.guess();
                    stack.extend(Branch::at(position, run.ticks()));
                }
                Deduced::Dead => run.tell(|| Event::Conflict(clash(&position))),
                Deduced::Stuck => {}
            }
            let Some((cell, digit, next)) = branch::next_of(&mut stack) else { return Ok(()) };
            // A guess takes the rules' conclusions since the last one back.
            run.show(next.values());
            tell_guess(run, cell, digit, stack.last(), stack.len() + 1);
            position = next;
        }
    }

    fn count(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        wanted: Wanted,
        found: &mut Found,
    ) -> Result<(), Stop> {
        if run.hands().is_none() || !self.proves {
            return self.each_solution(puzzle, run, &mut |g| found.note(wanted, || g.clone()));
        }
        let Ok(position) = Position::from_puzzle(puzzle) else { return Ok(()) };
        let (tally, ended) = run.split(Walk::new(&self.rules, position), wanted);
        run.enter(&tally);
        found.take(&tally, puzzle);
        ended
    }
}

/// The cell that has no candidate left in a dead position.
fn clash(position: &Position) -> Clash {
    let marked = position.marked_cells();
    let lost = position.empty_cells().into_iter().find(|&cell| !marked.contains(cell));
    lost.map_or(Clash::Somewhere, |cell| Clash::Cell(cell.into()))
}

fn tell_guess(
    run: &mut Run<'_>,
    cell: nine::Cell,
    digit: nine::Digit,
    top: Option<&Branch>,
    depth: usize,
) {
    run.tell(|| {
        let rest = top.map_or(nine::Digits::EMPTY, |branch| branch.rest_in(cell));
        let rest = DigitSet::from_bits(u64::from(rest.bits()));
        Event::Guess { cell: cell.into(), digit: digit.into(), rest, depth }
    });
}
