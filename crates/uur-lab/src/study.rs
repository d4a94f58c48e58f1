//! A study of a game for its designer: what many games say about it, judged.
//!
//! The same games are played by random players and by players of several strengths. Each finding is a sentence with
//! its numbers, and a judgement whose bounds are named here, so that anyone can check and disagree.

use std::convert::Infallible;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use uur::check::Settings;
use uur::diagnostic::count;
use uur::engine::{Event, History, Observer, Position};
use uur::game::Game;
use uur::match_play::{Match, Step};
use uur::rules::{ClauseId, Continuation, Goal, Side};

use crate::lab::{
    Batch, Experiment, GameRange, GameResult, LineReport, Meeting, Player, Rate, SearchControl, SeriesOptions,
    SeriesReport, Tally, Tournament, percentile, play_series,
};
use crate::testing::suite::why_dead;

/// The share of decisive games that the first player may win in a balanced game.
const BALANCED: RangeInclusive<f64> = 0.45..=0.55;
/// Outside of this share one seat is clearly better.
const LOPSIDED: RangeInclusive<f64> = 0.4..=0.6;
/// More draws than this are many.
const MANY_DRAWS: f64 = 0.35;
/// Games of half of these moves are short, and of more than the second number long, by the median.
const USUAL_LENGTHS: RangeInclusive<usize> = 10..=150;
/// Fewer moves to choose from are few.
const FEW_CHOICES: f64 = 2.0;
/// More forced moves than this are many.
const MANY_FORCED: f64 = 0.4;
/// If the largest tenth of captures brings more of all captured seeds, a few captures decide.
const LOPSIDED_CAPTURES: f64 = 0.5;
/// With fewer changes of lead a game, most games are decided early.
const FEW_LEAD_CHANGES: f64 = 0.5;
/// If half of the winners lead for good before this share of the moves, that is early.
const EARLY: f64 = 0.25;
/// If a stronger player scores less against the next weaker one, skill hardly matters.
const LEAST_SCORE: f64 = 0.55;
/// With a score of this size, skill clearly matters.
const GOOD_SCORE: f64 = 0.65;
/// More endless moves than this, as a share of all games, are many.
const MANY_ENDLESS: f64 = 0.01;

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
pub struct Study {
    /// The game's name.
    pub game: String,
    /// The hash of its rules.
    pub meaning: String,
    /// The parameters with values other than their defaults.
    pub settings: Settings,
    /// The random seed.
    pub seed: u64,
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

/// Games of a player against itself.
#[derive(Debug, Clone, Serialize)]
pub struct MirrorSeries {
    /// The player.
    pub player: String,
    /// The share of decisive games that South won, who moves first.
    pub first_player: Rate,
    /// How the lead changed.
    pub drama: Drama,
    /// The counts.
    pub report: SeriesReport,
}

/// How the lead changed in the games of a series.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Drama {
    /// What the lead is counted in.
    pub lead: Lead,
    /// Changes of the lead in a game, on average.
    pub changes: f64,
    /// After this share of its moves half of the decisive games have a leader who keeps the lead and wins.
    pub settled: f64,
    /// The share of decisive games whose winner was behind after half of the moves.
    pub comebacks: Rate,
    /// The share of all captured seeds that the largest tenth of captures brought.
    pub largest_tenth: f64,
    /// The most seeds captured in one move.
    pub most_captured: usize,
}

/// What a lead is counted in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lead {
    /// Seeds in store.
    #[default]
    Store,
    /// Seeds in a player's pits, in games that are not won by seeds in store.
    Pits,
}

/// Two players against each other.
#[derive(Debug, Clone, Serialize)]
pub struct SkillMeeting {
    /// The stronger player.
    pub stronger: String,
    /// The weaker player.
    pub weaker: String,
    /// Games.
    pub games: u64,
    /// The points of the stronger player as a share of the games; a draw is half a point.
    pub score: Rate,
}

/// What the numbers say about one subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The subject.
    pub subject: Subject,
    /// The judgement.
    pub judgement: Judgement,
    /// What was found, with numbers.
    pub text: String,
    /// Why that is good or doubtful, and what could be done.
    pub reason: String,
}

/// The subjects of a study, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The advantage of the first player.
    FirstPlayer,
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

/// A judgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// As designers mostly want it.
    Good,
    /// Neither good nor bad, or not certain yet.
    Open,
    /// Worth a second look.
    Doubtful,
}

impl Judgement {
    /// The word for the judgement.
    pub fn as_str(self) -> &'static str {
        match self {
            Judgement::Good => "good",
            Judgement::Open => "open",
            Judgement::Doubtful => "doubtful",
        }
    }
}

