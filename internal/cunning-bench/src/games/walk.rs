//! Queries for goals that have none: every goal from the file's own start and from the ends of random walks, which
//! begin there or where the file's tests of the goal begin. Starts without a plan are left out if that is soon proved.

use cunning_plan::model::{Argument, GoalId, Outcome, ParamId, PlanningDomain};
use cunning_plan::{
    FactValue, GroundActionId, GroundFact, Grounding, PlanRequest, Planner, PlannerConfig, State,
};
use cunning_search::Status;
use rand::RngExt as _;
use rand::SeedableRng as _;
use rand_pcg::Pcg32;

use super::query::Query;
use super::suite::{Game, Suite};

/// The number of steps of a random walk.
const STEPS: std::ops::RangeInclusive<usize> = 8..=48;
/// How many walks are tried for a start in which the goal does not hold and is not soon proved to be out of reach.
const TRIES: u64 = 50;
/// The number of expansions within which a start is rejected if they prove that no plan exists.
const PROOF_EXPANSIONS: u64 = 64;

/// Adds the queries of every goal that has none. Returns how many were added.
pub(crate) fn generate(suite: &mut Suite) -> Result<usize, String> {
    let mut added = Vec::new();
    for game in &suite.games {
        let domain = game.domain()?;
        for (goal, args) in goals(&domain) {
            let text = show_goal(&domain, goal, &args);
            if suite.queries.iter().any(|query| query.game == game.name && query.goal == text) {
                continue;
            }
            let request = PlanRequest { args: args.clone(), ..PlanRequest::new(goal) };
            let grounding = Grounding::for_objects(&domain, &request).map_err(|error| error.to_string())?;
            let compiled = grounding.compiled_goal(goal, &args).map_err(|error| error.to_string())?;
            let starts = starts(&domain, &grounding, goal)?;
            let mut planner = Planner::new(PlannerConfig::default());
            let mut is_open = |state: &State| {
                planner.begin(&compiled, state, &[]);
                !compiled.is_met(state) && planner.step(PROOF_EXPANSIONS) != Status::Unsolvable
            };
            for walk in 0..=game.walks {
                let set = if walk == 0 {
                    if !is_open(&grounding.start()) {
                        continue;
                    }
                    Vec::new()
                } else {
                    let begin = &starts[walk % starts.len()];
                    let open = (0..TRIES)
                        .map(|attempt| wander(&grounding, begin.clone(), seed(game, &text, walk, attempt)))
                        .find(|state| is_open(state));
                    let Some(state) = open else { continue };
                    settings(&grounding, &state)
                };
                added.push(Query {
                    game: game.name.clone(),
                    goal: text.clone(),
                    walk,
                    set,
                    best: None,
                    unsolvable: false,
                });
            }
        }
    }
    let count = added.len();
    suite.queries.extend(added);
    // The order of the files and goals, however the queries came about.
    let place = |query: &Query| suite.games.iter().position(|game| game.name == query.game);
    suite.queries.sort_by_key(place);
    Ok(count)
}

/// Every goal with the arguments that the tests of its file give it; without arguments if they give it none.
fn goals(domain: &PlanningDomain) -> Vec<(GoalId, Vec<(ParamId, Argument)>)> {
    let mut all: Vec<(GoalId, Vec<(ParamId, Argument)>)> = Vec::new();
    for (goal, _) in domain.goals().iter() {
        let before = all.len();
        for test in domain.tests().iter().filter(|test| test.goal == goal) {
            let asked = (goal, test.args.clone());
            if !all.contains(&asked) {
                all.push(asked);
            }
        }
        if all.len() == before {
            all.push((goal, Vec::new()));
        }
    }
    all
}

fn show_goal(domain: &PlanningDomain, goal: GoalId, args: &[(ParamId, Argument)]) -> String {
    let declared = &domain.goals()[goal];
    let show = |(param, argument): &(ParamId, Argument)| {
        let name = declared.params.get(param.index()).map_or("", |param| param.name.as_str());
        match argument {
            Argument::Object(object) => format!("{name}={}", domain.object_name(object)),
            Argument::Number(number) => format!("{name}={number}"),
        }
    };
    let args: Vec<String> = args.iter().map(show).collect();
    if args.is_empty() { declared.name.clone() } else { format!("{}({})", declared.name, args.join(", ")) }
}

/// A seed that depends on the names alone, so that a new goal changes no other query.
fn seed(game: &Game, goal: &str, walk: usize, attempt: u64) -> u64 {
    let text = format!("{}/{goal}/{walk}/{attempt}", game.name);
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The states in which walks begin: the file's own start, and what its tests of the goal set.
fn starts(domain: &PlanningDomain, grounding: &Grounding, goal: GoalId) -> Result<Vec<State>, String> {
    let mut starts = vec![grounding.start()];
    for test in domain.tests().iter().filter(|test| test.goal == goal && test.objects.is_none()) {
        let mut state = grounding.start();
        for setting in &test.set {
            grounding.set(&mut state, setting).map_err(|error| error.to_string())?;
        }
        starts.push(state);
    }
    Ok(starts)
}

/// Walks from a state: an action among those that apply, then one of its ground actions.
fn wander(grounding: &Grounding, mut state: State, seed: u64) -> State {
    let mut random = Pcg32::seed_from_u64(seed);
    let domain = grounding.domain();
    for _ in 0..random.random_range(STEPS) {
        let mut groups: Vec<Vec<GroundActionId>> = vec![Vec::new(); domain.actions().len()];
        for id in grounding.ground_actions() {
            let action = grounding.action(id);
            let is_atomic = matches!(domain.actions()[action].outcome, Outcome::Effects(_));
            if is_atomic && grounding.can_do(id, &state) {
                groups[action.index()].push(id);
            }
        }
        groups.retain(|group| !group.is_empty());
        if groups.is_empty() {
            break;
        }
        let group = &groups[random.random_range(0..groups.len())];
        grounding.apply(group[random.random_range(0..group.len())], &mut state);
    }
    state
}

/// The facts that differ from the start, as `cunning plan --set` takes them.
fn settings(grounding: &Grounding, state: &State) -> Vec<String> {
    let start = grounding.start();
    let differs = |fact: &GroundFact| grounding.value(&start, *fact) != grounding.value(state, *fact);
    let show = |fact: GroundFact| {
        let value = match grounding.value(state, fact)? {
            FactValue::Bool(value) => value.to_string(),
            FactValue::Int(value) => value.to_string(),
            FactValue::Object(object) => grounding.domain().objects()[object].name.clone(),
            FactValue::Slot(slot) => grounding.slot_name(slot).to_owned(),
            FactValue::None => "none".to_owned(),
        };
        Some(format!("{}={value}", grounding.show_fact(fact)))
    };
    grounding.ground_facts().filter(differs).filter_map(show).collect()
}
