//! A study of a game for its designer: what many games say about it, judged.
//!
//! The same games are played by random players and by players of several strengths. Each finding has its numbers with
//! their intervals, and a verdict for which a whole interval has to lie on one side of named bounds, so that anyone can
//! check and disagree. A game for one player has a report of its own: how often the goal is reached.

mod criterion;
mod estimate;
mod findings;
mod leads;

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use uur::check::Settings;
use uur::game::Game;
use uur::provenance::JsonAnswer;
use uur::rules::{ClauseId, Continuation, Goal};

use crate::suite::why_dead;
pub use criterion::{Measure, Standing};
pub use estimate::IntervalEstimate;
pub use findings::{number, percent};
use leads::Leads;
pub use leads::{CaptureSizes, Drama, Lead};
use uur_lab::lab::{
    Batch, Experiment, GameRange, LineReport, Meeting, Player, SearchControl, SeriesOptions, SeriesReport, Tally,
    Tournament, play_series,
};

/// What is to be studied.
#[derive(Debug, Clone, Copy)]
pub struct StudyPlan<'a> {
    /// The game, the seed, and the bounds of each game. Its players are ignored.
    pub experiment: Experiment<'a>,
    /// Games between random players.
    pub games: u64,
    /// The players that also play against themselves and against each other, the weakest first.
    pub levels: &'a [Player],
    /// Games of each level against itself, and of each two levels, half of them in either seat.
    pub level_games: u64,
    /// The number of threads.
    pub threads: usize,
    /// Once this is true, the study is abandoned.
    pub stop: &'a AtomicBool,
}

/// A study as far as its games were played.
#[derive(Debug, Default)]
pub struct StudyProgress {
    /// The number of games that were played.
    pub played: u64,
    mirrors: Vec<MirrorSeries>,
    /// The series behind them.
    mirror: MirrorProgress,
    meetings: Vec<SkillMeeting>,
    /// The meeting behind them.
    meeting: Meeting,
}

impl StudyProgress {
    /// Forgets all games but those of random players, so that a study with other levels goes on from them.
    pub fn keep_random(&mut self) {
        self.mirrors.truncate(1);
        *self = StudyProgress {
            played: self.mirrors.iter().map(|mirror| mirror.report.tally.games).sum(),
            mirrors: std::mem::take(&mut self.mirrors),
            ..StudyProgress::default()
        };
    }
}

/// A part of the games of a player against itself.
#[derive(Debug, Default)]
struct MirrorProgress {
    played: u64,
    tally: Tally,
    numbers: Vec<GameRange>,
    leads: Leads,
}

/// A study of a game.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Study {
    /// The game's name.
    pub game: String,
    /// The title that its rules give it.
    pub title: String,
    /// The hash of its rules.
    pub meaning: String,
    /// The parameters with values other than their defaults.
    pub settings: Settings,
    /// The random seed.
    pub seed: u64,
    /// Whether the game is for one player.
    pub is_for_one: bool,
    /// What the numbers say, one subject after the other.
    pub findings: Vec<Finding>,
    /// Each player against itself: random players first, then the levels.
    pub mirrors: Vec<MirrorSeries>,
    /// Stronger against weaker players.
    pub meetings: Vec<SkillMeeting>,
    /// The rule lines that act in a move or end a round, and never took effect in any game. Those that only bound
    /// endless moves and repetition are left out.
    pub unused: Vec<LineReport>,
}

impl JsonAnswer for Study {
    const FORMAT: &'static str = "study";
}

/// Games of a player against itself or, if the game is for one player, alone.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MirrorSeries {
    /// The player.
    pub player: String,
    /// The share of decisive games that South won, who moves first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_player: Option<IntervalEstimate>,
    /// In a game for one player, the share of games in which the player reached the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<IntervalEstimate>,
    /// The share of drawn games.
    pub draws: IntervalEstimate,
    /// The median of the number of moves.
    pub length: IntervalEstimate,
    /// Legal moves to choose from, on average over moves.
    pub choices: IntervalEstimate,
    /// The share of moves without a choice.
    pub forced: IntervalEstimate,
    /// How the lead changed, if two players played decisive games.
    pub drama: Option<Drama>,
    /// What captures brought, if there were any.
    pub captures: Option<CaptureSizes>,
    /// The counts.
    pub report: SeriesReport,
}

/// Two players against each other.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SkillMeeting {
    /// The stronger player.
    pub stronger: String,
    /// The weaker player.
    pub weaker: String,
    /// Games.
    pub games: u64,
    /// The points of the stronger player as a share of the games; a draw is half a point.
    pub score: IntervalEstimate,
}

