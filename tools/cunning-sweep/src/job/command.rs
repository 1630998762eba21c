//! Commands: programs that print JSON, and commands of `cunning`.
//!
//! A command runs in a new folder that has copies of the texts that it reads, with the settings applied. It reads the
//! clock only to stop a command that takes longer than its timeout.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cunning_diag::{Diagnostic, Diagnostics, Source};
use serde_json::Value;
use tempfile::TempDir;

use super::{StandardJob, Trial, TrialError};
use crate::inputs::{Inputs, SETTING};
use crate::key::{Key, show};
use crate::spec::RunKind;

/// Checks the arguments of the `cunning` command; the error says what is wrong with them.
pub type CommandCheck = Box<dyn Fn(&[String]) -> Result<(), String> + Send + Sync>;

/// The name of the `cunning` command in sweep files.
const CUNNING: &str = "cunning";
/// The largest number of bytes of a result or a message.
const OUTPUT_BYTES_MAX: u64 = 64 << 20;
/// How long a running command is left alone before it is looked at again, at most.
const PAUSE_MAX: Duration = Duration::from_millis(20);

struct CommandTrial {
    program: PathBuf,
    /// The arguments, in which `{seed}` is still open.
    arguments: Vec<String>,
    folder: TempDir,
    timeout: Option<Duration>,
    exits: Vec<i32>,
}

pub(super) fn prepare(inputs: &Inputs<'_>, job: &StandardJob) -> Result<Box<dyn Trial>, Diagnostics> {
    let invalid = |message: String| Diagnostics::from(Diagnostic::error(SETTING, message));
    let run = inputs.run;
    let folder =
        tempfile::tempdir().map_err(|error| invalid(format!("cannot create a working folder: {error}")))?;
    let words = match run.kind {
        RunKind::Plan => {
            let file = inputs.text("plan").unwrap_or_default().to_owned();
            domain_texts(inputs, &file, folder.path())?;
            subcommand(inputs, vec![CUNNING.into(), "plan".into(), file_name(&file)])
        }
        RunKind::Lab => {
            let name = inputs.text("lab").unwrap_or_default().to_owned();
            for map in values(inputs.option("map")) {
                write_text(inputs, &map, folder.path())?;
            }
            let mut words = subcommand(inputs, vec![CUNNING.into(), "lab".into(), name]);
            words.extend(["--seed".to_owned(), "{seed}".to_owned()]);
            words
        }
        _ => {
            for name in &run.texts {
                write_text(inputs, &fill(name, inputs)?, folder.path())?;
            }
            run.command.iter().map(|word| fill(word, inputs)).collect::<Result<Vec<_>, _>>()?
        }
    };
    let Some((first, arguments)) = words.split_first() else {
        return Err(invalid("no program to run".into()));
    };
    if let (CUNNING, Some(check)) = (first.as_str(), &job.check) {
        let example: Vec<String> = arguments.iter().map(|word| word.replace("{seed}", "0")).collect();
        check(&example).map_err(|message| invalid(format!("cunning {}: {message}", example.join(" "))))?;
    }
    let path = Path::new(first);
    let program = match first.as_str() {
        CUNNING => job.program.clone(),
        // A relative path is one from where the sweep was started, not from the working folder.
        _ if path.components().count() > 1 => {
            std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
        }
        _ => path.to_path_buf(),
    };
    let timeout = run.timeout_ms.map(Duration::from_millis);
    Ok(Box::new(CommandTrial {
        program,
        arguments: arguments.to_vec(),
        folder,
        timeout,
        exits: run.exits.clone(),
    }))
}

/// The arguments of a `cunning` command: `--option value` for each option.
fn subcommand(inputs: &Inputs<'_>, mut words: Vec<String>) -> Vec<String> {
    for (key, value) in inputs.settings() {
        let mut option = |name: &str, value: String| words.extend([format!("--{name}"), value]);
        match (key, value) {
            (Key::Option(name), _) if ["plan", "lab"].contains(&name.as_str()) => {}
            (Key::Option(_), Value::Bool(false)) | (Key::Replace(_) | Key::Edit { .. }, _) => {}
            (Key::Option(name), Value::Bool(true)) => words.push(format!("--{}", name.replace('_', "-"))),
            (Key::Option(name), _) => {
                for value in values(Some(value)) {
                    let value = if name == "map" { file_name(&value) } else { value };
                    option(&name.replace('_', "-"), value);
                }
            }
            (Key::Set(fact), _) => option("set", format!("{fact}={}", show(value))),
            (Key::Check(name), _) => {
                let answer = if value == &Value::Bool(false) {
                    "no".to_owned()
                } else {
                    show(value).replace("true", "yes")
                };
                option("check", format!("{name}={answer}"));
            }
        }
    }
    words.extend(["--format".to_owned(), "json".to_owned()]);
    words
}

/// A value, or each value of a list, as text.
fn values(value: Option<&Value>) -> Vec<String> {
    match value {
        None => Vec::new(),
        Some(Value::Array(list)) => list.iter().map(show).collect(),
        Some(value) => vec![show(value)],
    }
}

