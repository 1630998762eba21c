//! A saved, restored or rolled back crowd continues exactly: the same hashes, saves and commands in every tick, with
//! searches in progress, undelivered orders and faults.

use crate::camp;

use camp::{Camp, World};
use cunning_mind::engine::{Command, Percept, Value};
use cunning_mind::{GameObject, MindConfig, MindEngine, Minds, RestoreError, Snapshot, Spawn};
use cunning_trace::StateHash;

/// Small budgets that keep searches in progress, then enough, then none.
const BUDGETS: [u64; 6] = [3, 3, 3, 40, 0, 7];

fn camp(agents: u64, seed: u64) -> Camp {
    let mut camp = Camp::new(agents, seed);
    camp.world.budgets = BUDGETS.to_vec();
    camp
}

#[test]
fn saving_and_restoring_every_tick_changes_nothing() {
    let (mut plain, mut saved) = (camp(40, 5), camp(40, 5));
    let (mut waiting, mut bytes) = (0, 0);
    for tick in 0..500 {
        plain.tick();
        saved.tick();
        saved.save_and_restore();
        assert_eq!(saved.world.said, plain.world.said, "tick {tick}");
        assert_eq!(saved.minds.hash(), plain.minds.hash(), "tick {tick}");
        let (expected, again) = (plain.minds.save(), saved.minds.save());
        // Resumed commands are repeated; everything else is equal to the bit.
        saved.minds.engine_mut().clear_commands();
        plain.minds.engine_mut().clear_commands();
        assert_eq!(saved.minds.save(), plain.minds.save(), "tick {tick}");
        waiting += usize::from(plain.minds.engine().jobs() > 2);
        bytes = bytes.max(expected.len().max(again.len()));
    }
    assert!(waiting > 100, "searches were in progress in {waiting} ticks only");
    assert!(plain.minds.stats().steps_started > 200 && bytes < 200_000);
}

#[test]
fn rolling_back_eight_ticks_every_tick_changes_nothing() {
    let mut camp = camp(40, 6);
    let mut snapshot = Snapshot::default();
    let ahead = |camp: &mut Camp| -> Vec<(u64, Vec<String>)> {
        let tick = |_| {
            camp.tick();
            (camp.minds.hash(), camp.world.said.clone())
        };
        (0..8).map(tick).collect()
    };
    for tick in 0..500 {
        camp.minds.snapshot_into(&mut snapshot);
        let (world, bytes): (World, Vec<u8>) = (camp.world.clone(), camp.minds.save());
        let first = ahead(&mut camp);
        camp.minds.rollback(&snapshot).unwrap();
        assert_eq!(camp.minds.save(), bytes, "tick {tick}");
        camp.world = world.clone();
        let second = ahead(&mut camp);
        assert_eq!(first, second, "tick {tick}");
        camp.minds.rollback(&snapshot).unwrap();
        camp.world = world;
        camp.tick();
    }
}

#[test]
fn save_continues_with_remapped_handles() {
    let (mut plain, mut moved) = (camp(40, 7), camp(40, 7));
    for _ in 0..100 {
        plain.tick();
        moved.tick();
    }
    // At least one agent knows another, whatever happened before.
    for camp in [&mut plain, &mut moved] {
        let (ty, fact) = {
            let domain = &camp.minds.domain().spec().planning;
            (domain.type_named("foe").unwrap(), domain.fact_named("sees").unwrap())
        };
        camp.minds.engine_mut().receive(&Percept::Bind { ty, handle: 500, name: "" });
        let (agent, indices, value) = (camp.world.agents[0], &[Value::Handle(500)], Value::Bool(true));
        camp.minds.engine_mut().receive(&Percept::Set { agent, fact, indices, value, confidence: 900_000 });
    }
    let restore = |moved: &mut Camp, by: i64| {
        let remap = |object: GameObject| object.0.checked_add_signed(by).map(GameObject);
        let (minds, report) = Minds::restore(&moved.minds.save(), moved.minds.domain(), remap).unwrap();
        assert!(report.lost.is_empty());
        moved.minds = minds;
        moved.minds.engine_mut().clear_commands();
    };
    plain.minds.engine_mut().clear_commands();
    restore(&mut moved, 1000);
    assert_ne!(moved.minds.hash(), plain.minds.hash(), "handles are part of the hash");
    restore(&mut moved, -1000);
    assert_eq!(moved.minds.save(), plain.minds.save());
}

