//! The protocol's side: which request leads to which tool, resource or prompt.

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, GetPromptRequestParams, GetPromptResponse, Implementation,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ResourceUpdatedNotificationParam, ServerCapabilities,
    ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use soulfile_api::ErrorKind;

use super::connection::McpConnection;
use super::watching::{Given, MOST, Subscribed, Watching};
use super::{error, prompts, resources, tools};

/// One agent's memory as an MCP server.
#[derive(Clone)]
pub struct MemoryServer {
    connection: McpConnection,
    subscribed: Subscribed,
    given: Given,
}

impl MemoryServer {
    /// The server of a connection.
    pub fn new(connection: McpConnection) -> Self {
        Self { connection, subscribed: Subscribed::default(), given: Given::default() }
    }
}

impl ServerHandler for MemoryServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts();
        let capabilities = match self.connection.lasting {
            true => capabilities.enable_resources_list_changed().enable_resources_subscribe().build(),
            false => capabilities.build(),
        };
        let server = Implementation::new("soulfile", env!("CARGO_PKG_VERSION"))
            .with_title(format!("Soulfile memory of {}", self.connection.agent));
        ServerConfig::new(capabilities)
            .with_server_info(server)
            .with_instructions(include_str!("../../prompts/instructions.md"))
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        // The handshake is over: opening now spares the first question the wait.
        let connection = self.connection.clone();
        let mut watching = Watching::new(connection.clone(), self.subscribed.clone(), self.given.clone());
        let lasting = connection.lasting;
        tokio::spawn(async move {
            let _ = connection.run(|asked| asked.engine.memory_status(&asked.session).is_ok()).await;
            if !lasting {
                return;
            }
            // Until the client is gone.
            loop {
                let news = watching.next().await;
                for uri in news.updated {
                    if context.peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(uri)).await.is_err() {
                        return;
                    }
                }
                if news.others && context.peer.notify_resource_list_changed().await.is_err() {
                    return;
                }
            }
        });
    }

    async fn subscribe(&self, request: SubscribeRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        let uri = request.uri.clone();
        let there = self.connection.run(move |asked| resources::visible_text(asked, &uri)).await?;
        let there = there.and_then(|there| there).map_err(|problem| error::of_request(&problem))?;
        let Some(text) = there.filter(|_| self.connection.lasting) else {
            return Err(resources::missing(&request.uri));
        };
        self.given.note(&request.uri, &text);
        match self.subscribed.add(request.uri) {
            true => Ok(()),
            false => Err(ErrorData::invalid_params(format!("at most {MOST} files can be watched"), None)),
        }
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.subscribed.remove(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.connection.lasting.then(|| requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let uris = context.accepted().resource_subscriptions.clone().unwrap_or_default();
        let others = context.accepted().resources_list_changed == Some(true);
        let mut watching = Watching::new(self.connection.clone(), uris.into(), self.given.clone());
        loop {
            let news = tokio::select! {
                () = context.cancelled() => return Ok(()),
                news = watching.next() => news,
            };
            let sink = context.sink();
            for uri in news.updated {
                // Closed meanwhile: the next turn ends.
                let _ = sink.notify_resource_updated(uri).await;
            }
            if news.others && others {
                let _ = sink.notify_resource_list_changed().await;
            }
        }
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        one_page(request)?;
        let offered = tools::offered(&self.connection).map(|entry| entry.tool.clone());
        Ok(ListToolsResult::with_all_items(offered.collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::named(&self.connection, name).map(|entry| entry.tool.clone())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(entry) = tools::named(&self.connection, &request.name) else {
            let known: Vec<_> = tools::offered(&self.connection).map(|entry| entry.tool.name.as_ref()).collect();
            let message = format!("there is no tool \"{}\"; there are {}", request.name, known.join(", "));
            return Err(ErrorData::invalid_params(message, None));
        };
        if entry.writes && self.connection.read_only {
            return Ok(error::refused(ErrorKind::Denied, "this token may only read").into());
        }
        let arguments = request.arguments.unwrap_or_default();
        let result = self.connection.run(move |asked| entry.call(asked, arguments)).await?;
        Ok(result.unwrap_or_else(|problem| error::of_tool(&problem)).into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let listed = self.connection.run(move |asked| resources::listed(asked, cursor.as_deref())).await?;
        listed.map_err(|problem| error::of_request(&problem))?
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        one_page(request)?;
        Ok(resources::templates(&self.connection.agent))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let given = self.connection.lasting.then(|| self.given.clone());
        let read = self.connection.run(move |asked| {
            if let (Some(given), Ok(Some(text))) = (given, resources::visible_text(asked, &request.uri)) {
                given.note(&request.uri, &text);
            }
            resources::read(asked, &request.uri)
        });
        let read = read.await?;
        read.map_err(|problem| error::of_request(&problem))?.map(Into::into)
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        one_page(request)?;
        Ok(ListPromptsResult::with_all_items(prompts::offered(&self.connection)))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if let Some(name) = request.arguments.iter().flat_map(|arguments| arguments.keys()).next() {
            return Err(ErrorData::invalid_params(format!("unknown argument \"{name}\"; prompts take none"), None));
        }
        let everything = self.connection.sees_everything();
        let filled = self.connection.run(move |asked| prompts::filled(asked, &request.name, everything)).await?;
        filled.map_err(|problem| error::of_request(&problem))?.map(Into::into)
    }
}

/// Lists that fit on one page have no cursor to continue from.
fn one_page(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        Some(cursor) => Err(ErrorData::invalid_params(format!("\"{cursor}\" is no cursor of this list"), None)),
        None => Ok(()),
    }
}
