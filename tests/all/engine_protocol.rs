//! The engine protocol: the session of the manual, searches that are stopped, and input that is no command.

use std::io::{BufRead, BufReader, Cursor, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use proptest::sample::select;
use uur_cli::engine_protocol::{MAX_LINE, MAX_WAITING, serve};

/// A running engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_uur"))
            .arg("engine")
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        Engine { child, input, output: BufReader::new(output).lines() }
    }

    fn write(&mut self, lines: &str) {
        self.input.as_mut().expect("the input is open").write_all(lines.as_bytes()).unwrap();
    }

    fn read(&mut self) -> String {
        self.output.next().expect("there is an answer").unwrap()
    }

    /// Reads lines up to one that begins with a word, and returns that one.
    fn read_to(&mut self, word: &str) -> String {
        loop {
            let line = self.read();
            if line.split(' ').next() == Some(word) {
                return line;
            }
        }
    }

    /// Closes the input and returns the remaining answers and the exit code.
    fn end(mut self) -> (Vec<String>, Option<i32>) {
        self.input = None;
        let rest = self.output.by_ref().map(Result::unwrap).collect();
        (rest, self.child.wait().unwrap().code())
    }
}

/// What the engine answers to an input, in this process.
fn answers(input: Vec<u8>) -> String {
    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);
    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let output = Shared::default();
    serve(Cursor::new(input), output.clone()).unwrap();
    let bytes = output.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

/// An answer without its milliseconds.
fn timeless(line: &str) -> String {
    match line.split_once(" time ") {
        Some((before, after)) => format!("{before} {}", after.split_once(' ').map_or("", |(_, rest)| rest)),
        None => line.to_string(),
    }
}

#[test]
fn the_sessions_of_the_manual_are_replayed() {
    let page = include_str!("../../docs/manual/engine-protocol.md");
    let sessions: Vec<&str> =
        page.split("```session\n").skip(1).filter_map(|session| session.split("```").next()).collect();
    assert_eq!(sessions.len(), 2);
    for session in sessions {
        let mut engine = Engine::start();
        for line in session.lines() {
            match line.strip_prefix("> ") {
                Some(command) => engine.write(&format!("{command}\n")),
                None => assert_eq!(timeless(&engine.read()), timeless(line)),
            }
        }
        assert_eq!(engine.end(), (vec![], Some(0)));
    }
}

#[test]
fn a_search_is_stopped_at_once() {
    let mut engine = Engine::start();
    engine.write("game boola\ngo infinite\n");
    assert!(engine.read_to("info").starts_with("info depth 1 "));
    engine.write("go level hard\nperft 60\nmoves\nstop\ngo positions 100\n");
    let found = engine.read_to("bestmove");
    let opening = found.strip_prefix("bestmove ").and_then(|moves| moves.split(' ').next());
    assert!(["K", "K-1", "L"].contains(&opening.unwrap_or_default()), "{found}");
    engine.read_to("bestmove");
    assert_eq!(engine.read_to("error"), "error perft was stopped");
    assert_eq!(engine.read_to("moves"), "moves K K-1 L");
    assert_ne!(engine.read_to("bestmove"), "bestmove none");
    engine.write("stop\nshow\n");
    engine.read_to("next");
    assert_eq!(engine.end(), (vec![], Some(0)));
}

#[test]
fn readiness_is_told_while_a_search_runs() {
    let mut engine = Engine::start();
    engine.write("game boola\ngo infinite\nisready\n");
    engine.read_to("readyok");
    engine.write("stop\n");
    engine.read_to("bestmove");
    engine.write("isready\n");
    engine.read_to("readyok");
    engine.write("quit\n");
    assert_eq!(engine.end().1, Some(0));
}

