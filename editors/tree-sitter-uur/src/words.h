// Words that are no names: made from crates/uur/src/syntax/words.rs
#define LONGEST_WORD 16

static const char *const WORDS[] = {
"add", "after", "against", "all", "along", "alternates", "and", "any", "arranges", "as", "asymmetric", "at",
"back", "backwards", "beats", "before", "begin", "behind", "beyond", "board", "bonus", "both", "but", "by",
"capture", "captured", "cede", "change", "choose", "chosen", "clockwise", "closed", "counter",
"counterclockwise", "draw", "drop", "each", "either", "else", "emptied", "empty", "end", "endless", "ends",
"even", "every", "expect", "extends", "fewer", "finish", "first", "for", "from", "front", "game", "half",
"hand", "here", "holds", "illegal", "in", "is", "keep", "kept", "land", "landing", "language", "lap", "last",
"lift", "loser", "lot", "many", "mark", "marked", "match", "may", "mirror", "more", "most", "move", "must",
"names", "never", "next", "no", "north", "not", "occupied", "odd", "of", "opening", "opponent", "opposite",
"or", "origin", "own", "owner", "owns", "param", "pass", "pit", "pits", "plan", "play", "player", "points",
"position", "prefer", "previous", "reached", "reading", "refill", "region", "relay", "remainder", "remove",
"removed", "repeat", "repeated", "row", "rows", "seed", "seeds", "set", "side", "skip", "source", "south",
"sow", "sown", "stages", "starter", "stop", "store", "subtract", "swap", "takes", "terms", "territory",
"test", "than", "times", "to", "turn", "undo", "unfilled", "unmark", "way", "where", "win", "winner", "wins",
"with", "without",
};
// end
