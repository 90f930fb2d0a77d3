//! Tests that cannot run on this machine, seen instead of passed over.
//!
//! A test that lacks something says so here and returns. What is said goes past the test runner's capture, and into the file named
//! by [`LIST`], where `cargo xtask ci` counts it.

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

/// The environment variable that names the file; without it there is none.
pub const LIST: &str = "FERROMQ_SKIPPED";

/// `what`, a test or a part of one, is not tried here, and why.
pub fn skip(what: &str, why: &str) {
    write_down(std::env::var_os(LIST).as_deref(), what, why);
}

fn write_down(list: Option<&OsStr>, what: &str, why: &str) {
    let line = format!("SKIPPED {what}: {}\n", why.replace('\n', "; "));
    // Not by the macro: what that prints is shown for failed tests only.
    let _ = std::io::stderr().write_all(line.as_bytes());
    let Some(list) = list else { return };
    let opened = OpenOptions::new()
        .create(true)
        .append(true)
        .open(Path::new(list));
    // One write, so that lines of several processes stay whole.
    let written = opened.and_then(|mut file| file.write_all(line.as_bytes()));
    assert!(
        written.is_ok(),
        "{} cannot be written: {written:?}",
        list.display()
    );
}

#[cfg(test)]
mod tests {
    use super::write_down;

    #[test]
    fn what_is_skipped_is_on_the_list_a_line_each() {
        let list = std::env::temp_dir().join(format!("ferromq-skipped-{}", std::process::id()));
        write_down(Some(list.as_os_str()), "one", "there is\nno such thing");
        write_down(Some(list.as_os_str()), "two", "nor this");
        let text = std::fs::read_to_string(&list).expect("a list");
        let _ = std::fs::remove_file(&list);
        assert_eq!(
            text,
            "SKIPPED one: there is; no such thing\nSKIPPED two: nor this\n"
        );
    }
}
