//! The tablebase: all tables that were found, and what they say together about a position.
//!
//! A file is loaded when it is first needed. It is read whole, never mapped: a file that shrinks or
//! is damaged while the engine runs gives no answer instead of ending the process.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use thiserror::Error;

use super::material::Material;
use super::table::{DistanceToZeroing, SyzygyTable, TableKind};
use crate::board::{Color, Move, Piece, Position};
use crate::endgame::win_draw_loss::WinDrawLoss;

/// The remainder of a table file's size divided by 64: blocks, then a checksum.
const SIZE_REMAINDER: u64 = 16;
/// No table is larger; files beyond this are not loaded into memory.
const LARGEST_FILE_BYTES: u64 = 1 << 30;

/// Why a file or directory is not used; play goes on with the others.
#[derive(Debug, Error)]
pub enum TablebaseError {
    /// The directory cannot be listed.
    #[error("{}: no directory of tables, {reason}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// The file cannot be read.
    #[error("{}: cannot be read, {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// It is named like a table but is none.
    #[error("{}: {problem}, expected {expected}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
        /// What a table looks like.
        expected: &'static str,
    },
}

/// One file, loaded when it is first asked for.
struct TableFile {
    path: PathBuf,
    kind: TableKind,
    material: Material,
    table: OnceLock<Option<SyzygyTable>>,
}

impl TableFile {
    fn get(&self) -> Option<&SyzygyTable> {
        let load = || match load(&self.path, self.kind, self.material) {
            Ok(table) => Some(table),
            Err(error) => {
                log::warn!("tablebase: {error}");
                None
            }
        };
        self.table.get_or_init(load).as_ref()
    }
}

/// Every table at hand; shared by all threads.
#[derive(Default)]
pub struct Tablebase {
    files: Vec<TableFile>,
    /// Places in `files` by the key of the material, either way round.
    wdl: HashMap<u64, usize>,
    dtz: HashMap<u64, usize>,
    largest_men: usize,
}

impl std::fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tablebase({} files)", self.files.len())
    }
}

impl Tablebase {
    /// Finds the tables in directories; of two with the same name the first counts. Returns the
    /// files and directories that cannot be used beside them.
    pub fn open(directories: &[PathBuf]) -> (Tablebase, Vec<TablebaseError>) {
        let mut tablebase = Tablebase::default();
        let mut errors = Vec::new();
        for path in directories {
            match std::fs::read_dir(path) {
                Ok(entries) => {
                    let mut files: Vec<PathBuf> = entries
                        .filter_map(|entry| Some(entry.ok()?.path()))
                        .collect();
                    files.sort();
                    for file in files {
                        errors.extend(tablebase.add(file).err());
                    }
                }
                Err(reason) => errors.push(TablebaseError::Directory {
                    path: path.clone(),
                    reason,
                }),
            }
        }
        (tablebase, errors)
    }

    /// Adds a file if it is named like a table; other files are ignored.
    fn add(&mut self, path: PathBuf) -> Result<(), TablebaseError> {
        let Some((kind, material)) = table_name(&path) else {
            return Ok(());
        };
        let keys = [material.key(), material.mirrored().key()];
        let places = match kind {
            TableKind::Wdl => &mut self.wdl,
            TableKind::Dtz => &mut self.dtz,
        };
        if places.contains_key(&keys[0]) {
            return Ok(());
        }
        check_outside(&path, kind)?;
        for key in keys {
            places.insert(key, self.files.len());
        }
        if kind == TableKind::Wdl {
            self.largest_men = self.largest_men.max(material.men());
        }
        self.files.push(TableFile {
            path,
            kind,
            material,
            table: OnceLock::new(),
        });
        Ok(())
    }

    /// Whether there is no table at all.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The number of files with results, and of those with distances.
    pub fn counts(&self) -> (usize, usize) {
        let count = |kind| self.files.iter().filter(|file| file.kind == kind).count();
        (count(TableKind::Wdl), count(TableKind::Dtz))
    }

    /// The most pieces, kings included, of any position with a result.
    pub fn largest_men(&self) -> usize {
        self.largest_men
    }

    /// Whether a position may be in the tables: few enough pieces and no castling.
    #[inline]
    pub fn covers(&self, position: &Position) -> bool {
        position.occupied().len() as usize <= self.largest_men
            && !Color::ALL
                .into_iter()
                .any(|color| position.may_castle(color))
    }

    /// The result (WDL) as if the half-move clock were zero. `None` where a table is missing or
    /// broken.
    pub fn outcome(&self, position: &Position) -> Option<WinDrawLoss> {
        if !self.covers(position) {
            return None;
        }
        Some(self.resolve(position, Zeroing::Captures)?.outcome)
    }

    /// The distance to zeroing (DTZ): half-moves to the next capture or pawn move of perfect play.
    /// Positive for the winner, negative for the loser, 0 in a draw, beyond 100 where the
    /// fifty-move rule makes a draw of it. May be too small by one. `None` where a table is missing
    /// or broken.
    pub fn distance_plies(&self, position: &Position) -> Option<i32> {
        if !self.covers(position) {
            return None;
        }
        let Resolved {
            outcome,
            is_by_zeroing,
        } = self.resolve(position, Zeroing::CapturesAndPawnMoves)?;
        if outcome == WinDrawLoss::Draw {
            return Some(0);
        }
        if is_by_zeroing {
            return Some(outcome.distance_at_zeroing());
        }
        let table = self.table(&self.dtz, position)?;
        match table.distance(position, outcome as usize)? {
            DistanceToZeroing::Plies(plies) => {
                let is_draw_by_rule =
                    matches!(outcome, WinDrawLoss::BlessedLoss | WinDrawLoss::CursedWin);
                let beyond = if is_draw_by_rule { 100 } else { 0 };
                Some((plies + beyond) * outcome.sign())
            }
            DistanceToZeroing::OtherSideToMove => self.distance_by_moves(position, outcome),
        }
    }

