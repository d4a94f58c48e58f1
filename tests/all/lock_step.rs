//! Tables change nothing: with them and without, observed and unobserved, at once and in parts, the engine plays the
//! same moves, positions and ends, in random games of everything that is shipped, and of other programs' games. And the
//! events of every move, folded over the position before it, give the position after it.

use uur::chance::Rng;
use uur::check::Settings;
use uur::engine::{Budget, Choice, Engine, Event, History, Mark, Move, MoveMask, Opt, Position, Program, State, Width};
use uur::game::Game;
use uur::notation::{read_move, write_position};
use uur::on_engine;
use uur::rules::{MarkId, Side};
use uur::source::Source;
use uur::variants;
use uur_testing::mutate::mutations;

use crate::random_rules::{rules, small_rules};
use crate::series;

/// Plays games with every step carried out as the rules say it, and with tables, move by move, observed and
/// unobserved. Folds the events of every move.
fn same(game: &Game, games: u64) {
    let start = game.program.start();
    on_engine!(game.program.engine(&start, Opt::Full), tables => {
        same_at(game, &tables, games);
        same_on_any_board(game, &tables, games.min(20));
    });
}

/// Boards that may never come in a game, with every move: laps of all lanes and lengths, landings with all answers.
fn same_on_any_board<W: Width>(game: &Game, tables: &Engine<W>, boards: u64) {
    let program = &game.program;
    let shape = tables.shape();
    if tables.why_examined().is_some() {
        return;
    }
    let layout = program.layout();
    let most = u64::from(program.start().total().clamp(20, 200));
    for number in 0..boards {
        let mut chance = Rng::for_game(2, number);
        let mut position = program.bare();
        (position.ply, position.to_move) = (500, Side::BOTH[chance.below(2)]);
        let mut left = most;
        let full = 1 + chance.below(4);
        for pit in layout.pits() {
            let few = [0, 1, 2, 3, 4 + chance.below(30)][chance.below(full + 1)] as u64;
            position.seeds[pit.index()] = few.min(left) as u8;
            left -= few.min(left);
            if !game.rules.marks.is_empty() && chance.below(4) == 0 {
                position.marks[pit.index()] = Some(Mark { kind: MarkId(0), owner: Side::BOTH[chance.below(2)] });
            }
        }
        position.captured =
            [chance.below(1 + left as usize / 2), chance.below(1 + left as usize / 2)].map(|some| some as u16);
        let Some(state) = tables.pack(&position).filter(|state| tables.has_masks(state)) else { continue };
        let at = |m: &Move| format!("{}, {shape:?}, board {number}, {m:?}: {position:?}", game.name);
        for m in program.legal_moves(&position) {
            let (mut after, mut budget) = (position, Budget::laps(50_000));
            program.play_alone(&mut after, m, &mut (), &mut budget);
            if budget.overrun().is_none() {
                let (next, moves) = tables.successor(&state, m);
                assert_eq!(tables.unpack(&next), Position { points: [0; 2], ..after }, "{}", at(&m));
                assert_eq!(moves, tables.legal_mask(&next), "{}", at(&m));
            }
        }
    }
}

