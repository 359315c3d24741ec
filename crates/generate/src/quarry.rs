//! Many classic puzzles dug side by side.
//!
//! Digging removes the clues of a full grid in random order, each if the puzzle stays proper
//! without it. Here some hundred puzzles are dug at once, each at its own place in its own order; the
//! batch engine takes the next question of any of them whenever a lane is free. Three things keep the
//! questions few and cheap:
//!
//! - clues that are the last of a known unavoidable set stay unasked ([`Watch`]);
//! - the first clues go in strides, with one question for many: "is there another solution?" A random half of
//!   a grid, with a clue in all known sets, nearly always is proper. If it is not, the other solution
//!   tells sets that were not known, and digging goes back to the first clue that these hold;
//! - whether a single clue can go from a proper puzzle is asked as "is there a solution with another digit in
//!   that cell?", which has no answer but the search for one solution, and not two.
//!
//! None of this changes what comes out. Each clue that went left a proper puzzle behind, since the
//! last one asked about is part of it; each that stayed was the last of an unavoidable set. So
//! it is what digging clue by clue with any exact solver gives for the same grid and order.
//!
//! Tried and dropped:
//! - all puzzles of a block asked together, then all answers, then the next questions: at the end of each
//!   call most lanes wait for the last few, a fifth more work; blocks so large that this does not
//!   matter fall out of the cache.
//! - strides all the way, of two, three, four or six clues: other solutions are dearer to find where nothing is
//!   known of them, and the sets they tell often hold a later clue than needed. Work of the engine: 1.5, 2.1, 2.7 and
//!   5.6 times that of single steps.
//! - sets learned in single steps. The one that proves a clue necessary meets the puzzle in that clue
//!   alone, so it never tells about another.
//! - guessing the digit of the known solution first: the same work within one percent.

use crate::unavoidable::Watch;
use crate::uniform::uniform_grid;
use std::ops::{ControlFlow, Range};
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::{BatchCount, BatchEngine, Question, Questions};
use sudolab_exact::nine::single::{Opening, SingleEngine};
use sudolab_grid::halt::{Halt, Pulse, Stop};

/// Numbers of clues down to which strides go; then it is one group at a time.
const STRIDES: [usize; 3] = [46, 37, 32];
/// Puzzles at work at a time: somewhat more than there are lanes, so that none waits.
const AT_WORK: usize = 272;
/// What one question counts for on the pulse: a few microseconds.
const QUESTION: u64 = 64;
/// Fewer puzzles than this are dug one by one.
const FEW: usize = 24;

/// A dug puzzle and the grid it was dug from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dug {
    /// The clues, 0 for a blank.
    pub clues: [u8; 81],
    /// The solution.
    pub solution: [u8; 81],
}

/// Digs puzzles side by side; keep it, it holds the engine's memory.
///
/// ```
/// use sudolab_generate::Quarry;
/// let mut quarry = Quarry::new();
/// let ten = quarry.minimal(7, 0..10);
/// assert_eq!(ten[3..], quarry.minimal(7, 3..10), "each puzzle depends on its number alone");
/// ```
pub struct Quarry {
    engine: BatchEngine,
    single: SingleEngine,
}

impl Default for Quarry {
    fn default() -> Quarry {
        Quarry::new()
    }
}

/// What a puzzle is dug from, and how far.
pub(crate) struct Pit {
    /// The full grid.
    pub(crate) solution: [u8; 81],
    /// What is dug: the full grid, or clues that make a proper puzzle.
    pub(crate) start: [u8; 81],
    /// The order in which groups are tried.
    pub(crate) order: Vec<u8>,
    /// Clues that have to be left.
    pub(crate) floor: usize,
}

impl Quarry {
    /// A quarry with the best engine this machine has.
    pub fn new() -> Quarry {
        Quarry { engine: BatchEngine::new(), single: SingleEngine::new() }
    }

    /// Minimal puzzles of independent, uniformly drawn grids: those with the given numbers under a
    /// seed, in their order.
    pub fn minimal(&mut self, seed: u64, numbers: Range<u64>) -> Vec<Dug> {
        let groups: Vec<Vec<u8>> = (0..81).map(|cell| vec![cell]).collect();
        let blank = Dug { clues: [0; 81], solution: [0; 81] };
        let mut all = vec![blank; (numbers.end.saturating_sub(numbers.start)) as usize];
        let grounds = numbers.map(|number| {
            let mut random = crate::stream(seed, CLASSIC, number);
            let solution = uniform_grid(&mut random);
            let mut order: Vec<u8> = (0..81).collect();
            random.shuffle(&mut order);
            Pit { solution, start: solution, order, floor: 0 }
        });
        self.dig(&groups, grounds, &Halt::never(), |number, dug| all[number] = dug)
            .unwrap_or_else(|stop| unreachable!("nothing is watched, yet {stop:?}"));
        all
    }

    /// Counts the solutions of puzzles side by side.
    pub(crate) fn count(&mut self, puzzles: &[Clues], limit: u64, out: &mut [BatchCount]) {
        self.engine.run(puzzles, limit, out);
    }

