//! Sudoku Explainer 1.2.1: the ratings ER, EP and ED.
//!
//! The rating is that of Nicolas Juillerat's Sudoku Explainer as run by gsf's `serate`:
//! find the first hint in a fixed order of techniques, apply it, repeat.
//!
//! - **ER** is the difficulty of the hardest hint applied;
//! - **EP** ("pearl") the same up to the first hint that places a digit;
//! - **ED** ("diamond") the difficulty of the very first hint.
//!
//! The order is not that of the difficulties, and within one technique the first hint
//! met (or, for loops and chains, the easiest) counts, so the rating depends on the
//! order in which houses, cells and links are visited. All of it is part of the
//! definition and written down with each search.

use crate::position::Position;
use crate::rating::{Tenths, Unrated};
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use crate::techniques::Flow;
use crate::unstopped::unstopped;
use chains::branching::{Branching, Mode};
use chains::hint::{Chain, Hint, Winner};
use chains::proof;
use chains::rules::legs_of_path;
use chains::unary::Unary;
use order::difficulty;
use std::ops::ControlFlow;
use sudolab_exact::UniquePuzzle;
use sudolab_grid::halt::{Halt, Pulse, Stop};
use sudolab_grid::nine::{Candidate, House, HouseKind};

mod chains;
mod order;

/// The settings of the profile `se-1.2.1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeProfile {
    /// Whether unique loops and the bivalue universal grave may be used, which assume
    /// that the puzzle has one solution. Sudoku Explainer always uses them.
    pub uniqueness: bool,
}

impl Default for SeProfile {
    fn default() -> Self {
        Self { uniqueness: true }
    }
}

/// The ratings of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeRating {
    /// The rating of the puzzle; 20.0 when the techniques do not solve it.
    pub er: Tenths,
    /// The rating up to the first placement; 0 when there was none.
    pub ep: Tenths,
    /// The rating of the first step; 0 when there was none.
    pub ed: Tenths,
    /// The technique of the first step with the highest difficulty.
    pub hardest: Option<Technique>,
    /// Number of steps taken.
    pub n_steps: usize,
}

/// One step of the solution path.
#[derive(Clone, PartialEq, Debug)]
pub struct SeStep {
    /// Technique, effect and reason.
    pub step: Step,
    /// The difficulty.
    pub difficulty: Tenths,
}

impl SeStep {
    /// The level of nesting for chains: 0 for plain ones, 1 for those that apply
    /// locked candidates, pairs and X-Wings, 2 to 5 for those that nest chains.
    pub fn level(&self) -> u8 {
        match &self.step.reason {
            Reason::Chains(chains) => chains.level,
            _ => 0,
        }
    }

    /// The name Sudoku Explainer gives the step.
    pub fn explainer_name(&self) -> String {
        let suffix = match self.level() {
            0 => "",
            1 => " (+)",
            2 => " (+ Forcing Chains)",
            3 => " (+ Multiple Forcing Chains)",
            4 => " (+ Dynamic Forcing Chains)",
            _ => " (+ Dynamic Forcing Chains (+ Forcing Chains))",
        };
        let entry = self.step.technique.entry();
        let name = entry.in_explainer.unwrap_or(entry.name);
        match &self.step.reason {
            Reason::UniqueLoop(unique) if unique.cells.len() > 6 => {
                let long = format!("Unique Loop {}", unique.cells.len());
                name.replacen("Unique Loop", &long, 1)
            }
            _ => format!("{name}{suffix}"),
        }
    }
}

/// What the profile asks for a step that is no chain; `None` for techniques it has not, and for
/// chains, whose price depends on how they were found.
pub fn price(step: &Step) -> Option<Tenths> {
    use Technique::{FullHouse, HiddenSingle};
    match (&step.reason, step.technique) {
        (Reason::HiddenSingle { house, .. }, FullHouse | HiddenSingle) => {
            Some(single_difficulty(*house, step.technique == FullHouse).1)
        }
        _ => Some(difficulty(step)).filter(|&value| value > 0.0).map(Tenths::from_f64),
    }
}

