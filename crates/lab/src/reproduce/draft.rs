//! The draft's claims, sections 1.1, 2.3 and 2.5, and the bounds they are held to.
//!
//! Most of them are questions or expectations: the draft has no results. What it only asks is open,
//! whatever comes out here.

use super::bound::{Bound, FEWEST, Size, of_correlation, over_units};
use super::claim::{Agreement, Claim};
use super::measured::Measured;
use crate::aspect::Threading;
use crate::plot::{Measure, Unit, ecdf};
use crate::report::{Block, numbers};
use crate::stats::{Interval, Summary, quantile, wilson};
use sudolab_grid::random::Random;

const SINGLES: &str = "rules-singles";
const NO_GUESS: &str = "rules-draft without guess";

/// The bounds.
const SINGLES_SOLVE: Bound = Bound::share((0.4, 0.6), (0.3, 0.7));
const EXTREME: Bound = Bound::share((0.0, 0.25), (0.0, 0.5));
/// What is called a considerable gain: three quarters of the threads, and at the least a fifth.
const GAIN_OF_THREADS: f64 = 0.75;
const LEAST_GAIN: f64 = 1.2;

/// Claims and figures.
pub fn compare(singles: &Measured<'_>, variants: &Measured<'_>) -> (Vec<Claim>, Vec<Block>) {
    let mut claims = vec![fall_to_singles(singles), fall_to_rules(singles), variants_run(variants)];
    claims.push(less_fit(variants));
    claims.push(order_of_rules(variants));
    claims.extend(generation(variants));
    claims.extend(difficult(variants));
    claims.extend(parallel(variants));
    claims.extend(agreement_on_hardness(variants));
    let mut blocks = Vec::new();
    let limit = variants.content.limit;
    let measure = Measure::new("CPU time per puzzle", Unit::Seconds);
    for (name, family) in [("variants-exact", "exact"), ("variants-rules", "rules")] {
        let members = variants.content.algorithms.iter().filter(|a| a.family == family);
        let samples: Vec<_> =
            members.map(|a| variants.in_set(&a.label, "17 clues").sample(limit)).collect();
        if !samples.is_empty() {
            let mut figure = ecdf(&samples, &measure);
            figure.caption =
                format!("Variants of one family on puzzles with 17 clues. {}", figure.caption);
            blocks.push(Block::Figure { name: name.into(), figure });
        }
    }
    blocks.extend(crate::aspect::blocks(variants.content));
    (claims, blocks)
}

fn fall_to_singles(m: &Measured<'_>) -> Claim {
    let column = m.all(SINGLES);
    let share = column.solved() as f64 / column.n() as f64;
    let interval =
        wilson(column.solved(), column.n(), 0.95).map_or((0.0, 1.0), |i| (i.low, i.high));
    let size = Size::puzzles(column.independent(), SINGLES_SOLVE.needed_for_share(0.5));
    Claim {
        place: "2.5".into(),
        what: "17-clue puzzles that fall to naked and hidden singles alone".into(),
        published: "roughly 50 %".into(),
        ours: format!(
            "{} of {} ({}; 95 % interval {} to {})",
            numbers::count(column.solved()),
            numbers::count(column.n()),
            numbers::percent(share),
            numbers::percent(interval.0),
            numbers::percent(interval.1)
        ),
        bound: SINGLES_SOLVE.to_string(),
        size: Some(size),
        agreement: SINGLES_SOLVE.judge(wilson(column.solved(), column.n(), 0.95).ok()).with(size),
        reading: "An early count of theirs, on what part of the list is not said.".into(),
        rows: m.rows(SINGLES),
    }
}

fn fall_to_rules(m: &Measured<'_>) -> Claim {
    let column = m.all(NO_GUESS);
    let share = column.solved() as f64 / column.n() as f64;
    Claim {
        place: "2.4.2".into(),
        what: "there is no guarantee that the rules alone find a solution".into(),
        published: "stated, not measured".into(),
        ours: format!(
            "all rules of the draft without a guess solve {} of {} ({})",
            numbers::count(column.solved()),
            numbers::count(column.n()),
            numbers::percent(share)
        ),
        bound: "holds when one puzzle stays unsolved, differs when none of 1000 does".into(),
        size: Some(Size::puzzles(
            column.n(),
            if column.solved() < column.n() { 1 } else { TO_SEE_NONE },
        )),
        agreement: no_guarantee(column.solved(), column.n()),
        reading: "One puzzle left over is a proof.".into(),
        rows: m.rows(NO_GUESS),
    }
}

