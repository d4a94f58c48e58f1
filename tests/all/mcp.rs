//! The server for language models: a session over a pipe, each tool, the pages, and calls that are wrong.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A complete game whose `land` has a slip, `captrue`.
const SLIP: &str = "language 1\ngame \"Slip\" {\n  source \"none: an example\"\n}\nboard {\n  rows 2\n  pits 3\n  \
    seeds 2 each\n}\nsow counterclockwise {\n  from own pit\n}\nland {\n  take: here is own -> captrue opposite\n}\n\
    end {\n  no move -> each takes own row\n  win most seeds\n}\ntest \"a seed goes on\" {\n  play A\n  \
    expect capture 2\n}\n";

/// A client that has said hello.
struct Client {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    asked: u64,
}

impl Client {
    fn start() -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_uur"))
            .arg("mcp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut client = Client { child, input, output: BufReader::new(output).lines(), asked: 0 };
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
        let hello = client.request("initialize", hello);
        assert_eq!(hello["result"]["protocolVersion"], "2025-06-18", "{hello}");
        assert_eq!(hello["result"]["serverInfo"], json!({ "name": "uur", "version": env!("CARGO_PKG_VERSION") }));
        client.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        client
    }

    fn write(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The next message.
    fn read(&mut self) -> Value {
        serde_json::from_str(&self.output.next().expect("there is an answer").unwrap()).unwrap()
    }

    /// The answer to a request.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        self.write(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }).to_string());
        let answer = self.read();
        assert_eq!(answer["id"], self.asked, "{answer}");
        answer
    }

    /// The text that a tool answers, and whether it is an error.
    fn call(&mut self, tool: &str, arguments: Value) -> (String, bool) {
        let answer = self.request("tools/call", json!({ "name": tool, "arguments": arguments }));
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
        (text.to_string(), result["isError"] == true)
    }

    /// The text of an answer.
    fn text(&mut self, tool: &str, arguments: Value) -> String {
        let (text, is_error) = self.call(tool, arguments);
        assert!(!is_error, "{tool}: {text}");
        text
    }

    /// An answer that is an object.
    fn data(&mut self, tool: &str, arguments: Value) -> Value {
        serde_json::from_str(&self.text(tool, arguments)).unwrap()
    }

    /// Why a tool has no answer.
    fn failure(&mut self, tool: &str, arguments: Value) -> String {
        let (text, is_error) = self.call(tool, arguments);
        assert!(is_error, "{tool}: {text}");
        text
    }

    /// Closes the input and returns the exit code.
    fn end(mut self) -> Option<i32> {
        drop(self.input);
        self.child.wait().unwrap().code()
    }
}

#[test]
fn tools_are_described() {
    let mut client = Client::start();
    let listed = client.request("tools/list", json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 11);
    for tool in tools {
        assert!(tool["description"].as_str().is_some_and(|text| text.len() > 60), "{tool}");
        let schema = &tool["inputSchema"];
        assert_eq!((&schema["type"], &schema["additionalProperties"]), (&json!("object"), &json!(false)), "{tool}");
        for (name, field) in schema["properties"].as_object().unwrap() {
            assert!(field["description"].is_string(), "{}: {name}", tool["name"]);
        }
    }
    assert_eq!(client.end(), Some(0));
}

