//! Rules tables as people write them, what is said about those that are wrong, and rules at work.

use bytes::Bytes;
use ferromq_base::random::SplitMix64;
use ferromq_dead_letters::{
    Action, DeadLetter, ForwardTo, Handler, NoDeadLetter, Problem, Rule, RulesTable, Wait, fuzz_one,
};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::DeadLetterHeader;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;

const TABLE: &str = "\
* What is done with dead letters of the shop.
inputqm('QM1') inputq(DEAD.SHOP) retryint(30), wait(7)

* A queue that is full has room again some day.
REASON(MQRC_Q_FULL) ACTION(RETRY) RETRY(5)

reason ( 2051 )  action( retry ) +
      retry ( 3 ) putaut(ctx)

MSGTYPE(MQMT_REQUEST) REPLYQM(SHOP*) +
   ACTION(FWD) FWDQ(DEADQ) FWDQM(&REPLYQM)
  destqm('shop.two') action(fwd) fwdq(&destq) fwdqm('shop.three') header(no)
PERSIST(MQPER_NOT_PERSISTENT) DESTQ(*.LOG) ACTION(DISCARD)
FEEDBACK(MQFB_COA) ACTION(IGNORE)
ACTION(FWD) FWDQ(REST) APPLTYPE('*')
";

fn read(text: &str) -> RulesTable {
    RulesTable::read(text).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn name(text: &str) -> ObjectName {
    ObjectName::truncated(text)
}

/// A dead letter as a channel makes one.
fn letter(
    reason: i32,
    to: (&str, &str),
    change: impl FnOnce(&mut MsgDescriptor),
) -> (DeadLetter, Bytes) {
    let header = DeadLetterHeader {
        reason,
        dest_q_name: *name(to.0).bytes(),
        dest_q_mgr_name: *name(to.1).bytes(),
        encoding: MQENC_NATIVE,
        coded_char_set_id: 1208,
        format: *b"MQSTR   ",
        ..DeadLetterHeader::default()
    };
    let mut descriptor = MsgDescriptor {
        format: *b"MQDEAD  ",
        coded_char_set_id: 819,
        encoding: MQENC_INTEGER_NORMAL,
        persistence: MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    };
    change(&mut descriptor);
    let order = ByteOrder::from_encoding(descriptor.encoding);
    let mut data = vec![0; DeadLetterHeader::SIZE];
    header.encode_into(&mut data, order);
    data.extend_from_slice(b"the order");
    let read = DeadLetter::read(&descriptor, &data).expect("a dead letter");
    (read, Bytes::from(data))
}

/// The rule that is tried first with a letter.
fn first(table: &RulesTable, letter: &DeadLetter) -> Option<Rule> {
    let mut handler = Handler::new(table);
    let shown = handler.show(letter);
    handler.decide(&shown, 0)
}

#[test]
fn a_table_is_read_as_it_is_written() {
    let table = read(TABLE);
    let control = &table.control;
    assert_eq!(control.q_mgr_name, name("QM1"));
    assert_eq!(control.q_name, name("DEAD.SHOP"));
    assert_eq!(
        (control.retry_interval_s, control.wait),
        (30, Wait::Seconds(7))
    );
    let told: Vec<(u32, &str, u32, bool)> = table
        .rules
        .iter()
        .map(|rule| {
            (
                rule.line,
                rule.action.keyword(),
                rule.attempts,
                rule.by_context,
            )
        })
        .collect();
    let wanted = [
        (5, "RETRY", 5, false),
        (7, "RETRY", 3, true),
        (10, "FWD", 1, false),
        (12, "FWD", 1, false),
        (13, "DISCARD", 1, false),
        (14, "IGNORE", 1, false),
        (15, "FWD", 1, false),
    ];
    assert_eq!(told, wanted);
    let forward = |queue, q_mgr, with_header| Action::Forward {
        queue,
        q_mgr,
        with_header,
    };
    let named = |text: &str| ForwardTo::Named(name(text));
    assert_eq!(
        table.rules[2].action,
        forward(named("DEADQ"), ForwardTo::ReplyTo, true)
    );
    let [to, by] = [ForwardTo::Destination, named("shop.three")];
    assert_eq!(table.rules[3].action, forward(to, by, false));
    assert_eq!(
        table.rules[6].action,
        forward(named("REST"), named(""), true)
    );
    let plain = read("ACTION(DISCARD)");
    assert_eq!(plain.control.wait, Wait::Endless);
    assert_eq!(plain.control.retry_interval_s, 60);
    assert!(plain.control.q_name.is_blank() && plain.control.q_mgr_name.is_blank());
}

#[test]
fn each_message_finds_the_first_rule_that_is_for_it() {
    let table = read(TABLE);
    let line = |letter: &DeadLetter| first(&table, letter).map(|rule| rule.line);
    let of = |reason, to, change: fn(&mut MsgDescriptor)| letter(reason, to, change).0;
    let queue = ("ORDERS", "SHOP");
    assert_eq!(line(&of(MQRC_Q_FULL, queue, |_| {})), Some(5));
    assert_eq!(line(&of(MQRC_PUT_INHIBITED, queue, |_| {})), Some(7));
    let request = of(MQRC_UNKNOWN_OBJECT_NAME, queue, |it| {
        it.msg_type = MQMT_REQUEST;
        it.reply_to_q_mgr = *name("SHOP.9").bytes();
    });
    assert_eq!(line(&request), Some(10));
    assert_eq!(line(&of(2085, ("ORDERS", "shop.two"), |_| {})), Some(12));
    assert_eq!(
        line(&of(2085, ("ORDERS", "SHOP.TWO"), |_| {})),
        Some(15),
        "as it is quoted"
    );
    let log = of(2085, ("A.LOG", ""), |it| it.persistence = 0);
    assert_eq!(line(&log), Some(13));
    let feedback = |it: &mut MsgDescriptor| it.feedback = MQFB_COA;
    assert_eq!(line(&of(2085, queue, feedback)), Some(15), "no report");
    let report = of(2085, queue, |it| {
        it.msg_type = MQMT_REPORT;
        it.feedback = MQFB_COA;
    });
    assert_eq!(line(&report), None, "ignored");
    let texts =
        read("APPLNAME('a b?') USERID(ME) APPLIDAT(X*) FORMAT(MQSTR) REPLYQ(?*) ACTION(DISCARD)");
    let full = |it: &mut MsgDescriptor| {
        it.put_appl_name = *b"a bc                        ";
        it.user_identifier = *b"ME          ";
        it.appl_identity_data[..2].copy_from_slice(b"XY");
        it.reply_to_q = *name("R").bytes();
    };
    assert!(first(&texts, &of(1, queue, full)).is_some());
    let changes: [fn(&mut MsgDescriptor); 4] = [
        |it| it.put_appl_name[0] = b'A',
        |it| it.user_identifier[0] = b'X',
        |it| it.appl_identity_data[0] = b'Y',
        |it| it.reply_to_q = [b' '; 48],
    ];
    for change in changes {
        let (other, _) = letter(1, queue, |it| {
            full(it);
            change(it);
        });
        assert!(first(&texts, &other).is_none());
    }
}

/// Text, number of the message, line and column of what is wrong with it.
const WRONG: &[(&str, &str, u32, u32)] = &[
    ("", "AMQ8750E", 1, 1),
    ("* nothing\n\n", "AMQ8750E", 1, 1),
    ("INPUTQ(X)", "AMQ8750E", 1, 1),
    ("FORMAT(ABCDEFGHI) ACTION(DISCARD)", "AMQ8752E", 1, 8),
    (
        "\n  FORMAT('ABCDE*FGHI') ACTION(DISCARD)",
        "AMQ8752E",
        2,
        10,
    ),
    ("ACTION(DISCARD) +\n ACTION(IGNORE)", "AMQ8753E", 2, 2),
    ("ACTION(RETRY) RETRY(0)", "AMQ8757E", 1, 21),
    ("ACTION(RETRY) RETRY(1000000000)", "AMQ8757E", 1, 21),
    ("RETRYINT(0)\nACTION(RETRY)", "AMQ8757E", 1, 10),
    ("ACTION(DISCARD) MSGTYPE(99999999999)", "AMQ8757E", 1, 25),
    ("ACTION(DISCARD)\nWAIT(NO)", "AMQ8759E", 2, 1),
    ("WAIT(NO) ACTION(DISCARD)", "AMQ8759E", 1, 10),
    ("ACTION(FWD)", "AMQ8759E", 1, 1),
    ("ACTION(RETRY) FWDQ(X)", "AMQ8759E", 1, 15),
    ("REASON(2053)", "AMQ8759E", 1, 1),
    ("ACTION(DISCARD", "FMQ0191E", 1, 15),
    ("ACTION DISCARD", "FMQ0191E", 1, 8),
    ("ACTION()", "FMQ0191E", 1, 8),
    ("ACTION('')", "FMQ0191E", 1, 10),
    ("DESTQ( ) ACTION(DISCARD)", "FMQ0191E", 1, 8),
    ("APPLNAME('x) ACTION(DISCARD)", "FMQ0191E", 1, 29),
    ("APPLNAME(A B) ACTION(DISCARD)", "FMQ0191E", 1, 12),
    ("APPLNAME(A-B) ACTION(DISCARD)", "FMQ0191E", 1, 11),
    ("=(A)", "FMQ0191E", 1, 1),
    ("COLOUR(RED) ACTION(DISCARD)", "FMQ0192E", 1, 1),
    ("ACTION(REMOVE)", "FMQ0193E", 1, 8),
    ("ACTION(FWD) FWDQ(' ')", "FMQ0193E", 1, 18),
    ("ACTION(FWD) FWDQ(A*)", "FMQ0193E", 1, 18),
    ("ACTION(FWD) FWDQ(&OTHER)", "FMQ0193E", 1, 18),
    ("ACTION(DISCARD) HEADER(PERHAPS)", "FMQ0193E", 1, 24),
    ("ACTION(DISCARD) PUTAUT(ME)", "FMQ0193E", 1, 24),
    ("ACTION(DISCARD) MSGTYPE(2*)", "FMQ0193E", 1, 25),
    ("ACTION(DISCARD) REASON(MQRC_NO_SUCH)", "FMQ0193E", 1, 24),
    ("ACTION(DISCARD) PERSIST(?)", "FMQ0193E", 1, 25),
    ("WAIT(LONG)\nACTION(DISCARD)", "FMQ0193E", 1, 6),
];

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, number, line, column) in WRONG {
        let problems = RulesTable::read(text).expect_err(text);
        let told: Vec<&Problem> = problems.kept().iter().collect();
        let [problem] = told[..] else {
            panic!("{text:?}: {told:?}");
        };
        assert!(
            problem.text().starts_with(number),
            "{text:?}: {}",
            problem.text()
        );
        let place = (problem.line(), problem.column());
        assert_eq!(place, (*line, *column), "{text:?}: {}", problem.text());
    }
    let many = "ACTION(NONE)\n".repeat(500);
    let problems = RulesTable::read(&many).expect_err("all are wrong");
    assert_eq!((problems.count(), problems.kept().len()), (500, 100));
    assert_eq!(problems.kept()[99].line(), 100);
    assert!(RulesTable::read(&"* ".repeat(1 << 20)).is_err(), "too long");
    assert!(
        RulesTable::read(&"ACTION(DISCARD)\n".repeat(4_097)).is_err(),
        "too many"
    );
    assert_eq!(read(&"ACTION(DISCARD)\n".repeat(4_096)).rules.len(), 4_096);
}

