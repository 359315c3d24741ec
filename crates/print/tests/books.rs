//! Books from puzzles to bytes.

use std::time::Duration;
use sudolab_exact::UniquePuzzle;
use sudolab_grid::halt::{Halt, HandClock, Stop};
use sudolab_grid::{Board, Grid, Puzzle};
use sudolab_print::pdf::PdfError;
use sudolab_print::{
    Book, FaceId, Fonts, Item, Marks, Note, Paper, PerPage, Printable, Style, layout, pdf, svg,
};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn entry(puzzle: Puzzle) -> Printable {
    Printable::new(UniquePuzzle::prove(puzzle).expect("the puzzle is proper"))
}

fn laid_out(entries: &[Printable], style: &Style, fonts: &Fonts<'_>) -> Book {
    layout::book(entries, style, fonts, &Halt::never()).unwrap()
}

fn easy(n: usize) -> Vec<Printable> {
    vec![entry(EASY.parse().unwrap()); n]
}

/// A puzzle of any board: a solved grid by cyclic rows, all clues but the first cell.
fn nearly_full(rows: u8, columns: u8) -> Printable {
    let board = Board::boxes(rows, columns).unwrap();
    let n = board.size();
    let (r, c) = (usize::from(rows), usize::from(columns));
    let digit = |i: usize| {
        let (row, column) = (i / n, i % n);
        ((row % r * c + row / r + column) % n + 1) as u8
    };
    let mut values: Vec<u8> = (0..n * n).map(digit).collect();
    values[0] = 0;
    entry(Puzzle::new(Grid::from_values(board, &values).unwrap()))
}

fn texts(book: &Book, page: usize) -> Vec<&str> {
    fn text(item: &Item) -> Option<&str> {
        match item {
            Item::Text { text, .. } => Some(text),
            _ => None,
        }
    }
    book.pages[page].items.iter().filter_map(text).collect()
}

/// Every item stays on the paper, inside its margin of at least 20 points.
fn check_within(book: &Book, fonts: &Fonts<'_>) {
    let (width, height) = book.paper.points();
    let inside =
        |x: f64, y: f64| (20.0..=width - 20.0).contains(&x) && (20.0..=height - 20.0).contains(&y);
    for page in &book.pages {
        for item in &page.items {
            let (first, last) = match item {
                Item::Area { at, width, height, .. } => {
                    ((at.x, at.y), (at.x + width, at.y + height))
                }
                Item::Disc { middle, radius, .. } => {
                    ((middle.x - radius, middle.y - radius), (middle.x + radius, middle.y + radius))
                }
                Item::Line { from, to, .. } => ((from.x, from.y), (to.x, to.y)),
                Item::Text { at, size, face, text, .. } => {
                    let width = fonts.face(*face).width(text, *size);
                    ((at.x, at.y - size), (at.x + width, at.y))
                }
            };
            assert!(inside(first.0, first.1) && inside(last.0, last.1), "{}: {item:?}", page.label);
        }
    }
}

#[test]
fn puzzles_come_in_pages_and_solutions_after_them() {
    let fonts = Fonts::built_in();
    for (per_page, pages) in
        [(PerPage::One, 7), (PerPage::Two, 4), (PerPage::Four, 2), (PerPage::Six, 2)]
    {
        let style = Style { per_page, title: "Seven".to_owned(), ..Style::default() };
        let book = laid_out(&easy(7), &style, &fonts);
        assert_eq!(book.pages.len(), pages + 1, "{per_page:?}");
        assert_eq!(book.bookmarks[1].page, pages);
        assert!(texts(&book, 0).contains(&"Seven"));
        assert!(texts(&book, pages).contains(&"Solutions"));
        let without = Style { solutions: false, ..style };
        assert_eq!(laid_out(&easy(7), &without, &fonts).pages.len(), pages);
    }
}

#[test]
fn nothing_leaves_the_paper_whatever_the_board_and_the_title() {
    let fonts = Fonts::built_in();
    let shapes = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)];
    let entries: Vec<Printable> = shapes
        .iter()
        .map(|&(rows, columns)| {
            let name = Some("A name that is much too long for the place it has got ".repeat(3));
            Printable { name, rating: Some("ER 11.9".to_owned()), ..nearly_full(rows, columns) }
        })
        .collect();
    for paper in Paper::ALL {
        for per_page in [PerPage::One, PerPage::Six] {
            for title in [String::new(), "Short".to_owned(), "very long words ".repeat(30)] {
                let style = Style { paper, per_page, title, ..Style::default() };
                check_within(&laid_out(&entries, &style, &fonts), &fonts);
            }
        }
    }
}

