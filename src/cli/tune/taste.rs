//! The command `tune taste`: scales a personality's taste to a price, on scored root moves.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use masque::lab::tuning::taste::{FeatureWeights, MOVES_OF_A_GAME, RootMoveTable};
use masque::personality::{Feature, Personality, Roster};

/// The prices at which the frontier is drawn, in centipawns of an even game.
const FRONTIER_CP: [f64; 3] = [0.5, 1.0, 2.0];
/// The concession under which the frontier is drawn, in centipawns.
const FRONTIER_CONCESSION_CP: i32 = 200;

/// Whose taste to scale, and on what.
#[derive(Debug, Args)]
pub struct TasteScaling {
    /// The root moves that `masque lab root-moves` wrote.
    #[arg(value_name = "FILE")]
    root_moves: PathBuf,
    /// Whose weights to scale: names from the list, or files. Their proportions stay.
    #[arg(value_name = "NAME|FILE")]
    personalities: Vec<String>,
    /// What a move may give up on average, in centipawns of an even game. Without it the weights stay
    /// as they are, and only what they do is printed.
    #[arg(long, value_name = "CP", value_parser = super::positive)]
    concession: Option<f64>,
    /// Let each personality search the positions with so many nodes, and one without taste too, and
    /// print what it really chooses instead of what its weights would.
    #[arg(long, value_name = "NODES", conflicts_with = "concession", value_parser = clap::value_parser!(u64).range(1..))]
    search: Option<u64>,
    /// The number of positions to search.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    positions: usize,
    /// How many positions are searched at once.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Print how far each feature alone can be shifted at three prices.
    #[arg(long)]
    frontier: bool,
}

/// Reads the table, scales and prints.
pub fn run(out: &mut impl Write, arguments: &TasteScaling, roster: &Roster) -> anyhow::Result<()> {
    let context = || arguments.root_moves.display().to_string();
    let file = File::open(&arguments.root_moves).with_context(context)?;
    let table = RootMoveTable::read(BufReader::new(file)).with_context(context)?;
    writeln!(
        out,
        "{} positions; shifts in standard deviations of {MOVES_OF_A_GAME:.0} moves",
        table.len()
    )?;
    for name in &arguments.personalities {
        scale(out, &table, &roster.load(name)?, arguments)?;
    }
    match arguments.frontier {
        true => print_frontier(out, &table),
        false => Ok(()),
    }
}

fn scale(
    out: &mut impl Write,
    table: &RootMoveTable,
    personality: &Personality,
    arguments: &TasteScaling,
) -> anyhow::Result<()> {
    let mut weights: FeatureWeights = vec![0.0; Feature::ALL.len()];
    for (feature, taste) in personality.tastes() {
        weights[feature as usize] = taste.weight_cp.into();
    }
    // Chance is no style, and a signature is not measured here.
    for silent in [Feature::Randomness, Feature::Signature] {
        weights[silent as usize] = 0.0;
    }
    let max_concession_cp = personality.max_concession_cp();
    if let Some(wanted_cp) = arguments.concession {
        weights = table.scaled(&weights, max_concession_cp, wanted_cp);
        weights
            .iter_mut()
            .for_each(|weight| *weight = weight.round());
    }
    let effect = match arguments.search {
        None => table.effect(&weights, max_concession_cp),
        Some(nodes) => table.effect_of_search(
            personality,
            nodes,
            arguments.positions,
            arguments.threads as usize,
        ),
    };
    writeln!(
        out,
        "{}: gives up {:.2} ± {:.2} cp a move, plays another move in {:.0} %",
        personality.name(),
        effect.concession_cp,
        effect.concession_error_cp,
        100.0 * effect.other_moves
    )?;
    for (feature, shift) in Feature::ALL.iter().zip(&effect.shifts) {
        let weight = weights[*feature as usize];
        if weight != 0.0 {
            writeln!(out, "  {} = {weight:.0}  # {shift:+.2}", feature.key())?;
        } else if shift.abs() >= 0.3 {
            writeln!(out, "  # {} {shift:+.2} by the way", feature.key())?;
        }
    }
    Ok(())
}

fn print_frontier(out: &mut impl Write, table: &RootMoveTable) -> anyhow::Result<()> {
    write!(out, "| feature |")?;
    for sign in ["more", "less"] {
        for price in FRONTIER_CP {
            write!(out, " {sign} at {price:.1} |")?;
        }
    }
    writeln!(out, "\n|{}", "---|".repeat(1 + 2 * FRONTIER_CP.len()))?;
    for &feature in Feature::ALL {
        if table.deviation_permille(feature) == 0.0 || feature == Feature::Randomness {
            continue;
        }
        write!(out, "| {} |", feature.key())?;
        for sign in [1.0, -1.0] {
            for price in FRONTIER_CP {
                let mut weights: FeatureWeights = vec![0.0; Feature::ALL.len()];
                weights[feature as usize] = sign;
                let scaled = table.scaled(&weights, FRONTIER_CONCESSION_CP, price);
                let effect = table.effect(&scaled, FRONTIER_CONCESSION_CP);
                write!(
                    out,
                    " {:+.2} ({:+.0} cp) |",
                    effect.shifts[feature as usize], scaled[feature as usize]
                )?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
