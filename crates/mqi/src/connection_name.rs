//! Where a queue manager listens: `CONNAME`.

use std::fmt;
use std::str::FromStr;

/// One place of a connection name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// Host name, or address in any notation the system knows.
    pub host: String,
    /// Port.
    pub port: u16,
}

/// The port of a connection name that gives none.
pub const PORT: u16 = 1414;

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.host, self.port)
    }
}

/// A connection name that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressError {
    given: String,
    why: &'static str,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no connection name: {}; write host(port), or several of them with commas between",
            self.given, self.why
        )
    }
}

impl std::error::Error for AddressError {}

/// One place of a connection name: its host, and its port if it gives one.
///
/// # Errors
/// What is wrong with it.
pub fn host_and_port(text: &str) -> Result<(&str, Option<u16>), &'static str> {
    let trimmed = text.trim();
    let (host, port) = match trimmed.split_once('(') {
        None => (trimmed, None),
        Some((host, rest)) => {
            let digits = rest.trim_end().strip_suffix(')');
            let digits = digits.ok_or("the bracket is not closed")?;
            let port = digits.trim().parse::<u16>().ok().filter(|port| *port > 0);
            let port = port.ok_or("the port is no number from 1 to 65535")?;
            (host.trim_end(), Some(port))
        }
    };
    match host.is_empty() || host.contains([' ', ')', ',']) {
        true => Err("there is no host in it"),
        false => Ok((host, port)),
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let (host, port) = host_and_port(text).map_err(|why| AddressError {
            given: text.to_owned(),
            why,
        })?;
        Ok(Self {
            host: host.to_owned(),
            port: port.unwrap_or(PORT),
        })
    }
}

/// The places of a connection name, in the order they are tried.
///
/// # Errors
/// When one of them cannot be read, or there is none; programs get `MQRC_CHANNEL_CONFIG_ERROR` for it in `MQSERVER`.
pub fn addresses(text: &str) -> Result<Vec<Address>, AddressError> {
    text.split(',').map(str::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::{Address, addresses};

    fn at(host: &str, port: u16) -> Address {
        Address {
            host: host.into(),
            port,
        }
    }

    #[test]
    fn a_connection_name_is_a_list_of_hosts_and_ports() {
        assert_eq!(
            addresses(" one(1415), two , [::1]( 1416 ),10.0.0.1(9)").expect("a list"),
            [
                at("one", 1415),
                at("two", 1414),
                at("[::1]", 1416),
                at("10.0.0.1", 9)
            ]
        );
    }

    #[test]
    fn what_is_no_connection_name_is_said() {
        for (text, why) in [
            ("", "no host"),
            ("one,", "no host"),
            ("(1414)", "no host"),
            ("one(1414", "not closed"),
            ("one(0)", "no number"),
            ("one(70000)", "no number"),
            ("one(x)", "no number"),
            ("one two", "no host"),
        ] {
            let error = addresses(text).expect_err(text).to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
