//! The tools: what a model may ask. Most pass a question to the workbench of `uur-web` and take from its answer what is
//! not for the eye.
//!
//! The comment of a type is the description of its tool, and those of its fields describe the arguments.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uur::check::Settings;
use uur::diagnostic::{Diagnostic, Diagnostics, Format, ProblemList, draw};
use uur::explain::{self, DocumentLayout};
use uur::game::Game;
use uur::notation::read_position;
use uur::render::{self, Style};
use uur::source::{FileAccess, MAX_TEXT, Source, SourceId};
use uur::text_layout::PAGE_WIDTH;
use uur::{syntax, variants};
use uur_lab::search::Level;
use uur_testing::resolve::{check_with_examples, fix_with_examples};
use uur_web::{Surroundings, Workbench};

use crate::cli::list;
use crate::cli::output::CommandError;

use super::manual;

/// The name of a text of rules in messages.
const FILE: &str = "rules.uur";
/// The games that are listed if the call does not say it.
const LISTED: usize = 20;
/// The maximum number of events in an answer about a move.
const MOST_TOLD: usize = 200;
/// The most positions of a search that are asked for by their number.
const MOST_POSITIONS: u64 = 2_000_000;
/// The number of positions searched between two looks at the clock.
const SLICE: u64 = 20_000;
/// How long a search may take. Then what it has found is the answer.
const SEARCH_TIME: Duration = Duration::from_secs(20);

/// What a tool answers.
pub enum ToolAnswer {
    /// A text.
    Text(String),
    /// A JSON object.
    Data(Value),
}

/// Why a tool has no answer, and what to do.
pub struct ToolFailure(pub String);

type Answered = Result<ToolAnswer, ToolFailure>;

impl From<CommandError> for ToolFailure {
    fn from(error: CommandError) -> ToolFailure {
        ToolFailure(anstream::adapter::strip_str(&error.text).to_string())
    }
}

impl From<Diagnostics> for ToolFailure {
    fn from(found: Diagnostics) -> ToolFailure {
        ToolFailure(format!("the rules have errors, which `fix_rules` may mend:\n\n{}", found.draw(Format::Plain)))
    }
}

/// What a call is carried out with.
pub struct Bench {
    workbench: Workbench,
    stop: Arc<AtomicBool>,
}

impl Bench {
    /// A bench that can be stopped.
    pub fn new(stop: Arc<AtomicBool>) -> Bench {
        let surroundings = Surroundings { stop: stop.clone(), ..Surroundings::default() };
        Bench { workbench: Workbench::within(surroundings), stop }
    }

    /// The text of a shipped game.
    fn text_of_game(&mut self, name: &str) -> Result<String, ToolFailure> {
        let opened = self.ask(&json!({ "ask": "open", "rules": { "name": name } }))?;
        Ok(text_of(&opened["game"]["text"]).to_string())
    }

    /// The answer to a question of `uur-web`.
    fn ask(&mut self, question: &Value) -> Result<Value, ToolFailure> {
        let mut answer: Value =
            serde_json::from_str(&self.workbench.ask(&question.to_string())).expect("an answer is JSON");
        let Some(error) = answer.get_mut("error").map(Value::take) else { return Ok(answer) };
        let mut text = text_of(&error["message"]).to_string();
        if let Some(help) = error["help"].as_str() {
            text += &format!("\nhelp: {help}");
        }
        for problem in error["problems"].as_array().into_iter().flatten() {
            let place = problem["labels"][0]["line"].as_u64().map_or(String::new(), |line| format!(", line {line}"));
            text += &format!("\n\n{}{place}: {}", text_of(&problem["code"]), text_of(&problem["message"]));
            for help in problem["help"].as_array().into_iter().flatten() {
                text += &format!("\nhelp: {}", text_of(help));
            }
        }
        Err(ToolFailure(text))
    }
}

/// A tool of the server.
pub struct McpTool {
    /// Its name.
    pub name: &'static str,
    title: &'static str,
    schema: fn() -> Schema,
    /// Carries out a call with these arguments.
    pub run: fn(Value, &mut Bench) -> Answered,
}

