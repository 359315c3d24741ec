//! Entries of the registry of algorithms.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab_solvers::Algorithm;

/// Whose algorithm it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Kind")]
pub enum Authorship {
    /// A paper's algorithm, with its model, constants and limits.
    AsPublished,
    /// The best we can make of the idea.
    Ours,
}

impl Authorship {
    /// The word for tables and objects.
    pub fn word(self) -> &'static str {
        match self {
            Authorship::AsPublished => "as-published",
            Authorship::Ours => "ours",
        }
    }
}

impl From<&Algorithm> for Authorship {
    fn from(algorithm: &Algorithm) -> Authorship {
        if algorithm.as_published { Authorship::AsPublished } else { Authorship::Ours }
    }
}

/// A parameter of an algorithm.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ParameterEntry {
    /// Its value when nothing is set.
    pub default: String,
    /// What it does.
    pub help: String,
    /// Its name.
    pub name: String,
    /// The values it takes.
    pub takes: String,
}

/// An algorithm of the registry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AlgorithmEntry {
    /// The boards it works on, in words.
    pub boards: String,
    /// Whether it can visit every solution.
    pub counts: bool,
    /// The group it belongs to: exact, rules, stochastic or continuous.
    pub family: String,
    /// The name it is called by everywhere.
    pub id: String,
    /// Whose algorithm it is.
    pub kind: Authorship,
    /// How it spreads one puzzle over several threads, if it can.
    pub parallel: Option<String>,
    /// What can be set.
    pub parameters: Vec<ParameterEntry>,
    /// Whether it can prove that there is no solution.
    pub proves_impossible: bool,
    /// Author, title, year.
    pub source: String,
    /// What one tick is.
    pub tick: String,
    /// Its name in words.
    pub title: String,
    /// Whether its run depends on the seed.
    pub uses_seed: bool,
}

impl From<&Algorithm> for AlgorithmEntry {
    fn from(a: &Algorithm) -> AlgorithmEntry {
        let defaults = a.defaults();
        let parameter = |(p, value): (&sudolab_solvers::Parameter, &str)| ParameterEntry {
            default: value.to_owned(),
            help: p.help.to_owned(),
            name: p.name.to_owned(),
            takes: p.kind.to_string(),
        };
        AlgorithmEntry {
            boards: a.promises.boards.to_string(),
            counts: a.counts(&defaults),
            family: a.family.to_string(),
            id: a.id.to_owned(),
            kind: a.into(),
            parallel: a.parallel.map(|p| p.word().to_owned()),
            parameters: defaults.iter().map(parameter).collect(),
            proves_impossible: a.promises.proves_impossible,
            source: a.source.to_owned(),
            tick: a.tick.to_owned(),
            title: a.title.to_owned(),
            uses_seed: a.promises.uses_seed,
        }
    }
}
