//! From rows to comparisons: one number per puzzle and algorithm, then statistics on these.
//!
//! Repeated runs on one puzzle are not independent evidence about algorithms, so each pair of
//! puzzle and algorithm becomes one observation first: in the fixed protocol the median of its
//! runs, in the thesis' protocol their mean. A run that did not solve, for whatever reason, is
//! "longer than the limit" and never a time. All times are CPU time.

use crate::runner::is_narrow;
use crate::stats::{
    Alternative, Bootstrap, CensoredSummary, Friedman, HodgesLehmann, Interval, Mean, Observation,
    Pairs, Portfolio, SignTest, Wilcoxon, Zeros, a12, friedman, hodges_lehmann, holm, par_score,
    rank_keys, sign_test, tost_ranks, wilcoxon, wilson,
};
use crate::store::{Content, Row};
use sudolab_grid::random::Random;

/// Two algorithms whose typical ratio of times lies within this factor count as alike.
pub const ALIKE: f64 = 1.1;

/// What the runs of one algorithm on one puzzle come to.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// Runs.
    pub runs: u32,
    /// Runs that solved.
    pub solved: u32,
    /// Runs with a false claim or a panic.
    pub faults: u32,
    /// The time, or that it is longer than the limit.
    pub time: Observation,
    /// Every run solved but, in the thesis' protocol, the mean remained uncertain.
    pub is_unstable: bool,
    /// Ticks of the first run.
    pub ticks: u64,
    /// Guesses of the first run.
    pub guesses: u64,
}

/// One algorithm's results.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Its place in the content's list.
    pub algorithm: usize,
    /// Puzzles compared.
    pub n: usize,
    /// Puzzles it solved in most of its runs.
    pub solved: usize,
    /// Puzzles it solved, but whose mean remained uncertain (thesis' protocol).
    pub unstable: usize,
    /// 95 % Wilson interval of the share solved.
    pub success: Interval,
    /// Runs made, and runs that solved.
    pub runs: (usize, usize),
    /// Runs with a false claim or a panic.
    pub faults: usize,
    /// Solved and compared puzzles in each set.
    pub by_set: Vec<(usize, usize)>,
    /// Quantiles of the times.
    pub times: CensoredSummary,
    /// Mean time with a failure counted as twice the limit.
    pub par2: f64,
    /// Its 95 % bootstrap interval (BCa where it exists, percentile otherwise).
    pub par2_interval: Option<Interval>,
}

impl Standing {
    /// The geometric mean of the times of the solved puzzles.
    pub fn typical(&self) -> Option<f64> {
        self.times.seen.and_then(|s| s.geometric_mean)
    }
}

/// Two algorithms, puzzle by puzzle.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The first one's place in the content's list.
    pub first: usize,
    /// The second one's.
    pub second: usize,
    /// Puzzles where the first was faster, equal (or both unsolved), slower.
    pub wins: (usize, usize, usize),
    /// Wilcoxon's signed-rank test of the logarithms of time ratios.
    pub wilcoxon: Option<Wilcoxon>,
    /// Its p value after Holm's correction within its family of comparisons.
    pub holm_p: Option<f64>,
    /// The sign test.
    pub sign: Option<SignTest>,
    /// The typical ratio second / first, with its interval; infinite where failures dominate.
    pub ratio: Option<HodgesLehmann>,
    /// Probability that the second takes longer than the first on puzzles drawn at random.
    pub a12: Option<f64>,
    /// p value of two one-sided tests: small shows that the two are alike within [`ALIKE`].
    pub alike: Option<f64>,
}

/// Everything the report says about a study.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// The rows and what they belong to.
    pub content: &'a Content,
    /// The puzzles that every algorithm has been run on: the ones compared.
    pub puzzles: Vec<usize>,
    /// For each algorithm, one entry for each compared puzzle.
    pub pairs: Vec<Vec<Pair>>,
    /// Standings, best first.
    pub standings: Vec<Standing>,
    /// The winner against every other one, in the order of the standings.
    pub against_winner: Vec<Duel>,
    /// Every pair of algorithms, in the order of the standings.
    pub duels: Vec<Duel>,
    /// What each contributes to the virtual best solver.
    pub portfolio: Option<Portfolio>,
    /// Mean ranks.
    pub ranks: Option<Friedman>,
    /// Even against odd repeats of each algorithm: what differs there is noise.
    pub noise: Vec<Duel>,
    /// CPU time of all measured runs, and their wall time, in seconds.
    pub spent: (f64, f64),
}