    /// Digs each ground; groups of cells go or stay together. Hands over what is done, with its
    /// number, in any order. When it is stopped, the rest is missing.
    ///
    /// # Errors
    /// What stopped it.
    pub(crate) fn dig(
        &mut self,
        groups: &[Vec<u8>],
        grounds: impl Iterator<Item = Pit>,
        halt: &Halt<'_>,
        done: impl FnMut(usize, Dug),
    ) -> Result<(), Stop> {
        let few = grounds.size_hint().1.is_some_and(|n| n < FEW);
        let mut site = Site {
            groups,
            grounds: grounds.enumerate().fuse(),
            pulse: halt.pulse(),
            stopped: None,
            done,
            at_work: Vec::with_capacity(AT_WORK),
            ready: Vec::with_capacity(AT_WORK),
            free: Vec::with_capacity(AT_WORK),
        };
        // Lanes cost the same whether they are busy or not.
        if few {
            self.one_by_one(&mut site);
        } else {
            self.engine.run_questions_within(AT_WORK, &mut site, halt)?;
        }
        site.stopped.map_or(Ok(()), Err)
    }

    /// Answers every question by itself.
    fn one_by_one(&mut self, questions: &mut impl Questions) {
        while let Some(Question { place, clues: Clues(clues), ruled_out }) = questions.next() {
            let mut allowed = clues.map(|v| if v == 0 { 0b1_1111_1111 } else { 1u16 << (v - 1) });
            if let Some((cell, digit)) = ruled_out {
                allowed[usize::from(cell)] &= !(1 << (digit - 1));
            }
            let mut other = None;
            let known = questions.known(place);
            self.single.for_each_solution(&Opening::Candidates(allowed), |solution| {
                if solution == known {
                    return ControlFlow::Continue(());
                }
                other = Some(*solution);
                ControlFlow::Break(())
            });
            questions.answer(place, other.as_ref());
        }
    }
}

/// How the classic board is named in streams of randomness.
pub(crate) const CLASSIC: &str = "9x9";

/// The puzzles at work, each at a place.
struct Site<'a, G, D> {
    groups: &'a [Vec<u8>],
    grounds: G,
    pulse: Pulse<'a>,
    stopped: Option<Stop>,
    done: D,
    at_work: Vec<Digging>,
    /// Places with a question to ask.
    ready: Vec<usize>,
    /// Places whose puzzle is done.
    free: Vec<usize>,
}

impl<G, D> Questions for Site<'_, G, D>
where
    G: Iterator<Item = (usize, Pit)>,
    D: FnMut(usize, Dug),
{
    fn next(&mut self) -> Option<Question> {
        if self.stopped.is_some() {
            return None;
        }
        self.stopped = self.pulse.beat(QUESTION).err();
        if self.stopped.is_some() {
            return None;
        }
        loop {
            if let Some(place) = self.ready.pop() {
                let digging = &self.at_work[place];
                let ruled_out = digging.only_cell_in_question(self.groups);
                return Some(Question { place, clues: Clues(digging.clues), ruled_out });
            }
            let room = !self.free.is_empty() || self.at_work.len() < AT_WORK;
            if !room {
                return None;
            }
            let (number, ground) = self.grounds.next()?;
            let digging = Digging::new(number, ground);
            let place = match self.free.pop() {
                Some(place) => {
                    self.at_work[place] = digging;
                    place
                }
                None => {
                    self.at_work.push(digging);
                    self.at_work.len() - 1
                }
            };
            self.go_on(place);
        }
    }

    fn known(&self, place: usize) -> &[u8; 81] {
        &self.at_work[place].solution
    }

    fn answer(&mut self, place: usize, other: Option<&[u8; 81]>) {
        self.at_work[place].answered(self.groups, other);
        self.go_on(place);
    }
}

impl<G, D: FnMut(usize, Dug)> Site<'_, G, D> {
    /// Finds the next question of a puzzle, or hands it over.
    fn go_on(&mut self, place: usize) {
        let digging = &mut self.at_work[place];
        if digging.advance(self.groups) {
            self.ready.push(place);
        } else {
            (self.done)(digging.number, Dug { clues: digging.clues, solution: digging.solution });
            self.free.push(place);
        }
    }
}

/// A puzzle at work.
struct Digging {
    number: usize,
    solution: [u8; 81],
    clues: [u8; 81],
    n_clues: usize,
    floor: usize,
    order: Vec<u8>,
    /// The place in the order.
    at: usize,
    /// What was decided before this place is final.
    settled: usize,
    /// The stride ends with so many clues.
    goal: usize,
    /// The places whose groups are gone, one bit each.
    gone: Places,
    watch: Watch,
    /// Sets that strides which went too far have told, as places.
    learned: Vec<Places>,
}

/// Places in the order of digging, one bit each.
type Places = u128;

