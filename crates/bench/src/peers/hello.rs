//! The first words with a peer's server, one after the other, before a socket goes to its loop.

use super::protocol_error::ProtocolError;
use crate::failure::Failure;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

/// A server that does not answer for so long is not there.
const WITHIN: Duration = Duration::from_secs(10);
/// Nothing that is said at the start is longer.
const BYTES_MAX: usize = 64 << 10;

/// A fresh connection.
pub(crate) struct Hello {
    socket: TcpStream,
    heard: Vec<u8>,
}

/// Connects to a server of this machine.
pub(crate) fn connect(port: u16) -> Result<Hello, Failure> {
    let failed = || Failure::io("connecting to a peer's server");
    let socket = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).map_err(failed())?;
    socket.set_nodelay(true).map_err(failed())?;
    socket.set_read_timeout(Some(WITHIN)).map_err(failed())?;
    socket.set_write_timeout(Some(WITHIN)).map_err(failed())?;
    Ok(Hello {
        socket,
        heard: Vec::new(),
    })
}

impl Hello {
    pub(crate) fn send(&mut self, words: &[u8]) -> Result<(), Failure> {
        let sent = self.socket.write_all(words);
        sent.map_err(Failure::io("greeting a peer's server"))
    }

    /// Waits for what `read` makes of it: a value and how many bytes that took, or `None` for more to come.
    ///
    /// # Errors
    /// When the server closes, says nothing for 10 s or too much, or what it says is refused by `read`.
    pub(crate) fn hear<T>(
        &mut self,
        read: impl Fn(&[u8]) -> Result<Option<(T, usize)>, ProtocolError>,
    ) -> Result<T, Failure> {
        loop {
            if let Some((value, used)) = read(&self.heard)? {
                self.heard.drain(..used);
                return Ok(value);
            }
            if self.heard.len() > BYTES_MAX {
                return Err(ProtocolError::TooLong("a greeting of more bytes", BYTES_MAX).into());
            }
            let mut some = [0_u8; 4096];
            let length = self.socket.read(&mut some);
            match length.map_err(Failure::io("hearing a peer's server"))? {
                0 => {
                    return Err(Failure::Wrong(
                        "the peer's server closed a connection".into(),
                    ));
                }
                length => self.heard.extend_from_slice(&some[..length]),
            }
        }
    }

    /// The socket, once all that was said has been heard.
    ///
    /// # Errors
    /// When the server has said more than was asked.
    pub(crate) fn done(self) -> Result<TcpStream, Failure> {
        if self.heard.is_empty() {
            Ok(self.socket)
        } else {
            Err(ProtocolError::Unknown("more than it was asked for").into())
        }
    }
}
