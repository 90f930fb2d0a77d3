//! Identities a queue manager hands out: message ids, connection ids, tokens, and the
//! context fields of a message descriptor.

use ferromq_base::calendar::{date_and_time, wall_us};
use ferromq_base::clock::Clock;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::{MQACTT_UNIX_NUMERIC_ID, MQAT_NO_CONTEXT};
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::Origin;
use ferromq_mqi::put_date::{shown_date, shown_time};
use std::sync::atomic::{AtomicU64, Ordering};

/// Makes 24-byte identifiers: `AMQ `, twelve characters of the queue manager's name, and
/// eight bytes that never repeat on this queue manager (documented form of a generated `MsgId`).
#[derive(Debug)]
pub(crate) struct Identifiers {
    prefix: [u8; 16],
    next: AtomicU64,
}

impl Identifiers {
    /// `seed` must grow from one start of the queue manager to the next: it is the start time
    /// in microseconds, and one million identifiers a microsecond are out of reach.
    pub(crate) fn new(q_mgr: &ObjectName, seed_us: u64) -> Self {
        let mut prefix = [b' '; 16];
        prefix[..4].copy_from_slice(b"AMQ ");
        prefix[4..].copy_from_slice(&q_mgr.bytes()[..12]);
        Self {
            prefix,
            next: AtomicU64::new(seed_us << 8),
        }
    }

    pub(crate) fn message_id(&self) -> [u8; 24] {
        self.with_number(self.number())
    }

    fn with_number(&self, number: u64) -> [u8; 24] {
        let mut id = [0_u8; 24];
        id[..16].copy_from_slice(&self.prefix);
        id[16..].copy_from_slice(&number.to_be_bytes());
        id
    }

    /// So many message ids for the caller to give out: the first one. The others follow by counting up as many of its
    /// last bytes as `count` ids need, and those do not run over: the Java client counts 1000 ids in two bytes and
    /// refuses a block for which they are too few. None of them is ever made again.
    pub(crate) fn reserve(&self, count: u32) -> [u8; 24] {
        let count = u64::from(count.max(1));
        let counted_bits = (64 - (count - 1).leading_zeros()).next_multiple_of(8);
        let span = 1_u64 << counted_bits;
        let fitting = |next: u64| match next % span + count > span {
            true => next.next_multiple_of(span),
            false => next,
        };
        let taken = |next| Some(fitting(next) + count);
        let order = Ordering::Relaxed;
        let (Ok(before) | Err(before)) = self.next.fetch_update(order, order, taken);
        self.with_number(fitting(before))
    }

    /// Documented form of a connection id: `AMQC`, then the same parts.
    pub(crate) fn connection_id(&self) -> [u8; 24] {
        let mut id = self.message_id();
        id[3] = b'C';
        id
    }

    pub(crate) fn number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }
}

/// Who puts: the context fields that do not change from one put to the next.
#[derive(Clone, Debug)]
pub(crate) struct PutContext {
    user_identifier: [u8; 12],
    accounting_token: [u8; 32],
    put_appl_type: i32,
    put_appl_name: [u8; 28],
}

impl PutContext {
    /// The default context of a connection's puts.
    pub(crate) fn of(origin: &Origin, appl_name: &FixedText<28>) -> Self {
        Self {
            user_identifier: *origin.user_id.bytes(),
            accounting_token: accounting_token(origin.uid),
            put_appl_type: origin.appl_type,
            put_appl_name: *appl_name.bytes(),
        }
    }

    /// Fills the identity and origin context of a descriptor.
    pub(crate) fn fill_all(&self, descriptor: &mut MsgDescriptor, stamp: &PutStamp) {
        descriptor.user_identifier = self.user_identifier;
        descriptor.accounting_token = self.accounting_token;
        descriptor.appl_identity_data = [b' '; 32];
        self.fill_origin(descriptor, stamp);
    }

    /// Fills the origin context only.
    pub(crate) fn fill_origin(&self, descriptor: &mut MsgDescriptor, stamp: &PutStamp) {
        descriptor.put_appl_type = self.put_appl_type;
        descriptor.put_appl_name = self.put_appl_name;
        descriptor.put_date = stamp.date;
        descriptor.put_time = stamp.time;
        descriptor.appl_origin_data = [b' '; 4];
    }
}

/// Clears every context field, as `MQPMO_NO_CONTEXT` documents.
pub(crate) fn clear_context(descriptor: &mut MsgDescriptor) {
    descriptor.user_identifier = [b' '; 12];
    descriptor.accounting_token = [0; 32];
    descriptor.appl_identity_data = [b' '; 32];
    descriptor.put_appl_type = MQAT_NO_CONTEXT;
    descriptor.put_appl_name = [b' '; 28];
    descriptor.put_date = [b' '; 8];
    descriptor.put_time = [b' '; 8];
    descriptor.appl_origin_data = [b' '; 4];
}

