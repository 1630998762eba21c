//! `:types`, `:constants`, `:objects`, `:predicates` and `:functions`.

use super::Reader;
use super::names::{KEYWORDS, Sort, name, unexpected, variable};
use super::sections::{Document, unsupported};
use crate::codes;
use crate::findings::{Findings, SourceSpan};
use crate::limits::{
    ARGUMENTS_MAX, DECLARATIONS_MAX, EITHER_MAX, FUNCTIONS_MAX, KINDS_MAX, OBJECTS_MAX, PREDICATES_MAX,
    TYPES_MAX,
};
use crate::model::{FunctionId, Name, Object, ObjectId, PredicateId, Signature, Variable};
use crate::tree::Tree;
use crate::types::{KindId, OBJECT, TypeId};

/// The function that metrics may minimise.
const TOTAL_COST: &str = "total-cost";

/// A member of a list such as `a b - t c`, with the type that follows it.
struct Typed<'t> {
    tree: &'t Tree<'t>,
    ty: Option<&'t Tree<'t>>,
}

/// Splits a typed list. A dash without a type is noted.
fn typed<'t>(members: &'t [Tree<'t>], findings: &mut Findings) -> Vec<Typed<'t>> {
    let mut list: Vec<Typed<'t>> = Vec::with_capacity(members.len());
    // The members whose type is still to come.
    let mut waiting = 0;
    let mut members = members.iter();
    while let Some(tree) = members.next() {
        if !tree.is("-") {
            list.push(Typed { tree, ty: None });
            continue;
        }
        let ty = members.next();
        if ty.is_none() || waiting == list.len() {
            let what = if ty.is_none() { "after" } else { "before" };
            findings.error(tree.place, codes::SYNTAX, format!("nothing stands {what} this dash"));
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
        let list = typed(section.body, self.findings);
        let mut declared: Vec<(TypeId, &Tree<'_>)> = Vec::new();
        for member in &list {
            if self.findings.is_full() || !self.more_types(member.tree.place) {
                return;
            }
            let Some(name) = name(member.tree, "a type", self.findings) else {
                self.broken(Some(member.tree));
                continue;
            };
            let id = match self.model.types.find(&name.text) {
                // Files often list the root as well.
                Some(OBJECT) => continue,
                // And some put a type below two others, one by one.
                Some(id) => id,
                None => self.model.types.declare(&name.text, Some(name.place)),
            };
            declared.extend(member.ty.map(|ty| (id, ty)));
        }
        for (id, ty) in declared {
            if self.findings.is_full() || !self.more_types(ty.place) {
                return;
            }
            // A parent that is only named here is a type too.
            let Some(parents) = self.type_names(ty, true) else { continue };
            if !self.model.types.put_below(id, parents) {
                let what = "declarations of one type";
                self.findings.fits(ty.place, what, DECLARATIONS_MAX + 1, DECLARATIONS_MAX);
                return;
            }
        }
        if let Some(ty) = self.model.types.close() {
            let place = self.model.types.place(ty).unwrap_or(section.place);
            let message = format!("the type `{}` is its own ancestor", self.model.types.name(ty));
            self.findings.error(place, codes::TYPE_CYCLE, message);
        }
    }

    fn more_types(&mut self, place: SourceSpan) -> bool {
        self.findings.fits(place, "types", self.model.types.len() + 1, TYPES_MAX)
    }

    /// The types that a type or `(either …)` names.
    fn type_names(&mut self, tree: &Tree<'_>, declares: bool) -> Option<Vec<TypeId>> {
        let single = std::slice::from_ref(tree);
        let names = match tree.headed() {
            Some((head, names)) if head == "either" && !names.is_empty() => names,
            _ if tree.list().is_some() => return unexpected(tree, "a type or `(either …)`", self.findings),
            _ => single,
        };
        if !self.findings.fits(tree.place, "types in one `either`", names.len(), EITHER_MAX) {
            return None;
        }
        let types: Vec<Option<TypeId>> = names.iter().map(|name| self.type_name(name, declares)).collect();
        types.into_iter().collect()
    }

    fn type_name(&mut self, tree: &Tree<'_>, declares: bool) -> Option<TypeId> {
        let name = name(tree, "a type", self.findings)?;
        match self.model.types.find(&name.text) {
            Some(known) => Some(known),
            None if declares => {
                self.more_types(tree.place).then(|| self.model.types.declare(&name.text, Some(name.place)))
            }
            None => {
                self.unknown(Sort::Type, &name.text, name.place);
                None
            }
        }
    }

    /// The kind that a type, or none, stands for.
    fn kind(&mut self, tree: Option<&Tree<'_>>, place: SourceSpan) -> Option<KindId> {
        let types = match tree {
            Some(tree) => self.type_names(tree, false)?,
            None => vec![OBJECT],
        };
        let kind = self.model.types.kind(types);
        if kind.is_none() {
            self.findings.fits(place, "different types of variables and objects", KINDS_MAX + 1, KINDS_MAX);
        }
        kind
    }

    /// `:constants` of a domain or `:objects` of a problem. A problem may repeat a constant.
    pub(super) fn objects(&mut self, document: &Document<'_>, keyword: &str) {
        let Some(section) = document.one(keyword) else { return };
        for member in typed(section.body, self.findings) {
            if self.findings.is_full() {
                return;
            }
            let name = name(member.tree, "an object", self.findings);
            let kind = self.kind(member.ty, member.tree.place);
            let (Some(name), Some(kind)) = (name, kind) else {
                self.broken(Some(member.tree));
                continue;
            };
            if let Some(&first) = self.index.objects.get(&name.key()) {
                let first = &self.model.objects[first.0];
                if first.name.place.file == name.place.file || first.kind != kind {
                    let (first, place) = (first.name.place, name.place);
                    self.findings.duplicate(place, first, "object", &name.text);
                }
                continue;
            }
            if !self.findings.fits(name.place, "objects", self.model.objects.len() + 1, OBJECTS_MAX) {
                return;
            }
            self.index.objects.insert(name.key(), ObjectId(self.model.objects.len()));
            self.model.objects.push(Object { name, kind });
        }
    }

    pub(super) fn predicates(&mut self, domain: &Document<'_>) {
        let Some(section) = domain.one(":predicates") else { return };
        for tree in section.body {
            if self.findings.is_full() {
                return;
            }
            // Equality is there by itself; some files declare it all the same.
            if tree.headed().is_some_and(|(head, _)| head == "=") {
                continue;
            }
            let Some(signature) = self.signature(tree, "a predicate") else { continue };
            if let Some(first) = self.index.predicates.get(&signature.name.key()) {
                let first = self.model.predicates[first.0].name.place;
                self.findings.duplicate(signature.name.place, first, "predicate", &signature.name.text);
                continue;
            }
            let count = self.model.predicates.len();
            if !self.findings.fits(signature.name.place, "predicates", count + 1, PREDICATES_MAX) {
                return;
            }
            self.index.predicates.insert(signature.name.key(), PredicateId(count));
            self.model.predicates.push(signature);
        }
    }

    pub(super) fn functions(&mut self, domain: &Document<'_>) {
        let Some(section) = domain.one(":functions") else { return };
        for member in typed(section.body, self.findings) {
            if self.findings.is_full() {
                return;
            }
            if let Some(ty) = member.ty.filter(|ty| !ty.is("number")) {
                let diagnostic =
                    unsupported("functions with objects as values", ty.word().unwrap_or("either"));
                self.findings.push(ty.place, diagnostic);
                self.broken(member.tree.list().and_then(<[_]>::first));
                continue;
            }
            let Some(signature) = self.signature(member.tree, "a function") else { continue };
            if let Some(first) = self.index.functions.get(&signature.name.key()) {
                let first = self.model.functions[first.0].name.place;
                self.findings.duplicate(signature.name.place, first, "function", &signature.name.text);
                continue;
            }
            let count = self.model.functions.len();
            if !self.findings.fits(signature.name.place, "functions", count + 1, FUNCTIONS_MAX) {
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
            return unexpected(tree, &format!("{what} in brackets"), self.findings);
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
            let message = format!("`{word}` has a meaning of its own and cannot be {what}");
            self.findings.error(head.place, codes::NAME, message);
            return None;
        }
        let name = name(head, what, self.findings);
        let variables = self.variables(params, ARGUMENTS_MAX, head.place);
        let (name, variables) = (name?, variables?);
        Some(Signature { name, of: variables.into_iter().map(|variable| variable.kind).collect() })
    }

    /// A typed list of at most `max` variables. Names may be there twice: `(in ?obj ?obj)` declares two arguments.
    pub(super) fn variables(
        &mut self,
        members: &[Tree<'_>],
        max: usize,
        place: SourceSpan,
    ) -> Option<Vec<Variable>> {
        let list = typed(members, self.findings);
        if !self.findings.fits(place, "variables in one list", list.len(), max) {
            return None;
        }
        let mut variables = Some(Vec::with_capacity(list.len()));
        for member in list {
            let name: Option<Name> = variable(member.tree, self.findings);
            let kind = self.kind(member.ty, member.tree.place);
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

    /// Notes variables of one list that have the same name.
    pub(super) fn distinct(&mut self, variables: &[Variable]) {
        for (at, variable) in variables.iter().enumerate() {
            let key = variable.name.key();
            if let Some(first) = variables[..at].iter().find(|earlier| earlier.name.key() == key) {
                let (place, first) = (variable.name.place, first.name.place);
                self.findings.duplicate(place, first, "variable", &format!("?{}", variable.name.text));
            }
        }
    }
}
