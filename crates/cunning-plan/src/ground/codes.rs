//! Lists of objects by their codes, with a direct mapping from a code to its position in the list.

use std::ops::Deref;
use std::sync::Arc;

/// The codes of some objects, in order, each once. Copies share their memory.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    list: Arc<[u32]>,
    /// The runs of consecutive codes, sorted by code. A type has one, a union one for each of its types, whatever the
    /// number of their objects.
    runs: Arc<[Run]>,
}

/// Consecutive codes in the list.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: u32,
    count: u32,
    /// The position of the first code.
    at: u32,
}

impl Codes {
    pub(super) fn new(list: Vec<u32>) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for (at, &code) in (0..).zip(&list) {
            match runs.last_mut() {
                Some(run) if run.first + run.count == code => run.count += 1,
                _ => runs.push(Run { first: code, count: 1, at }),
            }
        }
        runs.sort_unstable_by_key(|run| run.first);
        Self { list: list.into(), runs: runs.into() }
    }

    /// Returns the position of a code.
    pub(crate) fn position(&self, code: u32) -> Option<u32> {
        let next = self.runs.partition_point(|run| run.first <= code);
        let run = self.runs.get(next.checked_sub(1)?)?;
        let past = code - run.first;
        (past < run.count).then_some(run.at + past)
    }

    /// Returns the shared list of codes.
    pub(super) fn share(&self) -> Arc<[u32]> {
        self.list.clone()
    }
}

impl Deref for Codes {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_is_found_where_it_stands() {
        for list in [vec![], vec![5], vec![3, 4, 5], vec![9, 0, 1, 2, 7, 8, 4], vec![4, 3, 2, 1, 0]] {
            let codes = Codes::new(list.clone());
            assert_eq!(&codes[..], list);
            for code in 0..12 {
                let stands = list.iter().position(|&listed| listed == code).map(|at| at as u32);
                assert_eq!(codes.position(code), stands, "{code} in {list:?}");
            }
        }
    }
}
