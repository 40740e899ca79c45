//! One pair of positions for each term: White's count of the term, or the place in its table,
//! changes from the first to the second as the pair says.

use std::cmp::Ordering;

use super::parameters::TERMS;
use super::*;

/// For each term two placements with Black to move, and whether White's count of the term, or its
/// place in a table, rises (`<`), falls (`>`) or stays (`=`) from the first to the second.
const PAIRS: &str = "
pawn: 4k3/8/8/8/8/8/8/4K3 < 4k3/8/8/8/8/8/4P3/4K3
knight: 4k3/8/8/8/8/8/8/4K3 < 4k3/8/8/8/8/8/4N3/4K3
bishop: 4k3/8/8/8/8/8/8/4K3 < 4k3/8/8/8/8/8/4B3/4K3
rook: 4k3/8/8/8/8/8/8/4K3 < 4k3/8/8/8/8/8/3R4/4K3
queen: 4k3/8/8/8/8/8/8/4K3 < 4k3/8/8/8/8/8/3Q4/4K3
pawn placement: 4k3/8/8/8/8/P7/8/4K3 < 4k3/8/8/8/4P3/8/8/4K3
knight placement: 4k3/8/8/8/8/8/8/N3K3 < 4k3/8/8/8/4N3/8/8/4K3
bishop placement: 4k3/8/8/8/8/8/8/B3K3 < 4k3/8/8/4B3/8/8/8/4K3
rook placement: 4k3/8/8/8/8/R7/8/4K3 < 4k3/8/3R4/8/8/8/8/4K3
queen placement: 4k3/8/8/8/8/8/8/Q3K3 < 4k3/8/8/3Q4/8/8/8/4K3
king placement: 4k3/8/8/8/8/8/8/K7 < 4k3/8/8/8/4K3/8/8/8
knight mobility: 4k3/8/8/8/8/8/8/N3K3 < 4k3/8/8/8/4N3/8/8/4K3
bishop mobility: 4k3/8/8/8/8/3P1P2/4B3/4K3 < 4k3/8/8/8/8/8/4B3/4K3
rook mobility: 4k3/8/8/8/8/P7/RP6/4K3 < 4k3/8/8/8/8/8/R7/4K3
queen mobility: 4k3/8/8/8/8/PP6/QP6/4K3 < 4k3/8/8/8/8/8/Q7/4K3
bishop pair: 4k3/8/8/8/8/8/8/2B1KN2 < 4k3/8/8/8/8/8/8/2B1KB2
knights with pawns: 4k3/8/8/8/8/8/P7/4KN2 < 4k3/8/8/8/8/8/PPPPPPPP/4KN2
rooks with pawns: 4k3/8/8/8/8/8/P7/4KR2 < 4k3/8/8/8/8/8/PPPPPPPP/4KR2
second rook: 4k3/8/8/8/8/8/8/4KR2 < 4k3/8/8/8/8/8/8/4KRR1
centre: pawns: 4k3/8/8/8/P7/8/8/4K3 < 4k3/8/8/8/3P4/8/8/4K3
centre: hit by pawns: 4k3/8/8/8/P7/8/8/4K3 < 4k3/8/8/8/2P5/8/8/4K3
centre: minor pieces: 4k3/8/8/8/8/8/3N4/4K3 < 4k3/8/8/8/3N4/8/8/4K3
centre: hit by pieces: 4k3/8/8/8/8/8/8/N3K3 < 4k3/8/8/8/8/2N5/8/4K3
isolated pawns: 4k3/8/8/8/8/8/PP6/4K3 < 4k3/8/8/8/8/8/P1P5/4K3
doubled pawns: 4k3/8/8/8/8/PP6/8/4K3 < 4k3/8/8/8/P7/P7/8/4K3
doubled isolated pawns: 4k3/8/8/8/P7/PP6/8/4K3 < 4k3/8/8/8/P7/P7/8/4K3
backward pawns: 4k3/8/8/2p5/4P3/3P4/8/4K3 = 4k3/8/2p5/2p5/4P3/3P4/8/4K3
backward pawns: 4k3/8/8/8/4P3/3P4/8/4K3 < 4k3/8/8/2p5/4P3/3P4/8/4K3
phalanx: 4k3/8/8/8/3P4/4P3/8/4K3 < 4k3/8/8/8/3PP3/8/8/4K3
guarded pawns: 4k3/8/8/8/3PP3/8/8/4K3 < 4k3/8/8/8/3P4/4P3/8/4K3
candidates: 4k3/2p5/8/3P4/8/8/8/4K3 < 4k3/2p5/8/3PP3/8/8/8/4K3
passed: rank: 4k3/3p4/8/3P4/8/8/8/4K3 < 4k3/8/8/3P4/8/8/8/4K3
passed: not blocked: 4k3/8/3n4/3P4/8/8/8/4K3 < 4k3/8/8/3P4/8/8/8/4K3
passed: safe step: 4k3/8/8/3P1n2/8/8/8/4K3 < 4k3/8/8/3P4/8/8/8/n3K3
passed: safe path: 3rk3/8/8/P7/8/8/8/4K3 < 4k3/8/8/P7/8/8/8/4K3
passed: supported: 4k3/8/8/3P4/8/1P6/8/4K3 < 4k3/8/8/3PP3/8/8/8/4K3
passed: enemy king far: 8/4k3/8/3P4/8/8/8/4K3 < 7k/8/8/3P4/8/8/8/4K3
passed: own king far: 8/4k3/8/3P4/3K4/8/8/8 < 8/4k3/8/3P4/8/8/8/4K3
passed: unstoppable: 8/8/8/P3k3/8/8/8/4K3 < 8/8/8/P5k1/8/8/8/4K3
passed: rook behind: 4k3/8/8/P7/8/8/8/1R2K3 < 4k3/8/8/P7/8/8/8/R3K3
passed: enemy rook behind: 4k3/8/8/P7/8/8/6K1/1r6 < 4k3/8/8/P7/8/8/6K1/r7
knight outposts: 4k3/3p4/8/4N3/8/8/8/4K3 < 4k3/1p6/8/4N3/8/8/8/4K3
bishop outposts: 4k3/2p5/8/3B4/8/8/8/4K3 = 4k3/2p5/8/3B4/4P3/8/8/4K3
bishop outposts: 4k3/2p5/8/3B4/8/8/8/4K3 < 4k3/1p6/8/3B4/4P3/8/8/4K3
outposts in reach: 4k3/8/8/8/4P3/8/8/N3K3 < 4k3/8/8/8/4P3/2N5/8/4K3
minor behind pawn: 4k3/8/8/8/3P4/2N5/8/4K3 < 4k3/8/8/8/3P4/3N4/8/4K3
bad bishop: own pawns: 4k3/8/8/8/4P3/8/8/2B1K3 < 4k3/8/8/8/3P4/8/8/2B1K3
bad bishop: blocked pawns: 4k3/8/8/8/3P4/8/8/2B1K3 < 4k3/8/8/3p4/3P4/8/8/2B1K3
long diagonal: 4k3/8/8/8/8/8/8/2B1K3 < 4k3/8/8/8/8/8/1B6/4K3
minor far from king: 4k3/8/8/8/8/8/4N3/4K3 < N3k3/8/8/8/8/8/8/4K3
rook on open file: 4k3/p7/8/8/8/8/P7/R3K3 < 4k3/p7/8/8/8/8/P7/1R2K3
rook on half-open file: 4k3/p7/8/8/8/8/P7/R3K3 < 4k3/p7/8/8/8/8/1P6/R3K3
rook on seventh: 8/R7/4k3/8/8/8/8/4K3 < 4k3/R7/8/8/8/8/8/4K3
queen on seventh: 8/Q7/4k3/8/8/8/8/4K3 < 4k3/Q7/8/8/8/8/8/4K3
rook on queen's file: q3k3/8/8/8/8/8/8/1R2K3 < 1q2k3/8/8/8/8/8/8/1R2K3
trapped rook: 4k3/8/8/8/8/8/5PPP/4KR2 < 4k3/8/8/8/8/8/5PPP/6KR
shelter: king's file: 4k3/8/8/8/8/8/5P1P/6K1 < 4k3/8/8/8/8/8/5PPP/6K1
shelter: side files: 4k3/8/8/8/8/8/6P1/6K1 < 4k3/8/8/8/8/8/5PPP/6K1
storm: 4k3/6p1/8/8/8/8/8/6K1 > 4k3/8/8/8/8/6p1/8/6K1
storm stopped: 4k3/8/6p1/8/8/8/6P1/6K1 < 4k3/8/8/8/8/6p1/6P1/6K1
danger: base: 4k3/8/8/8/8/8/8/6K1 = q3k3/8/8/8/8/8/8/6K1
danger: attackers: 4k3/8/8/8/q7/8/8/6K1 < 4kq2/8/8/8/8/8/8/6K1
danger: attacks: 4k3/8/8/8/q7/8/8/6K1 < 4kq2/8/8/8/8/8/8/6K1
danger: weak squares: 4k3/8/8/8/q7/8/8/6K1 < 4kq2/8/8/8/8/8/8/6K1
danger: safe checks: 4k3/8/8/8/8/8/8/6K1 < 4k3/8/8/q7/8/8/8/6K1
danger: unsafe checks: 4k3/8/8/r7/8/8/8/2R1K3 < 4k3/8/8/r7/3P4/8/8/2R1K3
danger: no queen: r2qk3/8/8/8/8/8/8/6K1 < r3k3/8/8/8/8/8/8/6K1
danger: defenders: q3k3/8/8/8/8/8/8/N5K1 < q3k3/8/8/8/8/8/8/5NK1
danger: open files: q3k3/8/8/8/8/8/5PPP/6K1 < q3k3/8/8/8/8/8/5P1P/6K1
danger: wing attacks: r3k3/8/8/8/8/8/8/6K1 < 4kr2/8/8/8/8/8/8/6K1
danger: wing defence: q3k3/8/8/8/8/8/8/6K1 < q3k3/8/8/8/8/8/5PPP/6K1
king danger: q3k3/8/8/8/8/8/5PPP/6K1 > 4k3/8/3b1n2/6nq/4r3/8/5P2/6K1
threats by pawns: 4k3/8/8/3n4/8/4P3/8/4K3 < 4k3/8/8/3n4/4P3/8/8/4K3
threats by pawn steps: 4k3/8/8/3n4/P7/8/8/4K3 < 4k3/8/8/3n4/8/4P3/8/4K3
threats by minors: 4k3/8/8/3r4/8/3N4/8/4K3 < 4k3/8/8/3r4/8/2N5/8/4K3
threats by rooks: 4k3/8/8/3n4/8/2R5/8/4K3 < 4k3/8/8/3n4/8/3R4/8/4K3
threats by king: 4k3/8/8/3n4/8/3K4/8/8 < 4k3/8/8/3n4/3K4/8/8/8
hanging: 4k3/8/4p3/3n4/8/3R4/8/4K3 < 4k3/8/8/3n4/8/3R4/8/4K3
queen in danger: 3qk3/8/8/8/8/8/8/N3K3 < 3qk3/8/8/8/3N4/8/8/4K3
contested squares: 4k3/8/8/8/8/8/8/6K1 < 4k3/8/4r3/8/R7/8/8/6K1
space: 4k3/3p4/8/2p2p2/8/8/3P4/4K3 < 4k3/3p4/8/8/3PP3/8/8/4K3
mop-up: edge: 8/8/8/3k4/8/8/8/R3K1R1 < k7/8/8/8/8/8/8/1R2K1R1
mop-up: kings: k7/8/8/8/8/8/8/1R2K1R1 > k7/8/2K5/8/8/8/8/1R4R1
complexity: base: 4k3/8/8/8/8/8/8/4K3 = 4k3/8/8/8/8/8/4P3/4K3
complexity: pawns: 4k3/8/8/8/8/8/8/4K3 < 4k3/8/8/8/8/8/4P3/4K3
complexity: both wings: 4k3/8/8/8/8/8/4P3/4K3 < 4k3/8/8/8/8/8/P3P3/4K3
complexity: passed pawns: 4k3/4p3/8/8/8/8/4P3/4K3 < 4k3/8/8/8/8/8/4P3/4K3
complexity: pawn ending: 4k3/8/8/8/8/8/4P3/4KN2 < 4k3/8/8/8/8/8/4P3/4K3
";

