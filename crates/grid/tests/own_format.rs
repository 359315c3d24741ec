//! A format that is not of the list: one entry, and everything else finds it.

use sudolab_grid::formats::{
    Carries, Code, Document, Entry, Form, Format, FormatError, Framing, Json, Link, ReadOptions,
    Record, Span, WriteOptions, Writer, detect_format, read_all, read_one,
};
use sudolab_grid::{Board, Grid};

/// Made up: `steps!` and, for each given, how many cells lie before it since the last one, and
/// its digit: `steps!0:5 0:3 2:7`.
static STEPS: Entry =
    Entry::new("steps", "givens with their distances", Carries { many: true, ..Carries::GIVENS })
        .extensions(&["steps"])
        .also(&["distances"])
        .framed(Framing::Lines)
        .read_as(&[
            Form::Line { rank: 0, recognise: |line| line.starts_with(MARK), read },
            Form::Object {
                rank: 0,
                recognise: |object, _| object.get("steps").is_some(),
                read: |object, span, options| {
                    let text = object.get("steps").and_then(Json::text).unwrap_or_default();
                    read(Span { text, ..span }, options)
                },
                known_by: "steps (steps)",
            },
            Form::Link { site: "Steps", recognise: is_link, read: read_link },
        ])
        .written_by(write);

const MARK: &str = "steps!";

fn is_link(link: &Link<'_>) -> bool {
    link.leads_to("steps.example")
}

fn read_link(link: &Link<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    link.read_value("p", |text| read(text, options))
}

fn read(text: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let start = text.text.strip_prefix(MARK).map_or(0, |rest| text.text.len() - rest.len());
    let mut values = vec![0; 81];
    let mut at = 0;
    for word in text.from(start).words() {
        let parts = word.text.split_once(':');
        let numbers =
            parts.and_then(|(n, d)| Some((n.parse::<usize>().ok()?, d.parse::<u8>().ok()?)));
        let Some((distance, digit @ 1..=9)) = numbers else {
            return Err(word
                .error(Code::BadCharacter, 0, format!("{:?} is no step", word.text))
                .hint("write a distance, a colon and a digit, such as 2:7"));
        };
        at += distance;
        let Some(cell) = values.get_mut(at) else {
            return Err(word.error(Code::WrongLength, 0, "this step leaves the board"));
        };
        *cell = digit;
        at += 1;
    }
    let board = options.board(9)?;
    let grid = Grid::from_values(board, &values).expect("81 digits");
    Ok(Record::new(Format::Own(&STEPS), Document::new(grid), text.line))
}

fn write(document: &Document, _: &WriteOptions, out: &mut String) -> Result<(), FormatError> {
    out.push_str(MARK);
    let mut distance = 0;
    let mut separator = "";
    for &value in document.givens().values() {
        match value {
            0 => distance += 1,
            digit => {
                out.push_str(&format!("{separator}{distance}:{digit}"));
                (distance, separator) = (0, " ");
            }
        }
    }
    out.push('\n');
    Ok(())
}

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

static OWN: [&Entry; 1] = [&STEPS];

fn knowing() -> ReadOptions {
    ReadOptions { own: &OWN, ..ReadOptions::default() }
}

fn written() -> String {
    let record = read_one(PUZZLE, &ReadOptions::default()).unwrap();
    let written = Format::Own(&STEPS).write(&record.document, &WriteOptions::default()).unwrap();
    assert!(written.losses.is_empty());
    written.text
}

#[test]
fn an_own_format_is_written_and_recognised_by_its_entry() {
    let text = written();
    assert!(text.starts_with("steps!0:5 0:3 2:7 4:6"), "{text}");
    let record = read_one(&text, &knowing()).unwrap();
    assert_eq!(record.format, Format::Own(&STEPS));
    let cells: String = record.document.givens().values().iter().map(u8::to_string).collect();
    assert_eq!(cells.replace('0', "."), PUZZLE);
    // Nobody else has heard of it.
    assert!(read_one(&text, &ReadOptions::default()).is_err());
}

#[test]
fn it_mixes_with_the_formats_of_the_list() {
    let mixed = format!("{PUZZLE}\n{}\nhttps://steps.example/?p=0:5%200:3\n{PUZZLE}\n", written());
    let formats: Vec<Format> =
        read_all(&mixed, &knowing()).into_iter().map(|record| record.unwrap().format).collect();
    let own = Format::Own(&STEPS);
    assert_eq!(formats, [Format::Line, own, own, Format::Line]);
    let object = read_one("{\"steps\": \"0:5 0:3\"}", &knowing()).unwrap();
    assert_eq!((object.format, object.document.givens().n_filled()), (own, 2));
}

#[test]
fn its_name_and_its_request_are_heard() {
    // Without the mark only a name or a request tells the format.
    let bare = "0:5 0:3 2:7\n";
    let named = ReadOptions { file: Some("a.steps".to_owned()), ..knowing() };
    assert_eq!(read_one(bare, &named).unwrap().document.givens().n_filled(), 3);
    let asked = ReadOptions { from: Some(Format::Own(&STEPS)), ..ReadOptions::default() };
    assert_eq!(read_one(bare, &asked).unwrap().document.givens().n_filled(), 3);
    assert!(detect_format(bare, None).is_err());
}

#[test]
fn its_errors_have_a_place_and_the_complaints_name_it() {
    let error = read_one(&format!("{}\nsteps!0:5 0:x", PUZZLE), &knowing());
    assert!(error.is_ok(), "the first is good");
    let all = read_all(&format!("{PUZZLE}\nsteps!0:5 0:x"), &knowing());
    let error = all[1].clone().unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 11:"), "{error}");
    let error = read_one("{\"a\": 1}", &knowing()).unwrap_err();
    let hint = error.fault().hint.clone().unwrap_or_default();
    assert!(hint.contains("steps (steps)"), "{hint}");
    let error = read_one("https://elsewhere.example/", &knowing()).unwrap_err();
    assert!(error.fault().hint.clone().unwrap_or_default().contains("Steps"), "{error}");
}

#[test]
fn what_it_cannot_carry_is_told_or_refused() {
    let mut document = read_one(PUZZLE, &ReadOptions::default()).unwrap().document;
    document.meta.title = Some("a title".to_owned());
    let mut writer = Writer::new(Format::Own(&STEPS), Vec::new(), WriteOptions::default());
    writer.write(&document).unwrap();
    let (_, losses) = writer.finish().unwrap();
    let told: Vec<String> = losses.iter().map(|loss| loss.to_string()).collect();
    assert_eq!(told, [".steps cannot store all metadata; 1 field dropped"]);
    let small = Document::new(Grid::empty(Board::of_size(4).unwrap()));
    let refused = Format::Own(&STEPS).write(&small, &WriteOptions::default()).unwrap_err();
    assert!(refused.to_string().contains(".steps cannot store a board of 4x4"), "{refused}");
}

#[test]
fn an_entry_is_known_by_its_name() {
    assert_eq!(format!("{:?}", Format::Own(&STEPS)), "Own(steps)");
    assert!(!Format::ALL.contains(&Format::Own(&STEPS)));
}
