//! The prompt: whole sessions as text, boards, and the program fed by a pipe.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use insta::assert_snapshot;
use uur::engine::{Mark, Pit};
use uur::game::Game;
use uur::match_play::NextStep;
use uur::notation::read_position;
use uur::render::{Style, board, board_with};
use uur::rules::{MarkId, Side};
use uur_cli::repl::commands::COMMANDS;
use uur_cli::repl::interpreter::{NextAction, Repl};

use crate::series;

fn repl() -> Repl {
    Repl::new(Style::default(), 1)
}

/// What a session shows for these lines.
fn held(repl: &mut Repl, lines: &str) -> String {
    let mut text = String::new();
    for line in lines.lines() {
        text += &format!("{}{line}\n", repl.prompt());
        let reply = repl.line(line);
        text += &reply.text;
        if let Some(error) = reply.error {
            text += &format!("error: {}\n", error.trim_end());
        }
        if let NextAction::Quit = reply.after {
            text += "(left)\n";
        }
        while let Some(reply) = repl.play_computer() {
            text += &reply.text;
        }
    }
    text
}

fn transcript(lines: &str) -> String {
    held(&mut repl(), lines)
}

/// The error of the last of these lines.
#[track_caller]
fn error(lines: &str) -> String {
    let mut repl = repl();
    let replies: Vec<_> = lines.lines().map(|line| repl.line(line)).collect();
    let (last, earlier) = replies.split_last().expect("there is a line");
    for reply in earlier {
        assert_eq!(reply.error, None);
    }
    last.error.clone().expect("the last line cannot be done")
}

/// A fresh folder for the files of one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("repl").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_session_from_the_first_line_to_the_last() {
    assert_snapshot!(transcript(
        "\
moves
play boola
K-1
a
k
undo 3
redo
board
position
record
quit"
    ));
}

#[test]
fn several_moves_stop_at_the_first_illegal_one() {
    assert_snapshot!(transcript("play layli-goobalay-berbera\nA e E c D h K\nundo 3\nD d h K"));
}

#[test]
fn words_behind_a_move_are_not_played_for_the_computer() {
    let text = transcript("play oware\nvs easy\nA B C");
    assert!(
        text.contains("error: it is the computer's turn: North is to move\n  at `B`, word 2 of 3; 1 more not played"),
        "{text}"
    );
    // What was played is answered all the same. Who writes a pit of North plays it.
    assert!(text.matches("\nNorth ").count() > 0, "{text}");
    let text = transcript("play oware\nvs easy\nA a B");
    assert!(text.contains("South A: 4 seeds") && text.contains("North a: ") && text.contains("South B: "), "{text}");
}

#[test]
fn the_prompt_begins_with_a_board_to_play_on() {
    assert!(transcript("C").contains("South C: 4 seeds to a"));
    assert!(transcript("kalah\nundo").contains("taken back: `kalah`"));
}

#[test]
fn a_lot_asks_both_players() {
    assert_snapshot!(transcript(
        "\
play lahemay-waladat
fin
finger
finger
A
h
help undo
f
undo
undo
@south"
    ));
}

#[test]
fn chance_shows_a_sign_that_follows_from_the_seed() {
    let shown = |seed| {
        let mut repl = Repl::new(Style::default(), seed);
        held(&mut repl, "play lahemay-waladat\n?\n?\n?\n?\n?\n?")
    };
    assert_eq!(shown(7), shown(7));
    assert!((1..9).any(|seed| shown(seed) != shown(7)));
}

#[test]
fn boards_of_games() {
    // One of each shape: two rows, clockwise, marks from the start, a row alone.
    let names = ["boola", "lahemay-waladat", "layli-goobalay-berbera", "o-an-quan", "tchuka-ruma"];
    let drawn: Vec<String> = names
        .into_iter()
        .map(|name| {
            let game = Game::shipped(name).unwrap();
            let start = game.program.start();
            let plain = board(&game, &start, Style::default());
            let framed = board(&game, &start, Style { unicode: true, ..Style::default() });
            format!("{name}\n{plain}{framed}")
        })
        .collect();
    assert_snapshot!(drawn.join("\n"));
}

#[test]
fn marks_closed_pits_and_what_is_out_are_drawn() {
    let game = Game::shipped("layli-goobalay").unwrap();
    let text = "south 10 0 5 1 0 0; north 4 4 0 12 2 6; captured 12 9; out 3; uur south A a; uur north d; closed E F";
    let position = read_position(&game, text).unwrap();
    let plain = board(&game, &position, Style::default());
    let turned = board(&game, &position, Style { flip: true, ..Style::default() });
    let shown = board_with(&game, &position, &[Pit(2)], Style { unicode: true, ..Style::default() });
    assert_snapshot!(format!("{plain}\n{turned}\n{shown}"));
}

#[test]
fn colour_adds_nothing_but_colour() {
    let game = Game::shipped("layli-goobalay-berbera").unwrap();
    let mut position = game.program.start();
    position.marks[3] = Some(Mark { kind: MarkId(0), owner: Side::North });
    let coloured = board_with(&game, &position, &[Pit(5)], Style { colour: true, ..Style::default() });
    let plain = board_with(&game, &position, &[Pit(5)], Style::default());
    assert_ne!(coloured, plain);
    let bare = anstream::adapter::strip_str(&coloured).to_string();
    let bare: Vec<&str> = bare.lines().map(str::trim_end).collect();
    assert_eq!(bare, plain.lines().collect::<Vec<_>>());
}

#[test]
fn a_wide_board_stays_narrow() {
    let drawn = transcript("play boola\nset pits=24");
    assert!(drawn.lines().all(|line| line.chars().count() <= 80), "{drawn}");
}

#[test]
fn every_board_fits_every_terminal() {
    for name in uur::variants::names() {
        let game = Game::shipped(name).expect("it is shipped");
        let mut position = game.program.start();
        position.captured = [123, 45];
        for (width, unicode) in [(40, false), (60, true), (80, true), (200, false)] {
            let drawn = board(&game, &position, Style { unicode, width: Some(width), ..Style::default() });
            // What the signs mean is a text.
            let drawn = uur::text_layout::wrap(&drawn, Some(width));
            assert!(drawn.lines().all(|line| line.chars().count() <= width), "{name} in {width} columns:\n{drawn}");
        }
    }
}

#[test]
fn a_board_wider_than_the_terminal_is_drawn_in_pieces() {
    let mut repl = repl();
    repl.style.width = Some(60);
    assert_snapshot!(held(&mut repl, "play boola\nset pits=24\nplay kalah\nset pits=12 seeds=10\nC"));
}

