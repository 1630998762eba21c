//! What a plan costs while it is searched for: the cost first, then the number of steps, in one word.

/// Costs of one task in one word: whole multiples of a unit in the upper bits, steps in the lower ones.
///
/// The unit is the greatest common divisor of all costs of the task, so that costs of everyday size leave room
/// to spare. What does not fit is a limit, never a wrong order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prices {
    unit: u64,
    counts_steps: bool,
}

const STEP_BITS: u32 = 20;

impl Prices {
    /// Prices for a task whose operators have these costs. A search that need not prefer shorter plans among
    /// equally cheap ones does not count steps.
    pub(crate) fn new(costs: impl IntoIterator<Item = u64>, counts_steps: bool) -> Self {
        let unit = costs.into_iter().fold(0, greatest_common_divisor);
        Self { unit: unit.max(1), counts_steps }
    }

    /// The price of one step of a cost that is a multiple of the unit; `None` if it does not fit.
    pub(crate) fn step(self, micros: u64) -> Option<u64> {
        let units = micros / self.unit;
        let shifted = units.checked_mul(1 << STEP_BITS)?;
        Some(shifted + u64::from(self.counts_steps))
    }
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}
