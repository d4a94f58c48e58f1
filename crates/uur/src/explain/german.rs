//! German: the sentences that the commonest rules need. What it lacks is told in English.
//!
//! All nouns that rules inflect have one gender here: a pit is `die Mulde`, a row `die Reihe`, and a mark is a name
//! in quotation marks that is not inflected, because only its author knows its gender. Conditions are subordinate
//! clauses with the verb at their end; what a player does is an imperative, so no clause changes its order.

use super::document::{SectionId, capitalized, isolated};
use super::english::English;
use super::patterns::{Literal, all_of, kind_of_here, parts_of, row_seeds, takes_here};
use super::say::{Choosable, Defined, Filling, LandingCase, Occasion, Restriction, Route, Say, Stuck};
use super::tongue::Tongue;
use crate::diagnostic::join;
use crate::rules::*;

/// Tells rules in German.
pub(super) struct German<'a> {
    pub english: &'a English<'a>,
}

/// The case of a noun.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kasus {
    /// Where seeds lie.
    Dative,
    /// Where seeds fall.
    Accusative,
}

impl Tongue for German<'_> {
    fn tag(&self) -> &'static str {
        "de"
    }

    fn say(&self, say: &Say) -> Option<String> {
        let rules = self.rules();
        Some(match say {
            Say::Words(words) => words.clone(),
            Say::Facts { stores, seeds } => self.facts(*stores, *seeds),

            Say::AimFill => {
                "Gewinne Runde um Runde Samen, bis dein Gegner keine einzige Mulde mehr füllen kann.".into()
            }
            Say::AimMatch => "Gewinne die Partie, Runde um Runde; siehe »Partie«.".into(),
            Say::AimAlone => "Du spielst allein; siehe »Ende«.".into(),
            Say::AimSeeds(None) => "Gewinne mehr Samen als dein Gegner.".into(),
            Say::AimSeeds(Some(most)) => format!("Gewinne mehr Samen als dein Gegner: {} genügen.", number(*most)),
            Say::AimLastMove => "Mache den letzten Zug: Wer nicht mehr ziehen kann, verliert.".into(),
            Say::AimEnd { more: true } => "Du kannst auch anders gewinnen; siehe »Ende«.".into(),
            Say::AimEnd { more: false } => "Wie du gewinnst, steht unter »Ende«.".into(),
            Say::AimAtOnce => "Manche Züge gewinnen sofort.".into(),

            Say::Seated(seat) => {
                let (own, other) = if *seat == Side::South { ("große", "kleine") } else { ("kleine", "große") };
                let name = player_name(*seat);
                format!("Du bist {name}. Deine Mulden haben {own} Buchstaben, die deines Gegners {other}.")
            }
            Say::PitsOfNobody => "Die Mulden gehören keinem Spieler.".into(),
            Say::NearRows(1) => "Die Reihe vor dir gehört dir.".into(),
            Say::NearRows(rows) => format!("Die {} Reihen vor dir gehören dir.", number((*rows).into())),
            Say::Strokes => {
                let first = self.english.letter(Some(Whose::Own), 0);
                format!(
                    "Eine Mulde weiter hinten heißt wie die davor, mit einem Strich: {first}' liegt hinter {first}, in derselben Spalte."
                )
            }
            Say::DrawnSo => {
                "Die Mulden liegen so, Nord oben; große Buchstaben gehören Süd, kleine Nord:".into()
            }
            Say::Owned([south, north]) => {
                format!("Süd gehören {}; Nord gehören {}.", join(south, "und"), join(north, "und"))
            }
            Say::FrontRow => "Die vordere Reihe ist die, die der deines Gegners gegenüberliegt.".into(),
            Say::Letters { pits, from_left } => {
                let [first, last] = self.english.ends(*pits);
                let way = if *from_left { "von links nach rechts" } else { "von rechts nach links" };
                format!("Ihre Mulden heißen von dir aus {way} {first} bis {last}.")
            }
            Say::StoreLies { pits, before } => {
                let [first, last] = self.english.ends(*pits);
                let end = if *before { format!("vor {first}") } else { format!("hinter {last}") };
                format!("Dein Lager liegt am Ende deiner Reihe, {end}.")
            }
            Say::AllMarked(mark) => format!("Zu Beginn sind alle Mulden mit {} bezeichnet.", self.mark(*mark)),
            Say::Marked { mark, side: None, pits } => match &pits[..] {
                [only] if !rules.board.plan.is_alone() => {
                    format!("Die beiden Mulden {only} sind mit {} bezeichnet.", self.mark(*mark))
                }
                pits => format!("Auf jeder Seite sind {} mit {} bezeichnet.", join(pits, "und"), self.mark(*mark)),
            },
            Say::Marked { mark, side: Some(side), pits } => {
                let (mark, name) = (self.mark(*mark), player_name(*side));
                format!("Mit {mark} bezeichnet sind für {name}: {}.", join(pits, "und"))
            }
            Say::CounterBegins { counter, each_round } => {
                let when = if *each_round { "Zu Beginn jeder Runde" } else { "Zu Beginn" };
                let whose = if rules.board.plan.is_alone() { "deine Zahl" } else { "die Zahl jedes Spielers" };
                format!("{when} ist {whose} »{}« null.", self.english.counter(*counter))
            }
            Say::Fill { filling, stored } => self.fill(filling, *stored)?,
            Say::SouthBegins => {
                let begins = if self.english.seat == Some(Side::South) { "Du beginnst" } else { "Süd beginnt" };
                let round = if rules.rounds.is_some() { " die erste Runde" } else { "" };
                format!("{begins}{round}; danach zieht ihr abwechselnd.")
            }
            Say::LotBegins => format!("{} entscheidet, wer beginnt; danach zieht ihr abwechselnd.", self.lot()),

            Say::FirstLine(occasion) => format!("{} gilt die erste Zeile, die zutrifft:", when(*occasion)),
            Say::Line { alone: Some(occasion), line, .. } => {
                let deeds = self.deeds(line)?;
                match &line.condition {
                    Condition::Always => format!("{}: {deeds}.", when(*occasion)),
                    condition => format!("{}, wenn {}: {deeds}.", when(*occasion), self.clause(condition, "sie")?),
                }
            }
            Say::Line { alone: None, first, line } => {
                let deeds = self.deeds(line)?;
                match (&line.condition, first) {
                    (Condition::Always, true) => format!("{deeds}."),
                    (Condition::Always, false) => format!("sonst: {deeds}."),
                    (condition, true) => format!("wenn {}: {deeds}.", self.clause(condition, "sie")?),
                    (condition, false) => format!("sonst, wenn {}: {deeds}.", self.clause(condition, "sie")?),
                }
            }
            Say::Choose { from, kinds, seeds, below } => self.choose(*from, kinds, seeds.as_ref(), below)?,
            Say::MayOnly(Restriction::Feed) => {
                "Hat dein Gegner keine Samen, so musst du einen Zug machen, der ihm welche gibt.".into()
            }
            Say::MayOnly(Restriction::FirstLap(pits)) => {
                format!("Deine erste Aussaat muss in {} enden.", self.pits(pits, Kasus::Dative)?)
            }
            Say::MayOnly(Restriction::After(after)) => {
                format!("Du darfst nur so ziehen, dass danach {}.", self.clause(after, "sie")?)
            }
            Say::Preferences => "Diese Regeln schränken deine Wahl ein, eine nach der anderen:".into(),
            Say::Prefer { unless, restriction: Restriction::Seeds(amount) } if unless.is_empty() => {
                format!("Wenn du kannst, wähle eine Mulde, die {} enthält.", amount_words(amount)?)
            }
            Say::Prefer { unless, restriction: Restriction::FirstLap(pits) } if unless.is_empty() => {
                let pits = self.pits(pits, Kasus::Dative)?;
                format!("Wenn du kannst, wähle einen Zug, dessen erste Aussaat in {pits} endet.")
            }
            Say::Prefer { unless, restriction: Restriction::After(after) } if unless.is_empty() => {
                format!("Wenn du kannst, ziehe so, dass danach {}.", self.clause(after, "sie")?)
            }
            Say::EnterFirst => "Eine Mulde, in die du so Samen legen kannst, wird in diesem Zug nicht geleert.".into(),
            Say::Prefer { unless, restriction: Restriction::Feed } if unless.is_empty() => {
                "Hat dein Gegner keine Samen, so mache einen Zug, der ihm welche gibt, wenn du kannst.".into()
            }
            Say::Prefer { unless, restriction: Restriction::LeaveSeeds } if unless.is_empty() => {
                "Wenn du kannst, mache einen Zug, der deinem Gegner Samen lässt.".into()
            }
            Say::Lift { first: true, line } => match (&line.condition, &line.seeds) {
                (Condition::Always, Lifting::AllBut(leave)) if *leave > 0 => {
                    format!("Lass {} darin und nimm die anderen heraus.", seeds((*leave).into()))
                }
                (condition, Lifting::AllBut(leave)) if *leave > 0 => {
                    let when = self.clause(condition, "sie")?;
                    format!("Wenn {when}, lass {} darin und nimm die anderen heraus.", seeds((*leave).into()))
                }
                _ => return None,
            },
            Say::LiftElse => "Sonst nimm alle ihre Samen heraus.".into(),
            Say::Sow { lift, way, route } => self.sow(*lift, *way, route)?,
            Say::Course { side, pits } => {
                let first = pits.first().map_or("", String::as_str);
                let who = match self.english.seat {
                    Some(_) => "Du säst",
                    None if *side == Side::South => "Süd sät",
                    None => "Nord sät",
                };
                format!("{who} entlang {}, dann wieder {first}.", pits.join(" "))
            }
            Say::Keep(WayBinding::Each) => "Jeder Spieler behält die Richtung, die er zuerst wählt.".into(),
            Say::Keep(WayBinding::Same) => "Beide Spieler behalten die Richtung, die zuerst gewählt wird.".into(),
            Say::Keep(WayBinding::Opposite) => {
                "Wer zuerst eine Richtung wählt, behält sie, und der andere Spieler hat die entgegengesetzte.".into()
            }
            Say::SowOther { first, way, condition } => {
                let way = way.map_or("in die Richtung, die du wählst", |way| self.turned(way));
                let when = self.clause(condition, "die Mulde, die du leerst,")?;
                format!("{} {way}, wenn {when}.", if *first { "Säe aber" } else { "Säe sonst" })
            }
            Say::Skip(condition) => match kind_of_here(condition)? {
                PitKind::LapOrigin => "Lass die Mulde aus, die du geleert hast.".into(),
                PitKind::TurnOrigin => "Lass die Mulde aus, mit der dein Zug begonnen hat.".into(),
                _ => return None,
            },
            Say::LapMeans => "Was auf einmal herausgenommen und gesät wird, ist eine Aussaat.".into(),
            Say::Falling { first: true, last, class, rest, actions } if rest.is_empty() => {
                self.falling(*last, class, actions)?
            }
            Say::AlsoLastSeed => "Das gilt auch für den letzten Samen.".into(),
            Say::EndsWithLastSeed => "Dein Zug endet mit dem letzten Samen.".into(),
            Say::Landings { next, ordered } => {
                let look = if *next {
                    "Sieh nach deinem letzten Samen in die nächste Mulde"
                } else {
                    "Sieh nach, wohin dein letzter Samen fällt"
                };
                let first = if *ordered { "; es gilt der erste Fall, der zutrifft" } else { "" };
                format!("{look}{first}:")
            }
            Say::Wherever(case) => format!("Wohin dein letzter Samen auch fällt: {}", self.happens(case)?),
            Say::Lands(case) => match (case.class.is_empty(), &*self.rest(case)?) {
                (false, "") => self.lands_in(case)?,
                (false, rest) => format!("{}, wenn {rest}", self.lands_in(case)?),
                (true, rest) => format!("wenn {rest}"),
            },
            Say::LandsIn(case) => self.lands_in(case)?,
            Say::If(case) => format!("wenn {}", self.rest(case)?),
            Say::Anywhere => "wohin er auch fällt".into(),
            Say::ElseAnywhere => "in jedem anderen Fall".into(),
            Say::Always => "immer".into(),
            Say::Otherwise => "sonst".into(),
            Say::LookFurther => "sieh weiter:".into(),
            Say::MoveEnds => "dein Zug endet.".into(),
            Say::Happens(case) => self.happens(case)?,
            Say::EmptyMeans => "Eine Mulde ist leer, wenn kein Samen in ihr lag, als dieser fiel.".into(),
            Say::BonusPasses => "Darfst du noch einmal ziehen und kannst es nicht, so setzt du aus.".into(),

            Say::TermName(term) => self.term(*term),
            Say::ThisPitMeans => {
                "»Sie« oder »diese Mulde« ist die, in die der letzte Samen gefallen ist oder nach der gefragt wird; ist ein Samen gefallen, so heißt leer: leer, bevor er fiel.".into()
            }
            Say::MarkOwner { mark, maker } => {
                let whom = if *maker { "der sie gemacht hat" } else { "für den sie gemacht wurde" };
                format!(
                    "Eine mit {} bezeichnete Mulde gehört dem Spieler, {whom}, in welcher Reihe sie auch liegt.",
                    self.mark(*mark)
                )
            }
            Say::NeverEmptied(mark) => format!(
                "Aus einer mit {} bezeichneten Mulde wird nichts genommen; was hineingesät wird, bleibt bis zum Ende darin.",
                self.mark(*mark)
            ),

            Say::Scripted { side, script, pits, despite } => {
                let who = side.map_or("der Spieler am Zug", player_name);
                let may = if script.must { "muss" } else { "darf" };
                let also = if script.must { "" } else { " auch" };
                let leaving = match script.leaving {
                    0 => String::new(),
                    leaving => format!(" und {} darin lassen", seeds(leaving.into())),
                };
                let despite =
                    if *despite { ", selbst wenn die Regeln oben es verbieten" } else { "" };
                let (which, of) = (ordinal(script.ply), self.of_scope());
                format!(
                    "Im {which} Zug {of} {may} {who}{also} die Mulde {} leeren{leaving}{despite}.",
                    join(pits, "oder")
                )
            }
            Say::Swap(ply, true) => format!(
                "Beim {} Zug {} darf der Spieler am Zug zuerst das Brett umdrehen und so die andere Seite nehmen; dann zieht er.",
                ordinal(*ply),
                self.of_scope()
            ),
            Say::Swap(ply, false) => format!(
                "Statt des {} Zuges {} darf der Spieler am Zug das Brett umdrehen und so die andere Seite nehmen.",
                ordinal(*ply),
                self.of_scope()
            ),

            Say::Enough(seeds) => {
                format!("Wer nach einem Zug {} oder mehr Samen hat, gewinnt, wer auch gezogen hat.", number(*seeds))
            }
            Say::EnoughOwn { seeds, begins, wins } => {
                let when = if *begins { "zu Beginn eines eigenen Zuges" } else { "am Ende eines eigenen Zuges" };
                let end = if *wins { "gewinnt" } else { "verliert" };
                format!("Wer {when} {} oder mehr Samen hat, {end}.", number(*seeds))
            }
            Say::EitherSideEmpty(ending) if rules.board.plan.depth() == 1 => format!(
                "Ist zu Beginn eines Zuges eine der beiden Reihen leer, so endet {}{}.",
                self.scope(),
                self.takings(ending)?
            ),
            Say::EitherSideEmpty(ending) if !rules.has_territory() => format!(
                "Sind zu Beginn eines Zuges alle Reihen eines Spielers leer, so endet {}{}.",
                self.scope(),
                self.takings(ending)?
            ),
            Say::EitherStore(amount) => {
                format!("Enthält nach einem Zug ein Lager {}, so endet {}.", amount_words(amount)?, self.scope())
            }
            Say::CannotMove { stuck, ending } => {
                let stuck = self.stuck(*stuck)?;
                match (ending.verdict, ending.takings.is_empty()) {
                    (Verdict::Opponent, true) => format!("{stuck}, so verlierst du{}.", self.the_round()),
                    (Verdict::Player, true) => format!("{stuck}, so gewinnst du{}.", self.the_round()),
                    _ => format!("{stuck}, so endet {}{}.", self.scope(), self.takings(ending)?),
                }
            }
            Say::NeitherCanMove(ending) if !ending.takings.is_empty() || ending.verdict == Verdict::Goal => format!(
                "Kann keiner von euch ziehen, so endet {}{}.",
                self.scope(),
                self.takings(ending)?
            ),
            Say::NeitherCanMove(ending) => {
                let wins = if ending.verdict == Verdict::Player { "gewinnt" } else { "verliert" };
                match ending.verdict {
                    Verdict::Player | Verdict::Opponent => {
                        format!("Kann keiner von euch ziehen, so {wins}{}, wer am Zug ist.", self.the_round())
                    }
                    _ => format!("Kann keiner von euch ziehen, so endet {}{}.", self.scope(), self.takings(ending)?),
                }
            }
            Say::PassIfStuck(stuck) => {
                format!("{}, dein Gegner aber ziehen kann, so setzt du aus.", self.stuck(*stuck)?)
            }
            Say::LeftOnBoard(Amount::In(ranges), ending) if matches!(ranges[..], [(0, high)] if high > 1) => format!(
                "Liegen nur noch {} oder weniger Samen auf dem Brett, so endet {}{}.",
                number(ranges[0].1),
                self.scope(),
                self.takings(ending)?
            ),
            Say::LeftOnBoard(Amount::In(ranges), ending) if matches!(ranges[..], [(0, 1)]) => format!(
                "Liegt höchstens noch ein Samen auf dem Brett, so endet {}{}.",
                self.scope(),
                self.takings(ending)?
            ),
            Say::BoardEmpty(ending) => format!(
                "Liegen keine Samen mehr auf dem Brett, so endet {}{}.",
                self.scope(),
                self.takings(ending)?
            ),
            Say::EndIf(condition, ending) => format!(
                "Wenn zu Beginn deines Zuges {}, endet {}{}.",
                self.clause(condition, "sie")?,
                self.scope(),
                self.takings(ending)?
            ),
            Say::MoreSeedsWin => {
                format!("Wer mehr Samen hat, gewinnt{}; bei gleich vielen ist es unentschieden.", self.the_round())
            }
            Say::Endless { bound, outcome, again } => {
                let laps = bound.map_or(String::new(), |laps| {
                    let laps = if laps == 1 { "eine Aussaat".into() } else { format!("{} Aussaaten", number(laps)) };
                    format!(" oder mehr als {laps} hätte,")
                });
                let moves = format!("Ein Zug, der nie enden würde{}", if laps.is_empty() { "," } else { &laps });
                match outcome {
                    EndlessOutcome::Over(_) if *again => {
                        format!("{moves} wird zurückgenommen; {} endet, und die Samen werden wie oben verteilt.", self.scope())
                    }
                    EndlessOutcome::Stop if bound.is_some() => {
                        format!("{moves} endet dort, wo er sich zu wiederholen beginnt, oder mit der letzten erlaubten Aussaat.")
                    }
                    EndlessOutcome::Over(ending) if ending.takings.is_empty() && ending.verdict == Verdict::Draw => {
                        format!("{moves} wird zurückgenommen, und {} ist unentschieden.", self.scope())
                    }
                    EndlessOutcome::Over(ending) => {
                        format!("{moves} wird zurückgenommen, und {} endet{}.", self.scope(), self.takings(ending)?)
                    }
                    EndlessOutcome::Illegal => format!("{moves} ist nicht erlaubt."),
                    EndlessOutcome::Stop => format!("{moves} endet dort, wo er sich zu wiederholen beginnt."),
                    EndlessOutcome::Pass => format!("{moves} wird zurückgenommen, und du setzt aus."),
                }
            }
            Say::Repetition { times, ending, remembers, stores, again } => {
                let past = if *remembers { " und gilt dasselbe von früheren Zügen" } else { "" };
                let stores = if *stores { ", was auch in den Lagern liegt" } else { "" };
                let end = match (ending.verdict, ending.takings.is_empty()) {
                    (Verdict::Draw, true) => format!("so ist {} unentschieden", self.scope()),
                    _ if *again => format!("so endet {}, und die Samen werden wie oben verteilt", self.scope()),
                    _ => format!("so endet {}{}", self.scope(), self.takings(ending)?),
                };
                format!(
                    "Entsteht eine Stellung zum {} Mal und ist derselbe Spieler am Zug{past}{stores}, {end}.",
                    ordinal(*times)
                )
            }
            Say::FreeRepetition => "Stellungen dürfen sich beliebig oft wiederholen.".into(),
            Say::FirstEnding => "Trifft davon mehreres zugleich zu, so gilt das erste.".into(),

            Say::HeldSeeds { stores: false } => {
                "Einem Spieler gehören die Samen, die noch in seinen Mulden liegen.".into()
            }
            Say::HeldSeeds { stores: true } => {
                "Einem Spieler gehören die Samen in seinem Lager und die, die noch in seinen Mulden liegen.".into()
            }
            Say::AfterRound => "Nach jeder Runde:".into(),
            Say::MatchSeeds { amount, won } => {
                let end = if *won { "gewonnen" } else { "verloren" };
                format!("Wer {} hat, hat die Partie {end}.", amount_words(amount)?)
            }
            Say::MatchPoints(Amount::In(ranges)) if matches!(ranges[..], [(_, u16::MAX)]) => {
                format!("Wer {} oder mehr Punkte hat, hat die Partie gewonnen.", number(ranges[0].0))
            }
            Say::Points { first, condition, number: Some(points) } => {
                let more = |condition: &Condition| match condition {
                    Condition::Compare(Place::Store(Whose::Own), compared, Place::Store(Whose::Opponent)) => {
                        Some(match compared {
                            Comparison::More => "du mehr Samen hast als dein Gegner",
                            Comparison::AsMany => "du ebenso viele Samen hast wie dein Gegner",
                            Comparison::Fewer => "du weniger Samen hast als dein Gegner",
                        })
                    }
                    _ => None,
                };
                let points = if *points == 1 { "einen Punkt".into() } else { format!("{} Punkte", number(*points)) };
                let brings = if *first { "Die Runde bringt dir" } else { "Sonst bringt sie dir" };
                format!("{brings} {points}, wenn {}.", more(condition)?)
            }
            Say::Remainder { remainder, handful: Some(handful), counted } => {
                let (one, other) = (seeds(remainder.one), seeds(remainder.other));
                let who = match remainder.one == remainder.other {
                    true => format!("Behalten beide {one} übrig"),
                    false => format!("Behält einer {one} übrig und der andere {other}"),
                };
                let then = match remainder.exchange {
                    Exchange::Lot => format!("so entscheidet {}, wer bekommt, was beide übrig haben", self.lot()),
                    Exchange::Cede => format!("so gibt, wer {one} hat, dem anderen, was er übrig hat"),
                    Exchange::ToLoser => "so bekommt der Verlierer der Runde, was der andere übrig hat".into(),
                };
                let each = if *handful == 1 { "einem".into() } else { number(*handful) };
                let count = format!("Zählt ab, wie oft jeder {each} Samen hat. ");
                format!("{}{who}, {then}.", if *counted { "" } else { &count })
            }
            Say::CounterKept(counter) => {
                format!("Jeder Spieler behält »{}« für die nächste Runde.", self.english.counter(*counter))
            }
            Say::LeftoverGoes(Leftover::NextPit) => {
                "Samen, die keine Mulde mehr füllen, kommen in die nächste.".into()
            }
            Say::LeftoverGoes(Leftover::Singly) => {
                "Samen, die keine Mulde mehr füllen, kommen in die nächsten, je einer.".into()
            }
            Say::CannotFill(Unfilled::ClosedForBoth) => "Mulden, die nicht gefüllt werden können, sind für die Runde geschlossen, und ebenso dieselben Mulden der anderen Reihe: Niemand sät in sie, und sie zählen nicht.".into(),
            Say::WinnerGains(pits) => {
                let pits = if *pits == 1 { "eine weitere Mulde".into() } else { format!("{} weitere Mulden", number((*pits).into())) };
                format!("In der nächsten Runde gehören dem Gewinner {pits} der anderen Reihe, neben den eigenen.")
            }
            Say::Signs => self.signs(),
            Say::Refill(Refill::Pits { seeds: each, territory: true, back }, _) => format!(
                "Füllt die Mulden {}mit je {}: Jedem Spieler gehören so viele Mulden, wie er füllen kann, auch die der anderen Reihe, die auf die eigenen folgen; was übrig ist, bleibt im Lager.",
                if *back { "von der letzten zurück " } else { "" },
                seeds_dative(*each)
            ),
            Say::Refill(Refill::Evenly, Filler::Each) => "Jeder Spieler verteilt alle Samen, die er hat, so gleichmäßig wie möglich auf seine Mulden; was übrig ist, bleibt im Lager.".into(),
            Say::Refill(Refill::Pits { seeds: each, back: true, .. }, Filler::Each) => format!(
                "Jeder Spieler füllt seine Mulden von der letzten zurück mit je {}; was übrig ist, bleibt im Lager.",
                seeds_dative(*each)
            ),
            Say::Refill(Refill::Pits { seeds: each, back: false, .. }, Filler::LoserForBoth) => format!(
                "Der Verlierer der Runde füllt seine Mulden von A an mit je {}; der andere Spieler füllt dieselben Mulden ebenso. Was übrig ist, bleibt im Lager.",
                seeds_dative(*each)
            ),
            Say::Refill(Refill::Anew, _) => "Füllt das Brett wie zu Beginn.".into(),
            Say::Refill(Refill::Pits { seeds: each, .. }, Filler::Each) => format!(
                "Jeder Spieler füllt seine Mulden von A an mit je {}; was übrig ist, bleibt im Lager.",
                seeds_dative(*each)
            ),
            Say::CannotFill(Unfilled::Closed) => "Mulden, die nicht gefüllt werden können, sind für die Runde geschlossen: Niemand sät in sie, und sie zählen nicht.".into(),
            Say::CannotFill(Unfilled::Empty) => {
                "Mulden, die nicht gefüllt werden können, bleiben leer, aber im Spiel.".into()
            }
            Say::NextBegins(starter) => match starter {
                Starter::Lot => format!("{} entscheidet, wer beginnt.", self.lot()),
                Starter::Alternates => "Die Spieler beginnen die Runden abwechselnd.".into(),
                Starter::Winner => {
                    "Wer die Runde gewonnen hat, beginnt die nächste; war sie unentschieden, wer sie begonnen hat.".into()
                }
                Starter::Loser => {
                    "Wer die Runde verloren hat, beginnt die nächste; war sie unentschieden, wer sie begonnen hat.".into()
                }
                Starter::LastToMove => "Wer den letzten Zug gemacht hat, beginnt die nächste Runde.".into(),
            },

            Say::NumberParameter { about, value, values } => {
                let span = |values: &Values| match values {
                    Values::One(value) => value.to_string(),
                    Values::Span(low, high) => format!("{low} bis {high}"),
                };
                let values: Vec<String> = values.iter().map(span).collect();
                format!("{}Diese Regeln: {value}. Möglich: {}.", described(about), join(&values, "oder"))
            }
            Say::WordParameter { about, value } => {
                format!("{}Diese Regeln: {}. Sonst:", described(about), value.to_string().replace('_', " "))
            }
            Say::ManyChanges => "Viele Regeln ändern sich.".into(),
            Say::LeftOut(sentences) => {
                let quoted: Vec<String> = sentences.iter().map(|sentence| format!("»{sentence}«")).collect();
                format!("Das entfällt: {}.", join(&quoted, "und"))
            }
            Say::NoChange => "Die Regeln bleiben, wie sie sind.".into(),

            Say::AimPoints(_)
            | Say::LaidOut { .. }
            | Say::Stages(_)
            | Say::ByStage
            | Say::InStage(_)
            | Say::MayOnly(_)
            | Say::Prefer { .. }
            | Say::Enter { .. }
            | Say::Lift { .. }
            | Say::SowAnyLap { .. }
            | Say::Several { .. }
            | Say::Falling { .. }
            | Say::TermMeans { .. }
            | Say::EitherSideEmpty(_)
            | Say::PassIf(_)
            | Say::LeftOnBoard(..)
            | Say::Points { .. }
            | Say::MatchPoints(_)
            | Say::MatchEnd { .. }
            | Say::Remainder { .. }
            | Say::Refill(..)
            | Say::KeepsSeeds(_)
            | Say::LoserLaysOut(_) => return None,
        })
    }

    fn heading(&self, id: SectionId) -> String {
        let rules = self.rules();
        match id {
            SectionId::Aim => "Ziel".into(),
            SectionId::Setup => "Aufbau".into(),
            SectionId::Turn => "Dein Zug".into(),
            SectionId::Terms => "Begriffe".into(),
            SectionId::Marks => match rules.marks.len() {
                1 => self.mark(MarkId(0)),
                _ => "Besondere Mulden".into(),
            },
            SectionId::Opening => "Erste Züge".into(),
            SectionId::End if rules.rounds.is_some() => "Ende einer Runde".into(),
            SectionId::End => "Ende".into(),
            SectionId::Match => "Partie".into(),
            SectionId::Lot => self.lot(),
            SectionId::Variants => "Varianten".into(),
            SectionId::Notes => "Anmerkungen".into(),
            SectionId::Sources => "Quellen".into(),
        }
    }

    fn uses(&self, text: &str, word: Defined) -> bool {
        match word {
            Defined::Lap => text.contains("Aussaat"),
            Defined::Term(term) => text.contains(&self.term(term)) || self.english.uses(text, word),
            Defined::AnyTerm => false,
        }
    }

    fn note(&self, told: usize, all: usize) -> Option<String> {
        (told < all).then(|| "Was in Klammern steht, ist englisch.".into())
    }
}