#[test]
fn objects_removed_by_remap_are_unbound() {
    let spec = camp::spec(camp::TEXT);
    let config = MindConfig::default();
    let mut set = MindEngine::new(spec.clone(), config);
    let hunter = set.spawn("hunter", Spawn::default()).unwrap();
    let (foe, sees) = (spec.planning.type_named("foe").unwrap(), spec.planning.fact_named("sees").unwrap());
    for handle in [7, 8] {
        set.receive(&Percept::Bind { ty: foe, handle, name: "" });
        let indices = [Value::Handle(handle)];
        let value = Value::Bool(true);
        set.receive(&Percept::Set {
            agent: hunter,
            fact: sees,
            indices: &indices,
            value,
            confidence: 900_000,
        });
    }
    set.tick(50, 1000);
    let target = |set: &MindEngine| {
        set.commands().iter().find_map(|command| match command {
            Command::Start { args: [Value::Handle(handle)], resumed, .. } => Some((*handle, resumed)),
            _ => None,
        })
    };
    let (shot_at, false) = target(&set).unwrap() else { panic!("nothing was resumed") };
    let bytes = set.save();
    set.clear_commands();
    // The target still exists: the shot continues.
    let calm = set.save();
    let (again, _) = MindEngine::restore(&calm, spec.clone(), config, |handle| Some(handle + 1)).unwrap();
    assert_eq!(target(&again), Some((shot_at + 1, true)));
    // The target no longer exists: the shot ends, and the other target is next.
    let (mut again, report) =
        MindEngine::restore(&calm, spec.clone(), config, |handle| (handle != shot_at).then_some(handle))
            .unwrap();
    assert_eq!(report.lost, [shot_at]);
    assert_eq!(target(&again), None);
    for _ in 0..40 {
        again.clear_commands();
        again.tick(50, 1000);
        if let Some((next, _)) = target(&again) {
            assert_eq!(next, 15 - shot_at);
            assert_eq!(again.belief(hunter, sees, &[Value::Handle(shot_at)]), None);
            let same = MindEngine::restore(&bytes, spec, config, |_| Some(1)).err();
            assert_eq!(same, Some(RestoreError::SameHandle(1)));
            return;
        }
    }
    panic!("the other target is never shot at");
}

/// Recomputes the checksum of changed bytes.
fn sign(bytes: &mut [u8]) {
    let end = bytes.len() - 8;
    let checksum = StateHash::of_bytes(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
}

#[test]
fn corrupted_save_is_an_error() {
    let mut camp = camp(8, 8);
    for _ in 0..60 {
        camp.tick();
    }
    let (bytes, spec) = (camp.minds.save(), camp.minds.domain().spec().clone());
    let restore = |bytes: &[u8]| MindEngine::restore(bytes, spec.clone(), MindConfig::default(), Some);
    for len in 0..bytes.len() {
        assert!(restore(&bytes[..len]).is_err(), "cut to {len}");
    }
    for bit in 0..8 * bytes.len() {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(restore(&changed).is_err(), "bit {bit}");
    }
    assert_eq!(restore(b"nonsense").err(), Some(RestoreError::NotSaved));
    let mut newer = bytes.clone();
    newer[4] = 9;
    assert_eq!(restore(&newer).err(), Some(RestoreError::Version(9)));
    // Even with a valid checksum the result is an error or agents that work.
    let text = bytes.windows(8).rposition(|part| part == b"be_quiet").unwrap();
    let (mut alive, mut refused) = (0, 0);
    for at in text..bytes.len() - 8 {
        for change in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            sign(&mut changed);
            match restore(&changed) {
                Ok((mut set, _)) => {
                    set.tick(50, 500);
                    set.tick(5000, 500);
                    alive += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(alive > 100 && refused > 100, "{alive} alive, {refused} refused");
}

#[test]
fn snapshot_of_another_engine_is_rejected() {
    let (one, mut other) = (camp(3, 1), camp(3, 1));
    let mut snapshot = Snapshot::default();
    assert!(other.minds.rollback(&snapshot).is_err());
    one.minds.snapshot_into(&mut snapshot);
    assert!(other.minds.rollback(&snapshot).is_err());
}
