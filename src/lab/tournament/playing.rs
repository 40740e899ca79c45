//! Playing a game of a tournament: own players and foreign engines at one board, with their clocks.

use std::time::{Duration, Instant};

use super::fixture::Fixture;
use super::participant::{Participant, TournamentPlayer};
use crate::board::{Color, Game, GameResult};
use crate::checksum::Fnv64;
use crate::chess_clock::{Clocks, FischerTimeControl};
use crate::foreign::{
    self, ClockTimes, EngineAnswer, EngineDescription, EngineFailure, EngineLimit, ForeignEngine,
};
use crate::lab::matches::adjudication::Conclusion;
use crate::lab::matches::game::{NextMove, Player, play_out_or_fail};
use crate::personality::Personality;
use crate::search::{ClockState, Delay, SearchLimits, SearchParameters, TimeBudget};

/// How late a move may come after the flag has fallen: what it loses on its way between programs.
const LENIENCY: Duration = Duration::from_millis(50);
/// What an own player keeps on its clock for a machine that is busy.
const OVERHEAD: Duration = Duration::from_millis(30);

/// The conditions of all games of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayingConditions {
    /// The clock of everybody; without one, the next two limits hold.
    pub clock: Option<FischerTimeControl>,
    /// Nodes a move for own players at full strength.
    pub nodes: u64,
    /// The time a move for foreign engines that have no depth of their own.
    pub move_time: Duration,
    /// How long a foreign engine may take to get ready, and for a move where it has no clock.
    pub patience: Duration,
    /// The size of the transposition table of an own player.
    pub table_mib: usize,
    /// Whether own players play from their books and repertoires.
    pub with_books: bool,
    /// The seed of all chance.
    pub seed: u64,
}

/// How a game of a tournament ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FixtureEnding {
    /// On the board or by adjudication.
    Concluded(Conclusion),
    /// This side gave up.
    Resignation(Color),
    /// The time of this side was up.
    OutOfTime(Color),
    /// The engine with this colour failed.
    Failure(Color, EngineFailure),
}

/// A finished game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedFixture {
    /// The moves.
    pub game: Game,
    /// How it ended.
    pub ending: FixtureEnding,
}

impl FinishedFixture {
    /// The result.
    pub fn result(&self) -> GameResult {
        match &self.ending {
            FixtureEnding::Concluded(conclusion) => conclusion
                .winner()
                .map_or(GameResult::Draw, GameResult::Win),
            FixtureEnding::Resignation(color) | FixtureEnding::Failure(color, _) => {
                GameResult::Win(!*color)
            }
            FixtureEnding::OutOfTime(color) => self.game.result_without_time(*color),
        }
    }

    /// The word for the tag `Termination` of PGN.
    pub fn termination(&self) -> &'static str {
        match &self.ending {
            FixtureEnding::Concluded(Conclusion::ByRule(_)) | FixtureEnding::Resignation(_) => {
                "normal"
            }
            FixtureEnding::Concluded(_) => "adjudication",
            FixtureEnding::OutOfTime(_) => "time forfeit",
            FixtureEnding::Failure(_, failure) => failure.termination(),
        }
    }

    /// What happened, where a game was not decided by chess: a sentence after the name of the player.
    pub fn trouble(&self) -> Option<(Color, String)> {
        match &self.ending {
            FixtureEnding::Concluded(_) | FixtureEnding::Resignation(_) => None,
            FixtureEnding::OutOfTime(color) => Some((*color, "overstepped the time".to_owned())),
            FixtureEnding::Failure(color, failure) => Some((*color, failure.to_string())),
        }
    }
}

/// Starts a foreign engine as for a game and lets it go again.
///
/// # Errors
/// Why it cannot take part.
pub fn try_engine(
    description: &EngineDescription,
    conditions: &PlayingConditions,
) -> Result<(), EngineFailure> {
    start_engine(description, conditions).map(drop)
}

/// Plays a game from its opening. What own players do depends on the fixture and the conditions alone,
/// unless they have a clock.
pub fn play_fixture(
    fixture: &Fixture,
    participants: &[Participant],
    opening: Game,
    conditions: &PlayingConditions,
) -> FinishedFixture {
    let mut table = match GameTable::open(fixture, participants, conditions) {
        Ok(table) => table,
        Err(ending) => {
            return FinishedFixture {
                game: opening,
                ending,
            };
        }
    };
    let mut game = opening;
    let finished = play_out_or_fail(&mut game, |game| table.next_move(game));
    let ending = match finished {
        Ok(finished) => FixtureEnding::Concluded(finished.conclusion),
        Err(ending) => ending,
    };
    FinishedFixture { game, ending }
}

