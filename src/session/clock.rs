//! The engine's clock as the GUI keeps it: time controls, what is left, what a move may take.
//!
//! The clock brings the time controls, the time for a move, the GUI's clock and counted nodes
//! together. It also measures the lag of moves: the clock that a GUI tells before the next move is
//! compared with the one kept here, and a search says how long it was held up. Where the machine is busy,
//! more is kept in reserve. How much of its time a move takes is decided in the search.

use std::time::Duration;

use super::command::GameTime;
use crate::board::{Color, Game};
use crate::search::{ClockState, Delay, SearchOutcome, TimeBudget, fixed_time_budget, stricter};

/// xboard's own default: forty moves in five minutes.
const DEFAULT_CONTROL: GameTime = GameTime {
    moves: Some(40),
    base: Duration::from_secs(300),
    increment: Duration::ZERO,
};
/// A time of 0 for each move means less than a second; without a clock that says more, this is
/// assumed.
const LEAST_MOVE_TIME: Duration = Duration::from_millis(100);

/// A clock that differs more than this was set by hand, not by delays.
const LARGEST_LAG: Duration = Duration::from_secs(1);
/// With each move, one part in this many of the measured lag is forgotten.
const DELAY_MEMORY_MOVES: u32 = 16;
/// Added to the worst lag measured, because the next one may be a little longer.
const DELAY_MARGIN: Duration = Duration::from_millis(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    Game(GameTime),
    EachMove(Duration),
}

/// What one move may take: a clock, or nodes in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allowance {
    Time(TimeBudget),
    Nodes(u64),
}

#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: Control,
    /// The length of the game when the control was set: its moves count from there.
    since_ply: usize,
    remaining: Duration,
    /// Whether the GUI told the clock since the control was set.
    is_told: bool,
    nodes_per_second: Option<u64>,
    /// What the GUI's clock would show now if the last move had lost nothing on its way.
    expected: Option<Duration>,
    /// The lag of recent moves. It belongs to the connection and the machine, not to one game.
    delay: Delay,
    /// What the move under way may take, at most.
    granted: Option<Duration>,
    /// Whether a move of this game was searched.
    has_searched: bool,
}

impl Clock {
    pub fn new() -> Clock {
        let mut clock = Clock {
            control: Control::Game(DEFAULT_CONTROL),
            since_ply: 0,
            remaining: Duration::ZERO,
            is_told: false,
            nodes_per_second: None,
            expected: None,
            delay: Delay::default(),
            granted: None,
            has_searched: false,
        };
        clock.new_game();
        clock
    }

    /// Starts the last time control anew and ends counting nodes.
    pub fn new_game(&mut self) {
        self.since_ply = 0;
        self.is_told = false;
        self.nodes_per_second = None;
        self.expected = None;
        self.has_searched = false;
        self.remaining = match self.control {
            Control::Game(control) => control.base,
            Control::EachMove(limit) => limit,
        };
    }

    /// The record of the game begins anew; clocks go on.
    pub fn new_record(&mut self) {
        self.since_ply = 0;
        self.expected = None;
        self.has_searched = false;
    }

    /// A control for the game that counts from the position after `ply` half-moves.
    pub fn set_game_time(&mut self, control: GameTime, ply: usize) {
        self.control = Control::Game(control);
        self.since_ply = ply;
        self.remaining = control.base;
        self.is_told = false;
        self.expected = None;
    }

    pub fn set_move_time(&mut self, limit: Duration) {
        self.control = Control::EachMove(limit);
        self.is_told = false;
        self.expected = None;
    }

    /// What the GUI says overrules what was counted here.
    pub fn tell(&mut self, remaining: Duration) {
        if let Some(expected) = self.expected.take() {
            let lost = expected.saturating_sub(remaining);
            if lost <= LARGEST_LAG {
                self.delay.typical = faded(self.delay.typical) + lost / DELAY_MEMORY_MOVES;
                self.delay.worst = self.delay.worst.max(lost);
            }
        }
        self.remaining = remaining;
        self.is_told = true;
    }

    pub fn set_nodes_per_second(&mut self, nodes: Option<u64>) {
        self.nodes_per_second = nodes;
    }

    /// Whether nodes are counted instead of time; then pondering would give free nodes.
    pub fn counts_nodes(&self) -> bool {
        self.nodes_per_second.is_some()
    }

