//! The designer panel: checks an edited text, outlines it, plans with it, and compares it with recorded decisions.

mod board;
mod cards;
mod compare;
mod dependencies;
mod outline;
mod rename;
mod toml_text;

use cunning_arena::simulation::{Scenario, Settings};
use cunning_diag::{Diagnostic, Diagnostics, Record, Severity, Source};
use cunning_mind::debug::{Question, WhatIf, WhatIfError, status_word};
use cunning_plan::PlannerConfig;
use serde::{Deserialize, Serialize};

use crate::documents::{DocumentKind, Documents};
use crate::limits::EXPANSIONS_MAX;
use crate::protocol::RequestError;
use outline::Outline;

pub(crate) use board::{Board, BoardEdit, edit as edit_board, read as read_board};
pub(crate) use cards::{
    Card, CardEdit, CardKind, KindKeys, edit as edit_card, keys as card_keys, read as read_cards,
};
pub(crate) use compare::{CompareCursor, CompareSlice, DecisionComparer};
pub(crate) use rename::{NewName, Renaming, rename};

/// The source name in diagnostics about a query.
const QUERY_NAME: &str = "what if";

/// A planning query for an edited text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PlanQuery {
    pub(crate) document: usize,
    pub(crate) text: String,
    goal: String,
    /// The archetype to plan for; any if `None`.
    agent: Option<String>,
    /// Objects of the game, one `type=name, name` per type.
    objects: Vec<String>,
    /// Facts that differ from their start values.
    set: Vec<String>,
    /// Checks that the game refuses.
    checks: Vec<String>,
}

/// The problems of a text, as `cunning check` reports them, and its outline.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CheckResult {
    problems: Vec<Problem>,
    /// The number of further problems.
    omitted: usize,
    /// The outline, unless the text has errors.
    outline: Option<Outline>,
}

/// A diagnostic. `from` and `to` are offsets in the edited text in UTF-16 units, as editors in a browser count.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct Problem {
    is_error: bool,
    code: String,
    message: String,
    hint: Option<String>,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    from: Option<usize>,
    to: Option<usize>,
}

/// The result of a planning query.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlanResult {
    status: &'static str,
    /// The cost in the units of the file.
    cost: Option<f64>,
    steps: Vec<PlannedStep>,
    expanded: u64,
    generated: u64,
    /// The explanation, as `cunning explain` prints it.
    text: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct PlannedStep {
    text: String,
    action: String,
    args: Vec<(String, String)>,
    cost: f64,
    purpose: String,
    alternative: String,
}

/// Checks an edited text.
pub(crate) fn check(
    documents: &Documents,
    at: usize,
    text: &str,
    settings: &Settings,
) -> Result<CheckResult, RequestError> {
    let document = documents.get(at)?;
    let source = document.edited(text)?;
    let loader = documents.loader(at, text);
    let (found, outline) = match document.kind {
        DocumentKind::Domain => match cunning_mind::read_with(&source, &loader) {
            Ok((spec, mut warnings)) => {
                warnings.append(spec.lint());
                (warnings, Some(Outline::new(&spec, &source)))
            }
            Err(found) => (found, None),
        },
        DocumentKind::Scene => match Scenario::load(&source, &loader, settings.clone()) {
            Ok(_) => (Diagnostics::new(), None),
            Err(found) => (found, None),
        },
    };
    let omitted = found.left_out();
    Ok(CheckResult {
        problems: found.iter().map(|found| Problem::new(found, &source)).collect(),
        omitted,
        outline,
    })
}

impl Problem {
    fn new(found: &Diagnostic, source: &Source) -> Self {
        let Record { code, message, file, line, column, hint, .. } = found.record();
        let span = found.place().filter(|(other, _)| *other == source).map(|(_, span)| span);
        let units = |byte: u32| {
            let mut byte = (byte as usize).min(source.text().len());
            while !source.text().is_char_boundary(byte) {
                byte -= 1;
            }
            units(&source.text()[..byte])
        };
        Self {
            is_error: found.severity() == Severity::Error,
            code: code.to_string(),
            message: message.to_string(),
            hint: hint.map(ToString::to_string),
            file: file.map(ToString::to_string),
            line,
            column,
            from: span.map(|span| units(span.start)),
            to: span.map(|span| units(span.end)),
        }
    }
}

/// The length of a text in the UTF-16 units that a page counts; it counts `\r\n` as one.
pub(crate) fn units(text: &str) -> usize {
    text.encode_utf16().count() - text.matches("\r\n").count()
}

/// Parses a query.
pub(crate) fn read(documents: &Documents, query: &PlanQuery) -> Result<WhatIf, RequestError> {
    let document = documents.get(query.document)?;
    if document.kind != DocumentKind::Domain {
        return Err(RequestError::new("a scene has no goals: select one of its domain files"));
    }
    let source = document.edited(&query.text)?;
    let question = Question {
        goal: &query.goal,
        agent: query.agent.as_deref(),
        objects: &query.objects,
        set: &query.set,
        checks: &query.checks,
        asker: QUERY_NAME,
    };
    let loader = documents.loader(query.document, &query.text);
    WhatIf::new(&source, &loader, &question).map_err(|error| match error {
        // The editor marks all of them; the first is enough here.
        WhatIfError::Domain(found) => RequestError::new(
            found.iter().next().map_or_else(String::new, |first| first.message().to_owned()),
        ),
        error => RequestError::new(error),
    })
}

/// Plans for a query and explains the plan.
pub(crate) fn plan(documents: &Documents, query: &PlanQuery) -> Result<PlanResult, RequestError> {
    let what_if = read(documents, query)?;
    let error = |error: cunning_plan::GroundingError| RequestError::new(error);
    let explanation = what_if
        .explain(None, EXPANSIONS_MAX, |planner| {
            planner.step(EXPANSIONS_MAX);
            planner.status()
        })
        .map_err(error)?;
    // Count expansions as `cunning plan` does; explaining expands more if there is no plan.
    let (mut planner, _) = what_if.planner(PlannerConfig::default()).map_err(error)?;
    planner.step(EXPANSIONS_MAX);
    let counters = planner.counters();
    let number = |micros: u64| micros as f64 / 1e6;
    let plan = explanation.plan.as_ref();
    let steps = plan.map_or(&[][..], |plan| &plan.steps).iter().map(|step| PlannedStep {
        text: step.action.clone(),
        action: step.name.clone(),
        args: step.args.clone(),
        cost: number(step.cost_micros),
        purpose: step.tell_purpose(),
        alternative: step.tell_alternative(),
    });
    Ok(PlanResult {
        status: status_word(explanation.status),
        cost: plan.map(|plan| number(plan.cost_micros)),
        steps: steps.collect(),
        expanded: counters.expanded,
        generated: counters.generated,
        text: explanation.to_string(),
    })
}
