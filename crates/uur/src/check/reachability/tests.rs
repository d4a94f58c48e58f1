//! Games made at random: the proofs agree with play.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::super::{Settings, is_dead, load, pass};
use super::*;
use crate::diagnostic::Code;
use crate::engine::{Event, Observer, compile};
use crate::source::Source;

/// The text of a game with these lines. Pits can be closed and skipped.
fn game(head: &str, marks: &str, sow: &[String], tables: &str, unfilled: &str) -> String {
    let sow = sow.join("\n  ");
    format!(
        "language 1
game \"Example\" {{ source \"none: an example\" }}
board {{\n  rows 2\n  pits 3\n  seeds 0 2 3\n  mark uur {marks} never empty\n  mark nest\n}}
sow {head} {{\n  {sow}\n}}
{tables}end {{\n  no move -> draw\n  endless after lap 200 -> stop\n}}
match {{\n  refill 2 each{unfilled}\n  starter loser\n  own store holds 1 or fewer -> draw\n}}
"
    )
}

fn table(name: &str, lines: &[String]) -> String {
    match lines {
        [] => String::new(),
        lines => format!("{name} {{\n  {}\n}}\n", lines.join("\n  ")),
    }
}

/// One of the texts between bars.
fn one(texts: &'static str) -> impl Strategy<Value = String> {
    prop::sample::select(texts.split('|').map(|text| text.trim().to_string()).collect::<Vec<_>>())
}

fn pit() -> impl Strategy<Value = String> {
    one("here | here | here | opposite | next | previous | next of next | opposite of next | \
        next of opposite | mirror | lap origin | turn origin")
}

fn kind() -> impl Strategy<Value = String> {
    one("own | opponent | own pit | empty | occupied | uur | own uur | opponent uur | nest | closed | \
        lap origin | turn origin | not uur | own or uur | not own uur | sown | reached | pit B | \
        own pit 1..2 | pit A or opponent pit C | store | own store | not store | not closed | \
        first own pit | last uur | not first own pit 2..3")
}

fn amount() -> impl Strategy<Value = String> {
    one("0 | 1 | 2 | 3 | 2 or 3 | 2..4 | 3 or more | 2 or fewer | even | odd | 9 or more")
}

/// Conditions on single pits and on the whole board.
fn asks_of_pits() -> impl Strategy<Value = String> {
    let quantified = (one("any | no | every"), one("own | opponent | own pit | uur | pit A | sown"));
    prop_oneof![
        4 => (pit(), kind()).prop_map(|(pit, kind)| format!("{pit} is {kind}")),
        4 => (pit(), amount()).prop_map(|(pit, amount)| format!("{pit} holds {amount}")),
        1 => (pit(), one("more than | fewer than | as many as"), pit())
            .prop_map(|(pit, than, other)| format!("{pit} holds {than} {other}")),
        1 => (quantified, amount()).prop_map(|((some, kind), amount)| format!("{some} {kind} holds {amount}")),
        1 => asks_of_all(),
    ]
}

fn asks_of_all() -> impl Strategy<Value = String> {
    one("own row is empty | own store holds 3 or more | any own uur | move is 3 or more | \
        own store + own uur holds 4 or more | own uur holds as many as opponent nest | \
             own store holds fewer than opponent store + 2")
}

/// Conditions that are allowed during a move.
fn asks_of_moves() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => asks_of_pits(),
        1 => one("lap is 1 | lap holds 1 | lap holds 2 or more | captured holds 1 or more"),
    ]
}

fn condition(tests: impl Strategy<Value = String> + Clone) -> impl Strategy<Value = String> {
    let joint = prop::sample::select(vec![" and ", " and ", " or ", " and not "]);
    let more = prop::collection::vec((joint, tests.clone()), 0..3);
    prop_oneof![
        9 => (tests, more).prop_map(|(first, more)| {
            more.into_iter().fold(first, |text, (joint, test)| text + joint + &test)
        }),
        1 => Just("else".to_string()),
    ]
}

