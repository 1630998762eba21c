//! Many short lists in one array.

/// Lists of numbers, numbered from 0.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    items: Vec<u32>,
    /// The start of each list, and the end of the last one.
    starts: Vec<u32>,
}

impl Default for Lists {
    fn default() -> Self {
        Self { items: Vec::new(), starts: vec![0] }
    }
}

impl Lists {
    pub(crate) fn push(&mut self, items: impl IntoIterator<Item = u32>) {
        self.items.extend(items);
        self.starts.push(self.items.len() as u32);
    }

    /// Adds a list unless it is empty. Returns whether it was added.
    pub(crate) fn push_some(&mut self, items: impl IntoIterator<Item = u32>) -> bool {
        let before = self.items.len();
        self.items.extend(items);
        let has_items = self.items.len() > before;
        if has_items {
            self.starts.push(self.items.len() as u32);
        }
        has_items
    }

    pub(crate) fn len(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    #[inline]
    pub(crate) fn get(&self, list: u32) -> &[u32] {
        let at = list as usize;
        &self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Iterates over the lengths of the lists.
    pub(crate) fn lengths(&self) -> impl Iterator<Item = u32> {
        self.starts.windows(2).map(|pair| pair[1] - pair[0])
    }

    /// Returns for each of `count` numbers the lists that contain it, numbered from `base`.
    pub(crate) fn inverted(&self, count: u32, base: u32) -> Self {
        let mut starts = vec![0_u32; count as usize + 1];
        for &item in &self.items {
            starts[item as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut items = vec![0; self.items.len()];
        for list in 0..self.len() {
            for &item in self.get(list) {
                let target = &mut next[item as usize];
                items[*target as usize] = base + list;
                *target += 1;
            }
        }
        Self { items, starts }
    }
}
