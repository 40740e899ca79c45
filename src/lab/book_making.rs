//! Opening books from games: the moves that players chose, weighted by how they fared with them.

use std::collections::BTreeMap;

use crate::board::{Color, Move, PgnGame, Position};
use crate::book::PolyglotBook;

/// Which moves get into a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookWishes {
    /// Only moves of players whose names begin so; otherwise of both sides.
    pub player: Option<String>,
    /// Only moves among the first so many half-moves.
    pub plies: usize,
    /// Only moves that were made in at least so many games.
    pub least_games: u32,
}

/// How often a move was made, and how its side fared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct MoveRecord {
    /// Games in which it was made.
    games: u32,
    /// Two for a win of its side, one for a draw or an unknown result.
    half_points: u32,
}

/// The moves of a book. A move that never scored is in none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeBook {
    /// The positions by their keys, with the moves in the order in which they were first made.
    positions: BTreeMap<u64, (Position, Vec<(Move, MoveRecord)>)>,
    /// Lines for White and Black, the heaviest first: their moves in SAN and the half points of their
    /// games.
    lines: [Vec<(String, u32)>; 2],
    /// Games in which a side's moves counted.
    pub games: usize,
}

/// The weights of repertoire lines are at most this.
const MOST_LINE_WEIGHT: u32 = 1_000;
/// A repertoire has at most so many lines for a side.
const MOST_LINES: usize = 200;

impl MadeBook {
    /// The book of games; those that begin elsewhere than in the initial position are left out.
    pub fn new(games: &[PgnGame], wishes: &BookWishes) -> MadeBook {
        let sided = games.iter().map(|game| (game, sides(game, wishes)));
        let counted: Vec<(&PgnGame, Color)> = sided
            .clone()
            .flat_map(|(game, sides)| sides.into_iter().map(move |side| (game, side)))
            .collect();
        MadeBook {
            games: sided.filter(|(_, sides)| !sides.is_empty()).count(),
            ..MadeBook::of_sides(&counted, wishes.plies, wishes.least_games)
        }
    }

    /// The book of one side in each of some games that began in the initial position: moves among the
    /// first `plies` half-moves that were made in `least_games` games or more.
    pub fn of_sides(counted: &[(&PgnGame, Color)], plies: usize, least_games: u32) -> MadeBook {
        let mut book = MadeBook {
            games: counted.len(),
            ..MadeBook::default()
        };
        for &(game, side) in counted {
            book.count(game, side, plies);
        }
        for (_, moves) in book.positions.values_mut() {
            moves.retain(|(_, it)| it.games >= least_games && it.half_points > 0);
        }
        book.positions.retain(|_, (_, moves)| !moves.is_empty());
        book.lines = [Color::White, Color::Black].map(|color| {
            let own = counted.iter().filter(|(_, side)| *side == color);
            book.lines_of(own.map(|&(game, _)| game), color, plies)
        });
        book
    }

    fn count(&mut self, played: &PgnGame, side: Color, plies: usize) {
        let half_points = half_points(played, side);
        for (position, mv) in played.game.past().iter().take(plies) {
            if position.side_to_move() != side {
                continue;
            }
            let known = self.positions.entry(position.key());
            let (_, moves) = known.or_insert_with(|| (position.clone(), Vec::new()));
            let place = moves.iter().position(|(other, _)| other == mv);
            let place = place.unwrap_or_else(|| {
                moves.push((*mv, MoveRecord::default()));
                moves.len() - 1
            });
            moves[place].1.games += 1;
            moves[place].1.half_points += half_points;
        }
    }

    fn has(&self, position: &Position, mv: Move) -> bool {
        let known = self.positions.get(&position.key());
        known.is_some_and(|(_, moves)| moves.iter().any(|(other, _)| *other == mv))
    }

