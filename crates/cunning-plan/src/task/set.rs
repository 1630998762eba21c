//! A set of values of one variable: any set for a small domain, an interval for a large one.

/// The largest domain whose sets are kept as bits.
const MASK_SIZE_MAX: u32 = 64;

/// A non-empty set of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Set {
    /// A subset of a domain of at most 64 values, one bit each.
    Mask(u64),
    /// An interval of a larger domain, both ends included.
    Interval(u32, u32),
}

impl Set {
    /// Returns the set of all values of a domain.
    pub(crate) const fn full(size: u32) -> Self {
        if size <= MASK_SIZE_MAX { Self::Mask(u64::MAX >> (64 - size)) } else { Self::Interval(0, size - 1) }
    }

    /// Returns the values from `low` to `high` that a domain has; `None` if there are none.
    pub(crate) fn range(size: u32, low: i64, high: i64) -> Option<Self> {
        let (low, high) = (low.max(0), high.min(i64::from(size) - 1));
        if low > high {
            return None;
        }
        let (low, high) = (low as u32, high as u32);
        Some(if size <= MASK_SIZE_MAX {
            Self::Mask((u64::MAX >> (63 - (high - low))) << low)
        } else {
            Self::Interval(low, high)
        })
    }

    /// Returns the set of one value.
    pub(crate) fn only(size: u32, value: u32) -> Option<Self> {
        Self::range(size, i64::from(value), i64::from(value))
    }

    /// Returns all values but one: one set for a small domain, up to two for a large one.
    pub(crate) fn all_but(size: u32, value: u32) -> Vec<Self> {
        match Self::full(size) {
            Self::Mask(all) => {
                let rest = all & !(1_u64.checked_shl(value).unwrap_or(0));
                if rest == 0 { Vec::new() } else { vec![Self::Mask(rest)] }
            }
            Self::Interval(..) => {
                let value = i64::from(value);
                let sides = [Self::range(size, 0, value - 1), Self::range(size, value + 1, i64::from(size))];
                sides.into_iter().flatten().collect()
            }
        }
    }

    /// Returns the intersection; `None` if it is empty. Both must be of one domain.
    pub(crate) fn intersect(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Mask(one), Self::Mask(two)) => (one & two != 0).then_some(Self::Mask(one & two)),
            (Self::Interval(low1, high1), Self::Interval(low2, high2)) => {
                let (low, high) = (low1.max(low2), high1.min(high2));
                (low <= high).then_some(Self::Interval(low, high))
            }
            (Self::Mask(_), Self::Interval(..)) | (Self::Interval(..), Self::Mask(_)) => None,
        }
    }

    /// Returns whether all its values are in another set. Both must be of one domain.
    pub(crate) fn is_within(self, other: Self) -> bool {
        self.intersect(other) == Some(self)
    }

    pub(crate) fn contains(self, value: u32) -> bool {
        match self {
            Self::Mask(bits) => value < 64 && bits >> value & 1 != 0,
            Self::Interval(low, high) => (low..=high).contains(&value),
        }
    }

    /// Iterates over the values, in order.
    pub(crate) fn values(self) -> impl Iterator<Item = u32> {
        let (low, high) = self.ends();
        (low..=high).filter(move |&value| self.contains(value))
    }

    /// Returns the least and the greatest value.
    pub(crate) fn ends(self) -> (u32, u32) {
        match self {
            Self::Mask(bits) => (bits.trailing_zeros(), bits.checked_ilog2().unwrap_or(0)),
            Self::Interval(low, high) => (low, high),
        }
    }

    /// Returns whether all values between the least and the greatest one belong to the set.
    pub(crate) fn is_interval(self) -> bool {
        match self {
            Self::Mask(bits) => {
                let (low, high) = self.ends();
                bits.count_ones() == high - low + 1
            }
            Self::Interval(..) => true,
        }
    }

    /// Returns the value, if there is only one.
    pub(crate) fn single(self) -> Option<u32> {
        match self {
            Self::Mask(bits) => bits.is_power_of_two().then(|| bits.trailing_zeros()),
            Self::Interval(low, high) => (low == high).then_some(low),
        }
    }

    pub(crate) fn is_full(self, size: u32) -> bool {
        self == Self::full(size)
    }
}
