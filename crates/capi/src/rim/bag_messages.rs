//! Calls of the MQAI that need a queue manager: bags as messages, and commands.

use super::bags::bags;
use super::codes::answer;
use super::memory::{Block, fill};
use super::messages::{Descriptor, GetBlock, MQGET, MQPUT, get_options};
use super::shapes::{GMO, MD};
use crate::connection::Connection;
use crate::handles;
use crate::within::call_out;
use ferromq_bag::{BagHandle, check_format};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{
    MQCC_FAILED, MQCC_WARNING, MQCCSI_Q_MGR, MQENC_NATIVE, MQGMO_ACCEPT_TRUNCATED_MSG, MQHB_NONE,
    MQHO_NONE,
};
use ferromq_mqi::generated::layout::mqmd;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::session::{Connected, Session};
use std::ffi::c_void;
use std::sync::Arc;

/// Room for a message until its length is known.
const FIRST_BYTES: usize = 32 << 10;

/// A connection of the program as a session needs it.
struct Over(Arc<Connection>);

impl Connected for Over {
    fn call(&mut self, request: Request) -> Reply {
        self.0.call(request).unwrap_or_else(Reply::Failed)
    }
}

/// `mqPutBag`: writes a bag as a message and puts it on a queue; durable and visible as after `MQPUT`. Refused with
/// `MQRC_HBAG_ERROR`, and the reasons of `MQPUT`.
///
/// # Safety
/// As [`mqCreateBag`](super::bags::mqCreateBag).
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQAI has it.
pub unsafe extern "C" fn mqPutBag(
    hconn: i32,
    hobj: i32,
    msg_desc: *mut c_void,
    put_msg_opts: *mut c_void,
    bag: i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let md = Descriptor::read(msg_desc, &MD)?;
            check_format(&super::messages::descriptor(&md)?)?;
            let body = bags().get().to_bytes(BagHandle(bag))?;
            md.set_int(mqmd::ENCODING_OFFSET, MQENC_NATIVE);
            md.set_int(mqmd::CODED_CHAR_SET_ID_OFFSET, MQCCSI_Q_MGR);
            let length = i32::try_from(body.len()).map_err(|_| Reason::BUFFER_LENGTH_ERROR)?;
            let (mut code, mut why) = (MQCC_FAILED, Reason::UNEXPECTED_ERROR.0);
            // A call of its own, which begins with what was asked for here already checked.
            call_out(|| {
                MQPUT(
                    hconn,
                    hobj,
                    msg_desc,
                    put_msg_opts,
                    length,
                    body.as_ptr().cast(),
                    &raw mut code,
                    &raw mut why,
                );
            });
            match code {
                MQCC_FAILED => Err(Reason(why)),
                _ => Ok(Reason(why)),
            }
        });
    }
}

/// `mqGetBag`: gets a PCF message into a bag, which is cleared first; without a bag (`MQHB_NONE`) the message goes. Refused with
/// `MQRC_HBAG_ERROR`, `MQRC_OPTIONS_ERROR` for `MQGMO_ACCEPT_TRUNCATED_MSG`, the reasons of `MQGET`, and one of what in the message is
/// not valid. Source: mqGetBag.
///
/// # Safety
/// As [`mqCreateBag`](super::bags::mqCreateBag).
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQAI has it.
pub unsafe extern "C" fn mqGetBag(
    hconn: i32,
    hobj: i32,
    msg_desc: *mut c_void,
    get_msg_opts: *mut c_void,
    bag: i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let gmo = GetBlock::read(get_msg_opts, &GMO)?;
            if get_options(&gmo).options & MQGMO_ACCEPT_TRUNCATED_MSG != 0 {
                return Err(Reason::OPTIONS_ERROR);
            }
            if bag != MQHB_NONE && bags().get().bag(BagHandle(bag))?.is_system() {
                return Err(Reason::SYSTEM_BAG_NOT_ALTERABLE);
            }
            let body = get_whole(hconn, hobj, msg_desc, get_msg_opts)?;
            if bag == MQHB_NONE {
                return Ok(Reason::NONE);
            }
            let md = Descriptor::read(msg_desc, &MD)?;
            let descriptor = super::messages::descriptor(&md)?;
            check_format(&descriptor)?;
            let order = ByteOrder::from_encoding(descriptor.encoding);
            let ccsid = descriptor.coded_char_set_id;
            bags()
                .get()
                .fill_from_bytes(BagHandle(bag), &body, order, ccsid)?;
            Ok(Reason::NONE)
        });
    }
}

/// Gets a message as a whole: one that is longer than the room for it stays, and is got again.
///
/// # Safety
/// As [`mqCreateBag`](super::bags::mqCreateBag).
unsafe fn get_whole(
    hconn: i32,
    hobj: i32,
    msg_desc: *mut c_void,
    get_msg_opts: *mut c_void,
) -> Result<Vec<u8>, Reason> {
    let wanted = {
        // SAFETY: the caller's promise is passed on.
        let md: Descriptor = unsafe { Block::read(msg_desc, &MD)? };
        md.bytes().to_vec()
    };
    let mut room = vec![0_u8; FIRST_BYTES];
    loop {
        let (mut code, mut why, mut length) = (MQCC_FAILED, Reason::UNEXPECTED_ERROR.0, 0);
        let room_len = i32::try_from(room.len()).map_err(|_| Reason::BUFFER_LENGTH_ERROR)?;
        // SAFETY: the room is as long as it is said to be; the rest is the caller's promise.
        call_out(|| unsafe {
            MQGET(
                hconn,
                hobj,
                msg_desc,
                get_msg_opts,
                room_len,
                room.as_mut_ptr().cast(),
                &raw mut length,
                &raw mut code,
                &raw mut why,
            );
        });
        let length = usize::try_from(length).unwrap_or(0);
        if Reason(why) == Reason::TRUNCATED_MSG_FAILED && length > room.len() {
            room.resize(length, 0);
            // What was to be matched is there again.
            // SAFETY: as many bytes were read from there.
            unsafe { fill(msg_desc, &wanted) };
            continue;
        }
        return match code {
            MQCC_FAILED => Err(Reason(why)),
            MQCC_WARNING if length > room.len() => Err(Reason(why)),
            _ => {
                room.truncate(length);
                Ok(room)
            }
        };
    }
}

/// `mqExecute`: sends a command to the command server and gathers its answers, each in a bag within the response
/// bag. Refused with `MQRC_HBAG_ERROR`, the reasons of `MQOPEN`, `MQPUT` and `MQGET`,
/// `MQRC_CMD_SERVER_NOT_AVAILABLE`, and `MQRCCF_COMMAND_FAILED` when the command was refused.
///
/// # Safety
/// As [`mqCreateBag`](super::bags::mqCreateBag).
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQAI has it.
pub unsafe extern "C" fn mqExecute(
    hconn: i32,
    command: i32,
    options_bag: i32,
    admin_bag: i32,
    response_bag: i32,
    admin_q: i32,
    response_q: i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let options = (options_bag != MQHB_NONE).then_some(BagHandle(options_bag));
            let (request, response) = (BagHandle(admin_bag), BagHandle(response_bag));
            let plan = bags().get().plan(command, options, request, response)?;
            let given = |queue: i32| (queue != MQHO_NONE).then_some(ObjectHandle(queue));
            let mut session = Session::new(Over(connection));
            let answers = plan.run(&mut session, given(admin_q), given(response_q));
            let ended = bags().get().take(response, answers)?;
            match ended.comp_code {
                MQCC_FAILED => Err(ended.reason),
                _ => Ok(ended.reason),
            }
        });
    }
}