/// However its entries are broken into lines, and whatever comments stand between, a table is the same.
#[test]
fn how_it_is_laid_out_changes_nothing() {
    let mut random = SplitMix64::new(9);
    let lines: Vec<&str> = TABLE
        .lines()
        .filter(|line| !line.starts_with('*'))
        .collect();
    let joined = lines.join("\n").replace("+\n", "");
    let entries: Vec<&str> = joined
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let plain = read(&entries.join("\n"));
    for _ in 0..500 {
        let mut text = String::new();
        for entry in &entries {
            for char in entry.trim().chars() {
                // Blanks at a line end are lost, and a line that begins with a star is a comment.
                if !matches!(char, ' ' | '*') && !text.ends_with(' ') && random.chance(10) {
                    text.push_str(["+\n   ", "-\n", "+\n* comment\n\n"][random.below(3) as usize]);
                }
                text.push(char);
            }
            text.push_str(["\n", "\r\n", "\n\n", "\n* x\n", "  \n"][random.below(5) as usize]);
        }
        let mut again = read(&text);
        for (rule, before) in again.rules.iter_mut().zip(&plain.rules) {
            rule.line = before.line;
        }
        assert_eq!(again, plain, "{text}");
    }
}

#[test]
fn what_is_put_is_the_message_itself_or_the_dead_letter() {
    let (letter, data) = letter(MQRC_Q_FULL, ("ORDERS", "SHOP"), |it| {
        it.reply_to_q = *name("ANSWERS").bytes();
        it.reply_to_q_mgr = *name("HOME").bytes();
    });
    let placed = |rule: &str| {
        let table = read(rule);
        table.rules[0].action.placed(&letter, &data)
    };
    let retried = placed("ACTION(RETRY)").expect("it is put");
    assert_eq!(
        (retried.q_name, retried.q_mgr_name),
        (name("ORDERS"), name("SHOP"))
    );
    assert_eq!(retried.descriptor.format, *b"MQSTR   ");
    assert_eq!(retried.descriptor.coded_char_set_id, 1208);
    assert_eq!(retried.descriptor.encoding, MQENC_NATIVE);
    assert_eq!(&retried.body[..], b"the order");
    let forwarded = placed("ACTION(FWD) FWDQ(&REPLYQ) FWDQM(&REPLYQM)").expect("it is put");
    assert_eq!(
        (forwarded.q_name, forwarded.q_mgr_name),
        (name("ANSWERS"), name("HOME"))
    );
    assert_eq!(
        (&forwarded.descriptor, &forwarded.body),
        (&letter.descriptor, &data),
        "as it is"
    );
    let bare = placed("ACTION(FWD) FWDQ(X) FWDQM(&DESTQM) HEADER(NO)").expect("it is put");
    assert_eq!((bare.q_name, bare.q_mgr_name), (name("X"), name("SHOP")));
    assert_eq!(&bare.body[..], b"the order");
    assert_eq!(placed("ACTION(DISCARD)"), None);
    let blank = DeadLetter {
        descriptor: MsgDescriptor {
            reply_to_q: [b' '; 48],
            ..letter.descriptor.clone()
        },
        ..letter.clone()
    };
    let table = read("ACTION(FWD) FWDQ(&REPLYQ)");
    assert_eq!(table.rules[0].action.placed(&blank, &data), None, "no name");
    let other = MsgDescriptor::default();
    assert_eq!(DeadLetter::read(&other, &data), Err(NoDeadLetter));
    assert_eq!(
        DeadLetter::read(&letter.descriptor, &data[..171]),
        Err(NoDeadLetter)
    );
    assert_eq!(
        DeadLetter::read(&letter.descriptor, &[b'x'; 172]),
        Err(NoDeadLetter)
    );
}