/// Rates a proper puzzle. Positions whose puzzle is not known to be proper are rated by
/// [`Rater::rate`], with a profile that says whether to assume it.
///
/// # Errors
/// When it is not on the classic board, or was stopped.
pub fn rate(
    puzzle: &UniquePuzzle,
    profile: &SeProfile,
    halt: &Halt<'_>,
) -> Result<SeRating, Unrated> {
    Rater::new().rate_puzzle(puzzle, profile, halt)
}

/// Rates puzzles one after the other, keeping its tables.
pub struct Rater {
    // Their tables are large, and most puzzles need no chain.
    unary: Option<Box<Unary>>,
    branching: Option<Box<Branching>>,
}

impl Default for Rater {
    fn default() -> Self {
        Self::new()
    }
}

impl Rater {
    /// A rater with empty tables.
    pub fn new() -> Self {
        Self { unary: None, branching: None }
    }

    fn branching(&mut self) -> &mut Branching {
        self.branching.get_or_insert_with(|| Box::new(Branching::new()))
    }

    /// Rates a proper puzzle.
    ///
    /// # Errors
    /// When it is not on the classic board, or was stopped.
    pub fn rate_puzzle(
        &mut self,
        puzzle: &UniquePuzzle,
        profile: &SeProfile,
        halt: &Halt<'_>,
    ) -> Result<SeRating, Unrated> {
        let position = Position::of_proper(puzzle)?;
        Ok(self.drive(&position, profile, &mut UpTo(HIGHEST), halt)?)
    }

    /// Rates a position.
    pub fn rate(&mut self, position: &Position, profile: &SeProfile) -> SeRating {
        unstopped(|halt| self.drive(position, profile, &mut UpTo(HIGHEST), halt))
    }

    /// Rates a position, unless it is stopped before it is done.
    ///
    /// # Errors
    /// What stopped it.
    pub fn rate_unseen(
        &mut self,
        position: &Position,
        profile: &SeProfile,
        halt: &Halt<'_>,
    ) -> Result<SeRating, Stop> {
        self.drive(position, profile, &mut UpTo(HIGHEST), halt)
    }

    /// Rates a position and shows each step, before it is applied, together with the
    /// position it is found in. The observer may stop the rating, which then counts
    /// what was seen so far.
    pub fn rate_with(
        &mut self,
        position: &Position,
        profile: &SeProfile,
        observe: impl FnMut(&Position, &SeStep) -> Flow,
    ) -> SeRating {
        unstopped(|halt| self.drive(position, profile, &mut Watching(observe), halt))
    }

    /// As [`Rater::rate_with`], unless it is stopped before it is done.
    ///
    /// # Errors
    /// What stopped it.
    pub fn rate_within(
        &mut self,
        position: &Position,
        profile: &SeProfile,
        halt: &Halt<'_>,
        observe: impl FnMut(&Position, &SeStep) -> Flow,
    ) -> Result<SeRating, Stop> {
        self.drive(position, profile, &mut Watching(observe), halt)
    }

    /// Rates a position as long as no step is harder than `highest`: a puzzle that needs a harder
    /// one gets some rating above it.
    ///
    /// # Errors
    /// What stopped it.
    pub fn rate_up_to(
        &mut self,
        position: &Position,
        profile: &SeProfile,
        highest: Tenths,
        halt: &Halt<'_>,
    ) -> Result<SeRating, Stop> {
        self.drive(position, profile, &mut UpTo(highest), halt)
    }

    fn drive(
        &mut self,
        position: &Position,
        profile: &SeProfile,
        observer: &mut impl StepListener,
        halt: &Halt<'_>,
    ) -> Result<SeRating, Stop> {
        let mut pulse = halt.pulse();
        let mut position = position.clone();
        let mut rating = SeRating::START;
        while !position.is_solved() {
            // Most steps are hidden singles; without an observer they need no words.
            if let Some((house, single, full)) = position.first_hidden_single() {
                let (technique, difficulty) = single_difficulty(house, full);
                rating.count(technique, difficulty, true);
                let flow = observer.single(&position, house, single, full);
                position.place(single.cell, single.digit);
                if flow.is_break() {
                    break;
                }
                continue;
            }
            let found = match observer.highest() < LOWEST_CHAIN {
                true => pattern_step(&position, profile, &mut pulse)?.map(Found::Pattern),
                false => self.harder(&position, profile, &mut pulse)?,
            };
            let Some(found) = found else {
                rating.er = HIGHEST;
                break;
            };
            let effect = found.effect();
            rating.count(found.technique(), found.difficulty(), !effect.placements.is_empty());
            let flow = if observer.watches() {
                observer.step(&position, &self.explain(&position, found, &mut pulse)?)
            } else {
                ControlFlow::Continue(())
            };
            effect.apply(&mut position);
            if flow.is_break() || rating.er > observer.highest() {
                break;
            }
        }
        Ok(rating)
    }

