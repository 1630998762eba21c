//! Less important agents are sensed less often, but none is forgotten.

use crate::story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::Command;
use cunning_mind::{AgentId, MindConfig, MindEngine, Spawn};

const TEXT: &str = r#"
facts.seen = "bool"
action.look = { then = ["seen"] }
goal.know = { want = ["seen"] }
agent.scout = { actions = ["look"], goals = { know = 1 }, sensors = ["eyes"] }
"#;

fn scouts(count: usize) -> (MindEngine, Vec<AgentId>) {
    let spec = cunning_mind::read(&Source::new("scout.toml", TEXT)).unwrap_or_else(|found| panic!("{found}"));
    let mut set = MindEngine::new(Arc::new(spec), MindConfig::default());
    set.set_sensor("eyes", 200);
    let scouts = (0..count).map(|_| set.spawn("scout", Spawn::default()).unwrap()).collect();
    (set, scouts)
}

/// Counts the polls of each agent's sensor.
fn polled(set: &mut MindEngine, agents: &[AgentId], ticks: u32) -> Vec<usize> {
    let mut counts = vec![0; agents.len()];
    for _ in 0..ticks {
        story::tick(set);
        for command in set.commands().iter() {
            if let Command::Sense { agent, .. } = command {
                counts[agents.iter().position(|known| *known == agent).unwrap()] += 1;
            }
        }
    }
    counts
}

#[test]
fn sensors_of_less_important_agents_are_polled_less_often() {
    let (mut set, agents) = scouts(4);
    for (&agent, importance) in agents.iter().zip([1_000_000, 500_000, 250_000, 0]) {
        set.set_importance(agent, importance);
    }
    let counts = polled(&mut set, &agents, 400);
    assert!(counts[..2].iter().all(|count| (199..=201).contains(count)), "every 200 ms in 40 s: {counts:?}");
    assert!((78..=82).contains(&counts[2]) && (49..=51).contains(&counts[3]), "{counts:?}");
}

#[test]
fn raised_importance_polls_sensors_soon() {
    let (mut set, agents) = scouts(1);
    set.set_importance(agents[0], 0);
    while polled(&mut set, &agents, 1) == [0] {}
    set.set_importance(agents[0], 1_000_000);
    assert_eq!(polled(&mut set, &agents, 2), [1]);
}
