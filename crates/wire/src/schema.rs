//! The JSON Schema of every type, generated from the types themselves.

use crate::left_out;
use crate::request::{
    CheckRequest, CountRequest, ExplainRequest, GenerateRequest, HintRequest, RateRequest,
    SolveRequest, TraceRequest,
};
use crate::{
    AlgorithmEntry, Checked, Counting, Error, Explanation, Hinted, LibraryLine, Made, Measured,
    Outcome, Progress, PuzzleFile, Rating, Remade, SolutionOfMany, Solved, Step, TechniqueEntry,
    TimetableDone, TraceLine, Traced, TrailStep, Transforming, VERSION,
};
use crate::{
    CandidatesRequest, Certified, CertifyRequest, ConvertRequest, Converted, EaseRequest,
    FormatEntry, ParseRequest, Parsed, RecordEntry, RecordsRequest, TimetableRequest,
    TransformRequest, TrueCandidates,
};
#[cfg(feature = "print")]
use crate::{Pages, PrintRequest};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// The schema of one type.
#[derive(Clone, PartialEq, Debug)]
pub struct Schema {
    /// The name of the type, as files and addresses write it: `solved`.
    pub name: &'static str,
    /// The schema.
    pub value: Value,
}

/// Results about a record of the input, of which a lenient reader may have left something out.
const OF_A_RECORD: [&str; 9] = [
    "checked",
    "counted",
    "hint",
    "rated",
    "remade",
    "solution-of-many",
    "solved",
    "step",
    "transformed",
];

/// The schemas of every result and request that travels by itself.
pub fn schema() -> Vec<Schema> {
    let mut all = vec![
        of::<AlgorithmEntry>("algorithm"),
        of::<Checked>("checked"),
        of::<Counting>("counted"),
        of::<Error>("error"),
        of::<Explanation>("explanation"),
        of::<Hinted>("hint"),
        of::<LibraryLine>("library-line"),
        of::<Made>("made"),
        of::<Measured>("measured"),
        of::<Outcome>("outcome"),
        of::<Progress>("progress"),
        of::<PuzzleFile>("puzzle"),
        of::<Rating>("rated"),
        of::<Remade>("remade"),
        of::<SolutionOfMany>("solution-of-many"),
        of::<Solved>("solved"),
        of::<Step>("step"),
        of::<TechniqueEntry>("technique"),
        of::<TimetableDone>("timetable"),
        of::<TraceLine>("trace-line"),
        of::<Traced>("traced"),
        of::<TrailStep>("trail-step"),
        of::<Transforming>("transformed"),
        of::<CheckRequest>("request-check"),
        of::<CountRequest>("request-count"),
        of::<ExplainRequest>("request-explain"),
        of::<GenerateRequest>("request-generate"),
        of::<HintRequest>("request-hint"),
        of::<RateRequest>("request-rate"),
        of::<SolveRequest>("request-solve"),
        of::<TraceRequest>("request-trace"),
        of::<Converted>("converted"),
        of::<FormatEntry>("format"),
        of::<Parsed>("parsed"),
        of::<RecordEntry>("record"),
        of::<TrueCandidates>("true-candidates"),
        of::<crate::verb::VerbEntry>("verb"),
        of::<CandidatesRequest>("request-candidates"),
        of::<Certified>("certified"),
        of::<CertifyRequest>("request-certify"),
        of::<EaseRequest>("request-ease"),
        of::<ConvertRequest>("request-convert"),
        of::<ParseRequest>("request-parse"),
        of::<RecordsRequest>("request-records"),
        of::<TimetableRequest>("request-timetable"),
        of::<TransformRequest>("request-transform"),
    ];
    #[cfg(feature = "print")]
    all.extend([of::<Pages>("pages"), of::<PrintRequest>("request-print")]);
    all.sort_by_key(|schema| schema.name);
    all
}

fn of<T: JsonSchema>(name: &'static str) -> Schema {
    let mut settings = SchemaSettings::draft2020_12();
    if !name.starts_with("request-") {
        settings = settings.for_serialize();
    }
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let mut value = Value::from(schema);
    if OF_A_RECORD.contains(&name) {
        left_out::described(&mut value);
    }
    value["$id"] = Value::from(format!("sudolab/v{VERSION}/{name}"));
    Schema { name, value }
}
