//! The contract of `base::disk`, stated once and held to by every implementation.

use ferromq_base::buffer::{AlignedBuffer, BLOCK_BYTES};
use ferromq_base::disk::{Directory, MemoryDirectory, OpenMode, OsDirectory, SimulatedDisk};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;

const BLOCK: u64 = BLOCK_BYTES as u64;
const MODES: [OpenMode; 2] = [OpenMode::Cached, OpenMode::Forced];

struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs `check` on an empty directory of each kind.
fn on_every_disk(name: &str, check: impl Fn(Arc<dyn Directory>)) {
    check(SimulatedDisk::new(1).root());
    check(MemoryDirectory::new());
    let path = std::env::temp_dir().join(format!("ferromq-disk-{name}-{}", std::process::id()));
    let place = Place(path);
    let _ = std::fs::remove_dir_all(&place.0);
    check(OsDirectory::open(&place.0).expect("temporary directory"));
}

fn block_of(byte: u8) -> AlignedBuffer {
    let mut block = AlignedBuffer::zeroed(BLOCK_BYTES);
    block.fill(byte);
    block
}

#[test]
fn what_is_written_is_read() {
    on_every_disk("read", |dir| {
        for mode in MODES {
            let file = dir.create("file", mode).expect("create");
            assert!(file.is_empty().expect("length"));
            file.write_at(BLOCK, &block_of(7)).expect("write");
            assert_eq!(file.len().expect("length"), 2 * BLOCK);
            let mut back = block_of(1);
            file.read_at(0, &mut back).expect("read");
            assert!(back.iter().all(|byte| *byte == 0), "a hole reads as zeros");
            file.read_at(BLOCK, &mut back).expect("read");
            assert!(back.iter().all(|byte| *byte == 7));
            file.sync().expect("sync");
            let again = dir.open("file", mode).expect("open");
            again.read_at(BLOCK, &mut back).expect("read");
            assert!(back.iter().all(|byte| *byte == 7));
            dir.remove("file").expect("remove");
        }
    });
}

#[test]
fn reading_behind_the_end_is_an_unexpected_end() {
    on_every_disk("end", |dir| {
        let file = dir.create("file", OpenMode::Cached).expect("create");
        file.write_at(0, &[1, 2, 3]).expect("write");
        let error = file
            .read_at(1, &mut [0; 3])
            .expect_err("only two bytes are left");
        assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
    });
}

#[test]
fn lengths_can_be_set_and_room_allocated() {
    on_every_disk("length", |dir| {
        let file = dir.create("file", OpenMode::Cached).expect("create");
        file.allocate(3 * BLOCK).expect("allocate");
        assert_eq!(file.len().expect("length"), 3 * BLOCK);
        file.write_at(0, &block_of(9)).expect("write");
        file.set_len(10).expect("cut");
        file.set_len(20).expect("extend");
        let mut back = [1; 20];
        file.read_at(0, &mut back).expect("read");
        assert_eq!(back[..10], [9; 10]);
        assert_eq!(back[10..], [0; 10], "what was cut off does not come back");
    });
}

#[test]
fn names_are_taken_given_back_and_changed() {
    on_every_disk("names", |dir| {
        dir.create("one", OpenMode::Cached).expect("create");
        let taken = dir
            .create("one", OpenMode::Cached)
            .err()
            .expect("the name is taken");
        assert_eq!(taken.kind(), ErrorKind::AlreadyExists);
        let two = dir.create("two", OpenMode::Cached).expect("create");
        two.write_at(0, b"two").expect("write");
        dir.rename("two", "one").expect("rename over");
        assert_eq!(dir.list().expect("list"), ["one"]);
        let mut back = [0; 3];
        dir.open("one", OpenMode::Cached)
            .expect("open")
            .read_at(0, &mut back)
            .expect("read");
        assert_eq!(&back, b"two");
        dir.remove("one").expect("remove");
        for error in [
            dir.remove("one").expect_err("it is gone"),
            dir.rename("one", "two").expect_err("it is gone"),
            dir.open("one", OpenMode::Cached).err().expect("it is gone"),
        ] {
            assert_eq!(error.kind(), ErrorKind::NotFound);
        }
        dir.sync().expect("sync");
    });
}

#[test]
fn an_open_file_outlives_its_name() {
    on_every_disk("outlive", |dir| {
        let file = dir.create("file", OpenMode::Cached).expect("create");
        file.write_at(0, b"still here").expect("write");
        dir.remove("file").expect("remove");
        let mut back = [0; 10];
        file.read_at(0, &mut back).expect("read");
        assert_eq!(&back, b"still here");
    });
}

#[test]
fn directories_nest_and_go_with_all_in_them() {
    on_every_disk("nest", |dir| {
        let inner = dir.directory("inner").expect("make");
        inner.create("file", OpenMode::Cached).expect("create");
        let again = dir.directory("inner").expect("the same one");
        assert_eq!(again.list().expect("list"), ["file"]);
        assert_eq!(dir.list_directories().expect("list"), ["inner"]);
        assert!(
            dir.list().expect("list").is_empty(),
            "directories are not files"
        );
        assert!(inner.display_path().ends_with("inner"));
        dir.remove_directory("inner").expect("remove");
        dir.remove_directory("inner")
            .expect("nothing there is fine");
        assert!(dir.list_directories().expect("list").is_empty());
    });
}