fn same_at<W: Width>(game: &Game, tables: &Engine<W>, games: u64) {
    let program = &game.program;
    for number in 0..games {
        let mut chance = Rng::for_game(1, number);
        let mut position = program.start();
        let mut history = History::starting(&position);
        let mut state = tables.pack(&position).expect("no game is refused");
        let mut boards = tables.history(&history);
        let mut found = vec![];
        for ply in 0..400 {
            let at = || format!("{}, game {number}, move {ply}", game.name);
            let legal = program.legal_moves(&position);
            assert_eq!(tables.legal_moves(&state), legal, "{}: {position:?}", at());
            if legal.is_empty() {
                break;
            }
            let number_of_move = chance.below(legal.len());
            let m = legal[number_of_move];
            tables.find_moves(&state, &mut found);
            assert!(found.iter().map(|found| found.m).eq(legal.iter().copied()), "{}: {position:?}", at());
            if tables.draws_decisions() {
                same_draw(program, &position, tables, &state, &legal, &chance);
                assert_eq!(decided_one_by_one(tables, &state), legal.to_vec(), "{}: {position:?}", at());
            }
            let before = position;
            let mut unobserved = position;
            program.play_unchecked(&mut unobserved, m, &mut ());
            let mut events: Vec<Event> = vec![];
            let mut budget = Budget::events(100_000);
            program.play_within(&mut position, &mut history, m, &mut events, &mut budget);
            if budget.overrun().is_some() {
                break;
            }
            assert_eq!(before.after(&events), position, "the events of {m:?} do not fold, {}: {before:?}", at());
            let (alone, _) = Event::split_move(&events);
            assert_eq!(before.after(alone), unobserved, "{} {m:?}: {before:?}", at());
            let (mut next, moves) = tables.successor(&state, m);
            assert_eq!(tables.play_found(&state, &found[number_of_move]), (next, moves), "{} {m:?}: {before:?}", at());
            assert_eq!(in_parts(tables, &state, m), (next, moves), "{} {m:?}: {before:?}", at());
            assert_eq!(tables.unpack(&next), Position { points: [0; 2], ..unobserved }, "{} {m:?}: {before:?}", at());
            let would_end = tables.would_end(&next, &boards);
            let moves = tables.record(&mut next, &mut boards, moves);
            assert_eq!(would_end, next.is_over(), "{}", at());
            if tables.has_masks(&next) {
                assert_eq!(moves, tables.legal_mask(&next), "{}", at());
                let named = tables.moves(&next, moves);
                for (nth, m) in named.iter().enumerate() {
                    let code = tables.nth_move(next.to_move(), moves, nth);
                    assert_eq!(tables.as_move(&next, code), *m, "{}", at());
                }
                assert_eq!(tables.count_moves(next.to_move(), moves), named.len(), "{}", at());
            }
            state = next;
            assert_eq!(tables.unpack(&state), Position { points: [0; 2], ..position }, "{}", at());
        }
    }
}

/// Plays a move a few laps at a time.
fn in_parts<W: Width>(tables: &Engine<W>, was: &State<W>, m: Move) -> (State<W>, MoveMask) {
    let mut laps = 1;
    let mut played = tables.play_laps(was, m, laps);
    loop {
        match played {
            Ok(played) => return played,
            Err(left) => {
                laps *= 2;
                played = tables.go_on(left, laps);
            }
        }
    }
}

/// A random move is legal, is the same with tables and without, and leads to what it leads to when it is listed.
fn same_draw<W: Width>(
    program: &Program,
    position: &Position,
    tables: &Engine<W>,
    state: &State<W>,
    legal: &[Move],
    chance: &Rng,
) {
    let [mut plain, mut tabulated] = [chance.clone(), chance.clone()];
    let drawn = program.draw_move(position, &mut plain).expect("there are legal moves");
    assert!(legal.contains(&drawn.m), "{drawn:?}: {position:?}");
    assert!(drawn.legal_moves > 1 || legal.len() == 1, "{drawn:?}: {position:?}");
    let mut turn = tables.draw_turn(state, &mut tabulated).expect("there are legal moves");
    assert_eq!(turn.drawn, drawn, "{position:?}");
    assert_eq!(plain.next_u64(), tabulated.next_u64(), "{drawn:?}: {position:?}");
    let mut next = *state;
    let goes_on = tables.play_turn(&mut next, &mut turn, &mut tabulated);
    assert_eq!(next, tables.successor(state, drawn.m).0, "{drawn:?}: {position:?}");
    let following = program.draw_move(&tables.unpack(&next), &mut plain);
    assert_eq!(goes_on.then_some(turn.drawn), following, "{drawn:?}: {position:?}");
}

/// The legal moves, by what is decided one after the other.
fn decided_one_by_one<W: Width>(tables: &Engine<W>, state: &State<W>) -> Vec<Move> {
    let beginnings = tables.beginnings(state);
    if tables.has_begun_masks(state) {
        assert_eq!(tables.named(state, tables.legal_mask(state)), beginnings);
    }
    let mut begun: Vec<Move> = beginnings.into_iter().rev().collect();
    let mut decided = vec![];
    while let Some(m) = begun.pop() {
        let Some(options) = tables.next_options(state, m) else {
            decided.push(m);
            continue;
        };
        let choices: Vec<Choice> = options.iter().collect();
        begun.extend(choices.into_iter().rev().map(|choice| {
            let mut next = m;
            assert!(next.choices.push(choice));
            next
        }));
    }
    decided
}

#[test]
fn every_shipped_game() {
    for name in variants::names() {
        same(&Game::shipped(name).expect("it is shipped"), series::cases(12, 3).into());
    }
}

/// On small boards a lap goes round more than once, and positions come again.
#[test]
fn shipped_games_on_small_boards() {
    let mut played = 0;
    for name in variants::names() {
        let game = Game::shipped(name).expect("it is shipped");
        for pits in ["1", "2", "3", "4"] {
            if let Ok(mut small) = game.with_settings(&Settings::from([("pits".into(), pits.into())])) {
                small.name = format!("{name} pits={pits}");
                same(&small, series::cases(60, 4).into());
                played += 1;
            }
        }
    }
    assert!(played > 40, "{played} are played");
}

