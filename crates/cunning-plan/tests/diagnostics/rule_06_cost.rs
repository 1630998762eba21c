//! Costs.

use super::{assert_fine, assert_mistakes};

const WORLD: &str = "[facts]\na = 'bool'\nx = { type = 'int', min = 0, max = 9 }\n[action.act]";

#[test]
fn invalid_costs_are_errors() {
    assert_mistakes(
        WORLD,
        &[
            ("cost", "from 0 to", "cost = «-1"),
            ("cost", "from 0 to", "cost = «-0.5"),
            ("cost", "from 0 to", "cost = «inf"),
            ("cost", "from 0 to", "cost = «nan"),
            ("cost", "from 0 to", "cost = «1e300"),
            ("cost", "from 0 to", "cost = «2_000_000_000"),
            ("cost", "not -3", "cost = '«-3'"),
            ("cost", "not -1", "cost = [{ when = ['a'], is = 2 }, { is = «-1 }]"),
            ("shape", "a number, an expression or rules", "cost = «true"),
            ("shape", "a rule such as", "cost = [«3]"),
            ("keys", "needs the key `is`", "cost = [«{ when = ['a'] }]"),
            ("unknown-key", "unknown key `cost`", "cost = [{ is = 3, «cost = 3 }]"),
            ("unknown-name", "int fact or table `y`", "cost = '2 * «y'"),
            ("unknown-name", "unknown fact `b`", "cost = [{ when = ['«b'], is = 3 }]"),
        ],
    );
    assert_fine(
        WORLD,
        &[
            "cost = 0",
            "cost = 0.0000001",
            "cost = 'x / 2 - 1'",
            "cost = [{ when = ['x > 3'], is = '0.5 * x' }]",
        ],
    );
}
