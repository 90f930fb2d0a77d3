//! The figures of a queue manager for those who scrape them: `http://host:9157/metrics`.
//!
//! What the queue manager publishes of itself below `$SYS/MQ` comes every ten seconds; what adds up is added up here, from the start
//! of the container on. Names and labels are those the exporter of the vendor's image has.

mod names;
mod page;

use crate::connection::{Right, connect, installation};
use crate::failure::Failure;
use crate::sample::usage::catalogue::{Class, Element, discover, kind_of};
use crate::sample::usage::{Listener, MODEL, understood};
use ferromq_mqi::generated::constants::{
    MQIAMO_MONITOR_DELTA, MQIAMO_MONITOR_GB, MQIAMO_MONITOR_HUNDREDTHS, MQIAMO_MONITOR_KB,
    MQIAMO_MONITOR_MB, MQIAMO_MONITOR_MICROSEC, MQIAMO_MONITOR_PERCENT,
};
use ferromq_mqi::pcf::{Message, Value};
use names::NAMES;
use openssl::error::ErrorStack;
use openssl::ssl::{SslAcceptor, SslFiletype, SslMethod};
use openssl::x509::X509;
use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv6Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};

/// The port people scrape.
pub(super) const PORT: u16 = 9157;
/// How long one get waits for figures.
const WAIT_MS: i32 = 5_000;

/// A figure as it is shown.
#[derive(Clone, Debug, PartialEq)]
struct Figure {
    about: String,
    /// It adds up.
    is_counter: bool,
    /// None before it was told.
    value: Option<f64>,
}

/// All figures, by name.
type Figures = BTreeMap<&'static str, Figure>;

/// Shows the figures of that queue manager from now on, as long as it runs: over TLS where `keys` has a key, which is answered.
///
/// # Errors
/// The port cannot be used, or the queue manager does not say what figures it has.
pub(super) fn show(q_mgr: &str, keys: &Path) -> Result<bool, Failure> {
    let certificate = certificate(keys)?;
    let is_secret = certificate.is_some();
    let address = SocketAddr::from((Ipv6Addr::UNSPECIFIED, PORT));
    let listening = TcpListener::bind(address)
        .or_else(|_| TcpListener::bind(("0.0.0.0", PORT)))
        .map_err(|error| Failure::io(format!("port {PORT}"), &error))?;
    let figures = Arc::new(Mutex::new(Figures::new()));
    let (shown, label) = (Arc::clone(&figures), q_mgr.to_owned());
    let (tell, told) = sync_channel(1);
    let name = q_mgr.to_owned();
    // A connection stays with the thread it was made on.
    thread("figures", move || match subscribe(&name) {
        Ok((mut listener, classes)) => {
            *figures.lock().unwrap_or_else(PoisonError::into_inner) = known(&classes);
            // Who asked is there still: it waits.
            let _ = tell.send(Ok(()));
            listen(&mut listener, &classes, &figures);
        }
        Err(failure) => {
            let _ = tell.send(Err(failure));
        }
    })?;
    match told.recv() {
        Ok(subscribed) => subscribed?,
        Err(_) => return Err(Failure::unexpected("the thread of the figures has ended")),
    }
    thread("metrics", move || {
        page::serve(&listening, certificate.as_ref(), &shown, &label);
    })?;
    Ok(is_secret)
}

/// What `tls.key`, `tls.crt` and `ca.crt` of a directory say who this is; `None` where there is no key. A key without a certificate that fits is an
/// error: figures that were to be secret are not shown to everybody.
fn certificate(keys: &Path) -> Result<Option<SslAcceptor>, Failure> {
    let key = keys.join("tls.key");
    if !key.exists() {
        return Ok(None);
    }
    let made = || -> Result<SslAcceptor, ErrorStack> {
        let mut builder = SslAcceptor::mozilla_intermediate_v5(SslMethod::tls_server())?;
        builder.set_private_key_file(&key, SslFiletype::PEM)?;
        builder.set_certificate_chain_file(keys.join("tls.crt"))?;
        builder.check_private_key()?;
        let authority = std::fs::read(keys.join("ca.crt")).unwrap_or_default();
        for one in X509::stack_from_pem(&authority)? {
            builder.add_extra_chain_cert(one)?;
        }
        Ok(builder.build())
    };
    let failed = |error| Failure::text(format!("{}: {error}\n", keys.display()), 1);
    made().map(Some).map_err(failed)
}

/// Connects, and subscribes to all that is shown.
fn subscribe(q_mgr: &str) -> Result<(Listener, Vec<Class>), Failure> {
    let installation = installation()?;
    let session = connect(&installation, q_mgr, "runmqserver", Right::Control)
        .map_err(|failure| Failure::text(format!("{failure}\n"), 1))?;
    let mut listener = Listener::new(session, MODEL, false)?;
    let root = format!("$SYS/MQ/INFO/QMGR/{q_mgr}/Monitor/METADATA/CLASSES");
    let classes = discover(&mut listener, &root)?;
    for kind in classes.iter().flat_map(|class| &class.kinds) {
        let named = |element: &Element| name_of(&element.about).is_some();
        if kind.elements.iter().any(named) && !kind.is_of_an_object() {
            listener.subscribe(&kind.topic)?;
        }
    }
    Ok((listener, classes))
}

