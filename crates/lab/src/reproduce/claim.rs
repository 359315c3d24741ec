//! A published figure beside ours.

use crate::report::{Block, Field, Table};

/// Whether ours bears the paper out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// It does.
    Holds,
    /// In kind, though the number differs.
    InKind,
    /// It does not.
    Differs,
    /// The two cannot be compared, or there were too few runs to say.
    Open,
}

impl Agreement {
    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Agreement::Holds => "holds",
            Agreement::InKind => "in kind",
            Agreement::Differs => "differs",
            Agreement::Open => "open",
        }
    }

    /// Holds or differs.
    pub fn when(holds: bool) -> Agreement {
        if holds { Agreement::Holds } else { Agreement::Differs }
    }

    /// Holds, or else in kind.
    pub fn at_least_in_kind(holds: bool) -> Agreement {
        if holds { Agreement::Holds } else { Agreement::InKind }
    }
}

/// What a paper says, what came out here, and how the two compare.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Section, table or figure of the paper.
    pub place: String,
    /// What is measured.
    pub what: String,
    /// The published figure.
    pub published: String,
    /// Ours.
    pub ours: String,
    /// Whether they agree.
    pub agreement: Agreement,
    /// A sentence on the difference.
    pub reading: String,
    /// The rows that ours comes from: folder and algorithm.
    pub rows: String,
}

/// The claims as a table of the report.
pub fn table(claims: &[Claim]) -> Block {
    let head = |name: &str, words: &str| (name.to_owned(), words.to_owned());
    Block::Table(Table {
        name: "published-and-ours",
        title: "Published and ours".into(),
        note: "**holds**: ours bears it out; **in kind**: same direction, other number; **differs**: it does not; **open**: not comparable, or too few runs. The last column names the folder and the algorithm whose rows the number is computed from.".into(),
        columns: vec![
            head("place", "in the paper"),
            head("what", "what"),
            head("published", "published"),
            head("ours", "ours"),
            head("agreement", "verdict"),
            head("reading", "the difference"),
            head("rows", "rows"),
        ],
        rows: claims
            .iter()
            .map(|c| {
                [&c.place, &c.what, &c.published, &c.ours]
                    .into_iter()
                    .map(String::as_str)
                    .chain([c.agreement.word(), &c.reading, &c.rows])
                    .map(Field::word)
                    .collect()
            })
            .collect(),
        folded: false,
        shown: usize::MAX,
    })
}

/// The first screen: how many hold, and which do not.
pub fn answer(claims: &[Claim]) -> Vec<String> {
    let count = |a: Agreement| claims.iter().filter(|c| c.agreement == a).count();
    let mut lines = vec![format!(
        "**Of {} published figures, {} hold here and {} more hold in kind; {} differ, {} stay open.**",
        claims.len(),
        count(Agreement::Holds),
        count(Agreement::InKind),
        count(Agreement::Differs),
        count(Agreement::Open)
    )];
    // What differs for the same reason is said together, and the reason once.
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for claim in claims.iter().filter(|c| c.agreement == Agreement::Differs) {
        let Claim { what, place, published, ours, .. } = claim;
        let difference = format!("**{what}** ({place}): published {published}, ours {ours}");
        match reasons.iter_mut().find(|(reading, _)| *reading == claim.reading) {
            Some((_, list)) => list.push(difference),
            None => reasons.push((&claim.reading, vec![difference])),
        }
    }
    for (reading, differences) in reasons {
        lines.push(match &differences[..] {
            [one] => format!("{one}. {reading}"),
            several => format!("{reading}\n- {}", several.join("\n- ")),
        });
    }
    lines
}

/// The claims for a terminal.
pub fn text(claims: &[Claim]) -> String {
    let mut text = String::new();
    for c in claims {
        text.push_str(&format!(
            "{:<9} {} ({})\n          published: {}\n          ours:      {}\n          {}\n          rows: {}\n",
            c.agreement.word(),
            c.what,
            c.place,
            c.published,
            c.ours,
            c.reading,
            c.rows
        ));
    }
    text.replace("**", "").replace('`', "")
}