    /// What the next move of `engine` may take.
    pub fn allowance(&mut self, game: &Game, engine: Color, overhead: Duration) -> Allowance {
        match self.nodes_per_second {
            None => {
                let delay = Delay {
                    typical: self.delay.typical,
                    worst: overhead.max(self.delay.worst + DELAY_MARGIN),
                };
                let budget = self.budget(game, engine, delay);
                let budget = match self.has_searched || !budget.is_banked {
                    true => budget,
                    false => budget.for_first_search(),
                };
                self.granted = Some(budget.hard);
                Allowance::Time(budget)
            }
            Some(nodes) => {
                let budget = self.budget(game, engine, Delay::default());
                let limit = match self.control {
                    Control::Game(_) => budget.soft,
                    Control::EachMove(_) => budget.hard,
                };
                let nodes = (nodes as f64 * limit.as_secs_f64()) as u64;
                Allowance::Nodes(nodes.max(1))
            }
        }
    }

    fn budget(&self, game: &Game, engine: Color, delay: Delay) -> TimeBudget {
        let overhead = delay.worst;
        match self.control {
            Control::Game(control) => ClockState {
                remaining: self.remaining,
                increment: control.increment,
                moves_to_go: control.moves.map(|moves| {
                    let made = self.moves_made(game, engine);
                    moves - made % moves.max(1)
                }),
                move_number: game.position().fullmove_number(),
            }
            .budget(delay),
            Control::EachMove(Duration::ZERO) if self.is_told => {
                fixed_time_budget(self.remaining, overhead)
            }
            Control::EachMove(Duration::ZERO) => fixed_time_budget(LEAST_MOVE_TIME, overhead),
            Control::EachMove(limit) => {
                let fixed = fixed_time_budget(limit, overhead);
                match self.is_told {
                    true => stricter(fixed, fixed_time_budget(self.remaining, overhead)),
                    false => fixed,
                }
            }
        }
    }

    /// Moves that `engine` has made under the present control.
    fn moves_made(&self, game: &Game, engine: Color) -> u32 {
        let plies = game.len().saturating_sub(self.since_ply);
        // The plies alternate and the last one was made by the side that is not on move.
        let made = match game.position().side_to_move() == engine {
            true => plies / 2,
            false => plies.div_ceil(2),
        };
        u32::try_from(made).unwrap_or(u32::MAX)
    }

    /// Takes the longest delay of this move into the moving maximum. A search that could not end in time,
    /// that paused, or whose move came late was held up: the machine has other work.
    fn note_lag(&mut self, elapsed: Duration, granted: Duration, outcome: &SearchOutcome) {
        let overrun = elapsed.saturating_sub(granted);
        let on_its_way = elapsed.saturating_sub(outcome.elapsed);
        let lag = overrun.max(on_its_way).max(outcome.longest_pause);
        self.delay.worst = faded(self.delay.worst).max(lag.min(LARGEST_LAG));
    }

    /// Takes time off the clock that went by without a move.
    pub fn lose(&mut self, elapsed: Duration) {
        self.remaining = self.remaining.saturating_sub(elapsed);
    }

    /// The engine has made a move, which is the last one of `game`.
    pub fn move_made(&mut self, game: &Game, elapsed: Duration, outcome: &SearchOutcome) {
        if let Some(granted) = self.granted.take() {
            self.note_lag(elapsed, granted, outcome);
        }
        self.has_searched |= outcome.nodes > 0;
        self.lose(match self.nodes_per_second {
            Some(nodes) => Duration::try_from_secs_f64(outcome.nodes as f64 / nodes as f64)
                .unwrap_or(Duration::MAX),
            None => elapsed,
        });
        match self.control {
            Control::Game(control) => {
                self.remaining = self.remaining.saturating_add(control.increment);
                let engine = !game.position().side_to_move();
                let completes = |moves: u32| self.moves_made(game, engine).is_multiple_of(moves);
                if control.moves.is_some_and(completes) {
                    self.remaining = self.remaining.saturating_add(control.base);
                }
                self.expected = Some(self.remaining).filter(|_| self.is_told);
            }
            // A clock told for one move says nothing about the next.
            Control::EachMove(_) => self.is_told = false,
        }
    }
}