/// A rule is tried as often as it says, at its interval; then the next that is for the message; at last it stays. What is gone is
/// forgotten.
#[test]
fn attempts_are_as_many_and_as_far_apart_as_the_rules_say() {
    let table = read(
        "RETRYINT(10)\nREASON(2053) ACTION(RETRY) RETRY(3)\nREASON(1) ACTION(DISCARD)\nREASON(2053) ACTION(FWD) FWDQ(X)",
    );
    let (full, _) = letter(MQRC_Q_FULL, ("A", ""), |_| {});
    let mut handler = Handler::new(&table);
    for (now_ms, attempt) in [(0, 1), (10_000, 2), (20_000, 3)] {
        handler.begin_round();
        let shown = handler.show(&full);
        if attempt > 1 {
            assert!(handler.decide(&shown, now_ms - 1).is_none());
        }
        let rule = handler.decide(&shown, now_ms).expect("it is time");
        assert_eq!(rule.line, 2);
        let failure = handler.failed(&shown, now_ms);
        let is_last = attempt == 3;
        assert_eq!((failure.attempts, failure.is_last), (attempt, is_last));
        assert_eq!(failure.goes_on, is_last);
        if !is_last {
            assert_eq!(handler.next_due_ms(), Some(now_ms + 10_000));
            handler.end_round();
            continue;
        }
        let rule = handler.decide(&shown, now_ms).expect("the next rule");
        assert_eq!(rule.line, 4);
        assert!(handler.failed(&shown, now_ms).is_last);
        assert!(handler.decide(&shown, u64::MAX).is_none(), "it stays");
        assert_eq!(handler.next_due_ms(), None);
        handler.end_round();
    }
    // Not shown for a round, it is another one when it comes again.
    handler.begin_round();
    handler.end_round();
    handler.begin_round();
    let shown = handler.show(&full);
    assert_eq!(handler.decide(&shown, 0).expect("tried again").line, 2);
}