/// A set of pits.
fn set() -> impl Strategy<Value = String> {
    let guard = prop_oneof![
        Just(String::new()),
        Just(" where here is not uur".to_string()),
        asks_of_pits().prop_map(|test| format!(" where {test} and here is not uur")),
        asks_of_pits().prop_map(|test| format!(" where {test}")),
    ];
    (one("own pit | opponent pit | pit A | occupied | not uur | nest"), guard)
        .prop_map(|(kind, guard)| format!("{kind}{guard}"))
}

fn action() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => pit().prop_map(|pit| format!("capture {pit}")),
        1 => pit().prop_map(|pit| format!("capture 1 from {pit}")),
        1 => pit().prop_map(|pit| format!("remove {pit}")),
        2 => (pit(), pit()).prop_map(|(from, to)| format!("move 1 from {from} to {to}")),
        1 => (pit(), pit()).prop_map(|(from, to)| format!("move all from {from} to {to}")),
        2 => pit().prop_map(|pit| format!("mark {pit} as uur")),
        1 => pit().prop_map(|pit| format!("mark {pit} as nest")),
        1 => pit().prop_map(|pit| format!("unmark {pit}")),
        3 => sets(),
    ]
}

/// Actions on sets of pits.
fn sets() -> impl Strategy<Value = String> {
    prop_oneof![
        set().prop_map(|set| format!("capture every {set}")),
        set().prop_map(|set| format!("move 1 from own store to every {set}")),
        set().prop_map(|set| format!("mark every {set} as uur")),
        set().prop_map(|set| format!("move all from every {set} to own store")),
    ]
}

fn choice() -> impl Strategy<Value = String> {
    // Few pits, since every choice multiplies the number of moves.
    let pits = one("pit A | own pit 1..2 where here is not uur | uur | pit C where here holds 2 or more");
    (pits, one("capture chosen | mark chosen as uur | move 1 from own store to chosen"))
        .prop_map(|(pits, action)| format!("choose {pits}, {action}"))
}

/// A line of a table: a condition, perhaps `may`, actions, and a decision.
fn line(
    tests: impl Strategy<Value = String> + Clone,
    actions: impl Strategy<Value = String>,
    may: &'static str,
    decisions: &'static str,
) -> impl Strategy<Value = String> {
    let actions = prop::collection::vec(actions, 0..3);
    (condition(tests), one(may), actions, one(decisions)).prop_map(|(condition, may, mut actions, decision)| {
        actions.extend(Some(decision).filter(|decision| !decision.is_empty()));
        if actions.is_empty() {
            actions.push("unmark own row".into());
        }
        format!("{condition} -> {may} {}", actions.join(", "))
    })
}

fn sowing() -> impl Strategy<Value = Vec<String>> {
    let perhaps = |texts: &'static str| prop_oneof![2 => Just(String::new()), 1 => one(texts)];
    let skip = perhaps("skip turn origin | skip uur | skip own uur | skip lap origin | skip store");
    let skip_where = (one("skip occupied | skip pit B"), amount(), any::<bool>())
        .prop_map(|(skip, amount, so)| if so { format!("{skip} where here holds {amount}") } else { String::new() });
    (
        one("from own pit where here is not uur | from pit where here is not uur | \
            from own pit or own store where here is not uur"),
        prop_oneof![3 => Just(String::new()), 2 => skip, 1 => skip_where],
        perhaps(
            "along own row, own store, opponent row | along own store, own row, opponent store, opponent row | \
            along own store, own row, opponent row | along own row | along own row, own store | \
            along own row, opponent row backwards",
        ),
        perhaps("drop 2 where here is own | drop 2 | drop 3 where here is pit A | drop 2 where here holds odd"),
        perhaps(
            "lift all but 1 where here holds 3 or more | lift all but 1 | \
            lift 1..2 where here is own pit B or here is store | lift 1 or more but not all",
        ),
        perhaps(
            "prefer lap ends in own pit | prefer here holds 3 | \
            prefer after move own row is occupied | prefer no own uur",
        ),
        perhaps("clockwise where here is pit A | clockwise or counterclockwise where here holds 2"),
        perhaps(
            "move 1 from own store to own pit | move 2 from own store to own empty pit | \
            move 3 from own store to pit where here is not uur",
        ),
    )
        .prop_map(|(from, skip, along, several, lift, prefer, way, enter)| {
            [from, skip, along, several, lift, prefer, way, enter].into_iter().filter(|line| !line.is_empty()).collect()
        })
}

