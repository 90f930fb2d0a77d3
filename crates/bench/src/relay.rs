//! A long way between two queue managers: a process that passes on what flows between them, each byte so much later than it came, as a long
//! line does. It takes in whatever comes meanwhile, so that the line is not narrower for being long.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::meter::cpu_ns_of;
use crate::processes::{Child, wait_for_parent};
use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The part of a run that is a relay.
pub(crate) const PART: &str = "relay";
/// The longest delay.
const DELAY_MAX: Duration = Duration::from_secs(10);
/// How long it may take to say where it is once it is ready.
const SAID_WITHIN: Duration = Duration::from_secs(10);
/// Read at once.
const CHUNK_BYTES: usize = 256 * 1024;
/// Bytes on their way in one direction of a connection: 2 GB/s for a tenth of a second.
const UNDER_WAY_BYTES_MAX: usize = 200 << 20;

/// The delay of each flow, if flows are to be delayed at all: `--delay-us`. Zero is a relay that does not wait.
pub(crate) fn delay(arguments: &Arguments) -> Result<Option<Duration>, Failure> {
    if arguments.text("delay-us").is_none() {
        return Ok(None);
    }
    let delay = Duration::from_micros(arguments.number("delay-us", 0)?);
    if delay > DELAY_MAX {
        let most = DELAY_MAX.as_micros();
        return Err(Failure::Usage(format!("--delay-us is at most {most}")));
    }
    Ok(Some(delay))
}

/// A relay in a process of its own. Ends with the run.
pub(crate) struct Relay {
    child: Child,
    /// Whoever connects here is connected with the target.
    pub(crate) port: u16,
}

impl Relay {
    /// Starts one to `target`, a port of this machine.
    pub(crate) fn start(arguments: &Arguments, target: u16) -> Result<Self, Failure> {
        let child = Child::start(arguments, &[PART, "to", &target.to_string()])?;
        let said = child.hear("at", SAID_WITHIN)?;
        let wrong = |_| Failure::Child(format!("the relay says it is at {said}"));
        let port = said.parse().map_err(wrong)?;
        Ok(Self { child, port })
    }

    /// Processor time its process has used so far.
    pub(crate) fn cpu_ns(&self) -> u64 {
        cpu_ns_of(self.child.id()).unwrap_or(0)
    }
}

/// The process.
pub(crate) fn serve(target: &str, arguments: &Arguments) -> Result<(), Failure> {
    let target: u16 = target
        .parse()
        .map_err(|_| Failure::Usage("the target of the relay is missing".into()))?;
    let delay = delay(arguments)?.unwrap_or_default();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let listener = listener.map_err(Failure::io("listening"))?;
    let port = listener.local_addr().map_err(Failure::io("listening"))?;
    std::thread::spawn(move || {
        // The kernel may be late by 50 us where nobody asks for better.
        let _ = rustix::thread::set_current_timer_slack(NonZeroU64::new(1));
        for near in listener.incoming().flatten() {
            // Who is not let in sees its connection end.
            let _ = join(&near, target, delay);
        }
    });
    wait_for_parent(&format!("at {}", port.port()));
    Ok(())
}

fn join(near: &TcpStream, target: u16, delay: Duration) -> std::io::Result<()> {
    let far = TcpStream::connect((Ipv4Addr::LOCALHOST, target))?;
    for (from, to) in [(near, &far), (&far, near)] {
        to.set_nodelay(true)?;
        let (from, to) = (from.try_clone()?, to.try_clone()?);
        let line = Arc::new(Line::default());
        let other_end = Arc::clone(&line);
        std::thread::spawn(move || take_in(from, delay, &line));
        std::thread::spawn(move || give_out(to, &other_end));
    }
    Ok(())
}

/// What is under way in one direction.
#[derive(Default)]
struct Line {
    under_way: Mutex<UnderWay>,
    moved: Condvar,
    is_cut: AtomicBool,
}

#[derive(Default)]
struct UnderWay {
    chunks: VecDeque<(Instant, Vec<u8>)>,
    bytes: usize,
    has_ended: bool,
}

fn take_in(mut from: TcpStream, delay: Duration, line: &Line) {
    let mut buffer = vec![0; CHUNK_BYTES];
    while !line.is_cut.load(Ordering::Relaxed) {
        let count = from.read(&mut buffer).unwrap_or(0);
        let due = Instant::now() + delay;
        let mut under_way = line
            .under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if count == 0 {
            break;
        }
        under_way.bytes += count;
        under_way.chunks.push_back((due, buffer[..count].to_vec()));
        line.moved.notify_all();
        while under_way.bytes > UNDER_WAY_BYTES_MAX && !line.is_cut.load(Ordering::Relaxed) {
            let waited = line.moved.wait(under_way);
            under_way = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
    let mut under_way = line
        .under_way
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    under_way.has_ended = true;
    line.moved.notify_all();
}

fn give_out(mut to: TcpStream, line: &Line) {
    loop {
        let mut under_way = line
            .under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        while under_way.chunks.is_empty() && !under_way.has_ended {
            let waited = line.moved.wait(under_way);
            under_way = waited.unwrap_or_else(PoisonError::into_inner);
        }
        let Some((due, chunk)) = under_way.chunks.pop_front() else {
            break;
        };
        drop(under_way);
        let left = due.saturating_duration_since(Instant::now());
        if !left.is_zero() {
            std::thread::sleep(left);
        }
        if to.write_all(&chunk).is_err() {
            break;
        }
        let mut under_way = line
            .under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        under_way.bytes -= chunk.len();
        line.moved.notify_all();
    }
    line.is_cut.store(true, Ordering::Relaxed);
    line.moved.notify_all();
    // Whoever has ended first has ended both ways: nothing is said over a connection that is half open.
    let _ = to.shutdown(Shutdown::Both);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All bytes come, in order, none before its time; and more than the delay holds up are under way at once.
    #[test]
    fn bytes_come_later_and_none_is_held_up_by_another() {
        let delay = Duration::from_millis(300);
        let target = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = target.local_addr().expect("bound").port();
        let relay = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let mut near = TcpStream::connect(relay.local_addr().expect("bound")).expect("connected");
        let (accepted, _) = relay.accept().expect("accepted");
        join(&accepted, port, delay).expect("joined");
        let (mut far, _) = target.accept().expect("accepted");
        let began = Instant::now();
        let pieces = 10;
        for piece in 0..pieces {
            near.write_all(&[piece; 1000]).expect("written");
            std::thread::sleep(Duration::from_millis(5));
        }
        let mut byte = [0; 1000];
        for piece in 0..pieces {
            far.read_exact(&mut byte).expect("read");
            assert_eq!(byte, [piece; 1000]);
            assert!(began.elapsed() >= delay + Duration::from_millis(5) * piece.into());
        }
        // One after the other they would have taken three seconds.
        assert!(began.elapsed() < delay * u32::from(pieces));
        drop(near);
        assert_eq!(far.read(&mut byte).expect("its end"), 0);
    }
}
