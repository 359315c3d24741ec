//! The same evolution on every board: any size, any houses, and rules that bind pairs of cells.
//!
//! The 9x9 board has its marks packed into words and its instructions drawn from one number, which is
//! what makes it fast; here a cell has a set of digits, and houses are lists. Instructions, tiers,
//! union of sequences and the final cut are those of the parent module. A house that has fewer cells
//! than there are digits need not hold each of them, so only naked sets and cells with one digit left
//! conclude anything there. `feedback=total` is for the 9x9 board.

use super::super::replay::{Links, links_of};
use super::super::trail::{AuditEffect, AuditRule, AuditStep};
use super::Gauge;
use crate::{Answer, Event, Run, Stop};
use std::sync::Arc;
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Cell, Digit, DigitSet, Grid, HouseKind, Puzzle};

/// What does not change while sequences run.
pub(super) struct Field {
    board: Arc<Board>,
    links: Links,
    /// Houses with a cell for every digit, by their place.
    full: Vec<usize>,
    /// The houses of one kind, rows or columns, that are full: what a fish is made of.
    lines: [Vec<usize>; 2],
}

/// What is still open, and what has been placed.
#[derive(Clone)]
struct Marks {
    open: Vec<DigitSet>,
    values: Vec<u8>,
    n_blank: usize,
}

/// One instruction with its operands: a house and digits, lines and a digit, or a cell and a digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Instruction {
    rule: AuditRule,
    place: u16,
    digits: DigitSet,
    /// The lines of a fish.
    lines: [u16; 3],
    n_lines: u8,
}

impl Field {
    /// The puzzle's board and pairs; `None` when its rules speak of more than pairs.
    pub fn new(puzzle: &Puzzle) -> Option<Field> {
        let board = puzzle.board().clone();
        let is_full = |&house: &usize| board.houses()[house].cells().len() == board.size();
        let full: Vec<usize> = (0..board.houses().len()).filter(is_full).collect();
        let of_kind = |kind: HouseKind| {
            full.iter().copied().filter(|&h| board.houses()[h].kind() == kind).collect()
        };
        let lines = [of_kind(HouseKind::Row), of_kind(HouseKind::Column)];
        Some(Field { links: links_of(puzzle)?, lines, full, board })
    }

    /// The clues in place; `None` when one of them may not stand there.
    fn start(&self, puzzle: &Puzzle) -> Option<Marks> {
        let board = &self.board;
        let mut marks = Marks {
            open: board.cells().map(|cell| puzzle.allowed(cell)).collect(),
            values: vec![0; board.n_cells()],
            n_blank: board.n_cells(),
        };
        for (cell, digit) in puzzle.clues().filled() {
            if !marks.open[cell.index()].contains(digit) {
                return None;
            }
            self.place(&mut marks, cell, digit);
        }
        Some(marks)
    }

    fn place(&self, marks: &mut Marks, cell: Cell, digit: Digit) {
        marks.open[cell.index()] = DigitSet::EMPTY;
        marks.values[cell.index()] = digit.value();
        marks.n_blank -= 1;
        for peer in self.board.peer_list(cell) {
            marks.open[peer.index()].remove(digit);
        }
        for (other, table) in &self.links[cell.index()] {
            marks.open[other.index()] &= table[digit.index()];
        }
    }

    fn places(&self, marks: &Marks, house: usize, digit: Digit) -> impl Iterator<Item = Cell> {
        let cells = self.board.houses()[house].cells().iter().copied();
        cells.filter(move |cell| marks.open[cell.index()].contains(digit))
    }

    fn digit(&self, random: &mut Random) -> Digit {
        let index = random.index(self.board.size());
        Digit::from_index(index).expect("a board has no more digits than there are")
    }

    fn digits(&self, n: usize, random: &mut Random) -> DigitSet {
        let mut set = DigitSet::EMPTY;
        while set.len() < n.min(self.board.size()) {
            set.insert(self.digit(random));
        }
        set
    }

