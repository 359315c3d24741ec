//! Reads back what was written, with a reader that shares nothing with the writer.

use super::*;
use std::collections::BTreeMap;
use std::io::Read;

/// What a Thrift field can be here.
#[derive(Debug)]
enum Thing {
    Number(i64),
    Bytes(Vec<u8>),
    List(Vec<Thing>),
    Struct(BTreeMap<u8, Thing>),
}

impl Thing {
    fn at(&self, field: u8) -> &Thing {
        let Thing::Struct(fields) = self else { panic!("{self:?} is no struct") };
        fields.get(&field).unwrap_or_else(|| panic!("no field {field} in {self:?}"))
    }
    fn number(&self, field: u8) -> i64 {
        let Thing::Number(n) = self.at(field) else { panic!("{self:?} {field}") };
        *n
    }
    fn list(&self, field: u8) -> &[Thing] {
        let Thing::List(list) = self.at(field) else { panic!("{self:?} {field}") };
        list
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        let byte = self.0[0];
        self.0 = &self.0[1..];
        byte
    }
    fn varint(&mut self) -> u64 {
        let byte = self.byte();
        u64::from(byte & 0x7f) | if byte & 0x80 != 0 { self.varint() << 7 } else { 0 }
    }
    fn thing(&mut self, kind: u8) -> Thing {
        match kind {
            5 | 6 => {
                let z = self.varint();
                Thing::Number((z >> 1) as i64 ^ -((z & 1) as i64))
            }
            8 => {
                let n = self.varint() as usize;
                let (bytes, rest) = self.0.split_at(n);
                self.0 = rest;
                Thing::Bytes(bytes.to_vec())
            }
            9 => {
                let head = self.byte();
                let n = if head >> 4 == 15 { self.varint() } else { u64::from(head >> 4) };
                Thing::List((0..n).map(|_| self.thing(head & 15)).collect())
            }
            12 => {
                let (mut fields, mut field) = (BTreeMap::new(), 0);
                loop {
                    let head = self.byte();
                    if head == 0 {
                        return Thing::Struct(fields);
                    }
                    field += head >> 4;
                    let thing = self.thing(head & 15);
                    fields.insert(field, thing);
                }
            }
            _ => panic!("type {kind}"),
        }
    }
    fn page(&mut self) -> (Thing, Vec<u8>) {
        let head = self.thing(12);
        let (packed, rest) = self.0.split_at(head.number(3) as usize);
        self.0 = rest;
        let mut body = Vec::new();
        flate2::read::GzDecoder::new(packed).read_to_end(&mut body).unwrap();
        assert_eq!(body.len() as i64, head.number(2));
        (head, body)
    }
    /// One bit-packed run of numbers.
    fn unpacked(&mut self, width: usize) -> Vec<usize> {
        let n = (self.varint() >> 1) as usize * 8;
        let bit = |i: usize| usize::from(self.0[i / 8] >> (i % 8) & 1);
        let numbers = (0..n).map(|k| (0..width).map(|b| bit(k * width + b) << b).sum()).collect();
        self.0 = &self.0[n * width / 8..];
        numbers
    }
}

/// The table as text, row by row.
fn read(file: &[u8]) -> (Vec<String>, Vec<Vec<String>>) {
    assert!(file.starts_with(MAGIC) && file.ends_with(MAGIC));
    let end = file.len() - 8;
    let length = u32::from_le_bytes(file[end..end + 4].try_into().unwrap()) as usize;
    let footer = Reader(&file[end - length..end]).thing(12);
    let text = |thing: &Thing| match thing {
        Thing::Bytes(bytes) => String::from_utf8(bytes.clone()).unwrap(),
        other => panic!("{other:?}"),
    };
    let names = footer.list(2)[1..].iter().map(|s| text(s.at(4))).collect();
    let mut rows = Vec::new();
    for group in footer.list(4) {
        let n = group.number(3) as usize;
        let mut lines = vec![Vec::new(); n];
        for chunk in group.list(1) {
            let meta = chunk.at(3);
            let kind = meta.number(1);
            let mut words = Vec::new();
            let start = if kind == BYTE_ARRAY { meta.number(11) } else { meta.number(9) };
            let mut reader = Reader(&file[start as usize..]);
            if kind == BYTE_ARRAY {
                let (head, body) = reader.page();
                let mut body = Reader(&body);
                for _ in 0..head.at(7).number(1) {
                    let n = u32::from_le_bytes(body.0[..4].try_into().unwrap()) as usize;
                    words.push(String::from_utf8(body.0[4..4 + n].to_vec()).unwrap());
                    body.0 = &body.0[4 + n..];
                }
            }
            let (head, body) = reader.page();
            assert_eq!(head.at(5).number(1) as usize, n);
            let levels = u32::from_le_bytes(body[..4].try_into().unwrap()) as usize;
            let present = Reader(&body[4..4 + levels]).unpacked(1);
            let mut values = Reader(&body[4 + levels..]);
            let mut indices = Vec::new().into_iter();
            if kind == BYTE_ARRAY {
                let width = values.byte() as usize;
                indices = values.unpacked(width).into_iter();
            }
            for (line, &there) in lines.iter_mut().zip(&present) {
                line.push(if there == 0 {
                    String::new()
                } else if kind == BYTE_ARRAY {
                    words[indices.next().unwrap()].clone()
                } else {
                    let bytes: [u8; 8] = values.0[..8].try_into().unwrap();
                    values.0 = &values.0[8..];
                    match kind {
                        INT64 => i64::from_le_bytes(bytes).to_string(),
                        _ => f64::from_le_bytes(bytes).to_string(),
                    }
                });
            }
        }
        rows.extend(lines);
    }
    (names, rows)
}

const COLUMNS: &[Column] = &[
    Column { name: "word", kind: Kind::Text },
    Column { name: "whole", kind: Kind::Whole },
    Column { name: "real", kind: Kind::Real },
];

fn check(rows: &[[Value<'_>; 3]]) {
    let mut writer = Writer::new(Vec::new(), COLUMNS).unwrap();
    for row in rows {
        writer.put(row).unwrap();
    }
    let (names, found) = read(&writer.finish().unwrap());
    assert_eq!(names, ["word", "whole", "real"]);
    assert_eq!(found.len(), rows.len());
    for (row, found) in rows.iter().zip(found) {
        assert_eq!(found, row.map(|v| v.to_string()));
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
    let mut writer = Writer::new(Vec::new(), COLUMNS).unwrap();
    writer.put(&[Value::Whole(3), Value::Text("x")]).unwrap();
    assert_eq!(read(&writer.finish().unwrap()).1, [["", "", ""]]);
}
