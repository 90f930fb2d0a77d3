//! CipherSpecs: what SSLCIPH may say, and what it means to OpenSSL.

use std::fmt;

use ferromq_mqi::reason::Reason;

use crate::generated::cipher_specs::{RANGES, SPECS, WEAK};

/// A version of TLS that is used. Older ones are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Protocol {
    /// TLS 1.2.
    Tls12,
    /// TLS 1.3.
    Tls13,
}

impl Protocol {
    /// The name as channel status shows it (SSLPROT): `TLSV12` or `TLSV13`.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Tls12 => "TLSV12",
            Protocol::Tls13 => "TLSV13",
        }
    }
}

/// The kind of key the certificate of the server needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// Any kind.
    Any,
    /// An RSA key.
    Rsa,
    /// An elliptic-curve key.
    Ec,
}

/// One CipherSpec. All there are come from `tables/cipher_specs.csv`.
#[derive(Debug, PartialEq, Eq)]
pub struct CipherSpec {
    /// The name in SSLCIPH.
    pub name: &'static str,
    /// The number of the suite in the TLS registry.
    pub code: u16,
    /// The version of TLS it belongs to.
    pub protocol: Protocol,
    /// The name in OpenSSL.
    pub openssl: &'static str,
    /// What key the certificate of the server has.
    pub key: KeyKind,
    /// The CipherSuite of Java programs.
    pub suite: &'static str,
    /// The same in mappings for IBM's Java.
    pub suite_ibm: &'static str,
}

impl CipherSpec {
    /// Every CipherSpec, most preferred first.
    pub fn all() -> &'static [CipherSpec] {
        &SPECS
    }

    /// The CipherSpec of a suite by its number in the TLS registry.
    pub fn by_code(code: u16) -> Option<&'static CipherSpec> {
        SPECS.iter().find(|spec| spec.code == code)
    }
}

/// A name that was allowed once.
#[derive(Debug)]
pub(crate) struct WeakSpec {
    pub(crate) name: &'static str,
    pub(crate) suite: &'static str,
    pub(crate) suite_ibm: &'static str,
    pub(crate) instead: &'static str,
}

/// What a channel's SSLCIPH allows: one CipherSpec, or all of some versions of TLS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CipherChoice {
    name: &'static str,
    lowest: Protocol,
    highest: Protocol,
    one: Option<&'static CipherSpec>,
}

impl CipherChoice {
    /// Reads a value of SSLCIPH. Trailing blanks do not count; letters are as written.
    ///
    /// # Errors
    /// The name is no CipherSpec, or one that is too weak. The error says what to write.
    /// A command answers with MQRCCF_SSL_CIPHER_SPEC_ERROR, a client with 2393.
    pub fn by_name(name: &str) -> Result<CipherChoice, UnknownCipherSpec> {
        let name = name.trim_end_matches([' ', '\0']);
        if let Some(spec) = SPECS.iter().find(|spec| spec.name == name) {
            return Ok(CipherChoice {
                name: spec.name,
                lowest: spec.protocol,
                highest: spec.protocol,
                one: Some(spec),
            });
        }
        let range = RANGES.iter().find(|range| range.0 == name);
        match range {
            Some(&(name, lowest, highest, _)) => Ok(CipherChoice {
                name,
                lowest,
                highest,
                one: None,
            }),
            None => Err(UnknownCipherSpec::of(name)),
        }
    }

    /// Reads the name of a CipherSuite as Java programs write it, `TLS_...`, `SSL_...` or `*TLS12`; a CipherSpec is
    /// taken too.
    ///
    /// # Errors
    /// As [`CipherChoice::by_name`]; a client answers with 2400.
    pub fn by_suite(name: &str) -> Result<CipherChoice, UnknownCipherSpec> {
        let name = name.trim_end_matches([' ', '\0']);
        CipherChoice::by_name(spec_of_suite(name).unwrap_or(name))
    }

    /// The name as it was given.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The lowest version of TLS.
    pub fn lowest(&self) -> Protocol {
        self.lowest
    }

    /// The highest version of TLS.
    pub fn highest(&self) -> Protocol {
        self.highest
    }

    /// Whether a CipherSpec is among those allowed.
    pub fn allows(&self, spec: &CipherSpec) -> bool {
        match self.one {
            Some(one) => one.code == spec.code,
            None => (self.lowest..=self.highest).contains(&spec.protocol),
        }
    }

    /// The CipherSpecs it allows, most preferred first.
    pub fn specs(&self) -> impl Iterator<Item = &'static CipherSpec> + use<> {
        let choice = *self;
        SPECS.iter().filter(move |spec| choice.allows(spec))
    }
}

impl fmt::Display for CipherChoice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

/// The name in SSLCIPH cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCipherSpec {
    /// The name that was given.
    pub name: String,
    /// What is wrong with it.
    pub why: NotUsed,
    /// The CipherSpec that comes nearest.
    pub nearest: &'static str,
}

