//! Who is fastest: distributions, cactus plot, performance profile, mean ranks.

use super::{Figures, gave_up, listed, measure, sample, samples, saying};
use crate::compare::Comparison;
use crate::plot::{Ranked, cactus, critical_difference, ecdf, performance_profile as profile_plot};
use crate::report::numbers as n;
use crate::stats::{
    Observation, friedman, nemenyi_critical_distance, performance_profile, rank_keys,
};

/// At most so many curves of one family.
const MOST: usize = super::super::SHOWN;

pub fn figures(c: &Comparison<'_>, chosen: &[usize]) -> Figures {
    let shown = samples(c, chosen);
    let mut figures = vec![(
        "ecdf".to_owned(),
        saying(ecdf(&shown, &measure()), &(leaders(c, chosen) + &gave_up(c, chosen))),
    )];
    if let Some(portfolio) = &c.portfolio {
        let best = sample("virtual best", &portfolio.best, c.content.limit);
        // The virtual best is a curve as well: no more than eight together.
        let shown = &shown[..shown.len().min(MOST - 1)];
        let figure = cactus(shown, Some(&best), &measure());
        figures.push(("cactus".to_owned(), saying(figure, &best_of_all(c))));
    }
    if let Some(figure) = profile(c, chosen) {
        figures.push(("profile".to_owned(), figure));
    }
    if let Some(figure) = ranks(c, chosen) {
        figures.push(("ranks".to_owned(), figure));
    }
    figures.extend(families(c, chosen));
    figures
}

/// The time at which a share of the puzzles is solved; infinite when it never is.
fn time_at(times: &[Observation], share: f64) -> f64 {
    let mut keys = rank_keys(times);
    keys.sort_by(f64::total_cmp);
    let place = (share * keys.len() as f64).ceil() as usize;
    keys[place.clamp(1, keys.len()) - 1]
}

/// Who has solved a quarter, half, three quarters, all first.
fn leaders(c: &Comparison<'_>, chosen: &[usize]) -> String {
    let mut words: Vec<(String, Vec<&str>)> = Vec::new();
    for (share, name) in
        [(0.25, "a quarter"), (0.5, "half"), (0.75, "three quarters"), (1.0, "all")]
    {
        let best = chosen
            .iter()
            .map(|&a| (time_at(&c.times(a), share), a))
            .min_by(|x, y| x.0.total_cmp(&y.0));
        let Some((time, leader)) = best.filter(|(time, _)| time.is_finite()) else { continue };
        let label = c.label(leader);
        let what = format!("{name} in {}", n::seconds(time));
        match words.iter_mut().find(|(_, l)| l[0] == label) {
            Some((text, _)) => text.push_str(&format!(", {what}")),
            None => words.push((what, vec![label])),
        }
    }
    let parts: Vec<String> =
        words.iter().map(|(what, label)| format!("{} ({what})", label[0])).collect();
    if parts.is_empty() {
        return "None of them solved a quarter.".to_owned();
    }
    format!("First to have solved a share of the puzzles: {}.", listed(&parts))
}

fn best_of_all(c: &Comparison<'_>) -> String {
    let Some(portfolio) = &c.portfolio else { return String::new() };
    let mut winners: Vec<(f64, usize)> =
        portfolio.shares.iter().enumerate().map(|(a, s)| (s.won, a)).collect();
    winners.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
    let words: Vec<String> = winners
        .iter()
        .take(3)
        .filter(|(won, _)| *won > 0.0)
        .map(|&(won, a)| format!("{} on {}", c.label(a), n::percent(won / c.puzzles.len() as f64)))
        .collect();
    format!(
        "The virtual best takes on each puzzle the fastest of all {}: {} of the puzzles.",
        n::counted(c.standings.len(), "algorithm"),
        listed(&words)
    )
}

fn profile(c: &Comparison<'_>, chosen: &[usize]) -> Option<crate::plot::Figure> {
    let times: Vec<Vec<Observation>> = chosen.iter().map(|&a| c.times(a)).collect();
    let profiles = performance_profile(&times).ok()?;
    let list: Vec<(String, Vec<f64>, usize)> = chosen
        .iter()
        .zip(&profiles)
        .map(|(&a, p)| (c.label(a).to_owned(), p.factors.clone(), p.n))
        .collect();
    let words: Vec<String> = chosen
        .iter()
        .zip(&profiles)
        .take(4)
        .map(|(&a, p)| format!("{} {}", c.label(a), n::percent(p.at(10.0))))
        .collect();
    Some(saying(
        profile_plot(&list),
        &format!("Within ten times the best of those shown: {}.", listed(&words)),
    ))
}

fn ranks(c: &Comparison<'_>, chosen: &[usize]) -> Option<crate::plot::Figure> {
    let times: Vec<Vec<f64>> = chosen.iter().map(|&a| rank_keys(&c.times(a))).collect();
    let rows: Vec<Vec<f64>> =
        (0..c.puzzles.len()).map(|i| times.iter().map(|t| t[i]).collect()).collect();
    let ranked = friedman(&rows).ok()?;
    let distance = nemenyi_critical_distance(chosen.len(), rows.len(), 0.05).ok()?;
    let list: Vec<Ranked> = chosen
        .iter()
        .zip(&ranked.mean_ranks)
        .map(|(&a, &mean_rank)| Ranked { label: c.label(a).to_owned(), mean_rank })
        .collect();
    let what = format!(
        "Friedman's test of “all alike”: p {}. A rank says who was faster, not by how much.",
        n::p_is(ranked.p)
    );
    Some(saying(critical_difference(&list, distance), &what))
}

/// One figure for each family, where the first shows only some of the algorithms.
fn families(c: &Comparison<'_>, chosen: &[usize]) -> Figures {
    let mut figures = Vec::new();
    if c.standings.len() <= chosen.len() {
        return figures;
    }
    let family = |a: usize| c.content.algorithms[a].family.as_str();
    let mut seen: Vec<&str> = Vec::new();
    for s in &c.standings {
        let name = family(s.algorithm);
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        let members: Vec<usize> =
            c.standings.iter().map(|s| s.algorithm).filter(|&a| family(a) == name).collect();
        if members.len() < 2 {
            continue;
        }
        let members = &members[..members.len().min(MOST)];
        let file: String =
            name.chars().map(|ch| if ch.is_ascii_alphanumeric() { ch } else { '-' }).collect();
        let figure = ecdf(&samples(c, members), &measure())
            .titled(format!("The {name} algorithms"))
            .sized(crate::plot::Size::PAGE);
        figures.push((
            format!("ecdf-{file}"),
            saying(figure, &(leaders(c, members) + &gave_up(c, members))),
        ));
    }
    figures
}
