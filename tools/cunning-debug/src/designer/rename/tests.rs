//! Renaming and renaming back gives the same bytes.

use std::path::{Path, PathBuf};

use super::super::cards::read as read_cards;
use super::*;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn shipped(name: &str) -> Option<Source> {
    let text = std::fs::read_to_string(root().join("domains").join(name)).ok()?;
    Some(Source::new(name, text))
}

/// The texts of all documents.
fn texts(documents: &Documents) -> Vec<(usize, String)> {
    documents.texts().map(|(_, text)| text.to_owned()).enumerate().collect()
}

/// Applies a renaming to all texts.
fn apply(
    documents: &Documents,
    at: usize,
    texts: &[(usize, String)],
    new: NewName<'_>,
) -> Result<Vec<(usize, String)>, RequestError> {
    let renaming = rename(documents, at, texts, new, &Settings::default())?;
    assert_eq!(renaming.left, None);
    let mut all = texts.to_vec();
    for renamed in renaming.texts {
        all[renamed.document].1 = renamed.text;
    }
    Ok(all)
}

/// Renames cards of a document and renames them back; every `step`th.
fn there_and_back(documents: &Documents, at: usize, step: usize) -> usize {
    let before = texts(documents);
    let cards = read_cards(documents, at, &before[at].1).unwrap();
    let mut done = 0;
    for card in cards.iter().step_by(step) {
        let (kind, name, to) = (card.kind(), card.name(), format!("{}_x", card.name()));
        let what = format!("{}: {kind:?} {name}", documents.get(at).unwrap().name);
        let there = apply(documents, at, &before, NewName { kind, name, to: &to });
        let there = there.unwrap_or_else(|error| panic!("{what}: {}", error.message));
        assert_ne!(there, before, "{what}");
        let back = apply(documents, at, &there, NewName { kind, name: &to, to: name });
        let back = back.unwrap_or_else(|error| panic!("{what}, back: {}", error.message));
        assert_eq!(back, before, "{what}");
        done += 1;
    }
    done
}

#[test]
fn every_card_of_every_shipped_domain_is_renamed_there_and_back() {
    let mut done = 0;
    let mut names: Vec<String> = std::fs::read_dir(root().join("domains"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "toml"))
        .collect();
    names.sort();
    for name in names {
        let source = shipped(&name).unwrap();
        let (spec, _) = cunning_mind::read_with(&source, shipped).unwrap();
        let sources: Vec<Source> = spec.planning.files().sources().to_vec();
        let documents = Documents::from_domain(&sources);
        for at in 0..sources.len() {
            done += there_and_back(&documents, at, 1);
        }
    }
    assert!(done > 400, "{done}");
}

#[test]
fn references_of_scenes_are_renamed_too() {
    for scene in ["pirate", "skirmish", "squad"] {
        let text = std::fs::read_to_string(root().join(format!("scenes/{scene}.toml"))).unwrap();
        let loaded = Scenario::load(&Source::new("scene.toml", text), &shipped, Settings::default());
        let documents = Documents::from_scenario(&loaded.unwrap_or_else(|_| panic!("{scene}")));
        assert!(there_and_back(&documents, 1, 7) > 3, "{scene}");
    }
    let text = std::fs::read_to_string(root().join("scenes/skirmish.toml")).unwrap();
    let loaded = Scenario::load(&Source::new("scene.toml", text), &shipped, Settings::default()).unwrap();
    let documents = Documents::from_scenario(&loaded);
    let new = NewName { kind: CardKind::Goal, name: "hold", to: "stand" };
    let renamed = apply(&documents, 1, &texts(&documents), new).unwrap();
    assert!(renamed[0].1.contains("goal = \"stand\""), "the order `dash` names the goal");
    assert!(renamed[1].1.contains("[goal.stand]"));
}

#[test]
fn other_things_with_the_same_name_are_left_alone() {
    let text = "# gold is not a word of the language\n[domain]\nname = \"a\"\n[facts]\ngold = { type = \"int\", min = 0, max = 9, doc = \"the gold\" }\nrich = \"bool\"\n[action.gold]\nwhen = [\"gold < 9\"] # gold\nthen = [\"gold += 1\"]\n[goal.rich]\nwant = [\"gold >= 3\"]\n[agent.a]\nactions = [\"gold\"]\ngoals = { rich = 1 }\n";
    let documents = Documents::from_domain(&[Source::new("a.toml", text)]);
    let renamed = |kind, name: &str, to: &str| {
        apply(&documents, 0, &[(0, text.to_owned())], NewName { kind, name, to }).map(|all| all[0].1.clone())
    };
    let fact = text
        .replace("\ngold = {", "\ncoins = {")
        .replace("\"gold <", "\"coins <")
        .replace("\"gold +", "\"coins +");
    assert_eq!(renamed(CardKind::Fact, "gold", "coins").unwrap(), fact.replace("\"gold >", "\"coins >"));
    let action = text.replace("[action.gold]", "[action.dig]").replace("[\"gold\"]", "[\"dig\"]");
    assert_eq!(renamed(CardKind::Action, "gold", "dig").unwrap(), action);
    let goal = text.replace("[goal.rich]", "[goal.wealth]").replace("{ rich = 1 }", "{ wealth = 1 }");
    assert_eq!(renamed(CardKind::Goal, "rich", "wealth").unwrap(), goal);
    for (name, to) in [("gold", "rich"), ("gold", "two words"), ("gold", ""), ("gold", "3"), ("silver", "x")]
    {
        assert!(renamed(CardKind::Fact, name, to).is_err(), "{name} to {to}");
    }
}