#[test]
fn a_word_like_a_move_is_refused_as_a_move() {
    let refused = |word: &str| format!("{word}: {}", error(&format!("play bao-la-kiswahili\n{word}")));
    let words = ["F+", "F>:+:-", "F’", "F><", "F>:x", "F>:+", "F-x", "I", "H''", "pass", "store", "e'+"];
    assert_snapshot!(words.map(refused).join("\n"));
}

#[test]
fn a_pit_wins_over_a_command_and_a_beginning_is_enough() {
    assert!(transcript("play boola\nL").contains("South L: 3 seeds"));
    assert_eq!(transcript("q").lines().last(), Some("(left)"));
    assert_eq!(error("re"), "`re` could be `redo`, `remark`, `record`, `resume` or `reload`");
    for pit in ["z", "M"] {
        assert_eq!(
            error(&format!("play boola\n{pit}")),
            format!("there is no pit `{pit}` (South's pits are A to L); `moves` lists the legal moves")
        );
    }
    assert_eq!(
        error("exti"),
        "`exti` is neither a move nor a command; `moves` lists the legal moves, `help` the commands"
    );
    assert_eq!(error("wyhnot A"), "`wyhnot` is neither a move nor a command (did you mean `whynot`?)");
}

#[test]
fn words_that_leave_are_known_in_a_game_too() {
    for word in ["q", "exit", "quit", "EXIT"] {
        assert_eq!(transcript(&format!("play boola\n{word}")).lines().last(), Some("(left)"), "{word}");
    }
}

#[test]
fn what_follows_a_command_is_done_or_an_error() {
    for command in COMMANDS.iter().filter(|command| command.args.is_empty()) {
        let refused = error(&format!("play boola\n{} 3", command.name));
        assert_eq!(refused, format!("`{0}` takes no arguments, so `3` was not run (write `{0}` alone)", command.name));
    }
    for line in [
        "undo x",
        "redo 1 2",
        "step A b",
        "hint b",
        "why b c",
        "vs easy as",
        "help board foo",
        "lines x",
        "position show 1",
    ] {
        error(&format!("play boola\nK-1\n{line}"));
    }
    for command in ["test", "transcript"] {
        assert!(error(&format!("play boola\n{command} \"one\" two")).contains("is shipped"));
    }
}

#[test]
fn games_are_listed_by_words_and_have_a_page() {
    let listed = transcript("list ethiopia relay");
    assert!(listed.contains("  lahemay-waladat ") && !listed.contains("boola"), "{listed}");
    assert_eq!(transcript("list").lines().count(), uur::variants::names().count() + 1);
    assert_eq!(error("list nowhere"), "no shipped game matches `nowhere` (`list` shows all games)");
    assert_snapshot!(transcript("play boola\nset pits=9\nshow"));
    assert!(transcript("show kalah").contains("US patent"));
}

#[test]
fn help_lists_every_command() {
    let [short, help] = ["help", "help all"].map(transcript);
    for command in COMMANDS {
        assert!(short.contains(&format!(" {}", command.name)), "{}", command.name);
        assert!(help.contains(&format!("  {}", command.name)), "{}", command.name);
        let more = transcript(&format!("help {}", command.name));
        assert!(more.contains(command.help), "{}", command.name);
    }
    assert_snapshot!(short + &help);
    for (width, height) in [(60, 20), (80, 24)] {
        let mut repl = repl();
        repl.style.width = Some(width);
        let lines = held(&mut repl, "help").lines().count();
        assert!(lines < height, "{lines} lines of {width} columns");
    }
}

#[test]
fn no_command_is_the_beginning_of_another_but_why() {
    for command in COMMANDS {
        let longer = COMMANDS.iter().filter(|other| other.name.starts_with(command.name)).count();
        assert_eq!(longer, if command.name == "why" { 2 } else { 1 }, "{}", command.name);
    }
}

#[test]
fn step_shows_each_lap_where_nothing_can_be_redrawn() {
    assert_snapshot!(transcript("play layli-goobalay\nstep A\nstep Z"));
}

#[test]
fn step_on_shows_the_moves_of_the_computer_too() {
    let boards = |lines: &str| transcript(&format!("play layli-goobalay\n{lines}")).matches("A   B   C").count();
    let (quiet, shown) = (boards("vs easy\nA"), boards("vs easy\nstep on\nA"));
    assert!(shown > quiet, "{shown} boards instead of {quiet}");
    assert_eq!(boards("vs easy\nstep on\nstep off\nA"), quiet);
    let mut repl = repl();
    assert!(repl.line("step 200ms").text.contains("200 ms"));
    assert_eq!(repl.animation.speed.time(100).as_millis(), 200);
    assert!(repl.line("step slow").text.contains("800 ms"));
    assert!(repl.line("step 2h").error.is_some());
}

#[test]
fn long_moves_are_shown_by_their_ends() {
    let shown = transcript("play layli-goobalay-berbera\nA e E c D h\nstep");
    assert!(shown.contains("... 1 lap ...") || shown.contains(" laps ..."), "{shown}");
}

#[test]
fn questions_have_answers() {
    let before = "play boola\n";
    for question in ["why", "trace"] {
        assert!(
            error(&format!("{before}{question}")).starts_with("no move has been played yet; `moves`"),
            "{question}"
        );
    }
    let answer = |lines: &str| transcript(&format!("{before}{lines}"));
    assert!(answer("K\nwhy").contains("not `"));
    assert!(answer("K\ntrace").contains("lap 3"));
    for why_not in ["whynot A", "why not A", "why A"] {
        assert!(answer(why_not).contains("A is empty"), "{why_not}");
    }
    assert!(error(&format!("{before}why not")).contains("whynot needs a pit"));
    assert!(answer("whynot B").contains("first lap"));
    assert!(answer("whynot K").contains("K may be played"));
    assert!(answer("rules").contains("Boola"));
    assert!(answer("explain relay").contains("relay\n\n"));
    assert!(answer("explain e0103").contains("E0103: "));
    assert!(error(&format!("{before}explain rellay")).contains("did you mean `explain relay`?"));
    assert_eq!(answer("moves").matches("South ").count(), 3 + 1);
}

#[test]
fn set_starts_again_and_undo_brings_the_game_back() {
    assert_snapshot!(transcript("play boola\nK\nset\nset pits=6\nset pits=5\nset pit=6\nset 6\nundo"));
}

#[test]
fn a_position_is_a_new_beginning() {
    assert_snapshot!(transcript(
        "\
play lahemay-waladat
position set south 0 0 0 0 0 1; north 0 0 0 0 0 1; captured 20 26; north to move
f
position
record
undo 2
position set south 1 2
position get"
    ));
}

#[test]
fn a_round_ends_and_the_match_goes_on() {
    assert_snapshot!(transcript(
        "\
play lahemay-waladat
position set south 0 0 0 0 0 1; north 0 0 0 0 0 1; captured 21 25; north to move
f
A
B
help why
h
fin
why
position
A
undo 3
?"
    ));
}

