//! Round trips of JMS programs: a driver in Java, compiled for the run, with the client classes of whoever measures.

use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::host::Host;
use crate::output::{Run, show};
use crate::place::define_on;
use crate::remote::CHANNEL;
use crate::run_directory::RunDirectory;
use std::process::{Command, Output, Stdio};

const DRIVER: &str = include_str!("../../../tests/clients/java/bench/RequestReply.java");
const NAME: &str = "RequestReply";
const QUEUE: &str = "BENCH.JMS";

pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let arguments = &run.arguments;
    let classpath = arguments.text("classpath").ok_or_else(|| {
        Failure::Usage("jms wants --classpath: com.ibm.mq.allclient and the JMS API, which are yours to fetch (docs/manual/java.md)".into())
    })?;
    let place =
        RunDirectory::fresh(&arguments.data_path()).map_err(Failure::io("making a directory"))?;
    let source = place.path().join(format!("{NAME}.java"));
    std::fs::write(&source, DRIVER).map_err(Failure::io("writing the driver"))?;
    let compiled = Command::new("javac")
        .args(["-cp", classpath, "-d"])
        .arg(place.path())
        .arg(&source)
        .output();
    done("javac", compiled.map_err(Failure::io("starting javac"))?)?;
    let classes = format!("{}:{classpath}", place.path().display());
    let requesters = arguments.count("requesters", 8)?.clamp(1, 1_000);
    let seconds = arguments.duration("seconds", 5.0)?.as_secs().max(1);
    let mut host = Host::start(arguments)?;
    define_on(host.engine(), QUEUE, 100_000)?;
    let port = host.listen()?;
    let words = [
        "127.0.0.1".to_owned(),
        port.to_string(),
        CHANNEL.to_owned(),
        crate::place::NAME.to_owned(),
        QUEUE.to_owned(),
        requesters.to_string(),
        seconds.to_string(),
        std::process::id().to_string(),
    ];
    let ran = Command::new("java")
        .args(["-cp", &classes, NAME])
        .args(&words)
        .stdin(Stdio::null())
        .output();
    let said = done("java", ran.map_err(Failure::io("starting java"))?)?;
    let record = read(&said, requesters)
        .ok_or_else(|| Failure::Wrong(format!("the driver said: {said}")))?;
    show(&record)?;
    Ok(vec![record])
}

/// What a program printed, if it went well.
fn done(program: &str, output: Output) -> Result<String, Failure> {
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let first: Vec<&str> = errors.lines().take(5).collect();
    Err(Failure::Child(format!("{program}: {}", first.join("; "))))
}

/// Its one line: `8 requesters: 1234 round trips/s; processor per round trip: server 56 us, clients 78 us`.
fn read(said: &str, requesters: usize) -> Option<Record> {
    let line = said.lines().find(|line| line.contains("round trips/s"))?;
    let (_, rest) = line.split_once(": ")?;
    let number = |text: &str| text.split_whitespace().next()?.parse::<f64>().ok();
    let rate = number(rest)?;
    let server_us = number(rest.split_once("server ")?.1)?;
    let clients_us = number(rest.split_once("clients ")?.1)?;
    let mut record = Record::new("requester/responder with JMS");
    record
        .set("requesters", Value::Count(requesters as u64))
        .set("size", Value::Count(2048))
        .set("persistent", Value::Flag(false))
        .number("round_trips_per_s", rate)
        .number("q_mgr_process_cpu_us_each", server_us)
        .number("other_processes_cpu_us_each", clients_us);
    Some(record)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn the_line_of_the_driver_is_read() {
        let line = "8 requesters: 1234 round trips/s; processor per round trip: server 56 us, clients 78 us\n";
        let record = read(line, 8).expect("a line of the driver");
        assert_eq!(record.get("round_trips_per_s"), Some(1234.0));
        assert_eq!(record.get("q_mgr_process_cpu_us_each"), Some(56.0));
        assert_eq!(record.get("other_processes_cpu_us_each"), Some(78.0));
        assert!(read("Exception in thread", 8).is_none());
    }
}
