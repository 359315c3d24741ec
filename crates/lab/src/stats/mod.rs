//! Statistics for comparing algorithms, without knowing what they solve.
//!
//! Everything here takes numbers and gives numbers. Three ideas run through all files:
//!
//! - **A timeout is a censored observation.** A run stopped at its limit says "longer than
//!   that", which is knowledge, but not a time. [`Observation`] keeps the two apart, and every
//!   method says what it does with [`Observation::Beyond`].
//! - **Pair by instance.** Two algorithms that ran on the same puzzles are compared puzzle by
//!   puzzle: [`Pairs`] holds the differences, also where one side ran out of time.
//! - **A point is worth its interval.** Estimates come with an [`Interval`], tests with an
//!   effect size beside the p value.
//!
//! | question | answer |
//! |---|---|
//! | how long does it take? | [`Summary`], [`CensoredSummary`], [`par`], [`Ecdf`], [`KaplanMeier`] |
//! | how often does it succeed? | [`wilson`], [`clopper_pearson`] |
//! | how sure are we of a mean? | [`Bootstrap`] |
//! | which of two is faster, by how much? | [`sign_test`], [`wilcoxon`], [`hodges_lehmann`], [`a12`] |
//! | are the two alike? | [`tost`], [`tost_ranks`] |
//! | which of many? | [`friedman`], [`Portfolio`], [`performance_profile`], [`holm`] |
//! | what law do the times follow? | [`fit`] |
//! | do two algorithms find the same things hard? | [`worst_overlap`], [`spearman`], [`kendall`] |
//!
//! Every method is compared with reference values in `tests/statistics_agree_with_scipy.rs`;
//! `fixtures/make_fixtures.py` computes these with SciPy, statsmodels and lifelines.

mod bootstrap;
mod correlation;
mod ecdf;
mod effect;
mod equivalence;
mod error;
pub mod fit;
mod friedman;
mod hodges_lehmann;
mod interval;
mod kruskal;
mod multiple;
mod observation;
mod overlap;
mod pairs;
mod par;
mod portfolio;
mod power;
mod profile;
mod proportion;
mod rank;
mod restart;
mod sign;
mod signed_rank;
pub mod special;
mod sum;
mod summary;
mod survival;
mod wilcoxon;

pub use bootstrap::{
    Bootstrap, GeometricMean, Mean, Median, Statistic, bca_interval, percentile_interval,
};
pub use correlation::{Correlation, kendall, spearman, spearman_within, within};
pub use ecdf::{Ecdf, Rise};
pub use effect::{Magnitude, a12, cliffs_delta};
pub use equivalence::{Equivalence, tost, tost_ranks};
pub use error::StatsError;
pub use friedman::{Friedman, friedman, nemenyi_critical_distance};
pub use hodges_lehmann::{HodgesLehmann, hodges_lehmann};
pub use interval::{Alternative, Interval};
pub use kruskal::{KruskalWallis, kruskal_wallis};
pub use multiple::{benjamini_hochberg, holm};
pub use observation::{Observation, n_beyond, rank_keys, seen};
pub use overlap::{WorstOverlap, overlap_by_chance, worst_overlap, worst_overlap_sweep};
pub use pairs::Pairs;
pub use par::{par, par_score};
pub use portfolio::{Portfolio, Share};
pub use power::{FACTORS, puzzles_needed, spread_allowed};
pub use profile::{PerformanceProfile, performance_profile};
pub use proportion::{binomial_test, clopper_pearson, wilson};
pub use rank::midranks;
pub use restart::{Restart, best_restart, expected_with_cutoff};
pub use sign::{SignTest, sign_test};
pub use summary::{CensoredSummary, Summary, quantile, quantile_interval};
pub use survival::{KaplanMeier, LogRank, Survival, Weighting, log_rank};
pub use wilcoxon::{Wilcoxon, WilcoxonMethod, Zeros, wilcoxon};
