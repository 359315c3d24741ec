//! Published variants, read as they are published: each has the solution that is told, and no other.

use std::ops::ControlFlow;
use sudolab_exact::{Choice, Engines};
use sudolab_grid::formats::{ReadOptions, Record, read_all};
use sudolab_grid::halt::Stop;
use sudolab_grid::{Grid, Puzzle, Solution};
use sudolab_testkit::outside;

/// The records of a shared file; `None` when it is absent.
fn records(file: &str) -> Option<Vec<Record>> {
    let text = outside::shared(file)?;
    let options = ReadOptions { file: Some(file.to_owned()), ..ReadOptions::default() };
    let read = |result: Result<Record, _>| result.unwrap_or_else(|error| panic!("{error}"));
    Some(read_all(&text, &options).into_iter().map(read).collect())
}

/// The first two solutions, within so many ticks; `None` when they were too few.
fn two(engines: &mut Engines, puzzle: &Puzzle, most: u64) -> Option<Vec<Grid>> {
    let (mut found, mut left) = (Vec::new(), most);
    let mut meter = |ticks: u64| {
        left = left.saturating_sub(ticks);
        if left == 0 { Err(Stop::Ticks) } else { Ok(()) }
    };
    let work = engines.each_found(Choice::ByBoard, puzzle, &mut meter, |solved| {
        found.push(solved.grid_of(puzzle));
        if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    work.ended.ok().map(|()| found)
}

/// How a file came out.
#[derive(Default, Debug)]
struct Tally {
    unique: usize,
    several: usize,
    none: usize,
    undecided: usize,
    /// Of the unique ones those whose solution is told.
    told: usize,
}

/// Solves every record of a file; the solutions told are those found.
#[track_caller]
fn solved(file: &str, most: u64) -> Option<Tally> {
    let mut engines = Engines::default();
    let mut tally = Tally::default();
    for record in records(file)? {
        let name = format!("{file}: line {}", record.line);
        let puzzle = record.document.puzzle().unwrap_or_else(|error| panic!("{name}: {error}"));
        match two(&mut engines, &puzzle, most).as_deref() {
            None => tally.undecided += 1,
            Some([]) => tally.none += 1,
            Some([one]) => {
                tally.unique += 1;
                if let Some(told) = &record.document.solution {
                    // Cells beside the grid are not told.
                    let differs = told.filled().find(|&(cell, digit)| one.get(cell) != Some(digit));
                    assert_eq!(differs, None, "{name}");
                    tally.told += 1;
                }
            }
            Some(_) => tally.several += 1,
        }
        // Also where there are others, what is told keeps every rule.
        let told = record.document.solution.as_ref();
        if let Some(told) = told.filter(|told| told.blanks().next().is_none()) {
            let kept = Solution::check(&puzzle, told.clone());
            assert!(kept.is_ok(), "{name}: {:?}", kept.err());
        }
    }
    Some(tally)
}

/// Enough for every puzzle made for people.
const PLENTY: u64 = 200_000_000;

#[test]
fn killers_have_the_solution_that_is_told() {
    let Some(tally) = solved("variants/killer.tsv", PLENTY) else { return };
    assert_eq!((tally.unique, tally.told), (785, 785), "{tally:?}");
}

#[test]
fn hard_killers_of_the_forum_that_are_soon_decided_have_one_solution() {
    let Some(tally) = solved("variants/hard_killers_forum.tsv", 1_000_000) else { return };
    assert_eq!(tally.several + tally.none, 0, "{tally:?}");
    assert!(tally.unique >= 35, "{tally:?}");
}

#[test]
fn even_and_odd_cells_have_the_solution_that_is_told() {
    let Some(tally) = solved("variants/even_odd.tsv", PLENTY) else { return };
    assert_eq!(tally.none + tally.undecided, 0, "{tally:?}");
    assert!(tally.told > 0 && tally.told == tally.unique, "{tally:?}");
}

#[test]
fn samurai_have_the_solution_that_is_told() {
    let Some(tally) = solved("variants/samurai.tsv", PLENTY) else { return };
    assert_eq!(tally.several + tally.none + tally.undecided, 0, "{tally:?}");
    assert!(tally.unique > 100, "{tally:?}");
}

#[test]
fn consecutive_skyscraper_and_margin_have_the_solution_that_is_told() {
    let Some(tally) = solved("variants/janko_other_variants.tsv", PLENTY) else { return };
    assert_eq!(tally.none + tally.undecided, 0, "{tally:?}");
    assert_eq!(tally.unique + tally.several, 287, "{tally:?}");
    assert!(tally.told > 0 && tally.told == tally.unique, "{tally:?}");
}

#[test]
fn variants_of_the_iss_collection_that_are_soon_decided_are_decided_rightly() {
    let Some(tally) = solved("variants/iss_variants.tsv", 300_000) else { return };
    // One of the collection has two solutions by its own solver's count as well.
    assert!(tally.several <= 1 && tally.none == 0, "{tally:?}");
    assert!(tally.unique >= 110 && tally.told >= 110, "{tally:?}");
}

#[test]
fn latin_squares_are_completed_or_refuted_as_told() {
    let Some(text) = outside::shared("variants/latin_qwh_qcp.tsv") else { return };
    let head = text.lines().next().unwrap_or_default();
    let mut decided = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let order: usize = fields[1].parse().unwrap();
        let options = ReadOptions::default();
        let record = read_all(&format!("{head}\n{line}\n"), &options).remove(0);
        if order > 64 {
            let refused = record.unwrap_err().to_string();
            assert!(refused.contains("boards go up to 64x64 here"), "{refused}");
            continue;
        }
        let puzzle = record.unwrap().document.puzzle().unwrap();
        assert_eq!(puzzle.board().size(), order);
        let mut left = if order > 25 { 2_000_000u64 } else { 20_000_000 };
        let mut meter = |ticks: u64| {
            left = left.saturating_sub(ticks);
            if left == 0 { Err(Stop::Ticks) } else { Ok(()) }
        };
        let mut found = false;
        let work = Engines::default().each_found(Choice::ByBoard, &puzzle, &mut meter, |_| {
            found = true;
            ControlFlow::Break(())
        });
        if work.ended.is_ok() {
            assert_eq!(found, fields[3] == "sat", "{}", fields[0]);
            decided += 1;
        }
    }
    assert!(decided >= 36, "{decided} decided");
}
