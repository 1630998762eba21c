//! From brackets and words to a [`Model`], or every mistake on the way.
//!
//! One broken declaration hides no mistake elsewhere, and what only follows from another mistake is not reported.

mod actions;
mod declarations;
mod features;
mod formulas;
mod names;
mod numbers;
mod sections;
mod start;

use crate::findings::{File, Findings};
use crate::model::{Formula, Goal, Model};
use crate::tree::Tree;
use crate::types::Types;

use names::Index;
use sections::Document;

/// Reads a domain and a problem. The model is complete only if nothing was found.
pub(crate) fn read(domain: &Tree<'_>, problem: &Tree<'_>, findings: &mut Findings) -> Option<Model> {
    let documents =
        (Document::read(domain, File::Domain, findings), Document::read(problem, File::Problem, findings));
    let (Some(domain), Some(problem)) = documents else { return None };
    let model = Model {
        domain: domain.name.clone(),
        problem: problem.name.clone(),
        types: Types::new(),
        objects: Vec::new(),
        predicates: Vec::new(),
        functions: Vec::new(),
        total_cost: None,
        actions: Vec::new(),
        init: Vec::new(),
        values: Vec::new(),
        goal: Goal { variables: Vec::new(), formula: Formula::All(Vec::new()), place: problem.name.place },
        minimises_cost: false,
    };
    let mut reader = Reader { findings, model, index: Index::default() };
    let is_other = reader.is_other_domain(&domain, &problem);
    reader.requirements(&domain);
    reader.requirements(&problem);
    reader.types(&domain);
    reader.objects(&domain, ":constants");
    if !is_other {
        reader.objects(&problem, ":objects");
    }
    reader.predicates(&domain);
    reader.functions(&domain);
    reader.actions(&domain);
    // The names of another domain's problem are no mistakes of their own.
    if !is_other {
        reader.init(&problem);
        reader.goal(&problem);
        reader.metric(&problem);
    }
    Some(reader.model)
}

/// A model on its way.
struct Reader<'a> {
    findings: &'a mut Findings,
    model: Model,
    index: Index,
}
