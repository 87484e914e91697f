//! Hearing of changes: on a subscription, or unasked in the era that begins with `initialize`.

use std::time::Duration;

use rmcp::model::{ResourceContents, ServerNotification, SubscriptionFilter};
use rmcp::service::Subscription;
use serde_json::json;

use super::contents::read;
use super::{Client, call, is_modern, text};
use crate::application::{Application, Heard};
use crate::verdict::{Verdict, holds, same, until};

const WATCHED: &str = "test://watched-resource";

/// What the client does to hear of changes.
enum Listening {
    Modern(tokio::task::JoinHandle<()>, tokio::sync::oneshot::Sender<()>),
    Legacy,
}

impl Listening {
    #[expect(deprecated, reason = "the earlier era is tried on purpose")]
    async fn begin(client: &Client) -> Result<Self, crate::verdict::Fault> {
        client.service().forget();
        if !is_modern(client) {
            client.subscribe(rmcp::model::SubscribeRequestParams::new(WATCHED)).await?;
            return Ok(Self::Legacy);
        }
        let wanted = SubscriptionFilter::builder()
            .tools_list_changed()
            .prompts_list_changed()
            .resource_subscriptions([WATCHED])
            .build();
        let subscription = client.listen(wanted.clone()).await?;
        same(subscription.acknowledged(), &wanted)?;
        let (end, ended) = tokio::sync::oneshot::channel();
        Ok(Self::Modern(tokio::spawn(hear(subscription, client.service().clone(), ended)), end))
    }

    #[expect(deprecated, reason = "the earlier era is tried on purpose")]
    async fn end(self, client: &Client) -> Verdict {
        match self {
            Self::Modern(task, end) => {
                drop(end);
                Ok(task.await?)
            }
            Self::Legacy => {
                Ok(client.unsubscribe(rmcp::model::UnsubscribeRequestParams::new(WATCHED)).await?)
            }
        }
    }
}

async fn hear(
    mut subscription: Subscription,
    application: Application,
    mut ended: tokio::sync::oneshot::Receiver<()>,
) {
    loop {
        let notification = tokio::select! {
            notification = subscription.next() => notification,
            _ = &mut ended => break,
        };
        match notification {
            Ok(Some(ServerNotification::ToolListChangedNotification(_))) => application.hear(Heard::Tools),
            Ok(Some(ServerNotification::PromptListChangedNotification(_))) => {
                application.hear(Heard::Prompts)
            }
            Ok(Some(ServerNotification::ResourceUpdatedNotification(updated))) => {
                application.hear(Heard::Resource(updated.params.uri));
            }
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => return,
        }
    }
    // The server hears of it when the connection is still there, which the next case shows.
    let _ = subscription.cancel().await;
}

pub async fn hears_of_changes(client: &Client) -> Verdict {
    let listening = Listening::begin(client).await?;
    let application = client.service();
    let before = client.list_all_tools().await?;
    call(client, "test_trigger_tool_change", json!({})).await?;
    until(|| application.has_heard(&Heard::Tools)).await;
    holds(client.list_all_tools().await? != before, "the list is the same")?;
    call(client, "test_trigger_prompt_change", json!({})).await?;
    until(|| application.has_heard(&Heard::Prompts)).await;
    let result = call(client, "test_trigger_resource_update", json!({})).await?;
    until(|| application.has_heard(&Heard::Resource(WATCHED.into()))).await;
    match read(client, WATCHED).await? {
        ResourceContents::TextResourceContents { text: now, .. } => {
            holds(now.contains(&format!("edition {} ", text(&result)?)), format!("another edition: {now}"))?;
        }
        other => return Err(format!("no text: {other:?}").into()),
    }
    listening.end(client).await
}

pub async fn hears_nothing_after_it_stopped_listening(client: &Client) -> Verdict {
    Listening::begin(client).await?.end(client).await?;
    loop {
        client.service().forget();
        call(client, "test_trigger_resource_update", json!({})).await?;
        // Changes wait for a tenth of a second at most.
        tokio::time::sleep(Duration::from_millis(300)).await;
        if !client.service().has_heard(&Heard::Resource(WATCHED.into())) {
            return Ok(());
        }
    }
}
