//! The C functions as a road for Rust: what the contract suite uses to hold the library to the MQI.
//!
//! Each call is written into C structures, goes through the function a C program would call, and is read back from
//! what that left in the caller's memory.

mod lists;
mod subscribing;

use self::lists::Records;
use super::{
    MQBACK, MQBEGIN, MQCLOSE, MQCMIT, MQDISC, MQGET, MQINQ, MQOPEN, MQPUT, MQPUT1, MQSET, MQSTAT,
};
use crate::connection::{Connection, Sharing};
use crate::handles;
use crate::road::Road;
use ferromq_mqi::call::{GetReply, PutReply, Reply, Request};
use ferromq_mqi::generated::constants::{
    MQCC_FAILED, MQCC_OK, MQCC_WARNING, MQCCSI_APPL, MQPMO_ASYNC_RESPONSE,
};
use ferromq_mqi::generated::layout::{mqbo, mqcharv, mqgmo, mqmd, mqod, mqpmo, mqsts};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, StatusReport};
use ferromq_mqi::session::Connected;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use std::collections::HashMap;
use std::sync::Arc;

/// A connection that is used through the C functions.
#[derive(Debug)]
pub struct Loopback {
    connection: Arc<Connection>,
    /// Handles of distribution lists, and how many destinations each has.
    lists: HashMap<i32, usize>,
}

impl Loopback {
    /// Takes a road into use, as a connect would have done.
    #[must_use]
    pub fn over(road: Box<dyn Road>) -> Self {
        Self {
            connection: handles::connect(road, Sharing::Block),
            lists: HashMap::new(),
        }
    }

    /// Its connection handle.
    #[must_use]
    pub fn hconn(&self) -> i32 {
        self.connection.number()
    }
}

impl Drop for Loopback {
    fn drop(&mut self) {
        self.connection.abandon();
        handles::forget(&self.connection);
    }
}

/// Where a verb leaves its codes. The values before are none a verb gives.
struct Codes {
    comp_code: i32,
    reason: i32,
}

impl Codes {
    fn new() -> Self {
        Self {
            comp_code: -99,
            reason: -99,
        }
    }

    /// How the verb ended.
    fn outcome(&self) -> Result<Reason, Reason> {
        let reason = Reason(self.reason);
        match (self.comp_code, reason) {
            (MQCC_OK, Reason::NONE) | (MQCC_WARNING, Reason(1..)) => Ok(reason),
            (MQCC_FAILED, Reason(1..)) => Err(reason),
            // Codes that do not fit each other are a fault of the library.
            _ => Err(Reason::UNEXPECTED_ERROR),
        }
    }

    fn done(&self) -> Reply {
        self.outcome().map_or_else(Reply::Failed, Reply::Done)
    }
}

/// A structure as a C program lays it out.
struct Laid<const SIZE: usize>([u8; SIZE]);

impl<const SIZE: usize> Laid<SIZE> {
    fn new(id: &[u8; 4], version: i32) -> Self {
        let mut laid = Self([0; SIZE]);
        laid.bytes(0, id);
        laid.int(4, version);
        laid
    }

    fn bytes(&mut self, offset: usize, bytes: &[u8]) {
        self.0[offset..offset + bytes.len()].copy_from_slice(bytes);
    }

    fn int(&mut self, offset: usize, value: i32) {
        self.bytes(offset, &value.to_ne_bytes());
    }

    /// An `MQCHARV` that points to `text`, which must live as long as the structure is used.
    fn string(&mut self, offset: usize, text: &str) {
        self.bytes(
            offset + mqcharv::VS_PTR_OFFSET,
            &text.as_ptr().expose_provenance().to_ne_bytes(),
        );
        let length = i32::try_from(text.len()).unwrap_or(i32::MAX);
        self.int(offset + mqcharv::VS_LENGTH_OFFSET, length);
        self.int(offset + mqcharv::VSCCSID_OFFSET, MQCCSI_APPL);
    }

    fn at<T>(&mut self) -> *mut T {
        self.0.as_mut_ptr().cast()
    }

