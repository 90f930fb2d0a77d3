//! What is demanded of TLS beyond the definition of a channel: by the program (`MQSCO`), variables of the environment, and stanza `SSL` of the
//! client configuration file.
//!
//! A demand is met or the connection is refused. Nobody demands less than another has: where two say something, both count.

use ferromq_base::ini::IniFile;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::{
    MQ_CERT_VAL_POLICY_ANY, MQ_CERT_VAL_POLICY_RFC5280, MQ_SUITE_B_128_BIT, MQ_SUITE_B_192_BIT,
    MQ_SUITE_B_NONE, MQ_SUITE_B_NOT_AVAILABLE, MQSSL_FIPS_NO, MQSSL_FIPS_YES,
};

/// What is demanded of each connection with TLS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TlsDemands {
    fips: bool,
    /// Not TLS 1.3.
    no_tls13: bool,
    /// Names of CipherSpecs; empty for all.
    cipher_specs: Vec<String>,
    /// The first that cannot be met, and the reason for programs.
    refused: Option<(Reason, String)>,
}

/// Bits an RSA key has at least, whatever is demanded.
const RSA_BITS: u32 = 2048;
/// The longest key reset count in bytes.
const KEY_RESET_MAX: i32 = 999_999_999;

impl TlsDemands {
    /// Those of the environment and of the file.
    pub(crate) fn of(variable: impl Fn(&str) -> Option<String>, file: Option<&Self>) -> Self {
        let mut demands = file.cloned().unwrap_or_default();
        let mut said = |name: &str, take: fn(&mut Self, &str, &str)| {
            if let Some(value) = variable(name) {
                take(&mut demands, name, &value);
            }
        };
        said("MQSSLFIPS", Self::take_fips);
        said("MQSUITEB", Self::take_suite_b);
        said("MQCERTVPOL", Self::take_policy);
        said("MQSSLCRYP", Self::take_hardware);
        said("MQSSLRESET", Self::take_key_reset);
        demands
    }

    /// Those of stanza `SSL`.
    pub(crate) fn of_file(file: &IniFile) -> Self {
        let mut demands = Self::default();
        let value = |name: &str| {
            let found = file.attribute("SSL", name);
            found.map(|attribute| attribute.value.as_str())
        };
        let mut said = |name: &str, take: fn(&mut Self, &str, &str)| {
            if let Some(value) = value(name) {
                take(&mut demands, name, value);
            }
        };
        said("SSLFipsRequired", Self::take_fips);
        said("EncryptionPolicySuiteB", Self::take_suite_b);
        said("CertificateValPolicy", Self::take_policy);
        said("SSLCryptoHardware", Self::take_hardware);
        said("SSLKeyResetCount", Self::take_key_reset);
        said("AllowTLSV13", |demands, name, value| {
            let yes = yes_or_no(value);
            demands.no_tls13 |= yes == Some(false);
            if yes.is_none() {
                demands.refuse_value(name, value, "YES or NO");
            }
        });
        said("AllowedCipherSpecs", |demands, _, value| {
            let names = value.split(',').map(|name| name.trim().to_uppercase());
            demands.cipher_specs = names.filter(|name| !name.is_empty()).collect();
        });
        said("MinimumRSAKeySize", |demands, name, value| {
            if value.parse().ok().is_none_or(|bits: u32| bits > RSA_BITS) {
                let allowed = format!("no more than the {RSA_BITS} bits every RSA key has");
                demands.refuse_value(name, value, &allowed);
            }
        });
        // As a queue manager takes them: revocation that need not be known does not refuse a connection.
        let is = |name: &str, word: &str| {
            value(name).is_some_and(|value| value.eq_ignore_ascii_case(word))
        };
        let need_not = is("OCSPAuthentication", "WARN")
            || is("OCSPAuthentication", "OPTIONAL")
            || is("ClientRevocationChecks", "OPTIONAL")
            || is("ClientRevocationChecks", "DISABLED");
        let asks = [
            ("OCSPAuthentication", "REQUIRED"),
            ("OCSPCheckExtensions", "YES"),
            ("CDPCheckExtensions", "YES"),
            ("ClientRevocationChecks", "REQUIRED"),
        ];
        if let Some((name, word)) = asks.into_iter().find(|(name, word)| is(name, word))
            && !need_not
        {
            demands.refuse_revocation(&format!("{name}={word}"));
        }
        demands
    }

