//! Which sets of digits a group may hold as a whole.
//!
//! Where every two variables of a group stand in a relation, such as "less than four apart", two
//! digits that go together in no two of them are never both in the group. If that leaves few sets
//! of as many digits as there are variables, a propagator keeps them: for a line of consecutive
//! digits it knows the digits that every such line holds.

use super::super::compile::Compiler;
use super::super::propagator::{Mask, digits};

/// Groups of fewer variables are told by the relations themselves.
const FEWEST: usize = 3;

pub(super) fn derive(compiler: &mut Compiler<'_>) {
    let groups: Vec<Vec<u16>> = compiler
        .groups
        .iter()
        .filter(|group| group.len() >= FEWEST && compiler.digits_of_full(group).is_none())
        .cloned()
        .collect();
    for cells in groups {
        let Some(together) = compiler.goes_together(&cells) else { continue };
        let all = cells.iter().fold(0, |set, &cell| set | compiler.domains[usize::from(cell)]);
        let Some(sets) = compiler.sets_of_digits(all, cells.len()) else { continue };
        let fits = |set: &Mask| digits(*set).all(|d| set & !(1 << d) & !together[d] == 0);
        let fitting: Vec<Mask> = sets.iter().copied().filter(fits).collect();
        if 2 * fitting.len() <= sets.len() {
            compiler.add_sets(cells, &fitting);
        }
    }
}
