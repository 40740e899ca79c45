//! The numbers of the evaluation: one line or table for each term.
//!
//! Owns every tunable value. Each entry is (middlegame, ending) in centipawns for the side that
//! has it; those of role `Danger` are in units of king danger and those of role `Complexity` in
//! centipawns of the ending. Provenance of all of them: untested guess, made from simple
//! principles (centre before edge, growth with the square root of mobility), until a tuner has
//! been over them. It must not know how a count is found.

use super::table::Role::{Complexity, Danger, Unweighted, Weighted};
use super::table::{Term, parameters};
use super::tapered::Tapered;
use super::weights::Family::*;

parameters! {
    /// A pawn.
    PAWN_VALUE: Weighted(Pawns), "pawn" = [(85, 112)];
    /// A knight.
    KNIGHT_VALUE: Weighted(Knights), "knight" = [(330, 330)];
    /// A bishop.
    BISHOP_VALUE: Weighted(Bishops), "bishop" = [(342, 345)];
    /// A rook.
    ROOK_VALUE: Weighted(Rooks), "rook" = [(475, 575)];
    /// A queen.
    QUEEN_VALUE: Weighted(Queens), "queen" = [(990, 1060)];
    /// Where a pawn stands, a1 to h8 from its own side.
    PAWN_PLACEMENT: Weighted(Placement), "pawn placement" = [
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (3, 2), (3, 0), (0, -2), (-8, -4), (-8, -4), (0, -2), (3, 0), (3, 2),
        (-2, -2), (0, -4), (2, -6), (4, -8), (4, -8), (2, -6), (0, -4), (-2, -2),
        (0, 2), (4, 0), (8, -2), (12, -4), (12, -4), (8, -2), (4, 0), (0, 2),
        (5, 10), (10, 8), (15, 6), (20, 4), (20, 4), (15, 6), (10, 8), (5, 10),
        (14, 24), (18, 22), (22, 20), (26, 18), (26, 18), (22, 20), (18, 22), (14, 24),
        (25, 40), (28, 38), (31, 36), (34, 34), (34, 34), (31, 36), (28, 38), (25, 40),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// Where a knight stands, a1 to h8 from its own side.
    KNIGHT_PLACEMENT: Weighted(Placement), "knight placement" = [
        (-61, -47), (-34, -28), (-18, -14), (-8, -4), (-8, -4), (-18, -14), (-34, -28), (-61, -47),
        (-28, -26), (-12, -12), (-2, -2), (8, 6), (8, 6), (-2, -2), (-12, -12), (-28, -26),
        (-10, -12), (0, -2), (10, 6), (17, 12), (17, 12), (10, 6), (0, -2), (-10, -12),
        (2, 0), (12, 8), (19, 14), (24, 18), (24, 18), (19, 14), (12, 8), (2, 0),
        (6, 2), (16, 10), (23, 16), (28, 20), (28, 20), (23, 16), (16, 10), (6, 2),
        (-4, -10), (6, 0), (16, 8), (23, 14), (23, 14), (16, 8), (6, 0), (-4, -10),
        (-28, -28), (-12, -14), (-2, -4), (8, 4), (8, 4), (-2, -4), (-12, -14), (-28, -28),
        (-63, -51), (-36, -32), (-20, -18), (-10, -8), (-10, -8), (-20, -18), (-36, -32), (-63, -51),
    ];
    /// Where a bishop stands, a1 to h8 from its own side.
    BISHOP_PLACEMENT: Weighted(Placement), "bishop placement" = [
        (-24, -14), (-14, -9), (-10, -5), (-6, -1), (-6, -1), (-10, -5), (-14, -9), (-24, -14),
        (-4, -9), (10, -5), (4, -1), (8, 3), (8, 3), (4, -1), (10, -5), (-4, -9),
        (0, -5), (4, -1), (8, 3), (11, 6), (11, 6), (8, 3), (4, -1), (0, -5),
        (2, -1), (6, 3), (9, 6), (12, 8), (12, 8), (9, 6), (6, 3), (2, -1),
        (0, -1), (4, 3), (7, 6), (10, 8), (10, 8), (7, 6), (4, 3), (0, -1),
        (-4, -5), (0, -1), (4, 3), (7, 6), (7, 6), (4, 3), (0, -1), (-4, -5),
        (-12, -9), (-8, -5), (-4, -1), (0, 3), (0, 3), (-4, -1), (-8, -5), (-12, -9),
        (-26, -14), (-16, -9), (-12, -5), (-8, -1), (-8, -1), (-12, -5), (-16, -9), (-26, -14),
    ];
    /// Where a rook stands, a1 to h8 from its own side.
    ROOK_PLACEMENT: Weighted(Placement), "rook placement" = [
        (-12, -9), (-6, -6), (2, -5), (8, -5), (8, -5), (2, -5), (-6, -6), (-12, -9),
        (-18, -9), (-12, -6), (-4, -5), (2, -5), (2, -5), (-4, -5), (-12, -6), (-18, -9),
        (-18, -7), (-12, -4), (-4, -3), (2, -3), (2, -3), (-4, -3), (-12, -4), (-18, -7),
        (-16, -3), (-10, 0), (-2, 1), (4, 1), (4, 1), (-2, 1), (-10, 0), (-16, -3),
        (-12, 1), (-6, 4), (2, 5), (8, 5), (8, 5), (2, 5), (-6, 4), (-12, 1),
        (-6, 3), (0, 6), (8, 7), (14, 7), (14, 7), (8, 7), (0, 6), (-6, 3),
        (-2, 5), (4, 8), (12, 9), (18, 9), (18, 9), (12, 9), (4, 8), (-2, 5),
        (-6, 3), (0, 6), (8, 7), (14, 7), (14, 7), (8, 7), (0, 6), (-6, 3),
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
        (32, -64), (36, -42), (12, -26), (-6, -14), (-6, -14), (12, -26), (36, -42), (32, -64),
        (14, -32), (18, -16), (-6, -4), (-24, 8), (-24, 8), (-6, -4), (18, -16), (14, -32),
        (-12, -8), (-8, 4), (-32, 16), (-50, 24), (-50, 24), (-32, 16), (-8, 4), (-12, -8),
        (-28, 10), (-24, 22), (-48, 30), (-66, 36), (-66, 36), (-48, 30), (-24, 22), (-28, 10),
        (-38, 14), (-34, 26), (-58, 34), (-76, 40), (-76, 40), (-58, 34), (-34, 26), (-38, 14),
        (-38, 2), (-34, 14), (-58, 26), (-76, 34), (-76, 34), (-58, 26), (-34, 14), (-38, 2),
        (-38, -22), (-34, -6), (-58, 6), (-76, 18), (-76, 18), (-58, 6), (-34, -6), (-38, -22),
        (-38, -60), (-34, -38), (-58, -22), (-76, -10), (-76, -10), (-58, -22), (-34, -38), (-38, -60),
    ];
    /// Safe squares that a knight attacks: 0 to 8.
    KNIGHT_MOBILITY: Weighted(Mobility), "knight mobility" = [
        (-40, -46), (-18, -23), (-9, -13), (-2, -6), (4, 1), (9, 6), (14, 11),
        (18, 16), (22, 20),
    ];
    /// Safe squares that a bishop attacks: 0 to 13.
    BISHOP_MOBILITY: Weighted(Mobility), "bishop mobility" = [
        (-36, -46), (-17, -23), (-9, -14), (-3, -7), (2, -1), (6, 5), (10, 10),
        (14, 14), (17, 18), (21, 22), (24, 26), (27, 29), (29, 33), (32, 36),
    ];
    /// Safe squares that a rook attacks: 0 to 14.
    ROOK_MOBILITY: Weighted(Mobility), "rook mobility" = [
        (-34, -56), (-18, -26), (-11, -14), (-6, -4), (-2, 4), (2, 11), (5, 17),
        (8, 23), (11, 29), (14, 34), (17, 39), (19, 43), (22, 48), (24, 52),
        (26, 56),
    ];
    /// Safe squares that a queen attacks: 0 to 27.
    QUEEN_MOBILITY: Weighted(Mobility), "queen mobility" = [
        (-26, -40), (-16, -21), (-12, -13), (-9, -7), (-6, -2), (-4, 3), (-1, 7),
        (0, 11), (2, 14), (4, 18), (6, 21), (7, 24), (9, 27), (10, 29),
        (11, 32), (13, 35), (14, 37), (15, 39), (16, 42), (18, 44), (19, 46),
        (20, 48), (21, 50), (22, 52), (23, 54), (24, 56), (25, 58), (26, 60),
    ];
    /// Both bishops.
    BISHOP_PAIR: Weighted(Imbalance), "bishop pair" = [(28, 50)];
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
    CENTRE_PAWN: Weighted(Centre), "centre: pawns" = [(14, 4)];
    /// A central square that an own pawn attacks.
    CENTRE_PAWN_ATTACK: Weighted(Centre), "centre: hit by pawns" = [(9, 2)];
    /// A knight or bishop on a central square.
    CENTRE_PIECE: Weighted(Centre), "centre: minor pieces" = [(8, 4)];
    /// A central square that an own piece attacks.
    CENTRE_PIECE_ATTACK: Weighted(Centre), "centre: hit by pieces" = [(4, 2)];
    /// A pawn without neighbours, by whether an enemy pawn stands before it (no, yes).
    ISOLATED: Weighted(PawnWeakness), "isolated pawns" = [
        (-14, -16), (-6, -12),
    ];
    /// A pawn behind another one on its file.
    DOUBLED: Weighted(PawnWeakness), "doubled pawns" = [(-6, -16)];
    /// A pawn behind another one, both without neighbours.
    DOUBLED_ISOLATED: Weighted(PawnWeakness), "doubled isolated pawns" = [(-6, -12)];
    /// A pawn that neighbours cannot guard and that cannot step ahead safely, by whether an enemy
    /// pawn stands before it (no, yes).
    BACKWARD: Weighted(PawnWeakness), "backward pawns" = [
        (-14, -14), (-5, -8),
    ];
    /// Pawns side by side, each by rank.
    PHALANX: Weighted(PawnChains), "phalanx" = [
        (0, 0), (3, 0), (6, 3), (10, 8), (22, 22), (45, 50), (80, 90), (0, 0),
    ];
    /// A pawn guarded by a pawn, by rank.
    GUARDED: Weighted(PawnChains), "guarded pawns" = [
        (0, 0), (0, 0), (12, 6), (10, 6), (16, 14), (32, 34), (60, 50), (0, 0),
    ];
    /// A pawn that its neighbours can help to become passed, by rank.
    CANDIDATE: Weighted(PassedPawns), "candidates" = [
        (0, 0), (0, 4), (2, 8), (6, 16), (16, 32), (30, 55), (0, 0), (0, 0),
    ];
    /// A passed pawn, by rank.
    PASSED: Weighted(PassedPawns), "passed: rank" = [
        (0, 0), (0, 8), (2, 12), (4, 26), (22, 50), (50, 90), (90, 140), (0, 0),
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
        (0, 0), (0, 1), (0, 2), (0, 5), (0, 11), (0, 18), (0, 24), (0, 0),
    ];
    /// Each step of the own king from the square before a passed pawn, by rank of the pawn.
    PASSED_OWN_KING: Weighted(PassedPawns), "passed: own king far" = [
        (0, 0), (0, 0), (0, -1), (0, -3), (0, -7), (0, -10), (0, -10), (0, 0),
    ];
    /// A passed pawn that no enemy king or piece can stop.
    PASSED_UNSTOPPABLE: Weighted(PassedPawns), "passed: unstoppable" = [(0, 350)];
    /// An own rook behind a passed pawn.
    PASSED_ROOK_BEHIND: Weighted(PassedPawns), "passed: rook behind" = [(4, 18)];
    /// An enemy rook behind a passed pawn.
    PASSED_ENEMY_ROOK_BEHIND: Weighted(PassedPawns), "passed: enemy rook behind" = [(-2, -18)];
    /// A knight on a square of ranks four to six that no enemy pawn can attack, by whether a pawn
    /// guards it (no, yes).
    KNIGHT_OUTPOST: Weighted(Outposts), "knight outposts" = [
        (10, 6), (30, 18),
    ];
    /// A bishop on such a square, likewise.
    BISHOP_OUTPOST: Weighted(Outposts), "bishop outposts" = [
        (8, 3), (24, 10),
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
    MINOR_FROM_KING: Weighted(Outposts), "minor far from king" = [(-3, -1)];
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
        (0, 0), (0, 0), (-30, 0), (-24, 0), (-12, 0), (-4, 0), (0, 0), (0, 0),
    ];
    /// The same for an enemy pawn that an own pawn stops.
    STORM_STOPPED: Weighted(KingSafety), "storm stopped" = [
        (0, 0), (0, 0), (-16, 0), (-4, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// Where danger starts, which one attacker alone does not reach.
    DANGER_BASE: Danger, "danger: base" = [(-60, -30)];
    /// A piece that attacks the king's zone: knight, bishop, rook, queen.
    DANGER_ATTACKER: Danger, "danger: attackers" = [
        (46, 16), (40, 16), (52, 20), (50, 26),
    ];
    /// An attack on a square next to the king.
    DANGER_ATTACK: Danger, "danger: attacks" = [(24, 8)];
    /// A square of the zone that the enemy attacks and only king or queen guard once.
    DANGER_WEAK: Danger, "danger: weak squares" = [(36, 12)];
    /// A kind of piece that can check safely: knight, bishop, rook, queen.
    DANGER_SAFE_CHECK: Danger, "danger: safe checks" = [
        (105, 30), (70, 20), (120, 30), (95, 30),
    ];
    /// A kind of piece whose checks are all unsafe.
    DANGER_UNSAFE_CHECK: Danger, "danger: unsafe checks" = [(18, 4)];
    /// The enemy has no queen.
    DANGER_NO_QUEEN: Danger, "danger: no queen" = [(-190, -60)];
    /// An own minor piece in the king's zone.
    DANGER_DEFENDER: Danger, "danger: defenders" = [(-20, -6)];
    /// A file at the king without own pawn.
    DANGER_OPEN_FILE: Danger, "danger: open files" = [(16, 2)];
    /// A square on the king's wing, own half, that the enemy attacks.
    DANGER_WING_ATTACK: Danger, "danger: wing attacks" = [(5, 1)];
    /// A square there that the own side guards.
    DANGER_WING_DEFENCE: Danger, "danger: wing defence" = [(-3, -1)];
    /// A safe pawn attacks a knight, bishop, rook, queen.
    THREAT_BY_PAWN: Weighted(Threats), "threats by pawns" = [
        (56, 36), (58, 40), (76, 40), (70, 40),
    ];
    /// A pawn can step safely to attack a piece.
    THREAT_BY_PUSH: Weighted(Threats), "threats by pawn steps" = [(16, 12)];
    /// A minor piece attacks a weak pawn, a knight, bishop, rook, queen.
    THREAT_BY_MINOR: Weighted(Threats), "threats by minors" = [
        (4, 18), (28, 22), (30, 24), (56, 40), (50, 36),
    ];
    /// A rook attacks a weak pawn, knight, bishop, rook, or any queen.
    THREAT_BY_ROOK: Weighted(Threats), "threats by rooks" = [
        (2, 20), (26, 26), (28, 26), (4, 12), (54, 30),
    ];
    /// The king attacks something weak.
    THREAT_BY_KING: Weighted(Threats), "threats by king" = [(10, 40)];
    /// A piece or pawn that is attacked and not guarded.
    HANGING: Weighted(Threats), "hanging" = [(22, 14)];
    /// A piece that can attack the enemy queen from a safe square: minor, rook.
    QUEEN_HARASSED: Weighted(Threats), "queen in danger" = [
        (12, 8), (16, 6),
    ];
    /// A square that both attack and the enemy does not hold firmly.
    CONTESTED: Weighted(Threats), "contested squares" = [(3, 3)];
    /// Safe squares on ranks two to four of the files c to f, twice behind own pawns: 0 to 24.
    SPACE: Weighted(Space), "space" = [
        (-20, 0), (-18, 0), (-15, 0), (-13, 0), (-11, 0), (-9, 0), (-7, 0), (-4, 0), (-2, 0),
        (0, 0), (2, 0), (4, 0), (7, 0), (9, 0), (11, 0), (13, 0), (15, 0), (18, 0),
        (20, 0), (22, 0), (24, 0), (26, 0), (29, 0), (31, 0), (33, 0),
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
