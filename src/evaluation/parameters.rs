//! The parameters of the evaluation: one number or table for each term, with piece-square tables
//! (PST) for every kind of piece.
//!
//! Each entry is (middlegame, endgame) in centipawns for the side that has it; those of role
//! `Danger` are in units of king danger and those of role `Complexity` in centipawns of the
//! endgame. `masque tune evaluation` rewrites the numbers and the next paragraph; names, order and
//! comments are written by hand.
//!
//! Provenance: tuned on 889,410 positions, three quarters from 11,000 games of self-play (700 to
//! 2,500 nodes a move, random openings), the others from master games (12 epochs, rate 1, batch
//! 16384, prior 5e-7, result share 1), from numbers made by hand; mean logistic loss on 95,500
//! other positions 0.51955 before and 0.51744 after, then scaled so that a pawn is worth 100 on
//! the average of both phases.

use super::tapered::Tapered;
use super::terms::TermRole::{Complexity, Danger, Unweighted, Weighted};
use super::terms::{Term, parameters};
use super::weights::Family::*;

parameters! {
    /// A pawn.
    PAWN_VALUE: Weighted(Pawns), "pawn" = [(63, 137)];
    /// A knight.
    KNIGHT_VALUE: Weighted(Knights), "knight" = [(313, 411)];
    /// A bishop.
    BISHOP_VALUE: Weighted(Bishops), "bishop" = [(333, 431)];
    /// A rook.
    ROOK_VALUE: Weighted(Rooks), "rook" = [(443, 728)];
    /// A queen.
    QUEEN_VALUE: Weighted(Queens), "queen" = [(935, 1345)];
    /// Where a pawn stands, a1 to h8 from its own side.
    PAWN_PIECE_SQUARE: Weighted(Placement), "pawn placement" = [
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (2, 1), (5, -2), (-4, -3), (-4, -4), (-9, -3), (4, 2), (12, 3), (-5, -1),
        (-1, -1), (0, -4), (1, -8), (3, -10), (4, -5), (1, -6), (3, -5), (-8, -5),
        (0, 4), (-2, 2), (9, -5), (10, -8), (10, -4), (2, -6), (5, 3), (2, 3),
        (5, 14), (4, 9), (11, 7), (16, 0), (17, 0), (14, 10), (7, 9), (4, 14),
        (14, 31), (15, 27), (19, 24), (23, 23), (22, 21), (20, 26), (14, 28), (13, 31),
        (22, 51), (24, 48), (27, 45), (30, 43), (30, 43), (27, 46), (24, 48), (21, 50),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// Where a knight stands, a1 to h8 from its own side.
    KNIGHT_PIECE_SQUARE: Weighted(Placement), "knight placement" = [
        (-47, -59), (-26, -36), (-16, -20), (-8, -7), (-9, -7), (-16, -20), (-24, -35), (-47, -59),
        (-23, -33), (-11, -17), (-3, -4), (-2, 4), (3, 8), (-1, -3), (-11, -17), (-21, -33),
        (-9, -16), (-1, -3), (2, 4), (10, 13), (12, 13), (2, 3), (2, -3), (-11, -16),
        (-1, -3), (7, 8), (13, 16), (15, 21), (13, 20), (12, 16), (7, 8), (1, -3),
        (3, 1), (9, 10), (15, 17), (18, 22), (18, 22), (16, 17), (9, 9), (2, 0),
        (-5, -14), (2, -2), (9, 8), (15, 16), (14, 15), (10, 7), (0, -2), (-5, -13),
        (-22, -36), (-10, -19), (-4, -7), (4, 3), (4, 3), (-4, -7), (-11, -19), (-22, -36),
        (-48, -64), (-28, -41), (-17, -23), (-10, -12), (-10, -12), (-17, -23), (-28, -41), (-48, -64),
    ];
    /// Where a bishop stands, a1 to h8 from its own side.
    BISHOP_PIECE_SQUARE: Weighted(Placement), "bishop placement" = [
        (-17, -14), (-10, -9), (-7, -7), (-5, -1), (-4, -1), (-17, -6), (-11, -10), (-17, -14),
        (-4, -10), (4, -8), (4, -1), (3, 4), (-3, 3), (2, -1), (10, -5), (-4, -10),
        (1, -6), (5, 0), (4, 3), (9, 7), (3, 6), (4, 1), (2, -1), (0, -5),
        (1, -1), (3, 4), (6, 8), (7, 8), (7, 7), (7, 8), (2, 3), (1, -1),
        (-1, -1), (5, 4), (4, 7), (6, 9), (6, 8), (4, 8), (6, 5), (-1, -1),
        (-4, -6), (-1, -1), (1, 2), (3, 5), (4, 7), (2, 3), (-2, -1), (-3, -5),
        (-9, -10), (-7, -5), (-4, -2), (-1, 3), (-1, 3), (-4, -1), (-7, -6), (-9, -10),
        (-19, -15), (-12, -10), (-9, -6), (-7, -1), (-7, -1), (-9, -6), (-12, -10), (-19, -15),
    ];
    /// Where a rook stands, a1 to h8 from its own side.
    ROOK_PIECE_SQUARE: Weighted(Placement), "rook placement" = [
        (-8, -10), (-1, -6), (0, -3), (5, -5), (7, -5), (1, -4), (-1, -6), (-2, -7),
        (-9, -9), (-7, -5), (0, -3), (5, -3), (2, -5), (-3, -3), (-6, -3), (-13, -10),
        (-10, -5), (-5, 0), (-2, 2), (4, 1), (3, 1), (0, 2), (-6, 0), (-8, -4),
        (-7, 3), (-6, 7), (0, 9), (5, 9), (5, 9), (0, 9), (-5, 7), (-7, 2),
        (-5, 11), (-1, 14), (4, 17), (7, 17), (8, 18), (4, 16), (-1, 14), (-5, 9),
        (-1, 12), (1, 17), (7, 19), (10, 18), (9, 18), (7, 19), (3, 18), (0, 13),
        (0, 17), (5, 20), (10, 23), (14, 23), (14, 23), (10, 23), (4, 19), (0, 17),
        (-1, 12), (2, 18), (7, 19), (10, 19), (10, 19), (7, 19), (2, 18), (-1, 12),
    ];
    /// Where a queen stands, a1 to h8 from its own side.
    QUEEN_PIECE_SQUARE: Weighted(Placement), "queen placement" = [
        (-9, -38), (-6, -28), (-3, -20), (-2, -13), (-2, -13), (-4, -21), (-7, -28), (-9, -38),
        (-3, -23), (-1, -15), (3, -7), (4, 1), (1, 0), (2, -7), (-1, -15), (-1, -22),
        (0, -9), (3, -1), (3, 7), (0, 11), (3, 13), (5, 7), (3, -1), (0, -9),
        (1, 5), (2, 13), (1, 19), (2, 25), (1, 24), (1, 19), (3, 13), (0, 5),
        (-3, 7), (0, 15), (0, 20), (-1, 26), (0, 27), (0, 20), (0, 14), (-1, 7),
        (-3, -1), (-1, 7), (1, 15), (0, 20), (1, 21), (0, 15), (-2, 7), (-4, -1),
        (-7, -11), (-5, -3), (-4, 5), (-2, 13), (-2, 13), (-3, 5), (-5, -3), (-7, -11),
        (-10, -24), (-6, -15), (-4, -7), (-2, 1), (-2, 1), (-4, -7), (-5, -14), (-10, -24),
    ];
    /// Where a king stands, a1 to h8 from its own side.
    KING_PIECE_SQUARE: Weighted(Placement), "king placement" = [
        (15, -75), (20, -49), (9, -28), (-11, -19), (-5, -19), (4, -30), (25, -47), (15, -76),
        (7, -37), (10, -18), (-1, -4), (-15, 9), (-13, 8), (-2, -4), (10, -16), (7, -36),
        (-6, -9), (-3, 6), (-16, 18), (-25, 29), (-25, 26), (-14, 20), (-3, 6), (-6, -9),
        (-14, 11), (-11, 25), (-25, 34), (-33, 40), (-34, 39), (-24, 36), (-12, 24), (-14, 11),
        (-19, 17), (-17, 29), (-29, 40), (-38, 45), (-38, 47), (-29, 39), (-16, 31), (-19, 17),
        (-19, 2), (-16, 17), (-29, 31), (-38, 40), (-38, 40), (-29, 31), (-16, 18), (-19, 2),
        (-19, -25), (-16, -6), (-29, 7), (-38, 21), (-38, 22), (-29, 7), (-16, -6), (-20, -25),
        (-19, -70), (-16, -44), (-29, -25), (-38, -12), (-38, -11), (-29, -25), (-16, -44), (-19, -70),
    ];
    /// Safe squares that a knight attacks: 0 to 8.
    KNIGHT_MOBILITY: Weighted(Mobility), "knight mobility" = [
        (-54, -69), (-32, -38), (-16, -24), (-8, -14), (-5, -3), (-1, 1), (6, 7), (13, 13),
        (19, 20),
    ];
    /// Safe squares that a bishop attacks: 0 to 13.
    BISHOP_MOBILITY: Weighted(Mobility), "bishop mobility" = [
        (-56, -69), (-33, -38), (-23, -28), (-12, -16), (-3, -6), (5, 2), (4, 7), (10, 16),
        (12, 19), (18, 24), (21, 27), (25, 31), (29, 37), (33, 41),
    ];
    /// Safe squares that a rook attacks: 0 to 14.
    ROOK_MOBILITY: Weighted(Mobility), "rook mobility" = [
        (-36, -103), (-21, -62), (-16, -47), (-9, -32), (-9, -20), (-7, -12), (-1, -2), (1, 7),
        (5, 15), (7, 19), (9, 28), (10, 31), (12, 35), (14, 42), (16, 49),
    ];
    /// Safe squares that a queen attacks: 0 to 27.
    QUEEN_MOBILITY: Weighted(Mobility), "queen mobility" = [
        (-52, -85), (-35, -58), (-29, -48), (-25, -39), (-21, -32), (-18, -25), (-12, -20), (-9, -15),
        (-5, -10), (-3, -5), (1, 0), (4, 4), (7, 8), (7, 12), (9, 17), (13, 22),
        (14, 23), (15, 26), (15, 30), (19, 32), (21, 35), (23, 37), (24, 41), (26, 44),
        (27, 46), (30, 49), (31, 51), (32, 54),
    ];
    /// Both bishops.
    BISHOP_PAIR: Weighted(Imbalance), "bishop pair" = [(34, 85)];
    /// A knight, by the number of own pawns: it is stronger in closed positions.
    KNIGHT_WITH_PAWNS: Weighted(Imbalance), "knights with pawns" = [
        (-20, -18), (-15, -13), (-9, -6), (-6, -5), (-5, -5), (-3, -3), (2, 4), (7, 4),
        (7, 7),
    ];
    /// A rook, by the number of own pawns: it is weaker in closed positions.
    ROOK_WITH_PAWNS: Weighted(Imbalance), "rooks with pawns" = [
        (23, 7), (20, 12), (17, 14), (10, 8), (2, 4), (2, -1), (-6, -3), (-13, -10),
        (-16, -10),
    ];
    /// Each rook after the first, which competes for the same open files.
    SECOND_ROOK: Weighted(Imbalance), "second rook" = [(-16, -20)];
    /// An own pawn on d4, e4, d5 or e5.
    CENTRE_PAWN: Weighted(Centre), "centre: pawns" = [(4, -8)];
    /// A central square that an own pawn attacks.
    CENTRE_PAWN_ATTACK: Weighted(Centre), "centre: hit by pawns" = [(-4, 2)];
    /// A knight or bishop on a central square.
    CENTRE_PIECE: Weighted(Centre), "centre: minor pieces" = [(8, 4)];
    /// A central square that an own piece attacks.
    CENTRE_PIECE_ATTACK: Weighted(Centre), "centre: hit by pieces" = [(-1, 3)];
    /// A pawn without neighbours, by whether an enemy pawn stands before it (no, yes).
    ISOLATED: Weighted(PawnWeakness), "isolated pawns" = [
        (-13, -6), (0, -11),
    ];
    /// A pawn behind another one on its file.
    DOUBLED: Weighted(PawnWeakness), "doubled pawns" = [(-6, -15)];
    /// A pawn behind another one, both without neighbours.
    DOUBLED_ISOLATED: Weighted(PawnWeakness), "doubled isolated pawns" = [(-3, -9)];
    /// A pawn that neighbours cannot guard and that cannot step ahead safely, by whether an enemy
    /// pawn stands before it (no, yes).
    BACKWARD: Weighted(PawnWeakness), "backward pawns" = [
        (-16, -16), (-1, -11),
    ];
    /// Pawns side by side, each by rank.
    PHALANX: Weighted(PawnChains), "phalanx" = [
        (0, 0), (3, -2), (2, 3), (9, 7), (18, 19), (44, 48), (78, 88), (0, 0),
    ];
    /// A pawn guarded by a pawn, by rank.
    GUARDED: Weighted(PawnChains), "guarded pawns" = [
        (0, 0), (0, 0), (9, 9), (5, 4), (11, 11), (26, 33), (49, 47), (0, 0),
    ];
    /// A candidate: a pawn that its neighbours can help to become passed, by rank.
    CANDIDATE: Weighted(PassedPawns), "candidates" = [
        (0, 0), (-1, 4), (0, 8), (4, 15), (11, 29), (29, 53), (0, 0), (0, 0),
    ];
    /// A passed pawn, by rank.
    PASSED: Weighted(PassedPawns), "passed: rank" = [
        (0, 0), (-1, 7), (1, 10), (3, 23), (21, 43), (49, 73), (88, 115), (0, 0),
    ];
    /// A passed pawn with an empty square before it, by rank.
    PASSED_FREE: Weighted(PassedPawns), "passed: not blocked" = [
        (0, 0), (-1, 1), (-1, 3), (2, 9), (6, 20), (12, 33), (24, 60), (0, 0),
    ];
    /// A passed pawn whose next square the enemy does not attack, by rank.
    PASSED_SAFE_STEP: Weighted(PassedPawns), "passed: safe step" = [
        (0, 0), (1, 2), (0, 3), (0, 7), (6, 14), (14, 25), (23, 36), (0, 0),
    ];
    /// A passed pawn whose whole path the enemy neither holds nor attacks, by rank.
    PASSED_SAFE_PATH: Weighted(PassedPawns), "passed: safe path" = [
        (0, 0), (0, 6), (0, 6), (2, 13), (8, 21), (20, 42), (30, 51), (0, 0),
    ];
    /// A passed pawn that a pawn guards or accompanies, by rank.
    PASSED_SUPPORTED: Weighted(PassedPawns), "passed: supported" = [
        (0, 0), (0, 2), (0, 3), (5, 9), (8, 12), (12, 19), (13, 22), (0, 0),
    ];
    /// Each step of the enemy king from the square before a passed pawn, by rank of the pawn.
    PASSED_ENEMY_KING: Weighted(PassedPawns), "passed: enemy king far" = [
        (0, 0), (-2, 2), (-3, 2), (-1, 13), (-2, 26), (0, 38), (1, 44), (0, 0),
    ];
    /// Each step of the own king from the square before a passed pawn, by rank of the pawn.
    PASSED_OWN_KING: Weighted(PassedPawns), "passed: own king far" = [
        (0, 0), (-2, 1), (-1, -3), (-4, -9), (-4, -13), (-2, -23), (-2, -25), (0, 0),
    ];
    /// A passed pawn that no enemy king or piece can stop.
    PASSED_UNSTOPPABLE: Weighted(PassedPawns), "passed: unstoppable" = [(0, 202)];
    /// An own rook behind a passed pawn.
    PASSED_ROOK_BEHIND: Weighted(PassedPawns), "passed: rook behind" = [(5, 18)];
    /// An enemy rook behind a passed pawn.
    PASSED_ENEMY_ROOK_BEHIND: Weighted(PassedPawns), "passed: enemy rook behind" = [(-3, -21)];
    /// A knight on a square of ranks four to six that no enemy pawn can attack, by whether a pawn
    /// guards it (no, yes).
    KNIGHT_OUTPOST: Weighted(Outposts), "knight outposts" = [
        (14, 8), (31, 21),
    ];
    /// A bishop on such a square, likewise.
    BISHOP_OUTPOST: Weighted(Outposts), "bishop outposts" = [
        (12, 5), (30, 14),
    ];
    /// A knight that can jump to an outpost guarded by a pawn.
    OUTPOST_IN_REACH: Weighted(Outposts), "outposts in reach" = [(17, 7)];
    /// A minor piece right behind a pawn of any colour.
    MINOR_BEHIND_PAWN: Weighted(Outposts), "minor behind pawn" = [(5, 10)];
    /// Each own pawn on the colour of a bishop.
    BISHOP_PAWNS: Weighted(Outposts), "bad bishop: own pawns" = [(-6, -2)];
    /// Each own pawn on the colour of a bishop that cannot move.
    BISHOP_BLOCKED_PAWNS: Weighted(Outposts), "bad bishop: blocked pawns" = [(-3, -3)];
    /// A bishop that sees two central squares along a long diagonal through pawns.
    LONG_DIAGONAL: Weighted(Outposts), "long diagonal" = [(18, 0)];
    /// Each step of a minor piece from the own king.
    MINOR_FROM_KING: Weighted(Outposts), "minor far from king" = [(-2, 3)];
    /// A rook on a file without pawns.
    ROOK_OPEN_FILE: Weighted(Lines), "rook on open file" = [(29, 11)];
    /// A rook on a file without own pawns.
    ROOK_HALF_OPEN_FILE: Weighted(Lines), "rook on half-open file" = [(14, 8)];
    /// A rook on the seventh rank with the enemy king behind or pawns on it.
    ROOK_SEVENTH: Weighted(Lines), "rook on seventh" = [(5, 18)];
    /// A queen there.
    QUEEN_SEVENTH: Weighted(Lines), "queen on seventh" = [(-2, 13)];
    /// A rook on the file of the enemy queen.
    ROOK_AT_QUEEN: Weighted(Lines), "rook on queen's file" = [(7, 2)];
    /// A rook with at most three safe squares on the side to which the own king has gone.
    ROOK_TRAPPED: Weighted(Lines), "trapped rook" = [(-31, -8)];
    /// The rank of the own pawn before the king on the king's file; 0 is none.
    SHELTER_KING_FILE: Weighted(KingSafety), "shelter: king's file" = [
        (-25, 0), (19, 0), (10, -1), (-5, 1), (-9, -1), (-13, 0), (-14, 0), (0, 0),
    ];
    /// The same on the files beside the king.
    SHELTER_SIDE_FILE: Weighted(KingSafety), "shelter: side files" = [
        (-12, 0), (16, 1), (6, 0), (2, 0), (-7, -2), (-10, -1), (-11, 2), (0, 0),
    ];
    /// The rank, from the king's side, of the nearest enemy pawn that may come on; 0 is none.
    STORM: Weighted(KingSafety), "storm" = [
        (-7, -1), (1, 1), (-25, 4), (-18, 4), (-8, 0), (2, -1), (-1, -2), (0, 0),
    ];
    /// The same for an enemy pawn that an own pawn stops.
    STORM_STOPPED: Weighted(KingSafety), "storm stopped" = [
        (0, 0), (0, 0), (-29, -1), (-8, 1), (-2, -1), (0, -3), (1, 0), (0, 0),
    ];
    /// What danger starts with; one attacker alone does not bring it above zero.
    DANGER_BASE: Danger, "danger: base" = [(-28, -23)];
    /// A piece that attacks the king's zone: knight, bishop, rook, queen.
    DANGER_ATTACKER: Danger, "danger: attackers" = [
        (43, 15), (40, 16), (47, 19), (45, 25),
    ];
    /// An attack on a square next to the king.
    DANGER_ATTACK: Danger, "danger: attacks" = [(7, 6)];
    /// A square of the zone that the enemy attacks and only king or queen guard once.
    DANGER_WEAK: Danger, "danger: weak squares" = [(30, 12)];
    /// A kind of piece that can check safely: knight, bishop, rook, queen.
    DANGER_SAFE_CHECK: Danger, "danger: safe checks" = [
        (119, 29), (77, 20), (137, 30), (108, 29),
    ];
    /// A kind of piece whose checks are all unsafe.
    DANGER_UNSAFE_CHECK: Danger, "danger: unsafe checks" = [(18, 4)];
    /// The enemy has no queen.
    DANGER_NO_QUEEN: Danger, "danger: no queen" = [(-112, -58)];
    /// An own minor piece in the king's zone.
    DANGER_DEFENDER: Danger, "danger: defenders" = [(-23, -6)];
    /// A file at the king without own pawn.
    DANGER_OPEN_FILE: Danger, "danger: open files" = [(20, 2)];
    /// A square on the king's wing, own half, that the enemy attacks.
    DANGER_WING_ATTACK: Danger, "danger: wing attacks" = [(7, 4)];
    /// A square there that the own side guards.
    DANGER_WING_DEFENCE: Danger, "danger: wing defence" = [(-2, 2)];
    /// A safe pawn attacks a knight, bishop, rook, queen.
    THREAT_BY_PAWN: Weighted(Threats), "threats by pawns" = [
        (52, 36), (49, 40), (64, 39), (58, 39),
    ];
    /// A pawn can step safely to attack a piece.
    THREAT_BY_PUSH: Weighted(Threats), "threats by pawn steps" = [(11, 15)];
    /// A minor piece attacks a weak pawn, a knight, bishop, rook, queen.
    THREAT_BY_MINOR: Weighted(Threats), "threats by minors" = [
        (0, 25), (26, 33), (28, 35), (54, 57), (50, 53),
    ];
    /// A rook attacks a weak pawn, knight, bishop, rook, or any queen.
    THREAT_BY_ROOK: Weighted(Threats), "threats by rooks" = [
        (5, 28), (25, 41), (29, 44), (4, 18), (53, 47),
    ];
    /// The king attacks something weak.
    THREAT_BY_KING: Weighted(Threats), "threats by king" = [(12, 46)];
    /// A piece or pawn that is attacked and not guarded.
    HANGING: Weighted(Threats), "hanging" = [(18, 22)];
    /// A piece that can attack the enemy queen from a safe square: minor, rook.
    QUEEN_HARASSED: Weighted(Threats), "queen in danger" = [
        (10, 7), (14, 3),
    ];
    /// A square that both attack and the enemy does not hold firmly.
    CONTESTED: Weighted(Threats), "contested squares" = [(3, -1)];
    /// Safe squares on ranks two to four of the files c to f, counted twice behind own pawns: 0 to
    /// 24.
    SPACE: Weighted(Space), "space" = [
        (-14, 0), (-13, 0), (-10, 0), (-9, 0), (-7, 0), (-7, 0), (-5, 2), (-3, 5),
        (1, 1), (3, 2), (2, 0), (3, -4), (2, -3), (5, 0), (6, -1), (8, -1),
        (9, 0), (13, 0), (14, 0), (15, 0), (17, 0), (18, 0), (19, 0), (21, 0),
        (22, 0),
    ];
    /// The distance of a bare king from the centre: 0 to 6.
    MOP_UP_EDGE: Unweighted, "mop-up: edge" = [
        (0, 0), (0, 12), (0, 25), (0, 41), (0, 60), (0, 81), (0, 107),
    ];
    /// The distance of the kings when one is bare: 0 to 7.
    MOP_UP_KINGS: Unweighted, "mop-up: kings" = [
        (0, 0), (0, 0), (0, 69), (0, 58), (0, 45), (0, 29), (0, 14), (0, 0),
    ];
    /// The right to move.
    TEMPO: Unweighted, "tempo" = [(21, 16)];
    /// What every position starts with: a simple position is easier to draw than an average one.
    COMPLEXITY_BASE: Complexity, "complexity: base" = [(0, -47)];
    /// Each pawn on the board.
    COMPLEXITY_PAWN: Complexity, "complexity: pawns" = [(0, 5)];
    /// Pawns on both wings.
    COMPLEXITY_WINGS: Complexity, "complexity: both wings" = [(0, 28)];
    /// A passed pawn.
    COMPLEXITY_PASSED: Complexity, "complexity: passed pawns" = [(0, 10)];
    /// Only kings and pawns.
    COMPLEXITY_PAWN_ENDGAME: Complexity, "complexity: pawn ending" = [(0, 40)];
}
