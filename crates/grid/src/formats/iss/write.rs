//! Puzzles as constraints.
//!
//! A rule that the text has a name for is written by that name. Any other is written by what it
//! demands: tables of pairs, weighted sums, automata, counts. Such a text means the same puzzle.

use super::{Format, name_of_cell, nfa, shape, tree};
use crate::formats::document::Document;
use crate::formats::error::{FormatError, no_place_for, unsupported};
use crate::formats::options::{ReadOptions, WriteOptions};
use crate::formats::span::Span;
use crate::rule::{Demand, Lowering, Parts, Rule, Signs};
use crate::{Board, Cell, DigitSet, Layout};

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    let board = document.board();
    let holes = (0..board.rows())
        .any(|row| (0..board.columns()).any(|column| board.cell_at(row, column).is_none()));
    let values_fit = matches!(board.first_value(), 0 | 1) && board.size() <= 16;
    if board.rows().max(board.columns()) > 16 || !values_fit || holes {
        return Err(no_place_for(Format::Iss, board));
    }
    let empty = document.givens().n_filled() == 0;
    let head = head(board);
    let plain = head.is_empty() && document.rules().is_empty();
    out.push_str(if plain && empty { ".Shape~9x9" } else { &head });
    for rule in document.rules() {
        constraint(rule, board, head.contains(RAW), out)?;
    }
    if !empty {
        out.push('.');
    }
    for (cell, digit) in document.givens().filled() {
        out.push_str(&format!("~{}", given_text(board, cell, DigitSet::only(digit))));
    }
    out.push('\n');
    Ok(())
}

/// The mark of a grid without houses of its own. Clues outside the grid and moves of chess have no names
/// on it.
const RAW: &str = "~Raw";

fn given_text(board: &Board, cell: Cell, digits: DigitSet) -> String {
    let values: String = digits.iter().map(|digit| format!("_{}", board.value(digit))).collect();
    format!("{}{values}", name_of_cell(board, cell))
}

/// What says the board. Where no few words do, every house is told as cells that differ.
fn head(board: &Board) -> String {
    let (rows, columns) = (board.rows(), board.columns());
    let last = board.first_value() + board.size() as i64 - 1;
    let usual = board.first_value() == 1 && board.size() == rows.max(columns);
    let range = if usual { String::new() } else { format!("~{}-{last}", board.first_value()) };
    let shape = match (rows, columns, usual) {
        (9, 9, true) => String::new(),
        _ => format!(".Shape~{rows}x{columns}{range}"),
    };
    let mut side = String::new();
    for (name, count) in board.frame().map(|frame| frame.side()).unwrap_or_default() {
        match name.strip_prefix('v') {
            _ if name == "cc" => side.push_str(".ChaosConstruction"),
            Some(rest) => side.push_str(&format!(".Var~{}~~{count}", rest.to_ascii_uppercase())),
            None => side.push_str(&format!(".Var~{}~~{count}", name.to_ascii_uppercase())),
        }
    }
    let jigsaw = || {
        let symbol = |number: usize| char::from_digit(number as u32, 36).unwrap_or('?');
        let grid = board.cells().filter(|&cell| board.place(cell).is_some());
        let map: Option<String> = grid.map(|cell| board.box_of(cell).map(symbol)).collect();
        map.map(|map| format!(".NoBoxes.Jigsaw~{map}"))
    };
    let layouts = [Some(String::new()), Some(".NoBoxes".to_owned()), jigsaw()];
    let diagonals =
        [".Diagonal~-1.Diagonal~1", ".Diagonal~1.Diagonal~-1", ".Diagonal~-1", ".Diagonal~1"];
    let extras = ["", ".Windoku", ".DisjointSets"].into_iter().chain(diagonals);
    for extra in extras {
        for layout in layouts.iter().flatten() {
            let head = format!("{shape}{layout}{extra}{side}");
            let read = || {
                let nodes = tree::parse(Span::line(&head, 1)).ok()?;
                shape::read(&nodes, Span::line(&head, 1), &ReadOptions::default()).ok()
            };
            // Nothing at all is the classic board.
            let same = match head.is_empty() {
                true => board.is_classic(),
                false => read().is_some_and(|read| *read.board == *board),
            };
            if same {
                // Unknown regions are a constraint of their own, written with the rules.
                return head.replace(".ChaosConstruction", "");
            }
        }
    }
    let mut head = format!(".Shape~{rows}x{columns}~{}-{last}{RAW}", board.first_value());
    if matches!(board.layout(), Layout::Free) || !usual || board.extra_regions().next().is_some() {
        head.push_str(&side.replace(".ChaosConstruction", ""));
    }
    for house in board.houses() {
        head.push_str(&format!(".AllDifferent{}", cells_text(board, house.cells())));
    }
    head
}

