//! Orders end in time: one whose receiver can do nothing fails after `ORDER_IDLE_MS_MAX`, and one to an agent in
//! quarantine is lost at once. So no commander waits for ever.

use std::time::Duration;

use cunning_mind::limits::ORDER_IDLE_MS_MAX;
use cunning_mind::{
    AgentId, Budget, Command, Domain, Minds, Order, OrderFailure, OrderId, OrderState, Spawn, StepId,
};

const TEXT: &str = r#"
[facts]
dug = "bool"
fed = "bool"
[action.dig]
then = ["dug"]
timeout = "10 min"
[action.eat]
then = ["fed"]
timeout = "10 min"
[goal.have_a_hole]
want = ["dug"]
relevance = [{ score = 0 }]
[goal.be_fed]
want = ["fed"]
relevance = [{ score = 0 }]
[agent.worker]
actions = ["dig", "eat"]
goals = { have_a_hole = 1, be_fed = 1 }

[action.lead]
orders = [{ to = "all", goal = "have_a_hole" }]
done = { need = "all" }
then = ["dug"]
timeout = "10 min"
[agent.foreman]
actions = ["lead"]
goals = { command_a_hole = 1 }
[goal.command_a_hole]
want = ["dug"]

[facts.quiet]
type = "bool"
[action.forbid]
orders = [{ to = "all", goal = "have_a_hole", bias = -1 }]
then = ["quiet"]
timeout = "10 min"
[goal.have_quiet]
want = ["quiet"]
[agent.warden]
actions = ["forbid"]
goals = { have_quiet = 1 }
"#;

const TICK: Duration = Duration::from_millis(100);
const LIMIT: Duration = Duration::from_millis(ORDER_IDLE_MS_MAX);
const TIMED_OUT: OrderState = OrderState::Failed(OrderFailure::TimedOut);

struct Site {
    minds: Minds,
    /// The started steps, with the names of their actions.
    steps: Vec<(StepId, String)>,
    /// The final reports, with the time at which they came.
    reports: Vec<(OrderId, OrderState, Duration)>,
}

impl Site {
    fn new() -> Self {
        let minds = Minds::new(&Domain::from_str("site.toml", TEXT).unwrap());
        Self { minds, steps: Vec::new(), reports: Vec::new() }
    }

    fn order(&mut self, agent: AgentId, goal: &'static str, bias: f64) -> OrderId {
        self.minds.order(agent, Order::goal(goal).bias(bias)).unwrap()
    }

    fn tick(&mut self) {
        self.minds.tick(TICK, Budget::work(1000));
        while let Some(command) = self.minds.next_command() {
            match command {
                Command::Start(step) => self.steps.push((step.id, step.name().to_owned())),
                Command::Stop(stopped) => self.minds.stopped(stopped.id),
                Command::Report(report) if report.state.is_final() => {
                    self.reports.push((report.order, report.state, self.minds.now()));
                }
                _ => {}
            }
        }
    }

    fn pass(&mut self, time: Duration) {
        let until = self.minds.now() + time;
        while self.minds.now() < until {
            self.tick();
        }
    }

    fn started(&self, action: &str) -> usize {
        self.steps.iter().filter(|(_, name)| name == action).count()
    }
}

#[test]
fn order_to_a_held_agent_times_out() {
    let mut site = Site::new();
    let worker = site.minds.spawn("worker").unwrap();
    site.minds.hold(worker);
    let order = site.order(worker, "have_a_hole", 1.0);
    site.pass(LIMIT.saturating_sub(TICK));
    assert_eq!(site.reports, []);
    site.pass(TICK);
    assert_eq!(site.reports, [(order, TIMED_OUT, LIMIT)]);
    // The next order has its own time.
    site.pass(TICK);
    let order = site.order(worker, "have_a_hole", 1.0);
    site.pass(LIMIT.saturating_sub(TICK));
    site.minds.release(worker);
    site.pass(TICK);
    assert_eq!(site.started("dig"), 1);
    let (step, _) = site.steps[0];
    site.minds.done(step);
    site.tick();
    assert_eq!(
        site.reports.last().map(|(order, state, _)| (*order, *state)),
        Some((order, OrderState::Done))
    );
}

