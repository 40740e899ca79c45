//! The errors for mistakes in personality files.
#![allow(clippy::unwrap_used, clippy::panic)]

use masque::evaluation::Family;
use masque::personality::{Fade, Feature, Personality};
use proptest::prelude::*;

/// The complaint about a file with this text below its identity.
fn complaint(rest: &str) -> String {
    whole_complaint(&format!("[identity]\nname = \"mine\"\n{rest}"))
}

fn whole_complaint(text: &str) -> String {
    match Personality::parse("mine.toml", text) {
        Ok(personality) => panic!("accepted as {personality:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_full_file_is_read_as_written() {
    let text = "
        [identity]
        name = 'mine_2'
        title = 'Mein Schätzchen'
        blurb = 'One. Two.'
        [taste]
        max_concession_cp = 40
        development = 15
        checks = 0
        king_walk = { cp = -9, phase = 'endgame' }
        castling = { cp = 0x19, until_move = 20 }
        trades = { cp = +5 }
        [judgement]
        pawns = 110
        mobility = { own = 120, opponent = 90 }
        space = { opponent = 0 }";
    let personality = Personality::parse("mine.toml", text).unwrap();
    assert_eq!(personality.name(), "mine_2");
    assert_eq!(personality.title(), "Mein Schätzchen");
    assert_eq!(personality.blurb(), "One. Two.");
    assert_eq!(personality.max_concession_cp(), 40);
    let tastes: Vec<_> = personality
        .tastes()
        .map(|(feature, taste)| (feature, taste.weight_cp, taste.fade))
        .collect();
    assert_eq!(
        tastes,
        [
            (Feature::Development, 15, Fade::UntilMove(15)),
            (Feature::Castling, 25, Fade::UntilMove(20)),
            (Feature::KingWalk, -9, Fade::Endgame),
            (Feature::Trades, 5, Fade::Never),
        ]
    );
    let weights = personality.weights();
    let both = |family| (weights.of(family, true), weights.of(family, false));
    assert_eq!(both(Family::Pawns), (110, 110));
    assert_eq!(both(Family::Mobility), (120, 90));
    assert_eq!(both(Family::Space), (100, 0));
    assert_eq!(both(Family::Queens), (100, 100));
}

#[test]
fn the_ways_editors_save_text_are_all_read() {
    let unix = "[identity]\nname = 'mine'\n[taste]\nchecks = 5\n";
    let plain = Personality::parse("mine.toml", unix).unwrap();
    for text in [unix.replace('\n', "\r\n"), format!("\u{feff}{unix}")] {
        assert_eq!(Personality::parse("mine.toml", &text), Ok(plain.clone()));
    }
    let error = complaint("[taste]\r\nchekcs = 5\r\n");
    assert!(error.contains("\n 4 | chekcs = 5\n"), "{error}");
}

#[test]
fn every_feature_and_family_can_be_written() {
    for feature in Feature::ALL {
        let text = format!("[identity]\nname = 'mine'\n[taste]\n{} = 7", feature.key());
        let personality = Personality::parse("mine.toml", &text).unwrap();
        assert!(personality.tastes().map(|taste| taste.0).eq([*feature]));
    }
    for family in Family::ALL {
        let key = masque::personality::family_key(family);
        let text = format!("[identity]\nname = 'mine'\n[judgement]\n{key} = 77");
        let personality = Personality::parse("mine.toml", &text).unwrap();
        assert_eq!(personality.weights().of(family, true), 77);
    }
}

#[test]
fn unknown_keys_are_refused_with_the_nearest() {
    insta::assert_snapshot!(complaint("[taste]\nerly_queen = -20"), @r#"
    mine.toml:4:1: unknown key `erly_queen` in `taste`
     4 | erly_queen = -20
       | ^^^^^^^^^^
    expected one of the 76 keys of [taste]; did you mean `early_queen`?
    "#);
    insta::assert_snapshot!(complaint("[taste]\nxyzzy = 1"), @r#"
    mine.toml:4:1: unknown key `xyzzy` in `taste`
     4 | xyzzy = 1
       | ^^^^^
    expected one of aggression, safety, hypermodernism, simplifier, entertainer, materialist, development, same_piece_twice, early_queen, hypermodern, centre_pawns, fianchetto, flank_opening, gambit, castling, opposite_castling, king_walk, shelter_pawns, guard_king, king_approach, king_attackers, king_zone, threats, checks, unsound_checks, pawn_storm, captures, quiet_moves, sacrifice, exchange_sacrifice, trades, trade_when_ahead, pawn_trades, pawn_trades_when_behind, queen_trade, bishop_pair, bishops_over_knights, tension, open_position, passed_pawns, blockade, pawn_structure, pawn_advance, pawn_chains, forward, mobility, space, protection, restraint, prophylaxis, rook_lines, outposts, knight_on_rim, complexity, centralisation, kingside_play, pawn_moves, knight_moves, bishop_moves, rook_moves, queen_moves, king_moves, long_moves, hidden_moves, repetition, move_back, progress, underpromotion, copycat, revenge, signature, swindle, keep_material, trivial_draw_captures, randomness, max_concession_cp
    "#);
    insta::assert_snapshot!(complaint("[tast]\n"), @r#"
    mine.toml:3:2: unknown section `tast`
     3 | [tast]
       |  ^^^^
    expected one of identity, taste, signature, judgement, strength, draws, book, time; did you mean `taste`?
    "#);
    insta::assert_snapshot!(complaint("[judgement]\nmobilty = 90"), @r#"
    mine.toml:4:1: unknown key `mobilty` in `judgement`
     4 | mobilty = 90
       | ^^^^^^^
    expected one of the 21 keys of [judgement]; did you mean `mobility`?
    "#);
    insta::assert_snapshot!(complaint("[judgement]\nmobility = { mine = 90 }"), @r#"
    mine.toml:4:14: unknown key `mine` in `mobility`
     4 | mobility = { mine = 90 }
       |              ^^^^
    expected one of own, opponent
    "#);
    insta::assert_snapshot!(complaint("xyzzy = 1500"), @r#"
    mine.toml:3:1: unknown key `xyzzy` in `identity`
     3 | xyzzy = 1500
       | ^^^^^
    expected one of name, title, blurb, based_on, group, claims, style, elo, elo_conditions, cost_elo, cost_conditions, greeting, farewell
    "#);
    insta::assert_snapshot!(complaint("[taste]\ncastling = { cp = 5, until = 9 }"), @r#"
    mine.toml:4:22: unknown key `until` in `castling`
     4 | castling = { cp = 5, until = 9 }
       |                      ^^^^^
    expected one of cp, until_move, first_moves, phase; did you mean `until_move`?
    "#);
}

#[test]
fn wrong_values_are_refused() {
    insta::assert_snapshot!(complaint("[taste]\ncastling = 101"), @r#"
    mine.toml:4:12: 101 is out of range
     4 | castling = 101
       |            ^^^
    expected a whole number from -100 to 100 (cp), or a table such as { cp = 15, until_move = 15 }
    "#);
    insta::assert_snapshot!(complaint("[taste]\nrandomness = -1"), @r#"
    mine.toml:4:14: -1 is out of range
     4 | randomness = -1
       |              ^^
    expected a whole number from 0 to 100 (cp), or a table such as { cp = 15, until_move = 15 }
    "#);
    insta::assert_snapshot!(complaint("[taste]\ncastling = 2.5"), @r#"
    mine.toml:4:12: 2.5 is not a whole number
     4 | castling = 2.5
       |            ^^^
    expected a whole number from -100 to 100 (cp), or a table such as { cp = 15, until_move = 15 }
    "#);
    insta::assert_snapshot!(complaint("[taste]\ncastling = nan"), @r#"
    mine.toml:4:12: nan is not a whole number
     4 | castling = nan
       |            ^^^
    expected a whole number from -100 to 100 (cp), or a table such as { cp = 15, until_move = 15 }
    "#);
    insta::assert_snapshot!(complaint("[taste]\ncastling = -inf"), @r#"
    mine.toml:4:12: -inf is not a whole number
     4 | castling = -inf
       |            ^^^^
    expected a whole number from -100 to 100 (cp), or a table such as { cp = 15, until_move = 15 }
    "#);
    insta::assert_snapshot!(complaint("[taste]\ncastling = \"a lot\""), @r#"
    mine.toml:4:12: this is text, not a number
     4 | castling = "a lot"
       |            ^^^^^^^
    expected a whole number from -100 to 100 (cp), or a table such as { cp = 15, until_move = 15 }
    "#);
    insta::assert_snapshot!(complaint("[taste]\ncastling = 99999999999999999999"), @r#"
    mine.toml:4:12: 99999999999999999999 is out of range
     4 | castling = 99999999999999999999
       |            ^^^^^^^^^^^^^^^^^^^^
    expected a whole number from -100 to 100 (cp), or a table such as { cp = 15, until_move = 15 }
    "#);
    insta::assert_snapshot!(complaint("[taste]\nmax_concession_cp = 301"), @r#"
    mine.toml:4:21: 301 is out of range
     4 | max_concession_cp = 301
       |                     ^^^
    expected a whole number from 0 to 300 (cp)
    "#);
    insta::assert_snapshot!(complaint("[judgement]\npawns = { own = true }"), @r#"
    mine.toml:4:17: this is true or false, not a number
     4 | pawns = { own = true }
       |                 ^^^^
    expected a whole number from 0 to 300 (percent)
    "#);
    insta::assert_snapshot!(complaint("taste = 5"), @r#"
    mine.toml:3:1: unknown key `taste` in `identity`
     3 | taste = 5
       | ^^^^^
    expected one of name, title, blurb, based_on, group, claims, style, elo, elo_conditions, cost_elo, cost_conditions, greeting, farewell
    "#);
}

#[test]
fn wrong_fadings_are_refused() {
    insta::assert_snapshot!(complaint("[taste]\ncastling = { until_move = 9 }"), @r#"
    mine.toml:4:12: `castling` has no weight
     4 | castling = { until_move = 9 }
       |            ^^^^^^^^^^^^^^^^^^
    expected `cp = ` with a number of centipawns
    "#);
    insta::assert_snapshot!(complaint("[taste]\ncastling = { cp = 5, until_move = 0 }"), @r#"
    mine.toml:4:35: 0 is out of range
     4 | castling = { cp = 5, until_move = 0 }
       |                                   ^
    expected a whole number from 1 to 200 (full moves)
    "#);
    insta::assert_snapshot!(complaint("[taste]\ncastling = { cp = 5, phase = \"endgam\" }"), @r#"
    mine.toml:4:30: `endgam` is no phase
     4 | castling = { cp = 5, phase = "endgam" }
       |                              ^^^^^^^^
    expected "always", "middlegame" or "endgame"; did you mean `endgame`?
    "#);
    insta::assert_snapshot!(complaint("[taste]\ncastling = { cp = 5, phase = \"always\", first_moves = 3 }"), @r#"
    mine.toml:4:12: a taste fades in one way only
     4 | castling = { cp = 5, phase = "always", first_moves = 3 }
       |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    expected either `until_move`, `first_moves` or `phase`
    "#);
}

#[test]
fn identities_are_checked() {
    insta::assert_snapshot!(whole_complaint("[taste]\ncastling = 5"), @r#"
    mine.toml:1:1: a personality needs a name
     1 | [taste]
       | ^
    expected a line such as `name = "hypermodern"` in [identity]
    "#);
    insta::assert_snapshot!(whole_complaint("[identity]\ntitle = \"Me\""), @r#"
    mine.toml:1:1: a personality needs a name
     1 | [identity]
       | ^^^^^^^^^^
    expected a line such as `name = "hypermodern"` in [identity]
    "#);
    insta::assert_snapshot!(whole_complaint("[identity]\nname = \"The Great\""), @r#"
    mine.toml:2:8: `The Great` is not a name
     2 | name = "The Great"
       |        ^^^^^^^^^^^
    expected one word of a-z, 0-9 and _ that begins with a letter
    "#);
    insta::assert_snapshot!(whole_complaint("[identity]\nname = \"\""), @r#"
    mine.toml:2:8: this is empty
     2 | name = ""
       |        ^^
    expected one line of 1 to 24 characters in quotation marks
    "#);
    insta::assert_snapshot!(complaint("blurb = \"one\\ntwo\""), @r#"
    mine.toml:3:9: this has a line break, a control character or a double quote in it
     3 | blurb = "one\ntwo"
       |         ^^^^^^^^^^
    expected one line of 1 to 240 characters in quotation marks
    "#);
    insta::assert_snapshot!(complaint(&format!("title = \"{}\"", "long ".repeat(60))), @r#"
    mine.toml:3:9: this is too long
     3 | title = "long long long long long long long long long long long long long long long long long long l
       |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    expected one line of 1 to 40 characters in quotation marks
    "#);
}

#[test]
fn what_is_not_toml_is_refused_with_its_place() {
    insta::assert_snapshot!(complaint("[taste\n"), @r#"
    mine.toml:3:7: not TOML: unclosed table, expected `]`
     3 | [taste
       |       ^
    expected sections such as [taste] with lines such as `castling = 25`
    "#);
    insta::assert_snapshot!(complaint("[taste]\ncastling = \n"), @r#"
    mine.toml:4:12: not TOML: string values must be quoted, expected literal string
     4 | castling = 
       |            ^
    expected sections such as [taste] with lines such as `castling = 25`
    "#);
    insta::assert_snapshot!(complaint("[taste]\ncastling = 1\ncastling = 2\n"), @r#"
    mine.toml:5:1: not TOML: duplicate key
     5 | castling = 2
       | ^^^^^^^^
    expected sections such as [taste] with lines such as `castling = 25`
    "#);
    let deep = format!("[taste]\ncastling = {}", "[".repeat(20_000));
    insta::assert_snapshot!(complaint(&deep), @r#"
    mine.toml:4:92: not TOML: cannot recurse further; max recursion depth met
     4 | castling = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
       |                                                                                            ^
    expected sections such as [taste] with lines such as `castling = 25`
    "#);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = Personality::parse("any", &text).map_err(|error| error.to_string());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = Personality::parse("any", &text).map_err(|error| error.to_string());
    }

    /// Near misses: a good file with one place overwritten.
    #[test]
    fn any_damage_is_read_or_refused(at in 0usize..2_000, patch in "[ -~\n\t\u{e9}\r]{1,6}") {
        let mut text = include_str!("../personalities/hypermodern.toml").to_owned();
        let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap();
        text.insert_str(at, &patch);
        if let Err(error) = Personality::parse("any", &text) {
            let message = error.to_string();
            prop_assert!(message.starts_with("any:"), "{}", message);
            prop_assert!(message.contains("\nexpected "), "{}", message);
        }
    }
}
