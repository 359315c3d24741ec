//! The rules a set can be made of, by the names of the catalogue of techniques.

use std::ops::ControlFlow;
use sudolab_grid::halt::Halt;
use sudolab_logic::entry::Scan;
use sudolab_logic::position::Position;
use sudolab_logic::step::Step;
use sudolab_logic::technique::Technique;

/// One rule of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    /// A technique of the catalogue.
    Technique(Technique),
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
        let known = NAMES.contains(&name);
        match name {
            "explainer" => Some(Rule::Explainer),
            _ => Technique::from_id(name).filter(|_| known).map(Rule::Technique),
        }
    }

    /// The first step the rule finds. The Explainer rule is searched elsewhere.
    pub fn first(self, position: &Position) -> Option<Step> {
        let Rule::Technique(technique) = self else { return None };
        let find = technique.entry().find?;
        let mut found = None;
        let never = Halt::never();
        // Nothing stops the search but the first step.
        let _ = find(position, Scan::Explainer, &mut never.pulse(), &mut |step| {
            found = Some(step);
            ControlFlow::Break(())
        });
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
        assert_eq!(Rule::named("naked-octet"), Some(Rule::Technique(Technique::NakedOctet)));
        assert_eq!(Rule::named("hidden-pair"), Some(Rule::Technique(Technique::HiddenPair)));
        assert_eq!(Rule::named("squirmbag"), Some(Rule::Technique(Technique::Squirmbag)));
        assert_eq!(Rule::named("guess"), None);
        assert_eq!(Rule::named("skyscraper"), None, "in the catalogue, but of no set");
    }
}
