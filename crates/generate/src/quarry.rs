//! Many classic puzzles dug side by side.
//!
//! Digging removes the clues of a full grid in random order, each if the puzzle stays proper
//! without it. Here some hundred puzzles are dug at once, each at its own place in its own order; the
//! batch engine takes the next question of any of them whenever a lane is free. Three things keep the
//! questions few and cheap:
//!
//! - clues that are the last of a known unavoidable set stay unasked ([`Watch`]);
//! - the first clues go in strides, with one question for many: a random half of a grid, with a clue
//!   in all known sets, nearly always is proper. If it is not, the stride is taken again in single steps;
//! - whether a clue can go from a proper puzzle is asked as "is there a solution with another digit in
//!   that cell?", which has no answer but the search for one solution, and not two.
//!
//! None of this changes what comes out: it is what digging clue by clue with any exact solver gives
//! for the same grid and order.
//!
//! Tried and dropped:
//! - all puzzles of a block asked together, then all answers, then the next questions: at the end of each
//!   call most lanes wait for the last few, a fifth more work; blocks so large that this does not
//!   matter fall out of the cache.
//! - sets learned from the other solutions met. The one that proves a clue necessary meets the puzzle in
//!   that clue alone, so it never tells about another.
//! - guessing the digit of the known solution first: the same work within one percent.

use crate::unavoidable::{Mark, Watch};
use crate::uniform::uniform_grid;
use std::ops::{ControlFlow, Range};
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::{BatchEngine, Question, Questions, Verdict};
use sudolab_exact::nine::single::{SingleEngine, Start};

