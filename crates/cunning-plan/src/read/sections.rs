//! Tables and keys that the planner does not read itself.
//!
//! Other parts of the engine add keys to the language. Each registers a [`SectionReader`] that lists its keys and gets
//! the sections that have them. Without such a reader the reserved words are skipped.

use cunning_diag::{Diagnostic, Diagnostics};

use super::Context;
use super::names::check_name;
use super::numbers::Arithmetic;
use super::resolve::Scope;
use crate::codes;
use crate::expr::{Expr, parse_number};
use crate::model::{
    ActionId, Condition, CurveId, FactId, GoalId, Number, Param, PlanningDomain, SourceSpan, TypeId,
};
use crate::read_error::{Checked, ReadError};
use crate::shape::Entries;
use crate::tree::{Node, Text};

/// What a section belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The whole domain: a top-level table.
    Domain,
    /// A key of a type.
    Type(TypeId),
    /// A key of a fact.
    Fact(FactId),
    /// A key of an action.
    Action(ActionId),
    /// A key of a goal.
    Goal(GoalId),
}

impl Owner {
    /// Returns what kind of declaration the owner is.
    pub const fn kind(self) -> OwnerKind {
        match self {
            Self::Domain => OwnerKind::Domain,
            Self::Type(_) => OwnerKind::Type,
            Self::Fact(_) => OwnerKind::Fact,
            Self::Action(_) => OwnerKind::Action,
            Self::Goal(_) => OwnerKind::Goal,
        }
    }
}

/// The kinds of declarations that can have keys of section readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerKind {
    /// The whole domain: top-level tables.
    Domain,
    /// Keys of a type.
    Type,
    /// Keys of a fact.
    Fact,
    /// Keys of an action.
    Action,
    /// Keys of a goal.
    Goal,
}

impl OwnerKind {
    /// All kinds, in the order of a domain file.
    pub const ALL: [Self; 5] = [Self::Domain, Self::Type, Self::Fact, Self::Action, Self::Goal];

    /// Returns the words that are reserved for section readers.
    ///
    /// The planner gives them no meaning. It skips them when no registered reader has them, so that a domain with
    /// agents can also be read for planning alone.
    pub const fn reserved(self) -> &'static [&'static str] {
        match self {
            Self::Domain => &["query", "agent"],
            Self::Type => &["fill"],
            Self::Fact => &["forget", "threshold", "scope", "drift", "wake"],
            Self::Action => &[
                "claims",
                "duration",
                "while",
                "grace",
                "retries",
                "timeout",
                "cooldown",
                "interrupt",
                "stop",
                "orders",
                "done",
            ],
            Self::Goal => &["relevance", "mode", "sticky", "min_time", "replan", "cooldown", "claims"],
        }
    }
}

/// A key or table that a section reader adds to the language.
#[derive(Clone, Copy, Debug)]
pub struct KeySpec {
    /// The name of the key.
    pub name: &'static str,
    /// One sentence that says what the key is for, shown by editors.
    pub doc: &'static str,
    /// The value that counts if the key is not given, as the documentation shows it.
    pub default: Option<&'static str>,
    /// The members of the JSON Schema of the value, such as `"type": "string"`.
    pub schema: &'static str,
}

/// A table or key that the planner does not read itself.
#[derive(Clone, Debug)]
pub struct Section {
    /// The declaration that it belongs to.
    pub owner: Owner,
    /// The name of the table or key.
    pub key: Text,
    /// What the file says for the key.
    pub value: Node,
}

/// Reads the sections of a domain file that are not about planning.
pub trait SectionReader {
    /// Returns the keys that this reader adds to declarations of a kind. It gets only sections with these keys. Keys
    /// that no reader adds and that are not [reserved](OwnerKind::reserved) are reported as unknown.
    fn keys(&self, owner: OwnerKind) -> &'static [KeySpec];

    /// Reads one section. The domain is complete by then, except for invalid declarations.
    fn read(&mut self, section: &Section, context: &mut SectionContext<'_, '_>);

    /// Called once after all sections have been read, for checks that need several of them.
    fn finish(&mut self, context: &mut SectionContext<'_, '_>) {
        let _ = context;
    }
}

/// The access of a section reader to the domain and the list of errors.
pub struct SectionContext<'a, 'b> {
    context: &'a mut Context<'b>,
    found: &'a mut Diagnostics,
}

impl SectionContext<'_, '_> {
    /// Returns the domain.
    pub fn domain(&self) -> &PlanningDomain {
        &self.context.domain
    }

