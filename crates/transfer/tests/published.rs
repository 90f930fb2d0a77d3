//! Publications as others write them say what they say.

use crate::examples::{ID, agent, ann, id};
use ferromq_transfer::audit::{
    Action, AgentRole, AgentStatus, LoggedAgent, LoggedChecksum, LoggedEnd, Progress,
    ScheduleAction, ScheduleLog, Schedules, Statistics, SystemInfo, Transaction,
};
use ferromq_transfer::request::{Checksum, Disposition, Exist};
use ferromq_transfer::schedule::{CivilTime, Moment};

fn moment(text: &str) -> Moment {
    Moment::from_text(text).expect(text)
}

/// A publication of a transfer with this in it.
fn transaction(inside: &str) -> Transaction {
    let document = format!(
        "<?xml version='1.0' encoding='UTF-8'?><transaction version='6.00' ID='{ID}' agentRole='sourceAgent' \
         xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:noNamespaceSchemaLocation='TransferLog.xsd' xmlns=''>{inside}</transaction>"
    );
    Transaction::parse(document.as_bytes()).expect("read")
}

#[test]
fn a_transfer_began() {
    let found = transaction(
        "<action time='2027-03-01T02:00:00.120Z'>started</action>\
         <sourceAgent agent='NORTH' QMgr='QM1'><systemInfo architecture='amd64' name='Linux' version='6.18'/></sourceAgent>\
         <destinationAgent agent='SOUTH' QMgr='QM2'/>\
         <originator><hostName>desk7.example</hostName><userID>ann</userID><mqmdUserID>ann</mqmdUserID></originator>\
         <transferSet startTime='2027-03-01T02:00:00.120Z' total='1' bytesSent='0'><metaDataSet>\
         <metaData key='com.ibm.wmqfte.SourceAgent'>NORTH</metaData></metaDataSet></transferSet>\
         <job><name>nightly</name></job><scheduleLog ID='12'/>",
    );
    assert_eq!(
        (found.id, found.role, found.action),
        (id(), Some(AgentRole::Source), Action::Started)
    );
    assert_eq!(found.time.ms(), 1_803_866_400_120);
    let system = SystemInfo {
        architecture: "amd64".to_owned(),
        name: "Linux".to_owned(),
        version: "6.18".to_owned(),
    };
    let source = LoggedAgent {
        address: agent("NORTH", "QM1"),
        agent_type: None,
        bridge_url: None,
        system: Some(system),
    };
    assert_eq!(found.source_agent, Some(source));
    assert_eq!(
        found.originator.and_then(|it| it.mqmd_user_id).as_deref(),
        Some("ann")
    );
    let set = found.set.expect("a set");
    assert_eq!((set.total, set.bytes_sent), (Some(1), Some(0)));
    assert_eq!(
        set.metadata,
        [("com.ibm.wmqfte.SourceAgent".to_owned(), "NORTH".to_owned())]
    );
    assert_eq!(
        (found.job.as_deref(), found.schedule_id),
        (Some("nightly"), Some(12))
    );
}

#[test]
fn items_are_done() {
    let found = transaction(
        "<action time='2027-03-01T02:01:10Z'>progress</action><transferSet index='0' size='1' total='1'><item mode='binary'>\
         <source disposition='delete' type='file'><file size='32212254720' last-modified='2027-02-28T23:10:00.000Z'>/srv/out/big.img</file>\
         <checksum method='MD5'>9E107D9D372BB6826BD81D3542A419D6</checksum></source>\
         <destination exist='error' type='file'><file size='32212254720' last-modified='2027-03-01T02:01:10.000Z'>/srv/in/big.img</file>\
         <checksum method='MD5'>9E107D9D372BB6826BD81D3542A419D6</checksum></destination><status resultCode='0'/></item></transferSet>",
    );
    let set = found.set.expect("a set");
    assert_eq!((set.index, set.size), (Some(0), Some(1)));
    let item = &set.items[0];
    assert_eq!(
        (item.disposition, item.exist),
        (Some(Disposition::Delete), Some(Exist::Error))
    );
    assert_eq!(item.status.result_code, 0);
    let wanted = LoggedChecksum {
        method: Checksum::Md5,
        value: "9E107D9D372BB6826BD81D3542A419D6".to_owned(),
    };
    assert_eq!(item.source.checksum, Some(wanted));
    match &item.destination.end {
        LoggedEnd::File {
            file,
            size_bytes,
            last_modified,
        } => {
            assert_eq!(
                (file.path.as_str(), *size_bytes),
                ("/srv/in/big.img", Some(30 << 30))
            );
            assert_eq!(*last_modified, Some(moment("2027-03-01T02:01:10Z")));
        }
        end @ LoggedEnd::Queue { .. } => panic!("{end:?}"),
    }
}