impl StudyPlan<'_> {
    /// The number of games of the whole study.
    pub fn all_games(&self) -> u64 {
        let levels = self.levels.len() as u64;
        self.games + 2 * levels * 2 * self.level_games.div_ceil(2)
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
        progress.mirrors.len() + progress.meetings.len() > 2 * self.levels.len()
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
            meaning: game.meaning(),
            settings: game.settings(),
            seed: self.experiment.seed,
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
        // The searching players repeat themselves, so their games begin at random.
        let opening = if player == Player::Random { 0 } else { self.experiment.opening };
        let experiment = Experiment { players: [player; 2], pairs: false, opening, ..self.experiment };
        let MirrorProgress { played, tally, numbers, leads } = &mut progress.mirror;
        let span = GameRange(*played, games.min(played.saturating_add(most)));
        let work = SeriesOptions { span, threads: self.threads, details: true, each_game: true, stop: self.stop };
        let Ok(()) = play_series(&experiment, &work, |batch: Batch| {
            tally.add(&batch.tally);
            GameRange::join(numbers, batch.span).expect("no game is played twice");
            batch.games.iter().for_each(|(played, steps)| leads.follow(experiment.game, played, steps));
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
                first_player: Rate::of(tally.south, tally.south + tally.north),
                drama: leads.drama(lead),
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
            control: SearchControl { stop: self.stop, ..SearchControl::UNBOUNDED },
        };
        let played = tournament.play(|played| on_games(played.games()))[0];
        progress.meeting.add(&played);
        if progress.meeting.games() == 2 * openings && !self.stop.load(Ordering::Relaxed) {
            let met = std::mem::take(&mut progress.meeting);
            let games = met.games();
            // Half points are counted as whole games for the interval, which makes it no narrower.
            let score = Rate::of(met.scores()[0].round() as u64, games);
            let (stronger, weaker) = (stronger.to_string(), weaker.to_string());
            progress.meetings.push(SkillMeeting { stronger, weaker, games, score });
        }
        played.games()
    }
}

/// The leads in many games, counted both ways.
#[derive(Debug, Default)]
struct Leads {
    games: u64,
    /// By what the lead is counted in.
    counted: [LeadCounts; 2],
    /// Captures by their number of seeds.
    captures: Vec<u64>,
}

/// Counts of the leads in games.
#[derive(Debug, Default)]
struct LeadCounts {
    changes: u64,
    decisive: u64,
    comebacks: u64,
    /// Decisive games by the percentage of their moves after which the winner kept the lead.
    settled: Vec<u64>,
}

impl Leads {
    /// Follows a game from its start.
    fn follow(&mut self, game: &Game, played: &GameResult, steps: &[Step]) {
        self.games += 1;
        let (moves, mut position) = start(game, steps);
        let mut history = History::starting(&position);
        // South's lead after each move.
        let mut leads: [Vec<i32>; 2] = [vec![], vec![]];
        for step in moves {
            let Step::Move(m) = step else { break };
            let mut captured = Captured(0);
            game.program.play_legal(&mut position, &mut history, *m, &mut captured);
            if captured.0 > 0 {
                let seeds = usize::from(captured.0);
                self.captures.resize(self.captures.len().max(seeds + 1), 0);
                self.captures[seeds] += 1;
            }
            if position.outcome.is_none() {
                let [south, north] = position.captured.map(i32::from);
                leads[Lead::Store as usize].push(south - north);
                leads[Lead::Pits as usize].push(in_pits(game, &position));
            }
        }
        for (counts, leads) in self.counted.iter_mut().zip(&leads) {
            counts.count(leads, played.winner);
        }
    }

    fn drama(&self, lead: Lead) -> Drama {
        let counts = &self.counted[lead as usize];
        let captures: u64 = self.captures.iter().sum();
        let seeds: u64 = self.captures.iter().zip(0..).map(|(count, seeds)| count * seeds).sum();
        let mut left = captures.div_ceil(10);
        let mut largest = 0;
        for (seeds, &count) in self.captures.iter().enumerate().rev() {
            let counted = count.min(left);
            largest += counted * seeds as u64;
            left -= counted;
        }
        let share = |some: u64, all: u64| if all == 0 { 0.0 } else { some as f64 / all as f64 };
        Drama {
            lead,
            changes: share(counts.changes, self.games),
            settled: percentile(&counts.settled, 50) as f64 / 100.0,
            comebacks: Rate::of(counts.comebacks, counts.decisive),
            largest_tenth: share(largest, seeds),
            most_captured: self.captures.len().saturating_sub(1),
        }
    }
}

