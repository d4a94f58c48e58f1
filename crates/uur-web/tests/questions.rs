//! Every question is answered, and hostile ones too.

use serde_json::{Value, json};
use uur::chance::Rng;
use uur::match_play::{NextStep, Step};
use uur::notation::{write_move, write_position, write_steps};
use uur::rules::Side;
use uur::{Game, shipped_games};
use uur_web::Workbench;

fn ask(workbench: &mut Workbench, question: &Value) -> Value {
    serde_json::from_str(&workbench.ask(&question.to_string())).expect("an answer is JSON")
}

/// The answer of a new workbench.
fn answer(question: Value) -> Value {
    ask(&mut Workbench::default(), &question)
}

fn boola(steps: &[&str]) -> Value {
    json!({ "rules": { "name": "boola" }, "steps": steps })
}

const FIRST: &str = "language 1\n\ngame \"First\" {\n  source \"none\"\n}\n\nboard {\n  rows 2\n  pits 5\n  seeds 3 each\n}\n\n\
    sow counterclockwise {\n  from own pit\n}\n\nland {\n  here is occupied -> relay\n}\n\n\
    end {\n  no move -> opponent wins\n}\n";

#[test]
fn rules_are_opened_with_their_parameters() {
    let game = &answer(json!({ "ask": "open", "rules": { "name": "boola", "settings": { "pits": "6" } } }))["game"];
    assert_eq!(
        (&game["title"], &game["pits"], &game["settings"]),
        (&json!("Boola"), &json!(6), &json!({ "pits": "6" }))
    );
    let pits = &game["parameters"][0];
    assert_eq!((&pits["name"], &pits["default"], &pits["value"]), (&json!("pits"), &json!(12), &json!(6)));
}

#[test]
fn problems_have_places_in_utf_16_and_fixes() {
    let text = FIRST.replace("\"none\"", "\"š😀\"").replace("here is occupied", "here is ocupied");
    let found = answer(json!({ "ask": "open", "rules": { "name": "mine.uur", "text": text } }));
    assert_eq!(found["game"], Value::Null);
    let fix = &found["problems"][0]["fix"];
    assert_eq!(fix["replacement"], "occupied", "{found}");
    let units: Vec<u16> = text.encode_utf16().collect();
    let offset = |name: &str| fix[name].as_u64().expect("it is a number") as usize;
    assert_eq!(String::from_utf16_lossy(&units[offset("from")..offset("to")]), "ocupied");
    let game = json!({ "rules": { "name": "mine.uur", "text": text } });
    assert_eq!(answer(json!({ "ask": "game", "game": game }))["error"]["code"], "rules");
}

#[test]
fn a_step_that_is_not_legal_stops_the_game_before_it() {
    let state = answer(json!({ "ask": "game", "game": boola(&["K-1", "b", "A"]) }));
    assert_eq!(state["steps"], 1);
    assert_eq!((&state["stopped"]["step"], &state["stopped"]["rule"]["line"]), (&json!(2), &json!(25)));
    assert_eq!(state["due"]["side"], "north");
}

#[test]
fn the_ways_to_play_a_pit_are_told_apart() {
    let state = answer(json!({ "ask": "game", "game": boola(&[]) }));
    let moves = state["moves"].as_array().expect("there are moves");
    let labels: Vec<(&str, &str)> =
        moves.iter().map(|m| (m["move"].as_str().unwrap_or(""), m["label"].as_str().unwrap_or(""))).collect();
    assert_eq!(labels, [("K", "lift 3"), ("K-1", "leave 1"), ("L", "")]);
}

#[test]
fn a_pit_that_may_not_be_played_has_its_reason() {
    let why = |pit: u8| answer(json!({ "ask": "whynot", "game": boola(&["K-1"]), "pit": pit }));
    assert_eq!(why(13)["rule"]["line"], 25);
    assert_eq!(why(1)["text"], "B is South's, and North is to move");
    assert_eq!(why(22)["moves"], json!(["k"]));
    assert_eq!(why(99)["error"]["code"], "question");
    let move_text = answer(json!({ "ask": "whynot", "game": boola(&["K-1"]), "move": "k-2" }));
    assert!(move_text["text"].as_str().is_some_and(|text| text.contains("k")), "{move_text}");
}

