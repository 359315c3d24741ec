//! How well does a law fit?
//!
//! Kolmogorov and Smirnov's distance is the largest gap between the empirical and the fitted
//! distribution function; Anderson and Darling's integrates the squared gap with weight on both
//! tails. With timeouts both look only up to the limit, where the data are known: the distance
//! in the obvious way, the integral in the form of Pettitt and Stephens (*Modified Cramér-von
//! Mises statistics for censored data*, 1976). Runs with several limits are cut at the smallest.
//!
//! p values come from a parametric bootstrap (Stute, González Manteiga, Presedo Quindimil
//! 1993): draw from the fitted law, cut at the same limit, fit again, measure again.

use super::{Family, Fitted, Law};
use crate::stats::error::{StatsError, at_least};
use crate::stats::observation::Observation;
use sudolab_grid::random::Random;

/// Distances of a fit, with bootstrap p values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goodness {
    /// Kolmogorov and Smirnov's distance.
    pub kolmogorov_smirnov: f64,
    /// Its p value: small means that the law does not fit.
    pub kolmogorov_smirnov_p: f64,
    /// Anderson and Darling's distance.
    pub anderson_darling: f64,
    /// Its p value.
    pub anderson_darling_p: f64,
}

/// Largest gap between the data and the law, up to the smallest limit.
pub fn kolmogorov_smirnov(observations: &[Observation], law: &Law) -> Result<f64, StatsError> {
    at_least(1, observations.len(), "a Kolmogorov-Smirnov distance")?;
    let cut = Cut::of(observations);
    let n = cut.n as f64;
    let mut gap = 0.0f64;
    for (i, &t) in cut.seen.iter().enumerate() {
        let chance = law.cdf(t);
        gap = gap.max((i + 1) as f64 / n - chance).max(chance - i as f64 / n);
    }
    if let Some(limit) = cut.limit {
        gap = gap.max((law.cdf(limit) - cut.seen.len() as f64 / n).abs());
    }
    Ok(gap)
}

/// Anderson and Darling's distance between the data and the law, up to the smallest limit.
pub fn anderson_darling(observations: &[Observation], law: &Law) -> Result<f64, StatsError> {
    at_least(1, observations.len(), "an Anderson-Darling distance")?;
    let cut = Cut::of(observations);
    let (n, r) = (cut.n as f64, cut.seen.len() as f64);
    let mut total = 0.0;
    for (i, &t) in cut.seen.iter().enumerate() {
        // Logarithms of both chances, kept finite where a chance underflows.
        let (below, above) =
            (law.cdf(t).max(f64::MIN_POSITIVE).ln(), law.ln_sf(t).max(f64::MIN_POSITIVE.ln()));
        total += (2 * i + 1) as f64 / n * (below - above) + 2.0 * above;
    }
    Ok(match cut.limit {
        None => -total - n,
        Some(limit) => {
            let (p, ln_above) = (law.cdf(limit), law.ln_sf(limit).max(f64::MIN_POSITIVE.ln()));
            let ln_p = p.max(f64::MIN_POSITIVE).ln();
            -total - ((n - r).powi(2) * ln_above - r * r * ln_p + n * n * p) / n
        }
    })
}

/// Both distances of the best fit of a family, with p values from `draws` refitted samples.
///
/// A sample that cannot be fitted (nothing seen) counts as a worse fit, so p errs upwards.
pub fn bootstrap_p(
    family: Family,
    observations: &[Observation],
    draws: usize,
    source: &mut Random,
) -> Result<(Fitted, Goodness), StatsError> {
    let fitted = family.fit(observations)?;
    let (ks, ad) = (
        kolmogorov_smirnov(observations, &fitted.law)?,
        anderson_darling(observations, &fitted.law)?,
    );
    let limit = Cut::of(observations).limit;
    let (mut worse_ks, mut worse_ad) = (1usize, 1usize);
    let mut sample = Vec::with_capacity(observations.len());
    for _ in 0..draws {
        sample.clear();
        sample.extend((0..observations.len()).map(|_| {
            let t = fitted.law.quantile(source.unit());
            match limit {
                Some(limit) if t > limit => Observation::Beyond(limit),
                // A time of zero has no logarithm; the smallest positive number stands for it.
                _ => Observation::Seen(t.max(f64::MIN_POSITIVE)),
            }
        }));
        let refit = family.fit(&sample).map(|refit| refit.law);
        let (drawn_ks, drawn_ad) = match refit {
            Ok(law) => (kolmogorov_smirnov(&sample, &law)?, anderson_darling(&sample, &law)?),
            Err(_) => (f64::INFINITY, f64::INFINITY),
        };
        worse_ks += usize::from(drawn_ks >= ks);
        worse_ad += usize::from(drawn_ad >= ad);
    }
    let p = |worse: usize| worse as f64 / (draws + 1) as f64;
    let goodness = Goodness {
        kolmogorov_smirnov: ks,
        kolmogorov_smirnov_p: p(worse_ks),
        anderson_darling: ad,
        anderson_darling_p: p(worse_ad),
    };
    Ok((fitted, goodness))
}

