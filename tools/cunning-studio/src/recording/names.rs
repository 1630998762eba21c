//! Turns the ids of a recording into the names of its domain.

use cunning_trace::{AgentId, NameTable, Reader, Subject, Term, Value, View};

/// The names that are valid at a tick.
pub(super) struct Names<'a> {
    reader: &'a Reader<Vec<u8>>,
    tick: u64,
    /// The world at the tick, which has the names of the game's objects.
    world: Option<View>,
}

impl<'a> Names<'a> {
    pub(super) fn new(reader: &'a Reader<Vec<u8>>, tick: u64) -> Self {
        Self { reader, tick, world: reader.view(Subject::World, tick).ok() }
    }

    /// Like [`Names::new`] but without the names of the game's objects, which are expensive to look up at every tick.
    pub(super) fn without_objects(reader: &'a Reader<Vec<u8>>, tick: u64) -> Self {
        Self { reader, tick, world: None }
    }

    pub(super) fn name(&self, table: NameTable, id: u32) -> String {
        self.reader.name(table, id, self.tick).map_or_else(|| format!("#{id}"), str::to_owned)
    }

    pub(super) fn value(&self, value: Value) -> String {
        match value {
            Value::None => "none".to_owned(),
            Value::Bool(truth) => truth.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Object(object) => self.name(NameTable::Object, object),
            Value::Handle(handle) => self.object(handle),
            Value::Point(point) => format!("point#{point}"),
        }
    }

    /// An object of the game.
    fn object(&self, handle: u64) -> String {
        let bindings = self.world.iter().flat_map(View::bindings);
        let mut named = bindings.filter(|binding| binding.handle == handle && !binding.name.is_empty());
        named.next().map_or_else(|| format!("#{handle}"), |binding| binding.name.to_owned())
    }

    /// A fact as in `stock[tavern, bottle]`.
    pub(super) fn fact(&self, fact: Term<'_>) -> String {
        self.with_args(NameTable::Fact, fact, ['[', ']'])
    }

    /// An action or a goal as in `buy(bottle)`, without arguments if all are open.
    pub(super) fn call(&self, table: NameTable, term: Term<'_>) -> String {
        self.with_args(table, term, ['(', ')'])
    }

    fn with_args(&self, table: NameTable, term: Term<'_>, [open, close]: [char; 2]) -> String {
        let mut text = self.name(table, term.id);
        if term.args.iter().any(|value| value != Value::None) {
            let args: Vec<String> = term.args.iter().map(|value| self.value(value)).collect();
            text.push(open);
            text.push_str(&args.join(", "));
            text.push(close);
        }
        text
    }

    /// A reason as in `condition lost`.
    pub(super) fn reason(&self, reason: u32) -> String {
        self.name(NameTable::Reason, reason).replace('_', " ")
    }

    /// The name of an agent at the tick.
    pub(super) fn agent(&self, agent: AgentId) -> String {
        let view = self.reader.view(agent, self.tick).ok();
        let name = view.as_ref().and_then(View::identity).map(|(_, name)| name.to_owned());
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("agent {}", agent.0))
    }
}
