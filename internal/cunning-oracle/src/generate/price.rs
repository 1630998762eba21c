//! Random costs: mostly small integers, some decimals, a few zero or left out.

use super::dice::Dice;
use super::model::ModelCost;

/// A random plain cost.
pub(crate) fn price(dice: &mut Dice) -> ModelCost {
    match dice.below(20) {
        0 => ModelCost::Default,
        1 => ModelCost::Number("0".to_owned()),
        2 => ModelCost::Number(dice.one_of(["0.5", "1.25", "2.75", "0.000001", "0.1"]).to_owned()),
        _ => ModelCost::Number(dice.between(1, 6).to_string()),
    }
}
