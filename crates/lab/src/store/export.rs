//! Every run as a table, and what the other aspects measured.

use super::error::{StoreError, damaged, sql_error};
use super::open::to_read;
use super::schema::OWN_TICKS;
use crate::record::{Column, ColumnKind, Value};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::path::{Path, PathBuf};

const fn column(name: &'static str, kind: ColumnKind) -> Column {
    Column { name, kind }
}

/// The columns of the view `every_run`.
pub const EXPORTED: &[Column] = &[
    column("puzzle_set", ColumnKind::Text),
    column("number", ColumnKind::Whole),
    column("puzzle", ColumnKind::Text),
    column("puzzle_key", ColumnKind::Text),
    column("origin", ColumnKind::Text),
    column("clues", ColumnKind::Whole),
    column("cells", ColumnKind::Whole),
    column("label", ColumnKind::Text),
    column("algorithm", ColumnKind::Text),
    column("family", ColumnKind::Text),
    column("settings", ColumnKind::Text),
    column("repeat", ColumnKind::Whole),
    // Seeds reach up to 2^64 and are names rather than numbers.
    column("seed", ColumnKind::Text),
    column("limit_seconds", ColumnKind::Real),
    column("limit_ticks", ColumnKind::Whole),
    column("verdict", ColumnKind::Text),
    column("class", ColumnKind::Text),
    column("ticks", ColumnKind::Whole),
    column("guesses", ColumnKind::Whole),
    column("best_cost", ColumnKind::Real),
    column("cpu_seconds", ColumnKind::Real),
    column("wall_seconds", ColumnKind::Real),
    column("cpu_least", ColumnKind::Real),
    column("wall_least", ColumnKind::Real),
    column("inner", ColumnKind::Whole),
    column("batches", ColumnKind::Whole),
    column("rejected", ColumnKind::Whole),
    column("session", ColumnKind::Whole),
    column("place", ColumnKind::Whole),
    column("piece", ColumnKind::Whole),
    column("began", ColumnKind::Real),
    column("host", ColumnKind::Text),
    column("core", ColumnKind::Whole),
    column("switches", ColumnKind::Whole),
    column("steal_seconds", ColumnKind::Real),
    column("processor", ColumnKind::Text),
    column("build", ColumnKind::Text),
    column("note", ColumnKind::Text),
];

const RATINGS: &[Column] = &[
    column("puzzle_set", ColumnKind::Text),
    column("number", ColumnKind::Whole),
    column("puzzle", ColumnKind::Text),
    column("puzzle_key", ColumnKind::Text),
    column("clues", ColumnKind::Whole),
    column("er", ColumnKind::Real),
    column("ep", ColumnKind::Real),
    column("ed", ColumnKind::Real),
];

const GENERATED: &[Column] = &[
    column("label", ColumnKind::Text),
    column("algorithm", ColumnKind::Text),
    column("family", ColumnKind::Text),
    column("settings", ColumnKind::Text),
    column("number", ColumnKind::Whole),
    column("puzzle", ColumnKind::Text),
    column("clues", ColumnKind::Whole),
    column("proper", ColumnKind::Whole),
    column("er", ColumnKind::Real),
    column("decisions", ColumnKind::Whole),
    column("undecided", ColumnKind::Whole),
    column("cpu_seconds", ColumnKind::Real),
];

const SPEEDS: &[Column] = &[
    column("label", ColumnKind::Text),
    column("algorithm", ColumnKind::Text),
    column("family", ColumnKind::Text),
    column("settings", ColumnKind::Text),
    column("form", ColumnKind::Text),
    column("threads", ColumnKind::Whole),
    column("repeat", ColumnKind::Whole),
    column("puzzles", ColumnKind::Whole),
    column("wall_seconds", ColumnKind::Real),
    column("cpu_seconds", ColumnKind::Real),
];

/// What of a study leaves the program as a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// One row per run.
    Runs,
    /// One row per rated puzzle.
    Ratings,
    /// One row per puzzle that an algorithm made.
    Generated,
    /// One row per measurement of several threads.
    Speeds,
}

