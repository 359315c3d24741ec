//! The verbs by name: what a door that receives texts needs to know of them.
//!
//! A server hangs each verb under its address, a page in a browser sends its name to a worker; both
//! hand the body over and pass the reply on. Adding a verb here adds it to both, and to the
//! description of the interface.
//!
//! ```
//! use sudolab::Halt;
//! use sudolab_wire::verb::{self, Reply};
//!
//! let check = verb::find("check").expect("a verb");
//! let reply = check.answer("{\"puzzle\": \"1.3.............\"}", &Halt::never(), &mut |_| {})?;
//! assert!(matches!(reply, Reply::Json(text) if text.contains("multiple")));
//! # Ok::<(), sudolab_wire::Error>(())
//! ```

use crate::candidates::CandidatesRequest;
use crate::certified::CertifyRequest;
use crate::converted::{ConvertRequest, FormatEntry};
use crate::eased::EaseRequest;
use crate::error::{Error, ErrorCode, elsewhere};
use crate::parsed::{ParseRequest, RecordsRequest};
#[cfg(feature = "print")]
use crate::printed::PrintRequest;
use crate::request::{
    CheckRequest, CountRequest, ExplainRequest, FramesForm, GenerateRequest, HintRequest,
    RateRequest, SolveRequest, TraceRequest,
};
use crate::timetabling::TimetableRequest;
use crate::transforming::TransformRequest;
use crate::{AlgorithmEntry, LINE_AND_BYTES, TechniqueEntry, line, read};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sudolab::grid::formats::Format;
use sudolab::{Halt, registry};
use sudolab_grid::module::{PAPER, PLAIN};
use sudolab_logic::technique::Technique;

/// How much work a verb may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Answered at once.
    Quick,
    /// A search that usually ends soon.
    Search,
    /// Work that people wait for.
    Long,
}

/// What a verb takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Nothing: it tells what there is.
    Nothing,
    /// A request; the name of its schema.
    Request(&'static str),
}

/// What comes back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// JSON on one line.
    Json(String),
    /// A file.
    File {
        /// Its media type.
        media: &'static str,
        /// Its content.
        bytes: Vec<u8>,
    },
}

