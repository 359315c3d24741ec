//! What a lenient reader left out, told inside the result.
//!
//! A record with something that may be a rule and is not understood is refused, unless the caller
//! asks for an answer all the same. Then the answer is about another puzzle, and whoever sees only
//! the answer has to know: the result has one more field, `left_out`, with the names of what was not
//! understood. Results of records that were understood do not have it.

use serde::Serialize;
use serde_json::{Value, json};

/// The name of the field.
pub const LEFT_OUT: &str = "left_out";

/// A value as one line of JSON, with what was left out of its puzzle, if anything was.
pub fn line_without(value: &impl Serialize, left_out: &[String]) -> String {
    if left_out.is_empty() {
        return crate::line(value);
    }
    match serde_json::to_value(value) {
        Ok(Value::Object(mut fields)) => {
            fields.insert(LEFT_OUT.to_owned(), Value::from(left_out));
            fields.sort_keys();
            Value::Object(fields).to_string()
        }
        _ => crate::line(value),
    }
}

/// Describes the field in the schema of a result.
pub(crate) fn described(schema: &mut Value) {
    schema["properties"][LEFT_OUT] = json!({
        "description": "What may be a rule, was not understood and was left out, as the user asked; \
                        only where there was such a thing.",
        "type": "array",
        "items": { "type": "string" }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counted;

    #[test]
    fn a_result_says_what_was_left_out_and_only_then() {
        let counted =
            Counted { complete: true, puzzle: "1...".into(), solutions: 3, true_candidates: None };
        assert_eq!(line_without(&counted, &[]), crate::line(&counted));
        assert_eq!(
            line_without(&counted, &["cages".to_owned()]),
            "{\"complete\":true,\"left_out\":[\"cages\"],\"puzzle\":\"1...\",\"solutions\":3,\
             \"true_candidates\":null}"
        );
    }
}
