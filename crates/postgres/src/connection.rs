//! A connection and what is done on it.

#![allow(unsafe_code)]

use crate::error::Error;
use crate::library::{Copied, Library, RawCancel, RawConnection, RawResult, Status};
use crate::rows::Rows;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::ffi::{CStr, CString};
use std::os::fd::BorrowedFd;
use std::ptr::NonNull;
use std::time::{Duration, Instant};

/// A session at a server. Dropping it ends the session; what is not committed is rolled back.
#[derive(Debug)]
pub struct Connection {
    library: &'static Library,
    raw: NonNull<RawConnection>,
}

// SAFETY: libpq lets any thread use a connection as long as only one does at a time, and `&mut self` sees to that; methods
// with `&self` only read what connecting has set.
unsafe impl Send for Connection {}

/// What came of COPY.
#[derive(Debug, PartialEq, Eq)]
pub enum CopyData {
    /// A row, or a message of replication.
    Data(Vec<u8>),
    /// Nothing came in time.
    Nothing,
    /// It is over.
    Over,
}

/// Cancels what a connection is at, from another thread.
#[derive(Debug)]
pub struct Cancel {
    library: &'static Library,
    raw: NonNull<RawCancel>,
}

// SAFETY: PQcancel may be called from any thread, also while another uses the connection.
unsafe impl Send for Cancel {}
// SAFETY: as above.
unsafe impl Sync for Cancel {}

impl Cancel {
    /// Asks the server to give up what it is at; whether it does is seen there.
    ///
    /// # Errors
    /// The server was not reached.
    pub fn cancel(&self) -> Result<(), Error> {
        self.library.cancel(self.raw)
    }
}

impl Drop for Cancel {
    fn drop(&mut self) {
        self.library.free_cancel(self.raw);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.library.finish(self.raw);
    }
}

fn c_text(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::here("there is a zero byte in the statement", false))
}

/// Values one after the other, each with a zero byte at its end, as libpq takes them.
struct Values {
    bytes: Vec<u8>,
    ends: Vec<Option<(usize, usize)>>,
}

impl Values {
    fn of(values: &[Option<&[u8]>]) -> Result<Self, Error> {
        let room: usize = values.iter().flatten().map(|value| value.len() + 1).sum();
        let mut bytes = Vec::with_capacity(room);
        let mut ends = Vec::with_capacity(values.len());
        for value in values {
            let Some(value) = value else {
                ends.push(None);
                continue;
            };
            let start = bytes.len();
            bytes.extend_from_slice(value);
            bytes.push(0);
            ends.push(Some((start, bytes.len())));
        }
        Ok(Self { bytes, ends })
    }

    fn as_c(&self) -> Result<Vec<Option<&CStr>>, Error> {
        let zero = |_| Error::here("there is a zero byte in a value", false);
        let one = |end: &Option<(usize, usize)>| {
            end.map(|(start, end)| CStr::from_bytes_with_nul(&self.bytes[start..end]).map_err(zero))
                .transpose()
        };
        self.ends.iter().map(one).collect()
    }
}

impl Connection {
    /// Connects by a connection string or URI, as libpq reads them, and the `PG*` variables. Blocks until the server has
    /// answered or `connect_timeout` is over.
    ///
    /// # Errors
    /// libpq is not there, or the server has refused or was not reached (`lost`). libpq does not say the SQLSTATE of a refusal.
    pub fn connect(conninfo: &str) -> Result<Self, Error> {
        let library = Library::get()?;
        let raw = library.connect(&c_text(conninfo)?)?;
        Ok(Self { library, raw })
    }

    /// The server's process of this session.
    #[must_use]
    pub fn backend_pid(&self) -> i32 {
        self.library.backend_pid(self.raw)
    }

    /// The server's version, 150018 for 15.18.
    #[must_use]
    pub fn server_version(&self) -> i32 {
        self.library.server_version(self.raw)
    }

    /// What cancels statements of this session.
    ///
    /// # Errors
    /// There is no memory.
    pub fn canceller(&self) -> Result<Cancel, Error> {
        let raw = self.library.cancel_of(self.raw);
        let raw = raw.ok_or_else(|| Error::here("no memory", false))?;
        Ok(Cancel {
            library: self.library,
            raw,
        })
    }

    /// Runs statements without values, by the simple protocol, and gives back what the last of them did.
    ///
    /// # Errors
    /// The server's, or the connection is lost.
    pub fn execute(&mut self, sql: &str) -> Result<Rows, Error> {
        let result = self.library.exec(self.raw, &c_text(sql)?);
        self.rows(result)
    }

    /// Runs one statement with values.
    ///
    /// # Errors
    /// As [`Self::execute`].
    pub fn query(&mut self, sql: &str, values: &[Option<&[u8]>]) -> Result<Rows, Error> {
        let values = Values::of(values)?;
        if !self
            .library
            .send_query(self.raw, &c_text(sql)?, &values.as_c()?)
        {
            return Err(self.library.lost(self.raw));
        }
        let first = self.next_result();
        // Up to the end, also after an error.
        while let Some(more) = self.library.get_result(self.raw) {
            self.library.clear(more);
        }
        first
    }

