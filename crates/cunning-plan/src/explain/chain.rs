//! Chains from the goal's conditions to what is missing: each condition is replaced by what its producer lacks, as
//! long as granting that would suffice too.

use crate::ground::GroundActionId;
use crate::relax::UNREACHABLE;
use crate::task::{Change, Conjunction};

use super::need::{Need, NeedKind};
use super::producers::{Producer, Producers, Requirement, Takes, Trend};
use super::what_if::WhatIf;
use super::words::Words;
use super::{Answer, Link, Missing, Needed, Obstacle, Stuck};

/// A condition of a chain.
struct Node {
    need: Need,
    /// The condition that it is needed for.
    parent: Option<usize>,
    /// The producers, computed on demand.
    producers: Option<Vec<Producer>>,
    /// The producer that was followed, and what it needs.
    followed: Option<(GroundActionId, Vec<Need>)>,
    /// Whether the condition cannot be replaced.
    is_end: bool,
}

/// Follows conditions to what is missing.
pub(super) struct Chains<'a> {
    words: Words<'a>,
    producers: &'a Producers<'a>,
    /// All alternatives of the goal.
    ways: &'a [Conjunction],
    /// The conditions of the closest alternative.
    wants: Vec<Need>,
    nodes: Vec<Node>,
    /// The nodes that together suffice.
    missing: Vec<usize>,
}

/// The number of producers of a condition that are followed.
const TRIED_MAX: usize = 6;
/// The number of producers that are shown.
const SHOWN_MAX: usize = 4;
/// The largest length of a chain.
const DEPTH_MAX: usize = 24;

impl<'a> Chains<'a> {
    /// Starts with conditions that suffice and are all needed.
    pub(super) fn new(
        words: Words<'a>,
        producers: &'a Producers<'a>,
        ways: &'a [Conjunction],
        wants: Vec<Need>,
        missing: Vec<Need>,
    ) -> Self {
        let mut chains = Self { words, producers, ways, wants, nodes: Vec::new(), missing: Vec::new() };
        chains.missing = missing.into_iter().map(|need| chains.node(need, None)).collect();
        chains
    }

    fn node(&mut self, need: Need, parent: Option<usize>) -> usize {
        self.nodes.push(Node { need, parent, producers: None, followed: None, is_end: false });
        self.nodes.len() - 1
    }

    /// Returns the conditions from the goal to a node, the node last.
    fn path(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        while let Some(parent) = path.last().and_then(|&at| self.nodes[at].parent) {
            path.push(parent);
        }
        path.reverse();
        path
    }

    fn producers_of(&mut self, node: usize) -> Vec<Producer> {
        let all = self.producers;
        let Node { need, producers, .. } = &mut self.nodes[node];
        producers.get_or_insert_with(|| all.of(need)).clone()
    }

    /// Follows all nodes as far as possible.
    pub(super) fn follow(&mut self, what_if: &mut WhatIf) {
        while let Some(at) = self.missing.iter().position(|&node| !self.nodes[node].is_end) {
            let node = self.missing[at];
            let path = self.path(node);
            if path.len() >= DEPTH_MAX || !self.step(node, &path, what_if) {
                self.nodes[node].is_end = true;
            }
        }
    }

    /// Replaces a node by what its producer lacks. Returns false if it cannot be replaced.
    fn step(&mut self, node: usize, path: &[usize], what_if: &mut WhatIf) -> bool {
        let need = self.nodes[node].need.clone();
        // A comparison of facts is reduced to values of those facts.
        if let NeedKind::Relation(_) = &need.kind
            && let Ok(values) = Need::values_for(&self.words, &need.conjunction(), &what_if.start.values)
            && self.replace(node, path, &values, None, what_if)
        {
            return true;
        }
        let mut tried: Vec<Vec<Need>> = Vec::new();
        for producer in self.producers_of(node) {
            if tried.len() >= TRIED_MAX {
                break;
            }
            let Takes::All(requirements) = &producer.takes else { continue };
            if what_if.without.contains(&producer.id) {
                continue;
            }
            let lacking = self.lacking(requirements, what_if);
            for lacking in
                [in_values(&self.words, &lacking, &what_if.start.values), lacking].into_iter().rev()
            {
                if !lacking.is_empty() && !tried.contains(&lacking) {
                    if self.replace(node, path, &lacking, Some(producer.id), what_if) {
                        return true;
                    }
                    tried.push(lacking);
                }
            }
        }
        false
    }

