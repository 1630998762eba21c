//! Building of the planning domain.

use std::collections::BTreeMap;

use cunning_diag::{Collector, Diagnostics};
use cunning_plan::limits::{CONDITIONS_MAX, UNION_MEMBERS_MAX, UNION_OBJECTS_MAX};
use cunning_plan::model::PlanningDomain;
use cunning_plan::tree::Node;
use cunning_plan::{Builder, Micros, all, any};

use super::actions::{Assignment, Translated, Translation};
use super::classes::ClassId;
use super::conditions::{Arg, Condition, Constant, Literal};
use super::effects::Effect;
use super::groups::{Groups, Member};
use super::invariants::Part;
use super::names::Names;
use super::numbers::{Amount, Delta, Sum};
use super::ranges::Range;
use super::world::World;
use crate::codes;
use crate::model::{FunctionId, ObjectId, PredicateId, Signature};
use crate::problem::{ActionNames, Problem};
use crate::types::KindId;

/// The name of the goal.
const GOAL: &str = "goal";
/// The longest title of a domain, in bytes.
const TITLE_BYTES_MAX: usize = 64;

/// Reports kinds whose unions exceed the planner's limits.
pub(super) fn fits(world: &World<'_>, collector: &mut Collector) {
    let span = world.model.domain.span;
    let mut objects = 0;
    for classes in unions(world) {
        collector.fits(span, codes::LIMIT, "types for one variable", classes.len(), UNION_MEMBERS_MAX);
        objects += classes.iter().map(|&class| world.classes.objects[class].len()).sum::<usize>();
    }
    collector.fits(span, codes::LIMIT, "objects, counted once for each type", objects, UNION_OBJECTS_MAX);
}

/// The distinct sets of several classes, which become union types.
fn unions<'w>(world: &'w World<'_>) -> Vec<&'w [ClassId]> {
    let mut sets: Vec<&[ClassId]> = kinds(world).map(|kind| world.classes.of(kind)).collect();
    sets.retain(|classes| classes.len() > 1);
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// The kinds of all arguments and parameters.
fn kinds<'w>(world: &'w World<'_>) -> impl Iterator<Item = KindId> + use<'w> {
    let model = world.model;
    let signatures = model.predicates.iter().chain(&model.functions).flat_map(|signature| &signature.of);
    let params = model.actions.iter().flat_map(|action| &action.variables[..action.params]);
    signatures.copied().chain(params.map(|param| param.kind))
}

/// What the domain is built from.
pub(super) struct Parts<'a> {
    pub(super) translation: &'a Translation<'a>,
    /// The effects of each action on atoms.
    pub(super) effects: &'a [Vec<Effect>],
    pub(super) groups: &'a Groups,
    /// The ranges of the functions that become facts.
    pub(super) ranges: &'a [Option<Range>],
}

/// Builds the domain and the map from its names to PDDL names.
pub(super) fn emit(world: &World<'_>, parts: &Parts<'_>) -> Result<Problem, Diagnostics> {
    let Parts { translation, effects, groups, ranges } = parts;
    let mut words = Words::new(world, groups);
    let title: String = world.model.domain.text.chars().take(TITLE_BYTES_MAX).collect();
    let mut builder = words.types(PlanningDomain::builder(&title));
    builder = words.facts(builder, ranges);
    let mut signatures = Vec::with_capacity(translation.actions.len());
    for (action, effects) in translation.actions.iter().zip(*effects) {
        builder = words.action(builder, action, effects);
        let params = &action.action.variables[..action.action.params];
        signatures.push(ActionNames {
            action: action.action.name.text.clone(),
            params: params.iter().map(|param| param.name.text.clone()).collect(),
        });
    }
    let no_params = |_: usize| KindId(0);
    builder = builder.goal(GOAL, words.conjunction(&translation.goal, &no_params, &[]));
    builder = words.tables(builder);
    builder = words.start(builder);
    let names = words.objects.iter().cloned();
    let objects = names.zip(world.model.objects.iter().map(|object| object.name.text.clone())).collect();
    Problem::new(world.model.problem.text.clone(), builder.build()?, GOAL, signatures, objects)
}

