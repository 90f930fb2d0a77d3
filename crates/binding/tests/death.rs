//! Peers that die at any instruction. Each dying peer is a real process: this program started again with a role
//! in its environment.

#[allow(dead_code)]
mod echo;

use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use echo::{EchoServer, Scratch};
use ferromq_base::process::{ProcessState, is_stopped_wholly, state_of};
use ferromq_binding::{
    BindingError, ClientEndpoint, ConnectError, Hello, Patience, RegionSizes, STOPPED_SECONDS_MAX,
};
use rustix::process::{Pid, Signal};

const ROLE: &str = "FERROMQ_BINDING_TEST_ROLE";
const PLACE: &str = "FERROMQ_BINDING_TEST_PLACE";

/// Not a test: what the other processes run. Without a role it does nothing.
#[test]
fn other_process() {
    let Ok(role) = std::env::var(ROLE) else {
        return;
    };
    let place = PathBuf::from(std::env::var(PLACE).unwrap());
    println!("started");
    match role.as_str() {
        "caller" => call_for_ever(&place),
        "visitor" => loop {
            let _ = ClientEndpoint::connect(&place, &Hello::default());
        },
        "server" => {
            let _server = EchoServer::start(&place, RegionSizes::default(), Patience::SERVICE);
            println!("serving");
            std::thread::park();
        }
        "parent" => leave_the_socket_to_a_child(&place),
        other => panic!("no such role: {other}"),
    }
}

/// Small and large calls, answered and unanswered, slept through and spun through.
fn call_for_ever(path: &Path) {
    let (mut client, _) = ClientEndpoint::connect(path, &Hello::default()).unwrap();
    let mut reply = Vec::new();
    println!("calling");
    for round in 0usize.. {
        let bytes = [10, 3000, 90_000, 600_000][round % 4];
        client.set_patience(if round % 3 == 0 {
            Patience::NONE
        } else {
            Patience::CLIENT
        });
        client.send(&[&vec![1; bytes]]).unwrap();
        client.call(&[b"second"], &mut reply).unwrap();
        client.recv(&mut reply).unwrap();
    }
}

/// Connects, and starts a process that has the socket too.
#[expect(
    clippy::zombie_processes,
    reason = "this process is killed before that one ends"
)]
fn leave_the_socket_to_a_child(path: &Path) {
    let mut stream = UnixStream::connect(path).unwrap();
    let mut hello = b"FMQHELLO".to_vec();
    for word in [1_u32, 0, 0, 0] {
        hello.extend_from_slice(&word.to_le_bytes());
    }
    stream.write_all(&hello).unwrap();
    assert!(stream.read(&mut [0; 1000]).unwrap() > 0);
    let heir = Command::new("sleep")
        .arg("1000")
        .stdin(OwnedFd::from(stream.try_clone().unwrap()))
        .spawn()
        .unwrap();
    std::fs::write(path.with_extension("heir"), heir.id().to_string()).unwrap();
    println!("inherited");
    std::thread::park();
}

fn start(role: &str, place: &Path, until: &str) -> Child {
    let own = Command::new(std::env::current_exe().unwrap());
    start_with(own, role, place, until)
}

