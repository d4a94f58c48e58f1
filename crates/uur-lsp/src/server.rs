//! The server's state, and which function answers which message.

use std::cell::RefCell;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    CodeActionRequest, CodeLensRefresh, Completion, DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest,
    PrepareRenameRequest, Rename, Request as _, SemanticTokensFullRequest,
};
#[cfg(feature = "files")]
use lsp_types::request::{
    CodeLensRequest, DocumentHighlightRequest, DocumentLinkRequest, ExecuteCommand, FoldingRangeRequest,
    InlayHintRequest, OnTypeFormatting, RangeFormatting, References, SelectionRangeRequest, WorkspaceSymbolRequest,
};
use lsp_types::{
    CodeDescription, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, Location, MessageType, Position, PositionEncodingKind, PublishDiagnosticsParams,
    ShowMessageParams, Uri,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::documents::{Document, Documents};
use super::host::Host;
#[cfg(feature = "files")]
use super::lenses;
use super::paths::{path_of, uri_of};
use super::positions::{ColumnUnit, LineIndex};
use super::{IDLE, QUIET, actions, convert, features};
use uur::analysis::{Analysis, SourceRange};
use uur::diagnostic::{Code, Diagnostic};
use uur::explain;
use uur::source::{FileAccess, Source, Span};
use uur::text_layout::PAGE_WIDTH;
use uur_testing::resolve::check_with_examples;

/// Why a request is not answered.
#[derive(Debug)]
pub struct Refusal {
    code: ErrorCode,
    message: String,
}

impl Refusal {
    /// The parameters of the request name nothing that is there.
    pub fn invalid(message: impl Into<String>) -> Refusal {
        Refusal { code: ErrorCode::InvalidParams, message: message.into() }
    }

    /// The request cannot be carried out.
    pub fn failed(message: impl Into<String>) -> Refusal {
        Refusal { code: ErrorCode::RequestFailed, message: message.into() }
    }
}

/// The state of a connection.
pub struct Server {
    /// The files and the clock.
    pub host: Rc<dyn Host>,
    /// The messages to the editor that have not been sent.
    sent: RefCell<Vec<Message>>,
    /// The open documents.
    pub documents: Documents,
    /// The folders of the editor.
    pub roots: Vec<PathBuf>,
    /// Whether the editor can insert snippets.
    pub has_snippets: bool,
    /// Whether an edit of the editor can make files.
    pub creates_files: bool,
    refreshes_lenses: bool,
    /// The documents whose problems are to be published.
    changed: Vec<Uri>,
    /// The documents whose problems under all values of the parameters are to be published.
    unchecked: Vec<Uri>,
    /// The number of requests to the editor.
    requests: i32,
}

impl Server {
    /// A server without documents, for an editor with these parameters of `initialize`. Only the few abilities that
    /// matter are read, and one that cannot be read counts as missing.
    pub fn new(host: Rc<dyn Host>, params: &Value) -> Server {
        let ability = |path: &str| params["capabilities"].pointer(path);
        let encodings = ability("/general/positionEncodings").map(Vec::<PositionEncodingKind>::deserialize);
        let has = |path: &str| ability(path).and_then(Value::as_bool).unwrap_or(false);
        Server {
            documents: Documents::new(
                ColumnUnit::chosen(&encodings.and_then(Result::ok).unwrap_or_default()),
                host.clone(),
            ),
            host,
            sent: RefCell::default(),
            roots: roots(params),
            has_snippets: has("/textDocument/completion/completionItem/snippetSupport"),
            creates_files: ability("/workspace/workspaceEdit/resourceOperations")
                .and_then(Value::as_array)
                .is_some_and(|able| able.iter().any(|able| able == "create")),
            refreshes_lenses: has("/workspace/codeLens/refreshSupport"),
            changed: vec![],
            unchecked: vec![],
            requests: 0,
        }
    }

    /// Answers a request. A panic is answered as an internal error.
    pub fn answer(&mut self, request: Request) -> Response {
        match request.method.as_str() {
            Completion::METHOD => self.ask::<Completion>(request, features::completion),
            HoverRequest::METHOD => self.ask::<HoverRequest>(request, features::hover),
            GotoDefinition::METHOD => self.ask::<GotoDefinition>(request, features::definition),
            PrepareRenameRequest::METHOD => self.ask::<PrepareRenameRequest>(request, actions::prepare_rename),
            Rename::METHOD => self.ask::<Rename>(request, actions::rename),
            CodeActionRequest::METHOD => self.ask::<CodeActionRequest>(request, actions::code_actions),
            Formatting::METHOD => self.ask::<Formatting>(request, actions::format),
            DocumentSymbolRequest::METHOD => self.ask::<DocumentSymbolRequest>(request, features::symbols),
            SemanticTokensFullRequest::METHOD => self.ask::<SemanticTokensFullRequest>(request, features::tokens),
            _ => self.answer_editor(request),
        }
    }

    /// Answers what editors alone ask.
    #[cfg(feature = "files")]
    fn answer_editor(&mut self, request: Request) -> Response {
        match request.method.as_str() {
            References::METHOD => self.ask::<References>(request, features::references),
            DocumentHighlightRequest::METHOD => self.ask::<DocumentHighlightRequest>(request, features::highlight),
            RangeFormatting::METHOD => self.ask::<RangeFormatting>(request, actions::format_range),
            OnTypeFormatting::METHOD => self.ask::<OnTypeFormatting>(request, actions::format_section),
            WorkspaceSymbolRequest::METHOD => self.ask::<WorkspaceSymbolRequest>(request, features::all_symbols),
            DocumentLinkRequest::METHOD => self.ask::<DocumentLinkRequest>(request, features::links),
            FoldingRangeRequest::METHOD => self.ask::<FoldingRangeRequest>(request, features::folding_ranges),
            SelectionRangeRequest::METHOD => self.ask::<SelectionRangeRequest>(request, features::selection_ranges),
            InlayHintRequest::METHOD => self.ask::<InlayHintRequest>(request, features::hints),
            CodeLensRequest::METHOD => self.ask::<CodeLensRequest>(request, lenses::code_lenses),
            ExecuteCommand::METHOD => {
                let Request { id, params, .. } = request;
                respond(id, || lenses::execute(self, decode::<ExecuteCommand>(params)?))
            }
            _ => unknown(request),
        }
    }

    #[cfg(not(feature = "files"))]
    fn answer_editor(&mut self, request: Request) -> Response {
        unknown(request)
    }

    fn ask<R: lsp_types::request::Request>(
        &self,
        request: Request,
        answer: fn(&Server, R::Params) -> Result<R::Result, Refusal>,
    ) -> Response
    where
        R::Result: Serialize,
    {
        let Request { id, params, .. } = request;
        respond(id, || answer(self, decode::<R>(params)?))
    }

    /// Takes note of a change. What cannot be read is ignored, as the protocol demands.
    pub fn notice(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Some(DidOpenTextDocumentParams { text_document }) = read(params) else { return };
                let uri = text_document.uri;
                self.documents.open(uri.clone(), text_document.version, text_document.text);
                self.has_changed(uri);
            }
            DidChangeTextDocument::METHOD => {
                let Some(DidChangeTextDocumentParams { text_document, content_changes }) = read(params) else { return };
                let unit = self.documents.unit;
                if let Some(document) = self.documents.get_mut(&text_document.uri) {
                    document.change(text_document.version, content_changes, unit);
                    self.has_changed(text_document.uri);
                }
            }
            DidCloseTextDocument::METHOD => {
                let Some(DidCloseTextDocumentParams { text_document }) = read(params) else { return };
                self.documents.close(&text_document.uri);
                self.send::<PublishDiagnostics>(PublishDiagnosticsParams::new(text_document.uri, vec![], None));
            }
            DidSaveTextDocument::METHOD => {
                let Some(DidSaveTextDocumentParams { text_document, .. }) = read(params) else { return };
                self.has_changed(text_document.uri);
            }
            DidChangeWatchedFiles::METHOD => {
                let dependents = self.documents.forget_dependents();
                dependents.into_iter().for_each(|uri| push(&mut self.changed, uri));
            }
            _ => {}
        }
    }

    /// Notes that a document and those that may extend it are to be checked again.
    fn has_changed(&mut self, uri: Uri) {
        for uri in self.documents.forget_dependents().into_iter().chain([uri]) {
            push(&mut self.changed, uri);
        }
    }

    /// The pause after which there is something to publish.
    pub fn pause(&self) -> Option<Duration> {
        match (self.changed.is_empty(), self.unchecked.is_empty()) {
            (false, _) => Some(QUIET),
            (true, false) => Some(IDLE),
            (true, true) => None,
        }
    }

    /// Publishes what waits: the problems of all changed documents, or all problems of one document.
    pub fn publish_next(&mut self) {
        let changed = std::mem::take(&mut self.changed);
        for uri in &changed {
            self.publish(uri);
        }
        if changed.is_empty()
            && let Some(uri) = self.unchecked.pop()
            && self.check_all(&uri)
        {
            self.publish(&uri);
        }
        changed.into_iter().for_each(|uri| push(&mut self.unchecked, uri));
    }

    /// Finds the problems of a document under all values of its parameters. Returns whether they differ from
    /// those that are known.
    fn check_all(&mut self, uri: &Uri) -> bool {
        let Some(document) = self.documents.get(uri) else { return false };
        let check = || check_with_examples(document.source(), &|name, from| self.documents.library(name, from));
        let Ok(found) = panic::catch_unwind(AssertUnwindSafe(check)) else { return false };
        let is_new = found.problems != self.documents.analysis(document).problems;
        if let Some(document) = self.documents.get_mut(uri) {
            document.all_problems = Some(found.problems);
        }
        is_new
    }

    fn publish(&self, uri: &Uri) {
        let Some(document) = self.documents.get(uri) else { return };
        let find = || {
            let analysis = self.documents.analysis(document);
            let locate = |span: Span| {
                let place = SourceRange { source: span.source.0.into(), range: span.range() };
                self.location(document, analysis, &place)
            };
            if document.is_too_large() {
                return vec![convert::too_large()];
            }
            let extends = analysis.extends_range();
            let convert = |problem: &Diagnostic| lsp_types::Diagnostic {
                code_description: self.page(problem.code).map(|href| CodeDescription { href }),
                ..convert::diagnostic(document, problem, extends.clone(), locate)
            };
            document.problems(analysis).iter().map(convert).collect()
        };
        if let Ok(diagnostics) = panic::catch_unwind(AssertUnwindSafe(find)) {
            let params = PublishDiagnosticsParams::new(uri.clone(), diagnostics, Some(document.version));
            self.send::<PublishDiagnostics>(params);
        }
    }

    /// Shows a message to the author.
    pub fn show(&self, typ: MessageType, message: String) {
        self.send::<ShowMessage>(ShowMessageParams { typ, message });
    }

    /// Asks the editor to show the code lenses anew.
    pub fn refresh_lenses(&mut self) {
        if self.refreshes_lenses {
            self.requests += 1;
            let request = Request::new(self.requests.into(), CodeLensRefresh::METHOD.to_string(), ());
            self.sent.borrow_mut().push(request.into());
        }
    }

    /// Takes the messages to the editor that have not been sent.
    pub fn take_sent(&mut self) -> Vec<Message> {
        self.sent.take()
    }

    /// Sends a notification.
    fn send<N: lsp_types::notification::Notification>(&self, params: N::Params) {
        let notification = Notification::new(N::METHOD.to_string(), params);
        self.sent.borrow_mut().push(Message::Notification(notification));
    }

    /// Returns an open document.
    ///
    /// # Errors
    /// If the editor has not opened it.
    pub fn document(&self, uri: &Uri) -> Result<(&Document, &Analysis), Refusal> {
        let document = self.documents.get(uri);
        let document = document.ok_or_else(|| Refusal::invalid(format!("`{}` is not open", uri.as_str())))?;
        Ok((document, self.documents.analysis(document)))
    }

    /// Returns the location of a place in one of the files of a document's game.
    pub fn location(&self, document: &Document, analysis: &Analysis, place: &SourceRange) -> Option<Location> {
        if place.source == 0 {
            let range = document.index.positions(&document.text, place.range.clone());
            return Some(Location { uri: document.uri.clone(), range });
        }
        let source = analysis.sources.get(place.source)?;
        let uri = match source.access {
            FileAccess::Shipped => self.shipped_game(source)?,
            _ => uri_of(Path::new(&source.name))?,
        };
        let index = LineIndex::of(&source.text, self.documents.unit);
        Some(Location { uri, range: index.positions(&source.text, place.range.clone()) })
    }

    /// The address of a shipped game.
    fn shipped_game(&self, source: &Source) -> Option<Uri> {
        self.host.address(&source.name, &|| source.text.clone())
    }

    /// The address of the page of a code.
    fn page(&self, code: Code) -> Option<Uri> {
        let text = || explain::page(code.as_str(), PAGE_WIDTH).unwrap_or_default();
        self.host.address(&format!("{}.txt", code.as_str()), &text)
    }
}

