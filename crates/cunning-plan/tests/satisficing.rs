//! The satisficing search finds plans in domains of the size of a game within few units of work, and a cache changes
//! nothing about an anytime search.

use std::path::Path;
use std::sync::Arc;

use cunning_diag::Source;
use cunning_plan::{
    CompiledGoal, Grounding, Plan, PlanCache, PlanMode, PlanQuality, PlanRequest, Planner, PlannerConfig,
    PlanningDomain, State, read,
};
use cunning_search::{Limit, Limits, Status};

/// Four tools are made of bars, and bars of ore and wood: every step spends what another one needs.
const TOOLS: &str = r#"
[facts]
ore = { type = "int", min = 0, max = 100 }
bars = { type = "int", min = 0, max = 100 }
wood = { type = "int", min = 0, max = 100 }
made = { type = "bool", of = ["tool"] }
[types]
tool = ["axe", "pick", "sword", "shield"]
[tables]
bars_for = { of = ["tool"], values = { axe = 2, pick = 3, sword = 4, shield = 3 } }
[action]
mine = { then = ["ore += 1"], cost = 3 }
chop = { then = ["wood += 2"], cost = 2 }
smelt = { when = ["ore >= 2", "wood >= 1"], then = ["ore -= 2", "wood -= 1", "bars += 1"] }
[action.make]
params = { t = "tool" }
when = ["bars >= bars_for[t]", "wood >= 2"]
then = ["bars -= bars_for[t]", "wood -= 2", "made[t]"]
[goal]
all = { want = ["made[axe]", "made[pick]", "made[sword]", "made[shield]"] }
"#;

/// Goods are bought in one town and sold in another, in any number.
const TRADE: &str = r#"
[types]
town = ["north", "south", "harbor"]
item = ["wool", "wine", "salt", "iron", "spice"]
[facts]
at = "town"
gold = { type = "int", min = 0, max = 200 }
cargo = { type = "int", min = 0, max = 10, of = ["item"] }
load = { type = "int", min = 0, max = 20 }
stock = { type = "int", min = 0, max = 20, of = ["town", "item"], default = 8 }
[tables]
dist = { of = ["town", "town"], default = 3, values = { "north,south" = 5, "south,north" = 5 } }
price = { of = ["town", "item"], default = 10, values = { "north,wool" = 4, "south,wool" = 9, "harbor,wool" = 12, "north,wine" = 14, "south,wine" = 6, "harbor,wine" = 11, "north,salt" = 8, "harbor,salt" = 3, "south,iron" = 15, "harbor,spice" = 12, "north,spice" = 25, "south,spice" = 20 } }
[action.go]
params = { from = "town", to = "town" }
when = ["at == from", "from != to"]
then = ["at = to"]
cost = "dist[from, to]"
[action.buy]
params = { t = "town", i = "item", n = "1..10" }
when = ["at == t", "gold >= n * price[t, i]", "stock[t, i] >= n", "cargo[i] <= 10 - n", "load <= 20 - n"]
then = ["gold -= n * price[t, i]", "stock[t, i] -= n", "cargo[i] += n", "load += n"]
[action.sell]
params = { t = "town", i = "item", n = "1..10" }
when = ["at == t", "cargo[i] >= n", "gold <= 200 - n * price[t, i]"]
then = ["gold += n * price[t, i]", "cargo[i] -= n", "load -= n", "stock[t, i] += n"]
[goal.medium]
want = ["gold >= 60"]
[start]
at = "north"
gold = 20
"#;

