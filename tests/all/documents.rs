//! Rule sheets and pages: sound HTML without outside references, in which every text of an author is text.

use std::fs;

use crate::command::{folder, output};
use crate::markup::check_html;

/// The document that a run prints.
fn document(arguments: &[&str]) -> String {
    let output = output(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let html = String::from_utf8(output.stdout).expect("it is text");
    check_html(&html).unwrap_or_else(|problem| panic!("{arguments:?}: {problem}"));
    html
}

#[test]
fn sheets_have_rules_a_start_and_examples() {
    for game in ["oware", "boola", "bao-la-kiswahili", "sat-gol", "katro"] {
        let html = document(&["sheet", game]);
        assert_eq!(html.matches("<figure class=\"start\">").count(), 1, "{game}");
        let examples = html.matches("<div class=\"example\">").count();
        assert!((1..=4).contains(&examples), "{game} has {examples} examples");
        assert!(html.contains("<section class=\"turn\">") && html.contains("<section class=\"sources\">"), "{game}");
        assert!(!html.contains("<script"), "{game} has no script");
        assert!(html.len() < 100_000, "{game} has {} bytes", html.len());
    }
}

/// A rule file whose texts are made to break a page. The checker itself refuses marks that turn the direction of text.
pub fn hostile(folder_name: &str) -> std::path::PathBuf {
    let path = folder(folder_name).join("hostile.uur");
    let long = "seeds <b>and</b> more ".repeat(500);
    let text = format!(
        "language 1\n\ngame \"<script>alert(1)</script>\", \"</title><img src=x onerror=alert(2)>\" {{\n  \
         region \"]]><svg onload=alert(3)>: &amp; \u{5d0}\u{5d1}\u{5d2}\"\n  source \"{long}\"\n  source \"</script><script>alert(4)</script>\"\n  \
         reading \"</style><script>alert(5)</script><!--\"\n}}\n\nboard {{\n  rows 2\n  pits 3\n  seeds 2 each\n}}\n\n\
         sow counterclockwise {{\n  from own pit\n}}\n\nland {{\n  take: here is own -> capture opposite\n}}\n\n\
         end {{\n  no move -> each takes own row\n  win most seeds\n}}\n\n\
         test \"</script><script>alert(6)</script> &amp; turned\" {{\n  position \"south 1 0 2; north 1 2 3\"\n  play A\n  \
         expect capture 2\n}}\n"
    );
    fs::write(&path, text).expect("it can be written");
    path
}

/// Checks that nothing of the hostile file became markup.
fn check_tame(html: &str) {
    for markup in ["<script>alert", "<img", "<svg onload", "<b>and", "<!--"] {
        assert!(!html.contains(markup), "it contains {markup}");
    }
}

#[test]
fn a_hostile_rule_file_shows_as_text() {
    let path = hostile("documents");
    let path = path.to_str().expect("the path is text");
    let html = document(&["sheet", path]);
    check_tame(&html);
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    for command in ["board", "page"] {
        check_tame(&document(&[command, path]));
    }
}

#[test]
fn pages_hold_a_game_and_stay_small() {
    for arguments in [
        &["page", "boola", "variants/boola/whole-game.game"][..],
        &["page", "layli-goobalay-berbera", "--moves", "A e E c D h K"],
        &["page", "dakon", "variants/dakon/first-turn-of-93-moves.game"],
        &["page", "lahemay-waladat", "variants/lahemay-waladat/match.game"],
        &["page", "bao-la-kiswahili"],
        &["page", "sat-gol"],
        &["page", "tchuka-ruma"],
        &["page", "oware", "--set", "slam=forbidden"],
    ] {
        let html = document(arguments);
        assert!(html.len() < 200_000, "{arguments:?} has {} bytes", html.len());
        assert_eq!(html.matches("<script").count(), 3, "{arguments:?}");
    }
}

#[test]
fn what_has_no_page_is_said() {
    let failure = |arguments: &[&str]| {
        let output = output(arguments);
        let message = String::from_utf8(output.stderr).expect("it is text");
        format!("$ uur {}\nexit {}\n{message}\n", arguments.join(" "), output.status.code().unwrap())
    };
    let report = folder("reports").join("oware.json");
    let series = output(&["simulate", "oware", "--games", "2", "--format", "json"]).stdout;
    fs::write(&report, series).expect("it can be written");
    let report = report.to_str().expect("the path is text");
    let failures = [
        failure(&["page", "bola"]),
        failure(&["page", "oware", "--moves", "A a A"]),
        failure(&["page", "oware", "boola"]),
        failure(&["page", "oware", "boola", "-o", "site", "--moves", "A"]),
        failure(&["page", "oware", "missing.game"]),
        failure(&["page", "variants", "-o", "Cargo.toml"]),
    ];
    insta::assert_snapshot!("failures", failures.concat());
    let foreign = failure(&["page", "kalah", "--report", report]);
    assert!(foreign.contains("is about a game with other rules, `oware`"), "{foreign}");
}
