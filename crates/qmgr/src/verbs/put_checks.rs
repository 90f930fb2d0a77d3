//! What `MQPUT` and `MQPUT1` check before anything is changed.

use crate::verbs::group_put::check_range;
use crate::verbs::handle::Handle;
use ferromq_mqi::convert::{Described, behind_headers};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::PutOptions;
use ferromq_mqi::property::Properties;
use ferromq_mqi::{MsgDescriptor, Reason, rfh2};

const SYNCPOINTS: i32 = MQPMO_SYNCPOINT | MQPMO_NO_SYNCPOINT;
const RESPONSES: i32 = MQPMO_ASYNC_RESPONSE | MQPMO_SYNC_RESPONSE;
const CONTEXTS: i32 = MQPMO_DEFAULT_CONTEXT
    | MQPMO_NO_CONTEXT
    | MQPMO_PASS_IDENTITY_CONTEXT
    | MQPMO_PASS_ALL_CONTEXT
    | MQPMO_SET_IDENTITY_CONTEXT
    | MQPMO_SET_ALL_CONTEXT;
const KNOWN: i32 = SYNCPOINTS
    | RESPONSES
    | CONTEXTS
    | MQPMO_NEW_MSG_ID
    | MQPMO_NEW_CORREL_ID
    | MQPMO_LOGICAL_ORDER
    | MQPMO_ALTERNATE_USER_AUTHORITY
    | MQPMO_FAIL_IF_QUIESCING
    | MQPMO_RESOLVE_LOCAL_Q
    | MQPMO_MD_FOR_OUTPUT_ONLY
    | MQPMO_PUB_OPTIONS_MASK
    | MQPMO_WARN_IF_NO_SUBS_MATCHED
    | MQPMO_NOT_OWN_SUBS
    | MQPMO_SCOPE_QMGR
    | MQPMO_SUPPRESS_REPLYTO;
const GROUP_FLAGS: i32 =
    MQMF_SEGMENT | MQMF_LAST_SEGMENT | MQMF_MSG_IN_GROUP | MQMF_LAST_MSG_IN_GROUP;

const KNOWN_FLAGS: i32 = GROUP_FLAGS | MQMF_SEGMENTATION_ALLOWED;
/// Reports somebody waits for.
const REPORTS: i32 = MQRO_EXCEPTION | MQRO_EXPIRATION | MQRO_COA | MQRO_COD;
const KNOWN_REPORTS: i32 = MQRO_EXCEPTION_WITH_FULL_DATA
    | MQRO_EXPIRATION_WITH_FULL_DATA
    | MQRO_COA_WITH_FULL_DATA
    | MQRO_COD_WITH_FULL_DATA
    | MQRO_PAN
    | MQRO_NAN
    | MQRO_ACTIVITY
    | MQRO_PASS_MSG_ID
    | MQRO_PASS_CORREL_ID
    | MQRO_DISCARD_MSG
    | MQRO_PASS_DISCARD_AND_EXPIRY;

/// Options that contradict each other, and context options the open did not ask for.
pub(super) fn check_options(handle: &Handle, options: &PutOptions) -> Result<(), Reason> {
    let asked = options.options;
    if asked & !KNOWN != 0
        || (asked & SYNCPOINTS).count_ones() > 1
        || (asked & RESPONSES).count_ones() > 1
        || (asked & CONTEXTS).count_ones() > 1
    {
        return Err(Reason::OPTIONS_ERROR);
    }
    let pairs = [
        (
            MQPMO_PASS_IDENTITY_CONTEXT,
            MQOO_PASS_IDENTITY_CONTEXT | MQOO_PASS_ALL_CONTEXT,
            Reason::NOT_OPEN_FOR_PASS_IDENT,
        ),
        (
            MQPMO_PASS_ALL_CONTEXT,
            MQOO_PASS_ALL_CONTEXT,
            Reason::NOT_OPEN_FOR_PASS_ALL,
        ),
        (
            MQPMO_SET_IDENTITY_CONTEXT,
            MQOO_SET_IDENTITY_CONTEXT | MQOO_SET_ALL_CONTEXT,
            Reason::NOT_OPEN_FOR_SET_IDENT,
        ),
        (
            MQPMO_SET_ALL_CONTEXT,
            MQOO_SET_ALL_CONTEXT,
            Reason::NOT_OPEN_FOR_SET_ALL,
        ),
    ];
    for (asks, needs, reason) in pairs {
        if asked & asks != 0 && !handle.has(needs) {
            return Err(reason);
        }
    }
    Ok(())
}

