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

use crate::board::{Candidate, House, HouseKind};
use crate::position::Position;
use crate::rating::Tenths;
use crate::step::{Effect, Escape, Reason, Step};
use crate::technique::Technique;
use crate::techniques::{
    Flow, aligned_exclusion, bivalue_grave, direct, fish, hidden_subset, locked_candidates,
    naked_single, naked_subset, unique_loop, wing,
};
use chains::branching::{Branching, Mode};
use chains::hint::{Chain, Hint, Winner};
use chains::patience::Patience;
use chains::proof;
use chains::rules::legs_of_path;
use chains::unary::Unary;
use std::ops::ControlFlow;

mod chains;

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
        use Technique as T;
        let suffix = match self.level() {
            0 => "",
            1 => " (+)",
            2 => " (+ Forcing Chains)",
            3 => " (+ Multiple Forcing Chains)",
            4 => " (+ Dynamic Forcing Chains)",
            _ => " (+ Dynamic Forcing Chains (+ Forcing Chains))",
        };
        let name = match self.step.technique {
            T::FullHouse | T::HiddenSingle => "Hidden Single",
            T::Pointing => "Pointing",
            T::Claiming => "Claiming",
            T::DirectHiddenTriple => "Direct Hidden Triplet",
            T::NakedTriple => "Naked Triplet",
            T::NakedQuad => "Naked Quad",
            T::HiddenTriple => "Hidden Triplet",
            T::HiddenQuad => "Hidden Quad",
            T::UniqueRectangle1 => "Unique Rectangle type 1",
            T::UniqueRectangle2 => "Unique Rectangle type 2",
            T::UniqueRectangle3 => "Unique Rectangle type 3",
            T::UniqueRectangle4 => "Unique Rectangle type 4",
            T::UniqueLoop1 | T::UniqueLoop2 | T::UniqueLoop3 | T::UniqueLoop4 => {
                let kind = loop_type(self.step.technique);
                return match &self.step.reason {
                    Reason::UniqueLoop(unique) if unique.cells.len() > 6 => {
                        format!("Unique Loop {} type {kind}", unique.cells.len())
                    }
                    _ => format!("Unique Loop type {kind}"),
                };
            }
            T::Bug1 => "BUG type 1",
            T::Bug2 => "BUG type 2",
            T::Bug3 => "BUG type 3",
            T::Bug4 => "BUG type 4",
            T::AlignedTripleExclusion => "Aligned Triplet Exclusion",
            T::NishioForcingChain => "Nishio Forcing Chains",
            other => other.name(),
        };
        format!("{name}{suffix}")
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

/// Rates a position. A proper puzzle is assumed; see [`SeProfile::uniqueness`].
pub fn rate(position: &Position, profile: &SeProfile) -> SeRating {
    Rater::new().rate(position, profile)
}

/// A search was told to stop before it found anything out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped before a step was found")
    }
}

impl std::error::Error for Stopped {}

/// Rates puzzles one after the other, keeping its tables.
pub struct Rater {
    unary: Unary,
    branching: Branching,
    patience: Patience,
}

impl Default for Rater {
    fn default() -> Self {
        Self::new()
    }
}

impl Rater {
    /// A rater with empty tables.
    pub fn new() -> Self {
        let patience = Patience::default();
        Self { unary: Unary::new(), branching: Branching::new(&patience), patience }
    }

    /// Rates a position.
    pub fn rate(&mut self, position: &Position, profile: &SeProfile) -> SeRating {
        self.drive(position, profile, &mut Nobody)
    }

    /// Rates a position, or says nothing when `stop` answers yes before it is done.
    pub fn rate_unless(
        &mut self,
        position: &Position,
        profile: &SeProfile,
        stop: impl Fn() -> bool + 'static,
        observe: impl FnMut(&Position, &SeStep) -> Flow,
    ) -> Result<SeRating, Stopped> {
        self.patience.begin(Box::new(stop));
        let rating = self.rate_with(position, profile, observe);
        if self.patience.end() { Err(Stopped) } else { Ok(rating) }
    }

    /// Rates a position as long as no step is harder than `highest`: a puzzle that needs a harder one
    /// gets some rating above it. Nothing is said when `stop` answers yes before it is done.
    pub fn rate_up_to(
        &mut self,
        position: &Position,
        profile: &SeProfile,
        highest: Tenths,
        stop: impl Fn() -> bool + 'static,
    ) -> Result<SeRating, Stopped> {
        self.patience.begin(Box::new(stop));
        let rating = self.drive(position, profile, &mut UpTo(highest));
        if self.patience.end() { Err(Stopped) } else { Ok(rating) }
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
        self.drive(position, profile, &mut Watching(observe))
    }

