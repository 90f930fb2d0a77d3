//! What scripts do at real servers, and what they refuse to do.

use ferromq_postgres::Connection;
use ferromq_postgres::server::Server;
use ferromq_replicate::script::{self, Server as Side, lacking};
use ferromq_replicate::target::connect;

const BEGINNING: &str = "SET SERVER CAPTURE TO URI 'x'; SET SERVER TARGET TO URI 'y'; SET QMANAGER Q FOR CAPTURE SCHEMA; SET QMANAGER Q FOR APPLY SCHEMA;";

/// Carries a script out; why not.
fn run(ends: &mut [Connection; 2], statements: &str) -> Result<Vec<String>, String> {
    let plan = script::read(&format!("{BEGINNING}{statements}")).map_err(|it| it.problem)?;
    let [source, target] = ends;
    let mut tried = || -> Result<Vec<String>, String> {
        for step in &plan.steps {
            let db = match step.server {
                Side::Capture => &mut *source,
                Side::Target => &mut *target,
            };
            db.execute(&step.sql).map_err(|error| error.to_string())?;
        }
        let mut found = Vec::new();
        for of in &plan.subscribed {
            found.extend(lacking(source, target, of).expect("read"));
        }
        Ok(found)
    };
    let done = tried();
    let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
    for db in [source, target] {
        db.execute(&format!("{end}; BEGIN")).expect("it ends");
    }
    done
}

/// Goal: what would fail later, or do harm at the source, is refused where it is said. Method: each of it, at two databases.
#[test]
fn subscriptions_that_cannot_be_are_refused() {
    let server = match Server::temporary("fmqpg", "") {
        Ok(server) => server,
        Err(reason) => return ferromq_base::skipped::skip("scripts at servers", &reason),
    };
    let conninfo = server.conninfo();
    let mut source = connect(&conninfo).expect("connected");
    source.execute("CREATE DATABASE other").expect("made");
    let other = conninfo.replace("dbname=postgres", "dbname=other");
    let mut target = connect(&other).expect("connected");
    for db in [&mut source, &mut target] {
        db.execute("SET client_min_messages = error; CREATE TABLE public.t (id int PRIMARY KEY, v text); CREATE TABLE public.\"it's\" (id int PRIMARY KEY); CREATE TABLE public.bare (v int)")
            .expect("tables");
        db.execute("BEGIN").expect("a transaction");
    }
    source
        .execute("ALTER TABLE public.t ADD COLUMN more int, ADD COLUMN twice int GENERATED ALWAYS AS (id * 2) STORED")
        .expect("columns");
    let mut ends = [source, target];
    let sub = |map: &str, name: &str, rest: &str| {
        format!("CREATE QSUB USING REPLQMAP {map} (SUBNAME {name} {rest});")
    };
    run(
        &mut ends,
        "CREATE CONTROL TABLES FOR CAPTURE SERVER USING RESTARTQ R ADMINQ A; CREATE CONTROL TABLES FOR APPLY SERVER; CREATE REPLQMAP M USING ADMINQ A RECVQ D SENDQ D;",
    )
    .expect("control tables");
    let lacks = run(&mut ends, &sub("M", "T", "public.t")).expect("a subscription");
    assert_eq!(lacks, ["more"]);
    run(&mut ends, &sub("M", "ITS", "public.\"it's\"")).expect("a name with an apostrophe");
    for (statements, why) in [
        (sub("N", "U", "public.t"), "there is no map N"),
        (
            sub("M", "U", "public.t"),
            "map M has a subscription of public.t to public.t already",
        ),
        (sub("M", "U", "public.bare"), "has no replica identity"),
        (
            sub("M", "U", "public.t TARGET NAME public.nowhere"),
            "\"public.nowhere\" does not exist",
        ),
    ] {
        let said = run(&mut ends, &statements).expect_err(why);
        assert!(said.contains(why), "{said}");
    }
    run(
        &mut ends,
        &sub("M", "BARE", "public.bare OPTIONS SUPPRESS DELETES"),
    )
    .expect("inserts only");
    ends[0]
        .execute("DELETE FROM asn.ibmqrep_subs WHERE subname = 'BARE'; ALTER TABLE public.bare REPLICA IDENTITY FULL")
        .expect("another identity");
    ends[1]
        .execute("DELETE FROM asn.ibmqrep_targets WHERE subname = 'BARE'")
        .expect("none");
    run(&mut ends, &sub("M", "BARE", "public.bare")).expect("whole rows");
}
