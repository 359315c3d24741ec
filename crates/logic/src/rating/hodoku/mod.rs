//! HoDoKu 2.2.0: level, score and the list of steps.
//!
//! The rating is that of Bernhard Hobiger's HoDoKu with its default configuration: try
//! the searches in a fixed order ([`order`]), apply the first step found, begin again.
//! The score is the sum of what the steps cost; the level is that of the hardest step,
//! raised while the score is above what the level allows.
//!
//! Which of several steps of a search is taken is part of the definition, because it
//! decides which steps come later: most searches take the first step met, some gather
//! all steps and take the first after sorting ([`crate::techniques::hodoku::sort`]). Even the order of singles
//! depends on the order in which candidates went before ([`queued_position`]). The page
//! `docs/hodoku.md` holds the definition search by search; the searches themselves are
//! in [`crate::techniques::hodoku`].

use crate::position::Position;
use crate::rating::Unrated;
use crate::step::Reason;
pub use crate::tabling;
use crate::tabling::Tabling;
use crate::technique::Technique;
use crate::techniques::Flow;
pub use crate::techniques::hodoku::chosen::Chosen;
use crate::unstopped::unstopped;
use desk::Desk;
pub use order::{Level, Search};
use queued_position::{QueuedPosition, Single};
use std::ops::ControlFlow;
use sudolab_exact::UniquePuzzle;
use sudolab_grid::halt::{Halt, Pulse, Stop};

mod choice;
mod desk;
pub mod order;
pub mod queued_position;

/// A step of HoDoKu's path: what was taken, and under which row of the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HodokuStep {
    /// The row of the order under which the step was found; it gives score and level.
    pub search: Search,
    /// The step.
    pub chosen: Chosen,
}

impl std::ops::Deref for HodokuStep {
    type Target = Chosen;

    fn deref(&self) -> &Chosen {
        &self.chosen
    }
}

/// The rating of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HodokuRating {
    /// The level.
    pub level: Level,
    /// The score.
    pub score: u32,
    /// Number of steps taken.
    pub n_steps: usize,
    /// The technique of the first step with the highest level and, of these, the highest
    /// cost; nothing for a solved puzzle.
    pub hardest: Option<Technique>,
    /// Whether the steps solved the puzzle.
    pub solved: bool,
}

/// The settings of the profile `hodoku-2.2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HodokuProfile {
    /// Whether uniqueness tests, rectangles and the bivalue universal grave may be used,
    /// which assume that the puzzle has one solution. HoDoKu uses them by default.
    pub uniqueness: bool,
}

impl Default for HodokuProfile {
    fn default() -> Self {
        Self { uniqueness: true }
    }
}

impl HodokuProfile {
    /// Whether the profile tries this search.
    pub fn tries(&self, search: Search) -> bool {
        self.uniqueness || !search.assumes_uniqueness()
    }
}

/// Rates a proper puzzle. Positions whose puzzle is not known to be proper are rated by
/// [`Rater::rate`], with a profile that says whether to assume it.
///
/// ```
/// use sudolab_exact::UniquePuzzle;
/// use sudolab_grid::halt::Halt;
/// use sudolab_logic::rating::hodoku::{HodokuProfile, Level, rate};
///
/// let line = "....8..1..4516..372....45..3.......1.84..12...2.8.....8..4....9.72...3....6......";
/// let proper = UniquePuzzle::prove(line.parse()?)?;
/// let rating = rate(&proper, &HodokuProfile::default(), &Halt::never())?;
/// assert_eq!((rating.level, rating.score, rating.n_steps), (Level::Extreme, 4602, 76));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When it is not on the classic board, or was stopped.
pub fn rate(
    puzzle: &UniquePuzzle,
    profile: &HodokuProfile,
    halt: &Halt<'_>,
) -> Result<HodokuRating, Unrated> {
    Rater::new().rate_puzzle(puzzle, profile, halt)
}

