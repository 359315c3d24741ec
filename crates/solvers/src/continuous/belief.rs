//! Belief propagation: rules tell cells how likely each digit is, until they agree.
//!
//! Idea: a candidate is a binary variable, a rule ("this cell holds one digit", "this row has one 7")
//! a factor that wants exactly one of its variables true. With odds r_j from the variables of a
//! rule, the rule answers variable i with the odds 1 / (sum of r_j over the others); a variable
//! tells a rule the product of what its other rules answered. Where this settles, the product of
//! all answers estimates the odds that the candidate is part of the solution.
//! Source: T. K. Moon, J. H. Gunther, *Multiple constraint satisfaction by belief propagation: an
//! example using Sudoku*, 2006; the closely related Sinkhorn balancing: T. K. Moon, J. H. Gunther,
//! J. J. Kupin, *Sinkhorn solves Sudoku*, 2009. Both report that loops in the graph defeat it on
//! hard puzzles.
//! Ours differs: decimation. After some rounds one of the most certain candidates is placed (or
//! struck, if singles refute it), and messages go on from where they were; when neither is
//! possible, all begins anew with other random messages. Rounds without decimation (`decimate = no`) are the
//! published method, which gives up when the messages have settled.
//! Tried and dropped: see `docs/algorithms/belief.md`.
//!
//! A tick is one round of messages over all rules.

use super::lines::Lines;
use crate::field::Field;
use crate::stochastic::groups::conflicts;
use crate::stochastic::probing::Reduction;
use crate::stochastic::reduced::Reduced;
use crate::{
    Algorithm, Answer, Boards, Clash, Event, Family, Parallel, Parameter, ParameterKind, Promises,
    Run, SettingError, Settings, Solver, Stop,
};
use std::ops::ControlFlow;
use sudolab_grid::{Cell, Digit, DigitSet, Puzzle, Solution};

/// The algorithm.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "belief",
    title: "Belief propagation with decimation",
    family: Family::Continuous,
    as_published: false,
    source: "ours, after T. K. Moon, J. H. Gunther, Multiple constraint satisfaction by belief propagation: an example using Sudoku, 2006",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::Any,
    },
    parameters: &[
        Parameter {
            name: "decimate",
            default: "yes",
            kind: ParameterKind::Choice(&["yes", "no"]),
            help: "whether likely candidates are placed one by one, with a new try after a contradiction",
        },
        Parameter {
            name: "rounds",
            default: "8",
            kind: ParameterKind::Whole { min: 1, max: 1_000_000 },
            help: "rounds of messages before each placement",
        },
        Parameter {
            name: "damping",
            default: "0.3",
            kind: ParameterKind::Real { min: 0.0, max: 0.99 },
            help: "share of the old message that is kept",
        },
        Parameter {
            name: "settled",
            default: "1000",
            kind: ParameterKind::Whole { min: 1, max: u64::MAX },
            help: "rounds after which it gives up without decimation",
        },
        Parameter {
            name: "reduce",
            default: "singles",
            kind: ParameterKind::Choice(&["clues", "singles", "probing"]),
            help: "what is deduced first: clues struck from their peers, singles to the end, or also candidates that singles refute",
        },
    ],
    preset: &[],
    tick: "one round of messages over all rules",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(Belief::new(settings)?)),
    build_counter: None,
};

struct Belief {
    decimate: bool,
    rounds: u64,
    damping: f32,
    settled: u64,
    reduction: Reduction,
}

impl Belief {
    fn new(settings: &Settings) -> Result<Belief, SettingError> {
        Ok(Belief {
            decimate: settings.flag("decimate"),
            rounds: settings.whole("rounds"),
            damping: settings.real("damping") as f32,
            settled: settings.whole("settled"),
            reduction: Reduction::named(settings.text("reduce")),
        })
    }
}

impl Solver for Belief {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let reduced = match self.reduction.carry_out(puzzle, run)? {
            ControlFlow::Continue(reduced) => reduced,
            ControlFlow::Break(answer) => return Ok(answer),
        };
        let mut messages = Messages::new(&reduced);
        if !self.decimate {
            messages.begin(run);
            for _ in 0..self.settled {
                run.tick()?;
                messages.round(self.damping);
                let grid = messages.lines.round(&reduced.grid, |v| f64::from(messages.belief(v)));
                let cost = conflicts(&grid);
                run.tell(|| Event::Energy(f64::from(cost)));
                if run.is_due() {
                    run.show(grid.values());
                    messages.tell(&reduced, run);
                }
                run.offer(f64::from(cost), grid.values());
                if cost == 0 && Solution::check(puzzle, grid.clone()).is_ok() {
                    run.show(grid.values());
                    return Ok(Answer::Solved(grid));
                }
            }
            return Ok(Answer::GaveUp);
        }
        let (mut trial, mut spare) = (reduced.clone(), reduced.clone());
        for number in 0u64.. {
            if number > 0 {
                run.tell(|| Event::Restart { number });
            }
            trial.copy_from(&reduced);
            run.show(trial.grid.values());
            messages.begin(run);
            if self.descend(&mut trial, &mut spare, &mut messages, run)? {
                run.offer(0.0, trial.grid.values());
                if Solution::check(puzzle, trial.grid.clone()).is_ok() {
                    return Ok(Answer::Solved(trial.grid));
                }
            }
        }
        Ok(Answer::GaveUp)
    }
}