    /// Replaces a node by other conditions if they suffice and make progress.
    fn replace(
        &mut self,
        node: usize,
        path: &[usize],
        by: &[Need],
        producer: Option<GroundActionId>,
        what_if: &mut WhatIf,
    ) -> bool {
        let is_on_path = |need: &Need| path.iter().any(|&at| self.nodes[at].need == *need);
        if by.is_empty() || by.iter().any(is_on_path) {
            return false;
        }
        let others: Vec<usize> = self.missing.iter().copied().filter(|&other| other != node).collect();
        let mut needs: Vec<Need> = others.iter().map(|&other| self.nodes[other].need.clone()).collect();
        let mut new: Vec<Need> = by.iter().filter(|need| !needs.contains(need)).cloned().collect();
        // The closest conditions are left out first.
        new.sort_by_key(|need| self.producers.roughly(need));
        needs.extend(new);
        let Some(smallest) = what_if.smallest(self.ways, &needs) else { return false };
        self.nodes[node].followed = producer.map(|producer| {
            let kept = by.iter().filter(|need| smallest.contains(need)).cloned().collect();
            (producer, kept)
        });
        self.missing = smallest
            .into_iter()
            .map(|need| {
                let known = others.iter().copied().find(|&other| self.nodes[other].need == need);
                known.unwrap_or_else(|| self.node(need, Some(node)))
            })
            .collect();
        true
    }

    /// Returns the missing conditions with their chains.
    pub(super) fn explain(&mut self, what_if: &mut WhatIf) -> Vec<Missing> {
        let missing = self.missing.clone();
        missing
            .into_iter()
            .map(|node| Missing {
                condition: self.words.need(&self.nodes[node].need),
                chain: self.path(node).into_iter().map(|at| self.link(at, what_if)).collect(),
            })
            .collect()
    }

    fn link(&mut self, node: usize, what_if: &mut WhatIf) -> Link {
        let need = self.nodes[node].need.clone();
        let takes = self.takes(node);
        let mut producers = if takes.is_empty() { self.producers_of(node) } else { Vec::new() };
        // The producer that was followed comes first.
        if let Some((followed, _)) = &self.nodes[node].followed {
            producers.sort_by_key(|producer| producer.id != *followed);
        }
        let mut shown: Vec<super::Producer> = Vec::new();
        let mut more = 0;
        for producer in &producers {
            if shown.len() == SHOWN_MAX {
                more += 1;
                continue;
            }
            let one = super::Producer {
                action: self.words.action(producer.id),
                change: producer.change.clone(),
                through: producer.through.iter().map(|need| self.words.need(need)).collect(),
                obstacle: self.obstacle(node, producer, what_if),
            };
            // Another variant of the same action is mentioned unless it lacks the same and more.
            let lacks_as_much = |known: &super::Producer| match (&known.obstacle, &one.obstacle) {
                _ if known.action != one.action => false,
                (Obstacle::Needs(less), Obstacle::Needs(more)) => less.iter().all(|need| more.contains(need)),
                _ => true,
            };
            if !shown.iter().any(lacks_as_much) {
                shown.push(one);
            }
        }
        if let NeedKind::Atom { atom, .. } = &need.kind {
            for absent in self.words.grounding.absent_producers(atom.var, atom.set) {
                if shown.len() == SHOWN_MAX {
                    more += 1;
                    continue;
                }
                shown.push(super::Producer {
                    action: absent.action,
                    change: String::new(),
                    through: Vec::new(),
                    obstacle: Obstacle::Never(absent.reason),
                });
            }
        }
        let var = need.var();
        let stuck = (shown.is_empty() && takes.is_empty()).then(|| self.stuck(&need, &what_if.start.values));
        let start = what_if.start.values.get(var.index()).copied().unwrap_or(0);
        Link {
            condition: self.words.need(&need),
            fact: self.words.fact(var),
            start: self.words.value(var, start),
            alone: if self.is_hopeless(&need, what_if) { Answer::No } else { what_if.alone(&need) },
            producers: shown,
            more,
            takes,
            stuck,
            is_action: self.words.is_mark(var),
        }
    }

    /// Returns the values that a comparison of facts was reduced to.
    fn takes(&self, node: usize) -> Vec<String> {
        if self.nodes[node].followed.is_some() {
            return Vec::new();
        }
        let parts = self.nodes.iter().filter(|part| part.parent == Some(node));
        parts.map(|part| self.words.need(&part.need)).collect()
    }

