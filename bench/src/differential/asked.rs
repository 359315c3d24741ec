//! What rules ask, read from their text once more: a way to judge grids that shares nothing with the
//! rules of the library but their names.
//!
//! Every rule drawn here is a number of constraints on few cells: a thermometer one for each step, a
//! jump one for each pair of cells. Whoever counts by trying keeps each of them as soon as its cells
//! are filled; a SAT solver is told every tuple that breaks one.

use sudolab_grid::Puzzle;

/// Whether digits of the cells of a constraint, in their order, keep it.
type Test = Box<dyn Fn(&[u8]) -> bool>;

/// A constraint on a few cells.
pub struct Asked {
    /// The cells, from 0, row by row.
    pub cells: Vec<usize>,
    /// What their digits have to do.
    pub test: Test,
}

/// The constraints of a puzzle's rules; nothing when one of them is not known here.
pub fn of(puzzle: &Puzzle) -> Option<Vec<Asked>> {
    let board = puzzle.board();
    let size = board.size();
    let mut all = Vec::new();
    for rule in puzzle.rules().iter() {
        let text = rule.text(board);
        let mut words = text.split(' ');
        let name = words.next()?;
        let mut numbers: Vec<i64> = Vec::new();
        let mut cells: Vec<usize> = Vec::new();
        for word in words.filter(|word| *word != "/") {
            match word.strip_prefix('r').and_then(|place| place.split_once('c')) {
                Some((row, column)) => {
                    let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
                    cells.push((row - 1) * size + column - 1);
                }
                None => numbers.push(word.parse().ok()?),
            }
        }
        match (name, numbers.as_slice()) {
            ("cage", &[sum]) => all.push(Asked {
                cells,
                test: Box::new(move |digits| {
                    let differ = (1..digits.len()).all(|i| !digits[..i].contains(&digits[i]));
                    differ && digits.iter().map(|&d| i64::from(d)).sum::<i64>() == sum
                }),
            }),
            ("arrow", []) => all.push(Asked {
                cells,
                test: Box::new(|digits| {
                    u32::from(digits[0]) == digits[1..].iter().map(|&d| u32::from(d)).sum::<u32>()
                }),
            }),
            ("renban", []) => all.push(Asked {
                cells,
                test: Box::new(|digits| {
                    let mut sorted = digits.to_vec();
                    sorted.sort_unstable();
                    sorted.windows(2).all(|pair| pair[1] == pair[0] + 1)
                }),
            }),
            ("thermometer", []) => pairs(&cells, &mut all, |a, b| a < b),
            ("whisper", &[by]) => {
                pairs(&cells, &mut all, move |a, b| i64::from(a.abs_diff(b)) >= by);
            }
            ("white-dot", &[by]) => {
                pairs(&cells, &mut all, move |a, b| i64::from(a.abs_diff(b)) == by);
            }
            ("black-dot", &[2]) => pairs(&cells, &mut all, |a, b| a == 2 * b || b == 2 * a),
            ("negative-kropki", []) => {
                let marked: Vec<(usize, usize)> = cells.chunks(2).map(|c| (c[0], c[1])).collect();
                for (a, b) in touching(size) {
                    if !marked.contains(&(a, b)) && !marked.contains(&(b, a)) {
                        let free = |a: u8, b: u8| a.abs_diff(b) != 1 && a != 2 * b && b != 2 * a;
                        pairs(&[a, b], &mut all, free);
                    }
                }
            }
            ("jump", &[x, y]) => {
                for a in 0..size * size {
                    for b in a + 1..size * size {
                        let far = |a: usize, b: usize| a.abs_diff(b) as i64;
                        let apart = (far(a / size, b / size), far(a % size, b % size));
                        if apart == (x, y) || apart == (y, x) {
                            pairs(&[a, b], &mut all, |a, b| a != b);
                        }
                    }
                }
            }
            ("nonconsecutive", &[by]) => {
                for (a, b) in touching(size) {
                    pairs(&[a, b], &mut all, move |a, b| i64::from(a.abs_diff(b)) != by);
                }
            }
            _ => return None,
        }
    }
    Some(all)
}

/// One constraint for each two cells that follow each other.
fn pairs(cells: &[usize], all: &mut Vec<Asked>, test: impl Fn(u8, u8) -> bool + Copy + 'static) {
    for pair in cells.windows(2) {
        let test = move |digits: &[u8]| test(digits[0], digits[1]);
        all.push(Asked { cells: pair.to_vec(), test: Box::new(test) });
    }
}

/// Pairs of cells that share a side.
pub fn touching(size: usize) -> Vec<(usize, usize)> {
    let beside = (0..size * size).filter(|i| i % size + 1 < size).map(|i| (i, i + 1));
    let below = (0..size * size - size).map(|i| (i, i + size));
    beside.chain(below).collect()
}

/// Counts solutions up to a limit, cell by cell in reading order; nothing when more digits than `most`
/// would have to be placed.
pub fn count(puzzle: &Puzzle, asked: &[Asked], limit: u64, mut most: u64) -> Option<u64> {
    let board = puzzle.board();
    let n = board.n_cells();
    let mut differ: Vec<Vec<usize>> = vec![Vec::new(); n];
    for house in board.houses() {
        for a in house.cells() {
            differ[a.index()].extend(house.cells().iter().map(|b| b.index()));
        }
    }
    for (cell, others) in differ.iter_mut().enumerate() {
        others.retain(|&other| other < cell);
        others.sort_unstable();
        others.dedup();
    }
    let mut due: Vec<Vec<&Asked>> = vec![Vec::new(); n];
    for constraint in asked {
        let last = constraint.cells.iter().copied().max().unwrap_or(0);
        due[last].push(constraint);
    }
    let allowed: Vec<Vec<u8>> =
        board.cells().map(|c| puzzle.allowed(c).iter().map(|d| d.value()).collect()).collect();
    let mut held = Vec::with_capacity(n);
    let mut found = 0;
    place(&mut held, &allowed, &differ, &due, limit, &mut found, &mut most)?;
    Some(found)
}

fn place(
    held: &mut Vec<u8>,
    allowed: &[Vec<u8>],
    differ: &[Vec<usize>],
    due: &[Vec<&Asked>],
    limit: u64,
    found: &mut u64,
    most: &mut u64,
) -> Option<()> {
    let cell = held.len();
    if cell == allowed.len() {
        *found += 1;
        return Some(());
    }
    for &digit in &allowed[cell] {
        if differ[cell].iter().any(|&other| held[other] == digit) {
            continue;
        }
        *most = most.checked_sub(1)?;
        held.push(digit);
        let kept = |asked: &&Asked| {
            let digits: Vec<u8> = asked.cells.iter().map(|&cell| held[cell]).collect();
            (asked.test)(&digits)
        };
        if due[cell].iter().all(kept) {
            place(held, allowed, differ, due, limit, found, most)?;
        }
        held.pop();
        if *found >= limit {
            break;
        }
    }
    Some(())
}