impl Belief {
    /// Places likely candidates until the board is full (true) or contradicts itself (false).
    fn descend(
        &self,
        trial: &mut Reduced,
        spare: &mut Reduced,
        messages: &mut Messages,
        run: &mut Run<'_>,
    ) -> Result<bool, Stop> {
        for depth in 1.. {
            for _ in 0..self.rounds {
                run.tick()?;
                messages.round(self.damping);
                if run.is_due() {
                    messages.tell(trial, run);
                }
            }
            let (cell, digit) = messages.draw(trial, run);
            run.guess();
            run.tell(|| Event::Guess { cell, digit, rest: DigitSet::EMPTY, depth });
            if trial.decide(cell, digit, spare).is_none() {
                run.tell(|| Event::Conflict(Clash::Cell(cell)));
                return Ok(false);
            }
            // The digit and the singles that follow, or what follows when it is struck.
            run.show(trial.grid.values());
            run.offer(trial.open.len() as f64, trial.grid.values());
            if trial.is_filled() {
                return Ok(true);
            }
            messages.forget_struck(trial);
        }
        Ok(false)
    }
}

/// How far below the best a candidate may be and still be drawn.
const NEAR: f32 = 0.5;

struct Messages {
    lines: Lines,
    /// What each rule answers to each of its variables: odds.
    answers: Vec<f32>,
    /// What each variable tells each of its rules: odds; 0 once it is struck.
    tells: Vec<f32>,
    /// Whether each variable is still open.
    open: Vec<bool>,
}

impl Messages {
    fn new(reduced: &Reduced) -> Messages {
        let lines = Lines::new(reduced);
        Messages {
            answers: vec![1.0; lines.variable.len()],
            tells: vec![1.0; lines.variable.len()],
            open: vec![true; lines.n_variables()],
            lines,
        }
    }

    /// Messages near one, a little different each time.
    fn begin(&mut self, run: &mut Run<'_>) {
        self.open.fill(true);
        for answer in &mut self.answers {
            *answer = 0.9 + 0.2 * run.random().unit_f32();
        }
        self.gather();
    }

    fn round(&mut self, damping: f32) {
        for line in &self.lines.lines {
            let tells = &self.tells[line.members.clone()];
            let answers = &mut self.answers[line.members.clone()];
            let alone = if line.is_exact { 0.0 } else { 1.0 };
            let sum: f32 = tells.iter().sum::<f32>() + alone;
            for (answer, tell) in answers.iter_mut().zip(tells) {
                let others = (sum - tell).max(1e-6);
                *answer = damping * *answer + (1.0 - damping) / others;
            }
        }
        self.gather();
    }

    /// Each variable tells each rule the product of what the other rules answered.
    fn gather(&mut self) {
        for variable in 0..self.lines.n_variables() {
            let of = self.lines.of(variable);
            if !self.open[variable] {
                of.iter().for_each(|&m| self.tells[m as usize] = 0.0);
                continue;
            }
            let product: f32 = of.iter().map(|&m| self.answers[m as usize]).product();
            for &m in of {
                let tell = product / self.answers[m as usize];
                self.tells[m as usize] = tell.clamp(1e-6, 1e6);
            }
        }
    }

    /// The probability of a candidate by all its rules.
    fn belief(&self, variable: usize) -> f32 {
        if !self.open[variable] {
            return 0.0;
        }
        let of = self.lines.of(variable);
        let odds: f32 = of.iter().map(|&m| self.answers[m as usize]).product();
        odds / (1.0 + odds)
    }

    /// One of the most certain candidates of the open cells, drawn by belief.
    fn draw(&self, trial: &Reduced, run: &mut Run<'_>) -> (Cell, Digit) {
        let open = |i: &usize| trial.grid.get(self.lines.cells[*i]).is_none();
        let places = (0..self.lines.cells.len()).filter(open);
        let mut best = (0, 0, -1.0f32);
        for i in places {
            for v in self.lines.first[i]..self.lines.first[i + 1] {
                // A little noise lets near equals take turns.
                let weight = self.belief(v) * (1.0 - NEAR * 0.5 * run.random().unit_f32());
                if self.open[v] && weight > best.2 {
                    best = (i, v, weight);
                }
            }
        }
        let digit = Digit::from_number(self.lines.digits[best.1]).expect("candidates are digits");
        (self.lines.cells[best.0], digit)
    }

    /// Tells how likely each candidate is.
    #[cold]
    fn tell(&self, reduced: &Reduced, run: &mut Run<'_>) {
        let mut field = Field::of(&reduced.grid);
        for (i, &cell) in self.lines.cells.iter().enumerate() {
            if reduced.grid.get(cell).is_none() {
                for v in self.lines.first[i]..self.lines.first[i + 1] {
                    field.set(cell, self.lines.digits[v], self.belief(v));
                }
            }
        }
        field.tell("belief", run);
    }

    fn forget_struck(&mut self, trial: &Reduced) {
        for (i, cell) in self.lines.cells.iter().enumerate() {
            let set = trial.candidates[cell.index()];
            for v in self.lines.first[i]..self.lines.first[i + 1] {
                self.open[v] = set.bits() >> (self.lines.digits[v] - 1) & 1 == 1;
            }
        }
        self.gather();
    }
}
