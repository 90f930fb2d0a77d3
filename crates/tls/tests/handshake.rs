//! Handshakes between both of our ends: what they agree on, and what they refuse.

use crate::authority::{
    CertificateSpec, Identity, Pair, authority, certify, client, ec_key, leaf, repository, rsa_key,
    rule, server,
};
use ferromq_tls::cipher_spec::KeyKind;
use ferromq_tls::{
    ChannelRule, CipherChoice, CipherSpec, ClientCertificate, ClientRules, ClientTls,
    KeyRepository, OutboundSni, Protocol, Refusal, RepositoryError, ServerRules, ServerTls, State,
    TlsError, TlsStream,
};

const CHANNEL: &str = "APP.SVRCONN";

/// An authority, a queue manager with an elliptic-curve key and a client.
struct World {
    authority: Identity,
    server: KeyRepository,
    client: KeyRepository,
}

fn world() -> World {
    let authority = authority("Example CA");
    let queue_manager = leaf("QM1", ec_key(), &authority);
    let app = leaf("app", ec_key(), &authority);
    let trusted = [&authority.certificate];
    World {
        server: repository(&[("ibmwebspheremqqm1", &queue_manager)], &trusted),
        client: repository(&[("ibmwebspheremqapp", &app)], &trusted),
        authority,
    }
}

/// Each CipherSpec by name on both ends, with a message both ways.
#[test]
fn every_cipher_spec_carries_messages() {
    let world = world();
    let rsa = leaf("QM1", rsa_key(2048), &world.authority);
    let with_rsa = repository(
        &[("ibmwebspheremqqm1", &rsa)],
        &[&world.authority.certificate],
    );
    for spec in CipherSpec::all() {
        let repository = match spec.key {
            KeyKind::Rsa => &with_rsa,
            KeyKind::Ec | KeyKind::Any => &world.server,
        };
        let server = server(repository, &[rule(CHANNEL, spec.name)]);
        for sni in [OutboundSni::Channel(CHANNEL), OutboundSni::Nothing] {
            let client = client(&world.client, spec.name, sni);
            let mut pair = Pair::open(&server, &client);
            for end in [&pair.server, &pair.client] {
                let peer = end.peer().unwrap();
                assert_eq!(peer.cipher_spec, spec);
                assert_eq!(peer.protocol, spec.protocol);
            }
            rule(CHANNEL, spec.name)
                .admit(pair.server.peer().unwrap())
                .unwrap();
            pair.client
                .write(&[b"ping ", b"", spec.name.as_bytes()])
                .unwrap();
            pair.server.write(&[b"pong"]).unwrap();
            assert_eq!(pair.settle(), (Ok(()), Ok(())));
            assert_eq!(pair.server_got, format!("ping {}", spec.name).as_bytes());
            assert_eq!(pair.client_got, b"pong");
        }
    }
}

#[test]
fn both_ends_know_the_name_of_the_other() {
    let world = world();
    let server = server(&world.server, &[rule(CHANNEL, "ANY_TLS12_OR_HIGHER")]);
    let client = client(&world.client, "ANY_TLS12", OutboundSni::Channel(CHANNEL));
    let pair = Pair::open(&server, &client);
    let peer = pair.server.peer().unwrap();
    let certificate = peer.certificate.as_ref().unwrap();
    let expected = format!("SERIALNUMBER={},CN=app,O=Example,C=GB", certificate.serial);
    assert_eq!(certificate.names.subject.to_string(), expected);
    assert!(
        certificate.serial.starts_with("4C:D0:"),
        "{}",
        certificate.serial
    );
    assert_eq!(
        certificate.names.issuer.to_string(),
        "CN=Example CA,O=Example,C=GB"
    );
    assert_eq!(certificate.der[0], 0x30);
    assert_eq!(peer.named_channel.as_deref(), Some(CHANNEL));
    assert_eq!(peer.shown_label.as_deref(), Some("ibmwebspheremqqm1"));
    let peer = pair.client.peer().unwrap();
    assert_eq!(
        peer.certificate
            .as_ref()
            .unwrap()
            .names
            .subject
            .values("CN")
            .next(),
        Some("QM1")
    );
    assert_eq!(peer.protocol, Protocol::Tls12);
}

