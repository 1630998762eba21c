//! The accessors of views, and the differences between two views.

use crate::support;

use cunning_trace::*;
use support::attached;

const ANN: AgentId = AgentId(1);
const BOB: AgentId = AgentId(2);
const AT: Term<'static> = Term::plain(0);
const KILL: Term<'static> = Term::plain(4);
const PATROL: Term<'static> = Term::plain(5);

/// One fight with one event per tick.
fn fight() -> (Recorder, Vec<u8>) {
    let (mut recorder, shelf) = attached(Config::default());
    let orc = [Value::Handle(77)];
    let sees = Term::new(1, &orc);
    let belief = |fact, value, cause| Event::Belief { fact, value, confidence: 900_000, cause };
    let steps = [
        PlanStep { action: Term::plain(8), cost: 1_000_000 },
        PlanStep { action: Term::new(9, &orc), cost: 2_500_000 },
    ];
    let plan = Plan { cost: 3_500_000, steps: List::from(&steps) };
    let scores = [
        GoalScore { goal: KILL, relevance: 700_000, bias: 100_000, score: 800_000, barred: None },
        GoalScore { goal: PATROL, relevance: 900_000, bias: 0, score: 900_000, barred: Some(Bar::Met) },
    ];
    let step = |step, index, action| Event::StepStarted { step, index, action, is_resumed: false };
    let ticks: [&[Event<'_>]; 9] = [
        &[
            Event::AgentAdded { archetype: 3, name: "Ann", commander: Some(BOB), seed: 5 },
            belief(AT, Value::Object(6), Cause::Start),
            Event::Idle { reason: 1 },
        ],
        &[
            belief(sees, Value::Bool(true), Cause::Percept),
            Event::Place { x: 1.0, y: 2.0, z: 0.5, yaw: -1.5 },
        ],
        &[
            Event::Ordered {
                order: 12,
                from: Some(BOB),
                goal: KILL,
                terms: OrderTerms { bias: 100_000, within_ms: Some(5000), is_rigid: false },
            },
            Event::GoalScores { scores: List::from(&scores) },
            Event::GoalChosen { goal: KILL, score: 800_000, reason: 2 },
            Event::OrderReported { order: 12, report: OrderReport::TakenUp },
            Event::PlanAsked { job: 30, goal: KILL, snapshot: b"beliefs" },
        ],
        &[Event::PlanFound { job: 30, plan, expanded: 17 }, step(100, 0, steps[0].action)],
        &[
            Event::StepReported { step: 100, report: Report::Running, progress: 500_000 },
            Event::StepStopped { step: 100, reason: 3 },
            step(101, 1, steps[1].action),
            Event::Claimed { object: orc[0] },
        ],
        &[
            Event::StepEnded { step: 100, end: StepEnd::Stopped, reason: 3 },
            Event::Held { reason: "cutscene" },
        ],
        &[Event::Released, Event::CommanderChanged { commander: None }],
        &[
            Event::StepEnded { step: 101, end: StepEnd::Done, reason: 0 },
            Event::PlanEnded { job: 30, reason: 0 },
            Event::GoalEnded { reason: 0 },
            Event::OrderEnded { order: 12, reason: 0 },
            Event::Unclaimed { object: orc[0] },
            Event::Forgot { fact: sees },
            Event::Quarantined { reason: "a sensor said NaN" },
        ],
        &[Event::AgentRemoved { reason: 4 }],
    ];
    for (tick, events) in ticks.iter().enumerate() {
        recorder.begin_tick(tick as u64).unwrap();
        for event in *events {
            recorder.record(ANN, || *event);
        }
    }
    recorder.detach().unwrap().unwrap();
    (recorder, shelf.bytes())
}

#[test]
fn views_show_the_state_of_their_tick() {
    let (recorder, bytes) = fight();
    let reader = Reader::open(bytes).unwrap();
    let view = |tick| {
        let view = reader.view(ANN, tick).unwrap();
        assert_eq!(recorder.view(ANN, tick).unwrap(), view, "memory and file agree");
        view
    };
    let orc = [Value::Handle(77)];
    let sees = Term::new(1, &orc);

    let first = view(0);
    assert_eq!(first.identity(), Some((3, "Ann")));
    assert_eq!(first.commander(), Some(BOB));
    assert_eq!(first.idle(), Some((0, 1)));
    assert_eq!((first.place(), first.belief(sees)), (None, None));

    let second = view(1);
    let belief = second.belief(sees).unwrap();
    assert_eq!((belief.value, belief.confidence, belief.since), (Value::Bool(true), 900_000, 1));
    assert_eq!(second.beliefs().map(|belief| belief.fact.id).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(second.place(), Some([1.0, 2.0, 0.5, -1.5]));

    let third = view(2);
    assert_eq!(third.goal(), Some((2, KILL)));
    assert_eq!(third.idle(), None);
    assert_eq!((third.plan(), third.step()), (None, None));
    let order = third.orders().next().unwrap();
    assert_eq!((order.order, order.from, order.report), (12, Some(BOB), Some(OrderReport::TakenUp)));
    let (since, scores) = third.scores().unwrap();
    assert_eq!((since, scores.iter().map(|score| score.barred).collect()), (2, vec![None, Some(Bar::Met)]));
    assert!(third.entries().any(|entry| entry.slot == Slot::Job));

    let fifth = view(4);
    let (since, plan) = fifth.plan().unwrap();
    assert_eq!((since, plan.cost, plan.steps.len()), (3, 3_500_000, 2));
    assert_eq!(
        fifth.steps().map(|step| (step.step, step.progress, step.stopping)).collect::<Vec<_>>(),
        [(100, 500_000, Some(3)), (101, 0, None)]
    );
    assert_eq!(fifth.step().unwrap().action, Term::new(9, &orc));
    assert_eq!(fifth.claims().collect::<Vec<_>>(), orc);
    assert!(fifth.entries().all(|entry| entry.slot != Slot::Job));

    assert_eq!(view(5).held(), Some((5, "cutscene")));
    assert_eq!((view(6).held(), view(6).commander()), (None, None));
    let eighth = view(7);
    assert_eq!((eighth.goal(), eighth.plan(), eighth.step()), (None, None, None));
    assert_eq!((eighth.orders().count(), eighth.claims().count(), eighth.belief(sees)), (0, 0, None));
    assert_eq!(eighth.quarantined(), Some((7, "a sensor said NaN")));

    assert!(!view(8).exists());
    assert_eq!(view(8).entries().count(), 0);
    assert_eq!(reader.views(7).unwrap().len(), 2);
    assert_eq!(reader.views(8).unwrap().len(), 1);
}

#[test]
fn diff_lists_added_removed_and_changed_entries() {
    let (_, bytes) = fight();
    let reader = Reader::open(bytes).unwrap();
    let view = |tick| reader.view(ANN, tick).unwrap();
    let slots = |before: u64, after: u64| -> Vec<(Option<Slot>, Option<Slot>)> {
        let (before, after) = (view(before), view(after));
        let slot = |latest: Option<Latest<'_>>| latest.map(|latest| latest.slot);
        before.diff(&after).iter().map(|change| (slot(change.before), slot(change.after))).collect()
    };
    assert_eq!(slots(3, 3), []);
    assert_eq!(slots(0, 1), [(None, Some(Slot::Place)), (None, Some(Slot::Belief))]);
    assert_eq!(slots(1, 0), [(Some(Slot::Place), None), (Some(Slot::Belief), None)]);
    assert_eq!(slots(5, 6), [(None, Some(Slot::Commander)), (Some(Slot::Hold), None)]);
    assert_eq!(slots(7, 8).len(), view(7).entries().count());
}

#[test]
fn repeated_events_are_not_differences() {
    let (mut recorder, shelf) = attached(Config::default());
    for (tick, value) in [7, 7, 8].into_iter().enumerate() {
        recorder.begin_tick(tick as u64).unwrap();
        let (fact, value) = (AT, Value::Int(value));
        recorder.record(ANN, || Event::Belief { fact, value, confidence: 1, cause: Cause::Percept });
    }
    let reader = Reader::open(shelf.bytes()).unwrap();
    let view = |tick| reader.view(ANN, tick).unwrap();
    assert!(view(0).diff(&view(1)).is_empty());
    let (before, after) = (view(1), view(2));
    let changes = before.diff(&after);
    assert_eq!(changes.len(), 1);
    let value = |latest: Option<Latest<'_>>| match latest.unwrap().event {
        Event::Belief { value, .. } => value,
        event => panic!("{event:?}"),
    };
    assert_eq!((value(changes[0].before), value(changes[0].after)), (Value::Int(7), Value::Int(8)));
}

#[test]
fn the_world_has_a_state() {
    let (mut recorder, shelf) = attached(Config::default());
    let orc = Event::Bound { ty: 2, handle: 77, name: "orc" };
    recorder.record_input(Subject::World, || orc);
    let troll = Event::Bound { ty: 2, handle: 78, name: "troll" };
    recorder.record_input(Subject::World, || troll);
    recorder.record(Subject::World, || Event::Hash { hash: 0xabc });
    recorder.begin_tick(1).unwrap();
    recorder.record_input(Subject::World, || Event::Unbound { handle: 77 });
    let reader = Reader::open(shelf.bytes()).unwrap();
    let view = reader.view(Subject::World, 0).unwrap();
    let bound: Vec<_> = view.bindings().map(|bound| (bound.ty, bound.handle, bound.name)).collect();
    assert_eq!(bound, [(2, 77, "orc"), (2, 78, "troll")]);
    assert_eq!(view.hash(), Some((0, 0xabc)));
    assert_eq!(reader.view(Subject::World, 1).unwrap().bindings().count(), 1);
}
