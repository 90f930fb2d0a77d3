//! Three files of which that numbered 01 is the newest.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

/// The present file and those put aside.
const FILE_COUNT: u32 = 3;

/// See the module.
#[derive(Debug)]
pub(super) struct Files {
    directory: PathBuf,
    prefix: String,
    /// `LOG` or `json`.
    ending: &'static str,
    bytes_max: u64,
    open: Option<(File, u64)>,
}

impl Files {
    /// The newest file is made when it is not there.
    pub(super) fn open(
        directory: PathBuf,
        prefix: String,
        ending: &'static str,
        bytes_max: u64,
    ) -> io::Result<Self> {
        let mut files = Self {
            directory,
            prefix,
            ending,
            bytes_max,
            open: None,
        };
        files.open = Some(files.open_file()?);
        Ok(files)
    }

    pub(super) fn path(&self, number: u32) -> PathBuf {
        let name = format!("{}{number:02}.{}", self.prefix, self.ending);
        self.directory.join(name)
    }

    fn open_file(&self) -> io::Result<(File, u64)> {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .mode(0o660)
            .open(self.path(1))?;
        let bytes = file.metadata()?.len();
        Ok((file, bytes))
    }

    /// Writes an entry by one call, to a new file where it would make this one too long.
    pub(super) fn append(&mut self, text: &str) -> io::Result<()> {
        let (mut file, mut bytes) = match self.open.take() {
            Some(open) => open,
            None => self.open_file()?,
        };
        if bytes > 0 && bytes + text.len() as u64 > self.bytes_max {
            drop(file);
            for number in (1..FILE_COUNT).rev() {
                match fs::rename(self.path(number), self.path(number + 1)) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
            (file, bytes) = self.open_file()?;
        }
        file.write_all(text.as_bytes())?;
        self.open = Some((file, bytes + text.len() as u64));
        Ok(())
    }

    /// As after a failure.
    #[cfg(test)]
    pub(super) fn close(&mut self) {
        self.open = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_file_is_put_aside_and_the_oldest_one_forgotten() {
        let directory = std::env::temp_dir().join(format!("ferromq-errors-{}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).unwrap();
        let mut files = Files::open(directory.clone(), "AMQERR".to_owned(), "json", 1).unwrap();
        for text in ["one\n", "two\n", "three\n", "four\n"] {
            files.append(text).unwrap();
        }
        for (number, text) in [(1, "four\n"), (2, "three\n"), (3, "two\n")] {
            let path = directory.join(format!("AMQERR0{number}.json"));
            assert_eq!(fs::read_to_string(path).unwrap(), text);
        }
        fs::remove_dir_all(&directory).unwrap();
    }
}
