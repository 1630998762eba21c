//! The hash of the state covers everything that is saved, except commands that were not taken.

use crate::camp::{self, Camp};

use cunning_mind::engine::{Order, OrderTerms, Percept, StepId, Value};
use cunning_mind::{AgentId, MindConfig, MindEngine, Snapshot, Spawn};
use cunning_plan::Micros;
use cunning_trace::StateHash;

/// A little of everything that a save can be about.
const TEXT: &str = r#"
types = { place = ["camp", "wood"], foe = { open = true, max = 2 } }
tables.far = { of = ["place"], default = 1 }
[facts]
at = "place"
wood = { type = "int", min = 0, max = 5, wake = { step = 2 } }
warm = { type = "bool", forget = "6 s" }
tired = { type = "int", min = 0, max = 9, drift = "+3600 / h" }
sees = { type = "bool", of = ["foe"], forget = "4 s" }
dead = { type = "bool", of = ["foe"] }
[action.go]
params = { to = "place" }
when = ["at != to"]
then = ["at = to"]
cost = "far[to]"
[action.chop]
when = ["at == wood", "wood < 5"]
then = ["wood += 1"]
check = "sharp"
cooldown = "1 s"
[action.burn]
when = ["at == camp", "wood > 2"]
then = ["warm", "wood -= 3"]
[action.shoot]
params = { f = "foe" }
when = ["sees[f]"]
hope = ["dead[f]"]
claims = ["f"]
[goal.keep_warm]
want = ["warm"]
relevance = 0.5
[goal.be_safe]
want = ["every foe f: dead[f]"]
[agent.hunter]
actions = ["go", "chop", "burn", "shoot"]
goals = { keep_warm = "trait.cold", be_safe = 1.0 }
traits = { cold = [0.5, 1] }
sensors = ["eyes"]
vary = 0.1
[query.near]
from = "foe"
score = "0 - dist(self, c)"
"#;

const FOE: u64 = 70;

struct Hunt {
    engine: MindEngine,
    hunters: Vec<AgentId>,
}

impl Hunt {
    fn new() -> Self {
        let mut engine = MindEngine::new(camp::spec(TEXT), MindConfig::default());
        let spawn = |seed| Spawn { seed, name: "Ann".to_owned(), ..Spawn::default() };
        let hunters: Vec<AgentId> = (0..3).map(|seed| engine.spawn("hunter", spawn(seed)).unwrap()).collect();
        let ty = engine.spec().planning.type_named("foe").unwrap();
        engine.receive(&Percept::Bind { ty, handle: FOE, name: "bear" });
        Self { engine, hunters }
    }

    fn set(&mut self, fact: &str, indices: &[Value], value: Value) {
        let fact = self.engine.spec().planning.fact_named(fact).unwrap();
        let (agent, confidence) = (self.hunters[0], 1_000_000);
        self.engine.receive(&Percept::Set { agent, fact, indices, value, confidence });
    }

    fn order(&mut self, bias: i64) {
        let goal = self.engine.spec().planning.goal_named("keep_warm").unwrap();
        let terms = OrderTerms { bias, within_ms: None, is_rigid: false };
        self.engine.order(self.hunters[0], Order { goal, args: &[], terms }).unwrap();
    }

    /// The step that the first hunter performs.
    fn step(&self) -> StepId {
        let start = |command| match command {
            cunning_mind::engine::Command::Start { agent, step, .. } if agent == self.hunters[0] => {
                Some(step)
            }
            _ => None,
        };
        self.engine.commands().iter().find_map(start).expect("a running step")
    }

    /// Runs until the first hunter performs an action.
    fn run_to(&mut self, action: &str) -> StepId {
        for _ in 0..50 {
            self.engine.tick(16, 10_000);
            let asked: Vec<_> = self
                .engine
                .commands()
                .iter()
                .filter_map(|command| match command {
                    cunning_mind::engine::Command::Ask { question, .. } => Some(question),
                    _ => None,
                })
                .collect();
            for question in asked {
                self.engine.receive(&Percept::Answer { question, yes: true });
            }
            let running = self.engine.commands().iter().find_map(|command| match command {
                cunning_mind::engine::Command::Start { agent, step, action, .. }
                    if agent == self.hunters[0] =>
                {
                    Some((step, action))
                }
                _ => None,
            });
            if let Some((step, found)) = running {
                if self.engine.spec().planning.actions()[found].name == action {
                    return step;
                }
                self.engine.clear_commands();
                self.engine.receive(&Percept::Done(step));
            }
        }
        panic!("no step `{action}`");
    }
}

