//! The virtual best solver: what a perfect choice per instance would reach.
//!
//! For each instance the best observation of any algorithm counts. The gap to the best single
//! algorithm says what choosing is worth; an algorithm's marginal contribution is what the
//! virtual best loses when it is left out (Xu, Hutter, Hoos, Leyton-Brown 2012), which a strong
//! algorithm with a twin does not have and an odd specialist does.

use super::error::{StatsError, at_least, equal_lengths};
use super::observation::Observation;
use super::par::par;

/// What one algorithm contributes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// Instances where it was best, equal bests sharing the instance; adds up to the instances
    /// that any algorithm solved.
    pub won: f64,
    /// Instances that it alone solved.
    pub alone: usize,
    /// Instances it solved.
    pub solved: usize,
    /// Its own PAR-k.
    pub par: f64,
    /// How much the virtual best's PAR-k grows without it.
    pub marginal: f64,
}

/// A set of algorithms measured on the same instances.
#[derive(Debug, Clone, PartialEq)]
pub struct Portfolio {
    /// Best observation of each instance.
    pub best: Vec<Observation>,
    /// PAR-k of the virtual best.
    pub par: f64,
    /// One entry per algorithm.
    pub shares: Vec<Share>,
}

impl Portfolio {
    /// Compares `algorithms`, each a list with one observation per instance, with timeouts
    /// counted `k` times. At least one algorithm and one instance.
    pub fn of(algorithms: &[Vec<Observation>], k: f64) -> Result<Self, StatsError> {
        at_least(1, algorithms.len(), "a virtual best (algorithms)")?;
        let n = algorithms[0].len();
        at_least(1, n, "a virtual best")?;
        for list in algorithms {
            equal_lengths(n, list.len(), "a virtual best")?;
        }
        let best = best_without(algorithms, None);
        let whole = par(&best, k)?;
        let mut shares = Vec::with_capacity(algorithms.len());
        for (index, list) in algorithms.iter().enumerate() {
            let without = best_without(algorithms, Some(index));
            let (mut won, mut alone) = (0.0, 0);
            for (i, &top) in best.iter().enumerate() {
                if top.is_beyond() || list[i] != top {
                    continue;
                }
                won += 1.0 / algorithms.iter().filter(|other| other[i] == top).count() as f64;
                alone += usize::from(
                    algorithms.iter().filter(|other| !other[i].is_beyond()).count() == 1,
                );
            }
            shares.push(Share {
                won,
                alone,
                solved: list.iter().filter(|o| !o.is_beyond()).count(),
                par: par(list, k)?,
                marginal: if algorithms.len() == 1 { 0.0 } else { par(&without, k)? - whole },
            });
        }
        Ok(Self { best, par: whole, shares })
    }
}

fn best_without(algorithms: &[Vec<Observation>], left_out: Option<usize>) -> Vec<Observation> {
    let mut best: Option<Vec<Observation>> = None;
    for (index, list) in algorithms.iter().enumerate() {
        if Some(index) == left_out {
            continue;
        }
        best = Some(match best {
            None => list.clone(),
            Some(best) => best.into_iter().zip(list).map(|(a, &b)| a.best(b)).collect(),
        });
    }
    best.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Observation::{Beyond, Seen};

    #[test]
    fn a_specialist_contributes_where_others_fail() {
        let strong = vec![Seen(1.0), Seen(1.0), Beyond(10.0), Beyond(10.0)];
        let twin = vec![Seen(1.0), Seen(2.0), Beyond(10.0), Beyond(10.0)];
        let specialist = vec![Beyond(10.0), Seen(9.0), Seen(4.0), Beyond(10.0)];
        let portfolio = Portfolio::of(&[strong, twin, specialist], 2.0).unwrap();
        assert_eq!(portfolio.best, [Seen(1.0), Seen(1.0), Seen(4.0), Beyond(10.0)]);
        assert_eq!(portfolio.par, 26.0 / 4.0);
        let [strong, twin, specialist] = portfolio.shares[..] else { panic!("three algorithms") };
        assert_eq!((strong.won, twin.won, specialist.won), (1.5, 0.5, 1.0));
        assert_eq!((strong.alone, twin.alone, specialist.alone), (0, 0, 1));
        assert_eq!((strong.marginal, twin.marginal, specialist.marginal), (0.25, 0.0, 4.0));
        assert_eq!(specialist.solved, 2);
        assert!(Portfolio::of(&[], 2.0).is_err());
    }
}
