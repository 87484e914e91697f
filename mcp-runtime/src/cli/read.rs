//! `read` and `prompt`: what a resource holds and what a prompt says, on stdout.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use super::call;
use super::client::{self, Refused};
use super::usage::Usage;
use crate::dispatch::Service;
use crate::error::Error;

/// Reads a resource and writes what it holds: text as text, bytes as they are.
pub(super) async fn read<S: Send + Sync + 'static>(
    service: &Service<S>,
    uri: &str,
    json: bool,
    stdout: &mut Vec<u8>,
) -> Result<Result<(), Refused>, Error> {
    let result: Value = match client::ask(service, "resources/read", json!({ "uri": uri })).await {
        Ok(result) => result,
        Err(refused) => return Ok(Err(refused)),
    };
    if json {
        writeln!(stdout, "{result}")?;
        return Ok(Ok(()));
    }
    for item in result["contents"].as_array().into_iter().flatten() {
        match (item["text"].as_str(), item["blob"].as_str()) {
            (Some(text), _) => writeln!(stdout, "{}", text.strip_suffix('\n').unwrap_or(text))?,
            (None, Some(blob)) => stdout.extend(STANDARD.decode(blob).unwrap_or_default()),
            (None, None) => {}
        }
    }
    Ok(Ok(()))
}

/// Asks for a prompt and writes its messages, each after the one who says it.
pub(super) async fn prompt<S: Send + Sync + 'static>(
    service: &Service<S>,
    name: &str,
    arguments: &Map<String, Value>,
    json: bool,
    stdout: &mut Vec<u8>,
) -> Result<Result<(), Refused>, Error> {
    let params = json!({ "name": name, "arguments": arguments });
    let result: Value = match client::ask(service, "prompts/get", params).await {
        Ok(result) => result,
        Err(refused) => return Ok(Err(refused)),
    };
    if json {
        writeln!(stdout, "{result}")?;
        return Ok(Ok(()));
    }
    for message in result["messages"].as_array().into_iter().flatten() {
        let text = call::block(&message["content"]);
        writeln!(stdout, "{}: {text}", message["role"].as_str().unwrap_or_default())?;
    }
    Ok(Ok(()))
}

/// The arguments of a prompt: all of them are text.
pub(super) fn arguments(words: &[String]) -> Result<Map<String, Value>, Usage> {
    let mut arguments = Map::new();
    for word in words {
        let (key, value) =
            word.split_once('=').ok_or_else(|| Usage::NotKeyValue { argument: word.clone() })?;
        if arguments.insert(key.into(), value.into()).is_some() {
            return Err(Usage::Twice { key: key.into() });
        }
    }
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use taffrail_core::{
        Contents, Identity, Message, Prompt, PromptArgument, PromptCall, PromptDefinition, PromptReply,
        Prompts, Reading, Resource, ResourceCall, ResourceDefinition, Resources, Violations, Work,
    };

    use super::super::{Arguments, execute};
    use crate::server::Server;

    struct Ask;

    impl Prompt<()> for Ask {
        fn definition(&self) -> PromptDefinition {
            let mut definition = PromptDefinition::new("ask", "Asks something. And more.");
            definition.arguments.push(PromptArgument::new("what", "What to ask."));
            definition
        }

        fn get<'a>(&'a self, call: PromptCall<'a, ()>) -> Result<Work<'a, PromptReply>, Violations> {
            let what = call.arguments.get("what").unwrap_or("nothing").to_owned();
            Ok(Box::pin(async move {
                Ok(PromptReply::new(vec![Message::user(what), Message::assistant("Why?")]))
            }))
        }
    }

    struct Note(&'static str, fn() -> Vec<Contents>);

    impl Resource<()> for Note {
        fn definition(&self) -> ResourceDefinition {
            ResourceDefinition::new(self.0, "note", "A note.")
        }

        fn read<'a>(&'a self, _: ResourceCall<'a, ()>) -> Result<Work<'a, Reading>, Violations> {
            Ok(Box::pin(async { Ok(Some(self.1())) }))
        }
    }

    async fn run(words: &[&str]) -> (i32, String) {
        let identity = Identity { name: "notes", version: "1.0.0" };
        let text = Note("notes:text", || vec![Contents::text("a\nb\n"), Contents::text("c")]);
        let bytes = Note("notes:bytes", || vec![Contents::bytes("xyz")]);
        let server = Server::new(())
            .prompts(Prompts::new(identity).with(Ask))
            .resources(Resources::new(identity).with(text).with(bytes));
        let mut stdout = Vec::new();
        let arguments = Arguments::new("notes", words.iter().copied());
        let status = execute(server, &arguments, false, &mut stdout).await.unwrap();
        (status, String::from_utf8(stdout).unwrap())
    }

    #[tokio::test]
    async fn a_resource_is_printed_as_it_is() {
        assert_eq!(run(&["read", "notes:text"]).await, (0, "a\nb\nc\n".into()));
        assert_eq!(run(&["read", "notes:bytes"]).await, (0, "xyz".into()));
        let (status, json) = run(&["read", "notes:bytes", "--json"]).await;
        assert!(status == 0 && json.contains("\"blob\":\"eHl6\""), "{json}");
        assert_eq!(run(&["read", "notes:nothing"]).await, (1, String::new()));
    }

    #[tokio::test]
    async fn a_prompt_is_printed_message_by_message() {
        assert_eq!(run(&["prompt", "ask", "what=a=b"]).await, (0, "user: a=b\nassistant: Why?\n".into()));
        assert_eq!(run(&["prompt", "nothing"]).await, (1, String::new()));
        assert_eq!(run(&["prompt", "ask", "what"]).await, (2, String::new()));
        assert_eq!(run(&["prompt", "ask", "what=a", "what=b"]).await, (2, String::new()));
    }

    #[tokio::test]
    async fn prompts_and_resources_are_listed_under_their_headings() {
        let (status, list) = run(&["list"]).await;
        assert_eq!(status, 0);
        assert_eq!(
            list,
            "\nPrompts:\n  ask  Asks something.\n\nResources:\n  notes:bytes  A note.\n  notes:text   A note.\n"
        );
    }
}
