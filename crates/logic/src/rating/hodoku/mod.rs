//! HoDoKu 2.2.0: level, score and the list of steps.
//!
//! The rating is that of Bernhard Hobiger's HoDoKu with its default configuration: try
//! the searches in a fixed order ([`order`]), apply the first step found, begin again.
//! The score is the sum of what the steps cost; the level is that of the hardest step,
//! raised while the score is above what the level allows.
//!
//! Which of several steps of a search is taken is part of the definition, because it
//! decides which steps come later: most searches take the first step met, some gather
//! all steps and take the first after sorting ([`sort`]). Even the order of singles
//! depends on the order in which candidates went before ([`board`]). The page
//! `docs/hodoku.md` holds the definition search by search; each file here begins with
//! its own part.

use crate::position::Position;
use crate::rating::se::Stopped;
use crate::step::Reason;
use crate::technique::Technique;
use crate::techniques::Flow;
use board::{Board, Single};
use std::ops::ControlFlow;
use tabling::Tabling;

pub use found::{HodokuStep, Node, Pattern};
pub use order::{Level, Search};

pub mod board;
mod brute_force;
mod colours;
mod fish;
pub mod found;
pub(crate) mod notation;
mod one_digit;
pub mod order;
mod rectangles;
mod sets;
pub mod sort;
pub(crate) mod subsets;
pub(crate) mod sue_de_coq;
pub mod tabling;
pub(crate) mod walk;
mod wings;

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

