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

impl Prices {
    /// Prices for a task whose operators have these costs.
    pub(crate) fn new(costs: impl IntoIterator<Item = u64>) -> Self {
        Self { unit: costs.into_iter().fold(0, greatest_common_divisor).max(1) }
    }

    /// The price of a cost that is a multiple of the unit; the largest number if it does not fit. A search that
    /// prefers shorter plans among equally cheap ones adds one for the step.
    pub(crate) fn of(self, micros: u64) -> u64 {
        let units = micros / self.unit;
        if units >> (u64::BITS - STEP_BITS) == 0 { units << STEP_BITS } else { u64::MAX }
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