    fn get<const N: usize>(&self, offset: usize) -> [u8; N] {
        let mut out = [0; N];
        out.copy_from_slice(&self.0[offset..offset + N]);
        out
    }

    fn get_int(&self, offset: usize) -> i32 {
        i32::from_ne_bytes(self.get(offset))
    }

    fn get_name(&self, offset: usize) -> ObjectName {
        ObjectName::from_field(&self.get(offset))
    }
}

type Md = Laid<{ mqmd::SIZE }>;
type Od = Laid<{ mqod::SIZE }>;
type Pmo = Laid<{ mqpmo::SIZE }>;
type Gmo = Laid<{ mqgmo::SIZE }>;

fn lay_md(descriptor: &MsgDescriptor) -> Md {
    let mut md = Laid([0; mqmd::SIZE]);
    descriptor.encode_into(&mut md.0, ByteOrder::NATIVE);
    md
}

fn read_md(md: &Md) -> MsgDescriptor {
    let whole = md.get_int(mqmd::VERSION_OFFSET) > 1;
    let length = if whole { mqmd::SIZE } else { mqmd::LENGTH_1 };
    MsgDescriptor::decode(&md.0[..length], ByteOrder::NATIVE).unwrap_or_default()
}

fn lay_od(descriptor: &ObjectDescriptor) -> Od {
    let mut od = Laid::new(b"OD  ", descriptor.version);
    od.int(mqod::OBJECT_TYPE_OFFSET, descriptor.object_type);
    od.bytes(mqod::OBJECT_NAME_OFFSET, descriptor.object_name.bytes());
    od.bytes(
        mqod::OBJECT_Q_MGR_NAME_OFFSET,
        descriptor.object_q_mgr_name.bytes(),
    );
    od.bytes(
        mqod::DYNAMIC_Q_NAME_OFFSET,
        descriptor.dynamic_q_name.bytes(),
    );
    od.bytes(
        mqod::ALTERNATE_USER_ID_OFFSET,
        descriptor.alternate_user_id.bytes(),
    );
    od.string(mqod::OBJECT_STRING_OFFSET, &descriptor.object_string);
    od.string(mqod::SELECTION_STRING_OFFSET, &descriptor.selection_string);
    od
}

fn read_od(od: &Od, asked: ObjectDescriptor) -> ObjectDescriptor {
    ObjectDescriptor {
        object_name: od.get_name(mqod::OBJECT_NAME_OFFSET),
        object_q_mgr_name: od.get_name(mqod::OBJECT_Q_MGR_NAME_OFFSET),
        resolved_q_name: od.get_name(mqod::RESOLVED_Q_NAME_OFFSET),
        resolved_q_mgr_name: od.get_name(mqod::RESOLVED_Q_MGR_NAME_OFFSET),
        resolved_type: od.get_int(mqod::RESOLVED_TYPE_OFFSET),
        ..asked
    }
}

fn lay_pmo(options: &PutOptions) -> Pmo {
    let mut pmo = Laid::new(b"PMO ", 3);
    pmo.int(mqpmo::OPTIONS_OFFSET, options.options);
    pmo.int(mqpmo::CONTEXT_OFFSET, options.context.0);
    pmo.int(mqpmo::ACTION_OFFSET, options.action);
    pmo.int(mqpmo::PUB_LEVEL_OFFSET, options.pub_level);
    pmo
}

fn read_put(codes: &Codes, md: &Md, pmo: &Pmo) -> Reply {
    match codes.outcome() {
        Ok(reason) => Reply::Put(Box::new(PutReply {
            reason,
            descriptor: read_md(md),
            resolved_q_name: pmo.get_name(mqpmo::RESOLVED_Q_NAME_OFFSET),
            resolved_q_mgr_name: pmo.get_name(mqpmo::RESOLVED_Q_MGR_NAME_OFFSET),
        })),
        Err(reason) => Reply::Failed(reason),
    }
}