impl McpTool {
    const fn of<T: Call>() -> McpTool {
        McpTool {
            name: T::NAME,
            title: T::TITLE,
            schema: || {
                let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
                settings.into_generator().into_root_schema_for::<T>()
            },
            run: |arguments, bench| {
                let call: T = serde_json::from_value(arguments)
                    .map_err(|error| ToolFailure(format!("the arguments of `{}` are wrong: {error}", T::NAME)))?;
                call.answer(bench)
            },
        }
    }

    /// The tool as clients see it.
    pub fn described(&self) -> Tool {
        let mut schema: JsonObject = (self.schema)().as_object().cloned().unwrap_or_default();
        let about = schema.remove("description").map(|about| text_of(&about).to_string());
        schema.remove("title");
        schema.remove("$schema");
        let hints = ToolAnnotations::default().read_only(true).idempotent(true).open_world(false);
        Tool::new(self.name, about.unwrap_or_default(), schema).with_title(self.title).with_annotations(hints)
    }
}

/// All tools.
pub fn all() -> [McpTool; 11] {
    [
        McpTool::of::<ListGames>(),
        McpTool::of::<ReadGame>(),
        McpTool::of::<ExplainGame>(),
        McpTool::of::<LookUp>(),
        McpTool::of::<CheckRules>(),
        McpTool::of::<FixRules>(),
        McpTool::of::<FormatRules>(),
        McpTool::of::<TestRules>(),
        McpTool::of::<PlayMoves>(),
        McpTool::of::<WhyMove>(),
        McpTool::of::<AnalyzePosition>(),
    ]
}

/// The arguments of a tool, and how it answers.
trait Call: for<'a> Deserialize<'a> + JsonSchema {
    const NAME: &'static str;
    const TITLE: &'static str;

    fn answer(self, bench: &mut Bench) -> Answered;
}

/// The rules of a game.
#[derive(Deserialize, JsonSchema)]
struct RulesChoice {
    /// The name of a shipped game, such as `oware`. Give either `game` or `text`.
    game: Option<String>,
    /// The text of a rule file, at most 1 MiB. It may extend shipped games.
    text: Option<String>,
    /// Values of the game's parameters, such as `{"pits": 6}`.
    #[serde(default)]
    settings: BTreeMap<String, SettingValue>,
}

/// The value of a parameter.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
enum SettingValue {
    Number(u16),
    Word(String),
}

impl RulesChoice {
    fn settings(&self) -> Settings {
        let text = |value: &SettingValue| match value {
            SettingValue::Number(number) => number.to_string(),
            SettingValue::Word(word) => word.clone(),
        };
        self.settings.iter().map(|(name, value)| (name.clone(), text(value))).collect()
    }

    /// The rules as the workbench takes them.
    fn asked(&self) -> Result<Value, ToolFailure> {
        match (&self.game, &self.text) {
            (Some(name), None) => Ok(json!({ "name": name, "settings": self.settings() })),
            (None, Some(text)) => Ok(json!({ "name": FILE, "text": text, "settings": self.settings() })),
            _ => Err(ToolFailure("give either `game`, the name of a shipped game, or `text`, a rule file".to_string())),
        }
    }

    /// The game.
    fn open(&self, bench: &mut Bench) -> Result<Game, ToolFailure> {
        let asked = self.asked()?;
        let source = match &self.text {
            Some(text) => source(text)?,
            None => source(&bench.text_of_game(text_of(&asked["name"]))?)?,
        };
        let settings = self.settings();
        Game::load(source.clone(), &variants::library, &settings).map_err(|found| {
            match Game::load_if_sound(source, &variants::library, &Settings::new()) {
                Some(_) => {
                    ToolFailure(format!("the game cannot have these settings:\n\n{}", found.draw(Format::Plain)))
                }
                None => found.into(),
            }
        })
    }
}

/// A text of rules, which may extend shipped games only.
fn source(text: &str) -> Result<Source, ToolFailure> {
    if text.len() as u64 > MAX_TEXT {
        return Err(ToolFailure(format!("the rules are larger than {} MiB; leave something out", MAX_TEXT >> 20)));
    }
    Ok(Source { name: FILE.to_string(), text: text.to_string(), access: FileAccess::Shipped })
}

