//! Orders are rigid or loose, give all receivers one target or each its own, end with the commander's step on every
//! level, and are fulfilled when enough receivers report. All of it is recorded.

use crate::story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::debug::replay;
use cunning_mind::engine::{Command, Order, OrderTerms, Percept, Value};
use cunning_mind::{AgentId, MindConfig, MindEngine, OrderFailure, OrderState, Spawn, StepId};
use cunning_trace::{Config, Event, Header, Kind, Reader, Recorder};
use story::{File, said, started, tell, tick};

/// The actions of a general, captains and soldiers; the captain's orders are left open.
const ARMY: &str = r#"
[types]
foe = { open = true, max = 4 }
[facts]
won = "bool"
taken = "bool"
hidden = "bool"
rested = "bool"
sees = { type = "bool", of = ["foe"] }
shot = { type = "bool", of = ["foe"] }
[action.campaign]
then = ["won"]
orders = [{ goal = "take_hill" }]
[action.shoot]
params = { f = "foe" }
then = ["shot[f]"]
[action.hide]
then = ["hidden"]
[action.rest]
then = ["rested"]
[action.assault]
then = ["taken"]
stop = "now"
ORDERS
[goal.win]
want = ["won"]
[goal.take_hill]
want = ["taken"]
relevance = [{ score = 0 }]
[goal.kill]
params = { f = "foe" }
want = ["shot[f]"]
relevance = [{ score = 0 }]
[goal.hide]
want = ["hidden"]
relevance = [{ score = 0 }]
[goal.rest]
want = ["rested"]
[agent.general]
actions = ["campaign"]
goals = { win = 1 }
[agent.captain]
actions = ["assault"]
goals = { take_hill = 1 }
[agent.soldier]
actions = ["shoot", "hide"]
goals = { kill = 1, hide = 1 }
[agent.tired]
extends = ["soldier"]
actions = ["rest"]
goals = { rest = 3 }
"#;

