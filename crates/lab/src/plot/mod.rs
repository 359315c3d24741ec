//! Figures of print quality, from numbers and labels alone.
//!
//! A [`Figure`] is made by one of the functions below (or put together from a [`Chart`] and its
//! [`Layer`]s) and drawn by [`Figure::svg`]. The drawing is ours, not a library's, for four
//! reasons: the same numbers give the same bytes in every version; series differ by dash and
//! marker, so a page printed in black and white can be read; names stand beside their lines
//! where there is room, and otherwise in a legend outside the frame, so that neither covers data; and a million points become a picture of a few hundred
//! kilobytes, because what falls on the same spot is drawn once.
//!
//! The picture carries its light colours as plain attributes, so that any viewer and converter
//! shows it on white. Inside a page, [`STYLESHEET`] makes it follow the page's theme.
//!
//! | figure | function |
//! |---|---|
//! | histogram, linear or logarithmic; its tail | [`histogram`], [`histogram_both`], [`histogram_tail`] |
//! | sorted values with intervals | [`sorted_values`] |
//! | density with a fitted law, and Q-Q | [`density_with_fit`] |
//! | distribution functions, the gap to 1 being the unsolved | [`ecdf`] |
//! | sorted paired ratios or differences | [`sorted_ratios`], [`sorted_differences`] |
//! | two algorithms against each other | [`scatter`] |
//! | cactus plot | [`cactus`] |
//! | success rate against a share | [`success_rate`] |
//! | overlap of the worst against independence | [`overlap_curve`] |
//! | critical-difference diagram | [`critical_difference`] |
//! | speed-up by threads | [`speed_up`] |
//! | boxes by band | [`box_plot`] |
//! | survival curves | [`survival`] |
//! | performance profile | [`performance_profile`] |
//! | counts by width, sorted values and density as older papers draw them | [`counts_by_width`], [`sorted_linear`], [`density_whole`] |
//! | a board with marked cells, beside a list | [`board_picture`], [`board_with_list`] |
//! | a search tree | [`tree`] |
//! | what became of places over time | [`raster`] |
//! | any line over a linear or logarithmic axis | [`line_chart`] |
//!
//! With the feature `images`, `Figure::png` and `Figure::pdf` give the same picture as a bitmap
//! and as a PDF page.

mod as_drawn;
mod axis;
mod boxes;
mod chart;
mod critical_difference;
mod curves;
mod differences;
mod distribution;
mod drawing;
mod figure;
mod histogram;
#[cfg(feature = "images")]
mod images;
mod layer;
mod legend;
mod naming;
mod paths;
mod rates;
mod sample;
mod scatter;
mod style;
mod svg;
mod text;
mod thinning;
mod ticks;
mod watched;

pub use as_drawn::{counts_by_width, density_whole, sorted_linear};
pub use axis::{Axis, Measure, Unit};
pub use boxes::{Boxes, FiveNumbers, box_plot};
pub use chart::Chart;
pub use critical_difference::{Ranked, critical_difference};
pub use curves::{
    Curve, Lifetimes, line_chart, overlap_curve, performance_profile, speed_up, survival,
};
pub use differences::{sorted_differences, sorted_ratios, sorted_values};
pub use distribution::{Fit, cactus, density_with_fit, ecdf};
pub use drawing::{
    BoardPicture, CellLook, Raster, RasterRow, TreeNode, board_picture, board_with_list, raster,
    tree,
};
pub use figure::{Figure, Size};
pub use histogram::{Bins, histogram, histogram_both, histogram_tail};
#[cfg(feature = "images")]
pub use images::ImageError;
pub use layer::{Bar, BoxMark, Layer, Span};
pub use rates::{Rate, success_rate};
pub use sample::Sample;
pub use scatter::scatter;
pub use style::{STYLESHEET, Style};
pub use watched::Watched;
