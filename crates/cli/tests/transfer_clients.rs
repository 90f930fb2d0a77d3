//! Agents and commands of file transfer that are clients: with TLS, a certificate and a password, as docs/manual/file-transfer.md tells.

use crate::transfer::Agents;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

/// What the user of the agents and of the commands may do: no more than the manual names.
const AUTHORITY: &str = "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('mft') AUTHADD(CONNECT)\n\
     SET AUTHREC OBJTYPE(QUEUE) PROFILE('SYSTEM.FTE.**') PRINCIPAL('mft') AUTHADD(PUT,GET,BROWSE)\n\
     SET AUTHREC OBJTYPE(QUEUE) PROFILE('SYSTEM.FTE') PRINCIPAL('mft') AUTHADD(PUT)\n\
     SET AUTHREC OBJTYPE(TOPIC) PROFILE('SYSTEM.FTE') PRINCIPAL('mft') AUTHADD(PUB,SUB)\n\
     SET AUTHREC OBJTYPE(QUEUE) PROFILE('WMQFTE.**') PRINCIPAL('mft') AUTHADD(PUT)\n\
     SET AUTHREC OBJTYPE(QUEUE) PROFILE('SYSTEM.DEFAULT.MODEL.QUEUE') PRINCIPAL('mft') AUTHADD(GET,DSP)\n";

/// Two agents that are clients of QM1, which wants TLS, certificates and passwords.
struct Clients {
    agents: Agents,
    port: String,
    keys: String,
}

impl Clients {
    fn new() -> Self {
        let agents = Agents::new();
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("bound").port().to_string();
        drop(free);
        let keys = certificate(&agents);
        let stem = keys.trim_end_matches(".p12");
        let script = format!(
            "ALTER QMGR SSLKEYR('{stem}')\n\
             DEFINE LISTENER(L1) TRPTYPE(TCP) PORT({port}) IPADDR('127.0.0.1') CONTROL(QMGR)\n\
             START LISTENER(L1)\n\
             DEFINE CHANNEL(MFT.SVRCONN) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH(REQUIRED)\n\
             SET CHLAUTH('MFT.SVRCONN') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL) CHCKCLNT(REQUIRED)\n\
             ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) FAILDLAY(0)\n\
             REFRESH SECURITY\n{AUTHORITY}"
        );
        let said = agents.room.run_with(&["runmqsc", "QM1"], &script);
        assert_eq!(said.code, 0, "{said:?}");
        let user = ["setmqusr", "-m", "QM1", "-u", "mft"];
        let said = agents.room.run_with(&user, "right-password\n");
        assert_eq!(said.code, 0, "{said:?}");
        let clients = Self { agents, port, keys };
        clients.credentials("right.xml", "right-password");
        let commands = ["fteSetupCoordination", "-f"];
        clients.set_up(&commands, "coordinationQMgr", "right.xml");
        clients.secure("mqft/config/QM1/coordination.properties", "coordination");
        clients
    }

    fn path(&self, name: &str) -> String {
        self.agents.path(name).to_str().expect("UTF-8").to_owned()
    }

    /// A credentials file that only its owner may read.
    fn credentials(&self, name: &str, password: &str) {
        let text = format!(
            r#"<tns:mqmftCredentials xmlns:tns="http://wmqfte.ibm.com/MQMFTCredentials">
            <tns:qmgr name="QM1" mqUserId="mft" mqPassword="{password}"/>
            <tns:file path="{}" password="key-password"/></tns:mqmftCredentials>"#,
            self.keys
        );
        self.agents.write(name, text.as_bytes());
        self.allow(name, 0o600);
    }

    fn allow(&self, name: &str, mode: u32) {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(self.agents.path(name), permissions).expect("changed");
    }

    /// Runs a command that says how QM1 is reached.
    fn set_up(&self, command: &[&str], prefix: &str, credentials: &str) {
        let options = [
            (String::new(), "QM1"),
            ("Host".into(), "localhost"),
            ("Port".into(), &self.port),
            ("Channel".into(), "MFT.SVRCONN"),
        ]
        .map(|(what, value): (String, &str)| (format!("-{prefix}{what}"), value));
        let mut words = command.to_vec();
        options
            .iter()
            .for_each(|(flag, value)| words.extend([flag.as_str(), value]));
        words.extend(["-credentialsFile", credentials]);
        self.agents.room.done(&words);
    }

    /// Adds the properties of TLS.
    fn secure(&self, properties: &str, prefix: &str) {
        let mut text = fs::read_to_string(self.agents.path(properties)).expect("there");
        text += &format!(
            "{prefix}SslCipherSpec=ANY_TLS12_OR_HIGHER\n{prefix}SslPeerName=CN=QM1\n{prefix}SslKeyStore={}\n",
            self.keys
        );
        // Where the key and what is trusted are in two files, the key does not bring trust with it.
        if prefix == "agent" {
            text += &format!("{prefix}SslTrustStore={}\n", self.path("tls.crt"));
        }
        self.agents.write(properties, text.as_bytes());
    }

