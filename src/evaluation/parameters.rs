//! The numbers of the evaluation: one line or table for each term.
//!
//! Owns every tunable value. Each entry is (middlegame, ending) in centipawns for the side that
//! has it; those of role `Danger` are in units of king danger and those of role `Complexity` in
//! centipawns of the ending. It must not know how a count is found. `masque tune evaluation`
//! rewrites the numbers and the next paragraph; names, order and the comments are written by hand.
//!
//! Provenance: made from simple principles (centre before edge, growth with the square root of
//! mobility), then whole terms moved by eye towards what explains the results of 200,000 quiet
//! positions of master games; no parameter was tuned by itself and none tested in games.

use super::table::Role::{Complexity, Danger, Unweighted, Weighted};
use super::table::{Term, parameters};
use super::tapered::Tapered;
use super::weights::Family::*;

parameters! {
    /// A pawn.
    PAWN_VALUE: Weighted(Pawns), "pawn" = [(81, 139)];
    /// A knight.
    KNIGHT_VALUE: Weighted(Knights), "knight" = [(318, 412)];
    /// A bishop.
    BISHOP_VALUE: Weighted(Bishops), "bishop" = [(332, 433)];
    /// A rook.
    ROOK_VALUE: Weighted(Rooks), "rook" = [(456, 722)];
    /// A queen.
    QUEEN_VALUE: Weighted(Queens), "queen" = [(950, 1348)];
    /// Where a pawn stands, a1 to h8 from its own side.
    PAWN_PLACEMENT: Weighted(Placement), "pawn placement" = [
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (3, 3), (3, 0), (0, -3), (-7, -5), (-7, -5), (0, -3), (3, 0), (3, 3),
        (-2, -3), (0, -5), (2, -8), (4, -10), (4, -10), (2, -8), (0, -5), (-2, -3),
        (0, 3), (4, 0), (7, -3), (11, -5), (11, -5), (7, -3), (4, 0), (0, 3),
        (4, 13), (9, 10), (14, 8), (18, 5), (18, 5), (14, 8), (9, 10), (4, 13),
        (13, 31), (16, 29), (20, 26), (23, 23), (23, 23), (20, 26), (16, 29), (13, 31),
        (22, 52), (25, 49), (28, 47), (31, 44), (31, 44), (28, 47), (25, 49), (22, 52),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// Where a knight stands, a1 to h8 from its own side.
    KNIGHT_PLACEMENT: Weighted(Placement), "knight placement" = [
        (-46, -59), (-26, -35), (-14, -18), (-6, -5), (-6, -5), (-14, -18), (-26, -35), (-46, -59),
        (-21, -32), (-9, -15), (-2, -2), (6, 8), (6, 8), (-2, -2), (-9, -15), (-21, -32),
        (-8, -15), (0, -2), (8, 8), (13, 15), (13, 15), (8, 8), (0, -2), (-8, -15),
        (2, 0), (9, 10), (14, 18), (18, 22), (18, 22), (14, 18), (9, 10), (2, 0),
        (4, 2), (12, 12), (17, 20), (21, 25), (21, 25), (17, 20), (12, 12), (4, 2),
        (-3, -12), (4, 0), (12, 10), (17, 18), (17, 18), (12, 10), (4, 0), (-3, -12),
        (-21, -35), (-9, -18), (-2, -5), (6, 5), (6, 5), (-2, -5), (-9, -18), (-21, -35),
        (-47, -64), (-27, -40), (-15, -22), (-8, -10), (-8, -10), (-15, -22), (-27, -40), (-47, -64),
    ];
    /// Where a bishop stands, a1 to h8 from its own side.
    BISHOP_PLACEMENT: Weighted(Placement), "bishop placement" = [
        (-17, -15), (-10, -10), (-7, -6), (-4, -1), (-4, -1), (-7, -6), (-10, -10), (-17, -15),
        (-3, -10), (7, -6), (3, -1), (6, 3), (6, 3), (3, -1), (7, -6), (-3, -10),
        (0, -6), (3, -1), (6, 3), (8, 7), (8, 7), (6, 3), (3, -1), (0, -6),
        (1, -1), (4, 3), (6, 7), (8, 9), (8, 9), (6, 7), (4, 3), (1, -1),
        (0, -1), (3, 3), (5, 7), (7, 9), (7, 9), (5, 7), (3, 3), (0, -1),
        (-3, -6), (0, -1), (3, 3), (5, 7), (5, 7), (3, 3), (0, -1), (-3, -6),
        (-8, -10), (-6, -6), (-3, -1), (0, 3), (0, 3), (-3, -1), (-6, -6), (-8, -10),
        (-18, -15), (-11, -10), (-8, -6), (-6, -1), (-6, -1), (-8, -6), (-11, -10), (-18, -15),
    ];
    /// Where a rook stands, a1 to h8 from its own side.
    ROOK_PLACEMENT: Weighted(Placement), "rook placement" = [
        (-8, -17), (-3, -11), (2, -10), (5, -10), (5, -10), (2, -10), (-3, -11), (-8, -17),
        (-12, -17), (-8, -11), (-3, -10), (2, -10), (2, -10), (-3, -10), (-8, -11), (-12, -17),
        (-12, -12), (-8, -7), (-3, -5), (2, -5), (2, -5), (-3, -5), (-8, -7), (-12, -12),
        (-10, -5), (-7, 0), (-2, 2), (3, 2), (3, 2), (-2, 2), (-7, 0), (-10, -5),
        (-8, 2), (-3, 7), (2, 10), (5, 10), (5, 10), (2, 10), (-3, 7), (-8, 2),
        (-3, 5), (0, 11), (5, 12), (8, 12), (8, 12), (5, 12), (0, 11), (-3, 5),
        (-2, 10), (3, 14), (8, 17), (12, 17), (12, 17), (8, 17), (3, 14), (-2, 10),
        (-3, 5), (0, 11), (5, 12), (8, 12), (8, 12), (5, 12), (0, 11), (-3, 5),
    ];
    /// Where a queen stands, a1 to h8 from its own side.
    QUEEN_PLACEMENT: Weighted(Placement), "queen placement" = [
        (-10, -36), (-6, -26), (-4, -18), (-2, -10), (-2, -10), (-4, -18), (-6, -26), (-10, -36),
        (-2, -20), (0, -12), (2, -4), (4, 4), (4, 4), (2, -4), (0, -12), (-2, -20),
        (0, -6), (2, 2), (4, 10), (4, 16), (4, 16), (4, 10), (2, 2), (0, -6),
        (0, 8), (2, 16), (2, 22), (2, 28), (2, 28), (2, 22), (2, 16), (0, 8),
        (-2, 10), (0, 18), (0, 24), (0, 30), (0, 30), (0, 24), (0, 18), (-2, 10),
        (-4, 2), (-2, 10), (0, 18), (0, 24), (0, 24), (0, 18), (-2, 10), (-4, 2),
        (-8, -8), (-6, 0), (-4, 8), (-2, 16), (-2, 16), (-4, 8), (-6, 0), (-8, -8),
        (-10, -22), (-6, -12), (-4, -4), (-2, 4), (-2, 4), (-4, -4), (-6, -12), (-10, -22),
    ];
    /// Where a king stands, a1 to h8 from its own side.
    KING_PLACEMENT: Weighted(Placement), "king placement" = [
        (16, -77), (19, -50), (6, -31), (-3, -17), (-3, -17), (6, -31), (19, -50), (16, -77),
        (7, -38), (9, -19), (-3, -5), (-12, 10), (-12, 10), (-3, -5), (9, -19), (7, -38),
        (-6, -10), (-4, 5), (-16, 19), (-26, 29), (-26, 29), (-16, 19), (-4, 5), (-6, -10),
        (-14, 12), (-12, 26), (-25, 36), (-34, 43), (-34, 43), (-25, 36), (-12, 26), (-14, 12),
        (-20, 17), (-17, 31), (-30, 41), (-39, 48), (-39, 48), (-30, 41), (-17, 31), (-20, 17),
        (-20, 2), (-17, 17), (-30, 31), (-39, 41), (-39, 41), (-30, 31), (-17, 17), (-20, 2),
        (-20, -26), (-17, -7), (-30, 7), (-39, 22), (-39, 22), (-30, 7), (-17, -7), (-20, -26),
        (-20, -72), (-17, -46), (-30, -26), (-39, -12), (-39, -12), (-30, -26), (-17, -46), (-20, -72),
    ];
    /// Safe squares that a knight attacks: 0 to 8.
    KNIGHT_MOBILITY: Weighted(Mobility), "knight mobility" = [
        (-48, -64), (-22, -32), (-11, -18), (-2, -8), (5, 1), (11, 8), (17, 15),
        (22, 22), (26, 28),
    ];
    /// Safe squares that a bishop attacks: 0 to 13.
    BISHOP_MOBILITY: Weighted(Mobility), "bishop mobility" = [
        (-49, -64), (-23, -32), (-12, -20), (-4, -10), (3, -1), (8, 7), (14, 14),
        (19, 20), (23, 25), (28, 31), (32, 36), (36, 41), (39, 46), (43, 50),
    ];
    /// Safe squares that a rook attacks: 0 to 14.
    ROOK_MOBILITY: Weighted(Mobility), "rook mobility" = [
        (-31, -78), (-16, -36), (-10, -20), (-5, -6), (-2, 6), (2, 15), (4, 24),
        (7, 32), (10, 41), (13, 48), (15, 55), (17, 60), (20, 67), (22, 73),
        (23, 78),
    ];
    /// Safe squares that a queen attacks: 0 to 27.
    QUEEN_MOBILITY: Weighted(Mobility), "queen mobility" = [
        (-43, -57), (-26, -30), (-20, -19), (-16, -10), (-10, -3), (-7, 4), (-1, 10),
        (0, 15), (4, 20), (7, 25), (10, 30), (12, 34), (16, 38), (17, 42),
        (18, 46), (22, 51), (24, 53), (25, 56), (26, 61), (30, 63), (32, 66),
        (34, 68), (35, 72), (37, 75), (38, 77), (41, 80), (42, 82), (43, 86),
    ];
    /// Both bishops.
    BISHOP_PAIR: Weighted(Imbalance), "bishop pair" = [(37, 94)];
    /// A knight, by the number of own pawns: it gains with closed positions.
    KNIGHT_WITH_PAWNS: Weighted(Imbalance), "knights with pawns" = [
        (-20, -15), (-16, -12), (-12, -9), (-8, -6), (-4, -3), (0, 0), (4, 3), (8, 6), (12, 9),
    ];
    /// A rook, by the number of own pawns: it loses with closed positions.
    ROOK_WITH_PAWNS: Weighted(Imbalance), "rooks with pawns" = [
        (25, 15), (20, 12), (15, 9), (10, 6), (5, 3), (0, 0), (-5, -3), (-10, -6), (-15, -9),
    ];
    /// Each rook after the first, which has the same files to look for.
    SECOND_ROOK: Weighted(Imbalance), "second rook" = [(-12, -18)];
    /// An own pawn on d4, e4, d5 or e5.
    CENTRE_PAWN: Weighted(Centre), "centre: pawns" = [(8, 4)];
    /// A central square that an own pawn attacks.
    CENTRE_PAWN_ATTACK: Weighted(Centre), "centre: hit by pawns" = [(3, 3)];
    /// A knight or bishop on a central square.
    CENTRE_PIECE: Weighted(Centre), "centre: minor pieces" = [(10, 4)];
    /// A central square that an own piece attacks.
    CENTRE_PIECE_ATTACK: Weighted(Centre), "centre: hit by pieces" = [(4, 2)];
    /// A pawn without neighbours, by whether an enemy pawn stands before it (no, yes).
    ISOLATED: Weighted(PawnWeakness), "isolated pawns" = [
        (-13, -20), (-6, -15),
    ];
    /// A pawn behind another one on its file.
    DOUBLED: Weighted(PawnWeakness), "doubled pawns" = [(-6, -16)];
    /// A pawn behind another one, both without neighbours.
    DOUBLED_ISOLATED: Weighted(PawnWeakness), "doubled isolated pawns" = [(-6, -12)];
    /// A pawn that neighbours cannot guard and that cannot step ahead safely, by whether an enemy
    /// pawn stands before it (no, yes).
    BACKWARD: Weighted(PawnWeakness), "backward pawns" = [
        (-16, -17), (-6, -10),
    ];
    /// Pawns side by side, each by rank.
    PHALANX: Weighted(PawnChains), "phalanx" = [
        (0, 0), (3, 0), (6, 3), (10, 8), (22, 22), (45, 50), (80, 90), (0, 0),
    ];
    /// A pawn guarded by a pawn, by rank.
    GUARDED: Weighted(PawnChains), "guarded pawns" = [
        (0, 0), (0, 0), (10, 6), (8, 6), (14, 14), (27, 34), (51, 50), (0, 0),
    ];
    /// A pawn that its neighbours can help to become passed, by rank.
    CANDIDATE: Weighted(PassedPawns), "candidates" = [
        (0, 0), (0, 4), (2, 8), (6, 16), (16, 32), (30, 55), (0, 0), (0, 0),
    ];
    /// A passed pawn, by rank.
    PASSED: Weighted(PassedPawns), "passed: rank" = [
        (0, 0), (0, 7), (2, 10), (4, 22), (22, 42), (50, 76), (90, 119), (0, 0),
    ];
    /// A passed pawn with an empty square before it, by rank.
    PASSED_FREE: Weighted(PassedPawns), "passed: not blocked" = [
        (0, 0), (0, 0), (0, 2), (2, 8), (6, 18), (12, 34), (24, 60), (0, 0),
    ];
    /// A passed pawn whose next square the enemy does not attack, by rank.
    PASSED_SAFE_STEP: Weighted(PassedPawns), "passed: safe step" = [
        (0, 0), (0, 0), (0, 2), (2, 6), (6, 12), (14, 24), (24, 36), (0, 0),
    ];
    /// A passed pawn whose whole path the enemy neither holds nor attacks, by rank.
    PASSED_SAFE_PATH: Weighted(PassedPawns), "passed: safe path" = [
        (0, 0), (0, 4), (0, 6), (2, 10), (8, 20), (20, 40), (30, 50), (0, 0),
    ];
    /// A passed pawn that a pawn guards or accompanies, by rank.
    PASSED_SUPPORTED: Weighted(PassedPawns), "passed: supported" = [
        (0, 0), (0, 2), (0, 4), (4, 8), (8, 14), (12, 20), (14, 24), (0, 0),
    ];
    /// Each step of the enemy king from the square before a passed pawn, by rank of the pawn.
    PASSED_ENEMY_KING: Weighted(PassedPawns), "passed: enemy king far" = [
        (0, 0), (0, 2), (0, 4), (0, 10), (0, 19), (0, 32), (0, 43), (0, 0),
    ];
    /// Each step of the own king from the square before a passed pawn, by rank of the pawn.
    PASSED_OWN_KING: Weighted(PassedPawns), "passed: own king far" = [
        (0, 0), (0, 0), (0, -1), (0, -5), (0, -12), (0, -17), (0, -17), (0, 0),
    ];
    /// A passed pawn that no enemy king or piece can stop.
    PASSED_UNSTOPPABLE: Weighted(PassedPawns), "passed: unstoppable" = [(0, 208)];
    /// An own rook behind a passed pawn.
    PASSED_ROOK_BEHIND: Weighted(PassedPawns), "passed: rook behind" = [(4, 18)];
    /// An enemy rook behind a passed pawn.
    PASSED_ENEMY_ROOK_BEHIND: Weighted(PassedPawns), "passed: enemy rook behind" = [(-2, -18)];
    /// A knight on a square of ranks four to six that no enemy pawn can attack, by whether a pawn
    /// guards it (no, yes).
    KNIGHT_OUTPOST: Weighted(Outposts), "knight outposts" = [
        (11, 8), (33, 23),
    ];
    /// A bishop on such a square, likewise.
    BISHOP_OUTPOST: Weighted(Outposts), "bishop outposts" = [
        (10, 4), (31, 12),
    ];
    /// A knight that can jump to an outpost guarded by a pawn.
    OUTPOST_IN_REACH: Weighted(Outposts), "outposts in reach" = [(12, 6)];
    /// A minor piece right behind a pawn of any colour.
    MINOR_BEHIND_PAWN: Weighted(Outposts), "minor behind pawn" = [(7, 4)];
    /// Each own pawn on the colour of a bishop.
    BISHOP_PAWNS: Weighted(Outposts), "bad bishop: own pawns" = [(-3, -5)];
    /// Each own pawn on the colour of a bishop that cannot move.
    BISHOP_BLOCKED_PAWNS: Weighted(Outposts), "bad bishop: blocked pawns" = [(-4, -6)];
    /// A bishop that sees two central squares along a long diagonal through pawns.
    LONG_DIAGONAL: Weighted(Outposts), "long diagonal" = [(16, 2)];
    /// Each step of a minor piece from the own king.
    MINOR_FROM_KING: Weighted(Outposts), "minor far from king" = [(-2, -1)];
    /// A rook on a file without pawns.
    ROOK_OPEN_FILE: Weighted(Lines), "rook on open file" = [(32, 10)];
    /// A rook on a file without own pawns.
    ROOK_HALF_OPEN_FILE: Weighted(Lines), "rook on half-open file" = [(14, 8)];
    /// A rook on the seventh rank with the enemy king behind or pawns on it.
    ROOK_SEVENTH: Weighted(Lines), "rook on seventh" = [(6, 22)];
    /// A queen there.
    QUEEN_SEVENTH: Weighted(Lines), "queen on seventh" = [(-4, 12)];
    /// A rook on the file of the enemy queen.
    ROOK_AT_QUEEN: Weighted(Lines), "rook on queen's file" = [(6, 2)];
    /// A rook with at most three safe squares on the side to which the own king has gone.
    ROOK_TRAPPED: Weighted(Lines), "trapped rook" = [(-34, -8)];
    /// The rank of the own pawn before the king on the king's file; 0 is none.
    SHELTER_KING_FILE: Weighted(KingSafety), "shelter: king's file" = [
        (-24, 0), (18, 0), (10, 0), (-4, 0), (-10, 0), (-14, 0), (-14, 0), (0, 0),
    ];
    /// The same on the files beside the king.
    SHELTER_SIDE_FILE: Weighted(KingSafety), "shelter: side files" = [
        (-18, 0), (16, 0), (12, 0), (0, 0), (-6, 0), (-10, 0), (-12, 0), (0, 0),
    ];
    /// The rank, from the king's side, of the nearest enemy pawn that may come on; 0 is none.
    STORM: Weighted(KingSafety), "storm" = [
        (0, 0), (0, 0), (-26, 0), (-20, 0), (-10, 0), (-3, 0), (0, 0), (0, 0),
    ];
    /// The same for an enemy pawn that an own pawn stops.
    STORM_STOPPED: Weighted(KingSafety), "storm stopped" = [
        (0, 0), (0, 0), (-29, 0), (-8, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// Where danger starts, which one attacker alone does not reach.
    DANGER_BASE: Danger, "danger: base" = [(-30, -24)];
    /// A piece that attacks the king's zone: knight, bishop, rook, queen.
    DANGER_ATTACKER: Danger, "danger: attackers" = [
        (46, 16), (40, 16), (52, 20), (50, 26),
    ];
    /// An attack on a square next to the king.
    DANGER_ATTACK: Danger, "danger: attacks" = [(17, 7)];
    /// A square of the zone that the enemy attacks and only king or queen guard once.
    DANGER_WEAK: Danger, "danger: weak squares" = [(36, 12)];
    /// A kind of piece that can check safely: knight, bishop, rook, queen.
    DANGER_SAFE_CHECK: Danger, "danger: safe checks" = [(120, 30), (80, 20), (136, 30), (108, 30)];
    /// A kind of piece whose checks are all unsafe.
    DANGER_UNSAFE_CHECK: Danger, "danger: unsafe checks" = [(18, 4)];
    /// The enemy has no queen.
    DANGER_NO_QUEEN: Danger, "danger: no queen" = [(-115, -60)];
    /// An own minor piece in the king's zone.
    DANGER_DEFENDER: Danger, "danger: defenders" = [(-20, -6)];
    /// A file at the king without own pawn.
    DANGER_OPEN_FILE: Danger, "danger: open files" = [(19, 2)];
    /// A square on the king's wing, own half, that the enemy attacks.
    DANGER_WING_ATTACK: Danger, "danger: wing attacks" = [(7, 1)];
    /// A square there that the own side guards.
    DANGER_WING_DEFENCE: Danger, "danger: wing defence" = [(-3, -1)];
    /// A safe pawn attacks a knight, bishop, rook, queen.
    THREAT_BY_PAWN: Weighted(Threats), "threats by pawns" = [
        (48, 36), (49, 40), (65, 40), (60, 40),
    ];
    /// A pawn can step safely to attack a piece.
    THREAT_BY_PUSH: Weighted(Threats), "threats by pawn steps" = [(8, 14)];
    /// A minor piece attacks a weak pawn, a knight, bishop, rook, queen.
    THREAT_BY_MINOR: Weighted(Threats), "threats by minors" = [
        (4, 27), (28, 33), (30, 36), (56, 60), (50, 54),
    ];
    /// A rook attacks a weak pawn, knight, bishop, rook, or any queen.
    THREAT_BY_ROOK: Weighted(Threats), "threats by rooks" = [
        (2, 32), (26, 42), (28, 42), (4, 19), (54, 48),
    ];
    /// The king attacks something weak.
    THREAT_BY_KING: Weighted(Threats), "threats by king" = [(12, 50)];
    /// A piece or pawn that is attacked and not guarded.
    HANGING: Weighted(Threats), "hanging" = [(16, 18)];
    /// A piece that can attack the enemy queen from a safe square: minor, rook.
    QUEEN_HARASSED: Weighted(Threats), "queen in danger" = [
        (12, 8), (16, 6),
    ];
    /// A square that both attack and the enemy does not hold firmly.
    CONTESTED: Weighted(Threats), "contested squares" = [(2, 2)];
    /// Safe squares on ranks two to four of the files c to f, twice behind own pawns: 0 to 24.
    SPACE: Weighted(Space), "space" = [
        (-14, 0), (-13, 0), (-10, 0), (-9, 0), (-8, 0), (-6, 0), (-5, 0), (-3, 0), (-1, 0),
        (0, 0), (1, 0), (3, 0), (5, 0), (6, 0), (8, 0), (9, 0), (10, 0), (13, 0),
        (14, 0), (15, 0), (17, 0), (18, 0), (20, 0), (22, 0), (23, 0),
    ];
    /// The distance of a bare king from the centre: 0 to 6.
    MOP_UP_EDGE: Unweighted, "mop-up: edge" = [
        (0, 0), (0, 12), (0, 26), (0, 42), (0, 62), (0, 84), (0, 110),
    ];
    /// The distance of a bare king from the corner that bishop and knight need: 0 to 7.
    MOP_UP_CORNER: Unweighted, "mop-up: corner" = [
        (0, 230), (0, 185), (0, 150), (0, 120), (0, 90), (0, 60), (0, 30), (0, 0),
    ];
    /// The distance of the kings when one is bare: 0 to 7.
    MOP_UP_KINGS: Unweighted, "mop-up: kings" = [
        (0, 0), (0, 0), (0, 72), (0, 60), (0, 46), (0, 30), (0, 14), (0, 0),
    ];
    /// The right to move.
    TEMPO: Unweighted, "tempo" = [(20, 14)];
    /// How much easier to draw a simple position is than a middling one.
    COMPLEXITY_BASE: Complexity, "complexity: base" = [(0, -64)];
    /// Each pawn on the board.
    COMPLEXITY_PAWN: Complexity, "complexity: pawns" = [(0, 6)];
    /// Pawns on both wings.
    COMPLEXITY_WINGS: Complexity, "complexity: both wings" = [(0, 24)];
    /// A passed pawn.
    COMPLEXITY_PASSED: Complexity, "complexity: passed pawns" = [(0, 5)];
    /// Only kings and pawns.
    COMPLEXITY_PAWN_ENDING: Complexity, "complexity: pawn ending" = [(0, 40)];
}
