//! Hidden single: a house with one place left for a digit takes it there; when that
//! place is also the last empty cell of the house, it is a full house.
//!
//! Order: boxes, columns, rows (first all full houses, then the rest), digits
//! ascending within a house.

use super::Flow;
use crate::entry::{Entry, Scan};
use crate::explain;
use crate::lesson::Lesson;
use crate::origin::{BOTH, Family};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::Candidate;

/// Full House.
pub static FULL_HOUSE: Entry = Entry::new("full-house", "Full House", Family::Singles, BOTH)
    .in_explainer("Hidden Single")
    .code("0000")
    .found_by(|p, _, _, v| Ok(find_full_houses(p, v)))
    .told_by(explain::full_house)
    .simple()
    .rule()
    .taught_by(&FULL_HOUSE_LESSON);

/// Hidden Single.
pub static HIDDEN_SINGLE: Entry =
    Entry::new("hidden-single", "Hidden Single", Family::Singles, BOTH)
        .code("0002")
        .found_by(|p, _, _, v| Ok(find(p, v)))
        .simple()
        .rule()
        .taught_by(&HIDDEN_SINGLE_LESSON);

/// Hands out every full house, then every other hidden single.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    find_full_houses(position, visit)?;
    find_hidden(position, visit)
}

/// Hands out the full houses only.
pub fn find_full_houses(
    position: &Position,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    scan(position, true, visit)
}

/// Hands out the hidden singles in houses with more than one empty cell.
pub fn find_hidden(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    scan(position, false, visit)
}

fn scan(
    position: &Position,
    full_houses: bool,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    for house in Scan::Explainer.houses() {
        let singles = position.hidden_singles(house);
        if singles.is_empty() || (position.n_empty_in(house) == 1) != full_houses {
            continue;
        }
        for digit in singles {
            let places = position.places(house, digit);
            let cell = house.cell(places.trailing_zeros() as usize);
            visit(Step {
                technique: if full_houses { Technique::FullHouse } else { Technique::HiddenSingle },
                effect: Effect::place(cell, digit),
                reason: Reason::HiddenSingle { house, single: Candidate::new(cell, digit) },
            })?;
        }
    }
    ControlFlow::Continue(())
}

static FULL_HOUSE_LESSON: Lesson = Lesson {
    what: "A house with a single empty cell takes the one digit it still lacks.",
    why: "A row, column or box holds each digit once. With eight digits there, only the \
          ninth is missing and only one cell is free for it.",
    when: "At the end of every puzzle, and after every digit placed: look along the row, \
          the column and the box of the cell just filled.",
    other_names: &["Last Digit", "Last Remaining Cell"],
    example: ".1+4+6.78..7+8+62+9+5+3+14.59+81+4..+6+4+3+8+5+629+7+1+5+92+7+4+1+63+86+\
              7+198+3..2+8+67+15+9..+39+4+5+3+2+61+8+7+1+234+7+8+56+9:\
              518",
};

static HIDDEN_SINGLE_LESSON: Lesson = Lesson {
    what: "In some house a digit has one place left. It goes there, however many \
          candidates the cell still shows.",
    why: "The house needs the digit, and every other empty cell of it sees the digit \
          already or has lost it as a candidate.",
    when: "The work horse: most steps of easy puzzles. Take a digit that is often on the \
          board and look box by box where the lines it stands in leave room.",
    other_names: &["Pinned Digit", "Single Position", "Unique Candidate"],
    example: ".1+4..78..7..2...+14.59+81+4..+6.+3...29...+92...+63.6+7+198+3..2..7.5..\
              ..9.....1....34...6.:\
              915 518 319 625 626 841 144 448 548 549 849 159 559 271 471 872 674 176 876 \
              377 878 979 682 882 883 684 685 288 788 889 291 891 996 599 899",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::first;

    #[test]
    fn the_last_cell_of_a_row_is_a_full_house() {
        let mut clues = [0; 81];
        for (clue, number) in clues.iter_mut().zip(1..=8) {
            *clue = number;
        }
        let position = Position::from_clues(&clues).expect("no conflict");
        let step = first(&position, |p, v| find(p, v)).expect("a full house");
        assert_eq!(step.technique, Technique::FullHouse);
        assert_eq!(step.effect.placements[0].to_string(), "r1c9=9");
    }
}