    /// The lines of a side: each game as far as its own moves are in the book.
    fn lines_of<'g>(
        &self,
        games: impl Iterator<Item = &'g PgnGame>,
        side: Color,
        plies: usize,
    ) -> Vec<(String, u32)> {
        let mut weights: BTreeMap<String, u32> = BTreeMap::new();
        for played in games {
            let past = &played.game.past()[..plies.min(played.game.len())];
            let is_own = |position: &Position| position.side_to_move() == side;
            let leaves = past
                .iter()
                .position(|(position, mv)| is_own(position) && !self.has(position, *mv));
            let past = &past[..leaves.unwrap_or(past.len())];
            let last = past.iter().rposition(|(position, _)| is_own(position));
            let Some(last) = last else { continue };
            let sans = past[..=last].iter().map(|(position, mv)| position.san(*mv));
            *weights
                .entry(sans.collect::<Vec<_>>().join(" "))
                .or_default() += half_points(played, side);
        }
        let mut lines: Vec<(String, u32)> = weights.into_iter().filter(|it| it.1 > 0).collect();
        lines.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        lines.truncate(MOST_LINES);
        lines
    }

    /// How many lines it has for a side.
    pub fn line_count(&self, side: Color) -> usize {
        self.lines[side as usize].len()
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The book in polyglot's format; the weight of a move is its half points.
    pub fn to_polyglot(&self) -> PolyglotBook {
        let known = self.positions.values();
        PolyglotBook::of(known.flat_map(|(position, moves)| {
            let weighted = moves.iter();
            weighted.map(move |(mv, it)| {
                let weight = u16::try_from(it.half_points).unwrap_or(u16::MAX);
                (position, *mv, weight)
            })
        }))
    }

    /// The book as a repertoire file, with `remark` as its first line.
    pub fn to_repertoire(&self, remark: &str) -> String {
        let mut text = format!("# {remark}\n");
        for (name, lines) in ["white", "black"].into_iter().zip(&self.lines) {
            let heaviest = lines.first().map_or(1, |(_, weight)| *weight);
            text += &format!("{name} = [\n");
            for (line, weight) in lines {
                let weight = match heaviest > MOST_LINE_WEIGHT {
                    true => {
                        let share = u64::from(*weight) * u64::from(MOST_LINE_WEIGHT);
                        (share / u64::from(heaviest)).max(1)
                    }
                    false => u64::from(*weight),
                };
                text += &format!("    {{ line = \"{line}\", weight = {weight} }},\n");
            }
            text += "]\n";
        }
        text
    }
}

/// The sides whose moves count.
fn sides(played: &PgnGame, wishes: &BookWishes) -> Vec<Color> {
    if *played.game.start() != Position::start() {
        return Vec::new();
    }
    match &wishes.player {
        Some(name) => played.sides_of(name).collect(),
        None => vec![Color::White, Color::Black],
    }
}

fn half_points(played: &PgnGame, side: Color) -> u32 {
    played.result.half_points(side).unwrap_or(1).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::read_pgn;
    use crate::book::Repertoire;

    fn games(lines: &[(&str, &str, &str)]) -> Vec<PgnGame> {
        let text: String = lines
            .iter()
            .map(|(white, moves, result)| {
                format!("[White \"{white}\"]\n[Black \"B\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n")
            })
            .collect();
        read_pgn(&text).into_iter().map(Result::unwrap).collect()
    }

    fn wishes(player: Option<&str>) -> BookWishes {
        BookWishes {
            player: player.map(str::to_owned),
            plies: 6,
            least_games: 2,
        }
    }

    fn known(book: &MadeBook, position: &Position) -> Vec<(String, u32)> {
        let moves = book.to_polyglot().moves(position).into_iter();
        moves.map(|it| (position.san(it.mv), it.weight)).collect()
    }

    #[test]
    fn moves_are_weighted_by_results_and_rare_or_lost_ones_left_out() {
        let games = games(&[
            ("A", "1. e4 e5 2. Nf3 Nc6", "1-0"),
            ("A", "1. e4 e5 2. Nf3 Nf6", "1/2-1/2"),
            ("A", "1. e4 c5 2. Nf3 d6", "0-1"),
            ("C", "1. d4 d5", "1-0"),
            ("A", "1. c4 e5", "0-1"),
            ("A", "1. c4 c5", "0-1"),
        ]);
        let start = Position::start();
        let all = MadeBook::new(&games, &wishes(None));
        assert_eq!(known(&all, &start), [("e4".to_owned(), 3)]);
        assert_eq!(all.games, 6);
        let after = start.play(start.parse_move("e4").unwrap());
        // Black's 1... e5 was met twice and drew once; 1... c5 came once.
        assert_eq!(known(&all, &after), [("e5".to_owned(), 1)]);
        let own = MadeBook::new(&games, &wishes(Some("A")));
        assert_eq!(known(&own, &after), []);
        assert_eq!(own.games, 5);
        assert!(MadeBook::new(&games, &wishes(Some("Z"))).is_empty());
    }

    #[test]
    fn a_repertoire_has_the_same_moves_and_can_be_read() {
        let games = games(&[
            ("A", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1-0"),
            ("A", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6", "1-0"),
            ("A", "1. e4 e5 2. Nf3 Nc6 3. d4 exd4", "1-0"),
        ]);
        let book = MadeBook::new(&games, &wishes(Some("A")));
        let text = book.to_repertoire("Of A");
        assert_eq!(
            text,
            "# Of A\nwhite = [\n    { line = \"e4 e5 Nf3 Nc6 Bb5\", weight = 4 },\n    \
             { line = \"e4 e5 Nf3\", weight = 2 },\n]\nblack = [\n]\n"
        );
        let mut read = Repertoire::default();
        for (line, weight) in &book.lines[0] {
            read.add(Color::White, line, *weight).unwrap();
        }
        let first = read.moves(&Position::start());
        assert_eq!(first.iter().map(|it| it.weight).collect::<Vec<_>>(), [6]);
    }
}