#[test]
fn a_round_that_is_due_begins_when_it_is_wanted() {
    let mut workbench = Workbench::default();
    let mut play = Game::shipped("lahemay-waladat").expect("it is shipped").play();
    let (mut chance, mut steps) = (Rng::for_game(7, 0), vec![]);
    let mut rounds = 0;
    while rounds < 2 {
        let step = match play.due() {
            NextStep::Lot(_) => Step::Lot(Side::BOTH[chance.below(2)]),
            NextStep::Nothing(_) => break,
            NextStep::Round => {
                play.next_round();
                continue;
            }
            NextStep::Move(_) => {
                let moves = play.legal_moves();
                Step::Move(moves[chance.below(moves.len())])
            }
        };
        let ended = play.step(step).expect("it is legal").outcome().is_some();
        steps.push(write_steps(&play.game().program, &[step]));
        if ended {
            rounds += 1;
            let game = json!({ "rules": { "name": "lahemay-waladat" }, "steps": steps });
            let state = ask(&mut workbench, &json!({ "ask": "game", "game": game }));
            assert!(state["result"]["text"].is_string() && state["moves"] == json!([]), "{state}");
            if state["due"]["kind"] == "round" {
                let begun = json!({ "rules": { "name": "lahemay-waladat" }, "steps": steps, "begin": true });
                let state = ask(&mut workbench, &json!({ "ask": "game", "game": begun }));
                assert_eq!(state["due"]["kind"], "move", "{state}");
                play.next_round();
                assert_eq!(state["position"]["text"], write_position(play.game(), play.position()));
                assert!(!state["begun"].as_array().expect("a list").is_empty());
            }
        }
    }
    assert!(rounds > 0);
}

/// Plays a few moves of a game at random, and compares the answers with the library.
fn compare(workbench: &mut Workbench, name: &str, moves: usize) {
    let mut play = Game::shipped(name).expect("it is shipped").play();
    let mut chance = Rng::for_game(3, 0);
    let mut steps: Vec<String> = vec![];
    for _ in 0..moves {
        let game = json!({ "rules": { "name": name }, "steps": steps, "begin": true });
        let state = ask(workbench, &json!({ "ask": "game", "game": game }));
        assert_eq!(state["stopped"], Value::Null, "{name} after {steps:?}");
        play.next_round();
        let legal: Vec<String> = play.legal_moves().iter().map(|&m| write_move(&play.game().program, m)).collect();
        let told: Vec<Value> = state["moves"].as_array().expect("a list").iter().map(|m| m["move"].clone()).collect();
        assert_eq!(json!(told), json!(legal), "{name} after {steps:?}");
        if play.result().is_none() {
            assert_eq!(state["position"]["text"], write_position(play.game(), play.position()), "{name}: {steps:?}");
        }
        let step = match play.due() {
            NextStep::Lot(_) => Step::Lot(Side::South),
            NextStep::Nothing(_) | NextStep::Round => return,
            NextStep::Move(_) => {
                let moves = play.legal_moves();
                let Some(&m) = moves.get(chance.below(moves.len().max(1))) else { return };
                Step::Move(m)
            }
        };
        if play.step(step).is_err() {
            return;
        }
        steps.push(write_steps(&play.game().program, &[step]));
        let game = json!({ "rules": { "name": name }, "steps": steps });
        check_events(workbench, &game, steps.len());
    }
}

