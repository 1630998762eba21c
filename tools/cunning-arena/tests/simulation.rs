//! Minds in the world: deeds, senses and settings mean what the scene says, and what makes no sense is told.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test may fail by panicking.

mod support;

use std::sync::Arc;

use cunning_arena::simulation::{LineKind, Scenario, Settings, Simulation};
use cunning_diag::Source;
use support::play::run;

const GUARD: &str = r#"
[types]
foe = { open = true, max = 2 }
post = ["gate", "tower"]
[facts]
at = "post?"
sees = { type = "bool", of = ["foe"] }
dead = { type = "bool", of = ["foe"], sensed = true }
loaded = { type = "bool", default = true }
health = { type = "int", min = 0, max = 100 }
heard = "bool"
[action.shoot]
params = { f = "foe" }
when = ["sees[f]", "loaded"]
then = []
hope = ["dead[f]"]
retries = 50
[action.reload]
when = ["not loaded"]
then = ["loaded"]
[action.go]
params = { to = "post" }
when = ["at != to"]
then = ["at = to"]
[goal.be_safe]
want = ["every foe f: dead[f]"]
relevance = [{ when = ["some foe f: sees[f]"], score = 1 }, { score = 0 }]
[goal.listen]
want = ["at == tower"]
relevance = [{ when = ["heard"], score = 0.5 }, { score = 0 }]
[agent.guard]
actions = ["shoot", "reload", "go"]
goals = { be_safe = 1, listen = 1 }
sensors = ["eyes"]
"#;

const YARD: &str = r#"
[scene]
name = "yard"
teams = ["guards", "thieves"]
map = """
gg..........
..........tt
"""
[legend]
g = { spot = "gate" }
t = { spot = "tower" }
[weapon.rifle]
range = 20
damage = 30
near = 0.6
far = 0.6
magazine = 3
[[actor]]
name = "ann"
team = "guards"
at = "gate"
weapon = "rifle"
archetype = "guard"
domain = "guard.toml"
[[actor]]
name = "tim"
team = "thieves"
at = [8, 0]
facing = "east"
[do]
shoot = "shoot 1 f"
reload = "reload"
go = "walk to"
[sense.eyes]
every = "0.2 s"
at = "place"
sees = "sees enemies"
dead = "dead enemies"
loaded = "rounds"
health = "health"
heard = "hears"
[[win]]
team = "guards"
dead = "thieves"
"#;

fn load(scene: &str, domain: &str, settings: Settings) -> Result<Arc<Scenario>, String> {
    let loader = |name: &str| (name == "guard.toml").then(|| Source::new(name, domain));
    let play = Scenario::load(&Source::new("yard.toml", scene), &loader, settings);
    play.map(Arc::new).map_err(|found| found.to_string())
}

#[test]
fn an_enemy_in_sight_is_known_and_shot_at_until_dead() {
    let play = load(YARD, GUARD, Settings::default()).unwrap();
    let mut has_reloaded = false;
    for seed in 0..50 {
        let story = run(Simulation::new(&play, seed).unwrap().watched());
        assert_eq!(story.outcome, "guards win: nobody of thieves is left", "seed {seed}:\n{}", story.told());
        let shots = story.steps().iter().filter(|step| **step == "shoot(tim)").count();
        assert!((4..60).contains(&shots), "seed {seed}:\n{}", story.told());
        has_reloaded |= story.steps().contains(&"reload");
    }
    assert!(has_reloaded, "a magazine holds three rounds");
}

#[test]
fn who_is_out_of_sight_is_no_concern_and_noises_are_heard() {
    let wall = YARD.replace("..........tt", "############").replace("gg..........", "gg..#.....tt");
    let wall = wall.replace("facing = \"east\"\n", "") + "[[event]]\nat = 2\nnoise = \"gate\"\n";
    let play =
        load(&wall.replace("[[win]]\nteam = \"guards\"\ndead = \"thieves\"", ""), GUARD, Settings::default());
    let mut simulation = Simulation::new(&play.unwrap(), 1).unwrap().watched();
    let mut lines = Vec::new();
    for _ in 0..40 {
        simulation.tick();
        lines.extend(simulation.drain_lines());
    }
    let steps: Vec<&str> =
        lines.iter().filter(|line| line.kind == LineKind::Step).map(|line| line.text.as_str()).collect();
    // There is no way to the tower; that is found out by trying.
    assert_eq!(steps.first(), Some(&"go(tower)"), "{lines:?}");
    assert!(lines.iter().all(|line| line.tick >= 20 || line.kind != LineKind::Step), "{lines:?}");
    assert!(lines.iter().any(|line| line.text == "go(tower) failed: there is no way"), "{lines:?}");
}