/// Numbers of clues down to which a stride goes.
const STRIDES: [usize; 4] = [48, 41, 36, 32];
/// Puzzles at work at a time: somewhat more than there are lanes, so that none waits.
const AT_WORK: usize = 272;
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
pub(crate) struct Ground {
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
            Ground { solution, start: solution, order, floor: 0 }
        });
        self.dig(&groups, grounds, &|| false, |number, dug| all[number] = dug);
        all
    }

    /// Counts the solutions of puzzles side by side.
    pub(crate) fn count(&mut self, puzzles: &[Clues], limit: u64, out: &mut [Verdict]) {
        self.engine.run(puzzles, limit, out);
    }

    /// Digs each ground; groups of cells go or stay together. Hands over what is done, with its
    /// number, in any order. Ends early, without the rest, when `stop` says so.
    pub(crate) fn dig(
        &mut self,
        groups: &[Vec<u8>],
        grounds: impl Iterator<Item = Ground>,
        stop: &dyn Fn() -> bool,
        done: impl FnMut(usize, Dug),
    ) {
        let few = grounds.size_hint().1.is_some_and(|n| n < FEW);
        let mut site = Site {
            groups,
            grounds: grounds.enumerate().fuse(),
            stop,
            done,
            at_work: Vec::with_capacity(AT_WORK),
            ready: Vec::with_capacity(AT_WORK),
            free: Vec::with_capacity(AT_WORK),
        };
        // Lanes cost the same whether they are busy or not.
        if few {
            self.one_by_one(&mut site);
        } else {
            self.engine.run_questions(AT_WORK, &mut site);
        }
    }

    /// Answers every question by itself.
    fn one_by_one(&mut self, questions: &mut impl Questions) {
        while let Some(Question { place, clues: Clues(clues), ruled_out }) = questions.next() {
            let mut allowed = clues.map(|v| if v == 0 { 0b1_1111_1111 } else { 1u16 << (v - 1) });
            if let Some((cell, digit)) = ruled_out {
                allowed[usize::from(cell)] &= !(1 << (digit - 1));
            }
            let mut another = false;
            let known = questions.known(place);
            self.single.for_each_solution(&Start::Candidates(allowed), |solution| {
                another = solution != known;
                if another { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            questions.answer(place, another);
        }
    }
}

/// How the classic board is named in streams of randomness.
pub(crate) const CLASSIC: &str = "9x9";

/// The puzzles at work, each at a place.
struct Site<'a, G, D> {
    groups: &'a [Vec<u8>],
    grounds: G,
    stop: &'a dyn Fn() -> bool,
    done: D,
    at_work: Vec<Digging>,
    /// Places with a question to ask.
    ready: Vec<usize>,
    /// Places whose puzzle is done.
    free: Vec<usize>,
}

impl<G, D> Questions for Site<'_, G, D>
where
    G: Iterator<Item = (usize, Ground)>,
    D: FnMut(usize, Dug),
{
    fn next(&mut self) -> Option<Question> {
        loop {
            if let Some(place) = self.ready.pop() {
                let digging = &self.at_work[place];
                let ruled_out = digging.asked_cell(self.groups);
                return Some(Question { place, clues: Clues(digging.clues), ruled_out });
            }
            let room = !self.free.is_empty() || self.at_work.len() < AT_WORK;
            if !room || (self.stop)() {
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

    fn answer(&mut self, place: usize, another: bool) {
        self.at_work[place].answered(self.groups, !another);
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
    /// Strides tried so far.
    strides: usize,
    /// Up to this place in the order every step is single: a stride failed there.
    singly: usize,
    /// Where the stride under question began.
    before: Option<Before>,
    watch: Watch,
}

struct Before {
    clues: [u8; 81],
    n_clues: usize,
    at: usize,
    left: Mark,
}

impl Digging {
    fn new(number: usize, ground: Ground) -> Digging {
        let Ground { solution, start, order, floor } = ground;
        let mut watch = Watch::new(&solution);
        let mut n_clues = 81;
        for (cell, _) in start.iter().enumerate().filter(|(_, clue)| **clue == 0) {
            watch.remove(cell);
            n_clues -= 1;
        }
        Digging {
            number,
            solution,
            clues: start,
            n_clues,
            floor,
            order,
            at: 0,
            // What was dug before has no long strides left.
            strides: if n_clues == 81 { 0 } else { STRIDES.len() },
            singly: 0,
            before: None,
            watch,
        }
    }

    fn group<'g>(&self, groups: &'g [Vec<u8>]) -> &'g [u8] {
        &groups[usize::from(self.order[self.at])]
    }

    /// The cell in question and its digit, when it is one cell.
    fn asked_cell(&self, groups: &[Vec<u8>]) -> Option<(u8, u8)> {
        match self.group_in_question(groups) {
            Some(&[cell]) => Some((cell, self.solution[usize::from(cell)])),
            _ => None,
        }
    }

    fn group_in_question<'g>(&self, groups: &'g [Vec<u8>]) -> Option<&'g [u8]> {
        self.before.is_none().then(|| self.group(groups))
    }

    /// Goes on to the next question, taking away what is asked about; false at the end.
    fn advance(&mut self, groups: &[Vec<u8>]) -> bool {
        while self.at < self.order.len() {
            if self.at >= self.singly && self.strides < STRIDES.len() {
                let level = STRIDES[self.strides].max(self.floor);
                self.strides += 1;
                if self.stride_to(level, groups) {
                    return true;
                }
                continue;
            }
            if self.take(self.group(groups)) {
                return true;
            }
            self.at += 1;
        }
        false
    }

    /// The answer to the question at hand.
    fn answered(&mut self, groups: &[Vec<u8>], proper: bool) {
        match self.before.take() {
            None => {
                if !proper {
                    self.put_back(self.group(groups));
                }
                self.at += 1;
            }
            Some(_) if proper => {}
            Some(Before { clues, n_clues, at, left }) => {
                self.singly = self.at;
                (self.clues, self.n_clues, self.at) = (clues, n_clues, at);
                self.watch.restore(&left);
            }
        }
    }

    /// Takes groups away until no more than so many clues are left; false if none went.
    fn stride_to(&mut self, level: usize, groups: &[Vec<u8>]) -> bool {
        if self.n_clues <= level {
            return false;
        }
        let (clues, n_clues, at) = (self.clues, self.n_clues, self.at);
        let before = Before { clues, n_clues, at, left: self.watch.mark() };
        while self.n_clues > level && self.at < self.order.len() {
            self.take(self.group(groups));
            self.at += 1;
        }
        let any = self.n_clues < n_clues;
        self.before = any.then_some(before);
        any
    }

    /// Takes a group away unless too few clues or an empty set would be left.
    #[inline]
    fn take(&mut self, group: &[u8]) -> bool {
        if self.n_clues < self.floor + group.len() {
            return false;
        }
        for (i, &cell) in group.iter().enumerate() {
            if !self.watch.take(usize::from(cell)) {
                group[..i].iter().for_each(|&cell| self.watch.put_back(usize::from(cell)));
                return false;
            }
        }
        group.iter().for_each(|&cell| self.clues[usize::from(cell)] = 0);
        self.n_clues -= group.len();
        true
    }

    fn put_back(&mut self, group: &[u8]) {
        for &cell in group {
            let cell = usize::from(cell);
            self.watch.put_back(cell);
            self.clues[cell] = self.solution[cell];
        }
        self.n_clues += group.len();
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
            if engine.count(&Start::Clues(Clues(clues)), 2).solutions != 1 {
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
