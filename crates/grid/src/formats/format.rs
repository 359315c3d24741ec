//! The formats by name, and what each can carry.

use super::document::{Document, META_FIELDS};
use super::error::{FormatError, no_place_for};
use super::options::WriteOptions;
use super::{
    acs, boxed, coach, exchange, fpuzzles, hodoku, iss, json_lines, line, opensudoku, pencilmarks,
    regions, scf, scl, sdk, sdx, simple_sudoku, sudokuwiki, sukaku, table,
};
use crate::{Board, Layout};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A text format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// One puzzle per line, a symbol for each cell.
    Line,
    /// The same with zeros and nothing else.
    Sdm,
    /// A drawn grid.
    Grid,
    /// A drawn grid of candidates.
    Pencilmarks,
    /// All candidates in one line, 729 symbols on a 9x9 board.
    Sukaku,
    /// SadMan and SudoCue.
    Sdk,
    /// SudoCue, work in progress.
    Sdx,
    /// Simple Sudoku.
    SimpleSudoku,
    /// A line of HoDoKu's library.
    Hodoku,
    /// OpenSudoku XML.
    OpenSudoku,
    /// A saved game of GNOME Sudoku. Read only.
    Gnome,
    /// f-puzzles: JSON, packed string or link.
    FPuzzles,
    /// SudokuPad's shortest link.
    Scf,
    /// SudokuPad's SCL and CTC: JSON, packed string or link.
    Scl,
    /// SudokuWiki: link with digits or with its S9B string.
    SudokuWiki,
    /// sudoku.coach: link with digits or with its SCv7 string.
    Coach,
    /// A link to Sudoku Exchange.
    Exchange,
    /// The givens of Interactive Sudoku Solver's text.
    Iss,
    /// An older packing of SudokuPad. Read only.
    ClassicPacking,
    /// Instances of the ant-colony benchmark: integers, -1 for a blank.
    Acs,
    /// A table with commas.
    Csv,
    /// A table with tabs.
    Tsv,
    /// Our own JSON, one object per line.
    Json,
}

/// Which boards a format has a place for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// 9x9 with 3x3 boxes only.
    Nine,
    /// Any size; boxes other than the usual ones are not told.
    UsualBoxes,
    /// Any size and any boxes or irregular regions, but no extra regions.
    Regions,
    /// Any board.
    Any,
}

/// What a format does with what is told about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tells {
    /// Nothing is told.
    Nothing,
    /// These fields.
    Fields(&'static [&'static str]),
    /// Everything.
    Everything,
}

/// What a format can carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carries {
    /// Whether a given and a placed digit stay apart.
    pub placed: bool,
    /// Whether candidates can be written.
    pub candidates: bool,
    /// What is told about the puzzle.
    pub meta: Tells,
    /// Whether a file holds many puzzles.
    pub many: bool,
    /// Whether a solution can be written.
    pub solution: bool,
    /// Which boards.
    pub sizes: Sizes,
    /// Whether we write it.
    pub writable: bool,
}

/// Givens of a 9x9 puzzle, one puzzle per file: what every format can do at least.
const GIVENS: Carries = Carries {
    placed: false,
    candidates: false,
    meta: Tells::Nothing,
    many: false,
    solution: false,
    sizes: Sizes::Nine,
    writable: true,
};

const SDK_FIELDS: &[&str] = &["author", "title", "comment", "date", "source", "level", "url"];

