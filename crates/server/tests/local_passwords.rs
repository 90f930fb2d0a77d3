//! Local programs that give a user and a password, from the hello to the connection.

use crate::support::{Bindings, Running, Scratch, command};
use ferromq::mq;
use ferromq_base::skipped;
use ferromq_client::{BindingsConnection, Password};
use ferromq_mqi::Reason;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Session;
use ferromq_pam::Pam;
use ferromq_security::{UserFile, hash_password};
use ferromq_server::{EndHow, PamService, PasswordSettings, ServiceSettings};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

struct Fixture {
    running: Running,
    notices: Arc<Mutex<Vec<String>>>,
    /// Made before anybody has to give a password.
    administrator: Bindings,
    _scratch: Scratch,
}

fn started(test: &str) -> Fixture {
    started_with(test, |_, _| {})
}

/// The same, with other settings; told where the test may keep files.
fn started_with(test: &str, change: impl FnOnce(&mut PasswordSettings, &Path)) -> Fixture {
    let scratch = Scratch::new(test);
    let users_file = scratch.0.join("users");
    let mut users = UserFile::default();
    assert!(users.set("jill", hash_password(b"secret", &[9; 16]).expect("a hash")));
    std::fs::write(&users_file, users.text()).expect("written");
    let notices: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&notices);
    let mut passwords = PasswordSettings {
        users_file: Some(users_file),
        ..PasswordSettings::default()
    };
    change(&mut passwords, &scratch.0);
    let settings = ServiceSettings {
        notices: Arc::new(move |notice| {
            let line = format!("{} {}", notice.number, notice.text);
            told.lock().expect("no panic").push(line);
        }),
        passwords,
        ..crate::support::quiet()
    };
    let running = Running::start_with(&scratch.0, settings);
    let mut administrator = running.connect();
    for text in [
        "DEFINE QLOCAL(Q)",
        "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('jill') AUTHADD(CONNECT)",
        "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('jill') AUTHADD(PUT)",
        "ALTER QMGR AUTHOREV(ENABLED)",
    ] {
        command(&mut administrator, text);
    }
    Fixture {
        running,
        notices,
        administrator,
        _scratch: scratch,
    }
}

impl Fixture {
    fn set(&mut self, attributes: &str) {
        let text =
            format!("ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) {attributes}");
        command(&mut self.administrator, &text);
        command(&mut self.administrator, "REFRESH SECURITY TYPE(CONNAUTH)");
    }

    fn connect(&self, given: Option<(&str, &[u8])>) -> Result<Bindings, Reason> {
        connect(&self.running.data_path, given)
    }

    /// Ends the queue manager, and returns all it has told of that nobody took.
    fn ended(self) -> String {
        self.running.handle.end(EndHow::Immediate);
        self.running.ended().expect("a good end");
        self.notices.lock().expect("no panic").join("\n")
    }

    fn refused(&self, given: Option<(&str, &[u8])>) -> String {
        let answer = self.connect(given).map(drop);
        assert_eq!(answer, Err(Reason::NOT_AUTHORIZED), "{given:?}");
        std::mem::take(&mut *self.notices.lock().expect("no panic")).join("\n")
    }

    fn events(&mut self) -> String {
        let shown = "DISPLAY QLOCAL(SYSTEM.ADMIN.QMGR.EVENT) CURDEPTH";
        command(&mut self.administrator, shown)
    }
}

fn connect(data_path: &Path, given: Option<(&str, &[u8])>) -> Result<Bindings, Reason> {
    let password = given.map(|(user, password)| Password {
        user_id: user.to_owned(),
        password: password.to_vec(),
    });
    let options = ConnectOptions::default();
    let connection =
        BindingsConnection::connect_with(data_path, "QM1", &options, password.as_ref());
    connection
        .map(Session::new)
        .map_err(|failure| failure.reason)
}

#[test]
fn a_password_that_is_given_has_to_be_right() {
    let mut fixture = started("local-optional");
    fixture.set("CHCKLOCL(OPTIONAL) FAILDLAY(0)");
    assert!(fixture.connect(None).is_ok());
    assert!(fixture.connect(Some(("jill", b"secret"))).is_ok());
    // Each user is told of, once.
    for (user, password) in [("jill", &b"Secret"[..]), ("nobody", b"secret")] {
        let told = fixture.refused(Some((user, password)));
        assert!(told.contains(&format!("User '{user}'")), "{told}");
        let process = format!("in local process {} of user", std::process::id());
        assert!(told.contains(&process), "{told}");
        assert!(told.contains("AMQ5542I"), "{told}");
        assert!(told.contains("CHCKLOCL(OPTIONAL)"), "{told}");
        assert!(told.contains("AMQ5534E"), "{told}");
    }
    let told = fixture.refused(Some(("jill", b"")));
    assert_eq!(told, "", "equal to the first");
    // Events are not counted; the first is that of the start.
    let events = fixture.events();
    assert!(events.contains("CURDEPTH(4)"), "{events}");
    fixture.set("CHCKLOCL(NONE)");
    assert!(fixture.connect(Some(("jill", b"Secret"))).is_ok());
    let told = fixture.ended();
    assert_eq!(told.matches("AMQ5534E").count(), 1, "{told}");
    assert!(
        told.contains("User 'jill'") && told.contains("(2 times since"),
        "{told}"
    );
}