#[test]
fn games_of_other_programs() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers");
    let mut played = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_some_and(|ending| ending == "uur") {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            let name = path.file_name().expect("it is a file").to_string_lossy().into_owned();
            let game = Game::load(Source::new(name, text), &variants::library, &Settings::new()).expect("it is sound");
            same(&game, 20);
            played += 1;
        }
    }
    assert!(played > 20, "{played} are played");
}

/// Rules that ask about earlier turns, laps and captures.
const FACTS: &str = r#"language 1
game "Facts" { source "none: an example" }
board { rows 2
  pits 4
  seeds 3 each
  mark camp
}
sow counterclockwise {
  from own pit where turn is not bonus or here is not pit A
  prefer not last move holds 1 or here holds 2 or more
  along own row, own store, opponent row }
land {
  lap is 4 -> stop
  here is own store -> bonus move
  captured holds 2 or more -> stop
  1 own camp and here is own and here is occupied -> stop
  here is own and any opponent pit holds as many as landing -> capture every opponent pit or own camp where here holds as many as landing
  here is own empty pit and opposite holds 4 or more -> capture half of opposite, remove all but 2 from opposite
  here is own empty pit and opposite is occupied -> capture opposite, relay
  here is opponent and here holds 4 -> mark here as camp, capture 1 from here for opponent
  here is occupied -> relay }
finish { player is starter and captured holds 0 -> capture 1 from every own camp }
end {
  idle: turn is bonus and no move -> player takes board
  own row is empty and player is not starter -> opponent takes board
  no move -> each takes own row
  repeated never
  win most seeds, at more than half }
"#;

/// Rules that count, and that ask about the hand and about pits other than the one to be lifted.
const NUMBERS: &str = r#"language 1
game "Numbers" { source "none: an example" }
board { rows 2
  pits 5
  seeds 3 each
  seeds store 2 each
  counter spent
  counter fours
  counter debt kept
}
sow counterclockwise {
  from own pit where own fours holds 2 or fewer or here holds more than own spent
  prefer no own pit where (here holds more than turn origin) or own debt holds 1 or more
  skip opponent pit where here holds 3 and hand holds 2 or more }
begin { own spent holds 3 or more -> set own spent to 0, move 1 from own store to every own pit }
lift { here holds 5 or more -> add 1 to own spent, capture 1 from here }
drop { hand is empty and here holds 4 -> add 1 to own fours, remove 1 from opponent fours }
land {
  here is own and here is first own occupied pit after turn origin -> add here to own debt, capture opposite
  here is opponent and own fours holds more than opponent fours -> set opponent debt to own store + opposite, stop
  here is occupied -> relay }
finish {
  own debt holds 200 or more -> set own debt to 0, bonus move
  captured holds 3 or more -> undo
  any own pit is last occupied pit before last landing -> remove 2 from own debt }
end {
  own fours holds 9 or more -> player wins
  no move -> each takes own row
  win most seeds }
match {
  refill 3 each by loser, else closed
  remainder in next pits
  keep pit E
  starter loser
  own debt holds 250 or more or own store holds 2 or fewer -> opponent wins }
"#;

/// A ring of pits that belong to neither player, with marks and moves between pits.
const RING: &str = r#"language 1
game "Ring" { source "none: an example" }
board { rows 1 for both
  pits 9
  seeds 3 each
  mark camp
}
sow clockwise or counterclockwise {
  from pit where here is not opponent camp
  prefer here is first occupied pit after last landing or move is 1..3
  skip turn origin }
land {
  here holds 4 and here is not camp -> mark here as camp, bonus move
  here is own camp -> capture here
  next is empty and next of next is occupied -> capture next of next, move 1 from previous to here
  next is occupied -> relay from next }
end {
  board holds 5 or fewer -> each takes own camp
  no move -> stop
  endless -> pass
  win most seeds }
"#;

/// Marks that are given to the other player.
const GIVEN: &str = r#"language 1
game "Given" { source "none: an example" }
board { rows 2
  pits 5
  seeds 3 each
  mark uur
}
sow counterclockwise { from own pit where here is not opponent uur }
land {
  here is uur -> mark opposite as uur, unmark here
  here is opponent and here holds 4 -> mark here as uur for opponent, capture 1 from here
  here is own empty pit -> mark here as uur, mark opposite and here as uur for opponent, capture opposite
  here is own and here holds 4 -> mark here as uur for opponent, mark here as uur
  here is occupied -> relay }
