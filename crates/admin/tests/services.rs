//! Services as objects, in MQSC and in programmable command formats, with somebody who only pretends to run programs.

use crate::answers::{done, refused, send};
use crate::started::{created, started};
use ferromq_admin::status::Moment;
use ferromq_admin::{ServiceError, ServiceState, ServiceStatus, Services, run_command};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::Parameter;
use std::sync::{Arc, Mutex};

#[derive(Default)]
pub(crate) struct Pretended(Mutex<Vec<Definition>>);

impl Services for Pretended {
    fn start(&self, service: &Definition) -> Result<(), ServiceError> {
        let mut running = self.0.lock().expect("no panic");
        if running.iter().any(|one| one.name() == service.name()) {
            return Err(ServiceError::AlreadyActive);
        }
        match service.text(Attr::Startcmd) {
            "" => return Err(ServiceError::NoCommand),
            "/denied" => return Err(ServiceError::Denied("no".to_owned())),
            "/nowhere" => return Err(ServiceError::NotStarted("no".to_owned())),
            _ => {}
        }
        running.push(service.clone());
        Ok(())
    }

    fn stop(&self, service: &Definition) -> Result<(), ServiceError> {
        if service.text(Attr::Stopcmd).is_empty() {
            return Err(ServiceError::NoCommand);
        }
        let mut running = self.0.lock().expect("no panic");
        let before = running.len();
        running.retain(|one| one.name() != service.name());
        if running.len() == before {
            return Err(ServiceError::NotActive);
        }
        Ok(())
    }

    fn running(&self) -> Vec<ServiceStatus> {
        let running = self.0.lock().expect("no panic");
        let status = |definition: &Definition| ServiceStatus {
            definition: definition.clone(),
            state: ServiceState::Running,
            process_id: 77,
            start: Moment::at_us(1),
        };
        running.iter().map(status).collect()
    }
}

#[test]
fn a_service_is_defined_started_shown_and_stopped() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let run = |text: &str| run_command(&operations, text).0;
    assert!(run("DISPLAY SERVICE(*) SERVTYPE").contains("SERVICE(SYSTEM.DEFAULT.SERVICE)"));
    assert!(run("DEFINE SERVICE(S) STARTCMD('/bin/x') SERVTYPE(SERVER)").starts_with("AMQ8625I"));
    assert!(
        run("START SERVICE(S)").starts_with("AMQ8404E"),
        "nobody runs programs here"
    );
    operations.set_services(Arc::new(Pretended::default()));
    assert!(run("DISPLAY SVSTATUS(*)").starts_with("AMQ8147E"));
    assert!(run("START SERVICE(S)").starts_with("AMQ8733I"));
    assert!(run("START SERVICE(S)").starts_with("AMQ8737W"));
    // It is not deleted while it runs, as documented.
    assert!(run("DELETE SERVICE(S)").starts_with("AMQ8737W"));
    assert!(run("DELETE SERVICE(S) IGNSTATE(YES)").starts_with("AMQ8737W"));
    let shown = run("DISPLAY SVSTATUS(S)");
    for field in [
        "STATUS(RUNNING)",
        "PID(77)",
        "STARTDA(1970-01-01)",
        "STARTCMD(/bin/x)",
        "STOPCMD( )",
    ] {
        assert!(shown.contains(field), "{field} in {shown}");
    }
    assert!(run("DISPLAY SVSTATUS(*) WHERE(PID GT 77)").starts_with("AMQ8147E"));
    assert!(run("STOP SERVICE(S)").starts_with("AMQ8739E"));
    assert!(
        run("ALTER SERVICE(S) STOPCMD('/bin/y') CONTROL(QMGR) DESCR('d')").starts_with("AMQ8622I")
    );
    assert!(run("STOP SERVICE(S)").starts_with("AMQ8732I"));
    assert!(run("STOP SERVICE(S)").starts_with("AMQ8738E"));
    assert!(run("STOP SERVICE(S) IGNSTATE(YES)").starts_with("AMQ8732I"));
    assert!(run("DEFINE SERVICE(T) LIKE(S)").starts_with("AMQ8625I"));
    assert!(run("DISPLAY SERVICE(T) CONTROL STOPCMD").contains("CONTROL(QMGR)"));
    assert!(run("DEFINE SERVICE(T)").starts_with("AMQ8150E"));
    assert!(run("DELETE SERVICE(T)").starts_with("AMQ8627I"));
    assert!(run("DELETE SERVICE(T)").starts_with("AMQ8147E"));
    let long = "x".repeat(256);
    assert!(run(&format!("ALTER SERVICE(S) STARTARG('{long}')")).starts_with("AMQ8405I"));
    assert!(run("DISPLAY SERVICE(*) MAXDEPTH").starts_with("AMQ8405I"));
}

