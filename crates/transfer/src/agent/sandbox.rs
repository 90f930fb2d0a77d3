//! What transfers get at: directories of the agent's sandbox, rules of users, and what is kept from all of them.
//!
//! A path that is held against these is the one the system has for what was opened, without links and `..` (see `reach.rs`), never the one
//! somebody wrote.

use crate::access::{PatternKind, Rule, RuleKind, Rules, UserSandboxes};
use crate::pattern::{PathPattern, fits_text};
use regex::Regex;
use std::fmt;
use std::sync::Arc;

/// What is done with a file or a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It is a source: read, and removed if that is asked for.
    Read,
    /// It is a destination.
    Write,
}

/// Size of a compiled pattern of users, bytes.
const REGEX_BYTES_MAX: usize = 1 << 20;

/// What all transfers of an agent get at, by who asked for them.
#[derive(Clone, Debug, Default)]
pub struct Sandboxes {
    agent: Arc<Directories>,
    /// In their order, the first that fits counts; none if users are not asked for.
    users: Option<Vec<OfUsers>>,
}

/// Directories that are in, and those that are out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Directories {
    /// None: all.
    within: Option<Vec<String>>,
    without: Vec<String>,
}

#[derive(Clone, Debug)]
struct OfUsers {
    users: Users,
    read: Arc<Ruled>,
    write: Arc<Ruled>,
}

#[derive(Clone, Debug)]
enum Users {
    Wildcard(String),
    Regex(Regex),
}

/// Rules that can be held against something.
#[derive(Debug, Default)]
struct Ruled {
    include: Vec<PathPattern>,
    exclude: Vec<PathPattern>,
    include_queues: Vec<String>,
    exclude_queues: Vec<String>,
}

/// Why rules cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SandboxProblem {
    /// A directory of this property has no `/` in front.
    Relative {
        /// The property.
        key: &'static str,
        /// The directory.
        directory: String,
    },
    /// The pattern of users is no regular expression that is known here.
    Pattern {
        /// It.
        pattern: String,
    },
}

impl fmt::Display for SandboxProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Relative { key, directory } => write!(
                f,
                "{key}: '{directory}' does not begin with '/'; give whole paths, ':' between them"
            ),
            Self::Pattern { pattern } => write!(
                f,
                "the pattern of users '{pattern}' is no regular expression that is known here: those that look ahead or behind are not"
            ),
        }
    }
}

impl std::error::Error for SandboxProblem {}

/// The entries of a list of directories.
fn entries(list: &str) -> impl Iterator<Item = &str> {
    list.split(':').map(str::trim).filter(|one| !one.is_empty())
}

impl Sandboxes {
    /// Those of an agent: its `sandboxRoot`, the directories of its `commandPath`, which are out, and the rules of users. `real` says where
    /// the path of a directory leads to, for what is held against it is where that was.
    ///
    /// # Errors
    /// What is wrong with them first.
    pub fn new(
        sandbox_root: Option<&str>,
        command_path: Option<&str>,
        users: Option<&UserSandboxes>,
        real: impl Fn(&str) -> String,
    ) -> Result<Self, SandboxProblem> {
        let directory = |key, directory: &str| match directory.starts_with('/') {
            true => Ok(real(directory)),
            false => Err(SandboxProblem::Relative {
                key,
                directory: directory.to_owned(),
            }),
        };
        let mut agent = Directories::default();
        for entry in entries(sandbox_root.unwrap_or_default()) {
            match entry.strip_prefix('!') {
                Some(denied) => agent.without.push(directory("sandboxRoot", denied)?),
                None => {
                    let within = agent.within.get_or_insert_default();
                    within.push(directory("sandboxRoot", entry)?);
                }
            }
        }
        for entry in entries(command_path.unwrap_or_default()) {
            agent.without.push(directory("commandPath", entry)?);
        }
        let of_users = |users: &UserSandboxes| users.sandboxes.iter().map(OfUsers::new).collect();
        Ok(Self {
            agent: Arc::new(agent),
            users: users.map(of_users).transpose()?,
        })
    }

    /// What a user gets at.
    #[must_use]
    pub fn of(&self, user: &str, access: Access) -> Sandbox {
        let rules = self.users.as_ref().map(|all| {
            let own = all.iter().find(|one| one.users.has(user));
            own.map_or_else(Arc::default, |own| match access {
                Access::Read => Arc::clone(&own.read),
                Access::Write => Arc::clone(&own.write),
            })
        });
        let is_open = rules.is_none() && *self.agent == Directories::default();
        Sandbox((!is_open).then(|| Limits {
            agent: Arc::clone(&self.agent),
            rules,
        }))
    }

