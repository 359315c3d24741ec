//! Dual 2-string kite and dual empty rectangle: two patterns in one.
//!
//! Two kites that meet in the same two cells of a box, even kites of different digits, or
//! two empty rectangles of a digit made of the same cells of a box: when they remove
//! different candidates they are taken together as one step. Each half holds by itself.
//!
//! Order: that of the single patterns, the earlier half first.

use super::{Flow, empty_rectangle, turbot};
use crate::board::{Cells, Digit};
use crate::position::Position;
use crate::step::{Effect, GroupNode, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

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
    let _ = empty_rectangle::find(position, &mut |step| collect(&mut rectangles, step));
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
