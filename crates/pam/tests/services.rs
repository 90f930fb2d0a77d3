//! Services of our own, in a directory of our own, with the modules every Linux-PAM brings.

use ferromq_base::skipped;
use ferromq_pam::{Pam, Refusal, Service};
use std::path::{Path, PathBuf};

struct Rules(PathBuf);

impl Rules {
    /// A directory with these services, or nothing where there is no PAM to test with.
    fn new(test: &str, services: &[(&str, &str)]) -> Option<(Pam, Self)> {
        let pam = match Pam::load() {
            Ok(pam) => pam,
            Err(error) => {
                skipped::skip(test, &error.to_string());
                return None;
            }
        };
        let path = std::env::temp_dir().join(format!("ferromq-pam-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        for (name, rules) in services {
            std::fs::write(path.join(name), rules).expect("written");
        }
        let rules = Self(path);
        // Modules may be elsewhere, or not installed with the library.
        if pam.check(&rules.service("probe"), "joe", b"x") != Ok(()) && has(services, "probe") {
            let why = "pam_permit is not there, or this libpam knows no other directories";
            skipped::skip(test, why);
            return None;
        }
        Some((pam, rules))
    }

    fn service(&self, name: &str) -> Service {
        Service {
            name: name.to_owned(),
            directory: Some(self.0.clone()),
        }
    }
}

fn has(services: &[(&str, &str)], name: &str) -> bool {
    services.iter().any(|(it, _)| *it == name)
}

impl Drop for Rules {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const PERMIT: &str = "auth required pam_permit.so\naccount required pam_permit.so\n";

#[test]
fn modules_decide_about_password_and_account() {
    let services = [
        ("probe", PERMIT),
        (
            "denied",
            "auth required pam_deny.so\naccount required pam_permit.so\n",
        ),
        (
            "locked",
            "auth required pam_permit.so\naccount required pam_deny.so\n",
        ),
        (
            "broken",
            "auth required pam_no_such_module.so\naccount required pam_permit.so\n",
        ),
    ];
    let Some((pam, rules)) = Rules::new("modules-decide", &services) else {
        return;
    };
    let check = |name: &str| pam.check(&rules.service(name), "joe", b"secret");
    assert_eq!(check("probe"), Ok(()));
    assert_eq!(check("denied"), Err(Refusal::Wrong));
    match check("locked") {
        Err(Refusal::Account(answer)) => {
            assert_eq!(answer.call, "pam_acct_mgmt");
            assert!(!answer.text.is_empty());
        }
        other => panic!("{other:?}"),
    }
    assert!(
        matches!(
            check("broken"),
            Err(Refusal::NotChecked(_) | Refusal::Wrong)
        ),
        "{:?}",
        check("broken")
    );
}

/// `pam_exec` runs a program with the user in its environment and the password on its input.
#[test]
fn modules_get_the_user_and_the_password_that_were_given() {
    let script = std::env::temp_dir().join(format!("ferromq-pam-script-{}", std::process::id()));
    let rule = format!(
        "auth required pam_exec.so expose_authtok quiet {}\naccount required pam_permit.so\n",
        script.display()
    );
    let Some((pam, rules)) =
        Rules::new("modules-are-given", &[("probe", PERMIT), ("asked", &rule)])
    else {
        return;
    };
    executable(
        &script,
        "#!/bin/sh\npassword=$(tr -d '\\0')\ntest \"$PAM_USER:$password\" = 'jill:right one'\n",
    );
    let check = |user: &str, password: &[u8]| pam.check(&rules.service("asked"), user, password);
    assert_eq!(check("jill", b"right one"), Ok(()));
    assert!(check("jill", b"right on").is_err());
    assert!(check("joe", b"right one").is_err());
    assert_eq!(check("jill", b"a\0b"), Err(Refusal::Unusable));
    assert_eq!(check("ji\0ll", b"right one"), Err(Refusal::Unusable));
    let _ = std::fs::remove_file(&script);
}

fn executable(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(path, text).expect("written");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(path, mode).expect("set");
}

#[test]
fn many_threads_ask_at_once() {
    let denied = "auth required pam_deny.so\naccount required pam_permit.so\n";
    let Some((pam, rules)) =
        Rules::new("many-threads-ask", &[("probe", PERMIT), ("denied", denied)])
    else {
        return;
    };
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..50 {
                    assert_eq!(pam.check(&rules.service("probe"), "joe", b"x"), Ok(()));
                    let denied = pam.check(&rules.service("denied"), "joe", b"x");
                    assert_eq!(denied, Err(Refusal::Wrong));
                }
            });
        }
    });
}
