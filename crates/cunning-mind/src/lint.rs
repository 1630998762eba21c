//! Warnings about domains with minds: the planner's lints for every archetype, given what minds read and write, and
//! traits that an archetype reads and does not have.

use std::collections::BTreeSet;

use cunning_diag::{Diagnostic, Diagnostics};
use cunning_plan::lint::{self, Outside};
use cunning_plan::model::{
    ChangeKind, Condition, ConditionKind, Cost, FactId, FactRef, Number, NumberKind, TraitId,
};

use crate::codes;
use crate::spec::{Archetype, Candidates, DomainSpec, OrderArg, Query, QueryNumber, QuerySubject, Scope};

impl DomainSpec {
    /// Looks for likely mistakes in the domain as a whole, and for each archetype that has actions and goals and is
    /// not extended by another one. All findings are warnings.
    ///
    /// ```
    /// use cunning_diag::Source;
    ///
    /// let text = "[facts]\nasleep = \"bool\"\n[action.rest]\nthen = [\"asleep\"]\n[goal.sleep]\nwant = [\"asleep\"]\n\
    ///             [agent.cat]\nactions = [\"rest\"]\ngoals = { sleep = \"trait.sloth\" }";
    /// let spec = cunning_mind::read(&Source::new("cat.toml", text)).expect("a valid domain");
    /// let shown: Vec<String> = spec.lint().iter().map(ToString::to_string).collect();
    /// assert_eq!(shown, ["cat.toml:7:8: warning[mind/missing-trait]: `cat` has no trait `sloth`"]);
    /// ```
    pub fn lint(&self) -> Diagnostics {
        let whole = self.archetypes.iter().filter(|archetype| {
            !archetype.extended && !archetype.actions.is_empty() && !archetype.goals.is_empty()
        });
        let archetypes: Vec<lint::Archetype> = whole
            .clone()
            .map(|archetype| lint::Archetype {
                name: archetype.name.clone(),
                actions: archetype.actions.iter().copied().collect(),
                goals: archetype.goals.iter().map(|(goal, _)| *goal).collect(),
            })
            .collect();
        let mut found = lint::lint_archetypes(&self.planning, &self.outside(), &archetypes);
        for archetype in whole {
            self.missing_traits(archetype, &mut found);
        }
        found
    }

    /// Returns how minds use facts beyond planning.
    pub fn outside(&self) -> Outside {
        let mut outside = Outside::default();
        for ((id, _), spec) in self.planning.facts().iter().zip(&self.facts) {
            // The fact changes with time, is shared, or is remembered from percepts.
            if spec.drift_per_hour.get() != 0 || spec.scope != Scope::Agent || spec.forget_ms.is_some() {
                outside.written.insert(id);
            }
        }
        let Outside { written, read, actions } = &mut outside;
        let mut reads = |fact: &FactRef| {
            read.insert(fact.fact);
        };
        for ((id, _), spec) in self.planning.actions().iter().zip(&self.actions) {
            spec.while_.iter().for_each(|condition| condition.facts(&mut reads));
            for (_, arg) in spec.orders.iter().flat_map(|order| &order.give) {
                if let OrderArg::Each { when, .. } = arg {
                    for condition in when {
                        condition.facts(&mut reads);
                    }
                }
            }
            if !spec.orders.is_empty() {
                actions.insert(id);
            }
        }
        for ((_, goal), spec) in self.planning.goals().iter().zip(&self.goals) {
            for rule in &spec.relevance {
                rule.when.iter().for_each(|condition| condition.facts(&mut reads));
                rule.score.facts(&mut reads);
            }
            if spec.mode.forgets_at_end() {
                // When the goal ends, the agent stops believing that it is met.
                goal.want.iter().for_each(|want| want.facts(&mut |fact| written.extend([fact.fact])));
            }
        }
        // Fallback actions need not help any goal.
        actions.extend(self.archetypes.iter().flat_map(|archetype| &archetype.meanwhile));
        for (_, weight) in self.archetypes.iter().flat_map(|archetype| &archetype.goals) {
            weight.facts(&mut reads);
        }
        self.queries.iter().for_each(|query| query_reads(query, read));
        outside
    }

