//! The MQI calls and their answers.
//!
//! Bodies of calls and answers have the same layout: an answer is the call with its output fields filled
//! in. Message data comes last and is borrowed from the payload.

use ferromq_mqi::MsgDescriptor;

use crate::field::{Reader, Wire, Writer};
use crate::level;
use crate::malformed::{Malformed, Why};
use crate::structure::{
    ConnectExtension, GetMessage, Object, OpenAttributes, PutMessage, StatusStructure,
    Subscription, SubscriptionRequest,
};
use crate::text::Text;

/// Most selectors and attribute values in one inquire or set.
pub const SELECTORS_MAX: usize = 1024;

/// The first sixteen bytes of the payload of a call or answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallHead {
    /// Bytes of the call, header of its first segment included. Of a request: or those of the longest
    /// answer it is ready for, if they are more. An [`crate::outbound::Outbound`] raises it to what it
    /// writes, so 0 will do.
    pub call_bytes: u32,
    /// `MQCC_*`; 0 in requests.
    pub comp_code: i32,
    /// Reason code; 0 in requests.
    pub reason: i32,
    /// The object handle that goes in or comes out.
    pub handle: i32,
}

impl CallHead {
    /// The header of a request on a handle.
    #[must_use]
    pub const fn request(handle: i32) -> Self {
        Self {
            call_bytes: 0,
            comp_code: 0,
            reason: 0,
            handle,
        }
    }
}

impl Wire<'_> for CallHead {
    const BYTES: usize = 16;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            // Big-endian whatever the byte order of the segment.
            call_bytes: u32::from_be_bytes(from.array()?),
            comp_code: i32::read(from)?,
            reason: i32::read(from)?,
            handle: i32::read(from)?,
        })
    }

    fn write(&self, to: &mut Writer<'_>) {
        to.bytes(&self.call_bytes.to_be_bytes());
        self.comp_code.write(to);
        self.reason.write(to);
        self.handle.write(to);
    }
}

/// `MQCONN`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Connect {
    /// Queue manager wanted, or the one connected to.
    pub q_mgr_name: Text<48>,
    /// Application.
    pub appl_name: Text<28>,
    /// `MQAT_*`.
    pub appl_type: i32,
    /// Accounting token.
    pub accounting_token: [u8; 32],
    /// Flags and options: from level 4 on.
    pub options: Option<ConnectWords>,
    /// From level 8 on.
    pub extension: Option<ConnectExtension>,
}

/// Two words of [`Connect`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectWords {
    /// 7 on the first conversation of a client, 15 on others.
    pub flags: u32,
    /// `MQCNO_*`.
    pub options: i32,
}

impl Connect {
    /// Leaves out what the level has not, and adds in its shortest form what it has.
    pub fn fit_level(&mut self, fap: u8) {
        if !level::has_connect_options(fap) {
            self.options = None;
        } else if self.options.is_none() {
            self.options = Some(ConnectWords::default());
        }
        self.extension = level::connect_extension_version(fap).map(|version| ConnectExtension {
            version,
            ..self.extension.take().unwrap_or_default()
        });
    }
}

impl Wire<'_> for Connect {
    const BYTES: usize = 112;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("Connect");
        let mut it = Self {
            q_mgr_name: Text::read(from)?,
            appl_name: Text::read(from)?,
            appl_type: i32::read(from)?,
            accounting_token: from.array()?,
            options: None,
            extension: None,
        };
        // How much of it there is tells more than the level: answers have been cut at both places.
        if from.left_bytes() >= 8 {
            it.options = Some(ConnectWords {
                flags: u32::read(from)?,
                options: i32::read(from)?,
            });
        }
        if from.is_next(ConnectExtension::ID) {
            it.extension = Some(ConnectExtension::read(from)?);
        }
        from.leave(outer);
        Ok(it)
    }

    fn write(&self, to: &mut Writer<'_>) {
        self.q_mgr_name.write(to);
        self.appl_name.write(to);
        self.appl_type.write(to);
        to.bytes(&self.accounting_token);
        let Some(words) = self.options else { return };
        words.flags.write(to);
        words.options.write(to);
        if let Some(extension) = &self.extension {
            extension.write(to);
        }
    }
}

