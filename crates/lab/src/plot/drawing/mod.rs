//! Pictures that are no charts: a board with marked cells, a board beside a numbered list, a tree of
//! labels, and rows of small squares.

mod board;
mod raster;
mod tree;

pub use board::{BoardPicture, Mark, board_picture, board_with_list};
pub use raster::{Raster, RasterRow, raster};
pub use tree::{TreeNode, tree};

use super::svg::Svg;

/// What a figure holds in place of charts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Drawing {
    Board(board::Sheet),
    Raster(Raster),
    Tree(Vec<TreeNode>),
}

impl Drawing {
    /// Draws from a corner on within a width; gives the bottom.
    pub(crate) fn draw(&self, svg: &mut Svg, x: f64, y: f64, width: f64) -> f64 {
        match self {
            Drawing::Board(sheet) => sheet.draw(svg, x, y, width),
            Drawing::Raster(raster) => raster.draw(svg, x, y, width),
            Drawing::Tree(nodes) => tree::draw(nodes, svg, x, y, width),
        }
    }
}

/// Path data of a rectangle.
fn rectangle(x: f64, y: f64, width: f64, height: f64) -> String {
    use super::svg::number;
    format!("M{} {}h{}v{}h{}z", number(x), number(y), number(width), number(height), number(-width))
}