/// Messages nothing tells apart but their place on the queue have attempts of their own.
#[test]
fn twins_are_tried_each_as_often_as_the_rule_says() {
    let table = read("RETRYINT(1)\nACTION(RETRY) RETRY(2)");
    let (twin, _) = letter(MQRC_Q_FULL, ("A", ""), |_| {});
    let mut handler = Handler::new(&table);
    let round = |handler: &mut Handler, now_ms: u64, count: usize| {
        let mut tried = 0;
        handler.begin_round();
        for _ in 0..count {
            let shown = handler.show(&twin);
            while handler.decide(&shown, now_ms).is_some() {
                tried += 1;
                if !handler.failed(&shown, now_ms).goes_on {
                    break;
                }
            }
        }
        handler.end_round();
        tried
    };
    assert_eq!(round(&mut handler, 0, 3), 3);
    assert_eq!(round(&mut handler, 500, 3), 0);
    assert_eq!(round(&mut handler, 1_000, 3), 3);
    assert_eq!(round(&mut handler, 9_000, 3), 0, "they stay");
    // Another one behind them is new; one in front that goes leaves what is known of the others.
    assert_eq!(round(&mut handler, 9_000, 4), 1);
    handler.begin_round();
    let shown = handler.show(&twin);
    handler.done(&shown);
    let rest: Vec<bool> = (0..3)
        .map(|_| {
            let shown = handler.show(&twin);
            handler.decide(&shown, 10_000).is_some()
        })
        .collect();
    assert_eq!(rest, [false, false, true]);
}

