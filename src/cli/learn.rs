//! The command `learn`: shows what was learnt from games, and forgets it.

use std::collections::HashMap;
use std::io::{self, Write};

use anyhow::bail;
use clap::{Args, Subcommand};
use masque::board::{Color, Game, Position};
use masque::engine::EngineConfig;
use masque::learning::{BookMoveRecord, Experience, Forgotten, LearnedPosition, LearningFile};
use masque::personality::Roster;

/// What can be done with what was learnt.
#[derive(Debug, Subcommand)]
pub enum LearnCommand {
    /// Show what was learnt; everything, unless some of it is asked for.
    Show(ShownLearning),
    /// Forget it.
    Forget {
        /// all, book, positions, opponents, or the name of an opponent.
        #[arg(
            value_name = "all|book|positions|opponents|NAME",
            default_value = "all"
        )]
        what: String,
    },
}

/// Which parts are shown.
#[derive(Debug, Args)]
pub struct ShownLearning {
    /// Book moves with their trust, from -1000 (avoided) to 1000 (played twice as often).
    #[arg(long)]
    pub book: bool,
    /// Positions whose score fell.
    #[arg(long)]
    pub positions: bool,
    /// Results by opponent.
    #[arg(long)]
    pub opponents: bool,
}

/// Carries out the command on the file that the engine would use.
pub fn run(
    out: &mut impl Write,
    command: &LearnCommand,
    engine: &EngineConfig,
) -> anyhow::Result<()> {
    let file = LearningFile::at(engine.settings.learning_file.as_deref())?;
    match command {
        LearnCommand::Show(wanted) => {
            let experience = file.read()?;
            writeln!(
                out,
                "Learnt from {}, in {}{}",
                counted(experience.games(), "game"),
                file.path().display(),
                match engine.settings.learn {
                    true => "",
                    false => " (learning is off: --learn or `learn = true` switches it on)",
                }
            )?;
            show(out, wanted, &experience, &engine.roster)
        }
        LearnCommand::Forget { what } => forget(out, &file, what),
    }
}

fn show(
    out: &mut impl Write,
    wanted: &ShownLearning,
    experience: &Experience,
    roster: &Roster,
) -> anyhow::Result<()> {
    let is_all = !(wanted.book || wanted.positions || wanted.opponents);
    if is_all || wanted.book {
        show_book(out, experience, roster)?;
    }
    if is_all || wanted.positions {
        show_positions(out, experience)?;
    }
    if is_all || wanted.opponents {
        show_opponents(out, experience)?;
    }
    Ok(())
}

fn show_book(out: &mut impl Write, experience: &Experience, roster: &Roster) -> io::Result<()> {
    let records = experience.book_moves();
    writeln!(out, "\nBook moves: {}", records.len())?;
    let lines = lines_of(roster);
    for record in records {
        let trust = experience.trust_of(record);
        let games = counted(record.games, "game");
        writeln!(
            out,
            "  {trust:>+5}  {games:<9}  {}",
            described(record, &lines)
        )?;
    }
    Ok(())
}

/// The move with the line that leads to it, or with its position where no personality has such a line.
fn described(record: &BookMoveRecord, lines: &HashMap<u64, String>) -> String {
    let position = &record.position;
    let san = position.san(record.mv);
    match lines.get(&position.key()) {
        Some(line) => format!("{line}{}", numbered(position, &san, false)),
        None => format!("{} in {}", numbered(position, &san, true), position.fen()),
    }
}

/// The moves to every position of every personality's opening lines.
fn lines_of(roster: &Roster) -> HashMap<u64, String> {
    let mut lines = HashMap::new();
    for personality in roster.iter() {
        for line in personality.opening_book().repertoire.lines() {
            let mut game = Game::default();
            let mut text = String::new();
            for word in line.moves.split_whitespace() {
                let position = game.position();
                lines.entry(position.key()).or_insert_with(|| text.clone());
                let Ok(mv) = position.parse_move(word) else {
                    break;
                };
                text += &numbered(position, word, false);
                text.push(' ');
                game.play(mv);
            }
        }
    }
    lines
}

/// A move with its number before it; Black's only where that is needed to be understood.
fn numbered(position: &Position, san: &str, always: bool) -> String {
    match position.side_to_move() == Color::White || always {
        true => format!("{}{san}", position.move_number()),
        false => san.to_owned(),
    }
}

fn show_positions(out: &mut impl Write, experience: &Experience) -> io::Result<()> {
    let positions = experience.positions();
    writeln!(out, "\nPositions whose score fell: {}", positions.len())?;
    for learned in positions {
        let LearnedPosition {
            position,
            ceiling,
            depth_plies,
            best,
            ..
        } = learned;
        let best = best.map_or(String::new(), |mv| format!(", best {}", position.san(mv)));
        let score = ceiling.in_centipawns();
        writeln!(
            out,
            "  at most {score} at depth {depth_plies}{best}: {}",
            position.fen()
        )?;
    }
    Ok(())
}

fn show_opponents(out: &mut impl Write, experience: &Experience) -> io::Result<()> {
    let names = experience.opponents();
    writeln!(out, "\nOpponents: {}", names.len())?;
    for name in names {
        let Some(summary) = experience.opponent(name) else {
            continue;
        };
        let rating = summary
            .rating
            .map_or(String::new(), |rating| format!(" ({rating})"));
        let score = score(summary.wins, summary.draws, summary.losses);
        writeln!(out, "  {name}{rating}: {score}")?;
        for record in &summary.by_personality {
            let score = self::score(record.wins, record.draws, record.losses);
            writeln!(out, "    as {}: {score}", record.personality)?;
        }
    }
    Ok(())
}

fn score(wins: u32, draws: u32, losses: u32) -> String {
    format!("{wins} won, {draws} drawn, {losses} lost")
}

fn forget(out: &mut impl Write, file: &LearningFile, what: &str) -> anyhow::Result<()> {
    let part = match what {
        "all" => Forgotten::All,
        "book" => Forgotten::Book,
        "positions" => Forgotten::Positions,
        "opponents" => Forgotten::Opponents,
        name => Forgotten::Opponent(name.to_owned()),
    };
    let known = file.read()?;
    if let Forgotten::Opponent(name) = &part
        && known.opponent(name).is_none()
    {
        bail!(
            "no opponent called {name:?} is known; expected all, book, positions, opponents, or a \
             name that `masque learn show --opponents` shows"
        );
    }
    let mut forgotten = 0;
    if known.games() > 0 {
        file.change(|experience| forgotten = experience.forget(&part))?;
    }
    let forgotten = u32::try_from(forgotten).unwrap_or(u32::MAX);
    writeln!(out, "Forgotten: {}", counted(forgotten, "fact"))?;
    Ok(())
}

fn counted(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
