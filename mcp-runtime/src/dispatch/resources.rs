//! The resources of a server: their lists, which one a URI means, and judging and answering `resources/read` (*Resources*).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use taffrail_core::protocol::{Fault, Id, Request, write_resource};
use taffrail_core::uri::{self, UriTemplate};
use taffrail_core::{Cache, Contents, Refusal, Resource, ResourceCall, ResourceDefinition, TextArguments};

use super::assemble::Order;
use super::call::panicked;
use super::envelope::Envelope;
use super::host::{CallGuard, CallTask};
use super::input::Asking;
use super::listing::{Items, Listing, Paging};
use super::mirror::{Mirrors, require};
use super::respond::{check_optional_meta, context, require_capabilities, text};
use super::{Answer, Outlet, Service, refusal, resource_check};
use crate::order::sort;
use crate::round::Round;

/// The resources, and what is written once about them.
pub(super) struct ResourceCatalogue {
    /// In the order of the lists.
    entries: Vec<ResourceEntry>,
    /// Positions of the templates in `entries`, in the order in which they are asked.
    matching: Vec<usize>,
    resources: Listing,
    templates: Listing,
}

/// A resource with its definition.
pub(super) struct ResourceEntry {
    pub(super) resource: Box<dyn Resource<()>>,
    pub(super) definition: ResourceDefinition,
    /// Of what is a template, read. A template with a fault is none, and keeps the server from starting.
    template: Option<UriTemplate>,
}

/// A request for a resource whose target and envelope are in order; its variables are not judged yet.
pub(super) struct AcceptedRead<'r> {
    found: Found<'r>,
    uri: std::borrow::Cow<'r, str>,
    meta: Envelope<'r>,
    round: Option<Arc<Round>>,
    /// It brings answers, on which the contents may depend.
    retried: bool,
}

/// The resource that a URI means.
pub(super) struct Found<'r> {
    index: usize,
    pub(super) entry: &'r ResourceEntry,
}

impl ResourceCatalogue {
    pub(super) fn new(
        resources: impl Iterator<Item = Box<dyn Resource<()>>>,
        order: Order,
        paging: Paging,
        cache: Cache,
    ) -> Self {
        let mut entries: Vec<ResourceEntry> = resources.map(ResourceEntry::new).collect();
        let declared: Vec<&ResourceDefinition> = entries.iter().map(|entry| &entry.definition).collect();
        let asked: Vec<String> =
            resource_check::in_order(&declared).into_iter().map(|at| declared[at].uri.to_string()).collect();
        if order == Order::Name {
            sort(&mut entries, |entry| &entry.definition.uri);
        }
        let position = |uri: &String| entries.iter().position(|entry| entry.definition.uri == *uri);
        let matching =
            asked.iter().filter_map(position).filter(|at| entries[*at].template.is_some()).collect();
        let list = |member, is_template| {
            let mut items = Items::new(member, 0);
            for entry in entries.iter().filter(|entry| entry.definition.is_template() == is_template) {
                items.add(|out| write_resource(out, &entry.definition));
            }
            Listing::new(items, paging, cache)
        };
        let (resources, templates) = (list("resources", false), list("resourceTemplates", true));
        Self { entries, matching, resources, templates }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn resources(&self) -> &Listing {
        &self.resources
    }

    pub(super) fn templates(&self) -> &Listing {
        &self.templates
    }

    pub(super) fn definitions(&self) -> impl Iterator<Item = &ResourceDefinition> {
        self.entries.iter().map(|entry| &entry.definition)
    }

    /// What keeps the resources from being served.
    pub(super) fn faults(&self) -> Vec<String> {
        resource_check::faults(&self.definitions().collect::<Vec<_>>())
    }

    /// What a URI means: first the resource of exactly that URI, then the templates in their order.
    pub(super) fn find(&self, uri: &str) -> Option<Found<'_>> {
        let is_it = |entry: &ResourceEntry| entry.template.is_none() && entry.definition.uri == uri;
        let exact = self.entries.iter().position(is_it);
        let matched = || {
            self.matching.iter().copied().find(|at| {
                let template = self.entries.get(*at).and_then(|entry| entry.template.as_ref());
                template.is_some_and(|template| template.matches(uri).is_some())
            })
        };
        let index = exact.or_else(matched)?;
        Some(Found { index, entry: self.entries.get(index)? })
    }

    /// What a reference of a completion means: a URI or template as it is listed, or a URI that a template matches.
    pub(super) fn find_reference(&self, uri: &str) -> Option<Found<'_>> {
        let listed = self.entries.iter().position(|entry| entry.definition.uri == uri);
        match listed {
            Some(index) => Some(Found { index, entry: self.entries.get(index)? }),
            None => self.find(uri),
        }
    }
}

impl ResourceEntry {
    fn new(resource: Box<dyn Resource<()>>) -> Self {
        let definition = resource.definition();
        let template = definition.is_template().then(|| UriTemplate::parse(&definition.uri).ok()).flatten();
        Self { resource, definition, template }
    }

    /// Whether the template has a variable.
    pub(super) fn has_variable(&self, name: &str) -> bool {
        self.template.as_ref().is_some_and(|template| template.variables().any(|variable| variable == name))
    }
}

