//! A new plan for the same goal replaces the running one only if it is cheaper by the share `keep` of the archetype.

use crate::story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::{Percept, Value};
use cunning_mind::{AgentId, MindConfig, MindEngine, Spawn};
use cunning_trace::{Config, Event, Header, Kind, Reader, Recorder};
use story::{File, said, started, tell, tick};

/// The stages of the journey and the routes of each stage.
const STAGES: usize = 3;
const ROUTES: usize = 3;

/// A journey in stages. Each stage has several routes, whose prices are facts that the game changes.
fn journey(agent: &str) -> MindEngine {
    let mut text = vec!["[facts]\n".to_owned()];
    for stage in 0..STAGES {
        text.push(format!("past_{stage} = 'bool'\n"));
        for route in 0..ROUTES {
            text.push(format!(
                "price_{stage}_{route} = {{ type = 'int', min = 0, max = 1000, default = 100 }}\n"
            ));
        }
    }
    for stage in 0..STAGES {
        for route in 0..ROUTES {
            let when = if stage == 0 { String::new() } else { format!("when = ['past_{}']\n", stage - 1) };
            let duration = if route == 0 { "duration = '1 s'\n" } else { "" };
            text.push(format!(
                "[action.go_{stage}_{route}]\n{when}then = ['past_{stage}']\ncost = 'price_{stage}_{route}'\n{duration}"
            ));
        }
    }
    let actions: Vec<String> =
        (0..STAGES * ROUTES).map(|at| format!("'go_{}_{}'", at / ROUTES, at % ROUTES)).collect();
    text.push(format!(
        "[goal.arrive]\nwant = ['past_{}']\n[agent.pilgrim]\nactions = [{}]\ngoals = {{ arrive = 1 }}\n{agent}\n",
        STAGES - 1,
        actions.join(", ")
    ));
    let spec = cunning_mind::read(&Source::new("road.toml", text.concat()))
        .unwrap_or_else(|found| panic!("{found}"));
    MindEngine::new(Arc::new(spec), MindConfig::default())
}

fn price(set: &mut MindEngine, agent: AgentId, stage: usize, route: usize, price: i64) {
    tell(set, agent, &format!("price_{stage}_{route}"), &[], Value::Int(price));
}

/// Starts a journey whose routes 1 and 2 are expensive in every stage, so that the agent takes routes 0.
fn on_the_way(agent: &str) -> (MindEngine, AgentId) {
    let mut set = journey(agent);
    let pilgrim = set.spawn("pilgrim", Spawn::default()).unwrap();
    for stage in 0..STAGES {
        for route in 1..ROUTES {
            price(&mut set, pilgrim, stage, route, 500);
        }
    }
    tick(&mut set);
    assert_eq!(said(&set), ["go_0_0()"]);
    (set, pilgrim)
}

#[test]
fn slightly_cheaper_plan_does_not_replace_the_running_one() {
    let (mut set, pilgrim) = on_the_way("");
    // 270 instead of 300: of the running step, nine tenths are left, so the rest costs 290.
    price(&mut set, pilgrim, 0, 1, 70);
    tick(&mut set);
    assert!(said(&set).is_empty(), "{:?}", said(&set));
    assert_eq!(set.counters().plans_kept, 1);
}

#[test]
fn clearly_cheaper_plan_replaces_the_running_one() {
    let (mut set, pilgrim) = on_the_way("");
    price(&mut set, pilgrim, 0, 1, 60);
    tick(&mut set);
    assert_eq!(said(&set), ["stop: Replanned"]);
    assert_eq!(set.counters().plans_kept, 0);
}

#[test]
fn running_step_counts_by_its_remaining_duration() {
    let (mut set, pilgrim) = on_the_way("");
    for _ in 0..8 {
        tick(&mut set);
    }
    // Of the running step, a tenth is left, so the rest costs 210.
    price(&mut set, pilgrim, 0, 1, 0);
    tick(&mut set);
    assert!(said(&set).is_empty(), "{:?}", said(&set));
    assert_eq!(set.counters().plans_kept, 1);
}

#[test]
fn share_is_set_by_the_archetype() {
    let (mut set, pilgrim) = on_the_way("keep = 0.5");
    price(&mut set, pilgrim, 0, 1, 0);
    tick(&mut set);
    assert!(said(&set).is_empty());

    let (mut set, pilgrim) = on_the_way("keep = 0");
    price(&mut set, pilgrim, 0, 1, 99);
    tick(&mut set);
    assert_eq!(said(&set), ["stop: Replanned"], "`keep = 0` follows the newest plan");
}

