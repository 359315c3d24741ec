//! What each rule means, in plain words of its own, and random rules to try.
//!
//! Nothing here asks the library what a rule means: each meaning is written from `docs/rules.md`.

use std::collections::BTreeSet;
use sudolab_grid::random::Random;

/// Says whether a full grid keeps a rule: values row by row.
pub type Meaning = Box<dyn Fn(&[i64]) -> bool>;

/// A rule as text, and what it means.
pub struct Asked {
    pub kind: &'static str,
    pub text: String,
    pub holds: Meaning,
}

/// A square board of `n` rows with values from `first` on, and a grid that keeps its houses: rules are
/// read off it, or drawn without looking.
pub struct Ground<'a> {
    pub n: usize,
    pub first: i64,
    pub grid: &'a [i64],
}

/// Every kind that is tried.
pub const KINDS: [&str; 66] = [
    "cage",
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
    "rellik",
    "x-sum",
    "sandwich",
    "lunchbox",
    "thermometer",
    "slow-thermometer",
    "whisper",
    "renban",
    "nabner",
    "white-dot",
    "black-dot",
    "negative-kropki",
    "negative-white",
    "negative-black",
    "negative-xv",
    "greater",
    "minimum",
    "maximum",
    "entropic",
    "modular",
    "palindrome",
    "clone",
    "between",
    "lockout",
    "relation",
    "relation-all",
    "automaton",
    "regex",
    "even",
    "odd",
    "one-of",
    "different",
    "same-values",
    "quadruple",
    "outside",
    "exactly",
    "counts",
    "equality-cage",
    "counting-circles",
    "count-distinct",
    "skyscraper",
    "hidden-skyscraper",
    "rossini",
    "numbered-room",
    "index",
    "value-index",
    "rank",
    "shared-rank",
    "no-equal-lines",
    "jump",
    "nonconsecutive",
    "taxicab",
    "entropy-squares",
    "modular-squares",
    "either",
];

impl Ground<'_> {
    fn name(&self, cell: usize) -> String {
        format!("r{}c{}", cell / self.n + 1, cell % self.n + 1)
    }

    fn names(&self, cells: &[usize]) -> String {
        cells.iter().map(|&cell| self.name(cell)).collect::<Vec<_>>().join(" ")
    }

    fn touching(&self, cell: usize) -> Vec<usize> {
        let (n, row, column) = (self.n, cell / self.n, cell % self.n);
        let mut all = Vec::new();
        if row > 0 {
            all.push(cell - n);
        }
        if row + 1 < n {
            all.push(cell + n);
        }
        if column > 0 {
            all.push(cell - 1);
        }
        if column + 1 < n {
            all.push(cell + 1);
        }
        all
    }

    /// A walk over touching cells that meets none twice.
    fn walk(&self, least: usize, most: usize, random: &mut Random) -> Vec<usize> {
        let length = least + random.index(most - least + 1);
        loop {
            let mut line = vec![random.index(self.n * self.n)];
            while line.len() < length {
                let last = line[line.len() - 1];
                let mut next = self.touching(last);
                next.retain(|cell| !line.contains(cell));
                match random.pick(&next) {
                    Some(&cell) => line.push(cell),
                    None => break,
                }
            }
            if line.len() == length {
                return line;
            }
        }
    }

    /// Different cells from anywhere.
    fn some(&self, least: usize, most: usize, random: &mut Random) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.n * self.n).collect();
        random.shuffle(&mut all);
        all.truncate(least + random.index(most - least + 1));
        all
    }

    /// A row or column from one of its ends.
    fn side(&self, random: &mut Random) -> Vec<usize> {
        let (n, at) = (self.n, random.index(self.n));
        let mut line: Vec<usize> = match random.chance(0.5) {
            true => (0..n).map(|i| at * n + i).collect(),
            false => (0..n).map(|i| i * n + at).collect(),
        };
        if random.chance(0.5) {
            line.reverse();
        }
        line
    }

    fn value(&self, random: &mut Random) -> i64 {
        self.first + random.index(self.n) as i64
    }

    /// What the grid says, or, now and then, something near it.
    fn told(&self, truth: i64, random: &mut Random) -> i64 {
        if random.chance(0.8) { truth } else { truth + i64::from(random.below(5)) - 2 }
    }
}