/// What the numbers say about one subject.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Finding {
    /// The subject.
    pub subject: Subject,
    /// The judgement.
    pub judgement: Judgement,
    /// What was found, with numbers.
    pub text: String,
    /// Why that is good or doubtful, and what could be done.
    pub reason: String,
    /// The measures from which the judgement follows. The worst decides.
    pub measures: Vec<Measure>,
}

/// The subjects of a study, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The advantage of the first player.
    FirstPlayer,
    /// Whether one player alone reaches the goal.
    Goal,
    /// Drawn games.
    Draws,
    /// The length of games.
    Length,
    /// Moves to choose from.
    Choice,
    /// How unequal captures are.
    Captures,
    /// Changes of the lead.
    Drama,
    /// Whether the stronger player wins.
    Skill,
    /// Rule lines that never matter.
    Lines,
    /// Endless moves, and games without an end.
    Endless,
}

impl Subject {
    /// The name of the subject in plain words.
    pub fn as_str(self) -> &'static str {
        match self {
            Subject::FirstPlayer => "moving first",
            Subject::Goal => "goal",
            Subject::Draws => "draws",
            Subject::Length => "length",
            Subject::Choice => "choice",
            Subject::Captures => "captures",
            Subject::Drama => "drama",
            Subject::Skill => "skill",
            Subject::Lines => "rule lines",
            Subject::Endless => "endless moves",
        }
    }
}

/// A judgement, the better before the worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// As designers mostly want it.
    Good,
    /// Neither good nor doubtful.
    Open,
    /// The games are too few to tell.
    Undecided,
    /// Worth a second look.
    Doubtful,
}

impl Judgement {
    /// The word for the judgement.
    pub fn as_str(self) -> &'static str {
        match self {
            Judgement::Good => "good",
            Judgement::Open => "open",
            Judgement::Undecided => "undecided",
            Judgement::Doubtful => "doubtful",
        }
    }
}