/// So many puzzles without an exception make it unlikely that there is one.
const TO_SEE_NONE: usize = 1000;

fn no_guarantee(solved: usize, n: usize) -> Agreement {
    match n - solved {
        0 if n >= TO_SEE_NONE => Agreement::Differs,
        0 => Agreement::CannotTell,
        _ => Agreement::Holds,
    }
}

fn variants_run(m: &Measured<'_>) -> Claim {
    let algorithms = &m.content.algorithms;
    let mut families: Vec<&str> = algorithms.iter().map(|a| a.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    Claim {
        place: "1.1".into(),
        what: "algorithms and variants compared".into(),
        published: "10 or more were to be".into(),
        ours: format!("{} ({})", algorithms.len(), families.join(", ")),
        bound: "holds with 10 or more, differs with fewer".into(),
        size: Some(Size { n: algorithms.len(), needs: ENOUGH, unit: "algorithm" }),
        agreement: enough_variants(algorithms.len()),
        reading: "The thesis kept three algorithms of them.".into(),
        rows: format!("{}, all", m.folder),
    }
}

/// What the draft announces.
const ENOUGH: usize = 10;

fn enough_variants(n: usize) -> Agreement {
    if n >= ENOUGH { Agreement::Holds } else { Agreement::Differs }
}

fn less_fit(m: &Measured<'_>) -> Claim {
    let rules = m.in_set("rules-draft", "17 clues");
    let keys = |c: &super::measured::Column<'_>| -> Vec<f64> {
        c.times.iter().map(|t| t.rank_key()).collect()
    };
    let of_rules = keys(&rules);
    let mut words = Vec::new();
    let mut orders = Vec::new();
    for entry in m.content.algorithms.iter().filter(|a| a.algorithm.starts_with("backtrack-")) {
        let column = m.in_set(&entry.label, "17 clues");
        let mut random = Random::for_run(m.content.seed, "less fit", &entry.label, 0);
        orders.push(slower_share(&keys(&column), &of_rules, &mut random));
        words.push(format!("{} {} of {}", entry.label, column.solved(), column.n()));
    }
    Claim {
        place: "2.5".into(),
        what: "backtracking seems less fit for 17-clue puzzles".into(),
        published: "seems so, before optimisation".into(),
        ours: format!(
            "solved within {}: rules {} of {}; {}. Slower than the rules on most puzzles: {} of {} orders",
            numbers::seconds(m.content.limit),
            rules.solved(),
            rules.n(),
            words.join(", "),
            orders.iter().filter(|o| is_slower(**o)).count(),
            orders.len()
        ),
        bound: "an order is less fit when the share of puzzles on which it is slower than the rules has its 95 % interval above a half; holds when all orders are, in kind when some are, differs when all are quicker".into(),
        size: Some(Size::puzzles(of_rules.len(), TO_ORDER)),
        agreement: all_less_fit(&orders, of_rules.len()),
        reading: "A puzzle that is not solved within the limit counts as slower than one that is."
            .into(),
        rows: format!("{}, backtrack-* and rules-draft (17 clues)", m.folder),
    }
}

/// The share of puzzles on which the first takes longer than the second; ties count half.
fn slower_share(first: &[f64], second: &[f64], random: &mut Random) -> Option<Interval> {
    let slower: Vec<f64> = first
        .iter()
        .zip(second)
        .map(|(a, b)| {
            if a > b {
                1.0
            } else if a < b {
                0.0
            } else {
                0.5
            }
        })
        .collect();
    over_units(slower.len(), random, |units| {
        Some(units.iter().map(|&u| slower[u]).sum::<f64>() / units.len() as f64)
    })
}

