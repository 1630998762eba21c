//! Edits of cards change their own lines and nothing else.

use std::path::Path;

use super::edit::CardEdit;
use super::*;
use crate::designer::toml_text::Step;
use cunning_diag::Source;

/// Every domain file and template of the project, by name.
fn shipped() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in [
        "domains",
        "tools/cunning-cli/templates/guard",
        "tools/cunning-cli/templates/squad",
        "tools/cunning-cli/templates/villager",
    ] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"))
        {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "toml") && !path.ends_with("scene.toml") {
                let text = std::fs::read_to_string(&path).unwrap();
                files.push((path.display().to_string(), text));
            }
        }
    }
    files.sort();
    assert!(files.len() > 20, "{}", files.len());
    files
}

fn cards(text: &str) -> Vec<Card> {
    let documents = Documents::from_domain(&[Source::new("a.toml", text)]);
    read(&documents, 0, text).unwrap()
}

fn apply(text: &str, edit: &CardEdit) -> String {
    edit.apply(text).unwrap_or_else(|error| panic!("{edit:?}: {}\n{text}", error.message))
}

fn path(steps: &str) -> Vec<Step> {
    let step = |part: &str| part.parse().map_or_else(|_| Step::Key(part.to_owned()), Step::At);
    steps.split('.').map(step).collect()
}

fn set(path_of: &str, value: &str) -> CardEdit {
    CardEdit::Set { path: path(path_of), value: value.to_owned() }
}

fn insert(path_of: &str, at: usize, value: &str) -> CardEdit {
    CardEdit::Insert { path: path(path_of), at, value: value.to_owned() }
}

fn remove(path_of: &str) -> CardEdit {
    CardEdit::Remove { path: path(path_of) }
}

/// Calls a function with every value of the cards of a text, and its path.
fn each_value(text: &str, see: &mut dyn FnMut(&[Step], &Value)) {
    fn walk(path: &mut Vec<Step>, value: &Value, see: &mut dyn FnMut(&[Step], &Value)) {
        see(path, value);
        for entry in value.entries() {
            path.push(Step::Key(entry.key.clone()));
            walk(path, &entry.value, see);
            path.pop();
        }
        for (at, item) in value.items().iter().enumerate() {
            path.push(Step::At(at));
            walk(path, item, see);
            path.pop();
        }
    }
    let tree = Tree::parse(text).unwrap();
    for entry in &tree.root {
        if CardKind::ALL.iter().any(|kind| kind.section() == entry.key) {
            let mut path = vec![Step::Key(entry.key.clone())];
            walk(&mut path, &entry.value, see);
        }
    }
}

/// The lines that only one of two texts has.
fn changed_lines(one: &str, other: &str) -> usize {
    let (one, other): (Vec<&str>, Vec<&str>) = (one.lines().collect(), other.lines().collect());
    let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let rest = one[same..].iter().rev().zip(other[same..].iter().rev());
    let tail = rest.take_while(|(one, other)| one == other).count();
    one.len().max(other.len()) - same - tail
}

#[test]
fn writing_what_is_written_changes_no_byte_of_any_shipped_domain() {
    for (name, text) in shipped() {
        let mut tried = 0;
        each_value(&text, &mut |path, value| {
            let typed = match &value.kind {
                ValueKind::Text(typed) => typed.clone(),
                ValueKind::Plain | ValueKind::List(_) | ValueKind::Inline(_) => {
                    text[value.range.clone()].to_owned()
                }
                _ => return,
            };
            let edit = CardEdit::Set { path: path.to_vec(), value: typed };
            assert_eq!(apply(&text, &edit), text, "{name}: {edit:?}");
            tried += 1;
        });
        assert!(tried > 5, "{name}: {tried}");
    }
}

#[test]
fn chips_and_keys_of_every_shipped_domain_can_be_changed_and_changed_back() {
    for (name, text) in shipped() {
        each_value(&text, &mut |path, value| {
            let path = path.to_vec();
            for (at, item) in value.items().iter().enumerate() {
                let old = text[item.range.clone()].to_owned();
                let gone = apply(&text, &CardEdit::Remove { path: [&path[..], &[Step::At(at)]].concat() });
                let height = old.lines().count();
                assert!(
                    gone != text && changed_lines(&gone, &text) <= height,
                    "{name}: {path:?} {at}\n{gone}"
                );
                let typed = match &item.kind {
                    ValueKind::Text(typed) => typed.clone(),
                    _ => old,
                };
                let back = apply(&gone, &CardEdit::Insert { path: path.clone(), at, value: typed });
                // A comment at the end of the removed line is gone, and a last comma may be new.
                assert!(back == text || changed_lines(&back, &text) <= 2, "{name}: {path:?} {at}\n{back}");
                if !text[value.range.clone()].contains('\n') {
                    assert_eq!(back, text, "{name}: {path:?} {at}");
                }
            }
            if matches!(value.kind, ValueKind::Section { header: Some(_), .. } | ValueKind::Inline(_)) {
                let new = [&path[..], &[Step::Key("brand_new".to_owned())]].concat();
                let more = apply(&text, &CardEdit::Set { path: new.clone(), value: "3".to_owned() });
                assert!(changed_lines(&more, &text) <= 1, "{name}: {path:?}\n{more}");
                if value.entries().is_empty() {
                    return;
                }
                assert_eq!(apply(&more, &CardEdit::Remove { path: new }), text, "{name}: {path:?}");
            }
        });
    }
}

