//! Finding a socket with room, or opening one.

use super::link::Link;
use super::of_process::OfProcess;
use super::secure::Secure;
use crate::channel::ClientChannel;
use crate::failure::ConnectFailure;
use crate::socket::{ClientSocket, Slot, Welcome};
use ferromq_mqi::Reason;
use ferromq_mqi::connection_name::Address;
use ferromq_mqi::generated::constants::MQCNO_NO_CONV_SHARING;
use ferromq_mqi::options::ConnectOptions;
use ferromq_tls::TlsStream;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Arc, Condvar, Weak};
use std::time::Instant;

/// A conversation that has connected.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) link: Arc<Link>,
    pub(super) slot: Slot,
    pub(super) welcome: Welcome,
}

/// Sockets whose conversations others may join. Weak: the connections own them.
static SHARED: OfProcess<Vec<(Weak<Link>, ClientChannel)>> = OfProcess::new(Vec::new());

/// Connects an application.
pub(super) fn conversation(
    channel: &ClientChannel,
    options: &ConnectOptions,
    sleeper: &Arc<Condvar>,
) -> Result<Opened, ConnectFailure> {
    let shares = options.options & MQCNO_NO_CONV_SHARING == 0 && channel.conversations_max > 1;
    if shares
        && let Some((link, slot)) = join(channel, options)
        && let Ok(opened) = connected(channel, link, slot, sleeper)
    {
        return Ok(opened);
    }
    let mut failures: Vec<ConnectFailure> = Vec::new();
    for address in &channel.addresses {
        match open(channel, address, options, sleeper) {
            Ok(opened) => {
                if shares {
                    share(&opened.link, channel);
                }
                return Ok(opened);
            }
            Err(failure) => failures.push(failure.at(address)),
        }
    }
    Err(told(failures, channel))
}

/// A place on a socket that is there already.
fn join(channel: &ClientChannel, options: &ConnectOptions) -> Option<(Arc<Link>, Slot)> {
    let place_on = |link: Arc<Link>| {
        let mut state = link.lock();
        if !state.core.has_room() {
            return None;
        }
        let slot = state.core.begin(channel.logon(options));
        drop(state);
        Some((link, slot))
    };
    SHARED.with(Vec::new, |shared| {
        shared.retain(|(link, _)| link.strong_count() > 0);
        let mut alike = shared.iter().filter(|(_, of)| of == channel);
        alike.find_map(|(link, _)| link.upgrade().and_then(place_on))
    })?
}

fn share(link: &Arc<Link>, channel: &ClientChannel) {
    // A process that does without shares no sockets.
    let _ = SHARED.with(Vec::new, |shared| {
        shared.push((Arc::downgrade(link), channel.clone()));
    });
}

/// Opens a socket to one place and connects on it.
fn open(
    channel: &ClientChannel,
    address: &Address,
    options: &ConnectOptions,
    sleeper: &Arc<Condvar>,
) -> Result<Opened, ConnectFailure> {
    let terms = channel.terms(options.q_mgr_name.asked_by_client())?;
    let tls = crate::tls::stream(channel)?;
    let stream = reach(channel, address)?;
    let mut core = ClientSocket::new(terms);
    let slot = core.begin(channel.logon(options));
    let link = Arc::new(Link::new(stream, core, secure(channel, tls)));
    link.set_read_timeout(Some(channel.connect_timeout));
    let opened = connected(channel, link, slot, sleeper)?;
    opened.link.keep();
    Ok(opened)
}

/// So many times as long as for terms it may take until a queue manager has decided who may connect: it may ask others, and lets who is refused wait. With
/// the usual 30 seconds that is longer than a FerroMQ queue manager takes at most.
const VERDICT_FACTOR: u32 = 3;

fn connected(
    channel: &ClientChannel,
    link: Arc<Link>,
    slot: Slot,
    sleeper: &Arc<Condvar>,
) -> Result<Opened, ConnectFailure> {
    let began = Instant::now();
    let verdict_max = channel.connect_timeout * VERDICT_FACTOR;
    let until_ns = link.now_ns() + u64::try_from(verdict_max.as_nanos()).unwrap_or(u64::MAX / 2);
    link.lock().core.await_verdict(slot, until_ns);
    let outcome = link.wait(slot, sleeper, |core| {
        let outcome = core.connected(slot);
        if outcome.is_pending()
            && core.agreed().is_none()
            && began.elapsed() >= channel.connect_timeout
        {
            core.broken("there is no answer; is it the port of a queue manager?");
            return core.connected(slot);
        }
        outcome
    });
    match outcome {
        Ok(welcome) => Ok(Opened {
            link,
            slot,
            welcome,
        }),
        Err(failure) => {
            link.release(slot);
            Err(failure)
        }
    }
}

/// A socket to the first address of the place that takes one.
fn reach(channel: &ClientChannel, address: &Address) -> Result<TcpStream, ConnectFailure> {
    let unavailable = |what: String| {
        let text = format!(
            "{what}; check host and port, and that the queue manager's listener runs there"
        );
        ConnectFailure::new(Reason::HOST_NOT_AVAILABLE, text)
    };
    let host = address.host.trim_start_matches('[').trim_end_matches(']');
    let found = (host, address.port)
        .to_socket_addrs()
        .map_err(|error| unavailable(format!("the host is not known: {error}")))?;
    let mut last = None;
    for one in found {
        match TcpStream::connect_timeout(&one, channel.connect_timeout) {
            Ok(stream) => {
                // Calls are small and each waits for its answer.
                let told = stream.set_nodelay(true);
                let probed = || match channel.keep_alive {
                    true => rustix::net::sockopt::set_socket_keepalive(&stream, true),
                    false => Ok(()),
                };
                return told
                    .and_then(|()| Ok(probed()?))
                    .map(|()| stream)
                    .map_err(|error| unavailable(format!("the socket cannot be set up: {error}")));
            }
            Err(error) => last = Some(error),
        }
    }
    Err(unavailable(match last {
        Some(error) => format!("no connection: {error}"),
        None => "the host has no address".to_owned(),
    }))
}

fn secure(channel: &ClientChannel, tls: Option<TlsStream>) -> Option<Secure> {
    tls.map(|stream| Secure::new(stream, channel.peer_name.clone()))
}

/// One failure out of those of all places: the first that tells more than that nobody listens.
fn told(failures: Vec<ConnectFailure>, channel: &ClientChannel) -> ConnectFailure {
    let reason = failures
        .iter()
        .map(|failure| failure.reason)
        .find(|reason| *reason != Reason::HOST_NOT_AVAILABLE)
        .unwrap_or(Reason::HOST_NOT_AVAILABLE);
    if failures.is_empty() {
        let text = format!(
            "channel '{}': no place to connect to is given (CONNAME)",
            channel.name
        );
        return ConnectFailure::new(Reason::CHANNEL_CONFIG_ERROR, text);
    }
    // Of several places one may be down for a while, and the others lead elsewhere.
    let may_pass = failures.iter().any(|failure| failure.may_pass);
    let elsewhere = failures.iter().find_map(|failure| failure.elsewhere);
    let texts: Vec<String> = failures.into_iter().map(|failure| failure.text).collect();
    ConnectFailure {
        may_pass,
        elsewhere,
        ..ConnectFailure::new(reason, texts.join("; "))
    }
}
