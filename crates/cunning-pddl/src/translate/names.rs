//! Legal names for the planner's language: as near to the PDDL names as they can be, and no two the same.
//!
//! All names come from one place, whatever they name, so that no rule about which name is looked up first matters.

use std::collections::BTreeMap;

use cunning_plan::expr::RESERVED;

/// The longest name, in bytes. Names are short enough for an expression with two families of eight indices.
const BYTES_MAX: usize = 48;

/// Words that mean something at some place of the language, besides those that can never be names.
const AVOIDED: [&str; 14] = [
    "doc", "bool", "int", "query", "some", "no", "every", "any", "trait", "min", "max", "abs", "clamp",
    "curve",
];

pub(super) struct Names {
    /// For each name given, the number that its next namesake gets.
    given: BTreeMap<String, usize>,
}

impl Names {
    pub(super) fn new() -> Self {
        let given = RESERVED.into_iter().chain(AVOIDED).map(|word| (word.to_owned(), 2)).collect();
        Self { given }
    }

    /// A name that nothing has yet.
    pub(super) fn fresh(&mut self, wish: &str) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut base: String =
            wish.chars().map(|c| if is_plain(c) { c.to_ascii_lowercase() } else { '_' }).collect();
        if !base.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            base.insert(0, '_');
        }
        // Room for a number is left; all characters are one byte long.
        base.truncate(BYTES_MAX - 8);
        let mut name = base.clone();
        while self.given.contains_key(&name) {
            let next = self.given.entry(base.clone()).or_insert(2);
            name = format!("{base}_{next}");
            *next += 1;
        }
        self.given.insert(name.clone(), 2);
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cunning_plan::expr::is_name;

    #[test]
    fn names_are_legal_and_differ() {
        let mut names = Names::new();
        let wishes = [
            "pick-up",
            "pick_up",
            "PICK-UP",
            "pick_up_2",
            "pick-up",
            "not",
            "true",
            "1",
            "_1",
            "",
            "-",
            "x.y",
        ];
        let given: Vec<String> = wishes.iter().map(|wish| names.fresh(wish)).collect();
        assert_eq!(given[..5], ["pick_up", "pick_up_2", "pick_up_3", "pick_up_2_2", "pick_up_4"]);
        assert_eq!(given[5..7], ["not_2", "true_2"]);
        for (at, name) in given.iter().enumerate() {
            assert!(is_name(name) && !given[..at].contains(name), "{name}");
        }
    }

    #[test]
    fn many_namesakes_and_long_names_take_no_time() {
        let mut names = Names::new();
        let wish = "x".repeat(1000);
        let given: Vec<String> = (0..70_000).map(|_| names.fresh(&wish)).collect();
        assert!(given.iter().all(|name| name.len() <= BYTES_MAX));
    }
}
