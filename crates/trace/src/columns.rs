//! The events of a trace by kind, as arrays: for plots, and for learning how a puzzle is solved.
//!
//! Every event has a tick, a kind, and the board as it stands after it. Each kind has a table
//! besides, with a row for each of its events and a column for each thing it carries:
//!
//! ```text
//! all events     tick  kind   board          guess   event  cell  digit  rest  depth
//!   0               0  state  53..7....        0         1     2      1  0x0a      1
//!   1               1  guess  531.7....  <---  1         3     3      2  0x20      2
//!   2               1  retract 53..7....
//!   3               2  guess  53.27....  <--------------- event: its place among all
//! ```
//!
//! A number that there is not is -1, a real one NaN. Where rows are of several lengths, the shorter
//! ones are filled up with that.

use crate::frame::{Frame, View};
use crate::recorder::Scribe;
use sudolab_grid::Board;

/// Rows of one kind of value, one after the other.
#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    /// Digits and boards: 0 for a blank.
    Digits(Vec<u8>),
    /// Sets of digits: bit `d - 1` for digit `d`.
    Sets(Vec<u64>),
    /// Whole numbers; -1 where there is none.
    Whole(Vec<i64>),
    /// Real numbers; NaN where there is none.
    Real(Vec<f32>),
    /// Yes or no.
    Truth(Vec<bool>),
    /// Words.
    Text(Vec<String>),
}

/// One thing that the events of a kind carry.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// What it is.
    pub name: &'static str,
    /// The shape of one row; empty for a single value.
    pub shape: Vec<usize>,
    /// All rows.
    pub values: Values,
}

/// The events of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct EventTable {
    /// Their kind.
    pub kind: &'static str,
    /// The place of each among all events, from 0.
    pub events: Vec<u64>,
    /// What they carry.
    pub columns: Vec<Column>,
}

/// A trace as arrays.
#[derive(Clone, PartialEq, Debug)]
pub struct Columns {
    n_cells: usize,
    n_digits: usize,
    ticks: Vec<u64>,
    boards: Vec<u8>,
    tables: Vec<EventTable>,
}

impl Columns {
    /// For a run on a board.
    pub fn new(board: &Board) -> Columns {
        Columns {
            n_cells: board.n_cells(),
            n_digits: board.size(),
            ticks: Vec::new(),
            boards: Vec::new(),
            tables: Vec::new(),
        }
    }

    /// The tick of each event.
    pub fn ticks(&self) -> &[u64] {
        &self.ticks
    }

    /// The board after each event, 0 for a blank: as many values for each as the board has cells.
    pub fn boards(&self) -> &[u8] {
        &self.boards
    }

    /// The number of cells of the board.
    pub fn n_cells(&self) -> usize {
        self.n_cells
    }

    /// The kinds that there are, in the order of their first events.
    pub fn tables(&self) -> &[EventTable] {
        &self.tables
    }

    fn row(&mut self, kind: &'static str, event: u64) -> Row<'_> {
        let place = self.tables.iter().position(|table| table.kind == kind);
        let place = place.unwrap_or_else(|| {
            self.tables.push(EventTable { kind, events: Vec::new(), columns: Vec::new() });
            self.tables.len() - 1
        });
        let table = &mut self.tables[place];
        table.events.push(event);
        Row { table, next: 0 }
    }
}

impl Scribe for Columns {
    fn begin(&mut self, tick: u64, view: &View) {
        // At the very start the algorithm shows the board itself.
        if tick > 0 {
            self.write(tick, &Frame::State(view.board.clone()), view);
        }
    }

