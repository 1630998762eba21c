//! Names and who has them.

use std::collections::{BTreeMap, BTreeSet};

use cunning_diag::{Diagnostic, did_you_mean};

use super::Reader;
use super::features::{REFUSED_HEADS, refused};
use super::sections::unsupported;
use crate::codes;
use crate::findings::{Findings, SourceSpan};
use crate::limits::NAME_BYTES_MAX;
use crate::model::{FunctionId, Name, ObjectId, PredicateId};
use crate::tree::{Tree, TreeKind};

/// Words that mean something in conditions and effects, so that no predicate can have them as its name.
pub(super) const KEYWORDS: [&str; 15] = [
    "and", "or", "not", "imply", "forall", "exists", "when", "=", "<", "<=", ">", ">=", "increase",
    "decrease", "assign",
];

/// Everything that has a name, by that name in lower case. Types, objects, predicates, functions and actions do not
/// get into each other's way.
#[derive(Debug, Default)]
pub(super) struct Index {
    pub(super) objects: BTreeMap<String, ObjectId>,
    pub(super) predicates: BTreeMap<String, PredicateId>,
    pub(super) functions: BTreeMap<String, FunctionId>,
    pub(super) actions: BTreeMap<String, SourceSpan>,
    /// Names whose declarations are broken: that nothing has them is no second mistake.
    pub(super) broken: BTreeSet<String>,
}

impl Name {
    /// What names are compared by.
    pub(crate) fn key(&self) -> String {
        self.text.to_ascii_lowercase()
    }
}

/// The name that a word is; `what` says in words what it is to name.
pub(super) fn name(tree: &Tree<'_>, what: &str, findings: &mut Findings) -> Option<Name> {
    match tree.kind {
        TreeKind::Word(text) => checked(text, tree.place, what, findings),
        TreeKind::Variable(text) => {
            let diagnostic = Diagnostic::error(codes::SYNTAX, format!("expected {what}, found `?{text}`"));
            findings.push(tree.place, diagnostic.hint("names begin with `?` only where they are variables"));
            None
        }
        TreeKind::List(_) => unexpected(tree, what, findings),
    }
}

/// The name that a variable has.
pub(super) fn variable(tree: &Tree<'_>, findings: &mut Findings) -> Option<Name> {
    match tree.kind {
        TreeKind::Variable(text) => checked(text, tree.place, "a variable", findings),
        TreeKind::Word(text) => {
            let diagnostic = Diagnostic::error(codes::SYNTAX, format!("expected a variable, found `{text}`"));
            findings.push(tree.place, diagnostic.hint(format!("write `?{text}`")));
            None
        }
        TreeKind::List(_) => unexpected(tree, "a variable", findings),
    }
}

/// Notes something where something else belongs.
pub(super) fn unexpected<T>(tree: &Tree<'_>, expected: &str, findings: &mut Findings) -> Option<T> {
    let message = format!("expected {expected}, found {}", tree.show());
    findings.error(tree.place, codes::SYNTAX, message);
    None
}

fn checked(text: &str, place: SourceSpan, what: &str, findings: &mut Findings) -> Option<Name> {
    if text.len() > NAME_BYTES_MAX {
        findings.error(place, codes::LIMIT, format!("a name has at most {NAME_BYTES_MAX} bytes"));
        return None;
    }
    let begins = text.chars().next().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    if begins && text.chars().all(|c| c.is_ascii_graphic()) {
        return Some(Name { text: text.to_owned(), place });
    }
    let diagnostic = Diagnostic::error(codes::NAME, format!("`{text}` cannot be the name of {what}"));
    let hint = "a name has letters, digits, `-` and `_`, and begins with a letter";
    findings.push(place, diagnostic.hint(hint));
    None
}

/// What a name was looked up as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Type,
    Object,
    Predicate,
    Function,
}

impl Reader<'_> {
    /// Notes a name that nothing has: with the name that was probably meant, or as the part of PDDL that it stands for.
    pub(super) fn unknown(&mut self, sort: Sort, text: &str, place: SourceSpan) {
        let key = text.to_ascii_lowercase();
        if self.index.broken.contains(&key) {
            return;
        }
        if let (Sort::Predicate | Sort::Function, Some(feature)) = (sort, refused(&REFUSED_HEADS, &key)) {
            self.findings.push(place, unsupported(feature, text));
            return;
        }
        let (what, likely) = match sort {
            Sort::Type => ("type", did_you_mean(&key, self.model.types.names())),
            Sort::Object => ("object", nearest(&key, &self.index.objects)),
            Sort::Predicate => ("predicate", nearest(&key, &self.index.predicates)),
            Sort::Function => ("function", nearest(&key, &self.index.functions)),
        };
        self.unknown_with(place, format!("there is no {what} `{text}`"), likely.map(str::to_owned));
    }

    /// Notes that something is unknown, and what was probably meant.
    pub(super) fn unknown_with(&mut self, place: SourceSpan, message: String, likely: Option<String>) {
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, message);
        self.findings.push(
            place,
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
