//! `cluster`: queue managers of this machine in a cluster of their own, and what one of a cluster knows of it.

use crate::arguments::Arguments;
use crate::command::Commands;
use crate::connection::{Asker, checked_name, installation, listed};
use crate::display::{objects, value};
use crate::failure::{Failure, exit};
use crate::uniform::{self, Member, Plan};
use ferromq_base::output;
use ferromq_mqi::generated::notices::{AMQ8110, FMQ0280, FMQ0281};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};

/// The word that asks for a picture instead.
const SHOW: &str = "show";
/// Queue managers where none are asked for.
const MEMBERS: usize = 3;
/// Most queue managers made by one command.
const MEMBERS_MAX: usize = 20;
/// Full repositories: the first ones.
const REPOSITORIES: usize = 2;
/// Where ports that are free are looked for.
const FIRST_PORT: u16 = 1421;
/// How long the members may take to know one another.
const KNOWN_WITHIN: Duration = Duration::from_secs(30);
/// How often that is looked for.
const LOOK: Duration = Duration::from_millis(100);

/// `cluster`: see the module.
pub(crate) fn run(arguments: &Arguments, all: Commands) -> Result<u8, Failure> {
    if arguments.name(0) == Some(SHOW) {
        return show(arguments);
    }
    let wrong = |problem: String| arguments.refuse(&problem);
    let name = checked_name(arguments.name(0).unwrap_or_default())?;
    let count = match arguments.name(1) {
        None => MEMBERS,
        Some(given) => match given.parse() {
            Ok(count) if (1..=MEMBERS_MAX).contains(&count) => count,
            _ => {
                let problem =
                    format!("'{given}' is no number of queue managers from 1 to {MEMBERS_MAX}");
                return Err(wrong(problem));
            }
        },
    };
    let first = arguments.number::<u16>("-p", 1, 65_000).map_err(wrong)?;
    if name.len() > uniform::CLUSTER_BYTES_MAX {
        let problem = format!(
            "the name of a cluster made here has up to {} characters",
            uniform::CLUSTER_BYTES_MAX
        );
        return Err(wrong(problem));
    }
    make(all, &name, count, first, arguments.has("-dev"))
}

/// Makes the queue managers and has them be a cluster. Nothing is made if one is there already.
fn make(
    all: Commands,
    cluster: &str,
    count: usize,
    first_port: Option<u16>,
    developer: bool,
) -> Result<u8, Failure> {
    let names: Vec<String> = (1..=count)
        .map(|number| format!("{cluster}{number}"))
        .collect();
    let mut before = installation()?;
    for name in &names {
        checked_name(name)?;
        if before.find(name).is_some() {
            return Err(Failure::notice(&AMQ8110, &[name], exit::EXISTS));
        }
    }
    let mut next_port = first_port.unwrap_or(FIRST_PORT);
    let mut members = Vec::new();
    for name in names {
        let port = match first_port {
            Some(_) => next_port,
            None => free_port(next_port)?,
        };
        next_port = port.saturating_add(1);
        members.push(Member { name, port });
    }
    let plan = Plan {
        cluster,
        members: &members,
        repositories: REPOSITORIES.min(members.len()),
        developer,
    };
    // The lock makes the data path where it is not there yet.
    drop(before.lock()?);
    let files = plan.write(before.data_path())?;
    let text = |path: &Path| path.display().to_string();
    let (commands, settings) = (text(&files.commands), text(&files.settings));
    for Member { name, port } in &members {
        let (port, place) = (port.to_string(), format!("CONNAME=localhost({port})"));
        let mut words = vec![
            "-p", &port, "-iv", &place, "-ic", &commands, "-ii", &settings,
        ];
        if developer {
            words.push("-dev");
        }
        words.push(name);
        done(all, "crtmqm", &words)?;
        done(all, "strmqm", &["-z", name])?;
        output::line(&format!(
            "Queue manager {name} is started; it is reached at localhost({port})."
        ));
    }
    let installation = installation()?;
    let asker = |name| Asker::control(&installation, name, "ferromq cluster");
    let (full, _) = members.split_at(plan.repositories);
    for member in full {
        know(asker(&member.name), &member.name, cluster, &members)?;
    }
    for member in &members {
        know(asker(&member.name), &member.name, cluster, full)?;
    }
    plan.tell(&files);
    Ok(exit::OK)
}

