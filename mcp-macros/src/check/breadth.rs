//! GR-08: a tool that does whatever its caller writes cannot be checked, confirmed or limited.

use crate::attr::waiver::{On, waived};
use crate::diagnostic::{Errors, Fault, listed};
use crate::model::name::words;
use crate::model::parameter::Parameter;
use crate::model::tool::Tool;
use crate::model::types::is_string;

/// Parameters whose text is a program.
const PROGRAMS: &[&str] =
    &["sql", "command", "cmd", "shell", "shell_command", "command_line", "script", "bash", "source_code"];

/// What a program is given to.
const RUNS: &[&str] = &["run", "exec", "execute", "eval", "evaluate", "python", "javascript", "shell"];

/// Reports a tool that runs any program or makes any request.
pub(crate) fn universal(tool: &Tool<'_>, errors: &Errors) {
    let Some(open) = open_parameters(tool).filter(|_| !waived(&tool.attr.waivers, "universal_tool")) else {
        return;
    };
    let say = if open.len() == 1 { "says" } else { "say" };
    let names: Vec<&str> = open.iter().map(|parameter| parameter.name.as_str()).collect();
    errors.push(
        Fault::at(open[0].ident, format!("`{}` does whatever {} {say}", tool.ident(), listed(names, "and")))
            .note("what may be anything can be neither checked nor confirmed nor limited (`universal_tool`)")
            .help("write one tool for each task, with a parameter for each thing that varies")
            .help(format!("if this is what the tool is for, say why: {}", On::Tool.shown("universal_tool"))),
    );
}

/// The parameters that let the tool do anything.
pub(crate) fn open_parameters<'a, 'b>(tool: &'b Tool<'a>) -> Option<Vec<&'b Parameter<'a>>> {
    let free: Vec<&Parameter<'_>> = tool.arguments().filter(|parameter| is_free(parameter)).collect();
    let named =
        |names: &[&str]| free.iter().copied().find(|parameter| names.contains(&parameter.name.as_str()));
    if let Some(program) = named(PROGRAMS).or_else(|| named(&["code"]).filter(|_| runs(tool))) {
        return Some(vec![program]);
    }
    // The method may be one of a few words; the address and what is sent there are what is open.
    let method = tool
        .arguments()
        .find(|parameter| matches!(parameter.name.as_str(), "method" | "http_method" | "verb"))?;
    let path = named(&["path", "url", "uri", "endpoint"])?;
    Some(vec![method, path])
}

fn runs(tool: &Tool<'_>) -> bool {
    words(&tool.name).iter().any(|word| RUNS.contains(&word.as_str()))
}

/// Text that nothing narrows.
fn is_free(parameter: &Parameter<'_>) -> bool {
    is_string(parameter.ty) && parameter.arg.pattern.is_none()
}
