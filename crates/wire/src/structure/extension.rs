//! Structures the protocol adds to those of the MQI.

use crate::field::{Reader, Wire, Writer, fixed};
use crate::malformed::{Malformed, Why};
use crate::text::Text;

/// The end of the connect call: `FCNO`. Its version decides its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectExtension {
    /// 1 to 4: see [`crate::level::connect_extension_version`].
    pub version: i32,
    /// Capability flags.
    pub capabilities: u32,
    /// Connection tag. Requests may hold left-over bytes here; in an answer the first 24 bytes are the
    /// connection id.
    pub connection_tag: [u8; 128],
    /// Returned connection tag (version 3).
    pub returned_tag: [u8; 128],
    /// Three words, 0, -1 and 0, thought to be how the application may be moved (version 4).
    pub balance: [i32; 3],
    /// Connection id of the connection that is made again, in requests of clients that reconnect; else zero or
    /// left-over bytes (version 2). Dissectors call it the product.
    pub lost_connection_id: [u8; Self::CONNECTION_ID_BYTES],
    /// Queue manager identifier (version 2).
    pub q_mgr_id: Text<48>,
}

impl Default for ConnectExtension {
    fn default() -> Self {
        Self {
            version: 1,
            capabilities: 0,
            connection_tag: [0; 128],
            returned_tag: [0; 128],
            balance: [0, -1, 0],
            lost_connection_id: [0; Self::CONNECTION_ID_BYTES],
            q_mgr_id: Text::ZERO,
        }
    }
}

impl ConnectExtension {
    /// The four bytes it begins with.
    pub const ID: [u8; 4] = *b"FCNO";

    /// Bytes of the connection id at the start of the tag of an answer.
    pub const CONNECTION_ID_BYTES: usize = 24;

    /// Whether a request makes a lost connection again. Clients that connect for the first time may leave what
    /// they sent before in this field; no other bytes begin like a connection id.
    #[must_use]
    pub fn makes_again(&self) -> bool {
        self.lost_connection_id.starts_with(b"AMQC")
    }

    /// The connection a request of our own client comes in place of, which it says in the returned tag; zero for none.
    #[must_use]
    pub fn lost_of_ours(&self) -> [u8; Self::CONNECTION_ID_BYTES] {
        let mut id = [0; Self::CONNECTION_ID_BYTES];
        id.copy_from_slice(&self.returned_tag[..Self::CONNECTION_ID_BYTES]);
        match id.starts_with(b"AMQC") {
            true => id,
            false => [0; Self::CONNECTION_ID_BYTES],
        }
    }

    /// Bytes of each version.
    #[must_use]
    pub const fn length(version: i32) -> Option<usize> {
        match version {
            1 => Some(140),
            2 => Some(212),
            3 => Some(340),
            4 => Some(352),
            _ => None,
        }
    }

    /// Puts a connection id where clients look for it. They send it back to cancel a waiting get.
    pub fn set_connection_id(&mut self, id: &[u8; Self::CONNECTION_ID_BYTES]) {
        self.connection_tag = [0; 128];
        let places = self.connection_tag.iter_mut().zip(id);
        places.for_each(|(place, byte)| *place = *byte);
    }

    /// The connection id of an answer.
    #[must_use]
    pub fn connection_id(&self) -> [u8; Self::CONNECTION_ID_BYTES] {
        let mut id = [0; Self::CONNECTION_ID_BYTES];
        id.copy_from_slice(&self.connection_tag[..Self::CONNECTION_ID_BYTES]);
        id
    }
}

impl Wire<'_> for ConnectExtension {
    const BYTES: usize = 352;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("ConnectExtension");
        from.id(Self::ID)?;
        let here = from.clone();
        let mut it = Self {
            version: i32::read(from)?,
            ..Self::default()
        };
        if Self::length(it.version).is_none() {
            return Err(here.wrong(Why::Version(it.version)));
        }
        it.capabilities = u32::read(from)?;
        it.connection_tag = from.array()?;
        if it.version >= 3 {
            it.returned_tag = from.array()?;
        }
        if it.version >= 4 {
            it.balance = [i32::read(from)?, i32::read(from)?, i32::read(from)?];
        }
        if it.version >= 2 {
            it.lost_connection_id = from.array()?;
            it.q_mgr_id = Text::read(from)?;
        }
        from.leave(outer);
        Ok(it)
    }

    fn write(&self, to: &mut Writer<'_>) {
        to.id(Self::ID);
        self.version.write(to);
        self.capabilities.write(to);
        to.bytes(&self.connection_tag);
        if self.version >= 3 {
            to.bytes(&self.returned_tag);
        }
        if self.version >= 4 {
            for word in self.balance {
                word.write(to);
            }
        }
        if self.version >= 2 {
            to.bytes(&self.lost_connection_id);
            self.q_mgr_id.write(to);
        }
    }
}

