//! Reading of parsed files into a [`Model`].
//!
//! A broken declaration hides no other error, and errors that only follow from another one are not reported.

mod actions;
mod declarations;
mod features;
mod formulas;
mod names;
mod numbers;
mod sections;
mod start;

use cunning_diag::Collector;

use crate::model::{Formula, Goal, Model};
use crate::tree::{File, Tree};
use crate::types::Types;

use names::Index;
use sections::Document;

/// Reads a domain and a problem. The model is complete only if no error was found.
pub(crate) fn read(domain: &Tree<'_>, problem: &Tree<'_>, collector: &mut Collector) -> Option<Model> {
    let documents =
        (Document::read(domain, File::Domain, collector), Document::read(problem, File::Problem, collector));
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
        goal: Goal { variables: Vec::new(), formula: Formula::All(Vec::new()), span: problem.name.span },
        metric: None,
    };
    let mut reader = Reader { collector, model, index: Index::default() };
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
    // In a problem for another domain, unknown names are to be expected.
    if !is_other {
        reader.init(&problem);
        reader.goal(&problem);
        reader.metric(&problem);
    }
    Some(reader.model)
}

/// The model read so far, and the errors found in it.
struct Reader<'a> {
    collector: &'a mut Collector,
    model: Model,
    index: Index,
}
