//! Where other members of a cluster reach this queue manager, if its receiver does not say it: `CONNAME` that is blank, or a port alone.

use crate::tcp::edge::Edge;
use ferromq_mqi::connection_name::PORT;
use std::fmt::Display;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// Addresses nobody has: the way to them is the way out.
const ELSEWHERE: [(IpAddr, IpAddr); 2] = [
    (
        IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)),
    ),
    (
        IpAddr::V6(Ipv6Addr::UNSPECIFIED),
        IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
    ),
];

/// The address this machine has on its way to others; that of the machine for itself where there is none. Nothing is sent.
fn own_address() -> IpAddr {
    let found = ELSEWHERE.into_iter().find_map(|(any, there)| {
        let socket = UdpSocket::bind(SocketAddr::new(any, 0)).ok()?;
        socket.connect(SocketAddr::new(there, PORT)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    });
    found.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// The connection name that is published for the one a definition gives, with where this queue manager listens: address, blank for all, and port. `None` where
/// the definition says nothing, and nobody listens.
fn published(given: &str, listeners: &[(String, u16)], own: &dyn Display) -> Option<String> {
    let given = given.trim();
    let port = given
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .and_then(|digits| digits.trim().parse::<u16>().ok());
    if !given.is_empty() && port.is_none() {
        return Some(given.to_owned());
    }
    if given.is_empty() && listeners.is_empty() {
        return None;
    }
    let is_meant = |(_, listens): &&(String, u16)| port.is_none_or(|port| port == *listens);
    let is_local = |(address, _): &&(String, u16)| {
        let parsed = address.parse::<IpAddr>();
        parsed.is_ok_and(|it| it.is_loopback()) || address == "localhost"
    };
    // One that others reach is better than one they do not.
    let mut meant: Vec<&(String, u16)> = listeners.iter().filter(is_meant).collect();
    meant.sort_by_key(is_local);
    let (address, listens) = match meant.first() {
        Some((address, listens)) => (address.as_str(), *listens),
        None => ("", PORT),
    };
    let is_any = address
        .parse::<IpAddr>()
        .is_ok_and(|it| it.is_unspecified());
    let port = port.unwrap_or(listens);
    Some(match address.is_empty() || is_any {
        true => format!("{own}({port})"),
        false => format!("{address}({port})"),
    })
}

impl Edge {
    /// `CONNAME` of a receiver of a cluster as other members are told it. One that names no host gets that of a listener of this queue manager that
    /// runs, or of this machine; one without a port that of the listener, or 1414. `None` of one that is blank while no listener runs: nobody could be told
    /// where this queue manager is reached.
    pub(crate) fn published_connection_name(&self, given: &str) -> Option<String> {
        let listeners = self.running_listeners().into_iter();
        let listeners: Vec<(String, u16)> = listeners
            .map(|listener| (listener.on.address.trim().to_owned(), listener.on.port))
            .collect();
        published(given, &listeners, &own_address())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_name_without_a_host_is_completed() {
        let listens = |all: &[(&str, u16)]| -> Vec<(String, u16)> {
            let owned = all
                .iter()
                .map(|(address, port)| ((*address).to_owned(), *port));
            owned.collect()
        };
        let own = Ipv4Addr::new(10, 0, 0, 7);
        let with = |given: &str, all: &[(&str, u16)]| {
            let name = published(given, &listens(all), &own);
            name.expect("somebody listens, or it is said")
        };
        assert_eq!(published(" ", &[], &own), None);
        assert_eq!(with(" ( 1420 ) ", &[]), "10.0.0.7(1420)");
        assert_eq!(with("", &[("", 1415)]), "10.0.0.7(1415)");
        assert_eq!(with("", &[("0.0.0.0", 1415)]), "10.0.0.7(1415)");
        let two = [("127.0.0.1", 1415), ("10.0.0.8", 1416)];
        assert_eq!(with("", &two), "10.0.0.8(1416)");
        assert_eq!(with("(1415)", &two), "127.0.0.1(1415)");
        assert_eq!(with("(1417)", &two), "10.0.0.7(1417)");
        for given in ["here", "here(1415)", "here(1415),there", "(x)"] {
            assert_eq!(with(given, &two), given);
        }
        assert!(!own_address().is_unspecified());
    }
}
