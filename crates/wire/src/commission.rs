//! From the words of an order to the commission they mean.

use crate::error::{Error, ErrorCode};
use crate::request::GenerateRequest;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use sudolab::workshop::{KNOWN_ER, random_jigsaw};
use sudolab::{
    Board, Cell, CellSet, Commission, ExactSolver, Halt, Judge, Stop, Variant, registry,
};
use sudolab_grid::formats::BoxShape;
use sudolab_grid::random::Random;
use sudolab_grid::{Grid, Layout};
use sudolab_logic::rating::Tenths;
use sudolab_logic::rating::hodoku::Level;
use sudolab_logic::rating::word::Word;
use sudolab_logic::technique::Technique;

/// The variant that is a board and not a rule: regions drawn at random.
const JIGSAW: &str = "jigsaw";

/// Random regions are drawn up to this size.
const LARGEST_JIGSAW: usize = 12;

impl GenerateRequest {
    /// The commission that is meant, checked as far as it can be beforehand. Drawing random regions
    /// may take long, which the halt ends.
    ///
    /// # Errors
    /// What cannot be meant, or cannot be met by any puzzle, with what would help.
    pub fn commission(&self, halt: &Halt<'_>) -> Result<Commission, Error> {
        let board = self.board(halt)?;
        let mut commission =
            Commission::new().count(self.count).seed(self.seed).resume_at(self.skip);
        let order = &mut commission.order;
        order.clues = field("clues", self.clues.as_deref().map(|t| clue_range(t, &board)))?;
        order.pattern = field("pattern", self.pattern.as_deref().map(|t| pattern(t, &board)))?;
        order.board = board;
        order.variants = self.variants()?;
        order.n_rules =
            field("n_rules", self.n_rules.as_deref().map(|t| range(t, 0..=usize::MAX)))?;
        order.effort = field("effort", self.effort.as_deref().map(|t| range(t, 0..=u32::MAX)))?;
        order.minimal = self.minimal;
        order.symmetry =
            field("symmetry", self.symmetry.as_deref().map(str::parse))?.unwrap_or(order.symmetry);
        order.method =
            field("method", self.method.as_deref().map(str::parse))?.unwrap_or(order.method);
        order.er = self.rating()?;
        order.level = field("level", self.level.as_deref().map(level))?;
        order.technique = field("technique", self.technique.as_deref().map(technique))?;
        order.decider = self.judge()?;
        commission.check().map_err(|e| Error::new(ErrorCode::Usage, e.to_string()))?;
        Ok(commission)
    }

    /// The rules beyond the houses, each once, in the order of the list of variants: so the order of
    /// the words changes nothing.
    fn variants(&self) -> Result<Vec<Variant>, Error> {
        let words = self.variants.iter().filter(|word| *word != JIGSAW);
        let variant = |word: &String| {
            let known: Result<Variant, String> = word.parse();
            known.map_err(|e| {
                Error::new(ErrorCode::Usage, format!("{e}, {JIGSAW}")).in_field("variants")
            })
        };
        let mut variants = words.map(variant).collect::<Result<Vec<Variant>, Error>>()?;
        variants.sort_unstable();
        variants.dedup();
        Ok(variants)
    }

    /// The algorithm that decides, with its settings.
    fn judge(&self) -> Result<Option<Judge>, Error> {
        let Some(id) = &self.algorithm else { return Ok(None) };
        let usage = |text: String| Error::new(ErrorCode::Usage, text).in_field("algorithm");
        let algorithm = registry::find(id).map_err(|e| usage(e.to_string()))?;
        let mut judge = Judge::new(algorithm);
        for (name, value) in &self.set {
            judge.settings.set(name, value).map_err(|e| usage(format!("{id}: {e}")))?;
        }
        // Values that do not go together are told now, not by the first attempt.
        (algorithm.build)(&judge.settings).map_err(|e| usage(format!("{id}: {e}")))?;
        Ok(Some(judge))
    }

