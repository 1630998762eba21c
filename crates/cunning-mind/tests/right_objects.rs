//! Orders, checks, searches and candidates stay with the objects they were about while slots get other objects, and
//! every accepted order gets exactly one final report.

use std::time::Duration;

use cunning_mind::engine::{self, OrderTerms, Percept};
use cunning_mind::{
    AgentId, Budget, Check, CheckId, Command, Domain, GameObject, Host, MindConfig, MindError, Minds, Order,
    OrderFailure, OrderId, OrderState, Report, Step, tick,
};
use cunning_plan::model::{GoalId, TypeId};

/// Soldiers that shoot foes, one step each; `MAX` foes fit into memory.
const TEXT: &str = r#"
types = { foe = { open = true, max = MAX }, place = ["here", "there"], town = { open = true, max = 1 } }
[facts]
seen = { type = "bool", of = ["foe"] }
dead = { type = "bool", of = ["foe"] }
at = "place"
happy = "bool"
[action.shoot]
params = { f = "foe" }
when = ["not dead[f]"]
then = ["dead[f]"]
SHOOT
[action.assault]
then = ["happy"]
orders = [{ goal = "kill", give = { f = "each foe f: seen[f]" } }]
[goal.kill]
params = { f = "foe" }
want = ["dead[f]"]
relevance = [{ score = 0 }]
[goal.win]
want = ["happy"]
[agent.soldier]
actions = ["shoot"]
goals = { kill = 1 }
[agent.captain]
actions = ["assault"]
goals = { win = 1 }
"#;

const ONE: GameObject = GameObject(1);
const TWO: GameObject = GameObject(2);
const THREE: GameObject = GameObject(3);

/// A game in which steps last until they are told to be done.
struct Game {
    minds: Minds,
    soldier: AgentId,
    /// The running steps with the foes that they shoot.
    steps: Vec<(Step<'static>, GameObject)>,
    /// All foes that were ever shot at, in order.
    shot: Vec<GameObject>,
    checks: Vec<(CheckId, GameObject)>,
    reports: Vec<(OrderId, OrderState)>,
}

impl Game {
    fn new(max: u32, shoot: &str) -> Self {
        Self::with_config(max, shoot, MindConfig::default())
    }

    fn with_config(max: u32, shoot: &str, config: MindConfig) -> Self {
        let text = TEXT.replace("MAX", &max.to_string()).replace("SHOOT", shoot);
        let domain = Domain::from_str("army.toml", &text).unwrap();
        let mut minds = Minds::with_config(&domain, config);
        let soldier = minds.spawn("soldier").unwrap();
        for foe in [ONE, TWO, THREE] {
            minds.bind("foe", foe, "").unwrap();
        }
        let (steps, shot, checks, reports) = Default::default();
        Self { minds, soldier, steps, shot, checks, reports }
    }

    fn tick(&mut self) {
        tick(self, Duration::from_millis(50), Budget::default());
    }

    fn ticks(&mut self, count: usize) {
        (0..count).for_each(|_| self.tick());
    }

    fn order(&mut self, foe: GameObject) -> OrderId {
        self.minds.order(self.soldier, Order::goal("kill").arg("f", foe)).unwrap()
    }

    fn see(&mut self, foe: GameObject) {
        self.minds.set(self.soldier, ("seen", foe), true).unwrap();
    }

    /// Sees a foe, whether or not there is a slot for it.
    fn try_see(&mut self, foe: GameObject) {
        let _ = self.minds.set(self.soldier, ("seen", foe), true);
    }

    fn finish_steps(&mut self) {
        for (step, _) in std::mem::take(&mut self.steps) {
            self.minds.done(step.id);
        }
    }

    fn final_reports(&self, order: OrderId) -> Vec<OrderState> {
        let of_order = self.reports.iter().filter(|(id, state)| *id == order && state.is_final());
        of_order.map(|(_, state)| *state).collect()
    }
}

impl Host for Game {
    fn minds(&mut self) -> &mut Minds {
        &mut self.minds
    }

