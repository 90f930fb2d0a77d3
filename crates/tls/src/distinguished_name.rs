//! Distinguished names of certificates, read for channels to show and to compare (SSLPEER, SSLCERTI).
//!
//! Source: the manual topics "Distinguished Names" and "IBM MQ rules for SSLPEER values". The order in which types are
//! shown is that of the first topic. SERIALNUMBER is the serial number of the certificate, as pairs of hexadecimal
//! digits with colons between them; the attribute of the same name that a distinguished name may have (2.5.4.5) is
//! shown as one that has no name.

use std::borrow::Cow;
use std::iter;

use ferromq_mqi::distinguished_name::{Attribute, CertificateNames, DistinguishedName};
use openssl::asn1::Asn1IntegerRef;
use openssl::nid::Nid;
use openssl::x509::{X509NameRef, X509Ref};

/// The types that have a name, in the order they are shown.
const TYPES: [(&str, Nid); 17] = [
    ("MAIL", Nid::PKCS9_EMAILADDRESS),
    ("MAIL", Nid::RFC822MAILBOX),
    ("UID", Nid::USERID),
    ("CN", Nid::COMMONNAME),
    ("T", Nid::TITLE),
    ("OU", Nid::ORGANIZATIONALUNITNAME),
    ("DC", Nid::DOMAINCOMPONENT),
    ("O", Nid::ORGANIZATIONNAME),
    ("STREET", Nid::STREETADDRESS),
    ("L", Nid::LOCALITYNAME),
    ("ST", Nid::STATEORPROVINCENAME),
    ("PC", Nid::POSTALCODE),
    ("C", Nid::COUNTRYNAME),
    ("UNSTRUCTUREDNAME", Nid::PKCS9_UNSTRUCTUREDNAME),
    ("UNSTRUCTUREDADDRESS", Nid::PKCS9_UNSTRUCTUREDADDRESS),
    ("DNQ", Nid::DNQUALIFIER),
    ("OID.2.5.4.5", Nid::SERIALNUMBER),
];

/// The type of a certificate's serial number among the attributes of its subject.
const SERIAL_NUMBER: &str = "SERIALNUMBER";

/// A name whose attributes can all be read, as far as channels know their types: a value that is left out could be the one that
/// a record asks for. `None` for another one.
pub(crate) fn read(name: &X509NameRef) -> Option<DistinguishedName> {
    let attributes = ranked(name);
    let readable = attributes.iter().all(|it| it.is_readable || !it.is_known());
    readable.then(|| shown(attributes))
}

/// The subject of a certificate with its serial number in front, and the issuer. `None` where one of them cannot be read.
pub(crate) fn names(certificate: &X509Ref, serial: &str) -> Option<CertificateNames> {
    Some(CertificateNames {
        subject: with_serial(read(certificate.subject_name())?, serial),
        issuer: read(certificate.issuer_name())?,
    })
}

fn with_serial(subject: DistinguishedName, serial: &str) -> DistinguishedName {
    let own = Attribute {
        kind: Cow::Borrowed(SERIAL_NUMBER),
        value: serial.to_owned(),
    };
    let others = subject.attributes().iter().cloned();
    DistinguishedName::new(iter::once(own).chain(others).collect())
}

/// A name for people, whatever is in it.
pub(crate) fn text(name: &X509NameRef) -> String {
    shown(ranked(name)).to_string()
}

/// An attribute as it is in the certificate.
struct Ranked {
    /// Where its type is shown.
    rank: usize,
    attribute: Attribute,
    is_readable: bool,
}

impl Ranked {
    fn is_known(&self) -> bool {
        self.rank < TYPES.len()
    }
}

fn ranked(name: &X509NameRef) -> Vec<Ranked> {
    let entries = name.entries().map(|entry| {
        let nid = entry.object().nid();
        let known = TYPES.iter().position(|(_, known)| *known == nid);
        let kind = match known {
            Some(at) => Cow::Borrowed(TYPES[at].0),
            None => Cow::Owned(format!("OID.{}", entry.object())),
        };
        let read = entry.data().to_string();
        let is_readable = read.is_ok();
        let value = read.unwrap_or_else(|_| char::REPLACEMENT_CHARACTER.to_string());
        Ranked {
            rank: known.unwrap_or(TYPES.len()),
            attribute: Attribute { kind, value },
            is_readable,
        }
    });
    entries.collect()
}

fn shown(mut attributes: Vec<Ranked>) -> DistinguishedName {
    attributes.sort_by_key(|it| it.rank);
    DistinguishedName::new(attributes.into_iter().map(|it| it.attribute).collect())
}

/// A serial number as `4C:D0:49:D5`; `00` for one that cannot be read.
pub(crate) fn serial(number: &Asn1IntegerRef) -> String {
    let Ok(number) = number.to_bn() else {
        return "00".to_owned();
    };
    let bytes = number.to_vec();
    if bytes.is_empty() {
        return "00".to_owned();
    }
    let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    pairs.join(":")
}

#[cfg(test)]
mod tests {
    use openssl::asn1::Asn1Type;
    use openssl::bn::BigNum;
    use openssl::x509::X509Name;

    use super::*;

    #[test]
    fn attributes_are_shown_in_the_order_of_the_manual() {
        let mut name = X509Name::builder().unwrap();
        for (kind, value) in [
            ("C", "GB"),
            ("O", "Example, Ltd"),
            ("OU", "Payments"),
            ("OU", "Night"),
            ("CN", "app1"),
            ("emailAddress", "a@example.com"),
            ("serialNumber", "7"),
        ] {
            name.append_entry_by_text(kind, value).unwrap();
        }
        let serial = serial(
            &BigNum::from_u32(0x4cd049)
                .unwrap()
                .to_asn1_integer()
                .unwrap(),
        );
        let subject = with_serial(read(&name.build()).unwrap(), &serial);
        assert_eq!(
            subject.to_string(),
            "SERIALNUMBER=4C:D0:49,MAIL=a@example.com,CN=app1,OU=Payments,OU=Night,O=\"Example, Ltd\",C=GB,OID.2.5.4.5=7"
        );
        let units: Vec<&str> = subject.values("OU").collect();
        assert_eq!(units, ["Payments", "Night"]);
    }

    /// Such a value once made one name look like another.
    #[test]
    fn a_value_with_a_zero_byte_keeps_what_follows() {
        let mut name = X509Name::builder().unwrap();
        name.append_entry_by_text("CN", "admin\0.example.com")
            .unwrap();
        let name = read(&name.build()).unwrap();
        assert_eq!(name.values("CN").next(), Some("admin\0.example.com"));
    }

    /// A record may ask for any of its attributes, so a name without one of them is not that name.
    #[test]
    fn a_name_with_a_value_that_cannot_be_read_is_none_unless_nobody_asks_for_its_type() {
        let name = |kind: &str| {
            let mut name = X509Name::builder().unwrap();
            name.append_entry_by_text("CN", "bob").unwrap();
            name.append_entry_by_text_with_type(kind, "bits", Asn1Type::BIT_STRING)
                .unwrap();
            name.build()
        };
        assert_eq!(read(&name("OU")), None);
        assert_eq!(text(&name("OU")), "CN=bob,OU=\u{fffd}");
        let other = read(&name("x500UniqueIdentifier")).unwrap();
        assert_eq!(other.values("CN").next(), Some("bob"));
    }
}