#[test]
fn undo_names_what_it_takes_back_and_no_step_is_lost() {
    let mut repl = repl();
    held(&mut repl, "play kalah\nC\nA\nb");
    assert!(held(&mut repl, "undo 2").contains("taken back: South A, North b\n"));
    // The same step again leaves nothing.
    assert!(!held(&mut repl, "A").contains("is left"));
    assert!(held(&mut repl, "redo").contains("redone: North b\n"));
    held(&mut repl, "undo 2");
    assert!(held(&mut repl, "B").contains("`A b` was abandoned; `lines 1` returns to it\n"));
    assert!(held(&mut repl, "lines").contains("1. Kalah after 1 step: A b\n"));
    held(&mut repl, "lines 1");
    assert_eq!(repl.session.record().steps().collect::<Vec<_>>(), ["C", "A", "b"]);
    assert!(held(&mut repl, "undo").contains("taken back: `lines 1`\n"));
    assert_eq!(repl.session.record().steps().collect::<Vec<_>>(), ["C", "B"]);
    assert!(held(&mut repl, "lines 2").contains("error: there is no line `2`"));
    assert!(held(&mut repl, "redo x").contains("`redo 2`"));
    assert!(error("lines").starts_with("no line has been abandoned yet"));
}

#[test]
fn undo_against_the_computer_takes_back_its_moves_and_your_own_decision() {
    let mut repl = repl();
    held(&mut repl, "play kalah\nvs easy");
    let shown = held(&mut repl, "C\nA\nundo");
    let taken = shown.lines().find_map(|line| line.strip_prefix("taken back: South A, North ")).expect("it is named");
    assert!(!taken.contains("South"), "{taken}");
    assert_eq!(repl.session.record().steps().collect::<Vec<_>>(), ["C"]);
    held(&mut repl, "redo\nundo 2");
    assert_eq!(repl.session.record().steps().next(), None);
}

#[test]
fn old_games_are_forgotten_and_this_is_said_once() {
    let mut repl = repl();
    held(&mut repl, "play boola");
    let shown: Vec<String> = (0..60).map(|_| held(&mut repl, "new")).collect();
    assert_eq!(shown.iter().filter(|shown| shown.contains("the oldest steps were dropped")).count(), 1);
    assert!(held(&mut repl, "undo 100").contains("there is no more (older steps were dropped)"));
}

#[test]
fn a_match_is_over_when_a_player_cannot_go_on() {
    assert_snapshot!(transcript(
        "\
play lahemay-waladat
position set south 0 0 0 0 0 1; north 0 0 0 0 0 1; captured 1 45; north to move
f
A
why
undo"
    ));
}

#[test]
fn the_first_words_of_a_stranger_are_understood() {
    let starts = |line: &str, game: &str| {
        let mut repl = repl();
        assert_eq!(repl.line(line).error, None, "{line}");
        assert_eq!(repl.session.game().name, game, "{line}");
        repl.opponent.map(|opponent| opponent.level.to_string())
    };
    for (line, game) in [
        ("boola", "boola"),
        ("Layli Goobalay", "layli-goobalay"),
        ("awale", "oware"),
        ("play Awalé", "oware"),
        ("mancala", "kalah"),
        ("ô ăn quan", "o-an-quan"),
        ("start", "oware"),
        ("new game", "oware"),
        ("uur play kalah", "kalah"),
        ("start kalah", "kalah"),
        ("new kalah", "kalah"),
    ] {
        assert_eq!(starts(line, game), None, "{line}");
    }
    assert_eq!(starts("kalah vs easy", "kalah").as_deref(), Some("easy"));
    assert_eq!(starts("play Mancala vs fair", "kalah").as_deref(), Some("fair"));
    assert!(repl().line("?").text.contains("undo"));
    assert_eq!(starts("vs computer", "oware").as_deref(), Some("easy"));
    assert!(error("2 players").contains("nothing was played"), "{}", error("2 players"));
    assert!(transcript("vs nobody").contains("the computer was not playing"));
    assert!(error("play bao").contains("it could be `bao-"), "{}", error("play bao"));
}

#[test]
fn a_game_is_saved_in_the_notation_of_its_ending() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (ogn, kgp) = (file("a.ogn"), file("a.kgp"));
    let typed = format!("play oware\nsouth \"Ana\"\nF\nf\nundo\ne\nremark quiet\nsave {ogn}");
    assert!(transcript(&typed).contains("in the format ogn\n"), "{}", transcript(&typed));
    let text = fs::read_to_string(&ogn).unwrap();
    assert!(text.contains("[South \"Ana\"]") && text.ends_with("1. F e { quiet } (f) *\n"), "{text}");
    assert!(error(&format!("play oware\nF\nsave {ogn}")).contains("exists"));
    assert!(
        error(&format!("play oware\nF\nsave {kgp}"))
            .contains("it is for the rules of Kalah (an ending such as `.game`")
    );
    assert!(transcript("play kalah\nset pie_rule to on\nC\nF").contains("The game starts again"));
    let without = format!("play kalah\nC\nremark a bonus\nsave {kgp}");
    assert!(transcript(&without).contains("in the format kgp, without remarks"), "{}", transcript(&without));
}

#[test]
fn words_of_other_programs_show_a_way_on() {
    assert!(transcript("play oware\nA\nresign").contains("North resigned, South wins"));
    assert!(transcript("play oware\nresign north\nundo\nA").contains("South A: 4 seeds"));
    assert!(transcript("play oware\noffer draw\naccept").contains("The players agreed on a draw"));
    assert!(transcript("play oware\nclock 5m+3s\nA").contains("time left: South 5:0"));
    assert!(transcript("play oware\nclock 5+3\nA").contains("time left: South 5:0"));
    assert!(error("play oware\ndate 2026-02-29").contains("`2026-02-29` is not a date"));
    assert!(transcript("play oware\ndate 2024-02-29\npgn").contains("date 2024-02-29"));
    assert!(error("play tchuka-ruma\nresign").contains("one player"));
    assert!(transcript("play kalah\nscore").contains("South holds 24 seeds (all in the row)"));
    let over = transcript("play kalah\nvs easy as both\nscore\nmoves");
    let (won, score) = over.split_once("over> score\n").expect("the game ends");
    assert!(won.contains(score.lines().next().expect("it says more")) && !score.contains("holds"), "{over}");
    assert!(score.contains("error: the game is over"), "{over}");
    // A letter is never mended to a command that leaves.
    assert!(!error("play boola\n%").contains("did you mean"));
}

