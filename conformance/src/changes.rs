//! Lists that change while a client listens.

use std::sync::atomic::{AtomicU64, Ordering};

use taffrail::prelude::*;
use taffrail::schema::Schema;
use taffrail::{
    Call, Definition, Effect, Identity, Message, Prompt, PromptCall, PromptDefinition, PromptReply, Prompts,
    Registry, RegistryError, Running, Tool, Tools, Violations, Work,
};

use crate::State;

const IDENTITY: Identity = Identity { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };

/// How often the lists were changed.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    fn next(&self) -> Numbered {
        Numbered(self.0.fetch_add(1, Ordering::Relaxed) + 1)
    }
}

/// A tool and a prompt whose descriptions hold a number.
pub(crate) struct Numbered(u64);

impl Tool<State> for Numbered {
    fn definition(&self) -> Definition {
        let description =
            format!("Returns its number, {}. Use it when a client shows that it reads a list again.", self.0);
        let mut definition =
            Definition::new("test_numbered", description, Effect::Readonly, Schema::no_arguments());
        definition.closed_world = true;
        definition
    }

    fn call<'a>(&'a self, _: Call<'a, State>) -> Result<Running<'a>, Violations> {
        Ok(Box::pin(async { self.0.to_string().into_reply() }))
    }
}

impl Prompt<State> for Numbered {
    fn definition(&self) -> PromptDefinition {
        PromptDefinition::new("test_numbered_prompt", format!("Says its number, {}.", self.0))
    }

    fn get<'a>(&'a self, _: PromptCall<'a, State>) -> Result<Work<'a, PromptReply>, Violations> {
        Ok(Box::pin(async { Ok(PromptReply::new(vec![Message::user(self.0.to_string())])) }))
    }
}

/// The registry with the first of each.
pub(crate) fn registry() -> Result<Registry<State>, RegistryError> {
    let registry = Registry::new();
    registry.add_tools(Tools::new(IDENTITY).with(Numbered(0)))?;
    registry.add_prompts(Prompts::new(IDENTITY).with(Numbered(0)))?;
    Ok(registry)
}

/// Replaces a tool of the list by one with another description, so that clients that listen are told.
#[tool(
    additive,
    closed_world,
    when = "a client shows that it hears of other tools",
    allow(not_idempotent, reason = "every call shall announce a change")
)]
pub(crate) async fn test_trigger_tool_change(
    registry: &Registry<State>,
    count: &Count,
) -> Result<&'static str, Failure> {
    let tools = Tools::new(IDENTITY).with(count.next());
    registry
        .replace_tools(tools)
        .map_err(|error| Failure::business(error.to_string(), "restart the server"))?;
    Ok("The list of tools changed.")
}

/// Replaces a prompt of the list by one with another description, so that clients that listen are told.
#[tool(
    additive,
    closed_world,
    when = "a client shows that it hears of other prompts",
    allow(not_idempotent, reason = "every call shall announce a change")
)]
pub(crate) async fn test_trigger_prompt_change(
    registry: &Registry<State>,
    count: &Count,
) -> Result<&'static str, Failure> {
    let prompts = Prompts::new(IDENTITY).with(count.next());
    let replaced = registry.edit().replace_prompts(prompts).apply();
    replaced.map_err(|error| Failure::business(error.to_string(), "restart the server"))?;
    Ok("The list of prompts changed.")
}
