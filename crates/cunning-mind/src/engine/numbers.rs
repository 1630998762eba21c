//! Numbers of tables that the game has overwritten, such as prices, distances and dangers, for all agents or for one.

use std::collections::{BTreeMap, BTreeSet};

use cunning_plan::model::{FactKind, ObjectId, ObjectName, TableId, TableValue, TypeId};
use cunning_plan::{FixedNumbers, GroundingError, Micros, PlanningDomain, State, TableNumber};

use super::MindEngine;
use crate::compiled_archetype::CompiledArchetype;
use crate::error::{MindError, NameKind, UnknownName};
use crate::geometry::{Geometry, Spot};
use crate::message::{AgentId, Value};
use crate::migration::Names;
use crate::wire::wire_struct;

/// The table entry for pairs of places without a path. No action may have a negative cost.
const UNREACHABLE: Micros = match Micros::new(-1_000_000) {
    Some(cost) => cost,
    None => Micros::ZERO,
};

/// The agent, if the number is for one agent only, and the table entry.
type Key = (Option<AgentId>, (TableId, Vec<ObjectId>));

/// The numbers that replace those of the domain. Numbers for all agents come first, so that those for one override
/// them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    of: BTreeMap<Key, Micros>,
}

wire_struct!(Numbers { of });

impl Numbers {
    /// Applies the numbers of an agent to its state.
    pub(crate) fn apply(&self, archetype: &CompiledArchetype, agent: AgentId, state: &mut State) {
        for whose in [None, Some(agent)] {
            let nothing = (whose, (TableId::new(0), Vec::new()));
            let own = self.of.range(nothing..).take_while(|((of, _), _)| *of == whose);
            for ((_, (table, key)), value) in own {
                // Every number was checked when it was accepted.
                drop(archetype.grounding.set_number(state, &number(*table, key, *value)));
            }
        }
    }

    /// Removes the numbers of a removed agent.
    pub(crate) fn forget(&mut self, agent: AgentId) {
        let first = (Some(agent), (TableId::new(0), Vec::new()));
        while let Some((key, _)) = self.of.range(&first..).next().filter(|((whose, _), _)| *whose == first.0)
        {
            let key = key.clone();
            self.of.remove(&key);
        }
    }

    /// Returns the numbers that still exist in another domain, and messages about those that it does not allow.
    pub(crate) fn carried(
        &self,
        names: &Names<'_>,
        domain: &PlanningDomain,
        fixed: &FixedNumbers,
    ) -> (Self, BTreeSet<String>) {
        let mut refused = BTreeSet::new();
        let new = |((whose, (table, key)), value): (&Key, &Micros)| {
            let key = key.iter().map(|object| names.object(*object)).collect::<Option<Vec<_>>>()?;
            let table = names.table(*table)?;
            match check(domain, fixed, table, &key, *value) {
                Ok(()) => Some(((*whose, (table, key)), *value)),
                Err(error) => {
                    refused.insert(error.to_string());
                    None
                }
            }
        };
        let of = self.of.iter().filter_map(new).collect();
        (Self { of }, refused)
    }

    /// Returns whether a domain allows every number.
    pub(crate) fn is_sound(&self, domain: &PlanningDomain, fixed: &FixedNumbers) -> bool {
        self.of.iter().all(|((_, (table, key)), value)| check(domain, fixed, *table, key, *value).is_ok())
    }
}

/// Returns an error if the objects are not those of an entry of the table, or if a condition or an amount reads the
/// table and the number is not the one that the domain has.
fn check(
    domain: &PlanningDomain,
    fixed: &FixedNumbers,
    table: TableId,
    key: &[ObjectId],
    value: Micros,
) -> Result<(), MindError> {
    let known = domain
        .tables()
        .get(table)
        .ok_or_else(|| MindError::malformed("table", format!("index {} is out of range", table.index())))?;
    let is_member = |(ty, object): (&TypeId, &ObjectId)| domain.objects_of(*ty).any(|known| known == *object);
    if known.of.len() != key.len() || !known.of.iter().zip(key).all(is_member) {
        return Err(MindError::malformed("table index", "an index is not an object of the table's type"));
    }
    let is_entry = |entry: &&TableValue| {
        entry.key.iter().zip(key).all(|(name, object)| *name == ObjectName::Closed(*object))
    };
    let own = || known.values.iter().rev().find(is_entry).map_or(known.default, |entry| entry.value);
    if fixed.has_table(table) && own() != value {
        return Err(GroundingError::FixedTable { table: known.name.clone() }.into());
    }
    Ok(())
}

fn number(table: TableId, key: &[ObjectId], value: Micros) -> TableNumber {
    TableNumber { table, key: key.iter().map(|object| ObjectName::Closed(*object)).collect(), value }
}

