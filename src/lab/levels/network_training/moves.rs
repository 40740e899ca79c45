//! The moves of people that the network learns from: every move of a game.

use std::path::Path;

use super::gradient::NetworkSample;
use crate::board::{Move, Piece, Position};
use crate::lab::levels::human_games::read_games;
use crate::lab::levels::human_positions::is_held;
use crate::lab::levels::table_file::TableError;
use crate::strength::LastMove;
use crate::strength::network::{NetworkInput, rating_inputs, square_pair};

/// A position in which a person moved.
#[derive(Clone, Debug)]
pub struct HumanMove {
    position: Position,
    last: Option<LastMove>,
    played: Move,
    elo: i16,
    opponent_elo: i16,
}

/// The moves of games.
#[derive(Clone, Debug, Default)]
pub struct HumanMoves {
    /// Those to learn from.
    pub learnt: Vec<HumanMove>,
    /// Those of games that are held back.
    pub held: Vec<HumanMove>,
}

/// The moves of all games of a table with the columns id, white_elo, black_elo and moves.
///
/// # Errors
/// What is wrong with the file, with its line.
pub fn read_moves(path: &Path) -> Result<HumanMoves, TableError> {
    let mut all = HumanMoves::default();
    read_games(path, |it| {
        let moves = match is_held(&it.id) {
            true => &mut all.held,
            false => &mut all.learnt,
        };
        let mut last = None;
        for (ply, (position, played)) in it.game.past().iter().enumerate() {
            moves.push(HumanMove {
                position: position.clone(),
                last,
                played: *played,
                elo: it.elos[ply % 2],
                opponent_elo: it.elos[1 - ply % 2],
            });
            last = Some(LastMove::of(position, *played));
        }
    })?;
    Ok(all)
}

impl HumanMove {
    /// What the network is asked.
    pub(crate) fn sample(&self) -> NetworkSample {
        sample_of(
            &self.position,
            self.last,
            self.played,
            i32::from(self.elo),
            Some(i32::from(self.opponent_elo)),
        )
    }
}

/// What the network is asked about a position. A promotion counts as one to a queen.
pub(crate) fn sample_of(
    position: &Position,
    last: Option<LastMove>,
    played: Move,
    elo: i32,
    opponent_elo: Option<i32>,
) -> NetworkSample {
    let legal = position.legal_moves().into_iter();
    let pairs: Vec<usize> = legal
        .filter(|mv| matches!(mv.promotion, None | Some(Piece::Queen)))
        .map(|mv| square_pair(position, mv))
        .collect();
    let own = square_pair(position, played);
    NetworkSample {
        input: NetworkInput::new(position, last, rating_inputs(elo, opponent_elo)),
        played: pairs.iter().position(|&pair| pair == own).unwrap_or(0),
        pairs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_have_the_ratings_of_those_who_made_them() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.csv");
        let table = |id: u32| format!("id,white_elo,black_elo,moves\n{id},1500,900,e2e4 c7c5\n");
        let ids = (0..100).filter(|id: &u32| !is_held(&id.to_string()));
        std::fs::write(&path, table(ids.clone().next().unwrap())).unwrap();
        let moves = read_moves(&path).unwrap().learnt;
        let seen: Vec<(i16, i16, String)> = moves
            .iter()
            .map(|it| (it.elo, it.opponent_elo, it.position.coordinate(it.played)))
            .collect();
        let expected = [
            (1500, 900, "e2e4".to_owned()),
            (900, 1500, "c7c5".to_owned()),
        ];
        assert_eq!(seen, expected);
        assert_eq!(moves[0].last, None);
        assert_eq!(moves[1].last, "e2e4".parse().ok());
        let held = (0..100).find(|id: &u32| is_held(&id.to_string())).unwrap();
        std::fs::write(&path, table(held)).unwrap();
        let all = read_moves(&path).unwrap();
        assert_eq!((all.learnt.len(), all.held.len()), (0, 2));
        assert!((10..30).contains(&(100 - ids.count())));
    }

    #[test]
    fn all_promotions_are_one_choice() {
        let position: Position = "8/P7/8/8/8/4k3/8/4K3 w - - 0 1".parse().unwrap();
        let played = position.parse_move("a7a8n").unwrap();
        let sample = sample_of(&position, None, played, 1_500, None);
        assert_eq!(sample.pairs[sample.played], 64 * 48 + 56);
        let mut once = sample.pairs.clone();
        once.dedup();
        assert_eq!(once, sample.pairs);
    }
}
