//! `read` and `prompt`: what a resource holds and what a prompt says, on stdout.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::call;
use super::usage::Usage;

/// Writes what a resource holds, text as text and bytes as they are; gives the exit status.
pub(super) fn contents(result: &RawValue, json: bool, stdout: &mut Vec<u8>) -> i32 {
    if json {
        line(stdout, result.get());
        return 0;
    }
    for item in items(result, "contents") {
        match (item["text"].as_str(), item["blob"].as_str()) {
            (Some(text), _) => line(stdout, text.strip_suffix('\n').unwrap_or(text)),
            (None, Some(blob)) => stdout.extend(STANDARD.decode(blob).unwrap_or_default()),
            (None, None) => {}
        }
    }
    0
}

/// Writes the messages of a prompt, each after the one who says it; gives the exit status.
pub(super) fn messages(result: &RawValue, json: bool, stdout: &mut Vec<u8>) -> i32 {
    if json {
        line(stdout, result.get());
        return 0;
    }
    for message in items(result, "messages") {
        let text = call::block(&message["content"]);
        line(stdout, &format!("{}: {text}", message["role"].as_str().unwrap_or_default()));
    }
    0
}

fn items(result: &RawValue, member: &str) -> Vec<Value> {
    let result: Value = serde_json::from_str(result.get()).unwrap_or_default();
    result[member].as_array().cloned().unwrap_or_default()
}

fn line(stdout: &mut Vec<u8>, text: &str) {
    stdout.extend_from_slice(text.as_bytes());
    stdout.push(b'\n');
}

/// The arguments of a prompt: all of them are text.
pub(super) fn arguments(words: &[String]) -> Result<Map<String, Value>, Usage> {
    let mut arguments = Map::new();
    let mut faults = Vec::new();
    for word in words {
        match word.split_once('=') {
            None => faults.push(Usage::NotKeyValue { argument: word.clone() }),
            Some((key, value)) if arguments.insert(key.into(), value.into()).is_some() => {
                faults.push(Usage::Twice { key: key.into() });
            }
            Some(_) => {}
        }
    }
    Usage::all(faults).map_or(Ok(arguments), Err)
}

#[cfg(test)]
mod tests {
    use taffrail_core::{
        Contents, Identity, Message, Prompt, PromptArgument, PromptCall, PromptDefinition, PromptReply,
        Prompts, Reading, Resource, ResourceCall, ResourceDefinition, Resources, Violations, Work,
    };

    use super::super::{Arguments, Surroundings, execute};
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
        let here = Surroundings { on_terminal: false, person: None, is_process: false };
        let status = execute(server.into_assembly(), &arguments, here, &mut stdout).await.unwrap();
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