fn any_game() -> impl Strategy<Value = String> {
    const DECISIONS: &str = "stop | relay | relay | relay from next | bonus move | repeat from previous | \
        repeat from next | repeat 2 times from previous and next | relay backwards | \
        relay backwards from next | relay from mirror";
    const MAY: &str = "| | | | | may";
    let lands = prop_oneof![6 => action(), 1 => choice()];
    let finishes = prop_oneof![4 => action(), 1 => choice(), 1 => Just("undo".to_string())];
    let drops = prop_oneof![2 => one("seed is last"), 5 => asks_of_moves()];
    let few = |lines: BoxedStrategy<String>| prop::collection::vec(lines, 1..3);
    let tables = (
        prop_oneof![3 => Just(vec![]), 1 => few(line(asks_of_all().boxed(), sets(), "", "").boxed())],
        prop_oneof![2 => Just(vec![]), 1 => few(line(asks_of_moves().boxed(), action(), "", "").boxed())],
        prop::collection::vec(line(drops.boxed(), action(), "", ""), 0..2),
        prop::collection::vec(line(asks_of_moves().boxed(), lands, MAY, DECISIONS), 1..5),
        prop_oneof![
            2 => Just(vec![]),
            1 => few(line(asks_of_moves().boxed(), finishes, MAY, "| stop | bonus move").boxed()),
        ],
    );
    let heads = one("counterclockwise | counterclockwise | clockwise | clockwise or counterclockwise");
    let marks = one("| | | at own pit A | at pit C");
    (heads, marks, sowing(), tables, prop_oneof![Just(", else closed".to_string()), Just(String::new())]).prop_map(
        |(head, marks, sow, tables, unfilled)| {
            let (begin, lift, drop, land, finish) = tables;
            let tables = [("begin", begin), ("lift", lift), ("drop", drop), ("land", land), ("finish", finish)];
            let tables: String = tables.into_iter().map(|(name, lines)| table(name, &lines)).collect();
            game(&head, &marks, &sow, &tables, &unfilled)
        },
    )
}

/// The clauses that fired, and the number of events of the move.
#[derive(Default)]
struct Fired(BTreeSet<ClauseId>, usize);

impl Observer for Fired {
    fn event(&mut self, event: Event) {
        self.0.extend(event.clause());
        self.1 += 1;
        assert!(self.1 < 10_000_000, "a move goes on for ever");
    }
}

/// Plays moves by index. Returns the clauses that fired, and whether an uur lost seeds.
fn play(rules: &Rules, choices: &[u8], closed: u64) -> (BTreeSet<ClauseId>, bool) {
    let program = compile(rules);
    let mut position = program.start();
    if rules.rounds.as_ref().is_some_and(|rounds| rounds.unfilled != Unfilled::Empty) {
        position.closed = closed;
        for pit in (0..6).filter(|pit| closed >> pit & 1 == 1) {
            position.out += u16::from(std::mem::take(&mut position.seeds[pit]));
        }
    }
    let (mut fired, mut emptied) = (Fired::default(), false);
    for choice in choices {
        let moves = program.legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        let before = position;
        fired.1 = 0;
        program.play_unchecked(&mut position, moves[usize::from(*choice) % moves.len()], &mut fired);
        emptied |= (0..6).any(|pit| {
            before.marks[pit].is_some() && position.marks[pit].is_some() && before.seeds[pit] > position.seeds[pit]
        });
    }
    (fired.0, emptied)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// The proofs of the checker agree with play.
    #[test]
    fn no_dead_line_fires_and_no_protected_pit_is_emptied(
        text in any_game(),
        games in prop::collection::vec((prop::collection::vec(any::<u8>(), 12), 0u64..64), 12),
    ) {
        let loaded = load(Source::new("example.uur", &*text), &|_, _| Ok(None));
        let (checker, rules) = pass(&loaded, &Settings::new());
        let rules = rules.expect("the lines make sense");
        let proofs = [Code::Shadowed, Code::NeverHolds, Code::EmptiesProtected, Code::Unused, Code::ProbablyNotMeant];
        // Lines with too many cases are not proved. A few ask what is not known in their section.
        let skipped = [Code::NotProved, Code::Misplaced];
        if checker.problems.iter().any(|problem| skipped.contains(&problem.code)) {
            return Ok(());
        }
        let others = checker.problems.iter().find(|problem| !proofs.contains(&problem.code));
        prop_assert!(others.is_none(), "{others:?} in\n{text}");
        let dead: BTreeSet<Span> =
            checker.problems.iter().filter(|problem| is_dead(problem) && problem.message != "no pit can meet this condition")
            .map(|problem| problem.labels[0].span).collect();
        let promised = !checker.problems.iter().any(|problem| problem.code == Code::EmptiesProtected);
        // Without its mark, or with another one, a pit is no longer protected.
        let lasting = !text.contains("unmark") && !text.contains("as nest");
        for (choices, closed) in games {
            let (fired, emptied) = play(&rules, &choices, closed);
            for clause in fired {
                prop_assert!(!dead.contains(&checker.clause_spans.of(clause).span), "{clause:?} fired in\n{text}");
            }
            prop_assert!(!(promised && lasting && emptied), "an uur lost seeds in\n{text}");
        }
    }
}

