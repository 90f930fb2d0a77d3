//! The code page of names: UTF-8, or what `controlEncoding` of a server says.

use crate::remote::Host;
use ferromq_transfer::encoding::Encoding;
use std::borrow::Cow;
use std::io::{self, ErrorKind};

/// See the module. None: UTF-8.
pub(super) struct Names(Option<Encoding>);

impl Names {
    pub(super) fn of(host: &Host) -> io::Result<Self> {
        let Some(name) = &host.names else {
            return Ok(Self(None));
        };
        let found = Encoding::find(name).filter(Encoding::has_ascii);
        let found = found.ok_or_else(|| {
            let text = format!(
                "controlEncoding of server {} is '{name}', which is no code page with ASCII in it",
                host.name
            );
            io::Error::new(ErrorKind::InvalidInput, text)
        })?;
        let is_utf_8 = Encoding::find("UTF-8") == Some(found);
        Ok(Self((!is_utf_8).then_some(found)))
    }

    pub(super) fn are_utf_8(&self) -> bool {
        self.0.is_none()
    }

    /// Bytes of a command.
    pub(super) fn encode<'a>(&self, text: &'a str) -> io::Result<Cow<'a, [u8]>> {
        let Some(encoding) = &self.0 else {
            return Ok(Cow::Borrowed(text.as_bytes()));
        };
        let said = encoding.bytes_of(text).map_err(|strange| {
            let text = format!(
                "{strange:?} of the name cannot be said to the server in its controlEncoding"
            );
            io::Error::new(ErrorKind::InvalidInput, text)
        });
        said.map(Cow::Owned)
    }

    /// What bytes say, if they are text.
    pub(super) fn decode<'a>(&self, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
        match &self.0 {
            None => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Some(encoding) => encoding.text_of(bytes).map(Cow::Owned),
        }
    }

    /// What bytes say; of what is no text, as much as is.
    pub(super) fn decode_lossy<'a>(&self, bytes: &'a [u8]) -> Cow<'a, str> {
        self.decode(bytes)
            .unwrap_or_else(|| String::from_utf8_lossy(bytes))
    }
}
