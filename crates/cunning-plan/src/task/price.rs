//! What a plan costs while it is searched for: the cost first, then the number of steps, in one word.

/// Costs of one task in one word: whole multiples of a unit in the upper bits, steps in the lower ones.
///
/// The unit is the greatest common divisor of all costs of the task, so that costs of everyday size leave room
/// to spare. What does not fit is a limit, never a wrong order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prices {
    unit: u64,
}

const STEP_BITS: u32 = 20;

/// The price of an operator that cannot be used in a job.
pub(crate) const CLOSED: u64 = u64::MAX;
/// The price of a plan whose cost does not fit.
const TOO_LARGE: u64 = u64::MAX - 1;
/// More than any plan may cost, and still far from all bounds.
const RELAXED_MAX: u64 = 1 << 60;

impl Prices {
    /// Prices for a task whose operators have these costs.
    pub(crate) fn new(costs: impl IntoIterator<Item = u64>) -> Self {
        Self { unit: costs.into_iter().fold(0, greatest_common_divisor).max(1) }
    }

    /// The price of a cost that is a multiple of the unit. A search that prefers shorter plans among equally cheap
    /// ones adds one for the step.
    pub(crate) fn of(self, micros: u64) -> u64 {
        let units = micros / self.unit;
        if units >> (u64::BITS - STEP_BITS) == 0 { units << STEP_BITS } else { TOO_LARGE }
    }

    /// A price that is open together with that of a step. One that is too large becomes the largest number, which ends
    /// a search with a limit when it is added.
    #[inline]
    pub(crate) const fn with_step(price: u64, step: u64) -> u64 {
        if price >= TOO_LARGE { u64::MAX } else { price.saturating_add(step) }
    }

    /// The same for estimates, which must not treat an expensive plan as impossible.
    #[inline]
    pub(crate) const fn relaxed(price: u64, step: u64) -> u64 {
        match price {
            CLOSED => CLOSED,
            RELAXED_MAX.. => RELAXED_MAX,
            _ => price.saturating_add(step),
        }
    }

    /// What one is, in millionths.
    pub(crate) const fn unit(self) -> u64 {
        self.unit
    }

    /// The cost, in millionths, of a sum of prices, whatever steps were added to it.
    pub(crate) fn cost(self, price: u64) -> u64 {
        (price >> STEP_BITS).saturating_mul(self.unit)
    }
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_keeps_its_cost_and_its_steps_apart() {
        let prices = Prices::new([1_500_000, 2_500_000]);
        let price = prices.of(1_500_000) + 1 + prices.of(2_500_000) + 1;
        assert_eq!(prices.cost(price), 4_000_000);
        assert!(price > prices.of(4_000_000) && price < prices.of(4_500_000));
    }
}
