//! A program in C, made from the header, that misuses every function of the library: each set of its pointers null, ids
//! that do not exist, counts that are too large, texts that are null or not UTF-8, structs without their size, and all of
//! it between ticks and in the middle of one.
//!
//! Every call must return a status that is not an internal error, null minds are `CUNNING_NULL`, and the minds can be
//! used after it.

use std::fmt::Write as _;
use std::io;

use super::header::{Function, functions, sized_structs};

/// The handles, and the variables of the program that hold a valid one.
const HANDLES: &[(&str, &str)] = &[
    ("CunningMinds", "world.minds"),
    ("CunningDomain", "world.domain"),
    ("CunningSnapshot", "world.snapshot"),
];

/// The text of the program.
pub(super) fn program(header: &str) -> io::Result<String> {
    let sized = sized_structs(header);
    let mut text = START.to_owned();
    let all = functions(header);
    for function in &all {
        write_calls(&mut text, function, &sized).map_err(io::Error::other)?;
    }
    text.push_str("int main(void) {\n");
    for function in &all {
        let _ = writeln!(text, "  misuse_{}();", function.name);
    }
    let _ = writeln!(text, "  printf(\"{} functions, %lu calls\\n\", calls);\n  return 0;\n}}", all.len());
    Ok(text)
}

/// Writes a function that calls one of the library in every way.
fn write_calls(text: &mut String, function: &Function<'_>, sized: &[&str]) -> std::fmt::Result {
    let Function { result, name, params } = function;
    let (mut pointers, mut before, mut after) = (0, String::new(), String::new());
    let (mut numbers, mut texts, mut sizes) = (1, 1, 1);
    let mut args = Vec::new();
    let mut minds_bit = None;
    for (at, kind) in params.iter().enumerate() {
        let pointed = kind.trim_start_matches("const ").trim_end_matches(['*', ' ']);
        let stars = kind.matches('*').count();
        let handle = HANDLES.iter().find(|(handle, _)| *handle == pointed);
        let value = match (stars, handle) {
            (0, _) => {
                args.push(match pointed {
                    "CunningStr" => "texts[text]".to_owned(),
                    "CunningValue" => "values[text]".to_owned(),
                    "double" | "float" => format!("({pointed})floats[number]"),
                    _ => format!("({pointed})numbers[number]"),
                });
                if pointed.starts_with("Cunning") && pointed != "CunningStatus" {
                    texts = 4;
                } else {
                    numbers = 3;
                }
                continue;
            }
            (1, Some((handle, variable))) => {
                if *handle == "CunningMinds" {
                    minds_bit = Some(pointers);
                }
                (*variable).to_owned()
            }
            (_, Some((_, variable))) if name.ends_with("_free") => format!("&{variable}"),
            (_, Some((handle, _))) => {
                writeln!(before, "    {handle} *made{at} = NULL;")?;
                let kind = handle.trim_start_matches("Cunning").to_lowercase();
                writeln!(after, "    cunning_{kind}_free(&made{at});")?;
                format!("&made{at}")
            }
            (_, None) if pointed == "CunningBuffer" => {
                writeln!(before, "    CunningBuffer made{at} = {{NULL, 0}};")?;
                writeln!(after, "    cunning_buffer_free(&made{at});")?;
                format!("&made{at}")
            }
            (_, None) => {
                writeln!(before, "    memset(room[{at}], 0, sizeof room[{at}]);")?;
                if sized.contains(&pointed) {
                    sizes = 2;
                    writeln!(
                        before,
                        "    if (sized) (({pointed} *)(void *)room[{at}])->struct_size = sizeof({pointed});"
                    )?;
                }
                format!("({kind})(void *)room[{at}]")
            }
        };
        args.push(format!("nulls & {} ? NULL : {value}", 1 << pointers));
        pointers += 1;
    }
    let call = format!("{name}({})", args.join(", "));
    writeln!(text, "static void misuse_{name}(void) {{")?;
    for (variable, end) in [
        ("nulls", 1 << pointers),
        ("number", numbers),
        ("text", texts),
        ("sized", sizes),
        ("begun", if minds_bit.is_some() { 2 } else { 1 }),
    ] {
        writeln!(text, "  for (int {variable} = 0; {variable} < {end}; {variable}++)")?;
    }
    writeln!(
        text,
        "  {{\n    World world = make(begun);\n    (void)number, (void)text, (void)sized;\n{before}"
    )?;
    if *result == "CunningStatus" {
        writeln!(text, "    const CunningStatus status = {call};")?;
        let is_null = minds_bit.map_or_else(|| "0".to_owned(), |bit| format!("nulls & {}", 1 << bit));
        writeln!(text, "    check(&world, \"{name}\", status, {is_null});")?;
    } else {
        writeln!(text, "    {call};")?;
    }
    writeln!(text, "{after}    end(&world);\n  }}\n}}\n")
}

