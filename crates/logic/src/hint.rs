//! The order of hints: what a person sees first.
//!
//! A rating takes techniques in the order of its profile; there a hidden pair that yields a
//! single comes before a plain naked single, which looks absurd to a player. Here singles come
//! first, then locked candidates, then small sets, and only then what the profile finds.

use crate::position::Position;
use crate::step::Step;
use crate::techniques::{
    Flow, first, fish, hidden_single, hidden_subset, locked_candidates, naked_single, naked_subset,
    wing,
};

/// The first of the simple steps in the order a person would see them; `None` when only harder
/// techniques are left.
///
/// ```
/// use sudolab_logic::{hint, position::Position, technique::Technique};
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let step = hint::easiest_to_see(&Position::from_line(line).unwrap()).unwrap();
/// assert_eq!(step.technique, Technique::HiddenSingle);
/// ```
pub fn easiest_to_see(position: &Position) -> Option<Step> {
    type Find = fn(&Position, &mut dyn FnMut(Step) -> Flow) -> Flow;
    let order: [Find; 14] = [
        |p, v| hidden_single::find_full_houses(p, v),
        |p, v| hidden_single::find(p, v),
        |p, v| naked_single::find(p, v),
        |p, v| locked_candidates::find_pointing(p, v),
        |p, v| locked_candidates::find_claiming(p, v),
        |p, v| naked_subset::find(p, 2, v),
        |p, v| hidden_subset::find(p, 2, v),
        |p, v| naked_subset::find(p, 3, v),
        |p, v| hidden_subset::find(p, 3, v),
        |p, v| fish::find(p, 2, v),
        |p, v| naked_subset::find(p, 4, v),
        |p, v| fish::find(p, 3, v),
        |p, v| wing::find_xy(p, v),
        |p, v| wing::find_xyz(p, v),
    ];
    order.into_iter().find_map(|find| first(position, find))
}