/// Checks that the changes of all events lead from the position before to the position after.
fn check_events(workbench: &mut Workbench, game: &Value, step: usize) {
    let told = ask(workbench, &json!({ "ask": "events", "game": game, "step": step }));
    let events = told["events"].as_array().unwrap_or_else(|| panic!("{told}"));
    if told["total"] != json!(events.len()) {
        return;
    }
    let seeds = |position: &Value| {
        let held = |list: &str| position[list].as_array().cloned().unwrap_or_default();
        let all = held("pits").into_iter().chain(held("stores"));
        all.map(|pit| (pit["pit"].as_u64(), pit["seeds"].as_u64())).collect::<std::collections::BTreeMap<_, _>>()
    };
    let (mut now, drawings) = (seeds(&told["before"]), told["drawings"].as_array().map_or(0, Vec::len) as u64);
    for change in events.iter().flat_map(|event| event["changes"].as_array().expect("a list")) {
        now.insert(change[0].as_u64(), change[1].as_u64());
        assert!(change[2].as_u64().is_some_and(|drawing| drawing < drawings), "{change}");
    }
    // A board whose game does not count seeds gets stores with the first seeds in them.
    let mut after = seeds(&told["after"]);
    after.retain(|pit, _| now.contains_key(pit));
    assert_eq!(now, after, "{game}");
}

#[test]
fn answers_agree_with_the_library_in_every_shipped_game() {
    let mut workbench = Workbench::default();
    for name in shipped_games() {
        compare(&mut workbench, name, 3);
    }
}

#[test]
fn answers_agree_with_the_library_in_long_games() {
    let mut workbench = Workbench::default();
    for name in ["boola", "oware", "lahemay-waladat", "bao-two-row", "toguz-kumalak", "congklak"] {
        compare(&mut workbench, name, 60);
    }
}

#[test]
fn events_are_told_in_parts() {
    let part = |first: usize, most: usize| {
        answer(json!({ "ask": "events", "game": boola(&["L"]), "step": 1, "first": first, "most": most }))
    };
    let whole = part(0, 1000);
    let total = whole["total"].as_u64().expect("a number") as usize;
    assert!(total > 3);
    for first in 0..=total {
        let (head, tail) = (part(0, first.max(1)), part(first, 1000));
        assert_eq!(tail["after"], whole["after"]);
        assert_eq!(tail["events"].as_array().map(Vec::len), Some(total - first));
        if first > 0 {
            assert_eq!(head["after"], tail["before"], "{first}");
        }
    }
}

