//! What of PDDL there is, and what is refused by its name.

/// Requirements that can be met.
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

/// Requirements that cannot, with what they ask for.
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
    (":object-fluents", "functions with objects as values"),
    (":hierarchy", "hierarchical tasks"),
    (":time", "processes and events"),
    (":processes", "processes and events"),
    (":multi-agent", "several agents"),
    (":unfactored-privacy", "several agents"),
    (":factored-privacy", "several agents"),
    (":non-deterministic", "effects that depend on chance"),
    (":probabilistic-effects", "effects that depend on chance"),
];

/// Sections of a domain.
pub(super) const DOMAIN_SECTIONS: [&str; 6] =
    [":requirements", ":types", ":constants", ":predicates", ":functions", ":action"];

/// Sections of a problem. `:length` only advises how to search, and is passed over.
pub(super) const PROBLEM_SECTIONS: [&str; 7] =
    [":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length"];

/// Sections that are refused, with what they are for.
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
    (":situation", "situations from elsewhere"),
    (":timeless", "timeless facts"),
    (":safety", "safety constraints"),
];

/// Words that begin conditions or effects that are refused, unless a predicate has that name.
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
    ("scale-up", "multiplied numbers"),
    ("scale-down", "divided numbers"),
    ("oneof", "effects that depend on chance"),
    ("probabilistic", "effects that depend on chance"),
    ("unknown", "unknown facts"),
    ("+", "arithmetic"),
    ("-", "arithmetic"),
    ("*", "arithmetic"),
    ("/", "arithmetic"),
];

/// What a refused word is for.
pub(super) fn refused(list: &[(&'static str, &'static str)], word: &str) -> Option<&'static str> {
    list.iter().find(|(known, _)| *known == word).map(|(_, feature)| *feature)
}
