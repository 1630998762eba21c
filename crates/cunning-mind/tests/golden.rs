//! The same life has the same hash on every machine, whatever it was compiled with: the numbers here were written down once.
//! A change of what agents decide, or of what is hashed, changes them; then the new ones are in the message.

use crate::crowd;

use crowd::Crowd;
use cunning_mind::MindConfig;

#[test]
fn a_crowd_has_the_hashes_that_were_written_down() {
    let hashes = [7, 60, 1000].map(|budget| {
        let mut crowd = Crowd::new(40, MindConfig::default(), |_| {});
        for _ in 0..200 {
            crowd.tick(budget);
        }
        format!("{:016x}", crowd.minds.hash())
    });
    assert_eq!(hashes, ["875aaddf3bf8e65f", "d34764699e972e36", "7d4c3329388a0c26"]);
}
