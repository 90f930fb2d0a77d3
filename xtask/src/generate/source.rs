//! What generated sources have in common.

/// The first lines of a generated file.
pub(super) fn heading(about: &str, tables: &str) -> String {
    format!(
        "//! {about}\n//!\n//! Generated from {tables} by `cargo xtask generate`; do not edit.\n\n"
    )
}

/// `MsgDesc` to `msg_desc`, `CCDTUrlPtr` to `ccdt_url_ptr`, `ReplyToQMgr` to `reply_to_q_mgr`.
/// `Type` is a word of Rust and becomes `kind`.
pub(super) fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (i, c) in letters.iter().enumerate() {
        let after_small = i > 0 && !letters[i - 1].is_ascii_uppercase();
        let before_small = letters.get(i + 1).is_some_and(char::is_ascii_lowercase);
        if i > 0 && c.is_ascii_uppercase() && (after_small || before_small) {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    if out == "type" {
        "kind".to_owned()
    } else {
        out
    }
}