fn file_name(path: &str) -> String {
    Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Replaces `{NAME}` by the value of an option. `{seed}` stays.
fn fill(word: &str, inputs: &Inputs<'_>) -> Result<String, Diagnostics> {
    let mut filled = word.to_owned();
    for (key, value) in inputs.settings() {
        if let Key::Option(name) = key {
            filled = filled.replace(&format!("{{{name}}}"), &show(value));
        }
    }
    let open = filled.find('{').and_then(|at| filled[at..].find('}').map(|end| &filled[at..=at + end]));
    match open {
        Some(name) if name != "{seed}" && name.len() > 2 && !name.contains([' ', '"', ':']) => {
            let known = inputs.settings().keys().filter_map(|key| match key {
                Key::Option(name) => Some(name.as_str()),
                _ => None,
            });
            let inner = &name[1..name.len() - 1];
            let message = format!("`{word}`: there is no parameter `{inner}`");
            Err(Diagnostic::error(SETTING, message).suggest(inner, known.chain(["seed"])).into())
        }
        _ => Ok(filled),
    }
}

/// Writes a text to the working folder.
fn write_text(inputs: &Inputs<'_>, name: &str, folder: &Path) -> Result<(), Diagnostics> {
    let invalid = |message: String| Diagnostics::from(Diagnostic::error(SETTING, message));
    let text = inputs.load(None, name).ok_or_else(|| invalid(format!("the file `{name}` was not found")))?;
    std::fs::write(folder.join(file_name(name)), text).map_err(|error| invalid(format!("{name}: {error}")))
}

/// Writes a domain file and the files that it includes to the working folder, and checks them.
fn domain_texts(inputs: &Inputs<'_>, name: &str, folder: &Path) -> Result<(), Diagnostics> {
    write_text(inputs, name, folder)?;
    let Some(text) = inputs.load(None, name) else { return Ok(()) };
    let source = Source::new(file_name(name), text);
    let include = |file: &str| {
        let text = inputs.load(Some(name), file)?;
        std::fs::write(folder.join(file_name(file)), &text).ok()?;
        Some(Source::new(file, text))
    };
    cunning_mind::read_with(&source, include).map(|_| ())
}

impl Trial for CommandTrial {
    fn run(&mut self, seed: u64, is_cancelled: &dyn Fn() -> bool) -> Result<Value, TrialError> {
        let failed = |message: String| TrialError::Failed(message);
        let broken = |error: std::io::Error| failed(format!("{}: {error}", self.program.display()));
        let (mut out, mut err) =
            (tempfile::tempfile().map_err(broken)?, tempfile::tempfile().map_err(broken)?);
        let arguments = self.arguments.iter().map(|word| word.replace("{seed}", &seed.to_string()));
        let mut child = Command::new(&self.program)
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(out.try_clone().map_err(broken)?)
            .stderr(err.try_clone().map_err(broken)?)
            .spawn()
            .map_err(broken)?;
        let begin = Instant::now();
        let mut pause = Duration::from_micros(200);
        let status = loop {
            if let Some(status) = child.try_wait().map_err(broken)? {
                break status;
            }
            let is_late = self.timeout.is_some_and(|timeout| begin.elapsed() > timeout);
            if is_late || is_cancelled() {
                // It may have ended by itself meanwhile.
                let _ = child.kill();
                let _ = child.wait();
                let seconds = self.timeout.unwrap_or_default().as_secs_f64();
                return Err(if is_late {
                    failed(format!("stopped after {seconds} s"))
                } else {
                    TrialError::Cancelled
                });
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(PAUSE_MAX);
        };
        let (out, err) = (text_of(&mut out).map_err(broken)?, text_of(&mut err).map_err(broken)?);
        let code = status.code();
        if !code.is_some_and(|code| self.exits.contains(&code)) {
            let said = if err.trim().is_empty() { &out } else { &err };
            let said = said.trim().chars().take(2000).collect::<String>();
            return Err(failed(format!("{status}: {said}")));
        }
        read_result(&out, code.unwrap_or(0)).map_err(failed)
    }
}

fn text_of(file: &mut File) -> std::io::Result<String> {
    file.seek(SeekFrom::Start(0))?;
    let mut bytes = Vec::new();
    file.take(OUTPUT_BYTES_MAX).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads what a command printed: one JSON document, or several, which become a list. An object gets the exit code.
fn read_result(text: &str, exit: i32) -> Result<Value, String> {
    let documents: Result<Vec<Value>, _> = serde_json::Deserializer::from_str(text).into_iter().collect();
    let documents = documents.map_err(|error| format!("the command did not print JSON: {error}"))?;
    match <[Value; 1]>::try_from(documents) {
        Ok([Value::Object(mut object)]) => {
            object.entry("exit").or_insert_with(|| exit.into());
            Ok(Value::Object(object))
        }
        Ok([value]) => Ok(value),
        Err(documents) if documents.is_empty() => {
            Err("the command printed nothing; it has to print JSON".into())
        }
        Err(documents) => Ok(Value::Array(documents)),
    }
}
