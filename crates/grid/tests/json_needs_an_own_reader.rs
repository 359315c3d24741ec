//! Why JSON is read by our own parser: what a reader of puzzles must do and the library does not.
//! When one of these tests fails, the library has learned something; then ask again.

use serde_json::Value;
use sudolab_grid::formats::{Code, Json};

#[test]
fn the_library_takes_the_last_of_two_equal_keys_in_silence() {
    let text = r#"{"a":1,"b":2,"a":3}"#;
    assert_eq!(serde_json::from_str::<Value>(text).unwrap()["a"], 3);
    let error = Json::parse(text).unwrap_err();
    assert_eq!((error.code(), error.column()), (Code::DecodeFailed, Some(14)));
}

#[test]
fn the_library_writes_a_number_otherwise_than_it_stood() {
    for (text, written) in
        [("[1.50]", "[1.5]"), ("[12345678901234567890123]", "[1.2345678901234568e+22]")]
    {
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!(value.to_string(), written);
        assert_eq!(Json::parse(text).unwrap().to_string(), text);
    }
}

#[test]
fn the_library_counts_columns_in_bytes() {
    let text = "[\"äöü\", x]";
    assert_eq!(serde_json::from_str::<Value>(text).unwrap_err().column(), 12);
    assert_eq!(Json::parse(text).unwrap_err().column(), Some(9));
}

#[test]
fn the_library_has_a_depth_of_its_own() {
    let text = format!("{}{}", "[".repeat(100), "]".repeat(100));
    assert!(serde_json::from_str::<Value>(&text).is_ok());
    assert_eq!(Json::parse(&text).unwrap_err().code(), Code::TooLarge);
}

#[test]
fn the_library_replaces_no_lone_half_of_a_character() {
    let text = r#"["\ud83d"]"#;
    assert!(serde_json::from_str::<Value>(text).is_err());
    assert_eq!(Json::parse(text).unwrap().to_string(), "[\"\u{fffd}\"]");
}
