//! The findings of a study: what was found about each subject, in numbers, and the verdict that follows from them.

use uur::diagnostic::count;

use super::criterion::{self, Criterion, Measure};
use super::estimate::IntervalEstimate;
use super::leads::Lead;
use super::{Finding, Judgement, MirrorSeries, SkillMeeting, Study, Subject};

impl Finding {
    /// A finding whose judgement is that of its worst measure, with the sentences for all measures of this judgement.
    fn measured(subject: Subject, text: String, measures: Vec<Measure>) -> Finding {
        let of = |measure: &Measure| measure.standing.judgement();
        let judgement = measures.iter().map(of).max().expect("there is a measure");
        let sentences: Vec<&str> = measures
            .iter()
            .filter(|measure| of(measure) == judgement)
            .map(|measure| measure.sentence.as_str())
            .collect();
        Finding { subject, judgement, text, reason: sentences.join(" "), measures }
    }
}

impl Study {
    /// The best players that met themselves.
    fn best(&self) -> &MirrorSeries {
        self.mirrors.last().expect("random players are always among them")
    }

    pub(super) fn find(&self) -> Vec<Finding> {
        let found = [
            self.first_player(),
            self.goal(),
            self.draws(),
            self.length(),
            self.choice(),
            self.captures(),
            self.drama(),
            self.skill(),
            self.foresight(),
            self.lines(),
            self.endless(),
        ];
        found.into_iter().flatten().collect()
    }

    /// Writes an estimate of each weaker player, behind that of the best.
    fn others(&self, of: impl Fn(&MirrorSeries) -> Option<IntervalEstimate>) -> String {
        let others = &self.mirrors[..self.mirrors.len() - 1];
        let of_each =
            others.iter().filter_map(|mirror| Some(format!("; {}: {}", mirror.player, percent(&of(mirror)?))));
        of_each.collect()
    }

    fn first_player(&self) -> Option<Finding> {
        let best = self.best();
        let share = best.first_player.filter(|share| share.games > 0)?;
        let text = format!(
            "South moves first and wins {} of the {} that {} players decided{}.",
            percent(&share),
            count(share.games as usize, "game"),
            best.player,
            self.others(|mirror| mirror.first_player.filter(|share| share.games > 0)),
        );
        let measures = vec![criterion::FIRST_PLAYER.measure(share, None)];
        Some(Finding::measured(Subject::FirstPlayer, text, measures))
    }

    /// How often the goal of a game for one player is reached.
    fn goal(&self) -> Option<Finding> {
        let best = self.best();
        let text = format!(
            "The {} player reaches the goal in {} of the games{}.",
            best.player,
            percent(&best.solved?),
            self.others(|mirror| mirror.solved)
        );
        let measures = vec![criterion::LUCK.measure(self.mirrors[0].solved?, None)];
        Some(Finding::measured(Subject::Goal, text, measures))
    }

    fn draws(&self) -> Option<Finding> {
        if self.is_for_one {
            return None;
        }
        let best = self.best();
        let text = format!(
            "{} of the games of {} players are drawn{}.",
            percent(&best.draws),
            best.player,
            self.others(|mirror| Some(mirror.draws))
        );
        Some(Finding::measured(Subject::Draws, text, vec![criterion::DRAWS.measure(best.draws, None)]))
    }

    fn length(&self) -> Option<Finding> {
        if self.is_for_one {
            return None;
        }
        let best = self.best();
        let length = best.report.length;
        let text = format!(
            "The median game of {} players has {} moves; 5 in 100 have up to {}, 95 in 100 up to {}.",
            best.player,
            shown(&criterion::LENGTH, &best.length),
            length.percent_5,
            length.percent_95
        );
        Some(Finding::measured(Subject::Length, text, vec![criterion::LENGTH.measure(best.length, None)]))
    }

    fn choice(&self) -> Option<Finding> {
        let best = self.best();
        let is_estimated = best.report.tally.estimated > 0;
        let most = if is_estimated { String::new() } else { format!(", at most {}", best.report.branching.most) };
        let text = format!(
            "There are {} moves to choose from on average{most}, and no choice in {} of the moves.",
            shown(&criterion::CHOICES, &best.choices),
            shown(&criterion::FORCED, &best.forced)
        );
        let measures =
            vec![criterion::CHOICES.measure(best.choices, None), criterion::FORCED.measure(best.forced, None)];
        Some(Finding::measured(Subject::Choice, text, measures))
    }

    fn captures(&self) -> Option<Finding> {
        let sizes = self.best().captures.as_ref()?;
        let text = format!(
            "The largest tenth of captures brings {} of all captured seeds; the largest takes {}.",
            percent(&sizes.largest_tenth),
            count(sizes.most_captured, "seed")
        );
        let measures = vec![criterion::CAPTURES.measure(sizes.largest_tenth, None)];
        Some(Finding::measured(Subject::Captures, text, measures))
    }

