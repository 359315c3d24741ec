//! Names of keys and columns: which tell about a puzzle, and which may be rules of it.
//!
//! Formats that only hold puzzles (our JSON, links of other programs) are strict: a name that is
//! not known to be harmless may be a rule. Tables hold whatever their makers liked to note down,
//! so there a name has to look like a rule.

use super::value::Json;

/// What is told about a puzzle or came of work on it; it never changes the puzzle.
const HARMLESS: [&str; 98] = [
    "algorithm",
    "answer",
    "author",
    "automorphisms",
    "category",
    "clock",
    "clues",
    "collection",
    "color",
    "colors",
    "colour",
    "colours",
    "comment",
    "comments",
    "complete",
    "copyright",
    "created",
    "date",
    "description",
    "difficulty",
    "duration",
    "ed",
    "email",
    "ep",
    "er",
    "file",
    "folder",
    "givencount",
    "grade",
    "guesses",
    "hardest",
    "hash",
    "id",
    "index",
    "leftout",
    "level",
    "license",
    "licence",
    "line",
    "link",
    "minimal",
    "modified",
    "msgcorrect",
    "msgincorrect",
    "name",
    "nclues",
    "nodes",
    "note",
    "notes",
    "number",
    "origin",
    "page",
    "profile",
    "proper",
    "published",
    "qqwing",
    "rank",
    "rating",
    "reason",
    "redundant",
    "remark",
    "score",
    "search",
    "seconds",
    "seed",
    "set",
    "settings",
    "solution",
    "solutions",
    "solved",
    "source",
    "stars",
    "status",
    "steps",
    "successmessage",
    "symmetry",
    "tags",
    "technique",
    "techniques",
    "thesis",
    "ticks",
    "time",
    "timens",
    "title",
    "undecided",
    "unique",
    "updated",
    "uri",
    "url",
    "uuid",
    "verdict",
    "version",
    "video",
    "videos",
    "votes",
    "warning",
    "word",
    "year",
];

/// Parts of names that only rules have.
const RULE_PARTS: [&str; 42] = [
    "antiking",
    "antiknight",
    "arrow",
    "betweenline",
    "bulb",
    "cage",
    "consecutive",
    "constraint",
    "diagonal",
    "disjoint",
    "doubler",
    "entropic",
    "evenodd",
    "extraregion",
    "fogofwar",
    "greaterthan",
    "hyperdoku",
    "inequalit",
    "irregular",
    "jigsaw",
    "killer",
    "kropki",
    "lessthan",
    "littlekiller",
    "lockout",
    "magicsquare",
    "modular",
    "nabner",
    "palindrom",
    "parity",
    "quadrup",
    "renban",
    "sandwich",
    "skyscraper",
    "thermo",
    "toroid",
    "variant",
    "whisper",
    "windoku",
    "xsum",
    "zipper",
    "numberedroom",
];

/// Whole names of rules that are too short to look for inside others.
const RULE_NAMES: [&str; 44] = [
    "anti",
    "between",
    "circles",
    "clone",
    "clones",
    "diag",
    "difference",
    "differences",
    "dot",
    "dots",
    "edge",
    "edges",
    "even",
    "fog",
    "global",
    "knight",
    "king",
    "kind",
    "lines",
    "magic",
    "max",
    "maximum",
    "maxima",
    "min",
    "minimum",
    "minima",
    "negative",
    "odd",
    "outside",
    "product",
    "products",
    "ratio",
    "ratios",
    "region",
    "rule",
    "rules",
    "ruleset",
    "sum",
    "sums",
    "type",
    "walls",
    "window",
    "windows",
    "xv",
];

/// Words by which a column of kinds says that a puzzle is of the usual kind.
const USUAL_KINDS: [&str; 9] =
    ["classic", "classical", "none", "normal", "ordinary", "plain", "standard", "sudoku", "usual"];

/// Letters and digits alone, lower case: `Anti-Knight` and `anti_knight` are one name.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a name is known to tell something that never changes a puzzle.
pub(crate) fn is_harmless(name: &str) -> bool {
    let name = plain(name);
    HARMLESS.contains(&name.as_str())
}

/// The same, unless what stands under it speaks of cells as rules do.
pub(crate) fn is_harmless_with(name: &str, value: &Json) -> bool {
    const CELLS_ALLOWED: [&str; 6] = ["color", "colors", "colour", "colours", "redundant", "steps"];
    is_harmless(name) && (CELLS_ALLOWED.contains(&name) || !speaks_of_cells(value))
}

fn speaks_of_cells(value: &Json) -> bool {
    match value {
        Json::List(items) => items.iter().any(|item| match item {
            Json::Text(text) => names_cells(text),
            other => speaks_of_cells(other),
        }),
        Json::Object(pairs) => pairs.iter().any(|(key, value)| {
            names_cells(key) || speaks_of_cells(&Json::List(vec![value.clone()]))
        }),
        // A remark in words may name a cell.
        _ => false,
    }
}

/// Whether a name looks like that of a rule.
pub(crate) fn may_be_rule(name: &str) -> bool {
    let name = plain(name);
    RULE_PARTS.iter().any(|part| name.contains(part)) || RULE_NAMES.contains(&name.as_str())
}

/// Whether something told about a puzzle has the name of a rule and says something. Letters behind
/// `#` are those of `.sdk` heads.
pub(crate) fn states_rule(name: &str, value: &Json) -> bool {
    let says_nothing = value.plain().is_some_and(|text| says_nothing(&text));
    may_be_rule(name) && !name.starts_with('#') && !is_off(value) && !says_nothing
}

