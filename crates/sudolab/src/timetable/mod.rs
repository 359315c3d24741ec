//! Which course goes where?

mod clashing;
mod trail;

pub use clashing::Clashing;
pub use trail::{BookingReason, Held, TrailStep, Why};

use crate::{Solved, Solving};
use sudolab_exact::ExactSolver;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::{Solution, Timetable};
use sudolab_solvers::{Task, TaskError};

/// What came of completing a timetable.
#[derive(Clone, PartialEq, Debug)]
pub enum Timetabled {
    /// Every place holds its course.
    Complete(Completed),
    /// There is no complete timetable: these demands exclude each other.
    Impossible(Clashing),
    /// The algorithm could go no further. The timetable can be completed; another one may do it.
    Unsolved,
    /// It was stopped before anything was known.
    Stopped(Stop),
}

/// A complete timetable.
#[derive(Clone, PartialEq, Debug)]
pub struct Completed {
    /// For each slot and room the course, from 0; nothing for a closed place.
    pub courses: Vec<Vec<Option<usize>>>,
    /// Whether there is no other, where that is known.
    pub unique: Option<bool>,
    /// How each course came to its place.
    pub trail: Vec<TrailStep>,
}

/// Completes a timetable with an algorithm, and says why each course is where it is or which
/// demands exclude each other.
///
/// ```
/// use sudolab::{Halt, Task, Timetable, Timetabled, registry, timetable};
///
/// let table = Timetable::read("slot,Hall,Lab\nMon,Algebra,\nTue,,\ncourses: Algebra, Drama")?;
/// let task = Task::new(registry::find("fast")?);
/// let Timetabled::Complete(complete) = timetable(&table, task, &Halt::never())? else { panic!() };
/// assert_eq!(complete.courses, [[Some(0), Some(1)], [Some(1), Some(0)]]);
/// assert_eq!(complete.trail[1].text(&table), "Drama at Mon in Lab: the only course left there; Algebra is in that slot");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Courses that two algorithms may place differently are chosen, and the trail says so.
///
/// # Errors
/// When the algorithm does not take such a board or such demands, or its settings do not go together.
pub fn timetable(table: &Timetable, task: Task, halt: &Halt<'_>) -> Result<Timetabled, TaskError> {
    let puzzle = table.puzzle().expect("a timetable is checked when it is made");
    let report = Solving::new(task)?.solve(&puzzle, halt)?;
    let (solution, unique) = match &report.solved {
        Solved::Unique(solution) => (solution, Some(true)),
        Solved::Several(solution) => (solution, Some(false)),
        Solved::First(solution) | Solved::Unproved { first: solution, .. } => (solution, None),
        Solved::None | Solved::Conflict(_) => {
            return Ok(Timetabled::Impossible(Clashing::of(table, halt)));
        }
        Solved::Stopped(stop) => return Ok(Timetabled::Stopped(*stop)),
        Solved::GaveUp | Solved::Wrong => {
            // An algorithm that cannot prove it does not know whether there is one.
            let found = ExactSolver::kept(|solver| solver.count_within(&puzzle, 1, halt));
            return Ok(match found {
                Ok(count) if count.solutions == 0 => {
                    Timetabled::Impossible(Clashing::of(table, halt))
                }
                Ok(_) => Timetabled::Unsolved,
                Err(stop) => Timetabled::Stopped(stop),
            });
        }
    };
    let told = trail::of_algorithm(table, &puzzle, &report.trail);
    let trail = told.unwrap_or_else(|| trail::of_solution(table, &puzzle, solution, halt));
    Ok(Timetabled::Complete(Completed { courses: courses(table, solution), unique, trail }))
}

/// The courses of a solution by slot and room.
fn courses(table: &Timetable, solution: &Solution) -> Vec<Vec<Option<usize>>> {
    let grid = solution.grid();
    let held = |slot: usize, room: usize| {
        let cell = grid.board().cell_at(slot, room)?;
        grid.get(cell).map(|digit| digit.index())
    };
    let row = |slot| (0..table.rooms().len()).map(|room| held(slot, room)).collect();
    (0..table.slots().len()).map(row).collect()
}

#[cfg(test)]
mod tests;
