//! Choosing an algorithm by looking at the puzzle.
//!
//! Features that cost microseconds say something about a puzzle before anybody solves it. A
//! selector that takes the algorithm which did best on the five most similar puzzles is judged on
//! puzzles it has not seen: those made from the same puzzle are left out together. Beside it stand
//! the best single algorithm, chosen on the same other puzzles, and the virtual best, which knows
//! everything. The part of the way between these two that the selector goes is what features are
//! worth here.

use super::Clusters;
use crate::stats::{Observation, par_score};
use sudolab_grid::{DigitSet, Puzzle};

/// So many similar puzzles are asked.
const NEIGHBOURS: usize = 5;
/// With fewer puzzles there is nothing to learn from.
pub const LEAST: usize = 20;

/// What a selector reaches.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// PAR-2 of the best single algorithm, chosen without the puzzles it is judged on.
    pub single: f64,
    /// PAR-2 of the selector.
    pub chosen: f64,
    /// PAR-2 of the virtual best.
    pub best: f64,
    /// Puzzles solved by the single best, the selector, any.
    pub solved: [usize; 3],
    /// What the selector took on each puzzle: a place in the list of algorithms.
    pub picks: Vec<usize>,
}

impl Selection {
    /// The part of the way from the single best to the virtual best; `None` when these are the same.
    pub fn part(&self) -> Option<f64> {
        let gap = self.single - self.best;
        (gap > 1e-12 * self.single).then(|| (self.single - self.chosen) / gap)
    }

    /// Chooses among algorithms, given as their observations on the same puzzles.
    pub fn of(
        features: &[Vec<f64>],
        clusters: &Clusters,
        times: &[&[Observation]],
    ) -> Option<Selection> {
        let n = features.len();
        if n < LEAST || times.len() < 2 || clusters.n() < LEAST / 2 {
            return None;
        }
        let features = standardised(features);
        let scores: Vec<Vec<f64>> =
            times.iter().map(|list| list.iter().map(|&t| par_score(t, 2.0)).collect()).collect();
        let best_on = |places: &[usize], score: &dyn Fn(f64) -> f64| {
            let sum = |a: &usize| places.iter().map(|&i| score(scores[*a][i])).sum::<f64>();
            (0..times.len()).min_by(|a, b| sum(a).total_cmp(&sum(b))).unwrap_or(0)
        };
        let (mut single, mut chosen, mut best) = (0.0, 0.0, 0.0);
        let (mut solved, mut picks) = ([0; 3], Vec::with_capacity(n));
        for i in 0..n {
            let others: Vec<usize> =
                (0..n).filter(|&j| clusters.places()[j] != clusters.places()[i]).collect();
            let alone = best_on(&others, &|score| score);
            let mut near = others;
            let distance = |j: usize| -> f64 {
                features[i].iter().zip(&features[j]).map(|(x, y)| (x - y).powi(2)).sum()
            };
            near.sort_by(|&j, &k| distance(j).total_cmp(&distance(k)).then(j.cmp(&k)));
            near.truncate(NEIGHBOURS);
            // Among few, one that failed would drown all others: logarithms weigh it less.
            let pick = best_on(&near, &|score| score.max(1e-9).ln());
            let least = (0..times.len()).map(|a| scores[a][i]).fold(f64::INFINITY, f64::min);
            single += scores[alone][i];
            chosen += scores[pick][i];
            best += least;
            solved[0] += usize::from(!times[alone][i].is_beyond());
            solved[1] += usize::from(!times[pick][i].is_beyond());
            solved[2] += usize::from(times.iter().any(|list| !list[i].is_beyond()));
            picks.push(pick);
        }
        let mean = |sum: f64| sum / n as f64;
        let (single, chosen, best) = (mean(single), mean(chosen), mean(best));
        Some(Selection { single, chosen, best, solved, picks })
    }
}

/// The names of the features, in their order.
pub const FEATURES: [&str; 6] = [
    "clues",
    "cells left blank by singles",
    "cells with one candidate",
    "cells with two candidates",
    "candidates of a blank cell",
    "places of a digit in a house",
];

