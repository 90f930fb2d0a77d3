//! Servers of files behind an agent that is a bridge: which there are (`ProtocolBridgeProperties.xml`), and who users of the queue manager are
//! there (`ProtocolBridgeCredentials.xml`).

use crate::fields::{check_root, flag, flag_text, word, words};
use crate::pattern::fits_name;
use crate::xml::{Element, Problem, Writer, read};
use regex::Regex;
use std::fmt;

const PROPERTIES_NAMESPACE: &str = "http://wmqfte.ibm.com/ProtocolBridgeProperties";
/// Name space of `ProtocolBridgeCredentials.xml`.
pub const CREDENTIALS_NAMESPACE: &str = "http://wmqfte.ibm.com/ProtocolBridgeCredentials";

/// The server of a name, empty for the default one, and the path there: `server:path`.
#[must_use]
pub fn split_name(name: &str) -> (&str, &str) {
    match name.split_once(':') {
        Some((server, path)) if !server.contains('/') && !server.is_empty() => (server, path),
        _ => ("", name),
    }
}

/// A name with its server, which is the default one if it has none. The path has a slash in it: without one it is in the directory where who
/// logs in begins.
#[must_use]
pub fn full_name(name: &str, default_server: &str) -> String {
    let (server, path) = match split_name(name) {
        ("", path) => (default_server, path),
        found => found,
    };
    match path.contains('/') {
        true => format!("{server}:{path}"),
        false => format!("{server}:./{path}"),
    }
}

/// Which protocol a server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerKind {
    /// FTP.
    Ftp,
    /// FTP over TLS.
    Ftps,
    /// SFTP.
    Sftp,
}

words!(ServerKind, "FTP, FTPS or SFTP", "FTP" => Ftp, "FTPS" => Ftps, "SFTP" => Sftp);

impl ServerKind {
    /// The port where it is without another one.
    #[must_use]
    pub fn port(self) -> u16 {
        match self {
            Self::Ftp => 21,
            Self::Ftps => 21,
            Self::Sftp => 22,
        }
    }

    /// As addresses begin.
    #[must_use]
    pub fn scheme(self) -> &'static str {
        match self {
            Self::Ftp => "ftp",
            Self::Ftps => "ftps",
            Self::Sftp => "sftp",
        }
    }

    fn element(self) -> &'static str {
        match self {
            Self::Ftp => "ftpServer",
            Self::Ftps => "ftpsServer",
            Self::Sftp => "sftpServer",
        }
    }
}

/// How a server writes listings that are not MLSD's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListFormat {
    /// As `ls -l` does.
    #[default]
    Unix,
    /// As `DIR` does.
    Windows,
}

words!(ListFormat, "unix or windows", "unix" => Unix, "windows" => Windows);

/// When TLS begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FtpsKind {
    /// When it is asked for.
    #[default]
    Explicit,
    /// At once.
    Implicit,
}

words!(FtpsKind, "explicit or implicit", "explicit" => Explicit, "implicit" => Implicit);

/// What is not to be passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Names in a listing.
    pub list_names: Option<u32>,
    /// Levels of directories.
    pub list_levels: Option<u32>,
    /// Sessions at once.
    pub sessions: Option<u32>,
    /// Seconds until a server that says nothing is given up.
    pub socket_timeout_s: Option<u32>,
    /// Transfers to the server at once.
    pub destination_transfers: Option<u32>,
}

