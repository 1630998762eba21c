//! The guard of `domains/guard.toml` as an agent: he makes his round, looks into a noise, and fights who made it, in a
//! level that his file does not know.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::{CERTAIN, Command, Percept, Value};
use cunning_mind::{AgentId, MindConfig, MindEngine, Spawn};

/// Spots of the level, by the game's own names.
const GATE: u64 = 71;
const YARD: u64 = 72;
const TOWER: u64 = 73;
const CELLAR: u64 = 74;

struct Night {
    set: MindEngine,
    guard: AgentId,
    story: Vec<String>,
}

impl Night {
    fn new() -> Self {
        let path = format!("{}/../../domains/guard.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let spec = cunning_mind::read(&Source::new("guard.toml", text)).unwrap();
        let mut set = MindEngine::new(Arc::new(spec), MindConfig::default());
        let guard = set.spawn("guard", Spawn::default()).unwrap();
        let spot = set.spec().planning.type_named("spot").unwrap();
        for handle in [GATE, YARD, TOWER, CELLAR] {
            set.receive(&Percept::Bind { ty: spot, handle, name: "" });
        }
        let mut night = Self { set, guard, story: Vec::new() };
        for handle in [YARD, TOWER, CELLAR, GATE] {
            night.tell("due", &[handle], Value::Bool(handle != CELLAR));
        }
        night.tell("at", &[], Value::Handle(GATE));
        night.tell("rounds", &[], Value::Int(6));
        night
    }

    fn tell(&mut self, fact: &str, indices: &[u64], value: Value) {
        let fact = self.set.spec().planning.fact_named(fact).unwrap();
        let indices: Vec<Value> = indices.iter().map(|handle| Value::Handle(*handle)).collect();
        let percept = Percept::Set { agent: self.guard, fact, indices: &indices, value, confidence: CERTAIN };
        self.set.receive(&percept);
    }

    fn believes(&self, fact: &str, indices: &[u64]) -> Value {
        let fact = self.set.spec().planning.fact_named(fact).unwrap();
        let indices: Vec<Value> = indices.iter().map(|handle| Value::Handle(*handle)).collect();
        self.set.belief(self.guard, fact, &indices).unwrap().0
    }

    /// Lets him do what he likes until he has nothing to do. Whoever made a noise is found where it came from.
    fn pass(&mut self) {
        for _ in 0..200 {
            self.set.tick(100, 5000);
            let mut done = Vec::new();
            let mut granted = Vec::new();
            for command in self.set.commands().iter() {
                match command {
                    Command::Start { step, action, args, .. } => {
                        let name = self.set.spec().planning.actions()[action].name.clone();
                        done.push((step, name, args.to_vec()));
                    }
                    Command::Ask { question, .. } => granted.push(question),
                    _ => {}
                }
            }
            self.set.clear_commands();
            for question in granted {
                self.set.receive(&Percept::Answer { question, yes: true });
            }
            for (step, name, args) in done {
                self.set.receive(&Percept::Done(step));
                if name == "look" && self.believes("noise_at", &[]) == *args.last().unwrap() {
                    self.tell("intruder_at", &[], *args.last().unwrap());
                }
                self.story.push(name);
            }
        }
    }
}

#[test]
fn a_quiet_night_is_a_round() {
    let mut night = Night::new();
    night.pass();
    let stops = night.story.iter().filter(|step| *step == "patrol").count();
    assert_eq!(stops, 3, "{:?}", night.story);
    assert_eq!(night.story.iter().filter(|step| *step == "go").count(), 2, "{:?}", night.story);
    assert_eq!(night.set.inspect(night.guard).unwrap().goal, None, "and then he waits");
}

#[test]
fn a_noise_is_looked_into_and_whoever_made_it_is_fought() {
    let mut night = Night::new();
    night.tell("noise_at", &[], Value::Handle(YARD));
    night.pass();
    let at = |name: &str| {
        night
            .story
            .iter()
            .position(|step| step == name)
            .unwrap_or_else(|| panic!("{name}: {:?}", night.story))
    };
    assert!(at("draw") < at("shoot") && at("look") < at("shoot"), "{:?}", night.story);
    for fact in ["intruder_down", "alarmed", "covered"] {
        assert_eq!(night.believes(fact, &[]), Value::Bool(true), "{fact}: {:?}", night.story);
    }
    // The round is made all the same, when that is over.
    assert!(
        at("shoot") < night.story.iter().rposition(|step| step == "patrol").unwrap(),
        "{:?}",
        night.story
    );
    assert_eq!(night.believes("due", &[TOWER]), Value::Bool(false));
}

#[test]
fn a_spot_that_is_gone_takes_the_round_with_it() {
    let mut night = Night::new();
    night.set.receive(&Percept::Unbind { handle: TOWER });
    night.pass();
    assert_eq!(night.story.iter().filter(|step| *step == "patrol").count(), 2, "{:?}", night.story);
}