/// Puzzles that show which of two is slower more often.
const TO_ORDER: usize = 20;

fn is_slower(share: Option<Interval>) -> bool {
    share.is_some_and(|s| s.low > 0.5)
}

fn all_less_fit(orders: &[Option<Interval>], n: usize) -> Agreement {
    let slower = orders.iter().filter(|o| is_slower(**o)).count();
    let quicker = orders.iter().flatten().filter(|s| s.high < 0.5).count();
    match slower {
        _ if n < TO_ORDER || orders.is_empty() => Agreement::CannotTell,
        _ if slower == orders.len() => Agreement::Holds,
        0 if quicker == orders.len() => Agreement::Differs,
        0 => Agreement::CannotTell,
        _ => Agreement::InKind,
    }
}

fn order_of_rules(m: &Measured<'_>) -> Claim {
    let mean = |label: &str| m.in_set(label, "17 clues").summary().map(|s| s.mean);
    let (easy, hard, no_fish, guess) = (
        mean("rules-draft"),
        mean("rules-draft, hard rules first"),
        mean("rules-draft, no fish"),
        mean("singles and guess"),
    );
    let shown = |t: Option<f64>| t.map_or("–".to_owned(), numbers::seconds);
    Claim {
        place: "2.4.2".into(),
        what: "are some rules too slow to check for what they solve, and does their order matter?"
            .into(),
        published: "asked, not answered".into(),
        ours: format!(
            "mean time: all rules {}, hard ones first {}, without fish {}, singles and guess {}",
            shown(easy),
            shown(hard),
            shown(no_fish),
            shown(guess)
        ),
        bound: "none: the draft only asks".into(),
        size: None,
        agreement: Agreement::Open,
        reading: match (easy, hard, guess) {
            (Some(e), Some(h), Some(g)) => format!(
                "Hard rules first take {} times as long as easy ones first; singles and guesses {} times.",
                numbers::plain(h / e),
                numbers::plain(g / e)
            ),
            _ => "Not every variant solved a puzzle at this scale.".to_owned(),
        },
        rows: format!("{}, rules-draft variants (17 clues)", m.folder),
    }
}

fn generation(m: &Measured<'_>) -> Option<Claim> {
    let share = |proves: bool| {
        let mut counts = (0, 0);
        for g in &m.content.aspects.generated {
            if m.content.algorithms[g.algorithm as usize].counts()? == proves {
                counts.0 += usize::from(g.proper);
                counts.1 += 1;
            }
        }
        Some(counts)
    };
    let (with, without) = (share(true)?, share(false)?);
    if with.1 == 0 {
        return None;
    }
    let size = Size { n: with.1.min(without.1), needs: TO_TELL_APART, unit: "puzzle of each kind" };
    Some(Claim {
        place: "2.3.2".into(),
        what: "some solvers are not suited to decide whether a solution is unique".into(),
        published: "stated; generation was to be compared".into(),
        ours: format!(
            "proper puzzles: {} of {} with algorithms that can prove it, {} of {} with those that cannot",
            with.0, with.1, without.0, without.1
        ),
        bound: "holds when proofs give proper puzzles more often, the 95 % intervals being apart; differs when they do so less often; what it needs is for all against half".into(),
        size: Some(size),
        agreement: unsuited(with, without).with(size),
        reading: "An algorithm that stops at its first solution may take one of several for the only one.".into(),
        rows: format!("{}, table generated", m.folder),
    })
}

/// All of so many and half of so many have intervals that are apart.
const TO_TELL_APART: usize = 11;

/// Proper and all puzzles with algorithms that prove uniqueness, and with those that do not.
fn unsuited(with: (usize, usize), without: (usize, usize)) -> Agreement {
    let share = |(proper, all): (usize, usize)| wilson(proper, all, 0.95).ok();
    match (share(with), share(without)) {
        (Some(a), Some(b)) if a.low > b.high => Agreement::Holds,
        (Some(a), Some(b)) if a.high < b.low => Agreement::Differs,
        _ => Agreement::CannotTell,
    }
}

