//! Bugs planted on purpose, to test the tests: whoever believes a campaign that finds nothing should have seen it find
//! these.
//!
//! The feature `planted-bugs` is for tests of this crate alone. Without it there is no bug to choose, and every question
//! for one is the constant *no*.

/// A bug of the kind that planners have had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// Backward, an action may undo what the rest of the plan needs.
    UndoesWhatIsNeeded,
    /// Backward, only conditions that do not hold at the start are worked on.
    HoldsAtStart,
    /// Backward, a range forbids nothing while the quantity does not matter otherwise.
    RangeForgotten,
    /// Backward, a clamped end is reached by the exact step only.
    ClampForgotten,
    /// Backward, conditional effects fire in any case.
    AlwaysFires,
    /// Backward, nobody thinks of conditional effects that do not fire.
    NeverSilent,
    /// Forbidden actions are allowed.
    ForbiddenAllowed,
    /// Conditions on facts that no action writes are not looked at.
    GatesOpen,
    /// Quantifiers and goals count slots that nothing is bound to.
    AbsentCounts,
    /// Costs are those of the tables that the grounding was made with.
    NumbersStale,
    /// The estimate by the dearest condition adds conditions up.
    MaxAddsUp,
    /// The estimates count how far a quantity is from its target in ones.
    DistanceInOnes,
    /// Landmark cuts take a price off the cheapest action of a cut only, and the others are charged again.
    CutChargedTwice,
    /// Projections of one action to several variables are all paid for.
    ProjectionsAllPaid,
    /// Facts that no action writes are folded at the domain's start, not at the request's.
    StaleStart,
    /// Facts that only conditional effects write are folded.
    FoldsConditional,
    /// Of a disjunction only the first member counts.
    FirstDisjunct,
    /// `>` means `>=`.
    GreaterIsAtLeast,
    /// A rule for a cost does not exclude the rules after it.
    EarlierRulesForgotten,
    /// No check is asked.
    ChecksIgnored,
    /// A goal's parameter that is not bound means the first object.
    FirstObject,
    /// Among equally cheap plans the number of steps does not count.
    StepsNotCounted,
    /// An effect that can refuse but changes nothing that matters is dropped.
    RefusalDropped,
    /// `-=` adds.
    SubtractAdds,
    /// A number without a value, such as a quotient by zero, forbids nothing.
    UndefinedAllowed,
    /// Effects that contradict each other do not rule an action out.
    ClashIgnored,
    /// The cache does not tell what is forbidden from what is not.
    CacheForgetsForbidden,
}

#[cfg(feature = "planted-bugs")]
impl Bug {
    /// All of them.
    pub const ALL: [Self; 27] = [
        Self::UndoesWhatIsNeeded,
        Self::HoldsAtStart,
        Self::RangeForgotten,
        Self::ClampForgotten,
        Self::AlwaysFires,
        Self::NeverSilent,
        Self::ForbiddenAllowed,
        Self::GatesOpen,
        Self::AbsentCounts,
        Self::NumbersStale,
        Self::MaxAddsUp,
        Self::DistanceInOnes,
        Self::CutChargedTwice,
        Self::ProjectionsAllPaid,
        Self::StaleStart,
        Self::FoldsConditional,
        Self::FirstDisjunct,
        Self::GreaterIsAtLeast,
        Self::EarlierRulesForgotten,
        Self::ChecksIgnored,
        Self::FirstObject,
        Self::StepsNotCounted,
        Self::RefusalDropped,
        Self::SubtractAdds,
        Self::UndefinedAllowed,
        Self::ClashIgnored,
        Self::CacheForgetsForbidden,
    ];
}

#[cfg(feature = "planted-bugs")]
thread_local! {
    /// Of a thread, so that several bugs can be hunted at a time.
    static PLANTED: std::cell::Cell<Option<Bug>> = const { std::cell::Cell::new(None) };
}

/// Makes the planner have a bug, or none, on this thread.
#[cfg(feature = "planted-bugs")]
pub fn plant(bug: Option<Bug>) {
    PLANTED.set(bug);
}

/// Whether the planner is to have a bug.
#[cfg(feature = "planted-bugs")]
pub(crate) fn is(bug: Bug) -> bool {
    PLANTED.get() == Some(bug)
}

/// Whether the planner is to have a bug: never.
#[cfg(not(feature = "planted-bugs"))]
#[inline]
pub(crate) const fn is(_: Bug) -> bool {
    false
}