#[test]
fn a_record_keeps_remarks_variations_and_how_the_game_ended() {
    let folder = folder("remarks");
    let file = folder.join("g.game");
    let typed = "play oware\nsouth \"Ana\"\nevent \"Club\"\nF\nf\nundo\ne\nremark quiet\nclock 10m\nA\nresign";
    transcript(&format!("{typed}\nsave {}", file.display()));
    let written = std::fs::read_to_string(&file).unwrap();
    for line in
        ["south \"Ana\"", "event \"Club\"", "clock 10m", "result south resignation", "moves F e \"quiet\" (f) A"]
    {
        assert!(written.lines().any(|known| known == line), "{line}: {written}");
    }
    let again = folder.join("again.game");
    let loaded = transcript(&format!("load {}\nlines\nremark\nsave {}", file.display(), again.display()));
    for said in ["North resigned, South wins", "1. Oware after 1 step: f", "move 2, e: quiet"] {
        assert!(loaded.contains(said), "{said}: {loaded}");
    }
    assert_eq!(std::fs::read_to_string(&again).unwrap(), written);
}

#[test]
fn a_question_is_answered_and_the_game_goes_on() {
    let asked = transcript("play layli-goobalay\nA\nquiz\nanswer\nundo");
    assert!(asked.contains("The answer is "), "{asked}");
    assert!(asked.contains("taken back: `quiz`"), "{asked}");
    assert!(error("play layli-goobalay\nquiz\nanswer blue").contains("none of the answers"));
    assert!(error("answer").contains("nothing was asked"));
    assert!(transcript("play kalah\npuzzle\nanswer").contains("The answer is "));
}

#[test]
fn a_record_keeps_who_played_and_when() {
    let folder = folder("facts");
    let file = folder.join("g");
    let mut first = repl();
    first.today = Some("2026-11-25".to_string());
    held(&mut first, &format!("play oware vs easy\nC\nsave {}", file.display()));
    let text = std::fs::read_to_string(folder.join("g.game")).expect("`save` adds the ending");
    assert!(text.contains("\ncomputer north easy\ndate 2026-11-25\nmoves C "), "{text}");
    let named = text.replace("computer", "south \"Ana\"\ncomputer");
    std::fs::write(folder.join("g.game"), &named).unwrap();
    // The file is a record whatever it is called.
    std::fs::write(folder.join("other.txt"), &named).unwrap();
    for line in ["load g", "play g", "play g.game", "load other.txt", "play other.txt"] {
        let (command, name) = line.split_once(' ').unwrap();
        let mut second = repl();
        second.today = Some("2027-01-01".to_string());
        held(&mut second, &format!("{command} {}", folder.join(name).display()));
        let opponent = second.opponent.expect("the computer plays on");
        assert_eq!(
            opponent.introduction(&second.session),
            "you play South, the computer plays North (easy)\n",
            "{line}"
        );
        held(&mut second, &format!("save {}", folder.join("again").display()));
        assert_eq!(std::fs::read_to_string(folder.join("again.game")).unwrap(), named, "{line}");
    }
}

#[test]
fn a_record_finds_its_rules_by_their_hash() {
    let folder = folder("hash");
    let file = folder.join("g.game");
    held(&mut repl(), &format!("play oware\nC\nsave {}", file.display()));
    // Another game of the same name lies beside it.
    let other = uur::variants::source("boola").unwrap().text;
    std::fs::write(folder.join("oware.uur"), other).unwrap();
    let loaded = transcript(&format!("load {}", file.display()));
    assert!(loaded.contains("Oware, 1 step played, by the rules of the shipped game oware\n"), "{loaded}");
    assert!(!loaded.contains("warning"), "{loaded}");
}

#[test]
fn the_last_game_is_kept_and_continued() {
    let folder = folder("kept");
    let file = folder.join("last.game");
    let prompt = || {
        let mut repl = repl();
        repl.keeps = Some(file.clone());
        repl
    };
    let mut first = prompt();
    assert!(!first.greeting().contains("`resume`"));
    assert!(first.line("resume").error.unwrap().contains("no unfinished game"));
    held(&mut first, "play oware vs easy");
    first.keep();
    assert!(!file.exists(), "a game without moves is not kept");
    held(&mut first, "C");
    first.keep();
    let mut second = prompt();
    assert!(second.greeting().contains("`resume` continues your last game: oware, 2 steps, with the computer (easy)."));
    held(&mut second, "resume");
    assert_eq!(second.session.position(), first.session.position());
    assert_eq!(second.opponent, first.opponent);
    // Another game that is over does not take its place. When it is over itself, it is not offered.
    let mut third = prompt();
    held(&mut third, "play kalah\nset pits=1 seeds=1\nvs nobody\nA");
    third.keep();
    assert!(prompt().greeting().contains("oware, 2 steps"));
    held(&mut second, "resign");
    second.keep();
    assert!(std::fs::read_to_string(&file).unwrap().contains("\nresult "));
    assert!(!prompt().greeting().contains("`resume`"));
}

#[test]
fn every_step_of_a_printed_line_is_played() {
    let lines = "play oware\nSouth C: 4 seeds to G; North f: 4 seeds to D";
    assert_eq!(transcript(lines).lines().last(), transcript("play oware\nC f").lines().last());
    let mut told = repl();
    held(&mut told, lines);
    assert_eq!(told.session.play.turns().len(), 2);
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = folder("saved");
    let (record, rules) = (folder.join("a.game"), folder.join("rules.txt"));
    std::fs::write(&rules, "game \"mine\" {}\n").unwrap();
    let (record, rules) = (record.display(), rules.display());
    let mut first = repl();
    held(&mut first, &format!("play boola\nset pits=6\nE\nb\nsave {record}\nC\nsave {record}"));
    let mut second = repl();
    held(&mut second, &format!("load {record}"));
    let table = |repl: &Repl| repl.session.clone();
    assert_eq!(table(&second).record(), table(&first).record());
    assert_eq!(table(&second).position(), table(&first).position());
    // Another game is not written over, the same one that goes on is.
    let known = std::fs::read_to_string(folder.join("a.game")).expect("it was saved");
    let said = transcript(&format!("play kalah\nA\nsave {record}\nb\nsave {record}"));
    assert_eq!(said.matches("the game that it held is now in").count(), 1, "{said}");
    assert_eq!(std::fs::read_to_string(folder.join("a.game.old")).expect("it was put aside"), known);
    assert!(error(&format!("play boola\nsave {rules}")).contains("is not a game record"));
    assert!(error(&format!("load {rules}")).contains("is not a game record"));
    assert!(error("load nothing-there").contains("cannot be read"));
    std::fs::write(folder.join("bad.game"), "game boola\nmoves K-1 A\n").unwrap();
    let bad = error(&format!("play boola\nload {}", folder.join("bad.game").display()));
    assert!(bad.starts_with("move 2, `A`: "), "{bad}");
}

