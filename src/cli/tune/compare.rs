//! The command `tune compare`: a match between two sets of values, of the search or of the evaluation.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use masque::lab::matches::game::OPENING_PLIES;
use masque::lab::parallel::in_order;
use masque::lab::tuning::interface::{Objective, Subject, starts};
use masque::lab::tuning::objectives::games::{GameConditions, GamePairs};
use masque::lab::tuning::subjects::evaluation::{EvaluationNumbers, evaluation_numbers};
use masque::lab::tuning::subjects::number_list::NumberList;
use masque::lab::tuning::subjects::search::{SearchNumbers, search_numbers};

use super::tuning_run::{elo, list_from, pairs_table, read_values};
use crate::cli::progress::progress_bar;

/// Which numbers play, and how much.
#[derive(Debug, Args)]
pub struct Compare {
    /// The file of values (lines `name = value`, or a parameters file of the evaluation) to be tested.
    #[arg(value_name = "FILE")]
    values: PathBuf,
    /// The file of values it plays against instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Pairs of games, one opening with both colours each.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 8_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The least number of random plies at the start of a game.
    #[arg(long, default_value_t = OPENING_PLIES, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=40))]
    opening_plies: u32,
    /// How many pairs are played at once; the result does not depend on it.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Plays the pairs and says on `out` who is stronger; openings are drawn from `seed`.
pub fn run(out: &mut impl Write, arguments: &Compare, seed: u64) -> anyhow::Result<()> {
    let fits = |list: &NumberList| read_values(list, &arguments.values).is_ok();
    let is_of_evaluation = !fits(&search_numbers()) && fits(&evaluation_numbers());
    let list = match is_of_evaluation {
        true => evaluation_numbers(),
        false => search_numbers(),
    };
    let places = list.choose(&[])?;
    let first = starts(&read_values(&list, &arguments.values)?.at(&places));
    let list = list_from(list, arguments.against.as_deref())?;
    let second = starts(&list.at(&places));
    let subject: Box<dyn Subject> = match is_of_evaluation {
        true => Box::new(EvaluationNumbers::new(list, places)),
        false => Box::new(SearchNumbers::new(list, places)),
    };
    let pairs = GamePairs {
        subject: &*subject,
        conditions: GameConditions {
            nodes: arguments.nodes,
            opening_plies: arguments.opening_plies,
            seed,
        },
    };
    let bar = progress_bar("pairs", arguments.pairs)?;
    // The points of the first in each pair, from 0 to 2.
    let mut scores: Vec<f64> = Vec::new();
    let mut result = Ok(());
    let play = |number| pairs.compare(number, &first, &second);
    in_order(
        arguments.threads as usize,
        arguments.pairs,
        play,
        |points| {
            match points {
                Ok(points) => scores.push(1.0 + points / 2.0),
                Err(error) => result = Err(error),
            }
            bar.inc(1);
            bar.set_message(elo(&scores));
            result.is_ok()
        },
    );
    bar.finish_and_clear();
    result?;
    writeln!(out, "{}", pairs_table(&scores))?;
    Ok(())
}