/// The names in the planning domain.
struct Words<'a> {
    world: &'a World<'a>,
    names: Names,
    classes: Vec<String>,
    /// The names of unions of several classes.
    unions: BTreeMap<&'a [ClassId], String>,
    objects: Vec<String>,
    predicates: Vec<String>,
    groups: &'a Groups,
    /// The names of the groups, and of the tables of values for parts that count over objects.
    group_names: Vec<(String, Vec<String>)>,
    functions: Vec<String>,
    /// For functions that no action changes: the tables that tell for which arguments they have values.
    known: Vec<String>,
    variables: BTreeMap<String, String>,
    /// The tables that number objects, where parameters are compared with objects.
    numbered: BTreeMap<&'a [ClassId], String>,
}

/// The kind of each parameter of an action.
type Kinds<'k> = &'k dyn Fn(usize) -> KindId;

impl<'a> Words<'a> {
    fn new(world: &'a World<'a>, groups: &'a Groups) -> Self {
        let model = world.model;
        let mut names = Names::new();
        let mut unions: BTreeMap<&[ClassId], String> = BTreeMap::new();
        for kind in kinds(world) {
            let classes = world.classes.of(kind);
            if classes.len() > 1 && !unions.contains_key(classes) {
                unions.insert(classes, names.fresh(&model.types.show(kind)));
            }
        }
        let of_class = |objects: &Vec<ObjectId>| objects.first().map(|first| model.objects[first.0].kind);
        let classes = world.classes.objects.iter().map(|objects| {
            let wish = of_class(objects).map(|kind| model.types.show(kind)).unwrap_or_default();
            names.fresh(&wish)
        });
        let classes = classes.collect();
        let objects = model.objects.iter().map(|object| names.fresh(&object.name.text)).collect();
        let mut fresh = |signature: &Signature| names.fresh(&signature.name.text);
        let predicates = model.predicates.iter().map(&mut fresh).collect();
        let functions = model.functions.iter().map(&mut fresh).collect();
        let known =
            model.functions.iter().map(|signature| names.fresh(&format!("{}_known", signature.name.text)));
        let known = known.collect();
        let group_names = groups.all.iter().map(|group| {
            let name = |part: &Part| model.predicates[part.predicate.0].name.text.as_str();
            let all: Vec<&str> = group.parts.iter().map(name).collect();
            let tables = all.iter().map(|part| names.fresh(&format!("{part}_value")));
            let tables = tables.collect();
            (names.fresh(&all.join("_or_")), tables)
        });
        let group_names = group_names.collect();
        Self {
            world,
            names,
            groups,
            group_names,
            classes,
            unions,
            objects,
            predicates,
            functions,
            known,
            variables: BTreeMap::new(),
            numbered: BTreeMap::new(),
        }
    }

    /// The type of a non-empty set of classes.
    fn set(&self, classes: &[ClassId]) -> &str {
        match classes {
            [class] => &self.classes[*class],
            _ => self.unions.get(classes).map_or("", String::as_str),
        }
    }

    fn kind(&self, kind: KindId) -> &str {
        self.set(self.world.classes.of(kind))
    }

    /// The types of a predicate's or function's arguments; `None` if one of them has no objects.
    fn indices(&self, signature: &Signature) -> Option<Vec<&str>> {
        let has_objects = signature.of.iter().all(|&kind| self.world.classes.size(kind) > 0);
        has_objects.then(|| signature.of.iter().map(|&kind| self.kind(kind)).collect())
    }

    fn variable(&mut self, name: &str) -> String {
        let key = name.to_ascii_lowercase();
        if let Some(known) = self.variables.get(&key) {
            return known.clone();
        }
        let fresh = self.names.fresh(name);
        self.variables.insert(key, fresh.clone());
        fresh
    }

    fn types(&self, mut builder: Builder) -> Builder {
        for (name, objects) in self.classes.iter().zip(&self.world.classes.objects) {
            builder = builder.closed(name, objects.iter().map(|object| self.objects[object.0].as_str()));
        }
        for (classes, name) in &self.unions {
            builder = builder.union(name, classes.iter().map(|&class| self.classes[class].as_str()));
        }
        builder
    }

