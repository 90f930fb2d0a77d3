//! A certificate authority for tests: makes certificates and key repositories in a directory of their own.
#![allow(dead_code, unreachable_pub)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use ferromq_tls::{
    ChannelRule, CipherChoice, ClientCertificate, ClientRules, ClientTls, KeyRepository,
    OutboundSni, ServerRules, ServerTls, State, TlsError, TlsStream,
};
use openssl::asn1::Asn1Time;
use openssl::bn::BigNum;
use openssl::ec::{EcGroup, EcKey};
use openssl::hash::MessageDigest;
use openssl::nid::Nid;
use openssl::pkey::{PKey, Private};
use openssl::rsa::Rsa;
use openssl::x509::extension::{BasicConstraints, SubjectKeyIdentifier};
use openssl::x509::{X509, X509Builder, X509Name};

/// A certificate and its key.
#[derive(Clone)]
pub struct Identity {
    pub certificate: X509,
    pub key: PKey<Private>,
}

/// What a certificate is to be.
pub struct CertificateSpec<'a> {
    pub common_name: &'a str,
    pub key: PKey<Private>,
    pub authority: bool,
    /// Days from now; less than zero is expired.
    pub valid_days: i64,
}

pub fn ec_key() -> PKey<Private> {
    let group = EcGroup::from_curve_name(Nid::X9_62_PRIME256V1).unwrap();
    PKey::from_ec_key(EcKey::generate(&group).unwrap()).unwrap()
}

pub fn rsa_key(bits: u32) -> PKey<Private> {
    PKey::from_rsa(Rsa::generate(bits).unwrap()).unwrap()
}

static SERIAL: AtomicU32 = AtomicU32::new(0x4cd0_0001);

/// Makes a certificate, signed by an issuer or by itself.
pub fn certify(spec: CertificateSpec<'_>, issuer: Option<&Identity>) -> Identity {
    let mut name = X509Name::builder().unwrap();
    name.append_entry_by_text("C", "GB").unwrap();
    name.append_entry_by_text("O", "Example").unwrap();
    name.append_entry_by_text("CN", spec.common_name).unwrap();
    let name = name.build();
    let mut certificate = X509Builder::new().unwrap();
    certificate.set_version(2).unwrap();
    let serial = BigNum::from_u32(SERIAL.fetch_add(1, Ordering::Relaxed)).unwrap();
    certificate
        .set_serial_number(&serial.to_asn1_integer().unwrap())
        .unwrap();
    certificate.set_subject_name(&name).unwrap();
    let issuer_name = issuer.map_or(&*name, |issuer| issuer.certificate.subject_name());
    certificate.set_issuer_name(issuer_name).unwrap();
    certificate.set_pubkey(&spec.key).unwrap();
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    let now = i64::try_from(now.as_secs()).unwrap();
    const DAY_S: i64 = 86_400;
    let from = Asn1Time::from_unix(now - 10 * DAY_S).unwrap();
    let until = Asn1Time::from_unix(now + spec.valid_days * DAY_S).unwrap();
    certificate.set_not_before(&from).unwrap();
    certificate.set_not_after(&until).unwrap();
    if spec.authority {
        certificate
            .append_extension(BasicConstraints::new().critical().ca().build().unwrap())
            .unwrap();
    }
    let context = certificate.x509v3_context(None, None);
    let key_id = SubjectKeyIdentifier::new().build(&context).unwrap();
    certificate.append_extension(key_id).unwrap();
    let signer = issuer.map_or(&spec.key, |issuer| &issuer.key);
    certificate.sign(signer, MessageDigest::sha256()).unwrap();
    Identity {
        certificate: certificate.build(),
        key: spec.key,
    }
}

pub fn authority(common_name: &str) -> Identity {
    let key = ec_key();
    let spec = CertificateSpec {
        common_name,
        key,
        authority: true,
        valid_days: 30,
    };
    certify(spec, None)
}

pub fn leaf(common_name: &str, key: PKey<Private>, issuer: &Identity) -> Identity {
    let spec = CertificateSpec {
        common_name,
        key,
        authority: false,
        valid_days: 30,
    };
    certify(spec, Some(issuer))
}

