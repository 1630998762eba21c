//! The committed header and the calls of C# are what the crate generates. `cargo xtask bindings --generate` writes them.

use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The sources of the crate in the order in which the header has them.
fn sources() -> Vec<PathBuf> {
    let lib = std::fs::read_to_string(folder().join("src/lib.rs")).unwrap();
    let modules = lib.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    modules.map(|name| folder().join(format!("src/{name}.rs"))).collect()
}

fn generated() -> String {
    let config = Config::from_file(folder().join("cbindgen.toml")).unwrap();
    let builder = sources().into_iter().fold(Builder::new().with_config(config), Builder::with_src);
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    String::from_utf8(header).unwrap()
}

#[test]
fn header_matches_the_crate() {
    compare(&folder().join("include/cunning.h"), &generated());
}

#[test]
fn calls_of_csharp_match_the_crate() {
    let folder_of_test = tempfile::tempdir().unwrap();
    let file = folder_of_test.path().join("Native.cs");
    let builder =
        sources().into_iter().fold(csbindgen::Builder::default(), csbindgen::Builder::input_extern_file);
    builder
        .csharp_namespace("Cunning.Native")
        .csharp_class_name("Library")
        .csharp_class_accessibility("internal")
        .csharp_dll_name("cunning")
        .csharp_dll_name_if("UNITY_IOS && !UNITY_EDITOR", "__Internal")
        .csharp_use_nint_types(false)
        // A number of all ones is more than the generator can read.
        .csharp_generate_const_filter(|name| name.starts_with("CUNNING_") && name != "CUNNING_NO_AGENT_ID")
        .generate_csharp_file(&file)
        .unwrap();
    let generated = std::fs::read_to_string(file).unwrap();
    assert!(!generated.contains("nuint"), "Mono's compiler does not know it");
    compare(&folder().join("../csharp/src/Native.cs"), &generated);
}

/// Compares a committed file with what is generated, or writes it.
fn compare(path: &Path, generated: &str) {
    if std::env::var_os("CUNNING_UPDATE_GENERATED").is_some() {
        std::fs::write(path, generated).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let path = path.display();
    assert!(committed == generated, "{path} is out of date; run `cargo xtask bindings --generate`");
}

#[test]
fn header_uses_types_of_fixed_size_only() {
    let header = generated();
    assert!(header.is_ascii(), "some compilers read headers in another encoding");
    for word in ["size_t", "uintptr_t", "intptr_t", " bool ", " long ", " int "] {
        let found =
            header.lines().find(|line| !line.trim_start().starts_with(['*', '/']) && line.contains(word));
        assert_eq!(found, None, "{word}");
    }
}