/// Values of the descriptor no queue takes. `max_priority` is the queue manager's. Returns a
/// warning when the priority is above it.
pub(super) fn check_descriptor(
    descriptor: &MsgDescriptor,
    max_priority: i32,
    ordered: bool,
) -> Result<Reason, Reason> {
    if !matches!(descriptor.version, MQMD_VERSION_1 | MQMD_VERSION_2) {
        return Err(Reason::MD_ERROR);
    }
    if descriptor.struc_id != *b"MD  " {
        return Err(Reason::MD_ERROR);
    }
    check_report(descriptor.report)?;
    let message_type = descriptor.msg_type;
    let system = (MQMT_SYSTEM_FIRST..=MQMT_SYSTEM_LAST).contains(&message_type);
    let application = (MQMT_APPL_FIRST..=MQMT_APPL_LAST).contains(&message_type);
    if !system && !application {
        return Err(Reason::MSG_TYPE_ERROR);
    }
    let wants_reply = message_type == MQMT_REQUEST || descriptor.report & REPORTS != 0;
    if wants_reply && is_blank_field(&descriptor.reply_to_q) {
        return Err(Reason::MISSING_REPLY_TO_Q);
    }
    if descriptor.expiry != MQEI_UNLIMITED && descriptor.expiry <= 0 {
        return Err(Reason::EXPIRY_ERROR);
    }
    if !matches!(
        descriptor.persistence,
        MQPER_NOT_PERSISTENT | MQPER_PERSISTENT | MQPER_PERSISTENCE_AS_Q_DEF
    ) {
        return Err(Reason::PERSISTENCE_ERROR);
    }
    if descriptor.feedback < 0 {
        return Err(Reason::FEEDBACK_ERROR);
    }
    if descriptor.version >= MQMD_VERSION_2 {
        check_group_fields(descriptor, ordered)?;
    }
    match descriptor.priority {
        MQPRI_PRIORITY_AS_Q_DEF => Ok(Reason::NONE),
        below if below < 0 => Err(Reason::PRIORITY_ERROR),
        above if above > max_priority => Ok(Reason::PRIORITY_EXCEEDS_MAXIMUM),
        _ => Ok(Reason::NONE),
    }
}

/// A report needs an address that is not taken out of the message.
///
/// Source: `MQPMO_SUPPRESS_REPLYTO`.
pub(super) fn check_suppressed(
    descriptor: &MsgDescriptor,
    options: &PutOptions,
) -> Result<(), Reason> {
    let suppresses = options.options & MQPMO_SUPPRESS_REPLYTO != 0;
    match suppresses && descriptor.report & REPORTS != 0 {
        true => Err(Reason::MISSING_REPLY_TO_Q),
        false => Ok(()),
    }
}

/// Report options and flags a queue manager that does not know them must refuse, unless the
/// message is on its way to another.
pub(super) fn check_unless_remote(descriptor: &MsgDescriptor) -> Result<(), Reason> {
    if descriptor.report & !KNOWN_REPORTS & MQRO_ACCEPT_UNSUP_IF_XMIT_MASK != 0 {
        return Err(Reason::REPORT_OPTIONS_ERROR);
    }
    if descriptor.msg_flags & !KNOWN_FLAGS & MQMF_ACCEPT_UNSUP_IF_XMIT_MASK != 0 {
        return Err(Reason::MSG_FLAGS_ERROR);
    }
    Ok(())
}

/// A segment that others follow must hold something, or they would have its offset. Of a report on a segment the program says how long that
/// was; else `OriginalLength` of a segment is its length, and means nothing otherwise.
///
/// Source: `MQMF_SEGMENT`; MQMD, OriginalLength.
pub(super) fn settle_segment(descriptor: &mut MsgDescriptor, body: &[u8]) -> Result<(), Reason> {
    let flags = descriptor.msg_flags;
    if flags & (MQMF_SEGMENT | MQMF_LAST_SEGMENT) == 0 {
        descriptor.original_length = MQOL_UNDEFINED;
        return Ok(());
    }
    let is_last = flags & MQMF_LAST_SEGMENT != 0;
    let length = |bytes: usize| i32::try_from(bytes).unwrap_or(i32::MAX);
    if descriptor.msg_type == MQMT_REPORT {
        // A dead-letter header in front is no data of it.
        let behind = behind_headers(descriptor.format, Described::of(descriptor), body);
        let data_len = length(body.len() - behind.header_bytes);
        let least = data_len.max(i32::from(!is_last));
        return match descriptor.original_length {
            stated if stated < least => Err(Reason::ORIGINAL_LENGTH_ERROR),
            _ => Ok(()),
        };
    }
    if !is_last && body.is_empty() {
        return Err(Reason::SEGMENT_LENGTH_ZERO);
    }
    descriptor.original_length = length(body.len());
    Ok(())
}

/// A header of properties must be one, and the properties no longer than the queue manager takes. What is in the
/// folders is looked at by those who want it.
pub(super) fn check_properties(
    descriptor: &MsgDescriptor,
    body: &[u8],
    limit: Option<u32>,
) -> Result<(), Reason> {
    let segment = descriptor.msg_flags & (MQMF_SEGMENT | MQMF_LAST_SEGMENT) != 0;
    if descriptor.format != rfh2::FORMAT || segment {
        return Ok(());
    }
    let described = Described::of(descriptor);
    Properties::check(described, body).map_err(|error| error.reason())?;
    match limit {
        Some(limit) if Properties::measure(described, body) as u64 > u64::from(limit) => {
            Err(Reason::PROPERTIES_TOO_BIG)
        }
        _ => Ok(()),
    }
}

fn check_report(report: i32) -> Result<(), Reason> {
    // The bits of the reject mask must be understood; the others may be ignored.
    if report & !KNOWN_REPORTS & MQRO_REJECT_UNSUP_MASK != 0 {
        return Err(Reason::REPORT_OPTIONS_ERROR);
    }
    Ok(())
}

/// With `ordered` the queue manager counts, and what the fields hold does not matter: what it counts is checked when it has.
fn check_group_fields(descriptor: &MsgDescriptor, ordered: bool) -> Result<(), Reason> {
    let flags = descriptor.msg_flags;
    if flags & !KNOWN_FLAGS & MQMF_REJECT_UNSUP_MASK != 0 {
        return Err(Reason::MSG_FLAGS_ERROR);
    }
    if !ordered {
        check_range(descriptor)?;
    }
    Ok(())
}

/// True when a field holds no name.
pub(super) fn is_blank_field(field: &[u8]) -> bool {
    field
        .iter()
        .take_while(|byte| **byte != 0)
        .all(|byte| *byte == b' ')
}
