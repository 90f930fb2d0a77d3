//! Certificates of a run: an RSA key and an elliptic-curve key, each certified by itself and trusted by both ends.

use crate::failure::Failure;
use crate::run_directory::RunDirectory;
use openssl::asn1::Asn1Time;
use openssl::bn::BigNum;
use openssl::ec::{EcGroup, EcKey};
use openssl::error::ErrorStack;
use openssl::hash::MessageDigest;
use openssl::nid::Nid;
use openssl::pkey::{PKey, Private};
use openssl::rsa::Rsa;
use openssl::x509::extension::BasicConstraints;
use openssl::x509::{X509Builder, X509Name};
use std::path::{Path, PathBuf};

/// Bits of the RSA key, as certificates in use have it.
const RSA_BITS: u32 = 2048;
const DAYS: u32 = 2;

/// Key repositories in a directory of their own, which goes with this.
pub(crate) struct Certificates {
    place: RunDirectory,
}

impl Certificates {
    pub(crate) fn make(parent: &Path) -> Result<Self, Failure> {
        let place = RunDirectory::fresh(parent)
            .map_err(Failure::io("making a directory for certificates"))?;
        let group = EcGroup::from_curve_name(Nid::X9_62_PRIME256V1);
        let curve = group
            .and_then(|group| EcKey::generate(&group))
            .and_then(PKey::from_ec_key);
        let rsa = Rsa::generate(RSA_BITS).and_then(PKey::from_rsa);
        for (name, key) in [("rsa.pem", rsa), ("curve.pem", curve)] {
            let made = key.and_then(|key| certified(&key));
            let made =
                made.map_err(|why| Failure::Wrong(format!("making a certificate: {why}")))?;
            std::fs::write(place.path().join(name), made)
                .map_err(Failure::io("writing a certificate"))?;
        }
        Ok(Self { place })
    }

    /// The key repository for a CipherSpec: of an elliptic curve where its name says so.
    pub(crate) fn for_cipher(&self, cipher: &str) -> PathBuf {
        let name = if cipher.contains("ECDSA") {
            "curve.pem"
        } else {
            "rsa.pem"
        };
        self.place.path().join(name)
    }
}

/// A certificate of that key, by itself, with the key.
fn certified(key: &PKey<Private>) -> Result<Vec<u8>, ErrorStack> {
    let mut name = X509Name::builder()?;
    name.append_entry_by_text("CN", "ferromq bench")?;
    let name = name.build();
    let mut certificate = X509Builder::new()?;
    certificate.set_version(2)?;
    let serial = BigNum::from_u32(1)?.to_asn1_integer()?;
    certificate.set_serial_number(&serial)?;
    certificate.set_subject_name(&name)?;
    certificate.set_issuer_name(&name)?;
    certificate.set_pubkey(key)?;
    let (from, until) = (Asn1Time::days_from_now(0)?, Asn1Time::days_from_now(DAYS)?);
    certificate.set_not_before(&from)?;
    certificate.set_not_after(&until)?;
    certificate.append_extension(BasicConstraints::new().critical().ca().build()?)?;
    certificate.sign(key, MessageDigest::sha256())?;
    let mut text = certificate.build().to_pem()?;
    text.extend(key.private_key_to_pem_pkcs8()?);
    Ok(text)
}
