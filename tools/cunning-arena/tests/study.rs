//! Two shooters made of data alone, as somebody without a compiler would make them: one who wanders, takes cover and
//! attacks, and one who never leaves his post.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test may fail by panicking.

mod support;

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
    let play = Scenario::load(&text("study.toml").unwrap(), &text, Settings::default());
    Arc::new(play.unwrap_or_else(|found| panic!("{found}")))
}

#[test]
fn a_wanderer_and_a_sniper_need_no_code() {
    let play = load();
    let (mut covered, mut north, mut south) = (0, 0, 0);
    for seed in 0..SEEDS {
        let mut simulation = Simulation::new(&play, seed).unwrap().watched();
        let sniper = play.scene().actor("sniper").unwrap();
        let post = simulation.world().actor(sniper).unwrap().cell();
        let mut lines: Vec<Line> = Vec::new();
        while simulation.outcome().is_none() {
            simulation.tick();
            lines.extend(simulation.drain_lines());
            assert_eq!(simulation.world().actor(sniper).unwrap().cell(), post, "seed {seed}: a sniper stays");
        }
        let told: String = lines
            .iter()
            .map(|line| format!("{} {} {}", line.tick, line.who, line.text))
            .collect::<Vec<_>>()
            .join("\n");
        let steps = |who: &'static str| {
            lines.iter().filter(move |line| line.who == who && line.kind == LineKind::Step)
        };
        let first_shot = lines.iter().find(|line| line.text.starts_with("shoot(")).map(|line| line.tick);
        let first_shot = first_shot.unwrap_or_else(|| panic!("seed {seed}: nobody shoots\n{told}"));
        // Until there is somebody to see, he is everywhere.
        let visited: BTreeSet<&str> = steps("wanderer")
            .filter(|line| line.tick < first_shot)
            .filter_map(|line| line.text.strip_prefix("stroll("))
            .collect();
        assert!(visited.len() >= 3, "seed {seed}: {visited:?}\n{told}");
        assert!(first_shot >= 400, "seed {seed}: through a closed door?\n{told}");
        assert!(steps("sniper").all(|line| !line.text.starts_with("stroll")), "seed {seed}\n{told}");
        covered += u32::from(steps("wanderer").any(|line| line.text.starts_with("take_cover(")));
        match simulation.show_outcome(simulation.outcome().unwrap()).as_str() {
            "north win: nobody of south is left" => north += 1,
            "south win: nobody of north is left" => south += 1,
            _ => {}
        }
    }
    assert!(covered >= 40, "who is shot at takes cover: {covered} of {SEEDS}");
    assert!(north + south >= 40 && north > 0 && south > 0, "{north} to {south}");
}