#[test]
fn tests_of_one_file_have_titles_of_their_own() {
    let file = folder("titles").join("mine.uur");
    std::fs::write(&file, Game::shipped("boola").expect("it is shipped").sources[0].text.clone())
        .expect("it can be written");
    let mut repl = repl();
    held(&mut repl, &format!("play {}\nK-1", file.display()));
    assert!(held(&mut repl, "test \"one stone stays\"").contains("appended"));
    assert!(held(&mut repl, "test last \"one stone stays\"").contains("already (choose another title)"));
    assert!(held(&mut repl, "test last \"a second title\"").contains("appended"));
}

#[test]
fn a_changed_rule_file_is_reloaded_if_the_game_is_still_legal() {
    let path = folder("reload").join("mine.uur");
    let rules = uur::variants::source("boola").unwrap().text;
    std::fs::write(&path, &rules).unwrap();
    let mut repl = repl();
    held(&mut repl, &format!("play {}\nK-1\nk", path.display()));
    assert!(held(&mut repl, "reload").contains("nothing has changed"));

    std::fs::write(&path, rules.replace("opponent wins", "player wins")).unwrap();
    assert!(held(&mut repl, "new").contains("the rule file has changed since it was read (`reload new`"));
    held(&mut repl, "undo");
    let reloaded = held(&mut repl, "reload");
    assert!(reloaded.contains("2 steps played under the new rules; what has changed:\n  - "), "{reloaded}");
    assert!(reloaded.contains("\n  + no move -> player wins\n"), "{reloaded}");
    assert!(!held(&mut repl, "new").contains("has changed"));
    held(&mut repl, "undo");

    std::fs::write(
        &path,
        rules.replace("move 1 may lift all but 1 from pit pits - 1", "move 1 may lift all but 2 from pit 1"),
    )
    .unwrap();
    let refused = held(&mut repl, "reload");
    assert!(refused.contains("error: the old rules stay"), "{refused}");
    assert!(refused.contains("move 1, `K-1`"), "{refused}");
    assert!(refused.ends_with("`reload new` starts again under the new rules\n"), "{refused}");
    assert!(held(&mut repl, "reload new").contains("the game starts again; what has changed:\n"));
    assert_eq!(repl.session.play.turns().len(), 0);
    held(&mut repl, "undo");

    std::fs::write(&path, rules.replace("rows 2", "rows 7")).unwrap();
    let refused = held(&mut repl, "reload");
    assert!(refused.contains("error: the old rules stay"), "{refused}");
    assert!(refused.contains("error[E"), "{refused}");
    assert_eq!(repl.session.play.turns().len(), 2);
    assert!(error("play boola\nreload").contains("is shipped"));
    assert!(error("play boola\nedit").contains("needs a terminal"));
}

#[test]
fn a_failed_reload_shows_how_to_go_on() {
    let path = folder("reload-how").join("mine.uur");
    let rules = uur::variants::source("kalah").unwrap().text;
    std::fs::write(&path, &rules).unwrap();
    let mut repl = repl();
    held(&mut repl, &format!("play {}\nC\nA\nb\nC\na", path.display()));
    // C holds 1 seed in the fourth move.
    std::fs::write(&path, rules.replace("from own pit", "from own pit where here holds 2 or more")).unwrap();
    let refused = held(&mut repl, "reload");
    assert!(refused.contains("move 4, `C`"), "{refused}");
    assert!(refused.contains("`undo 2` and `reload` keep 3 steps; `reload new` starts again"), "{refused}");
    let reloaded = held(&mut repl, "undo 2\nreload");
    assert!(reloaded.contains("3 steps played under the new rules"), "{reloaded}");
}

#[test]
fn a_path_may_begin_in_the_home_of_the_user() {
    let home = folder("home");
    let child = |lines: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_uur"))
            .args(["play", "boola"])
            .env("HOME", &home)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        child.wait().unwrap().code()
    };
    if cfg!(unix) {
        assert_eq!(child("K-1\nsave ~/first.game\n"), Some(0));
        assert!(home.join("first.game").is_file());
        assert_eq!(child("load ~/first.game\n"), Some(0));
    }
}

#[test]
fn the_computer_answers_and_undo_takes_back_both_moves() {
    assert_snapshot!(transcript(
        "\
vs medium
play layli-goobalay
A
undo
hint
vs
vs easy as north
a
undo 2
vs nobody
A"
    ));
}

#[test]
fn the_computer_shows_its_analysis() {
    assert_snapshot!(transcript(
        "\
play layli-goobalay
set pits=3 seeds=2
best
analyze
position set south 0 1 0; north 0 2 0; captured 3 2
analyze
B"
    ));
}

#[test]
fn the_computer_shows_its_sign_and_plays_the_rounds_on() {
    assert_snapshot!(transcript(
        "\
play lahemay-waladat
vs medium
fin
hand
undo
position set south 0 0 0 0 1 0; north 0 0 0 0 0 0; captured 21 26; north to move
hand
three"
    ));
}

#[test]
fn what_the_computer_cannot_be_asked() {
    assert_eq!(
        error("vs foo"),
        "`foo` is not a level (write easy, casual, fair, medium, hard, master, a time such as 5s or 500ms, or how far to search such as 50000 or 3turns-20%); `vs easy` is the easiest"
    );
    assert_eq!(
        error("vs -1s"),
        "`-1s` is not a level (write easy, casual, fair, medium, hard, master, a time such as 5s or 500ms, or how far to search such as 50000 or 3turns-20%); `vs easy` is the easiest"
    );
    assert!(error("vs easy as west").starts_with("`west` is not a side (write south, north or both)"));
    assert!(error("vs easy north").contains("`vs LEVEL as north`"));
    assert!(error("play boola\nbest hard").starts_with("`hard` is not a time (write for example 5s or 500ms)"));
    let over = "play boola\nset pits=3\nposition set south 0 0 0; north 0 3 0; south to move\n";
    for question in ["best", "hint", "analyze 1s"] {
        assert!(error(&format!("{over}{question}")).starts_with("the game is over (`undo`"));
    }
    let lot = "play lahemay-waladat\nfin\n";
    assert!(error(&format!("{lot}best")).contains("North must show finger, three or hand"));
}

#[test]
fn a_game_against_the_computer_ends() {
    for name in ["boola", "layli-goobalay", "lahemay-waladat"] {
        let mut repl = repl();
        held(&mut repl, &format!("play {name}\nvs easy"));
        play_on(&mut repl, 77);
        let table = &repl.session;
        assert!(matches!(table.play.due(), NextStep::Nothing(_)) || table.play.turns().len() > 1_000, "{name}");
        repl.line("undo 100000");
        assert_eq!(repl.session.play.steps(), []);
    }
}

