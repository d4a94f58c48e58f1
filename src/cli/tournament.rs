//! `uur tournament`: a round robin of players, and their Elo ratings.

mod engines;

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::Ordering;

use schemars::JsonSchema;
use serde::Serialize;

use uur::check::Settings;
use uur::diagnostic::count;
use uur::game::Game;
use uur::provenance::JsonAnswer;
use uur::text_layout::TextTable;
use uur_lab::lab::{Contestant, Elo, Experiment, Meeting, Player, SearchControl, Tournament};
use uur_lab::search::{Evaluation, PlayerEndgames, TrainedEvaluation};
use uur_lab::solve::EndgameDatabase;

use super::game_args::{GameArgs, ThreadArgs, number};
use super::made::{csv, print_json, rules_of};
use super::output::{CommandError, Exit, answer_width, print, print_wrapped};
use super::progress::{clock, progress_bar, stop_on_ctrl_c, stoppable};
use super::simulate::no_games_error;
use super::statistics::series_title;
use super::{CommandResult, TableFormat};
use crate::files;

/// Let players play against each other and print Elo ratings with error bounds
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur tournament layli-goobalay random greedy easy medium\n  \
    uur tournament boola 1000 10000 100000 --games 40 --format json\n  \
    uur tournament kalah easy casual fair medium hard --balanced 20000\n  \
    uur tournament kalah master 500ms --games 20\n  \
    uur tournament kalah 20000:rules 20000:kalah.eval\n  \
    uur tournament oware hard --engine './my-engine' --movetime 500 --games 20\n\n\
    Each pair of players plays the same openings, in both seats. If no player has a time limit, the\n\
    answer depends only on the seed, not on the number of threads. Ctrl-C prints the results of the\n\
    games played so far and exits with 4.")]
pub struct TournamentArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The players: random; greedy, which captures the most at once; easy, casual, fair, medium, hard or master,
    /// which search; a time per move such as 100ms; a number of moves or turns to search, such as 50000 or 3turns,
    /// also with a part of random moves, such as 3turns-20%. A player that searches may name its evaluation:
    /// 50000:FILE uses one made by `uur train`, 50000:rules that derived from the rules
    #[arg(num_args = 0.., value_name = "PLAYER")]
    players: Vec<PlayerArg>,
    /// Another program that plays, such as 'uur engine': a command that speaks UGI on its standard input and output;
    /// may be repeated. Its moves are written as in uur. With a program, games are played one after the other
    #[arg(long = "engine", value_name = "CMD", conflicts_with_all = ["balanced", "matches"])]
    engines: Vec<String>,
    /// Milliseconds that a program has for each move
    #[arg(long, value_name = "MS", default_value_t = 100, requires = "engines", value_parser = number::<u64>(1..=3_600_000))]
    movetime: u64,
    /// Games for each pair of players; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32>(1..=u64::from(u32::MAX)))]
    games: u32,
    /// How many moves of each game are random before the players play
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u16>(0..=u64::from(u16::MAX)))]
    opening: u16,
    /// Draw random openings again until a search of this many moves finds neither player clearly ahead
    #[arg(long, value_name = "N", conflicts_with = "matches", value_parser = number::<u64>(1..=u64::MAX))]
    balanced: Option<u64>,
    /// The seed of the openings and of everything random
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Play whole matches instead of single rounds, if the game has rounds
    #[arg(long)]
    matches: bool,
    /// Abandon a game after this many moves; it counts as drawn
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number::<u16>(1..=60_000))]
    most_moves: u16,
    /// How to print the answer; `csv` prints a row for each player
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    format: TableFormat,
}

/// A player, and its evaluation if one is named: a file, or `rules`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PlayerArg {
    player: Player,
    evaluation: Option<String>,
}

/// The name of the evaluation derived from the rules.
const OF_RULES: &str = "rules";

impl FromStr for PlayerArg {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerArg, String> {
        let (player, evaluation) = match text.split_once(':') {
            Some((player, evaluation)) => (player.parse::<Player>()?, Some(evaluation.to_string())),
            None => (text.parse()?, None),
        };
        match evaluation.as_deref() {
            Some("") => Err(format!("name a file after `{player}:`")),
            Some(_) if !player.thinks() => Err(format!("`{player}` does not search, so it has no evaluation")),
            _ => Ok(PlayerArg { player, evaluation }),
        }
    }
}