/// The moves of a game so far.
#[derive(Deserialize, JsonSchema)]
struct MovesSoFar {
    /// The moves from the beginning, in order, as `play` lists them: `C`, then `f`. A lot is `@south` or `@north`.
    #[serde(default)]
    moves: Vec<String>,
    /// The position from which the moves begin, as one line of text that `play` has answered, unless it is the start.
    from: Option<String>,
    /// Whether a round that is due after the moves has begun, so that its board and its moves are shown.
    #[serde(default)]
    begin: bool,
}

impl MovesSoFar {
    /// The game as the workbench takes it, and its state.
    fn state(&self, rules: &RulesChoice, bench: &mut Bench) -> Result<(Value, Value), ToolFailure> {
        let game = json!({ "rules": rules.asked()?, "steps": self.moves, "from": self.from, "begin": self.begin });
        let state = bench.ask(&json!({ "ask": "game", "game": game, "log_from": self.moves.len() }))?;
        Ok((game, state))
    }

    /// The game and its state, if all moves could be played.
    fn played(&self, rules: &RulesChoice, bench: &mut Bench) -> Result<(Value, Value), ToolFailure> {
        let (game, state) = self.state(rules, bench)?;
        let stopped = &state["stopped"];
        if stopped.is_null() {
            return Ok((game, state));
        }
        let mut text =
            format!("move {}, `{}`: {}", stopped["step"], text_of(&stopped["text"]), text_of(&stopped["reason"]));
        if let Some(help) = stopped["help"].as_str() {
            text += &format!("\nhelp: {help}");
        }
        if let Some(rule) = stopped["rule"]["text"].as_str() {
            text += &format!("\nline {}: {rule}", stopped["rule"]["line"]);
        }
        let legal: Vec<&str> = legal_moves(&state).map(|listed| text_of(&listed["move"])).collect();
        if !legal.is_empty() {
            text += &format!("\nlegal there: {}", legal.join(" "));
        }
        Err(ToolFailure(text))
    }
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn legal_moves(state: &Value) -> impl Iterator<Item = &Value> {
    state["moves"].as_array().into_iter().flatten()
}

/// A rule line without its offsets.
fn line_of(rule: &Value) -> Value {
    match rule {
        Value::Null => Value::Null,
        rule => json!({ "file": rule["file"], "line": rule["line"], "text": rule["text"] }),
    }
}

/// The events of the last of `steps` steps, with the lines behind them.
fn events_of(game: &Value, steps: usize, bench: &mut Bench) -> Result<Value, ToolFailure> {
    let told = bench.ask(&json!({ "ask": "events", "game": game, "step": steps, "most": MOST_TOLD }))?;
    let event = |event: &Value| {
        let failed = event["failed"].as_array().into_iter().flatten();
        let failed: Vec<Value> =
            failed.map(|line| json!({ "reason": line["reason"], "rule": line_of(&line["rule"]) })).collect();
        let mut shown = json!({ "lap": event["lap"], "text": event["text"], "rule": line_of(&event["rule"]) });
        if !failed.is_empty() {
            shown["lines_before_that_did_not_fit"] = failed.into();
        }
        shown
    };
    let events: Vec<Value> = told["events"].as_array().into_iter().flatten().map(event).collect();
    Ok(json!({ "move": told["text"], "summary": told["said"], "events_in_all": told["total"], "events": events }))
}

/// Lists the shipped games with their facts, such as `rows 2` or `relay`. Use it to find a game that resembles the one
/// to be written: all given conditions hold for the games that are listed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListGames {
    /// Words that occur in the names, regions, sources or rules of the game, such as `kenya`.
    #[serde(default)]
    words: Vec<String>,
    /// Facts, joined by `and`, `or`, `not` and brackets: `rows 4 and (relay or not captures)`.
    facts: Option<String>,
    /// List all facts and their meanings instead of games.
    #[serde(default)]
    meanings: bool,
    /// The number of games to leave out at the beginning of the list.
    #[serde(default)]
    first: usize,
    /// The most games to list: 20 if it is not given.
    most: Option<usize>,
}

impl Call for ListGames {
    const NAME: &'static str = "list_games";
    const TITLE: &'static str = "List games";

