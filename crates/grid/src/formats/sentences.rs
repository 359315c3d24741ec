//! Sentences in which people tell rules.
//!
//! Only a sentence of which every word is known is understood: each pattern says which words it needs,
//! which others may stand beside them, and whether the sentence has to deny something. A word that is
//! not known, a second denial or a permission makes it another sentence, of which nobody here knows
//! what it means. Several clauses may stand in one sentence, when each is understood by itself.

use super::names;
use super::scl_rules::speaks_of_cages_alone;

/// What a sentence says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// Nothing that other sentences do not say.
    Nothing,
    Cages,
    AntiKnight,
    AntiKing,
    Nonconsecutive,
    /// Neither main diagonal holds a digit twice.
    Diagonals,
    White,
    Black,
    /// Whether all dots are there.
    Dots(bool),
    X,
    V,
    /// Whether all X and V are there.
    Letters(bool),
    Thermometers,
    Arrows,
    Whispers,
    Renban,
    Palindromes,
    LittleKillers,
    Sandwiches,
    Even,
    Odd,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// It says what is.
    Says,
    /// It says once what is not.
    Denies,
    /// It may say once that nothing repeats.
    SaysOnce,
    /// It says what may be, which asks nothing.
    Permits,
}

struct SentencePattern {
    said: Meaning,
    manner: Manner,
    /// One word of each of these.
    needs: &'static [&'static [&'static str]],
    /// Words that may stand beside them.
    beside: &'static [&'static str],
}

/// Words that mean nothing by themselves.
const COMMON: [&str; 44] = [
    "a",
    "an",
    "the",
    "of",
    "in",
    "on",
    "by",
    "and",
    "or",
    "with",
    "to",
    "from",
    "that",
    "which",
    "is",
    "are",
    "be",
    "must",
    "have",
    "has",
    "contain",
    "contains",
    "containing",
    "hold",
    "holds",
    "each",
    "every",
    "any",
    "cell",
    "cells",
    "digit",
    "digits",
    "number",
    "numbers",
    "value",
    "values",
    "two",
    "its",
    "their",
    "also",
    "it",
    "they",
    "both",
    "always",
];

const DENIALS: [&str; 11] = [
    "not",
    "cannot",
    "cant",
    "no",
    "never",
    "dont",
    "non",
    "nonrepeating",
    "without",
    "isnt",
    "arent",
];

const PERMISSIONS: [&str; 5] = ["may", "can", "might", "need", "could"];

