//! A warm recorder allocates nothing: not for memory, output or key frames.

use crate::support;

use std::io;

use allocation_counter::measure;
use cunning_trace::*;
use support::header;

/// Two hundred agents that perceive, plan and act.
fn life(recorder: &mut Recorder, ticks: std::ops::Range<u64>) {
    for tick in ticks {
        recorder.begin_tick(tick).unwrap();
        recorder.record_input(Subject::World, || Event::Tick { dt_ms: 16, budget: 1000 });
        for agent in 0..200 {
            let id = AgentId(agent);
            let orc = [Value::Handle(tick % 5)];
            let fact = Term::new((tick % 7) as u32, &orc);
            let value = Value::Int((tick % 3) as i64);
            recorder.record(id, || Event::Place { x: tick as f32, y: 0.0, z: 0.0, yaw: 0.0 });
            recorder.record_input(id, || Event::Percept { fact, value, confidence: 9, sensor: Some(1) });
            recorder.record(id, || Event::Belief { fact, value, confidence: 9, cause: Cause::Percept });
            let job = tick * 1000 + agent;
            recorder.record(id, || Event::PlanAsked { job, goal: fact, snapshot: b"snapshot" });
            let steps = [PlanStep { action: fact, cost: 5 }; 4];
            let plan = Plan { cost: 20, steps: List::from(&steps) };
            recorder.record(id, || Event::PlanFound { job, plan, expanded: 12 });
            let start = Event::StepStarted { step: job, index: 0, action: fact, is_resumed: false };
            recorder.record(id, || start);
            recorder.record(id, || Event::StepEnded { step: job, end: StepEnd::Done, reason: 1 });
            recorder.record(id, || Event::PlanEnded { job, reason: 1 });
        }
        recorder.record(Subject::World, || Event::Hash { hash: tick });
        recorder.flush();
    }
}

#[test]
fn recording_allocates_nothing_once_warm() {
    let config = Config { ring_bytes_max: 4096, key_bytes_min: 64 << 10, ..Config::default() };
    let mut recorder = Recorder::new(&header(), config).unwrap();
    recorder.attach(Box::new(io::sink()));
    // Long enough to fill every ring, including that of the world.
    life(&mut recorder, 0..250);
    let before = recorder.written().unwrap().bytes;
    let counted = measure(|| life(&mut recorder, 250..450));
    assert_eq!(counted.count_total, 0);
    // The output contains key frames.
    assert!(recorder.written().unwrap().bytes - before > 4 << 20);
    assert!(recorder.dropped(AgentId(7)) > 0);
}

#[test]
fn a_disabled_recorder_allocates_nothing() {
    let counted = measure(|| life(&mut Recorder::off(), 0..10));
    assert_eq!(counted.count_total, 0);
}

#[test]
fn iterating_over_a_recording_allocates_nothing() {
    let shelf = SharedBytes::default();
    let mut recorder = Recorder::new(&header(), Config::default()).unwrap();
    recorder.attach(Box::new(shelf.clone()));
    life(&mut recorder, 0..20);
    recorder.detach().unwrap().unwrap();
    let bytes = shelf.bytes();
    let reader = Reader::open(&bytes[..]).unwrap();
    let mut steps = 0;
    let counted = measure(|| {
        for record in reader.records() {
            if let Event::PlanFound { plan, .. } = record.unwrap().event {
                steps += plan.steps.iter().flat_map(|step| step.action.args).count();
            }
        }
    });
    assert_eq!((counted.count_total, steps), (0, 20 * 200 * 4));
}
