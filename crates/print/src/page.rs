//! Pages of placed items: what a layout makes and a writer writes.

use crate::Paper;

/// A laid-out book.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    /// Its title, for the properties of the file.
    pub title: String,
    /// The paper of every page.
    pub paper: Paper,
    /// The pages in order.
    pub pages: Vec<Page>,
    /// Where its parts begin.
    pub bookmarks: Vec<Bookmark>,
    /// What the person who prints it should know.
    pub notes: Vec<Note>,
}

/// Where a part of the book begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bookmark {
    /// What begins there.
    pub name: String,
    /// Its page, from 0.
    pub page: usize,
}

/// Something about the layout that the person who prints it should know.
#[derive(Clone, PartialEq, Debug)]
pub enum Note {
    /// Some digits or marks are so small that they are hard to read.
    Small {
        /// The number of the first such puzzle.
        number: usize,
        /// The height of the symbols in points.
        points: f64,
    },
    /// Characters that no font at hand has; `?` stands in their place.
    Missing {
        /// The characters, each once.
        characters: String,
    },
}

/// One page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Page {
    /// What it shows, in words.
    pub label: String,
    /// What is drawn, in this order.
    pub items: Vec<Item>,
}

/// Something drawn, in points from the upper left corner of the page.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A rectangle filled.
    Area {
        /// Its upper left corner.
        at: Point,
        /// Its width.
        width: f64,
        /// Its height.
        height: f64,
        /// Its grey.
        ink: Ink,
    },
    /// A straight line that reaches half its thickness beyond its ends, so that corners close.
    Line {
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
        /// Its thickness.
        thickness: f64,
        /// Its grey.
        ink: Ink,
    },
    /// A disc, filled or with an edge or both.
    Disc {
        /// Its middle.
        middle: Point,
        /// Its radius.
        radius: f64,
        /// Its grey, if it is filled.
        fill: Option<Ink>,
        /// The thickness of its dark edge, if it has one.
        edge: Option<f64>,
    },
    /// Text in one face on one line.
    Text {
        /// Where its base line begins.
        at: Point,
        /// The size of the font.
        size: f64,
        /// The face.
        face: FaceId,
        /// The text; the face has every character of it.
        text: String,
        /// Its grey.
        ink: Ink,
    },
}

/// A place on a page.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// Points from the left edge.
    pub x: f64,
    /// Points from the upper edge.
    pub y: f64,
}

/// A grey from 0, black, to 255, white: sheets go to printers without colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Ink(pub u8);

impl Ink {
    /// Black.
    pub const BLACK: Ink = Ink(0);
    /// The edge of discs.
    pub const EDGE: Ink = Ink(70);
}

/// The place of a face in [`crate::Fonts`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct FaceId(pub usize);

impl FaceId {
    /// The face of running text.
    pub const REGULAR: FaceId = FaceId(0);
    /// The face of clues and titles.
    pub const STRONG: FaceId = FaceId(1);
}
