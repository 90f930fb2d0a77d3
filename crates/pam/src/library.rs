//! The library and the calls of it.

#![allow(unsafe_code)]

use crate::conversation::{Answers, answer};
use crate::{Answer, NotLoaded, Refusal, Service};
use libc::{c_char, c_int, c_uint, c_void};
use libloading::Library;
use std::ffi::{CStr, CString};
use std::os::unix::ffi::OsStrExt;
use std::ptr;
use zeroize::Zeroizing;

/// `pam_handle_t`: only PAM looks inside.
#[repr(C)]
struct Handle {
    _inside: [u8; 0],
}

/// `struct pam_conv`.
#[repr(C)]
struct Conv {
    conv: crate::conversation::Conv,
    appdata: *mut c_void,
}

type Start =
    unsafe extern "C" fn(*const c_char, *const c_char, *const Conv, *mut *mut Handle) -> c_int;
type StartIn = unsafe extern "C" fn(
    *const c_char,
    *const c_char,
    *const Conv,
    *const c_char,
    *mut *mut Handle,
) -> c_int;
type WithFlags = unsafe extern "C" fn(*mut Handle, c_int) -> c_int;
type SetItem = unsafe extern "C" fn(*mut Handle, c_int, *const c_void) -> c_int;
type Words = unsafe extern "C" fn(*mut Handle, c_int) -> *const c_char;

/// Value of `PAM_FAIL_DELAY` that waits for nothing: the caller delays refusals without holding a
/// thread.
extern "C" fn no_delay(_code: c_int, _us: c_uint, _appdata: *mut c_void) {}

/// The system's PAM, loaded. Threads may share it: each check has a handle of its own.
#[derive(Debug)]
pub struct Pam {
    start: Start,
    /// Newer than the rest (Linux-PAM 1.4).
    start_in: Option<StartIn>,
    authenticate: WithFlags,
    account: WithFlags,
    end: WithFlags,
    set_item: SetItem,
    words: Words,
    /// Keeps the functions above where they are.
    _library: Library,
}

impl Pam {
    /// Loads `libpam.so.0`.
    ///
    /// # Errors
    /// It is not there, or is no Linux-PAM.
    pub fn load() -> Result<Self, NotLoaded> {
        let failed = |error: libloading::Error| NotLoaded(error.to_string());
        // SAFETY: the loader runs libpam's initialisers, which set up nothing that others see; it
        // is the system's own library, found as the system finds it for `login`.
        let library = unsafe { Library::new("libpam.so.0") }.map_err(failed)?;
        // SAFETY: the types are those of <security/pam_appl.h> and <security/_pam_types.h>, which
        // Linux-PAM keeps under the name libpam.so.0. The functions are called only while
        // `_library`, which is dropped with them, holds the library.
        unsafe {
            Ok(Self {
                start: *library.get(b"pam_start\0").map_err(failed)?,
                start_in: library.get(b"pam_start_confdir\0").ok().map(|it| *it),
                authenticate: *library.get(b"pam_authenticate\0").map_err(failed)?,
                account: *library.get(b"pam_acct_mgmt\0").map_err(failed)?,
                end: *library.get(b"pam_end\0").map_err(failed)?,
                set_item: *library.get(b"pam_set_item\0").map_err(failed)?,
                words: *library.get(b"pam_strerror\0").map_err(failed)?,
                _library: library,
            })
        }
    }

