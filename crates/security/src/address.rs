//! IP addresses with asterisks and ranges in them.
//!
//! A pattern has four parts with dots between them or eight with colons. A part is a number, a
//! range such as `1-8`, or `*`. Fewer parts will do if the last is `*`, which then stands for
//! all that are missing, or if there is just one `*`, which then does. `*` alone fits every
//! address. The rules are those of the manual topic on generic IP addresses.

use std::cmp::{Ordering, Reverse};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    Exact(u16),
    Range(u16, u16),
    Any,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Parts {
    Any,
    V4([Part; 4]),
    V6([Part; 8]),
}

/// An IP address, or a pattern that many fit.
///
/// The order of two patterns says which is more specific: from the left, at the first
/// difference, a number comes before a range, a small range before one that holds it, and both
/// before an asterisk. Greater is more specific. The order is for patterns that fit the same
/// address and do not [conflict](AddressPattern::conflicts).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AddressPattern {
    parts: Parts,
    text: String,
}

/// Why a text is no pattern of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressError {
    /// It is a host name. Names are not resolved: what a name server says is no proof.
    HostName,
    /// The first number of a range is not below the second (`MQRCCF_IPADDR_RANGE_ERROR`).
    Range,
    /// It is neither an address nor a pattern (`MQRCCF_IPADDR_ERROR`).
    Malformed,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HostName => "host names are not supported; give an IP address or a pattern",
            Self::Range => "the first number of a range must be below the second",
            Self::Malformed => "it is no IP address and no pattern of IP addresses",
        })
    }
}

impl std::error::Error for AddressError {}

/// An address as patterns see it: an IPv4 address in IPv6 clothes is an IPv4 address.
#[must_use]
pub(crate) fn plain(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(long) => long.to_ipv4_mapped().map_or(IpAddr::V6(long), IpAddr::V4),
        short => short,
    }
}

impl AddressPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// See [`AddressError`].
    pub fn parse(given: &str) -> Result<AddressPattern, AddressError> {
        let text = given.trim();
        let parts = if text == "*" {
            Parts::Any
        } else if let Ok(address) = text.parse::<IpAddr>() {
            exactly(address)
        } else if text.contains(':') {
            Parts::V6(long_parts(text)?)
        } else if text.bytes().all(|byte| b"0123456789.*-".contains(&byte)) {
            Parts::V4(short_parts(text)?)
        } else if text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b".-_*".contains(&byte))
            && !text.is_empty()
        {
            return Err(AddressError::HostName);
        } else {
            return Err(AddressError::Malformed);
        };
        Ok(AddressPattern {
            parts,
            text: text.to_owned(),
        })
    }

    /// The text it was read from.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// True if it is one address, not a pattern.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.list()
            .is_some_and(|list| list.iter().all(|part| matches!(part, Part::Exact(_))))
    }

    /// True if an address fits.
    #[must_use]
    pub fn matches(&self, address: IpAddr) -> bool {
        match (&self.parts, plain(address)) {
            (Parts::Any, _) => true,
            (Parts::V4(parts), IpAddr::V4(address)) => {
                fits(parts, &address.octets().map(u16::from))
            }
            (Parts::V6(parts), IpAddr::V6(address)) => fits(parts, &address.segments()),
            _ => false,
        }
    }

    /// True if the two mean the same addresses.
    #[must_use]
    pub fn same(&self, other: &AddressPattern) -> bool {
        self.parts == other.parts
    }

    /// True if some addresses fit both and a range of one overlaps a range of the other without
    /// holding it: then neither is the more specific (`MQRCCF_IPADDR_RANGE_CONFLICT`).
    #[must_use]
    pub fn conflicts(&self, other: &AddressPattern) -> bool {
        let (Some(one), Some(other)) = (self.list(), other.list()) else {
            return false;
        };
        one.len() == other.len()
            && one.iter().zip(other).all(|(one, other)| one.meets(*other))
            && one
                .iter()
                .zip(other)
                .any(|(one, other)| one.crosses(*other))
    }

    fn list(&self) -> Option<&[Part]> {
        match &self.parts {
            Parts::Any => None,
            Parts::V4(parts) => Some(parts),
            Parts::V6(parts) => Some(parts),
        }
    }
}

fn exactly(address: IpAddr) -> Parts {
    match plain(address) {
        IpAddr::V4(address) => Parts::V4(address.octets().map(|part| Part::Exact(part.into()))),
        IpAddr::V6(address) => Parts::V6(address.segments().map(Part::Exact)),
    }
}

fn short_parts(text: &str) -> Result<[Part; 4], AddressError> {
    let given = text.split('.').map(|part| read_part(part, 10, 255));
    let given = given.collect::<Result<Vec<_>, _>>()?;
    fill(given)
}

