//! Values of SSLCIPH.
//!
//! Generated from `tables/cipher_specs.csv` by `cargo xtask generate`; do not edit.

use crate::cipher_spec::{CipherSpec, KeyKind, Protocol, WeakSpec};

/// CipherSpecs that can be used, most preferred first.
pub(crate) static SPECS: [CipherSpec; 17] = [
    CipherSpec { name: "TLS_AES_256_GCM_SHA384", code: 0x1302, protocol: Protocol::Tls13, openssl: "TLS_AES_256_GCM_SHA384", key: KeyKind::Any, suite: "TLS_AES_256_GCM_SHA384", suite_ibm: "TLS_AES_256_GCM_SHA384" },
    CipherSpec { name: "TLS_AES_128_GCM_SHA256", code: 0x1301, protocol: Protocol::Tls13, openssl: "TLS_AES_128_GCM_SHA256", key: KeyKind::Any, suite: "TLS_AES_128_GCM_SHA256", suite_ibm: "TLS_AES_128_GCM_SHA256" },
    CipherSpec { name: "TLS_CHACHA20_POLY1305_SHA256", code: 0x1303, protocol: Protocol::Tls13, openssl: "TLS_CHACHA20_POLY1305_SHA256", key: KeyKind::Any, suite: "TLS_CHACHA20_POLY1305_SHA256", suite_ibm: "TLS_CHACHA20_POLY1305_SHA256" },
    CipherSpec { name: "TLS_AES_128_CCM_SHA256", code: 0x1304, protocol: Protocol::Tls13, openssl: "TLS_AES_128_CCM_SHA256", key: KeyKind::Any, suite: "TLS_AES_128_CCM_SHA256", suite_ibm: "TLS_AES_128_CCM_SHA256" },
    CipherSpec { name: "TLS_AES_128_CCM_8_SHA256", code: 0x1305, protocol: Protocol::Tls13, openssl: "TLS_AES_128_CCM_8_SHA256", key: KeyKind::Any, suite: "TLS_AES_128_CCM_8_SHA256", suite_ibm: "TLS_AES_128_CCM_8_SHA256" },
    CipherSpec { name: "ECDHE_ECDSA_AES_256_GCM_SHA384", code: 0xc02c, protocol: Protocol::Tls12, openssl: "ECDHE-ECDSA-AES256-GCM-SHA384", key: KeyKind::Ec, suite: "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", suite_ibm: "SSL_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384" },
    CipherSpec { name: "ECDHE_RSA_AES_256_GCM_SHA384", code: 0xc030, protocol: Protocol::Tls12, openssl: "ECDHE-RSA-AES256-GCM-SHA384", key: KeyKind::Rsa, suite: "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", suite_ibm: "SSL_ECDHE_RSA_WITH_AES_256_GCM_SHA384" },
    CipherSpec { name: "ECDHE_ECDSA_AES_128_GCM_SHA256", code: 0xc02b, protocol: Protocol::Tls12, openssl: "ECDHE-ECDSA-AES128-GCM-SHA256", key: KeyKind::Ec, suite: "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", suite_ibm: "SSL_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256" },
    CipherSpec { name: "ECDHE_RSA_AES_128_GCM_SHA256", code: 0xc02f, protocol: Protocol::Tls12, openssl: "ECDHE-RSA-AES128-GCM-SHA256", key: KeyKind::Rsa, suite: "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", suite_ibm: "SSL_ECDHE_RSA_WITH_AES_128_GCM_SHA256" },
    CipherSpec { name: "ECDHE_ECDSA_AES_256_CBC_SHA384", code: 0xc024, protocol: Protocol::Tls12, openssl: "ECDHE-ECDSA-AES256-SHA384", key: KeyKind::Ec, suite: "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", suite_ibm: "SSL_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384" },
    CipherSpec { name: "ECDHE_RSA_AES_256_CBC_SHA384", code: 0xc028, protocol: Protocol::Tls12, openssl: "ECDHE-RSA-AES256-SHA384", key: KeyKind::Rsa, suite: "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", suite_ibm: "SSL_ECDHE_RSA_WITH_AES_256_CBC_SHA384" },
    CipherSpec { name: "ECDHE_ECDSA_AES_128_CBC_SHA256", code: 0xc023, protocol: Protocol::Tls12, openssl: "ECDHE-ECDSA-AES128-SHA256", key: KeyKind::Ec, suite: "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", suite_ibm: "SSL_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256" },
    CipherSpec { name: "ECDHE_RSA_AES_128_CBC_SHA256", code: 0xc027, protocol: Protocol::Tls12, openssl: "ECDHE-RSA-AES128-SHA256", key: KeyKind::Rsa, suite: "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256", suite_ibm: "SSL_ECDHE_RSA_WITH_AES_128_CBC_SHA256" },
    CipherSpec { name: "TLS_RSA_WITH_AES_256_GCM_SHA384", code: 0x009d, protocol: Protocol::Tls12, openssl: "AES256-GCM-SHA384", key: KeyKind::Rsa, suite: "TLS_RSA_WITH_AES_256_GCM_SHA384", suite_ibm: "SSL_RSA_WITH_AES_256_GCM_SHA384" },
    CipherSpec { name: "TLS_RSA_WITH_AES_128_GCM_SHA256", code: 0x009c, protocol: Protocol::Tls12, openssl: "AES128-GCM-SHA256", key: KeyKind::Rsa, suite: "TLS_RSA_WITH_AES_128_GCM_SHA256", suite_ibm: "SSL_RSA_WITH_AES_128_GCM_SHA256" },
    CipherSpec { name: "TLS_RSA_WITH_AES_256_CBC_SHA256", code: 0x003d, protocol: Protocol::Tls12, openssl: "AES256-SHA256", key: KeyKind::Rsa, suite: "TLS_RSA_WITH_AES_256_CBC_SHA256", suite_ibm: "SSL_RSA_WITH_AES_256_CBC_SHA256" },
    CipherSpec { name: "TLS_RSA_WITH_AES_128_CBC_SHA256", code: 0x003c, protocol: Protocol::Tls12, openssl: "AES128-SHA256", key: KeyKind::Rsa, suite: "TLS_RSA_WITH_AES_128_CBC_SHA256", suite_ibm: "SSL_RSA_WITH_AES_128_CBC_SHA256" },
];

