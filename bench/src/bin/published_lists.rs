//! Compares the profile `se-1.2.1` with a list of published ratings.
//!
//! `cargo run --release -p sudolab-bench --bin published_lists -- 9x9/se_rated_exchange.tsv`
//!
//! The file (among the shared data, or a path) has a header and the columns puzzle, ER and, if
//! known, EP and ED. Options: `--every N` takes every Nth row; `--morphs N` rates N random
//! isomorphs of each puzzle whose rating differs, and tells whether the published value is the
//! rating of one of them; `--no-uniqueness` leaves the uniqueness techniques out; `--list FILE`
//! writes the rows that differ. What the differences mean is told in `docs/rating.md`.

use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use std::fmt::Write;
use sudolab_grid::random::Random;
use sudolab_grid::{Isomorph, Puzzle};
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile, SeRating};
use sudolab_testkit::outside;

struct Options {
    every: usize,
    morphs: usize,
    profile: SeProfile,
    list: Option<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut options = Options { every: 1, morphs: 0, profile: SeProfile::default(), list: None };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1);
        match argument.as_str() {
            "--every" => options.every = number(),
            "--morphs" => options.morphs = number(),
            "--no-uniqueness" => options.profile.uniqueness = false,
            "--list" => options.list = arguments.next(),
            file => compare(file, &options)?,
        }
    }
    Ok(())
}

fn compare(file: &str, options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    let text = match outside::shared(file) {
        Some(text) => text,
        None => std::fs::read_to_string(file)?,
    };
    let mut rater = Rater::new();
    let mut random = Random::new(1);
    let (mut n, mut n_equal, mut n_equal_er, mut n_morph) = (0, 0, 0, 0);
    let mut other: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut rows = String::new();
    let mut times = Vec::new();
    for row in text.lines().skip(1).step_by(options.every) {
        let columns: Vec<&str> = row.split('\t').collect();
        // The second list has the name of its source in the third column.
        let published: Vec<&str> = columns[1..].iter().copied().take(3).collect();
        let published: Vec<&str> =
            published.into_iter().take_while(|c| c.parse::<f64>().is_ok()).collect();
        let Some(position) = Position::from_line(columns[0]) else { continue };
        let before = now();
        let rating = rater.rate(&position, &options.profile);
        times.push(now() - before);
        n += 1;
        let ours = shown(&rating);
        n_equal_er += usize::from(ours[0] == published[0]);
        if ours.iter().zip(&published).all(|(a, b)| a == b) {
            n_equal += 1;
            continue;
        }
        let mut found = false;
        let puzzle: Puzzle = columns[0].parse()?;
        for _ in 0..options.morphs {
            let morph = Isomorph::random(puzzle.board(), &mut random).puzzle(&puzzle)?;
            let rating = rater.rate(&Position::from_puzzle(&morph)?, &options.profile);
            if shown(&rating).iter().zip(&published).all(|(a, b)| a == b) {
                found = true;
                break;
            }
        }
        n_morph += usize::from(found);
        let of = |all: &[String]| all[..published.len()].join("/");
        let published: Vec<String> = published.iter().map(|s| (*s).to_owned()).collect();
        let morph = if found { "\tas an isomorph" } else { "" };
        writeln!(rows, "{}\t{}\t{}{morph}", columns[0], of(&published), of(&ours))?;
        *other.entry((of(&published), of(&ours))).or_default() += 1;
    }
    println!("{file}: {n} puzzles, {n_equal} equal in all published values, {n_equal_er} in ER");
    if options.morphs > 0 {
        println!("  {n_morph} of the others: the published value is that of an isomorph");
    }
    times.sort_by(f64::total_cmp);
    if let (Some(last), Some(middle)) = (times.last(), times.get(times.len() / 2)) {
        let total: f64 = times.iter().sum();
        println!("  {total:.1} s of processor time, median {middle:.4} s, longest {last:.2} s");
    }
    let mut other: Vec<_> = other.into_iter().collect();
    other.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    for ((published, ours), n) in other.iter().take(40) {
        println!("  {n:>5} x published {published}, ours {ours}");
    }
    match &options.list {
        Some(path) => Ok(std::fs::write(path, rows)?),
        None => Ok(()),
    }
}

fn shown(rating: &SeRating) -> [String; 3] {
    [rating.er, rating.ep, rating.ed].map(|value| value.to_string())
}

/// Processor time of this thread in seconds.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