impl fmt::Display for PlayerArg {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.player)?;
        self.evaluation.iter().try_for_each(|evaluation| write!(f, ":{evaluation}"))
    }
}

impl PlayerArg {
    /// Reads the evaluation, if it is a file.
    fn trained(&self, game: &Game) -> Result<Option<TrainedEvaluation>, CommandError> {
        let file = self.evaluation.as_deref().filter(|evaluation| *evaluation != OF_RULES);
        let read = file.map(|path| files::evaluation(game, path)).transpose();
        read.map_err(|reason| CommandError::usage(&reason, "`uur train` makes an evaluation of this game"))
    }

    /// The player with its evaluation, the trained one if it has one, and the database of its level.
    fn contestant<'a>(
        &self,
        trained: Option<&'a TrainedEvaluation>,
        endgames: Option<&'a EndgameDatabase>,
    ) -> Contestant<'a> {
        let evaluation = match (trained, &self.evaluation) {
            (Some(trained), _) => Evaluation::Trained(trained),
            (None, Some(_)) => Evaluation::Rules,
            (None, None) => Evaluation::Standard,
        };
        Contestant { player: self.player, evaluation, endgames }
    }
}

/// The result of a tournament.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TournamentReport {
    game: String,
    meaning: String,
    settings: Settings,
    seed: u64,
    opening: u64,
    /// The number of moves that were searched to judge whether an opening is balanced.
    #[serde(skip_serializing_if = "Option::is_none")]
    balanced: Option<u64>,
    whole_matches: bool,
    most_moves: u64,
    games: u64,
    /// The strongest first.
    players: Vec<PlayerStanding>,
    meetings: Vec<MeetingReport>,
}

impl JsonAnswer for TournamentReport {
    const FORMAT: &'static str = "tournament";
}

/// The result of a player.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct PlayerStanding {
    player: String,
    elo: f64,
    error: f64,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    unfinished: u64,
    score: f64,
}

/// The result of two players against each other.
#[derive(Debug, Serialize, JsonSchema)]
struct MeetingReport {
    players: [String; 2],
    games: u64,
    won: [u64; 2],
    drawn: u64,
    unfinished: u64,
    /// Games won by South and by North.
    by_seat: [u64; 2],
    moves: u64,
}

