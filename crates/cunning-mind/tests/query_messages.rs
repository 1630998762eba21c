//! Questions of queries as messages: answered in time, ticks later, too late or never, and asked again after a
//! restore.

use crate::plane;
use crate::story;

use cunning_mind::engine::{Command, Percept, Value};
use cunning_mind::{AgentId, Geometry, MindConfig, MindEngine, SpatialAnswer, SpatialQuestion, Spawn, Spot};
use cunning_plan::Micros;
use plane::{HEAD, POINTS, Plane, handles, set_of, soldier, tick_in};
use story::{tell, tick};

/// Answers by messages what was asked by messages.
fn answer(set: &mut MindEngine, agent: AgentId, plane: &mut Plane) {
    let spot = |value: &Value| match value {
        Value::Object(object) => Spot::Named(*object),
        Value::Handle(handle) => Spot::Object(*handle),
        Value::Point(point) => Spot::Point(cunning_mind::Position::unpacked(*point)),
        _ => Spot::Agent(agent),
    };
    let mut answers = Vec::new();
    for command in set.commands().iter() {
        let Command::Query { question, asked, of, .. } = command else { continue };
        let of: Vec<Spot> = of.iter().map(spot).collect();
        let number = |number: Option<Micros>| number.map_or(SpatialAnswer::Unknown, SpatialAnswer::Number);
        let answer = match asked {
            SpatialQuestion::Position => {
                plane.position(of[0]).map_or(SpatialAnswer::Unknown, SpatialAnswer::Position)
            }
            SpatialQuestion::Distance => number(plane.distance(of[0], of[1])),
            SpatialQuestion::Path => number(plane.path(of[0], of[1])),
            SpatialQuestion::Sees => SpatialAnswer::Truth(plane.sees(of[0], of[1]).unwrap()),
            SpatialQuestion::Hides => SpatialAnswer::Truth(plane.hides(of[0], of[1]).unwrap()),
            SpatialQuestion::Named(at) => plane.named(set.spec().questions()[at as usize], &of),
        };
        answers.push((question, answer));
    }
    for (question, answer) in answers {
        set.receive(&Percept::QueryAnswer { question, answer });
    }
}

#[test]
fn answers_by_message_equal_answers_by_call() {
    let text = "[query.q]\nfrom = { ring = 8, radius = 3, around = 'target' }\nas = 'point'\n\
                where = ['not sees(self, c)']\nscore = '0 - path(self, c) - dist(c, target)'\ntake = 3";
    let told = |by_calls: bool| {
        let mut set = set_of(&format!("{POINTS}{text}"));
        let agent = set.spawn("soldier", Spawn::default()).unwrap();
        let ty = set.spec().planning.type_named("foe").unwrap();
        set.receive(&Percept::Bind { ty, handle: 5, name: "" });
        tell(&mut set, agent, "target", &[], Value::Handle(5));
        let mut plane = Plane { me: (3, 1), objects: [(5, (-1, 0))].into(), ..Plane::default() };
        let mut ticks = 0;
        while set.counters().queries == 0 {
            ticks += 1;
            assert!(ticks < 20, "{:?}", set.counters());
            if by_calls {
                tick_in(&mut set, &mut plane);
            } else {
                answer(&mut set, agent, &mut plane);
                set.clear_commands();
                set.tick(100, 1000);
            }
        }
        (handles(&set, agent), set.counters().questions)
    };
    assert_eq!(told(true).0.len(), 3);
    assert_eq!(told(true), told(false));
}

#[test]
fn unanswered_question_counts_as_unknown_and_is_reported() {
    let (mut set, agent) = soldier("[query.q]\nfrom = 'foe'\nwhere = ['sees(self, c)']\nscore = 'odd(c)'", 3);
    for _ in 0..15 {
        set.clear_commands();
        set.tick(100, 1000);
    }
    assert_eq!(handles(&set, agent), [0u64; 0]);
    assert_eq!(set.counters().questions_unanswered, 3);
    let told: Vec<String> = set.unanswered().collect();
    assert_eq!(told, ["the game does not answer `sees` of the query `q`"]);
}

#[test]
fn answer_to_an_old_question_is_ignored() {
    let (mut set, agent) = soldier("[query.q]\nfrom = 'foe'\nwhere = ['sees(self, c)']", 1);
    set.tick(100, 1000);
    let question = set.commands().iter().find_map(|command| match command {
        Command::Query { question, .. } => Some(question),
        _ => None,
    });
    set.clear_commands();
    for _ in 0..12 {
        set.tick(100, 1000);
    }
    let before = set.counters().reports_ignored;
    set.receive(&Percept::QueryAnswer { question: question.unwrap(), answer: SpatialAnswer::Truth(true) });
    assert_eq!(set.counters().reports_ignored, before + 1);
    assert_eq!(handles(&set, agent), [0u64; 0]);
}

#[test]
fn open_questions_are_asked_again_after_a_restore() {
    for from in ["'foe'", "{ ring = 4, radius = 2, around = 'target' }\nas = 'point'"] {
        let query = format!("[query.q]\nfrom = {from}\nscore = '0 - path(self, c)'");
        let head = if from == "'foe'" { HEAD } else { POINTS };
        let mut set = set_of(&format!("{head}{query}"));
        let agent = set.spawn("soldier", Spawn::default()).unwrap();
        let ty = set.spec().planning.type_named("foe").unwrap();
        set.receive(&Percept::Bind { ty, handle: 5, name: "" });
        tell(&mut set, agent, "target", &[], Value::Handle(5));
        tick(&mut set);
        let asked_questions = |set: &MindEngine| {
            let commands = set.commands().iter();
            let found = commands.filter(|command| matches!(command, Command::Query { .. }));
            found.map(|command| format!("{command:?}")).collect::<Vec<_>>()
        };
        let asked = asked_questions(&set);
        assert!(!asked.is_empty(), "{from}");
        let restore = |set: &MindEngine| {
            MindEngine::restore(&set.save(), set.spec().clone(), MindConfig::default(), Some).unwrap().0
        };
        assert_eq!(asked_questions(&restore(&set)), asked, "a question that was not taken is not repeated");
        set.clear_commands();
        assert_eq!(asked_questions(&restore(&set)), asked, "{from}");
    }
}
