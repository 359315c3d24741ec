//! Reflections between "each rule by itself" and "all rules agree": RRR with restarts.
//!
//! Idea: every candidate has one copy of its variable for each rule it takes part in (its cell,
//! its row, its column, its box). Projection A makes each rule true on its own copies: the largest
//! becomes 1, the others 0. Projection B makes the copies of a candidate agree: their mean. With
//! c = B(x), the point moves by x <- x + beta (A(2 c - x) - c); where it comes to rest, A and B share
//! a point, and that is a solution. The sets of A are not convex, so there is no guarantee, but the
//! search wanders like a chaotic system and does not stop in mixtures as convex methods do.
//! Source: V. Elser, I. Rankenburg, P. Thibault, *Searching with iterated maps*, PNAS 2007 (difference
//! map); F. J. Aragón Artacho, J. M. Borwein, M. K. Tam, *Recent results on Douglas–Rachford methods
//! for combinatorial optimization problems*, 2014 (Sudoku with one copy for each constraint, beta 1);
//! relaxed-reflect-reflect for other beta: Elser 2018.
//! Ours differs: struck candidates have no variables at all; beta below 1; a restart from a random
//! point when a try takes long, which rescues puzzles on which single tries wander for ever; eight
//! tries run side by side, one in each lane of a vector.
//! Tried and dropped: see `docs/algorithms/projections.md`.
//!
//! A tick is one iteration of one try.

use super::lines::Lines;
use crate::field::Field;
use crate::stochastic::groups::conflicts;
use crate::stochastic::probing::Reduction;
use crate::stochastic::reduced::Reduced;
use crate::{
    Algorithm, Answer, Boards, Event, Family, Parallel, Parameter, ParameterKind, Promises, Run,
    SettingError, Settings, Solver, Stop,
};
use std::ops::ControlFlow;
use sudolab_grid::{Grid, Puzzle, Solution};

/// The algorithm.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "projections",
    title: "Relaxed reflect-reflect (Douglas-Rachford, difference map) with restarts",
    family: Family::Continuous,
    as_published: false,
    source: "ours, after V. Elser, I. Rankenburg, P. Thibault, Searching with iterated maps, 2007, and F. J. Aragón Artacho, J. M. Borwein, M. K. Tam, 2014",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::Any,
    },
    parameters: &[
        Parameter {
            name: "beta",
            default: "0.7",
            kind: ParameterKind::Real { min: 0.01, max: 1.99 },
            help: "step: 1 is Douglas-Rachford",
        },
        Parameter {
            name: "restart",
            default: "3000",
            kind: ParameterKind::Whole { min: 1, max: u64::MAX },
            help: "iterations of a try before it begins anew",
        },
        Parameter {
            name: "reduce",
            default: "singles",
            kind: ParameterKind::Choice(&["clues", "singles", "probing"]),
            help: "what is deduced first: clues struck from their peers, singles to the end, or also candidates that singles refute",
        },
    ],
    preset: &[],
    tick: "one iteration of one try",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(Projections::new(settings)?)),
    build_counter: None,
};

/// How many tries run side by side.
const TRIES: usize = 8;
/// Iterations between two looks at whether the rules agree.
const LOOK_EVERY: u64 = 8;

/// A number for each try.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Tries([f32; TRIES]);

impl Tries {
    #[inline(always)]
    const fn all(value: f32) -> Tries {
        Tries([value; TRIES])
    }

    #[inline(always)]
    fn zip(self, other: Tries, f: impl Fn(f32, f32) -> f32) -> Tries {
        let mut out = [0.0; TRIES];
        for i in 0..TRIES {
            out[i] = f(self.0[i], other.0[i]);
        }
        Tries(out)
    }
}

struct Projections {
    beta: f32,
    restart: u64,
    reduction: Reduction,
}

impl Projections {
    fn new(settings: &Settings) -> Result<Projections, SettingError> {
        Ok(Projections {
            beta: settings.real("beta") as f32,
            restart: settings.whole("restart"),
            reduction: Reduction::named(settings.text("reduce")),
        })
    }
}

impl Solver for Projections {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let reduced = match self.reduction.carry_out(puzzle, run)? {
            ControlFlow::Continue(reduced) => reduced,
            ControlFlow::Break(answer) => return Ok(answer),
        };
        let mut state = State::new(&reduced);
        for number in 0u64.. {
            if number > 0 {
                run.tell(|| Event::Restart { number });
            }
            state.begin(run);
            run.show(reduced.grid.values());
            let mut done = 0;
            while done < self.restart {
                run.spend(LOOK_EVERY * TRIES as u64)?;
                for _ in 1..LOOK_EVERY {
                    state.iterate::<false>(self.beta);
                }
                state.iterate::<true>(self.beta);
                done += LOOK_EVERY;
                if let Some(grid) = state.look(puzzle, &reduced, run) {
                    return Ok(Answer::Solved(grid));
                }
            }
        }
        Ok(Answer::GaveUp)
    }
}

