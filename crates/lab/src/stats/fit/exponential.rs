//! The exponential law: total time under observation over the number of runs that ended.
//! Source: Lawless, *Statistical Models and Methods for Lifetime Data*, 2003, section 4.1.

use super::Law;
use crate::stats::error::{StatsError, at_least};
use crate::stats::observation::Observation;
use crate::stats::sum;

pub(super) fn fit(observations: &[Observation]) -> Result<Law, StatsError> {
    let n_seen = observations.iter().filter(|o| !o.is_beyond()).count();
    at_least(1, n_seen, "an exponential fit (values seen)")?;
    Ok(Law::Exponential { mean: sum::sum(observations.iter().map(|o| o.number())) / n_seen as f64 })
}
