//! `LiveGame`: the game that is being played, with its record, and how a board relates to it.

use std::time::Duration;

use crate::board::{Color, Game, Move, Position};
use crate::fics::message::{ServerRating, ServerTimeControl};
use crate::fics::movelist::ServerMoveList;
use crate::fics::style12::Style12;
use crate::session::ThinkingLine;

/// Who plays, on which terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LiveTerms {
    pub opponent: String,
    pub opponent_rating: ServerRating,
    pub own_rating: ServerRating,
    pub is_rated: bool,
    /// The server's word for the kind of game.
    pub kind: String,
}

/// The engine has been asked for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EngineRequest {
    pub since: Duration,
    /// Its clock at that time; `None` without clocks.
    pub clock: Option<Duration>,
}

/// What is done when the opponent does not let us out of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastResort {
    /// The game is lost.
    Resign,
    /// The connection is closed. Servers adjourn or abort the game then, and no rating changes.
    HangUp,
}

/// A game that we try to get out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaving {
    pub since: Duration,
    pub last_resort: LastResort,
}

/// How a board relates to the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardChange {
    /// Nothing has changed.
    Same,
    /// Our own move has arrived.
    Confirmed,
    /// From before our last move, which is on its way.
    Stale,
    /// A move has been made.
    Played(Move),
    /// So many moves have been taken back.
    TakenBack(usize),
    /// It cannot be explained.
    Strange,
}

/// A game of ours.
#[derive(Clone, Debug)]
pub(super) struct LiveGame {
    pub number: u32,
    pub color: Color,
    pub terms: LiveTerms,
    /// `None` without clocks.
    pub control: Option<ServerTimeControl>,
    pub is_fischer_random: bool,
    pub game: Game,
    /// What is written behind each move.
    pub comments: Vec<String>,
    /// Our last move has not been seen on a board.
    pub is_unconfirmed: bool,
    /// When it was made.
    pub moved_at: Duration,
    /// The command that made it.
    pub sent_move: String,
    pub asked: Option<EngineRequest>,
    /// The newest line of the search for the next move.
    pub thought: Option<ThinkingLine>,
    /// The clocks of the newest board in milliseconds, White's first, and when it came.
    pub clocks_ms: [i64; 2],
    pub board_at: Duration,
    pub began: Duration,
    /// Since when the moves are awaited with which the record can be rebuilt.
    pub syncing: Option<Duration>,
    /// The board for which they are awaited.
    pub unexplained: Option<Box<Style12>>,
    /// How often the server has refused what we did.
    pub refusals: u32,
    /// We try to get out of the game.
    pub leaving: Option<Leaving>,
    /// When we last spoke up about the opponent's clock or absence.
    pub claimed: Option<Duration>,
    pub claims: u32,
    pub is_paused: bool,
    pub has_thanked: bool,
}

impl LiveGame {
    /// The game that a board shows first.
    pub fn new(board: &Style12, color: Color, terms: LiveTerms, now: Duration) -> LiveGame {
        let start = board.position().unwrap_or_else(|_| Position::start());
        // The word decides: some servers write numbers behind it.
        let is_timed =
            !is_untimed(&terms.kind) && (board.initial_minutes > 0 || board.increment_s > 0);
        let mut live = LiveGame {
            number: board.game,
            color,
            control: is_timed.then_some(ServerTimeControl {
                base_minutes: board.initial_minutes,
                increment_s: board.increment_s,
            }),
            is_fischer_random: is_fischer_random(&terms.kind) || !start.castles_classically(),
            terms,
            game: Game::new(start),
            comments: Vec::new(),
            is_unconfirmed: false,
            moved_at: now,
            sent_move: String::new(),
            asked: None,
            thought: None,
            clocks_ms: [0; 2],
            board_at: now,
            began: now,
            syncing: None,
            unexplained: None,
            refusals: 0,
            leaving: None,
            claimed: None,
            claims: 0,
            is_paused: false,
            has_thanked: false,
        };
        live.take_clocks(board, now);
        live
    }

