//! Does what the stand-ins need of the Unreal Header Tool: writes a `.generated.h` for each header with reflected types, and
//! the functions that call native events. It rejects what the real tool rejects.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// Writes the generated files to a folder and returns the source file with the native events.
pub(super) fn generate(headers: &[PathBuf], folder: &Path) -> io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let mut events = String::new();
    for header in headers {
        let text = std::fs::read_to_string(header)?;
        let stem = header.file_stem().unwrap_or_default().to_string_lossy();
        if text.contains("GENERATED_BODY()\n") && !text.contains("#define GENERATED_BODY") {
            let read = read(&stem, &text)
                .map_err(|error| io::Error::other(format!("{}: {error}", header.display())))?;
            std::fs::write(folder.join(format!("{stem}.generated.h")), read.macros)?;
            events.push_str(&read.events);
        }
    }
    let source = folder.join("Events.cpp");
    std::fs::write(&source, events)?;
    Ok(source)
}

#[derive(Default)]
struct Generated {
    macros: String,
    events: String,
}

fn read(stem: &str, text: &str) -> Result<Generated, String> {
    let include = format!("#include \"{stem}.generated.h\"");
    let last = text.lines().rfind(|line| line.starts_with("#include"));
    if last != Some(&include) {
        return Err(format!("the last include must be {include}"));
    }
    let mut generated = Generated::default();
    let mut write = |line: String| generated.macros.push_str(&line);
    write(format!("#undef CURRENT_FILE_ID\n#define CURRENT_FILE_ID FID_{stem}\n"));
    let mut reflected = None;
    let mut current = None;
    let mut is_event = false;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with("UCLASS(") || line.starts_with("USTRUCT(") {
            reflected = Some(line);
        }
        if let Some(found) = declaration(line) {
            current = Some(found);
        }
        if line == "GENERATED_BODY()" {
            let found = current.as_ref().ok_or("GENERATED_BODY() is in no type")?;
            let mark = if found.parent.is_some() { "UCLASS(" } else { "USTRUCT(" };
            if !reflected.take().is_some_and(|line| line.starts_with(mark)) {
                return Err(format!("{} has no {mark})", found.name));
            }
            write(format!("#define FID_{stem}_{}_GENERATED_BODY {}\n", number + 1, found.body()));
        }
        if is_event {
            let owner = current.as_ref().map_or("", |found| found.name);
            let event = event(line, owner).ok_or_else(|| format!("cannot read the event `{line}`"))?;
            let _ = write!(generated.events, "#include \"{stem}.h\"\n{event}\n");
        }
        is_event = line.starts_with("UFUNCTION(") && line.contains("BlueprintNativeEvent");
    }
    Ok(generated)
}

struct Declaration<'a> {
    name: &'a str,
    /// Classes have a parent, structs have none.
    parent: Option<&'a str>,
}

impl Declaration<'_> {
    fn body(&self) -> String {
        let Some(parent) = self.parent else { return String::new() };
        let name = self.name;
        format!(
            "public: using Super = {parent}; using ThisClass = {name}; static UClass* StaticClass() {{ static UClass \
             Class(\"{name}\", {parent}::StaticClass()); return &Class; }} UClass* GetClass() const override {{ return \
             StaticClass(); }} private:"
        )
    }
}

/// Reads the first line of a class or struct that is declared with a body.
fn declaration(line: &str) -> Option<Declaration<'_>> {
    if line.ends_with(';') {
        return None;
    }
    let is_class = line.starts_with("class ");
    let rest = line.strip_prefix("class ").or_else(|| line.strip_prefix("struct "))?;
    let (head, parents) = rest.split_once(':').unwrap_or((rest, ""));
    let name = head.split_whitespace().next_back()?;
    let parent = parents.trim().strip_prefix("public ").and_then(|parents| parents.split(',').next());
    Some(Declaration { name, parent: if is_class { parent } else { None } })
}

/// The function that the engine calls for an event, which here always calls the implementation.
fn event(line: &str, owner: &str) -> Option<String> {
    let (head, rest) = line.split_once('(')?;
    let params = rest.strip_suffix(");")?;
    let (result, name) = head.rsplit_once(' ')?;
    let last_word = |param: &str| param.rsplit([' ', '*', '&']).next().unwrap_or_default().to_owned();
    let args: Vec<String> =
        params.split(',').filter(|param| !param.trim().is_empty()).map(last_word).collect();
    let args = args.join(", ");
    Some(format!("{result} {owner}::{name}({params}) {{ return {name}_Implementation({args}); }}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "#include \"A.generated.h\"\n\nUCLASS()\nclass X_API UA : public UObject, public FB\n{\n\
        \tGENERATED_BODY()\n\n\tUFUNCTION(BlueprintNativeEvent)\n\tbool Ask(const FS& Question, int32 Count);\n};\n\n\
        USTRUCT()\nstruct FS\n{\n\tGENERATED_BODY()\n};\n";

    #[test]
    fn bodies_have_the_lines_of_their_macros() {
        let generated = read("A", HEADER).unwrap_or_default();
        assert!(generated.macros.contains("#define FID_A_6_GENERATED_BODY public: using Super = UObject;"));
        assert!(generated.macros.contains("#define FID_A_15_GENERATED_BODY \n"));
        let event =
            "bool UA::Ask(const FS& Question, int32 Count) { return Ask_Implementation(Question, Count); }";
        assert!(generated.events.contains(event), "{}", generated.events);
    }

    #[test]
    fn header_tool_rules_are_checked() {
        let late = HEADER.replace("\n\nUCLASS()", "\n#include \"B.h\"\n\nUCLASS()");
        assert!(read("A", &late).is_err_and(|error| error.contains("last include")));
        let plain = HEADER.replace("UCLASS()\n", "");
        assert!(read("A", &plain).is_err_and(|error| error.contains("UA has no UCLASS(")));
    }
}
