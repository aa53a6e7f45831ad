//! The protocol's side: which request leads to which tool, resource or prompt.

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, GetPromptRequestParams, GetPromptResponse, Implementation,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use soulfile_engine::Kind;

use super::connection::Connection;
use super::{error, prompts, resources, tools};

/// One agent's memory as an MCP server.
#[derive(Clone)]
pub struct MemoryServer {
    connection: Connection,
}

impl MemoryServer {
    /// The server of a connection.
    pub fn new(connection: Connection) -> Self {
        Self { connection }
    }
}

impl ServerHandler for MemoryServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        let server = Implementation::new("soulfile", env!("CARGO_PKG_VERSION"))
            .with_title(format!("Soulfile memory of {}", self.connection.agent));
        ServerConfig::new(capabilities)
            .with_server_info(server)
            .with_instructions(include_str!("../../prompts/instructions.md"))
    }

    async fn on_initialized(&self, _: NotificationContext<RoleServer>) {
        // The handshake is over: opening now spares the first question the wait.
        let connection = self.connection.clone();
        tokio::spawn(async move { connection.run(|asked| asked.engine.memory_status(&asked.session).is_ok()).await });
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        one_page(request)?;
        Ok(ListToolsResult::with_all_items(tools::all().iter().map(|entry| entry.tool.clone()).collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::named(name).map(|entry| entry.tool.clone())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(entry) = tools::named(&request.name) else {
            let known: Vec<_> = tools::all().iter().map(|entry| entry.tool.name.as_ref()).collect();
            let message = format!("there is no tool \"{}\"; there are {}", request.name, known.join(", "));
            return Err(ErrorData::invalid_params(message, None));
        };
        if entry.writes && self.connection.read_only {
            return Ok(error::refused(Kind::Denied, "this token may only read").into());
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
        let read = self.connection.run(move |asked| resources::read(asked, &request.uri)).await?;
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
        let filled = self.connection.run(move |asked| prompts::filled(asked, &request.name)).await?;
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