impl Format {
    /// Every format.
    pub const ALL: [Format; 23] = [
        Format::Line,
        Format::Sdm,
        Format::Grid,
        Format::Pencilmarks,
        Format::Sukaku,
        Format::Sdk,
        Format::Sdx,
        Format::SimpleSudoku,
        Format::Hodoku,
        Format::OpenSudoku,
        Format::Gnome,
        Format::FPuzzles,
        Format::Scf,
        Format::Scl,
        Format::SudokuWiki,
        Format::Coach,
        Format::Exchange,
        Format::Iss,
        Format::ClassicPacking,
        Format::Acs,
        Format::Csv,
        Format::Tsv,
        Format::Json,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Line => "line",
            Format::Sdm => "sdm",
            Format::Grid => "grid",
            Format::Pencilmarks => "pencilmarks",
            Format::Sukaku => "sukaku",
            Format::Sdk => "sdk",
            Format::Sdx => "sdx",
            Format::SimpleSudoku => "ss",
            Format::Hodoku => "hodoku",
            Format::OpenSudoku => "opensudoku",
            Format::Gnome => "gnome",
            Format::FPuzzles => "fpuzzles",
            Format::Scf => "scf",
            Format::Scl => "scl",
            Format::SudokuWiki => "sudokuwiki",
            Format::Coach => "coach",
            Format::Exchange => "exchange",
            Format::Iss => "iss",
            Format::ClassicPacking => "classic",
            Format::Acs => "acs",
            Format::Csv => "csv",
            Format::Tsv => "tsv",
            Format::Json => "json",
        }
    }

    /// What it is, in a few words.
    pub fn title(self) -> &'static str {
        match self {
            Format::Line => "one puzzle per line, a symbol for each cell",
            Format::Sdm => "one puzzle per line, zeros for blanks",
            Format::Grid => "drawn grid",
            Format::Pencilmarks => "drawn grid of candidates",
            Format::Sukaku => "candidates in one line (729 symbols)",
            Format::Sdk => "SadMan and SudoCue file",
            Format::Sdx => "SudoCue work in progress",
            Format::SimpleSudoku => "Simple Sudoku file",
            Format::Hodoku => "HoDoKu library line",
            Format::OpenSudoku => "OpenSudoku XML",
            Format::Gnome => "GNOME Sudoku saved game",
            Format::FPuzzles => "f-puzzles link",
            Format::Scf => "SudokuPad link (scf)",
            Format::Scl => "SudokuPad link (scl, ctc)",
            Format::SudokuWiki => "SudokuWiki link",
            Format::Coach => "sudoku.coach link",
            Format::Exchange => "Sudoku Exchange link",
            Format::Iss => "Interactive Sudoku Solver text",
            Format::ClassicPacking => "SudokuPad's older classic packing",
            Format::Acs => "ant-colony benchmark instance",
            Format::Csv => "table with commas",
            Format::Tsv => "table with tabs",
            Format::Json => "Sudolab JSON, one object per line",
        }
    }

    /// The extensions of its files, without the dot; the first is the usual one.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Sdm => &["sdm"],
            Format::Sdk => &["sdk"],
            Format::Sdx => &["sdx"],
            Format::SimpleSudoku => &["ss"],
            Format::OpenSudoku => &["opensudoku"],
            Format::Csv => &["csv"],
            Format::Tsv => &["tsv"],
            Format::Json => &["jsonl", "ndjson"],
            _ => &[],
        }
    }

    /// The format of a file name, when its extension is one of ours.
    pub fn of_extension(file: &str) -> Option<Format> {
        let (_, extension) = file.rsplit_once('.')?;
        let extension = extension.to_ascii_lowercase();
        Format::ALL.into_iter().find(|f| f.extensions().contains(&extension.as_str()))
    }

    /// Whether one puzzle fills a file, so that several written one after the other could not be
    /// read again.
    pub fn fills_file(self) -> bool {
        matches!(self, Format::Sdk | Format::Sdx | Format::SimpleSudoku | Format::Acs)
    }

    /// What it can carry.
    pub fn carries(self) -> Carries {
        let usual = Carries { sizes: Sizes::UsualBoxes, ..GIVENS };
        match self {
            Format::Line => Carries { meta: Tells::Fields(&["tail"]), many: true, ..usual },
            Format::Sdm | Format::Grid => Carries { many: true, ..usual },
            Format::Pencilmarks | Format::Sukaku => {
                Carries { candidates: true, many: true, ..usual }
            }
            Format::Sdk => Carries { meta: Tells::Fields(SDK_FIELDS), ..GIVENS },
            Format::Sdx | Format::SimpleSudoku => {
                Carries { placed: true, candidates: true, ..GIVENS }
            }
            Format::Hodoku => Carries {
                placed: true,
                candidates: true,
                many: true,
                meta: Tells::Fields(&hodoku::FIELDS),
                ..GIVENS
            },
            Format::OpenSudoku => Carries {
                placed: true,
                candidates: true,
                many: true,
                meta: Tells::Fields(&opensudoku::FIELDS),
                ..GIVENS
            },
            Format::Gnome => Carries { placed: true, candidates: true, writable: false, ..GIVENS },
            Format::FPuzzles => Carries {
                placed: true,
                candidates: true,
                meta: Tells::Fields(&["title", "author"]),
                sizes: Sizes::Regions,
                ..GIVENS
            },
            Format::Scf => Carries { meta: Tells::Fields(&["title", "author"]), ..GIVENS },
            Format::Scl => Carries {
                candidates: true,
                meta: Tells::Fields(&["title", "author"]),
                solution: true,
                sizes: Sizes::Regions,
                ..GIVENS
            },
            Format::SudokuWiki | Format::Coach => {
                Carries { placed: true, candidates: true, ..GIVENS }
            }
            Format::Exchange => GIVENS,
            Format::Iss | Format::Acs => usual,
            Format::ClassicPacking => Carries { writable: false, ..GIVENS },
            Format::Csv | Format::Tsv | Format::Json => Carries {
                placed: true,
                candidates: true,
                meta: Tells::Everything,
                many: true,
                solution: true,
                sizes: Sizes::Any,
                writable: true,
            },
        }
    }

    /// Writes one document. The text ends with a line break. Tables and XML come with their head
    /// and foot; to write many documents use [`Writer`](super::Writer).
    ///
    /// What the format cannot carry is dropped and listed, or refused when the options are strict.
    pub fn write(
        self,
        document: &Document,
        options: &WriteOptions,
    ) -> Result<Written, FormatError> {
        let mut losses = Losses::default();
        let mut text = self.head(options);
        self.write_record(document, options, &mut text, &mut losses)?;
        text.push_str(self.foot());
        Ok(Written { text, losses })
    }

    /// What stands before the first record.
    pub(crate) fn head(self, options: &WriteOptions) -> String {
        match self {
            Format::Csv => table::head(',', options),
            Format::Tsv => table::head('\t', options),
            Format::OpenSudoku => opensudoku::HEAD.to_owned(),
            _ => String::new(),
        }
    }

    /// What stands between two records.
    pub(crate) fn between(self) -> &'static str {
        match self {
            Format::Grid | Format::Pencilmarks | Format::Sdx | Format::SimpleSudoku => "\n",
            _ => "",
        }
    }

    /// What stands after the last record.
    pub(crate) fn foot(self) -> &'static str {
        if self == Format::OpenSudoku { opensudoku::FOOT } else { "" }
    }

    pub(crate) fn write_record(
        self,
        document: &Document,
        options: &WriteOptions,
        out: &mut String,
        losses: &mut Losses,
    ) -> Result<(), FormatError> {
        let lost = self.losses(document, options)?;
        if options.strict
            && let Some((&(format, what), &count)) = lost.counts.first_key_value()
        {
            let note = Loss { format, what, count }.to_string();
            return Err(super::error::unsupported(format!("--strict: {note}"))
                .hint("choose a format that can store it, such as json"));
        }
        let write = match self {
            Format::Line => line::write,
            Format::Sdm => line::write_sdm,
            Format::Grid => boxed::write,
            Format::Pencilmarks => pencilmarks::write,
            Format::Sukaku => sukaku::write,
            Format::Sdk => sdk::write,
            Format::Sdx => sdx::write,
            Format::SimpleSudoku => simple_sudoku::write,
            Format::Hodoku => hodoku::write,
            Format::OpenSudoku => opensudoku::write,
            Format::FPuzzles => fpuzzles::write,
            Format::Scf => scf::write,
            Format::Scl => scl::write,
            Format::SudokuWiki => sudokuwiki::write,
            Format::Coach => coach::write,
            Format::Exchange => exchange::write,
            Format::Iss => iss::write,
            Format::Acs => acs::write,
            Format::Csv => table::write_csv,
            Format::Tsv => table::write_tsv,
            Format::Json => json_lines::write,
            Format::Gnome | Format::ClassicPacking => {
                return Err(super::error::unsupported(format!("{self} can only be read"))
                    .hint("choose another format to write"));
            }
        };
        write(document, options, out)?;
        losses.absorb(lost);
        Ok(())
    }

    /// What writing a document in this format drops; an error when the board itself has no place.
    pub fn losses(
        self,
        document: &Document,
        options: &WriteOptions,
    ) -> Result<Losses, FormatError> {
        let can = self.carries();
        let mut losses = Losses::default();
        let board = document.board();
        match can.sizes {
            Sizes::Nine if board.size() != 9 => return Err(no_place_for(self, board)),
            Sizes::Nine | Sizes::UsualBoxes if !has_usual_boxes(board) => {
                losses.add(self, Lost::Regions, 1);
            }
            Sizes::Regions if !has_usual_boxes(board) && !regions::can_be_listed(board) => {
                losses.add(self, Lost::Regions, 1);
            }
            _ => {}
        }
        if self == Format::Acs && !is_square(board.size()) {
            return Err(no_place_for(self, board));
        }
        let columns = match self {
            Format::Csv | Format::Tsv => Some(table::columns(options)),
            _ => None,
        };
        let hidden = |column: &str| columns.as_ref().is_some_and(|all| !all.contains(&column));
        let untold = |column: &str| hidden(column) && hidden("extra");
        // A row that does not tell its board would be read as another puzzle.
        if columns.is_some() && board.extra_regions().next().is_some() {
            return Err(no_place_for(self, board));
        }
        let shape = if matches!(board.layout(), Layout::Regions(_)) { "regions" } else { "box" };
        if hidden(shape) && !has_usual_boxes(board) {
            let what = format!("{self} without the column {shape} cannot store a board of {board}");
            return Err(super::error::unsupported(what)
                .hint(format!("add it: --columns puzzle,{shape}; or choose json")));
        }
        let notes = self != Format::OpenSudoku || options.with_notes;
        if !can.placed || !notes || hidden("values") {
            losses.add(self, Lost::Placed, document.n_placed());
        }
        if !can.candidates || !notes || hidden("candidates") {
            losses.add(self, Lost::Candidates, document.n_candidates());
        }
        if self == Format::Sdx && document.candidates().is_some() {
            losses.add(self, Lost::NakedSingles, sdx::unclear_singles(document));
        }
        if !can.solution || hidden("solution") {
            losses.add(self, Lost::Solution, usize::from(document.solution.is_some()));
        }
        let kept = |name: &str| match can.meta {
            Tells::Nothing => false,
            Tells::Fields(fields) => {
                fields.contains(&name) || (self == Format::Sdk && sdk::is_extra_letter(name))
            }
            Tells::Everything if META_FIELDS.contains(&name) => !hidden(name),
            Tells::Everything => !untold(name),
        };
        let dropped = document.meta.names().filter(|name| !kept(name)).count();
        let told = can.meta == Tells::Everything && !hidden("extra");
        let other = if told { 0 } else { document.other.len() };
        losses.add(self, Lost::Metadata, dropped + other);
        Ok(losses)
    }
}

