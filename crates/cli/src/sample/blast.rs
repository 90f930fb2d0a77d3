//! `amqsblst`: writes or reads many messages, and says how fast that went.
//!
//! Source: "AMQSBLST MQ sample program".

use super::session::{BUFFER_BYTES, connected_to, failed, open};
use crate::arguments::Arguments;
use crate::connection::Connected;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::time::Instant;

/// Longest message that is written.
const SIZE_MAX: usize = 262_144;
/// How long a read waits for the next message.
const WAIT_MS: i32 = 5_000;

/// Sizes of messages, one after the other.
enum Sizes {
    Listed(Vec<usize>),
    /// A sequence that looks random, and is the same each time.
    Random(u64),
}

impl Sizes {
    fn read(text: Option<&str>) -> Result<Self, String> {
        let Some(text) = text else {
            return Ok(Self::Listed(vec![1_024]));
        };
        if text.eq_ignore_ascii_case("random") {
            return Ok(Self::Random(0x9E37_79B9_7F4A_7C15));
        }
        let size = |word: &str| match word.trim().parse::<usize>() {
            Ok(size) if (1..=SIZE_MAX).contains(&size) => Ok(size),
            _ => Err(format!(
                "'{word}' of option -s is not a number from 1 to {SIZE_MAX}, nor random"
            )),
        };
        text.split(',')
            .map(size)
            .collect::<Result<_, _>>()
            .map(Self::Listed)
    }

    fn next(&mut self, number: u64) -> usize {
        match self {
            Self::Listed(sizes) => {
                let count = u64::try_from(sizes.len().max(1)).unwrap_or(1);
                let at = usize::try_from(number % count).unwrap_or(0);
                sizes.get(at).copied().unwrap_or(1)
            }
            Self::Random(state) => {
                *state ^= *state << 13;
                *state ^= *state >> 7;
                *state ^= *state << 17;
                1 + usize::try_from(*state % SIZE_MAX as u64).unwrap_or(0)
            }
        }
    }
}

/// What is asked for.
struct Asked {
    writes: bool,
    sizes: Sizes,
    count: Option<u64>,
    /// Messages to a unit of work; 0 for outside.
    unit: u64,
    correl_id: [u8; 24],
    aloud: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let wrong = |problem: String| Failure::text(format!("{problem}\n"), 99);
    let asked = asked(arguments).map_err(wrong)?;
    let mut queue = ObjectDescriptor::queue(arguments.name(1).unwrap_or_default());
    let mut session = connected_to(arguments, arguments.name(0), "amqsblst")?;
    let (access, what_for) = match asked.writes {
        true => (MQOO_OUTPUT, "output"),
        false => (MQOO_INPUT_SHARED, "input"),
    };
    let handle = open(
        &mut session,
        &mut queue,
        access | MQOO_FAIL_IF_QUIESCING,
        what_for,
    )?;
    let Asked {
        writes,
        mut sizes,
        count,
        unit,
        correl_id,
        aloud,
    } = asked;
    let data = vec![b'*'; SIZE_MAX];
    let (mut done, mut bytes, mut open_work) = (0_u64, 0_u64, 0_u64);
    // Who reads waits for the first message as long as it takes; that is not what is measured.
    let mut began = Instant::now();
    let mut ended = began;
    let most = count.unwrap_or(if writes { 1 } else { u64::MAX });
    while done < most && !output::is_closed() {
        let size = match writes {
            true => write(
                &mut session,
                handle,
                &data[..sizes.next(done)],
                unit,
                correl_id,
            )?,
            false => match read(&mut session, handle, unit, correl_id)? {
                Some(size) => size,
                None => break,
            },
        };
        if !writes && done == 0 {
            began = Instant::now();
        }
        ended = Instant::now();
        done += 1;
        bytes += size as u64;
        open_work += 1;
        if unit > 0 && open_work == unit {
            session.commit().map_err(|error| failed(&error))?;
            open_work = 0;
        }
        if aloud {
            let word = if writes { "wrote" } else { "read" };
            output::line(&format!("{word} message {done} of {size} bytes"));
        }
    }
    if unit > 0 && open_work > 0 {
        session.commit().map_err(|error| failed(&error))?;
    }
    // The wait for a message that did not come is not counted.
    let seconds = ended.saturating_duration_since(began).as_secs_f64();
    session.disconnect().map_err(|error| failed(&error))?;
    output::line(&told(writes, done, bytes, seconds));
    Ok(0)
}

