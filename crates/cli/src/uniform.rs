//! What the members of a uniform cluster on this machine have in common: commands and settings they read at every start, and
//! the channel table of their programs.

use crate::failure::Failure;
use ferromq::ini::write_durably;
use ferromq_admin::client_table;
use ferromq_base::output;
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQCAFTY_NONE, MQRCN_YES};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Longest name of a cluster: names of channels have 20 characters, and those of members two digits more than the cluster's.
pub(crate) const CLUSTER_BYTES_MAX: usize = 16;
/// Longest name of a channel.
const CHANNEL_BYTES_MAX: usize = 20;
/// Directory of the files below the data path, with one of its own for each cluster.
const DIRECTORY: &str = "clusters";
/// Everybody may read them: there is nothing secret in them.
const READABLE: u32 = 0o644;
/// The channel of programs, where it is not the one of developers.
const DEVELOPERS_CHANNEL: &str = "DEV.APP.SVRCONN";

/// `BATCHHB` of the channels: a member that hangs is noticed in twice that, and not only by the interval of heartbeats.
const HUNG_AFTER_MS: u32 = 5_000;

/// A queue manager that is made.
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) port: u16,
}

/// What is made.
pub(crate) struct Plan<'a> {
    pub(crate) cluster: &'a str,
    pub(crate) members: &'a [Member],
    /// So many of them, the first ones, are full repositories: two at most.
    pub(crate) repositories: usize,
    pub(crate) developer: bool,
}

/// The files.
pub(crate) struct Files {
    pub(crate) commands: PathBuf,
    pub(crate) settings: PathBuf,
    table: PathBuf,
}

