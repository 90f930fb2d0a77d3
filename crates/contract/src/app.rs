//! An application as contracts play it: the verbs, with what contracts always do around them.

use crate::subject::Wire;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::blank_filled;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::session::{MqError, Session};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

/// Input shared and output.
pub(crate) const BOTH: i32 = MQOO_INPUT_SHARED | MQOO_OUTPUT;
/// Input shared, output and browse.
pub(crate) const ALL: i32 = BOTH | MQOO_BROWSE;

/// A version 2 descriptor with otherwise default fields.
pub(crate) fn v2() -> MsgDescriptor {
    MsgDescriptor {
        version: MQMD_VERSION_2,
        ..MsgDescriptor::default()
    }
}

/// A descriptor of a persistent message.
pub(crate) fn persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

/// A descriptor with a priority.
pub(crate) fn priority(priority: i32) -> MsgDescriptor {
    MsgDescriptor {
        priority,
        ..MsgDescriptor::default()
    }
}

/// An identifier that is easy to tell from others.
pub(crate) fn id(byte: u8) -> [u8; 24] {
    [byte; 24]
}

/// A 48-byte name field.
pub(crate) fn name_field(name: &str) -> [u8; 48] {
    blank_filled(name)
}

/// The body of a message as text.
#[track_caller]
pub(crate) fn text(reply: &GetReply) -> &str {
    std::str::from_utf8(&reply.body).expect("contracts put text")
}

/// What a put gave back.
#[derive(Debug)]
pub(crate) struct Put {
    pub(crate) reason: Reason,
    pub(crate) descriptor: MsgDescriptor,
    pub(crate) options: PutOptions,
}

/// A get, in the making.
#[derive(Clone, Debug)]
pub(crate) struct Get {
    pub(crate) descriptor: MsgDescriptor,
    pub(crate) options: GetOptions,
    pub(crate) buffer_len: u32,
}

impl Get {
    /// With these `MQGMO_*` options, a version 2 descriptor and nothing to match.
    pub(crate) fn with(options: i32) -> Self {
        let options = GetOptions {
            options,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        Self {
            descriptor: v2(),
            options,
            buffer_len: 1 << 20,
        }
    }

    pub(crate) fn msg_id(mut self, id: [u8; 24]) -> Self {
        self.descriptor.msg_id = id;
        self.matching(MQMO_MATCH_MSG_ID)
    }

    pub(crate) fn correl_id(mut self, id: [u8; 24]) -> Self {
        self.descriptor.correl_id = id;
        self.matching(MQMO_MATCH_CORREL_ID)
    }

    pub(crate) fn group_id(mut self, id: [u8; 24]) -> Self {
        self.descriptor.group_id = id;
        self.matching(MQMO_MATCH_GROUP_ID)
    }

    pub(crate) fn number(mut self, msg_seq_number: i32) -> Self {
        self.descriptor.msg_seq_number = msg_seq_number;
        self.matching(MQMO_MATCH_MSG_SEQ_NUMBER)
    }

    pub(crate) fn offset(mut self, offset: i32) -> Self {
        self.descriptor.offset = offset;
        self.matching(MQMO_MATCH_OFFSET)
    }

    pub(crate) fn token(mut self, token: [u8; 16]) -> Self {
        self.options.msg_token = token;
        self.matching(MQMO_MATCH_MSG_TOKEN)
    }

    pub(crate) fn matching(mut self, match_options: i32) -> Self {
        self.options.match_options |= match_options;
        self
    }

    pub(crate) fn wait_ms(mut self, wait_ms: i32) -> Self {
        self.options.options |= MQGMO_WAIT;
        self.options.wait_interval_ms = wait_ms;
        self
    }

    pub(crate) fn buffer(mut self, buffer_len: u32) -> Self {
        self.buffer_len = buffer_len;
        self
    }

    pub(crate) fn version_1(mut self) -> Self {
        self.descriptor.version = MQMD_VERSION_1;
        self
    }
}

/// A connected application. Dropping it is its death.
pub(crate) struct App(pub(crate) Session<Wire>);

fn reason<T>(result: Result<T, MqError>) -> Result<T, Reason> {
    result.map_err(|error| error.reason)
}

impl App {
    #[track_caller]
    pub(crate) fn open(&mut self, name: &str, options: i32) -> ObjectHandle {
        self.0.open(name, options).expect("opened")
    }

    /// The reason an open is refused for.
    #[track_caller]
    pub(crate) fn open_fails(&mut self, name: &str, options: i32) -> Reason {
        self.0
            .open(name, options)
            .expect_err("the open must fail")
            .reason
    }

    pub(crate) fn open_object(
        &mut self,
        object: &mut ObjectDescriptor,
        options: i32,
    ) -> Result<ObjectHandle, Reason> {
        reason(self.0.open_object(object, options))
    }

    /// Opens a queue of another queue manager.
    pub(crate) fn open_at(
        &mut self,
        name: &str,
        q_mgr: &str,
        options: i32,
    ) -> Result<(ObjectHandle, ObjectDescriptor), Reason> {
        let mut object = ObjectDescriptor::queue(name);
        object.object_q_mgr_name = ObjectName::truncated(q_mgr);
        let handle = self.open_object(&mut object, options)?;
        Ok((handle, object))
    }

    #[track_caller]
    pub(crate) fn close(&mut self, handle: ObjectHandle) {
        assert_eq!(self.close_with(handle, MQCO_NONE), Ok(Reason::NONE));
    }

    pub(crate) fn close_with(
        &mut self,
        handle: ObjectHandle,
        options: i32,
    ) -> Result<Reason, Reason> {
        reason(self.0.close(handle, options))
    }

