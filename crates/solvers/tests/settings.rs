//! No setting makes an algorithm endless or deaf.

use std::sync::mpsc;
use std::time::Duration;
use sudolab_grid::Puzzle;
use sudolab_grid::halt::HandClock;
use sudolab_solvers::{Algorithm, Budget, Halt, ParameterKind, Settings, Task, registry};

/// No search on filled boards ends these soon: neither has a solution.
const HOPELESS: [&str; 2] = [
    "12..34........4.",
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
];

/// The settings with one parameter at an end of its range; choices at each of their words.
fn at_the_ends(algorithm: &'static Algorithm) -> Vec<(String, Settings)> {
    let mut all = vec![("defaults".to_owned(), algorithm.defaults())];
    for parameter in algorithm.parameters {
        let values: Vec<String> = match parameter.kind {
            ParameterKind::Real { min, max } => vec![min.to_string(), max.to_string()],
            ParameterKind::Whole { min, max } => vec![min.to_string(), max.to_string()],
            ParameterKind::Choice(words) => words.iter().map(|&word| word.to_owned()).collect(),
            ParameterKind::List(words) => vec![words[0].to_owned(), words.join(",")],
        };
        for value in values {
            let mut settings = algorithm.defaults();
            settings.set(parameter.name, &value).expect("an end of a range belongs to it");
            all.push((format!("{}={value}", parameter.name), settings));
        }
    }
    // All numbers at the same end together.
    for (name, end) in [("everything least", 0), ("everything most", 1)] {
        let mut settings = algorithm.defaults();
        for parameter in algorithm.parameters {
            let value = match parameter.kind {
                ParameterKind::Real { min, max } => [min, max][end].to_string(),
                ParameterKind::Whole { min, max } => [min, max][end].to_string(),
                ParameterKind::Choice(_) | ParameterKind::List(_) => continue,
            };
            settings.set(parameter.name, &value).expect("an end of a range belongs to it");
        }
        all.push((name.to_owned(), settings));
    }
    all
}

/// Leaves out what is deduced before the search, where an algorithm does so.
const BARE: [(&str, &str); 2] = [("reduce", "clues"), ("implied", "leave")];

#[test]
fn an_algorithm_that_solves_by_singles_before_it_begins_can_leave_that_out() {
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle: Puzzle = easy.parse().unwrap();
    let mut n = 0;
    for algorithm in registry::all() {
        let task = Task::new(algorithm).budget(Budget::ticks(2000));
        if task.solve(&puzzle, &Halt::never()).unwrap().ticks > 0 {
            continue;
        }
        n += 1;
        let set = |(name, value)| task.clone().set(name, value).ok();
        let bare = BARE.into_iter().find_map(set);
        let bare = bare.unwrap_or_else(|| panic!("{} always begins with singles", algorithm.id));
        assert!(bare.solve(&puzzle, &Halt::never()).unwrap().ticks > 0, "{}", algorithm.id);
    }
    assert!(n >= 6, "{n} algorithms begin with singles");
}

#[test]
fn every_parameter_at_either_end_obeys_a_limit_on_time_and_on_ticks() {
    let (mut tried, mut refused) = (0, Vec::new());
    for algorithm in registry::all() {
        for (what, settings) in at_the_ends(algorithm) {
            // Some values do not go together with the defaults of others, and are refused.
            if let Err(why) = Task::new(algorithm).settings(settings.clone()).build() {
                refused.push(format!("{}: {what}: {why}", algorithm.id));
                continue;
            }
            tried += 1;
            for line in HOPELESS {
                let puzzle: Puzzle = line.parse().unwrap();
                if algorithm.accepts(&puzzle).is_err() {
                    continue;
                }
                let task = Task::new(algorithm).settings(settings.clone());
                // A look at the clock takes a millisecond by this clock: a run that looks ends
                // within a hundred looks, however slow the machine is.
                let briefly = Budget::time(Duration::from_millis(100));
                // A step of a rule set is one tick however long its search is.
                let few = Budget { ticks: Some(3000), time: Some(Duration::from_secs(3)) };
                for budget in [briefly, few] {
                    let task = task.clone().budget(budget);
                    let (puzzle, (sender, receiver)) = (puzzle.clone(), mpsc::channel());
                    // A run that does not end cannot be waited for.
                    std::thread::spawn(move || {
                        let clock = HandClock::stepping(Duration::from_millis(1));
                        let halt = Halt::never().timed_by(&clock);
                        let _ = sender.send(task.solve(&puzzle, &halt).map(|o| o.verdict));
                    });
                    let ended = receiver.recv_timeout(Duration::from_secs(120));
                    assert!(
                        matches!(ended, Ok(Ok(_))),
                        "{} with {what} on {line} under {budget:?}: {ended:?}",
                        algorithm.id
                    );
                }
            }
        }
    }
    println!("{tried} settings tried, {} refused:\n{}", refused.len(), refused.join("\n"));
    assert!(tried > 150, "{tried} settings tried");
    assert!(refused.len() * 4 < tried, "{} of {tried}: {refused:#?}", refused.len());
}
