//! `uur design` at the command line: the same shelf from the same seed, games that pass every check, and what is said of
//! wishes that cannot be met.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::{Value, json};
use uur_web::Workbench;

use crate::command::{self, output};

fn run(arguments: &[&str]) -> (i32, String, String) {
    let ran = output(arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (ran.status.code().unwrap(), text(ran.stdout), text(ran.stderr))
}

fn shelf(arguments: &[&str]) -> Value {
    let (code, said, error) = run(&[arguments, &["--format", "json"]].concat());
    assert_eq!(code, 0, "{error}");
    let mut answer: Value = serde_json::from_str(&said).unwrap();
    answer["shelf"].take()
}

fn folder(name: &str) -> String {
    let folder = command::folder("design").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder.to_string_lossy().into_owned()
}

const SMALL: [&str; 10] =
    ["design", "wari", "--seed", "1", "--borrow", "none", "--random", "40", "--level-games", "16"];

#[test]
fn a_shelf_depends_on_neither_threads_nor_interruptions() {
    let whole = shelf(&[&SMALL[..], &["--games", "500", "--threads", "1"]].concat());
    assert!(whole.as_array().is_some_and(|games| !games.is_empty()), "{whole}");
    let at = folder("resumed");
    let part = [&SMALL[..], &["-o", &at, "--threads", "3"]].concat();
    run(&[&part[..], &["--games", "200"]].concat());
    assert_eq!(shelf(&[&part[..], &["--games", "500"]].concat()), whole);

    // What a shelf has passes all that is asked of a rule file.
    let files = whole.as_array().unwrap().len();
    let (code, said, error) = run(&["test", &at, "--min-coverage", "100", "--games", "5"]);
    assert_eq!(code, 0, "{said}{error}");
    assert_eq!(run(&["check", "--deny-warnings", &at]).0, 0);
    assert_eq!(run(&["fmt", "--check", &at]).0, 0);
    let index = fs::read_to_string(Path::new(&at).join("index.html")).unwrap();
    assert_eq!(index.matches("<article class=\"designed\"").count(), files);
    let table = fs::read_to_string(Path::new(&at).join("candidates.csv")).unwrap();
    assert!(table.starts_with("# format: uur/design.csv 1\n") && table.contains(",kept,"), "{table}");

    let (code, _, error) = run(&["design", "wari", "--seed", "4", "-o", &at]);
    assert!(code == 2 && error.contains("belongs to a design with other games"), "{error}");

    // The games that are not on the shelf any more are gone, and what somebody has changed stays.
    let rules = |name: &str| Path::new(&at).join(format!("{name}.uur"));
    let written = || {
        fs::read_dir(&at)
            .unwrap()
            .filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "uur"))
            .count()
    };
    assert_eq!(written(), files);
    let kept = rules(whole[0]["name"].as_str().unwrap());
    let text = fs::read_to_string(&kept).unwrap() + "# mine\n";
    fs::write(&kept, &text).unwrap();
    let (code, _, error) = run(&[&part[..], &["--games", "500"]].concat());
    assert!(code == 2 && error.contains("is not as `uur design` has written it"), "{code}: {error}");
    assert_eq!(fs::read_to_string(&kept).unwrap(), text);
}

#[test]
fn a_page_finds_the_same_shelf() {
    let arguments = ["design", "wari", "--seed", "1", "--random", "40", "--level-games", "16", "--games", "200"];
    let program = shelf(&arguments);
    let (mut breeder, mut tester) = (Workbench::default(), Workbench::default());
    let ask = |workbench: &mut Workbench, question: Value| -> Value {
        serde_json::from_str(&workbench.ask(&question.to_string())).unwrap()
    };
    let mut design =
        json!({ "games": [{ "name": "wari" }], "map": ["length", "choices"], "random": 40, "level_games": 16 });
    let mut tried = json!([]);
    let mut rounds = 0..;
    let report = loop {
        let round = rounds.next();
        let question = json!({ "ask": "design", "design": design, "round": round, "tried": tried, "most": 200 });
        let mut answer = ask(&mut breeder, question);
        assert_eq!(answer["error"], Value::Null);
        if !answer["report"]["fallen"].is_null() {
            break answer["report"].take();
        }
        let found = answer["due"].as_array().unwrap().iter().map(|rules| {
            ask(&mut tester, json!({ "ask": "assay", "assay": answer["assay"], "rules": rules }))["tried"].take()
        });
        tried = found.collect();
    };
    let rows = |shelf: &Value| -> Vec<(Value, Value)> {
        shelf.as_array().unwrap().iter().map(|row| (row["name"].clone(), row["found"].clone())).collect()
    };
    assert!(!rows(&program).is_empty());
    assert_eq!(rows(&report["shelf"]), rows(&program));
    let finished =
        ask(&mut tester, json!({ "ask": "finish", "rules": { "name": "x.uur", "text": report["shelf"][0]["rules"] } }));
    assert_eq!(finished["text"], program[0]["rules"]);

    // Another workbench has not begun it, and wishes that exclude each other cannot be met.
    let lost = ask(&mut tester, json!({ "ask": "design", "design": design, "round": 3, "most": 200 }));
    assert_eq!(lost["error"]["code"], "lost");
    design["wants"] = json!(["length > 40", "length < 20"]);
    let refused = ask(&mut tester, json!({ "ask": "design", "design": design, "round": 0, "most": 200 }));
    assert!(
        refused["error"]["message"].as_str().is_some_and(|message| message.starts_with("nothing has both")),
        "{refused}"
    );
}

