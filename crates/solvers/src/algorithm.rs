//! What an algorithm is to the rest of the program.

use crate::{Parameter, Run, SettingError, Settings, Stop};
use std::fmt;
use std::ops::ControlFlow;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::BatchCount;
use sudolab_exact::split::Tally;
pub use sudolab_exact::split::Wanted;
use sudolab_grid::halt::Halt;
use sudolab_grid::rule::Demand;
use sudolab_grid::{Board, Grid, Puzzle};

/// Something that tries to solve a puzzle.
pub trait Solver: Send {
    /// Tries to solve the puzzle. `Err` is not a failure: it says which limit ended the run, and
    /// comes from [`Run::tick`] by way of `?`.
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop>;
}

/// Something that visits every solution of a puzzle.
pub trait Counter: Send {
    /// Counts solutions up to `wanted.limit` into the tally and keeps the first `wanted.keep` of
    /// them. Also when a limit ends the run, the tally holds what was found until then.
    ///
    /// Counters that spread over threads ([`Run::hands`]) do so here, where solutions need not
    /// be handed over one by one.
    fn count(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        wanted: Wanted,
        found: &mut Found,
    ) -> Result<(), Stop> {
        self.each_solution(puzzle, run, &mut |grid| found.note(wanted, || grid.clone()))
    }

    /// Hands each solution over once, until there is no other or `found` breaks off.
    /// Returning `Ok` without a break proves that there are no more.
    fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), Stop>;
}

/// Solves by counting to one; `none` is the answer when nothing is found.
pub(crate) fn solve_by_counting(
    counter: &mut impl Counter,
    puzzle: &Puzzle,
    run: &mut Run<'_>,
    none: Answer,
) -> Result<Answer, Stop> {
    let mut found = Found::default();
    counter.count(puzzle, run, Wanted { limit: 1, keep: 1 }, &mut found)?;
    Ok(found.first.pop().map_or(none, Answer::Solved))
}

/// Something that counts the solutions of many plain 9x9 puzzles together.
pub trait Batch: Send {
    /// Counts each puzzle's solutions up to a limit: verdict k is on puzzle k. When the halt ends
    /// it, no verdict is to be relied on.
    ///
    /// # Panics
    /// If there are not as many verdicts as puzzles.
    fn count(
        &mut self,
        puzzles: &[Clues],
        limit: u64,
        verdicts: &mut [BatchCount],
        halt: &Halt<'_>,
    ) -> Result<(), Stop>;
}

/// Who takes many plain 9x9 puzzles together.
#[derive(Clone, Copy)]
pub enum Bulk {
    /// The algorithm itself: that is its idea.
    Own(Build<dyn Batch>),
    /// Another one, which comes to the same verdicts sooner.
    By(&'static Algorithm),
}

/// The solutions that counting has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// How many.
    pub solutions: u64,
    /// The first of them, as claimed; they are checked before anyone sees them.
    pub first: Vec<Grid>,
}

impl Found {
    /// One more solution; breaks when there are as many as wanted.
    #[inline]
    pub fn note(&mut self, wanted: Wanted, grid: impl FnOnce() -> Grid) -> ControlFlow<()> {
        self.solutions += 1;
        if self.first.len() < wanted.keep {
            self.first.push(grid());
        }
        if self.solutions < wanted.limit {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// What several threads have found of a puzzle.
    pub(crate) fn take(&mut self, tally: &Tally, puzzle: &Puzzle) {
        self.solutions += tally.solutions();
        let grids = tally.first().iter();
        let grids = grids.filter_map(|values| Grid::from_values(puzzle.board().clone(), values));
        self.first.extend(grids);
    }
}

/// How a solver ended by its own decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A claimed solution; it is checked before anyone sees it.
    Solved(Grid),
    /// A proof that there is none.
    Impossible,
    /// The algorithm can go no further.
    GaveUp,
}

/// A group of algorithms that share an approach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Family {
    /// Complete search: solves every puzzle and proves it when there is no solution.
    Exact,
    /// Human rules, with or without guessing.
    Rules,
    /// Randomised search on filled boards or programs.
    Stochastic,
    /// Real-valued relaxations and message passing.
    Continuous,
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Family::Exact => "exact",
            Family::Rules => "rules",
            Family::Stochastic => "stochastic",
            Family::Continuous => "continuous",
        })
    }
}

