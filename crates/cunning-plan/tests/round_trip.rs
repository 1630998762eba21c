//! Text to model to text to model: nothing is lost, and every domain of the generator is understood.

#![allow(clippy::panic, reason = "a test fails by panicking")]

use cunning_diag::Source;
use cunning_plan::Domain;

fn read(name: &str, text: &str) -> Domain {
    cunning_plan::read(&Source::new(name, text)).unwrap_or_else(|found| panic!("{found}\n\n{text}"))
}

fn assert_round_trip(name: &str, text: &str) {
    let first = read(name, text);
    let written = cunning_plan::write(&first);
    let second = read(&format!("{name} (written)"), &written);
    assert_eq!(first, second, "{name}\n{text}\n\n{written}");
    assert_eq!(cunning_plan::write(&second), written, "{name}: writing is stable");
}

#[test]
fn every_generated_domain_is_understood_and_comes_back() {
    for seed in 0..2_000 {
        let text = cunning_oracle::generate::generate(seed).model.to_string();
        assert_round_trip(&format!("seed {seed}"), &text);
    }
}
