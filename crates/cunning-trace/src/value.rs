//! Who and what records speak of: agents, values, terms, and the tables in which numbers have names.
//!
//! All of it is plain numbers. What a number stands for is said by the name records of the recording, never here.

use crate::list::List;
use crate::wire::{Input, Malformed, Output, Wire, wire_fields, wire_names};

/// An agent, by the handle that its maker chose. A handle may be used again once its agent was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(pub u64);

wire_fields!(AgentId { 0 });

/// Whom a record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// All agents, or none of them.
    World,
    /// One agent.
    Agent(AgentId),
}

impl From<AgentId> for Subject {
    fn from(agent: AgentId) -> Self {
        Self::Agent(agent)
    }
}

/// Where a record comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A message from outside: giving all of them to the same domain in the same order makes the same run.
    Input,
    /// What followed from them.
    Result,
}

/// What a fact is, or what an argument stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Nothing: the value of an empty optional fact, or an argument left open.
    None,
    /// A truth.
    Bool(bool),
    /// A number.
    Int(i64),
    /// An object of the domain file, named in [`NameTable::Object`].
    Object(u32),
    /// An object of the game, bound under this handle.
    Handle(u64),
}

impl Value {
    /// The number of the kind, and what it holds as a bare number.
    pub(crate) fn parts(self) -> (u8, u64) {
        match self {
            Self::None => (0, 0),
            Self::Bool(truth) => (1, u64::from(truth)),
            Self::Int(number) => (2, number as u64),
            Self::Object(object) => (3, u64::from(object)),
            Self::Handle(handle) => (4, handle),
        }
    }
}

/// The number of the kind in one byte, then what it holds.
impl Wire<'_> for Value {
    fn put(&self, out: &mut Output) {
        out.byte(self.parts().0);
        match self {
            Self::None => {}
            Self::Bool(truth) => truth.put(out),
            Self::Int(number) => number.put(out),
            Self::Object(object) => object.put(out),
            Self::Handle(handle) => handle.put(out),
        }
    }

    fn take(input: &mut Input<'_>) -> Result<Self, Malformed> {
        Ok(match input.byte()? {
            0 => Self::None,
            1 => Self::Bool(Wire::take(input)?),
            2 => Self::Int(Wire::take(input)?),
            3 => Self::Object(Wire::take(input)?),
            4 => Self::Handle(Wire::take(input)?),
            _ => return Err(Malformed),
        })
    }
}

/// Something of the domain with its arguments: a fact such as `sees[orc]`, an action, a goal, a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term<'a> {
    /// Its number in the table of its sort.
    pub id: u32,
    /// Its arguments in the order of the domain; none for most.
    pub args: List<'a, Value>,
}

impl<'a> Term<'a> {
    /// A term with arguments.
    pub fn new(id: u32, args: impl Into<List<'a, Value>>) -> Self {
        Self { id, args: args.into() }
    }

    /// A term without arguments.
    pub const fn plain(id: u32) -> Self {
        Self { id, args: List::empty() }
    }
}

wire_fields!(Term<'a> { id, args });

wire_names! {
    /// Which numbers a name belongs to.
    NameTable {
        /// Types.
        Type = 0,
        /// Objects of closed types.
        Object = 1,
        /// Facts and families of facts.
        Fact = 2,
        /// Tables of numbers.
        Table = 3,
        /// Actions.
        Action = 4,
        /// Goals.
        Goal = 5,
        /// Queries for candidates.
        Query = 6,
        /// Questions to the game.
        Question = 7,
        /// Sensors.
        Sensor = 8,
        /// Traits.
        Trait = 9,
        /// Archetypes.
        Archetype = 10,
        /// Reasons: of ends, stops, idleness, interruptions.
        Reason = 11,
        /// Messages that only their sender and receiver know.
        Message = 12,
    }
}