#[test]
fn a_transfer_ended() {
    let found = transaction(
        "<action time='2027-03-01T02:01:11Z'>completed</action>\
         <status resultCode='0'><supplement>BFGRP0032I: all files are there.</supplement></status>\
         <transferSet startTime='2027-03-01T02:00:00.120Z' total='1' bytesSent='32212254720'/>\
         <statistics><actualStartTime>2027-03-01T02:00:00.190Z</actualStartTime><retryCount>0</retryCount>\
         <numFileFailures>0</numFileFailures><numFileWarnings>2</numFileWarnings></statistics>",
    );
    let wanted = Statistics {
        actual_start: Some(moment("2027-03-01T02:00:00.190Z")),
        retry_count: 0,
        failures: 0,
        warnings: 2,
    };
    assert_eq!(found.statistics, Some(wanted));
    assert_eq!(found.status.map(|status| status.result_code), Some(0));
}

#[test]
fn how_far_a_transfer_is() {
    let document = format!(
        "<transaction version='6.00' ID='{ID}'><sourceAgent agent='NORTH' QMgr='QM1'/><destinationAgent agent='SOUTH' QMgr='QM2'/>\
         <transferSet time='2027-03-01T02:00:31.000Z'><stats bytes='12884901888' seconds='30.8' currentItem='1' totalItems='1'/>\
         <current transferred='12884901888' size='32212254720'><source><file>/srv/out/big.img</file></source>\
         <destination><file>/srv/in/big.img</file></destination></current></transferSet></transaction>"
    );
    let found = Progress::parse(document.as_bytes()).expect("read");
    assert_eq!((found.bytes, found.elapsed_ms), (12 << 30, 30_800));
    assert_eq!((found.current_item, found.total_items), (1, 1));
    let current = found.current.expect("an item");
    assert_eq!(
        (current.transferred_bytes, current.size_bytes),
        (12 << 30, 30 << 30)
    );
    for wrong in ["30,8", "-1", "", "1.-2", "1e3", "99999999999999999999"] {
        let document = document.replace("30.8", wrong);
        assert!(Progress::parse(document.as_bytes()).is_err(), "{wrong}");
    }
}

#[test]
fn a_schedule_was_made() {
    let document = "<schedulelog version='6.00' ID='12'><originator><hostName>desk7.example</hostName><userID>ann</userID></originator>\
         <action time='2027-02-27T09:00:00Z'>submit</action>\
         <schedule><submit timebase='UTC' timezone='UTC'>2027-03-01T02:00</submit></schedule>\
         <sourceAgent agent='NORTH' QMgr='QM1'/><destinationAgent agent='SOUTH' QMgr='QM2'/><status resultCode='0'/>\
         <transferSet size='1' priority='4'><item mode='binary' checksumMethod='MD5'><source recursive='false' disposition='leave'><file>/srv/out/a</file></source>\
         <destination type='file' exist='overwrite'><file>/srv/in/a</file></destination></item></transferSet></schedulelog>";
    let found = ScheduleLog::parse(document.as_bytes()).expect("read");
    assert_eq!(
        (found.id, found.action, found.originator),
        (12, ScheduleAction::Submit, ann())
    );
    assert_eq!((found.priority, found.items.len()), (Some(4), 1));
    assert_eq!(found.time, moment("2027-02-27T09:00Z"));
}