pub fn run(arguments: &TournamentArgs) -> CommandResult {
    let game = stoppable(arguments.game.open()?);
    let players = &arguments.players;
    if game.program.is_single_player() {
        let message = format!("`{}` is for one player, so nobody can be beaten", game.name);
        let help = format!("`uur simulate {} --south LEVEL` shows how often a player reaches the goal", game.name);
        return Err(CommandError::usage(&message, help));
    }
    if players.len() + arguments.engines.len() < 2 {
        return Err(CommandError::usage("a tournament needs two players", "name another, such as `easy`"));
    }
    if let Some(twice) = players.iter().enumerate().find(|(place, player)| players[..*place].contains(player)) {
        return Err(CommandError::usage(&format!("`{}` is named twice", twice.1), "name every player once"));
    }
    if arguments.balanced.is_some() && arguments.opening == 0 && game.rules.arrangements.is_empty() {
        let message = "without random moves every opening is the same, so none is more balanced than another";
        return Err(CommandError::usage(message, "leave out `--balanced`, or write for example `--opening 4`"));
    }
    let trained = players.iter().map(|player| player.trained(&game)).collect::<Result<Vec<_>, CommandError>>()?;
    let stop = stop_on_ctrl_c();
    let mut endgames = PlayerEndgames::default();
    for level in players.iter().filter_map(|player| player.player.level()) {
        endgames.prepare(level, &game, 0, &|| stop.load(Ordering::Relaxed));
    }
    let contestants = players.iter().zip(&trained).map(|(player, trained)| {
        let endgames = player.player.level().and_then(|level| endgames.of_level(level, &game));
        player.contestant(trained.as_ref(), endgames)
    });
    let experiment = Experiment {
        game: &game,
        players: [Player::Random; 2],
        pairs: true,
        opening: arguments.opening.into(),
        seed: arguments.seed,
        from: None,
        whole_matches: arguments.matches,
        most_moves: arguments.most_moves.into(),
    };
    let tournament = Tournament {
        experiment,
        players: contestants.collect(),
        first_opening: 0,
        balanced: arguments.balanced,
        openings: u64::from(arguments.games).div_ceil(2),
        threads: arguments.threads.granted(),
        control: SearchControl { stop, clock },
    };
    let names: Vec<String> =
        players.iter().map(PlayerArg::to_string).chain(arguments.engines.iter().cloned()).collect();
    let empty = Meeting::of_all(names.len());
    let all = 2 * tournament.openings * empty.len() as u64;
    let bar = progress_bar(all, "games");
    let mut met = empty.clone();
    let on_meeting = |meeting: &Meeting| {
        bar.inc(meeting.games());
        if let Some(known) = met.iter_mut().find(|known| known.players == meeting.players) {
            known.add(meeting);
            bar.set_message(standing_of_two(known, &names));
        }
    };
    let meetings = match arguments.engines.is_empty() {
        true => tournament.play(on_meeting),
        false => engines::play(&tournament, &arguments.engines, arguments.movetime, on_meeting)?,
    };
    bar.finish_and_clear();
    let report = report(&tournament, &names, &meetings);
    if report.games == 0 {
        return Err(no_games_error());
    }
    let rules = rules_of([&game]);
    match arguments.format {
        TableFormat::Json => print_json(rules, &report),
        TableFormat::Csv => print(&csv("tournament", &rules, &rows(&report))),
        TableFormat::Text => print_wrapped(&text(&report)),
    }
    if report.games < all && stop.load(Ordering::Relaxed) {
        let all = count(all as usize, "game");
        return Err(CommandError::limit(&format!("stopped after {} of {all}", report.games)));
    }
    Ok(Exit::Fine)
}

/// The score of two players so far, for the progress bar.
fn standing_of_two(meeting: &Meeting, players: &[String]) -> String {
    let [one, other] = meeting.players.map(|player| &players[player]);
    let [points, others] = meeting.scores();
    format!("{one} {points} : {others} {other}")
}

fn report(tournament: &Tournament, players: &[String], meetings: &[Meeting]) -> TournamentReport {
    let Experiment { game, opening, seed, whole_matches, most_moves, .. } = tournament.experiment;
    let name = |number: usize| players[number].clone();
    let mut players: Vec<PlayerStanding> = Tournament::elo(players.len(), meetings)
        .into_iter()
        .enumerate()
        .map(|(number, elo)| standing(name(number), elo, number, meetings))
        .collect();
    players.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    let met = |meeting: &Meeting| MeetingReport {
        players: meeting.players.map(name),
        games: meeting.games(),
        won: meeting.won,
        drawn: meeting.drawn,
        unfinished: meeting.unfinished,
        by_seat: meeting.by_seat,
        moves: meeting.moves,
    };
    TournamentReport {
        game: game.name.clone(),
        meaning: game.meaning(),
        settings: game.settings(),
        seed,
        opening,
        balanced: tournament.balanced,
        whole_matches,
        most_moves,
        games: meetings.iter().map(Meeting::games).sum(),
        players,
        meetings: meetings.iter().map(met).collect(),
    }
}

fn standing(player: String, elo: Elo, number: usize, meetings: &[Meeting]) -> PlayerStanding {
    let tenths = |points: f64| (10.0 * points).round() / 10.0;
    // Adding 0 turns -0 into 0.
    let elo = Elo { points: tenths(elo.points) + 0.0, error: tenths(elo.error) };
    let mut standing = PlayerStanding { player, elo: elo.points, error: elo.error, ..PlayerStanding::default() };
    for meeting in meetings {
        let Some(seat) = meeting.players.iter().position(|&player| player == number) else { continue };
        standing.games += meeting.games();
        standing.won += meeting.won[seat];
        standing.lost += meeting.won[1 - seat];
        standing.drawn += meeting.drawn;
        standing.unfinished += meeting.unfinished;
        standing.score += meeting.scores()[seat];
    }
    standing
}

