//! The elementary mates (KQK, KRK, KBBK, KBNK) without tables: a lone king is mated within fifty
//! moves.
//!
//! The defender is the engine itself. The ignored test plays a thousand starts of each endgame with
//! every personality.
#![allow(clippy::unwrap_used)]

use masque::board::{Color, Game, GameEnd, Piece, Position, Square};
use masque::lab::matches::game::Player;
use masque::personality::{Personality, PlayingStrength, Roster};
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

/// Plays `starts` games, all of which must end in mate.
fn mates(pieces: &[Piece], personality: &Personality, nodes: u64, starts: u32) {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let mut attacker = Player::with_personality(personality, 1, nodes);
    let mut defender = Player::with_personality(&Personality::plain(), 1, nodes);
    for _ in 0..starts {
        let start = start(pieces, &mut random);
        let mut game = Game::new(start.clone());
        while game.ended_by().is_none() {
            let player = match game.position().side_to_move() {
                Color::White => &mut attacker,
                Color::Black => &mut defender,
            };
            game.play(player.search(&game).best.unwrap());
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
        mates(pieces, &Personality::plain(), 200, 6);
    }
}

/// Everybody of the roster, at full strength.
fn everybody() -> Vec<Personality> {
    let roster = Roster::built_in();
    let all = roster.iter().cloned();
    all.map(|it| it.with_strength(PlayingStrength::Full))
        .collect()
}

#[test]
fn no_personality_spoils_a_mate() {
    for personality in everybody() {
        for pieces in ENDGAMES {
            mates(pieces, &personality, 200, 1);
        }
    }
}

#[test]
fn whoever_knows_a_mate_at_a_level_gives_it() {
    let known: [(&[Piece], i32); 5] = [
        (&[Piece::Queen], 800),
        (&[Piece::Rook], 800),
        (&[Piece::Rook], 1_500),
        (&[Piece::Bishop, Piece::Bishop], 1_400),
        (&[Piece::Bishop, Piece::Knight], 1_900),
    ];
    for (pieces, elo) in known {
        let player = Personality::neutral().with_strength(PlayingStrength::Elo(elo));
        mates(pieces, &player, 200, 6);
    }
}

#[test]
#[ignore = "hundreds of games at levels"]
fn queens_and_rooks_mate_from_800_on() {
    for elo in [800, 1_000, 1_400, 2_000] {
        let player = Personality::neutral().with_strength(PlayingStrength::Elo(elo));
        for pieces in [&[Piece::Queen], &[Piece::Rook]] {
            mates(pieces, &player, 200, 100);
        }
    }
}

#[test]
#[ignore = "thousands of games for each personality"]
fn no_personality_ever_fails_to_mate_a_lone_king() {
    for personality in everybody() {
        for pieces in ENDGAMES {
            mates(pieces, &personality, 200, 1_000);
        }
    }
}
