//! Seeks: games offered to everybody, and what to do when a server does not understand ours.

use std::time::Duration;

use super::Bridge;
use super::belief::ANSWER_TIME;
use crate::fics::config::{SeekColor, SeekConfig, Span, Variant};

/// The time between a game and new seeks.
const PAUSE_BEFORE_SEEKS: Duration = Duration::from_secs(2);
/// The range of all ratings.
const ANY_RATING: Span = Span::new(0, 9_999);

/// How this server's seeks are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SeekForm {
    /// With the ratings that are asked for, as freechess.org has it.
    #[default]
    WithRatings,
    /// Without: the policy chooses among those who answer.
    WithoutRatings,
    /// The server takes none of our seeks.
    Unknown,
}

impl Bridge {
    pub(super) fn schedule_seeks(&mut self) {
        self.seek_at = Some(self.now + PAUSE_BEFORE_SEEKS);
    }

    /// Posts the seeks when their time has come.
    pub(super) fn post_due_seeks(&mut self) {
        if self.seek_at.take().is_none() || self.seek_form == SeekForm::Unknown {
            return;
        }
        for seek in self.config.seek.clone() {
            self.send(&seek_command(&seek, self.seek_form));
            self.seek_sent_at = Some(self.now);
        }
    }

    pub(super) fn seek_is_unanswered(&self) -> bool {
        self.seek_sent_at
            .is_some_and(|sent| self.now.saturating_sub(sent) <= ANSWER_TIME)
    }

    /// Not every server lets the ratings be named. One that refuses the shorter form, too, is not
    /// asked again.
    pub(super) fn seek_was_not_understood(&mut self, why: &str) {
        self.seek_sent_at = None;
        let limits_ratings = |seek: &SeekConfig| seek.rating != ANY_RATING;
        let has_shorter_form = self.config.seek.iter().any(limits_ratings);
        if self.seek_form == SeekForm::WithRatings && has_shorter_form {
            self.seek_form = SeekForm::WithoutRatings;
            self.schedule_seeks();
        } else {
            self.give_up_seeking(why);
        }
    }

    /// The server knows no such command.
    pub(super) fn seek_is_unknown(&mut self, line: &str) {
        if self.seek_is_unanswered() && line.starts_with("seek") {
            self.give_up_seeking(line);
        }
    }

    fn give_up_seeking(&mut self, why: &str) {
        self.seek_form = SeekForm::Unknown;
        self.warn(format!(
            "this server does not take our seeks, none are posted any more: {why}"
        ));
    }
}

/// A seek that leaves the choice of the opponent to the policy.
fn seek_command(seek: &SeekConfig, form: SeekForm) -> String {
    let rated = if seek.rated { "rated" } else { "unrated" };
    let color = match seek.color {
        SeekColor::Any => String::new(),
        color => format!(" {color}"),
    };
    let variant = match seek.variant {
        Variant::Standard => String::new(),
        Variant::FischerRandom => " wild fr".to_owned(),
        variant => format!(" {}", variant.to_string().replace('/', " ")),
    };
    let ratings = match seek.rating {
        Span { least, most } if form == SeekForm::WithRatings && seek.rating != ANY_RATING => {
            format!(" {least}-{most}")
        }
        _ => String::new(),
    };
    format!(
        "seek {} {} {rated}{color}{variant} manual{ratings}",
        seek.base_minutes, seek.increment_seconds
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeks_are_manual_and_name_ratings_only_where_they_matter() {
        let mut seek = SeekConfig {
            base_minutes: 5,
            increment_seconds: 12,
            rated: true,
            variant: Variant::Standard,
            color: SeekColor::Any,
            rating: Span::new(1_000, 2_000),
        };
        let form = SeekForm::WithRatings;
        assert_eq!(
            seek_command(&seek, form),
            "seek 5 12 rated manual 1000-2000"
        );
        assert_eq!(
            seek_command(&seek, SeekForm::WithoutRatings),
            "seek 5 12 rated manual"
        );
        seek.variant = Variant::FischerRandom;
        seek.color = SeekColor::White;
        seek.rated = false;
        seek.rating = ANY_RATING;
        assert_eq!(
            seek_command(&seek, form),
            "seek 5 12 unrated white wild fr manual"
        );
    }
}
