//! Where the puzzles of a plan come from.

use super::recipe::{Recipe, Yield};
use super::{Contestant, Plan, PlanError};
use crate::builtin::BuiltinSet;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;
use sudolab_clock::SYSTEM;
use sudolab_exact::{ExactSolver, UniquePuzzle};
use sudolab_generate::ease;
use sudolab_grid::Puzzle;
use sudolab_grid::formats::{ReadError, ReadOptions, Records};
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::random::Random;
use sudolab_solvers::{Budget, NotAccepted, Solver, Task};

/// One `[[puzzles]]` table.
#[derive(Clone, Debug)]
pub struct Source {
    /// File, built-in set, or made to order.
    pub kind: SourceKind,
    /// Name in tables and figures.
    pub label: String,
    /// Only the first so many.
    pub take: Option<usize>,
    /// So many at random, in the order of the source; after `take`.
    pub sample: Option<usize>,
    /// Only puzzles that this algorithm solves.
    pub solved_by: Option<Contestant>,
    /// Only puzzles that this algorithm does not solve.
    pub unsolved_by: Option<Contestant>,
    /// Only puzzles on which it leaves so many cells blank.
    pub left: Option<RangeInclusive<usize>>,
    /// Made easier to so many clues.
    pub ease: Option<usize>,
    /// How many easier versions each puzzle gives.
    pub versions: u32,
    /// Where it stands in the plan, for messages.
    pub(super) place: PlanError,
}

/// What a source reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A file, relative to the plan.
    File(PathBuf),
    /// A set inside the program.
    Builtin(&'static str),
    /// Puzzles made to order.
    Generate(Recipe),
}

/// The puzzles of one source.
#[derive(Clone, Debug)]
pub struct PuzzleSet {
    /// Name in tables and figures.
    pub label: String,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// What each was made from, as the key of that puzzle; its own where it was not eased.
    pub origins: Vec<String>,
}

/// Why a plan has no puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoPuzzles {
    /// A set is refused.
    Refused(PlanError),
    /// It was stopped while puzzles were read, made, sifted or eased.
    Stopped(Stop),
}

impl fmt::Display for NoPuzzles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPuzzles::Refused(error) => error.fmt(f),
            NoPuzzles::Stopped(stop) => write!(f, "before the puzzles were read: {stop}"),
        }
    }
}

impl std::error::Error for NoPuzzles {}

impl From<PlanError> for NoPuzzles {
    fn from(error: PlanError) -> NoPuzzles {
        NoPuzzles::Refused(error)
    }
}

impl From<Stop> for NoPuzzles {
    fn from(stop: Stop) -> NoPuzzles {
        NoPuzzles::Stopped(stop)
    }
}

impl Plan {
    /// Reads every puzzle; files are looked for below `folder`. Puzzles may have to be made, sifted
    /// by an algorithm or eased, so that it takes long: the halt ends it.
    ///
    /// # Errors
    /// When a set cannot be read to its end, or an algorithm of the plan cannot work on it, or what
    /// stopped it.
    pub fn puzzles(&self, folder: &Path, halt: &Halt<'_>) -> Result<Vec<PuzzleSet>, NoPuzzles> {
        let read = |source: &Source| source.read(folder, self.seed, halt);
        let sets: Vec<PuzzleSet> = self.sources.iter().map(read).collect::<Result<_, _>>()?;
        for (source, set) in self.sources.iter().zip(&sets) {
            for contestant in &self.contestants {
                let refused = |p: &Puzzle| contestant.algorithm.accepts(p).err();
                let label = &contestant.label;
                let why = match set.puzzles.iter().find_map(refused) {
                    None => continue,
                    Some(NotAccepted::Rules { kinds, .. }) => format!(
                        "{label} does not know the rules of this set ({kinds}); name algorithms that do, such as fast, or another set"
                    ),
                    Some(NotAccepted::Board { board, boards, .. }) => format!(
                        "{label} works on {boards}, but this set holds a board that is {board}; name other algorithms or another set"
                    ),
                };
                return Err(source.refuse(why).into());
            }
        }
        Ok(sets)
    }
}

