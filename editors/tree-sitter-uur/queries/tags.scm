(game title: (text) @name) @definition.module
(example title: (text) @name) @definition.test
(param name: (parameter) @name) @definition.constant
(mark_kind name: (name) @name) @definition.type
(counter name: (name) @name) @definition.field
(term name: (name) @name) @definition.function
(label name: (name) @name) @definition.label

(kind (name) @name) @reference.type
(named (name) @name) @reference.function
(setting (parameter (name) @name)) @reference.constant
(by name: (name) @name) @reference.label
(without name: (name) @name) @reference.label