/// Runs another command of ours.
fn done(all: Commands, name: &str, words: &[&str]) -> Result<(), Failure> {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let command = all.find(name).ok_or_else(|| Failure::unexpected(name))?;
    let arguments = Arguments::read(command, &words).map_err(Failure::unexpected)?;
    command.carry_out(&arguments, all).map(drop)
}

/// A port of this machine nobody listens at.
fn free_port(from: u16) -> Result<u16, Failure> {
    let mut ports = from..u16::MAX;
    let free = ports.find(|port| TcpListener::bind(("localhost", *port)).is_ok());
    free.ok_or_else(|| Failure::notice(&FMQ0280, &[&from], exit::NOT_AVAILABLE))
}

/// Waits until a queue manager knows these members.
fn know(asker: Asker<'_>, name: &str, cluster: &str, members: &[Member]) -> Result<(), Failure> {
    let began = Instant::now();
    loop {
        let text = format!("DISPLAY CLUSQMGR(*) CLUSTER WHERE(CLUSTER EQ '{cluster}')");
        let (said, _) = asker.command(&text)?;
        let is_known = |member: &&Member| said.contains(&format!("CLUSQMGR({})", member.name));
        let missing: Vec<&str> = (members.iter())
            .filter(|member| !is_known(member))
            .map(|member| member.name.as_str())
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        if began.elapsed() > KNOWN_WITHIN {
            let values: [&dyn std::fmt::Display; 2] = [&name, &missing.join(", ")];
            return Err(Failure::notice(&FMQ0281, &values, exit::UNEXPECTED));
        }
        std::thread::sleep(LOOK);
    }
}

/// A queue manager of a cluster, as another one knows it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Known {
    is_repository: bool,
    /// It is the one that was asked.
    is_itself: bool,
    is_suspended: bool,
    /// By the names of the channels: it has one for each of its `CLUSRCVR`s.
    ways: BTreeMap<String, Way>,
    queues: Vec<String>,
    topics: Vec<String>,
}

/// A channel to a queue manager.
#[derive(Debug, Default, PartialEq, Eq)]
struct Way {
    connection: String,
    status: String,
}

/// By name and QMID.
type Members = BTreeMap<(String, String), Known>;
type Clusters = BTreeMap<String, Members>;

/// `cluster show`: what a queue manager knows, as text or for Graphviz.
fn show(arguments: &Arguments) -> Result<u8, Failure> {
    let installation = installation()?;
    let name = checked_name(arguments.name(1).unwrap_or_default())?;
    listed(&installation, &name)?;
    let asker = Asker::control(&installation, &name, "ferromq cluster");
    let members = asker.command(
        "DISPLAY CLUSQMGR(*) CLUSTER CHANNEL CONNAME QMID QMTYPE DEFTYPE SUSPEND STATUS",
    )?;
    let queues = asker.command("DISPLAY QCLUSTER(*) CLUSTER CLUSQMGR QMID")?;
    let topics = asker.command("DISPLAY TCLUSTER(*) CLUSTER CLUSQMGR QMID")?;
    let clusters = clusters_of(&members.0, &queues.0, &topics.0);
    output::say(&match arguments.has("-dot") {
        true => graph(&name, &clusters),
        false => outline(&name, &clusters),
    });
    Ok(exit::OK)
}

/// What displays say, by cluster and queue manager.
fn clusters_of(members: &str, queues: &str, topics: &str) -> Clusters {
    let mut clusters = Clusters::new();
    for shown in objects(members) {
        let text = |attribute| value(shown, attribute).unwrap_or_default().to_owned();
        let cluster = clusters.entry(text("CLUSTER(")).or_default();
        let whose = (text("CLUSQMGR("), text("QMID("));
        let known = cluster.entry(whose).or_default();
        known.is_repository |= text("QMTYPE(") == "REPOS";
        known.is_itself |= text("DEFTYPE(") == "CLUSRCVR";
        known.is_suspended |= text("SUSPEND(") == "YES";
        let way = Way {
            connection: text("CONNAME("),
            status: text("STATUS("),
        };
        known.ways.insert(text("CHANNEL("), way);
    }
    for (shown, attribute) in [(queues, "QUEUE("), (topics, "TOPIC(")] {
        for shown in objects(shown) {
            let text = |attribute| value(shown, attribute).unwrap_or_default();
            let cluster = clusters.get_mut(text("CLUSTER("));
            let whose = (text("CLUSQMGR(").to_owned(), text("QMID(").to_owned());
            let owner = cluster.and_then(|members| members.get_mut(&whose));
            if let Some(owner) = owner {
                let list = match attribute {
                    "QUEUE(" => &mut owner.queues,
                    _ => &mut owner.topics,
                };
                list.push(text(attribute).to_owned());
            }
        }
    }
    clusters
}

