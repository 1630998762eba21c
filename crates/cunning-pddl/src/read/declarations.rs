//! Reading of `:types`, `:constants`, `:objects`, `:predicates` and `:functions`.

use cunning_diag::{Collector, FileSpan};

use super::Reader;
use super::names::{KEYWORDS, Sort, name, unexpected, variable};
use super::sections::{Document, unsupported};
use crate::codes;
use crate::limits::{
    ARGUMENTS_MAX, DECLARATIONS_MAX, EITHER_MAX, FUNCTIONS_MAX, KINDS_MAX, OBJECTS_MAX, PREDICATES_MAX,
    TYPES_MAX,
};
use crate::model::{FunctionId, Name, Object, ObjectId, PredicateId, Signature, Variable};
use crate::tree::Tree;
use crate::types::{KindId, OBJECT, TypeId};

/// The function that metrics may minimize.
const TOTAL_COST: &str = "total-cost";

/// A member of a list such as `a b - t c`, with the type that follows it.
struct Typed<'t> {
    tree: &'t Tree<'t>,
    ty: Option<&'t Tree<'t>>,
}

/// Splits a typed list, and reports dashes without a name or type.
fn typed<'t>(members: &'t [Tree<'t>], collector: &mut Collector) -> Vec<Typed<'t>> {
    let mut list: Vec<Typed<'t>> = Vec::with_capacity(members.len());
    // The index of the first member whose type is still to come.
    let mut waiting = 0;
    let mut members = members.iter();
    while let Some(tree) = members.next() {
        if !tree.is("-") {
            list.push(Typed { tree, ty: None });
            continue;
        }
        let ty = members.next();
        if ty.is_none() || waiting == list.len() {
            let missing = if ty.is_none() { "a type after" } else { "a name before" };
            collector.error(tree.span, codes::SYNTAX, format!("expected {missing} `-`"));
        }
        for member in list.iter_mut().skip(waiting) {
            member.ty = ty;
        }
        waiting = list.len();
    }
    list
}

impl Reader<'_> {
    pub(super) fn types(&mut self, domain: &Document<'_>) {
        let Some(section) = domain.one(":types") else { return };
        let list = typed(section.body, self.collector);
        let mut declared: Vec<(TypeId, &Tree<'_>)> = Vec::new();
        for member in &list {
            if self.collector.is_full() || !self.more_types(member.tree.span) {
                return;
            }
            let Some(name) = name(member.tree, "a type", self.collector) else {
                self.broken(Some(member.tree));
                continue;
            };
            let id = match self.model.types.find(&name.text) {
                // Many files list the root as well.
                Some(OBJECT) => continue,
                // Some files declare a type several times, with different parents.
                Some(id) => id,
                None => self.model.types.declare(&name.text, Some(name.span)),
            };
            declared.extend(member.ty.map(|ty| (id, ty)));
        }
        for (id, ty) in declared {
            if self.collector.is_full() || !self.more_types(ty.span) {
                return;
            }
            // A parent needs no declaration of its own.
            let Some(parents) = self.type_names(ty, true) else { continue };
            if !self.model.types.put_below(id, parents) {
                let what = "declarations of one type";
                self.collector.fits(ty.span, codes::LIMIT, what, DECLARATIONS_MAX + 1, DECLARATIONS_MAX);
                return;
            }
        }
        if let Some(ty) = self.model.types.close() {
            let span = self.model.types.span(ty).unwrap_or(section.span);
            let message = format!("type `{}` is its own ancestor", self.model.types.name(ty));
            self.collector.error(span, codes::TYPE_CYCLE, message);
        }
    }

    fn more_types(&mut self, span: FileSpan) -> bool {
        self.collector.fits(span, codes::LIMIT, "types", self.model.types.len() + 1, TYPES_MAX)
    }

    /// The types that a type or `(either …)` names.
    fn type_names(&mut self, tree: &Tree<'_>, declares: bool) -> Option<Vec<TypeId>> {
        let single = std::slice::from_ref(tree);
        let names = match tree.headed() {
            Some((head, names)) if head == "either" && !names.is_empty() => names,
            _ if tree.list().is_some() => return unexpected(tree, "a type or `(either …)`", self.collector),
            _ => single,
        };
        if !self.collector.fits(tree.span, codes::LIMIT, "types in one `either`", names.len(), EITHER_MAX) {
            return None;
        }
        let types: Vec<Option<TypeId>> = names.iter().map(|name| self.type_name(name, declares)).collect();
        types.into_iter().collect()
    }

    fn type_name(&mut self, tree: &Tree<'_>, declares: bool) -> Option<TypeId> {
        let name = name(tree, "a type", self.collector)?;
        match self.model.types.find(&name.text) {
            Some(known) => Some(known),
            None if declares => {
                self.more_types(tree.span).then(|| self.model.types.declare(&name.text, Some(name.span)))
            }
            None => {
                self.unknown(Sort::Type, &name.text, name.span);
                None
            }
        }
    }

    /// The kind of an optional type.
    fn kind(&mut self, tree: Option<&Tree<'_>>, span: FileSpan) -> Option<KindId> {
        let types = match tree {
            Some(tree) => self.type_names(tree, false)?,
            None => vec![OBJECT],
        };
        let kind = self.model.types.kind(types);
        if kind.is_none() {
            self.collector.fits(
                span,
                codes::LIMIT,
                "different types of variables and objects",
                KINDS_MAX + 1,
                KINDS_MAX,
            );
        }
        kind
    }

    /// `:constants` of a domain or `:objects` of a problem. A problem may repeat a constant.
    pub(super) fn objects(&mut self, document: &Document<'_>, keyword: &str) {
        let Some(section) = document.one(keyword) else { return };
        for member in typed(section.body, self.collector) {
            if self.collector.is_full() {
                return;
            }
            let name = name(member.tree, "an object", self.collector);
            let kind = self.kind(member.ty, member.tree.span);
            let (Some(name), Some(kind)) = (name, kind) else {
                self.broken(Some(member.tree));
                continue;
            };
            if let Some(&first) = self.index.objects.get(&name.key()) {
                let first = &self.model.objects[first.0];
                if first.name.span.file == name.span.file || first.kind != kind {
                    let message = format!("duplicate object `{}`", name.text);
                    self.collector.duplicate(name.span, first.name.span, codes::DUPLICATE, message);
                }
                continue;
            }
            if !self.collector.fits(
                name.span,
                codes::LIMIT,
                "objects",
                self.model.objects.len() + 1,
                OBJECTS_MAX,
            ) {
                return;
            }
            self.index.objects.insert(name.key(), ObjectId(self.model.objects.len()));
            self.model.objects.push(Object { name, kind });
        }
    }

    pub(super) fn predicates(&mut self, domain: &Document<'_>) {
        let Some(section) = domain.one(":predicates") else { return };
        for tree in section.body {
            if self.collector.is_full() {
                return;
            }
            // Equality is built in, but some files declare it.
            if tree.headed().is_some_and(|(head, _)| head == "=") {
                continue;
            }
            let Some(signature) = self.signature(tree, "a predicate") else { continue };
            if let Some(first) = self.index.predicates.get(&signature.name.key()) {
                let first = self.model.predicates[first.0].name.span;
                let message = format!("duplicate predicate `{}`", signature.name.text);
                self.collector.duplicate(signature.name.span, first, codes::DUPLICATE, message);
                continue;
            }
            let count = self.model.predicates.len();
            if !self.collector.fits(
                signature.name.span,
                codes::LIMIT,
                "predicates",
                count + 1,
                PREDICATES_MAX,
            ) {
                return;
            }
            self.index.predicates.insert(signature.name.key(), PredicateId(count));
            self.model.predicates.push(signature);
        }
    }

    pub(super) fn functions(&mut self, domain: &Document<'_>) {
        let Some(section) = domain.one(":functions") else { return };
        for member in typed(section.body, self.collector) {
            if self.collector.is_full() {
                return;
            }
            if let Some(ty) = member.ty.filter(|ty| !ty.is("number")) {
                let diagnostic = unsupported("object-valued functions", ty.word().unwrap_or("either"));
                self.collector.push(ty.span, diagnostic);
                self.broken(member.tree.list().and_then(<[_]>::first));
                continue;
            }
            let Some(signature) = self.signature(member.tree, "a function") else { continue };
            if let Some(first) = self.index.functions.get(&signature.name.key()) {
                let first = self.model.functions[first.0].name.span;
                let message = format!("duplicate function `{}`", signature.name.text);
                self.collector.duplicate(signature.name.span, first, codes::DUPLICATE, message);
                continue;
            }
            let count = self.model.functions.len();
            if !self.collector.fits(signature.name.span, codes::LIMIT, "functions", count + 1, FUNCTIONS_MAX)
            {
                return;
            }
            if signature.name.key() == TOTAL_COST && signature.of.is_empty() {
                self.model.total_cost = Some(FunctionId(count));
            }
            self.index.functions.insert(signature.name.key(), FunctionId(count));
            self.model.functions.push(signature);
        }
    }

    /// `(name ?x - t …)`.
    fn signature(&mut self, tree: &Tree<'_>, what: &str) -> Option<Signature> {
        let Some((head, params)) = tree.list().and_then(<[_]>::split_first) else {
            return unexpected(tree, &format!("{what} in parentheses"), self.collector);
        };
        let found = self.signature_parts(head, params, what);
        if found.is_none() {
            self.broken(Some(head));
        }
        found
    }

    fn signature_parts(&mut self, head: &Tree<'_>, params: &[Tree<'_>], what: &str) -> Option<Signature> {
        if let Some(word) =
            head.word().filter(|word| KEYWORDS.iter().any(|key| word.eq_ignore_ascii_case(key)))
        {
            let message = format!("`{word}` is a reserved word and cannot name {what}");
            self.collector.error(head.span, codes::NAME, message);
            return None;
        }
        let name = name(head, what, self.collector);
        let variables = self.variables(params, ARGUMENTS_MAX, head.span);
        let (name, variables) = (name?, variables?);
        Some(Signature { name, of: variables.into_iter().map(|variable| variable.kind).collect() })
    }

    /// A typed list of at most `max` variables. Names may repeat: `(in ?obj ?obj)` declares two arguments.
    pub(super) fn variables(
        &mut self,
        members: &[Tree<'_>],
        max: usize,
        span: FileSpan,
    ) -> Option<Vec<Variable>> {
        let list = typed(members, self.collector);
        if !self.collector.fits(span, codes::LIMIT, "variables in one list", list.len(), max) {
            return None;
        }
        let mut variables = Some(Vec::with_capacity(list.len()));
        for member in list {
            let name: Option<Name> = variable(member.tree, self.collector);
            let kind = self.kind(member.ty, member.tree.span);
            variables = match (variables, name, kind) {
                (Some(mut list), Some(name), Some(kind)) => {
                    list.push(Variable { name, kind });
                    Some(list)
                }
                _ => None,
            };
        }
        variables
    }

    /// Reports variables of one list that have the same name.
    pub(super) fn distinct(&mut self, variables: &[Variable]) {
        for (at, variable) in variables.iter().enumerate() {
            let key = variable.name.key();
            if let Some(first) = variables[..at].iter().find(|earlier| earlier.name.key() == key) {
                let message = format!("duplicate variable `?{}`", variable.name.text);
                self.collector.duplicate(variable.name.span, first.name.span, codes::DUPLICATE, message);
            }
        }
    }
}
