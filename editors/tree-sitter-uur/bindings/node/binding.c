#include <node_api.h>

typedef struct TSLanguage TSLanguage;

const TSLanguage *tree_sitter_uur(void);

// What the package `tree-sitter` asks of a language.
static const napi_type_tag LANGUAGE = {0x8AF2E5212AD58ABF, 0xD5006CAD83ABBA16};

NAPI_MODULE_INIT() {
  napi_value language;
  if (napi_create_external(env, (void *)tree_sitter_uur(), NULL, NULL, &language) != napi_ok ||
      napi_type_tag_object(env, language, &LANGUAGE) != napi_ok ||
      napi_set_named_property(env, exports, "language", language) != napi_ok) {
    napi_throw_error(env, NULL, "the language cannot be made");
  }
  return exports;
}
