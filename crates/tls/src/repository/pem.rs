//! Key repositories in PEM: certificates and private keys one after the other, in any order.
//!
//! A line `friendlyName: label` in front of a certificate or key is its label; `openssl pkcs12 -noenc` writes such
//! lines.

use std::path::Path;

use openssl::pkey::PKey;
use openssl::x509::X509;

use super::{Contents, RepositoryError};

pub(super) const BEGIN: &[u8] = b"-----BEGIN ";
const LABEL: &str = "friendlyName:";

pub(super) fn read(
    path: &Path,
    bytes: &[u8],
    password: Option<&str>,
) -> Result<Contents, RepositoryError> {
    // Lines between blocks may have any bytes; within a block all are ASCII.
    let text = String::from_utf8_lossy(bytes);
    let mut contents = Contents::default();
    let mut label = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.trim().strip_prefix(LABEL) {
            label = name.trim().to_owned();
        }
        let kind = line.trim().strip_prefix("-----BEGIN ");
        let Some(kind) = kind.and_then(|kind| kind.strip_suffix("-----")) else {
            continue;
        };
        let mut block = format!("-----BEGIN {kind}-----\n");
        let end = format!("-----END {kind}-----");
        loop {
            let Some(line) = lines.next() else {
                return Err(RepositoryError::Malformed {
                    path: path.to_owned(),
                    why: format!("a block {kind} does not end"),
                });
            };
            block.push_str(line.trim());
            block.push('\n');
            if line.trim() == end {
                break;
            }
        }
        take(
            path,
            kind,
            &block,
            std::mem::take(&mut label),
            password,
            &mut contents,
        )?;
    }
    Ok(contents)
}

fn take(
    path: &Path,
    kind: &str,
    block: &str,
    label: String,
    password: Option<&str>,
    contents: &mut Contents,
) -> Result<(), RepositoryError> {
    match kind {
        "CERTIFICATE" | "TRUSTED CERTIFICATE" | "X509 CERTIFICATE" => {
            let certificate = X509::from_pem(block.as_bytes());
            let certificate = certificate.map_err(|e| RepositoryError::malformed(path, &e))?;
            contents.certificates.push((label, certificate));
        }
        "PRIVATE KEY" | "RSA PRIVATE KEY" | "EC PRIVATE KEY" | "ENCRYPTED PRIVATE KEY" => {
            let encrypted =
                kind.starts_with("ENCRYPTED") || block.contains("Proc-Type: 4,ENCRYPTED");
            // With no passphrase at all OpenSSL would ask at the terminal.
            let passphrase = password.unwrap_or("").as_bytes();
            let key = PKey::private_key_from_pem_passphrase(block.as_bytes(), passphrase);
            let key = key.map_err(|e| match encrypted {
                true => RepositoryError::locked(path, password, &e),
                false => RepositoryError::malformed(path, &e),
            })?;
            contents.keys.push((label, key));
        }
        // Parameters of curves, certificate requests and the like.
        _ => {}
    }
    Ok(())
}
