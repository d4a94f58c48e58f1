//! Files from a stranger: links out of the folder, devices, pipes, folders, files without permission or
//! over the limit. No command hangs on them, shows what lies outside, or writes outside.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The rule file of a small game.
const SMALL: &str = "language 1\n\ngame \"Small\" {\n  source \"none: an example\"\n}\n\nboard {\n  rows  2\n  pits  3\n  \
    seeds 2 each\n}\n\nsow counterclockwise {\n  from own pit\n}\n\nland {\n  here is own and opposite is occupied -> \
    capture opposite\n}\n\nend {\n  no move -> each takes own row\n  win most seeds\n}\n";

/// How long a command may take that only has to refuse a file, on a machine that does much else.
const SOON: Duration = Duration::from_secs(120);

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What comes of the command in a folder; panics if it does not end soon.
fn run(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    run_where(folder, arguments, input, ("NO_COLOR", "1"))
}

fn run_where(folder: &Path, arguments: &[&str], input: &[u8], colour: (&str, &str)) -> Output {
    let fed = folder.join(".input");
    fs::write(&fed, input).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env(colour.0, colour.1)
        .env_remove("CI")
        .env("XDG_STATE_HOME", folder)
        .stdin(fs::File::open(&fed).unwrap())
        .stdout(fs::File::create(folder.join(".output")).unwrap())
        .stderr(fs::File::create(folder.join(".errors")).unwrap())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > SOON {
            child.kill().unwrap();
            panic!("uur {} does not end", arguments.join(" "));
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let of = |name: &str| fs::read(folder.join(name)).unwrap();
    Output { status, stdout: of(".output"), stderr: of(".errors") }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal ends it")
}

/// Makes, at a path, a thing that is no text file, with a part of what is said of it.
type Hostile = (&'static str, fn(&Path), &'static str);

const HOSTILE: &[Hostile] = &[
    ("a device", |path| symlink("/dev/zero", path).unwrap(), "it is a device"),
    ("a pipe", |path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success()), "it is a device, a pipe"),
    ("a folder", |path| fs::create_dir(path).unwrap(), "it is a folder"),
    ("one byte too much", |path| fs::write(path, "#".repeat((1 << 20) + 1)).unwrap(), "it is larger than 1 MiB"),
    (
        "no text",
        |path| fs::write(path, b"language 1\n\xff\xfe").unwrap(),
        "the byte FF in line 2 is not UTF-8; save it as UTF-8",
    ),
    (
        "UTF-16",
        |path| fs::write(path, b"\xff\xfel\0a\0").unwrap(),
        "begins with the bytes FF FE, so it is UTF-16; save it as UTF-8",
    ),
    (
        "no permission",
        |path| {
            fs::write(path, SMALL).unwrap();
            fs::set_permissions(path, fs::Permissions::from_mode(0o000)).unwrap();
        },
        "ermission denied",
    ),
];

/// Things that are no text file, made anew in a folder. Who may read everything sees no missing permission.
fn hostile(folder: &Path, name: &str) -> impl Iterator<Item = &'static Hostile> {
    let path = folder.join(name);
    HOSTILE.iter().filter(move |(_, make, said)| {
        let _ = fs::remove_dir(&path).or_else(|_| fs::remove_file(&path));
        make(&path);
        !(*said == "ermission denied" && fs::File::open(&path).is_ok())
    })
}

#[test]
fn every_command_refuses_what_is_not_a_rule_file() {
    let folder = folder("rules");
    for (what, _, reason) in hostile(&folder, "x.uur") {
        for arguments in [
            &["check", "x.uur"][..],
            &["fmt", "--check", "x.uur"],
            &["test", "x.uur"],
            &["show", "x.uur"],
            &["play", "x.uur"],
            &["explain", "x.uur"],
            &["replay", "x.uur", "--moves", "A"],
            &["perft", "x.uur", "2"],
            &["simulate", "x.uur", "--games", "3"],
            &["solve", "x.uur", "--time", "1"],
            &["sweep", "x.uur", "--param", "pits=2", "--games", "1"],
            &["sweep", "x.uur", "--param", "pits=2", "--solve"],
            &["tournament", "x.uur", "random", "random", "--games", "1"],
            &["diff", "x.uur", "kalah", "--games", "1"],
            &["verify", "x.uur"],
            &["mutate", "x.uur"],
        ] {
            let output = run(&folder, arguments, b"");
            // Some commands take a folder of rule files, too.
            let fits = said(&output).contains(reason) || said(&output).contains("`x.uur` contains no rule file");
            assert!(fits, "{what}: uur {}: {}", arguments.join(" "), said(&output));
            assert_eq!(code(&output), 2, "{what}: uur {}", arguments.join(" "));
        }
    }
}

