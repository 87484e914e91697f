//! What nothing is: bounds on what a feature would bring. So a method of a feature that is off is found, and the compiler says which
//! feature it is.

/// What nothing is without the feature `tasks`.
#[diagnostic::on_unimplemented(
    message = "tasks need taffrail's feature `tasks`",
    label = "not in this build",
    note = "few servers offer tasks, so what runs and keeps them is only where it is asked for",
    note = "run `cargo add taffrail --features tasks`"
)]
pub trait FeatureTasks: sealed::Nothing {}

/// What no other crate can name, so that the feature cannot be pretended.
mod sealed {
    pub trait Nothing {}
}