/// `MQOPEN`. An answer needs its body also when the open failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open<'a> {
    /// What to open.
    pub object: Object<'a>,
    /// `MQOO_*`.
    pub options: i32,
    /// From level 9 on.
    pub attributes: Option<OpenAttributes>,
}

impl<'a> Wire<'a> for Open<'a> {
    const BYTES: usize = 172;

    fn read(from: &mut Reader<'a>) -> Result<Self, Malformed> {
        let object = Object::read(from)?;
        let options = i32::read(from)?;
        let wanted = level::has_open_attributes(from.form().fap);
        let attributes = if wanted && from.is_next(OpenAttributes::ID) {
            Some(OpenAttributes::read(from)?)
        } else {
            None
        };
        Ok(Self {
            object,
            options,
            attributes,
        })
    }

    fn write(&self, to: &mut Writer<'_>) {
        self.object.write(to);
        self.options.write(to);
        if let Some(attributes) = &self.attributes {
            attributes.write(to);
        }
    }
}

/// `MQPUT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put<'a> {
    /// The message descriptor.
    pub descriptor: MsgDescriptor,
    /// How.
    pub options: PutMessage,
    /// The message; empty in answers.
    pub data: &'a [u8],
}

impl<'a> Put<'a> {
    /// Descriptor and options.
    pub(crate) fn read_before_data(from: &mut Reader<'a>) -> Result<Self, Malformed> {
        let descriptor = MsgDescriptor::read(from)?;
        let options = PutMessage::read(from)?;
        let data = &[];
        Ok(Self {
            descriptor,
            options,
            data,
        })
    }

    pub(crate) fn read(from: &mut Reader<'a>) -> Result<Self, Malformed> {
        let put = Self::read_before_data(from)?;
        // Answers may leave out the length of the data they have not.
        let data = if from.left_bytes() == 0 {
            &[]
        } else {
            let length = from.length()?;
            from.take(length)?
        };
        Ok(Self { data, ..put })
    }

    pub(crate) fn write_before_data(&self, to: &mut Writer<'_>) {
        self.descriptor.write(to);
        self.options.write(to);
        (self.data.len() as u32).write(to);
    }
}

/// `MQPUT1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put1<'a> {
    /// Where to.
    pub object: Object<'a>,
    /// The rest is as in a put.
    pub put: Put<'a>,
}

/// `MQGET`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Get {
    /// What to match.
    pub descriptor: MsgDescriptor,
    /// How.
    pub options: GetMessage,
    /// Bytes of the application's buffer.
    pub buffer_bytes: u32,
}

impl Wire<'_> for Get {
    const BYTES: usize = 440;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            descriptor: MsgDescriptor::read(from)?,
            options: GetMessage::read(from)?,
            buffer_bytes: u32::read(from)?,
        })
    }

    fn write(&self, to: &mut Writer<'_>) {
        self.descriptor.write(to);
        self.options.write(to);
        self.buffer_bytes.write(to);
    }
}

/// Answer to `MQGET`, also when there is no message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GetReply<'a> {
    /// The message descriptor.
    pub descriptor: MsgDescriptor,
    /// The options with their returned fields.
    pub options: GetMessage,
    /// Bytes of the whole message.
    pub message_bytes: u32,
    /// The message, as much as the buffer takes. A client cuts it to its buffer: a server that fills its
    /// segments could have added up to three bytes to a truncated message.
    pub data: &'a [u8],
}

impl<'a> GetReply<'a> {
    pub(crate) fn read(from: &mut Reader<'a>) -> Result<Self, Malformed> {
        let descriptor = MsgDescriptor::read(from)?;
        let options = GetMessage::read(from)?;
        let message_bytes = u32::read(from)?;
        let rest = from.rest();
        // Behind the message there is only what fills the segment.
        let data = rest.get(..message_bytes as usize).unwrap_or(rest);
        Ok(Self {
            descriptor,
            options,
            message_bytes,
            data,
        })
    }

    pub(crate) fn write_before_data(&self, to: &mut Writer<'_>) {
        self.descriptor.write(to);
        self.options.write(to);
        self.message_bytes.write(to);
    }
}

/// `MQINQ`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inquire {
    /// `MQIA_*` and `MQCA_*`.
    pub selectors: Vec<i32>,
    /// Integers there is room for.
    pub int_count: u32,
    /// Bytes of character attributes there is room for. Clients ask for more than they need.
    pub char_bytes: u32,
}

