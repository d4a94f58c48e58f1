/** The rules language of uur, for `setLanguage` of a parser of the package `tree-sitter`. */
declare const uur: {
  name: "uur";
  language: unknown;
  /** The kinds of nodes. */
  nodeTypeInfo: object[];
  /** The queries, as texts. */
  queries: Record<"folds" | "highlights" | "indents" | "locals" | "tags", string>;
};
export = uur;