/// A directory that goes when the test ends.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ferromq-tls-{}-{count}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Personal certificates with labels, and trusted ones, as PEM.
pub fn pem(personal: &[(&str, &Identity)], trusted: &[&X509]) -> Vec<u8> {
    let mut out = Vec::new();
    for (label, identity) in personal {
        out.extend_from_slice(format!("Bag Attributes\n    friendlyName: {label}\n").as_bytes());
        out.extend(identity.certificate.to_pem().unwrap());
        out.extend(identity.key.private_key_to_pem_pkcs8().unwrap());
    }
    for certificate in trusted {
        out.extend(certificate.to_pem().unwrap());
    }
    out
}

pub fn repository(personal: &[(&str, &Identity)], trusted: &[&X509]) -> KeyRepository {
    let folder = Folder::new();
    let path = folder.write("key.pem", pem(personal, trusted));
    open(&path).unwrap()
}

pub fn open(path: &Path) -> Result<KeyRepository, ferromq_tls::RepositoryError> {
    KeyRepository::open(path.to_str().unwrap(), None)
}

pub fn rule(channel: &str, cipher: &str) -> ChannelRule {
    ChannelRule {
        channel: channel.to_owned(),
        cipher: CipherChoice::by_name(cipher).unwrap(),
        client_certificate: ClientCertificate::Required,
        label: None,
    }
}

pub fn server(repository: &KeyRepository, channels: &[ChannelRule]) -> ServerTls {
    let rules = ServerRules {
        queue_manager: "QM1",
        label: None,
        fips: false,
        channels,
    };
    ServerTls::new(repository, &rules).unwrap()
}

pub fn client(
    repository: &KeyRepository,
    cipher: &str,
    outbound_sni: OutboundSni<'_>,
) -> ClientTls {
    let cipher = CipherChoice::by_name(cipher).unwrap();
    let rules = ClientRules {
        cipher,
        label: None,
        user: "app",
        fips: false,
        outbound_sni,
    };
    ClientTls::new(repository, &rules).unwrap()
}

/// Both ends and the wire between them.
pub struct Pair {
    pub server: TlsStream,
    pub client: TlsStream,
    pub server_got: Vec<u8>,
    pub client_got: Vec<u8>,
    /// How many bytes arrive together at most.
    pub piece_bytes: usize,
}

impl Pair {
    pub fn new(server: &ServerTls, client: &ClientTls) -> Pair {
        Pair {
            server: TlsStream::server(server),
            client: TlsStream::client(client).unwrap(),
            server_got: Vec::new(),
            client_got: Vec::new(),
            piece_bytes: usize::MAX,
        }
    }

    /// Carries bytes until neither end has any left. Gives the first error of each end.
    pub fn settle(&mut self) -> (Result<(), TlsError>, Result<(), TlsError>) {
        let (mut server, mut client) = (Ok(()), Ok(()));
        let piece_bytes = self.piece_bytes;
        loop {
            let to_server = carry(
                &mut self.client,
                &mut self.server,
                piece_bytes,
                &mut self.server_got,
            );
            let to_client = carry(
                &mut self.server,
                &mut self.client,
                piece_bytes,
                &mut self.client_got,
            );
            if to_server.is_none() && to_client.is_none() {
                return (server, client);
            }
            server = server.and(to_server.unwrap_or(Ok(())));
            client = client.and(to_client.unwrap_or(Ok(())));
        }
    }

    /// The handshake, which must succeed.
    pub fn open(server: &ServerTls, client: &ClientTls) -> Pair {
        let mut pair = Pair::new(server, client);
        assert_eq!(pair.settle(), (Ok(()), Ok(())));
        assert_eq!(pair.server.state(), State::Open);
        assert_eq!(pair.client.state(), State::Open);
        pair
    }
}

/// Carries what one end has to send to the other. `None`: it has nothing.
fn carry(
    from: &mut TlsStream,
    to: &mut TlsStream,
    piece_bytes: usize,
    got: &mut Vec<u8>,
) -> Option<Result<(), TlsError>> {
    let bytes = from.pending_ciphertext().to_vec();
    from.consume(bytes.len());
    let mut result = None;
    for piece in bytes.chunks(piece_bytes) {
        to.feed(piece);
        let read = to.read_into(got).map(|_| ());
        result = Some(result.unwrap_or(Ok(())).and(read));
    }
    result
}
