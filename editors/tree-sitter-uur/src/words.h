// Words that are no names: made from crates/uur/src/syntax/words.rs
#define LONGEST_WORD 16

static const char *const WORDS[] = {
"add", "after", "against", "all", "along", "and", "any", "arranges", "as", "asymmetric", "at", "back",
"backwards", "before", "begin", "behind", "board", "bonus", "both", "but", "by", "capture", "captured",
"change", "choose", "chosen", "clockwise", "closed", "counter", "counterclockwise", "draw", "drop", "each",
"else", "empty", "end", "endless", "ends", "even", "every", "expect", "extends", "fewer", "finish", "first",
"for", "from", "front", "game", "half", "hand", "here", "holds", "illegal", "in", "is", "keep", "kept",
"land", "landing", "language", "lap", "last", "lift", "loser", "lot", "many", "mark", "match", "may",
"mirror", "more", "most", "move", "must", "never", "next", "no", "north", "not", "occupied", "odd", "of",
"opening", "opponent", "opposite", "or", "origin", "own", "owner", "owns", "param", "pass", "pit", "pits",
"plan", "play", "player", "points", "position", "prefer", "previous", "reached", "reading", "refill",
"region", "relay", "remainder", "remove", "repeat", "repeated", "row", "rows", "seed", "seeds", "set", "skip",
"source", "south", "sow", "sown", "stages", "starter", "stop", "store", "swap", "takes", "terms", "test",
"than", "times", "to", "turn", "undo", "unmark", "way", "where", "win", "winner", "wins",
};
// end
