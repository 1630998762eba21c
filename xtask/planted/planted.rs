//! Bugs that `cargo xtask planted` plants in a copy of the planner and of the minds, to show that the differential
//! campaign and the target fuzzer catch them. This file becomes the module `planted` of the planner's copy;
//! `planted.patch` puts a switch at each bug's place.

use std::cell::Cell;

/// Declares the bugs and lists them by the test that catches them.
macro_rules! bugs {
    ($($(#[doc = $of:literal])* $list:ident { $($(#[doc = $doc:literal])* $name:ident,)* })*) => {
        /// A mistake of the kind that planners and minds make.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Bug {
            $($($(#[doc = $doc])* $name,)*)*
        }

        impl Bug {
            $($(#[doc = $of])* pub const $list: &[Self] = &[$(Self::$name,)*];)*
        }
    };
}

bugs! {
    /// The bugs of the planner.
    OF_PLANNER {
        /// Backward search lets an action undo a fact that the rest of the plan needs.
        UndoesNeededFact,
        /// Backward search only works on conditions that do not hold at the start.
        HoldsAtStart,
        /// Backward search ignores a quantity's range while nothing else constrains the quantity.
        RangeForgotten,
        /// Backward search reaches the end of a clamped range by the exact step only.
        ClampForgotten,
        /// Backward search fires conditional effects unconditionally.
        AlwaysFires,
        /// Backward search ignores the case in which a conditional effect does not fire.
        NeverSilent,
        /// Forbidden actions are allowed.
        ForbiddenAllowed,
        /// Conditions on facts that no action writes are not checked.
        GatesOpen,
        /// Quantifiers and goals count slots that no object is bound to.
        AbsentCounts,
        /// Costs are computed from the tables that were current when the domain was grounded.
        NumbersStale,
        /// `h_max` adds costs of conditions up.
        MaxAddsUp,
        /// The estimates count a quantity's distance from its target in steps of one.
        DistanceInOnes,
        /// Landmark cuts charge the cheapest action of a cut only, so the others are charged again.
        CutChargedTwice,
        /// Projections of one action to several variables are all paid for.
        ProjectionsAllPaid,
        /// Facts that no action writes are folded at the domain's start instead of the query's.
        StaleStart,
        /// Facts that only conditional effects write are folded.
        FoldsConditional,
        /// Only the first member of a disjunction counts.
        FirstDisjunct,
        /// `>` means `>=`.
        GreaterIsAtLeast,
        /// A matching cost rule does not exclude the rules after it.
        EarlierRulesForgotten,
        /// Checks that were answered with no are ignored.
        ChecksIgnored,
        /// An unbound goal parameter means the first object.
        FirstObject,
        /// The number of steps does not decide between plans of equal cost.
        StepsNotCounted,
        /// An effect that can refuse but changes no relevant fact is dropped.
        RefusalDropped,
        /// `-=` adds.
        SubtractAdds,
        /// An undefined number, such as a quotient by zero, forbids nothing.
        UndefinedAllowed,
        /// Contradicting effects do not rule an action out.
        ClashIgnored,
        /// The plan cache does not distinguish questions by their forbidden actions.
        CacheForgetsForbidden,
    }
    /// The bugs of the minds.
    OF_MINDS {
        /// A step starts for the object of another slot than the plan's.
        OrderRedirected,
        /// Orders about an object that is gone end without a report.
        ReportLost,
    }
}

thread_local! {
    /// The bug of this thread, so that several bugs can be tested at a time.
    static PLANTED: Cell<Option<Bug>> = const { Cell::new(None) };
}

/// Gives the planner a bug, or none, on this thread.
pub fn plant(bug: Option<Bug>) {
    PLANTED.set(bug);
}

/// Whether the planner has a bug on this thread.
pub fn is_planted(bug: Bug) -> bool {
    PLANTED.get() == Some(bug)
}

/// The switch at a bug's place: whether the planner has the bug on this thread.
#[macro_export]
macro_rules! planted {
    ($bug:ident) => {
        $crate::planted::is_planted($crate::planted::Bug::$bug)
    };
}