#[test]
fn every_command_refuses_other_unreadable_files() {
    let folder = folder("others");
    for (what, _, reason) in hostile(&folder, "x") {
        // A database may be larger than a text and is none.
        let is_small = !matches!(*what, "one byte too much" | "no text" | "UTF-16");
        for (arguments, input, applies) in [
            (&["replay", "--record", "x"][..], "", true),
            (&["merge", "x"], "", *what != "one byte too much"),
            (
                &["sweep", "kalah", "--param", "pits=2", "--games", "1", "--resume", "x"],
                "",
                *what != "one byte too much",
            ),
            (&["solve", "boola", "--set", "pits=3", "--database", "x"], "", is_small),
            (&["solve", "boola", "--set", "pits=3", "--database", "x", "--seeds", "3"], "", is_small),
            (&["play", "boola", "--database", "x"], "", is_small),
            (&["play"], "load x\n", true),
            // Beside a folder the record gets an ending.
            (&["play", "kalah"], "save x\n", *what != "a folder"),
        ] {
            if !applies {
                continue;
            }
            let output = run(&folder, arguments, input.as_bytes());
            let fits = said(&output).contains(reason)
                || arguments.contains(&"--resume") && said(&output).contains("`x` cannot be used: it is a link")
                || input.starts_with("save") && said(&output).contains("`x` cannot be written");
            assert!(fits, "{what}: uur {}: {}", arguments.join(" "), said(&output));
            assert_ne!(code(&output), 0, "{what}: uur {}", arguments.join(" "));
        }
    }
}

#[test]
fn standard_input_is_refused_rather_than_cut() {
    let folder = folder("input");
    let long = format!("{SMALL}{}", "# a comment\n".repeat(100_000));
    for arguments in
        [&["fmt", "-"][..], &["check", "-"], &["replay", "kalah", "--moves", "-"], &["replay", "--record", "-"]]
    {
        let output = run(&folder, arguments, long.as_bytes());
        assert_eq!((code(&output), output.stdout.len()), (2, 0), "uur {}", arguments.join(" "));
        assert!(said(&output).contains("it is larger than 1 MiB"), "{}", said(&output));
    }
    let fits = SMALL.to_string() + &"#".repeat((1 << 20) - SMALL.len() - 1) + "\n";
    let whole = run(&folder, &["fmt", "-"], fits.as_bytes());
    let marks = |text: &[u8]| text.iter().filter(|&&byte| byte == b'#').count();
    assert_eq!((code(&whole), marks(&whole.stdout)), (0, marks(fits.as_bytes())));
}

/// A rule file with a record, in a folder as a stranger may hand it over.
fn handed_over(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::create_dir_all(folder.join("g/g")).unwrap();
    fs::create_dir(folder.join("outside")).unwrap();
    fs::write(folder.join("outside/file"), "mine\n").unwrap();
    fs::write(folder.join("g/g.uur"), SMALL).unwrap();
    fs::write(folder.join("g/g/x.game"), "game g\nmoves A\n").unwrap();
    folder
}

#[test]
fn a_test_run_writes_nothing_outside() {
    let folder = handed_over("links");
    symlink("../../outside/file", folder.join("g/g/x.snap.new")).unwrap();
    let output = run(&folder, &["test", "g/g.uur", "--games", "2"], b"");
    assert!(said(&output).contains("x.snap.new` cannot be written: it is a link"), "{}", said(&output));
    assert_eq!(fs::read_to_string(folder.join("outside/file")).unwrap(), "mine\n");

    fs::remove_file(folder.join("g/g/x.snap.new")).unwrap();
    symlink("../../outside/made", folder.join("g/g/x.snap.new")).unwrap();
    run(&folder, &["test", "g/g.uur", "--games", "2"], b"");
    assert!(!folder.join("outside/made").exists());
    assert!(said(&run(&folder, &["review", "g", "--accept"], b"")).contains("nothing to review"));

    fs::remove_file(folder.join("g/g/x.snap.new")).unwrap();
    run(&folder, &["test", "g/g.uur", "--games", "2"], b"");
    fs::rename(folder.join("g/g"), folder.join("outside/g")).unwrap();
    fs::remove_file(folder.join("outside/g/x.snap.new")).unwrap();
    symlink("../outside/g", folder.join("g/g")).unwrap();
    run(&folder, &["test", "g/g.uur", "--games", "2"], b"");
    assert!(!folder.join("outside/g/x.snap.new").exists());
}

