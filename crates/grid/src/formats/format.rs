//! The list of formats: one line for each.
//!
//! What is known of a format stands in its [`Entry`], in the file of its reader. Nothing else
//! lists formats.

use super::carries::Carries;
use super::document::Document;
use super::entry::Entry;
use super::error::FormatError;
use super::losses::{Loss, Losses, Written};
use super::options::WriteOptions;
use super::{
    acs, boxed, classic_packing, coach, exchange, fpuzzles, gnome, hodoku, iss, json_lines, killer,
    line, opensudoku, pencilmarks, scf, scl, sdk, sdx, simple_sudoku, sudokuwiki, sukaku, table,
};
use crate::module::PLAIN;
use std::fmt;
use std::str::FromStr;

/// A format that another module of the page knows.
static ELSEWHERE: Entry = Entry::new("elsewhere", "", Carries::GIVENS);

macro_rules! list {
    ($( $(#[$doc:meta])* $variant:ident = $file:ident::$entry:ident; )*) => {
        /// A text format of the list, or one of your own.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Format {
            $( $(#[$doc])* $variant, )*
            /// One that is not of the list; see [`ReadOptions::own`](super::ReadOptions::own).
            Own(&'static Entry),
        }

        impl Format {
            /// Every format of the list.
            pub const ALL: [Format; [$( Format::$variant ),*].len()] = [$( Format::$variant ),*];

            /// All that is known of it.
            pub const fn entry(self) -> &'static Entry {
                if PLAIN {
                    return match self {
                        Format::Line => &line::FORMAT,
                        Format::Json => &json_lines::FORMAT,
                        Format::Own(entry) => entry,
                        _ => &ELSEWHERE,
                    };
                }
                match self {
                    $( Format::$variant => &$file::$entry, )*
                    Format::Own(entry) => entry,
                }
            }
        }
    };
}

list! {
    /// One puzzle per line, a symbol for each cell.
    Line = line::FORMAT;
    /// The same with zeros and nothing else.
    Sdm = line::SDM;
    /// A drawn grid.
    Grid = boxed::FORMAT;
    /// A drawn grid of candidates.
    Pencilmarks = pencilmarks::FORMAT;
    /// All candidates in one line, 729 symbols on a 9x9 board.
    Sukaku = sukaku::FORMAT;
    /// SadMan and SudoCue.
    Sdk = sdk::FORMAT;
    /// SudoCue, work in progress.
    Sdx = sdx::FORMAT;
    /// Simple Sudoku.
    SimpleSudoku = simple_sudoku::FORMAT;
    /// A line of HoDoKu's library.
    Hodoku = hodoku::FORMAT;
    /// OpenSudoku XML.
    OpenSudoku = opensudoku::FORMAT;
    /// A saved game of GNOME Sudoku. Read only.
    Gnome = gnome::FORMAT;
    /// f-puzzles: JSON, packed string or link.
    FPuzzles = fpuzzles::FORMAT;
    /// SudokuPad's shortest link.
    Scf = scf::FORMAT;
    /// SudokuPad's SCL and CTC: JSON, packed string or link.
    Scl = scl::FORMAT;
    /// SudokuWiki: link with digits or with its S9B string.
    SudokuWiki = sudokuwiki::FORMAT;
    /// sudoku.coach: link with digits or with its SCv7 string.
    Coach = coach::FORMAT;
    /// A link to Sudoku Exchange.
    Exchange = exchange::FORMAT;
    /// The text of Interactive Sudoku Solver.
    Iss = iss::FORMAT;
    /// A killer in one line, as SumoCue writes it.
    SumoCue = killer::FORMAT;
    /// An older packing of SudokuPad. Read only.
    ClassicPacking = classic_packing::FORMAT;
    /// Instances of the ant-colony benchmark: integers, -1 for a blank.
    Acs = acs::FORMAT;
    /// A table with commas.
    Csv = table::CSV;
    /// A table with tabs.
    Tsv = table::TSV;
    /// Our own JSON, one object per line.
    Json = json_lines::FORMAT;
}

impl Format {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// What it is, in a few words.
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// The extensions of its files, without the dot; the first is the usual one.
    pub fn extensions(self) -> &'static [&'static str] {
        self.entry().extensions
    }

    /// The format of a file name, when its extension is one of ours.
    pub fn of_extension(file: &str) -> Option<Format> {
        Format::of_file(file, &[])
    }

    /// The format of a file name, when its extension is one of these entries' or of the list's.
    pub(crate) fn of_file(file: &str, own: &[&'static Entry]) -> Option<Format> {
        let (_, extension) = file.rsplit_once('.')?;
        let extension = extension.to_ascii_lowercase();
        let own = own.iter().map(|entry| Format::Own(entry));
        own.chain(Format::ALL).find(|f| f.extensions().contains(&extension.as_str()))
    }

    /// Whether one puzzle fills a file, so that several written one after the other could not be
    /// read again.
    pub fn fills_file(self) -> bool {
        self.entry().frame.fills_file
    }

    /// What it can carry.
    pub fn carries(self) -> Carries {
        self.entry().carries
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
        let frame = &self.entry().frame;
        let mut text = (frame.head)(options);
        self.write_record(document, options, &mut text, &mut losses)?;
        text.push_str(frame.foot);
        Ok(Written { text, losses })
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
            && let Some(first) = lost.iter().next()
        {
            let note = Loss::to_string(&first);
            return Err(super::error::unsupported(format!("--strict: {note}"))
                .hint("choose a format that can store it, such as json"));
        }
        let Some(write) = self.entry().write else {
            return Err(super::error::unsupported(format!("{self} can only be read"))
                .hint("choose another format to write"));
        };
        write(document, options, out)?;
        losses.absorb(lost);
        Ok(())
    }
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
        Format::ALL.into_iter().find(|f| f.entry().is_called(&name)).ok_or_else(|| {
            let names: Vec<&str> = Format::ALL.iter().map(|f| f.name()).collect();
            format!("{text:?} is not a format; use one of {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_and_extensions_find_their_format() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            for extension in format.extensions() {
                assert_eq!(extension.parse(), Ok(format));
                assert_eq!(Format::of_extension(&format!("a.b.{extension}")), Some(format));
            }
            for name in format.entry().other_names {
                assert_eq!(name.parse(), Ok(format));
            }
        }
        assert!("nonsense".parse::<Format>().unwrap_err().contains("use one of line, sdm"));
        assert_eq!(Format::of_extension("puzzles.txt"), None);
    }

    #[test]
    fn no_two_formats_go_by_the_same_name() {
        let mut names = HashSet::new();
        for format in Format::ALL {
            let entry = format.entry();
            let mut own: Vec<&str> = [entry.extensions, entry.other_names].concat();
            own.retain(|name| *name != entry.name);
            own.push(entry.name);
            for name in own {
                assert!(names.insert(name), "{name} twice");
            }
        }
    }
}