/// Rates puzzles one after the other, keeping its tables.
#[derive(Default)]
pub struct Rater {
    tabling: Tabling,
}

impl Rater {
    /// A rater with empty tables.
    pub fn new() -> Self {
        Self::default()
    }

    /// Rates a proper puzzle.
    ///
    /// # Errors
    /// When it is not on the classic board, or was stopped.
    pub fn rate_puzzle(
        &mut self,
        puzzle: &UniquePuzzle,
        profile: &HodokuProfile,
        halt: &Halt<'_>,
    ) -> Result<HodokuRating, Unrated> {
        let position = Position::of_proper(puzzle)?;
        Ok(self.drive(&position, profile, Nobody, halt)?)
    }

    /// Rates a position.
    pub fn rate(&mut self, position: &Position, profile: &HodokuProfile) -> HodokuRating {
        unstopped(|halt| self.drive(position, profile, Nobody, halt))
    }

    /// Rates a position, unless it is stopped before it is done.
    ///
    /// # Errors
    /// What stopped it.
    pub fn rate_unseen(
        &mut self,
        position: &Position,
        profile: &HodokuProfile,
        halt: &Halt<'_>,
    ) -> Result<HodokuRating, Stop> {
        self.drive(position, profile, Nobody, halt)
    }

    /// Rates a position and shows each step, before it is applied, together with the
    /// position it is found in. The observer may stop the rating, which then counts
    /// what was seen so far.
    pub fn rate_with(
        &mut self,
        position: &Position,
        profile: &HodokuProfile,
        observe: impl FnMut(&Position, &HodokuStep) -> Flow,
    ) -> HodokuRating {
        unstopped(|halt| self.drive(position, profile, Showing(observe), halt))
    }

    /// As [`Rater::rate_with`], unless it is stopped before it is done.
    ///
    /// # Errors
    /// What stopped it.
    pub fn rate_within(
        &mut self,
        position: &Position,
        profile: &HodokuProfile,
        halt: &Halt<'_>,
        observe: impl FnMut(&Position, &HodokuStep) -> Flow,
    ) -> Result<HodokuRating, Stop> {
        self.drive(position, profile, Showing(observe), halt)
    }

    /// The same, but only the technique of each step is told: no step is made for a single.
    ///
    /// # Errors
    /// What stopped it.
    pub fn rate_naming(
        &mut self,
        position: &Position,
        profile: &HodokuProfile,
        halt: &Halt<'_>,
        name: impl FnMut(Technique) -> Flow,
    ) -> Result<HodokuRating, Stop> {
        self.drive(position, profile, Naming(name), halt)
    }

    fn drive(
        &mut self,
        position: &Position,
        profile: &HodokuProfile,
        mut watch: impl Watch,
        halt: &Halt<'_>,
    ) -> Result<HodokuRating, Stop> {
        let mut pulse = halt.pulse();
        let mut board = QueuedPosition::new(position);
        let mut score = 0;
        let mut level = Level::Easy;
        let mut hardest: Option<(Search, Technique)> = None;
        let mut n_steps = 0;
        while !board.is_solved() {
            let flow;
            let (search, technique) = if let Some(single) = board.next_single() {
                flow = watch.single(&mut board, single);
                let placed = single.candidate();
                board.place(placed.cell, placed.digit);
                names_of(single)
            } else {
                let found = self.first_harder(board.position(), profile, &mut pulse)?;
                let Some(found) = found else { break };
                flow = watch.harder(&mut board, &found);
                apply(&found, &mut board);
                (found.search, found.step.technique)
            };
            n_steps += 1;
            score += search.score();
            level = level.max(search.level());
            let rank = |search: Search| (search.level(), search.score());
            if hardest.is_none_or(|(h, _)| rank(h) < rank(search)) {
                hardest = Some((search, technique));
            }
            if flow.is_break() {
                break;
            }
        }
        let solved = board.is_solved();
        let level = if solved { level.raised_to(score) } else { Level::Extreme };
        let hardest = hardest.map(|(_, technique)| technique);
        Ok(HodokuRating { level, score, n_steps, hardest, solved })
    }