    fn drive(
        &mut self,
        position: &Position,
        profile: &SeProfile,
        observer: &mut impl Observer,
    ) -> SeRating {
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
                true => pattern_step(&position, profile).map(Found::Pattern),
                false => self.harder(&position, profile),
            };
            let Some(found) = found else {
                rating.er = Tenths(200);
                break;
            };
            let effect = found.effect();
            rating.count(found.technique(), found.difficulty(), !effect.placements.is_empty());
            let flow = if observer.watches() {
                observer.step(&position, &self.explain(&position, found))
            } else {
                ControlFlow::Continue(())
            };
            effect.apply(&mut position);
            if flow.is_break() || rating.er > observer.highest() {
                break;
            }
        }
        rating
    }

    /// The first hint in the order of the profile.
    pub fn next(&mut self, position: &Position, profile: &SeProfile) -> Option<SeStep> {
        match position.first_hidden_single() {
            Some((house, single, full)) => Some(single_step(house, single, full)),
            None => {
                let found = self.harder(position, profile)?;
                Some(self.explain(position, found))
            }
        }
    }

    /// The first hint, or nothing said when `stop` answers yes before it is found. The question is
    /// asked once for each assumption that a chain follows, every few microseconds.
    pub fn next_unless(
        &mut self,
        position: &Position,
        profile: &SeProfile,
        stop: impl Fn() -> bool + 'static,
    ) -> Result<Option<SeStep>, Stopped> {
        self.patience.begin(Box::new(stop));
        let next = self.next(position, profile);
        if self.patience.end() { Err(Stopped) } else { Ok(next) }
    }

    /// The first hint that is no hidden single.
    fn harder(&mut self, position: &Position, profile: &SeProfile) -> Option<Found> {
        pattern_step(position, profile).map(Found::Pattern).or_else(|| self.chain(position))
    }

    fn chain(&mut self, position: &Position) -> Option<Found> {
        let mut winner = Winner::default();
        self.unary.search(position, &mut winner);
        if let Some(hint) = winner.0 {
            return Some(Found::Static(hint));
        }
        let triple = first(|visit| aligned_exclusion::find_triples(position, visit));
        if let Some(step) = triple {
            return Some(Found::Pattern(step));
        }
        let modes = [Mode::Nishio, Mode::Multiple]
            .into_iter()
            .chain((0..=5).map(|level| Mode::Dynamic { level }));
        for mode in modes {
            let mut winner = Winner::default();
            self.branching.search(position, position, mode, &mut winner);
            if let Some(hint) = winner.0 {
                return Some(Found::Branching(hint, mode));
            }
        }
        None
    }

    /// The full step of what was found last.
    fn explain(&mut self, position: &Position, found: Found) -> SeStep {
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
                let legs = self.branching.legs(position, position, mode, &hint, true);
                proof::reason(&hint, mode.level(), &legs)
            }
        };
        SeStep { step: Step { technique, effect, reason }, difficulty }
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
trait Observer {
    fn watches(&self) -> bool;
    fn single(&mut self, at: &Position, house: House, single: Candidate, full: bool) -> Flow;
    fn step(&mut self, at: &Position, step: &SeStep) -> Flow;

    /// Harder steps are of no interest.
    fn highest(&self) -> Tenths {
        Tenths(200)
    }
}

/// No chain is easier than this.
const LOWEST_CHAIN: Tenths = Tenths(65);

struct UpTo(Tenths);

impl Observer for UpTo {
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

struct Nobody;

impl Observer for Nobody {
    fn watches(&self) -> bool {
        false
    }

    fn single(&mut self, _: &Position, _: House, _: Candidate, _: bool) -> Flow {
        ControlFlow::Continue(())
    }

