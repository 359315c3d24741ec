//! From rows to comparisons: one number per puzzle and algorithm, then statistics on these.
//!
//! Repeated runs on one puzzle are not independent evidence about algorithms, so each pair of
//! puzzle and algorithm becomes one observation first: in the fixed protocol the median of its
//! runs, in the thesis' protocol their mean. A run that did not solve is never a time: one that a
//! limit ended is "longer than the limit", one that gave up would not have ended at all; both rank
//! behind every time seen, and are counted apart. All times are CPU time.
//!
//! Puzzles made from the same puzzle resemble each other, so tests count each such cluster once
//! (`clusters`). Who won is told set by set, and only where a test tells (`sets`).

mod clusters;
mod noise;
mod selection;
mod sets;

pub use clusters::Clusters;
pub use noise::{MOST_APART, NoiseCheck, Spread, TYPICALLY};
pub use selection::{FEATURES, Selection, features};
pub use sets::{SetResult, Told};

use crate::runner::is_narrow;
use crate::stats::{
    Alternative, Bootstrap, CensoredSummary, Friedman, HodgesLehmann, Interval, Mean, Observation,
    Pairs, Portfolio, SignTest, Wilcoxon, Zeros, a12, friedman, hodges_lehmann, holm, par_score,
    rank_keys, sign_test, tost_ranks, wilcoxon, wilson,
};
use crate::store::{Class, Content, Row};
use sudolab_grid::halt::{Halt, Stop};
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
    /// What it comes to: solved, or how most of the runs ended that did not.
    pub class: Class,
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
    /// Puzzles it gave up on: more time would not have helped.
    pub gave_up: usize,
    /// Puzzles on which a limit stopped it.
    pub stopped: usize,
    /// Puzzles it solved without a single tick: its rules did, before the search began.
    pub before_search: usize,
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
    /// Clusters of puzzles that the tests count.
    pub n_clusters: usize,
    /// Puzzles that only the first solved, and that only the second did.
    pub alone: (usize, usize),
    /// McNemar's exact test of these two numbers.
    pub mcnemar: Option<f64>,
    /// Wilcoxon's signed-rank test of the logarithms of time ratios, one for each cluster.
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
    /// The first of the standings against every other one, in their order, over all sets.
    pub against_winner: Vec<Duel>,
    /// What each contributes to the virtual best solver.
    pub portfolio: Option<Portfolio>,
    /// Mean ranks.
    pub ranks: Option<Friedman>,
    /// The results set by set.
    pub by_set: Vec<SetResult>,
    /// Even against odd repeats of each algorithm: what differs there is noise.
    pub noise: Vec<Duel>,
    /// How far the repeats of deterministic algorithms lie apart.
    pub spread: NoiseCheck,
    /// CPU time of all measured runs, and their wall time, in seconds.
    pub spent: (f64, f64),
}

impl<'a> Comparison<'a> {
    /// Compares; `None` when no puzzle has been run by every algorithm yet.
    pub fn of(content: &'a Content) -> Option<Comparison<'a>> {
        Comparison::within(content, &Halt::never()).expect("nothing stops it")
    }

    /// Compares, unless the halt stops it.
    ///
    /// # Errors
    /// What stopped it.
    pub fn within(content: &'a Content, halt: &Halt<'_>) -> Result<Option<Comparison<'a>>, Stop> {
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
            return Ok(None);
        }
        let rows_of = |a: usize, p: usize| {
            let (start, n) = starts[p * n_algorithms + a].expect("only complete puzzles are asked");
            &content.rows[start..start + n]
        };
        let mut pairs: Vec<Vec<Pair>> = Vec::with_capacity(n_algorithms);
        for a in 0..n_algorithms {
            halt.check()?;
            pairs.push(puzzles.iter().map(|&p| pair(content, a, rows_of(a, p))).collect());
        }
        let times: Vec<Vec<Observation>> =
            pairs.iter().map(|list| list.iter().map(|p| p.time).collect()).collect();

