//! The page of documentation that introduces the characters.
//!
//! Owns its text. What a character is, its file says; what its games have shown is for those to
//! say who look at games.

use super::{Claim, Personality, Roster};

const HEAD: &str = "# The characters

Every character plays by its wishes for moves: it gives up at most a few centipawns in a move for
all of them together. What each claims is more or less of something than the games of neutral show,
in the words of `masque personality fingerprint`, which plays games and judges each claim:

    masque personality fingerprint NAME --games 200 --nodes 5000

What that has shown is in `fingerprints.md`, and with charts and a game of each in
`gallery/index.html`. The cost is by how many Elo a character was found weaker than neutral at equal
nodes; its file says under which conditions and how surely. Those without a cost claim what they are
made for, and have yet to be measured.

`masque personality show NAME` says what each of them likes, and how much. Those of the classroom
also look only a few moves ahead, and pay more for their habits, so that they can be punished. This
page is printed by `masque personality list --markdown`.
";

impl Roster {
    /// The page with every character, in the order of menus.
    pub fn page(&self) -> String {
        let mut page = HEAD.to_owned();
        let mut group = None;
        for (number, one) in self.iter().enumerate() {
            if number == 0 || one.group() != group {
                group = one.group();
                page += &heading(group);
            }
            page += &row(one);
        }
        page
    }
}

fn heading(group: Option<&str>) -> String {
    let title = group.map_or_else(String::new, |group| format!("\n## {group}\n"));
    format!("{title}\n| name | who | at the board | claims | cost |\n|---|---|---|---|---|\n")
}

fn row(one: &Personality) -> String {
    let claims: Vec<String> = one.claims().iter().map(Claim::to_string).collect();
    format!(
        "| `{}` | {} | {} | {} | {} |\n",
        one.name(),
        one.title(),
        one.blurb(),
        claims.join(", "),
        one.cost()
            .map_or_else(String::new, |cost| cost.elo.to_string()),
    )
}
