//! The points of a search at which it has a plan worth handing out.

/// How long a plan is improved before it is handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlanQuality {
    /// The first plan, as it was found.
    First,
    /// The first plan, improved for about as long as it took to find it.
    Good,
    /// The plan at the end of the search.
    Best,
}

/// A piece of work that reached something. It begins once more than `after` units were granted, and takes until `until`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Milestone {
    pub(crate) after: u64,
    pub(crate) until: u64,
}

/// What a search has reached before its end.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Milestones {
    pub(crate) first: Option<Milestone>,
    pub(crate) good: Option<Milestone>,
}

impl Milestones {
    /// Returns when there was a plan of a quality before the end.
    pub(crate) fn of(&self, quality: PlanQuality) -> Option<Milestone> {
        match quality {
            PlanQuality::First => self.first,
            PlanQuality::Good => self.good,
            PlanQuality::Best => None,
        }
    }
}