    fn drama(&self) -> Option<Finding> {
        let best = self.best();
        let drama = best.drama.as_ref()?;
        let lead = match drama.lead {
            Lead::Store => "seeds in store",
            Lead::Pits => "seeds in pits",
        };
        let text = format!(
            "Half of the winners lead in {lead} for good after {} of the moves of {} players; {} of them were behind at \
            half-time. The lead changes {} times in a game.",
            percent(&drama.settled),
            best.player,
            percent(&drama.comebacks),
            number(&drama.changes, 1)
        );
        Some(match drama.lead {
            Lead::Store => {
                Finding::measured(Subject::Drama, text, vec![criterion::SETTLED.measure(drama.settled, None)])
            }
            Lead::Pits => Finding {
                subject: Subject::Drama,
                judgement: Judgement::Open,
                text,
                reason: "Seeds in pits are no score, so this says little about who will win.".to_string(),
                measures: vec![],
            },
        })
    }

    fn skill(&self) -> Option<Finding> {
        if self.meetings.is_empty() {
            return None;
        }
        let pair = |met: &SkillMeeting| format!("{} against {}", met.stronger, met.weaker);
        let scores: Vec<String> =
            self.meetings.iter().map(|met| format!("{} {}", pair(met), percent(&met.score))).collect();
        let measures = self.meetings.iter().map(|met| criterion::SKILL.measure(met.score, Some(pair(met)))).collect();
        let text = format!("Of the points the stronger of two players scores: {}.", scores.join("; "));
        Some(Finding::measured(Subject::Skill, text, measures))
    }

    /// How much more often the best player of a game for one reaches the goal than a random one.
    fn foresight(&self) -> Option<Finding> {
        let (best, random) = (self.best(), &self.mirrors[0]);
        if self.mirrors.len() < 2 {
            return None;
        }
        let more = IntervalEstimate::difference(best.solved?, random.solved?);
        let text = format!(
            "The {} player reaches the goal in {} of the games more than a random one.",
            best.player,
            percent(&more)
        );
        Some(Finding::measured(Subject::Skill, text, vec![criterion::FORESIGHT.measure(more, None)]))
    }

    fn lines(&self) -> Option<Finding> {
        let games: u64 = self.mirrors.iter().map(|mirror| mirror.report.tally.games).sum();
        let all = count(games as usize, "game");
        let (judgement, text, reason) = match &self.unused[..] {
            [] => (
                Judgement::Good,
                format!("In {all} every rule line took effect, limits on endless moves and repetition aside."),
                "No line is without use.".to_string(),
            ),
            unused => {
                let lines: Vec<String> = unused.iter().map(|line| format!("{} ({})", line.name, line.place)).collect();
                let never = count(unused.len(), "rule line");
                let most = 100.0 * IntervalEstimate::share(0, games).high;
                (
                    Judgement::Open,
                    format!("In {all} {never} never took effect: {}.", lines.join(", ")),
                    format!(
                        "Such a line may never matter, or be for rare cases: at most {most:.2} % of games like these. \
                        `uur verify` proves which, where it reaches all positions."
                    ),
                )
            }
        };
        Some(Finding { subject: Subject::Lines, judgement, text, reason, measures: vec![] })
    }

    fn endless(&self) -> Option<Finding> {
        let games: u64 = self.mirrors.iter().map(|mirror| mirror.report.tally.games).sum();
        let endless: u64 = self.mirrors.iter().map(|mirror| mirror.report.tally.endless).sum();
        let unfinished: u64 = self.mirrors.iter().map(|mirror| mirror.report.tally.unfinished).sum();
        let share = IntervalEstimate::share(endless + unfinished, games);
        let text = format!(
            "Of {}, {endless} ended with an endless move or its bound of laps, and {unfinished} were given up as too long \
            or as stuck without a move: {}.",
            count(games as usize, "game"),
            percent(&share)
        );
        Some(Finding::measured(Subject::Endless, text, vec![criterion::ENDLESS.measure(share, None)]))
    }
}

/// An estimate in the unit of its criterion, with its 95 % interval.
fn shown(criterion: &Criterion, estimate: &IntervalEstimate) -> String {
    match criterion.unit {
        criterion::Unit::Percent => percent(estimate),
        criterion::Unit::Number(decimals) => number(estimate, decimals),
    }
}

/// A share in percent, with its 95 % interval.
pub fn percent(share: &IntervalEstimate) -> String {
    let IntervalEstimate { value, low, high, .. } = share.scaled(100.0);
    format!("{value:.1} % ({low:.1} to {high:.1})")
}

/// A number with its 95 % interval, or without where games are too few for one.
pub fn number(estimate: &IntervalEstimate, decimals: usize) -> String {
    let IntervalEstimate { value, low, high, .. } = *estimate;
    if high.is_finite() {
        format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$})")
    } else {
        format!("{value:.decimals$}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::criterion::Standing;
    use super::*;

    #[test]
    fn the_worst_measure_decides() {
        let share = |some| IntervalEstimate::share(some, 1000);
        let found = |shares: [u64; 2]| {
            let measures = shares.map(|some| criterion::SKILL.measure(share(some), Some(some.to_string())));
            Finding::measured(Subject::Skill, String::new(), measures.into())
        };
        assert_eq!(found([700, 800]).judgement, Judgement::Good);
        assert_eq!(
            found([700, 300]).reason,
            "300: The stronger player scores less than 55 %: looking further ahead hardly pays."
        );
        let undecided = found([560, 700]);
        assert_eq!(undecided.measures[0].standing, Standing::Undecided);
        assert_eq!(undecided.judgement, Judgement::Undecided);
        assert_eq!(found([560, 300]).judgement, Judgement::Doubtful);
    }
}