    /// The distance of a position from the distances of the positions after its moves.
    fn distance_by_moves(&self, position: &Position, outcome: WinDrawLoss) -> Option<i32> {
        let mut nearest: Option<i32> = None;
        for mv in position.legal_moves() {
            let child = position.play(mv);
            let plies = match is_zeroing(position, mv) {
                true => self.outcome(&child)?.reversed().distance_at_zeroing(),
                false => {
                    let plies = -self.distance_plies(&child)?;
                    let mates = plies == 1 && child.is_checkmate();
                    plies + if mates { 0 } else { plies.signum() }
                }
            };
            if plies.signum() == outcome.sign() && nearest.is_none_or(|least| plies < least) {
                nearest = Some(plies);
            }
        }
        Some(nearest.unwrap_or(-1))
    }

    /// The result with captures (and pawn moves) searched, because a table may hold any value where
    /// a capture decides.
    fn resolve(&self, position: &Position, zeroing: Zeroing) -> Option<Resolved> {
        let mut best = None;
        let moves = position.legal_moves();
        let mut searched = 0;
        for &mv in &moves {
            let counts = match zeroing {
                Zeroing::Captures => position.captured_piece(mv).is_some(),
                Zeroing::CapturesAndPawnMoves => is_zeroing(position, mv),
            };
            if !counts {
                continue;
            }
            searched += 1;
            let child = self.resolve(&position.play(mv), Zeroing::Captures)?;
            let outcome = child.outcome.reversed();
            best = best.max(Some(outcome));
            if outcome == WinDrawLoss::Win {
                return Some(Resolved {
                    outcome,
                    is_by_zeroing: true,
                });
            }
        }
        let are_all = searched > 0 && searched == moves.len();
        let outcome = match best {
            Some(best) if are_all => best,
            _ => self.tabled_outcome(position)?,
        };
        Some(match best {
            Some(best) if best >= outcome => Resolved {
                outcome: best,
                is_by_zeroing: best > WinDrawLoss::Draw || are_all,
            },
            _ => Resolved {
                outcome,
                is_by_zeroing: false,
            },
        })
    }

    fn tabled_outcome(&self, position: &Position) -> Option<WinDrawLoss> {
        if position.occupied().len() == 2 {
            return Some(WinDrawLoss::Draw);
        }
        let number = self.table(&self.wdl, position)?.win_draw_loss(position)?;
        WinDrawLoss::ALL.get(usize::from(number)).copied()
    }

    fn table(&self, places: &HashMap<u64, usize>, position: &Position) -> Option<&SyzygyTable> {
        let place = *places.get(&Material::of(position).key())?;
        self.files.get(place)?.get()
    }
}

/// The moves that are searched beside the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Zeroing {
    Captures,
    CapturesAndPawnMoves,
}

/// A result and whether a capture or pawn move reaches it at once.
#[derive(Clone, Copy, Debug)]
struct Resolved {
    outcome: WinDrawLoss,
    is_by_zeroing: bool,
}

/// Whether a move sets the fifty-move clock back.
pub(in crate::endgame) fn is_zeroing(position: &Position, mv: Move) -> bool {
    position.captured_piece(mv).is_some() || position.piece_on(mv.from) == Some(Piece::Pawn)
}

/// The kind and material of a file by its name.
fn table_name(path: &Path) -> Option<(TableKind, Material)> {
    let extension = path.extension()?.to_str()?;
    let kind = [TableKind::Wdl, TableKind::Dtz]
        .into_iter()
        .find(|kind| kind.extension() == extension)?;
    Some((kind, Material::parse(path.file_stem()?.to_str()?)?))
}

/// Checks what shows without reading the whole file: its size and its first bytes.
fn check_outside(path: &Path, kind: TableKind) -> Result<(), TablebaseError> {
    let unreadable = |reason| TablebaseError::Unreadable {
        path: path.to_owned(),
        reason,
    };
    let broken = |problem, expected| TablebaseError::Broken {
        path: path.to_owned(),
        problem,
        expected,
    };
    let mut file = File::open(path).map_err(unreadable)?;
    let size = file.metadata().map_err(unreadable)?.len();
    if size > LARGEST_FILE_BYTES {
        let expected = "at most 1 GiB, for tables are held in memory";
        return Err(broken(format!("{size} bytes"), expected));
    }
    if size % 64 != SIZE_REMAINDER {
        let expected = "a whole table, 16 bytes more than a multiple of 64 (was it cut off?)";
        return Err(broken(format!("{size} bytes"), expected));
    }
    let mut magic = [0; 4];
    file.read_exact(&mut magic).map_err(unreadable)?;
    if magic != kind.magic() {
        let problem = format!("begins with {magic:02x?}");
        return Err(broken(problem, "the mark of a Syzygy table"));
    }
    Ok(())
}

/// Reads a file whole and finds its parts.
fn load(path: &Path, kind: TableKind, material: Material) -> Result<SyzygyTable, TablebaseError> {
    check_outside(path, kind)?;
    let bytes = std::fs::read(path).map_err(|reason| TablebaseError::Unreadable {
        path: path.to_owned(),
        reason,
    })?;
    SyzygyTable::new(bytes, kind, material).ok_or_else(|| TablebaseError::Broken {
        path: path.to_owned(),
        problem: "its header contradicts its size or itself".to_owned(),
        expected: "an undamaged table",
    })
}
