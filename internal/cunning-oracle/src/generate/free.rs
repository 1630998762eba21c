//! Free domains: everything in the language, combined at random but within its types.
//!
//! The number of states is bounded by the product of the facts' values, so brute force can always visit them all.
//! Most goals describe a state as far from the start as possible, which leads to long plans; the others are random
//! and often unreachable.

mod phrases;
mod world;

use super::dice::Dice;
use super::model::{Model, ModelAction, ModelCondition, ModelCost, ModelEffect, ModelGoal};
use super::price::price;
use crate::domain::OracleDomain;
use crate::query::{CheckAnswer, Limits, OracleQuery, Value};
use crate::solve::GroundValue;
use phrases::Scope;
use world::{Kind, World};

/// The number of further attempts if a world has too few reachable states.
const TRIES: usize = 4;
/// The smallest number of reachable states of a world.
const STATES_WANTED: usize = 60;

pub(crate) fn build(dice: &mut Dice) -> (Model, OracleQuery) {
    let (mut world, mut query) = lively_world(dice);
    let far = if dice.chance(80) { far_state(&world, &query) } else { Vec::new() };
    let goal = if far.iter().all(|ground| ground.is_start) {
        random_goal(dice, &world, &mut query)
    } else {
        far_goal(dice, &world, &mut query, &far)
    };
    world.model.goals.push(goal);
    (world.model, query)
}

/// Generates a world with actions. Random conditions often rule out everything, so several worlds are tried.
fn lively_world(dice: &mut Dice) -> (World, OracleQuery) {
    let mut tries = 1;
    loop {
        let (world, query) = world_with_actions(dice);
        let limits = Limits { states_max: STATES_WANTED };
        let is_lively = reachable(&world, &query, limits).is_none();
        if is_lively || tries == TRIES {
            return (world, query);
        }
        tries += 1;
    }
}

fn world_with_actions(dice: &mut Dice) -> (World, OracleQuery) {
    let mut world = World::new(dice);
    let mut query = OracleQuery::new("g");
    if dice.chance(25) {
        world.bind_by_query(&mut query);
    }
    for number in 0..dice.between(4, 8) {
        let action = action(dice, &world, format!("act{number}"));
        if !action.then.is_empty() {
            world.model.actions.push(action);
        }
    }
    if dice.chance(25) {
        world.override_start(dice, &mut query);
    }
    answer_checks(dice, &world, &mut query);
    overwrite_tables(dice, &world, &mut query);
    (world, query)
}

fn action(dice: &mut Dice, world: &World, name: String) -> ModelAction {
    let mut action = ModelAction::new(name);
    let count = dice.one_of([0, 0, 1, 1, 1, 2, 2]);
    action.params = world.parameters(dice, count);
    let scope = Scope { world, params: &action.params };
    if dice.chance(75) {
        action.when = scope.conditions(dice, 2);
    }
    action.then = effects(dice, &scope);
    action.cost = cost(dice, &scope);
    if dice.chance(15) {
        action.check = Some(dice.one_of(["open", "allowed"]).to_owned());
    }
    action
}

/// Generates effects on different facts, so that a clash can only come from the binding of parameters.
fn effects(dice: &mut Dice, scope: &Scope<'_>) -> Vec<ModelEffect> {
    let mut targets = scope.world.changeable();
    dice.shuffle(&mut targets);
    let mut found = Vec::new();
    for &fact in targets.iter().take(dice.between(1, 3) as usize) {
        let Some(reference) = scope.reference(dice, fact) else {
            continue;
        };
        match dice.below(10) {
            0..=1 => {
                let when = scope.conditions(dice, 1);
                let change = scope.change(dice, fact, &reference);
                found.push(if when.is_empty() {
                    change.into()
                } else {
                    ModelEffect::When(when, vec![change])
                });
            }
            2 => {
                // Two changes of one fact under conditions that exclude each other.
                let Some((one, other)) = scope.opposites(dice) else {
                    continue;
                };
                for condition in [one, other] {
                    let change = scope.change(dice, fact, &reference);
                    found.push(ModelEffect::When(vec![condition.into()], vec![change]));
                }
            }
            3..=4 => {
                found.push(scope.change(dice, fact, &reference).into());
                // A second ground fact of the family: the two clash if parameters coincide.
                if let Some(second) = scope.reference(dice, fact).filter(|second| *second != reference) {
                    found.push(scope.change(dice, fact, &second).into());
                }
            }
            _ => found.push(scope.change(dice, fact, &reference).into()),
        }
    }
    found
}

fn cost(dice: &mut Dice, scope: &Scope<'_>) -> ModelCost {
    match dice.below(10) {
        0..=1 => ModelCost::Expression(scope.price(dice)),
        2..=3 => {
            let mut rules = Vec::new();
            for _ in 0..dice.between(1, 2) {
                rules.push((scope.conditions(dice, 2), price(dice)));
            }
            if !dice.chance(20) {
                rules.push((Vec::new(), price(dice)));
            }
            ModelCost::Rules(rules)
        }
        _ => price(dice),
    }
}