    /// Returns why the fact of a condition without producers never has the required value.
    fn stuck(&self, need: &Need, start: &[u32]) -> Stuck {
        let var = need.var();
        let changes = self.producers.changes(var);
        let trend = self.producers.trend(var);
        let start = start.get(var.index()).copied().unwrap_or(0);
        let ends = match &need.kind {
            NeedKind::Atom { atom, .. } => Some(atom.set.ends()),
            NeedKind::Relation(_) => None,
        };
        match (trend, ends) {
            _ if changes.is_empty() => Stuck::Unchanged,
            (_, Some((low, high))) if low == high && self.words.is_bool(var) => Stuck::Never(low == 1),
            // The fact may have lost its start value before.
            (Some(Trend::Falls), Some((low, _))) if low > 0 => Stuck::Falls,
            (Some(Trend::Rises), Some((low, high))) if low == 0 || start > high => Stuck::Rises,
            _ => {
                let shown = changes.into_iter().take(SHOWN_MAX);
                Stuck::Elsewhere(shown.map(|(id, change)| (self.words.action(id), change)).collect())
            }
        }
    }

    /// Returns whether a condition cannot be met by itself.
    fn is_hopeless(&self, need: &Need, what_if: &mut WhatIf) -> bool {
        self.producers.roughly(need) == UNREACHABLE || what_if.alone(need) == Answer::No
    }

    /// Returns what a producer lacks: the conditions that cannot be met by themselves, or else all of its conditions,
    /// because they cannot be met together.
    fn lacking(&self, requirements: &[Requirement], what_if: &mut WhatIf) -> Vec<Need> {
        let needs = || requirements.iter().map(|requirement| requirement.need.clone());
        let hopeless: Vec<Need> = needs().filter(|need| self.is_hopeless(need, what_if)).collect();
        if hopeless.is_empty() { needs().collect() } else { hopeless }
    }

    /// Returns why a producer of a node does not help.
    fn obstacle(&self, node: usize, producer: &Producer, what_if: &mut WhatIf) -> Obstacle {
        if what_if.without.contains(&producer.id) {
            let domain = self.words.grounding.domain();
            let action = domain.actions().get(self.words.grounding.action(producer.id));
            let check = action.and_then(|action| action.check.clone());
            return Obstacle::Check(check.unwrap_or_default());
        }
        let requirements = match &producer.takes {
            Takes::All(requirements) => requirements,
            Takes::Never(reason) => return Obstacle::Never(reason.clone()),
        };
        let followed = self.nodes[node].followed.as_ref().filter(|(id, _)| *id == producer.id);
        let mut lacking: Vec<Need> = requirements
            .iter()
            .filter(|requirement| self.is_hopeless(&requirement.need, what_if))
            .map(|requirement| requirement.need.clone())
            .collect();
        if let (true, Some((_, kept))) = (lacking.is_empty(), followed) {
            lacking.clone_from(kept);
        }
        if !lacking.is_empty() {
            let path = self.path(node);
            let needed = |need: &Need| Needed {
                condition: self.words.need(need),
                because: requirements
                    .iter()
                    .find(|requirement| requirement.need == *need)
                    .and_then(|requirement| requirement.because.clone()),
                is_cycle: path.iter().any(|&at| self.nodes[at].need == *need),
            };
            return Obstacle::Needs(lacking.iter().map(needed).collect());
        }
        let undone = self.undone(node, producer);
        if undone.is_empty() { Obstacle::Apart } else { Obstacle::Undoes(undone) }
    }

    /// Returns the conditions that a producer makes false and that must hold together with its effect.
    fn undone(&self, node: usize, producer: &Producer) -> Vec<String> {
        let siblings: Vec<Need> = match self.nodes[node].parent {
            None => self.wants.clone(),
            Some(parent) => {
                let followed = self.nodes[parent].followed.as_ref().map(|(id, _)| *id);
                let producers = self.nodes[parent].producers.as_deref().unwrap_or(&[]);
                let followed = producers.iter().find(|producer| Some(producer.id) == followed);
                match followed.map(|producer| &producer.takes) {
                    Some(Takes::All(all)) => all.iter().map(|requirement| requirement.need.clone()).collect(),
                    _ => Vec::new(),
                }
            }
        };
        let Some(task_action) = self.words.grounding.task().actions.get(producer.id.0 as usize) else {
            return Vec::new();
        };
        let is_undone = |need: &&Need| {
            let NeedKind::Atom { atom, .. } = &need.kind else { return false };
            task_action.effects.iter().any(|effect| {
                let undoes = matches!(effect.change, Change::Assign(value) if !atom.set.contains(value));
                effect.var == atom.var && effect.is_unconditional() && undoes
            })
        };
        siblings.iter().filter(is_undone).map(|need| self.words.need(need)).collect()
    }
}

/// Replaces every comparison of facts by values that make it true.
fn in_values(words: &Words<'_>, needs: &[Need], start: &[u32]) -> Vec<Need> {
    let mut all = Vec::new();
    for need in needs {
        match (&need.kind, Need::values_for(words, &need.conjunction(), start)) {
            (NeedKind::Relation(_), Ok(values)) => all.extend(values),
            _ => all.push(need.clone()),
        }
    }
    all
}
