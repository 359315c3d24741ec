//! The workshop: attempts to fulfil an order.

use crate::climb::Ratings;
use crate::dig::{Left, Site, dig_decided, dig_proved, minimize_within};
use crate::effort;
use crate::fill::fill;
use crate::full_grid::random_grid_within;
use crate::judge::{Decider, Exact, Finding, Judge};
use crate::orbit::ClueSymmetry;
use crate::order::{Method, Order};
use crate::quarry::{CLASSIC, Dug, Pit, Quarry};
use crate::steer::steer;
use crate::stream;
use crate::uniform::uniform_grid;
use crate::variant;
use std::fmt;
use std::ops::Range;
use sudolab_exact::{ExactSolver, UniquePuzzle};
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, Grid, Puzzle, Solution};
use sudolab_logic::general::Effort;
use sudolab_logic::rating::hodoku::{self, HodokuRating};
use sudolab_logic::rating::se::{Rater, SeRating};

/// Ticks for one question about a board of up to this size, unless a minimal puzzle is wanted.
const QUESTION_TICKS: [(usize, u64); 2] = [(16, 5_000_000), (usize::MAX, 1_000_000)];

/// A puzzle that fulfils its order.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// The puzzle, proved proper, with its solution.
    pub puzzle: UniquePuzzle,
    /// Its clues.
    pub clues: usize,
    /// Groups of clues, and rules, of which it was not found out in time whether they could go, so
    /// that they stay; never in a minimal puzzle.
    pub undecided: usize,
    /// Its Explainer rating, where the order needed it or asked to be told.
    pub rating: Option<SeRating>,
    /// Its rating by HoDoKu, likewise.
    pub hodoku: Option<HodokuRating>,
    /// The effort of a person's steps, where the order asked for one.
    pub effort: Option<Effort>,
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
    /// Fewer rules came out than are asked for.
    TooFewRules,
    /// The effort of a person's steps lies outside.
    Effort,
    /// It was stopped; nothing is known of this attempt.
    Stopped(Stop),
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
            Rejected::TooFewRules => "too few rules",
            Rejected::Effort => "effort outside what is asked for, or no steps to the solution",
            Rejected::Stopped(_) => "stopped",
        })
    }
}

impl From<Stop> for Rejected {
    fn from(stop: Stop) -> Rejected {
        Rejected::Stopped(stop)
    }
}

/// Makes attempts; keep one for many.
#[derive(Default)]
pub struct Workshop {
    pub(crate) solver: ExactSolver,
    pub(crate) rater: Rater,
    pub(crate) hodoku: hodoku::Rater,
    pub(crate) quarry: Quarry,
    decider: Option<(Judge, Decider)>,
}

impl Workshop {
    /// A workshop with its tools.
    pub fn new() -> Workshop {
        Workshop::default()
    }

    /// The attempt with this number under a seed.
    pub fn attempt(&mut self, order: &Order, seed: u64, number: u64) -> Result<Made, Rejected> {
        self.attempt_within(order, seed, number, &Halt::never())
    }

    /// The same, unless it is stopped, which is then the reason why it was rejected.
    pub fn attempt_within(
        &mut self,
        order: &Order,
        seed: u64,
        number: u64,
        halt: &Halt<'_>,
    ) -> Result<Made, Rejected> {
        let mut made = self.attempts_within(order, seed, number..number + 1, halt);
        made.pop().unwrap_or(Err(Rejected::NoGrid))
    }

    /// Many attempts, in the order of their numbers. Each is what [`Workshop::attempt`] makes of
    /// its number; together they are faster, since classic puzzles are dug side by side.
    pub fn attempts(
        &mut self,
        order: &Order,
        seed: u64,
        numbers: Range<u64>,
    ) -> Vec<Result<Made, Rejected>> {
        self.attempts_within(order, seed, numbers, &Halt::never())
    }

