//! Which candidates of a rule's cells stand in some filling that keeps the rule.
//!
//! A plain search for a filling that holds a candidate: the variable with the fewest candidates first,
//! a digit struck where another variable must differ, and a demand asked after each guess whether it
//! can still be kept. Each filling found speaks for all its candidates, so most are settled by few
//! fillings; those that no filling speaks for are what the rule takes away. The search is small on
//! purpose: where it would become large it says that it does not know, and the rule stays silent.

use super::ground::{MOST_CELLS, Piece};
use super::may::may_be_kept;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::rule::Lowering;
use sudolab_grid::{Cell, Digit, DigitSet};

/// Guesses that may be spent on one question.
const MOST_GUESSES: u32 = 3000;

/// What a piece of a rule leaves to its variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Left {
    /// For each variable what stands in some filling, or is not known not to.
    Sets(Vec<DigitSet>),
    /// No filling keeps the rule.
    Nothing,
}

/// Looks at one piece with these candidates of all variables.
pub(super) fn left(
    piece: &Piece,
    marks: &[DigitSet],
    lowering: &Lowering,
    pulse: &mut Pulse<'_>,
) -> Result<Left, Stop> {
    let sets: Vec<DigitSet> = piece.cells.iter().map(|cell| marks[cell.index()]).collect();
    let mut search = Filler { piece, lowering, pulse, guesses: 0 };
    let mut supported = vec![DigitSet::EMPTY; sets.len()];
    let mut any = false;
    for place in 0..sets.len() {
        for digit in sets[place].iter() {
            if supported[place].contains(digit) {
                continue;
            }
            search.guesses = 0;
            let mut trial = sets.clone();
            match search.begin(&mut trial, place, digit)? {
                Found::Filling => {
                    any = true;
                    for (known, set) in supported.iter_mut().zip(&trial) {
                        *known |= *set;
                    }
                }
                Found::Unknown => {
                    any = true;
                    supported[place].insert(digit);
                }
                Found::None => {}
            }
        }
        // Every filling gives this variable a digit: without one there is none at all.
        if !any || supported[place].is_empty() {
            return Ok(Left::Nothing);
        }
    }
    Ok(Left::Sets(supported))
}

enum Found {
    /// The sets hold one digit each, which keep the rule together.
    Filling,
    None,
    Unknown,
}

struct Filler<'a, 'b, 'h> {
    piece: &'a Piece,
    lowering: &'a Lowering,
    pulse: &'b mut Pulse<'h>,
    guesses: u32,
}

impl Filler<'_, '_, '_> {
    fn begin(
        &mut self,
        sets: &mut Vec<DigitSet>,
        place: usize,
        digit: Digit,
    ) -> Result<Found, Stop> {
        if !self.set(sets, place, digit) || !self.can_be_kept(sets) {
            return Ok(Found::None);
        }
        if self.piece.cells.len() > MOST_CELLS {
            return Ok(Found::Unknown);
        }
        self.fill(sets)
    }

    /// Fills what is open; on success the sets are the filling.
    fn fill(&mut self, sets: &mut Vec<DigitSet>) -> Result<Found, Stop> {
        let open = (0..sets.len()).filter(|&place| sets[place].len() > 1);
        let Some(place) = open.min_by_key(|&place| sets[place].len()) else {
            return Ok(Found::Filling);
        };
        for digit in sets[place].iter() {
            self.pulse.beat(sets.len() as u64)?;
            self.guesses += 1;
            if self.guesses > MOST_GUESSES {
                return Ok(Found::Unknown);
            }
            let mut next = sets.clone();
            if !self.set(&mut next, place, digit) || !self.can_be_kept(&next) {
                continue;
            }
            match self.fill(&mut next)? {
                Found::None => {}
                found => {
                    *sets = next;
                    return Ok(found);
                }
            }
        }
        Ok(Found::None)
    }

    /// Gives a variable its digit and strikes it where others must differ; what becomes certain by
    /// that is followed. Whether every variable still has something.
    fn set(&self, sets: &mut [DigitSet], place: usize, digit: Digit) -> bool {
        sets[place] = DigitSet::only(digit);
        let mut certain = vec![place];
        while let Some(place) = certain.pop() {
            let Some(digit) = sets[place].single() else { return false };
            for &other in &self.piece.differ[place] {
                if sets[other].contains(digit) {
                    sets[other].remove(digit);
                    match sets[other].len() {
                        0 => return false,
                        1 => certain.push(other),
                        _ => {}
                    }
                }
            }
        }
        true
    }

    fn can_be_kept(&self, sets: &[DigitSet]) -> bool {
        let of = |cell| self.of(cell, sets);
        self.piece.demands.iter().all(|demand| may_be_kept(demand, &of, self.lowering))
    }

    fn of(&self, cell: Cell, sets: &[DigitSet]) -> DigitSet {
        self.piece.cells.binary_search(&cell).map_or(DigitSet::EMPTY, |place| sets[place])
    }
}
