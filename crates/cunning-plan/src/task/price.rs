//! Prices: the cost of a plan and its number of steps in one word, for searches.

/// The scale of prices of one task: multiples of a unit in the upper bits, steps in the lower ones.
///
/// The unit is the greatest common divisor of all costs of the task, so that ordinary costs leave plenty of room. A
/// price that does not fit leads to a limit, never to a wrong order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prices {
    unit: u64,
}

const STEP_BITS: u32 = 20;

/// The price of an operator that cannot be used in a job.
pub(crate) const CLOSED: u64 = u64::MAX;
/// The price of a plan whose cost does not fit.
const TOO_LARGE: u64 = u64::MAX - 1;
/// More than the price of any plan, and still far from overflow.
const RELAXED_MAX: u64 = 1 << 60;

impl Prices {
    /// Creates the scale for a task whose operators have these costs.
    pub(crate) fn new(costs: impl IntoIterator<Item = u64>) -> Self {
        let mut unit = 0;
        for cost in costs {
            unit = greatest_common_divisor(unit, cost);
            // Nothing divides it.
            if unit == 1 {
                break;
            }
        }
        Self { unit: unit.max(1) }
    }

    /// Returns the price of a cost that is a multiple of the unit. A search that prefers shorter plans among equally
    /// cheap ones adds one for the step.
    pub(crate) fn of(self, micros: u64) -> u64 {
        let units = micros / self.unit;
        if units >> (u64::BITS - STEP_BITS) == 0 { units << STEP_BITS } else { TOO_LARGE }
    }

    /// Adds the price of a step to a price. A price that is too large saturates, which ends a search with a limit
    /// when it is added.
    #[inline]
    pub(crate) const fn with_step(price: u64, step: u64) -> u64 {
        if price >= TOO_LARGE { u64::MAX } else { price.saturating_add(step) }
    }

    /// Like the above, for estimates, which must not treat an expensive plan as impossible.
    #[inline]
    pub(crate) const fn relaxed(price: u64, step: u64) -> u64 {
        match price {
            CLOSED => CLOSED,
            RELAXED_MAX.. => RELAXED_MAX,
            _ => price.saturating_add(step),
        }
    }

    /// Returns the unit, in millionths.
    pub(crate) const fn unit(self) -> u64 {
        self.unit
    }

    /// Returns the cost, in millionths, of a sum of prices without its steps.
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
