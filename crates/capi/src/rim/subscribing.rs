//! Subscriptions: `MQSUB`, `MQSUBRQ`.

use super::codes::answer;
use super::memory::{Block, load, store};
use super::shapes::{SD, SRO};
use super::strings::{set_text, text};
use crate::handles;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{MQHO_NONE, MQOO_BROWSE, MQOO_INPUT_SHARED};
use ferromq_mqi::generated::layout::{mqcharv, mqsd, mqsro};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ObjectHandle, Sharing, SubscriptionDescriptor};
use ferromq_mqi::{ObjectName, Reason};
use std::ffi::c_void;

type SubscriptionBlock = Block<{ mqsd::SIZE }>;

/// `MQSUB`: makes, changes or resumes a subscription. With `MQSO_MANAGED` the queue of its publications is returned,
/// else it is given.
///
/// # Safety
/// The pointers are as the MQI asks: see the module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQSUB(
    hconn: i32,
    sub_desc: *mut c_void,
    hobj: *mut i32,
    hsub: *mut i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let sd = SubscriptionBlock::read(sub_desc, &SD)?;
            if hsub.is_null() {
                return Err(Reason::HOBJ_ERROR);
            }
            let given = load(hobj).ok_or(Reason::HOBJ_ERROR)?;
            let request = Request::Subscribe {
                descriptor: Box::new(descriptor(&sd)?),
                queue: ObjectHandle(if given > 0 { given } else { MQHO_NONE }),
            };
            match connection.call(request)? {
                Reply::Subscribed(reply) => {
                    // The number given may be one that an earlier connection had.
                    if given != reply.queue.0 || connection.open_options(given).is_none() {
                        connection.opened(reply.queue.0, MANAGED_OPEN_OPTIONS);
                    }
                    store(hobj, reply.queue.0);
                    store(hsub, reply.subscription.0);
                    give_descriptor(&sd, &reply.descriptor);
                    Ok(reply.reason)
                }
                _ => Err(Reason::UNEXPECTED_ERROR),
            }
        });
    }
}

/// `MQSUBRQ`: asks for the retained publications of a subscription, and tells how many come.
///
/// # Safety
/// As [`MQSUB`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQSUBRQ(
    hconn: i32,
    hsub: i32,
    action: i32,
    sub_rq_opts: *mut c_void,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connection = handles::find(hconn)?;
            let options = Block::<{ mqsro::SIZE }>::read(sub_rq_opts, &SRO)?;
            match connection.call(Request::SubscriptionRequest {
                handle: ObjectHandle(hsub),
                action,
                options: options.int(mqsro::OPTIONS_OFFSET),
            })? {
                Reply::Requested(publications) => {
                    options.set_int(mqsro::NUM_PUBS_OFFSET, publications);
                    Ok(Reason::NONE)
                }
                _ => Err(Reason::UNEXPECTED_ERROR),
            }
        });
    }
}

/// What the queue of a managed subscription may be used for.
const MANAGED_OPEN_OPTIONS: i32 = MQOO_INPUT_SHARED | MQOO_BROWSE;

/// # Safety
/// The strings are as long as they say.
unsafe fn descriptor(sd: &SubscriptionBlock) -> Result<SubscriptionDescriptor, Reason> {
    // SAFETY: the caller's promise is passed on.
    let string = |offset, error| unsafe { text(sd, offset) }.map_err(|_| error);
    Ok(SubscriptionDescriptor {
        sharing: Sharing::No,
        options: sd.int(mqsd::OPTIONS_OFFSET),
        object_name: ObjectName::from_field(&sd.array(mqsd::OBJECT_NAME_OFFSET)),
        alternate_user_id: FixedText::from_field(&sd.array(mqsd::ALTERNATE_USER_ID_OFFSET)),
        sub_expiry: sd.int(mqsd::SUB_EXPIRY_OFFSET),
        object_string: string(mqsd::OBJECT_STRING_OFFSET, Reason::OBJECT_STRING_ERROR)?,
        sub_name: string(mqsd::SUB_NAME_OFFSET, Reason::SUB_NAME_ERROR)?,
        sub_user_data: string(mqsd::SUB_USER_DATA_OFFSET, Reason::SUB_USER_DATA_ERROR)?,
        sub_correl_id: sd.array(mqsd::SUB_CORREL_ID_OFFSET),
        pub_priority: sd.int(mqsd::PUB_PRIORITY_OFFSET),
        pub_accounting_token: sd.array(mqsd::PUB_ACCOUNTING_TOKEN_OFFSET),
        pub_appl_identity_data: FixedText::from_field(
            &sd.array(mqsd::PUB_APPL_IDENTITY_DATA_OFFSET),
        ),
        selection_string: string(
            mqsd::SELECTION_STRING_OFFSET,
            Reason::SELECTION_STRING_ERROR,
        )?,
        sub_level: sd.int(mqsd::SUB_LEVEL_OFFSET),
        ..SubscriptionDescriptor::default()
    })
}

/// Returns what holds for the subscription.
///
/// # Safety
/// The buffers of the strings are as large as they say.
unsafe fn give_descriptor(sd: &SubscriptionBlock, made: &SubscriptionDescriptor) {
    sd.set_int(mqsd::OPTIONS_OFFSET, made.options);
    sd.set_int(mqsd::SUB_EXPIRY_OFFSET, made.sub_expiry);
    sd.set(mqsd::SUB_CORREL_ID_OFFSET, &made.sub_correl_id);
    sd.set_int(mqsd::PUB_PRIORITY_OFFSET, made.pub_priority);
    sd.set(
        mqsd::PUB_ACCOUNTING_TOKEN_OFFSET,
        &made.pub_accounting_token,
    );
    sd.set_int(mqsd::SUB_LEVEL_OFFSET, made.sub_level);
    sd.set(
        mqsd::PUB_APPL_IDENTITY_DATA_OFFSET,
        made.pub_appl_identity_data.bytes(),
    );
    // SAFETY: the caller's promise is passed on.
    unsafe {
        set_text(sd, mqsd::RES_OBJECT_STRING_OFFSET, &made.res_object_string);
        for (offset, text) in [
            (mqsd::SUB_USER_DATA_OFFSET, &made.sub_user_data),
            (mqsd::SELECTION_STRING_OFFSET, &made.selection_string),
        ] {
            // What was only given stays as it was given.
            if sd.int(offset + mqcharv::VS_BUF_SIZE_OFFSET) > 0 {
                set_text(sd, offset, text);
            }
        }
    }
}
