//! Files that say who gets at what: sandboxes of users, and credentials for queue managers.

use crate::fields::{check_root, flag, flag_text, word, words};
use crate::xml::{Element, Problem, ProblemKind, Writer, read};
use std::fmt;

/// What users get at. The first sandbox that is a user's is used; a user without one gets at nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserSandboxes {
    /// In their order.
    pub sandboxes: Vec<Sandbox>,
}

/// What some users get at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sandbox {
    /// The users; a pattern.
    pub user: String,
    /// What kind of pattern.
    pub user_pattern: PatternKind,
    /// What they read.
    pub read: Rules,
    /// What they write.
    pub write: Rules,
}

/// What is in, and what of that is out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// At least one of these has to fit.
    pub include: Vec<Rule>,
    /// None of these may.
    pub exclude: Vec<Rule>,
}

/// A pattern of paths or of names of queues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The pattern.
    pub name: String,
    /// Of paths or of queues.
    pub kind: RuleKind,
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// Paths.
    File,
    /// Queues.
    Queue,
}

words!(RuleKind, "file or queue", "file" => File, "queue" => Queue);

/// What a pattern is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternKind {
    /// `?` and `*`.
    Wildcard,
    /// A regular expression.
    Regex,
}

words!(PatternKind, "wildcard or regex", "wildcard" => Wildcard, "regex" => Regex);

const SANDBOX_NAMESPACE: &str = "http://wmqfte.ibm.com/UserSandboxes";
const CREDENTIALS_NAMESPACE: &str = "http://wmqfte.ibm.com/MQMFTCredentials";

impl UserSandboxes {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        check_root(&root, "userSandboxes", SANDBOX_NAMESPACE, "'userSandboxes'")?;
        let sandboxes = root.needed("agent")?.children("sandbox").map(Sandbox::read);
        Ok(Self {
            sandboxes: sandboxes.collect::<Result<_, _>>()?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        writer
            .open("tns:userSandboxes")
            .attribute("xmlns:tns", SANDBOX_NAMESPACE);
        writer.open("tns:agent");
        for sandbox in &self.sandboxes {
            writer
                .open("tns:sandbox")
                .attribute("user", &sandbox.user)
                .attribute("userPattern", sandbox.user_pattern.as_str());
            for (name, rules) in [("tns:read", &sandbox.read), ("tns:write", &sandbox.write)] {
                rules.write(name, &mut writer);
            }
            writer.close();
        }
        writer.finish()
    }
}

impl Sandbox {
    fn read(element: &Element) -> Result<Self, Problem> {
        let rules = |name: &str| {
            element
                .child(name)
                .map_or_else(|| Ok(Rules::default()), Rules::read)
        };
        Ok(Self {
            user: element.needed_attribute("user")?.to_owned(),
            user_pattern: word(element, "userPattern")?.unwrap_or(PatternKind::Wildcard),
            read: rules("read")?,
            write: rules("write")?,
        })
    }
}

impl Rules {
    fn read(element: &Element) -> Result<Self, Problem> {
        let rules = |name: &'static str| {
            element
                .children(name)
                .map(Rule::read)
                .collect::<Result<_, _>>()
        };
        Ok(Self {
            include: rules("include")?,
            exclude: rules("exclude")?,
        })
    }

    fn write(&self, name: &'static str, writer: &mut Writer) {
        writer.open(name);
        for (name, rules) in [
            ("tns:include", &self.include),
            ("tns:exclude", &self.exclude),
        ] {
            for rule in rules {
                let kind = (rule.kind != RuleKind::File).then(|| rule.kind.as_str());
                let element = writer.open(name).attribute("name", &rule.name);
                element.attribute_if("type", kind).close();
            }
        }
        writer.close();
    }
}

impl Rule {
    fn read(element: &Element) -> Result<Self, Problem> {
        let name = element.needed_attribute("name")?;
        if name.is_empty() {
            return Err(element.missing("name"));
        }
        Ok(Self {
            name: name.to_owned(),
            kind: word(element, "type")?.unwrap_or(RuleKind::File),
        })
    }
}

