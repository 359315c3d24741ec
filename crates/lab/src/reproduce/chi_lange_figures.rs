//! Chi & Lange's figures 2, 4 and 5.

use super::chi_lange::{ANNEALING, DYNAMIC, PROJECTIONS, STATIC};
use super::measured::Measured;
use super::retrace::retrace;
use super::search_tree::{FIGURE_1, first_strings};
use crate::plot::{
    BoardPicture, CellLook, Figure, Measure, TreeNode, Unit, board_picture, scatter, tree,
};
use crate::report::Block;
use crate::stats::rank_keys;
use sudolab_grid::Puzzle;
use sudolab_solvers::Best;

pub(super) fn figures(methods: &Measured<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Ok(puzzle) = FIGURE_1.parse() {
        blocks.push(Block::Figure { name: "figure-2".into(), figure: figure_2(&puzzle) });
    }
    blocks.extend(figure_4(methods));
    for (i, other) in [STATIC, DYNAMIC].into_iter().enumerate() {
        let (x, y) = (methods.in_set(other, "top95"), methods.in_set(PROJECTIONS, "top95"));
        let points: Vec<(f64, f64)> =
            rank_keys(&x.times).into_iter().zip(rank_keys(&y.times)).collect();
        let measure = Measure::new("CPU time per puzzle", Unit::Seconds);
        let mut figure =
            scatter(&points, other, PROJECTIONS, Some(methods.content.limit), &measure);
        figure.caption = format!("Compare figure 5 of the paper: top95. {}", figure.caption);
        blocks.push(Block::Figure { name: format!("scatter-{}", i + 1), figure });
    }
    blocks
}

/// The beginning of the search on the paper's own example.
fn figure_2(puzzle: &Puzzle) -> Figure {
    let strings = first_strings(puzzle, 14);
    let mut nodes: Vec<TreeNode> = Vec::new();
    let mut deepest = 0;
    for (i, string) in strings.iter().enumerate() {
        let depth = string.digits.len();
        let parent = strings[..i]
            .iter()
            .rposition(|s| s.digits.len() + 1 == depth && string.digits.starts_with(&s.digits));
        let new_level = depth > deepest;
        deepest = deepest.max(depth);
        nodes.push(TreeNode {
            label: string.digits.clone(),
            parent,
            failed: string.violates,
            level: if new_level { string.cell.clone() } else { String::new() },
        });
    }
    let caption = "Compare figure 2 of the paper: backtracking on its figure 1. A string is what stands in the cells named at the left, from the top down; crossed strings break a rule, and nothing longer is built on them. The first strings of the search, in their order from left to right and down.";
    tree("The beginning of a search", caption, nodes)
}

/// A board that annealing is stuck on, with what is wrong in it.
fn figure_4(m: &Measured<'_>) -> Option<Block> {
    let column = m.in_set(ANNEALING, "top95");
    let stuck = column.rows.iter().flat_map(|rows| rows.iter()).find(|r| !r.ended.is_solved())?;
    let (puzzle, outcome) = retrace(m.content, stuck, &[], |_| {})?;
    let best = outcome.best?;
    let figure = stuck_board(&puzzle, &best);
    Some(Block::Figure { name: "figure-4".into(), figure })
}

/// The best board of an unsolved run: clues shaded, violations ringed and told.
pub(super) fn stuck_board(puzzle: &Puzzle, best: &Best) -> Figure {
    let faults = best.faults(puzzle);
    let wrong = |cell: usize| faults.iter().any(|f| f.cells.iter().any(|c| c.index() == cell));
    let cells = best.board.iter().enumerate().map(|(i, &value)| {
        let given = puzzle.clues().values()[i] != 0;
        let mark = match (given, wrong(i)) {
            (true, true) => CellLook::GivenWrong,
            (true, false) => CellLook::Given,
            (false, true) => CellLook::Wrong,
            (false, false) => CellLook::None,
        };
        (if value == 0 { String::new() } else { value.to_string() }, mark)
    });
    let board = BoardPicture { size: 9, box_width: 3, box_height: 3, cells: cells.collect() };
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let caption = format!(
        "Compare figure 4 of the paper: the best board of a run of annealing on a puzzle of top95 that it did not solve. Clues are shaded, the cells of {} ringed: {}.",
        crate::report::numbers::counted(faults.len(), "violation"),
        told.join("; ")
    );
    board_picture("A board that annealing is stuck on", &caption, board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_begins_as_the_papers_figure_does() {
        let svg = figure_2(&FIGURE_1.parse().unwrap()).svg();
        for label in [">7<", ">789<", ">7892<", ">78923<", ">789232<", ">789233<", ">78929<"] {
            assert!(svg.contains(label), "{label}");
        }
        assert!(svg.contains("r7c4") && svg.contains("r1c9"), "the cells stand at the levels");
    }

    #[test]
    fn a_stuck_board_tells_what_is_wrong_in_it() {
        let puzzle: Puzzle = format!("1{}", ".".repeat(80)).parse().unwrap();
        let mut board = vec![0; 81];
        (board[0], board[5], board[40]) = (1, 1, 7);
        let figure = stuck_board(&puzzle, &Best { cost: 1.0, board, tick: 0 });
        assert!(figure.caption.contains("violation ringed"), "{}", figure.caption);
        assert!(figure.caption.contains("row 1 holds 1 in r1c1 and r1c6"), "{}", figure.caption);
    }
}