#[test]
fn a_game_is_put_on_the_table_against_the_computer() {
    let mut repl = repl();
    let shown = held(&mut repl, "play kalah vs easy as north");
    assert!(shown.contains("the computer plays South (easy)"), "{shown}");
    assert_eq!(repl.session.position().to_move, Side::North, "the computer has moved");
    let game = repl.session.game().name.clone();
    let refused = repl.line("play boola vs eesy");
    assert!(refused.error.is_some_and(|error| error.contains("`eesy` is not a level")));
    assert_eq!(repl.session.game().name, game, "nothing has changed");
}

#[test]
fn the_row_of_the_user_is_below() {
    for (lines, below) in [("", "North South"), ("vs easy", "North South"), ("vs easy as north", "South North")] {
        let mut repl = repl();
        held(&mut repl, lines);
        let board = repl.board();
        let rows: Vec<&str> = board.split_whitespace().filter(|word| matches!(*word, "South" | "North")).collect();
        assert_eq!(rows.join(" "), below, "{lines}");
        held(&mut repl, "flip");
        assert_ne!(repl.board(), board, "{lines}");
    }
}

#[test]
fn the_computer_plays_against_itself_to_the_end() {
    let mut repl = repl();
    let shown = held(&mut repl, "play kalah\nvs easy as both");
    assert!(shown.contains("the computer plays South and North (easy)"), "{shown}");
    assert!(matches!(repl.session.play.due(), NextStep::Nothing(_)));
    // It has left, so that the game can be gone through.
    assert!(held(&mut repl, "undo 2").contains("taken back: "));
    assert!(matches!(repl.session.play.due(), NextStep::Move(_)));
    let (shown, _, code) = piped(&["play", "kalah", "vs", "easy", "--as", "both", "--seed", "1"], "");
    assert!(shown.contains("the computer plays South and North (easy)"), "{shown}");
    assert!(shown.lines().rev().take(6).any(|line| line.contains(": ")) && code == Some(0), "{shown}");
}

#[test]
fn a_hint_says_what_the_reply_can_bring() {
    let hint = transcript("play oware\nhint");
    let hint = hint.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(hint.contains("looks best: North's reply can bring nothing; "), "{hint}");
}

#[test]
fn a_computer_that_plays_alone_has_no_opponent() {
    let told = transcript("play tchuka-ruma\nvs easy as both");
    assert!(told.contains("the computer plays (easy); Ctrl-C stops it"), "{told}");
}

#[test]
fn a_hint_has_a_reason_and_can_be_played() {
    let mut repl = repl();
    let hint = held(&mut repl, "play kalah\nhint");
    let hint = hint.lines().skip_while(|line| !line.contains("looks best")).collect::<Vec<_>>().join(" ");
    let hint = hint.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(hint.contains("looks best: it brings South 1 seed, and South moves again; South is "), "{hint}");
    assert!(hint.contains("seeds, as far as"), "{hint}");
    assert!(hint.contains("`hint play` plays it"), "{hint}");
    assert!(held(&mut repl, "hint play").contains("\nSouth "));
    assert_eq!(repl.session.play.turns().len(), 1);
    let samples = transcript("play boola\nhint");
    assert!(samples.contains("% (±") && samples.contains("games tried"), "{samples}");
}

#[test]
fn the_computer_reports_what_it_thought_if_it_is_to() {
    assert!(!transcript("play kalah\nvs easy\nA").contains("(depth 1, "));
    assert!(transcript("play kalah\nvs easy\nverbose on\nA").contains("(depth 1, "));
    assert!(error("verbose loud").contains("`verbose on`"));
}

#[test]
fn an_analysis_names_its_order_and_unit() {
    assert!(transcript("play boola\nanalyze 1ms").contains("in percent of games that South may win, by an estimate"));
    assert!(transcript("play kalah\nanalyze 100ms").contains("in seeds that South is ahead"));
}

#[test]
fn the_computer_keeps_its_time() {
    let mut repl = repl();
    held(&mut repl, "play layli-goobalay-berbera");
    let began = cpu_time::ThreadTime::now();
    assert_eq!(repl.line("best 100ms").error, None);
    assert!(began.elapsed() < std::time::Duration::from_millis(1_500), "{:?}", began.elapsed());
}

#[test]
fn no_line_loses_the_game() {
    let mut repl = repl();
    held(&mut repl, "play boola\nK");
    let record = repl.session.record();
    let lines = "Z\n@north\nK-9\n99\nplay nothing\nload x\nset a=b\nposition set 1\nundo x\nundo 0\n-\n@\n\u{3}\n-1\nreload\nsave /nowhere/x";
    for line in lines.lines() {
        assert!(repl.line(line).error.is_some(), "{line}");
        assert_eq!(repl.session.record(), record, "{line}");
    }
    assert_eq!(repl.line("  # nothing").error, None);
}

/// Plays some legal step, until the game is over or it has gone on for long.
fn play_on(repl: &mut Repl, seed: u64) {
    for number in 0..2_000_u64 {
        let table = &repl.session;
        let line = match table.play.due() {
            NextStep::Lot(_) => "?".to_string(),
            NextStep::Move(_) => {
                let moves = table.game().program.legal_moves(table.position());
                let which = (number.wrapping_mul(seed) >> 3) as usize % moves.len();
                uur::notation::write_move(&table.game().program, moves[which])
            }
            NextStep::Nothing(_) | NextStep::Round => return,
        };
        let reply = repl.line(&line);
        assert_eq!(reply.error, None, "{line}");
        assert!(!reply.text.is_empty());
        while repl.play_computer().is_some() {}
    }
}

#[test]
fn whole_games_and_matches_are_played_recorded_and_taken_back() {
    for (number, name) in uur::variants::names().enumerate() {
        for seed in [3, 912_345].into_iter().skip(number % 2).take(series::cases(2, 2) as usize) {
            let mut repl = Repl::new(Style::default(), seed);
            held(&mut repl, &format!("play {name}"));
            play_on(&mut repl, seed);
            let table = repl.session.clone();
            let file = folder(&format!("whole-{name}-{seed}")).join("game");
            assert_eq!(repl.line(&format!("save {}", file.display())).error, None);
            let mut other = Repl::new(Style::default(), 0);
            assert_eq!(other.line(&format!("load {}", file.display())).error, None);
            assert_eq!(other.session.position(), table.position(), "{name} {seed}");
            assert_eq!(other.session.play.due(), table.play.due(), "{name} {seed}");
            repl.line("undo 100000");
            assert_eq!(repl.session.play.steps(), []);
            repl.line("redo 100000");
            assert_eq!(repl.session.position(), table.position());
        }
    }
}

