//! The least isomorph of a grid by trying every move of the cells.
//!
//! For a given move the best renaming is plain: digits get labels in the order they appear. What
//! is left is to try all moves, stopping each at the first value above the best. On 4x4 there are
//! 128 moves, on 6x6 with 2x3 boxes 3456, on 8x8 with 2x4 boxes 442 368; on 9x9 there are
//! 3 359 232, which serves the tests as the oracle for the quick finder.

use crate::halt::{Halt, Stop};

/// How the lines of a board hang together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) size: usize,
    /// Rows in a band.
    pub(super) rows: usize,
    /// Columns in a stack.
    pub(super) columns: usize,
    pub(super) transposes: bool,
}

impl Shape {
    /// How many moves of cells there are.
    pub(super) fn n_moves(self) -> u128 {
        let orders = |block: usize| {
            let blocks = self.size / block;
            (0..blocks).fold(factorial(blocks), |n, _| n.saturating_mul(factorial(block)))
        };
        let both = orders(self.rows).saturating_mul(orders(self.columns));
        both.saturating_mul(1 + u128::from(self.transposes))
    }
}

fn factorial(n: usize) -> u128 {
    (1..=n as u128).product()
}

/// The least isomorph, the number of automorphisms, and for one isomorph that reaches it where
/// each cell goes and what each value becomes.
pub(super) struct Found {
    pub(super) values: Vec<u8>,
    pub(super) automorphisms: u64,
    pub(super) cells: Vec<usize>,
    pub(super) digits: Vec<u8>,
}

/// Tries every move.
pub(super) fn least(values: &[u8], shape: Shape, halt: &Halt<'_>) -> Result<Found, Stop> {
    let mut pulse = halt.pulse();
    let n = shape.size;
    let row_orders = orders(n, shape.rows);
    let column_orders = orders(n, shape.columns);
    let used: std::collections::BTreeSet<u8> = values.iter().copied().filter(|&v| v > 0).collect();
    let mut found = Found {
        values: vec![u8::MAX; n * n],
        automorphisms: 0,
        cells: Vec::new(),
        digits: Vec::new(),
    };
    let mut text = vec![0; n * n];
    for transposed in [false, true].into_iter().take(1 + usize::from(shape.transposes)) {
        for rows in &row_orders {
            'columns: for columns in &column_orders {
                pulse.beat(1)?;
                let mut labels = [0u8; 32];
                let mut next = 1;
                let mut equal = true;
                for (i, text) in text.iter_mut().enumerate() {
                    let value = values[origin(n, transposed, rows, columns, i)];
                    let label = &mut labels[usize::from(value)];
                    if value > 0 && *label == 0 {
                        *label = next;
                        next += 1;
                    }
                    if equal && *label > found.values[i] {
                        continue 'columns;
                    }
                    equal &= *label == found.values[i];
                    *text = *label;
                }
                if equal {
                    found.automorphisms += 1;
                    continue;
                }
                found.automorphisms = 1;
                found.values.copy_from_slice(&text);
                found.cells = vec![0; n * n];
                for i in 0..n * n {
                    found.cells[origin(n, transposed, rows, columns, i)] = i;
                }
                for value in 1..=n {
                    if labels[value] == 0 {
                        labels[value] = next;
                        next += 1;
                    }
                }
                found.digits = labels[..=n].to_vec();
            }
        }
    }
    found.automorphisms *= factorial(n - used.len()) as u64;
    Ok(found)
}

/// The cell that comes to place `i`.
fn origin(n: usize, transposed: bool, rows: &[usize], columns: &[usize], i: usize) -> usize {
    let (row, column) = (rows[i / n], columns[i % n]);
    if transposed { column * n + row } else { row * n + column }
}

/// Every order of `n` lines that keeps blocks of `block` lines together.
fn orders(n: usize, block: usize) -> Vec<Vec<usize>> {
    let inside = permutations(block);
    let mut all = Vec::new();
    for blocks in permutations(n / block) {
        let mut partial = vec![Vec::new()];
        for b in blocks {
            partial = partial
                .into_iter()
                .flat_map(|order: Vec<usize>| {
                    inside.iter().map(move |lines| {
                        let mut longer = order.clone();
                        longer.extend(lines.iter().map(|line| b * block + line));
                        longer
                    })
                })
                .collect();
        }
        all.append(&mut partial);
    }
    all
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    let insert = |order: &Vec<usize>, at: usize| {
        let mut longer = order.clone();
        longer.insert(at, n - 1);
        longer
    };
    shorter.iter().flat_map(|order| (0..n).map(move |at| insert(order, at))).collect()
}
