//! The page of documentation that lists every key.

use super::all_keys;

/// The page, with a table for each section.
pub fn keys_page() -> String {
    let mut page = PAGE_HEAD.to_owned();
    let mut section = "";
    for key in all_keys() {
        if key.section != section {
            section = key.section;
            page += &format!(
                "\n## [{section}]\n\n| key | unit | values | default | meaning |\n|---|---|---|---|---|\n"
            );
        }
        page += &format!(
            "| `{}` | {} | {} | {} | {} |\n",
            key.name,
            key.unit(),
            key.range(),
            key.default,
            key.meaning
        );
    }
    page
}

/// What a reader should know before the tables.
const PAGE_HEAD: &str = "# The keys of a personality file

A personality is a TOML file. Only `name` must be written. A key that is not written has the value of
the personality named in `based_on`, or its default where there is none. This page is printed by
`masque personality keys --markdown`. `masque personality new` makes a first file by questions.

Signs: a positive weight in `[taste]` likes something, a negative one avoids it. In `[judgement]`,
`own` is the side for which the engine plays: its own `king_safety` is the care for its own king, the
opponent's is the value of an attack on the other king. A positive `attack` prefers attack to defence
(Chessmaster's `avd` has the opposite sign), a positive `optimism` overrates its own chances, and a
positive `positional` prefers position to material. Where `own` and the opponent's weight differ, the
moves are chosen by both, but the score that is shown, and by which draws and resignations are decided,
is put as if both sides had the mean of the two.

A weight in `[taste]` is a number, or a table that also says when it acts, in one of three ways:
`{ cp = 15, until_move = 12 }` fades out until that move, `{ cp = 15, first_moves = 6 }` acts for so
many moves, and `{ cp = 15, phase = \"endgame\" }` acts by phase (`always`, `middlegame` or
`endgame`). A slider adds its numbers to others; a number that is written itself counts as written.

`swindle`, `keep_material` and `trivial_draw_captures` act only in endings that cannot be won, and there
for every personality whose file does not say 0. Where tablebases have proven the result, only moves
that keep it are left to choose from, and these three count a hundredfold without regard to
`max_concession_cp`.
";