impl German<'_> {
    fn rules(&self) -> &Rules {
        &self.english.game.rules
    }

    /// `das Spiel`, or `die Runde` in a match.
    fn scope(&self) -> &'static str {
        if self.rules().rounds.is_some() { "die Runde" } else { "das Spiel" }
    }

    fn of_scope(&self) -> &'static str {
        if self.rules().rounds.is_some() { "der Runde" } else { "des Spiels" }
    }

    /// What is won or lost, if it is not the game.
    fn the_round(&self) -> &'static str {
        if self.rules().rounds.is_some() { " die Runde" } else { "" }
    }

    /// The name of a mark, which is not inflected.
    fn mark(&self, mark: MarkId) -> String {
        format!("»{}«", self.english.mark(mark))
    }

    fn term(&self, term: usize) -> String {
        format!("»{}«", self.rules().terms[term].name.replace('_', " "))
    }

    fn lot(&self) -> String {
        self.rules().lot.as_ref().map_or("Das Los".into(), |lot| capitalized(&isolated(&lot.name)))
    }

    fn facts(&self, stores: bool, seeds: u16) -> String {
        let Rules { about, board, rounds, .. } = self.rules();
        let mut parts = vec![];
        if !about.region.is_empty() {
            parts.push(format!("{}.", isolated(&about.region.join("; "))));
        }
        if !about.names.is_empty() {
            parts.push(format!("Auch {} genannt.", isolated(&about.names.join(", "))));
        }
        let plan = &board.plan;
        let each = |pits: u8| match pits {
            1 => "einer Mulde".to_string(),
            pits => format!("{} Mulden", number(pits.into())),
        };
        let pits = match plan.shape() {
            Shape::Rows(1, pits) => format!("eine Reihe mit {}", each(pits)),
            Shape::Rows(rows, pits) => format!("{} Reihen zu je {}", number(rows.into()), each(pits)),
            Shape::Shared(pits) => format!("ein Ring aus {}", each(pits)),
            Shape::Drawn => format!("{} Mulden", plan.halves().len() * usize::from(plan.span())),
        };
        let mut facts = vec![if plan.is_alone() { "Ein Spieler" } else { "Zwei Spieler" }.to_string(), pits];
        if stores {
            facts.push(if plan.is_alone() { "ein Lager" } else { "ein Lager für jeden Spieler" }.into());
        }
        facts.push(format!("{seeds} Samen"));
        if rounds.is_some() {
            facts.push("eine Partie aus mehreren Runden".into());
        }
        parts.push(format!("{}.", facts.join("; ")));
        parts.join(" ")
    }

    fn fill(&self, filling: &Filling, stored: Option<u16>) -> Option<String> {
        let board = &self.rules().board;
        let alone = board.plan.is_alone();
        let stores = match (stored, alone) {
            (None, _) => String::new(),
            (Some(0), false) => "; die Lager sind leer".into(),
            (Some(0), true) => "; das Lager ist leer".into(),
            (Some(1), false) => "; in jedem Lager liegt ein Samen".into(),
            (Some(1), true) => "; im Lager liegt ein Samen".into(),
            (Some(stored), false) => format!("; in jedem Lager liegen {} Samen", number(stored)),
            (Some(stored), true) => format!("; im Lager liegen {} Samen", number(stored)),
        };
        let listed = |side: Side| match &board.plan.lines(side)[..] {
            [only] => {
                let seeds = only.iter().map(|&pit| board.start[side][usize::from(pit)].to_string());
                Some(seeds.collect::<Vec<_>>().join(" "))
            }
            _ => None,
        };
        Some(match filling {
            Filling::Each(each) => format!("Lege {} in jede Mulde{stores}.", seeds(*each)),
            Filling::Alike if board.plan.halves().len() == 1 => {
                format!("Fülle die Mulden von A an: {}{stores}.", listed(Side::South)?)
            }
            Filling::Alike => format!("Füllt beide Seiten gleich, von A an: {}{stores}.", listed(Side::South)?),
            Filling::Apart => format!(
                "Füllt die Mulden, jeder von seinem A an; Süd: {}; Nord: {}{stores}.",
                listed(Side::South)?,
                listed(Side::North)?
            ),
            Filling::Rows(rows) => {
                let put = |(row, each): (u8, &u16)| -> Option<String> {
                    let each = if *each == 0 { "keinen Samen".into() } else { seeds(*each) };
                    Some(format!("{each} in jede Mulde der {} Reihe", self.row_name(row)?))
                };
                let put = (0..).zip(rows).map(put).collect::<Option<Vec<_>>>()?;
                format!("Lege {}{stores}.", join(&put, "und"))
            }
        })
    }

    /// A player's row as it stands behind an article: `der vorderen`.
    fn row_name(&self, row: u8) -> Option<&'static str> {
        match (self.rules().board.plan.depth(), row) {
            (2 | 3, 0) => Some("vorderen"),
            (2, 1) | (3, 2) => Some("hinteren"),
            (3, 1) => Some("mittleren"),
            _ => None,
        }
    }

    fn signs(&self) -> String {
        let Some(lot) = &self.rules().lot else { return "Das Los entscheidet.".into() };
        let sign = |at: usize| format!("»{}«", lot.signs[at].replace('_', " "));
        let beats: Vec<String> = lot.beats.iter().map(|&(a, b)| format!("{} schlägt {}", sign(a), sign(b))).collect();
        format!(
            "Beide Spieler zeigen zugleich ein Zeichen: {}. {}; zeigen beide dasselbe, so wird wiederholt.",
            join(&(0..lot.signs.len()).map(sign).collect::<Vec<_>>(), "oder"),
            beats.join(", ")
        )
    }

    fn choose(
        &self,
        from: Choosable,
        kinds: &[(PitKind, bool)],
        seeds: Option<&Amount>,
        below: &[MarkId],
    ) -> Option<String> {
        let pit = match from {
            Choosable::Own => "eine deiner Mulden".to_string(),
            Choosable::Opponent => "eine Mulde deines Gegners".into(),
            Choosable::Any => "eine Mulde".into(),
            Choosable::OwnOrStore => return None,
            Choosable::Numbered(first, last) => {
                let [a, z] = [first, last].map(|number| self.english.letter(Some(Whose::Own), number));
                if first == last { format!("deine Mulde {a}") } else { format!("eine deiner Mulden {a} bis {z}") }
            }
        };
        let mut said = vec![match seeds {
            None => "Samen enthält".to_string(),
            Some(amount) => format!("{} enthält", amount_words(amount)?),
        }];
        for (kind, yes) in kinds {
            let see = match kind {
                PitKind::Marked(mark, _) if below.contains(mark) => " (siehe unten)",
                _ => "",
            };
            said.push(format!("{}{see}", self.predicate(*kind, *yes)?));
        }
        Some(format!("Wähle {pit}, die {}.", join(&said, "und")))
    }

    fn sow(&self, lift: bool, way: Option<Way>, route: &Route) -> Option<String> {
        let plan = &self.rules().board.plan;
        let lift = if lift { "Nimm alle ihre Samen heraus und säe sie" } else { "Säe sie" };
        let way = match way {
            Some(_) if plan.shape() == Shape::Drawn => "den Weg entlang",
            Some(way) => self.turned(way),
            None => "in die Richtung, die du wählst",
        };
        let run = |run: &Run| match (run.part, run.whose, run.backwards) {
            (RunPart::Side, Whose::Own, false) => Some("entlang deiner Reihe"),
            (RunPart::Side, Whose::Opponent, false) => Some("entlang der Reihe deines Gegners"),
            (RunPart::Store, Whose::Own, _) => Some("in dein Lager"),
            (RunPart::Store, Whose::Opponent, _) => Some("in das Lager deines Gegners"),
            _ => None,
        };
        let route = match (route, plan.depth()) {
            (Route::On, _) => "jede Mulde, die folgt".to_string(),
            (Route::Around, 1) => {
                "jede Mulde, die folgt: entlang deiner Reihe, dann entlang der Reihe deines Gegners und so weiter rund um das Brett".into()
            }
            (Route::OwnSide, 1) => "jede Mulde, die folgt, rundum in deiner eigenen Reihe".into(),
            (Route::Runs(runs, leaves_store), 1) => {
                let runs: Vec<&str> = runs.iter().map(run).collect::<Option<_>>()?;
                let leaves = if *leaves_store { "; lass das Lager deines Gegners aus" } else { "" };
                format!("jedes Feld, das folgt: {} und so weiter{leaves}", runs.join(", "))
            }
            (Route::Around, _) => {
                "jede Mulde, die folgt: entlang aller deiner Reihen, dann entlang der deines Gegners und so weiter rund um das Brett".into()
            }
            (Route::OwnSide, depth) => {
                format!("jede Mulde, die folgt, rundum in deinen eigenen {} Reihen", number(depth.into()))
            }
            (Route::Runs(..), _) => return None,
        };
        Some(format!("{lift} {way}, einen in {route}."))
    }

    fn turned(&self, way: Way) -> &'static str {
        if self.english.turned(way) == "clockwise" { "im Uhrzeigersinn" } else { "gegen den Uhrzeigersinn" }
    }

    /// A line for every seed that falls.
    fn falling(&self, last: Option<bool>, class: &[Literal], actions: &[Action]) -> Option<String> {
        let seed = match last {
            Some(true) => "der letzte Samen",
            Some(false) => "ein Samen, nur nicht der letzte,",
            None => "ein Samen",
        };
        let (made, pit) = self.landing_place(class, false)?;
        let when = match made {
            Some(made) => format!("in {pit} fällt, die dann {} enthält", amount_words(made)?),
            None => format!("in {pit} fällt"),
        };
        let deed = |action: &Action| match action {
            action if made.is_some() && takes_here(action) => Some("schlage sie".to_string()),
            action => self.action(action, false),
        };
        let deeds: Vec<String> = actions.iter().map(deed).collect::<Option<_>>()?;
        let deeds = if deeds.is_empty() { "nichts geschieht".into() } else { deeds.join("; ") };
        Some(format!("Während du säst: Sooft {seed} {when}: {deeds}."))
    }

    /// The place in which a seed falls in a case: `in eine leere Mulde deiner Reihe`.
    fn lands_in(&self, case: &LandingCase) -> Option<String> {
        let (made, pit) = self.landing_place(&case.class, case.other)?;
        Some(match made {
            Some(made) => format!("in {pit}, die dann {} enthält", amount_words(made)?),
            None => format!("in {pit}"),
        })
    }

    /// The number that a seed makes where it falls, and the pit in the accusative.
    fn landing_place<'c>(&self, class: &'c [Literal], other: bool) -> Option<(Option<&'c Amount>, String)> {
        let made = class.iter().find_map(|(part, _)| match part {
            Condition::Holds(_, amount) => Some(amount),
            _ => None,
        });
        let rest: Vec<Literal> =
            class.iter().filter(|(part, _)| !matches!(part, Condition::Holds(..))).cloned().collect();
        Some((made, self.pit_with(&all_of(&rest), Kasus::Accusative, other, true)?))
    }

    /// Names the pits with a condition, one of them or, where one of several conditions is true, each kind.
    fn pits(&self, condition: &Condition, kasus: Kasus) -> Option<String> {
        let one = |condition: &Condition| self.pit_with(condition, kasus, false, false);
        match condition {
            Condition::Any(parts) => Some(join(&parts.iter().map(one).collect::<Option<Vec<_>>>()?, "oder in")),
            condition => one(condition),
        }
    }

    /// `eine leere Mulde deiner Reihe`, or `einer leeren Mulde deiner Reihe` in the dative.
    fn pit_with(&self, condition: &Condition, kasus: Kasus, other: bool, fallen: bool) -> Option<String> {
        let ending = if kasus == Kasus::Accusative { "e" } else { "en" };
        let (mut before, mut own, mut row, mut after) = (String::new(), None, None, "");
        for part in parts_of(condition) {
            let (part, yes) = match part {
                Condition::Not(part) => (&**part, false),
                part => (part, true),
            };
            match (kind_of_here(part)?, yes) {
                (PitKind::InRow(whose), yes) => own = Some((whose == Whose::Own) == yes),
                (PitKind::NthRow(nth), true) => row = Some(self.row_name(nth)?),
                (PitKind::Empty, true) | (PitKind::Occupied, false) => before += &format!(" leer{ending}"),
                (PitKind::Empty, false) | (PitKind::Occupied, true) => {
                    after = if fallen { ", in der schon Samen lagen" } else { ", in der Samen liegen" };
                }
                (PitKind::Marked(mark, None), true) => {
                    before = format!(" mit {} bezeichnet{ending}{before}", self.mark(mark));
                }
                (PitKind::Store(Some(Whose::Own)), true) if kasus == Kasus::Accusative => {
                    return Some("dein Lager".into());
                }
                (PitKind::Store(Some(Whose::Opponent)), true) if kasus == Kasus::Accusative => {
                    return Some("das Lager deines Gegners".into());
                }
                _ => return None,
            }
        }
        let article = match (kasus, other) {
            (Kasus::Accusative, false) => "eine",
            (Kasus::Accusative, true) => "jede andere",
            (Kasus::Dative, false) => "einer",
            (Kasus::Dative, true) => "jeder anderen",
        };
        let of = match (own, row, self.rules().board.plan.depth()) {
            (None, None, _) => String::new(),
            (Some(true), None, 1) => " deiner Reihe".into(),
            (Some(true), None, _) => " deiner Seite".into(),
            (Some(false), None, _) => " deines Gegners".into(),
            (None, Some(row), _) => format!(" der {row} Reihe"),
            (Some(true), Some(row), _) => format!(" deiner {row} Reihe"),
            (Some(false), Some(row), _) => format!(" der {row} Reihe deines Gegners"),
        };
        Some(format!("{article}{before} Mulde{of}{after}"))
    }

    /// What must be true in a case besides the place in which the seed falls; empty if that is all.
    fn rest(&self, case: &LandingCase) -> Option<String> {
        if case.rest.is_empty() { Some(String::new()) } else { self.clause(&all_of(&case.rest), "sie") }
    }

    /// What happens in a case of the last seed.
    fn happens(&self, case: &LandingCase) -> Option<String> {
        let mut deeds = vec![];
        for (at, action) in case.actions.iter().enumerate() {
            if case.makes() && at == 0 && takes_here(action) {
                deeds.push("schlage sie".into());
            } else {
                deeds.push(self.action(action, case.lone_seed && at == 0)?);
            }
        }
        deeds.push(self.continuation(&case.then, &case.repeated)?);
        let may = if case.may { "wenn du willst, " } else { "" };
        Some(format!("{may}{}.", deeds.join("; ")))
    }

    /// What a line of a table does.
    fn deeds(&self, line: &Clause<Option<Continuation>>) -> Option<String> {
        let mut deeds =
            line.actions.iter().map(|action| self.action(action, false)).collect::<Option<Vec<String>>>()?;
        if let Some(then) = &line.then {
            deeds.push(self.continuation(then, &Condition::Always)?);
        }
        let may = if line.may { "wenn du willst, " } else { "" };
        Some(format!("{may}{}", if deeds.is_empty() { "nichts geschieht".into() } else { deeds.join("; ") }))
    }

    /// An action as an imperative. `lone_seed` says that a single seed lies in `here`.
    fn action(&self, action: &Action, lone_seed: bool) -> Option<String> {
        Some(match action {
            Action::Capture { seeds: Portion::All, from, to } => {
                let here = ActionTarget::Pit(vec![]);
                let of = |targets: &[ActionTarget]| -> Option<String> {
                    Some(join(&targets.iter().map(genitive).collect::<Option<Vec<_>>>()?, "und"))
                };
                let what = match &from[..] {
                    [only] if lone_seed && *only == here => "deinen letzten Samen".into(),
                    [first, rest @ ..] if lone_seed && *first == here => {
                        format!("deinen letzten Samen und alle Samen {}", of(rest)?)
                    }
                    from => format!("alle Samen {}", of(from)?),
                };
                match to {
                    Receiver::Mover => format!("schlage {what}"),
                    Receiver::Nobody => format!("entferne {what} aus dem Spiel"),
                    Receiver::Opponent => format!("dein Gegner schlägt {what}"),
                    Receiver::Owner if self.rules().marks.is_empty() => {
                        format!("der Spieler, in dessen Reihe die Mulde liegt, schlägt {what}")
                    }
                    Receiver::Owner => format!("der Besitzer der Mulde schlägt {what}"),
                }
            }
            Action::Mark { pits, mark, owner } => {
                let [only] = &pits[..] else { return None };
                let whom = if *owner == Whose::Own { "dir" } else { "deinem Gegner" };
                let pit = match only {
                    ActionTarget::Pit(path) => pit(path, "diese Mulde")?,
                    ActionTarget::Store(_) | ActionTarget::Every(_) => return None,
                };
                format!("{pit} ist von nun an mit {} bezeichnet und gehört {whom}", self.mark(*mark))
            }
            Action::OfMove(MoveAction::Undo) if !self.rules().relays() => {
                "du schlägst nichts, und die Samen liegen wieder so, wie du sie gesät hast".into()
            }
            Action::OfMove(MoveAction::Reverse) => "säe von nun an andersherum".into(),
            Action::Over(Verdict::Player) => format!("du gewinnst{} sofort", self.the_round()),
            Action::Over(Verdict::Opponent) => format!("dein Gegner gewinnt{} sofort", self.the_round()),
            Action::Over(_) => format!("{} ist sofort unentschieden", self.scope()),
            Action::Capture { .. }
            | Action::Move { .. }
            | Action::Unmark { .. }
            | Action::Choose { .. }
            | Action::Count { .. }
            | Action::OfMove(_) => return None,
        })
    }

    /// How a move goes on.
    fn continuation(&self, then: &Continuation, repeated: &Condition) -> Option<String> {
        Some(match then {
            Continuation::Stop => "dein Zug endet".into(),
            Continuation::Bonus => "ziehe noch einmal".into(),
            Continuation::Relay(path) if path.is_empty() => {
                "nimm alle ihre Samen heraus, auch deinen letzten, und säe von dort weiter; dann sieh wieder nach"
                    .into()
            }
            Continuation::Relay(path) => format!(
                "nimm alle Samen {} heraus und säe von dort weiter; dann sieh wieder nach",
                genitive(&ActionTarget::Pit(path.clone()))?
            ),
            Continuation::Repeat { along, most: None } => {
                let look = match along.iter().map(Vec::as_slice).collect::<Vec<_>>()[..] {
                    [[PathStep::Previous]] => "die Mulde davor",
                    [[PathStep::Next]] => "die nächste Mulde",
                    _ => return None,
                };
                let again = "und so weiter, bis eine Mulde nicht passt; dein Zug endet";
                match repeated {
                    Condition::Always => format!("tu das Gleiche für {look}, {again}"),
                    condition => format!(
                        "dann sieh in {look}: wenn {}, tu dort das Gleiche, {again}",
                        self.clause(condition, "sie")?
                    ),
                }
            }
            Continuation::Resow { seeds: Portion::All, lift, at, into, way } => {
                let what = join(&lift.iter().map(genitive).collect::<Option<Vec<_>>>()?, "und");
                let turned = way.map_or(String::new(), |way| format!(" {}", self.turned(way)));
                let at = match (&at[..], into) {
                    ([PathStep::LapOrigin], false) => "der Mulde hinter der, mit der diese Aussaat begann".into(),
                    (_, true) => genitive(&ActionTarget::Pit(at.clone()))?.to_string(),
                    (_, false) => format!("der Mulde hinter {}", genitive(&ActionTarget::Pit(at.clone()))?),
                };
                format!("nimm alle Samen {what} heraus und säe sie{turned}, beginnend mit {at}; dann sieh wieder nach")
            }
            Continuation::Resow { .. } | Continuation::Repeat { .. } => return None,
        })
    }

    /// A condition as a subordinate clause, with the verb at its end; `None` if `und` and `oder` would be mixed.
    fn clause(&self, condition: &Condition, here: &str) -> Option<String> {
        let (parts, word) = match condition {
            Condition::Any(parts) => (&parts[..], "oder"),
            condition => (parts_of(condition), "und"),
        };
        let mut clauses: Vec<(String, Vec<String>)> = vec![];
        for part in parts {
            let (part, yes) = match part {
                Condition::Not(part) => (&**part, false),
                part => (part, true),
            };
            let (subject, said) = self.statement(part, yes, here)?;
            match clauses.last_mut() {
                Some((last, all)) if *last == subject => all.push(said),
                _ => clauses.push((subject, vec![said])),
            }
        }
        let clauses: Vec<String> =
            clauses.iter().map(|(subject, said)| format!("{subject} {}", join(said, word))).collect();
        (!clauses.is_empty()).then(|| join(&clauses, word))
    }

    /// The subject and the predicate of a condition without parts, or of its negation.
    fn statement(&self, condition: &Condition, yes: bool, here: &str) -> Option<(String, String)> {
        let holds = |amount: &Amount| -> Option<String> {
            Some(match yes {
                true => format!("{} enthält", amount_words(amount)?),
                false => format!("nicht {} enthält", amount_words(amount)?),
            })
        };
        let row = |whose: Whose| if whose == Whose::Own { "deine Reihe" } else { "die Reihe deines Gegners" };
        let has_seeds = |seeds: bool| if seeds { "Samen enthält" } else { "leer ist" }.to_string();
        Some(match condition {
            Condition::Is(Place::Pit(path), kind) => (pit(path, here)?, self.predicate(*kind, yes)?),
            Condition::Holds(Place::Pit(path), amount) => (pit(path, here)?, holds(amount)?),
            Condition::Is(Place::Row(whose), kind) if self.rules().board.plan.depth() == 1 => {
                (row(*whose).into(), has_seeds((*kind == PitKind::Occupied) == yes))
            }
            Condition::Exists(part) if self.rules().board.plan.depth() == 1 => {
                let (whose, occupied) = row_seeds(part)?;
                (row(whose).into(), if occupied { has_seeds(yes) } else { return None })
            }
            _ => return None,
        })
    }

    /// The predicate of a kind of pit, with the verb at its end.
    fn predicate(&self, kind: PitKind, yes: bool) -> Option<String> {
        let not = if yes { "" } else { "nicht " };
        Some(match kind {
            PitKind::InRow(Whose::Own) => format!("{not}dir gehört"),
            PitKind::InRow(Whose::Opponent) => format!("{not}deinem Gegner gehört"),
            PitKind::Empty | PitKind::Occupied if (kind == PitKind::Empty) == yes => "leer ist".into(),
            PitKind::Empty | PitKind::Occupied => "Samen enthält".into(),
            PitKind::Marked(mark, None) => format!("{not}mit {} bezeichnet ist", self.mark(mark)),
            PitKind::Marked(mark, Some(Whose::Own)) => {
                format!("{not}mit {} bezeichnet ist und dir gehört", self.mark(mark))
            }
            _ => return None,
        })
    }

    /// What it is to have no move, as a condition with the verb in front.
    fn stuck(&self, stuck: Stuck) -> Option<&'static str> {
        match stuck {
            Stuck::PitsEmpty => Some("Sind alle deine Mulden leer, wenn du am Zug bist"),
            Stuck::SideEmpty if self.rules().board.plan.depth() == 1 => {
                Some("Ist deine Reihe leer, wenn du am Zug bist")
            }
            Stuck::SideEmpty => Some("Sind alle deine Reihen leer, wenn du am Zug bist"),
            Stuck::NoMove => Some("Kannst du nicht ziehen, wenn du am Zug bist"),
        }
    }

    /// Who takes what is left, and who wins, behind "so endet das Spiel".
    fn takings(&self, ending: &Ending) -> Option<String> {
        let side = match self.rules().board.plan.depth() {
            _ if self.rules().has_territory() => return None,
            1 => "Reihe",
            _ => "Reihen",
        };
        let what = |(who, taking): &(Who, Taking)| {
            let your = *who == Who::Player;
            Some(match taking {
                Taking::Rest => "alle Samen, die noch auf dem Brett liegen".to_string(),
                Taking::Half => "die Hälfte der Samen, die noch auf dem Brett liegen".into(),
                Taking::Row(Whose::Own) if your => format!("die Samen deiner {side}"),
                Taking::Row(Whose::Own) => format!("die Samen der eigenen {side}"),
                Taking::Row(Whose::Opponent) if your => format!("die Samen der {side} deines Gegners"),
                Taking::Row(Whose::Opponent) if *who == Who::Opponent => format!("die Samen deiner {side}"),
                Taking::Row(Whose::Opponent) => return None,
                Taking::Marked(Whose::Own, mark) if !your => {
                    format!("die Samen in den eigenen mit {} bezeichneten Mulden", self.mark(*mark))
                }
                Taking::Marked(..) => return None,
            })
        };
        let mut texts: Vec<String> = vec![];
        for takings in ending.takings.chunk_by(|(one, _), (other, _)| one == other) {
            let who = match takings[0].0 {
                Who::Each => "jeder Spieler nimmt",
                Who::Player => "du nimmst",
                Who::Opponent => "dein Gegner nimmt",
            };
            match &takings.iter().map(what).collect::<Option<Vec<_>>>()?[..] {
                [first @ .., last] if !first.is_empty() => {
                    texts.push(format!("{who} erst {}, dann {last}", first.join(", dann ")));
                }
                what => texts.push(format!("{who} {}", what.concat())),
            }
        }
        texts.extend(match ending.verdict {
            Verdict::Goal | Verdict::Pass => None,
            Verdict::Player => Some("du gewinnst".to_string()),
            Verdict::Opponent => Some("dein Gegner gewinnt".into()),
            Verdict::Draw => Some("es ist unentschieden".into()),
        });
        Some(match &texts[..] {
            [] => String::new(),
            [only] => format!(", und {only}"),
            texts => format!(": {}", texts.join("; ")),
        })
    }
}