/// A rule file that extends another.
fn extending(name: &str) -> String {
    format!("language 1\n\nextends \"{name}\"\n\ngame \"Child\" {{\n  source \"none: an example\"\n}}\n")
}

#[test]
fn rule_files_stay_in_the_folder_of_the_one_asked_for() {
    let folder = folder("extends");
    let [inner, outer] = ["inner/sub", "outer"].map(|name| folder.join(name));
    fs::create_dir_all(&inner).unwrap();
    fs::create_dir(&outer).unwrap();
    fs::write(outer.join("base.uur"), "the secret words of another file").unwrap();
    fs::write(outer.join("sound.uur"), SMALL).unwrap();
    fs::write(folder.join("inner/near.uur"), SMALL).unwrap();
    symlink("../outer/base.uur", folder.join("inner/link.uur")).unwrap();
    symlink("../outer", folder.join("inner/way")).unwrap();
    symlink("near.uur", folder.join("inner/alias.uur")).unwrap();
    fs::write(inner.join("back.uur"), extending("../near")).unwrap();
    let absolute = outer.join("base").to_string_lossy().into_owned();
    for name in ["../outer/base", "../outer/not-there", "../../../../../../etc/passwd", &absolute, "link", "way/base"] {
        fs::write(folder.join("inner/child.uur"), extending(name)).unwrap();
        for arguments in [&["check", "child.uur"][..], &["show", "--flat", "child.uur"], &["play", "child.uur"]] {
            let output = run(&folder.join("inner"), arguments, b"");
            assert!(said(&output).contains("E0506"), "{name}: {}", said(&output));
            assert!(!said(&output).contains("secret"), "{name}: {}", said(&output));
            assert_eq!(code(&output), 3, "{name}");
        }
    }
    for name in ["near", "./sub/../near.uur", "alias", "sub/back", "kalah"] {
        fs::write(folder.join("inner/child.uur"), extending(name)).unwrap();
        let output = run(&folder, &["check", "inner/child.uur"], b"");
        assert_eq!(code(&output), 0, "{name}: {}", said(&output));
    }
    // The file that was asked for says where they may lie.
    assert_eq!(code(&run(&folder, &["check", "inner/sub/back.uur"], b"")), 3);
    fs::write(folder.join("inner/child.uur"), extending("../outer/sound")).unwrap();
    for arguments in [&["check", "inner/child.uur"][..], &["check", "-"]] {
        let input = fs::read(folder.join("inner/child.uur")).unwrap();
        assert_eq!(code(&run(&folder, arguments, &input)), 3, "{}", arguments.join(" "));
    }
    for arguments in
        [&["--allow-outside", "check", "inner/child.uur"], &["check", "inner/child.uur", "--allow-outside"]]
    {
        let output = run(&folder, arguments, b"");
        assert_eq!(code(&output), 0, "{}", said(&output));
    }
}

#[test]
fn a_shipped_game_extends_no_file_that_lies_around() {
    let folder = folder("around");
    fs::write(folder.join("layli-goobalay.uur"), "not meant").unwrap();
    let output = run(&folder, &["check", "layli-goobalay-wikipedia"], b"");
    assert_eq!(code(&output), 0, "{}", said(&output));
}

#[test]
fn an_unreadable_parent_is_reported() {
    let folder = folder("extended");
    for (what, _, reason) in hostile(&folder, "x.uur") {
        fs::write(folder.join("child.uur"), extending("x")).unwrap();
        let output = run(&folder, &["check", "child.uur"], b"");
        let outside = *what == "a device";
        let wanted = if outside { "E0506" } else { reason };
        assert!(said(&output).contains(wanted), "{what}: {}", said(&output));
        assert_eq!(code(&output), 3, "{what}");
    }
}

