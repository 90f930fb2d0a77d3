//! Any bytes as what operators write of addresses, of names of certificates and of users.

use crate::address::AddressPattern;
use crate::name_pattern::GenericName;
use crate::peer::{PeerName, PeerPattern};
use crate::user_file::UserFile;
use std::net::IpAddr;

/// Lines that are looked at, at most: each is compared with each.
const LINES_MAX: usize = 12;

/// Reads `bytes` as a file of users, and each line as a pattern of addresses, as one of names of certificates, as such a name and as a
/// generic name.
///
/// # Panics
/// If something reads as another thing when it is read again, or a comparison depends on which of two comes first.
pub fn fuzz_one(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(users) = UserFile::parse(&text) {
        assert_eq!(UserFile::parse(&users.text()).as_ref(), Ok(&users));
    }
    let lines: Vec<&str> = text.lines().take(LINES_MAX).collect();
    let addresses: Vec<IpAddr> = lines.iter().filter_map(|line| line.parse().ok()).collect();
    let names: Vec<PeerName> = lines
        .iter()
        .filter_map(|line| PeerName::parse(line).ok())
        .collect();
    for line in &lines {
        if let Ok(one) = AddressPattern::parse(line) {
            let again = AddressPattern::parse(one.as_str());
            assert!(again.is_ok_and(|again| again.same(&one)), "{line:?}");
            for other in lines
                .iter()
                .filter_map(|line| AddressPattern::parse(line).ok())
            {
                assert_eq!(one.conflicts(&other), other.conflicts(&one), "{line:?}");
                assert!(!(one.same(&other) && one.conflicts(&other)), "{line:?}");
                let alike = |address: &IpAddr| one.matches(*address) == other.matches(*address);
                assert!(!one.same(&other) || addresses.iter().all(alike), "{line:?}");
            }
        }
        if let Ok(one) = PeerPattern::parse(line) {
            let again = PeerPattern::parse(one.as_str());
            assert!(again.is_ok_and(|again| again.same(&one)), "{line:?}");
            for other in lines
                .iter()
                .filter_map(|line| PeerPattern::parse(line).ok())
            {
                let order = one.specificity(&other);
                assert_eq!(order, other.specificity(&one).reverse(), "{line:?}");
                let alike = |name: &PeerName| one.matches(name) == other.matches(name);
                assert!(!one.same(&other) || names.iter().all(alike), "{line:?}");
            }
        }
        let generic = GenericName::new(line);
        for other in &lines {
            let other_name = GenericName::new(other);
            assert_eq!(generic.meets(&other_name), other_name.meets(&generic));
            let is_more = generic.covers(&other_name);
            assert!(!is_more || generic.meets(&other_name), "{line:?} {other:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fuzz_one;
    use ferromq_base::random::SplitMix64;

    #[test]
    fn changed_lines_are_read_or_refused() {
        let valid: &[&[u8]] = &[
            b"192.0.2.1-9\n192.0.2.*\n*\n192.0.*\n192.0.2.5\n2001:db8::1\n2001:db8:*\n::ffff:192.0.2.5\n",
            b"CN=name,OU=unit,O=firm\nCN=\"a,b*\",OU=*\nOU=one,OU=two\nCN=*ame\nCN=\\2C\\*\n",
            b"FerroMQ users 1\n# those\nann $argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY\n",
            b"A.*\nA.B\n*\nA*B\nA.*.C\n",
        ];
        let mut random = SplitMix64::new(13);
        for whole in valid {
            fuzz_one(whole);
            for _ in 0..1_500 {
                let mut bytes = whole.to_vec();
                for _ in 0..=random.below(4) {
                    let at = random.below(bytes.len() as u64) as usize;
                    match random.below(3) {
                        0 => bytes[at] = random.next_u64() as u8,
                        1 => bytes[at] = b"*-.,=\\\"$:#\n09"[random.below(13) as usize],
                        _ => drop(bytes.drain(at..(at + 5).min(bytes.len()))),
                    }
                    if bytes.is_empty() {
                        break;
                    }
                }
                fuzz_one(&bytes);
            }
        }
    }
}
