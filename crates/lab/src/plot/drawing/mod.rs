//! Pictures that are no charts: a board with marked cells, a board beside a numbered list, a tree of
//! labels, and rows of small squares.

mod board;
mod raster;
mod tree;

pub use board::{BoardPicture, CellLook, board_picture, board_with_list};
pub use raster::{Raster, RasterRow, raster};
pub use tree::{TreeNode, tree};

use super::svg::Svg;

/// What a figure holds in place of charts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Illustration {
    Board(board::BoardSheet),
    Raster(Raster),
    Tree(Vec<TreeNode>),
}

impl Illustration {
    /// Draws from a corner on within a width; gives the bottom.
    pub(crate) fn draw(&self, svg: &mut Svg, x: f64, y: f64, width: f64) -> f64 {
        match self {
            Illustration::Board(sheet) => sheet.draw(svg, x, y, width),
            Illustration::Raster(raster) => raster.draw(svg, x, y, width),
            Illustration::Tree(nodes) => tree::draw(nodes, svg, x, y, width),
        }
    }
}

/// Path data of a rectangle.
fn rectangle(x: f64, y: f64, width: f64, height: f64) -> String {
    use super::svg::number;
    format!("M{} {}h{}v{}h{}z", number(x), number(y), number(width), number(height), number(-width))
}
