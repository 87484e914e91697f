//! `taffrail-check-rmcp-client URL | COMMAND [ARGUMENT…]`
//!
//! Does everything with the conformance server that the official Rust client can do, as an application would. The server's lists have
//! pages of less than all items. `ERA` says how the client begins: `modern` (2026-07-28) or `legacy` (`initialize`).

mod application;
mod cases;
mod verdict;

use std::process::ExitCode;

use application::Application;
use cases::{Client, calls, cancelling, contents, listening, lists, questions};
use rmcp::model::ProtocolVersion;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientLifecycleMode, ClientServiceExt};
use verdict::{Fault, TIME_PER_CASE, Tally};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let target: Vec<String> = std::env::args().skip(1).collect();
    let Some(first) = target.first() else {
        eprintln!("usage: taffrail-check-rmcp-client URL | COMMAND [ARGUMENT…]");
        return ExitCode::from(2);
    };
    let transport = if first.starts_with("http") { "http" } else { "stdio" };
    let era = if std::env::var("ERA").is_ok_and(|era| era == "legacy") { "legacy" } else { "modern" };
    let client = match tokio::time::timeout(TIME_PER_CASE, connect(&target, era)).await {
        Ok(Ok(client)) => client,
        Ok(Err(error)) => {
            println!("FAIL connecting: {error}");
            return ExitCode::FAILURE;
        }
        Err(_) => {
            println!("FAIL connecting: no answer in {TIME_PER_CASE:?}");
            return ExitCode::FAILURE;
        }
    };
    let tally = run(client, era).await;
    println!("rmcp-{era}-{transport}: {} passed, {} failed", tally.passed, tally.failed);
    if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Asks for one era only: a fall-back to the other would hide a fault.
async fn connect(target: &[String], era: &str) -> Result<Client, Fault> {
    let lifecycle = match era {
        "legacy" => ClientLifecycleMode::Initialize,
        _ => ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] },
    };
    let application = Application::new();
    if target[0].starts_with("http") {
        let transport = StreamableHttpClientTransport::from_uri(target[0].as_str());
        Ok(application.serve_with_lifecycle(transport, lifecycle).await?)
    } else {
        let mut command = tokio::process::Command::new(&target[0]);
        command.args(&target[1..]);
        Ok(application.serve_with_lifecycle(TokioChildProcess::new(command)?, lifecycle).await?)
    }
}

async fn run(client: Client, era: &str) -> Tally {
    /// Runs each case under its own name.
    macro_rules! cases {
        ($tally:ident, $client:ident: $($topic:ident::$case:ident),* $(,)?) => {
            $($tally.case(stringify!($case), $topic::$case(&$client)).await;)*
        };
    }
    let mut tally = Tally::default();
    let revision = if era == "legacy" { "2025-11-25" } else { "2026-07-28" };
    tally.case("finds_the_server", lists::finds_the_server(&client, revision)).await;
    cases! { tally, client:
        lists::lists_every_tool_with_its_schema,
        lists::lists_in_pages,
        lists::gets_an_error_for_an_unknown_cursor,
        calls::calls_for_text,
        calls::calls_for_a_sound,
        calls::calls_for_several_kinds_at_once,
        calls::gets_structured_content,
        calls::gets_the_failure_of_a_tool_as_a_result,
        calls::gets_bad_arguments_back_as_a_result,
        calls::gets_an_error_for_an_unknown_tool,
        calls::sees_the_progress_of_a_call,
        calls::sends_a_parameter_as_header_too,
        questions::fills_in_a_form,
        questions::fills_in_every_kind_of_field,
        questions::declines_and_cancels_a_form,
        questions::answers_several_rounds,
        questions::answers_a_question_of_a_prompt,
        questions::opens_a_page,
        questions::confirms_destruction_after_a_dry_run,
        contents::lists_and_reads_resources,
        contents::gets_an_error_for_an_unknown_resource,
        contents::lists_and_gets_prompts,
        contents::gets_an_error_for_a_bad_prompt,
        contents::completes_an_argument,
        listening::hears_of_changes,
        listening::hears_nothing_after_it_stopped_listening,
        cancelling::cancels_a_call,
        cancelling::drops_a_call,
        cancelling::gives_up_a_call_that_takes_too_long,
    }
    tally.case("ends_cleanly", async { Ok(drop(client.cancel().await?)) }).await;
    tally
}
