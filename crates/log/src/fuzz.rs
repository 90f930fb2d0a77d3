//! The doors for fuzzing: every decoder of the log, and whole logs.

use crate::append::Urgency;
use crate::assemble::Assembler;
use crate::control::ControlRecord;
use crate::log::Log;
use crate::lsn::PAGE_BYTES;
use crate::page::{ExtentHeader, PageHeader, checksum_seed};
use crate::pieces::Joined;
use crate::record::Record;
use crate::settings::LogSettings;
use ferromq_base::checksum::{crc32c, crc32c_append};
use ferromq_base::disk::{Directory, OpenMode, SimulatedDisk};
use std::convert::Infallible;
use std::io;
use std::sync::{Arc, OnceLock};

/// Feeds `bytes` to the decoders of the control file, of extent headers, of pages and of
/// records. They may refuse; they may not panic, and what they accept must encode to the
/// same bytes again.
///
/// Checksums would keep a fuzzer out, so it is spared them: each whole page is tried as it is
/// and sealed anew.
pub fn fuzz_one(bytes: &[u8]) {
    let mut assembler = Assembler::new(0);
    let mut pages = bytes.to_vec();
    pages.resize(bytes.len().next_multiple_of(PAGE_BYTES), 0);
    for (index, page) in pages.chunks_exact_mut(PAGE_BYTES).enumerate() {
        fuzz_sealed(page);
        fuzz_page(page, index as u64 * PAGE_BYTES as u64, &mut assembler);
    }
}

/// The control file and extent headers, sealed by a checksum over all behind it.
fn fuzz_sealed(page: &mut [u8]) {
    let mut again = vec![0; PAGE_BYTES];
    for magic in [b"FMQLOGCT", b"FMQEXTNT"] {
        page[8..16].copy_from_slice(magic);
        let checksum = crc32c(&page[4..]);
        page[..4].copy_from_slice(&checksum.to_le_bytes());
        if let Ok(record) = ControlRecord::decode(page) {
            record.encode(&mut again);
            assert_eq!(
                ControlRecord::decode(&again),
                Ok(record),
                "a slot reads as written"
            );
        }
        if let Ok(header) = ExtentHeader::decode(page) {
            header.encode(&mut again);
            assert_eq!(
                ExtentHeader::decode(&again),
                Ok(header),
                "a header reads as written"
            );
        }
    }
}

fn fuzz_page(page: &mut [u8], position: u64, assembler: &mut Assembler) {
    let seed = checksum_seed(0);
    let _ = PageHeader::decode(page, seed, position);
    page[8..16].copy_from_slice(&position.to_le_bytes());
    let checksum = crc32c_append(seed, &page[4..]);
    page[..4].copy_from_slice(&checksum.to_le_bytes());
    if let Ok(header) = PageHeader::decode(page, seed, position) {
        let mut again = page.to_vec();
        header.seal(&mut again, seed);
        assert!(again == page, "a page reads as sealed");
        // Refused or not: it must not panic, and must not report what is not in the page.
        let _ = assembler.page(position, page, &mut |record| {
            assert!(
                record.end > record.lsn,
                "a record has an end behind its start"
            );
            // As if it joined pieces.
            if let Ok(joined) = Joined::decode(record.body) {
                let _ = joined.resolve(|_| Err::<Vec<u8>, &str>("there are no lists"));
            }
            Ok::<(), Infallible>(())
        });
    }
}

/// The smallest log there is.
fn settings() -> LogSettings {
    LogSettings {
        file_pages: 64,
        primary_files: 2,
        secondary_files: 1,
        buffer_pages: 18,
        ..LogSettings::default()
    }
}

/// A log with records of many lengths in two extents and a checkpoint, made once.
fn base() -> &'static SimulatedDisk {
    static BASE: OnceLock<SimulatedDisk> = OnceLock::new();
    BASE.get_or_init(|| {
        let disk = SimulatedDisk::new(1);
        let root = disk.root();
        Log::create(&root, &settings(), &mut |_, _| ()).expect("the disk is well");
        let recovery = Log::open(root, &settings()).expect("a new log");
        let log = recovery
            .prefetching(false)
            .replay(&mut |_| Ok::<(), Infallible>(()))
            .expect("a new log");
        for number in 0..60_u8 {
            let body = vec![number; usize::from(number) * 131];
            let record = log
                .append(number, &[&body], Urgency::Ordinary)
                .expect("there is room");
            if number % 5 == 0 {
                log.wait_durable(record.end).expect("the disk is well");
            }
            if number == 20 {
                log.checkpoint(record.lsn, None, b"note")
                    .expect("the disk is well");
            }
        }
        let long = vec![61; 30_000];
        log.append(61, &[&long], Urgency::Ordinary)
            .expect("there is room");
        log.wait_durable(log.head()).expect("the disk is well");
        drop(log);
        disk
    })
}

