//! Every rule of the language that a file can break, with the code, position and text of its diagnostic.
//!
//! A case is a code, a phrase of the message or hint, and a text in which `«` marks the expected line and column.

mod curves;
mod files;
mod movement;
mod rule_01_state;
mod rule_02_conditions;
mod rule_03_effects;
mod rule_05_numbers;
mod rule_06_cost;
mod rule_07_goal_and_tests;
mod rule_08_open_types;
mod rule_10_names;
mod rule_11_subgoals;
mod suggestions;

use cunning_diag::{Diagnostic, Diagnostics, Source};

/// A code, a phrase, and a text with a mark.
type Case<'a> = (&'a str, &'a str, &'a str);

fn read(text: &str) -> Result<(), Diagnostics> {
    cunning_plan::read(&Source::new("test.toml", text)).map(|_| ())
}

fn shown(diagnostic: &Diagnostic) -> String {
    format!("{diagnostic} ({})", diagnostic.hint_text().unwrap_or_default())
}

/// Checks that the world with each text has exactly the one mistake at the mark.
#[track_caller]
fn assert_mistakes(world: &str, cases: &[Case<'_>]) {
    for (code, phrase, text) in cases {
        let marked = format!("{world}\n{text}");
        let (before, after) = marked.split_once('«').expect("a mark");
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().expect("a line").chars().count() + 1;
        let text = format!("{before}{after}");
        let found = read(&text).expect_err(&text);
        let all: Vec<String> = found.iter().map(shown).collect();
        assert_eq!(all.len(), 1, "{text}\n{all:#?}");
        assert!(
            all[0].starts_with(&format!("test.toml:{line}:{column}: error[plan/{code}]")),
            "{text}\n{all:#?}"
        );
        assert!(all[0].contains(phrase), "{phrase}\n{text}\n{all:#?}");
    }
}

/// Checks that the world with each text has no mistake.
#[track_caller]
fn assert_fine(world: &str, texts: &[&str]) {
    for text in texts {
        let text = format!("{world}\n{text}");
        if let Err(found) = read(&text) {
            panic!("{found}\n\n{text}");
        }
    }
}
