//! `ferromq replicate script`, `asnclp`: carries a script out, the whole of it or nothing at each server.

use super::words::Words;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::generated::notices::{FMQ0437, FMQ0444};
use ferromq_postgres::Connection;
use ferromq_replicate::script::{Plan, Server, lacking, read};
use ferromq_replicate::target;

/// Exit code of a script that is wrong, or was refused.
const REFUSED: u8 = 1;

/// Reads a script and carries it out.
pub(super) fn run(given: &[String]) -> Result<u8, Failure> {
    let mut words = Words::read("asnclp", given)?;
    let file = words.need("script")?;
    let dry_run = words.yes("dry_run")?.unwrap_or(false);
    words.end()?;
    let text = std::fs::read_to_string(&file).map_err(|error| Failure::io(&file, &error))?;
    let refuse = |line: usize, column: usize, problem: &str| {
        Failure::notice(&FMQ0444, &[&file, &line, &column, &problem], REFUSED)
    };
    let plan = read(&text).map_err(|wrong| refuse(wrong.line, wrong.column, &wrong.problem))?;
    if dry_run || plan.later {
        for step in &plan.steps {
            let server = match step.server {
                Server::Capture => "capture server",
                Server::Target => "target server",
            };
            output::line(&format!("-- {server}, line {}\n{};\n", step.line, step.sql));
        }
        return Ok(0);
    }
    let mut servers = Vec::new();
    for server in [Server::Capture, Server::Target] {
        if let Some(db) = carry_out(&plan, server, &refuse)? {
            servers.push(db);
        }
    }
    if let [source, target] = &mut servers[..] {
        for of in &plan.subscribed {
            let columns = lacking(source, target, of);
            let columns = columns.map_err(|error| refuse(of.line, 1, &error.to_string()))?;
            if !columns.is_empty() {
                let (owner, table) = &of.target;
                let problem = format!("{owner}.{table} has no column {}", columns.join(", "));
                output::line(&FMQ0437.line(&[&of.name, &problem]));
                output::line(FMQ0437.action);
            }
        }
    }
    // All of it can be done at both.
    for mut db in servers {
        db.execute("COMMIT")
            .map_err(|error| refuse(1, 1, &error.to_string()))?;
    }
    output::line(&format!("{} statements carried out.", plan.steps.len()));
    Ok(0)
}

/// Carries out what is for one server, and leaves the transaction open.
fn carry_out(
    plan: &Plan,
    server: Server,
    refuse: &dyn Fn(usize, usize, &str) -> Failure,
) -> Result<Option<Connection>, Failure> {
    let conninfo = match server {
        Server::Capture => &plan.capture,
        Server::Target => &plan.target,
    };
    let mut steps = plan
        .steps
        .iter()
        .filter(|it| it.server == server)
        .peekable();
    let (Some(conninfo), Some(first)) = (conninfo, steps.peek()) else {
        return Ok(None);
    };
    let line = first.line;
    let mut db = target::connect(conninfo).map_err(|trouble| refuse(line, 1, &trouble.line))?;
    db.execute("BEGIN")
        .map_err(|error| refuse(line, 1, &error.to_string()))?;
    for step in steps {
        db.execute(&step.sql)
            .map_err(|error| refuse(step.line, 1, &error.to_string()))?;
    }
    Ok(Some(db))
}
