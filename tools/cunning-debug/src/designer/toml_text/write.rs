//! Changes of a TOML text that leave everything else as it is: comments, order and line breaks.

use std::ops::Range;

use super::tree::{Entry, Value, ValueKind};

/// A range of a text, and what stands there afterwards.
#[derive(Debug)]
pub(in crate::designer) struct Splice {
    pub(in crate::designer) range: Range<usize>,
    pub(in crate::designer) text: String,
}

impl Splice {
    pub(in crate::designer) fn insert(at: usize, text: String) -> Self {
        Self { range: at..at, text }
    }

    fn delete(range: Range<usize>) -> Self {
        Self { range, text: String::new() }
    }
}

/// A text with changes, whose ranges do not overlap.
pub(in crate::designer) fn splice(text: &str, mut splices: Vec<Splice>) -> String {
    splices.sort_by_key(|splice| splice.range.start);
    let (mut result, mut from) = (String::with_capacity(text.len()), 0);
    for Splice { range, text: new } in splices {
        result.push_str(text.get(from..range.start).unwrap_or_default());
        result.push_str(&new);
        from = from.max(range.end);
    }
    result.push_str(text.get(from..).unwrap_or_default());
    result
}

/// A value as it was typed, as TOML: a number, a boolean, a list or an inline table if it is one, and a string otherwise.
pub(in crate::designer) fn value(typed: &str) -> String {
    let typed = typed.trim();
    let is_number = typed.trim_start_matches(['+', '-']).starts_with(|first: char| first.is_ascii_digit());
    let may_be = is_number || typed.starts_with(['[', '{']) || typed == "true" || typed == "false";
    match typed.parse::<toml_edit::Value>() {
        Ok(value) if may_be && !value.is_datetime() => typed.to_owned(),
        _ => toml_edit::Value::from(typed).to_string(),
    }
}

/// A key as TOML.
pub(in crate::designer) fn key(name: &str) -> String {
    toml_edit::Key::new(name).to_string()
}

/// Inserts a value into a list that is written as `[a, b]`.
pub(in crate::designer) fn insert_item(
    text: &str,
    list: &Range<usize>,
    items: &[Value],
    at: usize,
    value: &str,
) -> Vec<Splice> {
    if let Some(next) = items.get(at) {
        let gap =
            if is_alone(text, &next.range) { line_break(text, next.range.start) } else { " ".to_owned() };
        return vec![Splice::insert(next.range.start, format!("{value},{gap}"))];
    }
    let Some(last) = items.last() else {
        return vec![Splice::insert(list.start + 1, value.to_owned())];
    };
    let end = last.range.end;
    let rest = text.get(end..list.end).unwrap_or_default();
    let has_comma = rest.trim_start().starts_with(',');
    if !is_alone(text, &last.range) {
        let at = if has_comma { end + rest.find(',').unwrap_or_default() + 1 } else { end };
        let (before, after) = if has_comma { (" ", ",") } else { (", ", "") };
        return vec![Splice::insert(at, format!("{before}{value}{after}"))];
    }
    let (comma, after) = if has_comma { ("", ",") } else { (",", "") };
    let line =
        Splice::insert(line_end(text, end), format!("{}{value}{after}", line_break(text, last.range.start)));
    if line.range.start == end {
        return vec![Splice::insert(end, format!("{comma}{}", line.text))];
    }
    vec![Splice::insert(end, comma.to_owned()), line]
}

/// Removes a member of a list that is written as `[a, b]`.
pub(in crate::designer) fn remove_item(text: &str, items: &[Value], at: usize) -> Vec<Splice> {
    let ranges: Vec<Range<usize>> = items.iter().map(|item| item.range.clone()).collect();
    remove_part(text, &ranges, at)
}

/// Removes an entry of an inline table.
pub(in crate::designer) fn remove_inline(text: &str, entries: &[Entry], at: usize) -> Vec<Splice> {
    let ranges: Vec<Range<usize>> = entries.iter().map(Entry::range).collect();
    remove_part(text, &ranges, at)
}

/// Removes one of several parts that commas separate.
fn remove_part(text: &str, parts: &[Range<usize>], at: usize) -> Vec<Splice> {
    let Some(part) = parts.get(at) else { return Vec::new() };
    if is_alone(text, part) {
        return vec![Splice::delete(lines(text, part))];
    }
    let is_blank = |from: usize, to: usize| {
        let between = text.get(from..to).unwrap_or_default();
        !between.contains('#') && !between.contains('\n')
    };
    if let Some(next) = parts.get(at + 1) {
        let end = if is_blank(part.end, next.start) { next.start } else { after_comma(text, part.end) };
        return vec![Splice::delete(part.start..end)];
    }
    match at.checked_sub(1).and_then(|before| parts.get(before)) {
        Some(before) if is_blank(before.end, part.start) => vec![Splice::delete(before.end..part.end)],
        _ => vec![Splice::delete(part.start..after_comma(text, part.end))],
    }
}

/// Adds an entry to an inline table.
pub(in crate::designer) fn add_inline(table: &Value, entry: &str) -> Vec<Splice> {
    match table.entries().iter().map(|known| known.range().end).max() {
        Some(end) => vec![Splice::insert(end, format!(", {entry}"))],
        None => vec![Splice { range: table.range.clone(), text: format!("{{ {entry} }}") }],
    }
}

