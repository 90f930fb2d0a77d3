//! The library and the calls of it. Everything unsafe of this crate is here.

#![allow(unsafe_code)]

use crate::error::{Error, SqlState};
use libc::{c_char, c_int, c_void};
use libloading::Library as Loaded;
use std::ffi::CStr;
use std::ptr::{self, NonNull};
use std::sync::OnceLock;

/// `PGconn`: only libpq looks inside.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct RawConnection {
    _inside: [u8; 0],
}

/// `PGresult`.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct RawResult {
    _inside: [u8; 0],
}

/// `PGcancel`.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct RawCancel {
    _inside: [u8; 0],
}

type Conn = *mut RawConnection;
type Res = *mut RawResult;

/// The functions, with the types of <libpq-fe.h>.
macro_rules! functions {
    ($($field:ident: $symbol:literal fn($($argument:ty),*) $(-> $answer:ty)?;)+) => {
        /// libpq, loaded. It is never unloaded.
        #[derive(Debug)]
        pub(crate) struct Library {
            $($field: unsafe extern "C" fn($($argument),*) $(-> $answer)?,)+
            _loaded: Loaded,
        }

        impl Library {
            fn load() -> Result<Self, String> {
                let failed = |error: libloading::Error| {
                    format!("libpq.so.5 of PostgreSQL 14 or later cannot be loaded: {error}")
                };
                // SAFETY: the loader runs libpq's initialisers and those of what it needs, which set up nothing that others
                // see; it is the system's own library, found as the system finds it.
                let loaded = unsafe { Loaded::new("libpq.so.5") }.map_err(failed)?;
                // SAFETY: the types are those of <libpq-fe.h>, which PostgreSQL keeps under the name libpq.so.5. The
                // library stays loaded as long as the functions are there.
                unsafe {
                    Ok(Self {
                        $($field: *loaded.get($symbol).map_err(failed)?,)+
                        _loaded: loaded,
                    })
                }
            }
        }
    };
}

functions! {
    connectdb: b"PQconnectdb\0" fn(*const c_char) -> Conn;
    finish: b"PQfinish\0" fn(Conn);
    status: b"PQstatus\0" fn(*const RawConnection) -> c_int;
    error_message: b"PQerrorMessage\0" fn(*const RawConnection) -> *const c_char;
    backend_pid: b"PQbackendPID\0" fn(*const RawConnection) -> c_int;
    server_version: b"PQserverVersion\0" fn(*const RawConnection) -> c_int;
    socket: b"PQsocket\0" fn(*const RawConnection) -> c_int;
    exec: b"PQexec\0" fn(Conn, *const c_char) -> Res;
    send_query_params: b"PQsendQueryParams\0" fn(Conn, *const c_char, c_int, *const u32, *const *const c_char, *const c_int, *const c_int, c_int) -> c_int;
    send_prepare: b"PQsendPrepare\0" fn(Conn, *const c_char, *const c_char, c_int, *const u32) -> c_int;
    send_query_prepared: b"PQsendQueryPrepared\0" fn(Conn, *const c_char, c_int, *const *const c_char, *const c_int, *const c_int, c_int) -> c_int;
    enter_pipeline: b"PQenterPipelineMode\0" fn(Conn) -> c_int;
    exit_pipeline: b"PQexitPipelineMode\0" fn(Conn) -> c_int;
    pipeline_sync: b"PQpipelineSync\0" fn(Conn) -> c_int;
    set_nonblocking: b"PQsetnonblocking\0" fn(Conn, c_int) -> c_int;
    flush: b"PQflush\0" fn(Conn) -> c_int;
    consume_input: b"PQconsumeInput\0" fn(Conn) -> c_int;
    is_busy: b"PQisBusy\0" fn(Conn) -> c_int;
    get_result: b"PQgetResult\0" fn(Conn) -> Res;
    result_status: b"PQresultStatus\0" fn(*const RawResult) -> c_int;
    result_field: b"PQresultErrorField\0" fn(*const RawResult, c_int) -> *const c_char;
    result_message: b"PQresultErrorMessage\0" fn(*const RawResult) -> *const c_char;
    ntuples: b"PQntuples\0" fn(*const RawResult) -> c_int;
    nfields: b"PQnfields\0" fn(*const RawResult) -> c_int;
    is_null: b"PQgetisnull\0" fn(*const RawResult, c_int, c_int) -> c_int;
    length: b"PQgetlength\0" fn(*const RawResult, c_int, c_int) -> c_int;
    value: b"PQgetvalue\0" fn(*const RawResult, c_int, c_int) -> *const c_char;
    tuples: b"PQcmdTuples\0" fn(Res) -> *const c_char;
    clear: b"PQclear\0" fn(Res);
    put_copy_data: b"PQputCopyData\0" fn(Conn, *const c_char, c_int) -> c_int;
    put_copy_end: b"PQputCopyEnd\0" fn(Conn, *const c_char) -> c_int;
    get_copy_data: b"PQgetCopyData\0" fn(Conn, *mut *mut c_char, c_int) -> c_int;
    freemem: b"PQfreemem\0" fn(*mut c_void);
    get_cancel: b"PQgetCancel\0" fn(Conn) -> *mut RawCancel;
    free_cancel: b"PQfreeCancel\0" fn(*mut RawCancel);
    cancel: b"PQcancel\0" fn(*mut RawCancel, *mut c_char, c_int) -> c_int;
    set_notice_processor: b"PQsetNoticeProcessor\0" fn(Conn, Option<extern "C" fn(*mut c_void, *const c_char)>, *mut c_void) -> Option<extern "C" fn(*mut c_void, *const c_char)>;
}

