//! How far transfers are, as agents tell while they run.

use super::asking::Asking;
use super::place::Place;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{GetOptions, ObjectHandle, SubscriptionDescriptor};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_transfer::audit::Progress;
use ferromq_transfer::generated::notices::BFGCL9502;
use ferromq_transfer::party::TransferId;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Where nothing can be drawn, a line is printed so often.
const LINE_EACH: Duration = Duration::from_secs(10);
/// Agents tell of each transfer that runs once a second: one is told of within this, and of all twice, which gives a rate.
const FIRST_WITHIN: Duration = Duration::from_millis(1_300);
const ALL_WITHIN: Duration = Duration::from_millis(2_500);
/// Longest document.
const BYTES_MAX: u32 = 1 << 20;
/// Most transfers that are looked at.
const TRANSFERS_MAX: usize = 10_000;

/// A subscription to what agents tell of transfers.
pub(super) struct Watching {
    asking: Asking,
    queue: ObjectHandle,
    last: Option<Progress>,
    shown_at: Instant,
    is_drawn: bool,
}

impl Watching {
    /// Begins to watch one transfer of an agent, or all of them. `+` stands for every agent.
    pub(super) fn begin(
        place: &Place,
        agent: &str,
        transfer: Option<TransferId>,
    ) -> Result<Self, Failure> {
        let mut asking = Asking::coordination(place, "fteTransfers")?;
        let which = transfer.map_or("#".to_owned(), |transfer| transfer.to_string());
        let mut subscription = SubscriptionDescriptor {
            object_string: format!("SYSTEM.FTE/Transfers/{agent}/{which}"),
            options: MQSO_CREATE | MQSO_NON_DURABLE | MQSO_MANAGED | MQSO_FAIL_IF_QUIESCING,
            ..SubscriptionDescriptor::default()
        };
        let session = asking.session();
        let subscribed = session.subscribe(&mut subscription, ObjectHandle::NONE);
        let (queue, _) = subscribed
            .map_err(|error| Failure::text(format!("{}\n", BFGCL9502.line(&[&error])), 1))?;
        Ok(Self {
            asking,
            queue,
            last: None,
            shown_at: Instant::now(),
            is_drawn: false,
        })
    }

    /// The next that is told, within that time.
    fn next(&mut self, within: Duration) -> Option<Progress> {
        let wait = i32::try_from(within.as_millis()).unwrap_or(i32::MAX);
        let options = GetOptions {
            options: MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_NO_PROPERTIES,
            wait_interval_ms: wait,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let session = self.asking.session();
        loop {
            let got = session.get(self.queue, &MsgDescriptor::default(), &options, BYTES_MAX);
            match got {
                Ok(message) => {
                    // What is no such document is somebody else's.
                    if let Ok(progress) = Progress::parse(&message.body) {
                        return Some(progress);
                    }
                }
                Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => return None,
                // Nothing is told any more; the transfer goes on.
                Err(_) => return None,
            }
        }
    }

    /// Shows what was told meanwhile: in a line of a terminal that is drawn again, or as a line every now and then.
    pub(super) fn show(&mut self) {
        while let Some(progress) = self.next(Duration::ZERO) {
            let text = shown(&progress, self.last.as_ref());
            if output::is_terminal() {
                output::say(&format!("\r{text}\x1b[K"));
                self.is_drawn = true;
            } else if self.is_news(&progress) {
                output::line(&text);
                self.shown_at = Instant::now();
            }
            self.last = Some(progress);
        }
    }

    /// Whether it is time for a line: every now and then, and at once when a transfer begins to rest or goes on. One that rests is told of once.
    fn is_news(&self, progress: &Progress) -> bool {
        let rested = self.last.as_ref().is_some_and(|last| last.rests);
        rested != progress.rests || (!rested && self.shown_at.elapsed() >= LINE_EACH)
    }

    /// Whether anything was told yet.
    pub(super) fn was_told(&self) -> bool {
        self.last.is_some()
    }

    /// Wipes the line out and ends.
    pub(super) fn end(self) {
        if self.is_drawn {
            output::say("\r\x1b[K");
        }
        self.asking.end();
    }

    /// What is told of each transfer that runs: nothing when none is told of soon, and else what there is to be known of their rates.
    pub(super) fn all(mut self) -> BTreeMap<TransferId, (Progress, String)> {
        let began = Instant::now();
        let mut told: BTreeMap<TransferId, (Progress, String)> = BTreeMap::new();
        while told.len() < TRANSFERS_MAX {
            let within = if told.is_empty() {
                FIRST_WITHIN
            } else {
                ALL_WITHIN
            };
            let left = within.saturating_sub(began.elapsed());
            let Some(progress) = self.next(left) else {
                break;
            };
            let before = told.get(&progress.id).map(|(progress, _)| progress);
            let text = shown(&progress, before);
            told.insert(progress.id, (progress, text));
        }
        self.asking.end();
        told
    }
}

/// Bytes with three digits and a unit of a thousand, as rates have it.
fn amount(bytes: f64) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"];
    let mut value = bytes.max(0.0);
    let mut at = 0;
    while value >= 999.5 && at + 1 < units.len() {
        value /= 1_000.0;
        at += 1;
    }
    match (at, value) {
        (0, _) => format!("{value:.0} {}", units[at]),
        (_, value) if value < 9.995 => format!("{value:.2} {}", units[at]),
        (_, value) if value < 99.95 => format!("{value:.1} {}", units[at]),
        _ => format!("{value:.0} {}", units[at]),
    }
}

