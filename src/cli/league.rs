//! The command `league`: shows the table, plays the next match, and begins anew.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use clap::Subcommand;
use masque::board::{Color, GameResult};
use masque::lab::ratings::{Pairing, RatedPlayer, ratings};
use masque::lab::tournament::standings::Standing;
use masque::lab::tournament::table::{aligned, points};
use masque::league::member::Member;
use masque::league::season::{League, MOVERS, NextMatch, RoundReport, SeasonEnd, rounds};
use masque::league::state_file::LeagueFile;
use masque::personality::{PlayingStrength, Roster};
use masque::wrapping::wrapped;

use super::paint::{Paint, screen_width};
use super::play::{PaceArguments, play_with};
use super::setup::Setup;

const ORDINALS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
/// What becomes of the matches that nobody plays.
const OTHERS: &str = "The matches between the others are not played: their results are drawn by chance \
                      from their levels.";

/// Fewer matches tell nothing of a rating.
const LEAST_MATCHES: usize = 5;

/// What can be done in the league.
#[derive(Debug, Subcommand)]
pub enum LeagueCommand {
    /// Play your next match in this terminal; its result counts.
    Play(PaceArguments),
    /// Begin a new league on the lowest rung.
    Reset,
}

/// Carries out the command; without one the table is shown.
pub fn run(out: &mut impl Write, command: &Option<LeagueCommand>, setup: Setup) -> Result<()> {
    let file = LeagueFile::of_user()?;
    let roster = setup.engine.roster.clone();
    let seed = setup.engine.settings.seed;
    match command {
        None => show(out, &open(&file, seed)?, &roster),
        Some(LeagueCommand::Play(pace)) => play(out, pace, &file, setup),
        Some(LeagueCommand::Reset) => {
            let aside = file.set_aside()?;
            let league = open(&file, seed)?;
            if let Some(aside) = aside {
                writeln!(out, "The old league is in {}.\n", aside.display())?;
            }
            show(out, &league, &roster)
        }
    }
}

/// The league that is kept, or a new one, which is kept from now on.
fn open(file: &LeagueFile, seed: Option<u64>) -> Result<League> {
    if let Some(league) = file.read()? {
        return Ok(league);
    }
    let moment = || {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
        since_epoch.map_or(0, |elapsed| elapsed.as_micros() as u64)
    };
    let league = League::new(seed.unwrap_or_else(moment));
    file.replace(None, &league)?;
    Ok(league)
}

fn show(out: &mut impl Write, league: &League, roster: &Roster) -> Result<()> {
    writeln!(
        out,
        "{}\n",
        Paint::of_output().heading(&format!(
            "Season {}, {} division, round {} of {}",
            league.season,
            ordinal(league.division_number()),
            league.round(),
            rounds()
        ))
    )?;
    write!(out, "{}", table(&league.table(), roster))?;
    let highest = league.division_number() == 1;
    let lowest = league.division_number() == league.divisions.len();
    let moves = match (highest, lowest) {
        (true, _) => format!("the last {MOVERS} go down"),
        (false, true) => format!("the first {MOVERS} go up"),
        (false, false) => format!("the first {MOVERS} go up and the last {MOVERS} down"),
    };
    say(
        out,
        &format!("\nAt the end of the season {moves}. {OTHERS}"),
    )?;
    if let Some(rating) = rating(league) {
        say(out, &rating)?;
    }
    if let Some(next) = league.next_match() {
        say(out, &format!("\n{}", announcement(&next, roster)))?;
    }
    Ok(())
}

fn announcement(next: &NextMatch, roster: &Roster) -> String {
    format!(
        "Your next match: {}. `masque league play` begins it.",
        pairing(next, roster)
    )
}

/// Whom the person meets, and with which colour.
fn pairing(next: &NextMatch, roster: &Roster) -> String {
    let color = match next.own {
        Color::White => "White",
        Color::Black => "Black",
    };
    let title = title(&next.name, roster);
    format!("you have {color} against {title}, level {}", next.elo)
}

