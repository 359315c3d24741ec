//! Many 9x9 puzzles at once: one puzzle per bit.
//!
//! Idea: hold the candidates of 256 puzzles (AVX2) in 729 vectors, one for each digit and
//! cell, in which bit k belongs to puzzle k. Every rule of Sudoku then is a formula of
//! ANDs and ORs on whole vectors, evaluated for all puzzles together: no table, no shift,
//! no branch, no wasted bit.
//!
//! ```text
//!                    lane  0 1 2 3 ...                      255
//! digit 1, cell 0          1 0 0 1 1 0 1 ...                   a vector
//! digit 1, cell 1          1 1 0 0 1 0 0 ...
//!   ...
//! digit 9, cell 80         0 1 1 0 1 1 0 ...
//! ```
//!
//! A round:
//!
//! 1. `transpose`: nodes at rest (twelve words each) are spread into lanes;
//! 2. `sweep`: two or more sweeps of deduction, until half of the busy lanes
//!    are solved, contradictory or at a standstill;
//! 3. `choose`: a cell to guess in, for all lanes together;
//! 4. `transpose`: the lanes are gathered to nodes again;
//! 5. `search`: a lane at a standstill puts one child on its stack and goes on
//!    with the other; a lane that is done pops its stack or takes the next puzzle. When
//!    no puzzle is left, idle lanes take open nodes from busy ones (`ledger`), so the last
//!    puzzles of a batch, or a few hard ones, are searched by all lanes.
//!
//! A lane guesses only where the sweeps have come to rest, and that state
//! does not depend on the number of sweeps it took. With the order kept by the ledger, a verdict
//! (its guesses and its first solution too) is the same whatever
//! the batch and however the work was shared.
//!
//! Sources: the rule on mini-rows as permutations is the one that tdoku (T. Dillon) states in its
//! description of bands; scoring cells of two candidates by their open peers follows the published
//! description of fastband. The arrangement in bits, the rest of the rules, the score and the code are ours.
//!
//! # Cost
//! Per sweep about 13,700 operations on vectors, that is 54 per puzzle with 256 lanes; a checking
//! sweep a third more. Spreading and gathering take 13,800 each, choosing 21,000. Uniqueness checks
//! on permuted puzzles, per puzzle:
//!
//! | set | sweeps | rounds | guesses |
//! |---|---|---|---|
//! | 30-37 clues | 7.5 | 1.4 | 0.014 |
//! | generated minimal | 23 | 5.2 | 0.93 |
//! | royle17 | 24 | 4.0 | 0.58 |
//! | serg, several solutions | 48 | 12 | 7.1 |
//! | top1465 | 110 | 28 | 8.7 |
//! | hardest 1905, 11+ | 760 | 191 | 73 |
//! | hardest 1106 | 1238 | 313 | 120 |
//!
//! (Sweeps and rounds are lanes times sweeps over puzzles, idle lanes included.)
//!
//! # Tried and dropped
//! - Not built: one puzzle per 32-bit lane with 27-bit words, since that form is known to need about
//!   2,900 operations per sweep for 8 puzzles, 360 per puzzle, against 54 here.
//! - Guessing on the configurations of a digit in a band, as tdoku does: on hard puzzles no fewer
//!   guesses than cells of two candidates, and more on the 17-clue puzzles.
//! - A bonus for digits with two places in a house when choosing: more guesses on hard puzzles.
//! - The exact score (peers that hold the same candidates, those with two candidates threefold) needs
//!   5 % fewer guesses than `choose` on hard puzzles, but was computed lane by lane, with so many
//!   mispredicted branches that it took more than half of the time.
//! - No sharing of nodes: batches of 750 hard puzzles took twice as many sweeps, most of
//!   them for the last few puzzles.
//! - A fixed number of sweeps per round: no better than stopping at half of the lanes, as far as
//!   the noise of the timings tells.

mod choose;
mod fewest;
mod ledger;
mod node;
mod search;
mod sweep;
mod transpose;

