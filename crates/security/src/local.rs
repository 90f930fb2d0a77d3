//! The decision about local programs: may this process connect, and as whom?
//!
//! The operating system says what user a local process runs as, so channel authentication records
//! have nothing to add; what counts is `CHCKLOCL` of the object `CONNAUTH` names.
//!
//! A user whose name has no room in a message descriptor would act there under the name of somebody else, and does not connect. The queue
//! manager's own user does, for queue managers run as whoever starts them.
//!
//! 1. With `NONE`, or a blank `CONNAUTH`, credentials are not looked at.
//! 2. Credentials that are there have to be right.
//! 3. With `REQUIRED` everybody has to give them, with `REQDADM` those who run as an administrator.
//! 4. With `ADOPTCTX(YES)` the connection runs as the user in them, else as that of the process.
//!
//! Sources: the manual topics on connection authentication and its configuration, on
//! `CHCKLOCL` of `DEFINE AUTHINFO`, and on user identities: 12 characters at most on Linux.

use crate::decision::{
    CheckClient, ConnectionAuthentication, Decision, RefusalKind, UserRepository, refusal,
};
use crate::notices;
use ferromq_mqi::generated::constants::MQ_USER_ID_LENGTH;

/// A local program that wants to connect.
#[derive(Clone, Debug)]
pub struct LocalApplicant<'a> {
    /// The user its process runs as, by the word of the operating system.
    pub user: &'a str,
    /// That one is root, or the user the queue manager runs as.
    pub is_own_user: bool,
    /// Its process number.
    pub process_id: u32,
    /// The user in the credentials, or blank.
    pub credentials_user: &'a str,
    /// Whether a password came with it.
    pub gave_password: bool,
    /// Name of the application.
    pub application: &'a str,
}

impl LocalApplicant<'_> {
    /// Whether the user has room in a message descriptor, or may do without.
    #[must_use]
    pub fn user_fits(&self) -> bool {
        self.is_own_user || user_fits(self.user)
    }
}

/// Whether the name of a user has room in a message descriptor.
#[must_use]
pub fn user_fits(user: &str) -> bool {
    user.len() <= MQ_USER_ID_LENGTH as usize
}

