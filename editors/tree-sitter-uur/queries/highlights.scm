; Each token has one capture, so the order of the patterns has no meaning.

; words: made from crates/uur/src/syntax/words.rs
[
"begin" "board" "change" "drop" "end" "extends" "finish" "game" "land" "language" "lift" "match" "opening"
"param" "sow" "stages" "terms" "test"
] @keyword
[
"along" "asymmetric" "counter" "expect" "keep" "lot" "plan" "play" "position" "prefer" "reading" "refill"
"region" "remainder" "skip" "source" "starter" "win"
] @keyword
[
"and" "any" "else" "endless" "ends" "every" "holds" "is" "no" "not" "or" "repeated" "where"
] @keyword.conditional
[
"add" "arranges" "bonus" "capture" "captured" "choose" "draw" "illegal" "mark" "may" "move" "must" "owns"
"pass" "relay" "remove" "repeat" "set" "stop" "swap" "takes" "undo" "unmark" "wins"
] @function.builtin
[
"behind" "chosen" "hand" "here" "lap" "landing" "mirror" "next" "opposite" "origin" "pit" "pits" "points"
"previous" "row" "rows" "seed" "seeds" "store" "turn"
] @variable.builtin
[
"back" "closed" "empty" "first" "front" "kept" "last" "occupied" "reached" "sown"
] @attribute
[
"both" "each" "loser" "north" "opponent" "own" "owner" "player" "south" "winner"
] @type.builtin
[
"all" "backwards" "clockwise" "counterclockwise" "even" "fewer" "half" "many" "more" "most" "never" "odd"
] @constant.builtin
[
"after" "against" "as" "at" "before" "but" "by" "for" "from" "in" "of" "than" "times" "to" "way"
] @keyword
; words: end

(comment) @comment
(text) @string
(integer) @number
(turn) @constant
(letter) @constant

; Names of lines
(line_name) @label
(without (word) @label)
(by (word) @label)

; Parameters and their values
(parameter (name) @variable.parameter)
(value (word) @constant)

; Marks
(mark_kind (name) @type)
(plural (name) @type)
(kind (name) @type)
(pits_of (name) @type)
(part (name) @type)
(taking (name) @type)
(mark (name) @type)
(marked (name) @type)

; Counters
(counter (name) @variable.member)
(counted_by (name) @variable.member)

; Terms
(term (name) @function)
(named (name) @function)
(stage (name) @label)
(in_stage (name) @label)
(fact (name) @label)

; Signs of a hand game
(beats (word) @constant)

["->" ".." "=" "+" "-" "*" "/"] @operator
["{" "}" "(" ")"] @punctuation.bracket
["," ":"] @punctuation.delimiter