    pub fn take_clocks(&mut self, board: &Style12, now: Duration) {
        self.clocks_ms = [board.clock_ms(Color::White), board.clock_ms(Color::Black)];
        self.board_at = now;
    }

    /// A side's clock on the newest board; `None` without clocks.
    pub fn clock(&self, color: Color) -> Option<Duration> {
        self.control?;
        let left_ms = self.clocks_ms[color as usize];
        Some(Duration::from_millis(u64::try_from(left_ms).unwrap_or(0)))
    }

    /// How long ago the opponent's time was over, if the clocks are as they seem.
    pub fn opponent_overtime(&self, now: Duration) -> Option<Duration> {
        self.control?;
        let left_ms = self.clocks_ms[!self.color as usize];
        let since_ms = i64::try_from(now.saturating_sub(self.board_at).as_millis()).ok()?;
        let over_ms = u64::try_from(since_ms - left_ms).ok()?;
        Some(Duration::from_millis(over_ms))
    }

    pub fn is_our_turn(&self) -> bool {
        self.game.position().side_to_move() == self.color
    }

    /// How a game is left at last that the opponent has spoiled. Where nothing is at stake, giving it
    /// up is the quickest way; a rating is not given away.
    pub fn last_resort_if_spoiled(&self) -> LastResort {
        match self.terms.is_rated {
            true => LastResort::HangUp,
            false => LastResort::Resign,
        }
    }

    /// Whether both sides have moved, so that clocks run and the game counts.
    pub fn has_begun(&self) -> bool {
        self.game.position().fullmove_number() > 1
    }

    /// How `board` relates to the record.
    pub fn compare(&self, board: &Style12) -> BoardChange {
        let position = self.game.position();
        let (known, seen) = (ply(position), board.ply());
        if seen == known && board.shows(position) {
            return match self.is_unconfirmed {
                true => BoardChange::Confirmed,
                false => BoardChange::Same,
            };
        }
        if seen == known + 1
            && let Some(mv) = move_to(position, board)
        {
            return BoardChange::Played(mv);
        }
        let back = known.saturating_sub(seen) as usize;
        let earlier = self.game.past().iter().rev().nth(back.wrapping_sub(1));
        match earlier {
            Some((before, _)) if back > 0 && board.shows(before) => {
                match back == 1 && self.is_unconfirmed {
                    true => BoardChange::Stale,
                    false => BoardChange::TakenBack(back),
                }
            }
            _ => BoardChange::Strange,
        }
    }

    /// Makes a move and writes down what a board says about it.
    pub fn play(&mut self, mv: Move, comment: String) {
        self.game.play(mv);
        self.comments.resize(self.game.len() - 1, String::new());
        self.comments.push(comment);
    }

    pub fn take_back(&mut self, plies: usize) {
        for _ in 0..plies {
            self.game.undo();
        }
        self.comments.truncate(self.game.len());
        self.is_unconfirmed = false;
    }

    /// Adds to what is written behind the last move.
    pub fn add_comment(&mut self, text: &str) {
        if let Some(comment) = self.comments.last_mut().filter(|_| !self.game.is_empty()) {
            append_comment(comment, text);
        }
    }

    /// Adds the clocks to the moves that lack them, from the last move backwards: the newest board
    /// shows what each side has left, and `took` says how long each move of the record took.
    pub fn write_missing_clocks(&mut self, took: impl Fn(usize) -> Option<Duration>) {
        let Some(control) = self.control else { return };
        let increment = Duration::from_secs(control.increment_s.into());
        let last_mover = !self.game.position().side_to_move();
        for (color, newer_moves) in [(last_mover, 0), (!last_mover, 1)] {
            let mut left = self.clock(color);
            for place in (0..self.game.len()).rev().skip(newer_moves).step_by(2) {
                let Some(clock) = left else { break };
                let comment = self.comments.get_mut(place);
                if let Some(comment) = comment.filter(|comment| !comment.contains("[%clk")) {
                    append_comment(comment, &clock_comment(clock));
                }
                left = took(place).map(|took| (clock + took).saturating_sub(increment));
            }
        }
    }

