//! A server of the Model Context Protocol over standard input and output, so that a language model writes rules with
//! the checker at hand.
//!
//! `rmcp` speaks the protocol, `tools` answers, and `manual` has the pages of the language. A tool gets all of its
//! input with the call and no file: a text of rules may extend shipped games only. `docs/language-models.md` names the
//! limits.

mod manual;
mod tools;

use std::future::{self, Future};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, Implementation,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, ServerInitializeError};
use rmcp::{RoleServer, ServerHandler, ServiceExt, transport};
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::{runtime, task, time};
use uur::provenance::VERSION;

use tools::{Bench, ToolAnswer, ToolFailure};

/// How long a call may take, with the time that it waits for others.
const PATIENCE: Duration = Duration::from_secs(60);
/// The most calls that are carried out at once.
const MOST_CALLS: usize = 4;

/// What the server tells a model about itself.
const INSTRUCTIONS: &str = "uur is a rules language and a sandbox for mancala games. To write rules, read the pages \
    `card` and `how-do-i-say` (resources, or the tool `look_up`), and read a similar game: `list_games`, `read_game`. \
    After each change use `check_rules`, or `fix_rules`, which applies the proposed fixes; then `test_rules`, `play` \
    and `why`. A text of rules is passed whole. Pits are letters: capital letters are South's, small letters North's.";

/// Serves a program over standard input and output, until the end of the input.
///
/// # Errors
/// If the machine grants no thread, or the program does not speak the protocol.
pub fn serve_stdio() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let ended = runtime.block_on(async {
        let running = McpServer { room: Arc::new(Semaphore::new(MOST_CALLS)) }.serve(transport::stdio()).await;
        match running {
            Ok(running) => running.waiting().await.map(drop).map_err(Into::into),
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(reason) => Err(reason.into()),
        }
    });
    // A call that nobody waits for ends with the program.
    runtime.shutdown_background();
    ended
}

/// The server.
struct McpServer {
    /// Room for calls.
    room: Arc<Semaphore>,
}

/// Stops a call when nobody waits for its answer any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build());
        info.server_info = Implementation::new("uur", VERSION);
        info.with_instructions(INSTRUCTIONS)
    }

    fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<ListToolsResult, ErrorData>> + Send + '_ {
        future::ready(Ok(ListToolsResult::with_all_items(tools::all().iter().map(|tool| tool.described()).collect())))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tools = tools::all();
        let Some(run) = tools.iter().find(|tool| tool.name == request.name).map(|tool| tool.run) else {
            let names: Vec<&str> = tools.iter().map(|tool| tool.name).collect();
            let message = format!("there is no tool `{}`; the tools are {}", request.name, names.join(", "));
            return Err(ErrorData::invalid_params(message, None));
        };
        let stop = StopOnDrop(Arc::default());
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let (room, stops) = (self.room.clone(), stop.0.clone());
        let work = async move {
            let place = room.acquire_owned().await;
            task::spawn_blocking(move || {
                let answered = run(arguments, &mut Bench::new(stops));
                drop(place);
                answered
            })
            .await
        };
        let answered = match context.ct.run_until_cancelled(time::timeout(PATIENCE, work)).await {
            None => return Err(ErrorData::internal_error("the call was cancelled", None)),
            Some(Err(_)) => Err(ToolFailure(format!(
                "stopped after {} seconds; ask for less: fewer moves, positions or values of parameters",
                PATIENCE.as_secs()
            ))),
            Some(Ok(Err(_))) => return Err(ErrorData::internal_error("this is a bug in uur, not in the call", None)),
            Some(Ok(Ok(answered))) => answered,
        };
        Ok(CallToolResponse::from(match answered {
            Ok(ToolAnswer::Text(text)) => CallToolResult::success(vec![ContentBlock::text(text)]),
            Ok(ToolAnswer::Data(data)) => CallToolResult::structured(data),
            Err(ToolFailure(text)) => CallToolResult::error(vec![ContentBlock::text(text)]),
        }))
    }

    fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<ListResourcesResult, ErrorData>> + Send + '_ {
        future::ready(Ok(ListResourcesResult::with_all_items(manual::resources())))
    }

    fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<ReadResourceResponse, ErrorData>> + Send + '_ {
        future::ready(manual::read(&request.uri).map(Into::into))
    }
}
