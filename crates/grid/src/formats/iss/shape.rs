//! The board of a text: shape, values, boxes, regions, cells beside the grid.

use super::tree::Node;
use crate::formats::error::{Code, FormatError};
use crate::formats::options::ReadOptions;
use crate::formats::span::Span;
use crate::{Board, BoardError, HouseKind, Plan};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the text says about its board.
pub(super) struct Shape {
    pub board: Arc<Board>,
    /// The boxes or regions that region sums speak of: for each place of the grid its number.
    pub regions: Vec<Option<usize>>,
    /// How many cells a region has.
    pub region_size: usize,
    /// In how many columns groups of cells beside the grid lie, where they tell it.
    pub side_columns: Vec<(String, usize)>,
    /// Constraints that were understood here but not rightly.
    pub refused: Vec<String>,
}

/// Rows and columns of boxes of a size on a grid, as near to square as can be.
fn box_shape(rows: usize, columns: usize, size: usize) -> Option<(usize, usize)> {
    let fits = |high: usize, wide: usize| {
        (rows.is_multiple_of(high) && columns.is_multiple_of(wide)).then_some((high, wide))
    };
    (2..=size.isqrt()).rev().filter(|small| size.is_multiple_of(*small)).find_map(|small| {
        let large = size / small;
        fits(small, large).or_else(|| fits(large, small))
    })
}

type Places = Vec<(usize, usize)>;

fn box_places(rows: usize, columns: usize, (high, wide): (usize, usize)) -> Vec<Places> {
    let corners =
        (0..rows / high).flat_map(|r| (0..columns / wide).map(move |c| (r * high, c * wide)));
    let cells = |(row, column): (usize, usize)| -> Places {
        (0..high).flat_map(|r| (0..wide).map(move |c| (row + r, column + c))).collect()
    };
    corners.map(cells).collect()
}