#[test]
fn every_file_left_out_of_a_folder_is_reported() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let whole = folder("walk");
    fs::write(whole.join("small.uur"), SMALL).unwrap();
    for command in ["check", "test", "fmt"] {
        fs::write(whole.join(OsStr::from_bytes(b"not-\xff.uur")), SMALL).unwrap();
        let output = run(&whole, &[command, "."], b"");
        assert!(said(&output).contains("is not UTF-8"), "{command}: {}", said(&output));
        assert_eq!(code(&output), 2, "{command}");
        fs::remove_file(whole.join(OsStr::from_bytes(b"not-\xff.uur"))).unwrap();

        symlink("/etc/passwd", whole.join("out.uur")).unwrap();
        let output = run(&whole, &[command, "."], b"");
        assert!(said(&output).contains("`out.uur` is a link that leads out of the folder"), "{}", said(&output));
        assert!(!said(&output).contains("root:"), "{}", said(&output));
        assert_eq!(code(&output), 2, "{command}");
        fs::remove_file(whole.join("out.uur")).unwrap();

        symlink("not-there.uur", whole.join("dangling.uur")).unwrap();
        let output = run(&whole, &[command, "."], b"");
        assert!(said(&output).contains("dangling.uur"), "{command}: {}", said(&output));
        assert_eq!(code(&output), 2, "{command}: {}", said(&output));
        fs::remove_file(whole.join("dangling.uur")).unwrap();
    }
}

#[test]
fn a_record_that_leads_out_is_not_read() {
    let folder = handed_over("records");
    symlink("../../outside/file", folder.join("g/g/out.game")).unwrap();
    let output = run(&folder, &["test", "g/g.uur", "--games", "2"], b"");
    assert!(said(&output).contains("it is a link that leads out"), "{}", said(&output));
    assert!(!said(&output).contains("mine"), "{}", said(&output));
    assert_eq!(code(&output), 1);
    fs::remove_file(folder.join("g/g/out.game")).unwrap();
    for (what, _, reason) in hostile(&folder.join("g/g"), "x.game") {
        let output = run(&folder, &["test", "g/g.uur", "--games", "2"], b"");
        let wanted = if *what == "a device" { "leads out" } else { reason };
        assert!(said(&output).contains(wanted), "{what}: {}", said(&output));
        assert_eq!(code(&output), 1, "{what}");
    }
}

#[test]
fn an_unreadable_transcript_is_no_success() {
    let folder = handed_over("kept");
    for (what, ..) in hostile(&folder.join("g/g"), "x.snap") {
        let output = run(&folder, &["test", "g/g.uur", "--games", "2"], b"");
        assert!(code(&output) == 1 && said(&output).contains("`x.snap` cannot be read"), "{what}: {}", said(&output));
        assert_ne!(code(&run(&folder, &["review", "g", "--accept"], b"")), 0, "{what}");
        assert_ne!(code(&run(&folder, &["mutate", "g/g.uur"], b"")), 101, "{what}");
    }
    for (what, ..) in hostile(&folder.join("g/g"), "x.snap.new") {
        let _ = fs::remove_dir(folder.join("g/g/x.snap")).or_else(|_| fs::remove_file(folder.join("g/g/x.snap")));
        let output = run(&folder, &["review", "g", "--accept"], b"");
        let refused = code(&output) != 0 || said(&output).contains("nothing to review");
        assert!(refused && !folder.join("g/g/x.snap").exists(), "{what}: {}", said(&output));
    }
}

#[test]
fn what_is_accepted_replaces_no_foreign_file() {
    let folder = handed_over("accepted");
    run(&folder, &["test", "g/g.uur", "--games", "2"], b"");
    fs::write(folder.join("g/g/x.snap"), "my own notes\n").unwrap();
    let output = run(&folder, &["review", "g", "--accept"], b"");
    assert_ne!(code(&output), 0, "{}", said(&output));
    assert_eq!(fs::read_to_string(folder.join("g/g/x.snap")).unwrap(), "my own notes\n");
    assert!(folder.join("g/g/x.snap.new").exists());
    fs::remove_file(folder.join("g/g/x.snap")).unwrap();
    assert_eq!(code(&run(&folder, &["review", "g", "--accept"], b"")), 0);
    assert!(fs::read_to_string(folder.join("g/g/x.snap")).unwrap().starts_with("rules "));
    assert!(!folder.join("g/g/x.snap.new").exists());
}

