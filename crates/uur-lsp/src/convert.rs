//! Conversion: from the answers of the library to the types of the protocol.

use std::ops::Range;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, DiagnosticRelatedInformation, DiagnosticSeverity,
    DiagnosticTag, DocumentSymbol, Documentation, InsertTextFormat, Location, MarkupContent, MarkupKind,
    NumberOrString, SemanticToken, SemanticTokenModifier, SemanticTokenType,
};

use serde_json::{Value, json};

use super::documents::Document;
use uur::analysis::{
    CompletedName, Completion, HighlightedToken, NameKind, Symbol, SymbolKind, TextEdit, TokenKind, is_unnecessary,
};
use uur::diagnostic::{Diagnostic, Severity};
use uur::source::{MAX_TEXT, Span};

/// The types of semantic tokens, each with the kind of token that has it.
const TOKEN_TYPES: [(TokenKind, SemanticTokenType); 13] = [
    (TokenKind::Section, SemanticTokenType::NAMESPACE),
    (TokenKind::Keyword, SemanticTokenType::KEYWORD),
    (TokenKind::Number, SemanticTokenType::NUMBER),
    (TokenKind::Text, SemanticTokenType::STRING),
    (TokenKind::Comment, SemanticTokenType::COMMENT),
    (TokenKind::Sign, SemanticTokenType::OPERATOR),
    (TokenKind::Label, SemanticTokenType::new("label")),
    (TokenKind::Parameter, SemanticTokenType::PARAMETER),
    (TokenKind::Mark, SemanticTokenType::TYPE),
    (TokenKind::Counter, SemanticTokenType::VARIABLE),
    (TokenKind::Term, SemanticTokenType::FUNCTION),
    (TokenKind::Pit, SemanticTokenType::ENUM_MEMBER),
    (TokenKind::Name, SemanticTokenType::PROPERTY),
];

/// The types of semantic tokens, in the order of their numbers.
pub fn token_types() -> Vec<SemanticTokenType> {
    TOKEN_TYPES.iter().map(|(_, of)| of.clone()).collect()
}

/// The modifiers of semantic tokens.
pub fn token_modifiers() -> Vec<SemanticTokenModifier> {
    vec![SemanticTokenModifier::DEFINITION]
}

/// Encodes tokens as the protocol does: each relative to the one before it.
pub fn semantic_tokens(document: &Document, tokens: &[HighlightedToken]) -> Vec<SemanticToken> {
    let (mut last, mut last_offset) = (lsp_types::Position::default(), 0);
    let encode = |token: &HighlightedToken| {
        // Columns are counted on from the last token: a long line has many.
        let start = document.index.position_after(&document.text, token.range.start, last, last_offset);
        let delta_line = start.line - last.line;
        let delta_start = if delta_line == 0 { start.character - last.character } else { start.character };
        (last, last_offset) = (start, token.range.start);
        SemanticToken {
            delta_line,
            delta_start,
            length: document.index.columns(&document.text[token.range.clone()]),
            token_type: TOKEN_TYPES.iter().position(|(kind, _)| *kind == token.kind).unwrap_or(0) as u32,
            token_modifiers_bitset: u32::from(token.defines),
        }
    };
    tokens.iter().map(encode).collect()
}

