//! Games between players inside the process: who plays, random openings, and adjudication.
//!
//! A game depends on its opening, its players and their seeds alone.

use std::fmt;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::board::{Color, Game, GameEnd, Position};
use crate::engine::request::{PlayerProfile, SearchTools};
use crate::engine::{SearchOrder, SearchPurpose};
use crate::personality::Personality;
use crate::score::Score;
use crate::search::{
    SearchControl, SearchLimits, SearchOutcome, SearchParameters, SearchThread, TranspositionTable,
};

/// The size of each player's own transposition table.
pub const TABLE_MIB: usize = 4;
/// The default number of random plies at the start of a game.
pub const OPENING_PLIES: u32 = 8;
/// Up to this many plies are added, so that either side may be the first to think.
const MORE_OPENING_PLIES: u32 = 2;
/// An opening is drawn again when a search finds it further than this from even, in centipawns.
const LOPSIDED_CP: i32 = 150;

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

/// A player: a search with its own memory, a personality, and the same limits for every move.
pub struct Player {
    thread: SearchThread,
    table: TranspositionTable,
    limits: SearchLimits,
    profile: PlayerProfile,
}

impl Player {
    /// A neutral player with an empty memory, at this many nodes a move.
    pub fn new(parameters: SearchParameters, nodes: u64) -> Player {
        let limits = SearchLimits {
            nodes: Some(nodes),
            ..SearchLimits::default()
        };
        Player::within(parameters, limits)
    }

    /// A neutral player with an empty memory, with these limits for each move.
    pub fn within(parameters: SearchParameters, limits: SearchLimits) -> Player {
        Player {
            thread: SearchThread::with_parameters(parameters),
            table: TranspositionTable::new(TABLE_MIB),
            limits,
            profile: PlayerProfile::default(),
        }
    }

    /// A player with a personality and an empty memory. `seed` is that of the game.
    pub fn with_personality(personality: &Personality, seed: u64, nodes: u64) -> Player {
        Player {
            profile: PlayerProfile::new(Arc::new(personality.clone()), seed),
            ..Player::new(SearchParameters::default(), nodes)
        }
    }

    /// Empties the memory.
    pub fn forget(&mut self) {
        self.table.clear();
        self.thread.forget();
    }

    /// What this player would do in a game's current position.
    pub fn search(&mut self, game: &Game) -> SearchOutcome {
        let order = SearchOrder::new(game.clone(), self.limits, SearchPurpose::Play);
        let tools = SearchTools {
            thread: &mut self.thread,
            helpers: &mut [],
            table: &self.table,
            control: &SearchControl::start(None),
        };
        self.profile.search(&order, tools, &mut ()).outcome
    }

    /// An opening of at least `plies` random moves that this player, with an empty memory, finds
    /// playable for both sides.
    pub fn draw_opening(&mut self, plies: u32, random: &mut ChaCha8Rng) -> Game {
        loop {
            let plies = plies + random.next_u32() % (MORE_OPENING_PLIES + 1);
            let game = random_game(plies, random);
            if self.finds_within(&game, LOPSIDED_CP) {
                return game;
            }
        }
    }

    /// An opening of exactly `plies` random moves that this player, with an empty memory, finds
    /// within `window_cp` of even.
    pub fn draw_balanced_opening(
        &mut self,
        plies: u32,
        window_cp: i32,
        random: &mut ChaCha8Rng,
    ) -> Game {
        loop {
            let game = random_game(plies, random);
            if self.finds_within(&game, window_cp) {
                return game;
            }
        }
    }

    /// Whether the game goes on and a search with an empty memory finds it within `window_cp` of
    /// even.
    fn finds_within(&mut self, game: &Game, window_cp: i32) -> bool {
        self.forget();
        game.ended_by().is_none() && self.search(game).score.raw().abs() <= window_cp
    }
}

/// A game of this many random moves, or fewer where there is no legal move.
fn random_game(plies: u32, random: &mut ChaCha8Rng) -> Game {
    let mut game = Game::default();
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.next_u32() as usize % moves.len()]);
    }
    game
}

/// A decision for a move in a game.
pub struct Decision<'g> {
    /// The position before the move.
    pub position: &'g Position,
    /// The result of the search, from the side to move's view.
    pub outcome: &'g SearchOutcome,
    /// Its score from White's view.
    pub white: Score,
}

/// Plays a game to its end and returns who won. `search` decides every move; `watch` is given each
/// decision before the move is made.
pub fn play_out(
    game: &mut Game,
    mut search: impl FnMut(&Game) -> SearchOutcome,
    mut watch: impl FnMut(Decision<'_>),
) -> Option<Color> {
    let mut scores = Vec::new();
    loop {
        if let Some(ending) = game.ended_by() {
            return ending.winner();
        }
        let outcome = search(game);
        let best = outcome.best?;
        let position = game.position();
        let white = match position.side_to_move() {
            Color::White => outcome.score,
            Color::Black => -outcome.score,
        };
        scores.push(white);
        if let Some(end) = adjudicate(&scores, game.len()) {
            return end.winner();
        }
        watch(Decision {
            position,
            outcome: &outcome,
            white,
        });
        game.play(best);
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
    use rand_chacha::rand_core::SeedableRng;

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

    #[test]
    fn openings_depend_on_their_random_numbers_alone() {
        let mut player = Player::new(SearchParameters::default(), 100);
        let mut draw = |plies, seed| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            player.draw_opening(plies, &mut random)
        };
        let opening = draw(6, 1);
        assert!((6..=8).contains(&opening.len()));
        assert_ne!(opening, draw(6, 2));
        assert_eq!(opening, draw(6, 1));
        assert!(draw(0, 3).len() <= 2);
    }

    #[test]
    fn a_won_ending_is_won_and_watched() {
        let position: Position = "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1".parse().unwrap();
        let mut player = Player::new(SearchParameters::default(), 500);
        let mut plies = 0;
        let search = |game: &Game| player.search(game);
        let winner = play_out(&mut Game::new(position), search, |decision| {
            assert!(decision.position.is_legal(decision.outcome.best.unwrap()));
            assert!(decision.white.raw() > 0);
            plies += 1;
        });
        assert_eq!(winner, Some(Color::White));
        assert!((1..ADJUDICATION.win_plies).contains(&plies), "{plies}");
    }
}
