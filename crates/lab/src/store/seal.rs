//! Seals: each row of each table carries a hash of its other fields.
//!
//! SQLite notices when pages do not hang together, but not when a byte inside a row has changed:
//! of 169 files with a changed byte, it accepted 29 with other rows. A seal tells. It guards
//! against accidents of disks and copies, not against someone who wants to deceive.
//!
//! ```text
//! seal = FNV-1a, 64 bits, over: the table's name, then for each field a byte for its type and
//!        its value (whole numbers and reals in 8 bytes, little end first; text with its length)
//! ```

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, Params, params_from_iter};

/// The hash of a row of a table.
pub fn seal(table: &str, fields: &[ValueRef<'_>]) -> i64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    hash.eat(table.as_bytes());
    for field in fields {
        match *field {
            ValueRef::Null => hash.eat(&[0]),
            ValueRef::Integer(n) => hash.tagged(1, &n.to_le_bytes()),
            // SQLite keeps no sign of a zero.
            ValueRef::Real(x) => hash.tagged(2, &(x + 0.0).to_le_bytes()),
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                hash.tagged(3, &(bytes.len() as u64).to_le_bytes());
                hash.eat(bytes);
            }
        }
    }
    hash.0 as i64
}

struct Fnv(u64);

impl Fnv {
    fn eat(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn tagged(&mut self, tag: u8, bytes: &[u8]) {
        self.eat(&[tag]);
        self.eat(bytes);
    }
}

/// Adds a row with its seal; `fields` are all the others, in the order of the table. A number that
/// is none becomes a missing field, as SQLite would make it.
pub fn insert(
    connection: &Connection,
    table: &str,
    fields: &[ValueRef<'_>],
) -> rusqlite::Result<i64> {
    let fields: Vec<ValueRef<'_>> = fields
        .iter()
        .map(|field| match field {
            ValueRef::Real(x) if x.is_nan() => ValueRef::Null,
            other => *other,
        })
        .collect();
    let sealed = ValueRef::Integer(seal(table, &fields));
    let places = vec!["?"; fields.len() + 1].join(",");
    let all = fields.iter().copied().chain([sealed]).map(ToSqlOutput::Borrowed);
    connection
        .prepare_cached(&format!("INSERT INTO {table} VALUES ({places})"))?
        .execute(params_from_iter(all))?;
    Ok(connection.last_insert_rowid())
}

/// Whether a row, its seal last, is as it was written.
pub fn holds(table: &str, row: &rusqlite::Row<'_>) -> rusqlite::Result<bool> {
    let n = row.as_ref().column_count() - 1;
    let fields: Vec<ValueRef<'_>> = (0..n).map(|i| row.get_ref(i)).collect::<Result<_, _>>()?;
    Ok(row.get_ref(n)? == ValueRef::Integer(seal(table, &fields)))
}

/// How many rows a table has, and the sum of their seals; `None` for the sum when the seal of one
/// does not hold.
pub fn total(connection: &Connection, table: &str) -> rusqlite::Result<(u64, Option<u64>)> {
    let mut statement = connection.prepare(&format!("SELECT * FROM {table}"))?;
    let (mut n, mut sum) = (0, Some(0u64));
    let last = statement.column_count() - 1;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        n += 1;
        sum = match sum {
            Some(sum) if holds(table, row)? => {
                Some(sum.wrapping_add(row.get::<_, i64>(last)? as u64))
            }
            _ => None,
        };
    }
    Ok((n, sum))
}

/// Seals every row that a statement gives anew and adds it to a table.
pub fn copy(
    connection: &Connection,
    table: &str,
    query: &str,
    parameters: impl Params,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare(query)?;
    let n = statement.column_count();
    let mut rows = statement.query(parameters)?;
    while let Some(row) = rows.next()? {
        let fields: Vec<ValueRef<'_>> = (0..n).map(|i| row.get_ref(i)).collect::<Result<_, _>>()?;
        insert(connection, table, &fields)?;
    }
    Ok(())
}

/// A whole number as a field.
pub fn whole(n: impl Into<i64>) -> ValueRef<'static> {
    ValueRef::Integer(n.into())
}

/// A text as a field.
pub fn text(text: &str) -> ValueRef<'_> {
    ValueRef::Text(text.as_bytes())
}

/// A number that may be missing.
pub fn real(x: Option<f64>) -> ValueRef<'static> {
    x.map_or(ValueRef::Null, ValueRef::Real)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_depends_on_every_field_its_type_its_place_and_the_table() {
        let row = [whole(1), real(Some(0.5)), text("ab"), ValueRef::Null, text("c")];
        let all = [
            seal("t", &row),
            seal("u", &row),
            seal("t", &row[1..]),
            seal("t", &[row[1], row[0], row[2], row[3], row[4]]),
            seal("t", &[row[0], row[1], text("a"), ValueRef::Null, text("bc")]),
            seal("t", &[real(Some(1.0)), row[1], row[2], row[3], row[4]]),
        ];
        let different: std::collections::HashSet<i64> = all.into_iter().collect();
        assert_eq!(different.len(), all.len());
        assert_eq!(seal("t", &[real(Some(-0.0))]), seal("t", &[real(Some(0.0))]));
    }
}
