//! The objects such runs have, and who uses them.

use ferromq_mqi::attribute::{Attr, AttributeError, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{EntityName, Permissions, Profile, ProtectedKind, QueueManager, SELF_PROFILE};

/// The queues programs work with.
pub(super) const QUEUES: [&str; 11] = [
    "Q.A", "Q.B", "Q.T", "Q.S1", "Q.S2", "Q.X", "Q.R", "Q.DEAD", "Q.COD", "Q.ELSE", "Q.G",
];
/// Those of them that have single messages in every life: the first ones, and in plain runs the first of these.
pub(super) const SINGLE: u64 = 9;
pub(super) const SINGLE_PLAIN: u64 = 5;
/// Names that lead to the first two.
pub(super) const ALIASES: [&str; 2] = ["ALIAS.A", "ALIAS.B"];
/// That whose messages are in the order of arrival.
pub(super) const FIFO: usize = 1;
/// That which triggers.
pub(super) const TRIGGERED: usize = 2;
/// Those publications go to; programs do not put to them.
pub(super) const TOPIC_QUEUES: [usize; 2] = [3, 4];
/// That which has groups of messages and nothing else; not in plain runs.
pub(super) const GROUPED: usize = 10;
/// That which messages for a queue elsewhere wait on, and the name they are put to; not in plain runs.
pub(super) const TRANSMISSION: usize = 5;
pub(super) const REMOTE: &str = "REMOTE.X";
/// That which reports of arrival come to, with the data of the message they are about; not in plain runs.
pub(super) const REPORTS: usize = 6;
/// The dead-letter queue: reports of arrival for a queue nobody has come here; not in plain runs.
pub(super) const DEAD_LETTERS: usize = 7;
pub(super) const NOBODY_HAS: &str = "Q.NONE";
/// That which reports of delivery come to, with the data of the message they are about; not in plain runs.
pub(super) const DELIVERIES: usize = 8;
/// That whose messages another engine keeps, in some lives; it goes with the life.
pub(super) const ELSEWHERE: usize = 9;
pub(super) const INITIATION: &str = "INIT";
/// The user who may do what an operator allows, and not what all others of these runs may.
pub(super) const GUEST: &str = "joe";
pub(super) const TRIGGER_DEPTH: i32 = 3;

/// When a queue triggers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Trigger {
    Every,
    First,
    Depth,
}

/// Makes all of them. Plain runs have fewer.
pub(super) fn make_all(engine: &QueueManager, trigger: Trigger, plain: bool) -> Result<(), String> {
    for definition in definitions(trigger, plain)? {
        let what = definition.name().as_str().to_owned();
        engine
            .define(definition, false)
            .map_err(|error| format!("{what}: {error}"))?;
    }
    for queue in TOPIC_QUEUES {
        let name = format!("SUB.{queue}");
        let subscription = subscription(&name, QUEUES[queue])?;
        engine
            .define_subscription(subscription, false)
            .map_err(|error| format!("{name}: {error}"))?;
    }
    if plain {
        return Ok(());
    }
    let changes = [
        // Marks last as long as their handles.
        (Attr::Markint, Value::from(MQMMBI_UNLIMITED)),
        (Attr::Deadq, Value::from(QUEUES[DEAD_LETTERS])),
    ];
    let name = ObjectName::truncated("SIM");
    let altered = engine.alter(ObjectKind::QMgr, &name, &changes, false);
    altered.map_err(|error| error.to_string())?;
    invite(engine)
}

/// The guest may connect. Whether it may put an operator says.
fn invite(engine: &QueueManager) -> Result<(), String> {
    let guest = EntityName::principal(GUEST);
    let own = Profile::parse(SELF_PROFILE).map_err(|error| format!("{error:?}"))?;
    let connect = Permissions::of(MQZAO_CONNECT);
    let set = engine.set_authority(
        ProtectedKind::QMgr,
        &own,
        &guest,
        connect,
        Permissions::NONE,
    );
    set.map_err(|error| error.to_string())
}

