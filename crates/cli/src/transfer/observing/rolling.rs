//! Files that are written line by line, of which there are so many of so many bytes: the newest has the lowest number.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Bytes of so many MiB.
pub(super) fn bytes(megabytes: u32) -> u64 {
    u64::from(megabytes) << 20
}

/// See the module. The first file is made with the first line.
#[derive(Debug)]
pub(in crate::transfer) struct Rolling {
    directory: PathBuf,
    /// In front of the number, and behind it.
    name: (String, &'static str),
    /// The newest has number 0 in its name; it has none otherwise.
    numbers_newest: bool,
    file: Option<File>,
    bytes: u64,
    bytes_max: u64,
    files_max: u32,
    /// Permission bits of files that are made.
    mode: u32,
}

impl Rolling {
    pub(in crate::transfer) fn new(
        directory: &Path,
        name: (&str, &'static str),
        numbers_newest: bool,
        (bytes_max, files_max): (u64, u32),
    ) -> Self {
        Self {
            directory: directory.to_owned(),
            name: (name.0.to_owned(), name.1),
            numbers_newest,
            file: None,
            bytes: 0,
            bytes_max,
            files_max: files_max.clamp(1, 100),
            mode: 0o666,
        }
    }

    /// Nobody but its owner reads it: data may be in it.
    pub(in crate::transfer) fn private(self) -> Self {
        Self {
            mode: 0o600,
            ..self
        }
    }

    pub(in crate::transfer) fn path(&self, number: u32) -> PathBuf {
        let (stem, end) = &self.name;
        let name = match number {
            0 if !self.numbers_newest => format!("{stem}{end}"),
            number if self.numbers_newest => format!("{stem}{number}{end}"),
            number => format!("{stem}.{number}{end}"),
        };
        self.directory.join(name)
    }

    /// Opens the newest file, which is made if it is not there.
    pub(in crate::transfer) fn open(&mut self) -> std::io::Result<()> {
        fs::create_dir_all(&self.directory)?;
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .mode(self.mode)
            .open(self.path(0))?;
        self.bytes = file.metadata()?.len();
        self.file = Some(file);
        Ok(())
    }

    /// Writes a line, which has its end. A disk that is full loses lines and nothing else.
    pub(in crate::transfer) fn write(&mut self, line: &str) {
        if self.file.is_none() && self.open().is_err() {
            return;
        }
        if self.bytes > 0 && self.bytes + line.len() as u64 > self.bytes_max {
            self.turn_over();
        }
        if let Some(file) = &mut self.file
            && file.write_all(line.as_bytes()).is_ok()
        {
            self.bytes += line.len() as u64;
        }
    }

    /// What follows begins a file of its own.
    pub(in crate::transfer) fn close(&mut self) {
        self.file = None;
    }

    fn turn_over(&mut self) {
        for number in (1..self.files_max).rev() {
            let _ = fs::rename(self.path(number - 1), self.path(number));
        }
        if self.files_max == 1 {
            let _ = fs::remove_file(self.path(0));
        }
        if self.open().is_err() {
            self.file = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_lines_are_in_the_file_with_the_lowest_number_and_the_oldest_go() {
        let name = format!("ferromq-rolling-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).expect("a directory");
        let mut numbered = Rolling::new(&directory, ("event", ".log"), true, (8, 2));
        let mut plain = Rolling::new(&directory, ("trace7", ".txt"), false, (8, 2));
        for line in ["one 1\n", "two 2\n", "three 3\n"] {
            numbered.write(line);
            plain.write(line);
        }
        let read = |name: &str| fs::read_to_string(directory.join(name)).expect("a file");
        for name in ["event0.log", "trace7.txt"] {
            assert_eq!(read(name), "three 3\n", "{name}");
        }
        for name in ["event1.log", "trace7.1.txt"] {
            assert_eq!(read(name), "two 2\n", "{name}");
        }
        let names = fs::read_dir(&directory).expect("a list").count();
        assert_eq!(names, 4);
        let _ = fs::remove_dir_all(&directory);
    }
}