impl Service {
    /// Steps 10, 12, 13, 16 and 17 for `resources/read`.
    pub(super) fn judge_read<'r>(
        &'r self,
        request: &'r Request<'_>,
        meta: Envelope<'r>,
        mirrors: Option<&dyn Mirrors>,
    ) -> Result<AcceptedRead<'r>, Fault> {
        let uri = request.params.uri.and_then(text);
        if let Some(mirrors) = mirrors {
            require(mirrors, "Mcp-Name", uri.as_deref().unwrap_or_default(), true)?;
        }
        check_optional_meta(&meta)?;
        let uri = uri.ok_or_else(|| Fault::InvalidParams("`uri` must be a string".into()))?;
        if let Err(problem) = uri::check(&uri) {
            return Err(refusal::unacceptable_uri(&format!("`uri` is no URI: {problem}"), &uri));
        }
        let found = self.inner.catalogue.resources().find(&uri);
        let found = found.ok_or_else(|| refusal::unknown_resource(&uri))?;
        require_capabilities(&meta, &found.entry.definition.needs)?;
        let asking = Asking::for_any(&found.entry.definition.needs);
        let origin = ("resources/read", &*uri);
        let round = self.begin_round(asking, origin, "{}", &request.params, &meta)?;
        let retried = request.params.input_responses.is_some() || request.params.request_state.is_some();
        Ok(AcceptedRead { found, uri, meta, round, retried })
    }

    /// Reads a resource.
    pub(super) async fn read_resource(
        &self,
        id: &Id<'_>,
        accepted: AcceptedRead<'_>,
        outlet: Arc<dyn Outlet>,
    ) -> Answer {
        let (definition, envelope) = (&accepted.found.entry.definition, accepted.meta);
        let (uri, round) = (accepted.uri.clone(), accepted.round.clone());
        // RES-18: a cache knows the URI, and not what was answered.
        let cache = if accepted.retried { Cache::NONE } else { definition.cache };
        match self.contents(accepted, outlet).await {
            Ok(None) => self.conclude(&envelope, id, &uri, round.as_deref()).unwrap_or_else(|failure| {
                envelope.fault(&refusal::fault(failure.into(), &definition.name, Some(&uri)), id)
            }),
            Ok(Some(items)) => {
                let results = self.inner.catalogue.writer(&envelope);
                Answer::result(results.contents(id, &uri, definition, &items, cache))
            }
            Err(fault) => envelope.fault(&fault, id),
        }
    }

    /// The contents; `None` when the round is over without any.
    async fn contents(
        &self,
        accepted: AcceptedRead<'_>,
        outlet: Arc<dyn Outlet>,
    ) -> Result<Option<Vec<Contents>>, Fault> {
        let Found { index, entry } = accepted.found;
        let (definition, uri) = (&entry.definition, &*accepted.uri);
        let refused = |refusal| refusal::fault(refusal, &definition.name, Some(uri));
        let _pass = self.inner.catalogue.admit_resource(index).map_err(|busy| refused(busy.into()))?;
        let variables = match &entry.template {
            Some(template) => template.matches(uri).ok_or_else(|| refusal::unknown_resource(uri))?,
            None => TextArguments::default(),
        };
        let host = self.host(&accepted.meta, outlet, accepted.round.clone(), CallTask::default());
        let guard = CallGuard::new(Arc::clone(&host));
        let context = context(&accepted.meta, &host);
        let call = ResourceCall { state: &(), context: &context, uri, variables: &variables };
        let outcome = match catch_unwind(AssertUnwindSafe(|| entry.resource.read(call))) {
            Ok(Ok(work)) => {
                self.outcome("resource", work, accepted.round.as_deref(), definition.timeout.into()).await
            }
            Ok(Err(violations)) => return Err(refusal::unacceptable_uri(&violations.to_string(), uri)),
            Err(_) => Some(Err(panicked())),
        };
        guard.answered();
        let Some(outcome) = outcome else { return Ok(None) };
        let items = outcome.and_then(|reading| self.bounded_contents(reading)).map_err(refused)?;
        let items = items.filter(|items| !items.is_empty()).ok_or_else(|| refusal::unknown_resource(uri))?;
        warn_of_other_size(definition, &items);
        Ok(Some(items))
    }

    /// Contents cannot be cut without becoming something else, so what is too large is not sent.
    fn bounded_contents(&self, reading: Option<Vec<Contents>>) -> Result<Option<Vec<Contents>>, Refusal> {
        let limit = self.inner.limits.result_bytes;
        let size: usize = reading.iter().flatten().map(Contents::size).sum();
        if size <= limit {
            return Ok(reading);
        }
        Err(Refusal::Internal(format!("the resource has {size} bytes, more than the limit of {limit}")))
    }
}

/// RES-03: the size that a list shows is that of what is read.
fn warn_of_other_size(definition: &ResourceDefinition, items: &[Contents]) {
    let size: usize = items.iter().map(Contents::size).sum();
    let declared = definition.size.filter(|declared| u64::try_from(size).is_ok_and(|size| size != *declared));
    if let Some(declared) = declared {
        tracing::warn!(uri = %definition.uri, declared, size, "a resource has another size than it declares");
    }
}
