//! Names that are valid and different in PDDL, where case does not count and all kinds of names share one space here.

use std::collections::BTreeSet;

/// Words that must not be names.
const RESERVED: [&str; 27] = [
    "all",
    "and",
    "assign",
    "decrease",
    "define",
    "domain",
    "either",
    "end",
    "exists",
    "forall",
    "imply",
    "increase",
    "maximize",
    "minimize",
    "not",
    "number",
    "object",
    "or",
    "over",
    "preference",
    "problem",
    "scale-down",
    "scale-up",
    "start",
    "total-cost",
    "total-time",
    "when",
];

/// The names that are taken.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// Returns a name that is as close to the wanted one as possible.
    pub(super) fn take(&mut self, wanted: &str) -> String {
        let plain = plain(wanted);
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let mut candidates = std::iter::once(plain.clone()).chain(numbered);
        let free = candidates.find(|name| !RESERVED.contains(&name.as_str()) && !self.taken.contains(name));
        let name = free.unwrap_or(plain);
        self.taken.insert(name.clone());
        name
    }
}

/// The name of a domain or problem, which need not differ from others.
pub(super) fn title(wanted: &str, otherwise: &str) -> String {
    if wanted.is_empty() { otherwise.to_owned() } else { plain(wanted) }
}

/// The name in lower case, with dashes for characters that PDDL does not allow.
fn plain(wanted: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c.to_ascii_lowercase() } else { '-' };
    let name: String = wanted.chars().map(allowed).collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("x{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_without_case_and_from_keywords() {
        let mut names = Names::default();
        assert_eq!(names.take("Orc"), "orc");
        assert_eq!(names.take("orc"), "orc-2");
        assert_eq!(names.take("when"), "when-2");
        assert_eq!(names.take("7 élan"), "x7--lan");
    }
}