    fn step(&mut self, _: &Position, _: &SeStep) -> Flow {
        ControlFlow::Continue(())
    }
}

struct Watching<F>(F);

impl<F: FnMut(&Position, &SeStep) -> Flow> Observer for Watching<F> {
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

fn first(find: impl FnOnce(&mut dyn FnMut(Step) -> Flow) -> Flow) -> Option<Step> {
    let mut found = None;
    let _ = find(&mut |step| {
        found = Some(step);
        ControlFlow::Break(())
    });
    found
}

/// The first hint that is neither hidden single nor chain. Sets and fish count only in houses with enough
/// empty cells, as Sudoku Explainer has it.
fn pattern_step(position: &Position, profile: &SeProfile) -> Option<Step> {
    let n_empty = |step: &Step| match &step.reason {
        Reason::NakedSubset { house, .. } | Reason::HiddenSubset { house, .. } => {
            house.cells().intersection(position.empty_cells()).len()
        }
        _ => 9,
    };
    let direct_set = |size: usize| {
        first(|visit| {
            direct::find_hidden_subset(position, size, &mut |step: Step| {
                if n_empty(&step) > size { visit(step) } else { ControlFlow::Continue(()) }
            })
        })
    };
    let hidden_set = |size: usize| {
        first(|visit| {
            hidden_subset::find(position, size, &mut |step: Step| {
                if n_empty(&step) > 2 * size { visit(step) } else { ControlFlow::Continue(()) }
            })
        })
    };
    let naked_set = |size: usize| {
        first(|visit| {
            naked_subset::find(position, size, &mut |step: Step| {
                if n_empty(&step) >= 2 * size { visit(step) } else { ControlFlow::Continue(()) }
            })
        })
    };
    let plain_fish = |size: usize| {
        first(|visit| {
            fish::find(position, size, &mut |step: Step| {
                let Reason::Fish { digit, .. } = step.reason else {
                    return ControlFlow::Continue(());
                };
                let placed = position.values().iter().filter(|&&v| v == digit.number()).count();
                if placed + 2 * size <= 9 { visit(step) } else { ControlFlow::Continue(()) }
            })
        })
    };
    let with_uniqueness = |find: &dyn Fn() -> Option<Step>| {
        if profile.uniqueness { find() } else { None }
    };
    first(|visit| direct::find_locked(position, visit))
        .or_else(|| direct_set(2))
        .or_else(|| first(|visit| naked_single::find(position, visit)))
        .or_else(|| direct_set(3))
        .or_else(|| first(|visit| locked_candidates::find(position, visit)))
        .or_else(|| naked_set(2))
        .or_else(|| plain_fish(2))
        .or_else(|| hidden_set(2))
        .or_else(|| naked_set(3))
        .or_else(|| plain_fish(3))
        .or_else(|| hidden_set(3))
        .or_else(|| first(|visit| wing::find_xy(position, visit)))
        .or_else(|| first(|visit| wing::find_xyz(position, visit)))
        .or_else(|| with_uniqueness(&|| easiest_loop(position)))
        .or_else(|| naked_set(4))
        .or_else(|| plain_fish(4))
        .or_else(|| hidden_set(4))
        .or_else(|| with_uniqueness(&|| first(|visit| bivalue_grave::find(position, visit))))
        .or_else(|| first(|visit| aligned_exclusion::find_pairs(position, visit)))
}

/// The unique loop of lowest difficulty, then lowest type, then first met.
fn easiest_loop(position: &Position) -> Option<Step> {
    let mut best: Option<(f64, u8, Step)> = None;
    let _ = unique_loop::find(position, unique_loop::Search::Explainer121, &mut |step: Step| {
        let rank = (difficulty(&step), loop_type(step.technique));
        if best.as_ref().is_none_or(|(value, kind, _)| rank < (*value, *kind)) {
            best = Some((rank.0, rank.1, step));
        }
        ControlFlow::Continue(())
    });
    best.map(|(_, _, step)| step)
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

/// The difficulty of a step that is neither hidden single nor chain.
fn difficulty(step: &Step) -> f64 {
    use Technique::*;
    match step.technique {
        DirectPointing => 1.7,
        DirectClaiming => 1.9,
        DirectHiddenPair => 2.0,
        NakedSingle => 2.3,
        DirectHiddenTriple => 2.5,
        Pointing => 2.6,
        Claiming => 2.8,
        NakedPair => 3.0,
        XWing => 3.2,
        HiddenPair => 3.4,
        NakedTriple => 3.6,
        Swordfish => 3.8,
        HiddenTriple => 4.0,
        XyWing => 4.2,
        XyzWing => 4.4,
        NakedQuad => 5.0,
        Jellyfish => 5.2,
        HiddenQuad => 5.4,
        Bug1 => 5.6,
        Bug2 | Bug3 | Bug4 => 5.7 + subset_increment(&step.reason),
        AlignedPairExclusion => 6.2,
        AlignedTripleExclusion => 7.5,
        UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3 | UniqueRectangle4 | UniqueLoop1
        | UniqueLoop2 | UniqueLoop3 | UniqueLoop4 => loop_difficulty(&step.reason),
        _ => 0.0,
    }
}

fn loop_difficulty(reason: &Reason) -> f64 {
    let Reason::UniqueLoop(unique) = reason else {
        return 0.0;
    };
    // Added in this order, because ties are broken on the floating-point sum.
    let mut value = 4.5;
    if unique.cells.len() >= 10 {
        value += 0.3;
    }
    if unique.cells.len() >= 8 {
        value += 0.2;
    } else if unique.cells.len() >= 6 {
        value += 0.1;
    }
    match unique.escape {
        Escape::NakedSubset { .. } | Escape::HiddenSubset { .. } => {
            value + subset_increment(reason)
        }
        _ => value,
    }
}

/// A tenth for each member of a type 3 subset after the first.
fn subset_increment(reason: &Reason) -> f64 {
    let escape = match reason {
        Reason::UniqueLoop(unique) => &unique.escape,
        Reason::BivalueGrave(grave) => &grave.escape,
        _ => return 0.0,
    };
    let members = match escape {
        Escape::NakedSubset { digits, .. } => digits.len(),
        // The two cells that count as one are not among the hidden cells.
        Escape::HiddenSubset { others, .. } => others.len(),
        _ => return 0.0,
    };
    (members as f64 - 1.0) * 0.1
}
