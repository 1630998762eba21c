//! The vocabulary of records: agents, values, terms and name tables.
//!
//! All of them are numbers. The name records of a recording give the numbers their meaning.

use cunning_encode::{encode_enum, encode_struct};

use crate::list::List;
use crate::output::encoded_names;

/// The id of an agent, chosen by the engine. An id may be reused after its agent was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(pub u64);

encode_struct!(AgentId { 0 });

/// What a record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The world: everything that belongs to no single agent.
    World,
    /// One agent.
    Agent(AgentId),
}

impl From<AgentId> for Subject {
    fn from(agent: AgentId) -> Self {
        Self::Agent(agent)
    }
}

/// Whether a record is an input or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// An input of the run. Repeating all inputs in the same order repeats the run.
    Input,
    /// A result of the inputs.
    Result,
}

/// The value of a fact or an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// No value: an empty optional fact or an open argument.
    None,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An object of the domain file, named in [`NameTable::Object`].
    Object(u32),
    /// An object of the game, by the game's id.
    Handle(u64),
    /// A point of the world that a query made up, its coordinates packed into one number by the maker.
    Point(u64),
}

impl Value {
    /// The number of the kind and the content as a number.
    pub(crate) fn parts(self) -> (u8, u64) {
        match self {
            Self::None => (0, 0),
            Self::Bool(truth) => (1, u64::from(truth)),
            Self::Int(number) => (2, number as u64),
            Self::Object(object) => (3, u64::from(object)),
            Self::Handle(handle) => (4, handle),
            Self::Point(point) => (5, point),
        }
    }
}

encode_enum!(Value {
    0 = None,
    1 = Bool(truth),
    2 = Int(number),
    3 = Object(object),
    4 = Handle(handle),
    5 = Point(point),
});

/// A fact, action, goal or question with its arguments, such as `sees[orc]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term<'a> {
    /// The id in its name table.
    pub id: u32,
    /// The arguments in the order of the declaration.
    pub args: List<'a, Value>,
}

impl<'a> Term<'a> {
    /// Creates a term with arguments.
    pub fn new(id: u32, args: impl Into<List<'a, Value>>) -> Self {
        Self { id, args: args.into() }
    }

    /// Creates a term without arguments.
    pub const fn plain(id: u32) -> Self {
        Self { id, args: List::empty() }
    }
}

encode_struct!(Term<'a> { id, args });

encoded_names! {
    /// The table that an id belongs to.
    NameTable {
        /// Types.
        Type = 0,
        /// Objects of closed types.
        Object = 1,
        /// Facts and families of facts.
        Fact = 2,
        /// Tables.
        Table = 3,
        /// Actions.
        Action = 4,
        /// Goals.
        Goal = 5,
        /// Queries.
        Query = 6,
        /// Questions to the game.
        Question = 7,
        /// Sensors.
        Sensor = 8,
        /// Traits.
        Trait = 9,
        /// Archetypes.
        Archetype = 10,
        /// Reasons of ends, stops, idleness and interruptions.
        Reason = 11,
        /// Kinds of messages.
        Message = 12,
    }
}
