//! The keys that agents add to the domain language: one table from which known words, defaults and the JSON schema come.
//!
//! The planner knows none of them; [`DomainReader`](crate::DomainReader) registers them as a
//! [`SectionReader`](cunning_plan::SectionReader).

use cunning_plan::{KeySpec, OwnerKind, object_schema};

/// Returns the keys that agents add to declarations of the given kind.
pub(crate) const fn keys_of(owner: OwnerKind) -> &'static [KeySpec] {
    match owner {
        OwnerKind::Domain => &DOMAIN,
        OwnerKind::Type => &TYPE,
        OwnerKind::Fact => &FACT,
        OwnerKind::Action => &ACTION,
        OwnerKind::Goal => &GOAL,
    }
}

/// Returns the JSON Schema (draft 2020-12) of domain files with planning and agents, for editors.
///
/// ```
/// assert!(cunning_mind::schema().contains("\"relevance\""));
/// ```
pub fn schema() -> String {
    let definitions = format!(
        "\"query\": {},\n    \"agent\": {},\n    {DEFINITIONS}",
        object_schema(&QUERY, &["from"]),
        object_schema(&ARCHETYPE, &[]),
    );
    cunning_plan::schema(keys_of, &definitions)
}

/// Returns the names of the keys, and `doc`, which every table has.
pub(crate) fn words(keys: &[KeySpec]) -> Vec<&'static str> {
    keys.iter().map(|key| key.name).chain(["doc"]).collect()
}

/// Definitions that the schemas of keys refer to.
const DEFINITIONS: &str = r##""score": {"description": "A number, or an expression such as \"0.9 - health / 200\" or \"curve.hungry(hunger)\".", "type": ["number", "string"]},
    "share": {"type": "number", "minimum": 0, "maximum": 1},
    "duration": {"type": "string", "pattern": "^\\s*[0-9]+(\\.[0-9]+)?\\s*(ms|s|min|h)\\s*$"},
    "names": {"type": "array", "items": {"$ref": "#/$defs/name"}}"##;

/// Tables of a domain file that describe agents.
pub(crate) const DOMAIN: [KeySpec; 2] = [
    KeySpec {
        name: "query",
        doc: "Candidates for parameters, refreshed while the game runs.",
        default: None,
        schema: r##""type": "object", "properties": {"doc": {"$ref": "#/$defs/doc"}}, "propertyNames": {"$ref": "#/$defs/name"}, "additionalProperties": {"$ref": "#/$defs/query"}"##,
    },
    KeySpec {
        name: "agent",
        doc: "Archetypes of agents.",
        default: None,
        schema: r##""type": "object", "properties": {"doc": {"$ref": "#/$defs/doc"}}, "propertyNames": {"$ref": "#/$defs/name"}, "additionalProperties": {"$ref": "#/$defs/agent"}"##,
    },
];

/// Keys of types.
pub(crate) const TYPE: [KeySpec; 1] = [KeySpec {
    name: "fill",
    doc: r#"The query that chooses which objects an agent keeps in mind, as "query.NAME"."#,
    default: None,
    schema: r#""type": "string""#,
}];

/// Keys of facts.
pub(crate) const FACT: [KeySpec; 5] = [
    KeySpec {
        name: "forget",
        doc: "How long it takes for full confidence to fade to nothing.",
        default: Some("never"),
        schema: r##""$ref": "#/$defs/duration""##,
    },
    KeySpec {
        name: "threshold",
        doc: "The confidence below which the fact is unknown.",
        default: Some("0"),
        schema: r##""$ref": "#/$defs/share""##,
    },
    KeySpec {
        name: "scope",
        doc: "The agents that share the fact.",
        default: Some("agent"),
        schema: r#""enum": ["agent", "squad", "world"]"#,
    },
    KeySpec {
        name: "drift",
        doc: r#"How an int changes by itself, such as "+2 / h"."#,
        default: None,
        schema: r#""type": "string", "pattern": "^\\s*[+-]?\\s*[0-9]+(\\.[0-9]+)?\\s*/\\s*(ms|s|min|h)\\s*$""#,
    },
    KeySpec {
        name: "wake",
        doc: "The changes that make an agent reconsider its goals.",
        default: Some("change"),
        schema: r##""anyOf": [{"enum": ["never", "change"]}, {"type": "object", "additionalProperties": false, "required": ["step"], "properties": {"step": {"type": "integer", "minimum": 1}, "doc": {"$ref": "#/$defs/doc"}}}, {"type": "object", "additionalProperties": false, "required": ["cross"], "properties": {"cross": {"type": "array", "maxItems": 64, "items": {"type": "integer"}}, "doc": {"$ref": "#/$defs/doc"}}}]"##,
    },
];

