//! An agent that plays a domain file as it is: an archetype with all of the file's actions, and the beliefs of its
//! `[start]`.

use cunning_mind::{AgentId, Domain, GameObject, Minds, Value, ValueRef};
use cunning_plan::model::{Argument, ObjectName, PlanningDomain, Setting, Value as Given};

/// The archetype that is added to a domain.
pub(crate) const ARCHETYPE: &str = "player";

/// Returns a domain with an archetype that has all of its actions and some of its goals; `vary` is how much its agents
/// differ in the costs of actions.
pub(crate) fn domain(
    name: &str,
    text: &str,
    planning: &PlanningDomain,
    goals: &[&str],
    vary: f64,
) -> Result<Domain, String> {
    let actions: Vec<&str> =
        planning.actions().as_slice().iter().map(|action| action.name.as_str()).collect();
    let goals: Vec<String> = goals.iter().map(|goal| format!("{goal} = 0")).collect();
    let vary = if vary > 0.0 { format!("vary = {vary}\n") } else { String::new() };
    let text = format!(
        "{text}\n[agent.{ARCHETYPE}]\nactions = {actions:?}\ngoals = {{ {} }}\n{vary}",
        goals.join(", ")
    );
    Domain::from_str(name, &text).map_err(|error| error.to_string())
}

/// The objects that a domain file binds to its open types, as objects of the game.
pub(crate) struct Objects<'d> {
    planning: &'d PlanningDomain,
    names: Vec<&'d str>,
}

impl<'d> Objects<'d> {
    /// Binds the objects of a domain file.
    pub(crate) fn bind(planning: &'d PlanningDomain, minds: &mut Minds) -> Result<Self, String> {
        let bindings = planning.bindings();
        let names = bindings.iter().flat_map(|binding| binding.names.iter().map(String::as_str)).collect();
        let objects = Self { planning, names };
        for binding in bindings {
            let ty = planning.types().get(binding.ty).map_or("", |ty| ty.name.as_str());
            for name in &binding.names {
                let object = objects.object(name).ok_or_else(|| format!("no object `{name}`"))?;
                minds.bind(ty, object, name).map_err(|error| error.to_string())?;
            }
        }
        Ok(objects)
    }

    /// Returns the game's object that a name of an open type stands for.
    fn object(&self, name: &str) -> Option<GameObject> {
        self.names.iter().position(|known| *known == name).map(|at| GameObject(at as u64))
    }

    /// Returns an object of any type as a value.
    pub(crate) fn named(&self, name: &str) -> Value {
        self.object(name).map_or_else(|| Value::from(name), Value::from)
    }

    fn value(&self, name: &ObjectName) -> Value {
        self.named(self.planning.object_name(name))
    }

    /// Returns an argument of a goal as a value.
    pub(crate) fn argument(&self, argument: &Argument) -> Value {
        match argument {
            Argument::Object(name) => self.value(name),
            Argument::Number(number) => Value::from(*number),
        }
    }

    /// Sets the beliefs of an agent.
    pub(crate) fn set<'s>(
        &self,
        minds: &mut Minds,
        agent: AgentId,
        settings: impl IntoIterator<Item = &'s Setting>,
    ) -> Result<(), String> {
        for setting in settings {
            let name = self.planning.facts().get(setting.fact).map_or("", |fact| fact.name.as_str());
            let indices: Vec<Value> = setting.indices.iter().map(|index| self.value(index)).collect();
            let indices: Vec<ValueRef<'_>> = indices.iter().map(ValueRef::from).collect();
            let value = match &setting.value {
                Given::Bool(truth) => Value::from(*truth),
                Given::Int(number) => Value::from(*number),
                Given::Object(name) => self.value(name),
                Given::None => Value::None,
            };
            let set = minds.set(agent, (name, indices.as_slice()), ValueRef::from(&value));
            set.map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}
