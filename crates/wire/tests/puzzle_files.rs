//! What is written as our JSON is what the schema `puzzle.json` says.

use sudolab_grid::formats::{Format, ReadOptions, WriteOptions, read_one};
use sudolab_wire::PuzzleFile;

fn check(text: &str) {
    let record = read_one(text, &ReadOptions::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let written = Format::Json.write(&record.document, &WriteOptions::default());
    let line = written.unwrap_or_else(|e| panic!("{e}\n{text}")).text;
    let file: PuzzleFile = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}\n{line}"));
    assert_eq!((file.v, file.size), (1, record.document.board().size()));
    // What the type keeps is the whole puzzle.
    let again = serde_json::to_string(&file).expect("a puzzle can be written");
    let read = read_one(&again, &ReadOptions::default()).unwrap_or_else(|e| panic!("{e}\n{again}"));
    assert_eq!(
        read.document.puzzle().map(|puzzle| puzzle.key()),
        record.document.puzzle().map(|puzzle| puzzle.key())
    );
}

#[test]
fn every_kind_of_puzzle_is_written_as_the_schema_says() {
    check("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    check(".Shape~6x6.Cage~10~R1C1~R1C2~R2C1.Thermo~R3C3~R3C4");
    check(".Shape~9x9~0-8.Diagonal~1.AntiKnight");
    check(".Shape~6x8~1-9.Arrow~R1C1~R1C2~R1C3");
    check(
        r#"{"givens":"1...............","regions":"1122112233443344","meta":{"id":"x","rating":2.5},"solution":null}"#,
    );
    let sets = vec!["12"; 16];
    check(&format!(r#"{{"givens":"1...............","candidates":{sets:?}}}"#));
    // A board of 36 digits: lower case letters go on where capitals end.
    let line = format!("Zz{}", ".".repeat(36 * 36 - 2)).replace('z', "a");
    check(&line);
}
