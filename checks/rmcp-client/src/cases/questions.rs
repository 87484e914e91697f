//! Questions in the middle of a call: forms, pages, consent.

use rmcp::model::{ElicitRequestParams, ElicitationAction, GetPromptRequestParams};
use serde_json::{Value, json};

use super::{Client, call, first_text, text};
use crate::verdict::{Fault, Verdict, holds, same};

fn accept(client: &Client, content: Value) {
    client.service().will(ElicitationAction::Accept, Some(content));
}

/// The one question that was asked since.
fn only_question(client: &Client) -> Result<ElicitRequestParams, Fault> {
    let mut asked = client.service().asked();
    same(&asked.len(), &1)?;
    asked.pop().ok_or_else(|| "nothing was asked".into())
}

pub async fn fills_in_a_form(client: &Client) -> Verdict {
    accept(client, json!({ "username": "ada", "email": "ada@example.com" }));
    let result = call(client, "test_elicitation", json!({ "message": "Who are you?" })).await?;
    same(text(&result)?, "User response: ada <ada@example.com>")?;
    match only_question(client)? {
        ElicitRequestParams::FormElicitationParams { message, requested_schema, .. } => {
            same(message.as_str(), "Who are you?")?;
            let required = vec!["username".to_owned(), "email".to_owned()];
            same(&requested_schema.required, &Some(required))
        }
        other => Err(format!("no form: {other:?}").into()),
    }
}

pub async fn fills_in_every_kind_of_field(client: &Client) -> Verdict {
    accept(client, json!({ "name": "Ada", "age": 36, "score": 1.5, "status": "pending", "verified": false }));
    let result = call(client, "test_elicitation_sep1034_defaults", json!({})).await?;
    same(text(&result)?, "Ada, 36, 1.5, Pending, false")?;
    let single = json!({ "untitledSingle": "option2", "titledSingle": "value1", "legacyEnum": "opt2" });
    let mut chosen = super::object(single);
    chosen.extend(super::object(json!({ "untitledMulti": ["option1"], "titledMulti": ["value3"] })));
    accept(client, chosen.into());
    let result = call(client, "test_elicitation_sep1330_enums", json!({})).await?;
    same(text(&result)?, "Option2, Value1, Opt2, [Option1], [Value3]")
}

pub async fn declines_and_cancels_a_form(client: &Client) -> Verdict {
    for (action, said) in [(ElicitationAction::Decline, "declined"), (ElicitationAction::Cancel, "dismissed")]
    {
        client.service().will(action, None);
        let result = call(client, "test_elicitation", json!({ "message": "Who are you?" })).await?;
        same(&result.is_error, &Some(true))?;
        only_question(client)?;
        holds(text(&result)?.contains(said), format!("not {said}: {result:?}"))?;
    }
    Ok(())
}

pub async fn answers_several_rounds(client: &Client) -> Verdict {
    accept(client, json!({ "name": "Ada", "color": "green" }));
    let result = call(client, "test_input_required_result_multi_round", json!({})).await?;
    same(text(&result)?, "Ada likes green.")?;
    same(&client.service().asked().len(), &2)
}

pub async fn answers_a_question_of_a_prompt(client: &Client) -> Verdict {
    accept(client, json!({ "context": "tea" }));
    let result = client.get_prompt(GetPromptRequestParams::new("test_input_required_result_prompt")).await?;
    same(first_text(result.messages.first().map(|message| &message.content))?, "The context is tea.")
}

pub async fn opens_a_page(client: &Client) -> Verdict {
    client.service().will(ElicitationAction::Accept, None);
    let result = call(client, "test_elicitation_url", json!({})).await?;
    same(text(&result)?, "The user agreed to open the page.")?;
    match only_question(client)? {
        ElicitRequestParams::UrlElicitationParams { url, .. } => {
            same(url.as_str(), "https://example.com/connect/5f3a")?;
        }
        other => return Err(format!("no page: {other:?}").into()),
    }
    client.service().will(ElicitationAction::Decline, None);
    same(&call(client, "test_elicitation_url", json!({})).await?.is_error, &Some(true))
}

pub async fn confirms_destruction_after_a_dry_run(client: &Client) -> Verdict {
    call(client, "test_write_note", json!({ "text": "one" })).await?;
    let dry = call(client, "test_delete_notes", json!({})).await?.structured_content.ok_or("no preview")?;
    same(&dry["deleted"], &json!(false))?;
    holds(dry["notes"].as_u64() >= Some(1), format!("no notes: {dry}"))?;
    let refusals = [
        (ElicitationAction::Decline, None),
        (ElicitationAction::Cancel, None),
        (ElicitationAction::Accept, Some(json!({ "confirm": false }))),
    ];
    for (action, content) in refusals {
        client.service().will(action, content);
        let refused = call(client, "test_delete_notes", json!({ "dry_run": false })).await?;
        same(&refused.is_error, &Some(true))?;
        only_question(client)?;
    }
    let after = call(client, "test_delete_notes", json!({})).await?;
    same(&after.structured_content, &Some(dry.clone()))?;
    accept(client, json!({ "confirm": true }));
    let done = call(client, "test_delete_notes", json!({ "dry_run": false })).await?;
    same(&done.structured_content, &Some(json!({ "deleted": true, "notes": dry["notes"] })))?;
    let after = call(client, "test_delete_notes", json!({})).await?;
    same(&after.structured_content, &Some(json!({ "deleted": false, "notes": 0 })))
}
