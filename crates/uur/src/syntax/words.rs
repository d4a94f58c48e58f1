//! The table of all reserved words, with meaning and use.
//!
//! Suggestions in messages, completion and `uur explain` read this table. A test compares it with the
//! grammar.

/// A reserved word of the language.
#[derive(Debug)]
pub struct Word {
    /// The word itself.
    pub text: &'static str,
    /// What it means, in one or two sentences.
    pub meaning: &'static str,
    /// One or more lines that use it.
    pub example: &'static str,
}

/// Looks up a reserved word.
pub fn word(text: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.text == text)
}

/// What a word mostly does, for highlighting without a grammar. Some words have other uses, too: `drop` begins
/// a section and a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordGroup {
    /// Begins a section or a statement. `land`
    Section,
    /// Begins a line of a section. `skip`
    Line,
    /// Is part of a condition. `holds`
    Condition,
    /// What happens, or has happened. `capture`
    Action,
    /// A place, or what is counted there. `opposite`
    Place,
    /// Describes a pit or a place. `empty`
    Kind,
    /// Names a player, or what belongs to one. `own`
    Player,
    /// An amount, a direction or another fixed choice. `half`
    Constant,
    /// Joins other words. `from`
    Joint,
}

/// The reserved words by groups. Each is in one group.
pub const GROUPS: &[(WordGroup, &[&str])] = &[
    (
        WordGroup::Section,
        &[
            "begin", "board", "change", "drop", "end", "extends", "finish", "game", "land", "language", "lift",
            "match", "opening", "param", "sow", "stages", "terms", "test",
        ],
    ),
    (
        WordGroup::Line,
        &[
            "along",
            "asymmetric",
            "counter",
            "expect",
            "keep",
            "lot",
            "plan",
            "play",
            "position",
            "prefer",
            "reading",
            "refill",
            "region",
            "remainder",
            "skip",
            "source",
            "starter",
            "win",
        ],
    ),
    (
        WordGroup::Condition,
        &["and", "any", "else", "endless", "ends", "every", "holds", "is", "no", "not", "or", "repeated", "where"],
    ),
    (
        WordGroup::Action,
        &[
            "add", "arranges", "bonus", "capture", "captured", "choose", "draw", "illegal", "mark", "may", "move",
            "must", "owns", "pass", "relay", "remove", "repeat", "set", "stop", "swap", "takes", "undo", "unmark",
            "wins",
        ],
    ),
    (
        WordGroup::Place,
        &[
            "behind", "chosen", "hand", "here", "lap", "landing", "mirror", "next", "opposite", "origin", "pit",
            "pits", "points", "previous", "row", "rows", "seed", "seeds", "store", "turn",
        ],
    ),
    (WordGroup::Kind, &["back", "closed", "empty", "first", "front", "kept", "last", "occupied", "reached", "sown"]),
    (WordGroup::Player, &["both", "each", "loser", "north", "opponent", "own", "owner", "player", "south", "winner"]),
    (
        WordGroup::Constant,
        &[
            "all",
            "backwards",
            "clockwise",
            "counterclockwise",
            "even",
            "fewer",
            "half",
            "many",
            "more",
            "most",
            "never",
            "odd",
        ],
    ),
    (
        WordGroup::Joint,
        &[
            "after", "against", "as", "at", "before", "but", "by", "for", "from", "in", "of", "than", "times", "to",
            "way",
        ],
    ),
];

const fn w(text: &'static str, meaning: &'static str, example: &'static str) -> Word {
    Word { text, meaning, example }
}