#[test]
fn the_newest_version_both_have_is_taken() {
    let world = world();
    let server = server(&world.server, &[rule(CHANNEL, "ANY_TLS12_OR_HIGHER")]);
    let client = client(&world.client, "ANY_TLS12_OR_HIGHER", OutboundSni::Nothing);
    let pair = Pair::open(&server, &client);
    let spec = pair.client.peer().unwrap().cipher_spec;
    assert_eq!(spec.name, "TLS_AES_256_GCM_SHA384");
}

/// Two channels of one queue manager; the client names one or the other before the handshake.
#[test]
fn a_channel_shows_its_own_certificate_and_takes_its_own_cipher_spec() {
    let world = world();
    let first = leaf("first", ec_key(), &world.authority);
    let second = leaf("second", ec_key(), &world.authority);
    let personal = [("ibmwebspheremqqm1", &first), ("other", &second)];
    let repository = repository(&personal, &[&world.authority.certificate]);
    let labelled = ChannelRule {
        label: Some("other".to_owned()),
        ..rule("lower.1", "ECDHE_ECDSA_AES_128_GCM_SHA256")
    };
    let rules = [rule(CHANNEL, "ANY_TLS13"), labelled.clone()];
    let server = server(&repository, &rules);
    let cases = [
        (CHANNEL, "first", Protocol::Tls13),
        ("lower.1", "second", Protocol::Tls12),
    ];
    for (channel, name, protocol) in cases {
        let client = client(
            &world.client,
            "ANY_TLS12_OR_HIGHER",
            OutboundSni::Channel(channel),
        );
        let pair = Pair::open(&server, &client);
        let peer = pair.client.peer().unwrap();
        let subject = &peer.certificate.as_ref().unwrap().names.subject;
        assert_eq!(subject.values("CN").next(), Some(name));
        assert_eq!(peer.protocol, protocol);
        let rule = rules.iter().find(|rule| rule.channel == channel).unwrap();
        assert_eq!(rule.admit(pair.server.peer().unwrap()), Ok(()));
    }
    let unnamed = client(
        &world.client,
        "ECDHE_ECDSA_AES_128_GCM_SHA256",
        OutboundSni::Host("mq.example.com"),
    );
    let pair = Pair::open(&server, &unnamed);
    let refused = labelled.admit(pair.server.peer().unwrap());
    assert_eq!(
        refused,
        Err(Refusal::CertificateLabel {
            wanted: "other".to_owned()
        })
    );
}

#[test]
fn a_channel_whose_label_nobody_has_is_refused_and_the_others_are_not() {
    let world = world();
    let broken = ChannelRule {
        label: Some("nobody".to_owned()),
        ..rule("BROKEN", "ANY_TLS13")
    };
    let rules = [rule(CHANNEL, "ANY_TLS13"), broken];
    let server = server(&world.server, &rules);
    let faults: Vec<&str> = server
        .faults()
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(faults, ["BROKEN"]);
    assert!(server.faults()[0].1.to_string().contains("nobody"));
    for (rule, admitted) in rules.iter().zip([true, false]) {
        let named = OutboundSni::Channel(&rule.channel);
        let client = client(&world.client, "ANY_TLS13", named);
        let pair = Pair::open(&server, &client);
        let verdict = rule.admit(pair.server.peer().unwrap());
        assert_eq!(verdict.is_ok(), admitted, "{}: {verdict:?}", rule.channel);
    }
}

