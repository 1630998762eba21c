//! The example of the watch says everything that a file can say about minds, and says it without a mistake.

use cunning_diag::Source;
use cunning_plan::OwnerKind;

fn text() -> String {
    let path = format!("{}/../../domains/watch.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a domain")
}

#[test]
fn it_is_read_without_mistakes_and_warnings() {
    let (spec, warnings) = cunning_mind::read_with(&Source::new("watch.toml", text()), |_| None)
        .unwrap_or_else(|found| panic!("{found}"));
    assert!(warnings.is_empty(), "{warnings}");
    let found = spec.lint();
    assert!(found.is_empty(), "{found}");
    let sentry = spec.archetype_named("sentry").expect("a sentry");
    let walks = |name: &str| spec.planning.action_named(name).is_some_and(|id| sentry.actions.contains(&id));
    assert!(walks("walk") && walks("walk_from_none"), "who does things near places walks");
    let captain = spec.archetype_named("captain").expect("a captain");
    assert!(captain.actions.iter().any(|id| !spec.actions[id.index()].orders.is_empty()));
}

#[test]
fn it_uses_every_word_of_minds() {
    let text = text();
    let words = OwnerKind::ALL.into_iter().flat_map(|owner| owner.reserved().iter().copied());
    let others = [
        "move",
        "near",
        "hope",
        "curve",
        "from",
        "as",
        "where",
        "score",
        "take",
        "every",
        "extends",
        "without",
        "goals",
        "costs",
        "traits",
        "vary",
        "sensors",
        "autonomous",
        "need",
        "within",
        "give",
        "rigid",
        "bias",
        "step",
        "cross",
    ];
    for word in words.chain(others) {
        let is_key = [format!("{word} ="), format!("[{word}]"), format!("[{word}.")];
        assert!(is_key.iter().any(|key| text.contains(key)), "`{word}` is missing");
    }
}
