//! Connections to servers, and TLS over them.

use crate::remote::Host;
use openssl::ssl::{SslConnector, SslMethod, SslStream, SslVersion};
use openssl::x509::X509;
use openssl::x509::store::{X509Store, X509StoreBuilder};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};

/// Reads of what nobody wants of a data connection that ends.
const UNREAD_MAX: usize = 64;
/// Longest file of certificates.
const TRUST_BYTES_MAX: u64 = 4 << 20;

/// A connection, with TLS or without.
pub(super) enum Stream {
    Plain(TcpStream),
    Tls(Box<SslStream<TcpStream>>),
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match self {
            Self::Plain(stream) => stream.read(buffer),
            Self::Tls(stream) => stream.read(buffer),
        };
        read.map_err(late)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self {
            Self::Plain(stream) => stream.write(bytes),
            Self::Tls(stream) => stream.write(bytes),
        };
        written.map_err(late)
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.flush(),
            Self::Tls(stream) => stream.flush(),
        }
    }
}

impl Stream {
    /// Says that all has been written, so that it comes whole.
    pub(super) fn close_written(&mut self) -> io::Result<()> {
        self.flush()?;
        let Self::Tls(stream) = self else {
            return Ok(());
        };
        if let Err(error) = stream.shutdown() {
            return Err(error.into_io_error().unwrap_or_else(io::Error::other));
        }
        // What the server has sent and nobody has read, tickets for one, would have the system break the connection off, and not end it.
        let socket = stream.get_mut();
        socket.shutdown(Shutdown::Write)?;
        let mut left = [0; 1_024];
        for _ in 0..UNREAD_MAX {
            match socket.read(&mut left) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
        }
        Ok(())
    }
}

/// A socket that has waited for long enough says that it would block.
fn late(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::WouldBlock => io::Error::new(
            ErrorKind::TimedOut,
            "the server has said nothing for too long",
        ),
        _ => error,
    }
}

/// What makes TLS with a server.
pub(super) fn connector(host: &Host) -> io::Result<SslConnector> {
    let failed = |error: &dyn std::fmt::Display| {
        io::Error::other(format!(
            "TLS with server {} cannot be set up: {error}",
            host.name
        ))
    };
    let mut builder =
        SslConnector::builder(SslMethod::tls_client()).map_err(|error| failed(&error))?;
    builder
        .set_min_proto_version(Some(SslVersion::TLS1_2))
        .map_err(|error| failed(&error))?;
    if let Some(path) = &host.trust_store {
        // Nobody but whom the file names is trusted: the connector's own store has those of the system.
        let store = trusted(path).map_err(|error| failed(&format!("{path}: {error}")))?;
        builder.set_cert_store(store);
    }
    Ok(builder.build())
}

fn trusted(path: &str) -> io::Result<X509Store> {
    let mut pem = Vec::new();
    File::open(path)?
        .take(TRUST_BYTES_MAX + 1)
        .read_to_end(&mut pem)?;
    if pem.len() as u64 > TRUST_BYTES_MAX {
        let text = format!("it is longer than {TRUST_BYTES_MAX} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, text));
    }
    let certificates = X509::stack_from_pem(&pem)?;
    if certificates.is_empty() {
        return Err(io::Error::other("there is no certificate in it"));
    }
    let mut store = X509StoreBuilder::new()?;
    for certificate in certificates {
        store.add_cert(certificate)?;
    }
    Ok(store.build())
}

/// TLS over a connection.
pub(super) fn secured(tls: &SslConnector, host: &Host, stream: TcpStream) -> io::Result<Stream> {
    let connected = tls.connect(&host.host, stream).map_err(|error| {
        let text = format!("TLS with server {} failed: {error}", host.name);
        io::Error::new(ErrorKind::PermissionDenied, text)
    })?;
    Ok(Stream::Tls(Box::new(connected)))
}