#[test]
fn no_command_replaces_a_foreign_file() {
    let folder = folder("foreign");
    fs::write(folder.join("small.uur"), SMALL).unwrap();
    fs::write(folder.join("own"), "my only copy").unwrap();
    symlink("own", folder.join("link")).unwrap();
    for name in ["own", "link"] {
        for (arguments, input) in [
            (&["test", "small.uur", "--games", "1", "--junit", name][..], String::new()),
            (&["simulate", "small.uur", "--games", "1", "--svg", name], String::new()),
            (&["sweep", "kalah", "--param", "pits=2", "--games", "1", "--svg", name], String::new()),
            (&["sweep", "kalah", "--param", "pits=2", "--games", "1", "--resume", name], String::new()),
            (&["sweep", "kalah", "--param", "pits=2", "--solve", "--resume", name], String::new()),
            (&["solve", "boola", "--set", "pits=3", "--database", name, "--seeds", "3"], String::new()),
            (&["play", "small.uur"], format!("save {name}\n")),
        ] {
            let output = run(&folder, arguments, input.as_bytes());
            assert_ne!(code(&output), 0, "uur {}: {}", arguments.join(" "), said(&output));
            assert!(said(&output).contains(&format!("`{name}`")), "uur {}: {}", arguments.join(" "), said(&output));
            assert_eq!(fs::read_to_string(folder.join("own")).unwrap(), "my only copy", "uur {}", arguments.join(" "));
        }
    }
    let link = folder.join("link.uur");
    fs::write(folder.join("other"), SMALL.replace("  rows  2", "rows 2")).unwrap();
    symlink("other", &link).unwrap();
    assert_ne!(code(&run(&folder, &["fmt", "link.uur"], b"")), 0);
    assert!(fs::read_to_string(folder.join("other")).unwrap().contains("\nrows 2"));
}

/// Nothing that comes from a file, its name or the user steers the terminal.
#[test]
fn control_characters_reach_no_terminal() {
    const STEERS: &str = "\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}2J\u{202e}\u{200f}\r";
    let folder = folder("control");
    let name = format!("x{STEERS}.uur");
    fs::write(folder.join(&name), SMALL).unwrap();
    fs::write(folder.join("title.uur"), SMALL.replace("Small", &format!("Small{STEERS}"))).unwrap();
    fs::write(folder.join("small.uur"), SMALL).unwrap();
    fs::create_dir(folder.join("small")).unwrap();
    fs::write(folder.join(format!("small/r{STEERS}.game")), format!("game small\nmoves A {STEERS}\n")).unwrap();
    let from = format!("south 1 {STEERS}");
    for (arguments, input) in [
        (&["check", &name, "title.uur"][..], String::new()),
        (&["check", &name, "title.uur", "--format", "json"], String::new()),
        (&["check", "title.uur", "--format", "github"], String::new()),
        (&["test", "."], String::new()),
        (&["test", ".", "--format", "json"], String::new()),
        (&["test", "small.uur", "--games", "2", "--format", "github"], String::new()),
        (&["test", "small.uur", "--games", "2", "--format", "junit"], String::new()),
        (&["show", &name], String::new()),
        (&["show", STEERS], String::new()),
        (&["fmt", "--check", "."], String::new()),
        (&["play", STEERS], String::new()),
        (&["replay", "kalah", "--from", &from], String::new()),
        (&["replay", "kalah", "--moves", STEERS], String::new()),
        (&["solve", "kalah", "--database", STEERS], String::new()),
        (&["merge", STEERS], String::new()),
        (&["explain", STEERS], String::new()),
        (&["play", &name], format!("board\n{STEERS}\n")),
        (&["play", "small.uur"], format!("play {STEERS}\n")),
        (&["play", "small.uur"], format!("load {STEERS}\n")),
        (&["play", "small.uur"], format!("position set {STEERS}\n")),
        (&["review", "."], String::new()),
    ] {
        let output = run_where(&folder, arguments, input.as_bytes(), ("CLICOLOR_FORCE", "1"));
        let told = said(&output);
        let steers = uur::source::coloured(&told).into_owned();
        assert_eq!(steers, told, "uur {arguments:?}");
        if arguments.contains(&"json") {
            let lines = String::from_utf8(output.stdout).unwrap();
            assert!(lines.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{lines}");
        }
    }
}

/// A database of endgames is built by one run at a time, and one that is damaged is kept as it is.
#[test]
fn a_database_is_built_alone_and_never_replaced_by_mistake() {
    let folder = folder("database");
    let built = |seeds: &str| {
        run(&folder, &["solve", "boola", "--set", "pits=3", "--database", "d", "--seeds", seeds, "--time", "60"], b"")
    };
    let of_level = |level: &str| {
        let shown = run(&folder, &["solve", "boola", "--set", "pits=3", "--database", "d", "--histogram"], b"");
        said(&shown).contains(level)
    };
    // A run that was killed leaves its lock, which keeps nobody out.
    fs::write(folder.join(".d.lock"), "").unwrap();
    assert_eq!(code(&built("3")), 0);
    assert!(of_level("3 seeds") && !of_level("4 seeds"));
    assert!(!folder.join(".d.lock").exists());
    let lock = fs::File::create(folder.join(".d.lock")).unwrap();
    lock.lock().unwrap();
    let output = built("4");
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("another run of uur is using it"), "{}", said(&output));
    drop(lock);
    assert_eq!(code(&built("4")), 0);
    assert!(of_level("4 seeds"));
    let sound = fs::read(folder.join("d")).unwrap();
    for damaged in [&sound[..sound.len() - 1], &[&sound[..], b"x"].concat(), b""] {
        fs::write(folder.join("d"), damaged).unwrap();
        let output = built("5");
        assert_eq!(code(&output), 2, "{}", said(&output));
        assert!(said(&output).contains("move it away"), "{}", said(&output));
        assert_eq!(fs::read(folder.join("d")).unwrap(), damaged);
    }
    let left = fs::read_dir(&folder).unwrap().filter(|entry| {
        let name = entry.as_ref().unwrap().file_name().to_string_lossy().into_owned();
        name.starts_with(".d")
    });
    assert_eq!(left.count(), 0, "nothing is left behind");
}

