//! The lesson of one game: what it adds to an experience.

use crate::board::{Color, GameResult, Move, Position};
use crate::learning::game_report::{GameReport, OwnSearch};
use crate::learning::opponents::{OpponentRecord, tidy_name};
use crate::learning::positions::{LearnedPosition, fallen};
use crate::learning::trust::{EXIT_MOVES, points};

/// What one game teaches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    /// Each book move that was played, with what its trust gains or loses.
    pub(super) book: Vec<(Position, Move, i32)>,
    /// Positions whose score fell.
    pub(super) positions: Vec<LearnedPosition>,
    /// The result, with counts of this game alone.
    pub(super) opponent: Option<OpponentRecord>,
}

/// An own move that was played from the book.
struct PlayedBookMove {
    /// Its place among the own moves.
    number: usize,
    position: Position,
    mv: Move,
    /// How many moves the book had.
    choices: usize,
}

impl Lesson {
    /// The lesson of a game that `personality` played. `book_moves` are the moves that its book knows
    /// in a position; `fingerprint` stands for the evaluation.
    pub fn of(
        played: &GameReport,
        personality: &str,
        fingerprint: u64,
        book_moves: impl Fn(&Position) -> Vec<Move>,
    ) -> Lesson {
        let Some(own) = played.own_color() else {
            return Lesson::default();
        };
        Lesson {
            book: book_lesson(played, own, book_moves),
            positions: fallen(played, fingerprint),
            opponent: opponent_lesson(played, own, personality),
        }
    }

    /// Whether there is nothing to learn.
    pub fn is_empty(&self) -> bool {
        self.book.is_empty() && self.positions.is_empty() && self.opponent.is_none()
    }
}

/// The last choice of the book gets all the points, every earlier one half of the one after it.
fn book_lesson(
    played: &GameReport,
    own: Color,
    book_moves: impl Fn(&Position) -> Vec<Move>,
) -> Vec<(Position, Move, i32)> {
    let from_book = moves_from_book(played, book_moves);
    let Some(last) = from_book.last() else {
        return Vec::new();
    };
    let exit = own_searches(played).skip(last.number + 1).flatten();
    let exit: Vec<OwnSearch> = exit.take(EXIT_MOVES).collect();
    let mut share = points(&exit, played.result, own, played.rating_lead);
    let mut lesson = Vec::new();
    for played in from_book.into_iter().rev() {
        if share == 0 {
            break;
        }
        lesson.push((played.position, played.mv, share));
        if played.choices > 1 {
            share /= 2;
        }
    }
    lesson
}

fn own_searches(played: &GameReport) -> impl Iterator<Item = Option<OwnSearch>> {
    played.own.iter().map(|own| own.search)
}

fn moves_from_book(
    played: &GameReport,
    book_moves: impl Fn(&Position) -> Vec<Move>,
) -> Vec<PlayedBookMove> {
    let own = played.own.iter().enumerate();
    let from_book = own.filter_map(|(number, own)| {
        let (position, mv) = played.game.past().get(own.ply)?;
        let known = book_moves(position);
        let is_from_book = own.search.is_none() && known.contains(mv);
        is_from_book.then(|| PlayedBookMove {
            number,
            position: position.clone(),
            mv: *mv,
            choices: known.len(),
        })
    });
    from_book.collect()
}

fn opponent_lesson(played: &GameReport, own: Color, personality: &str) -> Option<OpponentRecord> {
    let opponent = played.opponent.as_ref()?;
    if played.result == GameResult::Unfinished {
        return None;
    }
    let mut record = OpponentRecord {
        name: tidy_name(&opponent.name)?,
        personality: tidy_name(personality)?,
        rating: opponent.rating,
        ..OpponentRecord::default()
    };
    record.count(played.result, own);
    Some(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::game_report::{OpponentIdentity, OwnMove};
    use crate::score::Score;

    /// White is the engine; its moves behind the first `book` ones are searched with this score.
    fn played(moves: &str, book: usize, cp: i32, result: GameResult) -> GameReport {
        let mut played = GameReport {
            result,
            ..GameReport::default()
        };
        for text in moves.split_whitespace() {
            let mv = played.game.position().parse_move(text).unwrap();
            let ply = played.game.len();
            if ply.is_multiple_of(2) {
                let search = OwnSearch {
                    score: Score::from_cp(cp),
                    ceiling: None,
                    depth_plies: 12,
                    salt: 0,
                };
                let search = (played.own.len() >= book).then_some(search);
                played.own.push(OwnMove { ply, mv, search });
            }
            played.game.play(mv);
        }
        played
    }

    fn told(lesson: &Lesson) -> Vec<(String, i32)> {
        let book = lesson.book.iter();
        book.map(|(position, mv, points)| (position.san(*mv), *points))
            .collect()
    }

    const LOST: GameResult = GameResult::Win(Color::Black);
    const MOVES: &str = "f4 e5 g4 Qh4 ";

    /// A book with so many choices in every position.
    fn learn(played: &GameReport, choices: usize) -> Lesson {
        Lesson::of(played, "it", 0, |position| {
            let mut legal: Vec<Move> = position.legal_moves().into_iter().collect();
            legal.sort_by_key(|mv| !played.game.moves().any(|made| made == *mv));
            legal.truncate(choices);
            legal
        })
    }

    #[test]
    fn the_last_choice_gets_the_blame_and_earlier_ones_half() {
        let game = played("f4 e5 g4 d5 h4", 2, -400, LOST);
        let expected = [("g4".to_owned(), -1_000), ("f4".to_owned(), -500)];
        assert_eq!(told(&learn(&game, 3)), expected);
        let forced = [("g4".to_owned(), -1_000), ("f4".to_owned(), -1_000)];
        assert_eq!(told(&learn(&game, 1)), forced);
    }

    #[test]
    fn only_book_moves_that_say_something_are_learnt() {
        let own_idea = played("f4 e5 g4 d5 h4", 2, -400, LOST);
        assert_eq!(told(&Lesson::of(&own_idea, "it", 0, |_| Vec::new())), []);
        let even = played("f4 e5 g4 d5 h4", 2, 20, GameResult::Draw);
        assert_eq!(told(&learn(&even, 3)), []);
        let mated_at_once = played(MOVES, 2, 0, LOST);
        assert_eq!(
            told(&learn(&mated_at_once, 3))[0],
            ("g4".to_owned(), -1_000)
        );
    }

    #[test]
    fn a_result_is_kept_when_there_is_a_name_and_an_end() {
        let named = |result| GameReport {
            opponent: Some(OpponentIdentity {
                name: "GM Foo".to_owned(),
                rating: Some(2_500),
            }),
            ..played(MOVES, 0, 0, result)
        };
        let record = learn(&named(LOST), 1).opponent.unwrap();
        assert_eq!((record.name.as_str(), record.losses), ("GM Foo", 1));
        assert_eq!((record.personality.as_str(), record.games()), ("it", 1));
        assert_eq!(learn(&named(GameResult::Unfinished), 1).opponent, None);
        let mut nobody = named(LOST);
        nobody.own.clear();
        assert!(learn(&nobody, 1).is_empty());
        let mut both = named(LOST);
        both.own[1].ply = 1;
        assert!(learn(&both, 1).is_empty());
    }
}
