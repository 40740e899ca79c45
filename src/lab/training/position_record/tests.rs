//! Tests of the older format, with the writer that the program no longer needs.

use super::*;
use crate::board::{CastlingSide, Color, Piece, Rank, Square};

fn records() -> Vec<PositionRecord> {
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 7 31",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1",
        "8/8/8/8/8/5k2/8/6KQ b - - 99 400",
    ]
    .iter()
    .zip(0..)
    .map(|(fen, number)| PositionRecord {
        position: fen.parse().unwrap(),
        white_cp: 300 * number - 700,
        white_half_points: number as u8 % 3,
        starts_game: number == 0,
    })
    .collect()
}

/// A file of these records.
pub(in crate::lab) fn file(records: &[PositionRecord]) -> Vec<u8> {
    let mut bytes = POSITIONS_MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((RECORD_BYTES as u16).to_le_bytes());
    bytes.extend([0; 4]);
    for record in records {
        bytes.extend(pack(record));
    }
    bytes
}

/// The record's bytes.
fn pack(record: &PositionRecord) -> [u8; RECORD_BYTES] {
    let mut bytes = [0; RECORD_BYTES];
    let position = &record.position;
    bytes[..8].copy_from_slice(&position.occupied().0.to_le_bytes());
    // A legal position has at most 32 men.
    for (index, square) in position.occupied().into_iter().take(32).enumerate() {
        bytes[8 + index / 2] |= nibble(position, square) << (4 * (index % 2));
    }
    let en_passant = position
        .en_passant_square()
        .map_or(0, |square| square.file() as u8 + 1);
    bytes[24] = position.side_to_move() as u8 | en_passant << 4;
    bytes[25] = position.halfmove_clock() as u8;
    bytes[26..28].copy_from_slice(&record.white_cp.to_le_bytes());
    bytes[28] = record.white_half_points;
    bytes[29] = u8::from(record.starts_game);
    bytes[30..].copy_from_slice(&(position.fullmove_number() as u16).to_le_bytes());
    bytes
}

/// What stands on an occupied square.
fn nibble(position: &Position, square: Square) -> u8 {
    let color = position.color_on(square).unwrap_or(Color::White);
    let piece = position.piece_on(square).unwrap_or(Piece::Pawn);
    let may_castle = piece == Piece::Rook
        && square.rank() == Rank::First.relative_to(color)
        && [CastlingSide::Short, CastlingSide::Long]
            .iter()
            .any(|&side| position.castling_rook_file(color, side) == Some(square.file()));
    let kind = if may_castle {
        CASTLING_ROOK
    } else {
        piece as u8
    };
    kind | (color as u8) << 3
}

fn read(bytes: &[u8]) -> Result<Vec<PositionRecord>, PositionRecordError> {
    PositionRecordReader::new(bytes)?.collect()
}

fn complaint(bytes: &[u8]) -> String {
    read(bytes).unwrap_err().to_string()
}

#[test]
fn records_are_read_as_they_were_written() {
    let records = records();
    assert_eq!(read(&file(&records)).unwrap(), records);
    assert_eq!(read(&file(&[])).unwrap(), []);
}

#[test]
fn truncated_and_foreign_files_are_refused() {
    let whole = file(&records());
    assert!(complaint(&whole[..whole.len() - 1]).contains("record 5 has 31 bytes"));
    assert!(complaint(&whole[..12]).contains("record 0"));
    assert!(complaint(b"").contains("no file of self-play records"));
    assert!(complaint(b"rnbqkbnr/pppppppp").contains("no file of self-play records"));
    let mut other = whole.clone();
    other[8] = 2;
    assert!(complaint(&other).contains("version 2"));
}

#[test]
fn wrong_values_are_refused_with_the_record() {
    let whole = file(&records());
    for (offset, value, expected) in [
        (HEADER_BYTES + 28, 3, "record 1: the result is 3"),
        (HEADER_BYTES + 29, 9, "record 1: the mark"),
        (HEADER_BYTES + 8, 0x77, "record 1: a piece of kind 7 on a1"),
        (HEADER_BYTES + 24, 0xf0, "record 1: file 15"),
        (HEADER_BYTES + 32 + 2, 0xff, "record 2: "),
    ] {
        let mut broken = whole.clone();
        broken[offset] = value;
        let found = complaint(&broken);
        assert!(found.contains(expected), "{found} for {expected}");
    }
}