    /// A random instruction of a tier.
    fn draw(&self, tier: usize, random: &mut Random) -> Instruction {
        let make = |rule, place: usize, digits| Instruction {
            rule,
            place: place as u16,
            digits,
            lines: [0; 3],
            n_lines: 0,
        };
        let n_houses = self.board.houses().len();
        let any = |random: &mut Random| random.index(n_houses);
        let tier = if n_houses == 0 { usize::MAX } else { tier };
        match tier {
            0 if !self.full.is_empty() && random.chance(0.5) => {
                let house = self.full[random.index(self.full.len())];
                let rule = match self.board.houses()[house].kind() {
                    HouseKind::Row => AuditRule::RowFill,
                    HouseKind::Column => AuditRule::ColFill,
                    HouseKind::Box | HouseKind::Extra => AuditRule::SliceDice,
                };
                make(rule, house, DigitSet::only(self.digit(random)))
            }
            0 => make(AuditRule::RaisingNumbers, any(random), DigitSet::only(self.digit(random))),
            1 => {
                let house = any(random);
                let is_box = self.board.houses()[house].kind() == HouseKind::Box;
                let rule = if is_box { AuditRule::Pointing } else { AuditRule::Claiming };
                make(rule, house, DigitSet::only(self.digit(random)))
            }
            2 | 3 => {
                let rule =
                    if random.chance(0.5) { AuditRule::NakedSet } else { AuditRule::HiddenSet };
                make(rule, any(random), self.digits(tier, random))
            }
            4 => {
                let lines = &self.lines[random.index(2)];
                let mut fish = make(AuditRule::Fish, 0, DigitSet::only(self.digit(random)));
                let n = (2 + random.index(2)).min(lines.len());
                while usize::from(fish.n_lines) < n {
                    let line = lines[random.index(lines.len())] as u16;
                    if !fish.lines[..usize::from(fish.n_lines)].contains(&line) {
                        fish.lines[usize::from(fish.n_lines)] = line;
                        fish.n_lines += 1;
                    }
                }
                fish.lines[..n].sort_unstable();
                fish
            }
            _ => {
                let cell = random.index(self.board.n_cells());
                make(AuditRule::Trial, cell, DigitSet::only(self.digit(random)))
            }
        }
    }

    /// Carries an instruction out; tells whether it had an effect.
    fn apply(&self, instruction: Instruction, marks: &mut Marks) -> bool {
        let house = usize::from(instruction.place);
        let Some(digit) = instruction.digits.first() else { return false };
        match instruction.rule {
            AuditRule::SliceDice | AuditRule::RowFill | AuditRule::ColFill => {
                let (first, more) = {
                    let mut places = self.places(marks, house, digit);
                    (places.next(), places.next().is_some())
                };
                match first {
                    Some(cell) if !more => self.place(marks, cell, digit),
                    _ => return false,
                }
                true
            }
            AuditRule::RaisingNumbers => {
                let mut cells = self.board.houses()[house].cells().iter();
                match cells.find(|cell| marks.open[cell.index()] == instruction.digits) {
                    Some(&cell) => self.place(marks, cell, digit),
                    None => return false,
                }
                true
            }
            AuditRule::Pointing | AuditRule::Claiming => self.locked(marks, house, digit),
            AuditRule::NakedSet => {
                let cells = self.board.houses()[house].cells();
                let inside = |cell: &Cell| {
                    let open = marks.open[cell.index()];
                    !open.is_empty() && (open - instruction.digits).is_empty()
                };
                let n = cells.iter().filter(|cell| inside(cell)).count();
                if n != instruction.digits.len() {
                    return false;
                }
                let rest: Vec<Cell> = cells.iter().copied().filter(|cell| !inside(cell)).collect();
                strike(marks, rest.into_iter(), instruction.digits)
            }
            AuditRule::HiddenSet => {
                let cells = self.board.houses()[house].cells();
                if cells.len() < self.board.size() {
                    return false;
                }
                let placed = |digit: Digit| {
                    cells.iter().any(|cell| marks.values[cell.index()] == digit.value())
                };
                let touched =
                    |cell: &&Cell| !(marks.open[cell.index()] & instruction.digits).is_empty();
                let places: Vec<Cell> = cells.iter().filter(touched).copied().collect();
                if places.len() != instruction.digits.len() || instruction.digits.iter().any(placed)
                {
                    return false;
                }
                strike(marks, places.into_iter(), self.board.digits() - instruction.digits)
            }
            AuditRule::Fish => self.fish(instruction, marks, digit),
            AuditRule::Trial => self.trial(marks, Cell::new(house), digit),
            AuditRule::LastRemaining => false,
        }
    }