fn long_parts(text: &str) -> Result<[Part; 8], AddressError> {
    let read = |side: &str| -> Result<Vec<Part>, AddressError> {
        match side {
            "" => Ok(Vec::new()),
            side => side
                .split(':')
                .map(|part| read_part(part, 16, 0xFFFF))
                .collect(),
        }
    };
    let Some((before, after)) = text.split_once("::") else {
        return fill(read(text)?);
    };
    // What two colons stand for would be open if an asterisk at the end could grow as well.
    if after.contains("::") || after.ends_with('*') {
        return Err(AddressError::Malformed);
    }
    let (mut parts, after) = (read(before)?, read(after)?);
    let zeros = 8_usize
        .checked_sub(parts.len() + after.len())
        .filter(|zeros| *zeros > 0)
        .ok_or(AddressError::Malformed)?;
    parts.extend(std::iter::repeat_n(Part::Exact(0), zeros));
    parts.extend(after);
    fill(parts)
}

fn read_part(text: &str, radix: u32, max: u16) -> Result<Part, AddressError> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.chars().all(|digit| digit.is_digit(radix));
        let number = u16::from_str_radix(text, radix).ok();
        number
            .filter(|number| digits && *number <= max)
            .ok_or(AddressError::Malformed)
    };
    if text == "*" {
        return Ok(Part::Any);
    }
    match text.split_once('-') {
        None => Ok(Part::Exact(number(text)?)),
        Some((from, to)) => {
            let (from, to) = (number(from)?, number(to)?);
            if from < to {
                Ok(Part::Range(from, to))
            } else {
                Err(AddressError::Range)
            }
        }
    }
}

/// Makes an asterisk stand for the parts that are missing.
fn fill<const N: usize>(mut given: Vec<Part>) -> Result<[Part; N], AddressError> {
    let any = |part: &Part| *part == Part::Any;
    if given.len() >= 2 && given.ends_with(&[Part::Any, Part::Any]) {
        return Err(AddressError::Malformed);
    }
    if given.len() < N {
        let stars = given.iter().filter(|part| any(part)).count();
        let last = given.last().is_some_and(any);
        let at = match given.iter().rposition(any) {
            Some(at) if last || stars == 1 => at,
            _ => return Err(AddressError::Malformed),
        };
        let missing = N - given.len();
        given.splice(at..at, std::iter::repeat_n(Part::Any, missing));
    }
    given.try_into().map_err(|_| AddressError::Malformed)
}

fn fits(parts: &[Part], address: &[u16]) -> bool {
    parts.iter().zip(address).all(|(part, number)| match part {
        Part::Exact(exact) => exact == number,
        Part::Range(from, to) => (from..=to).contains(&number),
        Part::Any => true,
    })
}

impl Part {
    fn bounds(self) -> (u16, u16) {
        match self {
            Part::Exact(number) => (number, number),
            Part::Range(from, to) => (from, to),
            Part::Any => (0, u16::MAX),
        }
    }

    fn meets(self, other: Part) -> bool {
        let ((from, to), (other_from, other_to)) = (self.bounds(), other.bounds());
        from <= other_to && other_from <= to
    }

    fn crosses(self, other: Part) -> bool {
        let ((from, to), (other_from, other_to)) = (self.bounds(), other.bounds());
        let holds = from <= other_from && other_to <= to;
        let held = other_from <= from && to <= other_to;
        self.meets(other) && !holds && !held
    }

    /// Fewer numbers are more specific.
    fn width(self) -> u32 {
        let (from, to) = self.bounds();
        match self {
            Part::Any => u32::MAX,
            _ => u32::from(to - from),
        }
    }
}

/// Fewer addresses are more specific, part by part.
fn widths(parts: &[Part]) -> impl Iterator<Item = Reverse<u32>> {
    parts.iter().map(|part| Reverse(part.width()))
}

impl Ord for AddressPattern {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_part = match (self.list(), other.list()) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            // Of two families no address fits both; which comes first only has to be certain.
            (Some(one), Some(other)) => {
                (one.len().cmp(&other.len())).then_with(|| widths(one).cmp(widths(other)))
            }
        };
        by_part.then_with(|| other.text.cmp(&self.text))
    }
}

impl PartialOrd for AddressPattern {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for AddressPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<Ipv4Addr> for AddressPattern {
    fn from(address: Ipv4Addr) -> Self {
        AddressPattern {
            parts: exactly(address.into()),
            text: address.to_string(),
        }
    }
}

impl From<Ipv6Addr> for AddressPattern {
    fn from(address: Ipv6Addr) -> Self {
        AddressPattern {
            parts: exactly(address.into()),
            text: address.to_string(),
        }
    }
}

#[cfg(test)]
mod tests;
