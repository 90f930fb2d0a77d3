//! A listener that speaks TLS: shows who connects, sends back what it is told, and closes. For trying a key repository and a
//! client of another make.
//!
//!     cargo run -p ferromq-tls --example tls_door -- KEYREPOSITORY PORT CIPHERSPEC [CHANNEL]

use std::error::Error;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use ferromq_tls::{
    ChannelRule, CipherChoice, ClientCertificate, KeyRepository, ServerRules, ServerTls, State,
    TlsStream,
};

/// The most that is read from the socket at once.
const RECEIVE_BYTES: usize = 32 << 10;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, port, cipher, rest @ ..] = &arguments[..] else {
        return Err("give a key repository, a port and a CipherSpec".into());
    };
    let repository = KeyRepository::open(name, None)?;
    let rule = ChannelRule {
        channel: rest
            .first()
            .cloned()
            .unwrap_or_else(|| "APP.SVRCONN".to_owned()),
        cipher: CipherChoice::by_name(cipher)?,
        client_certificate: ClientCertificate::Required,
        label: None,
    };
    let rules = ServerRules {
        queue_manager: "QM1",
        label: None,
        fips: false,
        channels: std::slice::from_ref(&rule),
    };
    let config = ServerTls::new(&repository, &rules)?;
    let listener = TcpListener::bind(("127.0.0.1", port.parse()?))?;
    for socket in listener.incoming() {
        if let Err(why) = answer(&mut socket?, &config, &rule) {
            println!("ended: {why}");
        }
    }
    Ok(())
}

fn answer(
    socket: &mut TcpStream,
    config: &ServerTls,
    rule: &ChannelRule,
) -> Result<(), Box<dyn Error>> {
    let mut stream = TlsStream::server(config);
    let mut plaintext = Vec::new();
    let mut shown = false;
    loop {
        let take = |buffer: &mut Vec<u8>| {
            let mut bytes = [0; RECEIVE_BYTES];
            socket
                .read(&mut bytes)
                .inspect(|&count| buffer.extend_from_slice(&bytes[..count]))
        };
        let received = stream.feed_with(RECEIVE_BYTES, take)?;
        let read = stream.read_into(&mut plaintext);
        if let (Some(peer), false) = (stream.peer(), shown) {
            shown = true;
            println!("{} {}", peer.protocol.name(), peer.cipher_spec.name);
            println!(
                "named channel: {}",
                peer.named_channel.as_deref().unwrap_or("none")
            );
            match &peer.certificate {
                Some(certificate) => println!(
                    "subject: {}\nissuer: {}",
                    certificate.names.subject, certificate.names.issuer
                ),
                None => println!("no certificate"),
            }
            if let Err(refusal) = rule.admit(peer) {
                println!("not admitted: {refusal}");
            }
        }
        if !plaintext.is_empty() {
            stream.write(&[&plaintext])?;
            plaintext.clear();
        }
        let over = received == 0 || read != Ok(State::Open) && read != Ok(State::Handshake);
        if over {
            stream.close();
        }
        socket.write_all(stream.pending_ciphertext())?;
        stream.consume(stream.pending_ciphertext().len());
        read?;
        if over {
            return Ok(());
        }
    }
}
