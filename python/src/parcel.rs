//! Pieces of a study and their rows in the form in which they travel between machines.
//!
//! The form is JSON and belongs to one version of the program: whoever has another one is refused before
//! it comes to that.

use crate::failure::Failure;
use serde_json::{Value, json};
use sudolab::Puzzle;
use sudolab::formats::{Document, Format, ReadOptions, WriteOptions, read_one};
use sudolab::lab::machine::Machine;
use sudolab::lab::runner::pieces::{Piece, Wanted};
use sudolab::lab::store::{Ended, Measured, Row};

fn garbled(what: &str) -> Failure {
    Failure::study(format!("{what} is not in the form of this version"))
}

/// A piece with its puzzle.
pub fn of_piece(piece: &Piece, puzzle: &Puzzle) -> Option<String> {
    let text = Format::Json.write(&Document::from(puzzle), &WriteOptions::default()).ok()?.text;
    let runs: Vec<Value> =
        piece.runs.iter().map(|w| json!([w.algorithm, w.repeat, w.earlier])).collect();
    Some(json!({"puzzle": piece.puzzle, "text": text, "runs": runs}).to_string())
}

/// Reads a piece with its puzzle.
pub fn piece(text: &str) -> Result<(Piece, Puzzle), Failure> {
    let read = || -> Option<(Piece, String)> {
        let told: Value = serde_json::from_str(text).ok()?;
        let wanted = |run: &Value| -> Option<Wanted> {
            let earlier = run.get(2)?.as_array()?.iter();
            let earlier = earlier.map(|e| Some((e.get(0)?.as_bool()?, e.get(1)?.as_f64()?)));
            Some(Wanted {
                algorithm: small(run.get(0)?)?,
                repeat: small(run.get(1)?)?,
                earlier: earlier.collect::<Option<_>>()?,
            })
        };
        let runs = told.get("runs")?.as_array()?.iter().map(wanted).collect::<Option<_>>()?;
        let piece = Piece { puzzle: small(told.get("puzzle")?)?, runs };
        Some((piece, told.get("text")?.as_str()?.to_owned()))
    };
    let (piece, text) = read().ok_or_else(|| garbled("a piece"))?;
    let record = read_one(&text, &ReadOptions::from_format(Format::Json));
    let record = record.map_err(|error| Failure::from(&error))?;
    Ok((piece, record.document.to_puzzle()))
}

fn small(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|n| u32::try_from(n).ok())
}

/// Rows with the machine they are of.
pub fn of_rows(machine: &Machine, rows: &[Row]) -> String {
    let row = |row: &Row| {
        let m = &row.measured;
        json!([
            [row.puzzle, row.algorithm, row.repeat],
            row.ended.word(),
            [row.ticks, row.guesses],
            row.best_cost,
            [row.cpu_seconds, row.wall_seconds, m.cpu_least, m.wall_least],
            [row.inner, m.batches, m.rejected],
            [m.place, m.piece],
            [m.began, m.steal],
            [m.core.map(u64::from), m.switches],
            row.note,
        ])
    };
    let rows: Vec<Value> = rows.iter().map(row).collect();
    json!({
        "machine": [machine.processor, machine.system, machine.build],
        "rows": rows,
    })
    .to_string()
}

/// Reads rows; the host is named by whoever knows it.
pub fn rows(text: &str) -> Result<(Machine, Vec<Row>), Failure> {
    let read = || -> Option<(Machine, Vec<Row>)> {
        let told: Value = serde_json::from_str(text).ok()?;
        let machine = told.get("machine")?;
        let word = |place: usize| Some(machine.get(place)?.as_str()?.to_owned());
        let machine =
            Machine { host: String::new(), processor: word(0)?, system: word(1)?, build: word(2)? };
        let rows = told.get("rows")?.as_array()?.iter().map(row).collect::<Option<_>>()?;
        Some((machine, rows))
    };
    read().ok_or_else(|| garbled("a list of rows"))
}

fn row(told: &Value) -> Option<Row> {
    let at = |group: usize, place: usize| told.get(group)?.get(place);
    let whole = |group, place| at(group, place)?.as_u64();
    let real = |group, place| at(group, place)?.as_f64();
    let number = |group, place| small(at(group, place)?);
    Some(Row {
        puzzle: number(0, 0)?,
        algorithm: number(0, 1)?,
        repeat: number(0, 2)?,
        ended: Ended::from_word(told.get(1)?.as_str()?)?,
        ticks: whole(2, 0)?,
        guesses: whole(2, 1)?,
        best_cost: told.get(3)?.as_f64(),
        cpu_seconds: real(4, 0)?,
        wall_seconds: real(4, 1)?,
        inner: number(5, 0)?,
        measured: Measured {
            cpu_least: real(4, 2)?,
            wall_least: real(4, 3)?,
            batches: number(5, 1)?,
            rejected: number(5, 2)?,
            place: whole(6, 0)?,
            piece: whole(6, 1)?,
            began: real(7, 0),
            steal: real(7, 1),
            core: number(8, 0),
            switches: whole(8, 1),
            host: None,
        },
        note: told.get(9)?.as_str().map(str::to_owned),
    })
}
