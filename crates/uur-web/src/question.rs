//! The questions of the page.

use serde::de::Error;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uur::check::Settings;
use uur::picture::Theme;
use uur::rules::Side;
use uur::template::Template;
use uur_design::{Assay, Tried};

/// A question. The module documentation of the package describes each with its answer.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// The rules of a game, or their problems.
    Open {
        /// The rules.
        rules: RulesText,
    },
    /// The state of a game after its steps.
    Game {
        /// The game.
        game: GameSoFar,
        /// How the board is drawn.
        #[serde(default)]
        view: BoardView,
        /// The number of steps whose part of the log is known and left out.
        #[serde(default)]
        log_from: usize,
    },
    /// What happened in one step.
    Events {
        /// The game.
        game: GameSoFar,
        /// The number of the step, from 1.
        step: usize,
        /// The number of the first event to return, from 0.
        #[serde(default)]
        first: usize,
        /// The maximum number of events to return.
        most: Option<usize>,
        /// How the board is drawn.
        #[serde(default)]
        view: BoardView,
    },
    /// Why a move cannot be played, or that it can.
    #[serde(rename = "whynot")]
    WhyNot {
        /// The game.
        game: GameSoFar,
        /// The move as a record writes it; instead of it, the number of a pit.
        #[serde(rename = "move")]
        text: Option<String>,
        /// The number of a pit.
        pit: Option<u8>,
    },
    /// The whole game as text.
    Record {
        /// The game.
        game: GameSoFar,
        /// What the players have settled and said.
        #[serde(default)]
        table: TableData,
    },
    /// The best move, as far as the search has come.
    Best {
        /// The game.
        game: GameSoFar,
        /// The level: `easy`, `casual`, `fair`, `medium`, `hard`, `master`, or a time such as `5s`, which the page measures.
        #[serde(default = "default_level")]
        level: String,
        /// Whether all moves are ranked.
        #[serde(default)]
        all: bool,
        /// The random seed of the levels that play some moves at random.
        #[serde(default = "default_seed")]
        seed: u64,
        /// The nodes to search before the next answer.
        slice: Option<u64>,
    },
    /// The game looked over, as far as it has come.
    Review {
        /// The game.
        game: GameSoFar,
        /// The nodes that are searched in each position.
        #[serde(default = "default_nodes")]
        nodes: u64,
        /// The positions to look at before the next answer.
        slice: Option<u64>,
    },
    /// Questions about the rules.
    Quiz {
        /// The rules.
        rules: RulesText,
        /// How many.
        number: usize,
        /// The random seed.
        #[serde(default = "default_seed")]
        seed: u64,
    },
    /// A position in which one move alone is right, as far as it was looked for.
    Puzzle {
        /// The rules.
        rules: RulesText,
        /// The random seed.
        #[serde(default = "default_seed")]
        seed: u64,
        /// The nodes that prove what the moves of a position are worth.
        #[serde(default = "default_nodes")]
        nodes: u64,
        /// The positions to look at before the next answer.
        slice: Option<u64>,
    },
    /// A series of games, as far as it has come.
    Simulate {
        /// The rules.
        rules: RulesText,
        /// The series.
        #[serde(default)]
        series: SeriesData,
        /// The games to play before the next answer.
        slice: Option<u64>,
    },
    /// Series of games for values of parameters, as far as they have come.
    Sweep {
        /// The rules.
        rules: RulesText,
        /// The parameters with their values, such as `pits=4..12`.
        params: Vec<String>,
        /// The series for each combination.
        #[serde(default)]
        series: SeriesData,
        /// The games to play before the next answer.
        slice: Option<u64>,
    },
    /// What many games say about a game, judged, as far as they were played.
    Study {
        /// The rules.
        rules: RulesText,
        /// The games.
        #[serde(default)]
        study: StudyData,
        /// The games to play before the next answer.
        slice: Option<u64>,
    },
    /// What can be wished for of a design.
    Wishes {},
    /// The progress of a design, and the candidates to try next.
    Design {
        /// What is to be designed.
        design: DesignData,
        /// The number of the round.
        round: usize,
        /// What was found of each candidate of the round before.
        #[serde(default)]
        tried: Vec<Option<Tried>>,
        /// The games after which the shelf is tried once more.
        most: u64,
    },
    /// Tries a candidate of a design.
    Assay {
        /// How.
        assay: Assay,
        /// Its rules.
        rules: String,
    },
    /// The rules of a design with tests from play, which reach its lines.
    Finish {
        /// The rules.
        rules: RulesText,
    },
    /// The number of sequences of moves.
    Perft {
        /// The game.
        game: GameSoFar,
        /// The length of the sequences.
        depth: u32,
    },
    /// Runs the tests of the rule file.
    Test {
        /// The rules.
        rules: RulesText,
    },
    /// Makes a test of what was played.
    MakeTest {
        /// The game.
        game: GameSoFar,
        /// The title of the test.
        title: String,
        /// Whether only the last move is tested.
        #[serde(default)]
        last: bool,
    },
    /// The rules in English.
    Explain {
        /// The rules.
        rules: RulesText,
        /// Whether the lines of the file are cited.
        #[serde(default)]
        lines: bool,
        /// The player who is spoken to.
        side: Option<SideName>,
    },
    /// The page on a word of the language or on a code.
    Page {
        /// The word or the code.
        word: String,
    },
    /// A picture of the board with its own style sheet.
    Board {
        /// The game.
        game: GameSoFar,
        /// How the board is drawn.
        #[serde(default)]
        view: BoardView,
        /// The colours.
        #[serde(default)]
        theme: ThemeName,
    },
    /// The rule sheet, to be printed.
    Sheet {
        /// The rules.
        rules: RulesText,
    },
    /// A page with the rules and a replay of the game.
    Replay {
        /// The game.
        game: GameSoFar,
    },
    /// A page on which the game can be played on, without the parts that are built: in their places stand
    /// `<!--pane-->`, `<!--style-->`, `<!--script-->`, `<!--engine-->` and `<!--notices-->`.
    Playable {
        /// The game.
        game: GameSoFar,
    },
    /// The shipped games.
    List {
        /// The first of them, from 0.
        #[serde(default)]
        first: usize,
        /// How many.
        most: Option<usize>,
        /// Whether each has a picture of its start.
        #[serde(default)]
        pictures: bool,
    },
    /// The shipped games whose rules are most similar.
    Similar {
        /// The rules.
        rules: RulesText,
        /// How many.
        most: Option<usize>,
    },
    /// A rule file to begin with.
    Template(Template),
    /// A step that chance decides: a lot or a setup.
    Draw {
        /// The game.
        game: GameSoFar,
        /// The random seed.
        seed: u64,
    },
    /// A text about a game, such as a record, a shared line or moves.
    Read {
        /// The text.
        text: String,
    },
    /// The style sheet that pictures of boards need.
    Style {
        /// The condition, such as `@container board (max-width: 583px)`, under which numbers replace seeds.
        narrow: Option<String>,
    },
}

