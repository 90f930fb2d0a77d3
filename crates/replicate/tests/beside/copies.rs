//! What a copy of a source's table has.

use super::{Bench, TABLES, connect, server};
use ferromq_replicate::comparing::{Ends, Limits, compare, repair};
use ferromq_replicate::message::{Loader, State};
use std::time::Duration;

/// Goal: a copy has the rows that the publication lets through, with the values they have, however the source is set up; and what is compared are those. Method: a source whose texts another
/// session would read as other values; one table is copied beside the stream, one in it.
#[test]
fn a_copy_has_what_the_stream_would_have_brought() {
    let what = "copies of published rows";
    let (Some(mut bench), Some(source)) = (Bench::new(what), server(what)) else {
        return;
    };
    let mut db = connect(&source.conninfo()).expect("connected");
    if db.server_version() < 150_000 {
        return ferromq_base::skipped::skip(
            what,
            "publications have no row filters before PostgreSQL 15",
        );
    }
    for sql in [
        TABLES,
        "ALTER TABLE public.pets ADD COLUMN at timestamp, ADD COLUMN took interval, ADD COLUMN size float8",
        "INSERT INTO public.pets VALUES ('1', 'x', '2026-04-05 01:02:03', '-1 day -2 hours', 0.1::float8 + 0.2::float8)",
        "INSERT INTO public.people VALUES ('1', 'EU'), ('2', 'US'), ('3', 'EU')",
        "CREATE PUBLICATION p FOR TABLE public.people WHERE (name = 'EU'), public.pets",
        "CREATE SCHEMA asn",
        "CREATE TABLE asn.ibmqrep_capparms (pubname text); INSERT INTO asn.ibmqrep_capparms VALUES ('p')",
        "CREATE TABLE asn.ibmqrep_subs (subname text, source_owner text, source_name text); INSERT INTO asn.ibmqrep_subs VALUES ('PEOPLE', 'public', 'people')",
        "CREATE TABLE asn.ibmqrep_src_cols (subname text, src_colname text, is_key int); INSERT INTO asn.ibmqrep_src_cols VALUES ('PEOPLE', 'id', 1), ('PEOPLE', 'name', 0)",
        "ALTER ROLE postgres SET datestyle = 'SQL, DMY'",
        "ALTER ROLE postgres SET intervalstyle = 'sql_standard'",
        "ALTER ROLE postgres SET extra_float_digits = -3",
    ] {
        db.execute(sql).expect(sql);
    }
    bench.sql("ALTER TABLE public.pets ADD COLUMN at timestamp, ADD COLUMN took interval, ADD COLUMN size float8");
    // The server that is loaded from has no say in how the target reads it.
    bench.sql("ALTER ROLE postgres SET datestyle = 'SQL, DMY'");
    bench.map.source = Some(source.conninfo());
    bench.put_schemas();
    bench.put_state_by("PEOPLE", State::Load, Loader::Apply, "p");
    let apply = bench.apply();
    apply.until_told("of subscription PEOPLE is loaded");
    bench.until_state("PEOPLE", "A");
    assert_eq!(bench.ids("people"), "1 3", "{}", apply.log());
    drop(apply);
    bench.map.fires_triggers = true;
    bench.put_state_by("PETS", State::Load, Loader::Apply, "p");
    let mut apply = bench.apply();
    apply.until_told("of subscription PETS is loaded");
    bench.until_state("PETS", "A");
    apply.end();
    let pets =
        "SELECT at || ' ' || extract(epoch FROM took)::bigint || ' ' || size FROM public.pets";
    bench.sql("SET datestyle = 'ISO'; SET extra_float_digits = 3");
    assert_eq!(
        bench.sql(pets),
        "2026-04-05 01:02:03 -93600 0.30000000000000004"
    );

    let (from, to) = (source.conninfo(), bench.server.conninfo());
    let mut ends = Ends::connect(&from, "asn", &to, "asn").expect("connected");
    let pair = ends.pairs(None).expect("a pair").remove(0);
    let limits = Limits {
        differences: 10,
        looks: 0,
        pause: Duration::ZERO,
    };
    let compared = compare(&mut ends, &pair, limits).expect("compared");
    assert_eq!((compared.rows, compared.target_rows), (2, 2));
    assert!(compared.differences.is_empty(), "{compared:?}");
    // A row that is not let through is one too many.
    bench.sql("INSERT INTO public.people VALUES ('2', 'US')");
    let compared = compare(&mut ends, &pair, limits).expect("compared");
    assert_eq!(compared.differences.len(), 1, "{compared:?}");
    ends.prepare_differences("asn", "differences", true)
        .expect("made");
    ends.note_differences("asn", "differences", &pair, &compared)
        .expect("noted");
    let repaired = repair(&mut ends, &pair, "asn", "differences").expect("repaired");
    assert_eq!(
        (repaired.deleted, bench.ids("people")),
        (1, "1 3".to_owned())
    );
}

/// Goal: rows whose key is of a composite type are compared and repaired. Method: one has another value at the target, one is missing there, and one is too many.
#[test]
fn rows_whose_key_is_a_composite_type_are_repaired() {
    let what = "repair by composite keys";
    let (Some(bench), Some(source)) = (Bench::new(what), server(what)) else {
        return;
    };
    let made = "CREATE TYPE public.pair AS (a int, b text); CREATE TABLE public.folk (id public.pair PRIMARY KEY, name text)";
    let mut db = connect(&source.conninfo()).expect("connected");
    for sql in [
        made,
        "INSERT INTO public.folk VALUES ((1, 'x'), 'ann'), ((2, 'x'), 'bob')",
        "CREATE SCHEMA asn",
        "CREATE TABLE asn.ibmqrep_capparms (pubname text)",
        "CREATE TABLE asn.ibmqrep_subs (subname text, source_owner text, source_name text); INSERT INTO asn.ibmqrep_subs VALUES ('FOLK', 'public', 'folk')",
        "CREATE TABLE asn.ibmqrep_src_cols (subname text, src_colname text, is_key int); INSERT INTO asn.ibmqrep_src_cols VALUES ('FOLK', 'id', 1), ('FOLK', 'name', 0)",
    ] {
        db.execute(sql).expect(sql);
    }
    bench.sql(made);
    bench.sql("INSERT INTO public.folk VALUES ((1, 'x'), 'eve'), ((3, 'x'), 'cat')");
    bench.sql("INSERT INTO asn.ibmqrep_targets (subname, recvq, source_owner, source_name, target_owner, target_name) VALUES ('FOLK', 'Q', 'public', 'folk', 'public', 'folk')");
    let (from, to) = (source.conninfo(), bench.server.conninfo());
    let mut ends = Ends::connect(&from, "asn", &to, "asn").expect("connected");
    let pair = ends.pairs(None).expect("a pair").remove(0);
    let limits = Limits {
        differences: 10,
        looks: 0,
        pause: Duration::ZERO,
    };
    let compared = compare(&mut ends, &pair, limits).expect("compared");
    assert_eq!(compared.differences.len(), 3, "{compared:?}");
    ends.prepare_differences("asn", "differences", true)
        .expect("made");
    ends.note_differences("asn", "differences", &pair, &compared)
        .expect("noted");
    let repaired = repair(&mut ends, &pair, "asn", "differences").expect("repaired");
    let done = (repaired.updated, repaired.inserted, repaired.deleted);
    assert_eq!(done, (1, 1, 1));
    let rows = bench.sql("SELECT string_agg(folk::text, ' ' ORDER BY id) FROM public.folk");
    assert_eq!(rows, "(\"(1,x)\",ann) (\"(2,x)\",bob)");
}