/// The boards an algorithm works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    /// Every board of any form, and every rule beyond its houses.
    AnyWithRules,
    /// Every board of any form, and rules that say which digits go together in two cells.
    AnyWithPairs,
    /// Every board: any size, any houses.
    Any,
    /// Boards of any size with rectangular boxes and no extra regions.
    Boxed,
    /// The same, and every rule beyond their houses.
    BoxedWithRules,
    /// The 9x9 board only.
    Classic,
}

impl Boards {
    /// Whether a board is among them.
    pub fn include(self, board: &Board) -> bool {
        match self {
            Boards::AnyWithRules | Boards::AnyWithPairs => true,
            Boards::Any => board.is_plain(),
            Boards::Boxed | Boards::BoxedWithRules => {
                matches!(board.layout(), sudolab_grid::Layout::Boxes { .. })
                    && board.extra_regions().next().is_none()
            }
            Boards::Classic => board.is_classic(),
        }
    }

    /// Whether the rules of a puzzle are among those taken.
    fn take_rules_of(self, puzzle: &Puzzle) -> bool {
        match self {
            Boards::AnyWithRules | Boards::BoxedWithRules => true,
            Boards::AnyWithPairs => {
                let lowering = puzzle.lower();
                let is_pair = |demand: &Demand| matches!(demand, Demand::Pair { .. });
                lowering.helpers().is_empty() && lowering.demands().iter().all(is_pair)
            }
            _ => false,
        }
    }
}

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Boards::AnyWithRules => "every board, with rules",
            Boards::AnyWithPairs => "every board, with rules about pairs of cells",
            Boards::Any => "every board",
            Boards::Boxed => "boards with rectangular boxes",
            Boards::BoxedWithRules => "boards with rectangular boxes, with rules",
            Boards::Classic => "the 9x9 board",
        })
    }
}

/// What a caller may rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promises {
    /// It can prove that there is no solution, and always ends with a solution or that proof.
    pub proves_impossible: bool,
    /// Its run depends on the seed.
    pub uses_seed: bool,
    /// Asked to solve, it proves along the way that there is no other solution, or names one: the
    /// command's `solve` counts with it up to two.
    pub proves_unique: bool,
    /// The boards it works on.
    pub boards: Boards,
}

/// How an algorithm spreads one puzzle over several threads ([`Task::threads`](crate::Task::threads)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Parallel {
    /// The search tree is cut into parts that are put together in their order: solutions, counts,
    /// ticks and guesses are those of one thread. A run that is observed or has a tick limit stays
    /// on one thread.
    Tree,
    /// After some ticks what is left is divided into cases, whatever the number of threads: all but
    /// the time is the same with one as with many.
    Cubes,
    /// Runs with streams of their own go side by side, and the one that needs the fewest ticks
    /// counts: the outcome depends on their number ([`Task::lanes`](crate::Task::lanes)), never on
    /// the number of threads.
    SideBySide,
}

impl Parallel {
    /// The word for tables and files.
    pub fn word(self) -> &'static str {
        match self {
            Parallel::Tree => "tree",
            Parallel::Cubes => "cubes",
            Parallel::SideBySide => "side-by-side",
        }
    }

    /// What it means, in words.
    pub fn explanation(self) -> &'static str {
        match self {
            Parallel::Tree => "one search, its tree cut into parts that the threads share",
            Parallel::Cubes => "a long search divided into cases that the threads share",
            Parallel::SideBySide => "independent runs side by side; the fewest ticks win",
        }
    }
}

impl fmt::Display for Parallel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Algorithm {
    /// Whether it goes from generation to generation, of boards, of ants or of programs.
    pub fn evolves(&self) -> bool {
        crate::evolution::ALGORITHMS.iter().any(|a| a.id == self.id)
    }
}

