//! What was found in a player's games, for a terminal.

use std::io::Write;

use masque::board::Position;
use masque::engine::taste_phrases::reasons;
use masque::lab::style::portrait::Likeness;
use masque::lab::twin::differing::DifferingChoice;
use masque::lab::twin::habits::CountedHabit;
use masque::lab::twin::level::LikeliestLevel;
use masque::lab::twin::player_games::SidedGame;
use masque::lab::twin::tailoring::Tailoring;
use masque::lab::twin::taste_fit::Explained;
use masque::lab::twin::twin_file::{WrittenTaste, written_tastes};
use masque::personality::{NumberKey, Roster};

use super::FittedTwin;
use crate::cli::paint::Paint;

/// So many likes, and so many dislikes, are told.
const TOLD_TASTES: usize = 12;
/// So many characters are told.
const TOLD_CHARACTERS: usize = 3;

/// What was found.
pub struct Findings<'f> {
    pub fitted: Option<&'f FittedTwin>,
    pub nearest: Vec<Likeness>,
    pub differing: Vec<DifferingChoice>,
    pub games: &'f [SidedGame<'f>],
    /// How many opening lines the file has; `None` when they were not wanted.
    pub lines: Option<usize>,
    pub habits: &'f [CountedHabit],
    pub level: Option<LikeliestLevel>,
    pub roster: &'f Roster,
}

/// Tells everything.
pub fn tell(out: &mut impl Write, paint: Paint, found: &Findings<'_>) -> anyhow::Result<()> {
    if let Some(fitted) = found.fitted {
        let counts = fitted.counts;
        writeln!(
            out,
            "{} positions of {} games; {} more are theory",
            counts.positions, counts.games, counts.theory
        )?;
        tell_tastes(out, paint, fitted)?;
        tell_explained(out, paint, &fitted.fit.explained)?;
        tell_nearest(out, paint, found)?;
        tell_differing(out, paint, found)?;
    }
    writeln!(out, "\n{}", paint.heading("Habits"))?;
    for words in habits_in_words(found) {
        writeln!(out, "  {words}")?;
    }
    Ok(())
}

fn tell_tastes(out: &mut impl Write, paint: Paint, fitted: &FittedTwin) -> anyhow::Result<()> {
    let tastes = written_tastes(&fitted.fit, &fitted.amplitude, None);
    let certain: Vec<&WrittenTaste> = tastes.iter().filter(|it| it.fitted.is_certain()).collect();
    writeln!(
        out,
        "\n{}",
        paint.heading("Likes and avoids, beside others")
    )?;
    if certain.is_empty() {
        writeln!(out, "  Nothing is certain: the moves are those of anybody.")?;
    }
    for (verb, sign) in [("likes", 1), ("avoids", -1)] {
        let of_sign = certain.iter().filter(|it| it.weight_cp.signum() == sign);
        for it in of_sign.take(TOLD_TASTES) {
            let description = it.fitted.feature.description();
            writeln!(
                out,
                "  {verb:<6} {} {:+.0} +- {:.0}  {}",
                paint.name(&format!("{:<22}", description.key)),
                it.found_cp,
                it.error_cp,
                description.meaning
            )?;
        }
    }
    for (one, other, correlation) in &fitted.fit.entangled {
        writeln!(
            out,
            "  {} and {} go together ({correlation:+.2}): the one may stand for the other.",
            one.key(),
            other.key()
        )?;
    }
    let amplitude = fitted.amplitude;
    if let Some(tailoring) = &fitted.tailoring {
        return tell_games(out, paint, tailoring);
    }
    writeln!(
        out,
        "  A centipawn is worth {:.3} logits to the player. The twin makes {:.0} % of the player's shift, for {:.1} centipawns a move.",
        fitted.fit.logits_per_cp,
        100.0 * amplitude.reached,
        amplitude.concession_cp
    )?;
    Ok(())
}

/// In what the player's games differ, and how far the twin follows.
fn tell_games(out: &mut impl Write, paint: Paint, tailoring: &Tailoring) -> anyhow::Result<()> {
    writeln!(
        out,
        "\n{}",
        paint.heading("Whole games, beside others' of the same colour and result")
    )?;
    for (name, shift) in &tailoring.traits {
        let amount = if *shift > 0.0 { "more" } else { "less" };
        writeln!(
            out,
            "  {amount} {} by {:.2} of what games vary",
            paint.name(&format!("{name:<32}")),
            shift.abs()
        )?;
    }
    writeln!(
        out,
        "  The twin's games go {:.1} times as far, for about {:.0} Elo.",
        tailoring.reached, tailoring.cost_elo
    )?;
    Ok(())
}

