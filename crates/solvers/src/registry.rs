//! Every algorithm there is, found by its id.

use crate::{Algorithm, continuous, evolution, exact_search, rules, stochastic};
use std::fmt;
use sudolab_grid::module::PLAIN;

/// Every algorithm, family by family.
pub fn all() -> impl Iterator<Item = &'static Algorithm> {
    if PLAIN {
        return [exact_search::FAST, &[], &[], &[], &[]].into_iter().flatten().copied();
    }
    let rooms = [
        exact_search::ALGORITHMS,
        rules::ALGORITHMS,
        stochastic::ALGORITHMS,
        evolution::ALGORITHMS,
        continuous::ALGORITHMS,
    ];
    rooms.into_iter().flatten().copied()
}

/// No algorithm has this id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownAlgorithm {
    /// The id asked for.
    pub id: String,
    /// The id that comes nearest.
    pub nearest: &'static str,
}

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no algorithm {:?}; did you mean {}? 'sudolab algorithms' lists all",
            self.id, self.nearest
        )
    }
}

impl std::error::Error for UnknownAlgorithm {}

/// The algorithm with an id.
pub fn find(id: &str) -> Result<&'static Algorithm, UnknownAlgorithm> {
    all().find(|a| a.id == id).ok_or_else(|| UnknownAlgorithm {
        id: id.to_owned(),
        nearest: all().map(|a| a.id).min_by_key(|known| edits(known, id)).unwrap_or("fast"),
    })
}

/// How many letters must be changed, added or dropped to turn one word into the other.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, to) in b.iter().enumerate() {
            let cost = (diagonal + usize::from(from != *to)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], cost);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_are_unique_kebab_case_and_have_a_page() {
        let mut seen = HashSet::new();
        for algorithm in all() {
            assert!(seen.insert(algorithm.id), "{} twice", algorithm.id);
            assert!(
                algorithm
                    .id
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
                "{}",
                algorithm.id
            );
        }
    }

    #[test]
    fn a_misspelt_id_gets_a_suggestion() {
        assert_eq!(find("backtrack-thesi").unwrap_err().nearest, "backtrack-thesis");
    }
}
