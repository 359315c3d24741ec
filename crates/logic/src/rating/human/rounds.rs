//! A puzzle played in rounds: at each moment everything that the easiest kind of step yields is done
//! at once, and how much there was to find is written down.
//!
//! Doing all at once makes the record the same for every isomorph of a puzzle: no order of cells,
//! houses or digits is in it.

use crate::entry::Scan;
use crate::position::Position;
use crate::step::Effect;
use crate::techniques::{
    Flow, colours, empty_rectangle, finned_fish, fish, hidden_subset, locked_candidates,
    naked_subset, remote_pair, turbot, w_wing, wing,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::nine::{Candidate, Cell, House, HouseKind};

/// What kind of step a round consisted of, easiest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RoundKind {
    /// The last cell of a house, or the last place for a digit in a box.
    InBox,
    /// The last place for a digit in a row or column.
    InLine,
    /// The last digit for a cell.
    Naked,
    /// Locked candidates.
    Locked,
    /// Naked and hidden pairs.
    Pairs,
    /// A pattern with a name that does not assume a unique solution.
    Pattern,
    /// A candidate that leads to a contradiction by singles alone.
    Trial,
    /// Nothing of all this: the rest is not played.
    Lost,
}

/// One round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// The kind of step.
    pub kind: RoundKind,
    /// How many there were of this kind: placements or eliminations.
    pub found: usize,
    /// How many placements by singles of any kind were there.
    pub singles: usize,
    /// Cells still empty before it.
    pub blanks: usize,
}

/// Plays a position to its end.
///
/// # Errors
/// What stopped it.
pub fn play(position: &Position, halt: &Halt<'_>) -> Result<Vec<Round>, Stop> {
    let mut position = position.clone();
    let mut rounds = Vec::new();
    while !position.is_solved() && !position.is_broken() {
        halt.check()?;
        let blanks = position.empty_cells().len();
        let [in_box, in_line, naked] = singles(&position);
        let all: BTreeSet<Candidate> =
            in_box.iter().chain(&in_line).chain(&naked).copied().collect();
        let kinds =
            [(RoundKind::InBox, in_box), (RoundKind::InLine, in_line), (RoundKind::Naked, naked)];
        let next = match kinds.into_iter().find(|(_, found)| !found.is_empty()) {
            Some((kind, placements)) => (kind, placements, BTreeSet::new()),
            None => without_single(&position, halt)?,
        };
        let (kind, placements, eliminations) = next;
        let found = placements.len() + eliminations.len();
        rounds.push(Round { kind, found, singles: all.len(), blanks });
        if kind == RoundKind::Lost {
            break;
        }
        for candidate in eliminations {
            position.remove(candidate.cell, candidate.digit);
        }
        for candidate in placements {
            if position.value(candidate.cell).is_none() {
                position.place(candidate.cell, candidate.digit);
            }
        }
    }
    Ok(rounds)
}

/// The singles of each kind.
fn singles(position: &Position) -> [BTreeSet<Candidate>; 3] {
    let mut found: [BTreeSet<Candidate>; 3] = Default::default();
    for house in House::all() {
        let easy = house.kind() == HouseKind::Box || position.n_empty_in(house) == 1;
        for digit in position.hidden_singles(house) {
            for cell in position.marks().cells_with_in(digit, house) {
                found[usize::from(!easy)].insert(Candidate::new(cell, digit));
            }
        }
    }
    for cell in position.marks().cells_of_size(1) {
        for digit in position.candidates(cell) {
            found[2].insert(Candidate::new(cell, digit));
        }
    }
    found
}

type Next = (RoundKind, BTreeSet<Candidate>, BTreeSet<Candidate>);
type Find = fn(&Position, &mut dyn FnMut(crate::step::Step) -> Flow) -> Flow;

/// What is done together where there is no single, easiest first.
const PATTERNS: [(RoundKind, &[Find]); 12] = [
    (
        RoundKind::Locked,
        &[
            |p, v| locked_candidates::find_pointing(p, v),
            |p, v| locked_candidates::find_claiming(p, v),
        ],
    ),
    (RoundKind::Pairs, &[|p, v| naked_subset::find(p, 2, v), |p, v| hidden_subset::find(p, 2, v)]),
    (
        RoundKind::Pattern,
        &[|p, v| naked_subset::find(p, 3, v), |p, v| hidden_subset::find(p, 3, v)],
    ),
    (RoundKind::Pattern, &[|p, v| fish::find(p, 2, v)]),
    (
        RoundKind::Pattern,
        &[|p, v| naked_subset::find(p, 4, v), |p, v| hidden_subset::find(p, 4, v)],
    ),
    (RoundKind::Pattern, &[|p, v| fish::find(p, 3, v)]),
    (RoundKind::Pattern, &[|p, v| turbot::find_skyscrapers(p, v), |p, v| turbot::find_kites(p, v)]),
    (
        RoundKind::Pattern,
        &[|p, v| turbot::find(p, v), |p, v| empty_rectangle::find(p, Scan::Explainer, v)],
    ),
    (RoundKind::Pattern, &[|p, v| wing::find_xy(p, v), |p, v| wing::find_xyz(p, v)]),
    (
        RoundKind::Pattern,
        &[|p, v| w_wing::find(p, Scan::Explainer, v), |p, v| remote_pair::find(p, v)],
    ),
    (RoundKind::Pattern, &[|p, v| colours::find_simple(p, Scan::Explainer, v)]),
    (RoundKind::Pattern, &[|p, v| finned_fish::find(p, 2, v), |p, v| fish::find(p, 4, v)]),
];

fn without_single(position: &Position, halt: &Halt<'_>) -> Result<Next, Stop> {
    for (kind, finders) in PATTERNS {
        halt.check()?;
        let mut all = Effect::default();
        for find in finders {
            let _ = find(position, &mut |step| {
                all.placements.extend(step.effect.placements);
                all.eliminations.extend(step.effect.eliminations);
                ControlFlow::Continue(())
            });
        }
        if !all.placements.is_empty() || !all.eliminations.is_empty() {
            let set = |list: Vec<Candidate>| list.into_iter().collect();
            return Ok((kind, set(all.placements), set(all.eliminations)));
        }
    }
    let mut refuted = BTreeSet::new();
    for cell in position.empty_cells() {
        halt.check()?;
        for digit in position.candidates(cell) {
            let candidate = Candidate::new(cell, digit);
            if is_refuted(position, candidate) {
                refuted.insert(candidate);
            }
        }
    }
    let kind = if refuted.is_empty() { RoundKind::Lost } else { RoundKind::Trial };
    Ok((kind, BTreeSet::new(), refuted))
}

/// Whether singles alone lead from a candidate to a contradiction.
fn is_refuted(position: &Position, candidate: Candidate) -> bool {
    let mut position = position.clone();
    position.place(candidate.cell, candidate.digit);
    loop {
        if position.is_broken() {
            return true;
        }
        let next = position.first_hidden_single().map(|(_, single, _)| single).or_else(|| {
            let cell: Cell = position.marks().cells_of_size(1).first()?;
            Some(Candidate::new(cell, position.candidates(cell).first()?))
        });
        match next {
            Some(single) => position.place(single.cell, single.digit),
            None => return false,
        }
    }
}
