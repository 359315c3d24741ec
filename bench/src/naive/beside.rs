//! Rules that speak of cells beside the grid: unknown regions and doublers.
//!
//! As in `meaning.rs`, what each rule means is written from `docs/rules.md` and nothing is asked of the
//! library. A full board is here the values of the grid, row by row, and after them those of the cells
//! beside it.

use super::meaning::{Asked, Ground, Meaning, asked};
use std::collections::BTreeSet;
use std::sync::OnceLock;
use sudolab_grid::random::Random;

/// What lies beside the grid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    Nothing,
    /// For each cell the number of its region.
    Regions,
    /// For each row the column of its doubler.
    Doublers,
}

/// The kinds that need something beside the grid.
pub const KINDS: [&str; 5] =
    ["unknown-regions", "region-run", "region-count", "doublers", "doubled"];

/// The sides of the boards they are tried on.
pub const N: usize = 4;

impl Beside {
    /// The name and number of the cells beside the grid.
    pub fn cells(self) -> Option<(&'static str, usize)> {
        match self {
            Beside::Nothing => None,
            Beside::Regions => Some(("cc", N * N)),
            Beside::Doublers => Some(("d", N)),
        }
    }

    /// Every filling that can be right, as digits from 0, and some that cannot.
    pub fn fillings(self) -> &'static [Vec<usize>] {
        static NOTHING: OnceLock<Vec<Vec<usize>>> = OnceLock::new();
        static REGIONS: OnceLock<Vec<Vec<usize>>> = OnceLock::new();
        static DOUBLERS: OnceLock<Vec<Vec<usize>>> = OnceLock::new();
        match self {
            Beside::Nothing => NOTHING.get_or_init(|| vec![Vec::new()]),
            Beside::Regions => REGIONS.get_or_init(parts_of_the_grid),
            Beside::Doublers => DOUBLERS.get_or_init(|| {
                let column = |number: usize, row: usize| number / N.pow(row as u32) % N;
                (0..N.pow(N as u32)).map(|i| (0..N).map(|row| column(i, row)).collect()).collect()
            }),
        }
    }
}

/// The grid in four parts of four cells, numbered in the order of their first cells: all that hang
/// together, and a few of the others.
fn parts_of_the_grid() -> Vec<Vec<usize>> {
    fn go_on(
        parts: &mut Vec<usize>,
        left: &mut [usize; N],
        met: &mut usize,
        all: &mut Vec<Vec<usize>>,
    ) {
        if parts.len() == N * N {
            *met += 1;
            if (0..N).all(|part| hangs_together(parts, part)) || met.is_multiple_of(100_000) {
                all.push(parts.clone());
            }
            return;
        }
        let begun = (0..N).take_while(|&part| left[part] < N).count();
        for part in 0..N.min(begun + 1) {
            if left[part] > 0 {
                left[part] -= 1;
                parts.push(part);
                go_on(parts, left, met, all);
                parts.pop();
                left[part] += 1;
            }
        }
    }
    let mut all = Vec::new();
    go_on(&mut Vec::new(), &mut [N; N], &mut 0, &mut all);
    all
}

/// One bit for each cell: from the first cell of the part to all that touch what was reached.
fn hangs_together(parts: &[usize], part: usize) -> bool {
    const FIRST_COLUMN: u32 = 0x1111;
    let inside: u32 = (0..N * N).filter(|&cell| parts[cell] == part).map(|cell| 1 << cell).sum();
    let mut reached = inside & inside.wrapping_neg();
    loop {
        let sideways = (reached & !(FIRST_COLUMN << (N - 1))) << 1 | (reached & !FIRST_COLUMN) >> 1;
        let next = (reached | sideways | reached << N | reached >> N) & inside;
        if next == reached {
            return reached == inside;
        }
        reached = next;
    }
}

/// The rule that says what the cells beside the grid are.
pub fn first_rule(beside: Beside, first: i64) -> Option<Asked> {
    match beside {
        Beside::Nothing => None,
        Beside::Regions => {
            let cells: Vec<String> = (0..N * N).map(name).collect();
            let text = format!("unknown-regions {N} {} / {}", cells.join(" "), listed("cc", N * N));
            let holds: Meaning = Box::new(move |values| {
                let (grid, parts) = values.split_at(N * N);
                let parts: Vec<usize> =
                    parts.iter().map(|value| (value - first) as usize).collect();
                let begins = |part| parts.iter().position(|&other| other == part);
                let in_order = (1..N).all(|part| begins(part - 1) < begins(part));
                (0..N).all(|part| {
                    let inside: Vec<i64> = (0..N * N)
                        .filter(|&cell| parts[cell] == part)
                        .map(|cell| grid[cell])
                        .collect();
                    let different: BTreeSet<&i64> = inside.iter().collect();
                    inside.len() == N && different.len() == N && hangs_together(&parts, part)
                }) && in_order
            });
            Some(Asked { kind: "unknown-regions", text, holds })
        }
        Beside::Doublers => {
            let text = format!("doublers {}", listed("d", N));
            let holds: Meaning = Box::new(move |values| {
                let (grid, columns) = values.split_at(N * N);
                let cells: Vec<usize> = doublers(columns, first);
                let all_differ = |of: &dyn Fn(usize) -> i64| {
                    cells.iter().map(|&cell| of(cell)).collect::<BTreeSet<_>>().len() == N
                };
                all_differ(&|cell| (cell % N) as i64)
                    && all_differ(&|cell| (cell / N / 2 * 2 + cell % N / 2) as i64)
                    && all_differ(&|cell| grid[cell])
            });
            Some(Asked { kind: "doublers", text, holds })
        }
    }
}