    /// A digit's places in one house all lie in a crossing house: the rest of that loses it.
    fn locked(&self, marks: &mut Marks, house: usize, digit: Digit) -> bool {
        let houses = self.board.houses();
        if houses[house].cells().len() < self.board.size() {
            return false;
        }
        let places: Vec<Cell> = self.places(marks, house, digit).collect();
        let Some(first) = places.first() else { return false };
        let is_box = |house: usize| houses[house].kind() == HouseKind::Box;
        let crossing = self.board.houses_of(*first).iter().copied().find(|&other| {
            is_box(other) != is_box(house)
                && places.iter().all(|place| houses[other].cells().contains(place))
        });
        let Some(crossing) = crossing else { return false };
        let own = houses[house].cells();
        let rest = houses[crossing].cells().iter().copied().filter(|cell| !own.contains(cell));
        strike(marks, rest, DigitSet::only(digit))
    }

    fn fish(&self, instruction: Instruction, marks: &mut Marks, digit: Digit) -> bool {
        let base = &instruction.lines[..usize::from(instruction.n_lines)];
        let houses = self.board.houses();
        let Some(kind) = base.first().map(|&line| houses[usize::from(line)].kind()) else {
            return false;
        };
        let crossing = if kind == HouseKind::Row { HouseKind::Column } else { HouseKind::Row };
        let mut cover: Vec<usize> = Vec::new();
        for &line in base {
            let mut n = 0;
            for place in self.places(marks, usize::from(line), digit) {
                n += 1;
                let of = self.board.houses_of(place).iter().copied();
                let Some(line) = of.into_iter().find(|&h| houses[h].kind() == crossing) else {
                    return false;
                };
                if !cover.contains(&line) {
                    cover.push(line);
                }
            }
            if n == 0 || cover.len() > base.len() {
                return false;
            }
        }
        let in_base =
            |cell: &Cell| base.iter().any(|&line| houses[usize::from(line)].cells().contains(cell));
        let rest = cover.iter().flat_map(|&line| houses[line].cells()).copied();
        strike(marks, rest.filter(|cell| !in_base(cell)), DigitSet::only(digit))
    }

    /// Strikes a digit that leads, by singles alone, to a cell or a digit with nothing left.
    fn trial(&self, marks: &mut Marks, cell: Cell, digit: Digit) -> bool {
        if !marks.open[cell.index()].contains(digit) {
            return false;
        }
        let mut tried = marks.clone();
        self.place(&mut tried, cell, digit);
        if self.singles_end_well(&mut tried) {
            return false;
        }
        marks.open[cell.index()].remove(digit);
        true
    }

    fn singles_end_well(&self, marks: &mut Marks) -> bool {
        loop {
            let mut next = None;
            for (i, open) in marks.open.iter().enumerate() {
                if marks.values[i] != 0 {
                    continue;
                }
                match open.single() {
                    _ if open.is_empty() => return false,
                    Some(digit) => next = Some((Cell::new(i), digit)),
                    None => {}
                }
            }
            for &house in &self.full {
                if next.is_some() {
                    break;
                }
                let (mut once, mut twice, mut placed) =
                    (DigitSet::EMPTY, DigitSet::EMPTY, DigitSet::EMPTY);
                let cells = self.board.houses()[house].cells();
                for cell in cells {
                    let open = marks.open[cell.index()];
                    twice |= once & open;
                    once |= open;
                    if let Some(digit) = Digit::from_number(marks.values[cell.index()]) {
                        placed.insert(digit);
                    }
                }
                if (once | placed) != self.board.digits() {
                    return false;
                }
                if let Some(digit) = (once - twice).first() {
                    let mut holds = cells.iter();
                    let cell = holds.find(|cell| marks.open[cell.index()].contains(digit));
                    next = cell.map(|&cell| (cell, digit));
                }
            }
            match next {
                Some((cell, digit)) => self.place(marks, cell, digit),
                None => return true,
            }
        }
    }

    /// The step an instruction makes, in words and effects; `None` when it has none.
    fn step(&self, instruction: Instruction, marks: &mut Marks) -> Option<AuditStep> {
        let before = marks.clone();
        if !self.apply(instruction, marks) {
            return None;
        }
        let mut effects = Vec::new();
        for cell in self.board.cells() {
            let at = cell.index();
            let lost = before.open[at] - marks.open[at];
            if marks.values[at] != before.values[at] {
                let digit = Digit::from_number(marks.values[at]);
                effects.extend(digit.map(|digit| AuditEffect::Placed(cell, digit)));
            } else if !lost.is_empty() && !fills(instruction.rule) {
                effects.push(AuditEffect::Lost(cell, lost));
            }
        }
        let place = usize::from(instruction.place);
        let lines = &instruction.lines[..usize::from(instruction.n_lines)];
        let (houses, cell) = match instruction.rule {
            AuditRule::Fish => (lines.iter().map(|&line| usize::from(line)).collect(), None),
            AuditRule::Trial => (Vec::new(), Some(Cell::new(place))),
            _ => (vec![place], None),
        };
        Some(AuditStep {
            rule: instruction.rule,
            houses,
            cell,
            digits: instruction.digits,
            effects,
        })
    }
}