/// What a member is called: with its QMID where another one has its name.
fn shown_name(members: &Members, who: &(String, String)) -> String {
    let (q_mgr, qmid) = who;
    let of_that_name = members.keys().filter(|(other, _)| other == q_mgr);
    match of_that_name.count() {
        0 | 1 => q_mgr.clone(),
        _ => format!("{q_mgr} ({qmid})"),
    }
}

/// How a channel to a queue manager is, and which one that is where there are several.
fn said_of(known: &Known, channel: &str, way: &Way) -> String {
    let mut how = match known.is_itself {
        true => "this one".to_owned(),
        false => way.status.clone(),
    };
    if known.is_suspended {
        how.push_str(", suspended");
    }
    if known.ways.len() > 1 {
        let _ = write!(how, ", by {channel}");
    }
    how
}

fn outline(name: &str, clusters: &Clusters) -> String {
    if clusters.is_empty() {
        return format!("Queue manager {name} is a member of no cluster.\n");
    }
    let mut text = String::new();
    for (cluster, members) in clusters {
        let _ = writeln!(text, "Cluster {cluster}, as {name} knows it");
        for (who, known) in members {
            let q_mgr = shown_name(members, who);
            let role = if known.is_repository {
                "full repository"
            } else {
                ""
            };
            for (at, (channel, way)) in known.ways.iter().enumerate() {
                let (q_mgr, role) = if at == 0 { (&*q_mgr, role) } else { ("", "") };
                let how = said_of(known, channel, way);
                let line = format!("  {q_mgr:20} {role:16} {:22} {how}", way.connection);
                let _ = writeln!(text, "{}", line.trim_end());
            }
            for queue in &known.queues {
                let _ = writeln!(text, "    queue {queue}");
            }
            for topic in &known.topics {
                let _ = writeln!(text, "    topic {topic}");
            }
        }
    }
    text
}

