//! Documented commands of file transfer that are not built: what they are answered with.

use ferromq_transfer::generated::notices::BFGCL9573;

/// Each with what there is instead, as a sentence without its full stop.
const UNBUILT: &[(&str, &str)] = &[
    (
        "fteAnt",
        "scripts of Ant are not run here; scripts call the other commands, whose exit codes say how it went",
    ),
    ("fteCreateCDAgent", "there are no bridges to Connect:Direct"),
    (
        "fteCreateEnvironment",
        "there is no environment to be made; BFG_DATA names the directory of the configuration",
    ),
    (
        "fteDefine",
        "fteCreateAgent and fteCreateLogger print and keep the MQSC that defines queues; it is in a file beside the configuration",
    ),
    (
        "fteDelete",
        "fteDeleteAgent and fteDeleteLogger print the MQSC that deletes queues",
    ),
    (
        "fteMigrateAgent",
        "the files of an agent are made with fteCreateAgent; agent.properties and MQMFTCredentials.xml can be copied",
    ),
    (
        "fteMigrateConfigurationOptions",
        "the configuration is made with fteSetupCoordination and fteSetupCommands",
    ),
    ("fteMigrateLogger", "a logger is made with fteCreateLogger"),
    (
        "fteModifyAgent",
        "it is about services of Windows; change agent.properties and start the agent again",
    ),
    ("ftetag", "there is nothing to be tagged"),
];

/// What is answered to a command that is documented and not built.
pub(crate) fn unbuilt(name: &str) -> Option<String> {
    let found = UNBUILT.iter().find(|(command, _)| *command == name);
    found.map(|(_, instead)| BFGCL9573.line(&[&name, instead]))
}

#[cfg(test)]
mod tests {
    use super::{UNBUILT, unbuilt};

    #[test]
    fn what_is_not_built_is_told_under_its_own_name_and_has_a_link() {
        let makefile = include_str!("../../../../Makefile");
        let (_, after) = makefile.split_once("UNBUILT :=").expect("the list");
        let (list, _) = after.split_once("\n\n").expect("its end");
        let linked: Vec<_> = list
            .split_whitespace()
            .filter(|word| *word != "\\")
            .collect();
        let told: Vec<_> = UNBUILT.iter().map(|(name, _)| *name).collect();
        assert_eq!(linked, told);
        for (name, _) in UNBUILT {
            assert!(crate::commands::COMMANDS.find(name).is_none(), "{name}");
            let text = unbuilt(name).expect("told");
            assert!(text.contains(name), "{text}");
        }
        assert_eq!(unbuilt("fteCreateAgent"), None);
    }
}
