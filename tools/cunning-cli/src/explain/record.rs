//! Explanations as JSON.

use cunning_mind::debug::Explanation;
use cunning_plan::explain::{
    AbsenceExplanation, Alternative, Answer, Benefit, DeadEnd, DeadEndReason, FailureExplanation, Link,
    Obstacle, PlanExplanation, Producer, StepExplanation, Stuck,
};
use serde_json::{Map, Value, json};

use crate::exit::status_word;

/// Converts an explanation to one JSON object. Costs are numbers; conditions and actions are texts.
pub(super) fn record(explanation: &Explanation) -> Value {
    let mut record = json!({
        "status": status_word(explanation.status),
        "goal": explanation.goal,
        "expanded": explanation.counters.expanded,
        "generated": explanation.counters.generated,
        "lower_bound": explanation.lower_bound_micros.map(units),
    });
    let parts = [
        explanation.plan.as_ref().map(plan),
        explanation.failure.as_ref().map(failure),
        explanation.dead_ends.as_ref().map(|found| json!({ "dead_ends": dead_ends(&found.dead_ends) })),
        explanation.why_not.as_ref().map(|(action, absence)| json!({ "why_not": why_not(action, absence) })),
    ];
    for part in parts.into_iter().flatten() {
        if let (Value::Object(record), Value::Object(part)) = (&mut record, part) {
            record.extend(part);
        }
    }
    record
}

fn units(micros: u64) -> f64 {
    micros as f64 / 1e6
}

fn more(micros: i64) -> f64 {
    micros as f64 / 1e6
}

fn plan(plan: &PlanExplanation) -> Value {
    json!({
        "cost": units(plan.cost_micros),
        "steps": plan.steps.iter().map(step).collect::<Vec<_>>(),
    })
}

fn step(step: &StepExplanation) -> Value {
    let args: Map<String, Value> =
        step.args.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect();
    let purposes: Vec<Value> = step
        .purposes
        .iter()
        .map(|purpose| {
            let (benefit, condition) = match &purpose.benefit {
                Benefit::Condition(condition) => ("condition", Some(condition)),
                Benefit::Possible => ("possible", None),
                Benefit::Cheaper => ("cheaper", None),
            };
            json!({ "benefit": benefit, "condition": condition, "step": purpose.step })
        })
        .collect();
    let alternative = match &step.alternative {
        Alternative::Other { steps, more_micros } => json!({ "steps": steps, "more": more(*more_micros) }),
        Alternative::None => json!("none"),
        Alternative::Unknown => json!("unknown"),
    };
    json!({
        "action": step.name,
        "args": args,
        "cost": units(step.cost_micros),
        "for": purposes,
        "alternative": alternative,
    })
}

fn failure(failure: &FailureExplanation) -> Value {
    let wants: Vec<Value> = failure
        .wants
        .iter()
        .map(|want| json!({ "condition": want.condition, "alone": answer(want.alone) }))
        .collect();
    let missing: Vec<Value> = failure
        .missing
        .iter()
        .map(|missing| {
            let chain: Vec<Value> = missing.chain.iter().map(link).collect();
            json!({ "condition": missing.condition, "chain": chain })
        })
        .collect();
    let checks = failure.checks.as_ref().map(|checks| {
        let said_no: Vec<Value> = checks
            .said_no
            .iter()
            .map(|(check, action)| json!({ "check": check, "action": action }))
            .collect();
        json!({ "said_no": said_no, "steps": checks.steps, "cost": units(checks.cost_micros) })
    });
    let closest = failure.closest.as_ref().map(|closest| {
        json!({
            "conditions": closest.conditions,
            "steps": closest.steps,
            "cost": units(closest.cost_micros),
        })
    });
    json!({
        "after": failure.after,
        "impossible": failure.impossible,
        "ways": failure.way_count,
        "wants": wants,
        "conflict": failure.conflict,
        "missing": missing,
        "checks": checks,
        "closest": closest,
        "complete": failure.is_complete,
    })
}

fn dead_ends(found: &[DeadEnd]) -> Vec<Value> {
    let one = |found: &DeadEnd| {
        let (verdict, details) = match &found.reason {
            DeadEndReason::NoPlan(explanation) => ("no_plan", failure(explanation)),
            DeadEndReason::Inner(inner) => ("inner", json!({ "dead_ends": dead_ends(inner) })),
            DeadEndReason::Spoils { steps, next, unmet } => {
                ("spoils", json!({ "steps": steps, "next": next, "unmet": unmet }))
            }
            DeadEndReason::TooDeep => ("too_deep", json!({})),
            DeadEndReason::Limit(limit) => ("limit", json!({ "limit": limit })),
        };
        json!({
            "plan": found.plan,
            "step": found.step,
            "action": found.action,
            "goal": found.goal,
            "verdict": verdict,
            "why": details,
        })
    };
    found.iter().map(one).collect()
}

const fn answer(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes => "yes",
        Answer::No => "no",
        Answer::Unknown => "unknown",
    }
}

fn link(link: &Link) -> Value {
    let stuck = link.stuck.as_ref().map(|stuck| match stuck {
        Stuck::Unchanged => json!("unchanged"),
        Stuck::Falls => json!("falls"),
        Stuck::Rises => json!("rises"),
        Stuck::Never(value) => json!({ "never": value }),
        Stuck::Elsewhere(changes) => {
            let one = |(action, change): &(String, String)| json!({ "action": action, "change": change });
            json!(changes.iter().map(one).collect::<Vec<_>>())
        }
    });
    json!({
        "condition": link.condition,
        "fact": link.fact,
        "start": link.start,
        "alone": answer(link.alone),
        "producers": link.producers.iter().map(producer).collect::<Vec<_>>(),
        "more_producers": link.more,
        "takes": link.takes,
        "stuck": stuck,
    })
}

fn producer(producer: &Producer) -> Value {
    let obstacle = match &producer.obstacle {
        Obstacle::Needs(needed) => {
            let needed: Vec<Value> = needed
                .iter()
                .map(|needed| {
                    json!({
                        "condition": needed.condition,
                        "because": needed.because,
                        "circle": needed.is_cycle,
                    })
                })
                .collect();
            json!({ "needs": needed })
        }
        Obstacle::Check(check) => json!({ "check": check }),
        Obstacle::Undoes(undone) => json!({ "undoes": undone }),
        Obstacle::Never(reason) => json!({ "never": reason }),
        Obstacle::Apart => json!("apart"),
    };
    json!({
        "action": producer.action,
        "change": producer.change,
        "through": producer.through,
        "obstacle": obstacle,
    })
}

fn why_not(action: &str, absence: &AbsenceExplanation) -> Value {
    let (verdict, details) = match absence {
        AbsenceExplanation::Used(steps) => ("used", json!({ "steps": steps })),
        AbsenceExplanation::Possible { steps, cost_micros, more_micros, is_needed } => (
            "possible",
            json!({
                "steps": steps,
                "cost": units(*cost_micros),
                "more": more_micros.map(more),
                "needed": is_needed,
            }),
        ),
        AbsenceExplanation::Irrelevant => ("irrelevant", json!({})),
        AbsenceExplanation::Never(reason) => ("never", json!({ "reason": reason })),
        AbsenceExplanation::Impossible(explanation) => ("impossible", failure(explanation)),
        AbsenceExplanation::Spoils(explanation) => ("spoils", failure(explanation)),
        AbsenceExplanation::Unknown => ("unknown", json!({})),
    };
    let mut record = json!({ "action": action, "verdict": verdict });
    if let (Value::Object(record), Value::Object(details)) = (&mut record, details) {
        record.extend(details);
    }
    record
}
