//! Messages are plain data: their bytes are stable, they survive encoding, and malformed bytes are rejected.

use crate::crowd;
use crate::story;

use cunning_mind::engine::{CERTAIN, Commands, Order, Percept, QuestionId, Value};
use cunning_mind::{AgentId, MindConfig, MindEngine, Position, SpatialAnswer, Spawn, StepId};
use cunning_plan::Micros;
use proptest::prelude::*;
use story::spec;

const TEXT: &str = r#"
[types]
place = ["home", "field"]
foe = { open = true, max = 2 }
[facts]
at = "place"
sees = { type = "bool", of = ["foe"] }
full = "bool"
[action.go]
params = { to = "place" }
when = ["at != to"]
then = ["at = to"]
[action.reap]
when = ["at == field"]
then = ["full"]
check = "ripe"
[action.rest]
then = ["not full"]
[goal.eat]
want = ["full"]
"#;

fn set() -> (MindEngine, AgentId) {
    let mut set = story::agents(spec(TEXT));
    let agent = story::spawn(&mut set);
    (set, agent)
}

/// One percept of each kind.
fn percepts(set: &MindEngine, agent: AgentId, told: &mut dyn FnMut(&Percept<'_>)) {
    let domain = &set.spec().planning;
    let (ty, sees) = (domain.type_named("foe").unwrap(), domain.fact_named("sees").unwrap());
    let at = domain.fact_named("at").unwrap();
    told(&Percept::Bind { ty, handle: 70_000, name: "orc" });
    let (indices, value) = (&[Value::Handle(70_000)][..], Value::Bool(true));
    told(&Percept::Set { agent, fact: sees, indices, value, confidence: CERTAIN / 2 });
    told(&Percept::Set { agent, fact: at, indices: &[], value: Value::Object(1), confidence: CERTAIN });
    let step = StepId(1 << 24);
    for report in [Percept::Done(step), Percept::Failed(step), Percept::Running(step), Percept::Ended(step)] {
        told(&report);
    }
    let question = QuestionId(300);
    told(&Percept::Answer { question, yes: true });
    for answer in [
        SpatialAnswer::Unknown,
        SpatialAnswer::Truth(false),
        SpatialAnswer::Number(Micros::ONE),
        SpatialAnswer::Position(Position { x: 1_500_000, y: -2, z: 0 }),
    ] {
        told(&Percept::QueryAnswer { question, answer });
    }
    told(&Percept::Hold(agent));
    told(&Percept::Release(agent));
    told(&Percept::Unbind { handle: 70_000 });
}

fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The commands of a short run: everything but questions of queries and sensors.
fn commands() -> (MindEngine, Commands) {
    let (mut set, agent) = set();
    let goal = set.spec().planning.goal_named("eat").unwrap();
    set.order(agent, Order::new(goal)).unwrap();
    for at in 0..4 {
        set.tick(100, 100);
        let questions: Vec<QuestionId> = set
            .commands()
            .iter()
            .filter_map(|command| match command {
                cunning_mind::engine::Command::Ask { question, .. } => Some(question),
                _ => None,
            })
            .collect();
        for question in questions {
            set.receive(&Percept::Answer { question, yes: true });
        }
        if at == 2 {
            set.quarantine(agent, "enough");
        }
    }
    let mut commands = Commands::default();
    set.take_commands(&mut commands);
    (set, commands)
}

#[test]
fn percepts_have_the_golden_bytes() {
    let (set, agent) = set();
    let mut bytes = Vec::new();
    percepts(&set, agent, &mut |percept| percept.put_bytes(&mut bytes));
    assert_eq!(
        hex(&bytes),
        "0101f0a204036f72630000010104f0a2040101a0c21e000000000301c0843d038080800804808080080580808008068080800807ac020108ac020008ac02010008ac020280897a08ac0203c08db701030009000a0002f0a204"
    );
}

#[test]
fn commands_have_the_golden_bytes() {
    let (_, commands) = commands();
    assert_eq!(
        hex(&commands.to_bytes()),
        "06030080808010010005008080800800000000808080180000010301010080808018060500808080080003040003"
    );
}

#[test]
fn commands_survive_encoding() {
    let (set, commands) = commands();
    let read = Commands::from_bytes(&commands.to_bytes(), set.spec()).unwrap();
    assert!(!commands.is_empty() && commands.iter().eq(read.iter()));
}

#[test]
fn percepts_as_bytes_equal_percepts_as_calls() {
    let ((mut told, one), (mut written, other)) = (set(), set());
    let mut bytes = Vec::new();
    percepts(&written, other, &mut |percept| percept.put_bytes(&mut bytes));
    let mut plain = Vec::new();
    percepts(&told, one, &mut |percept| {
        let mut bytes = Vec::new();
        percept.put_bytes(&mut bytes);
        plain.push(bytes);
    });
    for bytes in &plain {
        assert_eq!(told.receive_bytes(bytes).unwrap(), 1);
    }
    assert_eq!(written.receive_bytes(&bytes).unwrap(), plain.len());
    told.tick(100, 100);
    written.tick(100, 100);
    assert_eq!((told.hash(), told.counters()), (written.hash(), written.counters()));
}

#[test]
fn truncated_percepts_are_rejected_as_a_whole() {
    let (mut set, agent) = set();
    let mut bytes = Vec::new();
    percepts(&set, agent, &mut |percept| percept.put_bytes(&mut bytes));
    let hash = set.hash();
    assert!(set.receive_bytes(&bytes[..bytes.len() - 1]).is_err());
    assert_eq!(set.hash(), hash);
    let (set, commands) = commands();
    let bytes = commands.to_bytes();
    for len in 0..bytes.len() {
        assert!(Commands::from_bytes(&bytes[..len], set.spec()).is_err(), "{len} bytes");
    }
    assert!(Commands::from_bytes(&[&bytes[..], &[0]].concat(), set.spec()).is_err());
}

proptest! {
    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let mut set = MindEngine::new(crowd::spec(), MindConfig::default());
        set.spawn("rifleman", Spawn::default()).unwrap();
        let _ = set.receive_bytes(&bytes);
        let _ = Commands::from_bytes(&bytes, set.spec());
        set.tick(16, 100);
    }
}
