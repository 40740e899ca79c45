//! The elementary mates: a king and a queen, a rook, two bishops, or bishop and knight against a
//! lone king, solved exactly.
//!
//! No gradient of edges and distances mates with bishop and knight at a shallow depth. These four
//! endings are so small that retrograde analysis (Ströhlein, Thompson) solves them when one first
//! comes up, in a fraction of a second. It must not know the score that comes of it.

use std::sync::{LazyLock, Once};
use std::thread;

use crate::board::{BitBoard, Color, Piece, Position, Square, attacks};

/// How many half-moves the lone king lasts against the best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Mate after this many half-moves.
    Mated(u8),
    /// It escapes: stalemate, or a piece is lost.
    Escapes,
}

/// The fate of the lone king, and who plays against it; `None` if this is no elementary ending.
pub(super) fn fate(position: &Position) -> Option<(Color, Fate)> {
    if position.occupied().len() > 4 {
        return None;
    }
    let lone = Color::ALL
        .into_iter()
        .find(|&color| position.colors(color).len() == 1)?;
    let strong = !lone;
    let ending = Ending::of(position, strong)?;
    let mut state = State {
        lone: position.king(lone),
        king: position.king(strong),
        pieces: [position.king(strong); 2],
    };
    let mut from = BitBoard::EMPTY;
    for (place, &piece) in state.pieces.iter_mut().zip(ending.pieces()) {
        *place = (position.colored_pieces(strong, piece) - from).next_square()?;
        from |= place.bitboard();
    }
    let plies = ending
        .solution()
        .plies(state, position.side_to_move() == lone);
    Some((strong, plies.map_or(Fate::Escapes, Fate::Mated)))
}

/// With more men than this the elementary endings are far off.
const MEN_TO_SOLVE_AHEAD: u32 = 10;

/// Solves the endings of two minor pieces on a thread of its own, once, when a game comes near
/// them: they take long enough to be felt under a short clock. Who asks in the meantime waits for
/// the same solution.
pub fn solve_ahead(position: &Position) {
    static BEGUN: Once = Once::new();
    let bishops = |color| position.colored_pieces(color, Piece::Bishop);
    let is_near = position.occupied().len() <= MEN_TO_SOLVE_AHEAD
        && Color::ALL.into_iter().any(|color| {
            let minors = bishops(color) | position.colored_pieces(color, Piece::Knight);
            !bishops(color).is_empty() && minors.len() > 1
        });
    if is_near {
        BEGUN.call_once(|| {
            let solve = || {
                LazyLock::force(&BISHOP_AND_KNIGHT);
                LazyLock::force(&BISHOPS);
            };
            let begun = thread::Builder::new()
                .name("endings".to_owned())
                .spawn(solve);
            if let Err(error) = begun {
                log::warn!("endings are not solved ahead: {error}");
            }
        });
    }
}

/// What the strong side has beside its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Queen,
    Rook,
    Bishops,
    BishopAndKnight,
}

static QUEEN: LazyLock<Solution> = LazyLock::new(|| Solution::of(Ending::Queen));
static ROOK: LazyLock<Solution> = LazyLock::new(|| Solution::of(Ending::Rook));
static BISHOPS: LazyLock<Solution> = LazyLock::new(|| Solution::of(Ending::Bishops));
static BISHOP_AND_KNIGHT: LazyLock<Solution> =
    LazyLock::new(|| Solution::of(Ending::BishopAndKnight));

impl Ending {
    const ALL: [Ending; 4] = [
        Ending::Queen,
        Ending::Rook,
        Ending::Bishops,
        Ending::BishopAndKnight,
    ];

    fn of(position: &Position, strong: Color) -> Option<Ending> {
        let own = position.colors(strong);
        Ending::ALL.into_iter().find(|ending| {
            let pieces = ending.pieces();
            own.len() as usize == 1 + pieces.len()
                && pieces.iter().all(|&piece| {
                    let wanted = pieces.iter().filter(|&&other| other == piece).count();
                    position.colored_pieces(strong, piece).len() as usize == wanted
                })
        })
    }

    fn pieces(self) -> &'static [Piece] {
        match self {
            Ending::Queen => &[Piece::Queen],
            Ending::Rook => &[Piece::Rook],
            Ending::Bishops => &[Piece::Bishop, Piece::Bishop],
            Ending::BishopAndKnight => &[Piece::Bishop, Piece::Knight],
        }
    }

    fn solution(self) -> &'static Solution {
        match self {
            Ending::Queen => &QUEEN,
            Ending::Rook => &ROOK,
            Ending::Bishops => &BISHOPS,
            Ending::BishopAndKnight => &BISHOP_AND_KNIGHT,
        }
    }
}

/// Where everybody stands; a second piece that does not exist stands on its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    lone: Square,
    king: Square,
    pieces: [Square; 2],
}

