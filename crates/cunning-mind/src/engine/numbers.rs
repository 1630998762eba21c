//! Numbers of tables that the game has overwritten: prices, distances, dangers, for everybody or for one agent.

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

/// What is no way at all costs less than nothing, which no action may.
const NO_WAY: Micros = match Micros::new(-1_000_000) {
    Some(cost) => cost,
    None => Micros::ZERO,
};

/// Whose number, and which.
type Key = (Option<AgentId>, (TableId, Vec<ObjectId>));

/// The numbers that count instead of those of the domain. Those for all come before those for one, who may differ.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    of: BTreeMap<Key, Micros>,
}

wire_struct!(Numbers { of });

impl Numbers {
    /// Puts the numbers of an agent into what it believes.
    pub(crate) fn apply(
        &self,
        kind: &CompiledArchetype,
        agent: AgentId,
        state: &mut State,
    ) -> Result<(), MindError> {
        for whose in [None, Some(agent)] {
            let nothing = (whose, (TableId::new(0), Vec::new()));
            let own = self.of.range(nothing..).take_while(|((of, _), _)| *of == whose);
            for ((_, (table, key)), value) in own {
                kind.grounding.set_number(state, &number(*table, key, *value))?;
            }
        }
        Ok(())
    }

    /// An agent is gone, and with it what counted for it alone.
    pub(crate) fn forget(&mut self, agent: AgentId) {
        self.of.retain(|(whose, _), _| *whose != Some(agent));
    }

    /// What is left of them in another domain.
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
    /// Overwrites a number of a table, for one agent or, if none is named, for all that there are and will be. Only costs
    /// follow: a table that conditions or amounts read is fixed. It wakes nobody; what is planned from now on reckons with
    /// it.
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
    /// let mut set = MindEngine::new(spec.clone(), MindConfig::default());
    /// let ale = Value::Object(0);
    /// set.set_number(None, "price", &[ale], Micros::from_int(9).ok_or("too much")?)?;
    /// let guest = set.spawn("guest", Spawn::default())?;
    /// set.tick(16, 100);
    /// assert_eq!(set.plan_of(guest)[0].1, [Value::Object(1)]);
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
        if let Some(agent) = agent.filter(|agent| self.place(*agent).is_none()) {
            return Err(MindError::NoAgent(agent));
        }
        let number = number(table, &objects, value);
        for kind in &self.kinds {
            kind.grounding.set_number(&mut kind.grounding.start(), &number)?;
        }
        self.ctx.recorder.number(agent, table, key, value);
        let mut key = (agent, (table, objects));
        for known in self.agents.iter_mut().filter_map(|entry| entry.agent.as_deref_mut()) {
            // What counts for one alone is not changed by what counts for all.
            key.0 = Some(known.id);
            if agent == key.0 || agent.is_none() && !self.numbers.of.contains_key(&key) {
                self.kinds[known.kind].grounding.set_number(&mut known.memory.state, &number)?;
                known.memory.version += 1;
            }
        }
        key.0 = agent;
        self.numbers.of.insert(key, value);
        Ok(())
    }

    /// Measures all ways between the named places of a domain that says `[move] cost = "path"`, and puts them into its table
    /// for everybody; how many there are. To be called when a level begins, and whenever its ways change. Where there is no
    /// way, nobody plans to walk. Ways to objects of the game cost what the table says by default.
    pub fn measure_ways(&mut self, geometry: &mut dyn Geometry) -> Result<usize, MindError> {
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
        let ways = places.iter().flat_map(|from| places.iter().map(move |to| (*from, *to)));
        let ways: Vec<(u32, u32)> = ways.filter(|(from, to)| from != to).collect();
        for &(from, to) in &ways {
            let cost = geometry.path(Spot::Named(from), Spot::Named(to)).unwrap_or(NO_WAY);
            self.put_number(None, table, &[Value::Object(from), Value::Object(to)], cost)?;
        }
        Ok(ways.len())
    }
}
