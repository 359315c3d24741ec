//! The finders on HoDoKu's regression library.

use std::collections::BTreeMap;
use sudolab_grid::testdata::shared;
use sudolab_logic::regression::{Case, Verdict};

#[test]
fn every_line_of_the_library_passes() {
    let Some(library) = shared("hodoku/reglib-1.3-visible.txt") else { return };
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let mut failures = Vec::new();
    for (index, line) in library.lines().enumerate() {
        let Some(case) = Case::read(line).expect("a library line") else { continue };
        let entry = counts.entry(case.code.clone()).or_default();
        match case.run() {
            Verdict::Passed => entry[0] += 1,
            Verdict::NotThereYet => {
                entry[1] += 1;
                failures.push(format!("line {} {}: no finder", index + 1, case.code));
            }
            Verdict::Failed(reason) => {
                failures.push(format!("line {} {}: {reason}", index + 1, case.code));
            }
        }
    }
    for (code, [passed, absent]) in &counts {
        eprintln!("{code}: {passed} passed, {absent} not there yet");
    }
    let n_passed: usize = counts.values().map(|[passed, _]| passed).sum();
    eprintln!("{n_passed} passed");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