/// The accounting token of a Unix user: a length byte, the decimal user number, and the
/// token type in the last byte.
fn accounting_token(uid: u32) -> [u8; 32] {
    let mut token = [0_u8; 32];
    let digits = uid.to_string();
    token[0] = u8::try_from(digits.len()).unwrap_or(0);
    token[1..=digits.len()].copy_from_slice(digits.as_bytes());
    token[31] = MQACTT_UNIX_NUMERIC_ID;
    token
}

/// `PutDate` and `PutTime` of a moment: `YYYYMMDD` and `HHMMSSTH`, Greenwich time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PutStamp {
    hundredths: u64,
    pub(crate) date: [u8; 8],
    pub(crate) time: [u8; 8],
}

impl PutStamp {
    /// The stamp of a moment in microseconds since the epoch.
    pub(crate) fn at(wall_us: u64) -> Self {
        let hundredths = wall_us / 10_000;
        let (date, time) = date_and_time(wall_us);
        Self {
            hundredths,
            date,
            time,
        }
    }

    /// The stamp of now, worked out again only when the hundredth of a second changed.
    pub(crate) fn refresh(&mut self, clock: &dyn Clock) -> u64 {
        let wall_us = clock.tick_us();
        if wall_us / 10_000 != self.hundredths {
            *self = Self::at(wall_us);
        }
        wall_us
    }

    /// `YYYY-MM-DD`, as attributes and displays show dates.
    pub(crate) fn display_date(&self) -> String {
        shown_date(self.date)
    }

    /// `YYYY-MM-DD_HH.MM.SS`, as queue manager identifiers end.
    pub(crate) fn display_stamp(&self) -> String {
        format!("{}_{}", self.display_date(), self.display_time())
    }

    /// `HH.MM.SS`, as attributes and displays show times.
    pub(crate) fn display_time(&self) -> String {
        shown_time(self.time)
    }
}

/// The moment a `PutDate` and `PutTime` name, microseconds since the epoch; 0 when they name
/// none (an application may set them to anything).
pub(crate) fn put_moment_us(date: &[u8; 8], time: &[u8; 8]) -> u64 {
    wall_us(*date, *time).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_the_documented_text() {
        let stamp = PutStamp::at(1_709_210_096_789_000);
        assert_eq!((&stamp.date, &stamp.time), (b"20240229", b"12345678"));
        assert_eq!(PutStamp::at(0).display_date(), "1970-01-01");
        assert_eq!(stamp.display_time(), "12.34.56");
    }

    #[test]
    fn put_moments_are_the_inverse_of_stamps() {
        for moment_us in [
            0,
            951_782_400_000_000,
            1_709_210_096_780_000,
            4_102_444_799_990_000,
        ] {
            let stamp = PutStamp::at(moment_us);
            assert_eq!(put_moment_us(&stamp.date, &stamp.time), moment_us);
        }
        assert_eq!(put_moment_us(b"        ", b"        "), 0);
        assert_eq!(put_moment_us(b"20241399", b"99999999"), 0);
    }

    #[test]
    fn message_ids_carry_the_queue_manager_and_never_repeat() {
        let ids = Identifiers::new(&ObjectName::truncated("QM1"), 5);
        let (one, two) = (ids.message_id(), ids.message_id());
        assert_eq!(&one[..16], b"AMQ QM1         ");
        assert_ne!(one, two);
        assert_eq!(&ids.connection_id()[..4], b"AMQC");
    }

    #[test]
    fn reserved_ids_are_made_for_nobody_else_and_the_bytes_that_count_them_do_not_run_over() {
        let ids = Identifiers::new(&ObjectName::truncated("QM1"), 5);
        let number = |id: [u8; 24]| u64::from_be_bytes(id[16..].try_into().expect("eight bytes"));
        // What is reserved, and what the bytes that count it hold.
        for (count, span) in [
            (1, 1),
            (2, 256),
            (256, 256),
            (257, 1 << 16),
            (1000, 1 << 16),
        ] {
            for near in [1 << 16, 1 << 32, 255, 65_000, 64_792] {
                ids.next.store(near - 10, Ordering::Relaxed);
                for _ in 0..300 {
                    let before = number(ids.message_id());
                    let first = number(ids.reserve(count));
                    assert!(first > before, "{first} was made before");
                    assert!(first % span + u64::from(count) <= span, "{first} + {count}");
                    assert_eq!(number(ids.message_id()), first + u64::from(count));
                }
            }
        }
    }

    #[test]
    fn accounting_token_holds_the_user_number() {
        let token = accounting_token(1000);
        assert_eq!(&token[..5], b"\x041000");
        assert_eq!(token[31], 6);
    }
}