/// Names that stand for every usable CipherSpec of these versions, and the name in Java.
pub(crate) static RANGES: [(&str, Protocol, Protocol, &str); 4] = [
    ("ANY_TLS12", Protocol::Tls12, Protocol::Tls12, "*TLS12"),
    ("ANY_TLS12_OR_HIGHER", Protocol::Tls12, Protocol::Tls13, "*TLS12ORHIGHER"),
    ("ANY_TLS13", Protocol::Tls13, Protocol::Tls13, "*TLS13"),
    ("ANY_TLS13_OR_HIGHER", Protocol::Tls13, Protocol::Tls13, "*TLS13ORHIGHER"),
];

/// Names that are refused.
pub(crate) static WEAK: [WeakSpec; 12] = [
    WeakSpec { name: "TLS_RSA_WITH_AES_128_CBC_SHA", suite: "TLS_RSA_WITH_AES_128_CBC_SHA", suite_ibm: "SSL_RSA_WITH_AES_128_CBC_SHA", instead: "TLS_RSA_WITH_AES_128_CBC_SHA256" },
    WeakSpec { name: "TLS_RSA_WITH_AES_256_CBC_SHA", suite: "TLS_RSA_WITH_AES_256_CBC_SHA", suite_ibm: "SSL_RSA_WITH_AES_256_CBC_SHA", instead: "TLS_RSA_WITH_AES_256_CBC_SHA256" },
    WeakSpec { name: "TLS_RSA_WITH_3DES_EDE_CBC_SHA", suite: "SSL_RSA_WITH_3DES_EDE_CBC_SHA", suite_ibm: "SSL_RSA_WITH_3DES_EDE_CBC_SHA", instead: "TLS_RSA_WITH_AES_256_CBC_SHA256" },
    WeakSpec { name: "TLS_RSA_WITH_DES_CBC_SHA", suite: "SSL_RSA_WITH_DES_CBC_SHA", suite_ibm: "SSL_RSA_WITH_DES_CBC_SHA", instead: "TLS_RSA_WITH_AES_256_CBC_SHA256" },
    WeakSpec { name: "TLS_RSA_WITH_RC4_128_SHA256", suite: "", suite_ibm: "", instead: "TLS_RSA_WITH_AES_128_GCM_SHA256" },
    WeakSpec { name: "TLS_RSA_WITH_NULL_SHA256", suite: "TLS_RSA_WITH_NULL_SHA256", suite_ibm: "SSL_RSA_WITH_NULL_SHA256", instead: "TLS_RSA_WITH_AES_128_GCM_SHA256" },
    WeakSpec { name: "ECDHE_ECDSA_3DES_EDE_CBC_SHA256", suite: "TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA", suite_ibm: "SSL_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA", instead: "ECDHE_ECDSA_AES_256_GCM_SHA384" },
    WeakSpec { name: "ECDHE_RSA_3DES_EDE_CBC_SHA256", suite: "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA", suite_ibm: "SSL_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA", instead: "ECDHE_RSA_AES_256_GCM_SHA384" },
    WeakSpec { name: "ECDHE_ECDSA_RC4_128_SHA256", suite: "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA", suite_ibm: "SSL_ECDHE_ECDSA_WITH_RC4_128_SHA", instead: "ECDHE_ECDSA_AES_128_GCM_SHA256" },
    WeakSpec { name: "ECDHE_RSA_RC4_128_SHA256", suite: "TLS_ECDHE_RSA_WITH_RC4_128_SHA", suite_ibm: "SSL_ECDHE_RSA_WITH_RC4_128_SHA", instead: "ECDHE_RSA_AES_128_GCM_SHA256" },
    WeakSpec { name: "ECDHE_ECDSA_NULL_SHA256", suite: "TLS_ECDHE_ECDSA_WITH_NULL_SHA", suite_ibm: "SSL_ECDHE_ECDSA_WITH_NULL_SHA", instead: "ECDHE_ECDSA_AES_128_GCM_SHA256" },
    WeakSpec { name: "ECDHE_RSA_NULL_SHA256", suite: "TLS_ECDHE_RSA_WITH_NULL_SHA", suite_ibm: "SSL_ECDHE_RSA_WITH_NULL_SHA", instead: "ECDHE_RSA_AES_128_GCM_SHA256" },
];

