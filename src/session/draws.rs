//! Draws and resignations: what the score says to an offer, and when the engine makes one itself.
//!
//! Two rules hold for every personality: a won position is never given for a draw, and a position
//! that tablebases call drawn is never resigned. Claims of a draw are made in `announce_ending`.

use super::Session;
use crate::endgame::WinDrawLoss;
use crate::personality::{DrawPolicy, NumberKey};
use crate::search::SearchOutcome;

/// For how many moves the game has been even or hopeless.
#[derive(Clone, Debug, Default)]
pub(super) struct DrawState {
    /// How the personality treats draws.
    pub policy: DrawPolicy,
    /// The opponent's offer stands until the engine's next move.
    pub draw_is_offered: bool,
    hopeless_moves: i32,
    even_moves: i32,
}

impl DrawState {
    /// A new game begins.
    pub fn forget(&mut self) {
        *self = DrawState {
            policy: std::mem::take(&mut self.policy),
            ..DrawState::default()
        };
    }

    /// Counts the score of an own move that is about to be made.
    fn feel(&mut self, outcome: &SearchOutcome) {
        let score_cp = outcome.score.raw();
        let count = |holds: bool, moves: i32| if holds { moves + 1 } else { 0 };
        let is_hopeless = score_cp <= self.policy.get(NumberKey::ResignBelow);
        self.hopeless_moves = count(is_hopeless, self.hopeless_moves);
        let is_even = self.is_even(outcome);
        self.even_moves = count(is_even, self.even_moves);
    }

    fn is_even(&self, outcome: &SearchOutcome) -> bool {
        outcome.score.raw().abs() <= self.policy.get(NumberKey::EvenWithin)
    }

    fn gives_up(&self, fullmove: i32, outcome: &SearchOutcome) -> bool {
        let may_hold = outcome
            .proven
            .is_some_and(|proven| proven > WinDrawLoss::Loss);
        !may_hold
            && self.hopeless_moves >= self.policy.get(NumberKey::ResignPatience)
            && fullmove >= self.policy.get(NumberKey::ResignFrom)
    }

    /// Whether the offer of a draw is accepted; `contempt_cp` is by how much a draw is worth less.
    fn accepts(&self, fullmove: i32, contempt_cp: i32, outcome: &SearchOutcome) -> bool {
        let score_cp = outcome.score.raw();
        let is_worse = score_cp <= self.policy.get(NumberKey::AcceptBelow) - contempt_cp;
        let is_long = fullmove >= self.policy.get(NumberKey::LongGame) && contempt_cp <= 0;
        !is_won(outcome)
            && outcome.depth_plies > 0
            && (is_worse || self.is_even(outcome) && is_long)
    }

    /// Whether it is time to offer a draw. After an offer the count of even moves begins anew.
    fn offers(&mut self, fullmove: i32, contempt_cp: i32, outcome: &SearchOutcome) -> bool {
        let patience = self.policy.get(NumberKey::OfferPatience);
        let offers = patience > 0
            && self.even_moves >= patience
            && fullmove >= self.policy.get(NumberKey::OfferFrom)
            && contempt_cp <= 0
            && !is_won(outcome)
            && outcome.depth_plies > 0;
        if offers {
            self.even_moves = 0;
        }
        offers
    }
}

fn is_won(outcome: &SearchOutcome) -> bool {
    let is_proven = outcome
        .proven
        .is_some_and(|proven| proven > WinDrawLoss::Draw);
    is_proven || outcome.score.is_win()
}

impl Session {
    /// Whether the game is given up instead of making the move.
    pub(super) fn gives_up(&mut self, fullmove: u32, outcome: &SearchOutcome) -> bool {
        self.draw_state.feel(outcome);
        self.options.settings().resign && self.draw_state.gives_up(fullmove as i32, outcome)
    }

