use super::{Server, read};

const GOOD: &str = "
ASNCLP SESSION SET TO Q REPLICATION; # a comment
SET RUN SCRIPT NOW STOP ON SQL ERROR ON;
SET SERVER CAPTURE TO URI 'host=/a dbname=s'; SET SERVER TARGET TO URI 'host=/b dbname=t';
SET QMANAGER \"QM1\" FOR CAPTURE SCHEMA; SET QMANAGER QM2 FOR APPLY SCHEMA;
CREATE CONTROL TABLES FOR CAPTURE SERVER USING RESTARTQ R ADMINQ A;
CREATE CONTROL TABLES FOR APPLY SERVER;
CREATE REPLQMAP M USING ADMINQ A RECVQ Q SENDQ S NUM APPLY AGENTS 2; -- another
CREATE QSUB USING REPLQMAP M (SUBNAME it's public.people OPTIONS HAS LOAD PHASE I SPILL_MODELQ \"MY.MODELQ\" TARGET NAME \"Odd\".people CONFLICT ACTION F OKSQLSTATES '23503');
START QSUB SUBNAME PEOPLE1;
";

#[test]
fn a_script_in_the_documented_words_becomes_sql_for_both_servers() {
    let good = GOOD.replace("it's", "PEOPLE1");
    let plan = read(&good).expect("a script");
    assert_eq!(plan.capture.as_deref(), Some("host=/a dbname=s"));
    let of = |server| plan.steps.iter().filter(|it| it.server == server).count();
    assert_eq!((of(Server::Capture), of(Server::Target)), (4, 3));
    let all: String = plan.steps.iter().map(|it| it.sql.as_str()).collect();
    assert!(all.contains("\"Odd\".\"people\""), "{all}");
    assert!(all.contains("'CAPSTART', 'PEOPLE1'"), "{all}");
    assert!(
        all.contains("'MY.MODELQ'") && all.contains("'23503'"),
        "{all}"
    );
    assert!(all.contains("CREATE PUBLICATION \"asnqcap\""), "{all}");
    // Rows of a partitioned table come under its own name.
    let named = "ibmqrep_signal WITH (publish_via_partition_root = true)";
    assert!(all.contains(named), "{all}");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let cases = [
        ("SET SERVER MARS TO URI 'x';", (1, 12), "TARGET is expected"),
        ("SET RUN SCRIPT NOW\nBOGUS;", (2, 1), "; is expected"),
        ("FROB;", (1, 1), "begins no statement"),
        ("SET SERVER CAPTURE TO URI 'x;", (1, 27), "not closed"),
        (
            "CREATE CONTROL TABLES FOR APPLY SERVER;",
            (1, 39),
            "SET QMANAGER",
        ),
        (
            "SET SERVER CAPTURE TO URI 'x'; CREATE REPLQMAP M USING NUM APPLY AGENTS 500;",
            (1, 73),
            "1 to 128",
        ),
        ("CREATE REPLQMAP M USING RECVQ Q;", (1, 32), "are needed"),
        ("START QSUB SUBNAME S;", (1, 21), "SET SERVER CAPTURE"),
        (
            "SET SERVER CAPTURE TO URI",
            (1, 23),
            "the end of the script",
        ),
    ];
    for (script, place, problem) in cases {
        let wrong = read(script).expect_err(script);
        assert_eq!(
            (wrong.line, wrong.column),
            place,
            "{script}: {}",
            wrong.problem
        );
        assert!(
            wrong.problem.contains(problem),
            "{script}: {}",
            wrong.problem
        );
    }
}

#[test]
fn any_text_is_read_or_refused() {
    let words = [
        "SET", "SERVER", "CREATE", "QSUB", "(", ")", ";", "'", "\"", "ü", "#", "--", ".", "\n", "M",
    ];
    let mut state = 1u64;
    for _ in 0..2_000 {
        let mut text = String::new();
        for _ in 0..20 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            text.push_str(words[(state >> 33) as usize % words.len()]);
            text.push(' ');
        }
        let _ = read(&text);
    }
}
