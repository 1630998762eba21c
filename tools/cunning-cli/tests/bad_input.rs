//! Bad input never panics: each row is a mistake, the exit code it gives and what the user is told.

use crate::command;
use crate::exit_codes;

use command::run;

const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n.@..\n.@..\n....\n";
const SCEN: &str = "version 1\n0\tm.map\t4\t3\t0\t0\t2\t0\t6\n";

/// More ground facts than there may be, with enough names.
const FACT_FAMILY: &str = "types = { t = [NAMES] }
facts = { near = { type = 'bool', of = ['t', 't', 't'] }, done = 'bool' }
action.do = { then = ['done'] }
goal.g = { want = ['done'] }
test.t = { goal = 'g' }
";
/// More ground actions than there may be, with enough names.
const ACTION_FAMILY: &str = "types = { t = [NAMES] }
facts = { seen = { type = 'bool', of = ['t', 't'] } }
action.look = { params = { a = 't', b = 't', c = 't' }, when = ['seen[a, b]'], then = ['seen[b, c]'] }
goal.g = { params = { a = 't' }, want = ['seen[a, a]'] }
test.t = { goal = 'g(a=o1)' }
";
/// The goal within the goal has no plan.
const SUB_GOAL: &str = "facts = { met = 'bool', done = 'bool', luck = 'bool' }
action.get = { achieves = 'inner' }
action.try = { when = ['luck'], then = ['met'] }
action.do = { when = ['met'], then = ['done'] }
goal.inner = { want = ['met'] }
goal.g = { want = ['done'] }
";

/// A folder with the files that the rows below name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| std::fs::write(folder.path().join(name), text).unwrap();
    write("good.map", MAP.as_bytes());
    write("good.scen", SCEN.as_bytes());
    write("empty.map", b"");
    write("letter.map", MAP.replace(".@..\n....", ".x..\n....").as_bytes());
    write("short_row.map", MAP.replace("....\n", "...\n").as_bytes());
    write("few_rows.map", MAP.replace("....\n", "").as_bytes());
    write("many_rows.map", format!("{MAP}....\n").as_bytes());
    write("zero.map", MAP.replace("height 3", "height 0").as_bytes());
    write("negative.map", MAP.replace("width 4", "width -4").as_bytes());
    write("huge.map", MAP.replace("width 4", "width 99999999").as_bytes());
    write("no_width.map", MAP.replace("width 4\n", "").as_bytes());
    write("typo.map", MAP.replace("height 3", "heigth 3").as_bytes());
    write("walls.map", b"type octile\nheight 1\nwidth 2\nmap\n@@\n");
    write("island.map", b"type octile\nheight 1\nwidth 3\nmap\n.@.\n");
    write("latin1.map", b"type octile\nheight 1\nwidth 1\nmap\n\xe9\n");
    write("picture.map", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    write("escape.map", b"type octile\nheight 1\nwidth 4\nmap\n.\x1b[2\n");
    write("no_version.scen", SCEN.replace("version 1\n", "").as_bytes());
    write("version2.scen", SCEN.replace("version 1", "version 2").as_bytes());
    write("few_fields.scen", b"version 1\n0\tm.map\t4\t3\t0\t0\n");
    write(
        "many_fields.scen",
        format!(
            "version 1
{}",
            "0	".repeat(100_000)
        )
        .as_bytes(),
    );
    write("words.scen", SCEN.replace("\t6\n", "\tsix\n").as_bytes());
    write("nan.scen", SCEN.replace("\t6\n", "\tNaN\n").as_bytes());
    write("outside.scen", SCEN.replace("\t2\t0\t6", "\t9\t0\t6").as_bytes());
    write("blocked.scen", SCEN.replace("\t2\t0\t6", "\t1\t0\t6").as_bytes());
    write("other_size.scen", SCEN.replace("\t4\t3\t", "\t8\t6\t").as_bytes());
    write("wrong_length.scen", SCEN.replace("\t6\n", "\t5\n").as_bytes());
    write("fact_family.toml", FACT_FAMILY.replace("NAMES", &names(128)).as_bytes());
    write("action_family.toml", ACTION_FAMILY.replace("NAMES", &names(400)).as_bytes());
    write("sub_goal.toml", SUB_GOAL.as_bytes());
    write("long.toml", "# A line too many.\n".repeat(1 << 17).as_bytes());
    folder
}

/// A list of object names.
fn names(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|number| format!("'o{number}'")).collect();
    names.join(", ")
}

