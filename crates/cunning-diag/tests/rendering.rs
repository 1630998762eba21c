//! The exact text of rendered diagnostics.

use cunning_diag::{Code, Diagnostic, Source, Span, Style};

const CODE: Code = Code::new("test/finding");

#[track_caller]
fn assert_plain(diagnostic: &Diagnostic, expected: &str) {
    let shown = diagnostic.render(Style::Plain);
    assert_eq!(shown, expected, "\n--- shown\n{shown}\n--- expected\n{expected}\n");
}

/// The span of the first occurrence of `part`.
fn find(source: &Source, part: &str) -> Span {
    let start = source.text().find(part).expect("the part is in the text");
    Span::from(start..start + part.len())
}

#[test]
fn location_labels_notes_and_hint() {
    let world = Source::new("world.toml", "[facts]\narmed = \"bool\"\n");
    let text = "[goal.kill]\r\nwhen = \"armed\"\r\n\t[action.arm]\r\n\tset = \"armed = 3\" # later\r\n";
    let source = Source::new("guard.toml", text);
    let diagnostic = Diagnostic::error(CODE, "`armed` cannot be 3")
        .at(&source, find(&source, "3"))
        .label(&source, find(&source, "armed = 3"), "in this effect")
        .label(&source, find(&source, "armed"), "read here")
        .label(&world, find(&world, "\"bool\""), "it is a bool")
        .note("facts keep their type")
        .hint("write `armed = true`");
    assert_plain(
        &diagnostic,
        "\
error[test/finding]: `armed` cannot be 3
 --> guard.toml:4:17
  |
4 |     set = \"armed = 3\" # later
  |            --------^
  |            |
  |            in this effect
  |
 ::: guard.toml:2:9
  |
2 | when = \"armed\"
  |         ----- read here
  |
 ::: world.toml:2:9
  |
2 | armed = \"bool\"
  |         ------ it is a bool
  |
  = note: facts keep their type
  = help: write `armed = true`",
    );
}

#[test]
fn warning_without_location() {
    assert_plain(
        &Diagnostic::warning(CODE, "nothing is checked").hint("name a file"),
        "\
warning[test/finding]: nothing is checked
 |
 = help: name a file",
    );
}

#[test]
fn error_at_the_end_of_the_text() {
    let source = Source::new("a.map", "type octile\nheight 3\n");
    assert_plain(
        &Diagnostic::error(CODE, "expected `map`").at(&source, Span::point(u32::MAX)),
        "\
error[test/finding]: expected `map`
 --> a.map:3:1
  |
3 |
  | ^",
    );
}

#[test]
fn span_over_several_lines_shows_its_first_line() {
    let source = Source::new("a.pddl", "(define\n  (domain x)\n)\n");
    assert_plain(
        &Diagnostic::error(CODE, "not closed").at(&source, Span::new(0, 21)),
        "\
error[test/finding]: not closed
 --> a.pddl:1:1
  |
1 | (define
  | ^^^^^^^",
    );
}

#[test]
fn long_lines_are_cut_around_the_span() {
    let source = Source::new("a.map", format!("{}x{}", ".".repeat(5000), "@".repeat(5_000_000)));
    for end in [5001, 5_005_001] {
        let found = Diagnostic::error(CODE, "unknown terrain").at(&source, Span::new(5000, end));
        let shown = found.render(Style::Plain);
        let longest = shown.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(120), "{shown}");
        assert!(shown.contains("a.map:1:5001"), "{shown}");
        assert!(shown.contains("..x@@"), "{shown}");
        let caret = shown.lines().find_map(|line| line.find('^'));
        let cross = shown.lines().filter(|line| line.contains("x@@")).find_map(|line| line.find('x'));
        assert_eq!(caret, cross, "{shown}");
    }
}

#[test]
fn span_far_right_in_a_huge_line_has_no_excerpt() {
    let source = Source::new("a.toml", "ä".repeat(1 << 17));
    assert_plain(
        &Diagnostic::error(CODE, "too far").at(&source, Span::new(200_000, 200_002)),
        "\
error[test/finding]: too far
--> a.toml:1:100001",
    );
}

#[test]
fn control_characters_are_shown_and_counted_as_one_column() {
    let source = Source::new("\u{1b}]0;owned\u{7}.toml", "a\u{1b}[31m\u{9b}b = ?");
    assert_plain(
        &Diagnostic::error(CODE, "unexpected `\u{1b}[0m`").at(&source, find(&source, "?")),
        "\
error[test/finding]: unexpected `␛[0m`
 --> ␛]0;owned␇.toml:1:12
  |
1 | a␛[31m\u{fffd}b = ?
  |            ^",
    );
}

#[test]
fn colours_are_only_decoration() {
    let source = Source::new("a.toml", "x = \u{1b}[31m");
    let diagnostic = Diagnostic::error(CODE, "odd").at(&source, Span::new(4, 5)).hint("remove it");
    let (mut plain, mut rest) = (String::new(), diagnostic.render(Style::Ansi));
    assert!(rest.contains("\u{1b}["));
    while let Some(start) = rest.find("\u{1b}[") {
        let end = rest[start..].find('m').expect("only colours are sent") + start;
        assert!(rest[start + 2..end].bytes().all(|b| b.is_ascii_digit() || b == b';'));
        plain.push_str(&rest[..start]);
        rest = rest.split_off(end + 1);
    }
    assert_eq!(plain + &rest, diagnostic.render(Style::Plain));
}