    fn answer(self, _bench: &mut Bench) -> Answered {
        let data = |value: serde_json::Result<Value>| value.expect("answers have only texts as keys");
        if self.meanings {
            return Ok(ToolAnswer::Data(data(serde_json::to_value(list::all_facts()))));
        }
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let found = list::found(&words, self.facts.as_deref())?;
        let listed = found.iter().skip(self.first).take(self.most.unwrap_or(LISTED));
        let games: Vec<list::ListRow> = listed.map(|game| list::ListRow::of(game)).collect();
        Ok(ToolAnswer::Data(json!({ "games_in_all": found.len(), "games": data(serde_json::to_value(games)) })))
    }
}

/// Reads the rule file of a shipped game: its text, to learn from or to change.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReadGame {
    /// The name of the game, such as `oware`.
    game: String,
}

impl Call for ReadGame {
    const NAME: &'static str = "read_game";
    const TITLE: &'static str = "Read a rule file";

    fn answer(self, bench: &mut Bench) -> Answered {
        Ok(ToolAnswer::Text(bench.text_of_game(&self.game)?))
    }
}

/// Explains the rules of a shipped game, or of a text of rules, in plain English, as Markdown. Use it to see whether a
/// text says what it is to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExplainGame {
    #[serde(flatten)]
    rules: RulesChoice,
    /// Cite the lines of the rule file.
    #[serde(default)]
    lines: bool,
}

impl Call for ExplainGame {
    const NAME: &'static str = "explain_game";
    const TITLE: &'static str = "Explain rules in English";

    fn answer(self, bench: &mut Bench) -> Answered {
        let game = self.rules.open(bench)?;
        let layout = DocumentLayout { lines: self.lines, ..DocumentLayout::default() };
        Ok(ToolAnswer::Text(explain::rule_text(&game, None).markdown(layout)))
    }
}

/// Looks up a word of the language (`relay`), the code of a message (`E0103`), or a page of the manual: `card` is the
/// whole language on two pages, `how-do-i-say` and `how-do-i-say-captures-and-ends` have the lines for each option of
/// mancala games, `reference` and `phrases` the exact meanings, `notation` moves and positions, `tests` the tests in
/// rule files.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LookUp {
    /// The word, the code or the page. Without it, all words and codes are listed.
    word: Option<String>,
}

impl Call for LookUp {
    const NAME: &'static str = "look_up";
    const TITLE: &'static str = "Look up a word, a code or a page";

    fn answer(self, bench: &mut Bench) -> Answered {
        let Some(word) = self.word else { return Ok(ToolAnswer::Text(explain::contents())) };
        if let Some(page) = manual::page(&word).map(str::to_string).or_else(|| explain::page(&word, PAGE_WIDTH)) {
            return Ok(ToolAnswer::Text(page));
        }
        let told = bench.ask(&json!({ "ask": "page", "word": word }))?;
        Ok(ToolAnswer::Text(text_of(&told["text"]).to_string()))
    }
}

/// The problems of a text as data.
fn problems_of(source: Source) -> Value {
    let Diagnostics { problems, sources } = check_with_examples(source, &variants::library);
    let errors = problems.iter().filter(|problem| problem.is_error()).count();
    let list = ProblemList::of(&problems, &sources);
    json!({ "errors": errors, "warnings": problems.len() - errors, "problems": list.list, "more": list.more })
}

/// Checks a text of rules under all values of its parameters, its tests included, and answers all problems: code,
/// message, places (lines and columns from 1), help, and the proposed fix, which is a replacement of a part of the
/// text. `look_up` has a page on each code.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CheckRules {
    /// The text of the rule file, at most 1 MiB.
    text: String,
}

impl Call for CheckRules {
    const NAME: &'static str = "check_rules";
    const TITLE: &'static str = "Check rules";

    fn answer(self, _bench: &mut Bench) -> Answered {
        Ok(ToolAnswer::Data(problems_of(source(&self.text)?)))
    }
}

/// Applies all proposed fixes that leave fewer errors, and answers the new text with the problems that are left.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FixRules {
    /// The text of the rule file, at most 1 MiB.
    text: String,
}

impl Call for FixRules {
    const NAME: &'static str = "fix_rules";
    const TITLE: &'static str = "Fix rules";