impl LeadCounts {
    fn count(&mut self, leads: &[i32], winner: Option<Side>) {
        let signs: Vec<i32> = leads.iter().map(|lead| lead.signum()).filter(|sign| *sign != 0).collect();
        self.changes += signs.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
        let Some(winner) = winner else { return };
        let ahead = |lead: &i32| if winner == Side::South { *lead > 0 } else { *lead < 0 };
        let behind = |lead: &i32| if winner == Side::South { *lead < 0 } else { *lead > 0 };
        self.decisive += 1;
        self.comebacks += u64::from(leads.get(leads.len() / 2).is_some_and(behind));
        let kept = leads.iter().rev().take_while(|lead| ahead(lead)).count();
        let percent = if leads.is_empty() { 0 } else { 100 * (leads.len() - kept) / leads.len() };
        self.settled.resize(101, 0);
        self.settled[percent] += 1;
    }
}

/// The position before the first move, and the moves.
fn start<'a>(game: &Game, steps: &'a [Step]) -> (&'a [Step], Position) {
    let laid = steps.iter().take_while(|step| !matches!(step, Step::Move(_))).count();
    if laid == 0 {
        return (steps, game.program.start());
    }
    let mut table = Match::new(&game.rules, &game.program);
    for step in &steps[..laid] {
        table.step(&game.rules, &game.program, *step, &mut ()).expect("the step was made before");
    }
    (&steps[laid..], table.position)
}