/// Why a name cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotUsed {
    /// There is no such CipherSpec.
    Unknown,
    /// Its protocol or its algorithms are broken.
    Weak,
    /// It is a CipherSuite, as Java programs write it.
    Suite,
}

impl UnknownCipherSpec {
    /// The reason code for a program that asked for it.
    pub fn reason(&self) -> Reason {
        Reason::SSL_INITIALIZATION_ERROR
    }

    fn of(name: &str) -> UnknownCipherSpec {
        let (why, nearest) = if let Some(weak) = weak_spec(name) {
            (NotUsed::Weak, weak.instead)
        } else if let Some(spec) = spec_of_suite(name) {
            (NotUsed::Suite, spec)
        } else {
            (NotUsed::Unknown, nearest(name))
        };
        UnknownCipherSpec {
            name: name.to_owned(),
            why,
            nearest,
        }
    }
}

impl fmt::Display for UnknownCipherSpec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match self.why {
            NotUsed::Unknown => write!(out, "There is no CipherSpec '{name}'.")?,
            NotUsed::Weak => write!(
                out,
                "CipherSpec '{name}' is no longer safe and is not allowed."
            )?,
            NotUsed::Suite => write!(
                out,
                "'{name}' is a CipherSuite, as Java programs name it; a channel has a CipherSpec."
            )?,
        }
        write!(
            out,
            " Write SSLCIPH({}), or SSLCIPH(ANY_TLS12_OR_HIGHER).",
            self.nearest
        )
    }
}

impl std::error::Error for UnknownCipherSpec {}

fn weak_spec(name: &str) -> Option<&'static WeakSpec> {
    WEAK.iter()
        .find(|weak| [weak.name, weak.suite, weak.suite_ibm].contains(&name))
}

fn spec_of_suite(name: &str) -> Option<&'static str> {
    let one = SPECS
        .iter()
        .find(|spec| spec.suite == name || spec.suite_ibm == name)
        .map(|spec| spec.name);
    one.or_else(|| {
        let range = RANGES.iter().find(|range| range.3 == name);
        range.map(|range| range.0)
    })
}

/// The name with the fewest letters to change; case does not count.
fn nearest(name: &str) -> &'static str {
    // A bound on the work for a name that comes from a program.
    let given: Vec<u8> = name
        .bytes()
        .take(64)
        .map(|b| b.to_ascii_uppercase())
        .collect();
    let names = SPECS.iter().map(|spec| spec.name);
    let names = names.chain(RANGES.iter().map(|range| range.0));
    names
        .min_by_key(|known| changes(&given, known.as_bytes()))
        .unwrap_or("ANY_TLS12_OR_HIGHER")
}

/// How many letters to change, add or remove make one name of the other.
fn changes(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let kept = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = kept.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_table_is_found_and_allows_itself() {
        for spec in CipherSpec::all() {
            let choice = CipherChoice::by_name(spec.name).unwrap();
            assert!(choice.allows(spec));
            assert_eq!(choice.specs().count(), 1);
            assert_eq!(CipherSpec::by_code(spec.code), Some(spec));
            assert_eq!(CipherChoice::by_suite(spec.suite), Ok(choice));
            assert_eq!(CipherChoice::by_suite(spec.suite_ibm), Ok(choice));
        }
    }

    #[test]
    fn any_tls12_leaves_tls13_out_and_or_higher_takes_it_in() {
        let only = CipherChoice::by_name("ANY_TLS12  ").unwrap();
        assert!(only.specs().all(|spec| spec.protocol == Protocol::Tls12));
        let higher = CipherChoice::by_name("ANY_TLS12_OR_HIGHER").unwrap();
        assert_eq!(higher.specs().count(), CipherSpec::all().len());
        let newest = CipherChoice::by_suite("*TLS13ORHIGHER").unwrap();
        assert_eq!(newest.specs().count(), 5);
    }

    #[test]
    fn a_weak_name_is_refused_and_says_what_to_write() {
        let refused = CipherChoice::by_name("TLS_RSA_WITH_AES_256_CBC_SHA").unwrap_err();
        assert_eq!(refused.why, NotUsed::Weak);
        assert_eq!(refused.nearest, "TLS_RSA_WITH_AES_256_CBC_SHA256");
    }

    #[test]
    fn a_misspelt_name_is_answered_with_the_nearest() {
        let refused = CipherChoice::by_name("ecdhe_rsa_aes_256_gcm_sha348").unwrap_err();
        assert_eq!(refused.why, NotUsed::Unknown);
        assert_eq!(refused.nearest, "ECDHE_RSA_AES_256_GCM_SHA384");
        let suite = CipherChoice::by_name("TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384").unwrap_err();
        assert_eq!(suite.why, NotUsed::Suite);
        assert_eq!(suite.nearest, "ECDHE_RSA_AES_256_GCM_SHA384");
    }
}
