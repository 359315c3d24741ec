//! A plan with other algorithms than it names.

/// The text of a plan with these algorithms in place of its own; `None` when it names none. The rest stays
/// as it is, so that the plan that is stored says what was run.
pub fn with_algorithms(text: &str, ids: &[String]) -> Option<String> {
    let from = place(text)?;
    let value = from + text[from..].find('=')? + 1;
    let to = value + end(&text[value..])?;
    let names: Vec<String> = ids.iter().map(|id| format!("{:?}", id.trim())).collect();
    Some(format!("{}algorithms = [{}]{}", &text[..from], names.join(", "), &text[to..]))
}

/// Where the line begins that names the algorithms, before the first table.
fn place(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with('[') {
            return None;
        }
        let rest = line.strip_prefix("algorithms").map(str::trim_start);
        if rest.is_some_and(|rest| rest.starts_with('=')) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// Where a value ends: with its line, or where its brackets are closed.
fn end(value: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut comment) = (0, None, false);
    for (at, c) in value.char_indices() {
        match c {
            '\n' if depth == 0 => return Some(at),
            '\n' => comment = false,
            _ if comment => {}
            '"' | '\'' if quoted.is_none() => quoted = Some(c),
            c if quoted == Some(c) => quoted = None,
            _ if quoted.is_some() => {}
            '#' => comment = true,
            '[' | '{' => depth += 1,
            ']' | '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    (depth == 0).then_some(value.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::PLANS;
    use crate::plan::Plan;

    #[test]
    fn every_built_in_plan_runs_with_other_algorithms() {
        let ids = ["dlx".to_owned(), " annealing".to_owned()];
        for plan in PLANS {
            let text = with_algorithms(plan.text, &ids).expect(plan.name);
            let (ours, theirs) =
                (Plan::read(&text, plan.name).unwrap(), Plan::read(plan.text, plan.name).unwrap());
            let labels: Vec<&str> = ours.contestants.iter().map(|c| c.label.as_str()).collect();
            assert_eq!(labels, ["dlx", "annealing"], "{}", plan.name);
            assert_eq!(ours.sources.len(), theirs.sources.len(), "{}", plan.name);
            assert_eq!(ours.protocol, theirs.protocol, "{}", plan.name);
        }
    }

    #[test]
    fn values_end_where_they_end() {
        let ids = ["a".to_owned()];
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(with_algorithms(text, &ids).as_deref(), expected);
        };
        check("algorithms = \"all\"\nseed = 1\n", Some("algorithms = [\"a\"]\nseed = 1\n"));
        check(
            "x = 1\nalgorithms = [ # ]\n  { id = \"b]\", set = { c = 1 } },\n]\ny = 2",
            Some("x = 1\nalgorithms = [\"a\"]\ny = 2"),
        );
        check("[protocol]\nalgorithms = [\"b\"]\n", None);
        check("algorithms = [", None);
    }
}
