//! Who may ask agents for what, and whom they believe.

use super::{House, OneAgent, item, request, settings};
use ferromq::{GetOptions, MsgDescriptor, PutOptions, mq};
use ferromq_transfer::agent::{AgentSettings, Standby, StandbySettings};

const ANN: &str = "ann";

impl House {
    fn checking(&mut self, agent: &str) -> OneAgent {
        self.agent_of(AgentSettings {
            authority_checking: true,
            ..settings(agent)
        })
    }

    fn with_authority_queues(name: &str) -> Self {
        let mut house = Self::with_audit(name);
        let mut session = house.connect();
        for agent in ["NORTH", "SOUTH"] {
            for kind in ["TRN", "AGT", "SCH", "MON", "OPS", "ADM"] {
                let command =
                    format!("DEFINE QLOCAL(SYSTEM.FTE.AUTH{kind}1.{agent}) MAXDEPTH(0) MAXMSGL(0)");
                session.command(&command).expect("defined");
            }
        }
        house
    }

    fn grant(&mut self, queue: &str, access: &str) {
        let command = format!(
            "SET AUTHREC OBJTYPE(QUEUE) PROFILE('SYSTEM.FTE.{queue}') PRINCIPAL('{ANN}') AUTHADD({access},INQ)"
        );
        let (said, _) = self.connect().command(&command).expect("granted");
        assert!(said.contains("AMQ8862"), "{said}");
        // What was found out before does not count any more.
        self.now_ms += 11_000;
    }