/// A bonus move that cannot be made is judged by the lines that speak of it, not by those before them.
#[test]
fn a_line_for_idle_bonus_moves_is_reached_after_other_lines() {
    let dead = |end: &str| {
        let text = game("counterclockwise", "", &["from own pit".into()], "", "")
            .replace("no move -> draw", &format!("no move -> draw\n  {end}"));
        let loaded = load(Source::new("example.uur", text), &|_, _| Ok(None));
        let (checker, _) = pass(&loaded, &Settings::new());
        checker.problems.iter().any(is_dead)
    };
    assert!(!dead("turn is bonus and no move -> player wins"));
    assert!(dead("no move and own store is empty -> player wins"));
    assert!(dead("turn is bonus and no move -> player wins\n  turn is bonus and no move -> draw"));
    assert!(dead("turn is bonus and own store is empty and own store is occupied -> draw"));
}

#[test]
fn a_line_is_dead_only_if_no_case_reaches_it() {
    let shadowed_if = |sow: &str, land: &[&str]| {
        let land: Vec<String> = land.iter().map(ToString::to_string).collect();
        let sow = ["from own pit where here is not uur".into(), sow.into()];
        let text = game("counterclockwise", "", &sow, &table("land", &land), "");
        let loaded = load(Source::new("example.uur", text), &|_, _| Ok(None));
        let (checker, _) = pass(&loaded, &Settings::new());
        checker.problems.iter().any(is_dead)
    };
    let shadowed = |land: &[&str]| shadowed_if("", land);
    // A store lies in no row.
    let rows = ["here is own -> stop", "here is opponent -> stop", "else -> bonus move"];
    assert!(!shadowed_if("along own row, own store, opponent row", &rows));
    assert!(shadowed_if(
        "along own row, own store, opponent row",
        &["here is store -> stop", rows[0], rows[1], rows[2]]
    ));
    assert!(shadowed_if(
        "along own row, own store, opponent row",
        &["here is store -> stop", "opposite is store -> stop"]
    ));
    assert!(shadowed_if("", &["here is store -> stop"]));
    assert!(shadowed(&["here is own -> stop", "here is opponent -> stop", "opposite is own -> stop"]));
    assert!(shadowed(&["here holds odd -> stop", "here holds even -> stop", "next holds 2 -> stop"]));
    assert!(shadowed(&["here is empty -> stop", "here holds 1 -> stop"]));
    assert!(!shadowed(&["here is empty -> stop", "here holds 2 -> stop"]));
    assert!(shadowed(&["next is empty -> stop", "next holds 0 -> stop"]));
    assert!(!shadowed(&["next of next is own -> stop", "next of next is opponent -> stop"]));
    assert!(shadowed(&["next of next is own -> stop", "next of next is own -> stop"]));
    assert!(shadowed(&["opposite of next is own -> stop", "previous of opposite is own -> stop"]));
    assert!(shadowed(&["here is own -> stop", "here is opponent -> stop", "else -> stop"]));
    assert!(shadowed(&["move is 0 -> stop"]));
    assert!(!shadowed(&["move is 0 or 1 -> stop"]));
}
