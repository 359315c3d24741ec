//! One long general search, in cases that threads can share.
//!
//! The first step weighs houses and the second learns clauses, so what they do next depends on all
//! they did before: their tree cannot be cut and stay the same. Instead a search that has spent
//! [`ALONE`] ticks is divided into *cubes*: disjoint cases that cover what is left, in the order in
//! which the depth-first search would meet them (M. Heule, O. Kullmann, S. Wieringa, A. Biere, *Cube
//! and conquer*, 2012). Each cube is searched on its own, from the house weights or from a copy of
//! the clauses learned until then; a cube that has spent its own ration is divided again (A. Hyvärinen,
//! T. Junttila, I. Niemelä, *Partitioning SAT instances for distributed solving*, 2010).
//!
//! When and where a search is divided depends on the puzzle alone, and cubes are put together in
//! their order (`split`), so solutions, counts, ticks and guesses are the same with any number of
//! threads, one included.

use super::branching::{Branching, End};
use super::handover::Handover;
use super::topology::{SetWord, Topology};
use super::{Effort, Engine, Unsuited, Visit};
use crate::split::{self, Cut, Hands, Tally, Tree, Walked, Wanted};
use crate::watch::{Unwatched, Watch};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_grid::Puzzle;
use sudolab_grid::halt::{Halt, Meter, Stop};

/// Ticks before a search is divided: about a tenth of a second.
pub(super) const ALONE: u64 = 4_000_000;
/// Ticks before a case of it is divided again.
const RATION: u64 = 12_000_000;
/// Cases a depth-first search is divided into.
const BRANCHING_CUBES: usize = 256;
/// Cases a learning search is divided into at a time. What one of them learns the other does not
/// know, so there are as few as can be shared out: with sixteen at once, six hard pencil-mark grids
/// took 1.2 times the processor time of one search, with 64 1.5 times.
const LEARNING_CUBES: usize = 2;

impl Engine {
    /// Counts solutions as told, with the calling thread and what hands are free; the first ones
    /// are kept. The halt is asked by every thread.
    pub fn search_with_hands(
        &mut self,
        puzzle: &Puzzle,
        hands: &Hands,
        wanted: Wanted,
        halt: &Halt<'_>,
    ) -> Result<(Tally, Result<(), Stop>), Unsuited> {
        let mut tally = Tally::new(wanted);
        if !self.begin(puzzle)? {
            tally.spend(self.branching.ticks());
            return Ok((tally, Ok(())));
        }
        let patience = self.patience();
        let mut course =
            Course::new(self.topology.clone(), self.branching.clone(), patience, ALONE);
        loop {
            let pause_at = tally.ticks() + Cubes::LEASH;
            match course.on(pause_at, &mut tally) {
                End::Exhausted | End::Satisfied | End::Tired => return Ok((tally, Ok(()))),
                End::Stopped(_) => {}
            }
            if let Err(stop) = halt.check() {
                return Ok((tally, Err(stop)));
            }
            if course.has_spent_its_ration() {
                break;
            }
        }
        course.tell_all(&mut tally);
        let cubes = Cubes { begun: None, left: course.divided().into() };
        Ok(split::search_on(cubes, tally, hands, wanted, halt))
    }
}

/// What is left of a search that has spent [`ALONE`] ticks on one thread, one case after the other.
pub(super) struct Rest {
    left: VecDeque<Cube>,
    /// Ticks and guesses of the cases so far.
    pub(super) effort: Effort,
}

impl Rest {
    pub(super) fn new(
        topology: &Arc<Topology>,
        branching: &Branching,
        learning: Option<Handover>,
        patience: u64,
    ) -> Rest {
        let mut course = Course::new(topology.clone(), branching.clone(), patience, 0);
        course.learning = learning;
        Rest { left: course.divided().into(), effort: Effort::default() }
    }

    /// Searches to the end.
    pub(super) fn run(&mut self, meter: &mut dyn Meter, visit: &mut Visit<'_>) -> End {
        while let Some(cube) = self.left.pop_front() {
            let mut course = cube.begin();
            let before = course.effort();
            let mut within = Ration::new(meter, course.ration - course.spent);
            let end = search(
                &course.topology,
                &mut course.branching,
                &mut course.learning,
                course.patience,
                &mut within,
                visit,
                &mut Unwatched,
            );
            self.effort = self.effort + (course.effort() - before);
            match end {
                End::Stopped(_) if within.is_stopped() => return end,
                End::Stopped(_) => {
                    for cube in course.divided().into_iter().rev() {
                        self.left.push_front(cube);
                    }
                }
                End::Satisfied => return End::Satisfied,
                End::Exhausted | End::Tired => {}
            }
        }
        End::Exhausted
    }
}