/// Runs the binary with lines on its standard input: what it shows, what it complains of, and its
/// exit code.
fn piped(arguments: &[&str], lines: &str) -> (String, String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A session that was left early does not read all of its lines.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn piped_lines_are_echoed_and_end_at_the_first_error() {
    let (shown, complaint, code) = piped(&["play", "boola"], "K-1\nk\nfoo\nboard\n");
    assert_snapshot!(format!("{shown}--- {complaint}--- {code:?}"));
    let (shown, _, code) = piped(&["play", "boola"], "K-1\nquit\nfoo\n");
    assert!(shown.ends_with("North> quit\n"), "{shown}");
    assert_eq!(code, Some(0));
    let (shown, _, code) = piped(&[], "");
    assert!(shown.contains("This is Oware, one of "), "{shown}");
    assert_eq!(code, Some(0));
    assert_eq!(piped(&["play", "nothing"], "").2, Some(2));
    let (shown, _, code) = piped(&["play", "boola", "vs", "medium", "--as", "north", "--set", "pits=9"], "");
    assert!(
        shown.contains("\nSouth ") && shown.contains("you play North, the computer plays South (medium)"),
        "{shown}"
    );
    assert_eq!(code, Some(0));
}

#[test]
fn a_store_before_its_row_is_drawn_where_sowing_reaches_it() {
    let rules = uur::variants::source("kalah").unwrap().text;
    let before = rules.replace("along own row, own store,", "along own store, own row,");
    assert_ne!(rules, before);
    let drawn = |rules: String, flip| {
        let game = Game::load(uur::source::Source::new("x.uur", rules), &uur::variants::library, &Default::default());
        let game = game.expect("it is a game");
        board(&game, &game.program.start(), Style { flip, ..Style::default() })
    };
    assert_snapshot!([drawn(rules, false), drawn(before.clone(), false), drawn(before, true)].join("\n"));
}

#[test]
fn a_shared_game_is_one_line_at_every_width() {
    let mut repl = repl();
    repl.style.width = Some(20);
    held(&mut repl, "play kalah\nA a B");
    let shared = repl.line("share").text;
    assert_eq!(shared.lines().count(), 1, "{shared}");
    assert!(shared.chars().count() > 20, "{shared}");
}

#[test]
fn the_page_of_a_game_fits_the_terminal() {
    let mut repl = repl();
    repl.style.width = Some(60);
    let shown = held(&mut repl, "play kalah\nset pits=12\nshow");
    assert!(shown.contains("l   k   j   i   h   g\n"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 60), "{shown}");
}

#[test]
fn a_changed_rule_file_is_reported_once() {
    let path = folder("written").join("mine.uur");
    let rules = uur::variants::source("boola").unwrap().text;
    std::fs::write(&path, &rules).unwrap();
    let mut repl = repl();
    held(&mut repl, &format!("play {}\nK-1", path.display()));
    assert_eq!(repl.changed_file(), None);
    assert_eq!(repl.changed_file(), None);

    std::fs::write(&path, rules.replace("opponent wins", "player wins")).unwrap();
    held(&mut repl, "set pits=12");
    let said = repl.changed_file().expect("the file has changed");
    assert!(said.ends_with("mine.uur has changed: `reload` continues under its new rules\n"), "{said}");
    assert_eq!(repl.changed_file(), None);
    held(&mut repl, "reload");
    assert_eq!(repl.changed_file(), None);

    std::fs::write(&path, "board").unwrap();
    let said = repl.changed_file().expect("the file has changed");
    assert!(said.ends_with("has errors: `reload` shows them\n"), "{said}");

    // A file that cannot be reloaded was looked at all the same, and so was one of which `new` has told.
    std::fs::write(&path, "faulty").unwrap();
    assert!(held(&mut repl, "reload").contains("error: the old rules stay"));
    assert_eq!(repl.changed_file(), None);
    std::fs::write(&path, "still faulty").unwrap();
    assert!(held(&mut repl, "new").contains("has changed since it was read"));
    assert_eq!(repl.changed_file(), None);
}

#[test]
fn a_changed_rule_file_is_taken_over_where_the_game_stays_legal() {
    let path = folder("followed").join("mine.uur");
    let rules = uur::variants::source("boola").unwrap().text;
    let write = |text: &str| std::fs::write(&path, text).unwrap();
    write(&rules);
    let mut repl = repl();
    held(&mut repl, &format!("play {}\nK-1", path.display()));
    assert_eq!(repl.take_over_change(), None);

    write(&rules.replace("opponent wins", "player wins"));
    let taken = repl.take_over_change().expect("the file has changed");
    assert!(taken.contains("1 step played under the new rules; what has changed:\n  - "), "{taken}");
    assert!(taken.contains("\n  + no move -> player wins\n"), "{taken}");
    assert_eq!(repl.take_over_change(), None);

    write(&rules.replace("all but 1", "all but 2"));
    let refused = repl.take_over_change().expect("the file has changed");
    let words = refused.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("has changed; the old rules stay") && words.contains("move 1, `K-1`"), "{refused}");
    assert!(refused.ends_with("`reload new` starts again under the new rules\n"), "{refused}");
    assert_eq!(repl.session.play.turns().len(), 1);
    // Written again as it was.
    write(&rules.replace("all but 1", "all but 2"));
    assert_eq!(repl.take_over_change(), None);

    write("faulty");
    let refused = repl.take_over_change().expect("the file has changed");
    assert!(refused.contains("the old rules stay") && refused.contains("error[E"), "{refused}");
    assert_eq!(repl.take_over_change(), None);
    write(&rules.replace("opponent wins", "player wins"));
    let back = repl.take_over_change().expect("the file has changed");
    assert!(back.ends_with("has changed back to the rules of this game\n"), "{back}");

    // What was taken over is not taken over again once the user takes it back.
    held(&mut repl, "undo");
    assert_eq!(repl.take_over_change(), None);
    assert_eq!(repl.session.game().sources[0].text, rules);
}

#[test]
fn what_the_prompt_writes_is_no_change() {
    let path = folder("own-test").join("mine.uur");
    std::fs::write(&path, uur::variants::source("boola").unwrap().text).unwrap();
    let mut repl = repl();
    held(&mut repl, &format!("play {}\nK-1", path.display()));
    assert_eq!(repl.take_over_change(), None);
    assert!(held(&mut repl, "test \"one\"").contains("appended to"));
    assert_eq!(repl.take_over_change(), None);
    assert!(repl.session.game().sources[0].text.contains("test \"one\""));
}

