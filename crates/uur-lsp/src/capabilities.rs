//! What the server can do, as an editor learns at the beginning.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    DocumentLinkOptions, DocumentOnTypeFormattingOptions, ExecuteCommandOptions, FoldingRangeProviderCapability,
    HoverProviderCapability, InitializeResult, OneOf, RenameOptions, SelectionRangeProviderCapability,
    SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions, SemanticTokensServerCapabilities,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
};

use super::actions::{FIX_ALL, REFACTORINGS};
use super::convert::{token_modifiers, token_types};
use super::games::{PERFT, PLAY, SIMULATE};
use super::lenses::{RUN_TEST, RUN_TESTS};
use super::server::Server;

/// The answer to `initialize`.
pub fn initialized(server: &Server) -> InitializeResult {
    let version = env!("CARGO_PKG_VERSION").to_string();
    InitializeResult {
        capabilities: capabilities(server),
        server_info: Some(ServerInfo { name: "uur".to_string(), version: Some(version) }),
    }
}

fn capabilities(server: &Server) -> ServerCapabilities {
    let legend = SemanticTokensLegend { token_types: token_types(), token_modifiers: token_modifiers() };
    ServerCapabilities {
        position_encoding: Some(server.documents.unit.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(true.into()),
            ..TextDocumentSyncOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([" ", "\"", "("].map(str::to_string).to_vec()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(
                [CodeActionKind::QUICKFIX, FIX_ALL].into_iter().chain(REFACTORINGS.iter().cloned()).collect(),
            ),
            ..CodeActionOptions::default()
        })),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend,
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            },
        )),
        ..editor_capabilities(server)
    }
}

/// What editors alone ask.
fn editor_capabilities(server: &Server) -> ServerCapabilities {
    if !cfg!(feature = "files") {
        return ServerCapabilities::default();
    }
    let timed = [PERFT, SIMULATE, PLAY].into_iter().filter(|_| server.host.patience().is_some());
    ServerCapabilities {
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: Default::default(),
        }),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        document_on_type_formatting_provider: Some(DocumentOnTypeFormattingOptions {
            first_trigger_character: "}".to_string(),
            more_trigger_character: None,
        }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: [RUN_TEST, RUN_TESTS].into_iter().chain(timed).map(str::to_string).collect(),
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}
