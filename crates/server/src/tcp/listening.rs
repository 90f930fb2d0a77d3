//! A port that is listened on.

use ferromq_base::descriptors;
use rustix::net::{AddressFamily, Shutdown, SocketFlags, SocketType, sockopt};
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;

/// Connections the kernel keeps until they are accepted, where the listener says nothing.
const BACKLOG_DEFAULT: i32 = 1024;

/// Where to listen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// `None`: on all addresses, of both families where the machine has both.
    pub(crate) address: Option<IpAddr>,
    /// 0 asks for a free one.
    pub(crate) port: u16,
    /// Connections that may wait to be accepted; 0 for the default.
    pub(crate) backlog: u32,
}

impl Place {
    /// A place as listeners are defined: blank or `*` is every address, and a host name is looked up.
    ///
    /// # Errors
    /// `InvalidInput` when the name has no address.
    pub(crate) fn of(address: &str, port: u16, backlog: u32) -> io::Result<Self> {
        let address = match address.trim() {
            "" | "*" => None,
            text => Some(resolve(text)?),
        };
        Ok(Self {
            address,
            port,
            backlog,
        })
    }
}

fn resolve(name: &str) -> io::Result<IpAddr> {
    if let Ok(address) = name.parse() {
        return Ok(address);
    }
    let found = (name, 0).to_socket_addrs()?.next();
    found.map(|found| found.ip()).ok_or_else(|| {
        let text = format!("'{name}' has no address");
        io::Error::new(io::ErrorKind::InvalidInput, text)
    })
}

/// What a listener had.
#[derive(Debug)]
pub(crate) enum Accepted {
    Socket(TcpStream, SocketAddr),
    Nobody,
    /// Out of descriptors or memory.
    NoRoom(io::Error),
}

/// Why clients have to wait outside.
#[derive(Debug)]
pub(crate) enum NoRoom {
    /// The operating system gives no more.
    System(io::Error),
    /// The descriptors that are left are not for clients.
    Descriptors,
    /// There are so many sockets nobody has logged on at.
    Unauthenticated(usize),
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(error) => write!(f, "{error}"),
            Self::Descriptors => write!(
                f,
                "of {} descriptors only the last {} are free, which are kept for the queue manager and its owner; end \
                 connections, or raise the hard limit of open files (ulimit -n, LimitNOFILE) and start the queue manager \
                 again",
                descriptors::limit(),
                descriptors::kept()
            ),
            Self::Unauthenticated(most) => write!(
                f,
                "on {most} sockets nobody has logged on yet, and there may be no more; they are closed when they take too \
                 long"
            ),
        }
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Listening {
    pub(crate) name: String,
    pub(crate) socket: Arc<TcpListener>,
    /// The protocol it is for; `None` for any.
    pub(crate) protocol: Option<&'static str>,
    /// Nobody is accepted for now.
    pub(crate) is_paused: bool,
}

impl Listening {
    /// Binds and listens.
    ///
    /// # Errors
    /// That of the operating system: the port is taken, the address is not this machine's.
    pub(crate) fn bind(name: &str, place: &Place) -> io::Result<Self> {
        let socket = match place.address {
            Some(address) => bind_to(SocketAddr::new(address, place.port), place.backlog),
            // A machine without the one family has the other.
            None => bind_to((Ipv6Addr::UNSPECIFIED, place.port).into(), place.backlog)
                .or_else(|_| bind_to((Ipv4Addr::UNSPECIFIED, place.port).into(), place.backlog)),
        }?;
        Ok(Self {
            name: name.to_owned(),
            socket: Arc::new(socket),
            protocol: None,
            is_paused: false,
        })
    }

    /// The port, also when a free one was asked for.
    pub(crate) fn port(&self) -> u16 {
        self.socket.local_addr().map_or(0, |address| address.port())
    }

    /// The next client.
    pub(crate) fn accept(&self) -> Accepted {
        match self.socket.accept() {
            Ok((stream, address)) => Accepted::Socket(stream, address),
            Err(error) => match error.kind() {
                // Also of a client that left again: the next look finds the next one.
                io::ErrorKind::WouldBlock
                | io::ErrorKind::Interrupted
                | io::ErrorKind::ConnectionAborted
                | io::ErrorKind::ConnectionReset
                // Nobody is let in to a socket that was stopped.
                | io::ErrorKind::InvalidInput => Accepted::Nobody,
                _ => Accepted::NoRoom(error),
            },
        }
    }
}

/// Has a socket listen no more, whoever still holds it: on return the next client is refused, and the
/// port is free for another listener.
pub(crate) fn stop(socket: &TcpListener) {
    // Fails only for a socket that does not listen.
    let _ = rustix::net::shutdown(socket, Shutdown::Both);
}

fn bind_to(address: SocketAddr, backlog: u32) -> io::Result<TcpListener> {
    let family = match address {
        SocketAddr::V4(_) => AddressFamily::INET,
        SocketAddr::V6(_) => AddressFamily::INET6,
    };
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = rustix::net::socket_with(family, SocketType::STREAM, flags, None)?;
    // A port whose last connections still linger is free all the same.
    sockopt::set_socket_reuseaddr(&socket, true)?;
    if address.is_ipv6() && address.ip().is_unspecified() {
        sockopt::set_ipv6_v6only(&socket, false)?;
    }
    rustix::net::bind(&socket, &address)?;
    let backlog = match i32::try_from(backlog) {
        Ok(asked) if asked > 0 => asked,
        _ => BACKLOG_DEFAULT,
    };
    rustix::net::listen(&socket, backlog)?;
    Ok(TcpListener::from(socket))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_port_takes_clients_of_both_families_and_a_taken_one_says_so() {
        let anywhere = Place {
            address: None,
            port: 0,
            backlog: 0,
        };
        let listening = Listening::bind("L", &anywhere).expect("some port is free");
        let port = listening.port();
        let _client = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("it listens");
        let mut seen = listening.accept();
        while matches!(seen, Accepted::Nobody) {
            seen = listening.accept();
        }
        assert!(matches!(seen, Accepted::Socket(..)), "{seen:?}");
        let again = Listening::bind("L2", &Place { port, ..anywhere });
        let error = again.expect_err("the port is taken");
        assert_eq!(error.kind(), io::ErrorKind::AddrInUse);
    }

    #[test]
    fn who_is_out_of_descriptors_is_told_what_to_raise() {
        let text = NoRoom::Descriptors.to_string();
        for part in [
            "ulimit -n",
            "LimitNOFILE",
            &descriptors::limit().to_string(),
        ] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn a_stopped_listener_refuses_clients_and_frees_its_port_at_once() {
        let anywhere = Place::of("127.0.0.1", 0, 0).expect("an address");
        let listening = Listening::bind("L", &anywhere).expect("some port is free");
        let port = listening.port();
        stop(&listening.socket);
        let refused = TcpStream::connect((Ipv4Addr::LOCALHOST, port));
        let error = refused.expect_err("nobody listens");
        assert_eq!(error.kind(), io::ErrorKind::ConnectionRefused);
        assert!(matches!(listening.accept(), Accepted::Nobody));
        Listening::bind("L2", &Place { port, ..anywhere }).expect("the port is free");
    }
}
