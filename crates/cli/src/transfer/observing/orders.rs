//! How commands tell a process of this machine what to write down: a socket beside its log, for its own user and root.
//!
//! An order is some lines, each a word and what goes with it; the answer is `ok` and what was asked for, or `no` and why. All lines of an order count, or none.

use ferromq_base::credentials::is_own_or_root;
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where the process of an agent, or of a logger, hears orders; in the directory of its log.
pub(super) const SOCKET: &str = "orders.sock";
/// The same of the controller of an agent.
pub(super) const CONTROLLER_SOCKET: &str = "controller.sock";
/// Longest order, and longest answer.
const BYTES_MAX: u64 = 16 << 10;
/// Whoever comes has so long to say something.
const HEARD_WITHIN: Duration = Duration::from_secs(2);
/// Whoever asks waits so long for an answer.
const ANSWERED_WITHIN: Duration = Duration::from_secs(10);

/// The path of a name in a directory, however long that of the directory is: those of sockets have a limit of some hundred bytes.
fn short(directory: &File, name: &str) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}/{name}", directory.as_raw_fd()))
}

/// Listens until this process ends; whoever has the lock of that directory may. Each order is given to `done`, which says why it cannot be.
pub(super) fn listen(
    directory: &Path,
    name: &str,
    mut done: impl FnMut(&str) -> Result<String, String> + Send + 'static,
) -> io::Result<()> {
    let opened = File::open(directory)?;
    let path = short(&opened, name);
    // One of a process that was killed.
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(&path)?;
    fs::set_permissions(&path, Permissions::from_mode(0o600))?;
    let named = std::thread::Builder::new().name("orders".into());
    named.spawn(move || {
        for socket in listener.incoming() {
            match socket {
                // Who says nothing, or has gone, is not answered.
                Ok(socket) => drop(serve(socket, &mut done)),
                // Too many files are open: not for ever.
                Err(_) => std::thread::sleep(HEARD_WITHIN),
            }
        }
    })?;
    Ok(())
}

fn serve(
    mut socket: UnixStream,
    done: &mut impl FnMut(&str) -> Result<String, String>,
) -> io::Result<()> {
    if !is_own_or_root(&socket)? {
        return Ok(());
    }
    socket.set_read_timeout(Some(HEARD_WITHIN))?;
    socket.set_write_timeout(Some(HEARD_WITHIN))?;
    let order = heard(&socket)?;
    let answer = match done(&order) {
        Ok(told) => format!("ok {told}\n"),
        Err(why) => format!("no {why}\n"),
    };
    socket.write_all(answer.as_bytes())
}

fn heard(socket: &UnixStream) -> io::Result<String> {
    let mut text = String::new();
    socket.take(BYTES_MAX + 1).read_to_string(&mut text)?;
    match text.len() as u64 > BYTES_MAX {
        true => Err(ErrorKind::FileTooLarge.into()),
        false => Ok(text),
    }
}

/// Gives an order to who listens there. The inner error is its reason not to follow it.
pub(super) fn give(
    directory: &Path,
    name: &str,
    order: &str,
) -> io::Result<Result<String, String>> {
    let opened = File::open(directory)?;
    let mut socket = UnixStream::connect(short(&opened, name))?;
    if !is_own_or_root(&socket)? {
        return Err(ErrorKind::PermissionDenied.into());
    }
    socket.set_read_timeout(Some(ANSWERED_WITHIN))?;
    socket.set_write_timeout(Some(ANSWERED_WITHIN))?;
    socket.write_all(order.as_bytes())?;
    socket.shutdown(Shutdown::Write)?;
    let answer = heard(&socket)?;
    match answer.trim_end_matches('\n').split_once(' ') {
        Some(("no", why)) => Ok(Err(why.to_owned())),
        Some(("ok", told)) => Ok(Ok(told.to_owned())),
        _ => Err(io::Error::new(
            ErrorKind::UnexpectedEof,
            "it has not answered",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn an_order_comes_whole_and_is_answered_and_one_that_is_too_long_is_not_taken() {
        let name = format!("ferromq-orders-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).expect("a directory");
        let place = directory.join("d".repeat(150));
        fs::create_dir(&place).expect("a directory");
        // What a process that was killed has left.
        fs::write(place.join("it.sock"), "").expect("a file");
        let taken = Arc::new(Mutex::new(Vec::new()));
        let takes = Arc::clone(&taken);
        let done = move |order: &str| {
            takes.lock().expect("unpoisoned").push(order.to_owned());
            match order {
                "right\n" => Ok("well".to_owned()),
                _ => Err("it is wrong".to_owned()),
            }
        };
        assert!(
            give(&place, "it.sock", "right\n").is_err(),
            "nobody listens"
        );
        listen(&place, "it.sock", done).expect("it listens");
        let mode = fs::metadata(place.join("it.sock")).expect("it is there");
        assert_eq!(mode.permissions().mode() & 0o777, 0o600);
        assert_eq!(
            give(&place, "it.sock", "right\n").expect("an answer"),
            Ok("well".to_owned())
        );
        let wrong = give(&place, "it.sock", "wrong\n").expect("an answer");
        assert_eq!(wrong, Err("it is wrong".to_owned()));
        let long = "x".repeat(20_000);
        assert!(give(&place, "it.sock", &long).is_err());
        assert_eq!(*taken.lock().expect("unpoisoned"), ["right\n", "wrong\n"]);
        let _ = fs::remove_dir_all(&directory);
    }
}
