//! What a trace comes to in numbers: curves over ticks.

use sudolab_trace::{Frame, FrameReader, TraceError};

/// Points of a curve: tick and value.
pub type Curve = Vec<(f64, f64)>;

/// A generation of an evolutionary algorithm, as far as it was told.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Generation {
    /// Its number.
    pub number: u64,
    /// The best and the mean cost of its individuals.
    pub cost: Option<(f64, f64)>,
    /// What it tells if its individuals are programs.
    pub program: Option<Program>,
}

/// A generation of programs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// The highest and the mean fitness.
    pub fitness: (f64, f64),
    /// The most instructions of one program that placed something, and their mean number.
    pub successes: (f64, f64),
    /// What became of each instruction of the fittest program: 1 when it did something, 0.3 when
    /// nothing was left to do, 0 when it did nothing.
    pub fates: Vec<f64>,
}

/// The curves of one run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Course {
    /// Ticks of the whole run.
    pub ticks: u64,
    /// How it ended, as a word.
    pub verdict: String,
    /// Cells that are blank.
    pub blanks: Curve,
    /// The cost of the best board so far.
    pub best: Curve,
    /// The temperature.
    pub temperature: Curve,
    /// The energy.
    pub energy: Curve,
    /// The share of moves that were accepted since the last count.
    pub accepted: Curve,
    /// The depth of the search, or the level of its decisions.
    pub depth: Curve,
    /// Conflicts so far, as far as they were told.
    pub conflicts: Curve,
    /// The best cost of each generation.
    pub generation_best: Curve,
    /// The mean cost of each generation.
    pub generation_mean: Curve,
    /// The generations, in their order.
    pub generations: Vec<Generation>,
    /// The middle individual's cost, and the worst one's.
    pub population: [Curve; 2],
    /// When it began anew.
    pub restarts: Vec<f64>,
}

impl Course {
    /// The curves of a trace.
    ///
    /// # Errors
    /// When the bytes are no trace.
    pub fn read(bytes: &[u8]) -> Result<Course, TraceError> {
        let mut reader = FrameReader::new(bytes)?;
        let mut course = Course::default();
        let (mut conflicts, mut moves) = (0.0, (0, 0));
        while let Some((tick, frame)) = reader.next_frame()? {
            let at = tick as f64;
            course.ticks = tick;
            match &frame {
                Frame::State(_) | Frame::Assign { .. } | Frame::Retract { .. } => {
                    course.blank(at, &reader.view().board);
                }
                Frame::Guess { depth, .. } => {
                    course.blank(at, &reader.view().board);
                    course.depth.push((at, *depth as f64));
                }
                Frame::Decide { level, .. } | Frame::Learn { level, .. } => {
                    course.depth.push((at, *level as f64));
                }
                Frame::Conflict | Frame::ConflictInCell(_) | Frame::ConflictInHouse(_) => {
                    conflicts += 1.0;
                    course.conflicts.push((at, conflicts));
                }
                Frame::Temperature(t) => course.temperature.push((at, f64::from(*t))),
                Frame::Energy(e) => course.energy.push((at, f64::from(*e))),
                Frame::Moves { accepted, rejected } => {
                    let made = accepted.saturating_sub(moves.0);
                    let proposed = made + rejected.saturating_sub(moves.1);
                    if proposed > 0 {
                        course.accepted.push((at, made as f64 / proposed as f64));
                    }
                    moves = (*accepted, *rejected);
                }
                Frame::Generation { number, best, mean } => {
                    let (best, mean) = (f64::from(*best), f64::from(*mean));
                    course.generation_best.push((at, best));
                    course.generation_mean.push((at, mean));
                    course.generation(*number).cost = Some((best, mean));
                }
                Frame::Program(told) => {
                    course.generation(told.generation).program = Some(Program {
                        fitness: (f64::from(told.best_fitness), f64::from(told.mean_fitness)),
                        successes: (told.most_successes as f64, f64::from(told.mean_successes)),
                        fates: told.instructions.iter().map(|i| shade(i.fate)).collect(),
                    });
                }
                Frame::Population(costs) => {
                    let mut costs: Vec<f64> = costs.numbers().map(f64::from).collect();
                    costs.sort_by(f64::total_cmp);
                    if let Some(&worst) = costs.last() {
                        course.population[0].push((at, costs[(costs.len() - 1) / 2]));
                        course.population[1].push((at, worst));
                    }
                }
                Frame::Improved { cost, .. } => course.best.push((at, f64::from(*cost))),
                Frame::Restart(_) => course.restarts.push(at),
                Frame::End { verdict, .. } => course.verdict.clone_from(verdict),
                _ => {}
            }
        }
        Ok(course)
    }