/// A server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its name in names of files.
    pub name: String,
    /// Its protocol.
    pub kind: ServerKind,
    /// Where it is.
    pub host: String,
    /// Its port, if it is not the one of the protocol.
    pub port: Option<u16>,
    /// `unix`, `windows` and such.
    pub platform: Option<String>,
    /// Time zone of times in listings, a name such as `Europe/London`.
    pub time_zone: Option<String>,
    /// Language of listings, such as `en-GB`.
    pub locale: Option<String>,
    /// Code page of text there.
    pub file_encoding: Option<String>,
    /// Code page of names.
    pub control_encoding: Option<String>,
    /// How it writes listings.
    pub list_format: Option<ListFormat>,
    /// Files are written under their own names, and nothing is renamed.
    pub limited_write: Option<bool>,
    /// Data connections are made to the server.
    pub passive_mode: Option<bool>,
    /// When TLS begins.
    pub ftps: Option<FtpsKind>,
    /// File of the certificates that are trusted.
    pub trust_store: Option<String>,
    /// Its password.
    pub trust_store_password: Option<String>,
    /// What is not to be passed.
    pub limits: Limits,
}

/// `ProtocolBridgeProperties.xml`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BridgeProperties {
    /// File of credentials; `ProtocolBridgeCredentials.xml` in the home directory without.
    pub credentials_file: Option<String>,
    /// Server of names without one.
    pub default_server: Option<String>,
    /// Transfers to servers that may run at once; as many as the agent may have without.
    pub destination_transfers: Option<u32>,
    /// The servers.
    pub servers: Vec<Server>,
}

impl Server {
    /// One with a name, a protocol and a host.
    #[must_use]
    pub fn new(name: &str, kind: ServerKind, host: &str) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            host: host.to_owned(),
            port: None,
            platform: None,
            time_zone: None,
            locale: None,
            file_encoding: None,
            control_encoding: None,
            list_format: None,
            limited_write: None,
            passive_mode: None,
            ftps: None,
            trust_store: None,
            trust_store_password: None,
            limits: Limits::default(),
        }
    }

    /// Its port.
    #[must_use]
    pub fn port(&self) -> u16 {
        match (self.port, self.ftps) {
            (Some(port), _) => port,
            (None, Some(FtpsKind::Implicit)) => 990,
            (None, _) => self.kind.port(),
        }
    }

    /// Its address, as the audit has it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{}://{}:{}", self.kind.scheme(), self.host, self.port())
    }

    fn read(element: &Element, kind: ServerKind) -> Result<Self, Problem> {
        let text = |name: &str| element.attribute(name).map(str::to_owned);
        let limits = match element.child("limits") {
            Some(limits) => Limits::read(limits)?,
            None => Limits::default(),
        };
        let name = element.needed_attribute("name")?.trim().to_owned();
        if name.is_empty() || name.contains([':', '/']) {
            return Err(element.wrong("name", &name, "a name without ':' and '/'"));
        }
        Ok(Self {
            name,
            kind,
            host: element.needed_attribute("host")?.trim().to_owned(),
            port: number(element, "port", 65_535)?.map(|port| u16::try_from(port).unwrap_or(0)),
            platform: text("platform"),
            time_zone: text("timeZone"),
            locale: text("locale"),
            file_encoding: text("fileEncoding"),
            control_encoding: text("controlEncoding"),
            list_format: word(element, "listFormat")?,
            limited_write: flag(element, "limitedWrite")?,
            passive_mode: flag(element, "passiveMode")?,
            ftps: word(element, "ftpsType")?,
            trust_store: text("trustStore"),
            trust_store_password: text("trustStorePassword"),
            limits,
        })
    }

    fn write(&self, writer: &mut Writer) {
        let port = self.port.map(|port| port.to_string());
        writer
            .open(match self.kind {
                ServerKind::Ftp => "tns:ftpServer",
                ServerKind::Ftps => "tns:ftpsServer",
                ServerKind::Sftp => "tns:sftpServer",
            })
            .attribute("name", &self.name)
            .attribute("host", &self.host)
            .attribute_if("port", port.as_deref())
            .attribute_if("platform", self.platform.as_deref())
            .attribute_if("ftpsType", self.ftps.map(FtpsKind::as_str))
            .attribute_if("timeZone", self.time_zone.as_deref())
            .attribute_if("locale", self.locale.as_deref())
            .attribute_if("fileEncoding", self.file_encoding.as_deref())
            .attribute_if("controlEncoding", self.control_encoding.as_deref())
            .attribute_if("listFormat", self.list_format.map(ListFormat::as_str))
            .attribute_if("limitedWrite", self.limited_write.map(flag_text))
            .attribute_if("passiveMode", self.passive_mode.map(flag_text))
            .attribute_if("trustStore", self.trust_store.as_deref())
            .attribute_if("trustStorePassword", self.trust_store_password.as_deref());
        if self.limits != Limits::default() {
            self.limits.write(writer);
        }
        writer.close();
    }
}

