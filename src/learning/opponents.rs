//! Results by opponent: how often each personality has won, drawn and lost against whom.

use crate::board::{Color, GameResult};

/// Longer names are cut, in characters.
pub(super) const LONGEST_NAME_CHARS: usize = 40;

/// The results of one personality against one opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpponentRecord {
    /// The opponent, as it was last written.
    pub name: String,
    /// Which personality played.
    pub personality: String,
    /// The opponent's rating when they last met, where known.
    pub rating: Option<u32>,
    /// Games that the personality won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that it lost.
    pub losses: u32,
    /// Their last game, in the file's count.
    pub last_game: u32,
}

/// Everything that is known of one opponent; for choosing a level or a character against it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpponentSummary {
    /// The rating when it was last told.
    pub rating: Option<u32>,
    /// Games won against it.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games lost to it.
    pub losses: u32,
    /// The results of each personality, the one that played last first.
    pub by_personality: Vec<OpponentRecord>,
}

impl OpponentRecord {
    /// How many games they have finished.
    pub fn games(&self) -> u32 {
        let decided = self.wins.saturating_add(self.losses);
        decided.saturating_add(self.draws)
    }

    /// Counts a result; an unfinished game counts for nothing.
    pub(super) fn count(&mut self, result: GameResult, own: Color) {
        let counted = match result {
            GameResult::Win(winner) if winner == own => &mut self.wins,
            GameResult::Win(_) => &mut self.losses,
            GameResult::Draw => &mut self.draws,
            GameResult::Unfinished => return,
        };
        *counted = counted.saturating_add(1);
    }

    /// How long it is kept beside others: a game they have played is worth five games of age.
    pub(super) fn worth(&self) -> u64 {
        u64::from(self.last_game) + 5 * u64::from(self.games())
    }
}

/// Results beyond which a level moves no further, in rating points.
const MOST_OFFSET: f64 = 300.0;
/// So many imagined draws keep a few games from saying much.
const IMAGINED_DRAWS: f64 = 4.0;

impl OpponentSummary {
    /// By how many rating points somebody who plays at this opponent's level should play stronger, or
    /// weaker if negative, by the results of both: who wins more than half plays too strongly.
    pub fn level_offset(&self) -> i32 {
        let half = (f64::from(self.draws) + IMAGINED_DRAWS) / 2.0;
        let won = f64::from(self.wins) + half;
        let lost = f64::from(self.losses) + half;
        let points = 400.0 * (lost / won).log10();
        points.clamp(-MOST_OFFSET, MOST_OFFSET).round() as i32
    }

    /// The records of one opponent together; `None` without any.
    pub(super) fn of(mut records: Vec<OpponentRecord>) -> Option<OpponentSummary> {
        records.sort_by_key(|record| std::cmp::Reverse(record.last_game));
        if records.is_empty() {
            return None;
        }
        let mut summary = OpponentSummary::default();
        for record in &records {
            summary.rating = summary.rating.or(record.rating);
            summary.wins = summary.wins.saturating_add(record.wins);
            summary.draws = summary.draws.saturating_add(record.draws);
            summary.losses = summary.losses.saturating_add(record.losses);
        }
        summary.by_personality = records;
        Some(summary)
    }
}

/// A name in the form in which it is kept: without control characters, blanks at its ends and
/// whatever is too long; `None` if nothing is left.
pub(super) fn tidy_name(name: &str) -> Option<String> {
    let printable = name.trim().chars().filter(|letter| !letter.is_control());
    let tidy: String = printable.take(LONGEST_NAME_CHARS).collect();
    let tidy = tidy.trim().to_owned();
    (!tidy.is_empty()).then_some(tidy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_tidied() {
        assert_eq!(tidy_name(" GM\tFoo\n").as_deref(), Some("GMFoo"));
        assert_eq!(tidy_name(&"x".repeat(300)).map(|name| name.len()), Some(40));
        assert_eq!(tidy_name(" \u{7} "), None);
    }

    #[test]
    fn who_wins_too_often_plays_at_a_lower_level() {
        let offset = |wins, draws, losses| {
            let summary = OpponentSummary {
                wins,
                draws,
                losses,
                ..OpponentSummary::default()
            };
            summary.level_offset()
        };
        assert_eq!(offset(0, 0, 0), 0);
        assert_eq!(offset(3, 2, 3), 0);
        assert!(
            (-120..-50).contains(&offset(2, 0, 0)),
            "{}",
            offset(2, 0, 0)
        );
        assert_eq!(offset(0, 1, 4), -offset(4, 1, 0));
        assert_eq!(offset(0, 0, 100), 300);
    }

    #[test]
    fn the_newest_rating_counts_and_results_add_up() {
        let record = |personality: &str, rating, last_game| OpponentRecord {
            name: "Alice".to_owned(),
            personality: personality.to_owned(),
            rating,
            wins: 2,
            draws: 1,
            losses: 3,
            last_game,
        };
        let records = vec![
            record("neutral", Some(1_500), 4),
            record("gambler", Some(1_600), 9),
            record("pilgrim", None, 11),
        ];
        let summary = OpponentSummary::of(records).unwrap();
        assert_eq!(summary.rating, Some(1_600));
        assert_eq!((summary.wins, summary.draws, summary.losses), (6, 3, 9));
        assert_eq!(summary.by_personality[0].personality, "pilgrim");
        assert_eq!(OpponentSummary::of(Vec::new()), None);
    }
}
