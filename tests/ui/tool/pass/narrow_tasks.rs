use taffrail::prelude::*;


/// What the device can be told.
#[derive(ToolInput)]
enum Command {
    Start,
    Stop,
}

/// Tells a device to start or to stop, and returns its state.
#[tool(additive, idempotent, when = "a device shall run or rest")]
async fn send_command(
    /// What to do.
    command: Command,
) {
    let _ = command;
}

/// Redeems a voucher and returns what it was worth.
#[tool(additive, idempotent, when = "a voucher is at hand")]
async fn redeem_voucher(
    /// The voucher's code.
    code: String,
) {
    let _ = code;
}

/// Returns what one path of the site leads to.
#[tool(readonly, when = "a page is wanted")]
async fn find_page(
    /// The path.
    path: String,
) {
    let _ = path;
}

/// Runs one of the reports that the analysts have reviewed.
#[tool(readonly, when = "a report is wanted")]
async fn run_report(
    /// The report's statement, as the list of reports gives it.
    #[arg(pattern = "^SELECT report_[a-z_]+\\(\\)$")]
    sql: String,
) {
    let _ = sql;
}

/// Runs any statement on a copy of the data that nobody else uses.
#[tool(
    readonly,
    when = "the analysts want to try something",
    allow(universal_tool, reason = "trying statements is the task of this server")
)]
async fn try_statement(
    /// The statement.
    sql: String,
) {
    let _ = sql;
}

fn main() {
    let _: taffrail::Tools<()> = tools![send_command, redeem_voucher, find_page, run_report, try_statement];
}
