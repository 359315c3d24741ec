//! The puzzle sets, each brought into random form.
//!
//! `easy` has no file of its own: a puzzle of `generated_minimal_random` gets digits of its
//! solution added, at random cells, until it has between 30 and 37 clues (each equally likely).

use std::path::{Path, PathBuf};

use sudolab_grid::random::Random;

/// One line of a set: 81 characters, then zero bytes, as the C peers want them.
pub const STRIDE: usize = 96;

/// A named set and how many puzzles of it are measured.
pub struct Set {
    /// The short name used in tables and for `--only`.
    pub name: &'static str,
    file: &'static str,
    size: usize,
    /// Fill the puzzles up to 30-37 clues.
    filled_up: bool,
}

/// The sets in order of difficulty.
pub const SETS: &[Set] = &[
    Set { name: "easy", file: "9x9/generated_minimal_random.txt", size: 20_000, filled_up: true },
    set("minimal", "9x9/generated_minimal_random.txt", 20_000),
    set("royle17", "9x9/royle17_49158.txt", 20_000),
    set("serg", "edge/serg_multi_solution.tsv", 10_000),
    set("top1465", "9x9/magictour_top1465.txt", 6_000),
    set("hardest11", "9x9/forum_hardest_1905_11plus.txt", 3_000),
    set("hardest1106", "9x9/forum_hardest_1106.tsv", 1_500),
];

const fn set(name: &'static str, file: &'static str, size: usize) -> Set {
    Set { name, file, size, filled_up: false }
}

/// Puzzle lines in one block of text.
pub struct Puzzles {
    text: String,
}

impl Puzzles {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.text.len() / STRIDE
    }

    /// The lines of a range, still with their padding.
    pub fn range(&self, from: usize, to: usize) -> &str {
        &self.text[from * STRIDE..to * STRIDE]
    }
}

/// The lines of a chunk, each 81 characters long.
pub fn lines(chunk: &str) -> impl Iterator<Item = &str> {
    (0..chunk.len() / STRIDE).map(|i| &chunk[i * STRIDE..i * STRIDE + 81])
}

/// Where the sets are looked for unless `--sets` says otherwise.
pub fn default_folder() -> PathBuf {
    match std::env::var_os("SUDOLAB_SHARED") {
        Some(path) => PathBuf::from(path).join("data"),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
    }
}

impl Set {
    /// The puzzles to measure: a fixed random choice, permuted and relabelled.
    pub fn puzzles(&self, folder: &Path, seed: u64, share: f64) -> Result<Puzzles, String> {
        let path = folder.join(self.file);
        let content = std::fs::read_to_string(&path).map_err(|error| {
            format!("{}: {error}; name the folder of the sets with --sets", path.display())
        })?;
        let mut published: Vec<[u8; 81]> = content.lines().filter_map(parse).collect();
        if published.is_empty() {
            return Err(format!("{}: no puzzle found", path.display()));
        }
        let mut random = Random::for_run(seed, "sudolab-bench", self.name, 0);
        random.shuffle(&mut published);
        let n = ((self.size as f64 * share / 100.0) as usize).max(16);
        let mut text = String::with_capacity(n * STRIDE);
        for i in 0..n {
            let mut puzzle = published[i % published.len()];
            if self.filled_up {
                fill_up(&mut puzzle, &mut random)?;
            }
            for digit in permuted(&puzzle, &mut random) {
                text.push(if digit == 0 { '.' } else { char::from(b'0' + digit) });
            }
            text.extend(std::iter::repeat_n('\0', STRIDE - 81));
        }
        Ok(Puzzles { text })
    }
}

/// The puzzle at the start of a line; `None` for headers and other lines.
fn parse(line: &str) -> Option<[u8; 81]> {
    let bytes = line.as_bytes().get(..81)?;
    let mut puzzle = [0; 81];
    for (cell, &byte) in puzzle.iter_mut().zip(bytes) {
        *cell = match byte {
            b'1'..=b'9' => byte - b'0',
            b'.' | b'0' => 0,
            _ => return None,
        };
    }
    Some(puzzle)
}

fn fill_up(puzzle: &mut [u8; 81], random: &mut Random) -> Result<(), String> {
    let solution = sudoku::Sudoku::from_bytes(*puzzle)
        .ok()
        .and_then(|s| s.solution())
        .ok_or("a puzzle of the minimal set has no unique solution")?
        .to_bytes();
    let target = 30 + random.index(8);
    let mut blanks: Vec<usize> = (0..81).filter(|&cell| puzzle[cell] == 0).collect();
    random.shuffle(&mut blanks);
    for cell in blanks.into_iter().take(target.saturating_sub(n_clues(puzzle))) {
        puzzle[cell] = solution[cell];
    }
    Ok(())
}

fn n_clues(puzzle: &[u8; 81]) -> usize {
    puzzle.iter().filter(|&&digit| digit != 0).count()
}

/// An isomorph: digits relabelled, rows, columns, bands and stacks permuted, perhaps transposed.
fn permuted(puzzle: &[u8; 81], random: &mut Random) -> [u8; 81] {
    let mut labels = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut labels);
    let rows = line_order(random);
    let columns = line_order(random);
    let transpose = random.chance(0.5);
    let mut result = [0; 81];
    for (i, row) in rows.into_iter().enumerate() {
        for (j, &column) in columns.iter().enumerate() {
            let digit = if transpose { puzzle[column * 9 + row] } else { puzzle[row * 9 + column] };
            result[i * 9 + j] = if digit == 0 { 0 } else { labels[usize::from(digit) - 1] };
        }
    }
    result
}

fn line_order(random: &mut Random) -> [usize; 9] {
    let mut groups = [0, 1, 2];
    random.shuffle(&mut groups);
    let mut order = [0; 9];
    for (i, group) in groups.into_iter().enumerate() {
        let mut members = [0, 1, 2];
        random.shuffle(&mut members);
        for (j, member) in members.into_iter().enumerate() {
            order[i * 3 + j] = group * 3 + member;
        }
    }
    order
}