/// Whether a text under the name of a rule says that there is none: nothing, no, or the usual kind.
pub(crate) fn says_nothing(text: &str) -> bool {
    let plain = plain(text);
    matches!(plain.as_str(), "" | "0" | "no" | "false" | "null" | "na" | "nan" | "n")
        || USUAL_KINDS.contains(&plain.as_str())
        || USUAL_KINDS.iter().any(|kind| plain == format!("{kind}sudoku"))
}

/// Whether a text names cells, as rules do and remarks hardly ever.
pub(crate) fn names_cells(text: &str) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len()).any(|at| {
        let rest = &bytes[at..];
        let digits = |from: usize| rest[from..].iter().take_while(|b| b.is_ascii_digit()).count();
        let before = at.checked_sub(1).is_some_and(|i| bytes[i].is_ascii_alphanumeric());
        if before || !matches!(rest[0], b'r' | b'R') {
            return false;
        }
        let row = digits(1);
        row > 0 && matches!(rest.get(1 + row), Some(b'c' | b'C')) && digits(2 + row) > 0
    })
}

/// Words by which a sentence states a rule, and remarks hardly ever.
const STATING_WORDS: [&str; 24] = [
    "adjacent",
    "clone",
    "clones",
    "dot",
    "dots",
    "even",
    "increase",
    "king",
    "kings",
    "knight",
    "knights",
    "must",
    "odd",
    "orthogonal",
    "orthogonally",
    "product",
    "ratio",
    "region",
    "regions",
    "rule",
    "rules",
    "sum",
    "sums",
    "xv",
];

/// Whether words beside a puzzle may state a rule of it, beyond those of Sudoku.
pub(crate) fn speaks_of_rules(text: &str) -> bool {
    if says_usual_rules(text) {
        return false;
    }
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    let joined = plain(text);
    names_cells(text)
        || RULE_PARTS.iter().any(|part| joined.contains(part))
        || words.into_iter().any(|word| STATING_WORDS.contains(&word.as_str()))
}

/// Whether a value says nothing, also where a program writes it as a text.
pub(crate) fn is_off(value: &Json) -> bool {
    match value {
        Json::Text(text) => matches!(plain(text).as_str(), "" | "false" | "no" | "null"),
        other => other.is_nothing(),
    }
}

/// Whether a text of rules says that those of irregular Sudoku hold and nothing else.
pub(crate) fn says_irregular_rules(text: &str) -> bool {
    let is_kind = |word: &str| matches!(plain(word).as_str(), "irregular" | "jigsaw");
    let words: Vec<&str> = text.split_whitespace().filter(|word| !is_kind(word)).collect();
    says_usual_rules(&words.join(" "))
}

/// Whether a text of rules says that those of Sudoku hold and nothing else.
pub(crate) fn says_usual_rules(text: &str) -> bool {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    // A size may be named: normal 6x6 sudoku rules apply.
    let is_size = |word: &&str| {
        word.split_once(['x', '×']).is_some_and(|(a, b)| a == b && a.parse::<u8>().is_ok())
    };
    let words: Vec<&str> = words.into_iter().filter(|word| !is_size(word)).collect();
    let rest = match words.as_slice() {
        ["the", rest @ ..] => rest,
        all => all,
    };
    let rest = match rest {
        [
            "normal" | "standard" | "classic" | "classical" | "usual" | "regular" | "ordinary",
            rest @ ..,
        ] => rest,
        all => all,
    };
    matches!(
        rest,
        [] | ["sudoku"]
            | ["sudoku", "rules"]
            | ["sudoku", "rules", "apply"]
            | ["rules"]
            | ["rules", "apply"]
            | ["rules", "of", "sudoku"]
            | ["rules", "of", "sudoku", "apply"]
            | ["sudoku", "rule", "apply"]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_state_a_rule_are_told_from_remarks() {
        for remark in ["My first puzzle!", "Posted by Ruud, May 2006", "Normal sudoku rules apply."]
        {
            assert!(!speaks_of_rules(remark), "{remark}");
        }
        for rule in ["Anti-Knight", "Digits along a thermo grow.", "The sum is 10", "r1c1 is even"]
        {
            assert!(speaks_of_rules(rule), "{rule}");
        }
    }

    #[test]
    fn the_usual_rules_are_told_from_those_that_only_begin_so() {
        for usual in [
            "",
            "Normal sudoku rules apply.",
            "Normal Sudoku rules apply",
            "The standard rules of sudoku apply.",
            "Normal 6x6 sudoku rules apply!",
            "Sudoku",
        ] {
            assert!(says_usual_rules(usual), "{usual}");
        }
        for more in [
            "Normal sudoku rules apply. Digits along a thermometer rise.",
            "Normal sudoku rules do not apply",
            "Anti-knight: cells a knight's move apart differ",
            "Normal sudoku rules apply except that columns may repeat",
        ] {
            assert!(!says_usual_rules(more), "{more}");
        }
    }

    #[test]
    fn names_of_rules_are_known_in_any_spelling() {
        for name in ["thermo", "Cages", "German_Whispers", "variant", "anti-knight", "XV", "type"] {
            assert!(may_be_rule(name) && !is_harmless(name), "{name}");
        }
        for name in ["rating", "Author", "Time_ns", "er", "ranking", "duration", "checksum"] {
            assert!(!may_be_rule(name), "{name}");
        }
        assert!(says_nothing("Classic") && says_nothing("") && says_nothing("classic sudoku"));
        assert!(!says_nothing("ConsecutiveSudoku"));
    }

    #[test]
    fn cells_in_a_text_are_seen() {
        assert!(names_cells("a R1C2,R1C3"));
        assert!(names_cells("r10c3"));
        assert!(!names_cells("arc1 r1 c1 Rc"));
    }
}