use crate::nine::Clues;
use crate::simd::Isa;
#[cfg(target_arch = "x86_64")]
use crate::simd::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use crate::simd::avx512::Avx512;
#[cfg(target_arch = "aarch64")]
use crate::simd::neon::Neon;
use crate::simd::portable::Portable;
use crate::solver::unstopped;
use search::{BatchSearch, Drive, Root, Source};
use sudolab_grid::halt::{Halt, Stop};

/// How many puzzles the engine likes to be given at once, or more: enough to keep all lanes
/// busy. Smaller batches are right too, but use fewer lanes.
pub const GOOD_BATCH: usize = 4096;

/// What the engine found out about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchCount {
    /// Number of solutions, counted up to the limit.
    pub solutions: u64,
    /// Number of guesses made until the count was complete.
    pub guesses: u64,
    /// The solution that comes first in the order of the search; zeros if there is none.
    pub solution: [u8; 81],
}

impl BatchCount {
    /// The verdict on a puzzle without solutions that needed no guess.
    pub const NONE: Self = Self { solutions: 0, guesses: 0, solution: [0; 81] };
}

/// The instructions an engine is built for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstructionSet {
    /// 512 lanes (x86-64 with the AVX-512 foundation).
    Avx512,
    /// 256 lanes (x86-64 with AVX2 and the small bit instructions).
    Avx2,
    /// 128 lanes (64-bit Arm).
    Neon,
    /// 256 lanes in plain words, on any machine.
    Portable,
}

impl InstructionSet {
    /// All sets, the one to prefer first.
    pub const ALL: [Self; 4] = [Self::Avx512, Self::Avx2, Self::Neon, Self::Portable];
}

/// How much work an engine did since it was made; the same on every machine with as many lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Sweeps of all lanes.
    pub sweeps: u64,
    /// Rounds of sweeping, guessing and refilling.
    pub rounds: u64,
}

/// Solves batches of 9x9 puzzles. Keep it: it holds the memory of the search.
///
/// ```
/// use sudolab_exact::nine::{Clues, batch::{BatchCount, BatchEngine}};
///
/// let mut empty_but_one = Clues([0; 81]);
/// empty_but_one.0[40] = 5;
/// let mut verdicts = [BatchCount::NONE];
/// BatchEngine::new().run(&[empty_but_one], 2, &mut verdicts);
/// assert_eq!(verdicts[0].solutions, 2);
/// assert_eq!(verdicts[0].solution[40], 5);
/// ```
pub struct BatchEngine(Machine);

enum Machine {
    #[cfg(target_arch = "x86_64")]
    Avx512(BatchSearch<Avx512>),
    #[cfg(target_arch = "x86_64")]
    Avx2(BatchSearch<Avx2>),
    #[cfg(target_arch = "aarch64")]
    Neon(BatchSearch<Neon>),
    Portable(BatchSearch<Portable>),
}

impl Default for BatchEngine {
    fn default() -> Self {
        Self::new()
    }
}

impl BatchEngine {
    /// An engine for the best instructions this machine has.
    pub fn new() -> Self {
        InstructionSet::ALL
            .into_iter()
            .find_map(Self::with)
            .expect("the portable engine exists on every machine")
    }

    /// An engine for the given instructions, if this machine has them.
    pub fn with(instructions: InstructionSet) -> Option<Self> {
        let machine = match instructions {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => Machine::Avx512(BatchSearch::new(Avx512::detect()?)),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => Machine::Avx2(BatchSearch::new(Avx2::detect()?)),
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => Machine::Neon(BatchSearch::new(Neon)),
            InstructionSet::Portable => Machine::Portable(BatchSearch::new(Portable)),
            #[allow(unreachable_patterns)]
            _ => return None,
        };
        Some(Self(machine))
    }

    /// The instructions this engine uses.
    pub fn instructions(&self) -> InstructionSet {
        match &self.0 {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(_) => InstructionSet::Avx512,
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(_) => InstructionSet::Avx2,
            #[cfg(target_arch = "aarch64")]
            Machine::Neon(_) => InstructionSet::Neon,
            Machine::Portable(_) => InstructionSet::Portable,
        }
    }

