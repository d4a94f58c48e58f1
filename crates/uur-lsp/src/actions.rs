//! Requests that change the text: fixes, renaming and layout.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, DocumentFormattingParams,
    DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, PrepareRenameResponse, RenameParams,
    TextDocumentPositionParams, WorkspaceEdit,
};

use super::convert::{diagnostic, text_edits};
use super::documents::Document;
use super::features::whole;
use super::refactorings::refactorings;
use super::server::{Refusal, Server};
use uur::analysis::{self, TextEdit, meets};
use uur::diagnostic::Diagnostic;
use uur_testing::resolve::fix_with_examples;

/// The action that applies all fixes of a document.
pub const FIX_ALL: CodeActionKind = CodeActionKind::SOURCE_FIX_ALL;

/// The kinds of refactorings, which are for editors alone.
pub const REFACTORINGS: &[CodeActionKind] = match cfg!(feature = "files") {
    true => &[CodeActionKind::REFACTOR_EXTRACT, CodeActionKind::REFACTOR_REWRITE],
    false => &[],
};

/// Answers `textDocument/codeAction`: a quick fix for each problem that has one, all of them together, and refactorings.
pub fn code_actions(server: &Server, params: CodeActionParams) -> Result<Option<CodeActionResponse>, Refusal> {
    let (document, analysis) = server.document(&params.text_document.uri)?;
    let range = document.range(params.range)?;
    let only = params.context.only.as_deref();
    let wanted = |kind: &CodeActionKind| {
        let within = |only: &CodeActionKind| {
            kind.as_str() == only.as_str() || kind.as_str().starts_with(&format!("{}.", only.as_str()))
        };
        only.is_none_or(|only| only.iter().any(within))
    };
    let mut actions: Vec<CodeAction> = vec![];
    let problems = document.problems(analysis);
    if wanted(&CodeActionKind::QUICKFIX) {
        let here = problems.iter().filter(|problem| {
            let mut spans = problem.labels.first().map(|label| label.span).into_iter();
            spans.any(|span| meets(span, &range)) || problem.fix.as_ref().is_some_and(|fix| meets(fix.span, &range))
        });
        actions.extend(here.filter_map(|problem| quick_fix(document, problem)));
    }
    let any = problems.iter().any(|problem| problem.fix.as_ref().is_some_and(|fix| fix.span.source.0 == 0));
    if wanted(&FIX_ALL) && any {
        let fixed = fix_with_examples(document.source(), &|name, from| server.documents.library(name, from));
        if fixed != document.text {
            let edit = lsp_types::TextEdit::new(whole(document), fixed);
            actions.push(CodeAction {
                title: "apply all fixes".to_string(),
                kind: Some(FIX_ALL),
                edit: Some(workspace_edit(document, vec![edit])),
                ..CodeAction::default()
            });
        }
    }
    let is_wanted = |action: &CodeAction| action.kind.as_ref().is_some_and(wanted);
    if REFACTORINGS.iter().any(wanted) {
        actions.extend(refactorings(server, document, analysis, &range).into_iter().filter(is_wanted));
    }
    Ok(Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()))
}

fn quick_fix(document: &Document, problem: &Diagnostic) -> Option<CodeAction> {
    let fix = problem.fix.as_ref().filter(|fix| fix.span.source.0 == 0)?;
    let edit = TextEdit { range: fix.span.range(), replacement: fix.replacement.clone() };
    Some(CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic(document, problem, None, |_| None)]),
        edit: Some(workspace_edit(document, text_edits(document, &[edit]))),
        is_preferred: Some(true),
        ..CodeAction::default()
    })
}

/// Answers `textDocument/prepareRename`.
pub fn prepare_rename(
    server: &Server,
    params: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, Refusal> {
    let (document, analysis) = server.document(&params.text_document.uri)?;
    match analysis.renamable(document.offset(params.position)?) {
        Ok((range, _)) => Ok(Some(PrepareRenameResponse::Range(document.index.positions(&document.text, range)))),
        Err(error) => Err(Refusal::failed(error.to_string())),
    }
}

/// Answers `textDocument/rename`: renames in all files that share the name, or in none.
// The key of this type of the protocol is compared by its text, which does not change.
#[allow(clippy::mutable_key_type)]
pub fn rename(server: &Server, params: RenameParams) -> Result<Option<WorkspaceEdit>, Refusal> {
    let place = params.text_document_position;
    let (document, analysis) = server.document(&place.text_document.uri)?;
    let renamable = analysis.renamable(document.offset(place.position)?);
    let (_, name) = renamable.map_err(|error| Refusal::failed(error.to_string()))?;
    let new = &params.new_name;
    let mut changes = HashMap::new();
    for relative in server.documents.family(document, &name, &server.roots, &[&name.text, new]) {
        let other = relative.document();
        let edits = server.documents.analysis(other).rename(&name, new).map_err(|error| {
            let within = if other.uri == document.uri { "" } else { &format!(" in {}", other.source().name) };
            Refusal::failed(format!("{error}{within}"))
        })?;
        if !edits.is_empty() {
            changes.insert(other.uri.clone(), text_edits(other, &edits));
        }
    }
    Ok(Some(WorkspaceEdit::new(changes)))
}

/// Answers `textDocument/formatting`.
pub fn format(server: &Server, params: DocumentFormattingParams) -> Result<Option<Vec<lsp_types::TextEdit>>, Refusal> {
    let (document, analysis) = server.document(&params.text_document.uri)?;
    Ok(Some(text_edits(document, &analysis::format_edits(analysis.text(), None))))
}

/// Answers `textDocument/rangeFormatting`.
pub fn format_range(
    server: &Server,
    params: DocumentRangeFormattingParams,
) -> Result<Option<Vec<lsp_types::TextEdit>>, Refusal> {
    let (document, analysis) = server.document(&params.text_document.uri)?;
    let range = document.range(params.range)?;
    Ok(Some(text_edits(document, &analysis::format_edits(analysis.text(), Some(range)))))
}

/// Answers `textDocument/onTypeFormatting`: lays out the section whose `}` was typed.
pub fn format_section(
    server: &Server,
    params: DocumentOnTypeFormattingParams,
) -> Result<Option<Vec<lsp_types::TextEdit>>, Refusal> {
    let place = params.text_document_position;
    let (document, analysis) = server.document(&place.text_document.uri)?;
    let section = analysis.outline().item_at(document.offset(place.position)?).map(|item| item.range.clone());
    let edits = section.map(|range| analysis::format_edits(analysis.text(), Some(range)));
    Ok(Some(text_edits(document, &edits.unwrap_or_default())))
}

/// Edits of one document.
// The key of this type of the protocol is compared by its text, which does not change.
#[allow(clippy::mutable_key_type)]
pub fn workspace_edit(document: &Document, edits: Vec<lsp_types::TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit::new(HashMap::from([(document.uri.clone(), edits)]))
}