/// Both players of a game and their clocks.
struct GameTable<'a> {
    /// White and Black.
    seats: [Seat; 2],
    clocks: Option<Clocks>,
    conditions: &'a PlayingConditions,
}

enum Seat {
    Own(Box<OwnPlayer>),
    Foreign(Box<dyn ForeignEngine>),
}

/// An own player in a game.
struct OwnPlayer {
    player: Player,
    /// Whether it has searched: the first search begins with an empty table and has a budget of its own.
    has_searched: bool,
}

impl OwnPlayer {
    /// What it plays, within its limits or by its clock.
    fn next_move(
        &mut self,
        game: &Game,
        clock: Option<(ClockTimes, FischerTimeControl)>,
    ) -> NextMove {
        let outcome = match clock {
            None => self.player.search(game),
            Some((times, control)) => {
                let budget = self.budget(game, times, control);
                self.player.search_within(game, budget)
            }
        };
        self.has_searched |= outcome.nodes > 0;
        NextMove {
            mv: outcome.best,
            score: Some(outcome.score),
        }
    }

    fn budget(&self, game: &Game, times: ClockTimes, control: FischerTimeControl) -> TimeBudget {
        let state = ClockState {
            remaining: times.own,
            increment: control.increment,
            moves_to_go: None,
            move_number: game.position().fullmove_number(),
        };
        let budget = state.budget(Delay {
            typical: Duration::ZERO,
            worst: OVERHEAD,
        });
        match self.has_searched {
            true => budget,
            false => budget.for_first_search(),
        }
    }
}

/// What the answer of the engine with this colour means for the game.
fn foreign_move(
    answer: Result<EngineAnswer, EngineFailure>,
    color: Color,
    has_clock: bool,
) -> Result<NextMove, FixtureEnding> {
    match answer {
        Ok(EngineAnswer::Move(mv)) => Ok(NextMove {
            mv: Some(mv),
            score: None,
        }),
        Ok(EngineAnswer::Resignation) => Err(FixtureEnding::Resignation(color)),
        Err(EngineFailure::Silent(_)) if has_clock => Err(FixtureEnding::OutOfTime(color)),
        Err(failure) => Err(FixtureEnding::Failure(color, failure)),
    }
}

impl GameTable<'_> {
    fn open<'a>(
        fixture: &Fixture,
        participants: &[Participant],
        conditions: &'a PlayingConditions,
    ) -> Result<GameTable<'a>, FixtureEnding> {
        let seat = |number: usize, color: Color| match &participants[number].player {
            TournamentPlayer::Own(personality) => Ok(Seat::Own(Box::new(OwnPlayer {
                player: own_player(personality, fixture, color, conditions),
                has_searched: false,
            }))),
            TournamentPlayer::Foreign(description) => start_engine(description, conditions)
                .map(Seat::Foreign)
                .map_err(|failure| FixtureEnding::Failure(color, failure)),
        };
        Ok(GameTable {
            seats: [
                seat(fixture.white, Color::White)?,
                seat(fixture.black, Color::Black)?,
            ],
            clocks: conditions.clock.map(Clocks::new),
            conditions,
        })
    }

    fn next_move(&mut self, game: &Game) -> Result<NextMove, FixtureEnding> {
        let color = game.position().side_to_move();
        let began = Instant::now();
        if let Some(clocks) = &mut self.clocks {
            clocks.start(color, began);
        }
        let times = self.clocks.as_ref().map(|clocks| ClockTimes {
            own: clocks.left(color, began),
            opponent: clocks.left(!color, began),
        });
        let patience = match times {
            Some(times) => times.own + LENIENCY,
            None => self.conditions.patience,
        };
        let next = match &mut self.seats[color as usize] {
            Seat::Own(player) => player.next_move(game, times.zip(self.conditions.clock)),
            Seat::Foreign(engine) => {
                let answer = engine.answer(game, times, began + patience);
                foreign_move(answer, color, times.is_some())?
            }
        };
        if let Some(clocks) = &mut self.clocks {
            if began.elapsed() > patience {
                return Err(FixtureEnding::OutOfTime(color));
            }
            clocks.press(color, Instant::now());
        }
        Ok(next)
    }
}