impl StudyPlan<'_> {
    /// The number of games of the whole study.
    pub fn all_games(&self) -> u64 {
        let series = (self.levels.len() + self.meetings()) as u64;
        self.games + series * 2 * self.level_games.div_ceil(2)
    }

    /// How many pairs of players meet. In a game for one player nobody meets anybody.
    fn meetings(&self) -> usize {
        if self.experiment.game.program.is_single_player() { 0 } else { self.levels.len() }
    }

    /// Plays all games. `on_games` receives the number of games that have ended. `None` if the study was stopped.
    pub fn play(&self, on_games: impl FnMut(u64)) -> Option<Study> {
        let mut progress = StudyProgress::default();
        self.go_on(&mut progress, u64::MAX, on_games);
        self.study(&progress)
    }

    /// Plays this number of further games, or one more. However the games are divided, they are the same. After a stop
    /// the progress means nothing.
    pub fn go_on(&self, progress: &mut StudyProgress, games: u64, mut on_games: impl FnMut(u64)) {
        let mut left = games;
        while left > 0 && !self.is_over(progress) && !self.stop.load(Ordering::Relaxed) {
            let played = if progress.mirrors.len() <= self.levels.len() {
                self.mirror(progress, left, &mut on_games)
            } else {
                self.meeting(progress, left, &mut on_games)
            };
            progress.played += played;
            left = left.saturating_sub(played);
        }
    }

    fn is_over(&self, progress: &StudyProgress) -> bool {
        progress.mirrors.len() + progress.meetings.len() > self.levels.len() + self.meetings()
    }

    /// The study, if all games were played.
    pub fn study(&self, progress: &StudyProgress) -> Option<Study> {
        if !self.is_over(progress) {
            return None;
        }
        let game = self.experiment.game;
        let StudyProgress { mirrors, meetings, .. } = progress;
        let used = |line: &LineReport| {
            let fires =
                |known: &&LineReport| known.clause == line.clause && (known.fired != Some(0) || known.ended > 0);
            mirrors.iter().any(|mirror| mirror.report.lines.iter().any(|known| fires(&known)))
        };
        let may_apply = |line: &&LineReport| is_expected(game, ClauseId(line.clause));
        let unused = mirrors[0].report.lines.iter().filter(|line| !used(line)).filter(may_apply).cloned().collect();
        let mut study = Study {
            game: game.name.clone(),
            title: game.rules.about.name.clone(),
            meaning: game.meaning(),
            settings: game.settings(),
            seed: self.experiment.seed,
            is_for_one: game.program.is_single_player(),
            findings: vec![],
            mirrors: mirrors.clone(),
            meetings: meetings.clone(),
            unused,
        };
        study.findings = study.find();
        Some(study)
    }

    /// Plays up to this number of games of the next player against itself, and returns how many were played.
    fn mirror(&self, progress: &mut StudyProgress, most: u64, on_games: &mut impl FnMut(u64)) -> u64 {
        let (player, games) = match progress.mirrors.len().checked_sub(1) {
            None => (Player::Random, self.games),
            Some(level) => (self.levels[level], 2 * self.level_games.div_ceil(2)),
        };
        // The searching players repeat themselves, so their games begin at random. One player alone would hardly reach
        // the goal after random moves.
        let is_for_one = self.experiment.game.program.is_single_player();
        let opening = if player == Player::Random || is_for_one { 0 } else { self.experiment.opening };
        let experiment = Experiment { players: [player; 2], pairs: false, opening, ..self.experiment };
        let MirrorProgress { played, tally, numbers, leads } = &mut progress.mirror;
        let span = GameRange(*played, games.min(played.saturating_add(most)));
        let work = SeriesOptions { span, threads: self.threads, details: true, each_game: true, stop: self.stop };
        let Ok(()) = play_series(&experiment, &work, |batch: Batch| {
            tally.add(&batch.tally);
            GameRange::join(numbers, batch.span).expect("no game is played twice");
            for (number, (played, steps)) in (batch.span.0..).zip(&batch.games) {
                leads.follow(experiment.game, number, played, steps);
            }
            on_games(batch.span.games());
            Ok::<(), Infallible>(())
        });
        *played = span.1;
        if *played == games && !self.stop.load(Ordering::Relaxed) {
            let MirrorProgress { tally, numbers, leads, .. } = std::mem::take(&mut progress.mirror);
            let by_store = experiment.game.rules.goal == Some(Goal::MostSeeds) && tally.captured != [0, 0];
            let lead = if by_store { Lead::Store } else { Lead::Pits };
            progress.mirrors.push(MirrorSeries {
                player: player.to_string(),
                first_player: (!is_for_one).then(|| IntervalEstimate::share(tally.south, tally.south + tally.north)),
                solved: is_for_one.then(|| IntervalEstimate::share(tally.south, games)),
                draws: IntervalEstimate::share(tally.draws, games),
                length: IntervalEstimate::median(&tally.lengths, [0.0, f64::INFINITY]),
                choices: leads.choices(),
                forced: leads.forced(),
                drama: leads.drama(lead).filter(|_| !is_for_one),
                captures: leads.capture_sizes(),
                report: SeriesReport::new(&experiment, numbers, games, tally),
            });
        }
        span.games()
    }

    /// Plays up to this number of games, or one more, of the next player against the one before, and returns how many
    /// were played.
    fn meeting(&self, progress: &mut StudyProgress, most: u64, on_games: &mut impl FnMut(u64)) -> u64 {
        let level = progress.meetings.len();
        let stronger = self.levels[level];
        let weaker = level.checked_sub(1).map_or(Player::Random, |below| self.levels[below]);
        let openings = self.level_games.div_ceil(2);
        let first_opening = progress.meeting.games() / 2;
        let tournament = Tournament {
            experiment: self.experiment,
            players: vec![stronger.into(), weaker.into()],
            first_opening,
            balanced: None,
            openings: most.div_ceil(2).min(openings - first_opening),
            threads: self.threads,
            control: SearchControl { stop: self.stop, ..SearchControl::unbounded() },
        };
        let played = tournament.play(|played| on_games(played.games()))[0];
        progress.meeting.add(&played);
        if progress.meeting.games() == 2 * openings && !self.stop.load(Ordering::Relaxed) {
            let met = std::mem::take(&mut progress.meeting);
            let games = met.games();
            let score = IntervalEstimate::score(met.scores()[0], games);
            let (stronger, weaker) = (stronger.to_string(), weaker.to_string());
            progress.meetings.push(SkillMeeting { stronger, weaker, games, score });
        }
        played.games()
    }
}

/// Whether a line is one that acts in a move or ends a round, and no safeguard that may well never be needed.
fn is_expected(game: &Game, clause: ClauseId) -> bool {
    let acts = game.clause_spans().of(clause).section.is_table();
    let safeguards = [game.rules.endless.clause, game.rules.repetition.clause];
    // A line that only stops the move leaves no trace.
    let only_stops = game
        .rules
        .land
        .iter()
        .chain(&game.rules.finish)
        .any(|line| line.id == clause && line.actions.is_empty() && line.then == Continuation::Stop);
    acts && !only_stops && !safeguards.contains(&Some(clause)) && why_dead(game, clause).is_none()
}