fn lay_gmo(options: &GetOptions) -> Gmo {
    let mut gmo = Laid::new(b"GMO ", options.version);
    gmo.int(mqgmo::OPTIONS_OFFSET, options.options);
    gmo.int(mqgmo::WAIT_INTERVAL_OFFSET, options.wait_interval_ms);
    gmo.int(mqgmo::MATCH_OPTIONS_OFFSET, options.match_options);
    gmo.bytes(mqgmo::MSG_TOKEN_OFFSET, &options.msg_token);
    gmo
}

fn read_gmo(gmo: &Gmo, asked: GetOptions) -> GetOptions {
    GetOptions {
        resolved_q_name: gmo.get_name(mqgmo::RESOLVED_Q_NAME_OFFSET),
        group_status: gmo.0[mqgmo::GROUP_STATUS_OFFSET],
        segment_status: gmo.0[mqgmo::SEGMENT_STATUS_OFFSET],
        segmentation: gmo.0[mqgmo::SEGMENTATION_OFFSET],
        msg_token: gmo.get(mqgmo::MSG_TOKEN_OFFSET),
        returned_length: gmo.get_int(mqgmo::RETURNED_LENGTH_OFFSET),
        ..asked
    }
}

/// A value no attribute has.
const UNTOUCHED: i32 = i32::MIN;

fn len(bytes: &[u8]) -> i32 {
    i32::try_from(bytes.len()).unwrap_or(i32::MAX)
}

impl Loopback {
    fn open(&mut self, descriptor: ObjectDescriptor, options: i32) -> Reply {
        let (mut codes, mut handle, mut od) = (Codes::new(), -99, lay_od(&descriptor));
        let mut records = Records::of(&descriptor.records, 0, &PutOptions::default());
        records.lay_object(&mut od);
        let full = subscribing::Text::lay(&mut od, mqod::RES_OBJECT_STRING_OFFSET, "");
        // SAFETY: every pointer is to memory of this function, as long as the verb is told.
        unsafe {
            MQOPEN(
                self.hconn(),
                od.at(),
                options,
                &raw mut handle,
                &raw mut codes.comp_code,
                &raw mut codes.reason,
            );
        }
        if !descriptor.records.is_empty() {
            self.lists.insert(handle, descriptor.records.len());
            return records.opened(&codes, handle, &od);
        }
        match codes.outcome() {
            Ok(_) => Reply::Opened {
                handle: ObjectHandle(handle),
                descriptor: Box::new(ObjectDescriptor {
                    res_object_string: full.read(&od),
                    ..read_od(&od, descriptor)
                }),
            },
            Err(reason) => Reply::Failed(reason),
        }
    }

    fn close(&mut self, handle: ObjectHandle, options: i32) -> Reply {
        self.lists.remove(&handle.0);
        let (mut codes, mut handle) = (Codes::new(), handle.0);
        // SAFETY: as in `open`.
        unsafe {
            MQCLOSE(
                self.hconn(),
                &raw mut handle,
                options,
                &raw mut codes.comp_code,
                &raw mut codes.reason,
            );
        }
        codes.done()
    }

    fn put(
        &self,
        handle: ObjectHandle,
        descriptor: &MsgDescriptor,
        options: &PutOptions,
        body: &[u8],
    ) -> Reply {
        let (mut codes, mut md, mut pmo) = (Codes::new(), lay_md(descriptor), lay_pmo(options));
        let list = self.lists.get(&handle.0).copied();
        let mut records = Records::of(&[], list.unwrap_or(0), options);
        records.lay_put(&mut pmo, false);
        // SAFETY: as in `open`.
        unsafe {
            MQPUT(
                self.hconn(),
                handle.0,
                md.at(),
                pmo.at(),
                len(body),
                body.as_ptr().cast(),
                &raw mut codes.comp_code,
                &raw mut codes.reason,
            );
        }
        match list {
            Some(_) if options.options & MQPMO_ASYNC_RESPONSE == 0 => {
                records.put(&codes, &md, &pmo)
            }
            _ => read_put(&codes, &md, &pmo),
        }
    }

