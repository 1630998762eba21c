//! Reading never panics on damaged text, and whatever it accepts round-trips through writing.

#![allow(clippy::panic, missing_docs, reason = "a test fails by panicking")]

use proptest::prelude::*;

const DOMAINS: [&str; 7] = [
    include_str!("../../../domains/crafting.toml"),
    include_str!("../../../domains/guard.toml"),
    include_str!("../../../domains/heist.toml"),
    include_str!("../../../domains/pirate.toml"),
    include_str!("../../../domains/soldier.toml"),
    include_str!("../../../domains/turret.toml"),
    include_str!("../../../domains/villager.toml"),
];

const SCRAPS: [&str; 32] = [
    "",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "\"\"\"",
    "\\",
    "\\u00",
    "\n",
    "\r\n",
    "= ",
    "==",
    "-",
    "/ 0",
    "..",
    "none",
    "true",
    "has",
    "[coin]",
    "some foe f: ",
    "not ",
    "9999999999999",
    "0.5",
    "\u{1f480}",
    "é",
    "#",
    ",",
    "any = ",
    "doc = ",
    "\0",
];

use crate::fuzz_corpus::domain::check as survives;

/// The nearest character boundary at or before a byte.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3_000) })]

    #[test]
    fn damaged_domains(
        which in 0..DOMAINS.len(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, 0..SCRAPS.len()), 1..4),
    ) {
        let mut text = DOMAINS[which].to_owned();
        for (at, length, scrap) in damage {
            let start = boundary(&text, at.index(text.len() + 1));
            let end = boundary(&text, start + length).max(start);
            text.replace_range(start..end, SCRAPS[scrap]);
        }
        survives(&text);
    }

    #[test]
    fn truncated_domains(which in 0..DOMAINS.len(), at in any::<prop::sample::Index>()) {
        let text = DOMAINS[which];
        survives(&text[..boundary(text, at.index(text.len() + 1))]);
    }

    #[test]
    fn scraps_as_conditions(parts in prop::collection::vec(0..SCRAPS.len(), 0..8)) {
        let condition: String = parts.iter().map(|&part| SCRAPS[part]).collect();
        let quoted = condition.escape_default().to_string().replace("\\u{", "\\U{").replace("\\'", "'");
        survives(&format!("[facts]\nhas = 'bool'\n[goal.g]\nwant = [\"{quoted}\"]"));
        let literal: String = condition.chars().filter(|c| !c.is_control() && *c != '\'').collect();
        survives(&format!("[facts]\nhas = 'bool'\n[goal.g]\nwant = ['{literal}']"));
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        survives(&text);
        let _ = cunning_plan::expr::parse_condition(&text);
        let _ = cunning_plan::expr::parse_effect(&text);
        let _ = cunning_plan::expr::parse_number(&text);
        let _ = cunning_plan::expr::parse_goal_call(&text);
    }
}
