//! Checks are asked when a plan needs them, at most once per plan, with a time limit for the answer.

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
fn only_checks_of_the_plan_are_asked() {
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
fn refused_check_leads_to_the_next_best_plan() {
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
fn unanswered_check_counts_as_no() {
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
fn answers_to_old_checks_are_ignored() {
    let mut set = agents(spec(TEXT));
    spawn(&mut set);
    tick(&mut set);
    let door = questions(&set)[0];
    set.receive(&Percept::Answer { question: door, yes: false });
    set.receive(&Percept::Answer { question: door, yes: true });
    assert_eq!(set.counters().reports_ignored, 1);
}