#[test]
fn every_mistake_in_the_words_of_a_scene_is_told() {
    let cases = [
        ("shoot = \"shoot 1 f\"", "shoot = \"shot f\"", "there is no deed `shot`"),
        ("shoot = \"shoot 1 f\"", "shoot = \"shoot g\"", "there is no actor `g`"),
        ("shoot = \"shoot 1 f\"", "shoot = \"shoot f twice\"", "`twice` makes no sense after `shoot`"),
        ("shoot = \"shoot 1 f\"", "shoot = \"wait\"", "expected a time"),
        ("shoot = \"shoot 1 f\"", "shoot = \"take\"", "`take` what?"),
        ("shoot = \"shoot 1 f\"", "shoot = \"\"", "expected one to 16 words"),
        ("reload = \"reload\"", "relaod = \"reload\"", "there is no action `relaod`"),
        ("reload = \"reload\"", "", "can do `reload`, and the scene does not say how"),
        ("t = { spot = \"tower\" }", "t = { spot = \"keep\" }", "`to` may stand for `tower`"),
        ("at = \"place\"\n", "at = \"health\"\n", "`at` is an object"),
        ("health = \"health\"", "health = \"place\"", "`health` must be an object"),
        ("health = \"health\"", "health = \"helth\"", "there is no sense `helth`"),
        ("health = \"health\"", "helth = \"health\"", "there is no fact `helth`"),
        ("sees = \"sees enemies\"", "sees = \"sees everybody\"", "there is no sort of people `everybody`"),
        ("heard = \"hears\"", "heard = \"sees enemies\"", "for facts of an open type"),
        ("domain = \"guard.toml\"", "domain = \"gard.toml\"", "`gard.toml`, which cannot be found"),
        ("archetype = \"guard\"", "archetype = \"gard\"", "has no archetype `gard`"),
    ];
    for (right, wrong, message) in cases {
        assert!(YARD.contains(right), "{right}");
        let found = load(&YARD.replacen(right, wrong, 1), GUARD, Settings::default());
        let found = found.err().unwrap_or_else(|| panic!("`{wrong}` was taken"));
        assert!(found.contains(message), "`{wrong}`:\n{found}");
    }
}

#[test]
fn settings_that_make_no_sense_are_told() {
    let cases = [
        ("loadde=true", "did you mean `loaded`?"),
        ("bob.loaded=true", "nobody of that name has a mind"),
        ("tim.loaded=true", "nobody of that name has a mind"),
        ("sees=true", "needs 1 objects in brackets"),
        ("dead[tim]=true", "there is no object `tim`"),
        ("heard=perhaps", "expected `true` or `false`"),
        ("at=gate", "the body tells `at` itself"),
    ];
    for (setting, message) in cases {
        let settings = Settings { set: vec![setting.to_owned()], ..Settings::default() };
        let found = load(YARD, GUARD, settings).err().unwrap_or_else(|| panic!("`{setting}` was taken"));
        assert!(found.contains(message), "`{setting}`:\n{found}");
    }
}

const CHAIN: &str = r#"
[types]
post = ["gate", "tower"]
[facts]
at = "post?"
held = { type = "bool", of = ["post"] }
[action.take]
params = { p = "post" }
then = ["held[p]"]
orders = [{ to = "all", goal = "stand_at", bias = 0.5, give = { p = "p" } }]
[action.think_it_over]
then = ["held[gate]"]
cost = 9
[action.go]
params = { to = "post" }
when = ["at != to"]
then = ["at = to"]
[goal.hold]
want = ["held[tower]"]
[goal.stand_at]
params = { p = "post" }
want = ["at == p"]
relevance = 0
[agent.chief]
actions = ["take", "think_it_over"]
goals = { hold = 1, stand_at = 1 }
[agent.man]
actions = ["go"]
goals = { stand_at = 1 }
sensors = ["feet"]
"#;