/// All reserved words, in alphabetical order.
pub const WORDS: &[Word] = &[
    w(
        "add",
        "Adds a number, or the seeds of a place, to a counter.",
        "here is opponent and here holds 4 -> add 1 to own spent, stop",
    ),
    w(
        "after",
        "In `change`: inserts a new named line behind a named line of the extended game. `after move`: tests the board as it would be after the whole move, in `from` and `prefer`. `endless after lap N` declares a limit: a move of more than N laps counts as endless. `sow after`: the pit after which the seeds in hand are sown; `sow from` names the pit into which the first of them falls.",
        "extends \"layli-goobalay\"\nchange land {\n  after on: four: opposite holds 4 -> stop\n}\nchange sow {\n  prefer after move opponent row is occupied\n}",
    ),
    w(
        "against",
        "Joins the remainders of the two players: one player's seeds left over, and the other's. `wins against`: one sign of a hand game beats another.",
        "remainder 2 against 2 -> lot\nlot \"hands\": stone wins against scissors, scissors wins against paper, paper wins against stone",
    ),
    w(
        "all",
        "All the seeds of the pit are lifted, or with `all but N` all except N, which stay. `capture all but 1 from here` leaves a seed. As an amount, all seeds of the game.",
        "lift all but 1 where here holds 2 or more\nown store holds all -> player wins",
    ),
    w(
        "along",
        "The path of sowing, as the mover sees it, in its order: pits of a player, and stores. After the last pit follows the first. `along own row`: seeds go round in the mover's own pits and never into the other player's. Without the line, the path is `along own row, opponent row`.",
        "sow counterclockwise {\n  along own row, own store, opponent row\n  from own pit\n}",
    ),
    w(
        "and",
        "Both conditions must be true; also joins places. `and` binds closer than `or`.",
        "here is own and opposite is occupied -> capture here and opposite",
    ),
    w(
        "any",
        "Before a kind of pit: there is at least one such pit for which the rest of the condition is true.",
        "finish {\n  any own pit holds 4 -> bonus move\n}",
    ),
    w(
        "arranges",
        "In `opening`: which player may rearrange seeds before the first move, and which seeds: those of the `own row`, those of one `own pit` into any pits, or all on the `board`. `lot arranges board` is a random start. In `match`: `loser arranges own row` after the pits are filled, perhaps only where a condition stands before the arrow.",
        "opening {\n  each arranges own row where every own pit is occupied\n}",
    ),
    w(
        "as",
        "Names a mark. `as many as` compares the seeds of two places.",
        "here is own and here holds 3 -> mark here as uur\nopposite holds as many as here -> capture opposite",
    ),
    w(
        "asymmetric",
        "Gives the reason why the two players' starts differ. Without it, `uur test` reports a start that a turned board does not reproduce as a mistake.",
        "asymmetric \"North holds a pit more\"",
    ),
    w(
        "at",
        "The pits of each player that bear a mark from the start; the player owns the mark. In `win`, the number of seeds in a store with which the round is over.",
        "mark house at pit D\nwin most seeds, at more than half",
    ),
    w(
        "back",
        "The row of each player that is furthest from the opponent, on a board of `rows 4` or more. As a kind of pit, a row to fill at the start, or with `own` and `opponent` all its pits together.",
        "seeds back 2 each\nown back is empty -> opponent wins",
    ),
    w(
        "backwards",
        "In `along`: these pits are passed from the last letter to the first. `relay backwards`: the rest of the move is sown the other way.",
        "sow counterclockwise {\n  along own row, opponent row backwards\n  from own pit\n}",
    ),
    w(
        "before",
        "In `change`: inserts a new named line in front of a named line of the extended game. `last … before PLACE`: the last such pit that sowing leaves before a pit.",
        "extends \"layli-goobalay\"\nchange land {\n  before on: four: here holds 4 -> stop\n}",
    ),
    w(
        "begin",
        "The section for the start of a player's turn, before `end` is evaluated: the first line that fits takes effect. `own` is the player to move.",
        "begin {\n  own row is empty -> move 1 from own store to every own pit\n}",
    ),
    w(
        "behind",
        "The next pit of the same player in this column, away from the middle. Behind a pit of the back row there is none: it holds 0 and is of no kind.",
        "opposite is occupied -> capture opposite and behind opposite",
    ),
    w(
        "board",
        "The section that defines the rows, the pits and the seeds at the start. As a place: all the pits; `player takes board`: the seeds left in them.",
        "board {\n  rows 2\n  pits 6\n  seeds 4 each\n}",
    ),
    w(
        "bonus",
        "`bonus move`: the same player moves once more. A player without a legal move passes the turn. `turn is bonus` tests whether the turn is such a bonus; in `end` it is also true of a player who has earned one and cannot move.",
        "here holds 3 -> capture here, bonus move",
    ),
    w(
        "both",
        "`closed for both`: a pit that one player cannot fill is closed, and so is the same pit of the other player. `arranges own row for both`: the other player's row is laid out in the same way. `keep way for both`: the direction that one player chooses binds the other, too. `rows 1 for both`: the pits of a single row belong to neither player.",
        "refill 4 each, else closed for both",
    ),
    w(
        "but",
        "`all but N`: N seeds stay in the pit that is lifted. `but not all`: the mover chooses how many, and leaves at least one.",
        "lift all but 1",
    ),
    w(
        "by",
        "The name of the line that had an effect in the last move, or that forbids a move.",
        "expect capture 6, by take",
    ),
    w(
        "capture",
        "Seeds go into a store: the mover's, or with `for` another player's. In a test: the seeds that the last mover gained with the last move, with `for opponent` those that the opponent gained.",
        "opposite is occupied -> capture here and opposite\nexpect capture 6, capture 2 for opponent",
    ),
    w(
        "captured",
        "`captured holds 3`: the seeds that the mover has captured in this move so far.",
        "captured holds 1 or more -> bonus move",
    ),
    w(
        "change",
        "A section that changes single lines of the same section in the extended game, each by its name; all other lines stay.",
        "extends \"layli-goobalay\"\nchange land {\n  pair: opposite holds 2 -> capture here and opposite\n}",
    ),
    w(
        "choose",
        "The mover chooses one of the pits of that kind, or with a number several; they are then `chosen`. A single candidate is chosen automatically; without a candidate nothing happens. Several pits are chosen in the order of the board, so that no choice counts twice. In a move the choice is written after `:`, as in `A:c`.",
        "land {\n  opposite is empty -> choose opponent occupied pit, capture chosen\n}",
    ),
    w(
        "chosen",
        "The pit, or the pits, that the mover has chosen in this move.",
        "land {\n  opposite is empty -> choose opponent occupied pit, capture chosen\n}",
    ),
    w(
        "clockwise",
        "Seeds are sown clockwise; each player's pit A is the rightmost. `clockwise or counterclockwise`: the mover chooses the direction and writes it in the move: `C>` goes toward D, `C<` toward B, and letters run from the player's left.",
        "sow clockwise {\n  from own pit\n}",
    ),
    w(
        "closed",
        "Out of play for this round: sowing skips a closed pit. `else closed` of `refill` closes the pits that a player cannot fill.",
        "refill 4 each, else closed",
    ),
    w(
        "counter",
        "In `board`: a number from 0 to 255 that the rules keep for each player. It is 0 when a round begins, unless it is `kept`. It is a place: `own debt holds 1 or more`. The actions `set`, `add` and `remove` change it.",
        "board {\n  rows 2\n  pits 6\n  seeds 4 each\n  counter spent\n  counter debt kept\n}\nfinish {\n  own spent holds 0 and captured holds 3 or more -> set own spent to 1, bonus move\n}",
    ),
    w(
        "counterclockwise",
        "Seeds are sown counter-clockwise; each player's pit A is the leftmost.",
        "sow counterclockwise {\n  from own pit\n}",
    ),
    w("draw", "Neither player wins the game or round.", "repeated 3 times -> draw"),
    w(
        "drop",
        "The section that applies to every seed sown, including the last one: the first line that fits takes effect. The sowing continues. In `sow`: how many seeds fall into a pit at once, if not one.",
        "drop {\n  here holds 4 -> capture here for owner\n}",
    ),
    w(
        "each",
        "That number of seeds in every pit; as a subject: both players.",
        "seeds 4 each\nno move -> each takes own row",
    ),
    w(
        "else",
        "Always fits, so it comes last. In `refill`: what happens to the pits that a player cannot fill.",
        "else -> stop\nrefill 4 each, else closed",
    ),
    w("empty", "Without seeds. In `drop` and `land` this means before the seed fell.", "here is empty -> stop"),
    w(
        "end",
        "The section that defines when the game or round is over, who gets the rest and who wins. It is evaluated whenever a player's turn begins; the first line that fits takes effect.",
        "end {\n  no move -> each takes own row\n  win most seeds\n}",
    ),
    w(
        "endless",
        "A move whose laps continue for ever: seeds, marks and the pit to be lifted repeat. By default such a move ends the game as a draw.",
        "end {\n  endless -> illegal\n  no move -> each takes own row\n  win most seeds\n}",
    ),
    w(
        "ends",
        "`lap ends in`: the pit in which the lap in question would drop its last seed: before a move its first lap, in `each lap may sow` the lap about to be sown. After `where`, `here` is that pit. `lap from KINDS ends in PLACE`: a lap lifted from such a pit, sown as its owner may sow it, would end in that place.",
        "from own pit where lap ends in opponent pit or own empty pit\nprefer lap ends in own empty pit where opposite is occupied\nopposite is occupied and lap from own pit where here holds 2 or more ends in opposite -> stop",
    ),
    w("even", "An even number of seeds, not zero.", "here is opponent and here holds even -> capture here"),
    w(
        "every",
        "Each pit of a kind; as a condition, the rest must be true of all of them.",
        "finish {\n  every own pit holds 1 or fewer -> capture every opponent pit where here holds 3\n}",
    ),
    w("expect", "States what must be true after the moves played before it.", "expect capture 6, north to move"),
    w(
        "extends",
        "Takes over the rules of another game, by its name or path. Sections written here replace those of that game; `change` sections replace only single lines.",
        "extends \"layli-goobalay\"",
    ),
    w("fewer", "That number or a smaller one.", "own store holds 3 or fewer -> opponent wins"),
    w(
        "finish",
        "The section for the end of a move, before the turn passes: the first line that fits takes effect. `here` is the pit of the last seed. A line can still give a bonus move.",
        "finish {\n  opponent row is empty -> undo\n}",
    ),
    w(
        "first",
        "Of the pits of a kind, the first one: counted from the mover's A, or in the direction of sowing `after` a place.",
        "from pit where move is 1 or here is first occupied pit after last landing",
    ),
    w("for", "Who gets captured seeds, if not the mover.", "here holds 4 -> capture here for owner"),
    w(
        "from",
        "Where a move may start; where seeds come from.",
        "from own pit where here is not uur\nnext is occupied -> relay from next",
    ),
    w(
        "front",
        "The row of each player that faces the opponent, on a board of `rows 4` or more. As a kind of pit, a row to fill at the start, or with `own` and `opponent` all its pits together.",
        "seeds front 2 2 0 0 repeated\nhere is front empty pit -> capture opposite",
    ),
    w(
        "game",
        "The section that names the game and its sources; its other names follow the first, as in `game \"Layli Goobalay\", \"Leelo Goobalay\" {`.",
        "game \"Boola\" {\n  region \"Kenya\"\n  source \"Falkenstein 2009\"\n}",
    ),
    w(
        "half",
        "As an amount, half of all seeds of the game: `more than half`, `half or fewer`. `each takes half`: the rest is divided equally; an odd seed stays on the board. `capture half of here`: an odd seed stays in the pit.",
        "own store holds more than half -> player wins\nno move -> each takes half",
    ),
    w(
        "hand",
        "The seeds of the lap that have not fallen yet. In `skip` the seed in question is one of them, in `drop` it has fallen.",
        "skip opponent pit where here holds 3 and hand holds 2 or more",
    ),
    w(
        "here",
        "The pit in question: in `drop` and `land` the one into which the seed fell, in `sow` the one from which a move would start or into which a seed would fall.",
        "here is occupied -> relay",
    ),
    w(
        "holds",
        "The number of seeds in a pit, row or store; in `drop` and `land` including the seed that has just fallen.",
        "here holds 2 or 3 -> capture here\nown store holds 25 or more -> player wins",
    ),
    w("illegal", "The move may not be played.", "endless -> illegal"),
    w(
        "in",
        "Part of `lap ends in`; also introduces the values that a parameter may take. `starter in turn`: the player who did not begin the last round begins the next.",
        "param pits = 6 in 3..12",
    ),
    w(
        "is",
        "Tests what a pit is: own, opponent, empty, occupied, closed, or marked; which value a parameter has; and what the player, the turn, the move, the lap or the seed is: `lap is 1`, `turn is bonus`.",
        "here is own empty pit -> capture opposite\nhere holds 3 and after_three is next_pit -> relay from next",
    ),
    w(
        "keep",
        "`keep way`: the direction first chosen is binding. Alone it binds each player to the player's own first choice; `keep way for both` binds both to the first one, `keep opposite way` gives the second player the opposite direction. In `match`, `keep pit D`: these pits are not filled, and keep their seeds from round to round.",
        "sow clockwise or counterclockwise {\n  from own pit\n  keep way for both\n}",
    ),
    w(
        "kept",
        "A counter that keeps its value from round to round of a match.",
        "board {\n  rows 2\n  pits 6\n  seeds 4 each\n  counter debt kept\n}",
    ),
    w(
        "land",
        "The section that applies to the last seed of a lap: the first line that fits decides. If none fits, the move ends.",
        "land {\n  here is occupied -> relay\n  here is own -> capture opposite\n}",
    ),
    w(
        "landing",
        "`last landing`: the pit in which the last seed of the preceding move fell; `last origin`: the pit from which that move began. In a set of pits, where `here` is each of them, `landing` is the pit in which the seed has just fallen.",
        "from own pit where not (here is last landing and lap ends in last origin)\nhere is own -> capture every opponent pit where here holds as many as landing",
    ),
    w("language", "The version of the language in which the file is written. This is version 1.", "language 1"),
    w(
        "lap",
        "One handful of seeds, from the lift to its last seed. `lap origin` is the pit from which it was lifted; `lap holds 1` tests how many seeds it was sown with, `lap is 3 or more` its number in the move, from 1, and `lap is clockwise` its direction.",
        "skip lap origin\nlap holds 1 -> stop",
    ),
    w(
        "last",
        "`seed is last`: the seed just sown was the last one in hand. `last move holds 1` tests how many seeds the previous move lifted at first. Of the pits of a kind, the last one.",
        "drop {\n  here holds 3 and seed is not last -> capture here for owner\n}",
    ),
    w(
        "lift",
        "How many seeds a move takes out of its pit: all, unless a line states otherwise. As a section: applies at a pit before a lap is lifted there; the first line that fits takes effect. As an action of `land`: seeds go into the hand, all of a pit or a part (`lift 2 from here`, `lift half of here`), and `sow` sows them on.",
        "sow counterclockwise {\n  from own pit\n  lift all but 1\n}\nlift {\n  opposite is empty -> capture 1 from here\n}",
    ),
    w(
        "loser",
        "The player who lost the last round. Where pits are filled, the one who holds fewer seeds: `refill 4 each by loser` leaves the other player's pits as they are, `by loser for both` fills the same pits of both, `remainder 2 against 2 -> loser` gives the loser the seeds that the other player has left over.",
        "starter loser",
    ),
    w(
        "lot",
        "A hand game that decides by chance, and the line of `match` that says which sign wins against which. In play each player is asked for a sign.",
        "lot \"shekut\": finger wins against three, three wins against hand, hand wins against finger",
    ),
    w(
        "many",
        "`as many as`: the same number of seeds as in another place.",
        "opposite holds as many as here -> capture opposite",
    ),
    w(
        "mark",
        "In `board`: the name of a mark that a pit can bear, with the pits that bear it at the start and the noun for several. As an action: pits get a mark that lasts beyond the move; its owner is the mover, or with `for opponent` the other player.",
        "opposite holds 3 -> mark here and opposite as uur",
    ),
    w(
        "match",
        "The section that defines how rounds follow each other until a player has won the match. The first of its lines with a condition that names a winner ends the match; the first that counts points gives them.",
        "match {\n  refill 4 each, else closed\n  starter in turn\n  own store holds 3 or fewer -> opponent wins\n}",
    ),
    w(
        "may",
        "Permits a move in addition to the usual ones. Before the actions of a line of `lift`, `land` or `finish`: the mover decides whether the line applies; in a move, after `:`, `+` accepts the line and `-` declines it.",
        "move 1 may lift all but 1 from K\nhere is own pit D -> may stop",
    ),
    w(
        "mirror",
        "The pit of the other player with the same letter.",
        "here holds 3 and mirror is not own tuz -> mark here as tuz",
    ),
    w(
        "more",
        "That number or a greater one. `more than PLACE`: more seeds than there. `more KINDS than KINDS`: there are more such pits than others; so with `fewer`, and with `as many … as`.",
        "from own pit where here holds 2 or more\nmore own empty pits than opponent empty pits -> stop",
    ),
    w(
        "most",
        "`win most seeds`: the player with more seeds in the store wins, with `+ own uur` also those in the own pits of that mark.",
        "win most seeds + own uur",
    ),
    w(
        "move",
        "A player's decision and all its laps. `move is 3 or more` tests its number in the round, counting both players' moves from 1. As an action, seeds go from one place to another. In `sow`, a move may drop seeds from the mover's store into one pit, and that is its first lap; a pit into which seeds can be moved so is not lifted in the same turn.",
        "no move -> each takes own row\nopposite holds 3 -> move 1 from opposite to here\nmove is 1..2 -> stop",
    ),
    w("must", "Requires a move; with several pits, one of them.", "move 1 must lift A"),
    w(
        "never",
        "`never empty`: seeds in a pit with this mark are never lifted or captured; the checker proves this for every line. `repeated never`: no repetition ends the game.",
        "mark uur never empty",
    ),
    w(
        "next",
        "The pit that follows this one in the direction of the move; closed pits are left out. A store on the way counts. `next of next` is the pit behind it.",
        "next is occupied -> relay from next\nnext is empty -> capture next of next",
    ),
    w(
        "no",
        "`no move`: the player whose turn begins has no legal move. Before a kind of pit: there is no such pit, or none for which the rest of the condition is true.",
        "no move -> each takes own row\nno own tuz -> mark here as tuz",
    ),
    w("north", "The player who sits above.", "seeds south 3 each\nseeds north 4 each"),
    w(
        "not",
        "Negates a condition or a kind of pit.",
        "here holds 3 and seed is not last -> capture here for owner\nfrom own pit where here is not uur",
    ),
    w(
        "occupied",
        "With at least one seed. In `drop` and `land` this means before the seed fell.",
        "here is occupied -> relay",
    ),
    w("odd", "An odd number of seeds.", "here holds odd -> capture here"),
    w(
        "of",
        "Combines two places: a pit relative to another.",
        "opposite of next is occupied -> capture opposite of next",
    ),
    w(
        "opening",
        "The section that prescribes or permits particular first moves.",
        "opening {\n  move 1 may lift all but 1 from E\n}",
    ),
    w(
        "opponent",
        "The player who is not the mover; in `end`, not the player whose turn begins. Before a pit or a mark: belonging to that player.",
        "here is opponent -> stop\nno move -> opponent takes board",
    ),
    w("opposite", "The pit across the board.", "opposite holds 3 -> capture opposite"),
    w(
        "or",
        "One of the conditions must be true; also joins numbers and kinds of pit.",
        "here holds 2 or 3 -> capture here\nfrom own pit where lap ends in opponent pit or own empty pit",
    ),
    w(
        "origin",
        "`lap origin`, `turn origin`: the pit from which this lap, or the whole move, was lifted.",
        "skip turn origin",
    ),
    w(
        "own",
        "Belonging to the mover; in `end`, to the player whose turn begins: a pit of the player's row, or a mark that the player owns.",
        "here is own and here is empty -> capture opposite",
    ),
    w(
        "owner",
        "The owner of the pit's mark or, where it has none, of its row.",
        "here holds 4 -> capture here for owner",
    ),
    w(
        "owns",
        "In `board`: the pits that each player owns, if they differ from the row. In `match`: `winner owns 1 more pit` of the other row in the next round, and with `else opponent owns` of `refill` each player owns as many pits as the player can fill.",
        "board {\n  rows 2\n  pits 6\n  seeds 4 each\n  each owns own pit A..C or opponent pit D..F\n}",
    ),
    w(
        "param",
        "A parameter: a number or a word that can be set without changing the file, with its default, the values it may take, and a description.",
        "param pits = 12 in 6, 9, 12 \"pits in each row\"",
    ),
    w(
        "pass",
        "The turn passes. Without a legal move it passes only if the opponent has one; otherwise the next line is evaluated. After an endless move the board is as it was before.",
        "no move -> pass\nno move -> each takes own row\nendless -> pass",
    ),
    w(
        "pit",
        "A hole of the board; with a letter or a number, counted from its owner's A, or with a range of them.",
        "from own pit\nhere is pit 1..3 -> stop\nmove 1 may lift all but 1 from pit pits - 1",
    ),
    w("pits", "How many pits each row has. `2 or more own empty pits` counts the pits of a kind.", "pits 6"),
    w(
        "plan",
        "One line of the board as it lies on the table, from the top: capitals are South's pits, small letters North's, `.` is no pit. The letters give each player's own side, from A on. It stands instead of `rows` and `pits`.",
        "board {\n  plan \"f e d c b a\"\n  plan \"g h i I H G\"\n  plan \"A B C D E F\"\n  seeds 3 each\n}",
    ),
    w("play", "Moves that are played in a test, and lots that are won.", "play A e K-1 @south"),
    w(
        "player",
        "The player whose turn begins or whose move it is. `player is south` and `player is starter` test which one it is.",
        "own store holds 25 or more -> player wins",
    ),
    w(
        "points",
        "What a round gives a player besides seeds. `add 2 to own points` in a line of `match`: the first such line that fits, evaluated for each player as `own`. `own points` is the player's total in the match.",
        "own store holds 36 or more -> add 2 to own points\nown points holds 10 or more -> player wins",
    ),
    w(
        "position",
        "The position with which a test begins; after `expect`, the position after the last move.",
        "position \"south 1 0 0 0 0 0; north 0 3 0 0 0 0\"",
    ),
    w(
        "prefer",
        "If the condition is true of some moves, only these may be made. Several lines are applied one after the other, each to the moves that the one before it left.",
        "sow counterclockwise {\n  from own pit\n  prefer after move opponent row is occupied\n}",
    ),
    w(
        "previous",
        "The pit before this one, against the direction of the move; closed pits are left out.",
        "here holds 2 -> capture here, repeat from previous",
    ),
    w(
        "reached",
        "True of a pit if a seed of this move has fallen into it, in any lap.",
        "any opponent pit is reached -> relay",
    ),
    w(
        "reading",
        "How the file interprets a source that is silent or unclear.",
        "reading \"An uur is never emptied, so it is never captured.\"",
    ),
    w(
        "refill",
        "Before a round each player fills the own pits with this number of seeds each, from A on, as far as the seeds suffice. The seeds over stay in the store. Pits that cannot be filled stay empty; they are closed with `else closed`, and with `else opponent owns` the opponent owns those of them that the opponent's seeds fill, so that `own` refers to pits of both rows. `refill all`: all the seeds that the player holds, as evenly as possible. With `refill board` each round begins like the first, and only points are carried over.",
        "refill 4 each\nrefill 4 each from last pit, else opponent owns",
    ),
    w("region", "Where the game is played, and by whom.", "region \"Somalia\""),
    w(
        "relay",
        "The move continues in another lap with the seeds of the pit, or of another one, with `backwards` in the other direction.",
        "here is occupied -> relay\nnext is occupied -> relay from next",
    ),
    w(
        "remainder",
        "The seeds that players have over when what they hold is counted in the number of seeds of `refill`, and what happens to them. `remainder 1 to 3`: the player who has 1 gives it to the one who has 3. `remainder 2 against 2 -> lot`: a lot decides who gets all. With `in next pits` they go one each into the pits that follow.",
        "remainder 1 to 3\nremainder 2 against 2 -> lot",
    ),
    w(
        "remove",
        "Seeds leave the game for good; in a test, how many did with the last move. A counter falls by a number, or by the seeds of a place, not below 0. In `change`: a line of the extended game is left out.",
        "here is own -> remove opposite\nhere is empty and own spent holds 1 or more -> remove 1 from own spent, bonus move\nexpect remove 5",
    ),
    w(
        "repeat",
        "The same line is tried again as if the last seed had fallen in that pit, and so on as long as it fits.",
        "here is opponent and here holds 2 or 3 -> capture here, repeat from previous",
    ),
    w(
        "repeated",
        "The same position with the same player to move, for the given number of times. By default, the third time is a draw. `repeated never`: positions may repeat without end.",
        "repeated 3 times -> draw",
    ),
    w("row", "All pits of a player who has one row.", "own row is empty -> opponent takes board"),
    w(
        "rows",
        "How many rows the board has: half of them for each player, `rows 1` for a single player, or `rows 1 for both` for a ring of pits that belong to neither. `own rows`, `opponent rows`: all pits of a player who has several.",
        "rows 2\nown rows is empty -> opponent wins",
    ),
    w(
        "seed",
        "A playing piece; `seed is last` is the last one of the lap.",
        "here holds 3 and seed is not last -> capture here for owner",
    ),
    w(
        "seeds",
        "The number of seeds in the pits at the start: the same in each, or each player's row from the player's own A on. `seeds store 9 each`: in each player's store.",
        "seeds 4 each\nseeds 0 3 3 repeated",
    ),
    w(
        "set",
        "Gives a counter a value: a number, or the number of seeds in a place. In a test: gives a parameter a value, `set pits to 6`.",
        "begin {\n  move is 1..2 -> set own extra to own store\n}",
    ),
    w("skip", "Pits of that kind get no seed.", "skip turn origin"),
    w(
        "source",
        "A description that the file follows: author, title, year, page.",
        "source \"G. Marin, Somali Games, Man 61 (1931), 506-507\"",
    ),
    w("south", "The player who sits below.", "seeds south 0 3 3 repeated\nseeds north 4 each"),
    w(
        "sow",
        "The section that defines the direction of sowing and where a move may start. As an action of `land`, after `lift`: the seeds in hand are sown in a new lap, the first into the pit that follows a place (`sow after here`) or into the place itself (`sow clockwise from own front pit A`). A direction holds for the rest of the move. `each lap may sow clockwise`: a direction that the mover may choose for single laps of a move; the condition is asked at the pit from which the lap is sown, of the lap sown in that direction.",
        "sow counterclockwise {\n  from own pit\n}",
    ),
    w(
        "sown",
        "True of a pit if a seed of this lap has fallen into it.",
        "here is sown and here holds 2 -> capture here, repeat from previous",
    ),
    w(
        "stages",
        "The section that names the stages of a round. A turn is in the first whose condition is true when the turn begins, after `begin`, and stays in it; a bonus move begins like a new turn. The lines of `sow in STAGE`, `lift in STAGE`, `drop in STAGE`, `land in STAGE` and `finish in STAGE` apply in this stage only, before those of the sections for all stages. Any line can ask: `turn is STAGE`.",
        "stages {\n  namua: own store is occupied\n  mtaji: else\n}\nsow in namua {\n  move 1 from own store to own occupied pit\n}\nsow in mtaji {\n  from own pit where here holds 2 or more\n}\nsow clockwise or counterclockwise {\n  along own row\n}",
    ),
    w(
        "starter",
        "Who begins a later round. In the first round it is South, or with `lot` the winner of the lot. `player is starter` tests whether the player began the round.",
        "starter lot",
    ),
    w("stop", "The move ends.", "here is uur -> stop"),
    w(
        "store",
        "The seeds that a player has captured. With a store on the way of sowing, `here` can be a store.",
        "own store holds 25 or more -> player wins",
    ),
    w(
        "swap",
        "Instead of moving, the player turns the board and takes over the other side; the other player is then to move.",
        "opening {\n  move 2 may swap\n}",
    ),
    w("takes", "Which player gets seeds left on the board.", "no move -> each takes own uur and own row"),
    w(
        "terms",
        "The section that gives names to conditions. A name stands for its condition wherever a test may stand, and a term may use the terms above it.",
        "terms {\n  facing: here is own empty pit and opposite is occupied\n}",
    ),
    w(
        "test",
        "An example that the rules must satisfy; `uur test` runs it.",
        "test \"a first move captures nothing\" {\n  play A\n  expect capture 0, north to move\n}",
    ),
    w(
        "than",
        "`more than`, `fewer than`: compares the seeds of two places, or those of one place with half of all seeds.",
        "own store holds more than opponent store -> player wins\nown store holds more than half -> player wins",
    ),
    w("times", "How often the position has occurred.", "repeated 3 times -> draw"),
    w("to", "Where moved seeds go.", "opposite holds 3 -> move 1 from opposite to here"),
    w("turn", "`turn origin`: the pit with which the whole move began.", "skip turn origin"),
    w(
        "undo",
        "The captures of the last lap are undone: the board returns to the moment when the last seed had fallen.",
        "finish {\n  opponent row is empty -> undo\n}",
    ),
    w("unmark", "Pits lose their mark.", "here is own uur -> unmark here"),
    w(
        "way",
        "`clockwise or counterclockwise`: the mover chooses the direction of sowing. `lap is clockwise`: the direction in which the lap is sown.",
        "sow clockwise or counterclockwise {\n  from own pit\n}\nland {\n  lap is clockwise and here is occupied -> relay\n}",
    ),
    w(
        "where",
        "Begins a condition on the pit just named. Within a condition it takes one test; several stand in brackets.",
        "from own pit where here is not uur\nany own pit where (here is empty and opposite is occupied) -> stop",
    ),
    w(
        "win",
        "A line of `end`: decides the winner where no other line of it names one. With `at`, the round is over as soon as a store holds that number of seeds.",
        "win most seeds, at more than half",
    ),
    w("winner", "The player who won the last round.", "starter winner"),
    w(
        "wins",
        "Which player wins the game, round or match. In `lift`, `drop`, `land` and `finish` the round is over at once: the lap is still sown, and no further line applies.",
        "no move -> opponent wins",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, words)| words.iter().copied()).collect();
        grouped.sort_unstable();
        assert_eq!(grouped, WORDS.iter().map(|word| word.text).collect::<Vec<_>>());
    }

    #[test]
    fn the_grammar_and_the_table_have_the_same_words() {
        let grammar = include_str!("../../../../grammar/uur.pest");
        let written: Vec<&str> = grammar
            .lines()
            .filter(|line| line.starts_with("w_"))
            .map(|line| line.split('"').nth(1).expect("every word rule quotes its word"))
            .collect();
        let known: Vec<&str> = WORDS.iter().map(|word| word.text).collect();
        assert_eq!(written, known);
        let (_, reserved) = grammar.split_once("reserved = _{").expect("the grammar lists the reserved words");
        let mut listed: Vec<&str> = reserved
            .split(|c: char| !c.is_alphabetic() && c != '_')
            .filter_map(|rule| rule.strip_prefix("w_"))
            .collect();
        listed.sort_unstable();
        assert_eq!(listed, known);
    }
}
