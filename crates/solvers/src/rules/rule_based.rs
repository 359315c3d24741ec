//! Rule-based solving: any set of rules in any order, with or without guessing.
//!
//! Idea: apply the first rule of the list that changes something, begin again at the top of the
//! list, and only when no rule applies guess: take the cell with fewest candidates and try each.
//! Sources: Berggren & Nilsson, *A study of Sudoku solving algorithms*, 2012, section 2.3.2 (naked
//! single, naked tuples, guess); their draft, 2012, section 2.4.2 (naked and hidden single, naked
//! and hidden tuples, X-wing up to squirmbag).
//! Ours differs: the rules are the finders of the `logic` room, which answer with steps that can
//! be explained and checked; the papers' rules change the board directly.
//!
//! A tick is one rule tried on one position; a guess is one cell branched on.

use super::rule::{NAMES, Rule};
use super::walk::Walk;
use crate::{
    Algorithm, Answer, Boards, Counter, Event, Family, Found, Kind, Parallel, Parameter, Promises,
    Run, SettingError, Settings, Solver, Stop, Wanted,
};
use std::ops::ControlFlow;
use sudolab_grid::{Cell, Digit, Grid, Puzzle};
use sudolab_logic::board;
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_logic::step::Effect;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "rules",
        default: "hidden-single,naked-single",
        kind: Kind::List(NAMES),
        help: "the rules, tried in this order",
    },
    Parameter {
        name: "guess",
        default: "no",
        kind: Kind::Choice(&["yes", "no"]),
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
            boards: Boards::Classic,
        },
        parameters: PARAMETERS,
        preset,
        tick: "one rule tried on one position",
        parallel: if complete { Some(Parallel::Tree) } else { None },
        build: |settings| Ok(Box::new(RuleBased::new(settings)?)),
        build_counter: if complete {
            Some(|settings| Ok(Box::new(RuleBased::complete(settings)?)))
        } else {
            None
        },
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
    rules: Vec<Rule>,
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
        let rules: Vec<Rule> = settings.list("rules").into_iter().filter_map(Rule::named).collect();
        let explains = rules.contains(&Rule::Explainer);
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
            let Some(effect) = self.first_effect(position, rater, run)? else {
                return Ok(Deduced::Stuck);
            };
            effect.apply(position);
            if run.is_observed() {
                for placed in &effect.placements {
                    let cell = Cell::new(placed.cell.index());
                    let digit = Digit::from_index(placed.digit.index());
                    if let Some(digit) = digit {
                        run.tell(|| Event::Assign { cell, digit });
                    }
                }
            }
        }
    }

    fn first_effect(
        &self,
        position: &Position,
        rater: &mut Option<Rater>,
        run: &mut Run<'_>,
    ) -> Result<Option<Effect>, Stop> {
        for &rule in &self.rules {
            run.tick()?;
            let found = if rule == Rule::Explainer {
                let rater = rater.get_or_insert_with(Rater::new);
                let hint = rater.next_unless(position, &SeProfile::default(), run.time_probe());
                hint.map_err(|_| Stop::Time)?.map(|hint| hint.step.effect)
            } else {
                rule.first(position).map(|step| step.effect)
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
        let mut found = Found::default();
        self.count(puzzle, run, Wanted { limit: 1, keep: 1 }, &mut found)?;
        let none = if self.proves { Answer::Impossible } else { Answer::GaveUp };
        Ok(found.first.pop().map_or(none, Answer::Solved))
    }
}

impl Counter for RuleBased {
    fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let Some(mut position) = position_of(puzzle) else { return Ok(()) };
        let mut grid = puzzle.clues().clone();
        let mut rater = None;
        // Positions to come back to: each with the candidate that has been tried in it removed.
        let mut stack: Vec<Position> = Vec::new();
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
                    let cells = position.empty_cells().into_iter();
                    let cell = cells.min_by_key(|&c| position.candidates(c).len());
                    let choice = cell.and_then(|c| Some((c, position.candidates(c).first()?)));
                    if let Some((cell, digit)) = choice {
                        run.guess();
                        tell_guess(run, cell, digit, stack.len() + 1);
                        let mut other = position.clone();
                        other.remove(cell, digit);
                        stack.push(other);
                        position.place(cell, digit);
                        continue;
                    }
                }
                Deduced::Stuck | Deduced::Dead => {}
            }
            let Some(next) = stack.pop() else { return Ok(()) };
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
        let Some(position) = position_of(puzzle) else { return Ok(()) };
        let (tally, ended) = run.split(Walk::new(&self.rules, position), wanted);
        run.enter(&tally);
        found.take(&tally, puzzle);
        ended
    }
}

fn tell_guess(run: &mut Run<'_>, cell: board::Cell, digit: board::Digit, depth: usize) {
    if let Some(digit) = Digit::from_index(digit.index()) {
        run.tell(|| Event::Guess { cell: Cell::new(cell.index()), digit, depth });
    }
}

/// The position of a puzzle with the candidates it states; `None` when its clues conflict or are
/// excluded by the puzzle itself.
fn position_of(puzzle: &Puzzle) -> Option<Position> {
    let clues: &[u8; 81] = puzzle.clues().values().try_into().ok()?;
    if puzzle.clues().filled().any(|(cell, _)| puzzle.allowed(cell).is_empty()) {
        return None;
    }
    let Some(stated) = puzzle.stated_candidates() else {
        return Position::from_clues(clues).ok();
    };
    let marks: [board::Digits; 81] =
        std::array::from_fn(|i| board::Digits::from_bits((stated[i].bits() & 0x1ff) as u16));
    Position::from_marks(clues, &marks).ok()
}