    /// The same, but a server that says nothing for so long is given up: what it does with the statement is not known.
    ///
    /// # Errors
    /// As [`Self::execute`]; `lost` when the time is over, and then nothing more can be done on this connection.
    pub fn query_within(
        &mut self,
        sql: &str,
        values: &[Option<&[u8]>],
        wait: Duration,
    ) -> Result<Rows, Error> {
        let began = Instant::now();
        self.send_query(sql, values)?;
        self.await_answer(began, wait)?;
        let first = self.next_result();
        loop {
            // The rows are not all of it: whether the statement was carried out is told behind them.
            self.await_answer(began, wait)?;
            match self.library.get_result(self.raw) {
                Some(more) => self.library.clear(more),
                None => return first,
            }
        }
    }

    /// Waits until a result can be had without waiting.
    fn await_answer(&mut self, began: Instant, wait: Duration) -> Result<(), Error> {
        while !self.has_input()? {
            let left = wait.saturating_sub(began.elapsed());
            if left.is_zero() {
                let text = format!("the server has not answered for {} ms", wait.as_millis());
                return Err(Error::here(text, true));
            }
            self.poll(PollFlags::IN, Some(left))?;
        }
        Ok(())
    }

    /// As [`Self::query`], with texts.
    ///
    /// # Errors
    /// As [`Self::execute`].
    pub fn ask(&mut self, sql: &str, values: &[&str]) -> Result<Rows, Error> {
        let values: Vec<Option<&[u8]>> =
            values.iter().map(|value| Some(value.as_bytes())).collect();
        self.query(sql, &values)
    }

    /// From here on statements are sent one after the other and answered later.
    ///
    /// # Errors
    /// A statement is under way.
    pub fn enter_pipeline(&mut self) -> Result<(), Error> {
        self.sent(self.library.enter_pipeline(self.raw))
    }

    /// Ends that; everything must have been answered.
    ///
    /// # Errors
    /// Something is not.
    pub fn exit_pipeline(&mut self) -> Result<(), Error> {
        self.sent(self.library.exit_pipeline(self.raw))
    }

    /// Sends a statement to be prepared. It is answered as others are.
    ///
    /// # Errors
    /// The connection is lost.
    pub fn send_prepare(&mut self, name: &str, sql: &str) -> Result<(), Error> {
        let sent = self
            .library
            .send_prepare(self.raw, &c_text(name)?, &c_text(sql)?);
        self.sent(sent)
    }

    /// Sends a statement with values.
    ///
    /// # Errors
    /// The connection is lost, or there is a zero byte in a value.
    pub fn send_query(&mut self, sql: &str, values: &[Option<&[u8]>]) -> Result<(), Error> {
        let values = Values::of(values)?;
        let sent = self
            .library
            .send_query(self.raw, &c_text(sql)?, &values.as_c()?);
        self.sent(sent)
    }

    /// Sends values for a prepared statement.
    ///
    /// # Errors
    /// As [`Self::send_query`].
    pub fn send_prepared(&mut self, name: &CStr, values: &[Option<&[u8]>]) -> Result<(), Error> {
        let values = Values::of(values)?;
        let sent = self.library.send_prepared(self.raw, name, &values.as_c()?);
        self.sent(sent)
    }

