//! Work that is done in one round and remembered in the later ones.

use std::future::Future;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Context, Failure, ToolFailure};

impl Context {
    /// Does some work in the first round in which the call gets here, and gives its value back in all later ones: the
    /// function is entered again from the top for each answer, the work is not.
    ///
    /// The value travels sealed through the client, so the client can neither read nor change it. A failure is not
    /// remembered.
    ///
    /// # Errors
    /// The failure of the work.
    ///
    /// ```
    /// # use taffrail::{Context, Failure};
    /// # async fn reserve() -> Result<u64, Failure> { Ok(7) }
    /// async fn order(ctx: &Context) -> Result<String, Failure> {
    ///     let hold = ctx.once("reserve", || reserve()).await?;
    ///     ctx.confirm(format!("Order what is reserved as {hold}?")).await?;
    ///     Ok(format!("Ordered {hold}."))
    /// }
    /// ```
    pub async fn once<T, E, F, W>(&self, key: &'static str, work: F) -> Result<T, Failure>
    where
        T: Serialize + DeserializeOwned,
        E: ToolFailure,
        F: FnOnce() -> W,
        W: Future<Output = Result<T, E>>,
    {
        if let Some(kept) = self.remembered(key) {
            return match serde_json::from_str(&kept) {
                Ok(value) => Ok(value),
                Err(error) => {
                    self.broken(format!("what `once(\"{key}\", …)` kept cannot be read: {error}")).await
                }
            };
        }
        let value = work().await.map_err(ToolFailure::into_failure)?;
        match serde_json::to_string(&value) {
            Ok(kept) => self.remember(key, kept),
            Err(error) => {
                self.broken(format!("what `once(\"{key}\", …)` made cannot be kept: {error}")).await?
            }
        }
        Ok(value)
    }
}
