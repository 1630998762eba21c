//! Numbers of tables that the game overwrites, for all agents or for one, survive saves, reloads, replays and
//! rollbacks.

use crate::story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::debug::replay;
use cunning_mind::engine::Value;
use cunning_mind::{AgentId, DomainSpec, Geometry, MindConfig, MindEngine, Position, Snapshot, Spawn, Spot};
use cunning_plan::Micros;
use cunning_trace::{Config, Header, Reader, Recorder};
use story::File;

const INN: &str = r#"
types.drink = ["ale", "rum", "gin"]
tables.price = { of = ["drink"], values = { ale = 1, rum = 2, gin = 3 } }
tables.size = { of = ["drink"], default = 1 }
facts.merry = { type = "int", min = 0, max = 9 }
action.drink = { params = { d = "drink" }, then = ["merry += size[d]"], cost = "price[d]" }
goal.be_merry = { want = ["merry >= 1"] }
agent.guest = { actions = ["drink"], goals = { be_merry = 1 } }
"#;

fn spec(text: &str) -> Arc<DomainSpec> {
    Arc::new(cunning_mind::read(&Source::new("inn.toml", text)).unwrap_or_else(|found| panic!("{found}")))
}

fn inn() -> MindEngine {
    MindEngine::new(spec(INN), MindConfig::default())
}

fn cost(number: i64) -> Micros {
    Micros::from_int(number).unwrap()
}

/// Returns the drink of a guest's plan.
fn drink(set: &MindEngine, guest: AgentId) -> String {
    let [Value::Object(drink)] = set.plan_of(guest)[0].1[..] else { panic!("a drink") };
    set.spec().planning.objects().as_slice()[drink as usize].name.clone()
}

fn guests(set: &mut MindEngine) -> [AgentId; 2] {
    [(); 2].map(|()| set.spawn("guest", Spawn::default()).unwrap())
}

const ALE: Value = Value::Object(0);
const RUM: Value = Value::Object(1);

#[test]
fn number_is_set_for_all_agents_or_for_one() {
    let mut set = inn();
    let [one, other] = guests(&mut set);
    set.set_number(Some(other), "price", &[RUM], cost(0)).unwrap();
    set.set_number(None, "price", &[ALE], cost(5)).unwrap();
    // A number for one agent is not changed by a number for all.
    set.set_number(None, "price", &[RUM], cost(9)).unwrap();
    let late = set.spawn("guest", Spawn::default()).unwrap();
    set.tick(16, 100);
    assert_eq!([one, other, late].map(|guest| drink(&set, guest)), ["gin", "rum", "gin"]);
}

#[test]
fn invalid_number_is_an_error_and_changes_nothing() {
    let mut set = inn();
    let [guest, gone] = guests(&mut set);
    set.remove(gone);
    let before = set.save();
    assert!(set.set_number(None, "weight", &[ALE], cost(1)).is_err());
    assert!(set.set_number(None, "price", &[], cost(1)).is_err());
    assert!(set.set_number(None, "price", &[Value::Int(1)], cost(1)).is_err());
    assert!(set.set_number(None, "price", &[Value::Object(99)], cost(1)).is_err());
    assert!(set.set_number(Some(gone), "price", &[ALE], cost(1)).is_err());
    let read_by_effects = set.set_number(Some(guest), "size", &[ALE], cost(2)).unwrap_err();
    assert!(read_by_effects.to_string().contains("`size` cannot change"), "{read_by_effects}");
    assert_eq!(set.save(), before);
}

#[test]
fn number_of_a_table_read_by_effects_is_refused_before_any_agent_exists() {
    let mut set = inn();
    let refused = set.set_number(None, "size", &[ALE], cost(2)).unwrap_err();
    assert!(refused.to_string().contains("`size` cannot change"), "{refused}");
    // The number that the table has anyway changes nothing.
    set.set_number(None, "size", &[ALE], cost(1)).unwrap();
    set.spawn("guest", Spawn::default()).unwrap();
}

