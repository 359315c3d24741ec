//! Our ratings and step lists beside those of a reference program.
//!
//! Both golden sets, the one the repository carries and the one beside it, have the same
//! columns, so that each comparison is written once.

// Each test binary uses its part.
#![allow(dead_code)]

use std::collections::HashMap;
use std::ops::ControlFlow;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::single::{Opening, SingleEngine};
use sudolab_grid::nine::Candidate;
use sudolab_logic::check::check;
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::SeStep;
use sudolab_logic::rating::{hodoku, se};
use sudolab_testkit::table::rows;

/// What a comparison found.
#[derive(Default)]
pub struct Compared {
    pub n_puzzles: usize,
    pub n_steps: usize,
    /// Puzzles whose numbers differ: id, and both sides in words.
    pub ratings: Vec<(String, String)>,
    /// Puzzles whose step lists differ: id, and the first step that does.
    pub paths: Vec<(String, String)>,
}

impl Compared {
    /// Ids of the puzzles in a list of differences.
    pub fn ids(differences: &[(String, String)]) -> Vec<&str> {
        differences.iter().map(|(id, _)| id.as_str()).collect()
    }

    /// Prints the counts and the first differences.
    pub fn tell(&self, what: &str) {
        eprintln!(
            "{what}: {} puzzles, {} steps; {} other ratings, {} other paths",
            self.n_puzzles,
            self.n_steps,
            self.ratings.len(),
            self.paths.len()
        );
        for (id, words) in self.ratings.iter().chain(&self.paths).take(20) {
            eprintln!("{id}: {words}");
        }
    }

    fn path(&mut self, id: &str, ours: &[String], theirs: &[String]) {
        self.n_steps += ours.len();
        if ours != theirs {
            let same = ours.iter().zip(theirs).take_while(|(a, b)| a == b).count();
            let (a, b) = (ours.get(same), theirs.get(same));
            self.paths
                .push((id.to_owned(), format!("step {}: ours {a:?}, golden {b:?}", same + 1)));
        }
    }

    fn rating(&mut self, id: &str, ours: &[String], theirs: &[String]) {
        self.n_puzzles += 1;
        if ours != theirs {
            self.ratings.push((id.to_owned(), format!("ours {ours:?}, golden {theirs:?}")));
        }
    }
}

fn position(line: &str) -> Position {
    Position::from_line(line).unwrap_or_else(|| panic!("no puzzle line: {line}"))
}

/// One step of Sudoku Explainer as the golden list writes it.
fn explainer_step(step: &SeStep) -> String {
    let effect = &step.step.effect;
    let placement = effect.placements.first().map(ToString::to_string).unwrap_or_default();
    let eliminations: Vec<String> =
        effect.eliminations.iter().map(|c| format!("{}-{}", c.cell, c.digit)).collect();
    format!("{},{},{placement},{}", step.explainer_name(), step.difficulty, eliminations.join(" "))
}

/// ER, EP and ED where Sudoku Explainer was run, and every step where the list has the steps.
pub fn with_explainer(ratings: &str, steps: &str) -> Compared {
    let mut golden: HashMap<String, Vec<String>> = HashMap::new();
    let columns = ["id", "technique", "difficulty", "placement", "eliminations"];
    for [id, rest @ ..] in rows(steps, columns) {
        golden.entry(id).or_default().push(rest.join(","));
    }
    let mut rater = se::Rater::new();
    let mut compared = Compared::default();
    for [id, line, expected @ ..] in rows(ratings, ["id", "puzzle", "se_er", "se_ep", "se_ed"]) {
        if expected[0].is_empty() {
            continue;
        }
        let mut path = Vec::new();
        let rating = rater.rate_with(&position(&line), &se::SeProfile::default(), |_, step| {
            path.push(explainer_step(step));
            ControlFlow::Continue(())
        });
        let ours = [rating.er, rating.ep, rating.ed].map(|r| r.to_string());
        compared.rating(&id, &ours, &expected);
        if let Some(theirs) = golden.get(&id) {
            compared.path(&id, &path, theirs);
        }
    }
    compared
}

/// ER, EP and ED of the columns with a prefix, with or without techniques that assume a
/// unique solution.
pub fn with_numbers(ratings: &str, prefix: &str, uniqueness: bool) -> Compared {
    let mut rater = se::Rater::new();
    let profile = se::SeProfile { uniqueness };
    let mut compared = Compared::default();
    let names = ["er", "ep", "ed"].map(|name| format!("{prefix}_{name}"));
    for [id, line, expected @ ..] in
        rows(ratings, ["id", "puzzle", &names[0], &names[1], &names[2]])
    {
        let rating = rater.rate(&position(&line), &profile);
        let ours = [rating.er, rating.ep, rating.ed].map(|r| r.to_string());
        compared.rating(&id, &ours, &expected);
    }
    compared
}

/// Level and score, and every step where the golden list has the steps of a puzzle; each step
/// is confirmed by its reason and by the solution too.
pub fn with_hodoku(ratings: &str, steps: &str) -> Compared {
    let mut golden: HashMap<String, Vec<String>> = HashMap::new();
    for [id, technique, detail] in rows(steps, ["id", "technique", "detail"]) {
        golden.entry(id).or_default().push(format!("{technique}: {detail}"));
    }
    let mut rater = hodoku::Rater::new();
    let profile = hodoku::HodokuProfile::default();
    let mut engine = SingleEngine::new();
    let mut compared = Compared::default();
    let columns = ["id", "puzzle", "hodoku_level", "hodoku_score"];
    for [id, line, expected @ ..] in rows(ratings, columns) {
        let start = position(&line);
        let clues = Opening::Clues(Clues(*start.values()));
        let solution = engine.solve(&clues).expect("a golden puzzle has a solution");
        let holds = |c: &Candidate| solution[c.cell.index()] == c.digit.number();
        let mut path = Vec::new();
        let rating = rater.rate_with(&start, &profile, |at, step| {
            path.push(format!("{}: {}", step.name(), step.detail(at)));
            if let Err(error) = check(at, &step.step) {
                panic!("{id} step {}, {}: {error}", path.len(), path[path.len() - 1]);
            }
            assert!(step.step.effect.placements.iter().all(holds), "{id}: {:?}", path.last());
            assert!(!step.eliminations.iter().any(holds), "{id}: {:?}", path.last());
            ControlFlow::Continue(())
        });
        compared.rating(&id, &[rating.level.to_string(), rating.score.to_string()], &expected);
        if let Some(theirs) = golden.get(&id) {
            compared.path(&id, &path, theirs);
        }
    }
    compared
}
