#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cunning_fuzz::save::check(bytes));