    /// These and others.
    pub fn add(&mut self, others: &Self) {
        self.fips |= others.fips;
        self.no_tls13 |= others.no_tls13;
        if self.cipher_specs.is_empty() {
            self.cipher_specs.clone_from(&others.cipher_specs);
        }
        if self.refused.is_none() {
            self.refused.clone_from(&others.refused);
        }
    }

    /// `FipsRequired` of an `MQSCO`.
    ///
    /// # Errors
    /// `MQRC_SCO_ERROR` for a value that is none.
    pub fn demand_fips(&mut self, required: i32) -> Result<(), Reason> {
        match required {
            MQSSL_FIPS_NO => {}
            MQSSL_FIPS_YES => self.fips = true,
            _ => return Err(Reason::SCO_ERROR),
        }
        Ok(())
    }

    /// `EncryptionPolicySuiteB` of an `MQSCO`.
    ///
    /// # Errors
    /// `MQRC_SUITE_B_ERROR` for values that are none, or not together.
    pub fn demand_suite_b(&mut self, levels: [i32; 4]) -> Result<(), Reason> {
        let said = |level: i32| levels.contains(&level);
        let known = [
            MQ_SUITE_B_NOT_AVAILABLE,
            MQ_SUITE_B_NONE,
            MQ_SUITE_B_128_BIT,
            MQ_SUITE_B_192_BIT,
        ];
        let is_demanded = said(MQ_SUITE_B_128_BIT) || said(MQ_SUITE_B_192_BIT);
        let is_known = levels.iter().all(|level| known.contains(level));
        if !is_known || is_demanded && said(MQ_SUITE_B_NONE) {
            return Err(Reason::SUITE_B_ERROR);
        }
        if is_demanded {
            self.refuse_suite_b("EncryptionPolicySuiteB of MQSCO");
        }
        Ok(())
    }

    /// `CertificateValPolicy` of an `MQSCO`: certificates are always judged as RFC 5280 says.
    ///
    /// # Errors
    /// `MQRC_CERT_VAL_POLICY_ERROR` for another one.
    pub fn demand_policy(&mut self, policy: i32) -> Result<(), Reason> {
        match policy {
            MQ_CERT_VAL_POLICY_ANY | MQ_CERT_VAL_POLICY_RFC5280 => Ok(()),
            _ => Err(Reason::CERT_VAL_POLICY_ERROR),
        }
    }

    /// `KeyResetCount` of an `MQSCO`. Keys are not negotiated again, as documented.
    ///
    /// # Errors
    /// `MQRC_SSL_KEY_RESET_ERROR` when it is out of range.
    pub fn demand_key_reset(&mut self, bytes: i32) -> Result<(), Reason> {
        match bytes {
            0..=KEY_RESET_MAX => Ok(()),
            _ => Err(Reason::SSL_KEY_RESET_ERROR),
        }
    }

    /// `CryptoHardware` of an `MQSCO`, when it is not blank.
    pub fn demand_hardware(&mut self, text: &str) {
        self.take_hardware("CryptoHardware of MQSCO", text);
    }

    /// `AuthInfoRecCount` of an `MQSCO`.
    ///
    /// # Errors
    /// `MQRC_AUTH_INFO_REC_COUNT_ERROR` when it is negative.
    pub fn demand_revocation(&mut self, records: i32) -> Result<(), Reason> {
        match records {
            0 => {}
            1.. => self.refuse_revocation("an authentication information record of MQSCO"),
            _ => return Err(Reason::AUTH_INFO_REC_COUNT_ERROR),
        }
        Ok(())
    }

    /// Whether OpenSSL has to run in FIPS mode.
    pub(crate) fn needs_fips(&self) -> bool {
        self.fips
    }