#[test]
fn the_end_of_the_input_and_quit_end_a_search() {
    let mut engine = Engine::start();
    engine.write("game oware\ngo infinite\n");
    engine.read_to("info");
    let (rest, code) = engine.end();
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");
    assert_eq!(code, Some(0));

    let mut engine = Engine::start();
    engine.write("game oware\ngo infinite\ngo infinite\nperft 60\nquit\nshow\n");
    engine.input = None;
    engine.output.by_ref().for_each(|line| assert!(!line.unwrap().starts_with("board")));
    assert_eq!(engine.child.wait().unwrap().code(), Some(0));

    for _ in 0..8 {
        assert!(answers(b"uur\ngame oware\nmoves\nquit\nshow\n".to_vec()).ends_with("\nmoves A B C D E F\n"));
    }
}

#[test]
fn commands_beyond_those_that_may_wait_are_refused() {
    let mut engine = Engine::start();
    engine.write("game oware\ngo infinite\n");
    engine.read_to("info");
    let mut input = engine.input.take().expect("the input is open");
    // Written from another thread, since both pipes would fill up otherwise.
    let writer = std::thread::spawn(move || {
        input.write_all("moves\n".repeat(MAX_WAITING + 10).as_bytes()).unwrap();
        input.write_all(b"stop\n").unwrap();
        input
    });
    let refused = "error more than 4096 commands are waiting; this one is ignored";
    assert_eq!(engine.read_to("error"), refused);
    engine.read_to("bestmove");
    engine.input = Some(writer.join().unwrap());
    let (rest, code) = engine.end();
    assert_eq!(rest.iter().filter(|line| line.starts_with("moves ")).count(), MAX_WAITING);
    assert_eq!(code, Some(0));
}

#[test]
fn what_cannot_be_carried_out_is_an_error() {
    for (input, error) in [
        ("moves", "no game is open (write `game NAME`)"),
        ("go time 100", "no game is open (write `game NAME`)"),
        ("mvoes", "there is no command `mvoes` (did you mean `moves`?)"),
        ("game", "no game is named (write for example `game oware`)"),
        ("game -", "standard input holds the commands (write the path of a rule file)"),
        ("game \"oware", "the quote is not closed"),
        ("game oware pits", "`pits` sets nothing (write NAME=VALUE)"),
        ("game tests", "there is no game `tests`"),
        ("game tests/", "`tests/` cannot be read"),
        ("game tests/wrong/names.uur", "`tests/wrong/names.uur` cannot be played"),
        ("game kalah pits=99", "`kalah.uur` cannot be played"),
        ("game oware\ngo", "`go` needs a limit (write `level L`, `time MS`, `positions N` or `infinite`"),
        ("ugi\nsetoption Game", "an option is set by `setoption name NAME value VALUE`"),
        ("ugi\nsetoption name Hash value 3", "there is no option `Hash` (write Game, MultiPV, Evaluation or Database)"),
        ("ugi\ngo movetime never", "`never` is not a number of milliseconds"),
        ("ugi\nquery", "`` cannot be asked (write gameover, p1turn or result)"),
        ("game oware\ngo time 0", "`0` is not a number of milliseconds from 1 to 86400000"),
        ("game oware\ngo positions -1", "`-1` is not a number of positions from 1 to 18446744073709551615"),
        ("game oware\ngo infinite now", "`now` is too much"),
        ("game oware\nperft 61", "`61` is not a depth from 1 to 60"),
        ("database x", "no game is open (write `game NAME`)"),
        ("game oware\ndatabase", "no file is named (write `database FILE` or `database none`)"),
        ("game oware\ndatabase none\ndatabase tests", "`tests` cannot be used: "),
        ("game oware\ndatabase README.md", "`README.md` cannot be used: it is not an endgame database"),
        ("game congklak\ndatabase x", "`x` cannot be used: each round begins with the seeds that the players hold"),
        ("game oware\nevaluation", "no file is named (write `evaluation FILE` or `evaluation standard`)"),
        ("game oware\nevaluation README.md", "`README.md` cannot be used: it is not an evaluation"),
        ("game oware\nposition", "no position is given (write `start` or, for example, `south 4 4; north 4 4`)"),
        ("game oware\nposition A B", "`A B` is not a part of a position"),
        ("game oware\nposition game oware", "this is not a position (write moves after the word `moves`)"),
        ("game oware\nposition start moves A b game oware", "move 3, `game`, cannot be played: "),
        ("game oware\nposition south 1 2; north 3", "`south` has 2 numbers for 6 pits"),
    ] {
        let answer = answers(input.as_bytes().to_vec());
        let last = answer.lines().last().unwrap_or_default();
        assert!(last.starts_with(&format!("error {error}")), "{input}: {answer}");
        let again = answers(format!("{input}\ngame oware\nmoves\n").into_bytes());
        assert!(again.ends_with("moves A B C D E F\n"), "{input}: the session goes on, {again}");
    }
}

