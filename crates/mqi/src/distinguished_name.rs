//! Names of certificates: attribute by attribute, as they were read and as they are compared. Text is for people alone.
//!
//! A value may hold any character, also those that separate attributes in text. So nobody decides by text.

use std::borrow::Cow;
use std::fmt;

/// A distinguished name: attributes in the order they are shown. Attributes of one type keep the order of the
/// certificate, which for OU is from the highest unit down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DistinguishedName {
    attributes: Vec<Attribute>,
}

/// One attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// `CN`, `OU` and so on in capitals; `OID.` and the name of the type for one that channels do not know.
    pub kind: Cow<'static, str>,
    /// The value, whatever characters it has.
    pub value: String,
}

/// Who has a certificate, and who made it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CertificateNames {
    /// The subject, with the serial number of the certificate in front: what SSLPEER is compared with.
    pub subject: DistinguishedName,
    /// The issuer: what SSLCERTI is compared with.
    pub issuer: DistinguishedName,
}

impl DistinguishedName {
    /// A name of these attributes, in the order they are to be shown.
    #[must_use]
    pub fn new(attributes: Vec<Attribute>) -> Self {
        Self { attributes }
    }

    /// Every attribute, in the order they are shown.
    #[must_use]
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
}

/// `CN=app1,OU=Payments,O=Example,C=GB`. Values with a separator, a quotation mark, a backslash, or blanks at an end are in double
/// quotation marks, with a backslash before each quotation mark and backslash inside: read as SSLPEER it is the same name again.
impl fmt::Display for DistinguishedName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Attribute { kind, value }) in self.attributes.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let bare = value.trim() == value && !value.contains([',', ';', '"', '\\', '=', '+']);
            if bare {
                write!(out, "{comma}{kind}={value}")?;
            } else {
                let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
                write!(out, "{comma}{kind}=\"{escaped}\"")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_ends_before_its_quotation_mark_in_text() {
        let attribute = |kind: &'static str, value: &str| Attribute {
            kind: kind.into(),
            value: value.to_owned(),
        };
        let forged = attribute("CN", "x\\\",OU=Admins,L=\\\"y");
        let name = DistinguishedName::new(vec![forged, attribute("OU", "Contractors")]);
        assert_eq!(
            name.to_string(),
            r#"CN="x\\\",OU=Admins,L=\\\"y",OU=Contractors"#
        );
        let hiding = DistinguishedName::new(vec![attribute("CN", "bob\\"), attribute("O", "A+B")]);
        assert_eq!(hiding.to_string(), r#"CN="bob\\",O="A+B""#);
        let plain = DistinguishedName::new(vec![attribute("CN", "bob"), attribute("C", "GB")]);
        assert_eq!(plain.to_string(), "CN=bob,C=GB");
    }
}