/// Arguments, exit code, and a part of the output.
const MISTAKES: &[(&str, i32, &str)] = &[
    // Usage.
    ("", 2, "Usage"),
    ("pahts", 2, "unrecognized subcommand"),
    ("path", 2, "--map <FILE>|--generate <KIND>"),
    ("path --map good.map --generate maze", 2, "cannot be used with"),
    ("path --map good.map --from 0,0", 2, "--to <X,Y>"),
    ("path --map good.map --from 0;0 --to 1,1", 2, "expected two numbers with a comma between"),
    ("path --map good.map --from -1,0 --to 1,1", 2, "unexpected argument '-1'"),
    ("path --map good.map --from 0,0 --to 1,99999999999", 2, "expected two whole numbers"),
    ("path --map good.map --from 0,0 --to 2,0 --corners round", 2, "invalid value 'round'"),
    ("path --map good.map --from 0,0 --to 2,0 --format xml", 2, "invalid value 'xml'"),
    ("path --map good.map --scen good.scen --from 0,0 --to 2,0", 2, "cannot be used with"),
    ("path --generate rooms --size 20", 2, "expected width x height"),
    ("path --generate rooms --seed minus", 2, "invalid digit"),
    ("demo --seed x", 2, "invalid digit"),
    ("lab fear --map good.map", 2, "--goal"),
    ("lab fear --map good.map --goals 1 --beta1 20..10", 2, "the lower first"),
    // Parameters that parse but make no sense.
    (
        "path --map good.map --from 0,0 --to 2,0 --algorithm astr",
        30,
        "unknown algorithm `astr`; did you mean `astar`?",
    ),
    ("path --map good.map --from 0,0 --to 2,0 --algorithm lrtta", 30, "did you mean `lrta`?"),
    ("path --map good.map --from 0,0 --to 2,0 --algorithm lrta --w 0", 30, "`weight` must be above 0"),
    ("path --map good.map --from 0,0 --to 2,0 --algorithm lrta --wc -1", 30, "`cost_weight` must be above 0"),
    ("path --map good.map --from 0,0 --to 2,0 --algorithm lrta --beam 1.5", 30, "`beam` must be from 0 to 1"),
    ("path --map good.map --from 0,0 --to 2,0 --algorithm lrta --lr NaN", 30, "not NaN"),
    (
        "path --map good.map --from 0,0 --to 2,0 --algorithm lrta --lop mode",
        30,
        "unknown learning operator `mode`",
    ),
    ("path --map good.map --from 0,0 --to 2,0 --algorithm lss-lrta --k 0", 30, "`expansions` must be"),
    (
        "path --map good.map --from 0,0 --to 2,0 --algorithm lss-lrta --da",
        30,
        "--da does not apply to lss-lrta",
    ),
    ("path --map good.map --from 0,0 --to 2,0 --da", 30, "--da does not apply to astar"),
    (
        "path --map good.map --from 0,0 --to 2,0 --algorithm lrta --weight 2",
        30,
        "--weight does not apply to lrta",
    ),
    ("lab fear --map good.map --goal 1,0", 30, "1,0 is blocked"),
    ("lab fear --map good.map --goal 0,0 --algorithm astar", 30, "unknown algorithm `astar`"),
    ("lab fear --map good.map --goal 0,0 --beam 2", 30, "`beam` must be from 0 to 1"),
    ("lab fear --map walls.map --goals 1", 30, "no free cell"),
    ("lab fear --map missing.map --goals 1", 40, "missing.map: No such file"),
    ("path --map good.map", 30, "no path requested: give --from X,Y and --to X,Y, or --scen FILE"),
    ("path --map good.map --from 1,0 --to 2,0", 30, "1,0 is blocked"),
    ("path --map good.map --from 0,0 --to 4,0", 30, "4,0 is outside the map"),
    (
        "path --map good.map --from 0,0 --to 2,0 --algorithm wastar --weight 0.5",
        30,
        "invalid weight 0.5: expected a number from 1 to 1000000",
    ),
    ("path --map good.map --from 0,0 --to 2,0 --algorithm wastar --weight NaN", 30, "invalid weight NaN"),
    ("path --map good.map --from 0,0 --to 2,0 --algorithm mha --w2 inf", 30, "invalid weight inf"),
    ("path --map good.map --from 0,0 --to 2,0 --weight 2", 30, "--weight does not apply to astar"),
    ("path --map good.map --from 0,0 --to 2,0 --thompson 2", 30, "--thompson does not apply to astar"),
    ("path --generate rooms --size 2x2", 30, "2 x 2"),
    ("path --generate rooms --size 99999x99999", 30, "99999 x 99999"),
    // Files that cannot be read or written.
    ("path --map missing.map --from 0,0 --to 1,0", 40, "missing.map: No such file"),
    ("path --map . --from 0,0 --to 1,0", 40, "Is a directory"),
    ("path --map good.map --scen missing.scen", 40, "missing.scen: No such file"),
    (
        "path --map good.map --from 0,0 --to 2,0 --svg no/such/folder.svg",
        40,
        "no/such/folder.svg: No such file",
    ),
    ("path --map ]0;x --from 0,0 --to 1,0", 40, "␛]0;x␇: No such file"),
    ("path --map good.map --from 0,0 --to 2,0 --svg -", 30, "name a file to write to"),
    ("path --map - --scen -", 30, "only one of --map and --scen"),
    // Maps.
    ("path --map empty.map --from 0,0 --to 1,0", 30, "the map is empty"),
    ("path --map letter.map --from 0,0 --to 1,0", 30, "letter.map:6:2"),
    ("path --map short_row.map --from 0,0 --to 1,0", 30, "short_row.map:7"),
    ("path --map few_rows.map --from 0,0 --to 1,0", 30, "few_rows.map:7"),
    ("path --map many_rows.map --from 0,0 --to 1,0", 30, "many_rows.map:8:1"),
    ("path --map zero.map --from 0,0 --to 1,0", 30, "zero.map:2:8"),
    ("path --map negative.map --from 0,0 --to 1,0", 30, "negative.map:3:7"),
    ("path --map huge.map --from 0,0 --to 1,0", 30, "huge.map:3:7"),
    ("path --map no_width.map --from 0,0 --to 1,0", 30, "expected a line `width`"),
    ("path --map typo.map --from 0,0 --to 1,0", 30, "did you mean `height`?"),
    ("path --map walls.map --from 0,0 --to 1,0", 30, "0,0 is blocked"),
    ("path --map latin1.map --from 0,0 --to 0,0", 30, "line 5 is not UTF-8"),
    ("path --map picture.map --from 0,0 --to 0,0", 30, "not UTF-8"),
    ("path --map escape.map --from 0,0 --to 0,0", 30, "escape.map:5:2"),
    ("path --map good.scen --from 0,0 --to 1,0", 30, "is this a map?"),
    // Scenarios.
    ("path --map good.map --scen good.map", 30, "good.map:1"),
    ("path --map good.map --scen no_version.scen", 30, "version"),
    ("path --map good.map --scen version2.scen", 30, "version2.scen:1"),
    ("path --map good.map --scen few_fields.scen", 30, "few_fields.scen:2"),
    ("path --map good.map --scen many_fields.scen", 30, "expected 9 fields, found 100000"),
    ("path --map good.map --scen words.scen", 30, "words.scen:2"),
    ("path --map good.map --scen nan.scen", 30, "nan.scen:2"),
    ("path --map good.map --scen outside.scen", 30, "outside the map"),
    ("path --map good.map --scen blocked.scen", 30, "blocked.scen:2"),
    ("path --map good.map --scen other_size.scen", 30, "8 x 6"),
    ("plan long.toml --goal g", 30, "at most 1048576 are allowed"),
    // Valid input that exceeds a limit.
    ("plan fact_family.toml --goal g", 21, "error[plan/limit]: more than 1048576 ground facts"),
    ("explain fact_family.toml --goal g", 21, "more than 1048576 ground facts"),
    ("test fact_family.toml", 21, "test `t`: more than 1048576 ground facts"),
    ("plan action_family.toml --goal g(a=o1)", 21, "ground actions"),
    ("explain action_family.toml --goal g(a=o1) --why-not look", 21, "ground actions"),
    ("plan sub_goal.toml --goal g", 21, "No answer: some options were ruled out without proof"),
    ("explain sub_goal.toml --goal g", 21, "stands for the goal `inner`"),
    // Valid input without a solution.
    ("path --map island.map --from 0,0 --to 2,0", 10, ""),
    ("path --map island.map --from 0,0 --to 2,0 --algorithm lrta", 10, "No path leads"),
    ("path --map good.map --from 0,0 --to 2,0 --algorithm hill-climbing", 20, "gave up"),
    ("lab fear --map island.map --goal 0,0", 10, ""),
    ("lab fear --map good.map --goals 1 --beta1 500..600", 10, ""),
    ("path --map good.map --from 0,0 --to 2,0 --max-expansions 1", 20, ""),
    ("path --map good.map --scen good.scen --max-expansions 1", 20, ""),
    ("path --map good.map --scen wrong_length.scen", 1, ""),
];