    /// Ends a pipeline: what follows an error is skipped up to here. Everything is sent when this returns; what the server
    /// answers meanwhile is taken in, so that neither waits for the other.
    ///
    /// # Errors
    /// The connection is lost.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.sent(self.library.pipeline_sync(self.raw))?;
        self.flush()
    }

    /// Sends what waits to be sent.
    ///
    /// # Errors
    /// The connection is lost.
    pub fn flush(&mut self) -> Result<(), Error> {
        while !self.library.flush(self.raw)? {
            if self
                .poll(PollFlags::IN | PollFlags::OUT, None)?
                .contains(PollFlags::IN)
            {
                self.library.consume(self.raw)?;
            }
        }
        Ok(())
    }

    /// The answer to the next statement of a pipeline: waits for it.
    ///
    /// # Errors
    /// The server's; `skipped` if an earlier one failed; or the connection is lost.
    pub fn answer(&mut self) -> Result<Rows, Error> {
        let answer = self.next_result();
        if !matches!(&answer, Err(error) if error.lost) {
            // Each statement's results end with none.
            while let Some(more) = self.library.get_result(self.raw) {
                self.library.clear(more);
            }
        }
        answer
    }

    /// Waits for the end of the pipeline, where [`Self::sync`] was called; all statements must have been answered.
    ///
    /// # Errors
    /// The connection is lost, or something else comes.
    pub fn synced(&mut self) -> Result<(), Error> {
        let Some(result) = self.library.get_result(self.raw) else {
            return Err(self.library.lost(self.raw));
        };
        let status = self.library.status(result);
        self.library.clear(result);
        match status {
            Status::Sync => Ok(()),
            _ => Err(Error::here("an answer is out of place", true)),
        }
    }

    /// Sends a row, or a message of replication, after a statement that began COPY.
    ///
    /// # Errors
    /// The connection is lost.
    pub fn put_copy_data(&mut self, data: &[u8]) -> Result<(), Error> {
        loop {
            match self.library.put_copy_data(self.raw, data) {
                1 => break,
                0 => drop(self.poll(PollFlags::OUT, None)?),
                _ => return Err(self.library.lost(self.raw)),
            }
        }
        self.flush()
    }

    /// Ends a COPY to the server and gives back what it did; with a problem it fails.
    ///
    /// # Errors
    /// The server's, or the connection is lost.
    pub fn end_copy(&mut self, problem: Option<&str>) -> Result<Rows, Error> {
        let problem = problem.map(c_text).transpose()?;
        while self.library.put_copy_end(self.raw, problem.as_deref()) == 0 {
            self.poll(PollFlags::OUT, None)?;
        }
        self.flush()?;
        self.copied()
    }

    /// What a COPY from the server did, after [`CopyData::Over`].
    ///
    /// # Errors
    /// The server's, or the connection is lost.
    pub fn copied(&mut self) -> Result<Rows, Error> {
        let mut last = self.next_result();
        while let Some(more) = self.library.get_result(self.raw) {
            match last.is_ok() {
                true => last = self.rows(Some(more)),
                false => self.library.clear(more),
            }
        }
        last
    }

    /// The next row, or message of replication. Waits for it so long; without a time for ever.
    ///
    /// # Errors
    /// The connection is lost, or the server has ended COPY with an error.
    pub fn get_copy_data(&mut self, wait: Option<Duration>) -> Result<CopyData, Error> {
        let mut waited = false;
        loop {
            match self.library.get_copy_data(self.raw, false) {
                Copied::Data(data) => return Ok(CopyData::Data(data)),
                Copied::Over => return Ok(CopyData::Over),
                Copied::Failed => return Err(self.library.lost(self.raw)),
                Copied::Nothing if waited => return Ok(CopyData::Nothing),
                Copied::Nothing => {}
            }
            waited = self.poll(PollFlags::IN, wait)?.is_empty();
            if wait.is_some_and(|wait| wait.is_zero()) {
                waited = true;
            }
            self.library.consume(self.raw)?;
        }
    }

    /// Whether something may be read without waiting.
    ///
    /// # Errors
    /// The connection is lost.
    pub fn has_input(&mut self) -> Result<bool, Error> {
        self.library.consume(self.raw)?;
        Ok(!self.library.is_busy(self.raw))
    }

    /// Waits until the socket can be read or written; nothing if the time is over.
    fn poll(&self, flags: PollFlags, wait: Option<Duration>) -> Result<PollFlags, Error> {
        let number = self.library.socket(self.raw);
        if number < 0 {
            return Err(self.library.lost(self.raw));
        }
        // SAFETY: libpq's own socket, which is open as long as the connection is.
        let socket = unsafe { BorrowedFd::borrow_raw(number) };
        let mut fds = [PollFd::new(&socket, flags)];
        let wait = wait.map(|wait| Timespec {
            tv_sec: i64::try_from(wait.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: i64::from(wait.subsec_nanos()),
        });
        match poll(&mut fds, wait.as_ref()) {
            Ok(_) => Ok(fds[0].revents()),
            Err(rustix::io::Errno::INTR) => Ok(PollFlags::empty()),
            Err(error) => Err(Error::here(format!("poll: {error}"), true)),
        }
    }

    fn sent(&self, sent: bool) -> Result<(), Error> {
        match sent {
            true => Ok(()),
            false => Err(self.library.lost(self.raw)),
        }
    }

    fn next_result(&mut self) -> Result<Rows, Error> {
        let result = self.library.get_result(self.raw);
        self.rows(result)
    }

    fn rows(&self, result: Option<NonNull<RawResult>>) -> Result<Rows, Error> {
        let Some(raw) = result else {
            let mut error = self.library.lost(self.raw);
            if error.message.is_empty() {
                error.message = "the server answers nothing".to_owned();
            }
            error.lost = true;
            return Err(error);
        };
        let (rows, columns) = self.library.shape(raw);
        let made = Rows {
            library: self.library,
            raw,
            rows,
            columns,
        };
        match self.library.status(raw) {
            Status::Command | Status::Tuples | Status::Copy => Ok(made),
            Status::Aborted => Err(Error::skipped()),
            Status::Sync => Err(Error::here("an answer is out of place", true)),
            Status::Failed => {
                let mut error = self.library.error_of(raw, self.library.is_lost(self.raw));
                // A server says a state with each error. The library says none: it could not send, and may not call the connection bad.
                error.lost |= error.state.is_none();
                Err(error)
            }
        }
    }
}