    fn put1(
        &self,
        object: &ObjectDescriptor,
        descriptor: &MsgDescriptor,
        options: &PutOptions,
        body: &[u8],
    ) -> Reply {
        let (mut codes, mut md, mut pmo) = (Codes::new(), lay_md(descriptor), lay_pmo(options));
        let mut od = lay_od(object);
        let mut records = Records::of(&object.records, 0, options);
        records.lay_object(&mut od);
        records.lay_put(&mut pmo, true);
        // SAFETY: as in `open`.
        unsafe {
            MQPUT1(
                self.hconn(),
                od.at(),
                md.at(),
                pmo.at(),
                len(body),
                body.as_ptr().cast(),
                &raw mut codes.comp_code,
                &raw mut codes.reason,
            );
        }
        if object.records.is_empty() || options.options & MQPMO_ASYNC_RESPONSE != 0 {
            return read_put(&codes, &md, &pmo);
        }
        records.put(&codes, &md, &pmo)
    }

    fn get(
        &self,
        handle: ObjectHandle,
        descriptor: &MsgDescriptor,
        options: GetOptions,
        buffer_len: u32,
    ) -> Reply {
        let (mut codes, mut md, mut gmo) = (Codes::new(), lay_md(descriptor), lay_gmo(&options));
        let (mut buffer, mut data_length) = (vec![0_u8; buffer_len as usize], -99);
        // SAFETY: as in `open`.
        unsafe {
            MQGET(
                self.hconn(),
                handle.0,
                md.at(),
                gmo.at(),
                len(&buffer),
                buffer.as_mut_ptr().cast(),
                &raw mut data_length,
                &raw mut codes.comp_code,
                &raw mut codes.reason,
            );
        }
        let reason = match codes.outcome() {
            Ok(reason) => reason,
            Err(reason) => return Reply::Failed(reason),
        };
        let options = read_gmo(&gmo, options);
        // Below version 3 nothing says how much was returned but the length of all.
        let returned = if options.version >= 3 {
            options.returned_length
        } else {
            data_length
        };
        buffer.truncate(usize::try_from(returned).unwrap_or(0));
        Reply::Got(Box::new(GetReply {
            reason,
            descriptor: read_md(&md),
            options,
            body: buffer.into(),
            data_length: u32::try_from(data_length).unwrap_or(0),
        }))
    }

    fn inquire(
        &self,
        handle: ObjectHandle,
        selectors: &[i32],
        int_count: u32,
        char_len: u32,
    ) -> Reply {
        let mut codes = Codes::new();
        // The C form does not say how much it returned: what is left as it was shows.
        let mut ints = vec![UNTOUCHED; int_count as usize];
        let mut chars = vec![0; char_len as usize];
        // SAFETY: as in `open`.
        unsafe {
            MQINQ(
                self.hconn(),
                handle.0,
                i32::try_from(selectors.len()).unwrap_or(i32::MAX),
                selectors.as_ptr(),
                int_count.cast_signed(),
                ints.as_mut_ptr(),
                char_len.cast_signed(),
                chars.as_mut_ptr(),
                &raw mut codes.comp_code,
                &raw mut codes.reason,
            );
        }
        match codes.outcome() {
            Ok(reason) => {
                let ints_returned = ints.iter().rposition(|value| *value != UNTOUCHED);
                ints.truncate(ints_returned.map_or(0, |last| last + 1));
                let chars_returned = chars.iter().rposition(|byte| *byte != 0);
                chars.truncate(chars_returned.map_or(0, |last| last + 1));
                Reply::Inquired {
                    ints,
                    chars: chars.into(),
                    reason,
                }
            }
            Err(reason) => Reply::Failed(reason),
        }
    }

    fn set(&self, handle: ObjectHandle, selectors: &[i32], ints: &[i32], chars: &[u8]) -> Reply {
        let mut codes = Codes::new();
        // SAFETY: as in `open`.
        unsafe {
            MQSET(
                self.hconn(),
                handle.0,
                i32::try_from(selectors.len()).unwrap_or(i32::MAX),
                selectors.as_ptr(),
                i32::try_from(ints.len()).unwrap_or(i32::MAX),
                ints.as_ptr(),
                len(chars),
                chars.as_ptr(),
                &raw mut codes.comp_code,
                &raw mut codes.reason,
            );
        }
        codes.done()
    }