/// Rates a position. A proper puzzle is assumed; see [`HodokuProfile::uniqueness`].
///
/// ```
/// use sudolab_logic::position::Position;
/// use sudolab_logic::rating::hodoku::{HodokuProfile, Level, rate};
///
/// let line = "....8..1..4516..372....45..3.......1.84..12...2.8.....8..4....9.72...3....6......";
/// let rating = rate(&Position::from_line(line).unwrap(), &HodokuProfile::default());
/// assert_eq!((rating.level, rating.score, rating.n_steps), (Level::Extreme, 4602, 76));
/// ```
pub fn rate(position: &Position, profile: &HodokuProfile) -> HodokuRating {
    Rater::new().rate(position, profile)
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

    /// Rates a position.
    pub fn rate(&mut self, position: &Position, profile: &HodokuProfile) -> HodokuRating {
        self.drive(position, profile, None::<fn(&Position, &HodokuStep) -> Flow>, || false)
    }

    /// Rates a position, or says nothing when `stop` answers yes before it is done. The
    /// question is asked before every step that is no single, and within a step before
    /// every search that may take milliseconds.
    ///
    /// # Errors
    /// [`Stopped`] when the answer was yes.
    pub fn rate_unless(
        &mut self,
        position: &Position,
        profile: &HodokuProfile,
        stop: impl Fn() -> bool,
        observe: impl FnMut(&Position, &HodokuStep) -> Flow,
    ) -> Result<HodokuRating, Stopped> {
        let stopped = std::cell::Cell::new(false);
        let asked = || {
            stopped.set(stop());
            stopped.get()
        };
        let rating = self.drive(position, profile, Some(observe), asked);
        if stopped.get() { Err(Stopped) } else { Ok(rating) }
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
        self.drive(position, profile, Some(observe), || false)
    }

    fn drive(
        &mut self,
        position: &Position,
        profile: &HodokuProfile,
        mut observe: Option<impl FnMut(&Position, &HodokuStep) -> Flow>,
        stop: impl Fn() -> bool,
    ) -> HodokuRating {
        let mut board = Board::new(position);
        let mut score = 0;
        let mut level = Level::Easy;
        let mut hardest: Option<(Search, Technique)> = None;
        let mut n_steps = 0;
        while !board.is_solved() {
            let mut flow = ControlFlow::Continue(());
            let (search, technique) = if let Some(single) = board.next_single() {
                if let Some(observe) = &mut observe {
                    flow = observe(board.position(), &single_step(single));
                }
                let placed = single.candidate();
                board.place(placed.cell, placed.digit);
                names_of(single)
            } else {
                if stop() {
                    break;
                }
                let Some(found) = self.harder_unless(board.position(), profile, &stop) else {
                    break;
                };
                if let Some(observe) = &mut observe {
                    flow = observe(board.position(), &found);
                }
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
        HodokuRating { level, score, n_steps, hardest, solved }
    }

    /// The first step that is no single.
    pub fn harder(&mut self, position: &Position, profile: &HodokuProfile) -> Option<HodokuStep> {
        self.harder_unless(position, profile, &|| false)
    }

    /// The first step that is no single, or nothing when `stop` answers yes on the way.
    fn harder_unless(
        &mut self,
        position: &Position,
        profile: &HodokuProfile,
        stop: &impl Fn() -> bool,
    ) -> Option<HodokuStep> {
        let mut desk = Desk::new(&mut self.tabling);
        for &search in Search::ALL.iter().filter(|&&search| profile.tries(search)) {
            if search >= Search::XChain && stop() {
                return None;
            }
            if let found @ Some(_) = desk.search(position, search) {
                return found;
            }
        }
        None
    }

    /// The step that one search takes. Singles depend on what came before, so the
    /// searches for singles find nothing here; see [`Board::next_single`].
    pub fn search(&mut self, position: &Position, search: Search) -> Option<HodokuStep> {
        Desk::new(&mut self.tabling).search(position, search)
    }
}

/// What several searches of one position share.
struct Desk<'a> {
    tabling: &'a mut Tabling,
    rectangles: Option<rectangles::Tests>,
    avoidable: Option<[Option<HodokuStep>; 2]>,
    finned: [Option<[Option<HodokuStep>; 2]>; 3],
    sets: Option<sets::Sets>,
}

impl<'a> Desk<'a> {
    fn new(tabling: &'a mut Tabling) -> Self {
        Self { tabling, rectangles: None, avoidable: None, finned: [None, None, None], sets: None }
    }

    fn search(&mut self, position: &Position, search: Search) -> Option<HodokuStep> {
        use Search as S;
        match search {
            S::FullHouse | S::NakedSingle | S::HiddenSingle => None,
            S::LockedPair => subsets::locked_subset(position, 2),
            S::LockedTriple => subsets::locked_subset(position, 3),
            S::Pointing => subsets::pointing(position),
            S::Claiming => subsets::claiming(position),
            S::NakedPair => subsets::naked_subset(position, 2),
            S::NakedTriple => subsets::naked_subset(position, 3),
            S::NakedQuad => subsets::naked_subset(position, 4),
            S::HiddenPair => subsets::hidden_subset(position, 2),
            S::HiddenTriple => subsets::hidden_subset(position, 3),
            S::HiddenQuad => subsets::hidden_subset(position, 4),
            S::XWing => fish::basic(position, 2),
            S::Swordfish => fish::basic(position, 3),
            S::Jellyfish => fish::basic(position, 4),
            S::RemotePair => walk::remote_pair(position),
            S::BivalueGrave => rectangles::grave(position),
            S::Skyscraper => one_digit::skyscraper(position),
            S::TwoStringKite => one_digit::kite(position),
            S::TurbotFish => walk::turbot(position),
            S::EmptyRectangle => one_digit::empty_rectangle(position),
            S::WWing => wings::w(position),
            S::XyWing => wings::xy(position),
            S::XyzWing => wings::xyz(position),
            S::UniqueRectangle1 => self.rectangle(position, 0),
            S::UniqueRectangle2 => self.rectangle(position, 1),
            S::UniqueRectangle3 => self.rectangle(position, 2),
            S::UniqueRectangle4 => self.rectangle(position, 3),
            S::UniqueRectangle5 => self.rectangle(position, 4),
            S::UniqueRectangle6 => self.rectangle(position, 5),
            S::HiddenRectangle => self.rectangle(position, 6),
            S::AvoidableRectangle1 => self.avoidable(position, 0),
            S::AvoidableRectangle2 => self.avoidable(position, 1),
            S::FinnedXWing => self.finned(position, 2, 0),
            S::SashimiXWing => self.finned(position, 2, 1),
            S::FinnedSwordfish => self.finned(position, 3, 0),
            S::SashimiSwordfish => self.finned(position, 3, 1),
            S::FinnedJellyfish => self.finned(position, 4, 0),
            S::SashimiJellyfish => self.finned(position, 4, 1),
            S::SueDeCoq => sue_de_coq::first(position),
            S::SimpleColors => colours::simple(position),
            S::MultiColors => colours::multi(position),
            S::XChain => walk::x_chain(position),
            S::XyChain => walk::xy_chain(position),
            S::NiceLoop => tabled(search, self.tabling.loops(position, false)),
            S::GroupedNiceLoop => tabled(search, self.tabling.loops(position, true)),
            S::ForcingChain => tabled(search, self.tabling.forcing_chains(position)),
            S::ForcingNet => tabled(search, self.tabling.forcing_nets(position)),
            S::AlsXz => self.sets(position).xz(),
            S::AlsXyWing => self.sets(position).xy_wing(),
            S::AlsChain => self.sets(position).chain(),
            S::FrankenXWing => fish::franken(position, 2, false),
            S::FrankenSwordfish => fish::franken(position, 3, false),
            S::FinnedFrankenXWing => fish::franken(position, 2, true),
            S::FinnedFrankenSwordfish => fish::franken(position, 3, true),
            S::BruteForce => brute_force::find(position),
        }
    }

    fn rectangle(&mut self, position: &Position, test: usize) -> Option<HodokuStep> {
        self.rectangles.get_or_insert_with(|| rectangles::tests(position))[test].take()
    }

    fn avoidable(&mut self, position: &Position, kind: usize) -> Option<HodokuStep> {
        self.avoidable.get_or_insert_with(|| rectangles::avoidable(position))[kind].take()
    }

    fn finned(&mut self, position: &Position, size: usize, kind: usize) -> Option<HodokuStep> {
        self.finned[size - 2].get_or_insert_with(|| fish::finned(position, size))[kind].take()
    }

    fn sets(&mut self, position: &Position) -> &sets::Sets {
        self.sets.get_or_insert_with(|| sets::Sets::new(position))
    }
}

/// A step found by tables. Its eliminations go digit by digit.
fn tabled(search: Search, found: Option<tabling::Found>) -> Option<HodokuStep> {
    let found = found?;
    let pattern = Pattern::Text(found.detail());
    let mut eliminations = found.step.effect.eliminations.clone();
    eliminations.sort_unstable_by_key(|c| (c.digit, c.cell));
    Some(HodokuStep { search, step: found.step, eliminations, pattern })
}

/// Applies a step in HoDoKu's order: the order decides which singles come next.
pub fn apply(step: &HodokuStep, board: &mut Board) {
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
    HodokuStep::placement(search, technique, single.candidate(), reason, Pattern::Bare)
}
