//! Whether what is sent is compressed: where it may be and makes files arrive earlier. That is measured, with it and without.

use crate::agent::compression::{Compression, Packer};
use crate::agent::data::DataMessage;

/// A rate is measured for so long at least.
const MEASURED_MS: u64 = 1_000;
/// Faster than this, bytes a second, nothing is gained by compression on one processor.
const FAST: u64 = 400_000_000;
/// Where it did not pay it is tried again after so long, then ever more seldom up to the second.
const AGAIN_MS: u64 = 10_000;
const AGAIN_MS_MAX: u64 = 320_000;
/// Where it pays it is looked after so long whether it still does.
const LOOK_MS: u64 = 120_000;
/// Messages that are sent as they are when one could not be packed, at most: they double from one.
const SKIPPED_MAX: u32 = 64;

/// See the module.
#[derive(Debug)]
pub(super) struct Packing {
    compression: Compression,
    /// The destination takes what is packed.
    may: bool,
    packer: Option<Box<Packer>>,
    /// It is compressed now, where that is measured.
    is_on: bool,
    /// Messages that are sent as they are, and how many the next time.
    skipped: u32,
    skips: u32,
    /// Messages from this one on count for the rate that is measured.
    from: u64,
    began_ms: Option<u64>,
    bytes: u64,
    /// Bytes a second without.
    plain_rate: u64,
    /// When it is tried again, or looked whether it pays.
    look_ms: u64,
    again_ms: u64,
}

impl Packing {
    pub(super) fn new(compression: Compression) -> Self {
        Self {
            compression,
            may: false,
            packer: None,
            is_on: false,
            skipped: 0,
            skips: 0,
            from: 0,
            began_ms: None,
            bytes: 0,
            plain_rate: 0,
            look_ms: 0,
            again_ms: AGAIN_MS,
        }
    }

    /// An epoch begins. What was measured of the link still counts.
    pub(super) fn begin(&mut self, may: bool) {
        self.may = may;
        self.measure(0);
    }

    fn measure(&mut self, from: u64) {
        self.from = from;
        self.began_ms = None;
        self.bytes = 0;
    }

    /// Packs what a message has of files. How many bytes that saves.
    pub(super) fn pack(&mut self, message: &mut DataMessage) -> u64 {
        let is_on = match self.compression {
            Compression::Auto => self.is_on,
            Compression::Zstd => true,
            Compression::None => false,
        };
        if !is_on || !self.may {
            return 0;
        }
        if self.skipped > 0 {
            self.skipped -= 1;
            return 0;
        }
        let packer = self.packer.get_or_insert_default();
        match message.pack(packer) {
            // There was nothing to be packed.
            None => 0,
            Some(0) => {
                self.skips = (self.skips * 2).clamp(1, SKIPPED_MAX);
                self.skipped = self.skips;
                0
            }
            Some(saved) => {
                self.skips = 0;
                saved
            }
        }
    }

    /// A message has arrived with so many bytes of files; the one that is sent next is of that number.
    pub(super) fn arrived(&mut self, (sequence, next): (u64, u64), bytes: u64, now_ms: u64) {
        if self.compression != Compression::Auto || !self.may || sequence < self.from {
            return;
        }
        // The first one only begins the time.
        let Some(began_ms) = self.began_ms else {
            self.began_ms = Some(now_ms);
            return;
        };
        self.bytes = self.bytes.saturating_add(bytes);
        let took_ms = now_ms.saturating_sub(began_ms);
        if took_ms >= MEASURED_MS {
            let rate = u128::from(self.bytes) * 1_000 / u128::from(took_ms);
            self.decide(u64::try_from(rate).unwrap_or(u64::MAX), next, now_ms);
        }
    }

    fn decide(&mut self, rate: u64, next: u64, now_ms: u64) {
        if !self.is_on {
            self.plain_rate = rate;
            if rate < FAST && now_ms >= self.look_ms {
                self.is_on = true;
                self.look_ms = now_ms.saturating_add(LOOK_MS);
            }
        } else if rate < self.plain_rate.saturating_add(self.plain_rate / 8) {
            // It takes as long, or longer.
            self.is_on = false;
            self.packer = None;
            self.look_ms = now_ms.saturating_add(self.again_ms);
            self.again_ms = (self.again_ms * 2).min(AGAIN_MS_MAX);
        } else {
            self.again_ms = AGAIN_MS;
            if now_ms >= self.look_ms {
                self.is_on = false;
            }
        }
        self.measure(next);
    }

    /// The clock was set back.
    pub(super) fn set_back(&mut self, by_ms: u64) {
        self.began_ms = None;
        self.bytes = 0;
        self.look_ms = self.look_ms.saturating_sub(by_ms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages of 256 KiB over a link, with their files compressed to that share at that rate when it is on; how long it was on, in messages.
    fn run(packing: &mut Packing, link: u64, (share, processor): (f64, u64), messages: u64) -> u64 {
        let (mut now_us, mut on) = (1_000_000_u64, 0);
        packing.begin(true);
        for sequence in 0..messages {
            let bytes = 256 << 10;
            let line = match packing.is_on {
                true => (bytes as f64 * share) as u64,
                false => bytes,
            };
            // One packs while another is on its way.
            let link_us = line * 1_000_000 / link;
            let packed_us = match packing.is_on {
                true => bytes * 1_000_000 / processor,
                false => 0,
            };
            on += u64::from(packing.is_on);
            now_us += link_us.max(packed_us);
            packing.arrived((sequence, sequence + 10), bytes, now_us / 1_000);
        }
        on
    }

    #[test]
    fn what_is_slower_than_the_processor_is_compressed_and_nothing_else() {
        let (log, noise) = ((0.3, 400_000_000), (1.0, 1_000_000_000));
        for (link, content, is_on) in [
            (10_000_000, log, true),
            (100_000_000, log, true),
            (1_000_000_000, log, false),
            (10_000_000, noise, false),
            (100_000_000, noise, false),
            (350_000_000, (0.9, 200_000_000), false),
        ] {
            let mut packing = Packing::new(Compression::Auto);
            let on = run(&mut packing, link, content, 100_000);
            match is_on {
                true => assert!(on > 90_000, "{link}: {on}"),
                false => assert!(on < 5_000, "{link}: {on}"),
            }
        }
    }

    #[test]
    fn a_link_that_becomes_faster_is_noticed() {
        let mut packing = Packing::new(Compression::Auto);
        let log = (0.3, 200_000_000);
        assert!(run(&mut packing, 10_000_000, log, 100_000) > 90_000);
        run(&mut packing, 1_000_000_000, log, 1_000_000);
        assert!(!packing.is_on);
    }
}
