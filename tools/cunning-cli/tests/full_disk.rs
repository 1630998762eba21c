//! On a full disk every command that writes files fails and leaves the old files as they were.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const DOMAIN: &str =
    "facts.lit = \"bool\"\naction.light = { then = [\"lit\"] }\ngoal.see = { want = [\"lit\"] }\n";
const MAP: &str = "type octile\nheight 3\nwidth 5\nmap\n.....\n@@@@.\n@@..@\n";

const SWEEP: &str = "sweep.seeds = '0..4'\nrun = { scene = 'pirate', ticks = 20 }\n";

/// Every command that writes files, with every option that names one.
const COMMANDS: &[&str] = &[
    "run rooms --ticks 20 --save saved.bin@10",
    "run outpost --ticks 20 --record outpost.cng",
    "run rooms --ticks 20 --picture end.svg",
    "plan lamp.toml --goal see --plan-file plan.txt",
    "path --generate caves --size 20x15 --svg path.svg",
    "path --generate caves --size 20x15 --png path.png",
    "path --generate caves --size 20x15 --save-map caves.map",
    "train record shield --waypoints 4.5,20.5;9.5,22.5 --out demo.json",
    "train plan shield --untrained --w1 20 --remember past.json",
    "train plan shield --untrained --w1 20 --svg plan.svg",
    "train plan shield --untrained --w1 20 --png plan.png",
    "lab quest --only X* --repeat 1 --out quest",
    "lab fear --map golden.map --goal 2,2 --out fear",
    "lab fear --map golden.map --goal 2,2 --out fear --resume",
    "man --out pages",
    "run pirate --seeds 2 --ticks 20 --out runs --resume",
    "sweep fights.toml",
    "sweep plan fights.toml",
    "sweep script planned --engine slurm --batch 2",
    "sweep collect planned",
];

fn cunning() -> PathBuf {
    assert_cmd::cargo::cargo_bin("cunning")
}

/// Runs the command; `wrapper` is a program with arguments in front of it.
fn run(folder: &Path, wrapper: &[&str], arguments: &str) -> Output {
    let cunning = cunning();
    let mut all = wrapper.to_vec();
    all.push(cunning.to_str().unwrap());
    all.extend(arguments.split_whitespace());
    let mut command = Command::new(all[0]);
    command.args(&all[1..]).current_dir(folder).env("NO_COLOR", "1").stdin(Stdio::null());
    command.output().unwrap()
}

/// A folder with the input files of all commands.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lamp.toml"), DOMAIN).unwrap();
    std::fs::write(folder.path().join("golden.map"), MAP).unwrap();
    std::fs::write(folder.path().join("fights.toml"), SWEEP).unwrap();
    std::fs::create_dir(folder.path().join("pages")).unwrap();
    let planned = run(folder.path(), &[], "sweep plan fights.toml --out planned");
    assert!(planned.status.success(), "{}", String::from_utf8_lossy(&planned.stderr));
    folder
}

/// All files below a folder with their contents.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            all.insert(path.clone(), std::fs::read(&path).unwrap());
        }
    }
    all
}

/// Runs every command twice, the second time on a full disk, and compares the files.
fn check(full: impl Fn(&Path, &str) -> Output) {
    for arguments in COMMANDS {
        let folder = folder();
        let inputs = files(folder.path()).len();
        let first = run(folder.path(), &[], arguments);
        let code = first.status.code().unwrap();
        assert!([0, 20].contains(&code), "{arguments}: {code} {}", String::from_utf8_lossy(&first.stderr));
        let old = files(folder.path());
        assert!(old.len() > inputs, "{arguments} writes no file");
        let second = full(folder.path(), arguments);
        let told = String::from_utf8_lossy(&second.stderr).into_owned();
        assert_eq!(second.status.code(), Some(40), "{arguments}: {told}");
        assert!(told.contains("os error"), "{arguments}: {told}");
        let new = files(folder.path());
        assert!(old.keys().eq(new.keys()), "{arguments}: {:?} became {:?}", old.keys(), new.keys());
        for (path, contents) in &old {
            assert!(contents == &new[path], "{arguments}: {} has changed", path.display());
        }
    }
}

#[test]
fn failed_write_leaves_the_old_file_intact() {
    // Every write to a file fails, as it does on a full disk, for all users and file systems.
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    check(|folder, arguments| run(folder, &["sh", "-c", script], arguments));
}

#[test]
fn full_disk_leaves_the_old_file_intact() {
    // A small file system in memory, which only this process sees, is filled with the old files and zeros.
    let script = r#"
        disk=$1; result=$2; shift 2
        mount -t tmpfs -o size=4m none "$disk" || exit 99
        cp -a . "$disk" && cd "$disk" && { cat /dev/zero > zeros 2>/dev/null || true; }
        "$@"
        code=$?
        rm zeros; find "$result" -mindepth 1 -delete; cp -a . "$result"; exit $code
    "#;
    let disk = tempfile::tempdir().unwrap();
    let can_mount =
        run(disk.path(), &["unshare", "-m", "sh", "-c", "mount -t tmpfs none . ", "sh"], "--version");
    if !can_mount.status.success() {
        // Without the right to mount, the other test alone has to do.
        return;
    }
    check(|folder, arguments| {
        let (disk, result) = (disk.path().to_str().unwrap(), folder.to_str().unwrap());
        run(folder, &["unshare", "-m", "sh", "-c", script, "sh", disk, result], arguments)
    });
}
