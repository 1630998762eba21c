//! Minds belong to one thread at a time; domains to any number.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cunning_c::*;

use crate::world::{EMPTY, World, take, text};

/// A handle that threads share, against the rule for minds.
#[derive(Clone, Copy)]
struct Shared<T>(*mut T);
// SAFETY: that is what the test is about: the library must keep concurrent calls apart.
unsafe impl<T> Send for Shared<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Shared<T> {}

#[test]
fn concurrent_calls_with_minds_are_refused() {
    let world = World::new();
    let minds = Shared(world.minds);
    let (is_over, refused, ticks) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let minds = &minds;
            while !is_over.load(Ordering::Relaxed) {
                let mut hash = 0;
                // SAFETY: all pointers are valid.
                match unsafe { cunning_hash(minds.0, &raw mut hash) } {
                    CUNNING_BUSY => drop(refused.fetch_add(1, Ordering::Relaxed)),
                    status => assert_eq!(status, CUNNING_OK),
                }
            }
        });
        while ticks.load(Ordering::Relaxed) < 20_000 {
            // SAFETY: all pointers are valid.
            match unsafe { cunning_tick(minds.0, 1000, 10) } {
                CUNNING_OK => drop(ticks.fetch_add(1, Ordering::Relaxed)),
                status => assert_eq!(status, CUNNING_BUSY),
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
    let mut now = 0;
    // SAFETY: all pointers are valid.
    assert_eq!(unsafe { cunning_now(world.minds, &raw mut now) }, CUNNING_OK);
    assert_eq!(now, 20_000_000);
}

#[test]
fn threads_plan_with_one_domain() {
    let world = World::new();
    let domain = Shared(world.domain);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let domain = &domain;
                let mut plan = EMPTY;
                let request =
                    text(r#"{"goal": "raise_alarm", "set": [["sees_thief", true]], "agent": "guard"}"#);
                // SAFETY: all pointers are valid.
                assert_eq!(unsafe { cunning_domain_plan(domain.0, request, &raw mut plan) }, CUNNING_OK);
                let plan: serde_json::Value = serde_json::from_str(&take(plan)).unwrap();
                assert_eq!(plan["text"], "go(bell), ring   (cost 2, proved best)");
                assert_eq!(plan["steps"][0]["args"]["to"], "bell");
            });
        }
    });
    let mut plan = EMPTY;
    for (request, code) in [
        ("[]", "bad-json"),
        ("{\"goal\": 3}", "bad-json"),
        ("{\"goal\": \"raise_alarm\", \"sett\": []}", "bad-json"),
        ("{\"goal\": \"raise_alrm\"}", "unknown-name"),
        ("{\"goal\": \"raise_alarm\", \"set\": [[\"count\", 10]]}", "out-of-range"),
        ("{\"goal\": \"raise_alarm\", \"budget\": 0}", "no-plan"),
    ] {
        // SAFETY: all pointers are valid.
        let status = unsafe { cunning_domain_plan(world.domain, text(request), &raw mut plan) };
        assert_ne!(status, CUNNING_OK);
        let answer: serde_json::Value =
            serde_json::from_str(&take(std::mem::replace(&mut plan, EMPTY))).unwrap();
        assert_eq!(answer["code"], code, "{request}: {answer}");
    }
}
