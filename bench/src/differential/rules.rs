//! Rules that a grid keeps, drawn at random: cages with its sums, thermometers along which it rises.

use super::asked::touching;
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Cell, Grid, Rule};

/// Which rules are drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Theme {
    /// None.
    Plain,
    /// Cages of two to four cells.
    Cages,
    /// Thermometers of two to four cells, and lines whose neighbours differ by two at least.
    Lines,
    /// Arrows with a shaft of two cells, and lines of consecutive digits.
    Arrows,
    /// Dots between cells, and in half of the puzzles none where there is none.
    Dots,
    /// Some of everything.
    Mixed,
    /// Cells so far apart differ; the grid has to be found with it.
    Jump(u8, u8),
}

/// Rules of a theme that the grid keeps, as text.
pub fn draw(theme: Theme, grid: &Grid, random: &mut Random) -> Vec<Rule> {
    let board = grid.board();
    let some = |random: &mut Random| 1 + random.index(board.size());
    let mut texts = Vec::new();
    if matches!(theme, Theme::Cages | Theme::Mixed) {
        (0..some(random)).for_each(|_| texts.extend(cage(grid, random)));
    }
    if matches!(theme, Theme::Lines | Theme::Mixed) {
        (0..some(random)).for_each(|_| texts.extend(line(grid, random)));
    }
    if matches!(theme, Theme::Arrows | Theme::Mixed) {
        (0..some(random)).for_each(|_| texts.extend(arrow(grid, random)));
    }
    if matches!(theme, Theme::Dots | Theme::Mixed) {
        dots(grid, random, &mut texts);
    }
    if let Theme::Jump(x, y) = theme {
        texts.push(format!("jump {x} {y}"));
    }
    let rule = |text: &String| Rule::from_text(text, board).expect("rules that exist");
    texts.iter().map(rule).collect()
}

fn value(grid: &Grid, cell: usize) -> u8 {
    grid.get(Cell::new(cell)).map_or(0, |digit| digit.value())
}

fn named(board: &Board, cells: &[usize]) -> String {
    let name = |&cell: &usize| {
        let (row, column) = (cell / board.size() + 1, cell % board.size() + 1);
        format!("r{row}c{column}")
    };
    cells.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Cells that touch one after the other, each fit to follow those before it.
fn walk(
    grid: &Grid,
    random: &mut Random,
    length: usize,
    fits: impl Fn(&[usize], usize) -> bool,
) -> Vec<usize> {
    let size = grid.board().size();
    let mut cells = vec![random.index(size * size)];
    while cells.len() < length {
        let last = cells[cells.len() - 1];
        let near = |cell: &usize| {
            let rows = (cell / size).abs_diff(last / size);
            let columns = (cell % size).abs_diff(last % size);
            rows + columns == 1 && !cells.contains(cell) && fits(&cells, *cell)
        };
        let next: Vec<usize> = (0..size * size).filter(near).collect();
        let Some(&next) = random.pick(&next) else { break };
        cells.push(next);
    }
    cells
}

fn cage(grid: &Grid, random: &mut Random) -> Option<String> {
    let length = 2 + random.index(3);
    let differs = |cells: &[usize], next: usize| {
        cells.iter().all(|&cell| value(grid, cell) != value(grid, next))
    };
    let cells = walk(grid, random, length, differs);
    let sum: u32 = cells.iter().map(|&cell| u32::from(value(grid, cell))).sum();
    (cells.len() > 1).then(|| format!("cage {sum} {}", named(grid.board(), &cells)))
}

fn line(grid: &Grid, random: &mut Random) -> Option<String> {
    let length = 2 + random.index(3);
    let rises = random.chance(0.5);
    let fits = |cells: &[usize], next: usize| {
        let (last, next) = (value(grid, cells[cells.len() - 1]), value(grid, next));
        if rises { next > last } else { next.abs_diff(last) >= 2 }
    };
    let cells = walk(grid, random, length, fits);
    let name = if rises { "thermometer" } else { "whisper 2" };
    (cells.len() > 1).then(|| format!("{name} {}", named(grid.board(), &cells)))
}

fn arrow(grid: &Grid, random: &mut Random) -> Option<String> {
    if random.chance(0.5) {
        let cells = walk(grid, random, 3, |cells, next| {
            let mut all: Vec<u8> =
                cells.iter().chain([&next]).map(|&cell| value(grid, cell)).collect();
            all.sort_unstable();
            all.windows(2).all(|pair| pair[1] > pair[0] && pair[1] - pair[0] <= 1)
        });
        return (cells.len() > 1).then(|| format!("renban {}", named(grid.board(), &cells)));
    }
    let cells = walk(grid, random, 3, |cells, next| match cells {
        [bulb, first] => value(grid, *bulb) == value(grid, *first) + value(grid, next),
        [bulb] => value(grid, next) < value(grid, *bulb),
        _ => false,
    });
    let [bulb, shaft @ ..] = cells.as_slice() else { return None };
    let board = grid.board();
    let text = || format!("arrow {} / {}", named(board, &[*bulb]), named(board, shaft));
    (shaft.len() == 2).then(text)
}

fn dots(grid: &Grid, random: &mut Random, texts: &mut Vec<String>) {
    let board = grid.board();
    let negative = random.chance(0.5);
    let share = if negative { 1.0 } else { 0.3 * random.unit() };
    let mut marked = Vec::new();
    for (a, b) in touching(board.size()) {
        let (x, y) = (value(grid, a), value(grid, b));
        let kind = match (x.abs_diff(y), x == 2 * y || y == 2 * x) {
            (1, true) if random.chance(0.5) => "white-dot 1",
            (_, true) => "black-dot 2",
            (1, _) => "white-dot 1",
            _ => continue,
        };
        if random.chance(share) {
            texts.push(format!("{kind} {}", named(board, &[a, b])));
            marked.extend([a, b]);
        }
    }
    if negative {
        texts.push(format!("negative-kropki {}", named(board, &marked)).trim_end().to_owned());
    }
}
