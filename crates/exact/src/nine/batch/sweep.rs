//! One sweep of deduction over all lanes at once, without a branch.
//!
//! Three rules, each a formula on whole vectors:
//!
//! - **Mini-lines.** In a band, a digit stands in one mini-row (three cells in a row of a box) of
//!   each row and of each box: of the nine mini-rows, those used form a permutation.
//!   ```text
//!     t00 t01 t02     t00 stays possible if  t11 t22  or  t12 t21  are possible;
//!     t10 t11 t12     a mini-row that is not, loses the digit in its cells.
//!     t20 t21 t22
//!   ```
//!   The same for mini-columns in a stack. Together this gives locked candidates both ways, and
//!   removes a placed digit from its row, column and box.
//! - **Hidden single.** If a digit has one place in a column, the cell there loses its other
//!   digits. At rest, one place in the column, the row and the box are the same thing
//!   by the first rule, so columns suffice.
//! - **Naked single.** If a cell has one digit, the digit leaves the rest of the row; the first
//!   rule carries it on to box and column.
//!
//! Order: mini-columns with the count of places per column, then band by band the cells and the
//! mini-rows. What a step finds is used by the next ones of the same sweep.
//!
//! A checking sweep reports lanes as
//! - *contradictory* if a cell is empty, a digit has no permutation left, a cell is the only place of
//!   two digits, or two cells of a row have the same single digit;
//! - *solved* if no cell had two candidates before the mini-rows and no contradiction
//!   showed after: 81 cells of one candidate each and every digit in every house;
//! - *at rest* if no mini-line lost the digit, and every cell is either open and the only place of no digit, or
//!   single and the only place of its digit. This is exact for a lane that was swept before,
//!   because the mini-rows are then known to be permutations.

use crate::simd::Vector;

/// The candidates of all lanes: `0[digit][cell]` has one bit per lane.
#[repr(align(64))]
pub(super) struct Candidates<V>(pub(super) [[V; 81]; 9]);

impl<V: Vector> Candidates<V> {
    /// Nothing is possible anywhere.
    pub(super) fn empty() -> Box<Self> {
        Box::new(Self([[V::zero(); 81]; 9]))
    }
}

/// What a checking sweep saw, one bit per lane.
pub(super) struct Report<V> {
    /// The lane may still have a solution.
    pub(super) alive: V,
    /// The lane lost candidates, or would in the next sweep.
    pub(super) changed: V,
    /// Some cell has more than one candidate.
    pub(super) open: V,
}

/// What a checking sweep saw in each cell.
pub(super) struct Cells<V> {
    /// More than one candidate.
    pub(super) open: [V; 81],
    /// Two candidates.
    pub(super) pairs: [V; 81],
}

impl<V: Vector> Cells<V> {
    pub(super) fn new() -> Box<Self> {
        Box::new(Self { open: [V::zero(); 81], pairs: [V::zero(); 81] })
    }
}

/// Sweeps once. With `CHECK` it also reports; otherwise the report is meaningless.
#[inline(always)]
pub(super) fn sweep<V: Vector, const CHECK: bool>(
    c: &mut Candidates<V>,
    cells: &mut Cells<V>,
) -> Report<V> {
    let mut report = Report { alive: V::ones(), changed: V::zero(), open: V::zero() };
    let mut column_many = [[V::zero(); 9]; 9];
    for digit in 0..9 {
        let x = &mut c.0[digit];
        for stack in 0..3 {
            vertical::<V, CHECK>(x, stack, &mut column_many[digit], &mut report);
        }
    }
    for band in 0..3 {
        let mut placed = [[V::zero(); 3]; 9];
        let mut many = [V::zero(); 27];
        for row in 0..3 {
            let mut in_row = [V::zero(); 9];
            for column in 0..9 {
                many[row * 9 + column] = cell::<V, CHECK>(
                    c,
                    band * 27 + row * 9 + column,
                    column,
                    &column_many,
                    &mut in_row,
                    cells,
                    &mut report,
                );
            }
            for digit in 0..9 {
                placed[digit][row] = in_row[digit];
            }
        }
        for digit in 0..9 {
            horizontal::<V, CHECK>(&mut c.0[digit], band, &placed[digit], &many, &mut report);
        }
    }
    report
}

/// Three candidates: whether any is there, and whether more than one.
#[inline(always)]
fn three<V: Vector>(a: V, b: V, c: V) -> (V, V) {
    let any = a.or(b);
    (any.or(c), a.and(b).or(any.and(c)))
}

/// For each entry of a 3x3 matrix, whether the rest can complete it to a permutation.
#[inline(always)]
fn completions<V: Vector>(t: &[[V; 3]; 3]) -> [[V; 3]; 3] {
    let mut keep = [[V::zero(); 3]; 3];
    for i in 0..3 {
        let (a, b) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (p, q) = ((j + 1) % 3, (j + 2) % 3);
            keep[i][j] = t[a][p].and(t[b][q]).or(t[a][q].and(t[b][p]));
        }
    }
    keep
}

