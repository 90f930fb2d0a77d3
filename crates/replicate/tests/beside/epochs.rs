//! The same where capture is started cold, and which columns rows have that were put aside.

use super::{Bench, PEOPLE, PETS, body_of, until};
use crate::target::{insert, schema_of};
use ferromq_replicate::apply::board::Spilling;
use ferromq_replicate::message::{Kind, Loader, SourceLog, State};
use ferromq_replicate::target::catalog;
use std::time::Duration;

/// Goal: rows that were put aside are read by the columns they came with. Method: columns come in another order after a cold start, and again amid a transaction, in one and in several
/// messages; what is applied is looked at when all of it is on the spill queue.
#[test]
fn rows_that_were_put_aside_have_the_columns_they_came_with() {
    let Some(bench) = Bench::new("columns of rows that are put aside") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let mut apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    bench.put_insert(PEOPLE, "2");
    bench.begin_numbers();
    bench.put_other_schema();
    bench.put(schema_of(0, PETS, "pets", "PETS"));
    // Name and key: one that is no key of others.
    bench.put_rows(&[(PEOPLE, insert("x", "3"))]);
    let row = |id: &str, name: &str| body_of(&[(PEOPLE, insert(id, name))]);
    bench.put_part(Kind::Transaction, row("x", "4"), 1, (0, false));
    bench.put(schema_of(0, PEOPLE, "people", "PEOPLE"));
    bench.put_part(Kind::Transaction, row("5", "x"), 1, (1, false));
    bench.put_part(Kind::Transaction, row("6", "x"), 1, (2, false));
    bench.put_other_schema();
    bench.put_part(Kind::Transaction, row("x", "7"), 1, (3, true));
    bench.put_rows(&[(PEOPLE, insert("x", "8")), (PEOPLE, insert("x", "9"))]);
    bench.put_insert(PETS, "1");
    bench.until_ids("pets", "1");
    // The next run has to know it, too.
    apply.end();
    apply = bench.apply();
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    bench.until_state("PEOPLE", "A");
    assert_eq!(bench.ids("people"), "1 2 3 4 5 6 7 8 9", "{}", apply.log());
    let kept = "SELECT count(*) FROM asn.ibmqrep_srcschemas WHERE table_number > 0";
    assert_eq!(bench.sql(kept), "6");
    bench.put_other_schema();
    until("others to be forgotten", || bench.sql(kept) == "2");
    apply.end();
    assert_eq!(bench.queues.lost(), 0, "everybody ends with MQDISC");
}

/// Goal: rows of an epoch that is over, whose columns an earlier build has not kept, are not waited for for ever. Method: there are those of the next epoch.
#[test]
fn rows_of_an_epoch_that_is_over_have_the_columns_of_the_next_where_nobody_kept_theirs() {
    let Some(bench) = Bench::new("columns that an earlier build has not kept") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let mut apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    bench.put_insert(PEOPLE, "2");
    bench.begin_epoch();
    bench.put_insert(PEOPLE, "3");
    bench.put_insert(PETS, "1");
    bench.until_ids("pets", "1");
    apply.end();
    bench.sql("DELETE FROM asn.ibmqrep_srcschemas WHERE epoch = 3 AND table_number = 1");
    apply = bench.apply();
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    bench.until_state("PEOPLE", "A");
    assert_eq!(bench.ids("people"), "1 2 3", "{}", apply.log());
}

/// Goal: a drain that waits for columns nobody has said gives way to the next load. Method: they are forgotten, and the subscription begins anew.
#[test]
fn a_drain_that_waits_for_columns_gives_way_to_the_next_load() {
    let Some(bench) = Bench::new("drains that wait for columns") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    bench.put_insert(PEOPLE, "2");
    bench.put_insert(PETS, "1");
    bench.until_ids("pets", "1");
    bench.sql("DELETE FROM asn.ibmqrep_srcschemas WHERE table_number = 1");
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are to be applied");
    bench.until_state("PEOPLE", "F");
    bench.put_state("PEOPLE", State::Load, Loader::External);
    bench.until_state("PEOPLE", "E");
    apply
        .spill("PEOPLE", Spilling::Loaded)
        .expect("nothing is put aside since");
    bench.until_state("PEOPLE", "A");
    assert_eq!(bench.ids("people"), "1", "{}", apply.log());
}

