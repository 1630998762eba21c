//! Minds in the world: body actions, senses and settings work as the scene says, and mistakes are reported.

use crate::support;

use std::sync::Arc;

use cunning_arena::simulation::{LineKind, Scenario, Settings, Simulation};
use cunning_diag::Source;
use support::scenarios::run;

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
    let scenario = Scenario::load(&Source::new("yard.toml", scene), &loader, settings);
    scenario.map(Arc::new).map_err(|found| found.to_string())
}

#[test]
fn visible_enemy_is_shot_at_until_dead() {
    let scenario = load(YARD, GUARD, Settings::default()).unwrap();
    let mut has_reloaded = false;
    for seed in 0..50 {
        let transcript = run(Simulation::new(&scenario, seed).unwrap().narrated());
        assert_eq!(
            transcript.outcome,
            "guards win: all of thieves are dead",
            "seed {seed}:\n{}",
            transcript.text()
        );
        let shots = transcript.steps().iter().filter(|step| **step == "shoot(tim)").count();
        assert!((4..60).contains(&shots), "seed {seed}:\n{}", transcript.text());
        has_reloaded |= transcript.steps().contains(&"reload");
    }
    assert!(has_reloaded, "a magazine of three rounds must be reloaded");
}

#[test]
fn hidden_enemy_is_ignored_and_noise_is_heard() {
    let wall = YARD.replace("..........tt", "############").replace("gg..........", "gg..#.....tt");
    let wall = wall.replace("facing = \"east\"\n", "") + "[[event]]\nat = 2\nnoise = \"gate\"\n";
    let scenario =
        load(&wall.replace("[[win]]\nteam = \"guards\"\ndead = \"thieves\"", ""), GUARD, Settings::default());
    let mut simulation = Simulation::new(&scenario.unwrap(), 1).unwrap().narrated();
    let mut lines = Vec::new();
    for _ in 0..40 {
        simulation.tick();
        lines.extend(simulation.drain_lines());
    }
    let steps: Vec<&str> =
        lines.iter().filter(|line| line.kind == LineKind::Step).map(|line| line.text.as_str()).collect();
    // No path leads to the tower, which is discovered by trying.
    assert_eq!(steps.first(), Some(&"go(tower)"), "{lines:?}");
    assert!(lines.iter().all(|line| line.tick >= 20 || line.kind != LineKind::Step), "{lines:?}");
    assert!(lines.iter().any(|line| line.text == "go(tower) failed: no path"), "{lines:?}");
}

#[test]
fn invalid_phrases_are_reported() {
    let cases = [
        ("shoot = \"shoot 1 f\"", "shoot = \"shot f\"", "there is no body action `shot`"),
        ("shoot = \"shoot 1 f\"", "shoot = \"shoot g\"", "there is no actor `g`"),
        ("shoot = \"shoot 1 f\"", "shoot = \"shoot f twice\"", "unexpected `twice` after `shoot`"),
        ("shoot = \"shoot 1 f\"", "shoot = \"wait\"", "expected a time"),
        ("shoot = \"shoot 1 f\"", "shoot = \"take\"", "missing operand after `take`"),
        ("shoot = \"shoot 1 f\"", "shoot = \"\"", "expected one to 16 words"),
        ("reload = \"reload\"", "relaod = \"reload\"", "there is no action `relaod`"),
        ("reload = \"reload\"", "", "uses action `reload`, which has no entry in `[do]`"),
        ("t = { spot = \"tower\" }", "t = { spot = \"keep\" }", "the parameter `to` can be `tower`"),
        ("at = \"place\"\n", "at = \"health\"\n", "`at` is an object"),
        ("health = \"health\"", "health = \"place\"", "and `health` has none"),
        ("health = \"health\"", "health = \"helth\"", "there is no sense `helth`"),
        ("health = \"health\"", "helth = \"health\"", "there is no fact `helth`"),
        ("sees = \"sees enemies\"", "sees = \"sees everybody\"", "there is no group `everybody`"),
        ("heard = \"hears\"", "heard = \"sees enemies\"", "needs a family indexed by an open type"),
        (
            "domain = \"guard.toml\"",
            "domain = \"gard.toml\"",
            "the domain file `gard.toml` of the scene was not found",
        ),
        ("archetype = \"guard\"", "archetype = \"gard\"", "has no archetype `gard`"),
    ];
    for (right, wrong, message) in cases {
        assert!(YARD.contains(right), "{right}");
        let found = load(&YARD.replacen(right, wrong, 1), GUARD, Settings::default());
        let found = found.err().unwrap_or_else(|| panic!("`{wrong}` was accepted"));
        assert!(found.contains(message), "`{wrong}`:\n{found}");
    }
}

