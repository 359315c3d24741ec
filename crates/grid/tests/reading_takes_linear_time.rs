//! Whatever a text consists of, sixteen times as much of it takes about sixteen times as long to
//! read, and some times that where it leaves the caches. Readers that looked back over a line for each
//! piece of it took 256 times as long and more, and a list of puzzles kept a copy of itself for each
//! of them.

use std::time::Duration;
use sudolab_clock::SYSTEM;
use sudolab_grid::formats::{ReadOptions, read_all};
use sudolab_grid::halt::Clock;

const CLUES: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A text: how it begins, what it repeats, and how it ends.
struct Text(&'static str, String, &'static str);

impl Text {
    fn of(&self, bytes: usize) -> String {
        let Text(head, unit, tail) = self;
        [head, unit.repeat(bytes / unit.len()).as_str(), tail].concat()
    }
}

fn texts() -> Vec<Text> {
    let mut texts = Vec::new();
    let units = [
        ".Or",
        ".And",
        ".Replicate",
        ".",
        ".~",
        ".Foo~1",
        ".~R1C1_1",
        ".Cage~10~R1C1~R1C2",
        ".Var~a~b~2",
        ".Thermo~R1C1~R1C2",
        ".Or.Cage~3~R1C1~R1C2.End",
        ".Whisper~5~R1C1~R1C2",
        ".Regex~1*~R1C1~R1C2",
    ];
    texts.extend(units.map(|unit| Text(".Shape~9x9", unit.to_owned(), "")));
    let site = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=";
    texts.push(Text(site, ".Or".to_owned(), ""));
    texts.push(Text("https://f-puzzles.com/?load=1", "&a=1".to_owned(), ""));
    texts.push(Text("https://sudokupad.app/", "a/".to_owned(), ""));
    let words = [
        "1 ", "10 ", "1,", "1;", "1\t", "1|", ":", "a ", "\"", "&", "%41", "[", "{", "1\r", "(",
        "é ",
    ];
    texts.extend(words.map(|unit| Text("", unit.to_owned(), "")));
    texts.push(Text("", format!("{CLUES}\r"), ""));
    texts.push(Text(":0001:x:", "115 ".to_owned(), "::::"));
    let object = format!("{{\"v\":1,\"givens\":\"{CLUES}\"}}");
    texts.push(Text("[", format!("{object},"), "1]"));
    texts.push(Text("[\n", format!("{object},\n"), "1]"));
    texts.push(Text("[", "{\"v\":1,\"givens\":\"1\"},".to_owned(), "1]"));
    texts.push(Text("[", format!("\"{CLUES}\","), "\"1\"]"));
    let game = format!("<game data=\"{}\"/>\n", CLUES.replace('.', "0"));
    texts.push(Text("<opensudoku>\n", game, "</opensudoku>"));
    texts.push(Text("<opensudoku>", "<game data=\"12\"/>".to_owned(), "</opensudoku>"));
    texts.push(Text("puzzle,x\n", format!("{CLUES},1\n"), ""));
    texts.push(Text("puzzle,x\n", format!("{CLUES},\"a\nb\"\n"), ""));
    texts.push(Text("puzzle,x\n1,\"", "abc\n".to_owned(), ""));
    texts.push(Text("puzzle,x\n1,\"", "\"\"".to_owned(), "\""));
    texts.push(Text("", "123 45 6 7 8 9 1 2 3\n".to_owned(), ""));
    texts.push(Text("", "# remark\n".to_owned(), CLUES));
    texts.push(Text("[Puzzle]\n", "#Dx\n".to_owned(), ""));
    texts
}

/// Texts whose pieces have to differ.
fn numbered() -> Vec<fn(usize) -> String> {
    fn list(n: usize, piece: impl Fn(usize) -> String) -> String {
        (0..n).map(piece).collect()
    }
    vec![
        |bytes| {
            let names = list(bytes / 18, |i| format!(",thermo{i}"));
            format!("puzzle{names}\n{CLUES}{}\n", ",1".repeat(bytes / 18))
        },
        |bytes| {
            let names = list(bytes / 18, |i| format!(",remark{i}"));
            format!("puzzle{names}\n{CLUES}{}\n", ",1".repeat(bytes / 18))
        },
        |bytes| {
            let keys = list(bytes / 12, |i| format!(",\"k{i}\":1"));
            format!("{{\"v\":1,\"givens\":\"{CLUES}\"{keys}}}")
        },
        |bytes| {
            let keys = list(bytes / 12, |i| format!(",\n\"k{i}\":1"));
            format!("{{\"v\":1,\n\"givens\":\"{CLUES}\"{keys}}}")
        },
        |bytes| format!(".Shape~9x9{}", list(bytes / 8, |i| format!(".Foo{i}~"))),
        |bytes| {
            format!(
                "<opensudoku><game {}/></opensudoku>",
                list(bytes / 10, |i| format!("a{i}=\"\" "))
            )
        },
    ]
}

fn time(text: &str) -> Duration {
    // What the thread worked, where the system tells it: on a busy machine it also waits.
    let clock = || SYSTEM.cpu().unwrap_or_else(|| SYSTEM.wall());
    let begun = clock();
    let records = read_all(text, &ReadOptions::default());
    let spent = clock() - begun;
    drop(records);
    spent
}

#[track_caller]
fn check(text: &dyn Fn(usize) -> String) {
    let (short, long) = (text(32 << 10), text(512 << 10));
    // What a busy machine adds is not in every round.
    let mut seen = Vec::new();
    for _ in 0..5 {
        let small = (0..4).map(|_| time(&short)).min().unwrap_or_default();
        let large = time(&long);
        if large < Duration::from_millis(60) || large < small * 64 {
            return;
        }
        seen.push((small, large));
    }
    panic!("{:?}…: {seen:?}", short.chars().take(60).collect::<String>());
}

#[test]
fn a_text_of_equal_pieces_is_read_in_linear_time() {
    texts().iter().for_each(|text| check(&|bytes| text.of(bytes)));
}

#[test]
fn a_text_of_different_pieces_is_read_in_linear_time() {
    numbered().iter().for_each(|text| check(text));
}

#[test]
fn a_list_of_puzzles_does_not_keep_itself_for_each() {
    let text = Text("[", format!("\"{CLUES}\","), "\"1\"]").of(256 << 10);
    let kept: usize = read_all(&text, &ReadOptions::default())
        .iter()
        .flatten()
        .map(|record| record.raw.len())
        .sum();
    assert_eq!(kept, text.len());
}
