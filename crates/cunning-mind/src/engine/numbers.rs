//! Numbers of tables that the game has overwritten, such as prices, distances and dangers, for all agents or for one.

use std::collections::BTreeMap;

use cunning_plan::model::{FactKind, ObjectId, ObjectName, TableId, TypeId};
use cunning_plan::{Micros, State, TableNumber};

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
    pub(crate) fn apply(
        &self,
        archetype: &CompiledArchetype,
        agent: AgentId,
        state: &mut State,
    ) -> Result<(), MindError> {
        for whose in [None, Some(agent)] {
            let nothing = (whose, (TableId::new(0), Vec::new()));
            let own = self.of.range(nothing..).take_while(|((of, _), _)| *of == whose);
            for ((_, (table, key)), value) in own {
                archetype.grounding.set_number(state, &number(*table, key, *value))?;
            }
        }
        Ok(())
    }

    /// Removes the numbers of a removed agent.
    pub(crate) fn forget(&mut self, agent: AgentId) {
        self.of.retain(|(whose, _), _| *whose != Some(agent));
    }

    /// Returns the numbers that still exist in another domain.
    pub(crate) fn carried(&self, names: &Names<'_>) -> Self {
        let new = |((whose, (table, key)), value): (&Key, &Micros)| {
            let key = key.iter().map(|object| names.object(*object)).collect::<Option<Vec<_>>>()?;
            Some(((*whose, (names.table(*table)?, key)), *value))
        };
        Self { of: self.of.iter().filter_map(new).collect() }
    }
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
        let domain = &self.spec.planning;
        let of = domain.tables().get(table).map(|known| known.of.as_slice());
        let of = of.ok_or_else(|| {
            MindError::malformed("table", format!("index {} is out of range", table.index()))
        })?;
        let object = |(ty, value): (&TypeId, &Value)| match value {
            Value::Object(object) => domain.objects_of(*ty).find(|known| known.index() == *object as usize),
            _ => None,
        };
        let objects: Option<Vec<ObjectId>> = of.iter().zip(key).map(object).collect();
        let objects = objects.filter(|_| of.len() == key.len()).ok_or_else(|| {
            MindError::malformed("table index", "an index is not an object of the table's type")
        })?;
        if let Some(agent) = agent.filter(|agent| self.index_of(*agent).is_none()) {
            return Err(MindError::NoAgent(agent));
        }
        let number = number(table, &objects, value);
        for archetype in &self.archetypes {
            archetype.grounding.set_number(&mut archetype.grounding.start(), &number)?;
        }
        self.ctx.recorder.number(agent, table, key, value);
        let mut key = (agent, (table, objects));
        for known in self.agents.iter_mut().filter_map(|entry| entry.agent.as_deref_mut()) {
            // A number for one agent is not changed by a number for all.
            key.0 = Some(known.id);
            if agent == key.0 || agent.is_none() && !self.numbers.of.contains_key(&key) {
                self.archetypes[known.archetype]
                    .grounding
                    .set_number(&mut known.beliefs.memory.state, &number)?;
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
