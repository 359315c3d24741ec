//! How the results of `solve` look.

use crate::batch::Report;
use crate::exit::Exit;
use crate::form::Form;
use crate::input::{self, Place};
use crate::paint::Paint;
use sudolab::exact::Conflicts;
use sudolab::exact::nine::batch::BatchCount as Found;
use sudolab::solvers::Best;
use sudolab::{Grid, Puzzle, Solution, SolveReport, Solved, Stop};
use sudolab_wire::{SolutionOfMany, SolveStatus, Solved as Row};

/// How results look.
pub struct Shown {
    /// In which form.
    pub form: Form,
    /// In which colours.
    pub paint: Paint,
}

impl Shown {
    /// The fast path: nothing is allocated for a puzzle that is solved.
    pub fn nine(
        &self,
        clues: &[u8; 81],
        place: Place<'_>,
        found: &Found,
        seconds: f64,
        report: &mut Report,
    ) {
        if self.form == Form::Line && found.solutions == 1 {
            let mut text = [b'\n'; 82];
            text.iter_mut().zip(&found.solution).for_each(|(symbol, v)| *symbol = b'0' + v);
            report.out.extend_from_slice(&text);
            return;
        }
        let puzzle = input::puzzle(clues);
        let solution = || Solution::check(&puzzle, input::grid(&found.solution)).ok();
        let solved = match found.solutions {
            0 => Solved::without_solution(&puzzle),
            1 => solution().map_or(Solved::Wrong, Solved::Unique),
            _ => solution().map_or(Solved::Wrong, Solved::Several),
        };
        let elapsed = std::time::Duration::from_secs_f64(seconds);
        let (guesses, ticks) = (found.guesses, found.guesses + 1);
        let solved = SolveReport { solved, guesses, ticks, elapsed, trail: Vec::new(), best: None };
        self.solved(&puzzle, place, &solved, report);
    }

    /// A puzzle and what an algorithm made of it.
    pub fn solved(
        &self,
        puzzle: &Puzzle,
        place: Place<'_>,
        solved: &SolveReport,
        report: &mut Report,
    ) {
        let row = Row::new(puzzle.to_string(), solved);
        let why = reason(&solved.solved);
        let drawn = solved.solved.solution().map(|solution| (puzzle, solution));
        self.row(&row, drawn, why.as_deref(), report);
        if let Some(why) = &why {
            report.fail(format!("{place}: {puzzle}: {why}"));
        }
        if matches!(solved.solved, Solved::Stopped(_) | Solved::Unproved { .. }) {
            report.exit = report.exit.and(Exit::Limit);
        }
        if self.form == Form::Text {
            solved.trail.iter().for_each(|line| report.line(&format!("  {line}")));
            if let Some(best) = &solved.best {
                report.line(&format!("  {}\n", best_in_words(puzzle, best)));
            }
        }
    }

    /// A puzzle that the algorithm does not take.
    pub fn refused(&self, puzzle: &Puzzle, place: Place<'_>, why: &str, report: &mut Report) {
        let row = Row::nothing(puzzle.to_string(), SolveStatus::Unsolved);
        self.row(&row, None, Some(why), report);
        report.fail(format!("{place}: {puzzle}: {why}"));
    }

    /// One solution of many, while the search goes on: what it costs is not known yet.
    pub fn one_of_many(&self, puzzle: &Puzzle, solution: &Solution, report: &mut Report) {
        let row = SolutionOfMany::new(puzzle.to_string(), solution);
        match self.form {
            Form::Csv => report.row([&*row.puzzle, row.status.word(), &row.solution, "", "", ""]),
            Form::Json => report.object(&row),
            Form::Line => report.line(&row.solution),
            Form::Text => {
                let status = self.paint.bad(row.status.word());
                report.line(&format!("{}{status}\n", self.paint.solution(puzzle, solution)));
            }
        }
    }

