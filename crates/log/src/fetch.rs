//! Several reads of the disk under way at once, their results taken in order.
//!
//! A disk answers one large read after the other at a fraction of what it gives to several at
//! a time. What is fetched ahead is a guess (that the log goes on as it did), and a guess that
//! was wrong is thrown away: what a read found, even an error, counts only when it is asked for.

use crate::lock_order;
use ferromq_base::buffer::AlignedBuffer;
use ferromq_base::disk::File;
use ferromq_base::lock::Mutex;
use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;

/// Reads under way at a time.
const THREADS: usize = 4;
/// Reads asked for ahead, at most. Fewer at first: a short log is not read past its end.
const AHEAD_MAX: usize = 8;

/// What to read.
pub(crate) struct Wanted {
    pub(crate) file: Arc<dyn File>,
    /// Position in the log: tells one read from another.
    pub(crate) position: u64,
    pub(crate) offset: u64,
    pub(crate) len: usize,
}

struct Job {
    wanted: Wanted,
    buffer: AlignedBuffer,
    done: Sender<Done>,
}

struct Done {
    read: io::Result<()>,
    buffer: AlignedBuffer,
}

struct Pending {
    position: u64,
    len: usize,
    done: Receiver<Done>,
}

/// The threads that read, and what they were asked for.
pub(crate) struct Fetcher {
    jobs: Option<Sender<Job>>,
    /// Where the threads take jobs. Theirs alone, so that no job waits when all are gone.
    waiting: Weak<Mutex<Receiver<Job>, lock_order::FetchJobs>>,
    threads: Vec<JoinHandle<()>>,
    pending: VecDeque<Pending>,
    spare: Vec<AlignedBuffer>,
    buffer_bytes: usize,
    taken: usize,
}

impl Fetcher {
    /// A fetcher for reads of at most `buffer_bytes`. Threads start as reads come to be under
    /// way together, so that a short log costs few.
    pub(crate) fn new(buffer_bytes: usize) -> Self {
        let (jobs, waiting) = channel::<Job>();
        let waiting = Arc::new(Mutex::new(waiting));
        Self {
            jobs: Some(jobs),
            waiting: Arc::downgrade(&waiting),
            threads: vec![std::thread::spawn(move || work(&waiting))],
            pending: VecDeque::new(),
            spare: Vec::new(),
            buffer_bytes,
            taken: 0,
        }
    }

    /// Reads `wanted` into `into`. `next` tells what will probably be wanted after the
    /// position and length it is given, and is asked again and again to read ahead.
    pub(crate) fn take(
        &mut self,
        wanted: Wanted,
        into: &mut AlignedBuffer,
        next: impl Fn(u64, usize) -> Option<Wanted>,
    ) -> io::Result<()> {
        let right =
            |pending: &Pending| (pending.position, pending.len) == (wanted.position, wanted.len);
        if self.pending.front().is_some_and(|first| !right(first)) {
            self.forget();
        }
        if self.pending.is_empty() {
            self.ask(wanted);
        }
        self.taken += 1;
        while self.pending.len() <= self.taken.min(AHEAD_MAX)
            && let Some(last) = self.pending.back()
            && let Some(wanted) = next(last.position, last.len)
        {
            self.ask(wanted);
        }
        let first = self.pending.pop_front().expect("something was asked for");
        let done = first
            .done
            .recv()
            .map_err(|_| io::Error::other("a reading thread ended"))?;
        self.spare.push(std::mem::replace(into, done.buffer));
        done.read
    }

    fn ask(&mut self, wanted: Wanted) {
        let spare = self.spare.pop();
        let buffer = spare.unwrap_or_else(|| AlignedBuffer::zeroed(self.buffer_bytes));
        let (done, answer) = channel();
        self.pending.push_back(Pending {
            position: wanted.position,
            len: wanted.len,
            done: answer,
        });
        if self.threads.len() < self.pending.len().min(THREADS)
            && let Some(waiting) = self.waiting.upgrade()
        {
            self.threads
                .push(std::thread::spawn(move || work(&waiting)));
        }
        if let Some(jobs) = &self.jobs {
            // Were all threads gone, the answer would never come, and `take` says so.
            let _ = jobs.send(Job {
                wanted,
                buffer,
                done,
            });
        }
    }

    fn forget(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            if let Ok(done) = pending.done.recv() {
                self.spare.push(done.buffer);
            }
        }
    }
}

impl Drop for Fetcher {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // A panic there has shown itself by an answer that never came.
            let _ = thread.join();
        }
    }
}

fn work(waiting: &Mutex<Receiver<Job>, lock_order::FetchJobs>) {
    loop {
        // Nobody panics while taking a job.
        let job = waiting.lock().recv();
        let Ok(Job {
            wanted,
            mut buffer,
            done,
        }) = job
        else {
            return;
        };
        let read = wanted
            .file
            .read_at(wanted.offset, &mut buffer[..wanted.len]);
        // Whoever asked may have found the end of the log meanwhile.
        let _ = done.send(Done { read, buffer });
    }
}

#[cfg(test)]
mod tests {
    use super::{Fetcher, Wanted};
    use ferromq_base::buffer::{AlignedBuffer, BLOCK_BYTES};
    use ferromq_base::disk::{Directory, File, OpenMode, OsDirectory};
    use std::sync::Arc;

    const BLOCKS: u64 = 40;

    #[test]
    fn what_is_fetched_comes_in_the_order_asked_for_even_after_a_wrong_guess() {
        let place = std::env::temp_dir().join(format!("ferromq-fetch-{}", std::process::id()));
        let directory = OsDirectory::open(&place).expect("temporary directory");
        let file: Arc<dyn File> = Arc::from(
            directory
                .create("blocks", OpenMode::Cached)
                .expect("new file"),
        );
        for block in 0..BLOCKS {
            let bytes = [block as u8; BLOCK_BYTES];
            file.write_at(block * BLOCK_BYTES as u64, &bytes)
                .expect("write");
        }
        let at = |block: u64| Wanted {
            file: Arc::clone(&file),
            position: block,
            offset: block * BLOCK_BYTES as u64,
            len: BLOCK_BYTES,
        };
        let mut fetcher = Fetcher::new(BLOCK_BYTES);
        let mut into = AlignedBuffer::zeroed(BLOCK_BYTES);
        // The guess goes past the end of the file: that error is nobody's business.
        let next = |position: u64, _| Some(at(position + 1));
        for block in (0..20).chain(5..BLOCKS).chain([3]) {
            fetcher
                .take(at(block), &mut into, next)
                .expect("it is there");
            assert!(into.iter().all(|byte| u64::from(*byte) == block));
        }
        assert!(fetcher.take(at(BLOCKS), &mut into, next).is_err());
        drop(fetcher);
        std::fs::remove_dir_all(place).expect("clean up");
    }
}
