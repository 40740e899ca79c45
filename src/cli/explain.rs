//! The command `explain`: what a personality would play in a position, and why.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use masque::board::Game;
use masque::endgame::Tablebase;
use masque::engine::level_of;
use masque::engine::options::EngineSettings;
use masque::engine::request::PlayerProfile;
use masque::engine::{EngineConfig, Explanation, SearchOrder, SearchPurpose};
use masque::learning::{Experience, LearningFile};
use masque::search::{SearchLimits, TranspositionTable};

use super::measure::position_of;

/// The nodes of the search when nothing else is asked for, a few seconds of work.
const DEFAULT_NODES: u64 = 2_000_000;

/// A position and the limits of its search.
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// The position: a FEN, or startpos.
    #[arg(required = true)]
    pub fen: Vec<String>,
    /// Plies to search every move, instead of a number of nodes.
    #[arg(long = "depth", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth_plies: Option<u32>,
    /// Nodes to search at most; what is shown is the last depth that was finished for all moves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

/// What was learnt, if the engine learns.
fn experience(settings: &EngineSettings) -> anyhow::Result<Option<Arc<Experience>>> {
    if !settings.learn {
        return Ok(None);
    }
    let file = LearningFile::at(settings.learning_file.as_deref())?;
    Ok(Some(Arc::new(file.read()?)))
}

/// Searches as in a game and writes what the personality makes of the moves.
pub fn run(
    out: &mut impl Write,
    wanted: &ExplainArguments,
    engine: &EngineConfig,
) -> anyhow::Result<()> {
    let fen = wanted.fen.join(" ");
    let position =
        position_of(&fen).with_context(|| format!("cannot read the position '{fen}'"))?;
    let limits = SearchLimits {
        depth_plies: wanted.depth_plies,
        nodes: match wanted.depth_plies {
            Some(_) => wanted.nodes,
            None => Some(wanted.nodes.unwrap_or(DEFAULT_NODES)),
        },
        ..SearchLimits::default()
    };
    let game = Game::new(position);
    if !game.position().has_legal_move() {
        bail!("there is no legal move in '{fen}'");
    }
    let seed = engine.settings.seed.unwrap_or_default();
    let table = TranspositionTable::new(engine.hash_mib);
    let (tablebase, errors) = Tablebase::open(&engine.tablebase_directories);
    for error in errors {
        log::warn!("tablebases: {error}");
    }
    let own = engine.personality.strength();
    let strength = engine.settings.strength.unwrap_or(own);
    let player = PlayerProfile {
        repetition: engine.settings.repetition,
        evaluation: engine.settings.evaluation,
        tablebase: Arc::new(tablebase),
        experience: experience(&engine.settings)?,
        level: level_of(&engine.personality, strength, None),
        ..PlayerProfile::new(Arc::new(engine.personality.clone()), seed)
    };
    let order = SearchOrder::new(game, limits, SearchPurpose::Explain);
    let from_book = SearchOrder {
        may_play_book: engine.settings.own_book,
        ..order.clone()
    };
    if player.book_move(&from_book).is_some()
        && let Some(book) = Explanation::search(&from_book, &player, &table)
    {
        for line in book.to_lines(None) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "without its opening lines:")?;
    }
    match Explanation::search(&order, &player, &table) {
        Some(explanation) => {
            for line in explanation.to_lines(None) {
                writeln!(out, "{line}")?;
            }
            Ok(())
        }
        None => bail!("the nodes do not suffice for a first look at every move; expected more"),
    }
}