    /// The same, unless they are stopped. Those that were not done then say so.
    pub fn attempts_within(
        &mut self,
        order: &Order,
        seed: u64,
        numbers: Range<u64>,
        halt: &Halt<'_>,
    ) -> Vec<Result<Made, Rejected>> {
        if !order.variants.is_empty() {
            let one = |number| variant::attempt(&mut self.solver, order, (seed, number), halt);
            return numbers.map(one).collect();
        }
        let side_by_side = order.board.is_classic()
            && order.method == Method::Dig
            && order.decider.is_none()
            && order.pattern.is_none();
        if side_by_side {
            return self.classic(order, seed, numbers, halt);
        }
        let board = order.board.to_string();
        let one = |number| {
            let mut random = stream(seed, &board, number);
            let begun = self.begin(order, &mut random, halt)?;
            self.finish(order, begun, &mut random, halt)
        };
        numbers.map(one).collect()
    }

    /// Classic puzzles dug side by side.
    fn classic(
        &mut self,
        order: &Order,
        seed: u64,
        numbers: Range<u64>,
        halt: &Halt<'_>,
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
            Pit { solution, start: solution, order: places, floor }
        });
        let digging = self.quarry.dig(&groups, grounds, halt, |i, made| dug[i] = Some(made));
        let steering = steer(&mut self.quarry, order, &groups, &mut dug, &mut randoms, halt);
        // What is missing is so because one of the two was stopped.
        let stopped = digging.and(steering).err().map_or(Rejected::NoGrid, Rejected::Stopped);
        let mut one = |(i, dug): (usize, Option<Dug>)| {
            // Where it was stopped early the last grounds were not even drawn.
            let random = randoms.get_mut(i).ok_or(stopped)?;
            let Dug { clues, solution } = dug.ok_or(stopped)?;
            let grid = |values: &[u8; 81]| {
                Grid::from_values(order.board.clone(), values).ok_or(Rejected::NoGrid)
            };
            let clues = grid(&clues)?;
            let solution = Solution::check(&Puzzle::new(clues.clone()), grid(&solution)?);
            let solution = solution.map_err(|_| Rejected::NoGrid)?;
            self.finish(order, Begun { clues, solution, proper: None, undecided: 0 }, random, halt)
        };
        // Behind an attempt that was stopped nothing is looked at any more: there may be thousands.
        let mut over = None;
        let until_stopped = |attempt| match over {
            Some(stop) => Err(Rejected::Stopped(stop)),
            None => {
                let made = one(attempt);
                if let Err(Rejected::Stopped(stop)) = made {
                    over = Some(stop);
                }
                made
            }
        };
        dug.into_iter().enumerate().map(until_stopped).collect()
    }

    /// The clues and the solution of a puzzle that is proper, as far as the judge knows.
    fn begin(
        &mut self,
        order: &Order,
        random: &mut Random,
        halt: &Halt<'_>,
    ) -> Result<Begun, Rejected> {
        if let Some(pattern) = &order.pattern {
            return Ok(Begun::proved(self.in_pattern(order, pattern, random, halt)?));
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
        let Workshop { solver, decider, .. } = self;
        let grid = match order.method {
            Method::Dig => random_grid_within(solver, &order.board, random, halt)?,
            Method::Fill => None,
        };
        let grid = match order.method {
            Method::Dig => Some(grid.ok_or(Rejected::NoGrid)?),
            Method::Fill => None,
        };
        let site = Site { groups: &groups, floor };
        let begun = match decider.as_mut().filter(|_| order.decider.is_some()) {
            Some((_, decider)) => {
                let mut look = |puzzle: &Puzzle| decider.look_while_making(solver, puzzle, halt);
                let (clues, solution) = match grid {
                    Some(grid) => (grid.grid().clone(), grid),
                    None => {
                        let filled = fill(&order.board, &groups, random, &mut look);
                        let (mut clues, solution) = filled?.ok_or(Rejected::NotFilled)?;
                        top_up(&mut clues, &solution, floor, &groups, random);
                        (clues, solution)
                    }
                };
                if order.is_filled_only() {
                    return Ok(Begun { clues, solution, proper: None, undecided: 0 });
                }
                let Left { clues, undecided, .. } = dig_decided(look, clues, site, random)?;
                Begun { clues, solution, proper: None, undecided }
            }
            None => {
                let mut exact = Exact { solver, halt, ticks };
                let start = match grid {
                    Some(grid) => full(&mut exact, grid)?,
                    None => filled(&mut exact, order, site, random)?,
                };
                if order.is_filled_only() {
                    return Ok(Begun::proved(start));
                }
                let (left, proper) = dig_proved(&mut exact, start, site, random)?;
                Begun { undecided: left.undecided, ..Begun::proved(proper) }
            }
        };
        if order.minimal && begun.undecided > 0 {
            return Err(Rejected::NotMinimal);
        }
        Ok(begun)
    }

    /// Looks at what was made, brings its rating into the range if one is asked, and proves it.
    fn finish(
        &mut self,
        order: &Order,
        begun: Begun,
        random: &mut Random,
        halt: &Halt<'_>,
    ) -> Result<Made, Rejected> {
        let Begun { clues, solution, mut proper, undecided } = begun;
        fits(order, clues.n_filled())?;
        if order.decider.is_some() && proper.is_none() {
            match self.exact(halt).prove(&Puzzle::new(clues.clone()))? {
                Some(Ok(only)) if *only.solution() == solution => proper = Some(only),
                _ => return Err(Rejected::NotProper),
            }
        }
        // Without symmetry digging ends at a minimal puzzle.
        let may_spare = order.symmetry != ClueSymmetry::None
            || order.decider.is_some()
            || order.pattern.is_some();
        if order.minimal && may_spare && !self.is_minimal(&clues, halt)? {
            return Err(Rejected::NotMinimal);
        }
        let (clues, mut ratings) = self.rated(order, clues, &solution, random, halt)?;
        if order.rate && order.board.is_classic() {
            ratings = self.told(&clues, ratings, halt)?;
        }
        // What was proved on the way is not proved again, unless the rating has moved clues.
        let puzzle = match proper.filter(|proper| *proper.puzzle().clues() == clues) {
            Some(proper) => proper,
            None => UniquePuzzle::prove_within(&mut self.solver, Puzzle::new(clues), halt)?
                .map_err(|_| Rejected::NotProper)?,
        };
        let Ratings { explainer: rating, hodoku } = ratings;
        let groups = order.symmetry.orbits(&order.board);
        let puzzle = effort::eased(order, puzzle, &groups, random, halt)?;
        fits(order, puzzle.puzzle().n_clues())?;
        let effort = effort::asked(order, &puzzle, halt)?;
        Ok(Made { clues: puzzle.puzzle().n_clues(), puzzle, undecided, rating, hodoku, effort })
    }

    pub(crate) fn exact<'a>(&'a mut self, halt: &'a Halt<'a>) -> Exact<'a> {
        Exact { solver: &mut self.solver, halt, ticks: None }
    }

    /// Whether no clue of a proper puzzle can go.
    pub(crate) fn is_minimal(&mut self, clues: &Grid, halt: &Halt<'_>) -> Result<bool, Stop> {
        let all: Vec<_> = clues.filled().collect();
        for (cell, digit) in all {
            let mut less = clues.clone();
            less.clear(cell);
            if self.exact(halt).stays_proper(&Puzzle::new(less), cell, digit)? == Some(true) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A minimal puzzle made from a proper one; stated candidates stay.
    ///
    /// # Errors
    /// What stopped it.
    pub fn minimize_within(
        &mut self,
        puzzle: &UniquePuzzle,
        random: &mut Random,
        halt: &Halt<'_>,
    ) -> Result<UniquePuzzle, Stop> {
        minimize_within(&mut self.solver, puzzle, random, halt)
    }
}

/// What is made before it is looked at.
struct Begun {
    clues: Grid,
    solution: Solution,
    /// The same with its proof, where the exact engine has decided.
    proper: Option<UniquePuzzle>,
    undecided: usize,
}

impl Begun {
    fn proved(proper: UniquePuzzle) -> Begun {
        let (clues, solution) = (proper.puzzle().clues().clone(), proper.solution().clone());
        Begun { clues, solution, proper: Some(proper), undecided: 0 }
    }
}

/// A full grid as a puzzle: proper without a search to speak of.
fn full(exact: &mut Exact<'_>, grid: Solution) -> Result<UniquePuzzle, Rejected> {
    let puzzle = Puzzle::new(grid.into_grid());
    let proved = UniquePuzzle::prove_within(exact.solver, puzzle, exact.halt)?;
    proved.map_err(|_| Rejected::NoGrid)
}

/// A puzzle by filling, with as many clues as the floor asks for.
fn filled(
    exact: &mut Exact<'_>,
    order: &Order,
    site: Site<'_>,
    random: &mut Random,
) -> Result<UniquePuzzle, Rejected> {
    let mut proper = None;
    let filled = fill(&order.board, site.groups, random, |puzzle| {
        let proof = exact.prove(puzzle)?;
        let finding = Finding::of(&proof);
        proper = proof.and_then(Result::ok);
        Ok(finding)
    })?;
    let (Some((mut clues, solution)), Some(proper)) = (filled, proper) else {
        return Err(Rejected::NotFilled);
    };
    top_up(&mut clues, &solution, site.floor, site.groups, random);
    Ok(proper.with_clues(clues.filled().map(|(cell, _)| cell)))
}

/// The clues that have to be left: any number of the range, unless as few as possible are wanted.
pub(crate) fn draw_floor(order: &Order, random: &mut Random) -> usize {
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
    use std::sync::atomic::AtomicBool;
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
                assert_eq!(solver.count(made.puzzle.puzzle(), 2).solutions, 1);
                assert!(redundant_clues(&mut solver, made.puzzle.puzzle()).is_empty());
                assert_eq!(
                    solver.solve(made.puzzle.puzzle()).as_ref(),
                    Some(made.puzzle.solution())
                );
            }
        }
    }

    #[test]
    fn rules_that_would_search_for_minutes_make_puzzles() {
        let judge = Judge::new(registry::find("rules-human").expect("it is registered"));
        let order = Order { decider: Some(judge), ..Order::default() };
        for made in make(&order, 2) {
            assert!(made.clues < 32, "{} clues", made.clues);
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
                let filled: CellSet =
                    made.puzzle.puzzle().clues().filled().map(|(c, _)| c).collect();
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
            assert!(redundant_clues(&mut solver, made.puzzle.puzzle()).is_empty());
        }
    }

    #[test]
    fn any_algorithm_can_decide_and_what_it_takes_for_proper_is_proved() {
        let mut solver = ExactSolver::new();
        for id in ["backtrack-thesis", "dlx", "rules-singles"] {
            let decider = Some(Judge::new(registry::find(id).expect("it is registered")));
            for made in make(&Order { decider, ..Order::default() }, 2) {
                assert_eq!(solver.count(made.puzzle.puzzle(), 2).solutions, 1, "{id}");
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
            let filled: CellSet = made.puzzle.puzzle().clues().filled().map(|(c, _)| c).collect();
            assert_eq!(filled, pattern);
        }
    }

    #[test]
    fn a_raised_flag_ends_every_kind_of_attempt() {
        let raised = AtomicBool::new(true);
        let halt = Halt::never().cancelled_by(&raised);
        let mut workshop = Workshop::new();
        let sixteen = Board::of_size(16).expect("a board");
        let orders = [
            Order::default(),
            Order { method: Method::Fill, ..Order::default() },
            Order { board: sixteen, ..Order::default() },
        ];
        for order in orders {
            let stopped = workshop.attempt_within(&order, 1, 0, &halt);
            assert_eq!(
                stopped,
                Err(Rejected::Stopped(Stop::Cancelled)),
                "{:?} {}",
                order.method,
                order.board
            );
        }
    }
}