/// Keys of actions.
pub(crate) const ACTION: [KeySpec; 11] = [
    KeySpec {
        name: "claims",
        doc: "Parameters whose objects are reserved until the plan ends.",
        default: None,
        schema: r##""type": "array", "items": {"$ref": "#/$defs/name"}"##,
    },
    KeySpec {
        name: "duration",
        doc: "How long the action takes.",
        default: None,
        schema: r##""$ref": "#/$defs/duration""##,
    },
    KeySpec {
        name: "while",
        doc: "Conditions that must hold while the action runs.",
        default: None,
        schema: r##""$ref": "#/$defs/conditions""##,
    },
    KeySpec {
        name: "grace",
        doc: "How long to wait for a hoped-for effect.",
        default: Some("0.5 s"),
        schema: r##""$ref": "#/$defs/duration""##,
    },
    KeySpec {
        name: "retries",
        doc: "How often a hoped-for effect may fail to appear before the plan is dropped.",
        default: Some("3"),
        schema: r#""type": "integer", "minimum": 0"#,
    },
    KeySpec {
        name: "timeout",
        doc: "How long the action may run before it counts as failed.",
        default: Some("never"),
        schema: r##""$ref": "#/$defs/duration""##,
    },
    KeySpec {
        name: "cooldown",
        doc: "How long the action cannot be done again.",
        default: None,
        schema: r##""$ref": "#/$defs/duration""##,
    },
    KeySpec {
        name: "interrupt",
        doc: r#"What may interrupt the action: any, never, or "higher by 0.2" for goals with a score that much higher."#,
        default: Some("any"),
        schema: r#""type": "string", "pattern": "^(any|never|\\s*higher by\\s*[0-9]+(\\.[0-9]+)?\\s*)$""#,
    },
    KeySpec {
        name: "stop",
        doc: "Whether the next step waits until the action has stopped.",
        default: Some("soon"),
        schema: r#""enum": ["now", "soon"]"#,
    },
    KeySpec {
        name: "orders",
        doc: "What the action tells subordinates to do.",
        default: None,
        schema: r##""type": "array", "minItems": 1, "maxItems": 16, "items": {"type": "object", "additionalProperties": false, "required": ["goal"], "properties": {"to": {"description": "The subordinates that receive the order. Default: all.", "anyOf": [{"enum": ["all", "half", "rest"]}, {"type": "integer", "minimum": 1}]}, "goal": {"$ref": "#/$defs/name"}, "bias": {"description": "What the order adds to the goal's score. Default: 1.", "type": "number", "minimum": -1000, "maximum": 1000}, "give": {"description": "Arguments of the goal: a parameter of this action, or `each foe x: sees[x]` for a different object per receiver.", "type": "object", "additionalProperties": {"anyOf": [{"$ref": "#/$defs/name"}, {"type": "string", "pattern": "^\\s*each [\\s\\S]+$"}]}}, "rigid": {"description": "Whether the goal comes before all others as long as there is a plan for it. Default: false, the goal is weighed against the others.", "type": "boolean"}, "doc": {"$ref": "#/$defs/doc"}}}"##,
    },
    KeySpec {
        name: "done",
        doc: "When the orders count as fulfilled.",
        default: None,
        schema: r##""type": "object", "additionalProperties": false, "properties": {"need": {"description": "How many receivers must report success. Default: all.", "anyOf": [{"enum": ["all", "any"]}, {"type": "integer", "minimum": 1}]}, "within": {"$ref": "#/$defs/duration"}, "doc": {"$ref": "#/$defs/doc"}}"##,
    },
];