fn thread(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let built = std::thread::Builder::new().name(name.to_owned());
    let failed = |error: io::Error| Failure::io("a thread", &error);
    built.spawn(work).map(|_| ()).map_err(failed)
}

/// Takes what is published until the queue manager ends.
fn listen(listener: &mut Listener, classes: &[Class], figures: &Mutex<Figures>) {
    while let Ok(got) = listener.get(WAIT_MS) {
        let Some(Ok(message)) = got.map(|got| understood(&got)) else {
            continue;
        };
        let mut figures = figures.lock().unwrap_or_else(PoisonError::into_inner);
        note(&mut figures, classes, &message);
    }
}

fn name_of(about: &str) -> Option<&'static str> {
    let found = NAMES.iter().find(|(known, _)| *known == about);
    found.map(|(_, name)| *name)
}

/// The figures the catalogue has: those that add up begin at 0.
fn known(classes: &[Class]) -> Figures {
    let kinds = classes.iter().flat_map(|class| &class.kinds);
    let elements = kinds
        .filter(|kind| !kind.is_of_an_object())
        .flat_map(|kind| &kind.elements);
    let figure = |element: &Element| {
        let is_counter = element.unit == MQIAMO_MONITOR_DELTA;
        let figure = Figure {
            about: element.about.clone(),
            is_counter,
            value: is_counter.then_some(0.0),
        };
        Some((name_of(&element.about)?, figure))
    };
    elements.filter_map(figure).collect()
}

/// Takes what a publication says.
fn note(figures: &mut Figures, classes: &[Class], message: &Message) {
    let Some(kind) = kind_of(classes, message) else {
        return;
    };
    for parameter in &message.parameters {
        let element = kind.elements.iter().find(|one| one.number == parameter.id);
        let told = match parameter.value {
            Value::Int(told) => i64::from(told),
            Value::Int64(told) => told,
            _ => continue,
        };
        let Some(element) = element else { continue };
        let Some(figure) = name_of(&element.about).and_then(|name| figures.get_mut(name)) else {
            continue;
        };
        let value = in_base_units(told, element.unit);
        figure.value = Some(match figure.is_counter {
            true => figure.value.unwrap_or(0.0) + value,
            false => value,
        });
    }
}

/// Bytes, seconds, percent.
#[allow(clippy::cast_precision_loss)] // what is shown has as many digits as its readers take
fn in_base_units(told: i64, unit: i32) -> f64 {
    let told = told as f64;
    match unit {
        MQIAMO_MONITOR_PERCENT | MQIAMO_MONITOR_HUNDREDTHS => told / 100.0,
        MQIAMO_MONITOR_KB => told * 1024.0,
        MQIAMO_MONITOR_MB => told * 1_048_576.0,
        MQIAMO_MONITOR_GB => told * 1_073_741_824.0,
        MQIAMO_MONITOR_MICROSEC => told / 1_000_000.0,
        _ => told,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::usage::catalogue::Kind;
    use ferromq_mqi::generated::constants::{MQIAMO_MONITOR_CLASS, MQIAMO_MONITOR_TYPE};
    use ferromq_mqi::pcf::{Header, Parameter};

    fn classes() -> Vec<Class> {
        let element = |number, unit, about: &str| Element {
            number,
            unit,
            about: about.to_owned(),
        };
        let elements = vec![
            element(0, MQIAMO_MONITOR_DELTA, "Commit count"),
            element(1, MQIAMO_MONITOR_MB, "RAM total bytes"),
            element(2, MQIAMO_MONITOR_MICROSEC, "Log - write latency"),
            element(3, MQIAMO_MONITOR_DELTA, "nobody knows"),
        ];
        let kind = Kind {
            number: 5,
            name: "SYNCPOINT".to_owned(),
            about: String::new(),
            topic: "top".to_owned(),
            elements,
        };
        vec![Class {
            number: 2,
            name: "STATMQI".to_owned(),
            about: String::new(),
            kinds: vec![kind],
        }]
    }

    #[test]
    fn what_adds_up_is_added_up_and_all_is_in_base_units() {
        let classes = classes();
        let mut figures = known(&classes);
        assert_eq!(figures.len(), 3);
        assert_eq!(figures["commit_total"].value, Some(0.0));
        assert_eq!(figures["system_ram_size_bytes"].value, None);
        let message = Message {
            header: Header::command(0),
            parameters: vec![
                Parameter::int(MQIAMO_MONITOR_CLASS, 2),
                Parameter::int(MQIAMO_MONITOR_TYPE, 5),
                Parameter::int(0, 7),
                Parameter::int(1, 3),
                Parameter::int(2, 250),
                Parameter::int(3, 1),
            ],
        };
        note(&mut figures, &classes, &message);
        note(&mut figures, &classes, &message);
        assert_eq!(figures["commit_total"].value, Some(14.0));
        assert_eq!(figures["system_ram_size_bytes"].value, Some(3_145_728.0));
        assert_eq!(figures["log_write_latency_seconds"].value, Some(0.000_25));
    }

    #[test]
    fn every_name_is_there_once_and_what_adds_up_says_so() {
        let mut names: Vec<&str> = NAMES.iter().map(|(_, name)| *name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), NAMES.len());
    }
}