fn number(element: &Element, name: &'static str, most: u32) -> Result<Option<u32>, Problem> {
    let Some(text) = element.attribute(name) else {
        return Ok(None);
    };
    let found = text
        .trim()
        .parse()
        .ok()
        .filter(|number| (1..=most).contains(number));
    match found {
        Some(number) => Ok(Some(number)),
        None => Err(element.wrong(name, text, "a number that is not too great")),
    }
}

impl Limits {
    fn read(element: &Element) -> Result<Self, Problem> {
        Ok(Self {
            list_names: number(element, "maxListFileNames", 1_000_000)?,
            list_levels: number(element, "maxListDirectoryLevels", 1_000)?,
            sessions: number(element, "maxSessions", 1_000)?,
            socket_timeout_s: number(element, "socketTimeout", 86_400)?,
            destination_transfers: number(element, "maxActiveDestinationTransfers", 10_000)?,
        })
    }

    fn write(&self, writer: &mut Writer) {
        let text = |number: Option<u32>| number.map(|number| number.to_string());
        writer
            .open("tns:limits")
            .attribute_if("maxListFileNames", text(self.list_names).as_deref())
            .attribute_if("maxListDirectoryLevels", text(self.list_levels).as_deref())
            .attribute_if("maxSessions", text(self.sessions).as_deref())
            .attribute_if("socketTimeout", text(self.socket_timeout_s).as_deref())
            .attribute_if(
                "maxActiveDestinationTransfers",
                text(self.destination_transfers).as_deref(),
            )
            .close();
    }
}

impl BridgeProperties {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        check_root(
            &root,
            "serverProperties",
            PROPERTIES_NAMESPACE,
            "'serverProperties'",
        )?;
        let mut servers: Vec<Server> = Vec::new();
        for element in &root.children {
            let kinds = [ServerKind::Ftp, ServerKind::Ftps, ServerKind::Sftp];
            if let Some(kind) = kinds
                .into_iter()
                .find(|kind| kind.element() == element.name)
            {
                servers.push(Server::read(element, kind)?);
            }
        }
        let default = root.child("defaultServer");
        let default = default
            .map(|element| element.needed_attribute("name"))
            .transpose()?;
        if let Some(name) = default
            && !servers.iter().any(|server| server.name == name)
        {
            return Err(root.wrong("defaultServer", name, "the name of a server that is here"));
        }
        let file = root.child("credentialsFile");
        let file = file
            .map(|element| element.needed_attribute("path"))
            .transpose()?;
        Ok(Self {
            credentials_file: file.map(str::to_owned),
            default_server: default.map(str::to_owned),
            destination_transfers: number(&root, "maxActiveDestinationTransfers", 10_000)?,
            servers,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        writer
            .open("tns:serverProperties")
            .attribute("xmlns:tns", PROPERTIES_NAMESPACE)
            .attribute_if(
                "maxActiveDestinationTransfers",
                self.destination_transfers
                    .map(|number| number.to_string())
                    .as_deref(),
            );
        if let Some(path) = &self.credentials_file {
            writer
                .open("tns:credentialsFile")
                .attribute("path", path)
                .close();
        }
        if let Some(name) = &self.default_server {
            writer
                .open("tns:defaultServer")
                .attribute("name", name)
                .close();
        }
        self.servers
            .iter()
            .for_each(|server| server.write(&mut writer));
        writer.finish()
    }

    /// A server by its name, the default one without.
    #[must_use]
    pub fn server(&self, name: &str) -> Option<&Server> {
        let name = match name {
            "" => self.default_server.as_deref()?,
            name => name,
        };
        self.servers.iter().find(|server| server.name == name)
    }
}

/// What a name in credentials is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NamePattern {
    /// `?` and `*`.
    #[default]
    Wildcard,
    /// A regular expression.
    Regex,
}

