//! Goals whose cheapest plan takes long to prove: agents settle for a good plan instead of standing still.

use std::time::Duration;

use cunning_mind::{Budget, Command, Domain, MindConfig, Minds};
use cunning_plan::{PlanMode, PlannerConfig};

/// Returns the ticks until an agent with this single goal has a plan.
fn ticks_to_plan(file: &str, goal: &str, mode: PlanMode) -> Option<u32> {
    let path = format!("{}/../../domains/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let names = text.lines().filter_map(|line| line.strip_prefix("[action.")?.strip_suffix(']'));
    let actions: Vec<&str> = names.filter(|name| !name.contains('.')).collect();
    let text = format!("{text}\n[agent.tester]\nactions = {actions:?}\ngoals = {{ {goal} = 1.0 }}\n");
    let domain = Domain::from_str(file, &text).unwrap();
    let planner = PlannerConfig { mode, ..PlannerConfig::default() };
    let mut minds = Minds::with_config(&domain, MindConfig { planner, ..MindConfig::default() });
    minds.spawn("tester").unwrap();
    (1..=300).find(|_| {
        minds.tick(Duration::from_millis(16), Budget::work(500));
        while let Some(command) = minds.next_command() {
            if let Command::Ask(check) = command {
                minds.answer(check.id, true);
            }
        }
        minds.stats().plans_found > 0
    })
}

#[test]
fn agents_find_plans_where_the_proof_takes_too_long() {
    let mode = MindConfig::default().planner.mode;
    for (file, goal) in [("soldier.toml", "blow_depot"), ("villager.toml", "work_the_field")] {
        let ticks = ticks_to_plan(file, goal, mode);
        assert!(ticks.is_some_and(|ticks| ticks <= 30), "{goal}: {ticks:?}");
    }
    assert_eq!(ticks_to_plan("villager.toml", "work_the_field", PlanMode::Proof), None);
}
