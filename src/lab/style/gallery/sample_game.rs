//! A game for a card, with comments from the searches that chose its moves.

use crate::board::Color;
use crate::engine::{ExplainedMove, Explanation};
use crate::lab::matches::personality_match::{ExplainedPly, PersonalityMatch, PlayedGame};
use crate::lab::style::trait_names;
use crate::personality::{Contribution, Feature};
use crate::search::Bound;

/// At most so many moves of a game are commented on.
const MOST_COMMENTS: usize = 6;
/// A won game with so many comments is good enough to be shown.
const ENOUGH_COMMENTS: usize = 3;
/// The pairs of games of which one is chosen.
const PAIRS: u32 = 2;
/// The reasons that a comment names.
const REASONS: usize = 2;
/// A reason speaks for the chosen move when it is worth so many centipawns more than in the other.
const REASON_CP: i32 = 2;

/// A game and what its player says of it.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleGame {
    /// The game.
    pub played: PlayedGame,
    /// Its comments in the order of the game.
    pub comments: Vec<MoveComment>,
}

/// What a player says of one of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveComment {
    /// The number of plies before the move.
    pub ply: usize,
    /// What it gave up at most, in centipawns.
    pub concession_cp: i32,
    /// The comment.
    pub text: String,
}

impl SampleGame {
    /// Plays up to four games and takes the first that the subject wins with something to say; else
    /// the one that it did best in.
    pub fn play(personality_match: &PersonalityMatch<'_>) -> Option<SampleGame> {
        let mut best: Option<SampleGame> = None;
        for (number, side) in (0..PAIRS).flat_map(|number| Color::ALL.map(|side| (number, side))) {
            let (played, explained) = personality_match.play_explained(number, side);
            let sample = SampleGame {
                played,
                comments: comments(&explained, personality_match),
            };
            if best.as_ref().is_none_or(|best| sample.rank() > best.rank()) {
                best = Some(sample);
            }
            let is_enough = (true, ENOUGH_COMMENTS, 2, 0);
            if best.as_ref().is_some_and(|best| best.rank() >= is_enough) {
                break;
            }
        }
        best
    }

    /// Lost games come last; then a game should have something to say, and then be won.
    fn rank(&self) -> (bool, usize, u8, usize) {
        let (points, count) = (self.played.half_points, self.comments.len());
        (points > 0, count.min(ENOUGH_COMMENTS), points, count)
    }
}

/// The comments on the moves that gave up most.
fn comments(
    explained: &[ExplainedPly],
    personality_match: &PersonalityMatch<'_>,
) -> Vec<MoveComment> {
    let PersonalityMatch {
        subject, opponent, ..
    } = personality_match;
    let tastes: Vec<Feature> = subject.tastes().map(|(feature, _)| feature).collect();
    let mut comments: Vec<MoveComment> = explained
        .iter()
        .filter_map(|one| comment(one, &tastes, opponent.title()))
        .collect();
    comments.sort_by_key(|comment| std::cmp::Reverse(comment.concession_cp));
    comments.truncate(MOST_COMMENTS);
    comments.sort_by_key(|comment| comment.ply);
    comments
}

/// The comment on a move that taste decided: the opponent would have played another one, which may
/// have the better score. `None` for other moves, in decided games, and where no reason can be named.
fn comment(explained: &ExplainedPly, tastes: &[Feature], opponent: &str) -> Option<MoveComment> {
    let Explanation::Search(search) = &explained.why else {
        return None;
    };
    let (chosen, others) = search.moves.split_first()?;
    let other = others
        .iter()
        .find(|other| explained.opponents_choice == Some(other.mv))?;
    let concession_cp = other.score.raw() - chosen.score.raw();
    if concession_cp <= 0 || other.score.is_decisive() || chosen.score.is_decisive() {
        return None;
    }
    let reasons = reasons(leads(chosen, other, tastes))?;
    let at_most = match other.bound {
        Bound::Exact => "",
        Bound::Upper | Bound::Lower => "at most ",
    };
    Some(MoveComment {
        ply: explained.ply,
        concession_cp,
        text: format!(
            "{reasons}; {opponent} would play {}, which scores {at_most}{concession_cp} cp better.",
            other.san
        ),
    })
}

