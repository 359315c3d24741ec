//! A puzzle as groups of candidates and single ones: each cell holds exactly one digit. In a row, a
//! column, a box and any other region a digit stands at most once, and exactly once where the region
//! has as many cells as there are digits. A given holds; what is not allowed does not.

use crate::certificate::Puzzle;

/// Candidates, numbered from 1, of which at most one is true, or exactly one.
pub struct Group {
    /// The candidates.
    pub members: Vec<i32>,
    /// Whether one of them is true.
    pub is_exact: bool,
    name: String,
}

/// What a puzzle demands.
pub struct Encoding {
    size: usize,
    /// Its groups.
    pub groups: Vec<Group>,
    /// Clauses: of each at least one literal holds.
    pub clauses: Vec<Vec<i32>>,
}

impl Encoding {
    /// Writes the rules of a puzzle down.
    pub fn new(puzzle: &Puzzle) -> Encoding {
        let n = puzzle.size;
        let never = puzzle.never.iter().map(|all| all.iter().map(|&c| -(c as i32)).collect());
        let mut encoding = Encoding { size: n, groups: Vec::new(), clauses: never.collect() };
        for cell in 0..n * n {
            let members = (1..=n).map(|d| encoding.candidate(cell, d)).collect();
            let name = format!("cell {} holds one digit", cell + 1);
            encoding.groups.push(Group { members, is_exact: true, name });
        }
        for i in 0..n {
            let row: Vec<usize> = (0..n).map(|j| i * n + j).collect();
            encoding.region(&row, &format!("row {}", i + 1));
            let column: Vec<usize> = (0..n).map(|j| j * n + i).collect();
            encoding.region(&column, &format!("column {}", i + 1));
            let inside = |&cell: &usize| puzzle.regions.get(cell) == Some(&(i + 1));
            let region: Vec<usize> = (0..n * n).filter(inside).collect();
            encoding.region(&region, &format!("region {}", i + 1));
        }
        for (i, cells) in puzzle.extra.iter().enumerate() {
            encoding.region(cells, &format!("extra region {}", i + 1));
        }
        for (cell, &digit) in puzzle.givens.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            encoding.clauses.push(vec![encoding.candidate(cell, digit)]);
        }
        for (cell, digits) in &puzzle.allowed {
            for digit in (1..=n).filter(|d| !digits.contains(d)) {
                encoding.clauses.push(vec![-encoding.candidate(*cell, digit)]);
            }
        }
        encoding
    }

    /// How many candidates there are.
    pub fn n_candidates(&self) -> usize {
        self.size * self.size * self.size
    }

    fn candidate(&self, cell: usize, digit: usize) -> i32 {
        (cell * self.size + digit) as i32
    }

    fn region(&mut self, cells: &[usize], name: &str) {
        let is_exact = cells.len() == self.size;
        let times = if is_exact { "once" } else { "at most once" };
        for digit in 1..=self.size {
            let members = cells.iter().map(|&cell| self.candidate(cell, digit)).collect();
            let name = format!("{name} holds {digit} {times}");
            self.groups.push(Group { members, is_exact, name });
        }
    }

    /// The rule a filled grid breaks, if it breaks one.
    pub fn broken_by(&self, grid: &[usize]) -> Option<String> {
        let place = |literal: i32| {
            let at = literal.unsigned_abs() as usize - 1;
            (at / self.size, at % self.size + 1)
        };
        let is_true = |literal: i32| {
            let (cell, digit) = place(literal);
            (grid[cell] == digit) == (literal > 0)
        };
        let is_broken = |group: &&Group| {
            let n_true = group.members.iter().filter(|&&member| is_true(member)).count();
            n_true > 1 || group.is_exact && n_true == 0
        };
        if let Some(group) = self.groups.iter().find(is_broken) {
            return Some(format!("not kept: {}", group.name));
        }
        let missed = self.clauses.iter().find(|clause| !clause.iter().any(|&l| is_true(l)))?;
        let words = missed.iter().map(|&literal| {
            let (cell, digit) = place(literal);
            let must = if literal > 0 { "must" } else { "may not" };
            format!("cell {} {must} hold {digit}", cell + 1)
        });
        Some(words.collect::<Vec<_>>().join(" or "))
    }

    /// The clause that every grid but this one satisfies.
    pub fn other_than(&self, grid: &[usize]) -> Vec<i32> {
        grid.iter().enumerate().map(|(cell, &digit)| -self.candidate(cell, digit)).collect()
    }
}