fn start_with(mut command: Command, role: &str, place: &Path, until: &str) -> Child {
    let mut child = command
        .args([
            "--exact",
            "other_process",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(ROLE, role)
        .env(PLACE, place)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    assert!(
        lines
            .map_while(Result::ok)
            .any(|line| line.ends_with(until)),
        "{role} did not start"
    );
    child
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Lets a peer run for a while that differs from kill to kill. Nothing depends on its length.
fn let_it_run(round: u64) {
    std::thread::sleep(std::time::Duration::from_micros(round * 7919 % 5000));
}

/// The socket says nothing of the end of the process: a child holds it open. The kernel tells of the process.
#[test]
fn a_client_whose_socket_lives_on_in_a_child_is_noticed_when_it_ends() {
    let scratch = Scratch::new("inherited");
    let server = EchoServer::start(&scratch.0, RegionSizes::default(), Patience::NONE);
    let parent = start("parent", &server.path, "inherited");
    let heir = std::fs::read_to_string(server.path.with_extension("heir")).unwrap();
    let heir: u32 = heir.parse().unwrap();
    assert_eq!(server.seen.hang_ups.load(Ordering::Acquire), 0);
    kill(parent);
    server.await_count(|seen| &seen.hang_ups, 1);
    assert_eq!(state_of(heir), ProcessState::Alive);
    let heir = Pid::from_raw(i32::try_from(heir).unwrap()).unwrap();
    rustix::process::kill_process(heir, Signal::KILL).unwrap();
}

/// As with a queue manager in a container and programs outside: the kernel has no process number of the client to give.
#[test]
fn a_client_that_has_no_number_where_the_server_is_gets_in() {
    let unshare = || {
        let mut command = Command::new("unshare");
        command.args([
            "--user",
            "--map-root-user",
            "--pid",
            "--fork",
            "--kill-child",
        ]);
        command
    };
    let allowed = unshare().arg("true").stderr(Stdio::null()).status();
    if !allowed.is_ok_and(|status| status.success()) {
        ferromq_base::skipped::skip(
            "a client without a process number",
            "no name space of process ids can be made here",
        );
        return;
    }
    let scratch = Scratch::new("name-space");
    let mut command = unshare();
    command.arg(std::env::current_exe().unwrap());
    let server = start_with(command, "server", &scratch.0, "serving");
    let path = scratch.0.join("socket");
    let mut reply = Vec::new();
    // More than one: a server that takes the first for a shortage of its own accepts nobody for a while.
    for _ in 0..3 {
        let (mut client, _) = ClientEndpoint::connect(&path, &Hello::default()).unwrap();
        client.call(&[b"anybody there?"], &mut reply).unwrap();
        assert_eq!(reply, b"anybody there?");
    }
    kill(server);
}

#[test]
fn clients_killed_at_random_harm_no_other_client() {
    let scratch = Scratch::new("killed-clients");
    let sizes = RegionSizes::new(16 * 1024, 16 * 1024, 1 << 20).unwrap();
    let server = EchoServer::start(&scratch.0, sizes, Patience::SERVICE);
    let stop = Arc::new(AtomicBool::new(false));
    let bystander = {
        let (path, stop) = (server.path.clone(), stop.clone());
        std::thread::spawn(move || {
            let (mut client, _) = ClientEndpoint::connect(&path, &Hello::default()).unwrap();
            let mut reply = Vec::new();
            let mut calls = 0u64;
            while !stop.load(Ordering::Acquire) {
                client.call(&[&calls.to_le_bytes()], &mut reply).unwrap();
                assert_eq!(reply, calls.to_le_bytes());
                calls += 1;
            }
            calls
        })
    };
    for round in 1..=60 {
        let child = start("caller", &server.path, "calling");
        let_it_run(round);
        kill(child);
        server.await_count(|seen| &seen.hang_ups, round);
    }
    stop.store(true, Ordering::Release);
    assert!(bystander.join().unwrap() > 0);
    assert_eq!(
        server.seen.broken_rules.load(Ordering::Acquire),
        0,
        "a dead client is no protocol violation"
    );
}

#[test]
fn clients_killed_while_they_connect_leave_nothing_behind() {
    let scratch = Scratch::new("killed-visitors");
    let server = EchoServer::start(&scratch.0, RegionSizes::default(), Patience::NONE);
    for round in 1..=15 {
        let child = start("visitor", &server.path, "started");
        let_it_run(round);
        kill(child);
    }
    let (mut client, _) = ClientEndpoint::connect(&server.path, &Hello::default()).unwrap();
    let mut reply = Vec::new();
    client.call(&[b"still there?"], &mut reply).unwrap();
    assert_eq!(reply, b"still there?");
    let accepted = server.seen.accepted.load(Ordering::Acquire);
    server.await_count(|seen| &seen.hang_ups, accepted - 1);
}

#[test]
fn clients_of_a_killed_server_get_an_error_and_never_hang() {
    let scratch = Scratch::new("killed-servers");
    for round in 1..=8 {
        let child = start("server", &scratch.0, "serving");
        let path = scratch.0.join("socket");
        let callers: Vec<_> = [Patience::NONE, Patience::CLIENT]
            .into_iter()
            .map(|patience| {
                let (mut client, _) = ClientEndpoint::connect(&path, &Hello::default()).unwrap();
                client.set_patience(patience);
                std::thread::spawn(move || call_until_error(&mut client))
            })
            .collect();
        let_it_run(round);
        kill(child);
        for caller in callers {
            assert_eq!(caller.join().unwrap(), BindingError::ServerGone);
        }
    }
}

/// Every fifth request is above the ring, so that some callers die waiting for room and some for a reply.
fn call_until_error(client: &mut ClientEndpoint) -> BindingError {
    let mut reply = Vec::new();
    for call in 0u64.. {
        let body = vec![3; if call % 5 == 0 { 400_000 } else { 100 }];
        if let Err(error) = client.call(&[&body], &mut reply) {
            return error;
        }
    }
    unreachable!("the calls end with an error")
}

/// A signal for a process.
fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill is there").success());
}

/// Who asks for it is told that the server is stopped; others wait, and go on when it does.
#[test]
fn a_server_that_is_stopped_is_not_waited_for_for_ever() {
    let scratch = Scratch::new("stopped-server");
    let server = start("server", &scratch.0, "serving");
    let path = scratch.0.join("socket");
    let (mut impatient, _) = ClientEndpoint::connect(&path, &Hello::default()).unwrap();
    impatient.give_up_when_stopped();
    let (mut patient, _) = ClientEndpoint::connect(&path, &Hello::default()).unwrap();
    let mut reply = Vec::new();
    for client in [&mut impatient, &mut patient] {
        client.call(&[b"before"], &mut reply).unwrap();
    }
    signal(&server, "-STOP");
    // Until its last thread has it, a visitor may still be let in.
    while !is_stopped_wholly(server.id()) {
        std::thread::yield_now();
    }
    let began = std::time::Instant::now();
    let visits = {
        let path = path.clone();
        std::thread::spawn(move || ClientEndpoint::connect(&path, &Hello::default()).map(drop))
    };
    let waits = std::thread::spawn(move || {
        let mut reply = Vec::new();
        patient.call(&[b"after"], &mut reply).map(|()| reply)
    });
    assert_eq!(
        call_until_error(&mut impatient),
        BindingError::ServerStopped
    );
    let refused = visits.join().unwrap().unwrap_err();
    let stopped =
        matches!(refused, ConnectError::Stopped { process_id } if process_id == server.id());
    assert!(stopped, "{refused}");
    assert!(began.elapsed().as_secs() >= STOPPED_SECONDS_MAX);
    signal(&server, "-CONT");
    assert_eq!(waits.join().unwrap(), Ok(b"after".to_vec()));
    ClientEndpoint::connect(&path, &Hello::default()).expect("it goes on");
    kill(server);
}