pub(super) fn read(
    nodes: &[Node<'_>],
    text: Span<'_>,
    options: &ReadOptions,
) -> Result<Shape, FormatError> {
    let named = |name: &'static str| nodes.iter().filter(move |node| node.name == name);
    let has = |name: &'static str| named(name).next().is_some();
    let told = named("Shape").next_back();
    let (rows, columns, values, raw) = match told {
        None => (9, 9, None, false),
        Some(node) => dimensions(node)?,
    };
    let side = rows.max(columns);
    let values = values.unwrap_or(1..=side as i64);
    let n_values = usize::try_from(values.end() - values.start() + 1).unwrap_or(0);
    let mut refused: Vec<String> = Vec::new();
    let region_option: Option<usize> =
        named("RegionSize").next_back().and_then(|node| node.argument(0)?.parse().ok());
    let region_size = region_option.unwrap_or(side);
    let no_boxes = has("NoBoxes") || raw;
    let boxes = box_shape(rows, columns, region_size).filter(|_| !no_boxes);
    let mut pieces: Vec<Places> = Vec::new();
    for node in named("Jigsaw") {
        match jigsaw(node, rows, columns, side, n_values) {
            Some(found) => pieces.extend(found),
            None => refused.push("Jigsaw".to_owned()),
        }
    }
    let mut extra: Vec<Places> = Vec::new();
    for node in named("Diagonal") {
        let falls = node.argument(0).is_some_and(|direction| direction.starts_with('-'));
        match rows == columns {
            true => {
                extra.push((0..rows).map(|i| (i, if falls { i } else { rows - 1 - i })).collect())
            }
            false => refused.push("Diagonal".to_owned()),
        }
    }
    if has("Windoku") {
        let shape = box_shape(rows, columns, region_option.unwrap_or(n_values));
        let Some((high, wide)) = shape else { return Err(misfit(text, "Windoku")) };
        for column in (1..columns).step_by(wide + 1).take_while(|c| c + wide < columns) {
            for row in (1..rows).step_by(high + 1).take_while(|r| r + high < rows) {
                let cells = (0..high).flat_map(|r| (0..wide).map(move |c| (row + r, column + c)));
                extra.push(cells.collect());
            }
        }
    }
    if has("DisjointSets") {
        let Some(shape) = box_shape(rows, columns, region_size) else {
            return Err(misfit(text, "DisjointSets"));
        };
        let all = box_places(rows, columns, shape);
        extra.extend((0..region_size).map(|i| all.iter().map(|cells| cells[i]).collect()));
    }
    let mut plan = Plan::new(rows, columns, values.clone());
    let mut side_columns: Vec<(String, usize)> = Vec::new();
    for node in named("Var") {
        // Rules in text name cells by letters and digits; other signs stand between them.
        let is_name = |prefix: &&str| prefix.bytes().all(|b| b.is_ascii_alphanumeric());
        let prefix = node.argument(0).filter(is_name);
        let Some(prefix) = prefix else { return Err(misfit(text, "Var")) };
        let size = node.argument(2).unwrap_or("1");
        let number = |text: &str| text.parse::<usize>().ok();
        let count = match size.split_once('x') {
            Some((rows, columns)) => {
                number(rows).zip(number(columns)).map(|(r, c)| r.saturating_mul(c))
            }
            None => number(size),
        };
        let count = count.filter(|count| (1..=1000).contains(count));
        let Some(count) = count else { return Err(misfit(text, "Var")) };
        let group = format!("v{}", prefix.to_ascii_lowercase());
        let wide = size.split_once('x').and_then(|(_, columns)| number(columns));
        side_columns.extend(wide.map(|wide| (group.clone(), wide)));
        plan.side.push((group, count));
    }
    if has("ChaosConstruction") {
        plan.side.push(("cc".to_owned(), rows * columns));
    }
    if has("Doppelganger") {
        let all = [("dgz", 1), ("dgr", columns), ("dgc", rows), ("dgb", rows)];
        plan.side.extend(all.map(|(name, count)| (name.to_owned(), count)));
        side_columns.extend(boxes.map(|(_, wide)| ("dgb".to_owned(), columns / wide)));
    }
    let mut regions = vec![None; rows * columns];
    let of_boxes = boxes.map(|shape| box_places(rows, columns, shape)).unwrap_or_default();
    for (i, cells) in of_boxes.iter().chain(pieces.iter().filter(|_| boxes.is_none())).enumerate() {
        cells.iter().for_each(|&(row, column)| regions[row * columns + column] = Some(i));
    }
    // Boxes of another size than the board's are houses among others.
    let usual_boxes = boxes.is_none_or(|(high, wide)| high * wide == rows);
    let square = rows == columns && n_values == rows && !raw && plan.side.is_empty() && usual_boxes;
    let made = match square {
        true => plain(rows, *values.start(), boxes, &pieces, &extra, options),
        false => None,
    };
    let board = match made {
        Some(board) => board,
        None => {
            if !raw {
                plan.rows_and_columns();
            }
            let boxes = of_boxes.into_iter().chain(pieces).map(|cells| (HouseKind::Box, cells));
            plan.houses.extend(boxes);
            plan.houses.extend(extra.into_iter().map(|cells| (HouseKind::Extra, cells)));
            plan.board()
        }
    };
    let board = board.map_err(|error| text.error(Code::UnsupportedRules, 0, error.to_string()))?;
    Ok(Shape { board, regions, region_size, side_columns, refused })
}

/// The board of a plain square, when it is one.
fn plain(
    size: usize,
    first: i64,
    boxes: Option<(usize, usize)>,
    pieces: &[Places],
    extra: &[Places],
    options: &ReadOptions,
) -> Option<Result<Arc<Board>, BoardError>> {
    let asked = options.regions.is_some() || options.box_shape.is_some();
    let covers = pieces.len() == size && pieces.iter().all(|cells| cells.len() == size);
    let mut houses: Vec<&Places> = extra.iter().collect();
    let board = match (boxes, pieces.is_empty(), asked) {
        (_, true, true) => options.board(size).ok().map(Ok),
        (Some((high, wide)), ..) => {
            houses.splice(0..0, pieces.iter());
            Some(Board::boxes(high as u8, wide as u8))
        }
        (None, true, _) => Some(Board::latin(size)),
        (None, false, _) if covers => {
            let mut map = vec![0u8; size * size];
            for (number, cells) in pieces.iter().enumerate() {
                cells.iter().for_each(|&(row, column)| map[row * size + column] = number as u8);
            }
            Some(Board::irregular(&map))
        }
        _ => None,
    }?;
    Some(board.and_then(|board| {
        // The classic board is shared by all.
        let board = if board.is_classic() { Board::classic() } else { board };
        let cells = |places: &&Places| places.iter().map(|&(r, c)| board.cell(r, c)).collect();
        let extra: Vec<Vec<_>> = houses.iter().map(cells).collect();
        let board = if extra.is_empty() { board.clone() } else { board.with_extra(&extra)? };
        board.with_first_value(first)
    }))
}

type Dimensions = (usize, usize, Option<std::ops::RangeInclusive<i64>>, bool);

fn dimensions(node: &Node<'_>) -> Result<Dimensions, FormatError> {
    let written = node.arguments.join("~");
    let bad = || {
        node.span
            .error(Code::UnsupportedRules, 0, format!("{written:?} is not a shape that is read"))
            .found(format!("{written:?}"), "rows x columns, such as 9x9")
            .hint("write rows x columns, then the first and last value: Shape~6x8~0-7")
    };
    let (rows, columns) = node.argument(0).and_then(|text| text.split_once('x')).ok_or_else(bad)?;
    let side = |text: &str| text.parse().ok().filter(|n| (1..=64).contains(n)).ok_or_else(bad);
    let (rows, columns) = (side(rows)?, side(columns)?);
    let values = match node.argument(1) {
        None => None,
        Some(range) => {
            let number = |text: &str| text.parse::<i64>().map_err(|_| bad());
            let values = match range.split_once('-') {
                Some((first, last)) => number(first)?..=number(last)?,
                None => 1..=number(range)?,
            };
            Some(values)
        }
    };
    let raw = match node.argument(2) {
        None | Some("Sudoku") => false,
        Some("Raw") => true,
        Some(_) => return Err(bad()),
    };
    Ok((rows, columns, values, raw))
}

/// The pieces of a layout; one part may be of another size, and is no piece.
fn jigsaw(
    node: &Node<'_>,
    rows: usize,
    columns: usize,
    least: usize,
    most: usize,
) -> Option<Vec<Places>> {
    let layout = node.arguments.last()?;
    if layout.chars().count() != rows * columns {
        return None;
    }
    let mut parts: BTreeMap<char, Places> = BTreeMap::new();
    for (i, symbol) in layout.chars().enumerate() {
        parts.entry(symbol).or_default().push((i / columns, i % columns));
    }
    if parts.len() == 1 {
        return Some(Vec::new());
    }
    let (pieces, odd): (Vec<Places>, Vec<Places>) =
        parts.into_values().partition(|cells| (least..=most).contains(&cells.len()));
    (odd.len() <= 1).then_some(pieces)
}

fn misfit(text: Span<'_>, name: &str) -> FormatError {
    text.error(Code::UnsupportedRules, 0, format!("'{name}' does not fit the shape of the grid"))
        .hint("check the sizes it speaks of")
}
