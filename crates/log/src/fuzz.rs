//! One entry for fuzzing every decoder of the log.

use crate::assemble::Assembler;
use crate::control::ControlRecord;
use crate::lsn::PAGE_BYTES;
use crate::page::{ExtentHeader, PageHeader, checksum_seed};
use std::convert::Infallible;

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
        let checksum = ferromq_base::checksum::crc32c(&page[4..]);
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
    let checksum = ferromq_base::checksum::crc32c_append(seed, &page[4..]);
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
            Ok::<(), Infallible>(())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::fuzz_one;
    use ferromq_base::random::SplitMix64;

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
}