/// Writes a message; answers how long it is.
fn write(
    session: &mut Connected,
    handle: ObjectHandle,
    data: &[u8],
    unit: u64,
    correl_id: [u8; 24],
) -> Result<usize, Failure> {
    let mut descriptor = MsgDescriptor {
        format: *b"MQSTR   ",
        correl_id,
        ..MsgDescriptor::default()
    };
    let inside = match unit {
        0 => MQPMO_NO_SYNCPOINT,
        _ => MQPMO_SYNCPOINT,
    };
    let mut how = PutOptions {
        options: inside | MQPMO_NEW_MSG_ID | MQPMO_FAIL_IF_QUIESCING,
        ..PutOptions::default()
    };
    let put = session.put(handle, &mut descriptor, &mut how, data.to_vec());
    put.map_err(|error| failed(&error))?;
    Ok(data.len())
}

/// Reads a message; answers how long it is, and `None` when there is none.
fn read(
    session: &mut Connected,
    handle: ObjectHandle,
    unit: u64,
    correl_id: [u8; 24],
) -> Result<Option<usize>, Failure> {
    let inside = match unit {
        0 => MQGMO_NO_SYNCPOINT,
        _ => MQGMO_SYNCPOINT,
    };
    let how = GetOptions {
        options: inside | MQGMO_WAIT | MQGMO_FAIL_IF_QUIESCING,
        wait_interval_ms: WAIT_MS,
        match_options: match correl_id {
            MQCI_NONE => MQMO_NONE,
            _ => MQMO_MATCH_CORREL_ID,
        },
        ..GetOptions::default()
    };
    let wanted = MsgDescriptor {
        correl_id,
        ..MsgDescriptor::default()
    };
    match session.get(handle, &wanted, &how, BUFFER_BYTES) {
        Ok(got) => Ok(Some(got.body.len())),
        Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(None),
        Err(error) => Err(failed(&error)),
    }
}

fn asked(arguments: &Arguments) -> Result<Asked, String> {
    let writes = match (arguments.has("-W"), arguments.has("-R")) {
        (true, false) => true,
        (false, true) => false,
        _ => return Err("one of options -W and -R has to be given".to_owned()),
    };
    let mut correl_id = MQCI_NONE;
    if let Some(text) = arguments.value("-C") {
        let length = text.len().min(correl_id.len());
        correl_id[..length].copy_from_slice(&text.as_bytes()[..length]);
    }
    Ok(Asked {
        writes,
        sizes: Sizes::read(arguments.value("-s"))?,
        count: arguments.number("-c", 1_u64, u64::MAX)?,
        unit: arguments.number("-u", 1_u64, 999_999_999)?.unwrap_or(0),
        correl_id,
        aloud: arguments.has("-v"),
    })
}

#[allow(clippy::cast_precision_loss)] // nobody reads so many digits
fn told(writes: bool, done: u64, bytes: u64, seconds: f64) -> String {
    let word = if writes { "written" } else { "read" };
    if done == 0 {
        return format!("no messages {word}");
    }
    let rate = done as f64 / seconds.max(1e-6);
    let average = bytes / done;
    format!(
        "{done} messages {word}, {bytes} bytes, {average} on average, in {seconds:.3} seconds: {rate:.0} a second"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_listed_or_random_and_within_bounds() {
        let mut sizes = Sizes::read(Some("10, 20")).expect("sizes");
        let all: Vec<usize> = (0..4).map(|at| sizes.next(at)).collect();
        assert_eq!(all, [10, 20, 10, 20]);
        let mut random = Sizes::read(Some("random")).expect("sizes");
        for at in 0..1_000 {
            assert!((1..=SIZE_MAX).contains(&random.next(at)));
        }
        for wrong in ["0", "x", "", "262145", "1,,2"] {
            assert!(Sizes::read(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
