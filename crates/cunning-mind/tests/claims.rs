//! Two agents do not pursue the same object, and a released object is available again.

use crate::story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::Percept;
use cunning_mind::{AgentId, MindConfig, MindEngine, Spawn};
use story::{said, started, tick};

const TEXT: &str = r#"
[types]
bed = ["soft", "hard"]
[facts]
rested = "bool"
[tables]
comfort = { of = ["bed"], default = 3, values = { soft = 1 } }
[action.sleep]
params = { b = "bed" }
then = ["rested"]
cost = "comfort[b]"
claims = ["b"]
[goal.rest]
want = ["rested"]
[agent.guest]
actions = ["sleep"]
goals = { rest = 1.0 }
"#;

fn guests(count: usize) -> (MindEngine, Vec<AgentId>) {
    let spec = cunning_mind::read(&Source::new("test.toml", TEXT)).unwrap_or_else(|found| panic!("{found}"));
    let mut set = MindEngine::new(Arc::new(spec), MindConfig::default());
    let guests = (0..count).map(|_| set.spawn("guest", Spawn::default()).unwrap()).collect();
    (set, guests)
}

#[test]
fn claimed_object_is_used_by_one_agent() {
    let (mut set, _) = guests(3);
    tick(&mut set);
    assert_eq!(said(&set), ["idle: NoPlan", "sleep(soft)", "sleep(hard)"]);
    // The third guest gets a bed when one is released.
    let soft = started(&set)[0].1;
    set.receive(&Percept::Done(soft));
    let mut story = Vec::new();
    for _ in 0..10 {
        tick(&mut set);
        story.extend(said(&set));
    }
    assert!(story.contains(&"sleep(soft)".to_owned()), "{story:?}");
}

#[test]
fn removed_agent_releases_its_claims() {
    let (mut set, guests) = guests(1);
    tick(&mut set);
    assert_eq!(said(&set), ["sleep(soft)"]);
    set.remove(guests[0]);
    set.spawn("guest", Spawn::default()).unwrap();
    tick(&mut set);
    assert_eq!(said(&set), ["sleep(soft)"]);
}
