//! Where a channel connects to, and from where: `CONNAME` and `LOCLADDR`.

use ferromq_binding::Errno;
use ferromq_mqi::connection_name::{PORT, host_and_port};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;
use rustix::net::{AddressFamily, SocketFlags, SocketType, sockopt};
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// How long a connection to one address may take to be made.
const CONNECT_MAX: Duration = Duration::from_secs(20);

/// A connection that was made.
#[derive(Debug)]
pub(crate) struct Reached {
    pub(crate) stream: TcpStream,
    /// The one of `CONNAME` that was reached, without its port.
    pub(crate) host: String,
}

/// Why none was.
#[derive(Debug)]
pub(crate) enum Unreached {
    /// Nobody takes the connection: what became of each address.
    Nobody(String),
    /// There is no place for this end of it as `LOCLADDR` says.
    NoPlace(String),
}

impl fmt::Display for Unreached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Nobody(why) | Self::NoPlace(why)) = self;
        f.write_str(why)
    }
}

/// Connects to the first of a list of places that takes the connection: `host(port),host(port)`. Looks names up, and waits.
///
/// # Errors
/// Why none of them does.
pub(crate) fn reach(list: &str, local: &str) -> Result<Reached, Unreached> {
    let from = Local::list(local).map_err(Unreached::NoPlace)?;
    let mut failed = Vec::new();
    let places = list.split(',').map(str::trim);
    let places: Vec<&str> = places.filter(|place| !place.is_empty()).collect();
    for place in &places {
        match reach_one(place, &from) {
            Ok(reached) => return Ok(reached),
            // No other place would be better off.
            Err(why @ Unreached::NoPlace(_)) => return Err(why),
            // Of several each is named; one is all of the list, which is named anyway.
            Err(Unreached::Nobody(why)) if places.len() > 1 => {
                failed.push(format!("{place}: {why}"))
            }
            Err(Unreached::Nobody(why)) => failed.push(why),
        }
    }
    Err(Unreached::Nobody(match failed.is_empty() {
        true => "CONNAME is blank".to_owned(),
        false => failed.join("; "),
    }))
}

/// Whether one of a list of places is where that address and port are. Looks names up, and waits.
pub(crate) fn leads_to(list: &str, (address, port): &(String, u16)) -> bool {
    let is_there = |place: &str| {
        let (host, given) = host_and_port(place).ok()?;
        let given = given.unwrap_or(PORT);
        if given != *port || host.eq_ignore_ascii_case(address) {
            return Some(given == *port);
        }
        let there: IpAddr = address.parse().ok()?;
        let found = (host, given).to_socket_addrs().ok()?;
        Some(
            found
                .into_iter()
                .any(|found| found.ip().to_canonical() == there.to_canonical()),
        )
    };
    let mut places = list.split(',').map(str::trim);
    places.any(|place| is_there(place) == Some(true))
}

fn reach_one(place: &str, from: &[Local]) -> Result<Reached, Unreached> {
    let nobody = |why: &dyn fmt::Display| Unreached::Nobody(why.to_string());
    let (host, port) = host_and_port(place).map_err(|why| nobody(&why))?;
    let addresses = (host, port.unwrap_or(PORT)).to_socket_addrs();
    let mut last = None;
    for address in addresses.map_err(|why| nobody(&why))? {
        match connect(address, from) {
            Ok(stream) => {
                let host = host.to_owned();
                return Ok(Reached { stream, host });
            }
            Err(Refused::There(why)) => last = Some(why.to_string()),
            Err(Refused::Here(why)) => return Err(Unreached::NoPlace(why)),
            Err(Refused::OtherFamily) => {
                let why = "LOCLADDR has no address of its family";
                last.get_or_insert_with(|| why.to_owned());
            }
        }
    }
    let why = last.unwrap_or_else(|| "the name has no address".to_owned());
    Err(nobody(&why))
}

/// Whether `LOCLADDR` is written as it should be. Names of machines are not looked up.
///
/// # Errors
/// What is wrong with it, without a full stop.
pub(super) fn check_local_address(text: &str) -> Result<(), String> {
    Local::each(text, |one| Local::parts(one).map(|_| ())).map(|_| ())
}

/// Where a connection may begin: one of `LOCLADDR`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Local {
    /// Any of the machine's where there is none.
    address: Option<IpAddr>,
    /// The first and the last port, both included; any free one where they are 0.
    ports: (u16, u16),
    text: String,
}

impl Local {
    /// Reads a list of `address(low,high)`, of which each may be left out: `(port)`, `address`, `address(port)`.
    fn list(text: &str) -> Result<Vec<Self>, String> {
        Self::each(text, Self::one)
    }

