//! Against a real server, in a cluster of its own that is gone afterwards.

use ferromq_postgres::server::Server;
use ferromq_postgres::{Connection, CopyData, Error};
use std::time::Duration;

fn with_cluster(test: impl FnOnce(&Server)) {
    match Server::temporary("fmqpg", "") {
        Ok(cluster) => test(&cluster),
        Err(reason) => ferromq_base::skipped::skip("a client of PostgreSQL", &reason),
    }
}

#[test]
fn temporary_servers_are_apart() {
    with_cluster(|one| {
        one.sql("CREATE TABLE mine (a int)").expect("made");
        with_cluster(|other| {
            let said = other.sql("SELECT * FROM mine").expect_err("another server");
            assert!(said.contains("does not exist"), "{said}");
        });
        assert_eq!(one.sql("SELECT count(*) FROM mine"), Ok("0".to_owned()));
    });
}

/// Goal: files that temporary servers are copied from go with the process. Method: a process of its own, with a directory for temporary files of its own.
#[test]
fn nothing_is_left_of_temporary_servers() {
    let root = std::env::temp_dir().join(format!("fmqpgleft{}", std::process::id()));
    std::fs::create_dir_all(&root).expect("made");
    // Servers run as another user.
    let all = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&root, all).expect("set");
    let said = std::process::Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "temporary_servers_are_apart"])
        .env("TMPDIR", &root)
        .output()
        .expect("it starts");
    assert!(said.status.success(), "{said:?}");
    // Which fails where anything is in it.
    std::fs::remove_dir(&root).expect("nothing is there");
}

#[test]
fn statements_pipelines_and_copies_do_what_the_server_says() {
    with_cluster(|cluster| {
        let mut db = Connection::connect(&cluster.conninfo()).expect("connected");
        assert!(db.server_version() >= 140_000);
        statements(&mut db);
        pipelines(&mut db);
        copies(&mut db);
        cancelling(&mut db);
        silence(Connection::connect(&cluster.conninfo()).expect("connected"));
        endings(cluster, db);
    });
}

fn statements(db: &mut Connection) {
    db.execute("CREATE TABLE t (a int PRIMARY KEY, b text)")
        .expect("made");
    let rows = db
        .query(
            "INSERT INTO t VALUES ($1, $2), (2, NULL)",
            &[Some(b"1"), Some("ä\\".as_bytes())],
        )
        .expect("inserted");
    assert_eq!(rows.affected(), 2);
    let rows = db
        .ask("SELECT a, b FROM t WHERE a < $1 ORDER BY a", &["9"])
        .expect("read");
    assert_eq!((rows.len(), rows.columns()), (2, 2));
    assert_eq!(rows.number::<i32>(0, 0), Some(1));
    assert_eq!(rows.text(0, 1), Some("ä\\"));
    assert_eq!(rows.get(1, 1), None);
    assert_eq!(rows.get(2, 0), None);
    let refused = db
        .ask("INSERT INTO t VALUES ($1, 'x')", &["1"])
        .expect_err("twice");
    assert!(refused.is("23505") && !refused.lost);
    assert_eq!(refused.constraint, "t_pkey");
    assert!(refused.detail.contains("already exists"));
    let zero = db
        .query("SELECT $1::text", &[Some(b"a\0b")])
        .expect_err("zero byte");
    assert!(!zero.lost);
    db.execute("SELECT 1").expect("the connection lives");
}

/// What follows a failure is skipped, up to the end of the pipeline, and the session lives.
fn pipelines(db: &mut Connection) {
    db.enter_pipeline().expect("pipeline");
    db.send_prepare("ins", "INSERT INTO t VALUES ($1, $2)")
        .expect("sent");
    for key in ["10", "11", "10", "12"] {
        db.send_prepared(c"ins", &[Some(key.as_bytes()), None])
            .expect("sent");
    }
    db.sync().expect("sent");
    db.answer().expect("prepared");
    assert_eq!(db.answer().expect("10").affected(), 1);
    assert_eq!(db.answer().expect("11").affected(), 1);
    assert!(db.answer().expect_err("10 again").is("23505"));
    assert!(db.answer().expect_err("12").skipped);
    db.synced().expect("synced");

    // More than both sides' buffers hold: nobody waits for the other.
    let long = vec![b'x'; 100_000];
    for _ in 0..100 {
        db.send_query("SELECT $1::text", &[Some(&long)])
            .expect("sent");
    }
    db.sync().expect("sent");
    for _ in 0..100 {
        assert_eq!(
            db.answer().expect("echo").get(0, 0).map(<[u8]>::len),
            Some(100_000)
        );
    }
    db.synced().expect("synced");
    db.exit_pipeline().expect("left");
}

fn copies(db: &mut Connection) {
    db.execute("CREATE TABLE c (a int, b text)").expect("made");
    db.execute("COPY c FROM STDIN").expect("begun");
    for n in 0..1000 {
        db.put_copy_data(format!("{n}\tline {n}\n").as_bytes())
            .expect("sent");
    }
    assert_eq!(db.end_copy(None).expect("copied").affected(), 1000);
    db.execute("COPY (SELECT * FROM c ORDER BY a) TO STDOUT")
        .expect("begun");
    let mut lines = 0;
    loop {
        match db
            .get_copy_data(Some(Duration::from_secs(30)))
            .expect("read")
        {
            CopyData::Data(_) => lines += 1,
            CopyData::Over => break,
            CopyData::Nothing => panic!("the server says nothing"),
        }
    }
    assert_eq!(lines, 1000);
    assert_eq!(db.copied().expect("over").affected(), 1000);
    db.execute("COPY c FROM STDIN").expect("begun");
    db.put_copy_data(b"no number\tx\n").expect("sent");
    assert!(db.end_copy(None).expect_err("refused").is("22P02"));
    db.execute("COPY c FROM STDIN").expect("begun");
    assert!(db.end_copy(Some("changed my mind")).is_err());
    db.execute("SELECT 1").expect("the connection lives");
}

fn cancelling(db: &mut Connection) {
    let cancel = db.canceller().expect("canceller");
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        cancel.cancel()
    });
    let ended: Error = db.execute("SELECT pg_sleep(60)").expect_err("cancelled");
    assert!(ended.is("57014") && !ended.lost);
    thread.join().expect("thread").expect("asked");
}

fn silence(mut db: Connection) {
    let rows = db.query_within("SELECT 7", &[], Duration::from_secs(60));
    assert_eq!(rows.expect("answered").text(0, 0), Some("7"));
    let error = db
        .query_within("SELECT pg_sleep(600)", &[], Duration::from_millis(200))
        .expect_err("nothing is said");
    assert!(error.lost && error.message.contains("200 ms"), "{error}");
}

fn endings(cluster: &Server, mut db: Connection) {
    let mut other = Connection::connect(&cluster.conninfo()).expect("connected");
    let pid = db.backend_pid().to_string();
    other
        .ask("SELECT pg_terminate_backend($1::int)", &[&pid])
        .expect("ended");
    let lost = db.execute("SELECT pg_sleep(10)").expect_err("ended");
    assert!(lost.lost, "{lost:?}");
    let nobody = Connection::connect("host=/nowhere-at-all dbname=x").expect_err("nobody there");
    assert!(nobody.lost && nobody.message.contains("/nowhere-at-all"));
}
