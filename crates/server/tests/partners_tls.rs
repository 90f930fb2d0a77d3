//! TLS between two queue managers: certificates and CipherSpecs of both ends, and what both are told when they do not go together.

use crate::authority::{Folder, Identity, ec_key, leaf, pem};
use crate::partners::Offices;
use crate::support::quiet;
use ferromq_server::{ClientRoadSettings, NamedOutbound, ServiceSettings};
use std::io::Read;
use std::net::{Ipv4Addr, TcpListener};

/// Two queue managers with certificates of one authority: each one of its own name, and another one with a label.
struct World {
    offices: Offices,
    folder: Folder,
    authority: Identity,
}

impl World {
    fn new(test: &str) -> Self {
        Self::with(test, quiet())
    }

    fn with(test: &str, settings: ServiceSettings) -> Self {
        let world = Self {
            offices: Offices::open_with(test, settings),
            folder: Folder::new(),
            authority: crate::authority::authority("Authority"),
        };
        world.repository(true, "QM1", &["ibmwebspheremqqm1", "other"]);
        world.repository(false, "QM2", &["ibmwebspheremqqm2", "special"]);
        world
    }

    /// Gives a queue manager a key repository with certificates of these labels. They are of its name, and of the label in capitals.
    fn repository(&self, is_one: bool, name: &str, labels: &[&str]) {
        let identities: Vec<_> = labels
            .iter()
            .map(|label| {
                let common_name = match label.starts_with("ibm") {
                    true => name.to_owned(),
                    false => label.to_uppercase(),
                };
                (*label, leaf(&common_name, ec_key(), &self.authority))
            })
            .collect();
        let personal: Vec<_> = identities
            .iter()
            .map(|(label, one)| (*label, one))
            .collect();
        let bytes = pem(&personal, &[&self.authority.certificate]);
        let path = self
            .folder
            .write(&format!("{name}-{}.pem", labels.len()), bytes);
        let office = if is_one {
            &self.offices.one
        } else {
            &self.offices.two
        };
        office.commands(&[
            &format!("ALTER QMGR SSLKEYR('{}')", path.display()),
            "REFRESH SECURITY TYPE(SSL)",
        ]);
    }

    /// What the two definitions say of TLS.
    fn define(&self, sender: &str, receiver: &str) {
        let clear = "SSLCIPH(' ') SSLPEER(' ') CERTLABL(' ')";
        let alter =
            |kind: &str, more: &str| format!("ALTER CHANNEL(QM1.TO.QM2) CHLTYPE({kind}) {more}");
        self.offices
            .one
            .commands(&[&alter("SDR", clear), &alter("SDR", sender)]);
        self.offices.two.commands(&[
            &alter("RCVR", clear),
            &alter("RCVR", "SSLCAUTH(REQUIRED)"),
            &alter("RCVR", receiver),
        ]);
    }

    fn runs(&self, sender: &str, receiver: &str) {
        self.define(sender, receiver);
        self.offices.put("FREE", "ann");
        self.offices.one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
        assert_eq!(self.offices.arrived("FREE"), "FREE", "{sender} {receiver}");
        for office in [&self.offices.one, &self.offices.two] {
            let shown = office.shown("DISPLAY CHSTATUS(QM1.TO.QM2) SECPROT");
            assert!(shown.contains("SECPROT(TLSV1"), "{shown}");
        }
        self.offices.stop();
    }

    fn fails(&self, sender: &str, receiver: &str, at_one: &str, at_two: &str) {
        self.define(sender, receiver);
        self.offices.start_and_hear(at_one, at_two);
    }
}