/// Term, first placement, expected order of the values, second placement.
fn pairs() -> impl Iterator<Item = (&'static str, &'static str, Ordering, &'static str)> {
    PAIRS.lines().filter(|line| !line.is_empty()).map(|line| {
        let (term, pair) = line.rsplit_once(": ").unwrap();
        let mut fields = pair.split(' ');
        let first = fields.next().unwrap();
        let expected = match fields.next().unwrap() {
            "<" => Ordering::Less,
            ">" => Ordering::Greater,
            _ => Ordering::Equal,
        };
        (term, first, expected, fields.next().unwrap())
    })
}

/// White's count of the term. Later entries of a table weigh more, so that tuned values do not
/// matter. For "king danger", which is no term, its value in centipawns. An error says what is
/// wrong with the placement.
fn measure(name: &str, placement: &str) -> Result<i32, String> {
    let position: Position = format!("{placement} b - - 0 1")
        .parse()
        .map_err(|error| format!("{name}: {placement}: {error}"))?;
    let Some(term) = TERMS.iter().find(|term| term.name == name) else {
        let trace = trace(&position, &EvaluationWeights::neutral(), Color::White);
        let row = trace.rows.iter().find(|row| row.term == name);
        return Ok(row.map_or(0, |row| row.values[0].middlegame_cp()));
    };
    let counts = counts_of(&position);
    let counts = &counts.0[term.start..term.start + term.length];
    Ok((1..)
        .zip(counts)
        .map(|(weight, [white, _])| weight * white)
        .sum())
}

