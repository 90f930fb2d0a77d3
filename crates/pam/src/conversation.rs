//! What modules are told when they ask.

#![allow(unsafe_code)]

use libc::{c_char, c_int, c_void};
use std::ffi::CStr;
use std::ptr;

/// What a conversation may tell.
pub(crate) struct Answers<'a> {
    pub(crate) user: &'a CStr,
    /// Ends with its only zero byte.
    pub(crate) password: &'a [u8],
}

/// `struct pam_message`.
#[repr(C)]
pub(crate) struct Message {
    style: c_int,
    text: *const c_char,
}

/// `struct pam_response`.
#[repr(C)]
pub(crate) struct Response {
    text: *mut c_char,
    /// Unused, and to be zero.
    code: c_int,
}

pub(crate) type Conv =
    extern "C" fn(c_int, *const *const Message, *mut *mut Response, *mut c_void) -> c_int;

/// The conversation function: a question whose answer is not to be seen gets the password, one
/// whose answer may be seen gets the user, and a statement gets nothing.
///
/// PAM frees what it is given with `free`, so it is made with `calloc`. Modules wipe passwords
/// before they free them.
pub(crate) extern "C" fn answer(
    count: c_int,
    messages: *const *const Message,
    responses: *mut *mut Response,
    appdata: *mut c_void,
) -> c_int {
    let Some(count) = usize::try_from(count)
        .ok()
        .filter(|count| (1..=MESSAGES_MAX).contains(count))
    else {
        return CONV_ERR;
    };
    if messages.is_null() || responses.is_null() || appdata.is_null() {
        return CONV_ERR;
    }
    // SAFETY: `appdata` is what `Pam::check` gave PAM with this function: it outlives the handle.
    let answers = unsafe { &*appdata.cast::<Answers<'_>>() };
    // SAFETY: calloc with sizes whose product is small; zero bytes are a valid `Response`.
    let made = unsafe { libc::calloc(count, size_of::<Response>()) }.cast::<Response>();
    if made.is_null() {
        return BUF_ERR;
    }
    for at in 0..count {
        // SAFETY: Linux-PAM passes an array of `count` pointers to messages.
        let style = unsafe { messages.add(at).read().as_ref() }.map(|message| message.style);
        let text = match style {
            Some(PROMPT_ECHO_OFF) => copy(answers.password),
            Some(PROMPT_ECHO_ON) => copy(answers.user.to_bytes_with_nul()),
            Some(ERROR_MSG | TEXT_INFO) => Some(ptr::null_mut()),
            _ => None,
        };
        match text {
            // SAFETY: `made` has room for `count` responses.
            Some(text) => unsafe { (*made.add(at)).text = text },
            None => {
                give_back(made, at);
                return CONV_ERR;
            }
        }
    }
    // SAFETY: PAM passes a place for one pointer.
    unsafe { responses.write(made) };
    SUCCESS
}

/// A copy that PAM can free; `None` without memory.
fn copy(text: &[u8]) -> Option<*mut c_char> {
    // SAFETY: so many bytes are made and so many are written.
    unsafe {
        let made = libc::calloc(text.len(), 1).cast::<u8>();
        if made.is_null() {
            return None;
        }
        ptr::copy_nonoverlapping(text.as_ptr(), made, text.len());
        Some(made.cast())
    }
}

/// Frees responses that are not handed over, of which the first `count` are filled.
fn give_back(made: *mut Response, count: usize) {
    for at in 0..count {
        // SAFETY: made by `copy` or null, and nobody else has it.
        unsafe {
            let text = (*made.add(at)).text;
            if !text.is_null() {
                libc::explicit_bzero(text.cast(), libc::strlen(text));
                libc::free(text.cast());
            }
        }
    }
    // SAFETY: made by calloc, and nobody else has it.
    unsafe { libc::free(made.cast()) };
}

// <security/_pam_types.h>
const MESSAGES_MAX: usize = 32;
const PROMPT_ECHO_OFF: c_int = 1;
const PROMPT_ECHO_ON: c_int = 2;
const ERROR_MSG: c_int = 3;
const TEXT_INFO: c_int = 4;
const SUCCESS: c_int = 0;
const BUF_ERR: c_int = 5;
const CONV_ERR: c_int = 19;