/// What a verb gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// One object; the name of its schema.
    One(&'static str),
    /// One object that may take long; the name of its schema. How far it is, is told on the way.
    Later(&'static str),
    /// A list of objects; the name of their schema. Each is told as soon as it is found.
    Many(&'static str),
    /// A file of this media type.
    File(&'static str),
}

/// A verb as it is listed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VerbEntry {
    /// What it does, in a sentence.
    pub about: String,
    /// Its name.
    pub name: String,
}

type Tell<'a> = &'a mut dyn FnMut(String);
type Answer = fn(&str, &Halt<'_>, Tell<'_>) -> Result<Reply, Error>;

/// A verb.
#[derive(Clone, Copy)]
pub struct Verb {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// How much work it may be.
    pub class: Class,
    /// What it takes.
    pub takes: Takes,
    /// What it gives.
    pub gives: Gives,
    answer: Answer,
}

impl Verb {
    /// Answers a request. Where many objects are given, each is told on its own line as soon as it
    /// is found; the reply has all of them. Where one is given later, lines say how far it is.
    ///
    /// # Errors
    /// When the request cannot be meant or met, or what stopped it.
    pub fn answer(
        &self,
        body: &str,
        halt: &Halt<'_>,
        tell: &mut dyn FnMut(String),
    ) -> Result<Reply, Error> {
        (self.answer)(body, halt, tell)
    }
}

/// The verb of a name.
pub fn find(name: &str) -> Option<&'static Verb> {
    VERBS.iter().find(|verb| verb.name == name)
}

const fn list(
    name: &'static str,
    about: &'static str,
    gives: &'static str,
    answer: Answer,
) -> Verb {
    Verb {
        name,
        about,
        class: Class::Quick,
        takes: Takes::Nothing,
        gives: Gives::Many(gives),
        answer,
    }
}

/// What answers a verb, unless this module of the page leaves it to another.
const fn beyond(this: bool, answer: Answer) -> Answer {
    if this { |_, _, _| Err(elsewhere()) } else { answer }
}

/// Every verb.
pub const VERBS: &[Verb] = &[
    Verb {
        name: "parse",
        about: "What a text says: board, digits, marks, rules.",
        class: Class::Quick,
        takes: Takes::Request("request-parse"),
        gives: Gives::One("parsed"),
        answer: beyond(PAPER, |body, _, _| one(body, |request: ParseRequest| request.answer())),
    },
    Verb {
        name: "records",
        about: "Every puzzle of a text, with what is wrong where one cannot be read.",
        class: Class::Quick,
        takes: Takes::Request("request-records"),
        gives: Gives::Many("record"),
        answer: beyond(PAPER, |body, _, _| one(body, |request: RecordsRequest| request.answer())),
    },
    Verb {
        name: "check",
        about: "Whether a puzzle has exactly one solution.",
        class: Class::Search,
        takes: Takes::Request("request-check"),
        gives: Gives::One("checked"),
        answer: beyond(PAPER, |body, halt, _| {
            one(body, |request: CheckRequest| request.answer(halt))
        }),
    },
    Verb {
        name: "solve",
        about: "The solution, by any algorithm.",
        class: Class::Search,
        takes: Takes::Request("request-solve"),
        gives: Gives::One("solved"),
        answer: beyond(PAPER, |body, halt, _| {
            one(body, |request: SolveRequest| {
                modest("lanes", request.lanes.unwrap_or(1).into(), MOST_LANES)?;
                request.answer(halt)
            })
        }),
    },
    Verb {
        name: "count",
        about: "How many solutions there are, up to a limit.",
        class: Class::Search,
        takes: Takes::Request("request-count"),
        gives: Gives::Later("counted"),
        answer: beyond(PAPER, |body, halt, tell| {
            one(body, |request: CountRequest| request.answer_telling(halt, tell))
        }),
    },
    Verb {
        name: "candidates",
        about: "The digits each cell holds in some solution.",
        class: Class::Search,
        takes: Takes::Request("request-candidates"),
        gives: Gives::One("true-candidates"),
        answer: beyond(PAPER, |body, halt, _| {
            one(body, |request: CandidatesRequest| request.answer(halt))
        }),
    },
    Verb {
        name: "hint",
        about: "The next step from a position.",
        class: Class::Search,
        takes: Takes::Request("request-hint"),
        gives: Gives::One("hint"),
        answer: beyond(PAPER, |body, halt, _| {
            one(body, |request: HintRequest| request.answer(halt))
        }),
    },
    Verb {
        name: "explain",
        about: "The solution step by step.",
        class: Class::Search,
        takes: Takes::Request("request-explain"),
        gives: Gives::Later("explanation"),
        answer: beyond(PAPER, |body, halt, tell| {
            one(body, |request: ExplainRequest| request.answer_telling(halt, tell))
        }),
    },
    Verb {
        name: "rate",
        about: "How hard a puzzle is.",
        class: Class::Search,
        takes: Takes::Request("request-rate"),
        gives: Gives::Later("rated"),
        answer: beyond(PAPER, |body, halt, tell| {
            one(body, |request: RateRequest| request.answer_telling(halt, tell))
        }),
    },
    Verb {
        name: "generate",
        about: "New puzzles to order, each proved to have one solution.",
        class: Class::Long,
        takes: Takes::Request("request-generate"),
        gives: Gives::Many("made"),
        answer: beyond(PLAIN || PAPER, |body, halt, tell| {
            let request: GenerateRequest = read(body)?;
            modest("count", request.count, MOST_MADE)?;
            let mut all = Vec::new();
            request.answer_each(halt, |made| {
                tell(line(&made));
                all.push(made);
            })?;
            Ok(Reply::Json(line(&all)))
        }),
    },
    Verb {
        name: "convert",
        about: "A puzzle in another format.",
        class: Class::Quick,
        takes: Takes::Request("request-convert"),
        gives: Gives::One("converted"),
        answer: beyond(PLAIN || PAPER, |body, _, _| {
            one(body, |request: ConvertRequest| request.answer())
        }),
    },
    Verb {
        name: "transform",
        about: "An isomorph of a puzzle.",
        class: Class::Search,
        takes: Takes::Request("request-transform"),
        gives: Gives::One("transformed"),
        answer: beyond(PLAIN || PAPER, |body, halt, _| {
            one(body, |request: TransformRequest| request.answer(halt))
        }),
    },
    Verb {
        name: "ease",
        about: "The puzzle with more digits of its solution as clues.",
        class: Class::Search,
        takes: Takes::Request("request-ease"),
        gives: Gives::One("remade"),
        answer: beyond(PLAIN || PAPER, |body, halt, _| {
            one(body, |request: EaseRequest| request.answer(halt))
        }),
    },
    Verb {
        name: "certify",
        about: "Its solutions, with a proof that there are no others, for an independent checker.",
        class: Class::Search,
        takes: Takes::Request("request-certify"),
        gives: Gives::One("certified"),
        answer: beyond(PLAIN || PAPER, |body, halt, _| {
            one(body, |request: CertifyRequest| request.answer(halt))
        }),
    },
    Verb {
        name: "timetable",
        about: "Which course goes where, and why, or which demands exclude each other.",
        class: Class::Search,
        takes: Takes::Request("request-timetable"),
        gives: Gives::One("timetable"),
        answer: beyond(PLAIN || PAPER, |body, halt, _| {
            one(body, |request: TimetableRequest| request.answer(halt))
        }),
    },
    Verb {
        name: "trace",
        about: "A run of an algorithm with all that it tells on the way.",
        class: Class::Search,
        takes: Takes::Request("request-trace"),
        gives: Gives::Later("traced"),
        answer: beyond(PLAIN || PAPER, |body, halt, tell| {
            let request: TraceRequest = read(body)?;
            modest("events", request.events, MOST_EVENTS)?;
            let (traced, recorded) = request.recorded(halt, tell)?;
            Ok(match request.frames {
                FramesForm::Base64 => Reply::Json(line(&traced.with_frames(&recorded))),
                FramesForm::Bytes => {
                    Reply::File { media: LINE_AND_BYTES, bytes: traced.with_bytes(&recorded) }
                }
            })
        }),
    },
    #[cfg(feature = "print")]
    Verb {
        name: "print",
        about: "Puzzles on paper, as a PDF.",
        class: Class::Long,
        takes: Takes::Request("request-print"),
        gives: Gives::File("application/pdf"),
        answer: |body, halt, _| {
            let bytes = read::<PrintRequest>(body)?.pdf(halt)?;
            Ok(Reply::File { media: "application/pdf", bytes })
        },
    },
    #[cfg(feature = "print")]
    Verb {
        name: "pages",
        about: "Puzzles on paper, each page as an SVG picture.",
        class: Class::Long,
        takes: Takes::Request("request-print"),
        gives: Gives::One("pages"),
        answer: |body, halt, _| one(body, |request: PrintRequest| request.pages(halt)),
    },
    list("verbs", "What can be asked.", "verb", |_, _, _| {
        let entry = |verb: &Verb| VerbEntry { about: verb.about.into(), name: verb.name.into() };
        Ok(Reply::Json(line(&VERBS.iter().map(entry).collect::<Vec<_>>())))
    }),
    list(
        "algorithms",
        "The algorithms of the registry.",
        "algorithm",
        beyond(PLAIN || PAPER, |_, _, _| {
            let all: Vec<AlgorithmEntry> = registry::all().map(Into::into).collect();
            Ok(Reply::Json(line(&all)))
        }),
    ),
    list(
        "techniques",
        "The techniques of the catalogue.",
        "technique",
        beyond(PAPER, |_, _, _| {
            let all: Vec<TechniqueEntry> = Technique::ALL.iter().map(|&t| t.into()).collect();
            Ok(Reply::Json(line(&all)))
        }),
    ),
    list(
        "formats",
        "The formats that are read and written.",
        "format",
        beyond(PLAIN || PAPER, |_, _, _| {
            let all: Vec<FormatEntry> = Format::ALL.into_iter().map(FormatEntry::from).collect();
            Ok(Reply::Json(line(&all)))
        }),
    ),
];

/// The most puzzles made by one request: a door keeps all of them until the end.
const MOST_MADE: u64 = 10_000;
/// The most events of a trace.
const MOST_EVENTS: u64 = 1_000_000;
/// The most runs side by side.
const MOST_LANES: u64 = 64;

/// Refuses what would fill the memory of whoever answers.
fn modest(field: &str, asked: u64, most: u64) -> Result<(), Error> {
    if asked <= most {
        return Ok(());
    }
    let text = format!("{asked} are too many for one request");
    let remedy = format!("ask for {most} at the most, and again for more");
    Err(Error::new(ErrorCode::Usage, text).remedy(remedy).in_field(field))
}

/// Reads a request and writes its one answer.
fn one<Q: DeserializeOwned, A: Serialize>(
    body: &str,
    answer: impl FnOnce(Q) -> Result<A, Error>,
) -> Result<Reply, Error> {
    let text = line(&answer(read(body)?)?);
    if text.is_empty() {
        return Err(Error::new(ErrorCode::Wrong, "the answer cannot be written as JSON"));
    }
    Ok(Reply::Json(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn ask(name: &str, body: &str) -> Result<Reply, Error> {
        find(name).expect("a verb").answer(body, &Halt::never(), &mut |_| {})
    }

    #[test]
    fn every_verb_answers_or_says_what_is_wrong_with_an_empty_request() {
        for verb in VERBS {
            if let Err(error) = verb.answer("{}", &Halt::never(), &mut |_| {}) {
                assert!(!error.message.is_empty(), "{}", verb.name);
            }
            let nonsense = verb.answer("{\"no such field\": 1}", &Halt::never(), &mut |_| {});
            assert_eq!(nonsense.is_err(), verb.takes != Takes::Nothing, "{}", verb.name);
        }
    }

    #[test]
    fn names_are_different_and_schemas_exist() {
        let schemas: Vec<&str> = crate::schema().iter().map(|s| s.name).collect();
        for (i, verb) in VERBS.iter().enumerate() {
            assert!(VERBS[..i].iter().all(|other| other.name != verb.name), "{}", verb.name);
            if let Takes::Request(name) = verb.takes {
                assert!(schemas.contains(&name), "{name}");
            }
            if let Gives::One(name) | Gives::Later(name) | Gives::Many(name) = verb.gives {
                assert!(schemas.contains(&name), "{name}");
            }
        }
    }

    #[test]
    fn what_is_generated_is_told_one_by_one() {
        let mut told = Vec::new();
        let generate = find("generate").expect("a verb");
        let reply =
            generate.answer("{\"count\": 2, \"size\": 4}", &Halt::never(), &mut |t| told.push(t));
        assert_eq!(reply, Ok(Reply::Json(format!("[{}]", told.join(",")))));
        assert_eq!(told.len(), 2);
    }

    #[test]
    fn what_would_fill_the_memory_is_refused() {
        let many = ask("generate", "{\"count\": 10000000}").expect_err("too many");
        assert_eq!(many.place.and_then(|place| place.field).as_deref(), Some("count"));
        assert!(ask("solve", "{\"lanes\": 65000, \"algorithm\": \"annealing\"}").is_err());
    }

    #[test]
    fn a_hint_of_one_technique_is_of_that_technique() {
        let body = format!("{{\"puzzle\": \"{EASY}\", \"technique\": \"naked-single\"}}");
        let Ok(Reply::Json(text)) = ask("hint", &body) else { panic!("a hint") };
        assert!(text.contains("\"technique\":\"naked-single\""), "{text}");
        assert!(ask("hint", &body.replace("naked", "no")).is_err());
    }

    #[test]
    fn a_hint_with_its_drawing_has_the_position_before_it() {
        let body = format!("{{\"puzzle\": \"{EASY}\", \"drawing\": true}}");
        let Ok(Reply::Json(text)) = ask("hint", &body) else { panic!("a hint") };
        assert!(text.contains("\"candidates\":[\"5\","), "{text}");
    }

    #[cfg(feature = "print")]
    #[test]
    fn a_puzzle_goes_on_paper_and_an_open_one_does_not() {
        let body = format!("{{\"puzzles\": [\"{EASY}\"], \"title\": \"One\"}}");
        let Ok(Reply::File { bytes, .. }) = ask("print", &body) else { panic!("a file") };
        assert!(bytes.starts_with(b"%PDF"));
        let open = ask("print", "{\"puzzles\": [\"1.3.............\"]}").expect_err("not proper");
        assert_eq!(open.code, ErrorCode::Multiple);
    }
}
