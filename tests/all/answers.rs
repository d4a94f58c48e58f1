//! Answers for programs: real answers in JSON fit their schemas, and JSON, CSV, pages and pictures say what made them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Map, Value};

/// A game of few positions, whose test expects as many captured seeds.
const SMALL: &str = "language 1\n\ngame \"Small\" {\n  source \"none: an example\"\n}\n\nboard {\n  rows  2\n  pits  2\n  \
    seeds 1 each\n}\n\nsow counterclockwise {\n  from own pit\n}\n\nland {\n  here is own -> capture opposite\n}\n\n\
    end {\n  no move -> each takes own row\n  win most seeds\n}\n\ntest \"a seed goes on\" {\n  play A\n  \
    expect capture SEEDS\n}\n";

/// Runs the program in a folder.
fn output(folder: &Path, arguments: &[&str]) -> Output {
    let command = &mut Command::new(env!("CARGO_BIN_EXE_uur"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").env_remove("CI").output().unwrap()
}

/// The answer on standard output, whatever the verdict.
fn said(folder: &Path, arguments: &[&str]) -> String {
    let Output { stdout, stderr, .. } = output(folder, arguments);
    assert!(!stdout.is_empty(), "uur {arguments:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|reason| panic!("{reason}: {text}"))
}

/// A folder with what the commands below read.
fn folder() -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("answers");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("small")).unwrap();
    fs::create_dir_all(folder.join("played")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("small.uur", &SMALL.replace("SEEDS", "1"));
    write("failing.uur", &SMALL.replace("SEEDS", "2"));
    write("faulty.uur", &SMALL.replace("capture opposite", "captrue opposite"));
    write("expecting.uur", &SMALL.replace("from own pit\n", "from own pit #~ E0401\n"));
    write("loose.uur", &SMALL.replace("\n  pits", "\n      pits"));
    write("small/new.snap.new", "something else\n");
    write("played/one.game", "game oware\nsouth \"Ana\"\nmoves A a\n");
    write("played/wrong.game", "game oware\nmoves A A\n");
    write("1.json", &said(&folder, &["simulate", "kalah", "--games", "4", "--shard", "1/2", "--format", "json"]));
    write("2.json", &said(&folder, &["simulate", "kalah", "--games", "4", "--shard", "2/2", "--format", "json"]));
    let built = ["solve", "boola", "--set", "pits=3", "--database", "few.endgames", "--seeds", "2", "--memory", "0.01"];
    output(&folder, &built);
    folder
}

/// A command in each form of its answer.
const COMMANDS: &[&str] = &[
    "analyze layli-goobalay-berbera --level 2000 --proofs 2000 --moves",
    "check small.uur faulty.uur nowhere.uur expecting.uur",
    "diff kalah kalah --second seeds=3 --games 5 --positions 100",
    "design wari --borrow none --games 400 --random 40 --level-games 16",
    "diff layli-goobalay layli-goobalay-berbera",
    "explain oware",
    "fmt --check loose.uur small.uur",
    "list eritrea",
    "list --facts",
    "mutate small.uur",
    "perft kalah 3 --divide",
    "perft kalah 2 --ends",
    "replay layli-goobalay-berbera --trace --moves",
    "replay lahemay-waladat",
    "puzzles kalah -n 1 --proofs 2000",
    "quiz oware -n 3",
    "replay kalah --moves Q",
    "replay played played/wrong.game",
    "review .",
    "show layli-goobalay-wikipedia --flat",
    "show kalah --canonical",
    "show kalah --plan",
    "similar oware -n 3",
    "simulate kalah --games 3",
    "simulate boola --games 4 --details --south greedy --pairs --opening 2",
    "simulate tchuka-ruma --games 3",
    "simulate kalah --games 1 --format jsonl",
    "merge 1.json 2.json",
    "solve kalah --set pits=2 --set seeds=2 --margin --moves --memory 0.01",
    "solve boola --time 0.001 --memory 0.01",
    "solve boola --set pits=3 --database few.endgames --histogram",
    "study kalah --set pits=2 --games 30 --level greedy --level-games 4",
    "study tchuka-ruma --games 30 --level greedy --level-games 4",
    "sweep kalah --param pits=1..2 --games 3",
    "sweep kalah --param pits=1..2 --param seeds=1,99 --solve --memory 0.001",
    "sweep --shipped --solve --positions 1 --time 0.001 --memory 0.001",
    "test small.uur failing.uur faulty.uur --games 1",
    "tournament kalah random greedy --games 2 --most-moves 20",
    "train kalah --games 3 --positions 10 -o kalah.eval",
    "verify small.uur --games 5",
];

/// The arguments of a command, with its answer in JSON.
fn arguments(command: &str) -> Vec<&str> {
    let mut arguments: Vec<&str> = command.split(' ').collect();
    match arguments.last() {
        Some(&"--moves") => arguments.push("A e E c D h K"),
        Some(&"jsonl") => return arguments,
        _ => {}
    }
    arguments.extend(["--format", "json"]);
    arguments
}

#[test]
fn answers_in_json_fit_their_schemas() {
    let folder = folder();
    let mut seen = BTreeSet::new();
    for command in COMMANDS {
        let arguments = arguments(command);
        let text = said(&folder, &arguments);
        if !arguments.contains(&"jsonl") {
            assert_eq!(text.lines().count(), 1, "uur {command}: {text}");
        }
        let answer = json(text.lines().next().unwrap());
        let format = answer["format"].as_str().unwrap_or_else(|| panic!("uur {command}: {text}"));
        let name = format.strip_prefix("uur/").unwrap();
        let schema = json(&said(&folder, &["schema", name]));
        fits(&schema, &schema, &answer).unwrap_or_else(|reason| panic!("uur {command}: {reason}: {text}"));
        assert_eq!(answer["uur"], env!("CARGO_PKG_VERSION"));
        let given = answer["command"].as_str().unwrap();
        let typed =
            if command.starts_with("merge") { "uur simulate kalah" } else { command.split(" --").next().unwrap() };
        assert!(given.starts_with("uur ") && given.contains(typed), "{given}");
        seen.insert(name.to_string());
    }
    let listed = said(&folder, &["schema"]);
    let known: BTreeSet<String> =
        listed.lines().skip(1).map(|line| line.split(' ').next().unwrap().to_string()).collect();
    assert_eq!(seen, known, "each format has a command above");
}

#[test]
fn an_answer_names_the_rules() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let game = |pits: &str| {
        let settings = [("pits".to_string(), pits.to_string())].into();
        uur::Game::load(uur::variants::source("kalah").unwrap(), &uur::variants::library, &settings).unwrap()
    };
    let answer = json(&said(folder, &["perft", "kalah", "1", "--set", "pits=3", "--format", "json"]));
    let rules =
        |pits: &str| serde_json::json!({"game": "kalah", "meaning": game(pits).meaning(), "settings": {"pits": pits}});
    assert_eq!(answer["rules"], serde_json::json!([rules("3")]));
    let swept = ["sweep", "kalah", "--param", "pits=3,4", "--games", "1", "--format", "json"];
    assert_eq!(json(&said(folder, &swept))["rules"], serde_json::json!([rules("3"), rules("4")]));
    let listed = json(&said(folder, &["list", "kalah", "--format", "json"]));
    let kalah = uur::Game::shipped("kalah").unwrap().meaning();
    assert!(listed["rules"].as_array().unwrap().iter().any(|rules| rules["meaning"] == kalah.as_str()));
}

#[test]
fn sound_files_have_an_answer() {
    let folder = folder_of("sound-files");
    fs::write(folder.join("small.uur"), SMALL.replace("SEEDS", "1")).unwrap();
    let answer = json(&said(&folder, &["check", "small.uur", "--format", "json"]));
    assert_eq!(answer["files"][0]["problems"]["list"], serde_json::json!([]));
    assert_eq!((&answer["errors"], &answer["warnings"]), (&0.into(), &0.into()));
}

/// SARIF for services that show the results of checks, and the code quality report of GitLab.
#[test]
fn problems_have_the_formats_of_others() {
    let folder = folder_of("formats-of-others");
    fs::write(folder.join("faulty.uur"), SMALL.replace("SEEDS", "1").replace("capture opposite", "captrue opposite"))
        .unwrap();
    fs::write(folder.join("expecting.uur"), SMALL.replace("from own pit\n", "from own pit #~ E0401\n")).unwrap();
    let checked = |format: &str| {
        json(&said(&folder, &["check", "faulty.uur", "expecting.uur", "nowhere.uur", "--format", format]))
    };
    let log = checked("sarif");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["version"], env!("CARGO_PKG_VERSION"));
    let results = run["results"].as_array().unwrap();
    for result in results {
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
        assert_eq!(result["level"], "error");
    }
    let misspelt = &results[0];
    let place = &misspelt["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "faulty.uur");
    assert_eq!(
        place["region"],
        serde_json::json!({"startLine": 18, "startColumn": 18, "endLine": 18, "endColumn": 25})
    );
    let change = &misspelt["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["replacements"][0]["insertedContent"]["text"], "capture", "{misspelt}");
    assert!(results.iter().any(|result| result["ruleId"] == "E0401"), "an expected problem is missing");
    assert_eq!(run["invocations"][0]["executionSuccessful"], false, "a file cannot be read");

    let report = checked("gitlab");
    let rows = report.as_array().unwrap();
    assert_eq!(rows.len(), results.len());
    assert_eq!(rows[0]["location"], serde_json::json!({"path": "faulty.uur", "lines": {"begin": 18}}));
    let prints: BTreeSet<&str> = rows.iter().map(|row| row["fingerprint"].as_str().unwrap()).collect();
    assert_eq!(prints.len(), rows.len(), "each row has a fingerprint of its own");
}

fn folder_of(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Reports that were made by other commands or another version.
#[test]
fn joined_reports_say_what_made_them() {
    let folder = folder_of("joined");
    fs::write(folder.join("other.uur"), uur::variants::source("kalah").unwrap().text).unwrap();
    let shard = |game: &str, shard: &str| {
        said(&folder, &["simulate", game, "--games", "4", "--shard", shard, "--threads", "2", "--format", "json"])
    };
    let (first, second) = (shard("kalah", "1/2"), shard("other.uur", "2/2"));
    fs::write(folder.join("1.json"), &first).unwrap();
    fs::write(folder.join("2.json"), &second).unwrap();
    assert_eq!(json(&first)["command"], "uur simulate kalah --games 4 --format json");
    assert_eq!(json(&said(&folder, &["merge", "1.json", "2.json"]))["command"], "uur merge 1.json 2.json");
    for (field, changed, reason) in [
        ("\"uur\":\"0.1.0\"", "\"uur\":\"0.0.9\"", "`uur` is 0.0.9, in the reports before it is 0.1.0"),
        ("\"version\":1", "\"version\":2", "its format has version 2, and this version of uur reads version 1"),
        ("uur/simulate", "uur/study", "its format is uur/study, not uur/simulate"),
    ] {
        let text = second.replacen(field, changed, 1);
        assert_ne!(text, second);
        fs::write(folder.join("2.json"), text).unwrap();
        let refused = output(&folder, &["merge", "1.json", "2.json"]);
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(refused.status.code() == Some(2) && told.contains(reason), "{told}");
    }
}

#[test]
fn tables_say_what_made_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let hash = uur::Game::shipped("kalah").unwrap().meaning();
    let version = env!("CARGO_PKG_VERSION");
    for (command, format, rules) in [
        ("simulate kalah --games 3 --format csv", "simulate-games", Some(&hash)),
        ("tournament kalah random greedy --games 2 --format csv", "tournament", Some(&hash)),
        ("sweep kalah --param pits=2,99 --games 2 --format csv", "sweep", None),
        ("sweep kalah --param pits=1..2 --solve --memory 0.001 --format csv", "sweep-solve", None),
    ] {
        let arguments: Vec<&str> = command.split(' ').chain(["--threads", "1"]).collect();
        let text = said(folder, &arguments);
        let rules = rules.map_or(String::new(), |hash| format!("# rules: kalah {hash}\n"));
        let head = format!("# format: uur/{format}.csv 1\n# uur: {version}\n# command: uur {command}\n{rules}");
        assert!(text.starts_with(&head), "{text}");
        let rows: Vec<Vec<String>> = text[head.len()..].lines().map(cells).collect();
        assert!(rows.len() > 2 && rows.iter().all(|row| row.len() == rows[0].len()), "{text}");
        let threads: Vec<&str> = command.split(' ').chain(["--threads", "2"]).collect();
        assert_eq!(said(folder, &threads), text, "the number of threads changes nothing");
    }
}

/// The cells of a row of CSV.
fn cells(row: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for c in row.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            c => cells.last_mut().unwrap().push(c),
        }
    }
    cells
}

