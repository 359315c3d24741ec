//! Puzzles and plans that the program carries, so that a study needs no file.
//!
//! Origin of the puzzles: `data/README.md`.

use crate::packed::unpack;
use std::sync::OnceLock;
use sudolab_grid::halt::{Halt, Stop};

/// A set of puzzles inside the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinSet {
    /// The name used in plans.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    content: Content,
}

#[derive(Clone, Copy, Debug)]
enum Content {
    Plain(&'static str),
    /// A list in few bytes, and its text once somebody has asked for it: a quarter of a second.
    Packed(&'static [u8], &'static OnceLock<String>),
}

static ROYLE17: OnceLock<String> = OnceLock::new();

/// Every built-in set.
pub static SETS: &[BuiltinSet] = &[
    BuiltinSet {
        name: "top95",
        about: "95 hard puzzles, the list of Norvig and of Chi & Lange",
        content: Content::Plain(include_str!("../puzzles/top95.txt")),
    },
    BuiltinSet {
        name: "royle17-400",
        about: "400 random puzzles with 17 clues",
        content: Content::Plain(include_str!("../puzzles/royle17-400.txt")),
    },
    BuiltinSet {
        name: "royle17",
        about: "all 49158 known puzzles with 17 clues",
        content: Content::Packed(include_bytes!("../puzzles/royle17.packed"), &ROYLE17),
    },
];

impl BuiltinSet {
    /// The set with a name.
    pub fn find(name: &str) -> Option<&'static BuiltinSet> {
        SETS.iter().find(|set| set.name == name)
    }

    /// Its puzzles, one per line.
    pub fn text(&self) -> &'static str {
        self.text_within(&Halt::never()).unwrap_or_default()
    }

    /// The same, unless the halt ends the unpacking of a long list first.
    ///
    /// # Errors
    /// What stopped it.
    pub fn text_within(&self, halt: &Halt<'_>) -> Result<&'static str, Stop> {
        match self.content {
            Content::Plain(text) => Ok(text),
            Content::Packed(bytes, text) => match text.get() {
                Some(text) => Ok(text),
                None => {
                    let unpacked = unpack(bytes, halt)?;
                    Ok(text.get_or_init(|| unpacked))
                }
            },
        }
    }
}

/// A plan inside the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinPlan {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// Every built-in plan; the first is the one that runs when none is named.
pub const PLANS: &[BuiltinPlan] = &[
    BuiltinPlan {
        name: "quick",
        about: "every algorithm on easy and hard puzzles, two to three minutes on two cores",
        text: include_str!("../plans/quick.toml"),
    },
    BuiltinPlan {
        name: "phase-transition",
        about: "hardness against the number of clues, 17 to 60 in 31 steps; any algorithms: --algorithm",
        text: include_str!("../plans/phase-transition.toml"),
    },
    BuiltinPlan {
        name: "thesis",
        about: "Berggren & Nilsson 2012: rules and backtracking on all puzzles with 17 clues",
        text: include_str!("../plans/thesis.toml"),
    },
    BuiltinPlan {
        name: "thesis-boltzmann",
        about: "Berggren & Nilsson 2012: the Boltzmann machine on 400 puzzles with 46 clues",
        text: include_str!("../plans/thesis-boltzmann.toml"),
    },
    BuiltinPlan {
        name: "chi-lange",
        about: "Chi & Lange 2012: projections, annealing, backtracking on easy to very hard puzzles",
        text: include_str!("../plans/chi-lange.toml"),
    },
    BuiltinPlan {
        name: "chi-lange-annealing",
        about: "Chi & Lange 2012: annealing repeated on the same puzzles",
        text: include_str!("../plans/chi-lange-annealing.toml"),
    },
    BuiltinPlan {
        name: "gauge",
        about: "Nicolau & Ryan 2006: 30 runs of GAuGE on each of ten puzzles",
        text: include_str!("../plans/gauge.toml"),
    },
    BuiltinPlan {
        name: "gauge-puzzles",
        about: "Nicolau & Ryan 2006: one run of GAuGE on each of 320 puzzles",
        text: include_str!("../plans/gauge-puzzles.toml"),
    },
    BuiltinPlan {
        name: "draft",
        about: "Berggren & Nilsson, draft: variants in solving, generation, rating and parallelising",
        text: include_str!("../plans/draft.toml"),
    },
    BuiltinPlan {
        name: "draft-singles",
        about: "Berggren & Nilsson, draft: what singles alone solve of the puzzles with 17 clues",
        text: include_str!("../plans/draft-singles.toml"),
    },
];

impl BuiltinPlan {
    /// The plan with a name.
    pub fn find(name: &str) -> Option<&'static BuiltinPlan> {
        PLANS.iter().find(|plan| plan.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_hold_as_many_puzzles_as_they_say() {
        for (name, n) in [("top95", 95), ("royle17-400", 400), ("royle17", 49158)] {
            let text = BuiltinSet::find(name).unwrap().text();
            assert_eq!(text.lines().count(), n, "{name}");
            assert!(text.lines().all(|line| line.len() == 81), "{name}");
        }
    }

    #[test]
    fn the_sample_is_part_of_the_whole_list() {
        let whole = BuiltinSet::find("royle17").unwrap().text();
        let whole: std::collections::HashSet<&str> = whole.lines().collect();
        let sample = BuiltinSet::find("royle17-400").unwrap().text();
        assert!(sample.lines().all(|line| whole.contains(line)));
    }
}
