#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cunning_fuzz::pddl::check(text));