const FIELD: &str = r#"
[scene]
name = "field"
teams = ["one"]
map = """
gg........tt
............
"""
[legend]
g = { spot = "gate" }
t = { spot = "tower" }
[[commander]]
name = "boss"
team = "one"
archetype = "chief"
domain = "guard.toml"
commands = ["staff"]
[[commander]]
name = "deputy"
team = "one"
archetype = "chief"
domain = "guard.toml"
squad = "staff"
commands = ["men"]
[[actor]]
name = "ann"
team = "one"
at = "gate"
archetype = "man"
domain = "guard.toml"
squad = "men"
[do]
go = "walk to"
think_it_over = "wait 2 s"
[sense.feet]
every = "0.2 s"
at = "place"
"#;

#[test]
fn commanders_without_bodies_command_each_other_and_those_with_bodies() {
    // The deputy wants to hold the tower by himself; the boss has nobody who could.
    let play = load(FIELD, CHAIN, Settings::default()).unwrap();
    let mut simulation = Simulation::new(&play, 1).unwrap().watched();
    let mut lines = Vec::new();
    for _ in 0..80 {
        simulation.tick();
        lines.extend(simulation.drain_lines());
    }
    let is_told = |who: &str, text: &str| lines.iter().any(|line| line.who == who && line.text == text);
    assert!(is_told("boss", "orders deputy: stand_at(tower) (+0.50)"), "{lines:?}");
    assert!(is_told("deputy", "orders ann: stand_at(tower) (+0.50)"), "{lines:?}");
    assert!(is_told("ann", "go(tower)"), "{lines:?}");
    assert!(is_told("ann", "reports to deputy: stand_at(tower) done"), "{lines:?}");
    assert_eq!(simulation.believes("deputy", "held[tower]").as_deref(), Some("true"));
    assert_eq!(simulation.believes("ann", "at").as_deref(), Some("tower"));
    assert_eq!(simulation.believes("nobody", "at"), None);
}

#[test]
fn who_has_no_body_can_wait_all_the_same() {
    let domain = CHAIN
        .replace("want = [\"held[tower]\"]", "want = [\"held[gate]\"]")
        .replace("then = [\"held[p]\"]", "then = [\"held[p]\"]\ncost = 50");
    let play = load(FIELD, &domain, Settings::default()).unwrap();
    let mut simulation = Simulation::new(&play, 1).unwrap();
    for tick in 1..40 {
        simulation.tick();
        let is_held = simulation.believes("boss", "held[gate]").as_deref() == Some("true");
        assert_eq!(is_held, tick >= 21, "two seconds from the first tick: {tick}");
    }
}

#[test]
fn ranks_that_make_no_sense_are_told() {
    let round = FIELD.replace(
        "domain = \"guard.toml\"\ncommands = [\"staff\"]",
        "domain = \"guard.toml\"\nsquad = \"men\"\ncommands = [\"staff\"]",
    );
    let found = load(&round, CHAIN, Settings::default()).err().unwrap();
    assert!(found.contains("`boss` is among its own commanders"), "{found}");
}

#[test]
fn switches_decide_who_is_there_and_as_what() {
    let text = YARD.replacen("domain = \"guard.toml\"", "domain = \"guard.toml\"\nif = \"guarded\"", 1)
        + "[switch.guarded]\ndefault = true\n";
    let count = |set: &[&str]| {
        let set = set.iter().map(|setting| (*setting).to_owned()).collect();
        load(&text, GUARD, Settings { set, ..Settings::default() }).map(|play| play.scene().actors().len())
    };
    assert_eq!((count(&[]), count(&["guarded=false"]), count(&["guarded=true"])), (Ok(2), Ok(1), Ok(2)));
    assert!(count(&["guarded=perhaps"]).is_err_and(|found| found.contains("expected `true` or `false`")));
    let wrong = text.replace("if = \"guarded\"", "if = \"garded\"");
    let found = load(&wrong, GUARD, Settings::default()).err().unwrap();
    assert!(found.contains("there is no switch `garded`") && found.contains("`guarded`"), "{found}");
}

#[test]
fn a_walker_is_somewhere_all_the_way_and_there_when_he_arrives() {
    // `at` cannot be none: on the way it is the nearest place that he is not walking to.
    let domain = CHAIN.replace("at = \"post?\"", "at = { type = \"post\", wake = \"never\" }");
    let play = load(FIELD, &domain, Settings::default()).unwrap();
    let mut simulation = Simulation::new(&play, 1).unwrap();
    let mut places = Vec::new();
    for _ in 0..80 {
        simulation.tick();
        let place = simulation.believes("ann", "at").unwrap();
        if places.last() != Some(&place) {
            places.push(place);
        }
    }
    assert_eq!(places, ["gate", "tower"], "once there and never before");
}