fn is_square(n: usize) -> bool {
    n.isqrt() * n.isqrt() == n
}

/// Whether a reader that only knows the size would think of the same board.
pub(crate) fn has_usual_boxes(board: &Board) -> bool {
    let usual = match board.layout() {
        Layout::Boxes { rows, columns } => {
            let (r, c) = (usize::from(*rows), usize::from(*columns));
            let better = (r + 1..=board.size()).take_while(|k| k * k <= board.size());
            r <= c && r > 1 && better.into_iter().all(|k| !board.size().is_multiple_of(k))
        }
        Layout::Regions(_) => false,
        Layout::Latin => {
            let sides = (2..board.size()).take_while(|k| k * k <= board.size());
            sides.into_iter().all(|k| !board.size().is_multiple_of(k))
        }
    };
    usual && board.extra_regions().next().is_none()
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.extensions().first() {
            Some(extension) => write!(f, ".{extension}"),
            None => f.write_str(self.name()),
        }
    }
}

impl FromStr for Format {
    type Err = String;

    /// By name, extension or another name it goes by.
    fn from_str(text: &str) -> Result<Format, String> {
        let name = text.trim().trim_start_matches('.').to_ascii_lowercase();
        let other = match name.as_str() {
            "lines" | "txt" | "81" => Some(Format::Line),
            "pencilmark" | "pm" => Some(Format::Pencilmarks),
            "729" => Some(Format::Sukaku),
            "f-puzzles" | "fpuz" => Some(Format::FPuzzles),
            "ctc" | "sudokupad" => Some(Format::Scl),
            "s9b" => Some(Format::SudokuWiki),
            "sudoku.coach" => Some(Format::Coach),
            "jsonlines" => Some(Format::Json),
            _ => None,
        };
        let named = |f: &Format| f.name() == name || f.extensions().contains(&name.as_str());
        other.or_else(|| Format::ALL.into_iter().find(named)).ok_or_else(|| {
            let names: Vec<&str> = Format::ALL.iter().map(|f| f.name()).collect();
            format!("{text:?} is not a format; use one of {}", names.join(", "))
        })
    }
}