#[test]
fn pages_and_pictures_say_what_made_them() {
    let folder = folder_of("made-pages");
    let hash = uur::Game::shipped("kalah").unwrap().meaning();
    let version = env!("CARGO_PKG_VERSION");
    for command in ["page kalah", "page kalah --playable", "sheet kalah"] {
        let arguments: Vec<&str> = command.split(' ').collect();
        let page = said(&folder, &arguments);
        assert!(page.contains(&format!("<meta name=\"generator\" content=\"uur {version}\">")), "{command}");
        assert!(page.contains(&format!("<meta name=\"uur:command\" content=\"uur {command}\">")), "{command}");
        assert!(page.contains(&format!("<meta name=\"uur:rules\" content=\"kalah {hash}\">")), "{command}");
        assert!(page.contains(&format!("Written by uur {version}")), "{command}");
    }
    let made = |command: &str| {
        format!("<metadata>Made by uur {version}: `uur {command}`. Rules: kalah {hash}.</metadata>\n</svg>\n")
    };
    assert!(said(&folder, &["board", "kalah"]).ends_with(&made("board kalah")));
    let drawn = ["simulate", "kalah", "--games", "3", "--svg", "k.svg"];
    said(&folder, &drawn);
    let drawing = fs::read_to_string(folder.join("k.svg")).unwrap();
    assert!(drawing.ends_with(&made("simulate kalah --games 3 --svg k.svg")), "{drawing}");
    // A file of uur is replaced.
    said(&folder, &drawn);
    for _ in 0..2 {
        assert!(output(&folder, &["page", "kalah", "-o", "k.html"]).status.success());
    }
}