    /// One result; the puzzle with its solution where that can be drawn, else why not.
    pub fn row(
        &self,
        row: &Row,
        drawn: Option<(&Puzzle, &Solution)>,
        why: Option<&str>,
        report: &mut Report,
    ) {
        let status = row.status.word();
        match (self.form, &row.solution) {
            (Form::Csv, solution) => {
                let solution = solution.as_deref().unwrap_or_default();
                let (guesses, ticks) = (row.guesses.to_string(), row.ticks.to_string());
                let seconds = format!("{:.9}", row.seconds);
                let fields = [&row.puzzle, status, solution, &guesses, &ticks, &seconds];
                report.row(fields);
            }
            (Form::Json, _) => report.object(row),
            (Form::Line, None) => report.line(&format!("# {status}: {}", row.puzzle)),
            (Form::Line, Some(solution)) => report.line(solution),
            (Form::Text, _) => {
                let status = match row.status {
                    SolveStatus::Solved => self.paint.good(status),
                    _ => self.paint.bad(status),
                };
                let text = match drawn {
                    Some((puzzle, solution)) => format!(
                        "{}{status}, {} guess{}, {:.6} s\n",
                        self.paint.solution(puzzle, solution),
                        row.guesses,
                        if row.guesses == 1 { "" } else { "es" },
                        row.seconds
                    ),
                    None => {
                        let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
                        format!("{}: {status}{why}\n", row.puzzle)
                    }
                };
                report.line(&text);
            }
        }
    }
}

/// The best board of a run that did not solve, and what is wrong in it.
fn best_in_words(puzzle: &Puzzle, best: &Best) -> String {
    let Some(grid) = Grid::from_values(puzzle.board().clone(), &best.board) else {
        return String::new();
    };
    let line = grid.to_string();
    let mut wrong = Vec::new();
    match grid.blanks().count() {
        0 => {}
        1 => wrong.push("1 blank cell".to_owned()),
        n => wrong.push(format!("{n} blank cells")),
    }
    wrong.extend(Conflicts::of(&Puzzle::new(grid)).map(|conflicts| conflicts.in_words()));
    format!("best board {line}: {}", wrong.join("; "))
}

/// Why a puzzle is not as it should be.
fn reason(solved: &Solved) -> Option<String> {
    Some(match solved {
        Solved::Unique(_) | Solved::First(_) => return None,
        Solved::Conflict(conflicts) => conflicts.to_string(),
        Solved::None => "it has no solution".to_owned(),
        Solved::Several(_) => "it has more than one solution; the first is given".to_owned(),
        Solved::Unproved { stop, .. } => {
            format!("it may have another solution: {stop} before that was known")
        }
        Solved::GaveUp => "the algorithm could go no further".to_owned(),
        Solved::Stopped(Stop::Time) => "not solved within the time limit".to_owned(),
        Solved::Stopped(Stop::Ticks) => "not solved within the tick limit".to_owned(),
        Solved::Stopped(Stop::Cancelled) => "not solved: interrupted".to_owned(),
        Solved::Wrong => "the algorithm claimed something false; please report this".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use sudolab::grid::halt::HandClock;
    use sudolab::{Halt, Solving, Task, registry};

    #[test]
    fn a_stopped_proof_is_a_status_of_its_own() {
        // Candidates for every cell, so that the engine for every board searches it.
        let line =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let clues = line.parse::<Puzzle>().expect("a line").clues().clone();
        let all = vec![clues.board().digits(); 81];
        let puzzle = Puzzle::with_candidates(clues, all).expect("one set for each cell");
        let task = Task::new(registry::find("fast-general").expect("it is there"));
        let mut solving = Solving::new(task).expect("it can be built");
        let shown = Shown { form: Form::Csv, paint: Paint::PLAIN };
        let place = Place { file: None, line: 7 };
        // A look takes so long by this clock that the search looks whenever it can.
        let look = Duration::from_millis(10);
        let mut seen = [0; 3];
        for looks in 1..600 {
            let clock = HandClock::stepping(look);
            let halt = Halt::never().within(look * looks, &clock);
            let solved = solving.solve(&puzzle, &halt).expect("it takes every board");
            let mut report = Report::default();
            shown.solved(&puzzle, place, &solved, &mut report);
            let row = String::from_utf8(std::mem::take(&mut report.out)).expect("rows are text");
            let fields: Vec<&str> = row.split(',').collect();
            let (status, has_grid) = (fields[1], fields[2].len() == 81);
            let expected = match solved.solved {
                Solved::Stopped(Stop::Time) => (0, "time-limit", false, Exit::Limit),
                Solved::Unproved { .. } => (1, "solved-unproved", true, Exit::Limit),
                Solved::Unique(_) => (2, "solved", true, Exit::Fine),
                other => panic!("{other:?}"),
            };
            seen[expected.0] += 1;
            assert_eq!((status, has_grid, report.exit), (expected.1, expected.2, expected.3));
            let told = report.messages.concat();
            assert_eq!(told.contains("line 7"), report.exit == Exit::Limit, "{told}");
        }
        assert!(seen.iter().all(|&times| times > 0), "stopped, unproved, solved: {seen:?}");
    }
}
