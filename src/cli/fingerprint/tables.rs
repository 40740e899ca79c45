//! Fingerprints as text for the terminal, and as a table in Markdown.

use std::io::{self, Write};

use masque::lab::style::cross_validation::CrossValidation;
use masque::lab::style::fingerprint::{
    BAG_SIZES, ClaimVerdict, ToldApart, VOID_ABOVE, classifier_games,
};
use masque::lab::style::observed_games::ObservedGames;

use super::{ControlGames, FingerprintArguments, ObservedPersonality};

/// One fingerprint in full: the traits that differ, the claims and the control.
pub fn print(
    out: &mut impl Write,
    observed: &ObservedPersonality<'_>,
    arguments: &FingerprintArguments,
) -> io::Result<()> {
    let fingerprint = &observed.fingerprint;
    let differing = fingerprint.differing();
    writeln!(
        out,
        "{} and {}: {} games, {:+.0} ± {:.0} Elo, {} traits differ; {}",
        observed.name,
        arguments.against,
        observed.samples.len(),
        fingerprint.rating.elo,
        fingerprint.rating.error,
        differing.len(),
        in_words(&fingerprint.told),
    )?;
    let rows = match arguments.all {
        true => fingerprint.rows.iter().collect(),
        false => differing,
    };
    for row in rows {
        writeln!(
            out,
            "  {:<24} {:>8.2} {:>8.2}  d {:>+5.2} ± {:.2}  p {:<8.1e} {}",
            row.of.key,
            row.subject.value,
            row.baseline.value,
            row.difference.effect,
            row.difference.error,
            row.corrected_p,
            row.of.meaning,
        )?;
    }
    for claim in &observed.claims {
        if let Some(verdict) = fingerprint.judge(claim) {
            writeln!(out, "  claims {claim}: {verdict}")?;
        }
    }
    if let Some(told) = &observed.from_control {
        writeln!(out, "  and the control: {}", in_words(told))?;
    }
    Ok(())
}

/// `AUC of one game 0.81 ± 0.03, told from 1, 5, 10, 20 games 0.74, 0.93, 0.98, 1.00`.
fn in_words(told: &ToldApart) -> String {
    let join = |texts: Vec<String>| texts.join(", ");
    format!(
        "AUC of one game {:.2} ± {:.2}, told from {} games {}",
        told.area.value,
        told.area.error,
        join(BAG_SIZES.map(|bag| bag.to_string()).to_vec()),
        join(told.accuracies.map(|share| format!("{share:.2}")).to_vec()),
    )
}

/// What the measure makes of the player without style, and whether it can be trusted.
pub fn print_control(
    out: &mut impl Write,
    control: &ControlGames,
    against: &str,
) -> io::Result<()> {
    let rating = control.rating;
    writeln!(
        out,
        "\ncontrol: {}, {:+.0} ± {:.0} Elo; {}",
        control.name,
        rating.elo,
        rating.error,
        in_words(&control.told)
    )?;
    match control.told.area.value > VOID_ABOVE {
        true => writeln!(
            out,
            "the measure tells a player without style from {against}: void"
        ),
        false => writeln!(
            out,
            "the measure does not tell a player without style from {against}: valid"
        ),
    }
}

/// A sentence on how the games were played, and the head of the table in Markdown.
pub fn print_head(
    out: &mut impl Write,
    conditions: &str,
    control: Option<&ControlGames>,
) -> io::Result<()> {
    let most = BAG_SIZES[BAG_SIZES.len() - 1];
    write!(
        out,
        "{conditions}\n\n| name | AUC of one game | told from {most} games |"
    )?;
    if control.is_some() {
        write!(out, " from the control |")?;
    }
    let columns = if control.is_some() { 6 } else { 5 };
    writeln!(
        out,
        " claims confirmed, open, contradicted | Elo |\n|{}",
        "---|".repeat(columns)
    )
}

/// A line of the table in Markdown.
pub fn print_line(out: &mut impl Write, observed: &ObservedPersonality<'_>) -> io::Result<()> {
    let fingerprint = &observed.fingerprint;
    let told = &fingerprint.told;
    write!(
        out,
        "| {} | {:.2} ± {:.2} | {:.2} |",
        observed.name,
        told.area.value,
        told.area.error,
        told.from_most_games()
    )?;
    if let Some(told) = &observed.from_control {
        write!(out, " {:.2} |", told.from_most_games())?;
    }
    let count = |verdict| {
        let judged = observed
            .claims
            .iter()
            .filter_map(|claim| fingerprint.judge(claim));
        judged.filter(|one| *one == verdict).count()
    };
    let rating = fingerprint.rating;
    writeln!(
        out,
        " {}, {}, {} | {:+.0} ± {:.0} |",
        count(ClaimVerdict::Confirmed),
        count(ClaimVerdict::Open),
        count(ClaimVerdict::Contradicted),
        rating.elo,
        rating.error
    )
}

/// The claims that are not confirmed, a line for each personality that has some.
pub fn print_claims_left(
    out: &mut impl Write,
    everybody: &[ObservedPersonality<'_>],
) -> io::Result<()> {
    writeln!(out)?;
    for one in everybody {
        let judged = one.claims.iter();
        let left = judged.filter_map(|claim| match one.fingerprint.judge(claim) {
            Some(ClaimVerdict::Confirmed) | None => None,
            Some(verdict) => Some(format!("{claim} ({verdict})")),
        });
        let left: Vec<String> = left.collect();
        if !left.is_empty() {
            writeln!(out, "- {}: {}", one.name, left.join(", "))?;
        }
    }
    Ok(())
}

/// The share of right answers when the classifier is asked which of all these players played.
pub fn print_who_is_who(
    out: &mut impl Write,
    everybody: &[(&str, &ObservedGames)],
    seed: u64,
    threads: usize,
) -> io::Result<()> {
    let players: Vec<_> = everybody
        .iter()
        .map(|(_, samples)| classifier_games(samples))
        .collect();
    let judged = CrossValidation::of(&players, threads);
    writeln!(out)?;
    for bag in BAG_SIZES {
        let right = judged.accuracy(bag, seed);
        writeln!(
            out,
            "which of these {} from {bag} games: {right:.2}",
            players.len()
        )?;
    }
    let most = BAG_SIZES[BAG_SIZES.len() - 1];
    if let Some((player, answer, share)) = judged.most_confused(most, seed) {
        writeln!(
            out,
            "taken for another most often from {most} games: {} for {}, in {:.0} %",
            everybody[player].0,
            everybody[answer].0,
            100.0 * share
        )?;
    }
    Ok(())
}
