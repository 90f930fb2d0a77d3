//! What files named `service.env` add to the environment of services: one variable a line, `NAME=value`, as it stands there,
//! blanks too. Lines that begin with `#`, and those that are none of that form, say nothing. Nothing in a value is replaced.
//!
//! Source: "Additional environment variables".

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStringExt;
use std::path::Path;

const FILE: &str = "service.env";
/// Longest file.
const FILE_BYTES_MAX: u64 = 64 * 1024;

/// The variables of the file in a directory, in its order; none where there is no file.
///
/// # Errors
/// What the system says, and `InvalidData` for a file that is none or is longer than 64 KiB.
pub(crate) fn variables(directory: &Path) -> io::Result<Vec<(OsString, OsString)>> {
    let path = directory.join(FILE);
    let refused = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    match fs::metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        // A pipe would keep us waiting.
        Ok(found) if !found.is_file() => return Err(refused("it is no file")),
        found => found?,
    };
    let mut bytes = Vec::new();
    File::open(&path)?
        .take(FILE_BYTES_MAX + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(refused("it is longer than 65536 bytes"));
    }
    Ok(bytes
        .split(|byte| *byte == b'\n')
        .filter_map(pair)
        .collect())
}

fn pair(line: &[u8]) -> Option<(OsString, OsString)> {
    let at = line.iter().position(|byte| *byte == b'=')?;
    let (name, value) = (&line[..at], &line[at + 1..]);
    // The system takes neither.
    let is_variable = !name.is_empty() && !line.contains(&0) && !line.starts_with(b"#");
    is_variable.then(|| {
        let owned = |bytes: &[u8]| OsString::from_vec(bytes.to_vec());
        (owned(name), owned(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(test: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("ferromq-env-{}-{test}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory");
        path
    }

    #[test]
    fn variables_are_taken_as_they_stand() {
        let place = directory("lines");
        assert_eq!(variables(&place).expect("no file"), []);
        let text = b"# a remark=no\nA=b\n\nEMPTY=\n=nameless\nwords\nPATH=$PATH:/x = y \nNUL=\0\nLAST=\xFF";
        fs::write(place.join(FILE), text).expect("written");
        let found = variables(&place).expect("read");
        let found: Vec<(Vec<u8>, Vec<u8>)> = found
            .into_iter()
            .map(|(name, value)| (name.into_vec(), value.into_vec()))
            .collect();
        let of = |name: &[u8], value: &[u8]| (name.to_vec(), value.to_vec());
        let expected = [
            of(b"A", b"b"),
            of(b"EMPTY", b""),
            of(b"PATH", b"$PATH:/x = y "),
            of(b"LAST", b"\xFF"),
        ];
        assert_eq!(found, expected);
        fs::remove_dir_all(place).expect("removed");
    }

    #[test]
    fn a_file_that_is_too_long_or_no_file_is_refused() {
        let place = directory("refused");
        let path = place.join(FILE);
        let line = |bytes: u64| [b"A=", vec![b'x'; bytes as usize - 2].as_slice()].concat();
        fs::write(&path, line(FILE_BYTES_MAX)).expect("written");
        assert_eq!(variables(&place).expect("just so long").len(), 1);
        fs::write(&path, line(FILE_BYTES_MAX + 1)).expect("written");
        let is_refused = |place: &Path| {
            let error = variables(place).expect_err("refused");
            error.kind() == io::ErrorKind::InvalidData
        };
        assert!(is_refused(&place));
        fs::remove_file(&path).expect("removed");
        fs::create_dir(&path).expect("a directory");
        assert!(is_refused(&place));
        fs::remove_dir_all(place).expect("removed");
    }
}
