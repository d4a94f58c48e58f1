; `indent.begin`, `indent.end` and `indent.branch` are read by nvim-treesitter, `indent` and `outdent` by Helix, and
; `indent` and `end` by Zed.

(_ "{" "}" @end) @indent.begin @indent
"}" @indent.end @indent.branch @outdent

; The rest of a line that is broken
(rule_line) @indent.begin @indent
