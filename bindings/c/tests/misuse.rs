//! Misuse is a status: null, stale ids, bad UTF-8, short buffers, unknown constants and the wrong order of calls.

use std::ptr::{null, null_mut};

use cunning_c::*;

use crate::world::{EMPTY, World, take, text, truth};

#[test]
fn null_is_a_status_or_is_ignored() {
    let world = World::new();
    let mut out = 0;
    // SAFETY: null is allowed everywhere.
    unsafe {
        assert_eq!(cunning_tick(null_mut(), 16_000, 100), CUNNING_NULL);
        assert_eq!(cunning_hash(world.minds, null_mut()), CUNNING_NULL);
        assert_eq!(cunning_minds_new(null(), null(), null_mut()), CUNNING_NULL);
        assert_eq!(cunning_domain_parse(null(), 1, null_mut(), null_mut()), CUNNING_NULL);
        assert_eq!(cunning_set_many(world.minds, null(), 3, &raw mut out), CUNNING_NULL);
        assert_eq!(cunning_set_many(world.minds, null(), 0, null_mut()), CUNNING_OK);
        assert_eq!(cunning_poll(world.minds, null_mut(), 4, &raw mut out), CUNNING_NULL);
        assert_eq!(cunning_poll(world.minds, null_mut(), 0, &raw mut out), CUNNING_OK);
        let nowhere = CunningStr { ptr: null(), len: 3 };
        assert_eq!(cunning_set(world.minds, world.guard, nowhere, truth(true)), CUNNING_NULL);
        cunning_minds_free(null_mut());
        let mut freed: *mut CunningMinds = null_mut();
        cunning_minds_free(&raw mut freed);
        cunning_buffer_free(null_mut());
        cunning_domain_free(null_mut());
        cunning_snapshot_free(null_mut());
    }
}

#[test]
fn misaligned_pointers_and_huge_counts_are_statuses() {
    let world = World::new();
    let bytes = [0_u64; 32];
    // SAFETY: nothing behind the pointers is read, because the checks fail first.
    unsafe {
        let odd = bytes.as_ptr().cast::<CunningBelief>().byte_add(1);
        assert_eq!(cunning_set_many(world.minds, odd, 1, null_mut()), CUNNING_NULL);
        let beliefs = bytes.as_ptr().cast::<CunningBelief>();
        assert_eq!(cunning_set_many(world.minds, beliefs, u64::MAX, null_mut()), CUNNING_BAD_SIZE);
        let long = CunningStr { ptr: bytes.as_ptr().cast(), len: u64::MAX };
        assert_eq!(cunning_set(world.minds, world.guard, long, truth(true)), CUNNING_BAD_SIZE);
    }
}

#[test]
fn texts_must_be_utf8() {
    let world = World::new();
    let bad = CunningStr { ptr: b"\xff\xfe".as_ptr().cast(), len: 2 };
    // SAFETY: all pointers are valid.
    unsafe {
        assert_eq!(cunning_set(world.minds, world.guard, bad, truth(true)), CUNNING_BAD_UTF8);
        assert!(world.error().starts_with("the text is not UTF-8"), "{}", world.error());
        let mut agent = 0;
        assert_eq!(cunning_spawn(world.minds, bad, null(), &raw mut agent), CUNNING_BAD_UTF8);
    }
}

#[test]
fn mistyped_names_have_suggestions() {
    let world = World::new();
    let mut symbol = 0;
    // SAFETY: all pointers are valid.
    unsafe {
        let status = cunning_set(world.minds, world.guard, text("sees_thef"), truth(true));
        assert_eq!(status, CUNNING_UNKNOWN_NAME);
        assert_eq!(world.error(), "unknown fact `sees_thef`; did you mean `sees_thief`?");
        let status = cunning_symbol(world.minds, CUNNING_NAME_ACTION, text("rign"), &raw mut symbol);
        assert_eq!(status, CUNNING_UNKNOWN_NAME);
        assert_eq!(world.error(), "unknown action `rign`; did you mean `ring`?");
        assert_eq!(cunning_symbol(world.minds, 99, text("ring"), &raw mut symbol), CUNNING_BAD_ENUM);
    }
}