    fn facts(&self, mut builder: Builder, ranges: &[Option<Range>]) -> Builder {
        let predicates = (0..).map(PredicateId).zip(&self.world.model.predicates);
        for ((predicate, signature), name) in predicates.zip(&self.predicates) {
            if self.groups.member(predicate).is_none()
                && let Some(of) = self.indices(signature)
            {
                builder = builder.fact(name, |fact| fact.bool().of(of));
            }
        }
        for (group, (name, _)) in self.groups.all.iter().zip(&self.group_names) {
            let of: Vec<&str> = group.of.iter().map(|&kind| self.kind(kind)).collect();
            builder = builder.fact(name, |fact| fact.int(0..=group.last as i64).of(of));
        }
        for ((name, signature), range) in self.functions.iter().zip(&self.world.model.functions).zip(ranges) {
            let (Some(of), Some(range)) = (self.indices(signature), range) else { continue };
            builder = builder.fact(name, |fact| {
                let mut fact = fact.int(range.min..=range.max).of(of);
                if range.clamps_low {
                    fact = fact.clamp_low();
                }
                if range.clamps_high {
                    fact = fact.clamp_high();
                }
                fact
            });
        }
        builder
    }

    /// Adds tables for functions that no action changes, and for the numbers of objects.
    fn tables(&self, mut builder: Builder) -> Builder {
        let world = self.world;
        let functions = (0..).map(FunctionId).zip(&world.model.functions);
        for (function, signature) in functions {
            let is_cost = world.model.total_cost == Some(function);
            let Some(of) = self.indices(signature).filter(|_| !is_cost && !world.is_changed(function)) else {
                continue;
            };
            builder = self.table(builder, &self.functions[function.0], &of, function, |value| value);
            if !world.is_total(function) {
                builder = self.table(builder, &self.known[function.0], &of, function, |_| Micros::ONE);
            }
        }
        for (group, (_, tables)) in self.groups.all.iter().zip(&self.group_names) {
            for ((part, name), &first) in group.parts.iter().zip(tables).zip(&group.first) {
                let Some(at) = part.counted else { continue };
                let kind = world.model.predicates[part.predicate.0].of[at];
                builder = builder.table(name, |mut table| {
                    table = table.of([self.kind(kind)]);
                    for (value, object) in (first..).zip(world.classes.members(kind)) {
                        table = table.value([self.objects[object.0].as_str()], value as i64);
                    }
                    table
                });
            }
        }
        for (&classes, name) in &self.numbered {
            builder = builder.table(name, |mut table| {
                table = table.of([self.set(classes)]);
                for object in classes.iter().flat_map(|&class| &world.classes.objects[class]) {
                    table = table.value([self.objects[object.0].as_str()], object.0 as i64);
                }
                table
            });
        }
        builder
    }

    /// A table with an entry for each value of a function, and 0 for the rest.
    fn table(
        &self,
        builder: Builder,
        name: &str,
        of: &[&str],
        function: FunctionId,
        entry: impl Fn(Micros) -> Micros,
    ) -> Builder {
        builder.table(name, |mut table| {
            for (args, value) in self.world.values_of(function) {
                let value = number(entry(value));
                table = match args {
                    [] => table.default_value(value),
                    _ => table.value(args.iter().map(|arg| self.objects[arg.0].as_str()), value),
                };
            }
            if of.is_empty() { table } else { table.of(of.iter().copied()) }
        })
    }

    fn start(&self, mut builder: Builder) -> Builder {
        let objects = |args: &[ObjectId]| -> Vec<String> {
            args.iter().map(|arg| self.objects[arg.0].clone()).collect()
        };
        for (predicate, args) in &self.world.model.init {
            builder = match self.groups.member(*predicate) {
                None => builder.start(&indexed(&self.predicates[predicate.0], &objects(args)), true),
                Some(Member { group, part, first, .. }) => {
                    let value =
                        first + part.counted.map_or(0, |at| self.number_among(*predicate, at, args[at]));
                    let instance = objects(&part.instance(args));
                    builder.start(&indexed(&self.group_names[group].0, &instance), value as i64)
                }
            };
        }
        let functions = (0..self.functions.len()).map(FunctionId);
        for function in functions.filter(|&id| self.world.is_changed(id) && self.world.is_compared(id)) {
            for (args, value) in self.world.values_of(function) {
                builder = builder.start(&indexed(&self.functions[function.0], &objects(args)), number(value));
            }
        }
        builder
    }