/// A meter that also stops, with [`Stop::Ticks`], when a ration is spent.
pub(super) struct Ration<'a> {
    meter: &'a mut dyn Meter,
    left: u64,
    stopped: bool,
}

impl<'a> Ration<'a> {
    pub(super) fn new(meter: &'a mut dyn Meter, ration: u64) -> Ration<'a> {
        Ration { meter, left: ration, stopped: false }
    }

    /// Whether it was the meter itself that stopped the search.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }
}

impl Meter for Ration<'_> {
    fn spend(&mut self, ticks: u64) -> Result<(), Stop> {
        self.left = self.left.saturating_sub(ticks);
        let told = self.meter.spend(ticks);
        self.stopped = told.is_err();
        told?;
        if self.left == 0 { Err(Stop::Ticks) } else { Ok(()) }
    }
}

/// Both steps, from where they stand.
pub(super) fn search<W: Watch>(
    topology: &Topology,
    branching: &mut Branching,
    learning: &mut Option<Handover>,
    patience: u64,
    meter: &mut dyn Meter,
    visit: &mut Visit<'_>,
    watch: &mut W,
) -> End {
    if learning.is_none() {
        let end = branching.run(topology, patience, meter, visit, watch);
        if end != End::Tired {
            return end;
        }
    }
    let before = branching.effort();
    let mut visit = |candidates: &[SetWord], effort: Effort| visit(candidates, before + effort);
    let learning = learning.get_or_insert_with(|| Handover::new(topology, branching));
    learning.run(meter, &mut visit, before.ticks, watch)
}

/// A search of both steps in the middle of its work.
#[derive(Clone)]
struct Course {
    topology: Arc<Topology>,
    branching: Branching,
    learning: Option<Handover>,
    patience: u64,
    /// The case it searches: candidates after singles and no guess.
    root: Vec<SetWord>,
    /// Metered ticks so far, and how many there may be before it is divided.
    spent: u64,
    ration: u64,
    /// What the tally knows of.
    told: Effort,
    /// How many of these ticks the meter has not been told of yet, at most.
    ahead: u64,
}

impl Course {
    fn new(topology: Arc<Topology>, branching: Branching, patience: u64, ration: u64) -> Course {
        let root = branching.root(&topology).to_vec();
        let told = Effort::default();
        let (learning, spent, ahead) = (None, 0, 0);
        Course { topology, branching, learning, patience, root, spent, ration, told, ahead }
    }

    fn effort(&self) -> Effort {
        let learned = self.learning.as_ref().map_or(Effort::default(), Handover::effort);
        self.branching.effort() + learned
    }

    fn has_spent_its_ration(&self) -> bool {
        self.spent >= self.ration
    }

    /// Searches on; `Stopped` when the tally has come to `pause_at` ticks, or the ration is spent.
    fn on(&mut self, pause_at: u64, tally: &mut Tally) -> End {
        let ration = self.ration;
        let known = Known { tally, told: &mut self.told, ahead: &mut self.ahead };
        let shared = RefCell::new((known, &mut self.spent));
        let mut meter = |ticks| {
            let (known, spent) = &mut *shared.borrow_mut();
            known.metered(ticks);
            **spent += ticks;
            match known.tally.ticks() >= pause_at || **spent >= ration {
                true => Err(Stop::Ticks),
                false => Ok(()),
            }
        };
        let mut visit = |candidates: &[SetWord], effort: Effort| {
            let (known, _) = &mut *shared.borrow_mut();
            known.tell(effort);
            let value = |set: &SetWord| set.trailing_zeros() as u8 + 1;
            match known.tally.found(|| candidates.iter().map(value).collect()) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let (branching, learning) = (&mut self.branching, &mut self.learning);
        let end = search(
            &self.topology,
            branching,
            learning,
            self.patience,
            &mut meter,
            &mut visit,
            &mut Unwatched,
        );
        let (mut known, _) = shared.into_inner();
        if !matches!(end, End::Stopped(_)) {
            let learned = learning.as_ref().map_or(Effort::default(), Handover::effort);
            known.tell(branching.effort() + learned);
        }
        end
    }

    fn tell_all(&mut self, tally: &mut Tally) {
        let effort = self.effort();
        Known { tally, told: &mut self.told, ahead: &mut self.ahead }.tell(effort);
    }

    /// The cases of what is left, in search order.
    fn divided(mut self) -> Vec<Cube> {
        if let Some(learning) = &mut self.learning {
            learning.solver.to_root();
        }
        let mut cubes = match &self.learning {
            Some(_) => vec![(self.root.clone(), Vec::new())],
            None => self.branching.open_cases(&self.topology),
        };
        let n = if self.learning.is_some() { LEARNING_CUBES } else { BRANCHING_CUBES };
        let topology = self.topology.clone();
        let mut scratch = self.branching.clone();
        let open = |cube: &(Vec<SetWord>, Vec<Decision>)| {
            cube.0.iter().map(|set| set.count_ones() - 1).sum::<u32>()
        };
        while cubes.len() < n {
            // The last of the largest: max_by_key says so, and it does not matter.
            let largest = (0..cubes.len()).max_by_key(|&i| open(&cubes[i]));
            let Some(at) = largest.filter(|&i| open(&cubes[i]) > 0) else { break };
            let (candidates, decisions) = cubes.remove(at);
            scratch.candidates.copy_from_slice(&candidates);
            let Some(cell) = scratch.choose(&topology) else { break };
            let digit = candidates[cell] & candidates[cell].wrapping_neg();
            for holds in [false, true] {
                scratch.candidates.copy_from_slice(&candidates);
                let to = if holds { digit } else { !digit };
                if scratch.narrow(&topology, cell, to).is_ok() {
                    let mut decisions = decisions.clone();
                    decisions.push(Decision { cell: cell as u16, digits: to });
                    cubes.insert(at, (scratch.candidates.clone(), decisions));
                }
            }
            if cubes.is_empty() {
                break;
            }
        }
        let base = Arc::new(self);
        let cube = |(candidates, decisions)| Cube { base: base.clone(), candidates, decisions };
        cubes.into_iter().map(cube).collect()
    }
}

/// A tally and what it knows of a search.
struct Known<'a> {
    tally: &'a mut Tally,
    told: &'a mut Effort,
    ahead: &'a mut u64,
}

