//! Tests of `cunning completions` and `cunning man`.

use assert_cmd::Command;

fn cunning(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cunning"));
    command.args(arguments);
    command
}

fn printed(arguments: &[&str]) -> String {
    let output = cunning(arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

#[test]
fn completions_name_the_commands_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = printed(&["completions", shell]);
        for command in ["plan", "studio", "train", "completions"] {
            assert!(text.contains(command), "{shell} does not complete {command}");
        }
    }
    cunning(&["completions", "cmd"]).assert().code(2);
}

#[test]
fn manual_has_a_page_for_every_command() {
    assert!(printed(&["man"]).contains(".TH cunning 1"));
    let folder = tempfile::tempdir().unwrap();
    cunning(&["man", "--out", folder.path().to_str().unwrap()]).assert().success();
    for page in ["cunning.1", "cunning-plan.1", "cunning-lab-fear.1"] {
        assert!(folder.path().join(page).exists(), "{page}");
    }
    let nowhere = folder.path().join("nowhere");
    cunning(&["man", "--out", nowhere.to_str().unwrap()]).assert().code(40);
}
