//! From puzzles to pages.
//!
//! A book is puzzle pages, then solution pages. Puzzles stand in equal slots, and boards of one
//! size are equally large on every page of the book, whatever space a title takes. Solutions are
//! smaller and flow in rows: as many boards in a row as stay legible.

mod board;
mod borders;
mod legend;
mod marks;
mod words;

use crate::{Book, Bookmark, FaceId, Fonts, Ink, Note, Page, Paper, Point, Printable, Style};
use board::{BoardLayout, Square};
use std::collections::BTreeSet;
use sudolab_grid::halt::{Halt, Stop};
use words::{Lines, Words};

/// Boards do not grow beyond this many points for a cell (2 cm).
const LARGEST_CELL: f64 = 56.0;
/// Nor do solutions.
const LARGEST_SOLUTION_CELL: f64 = 20.0;
/// Space between boards side by side.
const GUTTER: f64 = 26.0;
/// Space for the page number.
const FOOT: f64 = 26.0;
/// Symbols lower than this, in points, are hard to read.
const LEGIBLE: f64 = 2.9;

/// Lays out a book, as long as the halt lets it: ten thousand puzzles take seconds.
///
/// # Errors
/// What stopped it.
pub fn book(
    entries: &[Printable],
    style: &Style,
    fonts: &Fonts<'_>,
    halt: &Halt<'_>,
) -> Result<Book, Stop> {
    let mut press = Press {
        style,
        words: Words::new(fonts),
        pages: Vec::new(),
        bookmarks: Vec::new(),
        small: None,
        missing: BTreeSet::new(),
    };
    press.puzzles(entries, halt)?;
    if style.solutions && !entries.is_empty() {
        press.solutions(entries, halt)?;
    }
    press.number_pages();
    Ok(press.into_book())
}

struct Press<'f, 's> {
    style: &'s Style,
    words: Words<'f>,
    pages: Vec<Page>,
    bookmarks: Vec<Bookmark>,
    small: Option<Note>,
    missing: BTreeSet<char>,
}

