//! Golden hashes: the same run has the same hash on every machine and with every compiler. A change of decisions or
//! of the hash changes them; the failure message has the new ones.

use crate::crowd;

use crowd::Crowd;
use cunning_mind::MindConfig;

#[test]
fn crowd_has_the_golden_hashes() {
    let hashes = [7, 60, 1000].map(|budget| {
        let mut crowd = Crowd::new(40, MindConfig::default(), |_| {});
        for _ in 0..200 {
            crowd.tick(budget);
        }
        format!("{:016x}", crowd.minds.hash())
    });
    assert_eq!(hashes, ["2f659a1d17e820e4", "0f107b822076b56e", "e90ee35128092ad2"]);
}
