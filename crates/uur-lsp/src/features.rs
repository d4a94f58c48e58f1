//! Requests that only read: completion, hover, navigation, the outline and tokens.

use std::ops::Range;

use lsp_types::{
    CompletionParams, CompletionResponse, DocumentHighlight, DocumentHighlightParams, DocumentLink, DocumentLinkParams,
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, FoldingRange, FoldingRangeKind, FoldingRangeParams,
    GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverContents, HoverParams, InlayHint, InlayHintLabel,
    InlayHintParams, InlayHintTooltip, Location, OneOf, ReferenceParams, SelectionRange, SelectionRangeParams,
    SemanticTokens, SemanticTokensParams, SemanticTokensResult, WorkspaceSymbol, WorkspaceSymbolParams,
    WorkspaceSymbolResponse,
};

use super::documents::Document;
use super::server::{Refusal, Server};
use super::{convert, lenses};
use uur::analysis::{DefaultHint, FoldKind, SourceRange, SymbolKind};

/// The most symbols of all files that are answered.
const MOST_SYMBOLS: usize = 1000;

/// Answers `textDocument/completion`.
pub fn completion(server: &Server, params: CompletionParams) -> Result<Option<CompletionResponse>, Refusal> {
    let place = params.text_document_position;
    let (document, analysis) = server.document(&place.text_document.uri)?;
    let found = analysis.completions(document.offset(place.position)?);
    let items = found.into_iter().enumerate();
    let items = items.map(|(number, item)| convert::completion(document, number, item, server.has_snippets));
    Ok(Some(CompletionResponse::Array(items.collect())))
}

/// Answers `textDocument/hover`.
pub fn hover(server: &Server, params: HoverParams) -> Result<Option<Hover>, Refusal> {
    let place = params.text_document_position_params;
    let (document, analysis) = server.document(&place.text_document.uri)?;
    let offset = document.offset(place.position)?;
    let found = analysis.hover(offset, &|name, from| server.documents.library(name, from));
    let reached = lenses::reached(document, analysis, offset).map_or(String::new(), |text| format!("\n{text}\n"));
    Ok(found.map(|hover| Hover {
        contents: HoverContents::Markup(convert::markdown(hover.markdown + &reached)),
        range: Some(document.index.positions(&document.text, hover.range)),
    }))
}

