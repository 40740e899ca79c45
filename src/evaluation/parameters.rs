//! The parameters of the evaluation: one number or table for each term, with piece-square tables
//! (PST) for every kind of piece.
//!
//! Each entry is (middlegame, endgame) in centipawns for the side that has it; those of role
//! `Danger` are in units of king danger and those of role `Complexity` in centipawns of the
//! endgame. `masque tune evaluation` rewrites the numbers and the next paragraph; names, order and
//! comments are written by hand.
//!
//! Provenance: first tuned on 889,410 positions of self-play and master games from numbers made by
//! hand; from there on 3,345,052 positions of self-play (2,500 nodes a move; target 0.4 of the result
//! and 0.6 of the search's score, 8,200 steps), mean logistic loss on 366,500 other positions 0.49268
//! before and 0.49024 after, then scaled so that a pawn is worth 100 on the average of both phases.

use super::tapered::Tapered;
use super::terms::TermRole::{Complexity, Danger, Unweighted, Weighted};
use super::terms::{Term, parameters};
use super::weights::Family::*;

parameters! {
    /// A pawn.
    PAWN_VALUE: Weighted(Pawns), "pawn" = [(65, 135)];
    /// A knight.
    KNIGHT_VALUE: Weighted(Knights), "knight" = [(310, 406)];
    /// A bishop.
    BISHOP_VALUE: Weighted(Bishops), "bishop" = [(327, 424)];
    /// A rook.
    ROOK_VALUE: Weighted(Rooks), "rook" = [(429, 715)];
    /// A queen.
    QUEEN_VALUE: Weighted(Queens), "queen" = [(913, 1313)];
    /// Where a pawn stands, a1 to h8 from its own side.
    PAWN_PIECE_SQUARE: Weighted(Placement), "pawn placement" = [
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (-3, 1), (6, 1), (2, -1), (-5, -3), (-12, -1), (10, 6), (16, 4), (-5, -2),
        (-1, -3), (-1, -3), (1, -7), (1, -9), (0, -6), (1, -4), (9, -6), (-5, -3),
        (0, 5), (-2, 3), (8, -7), (9, -7), (11, -4), (4, -6), (2, 3), (0, 2),
        (6, 14), (5, 9), (10, 5), (14, -1), (15, 1), (15, 8), (5, 9), (3, 12),
        (13, 28), (14, 26), (18, 23), (22, 22), (21, 20), (20, 25), (14, 27), (12, 29),
        (21, 49), (23, 46), (26, 44), (29, 42), (29, 42), (26, 45), (23, 46), (20, 48),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// Where a knight stands, a1 to h8 from its own side.
    KNIGHT_PIECE_SQUARE: Weighted(Placement), "knight placement" = [
        (-45, -56), (-23, -33), (-14, -18), (-7, -5), (-7, -5), (-14, -18), (-22, -32), (-45, -56),
        (-21, -31), (-9, -15), (-2, -3), (1, 5), (2, 9), (-1, -2), (-9, -15), (-18, -31),
        (-9, -15), (1, -2), (1, 5), (10, 13), (12, 14), (3, 4), (5, -1), (-9, -14),
        (-1, -2), (7, 8), (12, 16), (13, 21), (12, 21), (15, 17), (8, 9), (3, -2),
        (4, 2), (9, 10), (15, 17), (18, 22), (18, 22), (17, 17), (11, 10), (4, 1),
        (-4, -13), (3, -1), (9, 8), (16, 16), (15, 15), (11, 8), (1, -1), (-4, -12),
        (-20, -34), (-9, -17), (-3, -5), (5, 4), (5, 4), (-2, -6), (-10, -17), (-20, -34),
        (-46, -61), (-26, -39), (-16, -21), (-9, -10), (-9, -10), (-16, -21), (-26, -39), (-46, -61),
    ];
    /// Where a bishop stands, a1 to h8 from its own side.
    BISHOP_PIECE_SQUARE: Weighted(Placement), "bishop placement" = [
        (-16, -13), (-9, -8), (-9, -7), (-5, -1), (-3, -1), (-17, -5), (-11, -9), (-16, -13),
        (-3, -10), (3, -8), (3, -1), (2, 4), (1, 4), (2, 0), (5, -6), (-4, -10),
        (2, -6), (6, 0), (3, 3), (8, 7), (6, 8), (4, 1), (3, -1), (1, -4),
        (1, -1), (3, 4), (6, 8), (8, 7), (7, 7), (5, 7), (2, 3), (1, -1),
        (-2, -1), (5, 4), (4, 6), (5, 8), (6, 7), (4, 8), (8, 5), (-1, -1),
        (-5, -6), (-1, -1), (0, 1), (3, 4), (4, 7), (2, 3), (-2, -1), (-3, -5),
        (-9, -10), (-7, -5), (-4, -2), (-1, 3), (-1, 3), (-4, -1), (-7, -6), (-9, -10),
        (-18, -14), (-12, -10), (-9, -6), (-7, -1), (-7, -1), (-9, -6), (-12, -10), (-18, -14),
    ];
    /// Where a rook stands, a1 to h8 from its own side.
    ROOK_PIECE_SQUARE: Weighted(Placement), "rook placement" = [
        (-7, -10), (-1, -7), (-1, -4), (7, -7), (8, -7), (2, -5), (-3, -7), (0, -10),
        (-12, -10), (-7, -6), (0, -4), (4, -5), (1, -6), (-3, -4), (-6, -4), (-15, -11),
        (-10, -5), (-4, 0), (-2, 1), (3, 0), (2, 0), (0, 1), (-6, -1), (-8, -5),
        (-7, 3), (-5, 7), (0, 8), (5, 8), (5, 8), (0, 8), (-5, 6), (-7, 1),
        (-5, 11), (0, 13), (4, 16), (7, 16), (8, 16), (4, 15), (-1, 13), (-5, 8),
        (0, 13), (1, 16), (7, 17), (10, 16), (9, 16), (7, 17), (3, 17), (0, 12),
        (0, 16), (4, 18), (9, 20), (13, 20), (13, 20), (9, 21), (4, 17), (0, 15),
        (-1, 12), (2, 17), (7, 18), (10, 17), (10, 17), (7, 18), (2, 17), (-1, 12),
    ];
    /// Where a queen stands, a1 to h8 from its own side.
    QUEEN_PIECE_SQUARE: Weighted(Placement), "queen placement" = [
        (-8, -37), (-6, -27), (-4, -20), (-4, -13), (-2, -13), (-4, -21), (-7, -27), (-8, -37),
        (-2, -22), (-2, -15), (1, -8), (3, 0), (2, -1), (2, -7), (-1, -15), (-1, -21),
        (0, -9), (3, -1), (2, 7), (-1, 10), (2, 12), (4, 7), (4, -1), (1, -9),
        (2, 5), (1, 13), (0, 18), (1, 24), (0, 23), (1, 18), (3, 13), (0, 5),
        (-3, 7), (0, 15), (0, 20), (-1, 25), (0, 26), (0, 20), (1, 14), (1, 7),
        (-3, -1), (-1, 7), (1, 15), (0, 20), (2, 21), (1, 15), (-1, 7), (-3, 0),
        (-7, -10), (-5, -3), (-3, 5), (-2, 13), (-2, 13), (-2, 5), (-4, -3), (-6, -10),
        (-9, -23), (-5, -14), (-4, -6), (-2, 1), (-2, 1), (-4, -7), (-4, -13), (-9, -23),
    ];
    /// Where a king stands, a1 to h8 from its own side.
    KING_PIECE_SQUARE: Weighted(Placement), "king placement" = [
        (15, -73), (22, -46), (13, -25), (-15, -20), (-5, -20), (0, -30), (27, -42), (16, -73),
        (7, -35), (10, -18), (-2, -4), (-16, 7), (-15, 6), (-4, -3), (11, -15), (9, -35),
        (-6, -9), (-3, 6), (-16, 17), (-25, 27), (-25, 24), (-14, 20), (-3, 5), (-7, -10),
        (-14, 10), (-11, 24), (-24, 33), (-32, 38), (-33, 37), (-24, 34), (-12, 22), (-14, 10),
        (-19, 16), (-16, 28), (-28, 39), (-37, 43), (-37, 46), (-28, 39), (-16, 30), (-19, 16),
        (-18, 2), (-15, 17), (-28, 31), (-37, 40), (-37, 39), (-28, 31), (-15, 18), (-18, 2),
        (-18, -24), (-15, -5), (-28, 8), (-37, 21), (-37, 22), (-28, 8), (-15, -5), (-19, -24),
        (-18, -68), (-15, -42), (-28, -24), (-37, -11), (-37, -10), (-28, -24), (-15, -42), (-18, -68),
    ];
    /// Safe squares that a knight attacks: 0 to 8.
    KNIGHT_MOBILITY: Weighted(Mobility), "knight mobility" = [
        (-53, -67), (-30, -37), (-15, -22), (-8, -10), (-3, -1), (0, 3), (5, 9), (10, 12),
        (15, 16),
    ];
    /// Safe squares that a bishop attacks: 0 to 13.
    BISHOP_MOBILITY: Weighted(Mobility), "bishop mobility" = [
        (-56, -69), (-34, -39), (-21, -29), (-10, -16), (-3, -6), (2, 1), (3, 7), (5, 14),
        (8, 17), (14, 20), (17, 23), (22, 27), (26, 34), (30, 38),
    ];
    /// Safe squares that a rook attacks: 0 to 14.
    ROOK_MOBILITY: Weighted(Mobility), "rook mobility" = [
        (-36, -104), (-22, -64), (-14, -49), (-9, -35), (-8, -22), (-5, -12), (-2, -3), (0, 4),
        (2, 10), (4, 15), (6, 22), (8, 26), (9, 30), (12, 35), (14, 40),
    ];
    /// Safe squares that a queen attacks: 0 to 27.
    QUEEN_MOBILITY: Weighted(Mobility), "queen mobility" = [
        (-52, -85), (-36, -59), (-30, -50), (-26, -41), (-22, -34), (-19, -27), (-13, -22), (-9, -18),
        (-6, -12), (-4, -7), (-1, -2), (2, 1), (5, 5), (6, 9), (7, 14), (10, 19),
        (11, 20), (12, 23), (12, 27), (16, 28), (18, 31), (20, 33), (21, 37), (23, 39),
        (24, 42), (27, 44), (28, 47), (29, 49),
    ];
    /// Both bishops.
    BISHOP_PAIR: Weighted(Imbalance), "bishop pair" = [(31, 79)];
    /// A knight, by the number of own pawns: it is stronger in closed positions.
    KNIGHT_WITH_PAWNS: Weighted(Imbalance), "knights with pawns" = [
        (-20, -18), (-14, -11), (-9, -5), (-6, -3), (-5, -3), (-3, 0), (2, 3), (8, 4),
        (10, 7),
    ];
    /// A rook, by the number of own pawns: it is weaker in closed positions.
    ROOK_WITH_PAWNS: Weighted(Imbalance), "rooks with pawns" = [
        (22, 4), (18, 9), (15, 17), (7, 10), (-1, 4), (-2, -2), (-7, -6), (-11, -11),
        (-15, -11),
    ];
    /// Each rook after the first, which competes for the same open files.
    SECOND_ROOK: Weighted(Imbalance), "second rook" = [(-16, -20)];
    /// An own pawn on d4, e4, d5 or e5.
    CENTRE_PAWN: Weighted(Centre), "centre: pawns" = [(2, -8)];
    /// A central square that an own pawn attacks.
    CENTRE_PAWN_ATTACK: Weighted(Centre), "centre: hit by pawns" = [(-2, 3)];
    /// A knight or bishop on a central square.
    CENTRE_PIECE: Weighted(Centre), "centre: minor pieces" = [(4, 2)];
    /// A central square that an own piece attacks.
    CENTRE_PIECE_ATTACK: Weighted(Centre), "centre: hit by pieces" = [(0, 3)];
    /// A pawn without neighbours, by whether an enemy pawn stands before it (no, yes).
    ISOLATED: Weighted(PawnWeakness), "isolated pawns" = [
        (-12, -6), (-1, -6),
    ];
    /// A pawn behind another one on its file.
    DOUBLED: Weighted(PawnWeakness), "doubled pawns" = [(-8, -15)];
    /// A pawn behind another one, both without neighbours.
    DOUBLED_ISOLATED: Weighted(PawnWeakness), "doubled isolated pawns" = [(-3, -10)];
    /// A pawn that neighbours cannot guard and that cannot step ahead safely, by whether an enemy
    /// pawn stands before it (no, yes).
    BACKWARD: Weighted(PawnWeakness), "backward pawns" = [
        (-12, -12), (1, -10),
    ];
    /// Pawns side by side, each by rank.
    PHALANX: Weighted(PawnChains), "phalanx" = [
        (0, 0), (4, -1), (4, 2), (8, 7), (17, 18), (43, 46), (76, 85), (0, 0),
    ];
    /// A pawn guarded by a pawn, by rank.
    GUARDED: Weighted(PawnChains), "guarded pawns" = [
        (0, 0), (0, 0), (14, 9), (8, 4), (13, 11), (25, 31), (48, 45), (0, 0),
    ];
    /// A candidate: a pawn that its neighbours can help to become passed, by rank.
    CANDIDATE: Weighted(PassedPawns), "candidates" = [
        (0, 0), (1, 3), (1, 6), (2, 15), (5, 26), (27, 51), (0, 0), (0, 0),
    ];
    /// A passed pawn, by rank.
    PASSED: Weighted(PassedPawns), "passed: rank" = [
        (0, 0), (0, 8), (2, 11), (3, 25), (21, 43), (48, 71), (85, 112), (0, 0),
    ];
    /// A passed pawn with an empty square before it, by rank.
    PASSED_FREE: Weighted(PassedPawns), "passed: not blocked" = [
        (0, 0), (-1, 1), (0, 4), (2, 9), (5, 19), (12, 32), (25, 61), (0, 0),
    ];
    /// A passed pawn whose next square the enemy does not attack, by rank.
    PASSED_SAFE_STEP: Weighted(PassedPawns), "passed: safe step" = [
        (0, 0), (1, 2), (0, 4), (-1, 8), (5, 14), (13, 24), (22, 34), (0, 0),
    ];
    /// A passed pawn whose whole path the enemy neither holds nor attacks, by rank.
    PASSED_SAFE_PATH: Weighted(PassedPawns), "passed: safe path" = [
        (0, 0), (0, 6), (0, 7), (1, 13), (7, 21), (19, 40), (30, 51), (0, 0),
    ];
    /// A passed pawn that a pawn guards or accompanies, by rank.
    PASSED_SUPPORTED: Weighted(PassedPawns), "passed: supported" = [
        (0, 0), (0, 1), (1, 3), (4, 8), (8, 13), (12, 18), (13, 21), (0, 0),
    ];
    /// Each step of the enemy king from the square before a passed pawn, by rank of the pawn.
    PASSED_ENEMY_KING: Weighted(PassedPawns), "passed: enemy king far" = [
        (0, 0), (0, 0), (-2, 2), (-2, 13), (-2, 24), (-1, 37), (1, 45), (0, 0),
    ];
    /// Each step of the own king from the square before a passed pawn, by rank of the pawn.
    PASSED_OWN_KING: Weighted(PassedPawns), "passed: own king far" = [
        (0, 0), (-2, 1), (-1, -5), (-2, -11), (-3, -17), (-3, -26), (-7, -32), (0, 0),
    ];
    /// A passed pawn that no enemy king or piece can stop.
    PASSED_UNSTOPPABLE: Weighted(PassedPawns), "passed: unstoppable" = [(0, 196)];
    /// An own rook behind a passed pawn.
    PASSED_ROOK_BEHIND: Weighted(PassedPawns), "passed: rook behind" = [(6, 20)];
    /// An enemy rook behind a passed pawn.
    PASSED_ENEMY_ROOK_BEHIND: Weighted(PassedPawns), "passed: enemy rook behind" = [(-5, -26)];
    /// A knight on a square of ranks four to six that no enemy pawn can attack, by whether a pawn
    /// guards it (no, yes).
    KNIGHT_OUTPOST: Weighted(Outposts), "knight outposts" = [
        (15, 6), (27, 17),
    ];
    /// A bishop on such a square, likewise.
    BISHOP_OUTPOST: Weighted(Outposts), "bishop outposts" = [
        (11, 2), (27, 12),
    ];
    /// A knight that can jump to an outpost guarded by a pawn.
    OUTPOST_IN_REACH: Weighted(Outposts), "outposts in reach" = [(15, 9)];
    /// A minor piece right behind a pawn of any colour.
    MINOR_BEHIND_PAWN: Weighted(Outposts), "minor behind pawn" = [(4, 12)];
    /// Each own pawn on the colour of a bishop.
    BISHOP_PAWNS: Weighted(Outposts), "bad bishop: own pawns" = [(-2, -4)];
    /// Each own pawn on the colour of a bishop that cannot move.
    BISHOP_BLOCKED_PAWNS: Weighted(Outposts), "bad bishop: blocked pawns" = [(1, -4)];
    /// A bishop that sees two central squares along a long diagonal through pawns.
    LONG_DIAGONAL: Weighted(Outposts), "long diagonal" = [(15, 1)];
    /// Each step of a minor piece from the own king.
    MINOR_FROM_KING: Weighted(Outposts), "minor far from king" = [(-1, 3)];
    /// A rook on a file without pawns.
    ROOK_OPEN_FILE: Weighted(Lines), "rook on open file" = [(26, 5)];
    /// A rook on a file without own pawns.
    ROOK_HALF_OPEN_FILE: Weighted(Lines), "rook on half-open file" = [(13, 9)];
    /// A rook on the seventh rank with the enemy king behind or pawns on it.
    ROOK_SEVENTH: Weighted(Lines), "rook on seventh" = [(3, 14)];
    /// A queen there.
    QUEEN_SEVENTH: Weighted(Lines), "queen on seventh" = [(0, 15)];
    /// A rook on the file of the enemy queen.
    ROOK_AT_QUEEN: Weighted(Lines), "rook on queen's file" = [(7, 2)];
    /// A rook with at most three safe squares on the side to which the own king has gone.
    ROOK_TRAPPED: Weighted(Lines), "trapped rook" = [(-31, -8)];
    /// The rank of the own pawn before the king on the king's file; 0 is none.
    SHELTER_KING_FILE: Weighted(KingSafety), "shelter: king's file" = [
        (-21, 0), (18, 2), (8, -1), (-4, -1), (-11, -2), (-13, 0), (-13, 1), (0, 0),
    ];
    /// The same on the files beside the king.
    SHELTER_SIDE_FILE: Weighted(KingSafety), "shelter: side files" = [
        (-12, 1), (15, 3), (6, 0), (1, -3), (-6, -3), (-9, -1), (-10, 3), (0, 0),
    ];
    /// The rank, from the king's side, of the nearest enemy pawn that may come on; 0 is none.
    STORM: Weighted(KingSafety), "storm" = [
        (-10, 1), (2, 2), (-24, 5), (-15, 5), (-10, 2), (1, -2), (-1, -3), (0, 0),
    ];
    /// The same for an enemy pawn that an own pawn stops.
    STORM_STOPPED: Weighted(KingSafety), "storm stopped" = [
        (0, 0), (0, 0), (-28, -1), (-6, 0), (-2, -4), (1, -4), (1, 0), (0, 0),
    ];
    /// What danger starts with; one attacker alone does not bring it above zero.
    DANGER_BASE: Danger, "danger: base" = [(-27, -22)];
    /// A piece that attacks the king's zone: knight, bishop, rook, queen.
    DANGER_ATTACKER: Danger, "danger: attackers" = [
        (43, 15), (36, 16), (41, 18), (42, 25),
    ];
    /// An attack on a square next to the king.
    DANGER_ATTACK: Danger, "danger: attacks" = [(6, 5)];
    /// A square of the zone that the enemy attacks and only king or queen guard once.
    DANGER_WEAK: Danger, "danger: weak squares" = [(24, 11)];
    /// A kind of piece that can check safely: knight, bishop, rook, queen.
    DANGER_SAFE_CHECK: Danger, "danger: safe checks" = [
        (116, 28), (74, 20), (132, 30), (107, 29),
    ];
    /// A kind of piece whose checks are all unsafe.
    DANGER_UNSAFE_CHECK: Danger, "danger: unsafe checks" = [(19, 4)];
    /// The enemy has no queen.
    DANGER_NO_QUEEN: Danger, "danger: no queen" = [(-110, -57)];
    /// An own minor piece in the king's zone.
    DANGER_DEFENDER: Danger, "danger: defenders" = [(-22, -6)];
    /// A file at the king without own pawn.
    DANGER_OPEN_FILE: Danger, "danger: open files" = [(23, 2)];
    /// A square on the king's wing, own half, that the enemy attacks.
    DANGER_WING_ATTACK: Danger, "danger: wing attacks" = [(10, 5)];
    /// A square there that the own side guards.
    DANGER_WING_DEFENCE: Danger, "danger: wing defence" = [(-5, 5)];
    /// A safe pawn attacks a knight, bishop, rook, queen.
    THREAT_BY_PAWN: Weighted(Threats), "threats by pawns" = [
        (52, 35), (49, 39), (62, 38), (56, 38),
    ];
    /// A pawn can step safely to attack a piece.
    THREAT_BY_PUSH: Weighted(Threats), "threats by pawn steps" = [(11, 14)];
    /// A minor piece attacks a weak pawn, a knight, bishop, rook, queen.
    THREAT_BY_MINOR: Weighted(Threats), "threats by minors" = [
        (1, 22), (21, 31), (26, 33), (50, 53), (47, 51),
    ];
    /// A rook attacks a weak pawn, knight, bishop, rook, or any queen.
    THREAT_BY_ROOK: Weighted(Threats), "threats by rooks" = [
        (2, 26), (23, 38), (27, 41), (4, 17), (51, 45),
    ];
    /// The king attacks something weak.
    THREAT_BY_KING: Weighted(Threats), "threats by king" = [(12, 41)];
    /// A piece or pawn that is attacked and not guarded.
    HANGING: Weighted(Threats), "hanging" = [(16, 21)];
    /// A piece that can attack the enemy queen from a safe square: minor, rook.
    QUEEN_HARASSED: Weighted(Threats), "queen in danger" = [
        (8, 5), (11, -1),
    ];
    /// A square that both attack and the enemy does not hold firmly.
    CONTESTED: Weighted(Threats), "contested squares" = [(3, -2)];
    /// Safe squares on ranks two to four of the files c to f, counted twice behind own pawns: 0 to
    /// 24.
    SPACE: Weighted(Space), "space" = [
        (-14, 0), (-13, 0), (-10, 0), (-9, 0), (-7, 0), (-7, 0), (-5, 2), (-3, 4),
        (1, 2), (4, 1), (4, 0), (4, -1), (1, -4), (4, 0), (5, 0), (7, -3),
        (9, 0), (12, 0), (14, 0), (15, 0), (17, 0), (17, 0), (18, 0), (20, 0),
        (21, 0),
    ];
    /// The distance of a bare king from the centre: 0 to 6.
    MOP_UP_EDGE: Unweighted, "mop-up: edge" = [
        (0, 0), (0, 12), (0, 24), (0, 40), (0, 58), (0, 79), (0, 104),
    ];
    /// The distance of the kings when one is bare: 0 to 7.
    MOP_UP_KINGS: Unweighted, "mop-up: kings" = [
        (0, 0), (0, 0), (0, 67), (0, 56), (0, 44), (0, 28), (0, 14), (0, 0),
    ];
    /// The right to move.
    TEMPO: Unweighted, "tempo" = [(22, 15)];
    /// What every position starts with: a simple position is easier to draw than an average one.
    COMPLEXITY_BASE: Complexity, "complexity: base" = [(0, -42)];
    /// Each pawn on the board.
    COMPLEXITY_PAWN: Complexity, "complexity: pawns" = [(0, 4)];
    /// Pawns on both wings.
    COMPLEXITY_WINGS: Complexity, "complexity: both wings" = [(0, 33)];
    /// A passed pawn.
    COMPLEXITY_PASSED: Complexity, "complexity: passed pawns" = [(0, 6)];
    /// Only kings and pawns.
    COMPLEXITY_PAWN_ENDGAME: Complexity, "complexity: pawn ending" = [(0, 38)];
}