/// Plays the next match and counts it.
fn play(
    out: &mut impl Write,
    pace: &PaceArguments,
    file: &LeagueFile,
    mut setup: Setup,
) -> Result<()> {
    let mut league = open(file, setup.engine.settings.seed)?;
    let before = league.clone();
    let roster = setup.engine.roster.clone();
    let Some(next) = league.next_match() else {
        return show(out, &league, &roster);
    };
    setup.engine.personality = roster.load(&next.name)?;
    setup.engine.settings.strength = Some(PlayingStrength::Elo(next.elo));
    let division = ordinal(league.division_number());
    let pairing = pairing(&next, &roster);
    let (round, season) = (next.round, league.season);
    say(
        out,
        &format!("Season {season}, {division} division, round {round}: {pairing}."),
    )?;
    let result = play_with(out, pace.match_settings(next.own), setup)?;
    if result == GameResult::Unfinished {
        return say(
            out,
            "The match was broken off: it does not count, and `masque league play` begins it again.",
        );
    }
    let report = league.count(result);
    file.replace(Some(&before), &league)?;
    tell_round(out, &report, &roster)?;
    if let Some(end) = &report.season_end {
        tell_season(out, end, &roster)?;
    }
    writeln!(out)?;
    show(out, &league, &roster)
}

fn tell_round(out: &mut impl Write, report: &RoundReport, roster: &Roster) -> Result<()> {
    writeln!(out, "\nThe round:")?;
    for (white, black, result) in &report.matches {
        let (white, black) = (member_name(white, roster), member_name(black, roster));
        writeln!(out, "  {white} - {black}  {result}")?;
    }
    Ok(())
}

fn tell_season(out: &mut impl Write, end: &SeasonEnd, roster: &Roster) -> Result<()> {
    writeln!(out, "\nThe season is over:\n")?;
    write!(out, "{}", table(&end.table, roster))?;
    let what = match end.division_after.cmp(&end.division_before) {
        std::cmp::Ordering::Less => "you go up to",
        std::cmp::Ordering::Greater => "you go down to",
        std::cmp::Ordering::Equal => "you stay in",
    };
    let division = ordinal(end.division_after);
    say(
        out,
        &format!(
            "\nYou are number {}: {what} the {division} division.",
            end.place
        ),
    )
}

/// The table of a division, with the person's line in colour.
fn table(rows: &[(Member, Standing)], roster: &Roster) -> String {
    let heading = ["#", "player", "level", "points", "games", "SB"];
    let mut table = vec![heading.map(str::to_owned).to_vec()];
    for (place, (member, row)) in (1..).zip(rows) {
        table.push(vec![
            place.to_string(),
            member_name(member, roster),
            member.elo().map_or("-".to_owned(), |elo| elo.to_string()),
            points(row.half_points),
            row.games.to_string(),
            format!("{:.2}", f64::from(row.tie_break) / 4.0),
        ]);
    }
    let is_person = |(member, _): &(Member, Standing)| *member == Member::Person;
    let persons_line = rows.iter().position(is_person).map(|place| 1 + place);
    let painted = |(number, line): (usize, &str)| match Some(number) == persons_line {
        true => format!("{}\n", Paint::of_output().name(line)),
        false => format!("{line}\n"),
    };
    aligned(&table).lines().enumerate().map(painted).collect()
}

/// The rating that the person's matches tell, when there are enough of them.
fn rating(league: &League) -> Option<String> {
    let matches = league.own_matches();
    if matches.len() < LEAST_MATCHES {
        return None;
    }
    let pairings = matches.iter().map(|played| Pairing {
        first: RatedPlayer::Sought(0),
        second: RatedPlayer::Anchor(f64::from(played.elo)),
        points: f64::from(played.half_points) / 2.0,
        games: 1.0,
    });
    let found = ratings(1, &pairings.collect::<Vec<_>>())?;
    let found = found.first()?;
    Some(format!(
        "By your {} matches so far you play like somebody rated {:.0} ± {:.0}.",
        matches.len(),
        found.elo,
        found.error
    ))
}

fn member_name(member: &Member, roster: &Roster) -> String {
    match member {
        Member::Person => "you".to_owned(),
        Member::Character { name, .. } => title(name, roster),
    }
}

/// The title of a character; the name where nobody knows it.
fn title(name: &str, roster: &Roster) -> String {
    let found = roster.find(name);
    found.map_or_else(|_| name.to_owned(), |it| it.title().to_owned())
}

fn ordinal(number: usize) -> String {
    let word = number.checked_sub(1).and_then(|index| ORDINALS.get(index));
    word.map_or_else(|| format!("{number}."), |word| (*word).to_owned())
}

/// Prints words in lines that fit the screen.
fn say(out: &mut impl Write, text: &str) -> Result<()> {
    for line in wrapped(text, screen_width()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
