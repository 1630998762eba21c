//! The room in which texts are changed: what is wrong with them, what they say, what would be planned, and what that would
//! have changed in what was recorded.

mod compare;
mod feeds;
mod outline;

use cunning_arena::simulation::{Scenario, Settings};
use cunning_diag::{Diagnostic, Diagnostics, Record, Severity, Source};
use cunning_mind::{Question, WhatIf, WhatIfError, status_word};
use cunning_plan::PlannerConfig;
use serde::{Deserialize, Serialize};

use crate::documents::{Documents, Sort};
use crate::limits::EXPANSIONS_MAX;
use crate::wire::Refusal;
use outline::Outline;

pub(crate) use compare::{Cursor, Matcher};

/// Who asks, in diagnostics about the question.
const ASKER: &str = "what if";

/// A question about a text, as a page asks it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Asked {
    pub(crate) document: usize,
    pub(crate) text: String,
    goal: String,
    agent: Option<String>,
    objects: Vec<String>,
    set: Vec<String>,
    checks: Vec<String>,
}

/// Everything that is wrong with a text, as `cunning check` has it, and what it says.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Checked {
    found: Vec<Finding>,
    /// How many more there are.
    left_out: usize,
    outline: Option<Outline>,
}

/// A diagnostic with its place in the edited text, in the units that editors of pages count in.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
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

/// What would be planned.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Planned {
    status: &'static str,
    /// In the units of the file.
    cost: Option<f64>,
    steps: Vec<PlannedStep>,
    expanded: u64,
    generated: u64,
    /// The explanation in sentences, as `cunning explain` tells it.
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlannedStep {
    text: String,
    action: String,
    args: Vec<(String, String)>,
    cost: f64,
    purpose: String,
    alternative: String,
}

/// Looks for what is wrong with a text.
pub(crate) fn check(
    documents: &Documents,
    at: usize,
    text: &str,
    settings: &Settings,
) -> Result<Checked, Refusal> {
    let document = documents.get(at)?;
    let source = document.edited(text)?;
    let loader = documents.loader(at, text);
    let (found, outline) = match document.sort {
        Sort::Domain => match cunning_mind::read_with(&source, &loader) {
            Ok((spec, mut warnings)) => {
                warnings.append(spec.lint());
                (warnings, Some(Outline::of(&spec, &source)))
            }
            Err(found) => (found, None),
        },
        Sort::Scene => match Scenario::load(&source, &loader, settings.clone()) {
            Ok(_) => (Diagnostics::new(), None),
            Err(found) => (found, None),
        },
    };
    let left_out = found.left_out();
    Ok(Checked { found: found.iter().map(|found| Finding::new(found, &source)).collect(), left_out, outline })
}

impl Finding {
    fn new(found: &Diagnostic, source: &Source) -> Self {
        let Record { code, message, file, line, column, hint, .. } = found.record();
        let span = found.place().filter(|(own, _)| *own == source).map(|(_, span)| span);
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

/// How long a text is for a page, which counts lines that end in two letters as ending in one.
pub(crate) fn units(text: &str) -> usize {
    text.encode_utf16().count() - text.matches("\r\n").count()
}

/// Reads a question.
pub(crate) fn read(documents: &Documents, asked: &Asked) -> Result<WhatIf, Refusal> {
    let document = documents.get(asked.document)?;
    if document.sort != Sort::Domain {
        return Err(Refusal::new("a scene has no goals: open one of its domain files"));
    }
    let source = document.edited(&asked.text)?;
    let question = Question {
        goal: &asked.goal,
        agent: asked.agent.as_deref(),
        objects: &asked.objects,
        set: &asked.set,
        checks: &asked.checks,
        asker: ASKER,
    };
    let loader = documents.loader(asked.document, &asked.text);
    WhatIf::new(&source, &loader, &question).map_err(|error| match error {
        // The first is enough: all of them are marked in the editor.
        WhatIfError::Domain(found) => {
            Refusal::new(found.iter().next().map_or_else(String::new, |first| first.message().to_owned()))
        }
        error => Refusal::new(error.to_string()),
    })
}

/// What would be planned, and why.
pub(crate) fn plan(documents: &Documents, asked: &Asked) -> Result<Planned, Refusal> {
    let what_if = read(documents, asked)?;
    let refused = |error: cunning_plan::GroundingError| Refusal::new(error.to_string());
    let explanation = what_if
        .explain(None, EXPANSIONS_MAX, |planner| {
            planner.step(EXPANSIONS_MAX);
            planner.status()
        })
        .map_err(refused)?;
    // As `cunning plan` counts: explaining grounds more where there is no plan.
    let (mut planner, _) = what_if.planner(PlannerConfig::default()).map_err(refused)?;
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
    Ok(Planned {
        status: status_word(explanation.status),
        cost: plan.map(|plan| number(plan.cost_micros)),
        steps: steps.collect(),
        expanded: counters.expanded,
        generated: counters.generated,
        text: explanation.to_string(),
    })
}