#[test]
fn a_device_that_the_user_names_is_written_to() {
    let folder = folder("devices");
    fs::write(folder.join("small.uur"), SMALL).unwrap();
    let output = run(&folder, &["test", "small.uur", "--games", "1", "--junit", "/dev/stdout"], b"");
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("<testsuites name=\"uur\""));
    let output = run(&folder, &["simulate", "small.uur", "--games", "1", "--svg", "/dev/null"], b"");
    assert_eq!(code(&output), 0, "{}", said(&output));
}

#[test]
fn long_words_and_lines_are_fast() {
    let folder = folder("long");
    for piece in [";", "A;", "A ", "set a=1;", "A:", "\""] {
        let text = format!("game kalah\nmoves {}", piece.repeat((1 << 20) / piece.len() - 20));
        fs::write(folder.join("long.game"), text).unwrap();
        let output = run(&folder, &["replay", "--record", "long.game"], b"");
        assert!((0..=2).contains(&code(&output)), "{piece}: {}", code(&output));
    }
    let word = "z".repeat(120_000);
    let output = run(&folder, &["explain", &word], b"");
    assert!(code(&output) == 2 && said(&output).contains("there is no page on"));
}

#[test]
fn no_test_of_the_prompt_spoils_the_rule_file() {
    let folder = folder("titles");
    fs::write(folder.join("small.uur"), SMALL).unwrap();
    let large = "x".repeat((1 << 20) - SMALL.len());
    for title in ["\u{1b}[31mred", "\u{202e}turned", &large] {
        for command in ["test", "transcript"] {
            let output = run(&folder, &["play", "small.uur"], format!("A\n{command} \"{title}\"\n").as_bytes());
            assert_eq!(code(&output), 1, "{command}");
            assert_eq!(fs::read_to_string(folder.join("small.uur")).unwrap(), SMALL, "{command}");
        }
    }
    let output = run(&folder, &["play", "small.uur"], b"A\ntest \"one\"\n");
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert_eq!(code(&run(&folder, &["test", "small.uur", "--games", "1"], b"")), 0);
}

#[test]
fn what_a_review_cannot_read_is_reported() {
    let folder = handed_over("unread");
    let pending = folder.join("g/g/x.snap.new");
    fs::write(&pending, b"rules \xff\n").unwrap();
    let output = run(&folder, &["review", "g", "--accept"], b"");
    assert_eq!(code(&output), 2, "{}", said(&output));
    assert!(said(&output).contains("x.snap.new` cannot be read"), "{}", said(&output));
    assert!(pending.exists() && !folder.join("g/g/x.snap").exists());
    // Who may read everything, such as root, cannot be kept out.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder.join("g/g"), fs::Permissions::from_mode(0o000)).unwrap();
        let is_shut = fs::read_dir(folder.join("g/g")).is_err();
        let output = run(&folder, &["review", "g"], b"");
        fs::set_permissions(folder.join("g/g"), fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(said(&output).contains("g/g` cannot be read"), is_shut, "{}", said(&output));
        assert_eq!(code(&output), 2);
    }
}