fn at(grid: &[i64], cells: &[usize]) -> Vec<i64> {
    cells.iter().map(|&cell| grid[cell]).collect()
}

fn all_differ(values: &[i64]) -> bool {
    values.iter().collect::<BTreeSet<_>>().len() == values.len()
}

fn cut(values: &[i64], total: i64) -> bool {
    // From each place where a piece may begin, every place where it may end.
    let n = values.len();
    let mut begins = vec![false; n + 1];
    begins[0] = true;
    for from in 0..n {
        for to in from + 1..=n {
            if begins[from] && values[from..to].iter().sum::<i64>() == total {
                begins[to] = true;
            }
        }
    }
    begins[n]
}

fn seen(values: &[i64]) -> i64 {
    let mut count = 0;
    for i in 0..values.len() {
        // A building of height 0 is not seen.
        if values[i] > 0 && values[..i].iter().all(|&before| before < values[i]) {
            count += 1;
        }
    }
    count
}

/// The third a value lies in.
fn third(value: i64, first: i64, n: usize) -> i64 {
    (value - first) * 3 / n as i64
}

fn lines(n: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for i in 0..n {
        let row: Vec<usize> = (0..n).map(|j| i * n + j).collect();
        let column: Vec<usize> = (0..n).map(|j| j * n + i).collect();
        for line in [row, column] {
            all.push(line.iter().rev().copied().collect());
            all.push(line);
        }
    }
    all
}

/// Whether a word is accepted, by trying every way through.
fn accepted(arcs: &[Vec<(Vec<i64>, usize)>], good: &[bool], state: usize, word: &[i64]) -> bool {
    let Some((&value, rest)) = word.split_first() else { return good[state] };
    arcs[state]
        .iter()
        .any(|(values, to)| values.contains(&value) && accepted(arcs, good, *to, rest))
}

fn symbols(indices: &[i64]) -> String {
    indices.iter().map(|i| char::from(b'1' + *i as u8)).collect()
}

