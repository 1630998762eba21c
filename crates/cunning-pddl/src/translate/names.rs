//! Valid, unique names for the planner's language, as close to the PDDL names as possible.
//!
//! Names are unique across all kinds of declarations, so the planner's lookup order does not matter.

use std::collections::BTreeMap;

use cunning_plan::expr::RESERVED;

/// The longest name, in bytes. An expression with two families of eight indices stays within its limit.
const BYTES_MAX: usize = 48;

/// Words with a special meaning in some contexts, besides the reserved ones.
const AVOIDED: [&str; 14] = [
    "doc", "bool", "int", "query", "some", "no", "every", "any", "trait", "min", "max", "abs", "clamp",
    "curve",
];

pub(super) struct Names {
    /// The number of the next namesake, for each name in use.
    given: BTreeMap<String, usize>,
}

impl Names {
    pub(super) fn new() -> Self {
        let given = RESERVED.into_iter().chain(AVOIDED).map(|word| (word.to_owned(), 2)).collect();
        Self { given }
    }

    /// An unused name that resembles `wish`.
    pub(super) fn fresh(&mut self, wish: &str) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut base: String =
            wish.chars().map(|c| if is_plain(c) { c.to_ascii_lowercase() } else { '_' }).collect();
        if !base.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            base.insert(0, '_');
        }
        // Leave room for a number; all characters are one byte long.
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
    fn names_are_valid_and_unique() {
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
    fn many_long_namesakes_are_fast() {
        let mut names = Names::new();
        let wish = "x".repeat(1000);
        let given: Vec<String> = (0..70_000).map(|_| names.fresh(&wish)).collect();
        assert!(given.iter().all(|name| name.len() <= BYTES_MAX));
    }
}
