//! Which channels of queue managers are replaced when they are called again: `AdoptNewMCA` and its kin in stanza `Channels` of `qm.ini`.

use std::time::Duration;

/// What becomes of a channel that runs when a queue manager calls it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adoption {
    /// `RCVR` or `ALL`: a receiver, or a requester that is called, is replaced.
    pub receivers: bool,
    /// `CLUSRCVR` or `ALL`: a receiver of a cluster is replaced.
    pub cluster_receivers: bool,
    /// `SVR` or `ALL`: a server that a requester calls again is replaced.
    pub servers: bool,
    /// `ADDRESS`: only for a caller from the same address.
    pub same_address: bool,
    /// `AdoptNewMCATimeout`: how long the new one waits for the end of the old one.
    pub timeout: Duration,
}

impl Default for Adoption {
    /// As `qm.ini` without a word about it.
    fn default() -> Self {
        Self {
            receivers: true,
            cluster_receivers: true,
            servers: true,
            same_address: false,
            timeout: Duration::from_secs(60),
        }
    }
}

/// Kinds of channels that can be named. Those without a meaning here are taken and change nothing: senders are not called, and
/// no channel is more trusted than others.
const KINDS: [&str; 7] = ["NO", "ALL", "RCVR", "SVR", "SDR", "CLUSRCVR", "FASTPATH"];
/// What can be compared. The name of the channel always is, and the identifier of the queue manager behind its name.
const CHECKS: [&str; 4] = ["ALL", "NAME", "ADDRESS", "QM"];

impl Adoption {
    /// Reads the two lists, whose words commas or blanks part, in any case.
    ///
    /// # Errors
    /// The name of the setting with a word that it does not have, and what is wrong.
    pub(crate) fn read(
        kinds: &str,
        checks: &str,
        timeout: Duration,
    ) -> Result<Self, (&'static str, String)> {
        let kinds = words("AdoptNewMCA", kinds, &KINDS)?;
        let checks = words("AdoptNewMCACheck", checks, &CHECKS)?;
        let has = |words: &[String], wanted: &str| words.iter().any(|word| word == wanted);
        let no = has(&kinds, "NO");
        if no && kinds.len() > 1 {
            let problem = "NO stands alone".to_owned();
            return Err(("AdoptNewMCA", problem));
        }
        let adopts = |kind| !no && (kinds.is_empty() || has(&kinds, "ALL") || has(&kinds, kind));
        Ok(Self {
            receivers: adopts("RCVR"),
            cluster_receivers: adopts("CLUSRCVR"),
            servers: adopts("SVR"),
            same_address: has(&checks, "ALL") || has(&checks, "ADDRESS"),
            timeout,
        })
    }
}

fn words(
    setting: &'static str,
    text: &str,
    known: &[&str],
) -> Result<Vec<String>, (&'static str, String)> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    words
        .map(|word| {
            let word = word.to_ascii_uppercase();
            match known.contains(&word.as_str()) {
                true => Ok(word),
                false => Err((setting, format!("{word} is none of {}", known.join(", ")))),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_read_as_they_are_written() {
        let timeout = Duration::from_secs(60);
        let read = |kinds: &str, checks: &str| Adoption::read(kinds, checks, timeout);
        assert_eq!(read("", ""), Ok(Adoption::default()));
        assert_eq!(read("ALL", "name,qm"), Ok(Adoption::default()));
        let no = read("no", "ALL").expect("read");
        assert!(!no.receivers && !no.cluster_receivers && !no.servers && no.same_address);
        let some = read("SDR, RCVR,FASTPATH", "ADDRESS").expect("read");
        assert!(some.receivers && !some.cluster_receivers && !some.servers && some.same_address);
        let one = read("CLUSRCVR", "").expect("read");
        assert!(!one.receivers && one.cluster_receivers && !one.servers);
        assert_eq!(read("NO,RCVR", "").expect_err("two").0, "AdoptNewMCA");
        let (setting, problem) = read("", "HOST").expect_err("unknown");
        assert_eq!(setting, "AdoptNewMCACheck");
        assert!(problem.starts_with("HOST is none of ALL"), "{problem}");
    }
}
