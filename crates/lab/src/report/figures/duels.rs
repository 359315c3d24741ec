//! The winner against two others, puzzle by puzzle.

use super::{Figures, measure, saying};
use crate::compare::Comparison;
use crate::plot::{scatter, sorted_ratios};
use crate::report::numbers as n;
use crate::stats::{rank_keys, spearman_within};

pub fn figures(c: &Comparison<'_>, chosen: &[usize]) -> Figures {
    let mut figures = Vec::new();
    let Some((&winner, others)) = chosen.split_first() else { return figures };
    for (i, &other) in opponents(c, others).iter().enumerate() {
        let (x, y) = (rank_keys(&c.times(winner)), rank_keys(&c.times(other)));
        let points: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
        let (a, b) = (c.label(winner), c.label(other));
        let bound = points
            .iter()
            .any(|p| p.0.is_infinite() || p.1.is_infinite())
            .then_some(c.content.limit);
        let figure = scatter(&points, a, b, bound, &measure());
        let strata = c.strata(points.iter().enumerate().map(|(i, &(x, y))| (i, x, y)));
        let sets = if c.by_set.len() > 1 { " within sets" } else { "" };
        let what = match spearman_within(&strata) {
            Some(rho) => format!(
                "Rank correlation{sets} {:.2}: {}.",
                rho.coefficient,
                match rho.coefficient {
                    r if r > 0.7 => "what is hard for one is hard for the other",
                    r if r > 0.3 => "they agree somewhat on what is hard",
                    r if r > -0.3 => "they do not agree on what is hard",
                    _ => "what is hard for one is easy for the other",
                }
            ),
            None => String::new(),
        };
        figures.push((format!("scatter-{}", i + 1), saying(figure, &what)));
        // Both beyond the limit tells nothing, and is no number.
        let ratios: Vec<f64> = points.iter().map(|(x, y)| y / x).filter(|r| !r.is_nan()).collect();
        let figure = sorted_ratios(&ratios, b, a, &measure());
        let duel = c.against_winner.iter().find(|d| d.second == other);
        let what = match duel.and_then(|d| d.sign) {
            Some(sign) => {
                let all = if c.by_set.len() > 1 { " over all sets" } else { "" };
                format!("Sign test{all}: p {}.", n::p_is(sign.p))
            }
            None => String::new(),
        };
        figures.push((format!("ratios-{}", i + 1), saying(figure, &what)));
    }
    figures
}

/// The next best, and the best of another family than the winner's.
fn opponents(c: &Comparison<'_>, others: &[usize]) -> Vec<usize> {
    let family = |a: usize| c.content.algorithms[a].family.as_str();
    let mut list: Vec<usize> = others.first().copied().into_iter().collect();
    let winner = c.standings[0].algorithm;
    let taken = list.first().map(|&a| family(a));
    let stranger = others
        .iter()
        .skip(1)
        .copied()
        .find(|&a| family(a) != family(winner) && Some(family(a)) != taken);
    list.extend(stranger.or(others.get(1).copied()));
    list
}