fn fills(rule: AuditRule) -> bool {
    (rule as usize) < AuditRule::LastRemaining as usize
}

/// Strikes digits from cells; tells whether any of them had one.
fn strike(marks: &mut Marks, cells: impl Iterator<Item = Cell>, digits: DigitSet) -> bool {
    let mut hit = false;
    for cell in cells {
        let open = &mut marks.open[cell.index()];
        hit |= !(*open & digits).is_empty();
        *open = *open - digits;
    }
    hit
}

/// A sequence of instructions that all had an effect, and the marks they lead to.
#[derive(Clone)]
struct Sequence {
    steps: Vec<Instruction>,
    marks: Marks,
}

impl Sequence {
    fn append(&mut self, instruction: Instruction, field: &Field) {
        if field.apply(instruction, &mut self.marks) {
            self.steps.push(instruction);
        }
    }

    fn left(&self) -> usize {
        self.marks.open.iter().map(|set| set.len()).sum::<usize>() + 3 * self.marks.n_blank
    }
}

pub(super) fn solve(gauge: &Gauge, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
    let Some(field) = Field::new(puzzle) else { return Ok(Answer::GaveUp) };
    let Some(start) = field.start(puzzle) else { return Ok(Answer::GaveUp) };
    run.offer(start.n_blank as f64, &start.values);
    let empty = Sequence { steps: Vec::new(), marks: start.clone() };
    if start.n_blank == 0 {
        return Ok(solved(&[], &field, &start, run));
    }
    let mut population = vec![empty.clone(); gauge.population];
    let (mut best, mut idle) = (empty.left(), 0);
    // Larger boards have more places to name, so that more has to be drawn for one that works.
    let fresh = gauge.fresh * field.board.n_cells().div_ceil(81);
    for number in 1.. {
        idle += 1;
        for _ in 0..gauge.population.div_ceil(2) {
            let first = run.random().index(population.len());
            let mut second = run.random().index(population.len() - 1);
            second += usize::from(second >= first);
            let unite = run.random().chance(gauge.crossover);
            let parents = [population[first].clone(), population[second].clone()];
            for (i, at) in [first, second].into_iter().enumerate() {
                run.tick()?;
                let mut child = parents[i].clone();
                if unite {
                    parents[1 - i].steps.iter().for_each(|&step| child.append(step, &field));
                }
                for _ in 0..fresh {
                    let instruction = field.draw(gauge.tier(idle - 1, run.random()), run.random());
                    child.append(instruction, &field);
                }
                run.offer(child.marks.n_blank as f64, &child.marks.values);
                if child.marks.n_blank == 0 {
                    return Ok(solved(&child.steps, &field, &start, run));
                }
                let left = child.left();
                if left < best {
                    (best, idle) = (left, 1);
                }
                population[at] = child;
            }
        }
        run.tell(|| {
            let blanks = || population.iter().map(|s| s.marks.n_blank);
            let mean = blanks().sum::<usize>() as f64 / population.len() as f64;
            Event::Generation { number, best: blanks().min().unwrap_or(0) as f64, mean }
        });
        // On a small board everything there is to draw is drawn soon.
        if gauge.is_hopeless(idle * 81 / (field.board.n_cells() as u64).min(81)) {
            break;
        }
    }
    Ok(Answer::GaveUp)
}

