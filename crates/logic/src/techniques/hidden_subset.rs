//! Hidden pair, triple, quadruple … octuple: `n` digits of a house with only `n`
//! cells to go to fill these cells, which lose every other candidate.
//!
//! A member may be missing from some of the cells, but has at least two places.
//!
//! Order: boxes, columns, rows; sets of digits in ascending numerical order. HoDoKu goes through boxes,
//! rows, columns, lets the first member vary slowest and takes digits with one place among them.

use super::{Choice, Flow, combinations};
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{BOTH, DRAFT, Family};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Digit, Digits};

/// Hidden Pair.
pub static HIDDEN_PAIR: Entry = Entry::new("hidden-pair", "Hidden Pair", Family::Sets, BOTH)
    .code("0210")
    .found_by(|p, scan, _, v| Ok(scanned(p, 2, scan, v)))
    .simple()
    .rule()
    .taught_by(&HIDDEN_PAIR_LESSON);

/// Hidden Triple.
pub static HIDDEN_TRIPLE: Entry = Entry::new("hidden-triple", "Hidden Triple", Family::Sets, BOTH)
    .in_explainer("Hidden Triplet")
    .code("0211")
    .found_by(|p, scan, _, v| Ok(scanned(p, 3, scan, v)))
    .simple()
    .rule()
    .taught_by(&HIDDEN_TRIPLE_LESSON);

/// Hidden Quadruple.
pub static HIDDEN_QUAD: Entry = Entry::new("hidden-quad", "Hidden Quadruple", Family::Sets, BOTH)
    .in_explainer("Hidden Quad")
    .code("0212")
    .found_by(|p, scan, _, v| Ok(scanned(p, 4, scan, v)))
    .simple()
    .rule()
    .taught_by(&HIDDEN_QUAD_LESSON);

/// Hidden Quintuple.
pub static HIDDEN_QUINT: Entry =
    Entry::new("hidden-quint", "Hidden Quintuple", Family::Sets, DRAFT)
        .found_by(|p, _, _, v| Ok(find(p, 5, v)))
        .unlisted()
        .rule()
        .taught_by(&HIDDEN_QUINT_LESSON);

/// Hidden Sextuple.
pub static HIDDEN_SEXTET: Entry =
    Entry::new("hidden-sextet", "Hidden Sextuple", Family::Sets, DRAFT)
        .found_by(|p, _, _, v| Ok(find(p, 6, v)))
        .unlisted()
        .rule()
        .taught_by(&HIDDEN_SEXTET_LESSON);

/// Hidden Septuple.
pub static HIDDEN_SEPTET: Entry =
    Entry::new("hidden-septet", "Hidden Septuple", Family::Sets, DRAFT)
        .found_by(|p, _, _, v| Ok(find(p, 7, v)))
        .unlisted()
        .rule()
        .taught_by(&HIDDEN_SEPTET_LESSON);

/// Hidden Octuple.
pub static HIDDEN_OCTET: Entry = Entry::new("hidden-octet", "Hidden Octuple", Family::Sets, DRAFT)
    .found_by(|p, _, _, v| Ok(find(p, 8, v)))
    .unlisted()
    .rule()
    .taught_by(&HIDDEN_OCTET_LESSON);

/// Hands out every hidden subset of this size, 2 to 8; nothing for other sizes.
pub fn find(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    search(position, size, Scan::Explainer, visit)
}