/// Every shop buys at the price at which it sells, so that only a journey earns anything. A permit costs most of what
/// the trader has, and the reward of the guild cannot pay for its own fee.
const JOURNEYS: &str = r#"
[types]
town = ["coast", "valley", "peak"]
ware = ["fish", "wool"]
[facts]
at = "town"
gold = { type = "int", min = 0, max = 200 }
cargo = { type = "int", min = 0, max = 8, of = ["ware"] }
permit = { type = "bool", of = ["town"] }
member = "bool"
honoured = "bool"
[tables]
price = { of = ["town", "ware"], values = { "coast,fish" = 2, "coast,wool" = 6, "valley,fish" = 4, "valley,wool" = 3, "peak,fish" = 7, "peak,wool" = 5 } }
[action.go]
params = { from = "town", to = "town" }
when = ["at == from", "from != to"]
then = ["at = to"]
cost = 5
[action.buy]
params = { t = "town", w = "ware", n = "1..4" }
when = ["at == t", "gold >= n * price[t, w]", "cargo[w] <= 8 - n"]
then = ["gold -= n * price[t, w]", "cargo[w] += n"]
[action.sell]
params = { t = "town", w = "ware", n = "1..4" }
when = ["at == t", "permit[t]", "cargo[w] >= n"]
then = ["gold += n * price[t, w]", "cargo[w] -= n"]
[action.get_permit]
params = { t = "town" }
when = ["at == t", "not permit[t]", "gold >= 4"]
then = ["gold -= 4", "permit[t]"]
[action.join]
when = ["at == coast", "not member", "gold >= 30"]
then = ["gold -= 30", "member"]
[action.take_honours]
when = ["member", "at == peak", "not honoured"]
then = ["honoured", "gold += 40"]
[goal.rich]
want = ["gold >= 90"]
[goal.honoured]
want = ["honoured"]
[start]
at = "coast"
gold = 12
"#;

/// A pot is fired where the fire is, which must be lit first; each guest pays once.
const CAMP: &str = r#"
[types]
place = ["beach", "hill", "river", "cave", "wood", "ridge"]
guest = ["ann", "ben", "cid"]
[facts]
at = "place"
fire = "place?"
clay = { type = "int", min = 0, max = 9 }
sticks = { type = "int", min = 0, max = 9 }
pots = { type = "int", min = 0, max = 9 }
coins = { type = "int", min = 0, max = 30 }
paid = { type = "bool", of = ["guest"] }
[action.go]
params = { from = "place", to = "place" }
when = ["at == from", "from != to"]
then = ["at = to"]
[action]
dig = { when = ["at == river"], then = ["clay += 1"] }
gather = { when = ["at == wood"], then = ["sticks += 1"] }
fire_pot = { when = ["fire == at", "clay >= 2"], then = ["clay -= 2", "pots += 1"] }
[action.light]
params = { p = "place" }
when = ["at == p", "p != river", "sticks >= 3"]
then = ["fire = p", "sticks -= 3"]
[action.sell]
params = { g = "guest" }
when = ["not paid[g]", "pots >= 1", "at == beach"]
then = ["paid[g]", "pots -= 1", "coins += 5"]
[goal.pots]
want = ["pots >= 2"]
[goal.coins]
want = ["coins >= 15"]
[start]
at = "beach"
"#;

fn domain(text: &str) -> Arc<PlanningDomain> {
    Arc::new(read(&Source::new("domain.toml", text)).unwrap())
}

fn file(name: &str) -> Arc<PlanningDomain> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../domains").join(name);
    domain(&std::fs::read_to_string(path).unwrap())
}

fn compiled(domain: &Arc<PlanningDomain>, goal: &str) -> (CompiledGoal, State) {
    let goal = domain.goal_named(goal).unwrap();
    let grounding = Grounding::for_request(domain, &PlanRequest::new(goal)).unwrap();
    (grounding.compiled_goal(goal, &[]).unwrap(), grounding.start())
}

fn config(mode: PlanMode) -> PlannerConfig {
    PlannerConfig { mode, ..PlannerConfig::default() }
}

fn first_plan(domain: &Arc<PlanningDomain>, goal: &str, units_max: u64) -> Plan {
    let (compiled_goal, start) = compiled(domain, goal);
    let mut planner = Planner::new(config(PlanMode::FirstPlan));
    planner.begin(&compiled_goal, &start, &[]);
    let mut first = None;
    for units in 1..=10_000 + 10 * units_max {
        let status = planner.step(1);
        first = first.or_else(|| planner.plan().map(|_| units));
        if status != Status::Running {
            break;
        }
    }
    assert_eq!(planner.status(), Status::Solved, "{goal}");
    assert!(first.is_some_and(|units| units <= units_max), "{goal} takes {first:?} units, not {units_max}");
    let plan = planner.plan().unwrap();
    plan.validate(&compiled_goal, &start).unwrap();
    plan
}