#[test]
fn a_client_with_another_cipher_spec_is_let_in_to_be_told_so() {
    let world = world();
    let rule = rule(CHANNEL, "ECDHE_ECDSA_AES_256_GCM_SHA384");
    let server = server(&world.server, std::slice::from_ref(&rule));
    let client = client(
        &world.client,
        "ECDHE_ECDSA_AES_128_CBC_SHA256",
        OutboundSni::Channel(CHANNEL),
    );
    let pair = Pair::open(&server, &client);
    let refused = rule.admit(pair.server.peer().unwrap()).unwrap_err();
    assert_eq!(
        refused,
        Refusal::CipherSpec {
            agreed: "ECDHE_ECDSA_AES_128_CBC_SHA256",
            wanted: "ECDHE_ECDSA_AES_256_GCM_SHA384",
        }
    );
}

#[test]
fn a_client_of_another_version_is_refused_in_the_handshake() {
    let world = world();
    let server = server(&world.server, &[rule(CHANNEL, "ANY_TLS13")]);
    let client = client(&world.client, "ANY_TLS12", OutboundSni::Nothing);
    let mut pair = Pair::new(&server, &client);
    let (at_server, at_client) = pair.settle();
    assert_eq!(at_server, Err(TlsError::Version));
    assert_eq!(at_client, Err(TlsError::Alert { number: 70 }));
}

/// The suite wants an RSA key, and the queue manager has another.
#[test]
fn a_suite_that_does_not_fit_the_key_is_refused_in_the_handshake() {
    let world = world();
    let server = server(&world.server, &[rule(CHANNEL, "ANY_TLS12")]);
    let client = client(
        &world.client,
        "ECDHE_RSA_AES_256_GCM_SHA384",
        OutboundSni::Nothing,
    );
    let mut pair = Pair::new(&server, &client);
    let (at_server, at_client) = pair.settle();
    assert_eq!(at_server, Err(TlsError::CipherSpec));
    assert_eq!(at_client, Err(TlsError::Alert { number: 40 }));
    assert_eq!(pair.server.read_into(&mut Vec::new()), Err(TlsError::Ended));
}

#[test]
fn a_certificate_is_missed_only_where_it_is_required() {
    let world = world();
    let nobody = repository(&[], &[&world.authority.certificate]);
    for cipher in ["ANY_TLS12", "ANY_TLS13"] {
        let required = rule(CHANNEL, cipher);
        let optional = ChannelRule {
            client_certificate: ClientCertificate::Optional,
            ..required.clone()
        };
        let server = server(&world.server, std::slice::from_ref(&required));
        let client = client(&nobody, cipher, OutboundSni::Channel(CHANNEL));
        let pair = Pair::open(&server, &client);
        let peer = pair.server.peer().unwrap();
        assert!(peer.certificate.is_none());
        assert_eq!(required.admit(peer), Err(Refusal::NoClientCertificate));
        assert_eq!(optional.admit(peer), Ok(()));
    }
}

/// A client of another authority, one whose certificate has expired, and a self-signed one.
#[test]
fn a_bad_client_certificate_ends_the_handshake_and_is_named() {
    let world = world();
    let stranger = authority("Stranger CA");
    let key = ec_key();
    let expired = CertificateSpec {
        common_name: "late",
        key,
        authority: false,
        valid_days: -1,
    };
    let alone = CertificateSpec {
        common_name: "alone",
        key: ec_key(),
        authority: false,
        valid_days: 30,
    };
    let cases = [
        (
            leaf("unknown", ec_key(), &stranger),
            "unable to get local issuer certificate",
            48,
        ),
        (
            certify(expired, Some(&world.authority)),
            "certificate has expired",
            45,
        ),
        (certify(alone, None), "self-signed certificate", 48),
    ];
    for cipher in ["ANY_TLS12", "ANY_TLS13"] {
        let server = server(&world.server, &[rule(CHANNEL, cipher)]);
        for (identity, expected, alert) in &cases {
            let repository = repository(&[("app", identity)], &[&world.authority.certificate]);
            let client = client(&repository, cipher, OutboundSni::Nothing);
            let mut pair = Pair::new(&server, &client);
            let (at_server, at_client) = pair.settle();
            let Err(TlsError::Certificate {
                subject,
                why,
                revoked,
            }) = at_server
            else {
                panic!("{at_server:?}");
            };
            assert!(subject.starts_with("CN="), "{subject}");
            assert_eq!(&why, expected);
            assert!(!revoked);
            assert_eq!(at_client, Err(TlsError::Alert { number: *alert }));
        }
    }
}