/// The players as rows of CSV, below their titles.
fn rows(report: &TournamentReport) -> Vec<Vec<String>> {
    let titles = ["player", "elo", "error", "games", "won", "drawn", "lost", "unfinished", "score"];
    let row = |standing: &PlayerStanding| {
        let PlayerStanding { player, elo, error, games, won, drawn, lost, unfinished, score } = standing;
        let counts = [games, won, drawn, lost, unfinished].map(u64::to_string);
        let rates = [elo, error].map(f64::to_string);
        [player.clone()].into_iter().chain(rates).chain(counts).chain([score.to_string()]).collect()
    };
    [titles.map(str::to_string).to_vec()].into_iter().chain(report.players.iter().map(row)).collect()
}

const ELO: &str = "Elo: relative to the average of the players; +/-: half of the 95 % interval";

fn text(report: &TournamentReport) -> String {
    let kind = if report.whole_matches { " of whole matches" } else { "" };
    let games = count(report.games as usize, "game") + kind;
    let mut title = series_title(&report.game, &report.settings, &games, report.opening, report.seed);
    if let Some(nodes) = report.balanced {
        title += &format!(", openings balanced by searches of {nodes} moves");
    }
    format!("{title}\n\n{}{ELO}\n\n{}\n{}", table(report), cross_table(report), seats(report))
}

/// The players, the strongest first.
fn table(report: &TournamentReport) -> String {
    let titles = ["player", "Elo", "+/-", "games", "won", "drawn", "lost", "score %"].map(str::to_string);
    let row = |standing: &PlayerStanding| {
        let percent = 100.0 * standing.score / standing.games.max(1) as f64;
        let of_games = |text: String| if standing.games > 0 { text } else { "-".to_string() };
        [
            standing.player.clone(),
            of_games(format!("{:+.0}", standing.elo)),
            of_games(format!("{:.0}", standing.error)),
            standing.games.to_string(),
            standing.won.to_string(),
            (standing.drawn + standing.unfinished).to_string(),
            standing.lost.to_string(),
            of_games(format!("{percent:.1}")),
        ]
    };
    let rows = report.players.iter().map(row).map(Vec::from).collect();
    TextTable { titles: titles.to_vec(), rows, right: 1..usize::MAX, indent: 0 }.text(answer_width())
}

/// The score of each player against each other player, in percent.
fn cross_table(report: &TournamentReport) -> String {
    let names: Vec<&String> = report.players.iter().map(|standing| &standing.player).collect();
    let cell = |one: &String, other: &String| {
        let met = report.meetings.iter().find(|met| met.players.contains(one) && met.players.contains(other));
        let Some(met) = met.filter(|met| one != other && met.games > 0) else { return "-".to_string() };
        let seat = usize::from(met.players[0] != *one);
        let drawn = met.drawn + met.unfinished;
        format!("{:.1}", 100.0 * (met.won[seat] as f64 + 0.5 * drawn as f64) / met.games as f64)
    };
    let titles = std::iter::once("% against".to_string()).chain(names.iter().map(|name| name.to_string()));
    let rows = names.iter().map(|one| {
        let cells = names.iter().map(|other| cell(one, other));
        std::iter::once(one.to_string()).chain(cells).collect()
    });
    TextTable { titles: titles.collect(), rows: rows.collect(), right: 1..usize::MAX, indent: 0 }.text(answer_width())
}

/// The results by seat.
fn seats(report: &TournamentReport) -> String {
    let seat = |seat: usize| report.meetings.iter().map(|met| met.by_seat[seat]).sum::<u64>();
    let unfinished: u64 = report.meetings.iter().map(|met| met.unfinished).sum();
    let moves: u64 = report.meetings.iter().map(|met| met.moves).sum();
    let given_up = if unfinished > 0 { format!(", {unfinished} abandoned") } else { String::new() };
    format!(
        "South won {}, North {}{given_up}; {:.1} moves in a game\n",
        seat(0),
        seat(1),
        moves as f64 / report.games.max(1) as f64
    )
}
