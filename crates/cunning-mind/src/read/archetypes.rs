//! Reads `[agent.…]`: archetypes with everything they inherit.

use std::collections::{BTreeMap, BTreeSet};

use cunning_diag::Diagnostic;
use cunning_plan::model::{ActionId, GoalId, Number};
use cunning_plan::read_error::{Checked, ReadError};
use cunning_plan::shape::{Entries, bool, get, list, table, text};
use cunning_plan::tree::{Node, NodeKind, Text};
use cunning_plan::{Micros, codes as plan_codes, limits as plan_limits};

use super::goals::score;
use super::units::{factor, period, share, within};
use super::{Context, DomainReader, duplicate};
use crate::codes;
use crate::keys::{ARCHETYPE, words};
use crate::limits::{ARCHETYPES_MAX, EXTENDS_MAX, FACTOR_MAX, INHERITED_MAX, SENSORS_MAX, TRAITS_MAX};
use crate::spec::{ActionSpec, Archetype, default_keep};

/// The largest depth of inheritance.
const LEVELS_MAX: usize = 32;

/// An archetype as written, before inheritance.
struct Written {
    name: Text,
    extends: Vec<Text>,
    own: Inherited,
    without: Vec<Text>,
}

/// The definitions that an archetype has and passes on.
#[derive(Clone, Default)]
struct Inherited {
    actions: BTreeSet<ActionId>,
    goals: BTreeMap<GoalId, Number>,
    costs: BTreeMap<ActionId, Micros>,
    traits: Vec<(String, Micros, Micros)>,
    vary: Option<Micros>,
    keep: Option<Micros>,
    sensors: Vec<String>,
    autonomous: Option<bool>,
    replan_ms: Option<u32>,
    meanwhile: Vec<ActionId>,
}

impl Inherited {
    /// Adds the definitions of another archetype, which take precedence.
    fn add(&mut self, other: &Self) {
        self.actions.extend(&other.actions);
        self.goals.extend(other.goals.iter().map(|(goal, weight)| (*goal, weight.clone())));
        self.costs.extend(&other.costs);
        for given in &other.traits {
            match self.traits.iter_mut().find(|known| known.0 == given.0) {
                Some(known) => known.clone_from(given),
                None => self.traits.push(given.clone()),
            }
        }
        self.vary = other.vary.or(self.vary);
        self.keep = other.keep.or(self.keep);
        for sensor in &other.sensors {
            if !self.sensors.contains(sensor) {
                self.sensors.push(sensor.clone());
            }
        }
        self.autonomous = other.autonomous.or(self.autonomous);
        self.replan_ms = other.replan_ms.or(self.replan_ms);
        if !other.meanwhile.is_empty() {
            self.meanwhile.clone_from(&other.meanwhile);
        }
    }

    fn len(&self) -> usize {
        self.actions.len() + self.goals.len() + self.costs.len() + self.traits.len() + self.sensors.len()
    }
}