/// A random rule of a kind; `None` where the board has no room for it.
#[allow(clippy::too_many_lines)]
pub fn asked(kind: &'static str, ground: &Ground<'_>, random: &mut Random) -> Option<Asked> {
    let (n, first, grid) = (ground.n, ground.first, ground.grid);
    let last = first + n as i64 - 1;
    let make = |text: String, holds: Meaning| Some(Asked { kind, text, holds });
    let line_text = |cells: &[usize]| format!("{kind} {}", ground.names(cells));
    match kind {
        "cage" => {
            let cells = ground.walk(2, 4.min(n), random);
            let total = ground.told(at(grid, &cells).iter().sum(), random);
            let summed = random.chance(0.8);
            let number = if summed { format!("{total} ") } else { String::new() };
            make(
                format!("cage {number}{}", ground.names(&cells)),
                Box::new(move |g| {
                    let values = at(g, &cells);
                    all_differ(&values) && (!summed || values.iter().sum::<i64>() == total)
                }),
            )
        }
        "sum" => {
            let cells = ground.some(2, 4, random);
            let weights: Option<Vec<i64>> = random
                .chance(0.5)
                .then(|| cells.iter().map(|_| [1, -1, 2, 3, -2][random.index(5)]).collect());
            let told = weights.clone().unwrap_or_else(|| vec![1; cells.len()]);
            let sum = move |values: &[i64]| -> i64 {
                values.iter().zip(&told).map(|(value, weight)| value * weight).sum()
            };
            let total = ground.told(sum(&at(grid, &cells)), random);
            let words = weights.map_or(String::new(), |weights| {
                weights.iter().map(|weight| format!("{weight} ")).collect()
            });
            make(
                format!("sum {total} {words}{}", ground.names(&cells)),
                Box::new(move |g| sum(&at(g, &cells)) == total),
            )
        }
        "little-killer" => {
            let start = random.index(n - 1);
            let cells: Vec<usize> = (0..n - start).map(|i| i * n + start + i).collect();
            let total = ground.told(at(grid, &cells).iter().sum(), random);
            make(
                format!("little-killer {total} {}", ground.names(&cells)),
                Box::new(move |g| at(g, &cells).iter().sum::<i64>() == total),
            )
        }
        "pair-sum" => {
            let cells = ground.walk(2, 2, random);
            let total = ground.told(at(grid, &cells).iter().sum(), random);
            make(
                format!("pair-sum {total} {}", ground.names(&cells)),
                Box::new(move |g| g[cells[0]] + g[cells[1]] == total),
            )
        }
        "equal-sums" | "region-sum" => {
            let cells = ground.walk(4, 6.min(n * n), random);
            let cut = 1 + random.index(cells.len() - 1);
            let (a, b) = (cells[..cut].to_vec(), cells[cut..].to_vec());
            let text = format!("{kind} {} / {}", ground.names(&a), ground.names(&b));
            make(
                text,
                Box::new(move |g| at(g, &a).iter().sum::<i64>() == at(g, &b).iter().sum::<i64>()),
            )
        }
        "zipper" => {
            let cells = ground.walk(3, 5, random);
            make(
                line_text(&cells),
                Box::new(move |g| {
                    let values = at(g, &cells);
                    let k = values.len();
                    let mut totals: Vec<i64> =
                        (0..k / 2).map(|i| values[i] + values[k - 1 - i]).collect();
                    if k % 2 == 1 {
                        totals.push(values[k / 2]);
                    }
                    totals.iter().all(|&total| total == totals[0])
                }),
            )
        }
        "sum-line" => {
            let cells = ground.walk(2, 5, random);
            let total = ground.told(at(grid, &cells[..2]).iter().sum(), random).max(1);
            make(
                format!("sum-line {total} {}", ground.names(&cells)),
                Box::new(move |g| cut(&at(g, &cells), total)),
            )
        }
        "sum-ring" => {
            let (row, column) = (random.index(n - 1), random.index(n - 1));
            let corner = row * n + column;
            let cells = vec![corner, corner + 1, corner + n + 1, corner + n];
            let total = ground.told(at(grid, &cells).iter().sum::<i64>() / 2, random).max(1);
            make(
                format!("sum-ring {total} {}", ground.names(&cells)),
                Box::new(move |g| {
                    let values = at(g, &cells);
                    (0..4).any(|turn| {
                        let turned: Vec<i64> = (0..4).map(|i| values[(i + turn) % 4]).collect();
                        cut(&turned, total)
                    })
                }),
            )
        }
        "arrow" => {
            let cells = ground.walk(2, 5, random);
            let bulb = if cells.len() > 3 && random.chance(0.3) { 2 } else { 1 };
            let (head, shaft) = (cells[..bulb].to_vec(), cells[bulb..].to_vec());
            let text = format!("arrow {} / {}", ground.names(&head), ground.names(&shaft));
            make(
                text,
                Box::new(move |g| {
                    let number = at(g, &head).iter().fold(0, |all, value| all * 10 + value);
                    at(g, &shaft).iter().sum::<i64>() == number
                }),
            )
        }
        "double-arrow" => {
            let cells = ground.walk(3, 5, random);
            make(
                line_text(&cells),
                Box::new(move |g| {
                    let values = at(g, &cells);
                    let k = values.len();
                    values[1..k - 1].iter().sum::<i64>() == values[0] + values[k - 1]
                }),
            )
        }
        "rellik" => {
            let cells = ground.walk(2, 4.min(n), random);
            let total = 1 + random.index(2 * n) as i64;
            make(
                format!("rellik {total} {}", ground.names(&cells)),
                Box::new(move |g| {
                    let values = at(g, &cells);
                    let mut sums: Vec<i64> = Vec::new();
                    for &value in &values {
                        let more: Vec<i64> = sums.iter().map(|sum| sum + value).collect();
                        sums.push(value);
                        sums.extend(more);
                    }
                    all_differ(&values) && !sums.contains(&total)
                }),
            )
        }
        "x-sum" => {
            let cells = ground.side(random);
            let x = grid[cells[0]].max(1) as usize;
            let total = ground.told(at(grid, &cells[..x]).iter().sum(), random);
            make(
                format!("x-sum {total} {}", ground.names(&cells)),
                Box::new(move |g| {
                    let values = at(g, &cells);
                    let x = values[0];
                    x >= 1
                        && x as usize <= values.len()
                        && values[..x as usize].iter().sum::<i64>() == total
                }),
            )
        }
        "sandwich" | "lunchbox" => {
            let cells = match kind {
                "sandwich" => ground.side(random),
                _ => ground.walk(3, 5.min(n), random),
            };
            let inside = |values: &[i64]| -> Option<i64> {
                let least = values.iter().min().and_then(|v| values.iter().position(|w| w == v))?;
                let most = values.iter().max().and_then(|v| values.iter().position(|w| w == v))?;
                let (a, b) = (least.min(most), least.max(most));
                Some(values[a..b].iter().skip(1).sum())
            };
            let total = ground.told(inside(&at(grid, &cells)).unwrap_or(0), random);
            make(
                format!("{kind} {total} {}", ground.names(&cells)),
                Box::new(move |g| {
                    let values = at(g, &cells);
                    all_differ(&values) && inside(&values) == Some(total)
                }),
            )
        }
        "thermometer" | "slow-thermometer" => {
            let cells = ground.walk(2, 4.min(n), random);
            let step = i64::from(kind == "thermometer");
            make(
                line_text(&cells),
                Box::new(move |g| at(g, &cells).windows(2).all(|two| two[1] - two[0] >= step)),
            )
        }
        "whisper" => {
            let cells = ground.walk(2, 4, random);
            let apart = 1 + random.index(n / 2) as i64;
            make(
                format!("whisper {apart} {}", ground.names(&cells)),
                Box::new(move |g| {
                    at(g, &cells).windows(2).all(|two| (two[1] - two[0]).abs() >= apart)
                }),
            )
        }
        "renban" => {
            let cells = ground.walk(2, 4.min(n), random);
            make(
                line_text(&cells),
                Box::new(move |g| {
                    let mut values = at(g, &cells);
                    values.sort_unstable();
                    values.windows(2).all(|two| two[1] == two[0] + 1)
                }),
            )
        }
        "nabner" => {
            let cells = ground.walk(2, 3.min(n / 2), random);
            make(
                line_text(&cells),
                Box::new(move |g| {
                    let mut values = at(g, &cells);
                    values.sort_unstable();
                    values.windows(2).all(|two| two[1] > two[0] + 1)
                }),
            )
        }
        "white-dot" | "black-dot" => {
            let cells = ground.walk(2, 2, random);
            let (a, b) = (grid[cells[0]], grid[cells[1]]);
            let is_white = kind == "white-dot";
            let by = match is_white {
                true => ground.told((a - b).abs(), random).max(1),
                false => 2 + random.index(2) as i64,
            };
            make(
                format!("{kind} {by} {}", ground.names(&cells)),
                Box::new(move |g| {
                    let (a, b) = (g[cells[0]], g[cells[1]]);
                    match is_white {
                        true => (a - b).abs() == by,
                        false => a == by * b || b == by * a,
                    }
                }),
            )
        }
        "negative-kropki" | "negative-white" | "negative-black" | "negative-xv" => {
            let marked = move |a: i64, b: i64| match kind {
                "negative-kropki" => (a - b).abs() == 1 || a == 2 * b || b == 2 * a,
                "negative-white" => (a - b).abs() == 1,
                "negative-black" => a == 2 * b || b == 2 * a,
                _ => a + b == 5 || a + b == 10,
            };
            let mut pairs = Vec::new();
            for cell in 0..n * n {
                for other in ground.touching(cell).into_iter().filter(|&other| other > cell) {
                    pairs.push((cell, other));
                }
            }
            let spared: Vec<(usize, usize)> = pairs
                .iter()
                .copied()
                .filter(|&(a, b)| marked(grid[a], grid[b]) || random.chance(0.05))
                .collect();
            let cells: Vec<usize> = spared.iter().flat_map(|&(a, b)| [a, b]).collect();
            pairs.retain(|pair| !spared.contains(pair));
            make(
                line_text(&cells).trim_end().to_owned(),
                Box::new(move |g| pairs.iter().all(|&(a, b)| !marked(g[a], g[b]))),
            )
        }
        "greater" => {
            let mut cells = ground.walk(2, 2, random);
            if grid[cells[0]] < grid[cells[1]] && random.chance(0.8) {
                cells.reverse();
            }
            make(line_text(&cells), Box::new(move |g| g[cells[0]] > g[cells[1]]))
        }
        "minimum" | "maximum" => {
            let cell = random.index(n * n);
            let near = ground.touching(cell);
            let sign = if kind == "minimum" { 1 } else { -1 };
            make(
                line_text(&[cell]),
                Box::new(move |g| near.iter().all(|&other| sign * g[cell] < sign * g[other])),
            )
        }
        "entropic" => {
            let cells = (n % 3 == 0).then(|| ground.walk(3, 4, random))?;
            make(
                line_text(&cells),
                Box::new(move |g| {
                    let groups: Vec<i64> =
                        at(g, &cells).iter().map(|&value| third(value, first, n)).collect();
                    groups.windows(3).all(all_differ)
                }),
            )
        }
        "modular" => {
            let by = 2 + random.index(2);
            let cells = ground.walk(by, 4, random);
            make(
                format!("modular {by} {}", ground.names(&cells)),
                Box::new(move |g| {
                    let rests: Vec<i64> =
                        at(g, &cells).iter().map(|value| value.rem_euclid(by as i64)).collect();
                    rests.windows(by).all(all_differ)
                }),
            )
        }
        "palindrome" => {
            let cells = ground.walk(3, 5, random);
            make(
                line_text(&cells),
                Box::new(move |g| {
                    let values = at(g, &cells);
                    values.iter().eq(values.iter().rev())
                }),
            )
        }
        "clone" | "same-values" => {
            let cells = ground.some(4, 4, random);
            let (a, b) = (cells[..2].to_vec(), cells[2..].to_vec());
            let in_order = kind == "clone";
            make(
                format!("{kind} {} / {}", ground.names(&a), ground.names(&b)),
                Box::new(move |g| {
                    let (mut a, mut b) = (at(g, &a), at(g, &b));
                    if !in_order {
                        a.sort_unstable();
                        b.sort_unstable();
                    }
                    a == b
                }),
            )
        }
        "between" | "lockout" => {
            let cells = ground.walk(3, 4, random);
            let apart = 1 + random.index(n - 2) as i64;
            let is_lockout = kind == "lockout";
            let number = if is_lockout { format!("{apart} ") } else { String::new() };
            make(
                format!("{kind} {number}{}", ground.names(&cells)),
                Box::new(move |g| {
                    let values = at(g, &cells);
                    let (a, b) = (values[0], values[values.len() - 1]);
                    let (low, high) = (a.min(b), a.max(b));
                    let inner = &values[1..values.len() - 1];
                    match is_lockout {
                        true => high - low >= apart && inner.iter().all(|&v| v < low || v > high),
                        false => inner.iter().all(|&v| low < v && v < high),
                    }
                }),
            )
        }
        "relation" | "relation-all" => {
            let cells = ground.walk(2, 3, random);
            let table: Vec<Vec<i64>> =
                (0..n).map(|_| (0..n as i64).filter(|_| random.chance(0.6)).collect()).collect();
            let rows: Vec<String> = table
                .iter()
                .map(|row| if row.is_empty() { "-".to_owned() } else { symbols(row) })
                .collect();
            let all = kind == "relation-all";
            make(
                format!("{kind} ={} {}", rows.join("/"), ground.names(&cells)),
                Box::new(move |g| {
                    let values = at(g, &cells);
                    let goes = |a: i64, b: i64| table[(a - first) as usize].contains(&(b - first));
                    (0..values.len()).all(|i| {
                        let later = if all { values.len() } else { (i + 2).min(values.len()) };
                        (i + 1..later).all(|j| goes(values[i], values[j]))
                    })
                }),
            )
        }
        "automaton" => {
            let cells = ground.walk(2, 4, random);
            let states = 2 + random.index(2);
            let good: Vec<bool> = (0..states).map(|i| i == 0 || random.chance(0.5)).collect();
            let arcs: Vec<Vec<(Vec<i64>, usize)>> = (0..states)
                .map(|_| {
                    (0..1 + random.index(3))
                        .map(|_| {
                            let digits: Vec<i64> =
                                (0..n as i64).filter(|_| random.chance(0.6)).collect();
                            (digits, random.index(states))
                        })
                        .filter(|(digits, _)| !digits.is_empty())
                        .collect()
                })
                .collect();
            let written: Vec<String> = arcs
                .iter()
                .map(|arcs| {
                    let arcs: Vec<String> =
                        arcs.iter().map(|(set, to)| format!("{}>{to}", symbols(set))).collect();
                    arcs.join(",")
                })
                .collect();
            let ends: Vec<String> =
                (0..states).filter(|&i| good[i]).map(|i| i.to_string()).collect();
            make(
                format!(
                    "automaton =0;{};{} {}",
                    ends.join(","),
                    written.join("/"),
                    ground.names(&cells)
                ),
                Box::new(move |g| {
                    let word: Vec<i64> = at(g, &cells).iter().map(|value| value - first).collect();
                    accepted(&arcs, &good, 0, &word)
                }),
            )
        }
        "regex" => {
            // Any number of pairs, each a certain digit and any other, then one digit perhaps.
            let cells = ground.walk(2, 4, random);
            let (a, b) = (ground.value(random), ground.value(random));
            make(
                format!("regex =({a}.|.{a})*{b}? {}", ground.names(&cells)),
                Box::new(move |g| {
                    let values = at(g, &cells);
                    let pairs = |values: &[i64]| {
                        values.len().is_multiple_of(2)
                            && values.chunks(2).all(|two| two.contains(&a))
                    };
                    let k = values.len();
                    pairs(&values) || (values[k - 1] == b && pairs(&values[..k - 1]))
                }),
            )
        }
        "even" | "odd" => {
            let cells = ground.some(1, 4, random);
            let rest = i64::from(kind == "odd");
            let cells: Vec<usize> = cells
                .into_iter()
                .filter(|&cell| grid[cell].rem_euclid(2) == rest || random.chance(0.1))
                .collect();
            if cells.is_empty() {
                return None;
            }
            make(
                line_text(&cells),
                Box::new(move |g| at(g, &cells).iter().all(|value| value.rem_euclid(2) == rest)),
            )
        }
        "one-of" => {
            let cells = ground.some(1, 3, random);
            let values: Vec<i64> = (first..=last).filter(|_| random.chance(0.6)).collect();
            if values.is_empty() {
                return None;
            }
            let words: Vec<String> = values.iter().map(i64::to_string).collect();
            make(
                format!("one-of {} {}", words.join(" "), ground.names(&cells)),
                Box::new(move |g| at(g, &cells).iter().all(|value| values.contains(value))),
            )
        }
        "different" => {
            let cells = ground.some(2, n, random);
            make(line_text(&cells), Box::new(move |g| all_differ(&at(g, &cells))))
        }
        "quadruple" | "outside" | "exactly" => {
            let cells = ground.walk(3, 4, random);
            let k = 1 + random.index(2);
            let mut values: Vec<i64> = (0..k).map(|_| grid[cells[random.index(3)]]).collect();
            values.sort_unstable();
            let words: Vec<String> = values.iter().map(i64::to_string).collect();
            let exact = kind == "exactly";
            make(
                format!("{kind} {} {}", words.join(" "), ground.names(&cells)),
                Box::new(move |g| {
                    let held = at(g, &cells);
                    values.iter().all(|value| {
                        let named = values.iter().filter(|other| *other == value).count();
                        let there = held.iter().filter(|other| *other == value).count();
                        if exact { there == named } else { there >= named }
                    })
                }),
            )
        }
        "counts" => {
            let cells = ground.some(3, 5, random);
            let value = ground.value(random);
            let times = at(grid, &cells).iter().filter(|&&held| held == value).count();
            let times = if random.chance(0.8) { times } else { random.index(3) };
            make(
                format!("counts {value} {times} {}", ground.names(&cells)),
                Box::new(move |g| {
                    at(g, &cells).iter().filter(|&&held| held == value).count() == times
                }),
            )
        }
        "equality-cage" => {
            let cells = ground.walk(2, 4.min(n), random);
            make(
                line_text(&cells),
                Box::new(move |g| {
                    let values = at(g, &cells);
                    // Twice the distance from the middle of all values.
                    let off = |value: &i64| 2 * value - first - last;
                    let parity: i64 =
                        values.iter().map(|v| if v.rem_euclid(2) == 0 { 1 } else { -1 }).sum();
                    let halves: i64 = values.iter().map(|v| off(v).signum()).sum();
                    all_differ(&values)
                        && values.iter().all(|v| off(v) != 0)
                        && parity == 0
                        && halves == 0
                }),
            )
        }
        "counting-circles" => {
            let cells = ground.some(2, 5, random);
            make(
                line_text(&cells),
                Box::new(move |g| {
                    let values = at(g, &cells);
                    values
                        .iter()
                        .all(|v| values.iter().filter(|other| *other == v).count() as i64 == *v)
                }),
            )
        }
        "count-distinct" => {
            let cells = ground.some(3, 5, random);
            let (says, rest) = (cells[0], cells[1..].to_vec());
            make(
                format!("count-distinct {} / {}", ground.name(says), ground.names(&rest)),
                Box::new(move |g| {
                    let values = at(g, &rest);
                    values.iter().collect::<BTreeSet<_>>().len() as i64 == g[says]
                }),
            )
        }
        "skyscraper" => {
            let cells = ground.side(random);
            let number = ground.told(seen(&at(grid, &cells)), random).max(1);
            make(
                format!("skyscraper {number} {}", ground.names(&cells)),
                Box::new(move |g| seen(&at(g, &cells)) == number),
            )
        }
        "hidden-skyscraper" => {
            let cells = ground.side(random);
            let hidden = |values: &[i64]| {
                let mut highest = i64::MIN;
                for &value in values {
                    if value <= highest {
                        return Some(value);
                    }
                    highest = value;
                }
                None
            };
            let number = hidden(&at(grid, &cells)).unwrap_or_else(|| ground.value(random));
            make(
                format!("hidden-skyscraper {number} {}", ground.names(&cells)),
                Box::new(move |g| hidden(&at(g, &cells)) == Some(number)),
            )
        }
        "rossini" => {
            let cells = ground.side(random)[..2 + random.index(2)].to_vec();
            let rises = random.chance(0.5);
            make(
                format!("rossini {} {}", if rises { 1 } else { -1 }, ground.names(&cells)),
                Box::new(move |g| {
                    at(g, &cells).windows(2).all(|two| match rises {
                        true => two[0] < two[1],
                        false => two[0] > two[1],
                    })
                }),
            )
        }
        "numbered-room" => {
            let cells = ground.side(random);
            let x = grid[cells[0]];
            let value = match x >= 1 && x <= n as i64 {
                true => ground.told(grid[cells[(x - 1) as usize]], random).clamp(first, last),
                false => ground.value(random),
            };
            make(
                format!("numbered-room {value} {}", ground.names(&cells)),
                Box::new(move |g| {
                    let x = g[cells[0]];
                    x >= 1 && x <= cells.len() as i64 && g[cells[(x - 1) as usize]] == value
                }),
            )
        }
        "index" | "value-index" => {
            let line = ground.side(random);
            let others: Vec<usize> = (0..n * n).filter(|cell| !line.contains(cell)).collect();
            let says = *random.pick(&others)?;
            if kind == "index" {
                let value = ground.value(random);
                return make(
                    format!("index {value} {} / {}", ground.name(says), ground.names(&line)),
                    Box::new(move |g| {
                        let x = g[says];
                        x >= 1 && x <= line.len() as i64 && g[line[(x - 1) as usize]] == value
                    }),
                );
            }
            let sought = *random.pick(&others).filter(|&&cell| cell != says)?;
            make(
                format!("value-index {} / {}", ground.names(&[sought, says]), ground.names(&line)),
                Box::new(move |g| {
                    let x = g[says];
                    x >= 1 && x <= line.len() as i64 && g[line[(x - 1) as usize]] == g[sought]
                }),
            )
        }
        "rank" | "shared-rank" => {
            let cells = ground.side(random);
            let all = lines(n);
            let less = |g: &[i64], all: &[Vec<usize>], cells: &[usize]| {
                let ours = at(g, cells);
                let less = all.iter().filter(|line| at(g, line) < ours).count() as i64;
                let equal = all.iter().filter(|line| at(g, line) == ours).count() as i64;
                (less, equal)
            };
            let place = ground.told(less(grid, &all, &cells).0 + 1, random);
            if place < 1 {
                return None;
            }
            let shared = kind == "shared-rank";
            make(
                format!("{kind} {place} {}", ground.names(&cells)),
                Box::new(move |g| {
                    let (less, equal) = less(g, &all, &cells);
                    (shared || equal == 1) && less < place && place <= less + equal
                }),
            )
        }
        "no-equal-lines" => {
            let all = lines(n);
            make(
                kind.to_owned(),
                Box::new(move |g| {
                    let read: BTreeSet<Vec<i64>> = all.iter().map(|line| at(g, line)).collect();
                    read.len() == all.len()
                }),
            )
        }
        "jump" => {
            let (a, b) = (1 + random.index(2), random.index(3));
            let apart = move |x: usize, y: usize| {
                let rows = (x / n).abs_diff(y / n);
                let columns = (x % n).abs_diff(y % n);
                (rows, columns) == (a, b) || (rows, columns) == (b, a)
            };
            make(
                format!("jump {a} {b}"),
                Box::new(move |g| (0..n * n).all(|x| (0..x).all(|y| !apart(x, y) || g[x] != g[y]))),
            )
        }
        "nonconsecutive" => {
            let by = 1 + random.index(2) as i64;
            let near: Vec<Vec<usize>> = (0..n * n).map(|cell| ground.touching(cell)).collect();
            make(
                format!("nonconsecutive {by}"),
                Box::new(move |g| {
                    (0..n * n).all(|x| near[x].iter().all(|&y| (g[x] - g[y]).abs() != by))
                }),
            )
        }
        "taxicab" => make(
            kind.to_owned(),
            Box::new(move |g| {
                (0..n * n).all(|x| {
                    (0..x).all(|y| {
                        let steps = (x / n).abs_diff(y / n) + (x % n).abs_diff(y % n);
                        g[x] != g[y] || g[x] != steps as i64
                    })
                })
            }),
        ),
        "entropy-squares" | "modular-squares" => {
            if n % 3 != 0 && kind == "entropy-squares" {
                return None;
            }
            let by_size = kind == "entropy-squares";
            make(
                kind.to_owned(),
                Box::new(move |g| {
                    (0..n - 1).all(|row| {
                        (0..n - 1).all(|column| {
                            let corner = row * n + column;
                            let held = at(g, &[corner, corner + 1, corner + n, corner + n + 1]);
                            let groups: BTreeSet<i64> = held
                                .iter()
                                .map(
                                    |&v| if by_size { third(v, first, n) } else { v.rem_euclid(3) },
                                )
                                .collect();
                            groups.len() == 3
                        })
                    })
                }),
            )
        }
        "either" => {
            let simple = ["cage", "thermometer", "even", "white-dot", "sum", "renban", "x-sum"];
            let mut ways = Vec::new();
            for _ in 0..2 {
                let mut way = Vec::new();
                for _ in 0..1 + random.index(2) {
                    let kind = simple[random.index(simple.len())];
                    way.extend(asked(kind, ground, random));
                }
                if way.is_empty() {
                    return None;
                }
                ways.push(way);
            }
            let texts: Vec<String> = ways
                .iter()
                .map(|way| way.iter().map(|rule| rule.text.clone()).collect::<Vec<_>>().join(" ; "))
                .collect();
            make(
                format!("either {{ {} }}", texts.join(" | ")),
                Box::new(move |g| ways.iter().any(|way| way.iter().all(|rule| (rule.holds)(g)))),
            )
        }
        _ => None,
    }
}