#[test]
fn boards_of_one_size_are_equally_large_on_every_page() {
    let fonts = Fonts::built_in();
    let style = Style { title: "A title on the first page".to_owned(), ..Style::default() };
    let book = laid_out(&easy(5), &style, &fonts);
    let clue_size = |page: usize| {
        let sizes = book.pages[page].items.iter().filter_map(|item| match item {
            Item::Text { size, face: FaceId::STRONG, text, .. } if text == "5" => Some(*size),
            _ => None,
        });
        sizes.fold(0.0, f64::max)
    };
    assert!(clue_size(0) > 10.0);
    assert_eq!(clue_size(0), clue_size(1));
    assert_eq!(clue_size(0), clue_size(2));
}

#[test]
fn the_same_book_is_the_same_bytes() {
    let fonts = Fonts::built_in();
    let book = || laid_out(&easy(3), &Style::default(), &fonts);
    let bytes = pdf::write(&book(), &fonts, &Halt::never()).unwrap();
    assert_eq!(bytes, pdf::write(&book(), &fonts, &Halt::never()).unwrap());
    for word in [&b"CreationDate"[..], b"ModDate"] {
        assert!(!bytes.windows(word.len()).any(|w| w == word));
    }
    let page = |b: &Book| svg::write(b, &b.pages[0], &fonts);
    assert_eq!(page(&book()), page(&book()));
}

#[test]
fn fonts_are_embedded_and_hold_only_what_is_used() {
    let fonts = Fonts::built_in();
    let bytes =
        pdf::write(&laid_out(&easy(1), &Style::default(), &fonts), &fonts, &Halt::never()).unwrap();
    let count = |word: &str| bytes.windows(word.len()).filter(|w| *w == word.as_bytes()).count();
    assert_eq!(count("/FontFile2"), 2);
    assert!(count("+Inter-SemiBold") > 0 && count("+Inter-Regular") > 0);
    assert!(bytes.len() < 20_000, "{} bytes", bytes.len());
}

#[test]
fn svg_pages_need_no_font_and_are_escaped() {
    let fonts = Fonts::built_in();
    let style = Style { title: "Salt & <Pepper>".to_owned(), ..Style::default() };
    let book = laid_out(&easy(1), &style, &fonts);
    let page = svg::write(&book, &book.pages[0], &fonts);
    assert!(page.contains("Salt &amp; &lt;Pepper&gt;"));
    assert!(!page.contains("<text") && !page.contains("font-family"));
    assert!(page.contains("width=\"210mm\" height=\"297mm\""));
    let uses = page.matches("<use href=\"#g").count();
    // 30 clues, a title of 15 glyphs without its blanks, the number and the page number.
    assert_eq!(uses, 30 + "Salt&<Pepper>".len() + 1 + 1);
}

#[test]
fn the_clues_of_a_solution_stand_out() {
    let fonts = Fonts::built_in();
    let book = laid_out(&easy(1), &Style::default(), &fonts);
    // Captions and page numbers are larger than the digits of a solution.
    let digits = |face: FaceId| {
        let of = |item: &&Item| {
            matches!(item, Item::Text { face: f, size, text, .. }
                if *f == face && text.len() == 1 && *size < 8.2)
        };
        book.pages[1].items.iter().filter(of).count()
    };
    assert_eq!((digits(FaceId::STRONG), digits(FaceId::REGULAR)), (30, 51));
}

#[test]
fn pencil_marks_show_what_the_clues_leave_open_or_everything() {
    let fonts = Fonts::built_in();
    let puzzle: Puzzle = EASY.parse().unwrap();
    let blank = |c: &sudolab_grid::Cell| puzzle.clues().get(*c).is_none();
    let open = puzzle.open_candidates();
    let expected: usize = puzzle.board().cells().filter(blank).map(|c| open[c.index()].len()).sum();
    for (marks, n_marks) in [(Marks::None, 0), (Marks::Candidates, expected), (Marks::All, 459)] {
        let style = Style { marks, solutions: false, per_page: PerPage::One, ..Style::default() };
        let book = laid_out(&easy(1), &style, &fonts);
        // Clues, marks, puzzle number, page number.
        assert_eq!(texts(&book, 0).len(), 30 + n_marks + 2, "{marks:?}");
    }
}

#[test]
fn candidates_that_belong_to_the_puzzle_are_always_printed() {
    let fonts = Fonts::built_in();
    let puzzle: Puzzle = EASY.parse().unwrap();
    let mut stated = vec![puzzle.board().digits(); 81];
    stated[2] = puzzle.open_candidates()[2];
    let n = stated[2].len();
    let sukaku = Puzzle::with_candidates(puzzle.clues().clone(), stated).unwrap();
    let style = Style { solutions: false, ..Style::default() };
    let book = laid_out(&[entry(sukaku)], &style, &fonts);
    assert_eq!(texts(&book, 0).len(), 30 + n + 2);
}

