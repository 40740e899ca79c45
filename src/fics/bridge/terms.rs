//! Whether the game that begins is the one that was agreed on.
//!
//! Between our `accept` and its arrival a challenger can change the challenge, so what begins is
//! compared with what was accepted. Where the server never named the terms, the policy judges what
//! begins as it judges a challenge.

use super::Bridge;
use super::agreements::{AgreedBy, Agreement};
use super::live_game::is_untimed;
use super::offers::{ONLY_THE_REST, variant_of};
use crate::board::Color;
use crate::fics::message::{Challenge, GameTerms, ServerRating, ServerTimeControl};
use crate::fics::style12::Style12;

/// A game that begins, as the server describes it.
#[derive(Clone, Debug)]
pub(super) struct Beginning<'a> {
    pub opponent: &'a str,
    /// Our side.
    pub color: Color,
    /// `None` where the server does not say.
    pub is_rated: Option<bool>,
    /// The server's word for the kind of game; `None` where it does not say.
    pub kind: Option<String>,
    /// The first board.
    pub board: &'a Style12,
}

impl Bridge {
    /// Why the game that begins is not the one that we have said yes to, in words for the
    /// opponent; `None` when all is well.
    pub(super) fn breach(
        &self,
        agreement: Option<&Agreement>,
        beginning: &Beginning<'_>,
    ) -> Option<String> {
        let agreement = agreement?;
        match &agreement.terms {
            _ if agreement.agreed_by == AgreedBy::Resumption => Some(ONLY_THE_REST.to_owned()),
            Some(agreed) => {
                let difference = difference(agreed, beginning)?;
                Some(format!(
                    "This is not the game that I accepted: {difference}."
                ))
            }
            None => {
                let verdict = self.judge(&beginning.as_challenge(self.own_name()));
                verdict.err().map(|reason| reason.to_string())
            }
        }
    }
}

impl Beginning<'_> {
    fn control(&self) -> Option<ServerTimeControl> {
        let is_untimed = self.kind.as_deref().is_some_and(is_untimed);
        let control = ServerTimeControl {
            base_minutes: self.board.initial_minutes,
            increment_s: self.board.increment_s,
        };
        let runs = control.base_minutes > 0 || control.increment_s > 0;
        (runs && !is_untimed).then_some(control)
    }

    /// The same game as a challenge of the opponent's.
    fn as_challenge(&self, own_name: &str) -> Challenge {
        Challenge {
            terms: GameTerms {
                first: self.opponent.to_owned(),
                first_rating: ServerRating::None,
                first_color: None,
                second: own_name.to_owned(),
                second_rating: ServerRating::None,
                is_rated: self.is_rated.unwrap_or(true),
                kind: self.kind.clone().unwrap_or_else(|| "standard".to_owned()),
                time: self.control(),
                other_time: None,
            },
            is_adjourned: false,
        }
    }
}

/// What is different from what was agreed on. Only what the server says counts.
fn difference(agreed: &GameTerms, beginning: &Beginning<'_>) -> Option<String> {
    if let Some(is_rated) = beginning.is_rated
        && is_rated != agreed.is_rated
    {
        let word = if is_rated { "rated" } else { "unrated" };
        return Some(format!("it is {word}"));
    }
    let control = beginning.control();
    if agreed.other_time.is_none() && control != agreed.time {
        return Some(match control {
            Some(control) => format!(
                "the clocks are {} {}",
                control.base_minutes, control.increment_s
            ),
            None => "there are no clocks".to_owned(),
        });
    }
    if let Some(kind) = &beginning.kind
        && !is_same_kind(kind, &agreed.kind)
    {
        return Some(format!("it is {kind}"));
    }
    let own_color = agreed.first_color.map(|color| !color);
    if own_color.is_some_and(|color| color != beginning.color) {
        return Some("I have the wrong color".to_owned());
    }
    None
}

/// Whether two of the server's words mean the same variant. One may be less exact than the other,
/// as `wild` is than `wild/3`.
fn is_same_kind(one: &str, other: &str) -> bool {
    let family = |kind: &str| {
        let word = kind.split([' ', '/']).next().unwrap_or(kind);
        word.to_ascii_lowercase()
    };
    let (variant, other_variant) = (variant_of(one), variant_of(other));
    match (variant, other_variant) {
        (Some(_), Some(_)) => variant == other_variant,
        _ => family(one) == family(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_compared_by_what_they_mean() {
        for (one, other, is_same) in [
            ("blitz", "standard", true),
            ("blitz", "wild/fr", false),
            ("wild", "wild/3", true),
            ("wild/2", "wild/3", false),
            ("wild Loaded from blitz/0", "blitz", true),
            ("suicide", "blitz", false),
        ] {
            assert_eq!(is_same_kind(one, other), is_same, "{one} {other}");
        }
    }
}