/// Reports mini-lines that are lost, and digits without a permutation.
#[inline(always)]
fn note<V: Vector>(t: &[[V; 3]; 3], keep: &[[V; 3]; 3], report: &mut Report<V>) {
    let mut any = V::zero();
    for i in 0..3 {
        for j in 0..3 {
            report.changed = report.changed.or(t[i][j].minus(keep[i][j]));
        }
        any = any.or(t[0][i].and(keep[0][i]));
    }
    report.alive = report.alive.and(any);
}

/// The mini-columns of a digit in a stack; notes which columns have several places.
#[inline(always)]
fn vertical<V: Vector, const CHECK: bool>(
    x: &mut [V; 81],
    stack: usize,
    column_many: &mut [V; 9],
    report: &mut Report<V>,
) {
    let at = |band: usize, row: usize, column: usize| band * 27 + row * 9 + stack * 3 + column;
    let mut t = [[V::zero(); 3]; 3];
    for band in 0..3 {
        for column in 0..3 {
            t[band][column] =
                x[at(band, 0, column)].or(x[at(band, 1, column)]).or(x[at(band, 2, column)]);
        }
    }
    let keep = completions(&t);
    if CHECK {
        note(&t, &keep, report);
    }
    for column in 0..3 {
        let mut any = [V::zero(); 3];
        let mut many = [V::zero(); 3];
        for band in 0..3 {
            let mut kept = [V::zero(); 3];
            for row in 0..3 {
                kept[row] = x[at(band, row, column)].and(keep[band][column]);
                x[at(band, row, column)] = kept[row];
            }
            (any[band], many[band]) = three(kept[0], kept[1], kept[2]);
        }
        let (_, many_bands) = three(any[0], any[1], any[2]);
        column_many[stack * 3 + column] = many[0].or(many[1]).or(many[2].or(many_bands));
    }
}

/// Singles of a cell. Notes the digit of a naked single in `placed` and returns whether
/// the cell had several candidates.
#[inline(always)]
fn cell<V: Vector, const CHECK: bool>(
    c: &mut Candidates<V>,
    cell: usize,
    column: usize,
    column_many: &[[V; 9]; 9],
    placed: &mut [V; 9],
    cells: &mut Cells<V>,
    report: &mut Report<V>,
) -> V {
    let mut any = V::zero();
    let mut many = V::zero();
    let mut hidden = V::zero();
    let mut clash = V::zero();
    let mut more = V::zero();
    for digit in 0..9 {
        let x = c.0[digit][cell];
        let single = x.minus(column_many[digit][column]);
        if CHECK {
            clash = clash.or(hidden.and(single));
            more = more.or(many.and(x));
        }
        hidden = hidden.or(single);
        many = many.or(any.and(x));
        any = any.or(x);
    }
    for digit in 0..9 {
        let x = c.0[digit][cell];
        let single = x.minus(column_many[digit][column]);
        let naked = x.minus(many);
        if CHECK {
            clash = clash.or(placed[digit].and(naked));
        }
        placed[digit] = placed[digit].or(naked);
        c.0[digit][cell] = single.or(x.minus(hidden));
    }
    if CHECK {
        report.alive = report.alive.and(any.minus(clash));
        report.open = report.open.or(many);
        cells.open[cell] = many;
        cells.pairs[cell] = many.minus(more);
        report.changed = report.changed.or(many.xor(hidden).xor(V::ones()));
    }
    many
}

/// Removes placed digits from the rest of their rows, then the mini-rows of a digit in a band.
#[inline(always)]
fn horizontal<V: Vector, const CHECK: bool>(
    x: &mut [V; 81],
    band: usize,
    placed: &[V; 3],
    many: &[V; 27],
    report: &mut Report<V>,
) {
    let x: &mut [V; 27] =
        (&mut x[band * 27..band * 27 + 27]).try_into().expect("a band has 27 cells");
    for row in 0..3 {
        for column in 0..9 {
            let k = row * 9 + column;
            x[k] = x[k].minus(placed[row].and(many[k]));
        }
    }
    let mut t = [[V::zero(); 3]; 3];
    for row in 0..3 {
        for b in 0..3 {
            let k = row * 9 + b * 3;
            t[row][b] = x[k].or(x[k + 1]).or(x[k + 2]);
        }
    }
    let keep = completions(&t);
    if CHECK {
        note(&t, &keep, report);
    }
    for row in 0..3 {
        for column in 0..9 {
            let k = row * 9 + column;
            x[k] = x[k].and(keep[row][column / 3]);
        }
    }
}
