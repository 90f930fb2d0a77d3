//! Key repositories in PKCS#12 (RFC 7292).
//!
//! OpenSSL checks the file, opens it, and gives every certificate with its label, but only one private key. A queue
//! manager may have several, so the bags of the others are found here and each is handed to OpenSSL to be decrypted.
//! Tools put private keys, each encrypted by itself, into a part of the file that is not encrypted; only that part is
//! looked at.

use std::path::Path;

use openssl::pkcs12::Pkcs12;
use openssl::pkey::PKey;

use super::{Contents, RepositoryError};

pub(super) fn read(
    path: &Path,
    bytes: &[u8],
    password: Option<&str>,
) -> Result<Contents, RepositoryError> {
    let file = Pkcs12::from_der(bytes).map_err(|_| RepositoryError::Malformed {
        path: path.to_owned(),
        why: "it is no PKCS#12 file".to_owned(),
    })?;
    let passphrase = password.unwrap_or("");
    let parsed = file
        .parse2(passphrase)
        .map_err(|e| RepositoryError::locked(path, password, &e))?;
    let mut contents = Contents::default();
    let own = parsed.cert.into_iter();
    for certificate in own.chain(parsed.ca.into_iter().flatten()) {
        let label = certificate.alias().unwrap_or(b"");
        let label = String::from_utf8_lossy(label).into_owned();
        contents.certificates.push((label, certificate));
    }
    for bag in key_bags(bytes) {
        let key = PKey::private_key_from_pkcs8_passphrase(bag.encrypted, passphrase.as_bytes());
        let key = key.map_err(|e| RepositoryError::locked(path, password, &e))?;
        contents.keys.push((bag.label, key));
    }
    if let Some(key) = parsed.pkey
        && !contents.keys.iter().any(|(_, known)| known.public_eq(&key))
    {
        contents.keys.push((String::new(), key));
    }
    Ok(contents)
}

/// An encrypted private key (PKCS#8) with its label.
pub(crate) struct KeyBag<'a> {
    encrypted: &'a [u8],
    label: String,
}

/// PKCS#7 data, 1.2.840.113549.1.7.1.
const DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01];
/// A shrouded key bag, 1.2.840.113549.1.12.10.1.2.
const SHROUDED_KEY_BAG: &[u8] = &[
    0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x0a, 0x01, 0x02,
];
/// The friendly name, 1.2.840.113549.1.9.20.
const FRIENDLY_NAME: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x14];

const OCTET_STRING: u8 = 0x04;
const OBJECT_IDENTIFIER: u8 = 0x06;
const BMP_STRING: u8 = 0x1e;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const TAGGED_0: u8 = 0xa0;

/// The key bags that lie open. What cannot be read gives none: OpenSSL has already judged the file.
pub(crate) fn key_bags(file: &[u8]) -> Vec<KeyBag<'_>> {
    let mut bags = Vec::new();
    for part in parts(file).into_iter().flatten() {
        let Some(content) = open_content(part) else {
            continue;
        };
        let mut content = Der(content);
        while let Some(bag) = content.next_of(SEQUENCE) {
            bags.extend(key_bag(bag));
        }
    }
    bags
}

/// The parts of the authenticated safe: PFX { version, authSafe ContentInfo { data, [0] OCTET STRING { SEQUENCE OF } } }.
fn parts(file: &[u8]) -> Option<Vec<&[u8]>> {
    let mut pfx = Der(Der(file).next_of(SEQUENCE)?);
    pfx.next()?;
    let mut parts = Der(open_content(pfx.next_of(SEQUENCE)?)?);
    let mut found = Vec::new();
    while let Some(part) = parts.next_of(SEQUENCE) {
        found.push(part);
    }
    Some(found)
}

/// The sequence within a ContentInfo of type data.
fn open_content(info: &[u8]) -> Option<&[u8]> {
    let mut info = Der(info);
    if info.next_of(OBJECT_IDENTIFIER)? != DATA {
        return None;
    }
    let octets = Der(info.next_of(TAGGED_0)?).next_of(OCTET_STRING)?;
    Der(octets).next_of(SEQUENCE)
}

fn key_bag(bag: &[u8]) -> Option<KeyBag<'_>> {
    let mut bag = Der(bag);
    if bag.next_of(OBJECT_IDENTIFIER)? != SHROUDED_KEY_BAG {
        return None;
    }
    let encrypted = bag.next_of(TAGGED_0)?;
    let label = bag.next_of(SET).and_then(friendly_name).unwrap_or_default();
    Some(KeyBag { encrypted, label })
}

fn friendly_name(attributes: &[u8]) -> Option<String> {
    let mut attributes = Der(attributes);
    while let Some(attribute) = attributes.next_of(SEQUENCE) {
        let mut attribute = Der(attribute);
        if attribute.next_of(OBJECT_IDENTIFIER)? == FRIENDLY_NAME {
            let name = Der(attribute.next_of(SET)?).next_of(BMP_STRING)?;
            let units = name.chunks_exact(2);
            let units: Vec<u16> = units
                .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
                .collect();
            return Some(String::from_utf16_lossy(&units));
        }
    }
    None
}

/// Elements in distinguished encoding, one after the other.
struct Der<'a>(&'a [u8]);

impl<'a> Der<'a> {
    /// Tag and contents of the next element.
    fn next(&mut self) -> Option<(u8, &'a [u8])> {
        let (&tag, rest) = self.0.split_first()?;
        let (&first, rest) = rest.split_first()?;
        let (length, rest) = match first {
            0..=0x7f => (usize::from(first), rest),
            0x81..=0x84 => {
                let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
                let length = digits
                    .iter()
                    .fold(0, |sum, &digit| sum << 8 | usize::from(digit));
                (length, rest)
            }
            // The indefinite form and lengths no file has.
            _ => return None,
        };
        let (contents, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some((tag, contents))
    }

    fn next_of(&mut self, wanted: u8) -> Option<&'a [u8]> {
        match self.next()? {
            (tag, contents) if tag == wanted => Some(contents),
            _ => None,
        }
    }
}