    /// The first hint in the order of the profile.
    pub fn next(&mut self, position: &Position, profile: &SeProfile) -> Option<SeStep> {
        unstopped(|halt| self.next_within(position, profile, halt))
    }

    /// The first hint in the order of the profile, unless the search is stopped before it is found.
    ///
    /// # Errors
    /// What stopped it.
    pub fn next_within(
        &mut self,
        position: &Position,
        profile: &SeProfile,
        halt: &Halt<'_>,
    ) -> Result<Option<SeStep>, Stop> {
        if let Some((house, single, full)) = position.first_hidden_single() {
            return Ok(Some(single_step(house, single, full)));
        }
        let mut pulse = halt.pulse();
        let Some(found) = self.harder(position, profile, &mut pulse)? else { return Ok(None) };
        self.explain(position, found, &mut pulse).map(Some)
    }

    /// The first hint that is no hidden single.
    fn harder(
        &mut self,
        position: &Position,
        profile: &SeProfile,
        pulse: &mut Pulse<'_>,
    ) -> Result<Option<Found>, Stop> {
        match pattern_step(position, profile, pulse)? {
            Some(step) => Ok(Some(Found::Pattern(step))),
            None => self.chain(position, pulse),
        }
    }

    fn chain(&mut self, position: &Position, pulse: &mut Pulse<'_>) -> Result<Option<Found>, Stop> {
        let mut winner = Winner::default();
        let unary = self.unary.get_or_insert_with(|| Box::new(Unary::new()));
        unary.search(position, &mut winner, pulse)?;
        if let Some(hint) = winner.0 {
            return Ok(Some(Found::Static(hint)));
        }
        if let Some(step) = order::TRIPLES.first(position, pulse)? {
            return Ok(Some(Found::Pattern(step)));
        }
        let modes = [Mode::Nishio, Mode::Multiple]
            .into_iter()
            .chain((0..=5).map(|level| Mode::Dynamic { level }));
        for mode in modes {
            let mut winner = Winner::default();
            self.branching().search(position, position, mode, &mut winner, pulse)?;
            if let Some(hint) = winner.0 {
                return Ok(Some(Found::Branching(hint, mode)));
            }
        }
        Ok(None)
    }

    /// The full step of what was found last.
    fn explain(
        &mut self,
        position: &Position,
        found: Found,
        pulse: &mut Pulse<'_>,
    ) -> Result<SeStep, Stop> {
        let difficulty = found.difficulty();
        let (technique, effect) = (found.technique(), found.effect());
        let reason = match found {
            Found::Pattern(step) => step.reason,
            Found::Static(hint) => {
                let legs = match &hint.chain {
                    Chain::Path(path) => legs_of_path(&hint, path),
                    Chain::Ends(_) => Vec::new(),
                };
                proof::reason(&hint, 0, &legs)
            }
            Found::Branching(hint, mode) => {
                let legs = self.branching().legs(position, position, mode, &hint, true, pulse)?;
                proof::reason(&hint, mode.level(), &legs)
            }
        };
        Ok(SeStep { step: Step { technique, effect, reason }, difficulty })
    }
}

/// A hint found, with as little as the rating needs.
enum Found {
    Pattern(Step),
    Static(Hint),
    Branching(Hint, Mode),
}

impl Found {
    fn technique(&self) -> Technique {
        match self {
            Self::Pattern(step) => step.technique,
            Self::Static(hint) => proof::technique(hint, false),
            Self::Branching(hint, mode) => proof::technique(hint, *mode != Mode::Multiple),
        }
    }

