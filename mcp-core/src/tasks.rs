//! Making a task of a call (*Tasks extension*).

use crate::ask::at_fault;
use crate::{Context, Failure};

impl Context {
    /// Makes a task of the call, from here on (*Tasks*): the client gets a task in the place of an answer, asks for its state
    /// when it likes, and the function goes on meanwhile.
    ///
    /// The tool says `task(explicit)`. What is asked before this point is asked in rounds, in the answer of the call itself;
    /// what is asked after it is asked through the task, and the function waits for it in place. A call that never gets here
    /// is answered as any other, so a tool decides by its arguments whether it is worth a task. When the client does not
    /// declare the extension, or has a task already, nothing happens and the call goes on.
    ///
    /// ```
    /// # use taffrail::{Context, Elicit, Failure};
    /// # async fn render(_: u32) -> Result<String, Failure> { Ok(String::new()) }
    /// async fn render_film<Size: Elicit + Send>(frames: u32, ctx: &Context) -> Result<String, Failure> {
    ///     let size: Size = ctx.elicit("How large?").await?; // before there is a task: the client answers at once
    ///     if frames > 100 {
    ///         ctx.begin_task().await?;
    ///     }
    ///     render(frames).await
    /// }
    /// ```
    ///
    /// # Errors
    /// A transient failure when the server runs or keeps as many tasks as it may; the function has changed nothing yet and
    /// returns it.
    pub async fn begin_task(&self) -> Result<(), Failure> {
        match self.host().begin_task() {
            Some(begun) => begun.await,
            None => {
                Err(at_fault("it begins a task without saying so; add `task(explicit)` to its attribute"))
            }
        }
    }
}
