//! Figures and what they mean, as messages of the programmable command format.
//!
//! A catalogue of classes, types or elements is a header and a group for each. A publication is a header, what it is
//! of, and each figure as a number under the number of its element.

use crate::core::figures::CLASSES;
use crate::core::figures::table::{Class, Element, Figures, Kind, Per, Unit};
use crate::queue_manager::monitor::subjects::{Object, Prefix};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::{Header, Message, Parameter, Value};

/// Numbers programs know beyond the table.
const Q_NAME_BYTES: usize = 48;

fn encode(parameters: Vec<Parameter>, ccsid: i32) -> Vec<u8> {
    let mut message = Message {
        header: Header {
            kind: MQCFT_STATISTICS,
            version: MQCFH_VERSION_3,
            ..Header::command(MQCMD_NONE)
        },
        parameters,
    };
    message
        .parameters
        .iter_mut()
        .for_each(|one| say_ccsid(one, ccsid));
    message.encode(ByteOrder::NATIVE)
}

fn say_ccsid(parameter: &mut Parameter, ccsid: i32) {
    match &mut parameter.value {
        Value::Text(text) => text.ccsid = ccsid,
        Value::Group(inner) => inner.iter_mut().for_each(|one| say_ccsid(one, ccsid)),
        _ => {}
    }
}

fn group(id: i32, parameters: Vec<Parameter>) -> Parameter {
    Parameter {
        id,
        value: Value::Group(parameters),
    }
}

/// The catalogue: topics, and what is retained there.
pub(crate) fn catalogue(prefix: &Prefix, ccsid: i32) -> Vec<(String, Vec<u8>)> {
    let classes = CLASSES.iter().map(|class| describe_class(prefix, class));
    let mut all = vec![(
        prefix.catalogue("CLASSES"),
        encode(classes.collect(), ccsid),
    )];
    for class in &CLASSES {
        let number = Parameter::int(MQIAMO_MONITOR_CLASS, class.number);
        let flags = Parameter::int(MQIAMO_MONITOR_FLAGS, flags(class));
        let kinds = class.kinds.iter();
        let groups = kinds.map(|kind| describe_kind(prefix, class, kind));
        let types = [number.clone(), flags].into_iter().chain(groups).collect();
        all.push((prefix.types(class), encode(types, ccsid)));
        for kind in class.kinds {
            let head = [
                number.clone(),
                Parameter::int(MQIAMO_MONITOR_TYPE, kind.number),
                Parameter::text(MQCA_TOPIC_STRING, &prefix.announced(class, kind)),
            ];
            let groups = kind.elements.iter().map(describe_element);
            let elements = head.into_iter().chain(groups).collect();
            all.push((prefix.elements(class, kind), encode(elements, ccsid)));
        }
    }
    all
}

fn flags(class: &Class) -> i32 {
    match class.kinds.iter().any(|kind| kind.per != Per::QueueManager) {
        true => MQIAMO_MONITOR_FLAGS_OBJNAME,
        false => MQIAMO_MONITOR_FLAGS_NONE,
    }
}

fn describe_class(prefix: &Prefix, class: &Class) -> Parameter {
    group(
        MQGACF_MONITOR_CLASS,
        vec![
            Parameter::int(MQIAMO_MONITOR_CLASS, class.number),
            Parameter::int(MQIAMO_MONITOR_FLAGS, flags(class)),
            Parameter::text(MQCAMO_MONITOR_CLASS, class.name),
            Parameter::text(MQCAMO_MONITOR_DESC, class.about),
            Parameter::text(MQCA_TOPIC_STRING, &prefix.types(class)),
        ],
    )
}

fn describe_kind(prefix: &Prefix, class: &Class, kind: &Kind) -> Parameter {
    group(
        MQGACF_MONITOR_TYPE,
        vec![
            Parameter::int(MQIAMO_MONITOR_TYPE, kind.number),
            Parameter::text(MQCAMO_MONITOR_TYPE, kind.name),
            Parameter::text(MQCAMO_MONITOR_DESC, kind.about),
            Parameter::text(MQCA_TOPIC_STRING, &prefix.elements(class, kind)),
        ],
    )
}

fn describe_element(element: &Element) -> Parameter {
    group(
        MQGACF_MONITOR_ELEMENT,
        vec![
            Parameter::int(MQIAMO_MONITOR_ELEMENT, element.number),
            Parameter::int(MQIAMO_MONITOR_DATATYPE, element.unit.number()),
            Parameter::text(MQCAMO_MONITOR_DESC, element.about),
        ],
    )
}

/// What a publication is of.
pub(crate) struct Subject<'a> {
    pub(crate) q_mgr: &'a ObjectName,
    pub(crate) object: Object<'a>,
    pub(crate) class: &'a Class,
    pub(crate) kind: &'a Kind,
    pub(crate) interval_us: u64,
}

/// A publication: of figures that count from the start what was added since `before`.
pub(crate) fn publication(
    subject: &Subject<'_>,
    figures: &Figures,
    before: &[u64],
    ccsid: i32,
) -> Vec<u8> {
    let name = |id, name: &ObjectName| Parameter::padded(id, name.as_str(), Q_NAME_BYTES);
    let object_type = |kind| Parameter::int(MQIACF_OBJECT_TYPE, kind);
    let mut parameters = vec![name(MQCA_Q_MGR_NAME, subject.q_mgr)];
    match subject.object {
        Object::QueueManager => parameters.push(object_type(MQOT_Q_MGR)),
        Object::Queue(queue) => {
            parameters.extend([name(MQCA_Q_NAME, &queue.name), object_type(MQOT_Q)]);
        }
        // There is no type of object for it.
        Object::Application(name) => parameters.push(Parameter::padded(
            MQCACF_APPL_NAME,
            name.as_str(),
            MQ_APPL_NAME_LENGTH as usize,
        )),
    }
    parameters.extend([
        Parameter::int(MQIAMO_MONITOR_CLASS, subject.class.number),
        Parameter::int(MQIAMO_MONITOR_TYPE, subject.kind.number),
        long(MQIAMO64_MONITOR_INTERVAL, subject.interval_us),
    ]);
    let known = subject.kind.elements.iter().zip(before);
    parameters.extend(known.filter_map(|(element, before)| {
        let value = figures.get(element.figure)?;
        let shown = match element.unit {
            Unit::Delta => value.saturating_sub(*before),
            Unit::Megabytes => value >> 20,
            Unit::Plain | Unit::Other(_) => value,
        };
        Some(long(element.number, shown))
    }));
    encode(parameters, ccsid)
}

fn long(id: i32, value: u64) -> Parameter {
    Parameter {
        id,
        value: Value::Int64(i64::try_from(value).unwrap_or(i64::MAX)),
    }
}
