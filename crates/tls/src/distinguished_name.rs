//! Distinguished names as channels show and compare them (SSLPEER, SSLCERTI).
//!
//! Source: the manual topics "Distinguished Names" and "IBM MQ rules for SSLPEER values". The order in which types are
//! shown is that of the first topic. SERIALNUMBER is the serial number of the certificate, as pairs of hexadecimal
//! digits with colons between them; the attribute of the same name that a distinguished name may have (2.5.4.5) is
//! shown as one that has no name.

use std::borrow::Cow;
use std::fmt;

use openssl::asn1::Asn1IntegerRef;
use openssl::nid::Nid;
use openssl::x509::X509NameRef;

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
pub const SERIAL_NUMBER: &str = "SERIALNUMBER";

/// A distinguished name: attributes in the order they are shown. Attributes of one type keep the order of the
/// certificate, which for OU is from the highest unit down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DistinguishedName {
    attributes: Vec<Attribute>,
}

/// One attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// `CN`, `OU` and so on in capitals; the name OpenSSL has for one that channels do not know.
    pub kind: Cow<'static, str>,
    /// The value, whatever characters it has.
    pub value: String,
}

impl DistinguishedName {
    /// Every attribute, in the order they are shown.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// The values of one type, in the order of the certificate.
    pub fn values<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a str> {
        let attributes = self.attributes.iter();
        attributes
            .filter(move |attribute| attribute.kind == kind)
            .map(|attribute| attribute.value.as_str())
    }

    pub(crate) fn of(name: &X509NameRef) -> DistinguishedName {
        let mut ranked: Vec<(usize, Attribute)> = name
            .entries()
            .map(|entry| {
                let nid = entry.object().nid();
                let known = TYPES.iter().position(|(_, known)| *known == nid);
                let kind = match known {
                    Some(at) => Cow::Borrowed(TYPES[at].0),
                    None => Cow::Owned(format!("OID.{}", entry.object())),
                };
                // A value that cannot be read must match nothing, so it is not left out.
                let value = entry.data().to_string();
                let value = value.unwrap_or_else(|_| char::REPLACEMENT_CHARACTER.to_string());
                (known.unwrap_or(TYPES.len()), Attribute { kind, value })
            })
            .collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        DistinguishedName {
            attributes: ranked.into_iter().map(|(_, attribute)| attribute).collect(),
        }
    }

    /// The subject of a certificate with its serial number in front.
    pub(crate) fn of_subject(name: &X509NameRef, serial: &str) -> DistinguishedName {
        let mut subject = DistinguishedName::of(name);
        let kind = Cow::Borrowed(SERIAL_NUMBER);
        let value = serial.to_owned();
        subject.attributes.insert(0, Attribute { kind, value });
        subject
    }
}

/// `CN=app1,OU=Payments,O=Example,C=GB`. Values with a separator, a quotation mark, or blanks at an end are in double
/// quotation marks.
impl fmt::Display for DistinguishedName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Attribute { kind, value }) in self.attributes.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let bare = value.trim() == value && !value.contains([',', ';', '"', '=', '+']);
            if bare {
                write!(out, "{comma}{kind}={value}")?;
            } else {
                write!(out, "{comma}{kind}=\"{}\"", value.replace('"', "\\\""))?;
            }
        }
        Ok(())
    }
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
        let subject = DistinguishedName::of_subject(&name.build(), &serial);
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
        let name = DistinguishedName::of(&name.build());
        assert_eq!(name.values("CN").next(), Some("admin\0.example.com"));
    }
}
