//! Laws that run times may follow, fitted by maximum likelihood.
//!
//! A value seen contributes its density to the likelihood, a timeout its chance of exceeding
//! the limit, so censored runs are used for what they say. Restarting pays off or not by the
//! law: an exponential time is restart-invariant, a Weibull shape below 1 or a Pareto tail says
//! that restarts help.
//!
//! [`Law`] is a fitted family with its parameters, [`Fitted`] adds the likelihood. How well it
//! fits is told by [`kolmogorov_smirnov`] and [`anderson_darling`], and how surprising that is
//! by [`bootstrap_p`]: tables for given parameters do not hold once they are estimated.

mod exponential;
mod goodness;
mod log_normal;
mod pareto;
mod weibull;

pub use goodness::{Goodness, anderson_darling, bootstrap_p, kolmogorov_smirnov};
pub use pareto::pareto_tail;

use super::error::StatsError;
use super::observation::Observation;
use super::special::{normal_cdf, normal_density, normal_quantile, normal_sf};

/// A family of laws that can be fitted to positive times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Constant hazard.
    Exponential,
    /// Normal logarithms.
    LogNormal,
    /// Hazard a power of time.
    Weibull,
}

impl Family {
    /// All families, in the order tables show them.
    pub const ALL: [Self; 3] = [Self::Exponential, Self::LogNormal, Self::Weibull];

    /// The law of this family under which the observations are likeliest. Times have to be
    /// positive; at least two different values have to be seen (one for the exponential).
    pub fn fit(self, observations: &[Observation]) -> Result<Fitted, StatsError> {
        if let Some(value) =
            observations.iter().map(|o| o.number()).find(|x| !(x.is_finite() && *x > 0.0))
        {
            return Err(StatsError::OutOfRange {
                what: "a time to be fitted",
                value,
                allowed: "positive and finite",
            });
        }
        let law = match self {
            Self::Exponential => exponential::fit(observations),
            Self::LogNormal => log_normal::fit(observations),
            Self::Weibull => weibull::fit(observations),
        }?;
        Ok(Fitted::new(law, observations))
    }
}

/// A law with its parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Law {
    /// Exponential with the given mean.
    Exponential {
        /// Mean time.
        mean: f64,
    },
    /// Log-normal: logarithms are normal.
    LogNormal {
        /// Mean of the logarithms.
        mu: f64,
        /// Standard deviation of the logarithms.
        sigma: f64,
    },
    /// Weibull: the chance of exceeding t is `exp(-(t / scale)^shape)`.
    Weibull {
        /// Shape; 1 is the exponential.
        shape: f64,
        /// Scale; 63 % lie below it.
        scale: f64,
    },
    /// Pareto tail from `start` on: the chance of exceeding t is `(t / start)^-alpha`.
    Pareto {
        /// Tail index; at or below 1 the mean is infinite.
        alpha: f64,
        /// Where the tail starts.
        start: f64,
    },
}

