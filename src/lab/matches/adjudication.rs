//! Adjudication: ending a game between players of the laboratory before its end on the board, once
//! both agree on the result.

use std::fmt;

use crate::board::{Color, Game, GameEnd};
use crate::score::Score;

/// The rules by which a game is ended before its end on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// A game is won when the scores of both sides have been at least this in favour of one of
    /// them for [`Adjudication::win_plies`] in a row.
    pub win_cp: i32,
    /// See [`Adjudication::win_cp`].
    pub win_plies: usize,
    /// A game is drawn when the scores of both sides have been at most this far from even for
    /// [`Adjudication::draw_plies`] in a row, and [`Adjudication::draw_from_ply`] has been reached.
    pub draw_cp: i32,
    /// See [`Adjudication::draw_cp`].
    pub draw_plies: usize,
    /// See [`Adjudication::draw_cp`].
    pub draw_from_ply: usize,
    /// A game of this many plies is a draw.
    pub longest_plies: usize,
}

/// The adjudication of all games in the laboratory.
pub const ADJUDICATION: Adjudication = Adjudication {
    win_cp: 1_000,
    win_plies: 6,
    draw_cp: 8,
    draw_plies: 16,
    draw_from_ply: 80,
    longest_plies: 400,
};

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Adjudication {
            win_cp,
            win_plies,
            draw_cp,
            draw_plies,
            draw_from_ply,
            longest_plies,
        } = self;
        write!(
            f,
            "win_cp={win_cp} win_plies={win_plies} draw_cp={draw_cp} draw_plies={draw_plies} \
             draw_from_ply={draw_from_ply} longest_plies={longest_plies}"
        )
    }
}

/// How a game in the laboratory ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// The rules of chess ended it.
    ByRule(GameEnd),
    /// Both sides agreed for long enough that this colour wins.
    AdjudicatedWin(Color),
    /// Both sides agreed for long enough that the game is even.
    AdjudicatedDraw,
    /// It reached the greatest number of plies and counts as a draw.
    TooLong,
}

impl Conclusion {
    /// The colour that won; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Conclusion::ByRule(ending) => ending.winner(),
            Conclusion::AdjudicatedWin(color) => Some(color),
            Conclusion::AdjudicatedDraw | Conclusion::TooLong => None,
        }
    }
}

/// How the game has ended: on the board, or by adjudication of the scores of all searched moves so
/// far, which are from White's view. `None` while it goes on.
pub fn conclusion(game: &Game, white_scores: &[Score]) -> Option<Conclusion> {
    let by_rule = game.ended_by().map(Conclusion::ByRule);
    by_rule.or_else(|| adjudicate(white_scores, game.len()))
}

/// The end of a game once both sides have agreed for long enough; `scores` are all from White's
/// view.
fn adjudicate(scores: &[Score], ply: usize) -> Option<Conclusion> {
    let rules = ADJUDICATION;
    let last = |plies: usize| scores.len().checked_sub(plies).map(|from| &scores[from..]);
    let all = |plies: usize, holds: &dyn Fn(i32) -> bool| {
        last(plies).is_some_and(|scores| scores.iter().all(|score| holds(score.raw())))
    };
    if all(rules.win_plies, &|cp| cp >= rules.win_cp) {
        Some(Conclusion::AdjudicatedWin(Color::White))
    } else if all(rules.win_plies, &|cp| cp <= -rules.win_cp) {
        Some(Conclusion::AdjudicatedWin(Color::Black))
    } else if ply >= rules.draw_from_ply && all(rules.draw_plies, &|cp| cp.abs() <= rules.draw_cp) {
        Some(Conclusion::AdjudicatedDraw)
    } else if ply >= rules.longest_plies {
        Some(Conclusion::TooLong)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_adjudicated_when_both_sides_agree() {
        let scores = |cp: i32, count| vec![Score::from_cp(cp); count];
        assert_eq!(
            adjudicate(&scores(1_200, 6), 20),
            Some(Conclusion::AdjudicatedWin(Color::White))
        );
        assert_eq!(
            adjudicate(&scores(-1_200, 6), 20),
            Some(Conclusion::AdjudicatedWin(Color::Black))
        );
        assert_eq!(adjudicate(&scores(1_200, 5), 20), None);
        assert_eq!(adjudicate(&scores(0, 16), 79), None);
        assert_eq!(
            adjudicate(&scores(0, 16), 80),
            Some(Conclusion::AdjudicatedDraw)
        );
        assert_eq!(adjudicate(&scores(300, 16), 400), Some(Conclusion::TooLong));
    }
}
