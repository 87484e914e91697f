//! The server that the official conformance suite drives, written as a user would write one.
//!
//! `conformance stdio`, or `conformance http --addr HOST:PORT` with the endpoint `/mcp`. With `--page-size ITEMS` lists come in
//! pages, which the suite does not ask for and the official clients do. The names of the tools and what
//! they answer are the suite's: they are the fixture that its scenarios call for. It declares only what it serves.

mod asking;
mod changes;
mod clients;
mod content;
mod input;
mod lifecycle;
mod logging;
mod parameters;
mod prompts;
mod resources;
mod structured;
mod tasks;

use asking::{
    test_elicitation, test_elicitation_sep1034_defaults, test_elicitation_sep1330_enums, test_sampling,
};
use changes::{Count, test_trigger_prompt_change, test_trigger_tool_change};
use clients::{
    Calls, Edition, Notes, test_call_fate, test_delete_notes, test_elicitation_url, test_slow_call,
    test_task_that_asks, test_trigger_resource_update, test_write_note, watched,
};
use content::{
    test_audio_content, test_embedded_resource, test_error_handling, test_image_content,
    test_multiple_content_types, test_simple_text,
};
use input::{
    test_input_required_result_capabilities, test_input_required_result_elicitation,
    test_input_required_result_list_roots, test_input_required_result_multi_round,
    test_input_required_result_multiple_inputs, test_input_required_result_prompt,
    test_input_required_result_request_state, test_input_required_result_sampling,
    test_input_required_result_tampered_state, test_streaming_elicitation,
};
use lifecycle::{test_missing_capability, test_reconnection, test_tool_with_progress};
use logging::{test_logging_tool, test_tool_with_logging};
use parameters::{JsonSchemaTool, test_custom_header};
use prompts::{
    test_prompt_with_arguments, test_prompt_with_embedded_resource, test_prompt_with_image,
    test_simple_prompt,
};
use resources::{static_binary, static_text, template_data};
use structured::test_structured_content;
use taffrail::prelude::*;
use taffrail::{Arguments, Change, Changes, Registry};
use tasks::{
    confirm_delete, failing_job, greet, multi_input, protocol_error_job, slow_compute, test_tool_with_task,
};

/// What the tools borrow.
#[derive(Provides)]
struct State {
    registry: Registry<State>,
    count: Count,
    changes: Changes,
    notes: Notes,
    calls: Calls,
    edition: Edition,
}

#[expect(deprecated, reason = "the suite asks for log messages, which the protocol has deprecated")]
#[tokio::main]
async fn main() -> taffrail::Result<()> {
    let mut arguments = Arguments::from_env();
    let page_size = page_size(&mut arguments)?;
    let registry = changes::registry()?;
    let changes = Changes::new();
    let state = State {
        registry: registry.clone(),
        count: Count::default(),
        changes: changes.clone(),
        notes: Notes::default(),
        calls: Calls::default(),
        edition: Edition::default(),
    };
    let server = Server::new(state)
        .allow("effect_wording", "the test suite asks for tools of this very form")
        .allow("near_duplicate_tools", "the test suite asks for tools of this very form")
        .allow("text_only_output", "the test suite asks for tools of this very form")
        .allow("thin_description", "the test suite asks for tools of this very form")
        .allow("unbounded_header", "the test suite asks for tools of this very form")
        .single_instance()
        .client_logging()
        .tools(
            tools![
                confirm_delete,
                failing_job,
                greet,
                multi_input,
                protocol_error_job,
                slow_compute,
                test_audio_content,
                test_call_fate,
                test_custom_header,
                test_delete_notes,
                test_elicitation,
                test_elicitation_sep1034_defaults,
                test_elicitation_sep1330_enums,
                test_elicitation_url,
                test_embedded_resource,
                test_error_handling,
                test_image_content,
                test_input_required_result_capabilities,
                test_input_required_result_elicitation,
                test_input_required_result_list_roots,
                test_input_required_result_multi_round,
                test_input_required_result_multiple_inputs,
                test_input_required_result_request_state,
                test_input_required_result_sampling,
                test_input_required_result_tampered_state,
                test_logging_tool,
                test_missing_capability,
                test_multiple_content_types,
                test_reconnection,
                test_sampling,
                test_simple_text,
                test_slow_call,
                test_streaming_elicitation,
                test_structured_content,
                test_task_that_asks,
                test_tool_with_logging,
                test_tool_with_progress,
                test_tool_with_task,
                test_trigger_prompt_change,
                test_trigger_resource_update,
                test_trigger_tool_change,
                test_write_note,
            ]
            .with(JsonSchemaTool),
        )
        .prompts(prompts![
            test_input_required_result_prompt,
            test_prompt_with_arguments,
            test_prompt_with_embedded_resource,
            test_prompt_with_image,
            test_simple_prompt,
        ])
        .resources(resources![static_binary, static_text, template_data, watched])
        .notifies(&changes, [Change::Contents])
        .changing_tools(&registry)
        .changing_prompts(&registry);
    match page_size {
        Some(items) => server.page_size(items).run_with(arguments).await,
        None => server.run_with(arguments).await,
    }
}

/// How many items a page of a list has, when it is to have fewer than all.
fn page_size(arguments: &mut Arguments) -> taffrail::Result<Option<usize>> {
    let Some(given) = arguments.option("page-size", "ITEMS", "How many items a page of a list has")? else {
        return Ok(None);
    };
    let items = given.to_str().and_then(|items| items.parse().ok()).filter(|items| *items > 0);
    items.map(Some).ok_or_else(|| {
        std::io::Error::other(format!("`--page-size` takes a number from 1, not `{}`", given.display()))
            .into()
    })
}
