//! Win-draw-loss (WDL): the result of a position under perfect play.

/// The result of a position under perfect play for the side to move (WDL).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WinDrawLoss {
    /// Lost.
    Loss,
    /// Lost, but a draw by the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but a draw by the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl WinDrawLoss {
    /// Every result, worst first.
    pub(super) const ALL: [WinDrawLoss; 5] = [
        WinDrawLoss::Loss,
        WinDrawLoss::BlessedLoss,
        WinDrawLoss::Draw,
        WinDrawLoss::CursedWin,
        WinDrawLoss::Win,
    ];

    /// The same result for the opponent.
    pub fn reversed(self) -> WinDrawLoss {
        WinDrawLoss::ALL[4 - self as usize]
    }

    /// -1 for a loss, 1 for a win, cursed or not.
    pub(super) fn sign(self) -> i32 {
        (self as i32 - 2).signum()
    }

    /// The distance to zeroing of a position whose best move is a capture or pawn move with this
    /// result.
    pub(super) fn distance_at_zeroing(self) -> i32 {
        [-1, -101, 0, 101, 1][self as usize]
    }
}
