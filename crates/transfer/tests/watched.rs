//! Monitors, sandboxes and credentials as others write them say what they say.

use crate::examples::{agent, ann};
use ferromq_transfer::access::{Credentials, PatternKind, Rule, RuleKind, UserSandboxes};
use ferromq_transfer::monitor::{
    Condition, Conditions, DeleteMonitor, Monitor, MonitorAction, MonitorListing, MonitorLog,
    NamePattern, PollUnit, Resource,
};
use ferromq_transfer::request::{Request, SourceEnd};
use ferromq_transfer::xml::ProblemKind;

/// The monitor, with these resources and conditions.
fn monitor_text(resources: &str, conditions: &str) -> String {
    format!(
        "<monitor:monitor version='5.00' xmlns:monitor='http://www.ibm.com/xmlns/wmqfte/7.0.1/MonitorDefinition' \
         xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='http://www.ibm.com/xmlns/wmqfte/7.0.1/MonitorDefinition ./Monitor.xsd'>\
         <name>CSVWATCH</name><pollInterval units='seconds'>5</pollInterval><batch maxSize='20'/><agent>NORTH</agent>\
         <resources>{resources}</resources><triggerMatch><conditions>{conditions}</conditions></triggerMatch>\
         <tasks><task><name/><transfer><request version='6.00' xsi:noNamespaceSchemaLocation='FileTransfer.xsd'><managedTransfer>\
         <originator><hostName>desk7.example</hostName><userID>ann</userID></originator>\
         <sourceAgent agent='NORTH' QMgr='QM1'/><destinationAgent agent='SOUTH' QMgr='QM2'/>\
         <transferSet priority='0'><item mode='binary' checksumMethod='MD5'>\
         <source type='file' recursive='false' disposition='delete'><file>${{FilePath}}</file></source>\
         <destination type='file' exist='overwrite'><file>/srv/in/${{FileName}}</file></destination>\
         </item></transferSet></managedTransfer></request></transfer></task></tasks>\
         <originator><hostName>desk7.example</hostName><userID>ann</userID></originator><job><name>csv</name></job></monitor:monitor>"
    )
}

fn names(pattern: &str, exclude: Option<&str>) -> NamePattern {
    NamePattern {
        pattern: pattern.to_owned(),
        kind: PatternKind::Wildcard,
        exclude: exclude.map(str::to_owned),
    }
}

