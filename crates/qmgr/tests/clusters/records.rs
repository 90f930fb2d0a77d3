//! Records of clusters are objects: they are kept in the log and the catalog, and what is made of them is there again after a restart.

use crate::clusters::home::{Home, by, name};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_qmgr::{ClusterRecord, ObjectError};

#[test]
fn records_that_were_kept_are_there_after_a_power_loss_with_and_without_a_checkpoint() {
    for checkpoint in [false, true] {
        let home = Home::new();
        let [one, two] = home.share("Q", &["QM2", "QM3"])[..] else {
            panic!("two records");
        };
        home.forget(ObjectKind::ClusQ, one);
        if checkpoint {
            home.manager.checkpoint_everything().expect("taken");
        }
        let mut again = Home::started(home.place.after_power_loss(3));
        let kept = again.manager.cluster_records(ObjectKind::ClusQ);
        let names: Vec<_> = kept.iter().map(|it| it.name()).collect();
        assert_eq!(names, [two]);
        assert_eq!(again.manager.cluster_records(ObjectKind::ClusQMgr).len(), 3);
        assert_eq!(again.arrives(("Q", "")), Ok(by("Q", "QM3", "TO.QM3")));
    }
}

#[test]
fn a_batch_is_kept_in_its_order_and_dropping_what_is_not_there_is_nothing() {
    let mut home = Home::new();
    let own = name("R.77");
    let batch = [
        ClusterRecord::Drop(ObjectKind::ClusQ, name("NO.SUCH")),
        ClusterRecord::Keep(home.instance("A", "QM2").renamed(own)),
        ClusterRecord::Keep(home.instance("B", "QM2").renamed(own)),
        ClusterRecord::Keep(home.instance("C", "QM2")),
        ClusterRecord::Drop(ObjectKind::ClusTopic, name("R.77")),
    ];
    home.manager.keep_cluster_records(&batch).expect("kept");
    assert_eq!(home.arrives(("A", "")), Err(Reason::UNKNOWN_OBJECT_NAME));
    assert_eq!(home.arrives(("B", "")), Ok(by("B", "QM2", "TO.QM2")));
    assert_eq!(home.manager.cluster_records(ObjectKind::ClusQ).len(), 2);
    home.manager
        .keep_cluster_records(&[])
        .expect("nothing to do");
}

#[test]
fn what_is_no_record_is_refused_and_nothing_of_its_batch_is_kept() {
    let home = Home::new();
    let batch = [
        ClusterRecord::Keep(home.instance("A", "QM2")),
        ClusterRecord::Keep(Definition::new(ObjectKind::QLocal, name("A"))),
    ];
    let refused = home.manager.keep_cluster_records(&batch);
    assert!(
        matches!(refused, Err(ObjectError::WrongKind(ObjectKind::QLocal))),
        "{refused:?}"
    );
    assert!(home.manager.cluster_records(ObjectKind::ClusQ).is_empty());
}

#[test]
fn a_record_its_owner_has_withdrawn_is_kept_and_leads_nowhere() {
    let mut home = Home::new();
    let record = home.instance("Q", "QM2");
    let kept = home.keep(record.clone());
    assert!(home.arrives(("Q", "")).is_ok());
    let mut withdrawn = record.renamed(kept);
    let told = withdrawn.set_internal(Attr::Record, "7 0 w");
    told.expect("fits");
    assert_eq!(home.keep(withdrawn), kept);
    assert_eq!(home.arrives(("Q", "")), Err(Reason::UNKNOWN_OBJECT_NAME));
    assert_eq!(home.manager.cluster_records(ObjectKind::ClusQ).len(), 1);
}
