//! Names, their lookup, and errors about them.

use std::collections::{BTreeMap, BTreeSet};

use cunning_diag::{Collector, Diagnostic, FileSpan, did_you_mean};

use super::Reader;
use super::features::{REFUSED_HEADS, refused};
use super::sections::unsupported;
use crate::codes;
use crate::limits::NAME_BYTES_MAX;
use crate::model::{FunctionId, Name, ObjectId, PredicateId};
use crate::tree::{Tree, TreeKind};

/// The keywords of conditions and effects, which cannot name predicates.
pub(super) const KEYWORDS: [&str; 15] = [
    "and", "or", "not", "imply", "forall", "exists", "when", "=", "<", "<=", ">", ">=", "increase",
    "decrease", "assign",
];

/// Declarations by their names in lower case. Types, objects, predicates, functions and actions have separate
/// namespaces.
#[derive(Debug, Default)]
pub(super) struct Index {
    pub(super) objects: BTreeMap<String, ObjectId>,
    pub(super) predicates: BTreeMap<String, PredicateId>,
    pub(super) functions: BTreeMap<String, FunctionId>,
    pub(super) actions: BTreeMap<String, FileSpan>,
    /// The names of broken declarations, whose uses are not reported.
    pub(super) broken: BTreeSet<String>,
}

impl Name {
    /// The key that names are compared by.
    pub(crate) fn key(&self) -> String {
        self.text.to_ascii_lowercase()
    }
}

/// Reads a word as a name; `what` describes the named thing in messages.
pub(super) fn name(tree: &Tree<'_>, what: &str, collector: &mut Collector) -> Option<Name> {
    match tree.kind {
        TreeKind::Word(text) => checked(text, tree.span, what, collector),
        TreeKind::Variable(text) => {
            let diagnostic =
                Diagnostic::error(codes::SYNTAX, format!("expected the name of {what}, found `?{text}`"));
            collector.push(tree.span, diagnostic.hint("only variables start with `?`"));
            None
        }
        TreeKind::List(_) => unexpected(tree, &format!("the name of {what}"), collector),
    }
}

/// Reads the name of a variable.
pub(super) fn variable(tree: &Tree<'_>, collector: &mut Collector) -> Option<Name> {
    match tree.kind {
        TreeKind::Variable(text) => checked(text, tree.span, "a variable", collector),
        TreeKind::Word(text) => {
            let diagnostic = Diagnostic::error(codes::SYNTAX, format!("expected a variable, found `{text}`"));
            collector.push(tree.span, diagnostic.hint(format!("write `?{text}`")));
            None
        }
        TreeKind::List(_) => unexpected(tree, "a variable", collector),
    }
}

/// Reports an unexpected tree.
pub(super) fn unexpected<T>(tree: &Tree<'_>, expected: &str, collector: &mut Collector) -> Option<T> {
    let message = format!("expected {expected}, found {}", tree.show());
    collector.error(tree.span, codes::SYNTAX, message);
    None
}

fn checked(text: &str, span: FileSpan, what: &str, collector: &mut Collector) -> Option<Name> {
    if text.len() > NAME_BYTES_MAX {
        collector.error(span, codes::LIMIT, format!("name is longer than {NAME_BYTES_MAX} bytes"));
        return None;
    }
    let begins = text.chars().next().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    if begins && text.chars().all(|c| c.is_ascii_graphic()) {
        return Some(Name { text: text.to_owned(), span });
    }
    let diagnostic = Diagnostic::error(codes::NAME, format!("`{text}` is not a valid name for {what}"));
    let hint = "names consist of letters, digits, `-` and `_`, and start with a letter";
    collector.push(span, diagnostic.hint(hint));
    None
}

/// The namespace of a lookup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Type,
    Object,
    Predicate,
    Function,
}

impl Reader<'_> {
    /// Reports an unknown name with a suggestion, or as the unsupported feature that it belongs to.
    pub(super) fn unknown(&mut self, sort: Sort, text: &str, span: FileSpan) {
        let key = text.to_ascii_lowercase();
        if self.index.broken.contains(&key) {
            return;
        }
        if let (Sort::Predicate | Sort::Function, Some(feature)) = (sort, refused(&REFUSED_HEADS, &key)) {
            self.collector.push(span, unsupported(feature, text));
            return;
        }
        let (what, likely) = match sort {
            Sort::Type => ("type", did_you_mean(&key, self.model.types.names())),
            Sort::Object => ("object", nearest(&key, &self.index.objects)),
            Sort::Predicate => ("predicate", nearest(&key, &self.index.predicates)),
            Sort::Function => ("function", nearest(&key, &self.index.functions)),
        };
        self.unknown_with(span, format!("unknown {what} `{text}`"), likely.map(str::to_owned));
    }

    /// Reports an unknown name with an optional suggestion.
    pub(super) fn unknown_with(&mut self, span: FileSpan, message: String, likely: Option<String>) {
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, message);
        self.collector.push(
            span,
            match likely {
                Some(likely) => diagnostic.hint(format!("did you mean `{likely}`?")),
                None => diagnostic,
            },
        );
    }

    /// Remembers that a declaration is broken, so that its uses are not reported.
    pub(super) fn broken(&mut self, tree: Option<&Tree<'_>>) {
        let text = tree.and_then(|tree| match tree.kind {
            TreeKind::Word(text) | TreeKind::Variable(text) => Some(text),
            TreeKind::List(_) => None,
        });
        self.index.broken.extend(text.map(str::to_ascii_lowercase));
    }
}

fn nearest<'n, T>(key: &str, names: &'n BTreeMap<String, T>) -> Option<&'n str> {
    did_you_mean(key, names.keys().map(String::as_str))
}