fn army(orders: &str) -> MindEngine {
    let text = ARMY.replace("ORDERS", orders);
    let spec = cunning_mind::read(&Source::new("army.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    MindEngine::new(Arc::new(spec), MindConfig::default())
}

fn under(set: &mut MindEngine, kind: &str, commander: Option<AgentId>) -> AgentId {
    set.spawn(kind, Spawn { commander, ..Spawn::default() }).unwrap()
}

/// Creates a captain ordered to take the hill, and subordinates.
fn company(orders: &str, kinds: &[&str]) -> (MindEngine, AgentId, Vec<AgentId>) {
    let mut set = army(orders);
    let captain = under(&mut set, "captain", None);
    let others = kinds.iter().map(|kind| under(&mut set, kind, Some(captain))).collect();
    let goal = set.spec().planning.goal_named("take_hill").unwrap();
    set.order(captain, Order::new(goal)).unwrap();
    (set, captain, others)
}

/// Makes the captain see some foes.
fn show_foes(set: &mut MindEngine, captain: AgentId, handles: &[u64]) {
    let ty = set.spec().planning.type_named("foe").unwrap();
    for &handle in handles {
        set.receive(&Percept::Bind { ty, handle, name: "" });
        tell(set, captain, "sees", &[Value::Handle(handle)], Value::Bool(true));
    }
}

/// Returns the steps started in a tick, with their agents.
fn begun(set: &mut MindEngine) -> Vec<(AgentId, String)> {
    tick(set);
    let names = said(set).into_iter().filter(|said| said.ends_with(')'));
    started(set).into_iter().map(|(agent, _)| agent).zip(names).collect()
}

fn goal_of(set: &MindEngine, agent: AgentId) -> Option<String> {
    set.inspect(agent).unwrap().goal
}

/// Returns the stopped agents of the last tick, with the reasons.
fn stopped(set: &MindEngine) -> Vec<(AgentId, String)> {
    let stop = |command: Command<'_>| match command {
        Command::Stop { agent, reason, .. } => Some((agent, format!("{reason:?}"))),
        _ => None,
    };
    set.commands().iter().filter_map(stop).collect()
}

#[test]
fn rigid_order_precedes_all_goals_and_loose_order_is_weighed() {
    let orders = |rigid: bool| format!("orders = [{{ goal = 'hide', bias = 0.5, rigid = {rigid} }}]");
    let (mut set, _, tired) = company(&orders(false), &["tired"]);
    tick(&mut set);
    assert_eq!(begun(&mut set), [], "rest has a higher score");
    assert_eq!(goal_of(&set, tired[0]).as_deref(), Some("rest"));
    let (mut set, _, tired) = company(&orders(true), &["tired"]);
    tick(&mut set);
    assert_eq!(begun(&mut set), [], "the running step is stopped first");
    assert_eq!(stopped(&set), [(tired[0], "Ordered".to_owned())]);
    assert_eq!(goal_of(&set, tired[0]).as_deref(), Some("hide"));
}

#[test]
fn rigid_order_without_plan_does_not_block() {
    let (mut set, captain, tired) = company("orders = [{ goal = 'kill', rigid = true }]", &["tired"]);
    for _ in 0..4 {
        tick(&mut set);
    }
    // There is no foe to shoot at.
    assert_eq!(goal_of(&set, tired[0]).as_deref(), Some("rest"));
    assert!(!set.inspect(captain).unwrap().is_acting);
}

#[test]
fn each_receiver_gets_a_different_target() {
    let orders =
        "orders = [{ goal = 'kill', give = { f = 'each foe x: sees[x]' } }, { to = 'rest', goal = 'hide' }]";
    let (mut set, captain, soldiers) = company(orders, &["soldier"; 3]);
    show_foes(&mut set, captain, &[7, 8, 9]);
    tell(&mut set, captain, "sees", &[Value::Handle(8)], Value::Bool(false));
    tick(&mut set);
    let expected = [(soldiers[0], "shoot(#7)"), (soldiers[1], "shoot(#9)"), (soldiers[2], "hide()")];
    assert_eq!(begun(&mut set), expected.map(|(agent, step)| (agent, step.to_owned())));
}

#[test]
fn parameter_gives_all_receivers_the_same_target() {
    let text = "params = { t = 'foe' }\nwhen = ['sees[t]']\norders = [{ goal = 'kill', give = { f = 't' } }]";
    let (mut set, captain, soldiers) = company(text, &["soldier"; 2]);
    show_foes(&mut set, captain, &[7, 8]);
    tick(&mut set);
    let expected = soldiers.iter().map(|&soldier| (soldier, "shoot(#7)".to_owned())).collect::<Vec<_>>();
    assert_eq!(begun(&mut set), expected);
}

#[test]
fn step_fails_if_there_are_no_targets() {
    let (mut set, captain, soldiers) =
        company("orders = [{ goal = 'kill', give = { f = 'each foe' } }]", &["soldier"; 2]);
    tick(&mut set);
    tick(&mut set);
    assert!(!set.inspect(captain).unwrap().is_acting);
    assert!(soldiers.iter().all(|&soldier| goal_of(&set, soldier).is_none()));
}

/// Creates a general, a captain and two soldiers with running steps, and returns the steps of the soldiers.
fn three_levels() -> (MindEngine, [AgentId; 2], Vec<AgentId>, Vec<StepId>) {
    let mut set = army("orders = [{ goal = 'hide' }]");
    let general = under(&mut set, "general", None);
    let captain = under(&mut set, "captain", Some(general));
    let soldiers: Vec<AgentId> = (0..2).map(|_| under(&mut set, "soldier", Some(captain))).collect();
    tick(&mut set);
    tick(&mut set);
    tick(&mut set);
    let steps: Vec<StepId> = started(&set).into_iter().map(|(_, step)| step).collect();
    assert_eq!(steps.len(), 2);
    (set, [general, captain], soldiers, steps)
}

#[test]
fn success_is_reported_up_three_levels() {
    let (mut set, [general, captain], _, steps) = three_levels();
    set.receive(&Percept::Done(steps[0]));
    assert_eq!(goal_of(&set, general).as_deref(), Some("win"));
    set.receive(&Percept::Done(steps[1]));
    tick(&mut set);
    assert_eq!((goal_of(&set, captain), goal_of(&set, general)), (None, None));
    let counters = set.counters();
    assert_eq!((counters.steps_started, counters.steps_ended), (4, 4));
}

#[test]
fn interrupt_reaches_three_levels_at_once() {
    let (mut set, [general, captain], soldiers, _) = three_levels();
    set.clear_commands();
    set.receive(&Percept::Hold(general));
    let ordered = |agent| (agent, "Ordered".to_owned());
    let mut expected = vec![(general, "Held".to_owned()), ordered(captain)];
    expected.extend(soldiers.iter().copied().map(ordered));
    assert_eq!(stopped(&set), expected);
    assert!(soldiers.iter().all(|&soldier| goal_of(&set, soldier).is_none()));
}

#[test]
fn uninterruptible_step_ends_first() {
    let text = ARMY
        .replace("ORDERS", "orders = [{ goal = 'hide' }]")
        .replace("[action.hide]", "[action.hide]\ninterrupt = 'never'");
    let spec = cunning_mind::read(&Source::new("army.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    let mut set = MindEngine::new(Arc::new(spec), MindConfig::default());
    let captain = under(&mut set, "captain", None);
    let soldier = under(&mut set, "soldier", Some(captain));
    let goal = set.spec().planning.goal_named("take_hill").unwrap();
    set.order(captain, Order::new(goal)).unwrap();
    tick(&mut set);
    tick(&mut set);
    let step = started(&set)[0].1;
    set.receive(&Percept::Hold(captain));
    tick(&mut set);
    tick(&mut set);
    assert!(set.inspect(soldier).unwrap().is_acting);
    set.receive(&Percept::Done(step));
    tick(&mut set);
    assert!(!set.inspect(soldier).unwrap().is_acting);
}

#[test]
fn relevant_goal_continues_when_its_order_is_withdrawn() {
    let text = ARMY.replace("ORDERS", "orders = [{ goal = 'rest' }]");
    let spec = cunning_mind::read(&Source::new("army.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    let mut set = MindEngine::new(Arc::new(spec), MindConfig::default());
    let captain = under(&mut set, "captain", None);
    let tired = under(&mut set, "tired", Some(captain));
    let goal = set.spec().planning.goal_named("take_hill").unwrap();
    set.order(captain, Order::new(goal)).unwrap();
    tick(&mut set);
    tick(&mut set);
    set.clear_commands();
    set.receive(&Percept::Hold(captain));
    tick(&mut set);
    assert_eq!(stopped(&set), []);
    assert!(set.inspect(tired).unwrap().is_acting);
}

#[test]
fn removed_commander_withdraws_its_orders_and_reports_the_loss() {
    let (mut set, [general, captain], soldiers, _) = three_levels();
    set.clear_commands();
    set.remove(captain);
    assert_eq!(stopped(&set).len(), 3, "the captain and both soldiers stop");
    assert!(!set.inspect(general).unwrap().is_acting, "no subordinate is left");
    tick(&mut set);
    assert!(soldiers.iter().all(|&soldier| goal_of(&set, soldier).is_none()));
}

#[test]
fn needed_number_of_reports_must_be_reached() {
    let orders = "orders = [{ goal = 'hide' }]\ndone = { need = 2 }";
    let (mut set, captain, _) = company(orders, &["soldier"]);
    tick(&mut set);
    assert!(!set.inspect(captain).unwrap().is_acting, "there are fewer than two receivers");
    let (mut set, captain, soldiers) = company(orders, &["soldier"; 3]);
    tick(&mut set);
    tick(&mut set);
    let steps = started(&set);
    set.receive(&Percept::Done(steps[0].1));
    set.remove(soldiers[1]);
    assert!(set.inspect(captain).unwrap().is_acting, "one is done, one is left");
    set.receive(&Percept::Done(steps[2].1));
    tick(&mut set);
    assert!(said(&set).contains(&"take_hill: Done".to_owned()) || goal_of(&set, captain).is_none());
}

#[test]
fn step_fails_after_too_many_losses() {
    let orders = "orders = [{ goal = 'hide' }]\ndone = { need = 2 }";
    let (mut set, captain, soldiers) = company(orders, &["soldier"; 2]);
    tick(&mut set);
    tick(&mut set);
    set.remove(soldiers[0]);
    assert!(!set.inspect(captain).unwrap().is_acting);
}

#[test]
fn negative_order_lasts_until_its_time_limit() {
    let orders = "orders = [{ goal = 'rest', bias = -5 }, { goal = 'hide' }]\ndone = { within = '1 s' }";
    let (mut set, captain, tired) = company(orders, &["tired"]);
    tick(&mut set);
    tick(&mut set);
    assert_eq!(goal_of(&set, tired[0]).as_deref(), Some("hide"));
    // It is not waited for beside other orders: hiding is enough.
    let ended: Vec<StepId> = set
        .commands()
        .iter()
        .filter_map(|command| match command {
            Command::Stop { step, .. } => Some(step),
            _ => None,
        })
        .collect();
    for step in ended {
        set.receive(&Percept::Ended(step));
    }
    tick(&mut set);
    let (_, step) = started(&set)[0];
    set.receive(&Percept::Done(step));
    assert!(!set.inspect(captain).unwrap().is_acting);
    // Alone it is waited for until its time limit.
    let (mut set, captain, tired) =
        company("orders = [{ goal = 'rest', bias = -5 }]\ndone = { within = '1 s' }", &["tired"]);
    for _ in 0..11 {
        assert!(goal_of(&set, tired[0]) != Some("rest".to_owned()) || set.now_ms() < 300);
        tick(&mut set);
    }
    assert!(!set.inspect(captain).unwrap().is_acting);
    tick(&mut set);
    assert_eq!(goal_of(&set, tired[0]).as_deref(), Some("rest"));
}

#[test]
fn player_can_give_a_rigid_order() {
    let mut set = army("orders = [{ goal = 'hide' }]");
    let tired = under(&mut set, "tired", None);
    tick(&mut set);
    let hide = set.spec().planning.goal_named("hide").unwrap();
    let order =
        Order { terms: OrderTerms { bias: 1, is_rigid: true, within_ms: Some(1000) }, ..Order::new(hide) };
    let id = set.order(tired, order).unwrap();
    tick(&mut set);
    assert_eq!(goal_of(&set, tired).as_deref(), Some("hide"));
    let mut reports = Vec::new();
    for _ in 0..12 {
        let report = |command: Command<'_>| match command {
            Command::OrderReport { order, report, .. } if order == id => Some(report),
            _ => None,
        };
        reports.extend(set.commands().iter().filter_map(report));
        tick(&mut set);
    }
    assert_eq!(
        reports,
        [OrderState::TakenUp, OrderState::Failed(OrderFailure::TimedOut)],
        "the order timed out"
    );
}

#[test]
fn orders_are_recorded_and_replayed() {
    let orders = "orders = [{ goal = 'kill', rigid = true, give = { f = 'each foe' } }, { to = 'rest', goal = 'hide' }]";
    let text = ARMY.replace("ORDERS", orders);
    let spec = cunning_mind::read(&Source::new("army.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    let spec = Arc::new(spec);
    let mut set = MindEngine::new(spec.clone(), MindConfig::default());
    let file = File::default();
    let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
    recorder.attach(Box::new(file.clone()));
    set.record(recorder);
    let captain = under(&mut set, "captain", None);
    let tired = under(&mut set, "tired", Some(captain));
    under(&mut set, "soldier", Some(captain));
    show_foes(&mut set, captain, &[5]);
    let goal = set.spec().planning.goal_named("take_hill").unwrap();
    set.order(
        captain,
        Order { terms: OrderTerms { is_rigid: true, ..OrderTerms::default() }, ..Order::new(goal) },
    )
    .unwrap();
    for at in 0..20 {
        tick(&mut set);
        if at == 6 {
            set.receive(&Percept::Hold(captain));
        }
    }
    assert_eq!(goal_of(&set, tired).as_deref(), Some("rest"), "the order was withdrawn");
    set.take_recorder().detach().unwrap().unwrap();
    let reader = Reader::open(file.bytes()).unwrap();
    let ordered: Vec<(bool, bool)> = reader
        .records()
        .of_kinds(&[Kind::Ordered])
        .map(|record| match record.unwrap().event {
            Event::Ordered { from, terms, .. } => (from.is_some(), terms.is_rigid),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(ordered, [(false, true), (true, true), (true, false)]);
    let count = |kind: Kind| reader.records().of_kinds(&[kind]).count();
    assert_eq!(count(Kind::OrderEnded), 2, "both were withdrawn");
    assert!(count(Kind::Interrupted) >= 2);
    let replayed = replay(&reader, spec, MindConfig::default()).unwrap();
    assert_eq!((replayed.ticks, replayed.diverged), (20, None));
}
