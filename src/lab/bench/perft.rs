//! Perft (performance test, Robert Hyatt's name): the number of legal move sequences of a given length.
//!
//! It is the classic test of a move generator, because the counts of many positions are known
//! exactly. The moves of the last ply are counted without being made.

use std::io::{self, Write};
use std::time::Instant;

use crate::board::{Move, Position};

/// The number of sequences of `depth_plies` legal moves from `position`.
pub fn perft(position: &Position, depth_plies: u32) -> u64 {
    let moves = match depth_plies {
        0 => return 1,
        _ => position.legal_moves(),
    };
    if depth_plies == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| perft(&position.play(mv), depth_plies - 1))
        .sum()
}

/// [`perft`] split by the first move, in the order of [`Position::legal_moves`]; empty at depth 0.
pub fn divide(position: &Position, depth_plies: u32) -> Vec<(Move, u64)> {
    let Some(rest_plies) = depth_plies.checked_sub(1) else {
        return Vec::new();
    };
    position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, perft(&position.play(mv), rest_plies)))
        .collect()
}

/// Writes the count of each first move, sorted by name, then the total and the speed.
///
/// # Errors
/// Only those of `out`.
pub fn write_divide(out: &mut impl Write, position: &Position, depth_plies: u32) -> io::Result<()> {
    let started = Instant::now();
    let mut lines: Vec<(String, u64)> = divide(position, depth_plies)
        .into_iter()
        .map(|(mv, nodes)| (position.coordinate_960(mv), nodes))
        .collect();
    let elapsed_s = started.elapsed().as_secs_f64();
    lines.sort();
    let total = match depth_plies {
        0 => 1,
        _ => lines.iter().map(|(_, nodes)| nodes).sum(),
    };
    for (mv, nodes) in &lines {
        writeln!(out, "{mv:<5} {nodes:>12}")?;
    }
    let speed = total as f64 / elapsed_s.max(1e-6);
    writeln!(out, "{total} nodes in {elapsed_s:.3} s, {speed:.0} nodes/s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_zero_is_the_position_itself() {
        let start = Position::start();
        assert_eq!(perft(&start, 0), 1);
        assert!(divide(&start, 0).is_empty());
        let mut out = Vec::new();
        write_divide(&mut out, &start, 0).unwrap();
        assert!(String::from_utf8(out).unwrap().starts_with("1 nodes"));
    }

    #[test]
    fn the_parts_sum_up_to_the_whole() {
        let position: Position =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
                .parse()
                .unwrap();
        let parts = divide(&position, 3);
        assert_eq!(parts.len(), 48);
        assert_eq!(
            parts.iter().map(|(_, nodes)| nodes).sum::<u64>(),
            perft(&position, 3)
        );
    }

    #[test]
    fn the_written_form_lists_each_move_and_the_total() {
        let mut out = Vec::new();
        write_divide(&mut out, &Position::start(), 2).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 21);
        assert!(text.starts_with("a2a3            20\n"), "{text}");
        assert!(text.lines().last().unwrap().starts_with("400 nodes in "));
    }
}
