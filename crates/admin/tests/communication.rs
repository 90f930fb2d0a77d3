//! Communication information as objects, in MQSC and in programmable command formats.

use crate::answers::{done, refused};
use crate::started::{created, started};
use ferromq_admin::run_command;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::Parameter;

#[test]
fn communication_information_is_defined_altered_shown_and_kept() {
    let disk = created();
    {
        let (manager, operations) = started(&disk);
        let run = |text: &str| run_command(&operations, text).0;
        let shown = run("DISPLAY COMMINFO(SYSTEM.DEFAULT.COMMINFO.MULTICAST)");
        for field in [
            "TYPE(MULTICAST)",
            "BRIDGE(ENABLED)",
            "CCSID(ASPUB)",
            "ENCODING(ASPUB)",
            "GRPADDR(239.0.0.0)",
            "MCHBINT(2000)",
            "MCPROP(ALL)",
            "MSGHIST(100)",
            "NSUBHIST(NONE)",
            "PORT(1414)",
        ] {
            assert!(shown.contains(field), "{field} in {shown}");
        }
        let define =
            "DEFINE COMMINFO(C) TYPE(MULTICAST) GRPADDR('239.1.1.1') CCSID(1208) ENCODING(NORMAL)";
        assert!(run(define).starts_with("FMQ0169I"));
        assert!(run("ALTER COMMINFO(C) MCHBINT(5) COMMEV(EXCEPTION)").starts_with("FMQ0170I"));
        assert!(run("DEFINE COMMINFO(D) LIKE(C) MCPROP(USER)").starts_with("FMQ0169I"));
        assert!(run("DELETE COMMINFO(D)").starts_with("FMQ0171I"));
        for wrong in [
            "DEFINE COMMINFO(E) TYPE(UNICAST)",
            "ALTER COMMINFO(C) TYPE(MULTICAST)",
            "ALTER COMMINFO(C) PORT(65536)",
            "ALTER COMMINFO(C) CCSID(0)",
        ] {
            assert!(run(wrong).starts_with("AMQ8405I"), "{wrong}");
        }
        drop(manager);
    }
    let (_manager, operations) = started(&disk);
    let shown = run_command(&operations, "DISPLAY COMMINFO(C)").0;
    for field in [
        "GRPADDR(239.1.1.1)",
        "CCSID(1208)",
        "ENCODING(NORMAL)",
        "MCHBINT(5)",
    ] {
        assert!(shown.contains(field), "{field} in {shown}");
    }
}

#[test]
fn communication_information_is_made_and_asked_for_by_programmable_commands() {
    let disk = created();
    let (_manager, operations) = started(&disk);
    let name = || Parameter::text(MQCA_COMM_INFO_NAME, "C");
    let create = vec![
        name(),
        Parameter::int(MQIA_COMM_INFO_TYPE, MQCIT_MULTICAST),
        Parameter::int(MQIACH_MC_HB_INTERVAL, 7),
        Parameter::text(MQCACH_GROUP_ADDRESS, "239.2.2.2"),
    ];
    done(&operations, MQCMD_CREATE_COMM_INFO, create);
    let change = vec![name(), Parameter::int(MQIA_MCAST_BRIDGE, MQMCB_DISABLED)];
    done(&operations, MQCMD_CHANGE_COMM_INFO, change);
    let copy = vec![
        Parameter::text(MQCACF_FROM_COMM_INFO_NAME, "C"),
        Parameter::text(MQCACF_TO_COMM_INFO_NAME, "D"),
    ];
    done(&operations, MQCMD_COPY_COMM_INFO, copy);
    let of_copy = vec![Parameter::text(MQCA_COMM_INFO_NAME, "D")];
    let inquired = done(&operations, MQCMD_INQUIRE_COMM_INFO, of_copy);
    assert_eq!(inquired.int(MQIACH_MC_HB_INTERVAL), Some(7));
    assert_eq!(inquired.int(MQIA_MCAST_BRIDGE), Some(MQMCB_DISABLED));
    assert_eq!(
        inquired.int(MQIA_CODED_CHAR_SET_ID),
        Some(MQCCSI_AS_PUBLISHED)
    );
    let wrong = vec![name(), Parameter::int(MQIA_COMM_INFO_TYPE, 9)];
    let refusal = refused(&operations, MQCMD_CREATE_COMM_INFO, wrong).0;
    assert_eq!(refusal, MQRCCF_COMM_INFO_TYPE_ERROR);
    done(&operations, MQCMD_DELETE_COMM_INFO, vec![name()]);
    let gone = refused(&operations, MQCMD_INQUIRE_COMM_INFO, vec![name()]).0;
    assert_eq!(gone, MQRC_UNKNOWN_OBJECT_NAME);
}