impl Law {
    /// Plain name of the family.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Exponential { .. } => "exponential",
            Self::LogNormal { .. } => "log-normal",
            Self::Weibull { .. } => "Weibull",
            Self::Pareto { .. } => "Pareto",
        }
    }

    /// Number of parameters that were estimated.
    pub fn n_parameters(&self) -> usize {
        match self {
            Self::Exponential { .. } | Self::Pareto { .. } => 1,
            Self::LogNormal { .. } | Self::Weibull { .. } => 2,
        }
    }

    /// Probability of at most `t`.
    pub fn cdf(&self, t: f64) -> f64 {
        match *self {
            Self::LogNormal { mu, sigma } if t > 0.0 => normal_cdf((t.ln() - mu) / sigma),
            _ => -self.ln_sf(t).exp_m1(),
        }
    }

    /// Probability of exceeding `t`.
    pub fn sf(&self, t: f64) -> f64 {
        self.ln_sf(t).exp()
    }

    /// Density at `t`.
    pub fn density(&self, t: f64) -> f64 {
        let start = if let Self::Pareto { start, .. } = *self { start } else { 0.0 };
        if t < start || t < 0.0 || (t == 0.0 && !matches!(self, Self::Exponential { .. })) {
            0.0
        } else {
            self.ln_density(t).exp()
        }
    }

    /// Density per unit of `ln t`, for a histogram on a logarithmic axis.
    pub fn log_density(&self, t: f64) -> f64 {
        match *self {
            Self::LogNormal { mu, sigma } if t > 0.0 => {
                normal_density((t.ln() - mu) / sigma) / sigma
            }
            _ => t * self.density(t),
        }
    }

    /// The time that is exceeded with probability `1 - p`.
    pub fn quantile(&self, p: f64) -> f64 {
        let hazard = -(-p).ln_1p();
        match *self {
            Self::Exponential { mean } => mean * hazard,
            Self::LogNormal { mu, sigma } => (mu + sigma * normal_quantile(p)).exp(),
            Self::Weibull { shape, scale } => scale * hazard.powf(1.0 / shape),
            Self::Pareto { alpha, start } => start * (hazard / alpha).exp(),
        }
    }

    /// Mean of the law; infinite for a heavy Pareto tail.
    pub fn mean(&self) -> f64 {
        match *self {
            Self::Exponential { mean } => mean,
            Self::LogNormal { mu, sigma } => (mu + sigma * sigma / 2.0).exp(),
            Self::Weibull { shape, scale } => {
                scale * statrs::function::gamma::gamma(1.0 + 1.0 / shape)
            }
            Self::Pareto { alpha, start } => {
                if alpha > 1.0 {
                    alpha * start / (alpha - 1.0)
                } else {
                    f64::INFINITY
                }
            }
        }
    }

    fn ln_sf(&self, t: f64) -> f64 {
        if t <= 0.0 {
            return 0.0;
        }
        match *self {
            Self::Exponential { mean } => -t / mean,
            Self::LogNormal { mu, sigma } => {
                let z = (t.ln() - mu) / sigma;
                // Past 25 deviations the tail is the density over the hazard, in logarithms.
                if z < 25.0 {
                    normal_sf(z).ln()
                } else {
                    -0.5 * z * z
                        - 0.5 * (2.0 * std::f64::consts::PI).ln()
                        - super::special::normal_hazard(z).ln()
                }
            }
            Self::Weibull { shape, scale } => -(t / scale).powf(shape),
            Self::Pareto { alpha, start } => {
                if t <= start {
                    0.0
                } else {
                    -alpha * (t / start).ln()
                }
            }
        }
    }

    fn ln_density(&self, t: f64) -> f64 {
        match *self {
            Self::Exponential { mean } => -mean.ln() - t / mean,
            Self::LogNormal { mu, sigma } => {
                let z = (t.ln() - mu) / sigma;
                -0.5 * z * z - (sigma * t).ln() - 0.5 * (2.0 * std::f64::consts::PI).ln()
            }
            Self::Weibull { shape, scale } => {
                let x = t / scale;
                (shape / scale).ln() + (shape - 1.0) * x.ln() - x.powf(shape)
            }
            Self::Pareto { alpha, start } => {
                (alpha / start).ln() - (alpha + 1.0) * (t / start).ln()
            }
        }
    }
}

/// A fitted law with its likelihood.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fitted {
    /// The law.
    pub law: Law,
    /// Observations it was fitted to.
    pub n: usize,
    /// How many of these lie beyond their limit.
    pub n_beyond: usize,
    /// Natural logarithm of the likelihood.
    pub log_likelihood: f64,
}

impl Fitted {
    fn new(law: Law, observations: &[Observation]) -> Self {
        let log_likelihood = super::sum::sum(observations.iter().map(|o| match *o {
            Observation::Seen(t) => law.ln_density(t),
            Observation::Beyond(t) => law.ln_sf(t),
        }));
        Self { law, n: observations.len(), n_beyond: super::n_beyond(observations), log_likelihood }
    }

    /// Akaike's information criterion; smaller is better, among laws fitted to the same data.
    pub fn aic(&self) -> f64 {
        2.0 * self.law.n_parameters() as f64 - 2.0 * self.log_likelihood
    }
}
