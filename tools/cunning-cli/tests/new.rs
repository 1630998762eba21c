//! Tests of `cunning new`.

use assert_cmd::Command;

fn cunning(folder: &std::path::Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cunning"));
    command.args(arguments).current_dir(folder);
    command
}

#[test]
fn every_template_is_checked_tested_and_runs() {
    let folder = tempfile::tempdir().unwrap();
    for (name, domain) in
        [("guard", "guard"), ("squad", "squad"), ("villager", "villager"), ("quest", "companion")]
    {
        cunning(folder.path(), &["new", name]).assert().success();
        let domain = format!("{name}/{domain}.toml");
        let checked = cunning(folder.path(), &["check", &domain]).assert().success();
        let checked = String::from_utf8_lossy(&checked.get_output().stderr).into_owned()
            + &String::from_utf8_lossy(&checked.get_output().stdout);
        assert!(checked.contains("no problems found"), "{checked}");
        cunning(folder.path(), &["test", &domain]).assert().success();
        let ran = cunning(folder.path(), &["run", &format!("{name}/scene.toml"), "--ticks", "3000"])
            .output()
            .unwrap();
        // The village has no end; the others are won.
        let code = ran.status.code().unwrap();
        assert_eq!(code, if name == "villager" { 10 } else { 0 }, "{name}: {ran:?}");
    }
}

#[test]
fn existing_files_are_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    cunning(folder.path(), &["new", "guard", "mine"]).assert().success();
    std::fs::write(folder.path().join("mine/guard.toml"), "# mine\n").unwrap();
    let again = cunning(folder.path(), &["new", "guard", "mine"]).assert().failure();
    let error = String::from_utf8_lossy(&again.get_output().stderr).into_owned();
    assert!(error.contains("exists already; name another folder"), "{error}");
    assert_eq!(std::fs::read_to_string(folder.path().join("mine/guard.toml")).unwrap(), "# mine\n");
    cunning(folder.path(), &["new", "kraken"]).assert().code(2);
}
