//! Rehearsals of a fit, each with a progress bar.

use masque::lab::twin::amplitude::{Amplitude, ConcessionBudget};
use masque::lab::twin::correction::{REHEARSALS, corrected};
use masque::lab::twin::everybody::Everybody;
use masque::lab::twin::player_games::SidedGame;
use masque::lab::twin::rehearsal::{made_instead, rehearse};
use masque::lab::twin::scored_choice::ScoredChoice;
use masque::lab::twin::taste_fit::TasteFit;
use masque::lab::twin::twin_file::TwinFile;
use masque::personality::Personality;

use crate::cli::progress::progress_bar;

/// Where masque rehearses, and how.
pub struct Rehearsing<'g> {
    /// The games whose positions they are.
    pub games: &'g [SidedGame<'g>],
    /// Nodes of each search.
    pub nodes: u64,
    pub threads: usize,
    /// How many rehearsals there were.
    pub done: usize,
}

impl Rehearsing<'_> {
    /// What masque without a taste likes in the positions of a player, whose choices are judged by it then.
    pub fn everybody(&mut self, choices: &[ScoredChoice]) -> anyhow::Result<Everybody> {
        let places = self.places(&Personality::neutral(), choices)?;
        Ok(Everybody::fit(
            &made_instead(choices, &places),
            self.threads,
        ))
    }

    /// The fit with its tastes corrected, of the size that they have in a file.
    pub fn correct(
        &mut self,
        choices: &[ScoredChoice],
        fit: &TasteFit,
        amplitude: Amplitude,
        budget: ConcessionBudget,
    ) -> anyhow::Result<TasteFit> {
        corrected(choices, fit, amplitude.factor, |twin| {
            self.places(&personality_of(twin, budget)?, choices)
        })
    }

    fn places(
        &mut self,
        personality: &Personality,
        choices: &[ScoredChoice],
    ) -> anyhow::Result<Vec<Option<usize>>> {
        self.done += 1;
        let unit = format!("games, rehearsal {} of {}", self.done, 1 + REHEARSALS);
        let bar = progress_bar(&unit, self.games.len() as u64)?;
        let (nodes, threads) = (self.nodes, self.threads);
        let places = rehearse(self.games, choices, personality, nodes, threads, || {
            bar.inc(1)
        });
        bar.finish_and_clear();
        Ok(places)
    }
}

/// The personality with these tastes as they are.
fn personality_of(fit: &TasteFit, budget: ConcessionBudget) -> anyhow::Result<Personality> {
    let as_they_are = Amplitude {
        factor: 1.0,
        concession_cp: 0.0,
        reached: 1.0,
    };
    let file = TwinFile {
        name: "twin",
        player: "",
        remarks: Vec::new(),
        taste: Some((fit, as_they_are, budget)),
        tailoring: None,
        lines: None,
        habits: &[],
        level: None,
    };
    Ok(Personality::parse("twin.toml", &file.to_toml())?)
}
