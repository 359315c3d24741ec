//! One general search over several threads.
//!
//! The first step weighs houses and the second learns clauses, so what they do next depends on all
//! they did before: their tree cannot be cut and stay the same. Instead the search starts as with
//! one thread. Nearly every puzzle ends there. When [`ALONE`] ticks are spent, what is left is
//! divided into *cubes*: a fixed number of disjoint cases that cover it, in the order in which the
//! depth-first search would meet them (M. Heule, O. Kullmann, S. Wieringa, A. Biere, *Cube and
//! conquer*, 2012). Each cube is searched on its own, from the house weights or from a copy of the
//! clauses learned until then.
//!
//! How a cube is searched depends on the puzzle alone, and cubes are put together in their order
//! (`split`), so solutions, counts, ticks and guesses are the same with any number of threads above
//! one. Against one thread, verdicts, counts and the solution of a proper puzzle are the same; ticks
//! and guesses of a search that came to cubes are not, nor which solution of several comes first.

use super::branching::{Branching, End};
use super::handover::Handover;
use super::topology::Topology;
use super::{Engine, Unfinished};
use crate::split::{self, Cut, Ended, Tally, Tree, Walked, Wanted};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_grid::Puzzle;

/// Ticks before the search is divided: about a tenth of a second.
const ALONE: u64 = 2_000_000;
/// Cases a depth-first search is divided into.
const BRANCHING_CUBES: usize = 256;
/// Cases a learning search is divided into. Of the work of one search each repeats a part: on six
/// hard pencil-mark grids 16 cases took 1.2 times the processor time of one search, 64 took 1.5.
const LEARNING_CUBES: usize = 16;

impl Engine {
    /// Counts solutions as told, with so many threads, of which the calling one is the first; the
    /// first ones are kept. `stop` is asked by every thread whether to end.
    pub fn search_with_threads(
        &mut self,
        puzzle: &Puzzle,
        threads: usize,
        wanted: Wanted,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<(Tally, Ended), Unfinished> {
        let mut tally = Tally::new(wanted);
        if !self.begin(puzzle)? {
            tally.spend(self.branching.ticks());
            return Ok((tally, Ended::Done));
        }
        let patience = self.patience();
        let mut course = Course::new(self.topology.clone(), self.branching.clone(), patience);
        loop {
            let pause_at = tally.ticks() + Cubes::LEASH;
            match course.on(pause_at, &mut tally) {
                End::Stopped if stop() => return Ok((tally, Ended::Stopped)),
                End::Stopped if threads > 1 && tally.ticks() >= ALONE => break,
                End::Stopped => {}
                End::Exhausted | End::Satisfied | End::Tired => return Ok((tally, Ended::Done)),
            }
        }
        course.tell_guesses(&mut tally);
        let cubes = Cubes::of(course);
        Ok(split::search_on(cubes, tally, threads, wanted, stop))
    }
}

/// A search of both steps in the middle of its work.
#[derive(Clone)]
struct Course {
    topology: Arc<Topology>,
    branching: Branching,
    learning: Option<Handover>,
    patience: u64,
    /// Ticks and guesses the tally knows of.
    told: u64,
    told_guesses: u64,
}

impl Course {
    fn new(topology: Arc<Topology>, branching: Branching, patience: u64) -> Course {
        Course { topology, branching, learning: None, patience, told: 0, told_guesses: 0 }
    }

    fn ticks(&self) -> u64 {
        self.branching.ticks() + self.learning.as_ref().map_or(0, |l| l.solver.ticks())
    }

    fn guesses(&self) -> u64 {
        self.branching.n_guesses + self.learning.as_ref().map_or(0, |l| l.solver.decisions())
    }