/// Checks that a value fits a schema. An object has no fields but those that the schema names.
fn fits(schema: &Value, root: &Value, value: &Value) -> Result<(), String> {
    let Some(schema) = schema.as_object() else { panic!("a schema that says nothing: {schema}") };
    if let Some(reference) = schema.get("$ref") {
        let name = reference.as_str().and_then(|text| text.strip_prefix("#/$defs/")).expect("a definition");
        fits(&root["$defs"][name], root, value)?;
    }
    for (keyword, says) in schema {
        let fine = match keyword.as_str() {
            "$schema"
            | "$defs"
            | "$ref"
            | "title"
            | "description"
            | "format"
            | "properties"
            | "required"
            | "additionalProperties"
            | "default" => true,
            "type" => match says {
                Value::Array(types) => types.iter().any(|one| is_of(value, one.as_str().unwrap())),
                one => is_of(value, one.as_str().unwrap()),
            },
            "const" => value == says,
            "enum" => says.as_array().unwrap().contains(value),
            "minimum" => value.as_f64().is_none_or(|number| number >= says.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= says.as_f64().unwrap()),
            "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= says.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= says.as_u64().unwrap()),
            "items" => {
                let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
                items.iter().try_for_each(|item| fits(says, root, item))?;
                true
            }
            "prefixItems" => {
                let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
                says.as_array().unwrap().iter().zip(items).try_for_each(|(one, item)| fits(one, root, item))?;
                true
            }
            "anyOf" | "oneOf" => {
                let ways: Vec<_> = says.as_array().unwrap().iter().map(|one| fits(one, root, value)).collect();
                let fitting = ways.iter().filter(|way| way.is_ok()).count();
                if fitting == 0 {
                    return Err(format!("{ways:?}"));
                }
                keyword == "anyOf" || fitting == 1
            }
            other => panic!("the test does not know the keyword `{other}`"),
        };
        if !fine {
            return Err(format!("{value} is not as `{keyword}` says: {says}"));
        }
    }
    match value.as_object() {
        Some(object) if schema.contains_key("properties") || schema.contains_key("additionalProperties") => {
            fields_fit(schema, root, object)
        }
        _ => Ok(()),
    }
}

fn fields_fit(schema: &Map<String, Value>, root: &Value, object: &Map<String, Value>) -> Result<(), String> {
    let required = schema.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    if let Some(missing) = required.iter().find(|name| !object.contains_key(name.as_str().unwrap())) {
        return Err(format!("{missing} is missing"));
    }
    for (name, value) in object {
        match (schema.get("properties").and_then(|fields| fields.get(name)), schema.get("additionalProperties")) {
            (Some(one), _) => fits(one, root, value).map_err(|reason| format!("{name}: {reason}"))?,
            (None, Some(Value::Bool(true))) => {}
            (None, Some(one)) => fits(one, root, value).map_err(|reason| format!("{name}: {reason}"))?,
            (None, None) => return Err(format!("the schema has no field `{name}`")),
        }
    }
    Ok(())
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("there is no type `{other}`"),
    }
}
