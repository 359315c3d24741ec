//! Every run as a table.

use super::error::{StoreError, damaged, sql_error};
use super::open_to_read;
use crate::record::{Column, Kind, Value};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::path::{Path, PathBuf};

const fn column(name: &'static str, kind: Kind) -> Column {
    Column { name, kind }
}

/// The columns of the view `every_run`.
pub const EXPORTED: &[Column] = &[
    column("puzzle_set", Kind::Text),
    column("number", Kind::Whole),
    column("puzzle", Kind::Text),
    column("label", Kind::Text),
    column("algorithm", Kind::Text),
    column("settings", Kind::Text),
    column("repeat", Kind::Whole),
    // Seeds reach up to 2^64 and are names rather than numbers.
    column("seed", Kind::Text),
    column("verdict", Kind::Text),
    column("ticks", Kind::Whole),
    column("guesses", Kind::Whole),
    column("best_cost", Kind::Real),
    column("cpu_seconds", Kind::Real),
    column("wall_seconds", Kind::Real),
    column("inner", Kind::Whole),
    column("note", Kind::Text),
];

/// The runs of a study that is there and can be read.
#[derive(Debug)]
pub struct Runs {
    connection: Connection,
    file: PathBuf,
}

impl Runs {
    /// Opens the study in a folder.
    pub fn of(folder: &Path) -> Result<Runs, StoreError> {
        let (connection, file) = open_to_read(folder)?;
        Ok(Runs { connection, file })
    }

    /// Hands every run to `each`, its fields in the order of [`EXPORTED`]. The study may be
    /// running: everything is of one moment.
    pub fn each<E>(
        &self,
        mut each: impl FnMut(&[Value<'_>]) -> Result<(), E>,
    ) -> Result<Result<(), E>, StoreError> {
        let sql = |error| sql_error(&self.file, error);
        let names: Vec<&str> = EXPORTED.iter().map(|c| c.name).collect();
        let query = format!("SELECT {} FROM every_run", names.join(", "));
        let mut statement = self.connection.prepare(&query).map_err(sql)?;
        let mut rows = statement.query([]).map_err(sql)?;
        while let Some(row) = rows.next().map_err(sql)? {
            let mut fields = [Value::Missing; EXPORTED.len()];
            for (i, (field, column)) in fields.iter_mut().zip(EXPORTED).enumerate() {
                *field = match (row.get_ref(i).map_err(sql)?, column.kind) {
                    (ValueRef::Null, _) => Value::Missing,
                    (ValueRef::Integer(n), Kind::Whole) => Value::Whole(n),
                    (ValueRef::Integer(n), Kind::Real) => Value::Real(n as f64),
                    (ValueRef::Real(x), Kind::Real) => Value::Real(x),
                    (ValueRef::Text(text), Kind::Text) => {
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
            if let Err(error) = each(&fields) {
                return Ok(Err(error));
            }
        }
        Ok(Ok(()))
    }
}