        let mut standings: Vec<Standing> = (0..n_algorithms)
            .map(|a| standing(content, a, &puzzles, &pairs[a], halt))
            .collect::<Result<_, Stop>>()?;
        rank(&mut standings);
        let order: Vec<usize> = standings.iter().map(|s| s.algorithm).collect();
        let clusters = Clusters::of(content, &puzzles);
        let mut against_winner: Vec<Duel> = Vec::with_capacity(order.len());
        for &other in &order[1..] {
            halt.check()?;
            let (winner, other) = ((order[0], &times[order[0]][..]), (other, &times[other][..]));
            against_winner.push(duel(winner, other, &clusters));
        }
        correct(&mut against_winner);
        let rows: Vec<Vec<f64>> = (0..puzzles.len())
            .map(|i| order.iter().map(|&a| times[a][i].rank_key()).collect())
            .collect();
        halt.check()?;
        Ok(Some(Comparison {
            by_set: sets::by_set(content, &puzzles, &pairs, halt)?,
            noise: noise::halves(content, &order, &puzzles, &rows_of, halt)?,
            spread: NoiseCheck::of(content, &order, &puzzles, &rows_of),
            spent: content.rows.iter().fold((0.0, 0.0), |(cpu, wall), row| {
                let n = f64::from(row.inner) * f64::from(row.measured.batches);
                (cpu + n * row.cpu_seconds, wall + n * row.wall_seconds)
            }),
            content,
            portfolio: Portfolio::of(&times, 2.0).ok(),
            ranks: friedman(&rows).ok(),
            puzzles,
            pairs,
            standings,
            against_winner,
        }))
    }

    /// The name of an algorithm.
    pub fn label(&self, algorithm: usize) -> &'a str {
        &self.content.algorithms[algorithm].label
    }

    /// The times of an algorithm on the compared puzzles.
    pub fn times(&self, algorithm: usize) -> Vec<Observation> {
        self.pairs[algorithm].iter().map(|p| p.time).collect()
    }

    /// Two lists with a value for some of the compared puzzles, by their places, cut up by set:
    /// what differs between sets is no agreement.
    pub fn strata(
        &self,
        values: impl IntoIterator<Item = (usize, f64, f64)>,
    ) -> Vec<(Vec<f64>, Vec<f64>)> {
        let mut strata = vec![(Vec::new(), Vec::new()); self.content.sets.len()];
        for (place, x, y) in values {
            let (xs, ys) = &mut strata[self.content.puzzles[self.puzzles[place]].set];
            xs.push(x);
            ys.push(y);
        }
        strata
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
    let class = if time.is_beyond() { failing(rows) } else { Class::Solved };
    Pair {
        class,
        runs: rows.len() as u32,
        solved: solved.len() as u32,
        faults: rows.iter().filter(|r| r.ended.is_fault()).count() as u32,
        time,
        is_unstable,
        ticks: rows[0].ticks,
        guesses: rows[0].guesses,
    }
}

/// How most of the runs ended that did not solve; of equally many, the graver ending.
fn failing(rows: &[Row]) -> Class {
    let count = |class: Class| rows.iter().filter(|r| r.ended.class() == class).count();
    [Class::Refuted, Class::GaveUp, Class::Stopped, Class::Faulty]
        .into_iter()
        .max_by_key(|&class| (count(class), class))
        .unwrap_or(Class::Stopped)
}

/// Best first: by puzzles solved, then by typical time.
fn rank(standings: &mut [Standing]) {
    standings.sort_by(|x, y| {
        let typical = |s: &Standing| s.typical().unwrap_or(f64::INFINITY);
        (y.solved.cmp(&x.solved))
            .then(typical(x).total_cmp(&typical(y)))
            .then(x.algorithm.cmp(&y.algorithm))
    });
}

fn standing(
    content: &Content,
    algorithm: usize,
    puzzles: &[usize],
    pairs: &[Pair],
    halt: &Halt<'_>,
) -> Result<Standing, Stop> {
    halt.check()?;
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
        .bca_within(&scores, &Mean, &mut source(), halt)
        .or_else(|_| bootstrap.percentile_within(&scores, &Mean, &mut source(), halt));
    halt.check()?;
    Ok(Standing {
        algorithm,
        n,
        solved,
        gave_up: pairs.iter().filter(|p| p.class == Class::GaveUp).count(),
        stopped: pairs.iter().filter(|p| p.class == Class::Stopped).count(),
        before_search: pairs.iter().filter(|p| p.class == Class::Solved && p.ticks == 0).count(),
        unstable: pairs.iter().filter(|p| p.is_unstable).count(),
        success: wilson(solved, n, 0.95).expect("there is at least one puzzle"),
        runs: pairs.iter().fold((0, 0), |(r, s), p| (r + p.runs as usize, s + p.solved as usize)),
        faults: pairs.iter().map(|p| p.faults as usize).sum(),
        by_set,
        times: CensoredSummary::of(&times).expect("there is at least one puzzle"),
        par2: scores.iter().sum::<f64>() / n as f64,
        par2_interval: interval.ok().filter(|_| n > 1),
    })
}