impl MindEngine {
    /// Overwrites a number of a table, for one agent or, with `None`, for all present and future agents. Only costs
    /// change: a table read by conditions or amounts is fixed. The change wakes no agent; later plans use the new
    /// number.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// use cunning_mind::{MindEngine, MindConfig, Spawn};
    /// use cunning_mind::engine::{Value};
    /// use cunning_plan::Micros;
    ///
    /// # let spec = Arc::new(cunning_mind::read(&cunning_diag::Source::new("inn.toml", r#"
    /// types.drink = ["ale", "rum"]
    /// tables.price = { of = ["drink"], values = { ale = 1, rum = 3 } }
    /// # facts.merry = "bool"
    /// action.order = { params = { d = "drink" }, then = ["merry"], cost = "price[d]" }
    /// # goal.be_merry = { want = ["merry"] }
    /// # agent.guest = { actions = ["order"], goals = { be_merry = 1 } }
    /// # "#))?);
    /// let mut engine = MindEngine::new(spec.clone(), MindConfig::default());
    /// let ale = Value::Object(0);
    /// engine.set_number(None, "price", &[ale], Micros::from_int(9).ok_or("too much")?)?;
    /// let guest = engine.spawn("guest", Spawn::default())?;
    /// engine.tick(16, 100);
    /// assert_eq!(engine.plan_of(guest)[0].1, [Value::Object(1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_number(
        &mut self,
        agent: Option<AgentId>,
        table: &str,
        key: &[Value],
        value: Micros,
    ) -> Result<(), MindError> {
        let known = self.spec.planning.tables().iter().find(|(_, known)| known.name == table);
        let (id, _) = known.ok_or_else(|| {
            let known = self.spec.planning.tables().as_slice().iter().map(|table| table.name.as_str());
            UnknownName::new(NameKind::Table, table, known)
        })?;
        self.put_number(agent, id, key, value)
    }

    pub(crate) fn put_number(
        &mut self,
        agent: Option<AgentId>,
        table: TableId,
        key: &[Value],
        value: Micros,
    ) -> Result<(), MindError> {
        let object = |value: &Value| match value {
            Value::Object(object) => Some(ObjectId::new(*object)),
            _ => None,
        };
        let objects = key.iter().map(object).collect::<Option<Vec<ObjectId>>>().ok_or_else(|| {
            MindError::malformed("table index", "an index is not an object of the table's type")
        })?;
        check(&self.spec.planning, &self.archetypes.fixed, table, &objects, value)?;
        if let Some(agent) = agent.filter(|agent| self.index_of(*agent).is_none()) {
            return Err(MindError::NoAgent(agent));
        }
        let number = number(table, &objects, value);
        self.ctx.recorder.number(agent, table, key, value);
        let mut key = (agent, (table, objects));
        for known in self.agents.iter_mut().filter_map(|entry| entry.agent.as_deref_mut()) {
            // A number for one agent is not changed by a number for all.
            key.0 = Some(known.id);
            if agent == key.0 || agent.is_none() && !self.numbers.of.contains_key(&key) {
                let grounding = &self.archetypes[known.archetype].grounding;
                drop(grounding.set_number(&mut known.beliefs.memory.state, &number));
                known.beliefs.memory.version += 1;
            }
        }
        key.0 = agent;
        self.numbers.of.insert(key, value);
        Ok(())
    }

    /// Measures the paths between all named places of a domain with `[move] cost = "path"` and stores them in its
    /// table for all agents. Returns their number. Call it when a level starts and whenever its paths change. Plans
    /// do not use moves without a path. Moves to objects of the game keep the cost in the table.
    pub fn measure_paths(&mut self, geometry: &mut dyn Geometry) -> Result<usize, MindError> {
        let domain = &self.spec.planning;
        let implied = domain.movement().filter(|movement| movement.implies_table);
        let Some((movement, table)) = implied.and_then(|movement| Some((movement, movement.cost?))) else {
            return Ok(0);
        };
        let Some(FactKind::Object { ty, .. }) = domain.facts().get(movement.fact).map(|fact| &fact.kind)
        else {
            return Ok(0);
        };
        let places: Vec<u32> = domain.objects_of(*ty).map(|object| object.index() as u32).collect();
        let pairs = places.iter().flat_map(|from| places.iter().map(move |to| (*from, *to)));
        let pairs: Vec<(u32, u32)> = pairs.filter(|(from, to)| from != to).collect();
        for &(from, to) in &pairs {
            let cost = geometry.path(Spot::Named(from), Spot::Named(to)).unwrap_or(UNREACHABLE);
            self.put_number(None, table, &[Value::Object(from), Value::Object(to)], cost)?;
        }
        Ok(pairs.len())
    }
}