#[test]
fn a_monitor_of_a_directory() {
    let text = monitor_text(
        "<directory recursionLevel='1'>/srv/out</directory>",
        "<allOf><condition><fileMatch><pattern type='wildcard'>*.csv</pattern><exclude>tmp*</exclude></fileMatch></condition></allOf>",
    );
    let found = Monitor::parse(text.as_bytes()).expect("read");
    assert_eq!(
        (found.name.as_str(), found.agent.as_str()),
        ("CSVWATCH", "NORTH")
    );
    assert_eq!(
        (found.poll_interval, found.poll_unit, found.batch_max),
        (5, PollUnit::Seconds, Some(20))
    );
    let resource = Resource::Directory {
        path: "/srv/out".to_owned(),
        recursion_level: 1,
    };
    assert_eq!(found.resource, resource);
    let condition = Condition::FileMatch(names("*.csv", Some("tmp*")));
    assert_eq!(found.conditions, Conditions::All(vec![condition]));
    assert_eq!(
        (found.originator, found.job.as_deref()),
        (ann(), Some("csv"))
    );
    match &found.tasks[0].request {
        Request::ManagedTransfer(transfer) => match &transfer.set.items[0].source.end {
            SourceEnd::File { file, .. } => assert_eq!(file.path, "${FilePath}"),
            SourceEnd::Queue(queue) => panic!("{queue:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn conditions_of_all_kinds() {
    let directory = "<directory>/srv/out</directory>";
    for (text, wanted) in [
        (
            "<condition><fileMatch><pattern>a</pattern></fileMatch></condition>",
            Condition::FileMatch(names("a", None)),
        ),
        (
            "<condition><fileNoMatch><pattern>a</pattern></fileNoMatch></condition>",
            Condition::FileNoMatch(names("a", None)),
        ),
        (
            "<condition><fileSize><compare operator='>=' units='MB'>10</compare><pattern>a</pattern></fileSize></condition>",
            Condition::FileSize {
                at_least_bytes: 10 << 20,
                pattern: names("a", None),
            },
        ),
        (
            "<condition><fileSizeSame polls='3'><pattern>a</pattern></fileSizeSame></condition>",
            Condition::FileSizeSame {
                polls: 3,
                pattern: names("a", None),
            },
        ),
        ("<queueNotEmpty/>", Condition::QueueNotEmpty),
        (
            "<condition><completeGroups/></condition>",
            Condition::CompleteGroups,
        ),
    ] {
        let found = Monitor::parse(monitor_text(directory, text).as_bytes()).expect(text);
        assert_eq!(found.conditions, Conditions::One(wanted), "{text}");
    }
    let queue = Monitor::parse(monitor_text("<queue>PARTS</queue>", "<queueNotEmpty/>").as_bytes())
        .expect("read");
    assert_eq!(queue.resource, Resource::Queue("PARTS".to_owned()));
    for (resources, conditions) in [
        ("", "<queueNotEmpty/>"),
        (directory, ""),
        (directory, "<allOf/>"),
        (directory, "<condition><moonIsFull/></condition>"),
        (
            directory,
            "<condition><fileSizeSame polls='0'><pattern>a</pattern></fileSizeSame></condition>",
        ),
        (
            directory,
            "<condition><fileSize><compare operator='&lt;'>1</compare><pattern>a</pattern></fileSize></condition>",
        ),
    ] {
        assert!(
            Monitor::parse(monitor_text(resources, conditions).as_bytes()).is_err(),
            "{resources} {conditions}"
        );
    }
}

#[test]
fn the_end_of_a_monitor() {
    let text = "<m:deleteMonitor version='5.00' xmlns:m='http://www.ibm.com/xmlns/wmqfte/7.0.1/MonitorDefinition'>\
         <name>CSVWATCH</name><originator><hostName>desk7.example</hostName><userID>ann</userID></originator></m:deleteMonitor>";
    let found = DeleteMonitor::parse(text.as_bytes()).expect("read");
    assert_eq!((found.name.as_str(), found.originator), ("CSVWATCH", ann()));
}

#[test]
fn what_is_published_of_monitors() {
    let text = "<lst:monitorList xmlns:lst='http://www.ibm.com/xmlns/wmqfte/7.0.1/MonitorDefinition' version='6.00' agent='NORTH' monitor='CSVWATCH'>\
         <status state='started'/><configuration><description/><resources><directory recursionLevel='1'>/srv/out</directory></resources></configuration>\
         <pollInterval units='seconds'>5</pollInterval><batch maxSize='20'/></lst:monitorList>";
    let found = MonitorListing::parse(text.as_bytes()).expect("read");
    assert_eq!(
        (
            found.agent.as_str(),
            found.monitor.as_str(),
            found.state.as_str()
        ),
        ("NORTH", "CSVWATCH", "started")
    );
    assert_eq!(
        (found.poll_interval, found.batch_max, found.tasks.len()),
        (5, Some(20), 0)
    );
    assert!(matches!(
        found.resource,
        Some(Resource::Directory {
            recursion_level: 1,
            ..
        })
    ));

    // In a name space, and in none.
    for (open, close) in [
        (
            "log:monitorLog xmlns:log='http://www.ibm.com/xmlns/wmqfte/7.0.1/MonitorDefinition'",
            "log:monitorLog",
        ),
        ("monitorLog", "monitorLog"),
    ] {
        let id = crate::examples::ID;
        let text = format!(
            "<{open} version='6.00' monitorName='CSVWATCH' referenceId='{id}'><originator><hostName>desk7.example</hostName><userID>ann</userID></originator>\
             <references><createRequest>{id}</createRequest></references><action time='2027-03-01T02:00:00Z'>triggerSatisfied</action>\
             <monitorAgent agent='NORTH' QMgr='QM1'/><status resultCode='0'/></{close}>"
        );
        let found = MonitorLog::parse(text.as_bytes()).expect("read");
        assert_eq!(
            (found.action, found.agent),
            (MonitorAction::TriggerSatisfied, agent("NORTH", "QM1"))
        );
        assert_eq!(
            (found.create_request, found.task_request),
            (Some(crate::examples::id()), None)
        );
    }
}

#[test]
fn sandboxes_of_users() {
    let text = "<tns:userSandboxes xmlns:tns='http://wmqfte.ibm.com/UserSandboxes'><tns:agent>\
         <tns:sandbox user='acct[0-9]+' userPattern='regex'><tns:read><tns:include name='/srv/out/**'/><tns:exclude name='/srv/out/private/**'/></tns:read>\
         <tns:write><tns:include name='/srv/in/'/><tns:include name='IN.*' type='queue'/></tns:write></tns:sandbox></tns:agent></tns:userSandboxes>";
    let found = UserSandboxes::parse(text.as_bytes()).expect("read");
    let [sandbox] = &found.sandboxes[..] else {
        panic!("{found:?}");
    };
    assert_eq!(
        (sandbox.user.as_str(), sandbox.user_pattern),
        ("acct[0-9]+", PatternKind::Regex)
    );
    let rule = |name: &str, kind| Rule {
        name: name.to_owned(),
        kind,
    };
    assert_eq!(sandbox.read.include, [rule("/srv/out/**", RuleKind::File)]);
    assert_eq!(
        sandbox.read.exclude,
        [rule("/srv/out/private/**", RuleKind::File)]
    );
    assert_eq!(
        sandbox.write.include,
        [
            rule("/srv/in/", RuleKind::File),
            rule("IN.*", RuleKind::Queue)
        ]
    );
    let other = text.replace("UserSandboxes'", "Other'");
    let problem = UserSandboxes::parse(other.as_bytes()).expect_err("another name space");
    assert!(
        matches!(problem.kind, ProblemKind::Root { .. }),
        "{problem}"
    );
}

#[test]
fn credentials_are_found_by_queue_manager_and_user_and_not_shown() {
    let text = "<c:mqmftCredentials xmlns:c='http://wmqfte.ibm.com/MQMFTCredentials'>\
         <c:qmgr name='QM1' mqUserId='all' mqPassword='a'/>\
         <c:qmgr name='QM1' user='ann' mqUserId='mft' mqPassword='s3cret' useMQCSPAuthentication='true'/>\
         <c:file path='x'/><c:qmgr name='QM2' user='ann' mqUserIdCipher='x' mqPasswordCipher='y'/></c:mqmftCredentials>";
    let found = Credentials::parse(text.as_bytes()).expect("read");
    let user = |q_mgr, user| {
        found
            .find(q_mgr, user)
            .and_then(|it| it.mq_user_id.as_deref())
    };
    assert_eq!(user("QM1", "ann"), Some("mft"));
    assert_eq!(user("QM1", "bob"), Some("all"));
    assert_eq!(found.find("QM2", "bob"), None);
    assert_eq!(
        found.find("QM1", "ann").and_then(|it| it.use_mqcsp),
        Some(true)
    );
    let shown = format!("{found:?}");
    assert!(
        shown.contains("mft") && !shown.contains("s3cret"),
        "{shown}"
    );
    for wrong in [
        "<c:qmgr name='QM1' mqPassword='s3cret'/>",
        "<c:qmgr mqUserId='a' mqPassword='s3cret'/>",
        "<c:qmgr name='QM1' mqUserId='a' mqPassword='s3cret' mqPasswordCipher='x'/>",
        "<c:qmgr name='QM1' mqUserId='a' mqPassword='s3cret' useMQCSPAuthentication='s3cre'/>",
    ] {
        let text = format!(
            "<c:mqmftCredentials xmlns:c='http://wmqfte.ibm.com/MQMFTCredentials'>{wrong}</c:mqmftCredentials>"
        );
        let problem = Credentials::parse(text.as_bytes()).expect_err(wrong);
        assert!(!problem.to_string().contains("s3cret"), "{problem}");
    }
}