/// Keys of goals.
pub(crate) const GOAL: [KeySpec; 7] = [
    KeySpec {
        name: "relevance",
        doc: "How much the goal matters, from 0 to 1.",
        default: Some("1"),
        schema: r##""anyOf": [{"$ref": "#/$defs/score"}, {"description": "Rules; the first one whose conditions hold counts.", "type": "array", "maxItems": 64, "items": {"type": "object", "additionalProperties": false, "required": ["score"], "properties": {"when": {"$ref": "#/$defs/conditions"}, "score": {"$ref": "#/$defs/score"}, "doc": {"$ref": "#/$defs/doc"}}}}]"##,
    },
    KeySpec {
        name: "mode",
        doc: "What happens when the goal is met.",
        default: Some("achieve"),
        schema: r#""enum": ["achieve", "maintain", "repeat"]"#,
    },
    KeySpec {
        name: "sticky",
        doc: "What is added to the goal's score while it is chosen.",
        default: Some("0.05"),
        schema: r#""type": "number", "minimum": 0, "maximum": 1000"#,
    },
    KeySpec {
        name: "min_time",
        doc: "How long the goal stays chosen at least.",
        default: None,
        schema: r##""$ref": "#/$defs/duration""##,
    },
    KeySpec {
        name: "replan",
        doc: "How often to plan again for the goal, beside all other reasons.",
        default: Some("the archetype's `replan`"),
        schema: r##""$ref": "#/$defs/duration""##,
    },
    KeySpec {
        name: "cooldown",
        doc: "How long the goal is not chosen again.",
        default: None,
        schema: r##""$ref": "#/$defs/duration""##,
    },
    KeySpec {
        name: "claims",
        doc: "Parameters whose objects are reserved while the goal is chosen.",
        default: None,
        schema: r##""type": "array", "items": {"$ref": "#/$defs/name"}"##,
    },
];

/// Keys of `[query.NAME]`.
pub(crate) const QUERY: [KeySpec; 6] = [
    KeySpec {
        name: "from",
        doc: "A type, or points to generate.",
        default: None,
        schema: r##""anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": false, "required": ["ring", "radius"], "properties": {"ring": {"description": "The number of points on the ring.", "type": "integer", "minimum": 1, "maximum": 1024}, "radius": {"type": "number", "minimum": 0}, "around": {"description": "The center: self, or a fact that names an object.", "type": "string"}, "doc": {"$ref": "#/$defs/doc"}}}, {"type": "object", "additionalProperties": false, "required": ["grid", "spacing"], "properties": {"grid": {"description": "The number of points in a row.", "type": "integer", "minimum": 1, "maximum": 32}, "spacing": {"type": "number", "minimum": 0}, "around": {"description": "The center: self, or a fact that names an object.", "type": "string"}, "doc": {"$ref": "#/$defs/doc"}}}]"##,
    },
    KeySpec {
        name: "as",
        doc: "The open type whose objects the points become.",
        default: None,
        schema: r##""$ref": "#/$defs/name""##,
    },
    KeySpec {
        name: "where",
        doc: r#"Questions to the game such as "hides(c, target)", and conditions; c is the candidate."#,
        default: None,
        schema: r##""type": "array", "maxItems": 32, "items": {"$ref": "#/$defs/condition"}"##,
    },
    KeySpec {
        name: "score",
        doc: r#"How good a candidate is, such as "0 - path(self, c)"."#,
        default: Some("0"),
        schema: r#""type": ["number", "string"]"#,
    },
    KeySpec {
        name: "take",
        doc: "How many candidates are taken.",
        default: Some("1"),
        schema: r#""type": "integer", "minimum": 1, "maximum": 1024"#,
    },
    KeySpec {
        name: "every",
        doc: "How often candidates are searched for again.",
        default: Some("0.5 s"),
        schema: r##""$ref": "#/$defs/duration""##,
    },
];

