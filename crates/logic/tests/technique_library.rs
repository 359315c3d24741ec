//! The finders on HoDoKu's regression library.

use std::collections::BTreeMap;
use sudolab_grid::testdata::shared;
use sudolab_logic::regression::{Case, Verdict};

/// Codes with no finder yet: siamese fish, mutant fish, dual kites and rectangles,
/// death blossom, templates.
const NOT_THERE_YET: [&str; 16] = [
    "03111", "03121", "03211", "03221", "03411", "03421", "0362", "03621", "0363", "0364", "0404",
    "0405", "0904-1", "0904-2", "1201", "1202",
];

#[test]
fn every_line_of_a_technique_that_is_there_passes() {
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
                let known = NOT_THERE_YET.contains(&case.code.as_str());
                assert!(known, "line {}: {} has lost its finder", index + 1, case.code);
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
