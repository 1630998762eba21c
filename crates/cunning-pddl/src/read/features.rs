//! The supported features of PDDL, and the unsupported ones that errors name.

/// The supported requirements.
pub(super) const REQUIREMENTS: [&str; 13] = [
    ":strips",
    ":typing",
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":equality",
    ":existential-preconditions",
    ":universal-preconditions",
    ":quantified-preconditions",
    ":conditional-effects",
    ":adl",
    ":fluents",
    ":numeric-fluents",
    ":action-costs",
];

/// The unsupported requirements with their features.
pub(super) const REFUSED_REQUIREMENTS: [(&str, &str); 19] = [
    (":durative-actions", "durative actions"),
    (":duration-inequalities", "durative actions"),
    (":continuous-effects", "continuous effects"),
    (":derived-predicates", "derived predicates"),
    (":domain-axioms", "derived predicates"),
    (":axioms", "derived predicates"),
    (":timed-initial-literals", "timed initial literals"),
    (":timed-initial-fluents", "timed initial literals"),
    (":preferences", "preferences"),
    (":constraints", "trajectory constraints"),
    (":object-fluents", "object-valued functions"),
    (":hierarchy", "hierarchical tasks"),
    (":time", "processes and events"),
    (":processes", "processes and events"),
    (":multi-agent", "multi-agent planning"),
    (":unfactored-privacy", "multi-agent planning"),
    (":factored-privacy", "multi-agent planning"),
    (":non-deterministic", "non-deterministic effects"),
    (":probabilistic-effects", "non-deterministic effects"),
];

/// The sections of a domain.
pub(super) const DOMAIN_SECTIONS: [&str; 6] =
    [":requirements", ":types", ":constants", ":predicates", ":functions", ":action"];

/// The sections of a problem. `:length` is a hint for the search and is ignored.
pub(super) const PROBLEM_SECTIONS: [&str; 7] =
    [":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length"];

/// The unsupported sections with their features.
pub(super) const REFUSED_SECTIONS: [(&str, &str); 13] = [
    (":durative-action", "durative actions"),
    (":derived", "derived predicates"),
    (":axiom", "derived predicates"),
    (":constraints", "trajectory constraints"),
    (":process", "processes"),
    (":event", "events"),
    (":task", "hierarchical tasks"),
    (":method", "hierarchical tasks"),
    (":htn", "hierarchical tasks"),
    (":ordered-subtasks", "hierarchical tasks"),
    (":situation", "external situations"),
    (":timeless", "timeless facts"),
    (":safety", "safety constraints"),
];

/// The first words of unsupported conditions and effects, unless a predicate has the name.
pub(super) const REFUSED_HEADS: [(&str, &str); 19] = [
    ("preference", "preferences"),
    ("always", "trajectory constraints"),
    ("sometime", "trajectory constraints"),
    ("within", "trajectory constraints"),
    ("at-most-once", "trajectory constraints"),
    ("sometime-after", "trajectory constraints"),
    ("sometime-before", "trajectory constraints"),
    ("always-within", "trajectory constraints"),
    ("hold-during", "trajectory constraints"),
    ("hold-after", "trajectory constraints"),
    ("scale-up", "scaling of numbers"),
    ("scale-down", "scaling of numbers"),
    ("oneof", "non-deterministic effects"),
    ("probabilistic", "non-deterministic effects"),
    ("unknown", "unknown facts"),
    ("+", "arithmetic"),
    ("-", "arithmetic"),
    ("*", "arithmetic"),
    ("/", "arithmetic"),
];

/// The feature of an unsupported word.
pub(super) fn refused(list: &[(&'static str, &'static str)], word: &str) -> Option<&'static str> {
    list.iter().find(|(known, _)| *known == word).map(|(_, feature)| *feature)
}