    /// A put with a default descriptor and no options that must succeed.
    #[track_caller]
    pub(crate) fn put(&mut self, handle: ObjectHandle, body: &str) -> MsgDescriptor {
        self.put_as(handle, &MsgDescriptor::default(), body)
    }

    /// A put without options that must succeed.
    #[track_caller]
    pub(crate) fn put_as(
        &mut self,
        handle: ObjectHandle,
        descriptor: &MsgDescriptor,
        body: &str,
    ) -> MsgDescriptor {
        let put = self
            .put_with(handle, descriptor, MQPMO_NO_SYNCPOINT, body)
            .expect("put");
        assert_eq!(put.reason, Reason::NONE);
        put.descriptor
    }

    /// A put under syncpoint that must succeed.
    #[track_caller]
    pub(crate) fn put_in_work(
        &mut self,
        handle: ObjectHandle,
        descriptor: &MsgDescriptor,
        body: &str,
    ) {
        let put = self
            .put_with(handle, descriptor, MQPMO_SYNCPOINT, body)
            .expect("put");
        assert_eq!(put.reason, Reason::NONE);
    }

    pub(crate) fn put_with(
        &mut self,
        handle: ObjectHandle,
        descriptor: &MsgDescriptor,
        options: i32,
        body: &str,
    ) -> Result<Put, Reason> {
        let options = PutOptions {
            options,
            ..PutOptions::default()
        };
        self.put_whole(handle, descriptor, options, body.as_bytes())
    }

    pub(crate) fn put_whole(
        &mut self,
        handle: ObjectHandle,
        descriptor: &MsgDescriptor,
        mut options: PutOptions,
        body: &[u8],
    ) -> Result<Put, Reason> {
        let mut descriptor = descriptor.clone();
        let body = bytes::Bytes::copy_from_slice(body);
        let put = reason(self.0.put(handle, &mut descriptor, &mut options, body))?;
        Ok(Put {
            reason: put,
            descriptor,
            options,
        })
    }

    pub(crate) fn put1(
        &mut self,
        object: &ObjectDescriptor,
        descriptor: &MsgDescriptor,
        options: i32,
        body: &str,
    ) -> Result<Put, Reason> {
        let mut descriptor = descriptor.clone();
        let mut options = PutOptions {
            options,
            ..PutOptions::default()
        };
        let put = self
            .0
            .put1(object, &mut descriptor, &mut options, body.to_owned());
        Ok(Put {
            reason: reason(put)?,
            descriptor,
            options,
        })
    }

    pub(crate) fn take(&mut self, handle: ObjectHandle, get: &Get) -> Result<GetReply, Reason> {
        reason(
            self.0
                .get(handle, &get.descriptor, &get.options, get.buffer_len),
        )
    }

    /// A get that must return a message with this body and no warning.
    #[track_caller]
    pub(crate) fn expect(&mut self, handle: ObjectHandle, get: &Get, body: &str) -> GetReply {
        let reply = self.take(handle, get).expect("a message");
        assert_eq!((text(&reply), reply.reason), (body, Reason::NONE));
        reply
    }

    /// The reason a get fails for.
    #[track_caller]
    pub(crate) fn take_fails(&mut self, handle: ObjectHandle, get: &Get) -> Reason {
        match self.take(handle, get) {
            Ok(reply) => panic!("the get must fail, and returned {:?}", reply.body),
            Err(reason) => reason,
        }
    }

    /// Gets everything, each message with these options, until there is no more.
    #[track_caller]
    pub(crate) fn drain_with(&mut self, handle: ObjectHandle, get: &Get) -> Vec<String> {
        let mut bodies = Vec::new();
        loop {
            match self.take(handle, get) {
                Ok(reply) => bodies.push(text(&reply).to_owned()),
                Err(reason) => {
                    assert_eq!(reason, Reason::NO_MSG_AVAILABLE);
                    return bodies;
                }
            }
        }
    }

    /// Gets everything.
    #[track_caller]
    pub(crate) fn drain(&mut self, handle: ObjectHandle) -> Vec<String> {
        self.drain_with(handle, &Get::with(MQGMO_NO_SYNCPOINT))
    }

    pub(crate) fn inquire(
        &mut self,
        handle: ObjectHandle,
        selectors: &[i32],
        int_count: u32,
        char_len: u32,
    ) -> Result<(Vec<i32>, String, Reason), Reason> {
        let (ints, chars, warning) =
            reason(self.0.inquire(handle, selectors, int_count, char_len))?;
        Ok((ints, String::from_utf8_lossy(&chars).into_owned(), warning))
    }

    /// One integer attribute.
    #[track_caller]
    pub(crate) fn int(&mut self, handle: ObjectHandle, selector: i32) -> i32 {
        let (ints, _, warning) = self.inquire(handle, &[selector], 1, 0).expect("inquired");
        assert_eq!(warning, Reason::NONE);
        ints[0]
    }

    /// Depth of a queue.
    #[track_caller]
    pub(crate) fn depth(&mut self, queue: &str) -> i32 {
        let handle = self.open(queue, MQOO_INQUIRE);
        let depth = self.int(handle, MQIA_CURRENT_Q_DEPTH);
        self.close(handle);
        depth
    }

    pub(crate) fn set(
        &mut self,
        handle: ObjectHandle,
        selectors: &[i32],
        ints: &[i32],
        chars: &str,
    ) -> Result<Reason, Reason> {
        reason(self.0.set(handle, selectors, ints, chars.as_bytes()))
    }

    #[track_caller]
    pub(crate) fn commit(&mut self) {
        assert_eq!(reason(self.0.commit()), Ok(Reason::NONE));
    }

    #[track_caller]
    pub(crate) fn back_out(&mut self) {
        assert_eq!(reason(self.0.back_out()), Ok(Reason::NONE));
    }
}