#[test]
fn invalid_settings_are_reported() {
    let cases = [
        ("loadde=true", "did you mean `loaded`?"),
        ("bob.loaded=true", "no agent has that name"),
        ("tim.loaded=true", "no agent has that name"),
        ("sees=true", "needs 1 objects in brackets"),
        ("dead[tim]=true", "there is no object `tim`"),
        ("heard=perhaps", "expected `true` or `false`"),
        ("at=gate", "`at` is sensed by the body"),
    ];
    for (setting, message) in cases {
        let settings = Settings { set: vec![setting.to_owned()], ..Settings::default() };
        let found = load(YARD, GUARD, settings).err().unwrap_or_else(|| panic!("`{setting}` was accepted"));
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
fn bodiless_commanders_order_each_other_and_soldiers() {
    // The deputy can have the tower held by ann; the boss has only the deputy.
    let scenario = load(FIELD, CHAIN, Settings::default()).unwrap();
    let mut simulation = Simulation::new(&scenario, 1).unwrap().narrated();
    let mut lines = Vec::new();
    for _ in 0..80 {
        simulation.tick();
        lines.extend(simulation.drain_lines());
    }
    let is_narrated =
        |agent: &str, text: &str| lines.iter().any(|line| line.agent == agent && line.text == text);
    assert!(is_narrated("boss", "orders deputy: stand_at(tower) (+0.50)"), "{lines:?}");
    assert!(is_narrated("deputy", "orders ann: stand_at(tower) (+0.50)"), "{lines:?}");
    assert!(is_narrated("ann", "go(tower)"), "{lines:?}");
    assert!(is_narrated("ann", "reports to deputy: stand_at(tower) done"), "{lines:?}");
    assert_eq!(simulation.believes("deputy", "held[tower]").as_deref(), Some("true"));
    assert_eq!(simulation.believes("ann", "at").as_deref(), Some("tower"));
    assert_eq!(simulation.believes("unknown", "at"), None);
}

#[test]
fn agent_without_a_body_can_wait() {
    let domain = CHAIN
        .replace("want = [\"held[tower]\"]", "want = [\"held[gate]\"]")
        .replace("then = [\"held[p]\"]", "then = [\"held[p]\"]\ncost = 50");
    let scenario = load(FIELD, &domain, Settings::default()).unwrap();
    let mut simulation = Simulation::new(&scenario, 1).unwrap();
    for tick in 1..40 {
        simulation.tick();
        let is_held = simulation.believes("boss", "held[gate]").as_deref() == Some("true");
        assert_eq!(is_held, tick >= 21, "two seconds from the first tick: {tick}");
    }
}

#[test]
fn circular_chain_of_command_is_reported() {
    let round = FIELD.replace(
        "domain = \"guard.toml\"\ncommands = [\"staff\"]",
        "domain = \"guard.toml\"\nsquad = \"men\"\ncommands = [\"staff\"]",
    );
    let found = load(&round, CHAIN, Settings::default()).err().unwrap();
    assert!(found.contains("`boss` is its own commander"), "{found}");
}

#[test]
fn switches_add_and_remove_actors() {
    let text = YARD.replacen("domain = \"guard.toml\"", "domain = \"guard.toml\"\nif = \"guarded\"", 1)
        + "[switch.guarded]\ndefault = true\n";
    let count = |set: &[&str]| {
        let set = set.iter().map(|setting| (*setting).to_owned()).collect();
        load(&text, GUARD, Settings { set, ..Settings::default() })
            .map(|scenario| scenario.scene().actors().len())
    };
    assert_eq!((count(&[]), count(&["guarded=false"]), count(&["guarded=true"])), (Ok(2), Ok(1), Ok(2)));
    assert!(count(&["guarded=perhaps"]).is_err_and(|found| found.contains("expected `true` or `false`")));
    let wrong = text.replace("if = \"guarded\"", "if = \"garded\"");
    let found = load(&wrong, GUARD, Settings::default()).err().unwrap();
    assert!(found.contains("there is no switch `garded`") && found.contains("`guarded`"), "{found}");
}

#[test]
fn place_changes_only_when_the_walk_has_ended() {
    // `at` cannot be none: during the walk it is the nearest place other than the destination.
    let domain = CHAIN.replace("at = \"post?\"", "at = { type = \"post\", wake = \"never\" }");
    let scenario = load(FIELD, &domain, Settings::default()).unwrap();
    let mut simulation = Simulation::new(&scenario, 1).unwrap();
    let mut places = Vec::new();
    for _ in 0..80 {
        simulation.tick();
        let place = simulation.believes("ann", "at").unwrap();
        if places.last() != Some(&place) {
            places.push(place);
        }
    }
    assert_eq!(places, ["gate", "tower"], "exactly one change, at the end of the walk");
}

const GREEDY_DOMAIN: &str = r#"
facts = { coins = { type = "int", min = 0, max = 3 }, rested = "bool" }
action.dig = { when = ["coins < 3"], then = ["coins += 1"] }
action.nap = { then = ["rested"] }
goal.be_rich = { want = ["coins == 3"] }
goal.be_rested = { want = ["rested"] }
agent.digger = { actions = ["dig", "nap"], goals = { be_rich = "trait.greed", be_rested = 0.5 }, traits = { greed = [0, 1] } }
"#;

/// The first thing that an actor with these traits does, or the mistakes of the scene.
fn first_action(traits: &str) -> Result<String, String> {
    let scene = format!(
        "scene = {{ name = 'field', teams = ['diggers'], map = '...' }}
         do = {{ dig = 'wait 1 s', nap = 'wait 1 s' }}
         [[actor]]
         name = 'ann'
         team = 'diggers'
         at = [0, 0]
         archetype = 'digger'
         domain = 'digger.toml'
         traits = {traits}"
    );
    let loader = |name: &str| Some(Source::new(name, GREEDY_DOMAIN));
    let scenario = Scenario::load(&Source::new("field.toml", scene), &loader, Settings::default());
    let scenario = Arc::new(scenario.map_err(|found| found.to_string())?);
    let mut simulation = Simulation::new(&scenario, 1).unwrap().narrated();
    for _ in 0..5 {
        simulation.tick();
    }
    let action_in = |text: &str| {
        ["dig", "nap"].into_iter().find(|action| text.split_whitespace().any(|word| word == *action))
    };
    let action = simulation.drain_lines().find_map(|line| action_in(&line.text));
    Ok(action.unwrap_or("nothing").to_owned())
}

#[test]
fn traits_of_an_actor_decide_between_its_goals() {
    assert_eq!(first_action("{ greed = 0.9 }").as_deref(), Ok("dig"));
    assert_eq!(first_action("{ greed = 0.1 }").as_deref(), Ok("nap"));
    let found = first_action("{ gred = 0.9 }").unwrap_err();
    assert!(found.contains("there is no trait `gred`") && found.contains("`greed`"), "{found}");
    assert!(first_action("{ greed = 'much' }").unwrap_err().contains("expected a number"));
}