/// Writes the audit trail of a sequence that fills the board, without the steps it can spare.
fn solved(steps: &[Instruction], field: &Field, start: &Marks, run: &mut Run<'_>) -> Answer {
    let mut steps = steps.to_vec();
    let fills_up = |steps: &[Instruction]| {
        let mut marks = start.clone();
        steps.iter().for_each(|&step| {
            field.apply(step, &mut marks);
        });
        marks.n_blank == 0
    };
    let mut at = steps.len();
    while at > 0 && run.tick().is_ok() {
        at -= 1;
        let spared = steps[at];
        if !fills(spared.rule) {
            steps.remove(at);
            if !fills_up(&steps) {
                steps.insert(at, spared);
            }
        }
    }
    let mut marks = start.clone();
    run.show(&start.values);
    let told: Vec<AuditStep> =
        steps.iter().filter_map(|&step| field.step(step, &mut marks)).collect();
    for (i, step) in told.iter().enumerate() {
        run.note(format!("{}. {}", i + 1, step.text(&field.board)));
        for effect in &step.effects {
            if let AuditEffect::Placed(cell, digit) = *effect {
                run.tell(|| Event::Assign { cell, digit });
            }
        }
    }
    let grid = Grid::from_values(field.board.clone(), &marks.values);
    grid.map_or(Answer::GaveUp, Answer::Solved)
}

#[cfg(test)]
mod tests {
    use super::super::super::replay;
    use super::*;
    use crate::{Halt, RunVerdict, Task, registry};
    use sudolab_grid::Plan;

    fn trail_holds(puzzle: &Puzzle, seed: u64) {
        let task = Task::new(registry::find("gauge").unwrap()).seed(seed);
        let outcome = task.solve(puzzle, &Halt::never()).unwrap();
        assert_eq!(outcome.verdict, RunVerdict::Solved, "{puzzle:?}");
        assert_eq!(replay(puzzle, &outcome.trail).ok(), outcome.solution, "{:?}", outcome.trail);
    }

    /// A puzzle of one solution with about half of its cells filled.
    fn half_filled(board: &Arc<Board>) -> Puzzle {
        let mut solver = sudolab_exact::ExactSolver::new();
        let full = solver.solve(&Puzzle::new(Grid::empty(board.clone()))).unwrap();
        let mut values = full.grid().values().to_vec();
        let mut random = Random::new(5);
        for _ in 0..board.n_cells() {
            let cell = random.index(values.len());
            let held = std::mem::take(&mut values[cell]);
            let puzzle = Puzzle::new(Grid::from_values(board.clone(), &values).unwrap());
            if solver.count(&puzzle, 2).solutions != 1 {
                values[cell] = held;
            }
        }
        Puzzle::new(Grid::from_values(board.clone(), &values).unwrap())
    }

    #[test]
    fn boards_of_other_sizes_are_filled_by_trails_that_hold() {
        let boards = [Board::of_size(6).unwrap(), Board::latin(10).unwrap()];
        for board in boards {
            trail_holds(&half_filled(&board), 1);
        }
        let board = Board::latin(5).unwrap();
        let values = [1, 2, 3, 4, 0, 2, 3, 4, 5, 0, 3, 4, 5, 1, 0, 4, 0, 1, 0, 3, 0, 0, 0, 0, 0];
        let latin = Puzzle::new(Grid::from_values(board, &values).unwrap());
        for seed in 0..3 {
            trail_holds(&latin, seed);
        }
    }

    #[test]
    fn pairs_that_do_not_go_together_are_kept_on_a_board_of_its_own_form() {
        // Two rows of two cells and three digits; 1 and 2 never stand side by side.
        let mut plan = Plan::new(2, 2, 1..=3);
        plan.rows_and_columns();
        let board = plan.board().unwrap();
        let clues = Grid::from_values(board.clone(), &[1, 0, 0, 0]).unwrap();
        let text = "relation-all =13/23/123 r1c1 r1c2";
        let rule = sudolab_grid::Rule::from_text(text, &board).unwrap();
        let other =
            sudolab_grid::Rule::from_text("relation-all =13/23/123 r2c1 r2c2", &board).unwrap();
        let puzzle = Puzzle::new(clues).with_rules(vec![rule, other]).unwrap();
        let task = Task::new(registry::find("gauge").unwrap());
        let outcome = task.solve(&puzzle, &Halt::never()).unwrap();
        // r1c2 must be 3; below it 1 and 2 would need a 3 beside them, which only r2c1 can be.
        assert_eq!(outcome.verdict, RunVerdict::GaveUp);
        let best = outcome.best.unwrap();
        assert_eq!(best.board[1], 3);
        let cage = sudolab_grid::Rule::from_text("cage 3 r1c1 r1c2", &board).unwrap();
        let caged = puzzle.with_rules(vec![cage]).unwrap();
        let refused = task.solve(&caged, &Halt::never()).unwrap_err().to_string();
        assert!(refused.contains("cage"), "{refused}");
    }
}