    /// The work done so far.
    pub fn effort(&self) -> Effort {
        match &self.0 {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(search) => search.effort,
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(search) => search.effort,
            #[cfg(target_arch = "aarch64")]
            Machine::Neon(search) => search.effort,
            Machine::Portable(search) => search.effort,
        }
    }

    /// Searches every puzzle for up to `limit` solutions; verdict k is on puzzle k.
    ///
    /// # Panics
    /// If `out` and `puzzles` differ in length.
    pub fn run(&mut self, puzzles: &[Clues], limit: u64, out: &mut [BatchCount]) {
        unstopped(self.run_within(puzzles, limit, out, &Halt::never()));
    }

    /// The same, as long as the halt lets it. When it does not, no verdict is to be relied on.
    ///
    /// # Panics
    /// If `out` and `puzzles` differ in length.
    pub fn run_within(
        &mut self,
        puzzles: &[Clues],
        limit: u64,
        out: &mut [BatchCount],
        halt: &Halt<'_>,
    ) -> Result<(), Stop> {
        self.list(&mut Listed { puzzles, next: 0 }, limit, out, halt)
    }

    /// The same for puzzles given by candidates: bit d-1 of a mask allows digit d.
    ///
    /// # Panics
    /// If `out` and `puzzles` differ in length.
    pub fn run_candidates(&mut self, puzzles: &[[u16; 81]], limit: u64, out: &mut [BatchCount]) {
        unstopped(self.run_candidates_within(puzzles, limit, out, &Halt::never()));
    }

    /// The same, as long as the halt lets it. When it does not, no verdict is to be relied on.
    ///
    /// # Panics
    /// If `out` and `puzzles` differ in length.
    pub fn run_candidates_within(
        &mut self,
        puzzles: &[[u16; 81]],
        limit: u64,
        out: &mut [BatchCount],
        halt: &Halt<'_>,
    ) -> Result<(), Stop> {
        self.list(&mut Listed { puzzles, next: 0 }, limit, out, halt)
    }

    /// Answers questions as they come: whenever lanes are free, `questions` is asked for the next
    /// one, and it hears of each answer as soon as it is known. Many searches, each of whose questions
    /// depends on its last answer, keep all lanes busy that way.
    ///
    /// # Panics
    /// If a question names a place of `places` or more.
    pub fn run_questions(&mut self, places: usize, questions: &mut impl Questions) {
        unstopped(self.run_questions_within(places, questions, &Halt::never()));
    }

    /// The same, as long as the halt lets it; what is open then is not answered.
    ///
    /// # Panics
    /// If a question names a place of `places` or more.
    pub fn run_questions_within(
        &mut self,
        places: usize,
        questions: &mut impl Questions,
        halt: &Halt<'_>,
    ) -> Result<(), Stop> {
        let mut out = vec![BatchCount::NONE; places];
        self.start(&mut Asked(questions), 1, &mut out, halt)
    }

    fn list<P: Loadable>(
        &mut self,
        listed: &mut Listed<'_, P>,
        limit: u64,
        out: &mut [BatchCount],
        halt: &Halt<'_>,
    ) -> Result<(), Stop> {
        assert_eq!(listed.puzzles.len(), out.len(), "one verdict for each puzzle");
        out.fill(BatchCount::NONE);
        if limit == 0 {
            return Ok(());
        }
        self.start(listed, limit, out, halt)
    }

    /// The search is compiled once for each instruction set, not for each source: a source is asked
    /// once or twice for a puzzle, and nothing else in the search is a call that is not known.
    #[inline(never)]
    fn start(
        &mut self,
        source: &mut dyn Source,
        limit: u64,
        out: &mut [BatchCount],
        halt: &Halt<'_>,
    ) -> Result<(), Stop> {
        let pulse = halt.pulse();
        match &mut self.0 {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(search) => search.isa.run(Drive { search, source, limit, out, pulse }),
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(search) => search.isa.run(Drive { search, source, limit, out, pulse }),
            #[cfg(target_arch = "aarch64")]
            Machine::Neon(search) => search.isa.run(Drive { search, source, limit, out, pulse }),
            Machine::Portable(search) => {
                search.isa.run(Drive { search, source, limit, out, pulse })
            }
        }
    }
}