/// A pit by its path, in the nominative or the accusative.
fn pit(path: &[PathStep], here: &str) -> Option<String> {
    Some(match path {
        [] => here.to_string(),
        [PathStep::Opposite] => "die gegenüberliegende Mulde".into(),
        [PathStep::Opposite, PathStep::Behind] => "die Mulde hinter der gegenüberliegenden".into(),
        [PathStep::Next] => "die nächste Mulde".into(),
        [PathStep::Next, PathStep::Next] => "die übernächste Mulde".into(),
        [PathStep::Previous] => "die Mulde davor".into(),
        _ => return None,
    })
}

/// A single pit in the genitive.
fn genitive(target: &ActionTarget) -> Option<&'static str> {
    let ActionTarget::Pit(path) = target else { return None };
    Some(match path[..] {
        [] => "dieser Mulde",
        [PathStep::Opposite] => "der gegenüberliegenden Mulde",
        [PathStep::Opposite, PathStep::Behind] => "der Mulde hinter der gegenüberliegenden",
        [PathStep::Next] => "der nächsten Mulde",
        [PathStep::Next, PathStep::Next] => "der übernächsten Mulde",
        [PathStep::Previous] => "der Mulde davor",
        _ => return None,
    })
}

fn when(occasion: Occasion) -> &'static str {
    match occasion {
        Occasion::TurnBegins => "Zu Beginn deines Zuges",
        Occasion::BeforeLap => "Bevor eine Mulde geleert wird",
        Occasion::MoveEnds => "Am Ende deines Zuges",
    }
}

