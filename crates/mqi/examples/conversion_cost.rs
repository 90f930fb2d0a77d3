//! What conversion on get costs, by code pages and kind of message.
//!
//! `cargo run --release -p ferromq-mqi --example conversion_cost [data-bytes] [rounds]`

use ferromq_mqi::code_page::CodePage;
use ferromq_mqi::convert::{Conversion, Described, convert};
use ferromq_mqi::generated::constants::{MQENC_NORMAL, MQENC_REVERSED};
use ferromq_mqi::generated::structs::{DeadLetterHeader, RulesHeader2};
use ferromq_mqi::header::{ByteOrder, blank_filled};
use std::hint::black_box;
use std::time::Instant;

const LATIN: &str = "Plain text as messages have it, with some Gr\u{fc}\u{df}e. ";
const ASCII: &str = "Plain text as messages have it, and nothing besides.  ";
const JAPANESE: &str = "\u{6771}\u{4eac}\u{3068}\u{5927}\u{962a} ABC ";

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<usize>());
    let mut number = |default| arguments.next().and_then(Result::ok).unwrap_or(default);
    let (data_bytes, rounds) = (number(2048), number(20_000));
    for (from, to, sample) in [
        (819, 1208, ASCII),
        (819, 1208, LATIN),
        (1208, 819, LATIN),
        (500, 819, LATIN),
        (819, 500, LATIN),
        (500, 1208, LATIN),
        (1208, 500, LATIN),
        (1208, 1200, LATIN),
        (1200, 1208, LATIN),
        (943, 1208, JAPANESE),
        (1208, 943, JAPANESE),
        (939, 1208, JAPANESE),
        (1208, 939, JAPANESE),
    ] {
        let data = text(from, sample, data_bytes);
        let name = format!("text, {from} to {to}");
        measure(&name, &data, &conversion("MQSTR", from, to), rounds);
    }
    let mut letter = vec![0; DeadLetterHeader::SIZE];
    DeadLetterHeader {
        encoding: MQENC_REVERSED,
        coded_char_set_id: 1208,
        format: blank_filled("MQSTR"),
        ..DeadLetterHeader::default()
    }
    .encode_le_into(&mut letter);
    letter.extend(text(1208, LATIN, data_bytes));
    measure(
        "dead-letter header and text, 1208 to 500",
        &letter,
        &conversion("MQDEAD", 1208, 500),
        rounds,
    );
    let mut rules = vec![0; RulesHeader2::SIZE];
    RulesHeader2 {
        struc_length: 36 + 4 + 64,
        encoding: MQENC_REVERSED,
        coded_char_set_id: 1208,
        format: blank_filled("MQSTR"),
        ..RulesHeader2::default()
    }
    .encode_le_into(&mut rules);
    rules.extend(64_i32.to_le_bytes());
    rules.extend([b' '; 64]);
    rules.extend(text(1208, LATIN, data_bytes));
    measure(
        "MQRFH2 and text, 1208 to 819",
        &rules,
        &conversion("MQHRF2", 1208, 819),
        rounds,
    );
}

fn text(ccsid: i32, sample: &str, data_bytes: usize) -> Vec<u8> {
    let Some(page) = CodePage::find(ccsid) else {
        return Vec::new();
    };
    let mut data = Vec::new();
    while data.len() < data_bytes {
        page.encode(sample, ByteOrder::Little, &mut data);
    }
    data
}

fn conversion(format: &str, from: i32, to: i32) -> Conversion {
    let described = |ccsid, encoding| Described { ccsid, encoding };
    Conversion {
        format: blank_filled(format),
        from: described(from, MQENC_REVERSED),
        to: described(
            to,
            if to == 500 {
                MQENC_NORMAL
            } else {
                MQENC_REVERSED
            },
        ),
        q_mgr: described(1208, MQENC_REVERSED),
        cut: false,
        room: usize::MAX,
        may_cut: false,
    }
}

fn measure(name: &str, data: &[u8], conversion: &Conversion, rounds: usize) {
    let made = convert(data, conversion);
    let start = Instant::now();
    for _ in 0..rounds {
        black_box(convert(black_box(data), black_box(conversion)));
    }
    let ns = start.elapsed().as_secs_f64() * 1e9 / rounds as f64;
    let reason = made.reason;
    println!(
        "{name}: {ns:.0} ns for {} bytes, {:.2} GB/s, {reason:?}",
        data.len(),
        data.len() as f64 / ns
    );
}