    /// True if the password is the user's and the account may be used. Blocks, maybe for long.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn check(&self, service: &Service, user: &str, password: &[u8]) -> Result<(), Refusal> {
        let text = |text: &[u8]| CString::new(text).map_err(|_| Refusal::Unusable);
        let (name, user) = (text(service.name.as_bytes())?, text(user.as_bytes())?);
        let directory = match &service.directory {
            Some(directory) => Some(text(directory.as_os_str().as_bytes())?),
            None => None,
        };
        if password.contains(&0) {
            return Err(Refusal::Unusable);
        }
        let mut ended = Zeroizing::new(Vec::with_capacity(password.len() + 1));
        ended.extend_from_slice(password);
        ended.push(0);
        let answers = Answers {
            user: &user,
            password: &ended,
        };
        let conv = Conv {
            conv: answer,
            appdata: ptr::from_ref(&answers).cast_mut().cast(),
        };
        let mut asked = self.start(&name, &user, &conv, directory.as_deref())?;
        let checked = asked.check();
        asked.status = match &checked {
            Ok(()) => SUCCESS,
            Err(Refusal::Account(it) | Refusal::NotChecked(it)) => it.code,
            Err(_) => AUTH_ERR,
        };
        checked
    }

    fn start<'a>(
        &'a self,
        name: &'a CStr,
        user: &'a CStr,
        conv: &'a Conv,
        directory: Option<&'a CStr>,
    ) -> Result<Asked<'a>, Refusal> {
        let mut handle = ptr::null_mut();
        let code = match (directory, self.start_in) {
            // SAFETY: the strings end with a zero byte; PAM copies them and `conv`. What `conv`
            // points at is borrowed for as long as the handle lives (`'a`).
            (None, _) => unsafe {
                (self.start)(name.as_ptr(), user.as_ptr(), conv, &raw mut handle)
            },
            // SAFETY: as above.
            (Some(directory), Some(start_in)) => unsafe {
                start_in(
                    name.as_ptr(),
                    user.as_ptr(),
                    conv,
                    directory.as_ptr(),
                    &raw mut handle,
                )
            },
            (Some(_), None) => {
                return Err(Refusal::NotChecked(Answer {
                    call: "pam_start_confdir",
                    code: SYMBOL_ERR,
                    text: "this libpam does not know other directories".to_owned(),
                }));
            }
        };
        let asked = Asked {
            pam: self,
            handle,
            status: code,
        };
        if code == SUCCESS && !handle.is_null() {
            return Ok(asked);
        }
        Err(Refusal::NotChecked(asked.answer("pam_start", code)))
    }
}

/// One conversation with PAM.
struct Asked<'a> {
    pam: &'a Pam,
    /// Null where it could not be begun.
    handle: *mut Handle,
    /// What to tell the modules at the end.
    status: c_int,
}

impl Asked<'_> {
    fn check(&self) -> Result<(), Refusal> {
        let no_delay: extern "C" fn(c_int, c_uint, *mut c_void) = no_delay;
        // SAFETY: the handle is PAM's and not ended. The item is a function of the type that
        // pam_fail_delay(3) gives. A PAM that does not know the item delays, which harms nobody.
        let _ = unsafe { (self.pam.set_item)(self.handle, FAIL_DELAY, no_delay as *const c_void) };
        // SAFETY: the handle is PAM's and not ended; the conversation's data is borrowed.
        let code = unsafe { (self.pam.authenticate)(self.handle, SILENT | DISALLOW_NULL_AUTHTOK) };
        match code {
            SUCCESS => {}
            AUTH_ERR | USER_UNKNOWN | MAXTRIES => return Err(Refusal::Wrong),
            other => return Err(Refusal::NotChecked(self.answer("pam_authenticate", other))),
        }
        // SAFETY: as above.
        let code = unsafe { (self.pam.account)(self.handle, SILENT | DISALLOW_NULL_AUTHTOK) };
        match code {
            SUCCESS => Ok(()),
            other => Err(Refusal::Account(self.answer("pam_acct_mgmt", other))),
        }
    }

    fn answer(&self, call: &'static str, code: c_int) -> Answer {
        // SAFETY: Linux-PAM does not look at the handle, which may be null, and answers a constant
        // string, or one that lasts until the next call of this thread.
        let text = unsafe {
            let words = (self.pam.words)(self.handle, code);
            match words.is_null() {
                true => String::new(),
                false => CStr::from_ptr(words).to_string_lossy().into_owned(),
            }
        };
        Answer { call, code, text }
    }
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        if !self.handle.is_null() {
            // SAFETY: the handle is PAM's and is used no more after this.
            let _ = unsafe { (self.pam.end)(self.handle, self.status) };
        }
    }
}

// <security/_pam_types.h>
const SUCCESS: c_int = 0;
const SYMBOL_ERR: c_int = 2;
const AUTH_ERR: c_int = 7;
const USER_UNKNOWN: c_int = 10;
const MAXTRIES: c_int = 11;
const FAIL_DELAY: c_int = 10;
const SILENT: c_int = 0x8000;
const DISALLOW_NULL_AUTHTOK: c_int = 0x1;
