//! What an application brings to the client: a user who answers, and an ear for what the server tells unasked.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationCapability, ErrorData, FormElicitationCapability, Implementation, ProgressNotificationParam,
    ResourceUpdatedNotificationParam, UrlElicitationCapability,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ClientHandler, RoleClient};
use serde_json::Value;

/// A change that the server told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    Tools,
    Prompts,
    Resource(String),
}

#[derive(Clone)]
pub struct Application(Arc<Mutex<State>>);

struct State {
    answer: ElicitResult,
    asked: Vec<ElicitRequestParams>,
    heard: Vec<Heard>,
    progress: Vec<ProgressNotificationParam>,
}

impl Application {
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(State {
            answer: ElicitResult::new(ElicitationAction::Cancel),
            asked: Vec::new(),
            heard: Vec::new(),
            progress: Vec::new(),
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the user says to the next questions.
    pub fn will(&self, action: ElicitationAction, content: Option<Value>) {
        let answer = ElicitResult::new(action);
        let mut state = self.state();
        state.answer = content.map_or(answer.clone(), |content| answer.with_content(content));
        state.asked.clear();
    }

    /// What the user was asked since.
    pub fn asked(&self) -> Vec<ElicitRequestParams> {
        self.state().asked.clone()
    }

    pub fn hear(&self, heard: Heard) {
        self.state().heard.push(heard);
    }

    pub fn has_heard(&self, heard: &Heard) -> bool {
        self.state().heard.contains(heard)
    }

    pub fn forget(&self) {
        let mut state = self.state();
        state.heard.clear();
        state.progress.clear();
    }

    pub fn progress(&self) -> Vec<(f64, Option<f64>)> {
        self.state().progress.iter().map(|report| (report.progress, report.total)).collect()
    }
}

impl ClientHandler for Application {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        let elicitation = ElicitationCapability::new().with_form(FormElicitationCapability::new());
        capabilities.elicitation = Some(elicitation.with_url(UrlElicitationCapability::new()));
        ClientConfig::new(capabilities, Implementation::new("taffrail-check", "1.0.0"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let mut state = self.state();
        state.asked.push(request);
        Ok(state.answer.clone())
    }

    async fn on_progress(
        &self,
        params: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.state().progress.push(params);
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.hear(Heard::Tools);
    }

    async fn on_prompt_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.hear(Heard::Prompts);
    }

    async fn on_resource_updated(
        &self,
        params: ResourceUpdatedNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.hear(Heard::Resource(params.uri));
    }
}