#[test]
fn extra_regions_are_shaded_and_named() {
    let fonts = Fonts::built_in();
    let plain = nearly_full(2, 2);
    let board = plain.puzzle.puzzle().board().clone();
    let region = vec![board.cell(0, 0), board.cell(1, 1)];
    let shaded = board.with_extra(&[region]).unwrap();
    let grid = Grid::from_values(shaded, plain.puzzle.puzzle().clues().values()).unwrap();
    let book = laid_out(&[entry(Puzzle::new(grid))], &Style::default(), &fonts);
    let areas = |page: usize| {
        book.pages[page].items.iter().filter(|i| matches!(i, Item::Area { .. })).count()
    };
    assert_eq!((areas(0), areas(1)), (2, 2));
    assert!(texts(&book, 0).contains(&"with grey regions"));
}

#[test]
fn letters_stand_for_digits_above_nine() {
    let fonts = Fonts::built_in();
    let style = Style { per_page: PerPage::One, solutions: false, ..Style::default() };
    let book = laid_out(&[nearly_full(5, 5)], &style, &fonts);
    let all = texts(&book, 0);
    assert!(all.contains(&"P") && all.contains(&"A") && !all.contains(&"25"));
    assert!(book.notes.is_empty(), "{:?}", book.notes);
}

#[test]
fn symbols_too_small_to_read_are_told() {
    let fonts = Fonts::built_in();
    let style =
        Style { per_page: PerPage::Six, paper: Paper::A5, marks: Marks::All, ..Style::default() };
    let book = laid_out(&[easy(1).remove(0), nearly_full(5, 5)], &style, &fonts);
    assert!(matches!(book.notes[..], [Note::Small { number: 2, points }] if points < 2.9));
}

#[test]
fn characters_no_font_has_are_told_and_replaced() {
    let fonts = Fonts::built_in();
    let named = Printable { name: Some("数独 one".to_owned()), ..easy(1).remove(0) };
    let book = laid_out(&[named], &Style::default(), &fonts);
    assert!(texts(&book, 0).contains(&"?? one"));
    assert_eq!(book.notes, [Note::Missing { characters: "数独".to_owned() }]);
}

#[test]
fn every_puzzle_of_a_mixed_book_has_its_solution() {
    let fonts = Fonts::built_in();
    let mut entries = easy(30);
    entries.insert(3, nearly_full(4, 4));
    entries.push(nearly_full(2, 2));
    let style = Style { first_number: 101, ..Style::default() };
    let book = laid_out(&entries, &style, &fonts);
    let first = book.bookmarks[1].page;
    let all: Vec<&str> = (first..book.pages.len()).flat_map(|p| texts(&book, p)).collect();
    for number in 101..=132 {
        assert!(all.contains(&number.to_string().as_str()), "{number}");
    }
    assert!(book.pages[first].label.starts_with("solutions 101 to "));
    check_within(&book, &fonts);
}

#[test]
fn laying_out_and_writing_end_when_the_time_is_spent() {
    // Each look at the clock takes a second: a book of thirty pages is not done in five.
    let fonts = Fonts::built_in();
    let book = laid_out(&easy(60), &Style::default(), &fonts);
    let clock = HandClock::stepping(Duration::from_secs(1));
    let halt = Halt::never().within(Duration::from_secs(5), &clock);
    assert_eq!(layout::book(&easy(60), &Style::default(), &fonts, &halt), Err(Stop::Time));
    let halt = Halt::never().within(Duration::from_secs(5), &clock);
    assert_eq!(pdf::write(&book, &fonts, &halt), Err(PdfError::Stopped(Stop::Time)));
}

#[test]
fn boards_of_every_shape_can_be_printed_and_numbers_never_run_over() {
    for (rows, columns) in [(4, 6), (6, 4), (1, 9), (2, 3), (3, 12)] {
        let text = format!(".Shape~{rows}x{columns}.NoBoxes");
        let read = sudolab_grid::formats::read_one(&text, &Default::default()).unwrap();
        let puzzle = read.document.to_puzzle();
        let given = puzzle.board().clone();
        // One of its fillings, all given but a cell.
        let mut grid = Grid::empty(given.clone());
        for cell in given.cells().skip(1) {
            let place = given.place(cell).expect("a cell of the grid");
            let digit = (place.0 + place.1) % given.size() + 1;
            grid.set(cell, sudolab_grid::Digit::from_number(digit as u8).unwrap());
        }
        let Ok(proper) = UniquePuzzle::prove(Puzzle::new(grid)) else { continue };
        let style = Style { first_number: usize::MAX, ..Style::default() };
        let fonts = Fonts::built_in();
        let book =
            laid_out(&[Printable::new(proper.clone()), Printable::new(proper)], &style, &fonts);
        assert!(!svg::write(&book, &book.pages[0], &fonts).is_empty());
    }
}