fn player_name(side: Side) -> &'static str {
    if side == Side::South { "Süd" } else { "Nord" }
}

/// A number in words up to twelve, else in digits.
fn number(number: u16) -> String {
    const WORDS: [&str; 13] =
        ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"];
    WORDS.get(usize::from(number)).map_or_else(|| number.to_string(), ToString::to_string)
}

/// An ordinal number, as it stands behind an article: `im dritten`.
fn ordinal(number: u16) -> String {
    const WORDS: [&str; 12] = [
        "ersten",
        "zweiten",
        "dritten",
        "vierten",
        "fünften",
        "sechsten",
        "siebten",
        "achten",
        "neunten",
        "zehnten",
        "elften",
        "zwölften",
    ];
    let word = usize::from(number).checked_sub(1).and_then(|at| WORDS.get(at));
    word.map_or_else(|| format!("{number}."), ToString::to_string)
}

/// `einen Samen`, `zwei Samen`.
fn seeds(seeds: u16) -> String {
    if seeds == 1 { "einen Samen".into() } else { format!("{} Samen", number(seeds)) }
}

/// `einem Samen`, `zwei Samen`.
fn seeds_dative(seeds: u16) -> String {
    if seeds == 1 { "einem Samen".into() } else { format!("{} Samen", number(seeds)) }
}