impl<'a> Comparison<'a> {
    /// Compares; `None` when no puzzle has been run by every algorithm yet.
    pub fn of(content: &'a Content) -> Option<Comparison<'a>> {
        let n_algorithms = content.algorithms.len();
        // Rows come sorted, so those of a pair stand together: where they begin, and how many.
        let mut starts: Vec<Option<(usize, usize)>> =
            vec![None; content.puzzles.len() * n_algorithms];
        for (i, row) in content.rows.iter().enumerate() {
            let place = row.puzzle as usize * n_algorithms + row.algorithm as usize;
            starts[place].get_or_insert((i, 0)).1 += 1;
        }
        let complete = |p: &usize| {
            starts[p * n_algorithms..(p + 1) * n_algorithms].iter().all(Option::is_some)
        };
        let puzzles: Vec<usize> = (0..content.puzzles.len()).filter(complete).collect();
        if puzzles.is_empty() || n_algorithms == 0 {
            return None;
        }
        let rows_of = |a: usize, p: usize| {
            let (start, n) = starts[p * n_algorithms + a].expect("only complete puzzles are asked");
            &content.rows[start..start + n]
        };
        let pairs: Vec<Vec<Pair>> = (0..n_algorithms)
            .map(|a| puzzles.iter().map(|&p| pair(content, a, rows_of(a, p))).collect())
            .collect();
        let times: Vec<Vec<Observation>> =
            pairs.iter().map(|list| list.iter().map(|p| p.time).collect()).collect();

        let mut standings: Vec<Standing> =
            (0..n_algorithms).map(|a| standing(content, a, &puzzles, &pairs[a])).collect();
        standings.sort_by(|x, y| {
            let typical = |s: &Standing| s.typical().unwrap_or(f64::INFINITY);
            (y.solved.cmp(&x.solved))
                .then(typical(x).total_cmp(&typical(y)))
                .then(x.algorithm.cmp(&y.algorithm))
        });
        let order: Vec<usize> = standings.iter().map(|s| s.algorithm).collect();
        let mut against_winner: Vec<Duel> = order[1..]
            .iter()
            .map(|&other| duel((order[0], &times[order[0]]), (other, &times[other])))
            .collect();
        correct(&mut against_winner);
        let mut duels = Vec::new();
        for (i, &first) in order.iter().enumerate() {
            for &second in &order[i + 1..] {
                duels.push(duel((first, &times[first]), (second, &times[second])));
            }
        }
        correct(&mut duels);
        let rows: Vec<Vec<f64>> = (0..puzzles.len())
            .map(|i| order.iter().map(|&a| times[a][i].rank_key()).collect())
            .collect();
        Some(Comparison {
            noise: noise(content, &order, &puzzles, &rows_of),
            spent: content.rows.iter().fold((0.0, 0.0), |(cpu, wall), row| {
                let n = f64::from(row.inner);
                (cpu + n * row.cpu_seconds, wall + n * row.wall_seconds)
            }),
            content,
            portfolio: Portfolio::of(&times, 2.0).ok(),
            ranks: friedman(&rows).ok(),
            puzzles,
            pairs,
            standings,
            against_winner,
            duels,
        })
    }

    /// The name of an algorithm.
    pub fn label(&self, algorithm: usize) -> &'a str {
        &self.content.algorithms[algorithm].label
    }

    /// The times of an algorithm on the compared puzzles.
    pub fn times(&self, algorithm: usize) -> Vec<Observation> {
        self.pairs[algorithm].iter().map(|p| p.time).collect()
    }

