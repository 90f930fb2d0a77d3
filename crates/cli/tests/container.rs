//! A container, as far as one can be had without an engine: the first process of the image with `/mnt/mqm`, `/etc/mqm` and `/run` of
//! its own, and a network of its own, in a process that runs this test again.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Set in the process inside.
const INSIDE: &str = "FERROMQ_TEST_CONTAINER";
const PATIENCE: Duration = Duration::from_secs(60);
const OUTPUT: &str = "/mnt/output";

/// File systems as a container has them, and a loopback device that is up.
const SCRIPT: &str = "mount -t tmpfs tmpfs /mnt && mkdir -p /mnt/etc/mqm /mnt/mqm /mnt/run && \
    cp /etc/passwd /etc/group /mnt/etc && mount --bind /mnt/etc /etc && mount --bind /mnt/run /run && \
    mkdir /run/secrets && ip link set lo up || exit 77\n\
    exec \"$1\" --exact \"$2\" --nocapture";

/// Runs `test` inside, or says that it cannot. `name` is the name of the test that calls this.
fn inside(name: &str, test: impl FnOnce()) {
    if std::env::var_os(INSIDE).is_some() {
        return test();
    }
    let refusals: Vec<String> = [
        &["--mount", "--net"][..],
        &["--user", "--map-root-user", "--mount", "--net"],
    ]
    .into_iter()
    .map_while(|spaces| run_in(spaces, name).err())
    .collect();
    if refusals.len() == 2 {
        let why = format!("no container can be had here: {}", refusals.join("; "));
        ferromq_base::skipped::skip(name, &why);
    }
}

fn run_in(spaces: &[&str], name: &str) -> Result<(), String> {
    let output = Command::new("unshare")
        .args(spaces)
        .args(["sh", "-c", SCRIPT, "sh"])
        .arg(std::env::current_exe().expect("this program"))
        .arg(format!("container::{name}"))
        .env(INSIDE, "1")
        .output()
        .map_err(|error| format!("unshare: {error}"))?;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let started = said.contains("running 1 test");
    assert!(output.status.success() == started, "{said}\n{told}");
    match started {
        true => Ok(()),
        false => Err(told.trim().replace('\n', ", ")),
    }
}

/// A container that runs.
struct Container(Child);

impl Container {
    fn start(variables: &[(&str, &str)]) -> Self {
        let output = fs::File::create(OUTPUT).expect("a file");
        let mut starting = as_in_a_container(&["runmqdevserver"]);
        starting
            .envs(variables.iter().copied())
            .stdout(output.try_clone().expect("the same file"))
            .stderr(output);
        Self(starting.spawn().expect("started"))
    }

    fn said() -> String {
        fs::read_to_string(OUTPUT).expect("what it said")
    }

    /// Waits until it is ready.
    fn ready(variables: &[(&str, &str)]) -> Self {
        let mut container = Self::start(variables);
        let began = Instant::now();
        while run(&["chkmqready"]).status.code() != Some(0) {
            let ended = container.0.try_wait().expect("its state");
            assert!(
                ended.is_none() && began.elapsed() < PATIENCE,
                "{}",
                Self::said()
            );
            sleep(Duration::from_millis(50));
        }
        container
    }

    /// Ends it as an engine does, and answers its exit code.
    fn end(mut self) -> Option<i32> {
        let pid = self.0.id().to_string();
        let killed = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(killed.expect("kill").success());
        self.0.wait().expect("its end").code()
    }
}

fn as_in_a_container(words: &[&str]) -> Command {
    let mut inside = Command::new(env!("CARGO_BIN_EXE_ferromq"));
    inside
        .args(words)
        .env_clear()
        .env("MQ_DATA_PATH", "/mnt/mqm/data")
        .env("AMQ_ADDITIONAL_JSON_LOG", "1")
        .env("MQ_QMGR_NAME", "QM1")
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .stdin(Stdio::null());
    inside
}

