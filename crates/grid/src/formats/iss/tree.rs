//! The constraints of a text as a tree: `.Or`, `.And` and `.Replicate` hold others up to `.End`.

use crate::formats::error::{Code, FormatError};
use crate::formats::span::Span;

/// One constraint.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    /// Its name; empty for givens.
    pub name: &'a str,
    /// What stands between `~`.
    pub arguments: Vec<String>,
    /// The constraints it holds.
    pub children: Vec<Node<'a>>,
    pub span: Span<'a>,
}

impl Node<'_> {
    /// The argument at a place; nothing when it is missing or empty.
    pub fn argument(&self, at: usize) -> Option<&str> {
        self.arguments.get(at).map(String::as_str).filter(|text| !text.is_empty())
    }
}

fn holds_others(name: &str) -> bool {
    matches!(name, "Or" | "And" | "Replicate")
}

/// The constraints of a text that begins with a dot.
pub(super) fn parse(text: Span<'_>) -> Result<Vec<Node<'_>>, FormatError> {
    let mut open: Vec<Node<'_>> = Vec::new();
    let mut top: Vec<Node<'_>> = Vec::new();
    for piece in text.from(1).pieces('.') {
        let span = piece.trim();
        // Nothing between two dots.
        if span.text.is_empty() {
            continue;
        }
        let mut parts = span.text.split('~').map(str::trim);
        let name = parts.next().unwrap_or_default();
        if name == "End" {
            let Some(done) = open.pop() else {
                let error = span.error(Code::BadCharacter, 0, "'End' ends nothing");
                return Err(error.found("End", "Or, And or Replicate before it").hint("remove it"));
            };
            open.last_mut().map_or(&mut top, |node| &mut node.children).push(done);
            continue;
        }
        let arguments = parts.map(str::to_owned).collect();
        let node = Node { name, arguments, children: Vec::new(), span };
        if holds_others(name) {
            if open.len() > 6 {
                let error =
                    span.error(Code::TooLarge, 0, "constraints inside one another too deep");
                return Err(error.hint("use fewer levels of Or, And and Replicate"));
            }
            open.push(node);
        } else {
            open.last_mut().map_or(&mut top, |node| &mut node.children).push(node);
        }
    }
    match open.first() {
        None => Ok(top),
        Some(node) => Err(node
            .span
            .error(Code::Truncated, 0, format!("'{}' has no end", node.name))
            .found("the end of the text", "End")
            .hint("write .End behind the last constraint it holds")),
    }
}
