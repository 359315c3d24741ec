//! Naked pair, triple, quadruple … octuple: `n` cells of a house that together hold
//! `n` digits keep them, and the rest of the house loses them.
//!
//! A member may lack some of the digits, but has at least two candidates.
//!
//! Order: boxes, columns, rows; sets of places in ascending numerical order. HoDoKu goes through boxes,
//! rows, columns and lets the first member vary slowest; it takes cells with one candidate among the
//! members, clears every house that holds them all, and leaves out those that are *locked*
//! ([`super::locked_subset`]).

use super::{Choice, Flow, combinations};
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{BOTH, Family, THESIS};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Cell, Cells, Digits, House};

/// Naked Pair.
pub static NAKED_PAIR: Entry = Entry::new("naked-pair", "Naked Pair", Family::Sets, BOTH)
    .code("0200")
    .found_by(|p, scan, _, v| Ok(scanned(p, 2, scan, v)))
    .simple()
    .rule()
    .taught_by(&NAKED_PAIR_LESSON);

/// Naked Triple.
pub static NAKED_TRIPLE: Entry = Entry::new("naked-triple", "Naked Triple", Family::Sets, BOTH)
    .in_explainer("Naked Triplet")
    .code("0201")
    .found_by(|p, scan, _, v| Ok(scanned(p, 3, scan, v)))
    .simple()
    .rule()
    .taught_by(&NAKED_TRIPLE_LESSON);

/// Naked Quadruple.
pub static NAKED_QUAD: Entry = Entry::new("naked-quad", "Naked Quadruple", Family::Sets, BOTH)
    .in_explainer("Naked Quad")
    .code("0202")
    .found_by(|p, scan, _, v| Ok(scanned(p, 4, scan, v)))
    .simple()
    .rule()
    .taught_by(&NAKED_QUAD_LESSON);

/// Naked Quintuple.
pub static NAKED_QUINT: Entry = Entry::new("naked-quint", "Naked Quintuple", Family::Sets, THESIS)
    .found_by(|p, _, _, v| Ok(find(p, 5, v)))
    .unlisted()
    .rule()
    .taught_by(&NAKED_QUINT_LESSON);

/// Naked Sextuple.
pub static NAKED_SEXTET: Entry = Entry::new("naked-sextet", "Naked Sextuple", Family::Sets, THESIS)
    .found_by(|p, _, _, v| Ok(find(p, 6, v)))
    .unlisted()
    .rule()
    .taught_by(&NAKED_SEXTET_LESSON);

/// Naked Septuple.
pub static NAKED_SEPTET: Entry = Entry::new("naked-septet", "Naked Septuple", Family::Sets, THESIS)
    .found_by(|p, _, _, v| Ok(find(p, 7, v)))
    .unlisted()
    .rule()
    .taught_by(&NAKED_SEPTET_LESSON);

/// Naked Octuple.
pub static NAKED_OCTET: Entry = Entry::new("naked-octet", "Naked Octuple", Family::Sets, THESIS)
    .found_by(|p, _, _, v| Ok(find(p, 8, v)))
    .unlisted()
    .rule()
    .taught_by(&NAKED_OCTET_LESSON);

/// Hands out every naked subset of this size, 2 to 8; nothing for other sizes.
pub fn find(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let Some(technique) = Technique::naked_subset(size) else {
        return ControlFlow::Continue(());
    };
    let scan = Scan::Explainer;
    for_each(position, size, scan, scan.houses(), |house, cells, digits| {
        let effect = Effect::remove(position.among(house.cells().without(cells), digits));
        if effect.is_empty() {
            return ControlFlow::Continue(());
        }
        visit(Step { technique, effect, reason: Reason::NakedSubset { house, cells, digits } })
    })
}

