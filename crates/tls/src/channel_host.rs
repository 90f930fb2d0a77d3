//! The channel name as a host name, which clients send before the handshake so that a queue manager can choose the
//! certificate of the channel (SNI).
//!
//! Source: the manual topic "How IBM MQ provides multiple certificates capability". Capitals become small letters,
//! digits stay, every other byte becomes two hexadecimal digits and a hyphen; `.chl.mq.ibm.com` follows.
//! `TO.QMGR1` is `to2e-qmgr1.chl.mq.ibm.com`.

/// What follows the channel name.
const SUFFIX: &str = ".chl.mq.ibm.com";

/// Channel names have 1 to 20 characters.
const CHANNEL_NAME_LENGTH_MAX: usize = 20;

/// The host name that stands for a channel, or `None` where the name is empty, too long, or not ASCII.
pub fn host_of_channel(channel: &str) -> Option<String> {
    let channel = channel.trim_end_matches([' ', '\0']);
    if channel.is_empty() || channel.len() > CHANNEL_NAME_LENGTH_MAX || !channel.is_ascii() {
        return None;
    }
    let mut host = String::with_capacity(channel.len() * 3 + SUFFIX.len());
    for byte in channel.bytes() {
        match byte {
            b'A'..=b'Z' => host.push(char::from(byte.to_ascii_lowercase())),
            b'0'..=b'9' => host.push(char::from(byte)),
            _ => {
                for digit in [byte >> 4, byte & 15] {
                    host.extend(char::from_digit(u32::from(digit), 16));
                }
                host.push('-');
            }
        }
    }
    host.push_str(SUFFIX);
    Some(host)
}

/// The channel a host name stands for, or `None` where it is an ordinary host name.
///
/// A digit is taken as the first of a hexadecimal pair where the pair and its hyphen are there: `12e-` is `1.`, as
/// `12` is no byte of a channel name that would have been written so.
pub fn channel_of_host(host: &str) -> Option<String> {
    let name = host.len().checked_sub(SUFFIX.len())?;
    if !host.is_ascii() || !host[name..].eq_ignore_ascii_case(SUFFIX) {
        return None;
    }
    let mut rest = &host.as_bytes()[..name];
    let mut channel = String::new();
    while let Some((&byte, after)) = rest.split_first() {
        if let Some((escaped, after)) = escaped(rest) {
            channel.push(escaped);
            rest = after;
            continue;
        }
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => {
                channel.push(char::from(byte.to_ascii_uppercase()));
            }
            _ => return None,
        }
        rest = after;
    }
    let fits = (1..=CHANNEL_NAME_LENGTH_MAX).contains(&channel.len());
    fits.then_some(channel)
}

/// A byte written as two digits and a hyphen. Capitals and digits are never written so.
fn escaped(bytes: &[u8]) -> Option<(char, &[u8])> {
    let ([high, low, b'-'], after) = bytes.split_first_chunk::<3>()? else {
        return None;
    };
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let byte = u8::try_from(digit(high)? << 4 | digit(low)?).ok()?;
    let plain = byte.is_ascii_uppercase() || byte.is_ascii_digit();
    (byte.is_ascii_graphic() && !plain).then(|| (char::from(byte), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the manual topic.
    #[test]
    fn the_documented_examples_come_out() {
        let pairs = [
            ("TO.QMGR1", "to2e-qmgr1.chl.mq.ibm.com"),
            ("to.qmgr1", "74-6f-2e-71-6d-67-72-1.chl.mq.ibm.com"),
        ];
        for (channel, host) in pairs {
            assert_eq!(host_of_channel(channel).as_deref(), Some(host));
            assert_eq!(channel_of_host(host).as_deref(), Some(channel));
        }
    }

    #[test]
    fn every_channel_name_comes_back() {
        let names = [
            "A",
            "1.2",
            "SYSTEM.DEF.SVRCONN",
            "a/b_c%d",
            "12E.FE2E",
            "AB2E",
            "ab2e.-%/_",
        ];
        for name in names {
            let host = host_of_channel(name).unwrap();
            assert_eq!(channel_of_host(&host).as_deref(), Some(name), "{host}");
        }
    }

    #[test]
    fn an_ordinary_host_name_is_no_channel() {
        for host in [
            "",
            "mq.example.com",
            ".chl.mq.ibm.com",
            "a b.chl.mq.ibm.com",
            "é.chl.mq.ibm.com",
        ] {
            assert_eq!(channel_of_host(host), None, "{host}");
        }
        assert_eq!(host_of_channel("A.NAME.OF.MORE.THAN.TWENTY"), None);
    }
}