const DOT: &[&str] = &["dot", "dots", "circle", "circles"];
const BETWEEN: [&str; 12] = [
    "kropki",
    "separated",
    "joined",
    "connected",
    "adjacent",
    "between",
    "means",
    "indicates",
    "marked",
    "small",
    "exactly",
    "them",
];
const REPEATS: &[&str] = &["same", "repeat", "repeated", "identical", "equal"];
const GIVEN: &[&str] = &["given", "shown", "marked", "drawn"];
const PATTERNS: &[SentencePattern] = &[
    SentencePattern {
        said: Meaning::AntiKnight,
        manner: Manner::Denies,
        needs: &[&["knight", "knights"], &["move", "moves", "apart", "away"], REPEATS],
        beside: &["chess", "separated", "apart", "away"],
    },
    SentencePattern {
        said: Meaning::AntiKnight,
        manner: Manner::Says,
        needs: &[
            &["knight", "knights"],
            &["move", "moves", "apart", "away"],
            &["different", "differ"],
        ],
        beside: &["chess", "separated", "apart", "away"],
    },
    SentencePattern {
        said: Meaning::AntiKing,
        manner: Manner::Denies,
        needs: &[&["king", "kings"], &["move", "moves", "apart", "away"], REPEATS],
        beside: &["chess", "separated", "apart", "away"],
    },
    SentencePattern {
        said: Meaning::AntiKing,
        manner: Manner::Says,
        needs: &[&["king", "kings"], &["move", "moves", "apart", "away"], &["different", "differ"]],
        beside: &["chess", "separated", "apart", "away"],
    },
    SentencePattern {
        said: Meaning::Nonconsecutive,
        manner: Manner::Denies,
        needs: &[
            &["orthogonally"],
            &["adjacent", "neighbouring", "neighboring", "connected", "touching"],
            &["consecutive"],
        ],
        beside: &[],
    },
    SentencePattern {
        said: Meaning::Diagonals,
        manner: Manner::Denies,
        needs: &[&["diagonals", "diagonal"], &["main", "long", "major"], REPEATS],
        beside: &["along"],
    },
    SentencePattern {
        said: Meaning::White,
        manner: Manner::Says,
        needs: &[&["white"], DOT, &["consecutive"]],
        beside: &BETWEEN,
    },
    SentencePattern {
        said: Meaning::White,
        manner: Manner::Says,
        needs: &[&["white"], DOT, &["difference", "differ"], &["1", "one"]],
        beside: &BETWEEN,
    },
    SentencePattern {
        said: Meaning::Black,
        manner: Manner::Says,
        needs: &[&["black"], DOT, &["ratio", "double", "twice", "half"]],
        beside: &[
            "kropki",
            "separated",
            "joined",
            "connected",
            "adjacent",
            "between",
            "means",
            "indicates",
            "marked",
            "small",
            "exactly",
            "them",
            "1",
            "2",
            "one",
            "other",
            "ratio",
            "where",
        ],
    },
    SentencePattern {
        said: Meaning::Dots(false),
        manner: Manner::Denies,
        needs: &[&["dots"], &["all"], GIVEN],
        beside: &["kropki", "possible", "necessarily", "white", "black"],
    },
    SentencePattern {
        said: Meaning::Dots(true),
        manner: Manner::Says,
        needs: &[&["dots"], &["all"], GIVEN],
        beside: &["kropki", "possible"],
    },
    SentencePattern {
        said: Meaning::X,
        manner: Manner::Says,
        needs: &[&["x"], &["sum", "sums", "add", "adds", "total"], &["10", "ten"]],
        beside: &["separated", "joined", "connected", "adjacent", "between", "up", "marked"],
    },
    SentencePattern {
        said: Meaning::V,
        manner: Manner::Says,
        needs: &[&["v"], &["sum", "sums", "add", "adds", "total"], &["5", "five"]],
        beside: &["separated", "joined", "connected", "adjacent", "between", "up", "marked"],
    },
    SentencePattern {
        said: Meaning::Letters(false),
        manner: Manner::Denies,
        needs: &[&["xs", "x", "xv", "xvs"], &["all"], GIVEN],
        beside: &["v", "vs", "possible", "necessarily"],
    },
    SentencePattern {
        said: Meaning::Letters(true),
        manner: Manner::Says,
        needs: &[&["xs", "x", "xv", "xvs"], &["v", "vs", "xv", "xvs"], &["all"], GIVEN],
        beside: &["possible"],
    },
    SentencePattern {
        said: Meaning::Thermometers,
        manner: Manner::Says,
        needs: &[
            &["thermometer", "thermometers", "thermo", "thermos"],
            &["increase", "increases", "increasing", "rise", "rises"],
            &["bulb", "bulbs"],
        ],
        beside: &[
            "along", "starting", "end", "strictly", "moving", "away", "tip", "towards", "grey",
            "gray", "round",
        ],
    },
    SentencePattern {
        said: Meaning::Arrows,
        manner: Manner::Says,
        needs: &[
            &["arrow", "arrows"],
            &["sum", "sums", "add", "adds"],
            &["circle", "circles", "circled", "bulb", "bulbs"],
        ],
        beside: &["along", "attached", "connected", "corresponding", "up", "at", "base", "end"],
    },
    SentencePattern {
        said: Meaning::Nothing,
        manner: Manner::Permits,
        needs: &[&["arrow", "arrows", "diagonal", "diagonals"], &["repeat"]],
        beside: &["along", "if", "allowed", "other", "rules", "otherwise", "indicated"],
    },
    SentencePattern {
        said: Meaning::Whispers,
        manner: Manner::Says,
        needs: &[
            &["line", "lines", "whisper", "whispers"],
            &["adjacent", "neighbouring", "neighboring"],
            &["differ", "difference"],
            &["least", "more"],
            &["5", "five"],
        ],
        beside: &["along", "german", "green", "line", "lines", "whisper", "whispers", "at"],
    },
    SentencePattern {
        said: Meaning::Renban,
        manner: Manner::SaysOnce,
        needs: &[&["line", "lines", "renban", "renbans"], &["consecutive"], &["order"]],
        beside: &[
            "along",
            "purple",
            "pink",
            "line",
            "lines",
            "set",
            "sets",
            "repeat",
            "repeating",
            "renban",
            "renbans",
        ],
    },
    SentencePattern {
        said: Meaning::Palindromes,
        manner: Manner::Says,
        needs: &[&["palindrome", "palindromes"]],
        beside: &[
            "grey",
            "gray",
            "line",
            "lines",
            "along",
            "read",
            "reads",
            "reading",
            "same",
            "either",
            "direction",
            "directions",
            "forwards",
            "backwards",
            "end",
            "form",
        ],
    },
    SentencePattern {
        said: Meaning::LittleKillers,
        manner: Manner::Says,
        needs: &[&["outside"], &["sum", "sums", "total"], &["diagonal", "diagonals"]],
        beside: &[
            "clue",
            "clues",
            "grid",
            "arrow",
            "arrows",
            "indicated",
            "give",
            "gives",
            "show",
            "shows",
            "indicate",
            "along",
            "corresponding",
        ],
    },
    SentencePattern {
        said: Meaning::Sandwiches,
        manner: Manner::Says,
        needs: &[&["outside"], &["sum", "sums"], &["between", "sandwiched"], &["1"], &["9"]],
        beside: &[
            "clue",
            "clues",
            "grid",
            "give",
            "gives",
            "show",
            "shows",
            "indicate",
            "row",
            "rows",
            "column",
            "columns",
            "corresponding",
            "respective",
            "sandwiched",
            "between",
        ],
    },
    SentencePattern {
        said: Meaning::Even,
        manner: Manner::Says,
        needs: &[&["even"], &["square", "squares"]],
        beside: &["grey", "gray", "marked", "shaded"],
    },
    SentencePattern {
        said: Meaning::Odd,
        manner: Manner::Says,
        needs: &[&["odd"], &["circle", "circles"]],
        beside: &["grey", "gray", "marked", "shaded"],
    },
];

