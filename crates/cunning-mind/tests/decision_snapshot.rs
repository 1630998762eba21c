//! A decision rebuilt from a recording: the plan, its explanation, and what other beliefs or domains would change.

use crate::story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::debug::{DecisionSnapshot, Prospect, Reasons, RecordedDomain};
use cunning_mind::engine::Value;
use cunning_mind::{AgentId, DomainSpec, MindConfig, MindEngine, Spawn};
use cunning_trace::{Config, Header, Reader, Recorder, Subject, Term};
use story::{File, tell};

const TEXT: &str = r#"
[facts]
open = "bool"
rum = { type = "int", min = 0, max = 3 }
drunk = "bool"
[action.buy]
when = ["open"]
then = ["rum += 1"]
cost = "1 + trait.thirst"
[action.drink]
when = ["rum > 0"]
then = ["drunk", "rum -= 1"]
[goal.get_drunk]
want = ["drunk"]
[agent.pirate]
actions = ["buy", "drink"]
goals = { get_drunk = "trait.thirst" }
traits = { thirst = [0.2, 0.9] }
"#;

fn spec(text: &str) -> Arc<DomainSpec> {
    Arc::new(cunning_mind::read(&Source::new("rum.toml", text)).unwrap_or_else(|found| panic!("{found}")))
}

/// Records ten ticks; the tavern is open from the fifth on.
fn recorded(spec: &Arc<DomainSpec>) -> (AgentId, Reader<Vec<u8>>) {
    let file = File::default();
    let mut set = MindEngine::new(spec.clone(), MindConfig::default());
    let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
    recorder.attach(Box::new(file.clone()));
    set.record(recorder);
    let agent = set.spawn("pirate", Spawn { seed: 9, ..Spawn::default() }).unwrap();
    for tick in 1..=10 {
        if tick == 5 {
            tell(&mut set, agent, "open", &[], Value::Bool(true));
        }
        // The goal backs off after it had no plan.
        set.tick(500, 100);
        set.clear_commands();
    }
    set.take_recorder().detach().unwrap().unwrap();
    (agent, Reader::open(file.bytes()).unwrap())
}

fn decision_snapshot(
    spec: &Arc<DomainSpec>,
    reader: &Reader<Vec<u8>>,
    agent: AgentId,
    tick: u64,
) -> DecisionSnapshot {
    let (world, view) = (reader.view(Subject::World, tick).unwrap(), reader.view(agent, tick).unwrap());
    DecisionSnapshot::new(&RecordedDomain::new(spec.clone()), &world, &view).unwrap()
}

fn steps(prospect: Prospect) -> Vec<String> {
    match prospect {
        Prospect::Plan { steps, .. } => steps.into_iter().map(|(step, _)| step).collect(),
        Prospect::None(status) => panic!("{status:?}"),
    }
}

#[test]
fn failure_and_plan_are_explained_from_the_recording() {
    let spec = spec(TEXT);
    let (agent, reader) = recorded(&spec);
    let world = reader.view(Subject::World, 2).unwrap();
    let goal = Term::plain(spec.planning.goal_named("get_drunk").unwrap().index() as u32);
    let Reasons::Failure(why) =
        decision_snapshot(&spec, &reader, agent, 2).explain(&world, goal, None, 1000).unwrap()
    else {
        panic!("the tavern is closed");
    };
    assert!(why.to_string().contains("`open`"), "{why}");

    let view = reader.view(agent, 10).unwrap();
    let (since, plan) = view.plan().unwrap();
    let mut then = decision_snapshot(&spec, &reader, agent, since);
    let Reasons::Plan(why) = then.explain(&world, goal, Some(plan), 1000).unwrap() else {
        panic!("it has a plan")
    };
    let told: Vec<(String, String)> =
        why.steps.iter().map(|step| (step.action.clone(), step.tell_purpose())).collect();
    let told: Vec<(&str, &str)> = told.iter().map(|(step, why)| (step.as_str(), why.as_str())).collect();
    assert_eq!(told, [("buy", "for `rum >= 1` of step 2"), ("drink", "for `drunk` of the goal")]);
}

#[test]
fn supposed_beliefs_change_the_plan() {
    let spec = spec(TEXT);
    let (agent, reader) = recorded(&spec);
    let mut then = decision_snapshot(&spec, &reader, agent, 2);
    let goal = then.best_goal().unwrap();
    assert!(matches!(then.plan(goal, 1000).unwrap(), Prospect::None(_)));
    then.suppose("rum", "2").unwrap();
    assert_eq!(steps(then.plan(goal, 1000).unwrap()), ["drink"]);
    for (fact, value) in [("gin", "2"), ("rum", "true"), ("rum", "lots"), ("drunk", "1")] {
        assert!(then.suppose(fact, value).is_err(), "{fact} = {value}");
    }
}

#[test]
fn another_domain_plans_differently_in_the_same_situation() {
    let lore_then = spec(TEXT);
    let (agent, reader) = recorded(&lore_then);
    let then = decision_snapshot(&lore_then, &reader, agent, 2);
    // With other ids, and with an action that needs no tavern.
    let text = TEXT.replace("[action.buy]", "[action.brew]\nthen = [\"rum += 1\"]\n[action.buy]");
    let text = text
        .replace("[\"buy\", ", "[\"brew\", \"buy\", ")
        .replace("open = \"bool\"", "sun = \"bool\"\nopen = \"bool\"");
    let mut now = then.in_domain(&spec(&text)).unwrap();
    let goal = now.best_goal().unwrap();
    assert_eq!(steps(now.plan(goal, 1000).unwrap()), ["brew", "drink"]);
    assert_eq!(now.scores(), then.scores(), "drawn traits are kept");
    assert!(then.in_domain(&spec(&TEXT.replace("agent.pirate", "agent.sailor"))).is_err());
}