/// Converts a problem. `extends` is shown for a problem of an extended file, and `locate` finds the places of
/// other files.
pub fn diagnostic(
    document: &Document,
    problem: &Diagnostic,
    extends: Option<Range<usize>>,
    locate: impl Fn(Span) -> Option<Location>,
) -> lsp_types::Diagnostic {
    let first = problem.labels.first();
    let own = first.map(|label| label.span).filter(|span| span.source.0 == 0);
    let place = own.map(Span::range).or(extends.filter(|_| first.is_some())).unwrap_or(0..0);
    let mut message = problem.message.clone();
    if let (Some(label), true) = (first, own.is_some()) {
        message += &format!("\n{}", label.text);
    }
    message.extend(problem.help.iter().map(|help| format!("\nhelp: {help}")));
    let related = problem.labels.iter().skip(usize::from(own.is_some()));
    let related: Vec<DiagnosticRelatedInformation> = related
        .filter_map(|label| {
            Some(DiagnosticRelatedInformation { location: locate(label.span)?, message: label.text.clone() })
        })
        .collect();
    lsp_types::Diagnostic {
        range: document.index.positions(&document.text, place),
        severity: Some(match problem.code.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(problem.code.as_str().to_string())),
        source: Some("uur".to_string()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: is_unnecessary(problem.code).then(|| vec![DiagnosticTag::UNNECESSARY]),
        data: fix(document, problem).map(|fix| json!({ "fixes": [fix] })),
        ..lsp_types::Diagnostic::default()
    }
}

/// The fix of a problem, for editors that show it without asking for actions: its title and its edits.
fn fix(document: &Document, problem: &Diagnostic) -> Option<Value> {
    let fix = problem.fix.as_ref().filter(|fix| fix.span.source.0 == 0)?;
    let edit = TextEdit { range: fix.span.range(), replacement: fix.replacement.clone() };
    Some(json!({ "title": fix.title, "edits": text_edits(document, &[edit]) }))
}

/// The problem of a text that is larger than any rule file.
pub fn too_large() -> lsp_types::Diagnostic {
    lsp_types::Diagnostic {
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some("uur".to_string()),
        message: format!("the file is larger than {} MiB, so it is not read", MAX_TEXT >> 20),
        ..lsp_types::Diagnostic::default()
    }
}

/// Converts edits of a document.
pub fn text_edits(document: &Document, edits: &[TextEdit]) -> Vec<lsp_types::TextEdit> {
    let range = |edit: &TextEdit| document.index.positions(&document.text, edit.range.clone());
    edits.iter().map(|edit| lsp_types::TextEdit::new(range(edit), edit.replacement.clone())).collect()
}

/// Converts an entry of the outline.
pub fn symbol(document: &Document, of: Symbol) -> DocumentSymbol {
    let (kind, detail) = match of.kind {
        SymbolKind::Game => (lsp_types::SymbolKind::FILE, "game"),
        SymbolKind::Section => (lsp_types::SymbolKind::NAMESPACE, ""),
        SymbolKind::Test => (lsp_types::SymbolKind::EVENT, "test"),
        SymbolKind::Name(kind) => (symbol_kind(kind), kind.as_str()),
    };
    let positions = |range: Range<usize>| document.index.positions(&document.text, range);
    let children: Vec<DocumentSymbol> = of.children.into_iter().map(|child| symbol(document, child)).collect();
    // The field is required by the type, but replaced by `tags` in the protocol.
    #[allow(deprecated)]
    DocumentSymbol {
        name: of.name,
        detail: (!detail.is_empty()).then(|| detail.to_string()),
        kind,
        tags: None,
        deprecated: None,
        range: positions(of.range),
        selection_range: positions(of.name_range),
        children: (!children.is_empty()).then_some(children),
    }
}

fn symbol_kind(kind: NameKind) -> lsp_types::SymbolKind {
    match kind {
        NameKind::Parameter => lsp_types::SymbolKind::CONSTANT,
        NameKind::Mark => lsp_types::SymbolKind::CLASS,
        NameKind::Counter => lsp_types::SymbolKind::VARIABLE,
        NameKind::Term | NameKind::Stage => lsp_types::SymbolKind::FUNCTION,
        NameKind::Label => lsp_types::SymbolKind::KEY,
    }
}

/// Converts a completion. Its number keeps the order of the library.
pub fn completion(document: &Document, number: usize, of: Completion, snippets: bool) -> CompletionItem {
    let kind = match of.kind {
        CompletedName::Word => CompletionItemKind::KEYWORD,
        CompletedName::Section => CompletionItemKind::SNIPPET,
        CompletedName::Name(NameKind::Parameter) => CompletionItemKind::CONSTANT,
        CompletedName::Name(NameKind::Mark) => CompletionItemKind::CLASS,
        CompletedName::Name(NameKind::Counter) => CompletionItemKind::VARIABLE,
        CompletedName::Name(NameKind::Term | NameKind::Stage) => CompletionItemKind::FUNCTION,
        CompletedName::Name(NameKind::Label) => CompletionItemKind::FIELD,
        CompletedName::Value => CompletionItemKind::ENUM_MEMBER,
        CompletedName::Game => CompletionItemKind::MODULE,
    };
    let snippet = of.snippet.filter(|_| snippets);
    let range = document.index.positions(&document.text, of.range);
    let new_text = snippet.map_or(of.label.clone(), str::to_string);
    CompletionItem {
        label: of.label,
        kind: Some(kind),
        detail: Some(of.detail).filter(|detail| !detail.is_empty()),
        documentation: of.about.map(|value| Documentation::MarkupContent(markdown(value))),
        sort_text: Some(format!("{number:04}")),
        insert_text_format: snippet.map(|_| InsertTextFormat::SNIPPET),
        text_edit: Some(CompletionTextEdit::Edit(lsp_types::TextEdit { range, new_text })),
        ..CompletionItem::default()
    }
}

/// A text as Markdown.
pub fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}
