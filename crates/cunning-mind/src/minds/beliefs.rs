//! Beliefs of agents, set by name or, on hot paths, through typed handles.

use cunning_plan::model::{FactId, FactKind};
use smallvec::SmallVec;

use super::{Minds, micros};
use crate::engine::{AgentId, CERTAIN, Percept};
use crate::error::{MindError, NameKind, UnknownName};
use crate::symbols::{Fact, FactType, Symbol, described, takes};
use crate::value::{FactKey, Value, ValueRef};

/// A ground fact in the engine's terms.
type Ground = (FactId, SmallVec<[cunning_trace::Value; 3]>);

impl Minds {
    /// Sets a belief of an agent with full confidence. A mistyped name, a value of the wrong type or an unbound
    /// object is an error, with a suggestion where possible.
    ///
    /// ```
    /// # use cunning_mind::{Domain, Minds};
    /// # let domain = Domain::from_str("shop.toml", r#"
    /// #     types = { item = ["rum", "coin"] }
    /// #     facts = { open = "bool", stock = { type = "int", min = 0, max = 9, of = ["item"] } }
    /// #     goal.sell = { want = ["open"] }
    /// #     action.unlock = { then = ["open"] }
    /// #     agent.keeper = { actions = ["unlock"], goals = { sell = 1 } }
    /// # "#)?;
    /// # let mut minds = Minds::new(&domain);
    /// let keeper = minds.spawn("keeper")?;
    /// minds.set(keeper, "open", true)?;
    /// minds.set(keeper, ("stock", "rum"), 3)?;
    /// assert_eq!(minds.get(keeper, ("stock", "rum"))?, 3);
    /// let error = minds.set(keeper, "opne", true).unwrap_err();
    /// assert_eq!(error.to_string(), "unknown fact `opne`; did you mean `open`?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set<'a>(
        &mut self,
        agent: AgentId,
        key: impl Into<FactKey<'a>>,
        value: impl Into<ValueRef<'a>>,
    ) -> Result<(), MindError> {
        self.tell_key(agent, &key.into(), value.into(), CERTAIN)
    }

    /// Sets a belief with a confidence between 0 and 1. Below the fact's `threshold` it is not believed.
    pub fn believe<'a>(
        &mut self,
        agent: AgentId,
        key: impl Into<FactKey<'a>>,
        value: impl Into<ValueRef<'a>>,
        confidence: f64,
    ) -> Result<(), MindError> {
        self.tell_key(agent, &key.into(), value.into(), millionths(confidence)?)
    }

    /// Returns the value that an agent believes a fact to have.
    pub fn get<'a>(&self, agent: AgentId, key: impl Into<FactKey<'a>>) -> Result<Value, MindError> {
        self.belief(agent, key).map(|(value, _)| value)
    }

    /// Returns the value that an agent believes a fact to have, and its confidence from 0 to 1.
    pub fn belief<'a>(&self, agent: AgentId, key: impl Into<FactKey<'a>>) -> Result<(Value, f64), MindError> {
        self.check_agent(agent)?;
        let key = key.into();
        let (fact, indices) = self.ground(&key)?;
        let known = self.engine.belief(agent, fact, &indices);
        // The agent does not know the object, so the fact has its default.
        let (value, confidence) = known.ok_or_else(|| no_slot(&key))?;
        Ok((self.value(value), f64::from(confidence) / f64::from(CERTAIN)))
    }

    /// Looks up a fact once, for code that sets it often. The handle stays valid across reloads as long as the fact
    /// keeps its name and type.
    ///
    /// ```
    /// # use cunning_mind::{Domain, Minds};
    /// # let domain = Domain::from_str("guard.toml", r#"
    /// #     facts = { sees_thief = { type = "bool", sensed = true }, calm = "bool" }
    /// #     action.rest = { when = ["not sees_thief"], then = ["calm"] }
    /// #     goal.be_calm = { want = ["calm"] }
    /// #     agent.guard = { actions = ["rest"], goals = { be_calm = 1 } }
    /// # "#)?;
    /// # let mut minds = Minds::new(&domain);
    /// # let guard = minds.spawn("guard")?;
    /// let sees = minds.fact::<bool>("sees_thief")?;
    /// minds.tell(guard, sees, true)?;
    /// assert!(minds.fact::<i64>("sees_thief").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fact<T: FactType>(&self, name: &str) -> Result<Fact<T>, MindError> {
        let id = self.fact_id(name)?;
        let domain = self.domain.planning();
        let fact = domain.facts().get(id).filter(|fact| T::fits(domain, fact));
        let symbol = self.symbols.symbol(NameKind::Fact, name);
        match (fact, symbol) {
            (Some(_), Some(symbol)) => Ok(Fact::new(symbol)),
            _ => Err(MindError::WrongType {
                name: name.to_owned(),
                expected: domain.facts().get(id).map(|fact| takes(domain, &fact.kind)).unwrap_or_default(),
                given: T::NAME.to_owned(),
            }),
        }
    }

    /// Sets a belief through a typed handle, with full confidence.
    pub fn tell<'a, T: FactType + Into<ValueRef<'a>>>(
        &mut self,
        agent: AgentId,
        fact: Fact<T>,
        value: T,
    ) -> Result<(), MindError> {
        self.tell_at(agent, fact, &[], value)
    }

    /// Like [`Minds::tell`], for a member of a family.
    pub fn tell_at<'a, T: FactType + Into<ValueRef<'a>>>(
        &mut self,
        agent: AgentId,
        fact: Fact<T>,
        indices: &[ValueRef<'_>],
        value: T,
    ) -> Result<(), MindError> {
        let id = self.symbols.now(fact.symbol()).map(FactId::new).ok_or(MindError::DeadHandle)?;
        let ground = self.ground_at(id, indices)?;
        let value = self.fact_value(id, value.into())?;
        self.tell_ground(agent, &ground, value, CERTAIN)
    }

    /// Sets a belief through the symbol of its fact, with a confidence between 0 and 1, for bindings to languages
    /// without typed handles. Like a handle, the symbol stays valid as long as the fact keeps its name and type.
    pub fn tell_symbol(
        &mut self,
        agent: AgentId,
        fact: Symbol,
        indices: &[ValueRef<'_>],
        value: ValueRef<'_>,
        confidence: f64,
    ) -> Result<(), MindError> {
        let is_fact = self.symbols.name(fact).is_some_and(|(kind, _)| kind == NameKind::Fact);
        let id = self.symbols.now(fact).filter(|_| is_fact).map(FactId::new).ok_or(MindError::DeadHandle)?;
        let ground = self.ground_at(id, indices)?;
        let value = self.fact_value(id, value)?;
        self.tell_ground(agent, &ground, value, millionths(confidence)?)
    }

    fn tell_key(
        &mut self,
        agent: AgentId,
        key: &FactKey<'_>,
        value: ValueRef<'_>,
        confidence: u32,
    ) -> Result<(), MindError> {
        let ground = self.ground(key)?;
        let value = self.fact_value(ground.0, value)?;
        self.tell_ground(agent, &ground, value, confidence)
    }

    fn tell_ground(
        &mut self,
        agent: AgentId,
        (fact, indices): &Ground,
        value: cunning_trace::Value,
        confidence: u32,
    ) -> Result<(), MindError> {
        self.check_agent(agent)?;
        self.engine.receive(&Percept::Set { agent, fact: *fact, indices, value, confidence });
        Ok(())
    }

    fn fact_id(&self, name: &str) -> Result<FactId, MindError> {
        let found = self.symbols.fact(name);
        found.ok_or_else(|| UnknownName::new(NameKind::Fact, name, self.symbols.fact_names()).into())
    }

    fn ground(&self, key: &FactKey<'_>) -> Result<Ground, MindError> {
        self.ground_at(self.fact_id(key.name)?, &key.indices)
    }

    fn ground_at(&self, id: FactId, indices: &[ValueRef<'_>]) -> Result<Ground, MindError> {
        let domain = self.domain.planning();
        let Some(fact) = domain.facts().get(id) else { return Err(MindError::DeadHandle) };
        if fact.of.len() != indices.len() {
            let (expected, given) = (fact.of.len(), indices.len());
            return Err(MindError::IndexCount { name: fact.name.clone(), expected, given });
        }
        let indices = fact.of.iter().zip(indices).map(|(ty, index)| self.object(&fact.name, *ty, *index));
        Ok((id, indices.collect::<Result<_, _>>()?))
    }

    /// Converts the value of a fact to the engine's terms and checks it.
    fn fact_value(&self, id: FactId, value: ValueRef<'_>) -> Result<cunning_trace::Value, MindError> {
        let domain = self.domain.planning();
        let Some(fact) = domain.facts().get(id) else { return Err(MindError::DeadHandle) };
        match (fact.kind, value) {
            (FactKind::Bool, ValueRef::Bool(truth)) => Ok(cunning_trace::Value::Bool(truth)),
            (FactKind::Int { min, max, .. }, ValueRef::Int(given)) => {
                if (min..=max).contains(&given) {
                    return Ok(cunning_trace::Value::Int(given));
                }
                Err(MindError::OutOfRange { name: fact.name.clone(), min, max, given })
            }
            (FactKind::Object { optional: true, .. }, ValueRef::None) => Ok(cunning_trace::Value::None),
            (FactKind::Object { ty, .. }, ValueRef::Name(_) | ValueRef::Object(_) | ValueRef::Point(_)) => {
                self.object(&fact.name, ty, value)
            }
            (kind, value) => Err(MindError::WrongType {
                name: fact.name.clone(),
                expected: takes(domain, &kind),
                given: described(value),
            }),
        }
    }
}

/// Converts a confidence between 0 and 1 to millionths.
fn millionths(confidence: f64) -> Result<u32, MindError> {
    // The usual case, without the conversion of a float by its decimal text.
    if confidence.to_bits() == 1.0_f64.to_bits() {
        return Ok(CERTAIN);
    }
    Ok(micros(confidence)?.get().clamp(0, CERTAIN.into()) as u32)
}

/// Creates the error for a fact about an object that has no slot.
fn no_slot(key: &FactKey<'_>) -> MindError {
    let object = key.indices.iter().find_map(|index| match index {
        ValueRef::Object(object) => Some(*object),
        _ => None,
    });
    object.map_or(MindError::DeadHandle, MindError::NoSlot)
}