    /// Puts a message as the user ann. Its identifier.
    fn put_as_ann(&mut self, queue: &str, body: &[u8], like: &MsgDescriptor) -> String {
        let mut session = self.connect();
        let mut descriptor = MsgDescriptor {
            user_identifier: *b"ann         ",
            ..like.clone()
        };
        let mut options = PutOptions {
            options: mq::MQPMO_SET_IDENTITY_CONTEXT | mq::MQPMO_NO_SYNCPOINT,
            ..PutOptions::default()
        };
        let handle = session
            .open(queue, mq::MQOO_OUTPUT | mq::MQOO_SET_IDENTITY_CONTEXT)
            .expect("opened");
        session
            .put(handle, &mut descriptor, &mut options, body.to_vec())
            .expect("put");
        descriptor
            .msg_id
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    fn ann_asks(&mut self, to: &str) -> String {
        let xml = request(&item(self, "out/a", to, ""));
        let like = MsgDescriptor {
            format: *b"MQSTR   ",
            persistence: mq::MQPER_PERSISTENT,
            ..MsgDescriptor::default()
        };
        self.put_as_ann("SYSTEM.FTE.COMMAND.NORTH", xml.as_bytes(), &like)
    }
}

#[test]
fn who_may_not_ask_is_refused_at_either_end_and_nothing_is_touched() {
    let mut house = House::with_authority_queues("authority-asked");
    let mut agents = [house.checking("NORTH"), house.checking("SOUTH")];
    let id = house.ann_asks("in/1");
    for _ in 0..20 {
        house.turn(&mut agents).expect("a turn");
    }
    let told = house.told.join("\n");
    let refused = format!("Request {id} is refused with code 53");
    assert!(told.contains(&refused), "{told}");
    let audit = house.audit_text();
    let is_told = audit.contains(">notAuthorized</action>") && audit.contains("BFGAU9501E");
    assert!(is_told && audit.contains(&id), "{audit}");
    // The source lets her, the destination does not.
    house.grant("AUTHTRN1.NORTH", "BROWSE");
    let id = house.ann_asks("in/2");
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 53"), "{ended}");
    assert!(!house.path("in/1").exists() && !house.path("in/2").exists());
    house.grant("AUTHTRN1.SOUTH", "PUT");
    let id = house.ann_asks("in/3");
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    assert!(house.path("in/3").exists() && house.is_all_forgotten());
}

#[test]
fn an_offer_that_somebody_forges_is_not_believed() {
    let mut house = House::with_authority_queues("authority-forged");
    let mut north = [house.checking("NORTH")];
    let id = house.ask(&request(&item(&house, "out/a", "in/1", "")));
    for _ in 0..20 {
        house.turn(&mut north).expect("a turn");
    }
    // What the agent offers is put again by somebody who is no agent.
    let mut session = house.connect();
    let queue = session
        .open("SYSTEM.FTE.COMMAND.SOUTH", mq::MQOO_INPUT_SHARED)
        .expect("opened");
    let options = GetOptions {
        options: mq::MQGMO_NO_WAIT | mq::MQGMO_NO_SYNCPOINT,
        ..GetOptions::default()
    };
    let got = session.get(queue, &MsgDescriptor::default(), &options, 1 << 20);
    let offer = got.expect("it has offered");
    drop(session);
    house.put_as_ann("SYSTEM.FTE.COMMAND.SOUTH", &offer.body, &offer.descriptor);
    let [north] = north;
    let mut agents = [north, house.checking("SOUTH")];
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 53"), "{ended}");
    let told = house.told.join("\n");
    assert!(told.contains("BFGAU9500W"), "{told}");
    assert!(!house.path("in/1").exists() && house.is_all_forgotten());
    // She may be an agent now.
    house.grant("AUTHAGT1.SOUTH", "BROWSE");
    house.put_as_ann("SYSTEM.FTE.COMMAND.SOUTH", &offer.body, &offer.descriptor);
    for _ in 0..20 {
        house.turn(&mut agents).expect("a turn");
    }
    let told = house.told.join("\n");
    assert!(told.contains("BFGTR9504I"), "{told}");
}

#[test]
fn both_agents_check_or_none_does() {
    let mut house = House::with_authority_queues("authority-differs");
    let mut agents = [house.checking("NORTH"), house.agent("SOUTH")];
    let id = house.ask(&request(&item(&house, "out/a", "in/1", "")));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 54"), "{ended}");
    assert!(!house.path("in/1").exists() && house.is_all_forgotten());
}

/// Documented: what others have made may be changed by who may browse AUTHOPS1, and the agent stopped by who may browse AUTHADM1.
#[test]
fn schedules_of_others_and_the_agent_itself_need_rights_of_their_own() {
    let mut house = House::with_authority_queues("authority-operations");
    let mut north = [house.checking("NORTH")];
    let like = MsgDescriptor {
        format: *b"MQSTR   ",
        persistence: mq::MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    };
    // The user of the test has made it, who may do everything.
    let moved = item(&house, "out/a", "in/a", "");
    let schedule = super::schedules::request(&house, 5, &moved);
    house.ask(&schedule);
    let turns = |house: &mut House, north: &mut [OneAgent; 1]| {
        for _ in 0..20 {
            house.turn(north).expect("a turn");
        }
        std::mem::take(&mut house.told).join("\n")
    };
    let told = turns(&mut house, &mut north);
    assert!(!told.contains("refused"), "{told}");
    let delete = r#"<request version="6.00"><deleteScheduledTransfer><originator><delete><hostName>desk</hostName><userID>root</userID></delete></originator><ID>1</ID></deleteScheduledTransfer></request>"#;
    let queue = "SYSTEM.FTE.COMMAND.NORTH";
    house.grant("AUTHSCH1.NORTH", "BROWSE");
    house.put_as_ann(queue, delete.as_bytes(), &like);
    let told = turns(&mut house, &mut north);
    assert!(told.contains("refused with code 53"), "{told}");
    house.grant("AUTHOPS1.NORTH", "BROWSE");
    house.put_as_ann(queue, delete.as_bytes(), &like);
    let told = turns(&mut house, &mut north);
    assert!(told.contains("BFGSC9507I"), "{told}");
    let stop = r#"<stopAgent xmlns="urn:ferromq:transfer:1" version="6.00" immediately="false"><originator><hostName>desk</hostName><userID>root</userID></originator><agent agent="NORTH" QMgr="QM1"/></stopAgent>"#;
    house.put_as_ann(queue, stop.as_bytes(), &like);
    let told = turns(&mut house, &mut north);
    assert!(told.contains("refused with code 53"), "{told}");
    assert!(!north[0].has_stopped());
    house.grant("AUTHADM1.NORTH", "BROWSE");
    house.put_as_ann(queue, stop.as_bytes(), &like);
    let told = turns(&mut house, &mut north);
    assert!(told.contains("BFGAG9533I"), "{told}");
    assert!(north[0].has_stopped() && !north[0].is_to_end());
}

#[test]
fn one_of_two_instances_works_and_knows_the_other() {
    let mut house = House::with_audit("standby");
    let mut session = house.connect();
    session
        .command("DEFINE QLOCAL(SYSTEM.FTE.HA.NORTH) MAXDEPTH(0)")
        .expect("defined");
    let available = |agent: &str| AgentSettings {
        highly_available: true,
        standby_discard_ms: 5_000,
        ..settings(agent)
    };
    let mut works = [house.agent_of(available("NORTH"))];
    let waits = StandbySettings {
        agent: "NORTH".to_owned(),
        host: "other".to_owned(),
        poll_ms: 1_000,
        tell_ms: 3_000,
        discard_ms: 5_000,
    };
    let mut standby = Standby::new(house.connect(), waits);
    let now_ms = house.now_ms;
    assert_eq!(standby.turn(now_ms).expect("a try"), Err(now_ms + 1_000));
    // No turn more: each that finds nothing to do is a second.
    for _ in 0..20 {
        let is_known = house.told.iter().any(|line| line.contains("BFGAG9530I"));
        if !is_known {
            house.turn(&mut works).expect("a turn");
        }
    }
    let told = std::mem::take(&mut house.told).join("\n");
    assert!(
        told.contains("BFGAG9530I") && told.contains("other"),
        "{told}"
    );
    // It says nothing for long.
    house.now_ms += 6_000;
    for _ in 0..20 {
        house.turn(&mut works).expect("a turn");
    }
    let told = std::mem::take(&mut house.told).join("\n");
    assert!(told.contains("BFGAG9532W"), "{told}");
    let [gone] = works;
    drop(gone);
    house.now_ms += 2_000;
    assert_eq!(standby.turn(house.now_ms).expect("a try"), Ok(()));
}
