(file) @local.scope

(param name: (parameter (name) @local.definition.parameter))
(mark_kind name: (name) @local.definition.type)
(counter name: (name) @local.definition.field)
(term name: (name) @local.definition.function)
(label name: (name) @local.definition.constant)

(_ !name (parameter (name) @local.reference))
(kind (name) @local.reference)
(pits_of (name) @local.reference)
(part (name) @local.reference)
(taking (name) @local.reference)
(mark (name) @local.reference)
(marked (name) @local.reference)
(counted_by (name) @local.reference)
(named (name) @local.reference)
(without name: (name) @local.reference)
(by name: (name) @local.reference)
