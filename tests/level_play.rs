//! Play at a level through the one request that everybody uses: the clock does not change it, analysis
//! does not know it, and characters stay themselves.
#![allow(clippy::expect_used, clippy::panic)]

use std::sync::Arc;
use std::time::Duration;

use masque::board::{Game, Move};
use masque::engine::request::{FinishedSearch, PlayerProfile, SearchTools};
use masque::engine::{Explanation, SearchAs, SearchOrder, SearchPurpose, level_of};
use masque::personality::{Personality, PlayingStrength, Roster};
use masque::search::{SearchControl, SearchLimits, SearchThread, TimeBudget, TranspositionTable};
use masque::strength::{Level, LevelChoice};

const PETROFF: &[&str] = &["e2e4", "e7e5", "g1f3", "g8f6", "f3e5"];

fn after(moves: &[&str]) -> Game {
    let mut game = Game::default();
    for text in moves {
        let mv = game.position().parse_move(text).expect(text);
        game.play(mv);
    }
    game
}

fn player(personality: Personality, elo: i32, seed: u64) -> PlayerProfile {
    PlayerProfile {
        level: Some(Level::new(elo)),
        ..PlayerProfile::new(Arc::new(personality), seed)
    }
}

fn carry_out(
    player: &PlayerProfile,
    order: &SearchOrder,
    budget: Option<TimeBudget>,
) -> FinishedSearch {
    let tools = SearchTools {
        thread: &mut SearchThread::new(),
        helpers: &mut [],
        predictor: &mut None,
        table: &TranspositionTable::new(1),
        control: &SearchControl::start(budget),
    };
    player.search(order, tools, &mut ())
}

fn order(game: Game, purpose: SearchPurpose) -> SearchOrder {
    SearchOrder::new(game, SearchLimits::default(), purpose)
}

fn choice(player: &PlayerProfile, game: Game) -> LevelChoice {
    let finished = carry_out(player, &order(game, SearchPurpose::Play), None);
    finished.choice.expect("it plays at a level")
}

fn share(choice: &LevelChoice, game: &Game, text: &str) -> f64 {
    let mv: Move = game.position().parse_move(text).expect(text);
    let found = choice.candidates.iter().find(|it| it.mv == mv);
    found.map_or(0.0, |it| it.probability)
}

#[test]
fn neither_clock_nor_limits_change_the_move() {
    let budget = |ms| TimeBudget {
        soft: Duration::from_millis(ms),
        hard: Duration::from_secs(600),
        is_banked: true,
    };
    for (elo, seed) in [(800, 1), (1_500, 2), (2_100, 3)] {
        let player = player(Personality::neutral(), elo, seed);
        let game = after(PETROFF);
        let play = order(game, SearchPurpose::Play);
        let calm = carry_out(&player, &play, None).choice;
        let limited = SearchOrder {
            limits: SearchLimits {
                depth_plies: Some(1),
                nodes: Some(10),
                ..SearchLimits::default()
            },
            ..play.clone()
        };
        for (order, budget) in [
            (&play, Some(budget(1))),
            (&play, Some(budget(60_000))),
            (&limited, None),
        ] {
            assert_eq!(carry_out(&player, order, budget).choice, calm, "{elo}");
        }
    }
}

#[test]
fn without_time_a_move_is_still_made() {
    let player = player(Personality::neutral(), 1_500, 1);
    let over = TimeBudget {
        soft: Duration::ZERO,
        hard: Duration::ZERO,
        is_banked: true,
    };
    let game = after(PETROFF);
    let finished = carry_out(
        &player,
        &order(game.clone(), SearchPurpose::Play),
        Some(over),
    );
    let best = finished.outcome.best.expect("a move");
    assert!(game.position().is_legal(best));
}

#[test]
fn analysis_and_neutral_searches_know_no_level() {
    let player = player(Personality::neutral(), 1_000, 1);
    let limits = SearchLimits {
        depth_plies: Some(4),
        ..SearchLimits::default()
    };
    let analysis = SearchOrder::new(after(PETROFF), limits, SearchPurpose::Analyse);
    let neutral = SearchOrder {
        search_as: SearchAs::Neutral,
        ..SearchOrder::new(after(PETROFF), limits, SearchPurpose::Play)
    };
    for order in [analysis, neutral] {
        assert_eq!(carry_out(&player, &order, None).choice, None);
    }
}

#[test]
fn only_allowed_moves_are_chosen() {
    let game = after(PETROFF);
    let only = game.position().parse_move("f6g8").expect("legal");
    let order = SearchOrder {
        root_moves: vec![only],
        ..order(game, SearchPurpose::Play)
    };
    let player = player(Personality::neutral(), 2_600, 1);
    assert_eq!(carry_out(&player, &order, None).outcome.best, Some(only));
}

#[test]
fn the_parrot_copies_into_the_trap() {
    let parrot = Roster::built_in().find("parrot").expect("shipped").clone();
    let PlayingStrength::Elo(elo) = parrot.strength() else {
        panic!("the parrot plays at a level");
    };
    let copying = after(PETROFF);
    let mut parrot = player(parrot, elo, 1);
    let mut usual = player(Personality::neutral(), elo, 1);
    let by = |who: &PlayerProfile| share(&choice(who, copying.clone()), &copying, "f6e4");
    assert!(by(&parrot) > 0.8, "{}", by(&parrot));
    assert!(by(&parrot) > by(&usual));
    // White's queen attacks along the file, and the copy of it is likely, too.
    let moves = [PETROFF, &["f6e4", "d1e2"]].concat();
    let attacked = after(&moves);
    (parrot.seed, usual.seed) = (2, 2);
    let by = |who: &PlayerProfile| share(&choice(who, attacked.clone()), &attacked, "d8e7");
    assert!(by(&parrot) > by(&usual), "{} {}", by(&parrot), by(&usual));
}