end {
  no move -> each takes own uur and own row
  win most seeds }
"#;

/// Decisions before a lap is lifted.
const BEFORE: &str = r#"language 1
game "Before" { source "none: an example" }
board { rows 2
  pits 4
  seeds 3 each
  mark uur
  counter open
}
sow counterclockwise {
  from own pit
  skip own pit D where own open holds 0 }
lift {
  end: lap is 1 and no own uur -> choose own pit A or own pit D, mark chosen as uur
  go:  here holds 3 or more -> may set own open to 1
  not_now: own open holds 1 -> set own open to 0 }
land {
  take: here is own uur and opposite is occupied -> capture opposite
  on:   here is occupied and lap is 1..3 -> relay }
end {
  no move -> each takes own row
  win most seeds }
"#;

#[test]
fn decisions_before_a_lap() {
    let game = loaded("before.uur", BEFORE);
    let first = game.program.legal_moves(&game.program.start());
    assert!(first.iter().any(|m| m.choices.iter().count() > 1), "{first:?}");
    same(&game, 100);
}

/// Seeds that stay in a pit from which others are taken before a lap is lifted.
#[test]
fn seeds_that_stay_in_a_pit() {
    for (first, table) in [
        ("lift all but 1", "else -> remove 1 from here"),
        ("lift all but 1 where here holds 2 or more", "else -> capture 2 from here"),
        ("lift all but 2 where here holds 3 or more", "opposite is occupied -> move 1 from opposite to here"),
        ("lift 1..3 but not all", "here holds 2 or more -> capture 1 from here"),
    ] {
        for land in [
            "here is own empty pit -> capture opposite",
            "here is occupied -> relay",
            "here is occupied -> lift opposite, sow after here",
        ] {
            let text = format!(
                "language 1\ngame \"Stay\" {{\n}}\nboard {{\n  rows 2\n  pits 3\n  seeds 3 each\n}}\nsow counterclockwise \
                 {{\n  from own pit\n  {first}\n}}\nlift {{\n  {table}\n}}\nland {{\n  {land}\n}}\nend {{\n  no move -> \
                 each takes own row\n  win most seeds\n}}\n"
            );
            same(&loaded("stay.uur", &text), 100);
        }
    }
}

/// What the opening demands holds for every number of seeds that may be lifted.
#[test]
fn an_opening_demands_a_pit_whatever_is_lifted() {
    for (lift, demand, legal) in [
        ("lift 1..3", "must lift B", &["B", "B-1", "B-2"][..]),
        ("lift 1 or 2 but not all", "must lift all but 1 from B", &["B-1"]),
        ("lift 2 where here is pit A", "must lift B", &["B"]),
    ] {
        let text = format!(
            "language 1\ngame \"Demand\" {{\n}}\nboard {{\n  rows 2\n  pits 3\n  seeds 3 each\n}}\nsow counterclockwise {{\n  \
             from own pit\n  {lift}\n}}\nopening {{\n  move 1 {demand}\n}}\nend {{\n  no move -> opponent takes board\n  win \
             most seeds\n}}\n"
        );
        let game = loaded("demand.uur", &text);
        let moves = game.program.legal_moves(&game.program.start());
        let mut moves: Vec<String> = moves.iter().map(|&m| uur::notation::write_move(&game.program, m)).collect();
        moves.sort();
        assert_eq!(moves, legal, "{lift}, {demand}");
        same(&game, 50);
    }
}

#[test]
fn given_marks() {
    let game = loaded("given.uur", GIVEN);
    assert!(game.program.plan().contains(&("land", "one look-up".into())), "{:?}", game.program.plan());
    same(&game, 300);
}

#[test]
fn numbers_and_rings() {
    same(&loaded("numbers.uur", NUMBERS), 200);
    same(&loaded("ring.uur", RING), 200);
}

fn loaded(name: &str, text: &str) -> Game {
    Game::load(Source::new(name, text), &variants::library, &Settings::new()).expect("it is sound")
}

#[test]
fn facts_of_earlier_turns() {
    same(&loaded("facts.uur", FACTS), 200);
    let kalah = variants::source("kalah").expect("it is shipped").text;
    let kalah = kalah.replacen("end {", "end {\n  idle: turn is bonus and no move -> opponent takes board", 1);
    let kalah = loaded("kalah.uur", &kalah);
    assert!(kalah.program.plan().contains(&("play", "one lap, one look-up".into())), "{:?}", kalah.program.plan());
    same(&kalah, 200);
}