struct State {
    lines: Lines,
    /// Each membership's copy of its variable.
    copies: Vec<Tries>,
    /// The mean of each variable's copies.
    mean: Vec<Tries>,
    /// How many rules chose each variable in the last watched iteration.
    votes: Vec<Tries>,
    /// The smallest disagreement offered so far.
    least: f32,
}

impl State {
    fn new(reduced: &Reduced) -> State {
        let lines = Lines::new(reduced);
        State {
            copies: vec![Tries::all(0.0); lines.variable.len()],
            mean: vec![Tries::all(0.0); lines.n_variables()],
            votes: vec![Tries::all(0.0); lines.n_variables()],
            least: f32::INFINITY,
            lines,
        }
    }

    fn begin(&mut self, run: &mut Run<'_>) {
        for copy in &mut self.copies {
            for pair in copy.0.chunks_exact_mut(2) {
                let bits = run.random().bits();
                pair[0] = (bits >> 40) as f32 * (1.0 / (1u32 << 24) as f32);
                pair[1] = (bits as u32 >> 8) as f32 * (1.0 / (1u32 << 24) as f32);
            }
        }
    }

    fn iterate<const WATCH: bool>(&mut self, beta: f32) {
        let State { lines, copies, mean, votes, .. } = self;
        for (variable, mean) in mean.iter_mut().enumerate() {
            let of = lines.of(variable);
            let mut sum = Tries::all(0.0);
            for &membership in of {
                sum = sum.zip(copies[membership as usize], |a, b| a + b);
            }
            let share = 1.0 / of.len() as f32;
            *mean = sum.zip(sum, |a, _| a * share);
        }
        if WATCH {
            votes.fill(Tries::all(0.0));
        }
        for line in &lines.lines {
            let variables = &lines.variable[line.members.clone()];
            let copies = &mut copies[line.members.clone()];
            let mut largest = Tries::all(if line.is_exact { f32::NEG_INFINITY } else { 0.5 });
            for (&copy, &v) in copies.iter().zip(variables) {
                let reflected = mean[v as usize].zip(copy, |m, x| 2.0 * m - x);
                largest = largest.zip(reflected, |a, b| if a > b { a } else { b });
            }
            for (copy, &v) in copies.iter_mut().zip(variables) {
                let mean = mean[v as usize];
                let reflected = mean.zip(*copy, |m, x| 2.0 * m - x);
                let chosen = reflected.zip(largest, |a, b| if a >= b { 1.0 } else { 0.0 });
                let step = chosen.zip(mean, |a, m| beta * (a - m));
                *copy = copy.zip(step, |x, s| x + s);
                if WATCH {
                    let votes = &mut votes[v as usize];
                    *votes = votes.zip(chosen, |a, b| a + b);
                }
            }
        }
    }

    /// Tells the point of the first try and the board it is rounded to.
    #[cold]
    fn tell(&self, reduced: &Reduced, run: &mut Run<'_>) {
        let grid = self.lines.round(&reduced.grid, |v| f64::from(self.mean[v].0[0]));
        run.show(grid.values());
        let mut field = Field::of(&reduced.grid);
        for (i, &cell) in self.lines.cells.iter().enumerate() {
            for v in self.lines.first[i]..self.lines.first[i + 1] {
                field.set(cell, self.lines.digits[v], self.mean[v].0[0]);
            }
        }
        field.tell("point", run);
    }

    /// Where the rules agree on every variable, the variables they chose are a solution.
    fn look(&mut self, puzzle: &Puzzle, reduced: &Reduced, run: &mut Run<'_>) -> Option<Grid> {
        let mut disagreement = Tries::all(0.0);
        for (variable, votes) in self.votes.iter().enumerate() {
            let all = self.lines.of(variable).len() as f32;
            disagreement = disagreement.zip(*votes, |sum, v| sum + v.min(all - v));
        }
        run.tell(|| Event::Energy(f64::from(disagreement.0[0])));
        if run.is_due() {
            self.tell(reduced, run);
        }
        for (lane, &cost) in disagreement.0.iter().enumerate() {
            if cost < self.least || cost == 0.0 {
                self.least = cost;
                let grid = self.lines.round(&reduced.grid, |v| f64::from(self.mean[v].0[lane]));
                run.offer(f64::from(conflicts(&grid)), grid.values());
                let chosen = self.lines.round(&reduced.grid, |v| f64::from(self.votes[v].0[lane]));
                for grid in [grid, chosen] {
                    if Solution::check(puzzle, grid.clone()).is_ok() {
                        run.show(grid.values());
                        return Some(grid);
                    }
                }
            }
        }
        None
    }
}
