//! Reads back what was written.

use super::*;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::record::Field;
use std::io::Seek;

/// The names of the columns, their types, and the table as text, row by row.
fn read(file: std::fs::File) -> (Vec<String>, Vec<Physical>, Vec<Vec<String>>) {
    let reader = SerializedFileReader::new(file).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr();
    let names = schema.columns().iter().map(|c| c.name().to_owned()).collect();
    let types = schema.columns().iter().map(|c| c.physical_type()).collect();
    let text = |field: &Field| match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Long(number) => number.to_string(),
        Field::Double(number) => number.to_string(),
        other => panic!("{other:?}"),
    };
    let rows = reader.get_row_iter(None).unwrap();
    let rows = rows.map(|row| row.unwrap().get_column_iter().map(|(_, f)| text(f)).collect());
    (names, types, rows.collect())
}

const COLUMNS: &[Column] = &[
    Column { name: "word", kind: ColumnKind::Text },
    Column { name: "whole", kind: ColumnKind::Whole },
    Column { name: "real", kind: ColumnKind::Real },
];

fn written(rows: &[&[Value<'_>]]) -> std::fs::File {
    let mut writer = Writer::new(tempfile::tempfile().unwrap(), COLUMNS).unwrap();
    for row in rows {
        writer.put(row).unwrap();
    }
    let mut file = writer.finish().unwrap();
    file.rewind().unwrap();
    file
}

fn check(rows: &[[Value<'_>; 3]]) {
    let rows: Vec<&[Value<'_>]> = rows.iter().map(|row| &row[..]).collect();
    let (names, types, found) = read(written(&rows));
    assert_eq!(names, ["word", "whole", "real"]);
    assert_eq!(types, [Physical::BYTE_ARRAY, Physical::INT64, Physical::DOUBLE]);
    assert_eq!(found.len(), rows.len());
    for (row, found) in rows.iter().zip(found) {
        let told: Vec<String> = row.iter().map(ToString::to_string).collect();
        assert_eq!(found, told);
    }
}

#[test]
fn what_is_written_can_be_read_again() {
    use Value::{Missing, Real, Text, Whole};
    check(&[]);
    check(&[[Missing; 3]]);
    check(&[
        [Text("fast"), Whole(-1), Real(1e-9)],
        [Missing, Whole(i64::MAX), Missing],
        [Text("fast"), Missing, Real(f64::INFINITY)],
        [Text(""), Whole(i64::MIN), Real(-0.5)],
        [Text("“slow”, 2\n"), Whole(0), Real(0.1)],
    ]);
}

#[test]
fn rows_beyond_one_group_follow_in_the_next() {
    let words: Vec<String> = (0..300).map(|i| format!("puzzle {i}")).collect();
    let rows: Vec<[Value<'_>; 3]> = (0..GROUP + 77)
        .map(|i| {
            let word = if i % 5 == 0 { Value::Missing } else { Value::Text(&words[i % 300]) };
            [word, Value::Whole(i as i64), Value::Real(i as f64 / 7.0)]
        })
        .collect();
    check(&rows);
}

#[test]
fn a_field_of_the_wrong_kind_is_missing() {
    let file = written(&[&[Value::Whole(3), Value::Text("x")]]);
    assert_eq!(read(file).2, [["", "", ""]]);
}

/// A place that takes so many bytes and counts them.
struct Narrow(usize);

impl Write for Narrow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        self.0 = left;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_told_as_such() {
    let mut writer = Writer::new(Narrow(60), COLUMNS).unwrap();
    (0..100).for_each(|i| writer.put(&[Value::Text("x"), Value::Whole(i)]).unwrap());
    let error = writer.finish().err().unwrap();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
}

#[test]
fn full_groups_leave_the_memory() {
    let room = 1 << 20;
    let mut writer = Writer::new(Narrow(room), COLUMNS).unwrap();
    (0..GROUP).for_each(|i| writer.put(&[Value::Missing, Value::Whole(i as i64)]).unwrap());
    assert!(writer.columns.iter().all(|column| column.present.is_empty()));
    assert_eq!(writer.file.flushed_row_groups().len(), 1);
}