#[test]
fn a_server_that_is_not_trusted_is_left_at_once() {
    let world = world();
    let stranger = authority("Stranger CA");
    let app = leaf("app", ec_key(), &stranger);
    let repository = repository(&[("app", &app)], &[&stranger.certificate]);
    let server = server(&world.server, &[rule(CHANNEL, "ANY_TLS12_OR_HIGHER")]);
    for cipher in ["ANY_TLS12", "ANY_TLS13"] {
        let client = client(&repository, cipher, OutboundSni::Nothing);
        let mut pair = Pair::new(&server, &client);
        let (at_server, at_client) = pair.settle();
        assert!(
            matches!(at_client, Err(TlsError::Certificate { .. })),
            "{at_client:?}"
        );
        assert_eq!(at_server, Err(TlsError::Alert { number: 48 }));
        assert_eq!(pair.client.state(), State::Ended);
    }
}

/// Where keys and what is trusted are in two files, only the second says who is trusted.
#[test]
fn a_repository_that_trusts_by_another_file_trusts_that_one_only() {
    let world = world();
    let stranger = authority("Stranger CA");
    let app = leaf("app", ec_key(), &world.authority);
    let server = server(&world.server, &[rule(CHANNEL, "ANY_TLS12_OR_HIGHER")]);
    let keys = || repository(&[("app", &app)], &[&world.authority.certificate]);
    let trust = |authority: &Identity| repository(&[], &[&authority.certificate]);
    let wrong = keys().trusting(trust(&stranger));
    assert_eq!(wrong.trusted_count(), 1);
    let refusing = client(&wrong, "ANY_TLS13", OutboundSni::Nothing);
    let mut pair = Pair::new(&server, &refusing);
    let (_, at_client) = pair.settle();
    assert!(
        matches!(at_client, Err(TlsError::Certificate { .. })),
        "{at_client:?}"
    );
    let right = keys().trusting(trust(&world.authority));
    let content = client(&right, "ANY_TLS13", OutboundSni::Nothing);
    let pair = Pair::open(&server, &content);
    assert!(pair.server.peer().unwrap().certificate.is_some());
}

/// A certificate from an authority below another one; the partner trusts the upper one only.
#[test]
fn the_certificates_between_are_sent_along() {
    let root = authority("Root");
    let key = ec_key();
    let below = certify(
        CertificateSpec {
            common_name: "Below",
            key,
            authority: true,
            valid_days: 30,
        },
        Some(&root),
    );
    let queue_manager = leaf("QM1", ec_key(), &below);
    let with_chain = repository(
        &[("qm", &queue_manager)],
        &[&below.certificate, &root.certificate],
    );
    let without = repository(&[("qm", &queue_manager)], &[&root.certificate]);
    let trusting = repository(&[], &[&root.certificate]);
    let client = client(&trusting, "ANY_TLS12_OR_HIGHER", OutboundSni::Nothing);
    Pair::open(&server(&with_chain, &[]), &client);
    let mut pair = Pair::new(&server(&without, &[]), &client);
    assert!(matches!(pair.settle().1, Err(TlsError::Certificate { .. })));
}

/// A self-signed certificate that both ends have, as in a first try.
#[test]
fn one_self_signed_certificate_serves_both_ends() {
    let spec = CertificateSpec {
        common_name: "dev",
        key: ec_key(),
        authority: false,
        valid_days: 30,
    };
    let dev = certify(spec, None);
    let both = repository(&[("dev", &dev)], &[]);
    let rule = rule(CHANNEL, "ANY_TLS13");
    let server = server(&both, std::slice::from_ref(&rule));
    let client = client(&both, "ANY_TLS13", OutboundSni::Nothing);
    let pair = Pair::open(&server, &client);
    assert_eq!(rule.admit(pair.server.peer().unwrap()), Ok(()));
}