    /// The first step that is no single.
    pub fn harder(&mut self, position: &Position, profile: &HodokuProfile) -> Option<HodokuStep> {
        unstopped(|halt| self.first_harder(position, profile, &mut halt.pulse()))
    }

    fn first_harder(
        &mut self,
        position: &Position,
        profile: &HodokuProfile,
        pulse: &mut Pulse<'_>,
    ) -> Result<Option<HodokuStep>, Stop> {
        let mut desk = Desk::new(&mut self.tabling);
        for &search in Search::ALL.iter().filter(|&&search| profile.tries(search)) {
            if let found @ Some(_) = desk.search(position, search, pulse)? {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The step that one search takes. Singles depend on what came before, so the
    /// searches for singles find nothing here; see [`QueuedPosition::next_single`].
    pub fn search(&mut self, position: &Position, search: Search) -> Option<HodokuStep> {
        let mut desk = Desk::new(&mut self.tabling);
        unstopped(|halt| desk.search(position, search, &mut halt.pulse()))
    }
}

/// Who watches a rating. The board makes a position only for who asks for it.
trait Watch {
    fn single(&mut self, board: &mut QueuedPosition, single: Single) -> Flow;
    fn harder(&mut self, board: &mut QueuedPosition, step: &HodokuStep) -> Flow;
}

/// Nobody watches.
struct Nobody;

impl Watch for Nobody {
    fn single(&mut self, _: &mut QueuedPosition, _: Single) -> Flow {
        ControlFlow::Continue(())
    }

    fn harder(&mut self, _: &mut QueuedPosition, _: &HodokuStep) -> Flow {
        ControlFlow::Continue(())
    }
}

/// Shows each step with the position it is found in.
struct Showing<F>(F);

impl<F: FnMut(&Position, &HodokuStep) -> Flow> Watch for Showing<F> {
    fn single(&mut self, board: &mut QueuedPosition, single: Single) -> Flow {
        (self.0)(board.position(), &single_step(single))
    }

    fn harder(&mut self, board: &mut QueuedPosition, step: &HodokuStep) -> Flow {
        (self.0)(board.position(), step)
    }
}

/// Tells the techniques.
struct Naming<F>(F);

impl<F: FnMut(Technique) -> Flow> Watch for Naming<F> {
    fn single(&mut self, _: &mut QueuedPosition, single: Single) -> Flow {
        (self.0)(names_of(single).1)
    }

    fn harder(&mut self, _: &mut QueuedPosition, step: &HodokuStep) -> Flow {
        (self.0)(step.step.technique)
    }
}

/// Applies a step in HoDoKu's order: the order decides which singles come next.
pub fn apply(step: &HodokuStep, board: &mut QueuedPosition) {
    for gone in &step.eliminations {
        board.remove(gone.cell, gone.digit);
    }
    for placed in &step.step.effect.placements {
        board.place(placed.cell, placed.digit);
    }
}

fn names_of(single: Single) -> (Search, Technique) {
    match single {
        Single::FullHouse(..) => (Search::FullHouse, Technique::FullHouse),
        Single::Naked(_) => (Search::NakedSingle, Technique::NakedSingle),
        Single::Hidden(..) => (Search::HiddenSingle, Technique::HiddenSingle),
    }
}

/// A single as a step.
pub fn single_step(single: Single) -> HodokuStep {
    let reason = match single {
        Single::FullHouse(house, single) | Single::Hidden(house, single) => {
            Reason::HiddenSingle { house, single }
        }
        Single::Naked(single) => Reason::NakedSingle { single },
    };
    let (search, technique) = names_of(single);
    let chosen = Chosen::placement(technique, single.candidate(), reason);
    HodokuStep { search, chosen }
}