fn difficult(m: &Measured<'_>) -> Option<Claim> {
    let er: Vec<f64> = m.content.aspects.generated.iter().filter_map(|g| g.er).collect();
    let s = Summary::of(&er).ok()?;
    let hard = er.iter().filter(|&&x| x >= 7.0).count();
    let extreme = er.iter().filter(|&&x| x >= 9.0).count();
    let size = Size::puzzles(er.len(), EXTREME.needed_for_share(0.1));
    Some(Claim {
        place: "2.5".into(),
        what: "difficult puzzles are probably difficult to generate".into(),
        published: "hypothesis, not tested".into(),
        ours: format!(
            "of {} proper generated puzzles {} are rated ER 7.0 or more and {} 9.0 or more; median {:.1}, highest {:.1}",
            er.len(),
            hard,
            extreme,
            s.median,
            s.max
        ),
        bound: format!("rated 9.0 or more: {EXTREME}"),
        size: Some(size),
        agreement: EXTREME.judge(wilson(extreme, er.len(), 0.95).ok()).with(size),
        reading: "Difficult to generate is read as rare among puzzles made at random.".into(),
        rows: format!("{}, table generated", m.folder),
    })
}

fn parallel(m: &Measured<'_>) -> Option<Claim> {
    let speeds = &m.content.aspects.speeds;
    let threads = speeds.iter().map(|s| s.threads).max().filter(|&t| t > 1)?;
    let gained = |form: Threading| -> Vec<f64> {
        let best = |a: u32, threads: u16| {
            let wanted = (a, form, threads);
            let here = speeds.iter().filter(|s| (s.algorithm, s.form, s.threads) == wanted);
            here.map(|s| s.wall_seconds).min_by(f64::total_cmp)
        };
        let algorithms = 0..m.content.algorithms.len() as u32;
        let gain = |a: u32| Some(best(a, 1)? / best(a, threads)?);
        algorithms.filter_map(gain).collect()
    };
    let gains = |form: Threading| Summary::of(&gained(form)).ok();
    gains(Threading::Puzzles)?;
    let mut random = Random::for_run(m.content.seed, "bound", "threads", 0);
    let gained_by = gained(Threading::Puzzles);
    let median = median_gain(&gained_by, &mut random);
    let bound = considerably(threads);
    let (n, ideal) = (gained_by.len(), f64::from(threads));
    let needs = bound.needed_by_width(median, n, ideal).max(FEWEST);
    let size = Size { n, needs, unit: "algorithm" };
    let mut words = vec![(Threading::Puzzles, "many puzzles at once")];
    words.extend([
        (Threading::Tree, "one search cut up"),
        (Threading::SideBySide, "runs side by side"),
    ]);
    let shown: Vec<String> = words
        .into_iter()
        .filter_map(|(form, words)| {
            let s = gains(form)?;
            let (median, low, high) =
                (numbers::plain(s.median), numbers::plain(s.min), numbers::plain(s.max));
            Some(format!("{words} {median} times as fast ({low} to {high}, {} algorithms)", s.n))
        })
        .collect();
    Some(Claim {
        place: "2.3.3, 2.4.1".into(),
        what: "parallelising improves the algorithms considerably".into(),
        published: "expected of searching branches in parallel; not measured".into(),
        ours: format!("on {threads} threads, in the median: {}", shown.join("; ")),
        bound: format!("many puzzles at once, median over algorithms: {bound}"),
        size: Some(size),
        agreement: bound.judge(median).with(size),
        reading: "Best of the repeats. Wall time needs idle cores: on a busy machine the ratio says more about its other work.".into(),
        rows: format!("{}, table speeds", m.folder),
    })
}

fn considerably(threads: u16) -> Bound {
    let most = f64::INFINITY;
    Bound::plain((GAIN_OF_THREADS * f64::from(threads), most), (LEAST_GAIN, most))
}

fn median_gain(gains: &[f64], random: &mut Random) -> Option<Interval> {
    over_units(gains.len(), random, |units| {
        let mut drawn: Vec<f64> = units.iter().map(|&u| gains[u]).collect();
        drawn.sort_by(f64::total_cmp);
        Some(quantile(&drawn, 0.5))
    })
}

