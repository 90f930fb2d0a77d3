//! Key repositories in each form, and what is said of those that cannot be used.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::authority::{
    Folder, Identity, Pair, authority, client, ec_key, leaf, open, pem, rsa_key, rule, server,
};
use ferromq_tls::{
    ConfigError, KeyRepository, OutboundSni, RepositoryError, ServerRules, ServerTls, TlsError,
};
use openssl::asn1::Asn1Time;
use openssl::bn::BigNum;
use openssl::hash::MessageDigest;
use openssl::pkcs12::Pkcs12;
use openssl::stack::Stack;
use openssl::symm::Cipher;
use openssl::x509::extension::{AuthorityKeyIdentifier, CrlNumber};
use openssl::x509::{X509, X509Builder, X509CrlBuilder, X509RevokedBuilder};

fn pkcs12(label: &str, identity: &Identity, trusted: &[&X509], password: &str) -> Vec<u8> {
    let mut authorities = Stack::new().unwrap();
    for certificate in trusted {
        authorities.push((*certificate).clone()).unwrap();
    }
    let mut file = Pkcs12::builder();
    file.name(label)
        .pkey(&identity.key)
        .cert(&identity.certificate)
        .ca(authorities);
    file.build2(password).unwrap().to_der().unwrap()
}

fn pair() -> (Identity, Identity) {
    let authority = authority("Example CA");
    let queue_manager = leaf("QM1", ec_key(), &authority);
    (authority, queue_manager)
}

#[test]
fn a_pkcs12_file_is_found_by_its_stem_and_opened_with_the_password_given() {
    let (authority, queue_manager) = pair();
    let folder = Folder::new();
    let bytes = pkcs12(
        "ibmwebspheremqqm1",
        &queue_manager,
        &[&authority.certificate],
        "secret",
    );
    folder.write("key.p12", bytes);
    for name in ["key", "key.p12"] {
        let name = folder.path(name);
        let repository = KeyRepository::open(name.to_str().unwrap(), Some("secret")).unwrap();
        assert_eq!(
            repository.labels().collect::<Vec<_>>(),
            ["ibmwebspheremqqm1"]
        );
        assert_eq!(repository.trusted_count(), 1);
    }
}

#[test]
fn the_password_may_lie_beside_the_file_if_nobody_else_may_read_it() {
    let (authority, queue_manager) = pair();
    let folder = Folder::new();
    let path = folder.write(
        "key.p12",
        pkcs12("qm", &queue_manager, &[&authority.certificate], "secret"),
    );
    let password = folder.write("key.pwd", "secret\n");
    fs::set_permissions(&password, fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(
        open(&path).unwrap_err(),
        RepositoryError::PasswordOpen {
            path: password.clone()
        }
    );
    fs::set_permissions(&password, fs::Permissions::from_mode(0o600)).unwrap();
    open(&path).unwrap();
}

#[test]
fn a_wrong_or_missing_password_is_told_apart() {
    let (authority, queue_manager) = pair();
    let folder = Folder::new();
    let path = folder.write(
        "key.p12",
        pkcs12("qm", &queue_manager, &[&authority.certificate], "secret"),
    );
    let name = path.to_str().unwrap();
    let wrong = KeyRepository::open(name, Some("other")).unwrap_err();
    assert_eq!(wrong, RepositoryError::Password { path: path.clone() });
    assert_eq!(
        open(&path).unwrap_err(),
        RepositoryError::NoPassword {
            path: path.clone(),
            stash: false
        }
    );
    folder.write("key.sth", [0; 129]);
    let error = open(&path).unwrap_err();
    assert_eq!(error, RepositoryError::NoPassword { path, stash: true });
    assert!(error.to_string().contains("key.pwd"), "{error}");
}

/// Two keys in one PKCS#12 file, as `keytool` writes them; the file was made with it.
#[test]
fn a_pkcs12_file_with_two_keys_has_both_labels() {
    let folder = Folder::new();
    let path = folder.write("two.p12", include_bytes!("two-keys.p12"));
    let repository = KeyRepository::open(path.to_str().unwrap(), Some("secret")).unwrap();
    let mut labels: Vec<&str> = repository.labels().collect();
    labels.sort_unstable();
    assert_eq!(labels, ["first", "second"]);
    for label in labels {
        let rules = ServerRules {
            queue_manager: "QM1",
            label: Some(label),
            fips: false,
            channels: &[],
        };
        ServerTls::new(&repository, &rules).unwrap();
    }
}

#[test]
fn pem_takes_keys_and_certificates_in_any_order_and_encrypted_keys() {
    let (authority, queue_manager) = pair();
    let other = leaf("other", rsa_key(2048), &authority);
    let folder = Folder::new();
    let mut text = authority.certificate.to_pem().unwrap();
    let encrypted = other
        .key
        .private_key_to_pem_pkcs8_passphrase(Cipher::aes_256_cbc(), b"secret");
    text.extend(encrypted.unwrap());
    text.extend(pem(&[("qm", &queue_manager)], &[]));
    text.extend_from_slice(b"friendlyName: other\n");
    text.extend(other.certificate.to_pem().unwrap());
    let path = folder.write("key.pem", text);
    let repository = KeyRepository::open(path.to_str().unwrap(), Some("secret")).unwrap();
    assert_eq!(repository.labels().collect::<Vec<_>>(), ["qm", "other"]);
    assert_eq!(repository.trusted_count(), 1);
    assert_eq!(
        open(&path).unwrap_err(),
        RepositoryError::NoPassword { path, stash: false }
    );
}

#[test]
fn files_of_other_forms_are_refused_with_the_way_to_convert_them() {
    let folder = Folder::new();
    let kdb = folder.write("key.kdb", [0; 100]);
    let error = open(&folder.path("key")).unwrap_err();
    assert_eq!(error, RepositoryError::Kdb { path: kdb });
    assert!(
        error.to_string().contains("runmqakm -keydb -convert"),
        "{error}"
    );
    let jks = folder.write("store.jks", [0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2]);
    assert_eq!(open(&jks).unwrap_err(), RepositoryError::Jks { path: jks });
    let text = folder.write("notes.txt", "nothing");
    assert!(matches!(
        open(&text).unwrap_err(),
        RepositoryError::Malformed { .. }
    ));
    let cut = folder.write("cut.pem", "-----BEGIN CERTIFICATE-----\nMIIB");
    assert!(matches!(
        open(&cut).unwrap_err(),
        RepositoryError::Malformed { .. }
    ));
    let nowhere = folder.path("nowhere");
    assert_eq!(
        open(&nowhere).unwrap_err(),
        RepositoryError::NotFound { path: nowhere }
    );
    assert_eq!(
        KeyRepository::open("   ", None).unwrap_err(),
        RepositoryError::NotSet
    );
}

#[test]
fn a_key_without_its_certificate_is_named() {
    let (authority, queue_manager) = pair();
    let folder = Folder::new();
    let mut text = b"friendlyName: lonely\n".to_vec();
    text.extend(queue_manager.key.private_key_to_pem_pkcs8().unwrap());
    text.extend(authority.certificate.to_pem().unwrap());
    let path = folder.write("key.pem", text);
    let error = open(&path).unwrap_err();
    assert_eq!(
        error,
        RepositoryError::KeyAlone {
            path,
            label: "lonely".to_owned()
        }
    );
}

#[test]
fn damaged_files_are_errors_and_nothing_more() {
    let (authority, queue_manager) = pair();
    let folder = Folder::new();
    let whole = pkcs12("qm", &queue_manager, &[&authority.certificate], "secret");
    for at in (0..whole.len()).step_by(7) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x5a;
        ferromq_tls::fuzz_one(&bytes);
        ferromq_tls::fuzz_one(&whole[..at]);
        let path = folder.write("key.p12", &bytes);
        assert!(
            KeyRepository::open(path.to_str().unwrap(), Some("secret")).is_err(),
            "byte {at}"
        );
    }
}