#[test]
fn stale_ids_do_nothing() {
    let world = World::new();
    let mut out = EMPTY;
    // SAFETY: all pointers are valid.
    unsafe {
        assert_eq!(cunning_set(world.minds, 77, text("alarm"), truth(true)), CUNNING_NO_AGENT);
        assert_eq!(cunning_remove(world.minds, world.guard), CUNNING_OK);
        assert_eq!(cunning_remove(world.minds, world.guard), CUNNING_NO_AGENT);
        assert_eq!(cunning_hold(world.minds, world.guard), CUNNING_NO_AGENT);
        assert_eq!(cunning_report(world.minds, 12345, CUNNING_REPORT_DONE), CUNNING_OK);
        assert_eq!(cunning_answer(world.minds, u64::MAX, 1), CUNNING_OK);
        assert_eq!(cunning_withdraw(world.minds, 1 << 60), CUNNING_NO_ORDER);
        assert_eq!(cunning_unbind(world.minds, 4), CUNNING_NOT_BOUND);
        assert_eq!(
            cunning_symbol_name(world.minds, 9999, null_mut(), null_mut(), null_mut()),
            CUNNING_DEAD_SYMBOL
        );
        assert_eq!(cunning_stats(world.minds, &raw mut out), CUNNING_OK);
    }
    assert!(take(out).contains("\"reports_ignored\":2"));
}

#[test]
fn calls_in_the_wrong_order_are_refused() {
    let world = World::new();
    let (mut bytes, mut snapshot) = (EMPTY, null_mut());
    // SAFETY: all pointers are valid.
    unsafe {
        assert_eq!(cunning_think(world.minds), CUNNING_WRONG_ORDER);
        assert_eq!(world.error(), "call cunning_begin before cunning_think");
        assert_eq!(cunning_ask(world.minds), CUNNING_WRONG_ORDER);
        assert_eq!(cunning_record_drain(world.minds, &raw mut bytes), CUNNING_WRONG_ORDER);
        assert_eq!(cunning_begin(world.minds, 16_000, 100), CUNNING_OK);
        assert_eq!(cunning_begin(world.minds, 16_000, 100), CUNNING_WRONG_ORDER);
        assert_eq!(cunning_tick(world.minds, 16_000, 100), CUNNING_WRONG_ORDER);
        assert_eq!(cunning_save(world.minds, &raw mut bytes), CUNNING_WRONG_ORDER);
        assert_eq!(cunning_snapshot(world.minds, &raw mut snapshot), CUNNING_WRONG_ORDER);
        assert_eq!(cunning_think(world.minds), CUNNING_OK);
        assert_eq!(cunning_rollback(world.minds, null()), CUNNING_NULL);
        assert_eq!(cunning_snapshot(world.minds, &raw mut snapshot), CUNNING_OK);
        assert_eq!(cunning_record_start(world.minds), CUNNING_OK);
        assert_eq!(cunning_record_start(world.minds), CUNNING_RECORDING);
        assert_eq!(cunning_rollback(world.minds, snapshot), CUNNING_RECORDING);
        assert_eq!(cunning_record_end(world.minds, &raw mut bytes), CUNNING_OK);
        assert_eq!(cunning_rollback(world.minds, snapshot), CUNNING_OK);
        let other = World::new();
        assert_eq!(cunning_rollback(other.minds, snapshot), CUNNING_FOREIGN_SNAPSHOT);
        cunning_snapshot_free(&raw mut snapshot);
    }
    assert!(!take(bytes).is_empty());
}