#[test]
fn the_stronger_find_more() {
    // A queen is attacked by a knight.
    let game = after(&["e2e4", "d7d5", "e4d5", "d8d5", "b1c3"]);
    let blunders = |elo| {
        let choice = choice(&player(Personality::neutral(), elo, 1), game.clone());
        let lost = choice.candidates.iter().filter(|it| it.loss_cp > 300);
        lost.map(|it| it.probability).sum::<f64>()
    };
    let shares = [600, 1_200, 1_800].map(blunders);
    assert!(
        shares.is_sorted_by(|weak, strong| weak > strong),
        "{shares:?}"
    );
}

#[test]
fn games_begin_as_those_of_people_do() {
    // Of 3,389 players of 1000 to 1600 60 % begin with e4 and 25 % with d4; against e4 49 % play e5
    // and 14 % c5.
    let player = player(Personality::neutral(), 1_200, 1);
    let first = choice(&player, Game::default());
    for (text, shares) in [
        ("e2e4", 0.45..0.75),
        ("d2d4", 0.12..0.40),
        ("a2a4", 0.0..0.01),
    ] {
        let share = share(&first, &Game::default(), text);
        assert!(shares.contains(&share), "{text}: {share}");
    }
    let game = after(&["e2e4"]);
    let reply = choice(&player, game.clone());
    for (text, shares) in [
        ("e7e5", 0.3..0.7),
        ("c7c5", 0.03..0.25),
        ("f7f6", 0.0..0.02),
    ] {
        let share = share(&reply, &game, text);
        assert!(shares.contains(&share), "{text}: {share}");
    }
}

#[test]
fn an_explanation_tells_of_the_very_choice() {
    let player = player(Personality::neutral(), 1_300, 9);
    let game = after(PETROFF);
    let explain = order(game.clone(), SearchPurpose::Explain);
    let table = TranspositionTable::new(1);
    let Some(Explanation::Level(explained)) = Explanation::search(&explain, &player, &table) else {
        panic!("no explanation of a level");
    };
    assert_eq!(explained.choice, choice(&player, game));
    let explanation = Explanation::Level(explained);
    let lines = explanation.to_lines(None);
    assert!(lines[0].starts_with("Neutral at level 1300;"), "{lines:?}");
    let words = explanation.in_words(None);
    assert!(words.starts_with("At level 1300 I play "), "{words}");
}

#[test]
fn an_explanation_says_what_was_searched_and_what_takes_back() {
    let game = after(&["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6"]);
    let explained = |elo| {
        let player = player(Personality::neutral(), elo, 9);
        let order = order(game.clone(), SearchPurpose::Explain);
        let explanation = Explanation::search(&order, &player, &TranspositionTable::new(1));
        explanation.expect("an explanation of a level")
    };
    let taken = game.position().parse_move("d7c6").ok();
    for (elo, is_searched) in [(1_300, false), (2_600, true)] {
        let explanation = explained(elo);
        let words = explanation.in_words(taken);
        assert!(words.contains(" I take back."), "{words}");
        let lines = explanation.to_lines(taken);
        let found = lines
            .iter()
            .any(|line| line.contains("; what its search found"));
        assert_eq!(found, is_searched, "{lines:?}");
        assert!(!lines.iter().any(|line| line.contains("mood")), "{lines:?}");
    }
}

#[test]
fn strength_is_of_the_file_or_the_opponent() {
    let it =
        |text: &str| Personality::parse("it.toml", &format!("[identity]\nname = 'it'\n{text}"));
    let errors = it("[strength]\nelo = 1400\n[strength.errors]\nhanging = 130\nnerves = 50\n");
    let errors = errors.expect("a file");
    let level = level_of(&errors, errors.strength(), None).expect("a level");
    assert_eq!(
        (level.elo, level.errors.hanging, level.errors.endgame),
        (1_400, 130, 100)
    );
    assert_eq!(level_of(&errors, PlayingStrength::Full, Some(1_200)), None);
    let met = |elo| level_of(&errors, PlayingStrength::Opponent, elo).map(|level| level.elo);
    assert_eq!(
        [met(Some(1_234)), met(Some(3_500)), met(None)],
        [Some(1_234), Some(2_800), Some(1_500)]
    );
    for (text, problem) in [
        (
            "[strength]\nelo = 400\n",
            "from 500 to 2800 (Elo), or \"opponent\"",
        ),
        ("[strength]\nelo = \"strong\"\n", "or \"opponent\""),
        ("[strength]\nerrors = 3\n", "this is not a table"),
        ("[strength.errors]\nhanging = 500\n", "0 to 400"),
        (
            "[strength.errors]\nqueens = 50\n",
            "unknown key `queens` in `strength.errors`",
        ),
    ] {
        let error = it(text).expect_err(text).to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
}

#[test]
fn nerves_tell_where_time_is_short() {
    let file = "[identity]\nname = 'it'\n[strength]\nelo = 1400\nerrors = { nerves = 300 }\n";
    let personality = Personality::parse("it.toml", file).expect("a file");
    let player = player(personality, 1_400, 1);
    let elo = |soft_ms| {
        let budget = TimeBudget {
            soft: Duration::from_millis(soft_ms),
            hard: Duration::from_secs(600),
            is_banked: true,
        };
        let order = order(after(PETROFF), SearchPurpose::Play);
        let choice = carry_out(&player, &order, Some(budget)).choice;
        choice.expect("it plays at a level").elo
    };
    assert_eq!([elo(500), elo(2_500), elo(10_000)], [1_100, 1_250, 1_400]);
}
