//! Checks are asked when a plan needs them, at most once for a plan, and nobody waits for ever.

use crate::story;

use cunning_mind::MindEngine;
use cunning_mind::engine::{Command, Percept, QuestionId};
use story::{agents, said, spawn, spec, tick};

const TEXT: &str = r#"
[facts]
in = "bool"
[action.door]
then = ["in"]
check = "unlocked"
[action.window]
then = ["in"]
check = "open"
cost = 3
[action.chimney]
then = ["in"]
cost = 9
[goal.get_in]
want = ["in"]
"#;

fn questions(set: &MindEngine) -> Vec<QuestionId> {
    let question = |command: Command<'_>| match command {
        Command::Ask { question, .. } => Some(question),
        _ => None,
    };
    set.commands().iter().filter_map(question).collect()
}

#[test]
fn only_what_a_plan_needs_is_asked() {
    let mut set = agents(spec(TEXT));
    spawn(&mut set);
    tick(&mut set);
    assert_eq!(said(&set), ["door()?"]);
    let door = questions(&set)[0];
    tick(&mut set);
    assert_eq!(said(&set), [""; 0], "it waits for the answer");
    set.receive(&Percept::Answer { question: door, yes: true });
    tick(&mut set);
    assert_eq!(said(&set), ["door()"]);
}

#[test]
fn a_no_leads_to_the_next_best_plan() {
    let mut set = agents(spec(TEXT));
    spawn(&mut set);
    tick(&mut set);
    let door = questions(&set)[0];
    set.receive(&Percept::Answer { question: door, yes: false });
    tick(&mut set);
    assert_eq!(said(&set), ["window()?"]);
    let window = questions(&set)[0];
    set.receive(&Percept::Answer { question: window, yes: true });
    tick(&mut set);
    assert_eq!(said(&set), ["window()"]);
}

#[test]
fn who_does_not_answer_says_no() {
    let mut set = agents(spec(TEXT));
    spawn(&mut set);
    let mut story = Vec::new();
    for _ in 0..40 {
        tick(&mut set);
        story.extend(said(&set));
    }
    assert_eq!(story, ["door()?", "window()?", "chimney()"]);
}

#[test]
fn answers_that_nobody_waits_for_are_ignored() {
    let mut set = agents(spec(TEXT));
    spawn(&mut set);
    tick(&mut set);
    let door = questions(&set)[0];
    set.receive(&Percept::Answer { question: door, yes: false });
    set.receive(&Percept::Answer { question: door, yes: true });
    assert_eq!(set.counters().reports_ignored, 1);
}
