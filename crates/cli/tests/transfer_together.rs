//! What transfers do besides what is documented, by command: they compress, append, and have files appear together.

use crate::transfer::Agents;
use std::fs;

/// Goal: who sends over a slow line has it compressed, by command and for all transfers, and is told what that saved.
#[test]
fn files_are_compressed_on_their_way_by_command() {
    let mut agents = Agents::new();
    let path = agents.path("mqft/config/QM1/agents/NORTH/agent.properties");
    let properties = fs::read_to_string(&path).expect("there");
    let with = |more: &str| {
        fs::write(&path, format!("{properties}\n{more}\n")).expect("written");
    };
    with("transferRoad=queue\ntransferCompression=zstd");
    agents.start_both();
    let bytes = b"a line as the others\n".repeat(50_000);
    agents.write("out/a", &bytes);
    let (from, to) = (agents.path("out/a"), agents.path("in/a"));
    let (from, to) = (from.to_str().expect("UTF-8"), to.to_str().expect("UTF-8"));
    for (more, least) in [(&[][..], 900_000), (&["-compress", "none"], 0)] {
        let said =
            agents.transfer(&[&["-de", "overwrite", "-w", "-df", to], more, &[from]].concat());
        assert_eq!(said.code, 0, "{said:?}");
        assert!(fs::read(to).expect("there") == bytes);
        let log = agents.log("NORTH");
        let (_, saved) = log.rsplit_once("compression saved ").expect("told");
        let (saved, _) = saved.split_once(" bytes").expect("told");
        let saved: u64 = saved.parse().expect("a number");
        assert!(saved >= least && (saved == 0) == (least == 0), "{saved}");
    }
    let said = agents.transfer(&["-compress", "lzw", "-df", to, from]);
    assert!(
        said.code == 1 && said.err.contains("-compress is"),
        "{said:?}"
    );
}

/// Goal: who collects files in one appends them by one command, and who needs all of several files or none gets that.
#[test]
fn files_are_appended_and_appear_together_by_command() {
    let mut agents = Agents::new();
    agents.start_both();
    for (name, text) in [("a", "alpha\n"), ("b", "beta\n")] {
        agents.write(&format!("out/{name}"), text.as_bytes());
    }
    let [from_a, from_b, to, all] = ["out/a", "out/b", "in", "in/all"].map(|name| {
        let path = agents.path(name);
        path.to_str().expect("UTF-8").to_owned()
    });
    let (from_a, from_b) = (from_a.as_str(), from_b.as_str());
    for _ in 0..2 {
        let said = agents.transfer(&["-de", "append", "-w", "-df", &all, from_b, from_a]);
        assert_eq!(said.code, 0, "{said:?}");
    }
    let arrived = fs::read(&all).expect("there");
    assert_eq!(arrived, b"beta\nalpha\nbeta\nalpha\n");
    let together = |more: &[&str]| {
        agents.transfer(&[&["-atomic", "-w", "-dd", &to], more, &[from_a, from_b]].concat())
    };
    fs::write(agents.path("in/b"), "old").expect("written");
    let said = together(&[]);
    assert_eq!(said.code, 40, "{said:?}");
    assert!(!agents.path("in/a").exists());
    let said = together(&["-de", "overwrite"]);
    assert_eq!(said.code, 0, "{said:?}");
    let read = |name: &str| fs::read_to_string(agents.path(name)).expect("there");
    assert_eq!([read("in/a"), read("in/b")], ["alpha\n", "beta\n"]);
    let said = together(&["-de", "append"]);
    assert!(said.code == 1 && said.err.contains("-atomic"), "{said:?}");
}
