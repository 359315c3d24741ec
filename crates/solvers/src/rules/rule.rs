//! The rules a set can be made of, by the names of the catalogue of techniques.

use std::ops::ControlFlow;
use sudolab_logic::position::Position;
use sudolab_logic::step::Step;
use sudolab_logic::techniques::{
    Flow, fish, hidden_single, hidden_subset, locked_candidates, naked_single, naked_subset, wing,
};

/// One rule of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    FullHouse,
    HiddenSingle,
    NakedSingle,
    Pointing,
    Claiming,
    NakedSubset(usize),
    HiddenSubset(usize),
    Fish(usize),
    XyWing,
    XyzWing,
    /// Every technique of the Explainer profile, easiest first, uniqueness and chains included.
    Explainer,
}

/// The names in the order of the catalogue.
pub(super) const NAMES: &[&str] = &[
    "full-house",
    "hidden-single",
    "naked-single",
    "pointing",
    "claiming",
    "naked-pair",
    "naked-triple",
    "naked-quad",
    "naked-quint",
    "naked-sextet",
    "naked-septet",
    "naked-octet",
    "hidden-pair",
    "hidden-triple",
    "hidden-quad",
    "hidden-quint",
    "hidden-sextet",
    "hidden-septet",
    "hidden-octet",
    "x-wing",
    "swordfish",
    "jellyfish",
    "squirmbag",
    "xy-wing",
    "xyz-wing",
    "explainer",
];

impl Rule {
    /// The rule of a name in [`NAMES`].
    pub fn named(name: &str) -> Option<Rule> {
        let place = NAMES.iter().position(|n| *n == name)?;
        Some(match place {
            0 => Rule::FullHouse,
            1 => Rule::HiddenSingle,
            2 => Rule::NakedSingle,
            3 => Rule::Pointing,
            4 => Rule::Claiming,
            5..=11 => Rule::NakedSubset(place - 3),
            12..=18 => Rule::HiddenSubset(place - 10),
            19..=22 => Rule::Fish(place - 17),
            23 => Rule::XyWing,
            24 => Rule::XyzWing,
            _ => Rule::Explainer,
        })
    }

    /// The first step the rule finds. The Explainer rule is searched elsewhere.
    pub fn first(self, position: &Position) -> Option<Step> {
        let mut found = None;
        let mut keep = |step: Step| -> Flow {
            found = Some(step);
            ControlFlow::Break(())
        };
        let _ = match self {
            Rule::FullHouse => hidden_single::find_full_houses(position, &mut keep),
            Rule::HiddenSingle => hidden_single::find(position, &mut keep),
            Rule::NakedSingle => naked_single::find(position, &mut keep),
            Rule::Pointing => locked_candidates::find_pointing(position, &mut keep),
            Rule::Claiming => locked_candidates::find_claiming(position, &mut keep),
            Rule::NakedSubset(size) => naked_subset::find(position, size, &mut keep),
            Rule::HiddenSubset(size) => hidden_subset::find(position, size, &mut keep),
            Rule::Fish(size) => fish::find(position, size, &mut keep),
            Rule::XyWing => wing::find_xy(position, &mut keep),
            Rule::XyzWing => wing::find_xyz(position, &mut keep),
            Rule::Explainer => ControlFlow::Continue(()),
        };
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_for_a_rule_of_its_own() {
        let rules: Vec<Rule> = NAMES.iter().filter_map(|n| Rule::named(n)).collect();
        assert_eq!(rules.len(), NAMES.len());
        for (i, rule) in rules.iter().enumerate() {
            assert!(!rules[..i].contains(rule), "{rule:?} twice");
        }
        assert_eq!(Rule::named("naked-octet"), Some(Rule::NakedSubset(8)));
        assert_eq!(Rule::named("hidden-pair"), Some(Rule::HiddenSubset(2)));
        assert_eq!(Rule::named("squirmbag"), Some(Rule::Fish(5)));
        assert_eq!(Rule::named("guess"), None);
    }
}