#[test]
fn a_service_is_made_asked_for_started_and_deleted_by_programmable_commands() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    operations.set_services(Arc::new(Pretended::default()));
    let name = |name: &str| Parameter::text(MQCA_SERVICE_NAME, name);
    let create = vec![
        name("S"),
        Parameter::text(MQCA_SERVICE_START_COMMAND, "/bin/x"),
        Parameter::int(MQIA_SERVICE_TYPE, MQSVC_TYPE_SERVER),
        Parameter::int(MQIA_SERVICE_CONTROL, MQSVC_CONTROL_Q_MGR_START),
    ];
    done(&operations, MQCMD_CREATE_SERVICE, create);
    let copy = vec![
        Parameter::text(MQCACF_FROM_SERVICE_NAME, "S"),
        Parameter::text(MQCACF_TO_SERVICE_NAME, "T"),
        Parameter::text(MQCA_SERVICE_STOP_COMMAND, "/bin/y"),
    ];
    done(&operations, MQCMD_COPY_SERVICE, copy);
    let inquired = done(&operations, MQCMD_INQUIRE_SERVICE, vec![name("T")]);
    assert_eq!(inquired.int(MQIA_SERVICE_TYPE), Some(MQSVC_TYPE_SERVER));
    assert_eq!(
        inquired.int(MQIA_SERVICE_CONTROL),
        Some(MQSVC_CONTROL_Q_MGR_START)
    );
    let refuse = |command, parameters| refused(&operations, command, parameters).0;
    let status = MQCMD_INQUIRE_SERVICE_STATUS;
    assert_eq!(
        refuse(status, vec![name("*")]),
        MQRCCF_SERV_STATUS_NOT_FOUND
    );
    assert_eq!(
        refuse(MQCMD_STOP_SERVICE, vec![name("S")]),
        MQRCCF_NO_STOP_CMD
    );
    assert_eq!(
        refuse(MQCMD_STOP_SERVICE, vec![name("T")]),
        MQRCCF_SERVICE_STOPPED
    );
    done(&operations, MQCMD_START_SERVICE, vec![name("T")]);
    assert_eq!(
        refuse(MQCMD_START_SERVICE, vec![name("T")]),
        MQRCCF_SERVICE_RUNNING
    );
    assert_eq!(
        refuse(MQCMD_DELETE_SERVICE, vec![name("T")]),
        MQRCCF_SERVICE_RUNNING
    );
    let asked = vec![name("*")];
    let answers = send(&operations, status, asked);
    assert_eq!(answers.len(), 1);
    assert_eq!(
        answers[0].int(MQIACF_SERVICE_STATUS),
        Some(MQSVC_STATUS_RUNNING)
    );
    assert_eq!(answers[0].int(MQIACF_PROCESS_ID), Some(77));
    for (command, reason) in [
        ("", MQRCCF_NO_START_CMD),
        ("/denied", MQRCCF_PROGRAM_AUTH_FAILED),
        ("/nowhere", MQRCCF_PROGRAM_NOT_AVAILABLE),
    ] {
        let change = vec![
            name("S"),
            Parameter::text(MQCA_SERVICE_START_COMMAND, command),
        ];
        done(&operations, MQCMD_CHANGE_SERVICE, change);
        assert_eq!(refuse(MQCMD_START_SERVICE, vec![name("S")]), reason);
    }
    done(&operations, MQCMD_DELETE_SERVICE, vec![name("S")]);
    let gone = refuse(MQCMD_INQUIRE_SERVICE, vec![name("S")]);
    assert_eq!(gone, MQRC_UNKNOWN_OBJECT_NAME);
}