    fn board(&self, halt: &Halt<'_>) -> Result<Arc<Board>, Error> {
        let jigsaw = self.variants.iter().any(|word| word == JIGSAW);
        let clash = match (self.regions.as_deref(), self.r#box.as_deref()) {
            (Some(map), _) if map != "random" => Some("regions"),
            (_, Some(_)) => Some("box"),
            _ => None,
        };
        if let Some(other) = clash.filter(|_| jigsaw) {
            let text = format!("{JIGSAW} draws the regions of the board; leave out --{other}");
            return Err(Error::new(ErrorCode::Usage, text).in_field("variants"));
        }
        match (self.regions.as_deref(), self.r#box.as_deref()) {
            _ if jigsaw => self.random_board(halt),
            (Some("random"), _) => self.random_board(halt),
            (Some(map), _) => {
                let board = field("regions", Some(region_map(map)))?;
                let board = board.unwrap_or_else(Board::classic);
                match self.size {
                    Some(size) if size != board.size() => Err(Error::new(
                        ErrorCode::Usage,
                        format!(
                            "the map of regions is for a board of size {}; leave the size away",
                            board.size()
                        ),
                    )
                    .in_field("regions")),
                    _ => Ok(board),
                }
            }
            (None, Some(shape)) => {
                let usage = |text: String| Error::new(ErrorCode::Usage, text).in_field("box");
                let shape: BoxShape = shape.parse().map_err(usage)?;
                let size = match (self.size, shape) {
                    (Some(size), _) => size,
                    (None, BoxShape::Boxes { rows, columns }) => {
                        usize::from(rows) * usize::from(columns)
                    }
                    (None, _) => 9,
                };
                shape.board(size).map_err(|e| usage(e.to_string()))
            }
            (None, None) => {
                let size = self.size.unwrap_or(9);
                let usage = |text: String| Error::new(ErrorCode::Usage, text).in_field("size");
                let board = Board::of_size(size).map_err(|e| usage(e.to_string()))?;
                match board.layout() {
                    Layout::Latin => Err(usage(format!(
                        "a board of size {size} has no boxes; give its regions with --regions FILE, have them drawn with --regions random, or use --box none for a Latin square"
                    ))),
                    _ => Ok(board),
                }
            }
        }
    }

    fn random_board(&self, halt: &Halt<'_>) -> Result<Arc<Board>, Error> {
        let size = self.size.unwrap_or(9);
        if size > LARGEST_JIGSAW {
            return Err(Error::new(
                ErrorCode::Usage,
                format!(
                    "random regions are drawn up to size {LARGEST_JIGSAW}; beyond that few maps have a grid: give one with --regions FILE"
                ),
            )
            .in_field("size"));
        }
        let mut random = Random::for_run(self.seed, "regions", "", size as u64);
        let drawn = random_jigsaw(&mut ExactSolver::new(), size, &mut random, halt);
        drawn.map_err(|stop| {
            let code =
                if stop == Stop::Cancelled { ErrorCode::Cancelled } else { ErrorCode::TimeLimit };
            Error::new(code, "no regions were found in time that have a grid")
                .remedy("allow more --time-limit")
        })
    }

    /// The range of ratings: what is asked for by number and by word.
    fn rating(&self) -> Result<Option<RangeInclusive<Tenths>>, Error> {
        let by_number = field("er", self.er.as_deref().map(rating_range))?;
        let Some(name) = &self.word else { return Ok(by_number) };
        let usage = |text: String| Error::new(ErrorCode::Usage, text).in_field("word");
        let word = Word::from_word(name).ok_or_else(|| {
            let words: Vec<String> = Word::ALL.iter().map(Word::to_string).collect();
            usage(format!("{name:?} is no word for a rating; use one of {}", words.join(", ")))
        })?;
        let by_word = word.lowest().max(*KNOWN_ER.start())..=word.highest().min(*KNOWN_ER.end());
        let Some(er) = by_number else { return Ok(Some(by_word)) };
        let both = *er.start().max(by_word.start())..=*er.end().min(by_word.end());
        if both.is_empty() {
            return Err(usage(format!(
                "{name} means a rating of {} to {}, which clashes with --er",
                by_word.start(),
                by_word.end()
            )));
        }
        Ok(Some(both))
    }
}

/// A value of a field, with the field in its error.
fn field<T>(name: &str, value: Option<Result<T, String>>) -> Result<Option<T>, Error> {
    value.transpose().map_err(|text| Error::new(ErrorCode::Usage, text).in_field(name))
}

/// HoDoKu's level.
fn level(name: &str) -> Result<Level, String> {
    Level::from_name(name).ok_or_else(|| {
        let remedy = match Word::from_word(name) {
            Some(word) => format!("; for a word that follows from ER, write --word {word}"),
            None => String::new(),
        };
        format!("{name:?} is no level; use easy, medium, hard, unfair or extreme{remedy}")
    })
}

fn technique(id: &str) -> Result<Technique, String> {
    let technique = Technique::from_id(id)
        .ok_or_else(|| format!("there is no technique {id:?}; 'sudolab techniques' lists all"))?;
    match technique.entry().elsewhere {
        false => Ok(technique),
        true => Err(format!(
            "{id} is found on other boards and in puzzles with rules alone; say how hard these shall be \
             with --effort"
        )),
    }
}