    /// What `read` makes of each of a list.
    fn each<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
        let mut rest = text.trim();
        let mut list = Vec::new();
        while !rest.is_empty() {
            // A comma inside of brackets is none between places.
            let end = match (rest.find(','), rest.find('('), rest.find(')')) {
                (Some(comma), Some(open), Some(close)) if open < comma && comma < close => {
                    rest[close..].find(',').map_or(rest.len(), |at| close + at)
                }
                (comma, ..) => comma.unwrap_or(rest.len()),
            };
            let (one, after) = rest.split_at(end);
            list.push(read(one.trim())?);
            rest = after.trim_start_matches(',').trim_start();
        }
        Ok(list)
    }

    /// The address and the ports of one, as they are written.
    fn parts(text: &str) -> Result<(&str, (u16, u16)), String> {
        let wrong = |why: &str| format!("LOCLADDR({text}): {why}");
        let (host, ports) = match text.split_once('(') {
            Some((host, ports)) => {
                let ports = ports.strip_suffix(')');
                let ports = ports.ok_or_else(|| wrong("a bracket is not closed"))?;
                (host.trim(), Some(ports))
            }
            None => (text, None),
        };
        let ports = match ports {
            None => (0, 0),
            Some(ports) => {
                let (low, high) = ports.split_once(',').unwrap_or((ports, ports));
                let port = |text: &str| text.trim().parse::<u16>().ok();
                port(low)
                    .zip(port(high))
                    .filter(|(low, high)| low <= high)
                    .ok_or_else(|| wrong("the ports are no range from 0 to 65535"))?
            }
        };
        Ok((host, ports))
    }

    fn one(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| format!("LOCLADDR({text}): {why}");
        let (host, ports) = Self::parts(text)?;
        let address = match host {
            "" => None,
            host => {
                let found = (host, 0).to_socket_addrs();
                let found = found.map_err(|why| wrong(&why.to_string()))?.next();
                Some(found.ok_or_else(|| wrong("the name has no address"))?.ip())
            }
        };
        Ok(Self {
            address,
            ports,
            text: text.to_owned(),
        })
    }

    /// What to bind to for a connection to this address; `None` where it is of another family.
    fn address_for(&self, to: SocketAddr) -> Option<IpAddr> {
        match (self.address, to) {
            (Some(own), to) => (own.is_ipv4() == to.is_ipv4()).then_some(own),
            (None, SocketAddr::V4(_)) => Some(Ipv4Addr::UNSPECIFIED.into()),
            (None, SocketAddr::V6(_)) => Some(Ipv6Addr::UNSPECIFIED.into()),
        }
    }
}

/// Why there is no connection to an address.
enum Refused {
    /// The other end, or the way there.
    There(io::Error),
    /// No port of this end is free.
    Here(String),
    /// No address of this end goes with it.
    OtherFamily,
}

fn connect(to: SocketAddr, from: &[Local]) -> Result<TcpStream, Refused> {
    let until = Instant::now() + CONNECT_MAX;
    if from.is_empty() {
        return connect_from(to, None, until).map_err(Refused::There);
    }
    let fitting = from
        .iter()
        .find_map(|one| Some((one, one.address_for(to)?)));
    let (local, address) = fitting.ok_or(Refused::OtherFamily)?;
    let (low, high) = local.ports;
    let mut last = None;
    for port in low..=high {
        match connect_from(to, Some(SocketAddr::new(address, port)), until) {
            // Somebody has the port, or had it with that very address a moment ago.
            Err(why)
                if matches!(
                    why.kind(),
                    io::ErrorKind::AddrInUse | io::ErrorKind::AddrNotAvailable
                ) =>
            {
                last = Some(why);
            }
            other => return other.map_err(Refused::There),
        }
    }
    let why = last.map_or_else(String::new, |why| why.to_string());
    Err(Refused::Here(format!("LOCLADDR({}): {why}", local.text)))
}