/// The observations cut at the smallest limit.
struct Cut {
    /// Values up to the limit, ascending.
    seen: Vec<f64>,
    /// The smallest limit, if any observation lies beyond one.
    limit: Option<f64>,
    /// Number of observations.
    n: usize,
}

impl Cut {
    fn of(observations: &[Observation]) -> Self {
        let limit = observations
            .iter()
            .filter(|o| o.is_beyond())
            .map(|o| o.number())
            .min_by(f64::total_cmp);
        let mut seen: Vec<f64> = observations.iter().filter_map(|o| o.seen()).collect();
        seen.retain(|&t| limit.is_none_or(|limit| t <= limit));
        seen.sort_by(f64::total_cmp);
        Self { seen, limit, n: observations.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(law: Law, n: usize, limit: f64, source: &mut Random) -> Vec<Observation> {
        (0..n)
            .map(|_| law.quantile(source.unit()))
            .map(|t| if t > limit { Observation::Beyond(limit) } else { Observation::Seen(t) })
            .collect()
    }

    #[test]
    fn the_true_law_is_kept_and_a_wrong_one_rejected() {
        let mut source = Random::new(11);
        for limit in [f64::INFINITY, 3.0] {
            let (mut kept, mut rejected) = (0, 0);
            for _ in 0..20 {
                let data = times(Law::Weibull { shape: 0.5, scale: 1.0 }, 150, limit, &mut source);
                let p = |family, source: &mut Random| {
                    bootstrap_p(family, &data, 99, source).unwrap().1.anderson_darling_p
                };
                kept += usize::from(p(Family::Weibull, &mut source) > 0.05);
                rejected += usize::from(p(Family::Exponential, &mut source) < 0.02);
            }
            assert!(kept >= 16 && rejected == 20, "{limit}: {kept} {rejected}");
        }
    }

    #[test]
    fn p_values_of_the_true_law_are_spread_evenly() {
        let mut source = Random::new(12);
        let rounds = 200;
        let small = (0..rounds)
            .filter(|_| {
                let data = times(Law::Exponential { mean: 2.0 }, 40, 4.0, &mut source);
                bootstrap_p(Family::Exponential, &data, 99, &mut source)
                    .unwrap()
                    .1
                    .anderson_darling_p
                    <= 0.1
            })
            .count();
        // 10 % of 200, within three standard deviations.
        assert!((8..33).contains(&small), "{small}");
    }

    #[test]
    fn censored_fits_find_the_parameters_again() {
        let mut source = Random::new(13);
        let laws = [
            Law::Exponential { mean: 0.5 },
            Law::LogNormal { mu: -1.0, sigma: 2.0 },
            Law::Weibull { shape: 0.7, scale: 0.4 },
        ];
        for (family, law) in Family::ALL.into_iter().zip(laws) {
            let data = times(law, 20_000, law.quantile(0.6), &mut source);
            let found = family.fit(&data).unwrap();
            assert!((found.n_beyond as f64 / 20_000.0 - 0.4).abs() < 0.02);
            for p in [0.1, 0.5, 0.9] {
                let ratio = found.law.quantile(p) / law.quantile(p);
                assert!((ratio - 1.0).abs() < 0.12, "{law:?} {found:?}");
            }
        }
    }

    #[test]
    fn too_little_to_fit_is_said_so() {
        use Observation::{Beyond, Seen};
        for family in Family::ALL {
            assert!(family.fit(&[]).is_err());
            assert!(family.fit(&[Beyond(1.0), Beyond(1.0)]).is_err());
            assert!(family.fit(&[Seen(0.0), Seen(1.0)]).is_err());
        }
        assert!(Family::LogNormal.fit(&[Seen(1.0), Seen(1.0)]).is_err());
        assert!(Family::Weibull.fit(&[Seen(1.0), Seen(1.0)]).is_err());
        assert!(super::super::pareto_tail(&[Seen(1.0); 20], None).is_err());
    }
}