fn agreement_on_hardness(m: &Measured<'_>) -> Option<Claim> {
    let ratings = &m.content.aspects.ratings;
    // Within one number of clues: among sets of different ones, anything agrees with anything.
    let deep = m.content.sets.iter().position(|s| s == "17 clues");
    let here: Vec<_> =
        ratings.iter().filter(|r| Some(m.content.puzzles[r.puzzle as usize].set) == deep).collect();
    let column = |label: &str| {
        let column = m.all(label);
        let times = here.iter().filter_map(|r| column.times.get(r.puzzle as usize));
        times.map(|t| t.rank_key()).collect::<Vec<f64>>()
    };
    let er: Vec<f64> = here.iter().map(|r| r.er).collect();
    let correlation = |x: &[f64], y: &[f64]| crate::stats::spearman(x, y).ok();
    let (rules, search) = (column("rules-draft"), column("backtrack-thesis"));
    let (with_er, between) = (correlation(&rules, &er)?, correlation(&rules, &search)?);
    let search_er = correlation(&search, &er)?;
    Some(Claim {
        place: "1.1, 2.3.4".into(),
        what: "do algorithms rate puzzles alike?".into(),
        published: "to be discussed".into(),
        ours: format!(
            "Spearman's correlation of times: rules with the Explainer rating {:.2}, backtracking with it {:.2}, rules with backtracking {:.2} ({} puzzles with 17 clues)",
            with_er.coefficient, search_er.coefficient, between.coefficient, with_er.n
        ),
        bound: "none: the draft only asks".into(),
        size: None,
        agreement: Agreement::Open,
        reading: format!(
            "95 % intervals: {}. The table of agreement has every pair.",
            [("rules with the rating", &with_er), ("backtracking with it", &search_er)]
                .into_iter()
                .filter_map(|(words, c)| {
                    let i = of_correlation(c.coefficient, c.n)?;
                    Some(format!("{words} {:.2} to {:.2}", i.low, i.high))
                })
                .collect::<Vec<_>>()
                .join(", ")
        ),
        rows: format!("{}, rules-draft, backtrack-thesis (17 clues), table ratings", m.folder),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aspect::{Generated, Speed};
    use crate::reproduce::mock::{Made, Mock, verdict, verdicts};
    use Agreement::{CannotTell, Differs, Holds, InKind};

    #[test]
    fn what_singles_solve_can_fail() {
        let judge = |k, n| SINGLES_SOLVE.judge(wilson(k, n, 0.95).ok());
        assert_eq!((judge(450, 1000), judge(650, 1000)), (Holds, InKind));
        assert_eq!((judge(900, 1000), judge(4, 8)), (Differs, CannotTell));
        assert_eq!((no_guarantee(900, 1000), no_guarantee(1000, 1000)), (Holds, Differs));
        assert_eq!(no_guarantee(5, 5), CannotTell);
        assert_eq!((enough_variants(15), enough_variants(9)), (Holds, Differs));
    }

    #[test]
    fn being_less_fit_can_fail() {
        let slow = slower_share(&[2.0; 40], &[1.0; 40], &mut Random::new(1));
        let quick = slower_share(&[1.0; 40], &[2.0; 40], &mut Random::new(1));
        assert_eq!(all_less_fit(&[slow, slow], 40), Holds);
        assert_eq!(all_less_fit(&[slow, quick], 40), InKind);
        assert_eq!(all_less_fit(&[quick, quick], 40), Differs);
        assert_eq!(all_less_fit(&[slow], 5), CannotTell);
    }

    #[test]
    fn generation_can_fail() {
        assert_eq!(unsuited((50, 50), (10, 50)), Holds);
        assert_eq!(unsuited((10, 50), (50, 50)), Differs);
        assert_eq!(unsuited((3, 3), (2, 3)), CannotTell);
        let judge = |k, n| EXTREME.judge(wilson(k, n, 0.95).ok());
        assert_eq!((judge(2, 100), judge(90, 100), judge(0, 3)), (Holds, Differs, CannotTell));
    }

    #[test]
    fn a_considerable_gain_can_fail() {
        let judge =
            |gain: f64| considerably(2).judge(median_gain(&[gain; 12], &mut Random::new(1)));
        assert_eq!((judge(1.9), judge(1.3)), (Holds, InKind));
        assert_eq!(judge(0.943), Differs, "a loss is no considerable gain");
        assert_eq!(considerably(2).judge(median_gain(&[1.9], &mut Random::new(1))), CannotTell);
    }

    /// What came out, of everything that is not an open question.
    #[derive(Clone, Copy)]
    struct World {
        /// Of a hundred puzzles, those that singles and that all rules solve.
        singles: usize,
        rules: usize,
        /// Seconds of backtracking; the rules take 0.1.
        backtracking: f64,
        /// Whether algorithms that can prove make proper puzzles, and the others.
        proper: (bool, bool),
        rating: f64,
        two_threads: f64,
    }

    const AS_EXPECTED: World = World {
        singles: 45,
        rules: 80,
        backtracking: 0.9,
        proper: (true, false),
        rating: 7.1,
        two_threads: 0.52,
    };

    fn claims(world: World, n: usize) -> Vec<Claim> {
        let (of_singles, of_variants) = ([50 * n], [n, n]);
        let mock = |plan, sets, runs| Mock { plan, sets, runs, versions: 1 };
        let singles = mock("draft-singles", &of_singles[..], 1).content(|p| {
            let of_100 = if p.label == SINGLES { world.singles } else { world.rules };
            let solved = (p.number * 37) % 100 < of_100;
            if solved { Made::solved(1, 0.1) } else { Made::stuck(9.0) }
        });
        let mut variants = mock("draft", &of_variants[..], 2).content(|p| {
            let slow = p.label.starts_with("backtrack-");
            Made::solved(1, if slow { world.backtracking } else { 0.1 })
        });
        for algorithm in 0..variants.algorithms.len() as u32 {
            let proves = variants.algorithms[algorithm as usize].counts() == Some(true);
            let proper = if proves { world.proper.0 } else { world.proper.1 };
            variants.aspects.generated.extend((0..n as u32).map(|number| Generated {
                algorithm,
                number,
                line: String::new(),
                clues: 24,
                proper,
                er: proper.then_some(world.rating),
                decisions: 1,
                undecided: 0,
                cpu_seconds: 1.0,
            }));
            variants.aspects.speeds.extend([(1, 1.0), (2, world.two_threads)].map(
                |(threads, wall_seconds)| Speed {
                    algorithm,
                    form: Threading::Puzzles,
                    threads,
                    repeat: 0,
                    puzzles: 20,
                    wall_seconds,
                    cpu_seconds: 1.0,
                },
            ));
        }
        compare(&Measured::of(&singles, "singles"), &Measured::of(&variants, "variants")).0
    }

    #[test]
    fn rows_as_expected_hold_and_others_make_each_claim_differ() {
        let full = claims(AS_EXPECTED, 40);
        assert!(verdicts(&full).iter().all(|v| *v == Holds), "{full:#?}");
        let few = claims(AS_EXPECTED, 3);
        let what = "backtracking seems less fit";
        assert_eq!(verdict(&few, what), CannotTell, "{what}");
        verdicts(&few);
        // One puzzle of each algorithm: fewer that cannot prove than all against half needs.
        let one = claims(AS_EXPECTED, 1);
        assert_eq!(verdict(&one, "some solvers are not suited"), CannotTell, "{one:#?}");
        let otherwise = World {
            singles: 90,
            rules: 100,
            backtracking: 0.01,
            proper: (false, true),
            rating: 9.4,
            two_threads: 1.05,
        };
        let otherwise = claims(otherwise, 40);
        for what in [
            "17-clue puzzles that fall to naked and hidden",
            "there is no guarantee",
            "backtracking seems less fit",
            "some solvers are not suited",
            "difficult puzzles are probably",
            "parallelising improves",
        ] {
            assert_eq!(verdict(&otherwise, what), Differs, "{what}");
        }
    }
}
