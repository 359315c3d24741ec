//! The laws fitted to the times of an algorithm, and how well they fit.

use crate::compare::Comparison;
use crate::stats::Observation;
use crate::stats::fit::{Family, Fitted, Goodness, bootstrap_p};
use crate::store::Class;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::random::Random;

/// Samples of a bootstrap.
pub const DRAWS: usize = 199;
/// At most so many puzzles are tested: the work grows with both numbers.
pub const TESTED: usize = 500;

/// The laws of one algorithm's times.
#[derive(Debug)]
pub struct Laws {
    /// The algorithm's place in the content's list.
    pub algorithm: usize,
    /// Each family that can be fitted, with its test.
    pub tested: Vec<(Fitted, Option<Goodness>)>,
    /// The smallest AIC.
    pub best: f64,
    /// Puzzles of the tests.
    pub n_tested: usize,
}

impl Laws {
    /// Fits every family to the times of an algorithm. A run that a limit ended is a censored time;
    /// one that gave up would never have ended, and is no time of any law. Fewer than ten times say
    /// nothing about a law.
    ///
    /// # Errors
    /// What stopped it.
    pub fn of(c: &Comparison<'_>, algorithm: usize, halt: &Halt<'_>) -> Result<Option<Laws>, Stop> {
        let times: Vec<Observation> = c.pairs[algorithm]
            .iter()
            .filter(|p| p.class != Class::GaveUp)
            .map(|p| p.time)
            .collect();
        if times.iter().filter(|t| !t.is_beyond()).count() < 10 {
            return Ok(None);
        }
        let label = c.label(algorithm);
        let sample = sample(&times, &mut Random::for_run(c.content.seed, "laws", label, 0));
        let mut tested = Vec::new();
        for (i, family) in Family::ALL.into_iter().enumerate() {
            halt.check()?;
            let Ok(fitted) = family.fit(&times) else { continue };
            halt.check()?;
            let mut source = Random::for_run(c.content.seed, "goodness", label, i as u64);
            let goodness = bootstrap_p(family, &sample, DRAWS, &mut source).ok();
            tested.push((fitted, goodness.map(|(_, goodness)| goodness)));
        }
        let best = tested.iter().map(|(f, _)| f.aic()).fold(f64::INFINITY, f64::min);
        Ok(Some(Laws { algorithm, tested, best, n_tested: sample.len() }))
    }

    /// The law that describes the times best.
    pub fn winner(&self) -> Option<&(Fitted, Option<Goodness>)> {
        self.tested.iter().min_by(|(a, _), (b, _)| a.aic().total_cmp(&b.aic()))
    }
}

/// At most [`TESTED`] of the times, chosen at random.
fn sample(times: &[Observation], source: &mut Random) -> Vec<Observation> {
    let mut sample = times.to_vec();
    if sample.len() > TESTED {
        source.shuffle(&mut sample);
        sample.truncate(TESTED);
    }
    sample
}
