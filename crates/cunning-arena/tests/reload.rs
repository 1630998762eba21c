//! A play goes on with a changed domain file: minds take it at once, bodies do not stop.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::sync::Arc;

use cunning_arena::stage::{Play, ReloadError, Settings, Stage};
use cunning_diag::Source;

const SCENE: &str = include_str!("../../../scenes/pirate.toml");
const DOMAIN: &str = include_str!("../../../domains/pirate.toml");

fn play(scene: &str, domain: &str) -> Arc<Play> {
    let loader = |name: &str| Some(Source::new(name, domain));
    let play = Play::load(&Source::new("pirate.toml", scene), &loader, Settings::default());
    Arc::new(play.unwrap_or_else(|found| panic!("{found}")))
}

fn lines(stage: &mut Stage, ticks: u64) -> Vec<String> {
    (0..ticks).for_each(|_| stage.tick());
    stage.drain_lines().map(|line| line.text).collect()
}

#[test]
fn minds_take_a_new_version_at_once() {
    let mut stage = Stage::new(&play(SCENE, DOMAIN), 1).unwrap().watched();
    assert!(lines(&mut stage, 20).iter().any(|line| line.contains("sell")), "he works for his rum");
    // Nobody sells anything any more, but anybody may steal.
    let edited = DOMAIN.replace("\"not lawful\", \"at == tavern\"", "\"at == tavern\"");
    assert_ne!(edited, DOMAIN);
    let reports = stage.reload(&play(SCENE, &edited)).unwrap();
    assert_eq!(reports.len(), 1);
    assert!(reports[0].1.is_changed);
    let told = lines(&mut stage, 3);
    assert!(told.iter().any(|line| line.contains("steal")), "{told:?}");
}

#[test]
fn the_same_text_changes_nothing() {
    let (mut one, mut other) =
        (Stage::new(&play(SCENE, DOMAIN), 1).unwrap(), Stage::new(&play(SCENE, DOMAIN), 1).unwrap());
    for tick in 0..200 {
        one.tick();
        other.tick();
        if tick % 10 == 0 {
            assert_eq!(other.reload(&play(SCENE, DOMAIN)).unwrap(), []);
        }
        assert_eq!(one.hash(), other.hash(), "tick {tick}");
    }
}

#[test]
fn names_that_move_keep_their_steps() {
    // A fact and an action before all others and objects in another order, so that everything gets another number.
    let edited = DOMAIN
        .replace("[facts]\n", "[facts]\nbored = { type = \"bool\", sensed = true }\n")
        .replace("place = [\"beach\", \"docks\"", "place = [\"docks\", \"beach\"")
        .replace("[action.go]", "[action.yawn]\nwhen = [\"bored\"]\nthen = [\"not bored\"]\n\n[action.go]");
    let mut stage = Stage::new(&play(SCENE, DOMAIN), 1).unwrap();
    (0..12).for_each(|_| stage.tick());
    stage.reload(&play(SCENE, &edited)).unwrap();
    while stage.outcome().is_none() && stage.ticks() < 1000 {
        stage.tick();
    }
    assert!(stage.outcome().is_some(), "he still gets his rum");
}

#[test]
fn another_scene_is_refused() {
    let mut stage = Stage::new(&play(SCENE, DOMAIN), 1).unwrap();
    let other = SCENE.replacen("[scene]\n", "[scene]\n# another\n", 1);
    assert_ne!(other, SCENE);
    assert_eq!(stage.reload(&play(&other, DOMAIN)), Err(ReloadError::OtherScene));
}