    fn write(&mut self, tick: u64, frame: &Frame, view: &View) {
        let (n_cells, n_digits) = (self.n_cells, self.n_digits);
        let event = self.ticks.len() as u64;
        self.ticks.push(tick);
        self.boards.extend(&view.board);
        let row = self.row(frame.kind(), event);
        match frame {
            Frame::State(board) | Frame::Solved(board) => row.digits("board", board),
            Frame::Guess { cell, digit, rest, depth } => {
                row.cell(*cell).digit(*digit).set("rest", *rest).whole("depth", *depth)
            }
            Frame::Assign { cell, digit } => row.cell(*cell).digit(*digit),
            Frame::Retract { cell } => row.cell(*cell),
            Frame::Swap { a, b } => row.wholes("cells", [i64::from(*a), i64::from(*b)]),
            Frame::Conflict => row.maybe("cell", None).maybe("house", None),
            Frame::ConflictInCell(cell) => row.cell(*cell).maybe("house", None),
            Frame::ConflictInHouse(house) => row.maybe("cell", None).maybe("house", Some(*house)),
            Frame::Decide { cell, digit, holds, level } => {
                row.cell(*cell).digit(*digit).truth("holds", *holds).whole("level", *level)
            }
            Frame::Learn { size, level } => row.whole("size", *size).whole("level", *level),
            Frame::Step { technique, placed, removed } => {
                let mut digits = vec![0; n_cells];
                for &(cell, digit) in placed {
                    digits.iter_mut().skip(cell as usize).take(1).for_each(|d| *d = digit);
                }
                let mut sets = vec![0; n_cells];
                for &(cell, set) in removed {
                    sets.iter_mut().skip(cell as usize).take(1).for_each(|s| *s |= set);
                }
                row.text("technique", technique).digits("placed", &digits).sets("removed", &sets)
            }
            Frame::Temperature(value) | Frame::Energy(value) => row.real("value", *value),
            Frame::Moves { accepted, rejected } => {
                row.whole("accepted", *accepted).whole("rejected", *rejected)
            }
            Frame::Field { name, values } => {
                let shape = vec![n_cells, n_digits];
                row.text("name", name).put(
                    "values",
                    shape,
                    Values::Real(values.numbers().collect()),
                )
            }
            Frame::Generation { number, best, mean } => {
                row.whole("number", *number).real("best", *best).real("mean", *mean)
            }
            Frame::Population(costs) => row.reals("costs", costs.numbers().collect()),
            Frame::Program(told) => {
                let house = |house: u8| if house == u8::MAX { -1 } else { i64::from(house) };
                let instructions = &told.instructions;
                let sets: Vec<u64> = instructions.iter().map(|i| i.digits).collect();
                row.whole("generation", told.generation)
                    .real("best_fitness", told.best_fitness)
                    .real("mean_fitness", told.mean_fitness)
                    .whole("most_successes", told.most_successes)
                    .real("mean_successes", told.mean_successes)
                    .whole("most_placed", told.most_placed)
                    .wholes("rules", instructions.iter().map(|i| i.rule.into()))
                    .wholes("houses", instructions.iter().map(|i| house(i.house)))
                    .sets("digits", &sets)
                    .wholes("fates", instructions.iter().map(|i| i.fate.into()))
            }
            Frame::Improved { cost, board } => row.real("cost", *cost).digits("board", board),
            Frame::Restart(number) => row.whole("number", *number),
            Frame::Note(text) => row.text("text", text),
            Frame::End { verdict, ticks, guesses } => {
                row.text("verdict", verdict).whole("ticks", *ticks).whole("guesses", *guesses)
            }
        };
    }
}

/// A row in the making: events of a kind carry the same things in the same order.
struct Row<'a> {
    table: &'a mut EventTable,
    next: usize,
}

impl Row<'_> {
    fn put(mut self, name: &'static str, shape: Vec<usize>, row: Values) -> Self {
        let earlier = self.table.events.len() - 1;
        match self.table.columns.get_mut(self.next) {
            Some(column) => column.append(earlier, shape, row),
            None => self.table.columns.push(Column { name, shape, values: row }),
        }
        self.next += 1;
        self
    }

    fn cell(self, cell: u32) -> Self {
        self.maybe("cell", Some(cell))
    }

    fn digit(self, digit: u8) -> Self {
        self.put("digit", Vec::new(), Values::Digits(vec![digit]))
    }

    fn digits(self, name: &'static str, digits: &[u8]) -> Self {
        self.put(name, vec![digits.len()], Values::Digits(digits.to_vec()))
    }

    fn set(self, name: &'static str, set: u64) -> Self {
        self.put(name, Vec::new(), Values::Sets(vec![set]))
    }

    fn sets(self, name: &'static str, sets: &[u64]) -> Self {
        self.put(name, vec![sets.len()], Values::Sets(sets.to_vec()))
    }

    fn maybe(self, name: &'static str, number: Option<u32>) -> Self {
        self.put(name, Vec::new(), Values::Whole(vec![number.map_or(-1, i64::from)]))
    }

    fn whole(self, name: &'static str, number: u64) -> Self {
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        self.put(name, Vec::new(), Values::Whole(vec![number]))
    }

    fn wholes(self, name: &'static str, numbers: impl IntoIterator<Item = i64>) -> Self {
        let numbers: Vec<i64> = numbers.into_iter().collect();
        self.put(name, vec![numbers.len()], Values::Whole(numbers))
    }

    fn real(self, name: &'static str, number: f32) -> Self {
        self.put(name, Vec::new(), Values::Real(vec![number]))
    }

    fn reals(self, name: &'static str, numbers: Vec<f32>) -> Self {
        self.put(name, vec![numbers.len()], Values::Real(numbers))
    }

    fn truth(self, name: &'static str, holds: bool) -> Self {
        self.put(name, Vec::new(), Values::Truth(vec![holds]))
    }

    fn text(self, name: &'static str, text: &str) -> Self {
        self.put(name, Vec::new(), Values::Text(vec![text.to_owned()]))
    }
}

impl Column {
    /// Appends a row behind so many earlier ones; the shorter ones are filled up.
    fn append(&mut self, earlier: usize, shape: Vec<usize>, row: Values) {
        let (have, has) = (self.shape.iter().product(), shape.iter().product());
        let width = usize::max(have, has);
        if has > have {
            self.shape = shape;
        }
        match (&mut self.values, row) {
            (Values::Digits(all), Values::Digits(row)) => join(all, earlier, have, row, width, 0),
            (Values::Sets(all), Values::Sets(row)) => join(all, earlier, have, row, width, 0),
            (Values::Whole(all), Values::Whole(row)) => join(all, earlier, have, row, width, -1),
            (Values::Real(all), Values::Real(row)) => {
                join(all, earlier, have, row, width, f32::NAN);
            }
            (Values::Truth(all), Values::Truth(row)) => join(all, earlier, have, row, width, false),
            (Values::Text(all), Values::Text(row)) => all.extend(row),
            // A kind carries the same things each time: see `write`.
            _ => {}
        }
    }
}

