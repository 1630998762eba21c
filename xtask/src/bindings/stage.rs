//! Builds the C library and lays it out as it is installed: `include`, `lib`, `lib/pkgconfig`, `lib/cmake`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::{files, path, step, text};
use crate::process::{Cargo, root, target};

/// What a program that links the static library needs from the system.
const PRIVATE_LIBS: &str = "-lgcc_s -lutil -lrt -lpthread -lm -ldl";

/// An installed library.
pub(crate) struct Stage {
    pub(crate) prefix: PathBuf,
}

impl Stage {
    pub(crate) fn include(&self) -> String {
        format!("-I{}", text(&self.prefix.join("include")))
    }

    /// Linker arguments for the shared library.
    pub(crate) fn shared(&self) -> Vec<String> {
        let lib = text(&self.prefix.join("lib"));
        vec![format!("-L{lib}"), format!("-Wl,-rpath,{lib}"), "-lcunning".to_owned()]
    }

    /// Linker arguments for the static library.
    pub(super) fn fixed(&self) -> Vec<String> {
        let lib = text(&self.prefix.join("lib/libcunning.a"));
        std::iter::once(lib).chain(PRIVATE_LIBS.split(' ').map(str::to_owned)).collect()
    }
}

/// Builds the library and the player in Rust: alone, or as the tests build them, so that nothing is compiled twice.
pub(super) fn build_dev(with_workspace: bool) -> io::Result<Stage> {
    step("library", || {
        let packages: &[&str] = if with_workspace {
            &["--workspace", "--all-features"]
        } else {
            &[
                "--package",
                "cunning-c",
                "--features",
                "cunning-c/link",
                "--package",
                "cunning-conformance",
                "--package",
                "cunning-python",
                "--package",
                "cunning-cli",
            ]
        };
        let line =
            [&["build"], packages, &["--lib", "--bin", "cunning-conformance", "--bin", "cunning"]].concat();
        build(&Cargo::new(&line))?;
        lay_out(&target(&root()).join("debug"), &target(&root()).join("bindings"))
    })
}

/// Builds the optimized libraries and the crowd in Rust with the same options.
pub(super) fn build_fast() -> io::Result<Stage> {
    step("optimized library", || {
        let packages = ["--package", "cunning-c", "--package", "cunning-python"];
        build(&Cargo::new(
            &[&["build", "--profile", "fast"][..], &packages, &["--lib", "--examples"]].concat(),
        ))?;
        lay_out(&target(&root()).join("fast"), &target(&root()).join("bindings-fast"))
    })
}

/// `cargo xtask bindings --install PREFIX [--link]`: installs the library as it is released.
pub(crate) fn install_to(prefix: &Path, with_link: bool) -> io::Result<ExitCode> {
    let stage = build_release(&std::path::absolute(prefix)?, with_link)?;
    writeln!(
        io::stdout(),
        "installed in {0}; use it with PKG_CONFIG_PATH={0}/lib/pkgconfig or CMAKE_PREFIX_PATH={0}",
        stage.prefix.display()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the library as it is released, with or without the debug link, and installs it.
pub(super) fn build_release(prefix: &Path, with_link: bool) -> io::Result<Stage> {
    let features: &[&str] = if with_link { &["--features", "link"] } else { &[] };
    build(&Cargo::new(&[&["build", "--release", "--package", "cunning-c", "--lib"], features].concat()))?;
    lay_out(&target(&root()).join("release"), prefix)
}

fn build(cargo: &Cargo) -> io::Result<()> {
    if cargo.run()?.success() { Ok(()) } else { Err(io::Error::other(format!("`{cargo}` failed"))) }
}

/// Copies the libraries of a folder of cargo to a prefix.
pub(crate) fn put_libraries(built: &Path, prefix: &Path) -> io::Result<Stage> {
    for (from, to) in LIBRARIES {
        let from = built.join(from);
        if from.is_file() {
            copy(&from, &prefix.join(to))?;
        }
    }
    Ok(Stage { prefix: prefix.to_owned() })
}

/// Lays out an installation: libraries, headers and packages for pkg-config and CMake. It works wherever it is moved to.
pub(crate) fn lay_out(built: &Path, prefix: &Path) -> io::Result<Stage> {
    for folder in ["include", "lib/pkgconfig", "lib/cmake/cunning"] {
        std::fs::create_dir_all(prefix.join(folder))?;
    }
    for (from, to) in [
        ("bindings/c/include/cunning.h", "include/cunning.h"),
        ("bindings/cpp/include/cunning.hpp", "include/cunning.hpp"),
        ("bindings/cpp/cmake/cunning-config.cmake", "lib/cmake/cunning/cunning-config.cmake"),
    ] {
        replace(&prefix.join(to), &std::fs::read(path(from))?)?;
    }
    let sharp = path("bindings/csharp/src");
    for source in files(&sharp, "cs")? {
        let name = source.strip_prefix(&sharp).map_err(io::Error::other)?;
        copy(&source, &prefix.join("csharp").join(name))?;
    }
    let config = std::fs::read_to_string(path("bindings/c/cunning.pc.in"))?
        .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
        .replace("@PRIVATE_LIBS@", PRIVATE_LIBS);
    replace(&prefix.join("lib/pkgconfig/cunning.pc"), config.as_bytes())?;
    let version = format!("set(PACKAGE_VERSION \"{}\")\n{VERSION_CHECK}", env!("CARGO_PKG_VERSION"));
    replace(&prefix.join("lib/cmake/cunning/cunning-config-version.cmake"), version.as_bytes())?;
    put_libraries(built, prefix)
}

/// What cargo builds on the different systems, and what it is installed as.
const LIBRARIES: &[(&str, &str)] = &[
    ("libcunning_c.so", "lib/libcunning.so"),
    ("libcunning_c.dylib", "lib/libcunning.dylib"),
    ("libcunning_c.a", "lib/libcunning.a"),
    ("cunning_c.dll", "lib/cunning.dll"),
    ("cunning_c.dll.lib", "lib/cunning.dll.lib"),
    ("cunning_c.lib", "lib/cunning.lib"),
];

/// Accepts versions with the same first number that are not newer.
const VERSION_CHECK: &str = "\
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
";

/// Copies a file to a folder that is made if it is missing.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder)?;
    }
    replace(to, &std::fs::read(from)?)
}

/// Writes a file under a new name and renames it, so that a running program keeps the library that it has loaded.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let mut file = std::fs::File::create(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(new, path)
}