    /// The record from a list of moves, if they lead to `board`; what was written about the same
    /// moves stays.
    pub fn rebuild(&mut self, list: &ServerMoveList, board: &Style12) -> bool {
        let start = match &list.start {
            Some(start) => start.position().ok(),
            None => Some(Position::start()),
        };
        let Some(start) = start else { return false };
        let mut game = Game::new(start);
        for listed in &list.moves {
            let Ok(mv) = game.position().parse_move(&listed.san) else {
                return false;
            };
            game.play(mv);
        }
        if !board.shows(game.position()) {
            return false;
        }
        self.replace_record(game);
        true
    }

    /// The record from a board alone: without its past.
    pub fn restart_from_board(&mut self, board: &Style12) -> bool {
        let Ok(position) = board.position() else {
            return false;
        };
        self.replace_record(Game::new(position));
        true
    }

    fn replace_record(&mut self, game: Game) {
        let is_same_start = game.start() == self.game.start();
        let common = game.moves().zip(self.game.moves());
        let common = common.take_while(|(new, old)| new == old).count();
        self.comments
            .truncate(if is_same_start { common } else { 0 });
        self.comments.resize(game.len(), String::new());
        self.game = game;
        self.is_unconfirmed = false;
    }
}

fn append_comment(comment: &mut String, text: &str) {
    if !comment.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}

/// Half-moves since the number 1 for White.
fn ply(position: &Position) -> u32 {
    let black = u32::from(position.side_to_move() == Color::Black);
    2 * position.fullmove_number().saturating_sub(1) + black
}

/// The move from `position` to what `board` shows. The text is tried first; servers that write it
/// in a way of their own cost a look at every move.
fn move_to(position: &Position, board: &Style12) -> Option<Move> {
    let leads_there = |&mv: &Move| board.shows(&position.play(mv));
    let named = board
        .san
        .as_deref()
        .and_then(|san| position.parse_move(san).ok());
    named
        .filter(leads_there)
        .or_else(|| position.legal_moves().into_iter().find(leads_there))
}

/// Whether the server's word for a kind of game means that no clocks run.
pub(super) fn is_untimed(kind: &str) -> bool {
    kind.to_ascii_lowercase()
        .split(' ')
        .any(|word| word == "untimed")
}

/// Whether the server's word for a kind of game means Chess960.
pub(super) fn is_fischer_random(kind: &str) -> bool {
    let kind = kind.to_ascii_lowercase();
    kind.split(|letter: char| !letter.is_ascii_alphanumeric())
        .any(|word| matches!(word, "fr" | "chess960" | "fischerandom" | "fischer"))
}