/// What can be seen of a puzzle at once.
pub fn features(puzzle: &Puzzle) -> Vec<f64> {
    let board = puzzle.board();
    let open = puzzle.open_candidates();
    let is_blank = |i: usize| puzzle.clues().values()[i] == 0;
    let blank: Vec<DigitSet> =
        open.iter().enumerate().filter(|&(i, _)| is_blank(i)).map(|(_, &set)| set).collect();
    let with = |n: usize| blank.iter().filter(|set| set.len() == n).count() as f64;
    let mean = |sum: usize, n: usize| if n == 0 { 0.0 } else { sum as f64 / n as f64 };
    let (mut places, mut asked) = (0, 0);
    for house in board.houses() {
        for digit in board.digits().iter() {
            let cells = house.cells().iter().map(|cell| cell.index());
            let n = cells.filter(|&i| is_blank(i) && open[i].contains(digit)).count();
            if n > 0 {
                (places, asked) = (places + n, asked + 1);
            }
        }
    }
    vec![
        puzzle.n_clues() as f64,
        left_by_singles(puzzle) as f64,
        with(1),
        with(2),
        mean(blank.iter().map(|set| set.len()).sum(), blank.len()),
        mean(places, asked),
    ]
}

/// The cells that naked and hidden singles leave blank.
fn left_by_singles(puzzle: &Puzzle) -> usize {
    let board = puzzle.board();
    let mut open = puzzle.open_candidates();
    let mut filled: Vec<bool> = puzzle.clues().values().iter().map(|&v| v != 0).collect();
    loop {
        let mut found = None;
        'search: {
            for cell in board.cells() {
                if let (false, Some(digit)) = (filled[cell.index()], open[cell.index()].single()) {
                    found = Some((cell, digit));
                    break 'search;
                }
            }
            for house in board.houses().iter().filter(|h| h.cells().len() == board.size()) {
                for digit in board.digits().iter() {
                    let mut fits = house
                        .cells()
                        .iter()
                        .filter(|c| !filled[c.index()] && open[c.index()].contains(digit));
                    if let (Some(&cell), None) = (fits.next(), fits.next()) {
                        found = Some((cell, digit));
                        break 'search;
                    }
                }
            }
        }
        let Some((cell, digit)) = found else { break };
        filled[cell.index()] = true;
        open[cell.index()] = DigitSet::only(digit);
        for peer in board.peer_list(cell) {
            open[peer.index()].remove(digit);
        }
    }
    filled.iter().filter(|&&is| !is).count()
}

/// Each feature with mean 0 and standard deviation 1; one that never varies stays 0.
fn standardised(features: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = features.len() as f64;
    let width = features.first().map_or(0, Vec::len);
    let mut out = features.to_vec();
    for k in 0..width {
        let mean = features.iter().map(|f| f[k]).sum::<f64>() / n;
        let sd = (features.iter().map(|f| (f[k] - mean).powi(2)).sum::<f64>() / n).sqrt();
        for f in &mut out {
            f[k] = if sd > 0.0 { (f[k] - mean) / sd } else { 0.0 };
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use Observation::Seen;

    #[test]
    fn a_selector_learns_what_the_features_tell() {
        // Small features: the first is quick; large ones: the second.
        let features: Vec<Vec<f64>> = (0..40).map(|i| vec![f64::from(i), 1.0]).collect();
        let quick_if = |first: bool| -> Vec<Observation> {
            (0..40).map(|i| Seen(if (i < 20) == first { 1.0 } else { 10.0 })).collect()
        };
        let (a, b) = (quick_if(true), quick_if(false));
        let found = Selection::of(&features, &Clusters::apart(40), &[&a, &b]).unwrap();
        assert_eq!(found.best, 1.0);
        assert!(found.chosen < 2.0 && found.single > 5.0, "{found:?}");
        assert!(found.part().unwrap() > 0.8);
        // Features that say nothing gain nothing.
        let blind: Vec<Vec<f64>> = (0..40).map(|i| vec![f64::from(i * 7 % 40)]).collect();
        let found = Selection::of(&blind, &Clusters::apart(40), &[&a, &b]).unwrap();
        assert!(found.part().unwrap() < 0.5, "{found:?}");
        assert!(Selection::of(&features[..10], &Clusters::apart(10), &[&a, &b]).is_none());
    }

    #[test]
    fn features_are_those_of_the_puzzle() {
        let easy: Puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let found = features(&easy);
        assert_eq!(found.len(), FEATURES.len());
        assert_eq!((found[0], found[1]), (30.0, 0.0));
        let hard: Puzzle =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
                .parse()
                .unwrap();
        assert!(features(&hard)[1] > 50.0);
    }
}
