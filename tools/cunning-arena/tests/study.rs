//! Two shooters defined by data alone: one that wanders, takes cover and attacks, and one that never leaves
//! its post.

use std::collections::BTreeSet;
use std::sync::Arc;

use cunning_arena::simulation::{Line, LineKind, Scenario, Settings, Simulation};
use cunning_diag::Source;

const SEEDS: u64 = 50;

fn load() -> Arc<Scenario> {
    let text = |name: &str| {
        let path = format!("{}/testdata/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).ok().map(|text| Source::new(name, text))
    };
    let scenario = Scenario::load(&text("study.toml").unwrap(), &text, Settings::default());
    Arc::new(scenario.unwrap_or_else(|found| panic!("{found}")))
}

#[test]
fn wanderer_and_sniper_are_defined_by_data_alone() {
    let scenario = load();
    let (mut covered, mut north, mut south) = (0, 0, 0);
    for seed in 0..SEEDS {
        let mut simulation = Simulation::new(&scenario, seed).unwrap().narrated();
        let sniper = scenario.scene().actor("sniper").unwrap();
        let post = simulation.world().actor(sniper).unwrap().cell();
        let mut lines: Vec<Line> = Vec::new();
        while simulation.outcome().is_none() {
            simulation.tick();
            lines.extend(simulation.drain_lines());
            assert_eq!(simulation.world().actor(sniper).unwrap().cell(), post, "seed {seed}: a sniper stays");
        }
        let context: String = lines
            .iter()
            .map(|line| format!("{} {} {}", line.tick, line.agent, line.text))
            .collect::<Vec<_>>()
            .join("\n");
        let steps = |agent: &'static str| {
            lines.iter().filter(move |line| line.agent == agent && line.kind == LineKind::Step)
        };
        let first_shot = lines.iter().find(|line| line.text.starts_with("shoot(")).map(|line| line.tick);
        let first_shot = first_shot.unwrap_or_else(|| panic!("seed {seed}: no shot was fired\n{context}"));
        // Until the door opens, the wanderer visits all places.
        let visited: BTreeSet<&str> = steps("wanderer")
            .filter(|line| line.tick < first_shot)
            .filter_map(|line| line.text.strip_prefix("stroll("))
            .collect();
        assert!(visited.len() >= 3, "seed {seed}: {visited:?}\n{context}");
        assert!(first_shot >= 400, "seed {seed}: through a closed door?\n{context}");
        assert!(steps("sniper").all(|line| !line.text.starts_with("stroll")), "seed {seed}\n{context}");
        covered += u32::from(steps("wanderer").any(|line| line.text.starts_with("take_cover(")));
        match simulation.describe_outcome(simulation.outcome().unwrap()).as_str() {
            "north win: all of south are dead" => north += 1,
            "south win: all of north are dead" => south += 1,
            _ => {}
        }
    }
    assert!(covered >= 40, "the wanderer takes cover under fire: {covered} of {SEEDS}");
    assert!(north + south >= 40 && north > 0 && south > 0, "{north} to {south}");
}
