//! What a tool takes, from the schema that it publishes.

use std::io::{self, Write};

use serde_json::Value;

use super::Arguments;
use super::client::Listed;

/// A parameter as its schema describes it.
struct Parameter<'a> {
    name: &'a str,
    schema: &'a Value,
    required: bool,
}

/// The parameters of a tool, those that are required first.
fn of(tool: &Listed) -> Vec<Parameter<'_>> {
    let schema = &tool.input_schema;
    let mut all: Vec<_> = schema
        .properties
        .0
        .iter()
        .map(|(name, property)| Parameter {
            name,
            schema: property,
            required: schema.required.contains(name),
        })
        .collect();
    all.sort_by_key(|parameter| !parameter.required);
    all
}

/// All of them on one line: `region=eu|us [limit=INTEGER]`.
pub(super) fn line(tool: &Listed) -> String {
    let shown = of(tool).into_iter().map(|Parameter { name, schema, required }| {
        let pair = format!("{name}={}", value(schema));
        if required { pair } else { format!("[{pair}]") }
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// What a tool does, how to call it, and each parameter with its constraints.
pub(super) fn help(tool: &Listed, arguments: &Arguments, out: &mut Vec<u8>) -> io::Result<()> {
    writeln!(out, "{}\n", tool.description)?;
    writeln!(out, "Usage: {} call {} {}", arguments.program(), tool.name, line(tool))?;
    let all = of(tool);
    if !all.is_empty() {
        writeln!(out, "\nArguments:")?;
    }
    for Parameter { name, schema, required } in all {
        let description = schema["description"].as_str().unwrap_or_default().replace('\n', "\n      ");
        writeln!(out, "{}", format!("  {name}={}  {description}", value(schema)).trim_end())?;
        let mut notes = constraints(schema);
        if required {
            notes.insert(0, "required".into());
        }
        if !notes.is_empty() {
            writeln!(out, "      {}", notes.join("; "))?;
        }
    }
    Ok(())
}

/// What stands for a value: its words, or its type.
fn value(schema: &Value) -> String {
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(plain).collect::<Vec<_>>().join("|");
    }
    match schema["type"].as_str() {
        Some("array") => format!("{} …", value(&schema["items"])),
        Some("string") => "TEXT".into(),
        Some(kind) => kind.to_uppercase(),
        None => "JSON".into(),
    }
}

/// The constraints in words, as far as the value does not say them already.
fn constraints(schema: &Value) -> Vec<String> {
    const NAMES: [(&str, &str); 9] = [
        ("default", "default"),
        ("minimum", "at least"),
        ("maximum", "at most"),
        ("minLength", "fewest characters"),
        ("maxLength", "most characters"),
        ("minItems", "fewest values"),
        ("maxItems", "most values"),
        ("pattern", "pattern"),
        ("format", "format"),
    ];
    let mut all: Vec<_> = NAMES
        .iter()
        .filter_map(|(keyword, words)| schema.get(keyword).map(|value| format!("{words} {}", plain(value))))
        .collect();
    if let Some(example) = schema["examples"].as_array().and_then(|examples| examples.first()) {
        all.push(format!("for example {}", plain(example)));
    }
    all
}

/// A value as somebody would type it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool() -> Listed {
        serde_json::from_str(
            r#"{"name": "find", "description": "Finds bills.", "inputSchema": {"type": "object", "required": ["region"], "properties": {
                "limit": {"type": "integer", "description": "How many.", "default": 20, "minimum": 1, "maximum": 100},
                "region": {"type": "string", "description": "Where:\n`eu`: there.", "enum": ["eu", "us"]},
                "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
                "number": {"type": "string", "pattern": "^[0-9]+$", "examples": ["42"]}}}}"#,
        )
        .unwrap()
    }

    #[test]
    fn required_parameters_come_first_and_the_others_stand_in_brackets() {
        assert_eq!(line(&tool()), "region=eu|us [limit=INTEGER] [tags=TEXT …] [number=TEXT]");
    }

    #[test]
    fn help_says_each_parameter_with_its_constraints() {
        let arguments = Arguments::new("/opt/ledger", [""; 0]);
        let mut out = Vec::new();
        help(&tool(), &arguments, &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "Finds bills.\n\n\
             Usage: ledger call find region=eu|us [limit=INTEGER] [tags=TEXT …] [number=TEXT]\n\n\
             Arguments:\n  \
               region=eu|us  Where:\n      `eu`: there.\n      required\n  \
               limit=INTEGER  How many.\n      default 20; at least 1; at most 100\n  \
               tags=TEXT …\n      most values 3\n  \
               number=TEXT\n      pattern ^[0-9]+$; for example 42\n"
        );
    }
}