impl Question {
    /// Reads a question, whose kind is the field `ask`.
    ///
    /// # Errors
    /// If the text is none.
    pub fn read(text: &str) -> Result<Question, serde_json::Error> {
        let mut fields: Map<String, Value> = serde_json::from_str(text)?;
        let ask = fields.remove("ask").ok_or_else(|| serde_json::Error::missing_field("ask"))?;
        // A serde tag would read every field twice, and is a third more code.
        let name = String::deserialize(ask)?;
        Question::deserialize(Value::Object(Map::from_iter([(name, Value::Object(fields))])))
    }
}

/// The rules of a game.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesText {
    /// The name of a shipped game; with a text, the name of its file in messages.
    pub name: String,
    /// The text of the rule file. Without it the game is a shipped one.
    pub text: Option<String>,
    /// Values of parameters.
    #[serde(default)]
    pub settings: Settings,
}

/// A game that is being played.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSoFar {
    /// The rules.
    pub rules: RulesText,
    /// The position from which it began, as one line of text, unless that is the start.
    pub from: Option<String>,
    /// Its steps, each as a record writes it: moves, lots and setups.
    #[serde(default)]
    pub steps: Vec<String>,
    /// Whether a round that is due after them has begun. Otherwise its first step begins it.
    #[serde(default)]
    pub begin: bool,
}