impl DomainReader {
    pub(super) fn read_archetypes(&mut self, context: &mut Context<'_, '_>) {
        let declared = self.table("agent", context);
        if let Some((key, _)) = declared.get(ARCHETYPES_MAX) {
            let read_error = ReadError::too_many("archetypes", declared.len(), ARCHETYPES_MAX, key.span);
            context.keep::<()>(read_error.fail());
            return;
        }
        let mut all: Vec<Written> = Vec::with_capacity(declared.len());
        for (name, node) in &declared {
            if context.is_full() {
                return;
            }
            let checked = match all.iter().find(|known| known.name.value == name.value) {
                Some(first) => duplicate("archetype", name, first.name.span).fail(),
                None => context.name(name).and_then(|()| written(name, node, &self.actions, context)),
            };
            all.extend(context.keep(checked));
        }
        let is_declared = |name: &str| declared.iter().any(|(known, _)| known.value == name);
        let mut resolver = Resolver {
            all: &all,
            is_declared: &is_declared,
            known: BTreeMap::new(),
            path: Vec::new(),
            size: 0,
        };
        for (at, written) in all.iter().enumerate() {
            let checked = resolver.resolve(at, context);
            let Some(has) = context.keep(checked) else { continue };
            let Inherited {
                actions,
                goals,
                costs,
                traits,
                vary,
                keep,
                sensors,
                autonomous,
                replan_ms,
                mut meanwhile,
            } = has;
            // Actions removed by `without` cannot be fallback actions either.
            meanwhile.retain(|action| actions.contains(action));
            self.archetypes.push(Archetype {
                name: written.name.value.clone(),
                actions: actions.into_iter().collect(),
                goals: goals.into_iter().collect(),
                costs: costs.into_iter().collect(),
                traits,
                vary: vary.unwrap_or(Micros::ZERO),
                keep: keep.unwrap_or_else(default_keep),
                sensors,
                autonomous: autonomous.unwrap_or(true),
                replan_ms,
                meanwhile,
                extended: all
                    .iter()
                    .any(|other| other.extends.iter().any(|base| base.value == written.name.value)),
                span: written.name.span,
            });
        }
    }
}

/// Resolves the inheritance of all archetypes.
struct Resolver<'a> {
    all: &'a [Written],
    is_declared: &'a dyn Fn(&str) -> bool,
    known: BTreeMap<usize, Inherited>,
    /// The archetypes being resolved, outermost first.
    path: Vec<usize>,
    size: usize,
}

impl Resolver<'_> {
    fn resolve(&mut self, at: usize, context: &mut Context<'_, '_>) -> Checked<Inherited> {
        if let Some(known) = self.known.get(&at) {
            return Ok(known.clone());
        }
        let written = &self.all[at];
        if self.size > INHERITED_MAX {
            // The limit was already reported; resolving more would only take time.
            return Ok(Inherited::default());
        }
        if self.path.len() >= LEVELS_MAX {
            return ReadError::too_many(
                "levels of archetypes",
                LEVELS_MAX + 1,
                LEVELS_MAX,
                written.name.span,
            )
            .fail();
        }
        self.path.push(at);
        let mut has = Inherited::default();
        for base in &written.extends {
            let checked = self.base(base, context);
            if let Some(base) = context.keep(checked) {
                has.add(&base);
            }
        }
        self.path.pop();
        has.add(&written.own);
        for name in &written.without {
            let checked = without(name, &mut has, context);
            context.keep(checked);
        }
        self.size += has.len();
        if self.size > INHERITED_MAX {
            return ReadError::too_many("names of archetypes", self.size, INHERITED_MAX, written.name.span)
                .fail();
        }
        self.known.insert(at, has.clone());
        Ok(has)
    }

    fn base(&mut self, name: &Text, context: &mut Context<'_, '_>) -> Checked<Inherited> {
        let Some(at) = self.all.iter().position(|written| written.name.value == name.value) else {
            let message = format!("unknown archetype `{}`", name.value);
            return ReadError::new(plan_codes::UNKNOWN_NAME, message, name.span)
                .follows_if((self.is_declared)(&name.value))
                .suggest(&name.value, self.all.iter().map(|written| written.name.value.as_str()))
                .fail();
        };
        if let Some(from) = self.path.iter().position(|&on_path| on_path == at) {
            let cycle = self.path[from..].iter().chain([&at]);
            let cycle: Vec<&str> = cycle.map(|&at| self.all[at].name.value.as_str()).collect();
            let message = format!("`{}` extends itself", name.value);
            return ReadError::new(codes::CYCLE, message, name.span)
                .hint(format!("the cycle is `{}`", cycle.join("` → `")))
                .fail();
        }
        self.resolve(at, context)
    }
}