/// Applies one change to one of two equal engines and compares their hashes.
fn differ(what: &str, before: impl Fn(&mut Hunt), change: impl Fn(&mut Hunt)) {
    let (mut one, mut other) = (Hunt::new(), Hunt::new());
    before(&mut one);
    before(&mut other);
    assert_eq!(one.engine.hash(), other.engine.hash(), "{what}");
    change(&mut other);
    assert_ne!(one.engine.hash(), other.engine.hash(), "{what}");
}

#[test]
fn every_kind_of_change_changes_the_hash() {
    let none = |_: &mut Hunt| {};
    let ty = |hunt: &Hunt| hunt.engine.spec().planning.type_named("foe").unwrap();
    differ("object", none, |hunt| {
        let ty = ty(hunt);
        hunt.engine.receive(&Percept::Bind { ty, handle: 71, name: "wolf" });
    });
    differ("number of a table for all", none, |hunt| {
        hunt.engine.set_number(None, "far", &[Value::Object(1)], Micros::ZERO).unwrap();
    });
    differ("number of a table for one", none, |hunt| {
        let agent = Some(hunt.hunters[2]);
        hunt.engine.set_number(agent, "far", &[Value::Object(1)], Micros::ZERO).unwrap();
    });
    differ("sensor", none, |hunt| hunt.engine.set_sensor("eyes", 100));
    differ("sensor that no agent has", none, |hunt| hunt.engine.set_sensor("ears", 100));
    differ("time", none, |hunt| hunt.engine.tick(1, 0));
    differ("agent", none, |hunt| {
        hunt.engine.spawn("hunter", Spawn::default()).unwrap();
    });
    differ("removed agent", none, |hunt| hunt.engine.remove(hunt.hunters[1]));
    differ("hold", none, |hunt| hunt.engine.receive(&Percept::Hold(hunt.hunters[0])));
    differ("sleep", none, |hunt| hunt.engine.sleep(hunt.hunters[0]));
    differ("quarantine", none, |hunt| hunt.engine.quarantine(hunt.hunters[0], "a bug"));
    differ("belief", none, |hunt| hunt.set("wood", &[], Value::Int(1)));
    differ("known object", none, |hunt| hunt.set("dead", &[Value::Handle(FOE)], Value::Bool(false)));
    differ("trait", none, |hunt| {
        hunt.engine.set_trait(hunt.hunters[0], "cold", Micros::ONE).unwrap();
    });
    differ("commander", none, |hunt| hunt.engine.set_commander(hunt.hunters[0], Some(hunt.hunters[1])));
    differ("importance", none, |hunt| hunt.engine.set_importance(hunt.hunters[0], 900_000));
    differ("order", none, |hunt| hunt.order(1));
    differ("job", none, |hunt| hunt.engine.tick(16, 0));
    differ(
        "search in progress",
        |hunt| hunt.engine.tick(16, 0),
        |hunt| {
            hunt.engine.plan_slice(3);
        },
    );
    differ("counter", none, |hunt| hunt.engine.receive(&Percept::Done(StepId(u64::MAX))));
    let plan = |hunt: &mut Hunt| {
        hunt.run_to("go");
    };
    differ("ended step", plan, |hunt| {
        let step = hunt.step();
        hunt.engine.receive(&Percept::Done(step));
    });
    differ("progress of a step", plan, |hunt| {
        let step = hunt.step();
        hunt.engine.receive(&Percept::Failed(step));
    });
}