/// A revocation list beside the repository: the client's certificate is on it.
#[test]
fn a_revoked_certificate_is_refused_as_revoked() {
    let (authority, queue_manager) = pair();
    let app = leaf("app", ec_key(), &authority);
    let bad = leaf("bad", ec_key(), &authority);
    let folder = Folder::new();
    let trusted = [&authority.certificate];
    let path = folder.write("key.pem", pem(&[("qm", &queue_manager)], &trusted));
    folder.write("key.crl", revocation_list(&authority, &bad));
    let server = server(&open(&path).unwrap(), &[rule("A.B", "ANY_TLS12_OR_HIGHER")]);
    let connect = |identity: &Identity| {
        let repository = crate::authority::repository(&[("app", identity)], &trusted);
        let client = client(&repository, "ANY_TLS12_OR_HIGHER", OutboundSni::Nothing);
        Pair::new(&server, &client).settle().0
    };
    assert_eq!(connect(&app), Ok(()));
    let refused = connect(&bad);
    assert!(
        matches!(refused, Err(TlsError::Certificate { revoked: true, .. })),
        "{refused:?}"
    );
    folder.write("key.crl", "nothing");
    let repository = open(&path).unwrap();
    let rules = ServerRules {
        queue_manager: "QM1",
        label: None,
        fips: false,
        channels: &[],
    };
    let error = ServerTls::new(&repository, &rules).unwrap_err();
    assert!(matches!(error, ConfigError::Revocations { .. }), "{error}");
}

fn revocation_list(authority: &Identity, revoked: &Identity) -> Vec<u8> {
    let mut list = X509CrlBuilder::new().unwrap();
    list.set_issuer_name(authority.certificate.subject_name())
        .unwrap();
    let now = Asn1Time::days_from_now(0).unwrap();
    list.set_last_update(&now).unwrap();
    list.set_next_update(&Asn1Time::days_from_now(5).unwrap())
        .unwrap();
    let mut entry = X509RevokedBuilder::new().unwrap();
    entry
        .set_serial_number(revoked.certificate.serial_number())
        .unwrap();
    entry.set_revocation_date(&now).unwrap();
    list.add_revoked(entry.build()).unwrap();
    let issuer = X509Builder::new().unwrap();
    let issuer = issuer.x509v3_context(Some(&authority.certificate), None);
    let key_id = AuthorityKeyIdentifier::new().keyid(true).build(&issuer);
    list.append_extension(key_id.unwrap()).unwrap();
    let number = BigNum::from_u32(1).unwrap();
    let number = CrlNumber::new(number).unwrap().build().unwrap();
    list.append_extension(number).unwrap();
    list.sign(&authority.key, MessageDigest::sha256()).unwrap();
    list.build().unwrap().to_pem().unwrap()
}
