//! Template set and template delete: all ways to place one digit on the whole board.
//!
//! A template of a digit is nine cells, one in each row, column and box, that hold the
//! digit already or may still hold it. A cell that is in all templates of a digit holds
//! it; a candidate that is in none goes. A cell settled this way for one digit bars the
//! templates of the others that use it, which may settle more.
//!
//! Order: digits.

use super::Flow;
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Candidate, Cells, Digit};

/// Template Set.
pub static TEMPLATE_SET: Entry =
    Entry::new("template-set", "Template Set", Family::LastResort, HODOKU)
        .code("1201")
        .found_by(|p, _, _, v| Ok(find_set(p, v)))
        .taught_by(&TEMPLATE_SET_LESSON);

/// Template Delete.
pub static TEMPLATE_DELETE: Entry =
    Entry::new("template-delete", "Template Delete", Family::LastResort, HODOKU)
        .code("1202")
        .found_by(|p, _, _, v| Ok(find_delete(p, v)))
        .taught_by(&TEMPLATE_DELETE_LESSON);

/// Hands out the placements by templates, one step for each digit.
pub fn find_set(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let Some(found) = Templates::of(position) else { return ControlFlow::Continue(()) };
    for digit in Digit::all() {
        let cells = found.all[digit.index()].intersection(position.empty_cells());
        if !cells.is_empty() {
            let placements = cells.into_iter().map(|cell| Candidate::new(cell, digit)).collect();
            let effect = Effect { placements, eliminations: Vec::new() };
            visit(found.step(Technique::TemplateSet, effect, digit))?;
        }
    }
    ControlFlow::Continue(())
}

/// Hands out the eliminations by templates, one step for each digit.
pub fn find_delete(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let Some(found) = Templates::of(position) else { return ControlFlow::Continue(()) };
    for digit in Digit::all() {
        let cells = position.cells_with(digit).without(found.any[digit.index()]);
        if !cells.is_empty() {
            let effect = Effect::remove_digit(cells, digit);
            visit(found.step(Technique::TemplateDelete, effect, digit))?;
        }
    }
    ControlFlow::Continue(())
}

/// The cells in all templates of each digit, and those in any.
struct Templates {
    all: [Cells; 9],
    any: [Cells; 9],
    /// What was settled, in order.
    settled: Vec<Candidate>,
}

impl Templates {
    /// Nothing when a digit has no template left: then the position has no solution.
    fn of(position: &Position) -> Option<Self> {
        let mut found =
            Self { all: [Cells::EMPTY; 9], any: [Cells::EMPTY; 9], settled: Vec::new() };
        loop {
            let n_settled = found.settled.len();
            for digit in Digit::all() {
                let barred: Cells =
                    found.settled.iter().filter(|c| c.digit != digit).map(|c| c.cell).collect();
                let (all, any) = survey(position, digit, barred)?;
                let new = all.intersection(position.empty_cells());
                for cell in new {
                    let candidate = Candidate::new(cell, digit);
                    if !found.settled.contains(&candidate) {
                        found.settled.push(candidate);
                    }
                }
                found.all[digit.index()] = all;
                found.any[digit.index()] = any;
            }
            if found.settled.len() == n_settled {
                return Some(found);
            }
        }
    }

    fn step(&self, technique: Technique, effect: Effect, digit: Digit) -> Step {
        let settled = self.settled.clone();
        Step { technique, effect, reason: Reason::Templates { digit, settled } }
    }
}

/// The cells in all and in any templates of a digit that avoid the barred cells.
fn survey(position: &Position, digit: Digit, barred: Cells) -> Option<(Cells, Cells)> {
    let placed: Cells = (0..81)
        .map(sudolab_grid::nine::Cell::new)
        .filter(|&cell| position.value(cell) == Some(digit))
        .collect();
    let open = position.cells_with(digit).without(barred).union(placed);
    let mut walk = Walk { open, placed, all: Cells::ALL, any: Cells::EMPTY };
    walk.row(0, 0, 0, Cells::EMPTY);
    (!walk.any.is_empty()).then_some((walk.all, walk.any))
}

struct Walk {
    open: Cells,
    placed: Cells,
    all: Cells,
    any: Cells,
}

impl Walk {
    /// Chooses a cell of each row in turn; columns and boxes are used once.
    fn row(&mut self, row: usize, columns: u16, boxes: u16, template: Cells) {
        if row == 9 {
            self.all = self.all.intersection(template);
            self.any = self.any.union(template);
            return;
        }
        let house = sudolab_grid::nine::House::row(row);
        let fixed = self.placed.intersection(house.cells());
        let choices = if fixed.is_empty() { self.open.intersection(house.cells()) } else { fixed };
        for cell in choices {
            let (column, block) = (1 << cell.column(), 1 << cell.block());
            if columns & column == 0 && boxes & block == 0 {
                let mut longer = template;
                longer.insert(cell);
                self.row(row + 1, columns | column, boxes | block, longer);
            }
        }
    }
}

static TEMPLATE_SET_LESSON: Lesson = Lesson {
    what: "Go through all ways in which one digit can lie on the whole board. A cell that \
          is in all of them holds it.",
    why: "One of the ways is that of the solution. What all share, it has.",
    when: "A matter of programs: there are thousands of ways at first, and a handful near \
          the end.",
    other_names: &["Pattern Overlay Method"],
    example: common_position!("114 832 535 137 537"),
};

static TEMPLATE_DELETE_LESSON: Lesson = Lesson {
    what: "Go through all ways in which one digit can lie on the whole board. A candidate \
          that is in none of them goes.",
    why: "One of the ways is that of the solution. What none has, it has not.",
    when: "A matter of programs; all fish and colours of one digit are cases of it.",
    other_names: &["Pattern Overlay Method"],
    example: common_position!(""),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::regression::Case;

    const SET: &str = ":1201:8:...3+289....9.71..+3..3+9.+42.791..8+3.+7+2.5..+9..3.....4..964.2+8.+73.....23.7....54.9.+2.:612 413 622 822 527 827 654 862 564 188 888 189 889 191 691 891 692 892::899:";

    #[test]
    fn a_cell_in_all_templates_is_placed() {
        let case = Case::read(SET).expect("a good line").expect("no comment");
        let mut found = false;
        let _ = find_set(&case.position, &mut |step| {
            assert_eq!(check(&case.position, &step), Ok(()));
            found |= step.effect.placements == case.placements;
            ControlFlow::Continue(())
        });
        assert!(found);
    }

    #[test]
    fn the_empty_board_has_a_template_through_every_cell() {
        let empty = Position::empty();
        assert_eq!(super::super::first(&empty, |p, visit| find_delete(p, visit)), None);
        assert_eq!(super::super::first(&empty, |p, visit| find_set(p, visit)), None);
    }
}