impl Wire<'_> for Inquire {
    const BYTES: usize = 12;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("Inquire");
        let selector_count = count(from)?;
        let int_count = u32::read(from)?;
        let char_bytes = u32::read(from)?;
        let selectors = from.ints(selector_count)?;
        from.leave(outer);
        Ok(Self {
            selectors,
            int_count,
            char_bytes,
        })
    }

    fn write(&self, to: &mut Writer<'_>) {
        (self.selectors.len() as u32).write(to);
        self.int_count.write(to);
        self.char_bytes.write(to);
        for selector in &self.selectors {
            selector.write(to);
        }
    }
}

/// `MQSET`, and the answer to `MQINQ`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes<'a> {
    /// `MQIA_*` and `MQCA_*`.
    pub selectors: Vec<i32>,
    /// Values of the integer selectors, in order.
    pub ints: Vec<i32>,
    /// Values of the character selectors, one after the other, each at full width. In the code page of
    /// the segment.
    pub chars: &'a [u8],
}

impl<'a> Wire<'a> for Attributes<'a> {
    const BYTES: usize = 12;

    fn read(from: &mut Reader<'a>) -> Result<Self, Malformed> {
        let outer = from.enter("Attributes");
        let selector_count = count(from)?;
        let int_count = count(from)?;
        let here = from.clone();
        let char_bytes = u32::read(from)?;
        let selectors = from.ints(selector_count)?;
        let ints = from.ints(int_count)?;
        let Ok(length) = usize::try_from(char_bytes) else {
            return Err(here.wrong(Why::Length(char_bytes.into())));
        };
        let chars = from.take(length)?;
        from.leave(outer);
        Ok(Self {
            selectors,
            ints,
            chars,
        })
    }

    fn write(&self, to: &mut Writer<'_>) {
        (self.selectors.len() as u32).write(to);
        (self.ints.len() as u32).write(to);
        (self.chars.len() as u32).write(to);
        for value in self.selectors.iter().chain(&self.ints) {
            value.write(to);
        }
        to.bytes(self.chars);
    }
}

fn count(from: &mut Reader<'_>) -> Result<usize, Malformed> {
    let here = from.clone();
    let value = u32::read(from)?;
    match usize::try_from(value) {
        Ok(count) if count <= SELECTORS_MAX => Ok(count),
        _ => Err(here.wrong(Why::Length(value.into()))),
    }
}

/// `MQSTAT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stat<'a> {
    /// `MQSTAT_TYPE_*`.
    pub kind: i32,
    /// The status; filled in the answer.
    pub status: StatusStructure<'a>,
}

impl<'a> Wire<'a> for Stat<'a> {
    const BYTES: usize = 228;

    fn read(from: &mut Reader<'a>) -> Result<Self, Malformed> {
        Ok(Self {
            kind: i32::read(from)?,
            status: StatusStructure::read(from)?,
        })
    }

    fn write(&self, to: &mut Writer<'_>) {
        self.kind.write(to);
        self.status.write(to);
    }
}

/// `MQSUB`. The handle of the queue is in the call header, both ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscribe<'a> {
    /// Handle of the subscription: -1 in requests.
    pub subscription_handle: i32,
    /// 0.
    pub options: i32,
    /// What to subscribe to.
    pub subscription: Subscription<'a>,
}

impl<'a> Wire<'a> for Subscribe<'a> {
    const BYTES: usize = 320;

    fn read(from: &mut Reader<'a>) -> Result<Self, Malformed> {
        Ok(Self {
            subscription_handle: i32::read(from)?,
            options: i32::read(from)?,
            subscription: Subscription::read(from)?,
        })
    }

    fn write(&self, to: &mut Writer<'_>) {
        self.subscription_handle.write(to);
        self.options.write(to);
        self.subscription.write(to);
    }
}

/// `MQSUBRQ`. The handle in the call header is the subscription's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscribeRequest {
    /// `MQSR_*`.
    pub action: i32,
    /// Its options.
    pub options: SubscriptionRequest,
}

impl Wire<'_> for SubscribeRequest {
    const BYTES: usize = 20;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            action: i32::read(from)?,
            options: SubscriptionRequest::read(from)?,
        })
    }

    fn write(&self, to: &mut Writer<'_>) {
        self.action.write(to);
        self.options.write(to);
    }
}