#[test]
fn first_plans_of_game_domains_take_few_units() {
    first_plan(&file("soldier.toml"), "blow_depot", 10_000);
    first_plan(&file("villager.toml"), "work_the_field", 10_000);
    first_plan(&file("crafting.toml"), "have_house", 2000);
    first_plan(&domain(TRADE), "medium", 10_000);
}

#[test]
fn resource_that_several_steps_spend_is_produced_for_each_of_them() {
    // 12 bars take 24 ore and 12 wood; the tools take 8 wood more: 24 + 10 + 12 + 4 steps.
    let plan = first_plan(&domain(TOOLS), "all", 2000);
    assert_eq!((plan.steps.len(), plan.cost_micros), (50, 108_000_000));
}

#[test]
fn trade_that_brings_nothing_is_not_income() {
    let journeys = domain(JOURNEYS);
    first_plan(&journeys, "rich", 450);
}

#[test]
fn reward_does_not_pay_for_what_it_takes_to_earn_it() {
    let journeys = domain(JOURNEYS);
    first_plan(&journeys, "honoured", 60);
}

#[test]
fn comparison_of_two_facts_is_reached_by_equal_values() {
    let camp = domain(CAMP);
    first_plan(&camp, "pots", 12);
}

#[test]
fn action_that_can_be_done_once_is_not_repeated() {
    let camp = domain(CAMP);
    first_plan(&camp, "coins", 15);
}

#[test]
fn missing_producer_is_a_proof_without_search() {
    let text = TOOLS.replace("mine = { then = [\"ore += 1\"], cost = 3 }", "");
    let (compiled_goal, start) = compiled(&domain(&text), "all");
    let mut planner = Planner::new(config(PlanMode::FirstPlan));
    planner.begin(&compiled_goal, &start, &[]);
    assert_eq!(planner.step(10), Status::Unsolvable);
}

#[test]
fn node_limit_ends_the_search() {
    let (compiled_goal, start) = compiled(&domain(TOOLS), "all");
    let limits = Limits { nodes_max: 20, ..Limits::default() };
    for mode in [PlanMode::FirstPlan, PlanMode::InTime, PlanMode::Anytime] {
        let mut planner = Planner::new(PlannerConfig { limits, ..config(mode) });
        planner.begin(&compiled_goal, &start, &[]);
        assert_eq!(planner.step(u64::MAX), Status::LimitExceeded(Limit::Nodes), "{mode:?}");
        assert_eq!(planner.plan(), None);
    }
}

#[test]
fn memory_limit_ends_the_search() {
    let (compiled_goal, start) = compiled(&domain(TOOLS), "all");
    for mode in [PlanMode::FirstPlan, PlanMode::InTime, PlanMode::Anytime, PlanMode::Proof] {
        let units = |memory_max| {
            let mut planner = Planner::new(PlannerConfig { memory_max, ..config(mode) });
            planner.begin(&compiled_goal, &start, &[]);
            let status = planner.step(10_000);
            assert!(
                memory_max > 10_000 || status == Status::LimitExceeded(Limit::Nodes),
                "{mode:?} {status:?}"
            );
            planner.units()
        };
        assert!(units(1) < units(10_000), "{mode:?}");
        assert!(units(10_000) < units(1_000_000), "{mode:?}");
    }
}