fn duration(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// How far a transfer is, in one line; the rate is that since the time before.
fn shown(progress: &Progress, before: Option<&Progress>) -> String {
    let so_far = so_far(progress);
    if progress.rests {
        return format!("{so_far}, rests until fteResumeTransfer");
    }
    let since = before.filter(|before| before.elapsed_ms < progress.elapsed_ms);
    let (bytes, ms) = match since {
        Some(before) => (
            progress.bytes.saturating_sub(before.bytes),
            progress.elapsed_ms - before.elapsed_ms,
        ),
        None => (progress.bytes, progress.elapsed_ms),
    };
    let rate = bytes as f64 / (ms.max(1) as f64 / 1e3);
    let left = progress.current.as_ref().map_or(0.0, |current| {
        let bytes = current.size_bytes.saturating_sub(current.transferred_bytes);
        bytes as f64 / rate
    });
    let left = match progress.current.is_some() && rate > 0.0 && left < 1e9 {
        true => format!(", {} left", duration(left.ceil() as u64)),
        false => String::new(),
    };
    format!("{so_far}, {}/s{left}", amount(rate))
}

/// The file that is under way, and how much of it.
fn so_far(progress: &Progress) -> String {
    let file = match progress.total_items {
        0 | 1 => String::new(),
        total => format!("file {} of {total}: ", progress.current_item),
    };
    let Some(current) = &progress.current else {
        return format!("{file}{}", amount(progress.bytes as f64));
    };
    let (done, all) = (current.transferred_bytes, current.size_bytes);
    let percent = done
        .saturating_mul(100)
        .checked_div(all)
        .unwrap_or(100)
        .min(100);
    let (done, all) = (amount(done as f64), amount(all as f64));
    format!("{file}{done} of {all}, {percent} %")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_transfer::audit::{Current, LoggedEnd};
    use ferromq_transfer::party::AgentAddress;
    use ferromq_transfer::request::FileSpec;
    use ferromq_transfer::schedule::Moment;

    fn progress(bytes: u64, elapsed_ms: u64, items: u64) -> Progress {
        let agent = AgentAddress {
            agent: "NORTH".into(),
            q_mgr: "QM1".into(),
        };
        let end = || LoggedEnd::File {
            file: FileSpec {
                path: "/a".into(),
                encoding: None,
                line_end: None,
                delimiter: None,
            },
            size_bytes: None,
            last_modified: None,
        };
        Progress {
            id: TransferId([1; 24]),
            source_agent: agent.clone(),
            destination_agent: agent,
            time: Moment::at_ms(0),
            bytes,
            elapsed_ms,
            current_item: 1,
            total_items: items,
            current: Some(Current {
                transferred_bytes: bytes,
                size_bytes: 30_000_000_000,
                source: end(),
                destination: end(),
            }),
            rests: false,
        }
    }

    #[test]
    fn a_transfer_that_rests_says_so_and_how_to_go_on() {
        let mut resting = progress(1_000_000_000, 2_000, 1);
        resting.rests = true;
        assert_eq!(
            shown(&resting, None),
            "1.00 GB of 30.0 GB, 3 %, rests until fteResumeTransfer"
        );
    }

    #[test]
    fn a_line_says_how_far_how_fast_and_how_long_still() {
        let first = progress(1_000_000_000, 2_000, 1);
        assert_eq!(
            shown(&first, None),
            "1.00 GB of 30.0 GB, 3 %, 500 MB/s, 0:58 left"
        );
        let second = progress(1_250_000_000, 3_000, 3);
        assert_eq!(
            shown(&second, Some(&first)),
            "file 1 of 3: 1.25 GB of 30.0 GB, 4 %, 250 MB/s, 1:55 left"
        );
        let still = progress(1_250_000_000, 4_000, 1);
        assert_eq!(
            shown(&still, Some(&second)),
            "1.25 GB of 30.0 GB, 4 %, 0 bytes/s"
        );
    }

    #[test]
    fn an_empty_file_and_one_that_grew_are_no_trouble() {
        let mut empty = progress(0, 0, 1);
        if let Some(current) = &mut empty.current {
            current.size_bytes = 0;
        }
        assert_eq!(shown(&empty, None), "0 bytes of 0 bytes, 100 %, 0 bytes/s");
        let grown = progress(31_000_000_000, 1_000, 1);
        assert!(shown(&grown, None).contains("100 %"));
        assert_eq!(duration(3_725), "1:02:05");
        assert_eq!(amount(999.9e6), "1.00 GB");
    }
}