    /// The Explainer ratings of the compared puzzles that have one: their places among the
    /// compared ones, and the rating.
    pub fn ratings(&self) -> Vec<(usize, f64)> {
        let known: std::collections::HashMap<usize, f64> =
            self.content.aspects.ratings.iter().map(|r| (r.puzzle as usize, r.er)).collect();
        let rated = |(i, p): (usize, &usize)| known.get(p).map(|&er| (i, er));
        self.puzzles.iter().enumerate().filter_map(rated).collect()
    }

    /// A few algorithms that stand for all: the best of each family, then the next best, in the
    /// order of the standings.
    pub fn highlights(&self, most: usize) -> Vec<usize> {
        let mut families: Vec<&str> = Vec::new();
        let mut chosen: Vec<usize> = Vec::new();
        for (i, standing) in self.standings.iter().enumerate() {
            let family = self.content.algorithms[standing.algorithm].family.as_str();
            if !families.contains(&family) {
                families.push(family);
                chosen.push(i);
            }
        }
        chosen.truncate(most);
        for i in 0..self.standings.len() {
            if chosen.len() < most && !chosen.contains(&i) {
                chosen.push(i);
            }
        }
        chosen.sort_unstable();
        chosen.into_iter().map(|i| self.standings[i].algorithm).collect()
    }

    /// Runs that the plan asks for, where that is known beforehand.
    pub fn planned_runs(content: &Content) -> Option<usize> {
        let pairs = content.puzzles.len() * content.algorithms.len();
        (!content.is_thesis).then(|| pairs * content.most_runs as usize)
    }
}

fn pair(content: &Content, algorithm: usize, rows: &[Row]) -> Pair {
    let solved: Vec<f64> =
        rows.iter().filter(|r| r.ended.is_solved()).map(|r| r.cpu_seconds).collect();
    let beyond = Observation::Beyond(content.limit);
    // A run that solved took some time, even where the clock saw none.
    let seen = |t: f64| Observation::Seen(t.max(1e-9));
    let (mut time, mut is_unstable) = (beyond, false);
    if content.is_thesis {
        if solved.len() == rows.len() {
            time = seen(solved.iter().sum::<f64>() / solved.len() as f64);
            let (plain, stochastic) = content.bounds;
            let bound = if content.algorithms[algorithm].uses_seed { stochastic } else { plain };
            // Runs go on while the mean is uncertain, so that one that still is has used them up.
            is_unstable = !is_narrow(&solved, bound);
        }
    } else {
        let mut sorted = solved.clone();
        sorted.sort_by(f64::total_cmp);
        // Runs that did not solve stand behind all others.
        let (low, high) = ((rows.len() - 1) / 2, rows.len() / 2);
        if let (Some(a), Some(b)) = (sorted.get(low), sorted.get(high)) {
            time = seen((a + b) / 2.0);
        }
    }
    Pair {
        runs: rows.len() as u32,
        solved: solved.len() as u32,
        faults: rows.iter().filter(|r| r.ended.is_fault()).count() as u32,
        time,
        is_unstable,
        ticks: rows[0].ticks,
        guesses: rows[0].guesses,
    }
}

fn standing(content: &Content, algorithm: usize, puzzles: &[usize], pairs: &[Pair]) -> Standing {
    let n = pairs.len();
    let times: Vec<Observation> = pairs.iter().map(|p| p.time).collect();
    let solved = times.iter().filter(|t| !t.is_beyond()).count();
    let mut by_set = vec![(0, 0); content.sets.len()];
    for (&puzzle, time) in puzzles.iter().zip(&times) {
        let (solved, n) = &mut by_set[content.puzzles[puzzle].set];
        *solved += usize::from(!time.is_beyond());
        *n += 1;
    }
    let scores: Vec<f64> = times.iter().map(|&t| par_score(t, 2.0)).collect();
    let bootstrap =
        Bootstrap { draws: (20_000_000 / n).clamp(1000, 10_000), ..Bootstrap::default() };
    let source = || Random::for_run(content.seed, "PAR-2", &content.algorithms[algorithm].label, 0);
    let interval = bootstrap
        .bca(&scores, &Mean, &mut source())
        .or_else(|_| bootstrap.percentile(&scores, &Mean, &mut source()));
    Standing {
        algorithm,
        n,
        solved,
        unstable: pairs.iter().filter(|p| p.is_unstable).count(),
        success: wilson(solved, n, 0.95).expect("there is at least one puzzle"),
        runs: pairs.iter().fold((0, 0), |(r, s), p| (r + p.runs as usize, s + p.solved as usize)),
        faults: pairs.iter().map(|p| p.faults as usize).sum(),
        by_set,
        times: CensoredSummary::of(&times).expect("there is at least one puzzle"),
        par2: scores.iter().sum::<f64>() / n as f64,
        par2_interval: interval.ok().filter(|_| n > 1),
    }
}