    /// Whether anything was told that can be drawn: an algorithm that solves before its search begins
    /// tells nothing.
    pub fn is_empty(&self) -> bool {
        let single = [&self.blanks, &self.best, &self.temperature, &self.energy, &self.accepted];
        let more = [&self.depth, &self.conflicts, &self.generation_best];
        single.into_iter().chain(more).all(|curve| curve.len() < 2)
    }

    /// The generation of a number; what is told of one comes together.
    fn generation(&mut self, number: u64) -> &mut Generation {
        if self.generations.last().is_none_or(|last| last.number != number) {
            self.generations.push(Generation { number, ..Generation::default() });
        }
        self.generations.last_mut().expect("one was put there")
    }

    /// One point for each tick: what stands at its end.
    fn blank(&mut self, at: f64, board: &[u8]) {
        let blanks = board.iter().filter(|&&value| value == 0).count() as f64;
        match self.blanks.last_mut() {
            Some(last) if last.0 == at => last.1 = blanks,
            _ => self.blanks.push((at, blanks)),
        }
    }
}

/// What became of an instruction, by its number in a trace (`docs/traces.md`).
fn shade(fate: u8) -> f64 {
    match fate {
        0 | 1 | 4 => 1.0,
        3 => 0.3,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_grid::Puzzle;
    use sudolab_grid::halt::Halt;
    use sudolab_solvers::{Budget, Task, registry};
    use sudolab_trace::{Watching, record};

    fn course(id: &str) -> Course {
        let hard =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let puzzle: Puzzle = hard.parse().unwrap();
        let task = Task::new(registry::find(id).unwrap()).budget(Budget::ticks(100_000));
        let watching = Watching { sample: 200, ..Watching::default() };
        let (recorded, outcome) = record(&task, &puzzle, watching, &Halt::never()).unwrap();
        let course = Course::read(&recorded.bytes).unwrap();
        assert_eq!(course.ticks, outcome.ticks, "{id}");
        assert_eq!(course.verdict, outcome.verdict.word(), "{id}");
        course
    }

    #[test]
    fn each_family_has_the_curves_that_tell_it() {
        let search = course("backtrack-thesis");
        assert!(search.depth.len() > 10 && search.conflicts.len() > 10);
        assert!(search.blanks.iter().all(|&(_, n)| (0.0..=60.0).contains(&n)));
        let cooling = course("annealing-chi-lange");
        assert!(cooling.temperature.len() > 10 && cooling.energy.len() > 10);
        assert!(cooling.temperature[0].1 > cooling.temperature.last().unwrap().1);
        assert!(cooling.accepted.iter().all(|&(_, share)| (0.0..=1.0).contains(&share)));
        let evolving = course("genetic-cultural");
        let pairs = evolving.generation_best.iter().zip(&evolving.generation_mean);
        assert!(evolving.generation_best.len() > 10 && pairs.clone().all(|(b, m)| b.1 <= m.1));
        let [middle, worst] = &evolving.population;
        assert!(!middle.is_empty() && middle.iter().zip(worst).all(|(m, w)| m.1 <= w.1));
    }

    #[test]
    fn programs_tell_what_became_of_their_instructions() {
        let evolving = course("gauge-2006");
        let programs: Vec<&Program> =
            evolving.generations.iter().filter_map(|g| g.program.as_ref()).collect();
        assert!(programs.len() > 10);
        for program in programs {
            let done = program.fates.iter().filter(|&&f| f == 1.0).count() as f64;
            assert_eq!(program.fates.len(), 81);
            assert!(done <= program.successes.0 && program.fitness.1 <= program.fitness.0);
            assert!(program.successes.1 <= program.successes.0);
        }
        assert!(evolving.generations.windows(2).all(|w| w[0].number < w[1].number));
    }

    #[test]
    fn a_run_that_ends_before_its_search_tells_nothing() {
        assert!(Course::default().is_empty());
        assert!(Course { best: vec![(0.0, 0.0)], ..Course::default() }.is_empty());
        assert!(!course("annealing-chi-lange").is_empty());
    }
}