    fn difficulty(&self) -> Tenths {
        Tenths::from_f64(match self {
            Self::Pattern(step) => difficulty(step),
            Self::Static(hint) | Self::Branching(hint, _) => hint.difficulty,
        })
    }

    fn effect(&self) -> Effect {
        match self {
            Self::Pattern(step) => step.effect.clone(),
            Self::Static(hint) | Self::Branching(hint, _) => proof::effect(hint),
        }
    }
}

impl SeRating {
    /// Before the first step.
    pub const START: Self =
        Self { er: Tenths(0), ep: Tenths(0), ed: Tenths(0), hardest: None, n_steps: 0 };

    /// Counts a step that was taken, in the order they are taken.
    pub fn add(&mut self, step: &SeStep) {
        let places = !step.step.effect.placements.is_empty();
        self.count(step.step.technique, step.difficulty, places);
    }

    fn count(&mut self, technique: Technique, difficulty: Tenths, places: bool) {
        self.n_steps += 1;
        if difficulty > self.er {
            self.er = difficulty;
            self.hardest = Some(technique);
        }
        if self.ep == Tenths(0) {
            if self.ed == Tenths(0) {
                self.ed = self.er;
            }
            if places {
                self.ep = self.er;
            }
        }
    }
}

/// Sees the steps of a rating; nobody costs nothing.
trait StepListener {
    fn watches(&self) -> bool;
    fn single(&mut self, at: &Position, house: House, single: Candidate, full: bool) -> Flow;
    fn step(&mut self, at: &Position, step: &SeStep) -> Flow;

    /// Harder steps are of no interest.
    fn highest(&self) -> Tenths {
        HIGHEST
    }
}

/// What a puzzle is rated that no technique solves; no step is harder.
const HIGHEST: Tenths = Tenths(200);

/// No chain is easier than this.
const LOWEST_CHAIN: Tenths = Tenths(65);

/// Nobody watches, and harder steps are of no interest.
struct UpTo(Tenths);

impl StepListener for UpTo {
    fn watches(&self) -> bool {
        false
    }

    fn single(&mut self, _: &Position, _: House, _: Candidate, _: bool) -> Flow {
        ControlFlow::Continue(())
    }

    fn step(&mut self, _: &Position, _: &SeStep) -> Flow {
        ControlFlow::Continue(())
    }

    fn highest(&self) -> Tenths {
        self.0
    }
}

struct Watching<F>(F);

impl<F: FnMut(&Position, &SeStep) -> Flow> StepListener for Watching<F> {
    fn watches(&self) -> bool {
        true
    }

    fn single(&mut self, at: &Position, house: House, single: Candidate, full: bool) -> Flow {
        (self.0)(at, &single_step(house, single, full))
    }

    fn step(&mut self, at: &Position, step: &SeStep) -> Flow {
        (self.0)(at, step)
    }
}

/// A full house is 1.0, a hidden single 1.2 in a box and 1.5 in a line.
fn single_difficulty(house: House, full: bool) -> (Technique, Tenths) {
    match (full, house.kind()) {
        (true, _) => (Technique::FullHouse, Tenths(10)),
        (false, HouseKind::Box) => (Technique::HiddenSingle, Tenths(12)),
        (false, _) => (Technique::HiddenSingle, Tenths(15)),
    }
}

fn single_step(house: House, single: Candidate, full: bool) -> SeStep {
    let (technique, difficulty) = single_difficulty(house, full);
    let effect = Effect::place(single.cell, single.digit);
    let reason = Reason::HiddenSingle { house, single };
    SeStep { step: Step { technique, effect, reason }, difficulty }
}

/// What the patterns of one position count for on the pulse: they take well below a millisecond.
const PATTERNS: u64 = 1024;

/// The first hint that is neither hidden single nor chain.
fn pattern_step(
    position: &Position,
    profile: &SeProfile,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Step>, Stop> {
    pulse.beat(PATTERNS)?;
    order::first(position, profile.uniqueness, pulse)
}

fn loop_type(technique: Technique) -> u8 {
    use Technique::*;
    match technique {
        UniqueRectangle1 | UniqueLoop1 => 1,
        UniqueRectangle2 | UniqueLoop2 => 2,
        UniqueRectangle3 | UniqueLoop3 => 3,
        _ => 4,
    }
}