#[test]
fn slices_change_no_result() {
    let mut results = vec![];
    for slice in [1_u64, 700, 1 << 40] {
        let mut workbench = Workbench::default();
        let question = json!({ "ask": "best", "game": boola(&["K"]), "level": "medium", "slice": slice });
        let mut best = ask(&mut workbench, &question);
        while best["more"] == true {
            best = ask(&mut workbench, &question);
        }
        let series = json!({ "games": 40, "south": "greedy", "details": true });
        let question = json!({ "ask": "simulate", "rules": { "name": "oware" }, "series": series, "slice": slice });
        let mut played = ask(&mut workbench, &question);
        while played["more"] == true {
            played = ask(&mut workbench, &question);
        }
        let params = ["pits=3,4,6"];
        let question = json!({ "ask": "sweep", "rules": { "name": "boola" }, "params": params,
            "series": { "games": 10 }, "slice": slice });
        let mut swept = ask(&mut workbench, &question);
        while swept["more"] == true {
            swept = ask(&mut workbench, &question);
        }
        assert_eq!(swept["rows"].as_array().map(Vec::len), Some(3));
        let plan = json!({ "games": 8, "levels": ["easy"], "level_games": 3 });
        let rules = json!({ "name": "boola", "settings": { "pits": "3" } });
        let question = json!({ "ask": "study", "rules": rules, "study": plan, "slice": slice });
        let mut studied = ask(&mut workbench, &question);
        while studied["more"] == true {
            assert_eq!(studied["study"], Value::Null);
            studied = ask(&mut workbench, &question);
        }
        results.push([best, played, swept, studied]);
    }
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{results:#?}");
    assert_eq!(results[0][1]["report"]["games"], 40);
    assert!(results[0][0]["move"].is_string());
}

#[test]
fn a_known_part_of_the_log_is_left_out() {
    let game = boola(&["K-1", "k", "A"]);
    let whole = answer(json!({ "ask": "game", "game": game }));
    for known in 0..5 {
        let rest = answer(json!({ "ask": "game", "game": game, "log_from": known }));
        let log = whole["log"].as_array().expect("a log");
        assert_eq!(rest["log"].as_array().expect("a log")[..], log[known.min(log.len())..]);
        assert_eq!(rest["said"], whole["said"]);
    }
}

#[test]
fn games_are_studied_and_counted() {
    let study = json!({ "games": 30, "levels": ["easy"], "level_games": 2 });
    let found =
        answer(json!({ "ask": "study", "rules": { "name": "boola", "settings": { "pits": "3" } }, "study": study }));
    assert_eq!((&found["more"], &found["played"]), (&json!(false), &found["games"]));
    let found = &found["study"];
    assert!(found["findings"].as_array().is_some_and(|findings| !findings.is_empty()), "{found}");
    let twice =
        answer(json!({ "ask": "study", "rules": { "name": "boola" }, "study": { "levels": ["easy", "easy"] } }));
    assert_eq!(twice["error"]["code"], "question");
    let counted = answer(json!({ "ask": "perft", "game": { "rules": { "name": "layli-goobalay" } }, "depth": 4 }));
    assert_eq!(counted["sequences"], 607);
}

#[test]
fn tests_run_and_are_made() {
    let tested = answer(json!({ "ask": "test", "rules": { "name": "boola" } }));
    assert_eq!(tested["failed"], 0);
    assert!(tested["coverage"].as_array().expect("a list").iter().all(|rule| rule["times"].as_u64() > Some(0)));
    let made = answer(json!({ "ask": "make_test", "game": boola(&["K-1", "k"]), "title": "a title", "last": true }));
    let made = made["text"].as_str().expect("a text");
    let text = format!(
        "{}\n{made}",
        answer(json!({ "ask": "open", "rules": { "name": "boola" } }))["game"]["text"].as_str().expect("a text")
    );
    let tested = answer(json!({ "ask": "test", "rules": { "name": "mine.uur", "text": text } }));
    assert_eq!(tested["failed"], 0, "{made}");
    let wrong = text.replace("title\" {", "title\" {\n  set pits to 6");
    let tested = answer(json!({ "ask": "test", "rules": { "name": "mine.uur", "text": wrong } }));
    assert_eq!(tested["failed"], 1);
    let failure = &tested["tests"].as_array().expect("a list").last().expect("it has one")["failure"];
    assert!(failure["place"]["line"].as_u64() > Some(1), "{failure}");
}

#[test]
fn rules_pages_pictures_and_texts_are_given() {
    let text = |question: Value, field: &str| answer(question)[field].as_str().map(str::to_string).unwrap_or_default();
    let rules = json!({ "name": "boola" });
    let told = answer(json!({ "ask": "explain", "rules": rules, "lines": true, "side": "north" }));
    assert!(told["sections"].as_array().is_some_and(|sections| sections.len() > 3), "{told}");
    assert!(text(json!({ "ask": "page", "word": "relay" }), "text").contains("relay"));
    assert!(text(json!({ "ask": "board", "game": boola(&["K"]), "theme": "print" }), "svg").contains("<style>"));
    assert!(text(json!({ "ask": "style", "narrow": "@container (max-width:9px)" }), "css").contains("@container"));
    let oware = json!({ "rules": { "name": "oware" }, "steps": ["F", "f"] });
    let elsewhere = &answer(json!({ "ask": "record", "game": oware }))["elsewhere"];
    let formats: Vec<&str> = elsewhere.as_array().unwrap().iter().map(|one| one["format"].as_str().unwrap()).collect();
    assert_eq!(formats, ["ogn", "playstrategy", "openspiel"]);
    assert!(elsewhere[0]["text"].as_str().unwrap().ends_with("1. F f *\n"));
    let record = answer(json!({ "ask": "record", "game": boola(&["K-1", "k"]) }));
    for field in ["text", "line"] {
        let read = answer(json!({ "ask": "read", "text": record[field] }));
        assert_eq!((&read["name"], &read["steps"]), (&json!("boola"), &json!(["K-1", "k"])), "{record}");
    }
    let table = json!({
        "south": "Ana \"A\"", "date": "2026-11-28", "clock": "5m+3s", "result": "north resignation",
        "remarks": [[0, "a friendly game"], [2, "well played"]],
    });
    let record = answer(json!({ "ask": "record", "game": boola(&["K-1", "k"]), "table": table }));
    for field in ["text", "line"] {
        let read = answer(json!({ "ask": "read", "text": record[field] }));
        assert_eq!(read["steps"], json!(["K-1", "k"]), "{record}");
        assert!(field == "line" || read["table"] == table, "{read}");
    }
    for (key, wrong) in [("clock", "soon"), ("result", "east"), ("date", "today\nresult south")] {
        let wrong = answer(json!({ "ask": "record", "game": boola(&[]), "table": { key: wrong } }));
        assert_eq!(wrong["error"]["code"], "table");
    }
    assert_eq!(answer(json!({ "ask": "read", "text": "K-1 k" }))["steps"], json!(["K-1", "k"]));
    let from = "south 0 3 3; north 0 3 3";
    assert_eq!(answer(json!({ "ask": "read", "text": from }))["from"], from);
    let list = answer(json!({ "ask": "list", "first": 1, "most": 2, "pictures": true }));
    assert_eq!(list["games"].as_array().map(Vec::len), Some(2));
    let drawn = answer(json!({ "ask": "draw", "game": { "rules": { "name": "lahemay-waladat" } }, "seed": 1 }));
    assert!(drawn["step"].as_str().is_some_and(|step| step.starts_with('@')), "{drawn}");
    assert_eq!(answer(json!({ "ask": "draw", "game": boola(&[]), "seed": 1 }))["error"]["code"], "due");
}

#[test]
fn hostile_questions_are_answered() {
    let mut workbench = Workbench::default();
    let good = json!({ "ask": "game", "game": boola(&["K-1"]), "view": { "flip": true } }).to_string();
    for end in (0..good.len()).filter(|&end| good.is_char_boundary(end)) {
        let answer: Value = serde_json::from_str(&workbench.ask(&good[..end])).expect("an answer is JSON");
        assert_eq!(answer["error"]["code"], "question");
    }
    for text in ["", "null", "[]", "{}", "{\"ask\":7}", &"[".repeat(100_000), &"x".repeat(5 << 20), "\u{202e}\0"] {
        let answer: Value = serde_json::from_str(&workbench.ask(text)).expect("an answer is JSON");
        assert!(answer["error"]["code"].is_string());
    }
    let rules = json!({ "name": "boola" });
    let many: Vec<&str> = vec!["K"; 20_001];
    for (question, code) in [
        (json!({ "ask": "game", "game": boola(&["K"]), "more": 1 }), "question"),
        (json!({ "ask": "game", "game": boola(&many) }), "limit"),
        (json!({ "ask": "game", "game": { "rules": rules, "from": "south 1" } }), "position"),
        (json!({ "ask": "open", "rules": { "name": "no such game" } }), "name"),
        (json!({ "ask": "open", "rules": { "name": "x", "text": "#".repeat(2 << 20) } }), "limit"),
        (json!({ "ask": "events", "game": boola(&["K"]), "step": 0 }), "step"),
        (json!({ "ask": "events", "game": boola(&["K"]), "step": 2 }), "step"),
        (json!({ "ask": "whynot", "game": boola(&[]) }), "question"),
        (json!({ "ask": "best", "game": boola(&[]), "level": "perfect" }), "question"),
        (json!({ "ask": "simulate", "rules": rules, "series": { "south": "1s" } }), "question"),
        (json!({ "ask": "sweep", "rules": rules, "params": [] }), "limit"),
        (json!({ "ask": "sweep", "rules": rules, "params": ["pits=1..1000", "a=1..1000"] }), "limit"),
        (json!({ "ask": "make_test", "game": boola(&[]), "title": "t", "last": true }), "step"),
        (json!({ "ask": "page", "word": "\u{202e}" }), "name"),
    ] {
        assert_eq!(ask(&mut workbench, &question)["error"]["code"], code, "{}", &question.to_string()[..60]);
    }
    let far = json!({ "ask": "events", "game": boola(&["K"]), "step": 1, "first": usize::MAX, "most": usize::MAX });
    assert_eq!(ask(&mut workbench, &far)["events"], json!([]));
    let far = json!({ "ask": "list", "first": usize::MAX, "most": usize::MAX });
    assert_eq!(ask(&mut workbench, &far)["games"], json!([]));
    let none = json!({ "ask": "simulate", "rules": rules, "series": { "games": 0 } });
    assert_eq!(ask(&mut workbench, &none)["more"], false);
    let unknown = json!({ "ask": "sweep", "rules": rules, "params": ["no_such=1"], "series": { "games": 1 } });
    assert!(ask(&mut workbench, &unknown)["rows"][0]["refused"].is_string());
    for word in ["\u{202e}", "<script>", "K-1 K-1", "@south=9.9", "K:+:+", "９"] {
        let stopped = ask(&mut workbench, &json!({ "ask": "game", "game": boola(&[word]) }));
        assert_eq!(stopped["stopped"]["step"], 1, "{word}");
        assert!(!stopped.to_string().contains('\u{202e}'));
    }
}

#[test]
fn texts_of_authors_are_not_markup() {
    let text = FIRST.replace("\"First\"", "\"<script>alert(1)</script>\"");
    let rules = json!({ "name": "<b>.uur", "text": text });
    let refused = answer(json!({ "ask": "\u{202e}".repeat(10_000) })).to_string();
    assert!(!refused.contains('\u{202e}') && refused.len() < 20_000, "{refused}");
    for question in [
        json!({ "ask": "game", "game": { "rules": rules } }),
        json!({ "ask": "explain", "rules": rules }),
        json!({ "ask": "board", "game": { "rules": rules } }),
    ] {
        let answer = answer(question);
        assert_eq!(answer["error"], Value::Null);
        let markup = [&answer["board"]["svg"], &answer["svg"], &answer["sections"], &answer["summary"]];
        assert!(markup.iter().all(|part| !part.to_string().contains("<script")), "{answer}");
    }
}

#[test]
fn long_and_endless_sowings_are_answered() {
    let text = FIRST.replace("seeds 3 each", "seeds 6 each").replace("pits 5", "pits 20");
    let mut workbench = Workbench::default();
    let rules = json!({ "name": "long.uur", "text": text });
    let state = ask(&mut workbench, &json!({ "ask": "game", "game": { "rules": rules } }));
    let moves = state["moves"].as_array().unwrap_or_else(|| panic!("{state}"));
    assert!(!moves.is_empty());
    for m in moves.iter().take(3) {
        let game = json!({ "rules": rules, "steps": [m["move"]] });
        let told = ask(&mut workbench, &json!({ "ask": "events", "game": game, "step": 1, "first": 5, "most": 10 }));
        assert!(told["events"].as_array().is_some_and(|events| events.len() <= 10) || told["error"].is_object());
    }
}

#[test]
fn documents_are_whole_and_without_outside_references() {
    let mine = FIRST.replace("\"First\"", "\"<script>First\"");
    let rules = json!({ "name": "mine.uur", "text": mine });
    let game = json!({ "rules": rules, "steps": ["A", "a"] });
    let sheet = answer(json!({ "ask": "sheet", "rules": rules }))["html"].as_str().expect("a sheet").to_string();
    let page = answer(json!({ "ask": "replay", "game": game }))["html"].as_str().expect("a page").to_string();
    for html in [&sheet, &page] {
        assert!(html.starts_with("<!doctype html>") && html.ends_with("</html>\n"), "{html}");
        assert!(html.contains("&lt;script&gt;First") && !html.contains("src=\"http"), "{html}");
    }
    assert!(page.contains("; A a</pre>"), "the page has the game as a line");
    let played = answer(json!({ "ask": "replay", "game": { "rules": rules } }))["html"].to_string();
    assert!(played.contains("Moves of the computer"), "a game without moves is played");
    let steps = vec!["A"; 20_001];
    let long = answer(json!({ "ask": "replay", "game": { "rules": rules, "steps": steps } }));
    assert_eq!(long["error"]["code"], "limit");
}