fn own_player(
    personality: &Personality,
    fixture: &Fixture,
    color: Color,
    conditions: &PlayingConditions,
) -> Player {
    let limits = match conditions.clock {
        Some(_) => SearchLimits::default(),
        None => SearchLimits {
            nodes: Some(conditions.nodes),
            ..SearchLimits::default()
        },
    };
    let seed = game_seed(conditions.seed, fixture, color);
    let player = Player::within(SearchParameters::default(), limits)
        .with_table(conditions.table_mib)
        .playing_as(personality, seed);
    match conditions.with_books {
        true => player.with_books(),
        false => player,
    }
}

/// The seed of a player's chance in a game.
fn game_seed(seed: u64, fixture: &Fixture, color: Color) -> u64 {
    let mut hash = Fnv64::new();
    hash.add(&seed.to_le_bytes());
    hash.add(fixture.id.to_string().as_bytes());
    hash.value() ^ color as u64
}

fn start_engine(
    description: &EngineDescription,
    conditions: &PlayingConditions,
) -> Result<Box<dyn ForeignEngine>, EngineFailure> {
    let limit = match (conditions.clock, description.depth_plies) {
        (_, Some(plies)) => EngineLimit::Depth(plies),
        (Some(control), None) => EngineLimit::Clock(control),
        (None, None) => EngineLimit::MoveTime(conditions.move_time),
    };
    foreign::start(description, limit, conditions.patience)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::tournament::fixture::Encounter;
    use crate::personality::{PlayingStrength, Roster};

    fn own(name: &str) -> Participant {
        Participant {
            name: name.to_owned(),
            player: TournamentPlayer::Own(Box::new(Roster::built_in().find(name).unwrap().clone())),
        }
    }

    fn conditions(clock: Option<&str>) -> PlayingConditions {
        PlayingConditions {
            clock: clock.map(|text| FischerTimeControl::of_seconds(text).unwrap()),
            nodes: 200,
            move_time: Duration::from_millis(50),
            patience: Duration::from_secs(5),
            table_mib: 1,
            with_books: true,
            seed: 3,
        }
    }

    const FIXTURE: Encounter = Encounter {
        round: 1,
        board: 1,
        first: 0,
        second: 1,
    };

    #[test]
    fn a_game_between_own_players_depends_on_its_fixture_and_seed_alone() {
        let players = [own("hypermodern"), own("lion")];
        let play = |number| {
            let fixture = FIXTURE.fixture(number, 1);
            play_fixture(&fixture, &players, Game::default(), &conditions(None))
        };
        let first = play(1);
        assert_eq!(first, play(1));
        assert!((1..5).any(|number| play(2 * number + 1).game != first.game));
        assert!(first.trouble().is_none() && first.game.len() > 10);
    }

    #[test]
    fn own_players_obey_a_clock() {
        let mut novice = own("neutral");
        if let TournamentPlayer::Own(personality) = &mut novice.player {
            let strength = PlayingStrength::Elo(600);
            **personality = personality.clone().with_strength(strength);
        }
        let players = [own("lion"), novice];
        let fixture = FIXTURE.fixture(1, 1);
        let won = Game::new("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1".parse().unwrap());
        let began = Instant::now();
        let finished = play_fixture(&fixture, &players, won, &conditions(Some("10+0.5")));
        assert_eq!(finished.result(), GameResult::Win(Color::White));
        assert!(finished.trouble().is_none(), "{:?}", finished.ending);
        // Without a limit the first move would never come.
        assert!(began.elapsed() < Duration::from_secs(15));
    }

    #[test]
    fn who_cannot_be_started_loses() {
        let absent = Participant {
            name: "absent".to_owned(),
            player: TournamentPlayer::Foreign(
                "name=absent,command=/no/such/engine,protocol=uci"
                    .parse()
                    .unwrap(),
            ),
        };
        let players = [own("neutral"), absent];
        let fixture = FIXTURE.fixture(1, 1);
        let finished = play_fixture(&fixture, &players, Game::default(), &conditions(None));
        assert_eq!(finished.result(), GameResult::Win(Color::White));
        assert_eq!(finished.termination(), "abandoned");
        let (color, why) = finished.trouble().unwrap();
        assert_eq!(color, Color::Black);
        assert!(
            why.starts_with("does not start: `/no/such/engine`: "),
            "{why}"
        );
    }
}
