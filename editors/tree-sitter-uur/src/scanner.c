// Line breaks, which may have a meaning or none, and names, which are no words of the language.

#include <string.h>

#include "tree_sitter/parser.h"
#include "words.h"

// `EXTERNAL` in check/grammar.rs has the same order.
enum TokenType {
  LINE_END,
  // A line break without a meaning where it stands, as after `->`.
  BLANK,
  // A line break before `->`, `,`, `and`, `or`, `)` or `{`: the line goes on.
  CONTINUATION,
  // A word before a colon. Any word may name a line.
  LINE_NAME,
  // A word that is not one of the language.
  NAME,
};

void *tree_sitter_uur_external_scanner_create(void) { return NULL; }
void tree_sitter_uur_external_scanner_destroy(void *payload) { (void)payload; }
void tree_sitter_uur_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload, (void)buffer, (void)length;
}
unsigned tree_sitter_uur_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload, (void)buffer;
  return 0;
}

static bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == 0xA0 || c == 0xFEFF; }

static bool is_break(int32_t c) { return c == '\n' || c == '\r'; }

static bool is_letter(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_reserved(const char *word) {
  for (unsigned i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
    if (strcmp(WORDS[i], word) == 0) return true;
  }
  return false;
}

static void skip_blanks(TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, false);
}

// Whether the text that follows a line break continues the line. Blank lines and comments may stand between.
static bool continues(TSLexer *lexer) {
  for (;;) {
    if (is_blank(lexer->lookahead) || is_break(lexer->lookahead)) {
      lexer->advance(lexer, false);
    } else if (lexer->lookahead == '#') {
      while (!is_break(lexer->lookahead) && !lexer->eof(lexer)) lexer->advance(lexer, false);
    } else {
      break;
    }
  }
  switch (lexer->lookahead) {
    case ',':
    case ')':
    case '{':
      return true;
    case '-':
      lexer->advance(lexer, false);
      return lexer->lookahead == '>';
    case 'a':
    case 'o': {
      const char *rest = lexer->lookahead == 'a' ? "nd" : "r";
      lexer->advance(lexer, false);
      for (; *rest; rest++) {
        if (lexer->lookahead != *rest) return false;
        lexer->advance(lexer, false);
      }
      if (is_letter(lexer->lookahead)) return false;
      // `or:` names a line.
      skip_blanks(lexer);
      return lexer->lookahead != ':';
    }
    default:
      return false;
  }
}

bool tree_sitter_uur_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  // Both are valid only while the parser recovers from an error: it then tries every token.
  bool recovering = valid[LINE_END] && valid[BLANK];
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);

  if (is_break(lexer->lookahead)) {
    bool carriage_return = lexer->lookahead == '\r';
    lexer->advance(lexer, false);
    if (carriage_return && lexer->lookahead == '\n') lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    if (continues(lexer)) {
      lexer->result_symbol = CONTINUATION;
    } else if (valid[BLANK]) {
      lexer->result_symbol = BLANK;
    } else if (valid[LINE_END]) {
      lexer->result_symbol = LINE_END;
    } else {
      return false;
    }
    return true;
  }

  // The last line of a section or of a file may end without a line break.
  if (!recovering && valid[LINE_END] && (lexer->lookahead == '}' || lexer->eof(lexer))) {
    lexer->mark_end(lexer);
    lexer->result_symbol = LINE_END;
    return true;
  }

  if ((valid[LINE_NAME] || valid[NAME]) && lexer->lookahead >= 'a' && lexer->lookahead <= 'z') {
    char word[LONGEST_WORD + 2];
    unsigned length = 0;
    while (is_letter(lexer->lookahead)) {
      if (length <= LONGEST_WORD) word[length++] = (char)lexer->lookahead;
      lexer->advance(lexer, false);
    }
    word[length] = 0;
    lexer->mark_end(lexer);
    if (valid[LINE_NAME]) {
      skip_blanks(lexer);
      lexer->result_symbol = LINE_NAME;
      if (lexer->lookahead == ':') return true;
    }
    lexer->result_symbol = NAME;
    return valid[NAME] && !is_reserved(word);
  }
  return false;
}
