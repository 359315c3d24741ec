//! What the rules on a sheet mean, in a few words each, for whoever holds the paper alone.

use std::borrow::Cow;
use sudolab_grid::rule::Rule;

/// What a rule asks; `None` for those that no sentence here tells fully.
pub fn sentence(rule: &Rule) -> Option<Cow<'static, str>> {
    // That some values count twice is said by the note about the doublers.
    if let Rule::Doubler(doubler) = rule {
        return doubler.rule().and_then(sentence);
    }
    let parts = rule.parts();
    // Other differences, ratios and sums, and circles of several cells, mean something else.
    let usual = match rule.name() {
        "white-dot" | "black-dot" | "whisper" => parts.numbers.len() == 1,
        "pair-sum" => parts.numbers == [5] || parts.numbers == [10],
        "arrow" => parts.lists.first().is_some_and(|bulb| bulb.len() == 1),
        _ => true,
    };
    if !usual {
        return None;
    }
    let number = parts.numbers.first();
    let of_number = match (rule.name(), number) {
        ("white-dot", Some(n)) if *n != 1 => {
            Some(format!("A white dot joins digits that differ by {n}."))
        }
        ("black-dot", Some(n)) if *n != 2 => {
            Some(format!("A black dot joins a digit and {n} times it."))
        }
        ("whisper", Some(n)) => Some(format!("Neighbours on a line differ by {n} or more.")),
        _ => None,
    };
    if let Some(sentence) = of_number {
        return Some(Cow::Owned(sentence));
    }
    Some(Cow::Borrowed(match rule.name() {
        "cage" => "Digits in a cage differ; a number is their sum.",
        "little-killer" => "An arrow's number is the sum along its diagonal.",
        "pair-sum" => "X joins cells with the sum 10, V with the sum 5.",
        "region-sum" => "The pieces of a line in different boxes have the same sum.",
        "zipper" => "Cells as far from a line's middle have the same sum, that of the middle.",
        "arrow" => "Digits along an arrow sum to the one in its circle.",
        "double-arrow" => "Digits between two circles sum to those in them.",
        "thermometer" => "Digits rise along a thermometer from its bulb.",
        "slow-thermometer" => "Digits never fall along a thermometer from its bulb.",
        "renban" => "A line holds consecutive digits in any order.",
        "nabner" => "No two digits of a line are equal or consecutive.",
        "white-dot" => "A white dot joins consecutive digits.",
        "black-dot" => "A black dot joins a digit and its double.",
        "greater" => "A sign points to the smaller digit.",
        "minimum" => "Marked cells are smaller than all they touch.",
        "maximum" => "Marked cells are larger than all they touch.",
        "entropic" => "Any three in a row on a line are low, middle and high.",
        "palindrome" => "A line reads the same from both ends.",
        "clone" => "Marked groups hold the same digits in the same order.",
        "between" => "Digits on a line lie between those in its circles.",
        "lockout" => "Digits on a line lie outside of those at its ends.",
        "even" => "Grey squares are even.",
        "odd" => "Grey circles are odd.",
        "quadruple" => "Digits in a circle stand in the four cells around it.",
        "x-sum" => "A number is the sum of the first X digits, X being the first.",
        "sandwich" => "A number is the sum between the least and the largest digit.",
        "skyscraper" => "A number says how many digits are larger than all before them.",
        "numbered-room" => "A number stands in its line where the first digit says.",
        _ => return None,
    }))
}