#[test]
fn rules_are_found_and_told() {
    let mut client = Client::start();
    let listed = client.data("list_games", json!({ "words": ["kenya"], "facts": "rows 2 and relay", "most": 1 }));
    assert_eq!(listed["games"][0]["name"], "boola", "{listed}");
    assert!(listed["games_in_all"].as_u64().unwrap() > 1, "{listed}");
    let facts = client.data("list_games", json!({ "meanings": true }));
    assert!(facts["facts"].as_array().unwrap().iter().any(|fact| fact["name"] == "relay"), "{facts}");
    let boola = client.text("read_game", json!({ "game": "boola" }));
    assert!(boola.contains("game \"Boola\""));
    let told = client.text("explain_game", json!({ "text": boola, "settings": { "pits": 6 }, "lines": true }));
    assert!(told.starts_with("# Boola\n") && told.contains("here 6; possible"), "{told}");
    assert!(client.text("look_up", json!({ "word": "relay" })).contains("relay"));
    assert!(client.text("look_up", json!({ "word": "E0103" })).contains("E0103"));
    assert_eq!(client.text("look_up", json!({ "word": "card" })), include_str!("../../docs/manual/card.md"));
    assert!(client.text("look_up", json!({})).contains("relay"));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn rules_are_checked_mended_and_tested() {
    let mut client = Client::start();
    let checked = client.data("check_rules", json!({ "text": SLIP }));
    assert_eq!(checked["errors"], 1, "{checked}");
    let problem = &checked["problems"][0];
    assert_eq!((&problem["code"], &problem["labels"][0]["at"]["line"]), (&json!("E0103"), &json!(14)), "{problem}");
    assert_eq!(problem["fix"]["replacement"], "capture", "{problem}");
    let fixed = client.data("fix_rules", json!({ "text": SLIP }));
    assert_eq!((&fixed["errors"], &fixed["changed"]), (&json!(0), &json!(true)), "{fixed}");
    let text = fixed["text"].as_str().unwrap();
    assert_eq!(text, SLIP.replace("captrue", "capture"));
    let laid_out = client.text("format_rules", json!({ "text": text.replace("  rows 2", "      rows    2") }));
    assert!(laid_out.contains("\n  rows ") && !laid_out.contains("      rows"), "{laid_out}");
    let tested = client.data("test_rules", json!({ "text": text }));
    assert_eq!((&tested["passed"], &tested["failed"]), (&json!(1), &json!(0)), "{tested}");
    let tested = client.data("test_rules", json!({ "text": text.replace("capture 2", "capture 3") }));
    assert_eq!(tested["failed"], 1, "{tested}");
    assert_eq!(tested["tests"][0]["line"], 22, "{tested}");
    let failed = client.failure("test_rules", json!({ "text": SLIP }));
    assert!(failed.contains("captrue") && failed.contains("capture"), "{failed}");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn moves_are_played_and_explained() {
    let mut client = Client::start();
    let played = client.data("play", json!({ "game": "boola", "moves": ["K-1"] }));
    assert!(played["board"].as_str().unwrap().contains('\n'), "{played}");
    assert_eq!(played["due"]["side"], "north", "{played}");
    assert!(played["moves"].as_array().unwrap().iter().all(|listed| listed["does"].is_string()), "{played}");
    let lines = played["last"]["events"].as_array().unwrap();
    assert!(lines.iter().any(|event| event["rule"]["line"].is_u64()), "{played}");
    let why = client.data("why", json!({ "game": "boola", "moves": ["K-1"], "move": "a" }));
    assert_eq!(why["legal"], false, "{why}");
    assert_eq!(why["rule"]["line"], 25, "{why}");
    // A letter of the other player is read as one's own.
    let why = client.data("why", json!({ "game": "oware", "move": "c" }));
    assert_eq!((&why["legal"], &why["move"]), (&json!(true), &json!("C")), "{why}");
    assert!(why["remark"].as_str().is_some_and(|remark| remark.ends_with("this is said of `C`")), "{why}");
    let best = client.data("analyze", json!({ "game": "oware", "moves": ["C"], "positions": 3000, "all": true }));
    assert_eq!(best["ended"], true, "{best}");
    assert_eq!(best["lines"].as_array().unwrap().len(), 6, "{best}");
    // The best move is no random one, and alone.
    let best = client.data("analyze", json!({ "game": "kalah", "level": "easy" }));
    assert_eq!((&best["ended"], &best["lines"][0]["move"]), (&json!(true), &best["move"]), "{best}");
    assert_eq!(best["lines"].as_array().unwrap().len(), 1, "{best}");
    let all = client.data("analyze", json!({ "game": "kalah", "level": "easy", "all": true }));
    assert_eq!((&all["move"], &all["lines"][0]), (&best["move"], &best["lines"][0]), "{all}");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn pages_are_resources() {
    let mut client = Client::start();
    let listed = client.request("resources/list", json!({}));
    let pages = listed["result"]["resources"].as_array().unwrap();
    assert_eq!(pages[0]["title"], "The language on two pages");
    for page in pages {
        let read = client.request("resources/read", json!({ "uri": page["uri"] }));
        let text = read["result"]["contents"][0]["text"].as_str().unwrap();
        assert!(text.starts_with(&format!("# {}\n", page["title"].as_str().unwrap())), "{page}");
    }
    let missing = client.request("resources/read", json!({ "uri": "uur://manual/nothing" }));
    assert!(missing["error"]["message"].as_str().unwrap().contains("uur://manual/card"), "{missing}");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn wrong_calls_are_answered_with_what_to_do() {
    let mut client = Client::start();
    let unknown = client.request("tools/call", json!({ "name": "nothing", "arguments": {} }));
    assert!(unknown["error"]["message"].as_str().unwrap().contains("list_games"), "{unknown}");
    for (tool, arguments, help) in [
        ("read_game", json!({ "game": "owari" }), "did you mean `"),
        ("read_game", json!({}), "missing field `game`"),
        ("play", json!({ "game": "oware", "move": "C" }), "unknown field `move`"),
        ("play", json!({ "game": "oware", "text": SLIP }), "give either `game`"),
        ("play", json!({}), "give either `game`"),
        ("play", json!({ "game": "oware", "moves": ["C", "C"] }), "legal there: a b c d e f"),
        ("play", json!({ "game": "oware", "from": "south 1" }), "write 6 numbers"),
        ("play", json!({ "game": "oware", "settings": { "pits": 600 } }), "pits"),
        ("explain_game", json!({ "game": "oware", "settings": { "slam": "x" } }), "cannot have these settings"),
        ("explain_game", json!({ "text": SLIP, "settings": { "slam": "x" } }), "`fix_rules` may mend"),
        ("why", json!({ "game": "oware", "move": "?" }), "there is no pit"),
        ("analyze", json!({ "game": "oware", "level": "5s" }), "the levels are easy"),
        ("analyze", json!({ "game": "oware", "positions": 0 }), "from 1 to 2000000"),
        ("analyze", json!({ "game": "oware", "positions": 9, "level": "easy" }), "either `level`"),
        ("list_games", json!({ "facts": "rows 2 and and" }), "rows 2 and and"),
        ("list_games", json!({ "words": ["nowhere-at-all"] }), "no shipped game matches"),
        ("look_up", json!({ "word": "relai" }), "did you mean `relay`?"),
        ("format_rules", json!({ "text": "gaem {" }), "did you mean `game`?"),
        ("check_rules", json!({ "text": "x".repeat((1 << 20) + 1) }), "larger than 1 MiB"),
        ("test_rules", json!({ "text": format!("extends \"../x\"\n{SLIP}") }), "E0506"),
    ] {
        let said = client.failure(tool, arguments);
        assert!(said.contains(help), "{tool}: {said}");
        assert!(!said.contains('\u{1b}'), "{tool}: {said}");
    }
    // A text of rules reaches no file, also none beside the program.
    let extends = client.data("check_rules", json!({ "text": "language 1\nextends \"tests/ui/sound/x\"\n" }));
    assert!(extends["errors"].as_u64().unwrap() > 0, "{extends}");
    // What is no message is skipped, and what is no request is answered.
    client.write("not JSON");
    client.write(r#"{"jsonrpc":"2.0","id":77,"method":"no/such/method"}"#);
    let answer = client.read();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(77), &json!(-32601)), "{answer}");
    let brackets = format!("language 1\ngame \"x\" {{}}\nland {{\n  {}\n}}\n", "(".repeat(20_000));
    assert!(client.data("check_rules", json!({ "text": brackets }))["errors"].as_u64().unwrap() > 0);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_call_that_is_cancelled_stops() {
    let mut client = Client::start();
    client.write(
        r#"{"jsonrpc":"2.0","id":500,"method":"tools/call","params":{"name":"analyze","arguments":{"game":"bao-la-kiswahili","level":"master","all":true}}}"#,
    );
    client.write(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":500}}"#);
    assert_eq!(client.request("ping", json!({}))["result"], json!({}));
    assert_eq!(client.end(), Some(0));
}
