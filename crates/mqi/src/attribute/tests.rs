use super::*;
use crate::generated::constants::{MQCEX_NOLIMIT, MQIA_MAX_Q_DEPTH, MQIA_Q_TYPE};

fn info(kind: ObjectKind, attr: Attr) -> &'static AttributeInfo {
    kind.attribute(attr).unwrap()
}

#[test]
fn every_default_passes_its_own_check() {
    for kind in ObjectKind::ALL {
        for info in kind.attributes() {
            assert_eq!(
                info.check(&info.initial_value()),
                Ok(()),
                "{kind} {:?}",
                info.attr
            );
        }
    }
}

#[test]
fn every_attribute_is_found_by_keyword_attribute_and_selector() {
    for kind in ObjectKind::ALL {
        for info in kind.attributes() {
            assert_eq!(kind.by_keyword(info.attr.keyword()).unwrap().info, info);
            assert_eq!(kind.attribute(info.attr), Some(info));
            assert_eq!(Attr::from_id(info.attr as u16), Some(info.attr));
            let selector = info.selector.unwrap();
            assert_eq!(kind.by_selector(selector), Some(info));
            let integer = (1..=2000).contains(&selector);
            let numbers = info.form.is_number() || matches!(info.form, Form::Choices { .. });
            assert_eq!(integer, numbers, "{kind} {:?}", info.attr);
        }
    }
}

#[test]
fn an_attribute_shows_and_reads_back_the_same_value() {
    for kind in ObjectKind::ALL {
        for info in kind
            .attributes()
            .iter()
            .filter(|info| info.form != Form::Flag)
        {
            let value = info.initial_value();
            let shown = info.show_value(&value);
            assert_eq!(info.parse(&[&shown]), Ok(value), "{kind} {:?}", info.attr);
        }
    }
}

#[test]
fn a_flag_answers_to_both_its_keywords() {
    let on = ObjectKind::QLocal.by_keyword("TRIGGER").unwrap();
    let off = ObjectKind::QLocal.by_keyword("NOTRIGGER").unwrap();
    assert_eq!((on.info.attr, on.flag), (Attr::Trigger, Some(true)));
    assert_eq!((off.info.attr, off.flag), (Attr::Trigger, Some(false)));
    assert_eq!(on.info.show(&Value::Int(0)), "NOTRIGGER");
    assert_eq!(on.info.show(&Value::Int(1)), "TRIGGER");
    assert_eq!(ObjectKind::QLocal.by_keyword("NOGET"), None);
}

#[test]
fn synonyms_lead_to_the_attribute() {
    assert_eq!(
        ObjectKind::QAlias.by_keyword("TARGQ").unwrap().info.attr,
        Attr::Target
    );
    assert_eq!(
        ObjectKind::QLocal.by_keyword("QTYPE").unwrap().info.attr,
        Attr::Type
    );
    assert_eq!(ObjectKind::QLocal.by_keyword(""), None);
}

#[test]
fn values_outside_the_documented_ranges_are_refused() {
    let depth = info(ObjectKind::QLocal, Attr::Maxdepth);
    assert_eq!(depth.parse(&["999999999"]), Ok(Value::Int(999_999_999)));
    let refused = |given| depth.parse(&[given]).unwrap_err();
    assert_eq!(
        refused("1000000000"),
        AttributeError::OutOfRange {
            attr: Attr::Maxdepth,
            given: 1_000_000_000
        }
    );
    assert_eq!(
        refused("-1"),
        AttributeError::OutOfRange {
            attr: Attr::Maxdepth,
            given: -1
        }
    );
    assert_eq!(
        refused("99999999999"),
        AttributeError::OutOfRange {
            attr: Attr::Maxdepth,
            given: 99_999_999_999
        }
    );
    assert_eq!(
        refused("many"),
        AttributeError::NotANumber {
            attr: Attr::Maxdepth,
            given: "many".into()
        }
    );
    assert_eq!(
        depth.parse(&["1", "2"]),
        Err(AttributeError::WrongForm {
            attr: Attr::Maxdepth
        })
    );
}

#[test]
fn a_special_word_stands_for_a_value_outside_the_range() {
    let expiry = info(ObjectKind::QLocal, Attr::Capexpry);
    assert_eq!(expiry.parse(&["NOLIMIT"]), Ok(Value::Int(MQCEX_NOLIMIT)));
    assert_eq!(expiry.show(&Value::Int(MQCEX_NOLIMIT)), "CAPEXPRY(NOLIMIT)");
    assert_eq!(expiry.show(&Value::Int(50)), "CAPEXPRY(50)");
}

#[test]
fn names_and_texts_are_bounded_and_checked() {
    let target = info(ObjectKind::QAlias, Attr::Target);
    assert_eq!(target.parse(&["A.B"]), Ok(Value::from("A.B")));
    assert!(matches!(
        target.parse(&["A B"]),
        Err(AttributeError::BadName { .. })
    ));
    let long = "X".repeat(49);
    assert_eq!(
        target.parse(&[&long]),
        Err(AttributeError::TooLong {
            attr: Attr::Target,
            length_max: 48
        })
    );
    let pattern = info(ObjectKind::QLocal, Attr::Clchname);
    assert_eq!(pattern.parse(&["TO.*"]), Ok(Value::from("TO.*")));
    let many = vec!["A"; 257];
    let names = info(ObjectKind::Namelist, Attr::Names);
    assert_eq!(
        names.parse(&many),
        Err(AttributeError::TooMany {
            attr: Attr::Names,
            count_max: 256
        })
    );
    assert_eq!(names.parse(&[" "]), Ok(Value::List(vec![])));
}

#[test]
fn a_secret_is_never_shown() {
    let password = info(ObjectKind::QMgr, Attr::Keyrpwd);
    assert_eq!(password.show(&Value::from("hidden")), "KEYRPWD(********)");
    assert_eq!(password.show(&Value::from("")), "KEYRPWD( )");
}

#[test]
fn selectors_lead_to_attributes_of_their_kind_only() {
    assert_eq!(
        ObjectKind::QLocal
            .by_selector(MQIA_MAX_Q_DEPTH)
            .unwrap()
            .attr,
        Attr::Maxdepth
    );
    assert_eq!(ObjectKind::QAlias.by_selector(MQIA_MAX_Q_DEPTH), None);
    assert_eq!(
        ObjectKind::QAlias.by_selector(MQIA_Q_TYPE).unwrap().attr,
        Attr::Type
    );
}

#[test]
fn records_of_a_cluster_repository_are_no_objects_of_commands() {
    for kind in [
        ObjectKind::ClusQMgr,
        ObjectKind::ClusQ,
        ObjectKind::ClusTopic,
    ] {
        assert!(kind.is_cluster_record() && !kind.is_queue() && !kind.is_channel());
        assert_eq!(kind.info().dump_order, None);
        assert!(kind.info().created.is_none());
        for info in kind.attributes() {
            assert!(!info.uses.definable && !info.uses.alterable && !info.uses.settable);
            assert!(info.uses.shown || info.attr == Attr::Record);
        }
    }
}
