//! The shipped personalities and a user's own.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;

use masque::board::Color;
use masque::lab::style::observation::check_claims;
use masque::personality::{Feature, Parameter, Personality, PersonalityError, Roster};

fn shipped_files() -> Vec<std::path::PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("personalities");
    let entries = fs::read_dir(directory).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.is_file()).collect()
}

fn write(directory: &Path, file: &str, text: &str) {
    fs::write(directory.join(file), text).unwrap();
}

fn named(name: &str) -> String {
    format!("[identity]\nname = \"{name}\"\ntitle = \"Mine\"\n")
}

#[test]
fn neutral_is_first_and_has_no_opinion_but_chance() {
    let roster = Roster::built_in();
    assert_eq!(roster.names().next(), Some("neutral"));
    let neutral = roster.find("neutral").unwrap();
    assert_eq!(neutral, &Personality::neutral());
    assert!(
        neutral
            .tastes()
            .map(|(liked, _)| liked)
            .eq([Feature::Randomness])
    );
    assert!(neutral.weights().is_neutral());
}

#[test]
fn every_shipped_file_is_in_the_roster_under_its_own_name() {
    let roster = Roster::built_in();
    let files = shipped_files();
    assert_eq!(roster.names().count(), files.len());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let personality = Personality::parse(&file.display().to_string(), &text)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            Some(personality.name()),
            file.file_stem().and_then(|stem| stem.to_str())
        );
        assert_eq!(roster.find(personality.name()).unwrap(), &personality);
        assert!(!personality.blurb().is_empty());
    }
}

#[test]
fn every_number_of_a_shipped_file_has_its_reason() {
    for file in shipped_files() {
        let text = fs::read_to_string(&file).unwrap();
        let numbers = text.lines().skip_while(|line| *line != "[taste]");
        for line in numbers.filter(|line| line.contains('=')) {
            let reason = line.split_once('#').map_or("", |(_, reason)| reason.trim());
            assert!(reason.len() > 8, "{}: {line}", file.display());
        }
    }
}

#[test]
fn personalities_differ_in_their_tastes() {
    let roster = Roster::built_in();
    let all: Vec<&Personality> = roster.iter().collect();
    for (number, one) in all.iter().enumerate() {
        for other in &all[number + 1..] {
            assert!(
                one.tastes().ne(other.tastes()),
                "{} {}",
                one.name(),
                other.name()
            );
            assert_ne!(one.blurb(), other.blurb());
        }
    }
}

#[test]
fn there_are_many_and_each_says_what_it_is() {
    let roster = Roster::built_in();
    assert!(roster.names().count() > 32);
    for one in roster.iter().skip(1) {
        let who = one.name();
        assert!(one.group().is_some(), "{who}");
        assert!(one.style().next().is_some(), "{who}");
        assert!(!one.claims().is_empty(), "{who}");
    }
}

#[test]
fn every_character_knows_openings_for_both_colours() {
    for one in Roster::built_in().iter().skip(1) {
        let lines = one.opening_book().repertoire.lines();
        for color in [Color::White, Color::Black] {
            let known = lines.iter().filter(|line| line.color == color).count();
            assert!(known > 3, "{} {color:?}", one.name());
        }
    }
}

#[test]
fn every_claim_is_about_something_seen_in_games() {
    for one in Roster::built_in().iter() {
        assert_eq!(check_claims(one), Ok(()));
        for (number, claim) in one.claims().iter().enumerate() {
            let mut others = one.claims()[number + 1..].iter();
            assert!(
                others.all(|other| other.of != claim.of),
                "{} {claim}",
                one.name()
            );
        }
    }
}