    /// Searches on; `Stopped` when the tally has come to `pause_at` ticks.
    fn on(&mut self, pause_at: u64, tally: &mut Tally) -> End {
        let shared = RefCell::new((tally, 0));
        let mut poll = |ticks| {
            let (tally, told) = &mut *shared.borrow_mut();
            tally.spend(ticks);
            *told += ticks;
            match tally.ticks() >= pause_at {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let mut visit = |candidates: &[u32]| {
            let (tally, _) = &mut *shared.borrow_mut();
            let value = |set: &u32| set.trailing_zeros() as u8 + 1;
            match tally.found(|| candidates.iter().map(value).collect()) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let mut end = End::Tired;
        if self.learning.is_none() {
            end = self.branching.run(&self.topology, self.patience, &mut poll, &mut visit);
        }
        if end == End::Tired {
            let make = || Handover::new(&self.topology, &self.branching);
            end = self.learning.get_or_insert_with(make).run(&mut poll, &mut visit);
        }
        let (tally, told) = shared.into_inner();
        self.told += told;
        if end != End::Stopped {
            tally.spend(self.ticks() - self.told);
            self.told = self.ticks();
            self.tell_guesses(tally);
        }
        end
    }

    fn tell_guesses(&mut self, tally: &mut Tally) {
        tally.add_guesses(self.guesses() - self.told_guesses);
        self.told_guesses = self.guesses();
    }
}

/// A guess, or its opposite.
#[derive(Clone, Copy)]
struct Decision {
    cell: u16,
    digit: u32,
    holds: bool,
}

/// One of disjoint cases: its candidates after singles, and the decisions that lead there.
#[derive(Clone)]
struct Cube {
    candidates: Vec<u32>,
    decisions: Vec<Decision>,
}

/// Some cubes in a row, the first of which may have been begun.
struct Cubes {
    base: Arc<Course>,
    begun: Option<Box<Course>>,
    left: VecDeque<Cube>,
}

impl Cubes {
    /// Divides what is left of a search.
    fn of(course: Course) -> Cubes {
        let topology = &course.topology;
        let mut scratch = course.branching.clone();
        let cube = |candidates| Cube { candidates, decisions: Vec::new() };
        let mut cubes = Vec::new();
        let n = match &course.learning {
            // Clauses say what is finished; the cases are of the whole puzzle.
            Some(_) => {
                cubes.push(cube(course.branching.root(topology).to_vec()));
                LEARNING_CUBES
            }
            None => {
                cubes.push(cube(course.branching.candidates.clone()));
                for (at, guess) in course.branching.guesses.iter().enumerate().rev() {
                    scratch.candidates.copy_from_slice(course.branching.saved_before(topology, at));
                    if scratch.narrow(topology, usize::from(guess.cell), !guess.digit) {
                        cubes.push(cube(scratch.candidates.clone()));
                    }
                }
                BRANCHING_CUBES
            }
        };
        let open = |cube: &Cube| {
            let more = cube.candidates.iter().map(|set| set.count_ones() - 1);
            more.sum::<u32>()
        };
        while cubes.len() < n {
            // The last of the largest: max_by_key says so, and it does not matter.
            let largest = (0..cubes.len()).max_by_key(|&i| open(&cubes[i]));
            let Some(at) = largest.filter(|&i| open(&cubes[i]) > 0) else { break };
            let cube = cubes.remove(at);
            scratch.candidates.copy_from_slice(&cube.candidates);
            let Some(cell) = scratch.choose(topology) else { break };
            let digit = scratch.candidates[cell] & scratch.candidates[cell].wrapping_neg();
            for holds in [false, true] {
                scratch.candidates.copy_from_slice(&cube.candidates);
                if scratch.narrow(topology, cell, if holds { digit } else { !digit }) {
                    let mut decisions = cube.decisions.clone();
                    decisions.push(Decision { cell: cell as u16, digit, holds });
                    cubes.insert(at, Cube { candidates: scratch.candidates.clone(), decisions });
                }
            }
            if cubes.is_empty() {
                break;
            }
        }
        Cubes { base: Arc::new(course), begun: None, left: cubes.into() }
    }

    fn sibling(&self, left: VecDeque<Cube>) -> Cubes {
        Cubes { base: self.base.clone(), begun: None, left }
    }

    /// The search of one cube.
    fn begin(&self, cube: Cube) -> Course {
        let base = &*self.base;
        let topology = base.topology.clone();
        let Some(learning) = &base.learning else {
            let branching = base.branching.at(&cube.candidates);
            return Course::new(topology, branching, base.patience);
        };
        let mut learning = learning.clone();
        for decision in cube.decisions {
            learning.decide(decision.cell, decision.digit, decision.holds);
        }
        Course {
            topology,
            branching: base.branching.clone(),
            learning: Some(learning),
            patience: base.patience,
            told: base.ticks(),
            told_guesses: base.guesses(),
        }
    }
}

impl Tree for Cubes {
    /// About 0.5 ms.
    const LEASH: u64 = 16_384;

    fn walk(&mut self, pause_at: u64, tally: &mut Tally) -> Walked {
        loop {
            let mut course = match self.begun.take() {
                Some(course) => course,
                None => match self.left.pop_front() {
                    Some(cube) => Box::new(self.begin(cube)),
                    None => return Walked::Ended,
                },
            };
            match course.on(pause_at, tally) {
                End::Stopped => {
                    self.begun = Some(course);
                    return Walked::Paused;
                }
                End::Satisfied => return Walked::Ended,
                End::Exhausted | End::Tired => {}
            }
        }
    }

    fn cut(&mut self, cut: Cut, _ticks: u64) -> Vec<Cubes> {
        let n = self.left.len();
        match cut {
            _ if n == 0 => Vec::new(),
            Cut::Largest => {
                let later = self.left.split_off(n / 2);
                vec![self.sibling(later)]
            }
            Cut::Next { .. } => {
                let later = self.left.split_off(1);
                let next = std::mem::take(&mut self.left);
                let mut pieces = vec![self.sibling(next)];
                if !later.is_empty() {
                    pieces.push(self.sibling(later));
                }
                pieces
            }
        }
    }
}