/// Adds a line to a table with a header, below its other lines; a `doc` comes first.
pub(in crate::designer) fn add_line(
    text: &str,
    header: &Range<usize>,
    entries: &[Entry],
    line: &str,
) -> Vec<Splice> {
    let own = entries.iter().filter(|entry| !has_header(&entry.value)).map(|entry| entry.range().end);
    let last = own.filter(|_| !line.starts_with("doc ")).max().unwrap_or(header.end);
    vec![below(text, last, &format!("{line}\n"))]
}

/// Inserts lines below the line of an offset.
pub(in crate::designer) fn below(text: &str, at: usize, lines: &str) -> Splice {
    let end = line_end(text, at);
    if end == text.len() && !text.is_empty() {
        return Splice::insert(end, format!("\n{lines}"));
    }
    Splice::insert((end + 1).min(text.len()), lines.to_owned())
}

/// Adds lines at the end of a text.
pub(in crate::designer) fn at_end(text: &str, lines: &str) -> Splice {
    let gap = if text.trim().is_empty() { "" } else { "\n" };
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    Splice::insert(text.len(), format!("{end}{gap}{lines}"))
}

/// Removes an entry of a table with lines: its lines, or its header with everything below it.
pub(in crate::designer) fn remove_lines(text: &str, entry: &Entry) -> Vec<Splice> {
    let mut ranges = Vec::new();
    collect_lines(text, &entry.value, &entry.range(), &mut ranges);
    remove_ranges(text, ranges, has_header(&entry.value))
}

/// Removes one `[[a.b]]` with everything below it.
pub(in crate::designer) fn remove_section(text: &str, section: &Value) -> Vec<Splice> {
    let mut ranges = Vec::new();
    collect_lines(text, section, &section.range, &mut ranges);
    remove_ranges(text, ranges, true)
}

fn remove_ranges(text: &str, mut ranges: Vec<Range<usize>>, is_section: bool) -> Vec<Splice> {
    ranges.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match merged.last_mut() {
            Some(last) if text.get(last.end..range.start).is_none_or(|gap| gap.trim().is_empty()) => {
                last.end = last.end.max(range.end);
            }
            _ => merged.push(range),
        }
    }
    let grown = |range| if is_section { with_blank_lines(text, range) } else { range };
    merged.into_iter().map(|range| Splice::delete(grown(range))).collect()
}

/// The lines of a value whose declaration has a range.
fn collect_lines(text: &str, value: &Value, range: &Range<usize>, ranges: &mut Vec<Range<usize>>) {
    match &value.kind {
        ValueKind::Section { header, entries } => {
            if let Some(header) = header {
                ranges.push(with_comments_above(text, lines(text, header)));
            }
            for entry in entries {
                collect_lines(text, &entry.value, &entry.range(), ranges);
            }
        }
        ValueKind::Sections(all) => {
            for one in all {
                collect_lines(text, one, &one.range, ranges);
            }
        }
        _ => ranges.push(lines(text, range)),
    }
}

/// Whether a value is written below a header of its own.
fn has_header(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Section { header, entries } => {
            header.is_some() || entries.iter().any(|entry| has_header(&entry.value))
        }
        ValueKind::Sections(_) => true,
        _ => false,
    }
}

/// The lines of a range, with the last line end.
pub(in crate::designer) fn lines(text: &str, range: &Range<usize>) -> Range<usize> {
    line_start(text, range.start)..(line_end(text, range.end) + 1).min(text.len())
}

/// Lines with the comment directly above them.
fn with_comments_above(text: &str, mut lines: Range<usize>) -> Range<usize> {
    while lines.start > 0 {
        let above = line_start(text, lines.start - 1);
        if !text.get(above..lines.start).is_some_and(|line| line.trim_start().starts_with('#')) {
            break;
        }
        lines.start = above;
    }
    lines
}

/// Lines with the blank lines below them, or above them at the end of the text.
fn with_blank_lines(text: &str, mut lines: Range<usize>) -> Range<usize> {
    while lines.end < text.len() {
        let end = (line_end(text, lines.end) + 1).min(text.len());
        if !text.get(lines.end..end).is_some_and(|line| line.trim().is_empty()) {
            break;
        }
        lines.end = end;
    }
    while lines.end == text.len() && lines.start > 0 {
        let above = line_start(text, lines.start - 1);
        if !text.get(above..lines.start).is_some_and(|line| line.trim().is_empty()) {
            break;
        }
        lines.start = above;
    }
    lines
}

/// Whether nothing else is on the lines of a part but a comma and a comment.
fn is_alone(text: &str, part: &Range<usize>) -> bool {
    let before = text.get(line_start(text, part.start)..part.start).unwrap_or_default();
    let after = text.get(part.end..line_end(text, part.end)).unwrap_or_default().trim_start();
    let after = after.strip_prefix(',').unwrap_or(after).trim_start();
    before.trim().is_empty() && (after.is_empty() || after.starts_with('#'))
}

/// A new line with the indentation of the line of an offset.
fn line_break(text: &str, at: usize) -> String {
    let before = text.get(line_start(text, at)..at).unwrap_or_default();
    let blank: String = before.chars().take_while(|letter| letter.is_whitespace()).collect();
    format!("\n{blank}")
}

/// The offset after the comma that follows, if one does.
fn after_comma(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let blank = rest.len() - rest.trim_start().len();
    if rest.trim_start().starts_with(',') { at + blank + 1 } else { at }
}

fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| at + end)
}
