//! Death blossom: a cell whose every candidate spoils an almost locked set.
//!
//! For each candidate of the cell (the stem) there is an almost locked set (a petal) all
//! of whose places for the candidate see the cell. Whichever candidate the stem takes,
//! its petal loses it and holds all its other digits. A digit common to all petals is
//! then in one of them; what sees all its places in all petals loses it.
//!
//! Order: stems row by row; the digit that is lost; petals candidate by candidate, in
//! the order of the houses. One step for each set of eliminations of a stem. Under
//! [`Scan::Hodoku`] no two petals share a cell.

use super::{Flow, Searching, answered, beat, ended};
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use crate::techniques::almost_locked_set::{Set, sets};
use crate::unstopped::unstopped;
use std::collections::HashSet;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Candidate, Cells, Digit, Digits};

/// Death Blossom.
pub static DEATH_BLOSSOM: Entry =
    Entry::new("death-blossom", "Death Blossom", Family::AlmostLockedSets, HODOKU)
        .code("0904")
        .found_by(|p, scan, pulse, v| find_within(p, scan, pulse, v))
        .taught_by(&DEATH_BLOSSOM_LESSON);

/// Hands out death blossoms.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    unstopped(|halt| find_within(position, Scan::Explainer, &mut halt.pulse(), visit))
}

/// What gathering the petals of one stem and digit, and choosing one petal, count for on the pulse.
const PETALS: u64 = 256;
const PETAL: u64 = 8;

/// As [`find`], unless it is stopped.
fn find_within(
    position: &Position,
    scan: Scan,
    pulse: &mut Pulse<'_>,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Result<Flow, Stop> {
    let sets = sets(position);
    for stem in position.empty_cells() {
        let candidates = position.candidates(stem);
        if candidates.len() < 2 {
            continue;
        }
        let mut known = HashSet::new();
        for lost in Digit::all().filter(|digit| !candidates.contains(*digit)) {
            pulse.beat(PETALS)?;
            // The petals of each candidate that hold the digit.
            let petals: Vec<Vec<&Set>> = candidates
                .into_iter()
                .map(|entry| {
                    sets.iter()
                        .filter(|set| {
                            set.digits.contains(entry)
                                && set.digits.contains(lost)
                                && !set.cells.contains(stem)
                                && set.holders[entry.index()].is_subset(stem.peers())
                        })
                        .collect()
                })
                .collect();
            if petals.iter().any(Vec::is_empty) {
                continue;
            }
            let mut blossom =
                Blossom { position, scan, stem, lost, known: &mut known, pulse, visit };
            let all = position.cells_with(lost);
            let searching = blossom.add_petal(&petals, &mut Vec::new(), all);
            if searching.is_break() {
                return ended(searching);
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

struct Blossom<'a, 'h, V: ?Sized> {
    position: &'a Position,
    scan: Scan,
    stem: sudolab_grid::nine::Cell,
    lost: Digit,
    known: &'a mut HashSet<Vec<Candidate>>,
    pulse: &'a mut Pulse<'h>,
    visit: &'a mut V,
}

impl<V: FnMut(Step) -> Flow + ?Sized> Blossom<'_, '_, V> {
    fn add_petal(
        &mut self,
        petals: &[Vec<&Set>],
        chosen: &mut Vec<(Cells, Digits)>,
        goes: Cells,
    ) -> Searching {
        beat(self.pulse, PETAL)?;
        let Some((first, rest)) = petals.split_first() else {
            return answered(self.hand_out(chosen));
        };
        // Petals that leave the same places the digit can go from lead to the same step.
        let mut tried = HashSet::new();
        for set in first {
            let goes = goes.intersection(set.seen[self.lost.index()]);
            let overlaps =
                chosen.iter().any(|(cells, _)| !cells.intersection(set.cells).is_empty());
            if goes.is_empty()
                || (overlaps && self.scan == Scan::Hodoku)
                || !tried.insert((goes.bits(), set.digits))
            {
                continue;
            }
            chosen.push((set.cells, set.digits));
            let flow = self.add_petal(rest, chosen, goes);
            chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn hand_out(&mut self, chosen: &[(Cells, Digits)]) -> Flow {
        let position = self.position;
        let common = chosen.iter().fold(Digits::ALL, |all, &(_, digits)| all.intersection(digits));
        let petals = chosen.iter().fold(Cells::EMPTY, |all, &(cells, _)| all.union(cells));
        let mut eliminations = Vec::new();
        for digit in common.without(position.candidates(self.stem)) {
            let holders = petals.intersection(position.cells_with(digit));
            let goes = position.cells_with(digit).intersection(holders.common_peers());
            eliminations.extend(goes.into_iter().map(|cell| Candidate::new(cell, digit)));
        }
        let effect = Effect::remove(eliminations);
        if effect.is_empty() || !self.known.insert(effect.eliminations.clone()) {
            return ControlFlow::Continue(());
        }
        (self.visit)(Step {
            technique: Technique::DeathBlossom,
            effect,
            reason: Reason::DeathBlossom {
                stem: self.stem,
                petals: chosen.iter().map(|&(cells, _)| cells).collect(),
            },
        })
    }
}

static DEATH_BLOSSOM_LESSON: Lesson = Lesson {
    what: "A cell, the stem, sees for each of its candidates an almost locked set, a \
          petal, all places of that candidate in it. A digit of all petals goes from what sees \
          all of its places there.",
    why: "Whichever digit the stem takes, it takes it away from one petal, which is \
          locked then and holds the common digit.",
    when: "Rare. A stem of two digits is an ALS-XY-Wing.",
    other_names: &[],
    example: common_position!(""),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::regression::Case;

    const BLOSSOM: &str = ":0904-1:1:186.+75.......3.1..+3....9..587....3.+163..8+7.52..9+3..+8672..7.....+7.3.9......+86+2+3714:423 826 828 928 929 433 234 434 435 443 466 472 572 972 573 476 679 879 582 884:184::";

    #[test]
    fn a_blossom_is_found_and_every_one_found_is_confirmed() {
        let case = Case::read(BLOSSOM).expect("a good line").expect("no comment");
        let mut found = false;
        let _ = find(&case.position, &mut |step| {
            assert_eq!(check(&case.position, &step), Ok(()));
            found |= step.effect.eliminations == case.eliminations;
            ControlFlow::Continue(())
        });
        assert!(found);
    }
}