/// Goal: where a table was loaded means nothing once its source is another, with a log that is not as long. Method: a cold start without a load.
#[test]
fn an_epoch_that_begins_knows_nothing_of_loads_before() {
    let Some(bench) = Bench::new("loads before a cold start") else {
        return;
    };
    bench.sql(
        "UPDATE asn.ibmqrep_targets SET load_lsn = 'FF/0', load_epoch = 3 WHERE subname = 'PEOPLE'",
    );
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    bench.put_insert(PETS, "1");
    let _apply = bench.apply();
    bench.until_ids("pets", "1");
    assert_eq!(bench.ids("people"), "", "it is in the copy");
    bench.begin_epoch();
    bench.put_state("PEOPLE", State::Active, Loader::Nobody);
    bench.put_insert(PEOPLE, "2");
    bench.put_insert(PETS, "2");
    bench.until_ids("pets", "1 2");
    assert_eq!(bench.ids("people"), "2");
}

/// Goal: the same where rows are put aside meanwhile, also by control tables that lack what later ones have. Method: messages of both epochs on a spill queue, with small places in the log,
/// and then others for the table itself.
#[test]
fn a_load_says_nothing_of_rows_of_the_next_epoch_that_are_put_aside() {
    let Some(bench) = Bench::new("spill queues of tables that were loaded before a cold start")
    else {
        return;
    };
    bench.sql(
        "INSERT INTO asn.ibmqrep_applyparms (qmgr) VALUES ('QM1'); ALTER TABLE asn.ibmqrep_targets DROP COLUMN load_epoch; \
         ALTER TABLE asn.ibmqrep_srcschemas DROP CONSTRAINT ibmqrep_srcschemas_pkey, ADD PRIMARY KEY (recvq, epoch, table_number)",
    );
    let key =
        "SELECT cardinality(conkey) FROM pg_constraint WHERE conname = 'ibmqrep_srcschemas_pkey'";
    // An apply of that version may run: a command leaves its tables as they are.
    catalog::parameters(&mut bench.session(), "asn").expect("as a command begins");
    assert_eq!(bench.sql(key), "3");
    catalog::bring_up_to_date(&mut bench.session(), "asn").expect("as apply begins");
    assert_eq!(bench.sql(key), "4");
    bench.sql(
        "UPDATE asn.ibmqrep_targets SET load_lsn = 'FF/0', load_epoch = 3 WHERE subname = 'PEOPLE'",
    );
    bench.put_schemas();
    bench.put_insert(PETS, "1");
    let apply = bench.apply();
    bench.until_ids("pets", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    bench.put_insert(PEOPLE, "1");
    bench.begin_epoch();
    bench.put_insert(PEOPLE, "2");
    bench.put_insert(PETS, "2");
    bench.until_ids("pets", "1 2");
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    bench.until_state("PEOPLE", "A");
    assert_eq!(bench.ids("people"), "2", "the first is in the copy");
    bench.put_insert(PEOPLE, "3");
    bench.until_ids("people", "2 3");
}

/// Goal: it is not guessed in which epoch a table was loaded. Method: the control tables do not say it, and then do as they are asked to.
#[test]
fn a_load_of_unknown_epoch_is_refused() {
    let Some(bench) = Bench::new("loads whose epoch nobody knows") else {
        return;
    };
    bench.sql("UPDATE asn.ibmqrep_targets SET load_lsn = '0/7D0' WHERE subname = 'PEOPLE'");
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let mut apply = bench.apply();
    apply.until_told("FMQ0436");
    let asked = "not LOAD_EPOCH of PEOPLE, as builds from before the first release left it. Set LOAD_EPOCH to 3 where";
    assert!(apply.log().contains(asked), "{}", apply.log());
    apply.end();
    bench.sql("UPDATE asn.ibmqrep_targets SET load_epoch = 3 WHERE subname = 'PEOPLE'");
    apply = bench.apply();
    *bench.lsn.borrow_mut() = 2_000;
    bench.put_insert(PEOPLE, "2");
    bench.until_ids("people", "2");
    apply.end();
}

/// Goal: a copy that was made in an epoch before may have rows of the next one, which are no conflicts then. Method: the next epoch begins while what was put aside waits for a lock.
#[test]
fn a_copy_may_have_rows_of_the_next_epoch() {
    let Some(bench) = Bench::new("copies beside a cold start") else {
        return;
    };
    bench.sql(
        "UPDATE asn.ibmqrep_targets SET load_lsn = '0/1', load_epoch = 3 WHERE subname = 'PEOPLE'",
    );
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    bench.put_insert(PEOPLE, "2");
    bench.put_insert(PETS, "1");
    bench.until_ids("pets", "1");
    let mut holder = bench.session();
    holder
        .execute("BEGIN; LOCK TABLE public.people IN EXCLUSIVE MODE")
        .expect("a lock");
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    bench.until_state("PEOPLE", "F");
    bench.begin_epoch();
    bench.put_state("PEOPLE", State::Active, Loader::Nobody);
    bench.put_insert(PEOPLE, "1");
    bench.put_insert(PEOPLE, "3");
    bench.put_insert(PETS, "2");
    bench.until_ids("pets", "1 2");
    holder.execute("COMMIT").expect("released");
    bench.until_state("PEOPLE", "A");
    assert_eq!(bench.ids("people"), "1 2 3", "{}", apply.log());
    let conflicts = bench.sql("SELECT count(*) FROM asn.ibmqrep_exceptions");
    assert_eq!(conflicts, "0", "{}", apply.log());
}

/// Goal: rows of the next epoch that a copy has are there once, if the source is the same. Method: a table without a key, of which somebody has copied what was committed in front of a
/// place; capture had begun the next epoch in front of it, once more from the same log, then from another, and from the first again.
#[test]
fn rows_of_the_next_epoch_that_a_copy_has_are_there_once() {
    let Some(bench) = Bench::new("copies that have rows of the next epoch") else {
        return;
    };
    bench.sql(
        "ALTER TABLE public.people DROP CONSTRAINT people_pkey; \
         UPDATE asn.ibmqrep_targets SET load_lsn = '0/7D0', load_epoch = 3, load_last_epoch = 7, load_source = '7/1' WHERE subname = 'PEOPLE'",
    );
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    let next = |lsn: u64, system: u64| {
        bench.log.borrow_mut().system = system;
        *bench.lsn.borrow_mut() = lsn;
        bench.begin_epoch();
        bench.put_state("PEOPLE", State::Active, Loader::Nobody);
    };
    for (round, (system, ids)) in [(7, "3"), (7, "3 5"), (8, "3 5 6 7"), (7, "3 5 6 7 8 9")]
        .into_iter()
        .enumerate()
    {
        next(1_000, system);
        let id = 2 + 2 * round;
        bench.put_insert(PEOPLE, &id.to_string());
        *bench.lsn.borrow_mut() = 2_000;
        bench.put_insert(PEOPLE, &(id + 1).to_string());
        bench.put_insert(PETS, &round.to_string());
        let pets: Vec<String> = (0..=round).map(|it| it.to_string()).collect();
        bench.until_ids("pets", &pets.join(" "));
        assert_eq!(bench.ids("people"), ids, "{}", apply.log());
    }
}

/// Goal: the same where rows of both epochs were put aside, of which those of the first that were committed behind the copy count. Method: all of them are on a spill queue when it is drained.
#[test]
fn rows_of_the_next_epoch_that_a_copy_has_are_there_once_also_where_they_were_put_aside() {
    let Some(bench) = Bench::new("copies that have rows of the next epoch, put aside") else {
        return;
    };
    bench.sql(
        "ALTER TABLE public.people DROP CONSTRAINT people_pkey; \
         UPDATE asn.ibmqrep_targets SET load_lsn = '0/7D0', load_epoch = 3, load_last_epoch = 4, load_source = '7/1' WHERE subname = 'PEOPLE'",
    );
    bench.put_schemas();
    bench.put_insert(PETS, "1");
    let apply = bench.apply();
    bench.until_ids("pets", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    bench.put_insert(PEOPLE, "1");
    *bench.lsn.borrow_mut() = 2_000;
    bench.put_insert(PEOPLE, "2");
    *bench.lsn.borrow_mut() = 1_000;
    bench.begin_epoch();
    bench.put_state("PEOPLE", State::Active, Loader::Nobody);
    bench.put_insert(PEOPLE, "3");
    *bench.lsn.borrow_mut() = 2_000;
    bench.put_insert(PEOPLE, "4");
    bench.put_insert(PETS, "2");
    bench.until_ids("pets", "1 2");
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    bench.until_state("PEOPLE", "A");
    assert_eq!(bench.ids("people"), "2 4", "{}", apply.log());
}

/// Goal: the same where a drain is under way when the next epoch begins, which goes on by what was loaded. Method: it waits for a lock meanwhile.
#[test]
fn rows_of_the_next_epoch_that_a_copy_has_are_there_once_also_beside_a_drain() {
    let Some(bench) = Bench::new("copies that have rows of the next epoch, beside a drain") else {
        return;
    };
    bench.sql(
        "ALTER TABLE public.people DROP CONSTRAINT people_pkey; \
         UPDATE asn.ibmqrep_targets SET load_lsn = '0/7D0', load_epoch = 3, load_last_epoch = 4, load_source = '7/1' WHERE subname = 'PEOPLE'",
    );
    bench.put_schemas();
    bench.put_insert(PETS, "1");
    let apply = bench.apply();
    bench.until_ids("pets", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    bench.put_insert(PEOPLE, "1");
    *bench.lsn.borrow_mut() = 2_000;
    bench.put_insert(PEOPLE, "2");
    bench.put_insert(PETS, "2");
    bench.until_ids("pets", "1 2");
    let mut holder = bench.session();
    holder
        .execute("BEGIN; LOCK TABLE public.people IN EXCLUSIVE MODE")
        .expect("a lock");
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    bench.until_state("PEOPLE", "F");
    *bench.lsn.borrow_mut() = 1_000;
    bench.begin_epoch();
    bench.put_insert(PETS, "3");
    // The run that has begun the epoch has a drain, which waits.
    bench.until_ids("pets", "1 2 3");
    let waits =
        "SELECT count(*) FROM pg_locks WHERE relation = 'public.people'::regclass AND NOT granted";
    until("the drain to wait", || bench.sql(waits) == "1");
    bench.put_state("PEOPLE", State::Active, Loader::Nobody);
    bench.put_insert(PEOPLE, "3");
    *bench.lsn.borrow_mut() = 2_000;
    bench.put_insert(PEOPLE, "4");
    bench.put_insert(PETS, "4");
    bench.until_ids("pets", "1 2 3 4");
    holder.execute("COMMIT").expect("released");
    bench.until_state("PEOPLE", "A");
    assert_eq!(bench.ids("people"), "2 4", "{}", apply.log());
}

/// Goal: a copy says nothing of an epoch that began behind it, for its source may have gone back to what it was, nor where nobody knows whose log it is. Method: the same source, restored; and as an
/// earlier build says it.
#[test]
fn a_copy_says_nothing_of_an_epoch_that_began_behind_it() {
    let Some(bench) = Bench::new("copies of a source that was restored") else {
        return;
    };
    bench.sql(
        "UPDATE asn.ibmqrep_targets SET load_lsn = '0/7D0', load_epoch = 3, load_last_epoch = 3, load_source = '7/1' WHERE subname = 'PEOPLE'; \
         UPDATE asn.ibmqrep_targets SET load_lsn = '0/7D0', load_epoch = 3, load_last_epoch = 4, load_source = '0/0' WHERE subname = 'PETS'",
    );
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    bench.begin_epoch();
    bench.put_state("PEOPLE", State::Active, Loader::Nobody);
    bench.put_insert(PEOPLE, "2");
    *bench.log.borrow_mut() = SourceLog::default();
    bench.put_state("PETS", State::Active, Loader::Nobody);
    bench.put_insert(PETS, "1");
    let apply = bench.apply();
    bench.until_ids("pets", "1");
    assert_eq!(bench.ids("people"), "2", "{}", apply.log());
}

/// Goal: a path that comes back when everybody has ceased to wait for it, and an epoch has begun meanwhile, holds nothing up; another capture that still works is not taken for that.
/// Method: the end of a transaction that was given up comes, and more behind it, and at last what was committed long after the next epoch had begun.
#[test]
fn what_comes_of_an_epoch_that_is_over_is_deleted_and_told() {
    let Some(mut bench) = Bench::new("messages of epochs that are over") else {
        return;
    };
    bench.map.settings.gap_timeout_ms = 500;
    // As capture calls epochs: seconds since 1970.
    *bench.epoch.borrow_mut() = 1_800_000_000;
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let mut apply = bench.apply();
    bench.until_ids("people", "1");
    bench.put_beginning(&[(PEOPLE, insert("2", "x"))]);
    let before = bench.place();
    bench.begin_epoch();
    bench.put_insert(PEOPLE, "3");
    bench.until_ids("people", "1 3");
    let now = bench.place();
    bench.go_to(before);
    let end = body_of(&[(PEOPLE, insert("4", "x"))]);
    bench.put_part(Kind::Transaction, end, 1, (1, true));
    bench.put_insert(PEOPLE, "5");
    bench.go_to(now);
    bench.put_insert(PEOPLE, "6");
    bench.until_ids("people", "1 3 6");
    until("what is of no use to be deleted", || {
        bench.queues.depth("Q") == 0
    });
    let told = format!(
        "FMQ0464W: Messages of epoch {} of map M come, from message {} on",
        before.0,
        before.1 + 1
    );
    assert_eq!(apply.log().matches(&told).count(), 1, "{}", apply.log());
    assert_eq!(apply.log().matches("FMQ0464").count(), 1, "{}", apply.log());
    bench.go_to((before.0, before.1 + 2));
    bench.put_committed_at(now.0 + 60);
    apply.until_told("FMQ0429");
    assert_eq!(bench.queues.depth("Q"), 1, "it stays");
    apply.end();
}

/// Goal: nothing is deleted of an epoch that the map has not been in: it is another capture's that has the same number for its map, or one that nobody has seen. Method: a backlog of an epoch before
/// the first one there was, and it is known after a restart, too, in which it has been.
#[test]
fn what_comes_of_an_epoch_that_nobody_has_seen_stays() {
    let Some(bench) = Bench::new("messages of epochs that nobody has seen") else {
        return;
    };
    *bench.epoch.borrow_mut() = 1_800_000_000;
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let mut apply = bench.apply();
    bench.until_ids("people", "1");
    let before = bench.place();
    bench.begin_epoch();
    bench.put_insert(PEOPLE, "2");
    bench.until_ids("people", "1 2");
    apply.end();
    let now = bench.place();
    apply = bench.apply();
    bench.go_to(before);
    bench.put_insert(PEOPLE, "3");
    bench.go_to(now);
    bench.put_insert(PEOPLE, "4");
    bench.until_ids("people", "1 2 4");
    apply.until_told("FMQ0464W");
    until("what is done to be deleted", || {
        bench.queues.depth("Q") == 0
    });
    bench.go_to((before.0 - 60, 0));
    bench.put_schemas();
    bench.put_insert(PEOPLE, "5");
    apply.until_told("FMQ0429");
    assert_eq!(bench.queues.depth("Q"), 3, "they stay");
    apply.end();
}

/// Goal: what lies on the queue behind much of the next epoch is applied, at the first start and later. Method: who browses takes longer to get past that than anybody waits.
#[test]
fn what_lies_behind_much_of_the_next_epoch_is_applied() {
    let Some(bench) = Bench::new("ends of epochs behind much of the next") else {
        return;
    };
    bench.queues.slow_browsing(Duration::from_millis(40));
    let first = 1_800_000_000;
    *bench.epoch.borrow_mut() = first;
    // More than two times what is browsed at once.
    let put_many = |from: usize| {
        bench.begin_epoch();
        (from..from + 70).for_each(|id| bench.put_insert(PETS, &id.to_string()));
        bench.place()
    };
    let second = put_many(0);
    bench.go_to((first, 0));
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let mut apply = bench.apply();
    let pets = "SELECT count(*) FROM public.pets";
    until("the second epoch", || bench.sql(pets) == "70");
    assert_eq!(bench.ids("people"), "1", "{}", apply.log());
    bench.go_to(second);
    put_many(70);
    bench.go_to(second);
    bench.put_insert(PEOPLE, "2");
    until("the third epoch", || bench.sql(pets) == "140");
    assert_eq!(bench.ids("people"), "1 2", "{}", apply.log());
    assert!(!apply.log().contains("FMQ0464"), "{}", apply.log());
    apply.end();
}

/// Goal: a conflict amid a long transaction ends its subscription, though columns change behind it. Method: a transaction in parts, the last with other columns.
#[test]
fn a_conflict_amid_a_long_transaction_ends_its_subscription_though_columns_change() {
    let Some(bench) = Bench::new("conflicts amid transactions whose columns change") else {
        return;
    };
    let bench = bench.with_little_memory();
    bench.sql("UPDATE asn.ibmqrep_targets SET conflict_action = 'D' WHERE subname = 'PEOPLE'");
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    let rows = ["2", "1", "3", "4", "5"].map(|id| (PEOPLE, insert(id, "x")));
    bench.put_beginning(&rows);
    bench.put_other_schema();
    let row = body_of(&[(PEOPLE, insert("x", "6"))]);
    bench.put_part(Kind::Transaction, row, 1, (5, true));
    bench.put_insert(PETS, "1");
    bench.until_ids("pets", "1");
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    until("the subscription to end", || {
        bench.state("PEOPLE") != "S" && bench.state("PEOPLE") != "F"
    });
    assert_eq!(bench.state("PEOPLE"), "I", "{}", apply.log());
    assert_eq!(bench.ids("people"), "1 2", "{}", apply.log());
}

/// Goal: an epoch ends amid a transaction that has no end. Method: a cold start behind the beginning of one that is long, and is executed as it comes, and behind one that is
/// not.
#[test]
fn a_cold_start_amid_a_transaction_ends_it() {
    let Some(bench) = Bench::new("cold starts amid transactions") else {
        return;
    };
    let mut bench = bench.with_little_memory();
    bench.map.settings.gap_timeout_ms = 500;
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    let rows = ["2", "3", "4"].map(|id| (PEOPLE, insert(id, "x")));
    bench.put_beginning(&rows);
    bench.begin_epoch();
    bench.put_insert(PEOPLE, "5");
    bench.until_ids("people", "1 5");
    bench.put_beginning(&rows[..1]);
    bench.begin_epoch();
    bench.put_insert(PEOPLE, "6");
    bench.until_ids("people", "1 5 6");
    until("what has no end to be deleted", || {
        bench.queues.depth("Q") == 0
    });
    assert_eq!(apply.log().matches("FMQ0443").count(), 2, "{}", apply.log());
    assert_eq!(apply.log().matches("FMQ0463").count(), 2, "{}", apply.log());
}

/// Goal: a cold start needs no more origins than there were, and where there are too few it is said how many are needed. Method: a target that has room for three, and maps with three agents and
/// with four.
#[test]
fn an_epoch_that_begins_has_the_places_of_the_one_before() {
    let Some(mut bench) = Bench::with_settings("room for origins", "max_replication_slots = 3")
    else {
        return;
    };
    bench.map.settings.agents = 3;
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let mut apply = bench.apply();
    bench.until_ids("people", "1");
    bench.begin_epoch();
    bench.put_insert(PEOPLE, "2");
    bench.until_ids("people", "1 2");
    let names = "SELECT string_agg(roname, ' ' ORDER BY roname) FROM pg_replication_origin";
    assert_eq!(
        bench.sql(names),
        "asnq_7_4_0 asnq_7_4_1 asnq_7_4_2",
        "{}",
        apply.log()
    );
    apply.end();
    bench.map.settings.agents = 4;
    let apply = bench.apply();
    apply.until_told("FMQ0434E: The target has no room for another origin: map M needs 4, 4 are there, those of others with them, and max_replication_slots is 3.");
}