    fn start(&mut self, step: Step<'static>) {
        if let Some(foe) = step.arg("f").ok().and_then(cunning_mind::Value::as_object) {
            self.shot.push(foe);
            self.steps.push((step, foe));
        }
    }

    fn stop(&mut self, stopped: cunning_mind::StoppedStep) {
        self.steps.retain(|(step, _)| step.id != stopped.id);
        self.minds.stopped(stopped.id);
    }

    fn check(&mut self, check: Check) {
        self.checks.push((check.id, check.arg("f").unwrap().as_object().unwrap()));
    }

    fn report(&mut self, report: Report) {
        self.reports.push((report.order, report.state));
    }
}

#[test]
fn order_keeps_its_object_while_others_are_seen() {
    let mut game = Game::new(2, "");
    let order = game.order(ONE);
    game.try_see(TWO);
    game.try_see(THREE);
    game.tick();
    assert_eq!(game.shot, [ONE]);
    game.finish_steps();
    game.ticks(3);
    assert_eq!((game.final_reports(order), game.shot), (vec![OrderState::Done], vec![ONE]));
}

#[test]
fn order_that_waits_for_a_slot_gets_its_own_object() {
    let mut game = Game::new(1, "");
    let (first, second) = (game.order(ONE), game.order(TWO));
    for _ in 0..20 {
        game.try_see(THREE);
        game.tick();
        game.finish_steps();
    }
    assert_eq!(game.shot, [ONE, TWO]);
    assert_eq!(game.final_reports(first), [OrderState::Done]);
    assert_eq!(game.final_reports(second), [OrderState::Done]);
}

#[test]
fn check_granted_for_one_object_never_starts_a_step_on_another() {
    let mut game = Game::new(1, "check = \"may_shoot\"");
    let order = game.order(ONE);
    game.tick();
    let [(check, ONE)] = game.checks[..] else { panic!("{:?}", game.checks) };
    // The object goes, and another one takes its slot before the answer arrives.
    game.minds.unbind(ONE);
    let second = game.order(TWO);
    game.minds.answer(check, true);
    game.ticks(3);
    assert_eq!(game.shot, []);
    assert_eq!(game.final_reports(order), [OrderState::ObjectGone]);
    let [_, (check, TWO)] = game.checks[..] else { panic!("{:?}", game.checks) };
    game.minds.answer(check, true);
    game.ticks(2);
    assert_eq!(game.shot, [TWO]);
    game.finish_steps();
    game.ticks(2);
    assert_eq!(game.final_reports(second), [OrderState::Done]);
}

#[test]
fn check_of_a_handle_that_was_bound_again_is_asked_again() {
    let mut game = Game::new(1, "check = \"may_shoot\"");
    game.order(ONE);
    game.tick();
    let [(check, ONE)] = game.checks[..] else { panic!("{:?}", game.checks) };
    game.minds.unbind(ONE);
    game.minds.bind("foe", ONE, "a new one").unwrap();
    game.order(ONE);
    game.minds.answer(check, true);
    game.ticks(2);
    assert_eq!((game.shot.len(), game.checks.len()), (0, 2), "the answer was about the old object");
}

#[test]
fn order_for_an_object_that_cannot_be_understood_is_refused() {
    let mut game = Game::new(1, "");
    let soldier = game.soldier;
    let kill = |object| Order::goal("kill").arg("f", object);
    game.minds.bind("town", GameObject(8), "").unwrap();
    assert_eq!(game.minds.order(soldier, kill(GameObject(9))), Err(MindError::NotBound(GameObject(9))));
    let wrong = game.minds.order(soldier, kill(GameObject(8)));
    assert!(matches!(wrong, Err(MindError::WrongType { .. })), "{wrong:?}");
    // The same below the names.
    let goal = game.minds.domain().planning().goal_named("kill").unwrap();
    for value in [
        engine::Value::Handle(9),
        engine::Value::Handle(8),
        engine::Value::Object(0),
        engine::Value::Object(u32::MAX),
        engine::Value::Int(1),
        engine::Value::Bool(true),
    ] {
        let order = engine::Order { goal, args: &[Some(value)], terms: OrderTerms::default() };
        let refused = game.minds.engine_mut().order(soldier, order);
        assert!(refused.is_err(), "{value:?}: {refused:?}");
    }
    let two = [Some(engine::Value::Handle(1)); 2];
    let order = engine::Order { goal, args: &two, terms: OrderTerms::default() };
    assert!(matches!(game.minds.engine_mut().order(soldier, order), Err(MindError::IndexCount { .. })));
    let unknown = engine::Order::new(GoalId::new(99));
    assert!(matches!(game.minds.engine_mut().order(soldier, unknown), Err(MindError::ForeignGoal { .. })));
    game.see(TWO);
    game.ticks(3);
    assert_eq!((game.shot, game.reports), (vec![], vec![]));
}

#[test]
fn live_handle_cannot_be_bound_to_another_type() {
    let mut game = Game::new(2, "");
    game.see(ONE);
    let (foe, town) = {
        let domain = game.minds.domain().planning();
        (domain.type_named("foe").unwrap(), domain.type_named("town").unwrap())
    };
    let ignored = game.minds.stats().percepts_ignored;
    let place = game.minds.domain().planning().type_named("place").unwrap();
    for ty in [town, place, TypeId::new(99)] {
        game.minds.engine_mut().receive(&Percept::Bind { ty, handle: 1, name: "other" });
    }
    assert_eq!(game.minds.stats().percepts_ignored, ignored + 3);
    assert_eq!(game.minds.engine().object_type(1), Some(foe));
    assert!(matches!(game.minds.bind("town", ONE, ""), Err(MindError::AlreadyBound { .. })));
    // What was refused does not spoil a save.
    assert!(Minds::restore(&game.minds.save(), game.minds.domain(), Some).is_ok());
}

#[test]
fn search_over_several_ticks_is_dropped_when_its_object_is_replaced() {
    let config = MindConfig { cache: 0, ..MindConfig::default() };
    let mut game = Game::with_config(1, "", config);
    let first = game.order(ONE);
    // No budget: the search is requested and does not end.
    tick(&mut game, Duration::from_millis(50), Budget::work(0));
    assert!(game.minds.inspect(game.soldier).unwrap().is_planning);
    game.minds.unbind(ONE);
    let second = game.order(TWO);
    game.ticks(4);
    assert_eq!(game.shot, [TWO]);
    assert_eq!(game.final_reports(first), [OrderState::ObjectGone]);
    game.finish_steps();
    game.ticks(2);
    assert_eq!(game.final_reports(second), [OrderState::Done]);
}

#[test]
fn unbound_object_ends_the_orders_about_it_with_a_report() {
    let mut game = Game::new(2, "");
    let (first, second) = (game.order(ONE), game.order(TWO));
    game.minds.unbind(TWO);
    game.tick();
    assert_eq!(game.final_reports(second), [OrderState::ObjectGone]);
    game.finish_steps();
    game.ticks(2);
    assert_eq!((game.final_reports(first), game.shot), (vec![OrderState::Done], vec![ONE]));
}

#[test]
fn captain_does_not_wait_for_a_target_that_is_gone() {
    let mut game = Game::new(3, "");
    let captain = game.minds.spawn("captain").unwrap();
    let others = [game.soldier, game.minds.spawn("soldier").unwrap()];
    for soldier in others {
        game.minds.set_commander(soldier, Some(captain)).unwrap();
    }
    for foe in [ONE, TWO] {
        game.minds.set(captain, ("seen", foe), true).unwrap();
    }
    game.ticks(2);
    let mut targets = game.shot.clone();
    targets.sort_unstable_by_key(|foe| foe.0);
    assert_eq!(targets, [ONE, TWO]);
    game.minds.unbind(ONE);
    game.ticks(2);
    game.finish_steps();
    game.ticks(3);
    assert_eq!(game.minds.get(captain, "happy").unwrap(), true);
}

#[test]
fn order_is_done_only_if_its_goal_is_believed() {
    let text = r#"
facts = { near = "bool", dead = "bool" }
action.approach = { then = ["near"] }
action.shoot = { when = ["near"], then = ["dead"] }
goal.kill = { want = ["near", "dead"], relevance = [{ score = 0 }] }
agent.soldier = { actions = ["approach", "shoot"], goals = { kill = 1 } }
"#;
    let mut minds = Minds::new(&Domain::from_str("duel.toml", text).unwrap());
    let soldier = minds.spawn("soldier").unwrap();
    let order = minds.order(soldier, Order::goal("kill")).unwrap();
    let (mut started, mut reports) = (Vec::new(), Vec::new());
    for _ in 0..10 {
        minds.tick(Duration::from_millis(50), Budget::default());
        while let Some(command) = minds.next_command() {
            match command {
                Command::Start(step) => {
                    started.push(step.name().to_owned());
                    if started.len() == 2 {
                        // The foe runs away while it is shot at.
                        minds.set(soldier, "near", false).unwrap();
                    }
                    minds.done(step.id);
                }
                Command::Report(report) => reports.push((started.len(), report.order, report.state)),
                _ => {}
            }
        }
    }
    // A step has its effects only if its condition still holds when it is done.
    assert_eq!(started, ["approach", "shoot", "approach", "shoot"]);
    assert_eq!(reports, [(0, order, OrderState::TakenUp), (4, order, OrderState::Done)]);
}

#[test]
fn withdrawn_order_gets_its_final_report() {
    let mut game = Game::new(2, "");
    let order = game.order(ONE);
    game.tick();
    assert!(game.minds.withdraw(order));
    game.ticks(2);
    assert_eq!(game.final_reports(order), [OrderState::Withdrawn]);
    assert!(!game.minds.withdraw(order));
}

#[test]
fn order_whose_steps_keep_failing_is_reported_as_failed() {
    let mut game = Game::new(2, "");
    let order = game.order(ONE);
    for _ in 0..400 {
        game.tick();
        for (step, _) in std::mem::take(&mut game.steps) {
            game.minds.failed(step.id);
        }
    }
    assert_eq!(game.final_reports(order), [OrderState::Failed(OrderFailure::StepsFailed)]);
}

#[test]
fn order_survives_a_save_with_its_object() {
    let mut game = Game::new(1, "");
    let (_, second) = (game.order(ONE), game.order(TWO));
    game.tick();
    let remap = |object: GameObject| Some(GameObject(object.0 + 100));
    let (minds, _) = Minds::restore(&game.minds.save(), game.minds.domain(), remap).unwrap();
    game.minds = minds;
    (game.shot, game.steps) = Default::default();
    for _ in 0..10 {
        game.tick();
        game.finish_steps();
    }
    assert_eq!(game.shot, [GameObject(101), GameObject(102)], "{:?}", game.reports);
    assert_eq!(game.final_reports(second), [OrderState::Done]);
}

#[test]
fn commanders_in_a_circle_are_refused() {
    let mut game = Game::new(1, "");
    let captains: Vec<AgentId> = (0..3).map(|_| game.minds.spawn("captain").unwrap()).collect();
    game.minds.set_commander(captains[1], Some(captains[0])).unwrap();
    game.minds.set_commander(captains[2], Some(captains[1])).unwrap();
    assert_eq!(
        game.minds.set_commander(captains[0], Some(captains[2])),
        Err(MindError::CommandCircle(captains[0]))
    );
    game.minds.engine_mut().set_commander(captains[0], Some(captains[2]));
    game.minds.engine_mut().set_commander(captains[0], Some(captains[0]));
    assert_eq!(game.minds.commander(captains[0]), None);
}
