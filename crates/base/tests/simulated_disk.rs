//! What the simulated disk loses, keeps and breaks.

use ferromq_base::buffer::{AlignedBuffer, BLOCK_BYTES};
use ferromq_base::disk::{Fault, File, OpenMode, SimulatedDisk};
use std::io::ErrorKind;

const BLOCK: u64 = BLOCK_BYTES as u64;

fn block_of(byte: u8) -> AlignedBuffer {
    let mut block = AlignedBuffer::zeroed(BLOCK_BYTES);
    block.fill(byte);
    block
}

fn read_block(file: &dyn File, at: u64) -> AlignedBuffer {
    let mut block = AlignedBuffer::zeroed(BLOCK_BYTES);
    file.read_at(at, &mut block).expect("read");
    block
}

/// A disk with a durable file of `blocks` zero blocks.
fn disk_with_file(blocks: u64) -> (SimulatedDisk, Box<dyn File>) {
    let disk = SimulatedDisk::new(3);
    let file = disk
        .root()
        .create("file", OpenMode::Forced)
        .expect("create");
    file.allocate(blocks * BLOCK).expect("allocate");
    file.sync().expect("sync");
    disk.root().sync().expect("sync");
    (disk, file)
}

#[test]
fn forced_writes_and_synced_writes_survive_the_loss_of_power() {
    for seed in 0..50 {
        let (disk, file) = disk_with_file(2);
        file.write_at(0, &block_of(1)).expect("write");
        let cached = disk.root().open("file", OpenMode::Cached).expect("open");
        cached.write_at(BLOCK, &block_of(2)).expect("write");
        cached.sync().expect("sync");
        let after = disk
            .crash(seed)
            .root()
            .open("file", OpenMode::Forced)
            .expect("open");
        assert_eq!(read_block(&*after, 0)[..], block_of(1)[..]);
        assert_eq!(read_block(&*after, BLOCK)[..], block_of(2)[..]);
    }
}

#[test]
fn unsynced_writes_are_lost_kept_or_torn_between_sectors() {
    let (mut lost, mut kept, mut torn) = (0, 0, 0);
    for seed in 0..200 {
        let (disk, _) = disk_with_file(1);
        let file = disk.root().open("file", OpenMode::Cached).expect("open");
        file.write_at(0, &block_of(5)).expect("write");
        let after = disk
            .crash(seed)
            .root()
            .open("file", OpenMode::Forced)
            .expect("open");
        let block = read_block(&*after, 0);
        let sectors: Vec<u8> = block.chunks(512).map(|sector| sector[0]).collect();
        assert!(
            block
                .chunks(512)
                .all(|sector| sector.iter().all(|byte| *byte == sector[0]))
        );
        match sectors.iter().filter(|byte| **byte == 5).count() {
            0 => lost += 1,
            8 => kept += 1,
            _ => torn += 1,
        }
    }
    assert!(lost > 20 && kept > 20 && torn > 20, "{lost} {kept} {torn}");
}

#[test]
fn unsynced_names_are_kept_or_lost() {
    let (mut kept, mut lost) = (0, 0);
    for seed in 0..100 {
        let (disk, _) = disk_with_file(1);
        disk.root().rename("file", "other").expect("rename");
        let names = disk.crash(seed).root().list().expect("list");
        match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["other"] => kept += 1,
            ["file"] => lost += 1,
            _ => panic!("a rename is one step: {names:?}"),
        }
    }
    assert!(kept > 20 && lost > 20);
}

#[test]
fn a_killed_process_leaves_everything_readable_and_nothing_more_durable() {
    let (disk, _) = disk_with_file(1);
    let file = disk.root().open("file", OpenMode::Cached).expect("open");
    file.write_at(0, &block_of(5)).expect("write");
    let killed = disk.kill(1);
    let after = killed.root().open("file", OpenMode::Forced).expect("open");
    assert_eq!(read_block(&*after, 0)[..], block_of(5)[..]);
    let lost = (0..50).any(|seed| {
        let file = killed
            .crash(seed)
            .root()
            .open("file", OpenMode::Forced)
            .expect("open");
        read_block(&*file, 0)[..] == block_of(0)[..]
    });
    assert!(lost, "a later loss of power can still lose it");
}

#[test]
fn a_planned_call_fails_once_or_for_ever() {
    let (disk, file) = disk_with_file(1);
    let error = ErrorKind::PermissionDenied;
    disk.plan(Fault::Fail {
        at: 2,
        error,
        for_ever: false,
    });
    file.write_at(0, &block_of(1))
        .expect("the first call works");
    assert_eq!(
        file.write_at(0, &block_of(2)).expect_err("planned").kind(),
        error
    );
    file.write_at(0, &block_of(3))
        .expect("the third call works");
    disk.plan(Fault::Fail {
        at: 1,
        error,
        for_ever: true,
    });
    assert!(file.sync().is_err() && file.len().is_err() && disk.root().list().is_err());
    disk.heal();
    file.sync().expect("healed");
}

