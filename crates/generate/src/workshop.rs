//! The workshop: attempts to fulfil an order.

use crate::climb::Ratings;
use crate::dig::{Asking, Left, dig, minimize_unless};
use crate::fill::fill;
use crate::full_grid::random_grid_unless;
use crate::judge::{Decider, Exact, Finding, Judge};
use crate::orbit::ClueSymmetry;
use crate::order::{Method, Order};
use crate::quarry::{CLASSIC, Dug, Ground, Quarry};
use crate::steer::steer;
use crate::uniform::uniform_grid;
use crate::{Stopped, stream};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use sudolab_exact::ExactSolver;
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, Grid, Puzzle, Solution};
use sudolab_logic::rating::hodoku::{self, HodokuRating};
use sudolab_logic::rating::se::{Rater, SeRating};

/// Ticks for one question about a board of up to this size, unless a minimal puzzle is wanted.
const QUESTION_TICKS: [(usize, u64); 2] = [(16, 5_000_000), (usize::MAX, 1_000_000)];

/// A puzzle that fulfils its order.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// The puzzle, proved proper.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Solution,
    /// Its clues.
    pub clues: usize,
    /// Groups of clues of which it was not found out in time whether they could go, so that they
    /// stay; never in a minimal puzzle.
    pub undecided: usize,
    /// Its Explainer rating, where the order needed it or asked to be told.
    pub rating: Option<SeRating>,
    /// Its rating by HoDoKu, likewise.
    pub hodoku: Option<HodokuRating>,
}

/// Why an attempt came to nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rejected {
    /// No full grid was found for the board.
    NoGrid,
    /// The settings of the deciding algorithm do not go together.
    NoJudge,
    /// The digits tried in the pattern leave several solutions.
    PatternOpen,
    /// Filling led to a board that the judge could not settle.
    NotFilled,
    /// The deciding algorithm took a puzzle for proper that is not.
    NotProper,
    /// Too many clues were left.
    TooManyClues,
    /// Too few clues were left.
    TooFewClues,
    /// A clue is redundant, but none can go without breaking the symmetry or the pattern.
    NotMinimal,
    /// The rating lies outside.
    Rating,
    /// Another technique is the hardest.
    Technique,
    /// The caller raised the flag; nothing is known of this attempt.
    Stopped,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rejected::NoGrid => "no full grid found",
            Rejected::NoJudge => "settings of the algorithm that do not go together",
            Rejected::PatternOpen => "pattern leaves several solutions",
            Rejected::NotFilled => "not settled by filling",
            Rejected::NotProper => "taken for proper by the algorithm, but not",
            Rejected::TooManyClues => "too many clues",
            Rejected::TooFewClues => "too few clues",
            Rejected::NotMinimal => "not minimal, and no clue can go alone",
            Rejected::Rating => "rating or level outside what is asked for",
            Rejected::Technique => "another technique is the hardest",
            Rejected::Stopped => "stopped",
        })
    }
}

impl From<Stopped> for Rejected {
    fn from(_: Stopped) -> Rejected {
        Rejected::Stopped
    }
}

/// Makes attempts; keep one for many.
pub struct Workshop {
    pub(crate) solver: ExactSolver,
    pub(crate) rater: Rater,
    pub(crate) hodoku: hodoku::Rater,
    pub(crate) quarry: Quarry,
    decider: Option<(Judge, Decider)>,
    pub(crate) stop: Arc<AtomicBool>,
}

impl Default for Workshop {
    fn default() -> Workshop {
        Workshop::new()
    }
}

impl Workshop {
    /// A workshop with its tools.
    pub fn new() -> Workshop {
        Workshop::stopped_by(Arc::new(AtomicBool::new(false)))
    }