fn cells_text(board: &Board, cells: &[Cell]) -> String {
    cells.iter().map(|&cell| format!("~{}", name_of_cell(board, cell))).collect()
}

/// Whether two cells touch, which dots and letters between cells ask for.
fn touch(board: &Board, cells: &[Cell]) -> bool {
    matches!(cells, &[a, b] if board.neighbours(a).any(|near| near == b))
}

fn constraint(rule: &Rule, board: &Board, raw: bool, out: &mut String) -> Result<(), FormatError> {
    match named(rule, board, raw) {
        Some(text) => out.push_str(&text),
        None => {
            let mut lowering = Lowering::new(board);
            rule.lower(board, &mut lowering);
            let texts: Option<Vec<String>> =
                lowering.demands().iter().map(|demand| of_demand(demand, board)).collect();
            match texts.filter(|_| lowering.helpers().is_empty()) {
                Some(texts) => texts.iter().for_each(|text| out.push_str(text)),
                None => {
                    let what = format!("iss cannot store the rule '{}'", rule.name());
                    return Err(unsupported(what).hint("choose json"));
                }
            }
        }
    }
    Ok(())
}

/// The constraint that says the same, if there is one.
fn named(rule: &Rule, board: &Board, raw: bool) -> Option<String> {
    let Parts { words, numbers, lists } = rule.parts();
    let cells = |at: usize| lists.get(at).map(|list| cells_text(board, list)).unwrap_or_default();
    let number = numbers.first().copied().unwrap_or(0);
    let first = || cells(0);
    let numbered = |name: &str| Some(format!(".{name}~{number}{}", first()));
    let plain = |name: &str| Some(format!(".{name}{}", first()));
    let joined = || {
        let texts: Vec<String> = lists.iter().map(|list| cells_text(board, list)).collect();
        texts.join("~-")
    };
    match rule.name() {
        "cage" if number != 0 || numbers.is_empty() => numbered("Cage"),
        "white-dot" if number == 1 && touch(board, &lists[0]) => plain("WhiteDot"),
        "black-dot" if number == 2 && touch(board, &lists[0]) => plain("BlackDot"),
        "pair-sum" if number == 10 && touch(board, &lists[0]) => plain("X"),
        "pair-sum" if number == 5 && touch(board, &lists[0]) => plain("V"),
        "arrow" if lists[0].len() == 1 => Some(format!(".Arrow{}{}", first(), cells(1))),
        "double-arrow" => plain("DoubleArrow"),
        "thermometer" => plain("Thermo"),
        "whisper" => numbered("Whisper"),
        "renban" => plain("Renban"),
        "jump" if raw => None,
        "jump" if numbers == [1, 2] => Some(".AntiKnight".to_owned()),
        "jump" if numbers == [1, 1] => Some(".AntiKing".to_owned()),
        "nonconsecutive" if number == 1 => Some(".AntiConsecutive".to_owned()),
        "taxicab" if board.first_value() == 1 => Some(".AntiTaxicab".to_owned()),
        "greater" if touch(board, &lists[0]) => plain("GreaterThan"),
        "sum" => {
            let weights: String = match numbers.len() {
                1 => String::new(),
                _ => numbers[1..].iter().fold("_=".to_owned(), |text, w| format!("{text}_{w}")),
            };
            Some(format!(".Sum~{number}{weights}{}", first()))
        }
        "little-killer" => Some(format!(".Sum~{number}{}", first())),
        "equal-sums" => Some(format!(".EqualSum{}", joined())),
        "zipper" => plain("Zipper"),
        "sum-line" => numbered("SumLine"),
        "sum-ring" => numbered("SumLine").map(|text| format!("{text}~LOOP")),
        "entropic" if board.size() == 9 && board.first_value() == 1 => plain("Entropic"),
        "modular" => numbered("Modular"),
        "palindrome" => plain("Palindrome"),
        "between" => plain("Between"),
        "lockout" if board.first_value() == 1 => numbered("Lockout"),
        "exactly" => {
            let values: Vec<String> = numbers.iter().map(i64::to_string).collect();
            Some(format!(".ContainExact~{}{}", values.join("_"), first()))
        }
        "quadruple" | "outside" => {
            let values: Vec<String> = numbers.iter().map(i64::to_string).collect();
            Some(format!(".ContainAtLeast~{}{}", values.join("_"), first()))
        }
        "lunchbox" | "sandwich" if number >= 0 => numbered("Lunchbox"),
        "value-index" => Some(format!(".ValueIndexing{}{}", first(), cells(1))),
        "counting-circles" => plain("CountingCircles"),
        "count-distinct" => Some(format!(".CountDistinct{}{}", first(), cells(1))),
        "different" => plain("AllDifferent"),
        "same-values" => {
            let all: String = (0..lists.len()).map(cells).collect();
            Some(format!(".SameValues~{}{all}", lists.len()))
        }
        "rellik" => numbered("RellikCage"),
        "equality-cage" => plain("EqualityCage"),
        "entropy-squares" if board.size() == 9 && board.first_value() == 1 => {
            Some(".GlobalEntropy".to_owned())
        }
        "modular-squares" => Some(".GlobalMod".to_owned()),
        "flatmates" if board.first_value() == 1 => Some(".DutchFlatmates".to_owned()),
        "x-sum" | "skyscraper" | "hidden-skyscraper" | "numbered-room" | "rank" if !raw => {
            let (line, from_end) = line_name(board, &lists[0])?;
            let name = match rule.name() {
                "x-sum" => "XSum",
                "skyscraper" => "Skyscraper",
                "hidden-skyscraper" => "HiddenSkyscraper",
                "numbered-room" => "NumberedRoom",
                _ => "FullRank",
            };
            let clue = if from_end { format!("~{number}") } else { format!("{number}~") };
            Some(format!(".{name}~{line}~{clue}"))
        }
        "automaton" => None,
        "regex" => {
            let packed = data_encoding::BASE64URL_NOPAD.encode(words.first()?.as_bytes());
            Some(format!(".Regex~{packed}{}", first()))
        }
        "connected" => {
            let values: Vec<String> = numbers.iter().map(i64::to_string).collect();
            let size = words.first().map(|size| format!("~{size}")).unwrap_or_default();
            Some(format!(".ConnectedValues~~{}{size}", values.join("_")))
        }
        "unknown-regions" => {
            let usual = number == board.rows().max(board.columns()) as i64;
            let size = if usual { String::new() } else { format!(".RegionSize~{number}") };
            Some(format!("{size}.ChaosConstruction"))
        }
        "region-run" => {
            let arms: Vec<String> = lists[1..].iter().map(|arm| cells_text(board, arm)).collect();
            Some(format!(".ChaosArrow{}~{number}{}", first(), arms.join("~-")))
        }
        "region-count" => Some(format!(".ChaosCount{}~{number}{}", first(), cells(1))),
        "either" => {
            let Rule::Either(either) = rule else { return None };
            let mut text = ".Or".to_owned();
            for way in either.ways() {
                let mut inner = String::new();
                for rule in way {
                    constraint(rule, board, raw, &mut inner).ok()?;
                }
                text.push_str(&format!(".And{inner}.End"));
            }
            Some(format!("{text}.End"))
        }
        "negative-kropki" | "negative-xv" => {
            let Rule::Negative(negative) = rule else { return None };
            let strict = if negative.signs() == Signs::Xv { ".StrictXV" } else { ".StrictKropki" };
            // Only when the marked pairs are signs of the puzzle does the word mean the same.
            negative.marked().is_empty().then(|| strict.to_owned())
        }
        _ => None,
    }
}

