//! Dual 2-string kite and dual empty rectangle: two patterns in one.
//!
//! Two kites that meet in the same two cells of a box, even kites of different digits, or
//! two empty rectangles of a digit made of the same cells of a box: when they remove
//! different candidates they are taken together as one step. Each half holds by itself.
//!
//! Order: that of the single patterns, the earlier half first.

use super::{Flow, empty_rectangle, turbot};
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, GroupNode, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Cells, Digit};

/// Dual 2-String Kite.
pub static DUAL_TWO_STRING_KITE: Entry =
    Entry::new("dual-two-string-kite", "Dual 2-String Kite", Family::SingleDigit, HODOKU)
        .code("0404")
        .found_by(|p, _, _, v| Ok(find_kites(p, v)))
        .taught_by(&DUAL_TWO_STRING_KITE_LESSON);

/// Dual Empty Rectangle.
pub static DUAL_EMPTY_RECTANGLE: Entry =
    Entry::new("dual-empty-rectangle", "Dual Empty Rectangle", Family::SingleDigit, HODOKU)
        .code("0405")
        .found_by(|p, _, _, v| Ok(find_rectangles(p, v)))
        .taught_by(&DUAL_EMPTY_RECTANGLE_LESSON);

/// Hands out every dual 2-string kite.
pub fn find_kites(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let mut kites = Vec::new();
    let _ = turbot::find_kites(position, &mut |step| collect(&mut kites, step));
    // The two strings meet between the second and the third node.
    let meeting = |nodes: &[GroupNode]| (None, nodes[1].cells.union(nodes[2].cells));
    join(&kites, Technique::DualTwoStringKite, meeting, visit)
}

/// Hands out every dual empty rectangle.
pub fn find_rectangles(
    position: &Position,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let mut rectangles = Vec::new();
    let _ = empty_rectangle::find(position, Scan::Explainer, &mut |step| {
        collect(&mut rectangles, step)
    });
    // The first two nodes are the cells of the box.
    let in_box = |nodes: &[GroupNode]| (Some(nodes[0].digit), nodes[0].cells.union(nodes[1].cells));
    join(&rectangles, Technique::DualEmptyRectangle, in_box, visit)
}

fn collect(steps: &mut Vec<Step>, step: Step) -> Flow {
    steps.push(step);
    ControlFlow::Continue(())
}

/// Joins steps whose chains have the same key.
fn join(
    steps: &[Step],
    technique: Technique,
    key: impl Fn(&[GroupNode]) -> (Option<Digit>, Cells),
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let common = |step: &Step| match &step.reason {
        Reason::Alternating(chain) if chain.nodes.len() == 4 => Some(key(&chain.nodes)),
        _ => None,
    };
    for (index, first) in steps.iter().enumerate() {
        for second in &steps[index + 1..] {
            if common(first) == common(second)
                && first.effect.eliminations.first() != second.effect.eliminations.first()
            {
                visit(joined(technique, first, second))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two steps taken as one.
pub(super) fn joined(technique: Technique, first: &Step, second: &Step) -> Step {
    let both = first.effect.eliminations.iter().chain(&second.effect.eliminations);
    Step {
        technique,
        effect: Effect::remove(both.copied()),
        reason: Reason::Joined(vec![first.reason.clone(), second.reason.clone()]),
    }
}

static DUAL_TWO_STRING_KITE_LESSON: Lesson = Lesson {
    what: "Two 2-string kites, perhaps of different digits, that meet in the same two \
          cells of a box; each removes a candidate.",
    why: "Both kites hold by themselves; they are told together because one looks at them \
          together.",
    when: "When two cells of a box end a row and a column in both ways, or for two \
          digits.",
    other_names: &[],
    example: "+1.2+47.+9+8.+89+4+2.+6.+717.5+1+89..4+31+782+4+659+9+4+8+5+6+1+73+2+2+5\
              6.9.1+4+8+5236+18+4+9+74+7....8..+68..+4...3:",
};

static DUAL_EMPTY_RECTANGLE_LESSON: Lesson = Lesson {
    what: "Two empty rectangles of a digit made of the same cells of a box; each removes \
          a candidate.",
    why: "Both hold by themselves; they are told together because one looks at them \
          together.",
    when: "When two lines outside lead to the same box.",
    other_names: &[],
    example: ".+31..+6+4829+26+834.+1.+4.+8+21.+9+3+6.+6..49+8+2+12946+8+1+3..+8+1.52.\
              6+4+93.+2+1+6+8.9+4689+4.+21.+31+4....268:",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::regression::Case;

    const DUAL_KITE: &str = ":0404:1:32.+5479.6..6+2+1+3.+5..+45+69+8+23.+5..+47+2.....+79.1.+25..28.+57..+2+1+4+3+5+9+67+86+73+1+84+5+9+2.5.+726143::149 168::";

    #[test]
    fn two_kites_that_meet_in_the_same_cells_are_one_step() {
        let case = Case::read(DUAL_KITE).expect("a good line").expect("no comment");
        let step = super::super::first(&case.position, |p, visit| find_kites(p, visit));
        let step = step.expect("a dual kite");
        assert_eq!(step.effect.eliminations, case.eliminations);
        assert_eq!(check(&case.position, &step), Ok(()));
        // Without one of the halves there is nothing to join.
        let mut single = case.position.clone();
        single.remove(case.eliminations[0].cell, case.eliminations[0].digit);
        assert_eq!(super::super::first(&single, |p, visit| find_kites(p, visit)), None);
    }
}