impl State {
    /// The same with the lone king on one of the ten squares a1-d1-d4, by reflection.
    fn canonical(self) -> State {
        let mut state = self;
        if state.lone.file() as usize > 3 {
            state = state.map(Square::flip_file);
        }
        if state.lone.rank() as usize > 3 {
            state = state.map(Square::flip_rank);
        }
        if state.lone.rank() as usize > state.lone.file() as usize {
            state = state.transposed();
        }
        state
    }

    /// Reflected in the diagonal a1-h8.
    fn transposed(self) -> State {
        self.map(|square| Square::index(square as usize % 8 * 8 + square as usize / 8))
    }

    fn map(self, reflect: impl Fn(Square) -> Square) -> State {
        State {
            lone: reflect(self.lone),
            king: reflect(self.king),
            pieces: self.pieces.map(reflect),
        }
    }

    fn is_on_diagonal(self) -> bool {
        self.lone.rank() as usize == self.lone.file() as usize
    }

    /// The number of a canonical state, below `10 * 64^3`.
    fn index(self) -> usize {
        let (file, rank) = (self.lone.file() as usize, self.lone.rank() as usize);
        let lone = file * (file + 1) / 2 + rank;
        [self.king, self.pieces[0], self.pieces[1]]
            .into_iter()
            .fold(lone, |index, square| 64 * index + square as usize)
    }
}

/// The value of a state that is not known to be won.
const UNKNOWN: u8 = u8::MAX;

/// Half-moves to mate for every canonical state.
struct Solution {
    pieces: &'static [Piece],
    /// With the lone king to move.
    lone_to_move: Vec<u8>,
    /// With the other side to move.
    strong_to_move: Vec<u8>,
}

impl Solution {
    fn plies(&self, state: State, lone_to_move: bool) -> Option<u8> {
        let table = match lone_to_move {
            true => &self.lone_to_move,
            false => &self.strong_to_move,
        };
        Some(table[state.canonical().index()]).filter(|&plies| plies != UNKNOWN)
    }

    /// Works backwards from every mate, a half-move at a time.
    fn of(ending: Ending) -> Solution {
        let states = 10 * 64 * 64 * 64;
        let mut solution = Solution {
            pieces: ending.pieces(),
            lone_to_move: vec![UNKNOWN; states],
            strong_to_move: vec![UNKNOWN; states],
        };
        let mut lost: Vec<State> = Vec::new();
        solution.for_each_state(|solution, state| {
            if solution.is_check(state) && solution.is_lost(state) {
                lost.push(state);
            }
        });
        for state in &lost {
            solution.lone_to_move[state.index()] = 0;
        }
        let mut plies = 0;
        while !lost.is_empty() {
            let won = solution.step_to_won(&lost, plies + 1);
            lost = solution.step_to_lost(&won, plies + 2);
            plies += 2;
        }
        solution
    }

    /// Marks the states from which a move of the strong side leads to one of `lost`.
    fn step_to_won(&mut self, lost: &[State], plies: u8) -> Vec<State> {
        let mut won = Vec::new();
        for &state in lost {
            let occupied = self.occupied(state) | state.lone.bitboard();
            for king in attacks::king(state.king) - occupied - attacks::king(state.lone) {
                self.mark_won(moved_king(state, king), plies, &mut won);
            }
            for (place, &piece) in self.pieces.iter().enumerate() {
                let at = state.pieces[place];
                for from in attacks::piece(piece, Color::White, at, occupied) - occupied {
                    let mut before = state;
                    before.pieces[place] = from;
                    self.mark_won(before, plies, &mut won);
                }
            }
        }
        won
    }

    fn mark_won(&mut self, state: State, plies: u8, won: &mut Vec<State>) {
        let index = state.index();
        // A lone king in check would have to move first.
        if self.strong_to_move[index] == UNKNOWN && !self.is_check(state) {
            self.strong_to_move[index] = plies;
            won.push(state);
        }
    }

    /// Marks the states from which every move of the lone king leads into a won one.
    fn step_to_lost(&mut self, won: &[State], plies: u8) -> Vec<State> {
        let mut lost = Vec::new();
        for &state in won {
            let occupied = self.occupied(state);
            for lone in attacks::king(state.lone) - occupied - attacks::king(state.king) {
                let before = State { lone, ..state }.canonical();
                if self.lone_to_move[before.index()] != UNKNOWN || !self.is_lost(before) {
                    continue;
                }
                self.lone_to_move[before.index()] = plies;
                lost.push(before);
                let twin = before.transposed();
                if before.is_on_diagonal() && twin != before {
                    self.lone_to_move[twin.index()] = plies;
                    lost.push(twin);
                }
            }
        }
        lost
    }

    /// Whether the lone king has no move but into states known as won; true for mate and stalemate.
    fn is_lost(&self, state: State) -> bool {
        let flights = attacks::king(state.lone) - attacks::king(state.king) - self.attacked(state);
        (flights & self.occupied(state)).is_empty()
            && flights.into_iter().all(|to| {
                let after = State { lone: to, ..state }.canonical();
                self.strong_to_move[after.index()] != UNKNOWN
            })
    }

    fn is_check(&self, state: State) -> bool {
        self.attacked(state).has(state.lone)
    }