#[test]
fn cards_of_every_shipped_domain_can_be_added_and_removed() {
    for (name, text) in shipped() {
        for kind in CardKind::ALL {
            let added = apply(&text, &CardEdit::Add { kind, name: "brand_new".to_owned() });
            assert_eq!(cards(&added).len(), cards(&text).len() + 1, "{name}");
            let removed = apply(&added, &remove(&format!("{}.brand_new", kind.section())));
            if cards(&text).iter().any(|card| card.kind == kind) {
                assert_eq!(removed, text, "{name}: {kind:?}");
            }
        }
        for card in cards(&text) {
            let gone = apply(&text, &remove(&format!("{}.{}", card.section, card.name)));
            assert_eq!(cards(&gone).len(), cards(&text).len() - 1, "{name}: {}", card.name);
            if gone.lines().count() == text.lines().count() {
                // A card within one line.
                assert_eq!(changed_lines(&gone, &text), 1, "{name}: {}", card.name);
            } else {
                assert!(gone.lines().all(|line| text.contains(line)), "{name}: {}", card.name);
            }
        }
    }
}

#[test]
fn cards_know_where_they_are() {
    let text = "# é\n[facts]\ngold = \"int\" # 😀\n[action.buy]\nwhen = [\"gold\"]\n";
    let cards = cards(text);
    let units: Vec<u16> = text.encode_utf16().collect();
    let at = |from: usize, to: usize| String::from_utf16(&units[from..to]).unwrap();
    assert_eq!(at(cards[0].from, cards[0].to), "gold = \"int\"");
    assert_eq!(at(cards[1].from, cards[1].to), "[action.buy]\nwhen = [\"gold\"]");
}

#[test]
fn comments_and_line_breaks_are_kept() {
    let text = "[action.a]\nwhen = [ # all of\n  \"x\", # first\n  \"y\" # last\n]\n# about cost\ncost = 2 # cheap\n";
    assert_eq!(apply(text, &set("action.a.cost", "3")), text.replace("= 2", "= 3"));
    assert_eq!(apply(text, &remove("action.a.when.0")), text.replace("  \"x\", # first\n", ""));
    assert_eq!(apply(text, &remove("action.a.when.1")), text.replace("  \"y\" # last\n", ""));
    assert_eq!(
        apply(text, &insert("action.a.when", 2, "not z")),
        text.replace("\"y\" # last\n", "\"y\", # last\n  \"not z\"\n")
    );
    assert_eq!(apply(text, &insert("action.a.when", 0, "w")), text.replace("  \"x\"", "  \"w\",\n  \"x\""));
    assert_eq!(apply(text, &remove("action.a.cost")), text.replace("cost = 2 # cheap\n", ""));
    let mixed = "[action.a]\nwhen = [\"x\", # why\n \"y\"]\n";
    assert_eq!(apply(mixed, &remove("action.a.when.1")), "[action.a]\nwhen = [\"x\", # why\n ]\n");
    assert_eq!(apply(mixed, &remove("action.a.when.0")), "[action.a]\nwhen = [ # why\n \"y\"]\n");
}

#[test]
fn typed_values_become_numbers_tables_or_strings() {
    let text = "[action.a]\ncost = 1\nthen = []\n";
    for (typed, written) in [
        ("2.5", "2.5"),
        ("walk[a, b]", "\"walk[a, b]\""),
        ("{ any = [\"x\"] }", "{ any = [\"x\"] }"),
        ("true", "true"),
        ("inf", "\"inf\""),
        ("2]\nx = 3", "\"\"\"\n2]\nx = 3\"\"\""),
        ("say \"hi\"", "'say \"hi\"'"),
        ("", "\"\""),
    ] {
        assert_eq!(apply(text, &set("action.a.cost", typed)), text.replace("= 1", &format!("= {written}")));
    }
    assert_eq!(apply(text, &insert("action.a.then", 0, "x")), text.replace("[]", "[\"x\"]"));
}

#[test]
fn short_facts_grow_and_all_forms_of_tables_are_read() {
    assert_eq!(
        apply("[facts]\nx = \"bool\"\n", &set("facts.x.doc", "why")),
        "[facts]\nx = { type = \"bool\", doc = \"why\" }\n"
    );
    let dotted = "action.a.cost = 1\naction.b = { cost = 2 }\n[goal.g]\nwant = []\n[goal.g.more]\nx = 1\n";
    assert_eq!(cards(dotted).len(), 3);
    assert_eq!(apply(dotted, &remove("action.a")), dotted.replace("action.a.cost = 1\n", ""));
    assert_eq!(apply(dotted, &remove("goal.g")), "action.a.cost = 1\naction.b = { cost = 2 }\n");
    assert!(
        apply(dotted, &CardEdit::Add { kind: CardKind::Action, name: "c".to_owned() })
            .ends_with("\n[action.c]\nwhen = []\nthen = []\n")
    );
    let many = "[[goal.g.relevance]]\nscore = 1\n[[goal.g.relevance]]\nscore = 2\n";
    assert_eq!(apply(many, &set("goal.g.relevance.1.score", "3")), many.replace("= 2", "= 3"));
    assert!(remove("goal.g.relevance.1").apply(many).is_err(), "tables with headers are removed in the text");
    assert!(set("goal.g.want.0", "x").apply(many).is_err());
    assert!(insert("goal.g.relevance", 9, "x").apply(many).is_err());
    assert!(CardEdit::Remove { path: Vec::new() }.apply(many).is_err());
    assert!(CardEdit::Add { kind: CardKind::Goal, name: "g".to_owned() }.apply(many).is_err());
    assert!(set("goal.g", "x").apply("[goal").is_err());
}
