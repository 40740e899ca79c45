//! Known opponents as an objective: pairs of games against other engines, one after the other.

use std::time::{Duration, Instant};

use super::games::{GameConditions, points};
use crate::board::{Color, Game};
use crate::foreign::{self, EngineAnswer, EngineDescription, EngineLimit};
use crate::lab::matches::game::{NextMove, play_out_or_fail};
use crate::lab::tuning::interface::{Objective, Subject, TrialError};

/// How long an engine may take to get ready, and for a move.
const PATIENCE: Duration = Duration::from_secs(60);

/// Pairs of games against other engines, which search to a depth.
pub struct KnownOpponents<'s> {
    subject: &'s dyn Subject,
    conditions: GameConditions,
    /// The engines and how deep they search, in plies.
    engines: Vec<(EngineDescription, u32)>,
}

/// Why a game ended before the board said so.
enum EarlyEnd {
    Resigned(Color),
    Failed(String),
}

impl<'s> KnownOpponents<'s> {
    /// Games against these engines.
    ///
    /// # Errors
    /// The name of one that has no depth, without which a trial would depend on the machine.
    pub fn new(
        subject: &'s dyn Subject,
        conditions: GameConditions,
        engines: &[EngineDescription],
    ) -> Result<KnownOpponents<'s>, String> {
        let with_depth = |engine: &EngineDescription| match engine.depth_plies {
            Some(plies) => Ok((engine.clone(), plies)),
            None => Err(engine.name.clone()),
        };
        Ok(KnownOpponents {
            subject,
            conditions,
            engines: engines.iter().map(with_depth).collect::<Result<_, _>>()?,
        })
    }

    /// The points of these values with this colour.
    fn play(
        &self,
        trial: u64,
        mut game: Game,
        values: &[f64],
        own: Color,
    ) -> Result<f64, TrialError> {
        let (description, plies) = &self.engines[trial as usize % self.engines.len()];
        let failed = |why: String| TrialError::Failed(format!("{} {why}", description.name));
        let engine = foreign::start(description, EngineLimit::Depth(*plies), PATIENCE);
        let mut engine = engine.map_err(|failure| failed(failure.to_string()))?;
        let seed = self.conditions.player_seed(trial);
        let mut player = self.subject.player(values, self.conditions.nodes, seed);
        let next = |game: &Game| {
            if game.position().side_to_move() == own {
                let outcome = player.search(game);
                return Ok(NextMove {
                    mv: outcome.best,
                    score: Some(outcome.score),
                });
            }
            match engine.answer(game, None, Instant::now() + PATIENCE) {
                Ok(EngineAnswer::Move(mv)) => Ok(NextMove {
                    mv: Some(mv),
                    score: None,
                }),
                Ok(EngineAnswer::Resignation) => Err(EarlyEnd::Resigned(!own)),
                Err(failure) => Err(EarlyEnd::Failed(failure.to_string())),
            }
        };
        match play_out_or_fail(&mut game, next) {
            Ok(finished) => Ok(points(finished.conclusion.winner(), own)),
            Err(EarlyEnd::Resigned(color)) => Ok(points(Some(!color), own)),
            Err(EarlyEnd::Failed(why)) => Err(failed(why)),
        }
    }
}

impl Objective for KnownOpponents<'_> {
    fn identity(&self) -> String {
        let engines = self.engines.iter().map(|(engine, plies)| {
            format!(
                "{} ({}) to {plies} plies",
                engine.name,
                engine.command.join(" ")
            )
        });
        format!(
            "pairs of games against {}, {}",
            engines.collect::<Vec<_>>().join(", "),
            self.conditions.identity()
        )
    }

    /// Both play a pair against the same opponent from the same opening.
    fn point(&self) -> f64 {
        2.0
    }

    /// What is lost in a pair of games.
    fn value(&self, trial: u64, values: &[f64]) -> Result<f64, TrialError> {
        let opening = self.conditions.opening(trial);
        let mut lost = 0.0;
        for own in Color::ALL {
            lost -= self.play(trial, opening.clone(), values, own)?;
        }
        Ok(lost)
    }
}