    /// Whether what a transfer gets at depends on who asked for it.
    #[must_use]
    pub fn is_by_user(&self) -> bool {
        self.users.is_some()
    }
}

impl OfUsers {
    fn new(sandbox: &crate::access::Sandbox) -> Result<Self, SandboxProblem> {
        let pattern = &sandbox.user;
        let users = match sandbox.user_pattern {
            PatternKind::Wildcard => Users::Wildcard(pattern.clone()),
            PatternKind::Regex => {
                let whole = regex::RegexBuilder::new(&format!("^(?:{pattern})$"))
                    .size_limit(REGEX_BYTES_MAX)
                    .build();
                Users::Regex(whole.map_err(|_| SandboxProblem::Pattern {
                    pattern: pattern.clone(),
                })?)
            }
        };
        Ok(Self {
            users,
            read: Arc::new(Ruled::new(&sandbox.read)),
            write: Arc::new(Ruled::new(&sandbox.write)),
        })
    }
}

impl Users {
    fn has(&self, user: &str) -> bool {
        match self {
            Self::Wildcard(pattern) => fits_text(pattern, user),
            Self::Regex(pattern) => pattern.is_match(user),
        }
    }
}

impl Ruled {
    fn new(rules: &Rules) -> Self {
        let paths = |rules: &[Rule]| {
            let those = rules.iter().filter(|rule| rule.kind == RuleKind::File);
            those.map(|rule| PathPattern::new(&rule.name)).collect()
        };
        let queues = |rules: &[Rule]| {
            let those = rules.iter().filter(|rule| rule.kind == RuleKind::Queue);
            those.map(|rule| rule.name.clone()).collect()
        };
        Self {
            include: paths(&rules.include),
            exclude: paths(&rules.exclude),
            include_queues: queues(&rules.include),
            exclude_queues: queues(&rules.exclude),
        }
    }
}

/// What one transfer gets at.
#[derive(Clone, Debug, Default)]
pub struct Sandbox(Option<Limits>);

#[derive(Clone, Debug)]
struct Limits {
    agent: Arc<Directories>,
    rules: Option<Arc<Ruled>>,
}

impl Sandbox {
    /// One without limits.
    #[must_use]
    pub fn everywhere() -> Self {
        Self(None)
    }

    /// Whether there is none: nothing has to be held against it.
    #[must_use]
    pub fn is_everywhere(&self) -> bool {
        self.0.is_none()
    }

    /// Whether a file may be got at: by the path it has without links.
    #[must_use]
    pub fn permits(&self, path: &str) -> bool {
        let Some(limits) = &self.0 else {
            return true;
        };
        let rules = limits.rules.as_ref();
        limits.agent.permits(path)
            && rules.is_none_or(|rules| {
                let fits = |patterns: &[PathPattern]| patterns.iter().any(|one| one.fits(path));
                fits(&rules.include) && !fits(&rules.exclude)
            })
    }

    /// Whether something in that directory, or below it, may be got at.
    #[must_use]
    pub fn leads_through(&self, directory: &str) -> bool {
        let Some(limits) = &self.0 else {
            return true;
        };
        let rules = limits.rules.as_ref();
        limits.agent.permits(directory)
            && rules.is_none_or(|rules| {
                let mut includes = rules.include.iter();
                includes.any(|one| one.leads_through(directory))
            })
    }

    /// Whether a queue may be got at. A sandbox of directories has no queues; rules of users name them, with or without their queue manager
    /// (`queue@qmgr`).
    #[must_use]
    pub fn permits_queue(&self, queue: &str, q_mgr: &str) -> bool {
        let Some(limits) = &self.0 else {
            return true;
        };
        let whole = format!("{queue}@{q_mgr}");
        let fits = |patterns: &[String]| {
            let mut all = patterns.iter();
            all.any(|one| fits_text(one, queue) || fits_text(one, &whole))
        };
        match &limits.rules {
            Some(rules) => fits(&rules.include_queues) && !fits(&rules.exclude_queues),
            None => limits.agent.within.is_none(),
        }
    }
}

impl Directories {
    fn permits(&self, path: &str) -> bool {
        let is_in = |directories: &[String]| directories.iter().any(|one| is_below(path, one));
        self.within.as_ref().is_none_or(|within| is_in(within)) && !is_in(&self.without)
    }
}