/// Answers `textDocument/definition`.
pub fn definition(server: &Server, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>, Refusal> {
    let place = params.text_document_position_params;
    let (document, analysis) = server.document(&place.text_document.uri)?;
    let found = analysis.definition(document.offset(place.position)?);
    let locations: Vec<Location> =
        found.iter().filter_map(|place| server.location(document, analysis, place)).collect();
    Ok((!locations.is_empty()).then_some(GotoDefinitionResponse::Array(locations)))
}

/// Answers `textDocument/references`, also in the files that extend one another.
pub fn references(server: &Server, params: ReferenceParams) -> Result<Option<Vec<Location>>, Refusal> {
    let place = params.text_document_position;
    let (document, analysis) = server.document(&place.text_document.uri)?;
    let Some(name) = analysis.shared_name(document.offset(place.position)?) else { return Ok(Some(vec![])) };
    let with_definitions = params.context.include_declaration;
    let mut locations = vec![];
    for relative in server.documents.family(document, &name, &server.roots, &[&name.text]) {
        let document = relative.document();
        let found = server.documents.analysis(document).references(&name, with_definitions).into_iter();
        let location = |range| Location { uri: document.uri.clone(), range };
        locations.extend(found.map(|range| location(document.index.positions(&document.text, range))));
    }
    for (source, shipped) in server.documents.shipped_family(document, &name) {
        let places = shipped.references(&name, with_definitions).into_iter().map(|range| SourceRange { source, range });
        locations.extend(places.filter_map(|place| server.location(document, analysis, &place)));
    }
    Ok(Some(locations))
}

/// Answers `textDocument/documentHighlight`.
pub fn highlight(server: &Server, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>, Refusal> {
    let place = params.text_document_position_params;
    let (document, analysis) = server.document(&place.text_document.uri)?;
    let name = analysis.shared_name(document.offset(place.position)?);
    let found = name.map_or(vec![], |name| analysis.references(&name, true)).into_iter();
    let found = found.map(|range| document.index.positions(&document.text, range));
    Ok(Some(found.map(|range| DocumentHighlight { range, kind: None }).collect()))
}

/// Answers `textDocument/documentSymbol`.
pub fn symbols(server: &Server, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>, Refusal> {
    let (document, analysis) = server.document(&params.text_document.uri)?;
    let symbols = analysis.symbols().into_iter().map(|symbol| convert::symbol(document, symbol));
    Ok(Some(DocumentSymbolResponse::Nested(symbols.collect())))
}

/// Answers `workspace/symbol`: the games, tests and names of all rule files of the editor whose names contain a text, which
/// may be written small.
pub fn all_symbols(server: &Server, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>, Refusal> {
    let wanted = params.query.to_lowercase();
    let mut found = vec![];
    for relative in server.documents.files(&server.roots) {
        let document = relative.document();
        let mut open = server.documents.analysis(document).symbols();
        while let Some(mut symbol) = open.pop() {
            open.append(&mut symbol.children);
            if symbol.kind == SymbolKind::Section || !symbol.name.to_lowercase().contains(&wanted) {
                continue;
            }
            let DocumentSymbol { name, kind, selection_range, detail, .. } = convert::symbol(document, symbol);
            let location = Location { uri: document.uri.clone(), range: selection_range };
            found.push(WorkspaceSymbol {
                name,
                kind,
                tags: None,
                container_name: detail,
                location: OneOf::Left(location),
                data: None,
            });
        }
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found.truncate(MOST_SYMBOLS);
    Ok(Some(WorkspaceSymbolResponse::Nested(found)))
}

/// Answers `textDocument/documentLink`: from the name behind `extends` to the file.
pub fn links(server: &Server, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>, Refusal> {
    let (document, analysis) = server.document(&params.text_document.uri)?;
    let link = |range: Range<usize>| {
        let text = &document.text[range.clone()];
        let name = range.start + text.find('"')? + 1..range.start + text.rfind('"')?;
        let target = server.location(document, analysis, &SourceRange { source: 1, range: 0..0 })?.uri;
        let range = document.index.positions(&document.text, name);
        Some(DocumentLink { range, target: Some(target), tooltip: None, data: None })
    };
    Ok(Some(analysis.extends_range().and_then(link).into_iter().collect()))
}

/// Answers `textDocument/foldingRange`.
pub fn folding_ranges(server: &Server, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>, Refusal> {
    let (document, analysis) = server.document(&params.text_document.uri)?;
    let fold = |fold: uur::analysis::FoldingRange| {
        let range = document.index.positions(&document.text, fold.range);
        FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: Some(match fold.kind {
                FoldKind::Lines => FoldingRangeKind::Region,
                FoldKind::Comment => FoldingRangeKind::Comment,
            }),
            ..FoldingRange::default()
        }
    };
    Ok(Some(analysis.folding_ranges().into_iter().map(fold).collect()))
}

/// Answers `textDocument/selectionRange`.
pub fn selection_ranges(server: &Server, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>, Refusal> {
    let (document, analysis) = server.document(&params.text_document.uri)?;
    let selection = |position| {
        let ranges = analysis.selection_ranges(document.offset(position)?);
        let mut around = None;
        for range in ranges.into_iter().rev() {
            let range = document.index.positions(&document.text, range);
            around = Some(Box::new(SelectionRange { range, parent: around }));
        }
        let whole = || Box::new(SelectionRange { range: whole(document), parent: None });
        Ok(*around.unwrap_or_else(whole))
    };
    params.positions.into_iter().map(selection).collect::<Result<Vec<_>, Refusal>>().map(Some)
}

/// Answers `textDocument/semanticTokens/full`.
pub fn tokens(server: &Server, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>, Refusal> {
    let (document, analysis) = server.document(&params.text_document.uri)?;
    let data = convert::semantic_tokens(document, &analysis.tokens());
    Ok(Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data })))
}

/// Answers `textDocument/inlayHint`: the defaults that hold in a section, behind its head.
pub fn hints(server: &Server, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>, Refusal> {
    let (document, analysis) = server.document(&params.text_document.uri)?;
    let hint = |hint: DefaultHint| InlayHint {
        position: document.index.position(&document.text, hint.offset),
        label: InlayHintLabel::String(hint.line.to_string()),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(hint.about.to_string())),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    let wanted = |hint: &InlayHint| params.range.start <= hint.position && hint.position <= params.range.end;
    Ok(Some(analysis.default_hints().into_iter().map(hint).filter(wanted).collect()))
}

/// The positions of the whole text.
pub fn whole(document: &Document) -> lsp_types::Range {
    document.index.positions(&document.text, 0..document.text.len())
}
