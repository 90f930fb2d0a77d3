//! What this machine does with a file of that size without any transfer: the limits results are compared with.

use super::material::PIECE_BYTES;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::meter::process_cpu_ns;
use ferromq_transfer::agent::{Checksum, ChecksumMethod};
use rustix::fs::{Advice, copy_file_range, fadvise};
use std::fs::File;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::Instant;

/// Bytes of one call to `copy_file_range`, and of those behind which pages are let go.
const STEP_BYTES: u64 = 64 << 20;
/// Bytes of one write to a socket.
const SOCKET_BYTES: usize = 256 << 10;
/// More than this says nothing new about a socket.
const TCP_BYTES_MAX: u64 = 4 << 30;

/// Seconds and processor seconds of this process.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Took {
    pub(super) seconds: f64,
    pub(super) cpu_s: f64,
}

/// Times something this process does.
fn timed(what: impl FnOnce() -> Result<(), Failure>) -> Result<Took, Failure> {
    let (began, before_ns) = (Instant::now(), process_cpu_ns());
    what()?;
    Ok(Took {
        seconds: began.elapsed().as_secs_f64(),
        cpu_s: (process_cpu_ns() - before_ns) as f64 / 1e9,
    })
}

/// See the module. All of one size.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FileLimits {
    bytes: u64,
    pub(super) copied: Took,
    written_64k: Took,
    written_1m: Took,
    /// On two threads at once, as the two ends of a transfer do it.
    pub(super) md5_twice: Took,
    tcp: Took,
    tcp_bytes: u64,
}

impl FileLimits {
    /// Measures them with this file, and another one beside it that is removed.
    pub(super) fn measure(source: &Path, scratch: &Path, bytes: u64) -> Result<Self, Failure> {
        let written = |call_bytes| {
            let took = timed(|| write_anew(scratch, bytes, call_bytes));
            let _ = std::fs::remove_file(scratch);
            took
        };
        // The first to use memory the machine has not had for long pays for it, and nobody after.
        written(64 << 10)?;
        let (written_64k, written_1m) = (written(64 << 10)?, written(1 << 20)?);
        let copied = timed(|| copy_by_reference(source, scratch, bytes));
        let _ = std::fs::remove_file(scratch);
        let tcp_bytes = bytes.min(TCP_BYTES_MAX);
        Ok(Self {
            bytes,
            copied: copied?,
            written_64k,
            written_1m,
            md5_twice: timed(|| hash_twice(source))?,
            tcp: timed(|| send_bulk(tcp_bytes))?,
            tcp_bytes,
        })
    }

    /// Seconds the fastest synced writing takes.
    pub(super) fn writing_s(&self) -> f64 {
        self.written_64k.seconds.min(self.written_1m.seconds)
    }

    pub(super) fn record(&self) -> Record {
        let rate = |took: Took, bytes: u64| bytes as f64 / took.seconds.max(1e-9) / 1e6;
        let per_gb = |took: Took| took.cpu_s / (self.bytes as f64 / 1e9);
        let mut record = Record::new("limits of this machine for a file");
        record
            .set("bytes", Value::Count(self.bytes))
            .number(
                "copy_file_range_sync_mb_per_s",
                rate(self.copied, self.bytes),
            )
            .number("copy_file_range_cpu_s_per_gb", per_gb(self.copied))
            .number(
                "writes_64k_sync_mb_per_s",
                rate(self.written_64k, self.bytes),
            )
            .number("writes_64k_cpu_s_per_gb", per_gb(self.written_64k))
            .number("writes_1m_sync_mb_per_s", rate(self.written_1m, self.bytes))
            .number("writes_1m_cpu_s_per_gb", per_gb(self.written_1m))
            .number("md5_twice_mb_per_s", rate(self.md5_twice, self.bytes))
            .number("md5_twice_cpu_s_per_gb", per_gb(self.md5_twice))
            .number("tcp_loopback_mb_per_s", rate(self.tcp, self.tcp_bytes));
        record
    }
}

fn create(path: &Path) -> Result<File, Failure> {
    let created = File::options()
        .create(true)
        .truncate(true)
        .read(true)
        .write(true)
        .open(path);
    created.map_err(Failure::io(format!("making {}", path.display())))
}

/// Writes a file in calls of that size, and forces it at the end.
fn write_anew(path: &Path, bytes: u64, call_bytes: usize) -> Result<(), Failure> {
    let file = create(path)?;
    let piece = vec![0x5A; call_bytes];
    let mut at = 0;
    while at < bytes {
        let now = usize::try_from(bytes - at)
            .unwrap_or(usize::MAX)
            .min(call_bytes);
        file.write_all_at(&piece[..now], at)
            .map_err(Failure::io("writing a file"))?;
        at += now as u64;
    }
    file.sync_data().map_err(Failure::io("forcing a file"))
}

fn copy_by_reference(source: &Path, path: &Path, bytes: u64) -> Result<(), Failure> {
    let from = File::open(source).map_err(Failure::io("opening a file"))?;
    let to = create(path)?;
    let mut at = 0;
    while at < bytes {
        let most = usize::try_from((bytes - at).min(STEP_BYTES)).unwrap_or(usize::MAX);
        let (mut from_at, mut to_at) = (at, at);
        let copied = copy_file_range(&from, Some(&mut from_at), &to, Some(&mut to_at), most);
        let copied = copied.map_err(|error| Failure::io("copying a file")(error.into()))?;
        if copied == 0 {
            return Err(Failure::Wrong("the file became shorter".into()));
        }
        at += copied as u64;
    }
    to.sync_data().map_err(Failure::io("forcing a file"))
}

fn hash(source: &Path) -> Result<(), Failure> {
    let mut file = File::open(source).map_err(Failure::io("opening a file"))?;
    // Only slower without.
    let _ = fadvise(file.as_fd(), 0, None, Advice::Sequential);
    let mut checksum = Checksum::new(ChecksumMethod::Md5);
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        match file.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => checksum.update(&piece[..count]),
            Err(error) => return Err(Failure::Io("reading a file".into(), error)),
        }
    }
    std::hint::black_box(checksum.finish());
    Ok(())
}

fn hash_twice(source: &Path) -> Result<(), Failure> {
    std::thread::scope(|threads| {
        let other = threads.spawn(|| hash(source));
        let one = hash(source);
        let gone = || Failure::Wrong("a thread that hashed has ended".into());
        one.and(other.join().unwrap_or_else(|_| Err(gone())))
    })
}

fn send_bulk(bytes: u64) -> Result<(), Failure> {
    let failed = || Failure::io("sending over loopback");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed())?;
    let address = listener.local_addr().map_err(failed())?;
    std::thread::scope(|threads| {
        threads.spawn(move || -> std::io::Result<()> {
            let mut socket = TcpStream::connect(address)?;
            let piece = vec![0x5A; SOCKET_BYTES];
            let mut left = bytes;
            while left > 0 {
                let now = usize::try_from(left)
                    .unwrap_or(usize::MAX)
                    .min(SOCKET_BYTES);
                socket.write_all(&piece[..now])?;
                left -= now as u64;
            }
            Ok(())
        });
        let (mut socket, _) = listener.accept().map_err(failed())?;
        let (mut piece, mut got) = (vec![0; SOCKET_BYTES], 0);
        while got < bytes {
            match socket.read(&mut piece).map_err(failed())? {
                0 => return Err(Failure::Wrong("the other end of loopback has ended".into())),
                count => got += count as u64,
            }
        }
        Ok(())
    })
}
