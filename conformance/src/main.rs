//! The server that the official conformance suite drives, written as a user would write one.
//!
//! `conformance stdio`, or `conformance http --addr HOST:PORT` with the endpoint `/mcp`. The names of the tools and what
//! they answer are the suite's: they are the fixture that its scenarios call for. It declares only what it serves, and
//! `expected-failures.txt` beside this crate lists the scenarios that ask for more.

mod asking;
mod changes;
mod content;
mod input;
mod lifecycle;
mod parameters;
mod prompts;
mod resources;
mod structured;

use asking::{
    test_elicitation, test_elicitation_sep1034_defaults, test_elicitation_sep1330_enums, test_sampling,
};
use changes::{Count, test_trigger_prompt_change, test_trigger_tool_change};
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
use lifecycle::{test_logging_tool, test_missing_capability, test_tool_with_progress};
use parameters::{JsonSchemaTool, test_custom_header};
use prompts::{
    test_prompt_with_arguments, test_prompt_with_embedded_resource, test_prompt_with_image,
    test_simple_prompt,
};
use resources::{static_binary, static_text, template_data, watched};
use structured::test_structured_content;
use taffrail::prelude::*;
use taffrail::{Change, Changes, Registry};

/// What the tools borrow.
#[derive(Provides)]
struct State {
    registry: Registry<State>,
    count: Count,
}

#[tokio::main]
async fn main() -> taffrail::Result<()> {
    let registry = changes::registry()?;
    Server::new(State { registry: registry.clone(), count: Count::default() })
        .allow("effect_wording", "the test suite asks for tools of this very form")
        .allow("near_duplicate_tools", "the test suite asks for tools of this very form")
        .allow("text_only_output", "the test suite asks for tools of this very form")
        .allow("thin_description", "the test suite asks for tools of this very form")
        .allow("unbounded_header", "the test suite asks for tools of this very form")
        .single_instance()
        .tools(
            tools![
                test_audio_content,
                test_custom_header,
                test_elicitation,
                test_elicitation_sep1034_defaults,
                test_elicitation_sep1330_enums,
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
                test_sampling,
                test_simple_text,
                test_streaming_elicitation,
                test_structured_content,
                test_tool_with_progress,
                test_trigger_prompt_change,
                test_trigger_tool_change,
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
        .notifies(&Changes::new(), [Change::Contents])
        .changing_tools(&registry)
        .changing_prompts(&registry)
        .run()
        .await
}
