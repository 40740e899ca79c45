//! The elementary mates (KQK, KRK, KBBK, KBNK) without tables: a lone king is mated within fifty
//! moves.
//!
//! The defender is the engine itself. The ignored test plays a thousand starts of each endgame with
//! every personality.
#![allow(clippy::unwrap_used)]

use masque::board::{Color, Game, GameEnd, Piece, Position, Square};
use masque::endgame::ProvenMoves;
use masque::personality::{Personality, Roster};
use masque::search::{
    RootBonus, SearchControl, SearchRequest, SearchThread, TranspositionTable, search,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const ENDGAMES: [&[Piece]; 4] = [
    &[Piece::Queen],
    &[Piece::Rook],
    &[Piece::Bishop, Piece::Bishop],
    &[Piece::Bishop, Piece::Knight],
];

/// A random position with White to move in which nothing hangs and bishops differ in colour.
fn start(pieces: &[Piece], random: &mut ChaCha8Rng) -> Position {
    loop {
        let mut board = [' '; 64];
        let mut squares = Vec::new();
        let letters = pieces.iter().map(|&piece| match piece {
            Piece::Queen => 'Q',
            Piece::Rook => 'R',
            Piece::Bishop => 'B',
            _ => 'N',
        });
        for letter in ['K', 'k'].into_iter().chain(letters) {
            let square = random.next_u32() as usize % 64;
            board[square] = letter;
            squares.push(Square::index(square));
        }
        let ranks: Vec<String> = board
            .chunks(8)
            .map(|rank| rank.iter().collect::<String>().replace(' ', "1"))
            .collect();
        let Ok(position) = format!("{} w - - 0 1", ranks.join("/")).parse::<Position>() else {
            continue;
        };
        let bishops = position.pieces(Piece::Bishop);
        let bishops_alike = bishops.len() == 2 && position.is_insufficient_material();
        let black_is_near = squares[2..].iter().any(|square| {
            let king = squares[1];
            king.file() as i32 - square.file() as i32 <= 1
                && square.file() as i32 - king.file() as i32 <= 1
                && (king.rank() as i32 - square.rank() as i32).abs() <= 2
        });
        if position.occupied().len() as usize == 2 + pieces.len()
            && !bishops_alike
            && !black_is_near
            && position.has_legal_move()
        {
            return position;
        }
    }
}

/// One side of a game, with its own table.
struct Player {
    personality: Personality,
    thread: SearchThread,
    table: TranspositionTable,
    nodes: u64,
}

impl Player {
    fn new(personality: Personality, nodes: u64) -> Player {
        Player {
            personality,
            thread: SearchThread::new(),
            table: TranspositionTable::new(4),
            nodes,
        }
    }

    fn play(&mut self, game: &mut Game) {
        let mut request = SearchRequest::neutral(game.position().clone());
        request.history = game.key_history();
        request.limits.nodes = Some(self.nodes);
        request.limits.depth_plies = self.personality.max_depth_plies();
        request.selectivity = self.personality.selectivity();
        request.bonus = match self.personality.tastes().next() {
            Some(_) => self.personality.root_bonus(game, 1),
            None => RootBonus::zero(),
        };
        request.proven_moves = ProvenMoves::solve(game.position(), &request.history);
        request.weights = self.personality.weights().clone();
        let control = SearchControl::start(None);
        let outcome = search(&request, &mut self.thread, &self.table, &control, &mut ());
        game.play(outcome.best.unwrap());
    }
}

/// Plays `starts` games, all of which must end in mate.
fn mates(pieces: &[Piece], personality: &Personality, nodes: u64, starts: u32) {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let mut attacker = Player::new(personality.clone(), nodes);
    let mut defender = Player::new(Personality::neutral(), nodes);
    for _ in 0..starts {
        let start = start(pieces, &mut random);
        let mut game = Game::new(start.clone());
        while game.ended_by().is_none() {
            match game.position().side_to_move() {
                Color::White => attacker.play(&mut game),
                Color::Black => defender.play(&mut game),
            }
        }
        assert!(
            matches!(game.ended_by(), Some(GameEnd::Checkmate { .. })),
            "{} from {} to {}: {:?}",
            personality.name(),
            start.fen(),
            game.position().fen(),
            game.ended_by()
        );
    }
}

#[test]
fn a_lone_king_is_mated() {
    for pieces in ENDGAMES {
        mates(pieces, &Personality::neutral(), 200, 6);
    }
}

#[test]
fn no_personality_spoils_a_mate() {
    for personality in Roster::built_in().iter() {
        for pieces in ENDGAMES {
            mates(pieces, personality, 200, 1);
        }
    }
}

#[test]
#[ignore = "thousands of games for each personality"]
fn no_personality_ever_fails_to_mate_a_lone_king() {
    for personality in Roster::built_in().iter() {
        for pieces in ENDGAMES {
            mates(pieces, personality, 200, 1_000);
        }
    }
}
