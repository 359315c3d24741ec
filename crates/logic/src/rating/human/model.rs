//! The model: what is read off the rounds of a puzzle, and its weights.
//!
//! ```sh
//! cargo run --release -p sudolab-bench --bin human_times -- TIMES.csv
//! ```
//!
//! prints the weights below from a table with the columns `puzzle` and `mean_seconds`, and how well a
//! model of this form does on puzzles it was not fitted on.

use super::rounds::{Round, RoundKind};

/// What is read off, by name.
pub const FEATURES: [&str; 13] = [
    "blanks",
    "look-box",
    "look-line",
    "look-naked",
    "early",
    "first",
    "share",
    "narrow",
    "locked",
    "pairs",
    "patterns",
    "trials",
    "lost",
];

/// Reads off the rounds what the model weighs.
///
/// Looking for one of `n` things among `b` blank cells takes about `b / n` looks; the square root of
/// the sum over a kind of step is weighed, because long searches are spread over few puzzles.
pub fn features(rounds: &[Round]) -> [f64; 13] {
    let n = rounds.first().map_or(0, |round| round.blanks) as f64;
    let of = |kind: RoundKind| rounds.iter().filter(move |round| round.kind == kind);
    let look =
        |kind: RoundKind| of(kind).map(|r| r.blanks as f64 / r.found as f64).sum::<f64>().sqrt();
    let count = |kind: RoundKind| of(kind).count() as f64;
    let with_singles = || rounds.iter().filter(|round| round.singles > 0);
    let early = with_singles().filter(|round| round.blanks as f64 > 0.6 * n);
    let lost = of(RoundKind::Lost).map(|round| round.blanks as f64 / 81.0).sum();
    [
        n.sqrt(),
        look(RoundKind::InBox),
        look(RoundKind::InLine),
        look(RoundKind::Naked),
        early.map(|r| r.blanks as f64 / r.singles as f64).sum::<f64>().sqrt(),
        with_singles().next().map_or(0.0, |round| round.singles as f64),
        with_singles().map(|r| r.found as f64 / r.singles as f64).sum(),
        with_singles().filter(|round| round.singles <= 2).count() as f64,
        count(RoundKind::Locked),
        count(RoundKind::Pairs),
        count(RoundKind::Pattern),
        count(RoundKind::Trial),
        lost,
    ]
}

/// The natural logarithm of the seconds where every feature is zero.
const BASE: f64 = 3.7490;

/// What each feature adds to the logarithm. The last is no fit, since in the data none of the puzzles
/// is lost: it is taken so large that a puzzle lost at once takes more than an hour.
const WEIGHTS: [f64; 13] = [
    0.2337, 0.0116, 0.0234, 0.0389, 0.0007, -0.0107, 0.0308, -0.0230, 0.1052, 0.2673, 0.0770,
    0.1535, 4.0,
];

/// The tenth and the ninetieth percentile of the true logarithm less the predicted one, over puzzles
/// that were left out of the fit.
const SPREAD: (f64, f64) = (-0.303, 0.340);

/// The expected seconds.
pub fn expected(features: &[f64; 13]) -> f64 {
    (BASE + WEIGHTS.iter().zip(features).map(|(w, x)| w * x).sum::<f64>()).exp()
}

/// Where four of five lie.
pub fn interval(expected: f64) -> (f64, f64) {
    (expected * SPREAD.0.exp(), expected * SPREAD.1.exp())
}
