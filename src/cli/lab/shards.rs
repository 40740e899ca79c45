//! The commands `lab verify` and `lab merge`, and how files of games are written.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use masque::files;
use masque::lab::matches::kept_part::{merge_parts, verify_parts};
use masque::lab::training::game_record::TrainingGame;
use masque::lab::training::merge::plan_merge;
use masque::lab::training::shard::{ShardCounts, ShardHeader, ShardReader, ShardWriter};
use masque::lab::tuning::journal_part::{JournalPart, merge_parts as merge_journal_parts};
use masque::lab::tuning::journal_text::TITLE;
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

/// Reads every file to its end and says what it holds or what is wrong with it, and so every part of kept
/// games in a directory.
pub fn verify(out: &mut impl Write, paths: &[PathBuf]) -> anyhow::Result<()> {
    let (mut checked, mut damaged) = (0, 0);
    let mut say = |name: &Path, found: anyhow::Result<String>| {
        checked += 1;
        damaged += usize::from(found.is_err());
        match found {
            Ok(found) => writeln!(out, "{}: {found}", name.display()),
            Err(error) => writeln!(out, "{error:#}"),
        }
    };
    let (directories, files) = directories_and_files(paths);
    for path in files {
        say(&path, verify_file(&path))?;
    }
    if !directories.is_empty() {
        for part in verify_parts(&directories)? {
            match part {
                Ok(path) => say(&path, Ok("sound".to_owned()))?,
                Err(error) => say(Path::new(""), Err(error.into()))?,
            }
        }
    }
    ensure!(damaged == 0, "{damaged} of {checked} files cannot be used");
    Ok(())
}

fn directories_and_files(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<PathBuf>) {
    paths.iter().cloned().partition(|path| path.is_dir())
}

/// Whether a file begins as the parts of journals do.
fn is_journal(path: &Path) -> bool {
    let mut begin = [0; TITLE.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut begin));
    read.is_ok() && begin == *TITLE.as_bytes()
}

fn verify_file(path: &Path) -> anyhow::Result<String> {
    if is_journal(path) {
        let part = JournalPart::read(path)?;
        let (shard, missing) = (part.shard, &part.missing);
        let (first, last) = (missing.start, missing.end - 1);
        let count = part.len();
        return Ok(format!(
            "sound: {count} trials, part {shard} of {first} to {last}"
        ));
    }
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

/// Writes the games of all files as one file, or the kept games of all parts in directories as the files
/// that one run would have written.
pub fn merge(out: &mut impl Write, output: &Path, paths: &[PathBuf]) -> anyhow::Result<()> {
    let (directories, files) = directories_and_files(paths);
    ensure!(
        directories.is_empty() || files.is_empty(),
        "expected either files of self-play or directories with parts of games, not both"
    );
    match directories.is_empty() {
        true if files.iter().any(|path| is_journal(path)) => merge_journal(out, output, &files),
        true => merge_files(out, output, &files),
        false => merge_directories(out, output, &directories),
    }
}

fn merge_journal(out: &mut impl Write, output: &Path, files: &[PathBuf]) -> anyhow::Result<()> {
    let parts = files.iter().map(|path| JournalPart::read(path));
    let parts: Vec<JournalPart> = parts.collect::<Result<_, _>>()?;
    let added = merge_journal_parts(output, parts)?;
    writeln!(out, "{}: {added} new trials", output.display())?;
    Ok(())
}

fn merge_directories(
    out: &mut impl Write,
    output: &Path,
    directories: &[PathBuf],
) -> anyhow::Result<()> {
    // All before the first is written.
    for merged in merge_parts(directories)? {
        let path = merged.write(output)?;
        writeln!(out, "{}: {} parts", path.display(), merged.parts)?;
    }
    Ok(())
}

fn merge_files(out: &mut impl Write, output: &Path, files: &[PathBuf]) -> anyhow::Result<()> {
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