/// What comes before the calls. Rooms are larger than every struct of the header.
const START: &str = r#"/* Made from cunning.h by `cargo xtask bindings`. */

#include <cunning.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct World {
  CunningDomain *domain;
  CunningMinds *minds;
  CunningSnapshot *snapshot;
} World;

static unsigned long calls;
static uint64_t room[16][512];
static const uint64_t numbers[] = {0, 1, UINT64_MAX};
static double floats[] = {0, 1, NAN};
static CunningStr texts[4];
static CunningValue values[4];

static void require(int is_good, const char *name, CunningStatus status) {
  if (is_good) return;
  const CunningStr code = cunning_status_text(status);
  fprintf(stderr, "%s: %.*s\n", name, (int)code.len, code.ptr);
  exit(1);
}

static World make(int begun) {
  static const char *const domain =
      "types = { place = ['gate', 'bell'], foe = { open = true, max = 2 } }\n"
      "facts = { at = 'place', alarm = 'bool', near = { type = 'bool', of = ['foe'] } }\n"
      "action.go = { params = { to = 'place' }, when = ['at != to'], then = ['at = to'] }\n"
      "action.ring = { when = ['at == bell'], then = ['alarm'] }\n"
      "goal.ring = { want = ['alarm'] }\n"
      "agent.guard = { actions = ['go', 'ring'], goals = { ring = 1 }, sensors = ['eyes'] }\n";
  World world = {NULL, NULL, NULL};
  const CunningSource source = {cunning_str("guard.toml"), cunning_str(domain)};
  uint64_t guard = 0;
  texts[0] = cunning_str(NULL);
  texts[1] = cunning_str("guard");
  texts[2] = cunning_str("\xff\xfe");
  texts[3].len = 3;
  values[0] = cunning_none();
  values[1] = cunning_bool(1);
  values[2] = cunning_name("\xff\xfe");
  values[3] = cunning_none();
  values[3].tag = UINT32_MAX;
  require(!cunning_domain_parse(&source, 1, &world.domain, NULL), "parse", 0);
  require(!cunning_minds_new(world.domain, NULL, &world.minds), "new", 0);
  require(!cunning_spawn(world.minds, cunning_str("guard"), NULL, &guard), "spawn", 0);
  require(!cunning_snapshot(world.minds, &world.snapshot), "snapshot", 0);
  require(!cunning_tick(world.minds, 16000, 1000), "tick", 0);
  if (begun) require(!cunning_begin(world.minds, 16000, 1000), "begin", 0);
  calls++;
  return world;
}

static void check(World *world, const char *name, CunningStatus status, int is_null) {
  require(status != CUNNING_INTERNAL && cunning_status_text(status).len > 0, name, status);
  require(!is_null || status == CUNNING_NULL, name, status);
  uint64_t hash = 0;
  require(!cunning_hash(world->minds, &hash), name, status);
}

static void end(World *world) {
  cunning_snapshot_free(&world->snapshot);
  cunning_minds_free(&world->minds);
  cunning_domain_free(&world->domain);
}

"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_pointers_is_null_once() {
        let header = "CunningStatus cunning_agents(struct CunningMinds *minds, uint64_t *agents, uint64_t capacity);\n";
        let program = program(header).unwrap();
        assert!(program.contains("for (int nulls = 0; nulls < 4; nulls++)"), "{program}");
        let call = "cunning_agents(nulls & 1 ? NULL : world.minds, nulls & 2 ? NULL : (uint64_t *)(void *)room[1], \
                    (uint64_t)numbers[number])";
        assert!(program.contains(call), "{program}");
        assert!(program.contains("check(&world, \"cunning_agents\", status, nulls & 1);"), "{program}");
    }
}