/// Names of rules, which may stand before a colon and the sentence about them.
const HEADS: [&str; 34] = [
    "anti",
    "antiking",
    "antiknight",
    "arrow",
    "arrows",
    "black",
    "cage",
    "cages",
    "classic",
    "diagonals",
    "dots",
    "even",
    "german",
    "killer",
    "killers",
    "king",
    "kings",
    "knight",
    "knights",
    "kropki",
    "line",
    "lines",
    "little",
    "nonconsecutive",
    "normal",
    "odd",
    "palindrome",
    "palindromes",
    "renban",
    "sandwich",
    "sudoku",
    "thermometers",
    "whispers",
    "xv",
];

/// All that words say, or the first sentence that is not understood.
pub(super) fn said(words: &str) -> Result<Vec<Meaning>, String> {
    let mut all = Vec::new();
    let flat = words.replace(['(', ')'], ",").replace(['’', '\''], "");
    for sentence in flat.split(['.', '\n', ';', '!']) {
        let mut sentence = sentence.trim();
        if let Some((head, rest)) = sentence.split_once(": ")
            && tokens(head).iter().all(|word| HEADS.contains(&word.as_str()))
        {
            sentence = rest.trim();
        }
        match of_sentence(sentence) {
            Some(said) => all.extend(said),
            None => return Err(sentence.split_whitespace().collect::<Vec<_>>().join(" ")),
        }
    }
    all.retain(|said| *said != Meaning::Nothing);
    Ok(all)
}

