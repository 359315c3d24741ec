//! On which hosts a study ran, and whether they differ.
//!
//! All runs of a puzzle happen on one host, and puzzles are dealt out at random. So the CPU time that
//! an algorithm takes for a tick should not depend on the host; where it does, a comparison within
//! a puzzle still holds, and times of different puzzles are of different machines.

use super::numbers as n;
use crate::stats::{holm, kruskal_wallis, quantile};
use crate::store::{Content, Row};
use std::collections::{BTreeMap, BTreeSet};

/// Below this p value hosts differ.
const LEVEL: f64 = 0.05;
/// Fewer runs of an algorithm on a host say nothing.
const LEAST: usize = 5;

/// Lines about the hosts; none for a study on one.
pub fn lines(content: &Content) -> Vec<String> {
    let names: BTreeSet<&str> = content.machines.iter().map(|m| m.host.as_str()).collect();
    if names.len() < 2 {
        return Vec::new();
    }
    let told = |(number, name): (usize, &&str)| {
        let here = |row: &&Row| row.measured.host == Some(number as u32);
        let cores: BTreeSet<Option<u32>> =
            content.rows.iter().filter(here).map(|row| row.measured.core).collect();
        let runs = n::counted(content.rows.iter().filter(here).count(), "run");
        format!("{name}: {runs} on {}", n::counted(cores.len(), "core"))
    };
    let told: Vec<String> = names.iter().enumerate().map(told).collect();
    vec![format!("Hosts: {}.", told.join("; ")), effect(content)]
}

/// What the test of a host effect says.
fn effect(content: &Content) -> String {
    let mut tested: Vec<(usize, f64, f64)> = Vec::new();
    for algorithm in 0..content.algorithms.len() {
        let mut samples: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for row in content.rows.iter().filter(|r| r.algorithm as usize == algorithm) {
            let per_tick = row.cpu_seconds / row.ticks.max(1) as f64;
            if let (Some(host), true) = (row.measured.host, row.ended.is_solved() && per_tick > 0.0)
            {
                samples.entry(host).or_default().push(per_tick);
            }
        }
        let mut samples: Vec<Vec<f64>> =
            samples.into_values().filter(|sample| sample.len() >= LEAST).collect();
        if let (true, Ok(test)) = (samples.len() > 1, kruskal_wallis(&samples)) {
            let medians: Vec<f64> = samples
                .iter_mut()
                .map(|sample| {
                    sample.sort_by(f64::total_cmp);
                    quantile(sample, 0.5)
                })
                .collect();
            let least = medians.iter().copied().fold(f64::INFINITY, f64::min);
            let most = medians.iter().copied().fold(0.0, f64::max);
            tested.push((algorithm, test.p, most / least));
        }
    }
    let corrected = holm(&tested.iter().map(|t| t.1).collect::<Vec<f64>>()).unwrap_or_default();
    if corrected.is_empty() {
        return "Too few runs on each host to test whether the hosts differ.".to_owned();
    }
    let differ: Vec<String> = tested
        .iter()
        .zip(&corrected)
        .filter(|(_, p)| **p < LEVEL)
        .map(|((algorithm, _, ratio), p)| {
            let label = &content.algorithms[*algorithm].label;
            format!("{label} ({}, p {})", n::ratio(*ratio), n::p_is(*p))
        })
        .collect();
    let how = format!(
        "CPU time per tick by host, Kruskal and Wallis with Holm's correction, {}",
        n::counted(tested.len(), "algorithm")
    );
    match differ.is_empty() {
        true => format!("No host effect is seen ({how})."),
        false => format!(
            "**The hosts differ** ({how}): slowest host against fastest {}. Comparisons within a puzzle hold, since all its runs are of one host.",
            differ.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{AlgorithmEntry, Ended, MachineEntry};
    use sudolab_solvers::RunVerdict;

    fn content(slow: f64) -> Content {
        let machine = |host: &str| MachineEntry {
            host: host.to_owned(),
            core: Some(0),
            processor: String::new(),
            system: String::new(),
            build: String::new(),
        };
        let row = |puzzle: u32| {
            let seconds =
                (1.0 + f64::from(puzzle / 2) / 10.0) * if puzzle % 2 == 1 { slow } else { 1.0 };
            let mut row =
                Row::once((puzzle, 0, 0), Ended::With(RunVerdict::Solved), seconds, seconds);
            (row.ticks, row.measured.host) = (1, Some(puzzle % 2));
            row
        };
        Content {
            name: String::new(),
            plan: String::new(),
            protocol: String::new(),
            is_thesis: false,
            most_runs: 1,
            bounds: (0.0, 0.0),
            seed: 0,
            limit: 1.0,
            tick_limit: None,
            version: String::new(),
            sessions: Vec::new(),
            machines: vec![machine("ada"), machine("bob")],
            sets: Vec::new(),
            puzzles: Vec::new(),
            algorithms: vec![AlgorithmEntry {
                label: "mine".to_owned(),
                algorithm: "mine".to_owned(),
                title: String::new(),
                family: String::new(),
                settings: String::new(),
                uses_seed: false,
                tick: String::new(),
                tick_limit: None,
            }],
            aspects: Default::default(),
            rows: (0..40).map(row).collect(),
        }
    }

    #[test]
    fn hosts_are_named_and_a_slow_one_is_noticed() {
        let same = lines(&content(1.0));
        let plain = same[0].replace('\u{a0}', " ");
        assert_eq!(plain, "Hosts: ada: 20 runs on 1 core; bob: 20 runs on 1 core.");
        assert!(same[1].starts_with("No host effect"), "{same:?}");
        let slow = lines(&content(3.0));
        assert!(slow[1].contains("mine (3"), "{slow:?}");
    }

    #[test]
    fn a_study_on_one_host_says_nothing() {
        let mut one = content(1.0);
        one.machines.truncate(1);
        assert!(lines(&one).is_empty());
    }
}