    fn answer(self, _bench: &mut Bench) -> Answered {
        let text = fix_with_examples(source(&self.text)?, &variants::library);
        let mut answer = problems_of(source(&text)?);
        answer["changed"] = (text != self.text).into();
        answer["text"] = text.into();
        Ok(ToolAnswer::Data(answer))
    }
}

/// Lays out a text of rules in its canonical form; words and comments stay as they are.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FormatRules {
    /// The text of the rule file, at most 1 MiB.
    text: String,
}

impl Call for FormatRules {
    const NAME: &'static str = "format_rules";
    const TITLE: &'static str = "Format rules";

    fn answer(self, _bench: &mut Bench) -> Answered {
        let source = source(&self.text)?;
        let (_, problems) = syntax::parse(&source, SourceId(0));
        if problems.iter().any(Diagnostic::is_error) {
            return Err(ToolFailure(draw(&problems, &[source], Format::Plain)));
        }
        Ok(ToolAnswer::Text(syntax::format(&source.text)))
    }
}

/// Runs the tests in a rule file, and answers which fail, with what was expected and what happened, and the rule lines
/// that no test reaches.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TestRules {
    #[serde(flatten)]
    rules: RulesChoice,
}

impl Call for TestRules {
    const NAME: &'static str = "test_rules";
    const TITLE: &'static str = "Run the tests of a rule file";

    fn answer(self, bench: &mut Bench) -> Answered {
        let tested = bench.ask(&json!({ "ask": "test", "rules": self.rules.asked()? }))?;
        let test = |test: &Value| match &test["failure"] {
            Value::Null => json!({ "title": test["title"], "line": test["place"]["line"], "passed": true }),
            failure => json!({
                "title": test["title"], "line": failure["place"]["line"], "passed": false,
                "expected": failure["expected"], "got": failure["got"], "details": failure["details"],
            }),
        };
        let tests: Vec<Value> = tested["tests"].as_array().into_iter().flatten().map(test).collect();
        let lines = tested["coverage"].as_array().into_iter().flatten();
        let unreached: Vec<Value> = lines.filter(|line| line["times"] == 0).map(line_of).collect();
        Ok(ToolAnswer::Data(json!({
            "passed": tested["passed"], "failed": tested["failed"], "tests": tests, "lines_not_reached": unreached,
        })))
    }
}

/// Plays moves by the rules of a game and answers the board, whose turn it is, the legal moves with what each would do,
/// the events of the last move with the rule line behind each, and the result if the game is over.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlayMoves {
    #[serde(flatten)]
    rules: RulesChoice,
    #[serde(flatten)]
    so_far: MovesSoFar,
}

impl Call for PlayMoves {
    const NAME: &'static str = "play";
    const TITLE: &'static str = "Play moves";

    fn answer(self, bench: &mut Bench) -> Answered {
        let (asked, state) = self.so_far.played(&self.rules, bench)?;
        let game = self.rules.open(bench)?;
        let position = read_position(&game, text_of(&state["position"]["text"]))
            .map_err(|error| ToolFailure(format!("{}\nhelp: {}", error.message, error.help)))?;
        let moves: Vec<Value> = legal_moves(&state)
            .map(|listed| json!({ "move": listed["move"], "does": listed["preview"]["text"] }))
            .collect();
        let mut answer = json!({
            "summary": state["said"],
            "board": render::board(&game, &position, Style::default()),
            "position": state["position"]["text"],
            "due": due_of(&state["due"]),
            "moves": moves,
        });
        for field in ["setup", "result"] {
            if !state[field].is_null() {
                answer[field] = state[field].clone();
                answer[field]["rule"] = line_of(&state[field]["rule"]);
            }
        }
        let steps = self.so_far.moves.len();
        if steps > 0 {
            answer["last"] = events_of(&asked, steps, bench)?;
        }
        Ok(ToolAnswer::Data(answer))
    }
}

/// What is due, without offsets of rules.
fn due_of(due: &Value) -> Value {
    let mut due = due.clone();
    if let Some(lot) = due.get_mut("lot").filter(|lot| !lot.is_null()) {
        lot["rule"] = line_of(&lot["rule"]);
    }
    due
}

