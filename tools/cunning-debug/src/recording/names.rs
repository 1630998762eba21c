//! Turns the ids of a recording into the names of its domain.

use cunning_mind::Position;
use cunning_trace::{AgentId, NameTable, Reader, Term, Value, View};

use super::event_text::format_micros;
use super::objects::ObjectNames;

/// The names that are valid at a tick.
pub(super) struct Names<'a> {
    reader: &'a Reader<Vec<u8>>,
    tick: u64,
    objects: &'a ObjectNames,
}

impl<'a> Names<'a> {
    pub(super) fn new(reader: &'a Reader<Vec<u8>>, objects: &'a ObjectNames, tick: u64) -> Self {
        Self { reader, tick, objects }
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
            Value::Point(point) => format_point(Position::unpacked(point)),
        }
    }

    /// An object of the game.
    pub(super) fn object(&self, handle: u64) -> String {
        self.objects.get(handle, self.tick)
    }

    /// A fact as in `stock[tavern, bottle]`.
    pub(super) fn fact(&self, fact: Term<'_>) -> String {
        self.with_args(NameTable::Fact, fact, ['[', ']'])
    }

    /// An action or a goal as in `buy(bottle)`, without arguments that are open.
    pub(super) fn call(&self, table: NameTable, term: Term<'_>) -> String {
        self.with_args(table, term, ['(', ')'])
    }

    fn with_args(&self, table: NameTable, term: Term<'_>, [open, close]: [char; 2]) -> String {
        let mut text = self.name(table, term.id);
        let given = term.args.iter().filter(|value| *value != Value::None);
        let args: Vec<String> = given.map(|value| self.value(value)).collect();
        if !args.is_empty() {
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

/// A point as narration writes it: `3|4`, with a third coordinate where it is not 0.
fn format_point(point: Position) -> String {
    let mut text = format!("{}|{}", format_micros(point.x), format_micros(point.y));
    if point.z != 0 {
        text = format!("{text}|{}", format_micros(point.z));
    }
    text
}