    /// The number of an object among those of a predicate's argument.
    fn number_among(&self, predicate: PredicateId, at: usize, object: ObjectId) -> usize {
        let members = self.world.classes.members(self.world.model.predicates[predicate.0].of[at]);
        members.iter().position(|member| *member == object).unwrap_or(0)
    }

    fn action(&mut self, builder: Builder, translated: &Translated<'_>, effects: &[Effect]) -> Builder {
        let action = translated.action;
        let params = &action.variables[..action.params];
        let kinds = |param: usize| params[param].kind;
        let names: Vec<String> = params.iter().map(|param| self.variable(&param.name.text)).collect();
        let name = self.names.fresh(&action.name.text);
        let when = self.conjunction(&translated.condition, &kinds, &names);
        let mut then: Vec<(Vec<Node>, String)> = Vec::new();
        for effect in effects {
            then.push(match effect {
                Effect::Atom(assignment) => {
                    let when = self.conjunction(&assignment.when, &kinds, &names);
                    (when, self.assignment(assignment, &names))
                }
                Effect::Place { predicate, args } => {
                    let (fact, value) = self.place(*predicate, args, &names);
                    (Vec::new(), format!("{fact} = {value}"))
                }
                Effect::Remove { when, predicate, args } => {
                    let (fact, _) = self.place(*predicate, args, &names);
                    (self.conjunction(when, &kinds, &names), format!("{fact} = 0"))
                }
            });
        }
        for delta in &translated.deltas {
            then.push((self.conjunction(&delta.when, &kinds, &names), self.delta(delta, &names)));
        }
        let cost = translated.cost.as_ref().map(|parts| {
            let part = |(weight, part): &(Micros, Constant)| match *weight {
                Micros::ONE => self.constant(part, &names),
                weight => format!("{weight} * {}", self.constant(part, &names)),
            };
            let parts: Vec<String> = parts.iter().map(part).collect();
            parts.join(" + ")
        });
        builder.action(&name, |mut builder| {
            for (name, param) in names.iter().zip(params) {
                builder = builder.param(name, self.kind(param.kind));
            }
            for condition in when {
                builder = builder.when(condition);
            }
            for (when, effect) in then {
                builder =
                    if when.is_empty() { builder.then(effect) } else { builder.then_when(when, [effect]) };
            }
            match cost {
                Some(cost) => builder.cost(cost),
                None => builder,
            }
        })
    }

    /// A condition as a list of conditions that must all hold.
    fn conjunction(&mut self, condition: &Condition, kinds: Kinds<'_>, params: &[String]) -> Vec<Node> {
        let nodes: Vec<Node> =
            condition.conjuncts().iter().map(|member| self.condition(member, kinds, params)).collect();
        if nodes.len() <= CONDITIONS_MAX {
            return nodes;
        }
        // The length of a list is limited, so long lists are nested; `any` of one list is that list.
        nodes.chunks(CONDITIONS_MAX).map(|chunk| any([all(chunk.iter().cloned())])).collect()
    }

    fn condition(&mut self, condition: &Condition, kinds: Kinds<'_>, params: &[String]) -> Node {
        match condition {
            Condition::Literal(literal) => self.literal(literal, kinds, params).into(),
            Condition::All(_) => all(self.conjunction(condition, kinds, params)),
            Condition::Any(members) => {
                let nodes: Vec<Node> =
                    members.iter().map(|member| self.condition(member, kinds, params)).collect();
                if nodes.len() <= CONDITIONS_MAX {
                    return any(nodes);
                }
                any(nodes.chunks(CONDITIONS_MAX).map(|chunk| any(chunk.iter().cloned())))
            }
        }
    }