/// Tells why a move does what it does: its events in order, each with the rule line that caused it, and the lines before
/// that one that did not fit. Of a move that may not be played it tells why, with the line that forbids it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WhyMove {
    #[serde(flatten)]
    rules: RulesChoice,
    #[serde(flatten)]
    so_far: MovesSoFar,
    /// The move that is asked about, which comes after `moves`.
    #[serde(rename = "move")]
    asked: String,
}

impl Call for WhyMove {
    const NAME: &'static str = "why";
    const TITLE: &'static str = "Why a move does what it does";

    fn answer(mut self, bench: &mut Bench) -> Answered {
        let (before, _) = self.so_far.played(&self.rules, bench)?;
        self.so_far.moves.push(self.asked.clone());
        let (mut game, state) = self.so_far.state(&self.rules, bench)?;
        let mut remark = None;
        if !state["stopped"].is_null() {
            let why = bench.ask(&json!({ "ask": "whynot", "game": before, "move": self.asked }))?;
            let rule = line_of(&why["rule"]);
            let [read] = &why["moves"].as_array().map_or(&[][..], Vec::as_slice) else {
                let reason = &why["text"];
                return Ok(ToolAnswer::Data(
                    json!({ "move": self.asked, "legal": false, "reason": reason, "rule": rule }),
                ));
            };
            // The letter was that of the other player's pit.
            game["steps"][self.so_far.moves.len() - 1] = read.clone();
            remark = Some(format!("{}; this is said of `{}`", text_of(&why["text"]), text_of(read)));
        }
        let mut told = events_of(&game, self.so_far.moves.len(), bench)?;
        told["legal"] = true.into();
        if let Some(remark) = remark {
            told["remark"] = remark.into();
        }
        Ok(ToolAnswer::Data(told))
    }
}

/// Searches for the best move of the player to move, and answers it with its score and the expected continuation. A
/// search takes at most 20 seconds; then `ended` is false, and the answer is the best move found so far.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AnalyzePosition {
    #[serde(flatten)]
    rules: RulesChoice,
    #[serde(flatten)]
    so_far: MovesSoFar,
    /// How strong: `easy`, `casual`, `fair`, `medium`, `hard` or `master`. Without it and `positions` it is `hard`.
    level: Option<String>,
    /// Instead of a level, the number of positions to search, at most 2000000.
    positions: Option<u64>,
    /// Rank all moves instead of the best one.
    #[serde(default)]
    all: bool,
}

impl Call for AnalyzePosition {
    const NAME: &'static str = "analyze";
    const TITLE: &'static str = "Find the best move";

    fn answer(self, bench: &mut Bench) -> Answered {
        let level = match (self.level, self.positions) {
            (Some(_), Some(_)) => return Err(ToolFailure("give either `level` or `positions`".to_string())),
            (Some(level), None) if !Level::NAMES.contains(&level.as_str()) => {
                let known = Level::NAMES.join(", ");
                return Err(ToolFailure(format!("`{level}` is not a level; the levels are {known}")));
            }
            (Some(level), None) => level,
            (None, Some(positions)) if !(1..=MOST_POSITIONS).contains(&positions) => {
                return Err(ToolFailure(format!("`positions` is a number from 1 to {MOST_POSITIONS}")));
            }
            (None, Some(positions)) => positions.to_string(),
            (None, None) => "hard".to_string(),
        };
        let (game, _) = self.so_far.played(&self.rules, bench)?;
        let question = json!({ "ask": "best", "game": game, "level": level, "all": self.all, "slice": SLICE });
        let began = Instant::now();
        loop {
            let mut best = bench.ask(&question)?;
            let is_over = best["more"] == false;
            if is_over || began.elapsed() > SEARCH_TIME || bench.stop.load(Ordering::Relaxed) {
                // The move that is best, and not one that the level plays at random.
                best["move"] = best["lines"][0]["move"].clone();
                if !self.all
                    && let Some(lines) = best["lines"].as_array_mut()
                {
                    lines.truncate(1);
                }
                let answer = best.as_object_mut().expect("an answer is an object");
                answer.remove("more");
                answer.insert("ended".to_string(), is_over.into());
                return Ok(ToolAnswer::Data(best));
            }
        }
    }
}