/// Users and passwords for queue managers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credentials {
    /// In their order; the first that fits is used.
    pub q_mgrs: Vec<Credential>,
    /// Passwords of files of keys.
    pub files: Vec<FileCredential>,
    /// Users of databases, by loggers.
    pub loggers: Vec<LoggerCredential>,
}

/// A user and a password of a logger at its database. Its debug output has no password.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct LoggerCredential {
    /// Name of the logger.
    pub name: String,
    /// The user at the database.
    pub user: Option<String>,
    /// The password, when it is written in clear.
    pub password: Option<String>,
    /// The user, obfuscated.
    pub user_cipher: Option<String>,
    /// The password, obfuscated.
    pub password_cipher: Option<String>,
}

impl fmt::Debug for LoggerCredential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoggerCredential")
            .field("name", &self.name)
            .field("user", &self.user)
            .finish_non_exhaustive()
    }
}

/// The password of a file of keys. Its debug output has no password.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct FileCredential {
    /// The file.
    pub path: String,
    /// The password, when it is written in clear.
    pub password: Option<String>,
    /// The password, obfuscated.
    pub password_cipher: Option<String>,
}

impl fmt::Debug for FileCredential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileCredential")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

/// A user and a password for a queue manager. Its debug output has no password.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Credential {
    /// Name of the queue manager.
    pub q_mgr: String,
    /// The user of this machine it is for; every user without.
    pub user: Option<String>,
    /// The user at the queue manager.
    pub mq_user_id: Option<String>,
    /// The password, when it is written in clear.
    pub mq_password: Option<String>,
    /// The user at the queue manager, obfuscated.
    pub mq_user_id_cipher: Option<String>,
    /// The password, obfuscated.
    pub mq_password_cipher: Option<String>,
    /// The password goes into the structure for it (MQCSP) rather than into the old flow.
    pub use_mqcsp: Option<bool>,
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credential")
            .field("q_mgr", &self.q_mgr)
            .field("user", &self.user)
            .field("mq_user_id", &self.mq_user_id)
            .finish_non_exhaustive()
    }
}

impl Credentials {
    /// Reads a document. Problems do not tell passwords.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        check_root(
            &root,
            "mqmftCredentials",
            CREDENTIALS_NAMESPACE,
            "'mqmftCredentials'",
        )?;
        let q_mgrs = root.children("qmgr").map(Credential::read);
        let files = root.children("file").map(FileCredential::read);
        let loggers = root.children("logger").map(LoggerCredential::read);
        Ok(Self {
            q_mgrs: q_mgrs.collect::<Result<_, _>>()?,
            files: files.collect::<Result<_, _>>()?,
            loggers: loggers.collect::<Result<_, _>>()?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        writer
            .open("tns:mqmftCredentials")
            .attribute("xmlns:tns", CREDENTIALS_NAMESPACE);
        self.q_mgrs
            .iter()
            .for_each(|credential| credential.write(&mut writer));
        self.files.iter().for_each(|file| file.write(&mut writer));
        self.loggers.iter().for_each(|one| one.write(&mut writer));
        writer.finish()
    }

    /// The password of a file of keys.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&FileCredential> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The user of a logger at its database.
    #[must_use]
    pub fn logger(&self, name: &str) -> Option<&LoggerCredential> {
        self.loggers.iter().find(|logger| logger.name == name)
    }

    /// Everything secret: where it stands in clear, and where obfuscated.
    pub fn secrets_mut(
        &mut self,
    ) -> impl Iterator<Item = (&mut Option<String>, &mut Option<String>)> {
        let q_mgrs = self.q_mgrs.iter_mut().flat_map(|one| {
            [
                (&mut one.mq_user_id, &mut one.mq_user_id_cipher),
                (&mut one.mq_password, &mut one.mq_password_cipher),
            ]
        });
        let files = self.files.iter_mut();
        let loggers = self.loggers.iter_mut().flat_map(|one| {
            [
                (&mut one.user, &mut one.user_cipher),
                (&mut one.password, &mut one.password_cipher),
            ]
        });
        q_mgrs
            .chain(files.map(|one| (&mut one.password, &mut one.password_cipher)))
            .chain(loggers)
    }

    /// The credential of a user of this machine for a queue manager: one for that user, or else one for every user.
    #[must_use]
    pub fn find(&self, q_mgr: &str, user: &str) -> Option<&Credential> {
        let of_q_mgr = || {
            self.q_mgrs
                .iter()
                .filter(|credential| credential.q_mgr == q_mgr)
        };
        let own = of_q_mgr().find(|credential| credential.user.as_deref() == Some(user));
        own.or_else(|| of_q_mgr().find(|credential| credential.user.is_none()))
    }
}

