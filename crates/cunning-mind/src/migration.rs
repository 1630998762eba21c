//! Migration from one domain to another by name: what became of its facts, objects, actions and goals.

use std::collections::BTreeMap;

use cunning_plan::model::{ActionId, GoalId, ObjectId, Param, PlanningDomain, TableId, TypeId};
use cunning_plan::{Arg, FactValue, GroundActionId, GroundFact, Slot, State};

use crate::compiled_archetype::CompiledArchetype;
use crate::message::Value;

/// The names of two domains, matched.
pub(crate) struct Names<'a> {
    old: &'a PlanningDomain,
    new: &'a PlanningDomain,
    types: Vec<Option<TypeId>>,
    objects: Vec<Option<ObjectId>>,
    actions: Vec<Option<ActionId>>,
    goals: Vec<Option<GoalId>>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(old: &'a PlanningDomain, new: &'a PlanningDomain) -> Self {
        let types: Vec<_> = old.types().iter().map(|(_, ty)| new.type_named(&ty.name)).collect();
        let object = |(_, known): (ObjectId, &cunning_plan::model::Object)| {
            let ty = types.get(known.ty.index()).copied().flatten()?;
            new.objects_of(ty)
                .find(|id| new.objects().get(*id).is_some_and(|object| object.name == known.name))
        };
        Self {
            old,
            new,
            objects: old.objects().iter().map(object).collect(),
            actions: old.actions().iter().map(|(_, action)| new.action_named(&action.name)).collect(),
            goals: old.goals().iter().map(|(_, goal)| new.goal_named(&goal.name)).collect(),
            types,
        }
    }

    pub(crate) fn ty(&self, old: TypeId) -> Option<TypeId> {
        self.types.get(old.index()).copied().flatten()
    }

    pub(crate) fn table(&self, old: TableId) -> Option<TableId> {
        let name = &self.old.tables().get(old)?.name;
        self.new.tables().iter().find(|(_, table)| table.name == *name).map(|(id, _)| id)
    }

    pub(crate) fn action(&self, old: ActionId) -> Option<ActionId> {
        self.actions.get(old.index()).copied().flatten()
    }

    pub(crate) fn goal(&self, old: GoalId) -> Option<GoalId> {
        self.goals.get(old.index()).copied().flatten()
    }

    pub(crate) fn object(&self, old: ObjectId) -> Option<ObjectId> {
        self.objects.get(old.index()).copied().flatten()
    }

    /// Converts a value of the game's terms; `None` if its object no longer exists.
    pub(crate) fn value(&self, old: Value) -> Option<Value> {
        match old {
            Value::Object(object) => {
                self.object(ObjectId::new(object)).map(|object| Value::Object(object.index() as u32))
            }
            other => Some(other),
        }
    }

    /// Returns a message for each name of the old domain that the new one does not have.
    pub(crate) fn gone(&self) -> Vec<String> {
        let Self { old, new, .. } = self;
        let mut gone = Vec::new();
        let mut note = |what: &str, name: &str, is_there: bool| {
            if !is_there {
                gone.push(format!("{what} `{name}` was removed"));
            }
        };
        old.types().iter().for_each(|(id, ty)| note("type", &ty.name, self.ty(id).is_some()));
        for (id, object) in old.objects().iter() {
            // The removal of a type implies that of its objects.
            note("object", &object.name, self.object(id).is_some() || self.ty(object.ty).is_none());
        }
        for (_, fact) in old.facts().iter() {
            note("fact", &fact.name, new.fact_named(&fact.name).is_some());
        }
        old.actions().iter().for_each(|(id, action)| note("action", &action.name, self.action(id).is_some()));
        old.goals().iter().for_each(|(id, goal)| note("goal", &goal.name, self.goal(id).is_some()));
        for (_, known) in old.traits().iter() {
            let is_there = new.traits().iter().any(|(_, other)| other.name == known.name);
            note("trait", &known.name, is_there);
        }
        gone
    }
}

/// The migration of agents from one compiled archetype to another.
pub(crate) struct Migration {
    /// The new slot of each old slot, type by type.
    slots: Vec<(Slot, Option<Slot>)>,
    facts: Vec<Option<GroundFact>>,
    actions: Vec<Option<GroundActionId>>,
    goals: Vec<Option<usize>>,
}

