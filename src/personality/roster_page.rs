//! The page of documentation that introduces the characters.

use super::{Claim, Personality, Roster};

const HEAD: &str = "# The characters

Every character has wishes for moves, and gives up at most a few centipawns in a move for all of them
together. Its claims say what its games show more or less of than those of neutral, in the words of
`masque personality fingerprint`. That command plays games and judges each claim:

    masque personality fingerprint NAME

The results are in `fingerprints.md`; with `--gallery DIR` the command makes a page of them, with a card
and a game for each character. The cost is the number of Elo points by which a character was found weaker than
neutral at equal nodes; its file says under which conditions and with what error. A character without a
cost has not been measured yet: its claims say what it is made for.

`masque personality show NAME` tells what a character likes, and how much. The characters of the
classroom play like people of the rating behind their names, and follow their habits far, so that a
learner can punish them. This page is printed by `masque personality list --markdown`.
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
        one.title_with_level(),
        one.blurb(),
        claims.join(", "),
        one.cost()
            .map_or_else(String::new, |cost| cost.elo.to_string()),
    )
}