fn tell_explained(out: &mut impl Write, paint: Paint, explained: &Explained) -> anyhow::Result<()> {
    writeln!(
        out,
        "\n{}",
        paint.heading("What explains the moves, in games held back")
    )?;
    let Explained {
        chance,
        score,
        everybody,
        own,
    } = *explained;
    writeln!(
        out,
        "  scores alone        {:.3} nats a move over chance",
        score - chance
    )?;
    writeln!(out, "  what everybody likes {:+.3} more", everybody - score)?;
    writeln!(out, "  the player's taste   {:+.4} more", own - everybody)?;
    Ok(())
}

fn tell_nearest(out: &mut impl Write, paint: Paint, found: &Findings<'_>) -> anyhow::Result<()> {
    writeln!(out, "\n{}", paint.heading("Nearest characters"))?;
    for it in found.nearest.iter().take(TOLD_CHARACTERS) {
        let title = found.roster.find(&it.name).map_or("", |it| it.title());
        writeln!(
            out,
            "  {} {:+.2}  {title}",
            paint.name(&format!("{:<14}", it.name)),
            it.cosine
        )?;
    }
    Ok(())
}

fn tell_differing(out: &mut impl Write, paint: Paint, found: &Findings<'_>) -> anyhow::Result<()> {
    if found.differing.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n{}",
        paint.heading("Where the player and everybody differ most")
    )?;
    for it in &found.differing {
        let played = found.games[it.game as usize].played;
        let position = &played.game.past()[it.ply].0;
        let tag = |name| played.tags.get(name).map_or("?", String::as_str);
        writeln!(out, "  {} - {}", tag("White"), tag("Black"))?;
        draw(out, position)?;
        let number = position.move_number();
        let percent = |probability: f64| 100.0 * probability;
        writeln!(
            out,
            "  {number} {} ({:.0} %, everybody {:.0} %), where everybody plays {} ({:.0} %, the player {:.0} %)",
            paint.name(&position.san(it.own)),
            percent(it.own_probability[0]),
            percent(it.own_probability[1]),
            position.san(it.everybodys),
            percent(it.everybodys_probability[1]),
            percent(it.everybodys_probability[0]),
        )?;
        if let Some(liked) = reasons(&it.liked) {
            writeln!(out, "  \"I like it for {liked}.\"")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The board as letters, and the position as FEN.
fn draw(out: &mut impl Write, position: &Position) -> anyhow::Result<()> {
    let fen = position.fen();
    for rank in fen.split(' ').next().unwrap_or_default().split('/') {
        let squares: String = rank
            .chars()
            .flat_map(|letter| match letter.to_digit(10) {
                Some(empty) => vec!['.'; empty as usize],
                None => vec![letter],
            })
            .flat_map(|letter| [' ', letter])
            .collect();
        writeln!(out, "   {squares}")?;
    }
    writeln!(out, "  {fen}")?;
    Ok(())
}

/// The habits, a sentence for each.
pub fn habits_in_words(found: &Findings<'_>) -> Vec<String> {
    let mut words = vec![match found.lines {
        None => "The opening lines are left out.".to_owned(),
        Some(0) => "No opening line was played in three games.".to_owned(),
        Some(lines) => format!("{lines} opening lines were played in three games or more."),
    }];
    // A long game begins where draws do, which is told there.
    let told = (found.habits.iter()).filter(|it| it.key != NumberKey::LongGame);
    words.extend(told.map(|it| {
        let (value, seen) = (it.value, it.seen);
        match it.key {
            NumberKey::Pace => format!("Thinks {value} % as long as the opponents ({seen} moves)."),
            NumberKey::ResignBelow => {
                format!("Gives up at {value} centipawns ({seen} games).")
            }
            NumberKey::OfferFrom => {
                format!("Agrees to draws from move {value} on ({seen} games).")
            }
            NumberKey::EvenWithin => format!("Draws are within {value} centipawns ({seen} games)."),
            _ => format!("{} {value} ({seen} games).", it.key.row().key),
        }
    }));
    if let Some(level) = found.level {
        let or_more = match level.is_highest {
            true => " or more",
            false => "",
        };
        words.push(format!(
            "The moves are likeliest at level {}{or_more} (from {} to {}, {} positions); --level writes it.",
            level.elo, level.interval[0], level.interval[1], level.positions
        ));
    }
    words
}