#[test]
fn later_steps_are_replaced_while_the_running_one_goes_on() {
    let (mut set, pilgrim) = on_the_way("");
    price(&mut set, pilgrim, 2, 2, 99);
    tick(&mut set);
    assert!(said(&set).is_empty());
    let rest: Vec<String> = set.inspect(pilgrim).unwrap().plan;
    assert_eq!(rest, ["go_0_0", "go_1_0", "go_2_2"]);
    assert_eq!(set.counters().plans_kept, 0);
}

#[test]
fn plan_that_no_longer_reaches_the_goal_is_replaced() {
    let text = "[facts]\nopen = { type = 'bool', default = true }\nout = 'bool'\n\
        [action.door]\nwhen = ['open']\nthen = ['out']\n[action.window]\nthen = ['out']\ncost = 1.01\n\
        [goal.leave]\nwant = ['out']\n\
        [agent.guest]\nactions = ['door', 'window']\ngoals = { leave = 1 }\nkeep = 0.9\n";
    let spec = cunning_mind::read(&Source::new("inn.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    let mut set = MindEngine::new(Arc::new(spec), MindConfig::default());
    let guest = set.spawn("guest", Spawn::default()).unwrap();
    tick(&mut set);
    assert_eq!(said(&set), ["door()"]);
    tell(&mut set, guest, "open", &[], Value::Bool(false));
    tick(&mut set);
    assert_eq!(said(&set), ["stop: Replanned"]);
}

#[test]
fn kept_plan_is_recorded_with_both_costs() {
    let mut set = journey("");
    let file = File::default();
    let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
    recorder.attach(Box::new(file.clone()));
    set.record(recorder);
    let pilgrim = set.spawn("pilgrim", Spawn::default()).unwrap();
    tick(&mut set);
    price(&mut set, pilgrim, 0, 1, 95);
    tick(&mut set);
    set.take_recorder().detach().unwrap().unwrap();
    let reader = Reader::open(file.bytes()).unwrap();
    let kept: Vec<(u64, u64)> = reader
        .records()
        .of_kinds(&[Kind::PlanKept])
        .filter_map(|record| match record.unwrap().event {
            Event::PlanKept { kept, new, .. } => Some((kept, new)),
            _ => None,
        })
        .collect();
    assert_eq!(kept, [(290_000_000, 295_000_000)]);
}

/// Whatever the game says, the followed plan costs at most 1 / (1 - keep) times as much as the cheapest.
#[test]
fn followed_cost_stays_within_the_share_of_the_cheapest() {
    const KEEP: f64 = 0.1;
    let mut kept = 0;
    for seed in 0..20_u64 {
        let mut set = journey("");
        let pilgrim = set.spawn("pilgrim", Spawn::default()).unwrap();
        let mut prices = [[100_i64; ROUTES]; STAGES];
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut draw = |below: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % below
        };
        let mut running = None;
        for _ in 0..60 {
            for _ in 0..draw(3) {
                let (stage, route) = (draw(STAGES as u64) as usize, draw(ROUTES as u64) as usize);
                prices[stage][route] = 50 + draw(100) as i64;
                price(&mut set, pilgrim, stage, route, prices[stage][route]);
            }
            if draw(8) == 0
                && let Some(step) = running.take()
            {
                set.receive(&Percept::Done(step));
            }
            tick(&mut set);
            running = started(&set).last().map(|(_, step)| *step).or(running);
            let plan = set.inspect(pilgrim).unwrap().plan;
            let routes: Vec<(usize, usize)> = plan
                .iter()
                .map(|step| {
                    let mut parts =
                        step.trim_start_matches("go_").split('_').map(|part| part.parse().unwrap());
                    (parts.next().unwrap(), parts.next().unwrap())
                })
                .collect();
            // Routes 0 count by the remaining duration, so that the bound holds for the others in full.
            let followed: i64 = routes.iter().map(|&(stage, route)| prices[stage][route]).sum();
            let best: i64 = routes.iter().map(|&(stage, _)| prices[stage].iter().min().unwrap()).sum();
            let is_timed = routes.first().is_some_and(|&(_, route)| route == 0);
            assert!(
                is_timed || followed as f64 * (1.0 - KEEP) <= best as f64,
                "seed {seed}: {plan:?} costs {followed}, the cheapest {best}"
            );
        }
        kept += set.counters().plans_kept;
    }
    assert!(kept > 20, "{kept} plans were kept");
}
