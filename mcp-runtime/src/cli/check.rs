//! `check`: the server's advice, for people and for programs.

use std::io::Write;

use serde::Serialize;

use super::FAILED;
use super::command::Check;
use crate::advice::Advice;
use crate::dispatch::Service;
use crate::error::Error;

/// A guardrail that somebody switched off, and why.
#[derive(Serialize)]
struct Waived<'a> {
    guardrail: &'a str,
    item: String,
    reason: &'a str,
}

/// Shows advice and waivers; gives the exit status.
pub(super) fn run(service: &Service, check: Check, out: &mut Vec<u8>) -> Result<i32, Error> {
    let advice = service.advice();
    let advice = if check.guardrails.is_empty() { advice } else { advice.only(&check.guardrails) };
    let mut waived = waivers(service);
    waived.retain(|waiver| {
        check.guardrails.is_empty() || check.guardrails.iter().any(|name| name == waiver.guardrail)
    });
    if check.json {
        let shown = serde_json::json!({ "advice": &*advice, "waivers": waived });
        writeln!(out, "{}", serde_json::to_string_pretty(&shown)?)?;
    } else {
        text(&advice, &waived, out)?;
    }
    Ok(if check.deny && !advice.is_empty() { FAILED } else { 0 })
}

fn text(advice: &[Advice], waived: &[Waived<'_>], out: &mut Vec<u8>) -> std::io::Result<()> {
    for advice in advice {
        writeln!(out, "{advice}\n")?;
    }
    match advice.len() {
        0 => writeln!(out, "No advice.")?,
        1 => writeln!(out, "1 piece of advice.")?,
        count => writeln!(out, "{count} pieces of advice.")?,
    }
    if !waived.is_empty() {
        writeln!(out, "\nWaived:")?;
    }
    for Waived { guardrail, item, reason } in waived {
        writeln!(out, "  {guardrail}: {item}: {reason}")?;
    }
    Ok(())
}

fn waivers(service: &Service) -> Vec<Waived<'_>> {
    let of_server = service.waivers().iter().map(|waiver| Waived {
        guardrail: &waiver.guardrail,
        item: "the server".into(),
        reason: &waiver.reason,
    });
    let of_tools = service.definitions().flat_map(|definition| {
        let own = definition.waivers.iter().map(move |waiver| Waived {
            guardrail: waiver.guardrail,
            item: format!("tool `{}`", definition.name),
            reason: waiver.reason,
        });
        let of_parameters = definition.input.properties().iter().flat_map(move |property| {
            property.schema.waivers().iter().map(move |waiver| Waived {
                guardrail: waiver.guardrail,
                item: format!("parameter `{}` of tool `{}`", property.name, definition.name),
                reason: waiver.reason,
            })
        });
        own.chain(of_parameters)
    });
    of_server.chain(of_tools).collect()
}
