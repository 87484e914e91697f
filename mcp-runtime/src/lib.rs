//! What serves `taffrail` tools.

pub mod dispatch;
pub mod limit;

pub use limit::Limits;
mod transport {
    #[derive(Debug, Default)]
    pub(crate) struct Settings;
}
