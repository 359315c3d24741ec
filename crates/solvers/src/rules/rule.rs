//! The rules a set can be made of, by the names of the catalogue of techniques.

use std::ops::ControlFlow;
use sudolab_grid::halt::Halt;
use sudolab_logic::entry::Scan;
use sudolab_logic::position::Position;
use sudolab_logic::step::Step;
use sudolab_logic::technique::Technique;

/// One rule of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SetRule {
    /// A technique of the catalogue.
    Technique(Technique),
    /// Every technique of the Explainer profile, easiest first, uniqueness and chains included.
    Explainer,
}

/// The rule that is no single technique.
const EXPLAINER: &str = "explainer";

const N_RULES: usize = {
    let (mut n, mut at) = (0, 0);
    while at < Technique::ALL.len() {
        n += Technique::ALL[at].entry().rule as usize;
        at += 1;
    }
    n
};

/// The names in the order of the catalogue: the techniques whose entries say that they are rules.
pub(super) const NAMES: &[&str] = &{
    let mut names = [EXPLAINER; N_RULES + 1];
    let (mut n, mut at) = (0, 0);
    while at < Technique::ALL.len() {
        let entry = Technique::ALL[at].entry();
        if entry.rule {
            names[n] = entry.id;
            n += 1;
        }
        at += 1;
    }
    names
};

impl SetRule {
    /// The rule of a name in [`NAMES`].
    pub fn named(name: &str) -> Option<SetRule> {
        match name {
            EXPLAINER => Some(SetRule::Explainer),
            _ => Technique::from_id(name).filter(|it| it.entry().rule).map(SetRule::Technique),
        }
    }

    /// The first step the rule finds. The Explainer rule is searched elsewhere.
    pub fn first(self, position: &Position) -> Option<Step> {
        let SetRule::Technique(technique) = self else { return None };
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
        let rules: Vec<SetRule> = NAMES.iter().filter_map(|n| SetRule::named(n)).collect();
        assert_eq!(rules.len(), NAMES.len());
        for (i, rule) in rules.iter().enumerate() {
            assert!(!rules[..i].contains(rule), "{rule:?} twice");
        }
        assert_eq!(SetRule::named("naked-octet"), Some(SetRule::Technique(Technique::NakedOctet)));
        assert_eq!(SetRule::named("hidden-pair"), Some(SetRule::Technique(Technique::HiddenPair)));
        assert_eq!(SetRule::named("squirmbag"), Some(SetRule::Technique(Technique::Squirmbag)));
        assert_eq!(SetRule::named("guess"), None);
        assert_eq!(SetRule::named("skyscraper"), None, "in the catalogue, but of no set");
    }
}