#[test]
fn held_time_of_an_order_survives_a_save() {
    let mut site = Site::new();
    let worker = site.minds.spawn("worker").unwrap();
    site.minds.hold(worker);
    let order = site.order(worker, "have_a_hole", 1.0);
    site.pass(LIMIT / 2);
    site.minds = Minds::restore(&site.minds.save(), site.minds.domain(), Some).unwrap().0;
    site.pass(LIMIT / 2);
    assert_eq!(site.reports, [(order, TIMED_OUT, LIMIT)]);
}

#[test]
fn order_that_an_idle_agent_never_takes_up_times_out() {
    let mut site = Site::new();
    let worker = site.minds.spawn("worker").unwrap();
    site.order(worker, "have_a_hole", -1.0);
    let order = site.order(worker, "have_a_hole", 0.5);
    site.pass(LIMIT + TICK);
    assert_eq!(site.reports, [(order, TIMED_OUT, LIMIT)]);
}

#[test]
fn order_waits_as_long_as_its_receiver_pursues_another_goal() {
    let mut site = Site::new();
    let worker = site.minds.spawn("worker").unwrap();
    site.order(worker, "be_fed", 1.0);
    site.order(worker, "have_a_hole", 0.5);
    site.pass(3 * LIMIT);
    assert_eq!((site.reports.as_slice(), site.started("eat")), (&[][..], 1));
    let (step, _) = site.steps[0];
    site.minds.done(step);
    site.pass(TICK);
    assert_eq!((site.reports.len(), site.started("dig")), (1, 1));
}

#[test]
fn order_with_a_time_of_its_own_is_held_that_long() {
    let mut site = Site::new();
    let worker = site.minds.spawn("worker").unwrap();
    site.minds.hold(worker);
    let order = site.minds.order(worker, Order::goal("have_a_hole").within(2 * LIMIT)).unwrap();
    site.pass(3 * LIMIT);
    assert_eq!(site.reports, [(order, TIMED_OUT, 2 * LIMIT)]);
}

#[test]
fn order_to_an_agent_in_quarantine_is_lost_at_once() {
    let mut site = Site::new();
    let worker = site.minds.spawn("worker").unwrap();
    site.minds.quarantine(worker, "a test");
    let order = site.order(worker, "have_a_hole", 1.0);
    site.tick();
    assert_eq!(site.reports, [(order, OrderState::Lost, TICK)]);
}

/// A foreman with two workers, one of which can do nothing.
fn crew(disable: impl FnOnce(&mut Minds, AgentId)) -> Site {
    let mut site = Site::new();
    let foreman = site.minds.spawn("foreman").unwrap();
    let workers = [(); 2].map(|()| site.minds.spawn_with("worker", Spawn::new().commander(foreman)).unwrap());
    disable(&mut site.minds, workers[1]);
    site.pass(3 * TICK);
    assert_eq!((site.started("lead"), site.started("dig")), (1, 1));
    let (step, _) = site.steps[1];
    site.minds.done(step);
    site
}

#[test]
fn commander_does_not_wait_for_ever_for_a_held_subordinate() {
    let mut site = crew(Minds::hold);
    site.pass(LIMIT.saturating_sub(3 * TICK));
    assert_eq!(site.started("lead"), 1);
    // The step has failed, and the foreman tries again after a while.
    site.pass(50 * TICK);
    assert_eq!(site.started("lead"), 2);
}

#[test]
fn orders_against_a_goal_end_although_no_time_is_given() {
    let mut site = Site::new();
    let warden = site.minds.spawn("warden").unwrap();
    site.minds.spawn_with("worker", Spawn::new().commander(warden)).unwrap();
    site.pass(LIMIT);
    assert_eq!(site.minds.get(warden, "quiet").unwrap().as_bool(), Some(false));
    site.pass(10 * TICK);
    assert_eq!(site.minds.get(warden, "quiet").unwrap().as_bool(), Some(true));
}

#[test]
fn commander_does_not_wait_for_a_subordinate_in_quarantine() {
    let mut site = crew(|minds, worker| minds.quarantine(worker, "a test"));
    site.pass(2 * TICK);
    assert_eq!(site.minds.get(site.minds.agents().next().unwrap(), "dug").unwrap().as_bool(), Some(true));
}
