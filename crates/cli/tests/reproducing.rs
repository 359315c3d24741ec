//! `sudolab reproduce`: what a person who repeats a paper's experiments sees.

mod kit;
use kit::{run, run_in};

#[test]
fn a_paper_in_miniature_is_printed_beside_ours_and_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let gauge = ["reproduce", "gauge", "--scale", "0.01", "--time-limit", "10ms", "-q"];
    let first = run_in(folder.path(), &gauge).code(0);
    for wanted in ["published: 240 of 240", "ours:", "rows: runs, gauge-2006", "Report:"] {
        assert!(first.out.contains(wanted), "{wanted:?} not in {}", first.out);
    }
    let there = folder.path().join("sudolab-reproduce-gauge");
    for file in ["report.html", "report.md", "tables/table-2.csv", "runs/study.sqlite"] {
        assert!(there.join(file).exists(), "{file}");
    }
    // Nothing is missing, so nothing runs, and the same rows give the same text.
    assert_eq!(run_in(folder.path(), &gauge).code(0).out, first.out);
    let other = [&gauge[..], &["--seed", "0"]].concat();
    run_in(folder.path(), &other).code(2).says("holds another study");
}

#[test]
fn a_scale_outside_its_range_is_refused_with_what_is_allowed() {
    for scale in ["0", "2", "half"] {
        run(&["reproduce", "thesis", "--dry-run", "--scale", scale])
            .code(2)
            .says("such as 0.02, or full");
    }
    let full = run(&["reproduce", "thesis", "--dry-run", "--scale", "full"]).code(0);
    for wanted in ["17 clues (49158)", "46 clues (400)"] {
        assert!(full.out.contains(wanted), "{}", full.out);
    }
}
