//! Aligned pair and triple exclusion.
//!
//! Take two (or three) base cells and the cells all of them see that have at most as
//! many candidates. A combination of digits in the base cells is impossible when two
//! base cells that see each other get the same digit, or when such an *excluder*
//! would be left without a candidate. A digit that occurs in no possible combination
//! leaves its base cell.
//!
//! As in Sudoku Explainer, base cells next to a naked single are left out, at least
//! two excluders are needed, and the third base cell of a triple is itself an
//! excluder of one of the first two.
//!
//! Order: base cells in row order, pairs by the later cell then the earlier; third
//! cells over the peers of the first, then of the second.

use super::Flow;
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{EXPLAINER, Family};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digits};

/// Aligned Pair Exclusion.
pub static ALIGNED_PAIR_EXCLUSION: Entry =
    Entry::new("aligned-pair-exclusion", "Aligned Pair Exclusion", Family::Wings, EXPLAINER)
        .found_by(|p, _, _, v| Ok(find_pairs(p, v)))
        .unlisted()
        .taught_by(&ALIGNED_PAIR_EXCLUSION_LESSON);

/// Aligned Triple Exclusion.
pub static ALIGNED_TRIPLE_EXCLUSION: Entry =
    Entry::new("aligned-triple-exclusion", "Aligned Triple Exclusion", Family::Wings, EXPLAINER)
        .in_explainer("Aligned Triplet Exclusion")
        .found_by(|p, _, _, v| Ok(find_triples(p, v)))
        .unlisted()
        .taught_by(&ALIGNED_TRIPLE_EXCLUSION_LESSON);