/// Changes single bytes of a whole log, with every checksum in order again, then opens and
/// replays it, appends a record and opens it once more. Any step may be refused; nothing may
/// panic, and a log that took a record has it. What the changes themselves took away is not judged:
/// with the checksums in order they can make any record vanish.
///
/// Each change is five bytes: file, page, two of the offset, and the new byte.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_files(bytes: &[u8]) {
    let root = changed_log(bytes);
    let Ok(recovery) = Log::open(Arc::clone(&root), &settings()) else {
        return;
    };
    // Of some inputs, which are longer than their changes, the pages are read ahead, damaged ones as well.
    let ahead = bytes.len() % 4 == 3;
    let replayed = recovery.prefetching(ahead).replay(&mut |record| {
        assert!(
            record.end > record.lsn,
            "a record has an end behind its start"
        );
        Ok::<(), Infallible>(())
    });
    let Ok(log) = replayed else { return };
    let Ok(appended) = log.append(99, &[b"ours"], Urgency::Completing) else {
        return;
    };
    if log.wait_durable(appended.end).is_err() {
        return;
    }
    drop(log);
    let recovery = Log::open(root, &settings()).expect("what was written to opens again");
    let mut found = false;
    let replayed = recovery
        .prefetching(false)
        .replay(&mut |record: Record<'_>| {
            found |=
                (record.lsn, record.kind, record.body) == (appended.lsn, 99, b"ours".as_slice());
            Ok::<(), Infallible>(())
        });
    assert!(replayed.is_ok() && found, "a durable record is replayed");
}

fn changed_log(bytes: &[u8]) -> Arc<dyn Directory> {
    let root = base().kill(0).root();
    for change in bytes.chunks_exact(5).take(64) {
        let change: &[u8; 5] = change.try_into().expect("chunks are exact");
        apply_change(&root, change).expect("the disk is well");
    }
    root
}

fn apply_change(root: &Arc<dyn Directory>, change: &[u8; 5]) -> io::Result<()> {
    let [name, page, high, low, byte] = *change;
    let mut names = root.list()?;
    names.sort();
    let name = &names[usize::from(name) % names.len()];
    let file = root.open(name, OpenMode::Cached)?;
    let pages = file.len()? / PAGE_BYTES as u64;
    let mut bytes = vec![0; PAGE_BYTES];
    file.read_at(0, &mut bytes)?;
    // Pages of an extent are sealed with what its header says of the log.
    let seed = ExtentHeader::decode(&bytes).map_or(0, |header| checksum_seed(header.log_id));
    let offset = u64::from(page) % pages.max(1) * PAGE_BYTES as u64;
    file.read_at(offset, &mut bytes)?;
    bytes[usize::from(u16::from_be_bytes([high, low])) % PAGE_BYTES] = byte;
    let is_page = name.ends_with(".LOG") && offset > 0;
    let checksum = if is_page {
        crc32c_append(seed, &bytes[4..])
    } else {
        crc32c(&bytes[4..])
    };
    bytes[..4].copy_from_slice(&checksum.to_le_bytes());
    file.write_at(offset, &bytes)
}

#[cfg(test)]
mod tests {
    use super::{changed_log, fuzz_files, fuzz_one, settings};
    use crate::{Log, LogError, ReplayError};
    use ferromq_base::random::SplitMix64;
    use std::convert::Infallible;

    #[test]
    fn decoders_survive_noise_and_nearly_valid_pages() {
        let mut random = SplitMix64::new(2);
        for round in 0..4000 {
            let mut bytes = vec![0; random.below(3 * 4096) as usize];
            if round % 2 == 0 {
                random.fill(&mut bytes);
            }
            for page in bytes.chunks_exact_mut(4096) {
                // Fields that are nearly always refused as noise get plausible values.
                page[24..32].copy_from_slice(&[0, 16, 32, 0, (round % 2) as u8, 0, 1, 0]);
                page[4..8].copy_from_slice(&(random.below(2) as u32).to_le_bytes());
                for _ in 0..random.below(20) {
                    let at = random.below(4096) as usize;
                    page[at] = random.below(256) as u8;
                }
                page[32..40].copy_from_slice(&(random.below(5000)).to_le_bytes());
            }
            fuzz_one(&bytes);
        }
    }

    #[test]
    fn an_unchanged_log_takes_a_record() {
        fuzz_files(&[]);
    }

    /// Both extents say that they are of another log, and the newer control slot is invalid: only the
    /// pages tell that there was more.
    #[test]
    fn a_log_whose_pages_prove_more_than_was_found_does_not_start() {
        let changes = [
            [0x68, 0x00, 0x00, 0x13, 0x48],
            [0x01, 0x00, 0x00, 0x23, 0xff],
            [0xff, 0xff, 0x10, 0x36, 0x35],
        ];
        let recovery = Log::open(changed_log(&changes.concat()), &settings()).expect("a log");
        let replayed = recovery
            .prefetching(false)
            .replay(&mut |_| Ok::<(), Infallible>(()));
        assert!(matches!(
            replayed,
            Err(ReplayError::Log(LogError::Damaged { .. }))
        ));
    }

    #[test]
    fn logs_with_a_few_changed_fields_are_refused_or_work() {
        let mut random = SplitMix64::new(8);
        for _ in 0..1_500 {
            let mut bytes = Vec::new();
            for _ in 0..1 + random.below(3) {
                // Mostly the pages in use and the fields of headers.
                let offset = if random.below(3) == 0 {
                    random.below(4096)
                } else {
                    random.below(80)
                };
                let pages = [4, 64][random.below(2) as usize];
                bytes.push(random.below(8) as u8);
                bytes.push(random.below(pages) as u8);
                bytes.extend_from_slice(&(offset as u16).to_be_bytes());
                bytes.push(random.below(256) as u8);
            }
            fuzz_files(&bytes);
        }
    }
}
