(game (text) @name) @definition.module
(example (text) @name) @definition.test
(param (parameter) @name) @definition.constant
(mark_kind (name) @name) @definition.type
(counter (name) @name) @definition.field
(term (name) @name) @definition.function
(label (line_name) @name) @definition.label

(kind (name) @name) @reference.type
(named (name) @name) @reference.function
(setting (parameter (name) @name)) @reference.constant
(by (word) @name) @reference.label
(without (word) @name) @reference.label