/// An amount of seeds in the accusative.
fn amount_words(amount: &Amount) -> Option<String> {
    Some(match amount {
        Amount::Even => "eine gerade Zahl Samen".into(),
        Amount::Odd => "eine ungerade Zahl Samen".into(),
        Amount::In(ranges) => match ranges[..] {
            [(0, 0)] => "keine Samen".into(),
            [(1, u16::MAX)] => "mindestens einen Samen".into(),
            [(low, u16::MAX)] => format!("{} oder mehr Samen", number(low)),
            [(0, high)] => format!("höchstens {}", seeds(high)),
            [(low, high)] if low == high => seeds(low),
            [(1, 2)] => "einen oder zwei Samen".into(),
            [(low, high)] if high == low + 1 => format!("{} oder {} Samen", number(low), number(high)),
            [(low, high)] if low > 1 => format!("{} bis {} Samen", number(low), number(high)),
            _ => {
                let single = |&(low, high): &(u16, u16)| (low == high && low > 1).then(|| number(low));
                let numbers = ranges.iter().map(single).collect::<Option<Vec<String>>>()?;
                format!("{} Samen", join(&numbers, "oder"))
            }
        },
    })
}

/// An author's description, as a sentence.
fn described(about: &Option<String>) -> String {
    about.as_ref().map_or(String::new(), |about| format!("{}. ", isolated(about)))
}