/// What a record keeps of a game beside its steps.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableData {
    /// The name of South.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub south: Option<String>,
    /// The name of North.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub north: Option<String>,
    /// The occasion of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The day of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The time of each player, such as `10m+5s`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// How it ended, such as `south resignation`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// What is said of the game, each remark after the number of steps before it.
    pub remarks: Vec<(usize, String)>,
}

/// How a board is drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BoardView {
    /// The board turned, so that North sits below.
    pub flip: bool,
    /// The board turned a quarter counter-clockwise, for narrow pages: South at the right.
    pub upright: bool,
    /// Numbers in the pits instead of seeds and arrows, and letters in their corners.
    pub compact: bool,
    /// Without the explanation of signs below the board.
    pub without_legend: bool,
}

fn default_level() -> String {
    "master".to_string()
}

fn default_players() -> u8 {
    uur_design::TrialEffort::default().players
}

fn default_seed() -> u64 {
    1
}

fn default_nodes() -> u64 {
    50_000
}

/// A series of games.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SeriesData {
    /// The number of games.
    pub games: u64,
    /// The random seed.
    pub seed: u64,
    /// South's player, such as `random`, `greedy`, `medium`, or a number of nodes to search.
    pub south: String,
    /// North's player.
    pub north: String,
    /// Whether the players swap seats in every second game.
    pub pairs: bool,
    /// The number of random moves before the players take over.
    pub opening: u64,
    /// Whether a game is a whole match.
    pub matches: bool,
    /// The number of moves after which a game is abandoned.
    pub most_moves: u64,
    /// Whether moves are observed, to count captures, laps and clauses.
    pub details: bool,
    /// The position from which each game begins, unless it is the start.
    pub from: Option<String>,
}

impl Default for SeriesData {
    fn default() -> Self {
        SeriesData {
            games: 1_000,
            seed: 1,
            south: "random".to_string(),
            north: "random".to_string(),
            pairs: false,
            opening: 0,
            matches: false,
            most_moves: 10_000,
            details: false,
            from: None,
        }
    }
}

/// The games of a study.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StudyData {
    /// Games between random players.
    pub games: u64,
    /// The players that also play against themselves and against each other, the weakest first.
    pub levels: Vec<String>,
    /// Games of each level against itself, and of each two levels.
    pub level_games: u64,
    /// The number of random moves before searching players take over.
    pub opening: u64,
    /// The random seed.
    pub seed: u64,
    /// The number of moves after which a game is abandoned.
    pub most_moves: u64,
}

impl Default for StudyData {
    fn default() -> Self {
        StudyData {
            games: 1_000,
            levels: ["easy", "medium"].map(str::to_string).to_vec(),
            level_games: 40,
            opening: 4,
            seed: 1,
            most_moves: 10_000,
        }
    }
}

/// A player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideName {
    /// South.
    South,
    /// North.
    North,
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Side {
        match name {
            SideName::South => Side::South,
            SideName::North => Side::North,
        }
    }
}

/// The colours of a picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeName {
    /// As the reader's system, black and white in print.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// Black and white.
    Print,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Theme {
        match name {
            ThemeName::Auto => Theme::Auto,
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
            ThemeName::Print => Theme::Print,
        }
    }
}

/// What is to be designed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DesignData {
    /// The games to begin with.
    pub games: Vec<RulesText>,
    /// The wishes.
    #[serde(default)]
    pub wants: Vec<String>,
    /// The sections that stay.
    #[serde(default)]
    pub keep: Vec<String>,
    /// Whether the values of parameters alone change.
    #[serde(default)]
    pub only_params: bool,
    /// The measures of the map, upward and to the right.
    pub map: [String; 2],
    /// The random seed.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// Random games of each candidate.
    pub random: u64,
    /// Games of a candidate between players who search, of each against itself and of each two that follow each other.
    pub level_games: u64,
    /// The players who search, from 2 to 8, each twice as much as the one before.
    #[serde(default = "default_players")]
    pub players: u8,
}