fn duel(
    (first, first_times): (usize, &[Observation]),
    (second, second_times): (usize, &[Observation]),
) -> Duel {
    let pairs = Pairs::log_ratios(second_times, first_times)
        .expect("times are positive and the lists equally long");
    let decided = pairs.decided();
    let count = |wanted: fn(f64) -> bool| decided.iter().filter(|&&d| wanted(d)).count();
    let (wins, losses) = (count(|d| d > 0.0), count(|d| d < 0.0));
    Duel {
        first,
        second,
        wins: (wins, first_times.len() - wins - losses, losses),
        wilcoxon: wilcoxon(decided, Zeros::Pratt, Alternative::TwoSided).ok(),
        holm_p: None,
        sign: sign_test(decided, Alternative::TwoSided).ok(),
        ratio: hodges_lehmann(decided, 0.95).ok().map(|h| h.as_ratio()),
        alike: tost_ranks(decided, ALIKE).ok().map(|e| e.p),
        a12: a12(&rank_keys(second_times), &rank_keys(first_times)).ok(),
    }
}

fn correct(duels: &mut [Duel]) {
    let p: Vec<f64> = duels.iter().map(|d| d.wilcoxon.map_or(1.0, |w| w.p)).collect();
    if let Ok(corrected) = holm(&p) {
        for (duel, p) in duels.iter_mut().zip(corrected) {
            duel.holm_p = duel.wilcoxon.map(|_| p);
        }
    }
}

