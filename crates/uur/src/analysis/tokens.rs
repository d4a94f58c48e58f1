//! Semantic tokens: what each word of a text is, for highlighting.

use std::ops::Range;

use super::Analysis;
use super::bindings::{BoundName, NameKind};
use crate::syntax::Rule;
use crate::syntax::words::word;

/// A token with its meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HighlightedToken {
    /// Its place. No token extends over a line break.
    pub range: Range<usize>,
    /// What it is.
    pub kind: TokenKind,
    /// Whether it is a name that is defined here.
    pub defines: bool,
}

/// The meaning of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TokenKind {
    /// A reserved word that begins a section or statement.
    Section,
    /// Another reserved word.
    Keyword,
    /// A number.
    Number,
    /// A quoted text.
    Text,
    /// A comment.
    Comment,
    /// A sign such as `->`.
    Sign,
    /// The name of a line.
    Label,
    /// The name of a parameter.
    Parameter,
    /// The name of a mark.
    Mark,
    /// The name of a counter.
    Counter,
    /// The name of a condition.
    Term,
    /// The name of a pit, or a move.
    Pit,
    /// A word of the author's, such as a value of a parameter.
    Name,
}

impl From<NameKind> for TokenKind {
    fn from(kind: NameKind) -> TokenKind {
        match kind {
            NameKind::Parameter => TokenKind::Parameter,
            NameKind::Mark => TokenKind::Mark,
            NameKind::Counter => TokenKind::Counter,
            NameKind::Term | NameKind::Stage => TokenKind::Term,
            NameKind::Label => TokenKind::Label,
        }
    }
}

impl Analysis {
    /// Returns the tokens of the text, in its order and without overlaps.
    pub fn tokens(&self) -> Vec<HighlightedToken> {
        let outline = self.outline();
        let mut names = self.names().iter().peekable();
        let mut heads = outline.items.iter().peekable();
        let mut found = vec![];
        for token in &outline.tokens {
            while heads.next_if(|item| item.range.end <= token.range.start).is_some() {}
            while names.next_if(|name| name.range.end <= token.range.start).is_some() {}
            let mut of_token = vec![];
            let (is_quoted, mut at) = (token.rule == Rule::quoted, token.range.start);
            // What stands between the names of a quoted position is text.
            let text = |range: Range<usize>| HighlightedToken { range, kind: TokenKind::Text, defines: false };
            while let Some(name) = names.next_if(|name| name.range.end <= token.range.end) {
                if is_quoted && at < name.range.start {
                    of_token.push(text(at..name.range.start));
                }
                at = name.range.end;
                of_token.push(named(name));
            }
            if is_quoted && !of_token.is_empty() && at < token.range.end {
                of_token.push(text(at..token.range.end));
            }
            if of_token.is_empty() {
                let in_head = heads.peek().is_some_and(|item| {
                    let head = &self.text()[item.head.start..token.range.start.max(item.head.start)];
                    !item.word.is_empty()
                        && matches!(head.trim_end(), "" | "change")
                        && item.head.contains(&token.range.start)
                });
                let kind = match self.says(&token.range) {
                    true => Some(TokenKind::Name),
                    false => self.kind(token.rule, &self.text()[token.range.clone()], in_head),
                };
                of_token.extend(kind.map(|kind| HighlightedToken { range: token.range.clone(), kind, defines: false }));
            }
            found.extend(of_token);
        }
        found
    }

    /// Returns what a token is that no name stands in. `begins` means that it begins a section or statement.
    fn kind(&self, rule: Rule, text: &str, begins: bool) -> Option<TokenKind> {
        Some(match rule {
            Rule::comment => TokenKind::Comment,
            Rule::quoted => TokenKind::Text,
            Rule::sign => TokenKind::Sign,
            Rule::run if text.bytes().all(|byte| byte.is_ascii_digit()) => TokenKind::Number,
            Rule::run if word(text).is_some() && begins => TokenKind::Section,
            Rule::run if word(text).is_some() => TokenKind::Keyword,
            Rule::run if is_pit(text) => TokenKind::Pit,
            Rule::run => TokenKind::Name,
            _ => return None,
        })
    }
}

fn named(name: &BoundName) -> HighlightedToken {
    HighlightedToken { range: name.range.clone(), kind: name.kind.into(), defines: name.defines }
}

/// Whether a word is a letter of a pit, or a move such as `K-1`.
fn is_pit(text: &str) -> bool {
    let letters = text.chars().take_while(char::is_ascii_alphabetic).count();
    letters <= 1 || text.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::variants;

    #[test]
    fn each_word_has_its_meaning() {
        let text = "param n = 4 in 2..6 # seeds\nchange land {\n  take: here holds n -> mark here as uur, stop\n}\n";
        let analysis = Analysis::new(Source::new("it.uur", text), &variants::library);
        let shown: Vec<String> = analysis
            .tokens()
            .iter()
            .filter(|token| token.kind != TokenKind::Sign)
            .map(|token| format!("{}:{:?}", &text[token.range.clone()], token.kind))
            .collect();
        let wanted = "param:Section n:Parameter 4:Number in:Keyword 2:Number 6:Number # seeds:Comment change:Section \
                      land:Section take:Label here:Keyword holds:Keyword n:Parameter mark:Keyword here:Keyword as:Keyword \
                      uur:Mark stop:Keyword";
        assert_eq!(shown.join(" "), wanted);
    }

    #[test]
    fn tokens_of_shipped_games_do_not_overlap() {
        for name in ["bao-la-kiswahili", "boola", "layli-goobalay"] {
            let analysis = Analysis::new(variants::source(name).expect("it is shipped"), &variants::library);
            let tokens = analysis.tokens();
            assert!(tokens.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start), "{name}");
            assert!(!tokens.iter().any(|token| analysis.text()[token.range.clone()].contains('\n')), "{name}");
        }
    }
}