/// A sowing that comes round on the board goes on if a line tells the laps apart.
#[test]
fn laps_that_are_told_apart_late() {
    for (laps, has_kernel) in [("lap is 3 or more", true), ("lap is 900 or more", false), ("lap is odd", false)] {
        let text = format!(
            "language 1\ngame \"Late\" {{\n}}\nboard {{\n  rows 2\n  pits 3\n  seeds 3 each\n}}\nsow counterclockwise {{\n  \
             from own pit\n}}\nland {{\n  {laps} and here holds 9 or more -> stop\n  here is occupied -> relay\n  {laps} -> \
             capture here\n}}\nend {{\n  endless -> opponent wins\n  no move -> draw\n}}\n"
        );
        let game = loaded("late.uur", &text);
        let plan = game.program.plan();
        assert_eq!(plan.contains(&("play", "lap after lap, one look-up each".into())), has_kernel, "{laps}: {plan:?}");
        same(&game, 200);
    }
}

#[test]
fn seeds_are_entered_into_the_other_row() {
    let text = "language 1\ngame \"Entering\" {\n}\nboard {\n  rows 2\n  pits 3\n  seeds 2 each\n  seeds store 2 each\n}\nsow \
                counterclockwise {\n  move 1 from own store to opponent occupied pit\n  from own pit where own store is \
                empty\n}\nend {\n  no move -> each takes own row\n  win most seeds\n}\n";
    let game = loaded("entering.uur", text);
    assert_eq!(game.program.legal_moves(&game.program.start()).len(), 3);
    same(&game, 50);
}

#[test]
fn an_action_alone_asks_where_the_previous_move_ended() {
    let text = "language 1\ngame \"Last\" {\n}\nboard {\n  rows 2\n  pits 3\n  seeds 2 each\n}\nsow counterclockwise \
                {\n  from own pit\n}\nland {\n  move is 2 -> capture last landing\n}\nend {\n  no move -> draw\n}\n";
    let game = loaded("last.uur", text);
    let mut position = game.program.start();
    for name in ["B", "b"] {
        let m = read_move(&game.program, position.to_move, name).expect("it is a move");
        game.program.play_unchecked(&mut position, m, &mut ());
    }
    let played = write_position(&game, &position);
    assert!(played.starts_with("south 3 0 3; north 0 0 3; captured 0 3"), "{played}");
}

/// A change that the kernel does not understand makes games slow and not wrong.
#[test]
fn most_games_have_a_kernel() {
    let has_kernel = |name: &&str| {
        let program = Game::shipped(name).expect("it is shipped").program;
        on_engine!(program.engine(&program.start(), Opt::Full), engine => engine.why_examined().is_none())
    };
    let with_kernel = variants::names().filter(has_kernel).count();
    assert!(with_kernel >= 120, "{with_kernel} games have a kernel");
}

/// Rules put together at random, on their small boards and on larger ones.
#[test]
fn games_of_random_rules() {
    let mut played = 0;
    for number in 0..600 {
        let small = small_rules(number, number % 2 == 0);
        for text in [small.replace("pits 2\n", "pits 6\n"), small, rules(number).replace("pits 2\n", "pits 5\n")] {
            let source = Source::new("chance.uur", text);
            if let Some(mut game) = Game::load_if_sound(source, &variants::library, &Settings::new()) {
                game.name = format!("random rules {number}");
                same(&game, 3);
                played += 1;
            }
        }
    }
    assert!(played > 900, "{played} are played");
}

/// Rules made wrong in one place are rules, too: they combine words as no shipped game does.
#[test]
fn games_made_wrong() {
    let mut played = 0;
    for (number, name) in variants::names().enumerate() {
        let source = variants::source(name).expect("it is shipped");
        // A part of them, another one in each file, is enough.
        let step = series::step(6, 4);
        for mutation in mutations(&source).iter().skip(number % step).step_by(step) {
            let mut text = source.text.clone();
            text.replace_range(mutation.span.range(), &mutation.replacement);
            let wrong = Source::new(format!("{name}.uur"), text);
            let Some(mut game) = Game::load_if_sound(wrong, &variants::library, &Settings::new()) else { continue };
            // On a large board a sowing that never ends may take too long to come round.
            if game.program.layout().span() <= 6 {
                game.name = format!("{name}: {}", mutation.what);
                same(&game, 3);
                played += 1;
            }
        }
    }
    assert!(played > series::cases(200, 4), "{played} are played");
}
