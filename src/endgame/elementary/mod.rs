//! The elementary mates: a king and a queen, a rook, two bishops, or bishop and knight against a
//! lone king, solved exactly.
//!
//! No gradient of edges and distances mates with bishop and knight at a shallow depth. These four
//! endings are so small that they are solved when one first comes up, in a few hundredths of a second.
//! It must not know the score that comes of it.

mod retrograde;

use std::sync::{LazyLock, Once};
use std::thread;

use self::retrograde::{Force, Frame, Solution};
use crate::board::{Color, Piece, Position};

/// How many half-moves the lone king lasts against the best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Mate after this many half-moves.
    Mated(u8),
    /// It escapes: stalemate, or a piece is lost.
    Escapes,
}

/// The fate of the lone king, and who plays against it; `None` if this is no elementary ending.
fn fate(position: &Position) -> Option<(Color, Fate)> {
    if position.occupied().len() > 4 {
        return None;
    }
    let lone = Color::ALL
        .into_iter()
        .find(|&color| position.colors(color).len() == 1)?;
    let strong = !lone;
    let ending = ElementaryMate::of(position, strong)?;
    let Force { first, last } = ending.force();
    let king = position.king(strong);
    let first = match first {
        Some(piece) => position.colored_pieces(strong, piece).next_square()?,
        None => king,
    };
    let lasts = position.colored_pieces(strong, last) - first.bitboard();
    let lone_to_move = position.side_to_move() == lone;
    let frame = Frame {
        lone: position.king(lone),
        king,
        first,
    };
    let plies = ending
        .solution()
        .plies(frame, lasts.next_square()?, lone_to_move);
    Some((strong, plies.map_or(Fate::Escapes, Fate::Mated)))
}

/// Half-moves until mate with the best play in an elementary ending, negative for who is mated, 0 if
/// the lone king escapes or is mated already; `None` in every other position.
pub fn elementary_mate_plies(position: &Position) -> Option<i32> {
    let (strong, fate) = fate(position)?;
    Some(match fate {
        Fate::Mated(plies) if strong == position.side_to_move() => i32::from(plies),
        Fate::Mated(plies) => -i32::from(plies),
        Fate::Escapes => 0,
    })
}

/// What an elementary mate is worth to its winner on the verge of mate, in centipawns; more than
/// any endgame that can become one.
const MATED_CP: i32 = 9_000;

/// What each half-move to the mate costs. As much as a personality may concede in a move, so that
/// none can prefer to go round in circles.
const PLY_CP: i32 = 100;

/// The value for White of an elementary mate; `None` in every other position.
pub fn elementary_value_cp(position: &Position) -> Option<i32> {
    let (strong, fate) = fate(position)?;
    let value_cp = match fate {
        Fate::Mated(plies) => MATED_CP - PLY_CP * i32::from(plies),
        Fate::Escapes => 0,
    };
    Some(match strong {
        Color::White => value_cp,
        Color::Black => -value_cp,
    })
}

/// With more men than this the elementary endings are out of every search's reach.
const MEN_WITHIN_REACH: u32 = 16;

/// With so many men a search or more is still to come before they are within reach.
const MEN_AT_LEISURE: u32 = 22;

/// Solves the elementary endings on a thread of its own, once, if a search might need them soon: all
/// together they take long enough to be felt under a short clock. To be called between searches, when
/// no clock of ours runs.
pub fn solve_at_leisure(position: &Position) {
    solve_below(MEN_AT_LEISURE, position);
}

/// The same for who is about to search and has had no leisure. Who asks in the meantime waits for the
/// same solution.
pub fn solve_ahead(position: &Position) {
    solve_below(MEN_WITHIN_REACH, position);
}

fn solve_below(men: u32, position: &Position) {
    static BEGUN: Once = Once::new();
    if position.occupied().len() > men {
        return;
    }
    BEGUN.call_once(|| {
        let begun = thread::Builder::new()
            .name("endings".to_owned())
            .spawn(solve_all);
        if let Err(error) = begun {
            log::warn!("endings are not solved ahead: {error}");
        }
    });
}

/// Solves them now, for whoever measures what comes after.
pub fn solve_all() {
    for ending in ElementaryMate::ALL {
        ending.solution();
    }
}

/// What the strong side has beside its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ElementaryMate {
    Kqk,
    Krk,
    Kbbk,
    Kbnk,
}

static KQK: LazyLock<Solution> = LazyLock::new(|| Solution::of(ElementaryMate::Kqk.force()));
static KRK: LazyLock<Solution> = LazyLock::new(|| Solution::of(ElementaryMate::Krk.force()));
static KBBK: LazyLock<Solution> = LazyLock::new(|| Solution::of(ElementaryMate::Kbbk.force()));
static KBNK: LazyLock<Solution> = LazyLock::new(|| Solution::of(ElementaryMate::Kbnk.force()));

impl ElementaryMate {
    const ALL: [ElementaryMate; 4] = [
        ElementaryMate::Kqk,
        ElementaryMate::Krk,
        ElementaryMate::Kbbk,
        ElementaryMate::Kbnk,
    ];

    fn of(position: &Position, strong: Color) -> Option<ElementaryMate> {
        let own = position.colors(strong);
        ElementaryMate::ALL.into_iter().find(|ending| {
            let Force { first, last } = ending.force();
            let pieces = || first.into_iter().chain([last]);
            own.len() as usize == 1 + pieces().count()
                && pieces().all(|piece| {
                    let wanted = pieces().filter(|&other| other == piece).count();
                    position.colored_pieces(strong, piece).len() as usize == wanted
                })
        })
    }

    fn force(self) -> Force {
        let (first, last) = match self {
            ElementaryMate::Kqk => (None, Piece::Queen),
            ElementaryMate::Krk => (None, Piece::Rook),
            ElementaryMate::Kbbk => (Some(Piece::Bishop), Piece::Bishop),
            ElementaryMate::Kbnk => (Some(Piece::Bishop), Piece::Knight),
        };
        Force { first, last }
    }

    fn solution(self) -> &'static Solution {
        match self {
            ElementaryMate::Kqk => &KQK,
            ElementaryMate::Krk => &KRK,
            ElementaryMate::Kbbk => &KBBK,
            ElementaryMate::Kbnk => &KBNK,
        }
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
            (ElementaryMate::Kqk, 19),
            (ElementaryMate::Krk, 31),
            (ElementaryMate::Kbbk, 37),
            (ElementaryMate::Kbnk, 65),
        ] {
            let longest = ending.solution().longest_plies();
            assert_eq!(longest, Some(plies), "{ending:?}");
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
                        _ => u8::MAX,
                    })
                } else {
                    next.max_by_key(|child| match fate(child) {
                        Some((_, Fate::Mated(plies))) => plies,
                        _ => u8::MAX,
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