/// Makes a solver or a counter from settings.
pub type Build<T> = fn(&Settings) -> Result<Box<T>, SettingError>;

/// One entry of the registry.
pub struct Algorithm {
    /// The name it is called by everywhere.
    pub id: &'static str,
    /// Its name in words.
    pub title: &'static str,
    /// The group it belongs to.
    pub family: Family,
    /// Whether it is a paper's algorithm as published, or ours.
    pub as_published: bool,
    /// Author, title, year.
    pub source: &'static str,
    /// What a caller may rely on.
    pub promises: Promises,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// What this entry sets differently from the parameters' defaults.
    pub preset: &'static [(&'static str, &'static str)],
    /// What one tick is, in words.
    pub tick: &'static str,
    /// How it spreads one puzzle over several threads, if it can.
    pub parallel: Option<Parallel>,
    /// Who takes many plain 9x9 puzzles together, if anyone does.
    pub bulk: Option<Bulk>,
    /// Makes the solver.
    pub build: Build<dyn Solver>,
    /// Makes the counter, if the algorithm can visit every solution; with some settings it may
    /// refuse, see [`Algorithm::counts`].
    pub build_counter: Option<Build<dyn Counter>>,
}

impl Algorithm {
    /// Its settings before the user changes any.
    pub fn defaults(&self) -> Settings {
        Settings::defaults(self.parameters, self.preset)
    }

    /// Whether it visits every solution with these settings, and so can count them.
    pub fn counts(&self, settings: &Settings) -> bool {
        self.build_counter.is_some_and(|build| build(settings).is_ok())
    }

    /// What makes the batch form, if plain 9x9 puzzles may be handed over together.
    pub fn build_batch(&self) -> Option<Build<dyn Batch>> {
        match self.bulk? {
            Bulk::Own(build) => Some(build),
            Bulk::By(other) => other.build_batch(),
        }
    }

    /// The most digits of a board that it works on: searches that prove their answers take every
    /// board there is, the others keep sets of digits in words of 32 bits.
    pub fn most_digits(&self) -> usize {
        match self.family {
            Family::Exact => usize::from(sudolab_grid::MAX_SIZE),
            Family::Rules | Family::Stochastic | Family::Continuous => 32,
        }
    }

    /// Whether it works on a puzzle, or why not.
    pub fn accepts(&self, puzzle: &Puzzle) -> Result<(), NotAccepted> {
        let algorithm = self.id;
        if puzzle.has_rules() && !self.promises.boards.take_rules_of(puzzle) {
            return Err(NotAccepted::Rules { algorithm, kinds: puzzle.rules().kinds() });
        }
        let is_small = puzzle.board().size() <= self.most_digits();
        if is_small && self.promises.boards.include(puzzle.board()) {
            return Ok(());
        }
        let board = puzzle.board().to_string();
        let boards = match is_small {
            true => self.promises.boards.to_string(),
            false => format!("boards of up to {} digits", self.most_digits()),
        };
        Err(NotAccepted::Board { algorithm, board, boards })
    }
}

/// Why an algorithm does not work on a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotAccepted {
    /// It does not work on the puzzle's board.
    Board {
        /// The algorithm.
        algorithm: &'static str,
        /// The board.
        board: String,
        /// The boards it works on.
        boards: String,
    },
    /// The puzzle has rules that it does not know.
    Rules {
        /// The algorithm.
        algorithm: &'static str,
        /// The kinds of rules.
        kinds: String,
    },
}

impl fmt::Display for NotAccepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAccepted::Board { algorithm, board, boards } => {
                write!(f, "{algorithm} works on {boards}, not on a board that is {board}")
            }
            NotAccepted::Rules { algorithm, kinds } => write!(
                f,
                "{algorithm} does not know the rules of this puzzle ({kinds}); fast, fast-general and cdcl take them"
            ),
        }
    }
}

impl std::error::Error for NotAccepted {}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Algorithm").field("id", &self.id).finish_non_exhaustive()
    }
}
