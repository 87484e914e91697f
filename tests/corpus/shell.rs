//! What an operator may start on a build machine.

use taffrail::prelude::*;

use crate::shared::{Entry, Tag, Trouble, entry};

/// What its tools work on.
#[derive(Debug, Default, Provides)]
pub(crate) struct Machine {
    host: String,
}

/// Returns the jobs of the machine with state and start, newest first.
#[tool(readonly, when = "the user asks what is running")]
async fn list_jobs(
    /// Only jobs in this state.
    state: Option<Tag>,
    #[arg(flatten)] page: PageRequest<20, 100>,
    machine: &Machine,
) -> Result<Page<Entry>, Trouble> {
    let _ = (state,);
    let _ = &machine.host;
    Ok(page.page(vec![entry()?], None::<u32>))
}

/// Starts the build of a commit; a commit that was built already is not built again.
#[tool(additive, idempotent, when = "the user wants something built")]
async fn start_build(
    /// Full hash.
    #[arg(pattern = "^[0-9a-f]{40}$")]
    commit: String,
    /// With which profile.
    profile: Tag,
    machine: &Machine,
) -> Result<Json<Entry>, Trouble> {
    let _ = (commit, profile);
    let _ = &machine.host;
    Ok(Json(entry()?))
}

/// Returns the last lines of the log of a job.
#[tool(readonly, when = "a job failed")]
async fn tail_log(
    /// Number of the job.
    #[arg(min = 1, max = 10_000_000)]
    job_number: u32,
    /// How many lines.
    #[arg(default = 100, min = 1, max = 1000)]
    lines: u16,
    machine: &Machine,
) -> Result<Json<Entry>, Trouble> {
    let _ = (job_number, lines);
    let _ = &machine.host;
    Ok(Json(entry()?))
}

/// Returns how full the disks of the machine are.
#[tool(readonly, when = "builds fail for want of space")]
async fn disk_usage(machine: &Machine) -> Result<Json<Entry>, Trouble> {
    let _ = &machine.host;
    Ok(Json(entry()?))
}

pub(crate) fn tools() -> taffrail::Tools<Machine> {
    tools![list_jobs, start_build, tail_log, disk_usage]
}