#[test]
fn orders_checks_and_cooldowns_are_hashed() {
    let hash = |change: &dyn Fn(&mut Hunt)| {
        let mut hunt = Hunt::new();
        change(&mut hunt);
        hunt.engine.hash()
    };
    // Orders that differ in their terms.
    assert_ne!(hash(&|hunt| hunt.order(1)), hash(&|hunt| hunt.order(2)));
    // A check that was asked for one plan but not for the other.
    assert_ne!(
        hash(&|hunt| {
            hunt.set("at", &[], Value::Object(1));
            hunt.engine.tick(16, 10_000);
        }),
        hash(&|hunt| {
            hunt.set("at", &[], Value::Object(1));
            hunt.engine.tick(16, 0);
        })
    );
    // An action that is on cooldown.
    let chopped = |ends: bool| {
        hash(&|hunt| {
            let step = hunt.run_to("chop");
            hunt.engine.receive(&if ends { Percept::Done(step) } else { Percept::Failed(step) });
        })
    };
    assert_ne!(chopped(true), chopped(false));
}

#[test]
fn commands_that_were_not_taken_are_not_hashed() {
    let mut hunt = Hunt::new();
    hunt.engine.tick(16, 10_000);
    assert!(hunt.engine.commands().iter().next().is_some());
    let hash = hunt.engine.hash();
    hunt.engine.clear_commands();
    assert_eq!(hunt.engine.hash(), hash);
}

#[test]
fn hash_survives_saves_and_rollbacks() {
    let mut hunt = Hunt::new();
    let mut snapshot = Snapshot::default();
    for tick in 0..40 {
        hunt.engine.tick(16, 3);
        let hash = hunt.engine.hash();
        let spec = hunt.engine.spec().clone();
        let (restored, _) =
            MindEngine::restore(&hunt.engine.save(), spec, MindConfig::default(), Some).unwrap();
        assert_eq!(restored.hash(), hash, "tick {tick}");
        hunt.engine.snapshot_into(&mut snapshot);
        hunt.set("wood", &[], Value::Int(tick % 5));
        hunt.engine.spawn("hunter", Spawn { seed: 99, ..Spawn::default() }).unwrap();
        hunt.engine.tick(16, 100);
        assert_ne!(hunt.engine.hash(), hash, "tick {tick}");
        hunt.engine.restore_snapshot(&snapshot).unwrap();
        assert_eq!(hunt.engine.hash(), hash, "tick {tick}");
    }
}

/// Every value of the save stream is hashed: a save that was changed and signed again is refused, or restores another
/// state with another hash.
#[test]
fn every_byte_of_a_save_is_hashed() {
    let mut camp = Camp::new(8, 8);
    for _ in 0..60 {
        camp.tick();
    }
    let engine = camp.minds.engine_mut();
    // Searches in progress, and none of the commands of the last tick.
    engine.tick(50, 9);
    engine.clear_commands();
    let (bytes, hash, spec) = (engine.save(), engine.hash(), engine.spec().clone());
    let text = camp::TEXT.as_bytes();
    let start = bytes.windows(text.len()).position(|part| part == text).unwrap() + text.len();
    let mut accepted = 0;
    for at in start..bytes.len() - 8 {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            let end = changed.len() - 8;
            let checksum = StateHash::of_bytes(&changed[..end]);
            changed[end..].copy_from_slice(&checksum.to_le_bytes());
            let restored = MindEngine::restore(&changed, spec.clone(), MindConfig::default(), Some);
            if let Ok((restored, _)) = restored {
                assert_ne!(restored.hash(), hash, "bit {bit} of byte {at} of {}", bytes.len());
                accepted += 1;
            }
        }
    }
    assert!(accepted > 1000, "only {accepted} changes were accepted");
}

#[test]
fn cached_hashes_are_those_of_the_state() {
    let mut camp = Camp::new(24, 3);
    for tick in 0..300 {
        camp.tick();
        let cached = camp.minds.hash();
        // A restored engine has no cached hashes.
        let (restored, _) =
            cunning_mind::Minds::restore(&camp.minds.save(), camp.minds.domain(), Some).unwrap();
        assert_eq!(restored.hash(), cached, "tick {tick}");
    }
}
