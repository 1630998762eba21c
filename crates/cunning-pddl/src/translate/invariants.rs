//! Invariants: sets of atoms of which at most one ever holds.
//!
//! A package is in one place: of the atoms `(at p ?place)` and `(in p ?truck)` exactly one holds, for every package
//! `p`. A [`Candidate`] is a guess of this form: parts such as `at` and `in`, the arguments that name the instance
//! (`p`), and in each part at most one argument that is counted over. A candidate is an invariant if every action that
//! adds an atom of an instance also deletes one that held there. A candidate that fails for lack of a deletion is
//! extended by a predicate that the action deletes, and checked again.

use super::actions::{Assignment, Translated, Translation};
use super::conditions::{Arg, Literal};
use super::params::Params;
use super::world::World;
use crate::model::PredicateId;

/// The largest number of candidates.
const CANDIDATES_MAX: usize = 512;
/// The largest number of pairs of effects to look at.
const WORK_MAX: usize = 1 << 22;

/// A predicate of a candidate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub(super) predicate: PredicateId,
    /// The positions of the arguments that name the instance.
    pub(super) instance: Vec<usize>,
    /// The position of the argument that is counted over.
    pub(super) counted: Option<usize>,
}

impl Part {
    /// The arguments that name the instance of an atom.
    pub(super) fn instance<T: Copy>(&self, args: &[T]) -> Vec<T> {
        self.instance.iter().map(|&at| args[at]).collect()
    }
}

/// A set of parts, sorted, each with another predicate. All have equally many arguments that name the instance.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate(pub(super) Vec<Part>);

/// The invariants of the actions, in a fixed order.
pub(super) fn find(world: &World<'_>, translation: &Translation<'_>) -> Vec<Candidate> {
    let actions: Vec<Checked<'_, '_>> =
        translation.actions.iter().map(|action| Checked::new(world, action)).collect();
    let mut queue: Vec<Candidate> = Vec::new();
    for (at, signature) in world.model.predicates.iter().enumerate() {
        let predicate = PredicateId(at);
        if !world.is_written(predicate) {
            continue;
        }
        for counted in std::iter::once(None).chain((0..signature.of.len()).map(Some)) {
            let instance = (0..signature.of.len()).filter(|&at| Some(at) != counted).collect();
            queue.push(Candidate(vec![Part { predicate, instance, counted }]));
        }
    }
    let (mut found, mut work, mut next) = (Vec::new(), 0, 0);
    while next < queue.len() && work <= WORK_MAX {
        let candidate = queue[next].clone();
        next += 1;
        match actions.iter().try_for_each(|action| action.check(&candidate, &mut work)) {
            Ok(()) => found.push(candidate),
            Err(extensions) => {
                for extension in extensions {
                    if queue.len() < CANDIDATES_MAX && !queue.contains(&extension) {
                        queue.push(extension);
                    }
                }
            }
        }
    }
    found
}

/// An action with what checks need.
struct Checked<'a, 'm> {
    params: Params<'a>,
    action: &'a Translated<'m>,
    /// The atoms that hold before the action.
    held: Vec<(PredicateId, &'a [Arg])>,
}

impl<'a, 'm> Checked<'a, 'm> {
    fn new(world: &'a World<'m>, action: &'a Translated<'m>) -> Self {
        let held = action.condition.literals().filter_map(|literal| match literal {
            Literal::Holds { predicate, args, value: true } => Some((*predicate, args.as_slice())),
            _ => None,
        });
        let held = held.collect();
        Self { params: Params::new(world, action.action, &action.condition), action, held }
    }

