//! What is read of TLS before OpenSSL reads it, and a server's end that takes the bytes as a connection.
#![no_main]

use std::sync::LazyLock;

use ferromq_tls::{KeyRepository, ServerRules, ServerTls, State, TlsStream};

/// A self-signed certificate, made once for each run by the command `openssl`.
static SERVER: LazyLock<Option<ServerTls>> = LazyLock::new(|| {
    let path = std::env::temp_dir().join(format!("ferromq-fuzz-tls-{}.pem", std::process::id()));
    let made = std::process::Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-noenc", "-days", "30", "-subj", "/CN=fuzz"])
        .arg("-keyout")
        .arg(&path)
        .output()
        .ok()?;
    let mut text = std::fs::read(&path).ok()?;
    text.extend_from_slice(&made.stdout);
    std::fs::write(&path, text).ok()?;
    let repository = KeyRepository::open(path.to_str()?, None);
    let _ = std::fs::remove_file(&path);
    let rules = ServerRules { queue_manager: "QM1", label: None, fips: false, channels: &[] };
    ServerTls::new(&repository.ok()?, &rules).ok()
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    ferromq_tls::fuzz_one(bytes);
    let config = SERVER.as_ref().expect("the command openssl makes a certificate");
    let mut stream = TlsStream::server(config);
    let mut plaintext = Vec::new();
    for piece in bytes.chunks(1 + usize::from(bytes.first().copied().unwrap_or(0))) {
        stream.feed(piece);
        if stream.read_into(&mut plaintext).is_err() {
            break;
        }
    }
    assert_ne!(stream.state(), State::Open);
    assert!(plaintext.is_empty());
});
