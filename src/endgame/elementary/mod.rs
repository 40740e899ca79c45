//! The elementary mates solved exactly: queen (KQK), rook (KRK), two bishops (KBBK), and bishop and
//! knight (KBNK) against a lone king.
//!
//! No gradient of edges and distances mates with bishop and knight at a shallow depth. These four
//! endgames are so small that they are solved when the first of them comes near, in a tenth of a
//! second. Nobody has to wait for it: until an endgame is solved, it is like any other.

mod retrograde;

use std::sync::{Once, OnceLock};
use std::thread;
use std::time::Duration;

use self::retrograde::{Force, Placement, Solution};
use crate::board::{Color, Piece, Position};

/// How long the lone king lasts against best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Mate after this many half-moves.
    Mated(u8),
    /// It escapes by stalemate or by taking a piece.
    Escapes,
}

/// The side with the pieces and the fate of the lone king; `None` if this is no elementary mate, or
/// one that is not solved yet.
fn fate(position: &Position) -> Option<(Color, Fate)> {
    if position.occupied().len() > 4 {
        return None;
    }
    let lone = Color::ALL
        .into_iter()
        .find(|&color| position.colors(color).len() == 1)?;
    let strong = !lone;
    let mate = ElementaryMate::of(position, strong)?;
    let Force { first, last } = mate.force();
    let king = position.king(strong);
    let first = match first {
        Some(piece) => position.colored_pieces(strong, piece).next_square()?,
        None => king,
    };
    let lasts = position.colored_pieces(strong, last) - first.bitboard();
    let lone_to_move = position.side_to_move() == lone;
    let placement = Placement {
        lone: position.king(lone),
        king,
        first,
    };
    let plies = mate
        .solution()?
        .plies(placement, lasts.next_square()?, lone_to_move);
    Some((strong, plies.map_or(Fate::Escapes, Fate::Mated)))
}

/// Half-moves until mate with best play in an elementary mate, negative for the side that is mated,
/// 0 if the lone king escapes or is mated already; `None` in every other position, and before the
/// endgame is solved.
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

/// The value for White of an elementary mate; `None` in every other position, and before the endgame
/// is solved.
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

/// A search that waits for the solutions asks this often whether it has to go on without them.
const WAIT_STEP: Duration = Duration::from_millis(1);

/// With more men than this no search reaches an elementary mate.
const MEN_WITHIN_REACH: u32 = 16;

/// With this many men at least one more search will end before an elementary mate is within reach.
const MEN_AT_LEISURE: u32 = 22;

/// Solves the elementary mates on a thread of its own, once, if a search might need them soon. To
/// be called between searches, while the engine's clock is stopped: together they take long enough
/// to matter under a short clock.
pub fn solve_at_leisure(position: &Position) {
    solve_below(MEN_AT_LEISURE, position);
}

/// The same right before a search, which waits for the solutions until `is_over`: so a search that
/// has the time is the same each time it is made.
pub fn solve_ahead(position: &Position, is_over: impl Fn() -> bool) {
    solve_below(MEN_WITHIN_REACH, position);
    let has_to_wait = || position.occupied().len() <= MEN_WITHIN_REACH && !all_are_solved();
    while has_to_wait() && !is_over() {
        thread::sleep(WAIT_STEP);
    }
}

fn all_are_solved() -> bool {
    SOLUTIONS.iter().all(|solution| solution.get().is_some())
}

fn solve_below(men: u32, position: &Position) {
    static BEGUN: Once = Once::new();
    if position.occupied().len() > men || all_are_solved() {
        return;
    }
    BEGUN.call_once(|| {
        let begun = thread::Builder::new()
            .name("elementary mates".to_owned())
            .spawn(solve_all);
        if let Err(error) = begun {
            log::warn!("elementary mates are solved while somebody waits: {error}");
            solve_all();
        }
    });
}

/// Solves them now, so that a measurement does not include it.
pub fn solve_all() {
    for mate in ElementaryMate::ALL {
        SOLUTIONS[mate as usize].get_or_init(|| Solution::of(mate.force()));
    }
}

/// The elementary mates by the pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ElementaryMate {
    Kqk,
    Krk,
    Kbbk,
    Kbnk,
}

/// What is known of each elementary mate so far.
static SOLUTIONS: [OnceLock<Solution>; 4] = [const { OnceLock::new() }; 4];

impl ElementaryMate {
    const ALL: [ElementaryMate; 4] = [
        ElementaryMate::Kqk,
        ElementaryMate::Krk,
        ElementaryMate::Kbbk,
        ElementaryMate::Kbnk,
    ];

    fn of(position: &Position, strong: Color) -> Option<ElementaryMate> {
        let own = position.colors(strong);
        ElementaryMate::ALL.into_iter().find(|mate| {
            let Force { first, last } = mate.force();
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

    fn solution(self) -> Option<&'static Solution> {
        SOLUTIONS[self as usize].get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fate_of(fen: &str) -> Option<(Color, Fate)> {
        solve_all();
        fate(&fen.parse().unwrap())
    }

    /// The longest mates of the four endgames, as all tablebases have them.
    #[test]
    fn the_longest_mates_are_as_known() {
        for (mate, plies) in [
            (ElementaryMate::Kqk, 19),
            (ElementaryMate::Krk, 31),
            (ElementaryMate::Kbbk, 37),
            (ElementaryMate::Kbnk, 65),
        ] {
            solve_all();
            let longest = mate.solution().unwrap().longest_plies();
            assert_eq!(longest, Some(plies), "{mate:?}");
        }
    }

    #[test]
    fn single_positions_are_solved_exactly() {
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
    fn solving_ahead_changes_no_result() {
        solve_ahead(&"8/8/8/3k4/8/8/p7/KBN5 w - - 0 1".parse().unwrap(), || {
            false
        });
        assert!(all_are_solved());
        assert_eq!(
            fate_of("7k/8/5NKB/8/8/8/8/8 w - - 0 1"),
            Some((Color::White, Fate::Mated(1)))
        );
    }

    /// Each half-move of best play shortens the mate by one.
    #[test]
    fn best_play_reaches_mate_in_the_promised_time() {
        solve_all();
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