impl Plan<'_> {
    /// Writes the files.
    pub(crate) fn write(&self, data_path: &Path) -> Result<Files, Failure> {
        let directory = data_path.join(DIRECTORY).join(self.cluster);
        let failed = |path: &Path, error: std::io::Error| Failure::io(path.display(), &error);
        std::fs::create_dir_all(&directory).map_err(|error| failed(&directory, error))?;
        let files = Files {
            commands: directory.join("cluster.mqsc"),
            settings: directory.join("cluster.ini"),
            table: directory.join("ccdt.json"),
        };
        for (path, text) in [
            (&files.commands, self.commands()),
            (&files.settings, self.settings()),
            (&files.table, self.table()),
        ] {
            write_durably(path, text.as_bytes(), READABLE).map_err(|error| failed(path, error))?;
        }
        Ok(files)
    }

    /// `CLUSTER.+QMNAME+`, the cluster's name cut where that is too long for one of the members.
    fn channel(&self) -> String {
        let longest = self.members.iter().map(|it| it.name.len()).max();
        let room = CHANNEL_BYTES_MAX.saturating_sub(longest.unwrap_or(0) + 1);
        match self.cluster.len() <= room {
            true => "+AUTOCL+.+QMNAME+".to_owned(),
            false => format!("{}.+QMNAME+", &self.cluster[..room]),
        }
    }

    /// The channel of programs.
    fn programs_channel(&self) -> String {
        match self.developer {
            true => DEVELOPERS_CHANNEL.to_owned(),
            false => format!("{}.APP", self.cluster),
        }
    }

    fn commands(&self) -> String {
        let mut text = format!(
            "* Run by each member of cluster {} at every start, before programs connect. Queues, topics and whatever else all\n\
             * members have go here, with REPLACE.\n\
             DEFINE CHANNEL('{}') CHLTYPE(CLUSRCVR) CONNAME('+CONNAME+') CLUSTER('+AUTOCL+') BATCHHB({HUNG_AFTER_MS}) REPLACE\n",
            self.cluster,
            self.channel()
        );
        if !self.developer {
            let channel = self.programs_channel();
            let _ = writeln!(text, "DEFINE CHANNEL('{channel}') CHLTYPE(SVRCONN) REPLACE");
        }
        text
    }

    fn settings(&self) -> String {
        let mut text = format!(
            "# Written into qm.ini of each member of cluster {} at every start.\nAutoCluster:\n   Type=Uniform\n   ClusterName={}\n",
            self.cluster, self.cluster
        );
        for (at, member) in self.members[..self.repositories].iter().enumerate() {
            let number = at + 1;
            let Member { name, port } = member;
            let _ = write!(
                text,
                "   Repository{number}Name={name}\n   Repository{number}Conname=localhost({port})\n"
            );
        }
        text
    }

    /// Each member twice: in the group of the cluster's name, of which programs take any member, and by its own name, by which
    /// one that is to move finds it.
    fn table(&self) -> String {
        let mut channels = Vec::new();
        for group in [true, false] {
            for Member { name, port } in self.members {
                let Ok(channel) = ObjectName::parse(&self.programs_channel()) else {
                    continue;
                };
                let mut entry = Definition::new(ObjectKind::ClntConn, channel);
                let q_mgr = if group { self.cluster } else { name };
                let address = format!("localhost({port})");
                let set = [
                    entry.set(Attr::Conname, address.as_str()),
                    entry.set(Attr::Qmname, q_mgr),
                    entry.set(Attr::Clntwght, 1),
                    entry.set(Attr::Affinity, MQCAFTY_NONE),
                    entry.set(Attr::Defrecon, MQRCN_YES),
                ];
                debug_assert!(set.iter().all(Result::is_ok));
                channels.push(entry);
            }
        }
        client_table(&channels)
    }

    /// Says what there is, and how programs connect.
    pub(crate) fn tell(&self, files: &Files) {
        let (cluster, first) = (self.cluster, &self.members[0].name);
        output::line(&format!(
            "Uniform cluster {cluster} has {} queue managers; ferromq cluster show {first} shows it.",
            self.members.len()
        ));
        output::line(&format!(
            "What all of them have, queues for instance, goes into {}, which each runs at every start. A queue defined at one with \
             CLUSTER('{cluster}') is there for programs of all.",
            files.commands.display()
        ));
        output::line(&format!(
            "Programs connect to '*{cluster}' and are spread over the members: export MQCCDTURL='file://{}'",
            files.table.display()
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(cluster: &str, count: u16) -> Vec<Member> {
        let member = |number| Member {
            name: format!("{cluster}{number}"),
            port: 1420 + number,
        };
        (1..=count).map(member).collect()
    }

    fn plan<'a>(cluster: &'a str, members: &'a [Member]) -> Plan<'a> {
        Plan {
            cluster,
            members,
            repositories: 2,
            developer: false,
        }
    }

    #[test]
    fn channels_are_named_after_cluster_and_queue_manager_as_far_as_there_is_room() {
        let few = members("DEMO", 3);
        assert_eq!(plan("DEMO", &few).channel(), "+AUTOCL+.+QMNAME+");
        let many = members("WAREHOUSES", 12);
        assert_eq!(plan("WAREHOUSES", &many).channel(), "WAREHOU.+QMNAME+");
        let longest = "A234567890123456";
        let many = members(longest, 20);
        assert_eq!(longest.len(), CLUSTER_BYTES_MAX);
        assert_eq!(plan(longest, &many).channel(), "A.+QMNAME+");
    }

    #[test]
    fn each_member_is_in_the_table_by_its_name_and_by_that_of_the_group() {
        let members = members("DEMO", 2);
        let plan = plan("DEMO", &members);
        let table: String = plan.table().split_whitespace().collect();
        for (text, times) in [
            (r#""name":"DEMO.APP""#, 4),
            (r#""queueManager":"DEMO""#, 2),
            (r#""queueManager":"DEMO2""#, 1),
            (r#""port":1422"#, 2),
            (r#""affinity":"none""#, 4),
            (r#""clientWeight":1"#, 4),
            (r#""defaultReconnect":"yes""#, 4),
        ] {
            assert_eq!(table.matches(text).count(), times, "{text}: {table}");
        }
        assert!(
            plan.settings()
                .ends_with("   Repository2Name=DEMO2\n   Repository2Conname=localhost(1422)\n")
        );
    }
}