/// The name of a row or column that a list runs along, and whether it runs backwards.
fn line_name(board: &Board, line: &[Cell]) -> Option<(String, bool)> {
    let (row, column) = board.place(*line.first()?)?;
    let along_row: Vec<Cell> = (0..board.columns()).filter_map(|c| board.cell_at(row, c)).collect();
    let along_column: Vec<Cell> =
        (0..board.rows()).filter_map(|r| board.cell_at(r, column)).collect();
    let back = |line: &[Cell]| line.iter().rev().copied().collect::<Vec<Cell>>();
    if line == along_row || line == back(&along_row) {
        return Some((format!("R{}", row + 1), line != along_row));
    }
    let runs = line == along_column || line == back(&along_column);
    runs.then(|| (format!("C{}", column + 1), line != along_column))
}

/// What means the same as a demand.
fn of_demand(demand: &Demand, board: &Board) -> Option<String> {
    match demand {
        Demand::Different(cells) => Some(format!(".AllDifferent{}", cells_text(board, cells))),
        Demand::Allowed { cell, digits } if !digits.is_empty() => {
            Some(format!(".~{}", given_text(board, *cell, *digits)))
        }
        Demand::Pair { a, b, table } => {
            let n = board.size();
            let mut key = vec![0usize; (n * n).div_ceil(6)];
            for (row, set) in table.iter().enumerate() {
                for digit in set.iter() {
                    let bit = row * n + digit.index();
                    key[bit / 6] |= 1 << (bit % 6);
                }
            }
            let symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
            let text: String = key.iter().filter_map(|&value| symbols.chars().nth(value)).collect();
            let text = text.trim_end_matches('A');
            Some(format!(".Pair~{text}~_{}", cells_text(board, &[*a, *b])))
        }
        Demand::Sum { terms, low, high } if low == high => {
            let weights: String = terms.iter().map(|(_, weight)| format!("_{weight}")).collect();
            let cells: Vec<Cell> = terms.iter().map(|(cell, _)| *cell).collect();
            if cells.is_empty() {
                return None;
            }
            Some(format!(".Sum~{low}_={weights}{}", cells_text(board, &cells)))
        }
        Demand::Line { cells, automaton } => {
            let packed = nfa::write(automaton, board.size())?;
            Some(format!(".NFA~{packed}~_{}", cells_text(board, cells)))
        }
        Demand::Among { cells, multiset } => {
            let mut text = String::new();
            for &(digit, low, high) in multiset {
                let value = board.value(digit).to_string();
                let values = vec![value.clone(); usize::from(low)].join("_");
                let cells_text = cells_text(board, cells);
                if low > 0 && low == high {
                    text.push_str(&format!(".ContainExact~{values}{cells_text}"));
                } else if low == 0 && high == 0 {
                    let others = board.digits() - DigitSet::only(digit);
                    for &cell in cells {
                        text.push_str(&format!(".~{}", given_text(board, cell, others)));
                    }
                } else if usize::from(high) >= cells.len() && low > 0 {
                    text.push_str(&format!(".ContainAtLeast~{values}{cells_text}"));
                } else if usize::from(high) < cells.len() {
                    return None;
                }
            }
            Some(text)
        }
        Demand::Either(ways) => {
            let mut text = ".Or".to_owned();
            for way in ways {
                let inner: Option<String> =
                    way.iter().map(|demand| of_demand(demand, board)).collect();
                text.push_str(&format!(".And{}.End", inner?));
            }
            Some(format!("{text}.End"))
        }
        _ => None,
    }
}