/// What is wrong with a pair, if anything.
fn check(term: &str, first: &str, expected: Ordering, second: &str) -> Result<(), String> {
    let (before, after) = (measure(term, first)?, measure(term, second)?);
    if before.cmp(&after) == expected {
        Ok(())
    } else {
        Err(format!("{term}: {before} in {first}, {after} in {second}"))
    }
}

#[test]
fn each_term_moves_with_what_it_names() {
    let wrong: Vec<String> = pairs()
        .filter_map(|(term, first, expected, second)| check(term, first, expected, second).err())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_term_has_a_pair_that_moves_it() {
    let elsewhere = ["tempo", "complexity: base", "danger: base"];
    for term in TERMS.iter().filter(|term| !elsewhere.contains(&term.name)) {
        let is_moved =
            pairs().any(|(name, _, expected, _)| name == term.name && expected != Ordering::Equal);
        assert!(is_moved, "{}", term.name);
    }
}

#[test]
fn the_right_to_move_counts_for_its_owner() {
    let white: Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    let trace = trace(&white, &EvaluationWeights::neutral(), Color::White);
    let tempo = trace.rows.iter().find(|row| row.term == "tempo").unwrap();
    assert_ne!(tempo.values[0], Tapered::ZERO);
    assert_eq!(tempo.values[1], Tapered::ZERO);
}
