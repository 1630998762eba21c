//! A run continues with a changed domain file: minds use it at once, and bodies do not stop.

use std::sync::Arc;

use cunning_arena::simulation::{ReloadError, Scenario, Settings, Simulation};
use cunning_diag::Source;

const SCENE: &str = include_str!("../../../scenes/pirate.toml");
const DOMAIN: &str = include_str!("../../../domains/pirate.toml");

fn scenario(scene: &str, domain: &str) -> Arc<Scenario> {
    let loader = |name: &str| Some(Source::new(name, domain));
    let scenario = Scenario::load(&Source::new("pirate.toml", scene), &loader, Settings::default());
    Arc::new(scenario.unwrap_or_else(|found| panic!("{found}")))
}

fn lines(simulation: &mut Simulation, ticks: u64) -> Vec<String> {
    (0..ticks).for_each(|_| simulation.tick());
    simulation.drain_lines().map(|line| line.text).collect()
}

#[test]
fn reloaded_domain_is_used_at_once() {
    let mut simulation = Simulation::new(&scenario(SCENE, DOMAIN), 1).unwrap().narrated();
    assert!(lines(&mut simulation, 20).iter().any(|line| line.contains("sell")), "he works to buy rum");
    // The edit allows everyone to steal.
    let edited = DOMAIN.replace("\"not lawful\", \"at == tavern\"", "\"at == tavern\"");
    assert_ne!(edited, DOMAIN);
    let reports = simulation.reload(&scenario(SCENE, &edited)).unwrap();
    assert_eq!(reports.len(), 1);
    assert!(reports[0].1.is_changed);
    let context = lines(&mut simulation, 3);
    assert!(context.iter().any(|line| line.contains("steal")), "{context:?}");
}

#[test]
fn reloading_the_same_text_changes_nothing() {
    let (mut one, mut other) = (
        Simulation::new(&scenario(SCENE, DOMAIN), 1).unwrap(),
        Simulation::new(&scenario(SCENE, DOMAIN), 1).unwrap(),
    );
    for tick in 0..200 {
        one.tick();
        other.tick();
        if tick % 10 == 0 {
            assert_eq!(other.reload(&scenario(SCENE, DOMAIN)).unwrap(), []);
        }
        assert_eq!(one.hash(), other.hash(), "tick {tick}");
    }
}

#[test]
fn running_step_survives_renumbered_ids() {
    // Adds a fact and an action before all others and reorders objects, so that all ids change.
    let edited = DOMAIN
        .replace("[facts]\n", "[facts]\nbored = { type = \"bool\", sensed = true }\n")
        .replace("place = [\"beach\", \"docks\"", "place = [\"docks\", \"beach\"")
        .replace("[action.go]", "[action.yawn]\nwhen = [\"bored\"]\nthen = [\"not bored\"]\n\n[action.go]");
    let mut simulation = Simulation::new(&scenario(SCENE, DOMAIN), 1).unwrap();
    (0..12).for_each(|_| simulation.tick());
    simulation.reload(&scenario(SCENE, &edited)).unwrap();
    while simulation.outcome().is_none() && simulation.ticks() < 1000 {
        simulation.tick();
    }
    assert!(simulation.outcome().is_some(), "he still gets his rum");
}

#[test]
fn reloading_another_scene_is_rejected() {
    let mut simulation = Simulation::new(&scenario(SCENE, DOMAIN), 1).unwrap();
    let other = SCENE.replacen("[scene]\n", "[scene]\n# another\n", 1);
    assert_ne!(other, SCENE);
    assert_eq!(simulation.reload(&scenario(&other, DOMAIN)), Err(ReloadError::OtherScene));
}