    /// Whether a connection by a CipherSpec is what is demanded.
    ///
    /// # Errors
    /// The reason for programs, and what cannot be met.
    pub(crate) fn check(&self, cipher_spec: &str) -> Result<(), (Reason, String)> {
        if let Some(refused) = &self.refused {
            return Err(refused.clone());
        }
        let name = cipher_spec.to_uppercase();
        // What is of TLS 1.3, or may be.
        let is_tls13 = ["TLS_AES_", "TLS_CHACHA20_", "ANY_TLS13"]
            .iter()
            .any(|of| name.starts_with(of))
            || name.ends_with("_OR_HIGHER");
        if self.no_tls13 && is_tls13 {
            let what =
                format!("AllowTLSV13=NO does not allow CipherSpec {cipher_spec}: use ANY_TLS12");
            return Err((Reason::SSL_INITIALIZATION_ERROR, what));
        }
        if !self.cipher_specs.is_empty() && !self.cipher_specs.contains(&name) {
            let what = format!("CipherSpec {cipher_spec} is not one of AllowedCipherSpecs");
            return Err((Reason::SSL_INITIALIZATION_ERROR, what));
        }
        Ok(())
    }

    fn take_fips(&mut self, name: &str, value: &str) {
        match yes_or_no(value) {
            Some(yes) => self.fips |= yes,
            None => self.refuse_value(name, value, "YES or NO"),
        }
    }

    fn take_suite_b(&mut self, name: &str, value: &str) {
        if !value.eq_ignore_ascii_case("NONE") {
            self.refuse_suite_b(&format!("{name}={value}"));
        }
    }

    fn take_policy(&mut self, name: &str, value: &str) {
        let known = ["ANY", "RFC5280"];
        if !known.iter().any(|it| it.eq_ignore_ascii_case(value)) {
            let what = format!("{name}={value}: write ANY or RFC5280");
            self.refuse(Reason::CERT_VAL_POLICY_ERROR, what);
        }
    }

    fn take_hardware(&mut self, name: &str, value: &str) {
        if !value.trim().is_empty() {
            let what = format!("{name}: keys are not kept in cryptographic hardware; leave it out");
            self.refuse(Reason::CRYPTO_HARDWARE_ERROR, what);
        }
    }

    fn take_key_reset(&mut self, name: &str, value: &str) {
        let bytes = value.parse().ok();
        if bytes.is_none_or(|bytes| self.demand_key_reset(bytes).is_err()) {
            let what = format!("{name}={value}: write a number from 0 to {KEY_RESET_MAX}");
            self.refuse(Reason::SSL_KEY_RESET_ERROR, what);
        }
    }

    fn refuse_suite_b(&mut self, who: &str) {
        let what = format!("{who}: Suite B is not there; write NONE");
        self.refuse(Reason::SSL_INITIALIZATION_ERROR, what);
    }

    fn refuse_revocation(&mut self, who: &str) {
        let what = format!(
            "{who}: servers are not asked whether a certificate was revoked; put the lists beside the key repository, as key.crl"
        );
        self.refuse(Reason::SSL_INITIALIZATION_ERROR, what);
    }

    fn refuse_value(&mut self, name: &str, value: &str, allowed: &str) {
        let what = format!("{name}={value}: write {allowed}");
        self.refuse(Reason::SSL_INITIALIZATION_ERROR, what);
    }

    fn refuse(&mut self, reason: Reason, what: String) {
        self.refused.get_or_insert((reason, what));
    }
}