/// Keys of `[agent.NAME]`.
pub(crate) const ARCHETYPE: [KeySpec; 12] = [
    KeySpec {
        name: "extends",
        doc: "Archetypes from which to inherit, from left to right.",
        default: None,
        schema: r##""maxItems": 16, "$ref": "#/$defs/names""##,
    },
    KeySpec {
        name: "actions",
        doc: "The actions that the agent can do.",
        default: None,
        schema: r##""$ref": "#/$defs/names""##,
    },
    KeySpec {
        name: "without",
        doc: "Inherited actions, goals and sensors to leave out.",
        default: None,
        schema: r##""$ref": "#/$defs/names""##,
    },
    KeySpec {
        name: "goals",
        doc: "The goals of the agent, with weights.",
        default: None,
        schema: r#""type": "object", "additionalProperties": {"anyOf": [{"type": "number", "minimum": 0, "maximum": 1000}, {"type": "string", "minLength": 1}]}"#,
    },
    KeySpec {
        name: "costs",
        doc: "Factors of the costs of actions.",
        default: None,
        schema: r#""type": "object", "additionalProperties": {"type": "number", "minimum": 0, "maximum": 1000}"#,
    },
    KeySpec {
        name: "traits",
        doc: "Numbers, or ranges to draw from.",
        default: None,
        schema: r##""type": "object", "propertyNames": {"$ref": "#/$defs/name"}, "additionalProperties": {"anyOf": [{"type": "number"}, {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}}]}"##,
    },
    KeySpec {
        name: "vary",
        doc: "By how much costs vary between agents.",
        default: Some("0"),
        schema: r##""$ref": "#/$defs/share""##,
    },
    KeySpec {
        name: "keep",
        doc: "By how much a new plan must be cheaper than the rest of the running one to replace it.",
        default: Some("0.1"),
        schema: r##""$ref": "#/$defs/share""##,
    },
    KeySpec {
        name: "sensors",
        doc: "The names of the sensors that the game runs for the agent.",
        default: None,
        schema: r##""maxItems": 64, "$ref": "#/$defs/names""##,
    },
    KeySpec {
        name: "autonomous",
        doc: "Whether the agent weighs orders against its own goals.",
        default: Some("true"),
        schema: r#""type": "boolean""#,
    },
    KeySpec {
        name: "meanwhile",
        doc: "What the agent does while it waits for a plan: the first of these actions that can be done.",
        default: None,
        schema: r##""anyOf": [{"$ref": "#/$defs/name"}, {"type": "array", "items": {"$ref": "#/$defs/name"}}]"##,
    },
    KeySpec {
        name: "replan",
        doc: "How often to plan again, for goals without `replan`.",
        default: Some("only for a reason"),
        schema: r##""$ref": "#/$defs/duration""##,
    },
];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use cunning_diag::Source;

    use super::*;
    use crate::spec::DomainSpec;

    #[test]
    fn keys_are_the_words_reserved_for_agents() {
        for owner in OwnerKind::ALL {
            let names: Vec<&str> = keys_of(owner).iter().map(|key| key.name).collect();
            assert_eq!(names, owner.reserved(), "{owner:?}");
        }
    }

    #[test]
    fn documented_default_equals_missing_key() {
        let domain = |owner: &str, line: &str| {
            let line = |of: &str| if of == owner { line } else { "" };
            let text = format!(
                "[types]\nfoe = {{ open = true, max = 2 }}\n[facts.x]\ntype = 'int'\nmin = 0\nmax = 9\n{}\n\
                 [query.q]\nfrom = 'foe'\n{}\n[action.a]\nhope = ['x = 1']\n{}\n\
                 [goal.g]\nwant = ['x == 1']\n{}\n[agent.p]\nactions = ['a']\n{}",
                line("fact"),
                line("query"),
                line("action"),
                line("goal"),
                line("agent")
            );
            crate::read(&Source::new("t.toml", text.as_str()))
                .unwrap_or_else(|found| panic!("{found}\n{text}"))
        };
        let is_prose = |default: &str| {
            default == "never" || default.contains(char::is_whitespace) && !default.starts_with('0')
        };
        let mut checked = 0;
        for (owner, keys) in [
            ("fact", &FACT[..]),
            ("query", &QUERY),
            ("action", &ACTION),
            ("goal", &GOAL),
            ("agent", &ARCHETYPE),
        ] {
            // A missing `relevance` is stored as an empty list of rules, which means 1.
            for key in keys.iter().filter(|key| key.name != "relevance") {
                let Some(default) = key.default.filter(|default| !is_prose(default)) else { continue };
                let is_bare = default == "true" || default.parse::<f64>().is_ok();
                let value = if is_bare { default.to_owned() } else { format!("'{default}'") };
                let given = domain(owner, &format!("{} = {value}", key.name));
                let is_same = |one: &DomainSpec, other: &DomainSpec| {
                    one.facts == other.facts
                        && one.actions == other.actions
                        && one.goals == other.goals
                        && one.queries == other.queries
                        && one.archetypes == other.archetypes
                };
                assert!(is_same(&given, &domain(owner, "")), "{owner}.{}", key.name);
                checked += 1;
            }
        }
        assert!(checked >= 12, "{checked}");
    }
}
