//! Confirms the effect of a step from its reason, without asking the finder.
//!
//! From the reason alone each rule below derives everything the reason justifies:
//! the digits that must be placed and the candidates that must go. The step holds
//! when its premises are true of the position and its effect is no more than that.
//!
//! The rules are written from the definitions and share no code with the finders,
//! so that an error on one side shows.

use crate::position::Position;
use crate::step::{Reason, Step};
use std::fmt;
use sudolab_grid::nine::{Candidate, Cells, Digits, House};

mod alternating;
mod chains;
mod patterns;
mod sets;
mod templates;
mod unique;

/// Why a step was not confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckError {
    /// A premise of the reason is not true of the position.
    Premise(&'static str),
    /// The step places a digit that its reason does not justify.
    Placement(Candidate),
    /// The step removes a candidate that its reason does not justify.
    Elimination(Candidate),
    /// The step changes nothing.
    NoEffect,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Premise(what) => write!(f, "the reason does not hold here: {what}"),
            Self::Placement(c) => write!(f, "the reason does not justify placing {c}"),
            Self::Elimination(c) => {
                write!(f, "the reason does not justify removing {} from {}", c.digit, c.cell)
            }
            Self::NoEffect => f.write_str("the step changes nothing"),
        }
    }
}

impl std::error::Error for CheckError {}

/// What a reason justifies.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Justified {
    /// Digits that must be placed.
    pub placements: Vec<Candidate>,
    /// Candidates that must go.
    pub eliminations: Vec<Candidate>,
}

impl Justified {
    /// Whether a candidate may go. A digit that must stand in a cell excludes the
    /// others of the cell, and itself from the peers.
    fn allows(&self, candidate: Candidate) -> bool {
        self.eliminations.contains(&candidate)
            || self.placements.iter().any(|placed| {
                (placed.cell == candidate.cell && placed.digit != candidate.digit)
                    || (placed.digit == candidate.digit && placed.cell.sees(candidate.cell))
            })
    }

    /// One digit that must be placed.
    pub fn place(candidate: Candidate) -> Self {
        Self { placements: vec![candidate], eliminations: Vec::new() }
    }

    /// Candidates that must go.
    pub fn remove(eliminations: Vec<Candidate>) -> Self {
        Self { placements: Vec::new(), eliminations }
    }

    /// One digit that must go from these cells.
    pub fn remove_digit(cells: Cells, digit: sudolab_grid::nine::Digit) -> Self {
        Self::remove(cells.into_iter().map(|cell| Candidate::new(cell, digit)).collect())
    }
}

/// Confirms that the reason of the step holds in the position and justifies its effect.
///
/// # Errors
/// Says which premise fails or which part of the effect is not justified.
pub fn check(position: &Position, step: &Step) -> Result<(), CheckError> {
    let justified = (step.technique.entry().check)(position, step)?;
    let effect = &step.effect;
    if effect.placements.is_empty()
        && !effect.eliminations.iter().any(|c| position.has(c.cell, c.digit))
    {
        return Err(CheckError::NoEffect);
    }
    for &candidate in &effect.placements {
        if !justified.placements.contains(&candidate) {
            return Err(CheckError::Placement(candidate));
        }
    }
    for &candidate in &effect.eliminations {
        if !justified.allows(candidate) {
            return Err(CheckError::Elimination(candidate));
        }
    }
    Ok(())
}

/// What a reason of the catalogue justifies, whatever technique bears it.
///
/// # Errors
/// Says which premise fails.
pub fn by_reason(position: &Position, step: &Step) -> Result<Justified, CheckError> {
    justify(position, &step.reason)
}

fn justify(position: &Position, reason: &Reason) -> Result<Justified, CheckError> {
    match reason {
        Reason::NakedSingle { single } => patterns::naked_single(position, *single),
        Reason::HiddenSingle { house, single } => {
            patterns::hidden_single(position, *house, *single)
        }
        Reason::Locked { digit, base, cover, single_in } => {
            patterns::locked(position, *digit, *base, *cover, *single_in)
        }
        Reason::NakedSubset { house, cells, digits } => {
            patterns::naked_subset(position, *house, *cells, *digits)
        }
        Reason::HiddenSubset { house, cells, digits, single } => {
            patterns::hidden_subset(position, *house, *cells, *digits, *single)
        }
        Reason::Fish { digit, base, cover, fins } => {
            patterns::fish(position, *digit, base, cover, *fins)
        }
        Reason::Wing { pivot, pincers, digit } => {
            patterns::wing(position, *pivot, *pincers, *digit)
        }
        Reason::AlignedExclusion { base, excluders } => {
            patterns::aligned_exclusion(position, base, *excluders)
        }
        Reason::UniqueLoop(unique) => unique::unique_loop(position, unique),
        Reason::BivalueGrave(grave) => unique::bivalue_grave(position, grave),
        Reason::Chains(chains) => chains::chains(position, chains),
        Reason::Alternating(chain) => alternating::chain(position, chain, &[]),
        Reason::AlternatingThroughSets { chain, sets } => alternating::chain(position, chain, sets),
        Reason::Joined(reasons) => {
            let mut all = Justified::default();
            for reason in reasons {
                let justified = justify(position, reason)?;
                all.placements.extend(justified.placements);
                all.eliminations.extend(justified.eliminations);
            }
            Ok(all)
        }
        Reason::DeathBlossom { stem, petals } => sets::death_blossom(position, *stem, petals),
        Reason::Templates { digit, settled } => templates::templates(position, *digit, settled),
        Reason::RemotePair { cells, digits } => alternating::remote_pair(position, cells, *digits),
        Reason::Colours { digit, groups } => alternating::colours(position, *digit, groups),
        Reason::AvoidableRectangle { cells, digits } => {
            unique::avoidable_rectangle(position, *cells, *digits)
        }
        Reason::AlmostLockedSets { sets, links } => sets::almost_locked_sets(position, sets, links),
        Reason::SueDeCoq { crossing, houses, wings } => {
            sets::sue_de_coq(position, *crossing, *houses, *wings)
        }
        Reason::Solution { single } => patterns::solution(position, *single),
        Reason::Own(_) => Err(CheckError::Premise("its technique brings no rule that confirms it")),
    }
}

fn require(holds: bool, premise: &'static str) -> Result<(), CheckError> {
    if holds { Ok(()) } else { Err(CheckError::Premise(premise)) }
}

fn union_of_candidates(position: &Position, cells: Cells) -> Digits {
    cells.into_iter().fold(Digits::EMPTY, |union, cell| union.union(position.candidates(cell)))
}

fn cells_of_houses(houses: &[House]) -> Cells {
    houses.iter().fold(Cells::EMPTY, |union, house| union.union(house.cells()))
}
