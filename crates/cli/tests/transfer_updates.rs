//! Files of which the destination has some, by command: only the rest is sent.

use crate::transfer::Agents;
use ferromq_base::random::SplitMix64;
use std::fs;

/// Bytes that were there already, as the last transfer has it.
fn held(agents: &Agents) -> u64 {
    let log = agents.log("NORTH");
    let lines: Vec<_> = log
        .lines()
        .filter(|line| line.contains("BFGTR9590I"))
        .collect();
    let (before, _) = lines
        .last()
        .and_then(|line| line.split_once(" were there already"))
        .expect("it was told");
    let (_, number) = before.rsplit_once(' ').expect("a number");
    number.parse().expect("a number")
}

/// Goal: who sends a file again that has changed, or whose transfer was cancelled, sends what is not there.
#[test]
fn a_file_that_was_changed_is_brought_up_to_date_by_command() {
    let mut agents = Agents::new();
    let path = agents.path("mqft/config/QM1/agents/NORTH/agent.properties");
    let mut text = fs::read_to_string(&path).expect("there");
    text.push_str("\ntransferRoad=queue\n");
    fs::write(path, text).expect("written");
    agents.start_both();
    let mut bytes = vec![0; 5_000_000];
    SplitMix64::new(1).fill(&mut bytes);
    agents.write("out/a", &bytes);
    let (from, to) = (agents.path("out/a"), agents.path("in/a"));
    let (from, to) = (from.to_str().expect("UTF-8"), to.to_str().expect("UTF-8"));
    let update = |more: &[&str]| {
        agents.transfer(&[&["-de", "update", "-w", "-df", to], more, &[from]].concat())
    };
    let said = update(&[]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(held(&agents), 0);
    bytes.splice(1_000_000..1_000_000, *b"put in");
    agents.write("out/a", &bytes);
    let said = update(&[]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(fs::read(to).expect("there") == bytes);
    let there = held(&agents);
    assert!((4_900_000..5_000_000).contains(&there), "{there}");
    let said = update(&["-t", "text"]);
    assert!(
        said.code == 1 && said.err.contains("-de overwrite"),
        "{said:?}"
    );
    let said = agents.transfer(&["-de", "update", "-dq", "Q", from]);
    assert!(said.code == 1 && said.err.contains("-de"), "{said:?}");
    // A transfer that is cancelled while it is slow.
    fs::remove_file(to).expect("removed");
    let said = agents.transfer(&[
        "-de",
        "update",
        "-md",
        "ferromq.rateLimit=1M",
        "-df",
        to,
        from,
    ]);
    assert_eq!(said.code, 0, "{said:?}");
    let (_, id) = said.out.split_once("request ID is: ").expect("told");
    let id = id.lines().next().expect("told");
    let part = agents.path("in/a.part");
    agents.until("some has come", || {
        fs::metadata(&part).is_ok_and(|part| part.len() > 1_500_000)
    });
    let said = agents.room.run(&["fteCancelTransfer", "-a", "NORTH", id]);
    assert_eq!(said.code, 0, "{said:?}");
    let rest = agents.path("in/a.ferromq.part");
    agents.until("it has ended", || rest.exists() && !part.exists());
    let said = update(&[]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(fs::read(to).expect("there") == bytes);
    let there = held(&agents);
    assert!((1_400_000..4_900_000).contains(&there), "{there}");
    assert!(!rest.exists(), "it is whole");
}