    fn stat(&self, kind: i32) -> Reply {
        let mut codes = Codes::new();
        let mut sts = Laid::<{ mqsts::SIZE }>::new(b"STAT", 2);
        // SAFETY: as in `open`.
        unsafe {
            MQSTAT(
                self.hconn(),
                kind,
                sts.at(),
                &raw mut codes.comp_code,
                &raw mut codes.reason,
            );
        }
        match codes.outcome() {
            Ok(_) => Reply::Status(Box::new(StatusReport {
                comp_code: sts.get_int(mqsts::COMP_CODE_OFFSET),
                reason: sts.get_int(mqsts::REASON_OFFSET),
                put_success_count: sts.get_int(mqsts::PUT_SUCCESS_COUNT_OFFSET),
                put_warning_count: sts.get_int(mqsts::PUT_WARNING_COUNT_OFFSET),
                put_failure_count: sts.get_int(mqsts::PUT_FAILURE_COUNT_OFFSET),
                object_type: sts.get_int(mqsts::OBJECT_TYPE_OFFSET),
                object_name: sts.get_name(mqsts::OBJECT_NAME_OFFSET),
                object_q_mgr_name: sts.get_name(mqsts::OBJECT_Q_MGR_NAME_OFFSET),
                resolved_object_name: sts.get_name(mqsts::RESOLVED_OBJECT_NAME_OFFSET),
                resolved_q_mgr_name: sts.get_name(mqsts::RESOLVED_Q_MGR_NAME_OFFSET),
                open_options: sts.get_int(mqsts::OPEN_OPTIONS_OFFSET),
            })),
            Err(reason) => Reply::Failed(reason),
        }
    }

    fn work(&self, request: &Request) -> Reply {
        let mut codes = Codes::new();
        let mut hconn = self.hconn();
        let (comp_code, reason) = (&raw mut codes.comp_code, &raw mut codes.reason);
        // SAFETY: as in `open`.
        unsafe {
            match request {
                Request::Commit => MQCMIT(self.hconn(), comp_code, reason),
                Request::BackOut => MQBACK(self.hconn(), comp_code, reason),
                Request::Begin { options } => {
                    let mut bo = Laid::<{ mqbo::SIZE }>::new(b"BO  ", 1);
                    bo.int(mqbo::OPTIONS_OFFSET, *options);
                    MQBEGIN(self.hconn(), bo.at(), comp_code, reason);
                }
                _ => MQDISC(&raw mut hconn, comp_code, reason),
            }
        }
        codes.done()
    }
}

impl Connected for Loopback {
    fn call(&mut self, request: Request) -> Reply {
        match request {
            Request::Open {
                descriptor,
                options,
            } => self.open(descriptor, options),
            Request::Close { handle, options } => self.close(handle, options),
            Request::Put {
                handle,
                descriptor,
                options,
                body,
            } => self.put(handle, &descriptor, &options, &body),
            Request::Put1 {
                object,
                descriptor,
                options,
                body,
            } => self.put1(&object, &descriptor, &options, &body),
            Request::Get {
                handle,
                descriptor,
                options,
                buffer_len,
            } => self.get(handle, &descriptor, options, buffer_len),
            Request::Inquire {
                handle,
                selectors,
                int_count,
                char_len,
            } => self.inquire(handle, &selectors, int_count, char_len),
            Request::Set {
                handle,
                selectors,
                ints,
                chars,
            } => self.set(handle, &selectors, &ints, &chars),
            Request::Stat { kind } => self.stat(kind),
            // Whether others share it is nothing a C program can say.
            Request::Subscribe { descriptor, queue }
                if descriptor.sharing == ferromq_mqi::options::Sharing::No =>
            {
                self.subscribe(&descriptor, queue)
            }
            Request::SubscriptionRequest {
                handle,
                action,
                options,
            } => self.request_publications(handle, action, options),
            Request::Commit | Request::BackOut | Request::Begin { .. } | Request::Disconnect => {
                self.work(&request)
            }
            // No functions of the MQI.
            other => match self.connection.call(other) {
                Ok(reply) => reply,
                Err(reason) => Reply::Failed(reason),
            },
        }
    }
}