#[test]
fn anytime_search_proves_its_last_plan() {
    let (compiled_goal, start) = compiled(&file("soldier.toml"), "scout");
    let mut planner = Planner::new(config(PlanMode::Anytime));
    planner.begin(&compiled_goal, &start, &[]);
    let mut costs = Vec::new();
    while planner.step(16) == Status::Running {
        let cost = planner.plan().map(|plan| plan.cost_micros);
        let bound = planner.proved_micros();
        assert!(cost.zip(bound).is_none_or(|(cost, bound)| bound <= cost));
        costs.extend(cost.filter(|cost| costs.last() != Some(cost)));
    }
    let last = planner.plan().unwrap().cost_micros;
    assert_eq!(planner.proved_micros(), Some(last));
    assert!(
        costs.len() > 1
            && costs.is_sorted_by(|one, next| one > next)
            && costs.iter().all(|&cost| cost >= last)
    );
}

#[test]
fn cache_changes_nothing_about_a_stream() {
    let (compiled_goal, start) = compiled(&file("soldier.toml"), "scout");
    let cases =
        [(PlanMode::Anytime, 7), (PlanMode::Anytime, 1000), (PlanMode::FirstPlan, 3), (PlanMode::InTime, 11)];
    for (mode, slice) in cases {
        let mut cache = PlanCache::new(4);
        let mut planner = Planner::new(config(mode));
        let mut runs = Vec::new();
        for _ in 0..2 {
            planner.begin_cached(&compiled_goal, &start, &[], &cache);
            let mut shown = Vec::new();
            while planner.status() == Status::Running {
                let status = planner.step(slice);
                shown.push((status, planner.units(), planner.plan()));
            }
            planner.keep(&mut cache);
            runs.push(shown);
        }
        assert_eq!(cache.hits(), 1);
        assert!(runs[0] == runs[1], "{mode:?} in slices of {slice}");
    }
}

#[test]
fn step_ends_with_a_plan_of_the_quality_asked_for() {
    let (compiled_goal, start) = compiled(&file("soldier.toml"), "blow_depot");
    let [first, good, best] = [PlanQuality::First, PlanQuality::Good, PlanQuality::Best].map(|quality| {
        let mut planner = Planner::new(config(PlanMode::InTime));
        planner.begin(&compiled_goal, &start, &[]);
        let status = planner.step_until(u64::MAX, quality);
        assert_eq!(status == Status::Running, quality != PlanQuality::Best);
        assert_eq!(planner.has_plan(quality), quality != PlanQuality::Best);
        // Nothing more is done for a plan that is there.
        let units = planner.units();
        planner.step_until(u64::MAX, quality);
        assert_eq!(planner.units(), units);
        (units, planner.plan().unwrap().cost_micros)
    });
    assert!(first.0 < good.0 && good.0 < best.0);
    assert!(first.1 >= good.1 && good.1 >= best.1);
}

#[test]
fn cache_changes_nothing_about_plans_of_any_quality() {
    let (compiled_goal, start) = compiled(&file("soldier.toml"), "scout");
    // In each run the quality rises at some slice. What is kept of one run is all that the next one knows at first.
    for mode in [PlanMode::Anytime, PlanMode::FirstPlan, PlanMode::InTime] {
        for (slice, rises) in [(1, [0, 40]), (5, [3, 9]), (7, [30, 31]), (64, [1, 2]), (1000, [1, 1])] {
            let quality = |at: usize| match at {
                _ if at < rises[0] => PlanQuality::First,
                _ if at < rises[1] => PlanQuality::Good,
                _ => PlanQuality::Best,
            };
            let run = |cache: &mut PlanCache, slices: usize| {
                let mut planner = Planner::new(config(mode));
                planner.begin_cached(&compiled_goal, &start, &[], cache);
                let mut shown = Vec::new();
                for at in 0..slices {
                    let status = planner.step_until(slice, quality(at));
                    let has = planner.has_plan(PlanQuality::First);
                    shown.push((status, planner.units(), has, planner.plan().map(|plan| plan.cost_micros)));
                }
                planner.keep(cache);
                shown
            };
            let alone = run(&mut PlanCache::new(0), 60);
            let mut cache = PlanCache::new(4);
            for slices in [20, 40, 60, 60] {
                let shown = run(&mut cache, slices);
                assert!(shown == alone[..slices], "{mode:?} in {slices} slices of {slice}");
            }
        }
    }
}