/// What comes while the handler waits behind the last message has as many attempts as what was there, and not two at once.
#[test]
fn a_message_that_comes_between_rounds_is_known_in_the_next() {
    let table = read("RETRYINT(10)\nACTION(RETRY) RETRY(3)");
    let (full, _) = letter(MQRC_Q_FULL, ("A", ""), |_| {});
    let mut handler = Handler::new(&table);
    handler.begin_round();
    handler.end_round();
    let attempt = |handler: &mut Handler, now_ms| {
        let shown = handler.show(&full);
        let is_tried = handler.decide(&shown, now_ms).is_some();
        is_tried.then(|| handler.failed(&shown, now_ms).attempts)
    };
    assert_eq!(attempt(&mut handler, 0), Some(1));
    // Its twin, which comes in the same wait, is another one.
    assert_eq!(attempt(&mut handler, 5_000), Some(1));
    for (now_ms, first, second) in [
        (6_000, None, None),
        (10_000, Some(2), None),
        (15_000, None, Some(2)),
        (20_000, Some(3), None),
        (90_000, None, Some(3)),
        (99_000, None, None),
    ] {
        handler.begin_round();
        assert_eq!(attempt(&mut handler, now_ms), first, "{now_ms}");
        assert_eq!(attempt(&mut handler, now_ms), second, "{now_ms}");
        handler.end_round();
    }
    // A twin of what is known, while the handler waits.
    assert_eq!(attempt(&mut handler, 99_000), Some(1));
    handler.begin_round();
    assert_eq!(attempt(&mut handler, 99_000), None);
    assert_eq!(attempt(&mut handler, 99_000), None);
    assert_eq!(attempt(&mut handler, 99_000), None);
}