#[test]
fn the_label_decides_which_certificate_is_shown() {
    let world = world();
    let one = leaf("one", ec_key(), &world.authority);
    let two = leaf("two", ec_key(), &world.authority);
    let personal = [("first", &one), ("second", &two)];
    let repository = repository(&personal, &[&world.authority.certificate]);
    let rules = |label| ServerRules {
        queue_manager: "QM1",
        label,
        fips: false,
        channels: &[],
    };
    let server = ServerTls::new(&repository, &rules(Some("second"))).unwrap();
    let client = client(&world.client, "ANY_TLS13", OutboundSni::Nothing);
    let pair = Pair::open(&server, &client);
    let certificate = pair.client.peer().unwrap().certificate.as_ref().unwrap();
    assert_eq!(certificate.names.subject.values("CN").next(), Some("two"));
    // Neither is called as the default is.
    let error = ServerTls::new(&repository, &rules(None)).unwrap_err();
    assert!(error.to_string().contains("ibmwebspheremqqm1"), "{error}");
    assert!(error.to_string().contains("first, second"), "{error}");
}

#[test]
fn a_queue_manager_without_a_certificate_cannot_be_a_server() {
    let world = world();
    let nobody = repository(&[], &[&world.authority.certificate]);
    let rules = ServerRules {
        queue_manager: "QM1",
        label: None,
        fips: false,
        channels: &[],
    };
    let error = ServerTls::new(&nobody, &rules).unwrap_err();
    let ferromq_tls::ConfigError::Repository(RepositoryError::NoCertificate { .. }) = error else {
        panic!("{error}");
    };
}

#[test]
fn a_short_rsa_key_is_refused_when_the_configuration_is_made() {
    let world = world();
    let short = leaf("QM1", rsa_key(1024), &world.authority);
    let repository = repository(&[("qm", &short)], &[&world.authority.certificate]);
    let rules = ServerRules {
        queue_manager: "QM1",
        label: None,
        fips: false,
        channels: &[],
    };
    let error = ServerTls::new(&repository, &rules).unwrap_err();
    assert!(error.to_string().contains("2048"), "{error}");
}

/// The suite with a short tag needs a lower level in OpenSSL; certificates are still held to the usual one.
#[test]
fn a_short_rsa_key_of_a_client_is_refused_with_every_suite() {
    let world = world();
    let short = leaf("app", rsa_key(1024), &world.authority);
    let app = repository(&[("app", &short)], &[&world.authority.certificate]);
    let spec = "TLS_AES_128_CCM_8_SHA256";
    let server = server(&world.server, &[rule(CHANNEL, spec)]);
    let cipher = CipherChoice::by_name(spec).unwrap();
    let outbound_sni = OutboundSni::Channel(CHANNEL);
    let rules = ClientRules {
        cipher,
        label: None,
        user: "app",
        fips: false,
        outbound_sni,
    };
    let client = ClientTls::new(&app, &rules).unwrap();
    let (at_server, _) = Pair::new(&server, &client).settle();
    assert!(
        matches!(at_server, Err(TlsError::Certificate { .. })),
        "{at_server:?}"
    );
}

#[test]
fn fips_mode_is_refused_unless_openssl_is_in_it() {
    let world = world();
    let rules = ServerRules {
        queue_manager: "QM1",
        label: None,
        fips: true,
        channels: &[],
    };
    let made = ServerTls::new(&world.server, &rules);
    assert_eq!(made.is_ok(), ferromq_tls::fips_is_active());
}

#[test]
fn nothing_is_written_before_the_handshake_is_done() {
    let world = world();
    let mut stream = TlsStream::server(&server(&world.server, &[]));
    assert_eq!(stream.write(&[b"early"]), Err(TlsError::NotOpen));
    assert_eq!(stream.state(), State::Handshake);
}