#[test]
fn which_schedules_there_are() {
    let document = "<schedules version='6.00' size='1' agent='NORTH'><managedTransfer id='12'>\
         <originator><hostName>desk7.example</hostName><userID>ann</userID></originator>\
         <schedule><submit timebase='UTC' timezone='UTC'>2027-03-01T02:00</submit><next>2027-03-02T02:00Z</next></schedule>\
         <sourceAgent agent='NORTH' QMgr='QM1'/><destinationAgent agent='SOUTH' QMgr='QM2'/><transferSet priority='4'/></managedTransfer></schedules>";
    let found = Schedules::parse(document.as_bytes()).expect("read");
    let [scheduled] = &found.transfers[..] else {
        panic!("{found:?}");
    };
    assert_eq!(
        (scheduled.id, scheduled.next),
        (12, Some(moment("2027-03-02T02:00Z")))
    );
    let start = CivilTime::new((2027, 3, 1), (2, 0, 0));
    assert_eq!(
        scheduled
            .transfer
            .schedule
            .as_ref()
            .map(|schedule| schedule.start),
        start
    );
}

#[test]
fn how_an_agent_is() {
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE properties SYSTEM \"http://java.sun.com/dtd/properties.dtd\">\n<properties>\n<comment/>\n\
         <entry key=\"agentName\">NORTH</entry><entry key=\"agentType\">STANDARD</entry><entry key=\"agentStatus\">READY</entry>\n\
         <entry key=\"future\">x</entry><entry key=\"SourceTransferStates\">{ID}=RunningTransfer\nnone\n</entry></properties>"
    );
    let found = AgentStatus::parse(document.as_bytes()).expect("read");
    assert_eq!(found.get(AgentStatus::AGENT_STATUS), Some("READY"));
    assert_eq!(found.get("future"), Some("x"), "what is not known stays");
    assert_eq!(
        found.source_transfers(),
        [(id(), "RunningTransfer".to_owned())]
    );
    assert_eq!(found.destination_transfers(), []);
    let twice = "<properties><entry key='a'>1</entry><entry key='b'>2</entry><entry key='a'>3</entry></properties>";
    let twice = AgentStatus::parse(twice.as_bytes()).expect("read");
    let pairs: Vec<_> = twice
        .entries()
        .iter()
        .map(|(key, value)| (key.as_str(), value.as_str()))
        .collect();
    assert_eq!(pairs, [("a", "3"), ("b", "2")]);
}

/// Moments are read in whatever zone they are, and written in UTC.
#[test]
fn moments() {
    for (text, written) in [
        ("2027-03-01T02:00:00.120Z", "2027-03-01T02:00:00.120Z"),
        ("2027-03-01T02:00Z", "2027-03-01T02:00:00.000Z"),
        ("2027-03-01T02:00", "2027-03-01T02:00:00.000Z"),
        ("2027-03-01T02:00+0100", "2027-03-01T01:00:00.000Z"),
        ("2027-03-01T02:00:00.5-03:30", "2027-03-01T05:30:00.500Z"),
        ("2024-02-29T23:59:59.999999Z", "2024-02-29T23:59:59.999Z"),
        ("1970-01-01T00:00Z", "1970-01-01T00:00:00.000Z"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
    ] {
        assert_eq!(moment(text).to_string(), written, "{text}");
        assert_eq!(moment(written).to_string(), written);
    }
    for wrong in [
        "",
        "T",
        "2027-03-01",
        "2027-02-29T00:00Z",
        "2027-13-01T00:00Z",
        "2027-03-01T24:00Z",
        "2027-03-01T02:00:00.Z ",
        "2027-03-01T02:60Z",
        "2027-3-1T02:00Z",
        "1970-01-01T00:00+0100",
        "2027-03-01T02:00+9900",
        "2027-03-01T02:00+1",
        "9999-12-31T23:59:59-2300",
        "2027-03-01T02:00:00.1x",
        "2027-03-01T02:00:00:00Z",
        "-027-03-01T02:00Z",
        "2027-03-01T02:00\u{e9}",
    ] {
        assert_eq!(Moment::from_text(wrong), None, "{wrong}");
    }
    assert_eq!(
        Moment::at_ms(u64::MAX).to_string(),
        "9999-12-31T23:59:59.999Z"
    );
}
