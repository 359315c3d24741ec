//! At every position where HoDoKu took a step found by tabling, ours is the same.

use std::collections::{BTreeMap, HashMap};
use sudolab_grid::nine::{Candidate, Cell, Digit};
use sudolab_logic::check::check;
use sudolab_logic::position::Position;
use sudolab_logic::rating::hodoku::tabling::{Found, Tabling};
use sudolab_logic::step::Effect;
use sudolab_testkit::table::rows;
use sudolab_testkit::{carried, shared};

/// Cells such as `r1c56,r2c2`.
fn cells(text: &str) -> Vec<Cell> {
    let numbers =
        |text: &str| -> Vec<usize> { text.bytes().map(|byte| (byte - b'1') as usize).collect() };
    text.split(',')
        .flat_map(|part| {
            let (rows, columns) = part[1..].split_once('c').expect("a cell");
            let columns = numbers(columns);
            numbers(rows)
                .into_iter()
                .flat_map(move |row| columns.clone().into_iter().map(move |c| Cell::at(row, c)))
        })
        .collect()
}

/// What a step of HoDoKu does, read from its text.
fn effect(detail: &str) -> Effect {
    let head = detail.split(" | ").next().expect("a first part");
    let what = head.rsplit("=> ").next().expect("a last part");
    let mut effect = Effect::default();
    for part in what.split(", ") {
        let (list, text, digit) = match part.split_once("<>") {
            Some((text, digit)) => (&mut effect.eliminations, text, digit),
            None => {
                let (text, digit) = part.split_once('=').expect("a digit placed");
                (&mut effect.placements, text, digit)
            }
        };
        let digit = Digit::from_number(digit.parse().expect("a digit")).expect("1 to 9");
        list.extend(cells(text).into_iter().map(|cell| Candidate::new(cell, digit)));
    }
    effect.eliminations.sort();
    effect.placements.sort();
    effect
}

fn next(tabling: &mut Tabling, position: &Position, technique: &str) -> Option<Found> {
    match technique {
        "Continuous Nice Loop" | "Discontinuous Nice Loop" | "AIC" => {
            tabling.loops(position, false)
        }
        "Grouped Continuous Nice Loop" | "Grouped Discontinuous Nice Loop" | "Grouped AIC" => {
            tabling.loops(position, true)
        }
        "Forcing Chain Contradiction" | "Forcing Chain Verity" => tabling.forcing_chains(position),
        "Forcing Net Contradiction" | "Forcing Net Verity" => tabling.forcing_nets(position),
        _ => None,
    }
}

/// Compares every step that HoDoKu found by tabling, on the positions of its path; the number of
/// steps, of those that do the same here, and of those that say the same.
fn compare(lines: &HashMap<String, String>, steps: &str) -> [usize; 3] {
    let mut tabling = Tabling::new();
    let mut current: Option<(String, Position)> = None;
    // Per technique: steps, same effect, same words.
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let mut different = Vec::new();
    for [id, number, technique, detail] in &rows(steps, ["id", "step", "technique", "detail"]) {
        if current.as_ref().is_none_or(|(known, _)| known != id) {
            let line = lines.get(id).expect("the puzzle of a step");
            current = Some((id.clone(), Position::from_line(line).expect("a puzzle")));
        }
        let (_, position) = current.as_mut().expect("set above");
        let wanted = effect(detail);
        if ["Nice Loop", "AIC", "Forcing"].iter().any(|name| technique.contains(name)) {
            let count = counts.entry(technique.clone()).or_default();
            count[0] += 1;
            match next(&mut tabling, position, technique) {
                Some(found) => {
                    assert_eq!(check(position, &found.step), Ok(()), "{id} {number}");
                    let name = found.step.technique.name();
                    let name = name.replace("Alternating Inference Chain", "AIC");
                    let same = name == *technique && found.step.effect == wanted;
                    count[1] += usize::from(same);
                    count[2] += usize::from(same && found.detail() == *detail);
                    if !same || found.detail() != *detail {
                        let ours = found.detail();
                        different.push(format!(
                            "{id} {number}: {technique} {detail}\n     here: {name} {ours}"
                        ));
                    }
                }
                None => {
                    different.push(format!("{id} {number}: {technique} {detail}\n     nothing"))
                }
            }
        }
        wanted.apply(position);
    }
    for difference in different.iter().take(60) {
        eprintln!("{difference}");
    }
    let mut total = [0; 3];
    for (technique, count) in &counts {
        eprintln!("{technique}: {count:?}");
        (0..3).for_each(|index| total[index] += count[index]);
    }
    eprintln!("all: {total:?}");
    total
}

fn by_id(ratings: &str) -> impl Iterator<Item = (String, String)> {
    rows(ratings, ["id", "puzzle"]).into_iter().map(|[id, puzzle]| (id, puzzle))
}

#[test]
fn every_chain_hodoku_took_on_the_carried_set_is_the_chain_taken_here() {
    let lines = by_id(&carried::text("golden/ratings.csv.gz")).collect();
    let total = compare(&lines, &carried::text("golden/hodoku_steps.csv.gz"));
    assert!(total[0] > 1_000, "{total:?}");
    assert_eq!(total[0], total[1], "steps that differ in what they do");
    // As many as the step lists that `hodoku_golden` names.
    assert_eq!(total[0], total[2] + 4, "steps that differ in their words");
}

#[test]
fn every_chain_hodoku_took_is_the_chain_taken_here() {
    let (Some(puzzles), Some(extreme), Some(steps)) = (
        shared("golden/ratings.csv"),
        shared("golden/extreme.csv"),
        shared("golden/hodoku_steps.csv"),
    ) else {
        return;
    };
    let lines = by_id(&puzzles).chain(by_id(&extreme)).collect();
    let total = compare(&lines, &steps);
    assert_eq!(total[0], total[1], "steps that differ in what they do");
    // In three nets HoDoKu names a cell left over from earlier work as the place of the
    // contradiction.
    assert!(total[2] + 3 >= total[0], "steps that differ in their words");
}