words!(NamePattern, "wildcard or regex", "wildcard" => Wildcard, "regex" => Regex);

/// A name, or a pattern of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// A pattern without: the name as it stands.
    pub pattern: Option<NamePattern>,
}

impl Named {
    fn read(element: &Element) -> Result<Self, Problem> {
        let named = Self {
            name: element.needed_attribute("name")?.trim().to_owned(),
            pattern: word(element, "pattern")?,
        };
        if named.pattern == Some(NamePattern::Regex) && named.regex().is_none() {
            return Err(element.wrong("name", &named.name, "a regular expression"));
        }
        Ok(named)
    }

    fn regex(&self) -> Option<Regex> {
        Regex::new(&format!("^(?:{})$", self.name)).ok()
    }

    fn fits(&self, name: &str) -> bool {
        match self.pattern {
            None => self.name == name,
            Some(NamePattern::Wildcard) => fits_name(&self.name, name),
            Some(NamePattern::Regex) => self.regex().is_some_and(|regex| regex.is_match(name)),
        }
    }

    fn write<'a>(&self, name: &'static str, writer: &'a mut Writer) -> &'a mut Writer {
        let element = writer.open(name).attribute("name", &self.name);
        element.attribute_if("pattern", self.pattern.map(NamePattern::as_str))
    }
}

/// A private key. Its debug output has no secret.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct PrivateKey {
    /// What it is called.
    pub association: Option<String>,
    /// The password it is sealed with.
    pub password: Option<String>,
    /// The same, obfuscated.
    pub password_cipher: Option<String>,
    /// The key, in the form of OpenSSH or PEM.
    pub key: String,
}

/// Who a user is at a server. Its debug output has no secret.
#[derive(Clone, PartialEq, Eq)]
pub struct BridgeUser {
    /// User of the queue manager.
    pub user: Named,
    /// The user there.
    pub server_user: Option<String>,
    /// The same, obfuscated.
    pub server_user_cipher: Option<String>,
    /// The password there.
    pub password: Option<String>,
    /// The same, obfuscated.
    pub password_cipher: Option<String>,
    /// Fingerprint of the server's key.
    pub host_key: Option<String>,
    /// Private keys, tried in their order.
    pub keys: Vec<PrivateKey>,
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrivateKey").finish_non_exhaustive()
    }
}

impl fmt::Debug for BridgeUser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BridgeUser")
            .field("user", &self.user)
            .finish_non_exhaustive()
    }
}

/// The users of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerUsers {
    /// The agent this is for; every one without.
    pub agent: Option<String>,
    /// The server.
    pub server: Named,
    /// Its users, the first that fits counts.
    pub users: Vec<BridgeUser>,
}

/// `ProtocolBridgeCredentials.xml`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BridgeCredentials {
    /// In their order.
    pub servers: Vec<ServerUsers>,
}

impl BridgeUser {
    fn read(element: &Element) -> Result<Self, Problem> {
        let text = |name: &str| element.attribute(name).map(str::to_owned);
        let keys = element.children("privateKey").map(|element| {
            let text = |name: &str| element.attribute(name).map(str::to_owned);
            PrivateKey {
                association: text("associationName"),
                password: text("keyPassword"),
                password_cipher: text("keyPasswordCipher"),
                key: lines(&element.text),
            }
        });
        Ok(Self {
            user: Named::read(element)?,
            server_user: text("serverUserId"),
            server_user_cipher: text("serverUserIdCipher"),
            password: text("serverPassword"),
            password_cipher: text("serverPasswordCipher"),
            host_key: text("hostKey"),
            keys: keys.collect(),
        })
    }