/// As the scan says, for two to four cells.
fn scanned(
    position: &Position,
    size: usize,
    scan: Scan,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Flow {
    scan.each(|scan| {
        if scan != Scan::Hodoku {
            return find(position, size, visit);
        }
        for_each(position, size, scan, scan.houses(), |house, cells, digits| {
            match Shared::new(house, cells) {
                shared if shared.is_locked(position, digits, scan) => ControlFlow::Continue(()),
                shared => shared.hand_out(position, Technique::naked_subset(size), digits, visit),
            }
        })
    })
}

/// Calls `each` for every house, cells and digits of a naked subset, also of one that removes nothing.
pub(super) fn for_each(
    position: &Position,
    size: usize,
    scan: Scan,
    houses: impl Iterator<Item = House>,
    mut each: impl FnMut(House, Cells, Digits) -> Flow,
) -> Flow {
    let least = scan.least_member();
    let sizes = position.cells_by_size();
    let small = match size {
        2..=4 => sizes[least..=size].iter().fold(Cells::EMPTY, |union, &cells| union.union(cells)),
        _ => (least..=size).fold(Cells::EMPTY, |union, n| union.union(position.cells_of_size(n))),
    };
    for house in houses {
        let mut members = [Cell::new(0); 9];
        let mut n = 0;
        for cell in small.intersection(house.cells()) {
            members[n] = cell;
            n += 1;
        }
        combinations(&members[..n], size, scan.slowest(), |chosen| {
            let mut digits = Digits::EMPTY;
            for &cell in chosen {
                digits = digits.union(position.candidates(cell));
            }
            if digits.len() > size {
                return Choice::Skip;
            }
            if chosen.len() < size || digits.len() != size {
                return Choice::Extend;
            }
            Choice::Hand(each(house, chosen.iter().copied().collect(), digits))
        })?;
    }
    ControlFlow::Continue(())
}

/// The cells of a subset with the houses that hold them all: a line, a box, or both.
pub(super) struct Shared {
    house: House,
    cells: Cells,
    /// Those that hold them all, in the order row, column, box.
    houses: [Option<House>; 3],
}

impl Shared {
    pub(super) fn new(house: House, cells: Cells) -> Self {
        let houses = cells.first().map_or([None; 3], |cell| {
            cell.houses().map(|house| Some(house).filter(|h| cells.is_subset(h.cells())))
        });
        // In a line and a box both are cleared; the reason names the box and the line follows.
        Self { house: houses[2].unwrap_or(house), cells, houses }
    }

    /// Line and box, when the cells lie in both.
    pub(super) fn crossing(&self) -> Option<[House; 2]> {
        let [row, column, block] = self.houses;
        Some([row.or(column)?, block?])
    }

    /// Whether two or three cells remove something from a box and from a line; as HoDoKu has it from
    /// the line outside the box.
    pub(super) fn is_locked(&self, position: &Position, digits: Digits, scan: Scan) -> bool {
        let Some([line, block]) = self.crossing().filter(|_| digits.len() < 4) else {
            return false;
        };
        let in_line =
            line.cells().without(if scan == Scan::Hodoku { block.cells() } else { self.cells });
        let loses = |cells| !position.candidates_in(cells).intersection(digits).is_empty();
        loses(in_line) && loses(block.cells().without(self.cells))
    }

    /// Hands out what the subset removes from all its houses.
    pub(super) fn hand_out(
        &self,
        position: &Position,
        technique: Option<Technique>,
        digits: Digits,
        visit: &mut dyn FnMut(Step) -> Flow,
    ) -> Flow {
        let all = self.houses.iter().flatten();
        let rest =
            all.fold(Cells::EMPTY, |set, house| set.union(house.cells())).without(self.cells);
        let effect = Effect::remove(position.among(rest, digits));
        let Some(technique) = technique.filter(|_| !effect.is_empty()) else {
            return ControlFlow::Continue(());
        };
        let reason = Reason::NakedSubset { house: self.house, cells: self.cells, digits };
        visit(Step { technique, effect, reason })
    }
}

static NAKED_PAIR_LESSON: Lesson = Lesson {
    what: "Two cells of a house with the same two candidates: both digits go from the \
          other cells of the house.",
    why: "Two cells need two digits, and these two are all there are for them. Whatever \
          their order, they are used up here.",
    when: "The most common subset. Look for two equal pairs of pencil marks in one house.",
    other_names: &["Disjoint Subset"],
    example: common_position!("114 832 535"),
};

static NAKED_TRIPLE_LESSON: Lesson = Lesson {
    what: "Three cells of a house that hold no more than three digits between them: these \
          digits go from the other cells.",
    why: "Three cells need three digits, and these three are all there are for them. \
          Whatever their order, they are used up here.",
    when: "Often the cells show two digits each, such as 12, 23, 13; no cell needs all \
          three.",
    other_names: &["Disjoint Subset"],
    example: "+7...+5.+9+8+4+18624973+5+9+548+736+1+24....+7..1.+179.58+4+6...+41...+7\
              .7.+5+9.+46.5+4.....+79+69.7.4.5.:\
              247 267 387 397",
};

static NAKED_QUAD_LESSON: Lesson = Lesson {
    what: "Four cells of a house that hold no more than four digits between them: these \
          digits go from the other cells.",
    why: "Four cells need four digits, and these four are all there are for them. \
          Whatever their order, they are used up here.",
    when: "In houses with eight or nine open cells; in smaller ones a hidden subset of \
          the rest is easier to see.",
    other_names: &["Naked Quad", "Disjoint Subset"],
    example: "+59..2.+4+1+3.+614+5.+7+8.+4.....65.+1+4+9..58+26+6728..+3+9+5+835.+6.+1\
              4+7..6.9.5+3+4+9+5....271.14+5..+9+68:\
              833 334 734 335 735 136 836 936 774 385 386 396",
};

static NAKED_QUINT_LESSON: Lesson = Lesson {
    what: "Five cells of a house that hold five digits between them: these digits go from \
          the other cells.",
    why: "Five cells need five digits, and these five are all there are for them. \
          Whatever their order, they are used up here.",
    when: "Only in houses with seven or more open cells. The other open cells are a \
          hidden subset of at most four, which people see first.",
    other_names: &[],
    example: "+4...3....8.....2.71..6..+3.+4+372+89+4...5.+83..+94+2+94.+2.+5+8+7+3+6.\
              .58+7+4+2+9+29+5...7+38+7+84.2.+156:\
              512 613 114 916 918 622 923 936 155",
};

static NAKED_SEXTET_LESSON: Lesson = Lesson {
    what: "Six cells of a house that hold six digits between them: these digits go from \
          the other cells.",
    why: "Six cells need six digits, and these six are all there are for them. Whatever \
          their order, they are used up here.",
    when: "The counterpart of a hidden pair or triple in the same house; met by programs \
          that count cells only.",
    other_names: &[],
    example: "..69.42.....+72+6...7+2+9.38..43.5.....6+217+4+6+935+89+6....1.26+9+187.\
              +4+25....9....+5+726+418..:\
              812 319 422 822 323 328 928 129 382 388 389",
};

static NAKED_SEPTET_LESSON: Lesson = Lesson {
    what: "Seven cells of a house that hold seven digits between them: these digits go \
          from the one or two cells left.",
    why: "Seven cells need seven digits, and these seven are all there are for them. \
          Whatever their order, they are used up here.",
    when: "The counterpart of a hidden single or pair in a house that is nearly empty; no \
          person looks for it.",
    other_names: &[],
    example: "+1+4+7..9.6.3+5+82+67..4+96+2...3+7.+721...5..4.+6.....7+5.9...42.+6+15.\
              ...8.2+9+41.8+6+53+87+35.+6.+4.:",
};

static NAKED_OCTET_LESSON: Lesson = Lesson {
    what: "Eight cells of an empty house that hold eight digits between them: the ninth \
          cell loses all of them.",
    why: "Eight cells need eight digits, and these eight are all there are for them. \
          Whatever their order, they are used up here.",
    when: "The counterpart of a hidden single in a house without digits. It completes the \
          series of the thesis, no more.",
    other_names: &[],
    example: "............1...........1...1...........................1.............\
              ...........:",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::first;
    use crate::techniques::laid::board;

    #[test]
    fn two_cells_with_the_same_two_candidates_clear_their_houses() {
        let position = board().marked(11, &[1, 2]).marked(12, &[1, 2]);
        let step = first(&position, |p, v| find(p, 2, v)).expect("a naked pair");
        assert_eq!(step.technique, Technique::NakedPair);
        assert_eq!(step.effect.eliminations.len(), 14);
        assert_eq!(first(&position, |p, v| find(p, 3, v)), None);
    }
}