#[test]
fn power_lost_inside_a_forced_write_may_tear_it() {
    let mut torn = 0;
    for seed in 0..60 {
        let (disk, file) = disk_with_file(2);
        disk.plan(Fault::PowerLoss { at: 1 });
        assert!(file.write_at(0, &block_of(9)).is_err());
        assert!(file.len().is_err(), "there is no power");
        let after = disk
            .crash(seed)
            .root()
            .open("file", OpenMode::Forced)
            .expect("open");
        let block = read_block(&*after, 0);
        let done = block.iter().filter(|byte| **byte == 9).count();
        torn += usize::from(done > 0 && done < BLOCK_BYTES);
    }
    assert!(torn > 5);
}

#[test]
fn after_a_failed_sync_a_second_one_brings_nothing_back() {
    let mut lost = 0;
    for seed in 0..60 {
        let disk = SimulatedDisk::new(seed);
        let file = disk
            .root()
            .create("file", OpenMode::Cached)
            .expect("create");
        disk.root().sync().expect("sync");
        file.set_len(BLOCK).expect("length");
        file.sync().expect("sync");
        file.write_at(0, &block_of(4)).expect("write");
        disk.plan(Fault::Fail {
            at: 1,
            error: ErrorKind::Other,
            for_ever: false,
        });
        assert!(file.sync().is_err());
        file.sync().expect("it claims to have nothing left to do");
        let after = disk
            .crash(seed)
            .root()
            .open("file", OpenMode::Forced)
            .expect("open");
        lost += usize::from(read_block(&*after, 0)[..] != block_of(4)[..]);
    }
    assert!(lost > 10);
}

#[test]
fn a_full_disk_refuses_new_blocks_and_takes_old_ones() {
    let (disk, file) = disk_with_file(2);
    disk.set_quota(Some(3 * BLOCK));
    file.write_at(0, &block_of(1)).expect("it has its block");
    let other = disk
        .root()
        .create("other", OpenMode::Cached)
        .expect("create");
    let full = other.allocate(2 * BLOCK).expect_err("one block is left");
    assert_eq!(full.kind(), ErrorKind::StorageFull);
    other.write_at(0, &block_of(1)).expect("one block is left");
    assert_eq!(
        other
            .write_at(BLOCK, &block_of(1))
            .expect_err("full")
            .kind(),
        ErrorKind::StorageFull
    );
    disk.root().remove("file").expect("remove");
    other
        .write_at(BLOCK, &block_of(1))
        .expect("there is room again");
    assert_eq!(disk.used_bytes(), 2 * BLOCK);
}

#[test]
fn lost_and_misdirected_writes_and_flipped_bits_do_what_they_say() {
    let (disk, file) = disk_with_file(4);
    disk.plan(Fault::LostWrite { at: 1 });
    file.write_at(0, &block_of(1)).expect("the disk lies");
    disk.plan(Fault::MisdirectedWrite { at: 1, blocks: 2 });
    file.write_at(BLOCK, &block_of(2)).expect("the disk errs");
    let after = disk
        .crash(0)
        .root()
        .open("file", OpenMode::Forced)
        .expect("open");
    assert_eq!(read_block(&*after, 0)[..], block_of(0)[..]);
    assert_eq!(read_block(&*after, BLOCK)[..], block_of(0)[..]);
    assert_eq!(read_block(&*after, 3 * BLOCK)[..], block_of(2)[..]);
    disk.flip_bit("file", 3 * BLOCK + 7, 0).expect("flip");
    assert_eq!(read_block(&*file, 3 * BLOCK)[7], 3);
}

#[test]
fn forced_files_need_alignment() {
    let (_, file) = disk_with_file(1);
    let buffer = block_of(1);
    assert!(file.write_at(512, &buffer).is_err());
    assert!(file.write_at(0, &buffer[..512]).is_err());
}

/// Files that are made and removed for as long as a run lasts take no more memory than those that are there.
#[test]
fn what_nobody_can_come_to_is_forgotten() {
    let disk = SimulatedDisk::new(3);
    let root = disk.root();
    let lives = root.directory("lives").expect("a directory");
    root.sync().expect("sync");
    for number in 0..5_000 {
        let name = format!("{number}");
        let file = lives.create(&name, OpenMode::Cached).expect("create");
        file.write_at(0, b"as long as it is open").expect("write");
        lives.sync().expect("sync");
        lives.remove(&name).expect("remove");
        if number % 2 == 0 {
            lives.sync().expect("sync");
        }
        let mut read = [0; 21];
        file.read_at(0, &mut read).expect("read without a name");
        assert_eq!(&read, b"as long as it is open");
    }
    assert!(disk.nodes() <= 130, "{} are kept", disk.nodes());
    // A removal that is not durable may be undone by the power, and the file is there then.
    let kept = lives.create("kept", OpenMode::Cached).expect("create");
    kept.write_at(0, b"kept").expect("write");
    kept.sync().expect("sync");
    lives.sync().expect("sync");
    lives.remove("kept").expect("remove");
    drop(kept);
    for number in 0..500 {
        let made = lives.create(&format!("more {number}"), OpenMode::Cached);
        drop(made.expect("create"));
    }
    let back = (0..20).any(|seed| {
        let after = disk
            .crash(seed)
            .root()
            .directory("lives")
            .expect("a directory");
        after.open("kept", OpenMode::Cached).is_ok()
    });
    assert!(back, "a removal without a sync was always durable");
}