fn answer_checks(dice: &mut Dice, world: &World, query: &mut OracleQuery) {
    for action in &world.model.actions {
        let Some(check) = action.check.clone().filter(|_| dice.chance(60)) else {
            continue;
        };
        let mut args = Vec::new();
        for (name, of) in &action.params {
            if let Some(object) = dice.pick(&world.objects(of)).filter(|_| dice.chance(70)) {
                args.push((name.clone(), object.clone()));
            }
        }
        let action = Some(action.name.clone()).filter(|_| dice.chance(80));
        let args = if action.is_some() { args } else { Vec::new() };
        query.checks.push(CheckAnswer { check, action, args, yes: dice.chance(25) });
    }
}

fn overwrite_tables(dice: &mut Dice, world: &World, query: &mut OracleQuery) {
    for table in &world.model.tables {
        let indices: Vec<String> =
            table.of.iter().filter_map(|of| dice.pick(&world.objects(of)).cloned()).collect();
        if indices.len() == table.of.len() && dice.chance(20) {
            query
                .tables
                .push((format!("{}[{}]", table.name, indices.join(", ")), dice.between(-1, 4) as f64));
        }
    }
}

/// Returns a state as far from the start as any.
fn far_state(world: &World, query: &OracleQuery) -> Vec<GroundValue> {
    reachable(world, query, Limits { states_max: world::STATES_MAX }).unwrap_or_default()
}

/// Returns the state that is visited last; `None` if there are more states than the limit.
fn reachable(world: &World, query: &OracleQuery, limits: Limits) -> Option<Vec<GroundValue>> {
    let domain = OracleDomain::parse(&world.model.to_string());
    domain.and_then(|domain| domain.farthest(query, limits)).ok().flatten()
}

/// Generates a goal from some of the differences of a far state.
fn far_goal(dice: &mut Dice, world: &World, query: &mut OracleQuery, far: &[GroundValue]) -> ModelGoal {
    let mut goal = ModelGoal { name: "g".to_owned(), params: Vec::new(), want: Vec::new() };
    let mut wanted: Vec<&GroundValue> = far.iter().filter(|ground| !ground.is_start).collect();
    dice.shuffle(&mut wanted);
    wanted.truncate(dice.between(2, 5) as usize);
    if dice.chance(40) {
        wanted.extend(far.get(dice.below(far.len())));
    }
    for ground in wanted {
        let Some(fact) = world.facts.iter().find(|fact| fact.name == ground.fact) else {
            continue;
        };
        let mut name_of = |dice: &mut Dice, object: &String, of: &str| {
            let home = world.home(object, of);
            let must_bind = world.is_open(&home);
            if !must_bind && !dice.chance(15) {
                return object.clone();
            }
            let parameter = format!("q{}", goal.params.len());
            goal.params.push((parameter.clone(), home));
            if dice.chance(60) {
                query.args.push((parameter.clone(), object.clone()));
            }
            parameter
        };
        let indices: Vec<String> =
            ground.indices.iter().zip(&fact.of).map(|(object, of)| name_of(dice, object, of)).collect();
        let reference = world::reference(&fact.name, &indices);
        let want = match (&ground.value, &fact.kind) {
            (Value::Bool(true), _) => reference,
            (Value::Bool(false), _) => format!("not {reference}"),
            (Value::Int(value), _) => {
                let relation = dice.one_of(["==", "==", ">=", "<="]);
                format!("{reference} {relation} {value}")
            }
            (Value::Name(name), Kind::Symbol { of, .. }) if name != "none" => {
                format!("{reference} == {}", name_of(dice, name, of))
            }
            (Value::Name(name), _) => format!("{reference} == {name}"),
        };
        if !goal.want.contains(&ModelCondition::Text(want.clone())) {
            goal.want.push(want.into());
        }
    }
    if dice.chance(35) {
        // More than the far state offers, and perhaps more than any state does.
        let scope = Scope { world, params: &[] };
        goal.want.extend(scope.conditions(dice, 3));
    }
    goal
}

/// Generates a random goal.
fn random_goal(dice: &mut Dice, world: &World, query: &mut OracleQuery) -> ModelGoal {
    let count = dice.below(2);
    let params = world.parameters(dice, count);
    for (name, of) in &params {
        if let Some(object) = dice.pick(&world.objects(of)).filter(|_| dice.chance(60)) {
            query.args.push((name.clone(), object.clone()));
        }
    }
    let scope = Scope { world, params: &params };
    let want = scope.conditions(dice, 3);
    ModelGoal { name: "g".to_owned(), params, want }
}