/// The part of a page that holds boards.
#[derive(Clone, Copy)]
struct Body {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

/// What stands at the head of a page.
#[derive(Clone, Copy)]
enum Head<'a> {
    /// A title over a part of the book.
    Opening(&'a str),
    /// The same in small, on the pages that follow.
    Running(&'a str),
}

impl Press<'_, '_> {
    fn paper(&self) -> Paper {
        self.style.paper
    }

    /// Begins a page with its head; returns the page and what is left for boards.
    fn begin(&mut self, head: Head<'_>) -> (Page, Body) {
        let (width, height) = self.paper().points();
        let margin = self.paper().margin();
        let mut page = Page::default();
        let inner = width - 2.0 * margin;
        let mut top = margin;
        match head {
            Head::Opening("") | Head::Running("") => {}
            Head::Opening(text) => {
                self.note_missing(text);
                let lines =
                    self.words.wrap(text, FaceId::STRONG, self.paper().title_size(), inner, 2);
                for line in &lines.lines {
                    top += lines.size;
                    let at = Point { x: width / 2.0, y: top };
                    self.words.centred(&mut page, line, at, lines.size, FaceId::STRONG, Ink::BLACK);
                    top += lines.size * 0.25;
                }
                top += lines.size * 0.75;
            }
            Head::Running(text) => {
                let size = 9.0;
                let text = self.words.shortened(text, FaceId::REGULAR, size, inner);
                let at = Point { x: width / 2.0, y: top + size * 0.5 };
                self.words.centred(&mut page, &text, at, size, FaceId::REGULAR, Ink(90));
                top += size + 14.0;
            }
        }
        let body = Body { left: margin, top, width: inner, height: height - margin - FOOT - top };
        (page, body)
    }

    fn puzzles(&mut self, entries: &[Printable], halt: &Halt<'_>) -> Result<(), Stop> {
        let (columns, rows) = self.style.per_page.columns_and_rows();
        let caption = caption_size(self.paper(), columns * rows);
        let style = self.style;
        // The tightest page decides how large boards are, so that all pages look alike.
        let opening = self.begin(Head::Opening(&style.title)).1;
        let running = self.begin(Head::Running(&style.title)).1;
        let slot_width = (opening.width - GUTTER * (columns - 1) as f64) / columns as f64;
        let slot_height = opening.height.min(running.height) / rows as f64;
        let gap = if rows > 1 { 16.0 } else { 0.0 };
        // What rules say in words stands below each board; the longest decides.
        let said = |entry: &Printable| self.said(entry, slot_width, caption);
        let below = entries.iter().map(|entry| said(entry).1).fold(0.0, f64::max);
        let room = slot_width.min(slot_height - caption_height(caption) - gap - below);
        self.bookmarks.push(Bookmark { name: "Puzzles".to_owned(), page: self.pages.len() });
        for (i, chunk) in entries.chunks(columns * rows).enumerate() {
            halt.check()?;
            let head =
                if i == 0 { Head::Opening(&style.title) } else { Head::Running(&style.title) };
            let (mut page, body) = self.begin(head);
            let first = style.number(i * columns * rows);
            page.label = label("puzzle", first, chunk.len());
            let slot_height = body.height / rows as f64;
            for (j, entry) in chunk.iter().enumerate() {
                let puzzle = entry.puzzle.puzzle();
                let n = board::across(puzzle.board(), &marks::of(puzzle));
                let side = room.min(LARGEST_CELL * n as f64);
                let (column, row) = ((j % columns) as f64, (j / columns) as f64);
                let free = slot_height - side - caption_height(caption) - below;
                // A single board looks centred when it stands a little higher.
                let above = if rows == 1 { free * 0.38 } else { free * 0.5 };
                let x = body.left + column * (slot_width + GUTTER) + (slot_width - side) / 2.0;
                let y = body.top + row * slot_height + above;
                let number = style.number(i * columns * rows + j);
                self.caption(&mut page, Point { x, y }, side, caption, number, Some(entry));
                let square = Square { x, y: y + caption_height(caption), side };
                let drawn = BoardLayout::puzzle(entry.puzzle.puzzle(), style).draw(
                    &mut page,
                    square,
                    &self.words,
                );
                let (lines, _) = self.said(entry, slot_width, caption);
                for (i, line) in lines.lines.iter().enumerate() {
                    self.note_missing(line);
                    let y = square.y + side + lines.size * (1.4 + 1.25 * i as f64);
                    let at = Point { x: x + side / 2.0, y };
                    self.words.centred(&mut page, line, at, lines.size, FaceId::REGULAR, Ink(40));
                }
                if drawn < LEGIBLE && self.small.is_none() {
                    self.small = Some(Note::Small { number, points: drawn });
                }
            }
            self.pages.push(page);
        }
        Ok(())
    }

    /// The words below a board, in lines, and how high they are.
    fn said(&self, entry: &Printable, width: f64, caption: f64) -> (Lines, f64) {
        let size = caption * 0.72;
        match marks::notes(entry.puzzle.puzzle()) {
            None => (Lines { lines: Vec::new(), size }, 0.0),
            Some(text) => {
                let lines = self.words.wrap(&text, FaceId::REGULAR, size, width, 12);
                let height = lines.size * (1.25 * lines.lines.len() as f64 + 0.6);
                (lines, height)
            }
        }
    }

    fn solutions(&mut self, entries: &[Printable], halt: &Halt<'_>) -> Result<(), Stop> {
        let title = &self.style.title;
        let running = if title.is_empty() {
            "Solutions".to_owned()
        } else {
            format!("{title} – Solutions")
        };
        let caption = if self.paper() == Paper::A5 { 7.5 } else { 8.5 };
        let gutter = 20.0;
        self.bookmarks.push(Bookmark { name: "Solutions".to_owned(), page: self.pages.len() });
        let (mut page, mut body) = self.begin(Head::Opening("Solutions"));
        let mut y = body.top;
        let mut first_here = self.style.first_number;
        let mut next = 0;
        while next < entries.len() {
            halt.check()?;
            let size = |e: &Printable| board::across(e.puzzle.puzzle().board(), &[]);
            let n = size(&entries[next]);
            let columns = solution_columns(n, body.width, gutter);
            let slot = (body.width - gutter * (columns - 1) as f64) / columns as f64;
            let side = slot
                .min(body.height - caption_height(caption))
                .min(LARGEST_SOLUTION_CELL * n as f64);
            let alike = entries[next..].iter().take(columns).take_while(|e| size(e) == n).count();
            let height = caption_height(caption) + side;
            if y + height > body.top + body.height + 0.01 {
                let number = self.style.number(next);
                page.label = label("solution", first_here, number - first_here);
                first_here = number;
                let fresh = self.begin(Head::Running(&running));
                self.pages.push(std::mem::replace(&mut page, fresh.0));
                body = fresh.1;
                y = body.top;
            }
            for (column, entry) in entries[next..next + alike].iter().enumerate() {
                let number = self.style.number(next + column);
                // Few wide boards are centred in their slots, as the puzzles are.
                let x = body.left + column as f64 * (slot + gutter) + (slot - side) / 2.0;
                self.caption(&mut page, Point { x, y }, side, caption, number, None);
                let square = Square { x, y: y + caption_height(caption), side };
                let drawing = BoardLayout::solution(&entry.puzzle, self.style.alphabet);
                drawing.draw(&mut page, square, &self.words);
            }
            y += height + 16.0;
            next += alike;
        }
        let number = self.style.number(next);
        page.label = label("solution", first_here, number - first_here);
        self.pages.push(page);
        Ok(())
    }

    /// The line above a board: number and name on the left, rating on the right.
    fn caption(
        &mut self,
        page: &mut Page,
        at: Point,
        side: f64,
        size: f64,
        number: usize,
        entry: Option<&Printable>,
    ) {
        let base = at.y + size;
        let number = number.to_string();
        let mut right = at.x + side;
        if let Some(rating) = entry.and_then(|e| e.rating.as_deref()) {
            self.note_missing(rating);
            let room = side * 0.5;
            let text = self.words.shortened(rating, FaceId::REGULAR, size, room);
            right -= self.words.width(&text, FaceId::REGULAR, size);
            let at = Point { x: right, y: base };
            self.words.put(page, &text, at, size, FaceId::REGULAR, Ink(40));
            right -= size;
        }
        let at = Point { x: at.x, y: base };
        let after = self.words.put(page, &number, at, size, FaceId::STRONG, Ink::BLACK);
        let Some(entry) = entry else { return };
        let rule = rule(entry.puzzle.puzzle().board());
        let name = entry.name.clone().into_iter().chain(rule).collect::<Vec<_>>().join(", ");
        if !name.is_empty() {
            self.note_missing(&name);
            let x = after + size * 0.6;
            let text = self.words.shortened(&name, FaceId::REGULAR, size, right - x);
            self.words.put(page, &text, Point { x, y: base }, size, FaceId::REGULAR, Ink(40));
        }
    }

    fn note_missing(&mut self, text: &str) {
        self.missing.extend(self.words.fonts().missing(text).chars());
    }

    fn number_pages(&mut self) {
        let (width, height) = self.paper().points();
        let at = Point { x: width / 2.0, y: height - self.paper().margin() + 4.0 };
        for (i, page) in self.pages.iter_mut().enumerate() {
            let number = (i + 1).to_string();
            self.words.centred(page, &number, at, 9.0, FaceId::REGULAR, Ink(60));
        }
    }

    fn into_book(self) -> Book {
        let characters: String = self.missing.into_iter().collect();
        let missing = (!characters.is_empty()).then_some(Note::Missing { characters });
        let title = if self.style.title.is_empty() { "Sudoku" } else { self.style.title.as_str() };
        Book {
            title: title.split_whitespace().collect::<Vec<_>>().join(" "),
            paper: self.style.paper,
            pages: self.pages,
            bookmarks: self.bookmarks,
            notes: self.small.into_iter().chain(missing).collect(),
        }
    }
}

/// The rule a player would not guess from the lines of the board.
fn rule(board: &sudolab_grid::Board) -> Option<String> {
    let mut rules = Vec::new();
    if *board.layout() == sudolab_grid::Layout::Latin {
        rules.push("rows and columns only");
    }
    let (diagonals, shaded): (Vec<_>, Vec<_>) =
        board.extra_regions().partition(|region| board::is_diagonal(board, region.cells()));
    match (diagonals.is_empty(), shaded.is_empty()) {
        (false, true) => rules.push("with diagonals"),
        (false, false) => rules.push("with diagonals and grey regions"),
        (true, false) => rules.push("with grey regions"),
        (true, true) => {}
    }
    (!rules.is_empty()).then(|| rules.join(", "))
}

fn label(what: &str, first: usize, count: usize) -> String {
    match count {
        1 => format!("{what} {first}"),
        _ => format!("{what}s {first} to {}", first.saturating_add(count.saturating_sub(1))),
    }
}

fn caption_size(paper: Paper, per_page: usize) -> f64 {
    let size = match per_page {
        1 => 13.0,
        2 => 12.0,
        4 => 11.0,
        _ => 10.0,
    };
    if paper == Paper::A5 { size * 0.85 } else { size }
}

/// The height of a caption with the space below it.
fn caption_height(size: f64) -> f64 {
    size * 1.45 + 1.5
}

/// How many solutions of a size stand side by side: as many as leave cells of 11 points, or 9.5
/// on boards larger than nine, whose letters need no more and which fill the width soon.
fn solution_columns(n: usize, width: f64, gutter: f64) -> usize {
    let smallest = if n > 9 { 9.5 } else { 11.0 };
    let cell = |columns: usize| (width - gutter * (columns - 1) as f64) / (columns * n) as f64;
    (1..=6).rev().find(|&columns| cell(columns) >= smallest).unwrap_or(1)
}