/// A written document and what it lost on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text, ending with a line break.
    pub text: String,
    /// What was dropped.
    pub losses: Losses,
}

/// A kind of thing a format cannot store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lost {
    /// Digits placed since the givens.
    Placed,
    /// Stated candidates.
    Candidates,
    /// The difference between a given and a cell with one candidate left.
    NakedSingles,
    /// Boxes other than the usual ones, irregular regions, extra regions.
    Regions,
    /// The solution.
    Solution,
    /// What is told about the puzzle.
    Metadata,
}

/// So many things of a kind dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The format that cannot store them.
    pub format: Format,
    /// What they are.
    pub what: Lost,
    /// How many.
    pub count: usize,
}

impl fmt::Display for Loss {
    /// `.sdm cannot store candidates; 212 candidates dropped`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = if self.count == 1 { "" } else { "s" };
        let (format, count) = (self.format, self.count);
        match self.what {
            Lost::Placed => {
                write!(f, "{format} cannot store placed digits; {count} placed digit{s} dropped")
            }
            Lost::Candidates => {
                write!(f, "{format} cannot store candidates; {count} candidate{s} dropped")
            }
            Lost::NakedSingles => write!(
                f,
                "{format} cannot tell a cell with one candidate from a given; {count} cell{s} unclear"
            ),
            Lost::Regions => write!(
                f,
                "{format} cannot store the shape of boxes or regions; dropped for {count} puzzle{s}"
            ),
            Lost::Solution => {
                write!(f, "{format} cannot store solutions; {count} solution{s} dropped")
            }
            Lost::Metadata => {
                write!(f, "{format} cannot store all metadata; {count} field{s} dropped")
            }
        }
    }
}