    fn literal(&mut self, literal: &Literal, kinds: Kinds<'_>, params: &[String]) -> String {
        let sign = |equal: bool| if equal { "==" } else { "!=" };
        match literal {
            Literal::Holds { predicate, args, value } if self.groups.member(*predicate).is_some() => {
                let (fact, code) = self.place(*predicate, args, params);
                format!("{fact} {} {code}", sign(*value))
            }
            Literal::Holds { predicate, args, value } => {
                let atom = indexed(&self.predicates[predicate.0], &self.args(args, params));
                if *value { atom } else { format!("not {atom}") }
            }
            Literal::Same { param, other: Arg::Param(other), equal } => {
                format!("{} {} {}", params[*param], sign(*equal), params[*other])
            }
            Literal::Same { param, other: Arg::Object(object), equal } => {
                let classes = self.world.classes.of(kinds(*param));
                let names = &mut self.names;
                let table = self.numbered.entry(classes).or_insert_with(|| names.fresh("number_of"));
                format!("{table}[{}] {} {}", params[*param], sign(*equal), object.0)
            }
            Literal::Compare { function, args, comparison, right } => {
                let left = indexed(&self.functions[function.0], &self.args(args, params));
                format!("{left} {} {}", comparison.as_str(), self.constant(right, params))
            }
            Literal::Known { function, args, value } => {
                let table = indexed(&self.known[function.0], &self.args(args, params));
                format!("{table} == {}", u8::from(*value))
            }
        }
    }

    /// The fact of an atom in a group, and the value with which the atom holds.
    fn place(&self, predicate: PredicateId, args: &[Arg], params: &[String]) -> (String, String) {
        let Some(Member { group, at: table, part, first }) = self.groups.member(predicate) else {
            return (String::new(), String::new());
        };
        let (name, tables) = &self.group_names[group];
        let fact = indexed(name, &self.args(&part.instance(args), params));
        let value = match part.counted.map(|at| (at, args[at])) {
            None => first.to_string(),
            Some((at, Arg::Object(object))) => (first + self.number_among(predicate, at, object)).to_string(),
            Some((_, Arg::Param(param))) => indexed(&tables[table], &[params[param].clone()]),
        };
        (fact, value)
    }

    fn args(&self, args: &[Arg], params: &[String]) -> Vec<String> {
        args.iter()
            .map(|arg| match arg {
                Arg::Param(param) => params[*param].clone(),
                Arg::Object(object) => self.objects[object.0].clone(),
            })
            .collect()
    }

    fn constant(&self, constant: &Constant, params: &[String]) -> String {
        match constant {
            Constant::Literal(value) => value.to_string(),
            Constant::Function(function, args) => {
                indexed(&self.functions[function.0], &self.args(args, params))
            }
        }
    }

    fn assignment(&self, assignment: &Assignment, params: &[String]) -> String {
        let atom = indexed(&self.predicates[assignment.predicate.0], &self.args(&assignment.args, params));
        if assignment.value { atom } else { format!("not {atom}") }
    }

    fn delta(&self, delta: &Delta, params: &[String]) -> String {
        let target = indexed(&self.functions[delta.function.0], &self.args(&delta.args, params));
        match &delta.amount {
            Amount::Set(constant) => format!("{target} = {}", self.constant(constant, params)),
            Amount::Add(sum) => format!("{target} += {}", self.sum(sum, params)),
        }
    }

    fn sum(&self, sum: &Sum, params: &[String]) -> String {
        let mut text = sum.whole.to_string();
        for part in &sum.parts {
            text.push_str(if part.is_taken { " - " } else { " + " });
            text.push_str(&indexed(&self.functions[part.function.0], &self.args(&part.args, params)));
        }
        text
    }
}

/// A family with its indices.
fn indexed(name: &str, indices: &[String]) -> String {
    if indices.is_empty() { name.to_owned() } else { format!("{name}[{}]", indices.join(", ")) }
}

/// A number as a value. Up to 1,000,000,000 with six decimals its nearest float is written with the same digits.
fn number(value: Micros) -> Node {
    match value.to_int() {
        Some(whole) => whole.into(),
        None => (value.get() as f64 / 1e6).into(),
    }
}
