//! How fast messages go through both ends of a TLS connection on one thread, without a socket between.
//!
//!     cargo run --release -p ferromq-tls --example tls_speed -- KEYREPOSITORY [MESSAGE_BYTES [MESSAGES_PER_WRITE]]
//!
//! The key repository has one certificate that is self-signed, which serves both ends. Each round writes, carries the
//! ciphertext over, and reads. The figure is for both ends together; each end alone takes about half of it.

use std::error::Error;
use std::time::{Duration, Instant};

use ferromq_tls::{
    ChannelRule, CipherChoice, CipherSpec, ClientCertificate, ClientRules, ClientTls,
    KeyRepository, OutboundSni, ServerRules, ServerTls, State, TlsStream,
};

/// How long each CipherSpec runs.
const RUN: Duration = Duration::from_millis(500);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments
        .next()
        .ok_or("give the path of a key repository")?;
    let message_bytes: usize = arguments.next().map_or(Ok(2048), |text| text.parse())?;
    let messages: usize = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let repository = KeyRepository::open(&name, None)?;
    println!("{message_bytes} bytes a message, {messages} a write, both ends on one thread");
    for spec in CipherSpec::all() {
        match measure(&repository, spec.name, message_bytes, messages) {
            Ok(rate) => {
                let microseconds = 1e6 / rate;
                let megabytes = rate * message_bytes as f64 / 1e6;
                println!(
                    "{:32} {rate:>9.0} messages/s {microseconds:>6.2} us {megabytes:>6.0} MB/s",
                    spec.name
                );
            }
            Err(why) => println!("{:32} {why}", spec.name),
        }
    }
    Ok(())
}

/// Messages each second.
fn measure(
    repository: &KeyRepository,
    cipher: &str,
    message_bytes: usize,
    messages: usize,
) -> Result<f64, Box<dyn Error>> {
    let (mut server, mut client) = connect(repository, CipherChoice::by_name(cipher)?)?;
    let message = vec![b'm'; message_bytes];
    let parts: Vec<&[u8]> = (0..messages).map(|_| &message[..]).collect();
    let mut got = Vec::new();
    let (mut count, begun) = (0, Instant::now());
    while begun.elapsed() < RUN {
        for _ in 0..100 {
            client.write(&parts)?;
            carry(&mut client, &mut server, &mut got)?;
            count += got.len() / message_bytes;
            got.clear();
        }
    }
    Ok(count as f64 / begun.elapsed().as_secs_f64())
}

fn connect(
    repository: &KeyRepository,
    cipher: CipherChoice,
) -> Result<(TlsStream, TlsStream), Box<dyn Error>> {
    let channels = [ChannelRule {
        channel: "SPEED".to_owned(),
        cipher,
        client_certificate: ClientCertificate::Optional,
        label: None,
    }];
    let rules = ServerRules {
        queue_manager: "QM1",
        label: None,
        fips: false,
        channels: &channels,
    };
    let server = ServerTls::new(repository, &rules)?;
    let outbound_sni = OutboundSni::Nothing;
    let rules = ClientRules {
        cipher,
        label: None,
        user: "app",
        fips: false,
        outbound_sni,
    };
    let client = ClientTls::new(repository, &rules)?;
    let (mut server, mut client) = (TlsStream::server(&server), TlsStream::client(&client)?);
    let mut nothing = Vec::new();
    while server.state() != State::Open {
        carry(&mut client, &mut server, &mut nothing)?;
        carry(&mut server, &mut client, &mut nothing)?;
    }
    Ok((server, client))
}

fn carry(
    from: &mut TlsStream,
    to: &mut TlsStream,
    got: &mut Vec<u8>,
) -> Result<(), Box<dyn Error>> {
    let bytes = from.pending_ciphertext();
    to.feed(bytes);
    let sent = bytes.len();
    from.consume(sent);
    to.read_into(got)?;
    Ok(())
}