#[test]
fn sizes_and_short_buffers_are_checked() {
    let world = World::new();
    let (mut agents, mut count) = ([0_u64; 4], 0);
    // SAFETY: all pointers are valid.
    unsafe {
        let mut spawn: CunningSpawn = std::mem::zeroed();
        assert_eq!(
            cunning_spawn(world.minds, text("guard"), &raw const spawn, &raw mut count),
            CUNNING_BAD_SIZE
        );
        spawn.struct_size = size_of::<CunningSpawn>() as u32;
        spawn.commander = CUNNING_NO_AGENT_ID;
        spawn.flags = 8;
        assert_eq!(
            cunning_spawn(world.minds, text("guard"), &raw const spawn, &raw mut count),
            CUNNING_BAD_ENUM
        );
        spawn.flags = 0;
        assert_eq!(cunning_spawn(world.minds, text("guard"), &raw const spawn, &raw mut count), CUNNING_OK);
        assert_eq!(cunning_agents(world.minds, agents.as_mut_ptr(), 1, &raw mut count), CUNNING_SHORT_BUFFER);
        assert_eq!((count, agents[0]), (2, 0));
        assert_eq!(cunning_agents(world.minds, agents.as_mut_ptr(), 4, &raw mut count), CUNNING_OK);
        assert_eq!((count, agents[1]), (2, 1));
        let mut commands: [CunningCommand; 2] = std::mem::zeroed();
        assert_eq!(cunning_poll(world.minds, commands.as_mut_ptr(), 2, &raw mut count), CUNNING_BAD_SIZE);
    }
}

/// A caller from the future, whose commands have one more field.
#[repr(C)]
#[derive(Clone, Copy)]
struct LongCommand {
    known: CunningCommand,
    unknown: u64,
}

#[test]
fn commands_may_be_larger_than_the_library_knows() {
    let world = World::new();
    // SAFETY: the array is as large as its first size says.
    unsafe {
        let mut second = 0;
        cunning_spawn(world.minds, text("guard"), null(), &raw mut second);
        for guard in [world.guard, second] {
            assert_eq!(cunning_set(world.minds, guard, text("sees_thief"), truth(true)), CUNNING_OK);
        }
        assert_eq!(cunning_tick(world.minds, 16_000, 1000), CUNNING_OK);
        let mut commands: [LongCommand; 3] = std::mem::zeroed();
        for command in &mut commands {
            command.unknown = 7;
        }
        commands[0].known.struct_size = size_of::<LongCommand>() as u32;
        let mut count = 0;
        let array = commands.as_mut_ptr().cast::<CunningCommand>();
        assert_eq!(cunning_poll(world.minds, array, 3, &raw mut count), CUNNING_OK);
        assert_eq!(count, 2);
        for (command, agent) in commands.iter().zip([world.guard, second]) {
            assert_eq!(command.known.kind, CUNNING_COMMAND_START);
            assert_eq!((command.known.agent, command.unknown), (agent, 0));
            assert_eq!(command.known.name, world.symbol(CUNNING_NAME_ACTION, "go"));
            let arg = *command.known.args;
            assert_eq!(
                (arg.tag, arg.symbol),
                (CUNNING_VALUE_NAME, world.symbol(CUNNING_NAME_OBJECT, "place.bell"))
            );
        }
        assert_eq!(commands[2].unknown, 7, "the rest is not touched");
    }
}

