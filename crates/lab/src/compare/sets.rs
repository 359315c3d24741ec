//! Who won, set by set.
//!
//! Algorithms differ from set to set by far more than within one, so a ratio pooled over sets
//! depends on how many puzzles each happens to have. Every set is a study of its own here. An
//! algorithm has won a set when a test tells it apart from each other one: it solved more puzzles
//! (McNemar, exact), or was faster on those (signed ranks over clusters), each after Holm's
//! correction over all others. Otherwise the leader and those it is not told apart from are named.

use super::{Clusters, Duel, Pair, Standing, correct, duel, rank, standing};
use crate::stats::{Bootstrap, Observation, holm};
use crate::store::Content;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::random::Random;

/// Below this p value a difference counts as shown.
pub const LEVEL: f64 = 0.05;

/// What a set tells about its leader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// It is told apart from every other one.
    Won,
    /// It leads, but is not told apart from these.
    NotApart(Vec<usize>),
    /// Nobody solved anything.
    Nobody,
}

/// The results of one set.
#[derive(Clone, Debug)]
pub struct SetResult {
    /// The set's place in the content's list.
    pub set: usize,
    /// Compared puzzles, and the clusters they form.
    pub n: (usize, usize),
    /// Standings, best first.
    pub standings: Vec<Standing>,
    /// The leader against every other one, in the order of the standings.
    pub against_leader: Vec<Duel>,
    /// Every pair of algorithms, in the order of the standings.
    pub duels: Vec<Duel>,
    /// What that tells.
    pub told: Told,
    /// The share of resampled sets in which the leader leads again.
    pub leads_again: f64,
}

impl SetResult {
    /// The leader's place in the content's list.
    pub fn leader(&self) -> usize {
        self.standings[0].algorithm
    }
}

/// One result for each set that has compared puzzles; `pairs` by algorithm and compared puzzle.
pub fn by_set(
    content: &Content,
    puzzles: &[usize],
    pairs: &[Vec<Pair>],
    halt: &Halt<'_>,
) -> Result<Vec<SetResult>, Stop> {
    (0..content.sets.len())
        .filter_map(|set| {
            let places: Vec<usize> =
                (0..puzzles.len()).filter(|&i| content.puzzles[puzzles[i]].set == set).collect();
            (!places.is_empty()).then(|| of_set(content, set, puzzles, &places, pairs, halt))
        })
        .collect()
}

fn of_set(
    content: &Content,
    set: usize,
    puzzles: &[usize],
    places: &[usize],
    pairs: &[Vec<Pair>],
    halt: &Halt<'_>,
) -> Result<SetResult, Stop> {
    let here: Vec<usize> = places.iter().map(|&i| puzzles[i]).collect();
    let pairs: Vec<Vec<Pair>> =
        pairs.iter().map(|list| places.iter().map(|&i| list[i]).collect()).collect();
    let times: Vec<Vec<Observation>> =
        pairs.iter().map(|list| list.iter().map(|p| p.time).collect()).collect();
    let mut standings: Vec<Standing> = (0..pairs.len())
        .map(|a| standing(content, a, &here, &pairs[a], halt))
        .collect::<Result<_, Stop>>()?;
    rank(&mut standings);
    let clusters = Clusters::of(content, &here);
    let leader = standings[0].algorithm;
    let mut duels: Vec<Duel> = Vec::with_capacity(standings.len() * (standings.len() - 1) / 2);
    for (i, first) in standings.iter().enumerate() {
        for second in &standings[i + 1..] {
            halt.check()?;
            let (first, second) = (first.algorithm, second.algorithm);
            duels.push(duel((first, &times[first]), (second, &times[second]), &clusters));
        }
    }
    // Two families of tests: whether the leader has won, and everything against everything.
    let mut against_leader = duels[..standings.len() - 1].to_vec();
    correct(&mut against_leader);
    correct(&mut duels);
    let told = if standings[0].solved == 0 { Told::Nobody } else { told(&against_leader) };
    let leads_again = leads_again(content, set, &clusters, &times, leader, halt)?;
    Ok(SetResult {
        set,
        n: (here.len(), clusters.n()),
        standings,
        against_leader,
        duels,
        told,
        leads_again,
    })
}

fn told(duels: &[Duel]) -> Told {
    let success: Vec<f64> = duels.iter().map(|d| d.mcnemar.unwrap_or(1.0)).collect();
    let success = holm(&success).unwrap_or(success);
    let rivals: Vec<usize> = duels
        .iter()
        .zip(success)
        .filter(|(duel, p)| {
            let more = *p < LEVEL && duel.alone.0 > duel.alone.1;
            let faster = duel.holm_p.is_some_and(|p| p < LEVEL)
                && duel.ratio.is_some_and(|h| h.estimate > 1.0);
            !more && !faster
        })
        .map(|(duel, _)| duel.second)
        .collect();
    if rivals.is_empty() { Told::Won } else { Told::NotApart(rivals) }
}

/// Draws clusters with replacement and ranks again.
fn leads_again(
    content: &Content,
    set: usize,
    clusters: &Clusters,
    times: &[Vec<Observation>],
    leader: usize,
    halt: &Halt<'_>,
) -> Result<f64, Stop> {
    let n = clusters.places().len();
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); clusters.n()];
    for (i, &cluster) in clusters.places().iter().enumerate() {
        members[cluster].push(i);
    }
    let most = Bootstrap::default().draws.min(1000);
    let draws = (5_000_000 / (n * times.len()).max(1)).clamp(50, most);
    let mut source = Random::for_run(content.seed, "leads again", &content.sets[set], 0);
    let mut again = 0;
    for _ in 0..draws {
        halt.check()?;
        let drawn: Vec<usize> = (0..members.len())
            .flat_map(|_| members[source.below(members.len() as u32) as usize].iter().copied())
            .collect();
        let score = |times: &[Observation]| {
            let seen: Vec<f64> = drawn.iter().filter_map(|&i| times[i].seen()).collect();
            let logs: f64 = seen.iter().map(|t| t.ln()).sum();
            (seen.len(), if seen.is_empty() { f64::INFINITY } else { logs / seen.len() as f64 })
        };
        let best = (0..times.len())
            .map(|a| (score(&times[a]), a))
            .min_by(|(x, a), (y, b)| y.0.cmp(&x.0).then(x.1.total_cmp(&y.1)).then(a.cmp(b)));
        again += usize::from(best.is_some_and(|(_, a)| a == leader));
    }
    Ok(again as f64 / draws as f64)
}