/// A random rule about what lies beside the grid; `full` holds the grid and what is beside it.
pub fn asked_beside(
    beside: Beside,
    first: i64,
    full: &[i64],
    random: &mut Random,
) -> Option<Asked> {
    match beside {
        Beside::Nothing => None,
        Beside::Regions if random.chance(0.5) => Some(run(random)),
        Beside::Regions => Some(count(full, random)),
        Beside::Doublers => doubled(first, full, random),
    }
}

fn run(random: &mut Random) -> Asked {
    let start = random.index(N * N);
    let (row, column) = (start / N, start % N);
    let all: [Vec<usize>; 4] = [
        (column..N).map(|c| row * N + c).collect(),
        (row..N).map(|r| r * N + column).collect(),
        (0..=column).rev().map(|c| row * N + c).collect(),
        (0..=row).rev().map(|r| r * N + column).collect(),
    ];
    let arms: Vec<Vec<usize>> = all.into_iter().filter(|_| random.chance(0.6)).collect();
    let arms = if arms.is_empty() { vec![vec![start]] } else { arms };
    let says = random.index(N * N);
    let less = [0, 0, 1, -1][random.index(4)];
    let lists: Vec<String> = arms.iter().map(|arm| numbered("cc", arm)).collect();
    let text = format!("region-run {less} {} / {}", name(says), lists.join(" / "));
    let holds: Meaning = Box::new(move |values| {
        let (grid, parts) = values.split_at(N * N);
        let mut seen = 1;
        for arm in &arms {
            for &cell in &arm[1..] {
                if parts[cell] != parts[arm[0]] {
                    break;
                }
                seen += 1;
            }
        }
        grid[says] + less == seen
    });
    Asked { kind: "region-run", text, holds }
}

fn count(full: &[i64], random: &mut Random) -> Asked {
    let mut cells: Vec<usize> = (0..N * N).collect();
    random.shuffle(&mut cells);
    cells.truncate(2 + random.index(5));
    let says = random.index(N * N);
    let counted = |parts: &[i64], cells: &[usize]| {
        cells.iter().filter(|&&cell| parts[cell] == parts[cells[0]]).count() as i64
    };
    let truth = counted(&full[N * N..], &cells) - full[says];
    let less = if (-1..=1).contains(&truth) { truth } else { 0 };
    let text = format!("region-count {less} {} / {}", name(says), numbered("cc", &cells));
    let holds: Meaning = Box::new(move |values| {
        let (grid, parts) = values.split_at(N * N);
        grid[says] + less == counted(parts, &cells)
    });
    Asked { kind: "region-count", text, holds }
}

/// Kinds of which a rule is drawn and told of values that count twice.
const COUNTED: [&str; 17] = [
    "sum",
    "little-killer",
    "pair-sum",
    "equal-sums",
    "region-sum",
    "zipper",
    "sum-line",
    "sum-ring",
    "arrow",
    "double-arrow",
    "thermometer",
    "slow-thermometer",
    "whisper",
    "white-dot",
    "black-dot",
    "greater",
    "between",
];

fn doubled(first: i64, full: &[i64], random: &mut Random) -> Option<Asked> {
    let counted = counting(full, first);
    let ground = Ground { n: N, first, grid: &counted };
    if random.chance(0.2) {
        let cells: Vec<usize> = match random.chance(0.5) {
            true => vec![0, 1, 4],
            false => vec![9, 10, 13, 14],
        };
        let total: i64 = cells.iter().map(|&cell| counted[cell]).sum();
        let names: Vec<String> = cells.iter().map(|&cell| name(cell)).collect();
        let text = format!("doubled =cage {total} {} / {}", listed("d", N), names.join(" "));
        let holds: Meaning = Box::new(move |values| {
            let digits: BTreeSet<i64> = cells.iter().map(|&cell| values[cell]).collect();
            let counted = counting(values, first);
            let sum: i64 = cells.iter().map(|&cell| counted[cell]).sum();
            digits.len() == cells.len() && sum == total
        });
        return Some(Asked { kind: "doubled", text, holds });
    }
    let plain = asked(COUNTED[random.index(COUNTED.len())], &ground, random)?;
    let words: Vec<&str> = plain.text.split(' ').collect();
    let n_numbers = words[1..].iter().take_while(|word| word.parse::<i64>().is_ok()).count();
    let (head, cells) = words.split_at(1 + n_numbers);
    let text = format!("doubled ={} {} / {}", head.join(" "), listed("d", N), cells.join(" "));
    let holds: Meaning = Box::new(move |values| (plain.holds)(&counting(values, first)));
    Some(Asked { kind: "doubled", text, holds })
}

/// The cells of the doublers.
fn doublers(columns: &[i64], first: i64) -> Vec<usize> {
    columns.iter().enumerate().map(|(row, value)| row * N + (value - first) as usize).collect()
}

/// What the cells of the grid count.
fn counting(values: &[i64], first: i64) -> Vec<i64> {
    let (grid, columns) = values.split_at(N * N);
    let twice = doublers(columns, first);
    let count =
        |(cell, value): (usize, &i64)| if twice.contains(&cell) { 2 * value } else { *value };
    grid.iter().enumerate().map(count).collect()
}

fn name(cell: usize) -> String {
    format!("r{}c{}", cell / N + 1, cell % N + 1)
}

/// The first so many cells beside the grid.
fn listed(group: &str, n: usize) -> String {
    numbered(group, &(0..n).collect::<Vec<_>>())
}

fn numbered(group: &str, cells: &[usize]) -> String {
    cells.iter().map(|cell| format!("{group}{}", cell + 1)).collect::<Vec<_>>().join(" ")
}