/// Everything dropped, summed up so that each kind is told once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Losses {
    counts: BTreeMap<(Format, Lost), usize>,
}

impl Losses {
    fn add(&mut self, format: Format, what: Lost, count: usize) {
        if count > 0 {
            *self.counts.entry((format, what)).or_default() += count;
        }
    }

    /// Adds the losses of another text.
    pub fn absorb(&mut self, other: Losses) {
        other.counts.into_iter().for_each(|((format, what), n)| self.add(format, what, n));
    }

    /// Whether nothing was dropped.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Each kind once, with its sum.
    pub fn iter(&self) -> impl Iterator<Item = Loss> + '_ {
        self.counts.iter().map(|(&(format, what), &count)| Loss { format, what, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_extensions_find_their_format() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            for extension in format.extensions() {
                assert_eq!(extension.parse(), Ok(format));
                assert_eq!(Format::of_extension(&format!("a.b.{extension}")), Some(format));
            }
        }
        assert!("nonsense".parse::<Format>().unwrap_err().contains("use one of line, sdm"));
        assert_eq!(Format::of_extension("puzzles.txt"), None);
    }

    #[test]
    fn a_loss_is_told_with_its_number() {
        let loss = Loss { format: Format::Sdm, what: Lost::Candidates, count: 212 };
        assert_eq!(loss.to_string(), ".sdm cannot store candidates; 212 candidates dropped");
    }

    #[test]
    fn usual_boxes_are_those_of_the_size() {
        for size in 2..=25 {
            assert!(has_usual_boxes(&Board::of_size(size).unwrap()), "{size}");
        }
        assert!(!has_usual_boxes(&Board::boxes(3, 2).unwrap()));
        assert!(!has_usual_boxes(&Board::boxes(2, 6).unwrap()));
        assert!(!has_usual_boxes(&Board::latin(9).unwrap()));
    }
}
