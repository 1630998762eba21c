//! All accepted spellings of a scenario parse to the same problems.

use cunning_diag::Source;
use cunning_walk::{ListedLength, Scenario};

fn parse(text: &str) -> Scenario {
    Scenario::parse(&Source::new("good.scen", text)).unwrap_or_else(|found| panic!("{text:?} gave\n{found}"))
}

#[test]
fn all_fields_are_read() {
    let scenario = parse("version 1\n\n7\tmaps/yard one.map\t30\t20\t1\t2\t3\t4\t2.82842712\n");
    let problem = &scenario.problems[0];
    assert_eq!((problem.line, problem.bucket, &*problem.map), (3, 7, "maps/yard one.map"));
    assert_eq!((problem.width, problem.height), (30, 20));
    assert_eq!((problem.start, problem.goal), ((1, 2), (3, 4)));
    assert_eq!(Some(problem.length), ListedLength::parse("2.82842712"));
}

#[test]
fn spellings_parse_to_the_same_scenario() {
    let plain = "version 1\n0\ta.map\t4\t3\t0\t0\t3\t2\t4.4\n1\tb.map\t4\t3\t0\t0\t3\t2\t5\n";
    let expected = parse(plain).problems;
    for other in [
        plain.replace('\n', "\r\n"),
        plain.replace('\t', " "),
        plain.replace('\t', "  "),
        plain.replace('\t', " \t "),
        plain.replace("0\t0", "0 0"),
        plain.replace("version 1", "version\t1.0"),
        plain.trim_end().to_owned(),
        format!("{plain}\n\n  \n"),
        format!("\u{feff}{plain}"),
    ] {
        let fields = |problem: &cunning_walk::Problem| {
            (problem.line, problem.bucket, problem.map.clone(), problem.start, problem.goal, problem.length)
        };
        let read = parse(&other).problems;
        assert!(read.iter().map(fields).eq(expected.iter().map(fields)), "{other:?}");
    }
    assert!(parse("version 1.0").problems.is_empty(), "a scenario may be empty");
}