fn yes_or_no(value: &str) -> Option<bool> {
    let is = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(value));
    match (
        is(&["YES", "Y", "TRUE", "T"]),
        is(&["NO", "N", "FALSE", "F"]),
    ) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn file(text: &str) -> TlsDemands {
        let text = format!("SSL:\n{text}\n");
        let file = IniFile::parse(Path::new("mqclient.ini"), &text);
        TlsDemands::of_file(&file.expect("read"))
    }

    fn reason(demands: &TlsDemands, cipher_spec: &str) -> Reason {
        let checked = demands.check(cipher_spec);
        checked.err().map_or(Reason::NONE, |(reason, _)| reason)
    }

    const ANY: &str = "ANY_TLS12_OR_HIGHER";

    #[test]
    fn what_cannot_be_met_is_refused_with_its_reason_and_what_can_is_not() {
        for (text, expected) in [
            ("SSLFipsRequired=NO", Reason::NONE),
            ("SSLFipsRequired=PERHAPS", Reason::SSL_INITIALIZATION_ERROR),
            ("EncryptionPolicySuiteB=NONE", Reason::NONE),
            (
                "EncryptionPolicySuiteB=128_BIT,192_BIT",
                Reason::SSL_INITIALIZATION_ERROR,
            ),
            ("CertificateValPolicy=RFC5280", Reason::NONE),
            ("CertificateValPolicy=LOOSE", Reason::CERT_VAL_POLICY_ERROR),
            (
                "SSLCryptoHardware=GSK_PKCS11=/lib;",
                Reason::CRYPTO_HARDWARE_ERROR,
            ),
            ("SSLKeyResetCount=32768", Reason::NONE),
            ("SSLKeyResetCount=-1", Reason::SSL_KEY_RESET_ERROR),
            ("MinimumRSAKeySize=2048", Reason::NONE),
            ("MinimumRSAKeySize=4096", Reason::SSL_INITIALIZATION_ERROR),
            ("AllowTLSV13=YES", Reason::NONE),
            ("AllowTLSV13=NO", Reason::SSL_INITIALIZATION_ERROR),
            (
                "AllowedCipherSpecs=ANY_TLS12, any_tls12_or_higher",
                Reason::NONE,
            ),
            (
                "AllowedCipherSpecs=ANY_TLS12",
                Reason::SSL_INITIALIZATION_ERROR,
            ),
            ("OCSPCheckExtensions=NO", Reason::NONE),
            ("OCSPCheckExtensions=YES", Reason::SSL_INITIALIZATION_ERROR),
            (
                "OCSPCheckExtensions=YES\nOCSPAuthentication=WARN",
                Reason::NONE,
            ),
            ("CDPCheckExtensions=YES", Reason::SSL_INITIALIZATION_ERROR),
            (
                "ClientRevocationChecks=REQUIRED",
                Reason::SSL_INITIALIZATION_ERROR,
            ),
            ("ClientRevocationChecks=DISABLED", Reason::NONE),
        ] {
            assert_eq!(reason(&file(text), ANY), expected, "{text}");
        }
        assert_eq!(reason(&file("AllowTLSV13=F"), "ANY_TLS12"), Reason::NONE);
        assert!(file("SSLFipsRequired=YES").needs_fips());
    }

    #[test]
    fn variables_and_programs_add_to_what_the_file_demands() {
        let file = file("SSLFipsRequired=YES");
        let said = |name: &'static str, value: &'static str| {
            let variable = move |asked: &str| (asked == name).then(|| value.to_owned());
            TlsDemands::of(variable, Some(&file))
        };
        assert!(said("MQSSLFIPS", "NO").needs_fips());
        let none = TlsDemands::of(|_| None, None);
        assert_eq!(none, TlsDemands::default());
        for (name, value, expected) in [
            ("MQSSLFIPS", "YES", Reason::NONE),
            ("MQSUITEB", "128_BIT", Reason::SSL_INITIALIZATION_ERROR),
            ("MQCERTVPOL", "ANY", Reason::NONE),
            ("MQCERTVPOL", "LOOSE", Reason::CERT_VAL_POLICY_ERROR),
            (
                "MQSSLCRYP",
                "GSK_PKCS11=/lib;",
                Reason::CRYPTO_HARDWARE_ERROR,
            ),
            ("MQSSLRESET", "x", Reason::SSL_KEY_RESET_ERROR),
        ] {
            assert_eq!(reason(&said(name, value), ANY), expected, "{name}={value}");
        }
        let mut program = TlsDemands::default();
        program.demand_fips(MQSSL_FIPS_YES).expect("taken");
        let mut demands = none;
        demands.add(&program);
        assert!(demands.needs_fips());
        assert_eq!(program.demand_fips(2), Err(Reason::SCO_ERROR));
        let levels = [MQ_SUITE_B_128_BIT, MQ_SUITE_B_NONE, 0, 0];
        assert_eq!(program.demand_suite_b(levels), Err(Reason::SUITE_B_ERROR));
        assert_eq!(program.demand_policy(2), Err(Reason::CERT_VAL_POLICY_ERROR));
        assert_eq!(
            program.demand_key_reset(-1),
            Err(Reason::SSL_KEY_RESET_ERROR)
        );
        assert_eq!(reason(&program, ANY), Reason::NONE);
        program.demand_revocation(1).expect("taken");
        assert_eq!(reason(&program, ANY), Reason::SSL_INITIALIZATION_ERROR);
    }
}
