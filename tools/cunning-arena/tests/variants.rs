//! Actors that differ from their archetype: goals, actions, sensors and costs given in the scene.

use std::sync::Arc;

use cunning_arena::simulation::{Scenario, Settings, Simulation, replay};
use cunning_diag::Source;
use cunning_trace::Reader;

use crate::support::File;

const DOMAIN: &str = r#"
facts = { coins = { type = "int", min = 0, max = 3 }, rested = "bool", sung = "bool", here = "bool" }
action.dig = { when = ["coins < 3"], then = ["coins += 1"] }
action.beg = { when = ["coins < 3"], then = ["coins += 1"], cost = 2 }
action.nap = { then = ["rested"] }
action.sing = { then = ["sung"] }
goal.be_rich = { want = ["coins == 3"] }
goal.be_rested = { want = ["rested"] }
goal.be_heard = { want = ["sung"] }
[agent.digger]
actions = ["dig", "beg", "nap"]
goals = { be_rich = 1, be_rested = 0.5 }
sensors = ["eyes"]
"#;

/// A field with Ann, who has these keys, and Bob, a plain digger.
fn scene(keys: &str) -> String {
    let actor = |name: &str, at: u8, keys: &str| {
        format!(
            "[[actor]]\nname = '{name}'\nteam = 'diggers'\nat = [{at}, 0]\narchetype = 'digger'\n\
             domain = 'digger.toml'\n{keys}\n"
        )
    };
    format!(
        "scene = {{ name = 'field', teams = ['diggers'], map = '...' }}\n\
         do = {{ dig = 'wait 1 s', beg = 'wait 1 s', nap = 'wait 1 s', sing = 'wait 1 s' }}\n\
         sense.eyes.here = 'health'\nsense.ears.here = 'health'\n{}{}",
        actor("ann", 0, keys),
        actor("bob", 1, "")
    )
}

fn load(keys: &str) -> Result<Arc<Scenario>, String> {
    let loader = |name: &str| (name == "digger.toml").then(|| Source::new(name, DOMAIN));
    let scenario = Scenario::load(&Source::new("field.toml", scene(keys)), &loader, Settings::default());
    scenario.map(Arc::new).map_err(|found| found.to_string())
}

/// The first step of each agent.
fn first_steps(keys: &str) -> Vec<(String, String)> {
    let mut simulation = Simulation::new(&load(keys).unwrap(), 1).unwrap().narrated();
    for _ in 0..5 {
        simulation.tick();
    }
    let mut steps: Vec<(String, String)> = Vec::new();
    for line in simulation.drain_lines() {
        let step = ["dig", "beg", "nap", "sing"]
            .into_iter()
            .find(|step| line.text.split_whitespace().any(|word| word == *step));
        if let Some(step) = step.filter(|_| steps.iter().all(|(agent, _)| *agent != line.agent)) {
            steps.push((line.agent, step.to_owned()));
        }
    }
    steps.sort_unstable();
    steps
}

fn steps(ann: &str) -> Vec<(String, String)> {
    [("ann", ann), ("bob", "dig")].map(|(agent, step)| (agent.to_owned(), step.to_owned())).to_vec()
}

#[test]
fn actor_has_more_less_and_other_things_than_its_archetype() {
    assert_eq!(first_steps(""), steps("dig"));
    assert_eq!(first_steps("without = ['be_rich']"), steps("nap"));
    assert_eq!(first_steps("without = ['dig']"), steps("beg"));
    assert_eq!(first_steps("costs = { dig = 9 }"), steps("beg"));
    assert_eq!(first_steps("goals = { be_rested = 2 }"), steps("nap"));
    assert_eq!(first_steps("goals = { be_heard = 2 }\nactions = ['sing']"), steps("sing"));
}