/// Whatever tables, messages and failures: each message is tried in the order of the rules that are for it, and every message ends.
#[test]
fn every_message_ends_somewhere() {
    let mut random = SplitMix64::new(3);
    for _ in 0..300 {
        let mut text = "RETRYINT(5)\n".to_owned();
        for _ in 0..=random.below(5) {
            let reason = ["", "REASON(1)", "REASON(2)"][random.below(3) as usize];
            let action = ["RETRY", "DISCARD", "IGNORE"][random.below(3) as usize];
            let retry = random.below(4) + 1;
            text.push_str(&format!("{reason} ACTION({action}) RETRY({retry})\n"));
        }
        let table = read(&text);
        let mut handler = Handler::new(&table);
        let mut letters: Vec<(DeadLetter, u32, u32)> = (0..4_u8)
            .map(|number| {
                let reason = i32::from(number % 3);
                let (letter, _) = letter(reason, ("A", ""), |it| it.msg_id = [number; 24]);
                (letter, 0, 0)
            })
            .collect();
        let (mut now_ms, mut rounds) = (0, 0);
        loop {
            let mut gone = Vec::new();
            handler.begin_round();
            for (at, (letter, line, attempts)) in letters.iter_mut().enumerate() {
                let letter = &*letter;
                let shown = handler.show(letter);
                while let Some(rule) = handler.decide(&shown, now_ms) {
                    assert!(rule.pattern.matches(letter) && rule.line >= *line, "{text}");
                    *attempts = if rule.line == *line { *attempts + 1 } else { 1 };
                    *line = rule.line;
                    assert!(*attempts <= rule.attempts, "{text}");
                    if random.chance(30) {
                        handler.done(&shown);
                        gone.push(at);
                        break;
                    }
                    let failure = handler.failed(&shown, now_ms);
                    assert_eq!(failure.attempts, *attempts, "{text}");
                    assert_eq!(failure.is_last, *attempts == rule.attempts, "{text}");
                    if !failure.goes_on {
                        break;
                    }
                }
            }
            for at in gone.into_iter().rev() {
                letters.remove(at);
            }
            handler.end_round();
            rounds += 1;
            assert!(rounds < 100, "{text}");
            match handler.next_due_ms() {
                Some(due_ms) => now_ms = due_ms.max(now_ms),
                None => break,
            }
        }
    }
}

#[test]
fn arbitrary_bytes_are_refused_or_worked_on() {
    let mut random = SplitMix64::new(5);
    let (_, data) = letter(MQRC_Q_FULL, ("A", "B"), |it| it.encoding = MQENC_NATIVE);
    let mut valid = TABLE.as_bytes().to_vec();
    valid.push(0);
    valid.extend_from_slice(&data);
    fuzz_one(&valid);
    let words: Vec<&str> = TABLE.split_inclusive([' ', '(', ')', '\n', '\'']).collect();
    for _ in 0..3_000 {
        let mut changed = valid.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(changed.len() as u64) as usize;
            changed[at] = random.next_u64() as u8;
        }
        fuzz_one(&changed);
        let soup: String = (0..random.below(30))
            .map(|_| words[random.below(words.len() as u64) as usize])
            .collect();
        fuzz_one(soup.as_bytes());
        let mut noise = vec![0; random.below(200) as usize];
        random.fill(&mut noise);
        fuzz_one(&noise);
    }
}