#[test]
fn messages_travel_in_both_versions_with_the_certificates_the_channels_name() {
    let world = World::new("partners-tls");
    for (sender, receiver) in [
        (
            "SSLCIPH(ANY_TLS12_OR_HIGHER)",
            "SSLCIPH(ANY_TLS12_OR_HIGHER)",
        ),
        ("SSLCIPH(ANY_TLS12)", "SSLCIPH(ANY_TLS12_OR_HIGHER)"),
        ("SSLCIPH(TLS_AES_256_GCM_SHA384)", "SSLCIPH(ANY_TLS13)"),
        (
            "SSLCIPH(ECDHE_ECDSA_AES_256_GCM_SHA384) SSLPEER('CN=QM2')",
            "SSLCIPH(ECDHE_ECDSA_AES_256_GCM_SHA384) SSLPEER('CN=QM1')",
        ),
        // The receiver's certificate is that of the channel, because the sender names the channel beforehand.
        (
            "SSLCIPH(ANY_TLS13) CERTLABL('other') SSLPEER('CN=SPECIAL')",
            "SSLCIPH(ANY_TLS13) CERTLABL('special') SSLPEER('CN=OTHER')",
        ),
        (
            "SSLCIPH(ANY_TLS12) CERTLABL('other') SSLPEER('CN=SPECIAL')",
            "SSLCIPH(ANY_TLS12) CERTLABL('special') SSLPEER('CN=OTHER')",
        ),
    ] {
        world.runs(sender, receiver);
    }
    // Without a certificate a sender is let in where none is wanted.
    world.repository(true, "QM1", &[]);
    world.runs(
        "SSLCIPH(ANY_TLS13)",
        "SSLCIPH(ANY_TLS13) SSLCAUTH(OPTIONAL)",
    );
    world.fails(
        "SSLCIPH(ANY_TLS13)",
        "SSLCIPH(ANY_TLS13)",
        "AMQ9642E",
        "AMQ9637E: Channel 'QM1.TO.QM2' was refused to queue manager 'QM1' at 127.0.0.1",
    );
    world.offices.end();
}

/// Its connection is there, and the other end says nothing: it is seen, and stopped at once, without complaints.
#[test]
fn a_channel_is_stopped_in_the_middle_of_its_handshake() {
    let world = World::new("partners-handshake");
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = silent.local_addr().expect("it has one").port();
    let cipher = "SSLCIPH(ANY_TLS13)";
    world.define(&format!("{cipher} CONNAME('127.0.0.1({port})')"), cipher);
    let one = &world.offices.one;
    let show = "DISPLAY CHSTATUS(QM1.TO.QM2) ALL";
    for stop in [
        "STOP CHANNEL(QM1.TO.QM2) MODE(FORCE)",
        "STOP CHANNEL(QM1.TO.QM2)",
    ] {
        one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
        let (mut called, _) = silent.accept().expect("it calls");
        let mut hello = [0; 5];
        called.read_exact(&mut hello).expect("it begins");
        // With this address it is one that runs.
        let address = format!("CONNAME(127.0.0.1({port}))");
        let shown = one.await_shown(show, |shown| shown.contains(&address));
        assert!(shown.contains("STATUS(BINDING)"), "{shown}");
        let before = one.said().len();
        one.commands(&[stop]);
        called.read_to_end(&mut Vec::new()).expect("closed");
        one.await_shown(show, |shown| shown.contains("STATUS(STOPPED)"));
        let said = one.said();
        let complaints = said[before..].iter().filter(|line| line.contains("E: "));
        assert_eq!(complaints.count(), 0, "{said:#?}");
    }
    world.offices.end();
}

