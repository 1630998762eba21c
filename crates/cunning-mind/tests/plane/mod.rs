//! A plane on which queries are answered, and soldiers that ask them.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::{Percept, Value};
use cunning_mind::{AgentId, Geometry, MindConfig, MindEngine, Position, SpatialAnswer, Spawn, Spot};
use cunning_plan::Micros;

use crate::story::tell;

/// A plane: the positions of things, in whole units.
#[derive(Clone, Default)]
pub struct Plane {
    pub objects: BTreeMap<u64, (i64, i64)>,
    pub names: Vec<(i64, i64)>,
    pub me: (i64, i64),
    /// Cells beyond this x cannot be reached.
    pub coast: Option<i64>,
    pub asked: u64,
    pub panics: bool,
}

pub fn whole((x, y): (i64, i64)) -> Position {
    Position { x: x * 1_000_000, y: y * 1_000_000, z: 0 }
}

impl Geometry for Plane {
    fn position(&mut self, of: Spot) -> Option<Position> {
        match of {
            Spot::Agent(_) => Some(whole(self.me)),
            Spot::Named(object) => self.names.get(object as usize).copied().map(whole),
            Spot::Object(handle) => self.objects.get(&handle).copied().map(whole),
            Spot::Point(position) => Some(position),
        }
    }

    fn path(&mut self, from: Spot, to: Spot) -> Option<Micros> {
        self.asked += 1;
        let (from, to) = (self.position(from)?, self.position(to)?);
        if self.coast.is_some_and(|coast| to.x > coast * 1_000_000) {
            return None;
        }
        Micros::new((from.x - to.x).abs() + (from.y - to.y).abs())
    }

    fn sees(&mut self, from: Spot, to: Spot) -> Option<bool> {
        self.asked += 1;
        assert!(!self.panics, "no eyes");
        Some(self.position(from)?.x.signum() == self.position(to)?.x.signum())
    }

    fn hides(&mut self, at: Spot, from: Spot) -> Option<bool> {
        self.sees(at, from).map(|sees| !sees)
    }

    fn named(&mut self, question: &str, of: &[Spot]) -> SpatialAnswer {
        match (question, of) {
            ("even", [Spot::Object(handle)]) => SpatialAnswer::Truth(handle % 2 == 0),
            _ => SpatialAnswer::Unknown,
        }
    }
}

pub const HEAD: &str = r#"
[types]
post = ["gate", "tower", "hut"]
foe = { open = true, max = 4 }
point = { open = true, max = 3 }
[facts]
target = { type = "foe?", sensed = true }
sees = { type = "bool", of = ["foe"], sensed = true }
dead = { type = "bool", of = ["foe"], sensed = true }
at = "post"
stood = "bool"
value = { type = "int", min = 0, max = 9, of = ["foe"], sensed = true }
[action.shoot]
params = { f = "query.q" }
then = ["dead[f]"]
[goal.kill]
want = ["some foe f: dead[f]"]
[agent.soldier]
actions = ["shoot"]
goals = { kill = 1 }
"#;

pub fn set_of(text: &str) -> MindEngine {
    let spec = cunning_mind::read(&Source::new("test.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    MindEngine::new(Arc::new(spec), MindConfig::default())
}

/// Creates a soldier that knows foes 1 to `foes`.
pub fn soldier(query: &str, foes: u64) -> (MindEngine, AgentId) {
    let mut set = set_of(&format!("{HEAD}{query}"));
    let ty = set.spec().planning.type_named("foe").unwrap();
    let agent = set.spawn("soldier", Spawn::default()).unwrap();
    for handle in 1..=foes {
        set.receive(&Percept::Bind { ty, handle, name: "" });
        tell(&mut set, agent, "sees", &[Value::Handle(handle)], Value::Bool(true));
    }
    (set, agent)
}

pub fn line(foes: u64) -> Plane {
    Plane {
        objects: (1..=foes).map(|handle| (handle, (10 - handle as i64, 0))).collect(),
        ..Plane::default()
    }
}

pub fn tick_in(set: &mut MindEngine, plane: &mut Plane) {
    set.clear_commands();
    set.pass(100, 1000);
    set.think_in(plane);
}

pub fn handles(set: &MindEngine, agent: AgentId) -> Vec<u64> {
    let handle = |value: &Value| if let Value::Handle(handle) = value { *handle } else { u64::MAX };
    set.candidates(agent, "q").unwrap().iter().map(handle).collect()
}

pub fn points(set: &MindEngine, agent: AgentId) -> Vec<Position> {
    let point =
        |value: &Value| if let Value::Point(point) = value { Some(Position::unpacked(*point)) } else { None };
    set.candidates(agent, "q").unwrap().iter().filter_map(point).collect()
}

pub const POINTS: &str = r#"
[types]
foe = { open = true, max = 2 }
point = { open = true, max = 3 }
[facts]
target = { type = "foe?", sensed = true }
at = { type = "point?", sensed = true }
[action.go]
params = { p = "query.q" }
then = ["at = p"]
[goal.be_there]
want = ["at != none"]
[agent.soldier]
actions = ["go"]
goals = { be_there = 1 }
"#;