/// A program that is started again and again is the same each time, whatever the number of its process and its name.
#[test]
fn equal_refusals_of_many_processes_are_counted() {
    let mut fixture = started("local-counted");
    fixture.set("CHCKLOCL(OPTIONAL) FAILDLAY(0)");
    let program = std::env::current_exe().expect("this program");
    for number in 0..3 {
        let copy = fixture.running.data_path.join(format!("program{number}"));
        std::fs::copy(&program, &copy).expect("copied");
        let mut child = std::process::Command::new(copy);
        child.args(["--exact", "local_passwords::a_child_process", "--nocapture"]);
        child.env(CHILD_OF, &fixture.running.data_path);
        let output = child.output().expect("started");
        let answer = String::from_utf8_lossy(&output.stdout);
        assert!(answer.contains("answer: 2035"), "{answer}");
    }
    let told = fixture.notices.lock().expect("no panic").join("\n");
    assert_eq!(told.matches("AMQ5534E").count(), 1, "{told}");
    let told = fixture.ended();
    assert!(told.contains("(3 times since"), "{told}");
}

const CHILD_OF: &str = "FERROMQ_TEST_CHILD_OF";

/// Not a test: a program that gives a wrong password, when the environment says so.
#[test]
fn a_child_process() {
    let Some(data_path) = std::env::var_os(CHILD_OF) else {
        return;
    };
    let answer = connect(Path::new(&data_path), Some(("jill", b"wrong")));
    println!("answer: {}", answer.map(drop).expect_err("refused").0);
}

#[test]
fn passwords_are_asked_of_those_who_have_to_give_them() {
    let mut fixture = started("local-required");
    for check in ["REQUIRED", "REQDADM"] {
        fixture.set(&format!("CHCKLOCL({check}) FAILDLAY(0)"));
        // The user of this process administers the queue manager.
        let told = fixture.refused(None);
        assert!(told.contains("AMQ5540E"), "{told}");
        assert!(told.contains(&format!("CHCKLOCL({check})")), "{told}");
        assert!(fixture.connect(Some(("jill", b"secret"))).is_ok());
        let control = BindingsConnection::connect_to_control(
            &fixture.running.data_path,
            "QM1",
            &ConnectOptions::default(),
        );
        assert!(control.is_ok(), "control commands go on");
    }
}

#[test]
fn the_connection_runs_as_the_user_whose_password_it_was_if_that_is_adopted() {
    let mut fixture = started("local-adopted");
    fixture.set("ADOPTCTX(YES) CHCKLOCL(OPTIONAL)");
    let mut jill = fixture
        .connect(Some(("jill", b"secret")))
        .expect("the right password");
    let queue = jill.open("Q", mq::MQOO_OUTPUT).expect("she may put");
    let read = jill.open("Q", mq::MQOO_INPUT_SHARED).expect_err("only put");
    assert_eq!(read.reason, Reason::NOT_AUTHORIZED);
    let mut descriptor = crate::support::not_persistent();
    jill.put(queue, &mut descriptor, &mut Default::default(), "hello")
        .expect("a put");
    assert_eq!(&descriptor.user_identifier, b"jill        ");
    fixture.set("ADOPTCTX(NO) CHCKLOCL(OPTIONAL)");
    let mut own = fixture
        .connect(Some(("jill", b"secret")))
        .expect("the right password");
    assert!(own.open("Q", mq::MQOO_INPUT_SHARED).is_ok());
}

#[test]
fn a_refusal_waits_as_long_as_faildlay_says_and_nobody_else_does() {
    let mut fixture = started("local-delay");
    fixture.set("CHCKLOCL(OPTIONAL) FAILDLAY(1)");
    let began = Instant::now();
    std::thread::scope(|scope| {
        let waiting: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| fixture.connect(Some(("jill", b"wrong"))).map(drop)))
            .collect();
        assert!(fixture.connect(Some(("jill", b"secret"))).is_ok());
        assert!(fixture.connect(None).is_ok());
        for refused in waiting {
            assert_eq!(
                refused.join().expect("no panic"),
                Err(Reason::NOT_AUTHORIZED)
            );
        }
    });
    assert!(began.elapsed() >= Duration::from_secs(1));
}