    /// Checks that the action adds no second atom to any instance; otherwise returns candidates that may be better.
    fn check(&self, candidate: &Candidate, work: &mut usize) -> Result<(), Vec<Candidate>> {
        let additions: Vec<(&Assignment, Vec<Arg>)> = self.effects(candidate, true).collect();
        *work += additions.len() * (additions.len() + self.action.assignments.len());
        for (at, (addition, instance)) in additions.iter().enumerate() {
            if !addition.when.is_always() {
                return Err(Vec::new());
            }
            for (other, others) in &additions[..at] {
                let is_same = (addition.predicate, &addition.args) == (other.predicate, &other.args);
                if !is_same && !self.are_apart(candidate, instance, others) {
                    return Err(Vec::new());
                }
            }
            let mut deletions = self.effects(candidate, false);
            // A deletion of another instance must not be undone by chance.
            if deletions
                .clone()
                .any(|(_, others)| *instance != others && !self.are_apart(candidate, instance, &others))
            {
                return Err(Vec::new());
            }
            let is_held = self.held.contains(&(addition.predicate, addition.args.as_slice()));
            let is_balanced = is_held
                || deletions.any(|(deletion, others)| *instance == others && self.is_certain(deletion));
            if !is_balanced {
                return Err(self.extensions(candidate, instance));
            }
        }
        Ok(())
    }

    /// The additions or deletions of atoms of a candidate, each with its instance.
    fn effects<'c>(
        &'c self,
        candidate: &'c Candidate,
        value: bool,
    ) -> impl Iterator<Item = (&'c Assignment, Vec<Arg>)> + Clone {
        self.action.assignments.iter().filter(move |effect| effect.value == value).filter_map(|effect| {
            let part = candidate.0.iter().find(|part| part.predicate == effect.predicate)?;
            Some((effect, part.instance(&effect.args)))
        })
    }

    /// Whether an atom that held is always deleted.
    fn is_certain(&self, deletion: &Assignment) -> bool {
        deletion.when.is_always() && self.held.contains(&(deletion.predicate, deletion.args.as_slice()))
    }

    /// Whether two instances differ whenever the action can be done, or are the same by their names.
    ///
    /// Where they would be the same, the action may need two atoms of the instance, which never hold together.
    fn are_apart(&self, candidate: &Candidate, one: &[Arg], other: &[Arg]) -> bool {
        let Some(equal) = self.params.meet(one, other) else { return true };
        let renamed = |args: &[Arg]| -> Vec<Arg> { args.iter().map(|&arg| rename(&equal, arg)).collect() };
        let held: Vec<(PredicateId, Vec<Arg>)> = self
            .held
            .iter()
            .filter_map(|(predicate, args)| {
                let part = candidate.0.iter().find(|part| part.predicate == *predicate)?;
                Some((*predicate, renamed(&part.instance(args))))
            })
            .collect();
        let is_other = |(at, (predicate, instance)): (usize, &(PredicateId, Vec<Arg>))| {
            held[..at].iter().any(|known| known.0 != *predicate && known.1 == *instance)
        };
        held.iter().enumerate().any(is_other)
    }

    /// The candidate with another predicate that the action deletes from an instance.
    fn extensions(&self, candidate: &Candidate, instance: &[Arg]) -> Vec<Candidate> {
        let mut found = Vec::new();
        for deletion in self.action.assignments.iter().filter(|effect| !effect.value) {
            let is_known = candidate.0.iter().any(|part| part.predicate == deletion.predicate);
            let too_long = deletion.args.len() > instance.len() + 1;
            if is_known || too_long || !self.is_certain(deletion) {
                continue;
            }
            for positions in arrangements(instance, &deletion.args) {
                let counted = (0..deletion.args.len()).find(|at| !positions.contains(at));
                let part = Part { predicate: deletion.predicate, instance: positions, counted };
                let mut parts = candidate.0.clone();
                parts.push(part);
                parts.sort_unstable();
                found.push(Candidate(parts));
            }
        }
        found
    }
}

/// The argument under equalities of parameters with parameters and objects.
fn rename(equal: &[Literal], mut arg: Arg) -> Arg {
    // Each equality is followed at most once, so this ends. Names that stay different are taken for different
    // instances, which is on the safe side.
    for literal in equal {
        if let Literal::Same { param, other, .. } = literal
            && arg == Arg::Param(*param)
        {
            arg = *other;
        }
    }
    arg
}

/// The ways to find each member of a list at a position of its own in another list.
fn arrangements(wanted: &[Arg], args: &[Arg]) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for arg in wanted {
        let extend = |positions: &Vec<usize>| {
            let positions = positions.clone();
            let free = (0..args.len()).filter(|at| args[*at] == *arg && !positions.contains(at));
            let longer = |at| [positions.as_slice(), &[at]].concat();
            free.map(longer).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(extend).collect();
    }
    all
}
