//! A channel table from a web server with TLS: only where its certificate is trusted.

use crate::authority::{Folder, Identity, ec_key, leaf, pem};
use ferromq_client::ChannelTable;
use ferromq_mqi::Reason;
use openssl::ssl::{SslAcceptor, SslMethod};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::Command;
use std::thread::JoinHandle;

const TABLE: &str = r#"{"channel":[{"name":"A.B","type":"clientConnection",
    "clientConnection":{"connection":[{"host":"h","port":1415}],"queueManager":"QM1"}}]}"#;

/// Tells the process a test starts which address to ask.
const URL: &str = "FERROMQ_TEST_TABLE_URL";

/// A web server that gives one answer, if anybody trusts it that far.
fn serve(identity: &Identity) -> (u16, JoinHandle<()>) {
    let mut acceptor = SslAcceptor::mozilla_intermediate_v5(SslMethod::tls()).expect("settings");
    acceptor.set_private_key(&identity.key).expect("a key");
    let certificate = acceptor.set_certificate(&identity.certificate);
    certificate.expect("a certificate");
    let acceptor = acceptor.build();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port();
    let serving = std::thread::spawn(move || {
        let (socket, _) = listener.accept().expect("asked");
        let Ok(mut stream) = acceptor.accept(socket) else {
            return;
        };
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("a request");
            request.extend(byte);
        }
        let length = TABLE.len();
        let answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{TABLE}");
        stream.write_all(answer.as_bytes()).expect("answered");
    });
    (port, serving)
}

#[test]
fn a_table_of_a_web_server_nobody_vouches_for_is_refused() {
    let identity = leaf(
        "localhost",
        ec_key(),
        &crate::authority::authority("Authority"),
    );
    let (port, serving) = serve(&identity);
    let url = format!("https://localhost:{port}/table.json");
    let failure = ChannelTable::of_web_address(&url).expect_err("not trusted");
    assert_eq!(failure.reason, Reason::CCDT_URL_ERROR, "{failure}");
    assert!(failure.text.contains("certificate"), "{failure}");
    serving.join().expect("no panic");
}

/// What is trusted is of the environment, so a process of its own asks: this test again, with an address.
#[test]
fn a_table_comes_by_https_from_the_host_its_certificate_names() {
    if let Ok(url) = std::env::var(URL) {
        match ChannelTable::of_web_address(&url) {
            Ok(table) => println!("channel {}", table.definitions()[0].channel.name),
            Err(failure) => println!("reason {}", failure.reason.0),
        }
        return;
    }
    let (folder, authority) = (Folder::new(), crate::authority::authority("Authority"));
    let trusted = folder.write("trusted.pem", pem(&[], &[&authority.certificate]));
    for (host, wanted) in [("localhost", "channel A.B"), ("127.0.0.1", "reason 2600")] {
        let (port, serving) = serve(&leaf("localhost", ec_key(), &authority));
        let asked = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "--nocapture"])
            .arg("table_by_https::a_table_comes_by_https_from_the_host_its_certificate_names")
            .env(URL, format!("https://{host}:{port}/table.json"))
            .env("SSL_CERT_FILE", &trusted)
            .output()
            .expect("ran");
        let said = String::from_utf8_lossy(&asked.stdout);
        assert!(said.contains(wanted), "{host}: {said}");
        serving.join().expect("no panic");
    }
}