    /// What the pieces attack, each other's squares too; the lone king stands in nobody's way.
    fn attacked(&self, state: State) -> BitBoard {
        let occupied = self.occupied(state);
        self.pieces
            .iter()
            .zip(state.pieces)
            .fold(BitBoard::EMPTY, |squares, (&piece, from)| {
                squares | attacks::piece(piece, Color::White, from, occupied)
            })
    }

    /// The strong side's squares.
    fn occupied(&self, state: State) -> BitBoard {
        self.pieces
            .iter()
            .zip(state.pieces)
            .fold(state.king.bitboard(), |squares, (_, piece)| {
                squares | piece.bitboard()
            })
    }

    /// Calls `visit` with every canonical state in which nobody shares a square and the kings keep
    /// their distance.
    fn for_each_state(&self, mut visit: impl FnMut(&Solution, State)) {
        let count = self.pieces.len();
        for lone in Square::ALL {
            let (file, rank) = (lone.file() as usize, lone.rank() as usize);
            if file > 3 || rank > file {
                continue;
            }
            for king in !(attacks::king(lone) | lone.bitboard()) {
                let free = !(lone.bitboard() | king.bitboard());
                for first in free {
                    let seconds = match count {
                        1 => king.bitboard(),
                        _ => free - first.bitboard(),
                    };
                    for second in seconds {
                        let pieces = [first, second];
                        visit(self, State { lone, king, pieces });
                    }
                }
            }
        }
    }
}

/// The state with the strong king elsewhere, and with it the second piece that does not exist.
fn moved_king(state: State, king: Square) -> State {
    let [first, second] = state.pieces;
    let second = if second == state.king { king } else { second };
    State {
        king,
        pieces: [first, second],
        ..state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fate_of(fen: &str) -> Option<(Color, Fate)> {
        fate(&fen.parse().unwrap())
    }

    /// The longest mates of the four endings, as all tablebases have them.
    #[test]
    fn the_longest_mates_are_as_known() {
        for (ending, plies) in [
            (Ending::Queen, 19),
            (Ending::Rook, 31),
            (Ending::Bishops, 37),
            (Ending::BishopAndKnight, 65),
        ] {
            let table = &ending.solution().strong_to_move;
            let longest = table.iter().filter(|&&plies| plies != UNKNOWN).max();
            assert_eq!(longest, Some(&plies), "{ending:?}");
        }
    }

    #[test]
    fn single_positions_are_judged_exactly() {
        let white = |fate| Some((Color::White, fate));
        for (fen, expected) in [
            ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", white(Fate::Mated(1))),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", white(Fate::Mated(0))),
            ("7k/5Q2/8/6K1/8/8/8/8 b - - 0 1", white(Fate::Escapes)),
            ("7k/8/5K2/8/8/8/8/Q7 w - - 0 1", white(Fate::Mated(3))),
            ("8/8/8/8/8/1k6/1R6/7K b - - 0 1", white(Fate::Escapes)),
            (
                "q7/8/8/8/8/5k2/8/7K b - - 0 1",
                Some((Color::Black, Fate::Mated(3))),
            ),
            ("7k/8/5K2/8/8/8/P7/Q7 w - - 0 1", None),
            ("7k/8/5K2/8/8/8/8/N7 w - - 0 1", None),
        ] {
            assert_eq!(fate_of(fen), expected, "{fen}");
        }
    }

    #[test]
    fn solving_ahead_changes_no_verdict() {
        solve_ahead(&"8/8/8/3k4/8/8/p7/KBN5 w - - 0 1".parse().unwrap());
        assert_eq!(
            fate_of("7k/8/5NKB/8/8/8/8/8 w - - 0 1"),
            Some((Color::White, Fate::Mated(1)))
        );
    }

    /// Best play shortens every mate by one half-move at a time.
    #[test]
    fn best_play_reaches_mate_in_the_promised_time() {
        for fen in [
            "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
            "8/8/8/3k4/8/8/8/KBB5 b - - 0 1",
            "8/8/8/3k4/8/8/8/K6R w - - 0 1",
            "k7/8/8/8/8/8/8/KBN5 w - - 0 1",
        ] {
            let mut position: Position = fen.parse().unwrap();
            while let Some((strong, Fate::Mated(plies))) = fate(&position) {
                if plies == 0 {
                    break;
                }
                let next = position
                    .legal_moves()
                    .into_iter()
                    .map(|mv| position.play(mv));
                let best = if position.side_to_move() == strong {
                    next.min_by_key(|child| match fate(child) {
                        Some((_, Fate::Mated(plies))) => plies,
                        _ => UNKNOWN,
                    })
                } else {
                    next.max_by_key(|child| match fate(child) {
                        Some((_, Fate::Mated(plies))) => plies,
                        _ => UNKNOWN,
                    })
                };
                position = best.unwrap();
                let (_, now) = fate(&position).unwrap();
                assert_eq!(now, Fate::Mated(plies - 1), "{}", position.fen());
            }
            assert!(position.is_checkmate(), "{}", position.fen());
        }
    }
}
