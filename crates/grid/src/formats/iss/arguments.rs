//! What the arguments of a constraint say: cells, lines, tables, numbers.

use super::cell_of_name;
use super::rules::{Read, Reader, wrong};
use super::tree::Node;
use crate::formats::no_rules::NoRules;
use crate::rule::{Rule, RuleError};
use crate::{Board, Cell, Digit, DigitSet};

impl Reader<'_> {
    pub(super) fn board(&self) -> &Board {
        &self.shape.board
    }

    pub(super) fn cell(&self, name: &str) -> Result<Cell, NoRules> {
        cell_of_name(self.board(), name)
            .ok_or_else(|| NoRules::Wrong(format!("{name:?} is not a cell of the grid")))
    }

    /// The cells from an argument on. Nothing between two names parts lists, which a single line
    /// of cells must not swallow.
    pub(super) fn cells(&self, node: &Node<'_>, from: usize) -> Result<Vec<Cell>, NoRules> {
        let names = node.arguments.get(from..).unwrap_or_default();
        match names.iter().any(String::is_empty) {
            true => Err(NoRules::Unknown),
            false => names.iter().map(|name| self.cell(name)).collect(),
        }
    }

    /// Lists of cells with a separator between them.
    pub(super) fn segments(
        &self,
        words: &[String],
        separator: &str,
    ) -> Result<Vec<Vec<Cell>>, NoRules> {
        let lists = words.split(|word| word == separator);
        lists.map(|list| list.iter().map(|name| self.cell(name)).collect()).collect()
    }

    pub(super) fn number(&self, node: &Node<'_>, at: usize) -> Result<i64, NoRules> {
        let text = node.argument(at).unwrap_or_default();
        text.parse().map_err(|_| NoRules::Wrong(format!("{text:?} is not a number")))
    }

    /// The pairs of cells in a list that touch, in its order.
    pub(super) fn touching(&self, cells: &[Cell]) -> Result<Vec<(Cell, Cell)>, NoRules> {
        let board = self.board();
        let mut pairs = Vec::new();
        for (i, &a) in cells.iter().enumerate() {
            let near: Vec<Cell> = board.neighbours(a).collect();
            let touches = |b: &&Cell| near.contains(b) || self.touch_beside(a, **b);
            pairs.extend(cells[i + 1..].iter().filter(touches).map(|&b| (a, b)));
        }
        match pairs.is_empty() {
            true => wrong("none of its cells touch"),
            false => Ok(pairs),
        }
    }

    /// Whether two cells beside the grid touch: a group lies in rows, as wide as the grid unless it
    /// says otherwise.
    pub(super) fn touch_beside(&self, a: Cell, b: Cell) -> bool {
        let board = self.board();
        let place = |cell: Cell| {
            let mut first = board.side_cells().next()?.index();
            for (group, count) in board.frame().map(|frame| frame.side()).unwrap_or_default() {
                if (first..first + count).contains(&cell.index()) {
                    let told = self.shape.side_columns.iter().find(|(name, _)| name == group);
                    let wide = told.map_or(board.columns(), |(_, wide)| *wide).max(1);
                    let number = cell.index() - first;
                    return Some((group, number / wide, number % wide));
                }
                first += count;
            }
            None
        };
        match (place(a), place(b)) {
            (Some((group, row, column)), Some((other, to_row, to_column))) => {
                group == other && row.abs_diff(to_row) + column.abs_diff(to_column) == 1
            }
            _ => false,
        }
    }

    /// A row or column by its name, from the side of a clue.
    pub(super) fn line(&self, name: &str, from_end: bool) -> Result<Vec<Cell>, NoRules> {
        let board = self.board();
        let bad = || NoRules::Wrong(format!("{name:?} is not a row or column"));
        let number = name.get(1..).and_then(super::side_number).ok_or_else(bad)?;
        let mut line: Vec<Cell> = match name.as_bytes().first() {
            Some(b'R') => (0..board.columns()).filter_map(|c| board.cell_at(number, c)).collect(),
            Some(b'C') => (0..board.rows()).filter_map(|r| board.cell_at(r, number)).collect(),
            _ => return Err(bad()),
        };
        if from_end {
            line.reverse();
        }
        if line.is_empty() { Err(bad()) } else { Ok(line) }
    }

    /// Clues at both ends of a row or column: its name, the clue before it, the clue behind it.
    pub(super) fn both_ends(
        &self,
        node: &Node<'_>,
        rule: impl Fn(Vec<Cell>, i64) -> Result<Rule, RuleError>,
    ) -> Read {
        let name = node.argument(0).unwrap_or_default();
        let mut rules = Vec::new();
        for (at, from_end) in [(1, false), (2, true)] {
            if node.argument(at).is_some() {
                rules.push(rule(self.line(name, from_end)?, self.number(node, at)?)?);
            }
        }
        Ok(rules)
    }

    /// The diagonal that begins at a cell of the border, as clues of little killers name it.
    pub(super) fn diagonal(&self, name: &str) -> Result<Vec<Cell>, NoRules> {
        let board = self.board();
        let start = board.place(self.cell(name)?);
        let (rows, columns) = (board.rows(), board.columns());
        let Some((row, column)) = start else { return wrong("a diagonal begins inside the grid") };
        // Which way it goes is told by the side it begins on; corners belong to the side before.
        let (down, right): (isize, isize) = if column == 0 && row + 1 < rows {
            (1, 1)
        } else if row == 0 {
            (1, -1)
        } else if column + 1 == columns && row + 1 < rows {
            (-1, -1)
        } else if row + 1 == rows {
            (-1, 1)
        } else {
            return wrong(format!("no diagonal begins at {name}"));
        };
        let mut cells = Vec::new();
        let mut at = Some((row, column));
        while let Some((row, column)) = at {
            let Some(cell) = board.cell_at(row, column) else { break };
            cells.push(cell);
            at = row.checked_add_signed(down).zip(column.checked_add_signed(right));
        }
        Ok(cells)
    }

    /// A table of pairs: six to a symbol, the lowest bit first.
    pub(super) fn table(&self, key: &str, swapped: bool) -> Result<Vec<DigitSet>, NoRules> {
        let n = self.board().size();
        let mut table = vec![DigitSet::EMPTY; n];
        for (i, symbol) in key.chars().enumerate() {
            let symbol = match (symbol, swapped) {
                ('-', true) => '_',
                ('_', true) => '-',
                (symbol, _) => symbol,
            };
            let Some(value) = super::base64_value(symbol) else {
                return wrong(format!("{symbol:?} is no symbol of a table"));
            };
            for bit in (0..6).filter(|bit| value >> bit & 1 == 1) {
                let (row, column) = ((i * 6 + bit) / n, (i * 6 + bit) % n);
                match (table.get_mut(row), Digit::from_index(column)) {
                    (Some(set), Some(digit)) => set.insert(digit),
                    _ => return wrong("the table is larger than the grid has values"),
                }
            }
        }
        Ok(table)
    }

    /// Groups of cells with names before them: `_name`, cells, nothing, cells.
    pub(super) fn groups(&self, node: &Node<'_>) -> Result<Vec<Vec<Cell>>, NoRules> {
        let groups = self.segmented_groups(node)?.into_iter();
        groups
            .map(|mut segments| match segments.len() {
                1 => Ok(segments.remove(0)),
                _ => Err(NoRules::Unknown),
            })
            .collect()
    }

    /// The same, where a group falls into segments with `-` between them.
    pub(super) fn segmented_groups(&self, node: &Node<'_>) -> Result<Vec<Vec<Vec<Cell>>>, NoRules> {
        let mut groups: Vec<Vec<Vec<Cell>>> = vec![vec![Vec::new()]];
        for word in node.arguments.iter().skip(1) {
            if word.is_empty() || word.starts_with('_') {
                groups.push(vec![Vec::new()]);
            } else if let Some(group) = groups.last_mut() {
                match word.as_str() {
                    "-" => group.push(Vec::new()),
                    word => {
                        let cell = self.cell(word)?;
                        group.last_mut().into_iter().for_each(|segment| segment.push(cell));
                    }
                }
            }
        }
        groups.retain(|group| group.len() > 1 || !group[0].is_empty());
        match groups.iter().flatten().any(Vec::is_empty) {
            true => wrong("a segment has no cells"),
            false => Ok(groups),
        }
    }

    /// The region cell of a cell of the grid, or the region cell itself.
    pub(super) fn region_cell(&self, cell: Cell) -> Result<Cell, NoRules> {
        match self.board().place(cell) {
            None => Ok(cell),
            Some(_) => self.cell(&format!("CC{}", cell.index() + 1)),
        }
    }
}
