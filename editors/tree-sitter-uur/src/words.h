// Words that are no names: made from crates/uur/src/syntax/words.rs
#define LONGEST_WORD 16

static const char *const WORDS[] = {
"add", "after", "against", "all", "along", "alternates", "and", "any", "arranges", "as", "asymmetric", "at",
"back", "backwards", "beats", "before", "begin", "behind", "beyond", "board", "bonus", "both", "but", "by",
"capture", "captured", "cede", "change", "choose", "chosen", "clockwise", "closed", "counterclockwise",
"counters", "draw", "drop", "each", "either", "else", "emptied", "empty", "end", "endless", "ends", "enter",
"even", "evenly", "every", "expect", "extends", "fewer", "finish", "first", "for", "from", "front", "game",
"go", "half", "hand", "here", "holds", "illegal", "in", "is", "keep", "kept", "land", "landing", "language",
"lap", "last", "leaving", "lift", "loser", "lot", "many", "mark", "marked", "marks", "match", "may", "mirror",
"more", "most", "move", "must", "names", "never", "next", "no", "north", "not", "occupied", "odd", "of",
"opening", "opponent", "opposite", "or", "origin", "over", "own", "owner", "owns", "param", "pass", "pit",
"pits", "plan", "play", "player", "points", "position", "prefer", "previous", "reach", "reached", "reading",
"refill", "region", "relay", "remainder", "remove", "removed", "repeat", "repeated", "rest", "reverse", "row",
"rows", "same", "seed", "seeds", "set", "shared", "side", "skip", "source", "south", "sow", "sown", "stages",
"starter", "stop", "store", "stores", "subtract", "surplus", "swap", "takes", "terms", "territory", "test",
"than", "times", "to", "turn", "undo", "unfilled", "unmark", "way", "when", "where", "win", "winner", "wins",
"with", "without",
};
// end