impl Migration {
    pub(crate) fn new(names: &Names<'_>, old: &CompiledArchetype, new: &CompiledArchetype) -> Self {
        let mut slots = Vec::new();
        for (ty, places) in &old.slots {
            let found = names.ty(*ty).and_then(|ty| new.slots.iter().find(|(known, _)| *known == ty));
            let found = found.map_or(&[][..], |(_, slots)| slots.as_slice());
            slots.extend(places.iter().enumerate().map(|(at, slot)| (*slot, found.get(at).copied())));
        }
        let goal = |goal: &crate::compiled_archetype::ArchetypeGoal| {
            let goal = names.goal(goal.goal)?;
            new.goals.iter().position(|known| known.goal == goal)
        };
        let mut migration = Self {
            slots,
            facts: Vec::new(),
            actions: Vec::new(),
            goals: old.goals.iter().map(goal).collect(),
        };
        let fact = |ground: GroundFact| {
            let fact = names.old.facts().get(old.grounding.fact_of(ground)?)?;
            let indices = old.grounding.indices_of(ground).into_iter().map(|arg| migration.arg(names, arg));
            new.grounding
                .ground_fact(names.new.fact_named(&fact.name)?, &indices.collect::<Option<Vec<_>>>()?)
        };
        migration.facts = old.grounding.ground_facts().map(fact).collect();
        let all = new.grounding.ground_actions();
        let all = all.map(|id| ((new.grounding.action(id), new.grounding.bound_args(id).collect()), id));
        let all: BTreeMap<(ActionId, Vec<Arg>), GroundActionId> = all.collect();
        let action = |id: GroundActionId| {
            let from = old.grounding.action(id);
            let to = names.action(from)?;
            let args: Vec<Option<Arg>> = old.grounding.bound_args(id).map(Some).collect();
            let (from, params) = (names.old.actions().get(from)?, &names.new.actions().get(to)?.params);
            let args = arguments(&from.params, params, &args, |arg| migration.arg(names, arg))?;
            all.get(&(to, args.into_iter().collect::<Option<Vec<_>>>()?)).copied()
        };
        migration.actions = old.grounding.ground_actions().map(action).collect();
        migration
    }

    pub(crate) fn slot(&self, old: Slot) -> Option<Slot> {
        self.slots.iter().find(|(slot, _)| *slot == old).and_then(|(_, slot)| *slot)
    }

    pub(crate) fn fact(&self, old: GroundFact) -> Option<GroundFact> {
        self.facts.get(old.index()).copied().flatten()
    }

    pub(crate) fn action(&self, old: GroundActionId) -> Option<GroundActionId> {
        self.actions.get(old.number() as usize).copied().flatten()
    }

    /// Converts the index of a goal.
    pub(crate) fn goal(&self, old: usize) -> Option<usize> {
        self.goals.get(old).copied().flatten()
    }

    /// Converts the index of a goal, and its arguments with `convert`.
    pub(crate) fn goal_with<A: Copy>(
        &self,
        names: &Names<'_>,
        (old, new): (&CompiledArchetype, &CompiledArchetype),
        goal: usize,
        args: &[Option<A>],
        convert: impl Fn(A) -> Option<A>,
    ) -> Option<(usize, Vec<Option<A>>)> {
        let to = self.goal(goal)?;
        if args.is_empty() {
            return Some((to, Vec::new()));
        }
        let from = names.old.goals().get(old.goals.get(goal)?.goal)?;
        let params = &names.new.goals().get(new.goals.get(to)?.goal)?.params;
        Some((to, arguments(&from.params, params, args, convert)?))
    }

    pub(crate) fn arg(&self, names: &Names<'_>, arg: Arg) -> Option<Arg> {
        match arg {
            Arg::Object(object) => names.object(object).map(Arg::Object),
            Arg::Slot(slot) => self.slot(slot).map(Arg::Slot),
            Arg::Number(number) => Some(Arg::Number(number)),
        }
    }

    pub(crate) fn value(&self, names: &Names<'_>, value: FactValue) -> Option<FactValue> {
        match value {
            FactValue::Object(object) => names.object(object).map(FactValue::Object),
            FactValue::Slot(slot) => self.slot(slot).map(FactValue::Slot),
            other => Some(other),
        }
    }

    /// Carries all values over into a state of the new archetype. Calls `cut` for each fact whose value does not fit:
    /// numbers are clamped to their range, and other facts keep their start value.
    pub(crate) fn carry(
        &self,
        names: &Names<'_>,
        (old, from): (&CompiledArchetype, &State),
        (new, to): (&CompiledArchetype, &mut State),
        mut cut: impl FnMut(GroundFact),
    ) {
        for (before, after) in &self.slots {
            if let Some(after) = after.filter(|_| old.grounding.is_bound(from, *before)) {
                new.grounding.bind(to, after);
            }
        }
        for ground in old.grounding.ground_facts() {
            let (Some(fact), Some(value)) = (self.fact(ground), old.grounding.value(from, ground)) else {
                continue;
            };
            let fits = self.value(names, value).is_some_and(|value| {
                new.grounding.put(to, fact, value) && new.grounding.value(to, fact) == Some(value)
            });
            if !fits {
                cut(fact);
            }
        }
    }
}

/// Converts arguments by the names of their parameters. Returns `None` if a given one no longer exists.
fn arguments<A: Copy>(
    from: &[Param],
    to: &[Param],
    args: &[Option<A>],
    convert: impl Fn(A) -> Option<A>,
) -> Option<Vec<Option<A>>> {
    let mut found = vec![None; to.len()];
    for (param, arg) in from.iter().zip(args) {
        if let Some(arg) = arg {
            let at = to.iter().position(|known| known.name == param.name)?;
            found[at] = Some(convert(*arg)?);
        }
    }
    Some(found)
}