impl Known<'_> {
    /// So much has been done in all. The meter may be told of some of it once more.
    fn tell(&mut self, effort: Effort) {
        let ticks = effort.ticks - self.told.ticks;
        self.tally.spend(ticks);
        self.tally.add_guesses(effort.guesses - self.told.guesses);
        *self.told = effort;
        *self.ahead += ticks;
    }

    /// The meter is told of ticks.
    fn metered(&mut self, ticks: u64) {
        let again = ticks.min(*self.ahead);
        *self.ahead -= again;
        self.tally.spend(ticks - again);
        self.told.ticks += ticks - again;
    }
}

/// A cell may only hold these.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    cell: u16,
    digits: SetWord,
}

/// One of disjoint cases: its candidates after singles, and the decisions that lead there from the
/// case it was a part of.
struct Cube {
    base: Arc<Course>,
    candidates: Vec<SetWord>,
    decisions: Vec<Decision>,
}

impl Cube {
    /// The search of it.
    fn begin(self) -> Course {
        let Cube { base, candidates, decisions } = self;
        let topology = base.topology.clone();
        let Some(learning) = &base.learning else {
            let branching = base.branching.at(&candidates);
            return Course::new(topology, branching, base.patience, RATION);
        };
        let mut learning = learning.clone();
        for decision in decisions {
            learning.restrict(decision.cell, decision.digits);
        }
        Course {
            topology,
            branching: base.branching.clone(),
            learning: Some(learning),
            patience: base.patience,
            root: candidates,
            spent: 0,
            ration: RATION,
            told: base.effort(),
            ahead: base.ahead,
        }
    }
}

/// Some cubes in a row, the first of which may have been begun.
struct Cubes {
    begun: Option<Box<Course>>,
    left: VecDeque<Cube>,
}

impl Tree for Cubes {
    /// About 0.5 ms.
    const LEASH: u64 = 16_384;

    fn walk(&mut self, pause_at: u64, tally: &mut Tally) -> Walked {
        loop {
            let mut course = match self.begun.take() {
                Some(course) => course,
                None => match self.left.pop_front() {
                    Some(cube) => Box::new(cube.begin()),
                    None => return Walked::Ended,
                },
            };
            match course.on(pause_at, tally) {
                End::Stopped(_) if course.has_spent_its_ration() => {
                    course.tell_all(tally);
                    for cube in course.divided().into_iter().rev() {
                        self.left.push_front(cube);
                    }
                }
                End::Stopped(_) => {
                    self.begun = Some(course);
                    return Walked::Paused;
                }
                End::Satisfied => return Walked::Ended,
                End::Exhausted | End::Tired => {}
            }
        }
    }

    fn cut(&mut self, cut: Cut, _ticks: u64) -> Vec<Cubes> {
        let piece = |left| Cubes { begun: None, left };
        let n = self.left.len();
        match cut {
            _ if n == 0 => Vec::new(),
            Cut::Largest => vec![piece(self.left.split_off(n / 2))],
            Cut::Next { .. } => {
                let later = self.left.split_off(1);
                let next = std::mem::take(&mut self.left);
                let mut pieces = vec![piece(next)];
                if !later.is_empty() {
                    pieces.push(piece(later));
                }
                pieces
            }
        }
    }
}
