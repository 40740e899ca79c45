//! Fingerprints as text for the terminal, and as a table in Markdown.

use std::io::{self, Write};

use masque::lab::style::classifier::accuracy;
use masque::lab::style::fingerprint::{BAG_SIZES, ClaimVerdict, classifier_games};

use super::{ControlGames, FingerprintArguments, ObservedPersonality};

/// One fingerprint in full: the traits that differ, the claims and the control.
pub fn print(
    out: &mut impl Write,
    observed: &ObservedPersonality<'_>,
    arguments: &FingerprintArguments,
    control: Option<&ControlGames<'_>>,
) -> io::Result<()> {
    let fingerprint = &observed.fingerprint;
    let differing = fingerprint.differing();
    writeln!(
        out,
        "{} and {}: {} games, {:+.0} ± {:.0} Elo, {} traits differ; told from {} games {:.2}, from {} games {:.2}",
        observed.name,
        arguments.against,
        observed.samples.len(),
        fingerprint.rating.elo,
        fingerprint.rating.error,
        differing.len(),
        BAG_SIZES[0],
        fingerprint.accuracies[0],
        BAG_SIZES[1],
        fingerprint.accuracies[1],
    )?;
    let rows = match arguments.all {
        true => fingerprint.rows.iter().collect(),
        false => differing,
    };
    for row in rows {
        writeln!(
            out,
            "  {:<22} {:>8.2} ± {:<6.2} {:>8.2} ± {:<6.2} d {:>+5.2}  p {:<8.1e} {}",
            row.of.key,
            row.subject.value,
            row.subject.error(),
            row.baseline.value,
            row.baseline.error(),
            row.difference.effect,
            row.corrected_p,
            row.of.meaning,
        )?;
    }
    for claim in &observed.claims {
        if let Some(verdict) = fingerprint.judge(claim) {
            writeln!(out, "  claims {claim}: {verdict}")?;
        }
    }
    if let (Some(control), Some(accuracies)) = (control, observed.from_control) {
        writeln!(
            out,
            "  and {} ({:+.0} ± {:.0} Elo): told from {} games {:.2}, from {} games {:.2}",
            control.name,
            control.rating.elo,
            control.rating.error,
            BAG_SIZES[0],
            accuracies[0],
            BAG_SIZES[1],
            accuracies[1],
        )?;
    }
    Ok(())
}

/// A sentence on how the games were played, and the head of the table in Markdown.
pub fn print_head(
    out: &mut impl Write,
    arguments: &FingerprintArguments,
    control: Option<&ControlGames<'_>>,
    seed: u64,
) -> io::Result<()> {
    let FingerprintArguments { games, nodes, .. } = arguments;
    writeln!(
        out,
        "{games} games of each against {} at {nodes} nodes a move, seed {seed}.\n",
        arguments.against
    )?;
    write!(
        out,
        "| name | claims | traits moved | told from {} games | from {} |",
        BAG_SIZES[0], BAG_SIZES[1]
    )?;
    if let Some(control) = control {
        write!(
            out,
            " from {} ({:+.0} ± {:.0} Elo) from {} games | from {} |",
            control.name, control.rating.elo, control.rating.error, BAG_SIZES[0], BAG_SIZES[1]
        )?;
    }
    let columns = if control.is_some() { 8 } else { 6 };
    writeln!(out, " Elo |\n|{}", "---|".repeat(columns))
}

/// A line of the table in Markdown.
pub fn print_line(out: &mut impl Write, observed: &ObservedPersonality<'_>) -> io::Result<()> {
    let fingerprint = &observed.fingerprint;
    let judged = observed
        .claims
        .iter()
        .map(|claim| match fingerprint.judge(claim) {
            Some(ClaimVerdict::Confirmed) => claim.to_string(),
            Some(verdict) => format!("{claim} ({verdict})"),
            None => format!("{claim} (unknown)"),
        });
    write!(
        out,
        "| {} | {} | {} |",
        observed.name,
        judged.collect::<Vec<_>>().join(", "),
        fingerprint.differing().len(),
    )?;
    let accuracies = [Some(fingerprint.accuracies), observed.from_control];
    for accuracy in accuracies.into_iter().flatten().flatten() {
        write!(out, " {accuracy:.2} |")?;
    }
    let rating = fingerprint.rating;
    writeln!(out, " {:+.0} ± {:.0} |", rating.elo, rating.error)
}

/// The share of right answers when the classifier is asked which of all personalities played.
pub fn print_who_is_who(
    out: &mut impl Write,
    everybody: &[ObservedPersonality<'_>],
    seed: u64,
) -> io::Result<()> {
    let players: Vec<_> = everybody
        .iter()
        .map(|one| classifier_games(&one.samples))
        .collect();
    writeln!(out)?;
    for bag in BAG_SIZES {
        let right = accuracy(&players, bag, seed);
        writeln!(
            out,
            "which of these {} from {bag} games: {right:.2}",
            players.len()
        )?;
    }
    let mut hardest: Option<(f64, &str, &str)> = None;
    for (index, one) in everybody.iter().enumerate() {
        for (place, other) in everybody.iter().enumerate().skip(index + 1) {
            let pair = [players[index].clone(), players[place].clone()];
            let right = accuracy(&pair, BAG_SIZES[1], seed);
            if hardest.is_none_or(|(least, ..)| right < least) {
                hardest = Some((right, one.name, other.name));
            }
        }
    }
    if let Some((right, one, other)) = hardest {
        writeln!(
            out,
            "hardest to tell apart from {} games: {one} and {other}, {right:.2}",
            BAG_SIZES[1]
        )?;
    }
    Ok(())
}