fn definitions(trigger: Trigger, plain: bool) -> Result<Vec<Definition>, String> {
    let mut all = vec![Definition::new(
        ObjectKind::Process,
        ObjectName::truncated("P"),
    )];
    let queues = QUEUES.into_iter().chain([INITIATION]);
    let later = [TRANSMISSION, REPORTS, DEAD_LETTERS, DELIVERIES, GROUPED];
    let later = later.map(|queue| QUEUES[queue]);
    let lasting = queues.filter(|name| *name != QUEUES[ELSEWHERE]);
    for name in lasting.filter(|name| !plain || !later.contains(name)) {
        let mut definition = Definition::new(ObjectKind::QLocal, ObjectName::truncated(name));
        let mut set = |attr, value| {
            definition
                .set(attr, value)
                .map_err(|error| error.to_string())
        };
        set(Attr::Share, Value::from(MQQA_SHAREABLE))?;
        set(Attr::Defsopt, Value::from(MQOO_INPUT_SHARED))?;
        if name == QUEUES[FIFO] {
            set(Attr::Msgdlvsq, Value::from(MQMDS_FIFO))?;
        }
        if name == QUEUES[TRANSMISSION] {
            set(Attr::Usage, Value::from(MQUS_TRANSMISSION))?;
        }
        if name == QUEUES[TRIGGERED] {
            let kind = match trigger {
                Trigger::Every => MQTT_EVERY,
                Trigger::First => MQTT_FIRST,
                Trigger::Depth => MQTT_DEPTH,
            };
            set(Attr::Trigger, Value::from(MQTC_ON))?;
            set(Attr::Trigtype, Value::from(kind))?;
            set(Attr::Trigdpth, Value::from(TRIGGER_DEPTH))?;
            set(Attr::Initq, Value::from(INITIATION))?;
            set(Attr::Process, Value::from("P"))?;
        }
        all.push(definition);
    }
    if !plain {
        for (alias, base) in ALIASES.into_iter().zip(QUEUES) {
            all.push(defined(ObjectKind::QAlias, alias, &[(Attr::Target, base)])?);
        }
        let leads = [
            (Attr::Rname, "FAR"),
            (Attr::Rqmname, "ELSEWHERE"),
            (Attr::Xmitq, QUEUES[TRANSMISSION]),
        ];
        all.push(defined(ObjectKind::QRemote, REMOTE, &leads)?);
    }
    Ok(all)
}

/// Whether programs put to a queue: not where publications, reports and dead letters go.
pub(super) fn is_put_to(queue: usize) -> bool {
    !TOPIC_QUEUES.contains(&queue) && !is_of_reports(queue)
}

/// Whether what is on a queue are reports, which a queue manager in trouble may leave out.
pub(super) fn is_of_reports(queue: usize) -> bool {
    [REPORTS, DEAD_LETTERS, DELIVERIES].contains(&queue)
}

/// The queue whose messages another engine keeps.
pub(super) fn queue_elsewhere() -> Result<Definition, String> {
    let said = |error: AttributeError| error.to_string();
    let name = ObjectName::truncated(QUEUES[ELSEWHERE]);
    let mut definition = Definition::new(ObjectKind::QLocal, name);
    let shared = [
        (Attr::Share, MQQA_SHAREABLE),
        (Attr::Defsopt, MQOO_INPUT_SHARED),
    ];
    for (attr, value) in shared {
        definition.set(attr, value).map_err(said)?;
    }
    // So that it goes with the life.
    let set = definition.set_internal(Attr::Deftype, MQQDT_TEMPORARY_DYNAMIC);
    set.map_err(said)?;
    Ok(definition)
}

fn defined(kind: ObjectKind, name: &str, values: &[(Attr, &str)]) -> Result<Definition, String> {
    let mut definition = Definition::new(kind, ObjectName::truncated(name));
    for (attr, value) in values {
        let set = definition.set(*attr, Value::from(*value));
        set.map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(definition)
}

fn subscription(name: &str, queue: &str) -> Result<Definition, String> {
    let mut definition = Definition::new(ObjectKind::Sub, ObjectName::BLANK);
    let values: [(Attr, Value); 7] = [
        (Attr::Sub, name.into()),
        (Attr::Topicstr, "t/1".into()),
        (Attr::Dest, queue.into()),
        (Attr::Destclas, MQDC_PROVIDED.into()),
        (Attr::Pubprty, MQPRI_PRIORITY_AS_PUBLISHED.into()),
        (Attr::Psprop, MQPSPROP_NONE.into()),
        (Attr::Durable, MQSUB_DURABLE_YES.into()),
    ];
    for (attr, value) in values {
        definition
            .set_internal(attr, value)
            .map_err(|error| error.to_string())?;
    }
    Ok(definition)
}