fn run(words: &[&str]) -> Output {
    as_in_a_container(words).output().expect("run")
}

/// Puts a message as a client with that password; what was said.
fn put(password: &str, text: &str) -> String {
    let mut putting = as_in_a_container(&["amqsputc", "DEV.QUEUE.1", "QM1"]);
    putting
        .env("MQSERVER", "DEV.APP.SVRCONN/TCP/127.0.0.1(1414)")
        .env("MQSAMP_USER_ID", "app")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut putting = putting.spawn().expect("started");
    let mut lines = putting.stdin.take().expect("its input");
    // It may end before it has read all.
    let _ = lines.write_all(format!("{password}\n{text}\n").as_bytes());
    drop(lines);
    let output = putting.wait_with_output().expect("its end");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn depth(queue: &str) -> String {
    let mut asking = as_in_a_container(&["runmqsc", "QM1"]);
    let mut asking = asking
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let text = format!("DISPLAY QLOCAL({queue}) CURDEPTH MAXDEPTH\n");
    let mut input = asking.stdin.take().expect("its input");
    input.write_all(text.as_bytes()).expect("asked");
    drop(input);
    let output = asking.wait_with_output().expect("its end");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn page() -> String {
    let mut stream = TcpStream::connect("127.0.0.1:9157").expect("figures are shown");
    stream
        .write_all(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .expect("asked");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("answered");
    page
}

/// Goal: what people who know the vendor's image do with a container works. Method: a container with a password from a file, a
/// script and settings users brought, figures; a client; an end as engines make it; a second run over what the first one left.
#[test]
fn a_container_makes_its_queue_manager_and_keeps_it() {
    inside("a_container_makes_its_queue_manager_and_keeps_it", || {
        fs::write("/run/secrets/mqAppPassword", "from a file\nnot this\n").unwrap();
        fs::write(
            "/etc/mqm/20-mine.mqsc",
            "DEFINE QLOCAL(MINE) MAXDEPTH(7) REPLACE\n",
        )
        .unwrap();
        fs::write("/etc/mqm/qm.ini", "TCP:\n   KeepAlive=No\n").unwrap();
        assert_eq!(run(&["chkmqready"]).status.code(), Some(1));
        assert_eq!(run(&["chkmqhealthy"]).status.code(), Some(1));
        let variables = [
            ("MQ_ENABLE_METRICS", "true"),
            // A variable counts for less than a file.
            ("MQ_APP_PASSWORD", "of the environment"),
        ];
        let container = Container::ready(&variables);
        assert_eq!(run(&["chkmqhealthy"]).status.code(), Some(0));
        assert_eq!(run(&["chkmqstarted"]).status.code(), Some(0));
        assert!(!put("from a file", "hello").contains("ended with reason"));
        assert!(put("of the environment", "hello").contains("reason code 2035"));
        let shown = page();
        assert!(
            shown.contains("ibmmq_qmgr_commit_total{qmgr=\"QM1\"} "),
            "{shown}"
        );
        assert!(depth("MINE").contains("MAXDEPTH(7)"));
        let ini = fs::read_to_string("/mnt/mqm/data/qmgrs/QM1/qm.ini").unwrap();
        assert!(ini.contains("KeepAlive=No"), "{ini}");
        let began = Instant::now();
        assert_eq!(container.end(), Some(0), "{}", Container::said());
        assert!(began.elapsed() < Duration::from_secs(20), "it waited");
        let said = Container::said();
        let mut rest = said.as_str();
        for line in [
            " Using queue manager name: QM1\n",
            " Created directory structure under /mnt/mqm/data\n",
            " Creating queue manager QM1\n",
            " Created queue manager\n",
            " Starting queue manager\n",
            " AMQ5026I: The listener ",
            " Stopping queue manager\n",
            " Queue manager ended\n",
        ] {
            let at = rest
                .find(line)
                .unwrap_or_else(|| panic!("{line} is not in\n{said}"));
            rest = &rest[at..];
        }
        for line in [
            " Started queue manager\n",
            " Started metrics on port 9157\n",
        ] {
            assert!(said.contains(line), "{said}");
        }
        assert!(!said.contains("AMQ5051I"), "{said}");
        assert_eq!(run(&["chkmqready"]).status.code(), Some(1));

        // Another run: the queue manager is there, the scripts are applied again, the console has objects.
        fs::write(
            "/etc/mqm/20-mine.mqsc",
            "DEFINE QLOCAL(MINE) MAXDEPTH(8) REPLACE\n",
        )
        .unwrap();
        let container = Container::ready(&[("MQ_LOGGING_CONSOLE_FORMAT", "json")]);
        assert!(
            depth("DEV.QUEUE.1").contains("CURDEPTH(0)"),
            "not persistent"
        );
        assert!(depth("MINE").contains("MAXDEPTH(8)"));
        assert_eq!(container.end(), Some(0));
        let said = Container::said();
        assert!(!said.contains("Creating queue manager"), "{said}");
        for line in said.lines() {
            assert!(line.starts_with('{') && line.ends_with('}'), "{line}");
        }
        assert!(said.contains("\"type\":\"mq_containerlog\""), "{said}");
        assert!(said.contains("AMQ5026I"), "{said}");
    });
}

/// Goal: a container whose queue manager cannot be had ends and says why.
#[test]
fn a_container_that_cannot_be_had_says_why() {
    inside("a_container_that_cannot_be_had_says_why", || {
        for (variable, value) in [
            ("MQ_NATIVE_HA", "true"),
            ("MQ_QMGR_NAME", "not-a-name"),
            ("MQ_APP_PASSWORD", "short"),
            ("MQ_QMGR_LOG_FILE_PAGES", "12"),
        ] {
            let mut container = Container::start(&[(variable, value)]);
            assert_eq!(container.0.wait().unwrap().code(), Some(1), "{variable}");
            let said = Container::said();
            let expected = match variable {
                "MQ_QMGR_LOG_FILE_PAGES" => "option -lf",
                other => other,
            };
            assert!(said.contains(expected), "{said}");
            let last = fs::read_to_string("/run/termination-log").unwrap();
            assert!(said.contains(last.lines().next().unwrap()), "{last}");
        }
        assert!(!Path::new("/mnt/mqm/data/qmgrs/QM1").exists());
        // A queue manager that ends by itself ends its container.
        let mut container = Container::ready(&[]);
        assert_eq!(run(&["endmqm", "-i", "QM1"]).status.code(), Some(0));
        assert_eq!(container.0.wait().unwrap().code(), Some(1));
        let said = Container::said();
        assert!(said.contains("Queue manager QM1 has ended: "), "{said}");
    });
}

/// A key, and a certificate it has signed itself, as people mount them.
fn write_keys(place: &str) -> Vec<u8> {
    use openssl::asn1::Asn1Time;
    use openssl::bn::BigNum;
    use openssl::hash::MessageDigest;
    use openssl::pkey::PKey;
    use openssl::x509::extension::{BasicConstraints, SubjectAlternativeName};
    use openssl::x509::{X509, X509NameBuilder};
    let key = PKey::from_rsa(openssl::rsa::Rsa::generate(2048).unwrap()).unwrap();
    let mut name = X509NameBuilder::new().unwrap();
    name.append_entry_by_text("CN", "localhost").unwrap();
    let name = name.build();
    let mut builder = X509::builder().unwrap();
    builder.set_version(2).unwrap();
    let serial = BigNum::from_u32(7).unwrap().to_asn1_integer().unwrap();
    builder.set_serial_number(&serial).unwrap();
    builder.set_subject_name(&name).unwrap();
    builder.set_issuer_name(&name).unwrap();
    builder.set_pubkey(&key).unwrap();
    builder
        .set_not_before(&Asn1Time::days_from_now(0).unwrap())
        .unwrap();
    builder
        .set_not_after(&Asn1Time::days_from_now(2).unwrap())
        .unwrap();
    let authority = BasicConstraints::new().critical().ca().build().unwrap();
    builder.append_extension(authority).unwrap();
    let context = builder.x509v3_context(None, None);
    let host = SubjectAlternativeName::new()
        .dns("localhost")
        .build(&context)
        .unwrap();
    builder.append_extension(host).unwrap();
    builder.sign(&key, MessageDigest::sha256()).unwrap();
    let certificate = builder.build().to_pem().unwrap();
    fs::create_dir_all(place).unwrap();
    fs::write(format!("{place}/tls.crt"), &certificate).unwrap();
    let key = key.private_key_to_pem_pkcs8().unwrap();
    fs::write(format!("{place}/tls.key"), key).unwrap();
    certificate
}

/// Goal: keys that are mounted are used. Method: a client by TLS that trusts the certificate puts a message, one without TLS does not, and figures come
/// over TLS.
#[test]
fn keys_that_are_mounted_are_used_for_clients_and_figures() {
    inside(
        "keys_that_are_mounted_are_used_for_clients_and_figures",
        || {
            let certificate = write_keys("/etc/mqm/pki/keys/own");
            let of_figures = write_keys("/etc/mqm/metrics/pki/keys");
            fs::write("/run/secrets/mqAppPassword", "from a file\n").unwrap();
            let container = Container::ready(&[("MQ_ENABLE_METRICS", "true")]);
            assert!(
                put("from a file", "hello").contains("reason code"),
                "without TLS"
            );
            fs::write("/mnt/trust.pem", &certificate).unwrap();
            let table = "{\"channel\":[{\"name\":\"DEV.APP.SVRCONN\",\"type\":\"clientConnection\",\
            \"clientConnection\":{\"connection\":[{\"host\":\"127.0.0.1\",\"port\":1414}],\"queueManager\":\"QM1\"},\
            \"transmissionSecurity\":{\"cipherSpecification\":\"ANY_TLS12_OR_HIGHER\"}}]}";
            fs::write("/mnt/ccdt.json", table).unwrap();
            let mut putting = as_in_a_container(&["amqsputc", "DEV.QUEUE.1", "QM1"]);
            putting
                .env("MQCCDTURL", "file:///mnt/ccdt.json")
                .env("MQSSLKEYR", "/mnt/trust.pem")
                .env("MQSAMP_USER_ID", "app")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped());
            let mut putting = putting.spawn().expect("started");
            let mut lines = putting.stdin.take().expect("its input");
            let _ = lines.write_all(b"from a file\nhello\n");
            drop(lines);
            let output = putting.wait_with_output().expect("its end");
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{said}\n{}", Container::said());
            assert!(depth("DEV.QUEUE.1").contains("CURDEPTH(1)"));
            let mut builder =
                openssl::ssl::SslConnector::builder(openssl::ssl::SslMethod::tls()).unwrap();
            fs::write("/mnt/figures.pem", of_figures).unwrap();
            builder.set_ca_file("/mnt/figures.pem").unwrap();
            let stream = TcpStream::connect("127.0.0.1:9157").expect("figures are shown");
            let mut stream = builder.build().connect("localhost", stream).expect("TLS");
            stream
                .write_all(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .expect("asked");
            let mut page = Vec::new();
            let _ = stream.read_to_end(&mut page);
            let page = String::from_utf8_lossy(&page).into_owned();
            assert!(
                page.contains("ibmmq_qmgr_commit_total{qmgr=\"QM1\"} "),
                "{page}"
            );
            assert!(
                Container::said().contains(" Started metrics on port 9157 over TLS\n"),
                "{}",
                Container::said()
            );
            assert_eq!(container.end(), Some(0));
        },
    );
}