/// Removes the action, goal or sensor of a name.
fn without(name: &Text, has: &mut Inherited, context: &mut Context<'_, '_>) -> Checked<()> {
    let domain = context.domain();
    let (action, goal) = (domain.action_named(&name.value), domain.goal_named(&name.value));
    let sensor = has.sensors.iter().position(|sensor| *sensor == name.value);
    if action.is_none() && goal.is_none() && sensor.is_none() {
        let actions = domain.actions().as_slice().iter().map(|action| action.name.as_str());
        let goals = domain.goals().as_slice().iter().map(|goal| goal.name.as_str());
        let sensors = has.sensors.iter().map(String::as_str);
        let message = format!("unknown action, goal or sensor `{}`", name.value);
        return ReadError::new(plan_codes::UNKNOWN_NAME, message, name.span)
            .suggest(&name.value, actions.chain(goals).chain(sensors))
            .fail();
    }
    if let Some(sensor) = sensor {
        has.sensors.remove(sensor);
    }
    let had_action = action.is_some_and(|action| has.actions.remove(&action));
    let had_goal = goal.is_some_and(|goal| has.goals.remove(&goal).is_some());
    if !had_action && !had_goal && sensor.is_none() {
        let message = format!("`without` removes nothing: `{}` is not inherited", name.value);
        let warning =
            Diagnostic::warning(codes::WITHOUT, message).hint("remove the name, or check `extends`");
        let warning = domain.files().point(warning, name.span);
        context.report(warning);
    }
    Ok(())
}

fn written(
    name: &Text,
    node: &Node,
    known: &[ActionSpec],
    context: &mut Context<'_, '_>,
) -> Checked<Written> {
    let entries = table(node, "a table")?;
    context.keys(entries, &words(&ARCHETYPE));
    let mut own = Inherited::default();
    for action in names(entries, "actions", plan_limits::ACTIONS_MAX, context) {
        let checked = context.action(&action);
        let Some(action) = context.keep(checked) else { continue };
        own.actions.insert(action);
        let domain = context.domain();
        if let (Some(_), Some(movement)) = (&domain.actions()[action].near, domain.movement()) {
            // An action near a place needs the moves to get there.
            own.actions.extend(&movement.actions);
        }
    }
    let checked = weights(entries, &mut own, context);
    context.keep(checked);
    let checked = costs(entries, &mut own, context);
    context.keep(checked);
    let checked = traits(entries, &mut own, context);
    context.keep(checked);
    for sensor in names(entries, "sensors", SENSORS_MAX, context) {
        let checked = context.name(&sensor);
        if context.keep(checked).is_some() && !own.sensors.contains(&sensor.value) {
            own.sensors.push(sensor.value.clone());
        }
    }
    if let Some(node) = get(entries, "vary") {
        let checked = share(node, "`vary`");
        own.vary = context.keep(checked);
    }
    if let Some(node) = get(entries, "keep") {
        let checked = share(node, "`keep`");
        own.keep = context.keep(checked);
    }
    if let Some(node) = get(entries, "autonomous") {
        let checked = bool(node, "`true` or `false`");
        own.autonomous = context.keep(checked);
    }
    for action in meanwhile(entries, context) {
        let checked = context.action(&action).and_then(|id| fallback(&action, id, known, context));
        let Some(id) = context.keep(checked) else { continue };
        own.actions.insert(id);
        own.meanwhile.push(id);
    }
    if let Some(node) = get(entries, "replan") {
        let checked = period(node, "`replan`");
        own.replan_ms = context.keep(checked);
    }
    let extends = names(entries, "extends", EXTENDS_MAX, context);
    let without = names(entries, "without", plan_limits::ACTIONS_MAX, context);
    Ok(Written { name: name.clone(), extends, own, without })
}

/// Reads one action, or several that are tried in order.
fn meanwhile(entries: &Entries, context: &mut Context<'_, '_>) -> Vec<Text> {
    match get(entries, "meanwhile").map(|node| &node.kind) {
        Some(NodeKind::Text(only)) => vec![only.clone()],
        _ => names(entries, "meanwhile", plan_limits::ACTIONS_MAX, context),
    }
}