#[test]
fn a_program_that_speaks_ugi_is_answered() {
    let input = "ugi\nisready\nsetoption name MultiPV value 2\nposition startpos moves C f\ngo nodes 2000\nquery p1turn\n\
        setoption name Game value kalah pits=2 seeds=1\nuginewgame\nposition fen south 0 1; north 0 1; captured 1 1\n\
        go depth 2\nposition startpos moves B A\nquery gameover\nquery result\ngo p1time 100 p2time 100 p1inc 5\n";
    let answer = answers(input.into());
    for line in ["ugiok", "readyok", "response true", "response p1win"] {
        assert!(answer.lines().any(|known| known == line), "{line}: {answer}");
    }
    assert!(!answer.contains("error"), "{answer}");
    let mut engine = Engine::start();
    engine.write("ugi\nsetoption name MultiPV value 2\ngo depth 2\n");
    let mut lines = vec![engine.read()];
    while !lines.last().is_some_and(|line| line.starts_with("bestmove")) {
        lines.push(engine.read());
    }
    assert!(lines.iter().any(|line| line.contains(" multipv 2 score cp ")), "{lines:?}");
    assert_eq!(engine.end().1, Some(0));
}

#[test]
fn a_refused_position_changes_nothing() {
    let input = "game oware\nposition start moves C f\nposition start moves A a A A\nposition south 1\nshow\n";
    assert!(answers(input.into()).contains("position south 5 5 1 6 5 5; north 5 4 4 4 4 0; south to move\nnext south"));
}

#[test]
fn endgames_are_looked_up() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engine awari.endgames");
    let path = path.to_string_lossy();
    let _ = std::fs::remove_file(&*path);
    let solved = Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(["solve", "awari", "--database", &*path, "--seeds", "7", "--histogram"])
        .output()
        .unwrap();
    assert!(solved.status.success(), "{}", String::from_utf8_lossy(&solved.stderr));
    let scores = |commands: &str| -> Vec<String> {
        let position = "position south 0 1 2 0 1 0; north 1 0 0 0 0 2; captured 20 21";
        // The input stays open until it has answered, since its end would stop the search.
        let mut engine = Engine::start();
        engine.write(&format!("game awari\n{commands}\n{position}\ngo positions 10\n"));
        let mut deepest = engine.read_to("info");
        loop {
            let line = engine.read();
            if line.starts_with("bestmove ") {
                break;
            }
            deepest = line;
        }
        assert_eq!(engine.end(), (vec![], Some(0)));
        let (_, score) = deepest.split_once(" score ").expect("it has a score");
        score.split(' ').take(2).map(str::to_string).collect()
    };
    let known = scores(&format!("database {path}"));
    assert_eq!(known, ["loss", "seeds"]);
    for without in ["newgame", "database PATH\ndatabase none", "database PATH\ngame awari"] {
        assert_eq!(scores(&without.replace("PATH", &path))[0], "seeds", "{without}");
    }
    assert_eq!(scores(&format!("database {path}\nnewgame")), known);
    let other = answers(format!("game oware\ndatabase {path}\n").into());
    assert!(other.contains("cannot be used: it was made for other rules"), "{other}");
}