impl Part {
    /// Its columns.
    pub fn columns(self) -> &'static [Column] {
        match self {
            Part::Runs => EXPORTED,
            Part::Ratings => RATINGS,
            Part::Generated => GENERATED,
            Part::Speeds => SPEEDS,
        }
    }

    fn query(self) -> String {
        let of_algorithm = "a.label, a.algorithm, a.family, a.settings";
        match self {
            Part::Runs => {
                // The view knows the limit that all have in common.
                let limit = format!(
                    "coalesce((SELECT CAST(value AS INTEGER) FROM meta
                     WHERE key = '{OWN_TICKS}' || label), limit_ticks)"
                );
                let name = |c: &Column| match c.name {
                    "limit_ticks" => limit.clone(),
                    name => name.to_owned(),
                };
                let names: Vec<String> = EXPORTED.iter().map(name).collect();
                format!("SELECT {} FROM every_run", names.join(", "))
            }
            Part::Ratings => "SELECT s.label, p.number, p.line, p.key, p.clues, r.er, r.ep, r.ed
                FROM ratings r JOIN puzzles p ON p.id = r.puzzle JOIN sets s ON s.id = p.in_set
                ORDER BY r.puzzle"
                .to_owned(),
            Part::Generated => format!(
                "SELECT {of_algorithm}, g.number, g.line, g.clues, g.proper, g.er, g.decisions,
                 g.undecided, g.cpu_seconds
                 FROM generated g JOIN algorithms a ON a.id = g.algorithm
                 ORDER BY g.algorithm, g.number"
            ),
            Part::Speeds => format!(
                "SELECT {of_algorithm}, v.form, v.threads, v.repeat, v.puzzles, v.wall_seconds,
                 v.cpu_seconds
                 FROM speeds v JOIN algorithms a ON a.id = v.algorithm
                 ORDER BY v.algorithm, v.form, v.threads, v.repeat"
            ),
        }
    }
}

/// The runs of a study that is there and can be read.
#[derive(Debug)]
pub struct Runs {
    connection: Connection,
    file: PathBuf,
}

impl Runs {
    /// Opens the study in a folder.
    pub fn of(folder: &Path) -> Result<Runs, StoreError> {
        let (connection, file) = to_read(folder)?;
        Ok(Runs { connection, file })
    }

    /// Hands every run to `each`, its fields in the order of [`EXPORTED`]. The study may be
    /// running: everything is of one moment.
    pub fn each<E>(
        &self,
        each: impl FnMut(&[Value<'_>]) -> Result<(), E>,
    ) -> Result<Result<(), E>, StoreError> {
        self.each_of(Part::Runs, each)
    }

    /// Hands every row of a part of the study to `each`, its fields in the order of the part's
    /// columns.
    pub fn each_of<E>(
        &self,
        part: Part,
        mut each: impl FnMut(&[Value<'_>]) -> Result<(), E>,
    ) -> Result<Result<(), E>, StoreError> {
        let sql = |error| sql_error(&self.file, error);
        let columns = part.columns();
        let mut statement = self.connection.prepare(&part.query()).map_err(sql)?;
        let mut rows = statement.query([]).map_err(sql)?;
        while let Some(row) = rows.next().map_err(sql)? {
            let mut fields = [Value::Missing; EXPORTED.len()];
            let fields = &mut fields[..columns.len()];
            for (i, (field, column)) in fields.iter_mut().zip(columns).enumerate() {
                *field = match (row.get_ref(i).map_err(sql)?, column.kind) {
                    (ValueRef::Null, _) => Value::Missing,
                    (ValueRef::Integer(n), ColumnKind::Whole) => Value::Whole(n),
                    (ValueRef::Integer(n), ColumnKind::Real) => Value::Real(n as f64),
                    (ValueRef::Real(x), ColumnKind::Real) => Value::Real(x),
                    (ValueRef::Text(text), ColumnKind::Text) => {
                        Value::Text(std::str::from_utf8(text).map_err(|_| {
                            damaged(&self.file, &format!("a field of {} is no text", column.name))
                        })?)
                    }
                    _ => {
                        let why = format!("a field of {} is not what it should be", column.name);
                        return Err(damaged(&self.file, &why));
                    }
                };
            }
            if let Err(error) = each(fields) {
                return Ok(Err(error));
            }
        }
        Ok(Ok(()))
    }
}