/// Appends a row to rows of `have` values each, and gives all of them `width` values.
fn join<T: Copy>(all: &mut Vec<T>, rows: usize, have: usize, row: Vec<T>, width: usize, gap: T) {
    if width > have && rows > 0 {
        let mut wider = Vec::with_capacity((rows + 1) * width);
        for place in 0..rows {
            wider.extend_from_slice(&all[place * have..(place + 1) * have]);
            wider.resize((place + 1) * width, gap);
        }
        *all = wider;
    }
    all.extend(row);
    all.resize((rows + 1) * width, gap);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Watching, record, record_with};
    use sudolab_grid::Puzzle;
    use sudolab_solvers::{Budget, Halt, Outcome, Task, registry};

    const HARD: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn task(algorithm: &str) -> Task {
        Task::new(registry::find(algorithm).unwrap()).seed(7).budget(Budget::ticks(3000))
    }

    fn traced(algorithm: &str, watching: Watching) -> (Columns, Outcome) {
        let puzzle: Puzzle = HARD.parse().unwrap();
        let columns = Columns::new(puzzle.board());
        let halt = Halt::never();
        let (columns, _, outcome) =
            record_with(&task(algorithm), &puzzle, watching, columns, &halt).unwrap();
        (columns, outcome)
    }

    fn width(column: &Column) -> usize {
        column.shape.iter().product()
    }

    fn length(values: &Values) -> usize {
        match values {
            Values::Digits(all) => all.len(),
            Values::Sets(all) => all.len(),
            Values::Whole(all) => all.len(),
            Values::Real(all) => all.len(),
            Values::Truth(all) => all.len(),
            Values::Text(all) => all.len(),
        }
    }

    #[test]
    fn every_algorithm_has_a_row_for_each_event_in_every_column() {
        let puzzle: Puzzle = HARD.parse().unwrap();
        for algorithm in registry::all() {
            let (columns, outcome) = traced(algorithm.id, Watching::default());
            let halt = Halt::never();
            let task = task(algorithm.id);
            let (recorded, _) = record(&task, &puzzle, Watching::default(), &halt).unwrap();
            let n = columns.ticks().len();
            assert_eq!(n as u64, recorded.tally.events, "{}", algorithm.id);
            assert_eq!(columns.boards().len(), n * 81);
            assert!(columns.ticks().is_sorted());
            let mut events: Vec<u64> =
                columns.tables().iter().flat_map(|table| table.events.clone()).collect();
            events.sort_unstable();
            assert!(events.into_iter().eq(0..n as u64), "each event stands in one table");
            for table in columns.tables() {
                for column in &table.columns {
                    let expected = table.events.len() * width(column);
                    let (kind, name) = (table.kind, column.name);
                    assert_eq!(length(&column.values), expected, "{} {kind} {name}", algorithm.id);
                }
            }
            let end = columns.tables().last().expect("every trace has an end");
            assert_eq!(end.kind, "end");
            assert_eq!(end.columns[0].values, Values::Text(vec![outcome.verdict.word().into()]));
        }
    }

    #[test]
    fn the_last_board_of_a_search_is_its_solution() {
        let (columns, outcome) = traced("dlx", Watching::default());
        let last = &columns.boards()[columns.boards().len() - 81..];
        assert_eq!(Some(last), outcome.solution.as_ref().map(|s| s.grid().values()));
    }

    #[test]
    fn a_window_begins_with_the_board_as_it_stands() {
        let watching = Watching { from: 1000, ..Watching::default() };
        let (columns, _) = traced("backtrack-thesis", watching);
        let first = &columns.tables()[0];
        assert_eq!((first.kind, first.events[0]), ("state", 0));
        assert!(columns.ticks()[0] >= 1000);
        assert_eq!(first.columns[0].values, {
            let board = |&event: &u64| columns.boards()[event as usize * 81..][..81].to_vec();
            Values::Digits(first.events.iter().flat_map(board).collect())
        });
    }

    #[test]
    fn rows_of_several_lengths_are_filled_up() {
        let board = Board::classic();
        let mut columns = Columns::new(&board);
        let view = View::new(vec![0; 81]);
        for costs in [&[1.0, 3.0][..], &[5.0], &[2.0, 6.0, 2.0]] {
            columns.write(0, &Frame::Population(crate::Scaled::new(costs)), &view);
        }
        let column = &columns.tables()[0].columns[0];
        assert_eq!(column.shape, [3]);
        let Values::Real(costs) = &column.values else { panic!("costs are real") };
        let shown: Vec<String> = costs.iter().map(f32::to_string).collect();
        assert_eq!(shown, ["1", "3", "NaN", "5", "NaN", "NaN", "2", "6", "2"]);
    }
}
