//! The watch domain is valid and uses every key of agents.

use cunning_diag::Source;
use cunning_plan::OwnerKind;

fn text() -> String {
    let path = format!("{}/../../domains/watch.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a domain")
}

#[test]
fn watch_domain_has_no_errors_or_warnings() {
    let (spec, warnings) = cunning_mind::read_with(&Source::new("watch.toml", text()), |_| None)
        .unwrap_or_else(|found| panic!("{found}"));
    assert!(warnings.is_empty(), "{warnings}");
    let found = spec.lint();
    assert!(found.is_empty(), "{found}");
    let sentry = spec.archetype_named("sentry").expect("a sentry");
    let walks = |name: &str| spec.planning.action_named(name).is_some_and(|id| sentry.actions.contains(&id));
    assert!(walks("walk") && walks("walk_from_none"), "actions near places add the moves");
    let captain = spec.archetype_named("captain").expect("a captain");
    assert!(captain.actions.iter().any(|id| !spec.actions[id.index()].orders.is_empty()));
}

#[test]
fn watch_domain_uses_every_key_of_agents() {
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
        "keep",
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