    fn write(&self, writer: &mut Writer) {
        self.user
            .write("tns:user", writer)
            .attribute_if("serverUserId", self.server_user.as_deref())
            .attribute_if("serverUserIdCipher", self.server_user_cipher.as_deref())
            .attribute_if("serverPassword", self.password.as_deref())
            .attribute_if("serverPasswordCipher", self.password_cipher.as_deref())
            .attribute_if("hostKey", self.host_key.as_deref());
        for key in &self.keys {
            writer
                .open("tns:privateKey")
                .attribute_if("associationName", key.association.as_deref())
                .attribute_if("keyPassword", key.password.as_deref())
                .attribute_if("keyPasswordCipher", key.password_cipher.as_deref())
                .text(&key.key)
                .close();
        }
        writer.close();
    }
}

/// A key as it stands in a document, without what the document has put in front of its lines.
fn lines(text: &str) -> String {
    let lines = text.trim().lines().map(str::trim);
    lines.flat_map(|line| [line, "\n"]).collect()
}

impl BridgeCredentials {
    /// Reads a document. Problems do not tell secrets.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        check_root(&root, "credentials", CREDENTIALS_NAMESPACE, "'credentials'")?;
        let mut servers = Vec::new();
        for element in &root.children {
            match element.name.as_str() {
                "agent" => {
                    let agent = element.needed_attribute("name")?.to_owned();
                    for server in &element.children {
                        read_server(server, Some(&agent), &mut servers)?;
                    }
                }
                _ => read_server(element, None, &mut servers)?,
            }
        }
        Ok(Self { servers })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        writer
            .open("tns:credentials")
            .attribute("xmlns:tns", CREDENTIALS_NAMESPACE);
        for server in &self.servers {
            if let Some(agent) = &server.agent {
                writer.open("tns:agent").attribute("name", agent);
            }
            server.server.write("tns:server", &mut writer);
            server.users.iter().for_each(|user| user.write(&mut writer));
            writer.close();
            if server.agent.is_some() {
                writer.close();
            }
        }
        writer.finish()
    }

    /// Who a user of the queue manager is at a server: by the first entry of the agent that fits both, and else by the first of every agent.
    #[must_use]
    pub fn find(&self, agent: &str, server: &str, user: &str) -> Option<&BridgeUser> {
        let of = |is_own: bool| {
            self.servers
                .iter()
                .filter(move |one| match &one.agent {
                    Some(name) => is_own && name.eq_ignore_ascii_case(agent),
                    None => !is_own,
                })
                .filter(|one| one.server.fits(server))
                .flat_map(|one| &one.users)
                .find(|one| one.user.fits(user))
        };
        of(true).or_else(|| of(false))
    }

    /// Everything secret: where it stands in clear, and where obfuscated.
    pub fn secrets_mut(
        &mut self,
    ) -> impl Iterator<Item = (&mut Option<String>, &mut Option<String>)> {
        let users = self.servers.iter_mut().flat_map(|server| &mut server.users);
        users.flat_map(|user| {
            let own = [
                (&mut user.server_user, &mut user.server_user_cipher),
                (&mut user.password, &mut user.password_cipher),
            ];
            let keys = user.keys.iter_mut();
            own.into_iter()
                .chain(keys.map(|key| (&mut key.password, &mut key.password_cipher)))
        })
    }
}

fn read_server(
    element: &Element,
    agent: Option<&str>,
    servers: &mut Vec<ServerUsers>,
) -> Result<(), Problem> {
    // `serverHost` is what older documents have.
    if !["server", "serverHost"].contains(&element.name.as_str()) {
        return Ok(());
    }
    let users = element.children("user").map(BridgeUser::read);
    servers.push(ServerUsers {
        agent: agent.map(str::to_owned),
        server: Named::read(element)?,
        users: users.collect::<Result<_, _>>()?,
    });
    Ok(())
}
