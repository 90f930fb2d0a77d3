//! The library under all its names: one build, copied.
//!
//! A copy differs from the file it was made of in its soname and in the name it knows of itself
//! ([`crate::identity`]). Nothing here runs in the library; `ferromq-libraries` and the tests use it.

use std::fmt;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// Every name programs open the library by. The one it is linked with is among them, and is the longest.
pub const NAMES: [&str; 7] = [
    "libmqm_r.so",
    "libmqm.so",
    "libmqic_r.so",
    "libmqic.so",
    "libmqdc_r.so",
    "libmqdc.so",
    LINKED_NAME,
];

/// The library that has the queue manager inside the process.
pub const EMBEDDED_NAME: &str = "libferromq.so";

/// Where that library goes by all the other names, below the directory of the libraries.
pub const EMBEDDED_DIRECTORY: &str = "embedded";

/// The name `build.rs` gives to the linker.
const LINKED_NAME: &str = "libmqmzf_r.so";

/// What precedes the name in [`crate::identity`].
const MARK: &[u8] = b"ferromq:library:name=";

/// Why there are no copies.
#[derive(Debug)]
pub enum CopyError {
    /// The file is not the library, or was linked in another way: what was looked for is not there once.
    NotTheLibrary {
        /// The file.
        path: PathBuf,
        /// What was looked for.
        what: &'static str,
        /// How often it is there.
        found: usize,
    },
    /// A name that has no room where the old one is.
    NameTooLong(String),
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTheLibrary { path, what, found } => write!(
                f,
                "{} is not the C library as it is linked here: it has its {what} {found} times, not once",
                path.display()
            ),
            Self::NameTooLong(name) => {
                write!(
                    f,
                    "{name} is longer than {LINKED_NAME}, in whose place it would go"
                )
            }
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for CopyError {}

/// Writes the library `built` to `directory` under each of the names, and links to them to `directory/compat`.
///
/// # Errors
/// See [`CopyError`]. What was written before stays.
pub fn install(built: &Path, directory: &Path, names: &[&str]) -> Result<(), CopyError> {
    let image = fs::read(built).map_err(failed(built))?;
    let compat = directory.join("compat");
    fs::create_dir_all(&compat).map_err(failed(&compat))?;
    for name in names {
        put_in_place(directory, name, &renamed(built, &image, name)?)?;
        link(&compat.join(name), name)?;
    }
    Ok(())
}

/// Writes the embedded library `built` to `directory`, and links to it under the names of the others to
/// `directory/embedded`: a program that finds its libraries there has the queue manager inside.
///
/// # Errors
/// See [`CopyError`]. What was written before stays.
pub fn install_embedded(built: &Path, directory: &Path) -> Result<(), CopyError> {
    let image = fs::read(built).map_err(failed(built))?;
    let embedded = directory.join(EMBEDDED_DIRECTORY);
    fs::create_dir_all(&embedded).map_err(failed(&embedded))?;
    let copy = renamed(built, &image, EMBEDDED_NAME)?;
    put_in_place(directory, EMBEDDED_NAME, &copy)?;
    for name in NAMES {
        link(&embedded.join(name), EMBEDDED_NAME)?;
    }
    Ok(())
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> CopyError + use<> {
    let path = path.to_owned();
    move |error| CopyError::File(path, error)
}

/// A program may have the old file mapped: it keeps that, and the name leads to the new one.
fn put_in_place(directory: &Path, name: &str, image: &[u8]) -> Result<(), CopyError> {
    let (path, new) = (directory.join(name), directory.join(format!("{name}.new")));
    fs::write(&new, image).map_err(failed(&new))?;
    fs::rename(&new, &path).map_err(failed(&path))
}

/// Makes `path` a link to a library one directory above.
fn link(path: &Path, library: &str) -> Result<(), CopyError> {
    let _ = fs::remove_file(path);
    symlink(Path::new("..").join(library), path).map_err(failed(path))
}

/// The library as `name`.
fn renamed(path: &Path, image: &[u8], name: &str) -> Result<Vec<u8>, CopyError> {
    if name.len() > LINKED_NAME.len() {
        return Err(CopyError::NameTooLong(name.to_owned()));
    }
    let mut old = LINKED_NAME.as_bytes().to_vec();
    old.push(0);
    let mut new = name.as_bytes().to_vec();
    new.resize(old.len(), 0);
    let once = |what, places: Vec<usize>| match places[..] {
        [place] => Ok(place),
        _ => Err(CopyError::NotTheLibrary {
            path: path.to_owned(),
            what,
            found: places.len(),
        }),
    };
    let marked: Vec<u8> = [MARK, &old].concat();
    let own = once("own name", places(image, &marked))? + MARK.len();
    // In the table of strings a name begins after the end of another.
    let soname: Vec<u8> = [&[0], &old[..]].concat();
    let soname = once("soname", places(image, &soname))? + 1;
    let mut copy = image.to_vec();
    for at in [own, soname] {
        copy[at..at + new.len()].copy_from_slice(&new);
    }
    Ok(copy)
}

fn places(image: &[u8], wanted: &[u8]) -> Vec<usize> {
    let windows = image.windows(wanted.len()).enumerate();
    windows
        .filter(|(_, window)| *window == wanted)
        .map(|(at, _)| at)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(between: &str) -> Vec<u8> {
        format!("ELF\0libc.so\0{LINKED_NAME}\0{between}ferromq:library:name={LINKED_NAME}\0\0end")
            .into_bytes()
    }

    #[test]
    fn both_names_change_and_the_length_does_not() {
        let image = image("code");
        let copy = renamed(Path::new("x"), &image, "libmqm.so").expect("renamed");
        assert_eq!(copy.len(), image.len());
        let text = String::from_utf8(copy).expect("text");
        assert!(text.contains("\0libmqm.so\0"), "{text:?}");
        assert!(text.contains("name=libmqm.so\0"), "{text:?}");
        assert!(!text.contains(LINKED_NAME), "{text:?}");
    }

    #[test]
    fn a_file_with_two_sonames_or_none_is_not_the_library() {
        let twice = image(&format!("\0{LINKED_NAME}\0"));
        let refused = renamed(Path::new("x"), &twice, "libmqm.so");
        assert!(matches!(
            refused,
            Err(CopyError::NotTheLibrary { found: 2, .. })
        ));
        let refused = renamed(Path::new("x"), b"ELF", "libmqm.so");
        assert!(matches!(
            refused,
            Err(CopyError::NotTheLibrary { found: 0, .. })
        ));
        let refused = renamed(Path::new("x"), &twice, "libmuchtoolong.so");
        assert!(matches!(refused, Err(CopyError::NameTooLong(_))));
    }
}