    /// A workshop that leaves its work soon after the flag is raised, even within an attempt.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Workshop {
        Workshop {
            solver: ExactSolver::new(),
            rater: Rater::new(),
            hodoku: hodoku::Rater::new(),
            quarry: Quarry::new(),
            decider: None,
            stop,
        }
    }

    /// The attempt with this number under a seed.
    pub fn attempt(&mut self, order: &Order, seed: u64, number: u64) -> Result<Made, Rejected> {
        let mut made = self.attempts(order, seed, number..number + 1);
        made.pop().unwrap_or(Err(Rejected::Stopped))
    }

    /// Many attempts, in the order of their numbers. Each is what [`Workshop::attempt`] makes of
    /// its number; together they are faster, since classic puzzles are dug side by side.
    pub fn attempts(
        &mut self,
        order: &Order,
        seed: u64,
        numbers: Range<u64>,
    ) -> Vec<Result<Made, Rejected>> {
        let side_by_side = order.board.is_classic()
            && order.method == Method::Dig
            && order.decider.is_none()
            && order.pattern.is_none();
        if side_by_side {
            return self.classic(order, seed, numbers);
        }
        let board = order.board.to_string();
        let one = |number| {
            let mut random = stream(seed, &board, number);
            let begun = self.begin(order, &mut random)?;
            self.finish(order, begun, &mut random)
        };
        numbers.map(one).collect()
    }

    /// Classic puzzles dug side by side.
    fn classic(
        &mut self,
        order: &Order,
        seed: u64,
        numbers: Range<u64>,
    ) -> Vec<Result<Made, Rejected>> {
        let groups: Vec<Vec<u8>> = order
            .symmetry
            .orbits(&order.board)
            .into_iter()
            .map(|orbit| orbit.into_iter().map(|cell| cell.index() as u8).collect())
            .collect();
        let n = numbers.end.saturating_sub(numbers.start) as usize;
        let mut randoms = Vec::with_capacity(n);
        let mut dug: Vec<Option<Dug>> = vec![None; n];
        let grounds = numbers.map(|number| {
            let mut random = stream(seed, CLASSIC, number);
            let solution = uniform_grid(&mut random);
            let floor = draw_floor(order, &mut random);
            let mut places: Vec<u8> = (0..groups.len() as u8).collect();
            random.shuffle(&mut places);
            randoms.push(random);
            Ground { solution, start: solution, order: places, floor }
        });
        let stop = self.stop.clone();
        let stopped = || stop.load(Ordering::Relaxed);
        self.quarry.dig(&groups, grounds, &stopped, |number, made| dug[number] = Some(made));
        steer(&mut self.quarry, order, &groups, &mut dug, &mut randoms, &stopped);
        let one = |(dug, random): (Option<Dug>, &mut Random)| {
            let Dug { clues, solution } = dug.ok_or(Rejected::Stopped)?;
            let grid = |values: &[u8; 81]| {
                Grid::from_values(order.board.clone(), values).ok_or(Rejected::NoGrid)
            };
            let clues = grid(&clues)?;
            let solution = Solution::check(&Puzzle::new(clues.clone()), grid(&solution)?);
            let solution = solution.map_err(|_| Rejected::NoGrid)?;
            self.finish(order, Begun { clues, solution, undecided: 0 }, random)
        };
        dug.into_iter().zip(&mut randoms).map(one).collect()
    }

    /// The clues and the solution of a puzzle that is proper, as far as the judge knows.
    fn begin(&mut self, order: &Order, random: &mut Random) -> Result<Begun, Rejected> {
        if let Some(pattern) = &order.pattern {
            let (clues, solution) = self.in_pattern(order, pattern, random)?;
            return Ok(Begun { clues, solution, undecided: 0 });
        }
        if let Some(judge) = &order.decider
            && !self.decider.as_ref().is_some_and(|(of, _)| of == judge)
        {
            let decider = Decider::new(judge.task()).map_err(|_| Rejected::NoJudge)?;
            self.decider = Some((judge.clone(), decider));
        }
        let groups = order.symmetry.orbits(&order.board);
        let floor = draw_floor(order, random);
        let size = order.board.size();
        let ticks =
            QUESTION_TICKS.iter().find(|(up_to, _)| size <= *up_to).map(|(_, ticks)| *ticks);
        let ticks = ticks.filter(|_| !order.minimal);
        let Workshop { solver, decider, stop, .. } = self;
        let grid = match order.method {
            Method::Dig => random_grid_unless(solver, &order.board, random, stop)?,
            Method::Fill => None,
        };
        let decider = decider.as_mut().filter(|_| order.decider.is_some()).map(|(_, d)| d);
        let mut asking = match decider {
            Some(decider) => Asking::Decider(decider, stop),
            None => Asking::Exact(Exact { solver, stop, ticks }),
        };
        let (clues, solution) = match order.method {
            Method::Dig => {
                let solution = grid.ok_or(Rejected::NoGrid)?;
                (solution.grid().clone(), solution)
            }
            Method::Fill => {
                let filled = fill(&order.board, &groups, random, |puzzle| asking.look(puzzle))?;
                let (mut clues, solution) = filled.ok_or(Rejected::NotFilled)?;
                top_up(&mut clues, &solution, floor, &groups, random);
                if !order.minimal && order.clues.is_none() {
                    return Ok(Begun { clues, solution, undecided: 0 });
                }
                (clues, solution)
            }
        };
        let Left { clues, undecided, .. } = dig(&mut asking, &clues, None, &groups, floor, random)?;
        if order.minimal && undecided > 0 {
            return Err(Rejected::NotMinimal);
        }
        Ok(Begun { clues, solution, undecided })
    }

    /// Looks at what was made, brings its rating into the range if one is asked, and proves it.
    fn finish(
        &mut self,
        order: &Order,
        begun: Begun,
        random: &mut Random,
    ) -> Result<Made, Rejected> {
        let Begun { clues, solution, undecided } = begun;
        fits(order, clues.n_filled())?;
        if order.decider.is_some() {
            match self.exact().look(&Puzzle::new(clues.clone()))? {
                Finding::One(only) if only == solution => {}
                _ => return Err(Rejected::NotProper),
            }
        }
        // Without symmetry digging ends at a minimal puzzle.
        let may_spare = order.symmetry != ClueSymmetry::None
            || order.decider.is_some()
            || order.pattern.is_some();
        if order.minimal && may_spare && !self.is_minimal(&clues)? {
            return Err(Rejected::NotMinimal);
        }
        let (clues, mut ratings) = self.rated(order, clues, &solution, random)?;
        if order.rate && order.board.is_classic() {
            ratings = self.told(&clues, ratings)?;
        }
        let puzzle = Puzzle::new(clues);
        if order.board.is_classic() && self.solver.count(&puzzle, 2).solutions != 1 {
            return Err(Rejected::NotProper);
        }
        let Ratings { explainer: rating, hodoku } = ratings;
        Ok(Made { clues: puzzle.n_clues(), puzzle, solution, undecided, rating, hodoku })
    }

    pub(crate) fn exact(&mut self) -> Exact<'_> {
        Exact { solver: &mut self.solver, stop: &self.stop, ticks: None }
    }

    /// Whether no clue of a proper puzzle can go.
    pub(crate) fn is_minimal(&mut self, clues: &Grid) -> Result<bool, Stopped> {
        let all: Vec<_> = clues.filled().collect();
        for (cell, digit) in all {
            let mut less = clues.clone();
            less.clear(cell);
            if self.exact().stays_proper(&Puzzle::new(less), cell, digit)? == Some(true) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A minimal puzzle made from a proper one; stated candidates stay.
    pub fn minimize(&mut self, puzzle: &Puzzle, random: &mut Random) -> Result<Puzzle, Stopped> {
        minimize_unless(&mut self.solver, puzzle, random, &self.stop)
    }
}

/// What is made before it is looked at.
struct Begun {
    clues: Grid,
    solution: Solution,
    undecided: usize,
}

/// The clues that have to be left: any number of the range, unless as few as possible are wanted.
fn draw_floor(order: &Order, random: &mut Random) -> usize {
    match &order.clues {
        Some(range) if !order.minimal => {
            range.start() + random.index(range.end() - range.start() + 1)
        }
        _ => 0,
    }
}

/// Whether so many clues are asked for.
pub(crate) fn fits(order: &Order, n_clues: usize) -> Result<(), Rejected> {
    match &order.clues {
        Some(range) if n_clues > *range.end() => Err(Rejected::TooManyClues),
        Some(range) if n_clues < *range.start() => Err(Rejected::TooFewClues),
        _ => Ok(()),
    }
}

/// Adds digits of the solution, group by group, up to so many clues.
fn top_up(
    clues: &mut Grid,
    solution: &Solution,
    wanted: usize,
    groups: &[Vec<Cell>],
    random: &mut Random,
) {
    let blank = |group: &&Vec<Cell>| group.iter().any(|&cell| clues.get(cell).is_none());
    let mut open: Vec<&Vec<Cell>> = groups.iter().filter(blank).collect();
    random.shuffle(&mut open);
    for group in open {
        if clues.n_filled() >= wanted {
            return;
        }
        group.iter().for_each(|&cell| clues.set(cell, solution.digit(cell)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_exact::redundant_clues;
    use sudolab_grid::{Board, CellSet};
    use sudolab_logic::rating::Tenths;
    use sudolab_logic::technique::Technique;
    use sudolab_solvers::registry;

    fn make(order: &Order, n: usize) -> Vec<Made> {
        order.check().expect("the order is possible");
        let mut workshop = Workshop::new();
        (0..).filter_map(|i| workshop.attempt(order, 1, i).ok()).take(n).collect()
    }

    #[test]
    fn what_leaves_the_workshop_is_proper_and_minimal_when_asked() {
        let mut solver = ExactSolver::new();
        for method in [Method::Dig, Method::Fill] {
            for made in make(&Order { minimal: true, method, ..Order::default() }, 20) {
                assert_eq!(solver.count(&made.puzzle, 2).solutions, 1);
                assert!(redundant_clues(&mut solver, &made.puzzle).is_empty());
                assert_eq!(solver.solve(&made.puzzle), Some(made.solution));
            }
        }
    }

    #[test]
    fn many_attempts_are_the_single_ones() {
        let order =
            Order { clues: Some(26..=30), symmetry: ClueSymmetry::Mirror, ..Order::default() };
        let mut workshop = Workshop::new();
        let many = workshop.attempts(&order, 4, 3..15);
        for (number, made) in (3..15).zip(many) {
            assert_eq!(made, workshop.attempt(&order, 4, number));
        }
    }

    #[test]
    fn clue_range_and_symmetry_are_kept_by_both_methods() {
        for method in [Method::Dig, Method::Fill] {
            let order = Order {
                clues: Some(28..=33),
                symmetry: ClueSymmetry::Rot180,
                method,
                ..Order::default()
            };
            for made in make(&order, 10) {
                assert!((28..=33).contains(&made.clues));
                let filled: CellSet = made.puzzle.clues().filled().map(|(c, _)| c).collect();
                assert!(filled.iter().all(|c| filled.contains(Cell::new(80 - c.index()))));
            }
        }
    }

    #[test]
    fn few_clues_are_found_by_moving_clues() {
        let order = Order { clues: Some(20..=21), minimal: true, ..Order::default() };
        let mut solver = ExactSolver::new();
        let made: Vec<Made> =
            Workshop::new().attempts(&order, 1, 0..20).into_iter().filter_map(Result::ok).collect();
        assert!(made.len() >= 5, "{} of 20", made.len());
        for made in made {
            assert!((20..=21).contains(&made.clues));
            assert!(redundant_clues(&mut solver, &made.puzzle).is_empty());
        }
    }

    #[test]
    fn any_algorithm_can_decide_and_what_it_takes_for_proper_is_proved() {
        let mut solver = ExactSolver::new();
        for id in ["backtrack-thesis", "dlx", "rules-singles"] {
            let decider = Some(Judge::new(registry::find(id).expect("it is registered")));
            for made in make(&Order { decider, ..Order::default() }, 2) {
                assert_eq!(solver.count(&made.puzzle, 2).solutions, 1, "{id}");
            }
        }
    }

    #[test]
    fn an_algorithm_that_counts_makes_the_same_puzzles_as_the_engine_on_other_boards() {
        let board = Board::of_size(6).expect("a board");
        let exact = Order { board, ..Order::default() };
        let decider = Some(Judge::new(registry::find("dlx").expect("it is registered")));
        let named = Order { decider, ..exact.clone() };
        assert_eq!(make(&exact, 3), make(&named, 3));
    }

    #[test]
    fn ratings_and_techniques_are_met() {
        let er = Some(Tenths(26)..=Tenths(34));
        for made in make(&Order { er, ..Order::default() }, 5) {
            let rating = made.rating.expect("it was asked for");
            assert!((Tenths(26)..=Tenths(34)).contains(&rating.er));
        }
        let technique = Some(Technique::NakedPair);
        for made in make(&Order { technique, ..Order::default() }, 3) {
            assert_eq!(made.rating.expect("it was asked for").hardest, technique);
        }
    }

    #[test]
    fn exactly_the_cells_of_a_pattern_hold_clues() {
        let pattern: CellSet =
            (0..81).filter(|i| (i / 9 + i % 9) % 3 == 0).map(Cell::new).collect();
        let order = Order { pattern: Some(pattern), ..Order::default() };
        for made in make(&order, 2) {
            let filled: CellSet = made.puzzle.clues().filled().map(|(c, _)| c).collect();
            assert_eq!(filled, pattern);
        }
    }

    #[test]
    fn a_raised_flag_ends_every_kind_of_attempt() {
        let stop = Arc::new(AtomicBool::new(true));
        let mut workshop = Workshop::stopped_by(stop);
        let sixteen = Board::of_size(16).expect("a board");
        let orders = [
            Order::default(),
            Order { method: Method::Fill, ..Order::default() },
            Order { board: sixteen, ..Order::default() },
        ];
        for order in orders {
            assert_eq!(workshop.attempt(&order, 1, 0), Err(Rejected::Stopped));
        }
    }
}
