//! The commands `lab verify` and `lab merge`, and how files of games are written.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use masque::files;
use masque::lab::training::game_record::TrainingGame;
use masque::lab::training::merge::plan_merge;
use masque::lab::training::shard::{ShardCounts, ShardHeader, ShardReader, ShardWriter};
use tempfile::TempPath;

/// A file of games that is being written. It has another name until it is whole, and is removed when
/// it cannot be finished.
pub struct ShardFile {
    path: PathBuf,
    part: TempPath,
    writer: ShardWriter<BufWriter<File>>,
}

impl ShardFile {
    /// Begins to write beside `path`.
    pub fn create(path: &Path, header: &ShardHeader) -> anyhow::Result<ShardFile> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let create = || -> io::Result<ShardFile> {
            files::make_room_for(path)?;
            let file = BufWriter::new(File::create(&part)?);
            Ok(ShardFile {
                path: path.to_owned(),
                part: TempPath::try_from_path(part)?,
                writer: ShardWriter::new(file, header)?,
            })
        };
        create().with_context(|| cannot_write(path))
    }

    /// Writes the next game.
    pub fn write_game(&mut self, game: &TrainingGame) -> anyhow::Result<()> {
        let written = self.writer.write_game(game);
        written.with_context(|| cannot_write(&self.path))
    }

    /// Gives the whole file its name.
    pub fn finish(self) -> anyhow::Result<ShardCounts> {
        let ShardFile { path, part, writer } = self;
        let finish = || -> io::Result<ShardCounts> {
            let (file, counts) = writer.finish()?;
            file.get_ref().sync_all()?;
            part.persist(&path)?;
            Ok(counts)
        };
        finish().with_context(|| cannot_write(&path))
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write '{}'", path.display())
}

fn open(path: &Path) -> anyhow::Result<ShardReader<BufReader<File>>> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open '{name}'"))?;
    ShardReader::new(BufReader::new(file)).with_context(|| name.to_string())
}

/// Reads every file to its end and says what it holds or what is wrong with it.
pub fn verify(out: &mut impl Write, files: &[PathBuf]) -> anyhow::Result<()> {
    let mut damaged = 0;
    for path in files {
        match verify_file(path) {
            Ok(found) => writeln!(out, "{}: {found}", path.display())?,
            Err(error) => {
                damaged += 1;
                writeln!(out, "{error:#}")?;
            }
        }
    }
    ensure!(
        damaged == 0,
        "{damaged} of {} files cannot be used",
        files.len()
    );
    Ok(())
}

fn verify_file(path: &Path) -> anyhow::Result<String> {
    let mut reader = open(path)?;
    for game in reader.by_ref() {
        game.with_context(|| path.display().to_string())?;
    }
    let (header, counts) = (reader.header(), reader.counts());
    let per_ply = counts.game_bytes as f64 / counts.searched_plies.max(1) as f64;
    Ok(format!(
        "sound: {} games from seed {}, {} positions, {per_ply:.2} bytes each, bench {}, \
         arguments {:016x} ({})",
        header.games,
        header.first_seed,
        counts.searched_plies,
        header.bench_signature,
        header.arguments_hash(),
        header.arguments,
    ))
}

/// Writes the games of all files as one file.
pub fn merge(out: &mut impl Write, output: &Path, files: &[PathBuf]) -> anyhow::Result<()> {
    let mut shards = Vec::new();
    for path in files {
        shards.push((path.display().to_string(), open(path)?.header().clone()));
    }
    let (header, order) = plan_merge(&shards)?;
    let mut merged = ShardFile::create(output, &header)?;
    for number in order {
        let path = &files[number];
        for game in open(path)? {
            merged.write_game(&game.with_context(|| path.display().to_string())?)?;
        }
    }
    let counts = merged.finish()?;
    writeln!(
        out,
        "{} games from seed {}, {} positions",
        header.games, header.first_seed, counts.searched_plies
    )?;
    Ok(())
}