fn duel(
    (first, first_times): (usize, &[Observation]),
    (second, second_times): (usize, &[Observation]),
    clusters: &Clusters,
) -> Duel {
    let pairs = Pairs::log_ratios(second_times, first_times)
        .expect("times are positive and the lists equally long");
    let decided = pairs.decided();
    let count = |wanted: fn(f64) -> bool| decided.iter().filter(|&&d| wanted(d)).count();
    let (wins, losses) = (count(|d| d > 0.0), count(|d| d < 0.0));
    let alone = |x: &[Observation], y: &[Observation]| {
        x.iter().zip(y).filter(|(x, y)| !x.is_beyond() && y.is_beyond()).count()
    };
    let alone = (alone(first_times, second_times), alone(second_times, first_times));
    // The sign test of the puzzles that one of the two alone solved is McNemar's.
    let signs: Vec<f64> =
        std::iter::repeat_n(1.0, alone.0).chain(std::iter::repeat_n(-1.0, alone.1)).collect();
    // One number for each cluster; where every puzzle is one of its own, these are the same.
    let joined = clusters.join(first_times, second_times);
    let tested = joined.as_deref().unwrap_or(decided);
    Duel {
        first,
        second,
        wins: (wins, first_times.len() - wins - losses, losses),
        n_clusters: clusters.n(),
        alone,
        mcnemar: sign_test(&signs, Alternative::TwoSided).ok().map(|s| s.p),
        wilcoxon: wilcoxon(tested, Zeros::Pratt, Alternative::TwoSided).ok(),
        holm_p: None,
        sign: sign_test(tested, Alternative::TwoSided).ok(),
        ratio: hodges_lehmann(tested, 0.95).ok().map(|h| h.as_ratio()),
        alike: tost_ranks(tested, ALIKE).ok().map(|e| e.p),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{AlgorithmEntry, Ended, PuzzleEntry};
    use sudolab_solvers::RunVerdict;

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
                    let verdict =
                        if seconds > 0.5 { RunVerdict::OutOfTime } else { RunVerdict::Solved };
                    let (key, seconds) = ((puzzle, algorithm, repeat), seconds.min(0.5));
                    rows.push(Row::once(key, Ended::With(verdict), seconds, seconds));
                }
            }
        }
        let puzzle = |number: usize| PuzzleEntry {
            set: 0,
            number,
            line: String::new(),
            key: number.to_string(),
            origin: number.to_string(),
            clues: 17,
            cells: 81,
        };
        let algorithm = |i: u32| AlgorithmEntry {
            label: i.to_string(),
            algorithm: String::new(),
            title: String::new(),
            family: String::new(),
            settings: String::new(),
            uses_seed: true,
            tick: String::new(),
            tick_limit: None,
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
            tick_limit: None,
            version: String::new(),
            sessions: Vec::new(),
            machines: Vec::new(),
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
            let never = Halt::never();
            let duels = noise::halves(&content, &order, &puzzles, &rows_of, &never).unwrap();
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

    /// A study of deterministic algorithms whose repeats differ by a few percent; a share of the
    /// rows takes fifty times as long.
    fn steady(outliers: f64, source: &mut Random) -> Content {
        let mut content = study(8, 1.0, source);
        content.algorithms.iter_mut().for_each(|a| a.uses_seed = false);
        for row in &mut content.rows {
            let work = 1e-6 * f64::from(1 + row.puzzle + 7 * row.algorithm);
            let wild = if source.unit() < outliers { 50.0 } else { 1.0 };
            row.cpu_seconds = work * wild * (1.0 + 0.05 * source.unit());
            row.ended = Ended::With(RunVerdict::Solved);
        }
        content
    }

    #[test]
    fn the_noise_check_fails_when_some_times_are_wild() {
        let mut source = Random::new(13);
        let quiet = steady(0.0, &mut source);
        let quiet = Comparison::of(&quiet).unwrap();
        assert_eq!(quiet.spread.passed(), Some(true), "{:?}", quiet.spread);
        assert_eq!((quiet.spread.n, quiet.spread.apart), (8 * 30, 0));
        for share in [0.02, 0.1] {
            let wild = steady(share, &mut source);
            let wild = Comparison::of(&wild).unwrap();
            assert_eq!(wild.spread.passed(), Some(false), "{share}: {:?}", wild.spread);
            // The ratio of even to odd repeats hears nothing of it.
            let ratios = wild.noise.iter().filter_map(|d| d.ratio.map(|h| h.estimate));
            assert!(ratios.into_iter().all(|r| (0.9..1.1).contains(&r)));
        }
        // Randomised algorithms did other work each time: nothing can be said.
        let content = study(2, 1.0, &mut source);
        assert_eq!(Comparison::of(&content).unwrap().spread.passed(), None);
    }

    #[test]
    fn an_algorithm_wins_a_set_only_when_a_test_tells() {
        let mut source = Random::new(17);
        let mut content = steady(0.0, &mut source);
        // The first is quicker than all others on every puzzle.
        let told = |content: &Content| Comparison::of(content).unwrap().by_set[0].told.clone();
        for row in content.rows.iter_mut().filter(|r| r.algorithm == 0) {
            row.cpu_seconds *= 0.1;
        }
        assert_eq!(told(&content), Told::Won);
        // Two that are the same but for a few percent cannot be told apart by luck alone.
        let first: Vec<f64> =
            content.rows.iter().filter(|r| r.algorithm == 0).map(|r| r.cpu_seconds).collect();
        let mut noise = Random::new(19);
        for (row, seconds) in content.rows.iter_mut().filter(|r| r.algorithm == 1).zip(first) {
            row.cpu_seconds = seconds * (0.95 + 0.1 * noise.unit());
        }
        let Told::NotApart(rivals) = told(&content) else { panic!("{:?}", told(&content)) };
        assert_eq!(rivals.len(), 1);
        // Thirty versions of two puzzles are two pieces of evidence.
        for row in content.rows.iter_mut().filter(|r| r.algorithm == 0) {
            row.cpu_seconds *= 0.1;
        }
        assert_eq!(told(&content), Told::Won);
        for puzzle in &mut content.puzzles {
            puzzle.origin = (puzzle.number % 2).to_string();
        }
        assert!(matches!(told(&content), Told::NotApart(_)));
    }

    #[test]
    fn what_differs_between_sets_is_in_no_pair_and_in_no_correlation() {
        let mut source = Random::new(19);
        let mut content = steady(0.0, &mut source);
        content.algorithms.truncate(2);
        content.rows.retain(|r| r.algorithm < 2);
        content.sets = vec!["easy".to_owned(), "hard".to_owned()];
        // Within each set more clues take longer; the hard set has fewer, and takes a thousand
        // times as long. The second algorithm takes 3 times as long there, 2 times on easy ones.
        for (i, puzzle) in content.puzzles.iter_mut().enumerate() {
            puzzle.set = i / 15;
            puzzle.clues = 30 + i % 15 - 13 * (i / 15);
        }
        for row in &mut content.rows {
            let (set, place) = (row.puzzle / 15, row.puzzle % 15);
            let factor = if row.algorithm == 0 { 1.0 } else { f64::from(2 + set) };
            row.cpu_seconds = 1e-6 * 1000f64.powi(set as i32) * f64::from(1 + place) * factor;
        }
        let files: Vec<_> = crate::report::Report::of(&content).files().collect();
        let rows = |name: &str| -> Vec<Vec<&str>> {
            let (_, text) = files.iter().find(|(path, _)| path.ends_with(name)).unwrap();
            text.lines().map(|line| line.split(',').collect()).collect()
        };
        let effort = rows("effort.csv");
        let place = effort[0].iter().position(|&name| name == "clues_spearman").unwrap();
        assert_eq!((effort[1][place], effort[2][place]), ("1", "1"));
        let pairs = rows("pairs.csv");
        let place = pairs[0].iter().position(|&name| name == "ratio").unwrap();
        let told = |row: &[&str]| (row[0].to_owned(), row[place].parse::<f64>().unwrap().round());
        assert_eq!(pairs.len(), 3);
        assert_eq!(told(&pairs[1]), ("easy".to_owned(), 2.0));
        assert_eq!(told(&pairs[2]), ("hard".to_owned(), 3.0));
        let agreement = rows("agreement.csv");
        let place = agreement[0].iter().position(|&name| name == "spearman").unwrap();
        assert_eq!(agreement[1][place], "1");
    }

    #[test]
    fn giving_up_is_not_running_into_the_limit() {
        let mut source = Random::new(23);
        let mut content = steady(0.0, &mut source);
        for row in content.rows.iter_mut().filter(|r| r.algorithm == 0 && r.puzzle < 9) {
            let verdict = if row.puzzle < 5 { RunVerdict::GaveUp } else { RunVerdict::OutOfTicks };
            row.ended = Ended::With(verdict);
        }
        let c = Comparison::of(&content).unwrap();
        let s = c.standings.iter().find(|s| s.algorithm == 0).unwrap();
        assert_eq!((s.solved, s.gave_up, s.stopped), (21, 5, 4));
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
                let ratio = duel((0, &first), (1, &second), &Clusters::apart(40))
                    .ratio
                    .expect("there are pairs");
                held += usize::from(ratio.interval.contains(3.0));
            }
            let share = held as f64 / rounds as f64;
            assert!((least..=0.965).contains(&share), "{limit}: {share}");
        }
    }
}