/// A clock as game records write it: `0:04:58`.
pub(super) fn clock_comment(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    format!("[%clk {hours}:{minutes:02}:{:02}]", seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fics::movelist::ListedMove;

    fn board(line: &str) -> Style12 {
        Style12::parse(line).unwrap()
    }

    const START: &str = "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 7 Alice Bot -1 2 12 39 39 120 120 1 none (0:00) none 1 0 0";
    const E4: &str = "<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B 4 1 1 1 1 0 7 Alice Bot 1 2 12 39 39 119 120 1 P/e2-e4 (0:01) e4 1 1 0";

    fn live() -> LiveGame {
        let terms = LiveTerms {
            opponent: "Alice".to_owned(),
            opponent_rating: ServerRating::None,
            own_rating: ServerRating::None,
            is_rated: false,
            kind: "blitz".to_owned(),
        };
        LiveGame::new(&board(START), Color::Black, terms, Duration::ZERO)
    }

    fn after(moves: &str) -> LiveGame {
        let mut live = live();
        for text in moves.split_whitespace() {
            let mv = live.game.position().parse_move(text).unwrap();
            live.play(mv, format!("about {text}"));
        }
        live
    }

    #[test]
    fn boards_are_explained_by_the_record() {
        let (start, e4) = (board(START), board(E4));
        assert_eq!(live().compare(&start), BoardChange::Same);
        let BoardChange::Played(mv) = live().compare(&e4) else {
            panic!("no move");
        };
        assert_eq!(live().game.position().san(mv), "e4");
        let mut ahead = after("e4 e5");
        assert_eq!(ahead.compare(&e4), BoardChange::TakenBack(1));
        assert_eq!(ahead.compare(&start), BoardChange::TakenBack(2));
        ahead.is_unconfirmed = true;
        assert_eq!(ahead.compare(&e4), BoardChange::Stale);
        assert_eq!(ahead.compare(&start), BoardChange::TakenBack(2));
        assert_eq!(after("d4").compare(&e4), BoardChange::Strange);
        assert_eq!(after("d4 d5").compare(&e4), BoardChange::Strange);
    }

    #[test]
    fn a_move_in_a_strange_notation_is_found_on_the_board() {
        let e4 = board(&E4.replace(" e4 1 1 0", " pawn 1 1 0"));
        assert!(matches!(live().compare(&e4), BoardChange::Played(_)));
    }

    #[test]
    fn what_was_written_stays_with_the_same_moves() {
        let mut live = after("e4 e5");
        let list = ServerMoveList {
            game: Some(7),
            players: None,
            start: None,
            moves: vec![ListedMove {
                san: "e4".to_owned(),
                took: None,
            }],
        };
        assert!(!live.rebuild(&list, &board(START)));
        assert_eq!(live.game.len(), 2);
        assert!(live.rebuild(&list, &board(E4)));
        assert_eq!(live.comments, ["about e4"]);
        live.add_comment("more");
        assert_eq!(live.comments, ["about e4 more"]);
        assert!(live.restart_from_board(&board(E4)));
        assert!(live.comments.is_empty() && live.game.is_empty());
    }

    #[test]
    fn clocks_are_counted_back_from_the_board_as_far_as_times_are_known() {
        let mut live = after("e4 e5 Nf3 Nc6 Bc4");
        live.comments[4] = "[%clk 0:01:00]".to_owned();
        live.clocks_ms = [100_000, 90_000];
        let took = [None, None, Some(20), Some(30), Some(40)];
        live.write_missing_clocks(|place| took[place].map(Duration::from_secs));
        let expected = [
            // 100 s + 40 s - 12 s, and then 20 s - 12 s more.
            "about e4 [%clk 0:02:16]",
            "about e5 [%clk 0:01:48]",
            "about Nf3 [%clk 0:02:08]",
            "about Nc6 [%clk 0:01:30]",
            "[%clk 0:01:00]",
        ];
        assert_eq!(live.comments, expected);
        let mut live = after("e4 e5 Nf3 Nc6 Bc4");
        live.write_missing_clocks(|_| None);
        let has_clock = live
            .comments
            .iter()
            .map(|comment| comment.contains("[%clk"));
        assert_eq!(
            has_clock.collect::<Vec<_>>(),
            [false, false, false, true, true]
        );
    }

    #[test]
    fn the_opponents_time_runs_on_between_boards() {
        let live = live();
        let at = Duration::from_secs;
        assert_eq!(live.opponent_overtime(at(119)), None);
        assert_eq!(live.opponent_overtime(at(125)), Some(at(5)));
        assert_eq!(live.clock(Color::White), Some(at(120)));
    }

    #[test]
    fn kinds_of_chess960_are_known_by_name() {
        for kind in ["wild/fr", "chess960", "Loaded from wild/fr"] {
            assert!(is_fischer_random(kind), "{kind}");
        }
        for kind in ["blitz", "wild/3", "frisky"] {
            assert!(!is_fischer_random(kind), "{kind}");
        }
    }
}