#[test]
fn lots_rounds_and_ends_are_answered() {
    let over = "game kalah pits=1 seeds=1\nposition start moves A\nmoves\nshow\ngo level hard\nperft 1\n";
    let over = answers(over.into());
    assert!(over.contains("\nmoves\n") && over.contains("\nnext over "), "{over}");
    assert!(over.ends_with("bestmove none\nperft 1 0\n"), "{over}");
    let lot = answers(
        "game lahemay-waladat\nposition start moves @north\nmoves\nposition start moves @south @south\n".into(),
    );
    assert!(lot.contains("moves a b c d e f\n"), "{lot}");
    assert!(lot.contains("error move 2, `@south`, cannot be played"), "{lot}");
}

/// Parts of commands, so that random lines are often nearly right.
fn words() -> impl Strategy<Value = String> {
    let known = select(
        &[
            "uur",
            "newgame",
            "game",
            "position",
            "moves",
            "show",
            "go",
            "perft",
            "database",
            "evaluation",
            "none",
            "stop",
            "oware",
            "boola",
            "kalah",
            "start",
            "level",
            "easy",
            "hard",
            "time",
            "positions",
            "infinite",
            "1",
            "60",
            "-1",
            "99999999999999999999",
            "A",
            "a",
            "K-1",
            "@south",
            "south 4 4 4 4 4 4;",
            "north 0 0 0 0 0 1",
            "captured 3 4",
            "pits=2",
            "seeds=0",
            "x=",
            "\"",
            ";",
            "#",
            "tests/wrong/names.uur",
            "tests",
            "/",
            "-",
            "é",
            "\u{0}",
        ][..],
    );
    prop_oneof![8 => known.prop_map(str::to_string), 1 => "\\PC{0,12}"]
}

fn lines() -> impl Strategy<Value = Vec<u8>> {
    let line = prop::collection::vec(words(), 0..6).prop_map(|words| words.join(" ").into_bytes());
    let noise = prop::collection::vec(any::<u8>(), 0..40);
    let opened = select(&["game boola pits=3", "game oware", "game lahemay-waladat", ""][..]);
    let opened = opened.prop_map(|line| line.as_bytes().to_vec());
    let rest = prop::collection::vec(prop_oneof![6 => line, 1 => noise], 0..12);
    (opened, rest).prop_map(|(first, rest)| [vec![first], rest].concat().join(&b'\n'))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// The session ends with its input, and each answer begins with a word of the protocol.
    #[test]
    fn no_input_ends_or_blocks_the_session(input in lines()) {
        const ANSWERS: [&str; 11] =
            ["id", "protocol", "uurok", "game", "moves", "board", "position", "next", "info", "bestmove", "perft"];
        let quits = input.split(|&byte| byte == b'\n').any(|line| line.trim_ascii() == b"quit");
        let answer = answers([&input[..], b"\nuur\n"].concat());
        for line in answer.lines() {
            let word = line.split(' ').next().unwrap_or_default();
            prop_assert!(ANSWERS.contains(&word) || word == "error" || word == "fault", "{}", line);
        }
        prop_assert!(quits || answer.ends_with("uurok\n"), "{}", answer);
    }
}

#[test]
fn lines_of_any_length_are_answered() {
    let long =
        format!("game oware\nposition start moves {}\n{}\nuur\n", "A a ".repeat(10_000), "x".repeat(3 * MAX_LINE));
    let answer = answers(long.into_bytes());
    assert!(answer.contains("error move 3, `A`, cannot be played"), "{answer}");
    assert!(answer.contains("error a line has more than 65536 bytes"), "{answer}");
    assert!(answer.ends_with("uurok\n"), "{answer}");
}