fn graph(name: &str, clusters: &Clusters) -> String {
    let mut text = String::from("digraph clusters {\n  node [shape=box]\n");
    for (cluster, members) in clusters {
        let _ = writeln!(
            text,
            "  subgraph \"cluster_{cluster}\" {{\n    label=\"{cluster}\""
        );
        for (who, known) in members {
            let q_mgr = shown_name(members, who);
            let shape = if known.is_repository { "box3d" } else { "box" };
            let shared = known.queues.iter().chain(&known.topics);
            let shared: String = shared.map(|it| format!("\\n{it}")).collect();
            let node = format!("{cluster}/{q_mgr}");
            let _ = writeln!(
                text,
                "    \"{node}\" [label=\"{q_mgr}{shared}\" shape={shape}]"
            );
        }
        text.push_str("  }\n");
        let own = members.iter().find(|(_, known)| known.is_itself);
        let from = own.map_or_else(|| name.to_owned(), |(who, _)| shown_name(members, who));
        for (who, known) in members.iter().filter(|(_, known)| !known.is_itself) {
            let q_mgr = shown_name(members, who);
            for (channel, way) in &known.ways {
                let style = if way.status == "RUNNING" {
                    "solid"
                } else {
                    "dashed"
                };
                let _ = writeln!(
                    text,
                    "  \"{cluster}/{from}\" -> \"{cluster}/{q_mgr}\" [label=\"{channel}\" style={style}]"
                );
            }
        }
    }
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displays_are_read() {
        let members = "AMQ8441I: Display Cluster Queue Manager details.\n   CLUSQMGR(D1)   CHANNEL(D.D1)   QMID(D1_1)\n   CLUSTER(D)   CONNAME(localhost(1421))\n   DEFTYPE(CLUSRCVR)   QMTYPE(REPOS)\n   STATUS(RUNNING)   SUSPEND(NO)\n\
                       AMQ8441I: Display Cluster Queue Manager details.\n   CLUSQMGR(D2)   CHANNEL(D.D2)   QMID(D2_1)\n   CLUSTER(D)   CONNAME(localhost(1422))\n   DEFTYPE(CLUSSDRB)   QMTYPE(NORMAL)\n   STATUS(RETRYING)   SUSPEND(YES)\n";
        let queues = "AMQ8409I: Display Queue details.\n   QUEUE(Q)   TYPE(QCLUSTER)\n   CLUSQMGR(D2)   CLUSTER(D)   QMID(D2_1)\n";
        let clusters = clusters_of(members, queues, "");
        let key = |name: &str, qmid: &str| (name.to_owned(), qmid.to_owned());
        assert_eq!(
            clusters["D"][&key("D2", "D2_1")].ways["D.D2"].connection,
            "localhost(1422)"
        );
        assert_eq!(clusters["D"][&key("D2", "D2_1")].queues, ["Q"]);
        let shown = outline("D1", &clusters);
        assert!(
            shown.contains(
                "D1                   full repository  localhost(1421)        this one\n"
            ),
            "{shown}"
        );
        assert!(
            shown.contains("RETRYING, suspended\n    queue Q\n"),
            "{shown}"
        );
        let drawn = graph("D1", &clusters);
        assert!(
            drawn.contains("\"D/D1\" -> \"D/D2\" [label=\"D.D2\" style=dashed]"),
            "{drawn}"
        );
        assert!(outline("D1", &Clusters::new()).contains("no cluster"));
    }

    /// One that is gone and was made again without leaving is there twice.
    #[test]
    fn two_queue_managers_of_one_name_are_told_apart() {
        let one = |qmid: &str, channel: &str| {
            format!(
                "AMQ8441I: Display Cluster Queue Manager details.\n   CLUSQMGR(D2)   CHANNEL({channel})   QMID({qmid})\n   CLUSTER(D)   CONNAME(localhost(1422))\n   STATUS(RUNNING)\n"
            )
        };
        let members = one("D2_1", "D.OLD") + &one("D2_2", "D.NEW");
        let queues = "AMQ8409I: Display Queue details.\n   QUEUE(Q)   TYPE(QCLUSTER)\n   CLUSQMGR(D2)   CLUSTER(D)   QMID(D2_2)\n";
        let clusters = clusters_of(&members, queues, "");
        let shown = outline("D1", &clusters);
        let (old, new) = (shown.find("D2 (D2_1)"), shown.find("D2 (D2_2)"));
        let queue = shown.find("queue Q");
        assert!(old.is_some() && old < new && new < queue, "{shown}");
        let drawn = graph("D1", &clusters);
        assert!(
            drawn.contains("\"D/D2 (D2_1)\" [label=\"D.OLD\""),
            "{drawn}"
        );
    }

    #[test]
    fn a_queue_manager_of_two_receivers_is_shown_with_both() {
        let one = |channel: &str, port: u16, status: &str| {
            format!(
                "AMQ8441I: Display Cluster Queue Manager details.\n   CLUSQMGR(D2)   CHANNEL({channel})   QMID(D2_1)\n   CLUSTER(D)   CONNAME(localhost({port}))\n   QMTYPE(REPOS)   STATUS({status})\n"
            )
        };
        let members = one("D.ONE", 1421, "RUNNING") + &one("D.TWO", 1422, "RETRYING");
        let queues = "AMQ8409I: Display Queue details.\n   QUEUE(Q)   TYPE(QCLUSTER)\n   CLUSQMGR(D2)   CLUSTER(D)   QMID(D2_1)\n";
        let clusters = clusters_of(&members, queues, "");
        let shown = outline("D1", &clusters);
        let lines: Vec<&str> = shown.lines().skip(1).collect();
        let expected = [
            "  D2                   full repository  localhost(1421)        RUNNING, by D.ONE",
            "                                        localhost(1422)        RETRYING, by D.TWO",
            "    queue Q",
        ];
        assert_eq!(lines, expected);
        let drawn = graph("D1", &clusters);
        let edges = [
            "\"D/D1\" -> \"D/D2\" [label=\"D.ONE\" style=solid]",
            "\"D/D1\" -> \"D/D2\" [label=\"D.TWO\" style=dashed]",
        ];
        assert!(edges.iter().all(|edge| drawn.contains(edge)), "{drawn}");
    }
}
