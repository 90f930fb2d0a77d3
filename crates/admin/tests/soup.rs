//! Whatever is typed, nothing panics and every reply is whole lines.

use crate::fake::FakeQueueManager;
use ferromq_admin::{Script, fuzz_one, run_command};
use ferromq_mqi::attribute::{Attr, ObjectKind};

const TOKENS: &[&str] = &[
    "DEFINE",
    "DEF",
    "ALTER",
    "DELETE",
    "DISPLAY",
    "DIS",
    "CLEAR",
    "PING",
    "RESET",
    "REFRESH",
    "STOP",
    "SET",
    "START",
    "QLOCAL",
    "QL",
    "QALIAS",
    "QREMOTE",
    "QMODEL",
    "QUEUE",
    "Q",
    "QMGR",
    "PROCESS",
    "NAMELIST",
    "NL",
    "QSTATUS",
    "QS",
    "QMSTATUS",
    "CONN",
    "SECURITY",
    "LOG",
    "CHANNEL",
    "(X)",
    "(*)",
    "('a b')",
    "('it''s')",
    "()",
    "(",
    ")",
    ",",
    ";",
    "'",
    "\"",
    "''",
    "+",
    "-",
    "*",
    "+\n",
    "-\n",
    "\n",
    "\n*",
    " ",
    "  ",
    "ALL",
    "WHERE(CURDEPTH GT 0)",
    "WHERE(",
    "WHERE(DESCR LK 'a*')",
    "TYPE(HANDLE)",
    "TYPE(*)",
    "TYPE",
    "REPLACE",
    "NOREPLACE",
    "LIKE(FULL)",
    "PURGE",
    "FORCE",
    "MAXDEPTH(5)",
    "MAXDEPTH",
    "MAXDEPTH(99999999999999999999)",
    "DESCR('x')",
    "PUT(DISABLED)",
    "TRIGGER",
    "NOTRIGGER",
    "NAMES(A,B,C)",
    "CURDEPTH",
    "é",
    "\u{0}",
    "\u{2028}",
    "?",
    "END",
    "ADVANCELOG",
    "(1234567890ABCDEF)",
    "EXTCONN(414D5143514D31202020202020202020)",
    "TYPE(ADVANCELOG)",
    "ARCHIVED(S)",
];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

#[test]
fn token_soup_is_answered_in_whole_lines() {
    for seed in 1..2000_u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let fake = FakeQueueManager::new();
        fake.add(ObjectKind::QLocal, "FULL", &[(Attr::Curdepth, 7)]);
        let mut script = Script::new(|command: &str| {
            let (output, outcome) = run_command(&fake, command);
            assert!(output.ends_with('\n'), "{command:?} {outcome:?}");
            (output, outcome)
        });
        let mut text = String::new();
        for _ in 0..random.next() % 40 {
            text.push_str(
                TOKENS[usize::try_from(random.next() % TOKENS.len() as u64).expect("small")],
            );
            if random.next() & 3 > 0 {
                text.push(' ');
            }
        }
        for line in text.split('\n') {
            script.feed(line);
        }
        script.finish();
    }
}

#[test]
fn random_bytes_and_cut_commands_hold_what_any_script_holds() {
    let whole = b"DEFINE QLOCAL('A b'''') DESCR('x; y') +\n* c\n NAMES(A, B) MAXDEPTH(1);\nDIS Q(*) WHERE(X LK 'y*') ALL\n";
    for end in 0..whole.len() {
        fuzz_one(&whole[..end]);
        fuzz_one(&whole[end..]);
    }
    let mut random = Random(77);
    for length in 0..600 {
        let bytes: Vec<u8> = (0..length)
            .map(|_| random.next().to_le_bytes()[3])
            .collect();
        fuzz_one(&bytes);
    }
    fuzz_one(b"DEF QL(X) DESCR('it''s') TRIGGER PUT(DISABLED) MAXDEPTH(7)");
    fuzz_one(b"DEF PRO(X) APPLTYPE(77) APPLICID(' a ''b\" ')");
}
