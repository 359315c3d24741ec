//! At every position where HoDoKu took a step found by tabling, ours is the same.

use std::collections::{BTreeMap, HashMap};
use sudolab_grid::testdata::shared;
use sudolab_logic::board::{Candidate, Cell, Digit};
use sudolab_logic::check::check;
use sudolab_logic::position::Position;
use sudolab_logic::rating::hodoku::tabling::{Found, Tabling};
use sudolab_logic::step::Effect;

/// Fields of a line of comma-separated values with quotes.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => fields.last_mut().expect("one at least").push(c),
        }
    }
    fields
}

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

#[test]
fn every_chain_hodoku_took_is_the_chain_taken_here() {
    let (Some(puzzles), Some(extreme), Some(steps)) = (
        shared("golden/ratings.csv"),
        shared("golden/extreme.csv"),
        shared("golden/hodoku_steps.csv"),
    ) else {
        return;
    };
    let mut lines: HashMap<String, String> = HashMap::new();
    for row in puzzles.lines().chain(extreme.lines()) {
        let row = fields(row);
        if let Some(puzzle) = row.iter().find(|field| field.len() == 81) {
            lines.insert(row[0].clone(), puzzle.clone());
        }
    }
    let mut tabling = Tabling::new();
    let mut current: Option<(String, Position)> = None;
    // Per technique: steps, same effect, same words.
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let mut different = Vec::new();
    for row in steps.lines().skip(1) {
        let row = fields(row);
        let [id, number, technique, detail] = &row[..] else { panic!("a row of four: {row:?}") };
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
    assert_eq!(total[0], total[1], "steps that differ in what they do");
    // In three nets HoDoKu names a cell left over from earlier work as the place of the
    // contradiction.
    assert!(total[2] + 3 >= total[0], "steps that differ in their words");
}