#[test]
fn sensors_can_be_taken_and_given() {
    let sensors = |keys: &str| {
        let scenario = load(keys).unwrap();
        let text = scenario.domain_sources().next().unwrap().text().to_owned();
        text.lines()
            .filter(|line| line.starts_with("without") || line.starts_with("sensors"))
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert_eq!(
        sensors("without = ['eyes']\nsensors = ['ears']"),
        "without = [\"eyes\"]; sensors = [\"ears\"]"
    );
}

#[test]
fn mistakes_are_reported_with_their_line_and_a_suggestion() {
    for (keys, message, hint) in [
        (
            "without = ['be_ritch']",
            "there is no action, goal or sensor of archetype `digger` named `be_ritch`",
            "`be_rich`",
        ),
        ("without = ['sing']", "there is no action, goal or sensor of archetype `digger` named `sing`", "11"),
        ("actions = ['sin']", "there is no action `sin`", "`sing`"),
        ("goals = { be_hard = 1 }", "there is no goal `be_hard`", "`be_heard`"),
        ("costs = { dug = 1 }", "there is no action `dug`", "`dig`"),
        ("sensors = ['ear']", "there is no sensor `ear`", "`ears`"),
        ("goals = { be_rich = 'much' }", "expected a number", "11"),
    ] {
        let found = load(keys).err().unwrap();
        assert!(
            found.contains(message) && found.contains(hint) && found.contains("field.toml:11"),
            "{keys}: {found}"
        );
        assert_eq!(found.matches("error[").count(), 1, "{keys}: {found}");
    }
    let text = scene("without = ['nap']").replacen("'digger'", "'diger'", 1);
    let loader = |name: &str| (name == "digger.toml").then(|| Source::new(name, DOMAIN));
    let found = Scenario::load(&Source::new("field.toml", text), &loader, Settings::default()).err().unwrap();
    assert!(found.to_string().contains("did you mean `digger`?"), "{found}");
    let text = scene("without = ['nap']").replace("'ann'", "'x'").replace("archetype = 'digger'\n", "");
    let found =
        Scenario::load(&Source::new("field.toml", text), &|_| None, Settings::default()).err().unwrap();
    assert!(found.to_string().contains("needs an `archetype` and a `domain`"), "{found}");
}

#[test]
fn derived_archetype_is_part_of_the_recording_and_replays() {
    let scenario = load("without = ['be_rich']\ngoals = { be_rested = 0.25 }").unwrap();
    let file = File::default();
    let mut simulation = Simulation::recorded(&scenario, 3, |_| Some(file.boxed())).unwrap();
    for _ in 0..50 {
        simulation.tick();
    }
    simulation.end_recording().unwrap();
    let reader = Reader::open(file.bytes()).unwrap();
    let sources: Vec<_> =
        reader.domain(10).iter().map(|source| (source.name.to_owned(), source.text.to_owned())).collect();
    let names: Vec<&str> = sources.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["field.digger.toml", "digger.toml"]);
    let derived = "[agent.digger_ann]\nextends = [\"digger\"]\nwithout = [\"be_rich\"]\ngoals = { \"be_rested\" = 0.250 }\n";
    assert!(sources[0].1.ends_with(derived), "{}", sources[0].1);
    let replayed = replay(file.bytes()).unwrap();
    assert_eq!((replayed.diverged, replayed.compared), (None, 50));
}

#[test]
fn group_shares_one_derived_archetype() {
    let text = scene("count = 2\nwithout = ['nap']").replace("at = [0, 0]", "at = 'hole'");
    let text = format!("legend.x = {{ spot = 'hole' }}\n{}", text.replace("'...'", "'x.x'"));
    let loader = |name: &str| (name == "digger.toml").then(|| Source::new(name, DOMAIN));
    let scenario = Scenario::load(&Source::new("field.toml", text), &loader, Settings::default()).unwrap();
    let archetypes: Vec<&str> =
        scenario.scene().actors().iter().map(|actor| actor.archetype.as_str()).collect();
    assert_eq!(archetypes, ["digger_ann", "digger_ann", "digger"]);
}