/// Puzzles known beforehand.
struct Listed<'a, P> {
    puzzles: &'a [P],
    next: usize,
}

impl<P: Loadable> Source for Listed<'_, P> {
    fn listens(&self) -> bool {
        false
    }

    fn next(&mut self) -> Option<(usize, Root<'_>)> {
        let place = self.next;
        let root = self.puzzles.get(place)?.root();
        self.next += 1;
        Some((place, root))
    }

    fn settled(&mut self, _: usize, _: &BatchCount) {}

    fn excludes(&self, _: usize, _: &[u8; 81]) -> bool {
        false
    }
}

/// A question about a puzzle: is there a solution other than the known one?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The place that stands for the question until it is answered.
    pub place: usize,
    /// The clues.
    pub clues: Clues,
    /// A cell (0 to 80) and the digit (1 to 9) that it must not hold in the other solution, if that is known.
    pub ruled_out: Option<(u8, u8)>,
}

/// Who asks.
pub trait Questions {
    /// The next question; `None` when there is none before another answer, or none at all.
    fn next(&mut self) -> Option<Question>;

    /// The solution that is known of the puzzle asked about.
    fn known(&self, place: usize) -> &[u8; 81];

    /// Another solution, or that there is none.
    fn answer(&mut self, place: usize, other: Option<&[u8; 81]>);
}

struct Asked<'a, Q>(&'a mut Q);

impl<Q: Questions> Source for Asked<'_, Q> {
    fn listens(&self) -> bool {
        true
    }

    fn next(&mut self) -> Option<(usize, Root<'_>)> {
        let Question { place, clues, ruled_out } = self.0.next()?;
        Some((place, Root::Asked(clues, ruled_out)))
    }

    fn settled(&mut self, place: usize, verdict: &BatchCount) {
        self.0.answer(place, (verdict.solutions > 0).then_some(&verdict.solution));
    }

    fn excludes(&self, place: usize, solution: &[u8; 81]) -> bool {
        self.0.known(place) == solution
    }
}

/// A puzzle as the engine takes it.
trait Loadable {
    fn root(&self) -> Root<'_>;
}

impl Loadable for Clues {
    fn root(&self) -> Root<'_> {
        Root::Clues(self)
    }
}

impl Loadable for [u16; 81] {
    fn root(&self) -> Root<'_> {
        Root::Candidates(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small enough for Miri, which runs the portable path only.
    #[test]
    fn the_portable_engine_tells_none_one_and_several_solutions_apart() {
        let full: [u8; 81] = core::array::from_fn(|cell| {
            let (row, column) = (cell / 9, cell % 9);
            ((row % 3 * 3 + row / 3 + column) % 9 + 1) as u8
        });
        // Without all of 1 and 2 the grid has several solutions, without some cells one.
        let mut several = Clues(full.map(|digit| if digit > 2 { digit } else { 0 }));
        let mut one = Clues(full);
        for cell in [0, 9, 20, 30, 40, 44, 61, 72, 80] {
            one.0[cell] = 0;
        }
        let mut none = one;
        none.0[0] = one.0[1];
        let mut engine = BatchEngine::with(InstructionSet::Portable).expect("always there");
        let mut verdicts = [BatchCount::NONE; 3];
        engine.run(&[several, one, none], 2, &mut verdicts);
        assert_eq!(verdicts.map(|verdict| verdict.solutions), [2, 1, 0]);
        assert_eq!(verdicts[1].solution, full);
        // A digit put back by hand must agree with the solution found.
        several.0[0] = verdicts[0].solution[0];
        engine.run(&[several], 1, &mut verdicts[..1]);
        assert_eq!(verdicts[0].solutions, 1);
    }
}