/// `ExecStatusType`, as far as it is told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// No rows: done.
    Command,
    /// Rows, or none.
    Tuples,
    /// COPY goes on.
    Copy,
    /// A pipeline's synchronization point.
    Sync,
    /// It was not tried.
    Aborted,
    /// It failed.
    Failed,
}

/// One read of COPY.
pub(crate) enum Copied {
    /// A row, or a message of replication.
    Data(Vec<u8>),
    /// Nothing is there yet.
    Nothing,
    /// It is over: ask for the result.
    Over,
    /// It failed.
    Failed,
}

/// Notices of the server are not errors, and stderr is not the place for them.
extern "C" fn no_notice(_argument: *mut c_void, _message: *const c_char) {}

fn count(value: c_int) -> usize {
    usize::try_from(value).unwrap_or(0)
}

/// The longest value libpq is given: its lengths are of C's `int`.
fn length_of(length: usize) -> Option<c_int> {
    c_int::try_from(length).ok()
}

impl Library {
    /// The system's libpq; it is loaded once.
    pub(crate) fn get() -> Result<&'static Self, Error> {
        static LOADED: OnceLock<Result<Library, String>> = OnceLock::new();
        match LOADED.get_or_init(Self::load) {
            Ok(library) => Ok(library),
            Err(text) => Err(Error::here(text.clone(), false)),
        }
    }

    /// Connects and waits for it.
    pub(crate) fn connect(&self, conninfo: &CStr) -> Result<NonNull<RawConnection>, Error> {
        // SAFETY: a C string; what is given back is ours until `finish`.
        let made = NonNull::new(unsafe { (self.connectdb)(conninfo.as_ptr()) })
            .ok_or_else(|| Error::here("no memory for a connection", true))?;
        // SAFETY: a live connection, and a function that is always there.
        unsafe { (self.set_notice_processor)(made.as_ptr(), Some(no_notice), ptr::null_mut()) };
        if self.is_lost(made) {
            let error = self.lost(made);
            self.finish(made);
            return Err(error);
        }
        Ok(made)
    }

    pub(crate) fn finish(&self, conn: NonNull<RawConnection>) {
        // SAFETY: a live connection, which nobody uses after this.
        unsafe { (self.finish)(conn.as_ptr()) };
    }

    pub(crate) fn is_lost(&self, conn: NonNull<RawConnection>) -> bool {
        // SAFETY: a live connection. 0 is CONNECTION_OK.
        unsafe { (self.status)(conn.as_ptr()) != 0 }
    }

    /// What the connection says of the last failure.
    pub(crate) fn lost(&self, conn: NonNull<RawConnection>) -> Error {
        // SAFETY: a live connection; the text is copied before the next call.
        let text = unsafe { text_of((self.error_message)(conn.as_ptr())) };
        let text = text.trim().to_owned();
        Error::here(text, self.is_lost(conn))
    }

    pub(crate) fn backend_pid(&self, conn: NonNull<RawConnection>) -> i32 {
        // SAFETY: a live connection.
        unsafe { (self.backend_pid)(conn.as_ptr()) }
    }

    pub(crate) fn server_version(&self, conn: NonNull<RawConnection>) -> i32 {
        // SAFETY: a live connection.
        unsafe { (self.server_version)(conn.as_ptr()) }
    }

    pub(crate) fn socket(&self, conn: NonNull<RawConnection>) -> i32 {
        // SAFETY: a live connection.
        unsafe { (self.socket)(conn.as_ptr()) }
    }

    pub(crate) fn exec(
        &self,
        conn: NonNull<RawConnection>,
        sql: &CStr,
    ) -> Option<NonNull<RawResult>> {
        // SAFETY: a live connection and a C string; the result is ours until `clear`.
        NonNull::new(unsafe { (self.exec)(conn.as_ptr(), sql.as_ptr()) })
    }

    /// Sends a statement with values. Each value ends with a zero byte, which is not part of it.
    pub(crate) fn send_query(
        &self,
        conn: NonNull<RawConnection>,
        sql: &CStr,
        values: &[Option<&CStr>],
    ) -> bool {
        let Some(number) = length_of(values.len()) else {
            return false;
        };
        let pointers = pointers(values);
        // SAFETY: as many pointers to C strings, or null, as is said; libpq copies them before it returns.
        unsafe {
            (self.send_query_params)(
                conn.as_ptr(),
                sql.as_ptr(),
                number,
                ptr::null(),
                pointers.as_ptr(),
                ptr::null(),
                ptr::null(),
                0,
            ) == 1
        }
    }

    pub(crate) fn send_prepare(
        &self,
        conn: NonNull<RawConnection>,
        name: &CStr,
        sql: &CStr,
    ) -> bool {
        // SAFETY: a live connection and C strings; no types are given.
        unsafe {
            (self.send_prepare)(conn.as_ptr(), name.as_ptr(), sql.as_ptr(), 0, ptr::null()) == 1
        }
    }

    pub(crate) fn send_prepared(
        &self,
        conn: NonNull<RawConnection>,
        name: &CStr,
        values: &[Option<&CStr>],
    ) -> bool {
        let Some(number) = length_of(values.len()) else {
            return false;
        };
        let pointers = pointers(values);
        // SAFETY: as for `send_query`.
        unsafe {
            (self.send_query_prepared)(
                conn.as_ptr(),
                name.as_ptr(),
                number,
                pointers.as_ptr(),
                ptr::null(),
                ptr::null(),
                0,
            ) == 1
        }
    }

    pub(crate) fn enter_pipeline(&self, conn: NonNull<RawConnection>) -> bool {
        // SAFETY: a live connection.
        unsafe {
            (self.set_nonblocking)(conn.as_ptr(), 1) == 0
                && (self.enter_pipeline)(conn.as_ptr()) == 1
        }
    }

    pub(crate) fn exit_pipeline(&self, conn: NonNull<RawConnection>) -> bool {
        // SAFETY: a live connection.
        unsafe {
            (self.exit_pipeline)(conn.as_ptr()) == 1
                && (self.set_nonblocking)(conn.as_ptr(), 0) == 0
        }
    }

    pub(crate) fn pipeline_sync(&self, conn: NonNull<RawConnection>) -> bool {
        // SAFETY: a live connection.
        unsafe { (self.pipeline_sync)(conn.as_ptr()) == 1 }
    }

    /// Sends what is waiting: whether all of it is gone, or why not.
    pub(crate) fn flush(&self, conn: NonNull<RawConnection>) -> Result<bool, Error> {
        // SAFETY: a live connection.
        match unsafe { (self.flush)(conn.as_ptr()) } {
            0 => Ok(true),
            1 => Ok(false),
            _ => Err(self.lost(conn)),
        }
    }

    /// Takes what has come, without waiting.
    pub(crate) fn consume(&self, conn: NonNull<RawConnection>) -> Result<(), Error> {
        // SAFETY: a live connection.
        match unsafe { (self.consume_input)(conn.as_ptr()) } {
            1 => Ok(()),
            _ => Err(self.lost(conn)),
        }
    }

    pub(crate) fn is_busy(&self, conn: NonNull<RawConnection>) -> bool {
        // SAFETY: a live connection.
        unsafe { (self.is_busy)(conn.as_ptr()) == 1 }
    }

    pub(crate) fn get_result(&self, conn: NonNull<RawConnection>) -> Option<NonNull<RawResult>> {
        // SAFETY: a live connection; the result is ours until `clear`.
        NonNull::new(unsafe { (self.get_result)(conn.as_ptr()) })
    }

    pub(crate) fn status(&self, result: NonNull<RawResult>) -> Status {
        // SAFETY: a live result. Values are those of ExecStatusType.
        match unsafe { (self.result_status)(result.as_ptr()) } {
            0 | 1 => Status::Command,
            2 | 9 => Status::Tuples,
            3 | 4 | 8 => Status::Copy,
            10 => Status::Sync,
            11 => Status::Aborted,
            _ => Status::Failed,
        }
    }

    pub(crate) fn error_of(&self, result: NonNull<RawResult>, lost: bool) -> Error {
        let field = |letter: u8| {
            // SAFETY: a live result; the text is copied before the result goes.
            unsafe { text_of((self.result_field)(result.as_ptr(), c_int::from(letter))) }
        };
        let mut message = field(b'M');
        if message.is_empty() {
            // SAFETY: as above.
            message = unsafe { text_of((self.result_message)(result.as_ptr())) };
            message = message.trim().to_owned();
        }
        Error {
            state: SqlState::parse(&field(b'C')),
            message,
            detail: field(b'D'),
            hint: field(b'H'),
            constraint: field(b'n'),
            lost,
            skipped: false,
        }
    }

    pub(crate) fn shape(&self, result: NonNull<RawResult>) -> (usize, usize) {
        // SAFETY: a live result.
        unsafe {
            (
                count((self.ntuples)(result.as_ptr())),
                count((self.nfields)(result.as_ptr())),
            )
        }
    }

    /// A value within the rows and columns there are.
    pub(crate) fn value(
        &self,
        result: NonNull<RawResult>,
        row: usize,
        column: usize,
    ) -> Option<&[u8]> {
        let (row, column) = (length_of(row)?, length_of(column)?);
        // SAFETY: a live result, and the caller has compared row and column; the value lives as long as the result, which
        // the caller borrows.
        unsafe {
            if (self.is_null)(result.as_ptr(), row, column) == 1 {
                return None;
            }
            let length = count((self.length)(result.as_ptr(), row, column));
            let start = (self.value)(result.as_ptr(), row, column);
            if start.is_null() {
                return None;
            }
            Some(std::slice::from_raw_parts(start.cast::<u8>(), length))
        }
    }

    pub(crate) fn affected(&self, result: NonNull<RawResult>) -> &CStr {
        // SAFETY: a live result, in which the text is; it is empty where there is no number.
        unsafe {
            let text = (self.tuples)(result.as_ptr());
            if text.is_null() {
                return c"";
            }
            CStr::from_ptr(text)
        }
    }

    pub(crate) fn clear(&self, result: NonNull<RawResult>) {
        // SAFETY: a live result, which nobody uses after this.
        unsafe { (self.clear)(result.as_ptr()) };
    }

    /// 1 for sent, 0 for no room now, else failed.
    pub(crate) fn put_copy_data(&self, conn: NonNull<RawConnection>, data: &[u8]) -> i32 {
        let Some(length) = length_of(data.len()) else {
            return -1;
        };
        // SAFETY: a live connection and so many bytes, which are copied.
        unsafe { (self.put_copy_data)(conn.as_ptr(), data.as_ptr().cast(), length) }
    }

    pub(crate) fn put_copy_end(&self, conn: NonNull<RawConnection>, problem: Option<&CStr>) -> i32 {
        let problem = problem.map_or(ptr::null(), CStr::as_ptr);
        // SAFETY: a live connection, and a C string or null.
        unsafe { (self.put_copy_end)(conn.as_ptr(), problem) }
    }

    pub(crate) fn get_copy_data(&self, conn: NonNull<RawConnection>, waits: bool) -> Copied {
        let mut buffer: *mut c_char = ptr::null_mut();
        // SAFETY: a live connection and a place for one pointer.
        let length =
            unsafe { (self.get_copy_data)(conn.as_ptr(), &raw mut buffer, c_int::from(!waits)) };
        match length {
            0 => Copied::Nothing,
            -1 => Copied::Over,
            length if length > 0 && !buffer.is_null() => {
                // SAFETY: libpq has made so many bytes, and they are ours until `freemem`.
                let data = unsafe {
                    let data = std::slice::from_raw_parts(buffer.cast::<u8>(), count(length));
                    let data = data.to_vec();
                    (self.freemem)(buffer.cast());
                    data
                };
                Copied::Data(data)
            }
            _ => Copied::Failed,
        }
    }

    pub(crate) fn cancel_of(&self, conn: NonNull<RawConnection>) -> Option<NonNull<RawCancel>> {
        // SAFETY: a live connection; what is given back is ours until `free_cancel`.
        NonNull::new(unsafe { (self.get_cancel)(conn.as_ptr()) })
    }

    pub(crate) fn free_cancel(&self, cancel: NonNull<RawCancel>) {
        // SAFETY: nobody uses it after this.
        unsafe { (self.free_cancel)(cancel.as_ptr()) };
    }

    pub(crate) fn cancel(&self, cancel: NonNull<RawCancel>) -> Result<(), Error> {
        let mut text = [0u8; 256];
        // SAFETY: a live object, which may be used from any thread, and a buffer of 256 bytes.
        let done = unsafe { (self.cancel)(cancel.as_ptr(), text.as_mut_ptr().cast(), 256) };
        if done == 1 {
            return Ok(());
        }
        let text = CStr::from_bytes_until_nul(&text)
            .unwrap_or(c"")
            .to_string_lossy();
        Err(Error::here(text.trim().to_owned(), true))
    }
}

fn pointers(values: &[Option<&CStr>]) -> Vec<*const c_char> {
    let pointer = |value: &Option<&CStr>| value.map_or(ptr::null(), CStr::as_ptr);
    values.iter().map(pointer).collect()
}

/// A copy of a C string; empty for null.
///
/// # Safety
/// Null, or a C string.
unsafe fn text_of(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: as the caller says.
    unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned()
}