#[test]
fn ends_that_do_not_go_together_are_told_what_each_has() {
    let world = World::new("partners-tls-refused");
    let (long, short) = (
        "ECDHE_ECDSA_AES_256_GCM_SHA384",
        "ECDHE_ECDSA_AES_128_GCM_SHA256",
    );
    world.fails(
        &format!("SSLCIPH({short})"),
        &format!("SSLCIPH({long})"),
        &format!("SSLCIPH here is {short}; there it is {long}"),
        &format!("came with CipherSpec {short}, and the channel has {long}"),
    );
    world.fails(
        "",
        &format!("SSLCIPH({long})"),
        &format!("SSLCIPH here is none; there it is {long}"),
        &format!("does not use TLS, and the channel has SSLCIPH({long})"),
    );
    world.fails(
        "SSLCIPH(ANY_TLS12)",
        "SSLCIPH(ANY_TLS13)",
        "which has SSLCIPH(ANY_TLS12) here was closed by the other end: The partner ended the handshake: it has no version of TLS in common",
        "for channel 'QM1.TO.QM2', which has SSLCIPH(ANY_TLS13) here: Both ends have no version of TLS in common",
    );
    // Nothing at QM2 has TLS, and then something else has.
    world.fails(
        "SSLCIPH(ANY_TLS13)",
        "",
        "AMQ9665E",
        "no channel that can be called has SSLCIPH",
    );
    world
        .offices
        .two
        .commands(&["DEFINE CHANNEL(OTHER) CHLTYPE(RCVR) SSLCIPH(ANY_TLS13)"]);
    world.fails(
        "SSLCIPH(ANY_TLS13)",
        "",
        "SSLCIPH here is ANY_TLS13; there it is none",
        "It uses TLS with CipherSpec TLS_AES_256_GCM_SHA384, and the channel has no SSLCIPH",
    );
    world.fails(
        "SSLCIPH(ANY_TLS13) SSLPEER('CN=QM3')",
        "SSLCIPH(ANY_TLS13)",
        "AMQ9636E: Channel 'QM1.TO.QM2' was refused to '127.0.0.1'. Its certificate is 'SERIALNUMBER=",
        "AMQ9665E: The TLS connection with the partner at 127.0.0.1 for channel 'QM1.TO.QM2', which has SSLCIPH(ANY_TLS13) \
         here was closed by the other end: it did so as soon as it was there",
    );
    world.fails(
        "SSLCIPH(ANY_TLS13)",
        "SSLCIPH(ANY_TLS13) SSLPEER('CN=QM3')",
        "AMQ9643E",
        "which does not match SSLPEER(CN=QM3)",
    );
    // A record for certificates.
    world
        .offices
        .two
        .commands(&["SET CHLAUTH('QM1.*') TYPE(SSLPEERMAP) SSLPEER('CN=QM1') USERSRC(NOACCESS)"]);
    world.fails(
        "SSLCIPH(ANY_TLS13)",
        "SSLCIPH(ANY_TLS13)",
        "(20)",
        "AMQ9777E",
    );
    world.runs("SSLCIPH(ANY_TLS13) CERTLABL('other')", "SSLCIPH(ANY_TLS13)");
    // And this end's own trouble.
    world.fails(
        "SSLCIPH(ANY_TLS13) CERTLABL('nosuch')",
        "SSLCIPH(ANY_TLS13)",
        "AMQ9633E: There is no TLS connection with '127.0.0.1' for channel 'QM1.TO.QM2': Key repository",
        "",
    );
    world
        .offices
        .one
        .commands(&["ALTER QMGR SSLKEYR(' ')", "REFRESH SECURITY TYPE(SSL)"]);
    world.fails("SSLCIPH(ANY_TLS13)", "SSLCIPH(ANY_TLS13)", "AMQ9657E", "");
    world.offices.end();
}

#[test]
fn a_channel_that_names_its_host_is_not_shown_the_certificate_of_a_channel() {
    let settings = ServiceSettings {
        client_road: ClientRoadSettings {
            named_outbound: NamedOutbound::Host,
            ..ClientRoadSettings::default()
        },
        ..quiet()
    };
    let world = World::with("partners-tls-host", settings);
    world.runs("SSLCIPH(ANY_TLS13) SSLPEER('CN=QM2')", "SSLCIPH(ANY_TLS13)");
    world.fails(
        "SSLCIPH(ANY_TLS13)",
        "SSLCIPH(ANY_TLS13) CERTLABL('special')",
        "(20)",
        "Set OutboundSNI to CHANNEL",
    );
    world.offices.end();
}

/// Source: REFRESH SECURITY TYPE(SSL). What travelled before and what comes later arrives, once.
#[test]
fn a_refresh_at_either_end_has_a_channel_begin_anew() {
    let world = World::new("partners-tls-refresh");
    world.define("SSLCIPH(ANY_TLS13)", "SSLCIPH(ANY_TLS13)");
    let Offices { one, two, .. } = &world.offices;
    one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    for office in [one, two, one] {
        world.offices.put("FREE", "ann");
        assert_eq!(world.offices.arrived("FREE"), "FREE");
        let count = || {
            let said = one.said();
            said.iter().filter(|line| line.contains("AMQ9002I")).count()
        };
        let before = count();
        office.commands(&["REFRESH SECURITY TYPE(SSL)"]);
        world.offices.wait(|| count() > before);
    }
    assert_eq!(
        two.shown("DISPLAY QLOCAL(FREE) CURDEPTH")
            .matches("CURDEPTH(0)")
            .count(),
        1
    );
    world.offices.stop();
    world.offices.end();
}