#[test]
fn a_change_of_an_extended_file_is_taken_over() {
    let folder = folder("followed-base");
    let rules = uur::variants::source("layli-goobalay").unwrap().text;
    let (base, path) = (folder.join("base.uur"), folder.join("mine.uur"));
    std::fs::write(&base, &rules).unwrap();
    std::fs::write(&path, "language 1\nextends \"base\"\ngame \"Mine\" {\n  source \"none\"\n}\n").unwrap();
    let mut repl = repl();
    held(&mut repl, &format!("play {}", path.display()));
    assert_eq!(repl.take_over_change(), None);
    std::fs::write(&base, "faulty").unwrap();
    let refused = repl.take_over_change().expect("the file has changed");
    assert!(refused.contains("base.uur has changed; the old rules stay"), "{refused}");
    std::fs::write(&base, format!("{rules}\n# longer\n")).unwrap();
    let taken = repl.take_over_change().expect("the file has changed");
    assert!(taken.ends_with("base.uur has changed, but none of its rules\n"), "{taken}");
    std::fs::write(&base, rules.replace("seeds = 4", "seeds = 3")).unwrap();
    let taken = repl.take_over_change().expect("the file has changed");
    assert!(taken.contains("base.uur has changed: read again, 0 steps played"), "{taken}");
}

#[test]
fn a_change_is_taken_over_before_the_next_piped_line() {
    let path = folder("followed-piped").join("mine.uur");
    let rules = uur::variants::source("boola").unwrap().text;
    std::fs::write(&path, &rules).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(["play", path.to_str().unwrap(), "--watch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut shown_until = |text: &str| {
        let mut shown = String::new();
        while !shown.contains(text) {
            assert!(stdout.read_line(&mut shown).unwrap() > 0, "`{text}` is not shown, but: {shown}");
        }
        shown
    };
    writeln!(stdin, "K-1\nposition").unwrap();
    shown_until("north to move");
    std::fs::write(&path, rules.replace("opponent wins", "player wins")).unwrap();
    writeln!(stdin, "position").unwrap();
    let shown = shown_until("north to move");
    assert!(shown.contains("mine.uur has changed: read again, 1 step played under the new rules"), "{shown}");
    drop(stdin);
    child.wait().unwrap();
}

#[test]
fn only_a_file_is_watched() {
    let cases: [(&[&str], &str); 2] = [
        (&["play", "boola", "--watch"], "`boola` is shipped (`uur show boola > my-boola.uur` copies it)"),
        (&["play", "-", "--watch"], "the rules came from standard input"),
    ];
    for (arguments, reason) in cases {
        let mut child = Command::new(env!("CARGO_BIN_EXE_uur"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let rules = uur::variants::source("boola").unwrap().text;
        // Rules that are not wanted need not be read.
        let _ = child.stdin.take().unwrap().write_all(rules.as_bytes());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn the_clock_runs_or_is_said_not_to() {
    let lines = |typed: &str| transcript(&format!("play oware\n{typed}"));
    assert!(!lines("clock 5m+3\nC\nclock off\nrecord").contains("\nclock "));
    // A question stops the clock, and the return starts it where it stood.
    let asked = lines("clock 1h\nC\nquiz\nclock\nundo\nclock\nrecord");
    assert!(asked.contains("error: there is no clock (") && asked.ends_with("clock 60m\nmoves C\n"), "{asked}");
    assert!(asked.contains("North> clock\ntime left: South 59:59, North 59:59\n"), "{asked}");
    let mut repl = repl();
    held(&mut repl, "play oware\nC\nclock 1s");
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    assert!(held(&mut repl, "f").contains("North's time is over"));
    let note = "the clock is not running (`clock 1s` starts it again)\n";
    assert!(held(&mut repl, "undo").contains(note));
    assert!(held(&mut repl, "clock").contains(note));
    // So is that of a loaded game.
    let file = folder("clock").join("g.game");
    let saved = lines(&format!("clock 10m\nC\nsave {0}\nload {0}", file.display()));
    assert!(saved.contains("the clock is not running (`clock 10m` starts it again)\n"), "{saved}");
}

#[test]
fn a_rematch_is_between_the_same_players() {
    let again = transcript("south \"Ana\"\nevent \"Club\"\nclock 10m\nC\nresign\nrematch\nnorth \"\"\nrecord");
    assert!(again.contains("time left: South 10:00, North 10:00\n") && again.contains("North has no name"), "{again}");
    for line in ["south \"Ana\"", "event \"Club\"", "clock 10m"] {
        assert!(again.rsplit_once("record\n").unwrap().1.lines().any(|said| said == line), "{line}: {again}");
    }
    assert!(error("event none").contains("`event \"Club evening\"`"));
}

#[test]
fn an_offered_draw_is_answered() {
    let offered = |typed: &str| transcript(&format!("F\noffer\n{typed}"));
    assert!(offered("accept").contains("North offers a draw: `accept` or `decline`\n"));
    assert!(offered("f\naccept").contains("The players agreed on a draw\n"));
    let none = "error: no draw was offered (`draw offer` offers one)";
    for answered in ["decline", "f\nA", "undo"] {
        assert!(offered(&format!("{answered}\naccept")).contains(none), "{answered}");
    }
    // What the players end goes on after `undo`, and nothing is abandoned.
    for begun in ["", "F f\n"] {
        let ended = transcript(&format!("{begun}draw\nundo\nresign"));
        assert!(!ended.contains("abandoned"), "{ended}");
    }
}

#[test]
fn no_line_is_lost_and_none_is_abandoned_while_it_is_played() {
    let played = transcript("F f\nundo 2\nC\nlines 1\nlines\nrecord");
    assert!(played.contains("`C` was abandoned; `lines 2` returns to it\n"), "{played}");
    assert!(played.contains("lines\n2. Oware: C\nSouth> record") && played.ends_with("moves F (C) f\n"), "{played}");
    assert!(played.matches("abandoned").count() == 2, "{played}");
}

#[test]
fn what_is_said_of_a_record_points_to_what_is_done() {
    assert!(error("computer analysis").contains("(`vs medium` plays against the computer"));
    assert!(transcript("computer north medium").contains("`vs medium as south` lets the computer play"));
    let analyzed = transcript("F\nanalyze game");
    assert!(analyzed.contains("South kept ") && !analyzed.contains("North had"), "{analyzed}");
    let shown = error(&"\u{0}".repeat(10_000));
    assert!(shown.len() < 1_000, "{}", shown.len());
}

#[test]
fn the_advice_on_files_is_followed() {
    let folder = folder("advice");
    std::fs::create_dir(folder.join("fold")).unwrap();
    let name = folder.join("fold").display().to_string();
    assert!(error(&format!("load {name}")).contains(&format!("`save {name}` writes the game to it")));
    assert!(transcript(&format!("C\nsave {name}\nload {name}")).contains("Oware, 1 step played"));
    assert!(!error(&format!("load {name}/no/where")).contains("save"));
    std::fs::write(folder.join("long.game"), format!("game oware\n{}\n", "\u{0}".repeat(10_000))).unwrap();
    assert!(error(&format!("load {name}/../long.game")).len() < 2_000);
    let refused = error(&format!("save {name}/x.PGN"));
    assert!(refused.contains(&format!("`save {name}/x.game`")) && refused.contains(".ogn"), "{refused}");
}
