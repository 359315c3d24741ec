//! The draft's claims, sections 1.1, 2.3 and 2.5.

use super::claim::{Agreement, Claim};
use super::measured::Measured;
use crate::aspect::Form;
use crate::plot::{Measure, Unit, ecdf};
use crate::report::{Block, numbers};
use crate::stats::{Summary, wilson};

const SINGLES: &str = "rules-singles";
const NO_GUESS: &str = "rules-draft without guess";

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
        agreement: Agreement::when((0.4..=0.6).contains(&share)),
        reading: "An early count of theirs, on what part of the list is not said; a little less than half is what our runs give.".into(),
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
        agreement: Agreement::when(column.solved() < column.n()),
        reading: "Tuples and fish add to what singles do, but the rest needs chains or a guess."
            .into(),
        rows: m.rows(NO_GUESS),
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
        agreement: Agreement::when(algorithms.len() >= 10),
        reading: "Backtracking by order of cells and of guesses, rules by set and order, the cultural genetic algorithm and a network of binary neurons. The thesis kept three algorithms of them.".into(),
        rows: format!("{}, all", m.folder),
    }
}

fn less_fit(m: &Measured<'_>) -> Claim {
    let limit = m.content.limit;
    let solved = |label: &str| {
        let column = m.in_set(label, "17 clues");
        (column.solved(), column.n(), column.summary().map_or(limit, |s| s.mean))
    };
    let mut searches: Vec<(usize, usize, f64)> = m
        .content
        .algorithms
        .iter()
        .filter(|a| a.algorithm.starts_with("backtrack-"))
        .map(|a| solved(&a.label))
        .collect();
    searches.sort_by(|x, y| x.0.cmp(&y.0).then(y.2.total_cmp(&x.2)));
    let (worst, best) = (searches[0], searches[searches.len() - 1]);
    let rules = solved("rules-draft");
    Claim {
        place: "2.5".into(),
        what: "backtracking seems less fit for 17-clue puzzles".into(),
        published: "seems so, before optimisation".into(),
        ours: format!(
            "solved within {}: backtracking {} (worst order) to {} (best order, {} on average) of {}, rules {} ({} on average)",
            numbers::seconds(limit),
            worst.0,
            best.0,
            numbers::seconds(best.2),
            best.1,
            rules.0,
            numbers::seconds(rules.2)
        ),
        agreement: if worst.0 < rules.0 { Agreement::Holds } else { Agreement::InKind },
        reading: "It depends on the order of cells: first blank or random order fails on many, fewest candidates solves all.".into(),
        rows: format!("{}, backtrack-* and rules-draft (17 clues)", m.folder),
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
        what: "are some rules too slow to check for what they solve, and does their order matter?".into(),
        published: "asked, not answered".into(),
        ours: format!(
            "mean time: all rules {}, hard ones first {}, without fish {}, singles and guess {}",
            shown(easy),
            shown(hard),
            shown(no_fish),
            shown(guess)
        ),
        agreement: Agreement::Open,
        reading: match (easy, hard, guess) {
            (Some(e), Some(h), Some(g)) if h > e && g < e => "Both: cheap rules first pays, and a solver that guesses as soon as singles fail is the fastest of them.".into(),
            (Some(e), Some(h), _) if h > e => "The order matters: cheap rules first pays.".into(),
            _ => "No clear answer at this scale.".to_owned(),
        },
        rows: format!("{}, rules-draft variants (17 clues)", m.folder),
    }
}

fn generation(m: &Measured<'_>) -> Option<Claim> {
    let share = |proves: bool| {
        let mut counts = (0, 0);
        for g in &m.content.aspects.generated {
            let id = &m.content.algorithms[g.algorithm as usize].algorithm;
            let algorithm = sudolab_solvers::registry::find(id).ok()?;
            if algorithm.build_counter.is_some() == proves {
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
    Some(Claim {
        place: "2.3.2".into(),
        what: "some solvers are not suited to decide whether a solution is unique".into(),
        published: "stated; generation was to be compared".into(),
        ours: format!(
            "proper puzzles: {} of {} with algorithms that can prove it, {} of {} with those that cannot",
            with.0, with.1, without.0, without.1
        ),
        agreement: Agreement::when(with.0 == with.1),
        reading: "An algorithm that stops at its first solution may take one of several for the only one; those without a guess do not, since each of their steps is forced.".into(),
        rows: format!("{}, table generated", m.folder),
    })
}

fn difficult(m: &Measured<'_>) -> Option<Claim> {
    let er: Vec<f64> = m.content.aspects.generated.iter().filter_map(|g| g.er).collect();
    let s = Summary::of(&er).ok()?;
    let hard = er.iter().filter(|&&x| x >= 7.0).count();
    let extreme = er.iter().filter(|&&x| x >= 9.0).count();
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
        agreement: Agreement::when(2 * extreme < er.len()),
        reading: "Random digging rarely leaves an extreme puzzle; whether 7.0 is difficult is a matter of taste.".into(),
        rows: format!("{}, table generated", m.folder),
    })
}

fn parallel(m: &Measured<'_>) -> Option<Claim> {
    let speeds = &m.content.aspects.speeds;
    let threads = speeds.iter().map(|s| s.threads).max().filter(|&t| t > 1)?;
    let gains = |form: Form| -> Option<Summary> {
        let best = |a: u32, threads: u16| {
            let wanted = (a, form, threads);
            let here = speeds.iter().filter(|s| (s.algorithm, s.form, s.threads) == wanted);
            here.map(|s| s.wall_seconds).min_by(f64::total_cmp)
        };
        let algorithms = 0..m.content.algorithms.len() as u32;
        let gain = |a: u32| Some(best(a, 1)? / best(a, threads)?);
        Summary::of(&algorithms.filter_map(gain).collect::<Vec<f64>>()).ok()
    };
    let many = gains(Form::Puzzles)?;
    let mut words = vec![(Form::Puzzles, "many puzzles at once")];
    words.extend([(Form::Tree, "one search cut up"), (Form::SideBySide, "runs side by side")]);
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
        agreement: Agreement::at_least_in_kind(many.median > 0.75 * f64::from(threads)),
        reading: "Best of the repeats. Wall time needs idle cores: on a busy machine the ratio says more about its other work. Searches of a millisecond are too short to gain much from being cut up.".into(),
        rows: format!("{}, table speeds", m.folder),
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
        agreement: Agreement::Open,
        reading: "Times of the rules follow the rating, which is made of the same kind of steps; those of backtracking do so less. The table of agreement has every pair.".into(),
        rows: format!("{}, rules-draft, backtrack-thesis (17 clues), table ratings", m.folder),
    })
}
