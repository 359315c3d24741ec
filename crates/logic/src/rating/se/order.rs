//! The order of the profile `se-1.2.1` between hidden singles and chains, with its prices.
//!
//! A row asks the finder of one technique; whatever the finder hands out under the names of the row
//! counts, the first that passes the filter. Sets and fish count only in houses with enough empty
//! cells, and of all loops the easiest is taken, as Sudoku Explainer has it.

use super::loop_type;
use crate::entry::Scan;
use crate::origin::Premise;
use crate::position::Position;
use crate::step::{Escape, Reason, Step};
use crate::technique::Technique::{self, *};
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};

/// One row of the order.
pub(super) struct Row {
    /// Whose finder is asked.
    asks: Technique,
    /// In which order it looks.
    scan: Scan,
    /// Which steps count.
    filter: Filter,
    /// What each name costs.
    prices: &'static [(Technique, Price)],
}

/// Which steps of a finder count.
#[derive(Clone, Copy)]
enum Filter {
    /// The first.
    First,
    /// The first in a house with at least so many empty cells.
    Room(usize),
    /// The first fish of this size whose digit is placed in few enough lines.
    Fish(usize),
    /// The one of lowest difficulty, then lowest type, then first met.
    Easiest,
}

/// What a step costs.
#[derive(Clone, Copy)]
enum Price {
    /// Always the same.
    Flat(f64),
    /// This, and more for a larger subset.
    Subset(f64),
    /// By the length of the loop.
    Loop,
}

use Price::{Flat, Loop, Subset};

const fn row(asks: Technique, filter: Filter, prices: &'static [(Technique, Price)]) -> Row {
    Row { asks, scan: Scan::Explainer, filter, prices }
}

/// The order.
static ORDER: [Row; 21] = [
    row(DirectPointing, Filter::First, &[(DirectPointing, Flat(1.7))]),
    row(DirectClaiming, Filter::First, &[(DirectClaiming, Flat(1.9))]),
    row(DirectHiddenPair, Filter::Room(3), &[(DirectHiddenPair, Flat(2.0))]),
    row(NakedSingle, Filter::First, &[(NakedSingle, Flat(2.3))]),
    row(DirectHiddenTriple, Filter::Room(4), &[(DirectHiddenTriple, Flat(2.5))]),
    row(Pointing, Filter::First, &[(Pointing, Flat(2.6))]),
    row(Claiming, Filter::First, &[(Claiming, Flat(2.8))]),
    row(NakedPair, Filter::Room(4), &[(NakedPair, Flat(3.0))]),
    row(XWing, Filter::Fish(2), &[(XWing, Flat(3.2))]),
    row(HiddenPair, Filter::Room(5), &[(HiddenPair, Flat(3.4))]),
    row(NakedTriple, Filter::Room(6), &[(NakedTriple, Flat(3.6))]),
    row(Swordfish, Filter::Fish(3), &[(Swordfish, Flat(3.8))]),
    row(HiddenTriple, Filter::Room(7), &[(HiddenTriple, Flat(4.0))]),
    row(XyWing, Filter::First, &[(XyWing, Flat(4.2))]),
    row(XyzWing, Filter::First, &[(XyzWing, Flat(4.4))]),
    row(
        UniqueLoop1,
        Filter::Easiest,
        &[
            (UniqueRectangle1, Loop),
            (UniqueRectangle2, Loop),
            (UniqueRectangle3, Loop),
            (UniqueRectangle4, Loop),
            (UniqueLoop1, Loop),
            (UniqueLoop2, Loop),
            (UniqueLoop3, Loop),
            (UniqueLoop4, Loop),
        ],
    ),
    row(NakedQuad, Filter::Room(8), &[(NakedQuad, Flat(5.0))]),
    row(Jellyfish, Filter::Fish(4), &[(Jellyfish, Flat(5.2))]),
    row(HiddenQuad, Filter::Room(9), &[(HiddenQuad, Flat(5.4))]),
    row(
        Bug1,
        Filter::First,
        &[(Bug1, Flat(5.6)), (Bug2, Subset(5.7)), (Bug3, Subset(5.7)), (Bug4, Subset(5.7))],
    ),
    row(AlignedPairExclusion, Filter::First, &[(AlignedPairExclusion, Flat(6.2))]),
];

/// The row that stands among the chains.
pub(super) static TRIPLES: Row =
    row(AlignedTripleExclusion, Filter::First, &[(AlignedTripleExclusion, Flat(7.5))]);

/// The first step in the order. `uniqueness` says whether one may assume that there is one solution.
///
/// # Errors
/// What stopped the search.
pub(super) fn first(
    position: &Position,
    uniqueness: bool,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Step>, Stop> {
    for row in &ORDER {
        if row.asks.kind() == Premise::AssumesUnique && !uniqueness {
            continue;
        }
        if let found @ Some(_) = row.first(position, pulse)? {
            return Ok(found);
        }
    }
    Ok(None)
}

impl Row {
    /// The step that the row takes.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn first(&self, position: &Position, pulse: &mut Pulse<'_>) -> Result<Option<Step>, Stop> {
        let Some(find) = self.asks.entry().find else { return Ok(None) };
        let mut best: Option<Step> = None;
        let mut rank = (f64::INFINITY, u8::MAX);
        let _ = find(position, self.scan, pulse, &mut |step| {
            if !self.filter.passes(position, &step) {
                return ControlFlow::Continue(());
            }
            if !matches!(self.filter, Filter::Easiest) {
                best = Some(step);
                return ControlFlow::Break(());
            }
            let its = (difficulty(&step), loop_type(step.technique));
            if its < rank {
                rank = its;
                best = Some(step);
            }
            ControlFlow::Continue(())
        })?;
        Ok(best)
    }
}

impl Filter {
    fn passes(self, position: &Position, step: &Step) -> bool {
        match (self, &step.reason) {
            (
                Self::Room(n_empty),
                Reason::NakedSubset { house, .. } | Reason::HiddenSubset { house, .. },
            ) => house.cells().intersection(position.empty_cells()).len() >= n_empty,
            (Self::Fish(size), Reason::Fish { digit, .. }) => {
                let placed = position.values().iter().filter(|&&v| v == digit.number()).count();
                placed + 2 * size <= 9
            }
            _ => true,
        }
    }
}

/// The difficulty of a step that is neither hidden single nor chain; 0 for techniques that the
/// profile has not.
pub(super) fn difficulty(step: &Step) -> f64 {
    let mut prices = ORDER.iter().chain([&TRIPLES]).flat_map(|row| row.prices);
    match prices.find(|(technique, _)| *technique == step.technique) {
        None => 0.0,
        Some((_, Flat(value))) => *value,
        Some((_, Subset(value))) => value + subset_increment(&step.reason),
        Some((_, Loop)) => loop_difficulty(&step.reason),
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
