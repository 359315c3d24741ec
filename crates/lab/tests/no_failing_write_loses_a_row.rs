//! Every write, sync, truncation and deletion of a small study fails once, stops half-way once,
//! and is the last thing the process does once. The same command then goes on to the same rows.

mod first_version;
mod trouble;

use first_version::{Runs1, turn_back};
use std::path::Path;
use sudolab_grid::halt::Halt;
use sudolab_lab::aspect;
use sudolab_lab::plan::{Plan, PuzzleSet};
use sudolab_lab::runner::{self, Finish};
use sudolab_lab::store::{self, FILE_NAME, Row, Store, StoreError};
use trouble::{Trouble, with};

fn plan() -> (Plan, Vec<PuzzleSet>) {
    let text = "seed = 5\nalgorithms = [\"fast\", \"backtrack-random-digits\"]\naspects = [\"solving\", \"rating\"]\n\
        [[puzzles]]\nbuiltin = \"top95\"\ntake = 3\n[protocol]\nruns = 2\ntime_limit = \"10m\"\n";
    let plan = Plan::read(text, "plan.toml").unwrap();
    let sets = plan.puzzles(Path::new("."), &Halt::never()).unwrap();
    (plan, sets)
}

/// The whole study, or what is missing of it.
fn study(folder: &Path, plan: &Plan, sets: &[PuzzleSet]) -> Result<(), StoreError> {
    let mut store = Store::open(folder, plan, sets, 1)?;
    let never = Halt::never();
    let finish = runner::run(plan, sets, &mut store, 1, &never, &mut |_| {})?;
    assert_eq!(finish, Finish::Complete);
    aspect::run(plan, sets, &mut store, 1, &never, &mut |_, _, _| {})?;
    store.close()
}

/// Everything but the times.
fn told(folder: &Path) -> Result<Vec<String>, StoreError> {
    let content = store::read(folder)?;
    let told = |r: &Row| format!("{:?} {} {} {}", r.key(), r.ended.word(), r.ticks, r.guesses);
    let ratings = content.aspects.ratings.iter().map(|r| format!("{r:?}"));
    Ok(content.rows.iter().map(told).chain(ratings).collect())
}

/// Runs a study with every trouble at every operation, beginning with what `before` leaves in the
/// folder.
fn torment(before: impl Fn(&Path)) {
    let (plan, sets) = plan();
    let quiet = tempfile::tempdir().unwrap();
    before(quiet.path());
    let (done, n) = with(Trouble::None, || study(quiet.path(), &plan, &sets));
    done.unwrap();
    let clean = told(quiet.path()).unwrap();
    assert_eq!(clean.len(), 3 * 2 * 2 + 3);
    assert!(n > 20, "only {n} operations");
    let mut stopped = 0;
    let kinds: [fn(i64) -> Trouble; 3] = [Trouble::Refused, Trouble::Shortened, Trouble::Killed];
    for trouble in (1..=n).flat_map(|at| kinds.map(|kind| kind(at))) {
        let folder = tempfile::tempdir().unwrap();
        before(folder.path());
        let (ended, _) = with(trouble, || study(folder.path(), &plan, &sets));
        if let Err(error) = ended {
            stopped += 1;
            let fair = matches!(error, StoreError::Full { .. } | StoreError::Io { .. });
            assert!(fair, "{trouble:?}: {error}");
        }
        // A look at what is there, then on with it.
        with(Trouble::None, || {
            match told(folder.path()) {
                Ok(rows) => assert!(rows.iter().all(|row| clean.contains(row)), "{trouble:?}"),
                Err(StoreError::Absent(_)) => {}
                Err(error) => panic!("{trouble:?}: {error}"),
            }
            study(folder.path(), &plan, &sets).unwrap_or_else(|e| panic!("{trouble:?}: {e}"));
            assert_eq!(told(folder.path()).unwrap(), clean, "{trouble:?}");
        });
    }
    println!("{n} operations, {stopped} of {} studies were stopped by the trouble", 3 * n);
    assert!(stopped > n, "the trouble was hardly felt: {stopped}");
}

#[test]
fn a_study_in_trouble_at_any_operation_goes_on_to_the_same_rows() {
    torment(|_| ());
}

#[test]
fn a_file_of_the_first_version_in_trouble_at_any_operation_goes_on_to_the_same_rows() {
    let (plan, sets) = plan();
    let old = tempfile::tempdir().unwrap();
    with(Trouble::None, || {
        study(old.path(), &plan, &sets).unwrap();
        turn_back(old.path(), Runs1::Appended, "puzzle <> 1");
    });
    let bytes = std::fs::read(old.path().join(FILE_NAME)).unwrap();
    torment(|folder| std::fs::write(folder.join(FILE_NAME), &bytes).unwrap());
}

#[test]
fn a_new_file_that_never_got_its_name_is_made_again() {
    // Killed between the last write and the rename, or among the deletions of what such a process
    // left: any of these files may be there, whole or not.
    let (plan, sets) = plan();
    let whole = tempfile::tempdir().unwrap();
    with(Trouble::None, || study(whole.path(), &plan, &sets).unwrap());
    let good = std::fs::read(whole.path().join(FILE_NAME)).unwrap();
    for end in [".new", ".new-journal", ".new-wal", ".new-shm"] {
        for bytes in [&good[..], &good[..good.len() / 2], b""] {
            let folder = tempfile::tempdir().unwrap();
            let left = folder.path().join(format!("{FILE_NAME}{end}"));
            std::fs::write(&left, bytes).unwrap();
            with(Trouble::None, || {
                assert!(matches!(told(folder.path()), Err(StoreError::Absent(_))));
                study(folder.path(), &plan, &sets).unwrap();
                assert_eq!(told(folder.path()).unwrap(), told(whole.path()).unwrap());
            });
            assert!(!left.exists());
        }
    }
}