const BOTH: ProblemKind = ProblemKind::Together(
    "a user or a password is there in clear and obfuscated; take out one of them",
);

impl FileCredential {
    fn read(element: &Element) -> Result<Self, Problem> {
        let text = |name: &str| element.attribute(name).map(str::to_owned);
        let found = Self {
            path: element.needed_attribute("path")?.trim().to_owned(),
            password: text("password"),
            password_cipher: text("passwordCipher"),
        };
        match found.password.is_some() && found.password_cipher.is_some() {
            true => Err(element.problem(BOTH)),
            false => Ok(found),
        }
    }

    fn write(&self, writer: &mut Writer) {
        writer
            .open("tns:file")
            .attribute("path", &self.path)
            .attribute_if("password", self.password.as_deref())
            .attribute_if("passwordCipher", self.password_cipher.as_deref())
            .close();
    }
}

impl LoggerCredential {
    fn read(element: &Element) -> Result<Self, Problem> {
        let text = |name: &str| element.attribute(name).map(str::to_owned);
        let found = Self {
            name: element.needed_attribute("name")?.trim().to_owned(),
            user: text("user"),
            password: text("password"),
            user_cipher: text("userCipher"),
            password_cipher: text("passwordCipher"),
        };
        let both = found.password.is_some() && found.password_cipher.is_some();
        match both || (found.user.is_some() && found.user_cipher.is_some()) {
            true => Err(element.problem(BOTH)),
            false => Ok(found),
        }
    }

    fn write(&self, writer: &mut Writer) {
        writer
            .open("tns:logger")
            .attribute("name", &self.name)
            .attribute_if("user", self.user.as_deref())
            .attribute_if("password", self.password.as_deref())
            .attribute_if("userCipher", self.user_cipher.as_deref())
            .attribute_if("passwordCipher", self.password_cipher.as_deref())
            .close();
    }
}

impl Credential {
    fn read(element: &Element) -> Result<Self, Problem> {
        let text = |name: &str| element.attribute(name).map(str::to_owned);
        let credential = Self {
            q_mgr: element.needed_attribute("name")?.trim().to_owned(),
            user: text("user"),
            mq_user_id: text("mqUserId"),
            mq_password: text("mqPassword"),
            mq_user_id_cipher: text("mqUserIdCipher"),
            mq_password_cipher: text("mqPasswordCipher"),
            use_mqcsp: flag(element, "useMQCSPAuthentication")?,
        };
        if credential.mq_user_id.is_none() && credential.mq_user_id_cipher.is_none() {
            return Err(element.missing("mqUserId"));
        }
        let both = credential.mq_password.is_some() && credential.mq_password_cipher.is_some();
        if both || (credential.mq_user_id.is_some() && credential.mq_user_id_cipher.is_some()) {
            return Err(element.problem(BOTH));
        }
        Ok(credential)
    }

    fn write(&self, writer: &mut Writer) {
        writer
            .open("tns:qmgr")
            .attribute("name", &self.q_mgr)
            .attribute_if("user", self.user.as_deref())
            .attribute_if("mqUserId", self.mq_user_id.as_deref())
            .attribute_if("mqPassword", self.mq_password.as_deref())
            .attribute_if("mqUserIdCipher", self.mq_user_id_cipher.as_deref())
            .attribute_if("mqPasswordCipher", self.mq_password_cipher.as_deref())
            .attribute_if("useMQCSPAuthentication", self.use_mqcsp.map(flag_text))
            .close();
    }
}
