use super::*;
use ferromq_base::random::SplitMix64;

fn pattern(text: &str) -> AddressPattern {
    AddressPattern::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn address(text: &str) -> IpAddr {
    text.parse().expect("an address")
}

/// The examples of the manual topic.
#[test]
fn documented_patterns_are_read_and_others_refused() {
    for good in [
        "192.0.2.0",
        "192.0.2.*",
        "192.0.*",
        "192.0.*.2",
        "192.*.2",
        "*",
        "192.0.2.1-8",
        "192.0.*.1-8",
        "192.*.2.*",
        "2001:DB8:0:0:0:0:0:0",
        "2001:DB8:0:0:0:0:0:*",
        "2001:DB8:0:0:0:*",
        "2001:DB8:0:0:0:*:0:1",
        "2001:*:1",
        "2001:DB8:0:0:0:0:0:0-8",
        "2001:DB8:0:0:0:*:0:0-8",
        "::1",
        "2001::1-8",
    ] {
        assert!(AddressPattern::parse(good).is_ok(), "{good}");
    }
    for (bad, error) in [
        ("192.0.2", AddressError::Malformed),
        ("192.0*", AddressError::Malformed),
        ("192.0.*.*", AddressError::Malformed),
        ("2001::*", AddressError::Malformed),
        ("1.2.3.256", AddressError::Malformed),
        ("1.2.3.4.5", AddressError::Malformed),
        ("1.2.3.8-1", AddressError::Range),
        ("1.2.3.1-1", AddressError::Range),
        ("2001:DB8::1::2", AddressError::Malformed),
        ("", AddressError::Malformed),
        ("app1.example.com", AddressError::HostName),
        ("localhost", AddressError::HostName),
        ("*.example.com", AddressError::HostName),
    ] {
        assert_eq!(AddressPattern::parse(bad), Err(error), "{bad}");
    }
}

#[test]
fn addresses_fit_part_by_part() {
    for (text, inside, outside) in [
        ("192.0.*.2", "192.0.77.2", "192.0.77.3"),
        ("192.*.2", "192.5.6.2", "191.5.6.2"),
        ("192.0.2.1-8", "192.0.2.8", "192.0.2.9"),
        ("*", "::1", ""),
        ("2001:*:1", "2001:1:2:3:4:5:6:1", "2001:1:2:3:4:5:6:2"),
        ("2001::1-8", "2001::8", "2001::9"),
        ("192.0.2.1", "::ffff:192.0.2.1", "::c000:0201"),
        ("::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2"),
    ] {
        assert!(pattern(text).matches(address(inside)), "{text} {inside}");
        if !outside.is_empty() {
            assert!(!pattern(text).matches(address(outside)), "{text} {outside}");
        }
    }
}

#[test]
fn ranges_that_overlap_without_nesting_conflict() {
    for (one, other, conflict) in [
        ("1.1.1.1-8", "1.1.1.4-12", true),
        ("1.1.1.1-8", "1.1.1.2-7", false),
        ("1.1.1.1-8", "1.1.1.9-12", false),
        ("1.1.1.1-8", "1.1.2.4-12", false),
        ("1.1.*.1-8", "1.1.2.4-12", true),
        ("1.1.1.1-8", "*", false),
    ] {
        assert_eq!(
            pattern(one).conflicts(&pattern(other)),
            conflict,
            "{one} {other}"
        );
        assert_eq!(
            pattern(other).conflicts(&pattern(one)),
            conflict,
            "{other} {one}"
        );
    }
}

fn random_part(seed: &mut SplitMix64) -> String {
    match seed.below(4) {
        0 => "*".to_owned(),
        1 => {
            let from = seed.below(3);
            format!("{from}-{}", from + 1 + seed.below(3))
        }
        _ => seed.below(5).to_string(),
    }
}

/// A pattern is the set of addresses that fit it; of two, one of which is a part of the
/// other, the smaller is the more specific.
#[test]
fn the_smaller_of_two_nested_patterns_is_the_more_specific() {
    let mut seed = SplitMix64::new(3);
    let random = |seed: &mut SplitMix64| loop {
        let text: Vec<String> = (0..4).map(|_| random_part(seed)).collect();
        if let Ok(pattern) = AddressPattern::parse(&text.join(".")) {
            return pattern;
        }
    };
    let every: Vec<IpAddr> = (0..6_u32.pow(4))
        .map(|at| {
            let part = |power: u32| (at / 6_u32.pow(power) % 6) as u8;
            IpAddr::from([part(3), part(2), part(1), part(0)])
        })
        .collect();
    for _ in 0..600 {
        let (one, other) = (random(&mut seed), random(&mut seed));
        let nested = every
            .iter()
            .all(|at| !one.matches(*at) || other.matches(*at));
        let equal = every
            .iter()
            .all(|at| one.matches(*at) == other.matches(*at));
        if nested && !equal {
            assert!(one > other, "{one} is inside {other}");
            assert!(!one.conflicts(&other), "{one} {other}");
        }
    }
}