fn symbols(text: &str) -> Vec<char> {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn pattern(text: &str, board: &Arc<Board>) -> Result<CellSet, String> {
    let symbols = symbols(text);
    if symbols.len() != board.n_cells() {
        return Err(format!(
            "the pattern has {} cells; one for this board has {}: '.' or '0' for blank, anything else for a clue",
            symbols.len(),
            board.n_cells()
        ));
    }
    let blank = |symbol: &char| matches!(symbol, '.' | '0' | '_' | '-');
    let cells = Grid::empty(board.clone()).blanks().collect::<Vec<Cell>>();
    let filled = cells.into_iter().zip(&symbols).filter(|(_, symbol)| !blank(symbol));
    Ok(filled.map(|(cell, _)| cell).collect())
}

fn region_map(text: &str) -> Result<Arc<Board>, String> {
    let symbols = symbols(text);
    let mut known: Vec<char> = symbols.clone();
    known.sort_unstable();
    known.dedup();
    let number = |c: &char| known.binary_search(c).unwrap_or_default().min(255) as u8;
    let map: Vec<u8> = symbols.iter().map(number).collect();
    Board::irregular(&map).map_err(|e| {
        format!(
            "{e}; a map of regions has one symbol for each cell, equal symbols for the cells of one region"
        )
    })
}

/// Reads `a..b`, both ends included, `a..`, `..b`, or one value for both.
fn range<T: FromStr + Clone>(
    text: &str,
    all: RangeInclusive<T>,
) -> Result<RangeInclusive<T>, String> {
    let bad = || format!("{text:?} is no range; write it like 24..28, 24.. or 24");
    let value = |part: &str, open: &T| match part.trim().trim_start_matches('=') {
        "" => Ok(open.clone()),
        part => part.parse::<T>().map_err(|_| bad()),
    };
    match text.split_once("..") {
        Some((from, to)) if from.trim().is_empty() && to.trim().is_empty() => Err(bad()),
        Some((from, to)) => Ok(value(from, all.start())?..=value(to, all.end())?),
        None => {
            let one = text.trim().parse::<T>().map_err(|_| bad())?;
            Ok(one.clone()..=one)
        }
    }
}

fn clue_range(text: &str, board: &Board) -> Result<RangeInclusive<usize>, String> {
    range(text, 0..=board.n_cells())
}

fn rating_range(text: &str) -> Result<RangeInclusive<Tenths>, String> {
    let open = f64::from(KNOWN_ER.start().0) / 10.0..=f64::from(KNOWN_ER.end().0) / 10.0;
    let range = range::<f64>(text, open)?;
    let tenths = |v: f64| {
        let fits = (0.0..=20.0).contains(&v);
        fits.then(|| Tenths((v * 10.0).round() as u16))
            .ok_or("ratings lie between 1.0 and 12.0".to_owned())
    };
    Ok(tenths(*range.start())?..=tenths(*range.end())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_may_be_open() {
        let board = Board::classic();
        let check = |text: &str, expected: Option<RangeInclusive<usize>>| {
            assert_eq!(clue_range(text, &board).ok(), expected, "{text}");
        };
        check("24..28", Some(24..=28));
        check("24..=28", Some(24..=28));
        check("24", Some(24..=24));
        check("28..", Some(28..=81));
        check("..30", Some(0..=30));
        check("..", None);
        check("many", None);
        assert_eq!(rating_range("8.5.."), Ok(Tenths(85)..=Tenths(119)));
        assert!(rating_range("7..30").is_err());
    }

    #[test]
    fn what_cannot_be_meant_names_its_field() {
        let check = |request: GenerateRequest, expected: &str| {
            let error = request.commission(&Halt::never()).expect_err("it cannot be meant");
            assert_eq!(error.place.and_then(|p| p.field).as_deref(), Some(expected));
        };
        let blank = GenerateRequest::default;
        check(GenerateRequest { clues: Some("many".into()), ..blank() }, "clues");
        check(GenerateRequest { level: Some("fiendish".into()), ..blank() }, "level");
        check(GenerateRequest { algorithm: Some("magic".into()), ..blank() }, "algorithm");
        check(GenerateRequest { size: Some(7), ..blank() }, "size");
        let of = |word: &str| vec![word.to_owned()];
        check(GenerateRequest { variants: of("chess"), ..blank() }, "variants");
        let shape = Some("3x3".to_owned());
        check(GenerateRequest { variants: of("jigsaw"), r#box: shape, ..blank() }, "variants");
        assert!(blank().commission(&Halt::never()).is_ok());
    }
}