#[test]
fn parameters_alone_keep_all_lines() {
    let found = shelf(&[
        "design",
        "oware",
        "--only-params",
        "--want",
        "first player 30..70 %",
        "--games",
        "400",
        "--random",
        "40",
        "--level-games",
        "16",
    ]);
    let games = found.as_array().unwrap();
    assert!(!games.is_empty());
    for game in games {
        assert!(game["rules"].as_str().unwrap().contains("last_stays:"), "{game}");
    }
}

/// A game of sowing in which this line takes seeds.
fn taking(line: &str) -> String {
    format!(
        "language 1\ngame \"S\" {{ source \"none\" }}\nboard {{\n  rows 2\n  pits 6\n  seeds 4 each\n}}\n\
         sow counterclockwise {{ from own pit }}\nland {{\n  {line}\n}}\n\
         end {{\n  no move -> each takes own row\n  win most seeds\n}}\n"
    )
}

#[test]
fn a_hole_of_a_sketch_is_filled_and_the_rest_stays() {
    let dir = folder("sketch");
    fs::create_dir_all(&dir).unwrap();
    let sketch = format!("{dir}/sketch.uur");
    fs::write(&sketch, taking("? -> capture here")).unwrap();
    let found = shelf(&["design", &sketch, "--games", "1500", "--random", "40", "--level-games", "16"]);
    let games = found.as_array().unwrap();
    assert!(games.len() > 1, "{found}");
    let mut conditions = BTreeSet::new();
    for game in games {
        let rules = game["rules"].as_str().unwrap();
        let (before, after) = rules.split_once(" -> capture here\n").unwrap();
        let (before, condition) = before.rsplit_once("  ").unwrap();
        assert!(conditions.insert(condition.to_string()), "{condition}");
        assert!(
            before.ends_with("  seeds 4 each\n}\n\nsow counterclockwise {\n  from own pit\n}\n\nland {\n"),
            "{rules}"
        );
        assert!(after.starts_with("}\n\nend {\n  no move -> each takes own row\n  win most seeds\n}\n"), "{rules}");
        assert_eq!(game["story"], json!(["S", format!("land: `? -> capture here` with `{condition}`")]));
    }
}

#[test]
fn what_cannot_be_designed_is_said() {
    let dir = folder("faulty");
    fs::create_dir_all(&dir).unwrap();
    let sketch = format!("{dir}/sketch.uur");
    fs::write(&sketch, "language 1\ngame \"S\" { source \"none\" }\nboard {\n  rows 2\n  pits 6\n  ?\n}\n").unwrap();
    let [two, none, faulty] =
        ["? -> ?", "else ? -> capture here", "? -> capture here\n  else -> capture hear"].map(taking);
    let written = [("two", two), ("none", none), ("faulty", faulty)].map(|(name, text)| {
        let file = format!("{dir}/{name}.uur");
        fs::write(&file, text).unwrap();
        file
    });
    let all: [&[&str]; 15] = [
        &["design", "oware", "--want", "length 20..60", "--want", "length > 70"],
        &["design", "oware", "--want", "lenght 20..60"],
        &["design", "oware", "--want", "draws 5"],
        &["design", "oware", "--want", "relay and pitz 6"],
        &["design", "oware", "--map", "length"],
        &["design", "oware", "--map", "length,chance"],
        &["design", "oware", "--want", "depth > 55 %"],
        &["design", "kalah", "--only-params", "--map", "length,novelty"],
        &["design", "oware", "--players", "9"],
        &["design", "oware", "--keep", "bord"],
        &["design", "abalalae", "--only-params"],
        &["design", &sketch],
        &["design", &written[0]],
        &["design", &written[1]],
        &["design", &written[2]],
    ];
    let said: Vec<String> = all
        .iter()
        .map(|arguments| {
            let (code, said, error) = run(arguments);
            assert!(code != 0 && said.is_empty(), "{said}");
            format!("$ uur {}\n{error}--- exit code {code}\n", arguments.join(" ")).replace(&dir, "FOLDER")
        })
        .collect();
    assert_snapshot!(said.join("\n"));
}

#[test]
fn wishes_that_nothing_meets_end_with_the_nearest() {
    let (code, said, error) = run(&[&SMALL[..], &["--want", "length 1..2", "--games", "150"]].concat());
    assert_eq!((code, &*said), (1, ""));
    assert!(error.starts_with("no game was found: ") && error.contains("The nearest misses length "), "{error}");
    assert!(error.contains("language 1"), "{error}");
}