/// Whether a line is one that acts in a move or ends a round, and no safeguard that may well never be needed.
fn is_expected(game: &Game, clause: ClauseId) -> bool {
    let acts = game.clause_spans.of(clause).section.is_table();
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

/// By how many seeds South has more in pits than North.
fn in_pits(game: &Game, position: &Position) -> i32 {
    let layout = game.program.layout();
    let lead = layout.pits().map(|pit| {
        let seeds = i32::from(position.seeds[pit.index()]);
        if layout.owner(position.territory, pit) == Side::South { seeds } else { -seeds }
    });
    lead.sum()
}

/// The seeds that a move captures.
struct Captured(u16);

impl Observer for Captured {
    fn event(&mut self, event: Event) {
        match event {
            Event::Capture { seeds, .. } | Event::Gather { seeds, .. } => self.0 += u16::from(seeds),
            Event::Undone { .. } => self.0 = 0,
            _ => {}
        }
    }
}

impl Study {
    /// The best players that met themselves.
    fn best(&self) -> &MirrorSeries {
        self.mirrors.last().expect("random players are always among them")
    }

    fn find(&self) -> Vec<Finding> {
        let found = [
            self.first_player(),
            self.draws(),
            self.length(),
            self.choice(),
            self.captures(),
            self.drama(),
            self.skill(),
            self.lines(),
            self.endless(),
        ];
        found.into_iter().flatten().collect()
    }

    fn first_player(&self) -> Option<Finding> {
        let best = self.best();
        let rate = best.first_player;
        let decisive = best.report.tally.south + best.report.tally.north;
        if decisive == 0 {
            return None;
        }
        let others: Vec<String> = self.mirrors[..self.mirrors.len() - 1]
            .iter()
            .map(|mirror| format!("{} with {} players", percent(mirror.first_player.share), mirror.player))
            .collect();
        let beside = if others.is_empty() { String::new() } else { format!("; {}", others.join(", ")) };
        let text = format!(
            "South moves first and wins {} of the {} that {} players decided{beside}.",
            interval(&rate),
            count(decisive as usize, "game"),
            best.player
        );
        let seat = if rate.share > 0.5 { "first" } else { "second" };
        let (judgement, reason) = if rate.low > *LOPSIDED.end() || rate.high < *LOPSIDED.start() {
            let remedy =
                "A swap after the first move, a smaller first move, or two rounds with changed seats evens it out.";
            (Judgement::Doubtful, format!("Moving {seat} is a clear advantage. {remedy}"))
        } else if BALANCED.contains(&rate.low) && BALANCED.contains(&rate.high) {
            (Judgement::Good, "Neither seat is better to a degree that players would notice.".to_string())
        } else if rate.low > 0.5 || rate.high < 0.5 {
            (Judgement::Open, format!("Moving {seat} is better, but not by much."))
        } else {
            (Judgement::Open, "These games show no advantage, but they are too few to exclude one.".to_string())
        };
        Some(Finding { subject: Subject::FirstPlayer, judgement, text, reason })
    }

    fn draws(&self) -> Option<Finding> {
        let best = self.best();
        let rate = best.report.rates.draws;
        let random = self.mirrors[0].report.rates.draws;
        let text = format!(
            "{} of the games of {} players are drawn, {} of those of random players.",
            interval(&rate),
            best.player,
            percent(random.share)
        );
        let (judgement, reason) = if rate.low > MANY_DRAWS {
            (
                Judgement::Doubtful,
                "Many games have no winner. An odd number of seeds, or a rule for equal scores, helps.",
            )
        } else if rate.high < MANY_DRAWS {
            (Judgement::Good, "Most games have a winner.")
        } else {
            (Judgement::Open, "These games are too few to tell whether draws are many.")
        };
        Some(Finding { subject: Subject::Draws, judgement, text, reason: reason.to_string() })
    }

    fn length(&self) -> Option<Finding> {
        let best = self.best();
        let length = best.report.length;
        let text = format!(
            "Half of the games of {} players have up to {}, 5 in 100 up to {}, 95 in 100 up to {}.",
            best.player,
            count(length.median, "move"),
            length.percent_5,
            length.percent_95
        );
        let (judgement, reason) = if length.median < *USUAL_LENGTHS.start() {
            (Judgement::Doubtful, "Games are over before much can happen.")
        } else if length.median > *USUAL_LENGTHS.end() {
            (
                Judgement::Doubtful,
                "Games are long. A goal that can be reached earlier, such as a majority, shortens them.",
            )
        } else if length.percent_95 > 4 * length.median.max(1) {
            (Judgement::Open, "The usual game has a good length, but some go on for very long.")
        } else {
            (Judgement::Good, "That is a usual length of games of this kind.")
        };
        Some(Finding { subject: Subject::Length, judgement, text, reason: reason.to_string() })
    }

    fn choice(&self) -> Option<Finding> {
        let best = self.best();
        let branching = best.report.branching;
        let is_estimated = best.report.tally.estimated > 0;
        let most = if is_estimated { String::new() } else { format!(", at most {}", branching.most) };
        let text = format!(
            "A player has {:.1} moves to choose from{most}, and no choice in {} of the moves.",
            branching.mean,
            percent(branching.forced)
        );
        let (judgement, reason) = if branching.forced > MANY_FORCED {
            (Judgement::Doubtful, "In a large part of the game players only carry out what they must.")
        } else if branching.mean < FEW_CHOICES {
            (
                Judgement::Doubtful,
                "There is little to decide. More pits, or a freer rule of what may be lifted, gives more.",
            )
        } else {
            (Judgement::Good, "There is something to decide in most moves.")
        };
        Some(Finding { subject: Subject::Choice, judgement, text, reason: reason.to_string() })
    }

    fn captures(&self) -> Option<Finding> {
        let drama = &self.best().drama;
        if drama.most_captured == 0 {
            return None;
        }
        let text = format!(
            "The largest tenth of captures brings {} of all captured seeds; the largest takes {}.",
            percent(drama.largest_tenth),
            count(drama.most_captured, "seed")
        );
        let (judgement, reason) = if drama.largest_tenth > LOPSIDED_CAPTURES {
            (Judgement::Doubtful, "A few captures decide the game, and the others hardly count.")
        } else {
            (Judgement::Good, "Many captures count.")
        };
        Some(Finding { subject: Subject::Captures, judgement, text, reason: reason.to_string() })
    }

    fn drama(&self) -> Option<Finding> {
        let best = self.best();
        if best.report.tally.south + best.report.tally.north == 0 {
            return None;
        }
        let drama = &best.drama;
        let lead = match drama.lead {
            Lead::Store => "seeds in store",
            Lead::Pits => "seeds in pits",
        };
        let text = format!(
            "The lead in {lead} changes {:.1} times in a game of {} players. Half of the winners lead for good after {} of \
            the moves; {} of the winners were behind at half-time.",
            drama.changes,
            best.player,
            percent(drama.settled),
            percent(drama.comebacks.share)
        );
        let (judgement, reason) = match drama.lead {
            Lead::Pits => (Judgement::Open, "Seeds in pits are no score, so this says little about who will win."),
            Lead::Store if drama.changes < FEW_LEAD_CHANGES => {
                (Judgement::Doubtful, "Who leads early mostly wins, so much of the game is played out.")
            }
            Lead::Store if drama.settled < EARLY => {
                (Judgement::Open, "The lead changes, but most winners take it early and keep it.")
            }
            Lead::Store => (Judgement::Good, "The outcome stays open for long."),
        };
        Some(Finding { subject: Subject::Drama, judgement, text, reason: reason.to_string() })
    }

    fn skill(&self) -> Option<Finding> {
        let least = self.meetings.iter().min_by(|one, other| one.score.share.total_cmp(&other.score.share))?;
        let scores: Vec<String> = self
            .meetings
            .iter()
            .map(|met| format!("{} {} against {}", met.stronger, interval(&met.score), met.weaker))
            .collect();
        let (judgement, reason) = if least.score.high < LEAST_SCORE {
            (Judgement::Doubtful, format!("Thinking hardly pays from {} to {}.", least.weaker, least.stronger))
        } else if least.score.low >= GOOD_SCORE {
            (Judgement::Good, "Whoever looks further ahead wins.".to_string())
        } else if least.score.low > 0.5 {
            (Judgement::Good, "Looking further ahead pays.".to_string())
        } else {
            (Judgement::Open, "These games are too few to tell whether looking further ahead always pays.".to_string())
        };
        let text = format!("The stronger of two players scores: {}.", scores.join("; "));
        Some(Finding { subject: Subject::Skill, judgement, text, reason })
    }

    fn lines(&self) -> Option<Finding> {
        let games: u64 = self.mirrors.iter().map(|mirror| mirror.report.tally.games).sum();
        let (judgement, text, reason) = match &self.unused[..] {
            [] => (Judgement::Good, "Every rule line took effect.".to_string(), "No line is without use."),
            unused => {
                let lines: Vec<String> = unused.iter().map(|line| format!("{} ({})", line.name, line.place)).collect();
                let never = count(unused.len(), "rule line");
                (
                    Judgement::Doubtful,
                    format!("In {} {never} never took effect: {}.", count(games as usize, "game"), lines.join(", ")),
                    "Such a line may be for rare cases, or may never matter; `uur check` and `uur test` tell which.",
                )
            }
        };
        Some(Finding { subject: Subject::Lines, judgement, text, reason: reason.to_string() })
    }

    fn endless(&self) -> Option<Finding> {
        let games: u64 = self.mirrors.iter().map(|mirror| mirror.report.tally.games).sum();
        let endless: u64 = self.mirrors.iter().map(|mirror| mirror.report.tally.endless).sum();
        let unfinished: u64 = self.mirrors.iter().map(|mirror| mirror.report.tally.unfinished).sum();
        let rate = Rate::of(endless + unfinished, games);
        let text = match (endless, unfinished) {
            (0, 0) => format!("All {} came to an end.", count(games as usize, "game")),
            _ => format!(
                "Of {}, {endless} ended with an endless move or its bound of laps, and {unfinished} were given up for \
                their length.",
                count(games as usize, "game")
            ),
        };
        let (judgement, reason) = if rate.share > MANY_ENDLESS {
            let remedy = "`endless after N laps` bounds a move, `repetition after N` a game that comes round.";
            (Judgement::Doubtful, format!("Players at a table cannot finish such games. {remedy}"))
        } else if rate.share > 0.0 {
            (Judgement::Open, "Such games are rare. Players should know what the rules say then.".to_string())
        } else {
            (Judgement::Good, "Nobody has to stop a game by agreement.".to_string())
        };
        Some(Finding { subject: Subject::Endless, judgement, text, reason })
    }
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A rate in percent, with its 95 % interval.
pub fn interval(rate: &Rate) -> String {
    format!("{} ({:.1} to {:.1})", percent(rate.share), 100.0 * rate.low, 100.0 * rate.high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_are_counted_for_the_winner() {
        let mut counts = LeadCounts::default();
        // South leads, North leads, nobody leads, South leads twice and wins: behind at half-time, ahead for good from
        // three fifths on.
        counts.count(&[2, -1, 0, 3, 4], Some(Side::South));
        assert_eq!((counts.changes, counts.decisive, counts.comebacks), (2, 1, 0));
        assert_eq!(percentile(&counts.settled, 50), 60);
        counts.count(&[2, 2, 2, -1], Some(Side::North));
        assert_eq!((counts.changes, counts.decisive, counts.comebacks), (3, 2, 1));
        counts.count(&[], None);
        assert_eq!(counts.decisive, 2);
    }

    #[test]
    fn the_largest_tenth_of_captures_is_weighed() {
        // Nine captures of one seed, and one of eleven: a tenth brings 11 of 20 seeds.
        let mut captures = vec![0; 12];
        (captures[1], captures[11]) = (9, 1);
        let leads = Leads { games: 1, captures, ..Leads::default() };
        let drama = leads.drama(Lead::Store);
        assert_eq!((drama.largest_tenth, drama.most_captured), (0.55, 11));
    }
}
