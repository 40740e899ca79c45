//! Aspiration windows: an iteration begins with a narrow window around the last score and opens it on
//! the side on which the search fails.

use crate::score::Score;
use crate::search::parameters::SearchParameters;
use crate::search::window::Window;

/// The half-width of the window grows by this factor with each failure.
const GROWTH: i32 = 4;
/// A window that would grow beyond this half-width opens entirely on the failing side.
const WIDEST_CP: i32 = 1_000;

/// The window of preferred scores of one iteration.
pub(super) struct AspirationWindow {
    pub(super) window: Window,
    delta_cp: i32,
}

impl AspirationWindow {
    /// The first window of an iteration. It is open in early iterations and around decisive scores.
    pub(super) fn around(
        last: Score,
        depth_plies: u32,
        parameters: &SearchParameters,
    ) -> AspirationWindow {
        let delta_cp = parameters.aspiration_cp;
        let is_narrow =
            depth_plies as i32 >= parameters.aspiration_from_plies && !last.is_decisive();
        let window = match is_narrow {
            false => Window::FULL,
            true => Window {
                alpha: last - delta_cp,
                beta: last + delta_cp,
            },
        };
        AspirationWindow { window, delta_cp }
    }

    /// Opens the window after a search returned `best` (fail-soft). Returns whether another search is
    /// needed, which is not so when the score lies inside.
    pub(super) fn widen(&mut self, best: Score) -> bool {
        let Window { alpha, beta } = self.window;
        if alpha < best && best < beta {
            return false;
        }
        self.delta_cp *= GROWTH;
        let opens = best.is_decisive() || self.delta_cp > WIDEST_CP;
        if best <= alpha {
            self.window.alpha = match opens {
                true => Window::FULL.alpha,
                false => best - self.delta_cp,
            };
        } else {
            self.window.beta = match opens {
                true => Window::FULL.beta,
                false => best + self.delta_cp,
            };
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_opens_on_the_side_that_fails() {
        let parameters = SearchParameters::default();
        let delta_cp = parameters.aspiration_cp;
        let mut aspiration = AspirationWindow::around(Score::from_cp(20), 12, &parameters);
        assert!(!aspiration.widen(Score::from_cp(20)));
        let beta = aspiration.window.beta;
        let low = Score::from_cp(-70);
        assert!(aspiration.widen(low));
        assert_eq!(aspiration.window.alpha, low - GROWTH * delta_cp);
        assert_eq!(aspiration.window.beta, beta);
        assert!(aspiration.widen(Score::mated_in(6)));
        assert_eq!(aspiration.window.alpha, Window::FULL.alpha);
        assert!(!aspiration.widen(Score::mated_in(6)));
    }

    #[test]
    fn early_iterations_and_decisive_scores_begin_with_an_open_window() {
        let parameters = SearchParameters::default();
        for (last, depth_plies) in [(Score::from_cp(20), 1), (Score::mate_in(5), 12)] {
            let aspiration = AspirationWindow::around(last, depth_plies, &parameters);
            assert_eq!(aspiration.window, Window::FULL);
        }
    }
}
