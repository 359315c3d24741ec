//! Puzzles that were made from the same puzzle, counted once.
//!
//! Thirty-two puzzles eased from eight are eight pieces of evidence, not thirty-two. Tests and
//! intervals that take each puzzle for an independent draw promise too much there; so each cluster
//! gives one number, the median of its log ratios.

use crate::stats::Observation;
use crate::store::Content;
use std::collections::HashMap;

/// Which cluster each compared puzzle belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clusters {
    of: Vec<usize>,
    n: usize,
}

impl Clusters {
    /// The clusters of the compared puzzles, by what they were made from.
    pub fn of(content: &Content, puzzles: &[usize]) -> Clusters {
        let mut known: HashMap<&str, usize> = HashMap::new();
        let of = puzzles
            .iter()
            .map(|&p| {
                let n = known.len();
                *known.entry(content.puzzles[p].origin.as_str()).or_insert(n)
            })
            .collect();
        Clusters { n: known.len(), of }
    }

    /// So many puzzles that have nothing to do with each other.
    pub fn apart(n: usize) -> Clusters {
        Clusters { of: (0..n).collect(), n }
    }

    /// How many clusters.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The cluster of each puzzle.
    pub fn places(&self) -> &[usize] {
        &self.of
    }

    /// The puzzles of each cluster, by their places among those compared.
    pub fn members(&self) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); self.n];
        self.of.iter().enumerate().for_each(|(puzzle, &cluster)| members[cluster].push(puzzle));
        members
    }

    /// One log ratio of the second's times to the first's for each cluster that decides anything;
    /// `None` when every puzzle is a cluster of its own.
    pub fn join(&self, first: &[Observation], second: &[Observation]) -> Option<Vec<f64>> {
        if self.n == self.of.len() {
            return None;
        }
        let mut ratios: Vec<Vec<f64>> = vec![Vec::new(); self.n];
        for ((x, y), &cluster) in first.iter().zip(second).zip(&self.of) {
            let ratio = match (x.is_beyond(), y.is_beyond()) {
                (true, true) => continue,
                (true, false) => f64::NEG_INFINITY,
                (false, true) => f64::INFINITY,
                (false, false) => (y.number() / x.number()).ln(),
            };
            ratios[cluster].push(ratio);
        }
        let joined = ratios.into_iter().filter(|list| !list.is_empty()).map(|mut list| {
            list.sort_by(f64::total_cmp);
            let (low, high) = (list[(list.len() - 1) / 2], list[list.len() / 2]);
            // Of two infinities of different signs nothing is left.
            if low == high { low } else { (low + high) / 2.0 }
        });
        Some(joined.map(|x| if x.is_nan() { 0.0 } else { x }).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Observation::{Beyond, Seen};

    #[test]
    fn a_cluster_counts_once() {
        let clusters = Clusters { of: vec![0, 0, 0, 1, 2, 2], n: 3 };
        assert_eq!(clusters.members(), [vec![0, 1, 2], vec![3], vec![4, 5]]);
        let first = [Seen(1.0), Seen(1.0), Seen(1.0), Seen(2.0), Beyond(9.0), Beyond(9.0)];
        let second = [Seen(1.0), Seen(2.0), Beyond(9.0), Seen(1.0), Beyond(9.0), Seen(1.0)];
        let joined = clusters.join(&first, &second).unwrap();
        assert_eq!(joined, [2f64.ln(), 0.5f64.ln(), f64::NEG_INFINITY]);
        assert_eq!(Clusters::apart(2).join(&first[..2], &second[..2]), None);
    }
}
