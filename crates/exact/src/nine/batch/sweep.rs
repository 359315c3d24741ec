//! One sweep of deduction over all lanes at once, without a branch.

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
pub(super) fn sweep<V: Vector, const CHECK: bool>(c: &mut Candidates<V>, cells: &mut Cells<V>) -> Report<V> {
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
                many[row * 9 + column] =
                    cell::<V, CHECK>(c, band * 27 + row * 9 + column, column, &column_many, &mut in_row, cells, &mut report);
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
            t[band][column] = x[at(band, 0, column)].or(x[at(band, 1, column)]).or(x[at(band, 2, column)]);
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

#[inline(always)]
fn horizontal<V: Vector, const CHECK: bool>(
    x: &mut [V; 81],
    band: usize,
    placed: &[V; 3],
    many: &[V; 27],
    report: &mut Report<V>,
) {
    let x: &mut [V; 27] = (&mut x[band * 27..band * 27 + 27]).try_into().expect("a band has 27 cells");
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