/// Even repeats of an algorithm against its odd ones, puzzle by puzzle. Both halves are the same
/// algorithm in random order, so a difference can only be noise (or chance: one in twenty).
fn noise<'a>(
    content: &'a Content,
    order: &[usize],
    puzzles: &[usize],
    rows_of: &dyn Fn(usize, usize) -> &'a [Row],
) -> Vec<Duel> {
    if content.is_thesis || content.most_runs < 2 {
        return Vec::new();
    }
    let half = |a: usize, parity: usize| -> Vec<Observation> {
        let time = |&p: &usize| {
            let rows = rows_of(a, p);
            // Halves of equal size: a median of three and one of two differ without any noise.
            let even = rows.len() / 2 * 2;
            let rows: Vec<Row> = rows[..even].iter().skip(parity).step_by(2).cloned().collect();
            match rows.is_empty() {
                true => Observation::Beyond(content.limit),
                false => pair(content, a, &rows).time,
            }
        };
        puzzles.iter().map(time).collect()
    };
    let mut duels: Vec<Duel> =
        order.iter().map(|&a| duel((a, &half(a, 0)), (a, &half(a, 1)))).collect();
    correct(&mut duels);
    duels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{AlgorithmEntry, Ended, PuzzleEntry};
    use sudolab_solvers::Verdict;

    /// A study of `n_algorithms` on 30 puzzles with 4 runs each. Times are hard to compare on
    /// purpose: puzzles differ a thousandfold, runs up to tenfold, and some runs fail. Odd runs
    /// take `slower` times as long.
    fn study(n_algorithms: u32, slower: f64, source: &mut Random) -> Content {
        let mut rows = Vec::new();
        for puzzle in 0..30 {
            let hardness = 10f64.powf(3.0 * source.unit() - 4.0);
            for algorithm in 0..n_algorithms {
                for repeat in 0..4 {
                    let odd = if repeat % 2 == 1 { slower } else { 1.0 };
                    let seconds = hardness * 10f64.powf(source.unit()) * odd;
                    let verdict = if seconds > 0.5 { Verdict::OutOfTime } else { Verdict::Solved };
                    rows.push(Row {
                        puzzle,
                        algorithm,
                        repeat,
                        ended: Ended::With(verdict),
                        ticks: 0,
                        guesses: 0,
                        best_cost: None,
                        cpu_seconds: seconds.min(0.5),
                        wall_seconds: seconds.min(0.5),
                        inner: 1,
                        note: None,
                    });
                }
            }
        }
        let puzzle =
            |number| PuzzleEntry { set: 0, number, line: String::new(), clues: 17, cells: 81 };
        let algorithm = |i: u32| AlgorithmEntry {
            label: i.to_string(),
            algorithm: String::new(),
            title: String::new(),
            family: String::new(),
            settings: String::new(),
            uses_seed: true,
            tick: String::new(),
        };
        Content {
            name: String::new(),
            plan: String::new(),
            protocol: String::new(),
            is_thesis: false,
            most_runs: 4,
            bounds: (0.0, 0.0),
            seed: 1,
            limit: 0.5,
            version: String::new(),
            sessions: Vec::new(),
            sets: vec![String::new()],
            puzzles: (1..=30).map(puzzle).collect(),
            algorithms: (0..n_algorithms).map(algorithm).collect(),
            aspects: Default::default(),
            rows,
        }
    }

    /// The share of studies in which the noise check finds something.
    fn alarms(rounds: usize, n_algorithms: u32, slower: f64) -> f64 {
        let mut source = Random::new(11);
        let found = (0..rounds).filter(|_| {
            let content = study(n_algorithms, slower, &mut source);
            let rows_of = |a: usize, p: usize| {
                let start = (p * n_algorithms as usize + a) * 4;
                &content.rows[start..start + 4]
            };
            let order: Vec<usize> = (0..n_algorithms as usize).collect();
            let puzzles: Vec<usize> = (0..30).collect();
            let duels = noise(&content, &order, &puzzles, &rows_of);
            duels.iter().any(|d| d.holm_p.is_some_and(|p| p < 0.05))
        });
        found.count() as f64 / rounds as f64
    }

    #[test]
    fn the_noise_check_cries_wolf_in_one_study_of_twenty_and_hears_the_wolf() {
        // 2000 rounds know a share of 5 % to about 0.5 %.
        let alone = alarms(2000, 1, 1.0);
        assert!((0.03..0.065).contains(&alone), "one algorithm: {alone}");
        let eight = alarms(1000, 8, 1.0);
        assert!((0.02..0.065).contains(&eight), "eight algorithms together: {eight}");
        let doubled = alarms(200, 1, 2.0);
        assert!(doubled > 0.9, "odd runs twice as slow: {doubled}");
    }

    #[test]
    fn intervals_of_a_ratio_hold_the_true_ratio() {
        // Two algorithms of which the second takes three times as long on every puzzle. With a
        // limit some of its times are only known to be longer; they count as infinitely longer,
        // so the interval leans to the side of "even slower" and misses a little more often.
        for (limit, least) in [(f64::MAX, 0.935), (30.0, 0.9)] {
            let (mut source, mut held, rounds) = (Random::new(12), 0, 1000);
            for _ in 0..rounds {
                let mut draw = |hardness: f64, factor: f64| {
                    let seconds = factor * hardness * 10f64.powf(source.unit());
                    match seconds > limit {
                        true => Observation::Beyond(limit),
                        false => Observation::Seen(seconds),
                    }
                };
                let hardness: Vec<f64> = (0..40).map(|i| f64::from(i) / 20.0 + 0.1).collect();
                let first: Vec<Observation> = hardness.iter().map(|&h| draw(h, 1.0)).collect();
                let second: Vec<Observation> = hardness.iter().map(|&h| draw(h, 3.0)).collect();
                let ratio = duel((0, &first), (1, &second)).ratio.expect("there are pairs");
                held += usize::from(ratio.interval.contains(3.0));
            }
            let share = held as f64 / rounds as f64;
            assert!((least..=0.965).contains(&share), "{limit}: {share}");
        }
    }
}
