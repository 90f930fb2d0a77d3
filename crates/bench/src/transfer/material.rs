//! The files of a run: random bytes, room for them, and whether one is as the other.

use crate::failure::Failure;
use ferromq_base::random::SplitMix64;
use rustix::fs::{Advice, fadvise, statvfs};
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

/// Bytes that are made, compared and read at a time.
pub(super) const PIECE_BYTES: usize = 64 << 10;
/// What has to stay free on the disk besides the files.
const SPARE_BYTES: u64 = 1 << 30;

/// Refuses a run whose files do not fit on the disk.
pub(super) fn check_room(directory: &Path, bytes: u64) -> Result<(), Failure> {
    let found = statvfs(directory);
    let free = found.map_err(|error| Failure::io("asking for free space")(error.into()))?;
    let free = free.f_bavail.saturating_mul(free.f_frsize);
    let needed = bytes.saturating_add(SPARE_BYTES);
    if free >= needed {
        return Ok(());
    }
    let gib = |bytes: u64| bytes as f64 / (1_u64 << 30) as f64;
    let text = format!(
        "{:.1} GiB are needed below {}, {:.1} are free: give --data PATH on a larger disk, or smaller --sizes",
        gib(needed),
        directory.display(),
        gib(free)
    );
    Err(Failure::Io(text, ErrorKind::StorageFull.into()))
}

/// Makes a file of random bytes. It is not forced.
pub(super) fn make(path: &Path, bytes: u64, seed: u64) -> Result<(), Failure> {
    let failed = || Failure::io(format!("making {}", path.display()));
    let mut random = SplitMix64::new(seed);
    let mut file = File::create(path).map_err(failed())?;
    let mut piece = vec![0; PIECE_BYTES];
    let mut left = bytes;
    while left > 0 {
        let most = usize::try_from(left).unwrap_or(usize::MAX);
        let now = most.min(PIECE_BYTES);
        random.fill(&mut piece[..now]);
        file.write_all(&piece[..now]).map_err(failed())?;
        left -= now as u64;
    }
    Ok(())
}

/// Has everything that is to be written on the disk, so that a measurement does not wait for what came before.
pub(super) fn settle() {
    rustix::fs::sync();
}

/// The file is read from the disk by whoever reads it next.
pub(super) fn forget_pages(path: &Path) -> Result<(), Failure> {
    let failed = || Failure::io(format!("opening {}", path.display()));
    let file = File::open(path).map_err(failed())?;
    fadvise(&file, 0, None, Advice::DontNeed).map_err(|error| failed()(error.into()))
}

/// Ends the run when one file is not as the other.
pub(super) fn check_same(one: &Path, other: &Path) -> Result<(), Failure> {
    let open =
        |path: &Path| File::open(path).map_err(Failure::io(format!("opening {}", path.display())));
    let (mut first, mut second) = (open(one)?, open(other)?);
    let (mut of_first, mut of_second) = (vec![0; PIECE_BYTES], vec![0; PIECE_BYTES]);
    loop {
        let read = fill(&mut first, &mut of_first)?;
        let other_read = fill(&mut second, &mut of_second)?;
        if of_first[..read] != of_second[..other_read] {
            let text = format!("{} is not as {}", other.display(), one.display());
            return Err(Failure::Wrong(text));
        }
        if read == 0 {
            return Ok(());
        }
    }
}

fn fill(file: &mut File, buffer: &mut [u8]) -> Result<usize, Failure> {
    let mut read = 0;
    while read < buffer.len() {
        match file.read(&mut buffer[read..]) {
            Ok(0) => break,
            Ok(count) => read += count,
            Err(error) => return Err(Failure::Io("comparing files".into(), error)),
        }
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_that_differs_and_a_file_that_is_shorter_are_noticed() {
        let place = std::env::temp_dir().join(format!("bench-material-{}", std::process::id()));
        std::fs::create_dir_all(&place).expect("made");
        let path = |name: &str| place.join(name);
        make(&path("one"), 200_000, 1).expect("made");
        make(&path("same"), 200_000, 1).expect("made");
        make(&path("shorter"), 199_999, 1).expect("made");
        let mut bytes = std::fs::read(path("one")).expect("read");
        bytes[150_000] ^= 1;
        std::fs::write(path("other"), bytes).expect("written");
        let is_same = |name: &str| check_same(&path("one"), &path(name)).is_ok();
        assert!(is_same("same") && !is_same("shorter") && !is_same("other"));
        std::fs::remove_dir_all(place).expect("removed");
    }

    #[test]
    fn what_does_not_fit_is_refused_with_what_is_needed() {
        let refused = check_room(&std::env::temp_dir(), 1 << 60).expect_err("too much");
        assert!(refused.to_string().contains("GiB are needed"), "{refused}");
    }
}
