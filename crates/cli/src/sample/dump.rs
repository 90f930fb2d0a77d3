//! A message's bytes as samples show them.

use ferromq_mqi::hex::hex;
use std::fmt::Write;

/// Lines of sixteen bytes: offset, digits, and the text.
pub(crate) fn dump(bytes: &[u8]) -> String {
    let mut text = String::new();
    for (at, line) in bytes.chunks(16).enumerate() {
        let digits: Vec<String> = line.chunks(2).map(hex).collect();
        let characters: String = line.iter().map(|byte| printable(*byte)).collect();
        let _ = writeln!(
            text,
            "{:08X}:  {:40}'{characters:16}'",
            at * 16,
            digits.join(" ")
        );
    }
    text
}

fn printable(byte: u8) -> char {
    if (0x20..0x7f).contains(&byte) {
        char::from(byte)
    } else {
        '.'
    }
}

#[cfg(test)]
mod tests {
    use super::dump;

    #[test]
    fn a_dump_has_sixteen_bytes_on_a_line() {
        let shown = dump(b"hello, queue manager\n");
        assert_eq!(
            shown,
            "00000000:  6865 6C6C 6F2C 2071 7565 7565 206D 616E 'hello, queue man'\n\
             00000010:  6167 6572 0A                            'ager.           '\n"
        );
        assert_eq!(dump(b""), "");
    }
}
