//! JSON for people: indented, members in the order in which they came.

/// Indents JSON text. What is in strings stays as it is.
pub(crate) fn indented(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    let mut characters = json.chars().peekable();
    while let Some(c) = characters.next() {
        if in_string {
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
            out.push(c);
            continue;
        }
        match c {
            '{' | '[' if characters.peek().is_some_and(|next| matches!(next, '}' | ']')) => out.push(c),
            '{' | '[' => {
                depth += 1;
                out.push(c);
                new_line(&mut out, depth);
            }
            '}' | ']' if out.ends_with(['{', '[']) => out.push(c),
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                new_line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                new_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            c if c.is_ascii_whitespace() => {}
            c => {
                in_string = c == '"';
                out.push(c);
            }
        }
    }
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use super::indented;

    #[test]
    fn structure_is_indented_and_strings_stay() {
        let json = r#"{"b":[],"a":[1,{"x":"{,:\"\\"}],"c":{}}"#;
        let expected = "{\n  \"b\": [],\n  \"a\": [\n    1,\n    {\n      \"x\": \"{,:\\\"\\\\\"\n    }\n  ],\n  \"c\": {}\n}";
        assert_eq!(indented(json), expected);
    }
}