/// Connects within a time, from this address and port if there is one.
fn connect_from(to: SocketAddr, from: Option<SocketAddr>, until: Instant) -> io::Result<TcpStream> {
    let family = match to {
        SocketAddr::V4(_) => AddressFamily::INET,
        SocketAddr::V6(_) => AddressFamily::INET6,
    };
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = rustix::net::socket_with(family, SocketType::STREAM, flags, None)?;
    if let Some(from) = from {
        // A port whose last connection still lingers is free for one to another address.
        sockopt::set_socket_reuseaddr(&socket, true)?;
        rustix::net::bind(&socket, &from)?;
    }
    match retry_on_intr(|| rustix::net::connect(&socket, &to)) {
        Ok(()) => return Ok(TcpStream::from(socket)),
        Err(Errno::INPROGRESS) => {}
        Err(why) => return Err(why.into()),
    }
    let mut waits = [PollFd::new(&socket, PollFlags::OUT)];
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).map_err(io::Error::other)?;
        match poll(&mut waits, Some(&left)) {
            Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
            Ok(_) => break,
            Err(Errno::INTR) => {}
            Err(why) => return Err(why.into()),
        }
    }
    match sockopt::socket_error(&socket)? {
        Ok(()) => Ok(TcpStream::from(socket)),
        Err(why) => Err(why.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn listener() -> (TcpListener, u16) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        (listener, port)
    }

    /// A port nobody listens on.
    fn free() -> u16 {
        listener().1
    }

    #[test]
    fn the_first_place_that_takes_a_connection_is_reached() {
        let ((_first, one), (_second, two), nobody) = (listener(), listener(), free());
        let reached = |list: &str| {
            let reached = reach(list, "").expect("reached");
            (
                reached.stream.peer_addr().expect("connected").port(),
                reached.host,
            )
        };
        let list = format!("127.0.0.1({nobody}), localhost({two}),127.0.0.1({one})");
        assert_eq!(reached(&list), (two, "localhost".to_owned()));
        let list = format!("127.0.0.1({one}),127.0.0.1({two})");
        assert_eq!(reached(&list), (one, "127.0.0.1".to_owned()));
        let list = format!("127.0.0.1({nobody}),127.0.0.1(0),127.0.0.1(x)");
        let Err(Unreached::Nobody(why)) = reach(&list, "") else {
            panic!("reached");
        };
        for part in [
            &format!("127.0.0.1({nobody}): "),
            "refused",
            "127.0.0.1(0): ",
            "127.0.0.1(x): ",
        ] {
            assert!(why.contains(part), "{why}");
        }
        assert!(matches!(reach(" ", ""), Err(Unreached::Nobody(_))));
    }

    #[test]
    fn a_connection_begins_where_it_is_said() {
        let (_listener, port) = listener();
        let list = format!("127.0.0.1({port})");
        let from = |local: &str| {
            let reached = reach(&list, local).unwrap_or_else(|why| panic!("{local}: {why}"));
            reached.stream.local_addr().expect("bound")
        };
        let (taken, low) = (listener(), free());
        assert_eq!(from("127.0.0.2").ip(), IpAddr::from([127, 0, 0, 2]));
        assert_eq!(from(&format!("({low})")).port(), low);
        // The first one of the range is taken.
        let high = taken.1.saturating_add(50);
        let range = format!("127.0.0.1({}, {high})", taken.1);
        let found = from(&range).port();
        assert!(taken.1 < found && found <= high, "{found} of {range}");
        // The first of the list that is of the other end's family.
        assert_eq!(from("::1(0),127.0.0.3").ip(), IpAddr::from([127, 0, 0, 3]));
        let only = format!("127.0.0.1({})", taken.1);
        let refused = reach(&list, &only).expect_err("the port is taken");
        let Unreached::NoPlace(why) = refused else {
            panic!("{refused}");
        };
        assert!(why.contains(&only), "{why}");
        let refused = reach(&list, "::1").expect_err("another family");
        assert!(refused.to_string().contains("no address of its family"));
    }

    #[test]
    fn a_local_address_is_read_in_all_its_forms() {
        let list = |text: &str| {
            let list = Local::list(text)?;
            let one = |local: &Local| (local.address.map(|it| it.to_string()), local.ports);
            Ok::<_, String>(list.iter().map(one).collect::<Vec<_>>())
        };
        let address = Some("127.0.0.1".to_owned());
        assert_eq!(list(""), Ok(vec![]));
        assert_eq!(list("127.0.0.1"), Ok(vec![(address.clone(), (0, 0))]));
        assert_eq!(list("(1400)"), Ok(vec![(None, (1400, 1400))]));
        assert_eq!(
            list("127.0.0.1(1400,1410),(1500)"),
            Ok(vec![(address.clone(), (1400, 1410)), (None, (1500, 1500))])
        );
        assert_eq!(
            list("127.0.0.1, ::1(5)"),
            Ok(vec![(address, (0, 0)), (Some("::1".to_owned()), (5, 5))])
        );
        for wrong in ["(5", "(9,5)", "(70000)", "127.0.0.1(x)"] {
            assert!(list(wrong).is_err(), "{wrong}");
        }
    }
}