/// What the chosen move has that the other lacks, or the other way round, in a player's words.
fn reasons(mut leads: Vec<Lead>) -> Option<String> {
    leads.retain(|lead| lead.cp >= REASON_CP);
    leads.sort_by_key(|lead| std::cmp::Reverse(lead.cp));
    leads.truncate(REASONS);
    let named = |liked: bool| {
        let names = leads
            .iter()
            .filter(|lead| lead.feature != Feature::Randomness && lead.is_liked == liked);
        let names: Vec<String> = names
            .map(|lead| trait_names::name(lead.feature.key()))
            .collect();
        names.join(" and ")
    };
    let mut parts = Vec::new();
    for (verb, names) in [("I like", named(true)), ("I avoid", named(false))] {
        if !names.is_empty() {
            parts.push(format!("{verb} {names}"));
        }
    }
    if leads.iter().any(|lead| lead.feature == Feature::Randomness) {
        parts.push("I felt like it".to_owned());
    }
    (!parts.is_empty()).then(|| parts.join(", and "))
}

/// What a feature speaks for the chosen move.
struct Lead {
    feature: Feature,
    cp: i32,
    /// Whether the personality wants the feature; otherwise it wants to be without.
    is_liked: bool,
}

/// What each taste of the personality's own speaks for the chosen move; those that everybody has in
/// lost and drawn endings say nothing about it.
fn leads(chosen: &ExplainedMove, other: &ExplainedMove, tastes: &[Feature]) -> Vec<Lead> {
    let find = |one: &ExplainedMove, feature: Feature| {
        let parts = one.taste.contributions.iter();
        parts.copied().find(|part| part.feature == feature)
    };
    let worth = |part: Option<Contribution>| part.map_or(0, |part| part.contribution_cp);
    tastes
        .iter()
        .filter_map(|&feature| {
            let (own, their) = (find(chosen, feature), find(other, feature));
            let known = own.or(their)?;
            Some(Lead {
                feature,
                cp: worth(own) - worth(their),
                is_liked: (known.contribution_cp >= 0) == (known.measure_permille >= 0),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::matches::personality_match::MatchStart;
    use crate::personality::{Personality, Roster};

    #[test]
    fn a_game_is_played_with_comments_on_what_was_given_up() {
        let text = "[identity]\nname = 'marcher'\n[taste]\nforward = 60\ntrades = -60\nmax_concession_cp = 90";
        let subject = Personality::parse("marcher.toml", text).unwrap();
        let roster = Roster::built_in();
        let sample = SampleGame::play(&PersonalityMatch {
            subject: &subject,
            subject_nodes: 300,
            opponent: roster.find("neutral").unwrap(),
            opponent_nodes: 30,
            start: MatchStart::Free,
            seed: 1,
            threads: 1,
        });
        let SampleGame { played, comments } = sample.unwrap();
        assert!(
            (1..=MOST_COMMENTS).contains(&comments.len()),
            "{comments:?}"
        );
        assert!(comments.is_sorted_by_key(|comment| comment.ply));
        for comment in &comments {
            assert!(comment.ply < played.game.len());
            assert_eq!(comment.ply % 2, played.side as usize);
            // In a won game as much of the expected score is more centipawns than in an even one.
            assert!(comment.concession_cp >= 1, "{comment:?}");
            let text = &comment.text;
            let says_why = text.starts_with("I like ") || text.starts_with("I avoid ");
            assert!(says_why && text.contains("; Neutral would play "), "{text}");
            let given_up = format!("{} cp better.", comment.concession_cp);
            assert!(text.ends_with(&given_up), "{text}");
        }
    }
}
