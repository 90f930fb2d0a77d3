//! The files of a logger: `<LOGGER><number>-<yyyyMMddHHmmssSSS>.log`. Lines are added to the newest; when they would make it longer than it
//! may be the next begins.

use super::document::AuditDocument;
use super::format::LineFormat;
use super::mark::Mark;
use super::run::{MessageId, NotKept, Sink};
use crate::schedule::Moment;
use ferromq_base::checksum::crc32c;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes of lines that are written at once; one message may bring more.
const BATCH_BYTES_MAX: usize = 1 << 20;
/// Bytes of a mark, at most: ten thousand messages fit.
const MARK_BYTES_MAX: u64 = 4 << 20;
/// Messages that are remembered because they may come again, at most.
const WRITTEN_MAX: usize = 20_000;

/// When one file ends and the next begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotation {
    /// Numbers go round, and a new file takes the place of the oldest; otherwise they grow and nothing is removed.
    pub is_circular: bool,
    /// Bytes of a file, at most; what one message brings is never divided.
    pub bytes_max: u64,
    /// Files there are when numbers go round, from 1.
    pub files: u32,
}

/// Where lines go. Its directory is the logger's alone: who has it holds a lock.
pub struct LineFiles {
    directory: PathBuf,
    logger: String,
    rotation: Rotation,
    format: LineFormat,
    newest: Option<Name>,
    open: Option<Open>,
    /// A writing that failed, to be taken back: the file, and where it ended before.
    undo: Option<(PathBuf, u64)>,
    /// What is to be written next.
    lines: String,
    ids: Vec<MessageId>,
    /// Messages whose lines are there, and of which nobody knows whether they come again.
    written: BTreeSet<MessageId>,
}

struct Open {
    file: File,
    len: u64,
}

/// The parts of a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    /// 17 digits.
    time: String,
    number: u32,
}

impl Name {
    fn text(&self, logger: &str) -> String {
        format!("{logger}{}-{}.log", self.number, self.time)
    }

    fn parse(logger: &str, text: &str) -> Option<Self> {
        let (number, time) = text
            .strip_prefix(logger)?
            .strip_suffix(".log")?
            .split_once('-')?;
        let is_time = time.len() == 17 && time.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let number = number.parse().ok().filter(|_| is_number && is_time)?;
        let time = time.to_owned();
        Some(Self { time, number })
    }
}

impl LineFiles {
    /// The files in that directory, which is there. What was about to be written when the logger ended is found to be there as a whole, or is
    /// taken away.
    ///
    /// # Errors
    /// What fails of the files.
    pub fn open(
        directory: &Path,
        logger: &str,
        rotation: Rotation,
        format: LineFormat,
    ) -> io::Result<Self> {
        let mut files = Self {
            directory: directory.to_owned(),
            logger: logger.to_owned(),
            rotation,
            format,
            newest: None,
            open: None,
            undo: None,
            lines: String::new(),
            ids: Vec::new(),
            written: BTreeSet::new(),
        };
        files.newest = files.names()?.pop();
        files.recover()?;
        if let Some(newest) = &files.newest {
            let path = directory.join(newest.text(logger));
            let file = File::options().append(true).open(path)?;
            let len = file.metadata()?.len();
            files.open = Some(Open { file, len });
        }
        Ok(files)
    }

    /// The files of a logger there are, the oldest first.
    ///
    /// # Errors
    /// What fails of the directory.
    pub fn paths(directory: &Path, logger: &str) -> io::Result<Vec<PathBuf>> {
        let names = names(directory, logger)?;
        Ok(names
            .iter()
            .map(|name| directory.join(name.text(logger)))
            .collect())
    }

    fn names(&self) -> io::Result<Vec<Name>> {
        names(&self.directory, &self.logger)
    }

    fn mark_path(&self) -> PathBuf {
        self.directory.join(format!("{}.mark", self.logger))
    }