#[test]
fn invalid_input_is_reported_with_its_exit_code() {
    exit_codes::check(folder().path(), "", MISTAKES);
}

#[test]
fn diagnostics_are_printed_as_json_on_request() {
    let folder = folder();
    let (code, stdout, stderr) =
        run(folder.path(), "path --map letter.map --from 0,0 --to 1,0 --format json", "");
    assert_eq!((code, stderr.as_str()), (30, ""));
    let value: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(value["status"], "invalid");
    let error = &value["errors"][0];
    assert_eq!(error["code"], "walk/map-terrain");
    assert_eq!((&error["line"], &error["column"]), (&6.into(), &2.into()));
    assert_eq!(error["file"], "letter.map");
}

#[test]
fn limits_are_printed_as_json_on_request() {
    let (code, stdout, stderr) = run(folder().path(), "plan fact_family.toml --goal g --format json", "");
    assert_eq!((code, stderr.as_str()), (21, ""));
    let value: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(value["status"], "limit_exceeded");
    assert_eq!(value["errors"][0]["code"], "plan/limit");
}

#[test]
fn command_with_invalid_input_writes_no_files() {
    let folder = folder();
    let before = std::fs::read_dir(folder.path()).unwrap().count();
    run(
        folder.path(),
        "path --map good.map --from 1,0 --to 2,0 --svg out.svg --png out.png --save-map m.map",
        "",
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), before);
}