    /// Reads a list of conditions with these parameters in scope; variables may shadow them. Invalid conditions are
    /// reported and left out.
    pub fn conditions(&mut self, node: &Node, params: &[Param]) -> Vec<Condition> {
        self.context.conditions(Some(node), &mut Scope::hideable(params))
    }

    /// Reads the string of a number expression with decimals.
    pub fn number(&mut self, text: &Text, params: &[Param]) -> Checked<Number> {
        let syntax = parse_number(&text.value).map_err(|error| Box::new(ReadError::syntax(error, text)))?;
        self.number_of(text, &syntax, params)
    }

    /// Reads a number expression with decimals that is a part of a string.
    pub fn number_of(&mut self, text: &Text, part: &Expr, params: &[Param]) -> Checked<Number> {
        self.context.resolver(text, &mut Scope::new(params)).number(part, Arithmetic::Decimals)
    }

    /// Resolves the name of an action.
    pub fn action(&self, name: &Text) -> Checked<ActionId> {
        self.context.names.action(&name.value, name.span)
    }

    /// Resolves the name of a goal.
    pub fn goal(&self, name: &Text) -> Checked<GoalId> {
        self.context.names.goal(&name.value, name.span)
    }

    /// Resolves the name of a type.
    pub fn ty(&self, name: &Text) -> Checked<TypeId> {
        self.context.names.ty(&name.value, name.span)
    }

    /// Resolves the name of a curve at a span.
    pub fn curve(&self, name: &str, span: SourceSpan) -> Checked<CurveId> {
        self.context.names.curve(name, span)
    }

    /// Checks that a text is a valid name.
    pub fn name(&self, name: &Text) -> Checked<()> {
        check_name(name)
    }

    /// Reports the unknown keys of a table.
    pub fn keys(&mut self, entries: &Entries, known: &[&str]) {
        self.context.plain_keys(entries, known);
    }

    /// Returns the value of a successful result; records the error of a failed one.
    pub fn keep<T>(&mut self, checked: Checked<T>) -> Option<T> {
        self.context.problems.keep(checked)
    }

    /// Returns whether the list of errors is full, so that reading should stop.
    pub fn is_full(&self) -> bool {
        self.context.problems.is_full()
    }

    /// Reports a finding.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }
}

impl Context<'_> {
    /// Checks the keys of a declaration that may have sections, and collects the sections.
    pub(super) fn keys(&mut self, entries: &Entries, known: &[&str], owner: Owner) {
        for (key, value) in entries {
            let word = key.value.as_str();
            if known.contains(&word) {
                continue;
            }
            if self.problems.is_full() {
                return;
            }
            let reserved = owner.kind().reserved();
            if reserved.contains(&word) || self.readers.iter().any(|reader| has_key(&**reader, owner, word)) {
                self.sections.push(Section { owner, key: key.clone(), value: value.clone() });
                continue;
            }
            let what = if owner == Owner::Domain { "table" } else { "key" };
            let read_error = ReadError::new(codes::UNKNOWN_KEY, format!("unknown {what} `{word}`"), key.span);
            let added = self.readers.iter().flat_map(|reader| reader.keys(owner.kind())).map(|key| key.name);
            let candidates: Vec<&str> = known.iter().chain(reserved).copied().chain(added).collect();
            self.problems.push(read_error.suggest(word, candidates));
        }
    }

    /// Checks the keys of a table without sections.
    pub(super) fn plain_keys(&mut self, entries: &Entries, known: &[&str]) {
        for (key, _) in entries {
            if self.problems.is_full() {
                return;
            }
            let word = key.value.as_str();
            if !known.contains(&word) {
                let read_error =
                    ReadError::new(codes::UNKNOWN_KEY, format!("unknown key `{word}`"), key.span);
                self.problems.push(read_error.suggest(word, known.iter().copied()));
            }
        }
    }

    /// Passes the sections to the readers that read them, in file order within each owner.
    pub(super) fn read_sections(&mut self, found: &mut Diagnostics) {
        let sections = std::mem::take(&mut self.sections);
        let mut readers = std::mem::take(&mut self.readers);
        for section in &sections {
            for reader in &mut readers {
                if has_key(&**reader, section.owner, &section.key.value) {
                    reader.read(section, &mut SectionContext { context: self, found });
                }
            }
        }
        for reader in &mut readers {
            reader.finish(&mut SectionContext { context: self, found });
        }
        self.readers = readers;
    }
}

fn has_key(reader: &dyn SectionReader, owner: Owner, key: &str) -> bool {
    reader.keys(owner.kind()).iter().any(|known| known.name == key)
}