/// Whether a path is that directory, or in it.
fn is_below(path: &str, directory: &str) -> bool {
    let directory = directory.trim_end_matches('/');
    let behind = path.strip_prefix(directory);
    behind.is_some_and(|behind| behind.is_empty() || behind.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn as_it_is(path: &str) -> String {
        path.to_owned()
    }

    #[test]
    fn a_sandbox_of_directories_is_what_is_in_them_and_not_in_those_that_are_out() {
        let sandboxes = Sandboxes::new(
            Some("/srv/out:!/srv/out/private: /srv/in/"),
            Some("/opt/commands"),
            None,
            as_it_is,
        );
        let sandbox = sandboxes.expect("valid").of("ann", Access::Read);
        for path in ["/srv/out/a", "/srv/out/privateer", "/srv/in/b/c"] {
            assert!(sandbox.permits(path), "{path}");
        }
        for path in [
            "/srv/out/private/a",
            "/srv/out/private",
            "/srv/outer/a",
            "/srv",
            "/",
            "/opt/commands/a",
            "",
        ] {
            assert!(!sandbox.permits(path), "{path}");
        }
        assert!(!sandbox.permits_queue("Q1", "QM1"));
        let only_out = Sandboxes::new(Some("!/etc"), Some("/opt/c"), None, as_it_is);
        let only_out = only_out.expect("valid").of("ann", Access::Write);
        assert!(only_out.permits("/srv/a") && only_out.permits_queue("Q1", "QM1"));
        assert!(!only_out.permits("/etc/passwd") && !only_out.permits("/opt/c/x"));
        let none = Sandboxes::new(None, None, None, as_it_is).expect("valid");
        assert!(none.of("ann", Access::Write).is_everywhere());
        let whole = Sandboxes::new(Some("/"), None, None, as_it_is).expect("valid");
        assert!(whole.of("ann", Access::Read).permits("/a"));
        let relative = Sandboxes::new(Some("srv"), None, None, as_it_is).map(drop);
        assert!(matches!(relative, Err(SandboxProblem::Relative { .. })));
    }

    #[test]
    fn the_first_rule_that_is_a_users_counts_and_who_has_none_gets_at_nothing() {
        let xml = r#"<tns:userSandboxes xmlns:tns="http://wmqfte.ibm.com/UserSandboxes"><tns:agent>
            <tns:sandbox user="acct[0-9]+" userPattern="regex"><tns:read><tns:include name="/srv/out/**"/><tns:include name="Q.*" type="queue"/>
            <tns:exclude name="/srv/out/private/**"/><tns:exclude name="**/*.key"/></tns:read><tns:write><tns:include name="/srv/in/"/></tns:write></tns:sandbox>
            <tns:sandbox user="acct1"><tns:read><tns:include name="**"/></tns:read></tns:sandbox>
            <tns:sandbox user="b*"><tns:read><tns:include name="/srv/*/b?.txt"/></tns:read></tns:sandbox>
            </tns:agent></tns:userSandboxes>"#;
        let users = UserSandboxes::parse(xml.as_bytes()).expect("valid");
        let sandboxes = Sandboxes::new(None, None, Some(&users), as_it_is).expect("valid");
        let read = sandboxes.of("acct1", Access::Read);
        assert!(read.permits("/srv/out/a") && read.permits("/srv/out/b/c"));
        for path in ["/srv/out/private/a", "/srv/out/a.key", "/etc/passwd", "/"] {
            assert!(!read.permits(path), "{path}");
        }
        assert!(read.leads_through("/srv/out/b") && read.leads_through("/srv"));
        assert!(!read.leads_through("/etc"));
        assert!(read.permits_queue("Q.1", "QM1") && !read.permits_queue("R.1", "QM1"));
        let write = sandboxes.of("acct1", Access::Write);
        assert!(write.permits("/srv/in/a/b") && !write.permits("/srv/out/a"));
        assert!(!sandboxes.of("xacct1", Access::Read).permits("/srv/out/a"));
        let ben = sandboxes.of("ben", Access::Read);
        assert!(ben.permits("/srv/x/b1.txt") && !ben.permits("/srv/x/y/b1.txt"));
        assert!(ben.leads_through("/srv/x") && !ben.leads_through("/srv/x/y"));
        assert!(!sandboxes.of("ben", Access::Write).permits("/srv/x/b1.txt"));
        let bad = xml.replace("acct[0-9]+", "acct(?=1)");
        let bad = UserSandboxes::parse(bad.as_bytes()).expect("a document");
        let bad = Sandboxes::new(None, None, Some(&bad), as_it_is).map(drop);
        assert!(matches!(bad, Err(SandboxProblem::Pattern { .. })));
    }
}
