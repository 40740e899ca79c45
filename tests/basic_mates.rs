//! The mates that every player knows, without tables: a lone king is mated within fifty moves.
//!
//! The defender is the engine itself. The ignored test plays a thousand starts of each ending.
#![allow(clippy::unwrap_used)]

use masque::board::{Color, Ending, Game, Piece, Position, Square};
use masque::personality::{Personality, Roster};
use masque::search::{
    RootBonus, SearchControl, SearchRequest, SearchThread, TranspositionTable, search,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const ENDINGS: [&[Piece]; 4] = [
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

/// One side of a game, with its own memory.
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
        request.bonus = match self.personality.tastes().next() {
            Some(_) => self.personality.root_bonus(game, 1),
            None => RootBonus::zero(),
        };
        request.weights = self.personality.weights().clone();
        let control = SearchControl::start(None);
        let outcome = search(&request, &mut self.thread, &self.table, &control, &mut ());
        game.play(outcome.best.unwrap());
    }
}

/// How many of `starts` games end in mate.
fn mated(pieces: &[Piece], personality: &Personality, nodes: u64, starts: u32) -> u32 {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let mut attacker = Player::new(personality.clone(), nodes);
    let mut defender = Player::new(Personality::neutral(), nodes);
    let mut won = 0;
    for _ in 0..starts {
        let mut game = Game::new(start(pieces, &mut random));
        while game.ending().is_none() {
            match game.position().side_to_move() {
                Color::White => attacker.play(&mut game),
                Color::Black => defender.play(&mut game),
            }
        }
        let is_mate = matches!(game.ending(), Some(Ending::Checkmate { .. }));
        won += u32::from(is_mate);
    }
    won
}

#[test]
fn a_lone_king_is_mated() {
    for pieces in ENDINGS {
        let won = mated(pieces, &Personality::neutral(), 200, 6);
        assert_eq!(won, 6, "{pieces:?}");
    }
}

#[test]
fn no_taste_spoils_a_mate() {
    let roster = Roster::built_in();
    for name in ["hypermodern", "countess", "miser"] {
        let personality = roster.find(name).unwrap();
        for pieces in ENDINGS {
            let won = mated(pieces, personality, 200, 3);
            assert_eq!(won, 3, "{name} with {pieces:?}");
        }
    }
}

#[test]
#[ignore = "thousands of games"]
fn a_lone_king_is_mated_a_thousand_times() {
    for pieces in ENDINGS {
        let won = mated(pieces, &Personality::neutral(), 2_000, 1_000);
        assert_eq!(won, 1_000, "{pieces:?}");
    }
}