/// As the scan says, for two to four digits.
fn scanned(
    position: &Position,
    size: usize,
    scan: Scan,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Flow {
    scan.each(|scan| search(position, size, scan, visit))
}

fn search(
    position: &Position,
    size: usize,
    scan: Scan,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let Some(technique) = Technique::hidden_subset(size) else {
        return ControlFlow::Continue(());
    };
    for house in scan.houses() {
        if position.n_empty_in(house) <= size {
            continue;
        }
        let places = position.places_by_digit(house);
        let mut members = [Digit::from_index(0); 9];
        let mut n = 0;
        for digit in Digit::all() {
            if (scan.least_member()..=size).contains(&(places[digit.index()].count_ones() as usize))
            {
                members[n] = digit;
                n += 1;
            }
        }
        combinations(&members[..n], size, scan.slowest(), |chosen| {
            let taken = chosen.iter().fold(0, |set, digit| set | places[digit.index()]);
            if taken.count_ones() as usize > size {
                return Choice::Skip;
            }
            if chosen.len() < size || taken.count_ones() as usize != size {
                return Choice::Extend;
            }
            let (cells, digits) = (house.cells_at(taken), chosen.iter().copied().collect());
            let effect = Effect::remove(position.among(cells, Digits::ALL.without(digits)));
            if effect.is_empty() {
                return Choice::Skip;
            }
            let reason = Reason::HiddenSubset { house, cells, digits, single: None };
            Choice::Hand(visit(Step { technique, effect, reason }))
        })?;
    }
    ControlFlow::Continue(())
}

static HIDDEN_PAIR_LESSON: Lesson = Lesson {
    what: "Two digits have the same two places in a house: everything else goes from \
          these two cells.",
    why: "Two digits need two cells, and these two are all they have. Another digit in \
          one of them would leave one of the two without a place.",
    when: "When a house has many candidates: look where a digit has two places, and \
          whether another digit has the same two.",
    other_names: &["Unique Subset"],
    example: "+1+4+7..9.6.3+5+82+67..4+96+2...3+7.+721+6..5..4.+6.....7+5.9+7..42+6+6+\
              15...+78.2+9+41+78+6+53+87+35.+6.+4+1:\
              155 156",
};

static HIDDEN_TRIPLE_LESSON: Lesson = Lesson {
    what: "Three digits have three places between them in a house: everything else goes \
          from these cells.",
    why: "Three digits need three cells, and these three are all they have. Another digit \
          in one of them would leave one of the three without a place.",
    when: "Hard to see among many pencil marks; digits with two or three places in the \
          same cells give it away.",
    other_names: &["Unique Subset"],
    example: "+1+28....+56.37..2.+8.4.+9...+23..9+3..7+5+142.+4+15..9.+71+5.3.+62+8.7+\
              6.9.+142..1...+8+6...+26.1.75:\
              425 834 735 845 384 484 584 485 891",
};

static HIDDEN_QUAD_LESSON: Lesson = Lesson {
    what: "Four digits have four places between them in a house: everything else goes \
          from these cells.",
    why: "Four digits need four cells, and these four are all they have. Another digit in \
          one of them would leave one of the four without a place.",
    when: "In houses that are nearly empty. The other open cells are then a naked subset, \
          which may be easier to find.",
    other_names: &["Hidden Quad", "Unique Subset"],
    example: "5.62+71..4.7........+1......+7+7..6.54.1+1384+92+6+75+6+4+5+7+1..9+2..75\
              6.....+5.1.+72..4+6+13+2+9758:\
              327 328 329 337 338",
};

static HIDDEN_QUINT_LESSON: Lesson = Lesson {
    what: "Five digits have five places between them in a house: everything else goes \
          from these cells.",
    why: "Five digits need five cells, and these five are all they have. Another digit in \
          one of them would leave one of the five without a place.",
    when: "The counterpart of a naked subset of the other open cells, which is smaller \
          and seen first.",
    other_names: &[],
    example: "+7+9+8+321+6453+2+4+5+967..+6+5+1+8+4+729+35+69+41+3..2+83+2+6+7+9...14+\
              7+258+3+6.+916+7.5.+2.+27+59.+4.3.4+8+3+1.+2...:\
              875",
};

static HIDDEN_SEXTET_LESSON: Lesson = Lesson {
    what: "Six digits have six places between them in a house: everything else goes from \
          these cells.",
    why: "Six digits need six cells, and these six are all they have. Another digit in \
          one of them would leave one of the six without a place.",
    when: "The counterpart of a naked pair or triple; met by programs that count digits \
          only.",
    other_names: &[],
    example: ".+4+1...+58+2+2+6.54.+3+195.9...+7+46+4138..+295....2.+6+3+46.+2+3.4+8+7\
              +11.+4...+96.92+6+43.1+5..7+56..42.:\
              836 852 754 756 876 879 895 896",
};

static HIDDEN_SEPTET_LESSON: Lesson = Lesson {
    what: "Seven digits have seven places between them in a house: everything else goes \
          from these cells.",
    why: "Seven digits need seven cells, and these seven are all they have. Another digit \
          in one of them would leave one of the seven without a place.",
    when: "The counterpart of a naked pair in an empty house, or of a naked single in one \
          with a digit; no person looks for it.",
    other_names: &[],
    example: ".........123......456...............7...........................7.....\
              ...........:",
};

static HIDDEN_OCTET_LESSON: Lesson = Lesson {
    what: "Eight digits have eight places between them in an empty house: the ninth digit \
          goes from these cells.",
    why: "Eight digits need eight cells, and these eight are all they have. Another digit \
          in one of them would leave one of the eight without a place.",
    when: "The counterpart of a naked single in a house without digits. It completes the \
          series of the draft, no more.",
    other_names: &[],
    example: ".........123......456......7..........................8...............\
              ...........:",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::first;
    use sudolab_grid::nine::Cell;

    #[test]
    fn two_digits_with_the_same_two_places_keep_them() {
        let mut position = Position::empty();
        for cell in (2..9).map(Cell::new) {
            for digit in Digits::from_bits(0b11) {
                position.remove(cell, digit);
            }
        }
        let step = first(&position, |p, v| find(p, 2, v)).expect("a hidden pair");
        assert_eq!(step.technique, Technique::HiddenPair);
        assert_eq!(step.effect.eliminations.len(), 14);
        assert_eq!(first(&position, |p, v| find(p, 3, v)), None);
    }
}
