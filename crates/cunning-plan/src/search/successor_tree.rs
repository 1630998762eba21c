//! The operators that may apply in a state: a decision tree over the single values that their conditions require.

use crate::task::{Atom, Task, VarId};

/// A tree whose inner nodes test one variable and whose leaves list operators. An operator is found in every state
/// with the single values that it requires; the rest of its condition is not tested.
#[derive(Clone, Debug)]
pub(crate) struct SuccessorTree {
    nodes: Vec<Node>,
    /// The branches of all inner nodes, by value.
    branches: Vec<u32>,
    /// The operators of all leaves.
    operators: Vec<u32>,
    root: u32,
}

#[derive(Clone, Copy, Debug)]
enum Node {
    Nothing,
    /// A range of operators: its start and length.
    Leaf {
        first: u32,
        count: u32,
    },
    /// A range of branches by the value of a variable, and the branch for operators that do not test it.
    Switch {
        var: VarId,
        first: u32,
        count: u32,
        other: u32,
    },
}

/// Lists of operators up to this length are leaves.
const LEAF_MAX: usize = 3;
/// The largest depth of the tree.
const DEPTH_MAX: u32 = 64;
const NOTHING: u32 = 0;

impl SuccessorTree {
    pub(crate) fn new(task: &Task) -> Self {
        let mut tree =
            Self { nodes: vec![Node::Nothing], branches: Vec::new(), operators: Vec::new(), root: NOTHING };
        let all = (0..task.operators.len() as u32).collect();
        tree.root = tree.grow(all, 0, 0, task);
        tree
    }

    /// Creates a node for operators whose tests of variables before `from` are done.
    fn grow(&mut self, mut operators: Vec<u32>, from: u32, depth: u32, task: &Task) -> u32 {
        // The first variable that an operator requires a single value of, and that value.
        let question = |operator: u32, from: u32| {
            let single = |atom: &Atom| atom.set.single().map(|value| (atom.var.0, value));
            let atoms = &task.operators[operator as usize].pre.atoms;
            atoms.iter().filter(|atom| atom.var.0 >= from).find_map(single)
        };
        // Variable after variable, the operators that test it are separated from those that do not.
        let mut switches = Vec::new();
        let mut from = from;
        while operators.len() > LEAF_MAX && depth < DEPTH_MAX {
            let next = operators.iter().filter_map(|&operator| question(operator, from)).min();
            let Some((var, _)) = next else { break };
            let size = task.sizes[var as usize];
            let mut by_value: Vec<(u32, u32)> = Vec::new();
            operators.retain(|&operator| match question(operator, var) {
                Some((asked, value)) if asked == var => {
                    by_value.push((value, operator));
                    false
                }
                _ => true,
            });
            // Stable, so that the operators of a value keep their order.
            by_value.sort_by_key(|(value, _)| *value);
            let mut grown = vec![NOTHING; size as usize];
            for same in by_value.chunk_by(|one, two| one.0 == two.0) {
                let list = same.iter().map(|(_, operator)| *operator).collect();
                grown[same[0].0 as usize] = self.grow(list, var + 1, depth + 1, task);
            }
            switches.push((VarId(var), self.branches.len() as u32, size));
            self.branches.extend(grown);
            from = var + 1;
        }
        let mut node = NOTHING;
        if !operators.is_empty() {
            let first = self.operators.len() as u32;
            self.operators.extend_from_slice(&operators);
            node = self.add(Node::Leaf { first, count: operators.len() as u32 });
        }
        for (var, first, count) in switches.into_iter().rev() {
            node = self.add(Node::Switch { var, first, count, other: node });
        }
        node
    }

    fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Appends the operators that may apply, in order.
    pub(crate) fn find(&self, value: impl Fn(VarId) -> u32, stack: &mut Vec<u32>, found: &mut Vec<u32>) {
        found.clear();
        stack.clear();
        stack.push(self.root);
        while let Some(at) = stack.pop() {
            match self.nodes[at as usize] {
                Node::Nothing => {}
                Node::Leaf { first, count } => {
                    found.extend_from_slice(&self.operators[first as usize..(first + count) as usize]);
                }
                Node::Switch { var, first, count, other } => {
                    let value = value(var);
                    stack.extend((other != NOTHING).then_some(other));
                    if value < count {
                        let branch = self.branches[(first + value) as usize];
                        stack.extend((branch != NOTHING).then_some(branch));
                    }
                }
            }
        }
        found.sort_unstable();
    }
}
