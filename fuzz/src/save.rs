//! Saved agents: restoring never panics, and whatever is restored can go on and be saved again without loss.
//!
//! A fuzzer rarely gets past the checksum and the domain text, so the bytes are read twice: as a save, and as the part of a
//! save of a small domain that follows the text.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::{DomainSpec, MindConfig, MindEngine};
use cunning_trace::StateHash;

/// A little of everything that a save can be about.
const TEXT: &str = r#"
types = { place = ["camp", "wood"], foe = { open = true, max = 2 } }
[facts]
at = "place"
wood = { type = "int", min = 0, max = 5, wake = { step = 2 } }
warm = { type = "bool", forget = "6 s" }
tired = { type = "int", min = 0, max = 9, drift = "+3600 / h" }
sees = { type = "bool", of = ["foe"], forget = "4 s" }
dead = { type = "bool", of = ["foe"] }
alarm = "bool"
[action.go]
params = { to = "place" }
when = ["at != to"]
then = ["at = to"]
[action.chop]
when = ["at == wood", "wood < 5"]
then = ["wood += 1"]
check = "sharp"
cooldown = "1 s"
[action.burn]
when = ["at == camp", "wood > 2"]
then = ["warm", "wood -= 3"]
[action.shoot]
params = { f = "foe" }
when = ["sees[f]"]
hope = ["dead[f]"]
claims = ["f"]
[action.rally]
when = ["alarm"]
then = ["not alarm"]
orders = [{ goal = "keep_warm", bias = 0.4 }]
[goal.keep_warm]
want = ["warm"]
relevance = 0.5
[goal.be_safe]
want = ["every foe f: dead[f]"]
[goal.be_quiet]
want = ["not alarm"]
relevance = 0.9
[agent.hunter]
actions = ["go", "chop", "burn", "shoot", "rally"]
goals = { keep_warm = "trait.cold", be_safe = 1.0, be_quiet = 1.0 }
traits = { cold = [0.5, 1] }
sensors = ["eyes"]
vary = 0.1
"#;

/// The domain of the saves.
pub fn spec() -> Arc<DomainSpec> {
    Arc::new(cunning_mind::read(&Source::new("hunters.toml", TEXT)).expect("a valid domain"))
}

/// Feeds bytes to a restoration.
pub fn check(bytes: &[u8]) {
    let spec = spec();
    restore(bytes, &spec);
    restore(&framed(bytes, &spec), &spec);
}

fn restore(bytes: &[u8], spec: &Arc<DomainSpec>) {
    let config = MindConfig { job_units_max: 200, ..MindConfig::default() };
    let Ok((mut set, _)) = MindEngine::restore(bytes, spec.clone(), config, Some) else { return };
    set.clear_commands();
    let saved = set.save();
    let (mut again, _) = MindEngine::restore(&saved, spec.clone(), config, Some).expect("what was saved");
    again.clear_commands();
    assert!(again.save() == saved);
    for dt_ms in [16, 16, 5000] {
        set.tick(dt_ms, 300);
        again.tick(dt_ms, 300);
        assert_eq!(set.hash(), again.hash());
    }
    let moved = MindEngine::restore(&saved, spec.clone(), config, |handle| {
        handle.checked_mul(3).filter(|new| new % 2 == 0)
    });
    if let Ok((mut set, _)) = moved {
        set.tick(16, 300);
    }
}

/// A save with the text of the domain before the bytes, and the right checksum after them.
fn framed(bytes: &[u8], spec: &Arc<DomainSpec>) -> Vec<u8> {
    let empty = MindEngine::new(spec.clone(), MindConfig::default()).save();
    let text = TEXT.as_bytes();
    let at = empty.windows(text.len()).position(|part| part == text).expect("the text is saved");
    let mut save = empty[..at + text.len()].to_vec();
    save.extend_from_slice(bytes);
    let checksum = StateHash::of_bytes(&save);
    save.extend_from_slice(&checksum.to_le_bytes());
    save
}