impl Digging {
    fn new(number: usize, ground: Pit) -> Digging {
        let Pit { solution, start, order, floor } = ground;
        let watch = Watch::new(&solution, &start);
        let n_clues = start.iter().filter(|clue| **clue != 0).count();
        let mut digging = Digging {
            number,
            solution,
            clues: start,
            n_clues,
            floor,
            order,
            at: 0,
            settled: 0,
            goal: 0,
            gone: 0,
            watch,
            learned: Vec::new(),
        };
        digging.settle();
        digging
    }

    /// What was decided so far is final; the next stride begins.
    fn settle(&mut self) {
        self.settled = self.at;
        let level = STRIDES.iter().find(|level| **level < self.n_clues);
        self.goal = level.copied().unwrap_or(self.n_clues.saturating_sub(1));
    }

    /// The cell in question and its digit, when it is one cell.
    fn only_cell_in_question(&self, groups: &[Vec<u8>]) -> Option<(u8, u8)> {
        let asked = self.gone >> self.settled;
        let place = self.settled + asked.trailing_zeros() as usize;
        match groups[usize::from(*self.order.get(place)?)][..] {
            [cell] if asked.is_power_of_two() => Some((cell, self.solution[usize::from(cell)])),
            _ => None,
        }
    }

    /// Goes on to the next question, taking away what is asked about; false at the end.
    fn advance(&mut self, groups: &[Vec<u8>]) -> bool {
        while self.at < self.order.len() && self.n_clues > self.goal {
            self.take(&groups[usize::from(self.order[self.at])]);
            self.at += 1;
        }
        self.gone >> self.settled != 0
    }

    /// The answer to the question at hand.
    fn answered(&mut self, groups: &[Vec<u8>], other: Option<&[u8; 81]>) {
        let Some(other) = other else { return self.settle() };
        let asked = self.gone >> self.settled;
        if asked.is_power_of_two() {
            self.back_to(self.settled + asked.trailing_zeros() as usize, groups);
            self.at += 1;
            return self.settle();
        }
        // Every part of the difference has lost all of its clues; the last of them has to stay.
        let mut place_of = [0u8; 81];
        for (place, &group) in self.order.iter().enumerate() {
            groups[usize::from(group)].iter().for_each(|&c| place_of[usize::from(c)] = place as u8);
        }
        let places = |mut part: u128| {
            let mut places: Places = 0;
            while part != 0 {
                places |= 1 << place_of[part.trailing_zeros() as usize];
                part &= part - 1;
            }
            places & self.gone
        };
        let learned: Vec<Places> = self.watch.parts(other).into_iter().map(places).collect();
        let last = |set: &Places| 127usize.checked_sub(set.leading_zeros() as usize);
        // If a part never had a clue there was no proper puzzle to begin with, and all stays.
        match learned.iter().map(last).min().flatten() {
            Some(place) => {
                self.back_to(place, groups);
                self.learned.extend(learned);
            }
            None => {
                self.back_to(0, groups);
                self.at = self.order.len();
            }
        }
    }

    /// Undoes what was taken away from a place on.
    fn back_to(&mut self, place: usize, groups: &[Vec<u8>]) {
        let mut taken = self.gone >> place << place;
        self.gone &= !taken;
        while taken != 0 {
            let place = taken.trailing_zeros() as usize;
            taken &= taken - 1;
            for &cell in &groups[usize::from(self.order[place])] {
                let cell = usize::from(cell);
                self.watch.put_back(cell);
                self.clues[cell] = self.solution[cell];
                self.n_clues += 1;
            }
        }
        self.at = place;
    }

    /// Takes the group at hand away unless too few clues or an empty set would be left.
    #[inline]
    fn take(&mut self, group: &[u8]) {
        let gone = self.gone | 1 << self.at;
        if self.n_clues < self.floor + group.len()
            || self.learned.iter().any(|set| set & !gone == 0)
        {
            return;
        }
        for (i, &cell) in group.iter().enumerate() {
            if !self.watch.take(usize::from(cell)) {
                group[..i].iter().for_each(|&cell| self.watch.put_back(usize::from(cell)));
                return;
            }
        }
        group.iter().for_each(|&cell| self.clues[usize::from(cell)] = 0);
        self.gone = gone;
        self.n_clues -= group.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plain way: clue by clue, one solver.
    fn plainly(seed: u64, number: u64) -> Dug {
        let mut random = crate::stream(seed, CLASSIC, number);
        let solution = uniform_grid(&mut random);
        let mut order: Vec<u8> = (0..81).collect();
        random.shuffle(&mut order);
        let mut engine = SingleEngine::new();
        let mut clues = solution;
        for cell in order.into_iter().map(usize::from) {
            clues[cell] = 0;
            if engine.count(&Opening::Clues(Clues(clues)), 2).solutions != 1 {
                clues[cell] = solution[cell];
            }
        }
        Dug { clues, solution }
    }

    #[test]
    fn side_by_side_gives_what_digging_clue_by_clue_gives() {
        let dug = Quarry::new().minimal(3, 0..300);
        for (number, dug) in dug.iter().enumerate() {
            assert_eq!(*dug, plainly(3, number as u64), "puzzle {number}");
        }
        // Few are dug one by one, with the same result.
        assert_eq!(Quarry::new().minimal(3, 7..12), dug[7..12]);
    }
}