#[test]
fn reload_that_makes_a_condition_read_a_table_drops_its_numbers() {
    let mut set = inn();
    let [guest, _] = guests(&mut set);
    set.set_number(None, "price", &[ALE], cost(5)).unwrap();
    set.set_number(Some(guest), "price", &[RUM], cost(7)).unwrap();
    set.set_number(None, "size", &[ALE], cost(1)).unwrap();
    let text = INN
        .replace("then = [\"merry += size[d]\"]", "when = [\"price[d] < 9\"], then = [\"merry += size[d]\"]")
        .replace("default = 1", "default = 2");
    let report = set.reload(spec(&text)).unwrap();
    assert!(report.notes.iter().any(|note| note.contains("`price` cannot change")), "{report}");
    let late = set.spawn("guest", Spawn::default()).unwrap();
    set.tick(16, 100);
    assert_eq!([guest, late].map(|guest| drink(&set, guest)), ["ale", "ale"]);
    assert!(MindEngine::restore(&set.save(), set.spec().clone(), MindConfig::default(), Some).is_ok());
}

#[test]
fn numbers_survive_save_reload_replay_and_rollback() {
    let file = File::default();
    let mut set = inn();
    let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
    recorder.attach(Box::new(file.clone()));
    set.record(recorder);
    let [one, other] = guests(&mut set);
    set.set_number(None, "price", &[ALE], cost(5)).unwrap();
    set.set_number(Some(other), "price", &[RUM], cost(7)).unwrap();
    set.tick(16, 100);
    assert_eq!([one, other].map(|guest| drink(&set, guest)), ["rum", "gin"]);
    set.take_recorder().detach().unwrap().unwrap();
    let reader = Reader::open(file.bytes()).unwrap();
    let replayed = replay(&reader, set.spec().clone(), MindConfig::default()).unwrap();
    assert!(replayed.diverged.is_none(), "{:?}", replayed.diverged);

    let (mut restored, _) =
        MindEngine::restore(&set.save(), set.spec().clone(), MindConfig::default(), Some).unwrap();
    let late = restored.spawn("guest", Spawn::default()).unwrap();
    restored.tick(16, 100);
    assert_eq!([one, other, late].map(|guest| drink(&restored, guest)), ["rum", "gin", "rum"]);

    // With other ids.
    let text = INN.replace("[\"ale\", ", "[\"water\", \"ale\", ").replace("ale = 1", "water = 8, ale = 1");
    restored.reload(spec(&text)).unwrap();
    restored.tick(16, 100);
    assert_eq!([one, other, late].map(|guest| drink(&restored, guest)), ["rum", "gin", "rum"]);

    let mut snapshot = Snapshot::default();
    set.snapshot_into(&mut snapshot);
    set.set_number(None, "price", &[RUM], cost(9)).unwrap();
    set.restore_snapshot(&snapshot).unwrap();
    let late = set.spawn("guest", Spawn::default()).unwrap();
    set.tick(16, 100);
    assert_eq!(drink(&set, late), "rum");
}

/// A street: the places in a row, with a river after the third.
struct Street;

impl Geometry for Street {
    fn position(&mut self, _: Spot) -> Option<Position> {
        None
    }

    fn path(&mut self, from: Spot, to: Spot) -> Option<Micros> {
        let (Spot::Named(from), Spot::Named(to)) = (from, to) else { return None };
        ((from < 3) == (to < 3)).then(|| cost(i64::from(from.abs_diff(to))))
    }

    fn sees(&mut self, _: Spot, _: Spot) -> Option<bool> {
        None
    }

    fn hides(&mut self, _: Spot, _: Spot) -> Option<bool> {
        None
    }
}

#[test]
fn paths_are_measured_by_the_game() {
    let text = r#"
types.place = ["home", "well", "inn", "isle"]
facts.at = "place"
facts.drunk = "bool"
tables.good = { of = ["place"], values = { well = 1, inn = 1, isle = 1 } }
move = { fact = "at", cost = "path" }
action.drink = { params = { p = "place" }, near = "p", when = ["good[p] > 0"], then = ["drunk"], cost = 1 }
goal.get_drunk = { want = ["drunk"] }
goal.see_the_isle = { want = ["at == isle"] }
agent.walker = { actions = ["move", "drink"], goals = { get_drunk = 1, see_the_isle = 2 } }
"#;
    let mut set = MindEngine::new(spec(text), MindConfig::default());
    assert_eq!(set.measure_paths(&mut Street).unwrap(), 12);
    let walker = set.spawn("walker", Spawn::default()).unwrap();
    set.tick(16, 100);
    // No plan crosses the river, and the well is nearer than the inn.
    let steps = set.inspect(walker).unwrap();
    assert_eq!(
        (steps.goal.as_deref(), steps.plan),
        (Some("get_drunk"), vec!["move(home, well)".to_owned(), "drink(well)".to_owned()])
    );
    assert_eq!(inn().measure_paths(&mut Street).unwrap(), 0, "the domain does not measure paths");
}
