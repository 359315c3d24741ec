//! What is made with rules is read back from its written form as the same proper puzzle, and the
//! page names every variant.

use sudolab::{ExactSolver, Halt, UniquePuzzle, Variant};
use sudolab_grid::formats::{Document, Format, ReadOptions, WriteOptions, read_all};
use sudolab_wire::Made;
use sudolab_wire::request::GenerateRequest;
use sudolab_wire::shape::document_line;

fn order(word: &str) -> GenerateRequest {
    GenerateRequest {
        variants: vec![word.to_owned()],
        size: Some(6),
        seed: 5,
        ..GenerateRequest::default()
    }
}

fn made(request: &GenerateRequest) -> Made {
    let mut all = request.answer(&Halt::never()).unwrap_or_else(|e| panic!("{e}"));
    all.pop().expect("one puzzle comes out")
}

/// The proper puzzle of a written record.
fn read_back(word: &str, text: &str) -> UniquePuzzle {
    let mut records = read_all(text, &ReadOptions::default());
    assert_eq!(records.len(), 1, "{word}: {text}");
    let record = records.remove(0).unwrap_or_else(|e| panic!("{word}: {e}\n{text}"));
    let puzzle = record.document.puzzle().unwrap_or_else(|e| panic!("{word}: {e}\n{text}"));
    UniquePuzzle::prove_with(&mut ExactSolver::new(), puzzle)
        .unwrap_or_else(|e| panic!("{word}: {e}\n{text}"))
}

#[test]
fn every_variant_is_read_back_from_what_is_written_with_its_only_solution() {
    let words = Variant::ALL.iter().map(|(word, _)| *word).chain(["jigsaw"]);
    for word in words {
        let made = made(&order(word));
        let proper = read_back(word, &sudolab_wire::line(&made));
        assert_eq!(proper.solution().to_string(), made.solution, "{word}");
        let puzzle = proper.puzzle();
        let full = proper.solution().grid();
        assert_eq!(puzzle.rules().hold(full), Ok(()), "{word}");
        assert_eq!(puzzle.rules().len(), made.rules.as_ref().map_or(0, Vec::len), "{word}");
        assert_eq!(puzzle.n_clues(), made.clues, "{word}");
        // The line form, and the text of another program where that can say all of it.
        let line = document_line(puzzle).unwrap_or_else(|| panic!("{word}: no line"));
        assert_eq!(read_back(word, &line).puzzle().key(), puzzle.key(), "{word}");
        let document = Document::from(puzzle);
        let losses = Format::Iss.losses(&document, &WriteOptions::default());
        if losses.is_ok_and(|losses| losses.is_empty())
            && let Ok(written) = Format::Iss.write(&document, &WriteOptions::default())
        {
            let other = read_back(word, &written.text);
            assert_eq!(other.solution().to_string(), made.solution, "{word}: {}", written.text);
        }
    }
}

#[test]
fn the_order_of_the_words_changes_nothing() {
    let both = |a: &str, b: &str| GenerateRequest {
        variants: vec![a.to_owned(), b.to_owned(), a.to_owned()],
        ..order(a)
    };
    let one = made(&both("thermometer", "diagonal"));
    assert_eq!(one, made(&both("diagonal", "thermometer")));
    assert_eq!(one.extra_regions.as_ref().map(Vec::len), Some(2));
    let rules = one.rules.expect("thermometers are left");
    assert!(rules.iter().all(|rule| rule.starts_with("thermometer ")), "{rules:?}");
}

#[test]
fn the_page_names_every_variant() {
    let page = include_str!("../../../docs/generate.md");
    let words = Variant::ALL.iter().map(|(word, _)| *word).chain(["jigsaw"]);
    let missing: Vec<&str> =
        words.filter(|word| !page.contains(&format!("| `{word}` |"))).collect();
    assert!(missing.is_empty(), "docs/generate.md has no row for {missing:?}");
}