#[test]
fn batches_stop_at_the_first_mistake() {
    let world = World::new();
    let alarm = world.symbol(CUNNING_NAME_FACT, "alarm");
    let belief = |fact, value| CunningBelief {
        agent: world.guard,
        fact,
        index_count: 0,
        indices: null(),
        value,
        confidence: 1.0,
    };
    let mut wrong = truth(true);
    wrong.tag = 99;
    let mut beliefs = [belief(alarm, truth(true)), belief(alarm, wrong), belief(alarm, truth(false))];
    let (mut done, mut value, mut confidence) = (9, truth(false), 0.0);
    // SAFETY: all pointers are valid.
    unsafe {
        assert_eq!(cunning_set_many(world.minds, beliefs.as_ptr(), 3, &raw mut done), CUNNING_BAD_ENUM);
        assert_eq!(done, 1);
        let status =
            cunning_get(world.minds, world.guard, alarm, null(), 0, &raw mut value, &raw mut confidence);
        assert_eq!((status, value.data.integer, confidence), (CUNNING_OK, 1, 1.0));
        beliefs[1].value = truth(true);
        beliefs[1].confidence = f64::NAN;
        assert_eq!(cunning_set_many(world.minds, beliefs.as_ptr(), 3, null_mut()), CUNNING_BAD_NUMBER);
        let reports = [0, 9].map(|outcome| CunningReport { step: 1, outcome, reserved: 0 });
        assert_eq!(cunning_report_many(world.minds, reports.as_ptr(), 2), CUNNING_BAD_ENUM);
        let not_a_number = CunningAnswer {
            id: 1,
            kind: CUNNING_ANSWER_NUMBER,
            yes: 0,
            number: f64::NAN,
            position: CunningPoint::default(),
        };
        assert_eq!(cunning_answer_many(world.minds, &raw const not_a_number, 1), CUNNING_BAD_NUMBER);
    }
}

#[test]
fn domains_with_mistakes_have_diagnostics() {
    let sources = [("a.toml", "[facts]\nalarm = \"boool\"\n"), ("b.toml", "include = [\"c.toml\"]")];
    for (name, source) in sources {
        let source = CunningSource { name: text(name), text: text(source) };
        let (mut domain, mut error) = (null_mut(), EMPTY);
        // SAFETY: all pointers are valid.
        let status = unsafe { cunning_domain_parse(&raw const source, 1, &raw mut domain, &raw mut error) };
        assert_eq!(status, CUNNING_BAD_DOMAIN);
        assert!(domain.is_null());
        let error: serde_json::Value = serde_json::from_str(&take(error)).unwrap();
        assert_eq!(error["code"], "bad-domain");
        assert_eq!(error["errors"][0]["file"], name, "{error}");
    }
}

#[test]
fn saves_of_others_and_garbage_are_refused() {
    let world = World::new();
    let (mut minds, mut report) = (null_mut(), EMPTY);
    for bytes in [&b""[..], b"CNMS", b"not a save at all"] {
        // SAFETY: all pointers are valid.
        let status = unsafe {
            cunning_minds_restore(
                world.domain,
                null(),
                bytes.as_ptr(),
                bytes.len() as u64,
                null(),
                null(),
                0,
                &raw mut minds,
                &raw mut report,
            )
        };
        assert_eq!(status, CUNNING_BAD_SAVE);
        assert!(minds.is_null());
        assert!(take(std::mem::replace(&mut report, EMPTY)).contains("bad-save"));
    }
}

#[cfg(not(feature = "link"))]
#[test]
fn library_without_the_link_rejects_attach() {
    let world = World::new();
    let mut address = EMPTY;
    // SAFETY: all pointers are valid.
    unsafe {
        assert_eq!(cunning_attach(world.minds, &raw mut address), CUNNING_NO_LINK);
    }
    assert!(world.error().contains("without the debug link"), "{}", world.error());
}

#[cfg(feature = "link")]
#[test]
fn studio_can_attach_to_minds() {
    let world = World::new();
    let mut address = EMPTY;
    // SAFETY: all pointers are valid.
    unsafe {
        assert_eq!(cunning_attach(world.minds, &raw mut address), CUNNING_OK);
        let mut second = EMPTY;
        assert_eq!(cunning_attach(world.minds, &raw mut second), CUNNING_RECORDING);
    }
    let address = take(address);
    assert!(address.starts_with("127.0.0.1:") && address.contains('#'), "{address}");
}