#[test]
fn a_claim_that_nobody_could_check_is_refused_with_the_nearest_word() {
    let text = named("mine") + "claims = [\"more trades\", \"less fianchettoe\"]\n";
    let personality = Personality::parse("mine.toml", &text).unwrap();
    insta::assert_snapshot!(
        check_claims(&personality).unwrap_err(),
        @"mine claims `less fianchettoe`, but nothing that is seen in games is called `fianchettoe`; did you mean `fianchetto`?"
    );
    let text = named("mine") + "claims = [\"many trades\"]\n";
    insta::assert_snapshot!(Personality::parse("mine.toml", &text).unwrap_err(), @r#"
    mine.toml:4:11: `many trades` is no claim
     4 | claims = ["many trades"]
       |           ^^^^^^^^^^^^^
    expected `more` or `less` and a word, such as "more fianchetto"
    "#);
}

#[test]
fn group_and_claims_survive_being_written() {
    let text = named("mine") + "group = \"friends\"\nclaims = [\"more trades\", \"less length\"]\n";
    let personality = Personality::parse("mine.toml", &text).unwrap();
    assert_eq!(personality.group(), Some("friends"));
    let again = Personality::parse("again.toml", &personality.to_toml()).unwrap();
    assert_eq!(again, personality);
}

#[test]
fn groups_stay_together() {
    let directory = tempfile::tempdir().unwrap();
    let text = named("zelda") + "group = \"schools\"\n";
    write(directory.path(), "zelda.toml", &text);
    let mut roster = Roster::built_in();
    assert_eq!(roster.add_directory(directory.path()), []);
    let mut groups: Vec<Option<&str>> = roster.iter().map(Personality::group).collect();
    groups.dedup();
    let count = groups.len();
    groups.sort();
    groups.dedup();
    assert_eq!(groups.len(), count);
}

#[test]
fn the_page_of_characters_is_what_the_program_prints() {
    let page = Roster::built_in().page();
    let written = include_str!("../docs/characters.md");
    assert!(
        page == written,
        "renew it with `masque personality list --markdown > docs/characters.md`"
    );
}

#[test]
fn names_are_found_in_any_case_and_typing_errors_are_answered() {
    let roster = Roster::built_in();
    assert_eq!(roster.find(" Hypermodern ").unwrap().name(), "hypermodern");
    insta::assert_snapshot!(
        roster.find("hypermodren").unwrap_err(),
        @"no personality is called `hypermodren`; did you mean `hypermodern`?"
    );
    insta::assert_snapshot!(roster.find("zzz\u{7}").unwrap_err(), @r#"no personality is called `zzz�`; choose among `neutral`, `classicist`, `scientist`, `romantic`, `hypermodern`, `prophet`, `dynamist`, `firebrand`, `gambler`, `weaver`, `castellan`, `locksmith`, `merchant`, `hoarder`, `miser`, `anarchist`, `springer`, `prelate`, `roadmaster`, `courier`, `pilgrim`, `magician`, `lion`, `constrictor`, `bulwark`, `clockmaker`, `escapist`, `countess`, `magpie`, `parrot`, `vagabond`, `woodpecker`, `tortoise`, `sailor`, `swapper`, `boomerang` and `piper`"#);
    assert!(roster.find("").is_err());
    assert!(
        roster
            .find(&"x".repeat(1_000_000))
            .unwrap_err()
            .to_string()
            .len()
            < 700
    );
}

#[test]
fn a_directory_adds_its_own_and_reports_the_broken() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "a.toml", &named("zelda"));
    write(directory.path(), "b.toml", "[identity\n");
    write(directory.path(), "c.toml", &named("miser"));
    write(directory.path(), "d.toml", &named("zelda"));
    write(directory.path(), "e.txt", "not a personality");
    fs::create_dir(directory.path().join("f.toml")).unwrap();
    let mut roster = Roster::built_in();
    let shipped = roster.names().count();
    let errors = roster.add_directory(directory.path());
    assert_eq!(roster.names().count(), shipped + 1);
    assert_eq!(roster.find("zelda").unwrap().title(), "Mine");
    assert_eq!(roster.find("miser").unwrap().title(), "Mine");
    assert!(matches!(
        errors.as_slice(),
        [
            PersonalityError::Refused(_),
            PersonalityError::NameTaken { .. },
            PersonalityError::Unreadable { .. }
        ]
    ));
    let missing = roster.add_directory(&directory.path().join("nowhere"));
    assert!(matches!(
        missing.as_slice(),
        [PersonalityError::Unreadable { .. }]
    ));
}

#[test]
fn a_text_with_a_directory_or_ending_in_toml_is_a_file() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "mine.toml", &named("mine"));
    let roster = Roster::built_in();
    let path = directory.path().join("mine.toml");
    assert_eq!(roster.load(path.to_str().unwrap()).unwrap().name(), "mine");
    assert_eq!(roster.load("hypermodern").unwrap().name(), "hypermodern");
    let missing = roster.load("no/such.toml").unwrap_err().to_string();
    assert!(
        missing.starts_with("no/such.toml: cannot be read: "),
        "{missing}"
    );
    assert!(roster.load("nobody.toml").is_err());
    assert!(matches!(
        roster.load("nobody"),
        Err(PersonalityError::Unknown { .. })
    ));
}

#[test]
fn hostile_files_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let roster = Roster::built_in();
    let load = |file: &str, bytes: &[u8]| {
        let path = directory.path().join(file);
        fs::write(&path, bytes).unwrap();
        let error = roster.load(path.to_str().unwrap()).unwrap_err().to_string();
        error.replace(directory.path().to_str().unwrap(), "DIR")
    };
    let long = "#".repeat(64 * 1024 + 1);
    insta::assert_snapshot!(load("long.toml", long.as_bytes()), @r#"DIR/long.toml: is longer than 65536 bytes, the most a personality file may have"#);
    insta::assert_snapshot!(load("latin.toml", b"[identity]\nname = \"na\xefve\"\n"), @r#"
    DIR/latin.toml:2:11: this is not UTF-8 text
     2 | name = "na�ve"
       |           ^
    expected a file saved as UTF-8
    "#);
    insta::assert_snapshot!(load("zero.toml", &[0; 100]), @r#"
    DIR/zero.toml:1:101: not TOML: key with no value, expected `=`
     1 | ��������������������������������������������������
       |                                                   ^
    expected sections such as [taste] with lines such as `castling = 25`
    "#);
    insta::assert_snapshot!(load("empty.toml", b""), @r#"
    DIR/empty.toml:1:1: a personality needs a name
     1 | 
       | ^
    expected a line such as `name = "hypermodern"` in [identity]
    "#);
    let error = roster
        .load(directory.path().join("").to_str().unwrap())
        .unwrap_err();
    assert!(error.to_string().contains("it is a directory"), "{error}");
    #[cfg(unix)]
    assert!(
        roster
            .load("/dev/zero")
            .unwrap_err()
            .to_string()
            .contains("not an ordinary file")
    );
}

#[test]
fn the_common_taste_for_swindles_is_left_out_against_programs() {
    let swindle = Parameter::Taste(Feature::Swindle);
    let neutral = Personality::neutral();
    assert_eq!(neutral.value_of(swindle), 60);
    assert_eq!(neutral.against_programs().value_of(swindle), 0);
    let fond = Personality::parse("it.toml", "[identity]\nname = 'it'\n[taste]\nswindle = 80");
    assert_eq!(fond.unwrap().against_programs().value_of(swindle), 80);
}
