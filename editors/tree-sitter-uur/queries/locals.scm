(file) @local.scope

(param (parameter (name) @local.definition.parameter))
(mark_kind (name) @local.definition.type)
(counter (name) @local.definition.field)
(term (name) @local.definition.function)
(label (line_name) @local.definition.constant)

(parameter (name) @local.reference)
(kind (name) @local.reference)
(pits_of (name) @local.reference)
(part (name) @local.reference)
(taking (name) @local.reference)
(mark (name) @local.reference)
(marked (name) @local.reference)
(counted_by (name) @local.reference)
(named (name) @local.reference)
(without (word) @local.reference)
(by (word) @local.reference)