impl Source {
    fn refuse(&self, message: String) -> PlanError {
        PlanError { message, ..self.place.clone() }
    }

    fn read(&self, folder: &Path, seed: u64, halt: &Halt<'_>) -> Result<PuzzleSet, NoPuzzles> {
        let mut judges = self.judges()?;
        let mut fits = |puzzle: &Puzzle| -> Result<bool, Stop> {
            halt.check()?;
            for (judge, wanted) in &mut judges {
                let fits = match judge.blanks_left(puzzle, halt)? {
                    0 => *wanted,
                    left => !*wanted && self.left.as_ref().is_none_or(|r| r.contains(&left)),
                };
                if !fits {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        let mut puzzles = match &self.kind {
            SourceKind::Builtin(name) => {
                let set = BuiltinSet::find(name).expect("the name was looked up by the reader");
                self.collect(set.text_within(halt)?.as_bytes(), None, &mut fits)?
            }
            SourceKind::File(name) => {
                let path = folder.join(name);
                let shown = path.display().to_string();
                let file = File::open(&path).map_err(|e| {
                    self.refuse(format!(
                        "cannot read {shown}: {e}; the name is relative to the plan"
                    ))
                })?;
                self.collect(BufReader::new(file), Some(shown), &mut fits)?
            }
            SourceKind::Generate(recipe) => match recipe.make(seed, halt, fits)? {
                Yield::All(puzzles) => puzzles,
                Yield::Refused(why) => {
                    let refused = self.refuse(format!("no puzzle can be made like this: {why}"));
                    return Err(refused.into());
                }
                Yield::Only(made) => {
                    let refused = self.refuse(format!(
                        "only {made} of {} puzzles came in many attempts; ask for less special ones",
                        recipe.count
                    ));
                    return Err(refused.into());
                }
            },
        };
        if let (SourceKind::Generate(_), Some(n)) = (&self.kind, self.take) {
            puzzles.truncate(n);
        }
        if puzzles.is_empty() {
            return Err(self.refuse("this set holds no puzzle".to_owned()).into());
        }
        if let Some(n) = self.sample {
            puzzles = sampled(puzzles, n, seed, &self.label);
        }
        let mut origins: Vec<String> = puzzles.iter().map(|p| p.key().into_text()).collect();
        if let Some(clues) = self.ease {
            let versions = self.versions as usize;
            let each = |origin| std::iter::repeat_n(origin, versions);
            origins = origins.into_iter().flat_map(each).collect();
            let mut easier = Vec::with_capacity(puzzles.len() * self.versions as usize);
            for (number, puzzle) in puzzles.iter().enumerate() {
                let versions = eased(puzzle, clues, seed, self.versions, halt)?;
                easier.extend(versions.map_err(|why| {
                    self.refuse(format!(
                        "puzzle {} ({puzzle}) cannot be made easier: {why}",
                        number + 1
                    ))
                })?);
            }
            puzzles = easier;
        }
        Ok(PuzzleSet { label: self.label.clone(), puzzles, origins })
    }

    /// The algorithms that decide which puzzles belong to the set, and what they have to say.
    fn judges(&self) -> Result<Vec<(Sifter, bool)>, PlanError> {
        let mut judges = Vec::new();
        for (contestant, wanted) in [(&self.solved_by, true), (&self.unsolved_by, false)] {
            if let Some(contestant) = contestant {
                let built = Sifter::new(contestant).map_err(|e| self.refuse(e.to_string()))?;
                judges.push((built, wanted));
            }
        }
        Ok(judges)
    }

    fn collect(
        &self,
        text: impl BufRead,
        file: Option<String>,
        fits: &mut dyn FnMut(&Puzzle) -> Result<bool, Stop>,
    ) -> Result<Vec<Puzzle>, NoPuzzles> {
        let records = Records::new(text, ReadOptions { file, ..ReadOptions::default() });
        let mut puzzles = Vec::new();
        for record in records {
            if self.take.is_some_and(|n| puzzles.len() >= n) {
                break;
            }
            match record {
                Ok(record) => {
                    let puzzle = record.document.to_puzzle();
                    if fits(&puzzle)? {
                        puzzles.push(puzzle);
                    }
                }
                Err(ReadError::Format(error)) => return Err(self.refuse(error.to_string()).into()),
                Err(ReadError::Io(error)) => {
                    return Err(self.refuse(format!("cannot be read to its end: {error}")).into());
                }
            }
        }
        Ok(puzzles)
    }
}

/// An algorithm that decides whether a puzzle belongs to a set.
struct Sifter {
    task: Task,
    solver: Box<dyn Solver>,
}

impl Sifter {
    fn new(contestant: &Contestant) -> Result<Sifter, sudolab_solvers::SettingError> {
        let task = contestant.task(0, Budget::time(Duration::from_secs(20)))?;
        Ok(Sifter { solver: task.build()?, task })
    }

    /// The cells that stay blank on the best board of a run; none when it solves. Its own limit
    /// needs a clock: the halt's, or else the system's.
    fn blanks_left(&mut self, puzzle: &Puzzle, halt: &Halt<'_>) -> Result<usize, Stop> {
        let timed = Halt::under(halt).timed_by(halt.clock().unwrap_or(&SYSTEM));
        let outcome = self.task.run(&mut *self.solver, puzzle, 0, None, &timed);
        // A run that was cut short says nothing of the puzzle.
        halt.check()?;
        Ok(match outcome {
            Ok(outcome) if outcome.solution.is_some() => 0,
            Ok(outcome) => outcome.best.map_or(puzzle.board().n_cells(), |best| {
                best.board.iter().filter(|&&value| value == 0).count().max(1)
            }),
            Err(_) => puzzle.board().n_cells(),
        })
    }
}

/// So many of the puzzles at random, in their old order. A larger sample contains a smaller one.
fn sampled(puzzles: Vec<Puzzle>, n: usize, seed: u64, label: &str) -> Vec<Puzzle> {
    let mut places: Vec<usize> = (0..puzzles.len()).collect();
    Random::for_run(seed, "sample", label, 0).shuffle(&mut places);
    places.truncate(n);
    places.sort_unstable();
    let mut chosen = places.into_iter().peekable();
    let keep = |(i, puzzle)| chosen.next_if_eq(&i).map(|_| puzzle);
    puzzles.into_iter().enumerate().filter_map(keep).collect()
}

/// So many versions of the puzzle, each made easier to so many clues; one that has as many already
/// stays as it is.
fn eased(
    puzzle: &Puzzle,
    clues: usize,
    seed: u64,
    versions: u32,
    halt: &Halt<'_>,
) -> Result<Result<Vec<Puzzle>, String>, Stop> {
    halt.check()?;
    if puzzle.n_clues() >= clues {
        return Ok(Ok(vec![puzzle.clone(); versions as usize]));
    }
    let prove = |solver: &mut ExactSolver| UniquePuzzle::prove_within(solver, puzzle.clone(), halt);
    let proper = match ExactSolver::kept(prove)? {
        Ok(proper) => proper,
        Err(why) => return Ok(Err(why.to_string())),
    };
    let mut easier = Vec::new();
    for version in 0..versions {
        halt.check()?;
        let mut random = Random::for_run(seed, "ease", &puzzle.seed_text(), version.into());
        match ease(&proper, clues, &mut random) {
            Ok(made) => easier.push(made.puzzle().clone()),
            Err(why) => return Ok(Err(why.to_string())),
        }
    }
    Ok(Ok(easier))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use sudolab_grid::halt::HandClock;
    use sudolab_solvers::registry;

    fn eased(puzzle: &Puzzle, clues: usize, seed: u64) -> Result<Puzzle, String> {
        let mut versions = super::eased(puzzle, clues, seed, 2, &Halt::never()).unwrap()?;
        assert_eq!(versions.len(), 2);
        Ok(versions.swap_remove(0))
    }

    /// A plan on one source, which is given without its brackets.
    fn plan_on(source: &str) -> Plan {
        let text = format!(
            "name = \"x\"\nalgorithms = [\"dlx\"]\n[[puzzles]]\n{source}\n\
             [protocol]\nkind = \"fixed\"\nruns = 1\ntime_limit = \"1s\"\n"
        );
        Plan::read(&text, "the test").unwrap()
    }

    #[test]
    fn a_raised_flag_ends_every_source_before_it_begins() {
        let raised = AtomicBool::new(true);
        let halt = Halt::never().cancelled_by(&raised);
        for source in [
            "builtin = \"top95\"",
            "builtin = \"top95\"\nease = 46",
            "builtin = \"top95\"\nsolved_by = \"rules-singles\"",
            "generate = { count = 2 }",
        ] {
            let read = plan_on(source).puzzles(Path::new("."), &halt);
            assert_eq!(read.err(), Some(NoPuzzles::Stopped(Stop::Cancelled)), "{source}");
        }
    }

    #[test]
    fn reading_making_sifting_and_easing_end_when_the_time_is_spent() {
        // Each look at the clock takes a second, so that a minute is spent well within the work.
        for source in [
            "builtin = \"royle17\"",
            "builtin = \"royle17\"\nease = 46",
            "builtin = \"royle17\"\nunsolved_by = \"rules-singles\"",
            "generate = { count = 1000000, minimal = true }",
            // What never comes would be given up after minutes only.
            "generate = { count = 100, clues = \"17..17\" }",
            "generate = { count = 2, size = 25, minimal = true }",
        ] {
            let clock = HandClock::stepping(Duration::from_secs(1));
            let halt = Halt::never().within(Duration::from_secs(60), &clock);
            let read = plan_on(source).puzzles(Path::new("."), &halt);
            assert_eq!(read.err(), Some(NoPuzzles::Stopped(Stop::Time)), "{source}");
        }
    }

    #[test]
    fn a_halt_that_does_not_stop_changes_no_puzzle() {
        let clock = HandClock::new();
        let halt = Halt::never().within(Duration::from_secs(1), &clock);
        for source in [
            "builtin = \"top95\"\ntake = 5\nease = 46",
            "builtin = \"top95\"\ntake = 3\nunsolved_by = \"rules-singles\"",
            "generate = { count = 3, clues = \"26..30\" }",
        ] {
            let plan = plan_on(source);
            let keys = |halt: &Halt<'_>| {
                let sets = plan.puzzles(Path::new("."), halt).unwrap();
                sets[0].puzzles.iter().map(|p| p.to_string()).collect::<Vec<_>>()
            };
            assert_eq!(keys(&halt), keys(&Halt::never()), "{source}");
        }
    }

    #[test]
    fn an_eased_puzzle_keeps_its_clues_and_its_solution() {
        let text = BuiltinSet::find("top95").unwrap().text();
        let puzzle: Puzzle = text.lines().next().unwrap().parse().unwrap();
        let easier = eased(&puzzle, 46, 7).unwrap();
        assert_eq!(easier.n_clues(), 46);
        for (cell, digit) in puzzle.clues().filled() {
            assert_eq!(easier.clues().get(cell), Some(digit));
        }
        let solve = |p: &Puzzle| {
            Task::new(registry::find("fast").unwrap()).solve(p, &Halt::never()).unwrap().solution
        };
        assert_eq!(solve(&puzzle).unwrap().grid(), solve(&easier).unwrap().grid());
        assert_eq!(eased(&puzzle, 46, 7).unwrap().to_string(), easier.to_string());
        assert_ne!(eased(&puzzle, 46, 8).unwrap().to_string(), easier.to_string());
    }

    #[test]
    fn a_larger_sample_contains_a_smaller_one_in_the_order_of_the_list() {
        let text = BuiltinSet::find("top95").unwrap().text();
        let all: Vec<Puzzle> = text.lines().map(|l| l.parse().unwrap()).collect();
        let ten = sampled(all.clone(), 10, 3, "x");
        let twenty = sampled(all.clone(), 20, 3, "x");
        assert_eq!((ten.len(), twenty.len()), (10, 20));
        assert!(ten.iter().all(|p| twenty.contains(p)));
        let places: Vec<usize> =
            twenty.iter().map(|p| all.iter().position(|q| p == q).unwrap()).collect();
        assert!(places.is_sorted(), "{places:?}");
        assert_ne!(sampled(all.clone(), 10, 4, "x"), ten);
        assert_eq!(sampled(all.clone(), 1000, 4, "x"), all);
    }
}