/// The folders of an editor, also of one that has only one.
fn roots(params: &Value) -> Vec<PathBuf> {
    let path = |uri: &Value| path_of(&uri.as_str()?.parse().ok()?);
    match params["workspaceFolders"].as_array() {
        Some(folders) if !folders.is_empty() => folders.iter().filter_map(|folder| path(&folder["uri"])).collect(),
        // The field is deprecated in the protocol, but some editors send no other.
        _ => path(&params["rootUri"]).into_iter().collect(),
    }
}

impl Document {
    /// Returns the byte offset of a position.
    ///
    /// # Errors
    /// If the document has no such line.
    pub fn offset(&self, position: Position) -> Result<usize, Refusal> {
        let offset = self.index.offset(&self.text, position);
        offset.ok_or_else(|| Refusal::invalid(format!("line {} is past the end", position.line)))
    }

    /// Returns the byte range of a range of positions.
    ///
    /// # Errors
    /// If the document has no such lines, or the range ends before it starts.
    pub fn range(&self, range: lsp_types::Range) -> Result<Range<usize>, Refusal> {
        let found = self.index.range(&self.text, range);
        found.ok_or_else(|| Refusal::invalid("the range does not lie in the document"))
    }
}

fn decode<R: lsp_types::request::Request>(params: serde_json::Value) -> Result<R::Params, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal::invalid(error.to_string()))
}

fn unknown(request: Request) -> Response {
    let message = format!("the server does not know `{}`", request.method);
    Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
}

fn respond<T: Serialize>(id: RequestId, answer: impl FnOnce() -> Result<T, Refusal>) -> Response {
    match panic::catch_unwind(AssertUnwindSafe(answer)) {
        Ok(Ok(result)) => Response::new_ok(id, result),
        Ok(Err(refusal)) => Response::new_err(id, refusal.code as i32, refusal.message),
        Err(_) => Response::new_err(id, ErrorCode::InternalError as i32, "a bug in uur".to_string()),
    }
}

fn read<T: DeserializeOwned>(params: serde_json::Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

fn push(list: &mut Vec<Uri>, uri: Uri) {
    if !list.contains(&uri) {
        list.push(uri);
    }
}
