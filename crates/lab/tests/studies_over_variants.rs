//! Studies over puzzles with rules: made to order and read from files, run, stored, opened again.

use std::path::Path;
use sudolab_grid::Puzzle;
use sudolab_grid::formats::{Document, Format, WriteOptions};
use sudolab_grid::halt::Halt;
use sudolab_lab::plan::Plan;
use sudolab_lab::report::Report;
use sudolab_lab::runner::{self, Finish};
use sudolab_lab::store::{self, Store};

fn plan(algorithms: &str, puzzles: &str) -> Plan {
    let text = format!(
        "name = \"variants\"\nseed = 7\nalgorithms = [{algorithms}]\n{puzzles}\n\
         [protocol]\nkind = \"fixed\"\nruns = 2\ntime_limit = \"60s\"\n"
    );
    Plan::read(&text, "plan.toml").unwrap()
}

/// Why a plan is refused when it is read.
fn refused(generate: &str) -> String {
    let text = format!(
        "name = \"x\"\nalgorithms = [\"fast\"]\n[[puzzles]]\ngenerate = {generate}\n[protocol]\nruns = 1\n"
    );
    Plan::read(&text, "plan.toml").unwrap_err().to_string()
}

fn made(generate: &str) -> Vec<Puzzle> {
    let plan = plan("\"fast-general\"", &format!("[[puzzles]]\ngenerate = {generate}"));
    plan.puzzles(Path::new("."), &Halt::never()).unwrap().remove(0).puzzles
}

const KILLERS: &str = "[[puzzles]]\nfile = \"killers.jsonl\"\n";
const LINES: &str = "[[puzzles]]\n\
    generate = { count = 2, size = 6, variant = [\"thermometer\", \"kropki\"] }\n";

/// A folder with three killers on 6x6 in a file.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let killers = made("{ count = 3, size = 6, variant = \"killer\", n_rules = \"6..14\" }");
    let line = |puzzle: &Puzzle| {
        Format::Json.write(&Document::from(puzzle), &WriteOptions::default()).unwrap().text
    };
    let text: String = killers.iter().map(line).collect();
    std::fs::write(folder.path().join("killers.jsonl"), text).unwrap();
    folder
}

#[test]
fn a_study_over_variants_keeps_its_rows_and_a_reopened_store_has_nothing_left_to_do() {
    let folder = folder();
    let plan = plan("\"fast-general\", \"cdcl\", \"annealing\"", &format!("{KILLERS}{LINES}"));
    let sets = plan.puzzles(folder.path(), &Halt::never()).unwrap();
    assert_eq!(sets.iter().map(|set| set.puzzles.len()).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(sets[1].label, "generated 6x6 thermometer and kropki");
    assert!(sets.iter().flat_map(|set| &set.puzzles).all(Puzzle::has_rules));
    let run = |jobs: usize| {
        let mut store = Store::open(folder.path(), &plan, &sets, jobs).unwrap();
        let finish = runner::run(&plan, &sets, &mut store, jobs, &Halt::never(), &mut |_| {});
        store.close().unwrap();
        assert_eq!(finish.unwrap(), Finish::Complete);
        store::read(folder.path()).unwrap()
    };
    let first = run(2);
    assert_eq!(first.rows.len(), 5 * 3 * 2);
    for row in &first.rows {
        let label = &first.algorithms[row.algorithm as usize].label;
        // What proves has to solve; a claimed solution that breaks a rule would be wrong.
        assert!(row.ended.is_solved() || label == "annealing", "{label}: {}", row.ended.word());
    }
    let again = run(1);
    let told = |content: &store::Content| {
        let row = |r: &store::Row| (r.puzzle, r.algorithm, r.repeat, r.ended.word(), r.ticks);
        content.rows.iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(told(&first), told(&again), "nothing was missing");
    let answer = Report::of(&again).answer().join("\n");
    assert!(answer.contains(&format!("“{}”: ", sets[1].label)), "{answer}");
}

#[test]
fn an_algorithm_that_does_not_know_the_rules_is_named_before_anything_runs() {
    let folder = folder();
    let refused = plan("\"fast-general\", \"dlx\"", KILLERS).puzzles(folder.path(), &Halt::never());
    let error = refused.unwrap_err().to_string();
    assert!(error.contains("dlx does not know the rules of this set (cage"), "{error}");
}

#[test]
fn puzzles_of_a_plan_are_made_on_the_board_and_with_the_rules_that_it_tells() {
    let boards = |generate: &str| made(generate)[0].board().to_string();
    assert_eq!(
        boards("{ count = 1, box = \"3x2\" }"),
        boards("{ count = 1, size = 6, box = \"3x2\" }")
    );
    let drawn = made("{ count = 2, size = 6, regions = \"random\", variant = \"killer\" }");
    assert_eq!(drawn[0].board(), drawn[1].board());
    assert_eq!(drawn[0].rules().kinds(), "cage");
    let map = "{ count = 1, regions = \"1112132233243444\" }";
    assert_eq!(made(map)[0].board().size(), 4);
    let effort = made("{ count = 1, size = 4, variant = \"killer\", effort = \"1..100000\" }");
    assert_eq!(effort[0].rules().kinds(), "cage");
    for (generate, wanted) in [
        ("{ count = 1, variant = \"kiler\" }", "\"kiler\" is no variant"),
        ("{ count = 1, variant = 7 }", "a name in quotes"),
        (
            "{ count = 1, variant = \"killer\", er = \"2.0..3.0\" }",
            "no puzzle can be made like this",
        ),
        ("{ count = 1, n_rules = \"3..5\" }", "no puzzle can be made like this"),
        ("{ count = 1, size = 7 }", "a board of size 7 has no boxes"),
        (
            "{ count = 1, size = 16, regions = \"random\" }",
            "random regions are drawn up to size 12",
        ),
        ("{ count = 1, box = \"3x3\", regions = \"random\" }", "exclude one another"),
        ("{ count = 1, regions = \"112\" }", "regions"),
        ("{ count = 1, size = 9, regions = \"1112132233243444\" }", "for size 4"),
    ] {
        let told = refused(generate);
        assert!(told.contains(wanted), "{generate}: {told}");
    }
}
