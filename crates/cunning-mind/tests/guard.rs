//! The guard of `domains/guard.toml` as an agent: it makes its round, investigates a noise and fights the intruder, in a
//! level that its file does not know.

use std::time::Duration;

use cunning_mind::{AgentId, Budget, Check, Domain, FactKey, GameObject, Host, Minds, Step, Value, tick};

/// Spots of the level, by the game's own names.
const GATE: GameObject = GameObject(71);
const YARD: GameObject = GameObject(72);
const TOWER: GameObject = GameObject(73);
const CELLAR: GameObject = GameObject(74);

struct Night {
    minds: Minds,
    guard: AgentId,
    story: Vec<String>,
}

impl Night {
    fn new() -> Self {
        let domain = Domain::from_str("guard.toml", include_str!("../../../domains/guard.toml")).unwrap();
        let mut minds = Minds::new(&domain);
        let guard = minds.spawn("guard").unwrap();
        for spot in [GATE, YARD, TOWER, CELLAR] {
            minds.bind("spot", spot, "").unwrap();
        }
        for spot in [YARD, TOWER, CELLAR, GATE] {
            minds.set(guard, ("due", spot), spot != CELLAR).unwrap();
        }
        minds.set(guard, "at", GATE).unwrap();
        minds.set(guard, "rounds", 6).unwrap();
        Self { minds, guard, story: Vec::new() }
    }

    fn believes<'a>(&self, fact: impl Into<FactKey<'a>>) -> Value {
        self.minds.get(self.guard, fact).unwrap()
    }

    /// Lets the guard act until it has nothing to do.
    fn pass(&mut self) {
        for _ in 0..200 {
            tick(self, Duration::from_millis(100), Budget::work(5000));
        }
    }
}

impl Host for Night {
    fn minds(&mut self) -> &mut Minds {
        &mut self.minds
    }

    /// Steps are done at once. An intruder that made a noise is found where the noise came from.
    fn start(&mut self, step: Step<'static>) {
        self.minds.done(step.id);
        let last = step.args().last().map(|(_, arg)| arg.clone());
        if let Some(spot) = last.filter(|spot| step.is("look") && self.believes("noise_at") == *spot) {
            self.minds.set(self.guard, "intruder_at", &spot).unwrap();
        }
        self.story.push(step.name().to_owned());
    }

    fn check(&mut self, check: Check) {
        self.minds.answer(check.id, true);
    }
}

#[test]
fn guard_without_disturbance_makes_its_round() {
    let mut night = Night::new();
    night.pass();
    let stops = night.story.iter().filter(|step| *step == "patrol").count();
    assert_eq!(stops, 3, "{:?}", night.story);
    assert_eq!(night.story.iter().filter(|step| *step == "go").count(), 2, "{:?}", night.story);
    assert_eq!(night.minds.inspect(night.guard).unwrap().goal, None, "and then it waits");
}

#[test]
fn noise_is_investigated_and_the_intruder_fought() {
    let mut night = Night::new();
    night.minds.set(night.guard, "noise_at", YARD).unwrap();
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
        assert_eq!(night.believes(fact), true, "{fact}: {:?}", night.story);
    }
    // The patrol is completed afterwards.
    assert!(
        at("shoot") < night.story.iter().rposition(|step| step == "patrol").unwrap(),
        "{:?}",
        night.story
    );
    assert_eq!(night.believes(("due", TOWER)), false);
}

#[test]
fn unbound_spot_is_dropped_from_the_round() {
    let mut night = Night::new();
    assert!(night.minds.unbind(TOWER));
    night.pass();
    assert_eq!(night.story.iter().filter(|step| *step == "patrol").count(), 2, "{:?}", night.story);
}