    /// Warns of traits that an archetype's actions and goals read and that it does not have.
    fn missing_traits(&self, archetype: &Archetype, found: &mut Diagnostics) {
        let mut read: BTreeSet<TraitId> = BTreeSet::new();
        for &id in &archetype.actions {
            let action = &self.planning.actions()[id];
            of_conditions(&action.when, &mut read);
            for (when, change) in action.changes() {
                of_conditions(when, &mut read);
                if let ChangeKind::Set(number) | ChangeKind::Add(number) | ChangeKind::Subtract(number) =
                    &change.kind
                {
                    of_number(number, &mut read);
                }
            }
            match &action.cost {
                Cost::Number(number) => of_number(number, &mut read),
                Cost::Rules(rules) => {
                    for rule in rules {
                        of_conditions(&rule.when, &mut read);
                        of_number(&rule.is, &mut read);
                    }
                }
            }
        }
        for (id, weight) in &archetype.goals {
            of_number(weight, &mut read);
            of_conditions(&self.planning.goals()[*id].want, &mut read);
            for rule in self.goals.get(id.index()).map_or(&[][..], |spec| &spec.relevance) {
                of_conditions(&rule.when, &mut read);
                of_number(&rule.score, &mut read);
            }
        }
        for id in read {
            let name = &self.planning.traits()[id].name;
            if !archetype.traits.iter().any(|(known, ..)| known == name) {
                let message = format!("`{}` has no trait `{name}`", archetype.name);
                let warning = Diagnostic::warning(codes::MISSING_TRAIT, message)
                    .hint(format!("add `{name}` to its `traits`, or set it at every spawn"));
                found.push(self.planning.files().point(warning, archetype.span));
            }
        }
    }
}

impl QueryNumber {
    /// Calls `visit` with the number and every number inside it, from the outside in.
    pub fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a QueryNumber)) {
        visit(self);
        match self {
            Self::Binary(_, left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
            Self::Call(_, args) => args.iter().for_each(|arg| arg.visit(visit)),
            Self::Curve(_, inner) => inner.visit(visit),
            Self::Literal(_) | Self::Known(_) | Self::Ask(_) => {}
        }
    }
}

/// Collects the facts that a query reads.
fn query_reads(query: &Query, read: &mut BTreeSet<FactId>) {
    query.when.iter().for_each(|condition| condition.facts(&mut |fact| read.extend([fact.fact])));
    let mut subjects: Vec<&QuerySubject> = query.tests.iter().flat_map(|test| &test.ask.of).collect();
    query.score.visit(&mut |number| match number {
        QueryNumber::Known(number) => number.facts(&mut |fact| read.extend([fact.fact])),
        QueryNumber::Ask(ask) => subjects.extend(&ask.of),
        _ => {}
    });
    if let Candidates::Ring { around, .. } | Candidates::Grid { around, .. } = &query.from {
        subjects.push(around);
    }
    read.extend(subjects.into_iter().filter_map(|subject| match subject {
        QuerySubject::Fact(fact) => Some(*fact),
        QuerySubject::Oneself | QuerySubject::Candidate => None,
    }));
}

fn of_conditions(conditions: &[Condition], read: &mut BTreeSet<TraitId>) {
    for condition in conditions {
        condition.walk(&mut |condition| {
            if let ConditionKind::Compare { left, right, .. } = &condition.kind {
                of_number(left, read);
                of_number(right, read);
            }
        });
    }
}

fn of_number(number: &Number, read: &mut BTreeSet<TraitId>) {
    number.walk(&mut |number| {
        if let NumberKind::Trait(id) = number.kind {
            read.insert(id);
        }
    });
}
