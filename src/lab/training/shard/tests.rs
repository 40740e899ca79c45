//! Whole shards, merged shards, and every kind of damage.

use super::*;
use crate::lab::training::game_record::tests::example;
use crate::lab::training::merge::plan_merge;
use crate::lab::training::self_play::SelfPlayRules;

fn header(first_seed: u64, games: u64) -> ShardHeader {
    ShardHeader {
        bench_signature: 1_234_567,
        arguments: "soft_nodes=60".to_owned(),
        first_seed,
        games,
    }
}

/// A shard of these games, the first with seed 40.
pub(in crate::lab) fn shard_of(games: &[TrainingGame]) -> Vec<u8> {
    write(&header(40, games.len() as u64), games)
}

fn write(header: &ShardHeader, games: &[TrainingGame]) -> Vec<u8> {
    let mut writer = ShardWriter::new(Vec::new(), header).unwrap();
    for game in games {
        writer.write_game(game).unwrap();
    }
    writer.finish().unwrap().0
}

fn read(bytes: &[u8]) -> Result<Vec<TrainingGame>, ShardError> {
    ShardReader::new(bytes)?.collect()
}

fn complaint(bytes: &[u8]) -> String {
    read(bytes).unwrap_err().to_string()
}

#[test]
fn games_are_read_as_they_were_written() {
    for games in [vec![], vec![example(); 3]] {
        let bytes = shard_of(&games);
        let mut reader = ShardReader::new(&bytes[..]).unwrap();
        assert_eq!(reader.header(), &header(40, games.len() as u64));
        let found: Vec<_> = reader.by_ref().map(Result::unwrap).collect();
        assert_eq!(found, games);
        assert_eq!(reader.counts().searched_plies, 6 * games.len() as u64);
        assert!(reader.next().is_none());
    }
}

#[test]
fn a_truncated_shard_is_refused() {
    let bytes = shard_of(&[example(), example()]);
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "{length} bytes");
    }
    assert!(complaint(b"").contains("no file of self-play games"));
    assert!(complaint(&bytes[..30]).contains("the header is damaged: the file ends within it"));
    assert_eq!(
        complaint(&bytes[..bytes.len() - 30]),
        "game 2 (seed 41, at byte 96): the file ends within it; 2 games were promised"
    );
    assert_eq!(
        complaint(&bytes[..bytes.len() - 1]),
        "after the last game, at byte 131: the file ends after 23 bytes of the trailer"
    );
    let longer = [&bytes[..], b"\0"].concat();
    assert!(complaint(&longer).contains("there are bytes beyond the end"));
}

#[test]
fn a_flipped_bit_is_found_where_it_is() {
    let bytes = shard_of(&[example(), example()]);
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << bit;
            let found = complaint(&damaged);
            let expected = match place {
                0..8 => "this is no file of self-play games",
                8..10 => "the file has version",
                10..61 => "the header is damaged",
                61..96 => "game 1 (seed 40, at byte 61)",
                96..131 => "game 2 (seed 41, at byte 96)",
                _ => "after the last game, at byte 131",
            };
            assert!(found.starts_with(expected), "byte {place}: {found}");
        }
    }
}

#[test]
fn a_writer_writes_as_many_games_as_its_header_says() {
    let mut writer = ShardWriter::new(Vec::new(), &header(0, 1)).unwrap();
    writer.write_game(&example()).unwrap();
    assert!(writer.write_game(&example()).is_err());
    let writer = ShardWriter::new(Vec::new(), &header(0, 1)).unwrap();
    assert!(writer.finish().is_err());
}

#[test]
fn merged_shards_are_the_file_of_one_run() {
    let rules = SelfPlayRules {
        soft_nodes: 60,
        hard_nodes: 480,
    };
    let run = |first: u64, games: u64, threads| {
        let header = ShardHeader {
            arguments: rules.arguments(),
            ..header(first, games)
        };
        let mut records = Vec::new();
        rules.play(first..first + games, threads, |game| {
            records.push(game);
            true
        });
        write(&header, &records)
    };
    let whole = run(90, 6, 1);
    assert_eq!(whole, run(90, 6, 2));
    let shards = [run(94, 2, 1), run(90, 1, 1), run(91, 3, 2)];
    let headers: Vec<_> = shards
        .iter()
        .map(|bytes| {
            let reader = ShardReader::new(&bytes[..]).unwrap();
            (String::new(), reader.header().clone())
        })
        .collect();
    let (header, order) = plan_merge(&headers).unwrap();
    let games: Vec<_> = order
        .iter()
        .flat_map(|&number| read(&shards[number]).unwrap())
        .collect();
    assert_eq!(write(&header, &games), whole);
}