    /// Whether a draw is offered with the move; this also accepts an offer.
    pub(super) fn wants_draw(&mut self, outcome: &SearchOutcome) -> bool {
        let Some(game) = &self.game else { return false };
        let fullmove = game.position().fullmove_number() as i32;
        let contempt_cp = self
            .draw_state
            .policy
            .contempt_cp(game.position(), self.rating_lead);
        match std::mem::take(&mut self.draw_state.draw_is_offered) {
            true => self.draw_state.accepts(fullmove, contempt_cp, outcome),
            false => self.draw_state.offers(fullmove, contempt_cp, outcome),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use std::time::Duration;

    fn outcome(score: Score, proven: Option<WinDrawLoss>) -> SearchOutcome {
        SearchOutcome {
            best: None,
            ponder: None,
            score,
            bonus_cp: 0,
            proven,
            tablebase_hits: 0,
            depth_plies: 9,
            nodes: 1,
            elapsed: Duration::ZERO,
            longest_pause: Duration::ZERO,
            salt: 0,
            root_moves: Vec::new(),
        }
    }

    fn cp(score_cp: i32) -> SearchOutcome {
        outcome(Score::from_cp(score_cp), None)
    }

    #[test]
    fn a_draw_is_welcome_when_worse_or_after_a_long_even_game() {
        let draw_state = DrawState::default();
        assert!(draw_state.accepts(20, 0, &cp(-60)));
        assert!(!draw_state.accepts(20, 0, &cp(-59)));
        assert!(!draw_state.accepts(49, 0, &cp(5)));
        assert!(draw_state.accepts(50, 0, &cp(5)));
        assert!(!draw_state.accepts(50, 0, &cp(30)));
        assert!(!draw_state.accepts(20, 40, &cp(-60)), "contempt plays on");
        assert!(!draw_state.accepts(80, 40, &cp(0)));
        assert!(
            draw_state.accepts(20, -80, &cp(15)),
            "who likes draws takes them"
        );
    }

    #[test]
    fn no_draw_is_accepted_or_offered_in_a_won_position() {
        let mut draw_state = DrawState::default();
        draw_state.policy.set(NumberKey::AcceptBelow, 1_000);
        draw_state.policy.set(NumberKey::EvenWithin, 200);
        for proven in [WinDrawLoss::Win, WinDrawLoss::CursedWin] {
            let won = outcome(Score::DRAW, Some(proven));
            assert!(!draw_state.accepts(90, -500, &won));
            for _ in 0..30 {
                draw_state.feel(&won);
                assert!(!draw_state.offers(90, -500, &won));
            }
        }
        assert!(!draw_state.accepts(90, -500, &outcome(Score::mate_in(5), None)));
    }

    #[test]
    fn nobody_gives_up_what_tables_call_drawn() {
        let mut draw_state = DrawState::default();
        let hopeless = |proven| outcome(Score::from_cp(-2_000), proven);
        for _ in 0..5 {
            draw_state.feel(&hopeless(None));
        }
        assert!(draw_state.gives_up(30, &hopeless(None)));
        assert!(draw_state.gives_up(30, &hopeless(Some(WinDrawLoss::Loss))));
        assert!(!draw_state.gives_up(30, &hopeless(Some(WinDrawLoss::Draw))));
        assert!(!draw_state.gives_up(30, &hopeless(Some(WinDrawLoss::BlessedLoss))));
        assert!(!draw_state.gives_up(9, &hopeless(None)));
        draw_state.feel(&cp(-899));
        assert!(
            !draw_state.gives_up(30, &hopeless(None)),
            "hope begins the count anew"
        );
    }

    #[test]
    fn offers_need_patience_each_time() {
        let mut draw_state = DrawState::default();
        let mut offered = Vec::new();
        for fullmove in 40..100 {
            draw_state.feel(&cp(3));
            if draw_state.offers(fullmove, 0, &cp(3)) {
                offered.push(fullmove);
            }
        }
        assert_eq!(offered, [60, 70, 80, 90]);
        draw_state.policy.set(NumberKey::OfferPatience, 0);
        draw_state.feel(&cp(3));
        assert!(!draw_state.offers(99, 0, &cp(3)));
    }
}
