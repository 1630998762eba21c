//! `cargo xtask dist`: builds the C library, the command and the Python wheel for every platform whose Rust target is
//! installed, and packs release archives with licences and checksums.
//!
//! Libraries are linked by zig, so that they run with old versions of the C library. A library for shipped games has no
//! debug link; the folder `development` of its archive has the same library with it.

mod check;
mod engines;
mod licences;
mod platform;
mod toolchain;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::bindings::header::functions;
use crate::bindings::{files, output, path, stage, step};
use crate::process::{root, target};
use crate::studio::build_page;
use crate::system::succeeds;
use platform::{PLATFORMS, Platform};
use toolchain::Toolchain;

/// The Python packages that the builds need.
const TOOLS: &[&str] = &["cargo-zigbuild==0.24.0", "ziglang==0.17.0", "maturin>=1.9,<2"];
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Prints the table of platforms.
pub(crate) fn list() -> io::Result<ExitCode> {
    write!(io::stdout(), "{}", platform::table())?;
    Ok(ExitCode::SUCCESS)
}

/// Builds and packs everything for the installed targets, or for the named platforms.
pub(crate) fn run(names: &[String], without_command: bool) -> io::Result<ExitCode> {
    let chosen = choose(names)?;
    let dist = Dist { out: target(&root()).join("dist"), tools: Tools::get()? };
    clear(&dist.out)?;
    if !without_command {
        page()?;
    }
    let mut archives = Vec::new();
    for platform in &chosen {
        archives.push(dist.library(platform)?);
        if !without_command {
            archives.push(dist.command(platform)?);
        }
        dist.wheel(platform)?;
    }
    archives.push(dist.wheel_sums()?);
    archives.extend(engines::pack(&dist, &chosen)?);
    let sums = archives.concat();
    stage::replace(&dist.out.join("SHA256SUMS"), sums.as_bytes())?;
    let mut console = io::stdout();
    writeln!(console, "{sums}archives and SHA256SUMS are in {}", dist.out.display())?;
    for platform in PLATFORMS.iter().filter(|platform| Toolchain::find(platform.target).is_none()) {
        writeln!(console, "not built: {}", missing(platform))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The platforms to build for.
fn choose(names: &[String]) -> io::Result<Vec<&'static Platform>> {
    if names.is_empty() {
        return Ok(PLATFORMS.iter().filter(|platform| Toolchain::find(platform.target).is_some()).collect());
    }
    let find = |name: &String| {
        let found = PLATFORMS.iter().find(|platform| platform.name == name).ok_or_else(|| {
            let known: Vec<&str> = PLATFORMS.iter().map(|platform| platform.name).collect();
            io::Error::other(format!("unknown platform `{name}`; use one of {}", known.join(", ")))
        })?;
        if Toolchain::find(found.target).is_some() {
            Ok(found)
        } else {
            Err(io::Error::other(missing(found)))
        }
    };
    names.iter().map(find).collect()
}

/// What to install for a platform that cannot be built for.
fn missing(platform: &Platform) -> String {
    let Platform { name, target, .. } = platform;
    format!("{name}; install its target with `rustup target add {target}`, {}", toolchain::ADVICE)
}

fn page() -> io::Result<()> {
    if succeeds("npm", &["--version"]) {
        return step("page of the studio", build_page);
    }
    writeln!(io::stdout(), "npm is missing: the command will have a studio without a page")
}

fn clear(folder: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    std::fs::create_dir_all(folder)
}

/// An environment of Python with the linker and the builder of wheels.
struct Tools(PathBuf);

impl Tools {
    fn get() -> io::Result<Self> {
        let folder = target(&root()).join("dist-tools");
        let list = TOOLS.join("\n");
        let known = folder.join("installed.txt");
        if std::fs::read_to_string(&known).is_ok_and(|known| known == list) {
            return Ok(Self(folder));
        }
        step("linker and builder of wheels", || {
            output(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
            output(Command::new(folder.join("bin/pip")).args(["install", "--quiet"]).args(TOOLS))?;
            stage::replace(&known, list.as_bytes())
        })?;
        Ok(Self(folder))
    }

    /// A program that finds the other programs of the environment.
    fn program(&self, name: &str) -> io::Result<Command> {
        let folder = self.0.join("bin");
        let rest = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(folder.clone()).chain(std::env::split_paths(&rest));
        let mut command = Command::new(folder.join(name));
        command.env("PATH", std::env::join_paths(paths).map_err(io::Error::other)?).current_dir(root());
        Ok(command)
    }
}

/// What releases are put together from.
struct Dist {
    out: PathBuf,
    tools: Tools,
}

impl Dist {
    /// A program that builds with the compiler for a platform.
    fn program(&self, platform: &Platform, name: &str) -> io::Result<Command> {
        let mut program = self.tools.program(name)?;
        let toolchain =
            Toolchain::find(platform.target).ok_or_else(|| io::Error::other(missing(platform)))?;
        toolchain.apply(&mut program);
        Ok(program)
    }

    /// Builds a package for a platform; its results are in the returned folder.
    fn build(&self, platform: &Platform, arguments: &[&str]) -> io::Result<PathBuf> {
        let mut build = self.program(platform, "cargo-zigbuild")?;
        build.args(["zigbuild", "--release", "--locked", "--target", &platform.linked()]);
        output(build.args(arguments).env("CARGO_TARGET_DIR", target(&root())))?;
        Ok(target(&root()).join(platform.target).join("release"))
    }

    /// The archive of the C library.
    fn library(&self, platform: &Platform) -> io::Result<String> {
        let Platform { name, .. } = platform;
        let folder = format!("cunning-c-{VERSION}-{name}");
        let prefix = self.out.join(&folder);
        step(&format!("C library for {name}"), || {
            // The development library first, because the other one stays in the folder for the next build.
            let built = self.build(platform, &["--package", "cunning-c", "--lib", "--features", "link"])?;
            check::link(&stage::put_libraries(&built, &prefix.join("development"))?, true)?;
            let built = self.build(platform, &["--package", "cunning-c", "--lib"])?;
            check::link(&stage::lay_out(&built, &prefix)?, false)?;
            if platform.is_windows() {
                self.import_libraries(&prefix)?;
            }
            copy_tracked(&["bindings/c/examples", "bindings/cpp/examples"], &prefix.join("examples"))?;
            engines::collect(self, platform, &prefix)?;
            licences::add(&prefix, "cunning-c", platform.target)
        })?;
        if platform.target == check::host()? {
            step("library of the archive, run", || check::run_library(platform, &prefix))?;
        }
        self.pack(&prefix, &folder, platform.archive_ending(), &folder)
    }

    /// The import libraries of the DLLs, in the format of Microsoft's linker.
    fn import_libraries(&self, prefix: &Path) -> io::Result<()> {
        let header = std::fs::read_to_string(path("bindings/c/include/cunning.h"))?;
        let functions = functions(&header);
        let names: Vec<&str> = functions.iter().map(|function| function.name).collect();
        let definition = format!("LIBRARY cunning.dll\nEXPORTS\n{}\n", names.join("\n"));
        let file = self.out.join("cunning.def");
        stage::replace(&file, definition.as_bytes())?;
        for folder in ["lib", "development/lib"] {
            let mut tool = self.tools.program("python")?;
            tool.args(["-m", "ziglang", "dlltool", "-m", "i386:x86-64", "-D", "cunning.dll", "-d"])
                .arg(&file);
            output(tool.arg("-l").arg(prefix.join(folder).join("cunning.dll.lib")))?;
        }
        std::fs::remove_file(file)
    }

    /// The archive of the command.
    fn command(&self, platform: &Platform) -> io::Result<String> {
        let Platform { name, .. } = platform;
        let folder = format!("cunning-{VERSION}-{name}");
        let prefix = self.out.join(&folder);
        step(&format!("command for {name}"), || {
            let built = self.build(platform, &["--package", "cunning-cli", "--bin", "cunning"])?;
            std::fs::create_dir_all(&prefix)?;
            let program = if platform.is_windows() { "cunning.exe" } else { "cunning" };
            std::fs::copy(built.join(program), prefix.join(program))?;
            stage::replace(&prefix.join("README.md"), &std::fs::read(path("README.md"))?)?;
            licences::add(&prefix, "cunning-cli", platform.target)?;
            if platform.target == check::host()? {
                output(Command::new(prefix.join(program)).args(["run", "pirate"]))?;
                check::glibc(platform, &prefix.join(program))?;
            }
            Ok(())
        })?;
        self.pack(&prefix, &folder, platform.archive_ending(), &folder)
    }

    /// The wheel for Python; its name says which systems it is for.
    fn wheel(&self, platform: &Platform) -> io::Result<()> {
        if platform.is_windows() {
            // Wheels for Windows are built with Microsoft's compiler.
            return Ok(());
        }
        step(&format!("wheel for {}", platform.name), || {
            let mut build = self.program(platform, "maturin")?;
            build.args(["build", "--zig", "--locked", "--target", platform.target, "--out"]).arg(&self.out);
            if let Some(version) = platform.glibc {
                build.args(["--compatibility", &format!("manylinux_{}", version.replace('.', "_"))]);
            }
            build.args(["--manifest-path", "bindings/python/Cargo.toml"]);
            output(build.env("CARGO_TARGET_DIR", target(&root())))?;
            Ok(())
        })
    }

    /// The checksums of all wheels.
    fn wheel_sums(&self) -> io::Result<String> {
        let wheels = files(&self.out, "whl")?;
        if wheels.is_empty() {
            return Ok(String::new());
        }
        let names = wheels.iter().filter_map(|wheel| wheel.file_name());
        output(Command::new("sha256sum").args(names).current_dir(&self.out))
    }

    /// Packs a folder, removes it, and returns the checksum of the archive.
    fn pack(&self, folder: &Path, name: &str, ending: &str, root: &str) -> io::Result<String> {
        let archive = self.out.join(format!("{name}.{ending}"));
        let mut script = Command::new("python3");
        let line = output(script.arg(path("xtask/dist/pack.py")).args([&archive, folder]).arg(root))?;
        std::fs::remove_dir_all(folder)?;
        Ok(line)
    }
}

/// Copies the files of folders that git knows, each to its place below its folder.
fn copy_tracked(folders: &[&str], to: &Path) -> io::Result<()> {
    for folder in folders {
        let listed = output(Command::new("git").args(["ls-files", "-z", folder]).current_dir(root()))?;
        for file in listed.split('\0').filter(|file| !file.is_empty()) {
            let place = to.join(Path::new(file).strip_prefix(folder).map_err(io::Error::other)?);
            std::fs::create_dir_all(place.parent().unwrap_or(to))?;
            std::fs::copy(path(file), place)?;
        }
    }
    Ok(())
}