/// Attributes of an opened object at the end of the open call: `FOPA`, 28 bytes. In requests the last two
/// words may be left-over bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenAttributes {
    /// DefPersistence; -1 in requests.
    pub def_persistence: i32,
    /// DefPutResponse; -1 in requests. An answer must say 1 or 2: clients take -1 for asynchronous.
    pub def_put_response: i32,
    /// DefReadAhead.
    pub def_read_ahead: i32,
    /// PropertyControl.
    pub property_control: i32,
}

impl OpenAttributes {
    /// The four bytes it begins with.
    pub const ID: [u8; 4] = *b"FOPA";
}

impl Wire<'_> for OpenAttributes {
    const BYTES: usize = 28;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("OpenAttributes");
        from.id(Self::ID)?;
        let here = from.clone();
        let version = i32::read(from)?;
        let length = i32::read(from)?;
        if version < 1 || length < 28 {
            return Err(here.wrong(Why::Version(version)));
        }
        let it = Self {
            def_persistence: i32::read(from)?,
            def_put_response: i32::read(from)?,
            def_read_ahead: i32::read(from)?,
            property_control: i32::read(from)?,
        };
        from.leave(outer);
        Ok(it)
    }

    fn write(&self, to: &mut Writer<'_>) {
        to.id(Self::ID);
        1_i32.write(to);
        28_i32.write(to);
        self.def_persistence.write(to);
        self.def_put_response.write(to);
        self.def_read_ahead.write(to);
        self.property_control.write(to);
    }
}

/// Options of an open beside the MQI: `LPOO`, 32 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalOpen {
    /// `MQOO_*`.
    pub options: i32,
    /// What of the context of messages that are got is kept to be passed on: see [`keeps_context`]. 3 from consumers
    /// of JMS, else 0.
    pub local_options: i32,
    /// DefPersistence: -1 in requests, 0 or 1 in answers.
    pub def_persistence: i32,
    /// DefPutResponse: 1 synchronous, 2 asynchronous. Clients take -1 for asynchronous.
    pub def_put_response: i32,
    /// DefReadAhead: 0 or 1.
    pub def_read_ahead: i32,
    /// PropertyControl: 0 means compatibility.
    pub property_control: i32,
}

impl LocalOpen {
    /// The four bytes it begins with.
    pub const ID: [u8; 4] = *b"LPOO";
}

/// Whether local options ask to keep the context of messages that are got, as `MQOO_SAVE_ALL_CONTEXT` does. The client
/// of JMS asks in this way for what it passes to the backout queue, and never by that option.
#[must_use]
pub const fn keeps_context(local_options: i32) -> bool {
    const IDENTITY: i32 = 1;
    const ORIGIN: i32 = 2;
    const USER: i32 = 4;
    local_options & (IDENTITY | ORIGIN | USER) != 0
}

impl Wire<'_> for LocalOpen {
    const BYTES: usize = 32;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("LocalOpen");
        from.id(Self::ID)?;
        let here = from.clone();
        let version = i32::read(from)?;
        if version != 1 {
            return Err(here.wrong(Why::Version(version)));
        }
        let it = Self {
            options: i32::read(from)?,
            local_options: i32::read(from)?,
            def_persistence: i32::read(from)?,
            def_put_response: i32::read(from)?,
            def_read_ahead: i32::read(from)?,
            property_control: i32::read(from)?,
        };
        // The long form is known from a dissector only: 56 more bytes in front of the object.
        if !from.is_next(crate::structure::Object::ID) && from.left_bytes() >= 56 + 168 {
            return Err(from.wrong(Why::Unsupported));
        }
        from.leave(outer);
        Ok(it)
    }

    fn write(&self, to: &mut Writer<'_>) {
        to.id(Self::ID);
        1_i32.write(to);
        self.options.write(to);
        self.local_options.write(to);
        self.def_persistence.write(to);
        self.def_put_response.write(to);
        self.def_read_ahead.write(to);
        self.property_control.write(to);
    }
}

fixed! {
    /// How a transaction branch is named: format, lengths of its two parts, then the parts.
    pub struct BranchHead {
        /// Format identifier; -1 is the null branch.
        format_id: i32,
        /// Bytes of the global transaction id, at most 64.
        global_bytes: u8,
        /// Bytes of the branch qualifier, at most 64.
        qualifier_bytes: u8,
    }
}