/// Its words. Those with a hyphen are one: a two-digit number is not two digits.
fn tokens(text: &str) -> Vec<String> {
    let joined = text.replace('-', "");
    let words = joined.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// What one sentence says: one thing, or one after the other.
fn of_sentence(sentence: &str) -> Option<Vec<Meaning>> {
    // Nobody says more in one sentence, and each clause is looked at again for each that follows.
    const LONGEST: usize = 400;
    if sentence.len() > LONGEST {
        return None;
    }
    if let Some(said) = of_clause(sentence) {
        return Some(vec![said]);
    }
    for between in [",", " and ", " while ", " but "] {
        for (at, _) in sentence.match_indices(between) {
            let (left, right) = (&sentence[..at], &sentence[at + between.len()..]);
            let Some(first) = of_clause(left) else { continue };
            if let Some(rest) = of_sentence(right) {
                return Some([vec![first], rest].concat());
            }
        }
    }
    None
}

fn of_clause(clause: &str) -> Option<Meaning> {
    if names::says_usual_rules(clause) {
        return Some(Meaning::Nothing);
    }
    if speaks_of_cages_alone(clause) {
        return Some(Meaning::Cages);
    }
    let words = tokens(clause);
    let n_denials = words.iter().filter(|word| DENIALS.contains(&word.as_str())).count();
    if words.windows(2).any(|pair| pair[0] == "two" && pair[1] == "digit") {
        return None;
    }
    let permits = words.iter().any(|word| PERMISSIONS.contains(&word.as_str()));
    let fits = |pattern: &&SentencePattern| {
        let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
        let needed = |word: &str| pattern.needs.iter().any(|needs| needs.contains(&word));
        let known = |word: &str| {
            needed(word)
                || COMMON.contains(&word)
                || DENIALS.contains(&word)
                || PERMISSIONS.contains(&word)
                || pattern.beside.contains(&word)
        };
        let manner = match pattern.manner {
            Manner::Says => n_denials == 0 && !permits,
            Manner::Denies => n_denials == 1,
            Manner::SaysOnce => {
                let once = has(&["repeat", "repeating", "nonrepeating"]);
                (n_denials == 0 && !permits) || (n_denials == 1 && once)
            }
            Manner::Permits => n_denials == 0 && permits,
        };
        manner
            && pattern.needs.iter().all(|needs| has(needs))
            && words.iter().all(|word| known(word))
    };
    PATTERNS.iter().find(fits).map(|pattern| pattern.said)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &str, expected: &[Meaning]) {
        assert_eq!(said(words).as_deref(), Ok(expected), "{words}");
    }

    #[test]
    fn sentences_as_people_write_them_are_understood() {
        use Meaning::*;
        check("Normal sudoku rules apply.", &[]);
        check("Cells separated by a knight's move cannot contain the same digit.", &[AntiKnight]);
        check("Identical digits cannot be a knight's move apart.", &[AntiKnight]);
        check("Cells a chess king’s move away must contain different digits.", &[AntiKing]);
        check(
            "Anti-knight: Cells a knight's move apart can not have the same digit",
            &[AntiKnight],
        );
        check(
            "Normal sudoku rules apply. Orthogonally adjacent cells cannot contain consecutive digits",
            &[Nonconsecutive],
        );
        check("Digits cannot repeat along the main diagonals.", &[Diagonals]);
        check(
            "Cells separated by a white dot contain consecutive digits, cells separated by a black dot \
             contain digits in a 1:2 ratio. Not all dots are given.",
            &[White, Black, Dots(false)],
        );
        check(
            "Cells separated by an X sum to 10 and cells separated by a V sum to 5 (not all Xs and Vs are given).",
            &[X, V, Letters(false)],
        );
        check("All possible dots are given", &[Dots(true)]);
        check(
            "Digits in cages must not repeat and sum to the clue in the top left corner.",
            &[Cages],
        );
        check("Digits along a thermometer increase from the bulb end.", &[Thermometers]);
        check(
            "Digits along an arrow sum to the digit in the attached circle. Digits may repeat on arrows \
             if allowed by other rules.",
            &[Arrows],
        );
        check("Adjacent digits along a green line must differ by at least 5", &[Whispers]);
        check(
            "Purple lines contain a set of non-repeating consecutive digits in any order",
            &[Renban],
        );
        check(
            "Grey lines are palindromes, which read the same from either direction",
            &[Palindromes],
        );
        check(
            "Clues outside the grid give the sum of the digits along the indicated diagonal",
            &[LittleKillers],
        );
    }

    #[test]
    fn what_is_said_a_little_differently_is_not_understood() {
        for words in [
            "Cells separated by a knight's move can contain the same digit.",
            "Cells separated by a knight's move must contain consecutive digits.",
            "Cells separated by a knight's move in the same region cannot contain the same digit.",
            "No two cells a knight's move apart must not contain the same digit.",
            "Adjacent cells cannot contain consecutive digits.",
            "Orthogonally adjacent cells contain consecutive digits.",
            "Diagonally adjacent cells cannot contain consecutive digits.",
            "Digits cannot repeat along the marked diagonal.",
            "Cells separated by a white dot contain digits in a 1:2 ratio.",
            "Cells separated by a black dot contain digits in a 1:3 ratio.",
            "Cells separated by a white dot do not contain consecutive digits.",
            "All white dots are given.",
            "Adjacent digits along a green line must differ by more than 5.",
            "Adjacent digits along a green line must differ by at least 4.",
            "Digits along a thermometer increase or stay the same from the bulb end.",
            "Digits along an arrow sum to the two-digit number in the attached circle.",
            "Digits along an arrow sum to the two digit number in the attached circle.",
            "Purple lines do not contain consecutive digits in any order",
            "Digits along a thermometer increase from the bulb end, and one of them lies.",
            "Fog clears.",
        ] {
            assert!(said(words).is_err(), "{words}: {:?}", said(words));
        }
    }
}
