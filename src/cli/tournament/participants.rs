//! The participants of a tournament from the command line.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail, ensure};
use masque::foreign::{EngineDescription, EngineProtocol};
use masque::lab::tournament::participant::{Participant, TournamentPlayer};
use masque::lab::tournament::playing::{PlayingConditions, try_engine};
use masque::personality::{PlayingStrength, Roster};
use masque::strength::Level;

/// The personalities, each perhaps with a level behind an `@`, and then the engines.
pub fn participants(
    personalities: &[String],
    engines: &[EngineDescription],
    roster: &Roster,
) -> Result<Vec<Participant>> {
    let own = personalities.iter().map(|text| own(text, roster));
    let foreign = engines.iter().map(|engine| {
        Ok(Participant {
            name: engine.name.clone(),
            player: TournamentPlayer::Foreign(engine.clone()),
        })
    });
    let participants = own.chain(foreign).collect::<Result<Vec<Participant>>>()?;
    ensure!(
        participants.len() >= 2,
        "a tournament needs two participants or more, expected for example \
         `masque tournament hypermodern lion@1400 --work games`"
    );
    let mut names = BTreeSet::new();
    for participant in &participants {
        let name = &participant.name;
        ensure!(
            names.insert(name.to_lowercase()),
            "two participants are called {name}, expected different names or levels"
        );
    }
    Ok(participants)
}

fn own(text: &str, roster: &Roster) -> Result<Participant> {
    let (name, level) = match text.rsplit_once('@') {
        Some((name, level)) => (name, Some(level)),
        None => (text, None),
    };
    let mut personality = roster.load(name)?;
    if let Some(level) = level {
        let strength: PlayingStrength = level.parse().with_context(|| text.to_owned())?;
        if strength == PlayingStrength::Opponent {
            bail!(
                "{text}: a tournament has many opponents, expected a rating from 500 to 2800 or full"
            );
        }
        personality = personality.with_strength(strength);
    }
    Ok(Participant {
        name: personality.title_with_level(),
        player: TournamentPlayer::Own(Box::new(personality)),
    })
}

/// Starts every foreign engine once, so that what is wrong is said before the games.
pub fn try_engines(participants: &[Participant], conditions: &PlayingConditions) -> Result<()> {
    for participant in participants {
        let TournamentPlayer::Foreign(engine) = &participant.player else {
            continue;
        };
        let name = &participant.name;
        let is_timed = conditions.clock.is_some() || engine.depth_plies.is_some();
        ensure!(
            is_timed
                || engine.protocol != EngineProtocol::Xboard
                || conditions.move_time.subsec_nanos() == 0,
            "{name}: the protocol of xboard knows whole seconds a move, expected a --move-time like 1, a \
             clock (--tc) or a depth for the engine"
        );
        if let Err(failure) = try_engine(engine, conditions) {
            bail!("{name} {failure}");
        }
    }
    Ok(())
}

/// Everything that the games depend on of a participant, as lines of text.
pub fn description(participant: &Participant) -> String {
    let of_player = match &participant.player {
        TournamentPlayer::Own(personality) => {
            let level = match personality.strength() {
                PlayingStrength::Elo(elo) => {
                    format!("level: {:016x}\n", Level::new(elo).signature())
                }
                PlayingStrength::Full | PlayingStrength::Opponent => String::new(),
            };
            format!("{level}{}", personality.to_toml())
        }
        TournamentPlayer::Foreign(engine) => {
            let EngineDescription {
                name: _,
                command,
                protocol,
                depth_plies,
                options,
            } = engine;
            format!(
                "command: {command:?}\nprotocol: {protocol:?}\ndepth: {depth_plies:?}\noptions: \
                 {options:?}\n"
            )
        }
    };
    format!("participant: {}\n{of_player}", participant.name)
}
