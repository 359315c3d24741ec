//! The strings of Chi & Lange's backtracking, section 2.1, in dictionary order.
//!
//! Each blank cell has the list of digits its row, column and box leave at the start; the cells are
//! ordered by the length of their lists; a string gives digits of the lists to the first cells of
//! that order. A string that breaks a rule is discarded with all that begin with it.
//!
//! The paper's text names two cells with one digit in figure 1, (7, 4) and (9, 5). There is a third, (8, 5),
//! whose row, column and box leave 8 alone; so each string here has an 8 behind the paper's first 7.

use sudolab_grid::{Cell, Digit, Grid, Puzzle};

/// The puzzle of the paper's figure 1.
pub(super) const FIGURE_1: &str =
    "15764..8..4........329..14.7.41.52..2..86..74....7...1.8..21......3.4.19...5.682.";

/// A string that the search builds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Built {
    /// The digits.
    pub digits: String,
    /// The cell that the last digit stands in.
    pub cell: String,
    /// Whether the last digit breaks a rule.
    pub violates: bool,
}

/// The first strings, in the order of the search.
pub(super) fn first_strings(puzzle: &Puzzle, most: usize) -> Vec<Built> {
    let mut grid = puzzle.clues().clone();
    let mut lists: Vec<(Cell, Vec<Digit>)> =
        grid.blanks().map(|c| (c, grid.open_digits(c).iter().collect())).collect();
    lists.sort_by_key(|(_, list)| list.len());
    let mut built = Vec::new();
    grow(&mut grid, &lists, "", most, &mut built);
    built
}

/// Grows a string by each digit of the next list; tells whether the board was filled.
fn grow(
    grid: &mut Grid,
    lists: &[(Cell, Vec<Digit>)],
    digits: &str,
    most: usize,
    built: &mut Vec<Built>,
) -> bool {
    let Some(((cell, list), rest)) = lists.split_first() else { return true };
    for &digit in list {
        if built.len() >= most {
            return false;
        }
        let violates = !grid.open_digits(*cell).contains(digit);
        let digits = format!("{digits}{digit}");
        let name = grid.board().name(*cell).to_string();
        built.push(Built { digits: digits.clone(), cell: name, violates });
        if violates {
            continue;
        }
        grid.set(*cell, digit);
        if grow(grid, rest, &digits, most, built) {
            return true;
        }
        grid.clear(*cell);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strings_are_those_of_section_2_1_with_the_cell_it_overlooks() {
        let built = first_strings(&FIGURE_1.parse().unwrap(), 8);
        let shown: Vec<(&str, bool)> =
            built.iter().map(|b| (b.digits.as_str(), b.violates)).collect();
        let expected = [
            ("7", false),
            ("78", false),
            ("789", false),
            ("7892", false),
            ("78923", false),
            ("789232", true),
            ("789233", true),
            ("78929", false),
        ];
        assert_eq!(shown, expected);
        let cells: Vec<&str> = built[..6].iter().map(|b| b.cell.as_str()).collect();
        assert_eq!(cells, ["r7c4", "r8c5", "r9c5", "r1c6", "r1c7", "r1c9"]);
    }
}
