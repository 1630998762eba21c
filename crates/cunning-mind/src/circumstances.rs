//! A recorded decision in terms of a domain text: the objects, beliefs and goal in the notation that a
//! [`Question`](crate::Question) and the tests of a domain file use.
//!
//! Objects of the game have handles and display names. In a text each of them needs a unique identifier.

use cunning_plan::expr::{RESERVED, is_name};
use cunning_plan::limits::NAME_BYTES_MAX;
use cunning_plan::model::TypeId;
use cunning_plan::{Arg, FactValue, GroundFact, PlanStep, Slot};
use cunning_trace::{Term, Value, View};

use crate::decision_snapshot::DecisionSnapshot;

/// The differences between an agent's situation and the start of a domain text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// The objects of each open type, as in `foe=orc, troll`. Every open type is listed, so that no object of the
    /// text itself remains.
    pub objects: Vec<String>,
    /// Beliefs, as in `sees[orc]=true`.
    pub set: Vec<String>,
    /// The number of beliefs left out because their objects no longer exist.
    pub left_out: usize,
}

impl DecisionSnapshot {
    /// Returns the objects and beliefs that differ from the domain's start.
    pub fn circumstances(&self) -> Circumstances {
        let domain = &self.archetype.spec.planning;
        let objects = self.archetype.slots.iter().filter_map(|(ty, slots)| {
            let names: Vec<&str> = slots.iter().filter_map(|slot| self.name_of_slot(*slot)).collect();
            Some(format!("{}={}", domain.types().get(*ty)?.name, names.join(", ")))
        });
        let grounding = &self.archetype.grounding;
        // A bound slot starts with the same values as an unbound one.
        let start = grounding.start();
        let own =
            |ground: &GroundFact| grounding.value(&self.state, *ground) != grounding.value(&start, *ground);
        let set = grounding.ground_facts().filter(own).filter_map(|ground| self.setting(ground));
        Circumstances { objects: objects.collect(), set: set.collect(), left_out: self.left_out }
    }

    /// Returns a goal in the notation of a question: `kill(f=orc)`. Returns `None` if an argument is unknown to the
    /// agent.
    pub fn call(&mut self, world: &View, goal: Term<'_>) -> Option<String> {
        let known = self.archetype.spec.planning.goals().as_slice().get(goal.id as usize)?.clone();
        let mut args = Vec::new();
        for (param, value) in known.params.iter().zip(goal.args.iter()) {
            if value != Value::None {
                let arg = self.arg(world, value)?;
                args.push(format!("{}={}", param.name, self.text_of(arg)?));
            }
        }
        Some(if args.is_empty() { known.name } else { format!("{}({})", known.name, args.join(", ")) })
    }

    /// Returns a step in the notation of the text.
    pub(crate) fn step_text(&self, step: &PlanStep) -> String {
        let name =
            self.archetype.spec.planning.actions().get(step.action).map_or("", |known| known.name.as_str());
        let args =
            self.archetype.grounding.bound_args(step.id).map(|arg| self.text_of(arg).unwrap_or_default());
        let args: Vec<String> = args.collect();
        if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
    }

    /// Returns a belief as a setting, or `None` if it is about an unbound object.
    fn setting(&self, ground: GroundFact) -> Option<String> {
        let grounding = &self.archetype.grounding;
        let fact = &self.archetype.spec.planning.facts().get(grounding.fact_of(ground)?)?.name;
        let indices = grounding.indices_of(ground).into_iter().map(|arg| self.text_of(arg));
        let indices = indices.collect::<Option<Vec<String>>>()?;
        let value = match grounding.value(&self.state, ground)? {
            FactValue::Bool(truth) => truth.to_string(),
            FactValue::Int(number) => number.to_string(),
            FactValue::Object(object) => self.text_of(Arg::Object(object))?,
            FactValue::Slot(slot) => self.text_of(Arg::Slot(slot))?,
            FactValue::None => "none".to_owned(),
        };
        let family = if indices.is_empty() { String::new() } else { format!("[{}]", indices.join(", ")) };
        Some(format!("{fact}{family}={value}"))
    }

    fn text_of(&self, arg: Arg) -> Option<String> {
        match arg {
            Arg::Object(object) => Some(self.archetype.spec.planning.objects().get(object)?.name.clone()),
            Arg::Slot(slot) => self.name_of_slot(slot).map(str::to_owned),
            Arg::Number(number) => Some(number.to_string()),
        }
    }

    /// Returns the name in the text of the object in a slot.
    fn name_of_slot(&self, slot: Slot) -> Option<&str> {
        self.names.get(&slot).map(String::as_str)
    }

    /// Returns a unique identifier for an object of the game: its name as far as the language allows, or its type's
    /// name, with a number appended if the name is taken.
    pub(crate) fn name_for(&self, ty: TypeId, name: &str) -> String {
        let domain = &self.archetype.spec.planning;
        let of_type = domain.types().get(ty).map_or("object", |ty| ty.name.as_str());
        let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
        let short: String = name.chars().map(letter).take(NAME_BYTES_MAX / 2).collect();
        let short = short.trim_matches('_');
        let stem = if short.is_empty() { of_type.to_owned() } else { short.to_owned() };
        let stem = if is_name(&stem) { stem } else { format!("_{stem}") };
        let is_free = |name: &String| {
            !RESERVED.contains(&name.as_str())
                && self.names.values().all(|known| known != name)
                && domain.objects().as_slice().iter().all(|known| known.name != *name)
        };
        let numbered = (2_u64..).map(|number| format!("{stem}_{number}"));
        std::iter::once(stem.clone()).chain(numbered).find(is_free).unwrap_or_default()
    }
}
