//! Do algorithms find the same puzzles hard?

use super::{Figures, saying};
use crate::compare::Comparison;
use crate::plot::{Curve, overlap_curve};
use crate::report::numbers as n;
use crate::stats::{overlap_by_chance, rank_keys, worst_overlap_sweep};

/// The worst-k % overlap of the winner with the others.
pub fn figures(c: &Comparison<'_>, chosen: &[usize]) -> Figures {
    if c.puzzles.len() < 20 {
        return Vec::new();
    }
    let shares: Vec<f64> = (1..=25).map(|k| f64::from(k) / 100.0).collect();
    let Some((&first, others)) = chosen.split_first() else { return Vec::new() };
    let (mut curves, mut words) = (Vec::new(), Vec::new());
    for &other in others.iter().take(4) {
        let (x, y) = (rank_keys(&c.times(first)), rank_keys(&c.times(other)));
        let Ok(sweep) = worst_overlap_sweep(&x, &y, &shares) else { continue };
        let points = shares.iter().zip(&sweep).map(|(&k, o)| (k, o.share())).collect();
        curves.push(Curve::new(format!("{} and {}", c.label(first), c.label(other)), points));
        // The thesis looks at the worst tenth.
        let tenth = &sweep[9];
        words.push(format!(
            "{} {} of {} (p {})",
            c.label(other),
            tenth.shared,
            tenth.k,
            n::p_is(tenth.hypergeometric_p)
        ));
    }
    if curves.is_empty() {
        return Vec::new();
    }
    let what = format!(
        "Of the worst tenth, {} shares with {}; p is the chance of at least as many without any agreement (hypergeometric).",
        c.label(first),
        words.join(", ")
    );
    vec![(
        "overlap".to_owned(),
        saying(overlap_curve(&curves, &chance(c.puzzles.len(), &shares)), &what),
    )]
}

/// What chance gives for each share of the puzzles, in 95 of 100 cases.
pub fn chance(n: usize, shares: &[f64]) -> Vec<(f64, f64, f64)> {
    let edges = |&share: &f64| {
        let (k, low, high) = overlap_by_chance(n, share, 0.95).ok()?;
        Some((share, low as f64 / k as f64, high as f64 / k as f64))
    };
    shares.iter().filter_map(edges).collect()
}