    fn recover(&mut self) -> io::Result<()> {
        let mut text = String::new();
        match File::open(self.mark_path()) {
            Ok(file) => file.take(MARK_BYTES_MAX).read_to_string(&mut text)?,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        let Some(mark) = Mark::parse(&text) else {
            return Err(io::Error::new(
                ErrorKind::InvalidData,
                format!("{} cannot be read", self.mark_path().display()),
            ));
        };
        self.written.extend(mark.before);
        if Name::parse(&self.logger, &mark.file).is_none() {
            return Ok(());
        }
        let path = self.directory.join(&mark.file);
        let mut file = match File::options().read(true).write(true).open(&path) {
            Ok(file) => file,
            // Somebody took it away, and its lines: what comes again is written again.
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        let len = file.metadata()?.len();
        let end = mark.from.saturating_add(mark.bytes);
        let is_whole =
            len >= end && checksum_of(&mut file, mark.from, mark.bytes)? == mark.checksum;
        if is_whole {
            self.written.extend(mark.ids);
        } else if len > mark.from {
            file.set_len(mark.from)?;
        }
        // What a killed logger wrote may be in memory only.
        file.sync_all()
    }

    /// A file that takes so many bytes more.
    fn room_for(&mut self, bytes: u64, now_ms: u64) -> io::Result<()> {
        if let Some(open) = &self.open
            && (open.len == 0 || open.len.saturating_add(bytes) <= self.rotation.bytes_max)
        {
            return Ok(());
        }
        let name = self.next_name(now_ms);
        let path = self.directory.join(name.text(&self.logger));
        let file = File::options().append(true).create_new(true).open(path)?;
        if self.rotation.is_circular {
            for old in self.names()? {
                let goes = old.number == name.number || old.number >= self.rotation.files;
                if goes && old != name {
                    fs::remove_file(self.directory.join(old.text(&self.logger)))?;
                }
            }
        }
        sync_directory(&self.directory)?;
        self.newest = Some(name);
        self.open = Some(Open { file, len: 0 });
        Ok(())
    }

    fn next_name(&self, now_ms: u64) -> Name {
        let number = match &self.newest {
            None => 0,
            Some(newest) if self.rotation.is_circular => {
                newest.number.saturating_add(1) % self.rotation.files.max(1)
            }
            Some(newest) => newest.number.saturating_add(1),
        };
        let digits = |ms| -> String {
            let text = Moment::at_ms(ms).to_string();
            text.chars().filter(char::is_ascii_digit).collect()
        };
        let mut time = digits(now_ms);
        // A clock that was set back must not make a new file the oldest.
        if let Some(newest) = &self.newest
            && time <= newest.time
        {
            let last: u64 = newest.time.parse().unwrap_or_default();
            time = format!("{:017}", last.saturating_add(1));
        }
        Name { time, number }
    }

    fn keep_mark(&self, mark: &Mark) -> io::Result<()> {
        let path = self.mark_path();
        let new = path.with_extension("mark.new");
        let mut file = File::create(&new)?;
        file.write_all(mark.to_text().as_bytes())?;
        file.sync_data()?;
        fs::rename(&new, &path)?;
        sync_directory(&self.directory)
    }

    fn write(&mut self, now_ms: u64) -> io::Result<()> {
        if let Some((path, len)) = &self.undo {
            let file = File::options().write(true).open(path)?;
            file.set_len(*len)?;
            file.sync_all()?;
            self.undo = None;
        }
        if self.lines.is_empty() {
            return Ok(());
        }
        let bytes = self.lines.len() as u64;
        self.room_for(bytes, now_ms)?;
        let (Some(open), Some(newest)) = (&self.open, &self.newest) else {
            return Ok(());
        };
        let file = newest.text(&self.logger);
        self.keep_mark(&Mark {
            from: open.len,
            bytes,
            checksum: crc32c(self.lines.as_bytes()),
            ids: self.ids.clone(),
            before: self.written.iter().copied().collect(),
            file: file.clone(),
        })?;
        let Some(mut open) = self.open.take() else {
            return Ok(());
        };
        let done = open.file.write_all(self.lines.as_bytes());
        if let Err(error) = done.and_then(|()| open.file.sync_data()) {
            // A force that failed is not tried again: the lines go to another file, and this one is cut to what is known of it.
            self.undo = Some((self.directory.join(file), open.len));
            return Err(error);
        }
        open.len = open.len.saturating_add(bytes);
        self.open = Some(open);
        Ok(())
    }
}

impl Sink for LineFiles {
    fn has(&self, id: MessageId) -> bool {
        self.written.contains(&id)
    }

    fn add(&mut self, id: MessageId, document: &AuditDocument) -> Result<(), NotKept> {
        self.lines.push_str(&self.format.lines(document));
        self.ids.push(id);
        Ok(())
    }

    fn is_full(&self) -> bool {
        let most = usize::try_from(self.rotation.bytes_max).unwrap_or(usize::MAX);
        self.lines.len() >= BATCH_BYTES_MAX.min(most)
    }

    fn force(&mut self, now_ms: u64) -> Result<(), String> {
        let done = self.write(now_ms);
        if done.is_ok() {
            self.written.extend(self.ids.iter().copied());
            while self.written.len() > WRITTEN_MAX {
                self.written.pop_first();
            }
        }
        self.forget();
        done.map_err(|error| format!("{}: {error}", self.directory.display()))
    }

    fn forget(&mut self) {
        self.lines.clear();
        self.ids.clear();
    }

    fn settle(&mut self, ids: &[MessageId], is_all: bool) {
        if is_all {
            self.written.clear();
        }
        for id in ids {
            self.written.remove(id);
        }
    }
}

fn names(directory: &Path, logger: &str) -> io::Result<Vec<Name>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)? {
        if let Some(name) = entry?.file_name().to_str() {
            found.extend(Name::parse(logger, name));
        }
    }
    found.sort();
    Ok(found)
}

fn checksum_of(file: &mut File, from: u64, bytes: u64) -> io::Result<u32> {
    file.seek(SeekFrom::Start(from))?;
    let mut left = bytes;
    let mut checksum = crc32c(&[]);
    let mut buffer = vec![0; 64 << 10];
    while left > 0 {
        let most = usize::try_from(left)
            .unwrap_or(usize::MAX)
            .min(buffer.len());
        let part = &mut buffer[..most];
        file.read_exact(part)?;
        checksum = ferromq_base::checksum::crc32c_append(checksum, part);
        left -= most as u64;
    }
    Ok(checksum)
}

fn sync_directory(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}