/// A measure of delay, a move later.
fn faded(delay: Duration) -> Duration {
    delay - delay / DELAY_MEMORY_MOVES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    const OVERHEAD: Duration = Duration::from_millis(30);

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn milliseconds(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn control(moves: Option<u32>, base_s: u64, increment_s: u64) -> GameTime {
        GameTime {
            moves,
            base: seconds(base_s),
            increment: seconds(increment_s),
        }
    }

    fn outcome(nodes: u64) -> SearchOutcome {
        SearchOutcome {
            best: None,
            ponder: None,
            score: Score::DRAW,
            bonus_cp: 0,
            proven: None,
            tablebase_hits: 0,
            depth_plies: 1,
            nodes,
            elapsed: Duration::ZERO,
            longest_pause: Duration::ZERO,
            salt: 0,
            root_moves: Vec::new(),
        }
    }

    fn hard(clock: &mut Clock, game: &Game) -> Duration {
        match clock.allowance(game, game.position().side_to_move(), OVERHEAD) {
            Allowance::Time(budget) => budget.hard,
            Allowance::Nodes(_) => panic!("there is a clock"),
        }
    }

    fn make(game: &mut Game, text: &str) {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv);
    }

    #[test]
    fn an_own_clock_is_kept_where_the_gui_tells_none() {
        let mut clock = Clock::new();
        let mut game = Game::default();
        clock.set_game_time(control(Some(2), 60, 1), 0);
        make(&mut game, "e4");
        clock.move_made(&game, seconds(50), &outcome(0));
        assert_eq!(clock.remaining, seconds(11));
        make(&mut game, "e5");
        assert_eq!(clock.moves_made(&game, Color::White), 1);
        assert!(hard(&mut clock, &game) < seconds(11));
        make(&mut game, "Nf3");
        clock.move_made(&game, seconds(5), &outcome(0));
        // The second move completes the control: a new minute.
        assert_eq!(clock.remaining, seconds(67));
        clock.tell(seconds(3));
        assert!(hard(&mut clock, &game) < seconds(3));
        clock.new_game();
        assert_eq!(clock.remaining, seconds(60));
    }

    #[test]
    fn moves_count_from_the_control() {
        let mut clock = Clock::new();
        let mut game = Game::default();
        for text in ["e4", "e5", "Nf3"] {
            make(&mut game, text);
        }
        clock.set_game_time(control(Some(40), 60, 0), game.len());
        assert_eq!(clock.moves_made(&game, Color::Black), 0);
        make(&mut game, "Nc6");
        assert_eq!(clock.moves_made(&game, Color::Black), 1);
        assert_eq!(clock.moves_made(&game, Color::White), 0);
    }

    /// The outcome of a search that took so long and was held up once.
    fn held_up(elapsed: Duration, longest_pause: Duration) -> SearchOutcome {
        SearchOutcome {
            elapsed,
            longest_pause,
            ..outcome(1)
        }
    }

    #[test]
    fn what_moves_lose_on_their_way_is_measured_and_reserved() {
        let mut clock = Clock::new();
        let mut game = Game::default();
        clock.set_game_time(control(None, 60, 0), 0);
        // The first search of a game is short.
        clock.move_made(&game, Duration::ZERO, &outcome(1));
        clock.tell(seconds(2));
        let before = hard(&mut clock, &game);
        make(&mut game, "e4");
        let taken = milliseconds(20);
        clock.move_made(&game, taken, &held_up(taken, Duration::ZERO));
        assert_eq!(clock.delay.worst, Duration::ZERO);
        // A fifth of a second is missing.
        clock.tell(milliseconds(1_780));
        assert_eq!(clock.delay.worst, milliseconds(200));
        assert!(clock.delay.typical < milliseconds(20));
        clock.tell(seconds(2));
        make(&mut game, "e5");
        assert!(hard(&mut clock, &game) < before);
        // A clock set by hand is no delay, and delays fade with each move.
        clock.tell(seconds(60));
        clock.move_made(&game, Duration::ZERO, &outcome(1));
        clock.tell(Duration::ZERO);
        assert_eq!(clock.delay.worst, Duration::from_micros(187_500));
        clock.tell(seconds(60));
        // A search that was held up past its limit.
        let limit = hard(&mut clock, &game);
        let late = limit + milliseconds(400);
        clock.move_made(&game, late, &held_up(late, Duration::ZERO));
        assert_eq!(clock.delay.worst, milliseconds(400));
    }

    #[test]
    fn a_search_that_pauses_and_a_move_that_comes_late_enlarge_the_reserve() {
        let mut clock = Clock::new();
        let game = Game::default();
        clock.set_game_time(control(None, 3, 0), 0);
        clock.tell(seconds(1));
        let quiet = hard(&mut clock, &game);
        clock.move_made(&game, seconds(0), &held_up(seconds(0), milliseconds(2)));
        clock.tell(seconds(1));
        assert!(
            hard(&mut clock, &game) > quiet,
            "only the first search is short"
        );
        let quiet = hard(&mut clock, &game);
        // No limit was overrun, but for a tenth of a second nothing was searched.
        clock.move_made(&game, seconds(0), &held_up(seconds(0), milliseconds(100)));
        assert_eq!(clock.delay.worst, milliseconds(100));
        clock.tell(seconds(1));
        let busy = hard(&mut clock, &game);
        assert!(busy < quiet.mul_f64(0.7), "{busy:?} {quiet:?}");
        // The search was done, and its move was not made for another two tenths.
        let taken = milliseconds(10);
        clock.move_made(
            &game,
            taken + milliseconds(200),
            &held_up(taken, Duration::ZERO),
        );
        assert_eq!(clock.delay.worst, milliseconds(200));
        // Quiet again.
        for _ in 0..60 {
            clock.tell(seconds(1));
            hard(&mut clock, &game);
            clock.move_made(&game, seconds(0), &held_up(seconds(0), milliseconds(1)));
        }
        clock.tell(seconds(1));
        assert_eq!(hard(&mut clock, &game), quiet);
    }

    #[test]
    fn a_busy_machine_leaves_time_on_a_fast_clock() {
        // Every fifth move is held up for a while that its search could see.
        for (base_ms, increment_ms) in [(3_000, 100), (1_000, 10), (6_000, 0)] {
            let mut clock = Clock::new();
            let game = Game::default();
            let fast = GameTime {
                moves: None,
                base: milliseconds(base_ms),
                increment: milliseconds(increment_ms),
            };
            clock.set_game_time(fast, 0);
            let (mut left, mut lowest) = (fast.base, fast.base);
            for number in 0..80 {
                clock.tell(left);
                let soft = match clock.allowance(&game, Color::White, OVERHEAD) {
                    Allowance::Time(budget) => budget.soft,
                    Allowance::Nodes(_) => panic!("there is a clock"),
                };
                let pause = milliseconds(if number % 5 == 4 { 60 } else { 1 });
                let spent = soft + pause;
                assert!(
                    spent < left,
                    "{base_ms}+{increment_ms}: lost at move {number}"
                );
                left -= spent;
                lowest = lowest.min(left);
                left += fast.increment;
                clock.move_made(&game, spent, &held_up(spent, pause));
            }
            let reserve = milliseconds(base_ms / 30);
            assert!(lowest > reserve, "{base_ms}+{increment_ms}: {lowest:?}");
        }
    }

    #[test]
    fn only_the_first_search_of_a_game_hardly_stretches() {
        let mut clock = Clock::new();
        let game = Game::default();
        clock.set_game_time(control(None, 300, 3), 0);
        let first = hard(&mut clock, &game);
        // A move from the book is no search.
        clock.move_made(&game, Duration::ZERO, &outcome(0));
        clock.tell(seconds(300));
        assert_eq!(hard(&mut clock, &game), first);
        clock.move_made(&game, Duration::ZERO, &outcome(1));
        clock.tell(seconds(300));
        assert!(hard(&mut clock, &game) > first * 2);
        clock.new_game();
        assert_eq!(hard(&mut clock, &game), first);
    }

    #[test]
    fn a_fixed_time_is_never_longer_than_the_clock() {
        let mut clock = Clock::new();
        let game = Game::default();
        clock.set_move_time(seconds(10));
        assert!(hard(&mut clock, &game) > seconds(9));
        clock.tell(seconds(2));
        assert!(hard(&mut clock, &game) < seconds(2));
        clock.move_made(&game, seconds(1), &held_up(seconds(1), Duration::ZERO));
        assert!(hard(&mut clock, &game) > seconds(9));
    }

    #[test]
    fn no_time_a_move_means_the_clock_that_is_told() {
        let mut clock = Clock::new();
        let game = Game::default();
        clock.set_move_time(Duration::ZERO);
        assert!(hard(&mut clock, &game) <= LEAST_MOVE_TIME);
        clock.tell(Duration::from_millis(500));
        let limit = hard(&mut clock, &game);
        assert!(limit > Duration::from_millis(400) && limit < Duration::from_millis(500));
    }

    #[test]
    fn nodes_can_stand_in_for_time() {
        let mut clock = Clock::new();
        let game = Game::default();
        clock.set_move_time(seconds(5_000));
        clock.set_nodes_per_second(Some(1));
        assert_eq!(
            clock.allowance(&game, Color::White, OVERHEAD),
            Allowance::Nodes(5_000)
        );
        clock.set_game_time(control(None, 60, 0), 0);
        clock.set_nodes_per_second(Some(1_000));
        clock.move_made(&game, seconds(55), &outcome(2_000));
        assert_eq!(clock.remaining, seconds(58));
        clock.new_game();
        assert!(!clock.counts_nodes());
    }

    #[test]
    fn absurd_controls_do_not_overflow() {
        let mut clock = Clock::new();
        let game = Game::default();
        let endless = GameTime {
            moves: Some(u32::MAX),
            base: Duration::from_secs_f64(1e9),
            increment: Duration::from_secs_f64(1e9),
        };
        clock.set_game_time(endless, 0);
        for _ in 0..3 {
            clock.move_made(&game, Duration::ZERO, &outcome(u64::MAX));
            let _ = hard(&mut clock, &game);
        }
        clock.set_nodes_per_second(Some(u64::MAX));
        clock.move_made(&game, Duration::ZERO, &outcome(u64::MAX));
        let allowance = clock.allowance(&game, Color::White, OVERHEAD);
        assert!(matches!(allowance, Allowance::Nodes(_)));
    }
}