/// Decides whether a local program may connect, and as whom. `administers` says whether a user
/// administers the queue manager. Nothing is waited for and nothing is changed; the password is
/// the caller's to check.
#[must_use]
pub fn decide_local(
    authentication: Option<&ConnectionAuthentication>,
    applicant: &LocalApplicant<'_>,
    administers: &dyn Fn(&str) -> bool,
) -> Decision {
    let own = || match applicant.user_fits() {
        true => Decision::Admit {
            user: applicant.user.to_owned(),
        },
        false => {
            let line = notices::unusable_user(applicant, applicant.user);
            Decision::Refuse(refusal(RefusalKind::NoUser, vec![line], applicant.user))
        }
    };
    let Some(settings) = authentication.filter(|it| it.check_local != CheckClient::None) else {
        return own();
    };
    let of = applicant.credentials_user;
    let is_asked = match settings.check_local {
        _ if !of.is_empty() => true,
        CheckClient::Required => true,
        CheckClient::RequiredOfAdministrators => administers(applicant.user),
        CheckClient::None | CheckClient::Optional => false,
    };
    if !is_asked {
        return own();
    }
    let cause = notices::queue_manager_asks_local(settings);
    let refused =
        |kind, line, user| Decision::Refuse(refusal(kind, vec![line, cause.clone()], user));
    if of.is_empty() {
        let line = notices::credentials_missing(applicant);
        return refused(RefusalKind::CredentialsMissing, line, applicant.user);
    }
    if !applicant.gave_password {
        // Nobody's password is empty.
        let line = notices::wrong_password(applicant);
        return refused(RefusalKind::WrongPassword, line, of);
    }
    if settings.repository != UserRepository::OperatingSystem {
        let line = notices::repository_unusable(settings);
        return refused(RefusalKind::RepositoryUnusable, line, of);
    }
    if settings.adopt_context && !user_fits(of) {
        let line = notices::unusable_user(applicant, of);
        return refused(RefusalKind::NoUser, line, of);
    }
    let user = if settings.adopt_context {
        of
    } else if applicant.user_fits() {
        applicant.user
    } else {
        return own();
    };
    let line = notices::wrong_password(applicant);
    Decision::Verify {
        of: of.to_owned(),
        user: user.to_owned(),
        otherwise: refusal(RefusalKind::WrongPassword, vec![line, cause], of),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(check_local: CheckClient) -> ConnectionAuthentication {
        ConnectionAuthentication {
            object: "USE.PW".to_owned(),
            repository: UserRepository::OperatingSystem,
            check_client: CheckClient::None,
            check_local,
            adopt_context: true,
            fail_delay_seconds: 1,
        }
    }

    fn joe() -> LocalApplicant<'static> {
        LocalApplicant {
            user: "joe",
            is_own_user: false,
            process_id: 4711,
            credentials_user: "",
            gave_password: false,
            application: "amqsput",
        }
    }

    fn with_password(user: &'static str, of: &'static str) -> LocalApplicant<'static> {
        LocalApplicant {
            user,
            credentials_user: of,
            gave_password: true,
            ..joe()
        }
    }

    fn says(settings: Option<&ConnectionAuthentication>, who: &LocalApplicant<'_>) -> String {
        match decide_local(settings, who, &|user| user == "mqm") {
            Decision::Admit { user } => format!("as {user}"),
            Decision::Verify { of, user, .. } => format!("as {user} if {of}"),
            Decision::Refuse(refusal) => format!("{:?}", refusal.kind),
        }
    }

    #[test]
    fn each_value_of_chcklocl_asks_whom_it_says() {
        use CheckClient::{None, Optional, Required, RequiredOfAdministrators};
        let mqm = LocalApplicant {
            user: "mqm",
            ..joe()
        };
        for (check, of_joe, of_mqm, of_jill) in [
            (None, "as joe", "as mqm", "as joe"),
            (Optional, "as joe", "as mqm", "as jill if jill"),
            (
                RequiredOfAdministrators,
                "as joe",
                "CredentialsMissing",
                "as jill if jill",
            ),
            (
                Required,
                "CredentialsMissing",
                "CredentialsMissing",
                "as jill if jill",
            ),
        ] {
            let settings = settings(check);
            assert_eq!(says(Some(&settings), &joe()), of_joe, "{check:?}");
            assert_eq!(says(Some(&settings), &mqm), of_mqm, "{check:?}");
            let jill = with_password("joe", "jill");
            assert_eq!(says(Some(&settings), &jill), of_jill, "{check:?}");
        }
        assert_eq!(says(Option::None, &with_password("joe", "jill")), "as joe");
    }

    #[test]
    fn without_adoption_the_process_keeps_its_user() {
        let settings = ConnectionAuthentication {
            adopt_context: false,
            ..settings(CheckClient::Required)
        };
        let jill = with_password("joe", "jill");
        assert_eq!(says(Some(&settings), &jill), "as joe if jill");
    }

    #[test]
    fn what_cannot_be_right_is_refused_without_a_check() {
        let optional = settings(CheckClient::Optional);
        let long = with_password("joe", "a.user.too.long");
        assert_eq!(says(Some(&optional), &long), "NoUser");
        let without = LocalApplicant {
            credentials_user: "jill",
            ..joe()
        };
        assert_eq!(says(Some(&optional), &without), "WrongPassword");
        let ldap = ConnectionAuthentication {
            repository: UserRepository::Ldap,
            ..settings(CheckClient::Optional)
        };
        let jill = with_password("joe", "jill");
        assert_eq!(says(Some(&ldap), &jill), "RepositoryUnusable");
        assert_eq!(says(Some(&ldap), &joe()), "as joe");
    }

    /// Source: user identities: 12 characters at most. Cut, the name could be that of somebody else.
    #[test]
    fn a_user_whose_name_has_no_room_in_messages_does_not_connect_unless_the_queue_manager_is_run_by_it()
     {
        let long = LocalApplicant {
            user: "thirteen.long",
            ..joe()
        };
        let twelve = LocalApplicant {
            user: "twelve.chars",
            ..joe()
        };
        let own = LocalApplicant {
            is_own_user: true,
            ..long.clone()
        };
        let optional = settings(CheckClient::Optional);
        for settings in [Option::None, Some(&optional)] {
            assert_eq!(says(settings, &long), "NoUser");
            assert_eq!(says(settings, &twelve), "as twelve.chars");
            assert_eq!(says(settings, &own), "as thirteen.long");
        }
        // What counts is whom it acts as.
        let jill = with_password("thirteen.long", "jill");
        assert_eq!(says(Some(&optional), &jill), "as jill if jill");
        let kept = ConnectionAuthentication {
            adopt_context: false,
            ..optional
        };
        assert_eq!(says(Some(&kept), &jill), "NoUser");
        let Decision::Refuse(refusal) = decide_local(Option::None, &long, &|_| false) else {
            panic!("refused");
        };
        assert_eq!(refusal.lines[0].number, "AMQ9557E");
    }

    #[test]
    fn a_refusal_names_process_and_cause() {
        let settings = settings(CheckClient::Required);
        let Decision::Refuse(refusal) = decide_local(Some(&settings), &joe(), &|_| false) else {
            panic!("refused");
        };
        let text: Vec<_> = refusal
            .lines
            .iter()
            .map(|line| line.text.as_str())
            .collect();
        assert!(
            text[0].contains("'amqsput' in local process 4711"),
            "{text:?}"
        );
        assert!(
            text[1].contains("CHCKLOCL(REQUIRED) of 'USE.PW'"),
            "{text:?}"
        );
        assert_eq!(refusal.lines[1].number, "AMQ5542I");
    }
}