/// Checks that an action can be done at once, by the agent alone.
fn fallback(name: &Text, id: ActionId, known: &[ActionSpec], context: &Context<'_, '_>) -> Checked<ActionId> {
    let action = &context.domain().actions()[id];
    let why = if known.get(id.index()).is_some_and(|spec| !spec.orders.is_empty()) {
        "subordinates carry it out"
    } else if action.check.is_some() {
        "it has a check"
    } else if action.near.is_some() {
        "it needs a move first"
    } else {
        return Ok(id);
    };
    let message = format!("`{}` cannot be a `meanwhile` action: {why}", name.value);
    ReadError::new(codes::MEANWHILE, message, name.span).fail()
}

/// Reads a list of names.
fn names(entries: &Entries, key: &str, max: usize, context: &mut Context<'_, '_>) -> Vec<Text> {
    let Some(node) = get(entries, key) else { return Vec::new() };
    let Some(members) = context.keep(list(node, "a list of names", max)) else { return Vec::new() };
    let mut names = Vec::with_capacity(members.len());
    for member in members {
        names.extend(context.keep(text(member, "a name")).cloned());
    }
    names
}

fn capped<'a>(entries: &'a Entries, key: &str, max: usize, example: &str) -> Checked<&'a Entries> {
    let Some(node) = get(entries, key) else { return Ok(&[]) };
    let inner = table(node, &format!("a table such as `{example}`"))?;
    if inner.len() > max {
        return ReadError::too_many(key, inner.len(), max, node.span).fail();
    }
    Ok(inner)
}

fn weights(entries: &Entries, own: &mut Inherited, context: &mut Context<'_, '_>) -> Checked<()> {
    for (name, node) in capped(entries, "goals", plan_limits::GOALS_MAX, "{ kill = 1 }")? {
        let checked = context.goal(name).and_then(|goal| Ok((goal, weight(node, context)?)));
        own.goals.extend(context.keep(checked));
    }
    Ok(())
}

/// Reads a weight: a number from 0, or an expression.
fn weight(node: &Node, context: &mut Context<'_, '_>) -> Checked<Number> {
    if !matches!(node.kind, NodeKind::Text(_)) {
        factor(node, "a weight")?;
    }
    score(node, &[], context)
}

fn costs(entries: &Entries, own: &mut Inherited, context: &mut Context<'_, '_>) -> Checked<()> {
    for (name, node) in capped(entries, "costs", plan_limits::ACTIONS_MAX, "{ shoot = 0.7 }")? {
        let checked = context.action(name).and_then(|action| Ok((action, factor(node, "a cost factor")?)));
        own.costs.extend(context.keep(checked));
    }
    Ok(())
}

fn traits(entries: &Entries, own: &mut Inherited, context: &mut Context<'_, '_>) -> Checked<()> {
    for (name, node) in capped(entries, "traits", TRAITS_MAX, "{ bravery = [0.3, 0.8] }")? {
        let checked = context.name(name).and_then(|()| trait_range(node));
        let range = context.keep(checked);
        own.traits.extend(range.map(|(low, high)| (name.value.clone(), low, high)));
    }
    Ok(())
}

/// Reads a number, or a range to draw from.
fn trait_range(node: &Node) -> Checked<(Micros, Micros)> {
    let end = |node: &Node| within(node, "a trait", -FACTOR_MAX * FACTOR_MAX, FACTOR_MAX * FACTOR_MAX);
    let NodeKind::List(ends) = &node.kind else {
        return end(node).map(|only| (only, only));
    };
    let [low, high] = &ends[..] else {
        let message = "expected a number or a range of two numbers for a trait";
        return ReadError::new(plan_codes::SHAPE, message, node.span).fail();
    };
    let (low, high) = (end(low)?, end(high)?);
    if low > high {
        let message = format!("the range from {low} to {high} is empty");
        return ReadError::new(codes::RANGE, message, node.span).fail();
    }
    Ok((low, high))
}