    /// Makes an agent a client.
    fn client(&self, agent: &str, credentials: &str) {
        let words = ["fteCreateAgent", "-f", "-agentName", agent];
        self.set_up(&words, "agentQMgr", credentials);
        let properties = format!("mqft/config/QM1/agents/{agent}/agent.properties");
        self.secure(&properties, "agent");
        let mut text = fs::read_to_string(self.agents.path(&properties)).expect("there");
        text += "agentQMgrRetryInterval=1\nuserSandboxes=true\n";
        self.agents.write(&properties, text.as_bytes());
        // An agent has to know its own user by what it has put: it believes no other agent without being told to.
        let all = self.path("");
        let sandboxes = format!(
            r#"<tns:userSandboxes xmlns:tns="http://wmqfte.ibm.com/UserSandboxes"><tns:agent><tns:sandbox user="mft">
            <tns:read><tns:include name="{all}**"/></tns:read><tns:write><tns:include name="{all}**"/></tns:write>
            </tns:sandbox></tns:agent></tns:userSandboxes>"#
        );
        let file = format!("mqft/config/QM1/agents/{agent}/UserSandboxes.xml");
        self.agents.write(&file, sandboxes.as_bytes());
    }
}

/// One certificate and key for all of them, in a file with a password. The queue manager has the password beside it.
fn certificate(agents: &Agents) -> String {
    let path = |name: &str| agents.path(name).to_str().expect("UTF-8").to_owned();
    let (key, certificate, keys) = (path("tls.key"), path("tls.crt"), path("keys.p12"));
    let openssl = |words: &[&str]| {
        let made = Command::new("openssl").args(words).output();
        let made = made.expect("openssl is there");
        assert!(made.status.success(), "{made:?}");
    };
    openssl(&[
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-noenc",
        "-days",
        "2",
        "-subj",
        "/CN=QM1",
        "-keyout",
        &key,
        "-out",
        &certificate,
    ]);
    openssl(&[
        "pkcs12",
        "-export",
        "-name",
        "ibmwebspheremqqm1",
        "-inkey",
        &key,
        "-in",
        &certificate,
        "-out",
        &keys,
        "-passout",
        "pass:key-password",
    ]);
    agents.write("keys.pwd", b"key-password\n");
    let permissions = fs::Permissions::from_mode(0o600);
    fs::set_permissions(PathBuf::from(path("keys.pwd")), permissions).expect("changed");
    keys
}

#[test]
fn clients_with_tls_and_passwords_transfer_both_ways_and_say_what_is_wrong_with_a_password() {
    let mut clients = Clients::new();
    clients.credentials("wrong.xml", "guessed-password");
    clients.client("NORTH", "right.xml");
    clients.client("SOUTH", "wrong.xml");
    let room = &clients.agents.room;
    let said = room.done(&["fteObfuscate", "-f", "right.xml"]);
    assert!(said.contains("BFGCL9564I: 3 users"), "{said}");
    let hidden = fs::read_to_string(clients.agents.path("right.xml")).expect("there");
    assert!(!hidden.contains("-password\""), "{hidden}");

    clients.allow("wrong.xml", 0o640);
    let said = room.run(&["fteStartAgent", "SOUTH"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.err.contains("BFGCL9561E") && said.err.contains("0640"),
        "{said:?}"
    );
    clients.allow("wrong.xml", 0o600);
    let guess = ["-mquserid", "mft", "-mqpassword", "guessed-password"];
    let said = room.run(&[&["fteListAgents"], &guess[..]].concat());
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.err
            .contains("BFGCL9563E: Queue manager QM1 does not let this user in"),
        "{said:?}"
    );

    clients.agents.write("out/a", b"to the south");
    clients.agents.write("out/b", b"to the north");
    clients.agents.start("NORTH");
    clients.agents.start("SOUTH");
    let refused = "BFGMQ1041E: Connecting to queue manager QM1 was refused: localhost(";
    clients.agents.until("SOUTH is refused", || {
        let log = clients.agents.log("SOUTH");
        log.contains(refused) && log.contains("2035 MQRC_NOT_AUTHORIZED")
    });
    let transfer = |source, destination, seconds, from: &str, to: &str| {
        let (from, to) = (clients.path(from), clients.path(to));
        let words = [
            "fteCreateTransfer",
            "-sa",
            source,
            "-da",
            destination,
            "-df",
            &to,
        ];
        clients
            .agents
            .room
            .run(&[&words[..], &["-w", seconds, &from]].concat())
    };
    // The agent that is to begin cannot connect: whoever waits is told so, and the request waits for the agent.
    let said = transfer("SOUTH", "NORTH", "11", "out/b", "in/b");
    assert_eq!(said.code, 2, "{said:?}");
    assert!(
        said.err.contains("BFGCL9572W: Agent SOUTH has not begun"),
        "{said:?}"
    );
    clients.credentials("wrong.xml", "right-password");
    clients.agents.until("SOUTH is let in and transfers", || {
        clients
            .agents
            .log("SOUTH")
            .contains("has ended with code 0")
    });
    assert_eq!(
        fs::read(clients.agents.path("in/b")).expect("there"),
        b"to the north"
    );
    let said = transfer("NORTH", "SOUTH", "60", "out/a", "in/a");
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        fs::read(clients.agents.path("in/a")).expect("there"),
        b"to the south"
    );
    let list = clients.agents.room.done(&["fteListAgents"]);
    assert!(list.contains("NORTH") && list.contains("SOUTH"), "{list}");
    assert!(!list.contains("BFGPR0127W"), "{list}");
}