#[test]
fn a_program_that_gives_up_while_its_password_is_checked_leaves_nothing_behind() {
    let mut fixture = started("local-gone");
    fixture.set("CHCKLOCL(OPTIONAL) FAILDLAY(0)");
    let before = fixture.running.connect();
    for _ in 0..20 {
        let socket = std::os::unix::net::UnixStream::connect(fixture.running.socket());
        let mut socket = socket.expect("somebody listens");
        let hello =
            ferromq_mqi::codec::Hello::Connect(Box::new(ferromq_mqi::codec::ConnectHello {
                password: Some(Password {
                    user_id: "jill".to_owned(),
                    password: b"secret".to_vec(),
                }),
                ..Default::default()
            }));
        let opaque = hello.encode();
        let mut bytes = b"FMQHELLO".to_vec();
        for word in [1, opaque.len() as u32, 0, 0] {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes.extend_from_slice(&opaque);
        std::io::Write::write_all(&mut socket, &bytes).expect("sent");
    }
    // Decided after all of those that left, for decisions are made in order by two threads.
    for _ in 0..3 {
        assert!(fixture.connect(Some(("jill", b"secret"))).is_ok());
    }
    drop(before);
}

/// Rules of a service of our own: `pam_exec` runs a program that knows two users.
fn pam_rules(directory: &Path) -> PamService {
    use std::os::unix::fs::PermissionsExt;
    let script = directory.join("asked");
    let text = "#!/bin/sh\npassword=$(tr -d '\\0')\n\
                case \"$PAM_USER:$password\" in joe:fine|jill:other|gone:fine) exit 0;; esac\nexit 1\n";
    std::fs::write(&script, text).expect("written");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&script, mode).expect("set");
    let rules = directory.join("pam.d");
    std::fs::create_dir_all(&rules).expect("made");
    let text = format!(
        "auth required pam_exec.so expose_authtok quiet {}\n\
         account [success=ignore default=1] pam_succeed_if.so quiet user = gone\n\
         account requisite pam_deny.so\n\
         account required pam_permit.so\n",
        script.display()
    );
    std::fs::write(rules.join("ibmmq"), text).expect("written");
    PamService {
        name: "ibmmq".to_owned(),
        directory: Some(rules),
    }
}

#[test]
fn users_of_the_system_are_asked_of_pam_and_users_kept_here_are_not() {
    let probe = Scratch::new("local-pam-probe");
    let skip = |why: &str| skipped::skip("users of the system are asked of PAM", why);
    match Pam::load() {
        Err(error) => return skip(&error.to_string()),
        Ok(pam) if pam.check(&pam_rules(&probe.0), "joe", b"fine") != Ok(()) => {
            return skip("pam_exec is not there, or cannot be run");
        }
        Ok(_) => {}
    }
    let mut fixture = started_with("local-pam", |settings, scratch| {
        settings.system = Some(pam_rules(scratch));
    });
    fixture.set("CHCKLOCL(OPTIONAL) FAILDLAY(0)");
    let allow = "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('joe') AUTHADD(CONNECT)";
    command(&mut fixture.administrator, allow);
    assert!(fixture.connect(Some(("joe", b"fine"))).is_ok());
    let told = fixture.refused(Some(("joe", b"wrong")));
    assert!(told.contains("AMQ5534E"), "{told}");
    // The file of users has the last word about who is in it.
    assert!(fixture.connect(Some(("jill", b"secret"))).is_ok());
    fixture.refused(Some(("jill", b"other")));
    let told = fixture.refused(Some(("gone", b"fine")));
    assert!(told.contains("FMQ0056W"), "{told}");
    assert!(told.contains("pam_acct_mgmt"), "{told}");
}

#[test]
fn a_place_from_which_too_many_wrong_passwords_come_is_shut_for_a_while() {
    let mut fixture = started_with("local-guesses", |settings, _| {
        settings.wrong_max = 3;
        settings.wrong_interval = Duration::from_secs(3600);
    });
    fixture.set("CHCKLOCL(OPTIONAL) FAILDLAY(0)");
    for number in 1..=3 {
        let told = fixture.refused(Some(("jill", b"wrong")));
        assert_eq!(told.contains("AMQ5534E"), number == 1, "{told}");
        assert_eq!(told.contains("FMQ0058W"), number == 3, "{told}");
    }
    assert_eq!(fixture.refused(Some(("jill", b"wrong"))), "", "told once");
    assert_eq!(fixture.refused(Some(("jill", b"secret"))), "");
    assert!(fixture.connect(None).is_ok(), "no password, no guess");
    let told = fixture.ended();
    assert!(
        told.contains("AMQ5534E") && told.contains("(3 times since"),
        "{told}"
    );
}