/// Hands out every aligned pair exclusion.
pub fn find_pairs(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let bases = Bases::gather(position, 2);
    for (index, &second) in bases.cells.iter().enumerate() {
        for &first in &bases.cells[..index] {
            let excluders = bases.of(first).intersection(bases.of(second));
            if excluders.len() >= 2 {
                exclude(position, &[first, second], excluders, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Hands out every aligned triple exclusion.
pub fn find_triples(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let bases = Bases::gather(position, 3);
    if bases.cells.len() < 3 {
        return ControlFlow::Continue(());
    }
    let all: Cells = bases.cells.iter().copied().collect();
    for (index, &second) in bases.cells.iter().enumerate() {
        for &first in &bases.cells[..index] {
            let common = bases.of(first).intersection(bases.of(second));
            if common.len() < 2 {
                continue;
            }
            let tail = bases.of(first).union(bases.of(second)).intersection(all);
            let digits = [first, second].map(|cell| position.candidates(cell));
            let hope = Hope::of(position, digits, first.sees(second), common);
            let mut met: Cells = [first, second].into_iter().collect();
            for &third in first.peers_in_order().iter().chain(second.peers_in_order()) {
                if !tail.contains(third) || met.contains(third) {
                    continue;
                }
                met.insert(third);
                let excluders = common.intersection(bases.of(third));
                if excluders.len() >= 2 && hope.with(position.candidates(third)) {
                    exclude(position, &[first, second, third], excluders, visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// What a third cell must hold for a triple to exclude anything.
///
/// Digits x and y in the first two cells that no shared house and no excluder forbids
/// leave the third cell only what is neither x nor y nor forbidden beside them. To
/// remove x, the third cell must have nothing left beside x and any such y; to remove
/// a digit of the third cell, that digit must be forbidden beside all such x and y.
/// The excluders of a triple are among those of the pair, so this is a bound.
struct Hope {
    /// For each digit of either cell, what the third cell must keep within.
    within: [u16; 18],
    n: usize,
    /// The digits of the third cell that may go.
    may_go: u16,
}

impl Hope {
    fn of(position: &Position, digits: [Digits; 2], sees: bool, excluders: Cells) -> Self {
        let blocks = Blocks::of(position, excluders);
        let [first, second] = digits;
        let mut within_second = [0x1ff; 9];
        let mut hope = Self { within: [0; 18], n: 0, may_go: 0x1ff };
        for x in first {
            let bit = 1u16 << x.index();
            let forbidden = blocks.beside_one[x.index()] | if sees { bit } else { 0 };
            let mut within_first = 0x1ff;
            for y in second.without(Digits::from_bits(forbidden)) {
                let pair = bit | 1 << y.index();
                let mut gone = pair | blocks.beside_one[x.index()] | blocks.beside_one[y.index()];
                for three in &blocks.threes[..blocks.n_threes] {
                    let rest = three & !pair;
                    if rest & rest.wrapping_sub(1) == 0 {
                        gone |= rest;
                    }
                }
                within_first &= gone;
                within_second[y.index()] &= gone;
                hope.may_go &= gone;
            }
            hope.within[hope.n] = within_first;
            hope.n += 1;
        }
        for y in second {
            hope.within[hope.n] = within_second[y.index()];
            hope.n += 1;
        }
        hope
    }

    #[inline]
    fn with(&self, third: Digits) -> bool {
        let third = third.bits();
        third & self.may_go != 0 || self.within[..self.n].iter().any(|set| third & !set == 0)
    }
}

struct Bases {
    cells: Vec<Cell>,
    /// The excluders each cell sees, for the base cells.
    excluders: [Cells; 81],
}

impl Bases {
    fn gather(position: &Position, degree: usize) -> Self {
        let mut bases = Self { cells: Vec::new(), excluders: [Cells::EMPTY; 81] };
        let sizes = position.cells_by_size();
        let singles = sizes[1];
        let small = sizes[2..=degree].iter().fold(Cells::EMPTY, |set, &more| set.union(more));
        for cell in position.empty_cells() {
            let excluders = small.intersection(cell.peers());
            if position.candidates(cell).len() >= 2
                && !excluders.is_empty()
                && singles.intersection(cell.peers()).is_empty()
            {
                bases.cells.push(cell);
                bases.excluders[cell.index()] = excluders;
            }
        }
        bases
    }

    fn of(&self, cell: Cell) -> Cells {
        self.excluders[cell.index()]
    }
}

fn exclude(
    position: &Position,
    base: &[Cell],
    excluders: Cells,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let digits = |index: usize| position.candidates(base[index]);
    let blocks = Blocks::of(position, excluders);
    let possible = match base.len() {
        2 => blocks.pairs(base[0].sees(base[1]), [digits(0), digits(1)]),
        _ => {
            let sees = [base[0].sees(base[1]), base[0].sees(base[2]), base[1].sees(base[2])];
            blocks.triples(sees, [digits(0), digits(1), digits(2)])
        }
    };
    let impossible = |index: usize| digits(index).without(Digits::from_bits(possible[index]));
    if (0..base.len()).all(|index| impossible(index).is_empty()) {
        return ControlFlow::Continue(());
    }
    let effect = Effect::remove((0..base.len()).flat_map(|index| {
        impossible(index).into_iter().map(move |digit| Candidate::new(base[index], digit))
    }));
    let technique = match base.len() {
        2 => Technique::AlignedPairExclusion,
        _ => Technique::AlignedTripleExclusion,
    };
    let reason = Reason::AlignedExclusion { base: base.to_vec(), excluders };
    visit(Step { technique, effect, reason })
}

/// Which digits the excluders forbid beside others.
struct Blocks {
    /// Beside one digit, by excluders with two candidates.
    beside_one: [u16; 9],
    /// The sets of three, by excluders with three candidates.
    threes: [u16; 20],
    n_threes: usize,
}

impl Blocks {
    fn of(position: &Position, excluders: Cells) -> Self {
        let mut blocks = Self { beside_one: [0; 9], threes: [0; 20], n_threes: 0 };
        for cell in excluders {
            let set = position.candidates(cell);
            if set.len() == 2 {
                for digit in set {
                    blocks.beside_one[digit.index()] |= set.without(Digits::only(digit)).bits();
                }
            } else {
                blocks.threes[blocks.n_threes] = set.bits();
                blocks.n_threes += 1;
            }
        }
        blocks
    }

    /// The digits of two cells that occur in a possible combination.
    fn pairs(&self, sees: bool, [first, second]: [Digits; 2]) -> [u16; 3] {
        let mut possible = [0; 3];
        for x in first {
            let bit = 1 << x.index();
            let beside = second.bits() & !self.beside_one[x.index()] & !if sees { bit } else { 0 };
            if beside != 0 {
                possible[0] |= bit;
                possible[1] |= beside;
            }
        }
        possible
    }

    /// The digits of three cells that occur in a possible combination. `sees` tells
    /// which of the pairs first-second, first-third, second-third see each other.
    fn triples(&self, sees: [bool; 3], [first, second, third]: [Digits; 3]) -> [u16; 3] {
        let all = [first.bits(), second.bits(), third.bits()];
        let mut possible = [0; 3];
        for x in first {
            let x_bit = 1u16 << x.index();
            let beside_x = !self.beside_one[x.index()];
            let seconds = second.bits() & beside_x & !if sees[0] { x_bit } else { 0 };
            let thirds = third.bits() & beside_x & !if sees[1] { x_bit } else { 0 };
            for y in Digits::from_bits(seconds) {
                let y_bit = 1u16 << y.index();
                let mut z = thirds & !self.beside_one[y.index()] & !if sees[2] { y_bit } else { 0 };
                let pair = x_bit | y_bit;
                for three in &self.threes[..self.n_threes] {
                    let rest = three & !pair;
                    // One digit short of the three: the third cell must not supply it.
                    if rest & rest.wrapping_sub(1) == 0 {
                        z &= !rest;
                    }
                }
                if z != 0 {
                    possible[0] |= x_bit;
                    possible[1] |= y_bit;
                    possible[2] |= z;
                    if possible == all {
                        return possible;
                    }
                }
            }
        }
        possible
    }
}

static ALIGNED_PAIR_EXCLUSION_LESSON: Lesson = Lesson {
    what: "Two cells are taken together: every pair of digits that would leave some cell \
          they both see without candidates is impossible. A digit without a possible pair \
          goes.",
    why: "The cells that see both have two candidates; a combination that takes both away \
          breaks the puzzle, as does the same digit twice in a house.",
    when: "When ALS or wings do not come to mind: it is plain trying of a small table. \
          Programs use it more than people.",
    other_names: &["APE", "Subset Exclusion"],
    example: "+8+7...5+61364..7.+5+825+1.+8.6+9+4+74+5+1687+3+2+9+2+87+953+4+619+3+6..\
              .+75+836....+2.+5+1+9....8.+6+72..+6.1.4:\
              265 166 174 475 476 976 384",
};

static ALIGNED_TRIPLE_EXCLUSION_LESSON: Lesson = Lesson {
    what: "Three cells are taken together: combinations that would leave a cell they see \
          without candidates are impossible. A digit without a possible combination goes.",
    why: "As for two cells: what sees them must keep a candidate, and equal digits must \
          not meet in a house.",
    when: "Late and seldom; the table is long, and chains mostly do the same.",
    other_names: &["ATE", "Subset Exclusion"],
    example: "2.6...3.+7+1+37+25.+8+6.98.+3+6+7..1+8..+73.6..+67.8+4.9+32..+3.+26.783.\
              .67.4...+6...2..+3..8.13..6:\
              414 442 443 564 572 576 984 588 994",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

    #[test]
    fn a_digit_that_leaves_an_excluder_empty_in_every_combination_goes() {
        // With 1 in r1c1 and 2 or 3 in r1c2 either r1c5 or r1c8 would be empty.
        let base = board().marked(11, &[1, 2]).marked(12, &[2, 3]);
        let excluded = base.clone().marked(15, &[1, 2]).marked(18, &[1, 3]);
        let found = told(&excluded, |p, v| find_pairs(p, v));
        assert!(found.contains(&"aligned-pair-exclusion r1c1<>1 r1c2<>2".into()), "{found:?}");
        // With one excluder of the two the combinations stay possible.
        let found = told(&base.marked(15, &[1, 2]), |p, v| find_pairs(p, v));
        assert!(!found.iter().any(|step| step.contains(" r1c1<>1")), "{found:?}");
        assert!(told(&board(), |p, v| find_triples(p, v)).is_empty());
    }
}
