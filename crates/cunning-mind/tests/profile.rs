//! A profile shows where the time of a tick went and which agent took it, with any clock; decisions are the same with
//! it and without.

use crate::story;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use cunning_mind::engine::Value;
use cunning_mind::{AgentId, MindEngine, Phase, Profiler, TickProfile};
use story::{agents, live, said, spawn, spec, tell, tick};

const TEXT: &str = r#"
[facts]
warm = "bool"
wood = { type = "int", min = 0, max = 9 }
noise = { type = "int", min = 0, max = 9 }
[action.chop]
when = ["wood < 9"]
then = ["wood += 1"]
[action.burn]
when = ["wood > 3"]
then = ["warm"]
[goal.keep_warm]
want = ["warm"]
"#;

/// Returns a profiler whose clock advances by a microsecond per reading.
fn counting() -> Profiler {
    let clock = AtomicU64::new(0);
    Profiler::new(move || clock.fetch_add(1000, Ordering::Relaxed))
}

/// Creates some agents with a profiler.
fn crowd(count: usize, profiler: Profiler) -> (MindEngine, Vec<AgentId>) {
    let mut set = agents(spec(TEXT));
    set.profile(profiler);
    let ids = (0..count).map(|_| spawn(&mut set)).collect();
    (set, ids)
}

#[test]
fn phases_are_counted_and_timed() {
    let (mut set, ids) = crowd(3, counting());
    tell(&mut set, ids[0], "noise", &[], Value::Int(1));
    tick(&mut set);
    let first = *set.profiler().unwrap().latest();
    assert_eq!(first.tick, 1);
    assert_eq!(first.phase(Phase::Sense).count, 1, "a percept");
    assert_eq!(first.phase(Phase::Choose).count, 3, "every agent thinks");
    assert_eq!(first.phase(Phase::Act).count, 3, "every agent starts a step");
    assert_eq!(first.phase(Phase::Command).count, 0);
    assert!([Phase::Sense, Phase::Choose, Phase::Plan, Phase::Act].iter().all(|&p| first.phase(p).nanos > 0));
    tick(&mut set);
    let second = *set.profiler().unwrap().latest();
    assert_eq!((second.tick, second.phase(Phase::Choose).count), (2, 0), "every tick starts from zero");
    let total = set.profiler().unwrap().total();
    assert_eq!((total.ticks, total.slowest.tick, total.phase(Phase::Choose).count), (2, 1, 3));
    assert_eq!(total.nanos(), first.nanos() + second.nanos());
}

#[test]
fn slowest_agent_is_reported() {
    let (mut set, ids) = crowd(4, counting());
    tick(&mut set);
    for loudness in 0..40 {
        tell(&mut set, ids[2], "noise", &[], Value::Int(loudness % 10));
    }
    tick(&mut set);
    let culprit = set.profiler().unwrap().latest().culprit.unwrap();
    assert_eq!((culprit.phase, culprit.agent), (Phase::Sense, ids[2]));
    assert!(culprit.nanos >= 40_000, "{culprit:?}");
}

#[test]
fn only_slow_ticks_are_reported() {
    let slow: Arc<Mutex<Vec<TickProfile>>> = Arc::default();
    let heard = slow.clone();
    let jump = Arc::new(AtomicU64::new(0));
    let now = jump.clone();
    let clock = Profiler::new(move || now.fetch_add(1000, Ordering::Relaxed));
    let hook = move |tick: &TickProfile| heard.lock().unwrap().push(*tick);
    let (mut set, _) = crowd(2, clock.warn(hook));
    tick(&mut set);
    assert!(slow.lock().unwrap().is_empty());
    // Time between two ticks is not attributed to the agents.
    jump.fetch_add(50_000_000, Ordering::Relaxed);
    tick(&mut set);
    assert!(slow.lock().unwrap().is_empty(), "{:?}", slow.lock().unwrap());
    let clock = AtomicU64::new(0);
    let each = Profiler::new(move || clock.fetch_add(9_000_000, Ordering::Relaxed));
    let heard = slow.clone();
    set.profile(each.warn(move |tick| heard.lock().unwrap().push(*tick)));
    tick(&mut set);
    assert_eq!(slow.lock().unwrap().iter().map(|tick| tick.tick).collect::<Vec<_>>(), [3]);
    assert_eq!(set.profiler().unwrap().total().slow_ticks, 1);
}

#[test]
fn profiling_changes_nothing() {
    let live_through = |profiler: Option<Profiler>| {
        let mut set = agents(spec(TEXT));
        if let Some(profiler) = profiler {
            set.profile(profiler);
        }
        spawn(&mut set);
        let story = live(&mut set, 12);
        (story, said(&set), set.hash(), set.counters())
    };
    assert_eq!(live_through(None), live_through(Some(counting())));
}
